//! What is good play: a rating of every option at a glance, and the numbers that a position is judged by. No rule.

use crate::Cards;
use crate::card::Kind;
use crate::choice::{Choice, Reason};
use crate::menu::to_answer;
use crate::stake::CARD;
use crate::state::{Area, Frame, Pays, State};
use crate::vocab::Keyword;
use effects::{AbilityRef, Answer, Run, stake};
use kernel::{Card, Eyes, Feature, PackingHasher, Print, Seat, Sense};
use std::hash::Hash;

/// What the deciding seat takes in before it looks at its options.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    me: Seat,
    reason: Reason,
    /// Energy that can pay now, and all energy.
    energy: i32,
    energies: i32,
    hand: i32,
    /// Cards in life: mine, theirs.
    life: [i32; 2],
    /// The most power among their cards that attack.
    striker: i32,
    /// Damage that my cards can still do this turn.
    damage: i32,
    battle: Fight,
}

/// How a battle stands for the deciding seat.
#[derive(Clone, Copy, Debug, Default)]
struct Fight {
    /// The power that its side lacks; none or less: it wins as it is.
    lacks: i32,
    /// All combo power that it can still pay for.
    reach: i32,
    /// What winning is worth to it.
    stake: i32,
}

impl State {
    /// What a point of damage is worth to whoever takes it, for this many life.
    fn life_worth(damage: i32, life: i32) -> i32 {
        if damage >= life {
            return 4_000;
        }
        let one = match life {
            0..=2 => 260,
            3 => 190,
            4 => 140,
            // DBS 10-1: from here on losing life also gives a card and brings the awakening nearer.
            _ => 70,
        };
        one * damage
    }

    fn is_ready(&self, card: Card) -> bool {
        !self.is_rest(card)
    }

    /// Cards of a seat that attack.
    fn fighters(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        let leader = self.cards(seat, Area::Leader).iter().copied();
        leader.chain(self.cards(seat, Area::Battle).iter().copied())
    }

    fn combo_sum(&self, cards: &Cards, seat: Seat) -> i32 {
        self.cards(seat, Area::Combo).iter().filter_map(|card| self.combo_power(cards, *card)).sum()
    }

    /// Combo power that a seat could still add from its hand, by cards and energy.
    fn combo_reach(&self, cards: &Cards, seat: Seat, energy: i32) -> i32 {
        let mut left = energy;
        let mut sum = 0;
        for card in self.cards(seat, Area::Hand) {
            let (Some(power), Some(cost)) = (self.combo_power(cards, *card), self.combo_cost(cards, *card))
            else {
                continue;
            };
            if i32::from(cost) <= left {
                left -= i32::from(cost);
                sum += power;
            }
        }
        sum
    }

    fn fight(&self, cards: &Cards, me: Seat, energy: i32) -> Fight {
        let (Some(attacker), Some(guard)) = (self.attacker(), self.guard()) else { return Fight::default() };
        let turn = self.turn_player;
        let attack = self.power(cards, attacker) + self.combo_sum(cards, turn);
        let defense = self.power(cards, guard) + self.combo_sum(cards, turn.other());
        let life = self.cards(turn.other(), Area::Life).len() as i32;
        let damage = i32::from(self.strike(cards, attacker));
        let stake = match self.table.zone(guard) {
            Area::Leader => Self::life_worth(damage, life),
            _ => self.worth(cards, guard, me),
        };
        // DBS 8-4-6: the attack card wins with as much power.
        let lacks = if me == turn { defense - attack } else { attack - defense + 1 };
        Fight { lacks, reach: self.combo_reach(cards, me, energy), stake }
    }

    fn rate_combo(&self, cards: &Cards, glance: &Glance, card: Card) -> i32 {
        let fight = glance.battle;
        if fight.lacks <= 0 || fight.reach < fight.lacks {
            return -60;
        }
        let power = self.combo_power(cards, card).unwrap_or(0).max(1);
        let many = (fight.lacks + power - 1) / power;
        let spent = many * (CARD - 10) + self.worth(cards, card, glance.me) / 5;
        let waste = (power * many - fight.lacks) / 500;
        // An attacker's combo can be answered, a defender's seldom.
        let stake = if glance.reason == Reason::Offense { fight.stake / 2 } else { fight.stake };
        stake - spent - waste
    }

