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
        for (at, paragraph) in joined(paragraphs) {
            let text = match text {
                Text::Inherited if linking => Text::Link,
                // No card under another is ever checked: it is the card's own.
                Text::Inherited if begins_with(&paragraph, "security") => Text::Security,
                text => text,
            };
            let on = On { text, option: texts.option };
            meaning.paragraph(&paragraph, Reading { field: &format!("{field}[{at}]"), on, budget });
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

/// Whether a note that one paragraph opens is closed by the next.
fn closes(last: &str, next: &str) -> bool {
    let open = |text: &str| text.matches('(').count() as i32 - text.matches(')').count() as i32;
    open(last) == 1 && open(next) == -1
}

/// Paragraphs, with points of a list joined to what they belong to.
fn joined(paragraphs: &[String]) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        let start = paragraph.trim_start();
        let point = start.starts_with(['・', '•', '·', '●', '･']) || start.starts_with("Then,");
        match all.last_mut() {
            // A list of materials that was broken off goes on in the next paragraph.
            Some((_, last)) if point || last.trim_end().ends_with('×') || closes(last, paragraph) => {
                last.push(' ');
                last.push_str(paragraph);
            }
            _ => all.push((at, paragraph.clone())),
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
            Some(abilities) => {
                self.abilities.append(&mut b.granted);
                for mut ability in abilities {
                    ability.words = words(span);
                    self.abilities.push(ability);
                }
            }
            None => {
                let mut miss = p.miss();
                miss.span = whole_sentence(tokens, miss.span);
                let why = if newer { keyword::NEWER_WHY.to_string() } else { miss.why };
                self.unread.push(Unread {
                    field: field.into(),
                    span: miss.span,
                    words: words(miss.span),
                    why,
                });
            }
        }
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

/// What was read to its full stop and still means nothing is told from its beginning.
fn whole_sentence(tokens: &[Token], span: (usize, usize)) -> (usize, usize) {
    let at = tokens.iter().position(|token| token.span.0 == span.0);
    let Some(at) = at.filter(|at| matches!(tokens[*at].tok, Tok::Mark(_))) else { return span };
    let before = tokens[..at].iter().rposition(|token| token.tok == Tok::Mark('.'));
    (tokens[before.map_or(0, |before| before + 1)].span.0, span.1)
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
