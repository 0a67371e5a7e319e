//! <De-Digivolve> (DCG 16-11). The player names a number up to the one printed, and so many top cards of the stack are trashed; never below level 3.
//!
//! An action: `Verb::DeDigivolve` behind a named number.

/// What it is called in texts.
pub const WORDS: &str = "de-digivolve";
