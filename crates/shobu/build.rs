//! Lists the project's own cards and decks, so that the library carries them along and plays with no files around.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const GAMES: [&str; 4] = ["digimon", "dbs", "buddyfight", "battle-spirits"];

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..").canonicalize()?;
    let mut code =
        String::from("/// For each game: its name, card files and deck files, each with its text.\n");
    code.push_str("pub const FILES: &[super::OfGame] = &[\n");
    for game in GAMES {
        let cards = listing(&root, &root.join("cards").join(game), "jsonl")?;
        let decks = listing(&root, &root.join("decks").join(game), "json")?;
        // Writing to a string cannot fail.
        let _ = writeln!(code, "({game:?}, &[{cards}], &[{decks}]),");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("built_in.rs");
    fs::write(out, code)
}

/// The files of a folder with that ending, by name, as pairs of name and `include_str!`.
fn listing(root: &Path, folder: &Path, ending: &str) -> io::Result<String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|found| found == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut code = String::new();
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let _ = write!(code, "({name:?}, include_str!({:?})),", path.display().to_string());
    }
    Ok(code)
}
