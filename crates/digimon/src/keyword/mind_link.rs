//! <Mind Link> (DCG 16-27). Places the Tamer under a Digimon that has no Tamer card below it.
//!
//! An action: `Verb::MindLink`.

use super::{Form, Row};

pub(super) const ROW: Row = Row { said: "Mind Link", read: &[], form: Form::Done, tree: None };
