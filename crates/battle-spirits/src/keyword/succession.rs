//! 《Succession》 (fans: *Legacy*): cards with EX Symbols leave one's Trash for good, and their symbols fill reduction
//! symbols of the card that is being paid for, ahead of those of the Field.
//!
//! Rules: SUCCESSION-1 to SUCCESSION-6, SUCCESSION-EX, GLOSS-SUCCESSION; our reading BS-19. Scenes: `scenes/battle-spirits/succession`.

use crate::card::Cards;
use crate::state::*;
use crate::{Cx, rule};
use kernel::{Card, Consider, End, Legal, Place, Seat, ensure};

impl State {
    /// The slots of a card's reduction that Succession could fill at most, by colour.
    pub(crate) fn most_inherited(&self, cards: &Cards, card: Card, seat: Seat) -> [u8; 6] {
        let mut most = [0u8; 6];
        if self.print(cards, card).succession {
            for heir in self.table.cards(Place::new(seat, Zone::Trash)) {
                let print = self.print(cards, *heir);
                if print.ex_symbol {
                    for (color, most) in most.iter_mut().enumerate() {
                        *most = most.saturating_add(print.symbols.0[color]);
                    }
                }
            }
        }
        most
    }

    /// BS SUCCESSION-5, SUCCESSION-6: which cards of the Trash may still be removed for it.
    pub(crate) fn may_inherit(&self, cards: &Cards, this: &Use, heir: Card) -> Legal {
        let (print, used) = (self.print(cards, heir), self.print(cards, this.card));
        ensure(used.succession, rule!("SUCCESSION-1"))?;
        // BS GLOSS-EX-SYMBOL: only a card with an EX Symbol serves.
        ensure(print.ex_symbol, rule!("SUCCESSION-2"))?;
        ensure(u32::from(this.banished) < used.reduction.total(), rule!("SUCCESSION-5"))?;
        let matches = (0..6).any(|color| print.symbols.0[color] > 0 && used.reduction.0[color] > 0);
        ensure(matches, rule!("SUCCESSION-6"))
    }

    /// Whether the use can still be paid for once this card has gone for Succession too, with what could follow it.
    pub(crate) fn covers_after(&self, cards: &Cards, this: &Use, heir: Card, seat: Seat) -> bool {
        if self.soul_magic_works(cards, this.card, seat) {
            return true;
        }
        let mut next = *this;
        let mut gone = kernel::Flat::<Card, 32>::new();
        let mut best = Some(heir);
        while let Some(heir) = best {
            gone.push(heir);
            next.inherit(&self.print(cards, heir).symbols);
            let due = self.due(cards, this.card, seat, &next.inherited);
            if self.covers(cards, this, due.into(), seat) {
                return true;
            }
            // Whatever lowers the payment most comes next; a card that does not lower it only takes up room.
            let after = |heir: &Card| {
                let mut then = next;
                then.inherit(&self.print(cards, *heir).symbols);
                self.due(cards, this.card, seat, &then.inherited)
            };
            let trash = self.table.cards(Place::new(seat, Zone::Trash)).iter();
            best = trash
                .filter(|heir| !gone.contains(heir) && self.may_inherit(cards, &next, **heir).is_ok())
                .min_by_key(|heir| after(heir))
                .filter(|heir| after(heir) < due)
                .copied();
        }
        false
    }

    pub(crate) fn can_inherit(&self, cards: &Cards, this: &Use, seat: Seat) -> bool {
        self.print(cards, this.card).succession
            && self
                .table
                .cards(Place::new(seat, Zone::Trash))
                .iter()
                .any(|heir| self.may_inherit(cards, this, *heir).is_ok())
    }

    /// Our reading BS-19: any number of cards, also none, as long as the rest can be paid.
    pub(crate) fn consider_heirs<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        this: &Use,
        seat: Seat,
        sink: &mut S,
    ) {
        for heir in self.table.cards(Place::new(seat, Zone::Trash)) {
            sink.offer(Choice::Card(*heir), || {
                self.may_inherit(cards, this, *heir)?;
                // BS FAQ-PAY-2a: nothing is wasted that the rest of the payment cannot do without.
                ensure(self.covers_after(cards, this, *heir, seat), rule!("FAQ-PAY-2a"))
            });
        }
        sink.offer(Choice::Done, || {
            let due = u16::from(self.due(cards, this.card, seat, &this.inherited));
            ensure(
                self.soul_magic_works(cards, this.card, seat) || self.covers(cards, this, due, seat),
                rule!("FAQ-PAY-2a"),
            )
        });
    }

    /// BS SUCCESSION-2, SUCCESSION-3: removed from the game, its symbols count as those of the Field do.
    pub(crate) fn inherit(&mut self, this: &mut Use, heir: Card, seat: Seat, cx: &mut Cx<'_>) {
        this.inherit(&self.print(cx.pool, heir).symbols);
        self.move_card(heir, Place::new(seat, Zone::Removed), End::Top, rule!("SUCCESSION-2"), cx);
    }
}
