//! What games tell bots about good play, held to its laws; and what the bots make of it.

use bots::{Bot, Easy, Sight, WeightFile, difference};
use kernel::{Dice, Eyes, Game, Good, Log, Match, Menu, Pace, PackingHasher, Seat};
use shobu::setup::Setup;
use shobu::sim::MOST_DECISIONS;
use shobu::{GameName, Playable, with_game};
use std::hash::Hasher;

fn setup<G: Playable>() -> Setup<G> {
    Setup::built_in().unwrap_or_else(|faults| panic!("{faults}"))
}

fn begin<G: Playable>(setup: &Setup<G>, seed: u64) -> Match<G, Dice> {
    let cards = setup.cards.cards.clone();
    Match::new(cards, setup.edition, &setup.decks, Dice::new(seed), Pace::Fast, Log::silent())
}

/// Plays a game between two bots and calls `look` before each decision with what is going to be answered.
fn each_decision<G: Playable>(
    setup: &Setup<G>,
    seed: u64,
    mut players: [Box<dyn Bot<G>>; 2],
    look: &mut dyn FnMut(&Match<G, Dice>, usize),
) {
    let mut game = begin(setup, seed);
    for _ in 0..MOST_DECISIONS {
        if game.outcome().is_some() {
            return;
        }
        let sight = Sight::new(game.state(), game.menu(), &setup.cards.cards, &setup.prints);
        let answer = players[sight.seat().index()].choose(&sight).expect("built-in bots go on");
        look(&game, answer);
        game.answer(answer).unwrap_or_else(|refused| panic!("{}: {refused}", G::NAME));
    }
    panic!("{}: not over after {MOST_DECISIONS} decisions", G::NAME);
}

fn easy<G: Playable>(seed: u64) -> [Box<dyn Bot<G>>; 2] {
    [Box::new(Easy::new(seed)), Box::new(Easy::new(seed + 1))]
}

fn look<G: Playable>(state: &G, eyes: Eyes) -> u64 {
    let mut hasher = PackingHasher::default();
    state.look(eyes, &mut hasher);
    hasher.finish()
}

fn rate<G: Playable>(setup: &Setup<G>, state: &G, menu: &Menu<G>) -> Vec<i32> {
    let mut ratings = Vec::new();
    Sight::new(state, menu, &setup.cards.cards, &setup.prints).rate(&mut ratings);
    ratings
}

/// A bot sees its seat's view only: on another table that looks the same to the seat, every option is rated the same.
fn rates_what_it_sees<G: Playable>() {
    let setup = setup::<G>();
    let cards = &setup.cards.cards;
    let (mut dice, mut compared) = (Dice::new(5), 0);
    for seed in 0..3 {
        each_decision(&setup, seed, easy(seed), &mut |game, _| {
            let menu = game.menu();
            let view = game.state().view(menu.seat);
            let other = G::determinize(&view, cards, &setup.prints, &mut dice)
                .unwrap_or_else(|why| panic!("{}: {why}", G::NAME));
            let mut same = Menu::default();
            other.menu(cards, &mut same);
            assert_eq!(same.options, menu.options, "{}: another menu", G::NAME);
            let labels = game.labels();
            let (here, there) = (rate(&setup, game.state(), menu), rate(&setup, &other, menu));
            assert_eq!(here, there, "{}, game {seed}: {labels:?}", G::NAME);
            // Searches find a position again by its look.
            let eyes = Eyes::Seat(menu.seat);
            assert_eq!(look(game.state(), eyes), look(&other, eyes), "{}, game {seed}: {labels:?}", G::NAME);
            if compared % 8 == 0 {
                let answer = |state: &G| {
                    let mut bot = bots::named::<G>("search:iterations=16+solver=20", 9).expect("a search");
                    bot.choose(&Sight::new(state, menu, cards, &setup.prints))
                };
                assert_eq!(answer(game.state()), answer(&other), "{}, game {seed}: {labels:?}", G::NAME);
            }
            compared += 1;
        });
    }
    assert!(compared > 100, "{}: only {compared} decisions", G::NAME);
}

#[test]
fn options_are_rated_by_what_the_seat_sees() {
    for game in GameName::ALL {
        with_game!(game, G => rates_what_it_sees::<G>());
    }
}

