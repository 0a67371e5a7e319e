//! From a scene as written to a match at its first decision.

use super::chance::{Luck, Result as Lucky, Scripted};
use super::read::Scene;
use crate::fault::Fault;
use crate::near::did_you_mean;
use crate::pools::CardSet;
use crate::{Playable, built_in};
use kernel::{CardError, DeckFault, DeckList, Log, Match, Pace, PerSeat, Printed, Seat};
use serde_json::{Map, Value};
use std::ops::Range;

/// A scene set up: its cards and the match on them.
pub(super) struct Staged<G: Playable> {
    pub cards: CardSet<G>,
    pub game: Match<G, Scripted>,
    /// What the deck rules have against each list, in a scene that begins with the preparation.
    pub decks: Option<PerSeat<Vec<DeckFault>>>,
}

pub(super) fn stage<G: Playable>(scene: &Scene) -> Result<Staged<G>, Fault> {
    let edition = edition::<G>(scene)?;
    let cards = cards::<G>(scene)?;
    let first = scene.stage.table.get("first").and_then(Value::as_str);
    let first = first.filter(|_| scene.from_setup).map(|seat| u32::from(seat == "opponent"));
    let chance = Scripted::new(luck(scene, &cards)?, first);
    let mut judged = None;
    let game = if scene.from_setup {
        let lists = PerSeat::new(deck_list(scene, &cards, Seat::A)?, deck_list(scene, &cards, Seat::B)?);
        let check = |seat: Seat| G::check_deck(&cards.cards, &lists[seat], edition);
        judged = Some(PerSeat::new(check(Seat::A), check(Seat::B)));
        let decks =
            PerSeat::new(deck(scene, &cards, &lists[Seat::A])?, deck(scene, &cards, &lists[Seat::B])?);
        Match::new(cards.cards.clone(), edition, &decks, chance, Pace::Shown, Log::listening())
    } else {
        let state = G::stage(&cards.cards, &scene.stage, edition)
            .map_err(|error| scene.fault_at(&error.section, &error.key, error.to_string()))?;
        Match::resume(state, cards.cards.clone(), chance, Pace::Shown, Log::listening())
    };
    Ok(Staged { cards, game, decks: judged })
}

fn edition<G: Playable>(scene: &Scene) -> Result<usize, Fault> {
    let Some(wanted) = &scene.edition else { return Ok(0) };
    G::EDITIONS.iter().position(|edition| edition == wanted).ok_or_else(|| {
        let what = format!("{} has no edition {wanted:?}", G::NAME);
        scene.source.fault_at_word(wanted, what).help(format!("its editions are {}", G::EDITIONS.join(", ")))
    })
}

// ---- cards --------------------------------------------------------------------------------------------------------

fn cards<G: Playable>(scene: &Scene) -> Result<CardSet<G>, Fault> {
    let mut rows: Vec<(Value, Option<Range<usize>>)> = Vec::new();
    for (row, span) in &scene.cards {
        let mut row = row.clone();
        let Some(name) = row.get("name").and_then(Value::as_str).map(str::to_string) else {
            return Err(scene.source.fault(span.clone(), "this card has no name"));
        };
        row.entry("id").or_insert(Value::String(name));
        G::plain(&mut row);
        if rows.iter().any(|(other, _)| other.get("id") == row.get("id")) {
            let what = format!("a second card with the id {}", row.get("id").unwrap_or(&Value::Null));
            return Err(scene
                .source
                .fault(span.clone(), what)
                .help("twins are written once and listed twice"));
        }
        rows.push((Value::Object(row), Some(span.clone())));
    }
    for blank in G::blanks() {
        if !rows.iter().any(|(other, _)| other.get("id") == blank.get("id")) {
            rows.push((blank, None));
        }
    }
    if scene.built_in_cards {
        for source in built_in::card_files(G::NAME) {
            for row in crate::pools::rows(&source) {
                rows.push((row?.value, None));
            }
        }
    }
    let set = CardSet::<G>::of_rows(rows.iter().map(|(row, _)| row.clone())).map_err(|(at, error)| {
        let name = rows[at].0.get("name").and_then(Value::as_str).unwrap_or("?").to_string();
        point(scene, rows[at].1.clone(), &error, format!("card {name:?}: {error}"))
    })?;
    for ((_, span), (_, card)) in rows.iter().zip(set.pool().iter()) {
        if let (Some(span), Some(unread)) = (span, card.unread().first()) {
            let what = format!(
                "card {:?}, {}: {:?} cannot be read: {}",
                card.name(),
                unread.field,
                unread.words,
                unread.why
            );
            return Err(at_words(scene, span.clone(), &unread.words, what));
        }
    }
    Ok(set)
}

/// A fault at the field of a card that an error names.
fn point(scene: &Scene, span: Option<Range<usize>>, error: &CardError, what: String) -> Fault {
    let Some(span) = span else { return Fault::of_file(&scene.source.name, what) };
    let key = match error {
        CardError::Field { field, .. } => field.split(['.', '[']).next().unwrap_or(field).to_string(),
        CardError::NotAnObject => String::new(),
    };
    at_words(scene, span, &key, what)
}

