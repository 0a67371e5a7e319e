//! <Blitz> (DCG 16-15). May attack while the opponent has 1 or more memory.
//!
//! An action behind a condition: the attack goes on even if memory comes back (DCG 16-15-4).

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Blitz", read: &[], form: Form::Plain(|| Keyword::Blitz), tree: None };
