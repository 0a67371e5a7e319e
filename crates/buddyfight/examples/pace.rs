//! Random games on the starter decks, timed: `cargo run --release -p shobu-buddyfight --example pace`.
//! Decisions are menus of two or more, as `shobu bench` counts them.

use buddyfight::{Cards, State};
use kernel::{Chance, Context, DeckList, Decks, Dice, Game, Log, Menu, PerSeat, Pool, Printed};
use serde_json::Value;
use std::time::Instant;

fn list(text: &str) -> DeckList {
    let file: Value = serde_json::from_str(text).expect("our own decks are JSON");
    let one = |key: &str| vec![(file[key].as_str().unwrap_or_default().to_string(), 1)];
    let main = file["main"].as_object().expect("a main deck").iter();
    let main = main.map(|(id, n)| (id.clone(), n.as_u64().unwrap_or(0) as u32)).collect();
    let sections = vec![("flag".into(), one("flag")), ("buddy".into(), one("buddy")), ("main".into(), main)];
    DeckList { sections, ..DeckList::default() }
}

fn main() {
    let mut pool = Pool::default();
    for line in include_str!("../../../cards/buddyfight/starter.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("our own cards are JSON");
        pool.add(Printed::read(&row).expect("our own cards are cards"), &row);
    }
    let cards = Cards::from(pool);
    let lists = [
        list(include_str!("../../../decks/buddyfight/emberfang-charge.json")),
        list(include_str!("../../../decks/buddyfight/tidehall-watch.json")),
    ];
    let decks = PerSeat(lists.map(|deck| State::build_deck(&cards, &deck).expect("a playable deck")));
    let games = 5000;
    let (mut decisions, mut menus) = (0_u64, 0_u64);
    let mut menu = Menu::default();
    let began = Instant::now();
    for seed in 0..games {
        let (mut dice, mut player, mut log) = (Dice::new(seed), Dice::new(!seed), Log::silent());
        let mut cx = Context { pool: &cards, chance: &mut dice, log: &mut log };
        let mut state = State::new(&cards, 0, &decks, &mut cx);
        loop {
            state.menu(&cards, &mut menu);
            if menu.options.is_empty() {
                break;
            }
            menus += 1;
            decisions += u64::from(menu.options.len() > 1);
            let pick = player.below(menu.options.len() as u32) as usize;
            state.apply(menu.options[pick], &mut cx);
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{games} games, {decisions} decisions ({menus} menus) in {seconds:.2} s");
    println!("{:.0} decisions/s, {:.0} games/s", decisions as f64 / seconds, games as f64 / seconds);
    println!("{} bytes of state", size_of::<State>());
}
