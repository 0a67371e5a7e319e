//! Imagined tables: full states that agree with what a seat sees, and playing on from them by the rules of thumb.

use crate::Sight;
use crate::script;
use crate::weigh::{Weights, result};
use kernel::{Context, Dice, Eyes, Game, Log, Menu, PackingHasher, Seat, Sense, Standing};
use std::hash::{Hash, Hasher};

/// How far a line is played on before it is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// To the beginning of so many turns later.
    pub turns: u32,
    /// Decisions at the most.
    pub decisions: u32,
}

/// What playing on needs again and again, kept so that nothing is allocated in a warm playout.
pub(crate) struct Table<G: Game> {
    pub menu: Menu<G>,
    pub ratings: Vec<i32>,
    /// Answers given on imagined tables so far.
    pub work: u64,
    log: Log<G::What>,
}

impl<G: Game> Default for Table<G> {
    fn default() -> Self {
        Table { menu: Menu::default(), ratings: Vec::new(), work: 0, log: Log::silent() }
    }
}

impl<G: Sense> Table<G> {
    pub fn apply(&mut self, state: &mut G, cards: &G::Cards, choice: G::Choice, dice: &mut Dice) {
        let mut cx = Context { pool: cards, chance: dice, log: &mut self.log };
        state.apply(choice, &mut cx);
        self.work += 1;
    }

    /// Opens the next real decision before a turn begins: menus of one are taken. `None` when there is none, because the
    /// match is over or that turn has begun.
    pub fn settle(&mut self, state: &mut G, cards: &G::Cards, before: u32, dice: &mut Dice) -> Option<Seat> {
        loop {
            let Standing::Open(seat) = state.standing() else { return None };
            if state.turn() >= before {
                return None;
            }
            state.menu(cards, &mut self.menu);
            match self.menu.options[..] {
                [] => return None,
                [only] => self.apply(state, cards, only, dice),
                _ => return Some(seat),
            }
        }
    }

    /// Plays on by the rules of thumb, with a taste so that lines differ, and judges where that leads for `seat`.
    pub fn play_on(
        &mut self,
        state: &mut G,
        cards: &G::Cards,
        seat: Seat,
        until: (u32, u32),
        (weights, taste): (&Weights, Taste),
        dice: &mut Dice,
    ) -> f32 {
        let (turn, decisions) = until;
        for _ in 0..decisions {
            if let Standing::Over(outcome) = state.standing() {
                return result(outcome, seat);
            }
            if state.turn() >= turn {
                break;
            }
            state.menu(cards, &mut self.menu);
            let options = &self.menu.options;
            let choice = match options[..] {
                [] => break,
                [only] => only,
                _ => {
                    script::rate(state, cards, options, &mut self.ratings);
                    for (rating, choice) in self.ratings.iter_mut().zip(options) {
                        *rating += taste.points(choice);
                    }
                    options[script::best(&self.ratings)]
                }
            };
            self.apply(state, cards, choice, dice);
        }
        match state.standing() {
            Standing::Over(outcome) => result(outcome, seat),
            Standing::Open(_) => weights.judge(state, cards, seat),
        }
    }
}

/// What a line likes beside what the rules of thumb say: each option a little, the same whenever it is offered. It takes nothing
/// from the dice, so that two lines with the same taste on the same table have the same luck for as long as the same happens.
#[derive(Clone, Copy)]
pub(crate) struct Taste(pub u32);

impl Taste {
    fn points(self, choice: &impl Hash) -> i32 {
        /// Points that a rating is blurred by.
        const BLUR: u32 = 25;
        let mut hasher = PackingHasher::default();
        (self.0, choice).hash(&mut hasher);
        ((hasher.finish() >> 24) as u32 % BLUR) as i32
    }
}

/// The key of a position by what somebody sees there, and who decides.
pub(crate) fn key_of<G: Sense>(state: &G, eyes: Eyes, decider: Seat) -> u64 {
    let mut hasher = PackingHasher::default();
    state.look(eyes, &mut hasher);
    decider.hash(&mut hasher);
    hasher.finish()
}

/// A table that agrees with what the seat of a sight sees, and offers the same menu; `None` if none was found.
pub(crate) fn imagine<G: Game>(
    sight: &Sight<'_, G>,
    view: &G::View,
    menu: &mut Menu<G>,
    dice: &mut Dice,
) -> Option<G> {
    for _ in 0..4 {
        let Ok(world) = G::determinize(view, sight.cards, sight.lists, dice) else { continue };
        world.menu(sight.cards, menu);
        if menu.options == sight.menu.options {
            return Some(world);
        }
    }
    None
}
