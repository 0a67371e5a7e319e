//! Scenes as text: a described position, and the cards it names, written as TOML.

use kernel::{Seat, Stage};
use serde_json::{Map, Value};
use std::fmt::Write;

/// The sections of a position: `[table]`, `[you]`, `[opponent]`.
pub(crate) fn stage(stage: &Stage) -> String {
    let mut text = String::new();
    let sections =
        [("table", &stage.table), ("you", &stage.seats[Seat::A]), ("opponent", &stage.seats[Seat::B])];
    for (name, section) in sections {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n[{name}]");
        for (key, value) in section {
            let _ = writeln!(text, "{} = {}", bare(key), inline(value));
        }
    }
    text
}

/// One card of the scene's own.
pub(crate) fn card(row: &Map<String, Value>) -> String {
    let mut text = "\n[[card]]\n".to_string();
    for (key, value) in row.iter().filter(|(_, value)| !value.is_null()) {
        let _ = writeln!(text, "{} = {}", bare(key), inline(value));
    }
    text
}

/// A string as TOML and JSON both write it.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A key, in quotes where it needs them.
fn bare(key: &str) -> String {
    let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if plain && !key.is_empty() { key.to_string() } else { quoted(key) }
}

/// A value as TOML on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(map) => format!("{{ {} }}", pairs(map)),
        other => other.to_string(),
    }
}

/// The card first, then its states.
fn pairs(map: &Map<String, Value>) -> String {
    let mut pairs: Vec<(&String, &Value)> = map.iter().filter(|(_, value)| !value.is_null()).collect();
    pairs.sort_by_key(|(key, _)| *key != "card");
    let pairs: Vec<String> =
        pairs.into_iter().map(|(key, value)| format!("{} = {}", bare(key), inline(value))).collect();
    pairs.join(", ")
}
