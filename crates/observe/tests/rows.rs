//! Rows say what they promise: every word has its column, rows match the menu, options that are told alike are alike,
//! nothing depends on what a seat may not know, and a batch plays the games of `shobu sim`.

use kernel::board::{Facts, Lying, Painter, Pictured, Telling};
use kernel::{Dice, Eyes, Game, Log, Match, Menu, Pace, Seat};
use observe::batch::begin;
use observe::{Arrays, HISTORY, History, Looks, Orders, Position, Rows, Standing, spec, words};
use shobu::setup::Setup;
use shobu::sim::{Plan, simulate};
use shobu::{GameName, Playable, with_game};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Games a test plays: more in the long run (`SHOBU_GAMES=1000`).
fn games(few: u64) -> u64 {
    std::env::var("SHOBU_GAMES").ok().and_then(|word| word.parse().ok()).unwrap_or(few)
}

/// Plays some games at random and shows every decision with what happened before it.
fn play<G: Playable>(games: u64, mut each: impl FnMut(&Setup<G>, &Match<G, Dice>, &History)) {
    let setup = Setup::<G>::built_in().expect("the built-in decks play");
    for seed in 0..games {
        let cards = setup.cards.cards.clone();
        let dice = Dice::new(seed);
        let mut game = Match::new(cards, setup.edition, &setup.decks, dice, Pace::Fast, Log::listening());
        let mut history = History::default();
        history.add(game.state(), game.cards(), game.events());
        let mut turn = seed as usize;
        while game.outcome().is_none() && game.answers().len() < 400 {
            each(&setup, &game, &history);
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let options = game.menu().options.len();
            game.answer((turn >> 33) % options).expect("the option is there");
            history.add(game.state(), game.cards(), game.events());
        }
    }
}

fn rows_of<G: Playable>(
    name: GameName,
    setup: &Setup<G>,
    state: &G,
    menu: &Menu<G>,
    history: &History,
) -> Rows {
    let mut looks = Looks::new(spec::of(name), words::of(name));
    let cards = &*setup.cards.cards;
    Rows::of(&mut looks, &Position { state, cards, seat: menu.seat, menu: Some(menu), history })
}

#[test]
fn rows_have_their_columns_and_match_the_menu() {
    for name in GameName::ALL {
        let spec = spec::of(name);
        let (mut known, mut hidden) = (0, 0);
        with_game!(name, G => play::<G>(games(2), |setup, game, history| {
            let menu = game.menu();
            let rows = rows_of(name, setup, game.state(), menu, history);
            assert_eq!(rows.options.len(), menu.options.len() * spec.options.len());
            assert_eq!(rows.globals.len(), spec.globals.len());
            assert_eq!(rows.cards.len() % spec.cards.len(), 0);
            assert_eq!(rows.history.len(), HISTORY * spec.history.len());
            for (columns, values) in [
                (&spec.cards, &rows.cards),
                (&spec.globals, &rows.globals),
                (&spec.options, &rows.options),
                (&spec.history, &rows.history),
            ] {
                for row in values.chunks_exact(columns.len()) {
                    for (column, value) in columns.iter().zip(row) {
                        let fits = (column.least..=column.most).contains(value);
                        assert!(fits, "{name}: {} is {value}", column.name);
                    }
                }
            }
            // Verbs stand in the order of the menu.
            let picture = game.state().pictured(&setup.cards.cards, menu.seat);
            for (row, choice) in rows.options.chunks_exact(spec.options.len()).zip(&menu.options) {
                let deal: kernel::board::Deal = picture.deal(&setup.cards.cards, *choice);
                assert_eq!(spec.verbs[row[0] as usize], deal.verb, "{name}");
            }
            for row in rows.history.chunks_exact(spec.history.len()).filter(|row| row[0] > 0) {
                if row[5] > 0 { known += 1 } else { hidden += 1 }
            }
        }));
        assert!(known > 100 && hidden > 100, "{name}: events with {known} known cards and {hidden} without");
    }
}

