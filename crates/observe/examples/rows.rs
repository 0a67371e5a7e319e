//! Drives a batch for a profiler: `rows GAME MODE ROUNDS [LANES] [THREADS]`, where MODE is `loop` (the plain loop that
//! batches are measured by), `steps` (a batch that tells nothing) or `rows` (one that tells everything). Prints the
//! seconds, and of `rows` how many of each kind there were a decision.

use observe::batch::{begin, loop_seconds};
use observe::{Arrays, HISTORY, Orders, Standing};
use shobu::setup::Setup;
use shobu::{GameName, with_game};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, or: usize| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(or);
    let [game, mode, ..] = &words[..] else { panic!("rows GAME MODE ROUNDS [LANES] [THREADS]") };
    let name: GameName = game.parse().expect("a game");
    let (rounds, lanes, threads) = (number(2, 40), number(3, 1_024), number(4, 1));
    if mode == "loop" {
        let seconds = with_game!(name, G => loop_seconds::<G>(lanes, rounds)).expect("it plays");
        return println!("{seconds:.3} s");
    }
    let observes = mode == "rows";
    let orders = Orders { observes, threads, ..Orders::new(lanes, 1) };
    let mut batch = with_game!(name, G => {
        let setup = Setup::<G>::built_in().expect("the built-in decks play");
        begin(name, vec![setup], &orders).expect("it begins")
    });
    let spec = batch.spec();
    let mut cards = vec![0; lanes * batch.most_cards() * spec.cards.len()];
    let mut options = vec![0; lanes * 192 * spec.options.len()];
    let (mut globals, mut history) =
        (vec![0; lanes * spec.globals.len()], vec![0; lanes * HISTORY * spec.history.len()]);
    let (mut card_at, mut option_at) = (vec![0; lanes + 1], vec![0; lanes + 1]);
    let (mut luck, mut told) = (1u64, [0; 2]);
    let mut answers = vec![0; lanes];
    let (mut seat, mut counts, mut numbers) = (vec![0; lanes], vec![0; lanes], vec![0; lanes]);
    let (mut rewards, mut terminated, mut truncated) =
        (vec![0.0; 2 * lanes], vec![false; lanes], vec![false; lanes]);
    let begun = Instant::now();
    for _ in 0..rounds {
        if observes {
            batch.tell(Arrays {
                cards: &mut cards,
                card_at: &mut card_at,
                options: &mut options,
                option_at: &mut option_at,
                globals: &mut globals,
                history: &mut history,
            });
            told = [told[0] + card_at[lanes], told[1] + option_at[lanes]];
        }
        batch.stand(Standing {
            seat: &mut seat,
            options: &mut counts,
            game: &mut numbers,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
        });
        for (answer, options) in answers.iter_mut().zip(&counts) {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *answer = ((luck >> 33) % *options as u64) as i64;
        }
        batch.step(&answers).expect("they are there");
    }
    let decisions = (rounds * lanes) as f64;
    println!(
        "{:.3} s; a decision: {:.1} cards of {}, {:.1} options of {}, globals {}, history {}",
        begun.elapsed().as_secs_f64(),
        told[0] as f64 / decisions,
        spec.cards.len(),
        told[1] as f64 / decisions,
        spec.options.len(),
        spec.globals.len(),
        spec.history.len(),
    );
}
