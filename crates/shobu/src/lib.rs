//! The library that front ends use: four games behind one type, card pools, decks, scenes, the rule ledger,
//! simulations, records and benchmarks.
//!
//! Nothing here knows a rule of any game: a rule outside a game's crate is a bug.

pub mod any;
pub mod bench;
pub mod built_in;
pub mod deck_forms;
mod deck_lines;
pub mod decks;
pub mod door;
pub mod duel;
pub mod engine;
pub mod explain;
pub mod fault;
pub mod figures;
pub mod games;
pub mod labels;
pub mod ledger;
pub mod library;
pub mod limits;
pub mod live;
pub mod matrix;
pub mod matrix_store;
pub mod message;
mod name;
pub mod near;
pub mod odds;
pub mod pools;
pub mod puzzle;
pub mod random_decks;
pub mod recent;
pub mod records;
pub mod said;
mod same;
pub mod save;
mod scene_text;
pub mod scenes;
pub mod search;
pub mod seeds;
pub mod setup;
pub mod shelf;
pub mod sim;
pub mod tune;
mod watch;

pub use any::AnyMatch;
pub use fault::{Fault, Faults, Source};
pub use library::Library;
pub use name::GameName;

use kernel::board::{Lying, Pictured};
use kernel::{Card, Decks, Describe, Print, Scenes, Sense, Zone};

/// Everything that the machinery here asks of a game.
pub trait Playable: Pictured + Scenes + Describe + Decks + Sense {}

impl<G: Pictured + Scenes + Describe + Decks + Sense> Playable for G {}

/// The names of a game's zones.
pub(crate) fn zones<G: Playable>() -> Vec<&'static str> {
    <G::Table as Lying>::Zone::ALL.iter().map(|zone| zone.name()).collect()
}

/// What is printed on a card of a table.
pub(crate) fn print_of<G: Playable>(state: &G, card: Card) -> Print {
    state.table().print(card)
}
