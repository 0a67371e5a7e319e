//! "Once per turn" and its kin.

use crate::run::AbilityRef;
use kernel::{Flat, Object, Print, Seat};
use serde::{Deserialize, Serialize};

/// How often an ability may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limit {
    /// How often.
    pub times: u8,
    /// Within what.
    pub per: Per,
    /// Counted for all cards of the name together, not for each card.
    pub by_name: bool,
}

/// What a limit counts within.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Per {
    /// A battle.
    Battle,
    /// A turn.
    #[default]
    Turn,
    /// A game.
    Game,
}

/// One entry of the book of uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Used {
    pub(crate) ability: AbilityRef,
    /// The card that used it; nobody in particular where the name counts.
    pub(crate) by: Object,
    seat: Seat,
    per: Per,
    times: u8,
}

impl Used {
    /// A use by a card that is not known.
    pub(crate) fn unnamed() -> Self {
        Used { ability: AbilityRef::HIDDEN, ..Used::default() }
    }
}

/// What has been used how often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Uses<const N: usize>(Flat<Used, N>);

impl<const N: usize> Uses<N> {
    /// The book with these entries.
    pub fn of(entries: &[Used]) -> Self {
        Uses(Flat::from_slice(entries))
    }

    /// What was used, oldest first.
    pub fn entries(&self) -> &[Used] {
        &self.0
    }

    /// What was used, to be changed.
    pub fn entries_mut(&mut self) -> &mut [Used] {
        &mut self.0
    }

    /// How often it can still be used.
    pub fn left(&self, limit: Limit, ability: AbilityRef, by: Object, seat: Seat) -> u8 {
        let used = self.find(limit, ability, by, seat).map_or(0, |at| self.0[at].times);
        limit.times.saturating_sub(used)
    }

    /// Counts a use.
    pub fn spend(&mut self, limit: Limit, ability: AbilityRef, by: Object, seat: Seat) {
        match self.find(limit, ability, by, seat) {
            Some(at) => self.0[at].times = self.0[at].times.saturating_add(1),
            None => {
                let by = if limit.by_name { Object::default() } else { by };
                self.0.push(Used { ability, by, seat, per: limit.per, times: 1 });
            }
        }
    }

    /// Forgets what counts per `per` or per something shorter.
    pub fn end(&mut self, per: Per) {
        self.0.retain(|used| used.per > per);
    }

    /// Whether a use could not be counted for want of room.
    pub fn overflowed(&self) -> bool {
        self.0.overflowed()
    }

    fn find(&self, limit: Limit, ability: AbilityRef, by: Object, seat: Seat) -> Option<usize> {
        let same = |used: &Used| {
            used.ability == ability
                && used.per == limit.per
                && used.seat == seat
                && (limit.by_name || used.by.stamp == by.stamp)
        };
        self.0.iter().position(same)
    }
}

/// Abilities that count by name are the same on every print of that name: a game passes the first such print.
pub fn by_name(ability: AbilityRef, first: Print) -> AbilityRef {
    AbilityRef { print: first, ..ability }
}
