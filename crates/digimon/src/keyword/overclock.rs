//! <Overclock> (DCG 16-33). At the end of your turn, by deleting a Token or another such Digimon, it attacks a player without suspending.

use super::{Form, Keyword, Row, S0, With, ability, by, choose, on, yours};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::state::Aiming;
use crate::vocab::{Fact, Kind, Moment, Own, Verb};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Overclock", read: &[], form: Form::Which(Keyword::Overclock), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Which(which) = with else { return None };
    let fuel = Filter::Either(vec![Filter::Kind(Kind::Token), which.clone()]);
    let fuel = yours(fuel.and(Filter::This.negate()).and(Filter::Kind(Kind::Digimon)));
    // DCG 16-33-1: by deleting a Token or another such Digimon.
    let cost = vec![choose(S0, fuel), Step::Do(Verb::Delete(Target::Slot(S0)))];
    let aim = Aiming { player: true, without_suspending: true, forced: true, ..Aiming::default() };
    // DCG 16-33-3: once that is deleted, the attack has to be made.
    let then = vec![Step::Do(Verb::Own(Own::Attack(Target::This, aim)))];
    Some(ability(
        // DCG 16-33-2: triggered by the end of your turn.
        on(Moment::EndOfTurn, Filter::Any, Some(Cond::Fact(Fact::Turn(Who::You)))),
        vec![by(cost, then)],
    ))
}
