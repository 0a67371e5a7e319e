//! Judging a position: a sum of weighted features, as the chance to win.

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
    /// The weight of each feature, by its name.
    pub weights: BTreeMap<String, f32>,
}

/// What the features of a game weigh. A position is judged by what one player has more than the other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    weights: [f32; FEATURES],
}

impl Weights {
    /// The weights that come with a game.
    pub fn built_in<G: Sense>() -> Self {
        // A file that cannot be read would be a bug in the build, and a test looks at it; features without a weight
        // count as their description says.
        let file = serde_json::from_str(G::WEIGHTS).ok();
        let none = WeightFile { command: String::new(), weights: BTreeMap::new() };
        Self::of_file::<G>(&file.unwrap_or(none))
    }

    /// Weights by the names of their features. A feature without one counts a little, the way it is good.
    pub fn of_file<G: Sense>(file: &WeightFile) -> Self {
        let mut weights = [0.0; FEATURES];
        for (weight, feature) in weights.iter_mut().zip(G::FEATURES) {
            let guess = match feature.good {
                Good::More => 0.1,
                Good::Less => -0.3,
                Good::Open => 0.0,
            };
            *weight = file.weights.get(feature.name).copied().unwrap_or(guess);
        }
        Weights { weights }
    }

    /// The weights as a file, with the command that made them.
    pub fn to_file<G: Sense>(&self, command: String) -> WeightFile {
        // Four digits are more than the fit is worth.
        let round = |weight: f32| (weight * 10_000.0).round() / 10_000.0;
        let weight =
            |(at, feature): (usize, &kernel::Feature)| (feature.name.into(), round(self.weights[at]));
        WeightFile { command, weights: G::FEATURES.iter().enumerate().map(weight).collect() }
    }

    /// Weights in the order of the features.
    pub fn of_slice(values: &[f32]) -> Self {
        let mut weights = [0.0; FEATURES];
        weights[..values.len()].copy_from_slice(values);
        Weights { weights }
    }

    /// The chance of this seat to win, as far as the features tell: between 0 and 1.
    pub fn judge<G: Sense>(&self, state: &G, cards: &G::Cards, seat: Seat) -> f32 {
        let mut more = [0.0; FEATURES];
        difference(state, cards, seat, &mut more);
        self.chance(&more)
    }

    /// The chance to win that these differences give.
    pub fn chance(&self, more: &[f32; FEATURES]) -> f32 {
        let sum: f32 = self.weights.iter().zip(more).map(|(weight, more)| weight * more).sum();
        1.0 / (1.0 + (-sum).exp())
    }
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
