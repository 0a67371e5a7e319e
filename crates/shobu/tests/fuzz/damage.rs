//! Ways to damage an input: bytes, words, lines, and JSON values.

use super::Seed;
use kernel::{Chance, Dice};
use serde_json::{Map, Value, json};

/// Words that mean something to one reader or another, and so take it to other places than noise does.
const SIGNS: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ":",
    ",",
    ".",
    "\n",
    "\r\n",
    "\t",
    "\\u0000",
    "\\",
    "\\ud800",
    "null",
    "true",
    "-1",
    "0",
    "1e999",
    "18446744073709551616",
    "9223372036854775807",
    "65536",
    "4294967296",
    "2147483647",
    "32768",
    "\u{feff}",
    "\u{0}",
    "é",
    "龍",
    "＜",
    "＞",
    "《",
    "【",
    "】",
    "\u{301}",
    "🂡",
    "\u{202e}",
    "ß",
    "İ",
    "expect ",
    "you: ",
    "opponent: ",
    " cannot: ",
    "# ",
    "#2",
    "#0",
    "#99999999999",
    " in ",
    " = ",
    " not ",
    "-> ",
    "menu ",
    "event ",
    "winner ",
    "[[card]]\n",
    "card = ",
    "text = ",
    "\"\"\"",
    "'''",
    "up to 999999999 ",
    "all ",
    "each ",
    "for every 0 ",
    "you may ",
    "instead ",
    "until the end of the turn ",
    "once per turn ",
    "and ",
    "or ",
    "/",
    "•",
];

/// Numbers at and over the edges of what readers keep them in.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "7",
    "62",
    "63",
    "64",
    "100",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "99999",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e999",
    "3.5",
    "-0.0",
    "1e-9",
];

/// Words that the seeds hold, to be swapped between them.
pub struct Words(Vec<String>);

impl Words {
    pub fn of(seeds: &[Seed]) -> Self {
        let mut words: Vec<String> = seeds
            .iter()
            .flat_map(|seed| seed.text.split([' ', '\n', '"']))
            .filter(|word| !word.trim().is_empty() && word.len() < 40)
            .map(str::to_string)
            .collect();
        words.sort();
        words.dedup();
        Words(words)
    }

    fn any(&self, dice: &mut Dice) -> String {
        match self.0.len() {
            0 => String::new(),
            many => self.0[dice.below(many as u32) as usize].clone(),
        }
    }
}

fn one<'a>(list: &[&'a str], dice: &mut Dice) -> &'a str {
    list[dice.below(list.len() as u32) as usize]
}

/// A damaged copy of a text, with pieces of another.
pub fn damage(text: &str, other: &str, words: &Words, dice: &mut Dice) -> String {
    let is_json = text.trim_start().starts_with(['{', '[']);
    match dice.below(if is_json { 8 } else { 5 }) {
        0 => garble(text, other, dice),
        1 => lines(text, other, words, dice),
        2 | 3 => tokens(text, words, dice),
        4 => {
            let once = tokens(text, words, dice);
            garble(&once, other, dice)
        }
        _ => values(text, other, words, dice),
    }
}

/// Bytes are cut, doubled, flipped and spliced.
pub fn garble(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let length = bytes.len();
        let at = dice.below(length as u32 + 1) as usize;
        let to = (at + dice.below(40) as usize).min(length);
        match dice.below(9) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let copy = bytes[at..to].to_vec();
                let times = if dice.below(20) == 0 { 2_000 } else { 1 };
                bytes.splice(at..at, copy.repeat(times));
            }
            3 if at < length => bytes[at] ^= 1 << dice.below(8),
            4 => {
                let from = dice.below(other.len() as u32 + 1) as usize;
                let piece = &other.as_bytes()[from..(from + 60).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            5 => {
                // A number becomes another one.
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    let from = at + digit;
                    let to = bytes[from..].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(1).max(1);
                    bytes.splice(from..from + to, one(NUMBERS, dice).bytes());
                }
            }
            6 if dice.below(10) == 0 => {
                let open = one(&["[", "{\"a\":", "(", "<", "\"", "[a = ", "if ", "you may "], dice);
                bytes.splice(at..at, open.repeat(1 << dice.below(15)).bytes());
            }
            _ => drop(bytes.splice(at..at, one(SIGNS, dice).bytes())),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Lines change places, are left out, doubled, or taken from another text.
fn lines(text: &str, other: &str, words: &Words, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_string).collect();
    let others: Vec<&str> = other.split('\n').collect();
    for _ in 0..=dice.below(5) {
        let at = dice.below(lines.len() as u32) as usize;
        match dice.below(5) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let with = dice.below(lines.len() as u32) as usize;
                lines.swap(at, with);
            }
            3 => lines.insert(at, others[dice.below(others.len() as u32) as usize].to_string()),
            _ => lines[at] = tokens(&lines[at], words, dice),
        }
    }
    lines.join("\n")
}

