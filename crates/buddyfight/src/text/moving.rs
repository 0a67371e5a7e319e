//! Cards that are moved: which ones, and where they are put, dropped or sent.

use super::clause::{number, one, subject};
use super::lexicon::{Lex, choose, one_card, pronoun, soul_of, whose, zones};
use crate::state::Zone;
use crate::vocab::{Step, Test, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::parser::Parser;
use effects::{Among, Amount, Filter, HowMany, Select, Target, Who};

type B = Builder<Words>;

/// Cards that something is done to: meant without a choice, all that fit, or chosen. From a deck the player looks first.
pub(super) fn cards(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    if let Some(target) = p.attempt_with(b, |p, b| pronoun(p, b)) {
        // Where it is now adds nothing.
        p.attempt(|p| {
            let from = p.take("from/on") && (p.take("the field") || whose(p).is_some() && zones(p).is_some());
            from.then_some(())
        });
        p.take("from hand");
        return Some((target, Vec::new()));
    }
    if p.take("your entire hand") || p.take("all cards in/from your hand") {
        let hand =
            Select::new(Among::Zones { whose: Who::You, zones: vec![Zone::Hand] }, Filter::Any, HowMany::All);
        return Some((Target::Each(Box::new(hand)), Vec::new()));
    }
    // "one soul from this monster"
    if let Some(found) = p.attempt_with(b, |p, b| souls(lex, p, b)) {
        return Some(found);
    }
    // "as many 《X》 as you like from your field"
    if let Some(noun) = p.attempt_with(b, |p, b| {
        if !p.take("as many") {
            return None;
        }
        let mut noun = grammar::noun_phrase(lex, p, b)?;
        if noun.count.is_some() || !p.take("as you like") {
            return None;
        }
        if noun.among.is_none() {
            noun.among = effects::text::grammar::Lexicon::place(lex, p, b);
        }
        noun.among.as_ref()?;
        noun.count = Some(HowMany::AnyNumber);
        Some(noun)
    }) {
        let (target, steps) = choose(noun, b, Who::You)?;
        return Some((target, search_first(steps)));
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    let (target, steps) = choose(noun, b, Who::You)?;
    Some((target, search_first(steps)))
}

/// "a soul from this card", "one soul of this monster".
fn souls(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    let all = p.take("all");
    let up_to = p.take("up to");
    let count = if all {
        HowMany::All
    } else {
        let number = Amount::Fixed(number(p)?);
        if up_to { HowMany::UpTo(number) } else { HowMany::Exactly(number) }
    };
    if !p.take("soul/souls") {
        return None;
    }
    let (host, mut steps) = if p.take("from/of/in") {
        match p.attempt_with(b, |p, b| soul_of(lex, p, b)) {
            Some(host) => (host, std::mem::take(&mut b.prelude)),
            None => one_card(lex, p, b)?,
        }
    } else {
        (Target::This, Vec::new())
    };
    let among = Among::Under { host, zone: Zone::Soul };
    if all {
        let every = Select::new(among, Filter::Any, HowMany::All);
        return Some((Target::Each(Box::new(every)), steps));
    }
    let slot = b.slot();
    steps.push(Step::Choose { who: Who::You, slot, from: Select::new(among, Filter::Any, count) });
    Some((Target::Slot(slot), steps))
}

/// A choice from one's deck is made after looking through it.
pub(super) fn search_first(mut steps: Vec<Step>) -> Vec<Step> {
    let from_deck = steps.iter().position(|step| {
        matches!(step, Step::Choose { from: Select { among: Among::Zones { whose: Who::You, zones }, .. }, .. }
            if zones.contains(&Zone::Deck))
    });
    if let Some(at) = from_deck {
        steps.insert(at, Step::Do(Verb::Search(Who::You)));
    }
    steps
}

/// "your hand", "your gauge", "the drop zone", "the bottom of your deck".
pub(super) fn destination(p: &mut Parser<'_>, target: Target<Words>) -> Option<Verb> {
    if p.take("the bottom of") {
        return (owner(p) && p.take("deck")).then_some(Verb::ToDeckBottom(target));
    }
    if p.take("the top of") {
        return (owner(p) && p.take("deck")).then_some(Verb::ToDeckTop(target));
    }
    // What goes back into the deck before it is shuffled goes anywhere in it.
    if p.attempt(|p| (owner(p) && p.take("deck")).then_some(())).is_some() {
        let shuffled = p.ahead(", and shuffle your deck")
            || p.ahead("and shuffle your deck")
            || p.ahead(". shuffle your deck");
        return shuffled.then_some(Verb::ToDeckBottom(target));
    }
    owner(p);
    if p.take("hand") {
        return Some(Verb::ToHand(target));
    }
    if p.take("gauge") {
        return Some(Verb::ToGauge(target));
    }
    if p.take("drop zone/area") || p.take("drop") {
        return Some(Verb::Drop(target));
    }
    None
}

fn owner(p: &mut Parser<'_>) -> bool {
    whose(p).is_some()
        || p.take("its owner 's")
        || p.take("their owner/owners 's/'")
        || p.take("the owner 's")
        || p.take("the")
}

/// "put X into Y": cards, the top of a deck, into zones and souls.
pub(super) fn put(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("put/puts") {
        return None;
    }
    if let Some(steps) = p.attempt_with(b, |p, b| put_top(lex, p, b)) {
        return Some(steps);
    }
    // "put this card on top of a monster on your field": the monster it is called onto becomes its soul.
    if let Some(steps) = p.attempt_with(b, |p, b| on_top(lex, p, b)) {
        return Some(steps);
    }
    // "Its soul" is that of the card meant before, never of the one that is put there.
    let it = b.it.clone();
    let (target, mut steps) = cards(lex, p, b)?;
    if p.take("on") {
        steps.push(Step::Do(destination(p, target)?));
        if p.take("in any order") {
            let choice = steps.iter_mut().find(|step| matches!(step, Step::Choose { .. }));
            if let Some(Step::Choose { from, .. }) = choice {
                from.ordered = true;
            }
        }
        return Some(steps);
    }
    if !(p.take("into/to") || p.ahead("in your drop zone") && p.take("in")) {
        return None;
    }
    if let Some((host, more)) = p.attempt_with(b, |p, b| into_soul(lex, p, b, it)) {
        steps.extend(more);
        let face_down = p.take("face down");
        steps.push(Step::Do(Verb::ToSoul { what: target, host, face_down }));
        return Some(steps);
    }
    steps.push(Step::Do(destination(p, target)?));
    Some(steps)
}

fn on_top(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("this card on top of") {
        return None;
    }
    let mut noun = grammar::noun_phrase(lex, p, b)?;
    noun.among.as_ref()?;
    noun.filter = noun.filter.and(Filter::Test(Test::CallArea));
    let (target, mut steps) = choose(noun, b, Who::You)?;
    if steps.is_empty() {
        return None;
    }
    steps.push(Step::Do(Verb::OnTop(target)));
    Some(steps)
}

/// "this card's soul", "the soul of a monster on your field".
pub(super) fn into_soul(
    lex: &Lex,
    p: &mut Parser<'_>,
    b: &mut B,
    it: Option<Target<Words>>,
) -> Option<(Target<Words>, Vec<Step>)> {
    if p.take("this card/monster/item 's soul") || p.take("the? soul of this card/monster/item") {
        return Some((Target::This, Vec::new()));
    }
    if p.take("its soul") || p.take("that card/monster/item 's soul") {
        return it.map(|it| (it, Vec::new()));
    }
    if !p.take("the? soul of") {
        return None;
    }
    p.take("your");
    let noun = grammar::noun_phrase(lex, p, b)?;
    noun.among.as_ref()?;
    choose(noun, b, Who::You)
}

/// "the top card of your deck into your gauge", "up to two cards from the top of your opponent's deck into …".
fn put_top(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let (number, up_to) = if p.take("the top") {
        let number = p.number().unwrap_or(1);
        if !p.take("card/cards of/from") {
            return None;
        }
        (number, false)
    } else {
        let up_to = p.take("up to");
        let number = number(p)?;
        if !p.take("card/cards from the top of") {
            return None;
        }
        (number, up_to)
    };
    let both = p.take("each player/fighter 's") || p.take("both players/fighters '");
    let who = if both { Who::Both } else { whose(p)? };
    if !p.take("deck/decks") || !p.take("into/to") {
        return None;
    }

    if up_to {
        // The number is named as the effect is carried out.
        let (min, max) = (Amount::Fixed(0), Amount::Fixed(number));
        let named = put_so_many(lex, p, b, who, Amount::Named)?;
        let mut steps = vec![Step::Name { who: Who::You, min, max }];
        steps.extend(named);
        return Some(steps);
    }
    put_so_many(lex, p, b, who, Amount::Fixed(number))
}

/// Where cards from the top of a deck go.
fn put_so_many(
    lex: &Lex,
    p: &mut Parser<'_>,
    b: &mut B,
    who: Who,
    amount: Amount<Words>,
) -> Option<Vec<Step>> {
    if who == Who::You {
        if let Some((host, mut steps)) = p.attempt_with(b, |p, b| {
            let it = b.it.clone();
            into_soul(lex, p, b, it)
        }) {
            let face_down = p.take("face down");
            steps.push(Step::Do(Verb::TopToSoul { host, amount, face_down }));
            return Some(steps);
        }
    }
    owner(p);
    if p.take("gauge") {
        return one(Verb::TopToGauge(who, amount));
    }
    if p.take("drop zone/area") {
        // Where the next sentence asks what they are, "that card" and "them" are the cards put there.
        let asked = ["that card is", "the card is", "there is", "there are", "a", "an"].iter();
        let asked = asked
            .into_iter()
            .any(|words| p.ahead(&format!(". if {words}")) || p.ahead(&format!("! if {words}")));
        if let (true, Amount::Fixed(number)) = (asked, &amount) {
            let drop = Among::Zones { whose: who, zones: vec![Zone::Drop] };
            let new = Filter::Test(Test::NewInDrop((*number).clamp(0, 99) as u8));
            b.it = Some(Target::Each(Box::new(Select::new(drop, new, HowMany::All))));
        }
        return one(Verb::TopToDrop(who, amount));
    }
    if p.take("hand") && who == Who::You {
        return one(Verb::Draw(who, amount));
    }
    None
}

/// "discard a card from your hand", "drop one soul from this card".
pub(super) fn discard(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let who = subject(p);
    if !p.take("discard/discards/drop/drops") {
        return None;
    }
    if who == Who::Opponent {
        // The opponent picks from his or her own hand.
        let number = number(p)?;
        if !p.take("card/cards") {
            return None;
        }
        p.take("from his or her hand");
        let slot = b.slot();
        let hand = Among::Zones { whose: Who::Opponent, zones: vec![Zone::Hand] };
        let from = Select::new(hand, Filter::Any, HowMany::Exactly(Amount::Fixed(number)));
        let choice = Step::Choose { who: Who::Opponent, slot, from };
        return Some(vec![choice, Step::Do(Verb::Discard(Target::Slot(slot)))]);
    }
    let (target, mut steps) = match p.attempt_with(b, |p, b| plain_discard(p, b)) {
        Some(found) => found,
        None => cards(lex, p, b)?,
    };
    if let Some(Step::Choose { from, .. }) = steps.last() {
        let fits = match &from.among {
            Among::Zones { zones, .. } => zones.iter().all(|zone| !zone.is_field()),
            _ => true,
        };
        if !fits {
            return None;
        }
    }
    let from_hand = match steps.last() {
        Some(Step::Choose { from, .. }) => {
            matches!(&from.among, Among::Zones { zones, .. } if zones == &[Zone::Hand])
        }
        _ => true,
    };
    steps.push(Step::Do(if from_hand { Verb::Discard(target) } else { Verb::Drop(target) }));
    Some(steps)
}

/// "a card", "two hand cards": from the hand, though it is not said.
fn plain_discard(p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    let number = number(p)?;
    p.take("hand");
    if !p.take("card/cards")
        || p.ahead("with")
        || p.ahead("from your gauge/drop/deck")
        || p.ahead("from your opponent")
    {
        return None;
    }
    p.take("from/in your hand");
    let slot = b.slot();
    let hand = Among::Zones { whose: Who::You, zones: vec![Zone::Hand] };
    let from = Select::new(hand, Filter::Any, HowMany::Exactly(Amount::Fixed(number)));
    b.it = Some(Target::Slot(slot));
    Some((Target::Slot(slot), vec![Step::Choose { who: Who::You, slot, from }]))
}
