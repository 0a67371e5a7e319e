//! <Link +> (DCG 16-39). Can have more link cards; several add up.
//!
//! Persistent: `figure::link_limit` counts it.

/// What it is called in texts.
pub const WORDS: &str = "link";
