//! How fast a game is: the figures of `shobu bench`, on one core.

use crate::Playable;
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use kernel::{Chance, Context, Dice, Log, Match, Menu, Pace};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The figures of one game. Times are medians over repetitions.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Whole games a second.
    pub games_per_s: f64,
    /// A decision is a menu of two or more.
    pub decisions_per_s: f64,
    /// Decisions a game, on average.
    pub decisions_per_game: f64,
    /// To list the options of a decision.
    pub list_ns: f64,
    /// To carry one out, up to the next decision of any size.
    pub apply_ns: f64,
    /// Nanoseconds to copy a state.
    pub clone_ns: f64,
    /// Bytes of a state.
    pub state_bytes: usize,
    /// How many games were played.
    pub games: u64,
}

/// States sampled at decisions of random games, each with the option that was taken there.
struct Sample<G: Playable> {
    states: Vec<(G, G::Choice)>,
}

/// As many as the second-level cache of a processor holds: whoever copies a state or lists its options has just worked
/// on it.
const SAMPLES: usize = 128;
const REPEATS: usize = 51;
/// Games that never end must not hang the bench.
const MOST_DECISIONS: usize = crate::sim::MOST_DECISIONS;

/// Time on the processor since some moment, so that a busy machine does not change the figures; where the system does
/// not tell it, time on the wall.
struct Stopwatch {
    wall: Instant,
    processor: Option<u64>,
}

impl Stopwatch {
    fn start() -> Self {
        Stopwatch { wall: Instant::now(), processor: on_processor() }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, on_processor()) {
            (Some(from), Some(to)) if to > from => Duration::from_nanos(to - from),
            _ => self.wall.elapsed(),
        }
    }
}

/// Nanoseconds that this thread has spent on a processor, where Linux tells.
fn on_processor() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// Measures a game for about this long (whole games: a little more).
pub fn measure<G: Playable>(setup: &Setup<G>, seed: u64, time: Duration) -> Figures {
    let (sample, _) = play_games(setup, seed, time / 10, SAMPLES);
    let began = Stopwatch::start();
    let (_, (games, decisions)) = play_games(setup, seed ^ 1, time, 0);
    let seconds = began.elapsed().as_secs_f64();
    Figures {
        games_per_s: games as f64 / seconds,
        decisions_per_s: decisions as f64 / seconds,
        decisions_per_game: decisions as f64 / games.max(1) as f64,
        list_ns: list_ns(setup, &sample),
        apply_ns: apply_ns(setup, &sample),
        clone_ns: clone_ns(&sample),
        state_bytes: std::mem::size_of::<G>(),
        games,
    }
}

/// Plays random games for a time, keeping some of the states they come through; how many games and decisions.
fn play_games<G: Playable>(
    setup: &Setup<G>,
    seed: u64,
    time: Duration,
    keep: usize,
) -> (Sample<G>, (u64, u64)) {
    let mut sample = Sample { states: Vec::with_capacity(keep) };
    let (mut games, mut decisions) = (0, 0);
    let began = Instant::now();
    while games == 0 || began.elapsed() < time || sample.states.len() < keep.min(1) {
        let dice = Dice::new(derive(seed, games, Use::Match));
        let mut player = Dice::new(derive(seed, games, Use::BotA));
        let cards = setup.cards.cards.clone();
        let mut game: Match<G, Dice> =
            Match::new(cards, setup.edition, &setup.decks, dice, Pace::Fast, Log::silent());
        for _ in 0..MOST_DECISIONS {
            let options = game.menu().options.len();
            if options == 0 {
                break;
            }
            let answer = player.below(options as u32) as usize;
            if sample.states.len() < keep && player.below(16) == 0 {
                sample.states.push((game.state().clone(), game.menu().options[answer]));
            }
            decisions += u64::from(options > 1);
            if game.answer(answer).is_err() {
                break;
            }
        }
        games += 1;
    }
    (sample, (games, decisions))
}

fn list_ns<G: Playable>(setup: &Setup<G>, sample: &Sample<G>) -> f64 {
    let mut menu = Menu::default();
    median(|| {
        let began = Instant::now();
        for (state, _) in &sample.states {
            state.menu(&setup.cards.cards, &mut menu);
            black_box(menu.options.len());
        }
        per_state(began.elapsed(), sample)
    })
}

/// Copying and applying, less the copying.
fn apply_ns<G: Playable>(setup: &Setup<G>, sample: &Sample<G>) -> f64 {
    let (mut dice, mut log) = (Dice::new(1), Log::silent());
    let both = median(|| {
        let began = Instant::now();
        for (state, choice) in &sample.states {
            let mut state = state.clone();
            let mut cx = Context { pool: &*setup.cards.cards, chance: &mut dice, log: &mut log };
            state.apply(*choice, &mut cx);
            black_box(&state);
        }
        per_state(began.elapsed(), sample)
    });
    (both - clone_ns(sample)).max(0.0)
}

fn clone_ns<G: Playable>(sample: &Sample<G>) -> f64 {
    median(|| {
        let began = Instant::now();
        for (state, _) in &sample.states {
            black_box(state.clone());
        }
        per_state(began.elapsed(), sample)
    })
}

fn per_state<G: Playable>(time: Duration, sample: &Sample<G>) -> f64 {
    time.as_nanos() as f64 / sample.states.len().max(1) as f64
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..REPEATS).map(|_| measure()).collect();
    times.sort_by(f64::total_cmp);
    times[REPEATS / 2]
}
