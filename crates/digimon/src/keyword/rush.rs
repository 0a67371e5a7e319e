//! <Rush> (DCG 16-14). Can attack in the turn it was played.
//!
//! Persistent: `battle::can_attack_at_all` asks for it.

/// What it is called in texts.
pub const WORDS: &str = "rush";
