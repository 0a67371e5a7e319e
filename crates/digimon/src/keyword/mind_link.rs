//! <Mind Link> (DCG 16-27). Places the Tamer under a Digimon that has no Tamer card below it.
//!
//! An action: `Verb::MindLink`.

/// What it is called in texts.
pub const WORDS: &str = "mind link";
