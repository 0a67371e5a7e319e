//! <Iceclad> (DCG 16-34). In battles with Digimon, numbers of digivolution cards are compared instead of DP.
//!
//! Persistent: `battle` asks for it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Iceclad", read: &[], form: Form::Plain(|| Keyword::Iceclad), tree: None };
