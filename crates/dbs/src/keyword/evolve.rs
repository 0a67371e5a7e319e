//! [Evolve], [EX-Evolve], [Xeno-Evolve] (DBS 22-5): played from the hand on top of a Battle Card of one's own, or by
//! sending that card to the Warp.

use super::mine;
use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, cost_of, keyword_cost};
use crate::vocab::{Dbs, Test, To, Verb, Window};
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Amount, Cond, Filter, HowMany, Select, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed, xeno: bool) -> Option<Skill> {
    let lex = Words::new(card);
    // Some are printed without the colon: energy, and the card.
    let mut cost = match p.attempt_with(b, |p, b| keyword_cost(&lex, p, b)) {
        Some(cost) => cost,
        None => {
            let mut cost = cost_of(Vec::new());
            cost.energy = crate::text::energy(p).unwrap_or_default();
            p.mark(',');
            cost
        }
    };
    // DBS 22-5-3: one fitting Battle Card of one's own is chosen.
    let noun = grammar::noun_phrase(&lex, p, b)?;
    let filter = super::battle_card().and(noun.filter);
    p.mark('.');
    let slot = b.slot();
    let from = Select::new(mine(Area::Battle), filter, HowMany::Exactly(Amount::Fixed(1)));
    let there = Filter::Test(Test::InArea(Area::Battle)).and(Filter::Of(Who::You));
    let still = Cond::Is(Target::Slot(slot), from.filter.clone().and(there));
    cost.steps.push(Step::Choose { who: Who::You, slot, from });
    let play = |on| Verb::Play {
        what: Target::This,
        rest: false,
        active: false,
        opponents: false,
        markers: None,
        on,
        // DBS 22-5-2-1d: it is an evolved card.
        evolves: true,
    };
    let effect = if xeno {
        // DBS 22-5-6.
        vec![Step::IfDid {
            steps: vec![Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Warp) })],
            then: vec![Step::Do(play(None))],
        }]
    } else {
        // DBS 22-5-5.
        vec![Step::Do(play(Some(Target::Slot(slot))))]
    };
    // DBS 22-5-5-1, 3-12-2-5: without the chosen card as it has to be it fails, and DBS 22-5-7: goes to the Drop Area.
    let fails = vec![Step::Do(Verb::Move { what: Target::This, to: To::area(Area::Drop) })];
    let effect = vec![Step::If { cond: still, then: effect, otherwise: fails }];
    let mut skill =
        // DBS 22-5-4: only in the hand.
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Hand));
    skill.energy = cost.energy;
    // DBS 22-5-2-1: where it gives no condition, none has to be met.
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    skill.moves_itself = true;
    Some(skill)
}
