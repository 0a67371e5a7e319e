//! <Partition> (DCG 16-28). When it would leave the battle area other than by your effects or a battle, one of each named card may be played from its digivolution cards.

use super::{Form, Keyword, Row, S0, S1, With, ability, by, choose, not_by, play, would};
use crate::alias::{Ability, Among, Amount, Cond, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Cause, Moment, Place};
use effects::{Slot, Who};

pub(super) const ROW: Row =
    Row { said: "Partition", read: &[], form: Form::Both(Keyword::Partition, "&"), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Both([one, two]) = with else { return None };
    // DCG 16-28-5: the cards are those that fit what the parentheses say.
    let under = |filter: &Filter| {
        let among = Among::Under { host: Target::This, zone: Place::Under };
        Select::new(among, filter.clone(), HowMany::Exactly(Amount::Fixed(1)))
    };
    let both = Cond::All(vec![Cond::Exists(Box::new(under(one))), Cond::Exists(Box::new(under(two)))]);
    let cond = not_by(Cause::EffectOf(Who::You)).and(not_by(Cause::Battle)).and(both);
    // DCG 16-28-6: all of them or none, also when one of them has gone since it triggered.
    let second = under(&two.clone().and(Filter::Bound(S0).negate()));
    let what = Target::Several(vec![Target::Slot(S0), Target::Slot(S1)]);
    let ask = Step::Bind { slot: Slot(2), to: Target::This };
    // DCG 16-28-1, 16-28-3: if its player likes, one of each is played for no cost.
    let steps = vec![ask, choose(S0, under(one)), choose(S1, second), Step::Do(play(what))];
    // DCG 16-28-2: it steps in before the Digimon leaves by anything but a battle or your effect.
    Some(ability(would(Moment::Left, Filter::This, Some(cond)), vec![by(steps, Vec::new())]))
}
