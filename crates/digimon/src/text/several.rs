//! What a verb is done to: one object, or several that are joined.

use super::cards::{self, Home, chosen, is_counted, select_of};
use super::lexicon::{B, WORDS, names};
use crate::vocab::*;
use effects::text::grammar::{how_many, noun_phrase};
use effects::text::{Noun, Parser};
use effects::{Among, Amount, Filter, HowMany, Target, Who};

/// What is done to: one object, or several joined by "and". A place said last holds for all.
pub fn objects(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    if let Some(target) = p.attempt_with(b, |p, b| several(p, b, home)) {
        return Some(target);
    }
    let first = cards::object(p, b, home)?;
    let shared = home.behind(&first);
    let mut all = vec![first.target];
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !(p.take("and") || p.take("along with")) {
            return None;
        }
        // "this Tamer and 1 [A] and 1 [B] from your trash": the last place holds for those that name none.
        if let Some(target) = p.attempt_with(b, |p, b| several(p, b, home)) {
            return Some(target);
        }
        // "and it …", "and this Digimon gets …" begin another clause.
        let object = cards::object(p, b, if is_counted(p) { home } else { shared })?;
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
pub fn several(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Target<Dcg>> {
    let mut nouns: Vec<Noun<Dcg>> = Vec::new();
    if let Some(found) = p.attempt_with(b, elliptic) {
        nouns = found;
    } else if let Some(found) = p.attempt_with(b, each_of) {
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
            let next = p.attempt_with(b, |p, b| {
                if !nouns.is_empty() {
                    p.mark(',');
                    and = p.take("and");
                    if and {
                        if p.mark('/') {
                            // "1 … and/or 1 …": whichever there are (ruling Q1623: not one of both).
                            p.take("or").then_some(())?;
                        }
                    } else if !p.ahead("1/2/3/up") {
                        return None;
                    }
                }
                // DCG 15-15-10-1, 15-15-10-4: each target is read with its own condition, and a card type begins
                // another one.
                let noun = either_noun(p, b)?;
                noun.count.is_some().then_some(noun)
            });
            match next {
                Some(noun) => {
                    b.such = Some(noun.filter.clone());
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
    // "1 Digimon card and 1 Tamer card―both with [X] in their traits―among them".
    if nouns.len() > 1 && p.mark('―') {
        use effects::text::Lexicon;
        if !p.take("both/all with") {
            return None;
        }
        let common = WORDS.with_parts(p, b)?;
        if !p.mark('―') {
            return None;
        }
        let among = WORDS.place(p, b);
        for noun in &mut nouns {
            noun.filter = noun.filter.clone().and(common.clone());
            noun.among = noun.among.take().or(among.clone());
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
pub fn each_of(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Noun<Dcg>>> {
    use effects::text::Lexicon;
    if !p.take("1 each of") {
        return None;
    }
    let whose = effects::text::grammar::whose(p);
    let mut all = vec![WORDS.adjective(p, b)?];
    while let Some(next) = p.attempt_with(b, |p, b| {
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
        whose: last.whose.or(whose),
        filter: filter.and(last.filter.clone()),
        among: last.among.clone(),
    };
    Some(all.into_iter().map(noun).collect())
}

/// A noun phrase; of "1 [A] trait or 1 yellow card", one card of either description.
pub fn either_noun(p: &mut Parser<'_>, b: &mut B) -> Option<Noun<Dcg>> {
    use effects::text::Lexicon;
    // "1 [A] if that Digimon has [X] in its name or 1 [B] if it has [Y] in its name from your hand".
    if let Some(noun) = p.attempt_with(b, |p, b| {
        let one = |p: &mut Parser<'_>, b: &mut B| {
            let filter = effects::text::grammar::described(&WORDS, p, b)?;
            let cond = if p.take("if") { super::cond::condition(p, b)? } else { return None };
            Some(filter.and(Filter::Test(Test::Provided(Box::new(cond)))))
        };
        let first = if p.take("1") { one(p, b)? } else { return None };
        let second = if p.take("or 1") { one(p, b)? } else { return None };
        let among = Some(cards::place(p, b)?);
        let count = Some(HowMany::Exactly(Amount::Fixed(1)));
        Some(Noun { count, whose: None, filter: Filter::Either(vec![first, second]), among })
    }) {
        return Some(noun);
    }
    if let Some(noun) = p.attempt_with(b, |p, b| {
        if !p.take("1") {
            return None;
        }
        let first = WORDS.adjective(p, b)?;
        if !p.take("or 1") {
            return None;
        }
        // "2-color card" is no number of cards.
        let filter = effects::text::grammar::described(&WORDS, p, b)?;
        let noun = Noun { count: None, whose: None, filter, among: cards::place(p, b) };
        let first = super::lexicon::kind_of(&noun.filter).map_or(first.clone(), |kind| first.and(kind));
        let filter = Filter::Either(vec![first, noun.filter]);
        Some(Noun { count: Some(HowMany::Exactly(Amount::Fixed(1))), filter, ..noun })
    }) {
        return Some(noun);
    }
    if let Some(noun) = p.attempt_with(b, field_or_elsewhere) {
        return Some(noun);
    }
    // "Delete another Digimon" is one of them.
    let another = p.ahead("another");
    let mut noun = noun_phrase(&WORDS, p, b)?;
    if another && noun.count.is_none() {
        noun.count = Some(HowMany::Exactly(Amount::Fixed(1)));
    }
    Some(noun)
}

/// "1 of your Tamers or 1 Tamer card from your trash": each of the two where it is.
fn field_or_elsewhere(p: &mut Parser<'_>, b: &mut B) -> Option<Noun<Dcg>> {
    use effects::text::Lexicon;
    if !p.take("1 of") {
        return None;
    }
    let whose = effects::text::grammar::whose(p)?;
    let mut first = Filter::Any;
    while let Some(one) = WORDS.adjective(p, b) {
        first = first.and(one);
    }
    first = first.and(WORDS.noun(p, b)?).and(super::lexicon_postfix(p, b));
    if !p.take("or 1") {
        return None;
    }
    // "… or 1 of your [X]" is on the field as well.
    let second = if p.ahead("of") { return None } else { effects::text::grammar::described(&WORDS, p, b)? };
    let Among::Zones { zones, whose: there } = cards::place(p, b)? else { return None };
    let [zone @ (Place::Hand | Place::Trash)] = zones[..] else { return None };
    let at = |zone| Filter::Test(Test::In(zone));
    let filter = Filter::Either(vec![first.and(at(Place::Battle)), second.and(at(zone))]);
    // Whose field and whose hand or trash it is may differ.
    let among = if there == Who::Owner || there == whose {
        Among::Zones { whose, zones: vec![Place::Battle, zone] }
    } else {
        let of = |whose, zone| Among::Zones { whose, zones: vec![zone] };
        Among::Several(vec![of(whose, Place::Battle), of(there, zone)])
    };
    let among = Some(among);
    Some(Noun { count: Some(HowMany::Exactly(Amount::Fixed(1))), whose: None, filter, among })
}

/// "1 of your opponent's level 3, 1 of their level 5 and 1 of their level 7 Digimon": the noun stands behind the last.
pub fn elliptic(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Noun<Dcg>>> {
    use effects::text::Lexicon;
    let mut short = Vec::new();
    while let Some(next) = p.attempt_with(b, |p, b| {
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
    // "1 yellow and 1 purple card with [A] in their traits": what stands behind is said of all of them.
    if let Some((mut last, common)) = p.attempt_with(b, |p, b| {
        let count = how_many(p)?;
        let filter = WORDS.adjective(p, b)?;
        if !p.take("card/cards") {
            return None;
        }
        let common = super::lexicon_postfix(p, b);
        let among = Some(cards::place(p, b)?);
        (common != Filter::Any).then_some((Noun { count: Some(count), whose: None, filter, among }, common))
    }) {
        if short.iter().any(|noun| noun.whose.is_some()) {
            return None;
        }
        for noun in short.iter_mut().chain(std::iter::once(&mut last)) {
            noun.filter = noun.filter.clone().and(common.clone());
        }
        short.push(last);
        return Some(short);
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
