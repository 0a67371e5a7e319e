//! DCG 18-3: infinite loops. A forced one is found by comparing what the game looks like, identities left out, and ends
//! in a draw. One that a player can leave is repeated as often as its players like; in the end it cannot be begun again.

use crate::card::Cards;
use crate::rule;
use crate::state::{Cause, Choice, Core, Frame, State, Target};
use effects::On;
use kernel::{Consider, Legal, Object, StableHasher};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Automatic steps without a decision after which it is looked for a loop.
const UNUSUAL: u16 = 256;
/// Automatic steps after which an answer is looked at for being a real decision, so that the count begins anew in time.
const NOTABLE: u16 = 192;
/// Automatic steps without a decision after which the game ends whatever it looks like.
const ENDLESS: u16 = 4000;
/// Decisions in one turn after which a player who repeats the same is stopped.
const MANY: u16 = 400;

/// What is remembered to notice loops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Watch {
    /// Automatic steps since a real decision; looked at only once there are unusually many.
    pub steps: u16,
    /// Answers given this turn.
    pub answers: u16,
    /// What the game looked like at an earlier step.
    anchor: u64,
    /// What it looked like at an earlier decision, and what was answered.
    decided: u64,
    answer: Option<Choice>,
    /// Answers that would begin a loop again that was repeated often enough.
    barred: [(u64, Option<Choice>); 4],
}

impl State {
    /// One automatic step. `true` when the game goes round in circles without anybody being asked.
    pub(crate) fn goes_round(&mut self) -> bool {
        self.core.watch.steps = self.core.watch.steps.saturating_add(1);
        let steps = self.core.watch.steps;
        if steps <= UNUSUAL {
            return false;
        }
        // The earlier moment is renewed at ever longer distances, so that a loop of any length meets it again.
        let since = steps - UNUSUAL;
        let shape = self.shape();
        if since.is_power_of_two() {
            self.core.watch.anchor = shape;
            return false;
        }
        shape == self.core.watch.anchor || steps > ENDLESS
    }

    /// An answer is about to be taken. A menu of one is no decision.
    pub(crate) fn mind_answer(&mut self, choice: Choice, cards: &Cards) {
        let watch = &mut self.core.watch;
        watch.answers = watch.answers.saturating_add(1);
        if watch.steps <= NOTABLE && watch.answers <= MANY {
            return;
        }
        let mut options = Tally(0);
        self.list(cards, &mut options);
        if options.0 < 2 {
            return;
        }
        self.core.watch.steps = 0;
        if self.core.watch.answers > MANY {
            self.mind_repetition(choice);
        }
    }

    /// DCG 18-3-3: who can stop a loop repeats it a number of times and then stops it.
    fn mind_repetition(&mut self, choice: Choice) {
        let shape = self.shape();
        let watch = &mut self.core.watch;
        if watch.decided == shape && watch.answer == Some(choice) {
            watch.barred.rotate_right(1);
            watch.barred[0] = (shape, Some(choice));
        } else if (watch.answers - MANY).is_power_of_two() {
            (watch.decided, watch.answer) = (shape, Some(choice));
        }
    }

    /// DCG 18-3-3-3: an answer that would go on with a loop that had its repetitions.
    pub(crate) fn is_barred(&self, choice: Choice, shape: u64) -> bool {
        self.core.watch.barred.contains(&(shape, Some(choice)))
    }

    pub(crate) fn has_barred(&self) -> bool {
        self.core.watch.barred[0].1.is_some()
    }

    /// A new turn: what was repeated before is not the same loop any more.
    pub(crate) fn forget_repetitions(&mut self) {
        let steps = self.core.watch.steps;
        self.core.watch = Watch { steps, ..Watch::default() };
    }

