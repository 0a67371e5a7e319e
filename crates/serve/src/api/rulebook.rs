//! The executable rulebook over HTTP; what is told stands in `crate::rulebook`, which `shobu book` writes down too.

use super::{Asked, at_desk};
use crate::Server;
use crate::failed::Failed;
use crate::rulebook::{Book, rules_of, scene_at, scene_steps, scene_told};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use shobu::scenes::Scene;
use shobu::{GameName, Source};
use std::sync::Arc;

/// Rules that a search gives at most.
const MOST_FOUND: usize = 200;

impl Server {
    /// The book, opened when it is asked for first.
    async fn book(self: &Arc<Self>) -> Result<Arc<Book>, Failed> {
        let open = || async {
            let opened = tokio::task::spawn_blocking(Book::open).await;
            opened.map(Arc::new).map_err(|_| Failed::not_found("the rulebook cannot be opened"))
        };
        self.book.get_or_try_init(open).await.cloned()
    }
}

/// All rules of a game.
pub async fn rules(
    State(server): State<Arc<Server>>,
    Path(game): Path<String>,
) -> Result<Json<Value>, Failed> {
    let game = game_named(&game)?;
    let book = server.book().await?;
    let rows: Vec<Value> = rules_of(game).rows().map(|row| book.row(game, &row)).collect();
    Ok(Json(json!({"game": game.as_str(), "title": game.title(), "rules": rows})))
}

/// One rule: what it says, where it is enforced, the scenes that show it.
pub async fn rule(
    State(server): State<Arc<Server>>,
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<Value>, Failed> {
    let game = game_named(&game)?;
    let book = server.book().await?;
    let none = || Failed::not_found(format!("{game} has no rule {id:?}"));
    let row = rules_of(game).rows().find(|row| row.id == id).ok_or_else(none)?;
    Ok(Json(book.rule(game, &row)))
}

#[derive(Deserialize)]
pub struct Search {
    #[serde(default)]
    q: String,
    game: Option<String>,
}

/// Rules by the words we have for them, best first.
pub async fn search(Asked(asked): Asked<Search>) -> Result<Json<Value>, Failed> {
    let games = match &asked.game {
        Some(game) => vec![game_named(game)?],
        None => GameName::ALL.to_vec(),
    };
    if asked.q.len() > 200 {
        return Err(Failed::request("that is too much to search for"));
    }
    let mut found = Vec::new();
    for game in games {
        let rows = shobu::search::search(rules_of(game), &asked.q).into_iter().take(MOST_FOUND);
        found.extend(
            rows.map(|row| json!({"game": game.as_str(), "id": row.id, "kind": row.kind, "says": row.says})),
        );
    }
    found.truncate(MOST_FOUND);
    Ok(Json(json!({"rules": found})))
}

/// Every scene, by path.
pub async fn scenes(State(server): State<Arc<Server>>) -> Result<Json<Value>, Failed> {
    let book = server.book().await?;
    Ok(Json(json!({"scenes": book.texts.keys().collect::<Vec<_>>()})))
}

#[derive(Deserialize)]
pub struct At {
    at: Option<usize>,
    seat: Option<String>,
}

/// A scene: its text and its script, or where it stands after so many lines of that.
pub async fn scene(
    State(server): State<Arc<Server>>,
    Path(path): Path<String>,
    Asked(asked): Asked<At>,
) -> Result<Json<Value>, Failed> {
    let book = server.book().await?;
    let path = path.strip_prefix("scenes/").unwrap_or(&path);
    let path = format!("scenes/{}.toml", path.strip_suffix(".toml").unwrap_or(path));
    let none = || Failed::not_found(format!("there is no scene {path}"));
    let (path, text) = book.texts.get_key_value(path.as_str()).ok_or_else(none)?;
    let scene = Scene::read(Source::new(*path, *text))?;
    let game = game_named(&scene.game)?;
    let path = *path;
    let Some(at) = asked.at else {
        let told = move |_: &_| Ok(Json(scene_told(path, game, &scene, &scene_steps(game, &scene))));
        return at_desk(&server, told).await;
    };
    let eyes = super::eyes_named(asked.seat.as_deref())?;
    let steps = scene.lines.len();
    if at > steps {
        return Err(Failed::request(format!("this scene has {steps} steps, not {at}")));
    }
    at_desk(&server, move |_| {
        scene_at(game, &scene, at, eyes).map(Json).map_err(|failure| {
            Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "scene", failure.fault.to_string())
        })
    })
    .await
}

pub fn game_named(word: &str) -> Result<GameName, Failed> {
    word.parse().map_err(|fault: shobu::Fault| Failed::not_found(fault.to_string()))
}
