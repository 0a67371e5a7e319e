//! What is good play: a rating of every option at a glance, and the numbers that a position is judged by. No rule.

use crate::card::Cards;
use crate::keyword::Keyword;
use crate::stake::{CARD, GAUGE};
use crate::state::{Frame, State, Zone};
use crate::{Choice, Reason};
use effects::{AbilityRef, Answer, Op, Run, stake};
use kernel::{Card, Eyes, Feature, Flat, Game, PackingHasher, Print, Seat, Sense};
use std::hash::Hash;

/// What the deciding seat takes in before it looks at its options.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    me: Seat,
    reason: Reason,
    life: [i32; 2],
    gauge: i32,
    hand: i32,
    has_item: bool,
    /// What could attack for it this turn, in the order of the options.
    attackers: Flat<Card, 8>,
    /// The damage that all of it that stands could do.
    reach: i32,
}

impl State {
    fn is_standing(&self, card: Card) -> bool {
        !self.table.marks(card).rested()
    }

    /// What a program of a card's own costs or does: its call cost, its effect.
    fn promise_of(&self, cards: &Cards, card: Card, index: Option<u8>, me: Seat) -> i32 {
        let Some(index) = index else { return 0 };
        let run = Run::new(AbilityRef { print: self.print(card), index }, self.table.object(card), me);
        stake::promise(self, cards, &run, 0, me)
    }

    /// What taking up an offer leads to, where its cards are listed beside declining it.
    fn behind_offer(&self, cards: &Cards, run: &Run, me: Seat) -> i32 {
        let program = &cards.ability(run.ability).program;
        match (run.at as usize).checked_sub(1).and_then(|at| program.get(at)) {
            Some(Op::Ask { end, forced: false, .. }) => stake::promise(self, cards, run, *end, me),
            _ => 0,
        }
    }

    fn cost_of(&self, cards: &Cards, card: Card, me: Seat) -> i32 {
        self.promise_of(cards, card, cards.get(self.print(card)).sheet.cost, me)
    }

    fn rate_call(&self, cards: &Cards, glance: &Glance, card: Card, area: Zone, buddy: bool) -> i32 {
        let me = glance.me;
        let sheet = &cards.get(self.print(card)).sheet;
        let replaced: i32 = match sheet.on_top {
            true => 0,
            false => self.zone(me, area).iter().map(|held| self.worth(cards, *held, me)).sum(),
        };
        // BF CHECK-4: a field of more than size 3 has to shrink.
        let mut size = cards.get(self.print(card)).size.map_or(0, i32::from);
        let mut least = i32::MAX;
        for other in Zone::AREAS.iter().filter(|other| **other != area).flat_map(|zone| self.zone(me, *zone))
        {
            size += self.size(cards, *other).unwrap_or(0);
            least = least.min(self.worth(cards, *other, me));
        }
        let shrinks = if size > 3 && least < i32::MAX { least + 30 } else { 0 };
        let place = match area {
            // A monster in the center is a wall, and keeps one's own item from attacking.
            Zone::Center if glance.has_item && glance.life[0] > 4 => -40,
            Zone::Center if glance.life[0] <= 6 => 25,
            Zone::Center => 5,
            _ => 12,
        };
        let friend = if buddy { 60 } else { 0 };
        let gain = self.would_be_worth(cards, card) - CARD + 60 + self.cost_of(cards, card, me);
        let gain = gain - replaced - shrinks + place + friend;
        if gain > 0 { 150 + gain } else { gain - 10 }
    }

    fn rate_cast(&self, cards: &Cards, glance: &Glance, card: Card) -> i32 {
        let sheet = &cards.get(self.print(card)).sheet;
        let does = self.promise_of(cards, card, sheet.body, glance.me);
        // A spell that stays does its work later.
        let stays = if sheet.body.is_none() { 90 } else { 0 };
        does + stays + self.cost_of(cards, card, glance.me) - CARD + 30
    }

