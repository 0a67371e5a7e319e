//! PostgreSQL: several processes behind one address share it.
//!
//! Every process may hold a match in memory. Whoever adds to its log takes its lease with the same statement; the others
//! are told by `NOTIFY` and build it anew. Where the writer was wrong about the log's length nothing is added: it was behind
//! and learns so. A lease runs out by itself, so that the bots of a match think on when the process that had it is gone.

use super::{Added, Addition, Ages, Invite, Later, Made, Size, Storage, Stored, Trouble, now};
use crate::clock::Pace;
use crate::entry::Entry;
use crate::metrics::Metrics;
use crate::token::{TokenHash, fresh_id};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, broadcast, mpsc, oneshot};
use tokio_postgres::{AsyncMessage, Client, NoTls, Row};

/// A lease holds for so many seconds behind the last time it was taken.
const LEASE_SECONDS: f64 = 10.0;
/// More additions than this are not put into one transaction.
const MOST_ADDITIONS: usize = 500;
/// The channel on which processes tell each other of matches that went on.
const CHANNEL: &str = "shobu_matches";

const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        record TEXT NOT NULL,
        token_a BYTEA,
        token_b BYTEA,
        total BIGINT,
        increment BIGINT,
        length BIGINT NOT NULL DEFAULT 0,
        hash BIGINT,
        over BOOLEAN NOT NULL DEFAULT FALSE,
        rematch TEXT,
        made BIGINT NOT NULL,
        touched BIGINT NOT NULL,
        holder TEXT,
        held_until TIMESTAMPTZ
    );
    CREATE INDEX matches_touched ON matches (over, touched);
    CREATE TABLE entries (
        match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        number BIGINT NOT NULL,
        seat INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        option INTEGER NOT NULL,
        spent BIGINT NOT NULL,
        PRIMARY KEY (match, number)
    );
    CREATE TABLE replays (
        id TEXT PRIMARY KEY,
        record TEXT NOT NULL,
        touched BIGINT NOT NULL
    );
",
    "
    CREATE TABLE invites (
        id TEXT PRIMARY KEY,
        wanted TEXT NOT NULL,
        token_a BYTEA NOT NULL,
        token_b BYTEA NOT NULL,
        begun TEXT,
        touched BIGINT NOT NULL
    );
",
];

/// An addition, and whom to tell what came of it.
type Waiting = (Addition, oneshot::Sender<Result<Added, Trouble>>);

/// Matches in a PostgreSQL database.
pub struct Postgres {
    url: String,
    /// For everything but the log; made anew when it breaks.
    client: Mutex<Option<Arc<Client>>>,
    additions: mpsc::UnboundedSender<Waiting>,
    /// This process, as leases name it.
    me: String,
    changes: broadcast::Sender<String>,
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Self {
        // The error itself says little; what the server said stands behind it.
        let behind = std::error::Error::source(&error).map(|source| format!(": {source}"));
        Trouble(format!("{error}{}", behind.unwrap_or_default()))
    }
}

impl Postgres {
    /// Connects, and brings the tables into the form that is needed.
    pub async fn open(url: &str, metrics: Arc<Metrics>) -> Result<Self, Trouble> {
        let me = fresh_id().map_err(|error| Trouble(error.to_string()))?;
        let client = connect(url).await?;
        migrate(&client).await?;
        let (additions, waiting) = mpsc::unbounded_channel();
        let (changes, _) = broadcast::channel(4_096);
        tokio::spawn(write(url.to_string(), me.clone(), waiting, metrics));
        tokio::spawn(listen(url.to_string(), me.clone(), changes.clone()));
        let client = Mutex::new(Some(Arc::new(client)));
        Ok(Postgres { url: url.to_string(), client, additions, me, changes })
    }

    async fn client(&self) -> Result<Arc<Client>, Trouble> {
        let mut held = self.client.lock().await;
        match held.as_ref().filter(|client| !client.is_closed()) {
            Some(client) => Ok(client.clone()),
            None => {
                let client = Arc::new(connect(&self.url).await?);
                *held = Some(client.clone());
                Ok(client)
            }
        }
    }

