//! Reading card files and deck lists, on the toy game.

mod toy;
mod toy_setup;

use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::{Faults, GameName, Source};
use toy::Toy;

/// Sections with their cards and counts, or what is wrong.
type Sections = Result<Vec<(String, Vec<(String, u32)>)>, String>;

fn cards(text: &str) -> Result<CardSet<Toy>, Faults> {
    CardSet::read(&[Source::new("cards.jsonl", text)])
}

fn resolve(text: &str) -> Sections {
    let deck = DeckFile::read(Source::new("deck.txt", text)).map_err(|faults| faults.to_string())?;
    let set = toy_setup::setup().cards;
    deck.resolve(&set).map(|list| list.sections).map_err(|faults| faults.to_string())
}

fn main_deck(entries: &[(&str, u32)]) -> Sections {
    Ok(vec![("main".into(), entries.iter().map(|(id, count)| (id.to_string(), *count)).collect())])
}

#[test]
fn every_bad_row_is_named_with_line_and_field() {
    let text = "{\"id\": \"A\", \"name\": \"A\", \"power\": 1}\n\n{\"id\": \"B\", \"name\": \"B\"\n{\"id\": \"C\", \"name\": \"C\", \"power\": \"x\"}\n[]\n";
    let faults = cards(text).err().expect("it cannot be read").to_string();
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(
        lines,
        [
            "cards.jsonl:3:23: not a JSON value: EOF while parsing an object (a card file has one JSON object on each line)",
            "cards.jsonl:4:26: field `power`: expected a number",
            "cards.jsonl:5:1: not a JSON object"
        ]
    );
}

#[test]
fn many_bad_rows_are_counted() {
    let faults = cards(&"{}\n".repeat(50)).err().expect("it cannot be read");
    assert_eq!((faults.list.len(), faults.left_out), (20, 30));
}

#[test]
fn the_hash_of_a_pool_depends_on_every_row_and_their_order() {
    let row = |id: &str| format!("{{\"id\": \"{id}\", \"name\": \"{id}\", \"power\": 1}}\n");
    let hash = |text: String| cards(&text).expect("it reads").pool().hash();
    assert_eq!(hash(row("A") + &row("B")), hash(row("A") + "\n" + &row("B")));
    assert_ne!(hash(row("A") + &row("B")), hash(row("B") + &row("A")));
}

#[test]
fn a_plain_list_is_read_as_people_write_it() {
    let text =
        "# my deck\nMain deck (12)\n4 T-1\n2x Unit 2   # two of these\n1 Unit 3 (T-3)\nx3 t-4\nUnit 5 x2\n";
    assert_eq!(resolve(text), main_deck(&[("T-1", 4), ("T-2", 2), ("T-3", 1), ("T-4", 3), ("T-5", 2)]));
    assert_eq!(resolve("1 T-1\n2 T-1"), main_deck(&[("T-1", 3)]));
}

#[test]
fn a_json_deck_is_read() {
    let text = r#"{"game": "battle_spirits", "name": "X", "main": {"T-1": 4, "Unit 2": 1}, "author": "me"}"#;
    assert_eq!(resolve(text), main_deck(&[("T-1", 4), ("T-2", 1)]));
    let deck = DeckFile::read(Source::new("deck.json", text)).expect("it reads");
    assert_eq!(deck.game, Some(GameName::BattleSpirits));
    assert_eq!(deck.list.extra[0].0, "author");
}

#[test]
fn what_is_wrong_with_a_deck_is_told_with_its_place() {
    let fails = |text: &str, words: &str| {
        let error = resolve(text).expect_err("it cannot be read");
        assert!(error.contains(words), "{error:?} does not say {words:?}");
    };
    fails("4 T-1\n4 T-9", "deck.txt:2:3: no toy card has the id or name \"T-9\" (did you mean T-1");
    fails("4 Unt 3", "did you mean Unit");
    fails("0 T-1", "deck.txt:1:1: the number of copies must be from 1 to 1000, not 0");
    fails("99999999999999999999 T-1", "copies");
    fails("hello there", "neither a card with its count nor a heading");
    fails("", "lists no cards");
    fails("{\"main\": {\"T-1\": -1}}", "deck.txt:1:2: `main`: \"T-1\": the number of copies");
    fails("{\"main\": 3}", "expected card ids with their counts");
    fails("{\"main\": {\"T-1\": 4}, \"z_deck\": {}}", "a toy deck has no section \"z_deck\"");
    fails("{\"game\": \"chess\", \"main\": {}}", "no game is called \"chess\"");
    fails("{\"main\": {", "deck.txt:1:10: not a JSON object: EOF");
    fails("{}", "lists no cards");
}

#[test]
fn games_are_named_leniently() {
    assert_eq!("battle_spirits".parse::<GameName>().ok(), Some(GameName::BattleSpirits));
    assert_eq!("Battle Spirits".parse::<GameName>().ok(), Some(GameName::BattleSpirits));
    let fault = "digimom".parse::<GameName>().expect_err("no such game");
    assert_eq!(fault.to_string(), "no game is called \"digimom\" (did you mean digimon?)");
}
