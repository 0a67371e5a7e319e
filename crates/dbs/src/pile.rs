//! Several cards into a pile at the same time, in the order that their owners say (DBS 3-1-5).

use crate::cause::{Cause, Shift};
use crate::state::{Area, Frame, Order, State};
use crate::turn::Next;
use crate::{Cx, rule};
use kernel::{Card, End, Flat, Place, Seat, Seats};

impl State {
    /// Moves several cards into a pile at the same time; where their order is hidden or matters, their owners say in
    /// which (DBS 3-1-5). Returns how many moved, or nothing yet if somebody is asked.
    pub fn place_together(
        &mut self,
        cards: &[Card],
        order: Order,
        how: Shift,
        cx: &mut Cx<'_>,
    ) -> Option<i16> {
        let pile = matches!(how.to, Area::Deck | Area::Life);
        let asks = pile && cards.len() <= 16 && Seat::BOTH.iter().any(|seat| self.may_order(cards, *seat));
        if !asks {
            return Some(self.shift_all(cards, how, cx));
        }
        self.push(Frame::Order(Order { cards: Flat::from_slice(cards), ..order }));
        None
    }

    /// Whether it makes a difference in which order these cards of a player are placed.
    fn may_order(&self, cards: &[Card], seat: Seat) -> bool {
        let mut own = cards.iter().filter(|card| self.table.owner(**card) == seat);
        let first = own.next().map(|card| self.table.print(*card));
        own.any(|card| Some(self.table.print(*card)) != first)
    }

    /// DBS 0-2-8: the turn player's cards first.
    pub fn order_step(&mut self, mut order: Order, cx: &mut Cx<'_>) -> Next {
        for seat in [self.turn_player, self.turn_player.other()] {
            let left: Flat<Card, 16> = Flat::from_slice(&order.cards[usize::from(order.ordered)..]);
            if self.may_order(&left, seat) {
                self.go_on(Frame::Order(order));
                return Next::Ask(seat);
            }
            // What is alike needs no order.
            for card in left.iter().filter(|card| self.table.owner(**card) == seat) {
                order.take(*card);
            }
        }
        self.frames.pop();
        let cause = if order.as_cost { Cause::Cost(order.by) } else { Cause::Skill(order.by) };
        let end = if order.bottom { End::Bottom } else { End::Top };
        let how = Shift { end, face_up: order.face_up, ..Shift::to(order.to, cause, rule!("3-1-5")) };
        let open = order.cards.iter().all(|card| self.table.zone(*card).is_open());
        let moved = self.shift_all(&order.cards, how, cx);
        if open && !order.face_up {
            self.conceal(&order.cards, order.to);
        }
        self.report(moved);
        Next::Go
    }

    /// DBS 3-1-5-1: the other player cannot tell in which order open cards went into a secret area.
    fn conceal(&mut self, cards: &[Card], area: Area) {
        for seat in Seat::BOTH {
            let mut own: Flat<Card, 16> = Flat::from_slice(cards);
            own.retain(|card| self.table.place(*card) == Place::new(seat, area));
            if own.len() < 2 {
                continue;
            }
            self.table.redeal(&own);
            own.iter().for_each(|card| self.table.forget(*card, Seats::only(seat.other())));
        }
    }

    /// The owner named the card that is placed next.
    pub fn order_next(&mut self, mut order: Order, card: Card) {
        order.take(card);
        self.go_on(Frame::Order(order));
    }
}
