//! How texts are spelt: dashes, notes, options, filler words.

use effects::text::{Tok, Token};

/// Dashes that join phrases are spaces, so that words stay words; offsets do not change.
pub(super) fn plain_dashes(text: &str) -> String {
    let out = text.to_string();
    // Double angles are the brackets of a special trait.
    let mut out = asides(&out.replace("＜＜", "《   ").replace("＞＞", "   》"));
    // "red and-your Leader is a Z-Leader, or you have …": what follows the dash is one of several.
    for lead in ["and-your ", "and-you ", "and-there "] {
        out = out.replace(lead, &lead.replace("and-", "and either "));
    }
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

/// "<A> or <B> cards-both red and with an energy cost of 3-in play": the dashes around an aside are spaces.
fn asides(text: &str) -> String {
    const OPENS: [&str; 4] = ["both", "all", "each", "none"];
    const JOINED: [&str; 9] = ["skill", "face", "non", "mono", "multi", "z", "ex", "over", "union"];
    let mut out = String::with_capacity(text.len());
    let mut depth = 0usize;
    let mut inside = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '＜' | '〈' | '《' | '{' | '｛' | '[' | '【' | '(' => depth += 1,
            '>' | '＞' | '〉' | '》' | '}' | '｝' | ']' | '】' | ')' => depth = depth.saturating_sub(1),
            '.' | ':' => inside = false,
            _ => {}
        }
        let dash = matches!(letter, '-' | '‐' | '–' | '—' | '－' | '−');
        if !dash || depth > 0 {
            out.push(letter);
            continue;
        }
        let rest = &text[at + letter.len_utf8()..];
        let opens = OPENS.iter().any(|word| rest.starts_with(word));
        let before = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_lowercase();
        let closes = inside
            && !JOINED.contains(&before.as_str())
            && rest.chars().next().is_some_and(|c| c.is_alphabetic() || c == ' ' || c == '《' || c == '＜');
        if opens || closes {
            inside = opens;
            out.extend(std::iter::repeat_n(' ', letter.len_utf8()));
        } else {
            out.push(letter);
        }
    }
    out
}

/// Energy symbols in parentheses, "(R)(G)", are costs and no notes (DBS 1-6-5-2); offsets do not change.
pub(super) fn plain_symbols(text: &str) -> String {
    let mut out = text.replace("[Auto}", "[Auto]");
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
    let is = |found: &str| found.starts_with(word) && !found.starts_with("player");
    folded.split(|c: char| !c.is_alphanumeric()).any(is)
}

pub(super) fn is_option(text: &str) -> bool {
    text.trim_start().starts_with(['・', '•', '●', '･', '·'])
}

/// Words as they are spelt elsewhere: "KO-ed", "1opponent", "cannot", "opponent Battle Card", "a total of 2".
fn spelt(tokens: Vec<Token>) -> Vec<Token> {
    const WORDS: [(&str, &str); 8] = [
        ("ko-ed", "ko'd"),
        ("ko-s", "kos"),
        ("ko's", "kos"),
        ("cannot", "can't"),
        ("multicolored", "multicolor"),
        ("multi-colored", "multicolor"),
        ("multi-color", "multicolor"),
        ("afterwards", "then"),
    ];
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let word = |at: usize| match tokens.get(at).map(|token| &token.tok) {
        Some(Tok::Word(word)) => word.as_str(),
        _ => "",
    };
    let number = |at: usize| matches!(tokens.get(at).map(|token| &token.tok), Some(Tok::Number(_)));
    let mut at = 0;
    while at < tokens.len() {
        // "are unable to attack" is "can't attack"; "choose and activate 1 X" is "activate 1 X".
        if word(at) == "are" && word(at + 1) == "unable" && word(at + 2) == "to" {
            out.push(Token { tok: Tok::Word("can't".into()), span: tokens[at].span });
            at += 3;
            continue;
        }
        if word(at) == "choose" && word(at + 1) == "and" && matches!(word(at + 2), "activate" | "play") {
            at += 2;
            continue;
        }
        let token = &tokens[at];
        let mut push = |tok: Tok| out.push(Token { tok, span: token.span });
        at += 1;
        match &token.tok {
            Tok::Word(one) if matches!(one.as_str(), "can" | "may") && word(at) == "not" => {
                push(Tok::Word("can't".into()));
                at += 1;
            }
            // "a total of 2", "a total of up to 2": the number alone.
            Tok::Word(one)
                if one == "a"
                    && word(at) == "total"
                    && word(at + 1) == "of"
                    && (number(at + 2) || word(at + 2) == "up" && word(at + 3) == "to") =>
            {
                at += 2;
            }
            Tok::Number(n) => {
                push(Tok::Number(*n));
                at += usize::from(word(at) == "total");
            }
            // The oldest wording: "1 opponent Battle Card".
            Tok::Word(one)
                if one == "opponent"
                    && matches!(word(at), "battle" | "rest" | "active" | "leader" | "unison") =>
            {
                push(Tok::Word(one.clone()));
                push(Tok::Word("'s".into()));
            }
            Tok::Word(one) => {
                let letters = one.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = &one[..one.len() - letters.len()];
                const JOINED: [&str; 5] = ["opponent", "card", "cards", "of", "battle"];
                match digits.parse() {
                    Ok(n) if JOINED.contains(&letters) => {
                        push(Tok::Number(n));
                        push(Tok::Word(letters.into()));
                        if letters == "opponent" {
                            push(Tok::Word("'s".into()));
                        }
                    }
                    _ => {
                        let plain =
                            WORDS.iter().find(|(odd, _)| odd == one).map_or(one.as_str(), |(_, to)| to);
                        push(Tok::Word(plain.into()));
                    }
                }
            }
            other => push(other.clone()),
        }
    }
    out
}

/// Words that only link sentences are taken out, so that the clause grammar meets its own shapes.
pub(super) fn tidy(tokens: Vec<Token>) -> Vec<Token> {
    let tokens = spelt(tokens);
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
