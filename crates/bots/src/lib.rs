//! Players that are programs. A bot sees what its seat sees and the open menu, never the state, and owns its
//! generator, so that the luck of the match does not depend on who plays it.
//!
//! ```
//! assert!(bots::NAMES.iter().any(|(name, _)| *name == "random"));
//! ```

mod random;
mod rollout;
mod sight;

pub use random::Random;
pub use rollout::{Budget, Rollout};
pub use sight::Sight;

use kernel::Game;

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// Answers the open menu: an index into its options.
    fn choose(&mut self, sight: &Sight<'_, G>) -> usize;
}

/// The bots that can be asked for by name, each with what it does.
pub const NAMES: &[(&str, &str)] = &[
    ("random", "takes any option, each as likely as the others"),
    ("greedy", "plays the options out a few times at random and takes the best; quick"),
    ("rollout", "the same with ten times as many playouts; stronger, slower"),
];

/// The bot of that name, with a generator of its own.
pub fn named<G: Game>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "greedy" => Box::new(Rollout::new(seed, Budget::QUICK)),
        "rollout" => Box::new(Rollout::new(seed, Budget::STRONG)),
        _ => return None,
    })
}
