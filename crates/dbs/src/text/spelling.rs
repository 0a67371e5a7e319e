//! How texts are spelt: dashes, notes, options, filler words.

use effects::text::{Tok, Token};

/// Dashes that join phrases are spaces, so that words stay words; offsets do not change.
pub(super) fn plain_dashes(text: &str) -> String {
    let out = text.to_string();
    // Double angles are the brackets of a special trait.
    let mut out = out.replace("＜＜", "《   ").replace("＞＞", "   》");
    // A dash in front of these joins phrases, not words.
    for word in ["and", "to", "in", "from", "all", "or", "with", "both"] {
        let joined = format!("-{word} ");
        while let Some(at) = out.find(&joined) {
            out.replace_range(at..at + 1, " ");
        }
    }
    for (from, to) in [("-both", " both"), ("less-", "less "), ("more-", "more ")] {
        while let Some(at) = out.find(from) {
            let next = out[at + from.len()..].chars().next();
            if from.ends_with('-') && !next.is_some_and(char::is_alphabetic) {
                break;
            }
            out.replace_range(at..at + from.len(), to);
        }
    }
    out
}

/// Energy symbols in parentheses, "(R)(G)", are costs and no notes (DBS 1-6-5-2); offsets do not change.
pub(super) fn plain_symbols(text: &str) -> String {
    let mut out = text.to_string();
    for letter in ["R", "U", "B", "G", "Y", "K"] {
        out = out.replace(&format!("({letter})"), &format!(" {letter} "));
    }
    // DBS 1-6-5-1: a number in a circle is that much energy of any colour.
    for (number, circle) in "①②③④⑤⑥⑦⑧⑨".chars().enumerate() {
        out = out.replace(circle, &format!("[{}]", number + 1));
    }
    out
}

/// A text without what stands in parentheses.
pub(super) fn without_notes(text: &str) -> String {
    let mut depth = 0;
    let kept = |letter: &char| {
        depth += i32::from(*letter == '(');
        let inside = depth > 0;
        depth -= i32::from(*letter == ')' && depth > 0);
        !inside
    };
    text.chars().filter(kept).collect()
}

/// Whether a word or a form of it occurs.
pub(super) fn mentions(folded: &str, word: &str) -> bool {
    folded.split(|c: char| !c.is_alphanumeric()).any(|found| found.starts_with(word))
}

pub(super) fn is_option(text: &str) -> bool {
    text.trim_start().starts_with(['・', '•', '●', '･', '·'])
}

/// Words that only link sentences are taken out, so that the clause grammar meets its own shapes.
pub(super) fn tidy(tokens: Vec<Token>) -> Vec<Token> {
    let is = |token: Option<&Token>, word: &str| matches!(token, Some(Token { tok: Tok::Word(w), .. }) if w == word);
    let comma = |token: Option<&Token>| matches!(token, Some(Token { tok: Tok::Mark(','), .. }));
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if is(tokens.get(at), "additionally") && comma(tokens.get(at + 1)) {
            at += 2;
            continue;
        }
        // "activate this skill. At the end of the turn, …": what it does is said behind.
        let filler =
            ["activate", "this", "skill"].iter().enumerate().all(|(i, word)| is(tokens.get(at + i), word));
        let stop = |token: Option<&Token>| matches!(token, Some(Token { tok: Tok::Mark('.'), .. }));
        if filler && stop(tokens.get(at + 3)) && tokens.len() > at + 4 {
            at += 4;
            continue;
        }
        // A stray bar ends some paragraphs; a doubled mark is one.
        if matches!(tokens[at].tok, Tok::Mark('|')) {
            at += 1;
            continue;
        }
        if comma(tokens.get(at)) && comma(tokens.get(at + 1)) {
            at += 1;
            continue;
        }
        out.push(tokens[at].clone());
        at += 1;
    }
    out
}

pub(super) fn plain_words(text: &str, span: (usize, usize)) -> String {
    text.get(span.0..span.1).unwrap_or(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
