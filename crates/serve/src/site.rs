//! `shobu book`: the executable rulebook as a folder of files that a browser opens from disk, with no server.
//!
//! The page is the one that is served. A browser lets a page from disk load scripts and nothing else, so that what the server
//! would tell stands in scripts here, each of which calls `shobuBook` with its name and its value (`web/src/book.ts`).

use crate::page;
use crate::rulebook::{Book, rules_of, scene_steps, scene_told};
use serde_json::{Value, json};
use shobu::scenes::Scene;
use shobu::{Fault, Faults, GameName, Source};
use std::collections::HashMap;
use std::path::Path;

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    pub rules: usize,
    pub scenes: usize,
    pub bytes: u64,
}

/// Writes the rulebook into a folder, which is made where it is not there.
pub fn write_book(folder: &Path) -> Result<Written, Faults> {
    let book = Book::open();
    let mut site = Site { folder, written: Written::default() };
    for (name, bytes) in page::files() {
        let text = match name.as_ref() {
            "index.html" => of_book(&String::from_utf8_lossy(&bytes)).into_bytes(),
            _ => bytes.into_owned(),
        };
        site.write(&name, &text)?;
    }
    for game in GameName::ALL {
        let rows: Vec<Value> = rules_of(game).rows().map(|row| book.rule(game, &row)).collect();
        site.written.rules += rows.len();
        let told = json!({"game": game.as_str(), "title": game.title(), "rules": rows});
        site.tell(&format!("rules/{game}"), &told)?;
    }
    site.tell("scenes", &json!({"scenes": book.texts.keys().collect::<Vec<_>>()}))?;
    for (path, text) in &book.texts {
        let Ok(scene) = Scene::read(Source::new(*path, *text)) else { continue };
        let Ok(game) = scene.game.parse::<GameName>() else { continue };
        let mut steps = scene_steps(game, &scene);
        let told = scene_told(path, game, &scene, &steps);
        let parts = shared(&mut steps);
        let name = path.strip_suffix(".toml").unwrap_or(path);
        site.tell(name, &json!({"scene": told, "steps": steps, "parts": parts}))?;
        site.written.scenes += 1;
    }
    Ok(site.written)
}

/// The page's frame for a folder: beside its files, and told where the book is.
fn of_book(page: &str) -> String {
    let beside = page.replace("=\"/", "=\"");
    beside.replacen("<html ", "<html data-book=\"data/\" ", 1)
}

/// Takes out of every step's board the zones, which are most of it and seldom change: each is kept once, and the board has its
/// number in the list.
fn shared(steps: &mut [Value]) -> Vec<Value> {
    let (mut parts, mut known) = (Vec::new(), HashMap::<String, usize>::new());
    for step in steps {
        for seat in ["A", "B"] {
            let Some(zones) = step["board"]["seats"][seat]["zones"].as_object_mut() else { continue };
            for zone in zones.values_mut() {
                let at = *known.entry(zone.to_string()).or_insert_with(|| {
                    parts.push(zone.clone());
                    parts.len() - 1
                });
                *zone = at.into();
            }
        }
    }
    parts
}

struct Site<'f> {
    folder: &'f Path,
    written: Written,
}

impl Site<'_> {
    /// Writes what the page asks for under a name.
    fn tell(&mut self, name: &str, value: &Value) -> Result<(), Faults> {
        // JSON is a script's value, but for what would end the script's tag or a line in old readers.
        let value = value.to_string().replace("</", "<\\/");
        self.write(&format!("data/{name}.js"), format!("shobuBook({},{value})\n", json!(name)).as_bytes())
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), Faults> {
        let path = self.folder.join(name);
        let fault = |error: std::io::Error| {
            Faults::from(Fault::of_file(&path.display().to_string(), format!("cannot be written: {error}")))
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        std::fs::write(&path, bytes).map_err(fault)?;
        self.written.bytes += bytes.len() as u64;
        Ok(())
    }
}
