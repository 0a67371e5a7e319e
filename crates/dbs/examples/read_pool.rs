//! Reads a card file and prints, as one JSON value, how much of its texts is read, what is not, and which cards that are read
//! whole are not said back to the same skills. A quick way to grow the grammar without building the whole command.

use kernel::{Printed, Retold};
use serde_json::{Value, json};

/// What is wrong with a card's words, read again.
fn fault(card: &dbs::Printed, row: &Value) -> Option<Value> {
    let was = card.meaning();
    let Ok(again) = dbs::Printed::read(&card.retold(row)) else {
        return Some(json!({"card": card.id(), "fault": "no card"}));
    };
    let words = card.words();
    if let Some(unread) = again.unread().first() {
        let at = format!("{} | {}", unread.words, unread.why);
        return Some(json!({"card": card.id(), "fault": "not read", "at": at, "said": words}));
    }
    let is = again.meaning();
    let other = was.len() != is.len() || was.iter().zip(&is).any(|(was, is)| was != is);
    other.then(|| {
        let (was, is) = was.iter().zip(&is).find(|(was, is)| was != is).map_or(("", ""), |(a, b)| (a, b));
        let (was, is): (Vec<&str>, Vec<&str>) = (was.lines().collect(), is.lines().collect());
        let at = was.iter().zip(&is).position(|(a, b)| a != b).unwrap_or(0);
        let near = |lines: &[&str]| {
            let near = &lines[at.saturating_sub(4).min(lines.len())..(at + 8).min(lines.len())];
            near.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
        };
        json!({"card": card.id(), "fault": "another tree", "was": near(&was), "is": near(&is), "said": words})
    })
}

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    // A file that all words are written to, a line each: what a change reads otherwise shows in a diff of two.
    let mut said = String::new();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let (mut cards, mut read, mut clauses, mut clauses_read) = (0, 0, 0, 0);
    let (mut failures, mut faults) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        let Ok(card) = dbs::Printed::read(&row) else {
            failures.push(json!({"card": row["id"], "field": "row", "words": "", "why": "not a card"}));
            continue;
        };
        cards += 1;
        card.words().iter().for_each(|words| said += &format!("{} {words}\n", card.id()));
        clauses += card.clauses();
        clauses_read += card.clauses() - card.unread().len();
        read += usize::from(card.unread().is_empty());
        if card.unread().is_empty() {
            faults.extend(fault(&card, &row));
        }
        for unread in card.unread() {
            failures.push(json!({
                "card": card.id(), "field": unread.field, "words": unread.words, "why": unread.why,
                "span": [unread.span.0, unread.span.1],
            }));
        }
    }
    if let Some(file) = std::env::args().nth(2) {
        std::fs::write(&file, said).unwrap_or_else(|error| eprintln!("{file}: {error}"));
    }
    let report = json!({"cards": cards, "read": read, "clauses": clauses, "clauses_read": clauses_read, "failures": failures, "faults": faults});
    println!("{report}");
}
