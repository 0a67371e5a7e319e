//! Deck files: JSON as `CONTRACT` has it, and the lists people have: plain text, Tabletop Simulator's arrays, Cockatrice.

use crate::GameName;
use crate::deck_lines::{self, Entry, UNSORTED};
use crate::fault::{Fault, Faults, Source};
use crate::pools::{CardSet, without_place};
use kernel::{DeckList, Decks, Printed};
use serde_json::{Map, Value};
use std::ops::Range;

/// A deck file as it was written: cards by id or name, not yet looked up.
#[derive(Clone, Debug)]
pub struct DeckFile {
    /// The game it says it is for; plain text lists do not say.
    pub game: Option<GameName>,
    /// Its name, what else it says, and its cards as they are likeliest meant.
    pub list: DeckList,
    entries: Vec<Entry>,
    source: Source,
}

/// The most copies of one card that a line may ask for: more is a slip of the pen.
pub(crate) const MOST_COPIES: u64 = 1_000;

/// The most lines with a card that a list may have, many times what any deck has.
const MOST_CARDS: usize = 2_000;

impl DeckFile {
    /// Reads a deck file of any form.
    pub fn read(source: Source) -> Result<Self, Faults> {
        let text = source.text.trim_start_matches('\u{feff}').trim_start();
        match text.chars().next() {
            Some('{') => read_json(source),
            Some('[') if text.trim_start_matches('[').trim_start().starts_with('"') => read_array(source),
            Some('<') => read_cockatrice(source),
            _ => {
                // No name of a card is a page long: this is some other file.
                if let Some((at, line)) = text.lines().enumerate().find(|(_, line)| line.len() > LONGEST_LINE)
                {
                    let what =
                        format!("not a deck list: line {} has {} letters", at + 1, line.chars().count());
                    return Err(Fault::of_file(&source.name, what)
                        .help("a deck list has a card a line")
                        .into());
                }
                let mut faults = Faults::default();
                let lines = deck_lines::read(&source, &mut faults);
                let name = lines.name.unwrap_or_else(|| deck_name(&source.name));
                of_entries(source, name, lines.entries, faults)
            }
        }
    }

    /// The file it came from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Every word by which this list may name a card.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().flat_map(|entry| &entry.readings).map(|(word, _)| word.as_str())
    }

    /// Replaces names by ids and puts unsorted cards where they belong. Every unknown card is a fault that suggests
    /// what may have been meant; a name that several cards share is a fault that lists them.
    pub fn resolve<G: Decks>(&self, cards: &CardSet<G>) -> Result<DeckList, Faults> {
        let mut faults = Faults::default();
        let mut list = DeckList { sections: Vec::new(), ..self.list.clone() };
        let known = |section: &str| section == UNSORTED || G::SECTIONS.contains(&section);
        // Forms that know a main deck and a sideboard only keep there what lies beside the main deck.
        let beside = |section: &str| section == SIDEBOARD && !known(section);
        let unknown = |section: &str| !known(section) && !self.is_beside(section, cards);
        for (section, _) in self.list.sections.iter().filter(|(section, _)| unknown(section)) {
            let what = format!("a {} deck has no section {section:?}", G::NAME);
            let help = format!("its sections are {}", G::SECTIONS.join(", "));
            faults.push(self.source.fault_at_word(section, what).help(help));
        }
        for (at, entry) in self.entries.iter().enumerate().filter(|(_, entry)| !unknown(&entry.section)) {
            let section = entry.section.as_str();
            let meant: Vec<(&str, Vec<kernel::Print>, u32)> = entry
                .readings
                .iter()
                .map(|(word, count)| (word.as_str(), cards.meant(word), *count))
                .filter(|(_, prints, _)| !prints.is_empty())
                .collect();
            match meant.iter().find(|(_, prints, _)| prints.len() == 1) {
                Some((_, prints, count)) => {
                    let card = cards.card(prints[0]);
                    let sorted = section == UNSORTED || beside(section);
                    let section = if sorted { G::section_of(card) } else { section };
                    add(&mut list, section, card.id(), *count);
                }
                None => match meant.first() {
                    Some((word, prints, _)) => faults.push(self.shared(entry, word, cards, prints)),
                    // The first line of a list may be its title.
                    None if at == 0 && !entry.counted && self.entries.len() > 1 => {
                        list.name = entry.readings[0].0.clone();
                    }
                    None => faults.push_with(|| self.unknown(entry, cards)),
                },
            }
        }
        if faults.is_empty() && list.sections.is_empty() {
            faults.push(Fault::of_file(&self.source.name, "this deck lists no cards"));
        }
        faults.or(list)
    }

    /// Whether a section is a sideboard in which only cards lie that do not belong in the main deck.
    fn is_beside<G: Decks>(&self, section: &str, cards: &CardSet<G>) -> bool {
        let mut held = self.entries.iter().filter(|entry| entry.section == section);
        let aside = |word: &str| {
            let meant = cards.meant(word);
            meant.len() == 1 && G::section_of(cards.card(meant[0])) != "main"
        };
        section == SIDEBOARD && held.all(|entry| entry.readings.iter().any(|(word, _)| aside(word)))
    }

    /// The fault of a name that several cards have.
    fn shared<G: Decks>(
        &self,
        entry: &Entry,
        word: &str,
        cards: &CardSet<G>,
        prints: &[kernel::Print],
    ) -> Fault {
        let ids: Vec<&str> = prints.iter().map(|print| cards.card(*print).id()).collect();
        let what = format!("{} cards are called {word:?}: {}", ids.len(), ids.join(", "));
        self.source.fault(entry.span.clone(), what).help("write the id of the one that is meant")
    }

    fn unknown<G: Decks>(&self, entry: &Entry, cards: &CardSet<G>) -> Fault {
        // The reading with the count taken off says best what was looked for.
        let word = entry.readings.get(1).or(entry.readings.first()).map_or("", |(word, _)| word.as_str());
        if !entry.counted && !word.contains(|letter: char| letter.is_ascii_digit()) {
            let what = format!("neither a card with its count nor a heading: {:?}", brief(word));
            let fault = self.source.fault(entry.span.clone(), what);
            return fault
                .help(cards.suggest(word).unwrap_or_else(|| "write `4 CARD-ID` or `4x Card Name`".into()));
        }
        let what = format!("no {} card has the id or name {:?}", G::NAME, brief(word));
        let from = self.source.text.get(entry.span.clone()).and_then(|line| line.find(word)).unwrap_or(0);
        let start = entry.span.start + from;
        let span = start..entry.span.end.min(start + word.len()).max(start);
        let help = entry.readings.iter().find_map(|(word, _)| cards.suggest(word));
        self.source
            .fault(span, what)
            .help(help.unwrap_or_else(|| "give the card file it comes from with --pool".to_string()))
    }
}

