//! [Villainous] (DBS 22-36): the opponent discards when its owner plays another 《Villainous》 card.

use super::heroic::triggers;
use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{To, Verb};
use effects::{Among, Amount, Filter, HowMany, Limit, Per, Select, Slot, Step, Target, When, Who};

pub fn skill() -> Skill {
    let hand = Among::Zones { whose: Who::Opponent, zones: vec![Area::Hand] };
    // DBS 22-36-3: the opponent chooses, once a turn.
    let effect = vec![
        Step::Choose {
            who: Who::Opponent,
            slot: Slot(0),
            from: Select::new(hand, Filter::Any, HowMany::Exactly(Amount::Fixed(1))),
        },
        Step::Do(Verb::Move { what: Target::Slot(Slot(0)), to: To::area(Area::Drop) }),
    ];
    let when = When::Trigger(triggers("Villainous"));
    let mut skill = assemble(&cost_of(vec![]), effect, when, SkillKind::Auto, area_bit(Area::Battle));
    skill.ability.limit = Some(Limit { times: 1, per: Per::Turn, by_name: false });
    skill.is_keyword = true;
    skill.ability.words = "[Villainous]".into();
    skill
}
