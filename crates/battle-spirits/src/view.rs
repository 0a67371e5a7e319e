//! What one seat sees, built from what it knows, and a full state that agrees with it.

use crate::card::Cards;
use crate::state::*;
use effects::{Lasting, Picks, Uses, Waiting};
use kernel::{Card, Chance, Flat, Outcome, PerSeat, Print, Seat, SeenTable};
use serde::{Deserialize, Serialize};

/// A match as one seat sees it. Everything but the identity of hidden cards is public in this game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub seat: Seat,
    pub table: SeenTable<Marks>,
    pub players: PerSeat<Player>,
    pub turn_seat: Seat,
    pub turn_number: u16,
    edition: u8,
    first: Seat,
    frames: Flat<Frame, FRAMES>,
    waiting: Flat<Waiting, WAITING>,
    leaving: Flat<Card, WAITING>,
    lasting: Flat<Lasting<crate::vocab::Until>, LASTING>,
    uses: Uses<USES>,
    picks: Picks,
    resolved: u16,
    pub over: Option<Outcome>,
}

impl State {
    pub(crate) fn seen_by(&self, seat: Seat) -> View {
        View {
            seat,
            table: self.table.seen_by(seat),
            players: self.players,
            turn_seat: self.turn_seat,
            turn_number: self.turn_number,
            edition: self.edition,
            first: self.first,
            frames: self.frames,
            waiting: self.waiting,
            leaving: self.leaving,
            lasting: self.lasting,
            uses: self.uses,
            picks: self.picks,
            resolved: self.resolved,
            over: self.over,
        }
    }

    pub(crate) fn fill_in(
        view: &View,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, String> {
        view.table.ensure_within(cards.as_ref().len())?;
        Ok(State {
            table: view.table.deal(lists, |_| 0, |_| 0, chance)?,
            players: view.players,
            edition: view.edition,
            first: view.first,
            turn_seat: view.turn_seat,
            turn_number: view.turn_number,
            frames: view.frames,
            waiting: view.waiting,
            leaving: view.leaving,
            lasting: view.lasting,
            uses: view.uses,
            picks: view.picks,
            resolved: view.resolved,
            over: view.over,
        })
    }
}
