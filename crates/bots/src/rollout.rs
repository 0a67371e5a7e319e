//! The bot that plays options out at random, on tables that agree with what it sees, and takes the best.

use crate::{Answered, Bot, Sight};
use kernel::{Chance, Context, Dice, Game, Log, Menu, Seat, Standing};

/// How much a [`Rollout`] may think about one answer. Counted in decisions, never in seconds, so that a match with a
/// rollout bot is the same match on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Decisions played about, over all playouts of one answer.
    pub decisions: u32,
    /// Decisions of one playout at the most; a longer one counts as a draw.
    pub playout: u32,
}

impl Budget {
    /// What `greedy` spends on an answer.
    pub const QUICK: Budget = Budget { decisions: 4_000, playout: 400 };
    /// What `rollout` spends on an answer.
    pub const STRONG: Budget = Budget { decisions: 40_000, playout: 600 };
}

/// Imagines tables with [`Game::determinize`] and tries every option on each.
pub struct Rollout {
    dice: Dice,
    budget: Budget,
}

impl Rollout {
    /// A player who spends `budget` on each answer.
    pub fn new(seed: u64, budget: Budget) -> Self {
        Rollout { dice: Dice::new(seed), budget }
    }

    /// Any option, but every fourth time the end of the step where it is offered: moves that can be made for ever would
    /// keep a playout from telling anything.
    fn any<G: Game>(&mut self, state: &G, menu: &Menu<G>, last: usize) -> usize {
        if last == 0 {
            return 0;
        }
        if last > 3 && self.dice.below(4) == 0 {
            let end = menu.options.iter().rposition(|choice| state.ends_own_step(*choice));
            if let Some(end) = end {
                return end;
            }
        }
        self.dice.below(last as u32 + 1) as usize
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
            let at = self.any(state, &menu, last);
            *spent += 1;
            let mut cx = Context { pool: cards, chance: &mut self.dice, log: &mut log };
            state.apply(menu.options[at], &mut cx);
        }
        1
    }
}

/// An option that is still thought about: where it stands in the menu, and what its playouts brought.
#[derive(Clone, Copy)]
struct Candidate {
    at: usize,
    score: u32,
}

impl<G: Game> Bot<G> for Rollout {
    fn choose(&mut self, sight: &Sight<'_, G>) -> Answered {
        let options = &sight.menu.options;
        if options.len() < 2 {
            return Ok(0);
        }
        let (seat, view) = (sight.seat(), sight.view());
        let mut left: Vec<Candidate> = (0..options.len()).map(|at| Candidate { at, score: 0 }).collect();
        let mut menu = Menu::default();
        // Half of the options are given up in each round, and each round may cost the same: what is promising is looked
        // at more closely.
        let rounds = options.len().next_power_of_two().trailing_zeros().max(1);
        for _ in 0..rounds {
            let mut spent = 0;
            let mut failures = 0;
            while spent < self.budget.decisions / rounds && failures < 4 {
                let Ok(world) = G::determinize(&view, sight.cards, sight.lists, &mut self.dice) else {
                    failures += 1;
                    continue;
                };
                world.menu(sight.cards, &mut menu);
                if menu.options != *options {
                    failures += 1;
                    continue;
                }
                // The same luck for every option, so that they differ by what they are.
                let luck = self.dice.clone();
                for option in &mut left {
                    self.dice = luck.clone();
                    let mut state = world.clone();
                    let mut log = Log::silent();
                    let mut cx = Context { pool: sight.cards, chance: &mut self.dice, log: &mut log };
                    state.apply(options[option.at], &mut cx);
                    option.score += self.play_out(&mut state, sight.cards, seat, &mut spent);
                    spent += 1;
                }
            }
            left.sort_by_key(|option| std::cmp::Reverse(option.score));
            left.truncate(left.len().div_ceil(2));
        }
        // Among equals the one that ends something goes first: a move that changes nothing can be made for ever. Else
        // any will do, so that the bot does not fall into the menu's order.
        let best = left.iter().map(|option| option.score).max().unwrap_or(0);
        left.retain(|option| option.score == best);
        Ok(match left.iter().find(|option| sight.ends_something(option.at)) {
            Some(option) => option.at,
            None => left[self.dice.below(left.len() as u32) as usize].at,
        })
    }
}
