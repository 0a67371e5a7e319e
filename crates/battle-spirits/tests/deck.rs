//! The rules about deck lists: what `deck check` says, with its rule ids.

use battle_spirits::{Cards, State};
use kernel::{Context, DeckList, Decks, Dice, Game, Log, PerSeat, Pool, Printed, Standing};
use serde_json::json;

/// Thirteen names of block A, one of block B, one without a block, and two printings of one name.
fn cards() -> Cards {
    let mut pool = Pool::default();
    let mut add = |id: &str, name: &str, block: Option<&str>| {
        let row =
            json!({ "id": id, "name": name, "kind": "magic", "colors": ["red"], "cost": 1, "block": block });
        pool.add(<State as Game>::Printed::read(&row).expect("a card"), &row);
    };
    for number in 1..=14 {
        add(&format!("A-{number}"), &format!("Card {number}"), Some("A"));
    }
    add("A-101", "Card 1", Some("A"));
    add("B-1", "Newcomer", Some("B"));
    add("OLD-1", "Veteran", None);
    add("N-1", "Numbered 1", Some("A"));
    add("N-2", "Numbered 2", Some("A"));
    pool.into()
}

/// Which rules a list breaks.
fn broken(main: &[(&str, u32)], edition: usize) -> Vec<&'static str> {
    let main = main.iter().map(|(id, count)| (id.to_string(), *count)).collect();
    let list = DeckList { sections: vec![("main".into(), main)], ..DeckList::default() };
    let faults = State::check_deck(&cards(), &list, edition);
    faults.iter().map(|fault| fault.rule.map_or("none", |rule| State::RULES.id(rule))).collect()
}

/// Three copies each of the first so many cards.
fn threes(names: usize) -> Vec<(&'static str, u32)> {
    const IDS: [&str; 14] = [
        "A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9", "A-10", "A-11", "A-12", "A-13", "A-14",
    ];
    IDS[..names].iter().map(|id| (*id, 3)).collect()
}

#[test]
fn forty_cards_or_more() {
    assert_eq!(broken(&threes(13), 0), ["DECK-1"], "39 cards");
    assert!(broken(&threes(14), 0).is_empty(), "42 cards: there is no maximum in the rules");
    let large: Vec<_> = threes(14).into_iter().chain([("N-1", 3), ("N-2", 3)]).collect();
    assert!(broken(&large, 0).is_empty(), "48 cards");
}

#[test]
fn three_of_a_name_whatever_the_card_number() {
    let mut list = threes(14);
    list.push(("A-101", 1));
    assert_eq!(broken(&list, 0), ["DECK-3"], "another printing of Card 1 is the same card");
}

#[test]
fn a_differing_number_at_the_end_makes_another_card() {
    let list: Vec<_> = threes(12).into_iter().chain([("N-1", 3), ("N-2", 3)]).collect();
    assert!(broken(&list, 0).is_empty());
}

#[test]
fn standard_takes_the_current_block_only_and_eternal_every_card() {
    let list: Vec<_> = threes(13).into_iter().chain([("B-1", 1), ("OLD-1", 1)]).collect();
    assert_eq!(broken(&list, 0), ["DECK-7", "DECK-6"]);
    assert!(broken(&list, 1).is_empty());
}

#[test]
fn the_table_takes_two_decks_of_127_cards_and_says_so_beyond() {
    let deck = |copies: u32| DeckList {
        sections: vec![("main".into(), vec![("A-1".into(), copies)])],
        ..DeckList::default()
    };
    let cards = cards();
    let most = State::build_deck(&cards, &deck(127)).expect("127 cards fit");
    let (mut chance, mut log) = (Dice::new(1), Log::silent());
    let mut cx = Context { pool: &cards, chance: &mut chance, log: &mut log };
    let game = State::new(&cards, 0, &PerSeat::new(most.clone(), most), &mut cx);
    assert!(matches!(game.standing(), Standing::Open(_)));
    assert!(game.show(&cards, None).contains("123"), "{}", game.show(&cards, None));
    let faults = State::build_deck(&cards, &deck(128)).expect_err("128 cards do not");
    assert!(faults[0].why.contains("128 cards") && faults[0].why.contains("127"), "{}", faults[0].why);
}

#[test]
fn an_unknown_card_is_no_rule_but_a_fault() {
    let mut list = threes(14);
    list.push(("Z-9", 1));
    assert_eq!(broken(&list, 0), ["none"]);
}
