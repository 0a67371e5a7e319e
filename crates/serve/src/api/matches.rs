//! Matches over HTTP: begun, looked at, answered.

use super::games::offered;
use super::{Asked, Bearer, Body, json_text};
use crate::Server;
use crate::clock::{Pace, Wanted};
use crate::failed::Failed;
use crate::guard::Address;
use crate::hall::{Outcome, PATIENCE, PATIENCE_AT_FIRST};
use crate::storage::Made;
use crate::table::{Play, Table, Wish};
use crate::token::{TokenHash, fresh_id, fresh_seed, fresh_token};
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::{Eyes, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use shobu::any::Start;
use shobu::decks::DeckFile;
use shobu::records::Record;
use shobu::setup::UnreadCards;
use shobu::{AnyMatch, GameName, Library, Source, built_in};
use std::sync::Arc;

/// A deck that somebody sends is at most so long.
pub const LONGEST_DECK: usize = 32 << 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Create {
    game: String,
    #[serde(default)]
    decks: Vec<Value>,
    #[serde(default)]
    seats: Vec<String>,
    seed: Option<u64>,
    edition: Option<String>,
    clock: Option<Wanted>,
    #[serde(default)]
    allow_unread: bool,
}

/// Who sits where: a person for `open`, else a bot's name.
pub fn players(seats: &[String]) -> Result<[String; 2], Failed> {
    let player = |word: &String| match word.as_str() {
        "open" | "person" | "you" => Ok("person".to_string()),
        bot if offered().any(|(name, _)| name == bot) => Ok(bot.to_string()),
        other => {
            let known: Vec<&str> = offered().map(|(name, _)| name).collect();
            let text = format!("no bot is called {other:?}: there are {}", known.join(", "));
            Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "input", text))
        }
    };
    match seats {
        [] => Ok(["person".into(), "person".into()]),
        [one, two] => Ok([player(one)?, player(two)?]),
        _ => Err(Failed::request("\"seats\" are two: \"open\" or the name of a bot")),
    }
}

/// A deck: null for a built-in one, a built-in name, a list of cards as text, or the deck as JSON. No file is opened.
fn deck_of(game: GameName, given: &Value) -> Result<Option<DeckFile>, Failed> {
    let long = || Failed::new(StatusCode::PAYLOAD_TOO_LARGE, "limit", "this deck is too long");
    match given {
        Value::Null => Ok(None),
        Value::String(word) if word.len() > LONGEST_DECK => Err(long()),
        Value::String(word) => match built_in::deck_file(game.as_str(), word) {
            Some(source) => Ok(Some(DeckFile::read(source)?)),
            None if word.contains(['\n', '{']) => {
                Ok(Some(DeckFile::read(Source::new("deck", word.as_str()))?))
            }
            None => {
                let known: Vec<String> =
                    built_in::deck_files(game.as_str()).iter().map(built_in::deck_id).collect();
                let text = format!("no {game} deck is called {word:?}: there are {}", known.join(", "));
                Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "input", text))
            }
        },
        deck => {
            let text = deck.to_string();
            if text.len() > LONGEST_DECK {
                return Err(long());
            }
            Ok(Some(DeckFile::read(Source::new("deck", text))?))
        }
    }
}

pub async fn create(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Body(wanted): Body<Create>,
) -> Result<Response, Failed> {
    server.may_make(address)?;
    let players = players(&wanted.seats)?;
    let people = players.iter().filter(|player| *player == "person").count();
    if wanted.seed.is_some() && people == 2 {
        let text = "whoever chooses the seed knows every card: a match of two people takes none";
        return Err(Failed::request(text));
    }
    let pace = wanted.clock.map(Wanted::pace).transpose().map_err(Failed::request)?;
    let seed = wanted.seed.map_or_else(fresh_seed, Ok)?;
    let Create { game, decks, edition, allow_unread, .. } = wanted;
    let terms = Terms { game, decks, edition, allow_unread, players };
    let library = server.hall.library.clone();
    let begun = tokio::task::spawn_blocking(move || terms.begin(&library, seed));
    let game = begun.await.map_err(|_| Failed::request("this match cannot be begun"))??;
    begin(&server, game, pace).await
}

