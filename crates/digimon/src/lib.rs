//! The Digimon Card Game by its Comprehensive Rules 3.6 (seed `004`).
//!
//! See `README.md` for which file holds which chapter. The state is plain data ([`State`]); rules change it only in
//! [`kernel::Game::apply`], through the primitives of `moves`.

mod activate;
pub mod alias;
mod battle;
mod board;
pub mod card;
mod change;
mod check;
mod deck;
mod deed;
mod describe;
mod effect;
mod figures;
mod grounds;
mod join;
pub mod keyword;
mod layer;
mod leave;
mod loops;
mod play;
pub mod pool;
mod probe;
mod reveal;
mod scene;
pub mod scope;
mod seam;
mod seen;
mod sense;
mod setup;
mod shown;
mod special;
mod stake;
pub mod state;
pub mod text;
mod trigger;
mod turn;
mod verbs;
mod view;
pub mod vocab;
mod which;

pub use card::{Card as Printed, Cards};
pub use seen::View;
pub use state::{Choice, Deck, Reason, State, What};

kernel::rule_book!("../../../rules/digimon/index.tsv");
