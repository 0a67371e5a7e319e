//! The last things that happened in a match.

use crate::Playable;
use kernel::Event;
use std::collections::VecDeque;

/// So many things that happened are kept.
const KEPT: usize = 32;

/// The last things that happened, whoever may know them, the newest last.
pub struct Recent<G: Playable> {
    events: VecDeque<Event<G::What>>,
    /// How many things have happened.
    happened: u64,
}

impl<G: Playable> Default for Recent<G> {
    fn default() -> Self {
        Recent { events: VecDeque::new(), happened: 0 }
    }
}

impl<G: Playable> Clone for Recent<G> {
    fn clone(&self) -> Self {
        Recent { events: self.events.clone(), happened: self.happened }
    }
}

impl<G: Playable> Recent<G> {
    /// The events, the newest last.
    pub fn events(&self) -> &VecDeque<Event<G::What>> {
        &self.events
    }

    /// How many things have happened.
    pub fn happened(&self) -> u64 {
        self.happened
    }

    /// Keeps what happened.
    pub fn add(&mut self, events: &[Event<G::What>]) {
        self.happened += events.len() as u64;
        self.events.extend(&events[events.len().saturating_sub(KEPT)..]);
        let over = self.events.len().saturating_sub(KEPT);
        self.events.drain(..over);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.events.clear();
        self.happened = 0;
    }

    /// Forgets all but the first so many things that happened.
    pub fn go_back(&mut self, happened: u64) {
        let since = self.happened.saturating_sub(happened) as usize;
        self.events.truncate(self.events.len().saturating_sub(since));
        self.happened = happened;
    }
}
