//! <Save> (DCG 16-19). The card may be placed under one of its player's Tamers.
//!
//! An action: an optional `Verb::Tuck`.

use super::{Form, Row};

pub(super) const ROW: Row = Row { said: "Save", read: &[], form: Form::Done, tree: None };