    /// Keeps a match that comes out of a row of another kind, unless that row has one already; the id of the one that
    /// stands. Processes that have that row in memory are told.
    async fn follow(&self, (table, column): (&str, &str), row: &str, made: Made) -> Result<String, Trouble> {
        // A connection of its own: a transaction holds one for itself.
        let mut client = connect(&self.url).await?;
        let change = client.transaction().await?;
        let words = format!("SELECT {column} FROM {table} WHERE id = $1 FOR UPDATE");
        if let Some(there) = change.query_one(&words, &[&row]).await?.get::<_, Option<String>>(0) {
            return Ok(there);
        }
        insert(&change, &made).await?;
        let words = format!("UPDATE {table} SET {column} = $2 WHERE id = $1");
        change.execute(&words, &[&row, &made.id]).await?;
        let told = format!("{} {row}", self.me);
        change.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &told]).await?;
        change.commit().await?;
        Ok(made.id)
    }
}

async fn connect(url: &str) -> Result<Client, Trouble> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            eprintln!("serve: the connection to PostgreSQL ended: {}", Trouble::from(error));
        }
    });
    // An acknowledged answer survives a power cut, whatever the server's default is.
    client.batch_execute("SET synchronous_commit = on; SET statement_timeout = '20s'").await?;
    Ok(client)
}

async fn migrate(client: &Client) -> Result<(), Trouble> {
    // One process at a time: the number is ours alone.
    client.batch_execute("SELECT pg_advisory_lock(7304958)").await?;
    let done = migrate_alone(client).await;
    client.batch_execute("SELECT pg_advisory_unlock(7304958)").await?;
    done
}

async fn migrate_alone(client: &Client) -> Result<(), Trouble> {
    client.batch_execute("CREATE TABLE IF NOT EXISTS shobu_form (version BIGINT NOT NULL)").await?;
    let row = client.query_opt("SELECT version FROM shobu_form", &[]).await?;
    let version: i64 = row.map_or(0, |row| row.get(0));
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(Trouble(format!(
            "made by a newer Shobu (its form is {version}, and this one knows {known})"
        )));
    }
    for (at, step) in MIGRATIONS.iter().enumerate().skip(usize::try_from(version).unwrap_or(0)) {
        let next = at + 1;
        let all =
            format!("BEGIN; {step}; DELETE FROM shobu_form; INSERT INTO shobu_form VALUES ({next}); COMMIT");
        client.batch_execute(&all).await?;
    }
    Ok(())
}

/// The writer: whatever waits of all matches goes into one transaction.
async fn write(
    url: String,
    me: String,
    mut waiting: mpsc::UnboundedReceiver<Waiting>,
    metrics: Arc<Metrics>,
) {
    let mut client: Option<Client> = None;
    while let Some(first) = waiting.recv().await {
        let mut batch = vec![first];
        // A match adds once at a time, so that no two of a batch are of one match.
        while batch.len() < MOST_ADDITIONS
            && let Ok(next) = waiting.try_recv()
        {
            batch.push(next);
        }
        let began = Instant::now();
        let (additions, tell): (Vec<Addition>, Vec<_>) = batch.into_iter().unzip();
        let result = add_all(&mut client, &url, &me, &additions).await;
        metrics.committed(additions.len(), began.elapsed());
        match result {
            Ok(added) => tell.into_iter().zip(added).for_each(|(tell, added)| drop(tell.send(Ok(added)))),
            Err(trouble) => {
                client = None;
                tell.into_iter().for_each(|tell| drop(tell.send(Err(trouble.clone()))));
            }
        }
    }
}

