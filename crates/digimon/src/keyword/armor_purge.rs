//! <Armor Purge> (DCG 16-18). When it would be deleted, by trashing its top card, it is not.

use super::{Form, Keyword, Row, With, ability, by, would};
use crate::alias::{Ability, Filter, Step, Target};
use crate::vocab::{Moment, Own, Verb};

pub(super) const ROW: Row =
    Row { said: "Armor Purge", read: &[], form: Form::Plain(|| Keyword::ArmorPurge), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-18-1: by trashing its top card.
    let cost = vec![Step::Do(Verb::Own(Own::ShedTop(Target::This)))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    // DCG 16-18-2, 16-18-3: it steps in before the deletion; once its top card is trashed, the deletion is prevented.
    Some(ability(would(Moment::Deleted, Filter::This, None), vec![by(cost, then)]))
}
