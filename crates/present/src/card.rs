//! A card in words.

use crate::style::Look;
use crate::wrap::{hang, sentence};
use kernel::board::{CardBoard, Figure};
use serde_json::Value;

/// How a figure is written: what stands in front of and behind its number. Figures that are not listed here are written
/// with their name.
const WRITTEN: &[(&str, &str, &str)] = &[
    ("cost", "(", ")"),
    ("gauge cost", "(", " gauge)"),
    ("level", "Lv.", ""),
    ("size", "size ", ""),
    ("dp", "", " DP"),
    ("power", "", ""),
    ("defense", "/", ""),
    ("critical", "/", ""),
    ("bp", "", " BP"),
    ("combo cost", "combo ", ""),
    ("combo power", "/+", ""),
    ("digivolve", "digivolve ", ""),
    ("symbols", "", " symbols"),
];

/// Figures that stand close to the one before.
const CLOSE: [&str; 3] = ["defense", "critical", "combo power"];

/// What a card costs. Size counts as a cost: the sizes on a field have a limit.
const COSTS: [&str; 3] = ["cost", "gauge cost", "size"];

/// What a card fights with.
const FORCE: [&str; 3] = ["dp", "power", "bp"];

/// Figures that matter only before a card is on the table.
const IN_HAND: [&str; 6] = ["cost", "gauge cost", "digivolve", "reduction", "combo cost", "combo power"];

/// Where a card is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    Hand,
    Table,
    /// Where only the colour counts: a card that is there to pay with.
    Energy,
    /// Where a card lends its power to another.
    Combo,
    /// In a full hand: the name, what it costs and what it fights with.
    FullHand,
    /// On a full table: what it is now.
    FullTable,
    /// On a table that is fuller still: its name, its figures and how it lies.
    Crowd,
}

impl Where {
    /// Whether a figure is worth its room here.
    fn tells(self, figure: &str) -> bool {
        match self {
            Where::Hand => true,
            Where::FullHand => COSTS.contains(&figure) || FORCE.contains(&figure),
            Where::Table | Where::FullTable | Where::Crowd => !IN_HAND.contains(&figure),
            Where::Energy => false,
            Where::Combo => figure == "combo power",
        }
    }

    fn tells_keywords(self) -> bool {
        matches!(self, Where::Hand | Where::Table | Where::FullTable)
    }
}

/// A number as its figure is written: what stands in front of and behind it. Figures without a row are written with their name.
fn written(name: &str, number: i32, place: Where) -> String {
    match WRITTEN.iter().find(|(other, ..)| *other == name) {
        Some(_) if place == Where::Combo => format!("+{number}"),
        Some((_, front, behind)) => {
            let behind = if number == 1 { behind.trim_end_matches('s') } else { behind };
            format!("{front}{number}{behind}")
        }
        None => format!("{name} {number}"),
    }
}

/// Figures that stand close to one another, as they are now and, where that differs, as they are printed: `7000/5000/3 (printed
/// 5000/5000/2)`.
fn figures(look: &Look, close: &[(&str, Figure)], place: Where) -> String {
    let now: String = close.iter().map(|(name, figure)| written(name, figure.now, place)).collect();
    if close.iter().all(|(_, figure)| figure.printed.is_none()) {
        return now;
    }
    if !matches!(place, Where::Hand | Where::Table) {
        return look.changed(&now);
    }
    let printed = |figure: &Figure| figure.printed.unwrap_or(figure.now);
    let printed: String = match close {
        [(_, one)] => printed(one).to_string(),
        several => several.iter().map(|(name, figure)| written(name, printed(figure), place)).collect(),
    };
    look.changed(&format!("{now} (printed {printed})"))
}

/// Kinds that need no word: the cards that fight, which every game has most of.
const FIGHTERS: [&str; 4] = ["digimon", "battle", "monster", "spirit"];

/// What kind of card it is, where one would not guess it: in a hand, and only what does not fight.
fn kind(card: &CardBoard, place: Where) -> Option<&'static str> {
    card.kind.filter(|kind| matches!(place, Where::Hand | Where::FullHand) && !FIGHTERS.contains(kind))
}

/// A counter on a card. The soul core is one of the cores that are counted.
fn counter(card: &CardBoard, name: &str, count: i32) -> Option<String> {
    let soul = card.counters.get("soul core").is_some();
    let several = if count == 1 { name.strip_suffix('s').unwrap_or(name) } else { name };
    match name {
        "soul core" if card.counters.get("cores").is_some() => None,
        "soul core" => Some("soul core".to_string()),
        "cores" if soul && count == 1 => Some("1 core (the soul core)".to_string()),
        "cores" if soul => Some(format!("{count} cores (1 soul core)")),
        _ => Some(format!("{count} {several}")),
    }
}

