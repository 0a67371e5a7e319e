//! The library that front ends use: four games behind one type, card pools, decks, scenes, the rule ledger,
//! simulations, records and benchmarks.
//!
//! Nothing here knows a rule of any game: a rule outside a game's crate is a bug.
//!
//! # A random game
//! ```
//! use shobu::any::{AnyMatch, Start};
//! use shobu::GameName;
//!
//! let start = Start { players: ["random".into(), "random".into()], seed: 7, ..Start::default() };
//! let mut game = AnyMatch::begin(GameName::Digimon, &start)?;
//! while let Some(option) = game.bot_choice() {
//!     game.answer(option).expect("a bot answers what is listed");
//! }
//! assert!(game.ending().is_some());
//! # Ok::<(), shobu::Faults>(())
//! ```
//!
//! # One seat by hand
//! Whoever is asked sees a menu of labels and answers by index; what is listed is legal, and what is not can be asked about.
//! ```
//! # use shobu::any::{AnyMatch, Start};
//! # use shobu::GameName;
//! let start = Start { players: ["person".into(), "script".into()], seed: 7, ..Start::default() };
//! let mut game = AnyMatch::begin(GameName::BattleSpirits, &start)?;
//! while game.seat().is_some() {
//!     let option = match game.bot_choice() {
//!         Some(option) => option,
//!         None => game.labels().len() - 1, // a person's answer: here always the last option
//!     };
//!     let before = game.copy().expect("a match is a value").hash();
//!     assert_eq!(before, game.hash());
//!     game.answer(option).expect("it is listed");
//! }
//! println!("{:?}", game.ending());
//! # Ok::<(), shobu::Faults>(())
//! ```
//!
//! # A scene
//! ```
//! use shobu::games::BattleSpirits;
//! use shobu::scenes::{Scene, run};
//! use shobu::Source;
//!
//! let scene = Scene::read(Source::new("first.toml", r#"
//! title = "A spirit that attacks is exhausted"
//! game = "battle-spirits"
//! [[card]]
//! name = "Lark"
//! [table]
//! phase = "attack"
//! [you]
//! field = ["Lark"]
//! [play]
//! script = """
//! you: attack with Lark
//! expect Lark exhausted
//! """
//! "#))?;
//! assert!(run::<BattleSpirits>(&scene).is_ok());
//! # Ok::<(), shobu::Fault>(())
//! ```
//!
//! # Reading a card
//! ```
//! use shobu::games::Digimon;
//! use shobu::pools::CardSet;
//! use shobu::any::card_words;
//!
//! let cards = CardSet::<Digimon>::built_in()?;
//! let card = card_words(&cards, "SH1-001")?;
//! assert!(card.unread.is_empty());
//! println!("{}: {}", card.name, card.words.join(" "));
//! # Ok::<(), shobu::Faults>(())
//! ```
//!
//! A bot of one's own is a [`bots::Bot`] in a [`bots::Registry`]: see `examples/own_bot.rs`.

#![warn(missing_docs)]

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
mod shipped;
pub mod sim;
pub mod tune;
mod watch;

pub use any::AnyMatch;
pub use fault::{Fault, Faults, Source};
pub use library::Library;
pub use name::GameName;
pub use shipped::Shipped;
pub use {bots, kernel};

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
