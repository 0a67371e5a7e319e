//! The match on disk: after every answer, whole or not at all, so that nothing can lose it.

use super::Players;
use crate::Result;
use serde_json::{Value, json};
use shobu::live::fresh_seed;
use shobu::records::{Record, write_whole};
use shobu::{AnyMatch, Fault, Source};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

const FORMAT: &str = "shobu-table-1";

/// Where a match is kept while it is played.
pub enum Keep {
    /// It is played from elsewhere (a replay, a scene) and not kept.
    Nowhere,
    /// With the card files it was begun with.
    With(Vec<PathBuf>),
}

impl Keep {
    pub fn is_kept(&self) -> bool {
        !matches!(self, Keep::Nowhere) && file().is_some()
    }

    pub fn keep(&self, game: &AnyMatch) {
        let (Some(file), Keep::With(pools)) = (file(), self) else { return };
        let pools = json!(pools.iter().map(|path| absolute(path)).collect::<Vec<_>>());
        let record: Value = serde_json::from_str(&game.record().to_json()).unwrap_or_default();
        let text = json!({"format": FORMAT, "pool": pools, "record": record}).to_string();
        // A match that cannot be kept goes on all the same; `save FILE` tells what is wrong.
        let _ = write_whole(&file, text.as_bytes());
    }

    /// A match that is over is not resumed.
    pub fn forget(&self) {
        if let (Some(file), false) = (file(), matches!(self, Keep::Nowhere)) {
            let _ = std::fs::remove_file(file);
        }
    }
}

/// Where the match at the table is kept: the folder named by `SHOBU_STATE`, else the user's own for such things. From a
/// pipe nothing is kept, unless the folder is named.
fn file() -> Option<PathBuf> {
    let named = std::env::var_os("SHOBU_STATE").map(PathBuf::from);
    let folder = match named {
        Some(folder) => folder,
        None if !std::io::stdin().is_terminal() => return None,
        None => match std::env::var_os("XDG_STATE_HOME") {
            Some(home) => Path::new(&home).join("shobu"),
            None => Path::new(&std::env::var_os("HOME")?).join(".local/state/shobu"),
        },
    };
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("table.json"))
}

fn absolute(path: &Path) -> String {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}

fn read(file: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()
}

/// Whether a match was left that can be gone on with.
pub fn can_resume() -> bool {
    file().and_then(|file| read(&file)).is_some_and(|kept| kept["format"] == FORMAT)
}

/// A match that was left: at its beginning, with the answers that were given.
pub struct Left {
    pub game: AnyMatch,
    pub answers: Vec<u16>,
    pub players: Players,
    pub pools: Vec<PathBuf>,
}

/// The match that was left last.
pub fn resume() -> Result<Left> {
    let nothing = || Fault::new("there is no match to go on with").help("begin one with `shobu play`");
    let file = file().ok_or_else(nothing)?;
    let kept = read(&file).filter(|kept| kept["format"] == FORMAT).ok_or_else(nothing)?;
    let name = file.to_string_lossy().into_owned();
    let mut record = Record::read(&Source::new(name.clone(), kept["record"].to_string()))?;
    let pools: Vec<PathBuf> = serde_json::from_value(kept["pool"].clone()).unwrap_or_default();
    let players = Players::of(&record.players[1]);
    let answers = std::mem::take(&mut record.answers);
    let game = AnyMatch::again(record, &name, &crate::say::pools(&pools)?)?;
    Ok(Left { game, answers, players, pools })
}

/// A rematch of a record's match: the same decks and players, other luck.
pub fn anew(record: Record, pools: &[PathBuf]) -> Result<AnyMatch> {
    let record =
        Record { seed: fresh_seed(), answers: Vec::new(), conceded: None, hashes: Vec::new(), ..record };
    AnyMatch::again(record, "record", &crate::say::pools(pools)?)
}
