//! The command as a user meets it: exit codes, messages, JSON, and no panic on anything.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn corpus(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shobu/tests/corpus").join(file)
}

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn shobu_with(args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input closes the pipe: that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let ran = Ran { code: status.code().expect("no signal"), out: text(stdout), err: text(stderr) };
    assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
    ran
}

fn shobu(args: &[&str]) -> Ran {
    shobu_with(args, "")
}

/// Exit code 2, nothing on standard output, and a message with these words.
fn refused(args: &[&str], words: &str) {
    let ran = shobu(args);
    assert_eq!(ran.code, 2, "{args:?}: {}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "{args:?}");
    assert!(ran.err.contains(words), "{args:?}: {:?} does not say {words:?}", ran.err);
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {:?}", ran.out))
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

/// What a person at the table is told, line by line.
fn at_the_table(args: &[&str], lines: &[&str]) -> String {
    let ran = shobu_with(args, &(lines.join("\n") + "\n"));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn what_was_taken_back_is_not_in_the_log() {
    let game = ["play", "digimon", "--seed", "11", "--bot", "script"];
    let logged = |lines: &[&str]| at_the_table(&game, lines).contains("your Cinderpuff hatches [");
    assert!(logged(&["2", "hatch", "log", "quit"]));
    assert!(!logged(&["2", "hatch", "undo", "log", "quit"]));
}

#[test]
fn help_fits_a_window() {
    let told = at_the_table(&["play", "digimon", "--seed", "11", "--bot", "script"], &["help", "quit"]);
    let help = told.split("> help\n").nth(1).and_then(|rest| rest.split("\n> quit").next()).expect("help");
    assert!(help.lines().count() < 24, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
}

#[test]
fn a_card_is_looked_at_by_any_word_of_its_name() {
    let told = at_the_table(&["play", "digimon", "--seed", "11", "--bot", "script"], &["look ito", "quit"]);
    assert!(told.contains("Kaede Ito red tamer"), "{told}");
}

#[test]
fn why_alone_tells_what_happened_last() {
    let game = ["play", "digimon", "--seed", "11", "--bot", "script"];
    let told = at_the_table(&game, &["2", "hatch", "why", "quit"]);
    let behind = told.split("> why").nth(1).expect("it was asked");
    assert!(behind.contains("your Cinderpuff hatches ["), "{behind}");
    assert!(!behind.contains("No option here"), "{behind}");
}

#[test]
fn two_people_at_one_screen_each_read_what_happened_when_it_is_their_turn() {
    let game = ["play", "digimon", "--seed", "11", "--bot", "person"];
    let lines = ["2", "", "2", "", "hatch", "pass turn", "", "hatch", "pass turn", "", "quit"];
    let told = at_the_table(&game, &lines);
    let screens: Vec<&str> = told.split("press Enter when nobody else looks").collect();
    assert_eq!(screens.len(), 5, "{told}");
    // What came of the last answer of a turn is read when the screen is one's own again: it is cleared at once otherwise.
    let begins = |screen: &str, name: &str| screen.contains(&format!("{name}'s turn begins"));
    let second = if screens[2].contains("Player 1 > ") { "Player 2" } else { "Player 1" };
    assert!(!begins(screens[2], second) && begins(screens[4], second), "{told}");
    // Both have names, and nobody is "you".
    assert!(!told.contains("you draw") && !told.contains("opponent draws"), "{told}");
    // The cards of an opening hand are told on the screen of the one who drew them, and on no other.
    let drawn = |screen: &str| {
        let lines = screen.lines().filter_map(|line| line.split_once(" draws "));
        lines.map(|(_, cards)| cards.matches("; ").count()).max().unwrap_or(0)
    };
    let hands: Vec<usize> = screens.iter().map(|screen| drawn(screen)).collect();
    assert!(hands.iter().filter(|drawn| **drawn == 4).count() == 2, "{hands:?}");
    for (at, screen) in screens.iter().enumerate() {
        let (one, two) = (screen.contains("Player 1 > "), screen.contains("Player 2 > "));
        assert!(!(one && two), "screen {at} is read by both: {screen}");
    }
}

#[test]
fn a_folder_without_limit_lists_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    refused(&["deck", "check", "emberclaw", "--game", "digimon", "--limits", &path], "no limit list");
}

#[test]
fn wrong_use_is_told() {
    refused(&["sim", "--game", "chess", "--games", "1"], "no game is called \"chess\"");
    refused(&["frobnicate"], "unrecognized subcommand");
    refused(&["sim", "--game", "digimon"], "--games");
    refused(&["scene", "run", "/no/such/folder"], "/no/such/folder: no such file or folder");
    refused(&["scene", "show", "/no/such/file.toml"], "no such file");
    refused(
        &["cards", "show", "--game", "battle-spirits", "ZZZ-999999"],
        "no battle-spirits card has the id or name",
    );
    refused(&["rules", "battle-spirits", "NO-SUCH-RULE"], "has no rule");
    refused(&["bench", "--seconds", "0"], "--seconds");
    refused(&["replay", "/no/such/record.json"], "no such file");
    let (pool, deck) = (corpus("cards/battle-spirits.jsonl"), corpus("decks/battle-spirits.txt"));
    let (pool, deck) = (pool.display().to_string(), deck.display().to_string());
    let base = ["play", "battle-spirits", "--any-deck", "--pool", &pool, "--deck", &deck, "--vs", &deck];
    refused(&["play", "battle-spirits", "--pool", &pool, "--deck", &deck], "this deck is not legal");
    refused(&[&base[..], &["--edition", "nonsense"]].concat(), "its editions are");
    refused(&[&base[..], &["--bot", "nobody"]].concat(), "no bot is called");
}

#[test]
fn damaged_files_are_told_with_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let cards = std::fs::read_to_string(corpus("cards/battle-spirits.jsonl")).expect("the corpus is there");
    let cut = file(&folder, "cut.jsonl", &cards[..cards.len() - 40]);
    refused(&["cards", "check", "--game", "battle-spirits", &cut], "cut.jsonl:4:");
    let wrong = file(&folder, "wrong.jsonl", &cards.replace("\"cost\": 1,", "\"cost\": \"one\","));
    refused(&["cards", "check", "--game", "battle-spirits", &wrong], "`cost`");
    let pool = corpus("cards/battle-spirits.jsonl").display().to_string();
    let deck = file(&folder, "deck.json", r#"{"game": "battle-spirits", "main": {"Z-01": 40, "Z-99": 1}}"#);
    let unknown = ["sim", "--game", "battle-spirits", "--games", "1", "--pool", &pool, "--deck", &deck];
    refused(&unknown, "no battle-spirits card has the id or name \"Z-99\"");
    let ran = shobu(&["deck", "check", &deck, "--pool", &pool, "--json"]);
    assert_eq!(ran.code, 1);
    assert_eq!(json(&ran)["legal"], false);
    assert!(json(&ran)["reasons"][0]["why"].as_str().expect("a reason").contains("Z-99"));
    let record = file(&folder, "record.json", "{\"format\": \"shobu-record-1\", \"game\": 3}");
    refused(&["replay", &record], "not a record");
    let binary = folder.path().join("binary.toml");
    std::fs::write(&binary, [0xFF, 0xFE, 0x00, b'\n']).expect("a file can be written");
    refused(&["scene", "show", &binary.display().to_string()], "not UTF-8");
}

#[test]
fn a_failing_scene_is_exit_1_and_an_unreadable_one_exit_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = std::fs::read_to_string(corpus("scenes/battle-spirits.toml")).expect("the corpus is there");
    let wrong_label = file(&folder, "label.toml", &good.replace("block with Raider", "blok with Raider"));
    let ran = shobu(&["scene", "run", &wrong_label]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("label.toml:30"), "{}", ran.out);
    assert!(ran.out.contains("menu of opponent"), "{}", ran.out);
    assert!(ran.out.ends_with("0 passed, 1 failed\n"), "{}", ran.out);
    let ran = shobu(&["scene", "run", &wrong_label, "--json"]);
    let value = json(&ran);
    assert_eq!((value["passed"].as_u64(), value["failed"].as_u64()), (Some(0), Some(1)));
    assert_eq!(value["failures"][0]["line"], 30);
    let torn = file(&folder, "torn.toml", &good[..60]);
    assert_eq!(shobu(&["scene", "run", &torn]).code, 2);
}

#[test]
fn sim_writes_records_that_verify_and_counts_the_same_on_any_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pool, deck) = (corpus("cards/battle-spirits.jsonl"), corpus("decks/battle-spirits.txt"));
    let (pool, deck) = (pool.display().to_string(), deck.display().to_string());
    let out = folder.path().join("records").display().to_string();
    let base = [
        "sim",
        "--game",
        "battle_spirits",
        "--games",
        "20",
        "--any-deck",
        "--pool",
        &pool,
        "--deck",
        &deck,
        "--json",
    ];
    let one = shobu(&[&base[..], &["--threads", "1", "--out", &out]].concat());
    assert_eq!(one.code, 0, "{}", one.err);
    let two = shobu(&[&base[..], &["--threads", "2"]].concat());
    assert_eq!(json(&one)["digest"], json(&two)["digest"]);
    assert_eq!(json(&one)["games"], 20);
    assert_eq!(json(&one)["errors"], 0);
    let ran = shobu(&["replay", &out, "--verify", "--pool", &pool]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "20 verified, 0 failed\n"));
    let record = format!("{out}/battle-spirits-000003.json");
    refused(&["replay", &record, "--verify"], "another card pool");
    let text = std::fs::read_to_string(&record).expect("it was written");
    let changed = file(&folder, "changed.json", &text.replacen("[[16,\"", "[[16,\"f00", 1));
    let ran = shobu(&["replay", &changed, "--verify", "--pool", &pool]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("after answer 16 the state is another one"), "{}", ran.out);
    let other = file(&folder, "other.json", &text.replacen("\"engine\":\"", "\"engine\":\"9.", 1));
    refused(&["replay", &other, "--pool", &pool], "this record was made by Shobu 9.");
    let ran = shobu(&["replay", &record, "--at", "5", "--pool", &pool]);
    assert!(ran.code == 0 && ran.out.contains("after 5 of"), "{}", ran.err);
    let ran = shobu_with(
        &["replay", &record, "--from", "5", "--play", "--bot", "random", "--pool", &pool],
        "1\nquit\n",
    );
    assert!(ran.code == 0 && ran.out.contains("> 1"), "{}", ran.err);
}

