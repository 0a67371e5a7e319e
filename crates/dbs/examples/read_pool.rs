//! Reads a card file and prints, as one JSON value, how much of its texts is read and what is not. A quick way to grow
//! the grammar without building the whole command.

use kernel::Printed;
use serde_json::{Value, json};

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let (mut cards, mut read, mut clauses, mut clauses_read) = (0, 0, 0, 0);
    let mut failures = Vec::new();
    for line in text.lines() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        let Ok(card) = dbs::Printed::read(&row) else {
            failures.push(json!({"card": row["id"], "field": "row", "words": "", "why": "not a card"}));
            continue;
        };
        cards += 1;
        clauses += card.clauses();
        clauses_read += card.clauses() - card.unread().len();
        read += usize::from(card.unread().is_empty());
        for unread in card.unread() {
            failures.push(
                json!({"card": card.id(), "field": unread.field, "words": unread.words, "why": unread.why}),
            );
        }
    }
    let report = json!({"cards": cards, "read": read, "clauses": clauses, "clauses_read": clauses_read, "failures": failures});
    println!("{report}");
}