/// No line of a list is longer.
const LONGEST_LINE: usize = 1_000;

/// The beginning of a word that may be anything.
fn brief(word: &str) -> String {
    const MOST: usize = 60;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}

fn add(list: &mut DeckList, section: &str, id: &str, count: u32) {
    let at = list.sections.iter().position(|(name, _)| name == section).unwrap_or_else(|| {
        list.sections.push((section.to_string(), Vec::new()));
        list.sections.len() - 1
    });
    let entries = &mut list.sections[at].1;
    match entries.iter_mut().find(|(other, _)| other == id) {
        Some((_, sum)) => *sum = sum.saturating_add(count),
        None => entries.push((id.to_string(), count)),
    }
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

fn read_json(source: Source) -> Result<DeckFile, Faults> {
    let root: Map<String, Value> = serde_json::from_str(&source.text).map_err(|error| {
        let span = source.span_of_line(error.line());
        let from = span.start + error.column().saturating_sub(1);
        source.fault(from..from + 1, format!("not a JSON object: {}", without_place(&error)))
    })?;
    let mut faults = Faults::default();
    let mut list = DeckList::default();
    let mut found = Vec::new();
    let mut game = None;
    for (key, value) in root {
        let point = |what: String| source.fault_at_word(&format!("\"{key}\""), what);
        match (key.as_str(), value) {
            ("game", Value::String(word)) => match word.parse::<GameName>() {
                Ok(name) => game = Some(name),
                Err(fault) => faults.push(point(format!("`game`: {}", fault.what)).maybe_help(fault.help)),
            },
            ("name", Value::String(name)) => list.name = name,
            ("game" | "name", _) => faults.push(point(format!("`{key}` must be a string"))),
            (section, value) if SECTIONS.contains(&section) => match entries(&value) {
                Ok(cards) => {
                    for (word, count) in &cards {
                        let span = place(&source, section, word);
                        found.push(one(section, word, *count, span));
                    }
                    list.sections.push((section.to_string(), cards));
                }
                Err(why) => faults.push(point(format!("`{section}`: {why}"))),
            },
            (_, value) => list.extra.push((key, value)),
        }
    }
    if faults.is_empty() && list.sections.is_empty() {
        let fault = Fault::of_file(&source.name, "this deck lists no cards");
        faults.push(fault.help("a deck has at least \"main\": {\"card id\": count, …}"));
    }
    faults.or(()).map(|()| DeckFile { game, list, entries: found, source })
}

/// An entry that can be read in one way only.
fn one(section: &str, word: &str, count: u32, span: Range<usize>) -> Entry {
    Entry { section: section.to_string(), readings: vec![(word.to_string(), count)], span, counted: true }
}

/// Where a word of a section stands in a JSON file: at its first mention behind the section's name, else at that.
fn place(source: &Source, section: &str, word: &str) -> Range<usize> {
    let from = source.text.find(&format!("\"{section}\"")).unwrap_or(0);
    match source.text[from..].find(word) {
        Some(at) => from + at..from + at + word.len(),
        None => from..from + section.len() + 2,
    }
}

/// Tabletop Simulator's form: an array of ids, one for each copy, with a remark or two among them.
fn read_array(source: Source) -> Result<DeckFile, Faults> {
    let cards: Vec<Value> = serde_json::from_str(&source.text).map_err(|error| {
        let from = source.span_of_line(error.line()).start + error.column().saturating_sub(1);
        source.fault(from..from + 1, format!("not a JSON array: {}", without_place(&error)))
    })?;
    let mut faults = Faults::default();
    let mut entries: Vec<Entry> = Vec::new();
    let mut from = 0;
    for card in &cards {
        let Some(word) = card.as_str() else {
            faults.push(Fault::of_file(&source.name, format!("an array of cards holds ids, not {card}")));
            continue;
        };
        let start = source.text[from..].find(word).map_or(from, |at| from + at);
        from = start;
        let remark = word.contains("://") || word.to_lowercase().starts_with("exported");
        if word.trim().is_empty() || remark {
            continue;
        }
        match deck_lines::entry(word.trim(), UNSORTED, start..start + word.len()) {
            Ok(entry) => entries.push(Entry { counted: true, ..entry }),
            Err(why) => faults.push(source.fault(start..start + word.len(), why)),
        }
    }
    let name = deck_name(&source.name);
    of_entries(source, name, entries, faults)
}

/// Cockatrice's form: `<zone name="main"><card number="4" name="…"/></zone>`.
fn read_cockatrice(source: Source) -> Result<DeckFile, Faults> {
    let mut faults = Faults::default();
    let (mut entries, mut section, mut name) = (Vec::new(), UNSORTED, deck_name(&source.name));
    let mut start = 0;
    for tag in source.text.split('<') {
        let span = start..start + tag.trim_end().len();
        start += tag.len() + 1;
        let value = |key: &str| {
            let (_, rest) = tag.split_once(&format!("{key}=\""))?;
            Some(unescaped(rest.split('"').next()?))
        };
        match tag.split([' ', '>', '/']).next() {
            Some("zone") => {
                section = match value("name").as_deref() {
                    Some("side") => "sideboard",
                    _ => UNSORTED,
                }
            }
            Some("deckname") => {
                let given = tag.split_once('>').map_or("", |(_, name)| name.trim());
                if !given.is_empty() {
                    name = unescaped(given);
                }
            }
            Some("card") => {
                let (number, card) = (value("number").unwrap_or_default(), value("name").unwrap_or_default());
                match deck_lines::entry(&format!("{} {card}", number.trim()), section, span.clone()) {
                    Ok(entry) if entry.counted => entries.push(entry),
                    Ok(_) => faults.push(source.fault(span, "a card needs a number and a name")),
                    Err(why) => faults.push(source.fault(span, why)),
                }
            }
            _ => {}
        }
    }
    of_entries(source, name, entries, faults)
}

/// The few characters that XML writes otherwise.
fn unescaped(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text.to_string(), |text, (from, to)| text.replace(from, to))
}

