//! <Progress> (DCG 16-38). Is not affected by the opponent's effects while it attacks.
//!
//! Persistent: `figure::is_unaffected` asks for it.

/// What it is called in texts.
pub const WORDS: &str = "progress";
