//! <Vortex> (DCG 16-32). At the end of your turn it may attack an opponent's Digimon, also in the turn it was played.

use super::{Form, Keyword, Row, With, ability, on};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::state::Aiming;
use crate::vocab::{Fact, Moment, Own, Verb};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Vortex", read: &[], form: Form::Plain(|| Keyword::Vortex), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    let aim = Aiming { digimon: true, fresh: true, ..Aiming::default() };
    // DCG 16-32-1, 16-32-3: it may attack a Digimon, or not.
    let attack = Step::Do(Verb::Own(Own::Attack(Target::This, aim)));
    // DCG 16-32-2: triggered by the end of your turn.
    Some(ability(on(Moment::EndOfTurn, Filter::Any, Some(Cond::Fact(Fact::Turn(Who::You)))), vec![attack]))
}
