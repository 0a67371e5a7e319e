//! <Scapegoat> (DCG 16-31). When it would be deleted other than by your effects, by deleting another of your Digimon, it is not.

use super::{Form, Keyword, Row, S0, With, ability, by, choose, not_by, would, yours};
use crate::alias::{Ability, Filter, Step, Target};
use crate::vocab::{Cause, Kind, Moment, Verb};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Scapegoat", read: &[], form: Form::Plain(|| Keyword::Scapegoat), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    let other = yours(Filter::This.negate().and(Filter::Kind(Kind::Digimon)));
    // DCG 16-31-1: by deleting another Digimon.
    let cost = vec![choose(S0, other), Step::Do(Verb::Delete(Target::Slot(S0)))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    // DCG 16-31-2: it steps in before a deletion by anything but your effect.
    let when = would(Moment::Deleted, Filter::This, Some(not_by(Cause::EffectOf(Who::You))));
    // DCG 16-31-3: once that one is deleted, this one is not.
    Some(ability(when, vec![by(cost, then)]))
}
