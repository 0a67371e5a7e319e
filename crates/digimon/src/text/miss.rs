//! What could not be read, told so that a designer can act on it: the words from the furthest point that was understood (or the whole
//! sentence, where only its end is left), which part is missing, and where that stands on the card.

use effects::text::Miss;
use effects::text::lexer::fold;
use kernel::Unread;

/// Where the unread words are, and what is missing, in words.
pub(super) fn told(text: &str, clause: (usize, usize), miss: &Miss) -> ((usize, usize), String) {
    let to = miss.span.1.min(text.len()).max(miss.span.0);
    let start = begins(text, clause.0, miss.span.0);
    let rest = text.get(miss.span.0..to).unwrap_or("");
    if miss.why.starts_with("too tangled") {
        return ((miss.span.0, to), miss.why.clone());
    }
    if rest.trim_matches(|c: char| !c.is_alphanumeric()).len() < 2 {
        // Everything was understood word by word, and not as a whole.
        let why = match miss.why.strip_prefix("expected ") {
            Some(wanted) => format!("the sentence ends too early: where {wanted} was expected"),
            None => "no such sentence: its words are known, and not what they say together".into(),
        };
        return ((start, to), why);
    }
    let before = text.get(start..miss.span.0).unwrap_or("").trim();
    let next = some(rest.split_whitespace(), 7);
    let why = match missing(before) {
        Some(part) => format!("{part}: “{next}”"),
        None => {
            let all: Vec<&str> = before.split_whitespace().collect();
            let behind = some(all[all.len().saturating_sub(4)..].iter().copied(), 4);
            format!("not known here: “{next}” behind “{behind}”")
        }
    };
    ((miss.span.0, to), why)
}

/// Where the sentence begins that a place is in.
fn begins(text: &str, clause: usize, at: usize) -> usize {
    let before = text.get(clause..at).unwrap_or("");
    let stop =
        [". ", "! ", "・"].iter().filter_map(|end| before.rfind(end).map(|stop| stop + end.len())).max();
    clause + stop.unwrap_or(0)
}

fn some<'a>(words: impl Iterator<Item = &'a str>, most: usize) -> String {
    words.take(most).collect::<Vec<_>>().join(" ").trim_end_matches(['.', '!', ',']).to_string()
}

/// Which part of a sentence comes next behind these words, where that can be told.
fn missing(before: &str) -> Option<&'static str> {
    let said = fold(before);
    // What stands behind the last comma has not said what it is about yet.
    let open = said.rsplit([',', ']']).next().unwrap_or("").trim();
    let last = |word: &str| open == word || open.ends_with(&format!(" {word}"));
    let begun = |word: &str| open == word || open.starts_with(&format!("{word} "));
    let parts: [(bool, &str); 7] = [
        (begun("when"), "a moment that is not known"),
        (begun("if") || begun("while"), "a condition that is not known"),
        (begun("by"), "a cost that is not known"),
        (open.contains("for each") || open.contains("for every"), "a number that is not known"),
        (open.contains("until") || last("for the"), "a duration that is not known"),
        (
            last("with") || last("of") || last("your") || last("their"),
            "a description of cards that is not known",
        ),
        (
            open.is_empty() || ["you may", "and", "then", "also", "your opponent", "they"].contains(&open),
            "no such verb",
        ),
    ];
    parts.into_iter().find(|(fits, _)| *fits).map(|(_, part)| part)
}

/// Puts what was told of joined and mended paragraphs where it stands on the card: `from` says at which letter of the joined text each
/// paragraph begins.
pub(super) fn relocate(unread: &mut Unread, field: &str, paragraphs: &[String], from: &[(usize, usize)]) {
    let Some((begin, at)) = from.iter().rev().find(|(begin, _)| *begin <= unread.span.0) else { return };
    let Some(original) = paragraphs.get(*at) else { return };
    unread.field = format!("{field}[{at}]");
    let guess = unread.span.0 - begin;
    // Where signs were mended the letters have moved: the same words, nearest to where they were read.
    let nearest = original
        .match_indices(unread.words.as_str())
        .map(|(found, _)| found)
        .min_by_key(|found| found.abs_diff(guess));
    let start = nearest.unwrap_or_else(|| floor(original, guess));
    let end = floor(original, start + (unread.span.1 - unread.span.0));
    unread.span = (start, end.max(start));
}

/// The last place at or before this one where a letter begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
