//! The law suite on the toy game: it tests the laws themselves, and the records, simulations and bots around them.

mod laws;
mod toy;
mod toy_setup;

use proptest::prelude::*;
use shobu::sim::{Plan, simulate};
use std::sync::atomic::AtomicBool;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_toy_keeps_the_laws(seed: u64) {
        laws::all(&toy_setup::setup(), seed);
    }
}

fn plan(threads: usize) -> Plan<'static> {
    Plan { games: 300, seed: 7, threads, bots: ["random", "random"], out: None }
}

#[test]
fn a_simulation_is_the_same_on_any_number_of_threads() {
    let setup = toy_setup::setup();
    let go = AtomicBool::new(false);
    let one = simulate(&setup, &plan(1), &|| {}, &go).expect("it runs");
    let three = simulate(&setup, &plan(3), &|| {}, &go).expect("it runs");
    assert_eq!(one.digest(), three.digest());
    assert_eq!(
        (one.wins, one.draws, one.errors, one.turns),
        (three.wins, three.draws, three.errors, three.turns)
    );
    assert_eq!(one.games, 300);
    assert_eq!(one.wins[0] + one.wins[1] + one.draws, 300);
    let other = simulate(&setup, &Plan { seed: 8, ..plan(1) }, &|| {}, &go).expect("it runs");
    assert_ne!(one.digest(), other.digest());
}

#[test]
fn a_bot_that_thinks_beats_one_that_does_not() {
    let setup = toy_setup::setup();
    let plan = Plan { games: 40, bots: ["greedy", "random"], ..plan(0) };
    let report = simulate(&setup, &plan, &|| {}, &AtomicBool::new(false)).expect("it runs");
    assert!(report.wins[0] > 2 * report.wins[1], "{:?}", report.wins);
    assert!(
        simulate(&setup, &Plan { bots: ["clever", "random"], ..plan }, &|| {}, &AtomicBool::new(false))
            .is_err()
    );
}

#[test]
fn a_stopped_simulation_says_so() {
    let report = simulate(&toy_setup::setup(), &plan(1), &|| {}, &AtomicBool::new(true)).expect("it runs");
    assert!(report.stopped);
    assert_eq!(report.games, 0);
}
