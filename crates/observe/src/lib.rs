//! A match as rows of numbers, and many matches at once, for programs that learn.
//!
//! - [`spec`] names every column of every row with what it means; [`words`] is each game's vocabulary behind it.
//! - [`rows`] fills the rows of one decision, from what the seat may know: its picture and nothing else; [`history`] is
//!   what happened before it.
//! - [`prints`] is a row a print: figures, and features of what its text was read to do.
//! - [`batch`] plays many matches in step, each at its own pace.
//!
//! ```
//! let spec = observe::spec::of(shobu::GameName::Digimon);
//! assert_eq!(spec.cards[0].name, "print");
//! ```

pub mod batch;
mod find;
pub mod history;
mod lane;
pub mod prints;
pub mod rows;
pub mod spec;
pub mod words;

pub use batch::{Again, AnyBatch, Arrays, HOLD, Orders, Standing, WrongAnswer};
pub use history::{HISTORY, History};
pub use lane::Finished;
pub use rows::{Looks, Position, Rows};
pub use spec::Spec;
