//! <Collision> (DCG 16-29). While it attacks, all of the opponent's Digimon have <Blocker> and the opponent blocks if possible.
//!
//! Persistent: `battle` asks for it in the block timing.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Collision", read: &[], form: Form::Plain(|| Keyword::Collision), tree: None };
