//! Many matches in step, each at its own pace: every step answers one decision of each, and whoever is asked next is
//! data. Seats that are given to bots are played inside; a match that is over begins anew in the same step.

use crate::prints::{self, PrintRow};
use crate::rows::{Rows, observe};
use crate::spec::{self, Spec};
use crate::words::{self, Words};
use bots::{Bot, Registry, Sight, Time};
use kernel::{Dice, Eyes, Log, Match, Outcome, Pace, Seat, StableHasher};
use rayon::prelude::*;
use shobu::seeds::{Use, derive};
use shobu::setup::Setup;
use shobu::sim::MOST_DECISIONS;
use shobu::{Fault, GameName, Playable};
use thiserror::Error;

/// What a batch plays.
#[derive(Clone, Debug)]
pub struct Orders {
    pub lanes: usize,
    pub seed: u64,
    /// The bot of each seat; `None` where the caller answers.
    pub bots: [Option<String>; 2],
    /// Worker threads; 1 works in the caller's.
    pub threads: usize,
    /// Whether rows are filled.
    pub observes: bool,
}

/// An answer that cannot be taken. No match has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongAnswer {
    #[error("{given} answers for {lanes} matches")]
    Count { given: usize, lanes: usize },
    #[error("match {lane}: answer {given}, but it has {options} options")]
    NoSuchOption { lane: usize, given: i64, options: usize },
}

/// Where a match of the batch stands.
#[derive(Clone, Debug, Default)]
pub struct Lane {
    /// Who is asked.
    pub seat: usize,
    pub options: usize,
    /// The number of the game that is played now.
    pub game: u64,
    /// What the last step brought each seat: 1 won, -1 lost.
    pub rewards: [f32; 2],
    /// A match ended in the last step.
    pub terminated: bool,
    /// A match was given up in the last step because it took too many decisions.
    pub truncated: bool,
    pub rows: Rows,
}

/// A match that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub game: u64,
    pub winner: Option<Seat>,
    pub decisions: u64,
    pub turns: u32,
    hash: u64,
}

/// The answer that leaves a match as it is for this step.
pub const HOLD: i64 = -1;

/// A batch of any game.
pub trait AnyBatch: Send {
    /// Answers every match; [`HOLD`] lets one wait. On an error nothing has changed anywhere.
    fn step(&mut self, answers: &[i64]) -> Result<(), WrongAnswer>;
    fn lanes(&self) -> Vec<&Lane>;
    /// The matches that have ended so far, in no order.
    fn finished(&self) -> Vec<Finished>;
    fn spec(&self) -> &Spec;
    /// The digest of `shobu sim` over the first games, once all of them are finished.
    fn digest(&self, games: u64) -> Option<String> {
        let finished = self.finished();
        let first: Vec<&Finished> = finished.iter().filter(|one| one.game < games).collect();
        if (first.len() as u64) < games {
            return None;
        }
        let add = |sum: u64, one: &&Finished| {
            sum.wrapping_add(StableHasher::of(&(one.game, one.hash, one.decisions)))
        };
        Some(shobu::records::hex(first.iter().fold(0, add)))
    }
    /// What an option of a match is called.
    fn labels(&self, lane: usize) -> Vec<String>;
    /// The card table: what the column `print` counts from 1.
    fn prints(&self) -> Vec<PrintRow>;
}

/// Begins a batch of a game.
pub fn begin<G: Playable>(
    name: GameName,
    setup: Setup<G>,
    orders: &Orders,
) -> Result<Box<dyn AnyBatch>, Fault> {
    let registry = Registry::built_in();
    for bot in orders.bots.iter().flatten() {
        registry.make(bot, 0, Time::Counted).map_err(Fault::new)?;
    }
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(orders.threads.max(1))
        .build()
        .map_err(|error| Fault::new(format!("cannot start {} threads: {error}", orders.threads)))?;
    let table =
        Rules { setup, registry, orders: orders.clone(), spec: spec::of(name), words: words::of(name) };
    let lanes = (0..orders.lanes as u64).map(|game| Running::begin(&table, game)).collect();
    let mut batch = Batch { table, workers, lanes };
    batch.each(|table, _, lane| lane.go_on(table));
    Ok(Box::new(batch))
}

/// What all matches of a batch share.
struct Rules<G: Playable> {
    setup: Setup<G>,
    registry: Registry<G>,
    orders: Orders,
    spec: Spec,
    words: &'static Words,
}

struct Batch<G: Playable> {
    table: Rules<G>,
    workers: rayon::ThreadPool,
    lanes: Vec<Running<G>>,
}

struct Running<G: Playable> {
    game: Match<G, Dice>,
    bots: [Option<Box<dyn Bot<G>>>; 2],
    decisions: u64,
    told: Lane,
    finished: Vec<Finished>,
}

impl<G: Playable> Batch<G> {
    fn each(&mut self, work: impl Fn(&Rules<G>, usize, &mut Running<G>) + Sync) {
        let Batch { table, workers, lanes } = self;
        let table = &*table;
        if table.orders.threads <= 1 {
            lanes.iter_mut().enumerate().for_each(|(at, lane)| work(table, at, lane));
        } else {
            workers.install(|| {
                lanes.par_iter_mut().enumerate().with_min_len(8).for_each(|(at, lane)| work(table, at, lane));
            });
        }
    }
}

