//! [Successor] (DBS 22-38): green and yellow Battle Cards whose costs add up to its own go to the Drop Area, and it is played.

use super::{battle_card, mine};
use crate::card::{Color, Colors, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_tail};
use crate::vocab::{Dbs, Figure, Test, To, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Amount, Cmp, Cond, Filter, HowMany, Select, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = keyword_tail(&lex, p, b)?;
    let only = |colors: Colors| Filter::Test(Test::OnlyColors(colors));
    let (green, yellow) = (Colors::of(Color::Green), Colors::of(Color::Yellow));
    // DBS 22-38-3.
    let fits = battle_card().and(Filter::Either(vec![only(green), only(yellow), only(green.with(yellow))]));
    let total = i32::from(card.cost.value());
    let slot = b.slot();
    let count = HowMany::TotalUpTo(Figure::EnergyCost, Amount::Fixed(total));
    cost.steps.push(Step::Choose { who: Who::You, slot, from: Select::new(mine(Area::Battle), fits, count) });
    let sum = Amount::Figure(Figure::EnergyCost, Box::new(Target::Slot(slot)));
    cost.steps.push(Step::If {
        cond: Cond::Compare(sum, Cmp::Equal, Amount::Fixed(total)),
        then: vec![Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Drop) })],
        otherwise: vec![Step::Do(Verb::Fail)],
    });
    // DBS 22-38-5.
    let effect = vec![super::over_realm::play_this()];
    let mut skill =
        // DBS 22-38-4: in the hand.
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    skill.moves_itself = true;
    skill.needs_total = Some(total);
    Some(skill)
}