/// A card in one line: name, figures, states, keywords, what lies on and under it.
pub fn line(look: &Look, card: &CardBoard, place: Where) -> String {
    let Some(name) = &card.name else {
        let states =
            if card.states.is_empty() { String::new() } else { format!(" {}", card.states.join(", ")) };
        return look.faint(&format!("hidden card{states}"));
    };
    let mut words = look.strong(name);
    words.push_str(&look.id(&card.r#ref));
    if matches!(place, Where::Hand | Where::Energy) && !card.colors.is_empty() {
        words.push_str(&format!(" {}", card.colors.join("/")));
    }
    words.extend(kind(card, place).map(|kind| format!(" {kind}")));
    // Its player says what a Unison Card costs: it has no figure for it.
    let named = kind(card, place).is_some_and(|kind| kind.ends_with("unison"));
    if named && card.figures.get("cost").is_none() {
        words.push_str(" (X)");
    }
    // One symbol is what nearly every card has.
    let usual =
        |name: &str, figure: &Figure| name == "symbols" && figure.now == 1 && figure.printed.is_none();
    let told: Vec<(&str, Figure)> = card
        .figures
        .iter()
        .filter(|(name, value)| place.tells(name) && !usual(name, value))
        .map(|(name, value)| (name, *value))
        .collect();
    for close in told.chunk_by(|_, (next, _)| CLOSE.contains(next)) {
        words.push(' ');
        words.push_str(&figures(look, close, place));
    }
    for (name, count) in card.counters.iter() {
        words.extend(counter(card, name, *count).map(|counted| format!(" {counted}")));
    }
    let mut keywords: Vec<&String> = Vec::new();
    for keyword in card.keywords.iter().filter(|_| place.tells_keywords()) {
        // Having one twice is having it.
        if !keywords.contains(&keyword) {
            keywords.push(keyword);
        }
    }
    for keyword in keywords {
        let given = card.given.contains(keyword);
        let keyword = format!("<{keyword}>");
        words.push(' ');
        words.push_str(&if given { look.changed(&keyword) } else { keyword });
    }
    for state in &card.states {
        words.push(' ');
        words.push_str(&look.bad(state));
    }
    if !card.under.is_empty() && !card.counters.iter().any(|(name, _)| name == "soul") {
        words.push_str(&look.faint(&format!(" +{} under", card.under.len())));
    }
    words
}

/// Everything that the board tells of a card, several lines.
pub fn whole(look: &Look, card: &CardBoard) -> Vec<String> {
    let mut lines = sentence(&line(look, card, Where::Hand), 0, look.width);
    let mut facts = Vec::new();
    facts.extend(card.id.clone());
    facts.extend(card.kind.map(str::to_string));
    if !card.colors.is_empty() {
        facts.push(card.colors.join("/"));
    }
    if !facts.is_empty() {
        lines.push(format!("  {}", facts.join(", ")));
    }
    for under in &card.under {
        lines.push(format!("  under it: {}", line(look, under, Where::Table)));
    }
    lines
}

/// What is printed on a card beside its name, figures and text: what it digivolves from, its types, its levels. Fields of the card
/// file that tell something, each as it is called there.
pub fn printed(look: &Look, row: &Value) -> Vec<String> {
    let told: Vec<String> = PRINTED
        .iter()
        .filter_map(|(field, called)| Some((called, fact(row.get(field)?)?)))
        .map(|(called, words)| format!("{called} {words}"))
        .collect();
    if told.is_empty() { Vec::new() } else { hang("  ", &told, "; ", look.width) }
}

/// Fields of card files that no board tells, and what they are called.
const PRINTED: &[(&str, &str)] = &[
    ("digivolve", "digivolves from"),
    ("form", "form"),
    ("attribute", "attribute"),
    ("type", "type"),
    ("characters", "character"),
    ("traits", "traits"),
    ("era", "era"),
    ("worlds", "world"),
    ("attributes", "attributes"),
    ("families", "families"),
    ("reduction", "reduction"),
    ("symbols", "symbols"),
    ("levels", "levels"),
];

/// A value of a card file in words; nothing for what is empty.
fn fact(value: &Value) -> Option<String> {
    let words = match value {
        Value::String(words) => words.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(all) => all.iter().filter_map(fact).collect::<Vec<_>>().join(", "),
        // `{"color":"red","level":3,"cost":2}`: the values in a row, numbers with what they are.
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| match value {
                Value::Number(number) => Some(measured(name, number)),
                Value::Bool(true) => Some(name.replace('_', " ")),
                value => fact(value),
            };
            fields.iter().filter_map(field).collect::<Vec<_>>().join(" ")
        }
        Value::Null | Value::Bool(_) => String::new(),
    };
    Some(words).filter(|words| !words.is_empty())
}

/// A number of a card file with what it measures, as the table writes it: `Lv.2`, `3 cores`, `8000 BP`.
fn measured(name: &str, number: &serde_json::Number) -> String {
    match name {
        "level" => format!("Lv.{number}"),
        "cores" if number.as_u64() == Some(1) => "1 core".into(),
        "cores" => format!("{number} cores"),
        "bp" => format!("{number} BP"),
        _ => format!("{name} {number}"),
    }
}

/// A text and how it is read.
pub fn text(look: &Look, title: &str, words: &[String]) -> Vec<String> {
    if words.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("  {title}:")];
    lines.extend(words.iter().flat_map(|words| sentence(words, 4, look.width)));
    lines
}
