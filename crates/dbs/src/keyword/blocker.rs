//! [Blocker] (DBS 22-4): rests to become the guard card of an attack on another of its player's cards.

use super::battle_card;
use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Dbs, Moment, Verb};
use effects::{Filter, Step, Target, Trigger, When, Who};

pub fn skill() -> Skill {
    // DBS 22-4-2: pending when another of one's cards is attacked; resting it is the cost.
    let subject = Filter::Of(Who::You).and(Filter::This.negate());
    let when = When::Trigger(vec![Trigger::<Dbs> { moment: Moment::IsAttacked, subject, cond: None }]);
    let cost = cost_of(vec![Step::Do(Verb::Rest(Target::This))]);
    // DBS 22-4-3: it becomes the guard card.
    let effect = vec![Step::Do(Verb::SwitchGuard(Target::This))];
    let areas = area_bit(Area::Battle) | area_bit(Area::Unison) | area_bit(Area::Leader);
    // DBS 22-4-1: an [Auto] skill.
    let mut skill = assemble(&cost, effect, when, SkillKind::Auto, areas);
    skill.is_keyword = true;
    skill.ability.words = "[Blocker]".into();
    let _ = battle_card;
    skill
}
