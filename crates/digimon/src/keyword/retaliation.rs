//! <Retaliation> (DCG 16-12). When just this Digimon is deleted in battle, the Digimon it battled is deleted too.

use super::{ability, on};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::vocab::{Cause, Fact, Moment, Verb};

/// What it is called in texts.
pub const WORDS: &str = "retaliation";

pub fn tree() -> Ability {
    // DCG 16-12-2: only while the other one is still there to be deleted.
    let when = on(Moment::Deleted, Filter::This, Some(Cond::Fact(Fact::Cause(Cause::Battle))));
    ability(when, vec![Step::Do(Verb::Delete(Target::Other))])
}
