//! The printer law: the words that `cards show` prints for a card are read to the same card again. It holds for our own
//! cards, and for the given ones that are read whole, where they lie beside the project (`shared/cards` in a folder above).

use dbs::Printed;
use dbs::text::{Skill, say};
use dbs::vocab::{Dbs, Part};
use effects::Step;
use kernel::Printed as _;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a card was read to be, apart from its words: the names of modes are words too.
fn meaning(card: &Printed) -> Vec<String> {
    let skill = |skill: &Skill| {
        let mut skill = skill.clone();
        skill.ability.words.clear();
        skill.ability.program.clear();
        skill.ability.steps.iter_mut().for_each(nameless);
        format!("{skill:#?}")
    };
    let mut all: Vec<String> = card.skills.iter().map(skill).collect();
    all.push(format!(
        "{:#?}",
        (card.keywords, &card.empower, &card.tokens, card.colors, &card.front, &card.back, card.is_field)
    ));
    all
}

fn nameless(step: &mut Step<Dbs>) {
    step.each_mut(&mut |step| {
        if let Step::OneOf { options, .. } = step {
            options.iter_mut().for_each(|(name, _)| name.clear());
        }
    });
}

/// The lines around the first difference of two texts.
fn first_difference(one: &str, other: &str) -> String {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let at = one.iter().zip(&other).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
    let near =
        |lines: &[&str]| lines[at.saturating_sub(3).min(lines.len())..(at + 6).min(lines.len())].join("\n  ");
    format!("  {}\n  -- read again as\n  {}", near(&one), near(&other))
}

/// What is wrong with the words printed for a card: its class, and the whole story.
fn fault(row: &Value) -> Option<(&'static str, String)> {
    let card = Printed::read(row).ok()?;
    if !card.unread().is_empty() {
        return None;
    }
    let (said, behind) = (say(&card, Part::Front), say(&card, Part::Back));
    let mut again = row.clone();
    again["text"] = said.clone().into();
    if card.back.is_some() {
        again["back"]["text"] = behind.clone().into();
    }
    let again = Printed::read(&again);
    let story = |what: String| {
        let given = (&row["text"], &row["back"]["text"]);
        format!("{} {}\n  given: {given:#?}\n  said: {said:#?} {behind:#?}\n{what}\n", card.id, card.name())
    };
    let again = match again {
        Ok(again) => again,
        Err(error) => return Some(("no card", story(format!("  {error}")))),
    };
    if let Some(unread) = again.unread().first() {
        return Some(("not read", story(format!("  cannot read {:?}: {}", unread.words, unread.why))));
    }
    let (one, other) = (meaning(&card), meaning(&again));
    if one.len() != other.len() {
        return Some((
            "other number of skills",
            story(format!("  {} skills, {} again", one.len() - 1, other.len() - 1)),
        ));
    }
    let (one, other) = one.iter().zip(&other).find(|(one, other)| one != other)?;
    Some(("another tree", story(first_difference(one, other))))
}

/// Holds the law for every row; says how many were read whole.
fn hold(rows: impl Iterator<Item = Value>) -> usize {
    let mut whole = 0;
    let mut faults: Vec<(&str, String)> = Vec::new();
    for row in rows {
        let card = Printed::read(&row);
        whole += usize::from(card.is_ok_and(|card| card.unread().is_empty()));
        faults.extend(fault(&row));
    }
    let mut classes: Vec<&str> = faults.iter().map(|(class, _)| *class).collect();
    classes.sort_unstable();
    let tally: Vec<String> =
        classes.chunk_by(|a, b| a == b).map(|same| format!("{} cards: {}", same.len(), same[0])).collect();
    let stories: Vec<String> =
        faults.into_iter().map(|(class, story)| format!("[{class}] {story}")).collect();
    let shown = stories[..stories.len().min(40)].join("\n");
    assert!(stories.is_empty(), "{shown}\nof {whole} cards read whole, wrong: {}", tally.join(", "));
    whole
}

fn rows(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().filter(|line| !line.trim().is_empty()).filter_map(|line| serde_json::from_str(line).ok())
}

#[test]
fn what_is_said_of_our_own_cards_is_read_to_the_same_cards() {
    assert!(hold(rows(include_str!("../../../cards/dbs/starter.jsonl"))) > 30);
}

#[test]
fn what_is_said_of_the_given_cards_is_read_to_the_same_cards() {
    let beside = |folder: &Path| -> PathBuf { folder.join("shared/cards/dbs/cards.jsonl") };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(file) = here.ancestors().map(beside).find(|file| file.is_file()) else {
        return eprintln!("skipped: no shared/cards/dbs in a folder above");
    };
    let text = std::fs::read_to_string(file).expect("the given cards can be read");
    eprintln!("{} given cards read whole, all said back", hold(rows(&text)));
}