#[test]
fn play_reads_a_pipe_and_never_minds_its_end() {
    let (pool, deck) = (corpus("cards/battle-spirits.jsonl"), corpus("decks/battle-spirits.txt"));
    let (pool, deck) = (pool.display().to_string(), deck.display().to_string());
    let base = [
        "play",
        "battle-spirits",
        "--any-deck",
        "--pool",
        &pool,
        "--deck",
        &deck,
        "--vs",
        &deck,
        "--seed",
        "1",
        "--bot",
        "random",
    ];
    let ran = shobu_with(
        &base,
        "help\nmenu\ntable\nwhy summon\nlook Old Roc\nlook Nobody\nundo\n999\nblurb\n\n1\n1\n1\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("The input ended"), "{}", ran.out);
    let ran = shobu_with(&base, "concede\nyes\n");
    assert!(ran.out.contains("You lose.") && ran.out.contains("concession"), "{}", ran.out);
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("saved.json").display().to_string();
    let ran = shobu_with(&base, &format!("1\n1\n1\nsave {saved}\nquit\n"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = shobu(&["replay", &saved, "--verify", "--pool", &pool]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // Option 1 for ever: the match comes to its end.
    let ran = shobu_with(&base, &"1\n".repeat(5_000));
    assert!(ran.out.contains("You win") || ran.out.contains("You lose"), "{}", ran.out);
}

/// The games that have starter decks of their own.
const GAMES: [&str; 4] = ["digimon", "dbs", "buddyfight", "battle-spirits"];

#[test]
fn every_game_plays_out_of_the_box() {
    for game in GAMES {
        // Option 1 for ever: the match comes to its end.
        let ran = shobu_with(&["play", game, "--seed", "5", "--bot", "random"], &"1\n".repeat(20_000));
        assert_eq!(ran.code, 0, "{game}: {}", ran.err);
        let ended = |line: &str| ["You win.", "You lose.", "A draw."].contains(&line);
        assert!(ran.out.lines().any(ended), "{game}: {}", ran.out);
        let ran = shobu(&["sim", "--game", game, "--games", "4", "--json"]);
        assert_eq!((ran.code, &json(&ran)["errors"]), (0, &Value::from(0)), "{game}: {}", ran.err);
        let ran = shobu(&["cards", "check", "--game", game, "--json"]);
        assert_eq!(ran.code, 0, "{game}: its own cards are not read whole: {}", ran.out);
    }
}

#[test]
fn unread_words_are_told_by_part_and_place_and_what_was_meant() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.jsonl");
    let card = |id: &str, text: &str| {
        serde_json::json!({"id": id, "name": id, "kind": "battle", "colors": ["red"], "power": 5000, "energy_cost": 1, "combo_cost": 0,
            "combo_power": 5000, "characters": [id], "traits": ["Saiyan"], "text": ["[Blocker]", text]})
        .to_string()
    };
    let cards = [
        card("A", "[Auto] When you play this card, drraw 1 card."),
        card("B", "[Auto] When you paly this card, draw 1 card."),
        card("C", "[Auto] When you play this card, draw 1 card. Whistle a tune."),
        card("D", "[Auto] When you play this card, choose."),
    ];
    std::fs::write(&file, cards.join("\n")).expect("a card file");
    let ran = shobu(&["cards", "check", "--game", "dbs", &file.display().to_string(), "--json"]);
    let checked = json(&ran);
    let failures = checked["failures"].as_array().expect("failures");
    assert_eq!((ran.code, failures.len()), (1, 4), "{}", ran.out);
    let of = |id: &str| failures.iter().find(|one| one["card"] == id).expect("a failure of each");
    for (id, meant) in [("A", "draw"), ("B", "play")] {
        assert_eq!(of(id)["did_you_mean"][0]["meant"], meant, "{}", of(id));
    }
    for (id, why) in [
        ("B", "a moment that is not known: "),
        ("C", "not known here: "),
        ("D", "the sentence ends too early: "),
    ] {
        assert!(of(id)["why"].as_str().is_some_and(|said| said.starts_with(why)), "{}", of(id));
    }
    for failure in failures {
        let words = failure["words"].as_str().expect("words");
        assert!(words.chars().any(char::is_alphanumeric), "never a lone full stop: {failure}");
        assert_eq!(failure["field"], "text[1]", "{failure}");
        let text = cards.iter().find(|card| card.contains(words)).expect("the words stand on the card");
        let text: Value = serde_json::from_str(text).expect("a card");
        let place = |at: usize| failure["span"][at].as_u64().expect("a place") as usize;
        assert_eq!(&text["text"][1].as_str().expect("a text")[place(0)..place(1)], words);
    }
}

#[test]
fn the_built_in_decks_are_legal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../decks");
    for game in GAMES {
        let decks: Vec<PathBuf> = std::fs::read_dir(root.join(game))
            .expect("the decks are there")
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        assert!(decks.len() >= 2, "{game} has {} decks", decks.len());
        for deck in decks {
            let ran = shobu(&["deck", "check", &deck.display().to_string()]);
            assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .args(["rules", "dbs", "--open"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!err.contains("panicked"), "{err}");
}
