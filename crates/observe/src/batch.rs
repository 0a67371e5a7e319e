//! Many matches in step, each at its own pace: every step answers one decision of each, and whoever is asked next is
//! data. Seats that are given to bots are played inside; a match that is over begins anew in the same step.
//!
//! Lanes lie in blocks, one block a task. Stepping and telling take no new memory once a batch is warm: matches are
//! renewed where they lie, and rows are written into the caller's room.

use crate::history::HISTORY;
use crate::lane::{Finished, Running};
use crate::prints::{self, PrintRow};
use crate::rows::{Looks, Rows, Table, Tables};
use crate::spec::{self, Spec};
use crate::words;
use bots::{Registry, Time};
use kernel::board::Lying;
use kernel::{Chance, Dice, Log, Match, Pace, Seat, StableHasher};
use rayon::prelude::*;
use shobu::any::{AnyMatch, Origin};
use shobu::setup::Setup;
use shobu::{Fault, Faults, GameName, Playable};
use std::time::Instant;
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
    /// Whether rows are told; without it nobody listens to what happens.
    pub observes: bool,
    /// The number of the first game.
    pub first: u64,
    pub again: Again,
}

/// When the next match of a lane begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Again {
    /// In the step that ends one.
    #[default]
    SameStep,
    /// In the step after it, whose answer counts for nothing. Until then nobody is asked.
    NextStep,
}

impl Orders {
    /// A batch in which the caller answers for both seats, in the caller's thread.
    pub fn new(lanes: usize, seed: u64) -> Self {
        Orders {
            lanes,
            seed,
            bots: [None, None],
            threads: 1,
            observes: true,
            first: 0,
            again: Again::SameStep,
        }
    }
}

/// An answer that cannot be taken. No match has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongAnswer {
    #[error("{given} answers for {lanes} matches")]
    Count { given: usize, lanes: usize },
    #[error("match {lane}: answer {given}, but it has {options} options")]
    NoSuchOption { lane: usize, given: i64, options: usize },
}

/// The answer that leaves a match as it is for this step.
pub const HOLD: i64 = -1;

/// Where a batch stands, in arrays of the caller: one entry a match, rewards two.
pub struct Standing<'a> {
    /// Who is asked.
    pub seat: &'a mut [i64],
    pub options: &'a mut [i64],
    /// The number of the game that is played now.
    pub game: &'a mut [i64],
    /// What the last step brought each seat: 1 won, -1 lost.
    pub rewards: &'a mut [f32],
    /// A match ended in the last step.
    pub terminated: &'a mut [bool],
    /// A match was given up in the last step because it took too many decisions.
    pub truncated: &'a mut [bool],
}

/// Room for the rows of all matches, one match after another, and where those of each begin.
pub struct Arrays<'a> {
    pub cards: &'a mut [i32],
    pub card_at: &'a mut [i64],
    pub options: &'a mut [i32],
    pub option_at: &'a mut [i64],
    pub globals: &'a mut [i32],
    pub history: &'a mut [i32],
}

