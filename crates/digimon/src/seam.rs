//! The one seam for change: every card that moves, turns, comes or goes, and every move of the memory marker,
//! goes through here. Each primitive changes the table, emits its event with its rule, and tells the triggers.

use crate::card::{Cards, Kinds};
use crate::rule;
use crate::state::{Area, Cause, Cx, Mark, State, What};
use crate::vocab::{Face, Moment, Peeled};
use kernel::{Card, End, Object, RuleId, Seat, Seats};

impl State {
    // ---- memory ---------------------------------------------------------------------------------------------

    /// Moves the marker towards this player's side (negative: away from it).
    pub(crate) fn gain_memory(&mut self, seat: Seat, by: i32, rule: RuleId, cx: Cx) {
        self.set_memory(seat, i32::from(self.memory(seat)) + by, rule, cx);
    }

    /// DCG 1-4-2-2: memory never exceeds 10 on either side.
    pub(crate) fn set_memory(&mut self, seat: Seat, to: i32, rule: RuleId, cx: Cx) {
        let to = to.clamp(-10, 10) as i8;
        self.core.memory = if seat == Seat::A { to } else { -to };
        cx.log.say(rule, || What::Memory { seat, now: to });
    }

    /// Whether this cost can be paid: the marker must not have to leave the gauge.
    pub(crate) fn can_pay(&self, seat: Seat, cost: i32) -> bool {
        i32::from(self.memory(seat)) - cost >= -10
    }

    /// DCG 4-1-1: paying moves the marker towards the opponent's side.
    pub(crate) fn pay(&mut self, seat: Seat, cost: i32, rule: RuleId, cx: Cx) {
        // DCG 1-3-9, 1-3-4: a cost is never negative, and paying nothing moves nothing.
        if cost > 0 {
            self.gain_memory(seat, -cost, rule, cx);
        }
    }

    // ---- decks and hands ------------------------------------------------------------------------------------

    /// DCG 1-3-10: the order becomes random, and what was public becomes private.
    pub(crate) fn shuffle(&mut self, seat: Seat, area: Area, cx: Cx) {
        self.table.shuffle(State::place(seat, area), cx.chance);
        cx.log.say(rule!("1-3-10"), || What::Shuffled(seat));
    }

    /// Draws one card; `false` when the deck is empty.
    pub(crate) fn draw_one(&mut self, seat: Seat, rule: RuleId, cx: Cx) -> Option<Object> {
        // DCG 4-12-1, 4-12-2: from the top of one's own deck into one's hand.
        let card = self.cards(seat, Area::Deck).first().copied()?;
        self.put(cx.pool, card, State::place(seat, Area::Hand), End::Bottom);
        let named = self.named(card);
        cx.log.tell(rule, Seats::only(seat), || What::Drew { seat, card: named });
        Some(self.table.object(card))
    }

    /// DCG 4-12-1: a draw by a rule puts a card in the hand as well, by no effect.
    pub(crate) fn draw_by_rule(&mut self, seat: Seat, rule: RuleId, cx: Cx) -> Option<Object> {
        let drawn = self.draw_one(seat, rule, cx)?;
        let cause = std::mem::replace(&mut self.core.cause, Cause::Rule);
        self.notice(Moment::HandGained, &[drawn], Object::default(), cx);
        self.core.cause = cause;
        Some(drawn)
    }

    // ---- turning --------------------------------------------------------------------------------------------

    /// Suspends a card; `false` if that changes nothing.
    pub(crate) fn suspend(&mut self, card: Card, rule: RuleId, cx: Cx) -> bool {
        // DCG 1-3-3: what is suspended already is not suspended again.
        if self.has(card, Mark::Suspended) {
            return false;
        }
        self.table.marks_mut(card).set(Mark::Suspended, true);
        let card = self.named(card);
        cx.log.say(rule, || What::Suspended(card));
        true
    }

    pub(crate) fn unsuspend(&mut self, card: Card, rule: RuleId, cx: Cx) -> bool {
        if !self.has(card, Mark::Suspended) {
            return false;
        }
        self.table.marks_mut(card).set(Mark::Suspended, false);
        let card = self.named(card);
        cx.log.say(rule, || What::Unsuspended(card));
        true
    }

