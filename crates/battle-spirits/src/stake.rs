//! What cards and the verbs of card text are worth, in points: for rules of thumb, never for a rule.

use crate::card::{Cards, Kind};
use crate::state::{Pose, State, Zone};
use crate::vocab::{BsTarget, Change, CorePlace, Deed, Destination, Verb};
use effects::{Run, Stakes, eval};
use kernel::{Card, Seat};

/// What a card in the hand is worth, and what any card that is not known counts for.
pub(crate) const CARD: i32 = 100;
/// A core that can be paid with.
pub(crate) const CORE: i32 = 40;

impl State {
    /// What a card is worth to the player whose it is, where it is now.
    pub(crate) fn worth(&self, cards: &Cards, card: Card, me: Seat) -> i32 {
        match self.table.zone(card) {
            Zone::Field => self.field_worth(cards, card),
            Zone::Hand if self.table.knows(me, card) => CARD + self.would_be_worth(cards, card) / 10,
            Zone::Hand => CARD,
            Zone::Trash if self.table.knows(me, card) => 8 + self.would_be_worth(cards, card) / 25,
            _ => 8,
        }
    }

    fn field_worth(&self, cards: &Cards, card: Card) -> i32 {
        let symbols = 30 * self.print(cards, card).symbols.total() as i32;
        match self.is_kind(cards, card, Kind::Spirit) {
            true => 60 + symbols + self.bp(cards, card) / 60,
            false => 80 + symbols,
        }
    }

    /// What a card would be worth on the Field, at its lowest level.
    pub(crate) fn would_be_worth(&self, cards: &Cards, card: Card) -> i32 {
        let print = self.print(cards, card);
        let texts = 15 * print.abilities.len().min(3) as i32;
        let symbols = 30 * print.symbols.total() as i32;
        match print.kind {
            Kind::Spirit => 60 + symbols + texts + print.levels.first().map_or(0, |level| level.bp) / 60,
            Kind::Nexus => 80 + symbols + texts,
            Kind::Magic => 100,
        }
    }

    fn for_side(&self, card: Card, me: Seat, points: i32) -> i32 {
        if self.table.seat(card) == me { points } else { -points }
    }

    /// What losing this much Life is worth: the cores of it come back to the Reserve.
    pub(crate) fn life_worth(&self, seat: Seat, damage: i32) -> i32 {
        let life = i32::from(self.players[seat].life);
        match damage {
            damage if damage >= life => 4_000,
            damage => damage * if life <= 3 { 130 } else { 80 },
        }
    }
}

impl Stakes for State {
    fn sees(&self, seat: Seat, card: Card) -> bool {
        self.table.knows(seat, card)
    }

    fn patient(verb: &Verb) -> Option<&BsTarget> {
        match verb {
            Verb::Destroy(what)
            | Verb::Exhaust(what)
            | Verb::HeavyExhaust(what)
            | Verb::Refresh(what)
            | Verb::Return(what, _)
            | Verb::Discard(what)
            | Verb::CoresUntil { from: what, .. }
            | Verb::Play { what, .. }
            | Verb::Remove(what)
            | Verb::Stay(what)
            | Verb::Cores { from: CorePlace::On(what), .. }
            | Verb::Cores { to: CorePlace::On(what), .. } => Some(what),
            _ => None,
        }
    }

    fn done_to(&self, cards: &Cards, verb: &Verb, card: Card, run: &Run, me: Seat) -> i32 {
        let worth = self.worth(cards, card, me);
        let refreshed = self.pose(card) == Pose::Refreshed;
        let points = match verb {
            Verb::Destroy(_) if self.cannot_be(cards, card, Deed::Destroy) => 0,
            Verb::Destroy(_) | Verb::Discard(_) | Verb::Remove(_) => -worth,
            Verb::Return(_, Destination::Hand) => CARD - worth,
            Verb::Return(..) => 15 - worth,
            Verb::Exhaust(_) if !refreshed => 0,
            Verb::Exhaust(_) => -40 - worth / 5,
            Verb::HeavyExhaust(_) => -60 - worth / 5,
            Verb::Refresh(_) if refreshed => 0,
            Verb::Refresh(_) => 45 + worth / 5,
            Verb::Play { .. } => self.would_be_worth(cards, card) + 20 - worth,
            Verb::Stay(_) => worth,
            Verb::CoresUntil { .. } => -CORE * i32::from(self.cores_on(card).min(4)),
            Verb::Cores { from: CorePlace::On(_), count, .. } => {
                let number = eval::amount(self, cards, count, run).max(0);
                let held = i32::from(self.cores_on(card));
                let rest = held - number;
                // BS CORE-4: a Spirit that falls below its lowest level is depleted.
                let least = i32::from(self.print(cards, card).least_cores());
                match rest < least && self.is_kind(cards, card, Kind::Spirit) {
                    true => -worth,
                    false => -25 * number.min(held),
                }
            }
            Verb::Cores { count, .. } => CORE * eval::amount(self, cards, count, run).clamp(0, 6),
            _ => 0,
        };
        self.for_side(card, me, points)
    }

    fn done(&self, cards: &Cards, verb: &Verb, run: &Run, me: Seat) -> i32 {
        let times = |number| eval::amount(self, cards, number, run).clamp(0, 8);
        let to = |who, points: i32| if eval::seat(self, who, run) == me { points } else { -points };
        let place = |place: &CorePlace| match place {
            CorePlace::Void => 0,
            CorePlace::Reserve(who) => to(*who, CORE),
            CorePlace::Trash(who) => to(*who, CORE - 10),
            CorePlace::Life(who) => to(*who, 110),
            CorePlace::On(_) => 0,
        };
        match verb {
            Verb::Draw(who, number) => to(*who, CARD * times(number)),
            Verb::Mill(who, number, _) => to(*who, -6 * times(number)),
            Verb::Cores { from, to, count, .. } => (place(to) - place(from)) * times(count),
            Verb::Reveal(who, ..) => to(*who, 10),
            Verb::EndBattle | Verb::EndAttackStep(_) => {
                if self.turn_seat == me {
                    -60
                } else {
                    80
                }
            }
            _ => 0,
        }
    }

    fn gained(&self, cards: &Cards, change: &Change, on: Result<Card, Seat>, run: &Run, me: Seat) -> i32 {
        let fights = |card: Card| {
            let object = self.table.object(card);
            self.battle().is_some_and(|battle| battle.attacker == object || battle.blocker == object)
        };
        let points = match change {
            Change::Bp(number) => {
                let more = eval::amount(self, cards, number, run);
                // Strength outside of a battle is soon gone.
                let scale = if on.is_ok_and(fights) { 40 } else { 120 };
                (more / scale).clamp(-90, 90)
            }
            Change::Symbols(_, more) => 50 * i32::from(*more),
            Change::CannotAttack | Change::CannotBlock | Change::MustAttack | Change::MustBlock => -35,
            Change::BlocksExhausted => 20,
            Change::CannotBeBlockedBy(_) | Change::CannotBe(_) | Change::Unaffected(_) => 40,
            Change::SparesLife => -60,
            Change::LifeSafeFrom(_) => 90,
            Change::CostOf(_, more) => -20 * i32::from(*more),
            Change::SymbolsFor(..) | Change::OwnCost(_) => 20,
            Change::CannotUse(_) => -60,
        };
        match on {
            Ok(card) => self.for_side(card, me, points),
            Err(seat) => {
                if seat == me {
                    points
                } else {
                    -points
                }
            }
        }
    }
}
