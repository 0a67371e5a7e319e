//! Comparing what the table tells with what a line expects.

use super::expect::Answer;
use crate::labels::fold;
use kernel::Told;

/// How a line compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Op {
    Equal,
    NotEqual,
    AtLeast,
    AtMost,
    More,
    Less,
    /// The word `is`, which may also introduce a state.
    Is,
    IsNot,
}

const SIGNS: [(&str, Op); 8] = [
    ("=", Op::Equal),
    ("==", Op::Equal),
    ("!=", Op::NotEqual),
    (">=", Op::AtLeast),
    ("<=", Op::AtMost),
    (">", Op::More),
    ("<", Op::Less),
    ("is", Op::Is),
];

/// Cuts `subject op value` apart; `None` if the line compares nothing.
pub(super) fn split_comparison(words: &str) -> Option<(&str, Op, &str)> {
    let mut at = 0;
    for word in words.split(' ') {
        let end = at + word.len();
        if let Some((_, op)) = SIGNS.iter().find(|(sign, _)| *sign == word)
            && at > 0
            && end < words.len()
        {
            let (subject, value) = (words[..at].trim_end(), words[end..].trim_start());
            return match (op, value.strip_prefix("not ")) {
                // `X is in …` and `X is under …` are places.
                (Op::Is, _) if value.trim_start_matches("not ").starts_with("in ") => None,
                (Op::Is, _) if value.trim_start_matches("not ").starts_with("under ") => None,
                (Op::Is, Some(value)) => Some((subject, Op::IsNot, value)),
                _ => Some((subject, *op, value)),
            };
        }
        at = end + 1;
    }
    // `dp=9000`, written without spaces.
    let (subject, value) = words.rsplit_once('=')?;
    let (subject, op) = match subject.as_bytes().last()? {
        b'!' => (&subject[..subject.len() - 1], Op::NotEqual),
        b'>' => (&subject[..subject.len() - 1], Op::AtLeast),
        b'<' => (&subject[..subject.len() - 1], Op::AtMost),
        _ => (subject, Op::Equal),
    };
    let number = value.trim().trim_start_matches(['-', '+']);
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((
        subject.trim(),
        op,
        value.trim(),
    ))
}

/// Whether what was told fits, and what it is in words.
pub(super) fn compare(subject: &str, answer: &Answer, op: Op, value: &str) -> Result<(bool, String), String> {
    let is = |what: String| match &answer.cards {
        Some(cards) if !cards.is_empty() => format!("{subject} is {what}: {}", cards.join(", ")),
        _ => format!("{subject} is {what}"),
    };
    let equal_only = |equal: bool| match op {
        Op::Equal | Op::Is => Ok(equal),
        Op::NotEqual | Op::IsNot => Ok(!equal),
        _ => Err(format!("{subject} is no number, so it cannot be more or less than {value:?}")),
    };
    match &answer.told {
        Told::Number(found) => {
            if let Some(wanted) = number(value) {
                let holds = match op {
                    Op::Equal | Op::Is => *found == wanted,
                    Op::NotEqual | Op::IsNot => *found != wanted,
                    Op::AtLeast => *found >= wanted,
                    Op::AtMost => *found <= wanted,
                    Op::More => *found > wanted,
                    Op::Less => *found < wanted,
                };
                return Ok((holds, is(found.to_string())));
            }
            match &answer.cards {
                Some(cards) => Ok((equal_only(same_cards(cards, value))?, is(found.to_string()))),
                None => Err(format!("{subject} is a number ({found}), and {value:?} is none")),
            }
        }
        told @ (Told::Yes | Told::No) => {
            let wanted = match fold(value).as_str() {
                "yes" | "true" => true,
                "no" | "false" => false,
                _ => return Err(format!("{subject} is either yes or no, and {value:?} is neither")),
            };
            let found = *told == Told::Yes;
            Ok((equal_only(found == wanted)?, is(if found { "yes".into() } else { "no".into() })))
        }
        Told::Word(found) => {
            let plain = |word: &str| match fold(word).as_str() {
                "your" | "me" => "you".to_string(),
                "nobody" | "nothing" => "none".to_string(),
                other => other.trim_end_matches(" phase").trim_end_matches(" step").to_string(),
            };
            Ok((equal_only(plain(found) == plain(value))?, is(found.clone())))
        }
    }
}

/// A number as people write it: `9000`, `9,000`, `-2`, `+3`, `none`.
fn number(value: &str) -> Option<i64> {
    match value {
        "none" | "empty" | "zero" => Some(0),
        _ => value.replace(',', "").trim_start_matches('+').parse().ok(),
    }
}

/// Whether a zone holds exactly these cards, in any order.
fn same_cards(cards: &[String], value: &str) -> bool {
    let list = value.trim_start_matches('[').trim_end_matches(']');
    let mut wanted: Vec<String> = list.split(',').map(|name| fold(name.trim().trim_matches('"'))).collect();
    let mut found: Vec<String> = cards.iter().map(|name| fold(name)).collect();
    wanted.sort();
    found.sort();
    wanted == found
}
