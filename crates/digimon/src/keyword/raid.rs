//! <Raid> (DCG 16-22). When it attacks, the target may be switched to an unsuspended Digimon of the opponent with the highest DP.

use super::{Form, Keyword, Row, S0, With, ability, choose, may, on, theirs};
use crate::alias::{Ability, Filter, Select, Step, Target};
use crate::vocab::{Figure, Moment, Posture, Test, Verb};

pub(super) const ROW: Row =
    Row { said: "Raid", read: &[], form: Form::Plain(|| Keyword::Raid), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-22-5: among several with the highest DP its player chooses.
    let able = theirs(Filter::Is(Posture::Unsuspended));
    let highest = Test::Extreme { figure: Figure::Dp, least: false, among: Box::new(able.clone()) };
    let target = Select { filter: able.filter.clone().and(Filter::Test(highest)), ..able };
    // DCG 16-22-1, 16-22-3: if its player likes, the target is switched.
    let steps = vec![choose(S0, target), Step::Do(Verb::SwitchTarget(Some(Target::Slot(S0))))];
    // DCG 16-22-2: triggered by its attack.
    Some(ability(on(Moment::Attacked, Filter::This, None), vec![may(steps)]))
}
