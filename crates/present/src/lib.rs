//! A match in text for people: one presenter for all games. It is given boards ([`kernel::board`]) and nothing else, so
//! that it can show no more than they hold and needs no rule of any game.
//!
//! - [`screen`]: the position and the question, as full as the window has room for.
//! - [`table`]: the position, compact (a prompt fits a small window) or whole.
//! - [`menu`]: the open decision, with costs and what they leave.
//! - [`card`]: a card in a line, or with everything that is known of it.
//! - [`news`]: what happened.
//! - [`names`]: both players by name, where two people share a screen.
//! - [`alike`]: which options come to the same.

pub mod alike;
pub mod card;
mod fold;
pub mod menu;
pub mod names;
pub mod news;
mod rows;
pub mod screen;
pub mod style;
pub mod table;
mod wrap;

pub use screen::{page, screen};
pub use style::Look;
pub use table::{Detail, table, table_since};
pub use wrap::{hang, sentence};
