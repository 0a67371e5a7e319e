//! The deck lists people have, each shape of them, and back again.

use kernel::{DeckList, Decks};
use shobu::deck_forms::{self, Form};
use shobu::decks::DeckFile;
use shobu::games::Digimon;
use shobu::limits::Limits;
use shobu::odds::Draw;
use shobu::pools::CardSet;
use shobu::{GameName, Playable, Source, built_in, with_game};

/// Two cards of one name, and one that a match may know by another picture.
const TWINS: &str = r#"{"id": "TW1-001", "name": "Twinfang", "kind": "digimon", "colors": ["red"], "level": 3, "play_cost": 3, "dp": 2000}
{"id": "TW2-001", "name": "Twinfang", "kind": "digimon", "colors": ["blue"], "level": 3, "play_cost": 3, "dp": 2000}
"#;

fn read(text: &str) -> Result<DeckList, String> {
    let file = DeckFile::read(Source::new("list.txt", text)).map_err(|faults| faults.to_string())?;
    let cards = CardSet::<Digimon>::for_decks(&[Source::new("twins.jsonl", TWINS)], &[&file]);
    file.resolve(&cards.map_err(|faults| faults.to_string())?).map_err(|faults| faults.to_string())
}

/// What every shape below says.
fn same(text: &str) {
    let list = read(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let entry = |id: &str, count: u32| (id.to_string(), count);
    assert_eq!(list.section("digi_eggs"), [entry("SH1-001", 4)], "{text}");
    assert_eq!(list.section("main"), [entry("SH1-002", 4), entry("SH1-003", 3)], "{text}");
}

#[test]
fn count_name_id() {
    same("4 Cinderpuff SH1-001\n4 Sparkit SH1-002\n3 Torchling SH1-003\n");
    same("4x Cinderpuff SH1-001\n4x Sparkit (SH1-002)\n3x Torchling [SH1-003]\n");
}

#[test]
fn id_name_count() {
    same("SH1-001 Cinderpuff 4\nSH1-002 Sparkit 4\nSH1-003 Torchling 3\n");
}

#[test]
fn count_id() {
    same("4 SH1-001\n4 SH1-002\n3 SH1-003");
}

#[test]
fn id_times_count() {
    same("SH1-001 x4\nSH1-002 x4\nSH1-003 x3\n");
    same("SH1-001 4x\nSH1-002 ×4\nSH1-003 3\n");
}

#[test]
fn bare_ids_line_by_line() {
    same(
        "SH1-001\nSH1-001\nSH1-001\nSH1-001\nSH1-002\nSH1-002\nSH1-002\nSH1-002\nSH1-003\nSH1-003\nSH1-003\n",
    );
}

#[test]
fn name_id_count_in_parentheses() {
    same("Cinderpuff SH1-001 (4)\nSparkit SH1-002 (4)\nTorchling SH1-003 (3)\n");
}

#[test]
fn tabletop_simulators_array() {
    same(
        r#"["Exported from https://example.org","SH1-001","SH1-001","SH1-001","SH1-001","SH1-002","SH1-002","SH1-002","SH1-002","SH1-003","SH1-003","SH1-003"]"#,
    );
}

#[test]
fn untap_and_cockatrice() {
    same(
        "//deck\n// my list\n4 Sparkit (SH1-002)\n3 Torchling (SH1-003)\n//Digi-Eggs\n4 Cinderpuff (SH1-001)\n",
    );
    same(
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\"><deckname>Mine</deckname>\n<zone name=\"main\"><card number=\"4\" name=\"Cinderpuff\"/>\n<card number=\"4\" name=\"Sparkit\"/><card number=\"3\" name=\"SH1-003\"/></zone></cockatrice_deck>\n",
    );
    // Cockatrice knows a main deck and a sideboard: eggs lie in the sideboard there. A game without one refuses other cards in it.
    same(
        "<cockatrice_deck><zone name=\"main\"><card number=\"4\" name=\"Sparkit\"/><card number=\"3\" name=\"Torchling\"/></zone><zone name=\"side\"><card number=\"4\" name=\"Cinderpuff\"/></zone></cockatrice_deck>",
    );
    same("4 Sparkit\n3 Torchling\nSB: 4 Cinderpuff\n");
    let why = read("4 Sparkit\nSB: 3 Torchling\n").expect_err("no sideboard");
    assert!(why.contains("has no section \"sideboard\""), "{why}");
}

#[test]
fn what_is_no_list_is_told_briefly() {
    let why = read(&"x".repeat(1_000_000)).expect_err("no list");
    assert!(why.len() < 2_000, "{} letters", why.len());
    assert!(why.contains("not a deck list: line 1 has 1000000 letters"), "{why}");
    let why = read("some words").expect_err("no list");
    assert!(why.contains("neither a card with its count nor a heading"), "{why}");
}

#[test]
fn other_pictures_line_ends_marks_and_headings() {
    same("\u{feff}4 SH1-001_P1\r\n4 Sparkit SH1-002_P2\r\n3 sh1-003\r\n");
    same(
        "Name: My deck\n\n== Digi-Egg Deck (4) ==\n4 Cinderpuff\n== Main Deck (7) ==\nDigimon (7)\n- 4 Sparkit\n* 3 Torchling\n",
    );
    same("My first deck\n\nDigimon:\n4 Sparkit\n3 Torchling  # three\nEggs\n4 Cinderpuff\n");
    let named = read("Name: My deck\n4 Sparkit").expect("it reads");
    assert_eq!(named.name, "My deck");
}

#[test]
fn a_name_that_prints_share_is_asked_back() {
    let why = read("4 Twinfang").expect_err("two cards are called so");
    assert!(why.contains("2 cards are called \"Twinfang\": TW1-001, TW2-001"), "{why}");
    assert!(why.contains("write the id"), "{why}");
    let list = read("4 Twinfang TW2-001").expect("the id tells");
    assert_eq!(list.section("main"), [("TW2-001".to_string(), 4)]);
}

#[test]
fn what_no_list_has_is_told() {
    let why = |text: &str| read(text).expect_err("it cannot be read");
    assert!(why("4 Sparkt").contains("did you mean Sparkit"), "{}", why("4 Sparkt"));
    assert!(
        why("4 Sparkit\nSparkel SH1-999 4").contains("SH1-999"),
        "{}",
        why("4 Sparkit\nSparkel SH1-999 4")
    );
    assert!(why("[\"SH1-001\", 4]").contains("holds ids"));
    assert!(why("<cockatrice_deck></cockatrice_deck>").contains("lists no cards"));
}

fn round<G: Playable>() {
    for source in built_in::deck_files(G::NAME) {
        let file = DeckFile::read(source).expect("a built-in deck reads");
        let cards = CardSet::<G>::built_in().expect("the built-in cards read");
        let list = file.resolve(&cards).expect("its cards are there");
        for (name, form) in Form::ALL {
            let text = match deck_forms::write(&cards, &list, form) {
                Ok(text) => text,
                // A buddy is a card of the main deck too: without headings nobody could tell.
                Err(fault) if G::NAME == "buddyfight" && !["json", "list", "untap"].contains(&name) => {
                    assert!(fault.to_string().contains("cannot be written in that form"), "{fault}");
                    continue;
                }
                Err(fault) => panic!("{} {name}: {fault}", list.name),
            };
            let again =
                DeckFile::read(Source::new("again", text.as_str())).and_then(|file| file.resolve(&cards));
            let again = again.unwrap_or_else(|faults| panic!("{} {name}: {faults}\n{text}", list.name));
            for section in <G as Decks>::SECTIONS {
                let sorted = |list: &DeckList| {
                    let mut cards = list.section(section).to_vec();
                    cards.sort();
                    cards
                };
                assert_eq!(sorted(&list), sorted(&again), "{} as {name}, {section}", list.name);
            }
        }
    }
}

#[test]
fn what_is_converted_reads_back_equal() {
    for game in GameName::ALL {
        with_game!(game, G => round::<G>());
    }
}

#[test]
fn odds_are_exact() {
    let close = |one: f64, two: f64| assert!((one - two).abs() < 1e-12, "{one} and {two}");
    // One of four copies among five of fifty cards: 1 - C(46,5)/C(50,5).
    close(Draw { deck: 50, wanted: 4, drawn: 5 }.at_least(1), 1.0 - 1_370_754.0 / 2_118_760.0);
    close(Draw { deck: 50, wanted: 4, drawn: 5 }.exactly(4), 46.0 / 2_118_760.0);
    close(Draw { deck: 4, wanted: 2, drawn: 2 }.exactly(1), 4.0 / 6.0);
    close(Draw { deck: 60, wanted: 60, drawn: 7 }.at_least(7), 1.0);
    close(Draw { deck: 60, wanted: 0, drawn: 7 }.at_least(1), 0.0);
    for drawn in 0..=40 {
        let draw = Draw { deck: 40, wanted: 12, drawn };
        close((0..=12).map(|hits| draw.exactly(hits)).sum(), 1.0);
        close((0..=12).map(|hits| f64::from(hits) * draw.exactly(hits)).sum(), draw.expected());
    }
}

#[test]
fn limit_lists_are_dated() {
    let list = |from: &str, rest: &str| {
        let text = format!("{{\"game\": \"digimon\", \"from\": \"{from}\", {rest}}}");
        Limits::read(&Source::new("limits.json", text)).expect("it reads")
    };
    let lists = [
        list("2025-01-01", "\"banned\": [\"SH1-002\"]"),
        list("2026-01-01", "\"limited\": {\"Torchling\": 1}, \"choice\": [[\"SH1-001\", \"SH1-002\"]]"),
    ];
    let deck = read("4 SH1-001\n4 SH1-002\n3 SH1-003").expect("it reads");
    let cards = CardSet::<Digimon>::built_in().expect("the built-in cards read");
    let against = |day: Option<&str>| -> Vec<String> {
        let held = Limits::on(&lists, "digimon", day);
        held.map_or(Vec::new(), |held| held.check(&cards, &deck).into_iter().map(|fault| fault.why).collect())
    };
    assert_eq!(against(Some("2024-12-31")), Vec::<String>::new());
    assert_eq!(against(Some("2025-06-01")), ["SH1-002 is banned by the limit list of 2025-01-01"]);
    assert_eq!(
        against(None),
        [
            "3 copies of Torchling, and the limit list of 2026-01-01 allows 1",
            "SH1-001 and SH1-002 cannot be in one deck, by the limit list of 2026-01-01"
        ]
    );
    let wrong = Limits::read(&Source::new("limits.json", "{\"game\": \"digimon\", \"from\": \"spring\"}"));
    assert!(wrong.expect_err("no day").to_string().contains("is no day"));
}
