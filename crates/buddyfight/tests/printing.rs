//! The printer law: the words that `cards show` prints for a card are read to the same card again. It holds for our own
//! cards, and for the given ones that are read whole, where they lie beside the project (`shared/cards` in a folder above).

use buddyfight::text::Sheet;
use buddyfight::{Ability, Face};
use effects::Step;
use kernel::Printed;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a card was read to be, apart from its words: the names of modes are words too.
fn meaning(sheet: &Sheet) -> Vec<String> {
    let ability = |ability: &Ability| {
        let mut steps = ability.steps.clone();
        steps.iter_mut().for_each(nameless);
        format!("{:#?}", (ability.part, &ability.when, &ability.cond, &ability.limit, steps))
    };
    let mut all: Vec<String> = sheet.abilities.iter().map(ability).collect();
    all.push(format!(
        "{:#?}",
        (
            (sheet.keywords, sheet.cost, sheet.transform, sheet.body, sheet.counter, &sheet.restrict),
            (sheet.limit, sheet.one_on_field, sheet.cannot_be_nullified, sheet.areas, sheet.any_flag),
            (&sheet.flags, sheet.opening, &sheet.permits, &sheet.partners, sheet.on_top),
            (&sheet.initial_flags, sheet.in_deck, sheet.after, sheet.can_be_buddy, sheet.unlimited),
            (&sheet.firm_if, sheet.firm, &sheet.also, &sheet.together),
            (sheet.moments, sheet.acts, sheet.is_continuous),
        )
    ));
    all
}

fn nameless(step: &mut Step<buddyfight::vocab::Words>) {
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
    let card: Face = Printed::read(row).ok()?;
    if !card.unread().is_empty() {
        return None;
    }
    let said = card.words();
    let mut again = row.clone();
    again["text"] = said.clone().into();
    let again: Result<Face, _> = Printed::read(&again);
    let story = |what: String| {
        format!("{} {}\n  given: {:#?}\n  said: {said:#?}\n{what}\n", card.id, card.name, card.text)
    };
    let again = match again {
        Ok(again) => again,
        Err(error) => return Some(("no card", story(format!("  {error}")))),
    };
    if let Some(unread) = again.unread().first() {
        return Some(("not read", story(format!("  cannot read {:?}: {}", unread.words, unread.why))));
    }
    let (one, other) = (meaning(&card.sheet), meaning(&again.sheet));
    if one.len() != other.len() {
        return Some((
            "other number of abilities",
            story(format!("  {} abilities, {} again", one.len() - 1, other.len() - 1)),
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
        let card: Result<Face, _> = Printed::read(&row);
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
    assert!(hold(rows(include_str!("../../../cards/buddyfight/starter.jsonl"))) > 30);
}

/// Every scene below a folder.
fn scenes(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            scenes(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn what_is_said_of_the_cards_of_scenes_is_read_to_the_same_cards() {
    let mut files = Vec::new();
    scenes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/buddyfight"), &mut files);
    let mut cards = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a scene can be read");
        let scene: toml::Table = text.parse().expect("a scene is TOML");
        for card in scene.get("card").and_then(|cards| cards.as_array()).into_iter().flatten() {
            let Ok(Value::Object(mut row)) = serde_json::to_value(card) else { continue };
            let name = row.get("name").cloned().unwrap_or_default();
            row.entry("id").or_insert(name);
            <buddyfight::State as kernel::Scenes>::plain(&mut row);
            cards.push(Value::Object(row));
        }
    }
    assert!(hold(cards.into_iter()) > 300);
}

#[test]
fn what_is_said_of_the_given_cards_is_read_to_the_same_cards() {
    let beside = |folder: &Path| -> PathBuf { folder.join("shared/cards/buddyfight/cards.jsonl") };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(file) = here.ancestors().map(beside).find(|file| file.is_file()) else {
        return eprintln!("skipped: no shared/cards/buddyfight in a folder above");
    };
    let text = std::fs::read_to_string(file).expect("the given cards can be read");
    eprintln!("{} given cards read whole, all said back", hold(rows(&text)));
}
