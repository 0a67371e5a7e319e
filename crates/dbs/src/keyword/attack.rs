//! [Dual Attack], [Triple Attack] (DBS 22-8): after an attack the card switches to Active Mode again, X-1 times a turn.

use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Dbs, Fact, Moment, Verb};
use effects::{Cond, Filter, Step, Target, Trigger, When};

fn areas() -> u16 {
    area_bit(Area::Battle) | area_bit(Area::Unison) | area_bit(Area::Leader)
}

/// DBS 22-8-2: it is made pending by the attack.
pub fn skill() -> Skill {
    let trigger = Trigger::<Dbs> {
        moment: Moment::Attacks,
        subject: Filter::This,
        cond: Some(Cond::Fact(Fact::MayAttackAgain)),
    };
    let effect = vec![Step::Do(Verb::AttackAgain)];
    let mut skill =
        assemble(&cost_of(vec![]), effect, When::Trigger(vec![trigger]), SkillKind::Auto, areas());
    skill.is_keyword = true;
    skill.ability.words = "[Dual Attack]".into();
    skill
}

/// DBS 22-8-3: at the end of the battle it switches to Active Mode.
pub fn at_the_end() -> Skill {
    let effect = vec![Step::Do(Verb::Ready(Target::This))];
    let mut skill = assemble(&cost_of(vec![]), effect, When::Granted, SkillKind::Auto, areas());
    skill.is_keyword = true;
    skill.ability.words = "[Dual Attack] at the end of the battle".into();
    skill
}
