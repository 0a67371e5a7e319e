//! [Unstackable] (fans: *Can't Stack*): cards of one name that could activate it at the same time do so once together; an
//! effect that is always on counts once for the name.
//!
//! Rules: GLOSS-UNSTACKABLE, FAQ-GENERAL-8. Scenes: `scenes/battle-spirits/faq` and `glossary`.

use crate::card::Cards;
use crate::state::*;
use effects::Waiting;
use kernel::Card;

impl State {
    /// BS GLOSS-UNSTACKABLE, FAQ-GENERAL-8: of several cards of one name, only one activates it at a time.
    pub(crate) fn is_stacked(&self, cards: &Cards, waiting: &Waiting) -> bool {
        if !cards.ability(waiting.ability).part.unstackable {
            return false;
        }
        let name = cards.get(waiting.ability.print).name_hash;
        let base = self.settle_base().0;
        self.waiting[base.min(self.waiting.len())..].iter().any(|other| {
            other.controller == waiting.controller
                && other.ability.index == waiting.ability.index
                && cards.get(other.ability.print).name_hash == name
        })
    }

    /// Whether a card of the same name stands before this one on the same Field, at a level where it has the same text.
    pub(crate) fn has_earlier_twin(&self, cards: &Cards, card: Card, position: usize, level: u8) -> bool {
        let print = self.print(cards, card);
        self.field(self.table.seat(card))[..position].iter().any(|other| {
            self.print(cards, *other).name_hash == print.name_hash
                && !self.is_leaving(*other)
                && self.level_number(cards, *other) >= level
        })
    }
}
