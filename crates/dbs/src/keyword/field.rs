//! [Field] (DBS 22-3): an Extra Card that is placed in the Battle Area and stays there.

use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_cost};
use crate::vocab::{Dbs, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Step, When};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Skill {
    let lex = Words::new(card);
    let cost = p.attempt_with(b, |p, b| keyword_cost(&lex, p, b)).unwrap_or_default();
    // DBS 22-3-1, 22-3-2.
    let effect = vec![Step::Do(Verb::PlaceField)];
    let mut skill =
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.ability.words = "[Field]".into();
    skill
}
