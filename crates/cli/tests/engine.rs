//! `shobu engine` as a program meets it: whole games over the pipe, labels that are unique, refs that lead to cards, no
//! hidden card in any message, and an answer to every line, however bad.

use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shobu"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, to, from }
    }

    fn line(&mut self, line: &str) -> Value {
        writeln!(self.to, "{line}").expect("it reads");
        let mut answer = String::new();
        self.from.read_line(&mut answer).expect("it answers");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?} to {line:?}"))
    }

    fn ask(&mut self, request: Value) -> Value {
        self.line(&request.to_string())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that failed may leave it waiting.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn each_card<'a>(cards: &'a Value, f: &mut dyn FnMut(&'a Value)) {
    for card in cards.as_array().into_iter().flatten() {
        f(card);
        each_card(&card["under"], f);
    }
}

fn cards_of(state: &Value) -> Vec<&Value> {
    let mut all = Vec::new();
    for seat in ["A", "B"] {
        for (_, zone) in state["board"]["seats"][seat]["zones"].as_object().expect("zones") {
            each_card(&zone["cards"], &mut |card| all.push(card));
        }
    }
    all
}

fn refs(state: &Value) -> HashSet<&str> {
    cards_of(state).iter().map(|card| card["ref"].as_str().expect("a ref")).collect()
}

/// Labels are unique, and whatever a message names lies on its board.
fn holds_together(state: &Value) {
    let lying = refs(state);
    let menu = &state["menu"];
    let options = menu["options"].as_array().expect("options");
    let labels: HashSet<&str> =
        options.iter().map(|option| option["label"].as_str().expect("a label")).collect();
    assert_eq!(labels.len(), options.len(), "labels are unique: {menu}");
    for option in options {
        for card in option["cards"].as_array().expect("cards") {
            assert!(lying.contains(card.as_str().expect("a ref")), "{card} of {option} lies nowhere");
        }
    }
    for event in state["events"].as_array().expect("events") {
        for card in event["cards"].as_array().expect("cards") {
            assert!(lying.contains(card.as_str().expect("a ref")), "{card} of {event} lies nowhere");
        }
    }
}

/// The ids that a seat may not know are not in its message: those of cards that only the all-knowing board lists, unless
/// a card of the same print lies where the seat sees it or was told of.
fn hides(engine: &mut Engine, state: &Value) {
    let seat = state["seat"].as_str().expect("a seat");
    let all = engine.ask(json!({"state": {"seat": "all"}}));
    let known: HashSet<&Value> = cards_of(state).iter().map(|card| &card["id"]).collect();
    let hidden: HashSet<&str> = cards_of(&all)
        .iter()
        .filter(|card| card["owner"] != seat && !known.contains(&card["id"]))
        .filter_map(|card| card["id"].as_str())
        .collect();
    let mut told = state.clone();
    told["events"] = Value::Null;
    let text = told.to_string();
    for id in hidden {
        assert!(!text.contains(&format!("\"{id}\"")), "{id} is hidden from {seat}, and the message names it");
    }
}

/// Who sits nowhere, a spectator or somebody who knows all, is no "you" in a match: both players go by their seats.
fn names_seats(engine: &mut Engine) {
    let speaks_to_a_player = |words: &str| {
        let mut each = words.split(|letter: char| !letter.is_alphanumeric());
        each.any(|word| ["you", "your", "opponent"].contains(&word))
    };
    for eyes in ["public", "all"] {
        let state = engine.ask(json!({"state": {"seat": eyes}}));
        let events = state["events"].as_array().expect("events").iter().map(|event| &event["text"]);
        let options = state["menu"]["options"].as_array().into_iter().flatten();
        let offered = options.flat_map(|option| [&option["label"], &option["then"]]);
        let asked = [&state["menu"]["reason"]["text"]];
        for words in events.chain(offered).chain(asked).filter_map(Value::as_str) {
            assert!(!speaks_to_a_player(words), "to {eyes}: {words}");
        }
    }
}

fn play(game: &str, seed: u64) {
    let mut engine = Engine::start();
    let mut state = engine.ask(json!({"new": {"game": game, "seed": seed, "players": ["you", "you"]}}));
    let mut turn = seed as usize;
    let mut answers = 0;
    while state["over"].is_null() {
        assert_eq!(state["type"], "state", "{state}");
        holds_together(&state);
        if answers % 16 == 0 {
            hides(&mut engine, &state);
            names_seats(&mut engine);
        }
        let options = state["menu"]["options"].as_array().expect("options").len();
        turn = turn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let answer = json!({"answer": {"option": (turn >> 33) % options, "version": state["version"]}});
        state = engine.ask(answer);
        answers += 1;
        assert!(answers < 20_000, "{game} does not end");
    }
    assert!(state["menu"].is_null() && state["asked"].is_null());
    let saved = engine.ask(json!({"save": {}}));
    let loaded = engine.ask(json!({"load": {"record": saved["record"]}}));
    assert_eq!(loaded["over"], state["over"], "{game}: what is saved loads to the same end");
}

#[test]
fn digimon_over_the_pipe() {
    play("digimon", 3);
}

#[test]
fn dbs_over_the_pipe() {
    play("dbs", 3);
}

#[test]
fn buddyfight_over_the_pipe() {
    play("buddyfight", 3);
}

#[test]
fn battle_spirits_over_the_pipe() {
    play("battle-spirits", 3);
}

#[test]
fn bad_lines_are_answered() {
    let mut engine = Engine::start();
    for line in [
        "garbage",
        "[]",
        "{}",
        "null",
        "{\"state\":{}}",
        "{\"new\":{\"game\":\"chess\"}}",
        "{\"new\":{\"game\":\"digimon\",\"decks\":[1,2,3]}}",
        "{\"new\":{\"game\":\"digimon\",\"decks\":[{}]}}",
        "{\"new\":{\"game\":\"digimon\",\"pool\":\"/dev/null/none\"}}",
        "{\"new\":{\"game\":\"digimon\",\"players\":[\"nobody\",\"you\"]}}",
        "{\"new\":[]}",
        "{\"load\":{\"record\":{}}}",
        "{\"frob\":{}}",
        "{\"answer\":{\"option\":-1}}",
        "\u{1b}\u{7f}",
    ] {
        let answer = engine.line(line);
        assert_eq!(answer["type"], "error", "{line}: {answer}");
        assert!(!answer["text"].as_str().expect("a text").is_empty(), "{line}");
    }
    let state = engine.ask(json!({"new": {"game": "digimon", "seed": 1, "players": ["you", "random"]}}));
    for (request, code) in [
        (json!({"answer": {"option": 99}}), "option"),
        (json!({"answer": {"option": 0, "version": 999}}), "version"),
        (json!({"answer": {}}), "request"),
        (json!({"answer": {"label": "frobnicate"}}), "option"),
        (json!({"why": {"card": "c999"}}), "card"),
        (json!({"state": {"seat": "C"}}), "request"),
        (json!({"state": {"seat": "A"}, "match": "m77"}), "match"),
        (json!({"undo": {}}), "undo"),
    ] {
        let answer = engine.ask(request.clone());
        assert_eq!(answer["code"], code, "{request}: {answer}");
    }
    assert_eq!(
        engine.ask(json!({"state": {"seat": "A"}}))["version"],
        state["version"],
        "nothing has changed"
    );
}

#[test]
fn copies_go_their_own_way_and_answers_can_be_taken_back() {
    let mut engine = Engine::start();
    let state = engine.ask(json!({"new": {"game": "digimon", "seed": 1, "players": ["you", "you"]}}));
    let copy = engine.ask(json!({"copy": {}}));
    let moved = engine.ask(json!({"answer": {"label": "decline"}}));
    assert_ne!(moved["version"], state["version"]);
    let still = engine.ask(json!({"state": {"seat": "A"}, "match": copy["match"]}));
    assert_eq!(still["board"], state["board"]);
    let back = engine.ask(json!({"undo": {}}));
    assert_eq!(back["board"], state["board"]);
    assert_ne!(back["version"], state["version"], "a version never comes again");
}

#[test]
fn the_client_of_the_documentation_plays() {
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/client.py");
    let ran = Command::new("python3").args([client, env!("CARGO_BIN_EXE_shobu"), "buddyfight", "7"]).output();
    match ran {
        Ok(ran) => {
            let out = String::from_utf8_lossy(&ran.stdout);
            assert!(
                ran.status.success() && out.contains("won"),
                "{out}{}",
                String::from_utf8_lossy(&ran.stderr)
            );
        }
        Err(_) => println!("skipped: no python3"),
    }
}

#[test]
fn a_program_of_python_plays_all_four_games() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine.py");
    let Ok(ran) = Command::new("python3").args([script, env!("CARGO_BIN_EXE_shobu")]).output() else {
        return println!("skipped: no python3");
    };
    let told = [ran.stdout, ran.stderr].concat();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&told));
}

#[test]
fn the_schema_is_printed() {
    let ran =
        Command::new(env!("CARGO_BIN_EXE_shobu")).args(["engine", "--schema"]).output().expect("it runs");
    let schema: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert!(schema["properties"]["board"].is_object(), "{schema}");
}

#[test]
fn the_page_lists_every_verb() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md"))
        .expect("the page");
    for game in shobu::GameName::ALL {
        let verbs = shobu::with_game!(game, G => <G as kernel::board::Pictured>::VERBS);
        let written: Vec<String> = verbs
            .iter()
            .map(|(verb, _)| if verb.contains(' ') { format!("\"{verb}\"") } else { verb.to_string() })
            .collect();
        let line = format!("- {game}: `{}`", written.join(" "));
        assert!(page.contains(&line), "docs/protocol.md should say: {line}");
    }
}
