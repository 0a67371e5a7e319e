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
pub trait Printed: Sized {
    fn id(&self) -> &str;
    fn name(&self) -> &str;

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

/// A row that is not a card.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CardError {
    #[error("field `{field}`: {why}")]
    Field { field: String, why: String },
    #[error("not a JSON object")]
    NotAnObject,
}

impl CardError {
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
}

impl<C> Default for Pool<C> {
    fn default() -> Self {
        Pool { cards: Vec::new(), by_id: HashMap::new(), hash: 0 }
    }
}

impl<C: Printed> Pool<C> {
    /// Adds a card. The first card with an id keeps it; a later twin is reachable by print only.
    pub fn add(&mut self, card: C, source: &Value) -> Print {
        let print = Print(self.cards.len() as u16);
        let mut hasher = StableHasher::default();
        self.hash.hash(&mut hasher);
        source.to_string().hash(&mut hasher);
        self.hash = hasher.finish();
        self.by_id.entry(card.id().to_string()).or_insert(print);
        self.cards.push(card);
        print
    }

    pub fn get(&self, print: Print) -> &C {
        &self.cards[print.0 as usize]
    }

    pub fn find(&self, id: &str) -> Option<Print> {
        self.by_id.get(id).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Print, &C)> {
        self.cards.iter().enumerate().map(|(at, card)| (Print(at as u16), card))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Print, &mut C)> {
        self.cards.iter_mut().enumerate().map(|(at, card)| (Print(at as u16), card))
    }

    pub fn len(&self) -> usize {
        self.cards.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Tells pools apart in records: it depends on every row, in order.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}
