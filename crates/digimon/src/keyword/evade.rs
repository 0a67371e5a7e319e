//! <Evade> (DCG 16-21). When it would be deleted, by suspending it, it is not.

use super::{ability, by, would};
use crate::alias::{Ability, Filter, Step, Target};
use crate::vocab::{Moment, Verb};

/// What it is called in texts.
pub const WORDS: &str = "evade";

pub fn tree() -> Ability {
    let cost = vec![Step::Do(Verb::Suspend(Target::This))];
    let then = vec![Step::Do(Verb::Prevent(Target::This))];
    ability(would(Moment::Deleted, Filter::This, None), vec![by(cost, then)])
}
