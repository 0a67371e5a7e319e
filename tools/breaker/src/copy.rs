//! The broken copy: the workspace beside itself, with every break inside, built.

use crate::cite::{GAMES, Game, known, rules_by_line};
use crate::rewrite::{Break, Constants, File, constants, listing, rewrite};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the copy needs of the project.
const PARTS: [&str; 9] =
    ["Cargo.toml", "Cargo.lock", "rustfmt.toml", "crates", "tools", "python", "rules", "cards", "decks"];
/// Files of a game that set scenes up, show them, tell what stands behind a refusal, read and say texts, or know what is good
/// play: what is read is for the prober to try, what is shown for the law of knowledge and the tests of boards, what is told
/// for the tests of grounds, what is good play for duels. No rule is enforced in them.
const LEFT_ALONE: [&str; 10] = [
    "scene.rs",
    "view.rs",
    "grounds.rs",
    "text/",
    "text.rs",
    "board.rs",
    "stake.rs",
    "sense.rs",
    "describe.rs",
    "probe.rs",
];
/// How often breaks that do not compile are taken out again before the breaker gives up.
const ROUNDS: usize = 12;

/// How far around a line that does not compile breaks are left out, the first time it is complained of, the second, and so on.
const AROUND: [usize; 4] = [0, 6, 60, 10_000];

/// The breaks of each game, by its name.
pub type Breaks = BTreeMap<&'static str, Vec<Break>>;

/// Lines (from 1) by file whose breaks do not compile.
type LeftOut = HashMap<String, HashSet<usize>>;

/// Writes the copy, builds its `trial`, and says which breaks are inside: those of the games that are wanted. The others
/// are built as they are.
pub fn build(root: &Path, copy: &Path, wanted: impl Fn(&str) -> bool) -> Result<(Breaks, PathBuf), String> {
    for part in PARTS {
        same(&root.join(part), &copy.join(part))?;
    }
    let mut left_out = remembered(root, copy);
    let mut repeated: HashMap<(String, usize), usize> = HashMap::new();
    for round in 0..ROUNDS {
        let breaks = write(root, copy, &left_out, &wanted)?;
        let count: usize = breaks.values().map(Vec::len).sum();
        eprintln!("building the copy with {count} breaks inside");
        match compile(copy)? {
            Compiled::Fine(program) => {
                remember(root, copy, &left_out)?;
                for (game, breaks) in &breaks {
                    write_if_new(&list_of(copy, game), listing(breaks).as_bytes())?;
                }
                return Ok((breaks, program));
            }
            Compiled::Complaints(complaints) => {
                for (file, line) in complaints {
                    // The same line again: the break is near it, and further away each time. The complaint is about a
                    // borrow or a type, say.
                    let again = repeated.entry((file.clone(), line)).or_insert(0);
                    let around = AROUND[(*again).min(AROUND.len() - 1)];
                    *again += 1;
                    left_out.entry(file).or_default().extend(line.saturating_sub(around)..=line + around);
                }
                let lines: usize = left_out.values().map(HashSet::len).sum();
                eprintln!("round {}: breaks that do not compile are left out ({lines} lines)", round + 1);
            }
        }
    }
    Err(format!("the copy does not compile after {ROUNDS} rounds"))
}

/// The breaks of the wanted games in the copy as it was built last, and its program.
pub fn as_built(copy: &Path, wanted: impl Fn(&str) -> bool) -> Result<(Breaks, PathBuf), String> {
    let mut breaks = Breaks::new();
    for game in GAMES.iter().filter(|game| wanted(game.name)) {
        let list = list_of(copy, game.name);
        let text = fs::read_to_string(&list)
            .map_err(|error| format!("{}: {error}; build the copy first", list.display()))?;
        breaks.insert(game.name, text.lines().filter_map(Break::read).collect());
    }
    Ok((breaks, copy.join("target/quick/trial")))
}

fn list_of(copy: &Path, game: &str) -> PathBuf {
    copy.join(format!("breaks-{game}.tsv"))
}

/// What was left out last time, of files that are still the same: it would be left out again, a build later.
fn remembered(root: &Path, copy: &Path) -> LeftOut {
    let text = fs::read_to_string(copy.join("left-out.tsv")).unwrap_or_default();
    let mut left_out = LeftOut::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, print, lines] = fields[..] else { continue };
        if print == fingerprint(&root.join(file)) {
            left_out.insert(file.into(), lines.split(' ').filter_map(|line| line.parse().ok()).collect());
        }
    }
    left_out
}

fn remember(root: &Path, copy: &Path, left_out: &LeftOut) -> Result<(), String> {
    let mut text = String::new();
    for (file, lines) in left_out {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        text += &format!("{file}\t{}\t{}\n", fingerprint(&root.join(file)), lines.join(" "));
    }
    write_if_new(&copy.join("left-out.tsv"), text.as_bytes())
}

/// Tells one text of a file from another.
fn fingerprint(file: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    fs::read(file).unwrap_or_default().hash(&mut hasher);
    format!("{:x}", hasher.finish())
}

