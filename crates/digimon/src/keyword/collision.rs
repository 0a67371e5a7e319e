//! <Collision> (DCG 16-29). While it attacks, all of the opponent's Digimon have <Blocker> and the opponent blocks if possible.
//!
//! Persistent: `battle` asks for it in the block timing.

/// What it is called in texts.
pub const WORDS: &str = "collision";
