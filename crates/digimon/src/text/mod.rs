//! From a card's printed texts to its abilities.
//!
//! [`header`] reads timings and puts abilities together, [`event`] and [`deeds`] what they wait for, [`body`] how sentences hang together,
//! [`sentence`] one of them, [`clause`], [`special`], [`moves`] and [`placing`] what is done, [`change`] what lasts, [`ban`] what cannot be,
//! [`duration`] how long, [`cond`] conditions, [`amount`] numbers, [`cards`], [`several`], [`pile`] and [`lexicon`] which cards, [`words`] the tables of small words, [`keyword`] icons, [`line`] requirements, [`modify`] sentences that change the one before,
//! [`token`] tokens, [`repair`] misprints, [`canon`] canonical spellings, and [`say`] says a tree in plain words again.
//! Every word is read, or its clause is unread and pointed at.

mod amount;
mod ban;
mod body;
mod canon;
mod cards;
mod change;
mod clause;
mod cond;
mod deeds;
mod duration;
mod event;
mod header;
mod keyword;
mod lexicon;
mod line;
mod miss;
mod modify;
mod moves;
mod pile;
mod placing;
mod repair;
pub mod say;
mod sentence;
mod several;
mod special;
mod token;
pub mod words;

use crate::vocab::*;
use effects::text::lexer::lex;
use effects::text::miss::{relocate, told};
use effects::text::{Bracket, Budget, Lexicon, Parser, Tok, Token};
use effects::{Ability, Filter, Gainer, Step, Target, When};
use header::On;
use kernel::Unread;
use lexicon::{B, WORDS};

/// The printed texts of a card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Texts<'a> {
    pub option: bool,
    /// The digivolution requirements among its figures: colour, level, cost.
    pub needs: &'a [(Option<Color>, u8, u8)],
    pub text: &'a [String],
    pub inherited: &'a [String],
    pub security: &'a [String],
    pub link_requirement: &'a str,
    pub link: &'a [String],
}

impl<'a> Texts<'a> {
    /// Misspelt words of the texts, each with the word that it was read as.
    pub fn slips(&self) -> impl Iterator<Item = (String, &'static str)> + use<'a> {
        let all = [self.text, self.inherited, self.security, self.link];
        all.into_iter().flatten().flat_map(|paragraph| repair::slips(paragraph))
    }
}

/// What the texts of a card mean.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    pub abilities: Vec<Ability<Dcg>>,
    pub lines: Vec<Line>,
    pub unread: Vec<Unread>,
    /// How many effects and lines there are, read or not.
    pub clauses: usize,
    needs: Vec<(Option<Color>, u8, u8)>,
}

/// Whose texts are being read, and what reading them may still cost.
#[derive(Clone, Copy)]
struct Reading<'a> {
    field: &'a str,
    on: On,
    budget: &'a Budget,
}

/// Reads all texts of a card.
pub fn compile(texts: Texts<'_>) -> Meaning {
    let mut meaning = Meaning { needs: texts.needs.to_vec(), ..Meaning::default() };
    let paragraphs = [texts.text, texts.inherited, texts.security, texts.link].into_iter().flatten();
    let budget = &Budget::of_texts(paragraphs);
    if !texts.link_requirement.is_empty() {
        let on = On { text: Text::Link, option: false };
        meaning.paragraph(texts.link_requirement, Reading { field: "link.requirement", on, budget });
    }
    let parts: [(&[String], &str, Text); 4] = [
        (texts.text, "text", Text::Main),
        (texts.inherited, "inherited", Text::Inherited),
        (texts.security, "security", Text::Security),
        (texts.link, "link.text", Text::Link),
    ];
    let linking = texts.inherited.iter().any(|paragraph| begins_with(paragraph, "link"));
    for (paragraphs, field, text) in parts {
        // Some lists print what a card does as a link card where inherited effects stand, and then once more.
        if text == Text::Inherited && linking && !texts.link.is_empty() {
            continue;
        }
        for (at, paragraph, from) in joined(paragraphs) {
            let text = match text {
                Text::Inherited if linking => Text::Link,
                // No card under another is ever checked: it is the card's own.
                Text::Inherited if begins_with(&paragraph, "security") => Text::Security,
                // A check activates [Security] effects only: what has another timing is an inherited effect.
                Text::Security if has_timing(&paragraph) && !begins_with(&paragraph, "security") => {
                    Text::Inherited
                }
                text => text,
            };
            let on = On { text, option: texts.option };
            let before = meaning.unread.len();
            meaning.paragraph(&paragraph, Reading { field: &format!("{field}[{at}]"), on, budget });
            for unread in &mut meaning.unread[before..] {
                relocate(unread, field, paragraphs, &from);
            }
        }
    }
    meaning
}

