//! SQLite: one file, one process. A thread of its own writes; it takes everything that waits and commits it at once, so
//! that one sync of the disk acknowledges the answers of many matches.

use super::{Added, Addition, Ages, Invite, Later, Made, Size, Storage, Stored, Trouble, now};
use crate::clock::Pace;
use crate::entry::Entry;
use crate::metrics::Metrics;
use crate::token::TokenHash;
use rusqlite::{Connection, OptionalExtension, params};
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use tokio::sync::{broadcast, oneshot};

/// What the writer does inside a transaction, and then what it says once that is committed.
type Job = Box<dyn FnOnce(&Connection) -> Reply + Send>;
type Reply = Box<dyn FnOnce(Result<(), Trouble>) + Send>;

/// More jobs than this are not put into one transaction.
const MOST_JOBS: usize = 1_000;

/// The form of the tables, one step after another. A step that was once released is never changed.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        record TEXT NOT NULL,
        token_a BLOB,
        token_b BLOB,
        total INTEGER,
        increment INTEGER,
        length INTEGER NOT NULL DEFAULT 0,
        hash INTEGER,
        over INTEGER NOT NULL DEFAULT 0,
        rematch TEXT,
        made INTEGER NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX matches_touched ON matches (over, touched);
    CREATE TABLE entries (
        match TEXT NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        option INTEGER NOT NULL,
        spent INTEGER NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE replays (
        id TEXT PRIMARY KEY,
        record TEXT NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE invites (
        id TEXT PRIMARY KEY,
        wanted TEXT NOT NULL,
        token_a BLOB NOT NULL,
        token_b BLOB NOT NULL,
        begun TEXT,
        touched INTEGER NOT NULL
    ) STRICT;
",
];

/// Matches in an SQLite file.
pub struct Sqlite {
    jobs: Mutex<Sender<Job>>,
    reader: Arc<Mutex<Connection>>,
    /// Held as long as the file is in use, so that no second process writes into it.
    _lock: File,
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Trouble(error.to_string())
    }
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub fn open(path: &Path, metrics: Arc<Metrics>) -> Result<Self, Trouble> {
        let at = |error: &dyn std::fmt::Display| Trouble(format!("{}: {error}", path.display()));
        let lock = locked(path).map_err(|error| at(&error))?;
        let mut writer = connect(path).map_err(|error| at(&error))?;
        migrate(&mut writer).map_err(|error| at(&error))?;
        let reader = connect(path).map_err(|error| at(&error))?;
        let (jobs, waiting) = channel();
        std::thread::Builder::new()
            .name("storage".into())
            .spawn(move || write(writer, &waiting, &metrics))
            .map_err(|error| at(&error))?;
        Ok(Sqlite { jobs: Mutex::new(jobs), reader: Arc::new(Mutex::new(reader)), _lock: lock })
    }

    /// Has something written; resolved when it is on disk.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<'_, T> {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let done = work(connection).map_err(Trouble::from);
            // Whoever asked may be gone; then nobody is told.
            Box::new(move |committed| drop(tell.send(committed.and(done))))
        });
        let sent = self.jobs.lock().map(|jobs| jobs.send(job).is_ok()).unwrap_or(false);
        Box::pin(async move {
            let gone = || Trouble("the writer has stopped".into());
            if !sent {
                return Err(gone());
            }
            told.await.map_err(|_| gone())?
        })
    }

    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Later<'_, T> {
        let reader = self.reader.clone();
        Box::pin(async move {
            let reading = tokio::task::spawn_blocking(move || {
                let reader = reader.lock().map_err(|_| Trouble("the reader has stopped".into()))?;
                work(&reader).map_err(Trouble::from)
            });
            reading.await.map_err(|error| Trouble(error.to_string()))?
        })
    }
}