/// Adds to the logs of many matches at once; for each whether it was done.
async fn add_all(
    held: &mut Option<Client>,
    url: &str,
    me: &str,
    additions: &[Addition],
) -> Result<Vec<Added>, Trouble> {
    if held.as_ref().is_none_or(Client::is_closed) {
        *held = Some(connect(url).await?);
    }
    let client = held.as_mut().ok_or_else(|| Trouble("no connection".into()))?;
    let ids: Vec<&str> = additions.iter().map(|addition| addition.id.as_str()).collect();
    let lengths: Vec<i64> = additions.iter().map(|addition| addition.length as i64).collect();
    let grown: Vec<i64> =
        additions.iter().map(|addition| addition.length as i64 + addition.entries.len() as i64).collect();
    let hashes: Vec<i64> = additions.iter().map(|addition| addition.hash as i64).collect();
    let over: Vec<bool> = additions.iter().map(|addition| addition.over).collect();
    let change = client.transaction().await?;
    // Rows are locked in the order of their ids, so that two processes never wait for each other.
    let rows = change
        .query(
            "WITH wanted AS (
                SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bool[])
                    AS wanted (id, length, grown, hash, over)
             ), held AS (
                SELECT matches.id FROM matches JOIN wanted USING (id) ORDER BY matches.id FOR UPDATE OF matches
             )
             UPDATE matches SET length = wanted.grown, hash = wanted.hash, over = matches.over OR wanted.over,
                touched = $6, holder = $7, held_until = now() + $8 * interval '1 second'
             FROM wanted, held
             WHERE matches.id = wanted.id AND held.id = wanted.id AND matches.length = wanted.length
             RETURNING matches.id",
            &[&ids, &lengths, &grown, &hashes, &over, &now(), &me, &LEASE_SECONDS],
        )
        .await?;
    let done: std::collections::HashSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let added = |addition: &Addition| match done.contains(&addition.id) {
        true => Added::Done,
        false => Added::Behind,
    };
    insert_entries(&change, additions.iter().filter(|addition| done.contains(&addition.id))).await?;
    let told: Vec<String> = done.iter().map(|id| format!("{me} {id}")).collect();
    change.execute("SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told", &[&CHANNEL, &told]).await?;
    change.commit().await?;
    Ok(additions.iter().map(added).collect())
}

async fn insert_entries<'a>(
    change: &tokio_postgres::Transaction<'_>,
    additions: impl Iterator<Item = &'a Addition>,
) -> Result<(), Trouble> {
    let (mut ids, mut numbers, mut seats) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kinds, mut options, mut spent) = (Vec::new(), Vec::new(), Vec::new());
    for addition in additions {
        for (at, entry) in addition.entries.iter().enumerate() {
            let (kind, option) = entry.coded();
            ids.push(addition.id.as_str());
            numbers.push((addition.length + at as u64) as i64);
            seats.push(entry.seat.index() as i32);
            kinds.push(kind);
            options.push(option);
            spent.push(i64::from(entry.spent));
        }
    }
    change
        .execute(
            "INSERT INTO entries (match, number, seat, kind, option, spent)
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::int[], $6::bigint[])",
            &[&ids, &numbers, &seats, &kinds, &options, &spent],
        )
        .await?;
    Ok(())
}

