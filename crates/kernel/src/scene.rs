//! What a game tells a scene: how a described position is set up, and what is true of it now.
//!
//! The file format, the script and the reports live in the `shobu` crate; a game only answers these questions.

use crate::game::Game;
use crate::seat::{PerSeat, Seat};
use crate::table::Card;
use serde_json::{Map, Value};
use thiserror::Error;

/// A described position: the `[table]`, `[you]` and `[opponent]` sections of a scene. Seat A is `you`.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The section `[table]`.
    pub table: Map<String, Value>,
    /// The sections `[you]` and `[opponent]`.
    pub seats: PerSeat<Map<String, Value>>,
}

/// A position that cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{section}.{key}: {why}")]
pub struct StageError {
    /// `table`, `you` or `opponent`.
    pub section: String,
    /// The key that is wrong.
    pub key: String,
    /// What is wrong with it.
    pub why: String,
}

impl StageError {
    /// A fault of a key of a section.
    pub fn new(section: impl Into<String>, key: impl Into<String>, why: impl Into<String>) -> Self {
        StageError { section: section.into(), key: key.into(), why: why.into() }
    }
}

/// An answer about the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A number.
    Number(i64),
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// A word: a zone, a phase, a name.
    Word(String),
}

/// A game that scenes can be played on.
pub trait Scenes: Game {
    /// Sets a described position up, at its first decision. `names` finds the print of a card by name or id; blank
    /// cards for a bare number are among the prints, under the names that [`Scenes::blanks`] gives.
    fn stage(cards: &Self::Cards, stage: &Stage, edition: usize) -> Result<Self, StageError>;

    /// Card rows (as in a card file) that every scene's pool gets: the blank cards that a bare number stands for.
    fn blanks() -> Vec<Value>;

    /// Completes a scene's card: figures that it does not mention get a plain default.
    fn plain(row: &mut Map<String, Value>);

    /// The cards in a zone, by the game's own name for it and top first; `None` if it has no such zone.
    /// Zones of cards under others, and of cards of either seat, are named here too where they can be counted.
    fn zone(&self, seat: Seat, name: &str) -> Option<Vec<Card>>;

    /// Every card with its seat, so that a name can be looked up: visible ones first.
    fn cards_named(&self, cards: &Self::Cards, name: &str) -> Vec<(Seat, Card)>;

    /// The zone of a card, by the game's own name, and whose.
    fn zone_of(&self, card: Card) -> (Seat, &'static str);

    /// The card that this one lies under, so that a scene can ask for it.
    fn host_of(&self, card: Card) -> Option<Card> {
        let _ = card;
        None
    }

    /// A figure, state or keyword of a card: `dp`, `soul`, `suspended`, `blocker`.
    fn of_card(&self, cards: &Self::Cards, card: Card, word: &str) -> Option<Told>;

    /// A counter or state of a seat: `life`, `gauge`, `trash cores`.
    fn of_seat(&self, cards: &Self::Cards, seat: Seat, words: &str) -> Option<Told>;

    /// Something about the table as a whole: `memory`, `turn`, `phase`. (`winner` is asked by the runner itself.)
    fn of_table(&self, cards: &Self::Cards, words: &str) -> Option<Told>;
}

/// What a description says of the cards that its teller does not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// How many there are.
    Counted,
    /// Each of them.
    Listed,
}

/// A game whose positions can be described again: the other way round of [`Scenes::stage`].
pub trait Describe: Scenes {
    /// Whether a description can say all of it: nothing is in the middle of something, and nothing lasts.
    fn is_plain(&self) -> bool;

    /// The position as `you` would describe it, as far as a description can say it. Whoever relies on it sets it up again
    /// and compares.
    fn describe(&self, cards: &Self::Cards, you: Seat, hidden: Hidden) -> Stage;
}
