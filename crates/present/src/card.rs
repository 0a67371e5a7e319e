//! A card in words.

use crate::style::Look;
use crate::wrap::sentence;
use kernel::board::{CardBoard, Figure};

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
];

/// Figures that stand close to the one before.
const CLOSE: [&str; 3] = ["defense", "critical", "combo power"];

/// Figures that matter only before a card is on the table.
const IN_HAND: [&str; 6] = ["cost", "gauge cost", "digivolve", "reduction", "combo cost", "combo power"];

/// Where a card is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    Hand,
    Table,
    /// Where only the colour counts: a card that is there to pay with.
    Energy,
}

fn figure(look: &Look, name: &str, figure: Figure) -> String {
    let written = WRITTEN.iter().find(|(other, ..)| *other == name);
    let words = match written {
        Some((_, front, behind)) => format!("{front}{}{behind}", figure.now),
        None => format!("{name} {}", figure.now),
    };
    match figure.printed {
        Some(printed) => look.changed(&format!("{words} (printed {printed})")),
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
    if place != Where::Table && !card.colors.is_empty() {
        words.push_str(&format!(" {}", card.colors.join("/")));
    }
    let figures = card.figures.iter().filter(|_| place != Where::Energy);
    for (name, value) in figures {
        if place == Where::Table && IN_HAND.contains(&name) {
            continue;
        }
        let written = figure(look, name, *value);
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
    for keyword in card.keywords.iter().filter(|_| place != Where::Energy) {
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

/// A text and how it is read.
pub fn text(look: &Look, title: &str, words: &[String]) -> Vec<String> {
    if words.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("  {title}:")];
    lines.extend(words.iter().flat_map(|words| sentence(words, 4, look.width)));
    lines
}
