//! DBS 23-1: infinite loops. One that nobody can stop is found by comparing what the game looks like, identities left
//! out, and ends in a draw. One that a player can stop is repeated as often as its players like; in the end it cannot be
//! begun again from the same position.

use crate::Cards;
use crate::choice::Choice;
use crate::rule;
use crate::state::{Frame, State};
use effects::On;
use kernel::{Consider, Legal, Object, StableHasher};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// Automatic steps without a decision after which it is looked for a loop.
const UNUSUAL: u16 = 300;
/// Automatic steps after which an answer is looked at for being a real decision, so that the count begins anew in time.
const NOTABLE: u16 = 200;
/// Automatic steps without a decision after which the game ends whatever it looks like.
const ENDLESS: u16 = 6000;
/// Decisions in one turn after which a player who repeats the same is stopped.
const MANY: u16 = 60;

/// What is remembered to notice loops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Watch {
    /// Automatic steps since a real decision.
    pub steps: u16,
    /// Answers given this turn.
    pub answers: u16,
    /// What the game looked like at an earlier step.
    anchor: u64,
    /// What it looked like at an earlier decision, and what was answered.
    decided: u64,
    answer: Option<Choice>,
    /// Answers that would begin a loop again that was repeated often enough.
    barred: [(u64, Option<Choice>); 2],
}

impl State {
    /// One automatic step. `true` when the game goes round in circles without anybody being asked.
    pub(crate) fn goes_round(&mut self) -> bool {
        self.watch.steps = self.watch.steps.saturating_add(1);
        let steps = self.watch.steps;
        if steps <= UNUSUAL {
            return false;
        }
        // The earlier moment is renewed at ever longer distances, so that a loop of any length meets it again.
        let since = steps - UNUSUAL;
        let shape = self.shape();
        if since.is_power_of_two() {
            self.watch.anchor = shape;
            return false;
        }
        shape == self.watch.anchor || steps > ENDLESS
    }

    /// An answer is about to be taken. A menu of one is no decision.
    pub(crate) fn mind_answer(&mut self, choice: Choice, cards: &Cards) {
        self.watch.answers = self.watch.answers.saturating_add(1);
        if self.watch.steps <= NOTABLE && self.watch.answers <= MANY {
            self.watch.steps = 0;
            return;
        }
        let mut options = Options(0);
        self.list(cards, &mut options);
        if options.0 < 2 {
            return;
        }
        self.watch.steps = 0;
        if self.watch.answers > MANY {
            self.mind_repetition(choice);
        }
    }

    /// DBS 23-1-1-2: who can stop a loop repeats it a number of times and then stops it.
    fn mind_repetition(&mut self, choice: Choice) {
        let shape = self.shape();
        let watch = &mut self.watch;
        if watch.decided == shape && watch.answer == Some(choice) {
            watch.barred.rotate_right(1);
            watch.barred[0] = (shape, Some(choice));
        } else if (watch.answers - MANY).is_power_of_two() {
            (watch.decided, watch.answer) = (shape, Some(choice));
        }
    }

    pub(crate) fn has_barred(&self) -> bool {
        self.watch.barred[0].1.is_some()
    }

    /// A new turn: what was repeated before is not the same loop any more.
    pub(crate) fn forget_repetitions(&mut self) {
        self.watch = Watch { steps: self.watch.steps, ..Watch::default() };
    }

    /// What the game looks like, identities left out: equal for two moments of a loop, though every pass makes new cards.
    pub(crate) fn shape(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.table.hash_shape(&mut hasher);
        let plain = |object: Object| match self.table.find(object) {
            Some(card) => Object { card, stamp: 1 },
            None => Object::default(),
        };
        let fixed: &mut dyn FnMut(&mut Object) = &mut |object| *object = plain(*object);
        for frame in self.frames.iter() {
            let mut frame = *frame;
            each_object(&mut frame, fixed);
            frame.hash(&mut hasher);
        }
        for waiting in self.waiting.iter() {
            let mut waiting = *waiting;
            waiting.batch = 0;
            all([&mut waiting.source, &mut waiting.subject, &mut waiting.other], fixed);
            waiting.hash(&mut hasher);
        }
        for lasting in self.lasting.iter() {
            let mut lasting = *lasting;
            if let On::Card(object) = &mut lasting.on {
                // What lasts on a card that is gone does nothing any more.
                if self.table.find(*object).is_none() {
                    continue;
                }
                fixed(object);
            }
            all([&mut lasting.source, &mut lasting.subject], fixed);
            lasting.hash(&mut hasher);
        }
        for pick in self.picks.0.iter() {
            (pick.slot, plain(pick.object)).hash(&mut hasher);
        }
        let mut battle = self.battle;
        let [a, b, c] = [&mut battle.attacker, &mut battle.guard, &mut battle.first_guard];
        all([a, b, c, &mut battle.again, &mut battle.revenge], fixed);
        battle.hash(&mut hasher);
        (self.uses, self.decider, self.turn_player, self.turn_number, self.energy_markers, self.tally)
            .hash(&mut hasher);
        hasher.finish()
    }
}

fn all<const N: usize>(objects: [&mut Object; N], f: &mut dyn FnMut(&mut Object)) {
    objects.into_iter().for_each(f);
}

/// Calls `f` with every card that a frame remembers.
fn each_object(frame: &mut Frame, f: &mut dyn FnMut(&mut Object)) {
    match frame {
        Frame::Effect(run) => all([&mut run.source, &mut run.subject, &mut run.other], f),
        Frame::Skill(skill) => {
            let what = &mut skill.what;
            what.batch = 0;
            all([&mut what.source, &mut what.subject, &mut what.other], f);
        }
        Frame::Counter(timing) => f(&mut timing.subject),
        Frame::Play(play) => f(&mut play.card),
        Frame::Combo(combo) => f(&mut combo.card),
        Frame::Damage(damage) => f(&mut damage.source),
        Frame::Keep { name, .. } => f(name),
        _ => {}
    }
}

/// Counts what is allowed.
struct Options(usize);

impl Consider<Choice> for Options {
    const WIDE: bool = false;

    fn offer(&mut self, _: Choice, verdict: impl FnOnce() -> Legal) {
        self.0 += usize::from(verdict().is_ok());
    }
}

/// Passes on what is considered, except answers that would go on with a loop that had its repetitions.
pub(crate) struct Unbarred<'a, S> {
    pub state: &'a State,
    pub shape: u64,
    pub sink: &'a mut S,
}

impl<S: Consider<Choice>> Consider<Choice> for Unbarred<'_, S> {
    const WIDE: bool = S::WIDE;

    fn offer(&mut self, choice: Choice, verdict: impl FnOnce() -> Legal) {
        let barred = self.state.watch.barred.contains(&(self.shape, Some(choice)));
        self.sink.offer(choice, || if barred { Err(rule!("23-1-1-2")) } else { verdict() });
    }
}
