//! What a legal deck is: the deck list rules, which no scene can show.

use digimon::{Cards, Printed as Card, State};
use kernel::{DeckList, Decks, Game, Pool, Printed};
use serde_json::json;

fn cards() -> Cards {
    let mut rows = Vec::new();
    for at in 0..20 {
        rows.push(
            json!({"id": format!("D-{at}"), "name": format!("Pup {at}"), "kind": "digimon", "colors": ["red"],
            "level": 3, "dp": 2000, "play_cost": 3}),
        );
    }
    rows.push(
        json!({"id": "H-1", "name": "Herd", "kind": "digimon", "colors": ["red"], "level": 3, "dp": 1000,
        "play_cost": 1, "copies": 50}),
    );
    for at in 0..3 {
        rows.push(json!({"id": format!("E-{at}"), "name": format!("Seed {at}"), "kind": "digi-egg", "colors": ["red"],
            "level": 2}));
    }
    let mut pool = Pool::default();
    for row in &rows {
        let card = Card::read(row).unwrap_or_else(|error| panic!("{row}: {error}"));
        pool.add(card, row);
    }
    Cards::from(pool)
}

/// The ids of the rules that a list breaks.
fn broken(main: &[(&str, u32)], eggs: &[(&str, u32)]) -> Vec<&'static str> {
    let own = |cards: &[(&str, u32)]| cards.iter().map(|(id, count)| (id.to_string(), *count)).collect();
    let list = DeckList {
        sections: vec![("main".into(), own(main)), ("digi_eggs".into(), own(eggs))],
        ..DeckList::default()
    };
    State::check_deck(&cards(), &list, 0)
        .iter()
        .map(|fault| fault.rule.map_or("none", |rule| State::RULES.id(rule)))
        .collect()
}

/// Twelve cards four times, and two more of a thirteenth.
fn fifty() -> Vec<(&'static str, u32)> {
    let ids = ["D-0", "D-1", "D-2", "D-3", "D-4", "D-5", "D-6", "D-7", "D-8", "D-9", "D-10", "D-11"];
    let mut list: Vec<_> = ids.into_iter().map(|id| (id, 4)).collect();
    list.push(("D-12", 2));
    list
}

#[test]
fn fifty_cards_and_five_eggs_are_legal() {
    assert!(broken(&fifty(), &[("E-0", 4), ("E-1", 1)]).is_empty());
}

#[test]
fn rule_1_4_1_2_1_a_deck_has_exactly_fifty_cards() {
    let mut short = fifty();
    short.pop();
    assert_eq!(broken(&short, &[]), ["1-4-1-2-1"]);
    let mut long = fifty();
    long.push(("D-13", 1));
    assert_eq!(broken(&long, &[]), ["1-4-1-2-1"]);
}

#[test]
fn rule_1_4_1_2_2_four_copies_of_a_card_number() {
    let mut five = fifty();
    five[0].1 = 5;
    five[12].1 = 1;
    assert_eq!(broken(&five, &[]), ["1-4-1-2-2"]);
}

#[test]
fn rule_1_4_1_3_1_no_eggs_are_fine_and_six_are_not() {
    assert!(broken(&fifty(), &[]).is_empty());
    assert_eq!(broken(&fifty(), &[("E-0", 3), ("E-1", 3)]), ["1-4-1-3-1"]);
}

#[test]
fn rule_1_4_1_3_2_four_copies_of_an_egg() {
    assert_eq!(broken(&fifty(), &[("E-0", 5)]), ["1-4-1-3-2"]);
}

#[test]
fn rule_2_2_3_eggs_and_other_cards_do_not_mix() {
    let mut mixed = fifty();
    mixed[12] = ("E-0", 2);
    assert_eq!(broken(&mixed, &[]), ["2-2-3"]);
    assert_eq!(broken(&fifty(), &[("D-0", 1)]), ["2-2-3"]);
}

#[test]
fn rule_2_3_5_2_a_rule_on_the_card_can_allow_more() {
    assert!(broken(&[("H-1", 50)], &[]).is_empty());
}
