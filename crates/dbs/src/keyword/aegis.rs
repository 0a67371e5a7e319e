//! [Aegis XY] (DBS 22-30): in the Defense Step, cards of the colours from the hand switch two energy to Active Mode.

use super::mine;
use crate::card::{Colors, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, area_bit, assemble, cost_of, home};
use crate::vocab::{CardState, Dbs, Fact, To, Verb, Window};
use effects::{Amount, Cond, Filter, HowMany, Select, Slot, Step, Target, When, Who};

/// A card of each colour from the hand, placed in the Drop Area: one card may have several.
pub fn discard_colors(colors: Colors) -> Vec<Step<Dbs>> {
    let mut steps = Vec::new();
    for (at, color) in colors.iter().enumerate() {
        let slot = Slot(20 + at as u8);
        let mut filter = Filter::Color(color);
        for before in 0..at {
            filter = filter.and(Filter::Bound(Slot(20 + before as u8)).negate());
        }
        let from = Select::new(mine(Area::Hand), filter, HowMany::Exactly(Amount::Fixed(1)));
        steps.push(Step::Choose { who: Who::You, slot, from });
        steps.push(Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Drop) }));
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
    let mut skill = assemble(&cost, effect, When::Use(Window::Battle), SkillKind::Activate, areas);
    skill.cost_cond = cost.cond;
    let _ = area_bit;
    skill
}
