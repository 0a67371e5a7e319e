//! What all four games share before any card text: seats, card handles, the table with its zones and stacks,
//! what each seat knows, menus, the one door for luck, events, and the contract of a game.
//!
//! Nothing here knows a rule of any game. See `ARCHITECTURE.md` for the invariants that these types carry.

#![warn(missing_docs)]

pub mod board;
mod board_sides;
pub mod chance;
pub mod deck;
pub mod event;
pub mod fields;
pub mod flat;
pub mod game;
pub mod grounds;
pub mod hash;
mod lying;
pub mod matches;
pub mod menu;
pub mod pool;
pub mod rule;
pub mod scene;
pub mod seat;
pub mod sense;
pub mod table;
pub mod twins;
pub mod voice;
pub mod watch;

pub use chance::{Chance, Dice};
pub use deck::{DeckFault, DeckList, Decks};
pub use event::{Bystander, Event, Footprint, Log, Named, Watcher};
pub use fields::Fields;
pub use flat::Flat;
pub use game::{Context, Game, Outcome, Standing, Unfit, Why};
pub use grounds::{Because, By, Giver, Grounds};
pub use hash::{PackingHasher, StableHasher};
pub use matches::{Match, Pace, Refused};
pub use menu::{AnyLegal, Consider, Menu, Verdicts, told_apart, unlike, unnumbered, without_number};
pub use pool::{CardError, Pool, Print, Printed, Retold, Unread};
pub use rule::{Legal, RuleBook, RuleId, RuleRow, ensure};
pub use scene::{Describe, Hidden, Scenes, Stage, StageError, Told};
pub use seat::{Eyes, PerSeat, Seat, Seats};
pub use sense::{Feature, Good, Sense};
pub use table::{Access, Card, End, Object, Place, Row, SeenRow, SeenTable, Table, Trace, Zone};
pub use twins::Twins;
pub use watch::{Decided, Patience, Tally, Watch};
