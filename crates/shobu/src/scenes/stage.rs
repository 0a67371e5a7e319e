//! From a scene as written to a match at its first decision.

use super::chance::{Luck, Result as Lucky, Scripted};
use super::read::Scene;
use crate::fault::{Fault, Source};
use crate::near::did_you_mean;
use crate::pools::CardSet;
use crate::shelf::Shelf;
use crate::{Playable, built_in, zones};
use kernel::{CardError, DeckFault, DeckList, Log, Match, Pace, PerSeat, Printed, Seat, StageError};
use serde_json::{Map, Value};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A scene set up: its cards and the match on them.
pub(super) struct Staged<G: Playable> {
    pub cards: CardSet<G>,
    pub game: Match<G, Scripted>,
    /// What the deck rules have against each list, in a scene that begins with the preparation.
    pub decks: Option<PerSeat<Vec<DeckFault>>>,
}

pub(super) fn stage<G: Playable>(scene: &Scene) -> Result<Staged<G>, Fault> {
    let edition = edition::<G>(scene)?;
    let (scene, cards, shelves) = &cards::<G>(scene)?;
    let cards = cards.clone();
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
            .map_err(|error| advise(scene, &cards, shelves, &error))?;
        Match::resume(state, cards.cards.clone(), chance, Pace::Shown, Log::listening())
    };
    Ok(Staged { cards, game, decks: judged })
}

/// What a card in braces may be said to be or to have, in any of the games: for advice about a word that none of them knows.
const STATES: &[&str] = &[
    "suspended",
    "fresh",
    "placed",
    "face_down",
    "face_up",
    "under",
    "links",
    "rest",
    "active",
    "rested",
    "standing",
    "known",
    "soul",
    "cores",
    "soul_core",
    "exhausted",
    "heavy",
    "refreshed",
    "markers",
];

/// Whether a fault is about what a card in braces was said to be.
fn is_of_a_card(why: &str) -> bool {
    why.contains("state") || why.starts_with("a card has no")
}

/// The fault of a position that cannot be set up, with what may have been meant.
fn advise<G: Playable>(
    scene: &Scene,
    cards: &CardSet<G>,
    shelves: &[Arc<Shelf>],
    error: &StageError,
) -> Fault {
    let fault = scene.fault_at(&error.section, &error.key, error.to_string());
    // A word of the reason that names no card, or a key that names no zone.
    let quoted = error.why.split(['`', '"']).nth(1).filter(|word| !word.is_empty());
    if let Some(word) = quoted {
        let own = scene.cards.iter().filter_map(|(row, _)| row.get("name").and_then(Value::as_str));
        let state = did_you_mean(word, STATES.iter().copied()).filter(|_| is_of_a_card(&error.why));
        let shelf = || shelves.iter().find_map(|shelf| shelf.suggest(word));
        let near = state.or_else(|| did_you_mean(word, own)).or_else(shelf).or_else(|| cards.suggest(word));
        return fault.maybe_help(near);
    }
    let in_seat = error.section != "table";
    let zones = zones::<G>();
    match in_seat && !zones.contains(&error.key.as_str()) {
        true => {
            let near = did_you_mean(&error.key, zones.iter().copied());
            fault.help(near.unwrap_or_else(|| format!("the zones are {}", zones.join(", "))))
        }
        false => fault,
    }
}

/// The cards and the position of a scene, at its first decision.
pub fn set_up<G: Playable>(scene: &Scene) -> Result<(CardSet<G>, G), Fault> {
    let staged = stage::<G>(scene)?;
    match staged.game.chance().fault() {
        Some(why) => Err(scene.fault_at("table", "chance", why)),
        None => Ok((staged.cards, staged.game.into_state())),
    }
}

fn edition<G: Playable>(scene: &Scene) -> Result<usize, Fault> {
    let Some(wanted) = &scene.edition else { return Ok(0) };
    G::EDITIONS.iter().position(|edition| edition == wanted).ok_or_else(|| {
        let what = format!("{} has no edition {wanted:?}", G::NAME);
        scene.source.fault_at_word(wanted, what).help(format!("its editions are {}", G::EDITIONS.join(", ")))
    })
}

// ---- cards --------------------------------------------------------------------------------------------------------

/// The cards of a scene, the scene with the names of pool cards replaced by their ids, and the card files they came from.
type Cards<G> = (Scene, CardSet<G>, Vec<Arc<Shelf>>);

