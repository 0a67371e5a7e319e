//! Rows say what they promise: every word has its column, rows match the menu, nothing depends on what a seat may not
//! know, and a batch plays the games of `shobu sim`.

use kernel::{Dice, Eyes, Game, Log, Match, Pace, Seat};
use observe::batch::begin;
use observe::{Orders, Rows, observe, spec, words};
use shobu::setup::Setup;
use shobu::sim::{Plan, simulate};
use shobu::{GameName, Playable, with_game};
use std::sync::atomic::AtomicBool;

/// Plays some games at random and shows every decision.
fn play<G: Playable>(games: u64, mut each: impl FnMut(&Setup<G>, &Match<G, Dice>)) {
    let setup = Setup::<G>::built_in().expect("the built-in decks play");
    for seed in 0..games {
        let cards = setup.cards.cards.clone();
        let dice = Dice::new(seed);
        let mut game = Match::new(cards, setup.edition, &setup.decks, dice, Pace::Fast, Log::silent());
        let mut turn = seed as usize;
        while game.outcome().is_none() && game.answers().len() < 400 {
            each(&setup, &game);
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let options = game.menu().options.len();
            game.answer((turn >> 33) % options).expect("the option is there");
        }
    }
}

fn rows_of<G: Playable>(name: GameName, setup: &Setup<G>, state: &G, menu: &kernel::Menu<G>) -> Rows {
    let (spec, words) = (spec::of(name), words::of(name));
    let cards = &setup.cards.cards;
    let picture = state.pictured(cards, Eyes::Seat(menu.seat));
    let mut rows = Rows::default();
    observe(&spec, words, &picture, cards, menu.seat, Some(menu), &mut rows);
    rows
}

#[test]
fn rows_have_their_columns_and_match_the_menu() {
    for name in GameName::ALL {
        let spec = spec::of(name);
        with_game!(name, G => play::<G>(2, |setup, game| {
            let menu = game.menu();
            let rows = rows_of(name, setup, &game.state, menu);
            assert_eq!(rows.options.len(), menu.options.len() * spec.options.len());
            assert_eq!(rows.globals.len(), spec.globals.len());
            assert_eq!(rows.cards.len() % spec.cards.len(), 0);
            for (columns, values) in
                [(&spec.cards, &rows.cards), (&spec.globals, &rows.globals), (&spec.options, &rows.options)]
            {
                for row in values.chunks_exact(columns.len()) {
                    for (column, value) in columns.iter().zip(row) {
                        assert!((column.least..=column.most).contains(value), "{name}: {} is {value}", column.name);
                    }
                }
            }
            let width = spec.options.len();
            for (at, row) in rows.options.chunks_exact(width).enumerate() {
                let twin = rows.options.chunks_exact(width).skip(at + 1).any(|other| other == row);
                assert!(!twin, "{name}: two options with one row");
            }
        }));
    }
}

#[test]
fn every_word_of_a_board_has_a_column() {
    for name in GameName::ALL {
        let words = words::of(name);
        with_game!(name, G => play::<G>(4, |setup, game| {
            let cards = &*setup.cards.cards;
            let picture = game.state.pictured(cards, Eyes::All);
            assert!(words.phases.contains(&picture.phase()), "{name}: phase {}", picture.phase());
            for seat in Seat::BOTH {
                for (figure, _) in picture.figures(cards, seat).iter() {
                    assert!(words.seat_figures.contains(&figure), "{name}: {figure}");
                }
            }
            use kernel::board::Pictured;
            for at in 0..picture.table().len() {
                let card = kernel::Card(at as u8);
                let facts = picture.facts(cards, card);
                assert!(words.kinds.contains(&facts.kind), "{name}: kind {}", facts.kind);
                let missing = |all: &[&str], word: &str| !all.contains(&word);
                assert!(!facts.colors.iter().any(|word| missing(words.colors, word)), "{name}: {:?}", facts.colors);
                assert!(!facts.figures.iter().any(|(word, _)| missing(words.figures, word)), "{name}: a figure");
                assert!(!facts.counters.iter().any(|(word, _)| missing(words.counters, word)), "{name}: a counter");
                let states = picture.states(cards, card);
                assert!(!states.iter().any(|word| missing(words.states, word)), "{name}: {states:?}");
            }
        }));
    }
}

#[test]
fn rows_depend_on_nothing_hidden() {
    for name in GameName::ALL {
        let mut looked = 0;
        with_game!(name, G => play::<G>(2, |setup, game| {
            looked += 1;
            if looked % 9 != 0 {
                return;
            }
            let menu = game.menu();
            let shown = rows_of(name, setup, &game.state, menu);
            let view = game.state.view(menu.seat);
            let cards = &setup.cards.cards;
            let other = G::determinize(&view, cards, &setup.prints, &mut Dice::new(looked)).expect("it can be dealt");
            let mut asked = kernel::Menu::default();
            other.menu(cards, &mut asked);
            assert_eq!(shown, rows_of(name, setup, &other, &asked), "{name}: other secrets, other rows");
        }));
        assert!(looked > 20);
    }
}

#[test]
fn a_batch_plays_the_games_of_a_simulation() {
    const GAMES: u64 = 12;
    for name in GameName::ALL {
        with_game!(name, G => {
            let setup = Setup::<G>::built_in().expect("the built-in decks play");
            let plan = Plan { games: GAMES, seed: 5, threads: 1, bots: ["random", "random"], out: None };
            let report = simulate(&setup, &plan, &|| (), &AtomicBool::new(false)).expect("it plays");
            for (lanes, threads) in [(5, 1), (4, 2)] {
                let bots = [Some("random".to_string()), Some("random".to_string())];
                let orders = Orders { lanes, seed: 5, bots, threads, observes: false };
                let mut batch = begin(name, setup.clone(), &orders).expect("it begins");
                while batch.digest(GAMES).is_none() {
                    batch.step(&vec![0; lanes]).expect("bots answer");
                }
                assert_eq!(batch.digest(GAMES), Some(report.digest()), "{name}");
            }
        });
    }
}

#[test]
fn a_wrong_answer_changes_nothing() {
    let setup = Setup::<shobu::games::Digimon>::built_in().expect("the built-in decks play");
    let orders =
        Orders { lanes: 3, seed: 1, bots: [None, Some("random".into())], threads: 1, observes: true };
    let mut batch = begin(GameName::Digimon, setup, &orders).expect("it begins");
    let before: Vec<Rows> = batch.lanes().iter().map(|lane| lane.rows.clone()).collect();
    let wrong = batch.step(&[0, 0, 999]).expect_err("there is no option 999");
    assert!(wrong.to_string().contains("match 2"), "{wrong}");
    let after: Vec<Rows> = batch.lanes().iter().map(|lane| lane.rows.clone()).collect();
    assert_eq!(before, after);
}
