//! Misprints of card lists, mended token by token before anything is read: what was lost or doubled in typing, never what was meant.

use effects::text::{Bracket, Tok, Token};

/// Words that lists misspell, and what they stand for.
const SPELLED: &[(&str, &str)] =
    &[("yellowuce", "reduce"), ("tash", "trash"), ("payings", "paying"), ("digivovle", "digivolve")];

/// Mends the tokens of one paragraph.
pub fn mend(text: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut mended: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let Token { tok, span } = token;
        match tok {
            // A note that lost its closing bracket goes on to the end.
            Tok::Mark('(') => {
                let note = text.get(span.1..).unwrap_or_default().trim().to_string();
                mended.push(Token { tok: Tok::Group(Bracket::Paren, note), span: (span.0, text.len()) });
                break;
            }
            // Closing marks that nothing opened.
            Tok::Mark(')' | '"') if rest.peek().is_none() => {}
            // "on] …": what is left of a timing that stands there already.
            Tok::Mark(']') => {
                let doubled = matches!(&mended[..], [.., Token { tok: Tok::Group(Bracket::Square, _), .. }, Token { tok: Tok::Word(word), .. }] if word == "on");
                if doubled {
                    mended.pop();
                } else {
                    mended.push(Token { tok, span });
                }
            }
            Tok::Word(word) => word_of(word, span, &mut mended),
            tok => mended.push(Token { tok, span }),
        }
    }
    undouble(&mut mended);
    mended
}

fn word_of(word: String, span: (usize, usize), mended: &mut Vec<Token>) {
    // "Lv.4Digivolve …": the space between the number and the word is missing.
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && word[digits..].starts_with("digivol") {
        let middle = span.0 + digits;
        if let Ok(number) = word[..digits].parse() {
            mended.push(Token { tok: Tok::Number(number), span: (span.0, middle) });
            mended.push(Token { tok: Tok::Word(word[digits..].to_string()), span: (middle, span.1) });
            return;
        }
    }
    // "digivoLv.es": an abbreviation put into the middle of the word.
    if let [.., Token { tok: Tok::Word(start), span: begin }, Token { tok: Tok::Mark('.'), .. }] =
        &mut mended[..]
    {
        if start == "digivolv" && word == "es" {
            *start = "digivolves".into();
            begin.1 = span.1;
            mended.pop();
            return;
        }
    }
    let right = SPELLED.iter().find(|(wrong, _)| *wrong == word).map(|(_, right)| right.to_string());
    mended.push(Token { tok: Tok::Word(right.unwrap_or(word)), span });
}

/// "in its name in its name", "trait trait": words printed twice in a row are meant once.
fn undouble(tokens: &mut Vec<Token>) {
    let is_word = |token: &Token| matches!(token.tok, Tok::Word(_));
    for length in (1..=4).rev() {
        let mut at = 0;
        while at + 2 * length <= tokens.len() {
            let (one, two) = (&tokens[at..at + length], &tokens[at + length..at + 2 * length]);
            let same = one.iter().zip(two).all(|(a, b)| is_word(a) && a.tok == b.tok);
            if same {
                tokens.drain(at + length..at + 2 * length);
            } else {
                at += 1;
            }
        }
    }
}