    fn rate_attack(&self, cards: &Cards, glance: &Glance, with: Card, target: Card) -> i32 {
        let (power, guard) = (self.power(cards, with), self.power(cards, target));
        let zone = self.table.zone(with);
        let mut risk = 0;
        if zone == Area::Battle && glance.striker >= power {
            // What attacked lies in Rest Mode in their turn, where it can be attacked.
            risk += self.worth(cards, with, glance.me) / 5;
        }
        if power < guard {
            return -30;
        }
        match self.table.zone(target) {
            Area::Leader => {
                let damage = i32::from(self.strike(cards, with));
                let rush = if glance.damage >= glance.life[1] { 150 } else { 0 };
                let worth = Self::life_worth(damage, glance.life[1]).min(900);
                20 + worth + rush - risk
            }
            Area::Battle => 30 + self.worth(cards, target, glance.me) - risk,
            _ => 70 - risk,
        }
    }

    fn rate_skill(&self, cards: &Cards, glance: &Glance, card: Card, index: u8) -> i32 {
        let at = AbilityRef { print: self.table.print(card), index };
        let Some(skill) = cards.printed(at.print).skills.get(usize::from(index)) else { return 0 };
        if skill.awakens || skill.z_awaken {
            return 700;
        }
        let run = Run::new(at, self.table.object(card), glance.me);
        let worth = stake::promise(self, cards, &run, 0, glance.me);
        // An Extra Card is used up.
        let spent = match (self.table.zone(card), self.kind(cards, card)) {
            (Area::Hand, Kind::Extra) => CARD - 30 + 10 * i32::from(self.cost(cards, card).value()),
            _ => 0,
        };
        worth - spent
    }

    fn rate_charge(&self, cards: &Cards, glance: &Glance, card: Card) -> i32 {
        let need = match glance.energies {
            0..=3 => 200,
            4..=5 => 120,
            6..=7 => 30,
            _ => -60,
        };
        let short = if glance.hand <= 2 && glance.energies >= 3 { 120 } else { 0 };
        // What cannot be played soon goes first, and a second copy before the only one.
        let cost = i32::from(cards.printed(self.table.print(card)).cost.value());
        let soon = if cost <= glance.energies + 1 { self.would_be_worth(cards, card) / 5 } else { 0 };
        let hand = self.cards(glance.me, Area::Hand);
        let copies = hand.iter().filter(|other| self.table.print(**other) == self.table.print(card)).count();
        need - short - soon + 8 * copies as i32
    }

    fn rate_main(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        match choice {
            Choice::Play(card) => {
                let cost = i32::from(self.play_cost(cards, card).value());
                let worth = self.would_be_worth(cards, card) - CARD + 20;
                let clash = self.kind(cards, card) == Kind::Unison && self.unison(glance.me).is_some();
                if clash { worth - 120 } else { 250 + worth + 12 * cost }
            }
            Choice::Grow(_) => 60,
            Choice::Activate(card, index) => match self.rate_skill(cards, glance, card, index) {
                worth if worth > 0 => 220 + worth,
                worth => worth - 20,
            },
            Choice::Attack(with, target) => self.rate_attack(cards, glance, with, target),
            _ => 0,
        }
    }

    /// A hand that can begin: something to play in the first turns.
    fn is_good_hand(&self, cards: &Cards, seat: Seat) -> bool {
        let early = |card: &&Card| cards.printed(self.table.print(**card)).cost.value() <= 3;
        self.cards(seat, Area::Hand).iter().filter(early).count() >= 2
    }

    /// Energy of a colour that there is most of is spent first.
    fn rate_payment(&self, cards: &Cards, me: Seat, card: Card) -> i32 {
        let colors = self.colors(cards, card);
        let same = |other: &&Card| self.is_ready(**other) && self.colors(cards, **other) == colors;
        let alike = self.cards(me, Area::Energy).iter().filter(same).count() as i32;
        alike - 3 * colors.count() as i32
    }
}

impl Sense for State {
    type Glance = Glance;

