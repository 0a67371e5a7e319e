//! [Crossnize]: in the main phase the card goes from the field into the soul of a 《Neodragon》 of its fighter.
//!
//! Rules: KEY-CROSSNIZE-1 to KEY-CROSSNIZE-3. It is an activated ability, and may be answered as one.

use crate::state::Zone;
use crate::vocab::{Ability, Part, Step, Use, Verb};
use effects::{Among, Amount, Filter, HowMany, Phrase, Select, Slot, Target, When, Who};

/// BF KEY-CROSSNIZE-1: the ability that the keyword stands for.
pub(crate) fn ability() -> Ability {
    let field = Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() };
    let filter = Filter::Trait(Phrase::new("Neodragon")).and(Filter::Not(Box::new(Filter::This)));
    let from = Select::new(field, filter, HowMany::Exactly(Amount::Fixed(1)));
    let slot = Slot(0);
    let into = Verb::ToSoul { what: Target::This, host: Target::Slot(slot), face_down: false };
    let mut ability = Ability::new(
        Part::Field,
        // BF KEY-CROSSNIZE-2: an activated ability, so that it may be answered as one.
        When::Use(Use::Main),
        vec![Step::Choose { who: Who::You, slot, from: from.clone() }, Step::Do(into)],
    );
    ability.cond = Some(effects::Cond::Exists(Box::new(from)));
    ability
}
