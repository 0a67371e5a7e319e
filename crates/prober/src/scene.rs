//! A position of the prober as a scene file, so that a person can run it.

use super::place::Position;
use effects::Probe;
use kernel::Seat;
use serde_json::{Map, Value, json};

/// Writes a position down.
pub fn write<G: Probe>(position: &Position, card: &str, why: &str) -> String {
    let mut scene = Map::new();
    scene.insert("title".into(), json!(format!("{card}: {why}")));
    scene.insert("game".into(), json!(G::NAME));
    scene.insert("rules".into(), json!([]));
    scene.insert("table".into(), Value::Object(position.stage.table.clone()));
    scene.insert("you".into(), Value::Object(position.stage.seats[Seat::A].clone()));
    scene.insert("opponent".into(), Value::Object(position.stage.seats[Seat::B].clone()));
    scene.insert("card".into(), Value::Array(position.rows.iter().map(without_nulls).collect()));
    scene.insert("play".into(), json!({"script": ""}));
    toml::to_string(&Value::Object(scene)).unwrap_or_else(|error| format!("# cannot be written: {error}\n"))
}

/// TOML has no null: a field that is null is left out.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(
            map.iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key.clone(), without_nulls(value)))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.iter().map(without_nulls).collect()),
        other => other.clone(),
    }
}