    /// What the game looks like, identities left out: equal for two moments of a loop, though every pass makes new cards.
    pub(crate) fn shape(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.table.hash_shape(&mut hasher);
        let mut core = self.core;
        core.watch = Watch::default();
        // What lasts on a card that is gone does nothing any more.
        let lives = |object: Object| self.table.find(object).is_some();
        core.lasting.retain(|lasting| !matches!(lasting.on, On::Card(object) if !lives(object)));
        each_object(&mut core, &mut |object| {
            let found = self.table.find(*object);
            *object = Object { card: found.unwrap_or_default(), stamp: u16::from(found.is_some()) };
        });
        core.hash(&mut hasher);
        hasher.finish()
    }
}

/// Calls `f` with every card that unfinished work, waiting effects and lasting changes remember.
fn each_object(core: &mut Core, f: &mut dyn FnMut(&mut Object)) {
    fn each(objects: &mut [&mut Object], f: &mut dyn FnMut(&mut Object)) {
        objects.iter_mut().for_each(|object| f(object));
    }
    fn of_cause(cause: &mut Cause, f: &mut dyn FnMut(&mut Object)) {
        if let Cause::Effect { source, .. } = cause {
            f(source);
        }
    }
    for frame in core.frames.iter_mut() {
        match frame {
            Frame::Enter(entry) => each(&mut [&mut entry.card, &mut entry.onto, &mut entry.with], f),
            Frame::Attack(attack) => {
                f(&mut attack.attacker);
                for target in [&mut attack.target, &mut attack.first] {
                    if let Target::Digimon(object) = target {
                        f(object);
                    }
                }
            }
            Frame::Checking(checking) => {
                each(&mut [&mut checking.attacker, &mut checking.card], f);
            }
            Frame::Battle(battle) => {
                each(&mut [&mut battle.one, &mut battle.two], f);
            }
            Frame::Effect(running) => {
                of_cause(&mut running.cause, f);
                f(&mut running.card);
                let run = &mut running.run;
                each(&mut [&mut run.source, &mut run.subject, &mut run.other], f);
            }
            Frame::Leave(leave) => {
                of_cause(&mut leave.cause, f);
                f(&mut leave.host);
            }
            Frame::Aim { with: object, .. } | Frame::Used(object) | Frame::Join(object) => f(object),
            Frame::Redraw(_)
            | Frame::Turn { .. }
            | Frame::Check
            | Frame::Drain(_)
            | Frame::Name { .. }
            | Frame::Staged
            | Frame::Pick { .. } => {}
        }
    }
    for pending in core.waiting.iter_mut() {
        of_cause(&mut pending.cause, f);
        f(&mut pending.card);
        let wait = &mut pending.wait;
        each(&mut [&mut wait.source, &mut wait.subject, &mut wait.other], f);
    }
    for lasting in core.lasting.iter_mut() {
        each(&mut [&mut lasting.source, &mut lasting.subject], f);
        if let On::Card(object) = &mut lasting.on {
            f(object);
        }
    }
    core.picks.0.iter_mut().for_each(|pick| f(&mut pick.object));
    core.bag.iter_mut().for_each(&mut *f);
    of_cause(&mut core.cause, f);
}

/// Counts what is allowed.
struct Tally(usize);

impl Consider<Choice> for Tally {
    const WIDE: bool = false;

    fn offer(&mut self, _: Choice, verdict: impl FnOnce() -> Legal) {
        self.0 += usize::from(verdict().is_ok());
    }
}

/// Passes on what is considered, except answers that are barred.
pub(crate) struct Unbarred<'a, S> {
    pub state: &'a State,
    pub shape: u64,
    pub sink: &'a mut S,
}

impl<S: Consider<Choice>> Consider<Choice> for Unbarred<'_, S> {
    const WIDE: bool = S::WIDE;

    fn offer(&mut self, choice: Choice, verdict: impl FnOnce() -> Legal) {
        let barred = self.state.is_barred(choice, self.shape);
        self.sink.offer(choice, || if barred { Err(rule!("18-3-3-3")) } else { verdict() });
    }
}
