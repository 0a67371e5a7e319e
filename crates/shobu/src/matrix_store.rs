//! The tally of a matrix on disk: one line for each chunk that was played whole. Lines are only ever added, so whatever ends
//! the program, what is done is kept, and a line that was cut off is played again.

use crate::fault::Fault;
use crate::matrix::{Chunk, Tally};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The form of these files. Another form is another word.
const FORMAT: &str = "shobu-matrix-1";

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    /// What every figure depends on, hashed: decks, cards, seed, bots, rules.
    key: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    chunk: Chunk,
    tally: Tally,
}

/// A tally file that is being added to.
pub struct Store {
    path: PathBuf,
    file: File,
    done: BTreeMap<Chunk, Tally>,
}

impl Store {
    /// Opens the tally of a folder, and makes one where there is none.
    pub fn open(folder: &Path, key: &str) -> Result<Self, Fault> {
        let path = folder.join("tally.jsonl");
        let wrong = |what: String| Fault::of_file(&path.display().to_string(), what);
        let unreadable = |error: std::io::Error| wrong(format!("cannot be used: {error}"));
        std::fs::create_dir_all(folder).map_err(unreadable)?;
        let text = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unreadable(error)),
        };
        let mut done = BTreeMap::new();
        let mut whole = 0;
        for (at, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if line.last() != Some(&b'\n') {
                break;
            }
            if at == 0 {
                let header: Header = serde_json::from_slice(line).map_err(|_| {
                    wrong("not the tally of a matrix".into()).help("name another folder with --out")
                })?;
                if header.format != FORMAT || header.key != key {
                    let what = "this folder holds the tally of another run: other decks, cards, seed, bots or version";
                    return Err(wrong(what.into()).help("name another folder with --out, or delete this one"));
                }
            } else {
                match serde_json::from_slice::<Line>(line) {
                    Ok(Line { chunk, tally }) => drop(done.insert(chunk, tally)),
                    // A line that was damaged is played again, and everything behind it too.
                    Err(_) => break,
                }
            }
            whole += line.len();
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(unreadable)?;
        if whole < text.len() {
            file.set_len(whole as u64).map_err(unreadable)?;
        }
        let mut store = Store { path, file, done };
        if whole == 0 {
            store.write(&Header { format: FORMAT.into(), key: key.into() })?;
        }
        Ok(store)
    }

    /// Whether a chunk has been played already.
    pub fn has(&self, chunk: &Chunk) -> bool {
        self.done.contains_key(chunk)
    }

    /// Writes a finished chunk down.
    pub fn add(&mut self, chunk: Chunk, tally: &Tally) -> Result<(), Fault> {
        self.write(&Line { chunk, tally: tally.clone() })?;
        self.done.insert(chunk, tally.clone());
        Ok(())
    }

    /// What a finished chunk gave.
    pub fn tally(&self, chunk: &Chunk) -> Option<&Tally> {
        self.done.get(chunk)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Fault> {
        // Plain numbers and strings always have a JSON form. The line goes out in one piece.
        let text = serde_json::to_string(line).unwrap_or_default() + "\n";
        self.file.write_all(text.as_bytes()).map_err(|error| {
            Fault::of_file(&self.path.display().to_string(), format!("cannot be written: {error}"))
        })
    }
}
