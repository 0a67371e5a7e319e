//! What a game knows about good play: nothing that a rule needs, everything that a bot builds on.

use crate::game::Game;
use crate::hash::PackingHasher;
use crate::pool::Print;
use crate::seat::{Eyes, Seat};

/// One number of a position, as [`Sense::features`] fills it in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is called, in weight files too.
    pub name: &'static str,
    /// What it counts, in the game's words.
    pub says: &'static str,
    /// Whether more of it is good for whoever has it, as far as that can be said without looking at the rest.
    pub good: Good,
}

/// Which way a feature points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Good {
    /// More of it is better.
    More,
    /// Less of it is better.
    Less,
    /// It depends.
    Open,
}

impl Feature {
    /// A feature of which more is better.
    pub const fn more(name: &'static str, says: &'static str) -> Feature {
        Feature { name, says, good: Good::More }
    }

    /// A feature of which less is better.
    pub const fn less(name: &'static str, says: &'static str) -> Feature {
        Feature { name, says, good: Good::Less }
    }

    /// A feature of which nobody says beforehand what is better.
    pub const fn open(name: &'static str, says: &'static str) -> Feature {
        Feature { name, says, good: Good::Open }
    }
}

/// A game that can say, at a glance, what is worth what. Points are comparable inside one game only; about a hundred
/// of them are a card in the hand.
///
/// # Laws
/// 1. [`Sense::glance`] and [`Sense::rate`] depend only on what the deciding seat knows: on every table that looks the
///    same to it they say the same.
/// 2. They allocate nothing, and take microseconds.
/// 3. An option that changes nothing is rated below 0, and whatever declines or ends a step at 0 or above, unless going
///    on would be worse.
pub trait Sense: Game {
    /// What is worked out once for all options of a menu.
    type Glance: Copy;

    /// The numbers of a position, in the order of [`Sense::features`].
    const FEATURES: &'static [Feature];

    /// Weights for [`Sense::FEATURES`] as a JSON file, with the command that fitted them.
    const WEIGHTS: &'static str;

    /// What the deciding seat takes in before it looks at its options.
    fn glance(&self, cards: &Self::Cards) -> Self::Glance;

    /// A rule of thumb: how good an option of the open menu looks to the seat that has to decide.
    fn rate(&self, cards: &Self::Cards, glance: &Self::Glance, choice: Self::Choice) -> i32;

    /// The card that an option is first about, so that the same option is found again on another imagined table.
    fn about(&self, choice: Self::Choice) -> Option<Print>;

    /// Feeds a hash with what somebody sees of the position, as far as it matters for what comes: no counters that only
    /// watch for loops. After an answer that changed nothing it is what it was before.
    fn look(&self, eyes: Eyes, into: &mut PackingHasher);

    /// Fills in the features of a seat; `into` is as long as [`Sense::FEATURES`].
    fn features(&self, cards: &Self::Cards, seat: Seat, into: &mut [f32]);
}
