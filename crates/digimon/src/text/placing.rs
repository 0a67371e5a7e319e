//! Cards that are placed: under other cards, in the security stack, in the battle area, at an end of the deck.

use super::cards::{self, Home, Object, chosen, select_of};
use super::clause::{Form, verb_is};
use super::lexicon::{B, WORDS};
use super::moves::{in_order, yours};
use super::pile::end_of;
use super::several::objects;
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::noun_phrase;
use effects::{Amount, Filter, HowMany, Select, Step, Target, Who};

pub fn face(p: &mut Parser<'_>) -> Option<Face> {
    if p.take("face-up") || p.take("face up") {
        Some(Face::Up)
    } else if p.take("face-down") || p.take("face down") {
        Some(Face::Down)
    } else {
        None
    }
}

/// "place …": under a card, into security, onto the deck, into the battle area.
pub fn placing(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !(verb_is(p, form, "place/places/placing") || verb_is(p, form, "put/puts/putting")) {
        return None;
    }
    if let Some(steps) = p.attempt_with(b, |p, b| sinking(p, b, home)) {
        return Some(steps);
    }
    // "that Digimon" and "its" behind the card that goes mean what was spoken of before it.
    let before = b.it.clone();
    let what = objects(p, b, home)?;
    let mut turned = face(p);
    p.take("suspended");
    // "the rest in your opponent's security stack face down".
    if let Some(whose) = b.shown.filter(|shown| what == cards::unmoved(*shown)).and_then(|_| {
        p.attempt(|p| {
            if !p.take("in/into") {
                return None;
            }
            let whose = effects::text::grammar::whose(p)?;
            p.take("security stack").then_some(whose)
        })
    }) {
        let face = turned.or_else(|| face(p))?;
        return Some(vec![Step::Do(Verb::ToSecurity { what, whose, end: End::Bottom, face })]);
    }
    if p.take("in/into/on your? the? its? owner? 's? battle area") {
        return Some(vec![Step::Do(Verb::PlaceInBattle(what))]);
    }
    // "as your bottom security card", "as the top security card", "on top of your security stack".
    if let Some(steps) = p.attempt_with(b, |p, _| {
        if !p.take("as") {
            return None;
        }
        let whose = if p.take("its owner 's") {
            Who::Owner
        } else if let Some(who) = effects::text::grammar::whose(p) {
            who
        } else {
            p.take("the/a");
            Who::Owner
        };
        let end = if p.take("top or bottom") {
            End::Either
        } else if p.take("top") {
            End::Top
        } else if p.take("bottom") {
            End::Bottom
        } else {
            return None;
        };
        if !p.take("security card/cards") {
            return None;
        }
        let face = turned.or_else(|| face(p)).unwrap_or(Face::Down);
        Some(vec![Step::Do(Verb::ToSecurity { what: what.clone(), whose, end, face })])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        if !p.take("on/at/to") {
            return None;
        }
        let (end, whose, zone) = end_of(p)?;
        if turned.is_none() {
            turned = face(p);
        }
        match zone {
            Place::Security => {
                let face = turned.unwrap_or(Face::Down);
                p.take("in any order");
                Some(vec![Step::Do(Verb::ToSecurity { what: what.clone(), whose, end, face })])
            }
            Place::Deck => {
                let ordered = p.take("in any order") || p.take("in the order you want");
                in_order(b, what.clone(), Verb::ToDeck, end, ordered)
            }
            _ => None,
        }
    }) {
        return Some(steps);
    }
    b.it = before;
    p.attempt(|p| (p.mark(',') && p.ahead("under")).then_some(()));
    p.take("in any order");
    let (host, end) = under_what(p, b, home)?;
    not_under_itself(b, &what, &host);
    if host == what {
        return None;
    }
    // What was taken from a pile without a look is nothing that "it" could mean afterwards, and neither is the host.
    b.it = (!cards::is_end_of_pile(&what)).then(|| host.clone());
    b.moved = Some(what.clone());
    if turned.is_none() {
        turned = face(p);
    }
    p.take("in any order");
    Some(vec![Step::Do(Verb::PlaceUnder { what, host, end, face: turned.unwrap_or(Face::Up) })])
}

