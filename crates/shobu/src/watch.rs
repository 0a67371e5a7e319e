//! Watching a game card by card: what each side held in hand at some time, and what it played.

use crate::Playable;
use crate::labels::fold;
use crate::setup::Setup;
use kernel::{PerSeat, Print, Printed, Seat};

/// The labels by which cards come into play or are used (CONTRACT, "Labels"); what follows is the card.
const PLAYS: [&str; 11] = [
    "play",
    "use",
    "summon",
    "deploy",
    "buddy call",
    "call",
    "cast",
    "equip",
    "link",
    "counter with",
    "activate",
];

/// A card of a deck, and what became of it.
struct Seen {
    print: Print,
    /// Its name as labels write it, folded.
    name: String,
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
            let seen = |print: Print| Seen {
                print,
                name: fold(setup.cards.card(print).name()),
                drawn: false,
                played: false,
            };
            prints.into_iter().map(seen).collect()
        };
        Watch { decks: PerSeat::new(deck(Seat::A), deck(Seat::B)) }
    }

    /// Looks at both hands.
    pub fn look<G: Playable>(&mut self, state: &G) {
        for seat in Seat::BOTH {
            for card in state.zone(seat, "hand").unwrap_or_default() {
                let print = state.print(card);
                if let Some(seen) = self.decks[seat].iter_mut().find(|seen| seen.print == print) {
                    seen.drawn = true;
                }
            }
        }
    }

    /// Notes what a seat has chosen: whether it plays a card, and which.
    pub fn choice(&mut self, seat: Seat, label: &str) {
        let label = fold(label);
        // Digivolving and its like name the card that comes into play behind `into`.
        let rest = match label.rsplit_once(" into ") {
            Some((_, card)) => card,
            None => {
                let play = |verb: &&str| label.strip_prefix(*verb)?.strip_prefix(' ');
                let Some(rest) = PLAYS.iter().find_map(play) else { return };
                rest
            }
        };
        let begins = |name: &str| {
            rest.strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '#', ':', ',']))
        };
        // Of `Ember` and `Ember Dragon` the longer name is meant.
        let named = self.decks[seat].iter_mut().filter(|seen| begins(&seen.name));
        if let Some(longest) = named.max_by_key(|seen| seen.name.len()) {
            longest.played = true;
        }
    }

    /// The cards of a deck that were drawn or played.
    pub fn cards(&self, seat: Seat) -> impl Iterator<Item = (Print, bool, bool)> {
        self.decks[seat]
            .iter()
            .filter(|seen| seen.drawn || seen.played)
            .map(|seen| (seen.print, seen.drawn, seen.played))
    }
}
