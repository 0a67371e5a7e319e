//! <Evade> (DCG 16-21). When it would be deleted, by suspending it, it is not.

use super::{Form, Keyword, Row, With, ability, by, would};
use crate::alias::{Ability, Filter, Step, Target};
use crate::vocab::{Moment, Verb};

pub(super) const ROW: Row =
    Row { said: "Evade", read: &[], form: Form::Plain(|| Keyword::Evade), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-21-1: by suspending it.
    let cost = vec![Step::Do(Verb::Suspend(Target::This))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    // DCG 16-21-2, 16-21-3: it steps in before the deletion; once it is suspended, that is prevented.
    Some(ability(would(Moment::Deleted, Filter::This, None), vec![by(cost, then)]))
}
