//! A cursor over tokens, with backtracking that remembers how far any attempt got.

use super::lexer::{Bracket, Tok, Token, fold, lex};

/// What could not be read: where, and what would have fitted there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miss {
    pub span: (usize, usize),
    pub why: String,
}

/// The cursor. Reminder notes in parentheses are passed over.
#[derive(Clone, Debug)]
pub struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The furthest token any attempt failed at, and what was wanted there.
    best: usize,
    wanted: Vec<&'static str>,
}

impl<'t> Parser<'t> {
    pub fn new(tokens: &'t [Token]) -> Self {
        let mut parser = Parser { tokens, at: 0, best: 0, wanted: Vec::new() };
        parser.pass_notes();
        parser
    }

    fn pass_notes(&mut self) {
        while let Some(Token { tok: Tok::Group(Bracket::Paren, _), .. }) = self.tokens.get(self.at) {
            self.at += 1;
        }
    }

    pub fn peek(&self) -> Option<&'t Tok> {
        self.tokens.get(self.at).map(|token| &token.tok)
    }

    /// The token after the next.
    pub fn peek_second(&self) -> Option<&'t Tok> {
        let mut ahead = self.clone();
        ahead.bump();
        ahead.peek()
    }

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

    pub fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

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
        let at = self.at;
        let read = read(self);
        if read.is_none() {
            self.best = self.best.max(self.at);
            self.at = at;
        }
        read
    }

    /// Looks ahead without moving.
    pub fn ahead(&self, pattern: &str) -> bool {
        self.clone().take(pattern)
    }

    /// Takes a run of words if it is next. Alternatives are written `card/cards`, optional words `the?`, and marks and
    /// numbers as themselves: `p.take("the? top card/cards of your deck ,?")`. A mark that is a slash cannot be written.
    pub fn take(&mut self, pattern: &str) -> bool {
        let start = self.at;
        for element in pattern.split(' ') {
            let optional = element.len() > 1 && element.ends_with('?');
            let element = if optional { &element[..element.len() - 1] } else { element };
            if element.split('/').any(|word| self.is_next(word)) {
                self.bump();
            } else if !optional {
                self.best = self.best.max(self.at);
                self.at = start;
                return false;
            }
        }
        true
    }

    fn is_next(&self, word: &str) -> bool {
        match self.peek() {
            Some(Tok::Word(next)) => next == word,
            Some(Tok::Mark(mark)) => word.chars().eq([*mark]),
            Some(Tok::Number(number)) => word.parse() == Ok(*number),
            _ => false,
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

    pub fn word(&mut self) -> Option<&'t str> {
        match self.peek() {
            Some(Tok::Word(word)) => {
                self.bump();
                Some(word)
            }
            _ => None,
        }
    }

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
        let mut inner = Parser { tokens: &tokens, at: 0, best: 0, wanted: Vec::new() };
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
        let why = if self.wanted.is_empty() {
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
