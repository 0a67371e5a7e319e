//! Cards and decks: how a card is read, whether a deck is legal.

use super::matches::LONGEST_DECK;
use super::rulebook::game_named;
use super::{Body, at_desk};
use crate::Server;
use crate::failed::Failed;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use kernel::{DeckList, Printed};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use shobu::any::card_words;
use shobu::decks::DeckFile;
use shobu::library::{Library, Shelved};
use shobu::pools::CardSet;
use shobu::setup::edition_index;
use shobu::{Fault, Source, built_in, with_game};
use std::sync::Arc;

/// A card as it is printed, and what Shobu reads it to do.
pub async fn card(
    State(server): State<Arc<Server>>,
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<Value>, Failed> {
    let name = game_named(&game)?;
    if id.len() > 200 {
        return Err(Failed::not_found("no card is called that"));
    }
    at_desk(&server, move |library| {
        let words = with_game!(name, G => card_words(&G::cards_in(library).with_word(&id)?, &id));
        let card = words.map_err(|fault| Failed::not_found(fault.to_string()))?;
        Ok(Json(json!({
            "game": name.as_str(), "id": card.id, "name": card.name, "row": card.row, "reading": card.words,
            "unread": card.unread,
        })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    game: String,
    list: Value,
    edition: Option<String>,
}

/// A deck as it was read, legal or not with every reason, and the cards with words that are not read.
pub async fn check(
    State(server): State<Arc<Server>>,
    Body(wanted): Body<Check>,
) -> Result<Json<Value>, Failed> {
    let game = game_named(&wanted.game)?;
    let text = match wanted.list {
        Value::String(text) => text,
        deck => deck.to_string(),
    };
    if text.len() > LONGEST_DECK {
        return Err(Failed::new(StatusCode::PAYLOAD_TOO_LARGE, "limit", "this deck is too long"));
    }
    // A built-in deck may be named, as for a new match.
    let text = built_in::deck_file(game.as_str(), &text).map_or(text, |deck| deck.text.to_string());
    let edition = wanted.edition;
    at_desk(&server, move |library| {
        with_game!(game, G => checked::<G>(library, &text, edition.as_deref())).map(Json)
    })
    .await
}

fn checked<G: Shelved>(library: &Library, text: &str, edition: Option<&str>) -> Result<Value, Failed> {
    let edition = edition_index::<G>(edition)?;
    let resolved = DeckFile::read(Source::new("deck", text)).and_then(|file| {
        if let Some(other) = file.game.filter(|game| game.as_str() != G::NAME) {
            return Err(Fault::new(format!("this is a {other} deck, not one of {}", G::NAME)).into());
        }
        let cards = library.cards::<G>(file.words())?;
        Ok((file.resolve(&cards)?, cards))
    });
    let (list, cards) = match resolved {
        Ok(resolved) => resolved,
        Err(faults) => {
            let reason =
                |fault: &Fault| json!({"rule": null, "why": fault.to_string(), "line": fault.line()});
            let reasons: Vec<Value> = faults.list.iter().map(reason).collect();
            return Ok(json!({
                "game": G::NAME, "legal": false, "playable": false, "reasons": reasons,
                "more": faults.left_out, "unread": [], "sections": [],
            }));
        }
    };
    let reasons: Vec<Value> = G::check_deck(&cards.cards, &list, edition)
        .into_iter()
        .map(|fault| {
            let rule = fault.rule.map(|rule| G::RULES.id(rule));
            json!({"rule": rule, "why": fault.why, "says": fault.rule.map(|rule| G::RULES.says(rule))})
        })
        .collect();
    let unread = unread(&cards, &list);
    Ok(json!({
        "game": G::NAME, "name": list.name, "edition": G::EDITIONS[edition], "legal": reasons.is_empty(),
        "playable": reasons.is_empty() && unread.is_empty(), "reasons": reasons, "unread": unread,
        "sections": sections(&cards, &list), "deck": as_deck(G::NAME, &list),
    }))
}

fn unread<G: Shelved>(cards: &CardSet<G>, list: &DeckList) -> Vec<Value> {
    let ids = list.sections.iter().flat_map(|(_, entries)| entries);
    ids.filter_map(|(id, _)| {
        let card = cards.card(cards.pool().find(id)?);
        let first = card.unread().first()?;
        Some(json!({"id": id, "name": card.name(), "field": first.field, "words": first.words, "why": first.why}))
    })
    .collect()
}

fn sections<G: Shelved>(cards: &CardSet<G>, list: &DeckList) -> Vec<Value> {
    let entry = |(id, count): &(String, u32)| {
        let name = cards.pool().find(id).map_or("", |print| cards.card(print).name());
        json!({"id": id, "name": name, "count": count})
    };
    let section = |(name, entries): &(String, Vec<(String, u32)>)| json!({"section": name, "cards": entries.iter().map(entry).collect::<Vec<_>>()});
    list.sections.iter().map(section).collect()
}

/// The deck as JSON, as a new match takes it.
fn as_deck(game: &str, list: &DeckList) -> Value {
    let mut deck = Map::new();
    deck.insert("game".into(), game.into());
    deck.insert("name".into(), list.name.as_str().into());
    for (name, entries) in &list.sections {
        let cards: Map<String, Value> =
            entries.iter().map(|(id, count)| (id.clone(), (*count).into())).collect();
        deck.insert(name.clone(), Value::Object(cards));
    }
    deck.extend(list.extra.iter().cloned());
    Value::Object(deck)
}