/// Whether a paragraph begins with this word in brackets.
fn begins_with(paragraph: &str, word: &str) -> bool {
    match lex(paragraph).first().map(|token| &token.tok) {
        Some(Tok::Group(Bracket::Square | Bracket::Angle, text)) => text.eq_ignore_ascii_case(word),
        _ => false,
    }
}

/// Whether a paragraph begins with words in square brackets.
fn has_timing(paragraph: &str) -> bool {
    matches!(lex(paragraph).first().map(|token| &token.tok), Some(Tok::Group(Bracket::Square, _)))
}

/// Whether a note that one paragraph opens is closed by the next.
fn closes(last: &str, next: &str) -> bool {
    let open = |text: &str| text.matches('(').count() as i32 - text.matches(')').count() as i32;
    open(last) == 1 && open(next) == -1
}

/// A paragraph by its number, with what was joined to it; and at which letter each paragraph of it begins.
type Joined = (usize, String, Vec<(usize, usize)>);

/// Paragraphs, with points of a list joined to what they belong to.
fn joined(paragraphs: &[String]) -> Vec<Joined> {
    let mut all: Vec<Joined> = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        let start = paragraph.trim_start();
        let point = start.starts_with(['・', '•', '·', '●', '･']) || start.starts_with("Then,");
        match all.last_mut() {
            // A list of materials that was broken off goes on in the next paragraph.
            Some((_, last, from)) if point || last.trim_end().ends_with('×') || closes(last, paragraph) => {
                last.push(' ');
                from.push((last.len(), at));
                last.push_str(paragraph);
            }
            _ => all.push((at, paragraph.clone(), vec![(0, at)])),
        }
    }
    all
}

impl Meaning {
    fn paragraph(&mut self, text: &str, reading: Reading<'_>) {
        if let Some(unread) = Unread::of_signs(text, reading.field) {
            self.clauses += 1;
            self.unread.push(unread);
            return;
        }
        let repaired = repair::signs(text);
        let text = repaired.as_str();
        let tokens = repair::mend(text, lex(text));
        if tokens.iter().all(|token| matches!(token.tok, Tok::Group(Bracket::Paren, _) | Tok::Mark(_))) {
            return;
        }
        let mut starts = header::starts(&tokens);
        starts.push(tokens.len());
        for range in starts.windows(2) {
            let tokens = &tokens[range[0]..range[1]];
            if tokens.iter().all(|token| matches!(token.tok, Tok::Group(Bracket::Paren, _) | Tok::Mark(_))) {
                continue;
            }
            self.clauses += 1;
            self.clause(text, tokens, reading);
        }
    }

    fn clause(&mut self, text: &str, tokens: &[Token], reading: Reading<'_>) {
        let Reading { field, on, budget } = reading;
        let words = |span: (usize, usize)| text.get(span.0..span.1).unwrap_or_default().to_string();
        let span = (tokens[0].span.0, tokens[tokens.len() - 1].span.1);
        let mut p = Parser::within(tokens, budget);
        let mut b = B::granting_from(self.abilities.len() as u8);
        if let Some(given) = line::line(&mut p, &mut b, &self.needs) {
            if p.at_end() {
                self.given(given, on, &words(span));
                return;
            }
        }
        if self.explained(tokens, reading, &words(span)) {
            return;
        }
        let newer = tokens.iter().any(|token| match &token.tok {
            Tok::Group(Bracket::Angle, text) => keyword::NEWER.contains(&keyword::icon(text).name.as_str()),
            _ => false,
        });
        let mut p = Parser::within(tokens, budget);
        let mut b = B::granting_from(self.abilities.len() as u8);
        match header::effect(&mut p, &mut b, on) {
            Some(abilities) => self.add(b, abilities, &words(span)),
            None if self.line_and_more(text, tokens, reading) || self.two_effects(text, tokens, reading) => {}
            None => {
                let (span, why) = told(text, span, &p.miss(), miss::PARTS);
                let why = if newer { keyword::NEWER_WHY.to_string() } else { why };
                self.unread.push(Unread { field: field.into(), span, words: words(span), why });
            }
        }
    }

    /// Takes over what was read of one text.
    fn add(&mut self, mut b: B, abilities: Vec<Ability<Dcg>>, words: &str) {
        self.abilities.append(&mut b.granted);
        for mut ability in abilities {
            ability.words = words.to_string();
            self.abilities.push(ability);
        }
    }

    /// A line with an effect, or another line, right behind it.
    fn line_and_more(&mut self, text: &str, tokens: &[Token], reading: Reading<'_>) -> bool {
        let mut p = Parser::within(tokens, reading.budget);
        let mut b = B::granting_from(self.abilities.len() as u8);
        let Some(given) = line::line(&mut p, &mut b, &self.needs) else { return false };
        let rest = &tokens[p.position().min(tokens.len())..];
        if rest.is_empty() || rest.len() == tokens.len() {
            return false;
        }
        let words = |tokens: &[Token]| {
            let span = (tokens[0].span.0, tokens[tokens.len() - 1].span.1);
            text.get(span.0..span.1).unwrap_or_default().to_string()
        };
        let (read, unread) = (self.clone(), self.unread.len());
        self.given(given, reading.on, &words(&tokens[..tokens.len() - rest.len()]));
        self.clause(text, rest, reading);
        let whole = self.unread.len() == unread;
        if !whole {
            *self = read;
        }
        whole
    }

