//! The lines of the deck lists people have: what a line may mean is decided here, which of its readings is a card is decided
//! where the cards are known.

use crate::decks::MOST_COPIES;
use crate::fault::{Faults, Source};
use std::ops::Range;

/// The section of cards that stand under no heading, or under one that names a kind of card.
pub(crate) const UNSORTED: &str = "";

/// One card of a list, with every way in which it can be read, likeliest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub section: String,
    /// A card by id or name, and how many.
    pub readings: Vec<(String, u32)>,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// Whether it has a number: a line without one may be anything.
    pub counted: bool,
}

/// A list as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    pub entries: Vec<Entry>,
    pub name: Option<String>,
}

/// Reads a plain list.
pub(crate) fn read(source: &Source, faults: &mut Faults) -> Lines {
    let mut lines = Lines::default();
    let mut section = UNSORTED;
    let mut start = 0;
    for line in source.text.split('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len() + 1;
        // Some editors begin a file with a mark of its encoding.
        let words = line.trim_start_matches('\u{feff}').trim();
        if words.is_empty() {
            continue;
        }
        if let Some(comment) = words.strip_prefix("//").or_else(|| words.strip_prefix('#')) {
            // `//Sideboard` opens a section; any other remark is a remark.
            section = heading(comment.trim()).filter(|named| *named != UNSORTED).unwrap_or(section);
            continue;
        }
        // A remark behind an entry; ids and names hold `#` only inside a word.
        let words = words.split(" #").next().unwrap_or(words).trim_end();
        if let Some(name) = titled(words) {
            lines.name = Some(name.to_string());
            continue;
        }
        match entry(words, section, span.clone()) {
            Ok(entry) if entry.counted => lines.entries.push(entry),
            Ok(entry) => match heading(words) {
                Some(named) => section = named,
                None => lines.entries.push(entry),
            },
            Err(why) => faults.push(source.fault(span, why)),
        }
    }
    lines
}

/// `Name: My deck`, as several deck builders head their lists.
fn titled(words: &str) -> Option<&str> {
    let (key, name) = words.split_once(':')?;
    let key = key.trim().to_lowercase();
    matches!(key.as_str(), "name" | "deck name" | "title")
        .then(|| name.trim())
        .filter(|name| !name.is_empty())
}

/// Everything that a line may mean.
pub(crate) fn entry(words: &str, section: &str, span: Range<usize>) -> Result<Entry, String> {
    let (words, section) = match words.strip_prefix("SB:") {
        Some(rest) => (rest.trim(), "sideboard"),
        None => (words, section),
    };
    let words =
        ["- ", "* ", "• "].iter().find_map(|bullet| words.strip_prefix(bullet)).unwrap_or(words).trim();
    let mut readings = Vec::new();
    let mut counts = Vec::new();
    // A card may be called `Unit 3`, or even `4 Elements`: the line as it stands comes first.
    readings.push((words.to_string(), 1));
    if let Some((first, rest)) = words.split_once(char::is_whitespace)
        && let Some(count) = number(first)
        && !heads_up(rest)
    {
        counts.push(count);
        named(rest.trim(), clamp(count), &mut readings);
    }
    if counts.is_empty()
        && let Some((front, last)) = words.rsplit_once(char::is_whitespace)
    {
        let bare = last.trim_matches(['(', ')', '[', ']']);
        if let Some(count) = number(bare) {
            // A marked number (`x4`, `(4)`) is surely a count; a bare one is, unless the line has no card without it.
            if heading(words).is_none() || marked(last) && !last.starts_with('(') {
                counts.push(count);
            }
            named(front.trim(), clamp(count), &mut readings);
        }
    }
    named(words, 1, &mut readings);
    match counts.iter().find(|count| !(1..=MOST_COPIES).contains(*count)) {
        Some(wrong) => Err(format!("the number of copies must be from 1 to {MOST_COPIES}, not {wrong}")),
        None => Ok(Entry { section: section.to_string(), readings, span, counted: !counts.is_empty() }),
    }
}

