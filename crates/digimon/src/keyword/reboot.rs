//! <Reboot> (DCG 16-10). Unsuspends in the opponent's unsuspend phase too, together with theirs.
//!
//! Persistent: `turn` asks for it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Reboot", read: &[], form: Form::Plain(|| Keyword::Reboot), tree: None };
