//! `shobu cards check` and `shobu cards show`; `shobu cards try` is in `probe.rs`.

use crate::args::Cards as Args;
use crate::meant::{self, Vocabulary};
use crate::{Done, Result, say};
use kernel::{Printed, Unread};
use serde_json::{Value, json};
use shobu::any::{CardWords, card_words};
use shobu::pools::{CardSet, built_in_sources};
use shobu::shelf::Shelf;
use shobu::{Fault, GameName, Shipped, Source, with_game};
use std::cell::LazyCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Unread clauses that are listed without `--all`.
const LISTED: usize = 25;

pub fn run(args: &Args) -> Result {
    match args {
        Args::Check { game, file, json, all } => {
            let sources = sources(*game, file.as_deref())?;
            with_game!(*game, G => check::<G>(*game, &sources, *json, *all))
        }
        Args::Try { .. } => crate::probe::run(args),
        Args::Show { game, id, pool, json } => {
            let pools = say::pools(pool)?;
            let card = with_game!(*game, G => one_card::<G>(&pools, id))?;
            match json {
                true => say::json(&json!({
                    "id": card.id, "name": card.name, "card": card.row, "reads": card.words, "unread": card.unread,
                })),
                false => print_card(&card),
            }
            Ok(Done::Fine)
        }
    }
}

/// One card of the card files, or of the built-in cards: nothing else is compiled.
fn one_card<G: Shipped>(pools: &[Source], word: &str) -> Result<CardWords> {
    let cards = CardSet::<G>::of_words(&Arc::new(Shelf::read(pools)?), [word])?;
    Ok(card_words(&cards, word)?)
}

pub fn sources(game: GameName, file: Option<&Path>) -> Result<Vec<Source>> {
    match file {
        Some(file) => Ok(vec![Source::read(file)?]),
        None => Ok(built_in_sources(game)),
    }
}

/// The cards of card files, of which there must be some.
pub fn read<G: Shipped>(sources: &[Source]) -> Result<CardSet<G>> {
    let set = G::read_cards(sources)?;
    if set.pool().is_empty() {
        let name = sources.first().map_or("", |source| &source.name);
        return Err(Fault::of_file(name, "no cards in this file")
            .help("a card file has one JSON object on each line")
            .into());
    }
    Ok(set)
}

