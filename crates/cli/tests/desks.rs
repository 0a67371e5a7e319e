//! The judge's desk and the deck desk as somebody meets them.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn shobu(args: &[&str], input: &str) -> Ran {
    // Somewhere that is no part of the project: what a clone does not contain is not looked at.
    let mut child = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .args(args)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that does not read its input closes the pipe: that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let ran = Ran {
        code: output.status.code().expect("no signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
    let built =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the project").display().to_string();
    let named = args.iter().any(|word| word.contains(&built));
    assert!(named || !ran.out.contains(&built), "{args:?} tells where it was built: {}", ran.out);
    ran
}

fn good(args: &[&str]) -> String {
    let ran = shobu(args, "");
    assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
    ran.out
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path.display().to_string()
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

// ---- the judge's desk ---------------------------------------------------------------------------------------------

#[test]
fn a_rule_is_told_with_words_places_and_scenes_wherever_one_stands() {
    let rule = json(&good(&["rules", "digimon", "16-14-1", "--json"]));
    assert!(rule["says"].as_str().expect("words").contains("Rush"), "{rule}");
    assert!(rule["enforced"][0].as_str().expect("a place").starts_with("crates/digimon/src/"), "{rule}");
    assert!(!rule["scenes"].as_array().expect("scenes").is_empty(), "{rule}");
    let scene = rule["scenes"][0].as_str().expect("a scene");
    assert!(good(&["scene", "run", scene]).ends_with("1 passed, 0 failed\n"));
    assert!(good(&["scene", "show", scene]).contains("menu of"));
    let all = json(&good(&["rules", "--json"]));
    assert_eq!(all["digimon"]["open"], Value::Array(Vec::new()), "the scenes come with the program");
}

#[test]
fn rules_are_found_by_their_words() {
    let found = json(&good(&["rules", "search", "--json", "--game", "digimon", "<Rush>", "attack"]));
    let ids: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|rule| rule["id"].as_str()).collect();
    assert!(ids.contains(&"16-14-1"), "{ids:?}");
    let none = shobu(&["rules", "search", "no-such-word-anywhere"], "");
    assert_eq!(none.code, 1, "{}", none.out);
}

const POOL: &str = r#"{"id": "JD1-001", "name": "Waller", "kind": "digimon", "colors": ["red"], "level": 4, "play_cost": 4, "dp": 4000, "text": ["<Blocker>"]}
{"id": "JD1-002", "name": "Runner", "kind": "digimon", "colors": ["red"], "level": 4, "play_cost": 4, "dp": 6000}
{"id": "JD1-003", "name": "Runner", "kind": "digimon", "colors": ["blue"], "level": 3, "play_cost": 4, "dp": 1000}
{"id": "JD1-004", "name": "Broken", "kind": "digimon", "dp": "none"}
"#;

fn position(you: &str) -> String {
    format!(
        "title = \"A position\"\ngame = \"digimon\"\npool = \"cards.jsonl\"\n[table]\nmemory = 3\n[you]\nbattle = {you}\n[opponent]\nbattle = [{{ card = \"Waller\", suspended = true }}]\n"
    )
}

#[test]
fn a_scene_names_cards_of_a_pool_by_id_or_name() {
    let folder = tempfile::tempdir().expect("a folder");
    file(&folder, "cards.jsonl", POOL);
    let scene = file(&folder, "scene.toml", &position("[\"JD1-002\"]"));
    let shown = good(&["scene", "show", &scene]);
    assert!(shown.contains("Runner 6000") && shown.contains("Waller 4000 suspended"), "{shown}");
    assert!(good(&["scene", "run", &scene]).ends_with("1 passed, 0 failed\n"), "a scene needs no script");
    let refuse = |you: &str, words: &str| {
        let scene = file(&folder, "wrong.toml", &position(you));
        let ran = shobu(&["scene", "show", &scene], "");
        assert_eq!(ran.code, 2, "{}", ran.out);
        assert!(ran.err.contains(words), "{} does not say {words}", ran.err);
    };
    refuse("[\"Runner\"]", "2 cards are called \"Runner\": JD1-002, JD1-003");
    refuse("[\"Wallr\"]", "did you mean Waller?");
    refuse("[]\nbatle = []", "did you mean battle?");
    refuse("[\"JD1-004\"]", "dp");
}

#[test]
fn what_was_passed_by_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    file(&folder, "cards.jsonl", POOL);
    let scene =
        position("[\"JD1-002\"]") + "[play]\nscript = \"\"\"\nyou: attack with Runner -> opponent\n\"\"\"\n";
    let line = scene.lines().position(|line| line.starts_with("you:")).expect("an answer") + 1;
    let scene = file(&folder, "scene.toml", &scene);
    let before = good(&["scene", "show", &scene, "--why", "opponent: block with Waller"]);
    assert!(before.contains("opponent is not asked now"), "{before}");
    let after =
        good(&["scene", "show", &scene, "--at", &line.to_string(), "--why", "opponent: block with Waller"]);
    assert!(after.contains("\"block with Waller\" was refused in it by rule"), "{after}");
}