fn cards<G: Playable>(scene: &Scene) -> Result<Cards<G>, Fault> {
    let shelves = shelves(scene)?;
    let (scene, pool_rows) = pooled(scene, &shelves)?;
    let set = own_cards::<G>(&scene, pool_rows)?;
    Ok((scene, set, shelves))
}

/// The card files that a scene is given or names.
fn shelves(scene: &Scene) -> Result<Vec<Arc<Shelf>>, Fault> {
    let mut shelves: Vec<Arc<Shelf>> = scene.shelf.iter().cloned().collect();
    for (file, span) in &scene.pools {
        let folder = Path::new(&*scene.source.name).parent().unwrap_or(Path::new(""));
        let read = Source::read(&folder.join(file)).map_err(|fault| {
            let what = format!("the card file {}: {}", fault.file, fault.what);
            scene
                .source
                .fault(span.clone(), what)
                .help("`pool` names a file relative to the scene, or \"built-in\"")
        })?;
        let shelf = Shelf::read(&[read]).map_err(|mut faults| faults.list.remove(0))?;
        shelves.push(Arc::new(shelf));
    }
    Ok(shelves)
}

/// Looks up what the scene's zones name in its card files: each word that is no card of the scene's own.
fn pooled(scene: &Scene, shelves: &[Arc<Shelf>]) -> Result<(Scene, Vec<Value>), Fault> {
    let mut scene = scene.clone();
    if shelves.is_empty() {
        return Ok((scene, Vec::new()));
    }
    let own: Vec<String> = scene
        .cards
        .iter()
        .flat_map(|(row, _)| ["name", "id"].map(|key| row.get(key).and_then(Value::as_str)))
        .flatten()
        .map(str::to_string)
        .collect();
    let mut rows: Vec<Value> = Vec::new();
    let mut stage = scene.stage.clone();
    for seat in Seat::BOTH {
        let section = if seat == Seat::A { "you" } else { "opponent" };
        for (key, value) in stage.seats[seat].iter_mut() {
            let mut look = |word: &mut String| {
                let plain =
                    word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == 'x').trim();
                let named = if own.contains(word) || own.iter().any(|own| own == plain) {
                    None
                } else {
                    shelves.iter().find_map(|shelf| {
                        let (whole, rest) = (shelf.ids(word), shelf.ids(plain));
                        match (whole.is_empty(), rest.is_empty()) {
                            (false, _) => Some((shelf, word.clone(), whole)),
                            (true, false) => Some((shelf, plain.to_string(), rest)),
                            (true, true) => None,
                        }
                    })
                };
                let Some((shelf, name, ids)) = named else { return Ok(()) };
                let [id] = ids[..] else {
                    let what = format!("{} cards are called {name:?}: {}", ids.len(), ids.join(", "));
                    return Err(scene
                        .fault_at(section, key, what)
                        .help("write the id of the one that is meant"));
                };
                for (_, row) in shelf.rows([id])? {
                    if !rows.contains(&row.value) {
                        rows.push(row.value);
                    }
                }
                *word = word.replacen(&name, id, 1);
                Ok(())
            };
            each_word(value, &mut look)?;
        }
    }
    scene.stage = stage;
    Ok((scene, rows))
}

/// Every string in a value that may name a card.
fn each_word(
    value: &mut Value,
    look: &mut impl FnMut(&mut String) -> Result<(), Fault>,
) -> Result<(), Fault> {
    match value {
        Value::String(word) => look(word),
        Value::Array(items) => items.iter_mut().try_for_each(|item| each_word(item, look)),
        Value::Object(map) => map.iter_mut().try_for_each(|(_, item)| each_word(item, look)),
        _ => Ok(()),
    }
}

fn own_cards<G: Playable>(scene: &Scene, pool_rows: Vec<Value>) -> Result<CardSet<G>, Fault> {
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
    rows.extend(pool_rows.into_iter().map(|row| (row, None)));
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
        if let Some(unread) = card.unread().first() {
            let what = format!(
                "card {:?}, {}: {:?} cannot be read: {}",
                card.name(),
                unread.field,
                unread.words,
                unread.why
            );
            return Err(match span {
                Some(span) => at_words(scene, span.clone(), &unread.words, what),
                None => Fault::of_file(&scene.source.name, what)
                    .help("write it as a [[card]] of the scene, with the words that matter here"),
            });
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
