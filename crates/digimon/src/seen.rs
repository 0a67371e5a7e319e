//! What somebody sees, built up from what they know, and whole states that agree with it.

use crate::card::{Cards, Kinds};
use crate::scope::Scope;
use crate::state::{Area, Board, Cause, Core, Ends, Frame, Marks, Member, Pending, Running, State};
use effects::{AbilityRef, Handles, Lists, Seen, Sight, Unfinished, unfinished};
use kernel::{Chance, Eyes, Flat, Object, Outcome, PerSeat, Place, Print, Seat, SeenTable, Watch};
use serde::{Deserialize, Serialize};

/// A match as somebody sees it: the table by what they know of each card, and what is open to everybody, item by item.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub eyes: Eyes,
    pub table: SeenTable<Marks>,
    /// Whose turn it is.
    pub turn: Seat,
    pub first: Seat,
    pub turn_number: u16,
    /// Memory on seat A's side; negative on seat B's.
    pub memory: i8,
    pub over: Option<Outcome>,
    work: Unfinished<Frame, Pending, Ends>,
    bag: Vec<Object>,
    crowds: Vec<Member>,
    cause: Cause,
    wave: u16,
}

impl Seen for Pending {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        let wait = self.wait.seen(sight);
        if wait.ability.is_hidden() {
            // When it is due says who may be asked; all else would tell which effect it is.
            let (would, due, delayed) = (self.would, self.due, self.delayed);
            return Pending { wait, would, due, delayed, ..Pending::default() };
        }
        *self
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        self.wait.each_ability(f);
    }
}

impl Seen for Running {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        let run = self.run.seen(sight);
        if run.ability.is_hidden() {
            return Running { run, asks: self.asks, ..Running::default() };
        }
        *self
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        self.run.each_ability(f);
    }
}

impl Seen for Frame {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        match self {
            Frame::Effect(running) => Frame::Effect(running.seen(sight)),
            frame => *frame,
        }
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        if let Frame::Effect(running) = self {
            running.each_ability(f);
        }
    }
}

/// Makes a state somebody's picture of it, where it lies.
pub(crate) fn veil(state: &mut State, cards: &Cards, eyes: Eyes) {
    let State { table, core, .. } = state;
    let unknown = cards.as_ref().unknown();
    let sight = Sight { table: &*table, eyes };
    unfinished::veil(&mut core.frames, &sight, unknown);
    unfinished::veil(&mut core.waiting, &sight, unknown);
    unfinished::veil(&mut core.lasting, &sight, unknown);
    core.watch = Watch::default();
    table.veil(eyes, unknown);
}

impl View {
    pub(crate) fn of(state: &State, eyes: Eyes) -> View {
        let core = &state.core;
        let lists = Lists {
            frames: &core.frames,
            picks: &core.picks,
            waiting: &core.waiting,
            lasting: &core.lasting,
            // Uses are counted on the cards themselves, in the open.
            uses: &[],
        };
        View {
            eyes,
            table: state.table.seen_by(eyes),
            turn: core.turn,
            first: core.first,
            turn_number: core.turn_number,
            memory: core.memory,
            over: core.over,
            work: Unfinished::of(lists, &Sight { table: &state.table, eyes }),
            bag: core.bag.to_vec(),
            crowds: core.crowds.to_vec(),
            cause: core.cause,
            wave: core.wave,
        }
    }

    pub(crate) fn picture(&self, cards: &Cards) -> Result<State, kernel::Unfit> {
        let unknown = cards.as_ref().unknown();
        self.table.ensure_within(cards.as_ref())?;
        Ok(self.on(self.table.fill(|_, _| unknown)?, cards))
    }

    pub(crate) fn determinize(
        &self,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, kernel::Unfit> {
        self.table.ensure_within(cards.as_ref())?;
        let egg = |print: Print| u8::from(cards.get(print).kinds.meets(Kinds::EGG));
        let place = |place: Place<Area>| u8::from(place.zone == Area::Eggs);
        Ok(self.on(self.table.deal(lists, place, egg, chance)?, cards))
    }

    /// The state that agrees with this view and has that table.
    fn on(&self, table: Board, cards: &Cards) -> State {
        let work = self.work.fill(cards.as_ref().unknown());
        let core = Core {
            frames: Flat::from_slice(&work.frames),
            turn: self.turn,
            first: self.first,
            turn_number: self.turn_number,
            memory: self.memory,
            over: self.over,
            waiting: Flat::from_slice(&work.waiting),
            lasting: Flat::from_slice(&work.lasting),
            picks: work.picks(),
            bag: Flat::from_slice(&self.bag),
            crowds: Flat::from_slice(&self.crowds),
            cause: self.cause,
            wave: self.wave,
            // What loops are noticed by is made from the whole table.
            watch: Watch::default(),
        };
        let mut state = State { table, core, scope: Scope::default() };
        state.reindex(cards);
        state
    }
}