/// A hidden hand, a choice that leaves a card out, and no script.
const CHOICE: &str = r#"title = "A choice"
game = "digimon"
[[card]]
name = "Culler"
kind = "digimon"
text = "[On Play] Delete 1 of your opponent's Digimon with 3000 DP or less."
[[card]]
name = "Small"
kind = "digimon"
dp = 2000
[[card]]
name = "Tiny"
kind = "digimon"
dp = 1000
[[card]]
name = "Large"
kind = "digimon"
dp = 9000
[[card]]
name = "Secret"
kind = "digimon"
[table]
memory = 3
[you]
hand = ["Culler"]
[opponent]
battle = ["Small", "Tiny", "Large"]
hand = ["Secret"]
"#;

#[test]
fn a_scene_without_a_script_is_shown_as_json_to_each_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = file(&folder, "scene.toml", CHOICE);
    let all = json(&good(&["scene", "show", &scene, "--json"]));
    for part in ["board", "menu", "events"] {
        assert!(!all[part].is_null(), "{part} is missing: {all}");
    }
    assert_eq!(all["board"]["seats"]["B"]["zones"]["hand"]["cards"][0]["name"], "Secret");
    let labels = |shown: &Value| -> Vec<String> {
        let options = shown["menu"]["options"].as_array().expect("options");
        options.iter().filter_map(|option| option["label"].as_str()).map(str::to_string).collect()
    };
    assert_eq!(labels(&all), ["play Culler", "pass turn"]);
    let you = good(&["scene", "show", &scene, "--json", "--seat", "you"]);
    assert!(!you.contains("Secret"), "{you}");
    assert_eq!(labels(&json(&you)), ["play Culler", "pass turn"]);
    let other = json(&good(&["scene", "show", &scene, "--json", "--seat", "opponent"]));
    assert!(other["menu"].is_null() && other["asked"] == "A", "{other}");
    assert!(!good(&["scene", "show", &scene, "--seat", "you"]).contains("Secret"));
    let why = json(&good(&["scene", "show", &scene, "--json", "--why", "attack with Culler"]));
    assert!(why["why"]["not_among"].is_null() && !why["why"].is_null(), "{}", why["why"]);
    let wrong = shobu(&["scene", "show", &scene, "--seat", "nobody"], "");
    assert_eq!(wrong.code, 2, "{}", wrong.err);
}

#[test]
fn a_refusal_says_what_it_would_cost() {
    let folder = tempfile::tempdir().expect("a folder");
    let dear = CHOICE.replacen("kind = \"digimon\"", "kind = \"digimon\"\nplay_cost = 14", 1);
    let scene = file(&folder, "scene.toml", &dear);
    let told = json(&good(&["scene", "show", &scene, "--json", "--why", "play Culler"]));
    assert_eq!(told["why"]["refused"], "play Culler", "{told}");
    assert_eq!(told["why"]["cost"], 14, "{told}");
    assert!(good(&["scene", "show", &scene, "--why", "play Culler"]).contains("it would cost 14"));
}

