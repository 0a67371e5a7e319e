//! The last events of a match, as each seat may know them.

use crate::find::Finder;
use crate::rows::Table;
use crate::spec::rule_number;
use kernel::board::Pictured;
use kernel::{Event, Eyes, Pool, Seat, Trace};

/// So many events are told, the newest first.
pub const HISTORY: usize = 32;

/// Columns of a row.
const COLUMNS: usize = 10;
/// Where the row of each card of an event is told.
const CARDS: [usize; 2] = [4, 7];

/// One event in numbers.
#[derive(Clone, Copy, Debug)]
struct Past {
    /// Its row as each seat is told it, but for the rows of its cards.
    told: [[i32; COLUMNS]; 2],
    /// Its cards, to each seat that may know them.
    cards: [[Option<Trace>; 2]; 2],
}

/// The last events.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Past>,
    /// Where the next one goes, once all places are taken.
    next: usize,
}

thread_local! {
    static WORDS: Finder = Finder::new();
}

impl History {
    pub fn clear(&mut self) {
        self.past.clear();
        self.next = 0;
    }

    /// Takes in what happened.
    pub fn add<G: Pictured>(&mut self, state: &G, cards: &G::Cards, events: &[Event<G::What>]) {
        let prints = AsRef::<Pool<G::Printed>>::as_ref(cards).len();
        // Only the last of them will be told.
        for event in &events[events.len().saturating_sub(HISTORY)..] {
            let past = Past::of(state, prints, event);
            if self.past.len() < HISTORY {
                // Room for all of them at once: a warm history takes no memory.
                self.past.reserve_exact(HISTORY - self.past.len());
                self.past.push(past);
            } else {
                self.past[self.next] = past;
                self.next = (self.next + 1) % HISTORY;
            }
        }
    }

    /// Tells them to a seat, the newest first; empty rows behind. Which cards they were is told to those who may know
    /// it, and their rows as long as they can be followed.
    pub(crate) fn tell(&self, me: Seat, row_of: impl Fn(Trace) -> i32, out: &mut Table<'_>) {
        let (older, newer) = (&self.past[self.next..], &self.past[..self.next]);
        for past in newer.iter().rev().chain(older.iter().rev()) {
            let row = out.fixed::<COLUMNS>();
            *row = past.told[me.index()];
            for (column, card) in CARDS.into_iter().zip(past.cards[me.index()]) {
                if let Some(trace) = card {
                    row[column] = row_of(trace);
                }
            }
        }
        out.row((HISTORY - self.past.len()) * COLUMNS);
    }
}

impl Past {
    /// An event of a match with so many prints: what is none of them is no card.
    fn of<G: Pictured>(state: &G, prints: usize, event: &Event<G::What>) -> Self {
        let happening = G::happening(&event.what);
        let word = WORDS.with(|words| words.find(G::HAPPENINGS, happening.word));
        let word = word.map_or(0, |at| at as i32 + 1);
        let named = state.cards_of(&event.what);
        let rule = rule_number(event.rule);
        let mut past = Past { told: [[0; COLUMNS]; 2], cards: [[None; 2]; 2] };
        for me in Seat::BOTH {
            let side = |seat: Seat| 1 + i32::from(seat != me);
            let (row, cards) = (&mut past.told[me.index()], &mut past.cards[me.index()]);
            row[..4].copy_from_slice(&[word, rule, happening.seat.map_or(0, side), happening.number]);
            if !Eyes::Seat(me).knows(event.known_to) {
                continue;
            }
            for (slot, named) in named.iter().enumerate() {
                let Some(named) = named else { continue };
                cards[slot] = Some(named.trace);
                let is_card = usize::from(named.print.0) < prints;
                row[CARDS[slot] + 1] = if is_card { i32::from(named.print.0) + 1 } else { 0 };
                row[CARDS[slot] + 2] = side(named.owner);
            }
        }
        past
    }
}
