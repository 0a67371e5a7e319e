//! Lines that are no effects: digivolution, DNA, DigiXros, Assembly, Burst, App Fusion and Link requirements, and (Rule) lines.

use super::cond;
use super::lexicon::{B, WORDS, either, named, names};
use super::words::COLORS;
use crate::vocab::*;
use effects::text::lexer::fold;
use effects::text::{Bracket, Lexicon, Parser};
use effects::{Filter, Phrase};

/// What such a line gives the card.
#[derive(Clone, Debug)]
pub enum Given {
    Lines(Vec<Line>),
    /// Lasting traits of the card itself, wherever it is.
    Changes(Vec<Change>),
    /// What another line already says.
    Nothing,
}

/// A short requirement: "Lv.4 w/[X] trait", "[A]/[B]", "red Lv.3", "Lv.5 w/[X] in name or w/[Y] trait".
pub fn requirement(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    let mut any = vec![alternative(p, b)?];
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !(p.take("or") || p.mark('/')) {
            return None;
        }
        alternative(p, b)
    }) {
        any.push(next);
    }
    Some(either(any))
}

fn alternative(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    p.attempt_with(b, |p, b| {
        let mut filter = Filter::Any;
        loop {
            if let Some(adjective) = WORDS.adjective(p, b) {
                filter = filter.and(adjective);
            } else if let Some(found) = named(p) {
                filter = filter.and(found);
            } else if let Some((names, _)) = names(p) {
                filter = filter.and(either(names.into_iter().map(Filter::Name).collect()));
            } else if let Some(post) = WORDS.postfix(p, b) {
                filter = filter.and(post);
            } else if let Some(traits) = p.attempt(|p| {
                // "Lv.3 w/[A]/[B]: Cost 2": the word "trait" is missing; with a level no name is meant.
                if filter == Filter::Any || !(p.take("w") && p.mark('/')) {
                    return None;
                }
                let (names, _) = names(p)?;
                p.ahead(":").then(|| either(names.into_iter().map(Filter::Trait).collect()))
            }) {
                filter = filter.and(traits);
            } else if let Some(color) = p.attempt(|p| {
                // "2-color w/green".
                if !(p.take("w") && p.mark('/')) {
                    return None;
                }
                super::lexicon::color(p)
            }) {
                filter = filter.and(color);
            } else if p.take("digimon/tamer cards/card") || p.take("cards/card") {
                // "Lv.4 or lower [X] trait card".
            } else if p.take("tamer") {
                filter = filter.and(Filter::Kind(Kind::Tamer));
            } else if p.take("digimon") {
                filter = filter.and(Filter::Kind(Kind::Digimon));
            } else {
                break;
            }
        }
        (filter != Filter::Any).then_some(filter)
    })
}

/// "w/[A] in name or w/[B] trait": what several materials have in common.
fn alternatives_with(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    let common = WORDS.postfix(p, b)?;
    let mut any = vec![common];
    while let Some(next) = p.attempt_with(b, |p, b| if p.take("or") { WORDS.postfix(p, b) } else { None }) {
        any.push(next);
    }
    Some(either(any))
}

fn cost(p: &mut Parser<'_>) -> Option<u8> {
    if !(p.mark(':') && p.take("cost")) {
        return None;
    }
    p.number().and_then(|cost| u8::try_from(cost).ok())
}

/// Reads a line, if it is one.
pub fn line(p: &mut Parser<'_>, b: &mut B, needs: &[Need]) -> Option<Given> {
    let given = p
        .attempt_with(b, |p, _| restated(p))
        .or_else(|| p.attempt_with(b, bracketed))
        .or_else(|| p.attempt_with(b, |p, b| onto_tamer(p, b, needs)))
        .or_else(|| p.attempt_with(b, spelled))
        .or_else(|| p.attempt_with(b, rule))?;
    p.mark('.');
    Some(given)
}

/// A digivolution requirement among the figures: colour, level, cost.
type Need = (Option<Color>, u8, u8);

