//! <Rush> (DCG 16-14). Can attack in the turn it was played.
//!
//! Persistent: `battle::can_attack_at_all` asks for it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row = Row { said: "Rush", read: &[], form: Form::Plain(|| Keyword::Rush), tree: None };
