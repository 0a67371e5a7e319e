//! [Union-Absorb] (DBS 22-13-6): activated in the Battle Area; plays a named Battle Card on top of the card itself.

use crate::card::Printed;
use crate::state::Area;
use crate::text::{Skill, SkillKind, Words, area_bit, assemble, keyword_cost};
use crate::vocab::{Dbs, Verb, Window};
use effects::text::{Builder, Parser};
use effects::{Amount, HowMany, Step, Target, When, Who};

pub fn read(p: &mut Parser<'_>, b: &mut Builder<Dbs>, card: &Printed) -> Option<Skill> {
    let lex = Words::new(card);
    // DBS 22-13-6-4: a skill cost, a colon and an effect.
    let cost = keyword_cost(&lex, p, b)?;
    // DBS 1-7-1, 22-13-6-4: "If your Leader Card is red, …" behind the colon is part of the effect.
    let cond = p.attempt_with(b, |p, b| {
        p.take("if").then_some(())?;
        let cond = effects::text::grammar::condition(&lex, p, b)?;
        p.mark(',').then_some(cond)
    });
    let chosen = p.take("choose");
    if !chosen {
        p.take("play").then_some(())?;
    }
    let select = lex.select(p, b, Who::You, HowMany::Exactly(Amount::Fixed(1)))?;
    if chosen {
        (p.take(", play it") || p.take("and play it") || p.take("and place it")).then_some(())?;
    }
    p.take("on top of this card").then_some(())?;
    let active = p.take("in active mode");
    let searched =
        matches!(&select.among, effects::Among::Zones { zones, .. } if zones.contains(&Area::Deck));
    if p.take(", then shuffle your deck")
        || p.take(". then ,? shuffle your deck")
        || p.take(". shuffle your deck")
        || p.take(", and shuffle your deck")
    {
        let _ = p.take("if you looked through it") || p.take("then");
    } else if searched {
        return p.want("the shuffle");
    }
    p.mark('.');
    let slot = b.slot();
    // DBS 22-13-6-4c.
    let effect = vec![
        Step::Choose { who: Who::You, slot, from: select },
        Step::If {
            cond: effects::Cond::Compare(Amount::Bound(slot), effects::Cmp::AtLeast, Amount::Fixed(1)),
            then: vec![Step::Do(Verb::Play {
                what: Target::Slot(slot),
                rest: false,
                active,
                opponents: false,
                markers: None,
                // DBS 22-13-6-3-1: what changes position or power carries over to the card on top.
                on: Some(Target::This),
                evolves: false,
            })],
            otherwise: Vec::new(),
        },
    ];
    let mut effect = effect;
    if searched {
        effect.push(Step::Do(Verb::Shuffle { who: Who::You, area: Area::Deck }));
    }
    if let Some(cond) = cond {
        effect = vec![Step::If { cond, then: effect, otherwise: Vec::new() }];
    }
    let mut skill =
        // DBS 22-13-6-4b: in the Battle Area.
        assemble(&cost, effect, When::Use(Window::Main), SkillKind::Activate, area_bit(Area::Battle));
    skill.energy = cost.energy;
    skill.cost_cond = cost.cond;
    skill.mentions_play = true;
    Some(skill)
}
