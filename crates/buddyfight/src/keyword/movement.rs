//! [Move]: at the beginning of each attack phase the card may go to an open area.
//!
//! Rules: KEY-MOVE-1 to KEY-MOVE-4, ATTACK-1.1. Nobody can answer it.

use crate::card::Cards;
use crate::event::What;
use crate::keyword::Keyword;
use crate::state::{State, Zone};
use crate::vocab::{Cannot, Moment};
use crate::{Cx, rule};
use kernel::{Card, End, Legal, Object, Place, Seat, ensure};

/// Whether the card may move to the area.
pub(crate) fn can(state: &State, cards: &Cards, card: Card, to: Zone) -> Legal {
    let seat = state.table.seat(card);
    ensure(state.has_keyword(cards, card, Keyword::Move), rule!("KEY-MOVE-1"))?;
    // BF KEY-MOVE-4: there is but one Move on a card, and it moves once.
    ensure(!state.table.marks(card).moved(), rule!("KEY-MOVE-4"))?;
    ensure(!state.cannot(card, Cannot::Move), rule!("CONT-3.1"))?;
    // BF KEY-MOVE-1: only to an open area.
    ensure(state.count(seat, to) < state.capacity(cards, seat, to), rule!("ATTACK-1.1.1"))
}

/// Whether a seat has any move to make.
pub(crate) fn any(state: &State, cards: &Cards, seat: Seat) -> bool {
    Zone::AREAS.iter().flat_map(|zone| state.zone(seat, *zone)).any(|card| {
        state.has_keyword(cards, *card, Keyword::Move)
            && Zone::AREAS.iter().any(|to| can(state, cards, *card, *to).is_ok())
    })
}

/// The card changes area: it is the same card, its soul comes along (BF OTHER-SOUL-3), and it did not arrive anew.
pub(crate) fn go(state: &mut State, card: Card, to: Zone, cx: &mut Cx<'_>) {
    let (seat, from) = (state.table.seat(card), state.table.zone(card));
    state.table.slide(card, Place::new(seat, to), End::Bottom);
    state.dirty = true;
    let named = state.table.named(card);
    cx.log.say(rule!("KEY-MOVE-1"), || What::Moved { seat, card: named, from, to });
    let object = state.table.object(card);
    state.happen(Moment::Moves, object, Object::default(), 0, cx);
}