/// A batch of any game.
pub trait AnyBatch: Send {
    fn name(&self) -> GameName;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Answers every match; [`HOLD`] lets one wait. On an error nothing has changed anywhere.
    fn step(&mut self, answers: &[i64]) -> Result<(), WrongAnswer>;
    fn stand(&self, told: Standing<'_>);
    /// How many options are open in all matches.
    fn options(&self) -> usize;
    /// How many cards a match can have: nothing is ever cut.
    fn most_cards(&self) -> usize;
    /// Fills the rows of all matches. There must be room for [`AnyBatch::most_cards`] of each match and for
    /// [`AnyBatch::options`].
    fn tell(&mut self, arrays: Arrays<'_>);
    /// The matches that have ended so far, in no order.
    fn finished(&self) -> Vec<Finished>;
    fn spec(&self) -> &'static Spec;
    /// The digest of `shobu sim` over so many games from the first, once all of them are finished. Digests of parts add
    /// up, as numbers that wrap around, to that of the whole.
    fn digest(&self, games: u64) -> Option<String> {
        let meant = self.first()..self.first() + games;
        let finished = self.finished();
        let first = finished.iter().filter(|one| meant.contains(&one.game) && !one.put_in);
        if (first.clone().count() as u64) < games {
            return None;
        }
        let add = |sum: u64, one: &Finished| {
            sum.wrapping_add(StableHasher::of(&(one.game, one.hash, one.decisions)))
        };
        Some(shobu::records::hex(first.fold(0, add)))
    }
    /// The number of the first game.
    fn first(&self) -> u64;
    /// Begins all matches anew with another seed.
    fn reset(&mut self, seed: u64);
    /// What a seat sees of a match, whoever is asked.
    fn look(&mut self, lane: usize, seat: Seat) -> Option<Rows>;
    /// What an option of a match is called.
    fn labels(&self, lane: usize) -> Vec<String>;
    /// The card table: what the column `print` counts from 1.
    fn prints(&self) -> Vec<PrintRow>;
    /// A match as it stands, by itself.
    fn copy_out(&self, lane: usize) -> Option<AnyMatch>;
    /// Takes in a match that was begun with the same cards.
    fn put_in(&mut self, lane: usize, game: &AnyMatch) -> Result<(), Fault>;
}

/// Begins a batch of a game. Game number k is played with the k-th pair of decks, from the first again after the last.
pub fn begin<G: Playable>(
    name: GameName,
    setups: Vec<Setup<G>>,
    orders: &Orders,
) -> Result<Box<dyn AnyBatch>, Fault> {
    if setups.is_empty() {
        return Err(Fault::new("a batch needs two decks"));
    }
    let registry = Registry::built_in();
    for bot in orders.bots.iter().flatten() {
        registry.make(bot, 0, Time::Counted).map_err(Fault::new)?;
    }
    let threads = orders.threads.max(1);
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Fault::new(format!("cannot start {threads} threads: {error}")))?;
    let rules = Rules { setups, registry, orders: orders.clone(), spec: spec::of(name), name };
    // Several blocks a thread: matches do not take equally long.
    let blocks = if threads == 1 { 1 } else { (threads * 4).min(orders.lanes) };
    let size = orders.lanes.div_ceil(blocks);
    let all: Vec<u64> = (orders.first..orders.first + orders.lanes as u64).collect();
    let block = |games: &[u64]| Block {
        lanes: games.iter().map(|game| Running::begin(&rules, *game)).collect(),
        looks: Looks::new(rules.spec, words::of(name)),
        cards: Vec::new(),
        options: Vec::new(),
        card_ends: Vec::new(),
    };
    let blocks: Vec<Block<G>> = all.chunks(size).map(block).collect();
    let mut batch = Batch { rules, workers, blocks, size };
    batch.each(|rules, _, lane| lane.go_on(rules));
    Ok(Box::new(batch))
}

/// What all matches of a batch share.
pub(crate) struct Rules<G: Playable> {
    pub setups: Vec<Setup<G>>,
    pub registry: Registry<G>,
    pub orders: Orders,
    pub spec: &'static Spec,
    pub name: GameName,
}

impl<G: Playable> Rules<G> {
    /// The decks of a game.
    pub fn setup(&self, game: u64) -> &Setup<G> {
        &self.setups[(game % self.setups.len() as u64) as usize]
    }

    pub fn cards(&self) -> &G::Cards {
        &self.setups[0].cards.cards
    }
}

struct Batch<G: Playable> {
    rules: Rules<G>,
    workers: rayon::ThreadPool,
    blocks: Vec<Block<G>>,
    /// Lanes of each block but the last.
    size: usize,
}

/// Matches that one thread looks after.
struct Block<G: Playable> {
    lanes: Vec<Running<G>>,
    looks: Looks<G>,
    /// Rows before they are moved to where they belong; one block alone writes there directly.
    cards: Vec<i32>,
    options: Vec<i32>,
    /// Where the rows of cards of each lane end, in numbers.
    card_ends: Vec<usize>,
}

impl<G: Playable> Block<G> {
    /// Tells all its matches.
    fn tell(&mut self, rules: &Rules<G>, tables: &mut Tables<'_>) {
        let Block { lanes, looks, card_ends, .. } = self;
        card_ends.clear();
        for lane in lanes {
            looks.observe(&lane.position(rules, lane.seat()), tables);
            card_ends.push(tables.cards.written());
        }
    }
}

impl<G: Playable> Batch<G> {
    fn each(&mut self, work: impl Fn(&Rules<G>, usize, &mut Running<G>) + Sync) {
        let Batch { rules, workers, blocks, size } = self;
        let (rules, size) = (&*rules, *size);
        let one = |(at, block): (usize, &mut Block<G>)| {
            for (lane, running) in block.lanes.iter_mut().enumerate() {
                work(rules, at * size + lane, running);
            }
        };
        match &mut blocks[..] {
            [block] => one((0, block)),
            blocks => workers.install(|| blocks.par_iter_mut().enumerate().for_each(one)),
        }
    }

