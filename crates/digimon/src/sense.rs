//! What is good play: a rating of every option at a glance, and the numbers that a position is judged by. No rule.

use crate::card::{Cards, Kinds};
use crate::stake::SECURITY;
use crate::state::{Area, Choice, Mark, Reason, State};
use crate::vocab::{Keyword, Window};
use effects::{AbilityRef, Answer, Run, stake};
use kernel::{Card, Eyes, Feature, PackingHasher, Print, Seat, Sense};
use std::hash::Hash;

/// What the deciding seat takes in before it looks at its options.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    me: Seat,
    reason: Reason,
    memory: i32,
    /// Cards in the security stacks: mine, theirs.
    security: [i32; 2],
    /// The most DP of an unsuspended blocker of theirs, and how many there are.
    blocker: i32,
    blockers: i32,
    /// The most DP that can attack me in their next turn.
    striker: i32,
    /// Security checks that my Digimon can still make this turn.
    checks: i32,
}

/// An option that should not be taken while another is there.
const NEVER: i32 = -500;

impl State {
    fn is_ready(&self, cards: &Cards, card: Card) -> bool {
        self.is_digimon(cards, card) && self.can_attack_at_all(cards, card, None).is_ok()
    }

    fn blocks(&self, cards: &Cards, card: Card) -> bool {
        !self.has(card, Mark::Suspended)
            && self.is_digimon(cards, card)
            && self.has_keyword(cards, card, &Keyword::Blocker)
    }

    fn dp_of(&self, cards: &Cards, card: Card) -> i32 {
        self.dp(cards, card).unwrap_or(0)
    }

    /// How an action is rated that costs this much and is worth that much: what fits into the memory goes first, what
    /// ends the turn is compared with passing.
    fn rate_for(&self, glance: &Glance, cost: i32, worth: i32) -> i32 {
        let left = glance.memory - cost;
        if left >= 0 {
            return if worth > 0 { 200 + worth - 2 * cost } else { worth - 20 };
        }
        // Passing gives the opponent 3 memory.
        let given = -left;
        let price = 18 * given.min(4) + 45 * (given - 4).max(0);
        worth + 54 - price
    }

    fn rate_attack(&self, cards: &Cards, glance: &Glance, with: Card, target: Option<Card>) -> i32 {
        let dp = self.dp_of(cards, with);
        let own = self.worth(cards, with, glance.me);
        let mut risk = 0;
        if glance.blockers > 0 && glance.blocker >= dp {
            risk += own * 7 / 10;
        }
        // What attacked lies suspended in their turn.
        if glance.striker >= dp && glance.security[0] > 0 {
            risk += own / 6;
        }
        let Some(target) = target else {
            if glance.security[1] == 0 {
                return if glance.blockers == 0 { 5_000 } else { 900 };
            }
            let checks = self.checks(cards, with).min(glance.security[1]);
            if !self.has_keyword(cards, with, &Keyword::Jamming) {
                // How often a security Digimon beats it, in percent: few of them have much DP.
                let beaten = (45 - dp / 300).clamp(8, 45);
                risk += own * beaten * checks / 100;
            }
            let rush = if glance.checks > glance.security[1] + glance.blockers { 250 } else { 0 };
            return 120 + SECURITY * 3 / 4 * checks + rush - risk;
        };
        match self.fought(cards, with, target, glance.me) {
            won if won > 0 && dp > self.dp_of(cards, target) => 110 + won - risk,
            even if dp >= self.dp_of(cards, target) => even - risk,
            lost => lost,
        }
    }

    fn rate_block(&self, cards: &Cards, glance: &Glance, with: Card) -> i32 {
        let Some(attacker) = self.attack().and_then(|attack| self.attacker(&attack)) else { return 0 };
        let checks = self.checks(cards, attacker).max(1);
        let saved = match glance.security[0] {
            // The attack would win.
            0 => 5_000,
            few if few <= checks => 200,
            _ => SECURITY * 3 / 4 * checks,
        };
        saved + self.fought(cards, with, attacker, glance.me) - 40
    }

    /// What an ability does if it is used now.
    fn rate_ability(&self, cards: &Cards, at: AbilityRef, card: Card, me: Seat) -> i32 {
        let run = Run::new(at, self.table.object(card), me);
        stake::promise(self, cards, &run, 0, me)
    }

