//! [Union-Potara] (DBS 22-13-5): played from the hand on top of two named Battle Cards of one's own.

use super::{battle_card, mine};
use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_cost};
use crate::vocab::{Dbs, Test, To, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Amount, Cond, Filter, HowMany, Select, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Option<Skill> {
    let lex = Words::new(card);
    // Without a cost some are printed without the colon too.
    let mut cost = p.attempt_with(b, |p, b| keyword_cost(&lex, p, b)).unwrap_or_default();
    // DBS 22-13-5-1: two character names behind the colon.
    let mut first = lex.one_kind(p, b)?;
    p.take("and").then_some(())?;
    let mut second = lex.one_kind(p, b)?;
    // "<A> card and <B> card, both black".
    if let Some(all) = p.attempt_with(b, |p, b| {
        p.mark(',').then_some(())?;
        effects::text::grammar::Lexicon::of_all(&lex, p, b)
    }) {
        (first, second) = (first.and(all.clone()), second.and(all));
    }
    p.mark('.');
    let (a, c) = (b.slot(), b.slot());
    let one = |filter| {
        Select::new(mine(Area::Battle), battle_card().and(filter), HowMany::Exactly(Amount::Fixed(1)))
    };
    // DBS 22-13-5-2.
    cost.steps.push(Step::Choose { who: Who::You, slot: a, from: one(first) });
    let other = second.and(Filter::Bound(a).negate());
    cost.steps.push(Step::Choose { who: Who::You, slot: c, from: one(other) });
    // DBS 22-13-5-4: it is placed on top of both, in Active Mode.
    let play = Step::Do(Verb::Play {
        what: Target::This,
        rest: false,
        active: true,
        opponents: false,
        markers: None,
        on: Some(Target::Slot(a)),
        evolves: false,
    });
    // DBS 22-13-5-4-1: what changes the power of either carries over.
    let effect = vec![Step::IfDid { steps: vec![play], then: vec![Step::Do(Verb::Merge(Target::Slot(c)))] }];
    // DBS 22-13-5-2, 22-13-5-4-2: without both of them in the Battle Area it fails, and goes to the Drop Area.
    let there = || Filter::Test(Test::InArea(Area::Battle)).and(Filter::Of(Who::You));
    let still = Cond::Is(Target::Slot(a), there()).and(Cond::Is(Target::Slot(c), there()));
    let fails = vec![Step::Do(Verb::Move { what: Target::This, to: To::area(Area::Drop) })];
    let effect = vec![Step::If { cond: still, then: effect, otherwise: fails }];
    let mut skill =
        // DBS 22-13-5-3: only in the hand.
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    skill.moves_itself = true;
    skill.needs_pair = true;
    Some(skill)
}
