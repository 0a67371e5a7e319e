//! [D-Share]: a card lends its [D] abilities to its fighter's other cards that have the keyword.
//!
//! Rules: KEY-DSHARE-1 to KEY-DSHARE-3 and their rulings. Abilities that came to wait go on without their lender.

use crate::card::Cards;
use crate::keyword::Keyword;
use crate::state::State;
use crate::vocab::{Cannot, Part};
use effects::AbilityRef;
use kernel::{Card, Flat};

/// BF KEY-DSHARE-QA2: whether the card shares now.
fn shares(state: &State, cards: &Cards, card: Card) -> bool {
    !state.table.marks(card).face_down()
        && !state.is_nullified(card)
        && !state.cannot(card, Cannot::HaveTime)
        && state.has_keyword(cards, card, Keyword::DShare)
}

/// The [D] abilities that a card on the field has: its own (BF KEY-DSHARE-2) and, if it shares, those of the others
/// that do, whether it prints one or not (BF KEY-DSHARE-QA1). Of equal ones it has one (BF KEY-DSHARE-3).
pub(crate) fn abilities(state: &State, cards: &Cards, card: Card) -> Flat<AbilityRef, 8> {
    let mut found: Flat<AbilityRef, 8> = Flat::new();
    if state.table.marks(card).face_down() || state.is_nullified(card) {
        return found;
    }
    let mut add = |from: Card| {
        let print = state.print(from);
        for (index, ability) in cards.get(print).sheet.abilities.iter().enumerate() {
            let at = AbilityRef { print, index: index as u8 };
            let same = |other: &AbilityRef| {
                let other = cards.ability(*other);
                (&other.when, &other.cond, &other.steps) == (&ability.when, &ability.cond, &ability.steps)
            };
            if ability.part == Part::Shared && !found.iter().any(same) && found.len() < 8 {
                found.push(at);
            }
        }
    };
    add(card);
    if shares(state, cards, card) {
        state
            .field(state.table.seat(card))
            .filter(|other| *other != card && shares(state, cards, *other))
            .for_each(&mut add);
    }
    found
}
