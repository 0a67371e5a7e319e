//! Where matches are kept. One contract, two databases: SQLite in a file of its own for one process, PostgreSQL for
//! several that stand behind one address.
//!
//! A match is a row (its record as it began, the hashes of its tokens) and a log of entries that only grows. A process
//! that adds to the log says how long it believes the log to be; if another was quicker, nothing is added and it learns
//! that it is behind. That alone keeps a match whole. The lease says who lets the bots of a match think and who watches
//! its clock; it goes to whoever wrote last, and runs out by itself where a process died.

mod postgres;
mod sqlite;

pub use postgres::Postgres;
pub use sqlite::Sqlite;

use crate::clock::Pace;
use crate::entry::Entry;
use crate::token::TokenHash;
use std::future::Future;
use std::pin::Pin;
use tokio::sync::broadcast;

/// The database did not do what was asked. Nothing was acknowledged.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the storage fails: {0}")]
pub struct Trouble(pub String);

/// Something that the database will have done.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send + 'a>>;

/// A match as it begins.
#[derive(Clone, Debug)]
pub struct Made {
    pub id: String,
    pub game: String,
    /// The record it began with, as JSON: cards, edition, seed, players, decks, and the answers it goes on from.
    pub record: String,
    /// Of the seats that people play.
    pub tokens: [Option<TokenHash>; 2],
    pub pace: Option<Pace>,
}

/// A match as it is kept.
#[derive(Clone, Debug)]
pub struct Stored {
    pub made: Made,
    pub entries: Vec<Entry>,
    /// The hash of the state after them; `None` where there are none yet.
    pub hash: Option<u64>,
    /// The match that was begun after this one.
    pub rematch: Option<String>,
}

/// A table that waits for its guest: the match begins when the guest has brought a deck.
#[derive(Clone, Debug)]
pub struct Invite {
    pub id: String,
    /// What the host asked for, as JSON.
    pub wanted: String,
    /// The host's and the guest's; they open the seats of the match too.
    pub tokens: [TokenHash; 2],
    /// The match, once it has begun.
    pub begun: Option<String>,
}

/// Entries to be added to a log.
#[derive(Clone, Debug)]
pub struct Addition {
    pub id: String,
    /// How long the log is now.
    pub length: u64,
    pub entries: Vec<Entry>,
    /// The hash of the state after them.
    pub hash: u64,
    /// Whether the match is over with them.
    pub over: bool,
}

/// What came of adding to a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    Done,
    /// The log is another than was believed: somebody else added to it, or the match is gone.
    Behind,
}

/// How much is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    pub matches: u64,
    pub open: u64,
    pub bytes: u64,
}

/// After how many seconds without a touch something is let go.
#[derive(Clone, Copy, Debug)]
pub struct Ages {
    pub open: u64,
    pub over: u64,
}

/// A database of matches.
pub trait Storage: Send + Sync {
    fn create(&self, made: Made) -> Later<'_, ()>;
    fn load(&self, id: &str) -> Later<'_, Option<Stored>>;
    /// Adds to a log, and takes the lease of the match. Resolved when it is on disk.
    fn add(&self, addition: Addition) -> Later<'_, Added>;
    /// Keeps `made` as the match after `old`, unless there is one already; the id of the one that stands.
    fn rematch(&self, old: &str, made: Made) -> Later<'_, String>;
    fn invite(&self, invite: Invite) -> Later<'_, ()>;
    fn invited(&self, id: &str) -> Later<'_, Option<Invite>>;
    /// Keeps `made` as the match of an invitation, unless it has one already; the id of the one that stands.
    fn join(&self, invite: &str, made: Made) -> Later<'_, String>;
    /// Keeps a record that was sent here.
    fn put_replay(&self, id: String, record: String) -> Later<'_, ()>;
    fn replay(&self, id: &str) -> Later<'_, Option<String>>;
    fn size(&self) -> Later<'_, Size>;
    /// Forgets what nobody has touched for long; how many matches that were.
    fn expire(&self, ages: Ages) -> Later<'_, u64>;
    /// Whether this process may let the bots of a match think: it has the lease, or takes it where nobody has.
    fn lease(&self, id: &str) -> Later<'_, bool>;
    /// How long a log is, where another process may have added to it; `None` where none can, or the match is gone.
    fn length(&self, id: &str) -> Later<'_, Option<u64>>;
    /// The ids of matches that other processes add to; an empty one for all. `None` where no other can.
    fn changes(&self) -> Option<broadcast::Receiver<String>>;
}

/// Seconds since 1970.
pub fn now() -> i64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}
