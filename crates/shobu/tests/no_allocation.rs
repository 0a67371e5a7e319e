//! Once warm, a decision costs no heap allocation: counted with a counting allocator, in a process of its own.

mod toy;
mod toy_setup;

use kernel::*;
use shobu::Playable;
use shobu::setup::Setup;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Lists and applies through whole games with one menu that is used again; the allocations counted.
fn allocations<G: Playable>(setup: &Setup<G>, games: std::ops::Range<u64>, menu: &mut Menu<G>) -> usize {
    let cards = &setup.cards.cards;
    let mut counted = 0;
    for seed in games {
        let (mut dice, mut player, mut log) = (Dice::new(seed), Dice::new(seed ^ 1), Log::silent());
        let mut cx = Context { pool: &**cards, chance: &mut dice, log: &mut log };
        let mut state = G::new(cards, setup.edition, &setup.decks, &mut cx);
        let region = Region::new(COUNTED);
        for _ in 0..shobu::sim::MOST_DECISIONS {
            state.menu(cards, menu);
            let options = menu.options.len();
            if options == 0 {
                break;
            }
            let choice = menu.options[player.below(options as u32) as usize];
            let mut cx = Context { pool: &**cards, chance: &mut dice, log: &mut log };
            state.apply(choice, &mut cx);
        }
        let change = region.change();
        counted += change.allocations + change.reallocations;
    }
    counted
}

fn check<G: Playable>(setup: &Setup<G>) {
    let mut menu = Menu::default();
    allocations(setup, 0..20, &mut menu);
    let counted = allocations(setup, 20..60, &mut menu);
    assert_eq!(counted, 0, "{}: {counted} allocations in 40 warm games", G::NAME);
}

fn check_game<G: Playable>() {
    check(&Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}")));
}

// One test, so that no other thread allocates while it counts.
#[test]
fn a_warm_decision_allocates_nothing() {
    check(&toy_setup::setup());
    check_game::<shobu::games::Dbs>();
    check_game::<shobu::games::Buddyfight>();
    check_game::<shobu::games::BattleSpirits>();
}
