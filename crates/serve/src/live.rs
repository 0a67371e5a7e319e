//! The live connection of a match: states are pushed, answers taken. Every connection is a task of its own that waits for
//! the next version and then looks where the match stands: one that reads slowly skips what it missed and holds up nobody.

use crate::Server;
use crate::api::{Answer, Undo};
use crate::failed::Failed;
use crate::guard::Address;
use crate::hall::{Outcome, Told};
use crate::table::{Table, Wish};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use kernel::{Eyes, Seat};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The first message comes within this time.
const HELLO: Duration = Duration::from_secs(10);
/// Somebody who takes nothing for this long is not there any more.
const SLOWEST: Duration = Duration::from_secs(30);
/// Bytes that are read from a connection at once.
const READ_AHEAD: usize = 4 << 10;
/// How often a quiet connection is asked whether it is still there.
const BEAT: Duration = Duration::from_secs(25);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    token: Option<String>,
    /// What happened up to this version is known already.
    #[serde(default)]
    since: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum Said {
    Answer(Answer),
    Undo(Undo),
    Concede {},
}

pub async fn live(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failed> {
    let table = server.hall.open(&id).await?;
    let Some(held) = server.crowd.enter(address, server.hall.limits.connections) else {
        return Err(Failed::busy("too many connections from your address"));
    };
    let most = server.hall.limits.message;
    // What comes in is short; the usual buffer of 128 KiB would be most of what a match takes.
    let upgrade = upgrade.read_buffer_size(READ_AHEAD);
    Ok(upgrade.max_message_size(most).max_frame_size(most).on_upgrade(move |socket| async move {
        server.hall.metrics.connections.fetch_add(1, Relaxed);
        let mut connection = Connection { server: server.clone(), id, socket, told: 0, pushed: None };
        // Whoever goes away has not to be told why.
        let _ = connection.serve(table).await;
        server.hall.metrics.connections.fetch_sub(1, Relaxed);
        drop(held);
    }))
}

/// The other side is gone, or was too slow.
struct Gone;

struct Connection {
    server: Arc<Server>,
    id: String,
    socket: WebSocket,
    /// The version up to which everything was told.
    told: u64,
    /// What was pushed last: the same is not pushed twice.
    pushed: Option<u64>,
}

/// One more who watches, as long as it is there.
struct Watching(Arc<Table>);

impl Watching {
    fn new(table: Arc<Table>) -> Self {
        table.watchers.fetch_add(1, Relaxed);
        Watching(table)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.watchers.fetch_sub(1, Relaxed);
    }
}

impl Connection {
    async fn serve(&mut self, table: Arc<Table>) -> Result<(), Gone> {
        let first = tokio::time::timeout(HELLO, self.next()).await.map_err(|_| Gone)??;
        let hello = serde_json::from_str::<Hello>(&first).map_err(|error| {
            Failed::request(format!("the first message is {{\"token\":\"…\"}}, or {{}} to watch: {error}"))
        });
        let eyes = hello.and_then(|hello| {
            self.told = hello.since;
            table.eyes(hello.token.as_deref())
        });
        let eyes = match eyes {
            Ok(eyes) => eyes,
            Err(failed) => {
                self.fail(&failed).await?;
                return self.send(Message::Close(None)).await;
            }
        };
        let mut watching = Watching::new(table);
        let mut changed = watching.0.changed.subscribe();
        self.push(eyes).await?;
        let mut beat = tokio::time::interval(BEAT);
        let mut heard = Instant::now();
        let rate = self.server.hall.limits.messages;
        let mut allowance = Allowance { rate, level: 4.0 * rate, at: Instant::now() };
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) if allowance.take() => self.hear(eyes, &text).await?,
                        Some(Ok(Message::Text(_) | Message::Binary(_))) if !allowance.take() => {
                            self.fail(&Failed::busy("too many messages; slower, please")).await?;
                        }
                        Some(Ok(Message::Binary(_))) => {
                            self.fail(&Failed::request("messages are text")).await?;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                        Some(Ok(_)) => {}
                    }
                }
                alive = changed.changed() => {
                    let table = match self.server.hall.open(&self.id).await {
                        Ok(table) => table,
                        Err(failed) => {
                            self.fail(&failed).await?;
                            return Ok(());
                        }
                    };
                    if alive.is_err() || !Arc::ptr_eq(&table, &watching.0) {
                        changed = table.changed.subscribe();
                        watching = Watching::new(table);
                        self.pushed = None;
                    }
                    self.push(eyes).await?;
                }
                _ = beat.tick() => {
                    if heard.elapsed() > 3 * BEAT {
                        return Ok(());
                    }
                    watching.0.touch();
                    self.send(Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// The next text; whatever else comes is passed over.
    async fn next(&mut self) -> Result<Utf8Bytes, Gone> {
        loop {
            match self.socket.recv().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Err(Gone),
            }
        }
    }

    async fn hear(&mut self, eyes: Eyes, text: &str) -> Result<(), Gone> {
        let said = match serde_json::from_str::<Said>(text) {
            Ok(said) => said,
            Err(error) => {
                let text = format!(
                    "a message is {{\"answer\":{{\"option\",\"version\"}}}}, undo or concede: {error}"
                );
                return self.fail(&Failed::request(text)).await;
            }
        };
        let Some(seat) = eyes.seat() else {
            return self.fail(&Failed::forbidden("a spectator only watches")).await;
        };
        self.act(eyes, seat, said).await
    }

    async fn act(&mut self, eyes: Eyes, seat: Seat, said: Said) -> Result<(), Gone> {
        let wish = match said {
            Said::Answer(Answer { option, version }) => Wish::Answer { option, version },
            Said::Undo(Undo { version }) => Wish::Undo { version },
            Said::Concede {} => Wish::Concede,
        };
        match self.server.hall.act(&self.id, seat, wish).await {
            // The new version wakes this connection like all others; an answer sent again is told once more.
            Ok(Outcome::Done) => {
                self.pushed = None;
                self.push(eyes).await
            }
            Ok(Outcome::Stale) => {
                let text = "the match has gone on since; this is where it stands";
                self.fail(&Failed::new(axum::http::StatusCode::CONFLICT, "version", text)).await?;
                self.pushed = None;
                self.push(eyes).await
            }
            Err(failed) => self.fail(&failed).await,
        }
    }

    /// Tells where the match stands, with what happened since the last time.
    async fn push(&mut self, eyes: Eyes) -> Result<(), Gone> {
        match self.server.hall.told(&self.id, eyes, self.told).await {
            Ok(told) if self.pushed == Some(told.revision) => Ok(()),
            Ok(Told { version, revision, text }) => {
                self.told = version;
                self.pushed = Some(revision);
                self.server.hall.metrics.states_sent.fetch_add(1, Relaxed);
                self.send(Message::Text(text.into())).await
            }
            Err(failed) => self.fail(&failed).await,
        }
    }

    async fn fail(&mut self, failed: &Failed) -> Result<(), Gone> {
        self.send(Message::Text(failed.value().to_string().into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match tokio::time::timeout(SLOWEST, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }
}

/// Messages that a connection may still send now.
struct Allowance {
    rate: f64,
    level: f64,
    at: Instant,
}

impl Allowance {
    fn take(&mut self) -> bool {
        if self.rate <= 0.0 {
            return true;
        }
        let now = Instant::now();
        self.level = (self.level + (now - self.at).as_secs_f64() * self.rate).min(4.0 * self.rate);
        self.at = now;
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }
}
