//! Duels and bots of one's own.

#[path = "../examples/own_bot.rs"]
mod own_bot;

use bots::{Answered, Bot, Forfeit, Registry, Sight, Time};
use shobu::duel::{Plan, Report, Test, Verdict, duel, elo, expected};
use shobu::games::BattleSpirits;
use shobu::setup::Setup;
use shobu::{GameName, Playable, with_game};
use std::sync::atomic::AtomicBool;

fn play<G: Playable>(registry: &Registry<G>, bots: [&str; 2], pairs: u64, threads: usize) -> Report {
    let setup = Setup::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    let plan = Plan { bots, pairs, seed: 4, threads, test: None, time: Time::Counted };
    duel(registry, &setup, &plan, &mut |_| {}, &AtomicBool::new(false)).expect("both bots are there")
}

#[test]
fn a_bot_of_ones_own_plays_by_its_name() {
    let report = own_bot::run(2).expect("the example runs");
    assert_eq!((report.games, report.errors), (4, 0));
}

#[test]
fn script_beats_chance_and_threads_change_nothing() {
    let registry = Registry::<BattleSpirits>::built_in();
    let one = play(&registry, ["script", "random"], 12, 1);
    let two = play(&registry, ["script", "random"], 12, 3);
    assert!(one.wins >= 23, "{one:?}");
    let answers: u64 = one.thought.iter().map(|thought| thought.answers).sum();
    assert_eq!(answers, one.decisions);
    assert_eq!((one.wins, one.pairs, one.decisions), (two.wins, two.pairs, two.decisions));
}

#[test]
fn a_bot_against_itself_is_neither_better_nor_worse() {
    // The same bot on both seats of the same game: what one game of a pair gives the other takes.
    let report = play(&Registry::<BattleSpirits>::built_in(), ["script", "script"], 10, 0);
    assert_eq!(report.wins, report.losses);
    assert_eq!(report.pairs, [0, 0, 10, 0, 0]);
}

#[test]
fn the_same_seed_and_iterations_give_the_same_answers() {
    let registry = Registry::<BattleSpirits>::built_in();
    let bots = ["search:iterations=12+solver=20", "script"];
    let (one, two) = (play(&registry, bots, 1, 1), play(&registry, bots, 1, 2));
    assert_eq!((one.wins, one.decisions, one.turns), (two.wins, two.decisions, two.turns));
}

/// With a third of what `normal` may look at. Few games: what the levels are worth is measured by `shobu duel` (docs/bots.md).
#[test]
fn looking_ahead_beats_the_rules_of_thumb() {
    let (mut wins, mut games) = (0, 0);
    for game in GameName::ALL {
        let pairs = if game == GameName::Dbs { 1 } else { 8 };
        let bots = ["search:iterations=70+solver=100", "script"];
        let report = with_game!(game, G => play::<G>(&Registry::built_in(), bots, pairs, 0));
        assert_eq!(report.errors, 0, "{game}: {report:?}");
        println!("{game}: {} of {}", report.wins, report.games);
        (wins, games) = (wins + report.wins, games + report.games);
    }
    assert!(3 * wins >= 2 * games, "{wins} of {games}");
}

/// A bot that cannot go on.
struct Broken;

impl Bot<BattleSpirits> for Broken {
    fn choose(&mut self, _: &Sight<'_, BattleSpirits>) -> Answered {
        Err(Forfeit("out of ideas".into()))
    }
}

#[test]
fn a_bot_that_cannot_go_on_loses_and_is_counted() {
    let mut registry = Registry::built_in();
    registry.enter("broken", "never answers", |_| Ok(Box::new(Broken)));
    let report = play(&registry, ["broken", "script"], 2, 1);
    assert_eq!((report.losses, report.forfeits, report.errors), (4, [4, 0], 0));
}

#[test]
fn figures_of_a_duel_are_what_they_say() {
    assert!(elo(0.5).abs() < 1e-9 && (elo(0.75) - 190.85).abs() < 0.1);
    assert!((expected(elo(0.6)) - 0.6).abs() < 1e-9);
    let won = Report { games: 200, wins: 150, losses: 50, pairs: [10, 0, 30, 0, 60], ..Report::default() };
    let share = won.share();
    assert!((share.value - 0.75).abs() < 1e-9 && share.low > 0.67 && share.high < 0.83, "{share:?}");
    assert_eq!(won.test(Test { low: 0.0, high: 50.0 }).1, Verdict::High);
    assert_eq!(won.test(Test { low: 400.0, high: 500.0 }).1, Verdict::Low);
    let few = Report { games: 4, wins: 4, pairs: [0, 0, 0, 0, 2], ..Report::default() };
    assert!(few.share().low < 0.75, "two pairs are no proof: {:?}", few.share());
}
