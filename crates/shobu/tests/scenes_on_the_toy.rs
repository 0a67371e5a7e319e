//! The scene format and every form of `expect`, on the toy game.

mod toy;

use kernel::Eyes;
use shobu::Source;
use shobu::scenes::{Failure, Reason, Scene, run, show};
use toy::Toy;

const HEAD: &str = r#"
title = "A test"
game = "toy"
rules = ["2-1", "2-3"]

[[card]]
name = "Striker"
power = 3000

[[card]]
name = "Wall"
power = 5000
text = "guard"
"#;

const TABLE: &str = r#"
[you]
field = ["Striker", "Striker"]
hand = ["Wall", "Wall"]
deck = 3

[opponent]
field = [{ card = "Wall", rested = false }, "Striker"]
hand = 1
deck = 3
life = 2
"#;

fn scene_with(table: &str, script: &str) -> Result<(), Box<Failure>> {
    let text = format!("{HEAD}\n{table}\n[play]\nscript = \"\"\"\n{script}\n\"\"\"\n");
    let scene =
        Scene::read(Source::new("test.toml", text)).map_err(|fault| Box::new(Failure::from(fault)))?;
    run::<Toy>(&scene)
}

fn passes(script: &str) {
    if let Err(failure) = scene_with(TABLE, script) {
        panic!("{}", failure.fault);
    }
}

/// The scene fails, and the message has these words.
fn fails(script: &str, words: &str) {
    let failure = scene_with(TABLE, script).expect_err("the scene should fail");
    let text = failure.fault.to_string();
    assert!(text.contains(words), "{text:?} does not say {words:?}");
}

#[test]
fn expectations_hold() {
    passes(
        "
        expect your field = 2            # a zone counted
        expect your hand = Wall, Wall    # or listed
        expect opponent hand = 1
        expect opponent life = 2
        expect opponent's life >= 2
        expect opponent life < 3
        expect your deck != 4
        expect your drop empty
        expect none in your drop
        expect Wall power = 5000
        expect Wall power=5000
        expect Striker power > 2,999
        expect Wall has guard
        expect Wall has <Guard>
        expect Striker has no guard
        expect your Striker not guard
        expect Striker is not rested
        expect not Striker rested
        expect Striker#2 in your field
        expect 2 Striker in your field
        expect Striker in opponent field
        expect Wall not in your drop
        expect no Wall in your drop
        expect Wall on top of your hand
        expect turn you
        expect turn = you
        expect turn is not opponent
        expect turn number = 1
        expect phase main
        expect phase = main phase
        expect opponent luck in drop
        expect winner none
        expect not match over
        expect menu play Wall | attack with Striker | attack with Striker#2 | end turn
        expect your menu end | play | attack with Striker | attack with Striker#2
        expect menu has end turn
        expect menu lacks block
        ",
    );
}

#[test]
fn a_blocker_takes_over() {
    passes(
        "
        you: attack with Striker
        expect event Striker attacks
        opponent cannot: block with Striker (2-3)
        expect menu block with Wall | decline
        opponent: block
        expect Striker in your drop
        expect event Striker is destroyed
        expect no event loses 1 life
        expect opponent Wall rested
        you cannot: attack with Wall
        you: play Wall
        you cannot: play Wall (2-1)
        expect opponent life = 2
        ",
    );
}

#[test]
fn a_match_ends() {
    passes(
        "
        you: attack with Striker#2
        opponent: decline
        you: attack with Striker
        opponent: decline
        expect winner you
        expect match over
        expect menu none
        expect opponent life = 0
        ",
    );
    passes("opponent: concede\nexpect winner you\nexpect winner is not opponent");
}

