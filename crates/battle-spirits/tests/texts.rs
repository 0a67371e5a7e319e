//! Texts of our own (`texts.txt`), written without looking at the grammar: how many of them are read, and that each of those
//! is said back in words that read to the same meaning.

use battle_spirits::BattleCard;
use kernel::Printed;
use serde_json::{Value, json};

const TEXTS: &str = include_str!("texts.txt");

/// Kinds of text that are known to be unread; an unread card is honest, and without new texts this list only gets shorter.
const UNREAD: usize = 86;

fn row(number: usize, kind: &str, paragraphs: &[String]) -> Value {
    let text = paragraphs.join(" ");
    let unleash = text.contains("True Release") || text.contains("Super Unleash");
    let (bp, cores) = (|bp: i32| (kind == "spirit").then_some(bp), usize::from(kind == "spirit"));
    let levels = json!([
        {"level": 1, "cores": cores, "bp": bp(3000)},
        {"level": 2, "cores": cores + 1, "bp": bp(5000), "super_unleash": unleash},
    ]);
    let mut row = json!({
        "id": format!("T-{number}"), "name": format!("Text {number}"), "kind": kind, "colors": ["blue"], "cost": 4,
        "reduction": ["blue"], "families": ["Rootbound"], "symbols": ["blue"], "text": paragraphs, "block": "A",
    });
    if kind != "magic" {
        row["levels"] = levels;
    }
    row
}

fn texts() -> impl Iterator<Item = (usize, &'static str, Vec<String>)> {
    TEXTS.lines().filter(|line| !line.starts_with('#')).enumerate().filter_map(|(at, line)| {
        let (kind, text) = line.split_once(": ")?;
        Some((at, kind, text.split(" // ").map(str::to_string).collect()))
    })
}

#[test]
fn nearly_all_are_read() {
    let (mut all, mut unread) = (0, Vec::new());
    for (number, kind, text) in texts() {
        all += 1;
        let card = BattleCard::read(&row(number, kind, &text)).expect("a card");
        unread.extend(card.unread().iter().map(|miss| format!("{text:?}: {} ({})", miss.words, miss.why)));
    }
    assert!(all >= 913 && unread.len() <= UNREAD, "{} of {all} unread:\n{}", unread.len(), unread.join("\n"));
}

#[test]
fn what_is_read_is_said_back() {
    let mut wrong = Vec::new();
    for (number, kind, text) in texts() {
        let card = BattleCard::read(&row(number, kind, &text)).expect("a card");
        if !card.unread().is_empty() {
            continue;
        }
        let said = card.words();
        let again = BattleCard::read(&row(number, kind, &said)).expect("a card");
        let shapes = |card: &BattleCard| card.abilities.iter().map(|one| one.shape()).collect::<Vec<_>>();
        if !again.unread().is_empty() || shapes(&card) != shapes(&again) {
            let unread: Vec<_> = again.unread().iter().map(|miss| &miss.words).collect();
            wrong.push(format!("{text:?} said as {said:?} {unread:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} are said otherwise:\n{}", wrong.len(), wrong.join("\n"));
}
