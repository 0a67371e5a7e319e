//! <Fragment> (DCG 16-36). When it would be deleted, by trashing so many of its digivolution cards, it is not.

use super::{Form, Keyword, Row, S0, With, ability, by, choose, would};
use crate::alias::{Ability, Among, Amount, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Moment, Place, Verb};

pub(super) const ROW: Row =
    Row { said: "Fragment", read: &[], form: Form::Inside(Keyword::Fragment), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Number(number) = with else { return None };
    let among = Among::Under { host: Target::This, zone: Place::Under };
    let cards = Select::new(among, Filter::Any, HowMany::Exactly(Amount::Fixed(number)));
    // DCG 16-36-1: by trashing so many of its digivolution cards.
    let cost = vec![choose(S0, cards), Step::Do(Verb::Trash(Target::Slot(S0)))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    // DCG 16-36-2, 16-36-3: it steps in before the deletion; once they are trashed, that is prevented.
    Some(ability(would(Moment::Deleted, Filter::This, None), vec![by(cost, then)]))
}