#[test]
fn failures_say_what_is() {
    fails("expect your hand = 3", "test.toml:29:1: expected your hand = 3, but your hand is 2: Wall, Wall");
    let text = format!("{HEAD}\n{TABLE}\n[play]\nscript = \"\"\"\nexpect");
    assert_eq!(text.lines().count(), 29, "the line number counts from the top of the file");
    fails("expect Wall power = 1", "but Wall power is 5000");
    fails("expect Striker in your drop", "Striker is in your field and opponent field");
    fails("expect winner you", "the match is still on");
    fails("expect menu pass", "the menu of you is play Wall | attack");
    fails("expect turn opponent", "turn is you");
    fails("expect event boom", "nothing happened");
    fails("you: attack", "could be any of: attack with Striker | attack with Striker#2");
    fails("you: atack with Striker", "no option reads \"atack with Striker\"; near it: attack with Striker");
    fails("opponent: decline", "it is the decision of you");
    fails("you cannot: end turn", "is allowed");
    fails("you cannot: play Blank (2-1)", "not considered here");
    fails("you: play Wall\nyou: play Wall", "refused by rule 2-1");
    fails("you: play Wall\nyou cannot: play Wall (2-2)", "is not refused by 2-2, but by rule 2-1");
    fails("you cannot: play Blank (9-9)", "no rule 9-9");
}

#[test]
fn nonsense_is_an_error() {
    for words in
        ["Wal power = 3", "Wall colour = 3", "your garage = 3", "Wall in your garage", "bogus", "winner me?"]
    {
        fails(&format!("expect {words}"), "not understood");
    }
    fails("expect Strikr in your field", "did you mean Striker?");
    fails("exspect your hand = 1", "not a line of a script");
    fails("me: play Wall", "no seat");
    fails("you:", "no label");
}

#[test]
fn a_decision_of_the_other_seat_must_be_answered_unless_auto() {
    let script = "you: attack with Striker\nyou: attack with Striker#2";
    fails(script, "it is the decision of opponent");
    let table = format!("[table]\nauto = [\"pass\"]\n{TABLE}");
    assert_eq!(scene_with(&table, script), Ok(()));
    // An expectation speaks of the moment after the offers, unless the script goes on to answer one.
    let script = "you: attack with Striker\nexpect opponent life = 1\nyou: attack with Striker#2\nexpect phase battle\nopponent: block with Wall";
    assert_eq!(scene_with(&table, script), Ok(()));
}

#[test]
fn chance_is_scripted_to_the_last_result() {
    let setup = |chance: &str| {
        format!(
            "[table]\nstart = \"setup\"\nchance = [{chance}]\n[you]\ndeck = [\"3 Striker\", \"Wall\"]\n[opponent]\ndeck = 4"
        )
    };
    let script = "
        expect your hand = Wall, Striker, Striker
        expect menu keep | redraw
        you: keep
        opponent: redraw
        expect your hand = 4
        expect turn you";
    let good = setup("0, [\"Wall\"], \"keep\", \"keep\"");
    assert_eq!(scene_with(&good, script), Ok(()));
    let missing = scene_with(&setup("0, [\"Wall\"], \"keep\""), script).expect_err("one is missing");
    assert!(missing.fault.what.contains("`chance` has none left"), "{}", missing.fault);
    let unused =
        scene_with(&setup("0, [\"Wall\"], \"keep\", \"keep\", 1"), script).expect_err("one is unused");
    assert!(unused.fault.what.contains("never asked for"), "{}", unused.fault);
    let wrong = scene_with(&setup("0, 1"), script).expect_err("a number for a shuffle");
    assert!(wrong.fault.what.contains("ask for a shuffle"), "{}", wrong.fault);
    let first = setup("\"keep\", \"keep\"").replace("chance", "first = \"opponent\"\nchance");
    assert_eq!(scene_with(&first, "opponent: keep"), Ok(()));
}

