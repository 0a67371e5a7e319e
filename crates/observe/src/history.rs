//! The last events of a match, as each seat may know them.

use crate::rows::Table;
use crate::spec::rule_number;
use kernel::board::Pictured;
use kernel::{Event, Eyes, Named, Seat, Seats};

/// So many events are told, the newest first.
pub const HISTORY: usize = 32;

/// One event in numbers.
#[derive(Clone, Copy, Debug)]
struct Past {
    word: i32,
    rule: i32,
    seat: Option<Seat>,
    number: i32,
    cards: [Option<Named>; 2],
    known_to: Seats,
}

/// The last events.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Past>,
    /// Where the next one goes, once all places are taken.
    next: usize,
}

impl History {
    pub fn clear(&mut self) {
        self.past.clear();
        self.next = 0;
    }

    /// Takes in what happened.
    pub fn add<G: Pictured>(&mut self, state: &G, events: &[Event<G::What>]) {
        // Only the last of them will be told.
        for event in &events[events.len().saturating_sub(HISTORY)..] {
            let happening = G::happening(&event.what);
            let word = G::HAPPENINGS.iter().position(|word| *word == happening.word);
            let past = Past {
                word: word.map_or(0, |at| at as i32 + 1),
                rule: rule_number(event.rule),
                seat: happening.seat,
                number: happening.number,
                cards: state.cards_of(&event.what),
                known_to: event.known_to,
            };
            if self.past.len() < HISTORY {
                self.past.push(past);
            } else {
                self.past[self.next] = past;
                self.next = (self.next + 1) % HISTORY;
            }
        }
    }

    /// Tells them to a seat, the newest first; empty rows behind. Which cards they were is told to those who may know
    /// it, and their rows as long as they can be followed.
    pub(crate) fn tell(&self, me: Seat, found: impl Fn(&Named) -> Found, out: &mut Table<'_>) {
        let side = |seat: Seat| 1 + i32::from(seat != me);
        let older = self.past[self.next..].iter().chain(&self.past[..self.next]);
        for past in older.rev() {
            let known = Eyes::Seat(me).knows(past.known_to);
            let card = |slot: usize| match &past.cards[slot] {
                Some(named) if known => {
                    let Found { row, print } = found(named);
                    [row, print, side(named.owner)]
                }
                _ => [0; 3],
            };
            let ([a, b, c], [d, e, f]) = (card(0), card(1));
            let seat = past.seat.map_or(0, side);
            *out.fixed() = [past.word, past.rule, seat, past.number, a, b, c, d, e, f];
        }
        for _ in self.past.len()..HISTORY {
            *out.fixed() = [0; COLUMNS];
        }
    }
}

/// Columns of a row.
const COLUMNS: usize = 10;

/// A card that an event remembers.
pub(crate) struct Found {
    /// Its row, counted from 1; 0 where it can be followed no longer.
    pub row: i32,
    /// Its print, counted from 1; 0 for what is no card.
    pub print: i32,
}
