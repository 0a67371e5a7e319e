//! Random play on the starter decks, timed: `cargo run --release -p shobu-battle-spirits --example pace`.
//! `shobu bench` measures the same for all games; this one builds in seconds.

use battle_spirits::{Cards, State};
use kernel::{DeckList, Decks, Dice, Game, Log, Match, Pace, PerSeat, Pool, Printed};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = |folder: &str| {
        let mut files: Vec<_> = std::fs::read_dir(root.join(folder))
            .expect("a readable folder")
            .map(|entry| entry.expect("a readable entry").path())
            .collect();
        files.sort();
        files
    };
    let mut pool = Pool::default();
    for file in files("cards/battle-spirits") {
        for line in std::fs::read_to_string(file).expect("a readable file").lines() {
            let row = serde_json::from_str(line).expect("a JSON line");
            pool.add(<State as Game>::Printed::read(&row).expect("a card"), &row);
        }
    }
    let cards: Arc<Cards> = Arc::new(pool.into());
    let mut decks = Vec::new();
    for file in files("decks/battle-spirits") {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let value: serde_json::Value = serde_json::from_str(&text).expect("a JSON file");
        let main = value["main"].as_object().expect("a main deck").iter();
        let main = main.map(|(id, count)| (id.clone(), count.as_u64().unwrap_or(0) as u32)).collect();
        let list = DeckList { sections: vec![("main".into(), main)], ..DeckList::default() };
        decks.push(State::build_deck(&cards, &list).expect("a playable deck"));
    }
    let games: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(2000);
    let (mut decisions, mut turns, mut limits, start) = (0u64, 0u64, 0u64, Instant::now());
    for seed in 0..games {
        let at = seed as usize;
        let pair = PerSeat::new(decks[at % 4].clone(), decks[at / 4 % 4].clone());
        let mut game =
            Match::<State, _>::new(cards.clone(), 0, &pair, Dice::new(seed), Pace::Fast, Log::silent());
        let mut dice = Dice::new(seed ^ 0x5EED);
        while game.outcome().is_none() {
            let options = game.menu().options.len();
            game.answer(dice.next_u32() as usize % options).expect("a listed answer applies");
            decisions += 1;
        }
        turns += u64::from(game.state().turn());
        limits += u64::from(game.outcome().is_some_and(|outcome| outcome.why == kernel::Why::Limit));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games, {:.1} turns and {:.0} decisions a game, {:.0} decisions/s, {limits} by the engine's limit, {} bytes",
        turns as f64 / games as f64,
        decisions as f64 / games as f64,
        decisions as f64 / seconds,
        size_of::<State>(),
    );
}
