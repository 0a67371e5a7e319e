//! The bot that takes any option.

use crate::{Answered, Bot, Sight};
use kernel::{Chance, Dice, Game};

/// Takes any option, each as likely as the others.
pub struct Random(Dice);

impl Random {
    /// A player who draws answers by `seed`.
    pub fn new(seed: u64) -> Self {
        Random(Dice::new(seed))
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        Ok(self.0.below(sight.menu.options.len().max(1) as u32) as usize)
    }
}
