//! Skills in quotation marks, which another skill gives (DBS 20-18-1).

use super::costs::energy;
use super::headers::{Header, read_header};
use super::nouns::Words;
use super::spelling::{plain_dashes, plain_symbols, plain_words, tidy};
use super::{SkillKind, triggers};
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser, Tok, Token, lex as cut};
use effects::{Ability, Step, When};

/// "… gains the following skill for the turn. "[Auto] …"": the quotation is brought to where it is announced.
pub(super) fn brought_forward(mut tokens: Vec<Token>) -> Vec<Token> {
    let is = |token: &Token, word: &str| matches!(&token.tok, Tok::Word(one) if one == word);
    let quote = |token: &Token| matches!(token.tok, Tok::Group(Bracket::Quote, _));
    let Some(said) = tokens.windows(2).position(|two| is(&two[0], "following") && is(&two[1], "skill"))
    else {
        return tokens;
    };
    let Some(at) = tokens.iter().skip(said).position(quote).map(|at| said + at) else { return tokens };
    // Only how long it is had may stand between.
    if at > said + 12 {
        return tokens;
    }
    let words = tokens.remove(at);
    if matches!(tokens[at - 1].tok, Tok::Mark('.' | ':' | '-' | ',' | '・')) {
        tokens.remove(at - 1);
    }
    let article = said > 0 && is(&tokens[said - 1], "the");
    let from = said - usize::from(article);
    tokens.splice(from..said + 2, [words]);
    tokens
}

/// Whether a paragraph is a skill in quotation marks, said in the paragraph before it.
pub(super) fn is_quoted(before: &str, text: &str) -> bool {
    before.contains("following skill") && text.trim_start().starts_with(['"', '“'])
}

/// An [Auto] skill in quotation marks, as a change of what gains it.
pub(super) fn quoted(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Change> {
    let text = p.group(Bracket::Quote)?;
    let tokens = tidy(cut(&plain_symbols(&plain_dashes(text))));
    let mut inner = p.inside(&tokens);
    let p = &mut inner;
    let mut header = Header::default();
    while let Some(group) = p.peek_group(Bracket::Square) {
        read_header(&effects::text::lexer::fold(group), &mut header).then_some(())?;
        p.bump();
    }
    let plain = header.burst.is_none() && header.boost.is_none() && header.markers.is_none();
    (header.kind == Some(SkillKind::Auto) && plain && header.cond.is_none()).then_some(())?;
    // What is counted by the name of the card that says so would be counted by the wrong card.
    (!text.contains("copies of this card") && energy(&mut p.clone()).is_none()).then_some(())?;
    let mut own = Builder::granting_from(b.first_granted + b.granted.len() as u8);
    let waits = triggers::triggers(lex, p, &mut own)?;
    let effect = grammar::body(lex, p, &mut own)?;
    (p.at_end() && own.spoken.is_none()).then_some(())?;
    let steps = std::iter::once(Step::Do(Verb::Activated)).chain(effect).collect();
    let mut ability = Ability::new(Part::Given, When::Trigger(waits), steps);
    ability.limit = header.limit;
    ability.words = plain_words(text, (0, text.len()));
    b.granted.append(&mut own.granted);
    Some(Change::Ability(b.grant(ability)))
}