    const FEATURES: &'static [Feature] = &[
        Feature::more("life", "cards in life"),
        Feature::less("low_life", "1 if there are at most 2 cards in life"),
        Feature::less("last_life", "1 if there is at most 1 card in life"),
        Feature::more("hand", "cards in the hand, at most 12"),
        Feature::more("energy", "cards in the Energy Area, markers included"),
        Feature::more("active_energy", "energy in Active Mode"),
        Feature::more("leader", "the power of the Leader Card, in fives of thousands"),
        Feature::more("battle", "cards in the Battle Area"),
        Feature::more("power", "their power together, in fives of thousands"),
        Feature::more("most_power", "the most power of one of them, in fives of thousands"),
        Feature::more("attackers", "cards that can attack in this turn if it is theirs, else in their next"),
        Feature::more("strikes", "damage those can do"),
        Feature::more("over", "those with at least the power of the other Leader Card"),
        Feature::more("blockers", "active cards with [Blocker]"),
        Feature::less("exposed", "cards in Rest Mode that an attacker of the opponent has the power for"),
        Feature::more("markers", "markers on Unison Cards"),
        Feature::more("z_energy", "cards in the Z-Energy Area"),
        Feature::open("turn", "1 in this player's turn"),
        Feature::less("thin_deck", "1 if the deck has fewer than 5 cards"),
        Feature::more("lethal", "1 if the strikes over the other's power reach the other's life"),
    ];

    const WEIGHTS: &'static str = include_str!("sense.json");

    fn glance(&self, cards: &Cards) -> Glance {
        let (me, reason) = (self.decider, self.why());
        let other = me.other();
        let life = |seat| self.cards(seat, Area::Life).len() as i32;
        let energy = i32::from(self.energy_count(cards, me, Pays::Cost));
        let mut glance = Glance {
            me,
            reason,
            energy,
            energies: self.cards(me, Area::Energy).len() as i32 + i32::from(self.energy_markers[me]),
            hand: self.cards(me, Area::Hand).len() as i32,
            life: [life(me), life(other)],
            striker: -1,
            damage: 0,
            battle: Fight::default(),
        };
        match reason {
            Reason::Main => {
                let guard =
                    self.cards(other, Area::Leader).first().map_or(0, |card| self.power(cards, *card));
                for card in self.fighters(other) {
                    glance.striker = glance.striker.max(self.power(cards, card));
                }
                for card in self.fighters(me) {
                    if self.is_ready(card) && self.power(cards, card) >= guard {
                        glance.damage += i32::from(self.strike(cards, card));
                    }
                }
            }
            Reason::Offense | Reason::Defense | Reason::Counter => {
                glance.battle = self.fight(cards, me, glance.energy);
            }
            _ => {}
        }
        glance
    }

    fn rate(&self, cards: &Cards, glance: &Glance, choice: Choice) -> i32 {
        let me = glance.me;
        if let (Some(Frame::Effect(run)), Some(answer)) = (self.frames.last(), to_answer(choice)) {
            let points = stake::answer(self, cards, run, answer, me);
            // What is offered is usually good for something.
            return if answer == Answer::Yes { points + 5 } else { points };
        }
        match (glance.reason, choice) {
            (Reason::Redraw, Choice::Yes) => {
                if self.is_good_hand(cards, me) {
                    -10
                } else {
                    10
                }
            }
            (Reason::Charge, Choice::Charge(card)) => self.rate_charge(cards, glance, card),
            (Reason::Main, choice) => self.rate_main(cards, glance, choice),
            (Reason::Offense | Reason::Defense, Choice::Combo(card)) => self.rate_combo(cards, glance, card),
            (Reason::Offense | Reason::Defense, Choice::Activate(card, index)) => {
                let worth = self.rate_skill(cards, glance, card, index);
                // In a battle that is won anyway a trick is wasted.
                if glance.battle.lacks <= 0 { worth.min(500) - 60 } else { worth - 10 }
            }
            (Reason::Counter, Choice::Counter(card, index)) => {
                self.rate_skill(cards, glance, card, index) - 30
            }
            (Reason::Pay, Choice::PayWith(card)) => self.rate_payment(cards, me, card),
            (Reason::Pay, Choice::PayWithMarker) => -10,
            (Reason::NameX, Choice::Number(number)) => number.into(),
            (Reason::ZEnergy, Choice::Choose(_)) => 20,
            (Reason::Keep, Choice::Choose(card)) => self.worth(cards, card, me),
            (Reason::Effect(_), Choice::Yes) => match self.frames.last() {
                Some(Frame::Skill(skill)) => {
                    let run = Run::new(skill.what.ability, skill.what.source, me);
                    stake::promise(self, cards, &run, 0, me) + 5
                }
                _ => 5,
            },
            _ => 0,
        }
    }

    fn about(&self, choice: Choice) -> Option<Print> {
        match choice {
            Choice::Charge(card)
            | Choice::Play(card)
            | Choice::Activate(card, _)
            | Choice::Counter(card, _)
            | Choice::Attack(card, _)
            | Choice::Combo(card)
            | Choice::Grow(card)
            | Choice::Choose(card)
            | Choice::PayWith(card) => Some(self.table.print(card)),
            _ => None,
        }
    }

    fn look(&self, eyes: Eyes, into: &mut PackingHasher) {
        self.table.hash_look(eyes, into);
        (&self.frames, &self.waiting, &self.lasting, &self.picks, &self.uses, &self.battle).hash(into);
        (self.decider, self.turn_player, self.turn_number, self.energy_markers, &self.tally).hash(into);
    }

    fn features(&self, cards: &Cards, seat: Seat, into: &mut [f32]) {
        let other = seat.other();
        let mine = self.turn_player == seat;
        let life = self.cards(seat, Area::Life).len();
        let their_life = self.cards(other, Area::Life).len() as i32;
        let leader = |seat| self.cards(seat, Area::Leader).first().copied();
        let leader_power = |seat| leader(seat).map_or(0, |card| self.power(cards, card));
        let wall = leader_power(other);
        let mut striker = -1;
        for card in self.fighters(other) {
            striker = striker.max(self.power(cards, card));
        }
        let (mut battle, mut power, mut most, mut blockers, mut exposed) = (0, 0, 0, 0, 0);
        let (mut attackers, mut strikes, mut over, mut reach) = (0, 0, 0, 0);
        for card in self.fighters(seat) {
            let own = self.power(cards, card);
            let in_battle = self.table.zone(card) == Area::Battle;
            if in_battle {
                battle += 1;
                power += own;
                most = most.max(own);
                blockers += i32::from(!self.is_rest(card) && self.has_keyword(cards, card, Keyword::Blocker));
                exposed += i32::from(self.is_rest(card) && striker >= own);
            }
            if (!mine || self.is_ready(card)) && (!in_battle || self.is_battle_card(cards, card)) {
                let strike = i32::from(self.strike(cards, card));
                attackers += 1;
                strikes += strike;
                over += i32::from(own >= wall);
                reach += if own >= wall { strike } else { 0 };
            }
        }
        let markers: u32 = self
            .cards(seat, Area::Unison)
            .iter()
            .map(|card| u32::from(self.table.marks(*card).markers))
            .sum();
        let energies = self.cards(seat, Area::Energy).len() + usize::from(self.energy_markers[seat]);
        let deck = self.cards(seat, Area::Deck).len();
        let flag = |on: bool| f32::from(u8::from(on));
        let values = [
            life as f32,
            flag(life <= 2),
            flag(life <= 1),
            self.cards(seat, Area::Hand).len().min(12) as f32,
            energies as f32,
            f32::from(self.energy_count(cards, seat, Pays::Cost)),
            leader_power(seat) as f32 / 5000.0,
            battle as f32,
            power as f32 / 5000.0,
            most as f32 / 5000.0,
            attackers as f32,
            strikes as f32,
            over as f32,
            blockers as f32,
            exposed as f32,
            markers as f32,
            self.cards(seat, Area::ZEnergy).len() as f32,
            flag(mine),
            flag(deck < 5),
            flag(reach >= their_life),
        ];
        into.copy_from_slice(&values);
    }
}

const _: () = assert!(State::FEATURES.len() == 20);