/// The ways in which words without their count can name a card.
fn named(words: &str, count: u32, readings: &mut Vec<(String, u32)>) {
    let trimmed = |word: &str| word.trim_matches(['(', ')', '[', ']', ',', ':']).to_string();
    let mut add = |word: String| {
        if !word.is_empty() && !readings.contains(&(word.clone(), count)) {
            readings.push((word, count));
        }
    };
    let all: Vec<&str> = words.split_whitespace().collect();
    add(words.to_string());
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return };
    // `Name ID` and `ID Name`, the id with or without brackets.
    for word in [last, first] {
        if looks_like_an_id(word) {
            add(trimmed(word));
        }
    }
    // `Name (SET) 10`.
    if let [front @ .., set, number] = &all[..]
        && !front.is_empty()
        && set.starts_with('(')
        && let Ok(number) = number.parse::<u32>()
    {
        for id in [format!("{number}"), format!("{number:02}"), format!("{number:03}")] {
            add(format!("{}-{id}", trimmed(set)));
        }
    }
    // `Name (whatever the site adds)`.
    if let Some((name, _)) = words.split_once(" (") {
        add(name.trim().to_string());
    }
}

/// Ids have a digit, and a hyphen or a stroke: `BT1-010`, `TD02/0001EN`.
fn looks_like_an_id(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '[', ']', ',', ':']);
    word.contains(['-', '/']) && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// `4`, `4x`, `x4`.
fn number(word: &str) -> Option<u64> {
    let digits =
        word.strip_suffix(['x', 'X', '×']).or_else(|| word.strip_prefix(['x', 'X', '×'])).unwrap_or(word);
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| digits.parse().unwrap_or(u64::MAX))
}

fn marked(word: &str) -> bool {
    word.starts_with(['x', 'X', '×', '(', '[']) || word.ends_with(['x', 'X', '×'])
}

fn clamp(count: u64) -> u32 {
    count.min(MOST_COPIES) as u32
}

/// `50 cards` behind a number is no card.
fn heads_up(rest: &str) -> bool {
    matches!(rest.trim().to_lowercase().as_str(), "card" | "cards" | "cards total")
}

/// The section that a heading opens. Headings by kind of card (`Digimon`, `Spells`) leave the cards unsorted.
pub(crate) fn heading(words: &str) -> Option<&'static str> {
    let plain = words.trim_matches(['[', ']', '=', '-', '*', ' ']).trim_end_matches(':').to_lowercase();
    let plain = plain.split(['(', ':']).next().unwrap_or("").trim().replace(['_', '-'], " ");
    let kinds = [
        "digimon",
        "tamer",
        "option",
        "battle",
        "battle card",
        "extra",
        "extra card",
        "unison",
        "unison card",
        "monster",
        "spell",
        "item",
        "impact",
        "impact monster",
        "spirit",
        "nexus",
        "magic",
        "card",
    ];
    Some(match plain.as_str() {
        "main" | "main deck" | "deck" | "maindeck" => "main",
        "digi egg" | "digi eggs" | "digi egg deck" | "egg deck" | "eggs" | "digiegg" | "digieggs" => {
            "digi_eggs"
        }
        "leader" | "leader card" => "leader",
        "z deck" => "z_deck",
        "swap in" => "swap_in",
        "swap out" => "swap_out",
        "flag" => "flag",
        "buddy" => "buddy",
        "lost deck" => "lost_deck",
        "sideboard" | "side" | "side deck" => "sideboard",
        other if kinds.contains(&other.trim_end_matches('s')) || kinds.contains(&other) => UNSORTED,
        _ if words.ends_with(':') || words.starts_with(['[', '=', '-']) => UNSORTED,
        other
            if other.ends_with(" cards")
                && other.split(' ').next().is_some_and(|word| number(word).is_some()) =>
        {
            UNSORTED
        }
        _ => return None,
    })
}
