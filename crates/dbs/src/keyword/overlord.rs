//! [Overlord] (DBS 22-41): a Battle Card with [Servant] goes to the bottom of its owner's deck, and its player draws a card.

use super::{battle_card, mine};
use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, assemble, cost_of, home};
use crate::vocab::{Keyword, To, Verb, Window};
use effects::{Amount, Filter, HowMany, Select, Slot, Step, Target, When, Who};

pub fn skill(card: &Printed) -> Skill {
    let slot = Slot(0);
    let servant = battle_card().and(Filter::Has(Keyword::Servant));
    let from = Select::new(mine(Area::Battle), servant, HowMany::Exactly(Amount::Fixed(1)));
    // DBS 22-41-2.
    let to = To { bottom: true, ..To::area(Area::Deck) };
    let cost = cost_of(vec![
        Step::Choose { who: Who::You, slot, from },
        Step::Do(Verb::Move { what: Target::Slot(slot), to }),
    ]);
    // DBS 22-41-3.
    let effect = vec![Step::Do(Verb::Draw { who: Who::You, n: Amount::Fixed(1) })];
    let areas = home(card, SkillKind::Activate);
    // DBS 22-41-1: an [Activate : Main] skill.
    assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, areas)
}
