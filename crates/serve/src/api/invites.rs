//! Invitations: the host has chosen a deck, the guest brings one, and then the match begins. The tokens are made with
//! the invitation and open the seats of the match, so that joining twice is joining once.

use super::matches::{Terms, made_of, seat_told};
use super::{Bearer, Body, at_desk};
use crate::Server;
use crate::clock::Wanted;
use crate::failed::Failed;
use crate::guard::Address;
use crate::storage::Invite;
use crate::token::{TokenHash, fresh_id, fresh_seed, fresh_token, is_id};
use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// What the host asks for; kept as JSON until the guest is there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    game: String,
    #[serde(default)]
    deck: Value,
    edition: Option<String>,
    clock: Option<Wanted>,
    #[serde(default)]
    allow_unread: bool,
}

impl Host {
    fn terms(&self, guest: Value) -> Terms {
        Terms {
            game: self.game.clone(),
            decks: vec![self.deck.clone(), guest],
            edition: self.edition.clone(),
            allow_unread: self.allow_unread,
            players: ["person".into(), "person".into()],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    #[serde(default)]
    deck: Value,
}

/// Keeps an invitation, if a match could begin with the host's deck.
pub async fn create(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Body(host): Body<Host>,
) -> Result<Response, Failed> {
    server.may_make(address)?;
    host.clock.map(Wanted::pace).transpose().map_err(Failed::request)?;
    let (wanted, terms) = (serde_json::to_string(&host).unwrap_or_default(), host.terms(Value::Null));
    at_desk(&server, move |library| terms.begin(library, 0).map(drop)).await?;
    let (id, tokens) = (fresh_id()?, [fresh_token()?, fresh_token()?]);
    let hashes = tokens.each_ref().map(|token| TokenHash::of(token));
    server.hall.storage.invite(Invite { id: id.clone(), wanted, tokens: hashes, begun: None }).await?;
    let [host, guest] = tokens;
    let guest = json!({"token": guest, "link": format!("/i/{id}#{guest}")});
    Ok((StatusCode::CREATED, Json(json!({"invite": id, "token": host, "guest": guest}))).into_response())
}

async fn found(server: &Arc<Server>, id: &str) -> Result<(Invite, Host), Failed> {
    let gone = || Failed::not_found("there is no such invitation here, or not any more");
    let kept = if is_id(id) { server.hall.storage.invited(id).await? } else { None };
    let invite = kept.ok_or_else(gone)?;
    let host = serde_json::from_str(&invite.wanted).map_err(|_| gone())?;
    Ok((invite, host))
}

/// What is to be played, and the match once it has begun. The host's deck is told to nobody.
pub async fn look(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Result<Json<Value>, Failed> {
    let (invite, host) = found(&server, &id).await?;
    Ok(Json(json!({
        "invite": id, "game": host.game, "edition": host.edition, "clock": host.clock, "match": invite.begun,
    })))
}

/// The guest has a deck: the match begins, unless it has begun already.
pub async fn join(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    Body(guest): Body<Guest>,
) -> Result<Response, Failed> {
    let (invite, host) = found(&server, &id).await?;
    let token = token.unwrap_or_default();
    if !invite.tokens[1].opens(&token) {
        let text = "this needs the token of the guest: `Authorization: Bearer TOKEN`";
        return Err(Failed::new(StatusCode::UNAUTHORIZED, "token", text));
    }
    let begun = match invite.begun {
        Some(begun) => begun,
        None => {
            server.may_make(address)?;
            let pace = host.clock.map(Wanted::pace).transpose().map_err(Failed::request)?;
            let (terms, seed) = (host.terms(guest.deck), fresh_seed()?);
            let game = at_desk(&server, move |library| terms.begin(library, seed)).await?;
            let made = made_of(&fresh_id()?, game.record(), invite.tokens.map(Some), pace);
            server.hall.storage.join(&id, made).await?
        }
    };
    let seats = [seat_told(&begun, Seat::B, &token)];
    Ok((StatusCode::CREATED, Json(json!({"match": begun, "seats": seats}))).into_response())
}
