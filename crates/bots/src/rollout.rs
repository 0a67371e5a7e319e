//! The bot that plays every option out at random, on tables that agree with what it sees, and takes the best.

use crate::{Bot, Sight};
use kernel::{Chance, Context, Dice, Game, Log, Menu, Seat, Standing};

/// How much a [`Rollout`] may think about one answer. Counted in decisions, never in seconds, so that a match with a
/// rollout bot is the same match on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Tables imagined at the most.
    pub worlds: u32,
    /// Decisions played at the most, over all playouts of one answer.
    pub decisions: u32,
    /// Decisions of one playout at the most; a longer one counts as a draw.
    pub playout: u32,
}

impl Budget {
    pub const QUICK: Budget = Budget { worlds: 8, decisions: 20_000, playout: 600 };
    pub const STRONG: Budget = Budget { worlds: 80, decisions: 200_000, playout: 600 };
}

/// Imagines tables with [`Game::determinize`] and tries every option on each.
pub struct Rollout {
    dice: Dice,
    budget: Budget,
}

impl Rollout {
    pub fn new(seed: u64, budget: Budget) -> Self {
        Rollout { dice: Dice::new(seed), budget }
    }

    /// Plays on at random. A win counts 2, a draw or an unfinished playout 1, a loss 0.
    fn play_out<G: Game>(&mut self, state: &mut G, cards: &G::Cards, seat: Seat, spent: &mut u32) -> u32 {
        let mut menu = Menu::default();
        let mut log = Log::silent();
        for _ in 0..self.budget.playout {
            if let Standing::Over(outcome) = state.standing() {
                return match outcome.winner {
                    Some(winner) if winner == seat => 2,
                    Some(_) => 0,
                    None => 1,
                };
            }
            state.menu(cards, &mut menu);
            let Some(last) = menu.options.len().checked_sub(1) else { return 1 };
            let at = if last == 0 { 0 } else { self.dice.below(last as u32 + 1) as usize };
            *spent += 1;
            let mut cx = Context { pool: cards, chance: &mut self.dice, log: &mut log };
            state.apply(menu.options[at], &mut cx);
        }
        1
    }
}

impl<G: Game> Bot<G> for Rollout {
    fn choose(&mut self, sight: &Sight<'_, G>) -> usize {
        let options = &sight.menu.options;
        if options.len() < 2 {
            return 0;
        }
        let (seat, view) = (sight.seat(), sight.view());
        let mut scores = vec![0; options.len()];
        let mut spent = 0;
        let mut menu = Menu::default();
        for _ in 0..self.budget.worlds {
            if spent >= self.budget.decisions {
                break;
            }
            let Ok(world) = G::determinize(&view, sight.cards, sight.lists, &mut self.dice) else { continue };
            world.menu(sight.cards, &mut menu);
            if menu.options != *options {
                continue;
            }
            for (score, choice) in scores.iter_mut().zip(options) {
                let mut state = world.clone();
                let mut log = Log::silent();
                let mut cx = Context { pool: sight.cards, chance: &mut self.dice, log: &mut log };
                state.apply(*choice, &mut cx);
                *score += self.play_out(&mut state, sight.cards, seat, &mut spent);
            }
        }
        // Among equals any will do, so that the bot does not fall into the menu's order.
        let best = scores.iter().copied().max().unwrap_or(0);
        let equals: Vec<usize> = (0..scores.len()).filter(|at| scores[*at] == best).collect();
        equals[self.dice.below(equals.len() as u32) as usize]
    }
}
