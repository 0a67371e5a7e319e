//! What happened, for those who may know it. Events are built only when someone listens.

use crate::pool::Print;
use crate::rule::RuleId;
use crate::seat::{Eyes, Seat, Seats};
use crate::table::{Place, Trace, Zone};
use std::any::Any;
use std::fmt;

/// A card as an event remembers it: which one it was then, whatever becomes of it later. Only those whom the event
/// is known to may be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Named {
    /// What the card is followed by.
    pub trace: Trace,
    /// Which card it is.
    pub print: Print,
    /// Whose card it is.
    pub owner: Seat,
    /// Which of its sides was up: 0 is the front.
    pub side: u8,
}

/// A card's way from one place to another, in words: "Ember goes from your hand to your drop".
pub fn goes<Z: Zone>(name: &str, from: Place<Z>, to: Place<Z>, eyes: Eyes) -> String {
    let place = |place: Place<Z>| format!("{} {}", place.seat.whose(eyes), place.zone.name());
    format!("{name} goes from {} to {}", place(from), place(to))
}

/// Something that happened, the rule behind it, and who may know which card it was.
/// A seat outside `known_to` learns that it happened, but not the identity of the cards in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event<K> {
    /// The rule by which it happened.
    pub rule: RuleId,
    /// Who may know of it.
    pub known_to: Seats,
    /// What happened.
    pub what: K,
}

/// A running effect is at this place of its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// The printed card, and which of its abilities.
    pub print: Print,
    /// Which ability of that print.
    pub ability: u8,
    /// The frame it runs in.
    pub frame: u8,
    /// Which of its steps.
    pub at: u16,
}

/// Who is shown the state at every footprint: an instrument, never a part of a match.
pub type Watcher = Box<dyn FnMut(&dyn Any, Footprint) + Send>;

/// Who is shown the state at every question that nobody is asked, because nothing can be chosen in it.
pub type Bystander = Box<dyn FnMut(&dyn Any) + Send>;

/// Where events go: nowhere, or into a list.
pub struct Log<K> {
    listening: bool,
    events: Vec<Event<K>>,
    watcher: Option<Watcher>,
    bystander: Option<Bystander>,
}

impl<K> Default for Log<K> {
    fn default() -> Self {
        Log::silent()
    }
}

impl<K: fmt::Debug> fmt::Debug for Log<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("listening", &self.listening).field("events", &self.events).finish()
    }
}

impl<K> Log<K> {
    /// A log that nobody reads: nothing is kept.
    pub fn silent() -> Self {
        Log { listening: false, events: Vec::new(), watcher: None, bystander: None }
    }

    /// A log that keeps what happens.
    pub fn listening() -> Self {
        Log { listening: true, events: Vec::new(), watcher: None, bystander: None }
    }

    /// A log that keeps events and shows the state at every step of every effect.
    pub fn watched(watcher: Watcher) -> Self {
        Log { listening: true, events: Vec::new(), watcher: Some(watcher), bystander: None }
    }

    /// A log that keeps no events and shows the state at every question that is left out.
    pub fn beside(bystander: Bystander) -> Self {
        Log { bystander: Some(bystander), ..Log::silent() }
    }

    /// A question is left out: the state is as if it were asked.
    #[inline]
    pub fn leave_out<G: Any>(&mut self, state: &G) {
        if let Some(bystander) = &mut self.bystander {
            bystander(state);
        }
    }

    /// An effect is about to take a step.
    #[inline]
    pub fn pass<G: Any>(&mut self, state: &G, footprint: impl FnOnce() -> Footprint) {
        if let Some(watcher) = &mut self.watcher {
            watcher(state, footprint());
        }
    }

    /// Makes room for so many events, where they are kept.
    pub fn reserve(&mut self, events: usize) {
        if self.listening {
            self.events.reserve(events);
        }
    }

    /// Whether anything is kept.
    pub fn is_listening(&self) -> bool {
        self.listening
    }

    /// Records an event that both seats may know whole.
    #[inline]
    pub fn say(&mut self, rule: RuleId, what: impl FnOnce() -> K) {
        self.tell(rule, Seats::ALL, what);
    }

    /// Records an event whose cards only `known_to` may identify.
    #[inline]
    pub fn tell(&mut self, rule: RuleId, known_to: Seats, what: impl FnOnce() -> K) {
        if self.listening {
            self.events.push(Event { rule, known_to, what: what() });
        }
    }

    /// What was kept since the last [`Log::clear`].
    pub fn events(&self) -> &[Event<K>] {
        &self.events
    }

    /// Forgets what was kept.
    pub fn clear(&mut self) {
        self.events.clear();
    }
}
