//! <Recovery> (DCG 16-5). The top cards of the deck go face down on top of the security stack.
//!
//! An action: `Verb::Recover`.

/// What it is called in texts.
pub const WORDS: &str = "recovery";