#[test]
fn a_card_that_a_choice_leaves_out_is_explained_as_far_as_one_may_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{CHOICE}[play]\nscript = \"\"\"\nyou: play Culler\n\"\"\"\n");
    let line = text.lines().position(|line| line == "you: play Culler").expect("an answer") + 1;
    let scene = file(&folder, "scene.toml", &text);
    let asked = |why: &str, eyes: &[&str]| {
        let line = line.to_string();
        let words = [&["scene", "show", &scene, "--at", &line, "--why", why], eyes].concat();
        let printed = good(&words);
        let told = printed.rfind("\nLarge (").or(printed.rfind("\nSecret ("));
        let last = || printed.trim_end().rfind('\n').unwrap_or(0);
        printed[told.unwrap_or_else(last)..].to_string()
    };
    let large = asked("choose Large", &[]);
    assert!(large.contains("Large") && large.contains("opponent battle"), "{large}");
    assert!(
        large.contains("\nNeeded, and not so: Large is a "),
        "which part of the description it does not fit: {large}"
    );
    assert!(asked("choose Secret", &[]).contains("opponent hand"));
    let hidden = asked("choose Secret", &["--seat", "you"]);
    assert!(!hidden.contains("hand"), "a seat may not know what lies in the other hand: {hidden}");
}

#[test]
fn wrong_words_of_a_position_get_suggestions() {
    let folder = tempfile::tempdir().expect("a folder");
    file(&folder, "cards.jsonl", POOL);
    let advice = |zone: &str, cards: &str| {
        let text =
            format!("title = \"x\"\ngame = \"digimon\"\npool = \"cards.jsonl\"\n[you]\n{zone} = {cards}\n");
        let ran = shobu(&["scene", "show", &file(&folder, "wrong.toml", &text)], "");
        assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
        ran.err
    };
    let name = advice("battle", "[\"Wallr\"]");
    assert!(name.contains("did you mean Waller?"), "a name of the scene's own card file: {name}");
    let state = advice("battle", "[{ card = \"Waller\", suspnded = true }]");
    assert!(state.contains("did you mean suspended"), "{state}");
    let zone = advice("batle", "[\"Waller\"]");
    assert!(zone.contains("did you mean battle"), "{zone}");
}

#[test]
fn a_position_is_played_on_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    file(&folder, "cards.jsonl", POOL);
    let scene = file(&folder, "scene.toml", &position("[\"JD1-002\"]"));
    let saved = folder.path().join("saved.toml").display().to_string();
    let typed = format!("attack with Runner -> Waller\nwhy\nsave-scene {saved}\nsave x\nquit\n");
    let ran = shobu(&["scene", "play", &scene, "--seed", "1"], &typed);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("has no record"), "{}", ran.out);
    let shown = good(&["scene", "show", &saved]);
    assert!(shown.contains("Runner 6000 suspended") && shown.contains("trash: Waller"), "{shown}");
}

#[test]
fn every_game_saves_positions_that_can_be_set_up_again() {
    for game in ["digimon", "dbs", "buddyfight", "battle-spirits"] {
        let folder = tempfile::tempdir().expect("a folder");
        let saved = folder.path().join("saved.toml").display().to_string();
        let typed = format!("{}save-scene {saved}\nquit\n", "1\n".repeat(12));
        let ran = shobu(&["play", game, "--seed", "4", "--bot", "random"], &typed);
        assert!(ran.out.contains("Saved: shobu scene show"), "{game}: {}", ran.out);
        assert!(!ran.out.contains("cannot be set up again"), "{game}: {}", ran.out);
        assert!(good(&["scene", "show", &saved]).contains("menu of"), "{game}");
    }
}

// ---- the deck desk ------------------------------------------------------------------------------------------------

