//! What cards and the verbs of card text are worth, in points: for rules of thumb, never for a rule.

use crate::alias::Target;
use crate::card::{Cards, Kinds};
use crate::state::{Area, Mark, State};
use crate::vocab::{Cannot, Change, Keyword, Verb};
use effects::{Run, Stakes, eval};
use kernel::{Card, Seat};

/// What a card in the hand is worth, and what any card that is not known counts for.
pub(crate) const CARD: i32 = 100;
/// One memory.
const MEMORY: i32 = 25;
/// A card of a security stack.
pub(crate) const SECURITY: i32 = 120;

impl State {
    /// What a card is worth to the player whose it is, where it is now.
    pub(crate) fn worth(&self, cards: &Cards, card: Card, me: Seat) -> i32 {
        let known = self.table.knows(me, card);
        match self.table.zone(card) {
            Area::Battle | Area::Breeding => self.field_worth(cards, card),
            Area::Hand if known => CARD + self.would_be_worth(cards, card) / 8,
            Area::Hand => CARD,
            Area::Security => SECURITY,
            Area::Under | Area::Links => 25,
            Area::Trash | Area::Aside | Area::Deck if known => 10 + self.would_be_worth(cards, card) / 10,
            _ => 10,
        }
    }

    fn field_worth(&self, cards: &Cards, card: Card) -> i32 {
        let dp = self.dp(cards, card).unwrap_or(0);
        let base = match () {
            () if self.is_digimon(cards, card) => 50 + dp / 70,
            () if self.is_tamer(cards, card) => 120,
            () => 60,
        };
        let stack = 12 * self.under(card).count().min(5) as i32;
        let more = 40 * (self.checks(cards, card) - 1);
        let blocks = if self.has_keyword(cards, card, &Keyword::Blocker) { 25 } else { 0 };
        base + stack + more + blocks
    }

    /// What a card would be worth on the field.
    pub(crate) fn would_be_worth(&self, cards: &Cards, card: Card) -> i32 {
        let printed = cards.get(self.table.print(card));
        match printed.dp {
            Some(dp) => 50 + dp / 70 + if printed.meaning.abilities.is_empty() { 0 } else { 20 },
            None if printed.kinds.meets(Kinds::TAMER) => 120,
            None => 80,
        }
    }

    fn for_side(&self, card: Card, me: Seat, points: i32) -> i32 {
        if self.table.seat(card) == me { points } else { -points }
    }
}

impl Stakes for State {
    fn sees(&self, seat: Seat, card: Card) -> bool {
        self.table.knows(seat, card)
    }

    fn patient(verb: &Verb) -> Option<&Target> {
        match verb {
            Verb::Delete(what)
            | Verb::Trash(what)
            | Verb::ToHand(what)
            | Verb::ToDeck(what, _)
            | Verb::ToSecurity { what, .. }
            | Verb::PlaceUnder { what, .. }
            | Verb::PlaceInBattle(what)
            | Verb::Link { what, .. }
            | Verb::Play { what, .. }
            | Verb::PlayToBreeding { what, .. }
            | Verb::PlayOrUse { what, .. }
            | Verb::Use { what, .. }
            | Verb::Suspend(what)
            | Verb::Unsuspend(what)
            | Verb::DeDigivolve(what, _)
            | Verb::SinkTop(what)
            | Verb::Peel(what, _)
            | Verb::Prevent(what)
            | Verb::Move(what) => Some(what),
            Verb::Digivolve { into, .. } | Verb::DnaDigivolve { into, .. } | Verb::AppFuse { into, .. } => {
                Some(into)
            }
            Verb::Attack { who, .. } => Some(who),
            Verb::SwitchTarget(to) => to.as_ref(),
            _ => None,
        }
    }

    fn done_to(&self, cards: &Cards, verb: &Verb, card: Card, run: &Run, me: Seat) -> i32 {
        let worth = self.worth(cards, card, me);
        let zone = self.table.zone(card);
        let points = match verb {
            Verb::Delete(_) | Verb::ToDeck(..) | Verb::Trash(_) => -worth,
            // A card more in the hand, whatever it was before.
            Verb::ToHand(_) => CARD + self.known_bonus(cards, card, me) - worth,
            Verb::ToSecurity { .. } => SECURITY - worth,
            Verb::PlaceUnder { .. } => 30 - worth,
            Verb::PlaceInBattle(_) => 60 - worth,
            Verb::Link { .. } => 90 - worth,
            Verb::Play { .. } | Verb::PlayToBreeding { .. } | Verb::PlayOrUse { .. } | Verb::Use { .. } => {
                self.known_bonus(cards, card, me) + 120 - worth
            }
            Verb::Digivolve { .. } | Verb::DnaDigivolve { .. } | Verb::AppFuse { .. } => 120,
            Verb::Suspend(_) if self.has(card, Mark::Suspended) => 0,
            Verb::Suspend(_) => -worth / 4 - 10,
            Verb::Unsuspend(_) if !self.has(card, Mark::Suspended) => 0,
            Verb::Unsuspend(_) => worth / 3 + 10,
            Verb::DeDigivolve(_, number) => {
                let most =
                    self.under(card).count().min(eval::amount(self, cards, number, run).max(0) as usize);
                -50 * most as i32
            }
            Verb::SinkTop(_) | Verb::Peel(..) => -40,
            Verb::Prevent(_) => worth,
            Verb::Move(_) => 30,
            Verb::Attack { .. } if zone == Area::Battle => 60,
            Verb::SwitchTarget(_) => return self.switched_to(cards, card, me),
            _ => 0,
        };
        self.for_side(card, me, points)
    }

