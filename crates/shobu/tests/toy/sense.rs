//! A little sense for the toy, so that bots can play it.

use super::{Area, Cards, Choice, Toy};
use kernel::{Eyes, Feature, Game, PackingHasher, Print, Seat, Sense};
use std::hash::Hash;

impl Sense for Toy {
    type Glance = ();

    const FEATURES: &'static [Feature] =
        &[Feature::more("hand", "cards in the hand"), Feature::more("deck", "cards in the deck, in tens")];
    const WEIGHTS: &'static str = r#"{"command":"by hand","weights":{"hand":0.2,"deck":0.1}}"#;

    fn glance(&self, _cards: &Cards) {}

    fn rate(&self, _cards: &Cards, (): &(), choice: Choice) -> i32 {
        match choice {
            Choice::Play(_) => 30,
            Choice::Attack(_) => 20,
            Choice::Block(_) => 10,
            Choice::Redraw => -1,
            Choice::Keep | Choice::Decline | Choice::End => 0,
        }
    }

    fn about(&self, choice: Choice) -> Option<Print> {
        match choice {
            Choice::Play(card) | Choice::Attack(card) | Choice::Block(card) => Some(self.table.print(card)),
            _ => None,
        }
    }

    fn look(&self, eyes: Eyes, into: &mut PackingHasher) {
        self.view(eyes).hash(into);
    }

    fn features(&self, _cards: &Cards, seat: Seat, into: &mut [f32]) {
        into[0] = self.at(seat, Area::Hand).len() as f32;
        into[1] = self.at(seat, Area::Deck).len() as f32 / 10.0;
    }
}
