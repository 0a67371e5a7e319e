//! <Draw> (DCG 16-7). Draws cards; mandatory.
//!
//! An action: `Verb::Draw`.

use super::{Form, Row};

pub(super) const ROW: Row = Row { said: "Draw", read: &[], form: Form::Done, tree: None };
