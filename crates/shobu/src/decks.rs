//! Deck files: JSON as `CONTRACT` has it, and plain text lists as people keep them.

use crate::GameName;
use crate::fault::{Fault, Faults, Source};
use crate::pools::{CardSet, without_place};
use kernel::{DeckList, Decks, Printed};
use serde_json::{Map, Value};

/// A deck file as it was written: cards by id or name, not yet looked up.
#[derive(Clone, Debug)]
pub struct DeckFile {
    /// The game it says it is for; plain text lists do not say.
    pub game: Option<GameName>,
    pub list: DeckList,
    source: Source,
}

/// The section of a text list's cards that stand under no heading.
const UNSORTED: &str = "";

/// The most copies of one card that a line may ask for: more is a slip of the pen.
pub(crate) const MOST_COPIES: u64 = 1_000;

impl DeckFile {
    /// Reads a deck file of either form.
    pub fn read(source: Source) -> Result<Self, Faults> {
        if source.text.trim_start().starts_with('{') { read_json(source) } else { read_text(source) }
    }

    /// The file it came from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Replaces names by ids and puts unsorted cards where they belong. Every unknown card is a fault that suggests
    /// what may have been meant.
    pub fn resolve<G: Decks>(&self, cards: &CardSet<G>) -> Result<DeckList, Faults> {
        let mut faults = Faults::default();
        let mut list = DeckList { sections: Vec::new(), ..self.list.clone() };
        for (section, entries) in &self.list.sections {
            if section != UNSORTED && !G::SECTIONS.contains(&section.as_str()) {
                let what = format!("a {} deck has no section {section:?}", G::NAME);
                let help = format!("its sections are {}", G::SECTIONS.join(", "));
                faults.push(self.source.fault_at_word(section, what).help(help));
                continue;
            }
            for (word, count) in entries {
                match look_up(cards, word) {
                    Some(print) => {
                        let card = cards.card(print);
                        let section = if section == UNSORTED { G::section_of(card) } else { section };
                        add(&mut list, section, card.id(), *count);
                    }
                    None => {
                        let what = format!("no {} card has the id or name {word:?}", G::NAME);
                        let help = cards
                            .suggest(word)
                            .unwrap_or_else(|| "give the card file it comes from with --pool".to_string());
                        faults.push(self.source.fault_at_word(word, what).help(help));
                    }
                }
            }
        }
        faults.or(list)
    }
}

/// A card by id or name; a line such as `Agumon BT1-010` or `Agumon (BT1-010)` names it by its last word.
fn look_up<G: Decks>(cards: &CardSet<G>, word: &str) -> Option<kernel::Print> {
    cards.find(word).or_else(|| {
        let last = word.split_whitespace().last()?.trim_matches(['(', ')', '[', ']']);
        (last != word).then(|| cards.pool().find(last)).flatten()
    })
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
                Ok(cards) => list.sections.push((section.to_string(), cards)),
                Err(why) => faults.push(point(format!("`{section}`: {why}"))),
            },
            (_, value) => list.extra.push((key, value)),
        }
    }
    if faults.is_empty() && list.sections.is_empty() {
        let fault = Fault::of_file(&source.name, "this deck lists no cards");
        faults.push(fault.help("a deck has at least \"main\": {\"card id\": count, …}"));
    }
    faults.or(()).map(|()| DeckFile { game, list, source })
}

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

// ---- plain text ---------------------------------------------------------------------------------------------------

fn read_text(source: Source) -> Result<DeckFile, Faults> {
    let mut faults = Faults::default();
    let mut list = DeckList::default();
    let mut section = UNSORTED;
    let mut start = 0;
    for line in source.text.split('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len() + 1;
        let words = line.trim();
        if words.is_empty() || words.starts_with('#') || words.starts_with("//") {
            continue;
        }
        // A comment behind an entry; ids and names hold `#` only inside a word.
        let words = words.split(" #").next().unwrap_or(words).trim_end();
        match entry(words) {
            Some(Ok((card, count))) => add(&mut list, section, card, count),
            Some(Err(why)) => faults.push(source.fault(span, why)),
            None => match heading(words) {
                Some(named) => section = named,
                None => {
                    let what = format!("neither a card with its count nor a heading: {words:?}");
                    faults.push(source.fault(span, what).help("write `4 CARD-ID` or `4x Card Name`"));
                }
            },
        }
    }
    if faults.is_empty() && list.sections.is_empty() {
        let fault = Fault::of_file(&source.name, "this deck lists no cards");
        faults.push(fault.help("write one card a line: `4 CARD-ID`"));
    }
    list.name = deck_name(&source.name);
    faults.or(()).map(|()| DeckFile { game: None, list, source })
}

fn deck_name(file: &str) -> String {
    let name = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    name.unwrap_or_default()
}

/// `4 X`, `4x X`, `x4 X`, `X x4`; `None` if the line has no count.
fn entry(words: &str) -> Option<Result<(&str, u32), String>> {
    let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let (front, last) = words.rsplit_once(char::is_whitespace).unwrap_or(("", words));
    let number = |word: &str| {
        let digits =
            word.strip_suffix(['x', 'X', '×']).or_else(|| word.strip_prefix(['x', 'X', '×'])).unwrap_or(word);
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().unwrap_or(u64::MAX))
    };
    let marked = |word: &str| word.starts_with(['x', 'X', '×']);
    let (card, count) = if let Some(count) = number(first).filter(|_| !first.is_empty() && !rest.is_empty()) {
        (rest.trim(), count)
    } else if let Some(count) = number(last).filter(|_| !front.is_empty() && marked(last)) {
        (front.trim(), count)
    } else {
        return None;
    };
    Some(match count {
        1..=MOST_COPIES => Ok((card, count as u32)),
        _ => Err(format!("the number of copies must be from 1 to {MOST_COPIES}, not {count}")),
    })
}

/// The section that a heading opens. Headings by kind of card (`Digimon`, `Spells`) leave the cards unsorted.
fn heading(words: &str) -> Option<&'static str> {
    let plain = words.trim_matches(['[', ']', '=', '-', '*', ' ']).trim_end_matches(':').to_lowercase();
    let plain = plain.split(['(', ':']).next().unwrap_or("").trim().replace(['_', '-'], " ");
    let kinds = [
        "digimon",
        "tamer",
        "option",
        "battle",
        "extra",
        "unison",
        "monster",
        "spell",
        "item",
        "impact",
        "impact monster",
        "spirit",
        "nexus",
        "magic",
    ];
    Some(match plain.as_str() {
        "main" | "main deck" | "deck" => "main",
        "digi egg" | "digi eggs" | "digi egg deck" | "egg deck" | "eggs" => "digi_eggs",
        "leader" => "leader",
        "z deck" => "z_deck",
        "flag" => "flag",
        "buddy" => "buddy",
        "lost deck" => "lost_deck",
        "sideboard" | "side" | "side deck" => "sideboard",
        other if kinds.contains(&other.trim_end_matches('s')) || kinds.contains(&other) => UNSORTED,
        _ if words.ends_with(':') || words.starts_with(['[', '=', '-']) => UNSORTED,
        _ => return None,
    })
}
