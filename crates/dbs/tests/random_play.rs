//! Random games on the starter decks: every listed answer applies, saving and loading is equal at any decision, games end.

use dbs::{Cards, State};
use kernel::{Decks, Dice, Log, Match, Pace, PerSeat, Pool, Printed, Standing};
use serde_json::Value;
use std::sync::Arc;

fn cards() -> Arc<Cards> {
    let text = include_str!("../../../cards/dbs/starter.jsonl");
    let mut pool = Pool::default();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("a row of our own set");
        let card = dbs::Printed::read(&row).expect("a card of our own set");
        assert!(card.unread().is_empty(), "{} is not read: {:?}", card.id(), card.unread());
        pool.add(card, &row);
    }
    Arc::new(Cards::from(pool))
}

fn deck(cards: &Cards, text: &str) -> dbs::Deck {
    let deck: Value = serde_json::from_str(text).expect("a deck of our own");
    let entries = |map: &Value| -> Vec<(String, u32)> {
        let map = map.as_object().expect("a section of counts");
        map.iter().map(|(id, count)| (id.clone(), count.as_u64().unwrap_or(0) as u32)).collect()
    };
    let leader = deck["leader"].as_str().expect("a leader").to_string();
    let list = kernel::DeckList {
        name: String::new(),
        sections: vec![("leader".into(), vec![(leader, 1)]), ("main".into(), entries(&deck["main"]))],
        extra: Vec::new(),
    };
    assert_eq!(State::check_deck(cards, &list, 0), Vec::new());
    State::build_deck(cards, &list).expect("a deck that can be played")
}

#[test]
fn random_games_end_and_every_state_can_be_saved() {
    let cards = cards();
    let decks = PerSeat::new(
        deck(&cards, include_str!("../../../decks/dbs/ember-dojo.json")),
        deck(&cards, include_str!("../../../decks/dbs/tide-order.json")),
    );
    for seed in 0..150 {
        let mut bot = Dice::new(seed + 1000);
        let mut game =
            Match::<State, Dice>::new(cards.clone(), 0, &decks, Dice::new(seed), Pace::Fast, Log::silent());
        let mut decisions = 0;
        while let Standing::Open(_) = kernel::Game::standing(&game.state) {
            let options = game.menu().options.len();
            assert!(options > 0, "an open state lists an option");
            if decisions % 40 == 0 {
                let saved = serde_json::to_string(&game.state).expect("a state can be saved");
                let loaded: State = serde_json::from_str(&saved).expect("a state can be loaded");
                assert_eq!(loaded, game.state);
            }
            let pick = kernel::Chance::below(&mut bot, options as u32) as usize;
            game.answer(pick).expect("a listed answer applies");
            decisions += 1;
            assert!(decisions < 20_000, "game {seed} does not end");
        }
    }
}

#[test]
fn menus_agree_with_verdicts_and_views_with_what_they_are_dealt() {
    let cards = cards();
    let decks = PerSeat::new(
        deck(&cards, include_str!("../../../decks/dbs/ember-dojo.json")),
        deck(&cards, include_str!("../../../decks/dbs/tide-order.json")),
    );
    let lists = PerSeat::new(
        <State as kernel::Game>::prints(&decks[kernel::Seat::A]),
        <State as kernel::Game>::prints(&decks[kernel::Seat::B]),
    );
    for seed in 0..25 {
        let mut bot = Dice::new(seed + 77);
        let mut game =
            Match::<State, Dice>::new(cards.clone(), 0, &decks, Dice::new(seed), Pace::Fast, Log::silent());
        while let Standing::Open(_) = kernel::Game::standing(&game.state) {
            let mut verdicts = kernel::Verdicts(Vec::new());
            kernel::Game::consider(&game.state, &cards, &mut verdicts);
            let allowed: Vec<_> =
                verdicts.0.iter().filter(|(_, legal)| legal.is_ok()).map(|(choice, _)| *choice).collect();
            assert_eq!(allowed, game.menu().options);
            let mut labels = game.labels();
            labels.sort();
            let count = labels.len();
            labels.dedup();
            assert_eq!(labels.len(), count, "labels tell options apart: {:?}", game.labels());
            for seat in kernel::Seat::BOTH {
                let view = kernel::Game::view(&game.state, seat);
                let mut luck = Dice::new(seed);
                let dealt =
                    <State as kernel::Game>::determinize(&view, &cards, &lists, &mut luck).expect("it deals");
                assert_eq!(kernel::Game::view(&dealt, seat), view);
                if kernel::Game::standing(&dealt) == Standing::Open(seat) {
                    let mut menu = kernel::Menu::default();
                    kernel::Game::menu(&dealt, &cards, &mut menu);
                    assert_eq!(
                        menu.options,
                        game.menu().options,
                        "a menu depends on what its seat knows only"
                    );
                }
            }
            let pick = kernel::Chance::below(&mut bot, game.menu().options.len() as u32) as usize;
            game.answer(pick).expect("a listed answer applies");
        }
    }
}
