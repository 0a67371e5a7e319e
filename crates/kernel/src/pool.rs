//! Printed cards: what a table's handles point at. A pool is read once and shared behind an `Arc`.

use crate::hash::StableHasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// A printed card: its number in the pool. Every copy of a card has the same print.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Print(pub u16);

/// What any game's printed card can tell.
pub trait Printed: Sized + Clone {
    /// The printed id, unique in its pool.
    fn id(&self) -> &str;
    /// The printed name.
    fn name(&self) -> &str;
    /// What it is called with another side up, where it has several: 0 is the front.
    fn side_name(&self, side: u8) -> &str {
        let _ = side;
        self.name()
    }

    /// Reads one row of a card file (CONTRACT, "Card pools"). `text` is compiled here; what could not be read is
    /// kept in [`Printed::unread`], never dropped. Errors name the field.
    fn read(row: &Value) -> Result<Self, CardError>;

    /// The clauses of its text that could not be read. A card with any is not playable by default.
    fn unread(&self) -> &[Unread];

    /// How many clauses its text has, read or not.
    fn clauses(&self) -> usize;

    /// In plain words what its text was read to do, one line for each effect: the printer's answer to the reader.
    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a card is to somebody who does not know it: no text, no figures, no name but "a card".
    fn unknown() -> Self;
}

/// A card whose meaning is said in words that read to the same meaning again: the printer law that `shobu`'s tests hold.
pub trait Retold: Printed {
    /// The row of this card with its texts replaced by [`Printed::words`], each in its own field.
    fn retold(&self, row: &Value) -> Value;

    /// What its texts were read to mean, one part for each ability, without any words of theirs.
    fn meaning(&self) -> Vec<String>;
}

/// Words of a card's text that the compiler could not read: honest, and pointed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unread {
    /// Which part of the card: `text[0]`, `inherited[1]`, …
    pub field: String,
    /// Byte range in that paragraph as it was given.
    pub span: (usize, usize),
    /// The words themselves.
    pub words: String,
    /// What was expected there, or why it means something the engine cannot do.
    pub why: String,
}

impl Unread {
    /// A paragraph of signs only: nothing in it can be read, and nothing in it may be dropped. Games ask this before
    /// they look for notes and marks, which they leave out.
    pub fn of_signs(paragraph: &str, field: &str) -> Option<Unread> {
        let words = paragraph.trim();
        let signs = !words.is_empty() && !words.contains(char::is_alphanumeric);
        signs.then(|| Unread {
            field: field.to_string(),
            span: (0, paragraph.len()),
            words: words.to_string(),
            why: "there are no words in it".into(),
        })
    }
}

/// A row that is not a card.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CardError {
    /// A field is missing or wrong.
    #[error("field `{field}`: {why}")]
    Field {
        /// The field, with the way to it.
        field: String,
        /// What is wrong with it.
        why: String,
    },
    /// The row is no object.
    #[error("not a JSON object")]
    NotAnObject,
}

impl CardError {
    /// A field is missing or wrong.
    pub fn field(field: impl Into<String>, why: impl Into<String>) -> Self {
        CardError::Field { field: field.into(), why: why.into() }
    }
}

/// All cards that a match can hold, by print and by id.
#[derive(Debug)]
pub struct Pool<C> {
    cards: Vec<C>,
    by_id: HashMap<String, Print>,
    hash: u64,
    /// The unknown card is there, behind all others.
    complete: bool,
}

impl<C> Default for Pool<C> {
    fn default() -> Self {
        Pool { cards: Vec::new(), by_id: HashMap::new(), hash: 0, complete: false }
    }
}

impl<C: Printed> Pool<C> {
    /// Adds a card. The first card with an id keeps it; a later twin is reachable by print only.
    pub fn add(&mut self, card: C, source: &Value) -> Print {
        debug_assert!(!self.complete, "the unknown card is the last one");
        let print = Print(self.cards.len() as u16);
        let mut hasher = StableHasher::default();
        self.hash.hash(&mut hasher);
        source.to_string().hash(&mut hasher);
        self.hash = hasher.finish();
        self.by_id.entry(card.id().to_string()).or_insert(print);
        self.cards.push(card);
        print
    }

    /// The card of that number.
    pub fn get(&self, print: Print) -> &C {
        &self.cards[print.0 as usize]
    }

    /// The number of the card with that id.
    pub fn find(&self, id: &str) -> Option<Print> {
        self.by_id.get(id).copied()
    }

    /// Ends the pool with the card that stands for every card that somebody does not know. It has no id, and the pool's
    /// hash does not know of it. A game does this once all its prints are there, tokens included.
    pub fn complete(mut self) -> Self {
        if !self.complete {
            self.cards.push(C::unknown());
            self.complete = true;
        }
        self
    }

    /// The unknown card of a complete pool.
    pub fn unknown(&self) -> Print {
        debug_assert!(self.complete, "a game completes its pool");
        Print(self.len() as u16)
    }

    /// Every card that there is, without the unknown one.
    pub fn iter(&self) -> impl Iterator<Item = (Print, &C)> {
        self.every().take(self.len())
    }

    /// All cards with their numbers, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Print, &mut C)> {
        let len = self.len();
        self.cards.iter_mut().take(len).enumerate().map(|(at, card)| (Print(at as u16), card))
    }

    /// Every print, the unknown card last: for tables that are looked up by print.
    pub fn every(&self) -> impl Iterator<Item = (Print, &C)> {
        self.cards.iter().enumerate().map(|(at, card)| (Print(at as u16), card))
    }

    /// How many cards there are, without the unknown one.
    pub fn len(&self) -> usize {
        self.cards.len() - usize::from(self.complete)
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tells pools apart in records: it depends on every row, in order.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}
