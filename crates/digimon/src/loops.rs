//! DCG 18-3: infinite loops. A forced one is found by comparing what the game looks like, identities left out, and ends
//! in a draw. One that a player can leave is repeated as often as its players like; in the end it cannot be begun again.

use crate::card::Cards;
use crate::state::{Cause, Choice, Core, Frame, State, Target};
use effects::On;
use kernel::{Decided, Object, Patience, StableHasher, Tally, Watch};
use std::hash::{Hash, Hasher};

const PATIENCE: Patience = Patience { unusual: 256, notable: 192, endless: 4000, many: 400 };

impl State {
    /// One automatic step. `true` when the game goes round in circles without anybody being asked.
    #[inline]
    pub(crate) fn goes_round(&mut self) -> bool {
        // DCG 18-3-1: a series of processing that comes back to where it was goes on without end.
        self.core.watch.step(&PATIENCE) && {
            let shape = self.shape();
            self.core.watch.meets(shape, &PATIENCE)
        }
    }

    /// An answer is about to be taken. A menu of one is no decision. DCG 18-3-3, 18-3-3-1, 18-3-3-2: who can stop a
    /// loop repeats it a number of times and then stops it.
    pub(crate) fn mind_answer(&mut self, choice: Choice, cards: &Cards) -> Decided {
        if !self.core.watch.answer(&PATIENCE) {
            return Decided::Freely;
        }
        let mut options = Tally::default();
        self.list(cards, &mut options);
        if options.0 <= 1 {
            return Decided::Freely;
        }
        let mut watch = self.core.watch;
        let decided = watch.decide(choice, options.0, self.core.frames.len(), &PATIENCE, || self.shape());
        self.core.watch = watch;
        decided
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
            Frame::Aim { with: object, .. } | Frame::Used { card: object, .. } | Frame::Join(object) => {
                f(object)
            }
            Frame::Redraw(_)
            | Frame::Turn { .. }
            | Frame::Check
            | Frame::Drain(_)
            | Frame::Name { .. }
            | Frame::Staged
            | Frame::Pick { .. }
            | Frame::Which { .. } => {}
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
    core.crowds.iter_mut().for_each(|member| f(&mut member.object));
    of_cause(&mut core.cause, f);
}
