//! Cards that go somewhere: playing, placing, returning, revealing, digivolving, linking.

use super::cards::{self, Home, Object, chosen, end_of, select_of, to_hand};
use super::clause::{Form, verb_is};
use super::lexicon::{B, COLORS, WORDS, attempt, names};
use crate::vocab::*;
use effects::text::grammar::{how_many, noun_phrase};
use effects::text::{Noun, Parser};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// One of your cards in the battle area that fits.
pub fn yours(filter: Filter<Dcg>) -> Select<Dcg> {
    let among = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
    Select::new(among, filter, HowMany::Exactly(Amount::Fixed(1)))
}

/// What is done to: one object, or several joined by "and". A place said last holds for all.
pub fn objects(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    if let Some(target) = attempt(p, b, |p, b| several(p, b, home)) {
        return Some(target);
    }
    let first = cards::object(p, b, home)?;
    let mut all = vec![first.target];
    while let Some(next) = attempt(p, b, |p, b| {
        if !p.take("and") {
            return None;
        }
        // "this Tamer and 1 [A] and 1 [B] from your trash": the last place holds for those that name none.
        if let Some(target) = attempt(p, b, |p, b| several(p, b, home)) {
            return Some(target);
        }
        // "and it …", "and this Digimon gets …" begin another clause.
        let object = cards::object(p, b, home)?;
        let more = p.ahead(
            "get/gets/gain/gains/may/can/can't/unsuspend/unsuspends/suspends/attacks/is/are/has/have/isn't",
        );
        (!more).then_some(object.target)
    }) {
        all.push(next);
    }
    if all.len() == 1 {
        return all.pop();
    }
    let target = Target::Several(all);
    b.it = Some(target.clone());
    Some(target)
}

/// "1 card with [A] in its name and 1 [B] among them": the place stands behind the last.
fn several(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    let mut nouns: Vec<Noun<Dcg>> = Vec::new();
    let mut optional = false;
    if let Some(found) = attempt(p, b, elliptic) {
        nouns = found;
    } else if let Some(found) = attempt(p, b, each_of) {
        nouns = found;
    } else if p.take("1 each of") || p.take("1 of each of") {
        let (names, _) = names(p)?;
        let among = cards::place(p, b);
        for name in names {
            let count = Some(HowMany::Exactly(Amount::Fixed(1)));
            nouns.push(Noun { count, whose: None, filter: Filter::Name(name), among: among.clone() });
        }
    } else {
        let mut joined = false;
        loop {
            let mut and = false;
            let next = attempt(p, b, |p, b| {
                if !nouns.is_empty() {
                    p.mark(',');
                    and = p.take("and");
                    if and {
                        if p.mark('/') {
                            // "1 … and/or 1 …": each as the player likes.
                            if !p.take("or") {
                                return None;
                            }
                            optional = true;
                        }
                    } else if !p.ahead("1/2/3/up") {
                        return None;
                    }
                }
                let noun = noun_phrase(&WORDS, p, b)?;
                noun.count.is_some().then_some(noun)
            });
            match next {
                Some(noun) => {
                    joined = and;
                    nouns.push(noun);
                }
                None => break,
            }
        }
        // "…, 1 of your Digimon gets …" begins another clause: the last of a list is joined by "and".
        if !joined {
            return None;
        }
    }
    // "suspend all … and 1 of your Digimon gets …": the last one begins another clause.
    if nouns.len() < 2
        || p.ahead("get/gets/gain/gains/may/can/can't/unsuspends/suspends/attacks/is/are/has/have/isn't")
    {
        return None;
    }
    let place = match nouns.last()?.among.clone() {
        Some(place) => place,
        None if nouns.iter().all(|noun| noun.whose.is_some()) => {
            Among::Zones { whose: Who::Owner, zones: home.zones.to_vec() }
        }
        None => b.place.clone()?,
    };
    let mut all = Vec::new();
    for mut noun in nouns {
        if let (true, Some(HowMany::Exactly(count))) = (optional, &noun.count) {
            noun.count = Some(HowMany::UpTo(count.clone()));
        }
        if noun.among.is_none() && noun.whose.is_none() {
            noun.among = Some(place.clone());
        }
        let select = select_of(noun, home.whose, home.zones)?;
        all.push(chosen(b, select, home.by).target);
    }
    let target = Target::Several(all);
    b.it = Some(target.clone());
    Some(target)
}

