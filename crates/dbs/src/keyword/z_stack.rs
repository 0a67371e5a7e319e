//! [Z-Stack X] (DBS 22-47): when the card comes into play, specified cards from the Z-Deck go under it.

use super::mine;
use crate::card::{Kind, Printed};
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_cost};
use crate::vocab::{Dbs, Moment, Verb};
use effects::text::{Builder, Parser};
use effects::{Amount, Filter, HowMany, Select, Step, Target, Trigger, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed, n: i32) -> Option<Skill> {
    let lex = Words::new(card);
    let cost = p.attempt_with(b, |p, b| keyword_cost(&lex, p, b)).unwrap_or_default();
    let filter = lex.phrase(p, b)?.filter;
    p.mark('.');
    // DBS 22-47-2-1: from the Z-Deck, face up or down; DBS 22-47-4: up to X of them, under this card.
    let slot = b.slot();
    let from = Select::new(mine(Area::ZDeck), filter, HowMany::UpTo(Amount::Fixed(n)));
    let effect = vec![
        Step::Choose { who: Who::You, slot, from },
        Step::Do(Verb::Tuck { what: Target::Slot(slot), under: Target::This }),
    ];
    // DBS 22-47-3: placed at the top of a Leader Area, as only a Leader is, or in a Battle Area.
    let (moment, areas) = match card.kind {
        Kind::Leader => (Moment::PlacedInLeader, area_bit(Area::Leader)),
        _ => (Moment::PlacedInBattle, area_bit(Area::Battle) | area_bit(Area::Unison)),
    };
    let when = When::Trigger(vec![Trigger::<Dbs> { moment, subject: Filter::This, cond: None }]);
    let mut skill = assemble(&cost, effect, when, SkillKind::Auto, areas);
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    Some(skill)
}
