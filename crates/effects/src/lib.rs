//! The effect language that card texts compile to, and the runtime that carries it out.
//!
//! - [`tree`]: abilities and steps, typed over a game's [`Vocab`];
//! - [`program`]: a tree laid out flat, so that "effect at position n" is all a paused game has to remember;
//! - [`host`]: what a game answers and does for the runtime; [`eval`] reads the table with it, [`run`] carries steps out;
//! - [`layer`]: which changes a card or a player is under now, always-on effects and changes that last;
//! - [`wait`]: triggered effects that wait; [`lasting`]: changes that last; [`limit`]: once per turn and its kin;
//! - [`unfinished`]: all of that as somebody sees it;
//! - [`probe`]: what a game tells the prober, which plays every ability and looks whether it happens;
//! - [`text`]: lexer, parser and clause grammar for printed texts, and the printer back to plain words.
//!
//! Nothing here knows a game: verbs, moments, figures, zones and the order of resolution are plugged in.

#![warn(missing_docs)]

pub mod eval;
pub mod grounds;
pub mod host;
pub mod lasting;
pub mod layer;
pub mod limit;
pub mod probe;
pub mod program;
pub mod run;
pub mod stake;
pub mod text;
pub mod tree;
pub mod unfinished;
pub mod wait;

pub use eval::{Cards, amount, candidates, fits, holds, targets};
pub use host::{Done, Handles, Host};
pub use lasting::{Lasting, On};
pub use layer::{Asked, Layered, Whom};
pub use limit::{Limit, Per, Used, Uses};
pub use probe::Probe;
pub use program::Op;
pub use run::{AbilityRef, Answer, Flow, Pick, Picks, Run};
pub use stake::Stakes;
pub use tree::*;
pub use unfinished::{Lists, Seen, Sight, Unfinished};
pub use wait::Waiting;
