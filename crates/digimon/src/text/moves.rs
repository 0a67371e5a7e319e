//! Cards that go somewhere: playing, placing, returning, revealing, digivolving, linking.

use super::cards::{self, Home, chosen};
use super::clause::{Form, verb_is};
use super::lexicon::B;
use super::pile::{end_of, to_hand};
use super::placing::{face, host, placing};
use super::several::objects;
use super::words::COLORS;
use crate::vocab::*;
use effects::text::Parser;
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// One of your cards in the battle area that fits.
pub fn yours(filter: Filter<Dcg>) -> Select<Dcg> {
    let among = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
    Select::new(among, filter, HowMany::Exactly(Amount::Fixed(1)))
}

/// A verb done to one card, as done later to the card carried along.
pub fn carried(verb: &Verb) -> Option<(Verb, Target<Dcg>)> {
    let carry = |target: &Target<Dcg>| match target {
        Target::This | Target::Slot(_) | Target::Subject | Target::Several(_) => Some(target.clone()),
        Target::Test(Test::Made | Test::Those) => Some(target.clone()),
        _ => None,
    };
    // What is carried along may be several cards (DCG 18-1-1).
    let all = Target::Test(Test::Those);
    Some(match verb {
        Verb::Delete(target) => (Verb::Delete(all), carry(target)?),
        Verb::Trash(target) => (Verb::Trash(all), carry(target)?),
        Verb::ToHand(target) => (Verb::ToHand(all), carry(target)?),
        Verb::ToDeck(target, end) => (Verb::ToDeck(all, *end), carry(target)?),
        Verb::Unsuspend(target) => (Verb::Unsuspend(all), carry(target)?),
        Verb::Suspend(target) => (Verb::Suspend(all), carry(target)?),
        Verb::GainMemory(..) | Verb::LoseMemory(..) | Verb::Draw(..) => (verb.clone(), Target::This),
        Verb::Play { what, pay, suspended, quiet } => {
            let play = Verb::Play { what: all, pay: pay.clone(), suspended: *suspended, quiet: *quiet };
            (play, carry(what)?)
        }
        _ => return None,
    })
}

/// "without paying the cost", "with the play cost reduced by 2", "for a digivolution cost of 3".
pub fn pay(p: &mut Parser<'_>, b: &mut B) -> Option<Pay> {
    p.attempt_with(b, paid)
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
    if let Some(pay) = p.attempt_with(b, |p, b| {
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
    readers.iter().find_map(|read| p.attempt_with(b, |p, b| read(p, b, form, home)))
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
    let hand = Home { whose: home.by, zones: HAND, ..home };
    let names = super::lexicon::names(&mut p.clone());
    let named = matches!(names, Some((_, false)));
    let what = objects(p, b, hand)?;
    // "play [A] and [B]" would be one of each.
    if matches!((&names, &what), (Some((_, true)), Target::Each(_))) {
        return None;
    }
    let what = match what {
        // "play [X] from your hand" is one card.
        Target::Each(select) if named && select.count == HowMany::All => {
            let one = HowMany::Exactly(Amount::Fixed(1));
            chosen(b, Select { count: one, ..*select }, home.by).target
        }
        what => what,
    };
    // "play 1 A from your trash or 1 B from …": one of the two.
    if let Some((other, paid)) = p.attempt_with(b, |p, b| {
        let other = or_play(p, b, hand)?;
        let paid = early.clone().or_else(|| pay(p, b));
        Some((other, paid.unwrap_or(Pay::Full)))
    }) {
        let mut one = std::mem::take(&mut b.prelude);
        let play = |what| Step::Do(Verb::Play { what, pay: paid.clone(), suspended: false, quiet: false });
        one.push(play(what));
        let (mut two, what) = other;
        two.push(play(what));
        let options = vec![("1".into(), one), ("2".into(), two)];
        b.it = Some(Target::Test(Test::Made));
        return (home.by == Who::You).then(|| vec![Step::OneOf { who: Who::You, pick: 1, options }]);
    }
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

/// "… or 1 B from your hand", behind what is played: the choice of the other, and what it is bound to.
pub fn or_play(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<(Vec<Step<Dcg>>, Target<Dcg>)> {
    p.mark(',');
    if !p.take("or") {
        return None;
    }
    let outer = std::mem::take(&mut b.prelude);
    // "or, from your hand or trash, 1 B".
    let place = p.attempt_with(b, |p, b| {
        p.mark(',').then_some(())?;
        let place = cards::place(p, b)?;
        p.mark(',').then_some(place)
    });
    if !p.ahead("1/2/3/up") {
        return None;
    }
    let before = place.clone().and_then(|place| b.place.replace(place));
    let what = objects(p, b, home);
    if place.is_some() {
        b.place = before;
    }
    let steps = std::mem::replace(&mut b.prelude, outer);
    matches!(what, Some(Target::Slot(_))).then_some(())?;
    Some((steps, what?))
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
    if let Some(steps) = p.attempt_with(b, |p, b| {
        if !p.take("the top card of") {
            return None;
        }
        let what = cards::object(p, b, home)?.target;
        to_hand(p).then(|| vec![Step::Do(Verb::Peel(what, Peeled::Hand))])
    }) {
        return Some(steps);
    }
    // "all cards in your or your opponent's trash": of one player, whom the player chooses.
    if p.take("all cards in your or your opponent 's trash") {
        let of = |whose| {
            let among = Among::Zones { whose, zones: vec![Place::Trash] };
            Target::Each(Box::new(Select::new(among, Filter::Any, HowMany::All)))
        };
        let mut again = p.clone();
        let mine = goes(&mut again, b, of(Who::You))?;
        let theirs = goes(p, b, of(Who::Opponent))?;
        let options = vec![("1".to_string(), mine), ("2".to_string(), theirs)];
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options }]);
    }
    // "to the hand or play without paying the cost 1 level 4 or lower Digimon card": either with the same card.
    if p.take("to the hand or play without paying the cost/costs") {
        let what = objects(p, b, home)?;
        let [Step::Choose { who, from, .. }] = &b.prelude[..] else { return None };
        let (who, from, slot) = (*who, from.clone(), b.slot());
        let what_else = Target::Slot(slot);
        let play = Verb::Play { what: what_else, pay: Pay::Free, suspended: false, quiet: false };
        let mut one = std::mem::take(&mut b.prelude);
        one.push(Step::Do(Verb::ToHand(what)));
        let other = vec![Step::Choose { who, slot, from }, Step::Do(play)];
        let options = vec![("1".into(), one), ("2".into(), other)];
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options }]);
    }
    let what = objects(p, b, home)?;
    goes(p, b, what)
}

