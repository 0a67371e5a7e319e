//! Fitting what features weigh: many games of a bot against itself, and a logistic regression from what each side
//! had to who won.

use crate::Playable;
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use crate::sim::MOST_DECISIONS;
use bots::{Bot, FEATURES, Features, Registry, Sight, Time, WeightFile, Weights, both_sides};
use kernel::{Dice, Good, Log, Match, Pace, Seat};
use rayon::prelude::*;

/// How much the weights are held towards nothing, in samples.
const RIDGE: f64 = 20.0;

/// A position: the features of both players, whose turn it was, and whether that player won.
#[derive(Clone, Copy)]
struct Sample {
    features: Features,
    mover: Seat,
    won: f32,
}

/// What to fit on.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// How many games are played.
    pub games: u64,
    /// What all games' seeds follow from.
    pub seed: u64,
    /// The bot that plays both sides.
    pub bot: &'a str,
}

/// What came of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, with the command that made them.
    pub file: WeightFile,
    /// Games that were played.
    pub games: u64,
    /// Positions that were fitted to.
    pub samples: usize,
    /// How often the side that the weights favour won, over positions they were not fitted on.
    pub right: f64,
}

/// Plays and fits. `done` hears of each finished game.
pub fn tune<G: Playable>(
    setups: &[Setup<G>],
    plan: &Plan<'_>,
    command: String,
    done: &(dyn Fn() + Sync),
) -> Result<Fit, String> {
    let registry = Registry::<G>::built_in();
    let play = |index: u64| {
        let bot = |purpose| registry.make(plan.bot, derive(plan.seed, index, purpose), Time::Counted);
        let players = [bot(Use::BotA)?, bot(Use::BotB)?];
        let samples = game(&setups[index as usize % setups.len()], plan.seed, index, players);
        done();
        Ok(samples)
    };
    let played: Vec<Vec<Sample>> =
        (0..plan.games).into_par_iter().map(play).collect::<Result<_, String>>()?;
    // Every tenth game is kept to check on.
    let part = |check: bool| -> Vec<Sample> {
        let held = played.iter().enumerate().filter(|(at, _)| (at % 10 == 9) == check);
        held.flat_map(|(_, samples)| samples.iter().copied()).collect()
    };
    let (fitted, checked) = (part(false), part(true));
    let weights = Weights::new(fit_weights::<G>(&fitted));
    let right =
        checked.iter().filter(|sample| (weights.chance(&sample.features) > 0.5) == (sample.won > 0.5));
    let right = right.count() as f64 / checked.len().max(1) as f64;
    Ok(Fit { file: weights.to_file::<G>(command), games: plan.games, samples: fitted.len(), right })
}

/// The positions of one game, at the first decision of each turn: that is where a search judges.
fn game<G: Playable>(
    setup: &Setup<G>,
    seed: u64,
    index: u64,
    mut players: [Box<dyn Bot<G>>; 2],
) -> Vec<Sample> {
    let cards = &setup.cards.cards;
    let luck = Dice::new(derive(seed, index, Use::Match));
    let mut game: Match<G, Dice> =
        Match::new(cards.clone(), setup.edition, &setup.decks, luck, Pace::Fast, Log::silent());
    let mut samples = Vec::new();
    let mut turn = 0;
    for _ in 0..MOST_DECISIONS {
        if let Some(outcome) = game.outcome() {
            let won = |sample: &mut Sample| sample.won = bots::result(outcome, sample.mover);
            samples.iter_mut().for_each(won);
            return samples;
        }
        if game.state().turn() != turn {
            turn = game.state().turn();
            let mut features = [0.0; 2 * FEATURES];
            let mover = both_sides(game.state(), cards, &mut features);
            samples.push(Sample { features, mover, won: 0.5 });
        }
        let sight = Sight::new(game.state(), game.menu(), cards, &setup.prints);
        let answer = players[sight.seat().index()].choose(&sight);
        if answer.is_err() || game.answer(answer.unwrap_or(0)).is_err() {
            break;
        }
    }
    Vec::new()
}

/// Weights of which none says the contrary of what its feature says it is good for: such a one comes from what happens to
/// go together in these games, and a bot that believed it would avoid what is good. It is left out, the worst first.
fn fit_weights<G: Playable>(samples: &[Sample]) -> Features {
    let many = G::FEATURES.len();
    let mut used: Vec<usize> = (0..many).chain(FEATURES..FEATURES + many).collect();
    loop {
        let found = regress(samples, &used);
        let against = |place: &usize| match G::FEATURES[used[*place] % FEATURES].good {
            Good::More => found[*place] < 0.0,
            Good::Less => found[*place] > 0.0,
            Good::Open => false,
        };
        let size = |place: &usize| found[*place].abs();
        let worst = (0..used.len()).filter(against).max_by(|a, b| size(a).total_cmp(&size(b)));
        let Some(worst) = worst else {
            let mut weights = [0.0; 2 * FEATURES];
            used.iter().zip(&found).for_each(|(at, weight)| weights[*at] = *weight as f32);
            return weights;
        };
        used.remove(worst);
    }
}

/// Logistic regression on some of the features by Newton's method, held towards nothing a little.
fn regress(samples: &[Sample], used: &[usize]) -> Vec<f64> {
    let many = used.len();
    let mut weights = vec![0.0f64; many];
    let mut own = vec![0.0f64; many];
    for _ in 0..12 {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut bend = vec![vec![0.0f64; many]; many];
        for sample in samples {
            own.iter_mut().zip(used).for_each(|(own, at)| *own = f64::from(sample.features[*at]));
            let sum: f64 = weights.iter().zip(&own).map(|(weight, own)| weight * own).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let error = f64::from(sample.won) - chance;
            let sharp = chance * (1.0 - chance);
            for (at, row) in bend.iter_mut().enumerate() {
                if own[at] == 0.0 {
                    continue;
                }
                slope[at] += error * own[at];
                let share = sharp * own[at];
                row.iter_mut().zip(&own).for_each(|(cell, other)| *cell += share * other);
            }
        }
        for (at, row) in bend.iter_mut().enumerate() {
            row[at] += RIDGE;
        }
        let step = solve(bend, slope);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    weights
}

/// Solves a set of linear equations by elimination; the ridge keeps it solvable.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let many = right.len();
    for at in 0..many {
        let pivot = (at..many).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs())).unwrap_or(at);
        rows.swap(at, pivot);
        right.swap(at, pivot);
        let (done, below) = rows.split_at_mut(at + 1);
        let above = &done[at];
        for (down, row) in below.iter_mut().enumerate() {
            let factor = row[at] / above[at];
            row.iter_mut().zip(above).skip(at).for_each(|(cell, above)| *cell -= factor * above);
            right[at + 1 + down] -= factor * right[at];
        }
    }
    for at in (0..many).rev() {
        let known: f64 = (at + 1..many).map(|column| rows[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}
