//! <Alliance> (DCG 16-23). When it attacks, by suspending another Digimon, it gets that one's DP and <Security A. +1> for the attack.

use super::{Form, Keyword, Row, S0, With, ability, by, choose, gain, on, yours};
use crate::alias::{Ability, Amount, Filter, Step, Target};
use crate::vocab::{Change, Figure, Moment, Posture, Until, Verb};

pub(super) const ROW: Row =
    Row { said: "Alliance", read: &[], form: Form::Plain(|| Keyword::Alliance), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    let helper = yours(Filter::This.negate().and(Filter::Is(Posture::Unsuspended)));
    // DCG 16-23-1: by suspending another Digimon.
    let cost = vec![choose(S0, helper), Step::Do(Verb::Suspend(Target::Slot(S0)))];
    // DCG 16-23-5: the DP is the helper's as it suspends, and stays.
    let dp = Amount::Figure(Figure::Dp, Box::new(Target::Slot(S0)));
    let then = vec![
        // DCG 16-23-6: for the attack, whatever becomes of the helper.
        gain(Target::This, Change::Dp(dp), Until::Attack),
        gain(Target::This, Change::Keyword(Keyword::SecurityAttack(1)), Until::Attack),
    ];
    // DCG 16-23-2, 16-23-3: triggered by its attack; what follows the suspending has to follow.
    Some(ability(on(Moment::Attacked, Filter::This, None), vec![by(cost, then)]))
}
