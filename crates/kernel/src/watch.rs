//! Noticing loops. A game that comes to look the same again without anybody having decided anything goes round in
//! circles; a player who keeps giving the same answer in the same position repeats a loop that could be left.

use crate::menu::Consider;
use crate::rule::{Legal, RuleId};
use serde::{Deserialize, Serialize};

/// When a game begins to wonder. Hashing what it looks like is slow, so it is done only when much has happened.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Automatic steps without a decision after which it is looked for a loop.
    pub unusual: u16,
    /// Automatic steps after which an answer is looked at for being a real decision, so that the count begins anew in
    /// time. Less than `unusual`.
    pub notable: u16,
    /// Automatic steps without a decision after which the game goes round whatever it looks like.
    pub endless: u16,
    /// Answers in one turn after which a player who repeats the same is stopped.
    pub many: u16,
}

/// What a decision comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// The game goes on.
    Freely,
    /// Whatever is decided here leads back here: it is a loop that nobody can stop, and ends as the document says.
    InVain,
}

/// What is remembered to notice loops. It is no part of what the game looks like, nor of what a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Watch<C> {
    /// Automatic steps since a real decision; looked at only once there are unusually many.
    steps: u16,
    /// Answers given this turn.
    answers: u16,
    /// What the game looked like at an earlier step.
    anchor: u64,
    /// What it looked like at an earlier decision, what was answered, and how much unfinished work that stood in.
    decided: u64,
    answer: Option<C>,
    depth: u16,
    /// Answers that would begin a loop again that was repeated often enough.
    barred: Barred<C>,
}

/// The position, by half of its hash: a state carries this about.
type Barred<C> = [(u32, Option<C>); 8];

impl<C> Default for Watch<C> {
    fn default() -> Self {
        let barred = [const { (0, None) }; 8];
        Watch { steps: 0, answers: 0, anchor: 0, decided: 0, answer: None, depth: 0, barred }
    }
}

impl<C: Copy + Eq> Watch<C> {
    /// One automatic step. `true` when there were so many that [`Watch::meets`] has to be asked.
    #[inline]
    pub fn step(&mut self, patience: &Patience) -> bool {
        self.steps = self.steps.saturating_add(1);
        self.steps > patience.unusual
    }

    /// Automatic steps since a real decision.
    pub fn steps(&self) -> u16 {
        self.steps
    }

    /// Whether the game, which looks like this, goes round in circles without anybody being asked.
    pub fn meets(&mut self, shape: u64, patience: &Patience) -> bool {
        // The earlier moment is renewed at ever longer distances, so that a loop of any length meets it again.
        if (self.steps - patience.unusual).is_power_of_two() {
            self.anchor = shape;
            return false;
        }
        shape == self.anchor || self.steps > patience.endless
    }

    /// An answer is about to be taken. `true` when it matters whether there was anything else to answer: if so, the
    /// game calls [`Watch::decide`].
    #[inline]
    pub fn answer(&mut self, patience: &Patience) -> bool {
        self.answers = self.answers.saturating_add(1);
        self.steps > patience.notable || self.answers > patience.many
    }

    /// The answer is a decision between so many options, barred ones among them. `depth` says how much unfinished work it
    /// stands in, `shape` what the game looks like.
    pub fn decide(
        &mut self,
        choice: C,
        options: usize,
        depth: usize,
        patience: &Patience,
        shape: impl FnOnce() -> u64,
    ) -> Decided {
        self.steps = 0;
        if self.answers <= patience.many {
            return Decided::Freely;
        }
        let shape = shape();
        let depth = depth as u16;
        if self.decided == shape && self.answer == Some(choice) {
            // One way out always stays: where every other option has led back here too, nobody can leave the loop.
            let barred = |(at, other): &&(u32, Option<C>)| {
                *at == shape as u32 && other.is_some_and(|other| other != choice)
            };
            if self.barred.iter().filter(barred).count() + 1 >= options {
                return Decided::InVain;
            }
            self.barred.rotate_right(1);
            self.barred[0] = (shape as u32, Some(choice));
        } else if (self.answers - patience.many).is_power_of_two() || depth < self.depth {
            // A round is left where it begins, not in the middle of what it set going: of the decisions of a round, the
            // one that least stands around is the one to come back to.
            (self.decided, self.answer, self.depth) = (shape, Some(choice), depth);
        }
        Decided::Freely
    }

    /// Whether any answer is barred.
    pub fn has_barred(&self) -> bool {
        self.barred[0].1.is_some()
    }

    /// A new turn: what was repeated before is not the same loop any more.
    pub fn begin_turn(&mut self) {
        *self = Watch { steps: self.steps, ..Watch::default() };
    }

    /// Passes on to `sink` what is considered while the game looks like `shape`, except answers that would go on with a
    /// loop that had its repetitions: `rule` refuses those.
    pub fn unbarred<'a, S>(&self, shape: u64, rule: RuleId, sink: &'a mut S) -> Unbarred<'a, S, C> {
        Unbarred { barred: self.barred, shape, rule, sink }
    }
}

/// See [`Watch::unbarred`].
pub struct Unbarred<'a, S, C> {
    barred: Barred<C>,
    shape: u64,
    rule: RuleId,
    sink: &'a mut S,
}

impl<C: Copy + Eq, S: Consider<C>> Consider<C> for Unbarred<'_, S, C> {
    const WIDE: bool = S::WIDE;

    fn offer(&mut self, choice: C, verdict: impl FnOnce() -> Legal) {
        let barred = self.barred.contains(&(self.shape as u32, Some(choice)));
        self.sink.offer(choice, || if barred { Err(self.rule) } else { verdict() });
    }
}

/// Counts what is allowed.
#[derive(Debug, Default)]
pub struct Tally(pub usize);

impl<C> Consider<C> for Tally {
    const WIDE: bool = false;

    fn offer(&mut self, _: C, verdict: impl FnOnce() -> Legal) {
        self.0 += usize::from(verdict().is_ok());
    }
}
