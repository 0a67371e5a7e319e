//! Watching a game card by card: what each side held in hand at some time, and what it played.

use crate::setup::Setup;
use crate::{Playable, print_of};
use kernel::{PerSeat, Print, Seat};

/// The verbs (`docs/protocol.md`) by which cards come into play or are used.
const PLAYS: [&str; 13] = [
    "play",
    "digivolve",
    "use",
    "link",
    "summon",
    "deploy",
    "call",
    "buddy call",
    "cast",
    "equip",
    "buddy equip",
    "counter",
    "activate",
];

/// A card of a deck, and what became of it.
struct Seen {
    print: Print,
    drawn: bool,
    played: bool,
}

/// What one game shows of both decks.
pub struct Watch {
    decks: PerSeat<Vec<Seen>>,
}

impl Watch {
    pub fn new<G: Playable>(setup: &Setup<G>) -> Self {
        let deck = |seat: Seat| {
            let mut prints = setup.prints[seat].clone();
            prints.sort();
            prints.dedup();
            prints.into_iter().map(|print| Seen { print, drawn: false, played: false }).collect()
        };
        Watch { decks: PerSeat::new(deck(Seat::A), deck(Seat::B)) }
    }

    /// Looks at both hands.
    pub fn look<G: Playable>(&mut self, state: &G) {
        for seat in Seat::BOTH {
            for card in state.zone(seat, "hand").unwrap_or_default() {
                if let Some(seen) = self.find(seat, print_of(state, card)) {
                    seen.drawn = true;
                }
            }
        }
    }

    /// Notes what a seat has chosen: whether it plays a card, and which.
    pub fn choice<G: Playable>(&mut self, state: &G, cards: &G::Cards, seat: Seat, choice: G::Choice) {
        let deal = state.deal::<kernel::board::Wordless>(cards, choice);
        let Some(card) = deal.cards.first().filter(|_| PLAYS.contains(&deal.verb)) else { return };
        if let Some(seen) = self.find(seat, print_of(state, *card)) {
            seen.played = true;
        }
    }

    fn find(&mut self, seat: Seat, print: Print) -> Option<&mut Seen> {
        self.decks[seat].iter_mut().find(|seen| seen.print == print)
    }

    /// The cards of a deck that were drawn or played.
    pub fn cards(&self, seat: Seat) -> impl Iterator<Item = (Print, bool, bool)> {
        self.decks[seat]
            .iter()
            .filter(|seen| seen.drawn || seen.played)
            .map(|seen| (seen.print, seen.drawn, seen.played))
    }
}
