//! Records looked at again: those sent here, and every match that is over, under its own id.

use super::matches::{begin, finished, players};
use super::{Asked, Body, at_desk, eyes_named, json_text};
use crate::Server;
use crate::failed::Failed;
use crate::guard::Address;
use crate::table::begun_from;
use crate::token::{fresh_id, is_id};
use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::Eyes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shobu::message::{Session, State as Message};
use shobu::records::Record;
use shobu::{AnyMatch, Source};
use std::sync::Arc;

/// A record that is sent here has at most so many answers: each is played again for every look at its end.
const MOST_ANSWERS: usize = 5_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    record: Value,
}

/// Keeps a record, if it can be played to its end here.
pub async fn create(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Body(sent): Body<Sent>,
) -> Result<Response, Failed> {
    server.may_make(address)?;
    let text = match sent.record {
        Value::String(text) => text,
        record => record.to_string(),
    };
    let record = Record::read(&Source::new("record", text))?;
    let answers = record.answers.len();
    if answers > MOST_ANSWERS {
        let text = format!("this record has {answers} answers; {MOST_ANSWERS} are looked at here");
        return Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "limit", text));
    }
    let text = record.to_json();
    at_desk(&server, move |library| {
        AnyMatch::again_in(library, looked_at(record)).map(drop).map_err(Failed::from)
    })
    .await?;
    let id = fresh_id()?;
    server.hall.storage.put_replay(id.clone(), text).await?;
    Ok((StatusCode::CREATED, Json(json!({"replay": id, "answers": answers}))).into_response())
}

/// The record under an id: one that was sent, or that of a match that is over.
async fn record_of(server: &Arc<Server>, id: &str) -> Result<Record, Failed> {
    let kept = if is_id(id) { server.hall.storage.replay(id).await? } else { None };
    match kept {
        Some(text) => Ok(Record::read(&Source::new("record", text))?),
        None => finished(server, id).await,
    }
}

#[derive(Deserialize)]
pub struct At {
    /// After so many answers; at the end if none are named.
    at: Option<usize>,
    /// `A`, `B`, `all` (or nothing), or `public`.
    seat: Option<String>,
}

/// A state with where in the replay it stands.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    state: Message,
    at: usize,
    answers: usize,
    players: [String; 2],
}

pub async fn state(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Asked(asked): Asked<At>,
) -> Result<Response, Failed> {
    let eyes = eyes_named(asked.seat.as_deref())?;
    let record = record_of(&server, &id).await?;
    let answers = record.answers.len();
    let at = asked.at.unwrap_or(answers);
    let text = at_desk(&server, move |library| {
        let players = record.players.clone();
        let game = AnyMatch::again_in(library, looked_at(cut(record, at)?))?;
        let state = Session::at(id, game, at as u64 + 1, usize::MAX).since(eyes, 0);
        let state = if eyes == Eyes::All { state.from_outside() } else { state };
        Ok(serde_json::to_string(&Told { state, at, answers, players }).unwrap_or_default())
    });
    Ok(json_text(StatusCode::OK, text.await?))
}

/// A record that nobody goes on with: whoever played it need not be here.
fn looked_at(mut record: Record) -> Record {
    record.players = ["person".into(), "person".into()];
    record
}

/// A record up to so many answers.
fn cut(mut record: Record, at: usize) -> Result<Record, Failed> {
    let answers = record.answers.len();
    match at.cmp(&answers) {
        std::cmp::Ordering::Greater => {
            Err(Failed::request(format!("this record has {answers} answers, not {at}")))
        }
        std::cmp::Ordering::Equal => Ok(record),
        std::cmp::Ordering::Less => {
            record.rewind(at);
            Ok(record)
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Continue {
    at: usize,
    #[serde(default)]
    seats: Vec<String>,
}

/// A new match that goes on from a moment of a record.
pub async fn go_on(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Body(wanted): Body<Continue>,
) -> Result<Response, Failed> {
    server.may_make(address)?;
    let players = players(&wanted.seats)?;
    let record = record_of(&server, &id).await?;
    let game = at_desk(&server, move |library| {
        let mut record = cut(record, wanted.at)?;
        record.conceded = None;
        record.players = players;
        Ok(begun_from(library, record)?)
    });
    begin(&server, game.await?, None).await
}