/// Where returned or placed cards go: hand or an end of the deck.
fn goes(p: &mut Parser<'_>, b: &mut B, what: Target<Dcg>) -> Option<Vec<Step<Dcg>>> {
    let early = p.take("in any order");
    if to_hand(p) {
        return Some(vec![Step::Do(Verb::ToHand(what))]);
    }
    p.attempt_with(b, |p, b| {
        if !p.take("to/at/on/back") {
            return None;
        }
        p.take("to");
        let (end, _, zone) = end_of(p)?;
        // Digi-Egg cards go to the bottom of their own deck (DCG 3-1-3-5).
        if !(zone == Place::Deck || zone == Place::Eggs && end == End::Bottom) {
            return None;
        }
        let ordered = early
            || p.take("in any order")
            || p.take("in the order you want")
            || matches!(what, Target::Several(_));
        in_order(b, what, Verb::ToDeck, end, ordered)
    })
}

/// Several cards to an end of the deck: the player orders them (DCG 15-15-3-5).
pub fn in_order(
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
    // Among revealed cards a card without a place is one of them: nothing on the field is ever added to a hand.
    let field = matches!(b.prelude.last(), Some(Step::Choose { from, .. })
        if matches!(&from.among, Among::Zones { whose: Who::Both, zones } if zones[..] == [Place::Battle]));
    if let (true, Some(slot), Some(Step::Choose { from, .. })) = (field, b.shown, b.prelude.last_mut()) {
        from.among = Among::Slot(slot);
    }
    to_hand(p).then(|| vec![Step::Do(Verb::ToHand(what))])
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
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let whose = effects::text::grammar::whose(p)?;
        let zone = if p.take("security stack") || p.take("security cards") {
            Place::Security
        } else if whose == Who::Opponent && home.by == Who::You && p.take("hand") {
            Place::Hand
        } else {
            return None;
        };
        let select = Select::new(Among::Zones { whose, zones: vec![zone] }, Filter::Any, HowMany::All);
        let mut steps = shown(b, make, Target::Each(Box::new(select)));
        // "search your security stack for 1 …": the one is chosen among them.
        if p.take("for") {
            let among = Among::Slot(b.shown?);
            let place = b.place.replace(among);
            let found = super::clause::with_prelude(p, b, |p, b| {
                let found = cards::object(p, b, home)?.target;
                matches!(found, Target::Slot(_)).then(Vec::new)
            });
            b.place = place;
            steps.extend(found?);
        }
        Some(steps)
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
    let spoken = b.it.clone();
    let what = objects(p, b, Home { whose: home.by, zones: HAND, ..home })?;
    // "link 1 … card from your hand with the cost reduced by 2": to any of your Digimon.
    if let Some(pay) = pay(p, b) {
        let to = chosen(b, yours(Filter::Kind(Kind::Digimon)), home.by).target;
        return matches!(what, Target::Slot(_)).then(|| vec![Step::Do(Verb::Link { what, host: to, pay })]);
    }
    if !p.take("to/with") {
        return None;
    }
    let several = matches!(b.prelude.last(), Some(Step::Choose { from, .. })
        if !matches!(from.count, HowMany::Exactly(Amount::Fixed(1))));
    // "1 of those Digimon" was spoken of before the card that is linked to it.
    if p.ahead("1/one/any of those digimon") || p.ahead("that digimon") {
        b.it = spoken;
    }
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
    // "Digivolve your [A] into …": one of them.
    let what = match p.ahead("your") {
        true => cards::one(p, b, Home { whose: Who::You, zones: &[Place::Battle], ..home })?.target,
        false => cards::object(p, b, home)?.target,
    };
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
    let mut other = None;
    let with = if let Some((with, beside)) = p.attempt_with(b, dna_materials) {
        other = Some(beside);
        Some(with)
    } else if p.take("this digimon and 1/one/any of your other digimon in? play?") {
        Some(Target::This)
    } else if p.take("2 of your digimon in? play?") {
        None
    } else if let Some(it) = p.attempt_with(b, |p, b| {
        let it = cards::it(p, b)?;
        p.take("and 1/one/any of your other digimon").then_some(it)
    }) {
        Some(it)
    } else {
        return None;
    };
    // Some lists print the verb again.
    p.take("may dna digivolve");
    if !p.take("into") {
        return None;
    }
    dna_into(p, b, (with, other), home.by)
}

