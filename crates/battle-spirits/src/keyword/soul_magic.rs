//! 《Soul Magic: colour》: the Soul Core alone may be paid instead of the whole cost, while one has a symbol of the colour
//! on the Field. In the payment's first menu `pay with soul core` means that; later it is one core among others.
//!
//! Rules: SOUL-MAGIC-1 to SOUL-MAGIC-4, FAQ-PAY-4, GLOSS-SOUL-MAGIC; our reading BS-23. Scenes: `scenes/battle-spirits/soul-magic`.

use crate::card::Cards;
use crate::state::*;
use kernel::{Card, Seat};

impl State {
    /// BS SOUL-MAGIC-1 to SOUL-MAGIC-4, FAQ-PAY-4 (and our reading BS-23): a symbol of the colour now, and the Soul Core
    /// at hand.
    pub(crate) fn soul_magic_works(&self, cards: &Cards, card: Card, seat: Seat) -> bool {
        let Some(color) = self.print(cards, card).soul_magic else { return false };
        // BS SOUL-MAGIC-2, SOUL-MAGIC-3, GLOSS-SOUL-MAGIC: one symbol of that colour on the Field, or more.
        self.soul_at_hand(seat, Terms::default()) && self.field_symbols(cards, seat, Some(card)).of(color) > 0
    }
}