/// "You may digivolve this card from your hand onto one of your red Tamers as if the Tamer is a level 3 red Digimon."
fn onto_tamer(p: &mut Parser<'_>, b: &mut B, needs: &[Need]) -> Option<Given> {
    let said = p.take("you may digivolve this card from your hand onto one/1 of your")
        || p.take("this card may digivolve from the/your hand onto one/1 of your");
    if !said {
        return None;
    }
    let from = effects::text::grammar::described(&WORDS, p, b)?;
    if !(p.take("as if the tamer is a") || p.take("as if that card/tamer is a") || p.take("as if it is a")) {
        return None;
    }
    if !p.take("level") {
        return None;
    }
    let level = u8::try_from(p.number()?).ok()?;
    let color = COLORS.read(p);
    if !p.take("digimon") {
        return None;
    }
    let cost = if p.take("for a memory/digivolution? cost of") {
        u8::try_from(p.number()?).ok()?
    } else {
        // What the card's own figures ask of such a Digimon.
        let fits = |need: &&Need| need.1 == level && (need.0.is_none() || color.is_none() || need.0 == color);
        needs.iter().filter(fits).map(|need| need.2).min()?
    };
    let from = match from {
        Filter::Name(_) => from.and(Filter::Kind(Kind::Tamer)),
        from => from,
    };
    Some(Given::Lines(vec![Line::Onto { from, cost }]))
}

/// What the rules say anyway of a line that stands beside it.
fn restated(p: &mut Parser<'_>) -> Option<Given> {
    let placed = (p.take("when you would play this card , you may place specified cards from your/the hand")
        || p.take("when this/this would be played , you may place specified cards from your/the hand"))
        && p.mark('/')
        && p.take("battle area under it . each placed? card/one reduces the play? cost");
    let known = placed
        || p.take("digivolve unsuspended with the 2 specified digimon stacked on top of each other")
        || p.take("stack the 2 specified digimon and digivolve unsuspended")
        || p.take("at the end of the burst digivolution turn , trash this digimon 's top card");
    if known {
        return Some(Given::Nothing);
    }
    // The figure `overflow` of the card says this.
    let icon = super::keyword::icon(p.peek_group(Bracket::Angle)?);
    if icon.name == "overflow" {
        p.bump();
        return Some(Given::Nothing);
    }
    None
}

fn bracketed(p: &mut Parser<'_>, b: &mut B) -> Option<Given> {
    let head = match (p.peek_group(Bracket::Square), p.peek_group(Bracket::Angle)) {
        (Some(text), _) | (_, Some(text)) => fold(text),
        _ => return None,
    };
    p.bump();
    if let Some(less) = head.strip_prefix("digixros -") {
        return Some(Given::Lines(vec![Line::DigiXros {
            less: less.parse().ok()?,
            materials: materials(p, b)?,
        }]));
    }
    if let Some(less) = head.strip_prefix("assembly -") {
        return Some(Given::Lines(vec![Line::Assembly {
            less: less.parse().ok()?,
            materials: materials(p, b)?,
        }]));
    }
    match head.as_str() {
        "digivolve" => digivolve(p, b),
        "dna digivolve" | "dna digivolution" => dna(p, b, None),
        "burst digivolve" => Some(Given::Lines(vec![burst(p, b)?])),
        "app fusion" => {
            let mut apps = vec![alternative(p, b)?];
            while p.mark('&') || p.mark('×') || p.take("x") {
                apps.push(alternative(p, b)?);
            }
            let cost = cost(p)?;
            (apps.len() >= 2).then_some(Given::Lines(vec![Line::AppFusion { apps, cost }]))
        }
        "link" => {
            let to = requirement(p, b)?;
            Some(Given::Lines(vec![Line::Link { to, cost: cost(p)? }]))
        }
        // DCG 2-3-5-1: a (Rule) is no effect and holds at all times.
        "rule" => rule(p, b),
        _ => {
            let inside = head.strip_prefix("dna digivolution:")?;
            let tokens = effects::text::lex(inside);
            let mut inner = p.inside(&tokens);
            let cost = inner.number()?;
            if !inner.take("from") {
                return None;
            }
            let given = dna(&mut inner, b, u8::try_from(cost).ok())?;
            p.take("digivolve unsuspended with the 2 specified digimon stacked on top of each other");
            inner.at_end().then_some(given)
        }
    }
}

