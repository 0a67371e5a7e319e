//! The library that front ends use: four games behind one type, card pools, decks, scenes, the rule ledger,
//! simulations, records and benchmarks.
//!
//! Nothing here knows a rule of any game: a rule outside a game's crate is a bug.

pub mod built_in;
pub mod decks;
pub mod explain;
pub mod fault;
pub mod labels;
mod name;
pub mod near;
pub mod pools;
pub mod said;
pub mod scenes;

pub use fault::{Fault, Faults, Source};
pub use name::GameName;

use kernel::{Decks, Game, Scenes};

/// Everything that the machinery here asks of a game.
pub trait Playable: Game + Scenes + Decks {}

impl<G: Game + Scenes + Decks> Playable for G {}
