//! Clauses that move cards or look at them: placing, returning, sending, adding, discarding, looking, revealing, shuffling.

use super::clauses::{Steps, pronoun};
use super::headers::this_from;
use super::nouns::{Words, amount, area_word, possessor};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon};
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// Where something is put: "in your Drop Area", "to its owner's hand", "at the bottom of its owner's deck".
pub(super) fn destination(p: &mut Parser<'_>) -> Option<To> {
    p.attempt(|p| {
        let bottom = if p.take("at/on/to the bottom of") {
            true
        } else if p.take("on/at the top of") || p.take("on top of") {
            false
        } else {
            p.take("in/into/to/on").then_some(())?;
            false
        };
        let _ = possessor(p);
        p.take("the");
        let area = area_word(p)?;
        let mut to = To { bottom, ..To::area(area) };
        loop {
            if p.take("in rest mode") {
                to.rest = true;
            } else if p.take("face up") || p.take("face-up") {
                to.face_up = true;
            } else if p.take("in any order") || p.take("face down") || p.take("in active mode") {
            } else {
                return Some(to);
            }
        }
    })
}

/// "3 cards from the top of your deck", "the top 3 cards of your deck".
pub(super) fn top_cards(p: &mut Parser<'_>) -> Option<(Who, Amount<Dbs>, bool)> {
    p.attempt(|p| {
        let up_to = p.take("up to");
        if p.take("the top") {
            let n = amount(p).unwrap_or(Amount::Fixed(1));
            p.take("card/cards of").then_some(())?;
            let who = grammar::whose(p)?;
            p.take("deck").then_some(())?;
            return Some((who, n, up_to));
        }
        let n = amount(p)?;
        p.take("card/cards from the top of").then_some(())?;
        let who = grammar::whose(p)?;
        p.take("deck").then_some(())?;
        Some((who, n, up_to))
    })
}

pub(super) fn place(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    // The rest of what was looked at.
    if p.take("the rest")
        || p.take("the other cards")
        || p.take("the remaining card/cards")
        || p.take("any other cards")
    {
        let slot = b.shown?;
        let _ = p.take("of them") || p.take("of the cards");
        let to = destination(p)?;
        let in_order =
            Select { ordered: true, ..Select::new(Among::Slot(slot), left_in_deck(), HowMany::All) };
        if to.area == Area::Deck && !p.ahead("and shuffle") {
            let order = b.slot();
            return Some(vec![
                Step::Choose { who, slot: order, from: in_order },
                Step::Do(Verb::Move { what: Target::Slot(order), to }),
            ]);
        }
        let rest = Select::new(Among::Slot(slot), left_in_deck(), HowMany::All);
        return Some(vec![Step::Do(Verb::Move { what: Target::Each(Box::new(rest)), to })]);
    }
    // "put them back in any order": on top of the deck they came from.
    if p.take("them back in any order") {
        let slot = b.shown?;
        let order = b.slot();
        let from = Select { ordered: true, ..Select::new(Among::Slot(slot), left_in_deck(), HowMany::All) };
        let to = To::area(Area::Deck);
        return Some(vec![
            Step::Choose { who, slot: order, from },
            Step::Do(Verb::Move { what: Target::Slot(order), to }),
        ]);
    }
    if let Some((whose, n, up_to)) = top_cards(p) {
        // "under it", "under the chosen card".
        if let Some(under) = p.attempt_with(b, |p, b| {
            p.take("under").then_some(())?;
            lex.host(p, b).filter(|host| !matches!(host, Target::Each(_)))
        }) {
            if let Target::Slot(_) = under {
                b.it = Some(under.clone());
            }
            let name = Step::Name { who, min: Amount::Fixed(0), max: n.clone() };
            let n = if up_to { Amount::Named } else { n };
            let tuck = Step::Do(Verb::TuckTop { who: whose, n, under });
            return Some(if up_to { vec![name, tuck] } else { vec![tuck] });
        }
        if up_to {
            // DBS 5-1-4: up to so many is a number to name.
            let to = destination(p)?;
            let plain =
                !matches!(to.area, Area::Battle | Area::Leader | Area::Unison | Area::Combo | Area::ZDeck);
            plain.then_some(())?;
            let name = Step::Name { who, min: Amount::Fixed(0), max: n };
            return Some(vec![name, Step::Do(Verb::Mill { who: whose, n: Amount::Named, to })]);
        }
        let to = destination(p)?;
        if matches!(to.area, Area::Battle | Area::Leader | Area::Unison | Area::Combo | Area::ZDeck) {
            return None;
        }
        return Some(vec![Step::Do(Verb::Mill { who: whose, n, to })]);
    }
    // "place X in your Drop Area": what follows may be where X is, or where it goes.
    if let Some(steps) = p.attempt_with(b, |p, b| place_object(lex, p, b)) {
        return Some(steps);
    }
    lex.no_place.set(true);
    let steps = p.attempt_with(b, |p, b| place_object(lex, p, b));
    lex.no_place.set(false);
    steps
}