/// "the top card of this Digimon as this Digimon's bottom digivolution card": a stack's top card goes to its bottom.
pub fn sinking(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    let what = if p.take("the top stacked? card of") {
        cards::object(p, b, home)?.target
    } else {
        let what = cards::object(p, b, home)?.target;
        if !p.take("'s top stacked card") {
            return None;
        }
        what
    };
    let turned = face(p);
    if p.take("on top of your/their security stack") || p.take("on top of its owner 's security stack") {
        let turned = turned.or_else(|| face(p));
        return Some(vec![Step::Do(Verb::Peel(
            what,
            Peeled::Security(End::Top, turned.unwrap_or(Face::Down)),
        ))]);
    }
    if !p.take("as") {
        return None;
    }
    if let Some(to) = p.attempt(|p| {
        p.take("the/your/its");
        p.take("owner 's");
        let end = if p.take("top") { End::Top } else { p.take("bottom").then_some(End::Bottom)? };
        p.take("security card").then_some(Peeled::Security(end, turned.unwrap_or(Face::Down)))
    }) {
        return Some(vec![Step::Do(Verb::Peel(what, to))]);
    }
    if turned.is_some() {
        return None;
    }
    if !p.take("its") {
        if !(cards::this(p) || p.take("that digimon")) {
            return None;
        }
        if !p.take("'s") {
            return None;
        }
    }
    p.take("bottom digivolution card").then(|| vec![Step::Do(Verb::SinkTop(what))])
}

/// "under this Digimon as its bottom digivolution card", "as this Digimon's bottom digivolution card",
/// "at the bottom of its digivolution cards", "under 1 of your Tamers".
pub fn under_what(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<(Target<Dcg>, End)> {
    let end = |p: &mut Parser<'_>| {
        if p.take("top or bottom") {
            Some(End::Either)
        } else if p.take("top") {
            Some(End::Top)
        } else if p.take("bottom") {
            Some(End::Bottom)
        } else {
            None
        }
    };
    if let Some(found) = p.attempt_with(b, |p, b| {
        if !p.take("as") {
            return None;
        }
        // "as the bottom digivolution card of …".
        if let Some(found) = p.attempt_with(b, |p, b| {
            p.take("the/a");
            let end = end(p).unwrap_or(End::Bottom);
            if !p.take("digivolution card/cards of/under/for") {
                return None;
            }
            Some((host(p, b, home)?, end))
        }) {
            return Some(found);
        }
        let host = if p.take("its/their") || p.take("any of their") {
            b.it.clone().filter(|it| *it != Target::This).unwrap_or(Target::This)
        } else {
            let host = host(p, b, home)?;
            if !p.take("'s/'") {
                return None;
            }
            host
        };
        let end = end(p).unwrap_or(End::Bottom);
        if !p.take("digivolution card/cards") {
            return None;
        }
        // "… or under any of your Tamers": one host of either kind.
        if let Some(either) = p.attempt_with(b, |p, b| or_under(p, b, &host, home)) {
            return (end == End::Bottom).then_some((either, end));
        }
        Some((host, end))
    }) {
        return Some(found);
    }
    if let Some(found) = p.attempt_with(b, |p, b| {
        if !p.take("at/on the?") {
            return None;
        }
        let end = end(p)?;
        if !p.take("of") {
            return None;
        }
        Some((host_owner(p, b, home)?, end))
    }) {
        return Some(found);
    }
    if let Some(found) = p.attempt_with(b, |p, b| {
        if !p.take("in/into") {
            return None;
        }
        if p.take("the digivolution cards of") {
            return Some((host(p, b, home)?, End::Bottom));
        }
        Some((host_owner(p, b, home)?, End::Bottom))
    }) {
        return Some(found);
    }
    if !p.take("under/underneath/beneath") {
        return None;
    }
    let host = host(p, b, home)?;
    p.take("in any order");
    // DCG 4-9: without a word about it, a card goes to the bottom.
    let at = p.attempt_with(b, |p, _| {
        if p.take("at the bottom of its/their digivolution cards") {
            return Some(End::Bottom);
        }
        if p.take("as one/1 of its/their/the digivolution cards") {
            return Some(End::Bottom);
        }
        if !(p.take("as its/their/the") || p.take("as a")) {
            return None;
        }
        let end = end(p);
        p.take("digivolution card/cards").then_some(end.unwrap_or(End::Bottom))
    });
    if at != Some(End::Top) {
        if let Some(either) = p.attempt_with(b, |p, b| or_under(p, b, &host, home)) {
            return Some((either, End::Bottom));
        }
    }
    Some((host, at.unwrap_or(End::Bottom)))
}

