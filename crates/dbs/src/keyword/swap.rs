//! [Swap X] (DBS 22-22): the card returns to the hand and a Battle Card of cost X from the hand is played.

use super::{battle_card, mine};
use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_tail};
use crate::vocab::{Dbs, Figure, To, Verb, Window};
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Amount, Cmp, Filter, HowMany, Select, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed, n: i32) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = keyword_tail(&lex, p, b)?;
    let filter = match p.attempt_with(b, |p, b| grammar::noun_phrase(&lex, p, b)) {
        Some(noun) => noun.filter,
        None => Filter::Any,
    };
    p.mark('.');
    let fits =
        battle_card().and(filter).and(Filter::Figure(Figure::EnergyCost, Cmp::Equal, Amount::Fixed(n)));
    let slot = b.slot();
    let from = Select::new(mine(Area::Hand), fits, HowMany::Exactly(Amount::Fixed(1)));
    // DBS 22-22-3: revealed, and this card returned.
    cost.steps.push(Step::Choose { who: Who::You, slot, from });
    cost.steps.push(Step::Do(Verb::Reveal(Target::Slot(slot))));
    cost.steps.push(Step::Do(Verb::Move { what: Target::This, to: To::area(Area::Hand) }));
    // DBS 22-22-4.
    let effect = vec![Step::Do(Verb::Play {
        what: Target::Slot(slot),
        rest: false,
        active: false,
        opponents: false,
        markers: None,
        on: None,
        evolves: false,
    })];
    let mut skill =
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Battle));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    Some(skill)
}
