//! <Security A.> (DCG 16-3). Changes how many security checks a Digimon performs; several add up (DCG 16-3-3), and below zero is zero (DCG 16-3-4).
//!
//! Persistent: `figure::checks` counts it.

/// What it is called in texts.
pub const WORDS: &str = "security attack";
