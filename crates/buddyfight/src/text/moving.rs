//! Cards that are moved: which ones, and where they are put, dropped or sent.

use super::apart::shared;
use super::clause::{acting, number, one};
use super::lexicon::{
    Lex, choose, choose_of_each, on_each, one_card, one_of_each, pronoun, soul_of, whose, zones,
};
use crate::state::Zone;
use crate::vocab::{Step, Test, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::parser::Parser;
use effects::{Among, Amount, Filter, HowMany, Select, Target, Who};

type B = Builder<Words>;

/// Cards that something is done to: meant without a choice, all that fit, or chosen. From a deck the player looks first.
pub(super) fn cards(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    if one_of_each(p) {
        return p.want("one of each");
    }
    if let Some(found) = p.attempt_with(b, |p, b| with_this(lex, p, b)) {
        return Some(found);
    }
    if let Some(target) = p.attempt_with(b, |p, b| pronoun(p, b)) {
        // Where it is now adds nothing.
        p.attempt(|p| {
            let from = p.take("from/on") && (p.take("the field") || whose(p).is_some() && zones(p).is_some());
            from.then_some(())
        });
        p.take("from hand");
        // "this card from the soul of your 《X》", "this card from your hand or field,"
        if target == Target::This {
            p.attempt_with(b, |p, b| {
                let held = if p.take("from the soul of") { grammar::noun_phrase(lex, p, b) } else { None };
                held.map(|_| ())
            });
            p.take("or field ,?");
            p.attempt(|p| (p.mark(',') && p.ahead("into")).then_some(()));
        }
        return Some((target, Vec::new()));
    }
    if let Some(found) = p.attempt_with(b, |p, b| several(lex, p, b)) {
        return Some(found);
    }
    if let Some(noun) = p.attempt_with(b, |p, b| {
        // "one or more 《X》 from your field"
        let least = p.number()?;
        if !p.take("or more") {
            return None;
        }
        let noun = grammar::noun_phrase(lex, p, b)?;
        noun.count
            .is_none()
            .then_some(grammar::Noun { count: Some(HowMany::AtLeast(Amount::Fixed(least))), ..noun })
    }) {
        let (target, steps) = choose(noun, b, Who::You)?;
        return Some((target, search_first(steps)));
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
    // "one of your opponent's gauge"
    if let Some((number, whose)) = p.attempt(|p| {
        let number = p.number()?;
        let whose = if p.take("of") { whose(p)? } else { return None };
        p.take("gauge").then_some((number, whose))
    }) {
        let among = Some(Among::Zones { whose, zones: vec![Zone::Gauge] });
        let count = Some(HowMany::Exactly(Amount::Fixed(number)));
        return choose(grammar::Noun { count, whose: None, filter: Filter::Any, among }, b, Who::You);
    }
    if p.take("all of your gauge") || p.take("all cards in/from your gauge") {
        let zones = vec![Zone::Gauge];
        let gauge = Select::new(Among::Zones { whose: Who::You, zones }, Filter::Any, HowMany::All);
        return Some((Target::Each(Box::new(gauge)), Vec::new()));
    }
    p.attempt(|p| (p.take("a total of") && p.ahead("up to")).then_some(()));
    let from = p.clone();
    let noun = grammar::noun_phrase(lex, p, b)?;
    let each = noun.count != Some(HowMany::All) && on_each(from, p);
    let (noun, random) = super::clause::at_random(lex, p, b, noun);
    let (target, mut steps) = if each { choose_of_each(noun, b)? } else { choose(noun, b, Who::You)? };
    if let (true, Some(Step::Choose { from, .. })) = (random, steps.last_mut()) {
        from.random = true;
    }
    p.attempt(|p| (p.mark(',') && p.ahead("into")).then_some(()));
    Some((target, search_first(steps)))
}

/// "a 《A》 and a 《B》 from your field", "up to one size 1 and up to one size 2 monster from your drop zone": each is chosen by
/// itself; what is said behind the last is said of all of them.
pub(super) fn several(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    let counted = |noun: &grammar::Noun<Words>| {
        matches!(noun.count, Some(HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(_))))
    };
    // "a size 1 and a size 2 monster": the first lacks its noun.
    let sized = p.attempt_with(b, |p, b| {
        let count = grammar::how_many::<Words>(p)?;
        let adjective = effects::text::grammar::Lexicon::adjective(lex, p, b)?;
        p.ahead("and").then_some(grammar::Noun {
            count: Some(count),
            whose: None,
            filter: adjective,
            among: None,
        })
    });
    let lacks = sized.is_some();
    let mut nouns = vec![match sized {
        Some(noun) => noun,
        None => grammar::noun_phrase(lex, p, b)?,
    }];
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !(p.take(", and") || p.take("and") || p.mark(',')) {
            return None;
        }
        if p.ahead("this card") {
            return None;
        }
        // "up to one size 1 and one size 2": the same measure.
        let noun = grammar::noun_phrase(lex, p, b)?;
        Some(match (&nouns[0].count, &noun.count) {
            (Some(HowMany::UpTo(_)), Some(HowMany::Exactly(Amount::Fixed(1)))) => {
                grammar::Noun { count: nouns[0].count.clone(), ..noun }
            }
            _ => noun,
        })
    }) {
        nouns.push(next);
    }
    // "…, and this card from your field": this card is there already.
    // "…, and this card gets" is another thing to do.
    let this = p
        .attempt(|p| {
            let said = p.take(", and this card") || p.take("and this card");
            let does = ["gets", "get", "cannot", "can", "attacks", "'s"].iter().any(|word| p.ahead(word));
            (said && !does).then_some(())
        })
        .is_some();
    if this {
        let among = grammar::Lexicon::place(lex, p, b);
        let last = nouns.last_mut()?;
        if last.among.is_some() == among.is_some() {
            return None;
        }
        last.among = last.among.take().or(among);
        // "a "X", "Y", and this card": names in a row are each one card.
        if let Filter::Either(names) = &last.filter {
            if names.iter().all(|name| matches!(name, Filter::Name(_))) {
                let whole = last.clone();
                let each = names.iter().map(|name| grammar::Noun { filter: name.clone(), ..whole.clone() });
                nouns = each.collect();
            }
        }
    }
    if nouns.len() + usize::from(this) < 2 || !nouns.iter().all(counted) {
        return None;
    }
    let last = nouns.last()?.clone();
    last.among.as_ref()?;
    if lacks {
        // Everything behind the first adjective of the last is said of the first, too.
        if let Filter::All(all) = &last.filter {
            let rest = all[1..].iter().cloned().fold(Filter::Any, Filter::and);
            nouns[0].filter = std::mem::replace(&mut nouns[0].filter, Filter::Any).and(rest);
        } else {
            return None;
        }
    }
    let (mut targets, mut steps) = (Vec::new(), Vec::new());
    for mut noun in nouns {
        if noun.whose.is_some() {
            return None;
        }
        noun.among = noun.among.or_else(|| last.among.clone());
        let (target, mut more) = choose(noun, b, Who::You)?;
        besides_those(&mut more, &steps);
        targets.push(target);
        steps.extend(more);
    }
    if this {
        targets.push(Target::This);
    }
    b.it = Some(Target::Several(targets.clone()));
    Some((Target::Several(targets), search_first(steps)))
}

