//! <Barrier> (DCG 16-24). When it would be deleted in battle, by trashing the top card of its player's security stack, it is not.

use super::{Form, Keyword, Row, With, ability, by, would};
use crate::alias::{Ability, Among, Amount, Cond, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Cause, Fact, Moment, Place, Verb};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Barrier", read: &[], form: Form::Plain(|| Keyword::Barrier), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    let among = Among::Zones { whose: Who::You, zones: vec![Place::Security] };
    let top = Select::new(among, Filter::Any, HowMany::Top(Amount::Fixed(1)));
    // DCG 16-24-1: by trashing the top security card.
    let top = Verb::Trash(Target::Each(Box::new(top)));
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    // DCG 16-24-2: it steps in before a deletion in battle.
    let when = would(Moment::Deleted, Filter::This, Some(Cond::Fact(Fact::Cause(Cause::Battle))));
    // DCG 16-24-3: once the card is trashed, the deletion is prevented.
    Some(ability(when, vec![by(vec![Step::Do(top)], then)]))
}
