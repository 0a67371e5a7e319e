//! [Revive XY] (DBS 22-34): a knocked out card is played again from the Drop Area for cards of the colours from the hand.

use super::aegis::discard_colors;
use crate::card::{Colors, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of};
use crate::vocab::{Change, Dbs, Moment, Negate, Until};
use effects::{Filter, Gainer, Step, Target, Trigger, When};

pub fn skill(_: &Printed, colors: Colors) -> Skill {
    let trigger = Trigger::<Dbs> { moment: Moment::IsKod, subject: Filter::This, cond: None };
    // DBS 22-34-3.
    let cost = cost_of(discard_colors(colors));
    // DBS 22-34-4: it is played, and [Revive] is negated on it for the turn.
    let effect = vec![
        super::over_realm::play_this(),
        Step::Gain {
            to: Gainer::Cards(Target::This),
            change: Change::Negate(Negate::This),
            until: Until::Turn,
        },
    ];
    let when = When::Trigger(vec![trigger]);
    // DBS 22-34-1: an [Auto] skill.
    let mut skill = assemble(&cost, effect, when, SkillKind::Auto, area_bit(Area::Battle));
    skill.mentions_play = true;
    skill.needs_pair = true;
    skill
}
