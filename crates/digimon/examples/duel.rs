//! Plays the readable decks of a folder against each other at random: `duel POOL DECKS GAMES`. Only cards of those decks are
//! loaded; a deck with a card that is not read whole is left out.

use digimon::{Cards, State};
use kernel::{Chance, Decks, Dice, Log, Match, Pace, PerSeat, Pool, Printed, Standing};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rows: BTreeMap<String, Value> = std::fs::read_to_string(&args[1])
        .expect("a card file")
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .map(|row| (row["id"].as_str().unwrap_or_default().to_string(), row))
        .collect();
    type Section = (String, Vec<(String, u32)>);
    let mut decks: Vec<(String, Vec<Section>)> = Vec::new();
    let mut pool = Pool::default();
    let (mut added, mut bad) = (HashSet::new(), HashSet::new());
    for entry in std::fs::read_dir(&args[2]).expect("a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let deck: Value = serde_json::from_str(&text).unwrap_or_default();
        let section = |name: &str| -> Section {
            let cards = deck[name].as_object().into_iter().flatten();
            (name.into(), cards.map(|(id, count)| (id.clone(), count.as_u64().unwrap_or(0) as u32)).collect())
        };
        let sections = vec![section("main"), section("digi_eggs")];
        let mut whole = true;
        for id in sections.iter().flat_map(|(_, cards)| cards).map(|(id, _)| id) {
            if added.insert(id.clone()) {
                let Some(row) = rows.get(id) else {
                    bad.insert(id.clone());
                    continue;
                };
                match digimon::Printed::read(row) {
                    Ok(card) => {
                        if !card.unread().is_empty() {
                            bad.insert(id.clone());
                        }
                        pool.add(card, row);
                    }
                    Err(_) => {
                        bad.insert(id.clone());
                    }
                }
            }
            whole &= !bad.contains(id);
        }
        if whole {
            decks.push((entry.file_name().to_string_lossy().into_owned(), sections));
        }
    }
    decks.sort();
    let cards = Arc::new(Cards::from(pool));
    let mut built = Vec::new();
    for (name, sections) in decks {
        let list = kernel::DeckList { name: name.clone(), sections, extra: Vec::new() };
        match State::build_deck(&cards, &list) {
            Ok(deck) => built.push((name, deck)),
            Err(why) => println!("{name}: {why:?}"),
        }
    }
    println!("{} decks", built.len());
    let games: u64 = args[3].parse().expect("a number of games");
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut total = 0u64;
    for seed in 0..games {
        let mut bot = Dice::new(seed + 77);
        let one = bot.below(built.len() as u32) as usize;
        let two = bot.below(built.len() as u32) as usize;
        let pair = PerSeat::new(built[one].1.clone(), built[two].1.clone());
        let mut game =
            Match::<State, Dice>::new(cards.clone(), 0, &pair, Dice::new(seed), Pace::Fast, Log::silent());
        let mut decisions = 0;
        while let Standing::Open(_) = kernel::Game::standing(game.state()) {
            let options = game.menu().options.len();
            let pick = bot.below(options as u32) as usize;
            if let Err(why) = game.answer(pick) {
                println!("seed {seed}: a listed answer was refused: {why:?}");
                break;
            }
            decisions += 1;
            if decisions > 20_000 {
                println!("seed {seed}: {} against {} does not end", built[one].0, built[two].0);
                break;
            }
        }
        total += decisions;
        let end = match kernel::Game::standing(game.state()) {
            Standing::Over(outcome) => format!("{outcome:?}"),
            Standing::Open(_) => "open".into(),
        };
        *ends.entry(end).or_default() += 1;
    }
    println!("{games} games, {total} decisions, {ends:?}");
}
