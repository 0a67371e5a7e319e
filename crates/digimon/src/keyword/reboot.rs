//! <Reboot> (DCG 16-10). Unsuspends in the opponent's unsuspend phase too, together with theirs.
//!
//! Persistent: `turn` asks for it.

/// What it is called in texts.
pub const WORDS: &str = "reboot";
