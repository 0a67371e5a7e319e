//! <Jamming> (DCG 16-8). Is not deleted in a battle against a Security Digimon.
//!
//! Persistent: `battle` asks for it when the loser is found.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Jamming", read: &[], form: Form::Plain(|| Keyword::Jamming), tree: None };