/// A fault at some words of a card, or at its first line if they are not there to the letter.
fn at_words(scene: &Scene, card: Range<usize>, words: &str, what: String) -> Fault {
    let text = &scene.source.text[card.start..];
    let end = text[2.min(text.len())..].find("\n[").map_or(text.len(), |at| at + 2);
    match text[..end].find(words).filter(|_| !words.is_empty()) {
        Some(at) => scene.source.fault(card.start + at..card.start + at + words.len(), what),
        None => scene.source.fault(scene.source.span_of_line(scene.source.line(card.start)), what),
    }
}

// ---- luck ---------------------------------------------------------------------------------------------------------

fn luck<G: Playable>(scene: &Scene, cards: &CardSet<G>) -> Result<Vec<Lucky>, Fault> {
    let result = |(luck, span): &(Luck, Range<usize>)| {
        Ok(match luck {
            Luck::Number(number) => Lucky::Number(*number),
            Luck::Keep => Lucky::Keep,
            Luck::Top(names) => {
                let named = |name: &String| {
                    let prints: Vec<_> = cards
                        .pool()
                        .iter()
                        .filter(|(_, card)| card.name() == name || card.id() == name)
                        .map(|(print, _)| print)
                        .collect();
                    if prints.is_empty() {
                        let fault = scene.source.fault(span.clone(), format!("no card is called {name:?}"));
                        return Err(fault.maybe_help(cards.suggest(name)));
                    }
                    Ok((name.clone(), prints))
                };
                Lucky::Top(names.iter().map(named).collect::<Result<_, Fault>>()?)
            }
        })
    };
    scene.chance.iter().map(result).collect()
}

// ---- decks --------------------------------------------------------------------------------------------------------

/// The deck list of a seat in a scene that begins with the preparation.
fn deck_list<G: Playable>(scene: &Scene, cards: &CardSet<G>, seat: Seat) -> Result<DeckList, Fault> {
    let section = if seat == Seat::A { "you" } else { "opponent" };
    let mut list = DeckList { name: section.to_string(), ..DeckList::default() };
    for (key, value) in &scene.stage.seats[seat] {
        let name = if key == "deck" { G::SECTIONS[0] } else { key.as_str() };
        if !G::SECTIONS.contains(&name) {
            let what = format!("a scene that begins with the setup has no {section}.{key}");
            let help = format!("it has the decks only: deck, {}", G::SECTIONS[1..].join(", "));
            return Err(scene
                .fault_at(section, key, what)
                .maybe_help(did_you_mean(key, G::SECTIONS.iter().copied()).or(Some(help))));
        }
        let wrong = |what: String| scene.fault_at(section, key, what);
        let mut entries = Vec::new();
        for (word, count) in counted::<G>(value).map_err(wrong)? {
            let print = cards.find(&word).ok_or_else(|| {
                scene
                    .fault_at(section, key, format!("no card is called {word:?}"))
                    .maybe_help(cards.suggest(&word))
            })?;
            entries.push((cards.card(print).id().to_string(), count));
        }
        list.sections.push((name.to_string(), entries));
    }
    Ok(list)
}

/// The deck that a list makes. One that is merely illegal is played all the same.
fn deck<G: Playable>(scene: &Scene, cards: &CardSet<G>, list: &DeckList) -> Result<G::Deck, Fault> {
    G::build_deck(&cards.cards, list).map_err(|faults| {
        let why: Vec<String> = faults.into_iter().map(|fault| fault.why).collect();
        scene.fault_at(&list.name, "deck", format!("this deck cannot be played: {}", why.join("; ")))
    })
}

/// Cards with counts: a number of blanks, one name, a list (`"Ember"`, `"4 Ember"`), or names with counts.
fn counted<G: Playable>(value: &Value) -> Result<Vec<(String, u32)>, String> {
    let blank = || {
        let id = |row: &Value| row.get("id").and_then(Value::as_str).map(str::to_string);
        G::blanks().first().and_then(id).ok_or_else(|| format!("{} has no blank cards", G::NAME))
    };
    let number = |value: &Value| {
        value
            .as_u64()
            .filter(|count| *count <= 200)
            .map(|count| count as u32)
            .ok_or(format!("not a number of cards: {value}"))
    };
    let entry = |text: &str| match text.split_once(' ') {
        Some((count, name)) if count.trim_end_matches('x').parse::<u8>().is_ok() => {
            (name.trim().to_string(), count.trim_end_matches('x').parse::<u8>().map_or(1, u32::from))
        }
        _ => (text.to_string(), 1),
    };
    match value {
        Value::Number(_) => Ok(vec![(blank()?, number(value)?)]),
        Value::String(name) => Ok(vec![entry(name)]),
        Value::Array(names) => names
            .iter()
            .map(|name| name.as_str().map(entry).ok_or(format!("a list of cards holds names, not {name}")))
            .collect(),
        Value::Object(counts) => object(counts, number),
        _ => Err(format!("not a list of cards: {value}")),
    }
}

fn object(
    counts: &Map<String, Value>,
    number: impl Fn(&Value) -> Result<u32, String>,
) -> Result<Vec<(String, u32)>, String> {
    counts.iter().map(|(name, count)| Ok((name.clone(), number(count)?))).collect()
}