/// Hears which matches other processes added to. When the connection breaks, everything may have changed.
async fn listen(url: String, me: String, changes: broadcast::Sender<String>) {
    loop {
        if let Err(trouble) = hear(&url, &me, &changes).await {
            eprintln!("serve: {trouble}");
        }
        // An empty word: whatever is in memory may be old.
        drop(changes.send(String::new()));
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn hear(url: &str, me: &str, changes: &broadcast::Sender<String>) -> Result<(), Trouble> {
    let (client, mut connection) = tokio_postgres::connect(url, NoTls).await?;
    let mut messages = Box::pin(futures_util::stream::poll_fn(move |cx| connection.poll_message(cx)));
    let asked = tokio::spawn(async move {
        let done = client.batch_execute(&format!("LISTEN {CHANNEL}")).await;
        // The client keeps the connection open.
        std::future::pending::<()>().await;
        drop((client, done));
    });
    let heard = loop {
        match messages.next().await {
            Some(Ok(AsyncMessage::Notification(told))) => {
                if let Some((from, id)) = told.payload().split_once(' ')
                    && from != me
                {
                    drop(changes.send(id.to_string()));
                }
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => break Err(Trouble::from(error)),
            None => break Ok(()),
        }
    };
    asked.abort();
    heard
}

async fn insert(client: &impl tokio_postgres::GenericClient, made: &Made) -> Result<(), Trouble> {
    let token = |at: usize| made.tokens[at].map(|hash| hash.0.to_vec());
    let total = made.pace.map(|pace| i64::from(pace.total));
    let increment = made.pace.map(|pace| i64::from(pace.increment));
    client
        .execute(
            "INSERT INTO matches (id, game, record, token_a, token_b, total, increment, made, touched)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
            &[&made.id, &made.game, &made.record, &token(0), &token(1), &total, &increment, &now()],
        )
        .await?;
    Ok(())
}

fn stored(id: &str, row: &Row, entries: &[Row]) -> Result<Stored, Trouble> {
    let token = |at: usize| {
        let kept: Option<Vec<u8>> = row.get(at);
        kept.and_then(|kept| kept.try_into().ok()).map(TokenHash)
    };
    let time = |at: usize| row.get::<_, Option<i64>>(at).and_then(|time| u32::try_from(time).ok());
    let pace = time(4).zip(time(5)).map(|(total, increment)| Pace { total, increment });
    let made =
        Made { id: id.into(), game: row.get(0), record: row.get(1), tokens: [token(2), token(3)], pace };
    let entry = |row: &Row| {
        let spent = i32::try_from(row.get::<_, i64>(3)).ok()?;
        Entry::read(row.get(0), row.get(1), row.get(2), spent)
    };
    let entries: Option<Vec<Entry>> = entries.iter().map(entry).collect();
    let entries = entries.ok_or_else(|| Trouble(format!("the log of {id} cannot be read")))?;
    let hash = row.get::<_, Option<i64>>(6).map(|hash| hash as u64);
    Ok(Stored { made, entries, hash, rematch: row.get(7) })
}

impl Storage for Postgres {
    fn create(&self, made: Made) -> Later<'_, ()> {
        Box::pin(async move { insert(&*self.client().await?, &made).await })
    }

    fn load(&self, id: &str) -> Later<'_, Option<Stored>> {
        let id = id.to_string();
        Box::pin(async move {
            let client = self.client().await?;
            // The log may grow between the two questions: the hash then belongs to a longer one, so both are asked as
            // one, with the length that the row says.
            let row = client
                .query_opt(
                    "SELECT game, record, token_a, token_b, total, increment, hash, rematch, length
                     FROM matches WHERE id = $1",
                    &[&id],
                )
                .await?;
            let Some(row) = row else { return Ok(None) };
            let length: i64 = row.get(8);
            let entries = client
                .query(
                    "SELECT seat, kind, option, spent FROM entries WHERE match = $1 AND number < $2 ORDER BY number",
                    &[&id, &length],
                )
                .await?;
            stored(&id, &row, &entries).map(Some)
        })
    }

    fn add(&self, addition: Addition) -> Later<'_, Added> {
        let (tell, told) = oneshot::channel();
        let sent = self.additions.send((addition, tell)).is_ok();
        Box::pin(async move {
            let gone = || Trouble("the writer has stopped".into());
            if !sent {
                return Err(gone());
            }
            told.await.map_err(|_| gone())?
        })
    }

    fn rematch(&self, old: &str, made: Made) -> Later<'_, String> {
        let old = old.to_string();
        Box::pin(async move { self.follow(("matches", "rematch"), &old, made).await })
    }

    fn invite(&self, invite: Invite) -> Later<'_, ()> {
        Box::pin(async move {
            let [host, guest] = invite.tokens.map(|hash| hash.0.to_vec());
            let words =
                "INSERT INTO invites (id, wanted, token_a, token_b, touched) VALUES ($1, $2, $3, $4, $5)";
            let row: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
                [&invite.id, &invite.wanted, &host, &guest, &now()];
            self.client().await?.execute(words, &row).await?;
            Ok(())
        })
    }

    fn invited(&self, id: &str) -> Later<'_, Option<Invite>> {
        let id = id.to_string();
        Box::pin(async move {
            let words = "SELECT wanted, token_a, token_b, begun FROM invites WHERE id = $1";
            let Some(row) = self.client().await?.query_opt(words, &[&id]).await? else { return Ok(None) };
            let token = |at: usize| row.get::<_, Vec<u8>>(at).try_into().ok().map(TokenHash);
            let tokens = token(1).zip(token(2)).map(|(host, guest)| [host, guest]);
            let tokens = tokens.ok_or_else(|| Trouble(format!("the tokens of {id} cannot be read")))?;
            Ok(Some(Invite { wanted: row.get(0), begun: row.get(3), tokens, id }))
        })
    }

    fn join(&self, invite: &str, made: Made) -> Later<'_, String> {
        let invite = invite.to_string();
        Box::pin(async move { self.follow(("invites", "begun"), &invite, made).await })
    }

    fn put_replay(&self, id: String, record: String) -> Later<'_, ()> {
        Box::pin(async move {
            let client = self.client().await?;
            let words = "INSERT INTO replays (id, record, touched) VALUES ($1, $2, $3)";
            client.execute(words, &[&id, &record, &now()]).await?;
            Ok(())
        })
    }

    fn replay(&self, id: &str) -> Later<'_, Option<String>> {
        let id = id.to_string();
        Box::pin(async move {
            let row =
                self.client().await?.query_opt("SELECT record FROM replays WHERE id = $1", &[&id]).await?;
            Ok(row.map(|row| row.get(0)))
        })
    }

    fn size(&self) -> Later<'_, Size> {
        Box::pin(async move {
            let row = self
                .client()
                .await?
                .query_one(
                    "SELECT count(*), count(*) FILTER (WHERE NOT over), pg_database_size(current_database())
                     FROM matches",
                    &[],
                )
                .await?;
            let number = |at: usize| row.get::<_, i64>(at) as u64;
            Ok(Size { matches: number(0), open: number(1), bytes: number(2) })
        })
    }

    fn expire(&self, ages: Ages) -> Later<'_, u64> {
        let before = |age: u64| now() - i64::try_from(age).unwrap_or(i64::MAX / 2);
        let (open, over) = (before(ages.open), before(ages.over));
        Box::pin(async move {
            let client = self.client().await?;
            let words = "DELETE FROM matches WHERE (NOT over AND touched < $1) OR (over AND touched < $2)";
            let gone = client.execute(words, &[&open, &over]).await?;
            client.execute("DELETE FROM replays WHERE touched < $1", &[&over]).await?;
            client.execute("DELETE FROM invites WHERE touched < $1", &[&open]).await?;
            Ok(gone)
        })
    }

    fn lease(&self, id: &str) -> Later<'_, bool> {
        let id = id.to_string();
        Box::pin(async move {
            let words = "UPDATE matches SET holder = $2, held_until = now() + $3 * interval '1 second'
                WHERE id = $1 AND (holder = $2 OR holder IS NULL OR held_until < now())";
            Ok(self.client().await?.execute(words, &[&id, &self.me, &LEASE_SECONDS]).await? == 1)
        })
    }

    fn length(&self, id: &str) -> Later<'_, Option<u64>> {
        let id = id.to_string();
        Box::pin(async move {
            let row =
                self.client().await?.query_opt("SELECT length FROM matches WHERE id = $1", &[&id]).await?;
            Ok(row.map(|row| row.get::<_, i64>(0) as u64))
        })
    }

    fn changes(&self) -> Option<broadcast::Receiver<String>> {
        Some(self.changes.subscribe())
    }
}