    fn rate_equip(&self, cards: &Cards, glance: &Glance, card: Card, buddy: bool) -> i32 {
        let held: i32 =
            self.zone(glance.me, Zone::Item).iter().map(|held| self.worth(cards, *held, glance.me)).sum();
        let from =
            if self.table.zone(card) == Zone::Hand { CARD } else { self.worth(cards, card, glance.me) };
        let friend = if buddy { 60 } else { 0 };
        let gain = self.would_be_worth(cards, card) + self.cost_of(cards, card, glance.me) + friend;
        let gain = gain + 50 - from - held;
        if gain > 0 { 160 + gain } else { gain - 10 }
    }

    fn rate_attack(&self, cards: &Cards, glance: &Glance, with: u8, target: Card) -> i32 {
        let me = glance.me;
        let chosen = self.chosen_attackers(&glance.attackers, with);
        let power: i32 = chosen.iter().map(|card| self.power(cards, *card)).sum();
        let hits: i32 = chosen.iter().map(|card| self.critical(cards, *card)).sum();
        // One after the other is better than all at once: each is one more that has to be answered.
        let many = chosen.len() as i32;
        let joined = 30 * (many - 1);
        let Some(target) = target.some() else {
            if self.is_shielded(cards, me.other(), power) {
                return -30;
            }
            // What has to join for its power costs no second attack.
            let alone = |card: &Card| !self.is_shielded(cards, me.other(), self.power(cards, *card));
            let (many, joined) = if chosen.iter().any(alone) { (many, joined) } else { (1, 10) };
            return match self.damage_left(me.other(), hits) {
                0 => -20,
                hits => 30 + self.life_worth(me.other(), hits).min(3_000) / many - joined,
            };
        };
        let defense = self.defense(cards, target).unwrap_or(0);
        if power < defense || self.cannot(target, crate::vocab::Cannot::BeDestroyed) {
            return -40;
        }
        let enough = |card: &Card| self.power(cards, *card) >= defense;
        if many > 1 && chosen.iter().any(enough) {
            return -10;
        }
        let worth = match self.has_keyword(cards, target, Keyword::Soulguard) {
            true => 45,
            false => self.worth(cards, target, me),
        };
        // BF ZONE-CENTER-4: without the center the fighter stands open to the rest.
        let opens = match self.table.zone(target) {
            Zone::Center => 30 * (glance.reach - hits).max(0),
            _ => 0,
        };
        let penetrates = chosen.iter().any(|card| self.has_penetrate(cards, *card));
        let through = if penetrates && self.table.zone(target) == Zone::Center {
            self.life_worth(me.other(), hits).min(3_000)
        } else {
            0
        };
        let strikes_back = self.has_keyword(cards, target, Keyword::Counterattack) && {
            let back = self.power(cards, target);
            chosen.iter().any(|card| self.defense(cards, *card).is_some_and(|own| own <= back))
        };
        let risk = if strikes_back { 80 } else { 0 };
        20 + worth / 2 + opens + through - joined - risk
    }

    fn rate_area(&self, cards: &Cards, glance: &Glance, area: Zone) -> i32 {
        let held: i32 =
            self.zone(glance.me, area).iter().map(|held| self.worth(cards, *held, glance.me)).sum();
        let place = if area == Zone::Center && glance.has_item { -20 } else { 0 };
        place - held
    }
}

impl Sense for State {
    type Glance = Glance;