/// A deck file of entries that are still to be looked up.
fn of_entries(
    source: Source,
    name: String,
    entries: Vec<Entry>,
    mut faults: Faults,
) -> Result<DeckFile, Faults> {
    if faults.is_empty() && entries.is_empty() {
        let fault = Fault::of_file(&source.name, "this deck lists no cards");
        faults.push(fault.help("write one card a line: `4 CARD-ID`"));
    }
    if let Some(entry) = entries.get(MOST_CARDS) {
        let what = format!("more than {MOST_CARDS} different cards");
        return Err(source.fault(entry.span.clone(), what).help("is it a deck?").into());
    }
    let mut list = DeckList { name, ..DeckList::default() };
    for entry in &entries {
        if let Some((word, count)) = entry.readings.get(1).or(entry.readings.first()) {
            add(&mut list, &entry.section, word, *count);
        }
    }
    faults.or(()).map(|()| DeckFile { game: None, list, entries, source })
}

fn deck_name(file: &str) -> String {
    let name = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    name.unwrap_or_default()
}

/// Where Cockatrice and lists with `SB:` keep what is not in the main deck.
const SIDEBOARD: &str = "sideboard";

/// Every section that a deck file of any game may have.
const SECTIONS: [&str; 11] = [
    "main",
    "digi_eggs",
    "leader",
    "z_deck",
    "flag",
    "buddy",
    "lost_deck",
    "sideboard",
    "side",
    "swap_in",
    "swap_out",
];

/// One id, a list of ids, or ids with counts.
fn entries(value: &Value) -> Result<Vec<(String, u32)>, String> {
    let count = |id: &str, value: &Value| match value.as_u64() {
        Some(count) if (1..=MOST_COPIES).contains(&count) => Ok((id.to_string(), count as u32)),
        _ => Err(format!("{id:?}: the number of copies must be from 1 to {MOST_COPIES}, not {value}")),
    };
    match value {
        Value::String(id) => Ok(vec![(id.clone(), 1)]),
        Value::Array(ids) => ids
            .iter()
            .map(|id| match id.as_str() {
                Some(id) => Ok((id.to_string(), 1)),
                None => Err(format!("a list here holds card ids, not {id}")),
            })
            .collect(),
        Value::Object(cards) => cards.iter().map(|(id, value)| count(id, value)).collect(),
        Value::Null => Ok(Vec::new()),
        _ => Err(format!("expected card ids with their counts, not {value}")),
    }
}
