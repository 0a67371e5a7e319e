//! <Blocker> (DCG 16-4). Lets a Digimon take over an attack in the block timing; having it twice changes nothing (DCG 16-4-3).
//!
//! Persistent: `battle::can_block` asks for it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Blocker", read: &[], form: Form::Plain(|| Keyword::Blocker), tree: None };
