//! Cards as scenes write them.

use effects::Probe;
use effects::probe::Sketch;
use serde_json::{Map, Value, json};

/// One card that is to be what two descriptions say; a card that is given keeps its own row.
pub fn join(card: &mut Sketch, other: Sketch) {
    for (field, value) in other.row {
        match value {
            Value::Array(list) => list.into_iter().for_each(|one| card.add(&field, one)),
            value => card.set(&field, value),
        }
    }
    card.marks.extend(other.marks);
    card.piles.extend(other.piles);
}

/// A card as scenes write it; its row is added to the rows.
pub fn written<G: Probe>(
    card: &G::Printed,
    sketch: &Sketch,
    rows: &mut Vec<Value>,
    names: &mut usize,
) -> Value {
    let id = if sketch.given {
        sketch.row.get("id").cloned().unwrap_or(Value::Null)
    } else {
        *names += 1;
        let mut row = sketch.row.clone();
        row.insert("id".into(), json!(format!("P-{names}")));
        row.entry("name").or_insert_with(|| json!(format!("Aide {names}")));
        G::neutral(card, &mut row);
        G::finish(&mut row);
        G::plain(&mut row);
        rows.push(Value::Object(row));
        json!(format!("P-{names}"))
    };
    if sketch.marks.is_empty() && sketch.piles.is_empty() {
        return id;
    }
    let mut item = Map::new();
    item.insert("card".into(), id);
    item.extend(sketch.marks.clone());
    for (pile, under) in &sketch.piles {
        let value = written::<G>(card, under, rows, names);
        if let Value::Array(list) = item.entry(*pile).or_insert_with(|| json!([])) {
            list.push(value);
        }
    }
    Value::Object(item)
}
