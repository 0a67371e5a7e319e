//! <Digisorption> (DCG 16-9). When a Digimon would digivolve into this card in the hand, by suspending a Digimon, the cost is less.

use super::{HAND, S0, ability, by, choose, would, yours};
use crate::alias::{Ability, Amount, Cond, Filter, Step, Target};
use crate::vocab::{Fact, Moment, Posture, Verb};

/// What it is called in texts.
pub const WORDS: &str = "digisorption";

pub fn tree(less: u8) -> Ability {
    // DCG 16-9-5: the Digimon that becomes the digivolution card can be the one that suspends.
    let into_this = Cond::Fact(Fact::Into(Box::new(Filter::This)));
    let from = yours(Filter::Is(Posture::Unsuspended));
    let cost = vec![choose(S0, from), Step::Do(Verb::Suspend(Target::Slot(S0)))];
    let then = vec![Step::Do(Verb::ReduceCost(Amount::Fixed(less.into())))];
    Ability {
        part: HAND,
        ..ability(would(Moment::Digivolved, Filter::Any, Some(into_this)), vec![by(cost, then)])
    }
}