fn digivolve(p: &mut Parser<'_>, b: &mut B) -> Option<Given> {
    // "While you have [A], [B]: Cost 3": the names are two things here.
    let had = p.attempt_with(b, |p, _| {
        if !p.take("while you have a?") {
            return None;
        }
        let name = Phrase::new(p.group(Bracket::Square)?);
        let among = effects::Among::Zones { whose: effects::Who::You, zones: vec![Place::Battle] };
        let select = effects::Select::new(among, Filter::Name(name), effects::HowMany::All);
        // Some lists leave the comma out.
        (p.mark(',') || matches!(p.peek(), Some(effects::text::Tok::Group(Bracket::Square, _))))
            .then_some(effects::Cond::Exists(Box::new(select)))
    });
    let cond = had.or_else(|| {
        p.attempt_with(b, |p, b| {
            if !p.take("while/if") {
                return None;
            }
            let cond = cond::condition(p, b)?;
            (p.mark(',') || matches!(p.peek(), Some(effects::text::Tok::Group(Bracket::Square, _))))
                .then_some(cond)
        })
    });
    let mut lines = Vec::new();
    loop {
        let from = requirement(p, b)?;
        let cost = cost(p)?;
        // "Cost 1 for each of your security cards".
        match p.attempt_with(b, super::amount::per) {
            Some((1, each)) if cond.is_none() => lines.push(Line::DigivolvePer { from, cost, each }),
            Some(_) => return None,
            None => lines.push(Line::Digivolve { from, cost, cond: cond.clone() }),
        }
        // "… Cost 5 [Burst Digivolve] [A]: Cost 0 by returning 1 [B] to the hand".
        if let Some(burst) = p.attempt_with(b, |p, b| {
            (fold(p.group(Bracket::Square)?) == "burst digivolve").then_some(())?;
            burst(p, b)
        }) {
            lines.push(burst);
            return Some(Given::Lines(lines));
        }
        if !p.mark('/') {
            return Some(Given::Lines(lines));
        }
    }
}

/// "[A]: Cost 0 by returning 1 [B] to the hand", behind [Burst Digivolve].
fn burst(p: &mut Parser<'_>, b: &mut B) -> Option<Line> {
    let from = requirement(p, b)?;
    let cost = cost(p)?;
    if !p.take("by returning 1") {
        return None;
    }
    let tamer = requirement(p, b)?;
    (p.take("to the? hand") || p.take("to its owner 's hand")).then_some(Line::Burst { from, cost, tamer })
}

fn dna(p: &mut Parser<'_>, b: &mut B, known: Option<u8>) -> Option<Given> {
    let first = alternative(p, b)?;
    if !p.mark('+') {
        return None;
    }
    let second = alternative(p, b)?;
    let cost = match known {
        Some(cost) => cost,
        None => cost(p)?,
    };
    // The reminder that some lists print without parentheses.
    p.take("digivolve unsuspended with the 2 specified digimon stacked on top of each other");
    p.take("stack the 2 specified digimon and digivolve unsuspended");
    Some(Given::Lines(vec![Line::Dna { materials: [first, second], cost }]))
}