/// What a program is sent is made from what its seat sees: on another table that looks the same it is the same message.
fn pictures_what_it_sees<G: Playable>() {
    let setup = setup::<G>();
    let cards = &setup.cards.cards;
    let (mut dice, mut decisions) = (Dice::new(6), 0);
    each_decision(&setup, 7, easy(7), &mut |game, _| {
        decisions += 1;
        if decisions % 3 != 0 {
            return;
        }
        let menu = game.menu();
        let other = G::determinize(&game.state().view(menu.seat), cards, &setup.prints, &mut dice)
            .unwrap_or_else(|why| panic!("{}: {why}", G::NAME));
        let here = Sight::new(game.state(), menu, cards, &setup.prints).picture(&kernel::Twins::default());
        let there = Sight::new(&other, menu, cards, &setup.prints).picture(&kernel::Twins::default());
        assert_eq!(here, there, "{}", G::NAME);
    });
    assert!(decisions > 30, "{}: only {decisions} decisions", G::NAME);
}

#[test]
fn a_program_is_sent_what_its_seat_sees() {
    for game in GameName::ALL {
        with_game!(game, G => pictures_what_it_sees::<G>());
    }
}

/// Every feature has a weight, and its weight was fitted by a command that is written beside it.
fn weighs_every_feature<G: Playable>() {
    let file: WeightFile =
        serde_json::from_str(G::WEIGHTS).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
    assert!(file.command.starts_with("shobu tune "), "{}: {:?}", G::NAME, file.command);
    let names: Vec<&str> = G::FEATURES.iter().map(|feature| feature.name).collect();
    let mut wanted = names.clone();
    wanted.sort();
    for weights in [&file.moving, &file.waiting] {
        let mut weighed: Vec<&str> = weights.keys().map(String::as_str).collect();
        weighed.sort();
        assert_eq!(weighed, wanted, "{}", G::NAME);
        assert!(weights.values().all(|weight| weight.is_finite()));
    }
    assert!(names.contains(&"turn"), "{}: weights have to know whose turn it is", G::NAME);
    assert!(names.len() <= bots::FEATURES);
}

#[test]
fn every_feature_has_a_fitted_weight() {
    for game in GameName::ALL {
        with_game!(game, G => weighs_every_feature::<G>());
    }
}

/// What a test of moves counts.
#[derive(Default, Debug)]
struct Moves {
    all: u32,
    /// The table reads the same afterwards.
    nothing: u32,
    /// In the mover's own step: nothing got better for the mover, and something worse.
    harm: u32,
}

/// A move in the open: the mover's own step as it was before.
struct Before {
    seat: Seat,
    turn: u32,
    shown: String,
    more: [f32; bots::FEATURES],
    own_step: bool,
    answered: bool,
    moves: bool,
    label: String,
}

fn only_hurts<G: Playable>(before: &[f32], after: &[f32]) -> bool {
    let mut worse = false;
    for (at, feature) in G::FEATURES.iter().enumerate() {
        let change = match feature.good {
            Good::More => after[at] - before[at],
            Good::Less => before[at] - after[at],
            Good::Open => 0.0,
        };
        if change > 1e-3 {
            return false;
        }
        worse |= change < -1e-3;
    }
    worse
}

/// Whether a menu only asks for more about a move that has been made: what to choose, what to pay with.
/// Once a move is on its way, whether to go on with it is such a question too.
fn goes_into_detail(labels: &[String], on_its_way: bool) -> bool {
    let detail = |label: &String| {
        let (verb, _) = label.split_once(' ').unwrap_or((label, ""));
        ["choose", "pay", "done", "decline"].contains(&verb) || (on_its_way && verb == "yes")
    };
    labels.iter().all(detail)
}

