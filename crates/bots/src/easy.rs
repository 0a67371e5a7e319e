//! The bot for a first game: it knows the rules of thumb, and is easily led astray.

use crate::{Answered, Bot, Sight};
use kernel::{Chance, Dice, Sense};

/// Takes an option that is rated well, though often not the best one; never one that is rated as worth nothing while
/// there is another.
pub struct Easy {
    dice: Dice,
    ratings: Vec<i32>,
}

/// How far beside a rating this bot sees it, in points.
const BLUR: u32 = 160;

impl Easy {
    /// A player whose hand is loose by `seed`.
    pub fn new(seed: u64) -> Self {
        Easy { dice: Dice::new(seed), ratings: Vec::new() }
    }
}

impl<G: Sense> Bot<G> for Easy {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        sight.rate(&mut self.ratings);
        for rating in &mut self.ratings {
            // Sure things stay sure: a win is not overlooked, and nothing is done for nothing.
            if (0..1_000).contains(rating) {
                *rating += self.dice.below(BLUR) as i32;
            }
        }
        Ok(crate::script::best(&self.ratings))
    }
}
