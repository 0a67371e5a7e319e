//! Bots that are programs: the examples play, and a program that dies, hangs, babbles or lies loses its games, is counted,
//! and ends nothing.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn shobu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shobu")).args(args).output().expect("shobu runs")
}

/// Two games of a program against chance.
fn sim(game: &str, program: &str, more: &[&str]) -> (Value, String) {
    let bots = format!("cmd:{program},random");
    let mut args = vec!["sim", "--game", game, "--games", "2", "--threads", "1", "--json", "--bot", &bots];
    args.extend(more);
    let ran = shobu(&args);
    let errors = String::from_utf8_lossy(&ran.stderr).to_string();
    assert_eq!(ran.status.code(), Some(0), "{program}: {errors}");
    let report = serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{program}: {error}"));
    (report, errors)
}

fn plays(program: &str) {
    for game in ["digimon", "dbs", "buddyfight", "battle-spirits"] {
        let (report, errors) = sim(game, program, &[]);
        assert_eq!((&report["errors"], &report["games"]), (&0.into(), &2.into()), "{game}: {errors}");
        assert_eq!(report["forfeits"], serde_json::json!([0, 0]), "{game}: {errors}");
    }
}

#[test]
fn the_python_example_plays_all_four_games() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: no python3");
        return;
    }
    plays(&format!("python3 {}", concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py")));
}

#[test]
fn the_rust_example_plays_all_four_games() {
    let bot = Path::new(env!("CARGO_BIN_EXE_shobu")).with_file_name("examples").join("bot");
    assert!(bot.exists(), "cargo build -p shobu-cli --examples makes {}", bot.display());
    plays(&bot.display().to_string());
}

#[test]
fn the_examples_are_short() {
    for source in [include_str!("../../../examples/bot.py"), include_str!("../../../examples/bot.rs")] {
        assert!(source.lines().count() < 60);
    }
}

/// Loses both games by its own fault, for this reason, and the run goes on.
fn loses(program: &str, why: &str) {
    let (report, errors) = sim("battle-spirits", program, &["--bot-seconds", "0.5"]);
    let counted = (&report["forfeits"], &report["wins"], &report["errors"], &report["games"]);
    let expected = (&serde_json::json!([2, 0]), &serde_json::json!([0, 2]), &0.into(), &2.into());
    assert_eq!(counted, expected, "{program}: {errors}");
    assert!(errors.contains(why), "{program}: {errors}");
}

#[test]
#[cfg(unix)]
fn a_program_that_fails_loses_and_ends_nothing() {
    loses("/no/such/program", "cannot be started");
    loses("sh -c 'exit 3'", "it has ended");
    loses(r#"sh -c 'read a; read b; echo "{\"option\":0}"; read c; exit 0'"#, "it has ended");
    loses("sleep 60", "no answer within 0.5 s");
    loses("sh -c 'while read -r line; do echo I attack; done'", "not {\"option\":N}");
    loses(r#"sh -c 'while read -r line; do echo "{\"option\":-1}"; done'"#, "not {\"option\":N}");
    loses(r#"sh -c 'read a; while read -r line; do echo "{\"option\":999}"; done'"#, "option 999 of");
    loses(r#"sh -c 'read a; read b; echo "{\"option\":0,\"version\":77}"; sleep 9'"#, "answered version 77");
    loses("sh -c 'yes | tr -d \"\\n\"'", "more than 64 KiB");
    loses(r#"yes '{"option":0}'"#, "without being asked");
}

#[test]
#[cfg(unix)]
fn a_program_is_told_its_own_deck_its_own_hand_and_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = folder.path().join("told");
    // It writes down what it is told and always takes the first option.
    let program = format!(
        r#"sh -c 'while read -r line; do printf "%s\n" "$line" >> {0}; case "$line" in "{{\"type\":\"hello"*) ;; *) echo "{{\"option\":0}}";; esac; done'"#,
        told.display()
    );
    let (report, errors) = sim("digimon", &program, &["--seed", "5"]);
    assert_eq!(report["forfeits"], serde_json::json!([0, 0]), "{errors}");
    let told = std::fs::read_to_string(told).expect("it wrote");
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let hello = &told[0];
    assert_eq!(
        (&hello["type"], &hello["protocol"], &hello["game"], &hello["seat"]),
        (&"hello".into(), &1.into(), &"digimon".into(), &"A".into())
    );
    let own: u64 =
        hello["deck"]["main"].as_object().expect("a deck").values().filter_map(Value::as_u64).sum();
    assert_eq!(own, 50, "its own main deck");
    let last = told.last().expect("a last message");
    assert!(last["over"].is_object() && last["menu"].is_null(), "{last}");
    let mut events = 0;
    for state in &told[1..] {
        if state["type"] == "hello" {
            continue;
        }
        assert_eq!(state["seat"], "A");
        assert!(state["over"].is_object() || state["menu"]["seat"] == "A");
        events += state["events"].as_array().expect("events").len();
        let theirs = &state["board"]["seats"]["B"]["zones"];
        // Nothing in these decks shows a hand, a deck or a security stack to the opponent before it leaves it.
        for zone in ["deck", "digi-eggs"] {
            let cards = theirs[zone]["cards"].as_array().map_or(0, Vec::len);
            assert_eq!(cards, 0, "{zone}: {theirs}");
        }
    }
    assert!(events > 20, "it hears what happens");
}

#[test]
#[cfg(unix)]
fn a_duel_takes_programs_too_and_the_server_side_door_stays_shut() {
    let ran = shobu(&[
        "duel",
        "cmd:sh -c 'exit 1'",
        "random",
        "--game",
        "dbs",
        "--games",
        "2",
        "--threads",
        "1",
        "--json",
    ]);
    let report: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!((&report["losses"], &report["forfeits"]), (&2.into(), &serde_json::json!([2, 0])));
    // What comes over a pipe or a wire must not start programs here.
    let request = r#"{"new":{"game":"digimon","seed":1,"players":["you","cmd:touch /tmp/never"]}}"#;
    let mut engine = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .arg("engine")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the engine starts");
    use std::io::Write;
    writeln!(engine.stdin.take().expect("a pipe"), "{request}").expect("it reads");
    let answer = engine.wait_with_output().expect("it ends");
    let answer = String::from_utf8_lossy(&answer.stdout).to_string();
    assert!(answer.contains("no bot is called"), "{answer}");
}