/// Options with equal rows are the same to a player: whichever is taken, the board looks the same.
#[test]
fn options_with_equal_rows_lead_to_equal_boards() {
    for name in GameName::ALL {
        let width = spec::of(name).options.len();
        let mut alike = 0;
        with_game!(name, G => play::<G>(games(6), |setup, game, history| {
            let menu = game.menu();
            let rows = rows_of(name, setup, game.state(), menu, history);
            let row = |at: usize| &rows.options[at * width..(at + 1) * width];
            let after = |at: usize| {
                let (state, cards) = (*game.state(), setup.cards.cards.clone());
                let mut next = Match::resume(state, cards, Dice::new(1), Pace::Fast, Log::silent());
                next.answer(at).expect("the option is there");
                let picture = next.state().pictured(next.cards(), menu.seat);
                Painter::new(&picture, next.cards(), Eyes::Seat(menu.seat)).board()
            };
            for at in 0..menu.options.len() {
                if let Some(first) = (0..at).find(|other| row(*other) == row(at)) {
                    alike += 1;
                    let (one, two) = (after(first), after(at));
                    assert_eq!(one, two, "{name}: {} and {}", game.labels()[first], game.labels()[at]);
                }
            }
        }));
        eprintln!("{name}: {alike} options were told like another");
    }
}

#[test]
fn every_word_of_a_board_has_a_column() {
    for name in GameName::ALL {
        let words = words::of(name);
        with_game!(name, G => play::<G>(4, |setup, game, _| {
            let cards = &*setup.cards.cards;
            let picture = game.state().pictured(cards, Eyes::All);
            assert!(words.phases.contains(&picture.phase()), "{name}: phase {}", picture.phase());
            for seat in Seat::BOTH {
                picture.figures(cards, seat, &mut |figure, _| {
                    assert!(words.seat_figures.contains(&figure), "{name}: {figure}");
                });
            }
            for event in game.events() {
                let word = G::happening(&event.what).word;
                assert!(G::HAPPENINGS.contains(&word), "{name}: {word}");
            }
            for at in 0..picture.table().len() {
                let card = kernel::Card(at as u8);
                let facts = Facts::of(&picture, cards, card);
                assert!(words.kinds.contains(&facts.kind), "{name}: kind {}", facts.kind);
                let missing = |all: &[&str], word: &str| !all.contains(&word);
                assert!(!facts.colors.iter().any(|word| missing(words.colors, word)), "{name}: {:?}", facts.colors);
                assert!(!facts.figures.iter().any(|(word, _)| missing(words.figures, word)), "{name}: a figure");
                assert!(!facts.counters.iter().any(|(word, _)| missing(words.counters, word)), "{name}: a counter");
                picture.states(cards, card, &mut |state| {
                    assert!(words.states.contains(&state), "{name}: {state}");
                });
            }
        }));
    }
}

/// All that rows keep of a card's facts.
#[derive(Default, PartialEq, Eq, Debug, Clone)]
struct Kept(Vec<(&'static str, &'static str, i32)>);

impl Telling for Kept {
    fn kind(&mut self, kind: &'static str) {
        self.0.push(("kind", kind, 0));
    }
    fn color(&mut self, color: &'static str) {
        self.0.push(("color", color, 0));
    }
    fn figure(&mut self, name: &'static str, now: i32, _: i32) {
        self.0.push(("figure", name, now));
    }
    fn keyword(&mut self, name: &'static str, number: i32, _: &dyn Fn() -> String) {
        self.0.push(("keyword", name, number));
    }
    fn beside_printed(&mut self, _: &dyn Fn() -> Vec<String>) {}
    fn counter(&mut self, name: &'static str, count: i32) {
        self.0.push(("counter", name, count));
    }
}

