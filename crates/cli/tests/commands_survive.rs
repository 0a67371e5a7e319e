//! The commands as somebody meets them, with damaged files, arguments and input: they end by themselves, say what is
//! wrong, and give one of the three exit codes. `docs/fuzzing.md` says how to run it for long.

#[path = "../../shobu/tests/fuzz/mod.rs"]
mod fuzz;

use fuzz::{Seed, fuzz, seeds};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A command that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the command; its exit code, output and errors must be those of a command that knows what it does.
fn survives(args: &[&str], input: &str) -> Result<(), String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .args(args)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("it does not start: {error}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_string();
        // A command that needs no input may close it before all of it is written.
        std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
    let gather = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut stream) = stream {
                let _ = stream.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let out = gather(child.stdout.take().map(|stream| Box::new(stream) as _));
    let err = gather(child.stderr.take().map(|stream| Box::new(stream) as _));
    let began = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if began.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it hangs: {}", args[0]));
            }
        }
    };
    let (out, err) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    if err.contains("panicked") || err.contains("stack overflow") {
        return Err(format!("it panics: {}", err.lines().next().unwrap_or_default()));
    }
    match status.code() {
        Some(0) if args.iter().any(|word| ["--help", "-h", "--version", "-V", "help"].contains(word)) => {
            Ok(())
        }
        Some(0 | 1) if args.contains(&"--json") => match serde_json::from_str::<serde_json::Value>(&out) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{} --json prints something else: {error}", args[0])),
        },
        Some(0 | 1) => Ok(()),
        // `scene run` tells what it could not read where it tells what failed.
        Some(2) if err.trim().is_empty() && !out.contains("error") && !out.contains("why") => {
            Err(format!("{} says nothing and ends with 2", args[0]))
        }
        Some(2) if err.len() > 40_000 => Err(format!("{} says {} bytes", args[0], err.len())),
        Some(2) => Ok(()),
        other => Err(format!("{} ends with {other:?}", args[0])),
    }
}

/// A place for one damaged file, by ending.
fn file(text: &str, ending: &str) -> String {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("shobu-commands-{}", std::process::id()));
        let _ = std::fs::create_dir_all(&folder);
        folder
    });
    let thread = std::thread::current().name().unwrap_or("one").replace(' ', "-");
    let path = folder.join(format!("{thread}.{ending}"));
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
    path.display().to_string()
}

fn game_of(seed: &Seed) -> &'static str {
    let games = ["digimon", "dbs", "buddyfight", "battle-spirits"];
    games.into_iter().find(|game| seed.name.contains(game)).unwrap_or("digimon")
}

#[test]
fn card_commands_survive() {
    let all = seeds(&["cards", "crates/shobu/tests/corpus/cards"], "jsonl");
    fuzz("card-commands", 30, &all, |seed, text| {
        let (path, game) = (file(text, "jsonl"), game_of(seed));
        survives(&["cards", "check", "--game", game, &path, "--json"], "")?;
        let sim =
            ["sim", "--game", game, "--games", "1", "--threads", "1", "--pool", &path, "--allow-unread"];
        survives(&[&sim[..], &["--json"]].concat(), "")
    });
}

#[test]
fn deck_commands_survive() {
    let all = seeds(&["decks", "crates/shobu/tests/corpus/decks"], "json");
    fuzz("deck-commands", 30, &all, |seed, text| {
        let path = file(text, "json");
        survives(&["deck", "check", &path, "--json"], "")?;
        survives(&["play", game_of(seed), "--deck", &path, "--bot", "random"], "1\n1\n")
    });
}

#[test]
fn scene_commands_survive() {
    let all = seeds(&["scenes", "crates/shobu/tests/corpus/scenes"], "toml");
    fuzz("scene-commands", 30, &all, |_, text| {
        let path = file(text, "toml");
        survives(&["scene", "run", &path], "")?;
        survives(&["scene", "run", &path, "--json"], "")?;
        survives(&["scene", "show", &path, "--at", "30", "--why", "attack with"], "")
    });
}

/// What a person may type at a table.
#[test]
fn play_survives_whatever_is_typed() {
    let lines = "help\n1\nmenu\n1\ntable\nwhy attack with\n2\nlook Ember\nundo\n3\n1\nsave\nend\npass\n1\n1\nundo\n\
        charge\nattack with X -> opponent\nquit now\n99\n-1\n1\n1\n1\n1\n1\n1\nconcede\nquit\n";
    let seed = |game: &str| Seed { name: game.into(), text: lines.repeat(3) };
    let all: Vec<Seed> = ["digimon", "dbs", "buddyfight", "battle-spirits"].into_iter().map(seed).collect();
    fuzz("play-commands", 30, &all, |seed, text| {
        // Nothing typed here may write files.
        let text = text.replace("save", "saved");
        survives(&["play", game_of(seed), "--bot", "random", "--seed", "3"], &text)
    });
}

/// Arguments that are words of the command line in the wrong places.
#[test]
fn arguments_survive() {
    let lines = [
        "sim --game dbs --games 1 --threads 1 --json",
        "sim --game battle-spirits --games 2 --bot random,random --seed 3",
        "rules dbs 1-1 --json",
        "rules buddyfight --open",
        "cards show --game digimon EM-01",
        "deck check cinder-rush",
        "bench --game battle-spirits --seconds 0.01",
        "replay nothing.json --verify",
        "replay nothing.json --from 3 --play",
        "scene show nothing.toml --at 3 --why x",
        "play battle-spirits --seed 1 --bot person --edition eternal",
        "--help",
        "--version",
    ];
    let seed = |line: &&str| Seed { name: "arguments".into(), text: line.to_string() };
    fuzz("arguments", 30, &lines.iter().map(seed).collect::<Vec<_>>(), |_, text| {
        // Long work is not what is tried here, nor a folder full of records.
        let args: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with("--out")).collect();
        let long = |pair: &[&str]| pair[0].starts_with("--games") || pair[0].starts_with("--seconds");
        let small = |word: &str| word.parse::<f64>().is_ok_and(|number| number > 5.0);
        if args.is_empty() || args.iter().any(|word| word.contains('\0') || word.contains('=')) {
            return Ok(());
        }
        if args.windows(2).any(|pair| long(pair) && small(pair[1])) || Path::new(args[0]).exists() {
            return Ok(());
        }
        survives(&args, "1\n")
    });
}