    fn lanes(&self) -> impl Iterator<Item = &Running<G>> {
        self.blocks.iter().flat_map(|block| &block.lanes)
    }

    fn lane(&self, at: usize) -> Option<&Running<G>> {
        self.blocks.get(at / self.size)?.lanes.get(at % self.size)
    }

    /// Tells with several threads: every block into room of its own, then to where it belongs.
    fn tell_blocks(&mut self, mut cards: &mut [i32], mut options: &mut [i32], even: [&mut [i32]; 2]) {
        let Batch { rules, workers, blocks, size } = self;
        let (rules, spec) = (&*rules, rules.spec);
        let (globals, history) = (spec.globals.len(), spec.history.len() * HISTORY);
        let [all_globals, all_history] = even;
        let globals = all_globals.par_chunks_mut(globals * *size);
        let history = all_history.par_chunks_mut(history * *size);
        workers.install(|| {
            blocks.par_iter_mut().zip(globals).zip(history).for_each(|((block, globals), history)| {
                let room = block.lanes.iter().map(|lane| lane.game.state().table().len()).sum::<usize>();
                let options = block.lanes.iter().map(Running::options).sum::<usize>();
                let (mut cards, mut rows) =
                    (std::mem::take(&mut block.cards), std::mem::take(&mut block.options));
                grow(&mut cards, room * spec.cards.len());
                grow(&mut rows, options * spec.options.len());
                let mut tables = Tables {
                    cards: Table::new(&mut cards),
                    globals: Table::new(globals),
                    options: Table::new(&mut rows),
                    history: Table::new(history),
                };
                block.tell(rules, &mut tables);
                (block.cards, block.options) = (cards, rows);
            });
        });
        let mut jobs: Vec<(&mut [i32], &[i32])> = Vec::with_capacity(2 * blocks.len());
        for block in blocks.iter() {
            let written = block.card_ends.last().copied().unwrap_or(0);
            let told = block.lanes.iter().map(Running::options).sum::<usize>() * spec.options.len();
            let (here, rest) = cards.split_at_mut(written);
            jobs.push((here, &block.cards[..written]));
            cards = rest;
            let (here, rest) = options.split_at_mut(told);
            jobs.push((here, &block.options[..told]));
            options = rest;
        }
        workers.install(|| jobs.into_par_iter().for_each(|(to, from)| to.copy_from_slice(from)));
    }
}

/// Makes room, and keeps what there is.
fn grow(room: &mut Vec<i32>, most: usize) {
    if room.len() < most {
        room.resize(most + most / 4, 0);
    }
}

impl<G: Playable> AnyBatch for Batch<G> {
    fn name(&self) -> GameName {
        self.rules.name
    }

    fn len(&self) -> usize {
        self.rules.orders.lanes
    }

    fn step(&mut self, answers: &[i64]) -> Result<(), WrongAnswer> {
        if answers.len() != self.len() {
            return Err(WrongAnswer::Count { given: answers.len(), lanes: self.len() });
        }
        let only_bots = self.rules.orders.bots.iter().all(Option::is_some);
        for (lane, (running, given)) in self.lanes().zip(answers).enumerate() {
            let options = running.options();
            let fits = *given == HOLD || usize::try_from(*given).is_ok_and(|given| given < options);
            if !only_bots && !fits && !running.is_over() {
                return Err(WrongAnswer::NoSuchOption { lane, given: *given, options });
            }
        }
        self.each(|rules, at, lane| {
            lane.forget_last_step();
            if only_bots {
                lane.go_on(rules);
            } else if answers[at] != HOLD || lane.is_over() {
                // It was looked at above: it is there.
                lane.answer(answers[at] as usize, rules);
                lane.go_on(rules);
            }
        });
        Ok(())
    }

    fn stand(&self, told: Standing<'_>) {
        for (at, lane) in self.lanes().enumerate() {
            told.seat[at] = lane.seat().index() as i64;
            told.options[at] = lane.options() as i64;
            told.game[at] = lane.number as i64;
            told.rewards[2 * at..2 * at + 2].copy_from_slice(&lane.rewards);
            told.terminated[at] = lane.terminated;
            told.truncated[at] = lane.truncated;
        }
    }

    fn options(&self) -> usize {
        self.lanes().map(Running::options).sum()
    }

    fn most_cards(&self) -> usize {
        self.lanes().map(|lane| lane.game.state().table().len()).max().unwrap_or(0)
    }

