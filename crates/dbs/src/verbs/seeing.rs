//! Cards that somebody gets to see, and shuffling.

use crate::Cx;
use crate::choice::What;
use crate::rule;
use crate::state::{Area, State};
use crate::vocab::*;
use effects::{Amount, Done, Run, Slot, Target, Who, eval};
use kernel::{Card, Flat, Seat, Seats};

impl State {
    pub(super) fn do_look(
        &mut self,
        [who, whose]: [Who; 2],
        n: &Amount<Dbs>,
        slot: Slot,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let (looker, owner) = (eval::seat(self, who, run), eval::seat(self, whose, run));
        let n = eval::amount(self, cx.pool, n, run);
        Done::Now(self.see_top(owner, n, slot, Seats::only(looker), cx))
    }

    pub(super) fn do_look_bottom(
        &mut self,
        [who, whose]: [Who; 2],
        slot: Slot,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let (looker, owner) = (eval::seat(self, who, run), eval::seat(self, whose, run));
        let card = self.cards(owner, Area::Deck).last().copied();
        let Some(card) = card else { return Done::Now(0) };
        self.show_to(card, slot, Seats::only(looker), cx);
        Done::Now(1)
    }

    pub(super) fn do_reveal_top(
        &mut self,
        whose: Who,
        n: &Amount<Dbs>,
        slot: Slot,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let owner = eval::seat(self, whose, run);
        let n = eval::amount(self, cx.pool, n, run);
        Done::Now(self.see_top(owner, n, slot, Seats::ALL, cx))
    }

    pub(super) fn do_reveal(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let shown = eval::targets(self, cx.pool, what, run);
        for card in shown.iter() {
            self.table.reveal(*card, Seats::ALL);
            if self.table.zone(*card) == Area::Hand {
                self.table.marks_mut(*card).set_face_up(true);
            }
            let named = self.named(*card);
            cx.log.say(rule!("20-11-1"), || What::Revealed { card: named });
        }
        Done::Now(shown.len() as i16)
    }

    pub(super) fn do_look_at(
        &mut self,
        [who, whose]: [Who; 2],
        area: Area,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let looker = Seats::only(eval::seat(self, who, run));
        let mut count = 0;
        for seat in eval::seats(self, whose, run) {
            let there: eval::Cards = Flat::from_slice(self.cards(seat, area));
            for card in there.iter() {
                self.table.reveal(*card, looker);
                let named = self.named(*card);
                cx.log.tell(rule!("20-11-1"), looker, || What::Revealed { card: named });
            }
            count += there.len() as i16;
        }
        Done::Now(count)
    }

    pub(super) fn do_shuffle(&mut self, who: Who, area: Area, run: &Run, cx: &mut Cx<'_>) -> Done {
        for seat in eval::seats(self, who, run) {
            self.shuffle(seat, area, rule!("5-11-3"), cx);
        }
        Done::Now(1)
    }

    /// Binds the top cards of a deck, which these seats get to see.
    fn see_top(&mut self, owner: Seat, n: i32, slot: Slot, seers: Seats, cx: &mut Cx<'_>) -> i16 {
        let there: Flat<Card, 64> = {
            let deck = self.cards(owner, Area::Deck);
            Flat::from_slice(&deck[..deck.len().min(n.clamp(0, 64) as usize)])
        };
        for card in there.iter() {
            self.show_to(*card, slot, seers, cx);
        }
        there.len() as i16
    }

    /// These seats get to see a card, which is bound.
    fn show_to(&mut self, card: Card, slot: Slot, seers: Seats, cx: &mut Cx<'_>) {
        // DBS 20-12-1, 20-12-2: who looks sees it where it lies.
        self.table.reveal(card, seers);
        let named = self.named(card);
        cx.log.tell(rule!("20-11-1"), seers, || What::Revealed { card: named });
        let object = self.table.object(card);
        self.picks.bind(slot, object);
    }
}
