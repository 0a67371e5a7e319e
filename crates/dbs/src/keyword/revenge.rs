//! [Revenge] (DBS 22-9): the card that attacked it is knocked out at the end of the battle.

use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Dbs, Moment, Test, Verb};
use effects::{Filter, Step, Target, Trigger, When};

/// DBS 22-9-2: Battle Cards and Unison Cards only.
fn areas() -> u16 {
    area_bit(Area::Battle) | area_bit(Area::Unison)
}

/// DBS 22-9-3: pending when it becomes a guard card.
pub fn skill() -> Skill {
    let trigger = Trigger::<Dbs> { moment: Moment::IsAttacked, subject: Filter::This, cond: None };
    let effect = vec![Step::Do(Verb::TakeRevenge)];
    let mut skill =
        assemble(&cost_of(vec![]), effect, When::Trigger(vec![trigger]), SkillKind::Auto, areas());
    skill.is_keyword = true;
    skill.ability.words = "[Revenge]".into();
    skill
}

/// DBS 22-9-4. The card itself may be gone by then.
pub fn at_the_end() -> Skill {
    let effect = vec![Step::Do(Verb::Ko(Target::Test(Test::Attacker)))];
    let mut skill = assemble(&cost_of(vec![]), effect, When::Granted, SkillKind::Auto, 0);
    skill.is_keyword = true;
    skill.ability.words = "[Revenge] at the end of the battle".into();
    skill
}
