//! <Recovery> (DCG 16-5). The top cards of the deck go face down on top of the security stack.
//!
//! An action: `Verb::Recover`.

use super::{Form, Row};

pub(super) const ROW: Row = Row { said: "Recovery", read: &[], form: Form::Done, tree: None };
