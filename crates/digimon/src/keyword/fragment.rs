//! <Fragment> (DCG 16-36). When it would be deleted, by trashing so many of its digivolution cards, it is not.

use super::{S0, ability, by, choose, would};
use crate::alias::{Ability, Among, Amount, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Moment, Place, Verb};

/// What it is called in texts.
pub const WORDS: &str = "fragment";

pub fn tree(number: u8) -> Ability {
    let among = Among::Under { host: Target::This, zone: Place::Under };
    let cards = Select::new(among, Filter::Any, HowMany::Exactly(Amount::Fixed(number.into())));
    let cost = vec![choose(S0, cards), Step::Do(Verb::Trash(Target::Slot(S0)))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    ability(would(Moment::Deleted, Filter::This, None), vec![by(cost, then)])
}
