//! Judging a position: a sum of weighted features of both players, as the chance to win.

use kernel::{Good, Outcome, Seat, Sense};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most features a game may have.
pub const FEATURES: usize = 32;

/// Weights as they stand in their file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WeightFile {
    /// The command that fitted them.
    pub command: String,
    /// What each feature weighs for the player whose turn it is.
    pub moving: BTreeMap<String, f32>,
    /// What it weighs for the other one: attackers that have to wait for their turn are worth less than such as strike now.
    pub waiting: BTreeMap<String, f32>,
}

/// The features of both players, as weights see them: first those of the player whose turn it is, then those of the other
/// one, turned round.
pub type Features = [f32; 2 * FEATURES];

/// What the features of a game weigh.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    weights: Features,
}

impl Weights {
    /// The weights that come with a game.
    pub fn built_in<G: Sense>() -> Self {
        // A file that cannot be read would be a bug in the build, and a test looks at it; features without a weight
        // count as their description says.
        let file = serde_json::from_str(G::WEIGHTS).ok();
        let none = WeightFile { command: String::new(), moving: BTreeMap::new(), waiting: BTreeMap::new() };
        Self::of_file::<G>(&file.unwrap_or(none))
    }

    /// Weights by the names of their features. A feature without one counts a little, the way it is good.
    pub fn of_file<G: Sense>(file: &WeightFile) -> Self {
        let mut weights = [0.0; 2 * FEATURES];
        let (moving, waiting) = weights.split_at_mut(FEATURES);
        for (weights, named) in [(moving, &file.moving), (waiting, &file.waiting)] {
            for (weight, feature) in weights.iter_mut().zip(G::FEATURES) {
                let guess = match feature.good {
                    Good::More => 0.1,
                    Good::Less => -0.3,
                    Good::Open => 0.0,
                };
                *weight = named.get(feature.name).copied().unwrap_or(guess);
            }
        }
        Weights { weights }
    }

    /// The weights as a file, with the command that made them.
    pub fn to_file<G: Sense>(&self, command: String) -> WeightFile {
        // Four digits are more than the fit is worth.
        let round = |weight: f32| (weight * 10_000.0).round() / 10_000.0;
        let named = |weights: &[f32]| {
            let named = |(feature, weight): (&kernel::Feature, &f32)| (feature.name.into(), round(*weight));
            G::FEATURES.iter().zip(weights).map(named).collect()
        };
        let (moving, waiting) = self.weights.split_at(FEATURES);
        WeightFile { command, moving: named(moving), waiting: named(waiting) }
    }

    /// Weights in the order of the features.
    pub fn new(weights: Features) -> Self {
        Weights { weights }
    }

    /// The chance of this seat to win, as far as the features tell: between 0 and 1.
    pub fn judge<G: Sense>(&self, state: &G, cards: &G::Cards, seat: Seat) -> f32 {
        let mut features = [0.0; 2 * FEATURES];
        let mover = both_sides(state, cards, &mut features);
        let chance = self.chance(&features);
        if mover == seat { chance } else { 1.0 - chance }
    }

    /// The chance of the player whose turn it is.
    pub fn chance(&self, features: &Features) -> f32 {
        let sum: f32 = self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Fills in what weights look at, and says whose turn it is by the feature of that name.
pub fn both_sides<G: Sense>(state: &G, cards: &G::Cards, into: &mut Features) -> Seat {
    let many = G::FEATURES.len();
    let turn = G::FEATURES.iter().position(|feature| feature.name == "turn");
    let (moving, waiting) = into.split_at_mut(FEATURES);
    state.features(cards, Seat::A, &mut moving[..many]);
    state.features(cards, Seat::B, &mut waiting[..many]);
    let mover = match turn {
        Some(turn) if moving[turn] < waiting[turn] => Seat::B,
        _ => Seat::A,
    };
    if mover == Seat::B {
        moving.swap_with_slice(waiting);
    }
    waiting.iter_mut().for_each(|feature| *feature = -*feature);
    mover
}

/// What a seat has more than the other, feature by feature.
pub fn difference<G: Sense>(state: &G, cards: &G::Cards, seat: Seat, more: &mut [f32; FEATURES]) {
    let (mut own, mut theirs) = ([0.0; FEATURES], [0.0; FEATURES]);
    let many = G::FEATURES.len();
    state.features(cards, seat, &mut own[..many]);
    state.features(cards, seat.other(), &mut theirs[..many]);
    for at in 0..many {
        more[at] = own[at] - theirs[at];
    }
}

/// What an ended match is worth to a seat.
pub fn result(outcome: Outcome, seat: Seat) -> f32 {
    match outcome.winner {
        Some(winner) if winner == seat => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}