    const FEATURES: &'static [Feature] = &[
        Feature::more("life", "life"),
        Feature::less("low_life", "1 at 3 life or less"),
        Feature::less(
            "hand_of_death",
            "1 if the standing attackers of the opponent could take all life at once",
        ),
        Feature::more("hand", "cards in the hand, at most 10"),
        Feature::more("gauge", "cards in the gauge, at most 8"),
        Feature::less("no_gauge", "1 if the gauge is empty"),
        Feature::more("monsters", "monsters on the field"),
        Feature::more("power", "their power together, in thousands"),
        Feature::more("defense", "their defense together, in thousands"),
        Feature::more("criticals", "their criticals together"),
        Feature::more("soul", "cards in souls"),
        Feature::more("center", "1 if there is a monster in the center"),
        Feature::more("wall", "the defense of the center, in thousands"),
        Feature::more("item", "1 if an item is equipped"),
        Feature::more("item_critical", "its critical"),
        Feature::more("attackers", "cards that can attack in this turn if it is theirs, else in their next"),
        Feature::more("reach", "the damage those could do to a fighter that stands open"),
        Feature::more("open", "that damage, if the other has nothing in the center"),
        Feature::more("breaks", "attackers with the power for the opponent's center"),
        Feature::more("spells", "spells set on the field"),
        Feature::open("turn", "1 in this player's turn"),
        Feature::less("thin_deck", "1 if the deck has fewer than 5 cards"),
        Feature::more("buddy", "1 while the buddy can still be called"),
    ];

    const WEIGHTS: &'static str = include_str!("sense.json");

    fn glance(&self, cards: &Cards) -> Glance {
        let me = self.asked;
        let reason = self.reason();
        let attackers = match reason {
            Reason::Attack | Reason::AttackAgain | Reason::Aim => {
                self.attack_candidates(cards, self.turn_seat)
            }
            _ => Flat::new(),
        };
        let ready = |card: &&Card| self.is_standing(**card);
        let reach = attackers.iter().filter(ready).map(|card| self.critical(cards, *card)).sum();
        Glance {
            me,
            reason,
            life: [self.life[me].into(), self.life[me.other()].into()],
            gauge: self.count(me, Zone::Gauge) as i32,
            hand: self.count(me, Zone::Hand) as i32,
            has_item: self.count(me, Zone::Item) > 0,
            attackers,
            reach,
        }
    }

    fn rate(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        let me = glance.me;
        match choice {
            Choice::Effect(answer) => match self.frames.last() {
                Some(Frame::Effect(run) | Frame::Play(crate::state::Play { run, .. })) => {
                    let points = stake::answer(self, cards, run, answer, me);
                    match answer {
                        // What is offered is usually good for something.
                        Answer::Yes => points + 5,
                        Answer::Card(_) => points + self.behind_offer(cards, run, me),
                        _ => points,
                    }
                }
                _ => 0,
            },
            // BF CHARGE: the charged card is replaced by a fresh one.
            Choice::Charge(card) => {
                let need = if glance.gauge < 4 { 150 } else { 90 };
                let kept = self.would_be_worth(cards, card) / 3;
                let last = if glance.hand <= 2 && glance.gauge >= 3 { 20 } else { 0 };
                need - kept - last
            }
            Choice::Call { card, area, buddy } => self.rate_call(cards, glance, card, area, buddy),
            Choice::Cast(card) => match self.rate_cast(cards, glance, card) {
                gain if gain > 0 => 100 + gain,
                gain => gain - 10,
            },
            Choice::Equip { card, buddy } => self.rate_equip(cards, glance, card, buddy),
            Choice::Use { card, of, ability } => {
                if glance.reason == Reason::Soulguard {
                    return 20;
                }
                let run = Run::new(AbilityRef { print: of, index: ability }, self.table.object(card), me);
                match stake::promise(self, cards, &run, 0, me) {
                    gain if gain > 0 => 120 + gain,
                    gain => gain - 10,
                }
            }
            // Moving for its own sake changes nothing much.
            Choice::Move { .. } => -10,
            Choice::Attack { with, target } => self.rate_attack(cards, glance, with, target),
            Choice::Aim(target) => match target.some() {
                None => 60,
                Some(target) => self.worth(cards, target, me) / 2,
            },
            Choice::Choose(card) => {
                let worth = self.worth(cards, card, me);
                match glance.reason {
                    Reason::Counterattack => worth,
                    _ if self.table.seat(card) == me => -worth,
                    _ => worth,
                }
            }
            Choice::ChooseArea(area) => self.rate_area(cards, glance, area),
            Choice::Yes => match glance.reason {
                Reason::Soulguard => 60,
                _ => 10,
            },
            Choice::PayWith(_) => -GAUGE,
            Choice::Pass | Choice::EndPhase | Choice::Decline | Choice::Resolve(_) => 0,
        }
    }

    fn about(&self, choice: Choice) -> Option<Print> {
        match choice {
            Choice::Charge(card)
            | Choice::Call { card, .. }
            | Choice::Cast(card)
            | Choice::Equip { card, .. }
            | Choice::Use { card, .. }
            | Choice::Move { card, .. }
            | Choice::Choose(card)
            | Choice::PayWith(card)
            | Choice::Effect(Answer::Card(card)) => Some(self.print(card)),
            _ => None,
        }
    }

    fn look(&self, eyes: Eyes, into: &mut PackingHasher) {
        self.table.hash_look(eyes, into);
        (self.turn_seat, self.turn_number, self.phase, self.asked, self.life, &self.tally).hash(into);
        (&self.frames, &self.attacks, &self.leaving, &self.waiting, &self.lasting, &self.later).hash(into);
        (&self.picks, &self.uses, &self.chances, self.jump, self.extra_turn).hash(into);
    }

    fn features(&self, cards: &Cards, seat: Seat, into: &mut [f32]) {
        let other = seat.other();
        let mine = self.turn_seat == seat;
        let life = i32::from(self.life[seat]);
        let (mut monsters, mut power, mut defense, mut criticals, mut soul) = (0, 0, 0, 0, 0);
        for card in Zone::AREAS.iter().flat_map(|zone| self.zone(seat, *zone)) {
            monsters += 1;
            power += self.power(cards, *card);
            defense += self.defense(cards, *card).unwrap_or(0);
            criticals += self.critical(cards, *card);
            soul += self.soul(*card).count();
        }
        let wall = |seat| {
            let center = self.zone(seat, Zone::Center).first();
            center.map(|card| self.defense(cards, *card).unwrap_or(0))
        };
        let item = self.zone(seat, Zone::Item).first().copied();
        let reach_of = |seat: Seat| {
            let may = |card: &&Card| self.turn_seat != seat || self.is_standing(**card);
            let (mut number, mut reach, mut breaks) = (0, 0, 0);
            for card in self.attack_candidates(cards, seat).iter().filter(may) {
                number += 1;
                reach += self.critical(cards, *card) * self.attacks_of(cards, *card);
                breaks += i32::from(wall(seat.other()).is_some_and(|wall| self.power(cards, *card) >= wall));
            }
            (number, reach, breaks)
        };
        let (attackers, reach, breaks) = reach_of(seat);
        let (_, theirs, _) = reach_of(other);
        let open = if wall(other).is_none() { reach } else { 0 };
        let gauge = self.count(seat, Zone::Gauge);
        let deck = self.count(seat, Zone::Deck);
        let flag = |on: bool| f32::from(u8::from(on));
        let waits = |card: &Card| self.is_standing(*card) && !self.table.marks(*card).face_down();
        let values = [
            life as f32,
            flag(life <= 3),
            flag(theirs >= life && wall(seat).is_none()),
            self.count(seat, Zone::Hand).min(10) as f32,
            gauge.min(8) as f32,
            flag(gauge == 0),
            monsters as f32,
            power as f32 / 1000.0,
            defense as f32 / 1000.0,
            criticals as f32,
            soul as f32,
            flag(wall(seat).is_some()),
            wall(seat).unwrap_or(0) as f32 / 1000.0,
            flag(item.is_some()),
            item.map_or(0, |card| self.critical(cards, card)) as f32,
            attackers as f32,
            reach as f32,
            open as f32,
            breaks as f32,
            self.count(seat, Zone::Spell) as f32,
            flag(mine),
            flag(deck < 5),
            flag(self.zone(seat, Zone::Buddy).iter().any(waits)),
        ];
        into.copy_from_slice(&values);
    }
}

const _: () = assert!(State::FEATURES.len() == 23);
