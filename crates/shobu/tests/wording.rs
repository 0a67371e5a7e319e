//! The pages of wording (`docs/wording-<game>.md`): every example of theirs is read whole. An example is a line of a fenced block
//! marked `card`, or `card spell` for a kind of card: a text, or a kind of card, a bar and a text.

use kernel::{Printed, Retold};
use serde_json::{Value, json};
use shobu::Playable;
use std::path::Path;

/// The examples of a page: the kind of card, and the text.
fn examples(page: &str) -> Vec<(Option<&str>, &str)> {
    let mut found = Vec::new();
    for block in page.split("```").skip(1).step_by(2) {
        let Some((head, lines)) = block.split_once('\n') else { continue };
        let Some(kind) = head.strip_prefix("card") else { continue };
        let kind = Some(kind.trim()).filter(|kind| !kind.is_empty());
        found.extend(lines.lines().filter(|line| !line.trim().is_empty()).map(|line| {
            match line.split_once(" | ") {
                Some((kind, text)) => (Some(kind), text),
                None => (kind, line),
            }
        }));
    }
    found
}

fn hold<G: Playable>()
where
    G::Printed: Retold,
{
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/wording-{}.md", G::NAME));
    let page = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}: no page of wording", G::NAME));
    let all = examples(&page);
    assert!(all.len() > 20, "{}: only {} examples", G::NAME, all.len());
    for (kind, text) in all {
        let mut row = serde_json::Map::new();
        row.insert("id".into(), json!("example"));
        row.insert("name".into(), json!("Example"));
        row.insert("text".into(), json!([text]));
        if let Some(kind) = kind {
            row.insert("kind".into(), json!(kind));
        }
        G::plain(&mut row);
        let Ok(card) = G::Printed::read(&Value::Object(row)) else {
            panic!("{}: no card: {text}", G::NAME);
        };
        let unread: Vec<String> =
            card.unread().iter().map(|unread| format!("{:?}: {}", unread.words, unread.why)).collect();
        assert!(unread.is_empty(), "{}: {text}\n  {}", G::NAME, unread.join("\n  "));
    }
}

#[test]
fn examples_of_digimon_are_read() {
    hold::<shobu::games::Digimon>();
}

#[test]
fn examples_of_dragon_ball_are_read() {
    hold::<shobu::games::Dbs>();
}

#[test]
fn examples_of_buddyfight_are_read() {
    hold::<shobu::games::Buddyfight>();
}

#[test]
fn examples_of_battle_spirits_are_read() {
    hold::<shobu::games::BattleSpirits>();
}
