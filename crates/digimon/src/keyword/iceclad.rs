//! <Iceclad> (DCG 16-34). In battles with Digimon, numbers of digivolution cards are compared instead of DP.
//!
//! Persistent: `battle` asks for it.

/// What it is called in texts.
pub const WORDS: &str = "iceclad";
