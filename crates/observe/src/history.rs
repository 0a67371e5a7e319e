//! The last events of a match, as each seat may know them.

use crate::find::Finder;
use crate::rows::Table;
use crate::spec::rule_number;
use kernel::board::Pictured;
use kernel::{Card, Event, Eyes, Pool, Seat, Trace};

/// So many events are told, the newest first.
pub const HISTORY: usize = 32;

/// Columns of a row.
const COLUMNS: usize = 10;
/// Where the row of each card of an event is told.
const CARDS: [usize; 2] = [4, 7];
/// Room for so many events: those that are told lie together, and are moved to the end when the beginning is reached.
const ROOM: usize = 2 * HISTORY;

/// The last events.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// As each seat is told them; nothing before the first event.
    told: [Told; 2],
    /// Where the newest event lies; the older ones follow.
    newest: usize,
}

/// The events as one seat is told them.
#[derive(Clone, Debug, Default)]
struct Told {
    /// A row an event, but for the rows of its cards.
    rows: Vec<[i32; COLUMNS]>,
    /// Its cards, where this seat may know them.
    cards: Vec<[Trace; 2]>,
    /// Which of them there are: two bits an event, the newest lowest.
    named: u64,
}

const _: () = assert!(2 * HISTORY == u64::BITS as usize, "a bit for each card of an event that is told");

thread_local! {
    static WORDS: Finder = Finder::new();
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.newest = ROOM - HISTORY;
        for told in &mut self.told {
            // Where nobody listens there is no room, and none is needed.
            if let Some(rows) = told.rows.get_mut(self.newest..) {
                rows.fill([0; COLUMNS]);
            }
            told.named = 0;
        }
    }

    /// Makes room for all events that are ever kept.
    fn begin(&mut self) {
        const NOBODY: Trace = Trace { card: Card(0), mint: 0 };
        for told in &mut self.told {
            told.rows = vec![[0; COLUMNS]; ROOM];
            told.cards = vec![[NOBODY; 2]; ROOM];
        }
        self.clear();
    }

    /// Takes in what happened.
    pub fn add<G: Pictured>(&mut self, state: &G, cards: &G::Cards, events: &[Event<G::What>]) {
        if self.told[0].rows.is_empty() && !events.is_empty() {
            self.begin();
        }
        let prints = AsRef::<Pool<G::Printed>>::as_ref(cards).len();
        // Only the last of them will be told.
        for event in &events[events.len().saturating_sub(HISTORY)..] {
            if self.newest == 0 {
                self.newest = ROOM - (HISTORY - 1);
                for told in &mut self.told {
                    told.rows.copy_within(..HISTORY - 1, self.newest);
                    told.cards.copy_within(..HISTORY - 1, self.newest);
                }
            }
            self.newest -= 1;
            self.note(state, prints, event);
        }
    }

    /// An event of a match with so many prints: what is none of them is no card.
    fn note<G: Pictured>(&mut self, state: &G, prints: usize, event: &Event<G::What>) {
        let happening = G::happening(&event.what);
        let word = WORDS.with(|words| words.find(G::HAPPENINGS, happening.word));
        let word = word.map_or(0, |at| at as i32 + 1);
        let named = state.cards_of(&event.what);
        let rule = rule_number(event.rule);
        for me in Seat::BOTH {
            let side = |seat: Seat| 1 + i32::from(seat != me);
            let told = &mut self.told[me.index()];
            told.named <<= 2;
            let row = &mut told.rows[self.newest];
            *row = [word, rule, happening.seat.map_or(0, side), happening.number, 0, 0, 0, 0, 0, 0];
            if !Eyes::Seat(me).knows(event.known_to) {
                continue;
            }
            for (slot, named) in named.iter().enumerate() {
                let Some(named) = named else { continue };
                told.named |= 1 << slot;
                told.cards[self.newest][slot] = named.trace;
                let is_card = usize::from(named.print.0) < prints;
                row[CARDS[slot] + 1] = if is_card { i32::from(named.print.0) + 1 } else { 0 };
                row[CARDS[slot] + 2] = side(named.owner);
            }
        }
    }

    /// Tells them to a seat, the newest first; empty rows behind. Which cards they were is told to those who may know
    /// it, and their rows as long as they can be followed.
    pub(crate) fn tell(&self, me: Seat, row_of: impl Fn(Trace) -> i32, out: &mut Table<'_>) {
        let told = &self.told[me.index()];
        if told.rows.is_empty() {
            out.row(HISTORY * COLUMNS);
            return;
        }
        let rows = &told.rows[self.newest..self.newest + HISTORY];
        let out = out.fixed::<{ HISTORY * COLUMNS }>();
        out.copy_from_slice(rows.as_flattened());
        let mut named = told.named;
        while named != 0 {
            let bit = named.trailing_zeros() as usize;
            named &= named - 1;
            let (at, slot) = (bit / 2, bit % 2);
            out[at * COLUMNS + CARDS[slot]] = row_of(told.cards[self.newest + at][slot]);
        }
    }
}
