//! <Piercing> (DCG 16-6). After deleting an opponent's Digimon in battle, the attack also checks security, right before it ends.
//!
//! Pending processing: `battle` remembers it in the attack and carries it out once per attack (DCG 16-6-5).

use super::{Form, Keyword, Row};

pub(super) const ROW: Row =
    Row { said: "Piercing", read: &[], form: Form::Plain(|| Keyword::Piercing), tree: None };
