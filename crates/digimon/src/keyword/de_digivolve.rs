//! <De-Digivolve> (DCG 16-11). The player names a number up to the one printed, and so many top cards of the stack are trashed; never below level 3.
//!
//! An action: `Verb::DeDigivolve` behind a named number.

use super::{Form, Row};

pub(super) const ROW: Row = Row {
    said: "De-Digivolve",
    read: &["de-digivolv", "de-digivolve lv", "de-digivolv lv"],
    form: Form::Done,
    tree: None,
};