/// "1 of your [A] and 1 [B] in the trash", "this Digimon and 1 of your other Digimon with [A] in its name": the first is a Digimon,
/// the other is one of so many cards.
pub fn dna_materials(p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Dcg>, Select<Dcg>)> {
    let with = if cards::this(p) {
        Target::This
    } else if let Some(it) = cards::it(p, b) {
        it
    } else {
        let noun = effects::text::grammar::noun_phrase(&super::lexicon::WORDS, p, b)?;
        let one = noun.count == Some(HowMany::Exactly(Amount::Fixed(1))) && noun.whose == Some(Who::You);
        if !one || noun.among.is_some() {
            return None;
        }
        let mut select = cards::select_of(noun, Who::You, &[Place::Battle])?;
        select.count = HowMany::All;
        Target::Each(Box::new(select))
    };
    if !p.take("and") {
        return None;
    }
    let noun = effects::text::grammar::noun_phrase(&super::lexicon::WORDS, p, b)?;
    if noun.count != Some(HowMany::Exactly(Amount::Fixed(1))) {
        return None;
    }
    let in_play = matches!(&noun.among, Some(Among::Zones { zones, .. }) if zones[..] == [Place::Battle]);
    let field = noun.whose == Some(Who::You) && (noun.among.is_none() || in_play);
    // Any other Digimon needs no description.
    if noun.filter == Filter::This.negate().and(Filter::Kind(Kind::Digimon)) && field {
        return None;
    }
    let mut other = cards::select_of(noun, Who::You, &[Place::Battle])?;
    let places = matches!(&other.among, Among::Zones { whose: Who::You, zones }
        if matches!(zones[..], [Place::Battle] | [Place::Hand] | [Place::Trash]));
    other.count = HowMany::All;
    (field || places).then_some((with, other))
}

/// Behind "DNA digivolve into": the card in the hand.
pub fn dna_into(
    p: &mut Parser<'_>,
    b: &mut B,
    (with, other): (Option<Target<Dcg>>, Option<Select<Dcg>>),
    by: Who,
) -> Option<Vec<Step<Dcg>>> {
    let into = cards::one(p, b, Home { by, whose: Who::You, zones: HAND })?.target;
    let _ = p.take("by paying its/the dna? digivolve/digivolution? cost");
    let paid = pay(p, b).unwrap_or(Pay::Full);
    // "That Digimon" is the new one.
    b.it = Some(Target::Test(Test::Made));
    let other = other.map(Box::new);
    Some(vec![Step::Do(Verb::DnaDigivolve { with, other, into, pay: paid })])
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
    // "this Digimon may digivolve into that card": not into itself, but into the card that the effect waited for.
    let that = b.it == Some(Target::This) && p.take("that card");
    let into = if that { Target::Subject } else { cards::one(p, b, home)?.target };
    let early = waived(p);
    let paid = pay(p, b);
    let waive = if early == Waive::Nothing { waived(p) } else { early };
    // "for a cost of 3, ignoring …" and the other way round.
    let paid = paid.or_else(|| pay(p, b));
    let waive = p
        .attempt(|p| {
            if !p.take("as if this/that/the/it tamer/card? is a level") {
                return None;
            }
            let level = u8::try_from(p.number()?).ok()?;
            let color = COLORS.read(p);
            p.take("digimon").then_some(Waive::As(level, color))
        })
        .unwrap_or(waive);
    // "as if it is a level 4 Digimon for a cost of 3".
    let paid = paid.or_else(|| pay(p, b)).unwrap_or(Pay::Full);
    // "it" stays the Digimon that digivolves.
    b.it = match what {
        Target::Slot(_) | Target::This | Target::Subject => Some(what.clone()),
        _ => subject,
    };
    Some(vec![Step::Do(Verb::Digivolve { what, into, pay: paid, waive, quiet: false })])
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
        if p.take("digivolution? requirements/requirement") || p.take("digivolution conditions/condition") {
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
