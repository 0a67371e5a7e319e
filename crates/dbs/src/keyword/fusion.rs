//! [Union-Fusion] (DBS 22-13-4): two named Battle Cards of equal power from the hand go to the Drop Area, and it is played.

use super::{battle_card, mine};
use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_cost};
use crate::vocab::{Dbs, Test, To, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Amount, Filter, HowMany, Select, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Option<Skill> {
    let lex = Words::new(card);
    let mut cost = keyword_cost(&lex, p, b)?;
    // DBS 22-13-4-1: two character names behind the colon.
    let first = lex.one_kind(p, b)?;
    p.take("and").then_some(())?;
    let second = lex.one_kind(p, b)?;
    p.mark('.');
    let (a, c) = (b.slot(), b.slot());
    let one =
        |filter| Select::new(mine(Area::Hand), battle_card().and(filter), HowMany::Exactly(Amount::Fixed(1)));
    let mut partner = first;
    partner = partner.and(Filter::This.negate());
    cost.steps.push(Step::Choose { who: Who::You, slot: a, from: one(partner) });
    // DBS 22-13-4-1b: their powers are equal.
    let equal = Filter::Test(Test::PowerOf(a));
    let other = second.and(Filter::This.negate()).and(Filter::Bound(a).negate()).and(equal);
    cost.steps.push(Step::Choose { who: Who::You, slot: c, from: one(other) });
    let both = Target::Several(vec![Target::Slot(a), Target::Slot(c)]);
    // DBS 22-13-4-1d.
    cost.steps.push(Step::Do(Verb::Move { what: both, to: To::area(Area::Drop) }));
    // DBS 22-13-4-1e.
    let effect = vec![super::over_realm::play_this()];
    let mut skill =
        // DBS 22-13-4-1c: only in the hand.
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    skill.moves_itself = true;
    skill.needs_pair = true;
    Some(skill)
}