    /// "[Your Turn] [Once Per Turn] When A, B. When C, D": two effects with the same timings, and one limit for both.
    fn two_effects(&mut self, text: &str, tokens: &[Token], reading: Reading<'_>) -> bool {
        let heads =
            tokens.iter().take_while(|token| matches!(token.tok, Tok::Group(Bracket::Square, _))).count();
        let is_when = |at: usize| matches!(&tokens[at].tok, Tok::Word(word) if word == "when");
        if heads == 0 || heads >= tokens.len() || !is_when(heads) {
            return false;
        }
        let ends = |at: usize| matches!(tokens[at].tok, Tok::Mark('.') | Tok::Group(Bracket::Paren, _));
        for cut in (heads + 1..tokens.len()).filter(|at| is_when(*at) && ends(*at - 1)) {
            let second: Vec<Token> = tokens[..heads].iter().chain(&tokens[cut..]).cloned().collect();
            let mut first_b = B::granting_from(self.abilities.len() as u8);
            let first =
                header::effect(&mut Parser::within(&tokens[..cut], reading.budget), &mut first_b, reading.on);
            let Some(first) = first.filter(|_| first_b.granted.is_empty()) else { continue };
            let mut second_b = B::granting_from((self.abilities.len() + first.len()) as u8);
            let read =
                header::effect(&mut Parser::within(&second, reading.budget), &mut second_b, reading.on);
            let Some(mut more) = read.filter(|more| second_b.granted.is_empty() && more.len() == 1) else {
                continue;
            };
            if let Some(limit) = more.iter_mut().find_map(|ability| ability.limit.as_mut()) {
                limit.by_name = true;
            }
            let words =
                |from: &Token, to: &Token| text.get(from.span.0..to.span.1).unwrap_or_default().to_string();
            self.add(first_b, first, &words(&tokens[0], &tokens[cut - 1]));
            self.add(second_b, more, &words(&tokens[cut], &tokens[tokens.len() - 1]));
            return true;
        }
        false
    }

    /// A keyword that the document does not know is what the note behind it says, if that can be read.
    fn explained(&mut self, tokens: &[Token], reading: Reading<'_>, words: &str) -> bool {
        let [
            Token { tok: Tok::Group(Bracket::Angle, icon), .. },
            Token { tok: Tok::Group(Bracket::Paren, note), .. },
            marks @ ..,
        ] = tokens
        else {
            return false;
        };
        if keyword::is_known(&keyword::icon(icon))
            || !marks.iter().all(|token| matches!(token.tok, Tok::Mark(_)))
        {
            return false;
        }
        let tokens = repair::mend(note, lex(note));
        let mut p = Parser::within(&tokens, reading.budget);
        let mut b = B::granting_from(self.abilities.len() as u8);
        let Some(abilities) = header::effect(&mut p, &mut b, reading.on) else { return false };
        self.abilities.append(&mut b.granted);
        for mut ability in abilities {
            ability.words = words.to_string();
            self.abilities.push(ability);
        }
        true
    }

    fn given(&mut self, given: line::Given, on: On, words: &str) {
        match given {
            line::Given::Lines(lines) => {
                for line in lines {
                    if !self.lines.contains(&line) {
                        self.lines.push(line);
                    }
                }
            }
            line::Given::Nothing => {}
            // Names in one ability, traits in another.
            line::Given::Changes(changes) => {
                let part = Part { text: on.text, live: Live::Anywhere };
                let alike = |a: &Change, b: &Change| std::mem::discriminant(a) == std::mem::discriminant(b);
                for changes in changes.chunk_by(alike) {
                    let gains = changes.iter().map(|change| Step::Gain {
                        to: Gainer::Cards(Target::This),
                        change: change.clone(),
                        until: Until::While,
                    });
                    let mut ability = Ability::new(part, When::Always, gains.collect());
                    ability.words = words.into();
                    self.abilities.push(ability);
                }
            }
        }
    }
}

/// A colour by its name.
pub fn color_named(name: &str) -> Option<Color> {
    words::COLORS.named(name)
}

/// What may stand behind a noun, all of it.
fn lexicon_postfix(p: &mut Parser<'_>, b: &mut B) -> Filter<Dcg> {
    let mut filter = Filter::Any;
    while let Some(next) = WORDS.postfix(p, b) {
        filter = filter.and(next);
    }
    filter
}
