//! <Draw> (DCG 16-7). Draws cards; mandatory.
//!
//! An action: `Verb::Draw`.

/// What it is called in texts.
pub const WORDS: &str = "draw";