fn check<G: Shipped>(game: GameName, sources: &[Source], as_json: bool, all: bool) -> Result {
    let set = read::<G>(sources)?;
    let (mut read, mut partly, mut unread, mut clauses) = (0, 0, 0, 0);
    let mut failures: Vec<(&str, &Unread)> = Vec::new();
    // A token that some text makes is no card of the file.
    let listed = set.pool().iter().filter(|(print, _)| set.row(*print).is_some());
    for (_, card) in listed {
        clauses += card.clauses();
        match card.unread() {
            [] => read += 1,
            some if some.len() < card.clauses() => partly += 1,
            _ => unread += 1,
        }
        failures.extend(card.unread().iter().map(|unread| (card.id(), unread)));
    }
    // Commonest words first, so that the next clause class to teach stands on top.
    let mut counts: HashMap<&str, usize> = HashMap::new();
    failures.iter().for_each(|(_, unread)| *counts.entry(&unread.words).or_default() += 1);
    failures
        .sort_by_key(|(_, unread)| (std::cmp::Reverse(counts[unread.words.as_str()]), unread.words.as_str()));
    let vocabulary = LazyCell::new(|| Vocabulary::of(game));
    // What was meant, for as many as somebody looks at.
    let meant = |at: usize, card: &str, unread: &Unread| match set.pool().find(card) {
        Some(print) if at < meant::MOST => {
            set.row(print).map(|row| vocabulary.meant::<G>(row, unread)).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let cards = read + partly + unread;
    let clauses_read = clauses - failures.len().min(clauses);
    if as_json {
        let failure = |(at, (card, unread)): (usize, &(&str, &Unread))| {
            let meant: Vec<Value> = meant(at, card, unread)
                .iter()
                .map(|one| json!({"word": one.word, "meant": one.meant}))
                .collect();
            json!({
                "card": card, "field": unread.field, "words": unread.words, "why": unread.why, "span": unread.span,
                "did_you_mean": meant,
            })
        };
        let failures: Vec<Value> = failures.iter().enumerate().map(failure).collect();
        say::json(&json!({
            "cards": cards, "read": read, "partly": partly, "unread": unread, "clauses": clauses,
            "clauses_read": clauses_read, "failures": failures,
        }));
    } else {
        let share = |part: usize, whole: usize| format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64);
        let row = |name: &str, number: usize, whole: usize| {
            vec![name.into(), number.to_string(), share(number, whole)]
        };
        say::table(
            &["", "number", "share"],
            &[
                row("cards", cards, cards),
                row("read whole", read, cards),
                row("read partly", partly, cards),
                row("unread", unread, cards),
                row("clauses", clauses, clauses),
                row("clauses read", clauses_read, clauses),
            ],
        );
        by_class(&failures);
        let listed = if all { failures.len() } else { LISTED };
        if !failures.is_empty() {
            say!("\nunread, commonest words first:");
        }
        for (at, (card, unread)) in failures.iter().take(listed).enumerate() {
            let (from, to) = unread.span;
            let count = counts[unread.words.as_str()];
            let times = if count > 1 { format!("{count}x ") } else { String::new() };
            let meant = meant::did_you_mean(&meant(at, card, unread));
            say!("  {times}{card} {} {from}..{to}: {:?} ({}{meant})", unread.field, unread.words, unread.why);
        }
        if failures.len() > listed {
            say!("  … and {} more (--all lists them)", failures.len() - listed);
        }
    }
    Ok(if failures.is_empty() { Done::Fine } else { Done::Failed })
}

/// What is missing, by class: how many cards it touches, and how many would be read whole by it alone.
fn by_class(failures: &[(&str, &Unread)]) {
    let class = |unread: &Unread| unread.why.split(':').next().unwrap_or("").to_string();
    let mut cards: HashMap<&str, Vec<String>> = HashMap::new();
    failures.iter().for_each(|(card, unread)| cards.entry(card).or_default().push(class(unread)));
    let mut classes: HashMap<&str, (usize, usize)> = HashMap::new();
    for missing in cards.values() {
        for (at, class) in missing.iter().enumerate().filter(|(at, class)| !missing[..*at].contains(class)) {
            let (touched, whole) = classes.entry(class.as_str()).or_default();
            *touched += 1;
            *whole += usize::from(at == 0 && missing.iter().all(|other| other == class));
        }
    }
    let mut rows: Vec<(&str, (usize, usize))> = classes.into_iter().collect();
    rows.sort_by_key(|(class, (touched, whole))| (std::cmp::Reverse((*whole, *touched)), *class));
    if rows.is_empty() {
        return;
    }
    say!("");
    let row = |(class, (touched, whole)): &(&str, (usize, usize))| {
        vec![(*class).to_string(), touched.to_string(), whole.to_string()]
    };
    let most = rows.iter().take(LISTED).map(row).collect::<Vec<_>>();
    say::table(&["what is missing", "cards", "whole by it alone"], &most);
}

/// Prints a card as its file has it, and what it is read to do.
pub fn print_card(card: &CardWords) {
    say!("{} ({})", card.name, card.id);
    if let Value::Object(fields) = &card.row {
        let rest = fields.iter().filter(|(field, _)| !matches!(field.as_str(), "id" | "name"));
        rest.for_each(|(field, value)| print_field(field, value, 1));
    }
    if !card.words.is_empty() {
        say!("read as:");
        card.words.iter().flat_map(|words| words.lines()).for_each(|line| say!("  {line}"));
    }
    if !card.unread.is_empty() {
        say!("not read:");
        card.unread.iter().for_each(|words| say!("  {words}"));
    }
}

/// A field of a card's row; what has a text of its own, such as the back of a Leader, as a block.
fn print_field(field: &str, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Array(lines) if field_is_text(field) && lines.iter().all(Value::is_string) => {
            say!("{indent}{field}:");
            lines.iter().filter_map(Value::as_str).for_each(|line| say!("{indent}  {line}"));
        }
        Value::Array(rows) if rows.iter().any(Value::is_object) => {
            rows.iter().for_each(|row| say!("{indent}{field}: {}", in_line(row)));
        }
        Value::Object(fields) if fields.keys().any(|field| field_is_text(field)) => {
            say!("{indent}{field}:");
            fields.iter().for_each(|(field, value)| print_field(field, value, depth + 1));
        }
        other => say!("{indent}{field}: {}", in_line(other)),
    }
}

/// A value in words.
fn in_line(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.into(),
        Value::Number(number) => number.to_string(),
        Value::String(words) => words.clone(),
        Value::Array(values) => values.iter().map(in_line).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let said = fields.iter().map(|(field, value)| format!("{field} {}", in_line(value)));
            said.collect::<Vec<_>>().join(", ")
        }
    }
}

fn field_is_text(field: &str) -> bool {
    matches!(field, "text" | "inherited" | "security")
}
