//! Unfinished work as somebody sees it: what a paused game still has to do, what waits and what lasts, with nothing in
//! it that names a card which those eyes do not know.
//!
//! A state keeps these lists itself, flat. A view holds them as one record, [`Unfinished`], built up here: the games say
//! how their own frames are seen ([`Seen`]), and one rule for all of them says what an effect of an unknown card looks
//! like ([`Sight`]).

use crate::host::Handles;
use crate::lasting::Lasting;
use crate::limit::{Used, Uses};
use crate::run::{AbilityRef, Pick, Picks, Run};
use crate::wait::Waiting;
use kernel::{Eyes, Flat, Object, Print};
use serde::{Deserialize, Serialize};

impl AbilityRef {
    /// An ability of a card that is not known. In a view it has no print; in a state that was made from a view it is on
    /// the pool's unknown card, which has no abilities: it does nothing.
    pub const HIDDEN: AbilityRef = AbilityRef { print: Print(u16::MAX - 1), index: AbilityRef::OF_UNKNOWN };

    /// No card has so many abilities.
    const OF_UNKNOWN: u8 = u8::MAX - 1;

    /// Whether the eyes may not know which ability it is.
    pub fn is_hidden(self) -> bool {
        self.index == AbilityRef::OF_UNKNOWN
    }

    /// In a state made from a view: what was left out is on the unknown card.
    pub fn or_of(self, unknown: Print) -> AbilityRef {
        if self.is_hidden() { AbilityRef { print: unknown, ..self } } else { self }
    }
}

/// Somebody who looks at a table: what they can tell of the cards that unfinished work remembers.
pub struct Sight<'a, T> {
    /// The table that is looked at.
    pub table: &'a T,
    /// Who looks.
    pub eyes: Eyes,
}

impl<T: Handles> Sight<'_, T> {
    /// Whether a remembered card is one that these eyes cannot name now. A card that is no longer what it was when it
    /// was remembered hides nothing by this: what it did, it did in the open.
    pub fn hides(&self, object: Object) -> bool {
        self.table.find(object).is_some_and(|card| !self.eyes.knows(self.table.known(card)))
    }

    /// Whether an effect that waits is one of a card that these eyes do not know. Nothing of it has happened yet, so a
    /// card that went on from one hidden place to another stays hidden; its controller has it to order.
    fn hides_waiting(&self, waiting: &Waiting) -> bool {
        let source = waiting.source;
        let nobody = source == Object::default();
        if nobody || self.table.find(source).is_some() || self.eyes.is(waiting.controller) {
            return self.hides(source);
        }
        !self.eyes.knows(self.table.known(source.card))
    }
}

/// Something of a state that names cards, as somebody sees it.
pub trait Seen: Copy {
    /// The same as `sight` shows it.
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self;

    /// The abilities it names.
    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef));
}

/// Of a waiting effect of an unknown card only that there is one, and whose.
impl Seen for Waiting {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        if self.ability.is_hidden() || sight.hides_waiting(self) {
            let (controller, batch) = (self.controller, self.batch);
            return Waiting { ability: AbilityRef::HIDDEN, controller, batch, ..Waiting::default() };
        }
        *self
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        f(&mut self.ability);
    }
}

/// Of a running effect of an unknown card only that there is one, and whose: it is offered to its player and may yet be
/// declined.
impl Seen for Run {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        if self.ability.is_hidden() || sight.hides(self.source) {
            return self.unnamed();
        }
        *self
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        f(&mut self.ability);
    }
}

impl<U: Copy + Default> Seen for Lasting<U> {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        if self.ability.is_hidden() || sight.hides(self.source) {
            return Lasting { ability: AbilityRef::HIDDEN, until: self.until, ..Lasting::default() };
        }
        *self
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        f(&mut self.ability);
    }
}

impl Seen for Used {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        if self.ability.is_hidden() || sight.hides(self.by) { Used::unnamed() } else { *self }
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        f(&mut self.ability);
    }
}

/// The unfinished work of a state, as somebody sees it: `F` are the game's frames, `W` what it keeps of a waiting
/// effect, `U` how it keeps until when a change lasts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unfinished<F, W, U> {
    /// What is being done, innermost last.
    pub frames: Vec<F>,
    /// What was chosen.
    pub picks: Vec<Pick>,
    /// What waits.
    pub waiting: Vec<W>,
    /// What lasts.
    pub lasting: Vec<Lasting<U>>,
    /// What was used.
    pub uses: Vec<Used>,
}

/// The lists of a state that [`Unfinished`] is about, borrowed.
pub struct Lists<'a, F, W, U> {
    /// What is being done, innermost last.
    pub frames: &'a [F],
    /// What was chosen.
    pub picks: &'a Picks,
    /// What waits.
    pub waiting: &'a [W],
    /// What lasts.
    pub lasting: &'a [Lasting<U>],
    /// What was used.
    pub uses: &'a [Used],
}

/// Everything of a list as somebody sees it.
pub fn seen<S: Seen, T: Handles>(list: &[S], sight: &Sight<'_, T>) -> Vec<S> {
    list.iter().map(|item| item.seen(sight)).collect()
}

/// Makes a list what somebody sees of it, where it lies: what is left out is on the unknown card.
pub fn veil<S: Seen, T: Handles>(list: &mut [S], sight: &Sight<'_, T>, unknown: Print) {
    for item in list {
        *item = item.seen(sight);
        item.each_ability(&mut |ability| *ability = ability.or_of(unknown));
    }
}

impl<F: Seen, W: Seen, U: Copy + Default> Unfinished<F, W, U> {
    /// What somebody sees of unfinished work.
    pub fn of<T: Handles>(lists: Lists<'_, F, W, U>, sight: &Sight<'_, T>) -> Self {
        Unfinished {
            frames: seen(lists.frames, sight),
            // Which handles are bound, never which cards those are.
            picks: lists.picks.0.to_vec(),
            waiting: seen(lists.waiting, sight),
            lasting: seen(lists.lasting, sight),
            uses: seen(lists.uses, sight),
        }
    }

    /// The same for a state: what was left out is on the unknown card.
    pub fn fill(&self, unknown: Print) -> Self
    where
        Self: Clone,
    {
        let mut filled = self.clone();
        let f = &mut |ability: &mut AbilityRef| *ability = ability.or_of(unknown);
        filled.frames.iter_mut().for_each(|item| item.each_ability(f));
        filled.waiting.iter_mut().for_each(|item| item.each_ability(f));
        filled.lasting.iter_mut().for_each(|item| item.each_ability(f));
        filled.uses.iter_mut().for_each(|item| item.each_ability(f));
        filled
    }

    /// What was chosen, as a state keeps it.
    pub fn picks(&self) -> Picks {
        Picks(Flat::from_slice(&self.picks))
    }

    /// What was used, as a state keeps it.
    pub fn uses<const N: usize>(&self) -> Uses<N> {
        Uses::of(&self.uses)
    }
}
