//! <Delay> (DCG 16-16). By trashing the card from the battle area, not in the turn it came there, the effect behind it is carried out.
//!
//! A cost in the text, with `Mark::Fresh` in the way.

use super::{Form, Row};

pub(super) const ROW: Row = Row { said: "Delay", read: &[], form: Form::Done, tree: None };