/// "1 each of level 3, level 4 and level 5 Digimon cards with …": one card for each adjective.
fn each_of(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Noun<Dcg>>> {
    use effects::text::Lexicon;
    if !p.take("1 each of") {
        return None;
    }
    let mut all = vec![WORDS.adjective(p, b)?];
    while let Some(next) = attempt(p, b, |p, b| {
        let comma = p.mark(',');
        if !(p.take("and") || comma) {
            return None;
        }
        WORDS.adjective(p, b)
    }) {
        all.push(next);
    }
    if all.len() < 2 {
        return None;
    }
    let last = noun_phrase(&WORDS, p, b)?;
    let count = Some(HowMany::Exactly(Amount::Fixed(1)));
    let noun = |filter: Filter<Dcg>| Noun {
        count: count.clone(),
        whose: last.whose,
        filter: filter.and(last.filter.clone()),
        among: last.among.clone(),
    };
    Some(all.into_iter().map(noun).collect())
}

/// "1 of your opponent's level 3, 1 of their level 5 and 1 of their level 7 Digimon": the noun stands behind the last.
fn elliptic(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Noun<Dcg>>> {
    use effects::text::Lexicon;
    let mut short = Vec::new();
    while let Some(next) = attempt(p, b, |p, b| {
        let count = how_many(p)?;
        let whose = effects::text::grammar::whose(p);
        let filter = WORDS.adjective(p, b)?;
        let comma = p.mark(',');
        let joined = p.take("and") || comma;
        joined.then_some(Noun { count: Some(count), whose, filter, among: None })
    }) {
        short.push(next);
    }
    if short.is_empty() {
        return None;
    }
    let last = noun_phrase(&WORDS, p, b)?;
    let alike = short.iter().all(|noun| noun.whose.is_some() == last.whose.is_some());
    if last.count.is_none() || !alike || last.whose.is_some() == last.among.is_some() {
        return None;
    }
    let kind = match &last.filter {
        Filter::All(all) => all.iter().find(|one| matches!(one, Filter::Kind(_)))?.clone(),
        Filter::Kind(kind) => Filter::Kind(*kind),
        _ => return None,
    };
    for noun in &mut short {
        noun.filter = noun.filter.clone().and(kind.clone());
    }
    short.push(last);
    Some(short)
}

/// A verb done to one card, as done later to the card carried along.
pub fn carried(verb: &Verb) -> Option<(Verb, Target<Dcg>)> {
    let carry = |target: &Target<Dcg>| match target {
        Target::This | Target::Slot(_) | Target::Subject | Target::Test(Test::Made) => Some(target.clone()),
        _ => None,
    };
    Some(match verb {
        Verb::Delete(target) => (Verb::Delete(Target::Subject), carry(target)?),
        Verb::Trash(target) => (Verb::Trash(Target::Subject), carry(target)?),
        Verb::ToHand(target) => (Verb::ToHand(Target::Subject), carry(target)?),
        Verb::ToDeck(target, end) => (Verb::ToDeck(Target::Subject, *end), carry(target)?),
        Verb::Unsuspend(target) => (Verb::Unsuspend(Target::Subject), carry(target)?),
        Verb::Suspend(target) => (Verb::Suspend(Target::Subject), carry(target)?),
        Verb::GainMemory(..) | Verb::LoseMemory(..) | Verb::Draw(..) => (verb.clone(), Target::This),
        Verb::Play { what, pay, suspended, quiet } => {
            let play =
                Verb::Play { what: Target::Subject, pay: pay.clone(), suspended: *suspended, quiet: *quiet };
            (play, carry(what)?)
        }
        _ => return None,
    })
}

/// "without paying the cost", "with the play cost reduced by 2", "for a digivolution cost of 3".
pub fn pay(p: &mut Parser<'_>, b: &mut B) -> Option<Pay> {
    attempt(p, b, paid)
}

fn paid(p: &mut Parser<'_>, b: &mut B) -> Option<Pay> {
    p.mark(',');
    p.take("and");
    if p.attempt(|p| {
        if !p.take("without paying its/the/their/that/this") {
            return None;
        }
        p.take("card/digimon/tamer 's");
        p.take("play/memory/digivolution/use/link");
        p.take("cost/costs").then_some(())
    })
    .is_some()
    {
        return Some(Pay::Free);
    }
    if p.take("without paying costs/cost") {
        return Some(Pay::Free);
    }
    if let Some(pay) = attempt(p, b, |p, b| {
        if !p.take("with") {
            return None;
        }
        p.take("the/its/their/that");
        p.take("card 's");
        p.take("play/digivolution/memory/use/link");
        if !p.take("cost/costs reduced by") {
            return None;
        }
        let n = p.number()?;
        Some(Pay::Less(super::clause::each(p, b, n)))
    }) {
        return Some(pay);
    }
    if let Some(n) = p.attempt(|p| {
        if !p.take("for") {
            return None;
        }
        p.take("a/the");
        p.take("reduced");
        p.take("play/digivolution/memory/use/link");
        if !p.take("cost of") {
            return None;
        }
        p.number()
    }) {
        return Some(Pay::Instead(Amount::Fixed(n)));
    }
    if p.take("for its/the cost")
        || p.take("for its/the digivolution/play/use/memory? cost")
        || p.take("by paying its/the digivolution/play? cost")
        || p.take("for its/the dna digivolve/digivolution cost")
    {
        return Some(Pay::Full);
    }
    None
}

const HAND: &[Place] = &[Place::Hand];

/// Every verb that moves cards.
pub fn moving(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    type Reader = fn(&mut Parser<'_>, &mut B, Form, Home<'_>) -> Option<Vec<Step<Dcg>>>;
    let readers: [Reader; 11] = [
        super::token::token,
        play,
        use_option,
        returning,
        adding,
        placing,
        showing,
        linking,
        digivolving,
        dna,
        flipping,
    ];
    readers.iter().find_map(|read| attempt(p, b, |p, b| read(p, b, form, home)))
}

fn play(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "play/plays/playing") {
        return None;
    }
    if p.take("or use") {
        let what = objects(p, b, Home { whose: home.by, zones: HAND, ..home })?;
        let pay = pay(p, b).unwrap_or(Pay::Full);
        return (home.by == Who::You).then(|| vec![Step::Do(Verb::PlayOrUse { what, pay })]);
    }
    let early = pay(p, b);
    p.mark(',');
    let what = objects(p, b, Home { whose: home.by, zones: HAND, ..home })?;
    // A token is made, not taken from anywhere: without its description it cannot be.
    let makes_token =
        b.prelude.iter().any(|step| matches!(step, Step::Choose { from, .. } if names_token(&from.filter)));
    if makes_token {
        return None;
    }
    if p.take("to your empty breeding area")
        || p.take("to/in an empty space in your breeding area")
        || p.take("into/to the/your breeding area")
    {
        let pay = early.or_else(|| pay(p, b)).unwrap_or(Pay::Full);
        return Some(vec![Step::Do(Verb::PlayToBreeding { what, pay })]);
    }
    p.take("as another/a new? digimon");
    p.take("as other digimon");
    p.take("as a tamer or another digimon");
    p.take("without battling and?");
    let mut suspended = p.take("suspended");
    // "play 1 [X] suspended among them".
    if let (true, Some(slot)) = (suspended && p.ahead("among"), b.shown) {
        if let Some(Step::Choose { from, .. }) = b.prelude.last_mut() {
            p.take("among them");
            from.among = Among::Slot(slot);
        }
    }
    let paid = match early {
        Some(pay) => pay,
        None => pay(p, b).unwrap_or(Pay::Full),
    };
    suspended |= p.take("suspended");
    // What an effect makes the other player play costs them nothing, or it is not read.
    if home.by != Who::You && paid != Pay::Free {
        return None;
    }
    // What was played is a new card: "it" is what this effect made.
    b.it = match what {
        Target::Several(_) | Target::Each(_) => None,
        _ => Some(Target::Test(Test::Made)),
    };
    Some(vec![Step::Do(Verb::Play { what, pay: paid, suspended, quiet: false })])
}

fn names_token(filter: &Filter<Dcg>) -> bool {
    match filter {
        Filter::Kind(Kind::Token) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().any(names_token),
        _ => false,
    }
}

fn use_option(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if home.by != Who::You || !verb_is(p, form, "use/uses/using") {
        return None;
    }
    let what = objects(p, b, Home { whose: home.by, zones: HAND, ..home })?;
    let pay = pay(p, b).unwrap_or(Pay::Full);
    Some(vec![Step::Do(Verb::Use { what, pay })])
}

/// "return … to the hand", "… to the bottom of its owner's deck".
fn returning(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "return/returns/returning") {
        return None;
    }
    // "the top card of 1 of your [X] to the hand": what is under it stays.
    if let Some(steps) = attempt(p, b, |p, b| {
        if !p.take("the top card of") {
            return None;
        }
        let what = cards::object(p, b, home)?.target;
        to_hand(p).then(|| vec![Step::Do(Verb::Peel(what, Peeled::Hand))])
    }) {
        return Some(steps);
    }
    let what = objects(p, b, home)?;
    goes(p, b, what)
}

