//! [Purge]: once a turn, whenever counters may be used, a 《Weaponry》 of the card's soul goes to the gauge.
//!
//! Rules: KEY-PURGE-1 to KEY-PURGE-4. It is an activated ability with [Counter], and may be answered as one.

use crate::state::Zone;
use crate::vocab::{Ability, Part, Step, Use, Verb};
use effects::{Among, Amount, Filter, HowMany, Limit, Per, Phrase, Select, Slot, Target, When, Who};

/// BF KEY-PURGE-1: the ability that the keyword stands for.
pub(crate) fn ability() -> Ability {
    let soul = Among::Under { host: Target::This, zone: Zone::Soul };
    let from = Select::new(soul, Filter::Trait(Phrase::new("Weaponry")), HowMany::Exactly(Amount::Fixed(1)));
    let slot = Slot(0);
    let mut ability = Ability::new(
        Part::Field,
        // BF KEY-PURGE-3: an activated ability, so that it may be answered as one.
        When::Use(Use::Counter),
        vec![
            Step::Choose { who: Who::You, slot, from: from.clone() },
            Step::Do(Verb::ToGauge(Target::Slot(slot))),
        ],
    );
    ability.cond = Some(effects::Cond::Exists(Box::new(from)));
    // BF KEY-PURGE-2: each card once a turn.
    ability.limit = Some(Limit { times: 1, per: Per::Turn, by_name: false });
    ability
}
