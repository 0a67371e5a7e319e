//! Packs the project's scenes into one file, and lists where in the code each rule is cited and which rules follow from
//! something else, so that a program carries all of it along and answers with no folder around.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A game, and how its rules are cited in comments.
const GAMES: [(&str, &str); 4] =
    [("digimon", "DCG"), ("dbs", "DBS"), ("buddyfight", "BF"), ("battle-spirits", "BS")];

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..").canonicalize()?;
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("scenes.txt"), scenes(&root)?)?;
    fs::write(out.join("places.tsv"), places(&root)?)?;
    fs::write(out.join("follows.tsv"), follows(&root)?)
}

/// Each scene as its path, a line end, its text and a zero byte.
fn scenes(root: &Path) -> io::Result<String> {
    let mut packed = String::new();
    for path in files(&root.join("scenes"), "toml")? {
        packed.push_str(&name(root, &path));
        packed.push('\n');
        packed.push_str(&fs::read_to_string(&path)?);
        packed.push('\0');
    }
    Ok(packed)
}

/// Rows of game, rule, file and line.
fn places(root: &Path) -> io::Result<String> {
    let mut rows = String::new();
    for (game, prefix) in GAMES {
        let index = fs::read_to_string(root.join("rules").join(game).join("index.tsv"))?;
        let known: BTreeSet<&str> = index.lines().skip(1).filter_map(|row| row.split('\t').next()).collect();
        // What tells the grounds of a refusal enforces nothing.
        let sources = files(&root.join("crates").join(game).join("src"), "rs")?;
        for path in sources.iter().filter(|path| !path.ends_with("grounds.rs")) {
            for (at, line) in fs::read_to_string(path)?.lines().enumerate() {
                for id in cited(line, prefix, &known) {
                    rows.push_str(&format!("{game}\t{id}\t{}\t{}\n", name(root, path), at + 1));
                }
            }
        }
    }
    Ok(rows)
}

/// Rows of game, rule, the file it follows from, and why.
fn follows(root: &Path) -> io::Result<String> {
    let mut rows = String::new();
    for (game, _) in GAMES {
        let table = root.join("rules").join(game).join("follows.tsv");
        println!("cargo::rerun-if-changed={}", table.display());
        for row in fs::read_to_string(&table)?.lines().skip(1).filter(|row| !row.is_empty()) {
            rows.push_str(&format!("{game}\t{row}\n"));
        }
    }
    Ok(rows)
}

/// The ids behind `DCG` in a comment (`DCG 11-2-1, 11-2-2 and 11-2-3: …`), and those of `rule!("…")`.
fn cited<'l>(line: &'l str, prefix: &str, known: &BTreeSet<&str>) -> BTreeSet<&'l str> {
    let behind_macro = line.match_indices("rule!(\"").filter_map(|(at, _)| line[at + 7..].split('"').next());
    let mut ids: BTreeSet<&str> = behind_macro.filter(|id| known.contains(id)).collect();
    for (at, _) in line.match_indices(prefix) {
        let Some(rest) = line[at + prefix.len()..].strip_prefix(' ') else { continue };
        let words = rest.split_whitespace().map(|word| word.trim_end_matches([',', ':', ';', '.', ')']));
        ids.extend(
            words
                .take_while(|word| known.contains(word) || matches!(*word, "and" | "to"))
                .filter(|word| known.contains(word)),
        );
    }
    ids
}

/// The files below a folder with that ending, by name.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut found = Vec::new();
    below(folder, ending, &mut found)?;
    found.sort();
    Ok(found)
}

fn below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, ending, found)?;
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    Ok(())
}

/// A path as the project's pages write it.
fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string().replace('\\', "/")
}
