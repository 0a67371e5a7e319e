//! Every law on decks that are legal and otherwise random: where cards meet that nobody thought of together.
//!
//! `cargo test` tries a few on the built-in cards. The long run is the same with a number of decks a game, on the given card
//! lists where they lie beside the project: `SHOBU_RANDOM_DECKS=2000 SHOBU_SEED=1 cargo test --release -p shobu --test
//! laws_on_random_decks -- --nocapture`. It goes on past failures and tells them by kind, with their seeds.

mod laws;

use kernel::{PerSeat, Why};
use shobu::pools::CardSet;
use shobu::random_decks::random_deck;
use shobu::setup::Setup;
use shobu::{Playable, Source};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The given cards of a game, where they lie beside the project.
fn given<G: Playable>() -> Option<CardSet<G>> {
    let name = G::NAME.replace('-', "_");
    let beside = |folder: &Path| folder.join("shared/cards").join(&name).join("cards.jsonl");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.ancestors().map(beside).find(|file| file.is_file())?;
    Some(
        CardSet::read(&[Source::read(&file).expect("a card file")])
            .unwrap_or_else(|faults| panic!("{faults}")),
    )
}

/// Two random decks against each other.
fn pair<G: Playable>(cards: &CardSet<G>, seed: u64) -> Setup<G> {
    let deck = |seed: u64| random_deck(cards, 0, seed).unwrap_or_else(|fault| panic!("{fault}"));
    let lists = PerSeat::new(deck(2 * seed), deck(2 * seed + 1));
    Setup::of_lists(cards.clone(), 0, lists, ["random", "random"]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Beyond the laws: a match that the engine's room ends is a failure here.
fn no_limit<G: Playable>(setup: &Setup<G>, seed: u64) {
    let mut walk = laws::Walk::new(setup, seed, kernel::Log::silent());
    for _ in 0..shobu::sim::MOST_DECISIONS {
        if !walk.step() {
            break;
        }
    }
    let outcome = walk.game.outcome().expect("a match that ends");
    assert!(outcome.why != Why::Limit, "ended by the engine's limit");
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<String>().cloned();
    let words = words.or_else(|| panic.downcast_ref::<&str>().map(|words| words.to_string()));
    words.unwrap_or_else(|| "a panic without words".into())
}

fn hold<G: Playable>(few: u64) {
    let long = number("SHOBU_RANDOM_DECKS");
    let cards = match long {
        None => CardSet::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}")),
        Some(_) => match given::<G>() {
            Some(cards) => cards,
            None => return eprintln!("skipped: no given cards of {}", G::NAME),
        },
    };
    let first = number("SHOBU_SEED").unwrap_or(1) * 1_000_000;
    let mut failures: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for seed in first..first + long.unwrap_or(few) / 2 {
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let setup = pair(&cards, seed);
            laws::all(&setup, seed);
            no_limit(&setup, seed);
        }));
        if let Err(panic) = tried {
            // Numbers tell one failure from another of its kind.
            let kind = said(&*panic).chars().filter(|letter| !letter.is_ascii_digit()).take(160).collect();
            failures.entry(kind).or_default().push(seed);
        }
    }
    for (kind, seeds) in &failures {
        eprintln!("{}: {} times, seeds {:?}: {kind}", G::NAME, seeds.len(), &seeds[..seeds.len().min(5)]);
    }
    assert!(failures.is_empty(), "{}: {} kinds of failure on random decks", G::NAME, failures.len());
}

#[test]
fn battle_spirits() {
    hold::<shobu::games::BattleSpirits>(6);
}

#[test]
fn buddyfight() {
    hold::<shobu::games::Buddyfight>(6);
}

#[test]
fn dbs() {
    hold::<shobu::games::Dbs>(6);
}

#[test]
fn digimon() {
    hold::<shobu::games::Digimon>(6);
}

#[test]
fn the_same_seed_makes_the_same_legal_deck() {
    fn same<G: Playable>() {
        let cards = CardSet::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
        let deck = |seed| random_deck(&cards, 0, seed).unwrap_or_else(|fault| panic!("{}: {fault}", G::NAME));
        assert_eq!(deck(5), deck(5));
        assert_ne!(deck(5).sections, deck(6).sections);
        assert!(G::check_deck(&cards.cards, &deck(5), 0).is_empty());
    }
    same::<shobu::games::BattleSpirits>();
    same::<shobu::games::Buddyfight>();
    same::<shobu::games::Dbs>();
    same::<shobu::games::Digimon>();
}