    /// Shows a card to both players, and says so where one of them did not know it.
    pub(crate) fn uncover(&mut self, card: Card, rule: RuleId, cx: Cx) {
        let news = self.table.known(card) != Seats::ALL;
        self.table.reveal(card, Seats::ALL);
        if news {
            let named = self.named(card);
            cx.log.say(rule, || What::Revealed(named));
        }
    }

    // ---- moving ---------------------------------------------------------------------------------------------

    /// Moves one card to an area of its owner as a new card, following that area's own rules.
    /// The cards under it and linked to it, if any, must have been dealt with.
    pub(crate) fn move_card(&mut self, card: Card, to: Area, end: End, rule: RuleId, cx: Cx) {
        // DCG 3-1-3-8, 4-9-2: into the area of the player who owns the card.
        let (seat, from) = (self.table.owner(card), self.table.zone(card));
        let (to, end) = self.destination(cx.pool, card, to, end);
        // DCG 4-17-1, 4-17-3, 4-17-4: <Overflow> when it leaves the field or the place under a card for somewhere
        // else.
        let overflows = matches!(from, Area::Battle | Area::Breeding | Area::Under | Area::Links)
            && !matches!(to, Area::Battle | Area::Breeding | Area::Under | Area::Links)
            && !self.is_blank(card);
        let before = self.table.known(card);
        self.put(cx.pool, card, State::place(seat, to), end);
        let named = self.named(card);
        // DCG 3-1-3-6: what goes from a public area into a private one is seen going, card by card. DCG 4-5-10: of what lay
        // face down beneath another only those know it who knew it there.
        let seen = to.is_public() || from.is_public() && from != Area::Under;
        let heard = if seen { Seats::ALL } else { before.with(self.audience(card)) };
        cx.log.tell(rule, heard, || What::Moved { card: named, from, to });
        if overflows {
            let overflow = cx.pool.get(named.print).overflow;
            if overflow > 0 {
                // DCG 4-17-2: at once, even in the middle of something else.
                self.gain_memory(seat, -i32::from(overflow), rule!("4-17-2"), cx);
            }
        }
    }

    /// Where a card really goes.
    fn destination(&self, cards: &Cards, card: Card, to: Area, end: End) -> (Area, End) {
        let printed = cards.get(self.table.print(card));
        // DCG 4-18-5: a token that leaves the field is removed from the game.
        if printed.token && !matches!(to, Area::Battle | Area::Breeding) {
            return (Area::Gone, End::Bottom);
        }
        if printed.kinds.meets(Kinds::EGG) {
            return match to {
                // DCG 3-1-3-9-1: a Digi-Egg card goes to the Digi-Egg deck, in the order asked for.
                Area::Deck | Area::Eggs => (Area::Eggs, end),
                // DCG 3-1-3-9-2: from any other private area to the bottom of the Digi-Egg deck.
                Area::Hand | Area::Security => (Area::Eggs, End::Bottom),
                _ => (to, end),
            };
        }
        (to, end)
    }

    /// DCG 4-2-8, 4-5-8: a card leaves the field. Only the top card goes where it goes; what is under it or
    /// linked to it is trashed at the same time.
    pub(crate) fn leave_field(&mut self, card: Card, to: Area, end: End, rule: RuleId, cx: Cx) {
        self.shed_all(card, cx);
        self.move_card(card, to, end, rule, cx);
    }

    /// Trashes everything under and linked to a card.
    pub(crate) fn shed_all(&mut self, card: Card, cx: Cx) {
        loop {
            let Some(link) = self.links(card).next() else { break };
            // DCG 4-7-6: with the card that becomes a new card its link cards go.
            self.move_card(link, Area::Trash, End::Top, rule!("4-2-8"), cx);
        }
        loop {
            let Some(under) = self.under(card).next() else { break };
            self.move_card(under, Area::Trash, End::Top, rule!("4-5-8"), cx);
        }
    }

    /// DCG 4-13-1: deletion trashes the card.
    pub(crate) fn delete_now(&mut self, card: Card, rule: RuleId, cx: Cx) {
        let named = self.named(card);
        cx.log.say(rule, || What::Deleted(named));
        self.leave_field(card, Area::Trash, End::Top, rule!("4-13-1"), cx);
    }

    /// Places a card on the field as something new there.
    pub(crate) fn enter_field(&mut self, cards: &Cards, card: Card, seat: Seat, area: Area) {
        self.put(cards, card, State::place(seat, area), End::Bottom);
        self.table.marks_mut(card).set(Mark::Fresh, true);
    }

