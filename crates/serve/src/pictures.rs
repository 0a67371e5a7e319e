//! Pictures of cards, where whoever runs the server has some: `FOLDER/GAME/ID.webp` (or png, jpg, jpeg, avif). The folder is
//! read once; nothing that is asked for ever names a file.

use crate::Server;
use crate::failed::Failed;
use axum::Json;
use axum::extract::{Path as Named, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use shobu::{Fault, GameName};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The pictures of each game, by the card's id in capital letters.
#[derive(Default)]
pub struct Pictures(Vec<(GameName, BTreeMap<String, PathBuf>)>);

impl Pictures {
    /// Looks at a folder with a folder for each game.
    pub fn read(folder: &Path) -> Result<Self, Fault> {
        let mut all = Vec::new();
        for game in GameName::ALL {
            let below = folder.join(game.as_str());
            let Ok(files) = std::fs::read_dir(&below) else { continue };
            let picture = |path: PathBuf| {
                kind_of(&path)?;
                Some((path.file_stem()?.to_str()?.to_uppercase(), path))
            };
            let found: BTreeMap<_, _> = files.flatten().filter_map(|file| picture(file.path())).collect();
            all.push((game, found));
        }
        if all.iter().all(|(_, found)| found.is_empty()) {
            let what = format!("{} has no pictures", folder.display());
            return Err(
                Fault::new(what).help("a picture is GAME/ID.webp: digimon/BT1-010.webp (or png, jpg, avif)")
            );
        }
        Ok(Pictures(all))
    }

    pub fn of(&self, game: GameName) -> Option<&BTreeMap<String, PathBuf>> {
        self.0.iter().find(|(name, _)| *name == game).map(|(_, found)| found)
    }
}

fn kind_of(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "webp" => Some("image/webp"),
        "png" => Some("image/png"),
        "jpg" | "jpeg" => Some("image/jpeg"),
        "avif" => Some("image/avif"),
        _ => None,
    }
}

/// The cards of a game that have a picture.
pub async fn list(
    State(server): State<Arc<Server>>,
    Named(game): Named<String>,
) -> Result<Json<Value>, Failed> {
    let name: GameName = game.parse().map_err(|fault: Fault| Failed::not_found(fault.to_string()))?;
    let ids: Vec<&String> = server.pictures.of(name).map(|found| found.keys().collect()).unwrap_or_default();
    Ok(Json(json!({"game": name.as_str(), "ids": ids})))
}

/// One picture.
pub async fn picture(
    State(server): State<Arc<Server>>,
    Named((game, id)): Named<(String, String)>,
) -> Result<Response, Failed> {
    let none = || Failed::not_found("there is no such picture");
    let name: GameName = game.parse().map_err(|_: Fault| none())?;
    let path = server.pictures.of(name).and_then(|found| found.get(&id.to_uppercase())).ok_or_else(none)?;
    let (path, kind) = (path.clone(), kind_of(path).unwrap_or_default());
    let read = tokio::task::spawn_blocking(move || std::fs::read(path)).await;
    let bytes = read.ok().and_then(Result::ok).ok_or_else(none)?;
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, max-age=86400")];
    Ok((headers, bytes).into_response())
}