/// Counts moves where a pass was offered that changed nothing, or that in the mover's own step, unanswered by the other
/// player, only hurt the mover.
fn count_moves<G: Playable>(
    players: impl Fn(u64) -> [Box<dyn Bot<G>>; 2],
    games: u64,
) -> (Moves, Vec<String>) {
    let setup = setup::<G>();
    let cards = &setup.cards.cards;
    let (mut moves, mut bad) = (Moves::default(), Vec::new());
    for seed in 0..games {
        let mut before: Option<Before> = None;
        each_decision(&setup, 100 + seed, players(seed), &mut |game, answer| {
            let (state, menu) = (game.state(), game.menu());
            if let Some(held) = before.as_mut().filter(|held| held.seat != menu.seat) {
                held.answered = true;
            }
            if goes_into_detail(&game.labels(), before.is_some()) {
                return;
            }
            // Cores are moved one by one: a run of such moves is one.
            let label = state.label(cards, menu.options[answer]);
            if label.starts_with("move ")
                && before.as_ref().is_some_and(|held| held.moves && held.seat == menu.seat)
            {
                return;
            }
            let mut more = [0.0; bots::FEATURES];
            difference(state, cards, menu.seat, &mut more);
            let own_step = menu.options.iter().any(|choice| state.ends_own_step(*choice));
            let passes =
                |at: usize| state.ends_own_step(menu.options[at]) || state.declines(menu.options[at]);
            let back = before.as_ref().is_some_and(|held| {
                held.seat == menu.seat && held.turn == state.turn() && held.own_step == own_step
            });
            if back {
                let held = before.take().expect("looked at just now");
                let shown = state.show(cards, None);
                // Cores that lie elsewhere without anything being better or worse are the same table.
                let same = |at: usize| (held.more[at] - more[at]).abs() < 1e-3;
                if held.shown == shown || (held.moves && (0..G::FEATURES.len()).all(same)) {
                    moves.nothing += 1;
                    bad.push(format!("nothing: {}", held.label));
                } else if own_step && !held.answered && only_hurts::<G>(&held.more, &more) {
                    moves.harm += 1;
                    bad.push(format!("harm: {}", held.label));
                }
            }
            if before.is_none() && (0..menu.options.len()).any(passes) && !passes(answer) {
                moves.all += 1;
                before = Some(Before {
                    seat: menu.seat,
                    turn: state.turn(),
                    shown: state.show(cards, None),
                    more,
                    own_step,
                    answered: false,
                    moves: label.starts_with("move "),
                    label: format!("{label} (rated {})", rate(&setup, state, menu)[answer]),
                });
            } else if before.as_ref().is_some_and(|held| held.turn != state.turn()) {
                before = None;
            }
        });
    }
    (moves, bad)
}

/// `SHOBU_GAME=dbs` looks at one game only.
fn hardly_a_move_is_for_nothing(bot: &str, games: impl Fn(GameName) -> u64, most: impl Fn(GameName) -> f64) {
    let only = std::env::var("SHOBU_GAME").ok();
    for game in GameName::ALL {
        if only.as_ref().is_some_and(|only| only != game.as_str()) {
            continue;
        }
        let games = games(game);
        with_game!(game, G => {
            let player = |seed| bots::named::<G>(bot, seed).expect("a bot of that name");
            let (moves, bad) = count_moves::<G>(|seed| [player(seed), player(seed + 1)], games);
            let share = f64::from(moves.nothing + moves.harm) / f64::from(moves.all.max(1));
            println!("{} {bot}: {moves:?} {bad:?}", G::NAME);
            assert!(u64::from(moves.all) > 10 * games, "{}: {moves:?}", G::NAME);
            assert!(share < most(game), "{}: {moves:?}, {:?}", G::NAME, &bad[..bad.len().min(12)]);
        });
    }
}

#[test]
fn hardly_a_move_of_the_script_is_for_nothing() {
    hardly_a_move_is_for_nothing("script", |_| 20, |_| 0.005);
}

/// The levels look at more and err less; `SHOBU_BOT=hard SHOBU_GAMES=20` tries one, which takes its time. A game of Dragon
/// Ball takes as long as ten of the others.
#[test]
fn hardly_a_move_of_a_search_is_for_nothing() {
    let of = |name: &str, other: &str| std::env::var(name).unwrap_or_else(|_| other.into());
    let games: u64 = of("SHOBU_GAMES", "20").parse().expect("a number of games");
    let many = |game| if game == GameName::Dbs { games.div_ceil(10) } else { games };
    // The aim is the same everywhere; of two games so few moves were counted with so few lines that chance has room (docs/bots.md).
    let most = |game| match game {
        GameName::Digimon | GameName::Dbs => 0.005,
        GameName::Buddyfight | GameName::BattleSpirits => 0.01,
    };
    hardly_a_move_is_for_nothing(&of("SHOBU_BOT", "search:iterations=60+solver=60"), many, most);
}
