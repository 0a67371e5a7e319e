//! <Armor Purge> (DCG 16-18). When it would be deleted, by trashing its top card, it is not.

use super::{ability, by, would};
use crate::alias::{Ability, Filter, Step, Target};
use crate::vocab::{Moment, Own, Verb};

/// What it is called in texts.
pub const WORDS: &str = "armor purge";

pub fn tree() -> Ability {
    let cost = vec![Step::Do(Verb::Own(Own::ShedTop(Target::This)))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    ability(would(Moment::Deleted, Filter::This, None), vec![by(cost, then)])
}
