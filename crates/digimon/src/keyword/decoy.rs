//! <Decoy> (DCG 16-17). When another of your such Digimon would be deleted by an opponent's effect, by deleting this one, it is not.

use super::{Form, Keyword, Row, S0, With, ability, by, choose, would, yours};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::vocab::{Cause, Fact, Moment, Test, Verb};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Decoy", read: &[], form: Form::Which(Keyword::Decoy), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Which(which) = with else { return None };
    let subject = Filter::Of(Who::You).and(Filter::This.negate()).and(which.clone());
    let cond = Cond::Fact(Fact::Cause(Cause::EffectOf(Who::Opponent)));
    let saved = yours(subject.clone().and(Filter::Test(Test::Leaving)));
    // DCG 16-17-1: by deleting this one.
    let cost = vec![Step::Do(Verb::Delete(Target::This))];
    // DCG 16-17-3: once it is deleted, the other one is saved.
    let then = vec![choose(S0, saved), Step::Do(Verb::Prevent(Target::Slot(S0)))];
    // DCG 16-17-2: it steps in before an opponent's effect deletes such a Digimon.
    Some(ability(would(Moment::Deleted, subject, Some(cond)), vec![by(cost, then)]))
}
