//! [Aegis XY] (DBS 22-30): in the Defense Step, cards of the colours from the hand switch two energy to Active Mode.

use super::mine;
use crate::card::{Color, Colors, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, assemble, cost_of, home};
use crate::vocab::{CardState, Dbs, Fact, Test, To, Verb, Window};
use effects::{Amount, Cond, Filter, HowMany, Select, Slot, Step, Target, When, Who};

/// DBS 22-30-3, 22-34-3: cards from the hand whose original colours are those named, placed in the Drop Area. One card
/// may have several of them: then no other is needed for those.
pub fn discard_colors(colors: Colors) -> Vec<Step<Dbs>> {
    let has = |color: Color| Filter::Test(Test::OriginalColors(Colors::of(color)));
    let choose = |slot, filter| {
        let from = Select::new(mine(Area::Hand), filter, HowMany::Exactly(Amount::Fixed(1)));
        Step::Choose { who: Who::You, slot, from }
    };
    let drop = |slot| Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Drop) });
    let first = Slot(20);
    let mut steps = vec![choose(first, Filter::Either(colors.iter().map(has).collect())), drop(first)];
    for (at, color) in colors.iter().enumerate() {
        let slot = Slot(21 + at as u8);
        let other = has(color).and(Filter::Bound(first).negate());
        steps.push(Step::If {
            cond: Cond::Is(Target::Slot(first), has(color)),
            then: Vec::new(),
            otherwise: vec![choose(slot, other), drop(slot)],
        });
    }
    steps
}

pub fn skill(card: &Printed, colors: Colors) -> Skill {
    // DBS 22-30-3: the cost; DBS 22-30-4: only in the Defense Step of the opponent's turn.
    let mut cost = cost_of(discard_colors(colors));
    cost.cond = Some(Cond::Fact(Fact::OpponentsTurn));
    let slot = Slot(0);
    let rested = Filter::Is(CardState::Rest);
    let from = Select::new(mine(Area::Energy), rested, HowMany::UpTo(Amount::Fixed(2)));
    // DBS 22-30-5.
    let effect = vec![Step::Choose { who: Who::You, slot, from }, Step::Do(Verb::Ready(Target::Slot(slot)))];
    let areas = home(card, SkillKind::Activate);
    // DBS 22-30-1: an [Activate : Battle] skill.
    let mut skill = assemble(&cost, effect, When::Use(Window::Battle), SkillKind::Activate, areas);
    skill.cost_cond = cost.cond;
    skill.needs_pair = true;
    skill
}