/// Where returned or placed cards go: hand or an end of the deck.
fn goes(p: &mut Parser<'_>, b: &mut B, what: Target<Dcg>) -> Option<Vec<Step<Dcg>>> {
    if to_hand(p) {
        return Some(vec![Step::Do(Verb::ToHand(what))]);
    }
    attempt(p, b, |p, b| {
        if !p.take("to/at/on/back") {
            return None;
        }
        p.take("to");
        let (end, _, zone) = end_of(p)?;
        // Digi-Egg cards go to the bottom of their own deck (DCG 3-1-3-5).
        if !(zone == Place::Deck || zone == Place::Eggs && end == End::Bottom) {
            return None;
        }
        let ordered =
            p.take("in any order") || p.take("in the order you want") || matches!(what, Target::Several(_));
        in_order(b, what, Verb::ToDeck, end, ordered)
    })
}

/// Several cards to an end of the deck: the player orders them (DCG 15-15-3-5).
fn in_order(
    b: &mut B,
    what: Target<Dcg>,
    make: fn(Target<Dcg>, End) -> Verb,
    end: End,
    ordered: bool,
) -> Option<Vec<Step<Dcg>>> {
    // What is left of the cards shown, or all of them by their pronoun.
    let shown = b.shown.filter(|shown| what == cards::unmoved(*shown) || what == Target::Slot(*shown));
    if let Some(slot) = shown {
        let rest = Filter::Test(Test::Unmoved);
        let from = Select { ordered: true, ..Select::new(Among::Slot(slot), rest, HowMany::All) };
        let order = b.slot();
        return Some(vec![
            Step::Choose { who: Who::You, slot: order, from },
            Step::Do(make(Target::Slot(order), end)),
        ]);
    }
    if let Target::Slot(slot) = what {
        if ordered {
            if let Some(Step::Choose { slot: last, from, .. }) = b.prelude.last_mut() {
                if *last == slot {
                    from.ordered = true;
                }
            }
        }
    }
    Some(vec![Step::Do(make(what, end))])
}

