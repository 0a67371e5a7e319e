//! A row a print: its figures and, of its text, what was read. A card that nothing was ever trained on has features too.

use crate::spec::Column;
use kernel::{Print, Printed, StableHasher};
use serde_json::Value;
use shobu::Playable;
use shobu::pools::CardSet;

/// Words of what a text was read to do fall into this many columns.
const WORDS: usize = 96;

/// The numbers of a card file that become columns, in any game.
const FIGURES: [&str; 12] = [
    "level",
    "play_cost",
    "dp",
    "power",
    "combo_cost",
    "combo_power",
    "z_energy_cost",
    "size",
    "defense",
    "critical",
    "cost",
    "energy_cost",
];

/// The lists of a card file whose words become columns.
const LISTS: [&str; 10] =
    ["kind", "colors", "type", "attribute", "form", "worlds", "attributes", "families", "traits", "symbols"];

/// A print for people and for programs.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintRow {
    pub id: String,
    pub name: String,
    /// What its text is read to do.
    pub text: Vec<String>,
    pub features: Vec<f32>,
}

/// What the columns of [`PrintRow::features`] are.
pub fn columns() -> Vec<Column> {
    let column = |name: String, means| Column { name, least: 0, most: 999_999, means };
    let mut all: Vec<Column> = FIGURES
        .iter()
        .map(|name| column(name.to_string(), "the printed number; 0 where there is none"))
        .collect();
    all.push(column("clauses".into(), "how many sentences its text is read as"));
    all.extend((0..WORDS).map(|at| {
        column(format!("words {at}"), "how many of its words, pairs of words and traits fall here")
    }));
    all
}

/// The prints of a set of cards, in the order of the column `print`.
pub fn rows<G: Playable>(cards: &CardSet<G>) -> Vec<PrintRow> {
    let pool: &kernel::Pool<G::Printed> = (*cards.cards).as_ref();
    (0..pool.len())
        .map(|at| {
            let card = pool.get(Print(at as u16));
            let row = cards.row(Print(at as u16)).cloned().unwrap_or_default();
            let text = card.words();
            let features = features(&row, &text);
            PrintRow { id: card.id().into(), name: card.name().into(), text, features }
        })
        .collect()
}

fn features(row: &Value, text: &[String]) -> Vec<f32> {
    let mut all: Vec<f32> = FIGURES.iter().map(|name| number(&row[name])).collect();
    all.push(text.len() as f32);
    let first = all.len();
    all.resize(first + WORDS, 0.0);
    let mut count = |words: &[&str]| all[first + StableHasher::of(&words) as usize % WORDS] += 1.0;
    for list in LISTS {
        match &row[list] {
            Value::String(word) => count(&[list, word]),
            Value::Array(words) => {
                words.iter().filter_map(Value::as_str).for_each(|word| count(&[list, word]))
            }
            _ => {}
        }
    }
    for sentence in text {
        let sentence = sentence.to_lowercase();
        let words: Vec<&str> = sentence
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        words.iter().for_each(|word| count(&[word]));
        words.windows(2).for_each(&mut count);
    }
    all
}

/// A number, or the total of a cost that is written out.
fn number(value: &Value) -> f32 {
    match value {
        Value::Object(parts) => parts.get("total").map_or(0.0, number),
        value => value.as_f64().unwrap_or(0.0) as f32,
    }
}