#[test]
fn decks_are_judged_by_the_deck_rules() {
    let decks = "[table]\nstart = \"setup\"\nchance = [0, \"keep\", \"keep\"]\n[you]\ndeck = [\"12 Striker\"]\n[opponent]\ndeck = [\"11 Wall\"]";
    let script = "
        expect your deck legal
        expect not your deck illegal
        expect opponent deck illegal
        expect opponent deck illegal (1-1)
        expect not opponent deck illegal (1-2)
        expect your deck = 9";
    assert_eq!(scene_with(decks, script), Ok(()));
    let wrong = scene_with(decks, "expect opponent deck legal").expect_err("eleven cards");
    assert!(wrong.fault.what.contains("11 cards, not 12 (1-1)"), "{}", wrong.fault);
    fails("expect your deck legal", "start = \"setup\"");
}

#[test]
fn events_come_in_order() {
    passes("you: play Wall\nexpect events Wall\nexpect not events Wall | nothing of the kind");
}

#[test]
fn a_name_is_not_its_twin() {
    let table =
        TABLE.replace("[\"Striker\", \"Striker\"]", "[{ card = \"Striker\", rested = true }, \"Striker\"]");
    let script = "you cannot: attack with Striker (2-2)\nyou: attack with Striker#2";
    assert_eq!(scene_with(&table, script), Ok(()));
    let failure = scene_with(&table, "you: attack with Striker").expect_err("only its twin may");
    assert!(failure.fault.what.contains("refused by rule 2-2"), "{}", failure.fault);
}

#[test]
fn unreadable_scenes_point_at_the_words() {
    let read = |text: &str| {
        let fault = match Scene::read(Source::new("s.toml", text)) {
            Ok(scene) => run::<Toy>(&scene).expect_err("this scene cannot be set up").fault,
            Err(fault) => fault,
        };
        fault.to_string()
    };
    let with = |extra: &str| read(&format!("game = \"toy\"\n{extra}\n[play]\nscript = \"expect turn you\""));
    assert_eq!(
        read("game = "),
        "s.toml:1:8: not TOML: string values must be quoted, expected literal string"
    );
    assert!(read("title = 3").contains("s.toml:1:9: `title` must be a string"));
    assert!(with("tilte = \"x\"").contains("did you mean title?"));
    assert!(with("edition = \"shrt\"").contains("its editions are plain, short"));
    assert!(with("[you]\nfield = [\"Nobody\"]").contains("s.toml:3:1: you.field: no card is called"));
    assert!(with("[you]\ngarage = 1").contains("s.toml:3:1: you.garage: no such zone"));
    assert!(
        with("[[card]]\nname = \"X\"\ntext = \"flies\"")
            .contains("s.toml:4:9: card \"X\", text: \"flies\" cannot be read")
    );
    assert!(
        with("[[card]]\nname = \"X\"\npower = \"big\"").contains("s.toml:4:1: card \"X\": field `power`")
    );
}

#[test]
fn a_scene_can_be_shown_at_a_line() {
    let text = format!(
        "{HEAD}\n{TABLE}\n[play]\nscript = \"\"\"\nyou: attack with Striker\nopponent: decline\n\"\"\"\n"
    );
    let scene = Scene::read(Source::new("test.toml", text)).expect("it reads");
    let start = show::<Toy>(&scene, None).expect("it stages").position(Eyes::All);
    assert_eq!(start.menu.expect("a decision is open").labels.len(), 4);
    let line = scene.lines[0].number;
    let shown = show::<Toy>(&scene, Some(line)).expect("it plays");
    let (after, why) = (shown.position(Eyes::All), shown.ask("block with Striker", Eyes::All));
    assert_eq!(after.menu.expect("a decision is open").labels, ["block with Wall", "decline"]);
    assert!(format!("{why:?}").contains("Refused"), "{why:?}");
    assert_eq!(after.events, ["Striker attacks"]);
}

#[test]
fn a_failure_carries_the_position() {
    let failure = scene_with(TABLE, "expect your hand = 9").expect_err("it fails");
    assert_eq!(failure.reason, Reason::Failed);
    let position = failure.position.expect("it got so far");
    assert!(position.table.contains("A hand: Wall, Wall"));
    assert_eq!(position.menu.expect("a decision is open").labels.len(), 4);
}
