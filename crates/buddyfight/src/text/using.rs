//! Cards that are called, equipped or cast by effects: which, where to, and whether they are paid for.

use super::lexicon::{Lex, pronoun};
use super::moving::cards;
use crate::keyword::Keyword;
use crate::state::Zone;
use crate::vocab::{Pay, Step, Test, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::Bracket;
use effects::text::parser::Parser;
use effects::{Among, Amount, Filter, HowMany, Select, Target};

type B = Builder<Words>;

/// Whether several cards are meant.
fn several(steps: &[Step]) -> bool {
    let single = |count: &HowMany<Words>| {
        matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)))
    };
    matches!(steps.last(), Some(Step::Choose { from, .. }) if !single(&from.count))
}

/// "up to three monsters from among them": of the cards that were just put into the drop zone.
pub(super) fn among_them(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    let Some(Target::Each(put)) = b.it.clone() else { return None };
    if !matches!(put.filter, Filter::Test(Test::NewInDrop(_))) {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.among.is_some() || noun.whose.is_some() || !p.take("from/of? among") {
        return None;
    }
    if !(p.take("them") || p.take("those cards")) {
        return None;
    }
    let slot = b.slot();
    let count = noun.count.unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let from = Select { filter: put.filter.clone().and(noun.filter), count, ..*put };
    b.it = Some(Target::Slot(slot));
    Some((Target::Slot(slot), vec![Step::Choose { who: effects::Who::You, slot, from }]))
}

/// The cards that are used: chosen here, or meant before.
pub(super) fn used(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    match p.attempt_with(b, |p, b| among_them(lex, p, b)) {
        Some(found) => Some(found),
        None => cards(lex, p, b),
    }
}

/// "by paying its [Call Cost]", "without paying their [Call Cost]"; nothing said means that it is paid.
fn price(p: &mut Parser<'_>, costs: &[&str]) -> Option<Option<Pay>> {
    let pay = if p.take("without paying its/the/their/it's") {
        Pay::Free
    } else if p.take("by paying its/the/their/it's") {
        Pay::Cost
    } else {
        return Some(None);
    };
    // "by paying its [Transform] or [Ride] cost"
    if p.group_any(Bracket::Square, costs).is_some() {
        if p.take("or") {
            p.group_any(Bracket::Square, costs)?;
        }
        p.take("cost");
    } else if !p.take("cost") {
        return None;
    }
    Some(Some(pay))
}

/// Where nothing is said about the price, the sentence must go on or end.
fn unpriced(p: &Parser<'_>) -> bool {
    p.at_end() || [".", "!", ",", "and", "or"].iter().any(|words| p.ahead(words))
}

/// "to your center", "on top of this card", "on separate areas".
enum Spot {
    Anywhere,
    Apart,
    Area(Zone),
    Onto(Target<Words>),
}

fn spot(p: &mut Parser<'_>, b: &B) -> Option<Spot> {
    p.attempt(|p| {
        if p.take("on top of") {
            return Some(Spot::Onto(pronoun(p, b)?));
        }
        // BF CALL-1.2: "on an open area" bars the others, which no choice of an area here does.
        if p.take("on separate areas") {
            return Some(Spot::Apart);
        }
        if p.take("on your field") {
            return Some(Spot::Anywhere);
        }
        if !p.take("to/on/in") {
            return None;
        }
        p.take("your/the");
        p.lookup(&[("left", Zone::Left), ("center", Zone::Center), ("right", Zone::Right)])
            .filter(|_| !p.ahead("or"))
            .map(Spot::Area)
    })
}

/// "call up to one X from your drop zone by paying its [Call Cost]".
pub(super) fn call(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("call") {
        return None;
    }
    if b.it == Some(Target::Subject) && p.ahead("it") {
        // A card that something just happened to on the field is not called: the one that says so is.
        b.it = Some(Target::This);
    }
    // "call or [Ride] a X from your hand"
    if p.take("or") {
        p.group_any(Bracket::Square, &["ride"])?;
        let (what, mut steps) = used(lex, p, b)?;
        if several(&steps) || !unpriced(p) {
            return None;
        }
        let pay = Pay::Cost;
        let call = Step::Do(Verb::Call { what: what.clone(), pay, to: None, onto: None, apart: None });
        steps.push(super::compose::one_of(vec![vec![call], vec![Step::Do(Verb::Equip { what, pay })]]));
        return Some(steps);
    }
    let them = p.ahead("them") || p.ahead("those");
    // "it" that a card is called onto was meant before.
    let meant = b.clone();
    let (what, mut steps) = used(lex, p, b)?;
    let many = several(&steps) || them;
    let early = spot(p, &meant);
    let pay = match price(p, &["call cost"])? {
        Some(pay) => pay,
        None if unpriced(p) => Pay::Cost,
        None => return None,
    };
    let spot = early.or_else(|| spot(p, &meant)).unwrap_or(Spot::Anywhere);
    if p.ahead("on top") || p.ahead("to") || p.ahead("on") {
        return None;
    }
    let apart = matches!(spot, Spot::Apart);
    let (to, onto) = match spot {
        Spot::Anywhere | Spot::Apart => (None, None),
        Spot::Area(area) => (Some(area), None),
        Spot::Onto(target) => (None, Some(target)),
    };
    if !many {
        steps.push(Step::Do(Verb::Call { what, pay, to, onto, apart: None }));
        return Some(steps);
    }
    let Target::Slot(over) = what else { return p.want("a single card to call") };
    if to.is_some() || onto.is_some() {
        return None;
    }
    // A call by an effect takes one card at a time.
    let slot = b.slot();
    let apart = apart.then_some(over);
    let one = Verb::Call { what: Target::Slot(slot), pay, to, onto, apart };
    steps.push(Step::Each { over, slot, steps: vec![Step::Do(one)] });
    Some(steps)
}

/// "equip up to one item from your drop zone by paying its [Equip Cost]", "[Ride] a card from your hand".
pub(super) fn equip(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let keyword = if p.take("equip") || p.group_any(Bracket::Square, &["equip"]).is_some() {
        None
    } else {
        let which = p.group_any(Bracket::Square, &["ride", "transform", "impact transform"])?;
        if which > 0 {
            p.take("into").then_some(())?;
        } else {
            p.take("on");
        }
        Some([Keyword::Ride, Keyword::Transform, Keyword::ImpactTransform][which])
    };
    let (what, mut steps) = used(lex, p, b)?;
    if several(&steps) || what == Target::This && keyword.is_none() && !p.behind("hand") {
        return None;
    }
    // A card is ridden that has the keyword for it.
    if let (Some(keyword), Some(Step::Choose { from, .. })) = (keyword, steps.last_mut()) {
        if from.filter != Filter::Has(keyword) && !has(&from.filter, keyword) {
            from.filter = std::mem::replace(&mut from.filter, Filter::Any).and(Filter::Has(keyword));
        }
    }
    let pay = match price(p, &["equip cost", "ride", "transform", "impact transform"])? {
        Some(pay) => pay,
        None if unpriced(p) => Pay::Cost,
        None => return None,
    };
    steps.push(Step::Do(Verb::Equip { what, pay }));
    Some(steps)
}

fn has(filter: &Filter<Words>, keyword: Keyword) -> bool {
    match filter {
        Filter::Has(own) => *own == keyword,
        Filter::All(all) => all.iter().any(|one| has(one, keyword)),
        _ => false,
    }
}

/// "cast a spell with [Set] from your drop zone by paying its [Cast Cost]".
pub(super) fn cast(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("cast") || p.ahead("this card") {
        return None;
    }
    let (what, mut steps) = used(lex, p, b)?;
    if several(&steps) {
        return None;
    }
    let pay = match price(p, &["cast cost"])? {
        Some(pay) => pay,
        None if unpriced(p) => Pay::Cost,
        None => return None,
    };
    steps.push(Step::Do(Verb::Cast { what, pay }));
    Some(steps)
}

/// A card of one's deck, or of hand or deck, that is looked for and used: "search your deck for a X, call it …".
pub(super) fn sought(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !(p.take(", and") || p.take("and") || p.mark(',')) {
        return None;
    }
    let read = if p.ahead("call it") {
        call
    } else if p.ahead("equip it") {
        equip
    } else if p.ahead("cast it") {
        cast
    } else {
        return None;
    };
    read(lex, p, b)
}

/// Where cards are looked for: "your deck", "your hand or deck".
pub(super) fn sources(p: &mut Parser<'_>) -> Option<Among<Words>> {
    let zones = if p.take("your hand or deck") {
        vec![Zone::Hand, Zone::Deck]
    } else if p.take("your deck") {
        vec![Zone::Deck]
    } else {
        return None;
    };
    Some(Among::Zones { whose: effects::Who::You, zones })
}
