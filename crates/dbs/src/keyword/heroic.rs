//! [Heroic] (DBS 22-35): draws a card when its owner plays another 《Heroic》 Battle Card or activates such an Extra Card.

use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Dbs, KindWord, Moment, Verb};
use effects::{Amount, Filter, Limit, Per, Phrase, Step, Trigger, When, Who};

/// DBS 22-35-2, 22-36-2: what both kinds wait for.
pub fn triggers(name: &str) -> Vec<Trigger<Dbs>> {
    let other = |kind| {
        Filter::Of(Who::You)
            .and(Filter::This.negate())
            .and(Filter::Kind(kind))
            .and(Filter::Trait(Phrase::new(name)))
    };
    vec![
        Trigger { moment: Moment::Played, subject: other(KindWord::Battle), cond: None },
        Trigger { moment: Moment::ActivatesExtra, subject: other(KindWord::Extra), cond: None },
    ]
}

pub fn skill() -> Skill {
    // DBS 22-35-3: once a turn, as the skill negates itself.
    let effect = vec![Step::Do(Verb::Draw { who: Who::You, n: Amount::Fixed(1) })];
    let when = When::Trigger(triggers("Heroic"));
    let mut skill = assemble(&cost_of(vec![]), effect, when, SkillKind::Auto, area_bit(Area::Battle));
    skill.ability.limit = Some(Limit { times: 1, per: Per::Turn, by_name: false });
    skill.is_keyword = true;
    skill.ability.words = "[Heroic]".into();
    skill
}
