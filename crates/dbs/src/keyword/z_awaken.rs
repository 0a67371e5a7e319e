//! [Z-Awaken] (DBS 22-46): a Z-Leader from the Z-Deck goes on top of an awakened Leader.

use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_cost};
use crate::vocab::{Dbs, Test, Verb, Window};
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Among, Cond, Filter, Step, Target, When};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = p.attempt_with(b, |p, b| keyword_cost(&lex, p, b)).unwrap_or_default();
    let noun = grammar::noun_phrase(&lex, p, b)?;
    p.mark('.');
    let leader = Target::Test(Test::YourLeader);
    // DBS 22-46-3: a Leader on its back that is no Z-Card.
    let fits = noun.filter.and(Filter::Test(Test::Awakened));
    let named = Cond::Is(leader.clone(), fits);
    cost.cond = Some(match cost.cond.take() {
        Some(cond) => cond.and(named),
        None => named,
    });
    // DBS 22-46-3-1: in any order. What is paid of the Z-Energy lies in the Drop Area and may serve the skill cost, so that it goes
    // first, but where the skill cost is about the Z-Energy itself.
    let at = if cost.steps.iter().any(is_about_z_energy) { cost.steps.len() } else { 0 };
    cost.steps.insert(at, Step::Do(Verb::PayZ));
    // DBS 22-46-6.
    let effect = vec![Step::Do(Verb::PlaceOnLeader { on: leader })];
    // DBS 22-46-5: from the Z-Deck, face down.
    let areas = area_bit(Area::ZDeck);
    // DBS 22-46-1: an [Activate : Main/Battle] skill.
    let mut skill = assemble(&cost, effect, When::Use(Window::MainOrBattle), SkillKind::Activate, areas);
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.z_awaken = true;
    Some(skill)
}

/// Whether a step takes cards of the Z-Energy or puts some there.
fn is_about_z_energy(step: &Step<Dbs>) -> bool {
    match step {
        Step::Choose { from, .. } => {
            matches!(&from.among, Among::Zones { zones, .. } if zones.contains(&Area::ZEnergy))
        }
        Step::Do(Verb::Move { to, .. }) => to.area == Area::ZEnergy,
        _ => false,
    }
}