/// "… or under 1 of your red Tamers", behind another host: both descriptions together, to choose one from.
pub fn or_under(p: &mut Parser<'_>, b: &mut B, first: &Target<Dcg>, home: Home<'_>) -> Option<Target<Dcg>> {
    if !(p.take("or under") || p.ahead("or your tamers") && p.take("or")) {
        return None;
    }
    let mut noun = noun_phrase(&WORDS, p, b)?;
    noun.count = noun.count.or(Some(HowMany::Exactly(Amount::Fixed(1))));
    let second = select_of(noun, Who::Both, &[Place::Battle])?;
    if !matches!(second.count, HowMany::Exactly(Amount::Fixed(1))) {
        return None;
    }
    match first {
        Target::This => {
            let filter = Filter::Either(vec![Filter::This, second.filter.clone()]);
            Some(chosen(b, Select { filter, ..second }, home.by).target)
        }
        // The first host was to be chosen: from both kinds instead.
        Target::Slot(slot) => {
            let choice = b.prelude.iter_mut().rev().find_map(|step| match step {
                Step::Choose { slot: held, from, .. } if held == slot => Some(from),
                _ => None,
            })?;
            if choice.among != second.among || choice.count != second.count {
                return None;
            }
            let before = std::mem::replace(&mut choice.filter, Filter::Any);
            choice.filter = Filter::Either(vec![before, second.filter]);
            Some(first.clone())
        }
        _ => None,
    }
}

/// "its digivolution cards", "1 of your Digimon's digivolution cards": the card that something goes under.
pub fn host_owner(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    let host = if p.take("its/their") {
        b.it.clone().unwrap_or(Target::This)
    } else {
        let host = host(p, b, home)?;
        if !p.take("'s/'") {
            return None;
        }
        host
    };
    p.take("digivolution cards").then_some(host)
}

/// "1 of your opponent's Digimon under another of your opponent's Digimon": another than the one that goes there.
fn not_under_itself(b: &mut B, what: &Target<Dcg>, host: &Target<Dcg>) {
    let (Target::Slot(what), Target::Slot(host)) = (what, host) else { return };
    for step in &mut b.prelude {
        let Step::Choose { slot, from, .. } = step else { continue };
        if slot != host {
            continue;
        }
        let theirs = matches!(from.among, effects::Among::Zones { whose: Who::Opponent, .. });
        other_than(&mut from.filter, theirs, *what);
    }
}

/// "Another" of the opponent's is another than the one that was chosen before, and never this one.
fn other_than(filter: &mut Filter<Dcg>, theirs: bool, what: effects::Slot) {
    match filter {
        Filter::All(all) => {
            let theirs = theirs || all.contains(&Filter::Of(Who::Opponent));
            for one in all.iter_mut().filter(|one| theirs && **one == Filter::This.negate()) {
                *one = Filter::Bound(what).negate();
            }
        }
        // "… or under an opponent's Tamer".
        Filter::Either(any) => any.iter_mut().for_each(|one| other_than(one, theirs, what)),
        _ => {}
    }
}

/// The card that something goes under: one, chosen where there is a choice.
pub fn host(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    let saved = b.it.clone();
    if cards::this(p) {
        // "… of this Digimon with no Tamer cards in its digivolution cards": only if it is one.
        let only = super::lexicon_postfix(p, b);
        if only != Filter::Any {
            return Some(chosen(b, yours(Filter::This.and(only)), home.by).target);
        }
        return Some(Target::This);
    }
    // Of a card that is about to be played.
    if b.it == Some(Target::Subject) && p.take("the digimon/card card? played") {
        return Some(Target::Subject);
    }
    // "If you have a Digimon with …, place this card under 1 of those Digimon".
    if let (None | Some(Target::This), Some(spoken)) = (&b.it, b.spoken.clone()) {
        if p.take("1/one/any of those digimon/tamers") || p.take("that digimon/tamer") {
            return Some(chosen(b, yours(spoken), home.by).target);
        }
    }
    if let Some(it) = cards::it(p, b) {
        return Some(it);
    }
    // "1 of your [X] trait or 1 of your level 3 Digimon".
    if let Some(target) = p.attempt_with(b, |p, b| {
        use effects::text::Lexicon;
        if !p.take("1 of your") {
            return None;
        }
        let first = WORDS.adjective(p, b)?;
        if !p.take("or 1 of your") {
            return None;
        }
        let second = WORDS.adjective(p, b)?;
        if !p.take("digimon") {
            return None;
        }
        let filter = Filter::Either(vec![first, second]).and(Filter::Kind(Kind::Digimon));
        Some(chosen(b, yours(filter), home.by).target)
    }) {
        return Some(target);
    }
    p.attempt_with(b, |p, b| {
        let mut noun = noun_phrase(&WORDS, p, b)?;
        if noun.count.is_none() {
            // "under your Tamer".
            noun.count = Some(HowMany::Exactly(Amount::Fixed(1)));
        }
        let mut select = select_of(noun, Who::Both, &[Place::Battle])?;
        if !matches!(select.count, HowMany::Exactly(Amount::Fixed(1))) {
            return None;
        }
        select.count = HowMany::Exactly(Amount::Fixed(1));
        let Object { target, .. } = chosen(b, select, home.by);
        if saved.is_some() {
            b.it = Some(target.clone());
        }
        Some(target)
    })
}