/// "add … to the hand".
fn adding(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "add/adds/adding") {
        return None;
    }
    let what = objects(p, b, home)?;
    // Among revealed cards a card without a place is one of them, which is not known to be meant.
    let field = matches!(b.prelude.last(), Some(Step::Choose { from, .. })
        if matches!(&from.among, Among::Zones { whose: Who::Both, zones } if zones[..] == [Place::Battle]));
    if field && b.shown.is_some() {
        return None;
    }
    to_hand(p).then(|| vec![Step::Do(Verb::ToHand(what))])
}

fn face(p: &mut Parser<'_>) -> Option<Face> {
    if p.take("face-up") || p.take("face up") {
        Some(Face::Up)
    } else if p.take("face-down") || p.take("face down") {
        Some(Face::Down)
    } else {
        None
    }
}

/// "place …": under a card, into security, onto the deck, into the battle area.
fn placing(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !(verb_is(p, form, "place/places/placing") || verb_is(p, form, "put/puts/putting")) {
        return None;
    }
    if let Some(steps) = attempt(p, b, |p, b| sinking(p, b, home)) {
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
    if let Some(steps) = attempt(p, b, |p, _| {
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
    if let Some(steps) = attempt(p, b, |p, b| {
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
    let (host, end) = under_what(p, b, home)?;
    if host == what {
        return None;
    }
    b.it = Some(host.clone());
    b.moved = Some(what.clone());
    if turned.is_none() {
        turned = face(p);
    }
    p.take("in any order");
    Some(vec![Step::Do(Verb::PlaceUnder { what, host, end, face: turned.unwrap_or(Face::Up) })])
}

/// "the top card of this Digimon as this Digimon's bottom digivolution card": a stack's top card goes to its bottom.
fn sinking(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    let what = if p.take("the top card of") {
        cards::object(p, b, home)?.target
    } else {
        let what = cards::object(p, b, home)?.target;
        if !p.take("'s top stacked card") {
            return None;
        }
        what
    };
    let turned = face(p);
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
fn under_what(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<(Target<Dcg>, End)> {
    let end = |p: &mut Parser<'_>| {
        if p.take("top") {
            Some(End::Top)
        } else if p.take("bottom") {
            Some(End::Bottom)
        } else {
            None
        }
    };
    if let Some(found) = attempt(p, b, |p, b| {
        if !p.take("as") {
            return None;
        }
        // "as the bottom digivolution card of …".
        if let Some(found) = attempt(p, b, |p, b| {
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
        if let Some(either) = attempt(p, b, |p, b| or_under(p, b, &host, home)) {
            return (end == End::Bottom).then_some((either, end));
        }
        Some((host, end))
    }) {
        return Some(found);
    }
    if let Some(found) = attempt(p, b, |p, b| {
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
    if let Some(found) = attempt(p, b, |p, b| {
        if !p.take("in/into") {
            return None;
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
    let at = attempt(p, b, |p, _| {
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
        if let Some(either) = attempt(p, b, |p, b| or_under(p, b, &host, home)) {
            return Some((either, End::Bottom));
        }
    }
    Some((host, at.unwrap_or(End::Bottom)))
}

/// "… or under 1 of your red Tamers", behind another host: both descriptions together, to choose one from.
fn or_under(p: &mut Parser<'_>, b: &mut B, first: &Target<Dcg>, home: Home<'_>) -> Option<Target<Dcg>> {
    if !p.take("or under") {
        return None;
    }
    let noun = noun_phrase(&WORDS, p, b)?;
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
fn host_owner(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
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

/// The card that something goes under: one, chosen where there is a choice.
fn host(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    let saved = b.it.clone();
    if cards::this(p) {
        return Some(Target::This);
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
    if let Some(target) = attempt(p, b, |p, b| {
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
    attempt(p, b, |p, b| {
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

/// "reveal the top 3 cards of your deck", "look at …", "search your security stack".
fn showing(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    let make: fn(Target<Dcg>) -> Verb = if verb_is(p, form, "reveal/reveals/revealing") {
        Verb::Reveal
    } else if verb_is(p, form, "look/looks/looking") && p.take("at")
        || verb_is(p, form, "search/searches/searching")
    {
        Verb::Look
    } else {
        return None;
    };
    // The whole security stack.
    if let Some(steps) = attempt(p, b, |p, b| {
        let whose = effects::text::grammar::whose(p)?;
        if !(p.take("security stack") || p.take("security cards")) {
            return None;
        }
        let select =
            Select::new(Among::Zones { whose, zones: vec![Place::Security] }, Filter::Any, HowMany::All);
        Some(shown(b, make, Target::Each(Box::new(select))))
    }) {
        return Some(steps);
    }
    let object = cards::object(p, b, Home { whose: home.by, zones: HAND, ..home })?;
    match object.target {
        Target::Slot(slot) => {
            b.shown = Some(slot);
            b.it = Some(Target::Slot(slot));
            Some(vec![Step::Do(make(Target::Slot(slot)))])
        }
        Target::This => Some(vec![Step::Do(make(Target::This))]),
        target => Some(shown(b, make, target)),
    }
}

fn shown(b: &mut B, make: fn(Target<Dcg>) -> Verb, to: Target<Dcg>) -> Vec<Step<Dcg>> {
    let slot = b.slot();
    b.shown = Some(slot);
    b.it = Some(Target::Slot(slot));
    vec![Step::Bind { slot, to }, Step::Do(make(Target::Slot(slot)))]
}

/// "link 1 [X] in your hand to this Digimon without paying the cost".
fn linking(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "link/links/linking") {
        return None;
    }
    let what = objects(p, b, Home { whose: home.by, zones: HAND, ..home })?;
    if !p.take("to/with") {
        return None;
    }
    let several = matches!(b.prelude.last(), Some(Step::Choose { from, .. })
        if !matches!(from.count, HowMany::Exactly(Amount::Fixed(1))));
    let before = b.prelude.len();
    let to = host(p, b, home)?;
    let pay = pay(p, b).unwrap_or(Pay::Full);
    // Several cards "to any of your Digimon": each to one of its own.
    if let (true, Target::Slot(over), Target::Slot(_)) = (several, &what, &to) {
        let choose = b.prelude.split_off(before);
        let slot = b.slot();
        let mut steps = choose;
        steps.push(Step::Do(Verb::Link { what: Target::Slot(slot), host: to, pay }));
        return Some(vec![Step::Each { over: *over, slot, steps }]);
    }
    Some(vec![Step::Do(Verb::Link { what, host: to, pay })])
}

/// "digivolve this Digimon into …", as an order or a cost.
fn digivolving(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "digivolve/digivolves/digivolving") {
        return None;
    }
    let what = cards::object(p, b, home)?.target;
    if !p.take("into") {
        return None;
    }
    digivolve_into(p, b, what)
}

/// "DNA digivolve this Digimon and 1 of your other Digimon into …".
fn dna(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "dna") || !p.take("digivolve/digivolving") {
        return None;
    }
    let with = if p.take("this digimon and 1/one of your other digimon in? play?") {
        Some(Target::This)
    } else if p.take("2 of your digimon in? play?") {
        None
    } else {
        return None;
    };
    if !p.take("into") {
        return None;
    }
    dna_into(p, b, with, home.by)
}

/// Behind "DNA digivolve into": the card in the hand.
pub fn dna_into(p: &mut Parser<'_>, b: &mut B, with: Option<Target<Dcg>>, by: Who) -> Option<Vec<Step<Dcg>>> {
    let into = cards::one(p, b, Home { by, whose: Who::You, zones: HAND })?.target;
    let _ = p.take("by paying its/the dna? digivolve/digivolution? cost");
    let paid = pay(p, b).unwrap_or(Pay::Full);
    // "That Digimon" is the new one.
    b.it = Some(Target::Test(Test::Made));
    Some(vec![Step::Do(Verb::DnaDigivolve { with, into, pay: paid })])
}

/// "flip your opponent's top face-down security card face up".
fn flipping(p: &mut Parser<'_>, b: &mut B, form: Form, home: Home<'_>) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "flip/flips/flipping") {
        return None;
    }
    let what = cards::object(p, b, home)?.target;
    let turned = face(p)?;
    Some(vec![Step::Do(Verb::Flip(what, turned))])
}

/// Behind "into": the card, its place, what is paid, what is waived.
pub fn digivolve_into(p: &mut Parser<'_>, b: &mut B, what: Target<Dcg>) -> Option<Vec<Step<Dcg>>> {
    let subject = b.it.clone();
    let home = Home { by: Who::You, whose: Who::You, zones: HAND };
    let object = cards::one(p, b, home)?;
    let early = waived(p);
    let paid = pay(p, b);
    let waive = if early == Waive::Nothing { waived(p) } else { early };
    // "for a cost of 3, ignoring …" and the other way round.
    let paid = paid.or_else(|| pay(p, b)).unwrap_or(Pay::Full);
    let waive = p
        .attempt(|p| {
            if !p.take("as if this/that/the/it tamer/card? is a level") {
                return None;
            }
            let level = u8::try_from(p.number()?).ok()?;
            let color = p.lookup(&COLORS);
            p.take("digimon").then_some(Waive::As(level, color))
        })
        .unwrap_or(waive);
    // "it" stays the Digimon that digivolves.
    b.it = match what {
        Target::Slot(_) | Target::This | Target::Subject => Some(what.clone()),
        _ => subject,
    };
    Some(vec![Step::Do(Verb::Digivolve { what, into: object.target, pay: paid, waive, quiet: false })])
}

fn waived(p: &mut Parser<'_>) -> Waive {
    p.attempt(|p| {
        p.mark(',');
        p.take("and/while");
        if !p.take("ignoring") {
            return None;
        }
        p.take("its/the/that/their");
        p.take("card 's");
        if p.take("digivolution? requirements/requirement") {
            Some(Waive::All)
        } else if p.take("level/levels") || p.take("level requirement/requirements") {
            Some(Waive::Level)
        } else if p.take("color requirement/requirements") {
            Some(Waive::Color)
        } else {
            None
        }
    })
    .unwrap_or(Waive::Nothing)
}
