//! A cursor over tokens, with backtracking that remembers how far any attempt got.

use super::lexer::{Bracket, Tok, Token, fold, lex};
use std::cell::Cell;
use std::rc::Rc;

/// What could not be read: where, and what would have fitted there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miss {
    /// The words that could not be read, in bytes.
    pub span: (usize, usize),
    /// What was missing there.
    pub why: String,
}

/// How many steps reading a card may take, for a start and for each letter more. What people print takes a fifth of it.
const STEPS: u32 = 200_000;
const STEPS_A_LETTER: u32 = 60;

/// What reading may still cost: one for all texts of a card, shared by every cursor over them, their copies and those inside
/// brackets, so that no way of going back gives any of it back. Without it a text of a hundred words could be tried in more
/// ways than there is time for.
#[derive(Clone, Debug)]
pub struct Budget {
    spent: Rc<Cell<u32>>,
    most: u32,
}

impl Budget {
    /// For texts of so many letters.
    pub fn of(letters: usize) -> Self {
        let letters = u32::try_from(letters).unwrap_or(u32::MAX);
        Budget { spent: Rc::default(), most: letters.saturating_mul(STEPS_A_LETTER).saturating_add(STEPS) }
    }

    /// For these paragraphs together.
    pub fn of_texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Self {
        Budget::of(texts.into_iter().map(String::len).sum())
    }

    /// One step more; `false` where there is none left.
    fn spend(&self) -> bool {
        let spent = self.spent.get();
        self.spent.set(spent.saturating_add(1).min(self.most));
        spent < self.most
    }
}

/// The cursor. Reminder notes in parentheses are passed over.
#[derive(Clone, Debug)]
pub struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The furthest token any attempt failed at, and what was wanted there.
    best: usize,
    wanted: Vec<&'static str>,
    budget: Budget,
}

impl<'t> Parser<'t> {
    /// A cursor before the first of these tokens.
    pub fn new(tokens: &'t [Token]) -> Self {
        Self::within(tokens, &Budget::of(tokens.last().map_or(0, |token| token.span.1)))
    }

    /// A cursor over one of several texts that are read on one budget.
    pub fn within(tokens: &'t [Token], budget: &Budget) -> Self {
        let mut parser = Parser { tokens, at: 0, best: 0, wanted: Vec::new(), budget: budget.clone() };
        parser.pass_notes();
        parser
    }

