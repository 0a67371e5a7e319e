//! [Soulguard]: when the card would leave the field, one of its soul may be dropped instead.
//!
//! Rules: KEY-SOULGUARD-1 to KEY-SOULGUARD-4. Scenes: `scenes/buddyfight/keywords/soulguard-*.toml`.

use crate::card::Cards;
use crate::event::What;
use crate::keyword::Keyword;
use crate::state::{Departure, Exit, State};
use crate::{Cx, rule};
use kernel::Card;

/// Whether it may be used for this departure. BF CHECK-3, CHECK-4: what the check takes nothing replaces.
pub(crate) fn applies(state: &State, cards: &Cards, card: Card, exit: Exit) -> bool {
    exit != Exit::Checked
        && state.has_keyword(cards, card, Keyword::Soulguard)
        && state.soul(card).next().is_some()
}

/// BF KEY-SOULGUARD-1, KEY-SOULGUARD-2: the soul card is dropped, and nothing has left the field.
pub(crate) fn save(state: &mut State, departure: Departure, soul: Card, cx: &mut Cx<'_>) {
    state.drop_from_soul(soul, rule!("KEY-SOULGUARD-1"), cx);
    state.dirty = true;
    if let Some(card) = state.table.find(departure.card) {
        let (seat, named) = (state.table.seat(card), state.table.named(card));
        cx.log.say(rule!("KEY-SOULGUARD-2"), || What::Saved { seat, card: named });
    }
}
