//! Players that are programs. A bot sees what its seat sees and the open menu, never the state, and owns its
//! generator, so that the luck of the match does not depend on who plays it.
//!
//! - [`Script`] follows a game's rules of thumb ([`kernel::Sense`]); [`Easy`] does so with a loose hand.
//! - [`Weights`] judge a position by a game's features; `shobu tune` fits them.
//! - [`Search`] looks ahead on imagined tables, guided by both; [`Solver`] proves or refutes a win inside a turn.
//! - [`Registry`] is where bots are found by name, one's own among them.
//!
//! ```
//! assert!(bots::NAMES.iter().any(|(name, _)| *name == "script"));
//! ```

#![warn(missing_docs)]

mod easy;
mod imagine;
mod random;
mod registry;
mod rollout;
mod script;
mod search;
mod sight;
mod solve;
mod tree;
mod weigh;

pub use easy::Easy;
pub use imagine::Horizon;
pub use random::Random;
pub use registry::{NAMES, Order, Registry, Time, named};
pub use rollout::{Budget, Rollout};
pub use script::Script;
pub use search::{Plan, Search};
pub use sight::Sight;
pub use solve::{Goal, Solver, Verdict};
pub use weigh::{FEATURES, Features, WeightFile, Weights, both_sides, difference, result};

use kernel::Game;

/// A bot cannot go on: its match is lost for it. No bot of this crate ever says so; one that asks a program may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit(pub String);

/// What a bot answers: an index into the options of the open menu.
pub type Answered = Result<usize, Forfeit>;

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// Answers the open menu: an index into its options.
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered;

    /// Whether it wants to hear what happens while it is not asked.
    fn listens(&self) -> bool {
        false
    }

    /// Something happened: [`Sight::events`]. Only those are told who listen.
    fn hear(&mut self, sight: &Sight<'_, G>) {
        let _ = sight;
    }

    /// The match is over; what the seat sees of its end.
    fn ended(&mut self, sight: &Sight<'_, G>) {
        let _ = sight;
    }
}
