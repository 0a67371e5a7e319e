//! HTTP: what is asked of the server, and how its answers are put (docs/protocol.md).

mod cards;
mod games;
mod invites;
mod matches;
mod replays;
mod rulebook;

pub use matches::{Answer, Undo};

use crate::Server;
use crate::door::Peer;
use crate::failed::Failed;
use crate::{guard, live, page, pictures};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use kernel::{Eyes, Seat};
use serde::de::DeserializeOwned;
use shobu::Library;
use std::sync::Arc;

/// Every route.
pub fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/games", get(games::games))
        .route("/api/matches", post(matches::create))
        .route("/api/matches/{id}", get(matches::state))
        .route("/api/matches/{id}/answer", post(matches::answer))
        .route("/api/matches/{id}/undo", post(matches::undo))
        .route("/api/matches/{id}/concede", post(matches::concede))
        .route("/api/matches/{id}/rematch", post(matches::rematch))
        .route("/api/matches/{id}/why", get(matches::why))
        .route("/api/matches/{id}/record", get(matches::record))
        .route("/api/matches/{id}/live", get(live::live))
        .route("/api/invites", post(invites::create))
        .route("/api/invites/{id}", get(invites::look))
        .route("/api/invites/{id}/join", post(invites::join))
        .route("/api/replays", post(replays::create))
        .route("/api/replays/{id}", get(replays::state))
        .route("/api/replays/{id}/continue", post(replays::go_on))
        .route("/api/rules/search", get(rulebook::search))
        .route("/api/rules/{game}", get(rulebook::rules))
        .route("/api/rules/{game}/{id}", get(rulebook::rule))
        .route("/api/scenes", get(rulebook::scenes))
        .route("/api/scenes/{*path}", get(rulebook::scene))
        .route("/api/cards/{game}/{id}", get(cards::card))
        .route("/api/decks/check", post(cards::check))
        .route("/api/pictures/{game}", get(pictures::list))
        .route("/pictures/{game}/{id}", get(pictures::picture))
        .route("/metrics", get(metrics))
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(server.hall.limits.body))
        .layer(middleware::from_fn_with_state(server.clone(), guard::guard))
        .with_state(server)
}

async fn health(State(server): State<Arc<Server>>) -> Result<Response, Failed> {
    let size = server.hall.storage.size().await?;
    let told = serde_json::json!({
        "status": "ok", "version": shobu::records::ENGINE, "protocol": shobu::message::PROTOCOL,
        "matches": size.matches,
    });
    Ok(axum::Json(told).into_response())
}

/// Figures are for the one who runs the server: on a public one they are told on the machine itself only.
async fn metrics(
    State(server): State<Arc<Server>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    headers: HeaderMap,
) -> Response {
    let from_outside = !peer.ip().is_loopback() || headers.contains_key("x-forwarded-for");
    if server.is_public && from_outside {
        return Failed::not_found("there is nothing at /metrics").into_response();
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, server.hall.metrics.text(server.hall.now())).into_response()
}

/// Does something with cards where it holds up nobody.
async fn at_desk<T: Send + 'static>(
    server: &Arc<Server>,
    work: impl FnOnce(&Library) -> Result<T, Failed> + Send + 'static,
) -> Result<T, Failed> {
    let (library, permit) = (server.hall.library.clone(), server.desk.clone().acquire_owned().await);
    let done = tokio::task::spawn_blocking(move || {
        let done = work(&library);
        drop(permit);
        done
    });
    done.await.map_err(|_| {
        Failed::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the server made a mistake")
    })?
}

/// Whose eyes a word means: everybody's if none is said.
fn eyes_named(word: Option<&str>) -> Result<Eyes, Failed> {
    match word {
        None | Some("all") => Ok(Eyes::All),
        Some("A") => Ok(Eyes::Seat(Seat::A)),
        Some("B") => Ok(Eyes::Seat(Seat::B)),
        Some("public") => Ok(Eyes::Public),
        Some(other) => Err(Failed::request(format!("{other:?} is no seat: A, B, all or public"))),
    }
}

/// A text that is JSON already.
pub fn json_text(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// A JSON body; what is wrong with one is said as everywhere else.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failed> {
        let bytes = axum::body::Bytes::from_request(request, state).await.map_err(|rejection| {
            let status = rejection.status();
            Failed::new(status, if status == StatusCode::PAYLOAD_TOO_LARGE { "limit" } else { "request" }, {
                rejection.body_text()
            })
        })?;
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(bytes)
            .map(Body)
            .map_err(|error| Failed::new(StatusCode::BAD_REQUEST, "json", format!("the body: {error}")))
    }
}

/// What stands behind the question mark.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failed> {
        Query::try_from_uri(&parts.uri)
            .map(|Query(asked)| Asked(asked))
            .map_err(|rejection| Failed::request(rejection.body_text()))
    }
}

/// The token of a request, if it has one.
pub struct Bearer(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failed> {
        let Some(said) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Bearer(None)) };
        let token = said.to_str().ok().and_then(|said| {
            let (scheme, token) = said.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_string())
        });
        match token {
            Some(token) => Ok(Bearer(Some(token))),
            None => {
                Err(Failed::new(StatusCode::UNAUTHORIZED, "token", "write `Authorization: Bearer TOKEN`"))
            }
        }
    }
}