/// BF OTHER-COST-1: one card is not both of two, "a 《X》 and a monster" are two cards.
fn besides_those(more: &mut [Step], before: &[Step]) {
    let Some(Step::Choose { from, .. }) = more.last_mut() else { return };
    for step in before {
        if let Step::Choose { slot, from: other, .. } = step {
            if shared(&other.among, &from.among) {
                let filter = std::mem::replace(&mut from.filter, Filter::Any);
                from.filter = filter.and(Filter::Bound(*slot).negate());
            }
        }
    }
}

/// "this card from the field and a card from your drop zone".
fn with_this(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    if !p.take("this card from the/your field and") {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    noun.among.as_ref()?;
    let (target, steps) = choose(noun, b, Who::You)?;
    let both = Target::Several(vec![target, Target::This]);
    b.it = Some(both.clone());
    Some((both, search_first(steps)))
}

/// "a soul from this card", "one soul of this monster".
fn souls(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    let all = p.take("all");
    let up_to = p.take("up to");
    let count = if all {
        HowMany::All
    } else {
        let number = Amount::Fixed(number(p)?);
        if up_to {
            HowMany::UpTo(number)
        } else if p.take("or more") {
            HowMany::AtLeast(number)
        } else {
            HowMany::Exactly(number)
        }
    };
    if !p.take("soul/souls") {
        return None;
    }
    let (host, mut steps) = if p.take("from/of/in") {
        if !all && (p.ahead("each") || p.ahead("the souls of each")) {
            return p.want("whose soul it is");
        }
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
        let shuffled = [", and", "and", ",", ".", ". if you do ,"].iter().any(|joined| {
            p.ahead(&format!("{joined} shuffle your deck")) || p.ahead(&format!("{joined} shuffle it"))
        });
        return shuffled.then_some(Verb::ToDeckBottom(target));
    }
    owner(p);
    if p.take("hand/hands") {
        return Some(Verb::ToHand(target));
    }
    if p.take("gauge/gauges") {
        return Some(Verb::ToGauge(target));
    }
    if p.take("drop zone/area") || p.take("drop") {
        return Some(Verb::Drop(target));
    }
    None
}

/// Whether cards of one fighter are said to go to a place of the other's, where no card goes.
fn crosses(p: &Parser<'_>, target: &Target<Words>, steps: &[Step]) -> bool {
    let from = match (target, steps.last()) {
        (Target::Each(select), _) => Some(&select.among),
        (Target::Slot(_), Some(Step::Choose { from, .. })) => Some(&from.among),
        _ => None,
    };
    let Some(Among::Zones { whose: from, .. }) = from else { return false };
    let to = whose(&mut p.clone());
    *from != Who::Both && to.is_some_and(|to| to != *from)
}

fn owner(p: &mut Parser<'_>) -> bool {
    p.take("its/their owner/owners 's/'")
        || whose(p).is_some()
        || p.take("his or her")
        || p.take("their owner/owners 's/'")
        || p.take("the owner 's")
        || p.take("the")
}

/// "put X into Y": cards, the top of a deck, into zones and souls.
pub(super) fn put(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    // "Both fighters draw a card, and put a card from their hand …".
    if b.actor == Who::Both {
        return p.want("who does it");
    }
    if !p.take("put/puts") {
        return None;
    }
    if let Some(steps) = p.attempt_with(b, |p, b| put_top(lex, p, b)) {
        return Some(steps);
    }
    // "put this card into the drop zone, and put all the cards in this card's soul into the hand": those go first, before the
    // card takes them along.
    if let Some(steps) = p.attempt(|p| {
        let said = p.take("this card into your/the drop zone , and put all the? cards in this card 's soul into your/the hand")
            || p.take("this card into your/the drop zone , and put all the? cards in this cards soul into your/the hand");
        let soul = Select::new(Among::Under { host: Target::This, zone: Zone::Soul }, Filter::Any, HowMany::All);
        let taken = Step::Do(Verb::ToHand(Target::Each(Box::new(soul))));
        said.then(|| vec![taken, Step::Do(Verb::Drop(Target::This))])
    }) {
        return Some(steps);
    }
    // "put this card on top of a monster on your field": the monster it is called onto becomes its soul.
    if let Some(steps) = p.attempt_with(b, |p, b| on_top(lex, p, b)) {
        return Some(steps);
    }
    // "Its soul" is that of the card meant before, never of the one that is put there.
    let it = b.it.clone();
    // "choose a card from your deck and put into your hand"
    let (target, mut steps) = match &it {
        Some(target @ Target::Slot(_)) if p.ahead("into your hand") => (target.clone(), Vec::new()),
        _ => super::using::used(lex, p, b)?,
    };
    if p.take("on the top or the? bottom of your deck") {
        let (top, bottom) = (Verb::ToDeckTop(target.clone()), Verb::ToDeckBottom(target));
        steps.push(super::compose::one_of(vec![vec![Step::Do(top)], vec![Step::Do(bottom)]]));
        return Some(steps);
    }
    if p.take("on") || p.ahead("to the bottom of") && p.take("to") {
        let verb = destination(p, target.clone())?;
        if p.take(", or into your drop zone") || p.take("or into your drop zone") {
            let dropped = vec![Step::Do(Verb::Drop(target))];
            steps.push(super::compose::one_of(vec![vec![Step::Do(verb)], dropped]));
            return Some(steps);
        }
        steps.push(Step::Do(verb));
        if p.take("in any order") {
            for step in &mut steps {
                if let Step::Choose { from, .. } = step {
                    from.ordered = true;
                }
            }
        }
        return Some(steps);
    }
    let face_down = p.take("face down");
    if !(p.take("into/to")
        || p.ahead("in your drop zone") && p.take("in")
        || p.ahead("in your gauge") && p.take("in"))
    {
        return None;
    }
    if let Some((host, more)) = p.attempt_with(b, |p, b| into_soul(lex, p, b, it)) {
        let face_down = p.take("face down") || face_down;
        let tucked = Verb::ToSoul { what: target.clone(), host, face_down };
        // "… or into your gauge"
        if p.take("or into your gauge") {
            let mut under = more;
            under.push(Step::Do(tucked));
            steps.push(super::compose::one_of(vec![under, vec![Step::Do(Verb::ToGauge(target))]]));
            return Some(steps);
        }
        steps.extend(more);
        steps.push(Step::Do(tucked));
        return Some(steps);
    }
    if face_down || crosses(p, &target, &steps) {
        return p.want("the owner's");
    }
    let verb = destination(p, target.clone())?;
    // "into your gauge or drop zone"
    if let Some(other) = p.attempt(|p| {
        if !p.take("or into?") {
            return None;
        }
        p.take("your/the");
        p.lookup(&[
            ("gauge", Verb::ToGauge(target.clone())),
            ("drop zone", Verb::Drop(target.clone())),
            ("hand", Verb::ToHand(target.clone())),
        ])
    }) {
        steps.push(super::compose::one_of(vec![vec![Step::Do(verb)], vec![Step::Do(other)]]));
        return Some(steps);
    }
    steps.push(Step::Do(verb));
    Some(steps)
}

fn on_top(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("this card? on top of") {
        return None;
    }
    let mut noun = grammar::noun_phrase(lex, p, b)?;
    if noun.among.is_none() {
        noun.among = Some(Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() });
    }
    let there = |zones: &[Zone]| zones.iter().all(|zone| zone.is_field());
    if !matches!(&noun.among, Some(Among::Zones { zones, .. }) if there(zones)) {
        return p.want("a card on the field");
    }
    noun.filter = noun.filter.and(Filter::Test(Test::CallArea));
    let (target, mut steps) = choose(noun, b, Who::You)?;
    if steps.is_empty() {
        return None;
    }
    steps.push(Step::Do(Verb::OnTop(target)));
    // "… & put the top card of your deck into its soul": of the card that is called, under which the other lies now.
    b.it = Some(Target::This);
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
    if p.take("your buddy monster 's soul") {
        let field = Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() };
        let filter = Filter::Is(crate::vocab::Adjective::Buddy).and(Filter::Kind(crate::card::Kind::Monster));
        let count = Some(HowMany::Exactly(Amount::Fixed(1)));
        return choose(grammar::Noun { count, whose: None, filter, among: Some(field) }, b, Who::You);
    }
    if !p.take("the? soul of") {
        return None;
    }
    if p.take("that card/monster/item") {
        return it.map(|it| (it, Vec::new()));
    }
    let yours = p.take("your");
    let mut noun = grammar::noun_phrase(lex, p, b)?;
    // What is one's own, or what one rides, is on one's field.
    if noun.among.is_none() && (yours || super::lexicon::is_ridden(&noun.filter)) {
        noun.among = Some(Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() });
    }
    // A card with such a name to put cards under is one's own.
    if noun.among.is_none() && noun.whose.is_none() && (p.at_end() || p.ahead(".")) {
        noun.among = Some(Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() });
    }
    noun.among.as_ref()?;
    if noun.count == Some(HowMany::All) {
        // How the cards are shared out among several is not asked.
        return p.want("one card whose soul it is");
    }
    choose(noun, b, Who::You)
}

