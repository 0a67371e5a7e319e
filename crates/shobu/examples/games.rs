//! Many random games from the library, for measuring: `cargo run --release -p shobu --example games -- GAME GAMES [DECK POOL]`.
//! Prints the decisions and the digest that `shobu sim --threads 1 --seed 3 --bot random` prints, without building the rest.

use shobu::pools::CardSet;
use shobu::setup::{Setup, UnreadCards, deck_named, starter_decks};
use shobu::sim::{Plan, simulate};
use shobu::{GameName, Playable, Source, with_game};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(games)) = (words.first(), words.get(1)) else {
        return Err("games GAME GAMES [DECK POOL]".into());
    };
    let name: GameName = game.parse().map_err(|_| format!("no game is called `{game}`"))?;
    let rest = words.get(2).zip(words.get(3));
    with_game!(name, G => play::<G>(games.parse()?, rest))
}

fn play<G: Playable>(games: u64, given: Option<(&String, &String)>) -> Result<(), Box<dyn Error>> {
    let (decks, pools) = match given {
        Some((deck, pool)) => {
            let deck = deck_named::<G>(deck)?;
            ([deck.clone(), deck], vec![Source::read(Path::new(pool))?])
        }
        None => (starter_decks::<G>()?, Vec::new()),
    };
    let both = [&decks[0], &decks[1]];
    let cards = CardSet::<G>::for_decks(&pools, &both)?;
    let setup = Setup::new(cards, None, both, UnreadCards::Allowed)?;
    let plan = Plan { games, seed: 3, threads: 1, bots: ["random", "random"], out: None };
    let report = simulate(&setup, &plan, &|| (), &AtomicBool::new(false))?;
    println!("{} decisions, digest {}", report.decisions, report.digest());
    Ok(())
}
