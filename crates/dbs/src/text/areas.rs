//! Where a skill is valid: by the kind of its card, and by what its words say of it.

use super::{SkillKind, area_bit, costs, triggers};
use crate::card::{Kind, Printed};
use crate::state::Area;
use crate::vocab::*;
use effects::{Among, Cond, Filter, HowMany, Select, Step, Target, When, Who};

/// DBS 1-5-8, 9-1-3-2: where a skill is valid: where its kind of card is in play, unless its words place it elsewhere.
pub(super) fn areas_of(
    card: &Printed,
    kind: SkillKind,
    when: &When<Dbs>,
    cost: &costs::SkillCost,
    effect: &[Step<Dbs>],
) -> u16 {
    if kind == SkillKind::Counter {
        // DBS 22-10-5.
        return area_bit(Area::Hand);
    }
    // DBS 12-2-2-2: an Extra Card that is used lies in the Drop Area by the time its effect comes to speak of it there:
    // only what it begins with says where it is used from.
    let begins =
        if card.kind == Kind::Extra && kind == SkillKind::Activate { opening(effect) } else { effect };
    let mut own = own_areas(&cost.steps) | own_areas(begins);
    if own == 0 {
        // DBS 9-1-3-2: "if this card is in your Combo Area" says where it is.
        own = cost.cond.as_ref().map_or(0, own_place);
    }
    if own == 0 && cost.cond.as_ref().is_some_and(speaks_of_top) {
        // DBS 9-1-3-2: "if this card is under …" says where it is.
        own = area_bit(Area::Under);
    }
    if let When::Trigger(triggers) = when {
        // "When this card is played or used in a combo": each of them where it is waited for.
        let elsewhere =
            |trigger: &effects::Trigger<Dbs>| Some(triggers::areas(trigger)).filter(|bits| *bits != 0);
        if triggers.iter().any(|trigger| elsewhere(trigger).is_some()) {
            let place = |trigger| elsewhere(trigger).unwrap_or_else(|| home(card, kind));
            return triggers.iter().fold(0, |bits, trigger| bits | place(trigger));
        }
        // A trigger in play whose effect plays the card from where it went is still a trigger in play.
        if triggers.iter().any(|trigger| triggers::is_its_own(&trigger.subject)) {
            own = 0;
        }
    }
    if own != 0 {
        return own;
    }
    home(card, kind)
}

/// Where a card's skills are valid by its kind.
pub fn home(card: &Printed, kind: SkillKind) -> u16 {
    match card.kind {
        Kind::Leader => area_bit(Area::Leader),
        Kind::Battle => area_bit(Area::Battle),
        Kind::Unison => area_bit(Area::Unison),
        Kind::Extra if card.z => area_bit(Area::Battle),
        Kind::Extra => {
            // DBS 22-3-4: with [Field] the other skills count in the Battle Area; else it is activated from the hand.
            let field = kind != SkillKind::Activate || card.is_field;
            if field { area_bit(Area::Battle) } else { area_bit(Area::Hand) }
        }
    }
}

/// The areas that a condition asks the card itself to be in.
fn own_place(cond: &Cond<Dbs>) -> u16 {
    match cond {
        Cond::All(all) => all.iter().fold(0, |bits, one| bits | own_place(one)),
        Cond::Is(Target::This, Filter::Test(Test::InArea(area))) => area_bit(*area),
        _ => 0,
    }
}

/// Whether a condition is about the card on top of this one.
fn speaks_of_top(cond: &Cond<Dbs>) -> bool {
    match cond {
        Cond::All(all) => all.iter().any(speaks_of_top),
        Cond::Is(target, _) => *target == Target::Test(Test::TopOfThis),
        _ => false,
    }
}

/// Areas that steps name for the card itself ("play this card from your hand").
fn own_areas(steps: &[Step<Dbs>]) -> u16 {
    steps.iter().fold(0, |bits, step| {
        bits | match step {
            Step::Bind { slot, to: Target::Each(select) } if slot.0 == THIS_FROM => match &select.among {
                Among::Zones { zones, .. } => zones.iter().fold(0, |bits, zone| bits | area_bit(*zone)),
                _ => 0,
            },
            step => step.lists().into_iter().fold(0, |bits, steps| bits | own_areas(steps)),
        }
    })
}

/// The steps up to the first deed: choices and names are none, and where all hangs on a condition or an offer, its first part.
fn opening(effect: &[Step<Dbs>]) -> &[Step<Dbs>] {
    let picks =
        |step: &Step<Dbs>| matches!(step, Step::Bind { .. } | Step::Choose { .. } | Step::Name { .. });
    match effect.iter().position(|step| !picks(step)) {
        None => effect,
        Some(0) => match effect[0].lists().first() {
            Some(first) => opening(first),
            None => &effect[..=0],
        },
        Some(at) => &effect[..=at],
    }
}

/// The one area in which steps mean the card itself, if they name one.
pub fn means_this_in(steps: &[Step<Dbs>]) -> Option<Area> {
    let bits = own_areas(steps);
    <Area as kernel::Zone>::ALL.iter().copied().find(|area| area_bit(*area) == bits)
}

/// The slot that marks "this card from your hand": it is bound to nothing else.
pub const THIS_FROM: u8 = 30;

/// A mark in the steps that the card itself is meant where it is in that area.
pub fn this_from(area: Area) -> Step<Dbs> {
    let among = Among::Zones { whose: Who::You, zones: vec![area] };
    let select = Select::new(among, Filter::This, HowMany::All);
    Step::Bind { slot: effects::Slot(THIS_FROM), to: Target::Each(Box::new(select)) }
}

/// The same of a [Permanent] skill.
pub(super) fn permanent_areas(card: &Printed, effect: &[Step<Dbs>]) -> u16 {
    let own = own_areas(effect);
    if own != 0 {
        return own;
    }
    // DBS 9-1-3-2: "if this card is in your Warp" says where it is valid, if all of it stands behind such words.
    let place = |step: &Step<Dbs>| match step {
        Step::If { cond, .. } => own_place(cond),
        _ => 0,
    };
    let elsewhere = !effect.is_empty() && effect.iter().all(|step| place(step) != 0);
    match elsewhere {
        true => effect.iter().fold(0, |bits, step| bits | place(step)),
        false => home(card, SkillKind::Permanent),
    }
}

/// Why a [Permanent] skill would not count as it says: of two sentences one is about another area, or what it says of other cards
/// is said from a hand, a deck or life, where no skill of others is looked for.
pub(super) fn nowhere_whole(effect: &[Step<Dbs>]) -> Option<&'static str> {
    let place = |step: &Step<Dbs>| match step {
        Step::If { cond, .. } => own_place(cond),
        _ => 0,
    };
    let there = effect.iter().fold(0, |bits, step| bits | place(step));
    if there == 0 {
        return None;
    }
    if effect.iter().any(|step| place(step) == 0) {
        return Some("one area for the whole skill");
    }
    let hidden = [Area::Hand, Area::Deck, Area::Life].iter().fold(0, |bits, area| bits | area_bit(*area));
    let mut others = false;
    effect.iter().for_each(|step| {
        step.each(&mut |step| {
            others |= matches!(step, Step::Gain { to, .. } if *to != effects::Gainer::Cards(Target::This));
        });
    });
    (there & hidden != 0 && others).then_some("an area that its skill counts in")
}
