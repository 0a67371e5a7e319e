//! What is being talked about while a text is read: what "it", "that card", "the rest" mean, what was said in front of the
//! sentence, which slots and abilities were given out. Going back in the text goes back here too
//! ([`super::Parser::attempt_with`]): what a way of reading said that led nowhere was never said.

use crate::tree::*;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// What was said so far, as far as later words may refer to it.
#[derive(Clone, Debug)]
pub struct Discourse<V: Vocab> {
    /// What "it", "that card", "them" mean now.
    pub it: Option<Target<V>>,
    /// Steps that a noun phrase needs done before it: "a card under 1 of your …" chooses that one first.
    pub prelude: Vec<Step<V>>,
    /// The cards that were revealed or looked at: "among them", "the rest".
    pub shown: Option<Slot>,
    /// A place said in front of a sentence: "Among them, add …".
    pub place: Option<Among<V>>,
    /// What was put somewhere last: "that card", "the placed card", where "it" is what it was put under.
    pub moved: Option<Target<V>>,
    /// What "this card" means, where that is not the card which says so: one that was trashed from under another.
    pub itself: Option<Target<V>>,
    /// What a condition spoke of last: "If you don't have a [X], you may play one".
    pub spoken: Option<Filter<V>>,
    /// What "choose …" chose: "the chosen card".
    pub chosen: Option<Target<V>>,
    /// What "choose …" chose last, whatever was spoken of since: "place the chosen cards under it".
    pub picked: Option<Target<V>>,
    /// All that "choose …" chose, in order: "the second chosen card".
    pub picks: Vec<Target<V>>,
    /// The slot of the last choice of one card at most.
    pub single: Option<Slot>,
    /// Who acts in this sentence: "your opponent chooses …".
    pub actor: Who,
    /// What something was last done to, as it was described: "1 such card".
    pub such: Option<Filter<V>>,
    /// A deed that later words may repeat: "… play it to your opponent's side instead".
    pub deed: Option<V::Verb>,
    /// Whether a number was named before: "for each memory paid".
    pub named: bool,
    /// Whether the effect waits for a card that is played: "if it was played by an effect".
    pub played: bool,
    /// What was counted last in a condition: "If you have 3 or fewer, …" behind "if you have 5 or more cards in …".
    pub counted: Option<Amount<V>>,
    /// "For each …" (or "for every 2 …") said in front of a sentence, for the numbers in it.
    pub each: Option<(i32, Amount<V>)>,
    /// Whether a number of the sentence took it; it holds for all of them.
    pub each_taken: bool,
    /// A duration said in front of a sentence ("Until …, "), for the changes in it.
    pub until: Option<V::Until>,
    /// Abilities that this text gives or sets up for later, in order; the game adds them behind the card's own.
    pub granted: Vec<Ability<V>>,
    next_slot: u8,
}

impl<V: Vocab> Default for Discourse<V> {
    fn default() -> Self {
        Discourse {
            it: None,
            named: false,
            played: false,
            prelude: Vec::new(),
            shown: None,
            place: None,
            moved: None,
            itself: None,
            spoken: None,
            chosen: None,
            picked: None,
            picks: Vec::new(),
            single: None,
            actor: Who::You,
            such: None,
            deed: None,
            counted: None,
            each: None,
            each_taken: false,
            until: None,
            granted: Vec::new(),
            next_slot: 0,
        }
    }
}

/// The discourse of one text. Its fields are reached through it; a copy shares them until one of the two changes something,
/// so that remembering a place to go back to costs next to nothing.
#[derive(Clone, Debug)]
pub struct Builder<V: Vocab> {
    said: Rc<Discourse<V>>,
    /// The index on the card that the first granted ability will get.
    pub first_granted: u8,
}

impl<V: Vocab> Default for Builder<V> {
    fn default() -> Self {
        Builder { said: Rc::default(), first_granted: 0 }
    }
}

impl<V: Vocab> Deref for Builder<V> {
    type Target = Discourse<V>;

    fn deref(&self) -> &Discourse<V> {
        &self.said
    }
}

impl<V: Vocab> DerefMut for Builder<V> {
    fn deref_mut(&mut self) -> &mut Discourse<V> {
        Rc::make_mut(&mut self.said)
    }
}

impl<V: Vocab> Builder<V> {
    /// A builder whose first granted ability gets this index on the card.
    pub fn granting_from(first_granted: u8) -> Self {
        Builder { first_granted, ..Builder::default() }
    }

    /// A builder that goes on giving out slots where another ended: for lines that become one ability.
    pub fn with_slots_from(first: u8) -> Self {
        Builder { said: Rc::new(Discourse { next_slot: first, ..Discourse::default() }), first_granted: 0 }
    }

    /// How many slots were given out, those of the lines before included.
    pub fn slots(&self) -> u8 {
        self.next_slot
    }

    /// A slot that nothing uses yet.
    pub fn slot(&mut self) -> Slot {
        let slot = Slot(self.next_slot);
        self.next_slot += 1;
        slot
    }

    /// Adds an ability that is given or set up by this text, and returns its index on the card.
    pub fn grant(&mut self, ability: Ability<V>) -> u8 {
        self.granted.push(ability);
        self.first_granted + self.granted.len() as u8 - 1
    }
}