/// Makes `to` the same as `from`, and touches only what differs, so that little is built anew.
fn same(from: &Path, to: &Path) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", from.display());
    if !from.is_dir() {
        if from.exists() {
            write_if_new(to, &fs::read(from).map_err(fault)?)?;
        }
        return Ok(());
    }
    fs::create_dir_all(to).map_err(fault)?;
    let mut names = HashSet::new();
    for entry in fs::read_dir(from).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        names.insert(entry.file_name());
        // Sources and manifests of the games are written with their breaks.
        let written = |game: &Game| {
            ["src", "Cargo.toml"]
                .iter()
                .any(|part| entry.path().ends_with(format!("crates/{}/{part}", game.name)))
        };
        if !GAMES.iter().any(written) {
            same(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    for entry in fs::read_dir(to).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        if !names.contains(&entry.file_name()) && entry.path().is_file() {
            fs::remove_file(entry.path()).map_err(fault)?;
        }
    }
    Ok(())
}

fn write_if_new(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    fs::write(path, bytes).map_err(fault)
}

fn write(
    root: &Path,
    copy: &Path,
    left_out: &LeftOut,
    wanted: impl Fn(&str) -> bool,
) -> Result<Breaks, String> {
    let mut all = Breaks::new();
    for game in GAMES {
        if wanted(game.name) {
            all.insert(game.name, write_game(root, copy, game, left_out)?);
        } else {
            let home = PathBuf::from("crates").join(game.name);
            same(&root.join(&home).join("Cargo.toml"), &copy.join(&home).join("Cargo.toml"))?;
            for path in below(&root.join(&home).join("src"))? {
                same(&path, &copy.join(path.strip_prefix(root).unwrap_or(&path)))?;
            }
        }
    }
    Ok(all)
}

fn write_game(root: &Path, copy: &Path, game: Game, left_out: &LeftOut) -> Result<Vec<Break>, String> {
    let home = PathBuf::from("crates").join(game.name);
    let manifest =
        fs::read_to_string(root.join(&home).join("Cargo.toml")).map_err(|error| error.to_string())?;
    let broken = "[dependencies]\nbroken = { path = \"../../tools/broken\", package = \"shobu-broken\" }";
    write_if_new(
        &copy.join(&home).join("Cargo.toml"),
        manifest.replacen("[dependencies]", broken, 1).as_bytes(),
    )?;
    let index = root.join("rules").join(game.name).join("index.tsv");
    let known = known(&fs::read_to_string(&index).map_err(|error| format!("{}: {error}", index.display()))?);
    let mut sources = Vec::new();
    for path in below(&root.join(&home).join("src"))? {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        // Tables that a source includes have nothing to break.
        if path.extension().is_none_or(|ending| ending != "rs") {
            write_if_new(&copy.join(&name), text.as_bytes())?;
            continue;
        }
        let rules = rules_by_line(&text, game, &known);
        sources.push((name, text, rules));
    }
    let nothing = HashSet::new();
    let (mut next, mut breaks, mut found) = (1, Vec::new(), Constants::new());
    let mut files = Vec::new();
    for (name, text, rules) in &sources {
        let file = File { name, text, rules, left_out: left_out.get(name).unwrap_or(&nothing) };
        constants(&file, &mut found, &mut next, &mut breaks)?;
        files.push(file);
    }
    for file in &files {
        let alone = LEFT_ALONE.iter().any(|part| file.name.contains(&format!("/src/{part}")));
        let (text, more) = match alone {
            true => (file.text.to_string(), Vec::new()),
            false => rewrite(file, &found, &mut next)?,
        };
        write_if_new(&copy.join(file.name), text.as_bytes())?;
        breaks.extend(more);
    }
    Ok(breaks)
}

/// Every source file below a folder, in order of names.
fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() {
            found.extend(below(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

enum Compiled {
    /// Where the program is.
    Fine(PathBuf),
    /// Files and lines (from 1) that do not compile.
    Complaints(Vec<(String, usize)>),
}

fn compile(copy: &Path) -> Result<Compiled, String> {
    let built = Command::new("cargo")
        .args(["build", "--profile", "quick", "-p", "shobu-trial", "--keep-going", "--message-format=json"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .stderr(std::process::Stdio::null())
        .output()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    let mut complaints = Vec::new();
    let mut program = None;
    for line in String::from_utf8_lossy(&built.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if let Some(path) = message["executable"].as_str() {
            program = Some(PathBuf::from(path));
        }
        if message["message"]["level"] != "error" {
            continue;
        }
        for span in message["message"]["spans"].as_array().into_iter().flatten() {
            if let (Some(file), Some(from), Some(to)) =
                (span["file_name"].as_str(), span["line_start"].as_u64(), span["line_end"].as_u64())
            {
                complaints.extend((from..=to.min(from + 30)).map(|line| (file.to_string(), line as usize)));
            }
        }
    }
    match (built.status.success(), program) {
        (true, Some(program)) => Ok(Compiled::Fine(program)),
        (true, None) => Err("cargo built nothing that can be run".into()),
        (false, _) if complaints.is_empty() => {
            Err(format!("the copy does not build: try `cargo build -p shobu-trial` in {}", copy.display()))
        }
        (false, _) => Ok(Compiled::Complaints(complaints)),
    }
}
