//! [Rejuvenate] (DBS 22-42): a card from under it goes to the Drop Area, and the top card of the deck becomes life.

use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, assemble, home, keyword_tail};
use crate::vocab::{Dbs, To, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = keyword_tail(&lex, p, b)?;
    let slot = b.slot();
    let under = Among::Under { host: Target::This, zone: Area::Under };
    let from = Select::new(under, Filter::Any, HowMany::Exactly(Amount::Fixed(1)));
    // DBS 22-42-3.
    cost.steps.push(Step::Choose { who: Who::You, slot, from });
    cost.steps.push(Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Drop) }));
    // DBS 22-42-4.
    let gain =
        Step::Do(Verb::Mill { who: Who::You, n: Amount::Fixed(1), to: To::area(Area::Life), slot: None });
    let effect =
        vec![Step::May { who: Who::You, steps: vec![gain], then: Vec::new(), otherwise: Vec::new() }];
    let areas = home(card, SkillKind::Activate);
    // DBS 22-42-1: an [Activate : Main] skill.
    let mut skill = assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, areas);
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    Some(skill)
}