/// What a game calls plain is told the same wherever cards of that print lie, at any time of any match.
#[test]
fn plain_cards_are_told_by_their_prints() {
    for name in GameName::ALL {
        let mut seen: BTreeMap<(u16, bool), Kept> = BTreeMap::new();
        let (mut plain, mut known) = (0, 0);
        with_game!(name, G => play::<G>(games(12), |setup, game, _| {
            let cards = &*setup.cards.cards;
            let seat = game.menu().seat;
            let mut picture = *game.state();
            picture.veil(cards, Eyes::Seat(seat));
            let all = (0..picture.table().len()).map(|at| kernel::Card(at as u8));
            let told: Vec<kernel::Card> =
                all.filter(|card| picture.table().is_known(*card, Eyes::Seat(seat))).collect();
            known += told.len();
            picture.each_plain(cards, &told, &mut |card| {
                plain += 1;
                let mut kept = Kept::default();
                picture.facts(cards, card, &mut kept);
                kept.0.sort_unstable();
                let side = (picture.table().print(card).0, picture.is_turned(card));
                let first = seen.entry(side).or_insert_with(|| kept.clone());
                let place = picture.table().place(card);
                assert_eq!(*first, kept, "{name}: card {} in {:?}", card.0, place);
            });
        }));
        assert!(3 * plain > known, "{name}: only {plain} of {known} known cards are plain");
        eprintln!("{name}: {plain} of {known} known cards are plain");
    }
}

/// A state that is veiled where it lies looks like the picture that is made from the view. (The index of what cards can do is no
/// part of what anybody sees: it may differ.)
#[test]
fn a_veiled_state_is_the_picture() {
    for name in GameName::ALL {
        with_game!(name, G => play::<G>(games(3), |setup, game, _| {
            let cards = &*setup.cards.cards;
            for seat in Seat::BOTH {
                let mut veiled = *game.state();
                veiled.veil(cards, Eyes::Seat(seat));
                let board = |state: &G| Painter::new(state, cards, Eyes::Seat(seat)).board();
                assert_eq!(board(&veiled), board(&game.state().pictured(cards, seat)), "{name}");
            }
        }));
    }
}

#[test]
fn rows_depend_on_nothing_hidden() {
    for name in GameName::ALL {
        let mut looked = 0;
        with_game!(name, G => play::<G>(games(2), |setup, game, history| {
            looked += 1;
            if looked % 9 != 0 {
                return;
            }
            let menu = game.menu();
            let shown = rows_of(name, setup, game.state(), menu, history);
            let view = game.state().view(menu.seat);
            let cards = &setup.cards.cards;
            let other = G::determinize(&view, cards, &setup.prints, &mut Dice::new(looked)).expect("it can be dealt");
            let mut asked = Menu::default();
            other.menu(cards, &mut asked);
            assert_eq!(shown, rows_of(name, setup, &other, &asked, history), "{name}: other secrets, other rows");
        }));
        assert!(looked > 20);
    }
}

/// What happened with a card that a seat may not know is told without the card.
#[test]
fn history_names_only_what_was_told() {
    for name in GameName::ALL {
        let spec = spec::of(name);
        let mut hidden = 0;
        with_game!(name, G => play::<G>(games(2), |setup, game, _| {
            let cards = &*setup.cards.cards;
            for seat in Seat::BOTH {
                for event in game.events() {
                    let mut history = History::default();
                    history.add(game.state(), cards, std::slice::from_ref(event));
                    let mut looks = Looks::new(spec, words::of(name));
                    let position = Position { state: game.state(), cards, seat, menu: None, history: &history };
                    let rows = Rows::of(&mut looks, &position);
                    let row = &rows.history[..spec.history.len()];
                    if !Eyes::Seat(seat).knows(event.known_to) {
                        hidden += 1;
                        assert!(row[4..].iter().all(|value| *value == 0), "{name}: {:?}", event);
                    }
                }
            }
        }));
        assert!(hidden > 10, "{name}: {hidden}");
    }
}