    fn rate_main(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        let me = glance.me;
        let printed = |card| cards.get(self.table.print(card));
        match choice {
            Choice::Play(card) => {
                let change = self.cost_change(cards, card, None, crate::state::EntryKind::Play);
                let cost = i32::from(printed(card).cost.unwrap_or(0)) + change;
                self.rate_for(glance, cost.max(0), self.would_be_worth(cards, card) - 35)
            }
            Choice::Digivolve { card, onto, cost } => {
                let better = self.would_be_worth(cards, card) - self.worth(cards, onto, me);
                let breeds = if self.table.zone(onto) == Area::Breeding { 10 } else { 0 };
                self.rate_for(glance, cost.into(), 85 + better + breeds)
            }
            Choice::Special { card, onto, with, .. } => {
                let spent = self.worth(cards, onto, me) + self.worth(cards, with, me) / 2;
                self.rate_for(glance, 2, 120 + self.would_be_worth(cards, card) - spent)
            }
            Choice::Use(card) => {
                let cost = i32::from(printed(card).cost.unwrap_or(0));
                let body = printed(card)
                    .meaning
                    .abilities
                    .iter()
                    .position(|ability| ability.when == crate::alias::When::Body(Window::Main));
                let worth = body.map_or(0, |index| {
                    let at = AbilityRef { print: self.table.print(card), index: index as u8 };
                    self.rate_ability(cards, at, card, me)
                });
                self.rate_for(glance, cost, worth - 60)
            }
            Choice::Link { cost, .. } => self.rate_for(glance, cost.into(), 60),
            Choice::Activate { card, effect } => {
                let at = match effect {
                    u8::MAX => return 60,
                    index => AbilityRef { print: self.table.print(card), index },
                };
                let worth = self.rate_ability(cards, at, card, me);
                if worth > 0 { 210 + worth } else { worth - 20 }
            }
            Choice::Attack { with, target } => self.rate_attack(cards, glance, with, target),
            _ => 0,
        }
    }

    /// A hand that can begin: something to digivolve into early.
    fn is_good_hand(&self, cards: &Cards, seat: Seat) -> bool {
        let level = |card: &Card| cards.get(self.table.print(*card)).level.unwrap_or(0);
        let hand = self.cards(seat, Area::Hand);
        hand.iter().any(|card| level(card) == 3) && hand.iter().filter(|card| level(card) >= 5).count() <= 3
    }

    fn rate_breeding(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        let Choice::Raise(card) = choice else { return if choice == Choice::Hatch { 100 } else { 0 } };
        // Raised it can attack at once; left where it is it is safe and can go on digivolving.
        let level = self.level(cards, card).unwrap_or(0);
        let next = |held: &Card| self.fits_onto(cards, *held, card);
        let grows = self.cards(glance.me, Area::Hand).iter().any(next);
        match level {
            0..=2 => NEVER,
            3 => {
                if grows {
                    -40
                } else {
                    20
                }
            }
            4 => {
                if grows {
                    5
                } else {
                    60
                }
            }
            _ => 100,
        }
    }
}

impl Sense for State {
    type Glance = Glance;

