//! One seed for a whole simulation, and from it one for every game and bot.

use kernel::StableHasher;

/// What a derived seed is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Use {
    /// The luck of the match.
    Match,
    /// The bot at seat A.
    BotA,
    /// The bot at seat B.
    BotB,
}

/// The seed for one use in game number `index`. It depends on nothing else, least of all on threads.
pub fn derive(seed: u64, index: u64, purpose: Use) -> u64 {
    StableHasher::of(&(seed, index, purpose as u8))
}
