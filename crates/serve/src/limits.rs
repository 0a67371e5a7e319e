//! How much of everything there may be.

use std::time::Duration;

/// The limits of a server. Zero in a rate means: none.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests a second from one address, in the long run.
    pub requests: f64,
    /// Matches and replays that one address may make a minute.
    pub makes: f64,
    /// Messages a second on one connection.
    pub messages: f64,
    /// Live connections from one address.
    pub connections: u32,
    /// Connections of any kind from one address.
    pub streams: u32,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a message on a connection.
    pub message: usize,
    /// Matches kept that are not over.
    pub open_matches: u64,
    /// Bytes that the storage may take; beyond them no match is begun.
    pub bytes: u64,
    /// Matches held in memory.
    pub live_matches: usize,
    /// A match that nobody looks at leaves the memory after so long.
    pub idle: Duration,
    /// Days after which an open match that nobody touched is forgotten, and one that is over.
    pub open_days: u64,
    pub over_days: u64,
    /// Entries of one match's log.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: 50.0,
            makes: 30.0,
            messages: 20.0,
            connections: 64,
            streams: 256,
            body: 1 << 20,
            message: 16 << 10,
            open_matches: 100_000,
            bytes: 8 << 30,
            live_matches: 10_000,
            idle: Duration::from_secs(600),
            open_days: 30,
            over_days: 365,
            entries: 50_000,
        }
    }
}

impl Limits {
    /// For a program on the same machine that plays thousands of matches: nothing is counted by address.
    pub fn without_rates(self) -> Self {
        Limits { requests: 0.0, makes: 0.0, messages: 0.0, connections: u32::MAX, streams: u32::MAX, ..self }
    }
}
