//! Tokens (DBS 19): "play 2 Cell Jr. Tokens (10000 power, 0 combo cost, and 5000 combo power)", and tokens by their names.

use super::clauses::Steps;
use super::nouns::{Words, amount};
use crate::card::{Color, name_key};
use crate::vocab::*;
use effects::text::lexer::fold;
use effects::text::printer::titled;
use effects::text::{Builder, Parser, Tok};
use effects::{Amount, Filter, Step, Target, Who};
use serde_json::{Value, json};

/// A name in front of "Token": "Cell Jr.", "Frieza's Army".
fn name(p: &mut Parser<'_>) -> Option<String> {
    p.attempt(|p| {
        let mut name = String::new();
        for _ in 0..7 {
            if p.take("token/tokens") {
                return (!name.is_empty()).then_some(name);
            }
            match p.peek()? {
                Tok::Word(word) if word.starts_with('\'') => name += word,
                Tok::Word(word) => {
                    const STOPS: [&str; 20] = [
                        "of", "your", "in", "with", "non", "opponent", "a", "all", "or", "and", "to", "card",
                        "that", "those", "this", "the", "each", "their", "its", "another",
                    ];
                    if STOPS.contains(&word.as_str()) || word.starts_with("non-") {
                        return None;
                    }
                    if !name.is_empty() {
                        name += " ";
                    }
                    name += word;
                }
                Tok::Mark('.') if !name.is_empty() => name += ".",
                _ => return None,
            }
            p.bump();
        }
        None
    })
}

/// Tokens of a name, as a noun.
pub fn noun(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    let name = name(p)?;
    Some(Filter::Name(name_key(&format!("{name} token"))).and(Filter::Kind(KindWord::Token)))
}

/// What a token is: its power, and what it brings to a combo.
#[derive(Clone, Copy, Default)]
struct Figures {
    power: i32,
    combo_cost: Option<i32>,
    combo_power: Option<i32>,
    energy_cost: Option<i32>,
}

/// "Cell Jr. Tokens have 10000 power, 0 combo cost, and 5000 combo power": nothing else may be said there.
fn figures(note: &str, name: &str) -> Option<Figures> {
    let folded = fold(note);
    let rest = folded.strip_prefix(name).unwrap_or(&folded);
    let words: Vec<&str> = rest.split([' ', ',', '.']).filter(|word| !word.is_empty()).collect();
    let mut found = Figures::default();
    let mut power = None;
    let mut at = 0;
    while at < words.len() {
        let number = words[at].parse::<i32>().ok();
        match (number, words.get(at + 1), words.get(at + 2)) {
            (Some(n), Some(&"power"), _) => (power, at) = (Some(n), at + 2),
            (Some(n), Some(&"combo"), Some(&"cost" | &"costs")) => (found.combo_cost, at) = (Some(n), at + 3),
            (Some(n), Some(&"combo"), Some(&"power")) => (found.combo_power, at) = (Some(n), at + 3),
            // DBS 19-1-6: one that has an energy cost.
            (None, _, _) if words[at..].starts_with(&["energy", "cost", "of"]) => {
                found.energy_cost = Some(words.get(at + 3)?.parse().ok()?);
                at += 4;
            }
            (None, _, _) if ["tokens", "token", "have", "has", "and", "a", "an"].contains(&words[at]) => {
                at += 1
            }
            _ => return None,
        }
    }
    found.power = power?;
    Some(found)
}

/// "play up to 2 red X Tokens with 10000 power in Rest Mode", behind "play".
pub fn create(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let base = lex.tokens_from?;
    p.attempt_with(b, |p, b| {
        let up_to = p.take("up to");
        // How many the opponent would like to play is not asked of them.
        (!up_to || b.actor == Who::You).then_some(())?;
        let n = amount(p)?;
        let mut colors: Vec<&str> = Vec::new();
        while let Some(color) = p.attempt(|p| Color::read(p.word()?)) {
            colors.push(color.name());
        }
        let name = name(p)?;
        let note = p.passed_note().and_then(|note| figures(note, &name));
        let said = p.attempt(|p| {
            p.take("with").then_some(())?;
            p.take("a power of");
            let n = p.number()?;
            p.take("power");
            Some(n)
        });
        let figures = match (said, note) {
            (Some(power), note) => Figures { power, ..note.unwrap_or_default() },
            (None, Some(note)) => note,
            (None, None) => lex.notes.iter().find_map(|note| figures(note, &name))?,
        };
        let mut rest = false;
        let mut who = b.actor;
        loop {
            if p.take("in rest mode") {
                rest = true;
            } else if p.take("in your opponent 's battle area") {
                who = Who::Opponent;
            } else if p.take("in your battle area") {
                who = Who::You;
            } else {
                break;
            }
        }
        // DBS 19-1-4: its name is the name given and the word Token.
        let name = format!("{} Token", titled(&name));
        let mut row = json!({
            "id": format!("{name} {} {:?} {:?} {:?} {colors:?}", figures.power, figures.combo_cost, figures.combo_power, figures.energy_cost),
            "name": name, "kind": "token", "colors": colors, "power": figures.power,
        });
        if let (Value::Object(row), Some(power)) = (&mut row, figures.combo_power) {
            row.insert("combo_power".into(), json!(power));
            row.insert("combo_cost".into(), json!(figures.combo_cost.unwrap_or(0)));
        }
        if let (Value::Object(row), Some(cost)) = (&mut row, figures.energy_cost) {
            row.insert("energy_cost".into(), json!({ "total": cost, "specified": [] }));
        }
        let print = base + lex.made.borrow().len() as u8;
        lex.made.borrow_mut().push(row);
        let slot = b.slot();
        let one = n == Amount::Fixed(1);
        let token = |n| Step::Do(Verb::Token { who, n, print, rest, slot });
        let steps = if up_to {
            vec![Step::Name { who: Who::You, min: Amount::Fixed(0), max: n }, token(Amount::Named)]
        } else {
            vec![token(n)]
        };
        b.it = Some(Target::Slot(slot));
        if one {
            b.single = Some(slot);
        }
        Some(steps)
    })
}

/// A token in words, as [`create`] reads it.
pub fn say(row: &Value, n: &str) -> String {
    let name = row["name"].as_str().unwrap_or("Token");
    let many = if n == "1" { "" } else { "s" };
    let colors: String = row["colors"].as_array().map_or(String::new(), |all| {
        all.iter().filter_map(Value::as_str).map(|one| format!("{one} ")).collect()
    });
    let mut figures = format!("{} power", row["power"]);
    if let Some(power) = row.get("combo_power") {
        figures += &format!(", {} combo cost, and {power} combo power", row["combo_cost"]);
    }
    if let Some(cost) = row.get("energy_cost").and_then(|cost| cost.get("total")) {
        figures += &format!(", an energy cost of {cost}");
    }
    format!("{n} {colors}{name}{many} ({figures})")
}
