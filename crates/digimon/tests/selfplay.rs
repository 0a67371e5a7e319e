//! Random games on the starter decks: every listed answer applies, saving and loading is equal, and games end.

use digimon::{Cards, Printed, State};
use kernel::{Chance, DeckList, Decks, Dice, Game, Log, Match, Pace, PerSeat, Pool};
use std::sync::Arc;

fn cards() -> Arc<Cards> {
    let mut pool = Pool::default();
    let text = include_str!("../../../cards/digimon/starter.jsonl");
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("the starter set is JSON");
        let card = <Printed as kernel::Printed>::read(&row).expect("a card");
        assert!(kernel::Printed::unread(&card).is_empty(), "{:?}", kernel::Printed::unread(&card));
        pool.add(card, &row);
    }
    Arc::new(Cards::from(pool))
}

fn deck(cards: &Cards, text: &str) -> digimon::Deck {
    let file: serde_json::Value = serde_json::from_str(text).expect("a deck file");
    let section = |name: &str| {
        let cards = file[name].as_object().expect("a section");
        let cards =
            cards.iter().map(|(id, count)| (id.clone(), count.as_u64().unwrap_or(0) as u32)).collect();
        (name.to_string(), cards)
    };
    let list = DeckList { sections: vec![section("main"), section("digi_eggs")], ..DeckList::default() };
    assert_eq!(State::check_deck(cards, &list, 0), vec![]);
    State::build_deck(cards, &list).expect("a deck")
}

#[test]
fn random_games_on_the_starter_decks_end() {
    let cards = cards();
    let decks = [
        deck(&cards, include_str!("../../../decks/digimon/emberclaw.json")),
        deck(&cards, include_str!("../../../decks/digimon/tidecall.json")),
        deck(&cards, include_str!("../../../decks/digimon/haloguard.json")),
        deck(&cards, include_str!("../../../decks/digimon/gravewright.json")),
    ];
    let mut ends = [0; 3];
    for seed in 0..200u64 {
        let (a, b) = (&decks[seed as usize % 4], &decks[seed as usize / 4 % 4]);
        let pair = PerSeat::new(a.clone(), b.clone());
        let mut game =
            Match::<State, Dice>::new(cards.clone(), 0, &pair, Dice::new(seed), Pace::Fast, Log::silent());
        let mut bot = Dice::new(seed ^ 0xB07);
        let mut decisions = 0;
        while game.outcome().is_none() {
            let options = game.menu().options.len();
            assert!(options > 0, "an open decision has options");
            game.answer(bot.below(options as u32) as usize).expect("a listed answer applies");
            decisions += 1;
            assert!(decisions < 20_000, "game {seed} does not end");
            if decisions % 50 == 0 {
                let saved = serde_json::to_string(&game.state).expect("a state is data");
                let loaded: State = serde_json::from_str(&saved).expect("what was saved can be loaded");
                assert!(loaded == game.state, "loading gives back what was saved");
            }
        }
        match game.outcome().map(|outcome| outcome.why) {
            Some(kernel::Why::Rule(_)) => ends[0] += 1,
            Some(kernel::Why::Limit) => ends[1] += 1,
            _ => ends[2] += 1,
        }
        assert!(game.state.turn() > 0);
    }
    assert_eq!(ends[1], 0, "no game runs out of room");
}
