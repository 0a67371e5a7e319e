//! <Retaliation> (DCG 16-12). When just this Digimon is deleted in battle, the Digimon it battled is deleted too.

use super::{Form, Keyword, Row, With, ability, on};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::vocab::{Cause, Fact, Moment, Verb};

pub(super) const ROW: Row =
    Row { said: "Retaliation", read: &[], form: Form::Plain(|| Keyword::Retaliation), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-12-2: only while the other one is still there to be deleted.
    let when = on(Moment::Deleted, Filter::This, Some(Cond::Fact(Fact::Cause(Cause::Battle))));
    // DCG 16-12-1, 16-12-3: the Digimon it battled is deleted too, and not at its player's pleasure.
    Some(ability(when, vec![Step::Do(Verb::Delete(Target::Other))]))
}
