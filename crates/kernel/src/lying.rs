//! The table as boards and rows look at it.

use crate::seat::{Eyes, Seat};
use crate::table::{Card, Place, Table, Trace, Zone};

/// What a board needs of a game's table.
pub trait Lying {
    /// The game's zones.
    type Zone: Zone;
    /// The cards of a place, top first.
    fn cards(&self, place: Place<Self::Zone>) -> &[Card];
    /// Where a card lies.
    fn place(&self, card: Card) -> Place<Self::Zone>;
    /// The card that it lies under.
    fn host(&self, card: Card) -> Option<Card>;
    /// Whose card it is.
    fn owner(&self, card: Card) -> Seat;
    /// What it is followed by from outside.
    fn trace(&self, card: Card) -> Trace;
    /// Whether these eyes know which card it is.
    fn is_known(&self, card: Card, eyes: Eyes) -> bool;
    /// Whether these eyes know any card of a place.
    fn knows_any(&self, place: Place<Self::Zone>, eyes: Eyes) -> bool;
    /// Which card it is.
    fn print(&self, card: Card) -> crate::Print;
    /// How many cards there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<Z: Zone, X: Copy + Default, const N: usize> Lying for Table<Z, X, N> {
    type Zone = Z;
    fn cards(&self, place: Place<Z>) -> &[Card] {
        Table::cards(self, place)
    }
    fn place(&self, card: Card) -> Place<Z> {
        Table::place(self, card)
    }
    fn host(&self, card: Card) -> Option<Card> {
        self.row(card).host()
    }
    fn owner(&self, card: Card) -> Seat {
        Table::owner(self, card)
    }
    fn trace(&self, card: Card) -> Trace {
        Table::trace(self, card)
    }
    fn is_known(&self, card: Card, eyes: Eyes) -> bool {
        eyes.knows(self.known(card))
    }
    #[inline]
    fn knows_any(&self, place: Place<Z>, eyes: Eyes) -> bool {
        Table::knows_any(self, place, eyes)
    }
    fn print(&self, card: Card) -> crate::Print {
        Table::print(self, card)
    }
    fn len(&self) -> usize {
        Table::len(self)
    }
}
