//! [Offering] (DBS 22-33): when it is played, the opponent loses a life card to the Drop Area, or its owner draws two.

use super::mine;
use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Dbs, Moment, To, Verb};
use effects::{Among, Amount, Filter, HowMany, Select, Slot, Step, Target, Trigger, When, Who};

pub fn skill() -> Skill {
    // DBS 22-33-2: pending when its card is played.
    let trigger = Trigger::<Dbs> { moment: Moment::Played, subject: Filter::This, cond: None };
    let life = Among::Zones { whose: Who::Opponent, zones: vec![Area::Life] };
    let choose = Step::Choose {
        who: Who::Opponent,
        slot: Slot(0),
        from: Select::new(life, Filter::Any, HowMany::Exactly(Amount::Fixed(1))),
    };
    let lose = Step::Do(Verb::Move { what: Target::Slot(Slot(0)), to: To::area(Area::Drop) });
    // DBS 22-33-3.
    let effect = vec![Step::May {
        who: Who::Opponent,
        steps: vec![choose, lose],
        then: Vec::new(),
        otherwise: vec![Step::Do(Verb::Draw { who: Who::You, n: Amount::Fixed(2) })],
    }];
    let when = When::Trigger(vec![trigger]);
    let mut skill = assemble(&cost_of(vec![]), effect, when, SkillKind::Auto, area_bit(Area::Battle));
    skill.is_keyword = true;
    skill.ability.words = "[Offering]".into();
    let _ = mine;
    skill
}
