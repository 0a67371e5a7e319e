//! [Equipment Change]: when the item is equipped, the earlier item may go back to its owner's hand.
//!
//! Rules: KEY-EQUIPCHANGE-1 to -5, EQUIP-3.3; in the classic edition it replaces what the check would do with the
//! earlier item, as often as that happens (OLD-KEY-EQUIPCHANGE-1).

use crate::card::Cards;
use crate::keyword::Keyword;
use crate::state::{Exit, State, Zone};
use kernel::{Card, Seat};

/// The item that may go back, if the newly equipped card has the keyword.
pub(crate) fn earlier(state: &State, cards: &Cards, seat: Seat, equipped: Card) -> Option<Card> {
    // BF KEY-EQUIPCHANGE-4: once a turn for each fighter.
    if (state.tally[seat].equipment_changes > 0 && !state.is_classic())
        || !state.has_keyword(cards, equipped, Keyword::EquipmentChange)
    {
        return None;
    }
    state.zone(seat, Zone::Item).iter().copied().find(|card| *card != equipped)
}

/// BF OLD-KEY-EQUIPCHANGE-1: in the classic edition, the item that the check would drop and may return instead.
pub(crate) fn exchanged(state: &State, cards: &Cards, seat: Seat) -> Option<Card> {
    if !state.is_classic() {
        return None;
    }
    let items = state.zone(seat, Zone::Item).iter().copied();
    let newest = items.max_by_key(|card| state.table.marks(*card).arrival)?;
    earlier(state, cards, seat, newest)
}

pub(crate) fn send_back(state: &mut State, seat: Seat, item: Card) {
    // BF KEY-EQUIPCHANGE-5: only a change that is made counts.
    state.tally[seat].equipment_changes += 1;
    let object = state.table.object(item);
    // BF KEY-EQUIPCHANGE-1: the earlier item goes back to hand.
    state.leave(&[object], Exit::ToHand, false);
}
