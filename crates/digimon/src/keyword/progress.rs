//! <Progress> (DCG 16-38). Is not affected by the opponent's effects while it attacks.
//!
//! Persistent: `figure::is_unaffected` asks for it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Progress", read: &[], form: Form::Plain(|| Keyword::Progress), tree: None };
