//! The bots on the real games. What they answer depends on seeds and counted work only, so that these matches are the
//! same on every machine.

use shobu::setup::Setup;
use shobu::sim::{Plan, Report, simulate};
use shobu::{GameName, Playable, with_game};
use std::sync::atomic::AtomicBool;

fn matches<G: Playable>(bots: [&str; 2], games: u64) -> Report {
    let setup = Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    let plan = Plan { games, seed: 5, threads: 1, bots, out: None };
    simulate(&setup, &plan, &|| (), &AtomicBool::new(false)).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Greedy on either side, against random: it must win three of four.
fn greedy_beats_random(game: GameName, games: u64) {
    let (mut won, mut played) = (0, 0);
    for (bots, seat) in [(["greedy", "random"], 0), (["random", "greedy"], 1)] {
        let report = with_game!(game, G => matches::<G>(bots, games));
        assert_eq!(report.errors, 0, "{game}: {:?}", report.failures);
        won += report.wins[seat];
        played += report.games;
    }
    assert!(4 * won >= 3 * played, "{game}: greedy won {won} of {played}");
}

#[test]
fn greedy_beats_random_at_digimon() {
    greedy_beats_random(GameName::Digimon, 2);
}

#[test]
fn greedy_beats_random_at_dragon_ball() {
    greedy_beats_random(GameName::Dbs, 2);
}

#[test]
fn greedy_beats_random_at_buddyfight() {
    greedy_beats_random(GameName::Buddyfight, 2);
}

#[test]
fn greedy_beats_random_at_battle_spirits() {
    greedy_beats_random(GameName::BattleSpirits, 2);
}
