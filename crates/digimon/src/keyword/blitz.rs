//! <Blitz> (DCG 16-15). May attack while the opponent has 1 or more memory.
//!
//! An action behind a condition: the attack goes on even if memory comes back (DCG 16-15-4).

/// What it is called in texts.
pub const WORDS: &str = "blitz";