    fn tell(&mut self, arrays: Arrays<'_>) {
        let cards = self.rules.spec.cards.len();
        let Batch { rules, blocks, .. } = self;
        match &mut blocks[..] {
            [block] => {
                let mut tables = Tables {
                    cards: Table::new(arrays.cards),
                    globals: Table::new(arrays.globals),
                    options: Table::new(arrays.options),
                    history: Table::new(arrays.history),
                };
                block.tell(rules, &mut tables);
            }
            _ => self.tell_blocks(arrays.cards, arrays.options, [arrays.globals, arrays.history]),
        }
        let (mut lane, mut option, mut first) = (0, 0, 0);
        (arrays.card_at[0], arrays.option_at[0]) = (0, 0);
        for block in &self.blocks {
            for (running, end) in block.lanes.iter().zip(&block.card_ends) {
                lane += 1;
                option += running.options();
                arrays.card_at[lane] = (first + end / cards) as i64;
                arrays.option_at[lane] = option as i64;
            }
            first += block.card_ends.last().map_or(0, |end| end / cards);
        }
    }

    fn first(&self) -> u64 {
        self.rules.orders.first
    }

    fn reset(&mut self, seed: u64) {
        self.rules.orders.seed = seed;
        let first = self.rules.orders.first;
        self.each(|rules, at, lane| lane.restart(rules, first + at as u64));
    }

    fn look(&mut self, lane: usize, seat: Seat) -> Option<Rows> {
        let Batch { rules, blocks, size, .. } = self;
        let Block { lanes, looks, .. } = blocks.get_mut(lane / *size)?;
        let lane = lanes.get(lane % *size)?;
        Some(Rows::of(looks, &lane.position(rules, seat)))
    }

    fn finished(&self) -> Vec<Finished> {
        self.lanes().flat_map(|lane| lane.finished.iter().copied()).collect()
    }

    fn spec(&self) -> &'static Spec {
        self.rules.spec
    }

    fn labels(&self, lane: usize) -> Vec<String> {
        self.lane(lane).map_or_else(Vec::new, |lane| lane.game.labels())
    }

    fn prints(&self) -> Vec<PrintRow> {
        prints::rows(&self.rules.setups[0].cards)
    }

    fn copy_out(&self, lane: usize) -> Option<AnyMatch> {
        let lane = self.lane(lane)?;
        let origin = if lane.has_record() { Origin::Decks } else { Origin::Scene };
        Some(AnyMatch::of(self.rules.name, lane.copy(&self.rules)?, origin))
    }

    fn put_in(&mut self, lane: usize, game: &AnyMatch) -> Result<(), Fault> {
        let live =
            game.live::<G>().ok_or_else(|| Fault::new(format!("this batch plays {}", self.rules.name)))?;
        let pool = |setup: &Setup<G>| setup.cards.pool().hash();
        if pool(&live.setup) != pool(&self.rules.setups[0]) {
            return Err(Fault::new("the match was begun with other cards than the batch"));
        }
        if live.game.outcome().is_some() {
            return Err(Fault::new("the match is over"));
        }
        let (size, Batch { rules, blocks, .. }) = (self.size, self);
        let running = blocks.get_mut(lane / size).and_then(|block| block.lanes.get_mut(lane % size));
        let running = running.ok_or_else(|| Fault::new(format!("there is no match {lane}")))?;
        running.take_over(live, rules);
        Ok(())
    }
}

/// What batches are measured by: a plain loop over so many matches of the built-in decks, each answered at random and
/// begun anew when it is over. Gives the seconds that so many rounds take.
pub fn loop_seconds<G: Playable>(lanes: usize, rounds: usize) -> Result<f64, Faults> {
    let setup = Setup::<G>::built_in()?;
    let begin = |at: usize| {
        let (cards, dice) = (setup.cards.cards.clone(), Dice::new(at as u64));
        Match::new(cards, setup.edition, &setup.decks, dice, Pace::Fast, Log::silent())
    };
    let mut games: Vec<Match<G, Dice>> = (0..lanes).map(begin).collect();
    let mut luck = Dice::new(1);
    let begun = Instant::now();
    for _ in 0..rounds {
        for game in &mut games {
            let options = game.menu().options.len() as u32;
            let _ = game.answer(luck.below(options) as usize);
            if game.outcome().is_some() {
                let dice = Dice::new(u64::from(luck.below(u32::MAX)));
                game.renew(setup.edition, &setup.decks, dice);
            }
        }
    }
    Ok(begun.elapsed().as_secs_f64())
}
