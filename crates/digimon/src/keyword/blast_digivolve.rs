//! <Blast Digivolve> (DCG 16-25). In the counter timing a Digimon may digivolve into this card in the hand without paying the cost.

use super::{Form, HAND, Keyword, Row, S0, S1, With, ability, choose, may, on, yours};
use crate::alias::{Ability, Filter, Step, Target};
use crate::vocab::{Moment, Pay, Test, Verb, Waive};

pub(super) const ROW: Row = Row {
    said: "Blast Digivolve",
    read: &[],
    form: Form::Plain(|| Keyword::BlastDigivolve),
    tree: Some(tree),
};

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-25-4: a Digimon in the battle area.
    let from = yours(Filter::Test(Test::CanBecome(S1)));
    // DCG 16-25-1: for no cost.
    let digivolve = Verb::Digivolve {
        what: Target::Slot(S0),
        into: Target::Slot(S1),
        pay: Pay::Free,
        waive: Waive::Nothing,
        quiet: false,
    };
    let bind = Step::Bind { slot: S1, to: Target::This };
    // DCG 16-25-2, 16-25-3: it is done if its player likes.
    let steps = vec![choose(S0, from), Step::Do(digivolve)];
    Some(Ability { part: HAND, ..ability(on(Moment::Counter, Filter::Any, None), vec![bind, may(steps)]) })
}
