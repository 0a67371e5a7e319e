//! Words, numbers, brackets and marks, with their places in the text as it was given.

/// The brackets that card texts use, whatever their width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bracket {
    /// `[…]` and full-width kin.
    Square,
    /// `<…>`, `＜…＞`, `〈…〉`.
    Angle,
    /// `《…》`, `≪…≫`, `«…»`.
    Double,
    /// `【…】`.
    Lens,
    /// `{…}`.
    Curly,
    /// `"…"`, `“…”`, `『…』`, `「…」`.
    Quote,
    /// `(…)`: a reminder note, which the cursor passes over.
    Paren,
}

/// One token. Words are lower case; groups keep their text (see [`fold`] for comparing it).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tok {
    /// A word, an `'s`, or a lone apostrophe of a plural possessive.
    Word(String),
    /// A number.
    Number(i32),
    /// What stands between brackets, with their kind.
    Group(Bracket, String),
    /// A sign.
    Mark(char),
}

/// A token and its byte range in the text as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What was read.
    pub tok: Tok,
    /// Where it stands in the text, in bytes.
    pub span: (usize, usize),
}

/// The largest number that a text can mean. Sums over every card of a table stay far inside 32 bits.
const MOST: u32 = 1_000_000;

/// A character as it is compared: full-width forms, typographic quotes and dashes made plain.
fn plain(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '\u{3000}' | '\u{A0}' | '\u{2002}'..='\u{200B}' | '\n' | '\t' | '\r' => ' ',
        '’' | '‘' | '´' | '`' | 'ʼ' => '\'',
        '“' | '”' | '„' => '"',
        '−' | '–' | '—' | '―' | '‐' | '‑' | 'ー' => '-',
        '、' => ',',
        '。' => '.',
        '→' | '⇒' | '▶' | '►' | '⇨' => '▶',
        '・' | '•' | '●' | '·' | '･' => '・',
        c => c,
    }
}

/// A phrase as it is compared: plain characters, lower case, single spaces.
pub fn fold(text: &str) -> String {
    let plain: String = text.chars().map(plain).flat_map(char::to_lowercase).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn opens(c: char) -> Option<(Bracket, char)> {
    Some(match c {
        '[' => (Bracket::Square, ']'),
        '〔' => (Bracket::Square, '〕'),
        '<' => (Bracket::Angle, '>'),
        '〈' => (Bracket::Angle, '〉'),
        '《' => (Bracket::Double, '》'),
        '≪' => (Bracket::Double, '≫'),
        '«' => (Bracket::Double, '»'),
        '【' => (Bracket::Lens, '】'),
        '{' => (Bracket::Curly, '}'),
        '"' => (Bracket::Quote, '"'),
        '『' => (Bracket::Quote, '』'),
        '「' => (Bracket::Quote, '」'),
        '(' => (Bracket::Paren, ')'),
        _ => return None,
    })
}

/// Cuts a text into tokens. Never fails: what is no word, number or bracket is a mark.
pub fn lex(text: &str) -> Vec<Token> {
    let chars: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at, plain(c))).collect();
    let mut lexer = Lexer { text, chars, at: 0, tokens: Vec::new() };
    while lexer.at < lexer.chars.len() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn char(&self, at: usize) -> char {
        self.chars.get(at).map_or('\0', |(_, c)| *c)
    }

    fn byte(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.text.len(), |(byte, _)| *byte)
    }

    fn push(&mut self, tok: Tok, to: usize) {
        let span = (self.byte(self.at), self.byte(to));
        self.tokens.push(Token { tok, span });
        self.at = to;
    }

    fn step(&mut self) {
        let c = self.char(self.at);
        if c == ' ' {
            self.at += 1;
        } else if let Some(close) = self.closing(c) {
            let (bracket, _) = opens(c).unwrap_or((Bracket::Paren, ')'));
            let inner = self.text[self.byte(self.at + 1)..self.byte(close)].trim().to_string();
            self.push(Tok::Group(bracket, unescape(&inner)), close + 1);
        } else if c.is_ascii_digit() {
            self.number();
        } else if c.is_alphabetic() {
            self.word();
        } else if c == '\'' && self.char(self.at + 1) == 's' && !self.char(self.at + 2).is_alphanumeric() {
            self.push(Tok::Word("'s".into()), self.at + 2);
        } else if c == '\'' {
            self.push(Tok::Word("'".into()), self.at + 1);
        } else if self.starts_with("&amp;") {
            self.push(Tok::Mark('&'), self.at + 5);
        } else if self.starts_with("=>") || self.starts_with("->") {
            self.push(Tok::Mark('▶'), self.at + 2);
        } else {
            self.push(Tok::Mark(c), self.at + 1);
        }
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(offset, c)| self.char(self.at + offset) == c)
    }

    /// Where the bracket opened here closes; a `<` that never closes is a mark.
    fn closing(&self, open: char) -> Option<usize> {
        let (_, close) = opens(open)?;
        let mut depth = 0;
        for at in self.at + 1..self.chars.len() {
            let c = self.char(at);
            if c == close {
                if depth == 0 {
                    return Some(at);
                }
                depth -= 1;
            } else if c == open {
                depth += 1;
            }
        }
        None
    }

    fn number(&mut self) {
        let mut to = self.at;
        let mut value: u32 = 0;
        loop {
            let c = self.char(to);
            if let Some(digit) = c.to_digit(10) {
                value = (value * 10 + digit).min(MOST + 1);
            } else if !(c == ','
                && (1..=3).all(|n| self.char(to + n).is_ascii_digit())
                && !self.char(to + 4).is_ascii_digit())
            {
                break;
            }
            to += 1;
        }
        // `1st`, `2X`, `4x` stay words.
        if self.char(to).is_alphabetic() {
            self.word();
        } else if value > MOST {
            // What no game counts to is a word that nothing reads as a number.
            let digits = self.text[self.byte(self.at)..self.byte(to)].to_string();
            self.push(Tok::Word(digits), to);
        } else {
            self.push(Tok::Number(value as i32), to);
        }
    }

    fn word(&mut self) {
        let inside = |lexer: &Self, at: usize| {
            let (c, next) = (lexer.char(at), lexer.char(at + 1));
            let possessive = c == '\'' && next == 's' && !lexer.char(at + 2).is_alphanumeric();
            c.is_alphanumeric() || (matches!(c, '-' | '\'') && next.is_alphabetic() && !possessive)
        };
        let mut to = self.at;
        while to < self.chars.len() && inside(self, to) {
            to += 1;
        }
        let word: String = (self.at..to).flat_map(|at| self.char(at).to_lowercase()).collect();
        self.push(Tok::Word(word), to);
    }
}

fn unescape(text: &str) -> String {
    text.replace("&amp;", "&")
}