    fn done(&self, cards: &Cards, verb: &Verb, run: &Run, me: Seat) -> i32 {
        let times = |number| eval::amount(self, cards, number, run).clamp(0, 8);
        let to = |who, points: i32| if eval::seat(self, who, run) == me { points } else { -points };
        match verb {
            Verb::Draw(who, number) => to(*who, CARD * times(number)),
            Verb::GainMemory(who, number) => to(*who, MEMORY * times(number)),
            Verb::LoseMemory(who, number) => to(*who, -MEMORY * times(number)),
            Verb::PayMemory(number) => to(effects::Who::You, -MEMORY * times(number)),
            Verb::SetMemory(number) => MEMORY * (times(number) - i32::from(self.memory(me))),
            Verb::Recover(who, number) => to(*who, SECURITY * times(number)),
            Verb::PlayToken { count, by, .. } => to(*by, 110 * times(count)),
            Verb::DigiBurst(number) => to(effects::Who::You, -25 * times(number)),
            Verb::EndAttack => {
                if self.core.turn == me {
                    -80
                } else {
                    80
                }
            }
            Verb::Activate { .. } => to(effects::Who::You, 60),
            Verb::Hatch(who) => to(*who, 60),
            Verb::PreventAll => to(effects::Who::You, 120),
            Verb::ReduceCost(number) => to(effects::Who::You, MEMORY * times(number)),
            Verb::Delay => to(effects::Who::You, -40),
            Verb::Win(who) => to(*who, 10_000),
            _ => 0,
        }
    }

    fn gained(&self, cards: &Cards, change: &Change, on: Result<Card, Seat>, run: &Run, me: Seat) -> i32 {
        let points = match change {
            Change::Dp(number) => {
                let more = eval::amount(self, cards, number, run);
                match on {
                    // DCG 4-2-6: what falls to 0 DP is deleted.
                    Ok(card) if self.dp(cards, card).is_some_and(|dp| dp + more <= 0) => {
                        -self.worth(cards, card, me)
                    }
                    _ => (more / 100).clamp(-60, 60),
                }
            }
            Change::Keyword(Keyword::SecurityAttack(more)) => 50 * i32::from(*more),
            Change::Keyword(_) | Change::KeywordTimes(..) | Change::Ability(_) => 35,
            Change::AttackUnsuspended(_) | Change::Immune(..) => 35,
            Change::Cannot(cannot) => match cannot {
                Cannot::BeDeleted
                | Cannot::BeDeletedInBattle
                | Cannot::BeDeletedBy(_)
                | Cannot::BeReturnedBy(_)
                | Cannot::LeaveBy(_)
                | Cannot::DpReducedBy(_)
                | Cannot::BeBlocked(_)
                | Cannot::BeAttacked
                | Cannot::BeSuspendedBy(_)
                | Cannot::OptionSecurity
                | Cannot::CheckedSecurity
                | Cannot::Switch => 40,
                _ => -40,
            },
            Change::Cost(_, number) => -15 * eval::amount(self, cards, number, run).clamp(-6, 6),
            _ => 10,
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

impl State {
    /// What it is worth that the attack that is going on turns to this Digimon, and away from what it was for.
    fn switched_to(&self, cards: &Cards, target: Card, me: Seat) -> i32 {
        let Some(attacker) = self.attack().and_then(|attack| self.attacker(&attack)) else { return 0 };
        let missed = SECURITY * 3 / 4;
        match self.table.seat(attacker) == me {
            true => self.fought(cards, attacker, target, me) - missed,
            false => missed - self.fought(cards, attacker, target, me),
        }
    }

    /// What a battle is worth to the player of its first Digimon.
    pub(crate) fn fought(&self, cards: &Cards, with: Card, against: Card, me: Seat) -> i32 {
        let dp = |card| self.dp(cards, card).unwrap_or(0);
        let (own, theirs) = (self.worth(cards, with, me), self.worth(cards, against, me));
        let retaliates = self.has_keyword(cards, against, &Keyword::Retaliation);
        match dp(with).cmp(&dp(against)) {
            std::cmp::Ordering::Greater if !retaliates => theirs,
            std::cmp::Ordering::Less => -own,
            _ => theirs - own,
        }
    }

    fn known_bonus(&self, cards: &Cards, card: Card, me: Seat) -> i32 {
        if self.table.knows(me, card) { self.would_be_worth(cards, card) / 8 } else { 0 }
    }
}
