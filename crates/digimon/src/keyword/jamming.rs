//! <Jamming> (DCG 16-8). Is not deleted in a battle against a Security Digimon.
//!
//! Persistent: `battle` asks for it when the loser is found.

/// What it is called in texts.
pub const WORDS: &str = "jamming";
