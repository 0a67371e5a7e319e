//! What could not be read, told so that a designer can act on it: the words from the furthest point that was understood (or the whole
//! sentence, where only its end is left), and which part is missing.

use effects::text::Miss;
use effects::text::lexer::fold;

/// Where the unread words are, and what is missing, in words.
pub(super) fn told(words: &str, miss: &Miss) -> (usize, usize, String) {
    let (from, to) = (miss.span.0.min(words.len()), miss.span.1.min(words.len()));
    let start = begins(words, from);
    let rest = words.get(from..to).unwrap_or("");
    if !rest.chars().any(char::is_alphanumeric) {
        // Everything was understood word by word, and not as a whole.
        let why = match miss.why.strip_prefix("expected ") {
            Some(wanted) => format!("the sentence ends where {wanted} was expected"),
            None => "the sentence says nothing that is known as a whole".into(),
        };
        return (start, to, newer(words).unwrap_or(why));
    }
    if let Some(why) = newer(words) {
        return (from, to, why);
    }
    if miss.why.starts_with("too tangled") {
        return (from, to, miss.why.clone());
    }
    let before = words.get(start..from).unwrap_or("").trim();
    let next = some(rest.split_whitespace(), 6);
    let why = match missing(before) {
        Some(part) => format!("{part}: “{next}”"),
        None => {
            let all: Vec<&str> = before.split_whitespace().collect();
            let behind = some(all[all.len().saturating_sub(4)..].iter().copied(), 4);
            format!("not known behind “{behind}”: “{next}”")
        }
    };
    (from, to, why)
}

/// Where the sentence begins that a place is in.
fn begins(words: &str, at: usize) -> usize {
    let before = words.get(..at).unwrap_or("");
    let stop =
        [". ", "! ", "・"].iter().filter_map(|end| before.rfind(end).map(|stop| stop + end.len())).max();
    stop.unwrap_or(0)
}

fn some<'a>(words: impl Iterator<Item = &'a str>, most: usize) -> String {
    words.take(most).collect::<Vec<_>>().join(" ").trim_end_matches(['.', '!', ',']).to_string()
}

/// Which part of a sentence comes next behind these words, where that can be told.
fn missing(before: &str) -> Option<&'static str> {
    let said = fold(before);
    if said.ends_with("cost]") {
        return Some("a cost that is not known");
    }
    // What stands behind the last comma has not said what it is about yet.
    let open = said.rsplit(',').next().unwrap_or("").trim();
    for (word, part) in [
        ("only cast this card", "a condition that is not known"),
        ("only call this card", "a condition that is not known"),
        ("if", "a condition that is not known"),
        ("when", "a moment that is not known"),
        ("during", "a time that is not known"),
    ] {
        let opens = open.starts_with(word)
            || open.contains(&format!(" {word} "))
            || open.ends_with(&format!(" {word}"));
        if opens {
            return Some(part);
        }
    }
    let begun = open.is_empty() || open.ends_with(']') || open.ends_with('】') || open.ends_with('"');
    let offered = ["you may", "and", "then", "either", "and you may"].contains(&open);
    (begun || offered).then_some("no such verb")
}

/// What the document of June 2018 does not know yet.
fn newer(words: &str) -> Option<String> {
    const LATER: [&str; 6] =
        ["release condition", "g.evo", "g.boost", "galaxy f", "oppressed area", "under their flag"];
    let said = fold(words);
    let which = LATER.iter().find(|name| said.contains(**name))?;
    Some(format!("newer than the detailed rules of June 2018: {which}"))
}
