//! What somebody sees, built up from what they know, and whole states that agree with it.

use crate::card::Cards;
use crate::state::*;
use crate::vocab::Until;
use effects::layer::Index;
use effects::{AbilityRef, Handles, Lists, Seen, Sight, Unfinished, Waiting, unfinished};
use kernel::{Card, Chance, Eyes, Flat, Outcome, PerSeat, Print, Seat, SeenTable, Table};
use serde::{Deserialize, Serialize};

/// A match as somebody sees it: the table by what they know of each card, and what is open to everybody.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub eyes: Eyes,
    pub table: SeenTable<Marks>,
    pub players: PerSeat<Player>,
    pub turn_seat: Seat,
    pub turn_number: u16,
    edition: u8,
    first: Seat,
    work: Unfinished<Frame, Waiting, Until>,
    leaving: Vec<Card>,
    resolved: u16,
    pub over: Option<Outcome>,
}

impl Seen for Frame {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        match self {
            Frame::Effect(run, asked) => Frame::Effect(run.seen(sight), *asked),
            frame => *frame,
        }
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        if let Frame::Effect(run, _) = self {
            run.each_ability(f);
        }
    }
}

/// Makes a state somebody's picture of it, where it lies.
pub(crate) fn veil(state: &mut State, cards: &Cards, eyes: Eyes) {
    let State { table, frames, waiting, lasting, uses, .. } = state;
    let unknown = cards.as_ref().unknown();
    let sight = Sight { table: &*table, eyes };
    unfinished::veil(frames, &sight, unknown);
    unfinished::veil(waiting, &sight, unknown);
    unfinished::veil(lasting, &sight, unknown);
    unfinished::veil(uses.entries_mut(), &sight, unknown);
    table.veil(eyes, unknown);
}

impl View {
    pub(crate) fn of(state: &State, eyes: Eyes) -> View {
        let lists = Lists {
            frames: &state.frames,
            picks: &state.picks,
            waiting: &state.waiting,
            lasting: &state.lasting,
            uses: state.uses.entries(),
        };
        View {
            eyes,
            table: state.table.seen_by(eyes),
            players: state.players,
            turn_seat: state.turn_seat,
            turn_number: state.turn_number,
            edition: state.edition,
            first: state.first,
            work: Unfinished::of(lists, &Sight { table: &state.table, eyes }),
            leaving: state.leaving.to_vec(),
            resolved: state.resolved,
            over: state.over,
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
        Ok(self.on(self.table.deal(lists, |_| 0, |_| 0, chance)?, cards))
    }

    /// The state that agrees with this view and has that table.
    fn on(&self, table: Table<Zone, Marks, CARDS>, cards: &Cards) -> State {
        let work = self.work.fill(cards.as_ref().unknown());
        let mut state = State {
            table,
            index: Index::default(),
            players: self.players,
            edition: self.edition,
            first: self.first,
            turn_seat: self.turn_seat,
            turn_number: self.turn_number,
            frames: Flat::from_slice(&work.frames),
            waiting: Flat::from_slice(&work.waiting),
            leaving: Flat::from_slice(&self.leaving),
            lasting: Flat::from_slice(&work.lasting),
            uses: work.uses(),
            picks: work.picks(),
            resolved: self.resolved,
            over: self.over,
        };
        state.reindex(cards);
        state
    }
}
