//! [Field] (DBS 22-3): an Extra Card that is placed in the Battle Area and stays there.

use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Verb, Window};
use effects::{Step, When};

pub fn skill(_: &Printed) -> Skill {
    // DBS 22-3-1, 22-3-2.
    let effect = vec![Step::Do(Verb::PlaceField)];
    let mut skill = assemble(
        &cost_of(vec![]),
        effect,
        When::Use(Window::Main),
        SkillKind::Activate,
        area_bit(Area::Hand),
    );
    skill.ability.words = "[Field]".into();
    skill
}
