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

/// Figures that matter only before a card is on the table.
const COSTS: [&str; 2] = ["cost", "gauge cost"];
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
    /// In a full hand: the name and what it costs.
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
            Where::FullHand => COSTS.contains(&figure),
            Where::Table | Where::FullTable | Where::Crowd => !IN_HAND.contains(&figure),
            Where::Energy => false,
            Where::Combo => figure == "combo power",
        }
    }

    fn tells_keywords(self) -> bool {
        matches!(self, Where::Hand | Where::Table | Where::FullTable)
    }
}

fn figure(look: &Look, name: &str, figure: Figure, place: Where) -> String {
    let written = WRITTEN.iter().find(|(other, ..)| *other == name);
    let words = match written {
        Some(_) if place == Where::Combo => format!(" +{}", figure.now),
        Some((_, front, behind)) => {
            let behind = if figure.now == 1 { behind.trim_end_matches('s') } else { behind };
            format!("{front}{}{behind}", figure.now)
        }
        None => format!("{name} {}", figure.now),
    };
    match figure.printed {
        Some(printed) if matches!(place, Where::Hand | Where::Table) => {
            look.changed(&format!("{words} (printed {printed})"))
        }
        Some(_) => look.changed(&words),
        None => words,
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
    if matches!(place, Where::Hand | Where::Energy) && !card.colors.is_empty() {
        words.push_str(&format!(" {}", card.colors.join("/")));
    }
    for (name, value) in card.figures.iter().filter(|(name, _)| place.tells(name)) {
        let written = figure(look, name, *value, place);
        if CLOSE.contains(&name) {
            words.push_str(&written);
        } else {
            words.push(' ');
            words.push_str(&written);
        }
    }
    for (name, count) in card.counters.iter() {
        let one = count == &1 && name == "soul core";
        let several = if *count == 1 { name.strip_suffix('s').unwrap_or(name) } else { name };
        words.push_str(&if one { format!(" +{name}") } else { format!(" {count} {several}") });
    }
    for keyword in card.keywords.iter().filter(|_| place.tells_keywords()) {
        let keyword = format!("<{keyword}>");
        words.push(' ');
        words.push_str(&if card.given.iter().any(|given| keyword[1..keyword.len() - 1] == **given) {
            look.changed(&keyword)
        } else {
            keyword
        });
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
    let mut lines = vec![line(look, card, Where::Hand)];
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
                Value::Number(number) => Some(format!("{name} {number}")),
                Value::Bool(true) => Some(name.replace('_', " ")),
                value => fact(value),
            };
            fields.iter().filter_map(field).collect::<Vec<_>>().join(" ")
        }
        Value::Null | Value::Bool(_) => String::new(),
    };
    Some(words).filter(|words| !words.is_empty())
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
