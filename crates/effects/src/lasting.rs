//! Changes that last: for a battle, for a turn, until something.

use crate::program::Op;
use crate::run::{AbilityRef, Run};
use crate::tree::{Ability, Gainer, Vocab};
use kernel::{Object, Seat};
use serde::{Deserialize, Serialize};

/// What a lasting change is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum On {
    /// Everything that fits the selection in the tree, also later.
    #[default]
    Whatever,
    /// A card, as long as it stays what it is.
    Card(Object),
    /// A player.
    Player(Seat),
}

/// A change that lasts. What it changes stays in the tree, at `at` of the ability's program; here is only what was
/// settled when it began. The list keeps the order of application.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Lasting<U> {
    /// The ability that made it.
    pub ability: AbilityRef,
    /// The step of its program that did.
    pub at: u16,
    /// Whom it is on.
    pub on: On,
    /// The card whose effect it is.
    pub source: Object,
    /// The player whose effect it is.
    pub controller: Seat,
    /// What the ability was about.
    pub subject: Object,
    /// The change's number, where it referred to the table, settled when the change began.
    pub value: i32,
    /// Until when, as the game keeps it (it knows what a turn is).
    pub until: U,
}

impl<U: Copy> Lasting<U> {
    /// The change that a run begins: the one at `run.at` of its program.
    pub fn of(run: &Run, on: On, value: i32, until: U) -> Self {
        Lasting {
            ability: run.ability,
            at: run.at,
            on,
            source: run.source,
            controller: run.controller,
            subject: run.subject,
            value,
            until,
        }
    }

    /// The effect that began it, as its conditions are asked now.
    #[inline]
    pub fn run(&self) -> Run {
        Run::new(self.ability, self.source, self.controller).about(self.subject, Object::default(), 0)
    }

    /// What it changes. `None` only for a state made for other cards.
    #[inline]
    pub fn change<'a, V: Vocab>(&self, ability: &'a Ability<V>) -> Option<(&'a Gainer<V>, &'a V::Change)> {
        match ability.program.get(self.at as usize) {
            Some(Op::Gain { to, change, .. }) => Some((to, change)),
            _ => None,
        }
    }
}
