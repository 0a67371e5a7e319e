//! <Digi-Burst> (DCG 16-13). By trashing so many of its own digivolution cards, the effect behind it is carried out.
//!
//! A cost in the text: read as "by trashing N of this Digimon's digivolution cards".

use super::{Form, Row};

pub(super) const ROW: Row = Row { said: "Digi-Burst", read: &[], form: Form::Done, tree: None };