    /// DCG 8-1-3-3, 8-1-1, 8-1-2-3, 8-1-2-8: stacks a card on top of another. The Digimon stays the same Digimon: its
    /// display format, what affects it and when it came carry over; the card below becomes its top digivolution card.
    pub(crate) fn stack_on(&mut self, cards: &Cards, card: Card, onto: Card) {
        let place = self.table.place(onto);
        let at = self.table.position(onto);
        let marks = *self.table.marks(onto);
        // The old top goes on top of its own digivolution cards.
        let first_under = self.under(onto).next();
        let end = first_under.map_or(End::Bottom, |under| End::At(self.table.position(under) as u8));
        self.put(cards, card, place, End::At(at as u8));
        self.table.rehost(onto, card);
        self.slide(cards, onto, State::place(place.seat, Area::Under), end);
        self.table.set_host(onto, Some(card));
        // DCG 15-13-2: what the Digimon gained goes on with the card on top.
        self.table.take_over(card, onto);
        let below = self.table.marks_mut(onto);
        *below = marks;
        // DCG 4-5-6: cards below have no display format.
        for mark in [Mark::Suspended, Mark::Fresh, Mark::Placed] {
            below.set(mark, false);
        }
        let top = self.table.marks_mut(card);
        for mark in [Mark::Suspended, Mark::Fresh] {
            // DCG 8-1-2-4: suspended or not, as it was.
            top.set(mark, marks.has(mark));
        }
    }

    /// Takes the top card of a stack off: the card under it becomes the top card, and it is still the same stack.
    /// The card taken off has to go somewhere next. `None` if nothing is under it.
    fn lift_top(&mut self, cards: &Cards, card: Card) -> Option<Card> {
        let heir = self.under(card).next()?;
        let place = self.table.place(card);
        let at = self.table.position(card);
        let marks = *self.table.marks(card);
        // DCG 3-1-3-1-3: a change of order makes no new card.
        self.slide(cards, heir, place, End::At(at as u8));
        self.table.rehost(card, heir);
        self.table.set_host(heir, None);
        self.table.take_over(heir, card);
        let top = self.table.marks_mut(heir);
        // DCG 4-5-6: the display format carries over.
        for mark in [Mark::Suspended, Mark::Fresh] {
            top.set(mark, marks.has(mark));
        }
        Some(heir)
    }

    /// The top card of a stack is trashed. `None` if nothing is under it.
    pub(crate) fn shed_top(&mut self, card: Card, rule: RuleId, cx: Cx) -> Option<Card> {
        let heir = self.lift_top(cx.pool, card)?;
        self.move_card(card, Area::Trash, End::Top, rule, cx);
        Some(heir)
    }

    /// The top card of a stack becomes its bottom digivolution card.
    pub(crate) fn sink_top(&mut self, card: Card, cx: Cx) -> bool {
        let Some(heir) = self.lift_top(cx.pool, card) else { return false };
        let host = self.table.object(heir);
        self.tuck(card, host, false, false, cx)
    }

    /// The top card of a stack goes to its owner's hand or security stack.
    pub(crate) fn peel_top(&mut self, card: Card, to: Peeled, cx: Cx) -> bool {
        if self.lift_top(cx.pool, card).is_none() {
            return false;
        }
        let (area, end, up) = match to {
            Peeled::Hand => (Area::Hand, End::Bottom, false),
            Peeled::Security(crate::vocab::End::Bottom, face) => {
                (Area::Security, End::Bottom, face == Face::Up)
            }
            Peeled::Security(_, face) => (Area::Security, End::Top, face == Face::Up),
        };
        self.move_card(card, area, end, rule!("3-1-3-5"), cx);
        if up {
            // DCG 3-7-4: a face-up security card is public.
            self.table.marks_mut(card).set(Mark::FaceUp, true);
            self.uncover(card, rule!("3-7-4"), cx);
        }
        let object = self.table.object(card);
        let moment = if area == Area::Hand { Moment::HandGained } else { Moment::SecurityGained };
        self.notice(moment, &[object], kernel::Object::default(), cx);
        true
    }
}

impl Area {
    /// DCG 3-1-2: areas whose cards both players see.
    pub fn is_public(self) -> bool {
        use kernel::{Access, Zone};
        self.access() == Access::Open
    }

    pub fn is_field(self) -> bool {
        matches!(self, Area::Battle | Area::Breeding)
    }
}
