//! <Execute> (DCG 16-37). At the end of your turn it may attack, unsuspended Digimon too; at the end of that attack it is deleted.

use super::{Form, Keyword, Row, With, ability, on};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::state::Aiming;
use crate::vocab::{Fact, Moment, Own, Verb};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Execute", read: &[], form: Form::Plain(|| Keyword::Execute), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-37-4: the deletion is pending processing of the attack.
    let aim = Aiming { player: true, digimon: true, unsuspended: true, execute: true, ..Aiming::default() };
    // DCG 16-37-1, 16-37-3: it may attack, or not.
    let attack = Step::Do(Verb::Own(Own::Attack(Target::This, aim)));
    // DCG 16-37-2: triggered by the end of your turn.
    Some(ability(on(Moment::EndOfTurn, Filter::Any, Some(Cond::Fact(Fact::Turn(Who::You)))), vec![attack]))
}
