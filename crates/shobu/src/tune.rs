//! Fitting what features weigh: many games between loose-handed scripts, and a logistic regression from what each side
//! had more to who won.

use crate::Playable;
use crate::seeds::{Use, derive};
use crate::setup::Setup;
use crate::sim::MOST_DECISIONS;
use bots::{Bot, Easy, FEATURES, Sight, WeightFile, Weights, difference};
use kernel::{Chance, Dice, Good, Log, Match, Pace, Seat};
use rayon::prelude::*;

/// How much the weights are held towards nothing, in samples.
const RIDGE: f64 = 20.0;
/// Beside the first decision of each turn, one decision in so many is looked at.
const ONE_IN: u32 = 12;

/// A position: what seat A had more, and whether it won.
#[derive(Clone, Copy)]
struct Sample {
    more: [f32; FEATURES],
    won: f32,
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
    games: u64,
    seed: u64,
    command: String,
    done: &(dyn Fn() + Sync),
) -> Fit {
    let play = |index: u64| {
        let setup = &setups[index as usize % setups.len()];
        let samples = game(setup, seed, index);
        done();
        samples
    };
    let played: Vec<Vec<Sample>> = (0..games).into_par_iter().map(play).collect();
    // Every tenth game is kept to check on.
    let part = |check: bool| -> Vec<Sample> {
        let held = played.iter().enumerate().filter(|(at, _)| (at % 10 == 9) == check);
        held.flat_map(|(_, samples)| samples.iter().copied()).collect()
    };
    let (fitted, checked) = (part(false), part(true));
    let weights = Weights::of_slice(&fit_weights::<G>(&fitted));
    let right = checked.iter().filter(|sample| (weights.chance(&sample.more) > 0.5) == (sample.won > 0.5));
    let right = right.count() as f64 / checked.len().max(1) as f64;
    Fit { file: weights.to_file::<G>(command), games, samples: fitted.len(), right }
}

/// The positions of one game.
fn game<G: Playable>(setup: &Setup<G>, seed: u64, index: u64) -> Vec<Sample> {
    let cards = &setup.cards.cards;
    let mut dice = Dice::new(derive(seed, index, Use::Match) ^ 1);
    let mut players: [Box<dyn Bot<G>>; 2] = [
        Box::new(Easy::new(derive(seed, index, Use::BotA))),
        Box::new(Easy::new(derive(seed, index, Use::BotB))),
    ];
    let luck = Dice::new(derive(seed, index, Use::Match));
    let mut game: Match<G, Dice> =
        Match::new(cards.clone(), setup.edition, &setup.decks, luck, Pace::Fast, Log::silent());
    let mut samples = Vec::new();
    let mut turn = 0;
    for _ in 0..MOST_DECISIONS {
        if let Some(outcome) = game.outcome() {
            let won = bots::result(outcome, Seat::A);
            samples.iter_mut().for_each(|sample: &mut Sample| sample.won = won);
            return samples;
        }
        if game.state().turn() != turn || dice.below(ONE_IN) == 0 {
            turn = game.state().turn();
            let mut more = [0.0; FEATURES];
            difference(game.state(), cards, Seat::A, &mut more);
            samples.push(Sample { more, won: 0.5 });
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
fn fit_weights<G: Playable>(samples: &[Sample]) -> Vec<f32> {
    let many = G::FEATURES.len();
    let mut samples = samples.to_vec();
    loop {
        let weights = regress(&samples, many);
        let against = |at: &usize| match G::FEATURES[*at].good {
            Good::More => weights[*at] < 0.0,
            Good::Less => weights[*at] > 0.0,
            Good::Open => false,
        };
        let worst = (0..many).filter(against).max_by(|a, b| weights[*a].abs().total_cmp(&weights[*b].abs()));
        let Some(worst) = worst else { return weights };
        samples.iter_mut().for_each(|sample| sample.more[worst] = 0.0);
    }
}

/// Logistic regression by Newton's method, held towards nothing a little.
fn regress(samples: &[Sample], many: usize) -> Vec<f32> {
    let mut weights = vec![0.0f64; many];
    for _ in 0..12 {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        let mut bend = vec![vec![0.0f64; many]; many];
        for sample in samples {
            let sum: f64 = (0..many).map(|at| weights[at] * f64::from(sample.more[at])).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let error = f64::from(sample.won) - chance;
            let sharp = chance * (1.0 - chance);
            for (at, row) in bend.iter_mut().enumerate() {
                let more = f64::from(sample.more[at]);
                if more == 0.0 {
                    continue;
                }
                slope[at] += error * more;
                for (other, cell) in row.iter_mut().enumerate() {
                    *cell += sharp * more * f64::from(sample.more[other]);
                }
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
    weights.into_iter().map(|weight| weight as f32).collect()
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