fn rows_in_batch(batch: &mut Box<dyn observe::AnyBatch>) -> (Rows, Vec<i64>, Vec<i64>) {
    let (spec, lanes) = (batch.spec(), batch.len());
    let mut rows = Rows {
        cards: vec![0; lanes * batch.most_cards() * spec.cards.len()],
        globals: vec![0; lanes * spec.globals.len()],
        options: vec![0; batch.options() * spec.options.len()],
        history: vec![0; lanes * HISTORY * spec.history.len()],
    };
    let (mut card_at, mut option_at) = (vec![0; lanes + 1], vec![0; lanes + 1]);
    batch.tell(Arrays {
        cards: &mut rows.cards,
        card_at: &mut card_at,
        options: &mut rows.options,
        option_at: &mut option_at,
        globals: &mut rows.globals,
        history: &mut rows.history,
    });
    rows.cards.truncate(card_at[lanes] as usize * spec.cards.len());
    (rows, card_at, option_at)
}

fn option_counts(batch: &dyn observe::AnyBatch) -> Vec<i64> {
    let n = batch.len();
    let (mut seat, mut options, mut game) = (vec![0; n], vec![0; n], vec![0; n]);
    let (mut rewards, mut terminated, mut truncated) = (vec![0.0; 2 * n], vec![false; n], vec![false; n]);
    batch.stand(Standing {
        seat: &mut seat,
        options: &mut options,
        game: &mut game,
        rewards: &mut rewards,
        terminated: &mut terminated,
        truncated: &mut truncated,
    });
    options
}

/// A batch tells each match as it is told alone, whatever the threads.
#[test]
fn a_batch_tells_what_a_match_tells() {
    for name in GameName::ALL {
        with_game!(name, G => {
            let setup = Setup::<G>::built_in().expect("the built-in decks play");
            let of = |threads| {
                let orders = Orders { threads, ..Orders::new(9, 3) };
                begin(name, vec![setup.clone()], &orders).expect("it begins")
            };
            let (mut one, mut two) = (of(1), of(2));
            for step in 0..60 {
                assert_eq!(rows_in_batch(&mut one), rows_in_batch(&mut two), "{name}");
                let options = option_counts(&*one);
                let answers: Vec<i64> = options.iter().map(|options| step % options).collect();
                one.step(&answers).expect("they are there");
                two.step(&answers).expect("they are there");
            }
            let (rows, card_at, _) = rows_in_batch(&mut one);
            let copy = one.copy_out(4).expect("there is a match 4");
            let live = copy.live::<G>().expect("it is of this game");
            let mut looks = Looks::new(spec::of(name), words::of(name));
            let menu = live.game.menu();
            let alone = Rows::of(&mut looks, &Position {
                state: live.game.state(),
                cards: live.game.cards(),
                seat: menu.seat,
                menu: Some(menu),
                history: &History::default(),
            });
            let width = spec::of(name).cards.len();
            assert_eq!(alone.cards, rows.cards[card_at[4] as usize * width..card_at[5] as usize * width], "{name}");
            // It goes in again, somewhere else, and is the same there.
            one.put_in(7, &copy).expect("it has the same cards");
            let (rows, card_at, _) = rows_in_batch(&mut one);
            assert_eq!(alone.cards, rows.cards[card_at[7] as usize * width..card_at[8] as usize * width], "{name}");
        });
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
                let orders = Orders { bots, threads, observes: false, ..Orders::new(lanes, 5) };
                let mut batch = begin(name, vec![setup.clone()], &orders).expect("it begins");
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
    let orders = Orders { bots: [None, Some("random".into())], ..Orders::new(3, 1) };
    let mut batch = begin(GameName::Digimon, vec![setup], &orders).expect("it begins");
    let before = rows_in_batch(&mut batch);
    let wrong = batch.step(&[0, 0, 999]).expect_err("there is no option 999");
    assert!(wrong.to_string().contains("match 2"), "{wrong}");
    assert_eq!(before, rows_in_batch(&mut batch));
}
