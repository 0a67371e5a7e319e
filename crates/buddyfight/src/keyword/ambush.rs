//! [Ambush]: dropped face down from the soul of a card on the field, the card may be called for its call cost.
//!
//! Rules: KEY-AMBUSH-1 to KEY-AMBUSH-3. It is an automatic ability that works from the drop zone, and may be answered.

use crate::vocab::{Ability, Moment, Part, Pay, Step, Verb};
use effects::{Filter, Target, Trigger, When, Who};

/// BF KEY-AMBUSH-1: the ability that the keyword stands for.
pub(crate) fn ability() -> Ability {
    let trigger = Trigger { moment: Moment::Uncovered, subject: Filter::This, cond: None };
    let call = Step::Do(Verb::Call { what: Target::This, pay: Pay::Cost, to: None, onto: None, apart: None });
    let offer = Step::May { who: Who::You, steps: vec![call], then: Vec::new(), otherwise: Vec::new() };
    // BF KEY-AMBUSH-2: an automatic ability, so that it may be answered as one.
    Ability::new(Part::Drop, When::Trigger(vec![trigger]), vec![offer])
}