#[test]
fn deck_odds_and_figures_are_told() {
    let odds =
        json(&good(&["deck", "odds", "emberclaw", "--game", "digimon", "--card", "Sparkit", "--json"]));
    assert_eq!((odds["deck"].as_u64(), odds["hand"].as_u64()), (Some(50), Some(5)), "{odds}");
    let first = odds["cards"][0]["odds"][0].as_f64().expect("a share");
    assert!((first - (1.0 - 1_370_754.0 / 2_118_760.0)).abs() < 1e-12, "{first}");
    let check = json(&good(&["deck", "check", "emberclaw", "--json"]));
    assert_eq!(check["legal"], true);
    let levels: u64 =
        check["figures"]["level"].as_object().expect("levels").values().filter_map(Value::as_u64).sum();
    assert_eq!(levels, 50, "{check}");
    let list = good(&["deck", "convert", "emberclaw", "--to", "list"]);
    assert!(list.contains("4 Sparkit SH1-002"), "{list}");
}

#[test]
fn what_deck_check_refuses_is_not_played_unless_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let deck = file(&folder, "short.txt", "4 SH1-002\n4 SH1-003\n4 SH1-001\n");
    let check = shobu(&["deck", "check", &deck, "--game", "digimon"], "");
    assert_eq!(check.code, 1, "{}", check.out);
    let base = ["sim", "--game", "digimon", "--games", "2", "--bot", "random", "--deck", &deck];
    let ran = shobu(&base, "");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.err.contains("not legal") && ran.err.contains("--any-deck"), "{}", ran.err);
    assert_eq!(shobu(&[&base[..], &["--any-deck"]].concat(), "").code, 0);
}

// ---- the matrix ---------------------------------------------------------------------------------------------------

fn matrix<'a>(decks: &'a str, out: &'a str) -> Vec<&'a str> {
    vec![
        "sim",
        "--game",
        "battle-spirits",
        "--games",
        "120",
        "--matrix",
        decks,
        "--bot",
        "random",
        "--seed",
        "7",
        "--threads",
        "2",
        "--json",
        "--out",
        out,
    ]
}

#[test]
fn a_matrix_that_was_killed_goes_on_and_gives_the_same_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let decks = project("decks/battle-spirits").display().to_string();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let (whole_name, killed_name) = (whole.display().to_string(), killed.display().to_string());
    let undisturbed = good(&matrix(&decks, &whole_name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .args(matrix(&decks, &killed_name))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let tally = killed.join("tally.jsonl");
    let lines = || std::fs::read_to_string(&tally).map_or(0, |text| text.lines().count());
    let began = Instant::now();
    while lines() < 5 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    // On Unix this is `kill -9`.
    child.kill().expect("it can be killed");
    let ended = child.wait().expect("it ends");
    let kept = lines();
    assert!(kept >= 5, "nothing was kept");
    if !ended.success() {
        // A line that was cut off in the middle is played again.
        let mut file = std::fs::OpenOptions::new().append(true).open(&tally).expect("the tally is there");
        file.write_all(b"{\"chunk\":{\"pair\":[0,").expect("it can be written");
    }
    let ran = shobu(&matrix(&decks, &killed_name), "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("are there already"), "{}", ran.err);
    assert_eq!(json(&undisturbed), json(&ran.out));
    for name in ["pairings.csv", "decks.csv", "cards.csv", "report.html"] {
        let read = |folder: &Path| std::fs::read_to_string(folder.join(name)).expect("it was written");
        assert_eq!(read(&whole), read(&killed), "{name}");
    }
    let page = std::fs::read_to_string(whole.join("report.html")).expect("it was written");
    for outside in ["http:", "https:", "<script", "url("] {
        assert!(!page.contains(outside), "the report reaches outside: {outside}");
    }
    let mut other = matrix(&decks, &whole_name);
    other[10] = "8";
    let ran = shobu(&other, "");
    assert_eq!(ran.code, 2, "another seed does not go on with this tally: {}", ran.out);
    assert!(ran.err.contains("another run"), "{}", ran.err);
}