/// What is to be played, by whom and with what.
pub struct Terms {
    pub game: String,
    pub decks: Vec<Value>,
    pub edition: Option<String>,
    pub allow_unread: bool,
    pub players: [String; 2],
}

impl Terms {
    pub fn begin(self, library: &Library, seed: u64) -> Result<AnyMatch, Failed> {
        let game: GameName = self.game.parse()?;
        if self.decks.len() > 2 {
            return Err(Failed::request("\"decks\" are two: null, a name, a list, or a deck"));
        }
        let mut decks = [None, None];
        for (slot, deck) in decks.iter_mut().zip(&self.decks) {
            *slot = deck_of(game, deck)?;
        }
        let start = Start {
            edition: self.edition,
            decks,
            unread: if self.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused },
            seed,
            players: self.players,
            ..Start::default()
        };
        Ok(AnyMatch::begin_in(library, game, &start)?)
    }
}

/// Takes a match in, with fresh tokens for the people at it, and tells of them.
pub async fn begin(server: &Arc<Server>, game: AnyMatch, pace: Option<Pace>) -> Result<Response, Failed> {
    let id = fresh_id()?;
    let record = game.record();
    let mut tokens: [Option<String>; 2] = [None, None];
    for (slot, player) in tokens.iter_mut().zip(&record.players) {
        if player == "person" {
            *slot = Some(fresh_token()?);
        }
    }
    let hashes = tokens.each_ref().map(|token| token.as_deref().map(TokenHash::of));
    let made = made_of(&id, record, hashes, pace);
    server.hall.take_in(made, game).await?;
    if tokens.iter().any(Option::is_some) {
        server.hall.settled(&id, PATIENCE_AT_FIRST).await?;
    }
    let seats: Vec<Value> = Seat::BOTH
        .into_iter()
        .filter_map(|seat| tokens[seat.index()].as_deref().map(|token| seat_told(&id, seat, token)))
        .collect();
    Ok((StatusCode::CREATED, axum::Json(json!({"match": id, "seats": seats}))).into_response())
}

/// A match as it is kept, from its record so far.
pub fn made_of(id: &str, mut record: Record, tokens: [Option<TokenHash>; 2], pace: Option<Pace>) -> Made {
    record.hashes.clear();
    record.conceded = None;
    Made { id: id.into(), game: record.game.clone(), record: record.to_json(), tokens, pace }
}

/// The token stands behind the `#`: browsers do not send that part, so that it is in no log.
pub fn seat_told(id: &str, seat: Seat, token: &str) -> Value {
    json!({"seat": seat, "token": token, "link": format!("/m/{id}#{seat:?}.{token}")})
}

#[derive(Deserialize)]
pub struct Since {
    /// What happened up to this version is known already.
    #[serde(default)]
    since: u64,
}

pub async fn state(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Asked(asked): Asked<Since>,
) -> Result<Response, Failed> {
    let table = server.hall.open(&id).await?;
    let eyes = table.eyes(token.as_deref())?;
    Ok(json_text(StatusCode::OK, server.hall.told(&id, eyes, asked.since).await?.text))
}

/// The match and the seat that a request with a token is about.
async fn seated(server: &Arc<Server>, id: &str, token: Option<String>) -> Result<(Arc<Table>, Seat), Failed> {
    let table = server.hall.open(id).await?;
    let Some(token) = token else {
        let text = "this needs the token of a seat: `Authorization: Bearer TOKEN`";
        return Err(Failed::new(StatusCode::UNAUTHORIZED, "token", text));
    };
    let seat = table.seat(&token)?;
    Ok((table, seat))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub option: usize,
    pub version: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    pub version: u64,
}

pub async fn answer(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(answer): Body<Answer>,
) -> Result<Response, Failed> {
    let (_, seat) = seated(&server, &id, token).await?;
    let wish = Wish::Answer { option: answer.option, version: answer.version };
    done(&server, &id, seat, wish, answer.version).await
}

pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(undo): Body<Undo>,
) -> Result<Response, Failed> {
    let (_, seat) = seated(&server, &id, token).await?;
    done(&server, &id, seat, Wish::Undo { version: undo.version }, undo.version).await
}

pub async fn concede(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Response, Failed> {
    let (table, seat) = seated(&server, &id, token).await?;
    let version = table.play.lock().await.version();
    done(&server, &id, seat, Wish::Concede, version).await
}

/// Has something done, lets the bots answer, and tells where the match stands then.
async fn done(server: &Arc<Server>, id: &str, seat: Seat, wish: Wish, from: u64) -> Result<Response, Failed> {
    let eyes = Eyes::Seat(seat);
    match server.hall.act(id, seat, wish).await? {
        Outcome::Stale => Ok(json_text(StatusCode::CONFLICT, server.hall.told(id, eyes, from).await?.text)),
        Outcome::Done => {
            server.hall.settled(id, PATIENCE).await?;
            Ok(json_text(StatusCode::OK, server.hall.told(id, eyes, from).await?.text))
        }
    }
}

#[derive(Deserialize)]
pub struct Why {
    card: Option<String>,
    label: Option<String>,
}

/// What a card could do and what refuses the rest; told to the seat that is asked, from what it sees.
pub async fn why(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Asked(why): Asked<Why>,
) -> Result<Response, Failed> {
    let (_, seat) = seated(&server, &id, token).await?;
    let told = server.hall.look(&id, |_, play| reasons(&play.session.game, seat, why)).await??;
    Ok(axum::Json(told).into_response())
}

fn reasons(game: &AnyMatch, seat: Seat, why: Why) -> Result<Value, Failed> {
    if game.seat() != Some(seat) {
        let text = match game.seat() {
            Some(_) => "the other seat is asked: what you may do is found out when it is your decision",
            None => "the match is over",
        };
        return Err(Failed::new(StatusCode::CONFLICT, "turn", text));
    }
    match (why.card, why.label) {
        (Some(card), None) => {
            let gone =
                || Failed::new(StatusCode::NOT_FOUND, "card", format!("no card is called {card:?} here"));
            Ok(serde_json::to_value(game.why_card(&card).ok_or_else(gone)?).unwrap_or_default())
        }
        (None, Some(label)) => Ok(game.why_label(&label)),
        _ => Err(Failed::request("ask about a ?card= or a ?label=")),
    }
}

/// The record of a match that is over: nothing of it is hidden any more.
pub async fn record(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Result<Response, Failed> {
    let record = finished(&server, &id).await?;
    Ok(json_text(StatusCode::OK, record.to_json()))
}

/// The record of a match, if it is over.
pub async fn finished(server: &Arc<Server>, id: &str) -> Result<Record, Failed> {
    let record = |_: &Arc<Table>, play: &mut Play| play.is_over().then(|| play.session.game.record());
    server.hall.look(id, record).await?.ok_or_else(|| {
        let text = "this match is still being played: its record tells every hidden card";
        Failed::new(StatusCode::CONFLICT, "open", text)
    })
}

/// The same decks once more, for the same people: their tokens open the new match too.
pub async fn rematch(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
) -> Result<Response, Failed> {
    let (table, seat) = seated(&server, &id, token.clone()).await?;
    let mut record = finished(&server, &id).await?;
    let there = table.play.lock().await.rematch.clone();
    let next = match there {
        Some(next) => next,
        None => {
            server.may_make(address)?;
            record.rewind(0);
            record.seed = fresh_seed()?;
            let pace = table.pace;
            let made = made_of(&fresh_id()?, record.clone(), table.tokens, pace);
            let next = server.hall.storage.rematch(&id, made).await?;
            let mut play = table.play.lock().await;
            play.rematch = Some(next.clone());
            // Whoever watches the old match learns where it goes on.
            table.wake(&mut play);
            next
        }
    };
    let seats = [seat_told(&next, seat, token.as_deref().unwrap_or_default())];
    Ok((StatusCode::CREATED, axum::Json(json!({"match": next, "seats": seats}))).into_response())
}
