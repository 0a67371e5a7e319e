//! <Alliance> (DCG 16-23). When it attacks, by suspending another Digimon, it gets that one's DP and <Security A. +1> for the attack.

use super::{S0, ability, by, choose, gain, on, yours};
use crate::alias::{Ability, Amount, Filter, Step, Target};
use crate::vocab::{Change, Figure, Keyword, Moment, Posture, Until, Verb};

/// What it is called in texts.
pub const WORDS: &str = "alliance";

pub fn tree() -> Ability {
    let helper = yours(Filter::This.negate().and(Filter::Is(Posture::Unsuspended)));
    let cost = vec![choose(S0, helper), Step::Do(Verb::Suspend(Target::Slot(S0)))];
    // DCG 16-23-5: the DP is the helper's as it suspends, and stays.
    let dp = Amount::Figure(Figure::Dp, Box::new(Target::Slot(S0)));
    let then = vec![
        gain(Target::This, Change::Dp(dp), Until::Attack),
        gain(Target::This, Change::Keyword(Keyword::SecurityAttack(1)), Until::Attack),
    ];
    ability(on(Moment::Attacked, Filter::This, None), vec![by(cost, then)])
}
