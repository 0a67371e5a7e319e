//! The bot that follows a game's rules of thumb: no search, no luck, microseconds an answer.

use crate::{Answered, Bot, Sight};
use kernel::{Game, Sense};

/// Takes the option that [`Sense::rate`] rates highest, the first among equals.
#[derive(Default)]
pub struct Script {
    ratings: Vec<i32>,
}

impl<G: Sense> Bot<G> for Script {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        sight.rate(&mut self.ratings);
        Ok(best(&self.ratings))
    }
}

/// The place of the highest rating, the first among equals.
pub(crate) fn best(ratings: &[i32]) -> usize {
    let mut best = 0;
    for (at, rating) in ratings.iter().enumerate() {
        if *rating > ratings[best] {
            best = at;
        }
    }
    best
}

/// The ratings of all options of a state's open menu.
pub(crate) fn rate<G: Sense>(state: &G, cards: &G::Cards, options: &[G::Choice], ratings: &mut Vec<i32>) {
    ratings.clear();
    if options.len() < 2 {
        ratings.resize(options.len(), 0);
        return;
    }
    let glance = state.glance(cards);
    ratings.extend(options.iter().map(|choice| state.rate(cards, &glance, *choice)));
}

/// Whether a choice declines, or ends the player's own turn, phase or step.
pub(crate) fn ends_something<G: Game>(state: &G, choice: G::Choice) -> bool {
    state.ends_own_step(choice) || state.declines(choice)
}