pub(super) fn place_object(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let before = b.it.clone();
    let mut object = lex.shown_object(p, b)?;
    // "under the chosen card": the one chosen before what goes under it.
    if let Some(host @ Target::Slot(_)) = p.attempt(|p| {
        let said = p.take("under the chosen battle? card")
            || p.take("under that battle? card")
            || p.take("under it");
        said.then_some(())?;
        before.clone().filter(|host| *host != object.target && (object.is_this || object.steps.len() == 1))
    }) {
        if object.is_this && p.ahead("from") {
            super::clauses::said_late(lex, p, b, &mut object);
        }
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host.clone() }));
        b.it = Some(host);
        return Some(steps);
    }
    // "under 1 of your <X> cards", "under a {Y} in your Battle Area": chosen as it is done.
    if let Some((choice, host)) = p.attempt_with(b, |p, b| {
        p.take("under").then_some(())?;
        (!p.ahead("this card") && !p.ahead("your leader")).then_some(())?;
        p.take("a/an");
        let noun = lex.phrase(p, b)?;
        let one = matches!(noun.count, None | Some(HowMany::Exactly(Amount::Fixed(1))));
        let named = noun.filter != Filter::Any;
        (one && named).then_some(())?;
        let select = lex.selection(noun, b.actor, HowMany::Exactly(Amount::Fixed(1)));
        let select = Select { count: HowMany::Exactly(Amount::Fixed(1)), ..select };
        let in_play = matches!(&select.among, Among::Zones { zones, .. }
            if zones.iter().all(|zone| super::nouns::IN_PLAY.contains(zone)));
        in_play.then_some(())?;
        let slot = b.slot();
        Some((Step::Choose { who: b.actor, slot, from: select }, Target::Slot(slot)))
    }) {
        let mut steps = object.steps;
        steps.push(choice);
        if object.is_this {
            // "place this card under 1 of your cards, …": what it lies under is spoken of from here on.
            b.it = Some(host.clone());
        }
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host }));
        return Some(steps);
    }
    if let Some(host) = p.attempt(|p| {
        p.take("under").then_some(())?;
        if p.take("this card") {
            return Some(Target::This);
        }
        if p.take("your leader card?") {
            return Some(Target::Test(Test::YourLeader));
        }
        None
    }) {
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host }));
        return Some(steps);
    }
    let to = destination(p)?;
    // "add up to 1 red card to your hand from your deck": where from, said last.
    if let [Step::Choose { from, .. }] = &mut object.steps[..] {
        let bare = matches!(&from.among, Among::Zones { zones, .. } if *zones == super::nouns::default_zones(&from.filter));
        if bare && p.ahead("from") {
            if let Some(place) = p.attempt_with(b, |p, b| lex.place(p, b)) {
                from.among = place;
            }
        }
    }
    if matches!(object.target, Target::Test(Test::Declared | Test::DeclaredBattle)) {
        return p.take("instead").then(|| vec![Step::Do(Verb::NegatePlay(to))]);
    }
    // DBS 17-2-2: an Extra Card is placed in the Battle Area, not played.
    if to.area == Area::Battle {
        let extra = |step: &Step<Dbs>| match step {
            Step::Choose { from, .. } => has_kind(&from.filter, KindWord::Extra) || names_extra(from),
            _ => false,
        };
        object.steps.iter().any(extra).then_some(())?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::PlaceExtra(object.target)));
        return Some(steps);
    }
    if matches!(to.area, Area::Leader | Area::Unison | Area::Combo | Area::ZDeck) {
        return None;
    }
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Move { what: object.target, to }));
    Some(steps)
}

/// Whether cards are meant by their names and come from where only Extra Cards are placed in the Battle Area from.
fn names_extra(from: &Select<Dbs>) -> bool {
    let named = match &from.filter {
        Filter::Name(_) => true,
        Filter::Either(any) => any.iter().all(|one| matches!(one, Filter::Name(_))),
        _ => false,
    };
    named
        && matches!(&from.among, Among::Zones { zones, .. } if zones[..] == [Area::ZDeck] || zones[..] == [Area::Drop])
}

fn has_kind(filter: &Filter<Dbs>, kind: KindWord) -> bool {
    match filter {
        Filter::Kind(one) => *one == kind,
        Filter::All(all) => all.iter().any(|one| has_kind(one, kind)),
        _ => false,
    }
}

/// Cards looked at that have not gone anywhere.
pub(super) fn left_in_deck() -> Filter<Dbs> {
    Filter::Test(Test::InArea(Area::Deck))
}

