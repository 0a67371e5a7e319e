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
    /// A card that is being played, where several of its name are in hand: which of them goes is seen at the next look.
    playing: Option<(Seat, String, Vec<Print>)>,
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
        Watch { decks: PerSeat::new(deck(Seat::A), deck(Seat::B)), playing: None }
    }

    /// Looks at both hands.
    pub fn look<G: Playable>(&mut self, state: &G) {
        for seat in Seat::BOTH {
            let hand = hand(state, seat);
            for seen in self.decks[seat].iter_mut().filter(|seen| hand.contains(&seen.print)) {
                seen.drawn = true;
            }
        }
        if let Some((seat, name, before)) = self.playing.take() {
            let now = hand(state, seat);
            let count =
                |prints: &[Print], print: Print| prints.iter().filter(|other| **other == print).count();
            let gone =
                |seen: &&mut Seen| seen.name == name && count(&now, seen.print) < count(&before, seen.print);
            self.decks[seat].iter_mut().filter(gone).for_each(|seen| seen.played = true);
        }
    }

    /// Notes what a seat has chosen: whether it plays a card, and which.
    pub fn choice<G: Playable>(&mut self, state: &G, seat: Seat, label: &str) {
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
        let names = self.decks[seat].iter().map(|seen| &seen.name).filter(|name| begins(name));
        let Some(name) = names.max_by_key(|name| name.len()).cloned() else { return };
        let held = hand(state, seat);
        let twins: Vec<usize> =
            (0..self.decks[seat].len()).filter(|at| self.decks[seat][*at].name == name).collect();
        let in_hand: Vec<usize> =
            twins.iter().copied().filter(|at| held.contains(&self.decks[seat][*at].print)).collect();
        match (&twins[..], &in_hand[..]) {
            ([one], _) | (_, [one]) => self.decks[seat][*one].played = true,
            _ => self.playing = Some((seat, name, held)),
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

/// What a seat has in hand.
fn hand<G: Playable>(state: &G, seat: Seat) -> Vec<Print> {
    state.zone(seat, "hand").unwrap_or_default().into_iter().map(|card| state.print(card)).collect()
}