impl<G: Playable> Running<G> {
    fn begin(table: &Rules<G>, number: u64) -> Self {
        let (game, bots) = fresh(table, number);
        let told = Lane { game: number, ..Lane::default() };
        Running { game, bots, decisions: 0, told, finished: Vec::new() }
    }

    /// Lets bots answer until somebody else is asked; at the end of a match the next one begins. A match between two
    /// bots is played to its end, one a step.
    fn go_on(&mut self, table: &Rules<G>) {
        let only_bots = self.bots.iter().all(Option::is_some);
        loop {
            if let Some(outcome) = self.game.outcome() {
                self.end(table, Some(outcome));
                if only_bots {
                    break;
                }
            }
            if self.decisions >= MOST_DECISIONS as u64 {
                self.end(table, None);
            }
            let seat = self.game.menu().seat;
            let Some(bot) = &mut self.bots[seat.index()] else { break };
            let menu = self.game.menu();
            let sight = Sight::new(&self.game.state, menu, &table.setup.cards.cards, &table.setup.prints);
            // A built-in bot always answers; should one not, its match goes on with the first option.
            let answer = bot.choose(&sight).unwrap_or(0);
            if self.game.answer(answer).is_ok() {
                self.decisions += 1;
            }
        }
        self.tell(table);
    }

    fn end(&mut self, table: &Rules<G>, outcome: Option<Outcome>) {
        match outcome {
            Some(outcome) => {
                self.told.terminated = true;
                for seat in Seat::BOTH {
                    let reward = match outcome.winner {
                        Some(winner) if winner == seat => 1.0,
                        Some(_) => -1.0,
                        None => 0.0,
                    };
                    self.told.rewards[seat.index()] = reward;
                }
                self.finished.push(Finished {
                    game: self.told.game,
                    winner: outcome.winner,
                    decisions: self.decisions,
                    turns: self.game.state.turn(),
                    hash: StableHasher::of(&self.game.state),
                });
            }
            None => self.told.truncated = true,
        }
        self.told.game += table.orders.lanes as u64;
        (self.game, self.bots) = fresh(table, self.told.game);
        self.decisions = 0;
    }

    fn tell(&mut self, table: &Rules<G>) {
        let menu = self.game.menu();
        self.told.seat = menu.seat.index();
        self.told.options = menu.options.len();
        if table.orders.observes {
            let cards = &table.setup.cards.cards;
            let picture = self.game.state.pictured(cards, Eyes::Seat(menu.seat));
            observe(&table.spec, table.words, &picture, cards, menu.seat, Some(menu), &mut self.told.rows);
        }
    }
}

/// The bots of both seats, where there are any.
type Players<G> = [Option<Box<dyn Bot<G>>>; 2];

/// Game number so and so of a batch: the same as in `shobu sim` with the same seed.
fn fresh<G: Playable>(table: &Rules<G>, number: u64) -> (Match<G, Dice>, Players<G>) {
    let Rules { setup, registry, orders, .. } = table;
    let dice = Dice::new(derive(orders.seed, number, Use::Match));
    let game =
        Match::new(setup.cards.cards.clone(), setup.edition, &setup.decks, dice, Pace::Fast, Log::silent());
    let bot = |seat: Seat| {
        let purpose = if seat == Seat::A { Use::BotA } else { Use::BotB };
        let name = orders.bots[seat.index()].as_deref()?;
        registry.make(name, derive(orders.seed, number, purpose), Time::Counted).ok()
    };
    (game, [bot(Seat::A), bot(Seat::B)])
}

impl<G: Playable> AnyBatch for Batch<G> {
    fn step(&mut self, answers: &[i64]) -> Result<(), WrongAnswer> {
        if answers.len() != self.lanes.len() {
            return Err(WrongAnswer::Count { given: answers.len(), lanes: self.lanes.len() });
        }
        let only_bots = self.table.orders.bots.iter().all(Option::is_some);
        for (lane, (running, given)) in self.lanes.iter().zip(answers).enumerate() {
            let options = running.told.options;
            let fits = *given == HOLD || usize::try_from(*given).is_ok_and(|given| given < options);
            if !only_bots && !fits {
                return Err(WrongAnswer::NoSuchOption { lane, given: *given, options });
            }
        }
        self.each(|table, at, lane| {
            lane.told.rewards = [0.0; 2];
            (lane.told.terminated, lane.told.truncated) = (false, false);
            if !only_bots && answers[at] == HOLD {
                return;
            }
            // It was looked at above: it is there.
            if !only_bots && lane.game.answer(answers[at] as usize).is_ok() {
                lane.decisions += 1;
            }
            lane.go_on(table);
        });
        Ok(())
    }

    fn lanes(&self) -> Vec<&Lane> {
        self.lanes.iter().map(|lane| &lane.told).collect()
    }

    fn finished(&self) -> Vec<Finished> {
        self.lanes.iter().flat_map(|lane| lane.finished.iter().copied()).collect()
    }

    fn spec(&self) -> &Spec {
        &self.table.spec
    }

    fn labels(&self, lane: usize) -> Vec<String> {
        self.lanes.get(lane).map_or_else(Vec::new, |lane| lane.game.labels())
    }

    fn prints(&self) -> Vec<PrintRow> {
        prints::rows(&self.table.setup.cards)
    }
}