/// "the top card of your deck into your gauge", "up to two cards from the top of your opponent's deck into …".
fn put_top(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if let Some(steps) = p.attempt_with(b, |p, b| put_equal(lex, p, b)) {
        return Some(steps);
    }
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
    if !p.take("deck/decks") {
        return None;
    }
    let down = p.attempt(|p| (p.take("face down") && p.ahead("into")).then_some(())).is_some();
    if !(p.take("into/to") || p.ahead("in your gauge/drop") && p.take("in")) {
        return None;
    }
    if down {
        let it = b.it.clone();
        let (host, mut steps) = into_soul(lex, p, b, it)?;
        let amount = Amount::Fixed(number);
        steps.push(Step::Do(Verb::TopToSoul { host, amount, face_down: true }));
        return (!up_to && who == Who::You).then_some(steps);
    }

    if up_to {
        // The number is named as the effect is carried out.
        let (min, max) = (Amount::Fixed(0), Amount::Fixed(number));
        let named = put_so_many(lex, p, b, who, Amount::Named)?;
        let mut steps = vec![Step::Name { who: Who::You, min, max }];
        steps.extend(named);
        return Some(steps);
    }
    let steps = put_so_many(lex, p, b, who, Amount::Fixed(number))?;
    // "… for each 《X》 on your field"
    if let Some(of) = p.attempt_with(b, |p, b| super::gain::for_each(p, b)) {
        let of = match number {
            1 => of,
            each => Amount::PerEach { each, per: 1, of: Box::new(of) },
        };
        return match &steps[..] {
            [Step::Do(Verb::TopToGauge(who, _))] => one(Verb::TopToGauge(*who, of)),
            [Step::Do(Verb::TopToDrop(who, _))] => one(Verb::TopToDrop(*who, of)),
            _ => None,
        };
    }
    Some(steps)
}