    /// A cursor over what stands inside a bracket or a note of this text: it spends of the same budget.
    pub fn inside<'u>(&self, tokens: &'u [Token]) -> Parser<'u> {
        Parser::within(tokens, &self.budget)
    }

    /// How many steps reading has taken so far.
    pub fn steps(&self) -> u32 {
        self.budget.spent.get()
    }

    /// Whether reading was given up because it took too many steps.
    pub fn is_spent(&self) -> bool {
        self.steps() >= self.budget.most
    }

    fn pass_notes(&mut self) {
        self.at = self.behind_notes(self.at);
    }

    fn behind_notes(&self, mut at: usize) -> usize {
        while let Some(Token { tok: Tok::Group(Bracket::Paren, _), .. }) = self.tokens.get(at) {
            at += 1;
        }
        at
    }

    /// The token at the cursor.
    pub fn peek(&self) -> Option<&'t Tok> {
        self.tokens.get(self.at).map(|token| &token.tok)
    }

    /// The token after the next.
    pub fn peek_second(&self) -> Option<&'t Tok> {
        self.tokens.get(self.behind_notes(self.at + 1)).map(|token| &token.tok)
    }

    /// Goes on by one token.
    pub fn bump(&mut self) {
        self.at += 1;
        self.pass_notes();
    }

    /// The reminder note that the cursor has just passed over, if it stands right behind one.
    pub fn passed_note(&self) -> Option<&'t str> {
        match self.tokens.get(self.at.checked_sub(1)?) {
            Some(Token { tok: Tok::Group(Bracket::Paren, text), .. }) => Some(text),
            _ => None,
        }
    }

    /// Whether everything is read.
    pub fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// How many tokens are read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The byte range of the tokens from `from` to the cursor.
    pub fn span_from(&self, from: usize) -> (usize, usize) {
        let start = self.tokens.get(from).map_or(0, |token| token.span.0);
        let end =
            self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(start, |token| token.span.1);
        (start, end.max(start))
    }

    /// Whether one of these words was read since a position.
    pub fn passed_word(&self, from: usize, words: &[&str]) -> bool {
        let passed = self.tokens.get(from..self.at.min(self.tokens.len())).unwrap_or_default();
        passed.iter().any(|token| matches!(&token.tok, Tok::Word(word) if words.contains(&word.as_str())))
    }

    /// Whether these words were read last: alternatives as in [`Parser::take`], optional words not.
    pub fn behind(&self, pattern: &str) -> bool {
        let words: Vec<&str> = pattern.split(' ').collect();
        let Some(from) = self.at.checked_sub(words.len()) else { return false };
        let mut back = Parser { at: from, ..self.clone() };
        back.take(pattern) && back.at == self.at
    }

    /// Notes that something was wanted here; `None`, for use as `return p.want("a zone")`.
    pub fn want<T>(&mut self, what: &'static str) -> Option<T> {
        if self.at > self.best {
            self.best = self.at;
            self.wanted.clear();
        }
        if self.at == self.best && !self.wanted.contains(&what) {
            self.wanted.push(what);
        }
        None
    }

    /// Tries something; on `None` the cursor is where it was.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if !self.budget.spend() {
            return None;
        }
        let at = self.at;
        let read = read(self);
        if read.is_none() {
            self.best = self.best.max(self.at);
            self.at = at;
        }
        read
    }

    /// Tries something that says things too; on `None` the cursor and everything said (`b`, a [`super::Builder`]) are as
    /// they were.
    pub fn attempt_with<B: Clone, T>(
        &mut self,
        b: &mut B,
        read: impl FnOnce(&mut Self, &mut B) -> Option<T>,
    ) -> Option<T> {
        let before = b.clone();
        let read = self.attempt(|p| read(p, b));
        if read.is_none() {
            *b = before;
        }
        read
    }

    /// Looks ahead without moving.
    pub fn ahead(&self, pattern: &str) -> bool {
        self.matched(pattern).is_ok()
    }

    /// Takes a run of words if it is next. Alternatives are written `card/cards`, optional words `the?`, and marks and
    /// numbers as themselves: `p.take("the? top card/cards of your deck ,?")`. A mark that is a slash cannot be written.
    pub fn take(&mut self, pattern: &str) -> bool {
        match self.matched(pattern) {
            Ok(at) => {
                self.at = at;
                true
            }
            Err(at) => {
                self.best = self.best.max(at);
                false
            }
        }
    }

    /// Whether the next word begins as words that are said do: most of a table do not, and need no closer look.
    #[inline]
    pub(super) fn may_say(&self, said: &str) -> bool {
        let first = said.as_bytes().first().map(u8::to_ascii_lowercase);
        match self.tokens.get(self.at).map(|token| &token.tok) {
            Some(Tok::Word(next)) => next.as_bytes().first().map(u8::to_ascii_lowercase) == first,
            Some(Tok::Number(_)) => true,
            _ => false,
        }
    }

    /// Where words that are said end if they are next, whatever their capitals; or the place of the first that is another.
    pub(super) fn says(&self, said: &str) -> Result<usize, usize> {
        let mut at = self.at;
        if !self.budget.spend() {
            return Err(at);
        }
        for word in said.split(' ') {
            let (word, owns) = match word.strip_suffix("'s") {
                Some(word) => (word, true),
                None => (word, false),
            };
            for part in [word, "'s"].into_iter().take(1 + usize::from(owns)) {
                let is = match self.tokens.get(at).map(|token| &token.tok) {
                    Some(Tok::Word(next)) => next.eq_ignore_ascii_case(part),
                    Some(Tok::Number(number)) => part.parse() == Ok(*number),
                    _ => false,
                };
                if !is {
                    return Err(at);
                }
                at = self.behind_notes(at + 1);
            }
        }
        Ok(at)
    }

    /// Notes how far an attempt came that was no attempt of its own.
    pub(super) fn tried(&mut self, at: usize) {
        self.best = self.best.max(at);
    }

    /// Moves to where a run of words was found to end.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
    }

    /// Where a run of words that is next ends, or the place of the first word that is another.
    pub(super) fn matched(&self, pattern: &str) -> Result<usize, usize> {
        let mut at = self.at;
        if !self.budget.spend() {
            return Err(at);
        }
        // Readers try thousands of patterns on every card and most fail at their first word: the pattern is read as bytes, as
        // far as it fits.
        let mut rest = pattern.as_bytes();
        loop {
            let (fits, end) = match self.tokens.get(at).map(|token| &token.tok) {
                Some(Tok::Word(next)) => element(next.as_bytes(), rest),
                Some(Tok::Mark(mark)) => element(mark.encode_utf8(&mut [0; 4]).as_bytes(), rest),
                Some(Tok::Number(number)) => {
                    let (_, end) = element(b"", rest);
                    (is_number(*number, &rest[..end]), end)
                }
                Some(Tok::Group(..)) | None => element(b"", rest),
            };
            let optional = end > 1 && rest[end - 1] == b'?';
            if fits {
                at = self.behind_notes(at + 1);
            } else if !optional {
                return Err(at);
            }
            match rest.get(end + 1..) {
                Some(more) => rest = more,
                None => return Ok(at),
            }
        }
    }

    /// Takes the first of several runs of words that is next, and says which.
    pub fn take_any(&mut self, patterns: &[&str]) -> Option<usize> {
        patterns.iter().position(|pattern| self.take(pattern))
    }

    /// Takes a word from a table and gives what it stands for. Longer entries should come first.
    pub fn lookup<T: Clone>(&mut self, table: &[(&str, T)]) -> Option<T> {
        table.iter().find(|(words, _)| self.take(words)).map(|(_, meaning)| meaning.clone())
    }

    /// Reads any word.
    pub fn word(&mut self) -> Option<&'t str> {
        match self.peek() {
            Some(Tok::Word(word)) => {
                self.bump();
                Some(word)
            }
            _ => None,
        }
    }

    /// Reads that sign, if it is next.
    pub fn mark(&mut self, mark: char) -> bool {
        let is_next = self.peek() == Some(&Tok::Mark(mark));
        if is_next {
            self.bump();
        }
        is_next
    }

    /// A number in digits or words.
    pub fn number(&mut self) -> Option<i32> {
        const WORDS: [&str; 13] = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve",
        ];
        let number = match self.peek()? {
            Tok::Number(number) => *number,
            Tok::Word(word) => WORDS.iter().position(|name| name == word)? as i32,
            _ => return None,
        };
        self.bump();
        Some(number)
    }

    /// A number with its sign in front: `+2000`, `-1`.
    pub fn signed(&mut self) -> Option<i32> {
        self.attempt(|p| {
            let sign = if p.mark('+') {
                1
            } else if p.mark('-') {
                -1
            } else {
                return None;
            };
            Some(sign * p.number()?)
        })
    }

    /// A bracketed group of this kind, with its text.
    pub fn group(&mut self, bracket: Bracket) -> Option<&'t str> {
        match self.peek() {
            Some(Tok::Group(kind, text)) if *kind == bracket => {
                self.bump();
                Some(text)
            }
            _ => None,
        }
    }

    /// The text of the next group of this kind, without taking it.
    pub fn peek_group(&self, bracket: Bracket) -> Option<&'t str> {
        match self.peek() {
            Some(Tok::Group(kind, text)) if *kind == bracket => Some(text),
            _ => None,
        }
    }

    /// Takes a group that says one of these (folded), and tells which.
    pub fn group_any(&mut self, bracket: Bracket, texts: &[&str]) -> Option<usize> {
        let text = fold(self.peek_group(bracket)?);
        let which = texts.iter().position(|wanted| *wanted == text)?;
        self.bump();
        Some(which)
    }

    /// Takes a group whose text, read by itself, `read` reads to its end.
    pub fn group_with<T>(
        &mut self,
        bracket: Bracket,
        read: impl FnOnce(&mut Parser<'_>) -> Option<T>,
    ) -> Option<T> {
        let tokens = lex(self.peek_group(bracket)?);
        let mut inner = self.inside(&tokens);
        let value = read(&mut inner)?;
        if !inner.at_end() {
            return None;
        }
        self.bump();
        Some(value)
    }

    /// What stands in the way, from the furthest point any attempt reached to the end of its sentence.
    pub fn miss(&self) -> Miss {
        let at = self.best.max(self.at).min(self.tokens.len().saturating_sub(1));
        let end = (at..self.tokens.len())
            .find(|at| self.tokens[*at].tok == Tok::Mark('.'))
            .unwrap_or(self.tokens.len());
        let span = match self.tokens.get(at) {
            Some(first) => (first.span.0, self.tokens[end.max(at + 1) - 1].span.1),
            None => (0, 0),
        };
        let why = if self.is_spent() {
            "too tangled to read: give the card fewer and shorter sentences".into()
        } else if self.wanted.is_empty() {
            "not understood".into()
        } else {
            format!("expected {}", self.wanted.join(" or "))
        };
        Miss { span, why }
    }

    /// Moves to just behind the next full stop, for going on after a sentence that could not be read.
    pub fn skip_sentence(&mut self) {
        while !self.at_end() && !self.mark('.') {
            self.bump();
        }
    }
}

/// Whether a word is one of those of the first element of a pattern (`card/cards`, `the?`), and where that element ends.
fn element(next: &[u8], pattern: &[u8]) -> (bool, usize) {
    let (mut at, mut fits) = (0, false);
    loop {
        let same = pattern[at..].iter().zip(next).take_while(|(one, other)| one == other).count();
        at += same;
        let ended = matches!(pattern[at..], [] | [b'/' | b' ', ..] | [b'?'] | [b'?', b' ', ..]);
        fits |= same > 0 && same == next.len() && ended;
        // On to the next of its words, or to its end.
        loop {
            match pattern.get(at) {
                None | Some(b' ') => return (fits, at),
                Some(b'/') => break,
                Some(_) => at += 1,
            }
        }
        at += 1;
    }
}

/// Whether a number is one of those of an element.
fn is_number(number: i32, element: &[u8]) -> bool {
    let element = element.strip_suffix(b"?").unwrap_or(element);
    element.split(|byte| *byte == b'/').any(|word| {
        word.first().is_some_and(u8::is_ascii_digit)
            && std::str::from_utf8(word).is_ok_and(|word| word.parse() == Ok(number))
    })
}
