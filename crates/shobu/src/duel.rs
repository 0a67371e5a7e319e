//! Which of two bots is the stronger: mirrored games, the Elo difference with its interval, and a test that stops when it
//! is clear.
//!
//! A pair is two games with the same seed and the same two decks on the same seats; in the second the bots have changed
//! places. What the luck of the draw gives to a bot in one game it gives to the other in the next.

use crate::Playable;
use crate::fault::Fault;
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use crate::sim::play_out;
use bots::{Answered, Bot, Registry, Sight, Time};
use kernel::Seat;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The two bots, by name.
    pub bots: [&'a str; 2],
    /// Pairs of games at the most.
    pub pairs: u64,
    /// What all games' seeds follow from.
    pub seed: u64,
    /// Worker threads; 0 for one on each core.
    pub threads: usize,
    /// Stop as soon as it is clear which of two differences holds.
    pub test: Option<Test>,
    /// Whether the bots may look at the clock; then the figures depend on the machine.
    pub time: Time,
}

/// A sequential test between two differences in Elo, wrong in one of twenty cases at the most on either side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test {
    /// The difference that would be too little, in Elo.
    pub low: f64,
    /// The difference that is hoped for, in Elo.
    pub high: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first bot is stronger by at least the high difference.
    High,
    /// It is not stronger than the low one.
    Low,
    /// Not clear yet.
    Open,
}

/// How it went, for the first bot.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Games that were played.
    pub games: u64,
    /// Games that the first bot won.
    pub wins: u64,
    /// Games that the second bot won.
    pub losses: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that failed.
    pub errors: u64,
    /// Games that each bot gave up because it could not go on.
    pub forfeits: [u64; 2],
    /// Why, for the first of them.
    pub given_up: Vec<String>,
    /// Pairs by the points they brought, in half points: 0 to 4.
    pub pairs: [u64; 5],
    /// Decisions in all games.
    pub decisions: u64,
    /// Turns in all games.
    pub turns: u64,
    /// How long each bot thought.
    pub thought: [Thought; 2],
    /// How long it took.
    pub seconds: f64,
    /// Whether somebody stopped it.
    pub stopped: bool,
    /// The first errors.
    pub failures: Vec<String>,
}

/// How long a bot thought about its answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thought {
    /// How many answers were given.
    pub answers: u64,
    /// How long they took together.
    pub total: Duration,
    /// How long the longest took.
    pub longest: Duration,
}

/// The same while games go on, on several threads.
#[derive(Default)]
struct Clock {
    answers: AtomicU64,
    nanoseconds: AtomicU64,
    longest: AtomicU64,
}

impl Clock {
    fn thought(&self) -> Thought {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Thought {
            answers: read(&self.answers),
            total: Duration::from_nanos(read(&self.nanoseconds)),
            longest: Duration::from_nanos(read(&self.longest)),
        }
    }
}

/// A bot with a clock beside it.
struct Timed<G: Playable> {
    bot: Box<dyn Bot<G>>,
    clock: Arc<Clock>,
}

impl<G: Playable> Bot<G> for Timed<G> {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        let began = Instant::now();
        let answer = self.bot.choose(sight);
        let took = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.clock.answers.fetch_add(1, Ordering::Relaxed);
        self.clock.nanoseconds.fetch_add(took, Ordering::Relaxed);
        self.clock.longest.fetch_max(took, Ordering::Relaxed);
        answer
    }

    fn listens(&self) -> bool {
        self.bot.listens()
    }

    fn hear(&mut self, sight: &Sight<'_, G>) {
        self.bot.hear(sight);
    }

    fn ended(&mut self, sight: &Sight<'_, G>) {
        self.bot.ended(sight);
    }
}

/// A figure with the bounds that hold it in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The value that is likeliest.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Pairs that are played before the test is looked at again: whole batches, so that threads change nothing.
const BATCH: u64 = 8;
const Z: f64 = 1.959_963_984_540_054;

impl Report {
    fn pairs_played(&self) -> f64 {
        self.pairs.iter().sum::<u64>() as f64
    }

    /// The share of points a game, with what a pair's share varies by. Half a point either way is added, so that a few
    /// games that all went one way do not look like certainty.
    fn mean(&self) -> (f64, f64) {
        let mut counts = self.pairs.map(|count| count as f64);
        counts[0] += 0.25;
        counts[4] += 0.25;
        let n: f64 = counts.iter().sum();
        let share = |at: usize| at as f64 / 4.0;
        let mean = counts.iter().enumerate().map(|(at, count)| count * share(at)).sum::<f64>() / n;
        let spread =
            counts.iter().enumerate().map(|(at, count)| count * (share(at) - mean).powi(2)).sum::<f64>();
        (mean, spread / n)
    }

    /// The share of the points that the first bot won.
    pub fn share(&self) -> Interval {
        let played = (self.wins + self.losses + self.draws).max(1) as f64;
        let value = (self.wins as f64 + self.draws as f64 / 2.0) / played;
        let (mean, spread) = self.mean();
        let reach = Z * (spread / (self.pairs_played() + 0.5)).sqrt();
        Interval { value, low: (mean - reach).clamp(0.0, value), high: (mean + reach).clamp(value, 1.0) }
    }

    /// The difference in Elo, with the interval that the pairs' spread gives.
    pub fn elo(&self) -> Interval {
        let share = self.share();
        Interval { value: elo(share.value), low: elo(share.low), high: elo(share.high) }
    }

