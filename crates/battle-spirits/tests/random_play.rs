//! Random games on the starter decks: listed answers apply, saved states load equal, cores add up, games end.

use battle_spirits::{Cards, State};
use kernel::{Decks, Dice, Game, Log, Match, Pace, PerSeat, Pool, Printed};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pool() -> Arc<Cards> {
    let mut pool = Pool::default();
    let mut files: Vec<_> = std::fs::read_dir(root().join("cards/battle-spirits"))
        .expect("the card files are there")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    for file in files {
        for line in std::fs::read_to_string(file).expect("a readable file").lines() {
            let row: Value = serde_json::from_str(line).expect("a JSON line");
            pool.add(<State as Game>::Printed::read(&row).expect("a card"), &row);
        }
    }
    Arc::new(pool.into())
}

fn decks(cards: &Cards) -> Vec<<State as Game>::Deck> {
    let mut files: Vec<_> = std::fs::read_dir(root().join("decks/battle-spirits"))
        .expect("the decks are there")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    let list = |path: &std::path::PathBuf| {
        let value: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a readable file"))
            .expect("a JSON file");
        let main = value["main"].as_object().expect("a main deck").iter();
        let main = main.map(|(id, count)| (id.clone(), count.as_u64().expect("a count") as u32)).collect();
        let list = kernel::DeckList { sections: vec![("main".into(), main)], ..Default::default() };
        let faults = State::check_deck(cards, &list, 0);
        assert!(faults.is_empty(), "{path:?}: {faults:?}");
        State::build_deck(cards, &list).expect("a playable deck")
    };
    files.iter().map(list).collect()
}

#[test]
fn every_card_of_ours_is_read_whole() {
    for (_, card) in pool().as_ref().as_ref().iter() {
        assert!(card.unread().is_empty(), "{}: {:?}", card.name, card.unread());
    }
}

#[test]
fn random_games_end_and_cores_add_up() {
    let cards = pool();
    let decks = decks(&cards);
    for seed in 0..300u64 {
        let a = decks[seed as usize % decks.len()].clone();
        let b = decks[(seed as usize / decks.len()) % decks.len()].clone();
        let edition = (seed % 2) as usize;
        let pace = if seed % 3 == 0 { Pace::Shown } else { Pace::Fast };
        let pair = PerSeat::new(a, b);
        let mut game =
            Match::<State, _>::new(cards.clone(), edition, &pair, Dice::new(seed), pace, Log::silent());
        let mut dice = Dice::new(seed ^ 0x5EED);
        let mut decisions = 0;
        while game.outcome().is_none() {
            assert_eq!(game.state.check_invariants(), None, "seed {seed}, decision {decisions}");
            let options = game.menu().options.len();
            if decisions % 97 == 0 {
                let saved = serde_json::to_string(&game.state).expect("a state can be written");
                let loaded: State = serde_json::from_str(&saved).expect("what was written can be read");
                assert!(loaded == game.state, "seed {seed}, decision {decisions}");
            }
            game.answer(dice.next_u32() as usize % options).expect("a listed answer applies");
            decisions += 1;
            assert!(decisions < 200_000, "seed {seed} does not end");
        }
    }
}

#[test]
fn what_is_said_of_a_card_reads_to_the_same_tree() {
    for (_, card) in pool().as_ref().as_ref().iter() {
        let said = card.words();
        let row = serde_json::json!({
            "id": card.id, "name": card.name, "kind": match card.kind {
                battle_spirits::card::Kind::Spirit => "spirit",
                battle_spirits::card::Kind::Nexus => "nexus",
                battle_spirits::card::Kind::Magic => "magic",
            },
            "colors": ["red"], "cost": 1, "levels": [{ "level": 1, "cores": 1, "bp": 1 }], "text": said,
        });
        let again = <State as Game>::Printed::read(&row).expect("a card");
        assert!(again.unread().is_empty(), "{}: {said:#?}: {:?}", card.name, again.unread());
        assert_eq!(again.abilities.len(), card.abilities.len(), "{}: {said:#?}", card.name);
        for (one, other) in card.abilities.iter().zip(&again.abilities) {
            let same = one.when == other.when && one.steps == other.steps && one.cond == other.cond;
            assert!(same, "{}: {said:#?}\n{one:#?}\n{other:#?}", card.name);
            assert_eq!((one.part, one.limit), (other.part, other.limit), "{}: {said:#?}", card.name);
        }
    }
}
