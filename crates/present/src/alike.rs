//! Options that come to the same: which of several copies they name makes no difference.

use crate::table::{find, zone_of};
use kernel::board::{Board, CardBoard, Offer};
use kernel::{unnumbered, without_number};

/// Whether two options differ in nothing but which copy of a card they name, and the copies lie in one place and stand alike.
pub fn interchangeable(board: &Board, one: &Offer, two: &Offer) -> bool {
    let words = |offer: &Offer| unnumbered(without_number(&offer.label));
    let rest = |offer: &Offer| Offer { label: String::new(), cards: Vec::new(), ..offer.clone() };
    let alike = |(one, two): (&String, &String)| {
        let cards = find(board, one).zip(find(board, two));
        one == two
            || cards.is_some_and(|(first, second)| {
                zone_of(board, one) == zone_of(board, two) && stand_alike(first, second)
            })
    };
    words(one) == words(two)
        && rest(one) == rest(two)
        && one.cards.len() == two.cards.len()
        && one.cards.iter().zip(&two.cards).all(alike)
}

/// Whether two cards are copies that stand alike, with nothing under them that could differ.
pub fn stand_alike(one: &CardBoard, two: &CardBoard) -> bool {
    let bare = |card: &CardBoard| CardBoard {
        r#ref: String::new(),
        name: card.bare_name().map(str::to_string),
        at: None,
        ..card.clone()
    };
    one.id.is_some() && one.under.is_empty() && bare(one) == bare(two)
}
