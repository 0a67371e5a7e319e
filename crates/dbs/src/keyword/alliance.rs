//! [Alliance XY] (DBS 22-32): when the card attacks, Battle Cards of the colours may be switched to Rest Mode for its effect.

use super::{battle_card, mine};
use crate::card::{Colors, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, assemble, home, keyword_cost};
use crate::vocab::{Dbs, Figure, Moment, Verb};
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Amount, Filter, HowMany, Select, Step, Target, Trigger, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed, colors: Colors) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = p.attempt_with(b, |p, b| keyword_cost(&lex, p, b)).unwrap_or_default();
    // DBS 22-32-3: one or more Battle Cards of the colours, from Active Mode to Rest Mode.
    let fits = Filter::Either(colors.iter().map(Filter::Color).collect());
    let slot = b.slot();
    let from = Select::new(mine(Area::Battle), battle_card().and(fits), HowMany::AnyNumber);
    cost.steps.push(Step::Choose { who: Who::You, slot, from });
    cost.steps.push(Step::Do(Verb::Rest(Target::Slot(slot))));
    // "… equal to the total power of the cards switched to Rest Mode by this skill".
    b.counted = Some(Amount::Figure(Figure::Power, Box::new(Target::Slot(slot))));
    // DBS 22-32-4.
    let effect = grammar::body(&lex, p, b)?;
    let trigger = Trigger::<Dbs> { moment: Moment::Attacks, subject: Filter::This, cond: None };
    let areas = home(card, SkillKind::Auto);
    // DBS 22-32-1: an [Auto] skill.
    let mut skill = assemble(&cost, effect, When::Trigger(vec![trigger]), SkillKind::Auto, areas);
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    Some(skill)
}
