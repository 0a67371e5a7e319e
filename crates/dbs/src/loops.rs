//! DBS 23-1: infinite loops. One that nobody can stop is found by comparing what the game looks like, identities left
//! out, and ends in a draw. One that a player can stop is repeated as often as its players like; in the end it cannot be
//! begun again from the same position.

use crate::Cards;
use crate::choice::Choice;
use crate::state::{DbsTable, Frame, State};
use effects::On;
use kernel::{Decided, Object, Patience, StableHasher, Tally};
use std::hash::{Hash, Hasher};

const PATIENCE: Patience = Patience { unusual: 300, notable: 200, endless: 6000, many: 60 };

impl State {
    /// One automatic step. `true` when the game goes round in circles without anybody being asked.
    #[inline]
    pub(crate) fn goes_round(&mut self) -> bool {
        // DBS 23-1-1: what can only be repeated without end comes back to where it was.
        self.watch.step(&PATIENCE) && {
            let shape = self.shape(DbsTable::hash_shape);
            self.watch.meets(shape, &PATIENCE)
        }
    }

    /// An answer is about to be taken. A menu of one is no decision. DBS 23-1-1-2, 23-1-1-3: who can stop a loop
    /// repeats it a number of times and then stops it.
    pub(crate) fn mind_answer(&mut self, choice: Choice, cards: &Cards) -> Decided {
        if !self.watch.answer(&PATIENCE) {
            return Decided::Freely;
        }
        let mut options = Tally::default();
        self.list(cards, &mut options);
        if options.0 <= 1 {
            return Decided::Freely;
        }
        let mut watch = self.watch;
        let decided = watch.decide(choice, options.0, self.frames.len(), &PATIENCE, || self.position());
        self.watch = watch;
        decided
    }

    /// The position that a player decides in: a deck that was searched and shuffled is the same deck.
    pub(crate) fn position(&self) -> u64 {
        self.shape(DbsTable::hash_gist)
    }

    /// What the game looks like, identities left out: equal for two moments of a loop, though every pass makes new cards.
    /// `table` says how much of the table counts.
    fn shape(&self, table: fn(&DbsTable, &mut StableHasher)) -> u64 {
        let mut hasher = StableHasher::default();
        table(&self.table, &mut hasher);
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
