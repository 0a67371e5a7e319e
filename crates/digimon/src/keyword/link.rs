//! <Link +> (DCG 16-39). Can have more link cards; several add up.
//!
//! Persistent: `figure::link_limit` counts it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row = Row { said: "Link", read: &[], form: Form::Plus(Keyword::LinkPlus), tree: None };
