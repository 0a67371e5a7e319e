//! Several choices in one: "this card and 1 other card", "1 each of <A> and <B>", "1 card each from your hand and life", "your
//! deck or your Drop Area".

use super::areas::this_from;
use super::choosing::ignoring_barrier;
use super::clauses::{Object, Steps, distinct};
use super::nouns::{Words, area_word, default_zones};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Cond, Filter, HowMany, Select, Step, Target, Who};

/// Where "this card" is, behind it.
fn own_place(lex: &Words, p: &mut Parser<'_>) -> Option<Area> {
    p.attempt(|p| {
        (!lex.no_place.get() && p.take("in/from")).then_some(())?;
        let _ = p.take("your/the") || p.take("its owner 's");
        area_word(p)
    })
}

/// Whether a description leaves out the card itself.
fn is_other(filter: &Filter<Dbs>) -> bool {
    let other = Filter::This.negate();
    match filter {
        Filter::All(all) => all.contains(&other),
        one => *one == other,
    }
}

/// "this card and 1 other card from your hand", "1 red card and this card from your Drop Area": a choice beside the card
/// itself, and both are meant from here on.
pub(super) fn with_this(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Object> {
    p.take("both");
    let (mut own, noun) = if p.take("this card") {
        let own = own_place(lex, p);
        p.take("and").then_some(())?;
        (own, lex.phrase(p, b)?)
    } else {
        let noun = lex.phrase(p, b)?;
        p.take("and this card").then_some(())?;
        (Some(own_place(lex, p)?), noun)
    };
    let count = noun.count.clone()?;
    (noun.filter != Filter::Any || noun.among.is_some()).then_some(())?;
    let mut select = lex.selection(noun.clone(), b.actor, count);
    if let (Some(area), None, None) = (own, &noun.among, noun.whose) {
        // "1 red card and this card from your Drop Area": the place is that of both.
        select.among = Among::Zones { whose: Who::You, zones: vec![area] };
    }
    match is_other(&select.filter) {
        // "this card and 1 other card from your hand": both are there.
        true if own.is_none() => {
            own = match &select.among {
                Among::Zones { zones, .. } if zones.len() == 1 && !zones[0].is_in_play() => Some(zones[0]),
                _ => None,
            };
        }
        _ => {}
    }
    // The card itself is not the other one: said last, however it was said.
    let other = Filter::This.negate();
    let rest = match select.filter {
        Filter::All(all) => all.into_iter().filter(|one| *one != other).fold(Filter::Any, Filter::and),
        one if one == other => Filter::Any,
        one => one,
    };
    select.filter = rest.and(other);
    let mut steps: Steps = own.map(this_from).into_iter().collect();
    let other = match select.count {
        HowMany::All => Target::Each(Box::new(select)),
        _ => {
            let slot = b.slot();
            steps.push(Step::Choose { who: b.actor, slot, from: distinct(select, slot) });
            Target::Slot(slot)
        }
    };
    let target = Target::Several(vec![Target::This, other]);
    (b.it, b.single) = (Some(target.clone()), None);
    Some(Object { steps, target, is_this: false })
}

/// "up to 1 card each from your opponent's energy, life, and hand": a choice for each place.
pub(super) fn each_from(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let count = grammar::how_many(p)?;
    let filter = lex.one_kind(p, b)?;
    p.take("each from/in").then_some(())?;
    let whose = grammar::whose(p)?;
    let mut areas: Vec<(Area, Filter<Dbs>)> = Vec::new();
    loop {
        let area = area_word(p)?;
        let cards = p.passed_note().is_some_and(|note| note.eq_ignore_ascii_case("battle cards only"));
        areas.push((area, if cards { Filter::Kind(KindWord::Battle) } else { Filter::Any }));
        let more = p.attempt(|p| {
            let comma = p.mark(',');
            let and = grammar::and_or(p) || p.take("and/or");
            p.take("your/their");
            ((comma || and) && area_word(&mut p.clone()).is_some()).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    (areas.len() > 1).then_some(())?;
    let (mut steps, mut slots) = (Steps::new(), Vec::new());
    for (area, kind) in areas {
        let among = Among::Zones { whose, zones: vec![area] };
        let mut filter = filter.clone().and(kind);
        for before in &slots {
            if let Target::Slot(before) = before {
                filter = filter.and(Filter::Bound(*before).negate());
            }
        }
        let slot = b.slot();
        slots.push(Target::Slot(slot));
        let from = Select::new(among, filter, count.clone());
        steps.push(Step::Choose { who: b.actor, slot, from });
    }
    b.single = None;
    b.it = Some(Target::Several(slots));
    Some(steps)
}

/// "Choose your deck or your Drop Area. …": the rest of the text is read for either of them.
pub(super) fn one_of_places(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("your").then_some(())?;
    let first = area_word(p)?;
    p.take("or your").then_some(())?;
    let second = area_word(p)?;
    p.mark('.').then_some(())?;
    let start = (p.clone(), b.clone());
    let mut options = Vec::new();
    for area in [first, second] {
        let used = b.slots();
        (*p, *b) = start.clone();
        // What either of them binds is kept apart.
        while b.slots() < used {
            b.slot();
        }
        b.place = Some(Among::Zones { whose: Who::You, zones: vec![area] });
        let steps = grammar::body(lex, p, b)?;
        options.push((format!("option {}", options.len() + 1), settled(steps)));
    }
    b.it = None;
    Some(vec![Step::OneOf { who: b.actor, pick: 1, options }])
}

/// Steps without the conditions that are settled while the text is read.
fn settled(steps: Steps) -> Steps {
    let keep = |step: Step<Dbs>| match step {
        Step::If { cond: Cond::All(all), then, .. } if all.is_empty() => then,
        Step::If { cond: Cond::Either(any), otherwise, .. } if any.is_empty() => otherwise,
        step => vec![step],
    };
    steps.into_iter().flat_map(keep).collect()
}

/// "you chose your deck": settled where the place was named before.
pub(super) fn chose_place(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Cond<Dbs>> {
    p.take("you chose your").then_some(())?;
    let area = area_word(p)?;
    let Some(Among::Zones { zones, .. }) = &b.place else { return None };
    Some(if zones[..] == [area] { Cond::All(Vec::new()) } else { Cond::Either(Vec::new()) })
}

/// "up to 1 each of <A> and <B> cards with an energy cost of 1 from your deck": a choice for each name.
pub(super) fn each_of(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let up_to = p.take("up to");
    let n = Amount::Fixed(p.number()?);
    p.take("of? each of").then_some(())?;
    let said = effects::text::grammar::whose(p);
    let count = if up_to { HowMany::UpTo(n) } else { HowMany::Exactly(n) };
    let mut kinds: Vec<Filter<Dbs>> = Vec::new();
    loop {
        let mut kind = Filter::Any;
        while let Some(color) = p.attempt(|p| super::nouns::color_word(p.word()?)) {
            kind = kind.and(color);
        }
        kinds.push(kind.and(super::nouns::group(p)?));
        p.take("card/cards");
        let comma = p.mark(',');
        if !(p.take("and") || comma) {
            break;
        }
    }
    (kinds.len() > 1).then_some(())?;
    // What stands behind the last is said of all of them.
    let mut shared = Filter::Any;
    while let Some(more) = p.attempt_with(b, |p, b| {
        use effects::text::grammar::Lexicon;
        if shared != Filter::Any {
            p.take("and");
        }
        lex.postfix(p, b)
    }) {
        shared = shared.and(more);
    }
    // "<A> and <B> cards-both red and with an energy cost of 1-from your deck".
    if let Some(all) = p.attempt_with(b, |p, b| {
        use effects::text::grammar::Lexicon;
        lex.of_all(p, b)
    }) {
        shared = shared.and(all);
    }
    let place = {
        use effects::text::grammar::Lexicon;
        lex.place(p, b)
    };
    let (who, mut steps, mut slots) = (b.actor, Steps::new(), Vec::new());
    // Where nobody is named, cards of either player are meant; what the opponent does is done to their own.
    let whose = said.unwrap_or(if who == Who::You { Who::Both } else { who });
    let place = place.map(|among| match (among, said) {
        (Among::Zones { whose: Who::Both, zones }, Some(whose)) => Among::Zones { whose, zones },
        (among, _) => among,
    });
    for kind in kinds {
        let mut filter = kind.and(shared.clone());
        let zones = default_zones(&filter);
        let among = place.clone().unwrap_or(Among::Zones { whose, zones });
        for before in &slots {
            filter = filter.and(Filter::Bound(*before).negate());
        }
        let slot = b.slot();
        slots.push(slot);
        steps.push(Step::Choose { who, slot, from: Select::new(among, filter, count.clone()) });
    }
    if ignoring_barrier(p) {
        for step in &mut steps {
            if let Step::Choose { from, .. } = step {
                from.filter = from.filter.clone().and(Filter::Test(Test::PastBarrier));
            }
        }
    }
    b.single = None;
    b.it = Some(Target::Several(slots.into_iter().map(Target::Slot).collect()));
    Some(steps)
}
