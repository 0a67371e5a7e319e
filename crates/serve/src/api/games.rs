//! What can be played here.

use crate::Server;
use axum::Json;
use axum::extract::State;
use kernel::Game;
use serde_json::{Value, json};
use shobu::decks::DeckFile;
use shobu::{GameName, built_in, with_game};
use std::sync::Arc;

/// The games with their editions and built-in decks, and the bots.
pub async fn games(State(server): State<Arc<Server>>) -> Json<Value> {
    let games: Vec<Value> = GameName::ALL
        .into_iter()
        .map(|game| {
            let editions = with_game!(game, G => G::EDITIONS);
            let pictures = server.pictures.of(game).is_some_and(|found| !found.is_empty());
            json!({
                "game": game.as_str(), "title": game.title(), "editions": editions, "decks": decks(game),
                "pictures": pictures,
            })
        })
        .collect();
    let bots: Vec<Value> = offered().map(|(name, says)| json!({"name": name, "says": says})).collect();
    Json(json!({"games": games, "bots": bots}))
}

/// The bots that anybody may ask for: no tool whose work or files are named behind a colon.
pub fn offered() -> impl Iterator<Item = (&'static str, &'static str)> {
    bots::NAMES.iter().copied().filter(|(name, _)| *name != "search")
}

fn decks(game: GameName) -> Vec<Value> {
    built_in::deck_files(game.as_str())
        .into_iter()
        .filter_map(|source| {
            let id = built_in::deck_id(&source);
            let deck = DeckFile::read(source).ok()?;
            Some(json!({"id": id, "name": deck.list.name}))
        })
        .collect()
}
