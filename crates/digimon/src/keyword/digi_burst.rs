//! <Digi-Burst> (DCG 16-13). By trashing so many of its own digivolution cards, the effect behind it is carried out.
//!
//! A cost in the text: read as "by trashing N of this Digimon's digivolution cards".

/// What it is called in texts.
pub const WORDS: &str = "digi-burst";
