//! <Security A.> (DCG 16-3). Changes how many security checks a Digimon performs; several add up (DCG 16-3-3), and below zero is zero (DCG 16-3-4).
//!
//! Persistent: `figure::checks` counts it.

use super::{Form, Keyword, Row};

pub(super) const ROW: Row = Row {
    said: "Security A.",
    read: &["security attack", "security a", "s attack"],
    form: Form::Signed(Keyword::SecurityAttack),
    tree: None,
};