    const FEATURES: &'static [Feature] = &[
        Feature::more("security", "cards in the security stack"),
        Feature::less("no_security", "1 if the security stack is empty"),
        Feature::less("one_security", "1 if the security stack has one card"),
        Feature::more("hand", "cards in the hand, at most 10"),
        Feature::more("digimon", "Digimon in the battle area"),
        Feature::more("dp", "their DP together, in thousands"),
        Feature::more("most_dp", "the most DP of one of them, in thousands"),
        Feature::more("levels", "their levels above 2 together"),
        Feature::more(
            "attackers",
            "Digimon that can attack in this turn if it is theirs, else in their next",
        ),
        Feature::more("checks", "security checks those can make"),
        Feature::more("blockers", "unsuspended Digimon with <Blocker>"),
        Feature::more("tamers", "Tamers in the battle area"),
        Feature::more("breeding", "the level of what is in the breeding area"),
        Feature::more("bred", "digivolution cards under it"),
        Feature::more("under", "digivolution cards under the Digimon of the battle area"),
        Feature::more("memory", "memory on this player's side; negative on the other side"),
        Feature::open("turn", "1 in this player's turn"),
        Feature::less("thin_deck", "1 if the deck has fewer than 5 cards"),
        Feature::less("exposed", "suspended Digimon that an attacker of the opponent has more DP than"),
        Feature::more("lethal", "1 if the attackers outnumber the other's security and blockers"),
        Feature::more("options", "cards in the battle area that are neither Digimon nor Tamer"),
    ];

    const WEIGHTS: &'static str = include_str!("sense.json");

    fn glance(&self, cards: &Cards) -> Glance {
        let (me, reason) = self.asked().unwrap_or((Seat::A, Reason::Over));
        let other = me.other();
        let mut glance = Glance {
            me,
            reason,
            memory: self.memory(me).into(),
            security: [self.count(me, Area::Security) as i32, self.count(other, Area::Security) as i32],
            blocker: -1,
            blockers: 0,
            striker: -1,
            checks: 0,
        };
        if matches!(reason, Reason::Main | Reason::Attack) {
            for card in self.battle_area(other) {
                if self.blocks(cards, *card) {
                    glance.blockers += 1;
                    glance.blocker = glance.blocker.max(self.dp_of(cards, *card));
                }
                if self.is_digimon(cards, *card) {
                    glance.striker = glance.striker.max(self.dp_of(cards, *card));
                }
            }
            for card in self.battle_area(me) {
                if self.is_ready(cards, *card) {
                    glance.checks += self.checks(cards, *card).max(1);
                }
            }
        }
        glance
    }

    fn rate(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        let me = glance.me;
        match (glance.reason, choice) {
            (_, Choice::Effect(answer)) => match self.top() {
                Some(crate::state::Frame::Effect(running)) => {
                    let points = stake::answer(self, cards, &running.run, answer, me);
                    // What is offered is usually good for something.
                    if answer == Answer::Yes { points + 5 } else { points }
                }
                _ => 0,
            },
            (Reason::Redraw, Choice::Yes) => {
                if self.is_good_hand(cards, me) {
                    -10
                } else {
                    10
                }
            }
            (Reason::Breeding, choice) => self.rate_breeding(cards, glance, choice),
            (Reason::Main, choice) => self.rate_main(cards, glance, choice),
            (Reason::Attack, Choice::Attack { with, target }) => {
                self.rate_attack(cards, glance, with, target)
            }
            (Reason::Block, Choice::Block(card)) => self.rate_block(cards, glance, card),
            (Reason::Materials, Choice::Choose(card)) => match self.table.zone(card) {
                Area::Battle => 40 - self.worth(cards, card, me) / 2,
                _ => 30,
            },
            (Reason::Materials, Choice::Yes) => 30,
            // Of what has to go, the least of mine and the most of theirs.
            (Reason::Which, Choice::Choose(card)) => {
                let worth = self.worth(cards, card, me);
                if self.table.seat(card) == me { -worth } else { worth }
            }
            (Reason::Join, Choice::Choose(card)) => -self.worth(cards, card, me) / 10,
            (_, Choice::Number(number)) => number.into(),
            _ => 0,
        }
    }

    fn about(&self, choice: Choice) -> Option<Print> {
        match choice {
            Choice::Raise(card)
            | Choice::Play(card)
            | Choice::Digivolve { card, .. }
            | Choice::Special { card, .. }
            | Choice::Use(card)
            | Choice::Link { card, .. }
            | Choice::Attack { with: card, .. }
            | Choice::Block(card)
            | Choice::Activate { card, .. }
            | Choice::Choose(card)
            | Choice::Effect(Answer::Card(card)) => Some(self.table.print(card)),
            _ => None,
        }
    }

    fn look(&self, eyes: Eyes, into: &mut PackingHasher) {
        let core = &self.core;
        self.table.hash_look(eyes, into);
        (core.turn, core.turn_number, core.memory).hash(into);
        (&core.frames, &core.waiting, &core.lasting, &core.picks, &core.bag, &core.crowds).hash(into);
    }

    fn features(&self, cards: &Cards, seat: Seat, into: &mut [f32]) {
        let other = seat.other();
        let mine = self.core.turn == seat;
        let security = self.count(seat, Area::Security);
        let (mut digimon, mut dp, mut most, mut levels, mut under) = (0, 0, 0, 0, 0);
        let (mut attackers, mut checks, mut blockers, mut tamers, mut exposed, mut options) =
            (0, 0, 0, 0, 0, 0);
        let (mut striker, mut walls) = (-1, 0);
        for card in self.battle_area(other) {
            if self.is_digimon(cards, *card) {
                striker = striker.max(self.dp_of(cards, *card));
                walls += i32::from(self.blocks(cards, *card));
            }
        }
        for card in self.battle_area(seat) {
            if !self.is_digimon(cards, *card) {
                let tamer = self.kinds(cards, *card).meets(Kinds::TAMER);
                tamers += i32::from(tamer);
                options += i32::from(!tamer);
                continue;
            }
            let own = self.dp_of(cards, *card);
            digimon += 1;
            dp += own;
            most = most.max(own);
            levels += i32::from(self.level(cards, *card).unwrap_or(0).saturating_sub(2));
            under += self.under(*card).count();
            if !mine || self.is_ready(cards, *card) {
                attackers += 1;
                checks += self.checks(cards, *card);
            }
            blockers += i32::from(self.blocks(cards, *card));
            exposed += i32::from(self.has(*card, Mark::Suspended) && striker > own);
        }
        let bred = self.cards(seat, Area::Breeding).first().copied();
        let deck = self.count(seat, Area::Deck);
        let flag = |on: bool| f32::from(u8::from(on));
        let values = [
            security as f32,
            flag(security == 0),
            flag(security == 1),
            self.count(seat, Area::Hand).min(10) as f32,
            digimon as f32,
            dp as f32 / 1000.0,
            most as f32 / 1000.0,
            levels as f32,
            attackers as f32,
            checks as f32,
            blockers as f32,
            tamers as f32,
            bred.map_or(0.0, |card| f32::from(self.level(cards, card).unwrap_or(0))),
            bred.map_or(0.0, |card| self.under(card).count() as f32),
            under as f32,
            self.memory(seat).into(),
            flag(mine),
            flag(deck < 5),
            exposed as f32,
            flag(attackers > self.count(other, Area::Security) as i32 + walls),
            options as f32,
        ];
        into.copy_from_slice(&values);
    }
}

const _: () = assert!(State::FEATURES.len() == 21);
