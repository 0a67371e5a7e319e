//! Keywords in angle brackets: those a card has, and those that are done.

use super::lexicon::B;
use super::line::requirement;
use crate::keyword::Form;
use crate::vocab::*;
use effects::text::lexer::{fold, lex};
use effects::text::{Bracket, Parser};
use effects::{Filter, Phrase};

/// Keywords that are done rather than had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    Draw(i32),
    Recover(i32),
    DeDigivolve(i32),
    Save,
    MindLink(Filter<Dcg>),
    Blitz,
    DigiBurst(i32),
}

/// Keywords that came after the document this engine plays by.
pub const NEWER: &[&str] = &["detach", "ascension", "engage", "guard", "succession", "use req."];
pub const NEWER_WHY: &str = "keyword newer than Comprehensive Rules 3.6";

/// Whether the document knows a keyword.
pub fn is_known(icon: &Icon) -> bool {
    crate::keyword::called(&icon.name).is_some() || icon.name == "overflow" || icon.name.starts_with("dna")
}

/// A keyword taken apart: its name, the number in it, what stands in its parentheses.
pub struct Icon {
    pub name: String,
    pub number: Option<i32>,
    pub inside: Option<String>,
}

/// Takes the text of an icon apart. Some lists print the parentheses as 《》 or behind another bracket.
pub fn icon(text: &str) -> Icon {
    let plain = fold(text).replace(['≪', '《', '«'], "(").replace(['≫', '》', '»'], ")");
    let (head, inside) = match (plain.find('('), plain.rfind(')')) {
        (Some(open), Some(close)) if open < close => {
            // "Decoy (Red)/(Black)" is one requirement.
            let inside = plain[open + 1..close].replace(")/(", "/");
            (plain[..open].to_string(), Some(inside))
        }
        _ => (plain, None),
    };
    let head = head.trim();
    // The number is the last word, with its sign: "security a. +1", "draw 2", "recovery +1".
    let at = head
        .rfind(|c: char| !(c.is_ascii_digit() || c == '+' || c == '-'))
        .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
    let (name, digits) = head.split_at(at);
    let number = digits.trim_start_matches('+').parse().ok();
    let name = if number.is_some() { name.trim() } else { head };
    let name = name.replace("lv.", "lv").replace("digivolv.", "digivolv");
    // One name for all spellings of a keyword.
    let name = crate::keyword::called(&name).map_or(name, |row| row.said.to_lowercase());
    Icon { name, number, inside }
}

fn inner(p: &Parser<'_>, text: &str) -> Option<Filter<Dcg>> {
    let tokens = lex(text);
    let mut p = p.inside(&tokens);
    let filter = requirement(&mut p, &mut B::default())?;
    p.at_end().then_some(filter)
}

/// The keyword an icon stands for, if a card can have it. What its parentheses say is read as part of the text of `p`.
pub fn of_icon(p: &Parser<'_>, icon: &Icon) -> Option<Keyword> {
    let small = |number: i32| u8::try_from(number.abs()).ok();
    // DCG 16-1: keyword effects are icons in brackets.
    let row = crate::keyword::called(&icon.name)?;
    Some(match (row.form, icon.number, icon.inside.as_deref()) {
        (Form::Plain(keyword), None, None) => keyword(),
        (Form::Signed(keyword), Some(number), None) => keyword(i8::try_from(number).ok()?),
        (
            Form::Plus(keyword) | Form::Less(keyword) | Form::Number(keyword) | Form::Inside(keyword),
            Some(number),
            None,
        ) => keyword(small(number)?),
        (Form::Inside(keyword), None, Some(text)) => keyword(text.trim().parse().ok()?),
        (Form::Which(keyword), None, Some(text)) => keyword(Box::new(inner(p, text)?)),
        (Form::Both(keyword, _), None, Some(text)) => {
            let (one, other) = text.split_once(['&', '+'])?;
            keyword(Box::new([inner(p, one)?, inner(p, other)?]))
        }
        _ => return None,
    })
}

/// Takes a keyword that a card can have.
pub fn keyword(p: &mut Parser<'_>) -> Option<Keyword> {
    let found = of_icon(p, &icon(p.peek_group(Bracket::Angle)?));
    match found {
        Some(keyword) => {
            p.bump();
            Some(keyword)
        }
        None => p.want("a keyword"),
    }
}

/// Takes a keyword that is done.
pub fn done(p: &mut Parser<'_>) -> Option<Done> {
    let icon = icon(p.peek_group(Bracket::Angle)?);
    let done = match (icon.name.as_str(), icon.number) {
        ("draw", Some(number)) => Done::Draw(number),
        ("recovery", Some(number)) if icon.inside.as_deref().is_none_or(|inside| inside.trim() == "deck") => {
            Done::Recover(number)
        }
        ("de-digivolve", Some(number)) => Done::DeDigivolve(number),
        ("save", None) => Done::Save,
        ("blitz", None) => Done::Blitz,
        ("digi-burst", Some(number)) => Done::DigiBurst(number),
        ("mind link", None) => {
            return p.attempt(|p| {
                p.bump();
                if !p.take("with/to") {
                    return Some(Done::MindLink(Filter::Any));
                }
                // "with 1 of your Digimon with the [X] trait".
                let noun = effects::text::grammar::noun_phrase(&super::lexicon::WORDS, p, &mut B::default())?;
                (noun.whose == Some(effects::Who::You) && noun.among.is_none())
                    .then_some(Done::MindLink(noun.filter))
            });
        }
        _ => return None,
    };
    p.bump();
    Some(done)
}

/// "<Blocker>", "<Save> in its text": what a card may be "with".
pub fn had(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    p.attempt(|p| {
        let icon = icon(p.peek_group(Bracket::Angle)?);
        p.bump();
        if p.take("in its/their/the? text/texts") || p.take("text") {
            return Some(Filter::Test(Test::KeywordInText(Phrase::new(&icon.name))));
        }
        if let Some(keyword) = of_icon(p, &icon) {
            return Some(Filter::Has(keyword));
        }
        if icon.number.is_some() || icon.inside.is_some() {
            return None;
        }
        // Whatever its number; what is done and not had is in the text of a card that does it.
        match crate::keyword::called(&icon.name)?.form {
            Form::Plain(_) => None,
            Form::Done => Some(Filter::Test(Test::KeywordInText(Phrase::new(&icon.name)))),
            _ => Some(Filter::Test(Test::HasKeyword(Phrase::new(&icon.name)))),
        }
    })
}
