//! Whether two positions are the same, however their cards are numbered: they look alike, and go on alike when they are
//! played on.

use crate::Playable;
use kernel::board::Painter;
use kernel::{Chance, Dice, Eyes, Log, Match, Pace};
use serde_json::Value;
use std::collections::HashMap;

/// What somebody who knows all sees of a decision, without any card's number.
#[derive(PartialEq)]
pub(crate) struct Looks {
    board: Value,
    /// What is asked, and by whom.
    asked: String,
    /// Each option with the cards it is about, as they stand.
    options: Vec<String>,
}

impl Looks {
    pub fn of<G: Playable>(game: &Match<G, Dice>) -> Looks {
        let cards = game.cards();
        let picture = game.state().pictured(cards, Eyes::All);
        let mut painter = Painter::new(&picture, cards, Eyes::All);
        let menu = painter.menu(game.menu());
        // Boards and menus always have a JSON form.
        let board = serde_json::to_value(painter.board()).unwrap_or_default();
        let mut known = HashMap::new();
        by_ref(&board, &mut known);
        let option = |option: &kernel::board::Offer| {
            let cards = option.cards.iter().map(|name| known.get(name.as_str()).map_or("", String::as_str));
            format!("{} {}", unnumbered(&option.label), cards.collect::<Vec<_>>().join(" "))
        };
        Looks {
            options: menu.options.iter().map(option).collect(),
            asked: format!("{:?} {}", game.menu().seat, unnumbered(&menu.reason.text)),
            board: plain(&board),
        }
    }

    /// The option that an option of another decision means here. Twins that look alike are as good as each other.
    fn meant(&self, other: &Looks, option: usize) -> Option<usize> {
        let wanted = other.options.get(option)?;
        let before = other.options[..option].iter().filter(|twin| *twin == wanted).count();
        let mut twins = (0..self.options.len()).filter(|at| self.options[*at] == *wanted);
        twins.nth(before)
    }

    /// What differs, in words; nothing where both are the same.
    pub fn against(&self, other: &Looks) -> Vec<String> {
        let mut found = Vec::new();
        differ("", &self.board, &other.board, &mut found);
        let mut missing = |from: &Looks, to: &Looks, how: &str| {
            for option in from.options.iter().filter(|option| !to.options.contains(option)) {
                let label = option.split(" {").next().unwrap_or(option).trim();
                found.push(format!("\"{label}\" was {how}"));
            }
        };
        missing(self, other, "offered");
        missing(other, self, "not offered");
        if found.is_empty() && self != other {
            found.push(format!("{} was asked, not {}", self.asked, other.asked));
        }
        const MOST: usize = 6;
        if found.len() > MOST {
            let more = found.len() - MOST;
            found.truncate(MOST);
            found.push(format!("{more} things more"));
        }
        found
    }
}

/// The option of `there` that an option of `here` means: the one of that label, or among twins the one that looks alike.
pub(crate) fn meant<G: Playable>(
    here: &Match<G, Dice>,
    option: usize,
    there: &Match<G, Dice>,
) -> Option<usize> {
    let labels = |game: &Match<G, Dice>| -> Vec<String> {
        game.labels().iter().map(|label| unnumbered(label)).collect()
    };
    let (ours, theirs) = (labels(here), labels(there));
    let wanted = ours.get(option)?;
    let mut found = (0..theirs.len()).filter(|at| theirs[*at] == *wanted);
    match (found.next(), found.next()) {
        (Some(only), None) if ours.iter().filter(|label| *label == wanted).count() == 1 => Some(only),
        (None, _) => None,
        _ => Looks::of(there).meant(&Looks::of(here), option),
    }
}

/// Plays both on by the same random answers and the same luck for a while, and tells the first difference.
pub(crate) fn go_on_alike<G: Playable>(one: &Match<G, Dice>, two: &Match<G, Dice>) -> Result<(), String> {
    const TRIES: u64 = 2;
    const DECISIONS: usize = 20;
    for seed in 0..TRIES {
        let fresh = |game: &Match<G, Dice>| {
            let (state, cards) = (game.state().clone(), game.shared_cards());
            Match::resume(state, cards, Dice::new(seed), Pace::Shown, Log::silent())
        };
        let (mut one, mut two) = (fresh(one), fresh(two));
        let mut answers = Dice::new(seed + 1_000);
        for _ in 0..DECISIONS {
            if one.outcome().is_some() || two.outcome().is_some() {
                break;
            }
            let answer = answers.below(one.menu().options.len() as u32) as usize;
            let label = one.labels()[answer].clone();
            let Some(meant) = meant(&one, answer, &two) else {
                return Err(format!("later \"{label}\" would not be offered"));
            };
            if one.answer(answer).is_err() || two.answer(meant).is_err() {
                return Err(format!("later \"{label}\" would not be taken"));
            }
            if one.menu().options.len() != two.menu().options.len() {
                return Err(format!("later, after \"{label}\", other things would be offered"));
            }
        }
        if one.outcome() != two.outcome() {
            return Err("it would end otherwise".into());
        }
        if let Some(difference) = Looks::of(&one).against(&Looks::of(&two)).first() {
            return Err(format!("later it would be otherwise: {difference}"));
        }
    }
    Ok(())
}

/// Every card of a board by its ref, as plain text.
fn by_ref(value: &Value, known: &mut HashMap<String, String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| by_ref(item, known)),
        Value::Object(map) => {
            if let Some(Value::String(name)) = map.get("ref") {
                known.insert(name.clone(), plain(value).to_string());
            }
            map.values().for_each(|item| by_ref(item, known));
        }
        _ => {}
    }
}

/// A value without refs and without the numbers that tell twins apart.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != "ref")
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect(),
        Value::String(text) if is_ref(text) => Value::Null,
        Value::String(text) => unnumbered(text).into(),
        other => other.clone(),
    }
}

fn is_ref(text: &str) -> bool {
    let digits = text.strip_prefix(['c', 'u']);
    digits.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// A text without the `#2` behind names.
fn unnumbered(text: &str) -> String {
    let mut parts = text.split('#');
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if rest.len() == part.len() {
            out.push('#');
        }
        out.push_str(rest);
    }
    out
}

/// Where two boards differ: the place, what was, what is.
fn differ(place: &str, was: &Value, is: &Value, found: &mut Vec<String>) {
    let at = |key: &str| if place.is_empty() { key.to_string() } else { format!("{place} {key}") };
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => {
            for key in was.keys().chain(is.keys().filter(|key| !was.contains_key(*key))) {
                let (was, is) = (was.get(key).unwrap_or(&Value::Null), is.get(key).unwrap_or(&Value::Null));
                // A card is told by its name, a seat by its word.
                let key = match key.as_str() {
                    "A" => "your",
                    "B" => "opponent",
                    "seats" | "zones" | "cards" | "figures" => "",
                    key => key,
                };
                differ(at(key).trim(), was, is, found);
            }
        }
        (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
            for (was, is) in was.iter().zip(is) {
                let name = was.get("name").and_then(Value::as_str).unwrap_or("");
                differ(at(name).trim(), was, is, found);
            }
        }
        (was, is) if was == is => {}
        (was, is) => found.push(format!("{place}: {} is {}", brief(was), brief(is))),
    }
}

fn brief(value: &Value) -> String {
    let text = match value {
        Value::Array(items) => format!("{} of them", items.len()),
        Value::Null => "nothing".into(),
        other => other.to_string(),
    };
    text.chars().take(60).collect()
}
