//! <Blocker> (DCG 16-4). Lets a Digimon take over an attack in the block timing; having it twice changes nothing (DCG 16-4-3).
//!
//! Persistent: `battle::can_block` asks for it.

/// What it is called in texts.
pub const WORDS: &str = "blocker";