pub(super) fn add(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    if let Some(n) = p.attempt(|p| {
        p.take("cards from your life to your hand until you have").then_some(())?;
        let n = p.number()?;
        p.take("life left?").then_some(n)
    }) {
        let more = Amount::Plus(Box::new(Amount::Game(Count::Life(Who::You))), Box::new(Amount::Fixed(-n)));
        let life = Among::Zones { whose: Who::You, zones: vec![Area::Life] };
        let slot = b.slot();
        let from = Select::new(life, Filter::Any, HowMany::Exactly(more));
        return Some(vec![
            Step::Choose { who, slot, from },
            Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Hand) }),
        ]);
    }
    // "add 1 card to your energy from the top of your deck".
    if let Some((n, to)) = p.attempt(|p| {
        let n = amount(p)?;
        p.take("card/cards").then_some(())?;
        let to = destination(p)?;
        p.take("from the top of your deck").then_some((n, to))
    }) {
        let plain = matches!(to.area, Area::Energy | Area::Hand | Area::Drop | Area::ZEnergy | Area::Life);
        return plain.then(|| vec![Step::Do(Verb::Mill { who: Who::You, n, to })]);
    }
    // The oldest wording: "add +10000 to this card's Combo for the turn".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let n = p.signed()?;
        p.take("to this card 's combo power?").then_some(())?;
        let until = super::gains::until(p).or(b.until)?;
        let change = Change::ComboPower(Amount::Fixed(n));
        Some(vec![Step::Gain { to: effects::Gainer::Cards(Target::This), change, until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let n = if p.take("a") { 1 } else { p.number()? };
        p.take("marker/markers to").then_some(())?;
        let object = lex.object(p, b, who)?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Markers { what: object.target, n: Amount::Fixed(n) }));
        Some(steps)
    }) {
        return Some(steps);
    }
    place(lex, p, b)
}

pub(super) fn discard(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    let to = To::area(Area::Drop);
    if p.take("this card from your hand") || p.take("this card") {
        b.it = Some(Target::This);
        return Some(vec![this_from(Area::Hand), Step::Do(Verb::Move { what: Target::This, to })]);
    }
    if let Some(target) = pronoun(p, b) {
        return Some(vec![Step::Do(Verb::Move { what: target, to })]);
    }
    let noun = lex.phrase(p, b)?;
    let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let whose = noun.whose.unwrap_or(who);
    let among = match noun.among {
        Some(Among::Zones { whose: place, zones }) if zones == [Area::Hand] => {
            // "their hand" is the actor's own.
            let whose = if place == Who::Opponent { Who::Opponent } else { who };
            Among::Zones { whose, zones }
        }
        None => Among::Zones { whose, zones: vec![Area::Hand] },
        _ => return None,
    };
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    let from = Select::new(among, noun.filter, count);
    Some(vec![Step::Choose { who, slot, from }, Step::Do(Verb::Move { what: Target::Slot(slot), to })])
}

pub(super) fn shuffle(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "shuffle 2 cards from your hand into your deck".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let object = lex.shown_object(p, b)?;
        p.take("into").then_some(())?;
        let who = match possessor(p)? {
            Who::You => Who::You,
            Who::Opponent if b.actor == Who::Opponent => Who::Opponent,
            _ => return None,
        };
        p.take("deck/decks").then_some(())?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Move { what: object.target, to: To::area(Area::Deck) }));
        steps.push(Step::Do(Verb::Shuffle { who, area: Area::Deck }));
        Some(steps)
    }) {
        return Some(steps);
    }
    let who = grammar::whose(p).unwrap_or(b.actor);
    let area = if p.take("deck") {
        Area::Deck
    } else if p.take("life") {
        Area::Life
    } else {
        return None;
    };
    // A choice from the deck shows the deck: it was looked through.
    p.take("if you looked through it");
    Some(vec![Step::Do(Verb::Shuffle { who, area })])
}

pub(super) fn look(_: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("at").then_some(())?;
    let who = b.actor;
    if let Some((whose, area)) = p.attempt(|p| {
        let whose = grammar::whose(p)?;
        let area = area_word(p)?;
        matches!(area, Area::Hand | Area::Life).then_some((whose, area))
    }) {
        b.place = Some(Among::Zones { whose, zones: vec![area] });
        return Some(vec![Step::Do(Verb::LookAt { who, whose, area })]);
    }
    let (whose, n, up_to) = top_cards(p)?;
    let slot = b.slot();
    b.shown = Some(slot);
    b.it = Some(Target::Slot(slot));
    // DBS 5-1-4: up to so many is a number to name.
    if up_to {
        let name = Step::Name { who, min: Amount::Fixed(0), max: n };
        return Some(vec![name, Step::Do(Verb::Look { who, whose, n: Amount::Named, slot })]);
    }
    Some(vec![Step::Do(Verb::Look { who, whose, n, slot })])
}

pub(super) fn reveal(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "your opponent reveals their hand": what is chosen "from it" then is chosen there.
    if b.actor == Who::Opponent && p.take("their hand") {
        b.place = Some(Among::Zones { whose: Who::Opponent, zones: vec![Area::Hand] });
        return Some(vec![Step::Do(Verb::LookAt { who: Who::You, whose: Who::Opponent, area: Area::Hand })]);
    }
    if let Some((whose, n, up_to)) = top_cards(p) {
        let slot = b.slot();
        b.shown = Some(slot);
        b.it = Some(Target::Slot(slot));
        if up_to {
            let name = Step::Name { who: b.actor, min: Amount::Fixed(0), max: n };
            return Some(vec![name, Step::Do(Verb::RevealTop { whose, n: Amount::Named, slot })]);
        }
        return Some(vec![Step::Do(Verb::RevealTop { whose, n, slot })]);
    }
    let object = lex.object(p, b, b.actor)?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Reveal(object.target)));
    Some(steps)
}
