//! A warm step of a batch takes no memory, rows and all: counted with a counting allocator, in a process of its own.

use observe::batch::begin;
use observe::{Arrays, HISTORY, Orders, Rows};
use shobu::setup::Setup;
use shobu::{GameName, with_game};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const LANES: usize = 24;

#[test]
fn a_warm_step_takes_no_memory() {
    for name in GameName::ALL {
        let mut batch = with_game!(name, G => {
            let setup = Setup::<G>::built_in().expect("the built-in decks play");
            begin(name, vec![setup], &Orders::new(LANES, 2)).expect("it begins")
        });
        let spec = batch.spec();
        let mut rows = Rows {
            cards: vec![0; LANES * 256 * spec.cards.len()],
            globals: vec![0; LANES * spec.globals.len()],
            options: vec![0; LANES * 512 * spec.options.len()],
            history: vec![0; LANES * HISTORY * spec.history.len()],
        };
        let (mut card_at, mut option_at) = (vec![0; LANES + 1], vec![0; LANES + 1]);
        let mut turn = 1u64;
        let mut answers = vec![0; LANES];
        let mut counted = 0;
        let mut ended = batch.finished().len();
        for round in 0..1_200 {
            let region = Region::new(COUNTED);
            batch.tell(Arrays {
                cards: &mut rows.cards,
                card_at: &mut card_at,
                options: &mut rows.options,
                option_at: &mut option_at,
                globals: &mut rows.globals,
                history: &mut rows.history,
            });
            for (lane, answer) in answers.iter_mut().enumerate() {
                turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *answer = ((turn >> 33) % (option_at[lane + 1] - option_at[lane]) as u64) as i64;
            }
            batch.step(&answers).expect("they are there");
            let change = region.change();
            let finished = batch.finished().len();
            // The list of finished games grows; a step that ends no game takes nothing at all.
            if round >= 600 && finished == ended {
                counted += change.allocations + change.reallocations;
            }
            ended = finished;
        }
        // Games of Battle Spirits are long where chance answers.
        assert!(ended > LANES / 2, "{name}: {ended} games");
        assert_eq!(counted, 0, "{name}: {counted} allocations in warm steps");
    }
}
