//! What could not be read, told so that a designer can act on it: the words from the furthest point that was understood (or the whole
//! sentence, where only its end is left), which part is missing, and where that stands on the card. A game says by a table of
//! [`Part`]s how its sentences show what comes next.

use super::lexer::fold;
use super::parser::Miss;
use kernel::Unread;

/// A part of a sentence that the words in front of it tell to be missing.
pub struct Part {
    /// Where the words stand.
    pub place: Place,
    /// Any of these, folded.
    pub words: &'static [&'static str],
    /// What is missing, in words.
    pub missing: &'static str,
}

/// Where the words stand that tell which part comes next. A phrase is what has been said since the last comma, colon or bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The phrase begins with them.
    Opens,
    /// The phrase ends with them.
    Closes,
    /// They are anywhere in the phrase.
    Within,
    /// They are the whole phrase; an empty one is where a sentence begins.
    Whole,
    /// All that is in front of the unread words, brackets included, ends with them.
    Behind,
}

impl Part {
    /// A row of a game's table.
    pub const fn new(place: Place, words: &'static [&'static str], missing: &'static str) -> Part {
        Part { place, words, missing }
    }

    fn fits(&self, said: &str, phrase: &str) -> bool {
        self.words.iter().any(|words| match self.place {
            Place::Opens => phrase == *words || opens(phrase, words),
            Place::Closes => phrase == *words || closes(phrase, words),
            Place::Within => {
                opens(phrase, words) || phrase.contains(&format!(" {words} ")) || closes(phrase, words)
            }
            Place::Whole => phrase == *words,
            Place::Behind => said.ends_with(words),
        })
    }
}

fn opens(phrase: &str, words: &str) -> bool {
    phrase.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
}

fn closes(phrase: &str, words: &str) -> bool {
    phrase.strip_suffix(words).is_some_and(|rest| rest.ends_with(' '))
}

/// Where the unread words of a clause are, and what is missing, in words.
pub fn told(text: &str, clause: (usize, usize), miss: &Miss, parts: &[Part]) -> ((usize, usize), String) {
    let from = floor(text, miss.span.0);
    let to = floor(text, miss.span.1).max(from);
    if miss.why.starts_with("too tangled") {
        return ((from, to), miss.why.clone());
    }
    let start = begins(text, clause.0, from);
    let rest = text.get(from..to).unwrap_or("");
    if rest.trim_matches(|c: char| !c.is_alphanumeric()).len() < 2 {
        // Everything was understood word by word, and not as a whole.
        let why = match miss.why.strip_prefix("expected ") {
            Some(wanted) => format!("the sentence ends too early: where {wanted} was expected"),
            None => "no such sentence: its words are known, and not what they say together".into(),
        };
        return ((start, to), why);
    }
    let before = text.get(start..from).unwrap_or("").trim();
    let next = some(rest.split_whitespace(), 7);
    let said = fold(before);
    let phrase = said.rsplit([',', ':', ']', '】', '"']).next().unwrap_or("").trim();
    let why = match parts.iter().find(|part| part.fits(&said, phrase)) {
        Some(part) => format!("{}: “{next}”", part.missing),
        None => {
            let all: Vec<&str> = before.split_whitespace().collect();
            let behind = some(all[all.len().saturating_sub(4)..].iter().copied(), 4);
            format!("not known here: “{next}” behind “{behind}”")
        }
    };
    ((from, to), why)
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

/// Puts what was told of joined and mended paragraphs where it stands on the card: `from` says at which letter of the joined text each
/// paragraph begins, and which it is.
pub fn relocate(unread: &mut Unread, field: &str, paragraphs: &[String], from: &[(usize, usize)]) {
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
    unread.words = original[start..end.max(start)].to_string();
}

/// The last place at or before this one where a letter begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
