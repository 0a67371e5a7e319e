//! What a seat sees, and a whole state that agrees with it.

use crate::card::Cards;
use crate::deck::section_of;
use crate::state::{Marks, State, Zone};
use kernel::{Chance, Place, Print, Seat, SeenTable, Table};
use kernel::{PerSeat, Zone as _};
use serde::{Deserialize, Serialize};

/// A state as one seat sees it: the table by what it knows of each card, everything else is public.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub seat: Seat,
    pub table: SeenTable<Marks>,
    /// Everything but the table: turn, life, frames, changes; its table is empty.
    pub rest: State,
    /// What the seat may not know of the rest is left out: the other's buddies while they are face down.
    hidden_buddies: u8,
}

impl View {
    pub(crate) fn of(state: &State, seat: Seat) -> View {
        let mut rest = State { table: Table::new(), ..*state };
        let other = seat.other();
        let mut hidden_buddies = 0;
        let known = |zone: Zone, print: Print| {
            state
                .zone(other, zone)
                .iter()
                .any(|card| state.print(*card) == print && state.table.knows(seat, *card))
        };
        if state.initial_flags[other].is_some_and(|print| !known(Zone::Flag, print))
            && state.zone(other, Zone::Flag).iter().any(|card| !state.table.knows(seat, *card))
        {
            rest.initial_flags[other] = None;
        }
        for at in 0..rest.buddies[other].len() {
            let print = rest.buddies[other][at];
            let face_down = state
                .zone(other, Zone::Buddy)
                .iter()
                .any(|card| state.print(*card) == print && !state.table.knows(seat, *card));
            if face_down {
                rest.buddies[other][at] = Print(u16::MAX);
                hidden_buddies += 1;
            }
        }
        View { seat, table: state.table.seen_by(seat), rest, hidden_buddies }
    }

    pub(crate) fn determinize(
        &self,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, String> {
        self.table.ensure_within(cards.as_ref().len())?;
        let table = self.table.deal(
            lists,
            |place: Place<Zone>| class_of_zone(place.zone),
            |print| section_of(cards.get(print)),
            chance,
        )?;
        let mut state = State { table, ..self.rest };
        let other = self.seat.other();
        if state.initial_flags[other].is_none() {
            state.initial_flags[other] = state.zone(other, Zone::Flag).first().map(|card| state.print(*card));
        }
        if self.hidden_buddies > 0 {
            let mut unknown =
                state.zone(other, Zone::Buddy).iter().filter(|card| !state.table.knows(self.seat, **card));
            let mut buddies = state.buddies[other];
            for print in buddies.iter_mut().filter(|print| print.0 == u16::MAX) {
                if let Some(card) = unknown.next() {
                    *print = state.print(*card);
                }
            }
            state.buddies[other] = buddies;
        }
        Ok(state)
    }
}

/// Cards that can stand in for each other: main deck, Lost Deck, flags.
fn class_of_zone(zone: Zone) -> u8 {
    match zone {
        Zone::LostDeck => 1,
        Zone::Flag => 2,
        zone => {
            debug_assert!(Zone::ALL.contains(&zone));
            0
        }
    }
}