/// Words change places, are left out, doubled, or become other words, numbers or signs.
fn tokens(text: &str, words: &Words, dice: &mut Dice) -> String {
    let mut parts: Vec<String> = text.split(' ').map(str::to_string).collect();
    for _ in 0..=dice.below(6) {
        let at = dice.below(parts.len() as u32) as usize;
        match dice.below(8) {
            0 if parts.len() > 1 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at].clone()),
            2 => {
                let with = dice.below(parts.len() as u32) as usize;
                parts.swap(at, with);
            }
            3 => parts[at] = one(NUMBERS, dice).to_string(),
            4 => parts[at].push_str(one(SIGNS, dice)),
            5 => parts[at] = words.any(dice),
            _ => parts.insert(at, words.any(dice)),
        }
    }
    parts.join(" ")
}

/// The JSON values of a text (one, or one on each line) become others.
fn values(text: &str, other: &str, words: &Words, dice: &mut Dice) -> String {
    if let Ok(mut value) = serde_json::from_str::<Value>(text) {
        let donor = serde_json::from_str(other).unwrap_or(Value::Null);
        (0..=dice.below(3)).for_each(|_| change(&mut value, &donor, words, dice));
        return double_key(value.to_string(), dice);
    }
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let others: Vec<&str> = other.lines().collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(lines.len().max(1) as u32) as usize;
        let Some(line) = lines.get_mut(at) else { break };
        let Ok(mut value) = serde_json::from_str::<Value>(line) else { continue };
        let donor = others.get(dice.below(others.len().max(1) as u32) as usize);
        let donor = donor.and_then(|line| serde_json::from_str(line).ok()).unwrap_or(Value::Null);
        (0..=dice.below(3)).for_each(|_| change(&mut value, &donor, words, dice));
        *line = double_key(value.to_string(), dice);
    }
    lines.join("\n")
}

/// Sometimes a key stands twice, which no value in memory can show.
fn double_key(text: String, dice: &mut Dice) -> String {
    let keys: Vec<&str> =
        ["game", "id", "name", "main", "text", "kind", "answers", "decks", "format", "levels"]
            .into_iter()
            .filter(|key| text.contains(&format!("\"{key}\"")))
            .collect();
    if keys.is_empty() || !text.starts_with('{') || dice.below(6) > 0 {
        return text;
    }
    let value = one(&["null", "1", "\"x\"", "{}", "[]", "[[]]"], dice);
    format!("{{\"{}\":{value},{}", one(&keys, dice), &text[1..])
}

fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(nodes).sum(),
        Value::Object(map) => map.values().map(nodes).sum(),
        _ => 0,
    }
}

fn node<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| node(item, left)),
        Value::Object(map) => map.values_mut().find_map(|item| node(item, left)),
        _ => None,
    }
}

fn any_of(value: &Value, dice: &mut Dice) -> Value {
    let mut copy = value.clone();
    let mut at = dice.below(nodes(value) as u32) as usize;
    node(&mut copy, &mut at).cloned().unwrap_or(Value::Null)
}

fn change(value: &mut Value, donor: &Value, words: &Words, dice: &mut Dice) {
    let count = nodes(value) as u32;
    let mut at = dice.below(count) as usize;
    let copy = value.clone();
    let Some(found) = node(value, &mut at) else { return };
    match (dice.below(10), &mut *found) {
        (0, _) => *found = any_of(donor, dice),
        (1, _) => *found = any_of(&copy, dice),
        (2, _) => {
            let deep = [4, 40, 127, 128, 200][dice.below(5) as usize];
            *found = (0..deep).fold(Value::Null, |inner, _| json!([inner]));
        }
        (3 | 4, _) => {
            let number = one(NUMBERS, dice);
            *found = match dice.below(3) {
                0 => json!(number),
                _ => serde_json::from_str(number).unwrap_or(Value::Null),
            };
        }
        (5, Value::Object(map)) => {
            if let Some(key) = map.keys().nth(dice.below(map.len().max(1) as u32) as usize).cloned() {
                map.remove(&key);
            }
        }
        (6, Value::Object(map)) => {
            let key = if dice.below(2) == 0 { words.any(dice) } else { one(SIGNS, dice).to_string() };
            map.insert(key, any_of(donor, dice));
        }
        (_, Value::Array(items)) if !items.is_empty() => {
            let at = dice.below(items.len() as u32) as usize;
            match dice.below(3) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                _ => items.push(any_of(donor, dice)),
            }
        }
        (_, Value::String(text)) => *text = tokens(text, words, dice),
        _ => {
            let kinds = [
                Value::Null,
                json!(true),
                json!(""),
                json!([]),
                Value::Object(Map::new()),
                json!(0),
                json!("龍"),
            ];
            *found = kinds[dice.below(kinds.len() as u32) as usize].clone();
        }
    }
}
