//! What a deck is made of: how its cards spread over costs, colours and kinds.

use crate::Playable;
use crate::pools::CardSet;
use kernel::DeckList;
use serde_json::Value;
use std::collections::BTreeMap;

/// One way of sorting the cards of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What is counted.
    pub title: &'static str,
    /// What is counted, in order, with how many cards.
    pub bars: Vec<(String, u32)>,
}

/// The field of a card row by which a game's players draw the curve of a deck, and what they call it.
fn curves(game: &str) -> &'static [(&'static str, &'static str)] {
    match game {
        "digimon" => &[("level", "/level"), ("play cost", "/play_cost")],
        "dbs" => &[("energy cost", "/energy_cost/total")],
        "buddyfight" => &[("size", "/size")],
        "battle-spirits" => &[("cost", "/cost")],
        _ => &[],
    }
}

/// Curves, colours and kinds of the main deck.
pub fn figures<G: Playable>(cards: &CardSet<G>, list: &DeckList) -> Vec<Figure> {
    let main = list.section(G::SECTIONS[0]);
    let rows: Vec<(&Value, u32)> =
        main.iter().filter_map(|(id, count)| Some((cards.row(cards.pool().find(id)?)?, *count))).collect();
    let mut figures: Vec<Figure> =
        curves(G::NAME).iter().map(|(title, path)| figure(title, &rows, |row| at(row, path))).collect();
    let colours = |row: &Value| match row.get("colors").or(row.get("worlds")) {
        Some(Value::Array(colours)) => {
            let names: Vec<&str> = colours.iter().filter_map(Value::as_str).collect();
            Some(names.join("/")).filter(|names| !names.is_empty())
        }
        Some(Value::String(colour)) => Some(colour.clone()),
        _ => None,
    };
    figures.push(figure(if G::NAME == "buddyfight" { "world" } else { "colour" }, &rows, colours));
    figures.push(figure("kind", &rows, |row| at(row, "/kind")));
    figures.retain(|figure| figure.bars.iter().any(|(name, _)| name != "none"));
    figures
}

fn at(row: &Value, path: &str) -> Option<String> {
    match row.pointer(path)? {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn figure(title: &'static str, rows: &[(&Value, u32)], sort: impl Fn(&Value) -> Option<String>) -> Figure {
    let mut bars: BTreeMap<(bool, u64, String), u32> = BTreeMap::new();
    for (row, count) in rows {
        let name = sort(row).unwrap_or_else(|| "none".into());
        // Numbers by size, then words by their letters, then those that have none.
        let key = (name == "none", name.parse().unwrap_or(u64::MAX), name);
        *bars.entry(key).or_default() += count;
    }
    Figure { title, bars: bars.into_iter().map(|((.., name), count)| (name, count)).collect() }
}
