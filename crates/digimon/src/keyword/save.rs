//! <Save> (DCG 16-19). The card may be placed under one of its player's Tamers.
//!
//! An action: an optional `Verb::Tuck`.

/// What it is called in texts.
pub const WORDS: &str = "save";
