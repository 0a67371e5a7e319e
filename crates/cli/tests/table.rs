//! Sitting at the table: what is kept when somebody leaves, what is answered by itself, and what several words mean.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is printed to somebody who types these lines, and whose matches are kept in this folder.
fn sitting(args: &[&str], state: &Path, lines: &[&str]) -> String {
    let mut started = Command::new(env!("CARGO_BIN_EXE_shobu"))
        .args(args)
        .env("SHOBU_STATE", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let typed = lines.join("\n") + "\n";
    started.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let ran = started.wait_with_output().expect("it ends");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("UTF-8")
}

/// What is printed behind a typed line, up to the next prompt.
fn behind<'a>(told: &'a str, typed: &str) -> &'a str {
    let rest = told.split_once(&format!("> {typed}\n")).expect("it was typed").1;
    rest.split_once("\n> ").map_or(rest, |(answer, _)| answer)
}

/// Neither the position nor what happened is lost when the input ends, and the opponent does nothing otherwise than it did.
#[test]
fn a_match_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["play", "digimon", "--seed", "11", "--bot", "easy"];
    let left = sitting(&game, folder.path(), &["2", "hatch", "pass turn", "table", "log 90"]);
    let gone_on = sitting(&["play", "--resume"], folder.path(), &["table", "log 90"]);
    assert_eq!(behind(&left, "table"), behind(&gone_on, "table"));
    assert_eq!(behind(&left, "log 90"), behind(&gone_on, "log 90"));
    assert!(behind(&gone_on, "log 90").contains("your Cinderpuff hatches ["), "{gone_on}");
    // What the opponent did since is read once more.
    let screen = gone_on.split("\n> ").next().expect("a screen");
    assert!(screen.contains("opponent's turn begins"), "{screen}");
}

#[test]
fn a_step_with_nothing_left_ends_by_itself_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["play", "dbs", "--seed", "3", "--bot", "script"];
    let told = sitting(&game, folder.path(), &["decline", "1", "play"]);
    assert!(behind(&told, "play").contains("  nothing else to do: end phase\n  opponent's turn"), "{told}");
    let told = sitting(&game, folder.path(), &["decline", "1", "auto off", "play"]);
    assert!(behind(&told, "play").ends_with("main phase [7-3-4]\n  1 end phase"), "{told}");
}

const SCENE: &str = r#"
title = "Energy of one colour"
game = "dbs"
rules = []

[[card]]
name = "Pupil"
text = "[Activate : Main] [two] : Draw 1 card."

[[card]]
name = "Kiln"

[[card]]
name = "Forge"

[[card]]
name = "Lamp"
text = "[Activate : Main] If this card is in your Energy Area, you may switch it to Rest Mode : Draw 1 card."

[table]
turn = "you"

[you]
battle = ["Pupil"]
energy = ENERGY
hand = ["Kiln"]
deck = 10

[opponent]
"#;

/// What comes of the payment that a skill asks for, with this energy.
fn paid_with(energy: &str, lines: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scene.toml");
    std::fs::write(&file, SCENE.replace("ENERGY", energy)).expect("a file can be written");
    sitting(&["scene", "play", &file.display().to_string()], folder.path(), lines)
}

#[test]
fn energy_that_is_all_the_same_pays_by_itself() {
    let told = paid_with(r#"["Kiln", "Forge", "Kiln"]"#, &["activate Pupil"]);
    assert!(!told.contains("energy left to pay") && told.contains("active energy 1 (-2)"), "{told}");
    // A card with a skill there is not rested unasked.
    let told = paid_with(r#"["Kiln", "Forge", "Lamp"]"#, &["activate Pupil"]);
    assert!(told.contains("pay with Lamp, it has a skill there"), "{told}");
}

#[test]
fn several_numbers_answer_one_by_one() {
    let told = paid_with(r#"["Kiln", "Forge", "Lamp"]"#, &["activate Pupil", "1 3"]);
    assert!(told.contains("energy: *Kiln red rest; Forge red; *Lamp red rest"), "{told}");
    // Where nothing but a card is asked for, its name will do.
    let told = paid_with(r#"["Kiln", "Forge", "Lamp"]"#, &["activate Pupil", "forge", "lamp"]);
    assert!(told.contains("energy: Kiln red; Forge red rest; *Lamp red rest"), "{told}");
    let told = paid_with(r#"["Kiln", "Forge", "Lamp"]"#, &["1 2"]);
    assert!(told.contains("One answer at a time"), "{told}");
}

/// Whoever leaves out what a command is about is told what it wants.
#[test]
fn half_a_command_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["play", "digimon", "--seed", "11", "--bot", "script"];
    let told = sitting(&game, folder.path(), &["look", "save", "no"]);
    assert!(behind(&told, "look").contains("`look X`: a card"), "{told}");
    assert!(behind(&told, "save").contains("`save FILE`: the match so far"), "{told}");
    // An offer is declined by any word for that.
    assert!(behind(&told, "no").contains("breeding phase"), "{told}");
}
