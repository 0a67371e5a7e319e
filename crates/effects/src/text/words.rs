//! The small words of a game, each written once: what it means, what is said for it, and all that is read as it. The reader,
//! the printer, labels and documentation use the same row, so none of them can know a word that another does not.
//!
//! ```
//! use effects::text::{Parser, lex};
//!
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! pub enum Zone { Hand, Deck }
//!
//! effects::words! {
//!     /// Where cards are.
//!     pub ZONES: Zone = "zones" {
//!         Zone::Hand => "hand" | "hands",
//!         Zone::Deck => "Main Deck" | "deck/decks",
//!     }
//! }
//!
//! let tokens = lex("main deck");
//! assert_eq!(ZONES.read(&mut Parser::new(&tokens)), Some(Zone::Deck));
//! assert_eq!(ZONES.say(Zone::Deck), "Main Deck");
//! ```

use super::lexer::fold;
use super::parser::Parser;

/// One word.
#[derive(Clone, Copy, Debug)]
pub struct Row<T: 'static> {
    /// What the word means.
    pub means: T,
    /// What is said for it; that is read too, whatever its capitals.
    pub said: &'static str,
    /// What else is read as it, written as [`Parser::take`] takes it.
    pub read: &'static [&'static str],
}

/// The words of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Table<T: 'static> {
    /// What these words are, for lists of them: "zones", "durations".
    pub title: &'static str,
    /// Its rows.
    pub rows: &'static [Row<T>],
}

/// A table for people to read: what is said, and what else is read, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// What the table is of.
    pub title: &'static str,
    /// What is said, and all that is read, row by row.
    pub rows: Vec<(&'static str, &'static [&'static str])>,
    /// What is said and not read back: nothing, or a mistake in the table.
    pub unread: Vec<&'static str>,
}

impl<T: Clone + PartialEq> Table<T> {
    /// Takes a word of the table if one is next; of several the longest.
    pub fn read(&self, p: &mut Parser<'_>) -> Option<T> {
        let mut longest: Option<(usize, &Row<T>)> = None;
        p.tried(p.position());
        for row in self.rows {
            for words in std::iter::once(&row.said).chain(row.read) {
                let said = std::ptr::eq(words, &row.said);
                if said && !p.may_say(words) {
                    continue;
                }
                let end = if said { p.says(words) } else { p.matched(words) };
                match end {
                    Ok(end) if longest.is_none_or(|(most, _)| end > most) => longest = Some((end, row)),
                    Ok(_) => {}
                    Err(at) => p.tried(at),
                }
            }
        }
        let (end, row) = longest?;
        p.go(end);
        Some(row.means.clone())
    }

    /// What is said for a meaning; nothing for one that is no word of this table.
    pub fn say(&self, means: T) -> &'static str {
        self.rows.iter().find(|row| row.means == means).map_or("", |row| row.said)
    }

    /// The meaning of a word that stands alone, in a bracket or a field of a card.
    pub fn named(&self, word: &str) -> Option<T> {
        let word = fold(word);
        // Folding what is said is left to the few rows with letters that ASCII does not have.
        let said = |said: &str| match said.is_ascii() {
            true => said.eq_ignore_ascii_case(&word),
            false => fold(said) == word,
        };
        let is = |row: &&Row<T>| said(row.said) || row.read.contains(&word.as_str());
        self.rows.iter().find(is).map(|row| row.means.clone())
    }

    /// The table as a page lists it.
    pub fn listing(&self) -> Listing {
        let rows = self.rows.iter().map(|row| (row.said, row.read)).collect();
        Listing { title: self.title, rows, unread: self.unread() }
    }

    /// What is said and not read to what it means: nothing, by the law of every table.
    fn unread(&self) -> Vec<&'static str> {
        let reads = |row: &&Row<T>| {
            let tokens = super::lexer::lex(row.said);
            let mut p = Parser::new(&tokens);
            self.read(&mut p).as_ref() == Some(&row.means) && p.at_end()
                || self.named(row.said).as_ref() == Some(&row.means)
        };
        self.rows.iter().filter(|row| !reads(row)).map(|row| row.said).collect()
    }
}

/// Writes a [`Table`] down. A table is whole: a meaning without a row does not compile; `some of` in front of the type says
/// that the others are no words of this table.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $see:vis $name:ident: some of $T:ty = $title:literal {
        $($means:expr => $said:literal $(| $read:literal)*),* $(,)?
    }) => {
        $(#[$doc])*
        $see const $name: $crate::text::words::Table<$T> = $crate::text::words::Table {
            title: $title,
            rows: &[$($crate::text::words::Row { means: $means, said: $said, read: &[$($read),*] }),*],
        };
    };
    ($(#[$doc:meta])* $see:vis $name:ident: $T:ty = $title:literal {
        $($means:path => $said:literal $(| $read:literal)*),* $(,)?
    }) => {
        $crate::words! {
            $(#[$doc])* $see $name: some of $T = $title { $($means => $said $(| $read)*),* }
        }
        const _: fn($T) = |means| match means {
            $($means => {})*
        };
    };
}
