//! <Piercing> (DCG 16-6). After deleting an opponent's Digimon in battle, the attack also checks security, right before it ends.
//!
//! Pending processing: `battle` remembers it in the attack and carries it out once per attack (DCG 16-6-5).

/// What it is called in texts.
pub const WORDS: &str = "piercing";
