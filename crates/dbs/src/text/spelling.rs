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
    const CLAUSES: [&str; 6] = ["place", "choose", "draw", "play", "it", "you"];
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
        let dash = matches!(letter, '-' | '‐' | '–' | '—' | '－' | '−' | 'ー');
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
        let listed = inside && rest.starts_with(',');
        if opens || closes || listed {
            // "a <A> or <B> card-both red- place 1 card": what follows the aside is another clause.
            let next = rest.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
            let ends = closes && !opens && CLAUSES.contains(&next);
            inside = opens;
            out.push(if ends { ',' } else { ' ' });
            out.extend(std::iter::repeat_n(' ', letter.len_utf8() - 1));
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
    // DBS 1-6-5-1: a bare number in parentheses counts cards of any colour; no note is a number alone.
    for (number, wide) in "０１２３４５６７８９".chars().enumerate() {
        out = out.replace(&format!("({number})"), &format!("[{number}]"));
        out = out.replace(&format!("({wide})"), &format!("[{number}  ]"));
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
        // "1 of you or your opponent's Battle Cards" is "your or your opponent's".
        if word(at) == "you"
            && matches!(word(at + 1), "or" | "and")
            && word(at + 2) == "your"
            && word(at + 3) == "opponent"
            && word(at + 4) == "'s"
        {
            out.push(Token { tok: Tok::Word("your".into()), span: tokens[at].span });
            at += 1;
            continue;
        }
        // "KO's an opponent's Battle Card".
        if word(at) == "ko" && word(at + 1) == "'s" {
            out.push(Token { tok: Tok::Word("kos".into()), span: tokens[at].span });
            at += 2;
            continue;
        }
        // DBS 5-2-4: "choose 2 or less of …" is "up to 2".
        if matches!(word(at), "choose" | "chooses")
            && number(at + 1)
            && word(at + 2) == "or"
            && matches!(word(at + 3), "less" | "fewer")
        {
            out.push(tokens[at].clone());
            for said in ["up", "to"] {
                out.push(Token { tok: Tok::Word(said.into()), span: tokens[at + 1].span });
            }
            out.push(tokens[at + 1].clone());
            at += 4;
            continue;
        }
        // "if your have 4 or fewer cards".
        if word(at) == "your" && word(at + 1) == "have" {
            out.push(Token { tok: Tok::Word("you".into()), span: tokens[at].span });
            at += 1;
            continue;
        }
        // "an energy cost of 5 of or more".
        if word(at) == "of" && word(at + 1) == "or" && at > 0 && number(at - 1) {
            at += 1;
            continue;
        }
        // "look at up 7 cards".
        if word(at) == "up" && number(at + 1) {
            out.push(tokens[at].clone());
            out.push(Token { tok: Tok::Word("to".into()), span: tokens[at].span });
            at += 1;
            continue;
        }
        // "also choose 1 card": it goes without saying.
        if word(at) == "also" && matches!(word(at + 1), "choose" | "draw" | "play" | "chooses" | "draws") {
            at += 1;
            continue;
        }
        // "1 of your opponent's Battle Card's with …".
        if word(at) == "card" && word(at + 1) == "'s" && word(at + 2) == "with" {
            out.push(Token { tok: Tok::Word("cards".into()), span: tokens[at].span });
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
                    && !sums_names(&tokens[at + 2..])
                    && !(at >= 3 && word(at - 2) == "have" && word(at - 3) == "opponent")
                    && (number(at + 2) || word(at + 2) == "up" && word(at + 3) == "to") =>
            {
                at += 2;
            }
            Tok::Number(n) => {
                push(Tok::Number(*n));
                at += usize::from(word(at) == "total");
            }
            Tok::Word(one) if matches!(one.as_str(), "more" | "less") && word(at) == "total" => {
                push(Tok::Word(one.clone()));
                at += 1;
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

/// "3 or more <A> and <B> cards" behind "a total of": a sum over both names, which without these words would be so many of each.
fn sums_names(tokens: &[Token]) -> bool {
    let word = |at: usize, is: &str| matches!(tokens.get(at).map(|one| &one.tok), Some(Tok::Word(word)) if word == is);
    let group = |at: usize| matches!(tokens.get(at).map(|one| &one.tok), Some(Tok::Group(..)));
    let more = word(1, "or") && (word(2, "more") || word(2, "less"));
    more && (3..7).any(|at| group(at) && word(at + 1, "and") && group(at + 2))
}

/// A passage that is begun again and ends with the same words is meant once, as it is said the second time: "choose 2 instead.
/// Add the choose up to 2 instead. Add the chosen cards …".
fn unstuttered(mut tokens: Vec<Token>) -> Vec<Token> {
    const SAME: usize = 4;
    for first in SAME..tokens.len() {
        for second in first + SAME..tokens.len().min(first + 9) {
            let ends = (1..=SAME).all(|back| tokens[first - back].tok == tokens[second - back].tok);
            // A verb behind an article: the sentence before it was never finished.
            let broken = matches!(&tokens[first - 1].tok, Tok::Word(word) if word == "the")
                && matches!(&tokens[first].tok, Tok::Word(word) if matches!(word.as_str(), "choose" | "add" | "play"));
            if !ends || !broken {
                continue;
            }
            // It begins with the word that stands behind its first end.
            let begin =
                (first.saturating_sub(8)..first).rev().find(|back| tokens[*back].tok == tokens[first].tok);
            if let Some(begin) = begin {
                tokens.drain(begin..first);
                return tokens;
            }
        }
    }
    tokens
}

/// "if it's a red card you may add it to your hand": the comma that ends the condition, where it was left out.
fn fronted(tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut open = false;
    let word = |at: usize| match tokens.get(at).map(|token| &token.tok) {
        Some(Tok::Word(word)) => word.as_str(),
        _ => "",
    };
    for (at, token) in tokens.iter().enumerate() {
        match &token.tok {
            Tok::Word(one) if one == "if" => open = true,
            Tok::Mark(',' | ':' | '.' | ';') => open = false,
            _ => {}
        }
        let acts = match word(at) {
            "you" => word(at + 1) == "may",
            "it" => matches!(word(at + 1), "gets" | "gains"),
            _ => false,
        };
        let behind = at.checked_sub(1).map_or("", word);
        // "draw 1 card then shuffle your deck".
        let ends = matches!(tokens.get(at + 1).map(|token| &token.tok), None | Some(Tok::Mark('.')));
        if word(at) == "then" && !ends && !matches!(behind, "" | "and" | "opponent" | "you" | "they") {
            out.push(Token { tok: Tok::Mark(','), span: token.span });
        }
        if open && acts && !matches!(behind, "and" | "or" | "if" | "then") {
            out.push(Token { tok: Tok::Mark(','), span: token.span });
            open = false;
        }
        out.push(token.clone());
    }
    out
}

/// Words that only link sentences are taken out, so that the clause grammar meets its own shapes.
pub(super) fn tidy(tokens: Vec<Token>) -> Vec<Token> {
    let tokens = super::quoted::brought_forward(fronted(unstuttered(spelt(tokens))));
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
        // ", then, if …" is ", then if …".
        if comma(tokens.get(at)) && is(tokens.get(at + 1), "then") && comma(tokens.get(at + 2)) {
            out.extend_from_slice(&tokens[at..at + 2]);
            at += 3;
            continue;
        }
        // A stray bar or bracket ends some paragraphs; a doubled mark is one.
        if matches!(tokens[at].tok, Tok::Mark('|' | ']')) {
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