/// Takes the lock that says: this file is in use.
fn locked(path: &Path) -> Result<File, String> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&name);
    let file = opened.map_err(|error| format!("the lock beside it cannot be made: {error}"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err("another `shobu serve` uses this file; name another one with --data, or give \
            postgres://… to several processes"
            .into()),
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // An acknowledged answer survives a power cut: every commit is synced.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> Result<(), String> {
    let version: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|error| error.to_string())?;
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(format!("made by a newer Shobu (its form is {version}, and this one knows {known})"));
    }
    for (at, step) in MIGRATIONS.iter().enumerate().skip(usize::try_from(version).unwrap_or(0)) {
        let mut all = || -> rusqlite::Result<()> {
            let change = connection.transaction()?;
            change.execute_batch(step)?;
            change.pragma_update(None, "user_version", at as i64 + 1)?;
            change.commit()
        };
        all().map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The writer: everything that waits goes into one transaction.
fn write(mut connection: Connection, waiting: &Receiver<Job>, metrics: &Metrics) {
    while let Ok(first) = waiting.recv() {
        let began = std::time::Instant::now();
        let mut jobs = vec![first];
        while jobs.len() < MOST_JOBS
            && let Ok(job) = waiting.try_recv()
        {
            jobs.push(job);
        }
        let count = jobs.len();
        let mut replies: Vec<Reply> = Vec::with_capacity(count);
        let committed = (|| -> rusqlite::Result<()> {
            let change = connection.transaction()?;
            replies.extend(jobs.drain(..).map(|job| job(&change)));
            change.commit()
        })();
        metrics.committed(count, began.elapsed());
        let committed = committed.map_err(Trouble::from);
        replies.into_iter().for_each(|reply| reply(committed.clone()));
        // Jobs that were not even begun are dropped here, and with them whoever waits is told.
    }
}

fn insert(connection: &Connection, made: &Made) -> rusqlite::Result<()> {
    let token = |at: usize| made.tokens[at].map(|hash| hash.0.to_vec());
    connection
        .prepare_cached(
            "INSERT INTO matches (id, game, record, token_a, token_b, total, increment, made, touched)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
        )?
        .execute(params![
            made.id,
            made.game,
            made.record,
            token(0),
            token(1),
            made.pace.map(|pace| pace.total),
            made.pace.map(|pace| pace.increment),
            now(),
        ])?;
    Ok(())
}

fn add(connection: &Connection, addition: &Addition) -> rusqlite::Result<Added> {
    let grown = addition.length + addition.entries.len() as u64;
    let changed = connection
        .prepare_cached(
            "UPDATE matches SET length = ?3, hash = ?4, over = max(over, ?5), touched = ?6
             WHERE id = ?1 AND length = ?2",
        )?
        .execute(params![
            addition.id,
            addition.length as i64,
            grown as i64,
            addition.hash as i64,
            addition.over,
            now()
        ])?;
    if changed == 0 {
        return Ok(Added::Behind);
    }
    let mut statement = connection.prepare_cached(
        "INSERT INTO entries (match, number, seat, kind, option, spent) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (at, entry) in addition.entries.iter().enumerate() {
        let number = (addition.length + at as u64) as i64;
        let (kind, option) = entry.coded();
        statement.execute(params![
            addition.id,
            number,
            entry.seat.index() as i64,
            kind,
            option,
            entry.spent
        ])?;
    }
    Ok(Added::Done)
}

/// Keeps a match that comes out of a row of another kind, unless that row has one already; the id of the one that stands.
fn follow(
    connection: &Connection,
    (table, column): (&str, &str),
    row: &str,
    made: Made,
) -> rusqlite::Result<String> {
    let there: Option<String> =
        connection
            .query_row(&format!("SELECT {column} FROM {table} WHERE id = ?1"), [row], |row| row.get(0))?;
    if let Some(there) = there {
        return Ok(there);
    }
    insert(connection, &made)?;
    connection.execute(&format!("UPDATE {table} SET {column} = ?2 WHERE id = ?1"), [row, &made.id])?;
    Ok(made.id)
}

fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<Stored>> {
    let row = connection
        .prepare_cached(
            "SELECT game, record, token_a, token_b, total, increment, hash, rematch FROM matches WHERE id = ?1",
        )?
        .query_row([id], |row| {
            let token = |at: usize| -> rusqlite::Result<Option<TokenHash>> {
                let kept: Option<Vec<u8>> = row.get(at)?;
                Ok(kept.and_then(|kept| kept.try_into().ok()).map(TokenHash))
            };
            let pace = row.get::<_, Option<u32>>(4)?.zip(row.get::<_, Option<u32>>(5)?);
            let made = Made {
                id: id.to_string(),
                game: row.get(0)?,
                record: row.get(1)?,
                tokens: [token(2)?, token(3)?],
                pace: pace.map(|(total, increment)| Pace { total, increment }),
            };
            let hash = row.get::<_, Option<i64>>(6)?.map(|hash| hash as u64);
            Ok(Stored { made, entries: Vec::new(), hash, rematch: row.get(7)? })
        })
        .optional()?;
    let Some(mut stored) = row else { return Ok(None) };
    let mut statement = connection
        .prepare_cached("SELECT seat, kind, option, spent FROM entries WHERE match = ?1 ORDER BY number")?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let entry = Entry::read(row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        stored.entries.push(entry.ok_or(rusqlite::Error::InvalidQuery)?);
    }
    Ok(Some(stored))
}

impl Storage for Sqlite {
    fn create(&self, made: Made) -> Later<'_, ()> {
        self.write(move |connection| insert(connection, &made))
    }

    fn load(&self, id: &str) -> Later<'_, Option<Stored>> {
        let id = id.to_string();
        self.read(move |connection| load(connection, &id))
    }

    fn add(&self, addition: Addition) -> Later<'_, Added> {
        self.write(move |connection| add(connection, &addition))
    }

    fn rematch(&self, old: &str, made: Made) -> Later<'_, String> {
        let old = old.to_string();
        self.write(move |connection| follow(connection, ("matches", "rematch"), &old, made))
    }

    fn invite(&self, invite: Invite) -> Later<'_, ()> {
        self.write(move |connection| {
            let [host, guest] = invite.tokens.map(|hash| hash.0.to_vec());
            connection.execute(
                "INSERT INTO invites (id, wanted, token_a, token_b, touched) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![invite.id, invite.wanted, host, guest, now()],
            )?;
            Ok(())
        })
    }

    fn invited(&self, id: &str) -> Later<'_, Option<Invite>> {
        let id = id.to_string();
        self.read(move |connection| {
            let token = |row: &rusqlite::Row<'_>, at: usize| row.get::<_, [u8; 32]>(at).map(TokenHash);
            connection
                .prepare_cached("SELECT wanted, token_a, token_b, begun FROM invites WHERE id = ?1")?
                .query_row([&id], |row| {
                    let tokens = [token(row, 1)?, token(row, 2)?];
                    Ok(Invite { id: id.clone(), wanted: row.get(0)?, tokens, begun: row.get(3)? })
                })
                .optional()
        })
    }

    fn join(&self, invite: &str, made: Made) -> Later<'_, String> {
        let invite = invite.to_string();
        self.write(move |connection| follow(connection, ("invites", "begun"), &invite, made))
    }

    fn put_replay(&self, id: String, record: String) -> Later<'_, ()> {
        self.write(move |connection| {
            let row = params![id, record, now()];
            connection.execute("INSERT INTO replays (id, record, touched) VALUES (?1, ?2, ?3)", row)?;
            Ok(())
        })
    }

    fn replay(&self, id: &str) -> Later<'_, Option<String>> {
        let id = id.to_string();
        self.read(move |connection| {
            connection
                .query_row("SELECT record FROM replays WHERE id = ?1", [id], |row| row.get(0))
                .optional()
        })
    }

    fn size(&self) -> Later<'_, Size> {
        self.read(|connection| {
            let count = |words: &str| connection.query_row(words, [], |row| row.get::<_, i64>(0));
            let pages = count("SELECT page_count FROM pragma_page_count")?;
            let free = count("SELECT freelist_count FROM pragma_freelist_count")?;
            let bytes = (pages - free) * count("SELECT page_size FROM pragma_page_size")?;
            let matches = count("SELECT count(*) FROM matches")? as u64;
            let open = count("SELECT count(*) FROM matches WHERE over = 0")? as u64;
            Ok(Size { matches, open, bytes: bytes as u64 })
        })
    }

    fn expire(&self, ages: Ages) -> Later<'_, u64> {
        let before = move |age: u64| now() - i64::try_from(age).unwrap_or(i64::MAX / 2);
        self.write(move |connection| {
            let old = "(over = 0 AND touched < ?1) OR (over = 1 AND touched < ?2)";
            let row = params![before(ages.open), before(ages.over)];
            connection.execute(
                &format!("DELETE FROM entries WHERE match IN (SELECT id FROM matches WHERE {old})"),
                row,
            )?;
            let gone = connection.execute(&format!("DELETE FROM matches WHERE {old}"), row)?;
            connection.execute("DELETE FROM replays WHERE touched < ?1", [before(ages.over)])?;
            connection.execute("DELETE FROM invites WHERE touched < ?1", [before(ages.open)])?;
            Ok(gone as u64)
        })
    }

    fn lease(&self, _id: &str) -> Later<'_, bool> {
        Box::pin(async { Ok(true) })
    }

    fn length(&self, _id: &str) -> Later<'_, Option<u64>> {
        Box::pin(async { Ok(None) })
    }

    fn changes(&self) -> Option<broadcast::Receiver<String>> {
        None
    }
}