    /// The log-likelihood ratio of the two differences (normal approximation over pairs), and what follows.
    pub fn test(&self, test: Test) -> (f64, Verdict) {
        let pairs = self.pairs_played();
        if pairs < 2.0 {
            return (0.0, Verdict::Open);
        }
        let (mean, spread) = self.mean();
        let (low, high) = (expected(test.low), expected(test.high));
        let ratio = pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * spread.max(1e-6));
        // Wrong in one of twenty cases on either side.
        let bound = (0.95f64 / 0.05).ln();
        let verdict = match ratio {
            ratio if ratio >= bound => Verdict::High,
            ratio if ratio <= -bound => Verdict::Low,
            _ => Verdict::Open,
        };
        (ratio, verdict)
    }

    fn add(&mut self, pair: Pair) {
        let mut points = 0;
        let mut whole = true;
        for game in pair.games {
            self.games += 1;
            match game {
                Ok(game) => {
                    match game.points {
                        2 => self.wins += 1,
                        1 => self.draws += 1,
                        _ => self.losses += 1,
                    }
                    points += game.points;
                    self.decisions += game.decisions;
                    self.turns += game.turns;
                    if let Some((bot, why)) = game.forfeit {
                        self.forfeits[bot] += 1;
                        if self.given_up.len() < 10 {
                            self.given_up.push(why);
                        }
                    }
                }
                Err(what) => {
                    whole = false;
                    self.errors += 1;
                    if self.failures.len() < 10 {
                        self.failures.push(what);
                    }
                }
            }
        }
        if whole {
            self.pairs[points] += 1;
        }
    }
}

/// The difference in Elo that a share of the points stands for.
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that a difference in Elo stands for.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

struct Pair {
    games: [Result<Game, String>; 2],
}

/// One game, seen from the first bot.
struct Game {
    /// Half points.
    points: usize,
    decisions: u64,
    turns: u64,
    /// Which bot gave up, and why.
    forfeit: Option<(usize, String)>,
}

/// Plays a duel. `done` hears of each finished pair with the report so far; `stop` ends the work early.
pub fn duel<G: Playable>(
    registry: &Registry<G>,
    setup: &Setup<G>,
    plan: &Plan<'_>,
    done: &mut dyn FnMut(&Report),
    stop: &AtomicBool,
) -> Result<Report, Fault> {
    for name in plan.bots {
        registry.make(name, 0, Time::Counted).map_err(Fault::new)?;
    }
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Fault::new(format!("cannot start {} threads: {error}", plan.threads)))?;
    let began = Instant::now();
    let clocks = [Arc::new(Clock::default()), Arc::new(Clock::default())];
    let field = Field { registry, setup, plan, clocks: &clocks, stop };
    let mut report = Report::default();
    let mut next = 0;
    while next < plan.pairs {
        let last = plan.pairs.min(next + BATCH);
        let pairs: Vec<Option<Pair>> =
            workers.install(|| (next..last).into_par_iter().map(|index| field.pair(index)).collect());
        next = last;
        pairs.into_iter().flatten().for_each(|pair| report.add(pair));
        report.seconds = began.elapsed().as_secs_f64();
        report.thought = [clocks[0].thought(), clocks[1].thought()];
        done(&report);
        if stop.load(Ordering::Relaxed) {
            report.stopped = true;
            break;
        }
        if plan.test.is_some_and(|test| report.test(test).1 != Verdict::Open) {
            break;
        }
    }
    Ok(report)
}

/// What all games of a duel share.
struct Field<'a, G: Playable> {
    registry: &'a Registry<G>,
    setup: &'a Setup<G>,
    plan: &'a Plan<'a>,
    clocks: &'a [Arc<Clock>; 2],
    stop: &'a AtomicBool,
}

impl<G: Playable> Field<'_, G> {
    /// Two games of one seed; `None` if they were stopped before their end.
    fn pair(&self, index: u64) -> Option<Pair> {
        let game = |first: Seat| {
            // A panic is a bug in the rules; it must cost one game, not the run.
            let played = catch_unwind(AssertUnwindSafe(|| self.game(index, first)));
            let played = played.unwrap_or_else(|_| Err("the rules panicked; please report it".into()));
            played.map_err(|what| format!("pair {index}: {what}")).transpose()
        };
        Some(Pair { games: [game(Seat::A)?, game(Seat::B)?] })
    }

    /// A game of a pair, with the first bot on this seat.
    fn game(&self, index: u64, first: Seat) -> Result<Option<Game>, String> {
        let plan = self.plan;
        let bot = |seat: Seat| -> Result<Box<dyn Bot<G>>, String> {
            let purpose = if seat == Seat::A { Use::BotA } else { Use::BotB };
            let which = usize::from(seat != first);
            let bot = self.registry.make(plan.bots[which], derive(plan.seed, index, purpose), plan.time)?;
            Ok(Box::new(Timed { bot, clock: self.clocks[which].clone() }))
        };
        let seed = derive(plan.seed, index, Use::Match);
        let players = [bot(Seat::A)?, bot(Seat::B)?];
        let Some((played, _)) = play_out(self.setup, seed, players, None, self.stop)? else {
            return Ok(None);
        };
        let points = match played.outcome.winner {
            Some(winner) if winner == first => 2,
            Some(_) => 0,
            None => 1,
        };
        let forfeit = played.forfeit.map(|(seat, why)| (usize::from(seat != first), why));
        Ok(Some(Game { points, decisions: played.decisions, turns: played.turns.into(), forfeit }))
    }
}