/// "[A] × [B]", "4 Digimon cards w/[X] trait".
fn materials(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Material>> {
    let mut all = Vec::new();
    loop {
        let count = p.attempt(|p| {
            let count = p.number()?;
            // "2-color" is no count.
            (!p.ahead("-")).then_some(count)
        });
        let any = count.is_none() && p.mark('∞');
        let kind = if p.take("digimon cards/card") || p.take("digimon") {
            Filter::Kind(Kind::Digimon)
        } else {
            Filter::Any
        };
        let what = match requirement(p, b) {
            Some(what) => kind.and(what),
            None if kind != Filter::Any => kind,
            None => return None,
        };
        let distinct = p.attempt(|p| {
            if !(p.mark('&') || p.take("with")) {
                return None;
            }
            super::lexicon::distinct(p)
        });
        // "6 cards w/different names": read as part of the description.
        let (distinct, what) = match super::lexicon::differs(&what) {
            Some((found, rest)) => (Some(found), rest),
            None => (distinct, what),
        };
        let count = if any { 255 } else { u8::try_from(count.unwrap_or(1)).ok()? };
        all.push(Material { what, count, distinct });
        if !(p.mark('×') || p.mark('+') || p.take("x")) {
            break;
        }
    }
    // "Lv.5 x Lv.4 x Lv.3, all w/[X] trait".
    if p.take(", all") {
        let all_of = alternatives_with(p, b)?;
        for material in &mut all {
            material.what = std::mem::replace(&mut material.what, Filter::Any).and(all_of.clone());
        }
    }
    // The reminder that some lists print without parentheses.
    if p.take("when you would play this card , you may place specified cards from your/the hand")
        || p.take("when this would be played , you may place specified cards from your/the hand")
    {
        let read =
            p.mark('/') && p.take("battle area under it . each placed? card/one reduces the play cost");
        if !read {
            return None;
        }
    }
    Some(all)
}

/// Older spellings: "Digivolve: 2 from …", "DigiXros -2: …", "Burst Digivolve: 0 from … by returning 1 … to hand".
fn spelled(p: &mut Parser<'_>, b: &mut B) -> Option<Given> {
    if p.take("digivolve :") {
        let mut lines = Vec::new();
        loop {
            let cost = u8::try_from(p.number()?).ok()?;
            if p.take("if name contains") {
                let (names, _) = names(p)?;
                let from = either(names.into_iter().map(Filter::NameHas).collect());
                lines.push(Line::Digivolve { from, cost, cond: None });
            } else {
                if !p.take("from") {
                    return None;
                }
                // A name that lost its brackets stands alone.
                let bare = p.attempt(|p| {
                    let name = p.word()?;
                    p.at_end().then(|| Filter::Name(Phrase::new(name)))
                });
                let mut from = match bare {
                    Some(from) => from,
                    None => requirement(p, b)?,
                };
                if p.take("if name contains") {
                    let (names, _) = names(p)?;
                    from = from.and(either(names.into_iter().map(Filter::NameHas).collect()));
                }
                lines.push(Line::Digivolve { from, cost, cond: None });
            }
            if !p.mark('/') {
                return Some(Given::Lines(lines));
            }
        }
    }
    if p.take("dna digivolution/digivolve :") {
        let cost = p.number()?;
        if !p.take("from") {
            return None;
        }
        return dna(p, b, u8::try_from(cost).ok());
    }
    if p.take("digixros -") {
        let less = u8::try_from(p.number()?).ok()?;
        p.mark(':');
        return Some(Given::Lines(vec![Line::DigiXros { less, materials: materials(p, b)? }]));
    }
    if p.take("assembly -") {
        let less = u8::try_from(p.number()?).ok()?;
        p.mark(':');
        return Some(Given::Lines(vec![Line::Assembly { less, materials: materials(p, b)? }]));
    }
    if p.take("burst digivolve :") {
        let cost = u8::try_from(p.number()?).ok()?;
        if !p.take("from") {
            return None;
        }
        let from = requirement(p, b)?;
        if !p.take("by returning 1") {
            return None;
        }
        let tamer = requirement(p, b)?;
        let read = p.take("to the? hand") || p.take("to its owner 's hand");
        return read.then_some(Given::Lines(vec![Line::Burst { from, cost, tamer }]));
    }
    if let Some(line) = p.attempt_with(b, |p, b| {
        let cond = p.attempt_with(b, |p, b| {
            if !p.take("while/if") {
                return None;
            }
            let cond = cond::condition(p, b)?;
            p.mark(',').then_some(cond)
        });
        p.take("1/one of");
        if !p.take("your") {
            return None;
        }
        // "Your [A] can digivolve into this card in your hand for a memory cost of 7, ignoring …".
        let whole = p.attempt_with(b, |p, b| {
            let from = effects::text::grammar::described(&WORDS, p, b)?;
            p.ahead("can/may").then_some(from)
        });
        let from = match whole {
            Some(from) => from,
            None => requirement(p, b)?,
        };
        let said =
            p.take("can/may digivolve into this card in/from your hand for a memory? digivolution? cost of");
        if !said {
            return None;
        }
        let cost = u8::try_from(p.number()?).ok()?;
        p.mark(',');
        let _ = p.take("ignoring this card 's digivolution requirements")
            || p.take("ignoring its? digivolution requirements");
        Some(Line::Into { from, cost, cond })
    }) {
        return Some(Given::Lines(vec![line]));
    }
    if let Some(color) = COLORS.read(p) {
        return p
            .take("also meets this card 's color requirements")
            .then(|| Given::Changes(vec![Change::AlsoMeets(color)]));
    }
    if p.take("+") {
        // The link DP, which the card's own figure says too.
        p.number()?;
        return p.take("dp").then_some(Given::Nothing);
    }
    None
}

/// "(Rule) Trait: Has [X] Type.", "Name: Also treated as [X].", "The name of this card is also treated as [X]."
fn rule(p: &mut Parser<'_>, _: &mut B) -> Option<Given> {
    let list = |p: &mut Parser<'_>| names(p).map(|(names, _)| names);
    let made = |names: Vec<Phrase>, make: fn(Phrase) -> Change| {
        Given::Changes(names.into_iter().map(make).collect())
    };
    if p.take("trait/traits : has/have") {
        p.take("the");
        let names = list(p)?;
        p.take("type/form/attribute/trait");
        return Some(made(names, Change::AlsoTrait));
    }
    if p.take("name :") {
        if p.take("also? treated as having") {
            return Some(made(list(p)?, Change::AlsoInName));
        }
        if p.take("also treated as") {
            return Some(made(list(p)?, Change::AlsoName));
        }
        return None;
    }
    if p.attempt(|p| {
        (p.take("treat this card") && p.mark('/') && p.take("digimon as if it also has")).then_some(())
    })
    .is_some()
    {
        let names = list(p)?;
        return p.take("in its name").then(|| made(names, Change::AlsoInName));
    }
    if p.take("this card is also treated as having") {
        let names = list(p)?;
        return p.take("in its name").then(|| made(names, Change::AlsoInName));
    }
    if let Some(change) = p.attempt(|p| {
        if !p.take("this card is also treated as") {
            return None;
        }
        super::change::stand_in(p)
    }) {
        return Some(Given::Changes(vec![change]));
    }
    // The figure `copies` of the card says this.
    if p.attempt(|p| {
        if !p.take("you can include up to") {
            return None;
        }
        p.number()?;
        p.take("copies of cards with this card 's card number in your deck").then_some(())
    })
    .is_some()
    {
        return Some(Given::Nothing);
    }
    if p.take("this card is also treated as") {
        let names = list(p)?;
        return p.take("for digixros").then(|| made(names, Change::CountsAs));
    }
    if p.take("the name of this card") && p.mark('/') && p.take("digimon/tamer is also treated as") {
        return Some(made(list(p)?, Change::AlsoName));
    }
    if p.take("this card") && p.mark('/') && p.take("digimon") {
        if p.take("'s name is also treated as") || p.take("is also treated as if its name is") {
            return Some(made(list(p)?, Change::AlsoName));
        }
        if p.take("is also treated as having") {
            let names = list(p)?;
            return p.take("in its name").then(|| made(names, Change::AlsoInName));
        }
        if p.take("is also treated as") {
            return Some(made(list(p)?, Change::AlsoName));
        }
    }
    // "*Also treat as if name is [X] and traits include [Y]".
    p.mark('*');
    if p.take("also treat as if name is") {
        let mut changes: Vec<Change> = list(p)?.into_iter().map(Change::AlsoName).collect();
        if p.take("and traits include") {
            changes.extend(list(p)?.into_iter().map(Change::AlsoTrait));
        }
        return Some(Given::Changes(changes));
    }
    if p.take("treat this card") && p.mark('/') && p.take("digimon as if its name is also") {
        return Some(made(list(p)?, Change::AlsoName));
    }
    None
}
