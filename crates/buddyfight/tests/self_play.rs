//! Random games on the starter decks: every listed answer applies, a saved state loads equal, every game ends.

use buddyfight::{Cards, State};
use kernel::{
    Chance, Context, DeckList, Decks, Dice, Game, Log, Menu, Outcome, PerSeat, Pool, Printed, Standing, Why,
};
use serde_json::Value;

fn cards() -> Cards {
    let mut pool = Pool::default();
    for line in include_str!("../../../cards/buddyfight/starter.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("our own cards are JSON");
        let card: buddyfight::Face = Printed::read(&row).expect("our own cards are cards");
        assert!(card.unread().is_empty(), "{}: {:?}", card.name(), card.unread());
        pool.add(card, &row);
    }
    Cards::from(pool)
}

fn list(text: &str) -> DeckList {
    let file: Value = serde_json::from_str(text).expect("our own decks are JSON");
    let one = |key: &str| vec![(file[key].as_str().unwrap_or_default().to_string(), 1)];
    let main = file["main"].as_object().expect("a main deck");
    let main = main.iter().map(|(id, n)| (id.clone(), n.as_u64().unwrap_or(0) as u32)).collect();
    let sections = vec![("flag".into(), one("flag")), ("buddy".into(), one("buddy")), ("main".into(), main)];
    DeckList { sections, ..DeckList::default() }
}

#[test]
fn random_games_on_the_starter_decks_end_by_the_rules() {
    let cards = cards();
    let lists = [
        list(include_str!("../../../decks/buddyfight/emberfang-charge.json")),
        list(include_str!("../../../decks/buddyfight/tidehall-watch.json")),
    ];
    for deck in &lists {
        assert_eq!(State::check_deck(&cards, deck, 0), []);
    }
    let decks = lists.map(|deck| State::build_deck(&cards, &deck).expect("a playable deck"));
    let decks = PerSeat(decks);
    for (seed, edition) in (0..150).map(|seed| (seed, 0)).chain((0..50).map(|seed| (seed, 1))) {
        let (mut dice, mut player, mut log) = (Dice::new(seed), Dice::new(!seed), Log::silent());
        let mut cx = Context { pool: &cards, chance: &mut dice, log: &mut log };
        let mut state = State::new(&cards, edition, &decks, &mut cx);
        let mut menu = Menu::default();
        let mut decisions = 0;
        let outcome = loop {
            if let Standing::Over(outcome) = state.standing() {
                break outcome;
            }
            state.menu(&cards, &mut menu);
            assert!(!menu.options.is_empty(), "seed {seed}: an open decision without options");
            if decisions % 37 == 0 {
                let saved = serde_json::to_string(&state).expect("a state is data");
                let loaded: State = serde_json::from_str(&saved).expect("what was saved loads");
                assert_eq!(loaded, state, "seed {seed}");
            }
            let pick = player.below(menu.options.len() as u32) as usize;
            state.apply(menu.options[pick], &mut cx);
            decisions += 1;
            assert!(decisions < 20_000, "seed {seed}: no end in sight");
        };
        assert!(matches!(outcome, Outcome { why: Why::Rule(_), .. }), "seed {seed}: {outcome:?}");
    }
}
