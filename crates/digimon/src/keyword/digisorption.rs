//! <Digisorption> (DCG 16-9). When a Digimon would digivolve into this card in the hand, by suspending a Digimon, the cost is less.

use super::{Form, HAND, Keyword, Row, S0, With, ability, by, choose, would, yours};
use crate::alias::{Ability, Amount, Cond, Filter, Step, Target};
use crate::vocab::{Fact, Moment, Posture, Verb};

pub(super) const ROW: Row =
    Row { said: "Digisorption", read: &[], form: Form::Less(Keyword::Digisorption), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Number(less) = with else { return None };
    // DCG 16-9-5: the Digimon that becomes the digivolution card can be the one that suspends.
    let into_this = Cond::Fact(Fact::Into(Box::new(Filter::This)));
    let from = yours(Filter::Is(Posture::Unsuspended));
    // DCG 16-9-1: by suspending one of your Digimon.
    let cost = vec![choose(S0, from), Step::Do(Verb::Suspend(Target::Slot(S0)))];
    // DCG 16-9-3: once it is suspended, the cost is less.
    let then = vec![Step::Do(Verb::ReduceCost(Amount::Fixed(less)))];
    Some(Ability {
        part: HAND,
        // DCG 16-9-2: it steps in as something would digivolve into this card in the hand.
        ..ability(would(Moment::Digivolved, Filter::Any, Some(into_this)), vec![by(cost, then)])
    })
}