/// "cards from the top of your deck into your gauge equal to …", or with the number in front of where they go.
fn put_equal(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("cards from the top of") {
        return None;
    }
    let who = whose(p)?;
    if !p.take("deck") {
        return None;
    }
    let early = p.attempt_with(b, |p, b| super::amount::equal_to(lex, p, b));
    if !p.take("into/to") {
        return None;
    }
    let mut ahead = p.clone();
    owner(&mut ahead);
    let gauge = ahead.take("gauge");
    if !gauge && !ahead.take("drop zone/area") {
        return None;
    }
    *p = ahead;
    let amount = match early {
        Some(amount) => amount,
        None => {
            p.mark(',');
            super::amount::equal_to(lex, p, b)?
        }
    };
    one(if gauge { Verb::TopToGauge(who, amount) } else { Verb::TopToDrop(who, amount) })
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
    if who != Who::Both && whose(&mut p.clone()).is_some_and(|to| to != who) {
        return p.want("the owner's");
    }
    owner(p);
    if p.take("gauge") {
        return one(Verb::TopToGauge(who, amount));
    }
    if p.take("drop zone/area") {
        // Where the next sentence asks what they are, "that card" and "them" are the cards put there.
        let asked =
            ["that card is", "the card is", "the card put", "there is", "there are", "a", "an"].iter();
        let joints = [". if", "! if", "and if", ", and if"];
        let asked =
            asked.into_iter().any(|words| joints.iter().any(|joint| p.ahead(&format!("{joint} {words}"))));
        let among = p.ahead(", and put up to")
            || p.ahead(", and call up to")
            || p.ahead(". call up to")
            || p.ahead(". choose up to")
            || p.ahead(", choose up to")
            || p.ahead(", and choose up to")
            || p.ahead(", and call");
        let counted = p.ahead(", and put up to") || p.ahead(". put up to") || p.ahead(", and deal damage");
        let asked = asked || among || counted || p.ahead(". if you do");
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

/// The opponent discards cards of his or her own choice.
fn theirs(number: i32, b: &mut B) -> Vec<Step> {
    let slot = b.slot();
    let hand = Among::Zones { whose: Who::Opponent, zones: vec![Zone::Hand] };
    let from = Select::new(hand, Filter::Any, HowMany::Exactly(Amount::Fixed(number)));
    let choice = Step::Choose { who: Who::Opponent, slot, from };
    vec![choice, Step::Do(Verb::Discard(Target::Slot(slot)))]
}

/// "discard a card from your hand", "drop one soul from this card".
pub(super) fn discard(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let who = acting(p, b)?;
    let picks = who == Who::Opponent && p.take("chooses");
    if picks && !p.ahead("and") {
        // "chooses a card from his or her hand and discards it"
        let number = number(p)?;
        let said =
            p.take("card/cards") && p.take("from/in his or her hand") && p.take("and discards/drops it/them");
        return said.then(|| theirs(number, b));
    }
    if picks {
        p.take("and");
    }
    if !p.take("discard/discards/drop/drops") {
        return None;
    }
    if who == Who::Opponent {
        // The opponent picks from his or her own hand.
        let number = number(p)?;
        if !(p.take("card/cards") || p.take("hand card/cards")) {
            return None;
        }
        p.take("from his or her hand");
        return Some(theirs(number, b));
    }
    let spoken_of = b.it.clone();
    let (target, mut steps) = match p.attempt_with(b, |p, b| plain_discard(p, b)) {
        Some(found) => found,
        None => cards(lex, p, b)?,
    };
    // "Discard a card. If you do, destroy that card": what attacks or was put under, not what was discarded.
    let still = match &spoken_of {
        Some(Target::Subject | Target::Other | Target::Test(_)) => true,
        // "Choose a monster, and you may discard a card. If you do, destroy it."
        Some(Target::Slot(_) | Target::Several(_)) => true,
        Some(Target::Each(all)) => super::gain::is_about_now(&all.filter),
        _ => false,
    };
    if still && !steps.is_empty() {
        b.moved = Some(target.clone());
        b.it = spoken_of;
    }
    if let Some(Step::Choose { from, .. }) = steps.last() {
        let fits = match &from.among {
            Among::Zones { zones, .. } => zones.iter().all(|zone| !zone.is_field()),
            _ => true,
        };
        if !fits {
            return None;
        }
    }
    // A card that was revealed from the deck is dropped, not discarded from a hand.
    let shown = matches!((&target, b.shown), (Target::Slot(slot), Some(shown)) if *slot == shown);
    let from_hand = !shown
        && match steps.last() {
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
