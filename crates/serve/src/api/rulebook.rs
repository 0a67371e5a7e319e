//! The executable rulebook: every rule with where it is enforced and its scenes, every scene step by step.

use super::{Asked, at_desk};
use crate::Server;
use crate::failed::Failed;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use kernel::{Game, RuleBook, RuleRow};
use serde::Deserialize;
use serde_json::{Value, json};
use shobu::ledger::exempt_tsv;
use shobu::scenes::{self, Picture, Scene};
use shobu::{GameName, Source, with_game};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Rules that a search gives at most.
const MOST_FOUND: usize = 200;

/// What the scenes of the project show, put together once.
pub struct Book {
    /// By game and rule id, the paths of the scenes that show it, with their titles.
    shown: HashMap<(GameName, String), Vec<(&'static str, String)>>,
    /// Why a rule needs no scene.
    exempt: HashMap<(GameName, &'static str), &'static str>,
    /// Every scene's text by its path.
    texts: BTreeMap<&'static str, &'static str>,
}

impl Book {
    /// Reads every scene that the program carries along.
    pub fn open() -> Self {
        let (mut shown, mut texts) = (HashMap::<_, Vec<_>>::new(), BTreeMap::new());
        for file in book::scenes() {
            texts.insert(file.path, file.text);
            let Ok(scene) = Scene::read(Source::new(file.path, file.text)) else { continue };
            let Ok(game) = scene.game.parse::<GameName>() else { continue };
            for cited in &scene.rules {
                shown.entry((game, cited.id.clone())).or_default().push((file.path, scene.title.clone()));
            }
        }
        let mut exempt = HashMap::new();
        for game in GameName::ALL {
            for line in exempt_tsv(game).lines().skip(1) {
                if let Some((id, why)) = line.split_once('\t') {
                    exempt.insert((game, id), why.trim());
                }
            }
        }
        Book { shown, exempt, texts }
    }

    fn scenes(&self, game: GameName, id: &str) -> &[(&'static str, String)] {
        self.shown.get(&(game, id.to_string())).map_or(&[], Vec::as_slice)
    }
}

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

fn rules_of(game: GameName) -> RuleBook {
    with_game!(game, G => G::RULES)
}

/// All rules of a game.
pub async fn rules(
    State(server): State<Arc<Server>>,
    Path(game): Path<String>,
) -> Result<Json<Value>, Failed> {
    let game = game_named(&game)?;
    let book = server.book().await?;
    let row = |row: RuleRow| {
        let mut told = json!({"id": row.id, "kind": row.kind, "says": row.says});
        told["scenes"] = book.scenes(game, row.id).len().into();
        if let Some(why) = book.exempt.get(&(game, row.id)) {
            told["exempt"] = (*why).into();
        }
        told
    };
    let rows: Vec<Value> = rules_of(game).rows().map(row).collect();
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
    let scene = |(path, title): &(&str, String)| json!({"path": path, "title": title});
    let scenes: Vec<Value> = book.scenes(game, &id).iter().map(scene).collect();
    let place = |place: book::Place| json!({"file": place.file, "line": place.line});
    let places: Vec<Value> = book::places(game.as_str(), &id).into_iter().map(place).collect();
    Ok(Json(json!({
        "game": game.as_str(), "id": row.id, "kind": row.kind, "says": row.says, "document": row.seed,
        "line": row.line, "places": places, "scenes": scenes, "exempt": book.exempt.get(&(game, row.id)),
    })))
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
    let Some(at) = asked.at else {
        return Ok(Json(told(path, game, &scene)));
    };
    let eyes = super::eyes_named(asked.seat.as_deref())?;
    let steps = scene.lines.len();
    if at > steps {
        return Err(Failed::request(format!("this scene has {steps} steps, not {at}")));
    }
    at_desk(&server, move |_| {
        with_game!(game, G => {
            let line = at.checked_sub(1).map(|at| &scene.lines[at]);
            let shown = scenes::show::<G>(&scene, line.map(|line| line.number)).map_err(|failure| {
                Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "scene", failure.fault.to_string())
            })?;
            let Picture { board, menu, asked, events, over } = shown.picture(eyes);
            Ok(Json(json!({
                "type": "scene", "at": at, "steps": steps, "line": line.map(|line| line.number),
                "said": line.map(|line| &scene.source.text[line.span.clone()]),
                "board": board, "menu": menu, "asked": asked, "events": events, "over": over,
            })))
        })
    })
    .await
}

fn told(path: &str, game: GameName, scene: &Scene) -> Value {
    let rules: Vec<&str> = scene.rules.iter().map(|cited| cited.id.as_str()).collect();
    let line =
        |line: &scenes::Line| json!({"number": line.number, "text": scene.source.text[line.span.clone()]});
    let lines: Vec<Value> = scene.lines.iter().map(line).collect();
    json!({
        "path": path, "title": scene.title, "game": game.as_str(), "rules": rules,
        "source": &*scene.source.text, "steps": lines.len(), "lines": lines,
    })
}

pub fn game_named(word: &str) -> Result<GameName, Failed> {
    word.parse().map_err(|fault: shobu::Fault| Failed::not_found(fault.to_string()))
}
