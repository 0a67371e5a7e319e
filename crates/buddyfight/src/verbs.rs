//! The one seam for change: every card that moves, turns, gains or loses does so here. Each primitive changes the
//! table, tells its event with the rule behind it, and feeds what waits for it.

use crate::event::What;
use crate::keyword::Keyword;
use crate::state::{Departure, Exit, Frame, State, Zone};
use crate::vocab::Moment;
use crate::{Cx, rule};
use kernel::{Card, End, Object, Place, RuleId, Seat, Seats};

impl State {
    // ---- drawing and the gauge --------------------------------------------------------------------------------

    /// BF ZONE-DECK-3: the top card of the deck goes to hand; from an empty deck nothing is drawn.
    pub(crate) fn draw_one(&mut self, seat: Seat, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        let Some(card) = self.zone(seat, Zone::Deck).first().copied() else { return false };
        self.table.put(card, Place::new(seat, Zone::Hand), End::Bottom);
        let print = self.print(card);
        cx.log.tell(rule, Seats::only(seat), || What::Drew { seat, print });
        true
    }

    /// BF ZONE-GAUGE-1: the top card of the deck goes to the gauge, unseen.
    pub(crate) fn charge_top(&mut self, seat: Seat, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        let Some(card) = self.zone(seat, Zone::Deck).first().copied() else { return false };
        self.shift(card, seat, Zone::Gauge, End::Bottom, rule, cx);
        true
    }

    // ---- moving -----------------------------------------------------------------------------------------------

    /// Moves a card between zones that are no part of the field (or onto it without a call). Souls do not come along.
    pub(crate) fn shift(&mut self, card: Card, seat: Seat, zone: Zone, end: End, rule: RuleId, cx: &mut Cx<'_>) {
        let from = self.table.zone(card);
        self.table.put(card, Place::new(seat, zone), end);
        let print = self.print(card);
        let seats = self.table.known(card);
        cx.log.tell(rule, seats, || What::Moved { seat, print, from, to: zone });
    }

    /// A card goes to its owner's drop zone, wherever it is but on the field.
    pub(crate) fn to_drop(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) {
        let owner = self.table.owner(card);
        let from_soul = self.table.zone(card) == Zone::Soul;
        self.shift(card, owner, Zone::Drop, End::Top, rule, cx);
        let object = self.table.object(card);
        let _ = from_soul;
        self.happen(Moment::PutIntoDrop, object, Object::default(), 0, cx);
    }

    /// A card arrives on the field: the newest there.
    pub(crate) fn arrive(&mut self, card: Card, seat: Seat, zone: Zone, rule: RuleId, cx: &mut Cx<'_>) {
        self.table.put(card, Place::new(seat, zone), End::Bottom);
        self.arrivals = self.arrivals.saturating_add(1);
        self.table.marks_mut(card).arrival = self.arrivals;
        self.stale = true;
        let print = self.print(card);
        cx.log.say(rule, || What::Entered { seat, print, zone });
        let object = self.table.object(card);
        self.happen(Moment::Enters, object, Object::default(), 0, cx);
    }

    /// BF OTHER-SOUL-1: a card goes under another.
    pub(crate) fn tuck(&mut self, card: Card, host: Card, face_down: bool, rule: RuleId, cx: &mut Cx<'_>) {
        let seat = self.table.seat(host);
        let from = self.table.zone(card);
        let knew = self.table.known(card);
        self.table.tuck(card, host, Place::new(seat, Zone::Soul), End::Top);
        if face_down {
            // BF OTHER-FDSOUL-3, OTHER-FDSOUL-4: whoever controls the card above may look.
            self.table.marks_mut(card).set_face_down(true);
            self.table.forget(card, Seats::ALL);
            self.table.reveal(card, knew.with(Seats::only(seat)));
        }
        self.stale = true;
        let print = self.print(card);
        let seats = self.table.known(card);
        cx.log.tell(rule, seats, || What::Moved { seat, print, from, to: Zone::Soul });
        let (object, host) = (self.table.object(card), self.table.object(host));
        self.happen(Moment::PutIntoSoul, object, host, 0, cx);
    }

    // ---- leaving the field ------------------------------------------------------------------------------------

    /// Cards are to leave the field together. What may replace that is asked first; nothing has left before the
    /// [`Frame::Leave`] is done.
    pub(crate) fn leave(&mut self, cards: &[Object], exit: Exit, cx: &mut Cx<'_>) {
        let from = self.leaving.len() as u8;
        for card in cards {
            self.leaving.push(Departure { card: *card, exit, saved: false });
        }
        let _ = cx;
        self.frames.push(Frame::Leave { from, at: from });
    }

    /// Whether something may be done instead of this departure.
    pub(crate) fn can_replace(&self, departure: &Departure, cx: &Cx<'_>) -> bool {
        let Some(card) = self.table.find(departure.card) else { return false };
        crate::keyword::soulguard::applies(self, cx.pool, card, departure.exit)
    }

    /// Goes on with the cards that are about to leave: asks where something may replace it, then they leave together.
    pub(crate) fn leave_step(&mut self, from: u8, at: u8, cx: &mut Cx<'_>) -> crate::Flow {
        let mut at = at as usize;
        while at < self.leaving.len() {
            let departure = self.leaving[at];
            if self.can_replace(&departure, cx) {
                self.set_top(Frame::Leave { from, at: at as u8 });
                return crate::Flow::Ask;
            }
            at += 1;
        }
        self.frames.pop();
        let mut departures: kernel::Flat<Departure, 32> = kernel::Flat::new();
        for departure in &self.leaving[from as usize..] {
            if !departure.saved && self.table.find(departure.card).is_some() {
                departures.push(*departure);
            }
        }
        self.leaving.truncate(from as usize);
        self.left = departures.len() as u8;
        // They leave at the same time: what waits for that sees all of them still there.
        for departure in departures.iter() {
            self.announce_departure(departure, cx);
        }
        for departure in departures.iter() {
            self.carry_out(departure, cx);
        }
        crate::Flow::Go
    }

    /// One card leaves with nothing to replace it.
    pub(crate) fn depart(&mut self, departure: Departure, cx: &mut Cx<'_>) {
        self.announce_departure(&departure, cx);
        self.carry_out(&departure, cx);
    }

    fn announce_departure(&mut self, departure: &Departure, cx: &mut Cx<'_>) {
        let Some(card) = self.table.find(departure.card) else { return };
        let (seat, print) = (self.table.seat(card), self.print(card));
        let destroyed = departure.exit == Exit::Destroyed;
        cx.log.say(rule!("ZONE-DROP-1"), || What::Left { seat, print, destroyed });
        if destroyed {
            self.happen(Moment::Destroyed, departure.card, Object::default(), 0, cx);
        }
        self.happen(Moment::Leaves, departure.card, Object::default(), 0, cx);
        crate::keyword::lifelink::leaves(self, card, cx);
    }

    fn carry_out(&mut self, departure: &Departure, cx: &mut Cx<'_>) {
        let Some(card) = self.table.find(departure.card) else { return };
        let owner = self.table.owner(card);
        // BF OTHER-SOUL-2: the soul is dropped together with its holder.
        self.drop_soul(card, cx);
        self.stale = true;
        match departure.exit {
            Exit::ToHand => self.shift(card, owner, Zone::Hand, End::Bottom, rule!("ZONE-DROP-1"), cx),
            Exit::ToGauge => self.shift(card, owner, Zone::Gauge, End::Bottom, rule!("ZONE-GAUGE-1"), cx),
            Exit::ToDeckTop => self.shift(card, owner, Zone::Deck, End::Top, rule!("ZONE-DECK-1"), cx),
            Exit::ToDeckBottom => self.shift(card, owner, Zone::Deck, End::Bottom, rule!("ZONE-DECK-1"), cx),
            Exit::Removed => self.shift(card, owner, Zone::Removed, End::Bottom, rule!("OTHER-REMOVED-1"), cx),
            Exit::Destroyed | Exit::Dropped | Exit::Checked => self.to_drop(card, rule!("ZONE-DROP-1"), cx),
        }
    }

    pub(crate) fn drop_soul(&mut self, host: Card, cx: &mut Cx<'_>) {
        while let Some(card) = self.soul(host).next() {
            self.table.set_host(card, None);
            self.to_drop(card, rule!("OTHER-SOUL-2"), cx);
        }
    }

    // ---- turning ----------------------------------------------------------------------------------------------

    pub(crate) fn rest(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        if self.table.marks(card).rested() {
            return false;
        }
        self.table.marks_mut(card).set_rested(true);
        let print = self.print(card);
        cx.log.say(rule, || What::Rested(print));
        true
    }

    pub(crate) fn stand(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        if !self.table.marks(card).rested() {
            return false;
        }
        self.table.marks_mut(card).set_rested(false);
        let print = self.print(card);
        cx.log.say(rule, || What::Stood(print));
        true
    }

    // ---- life -------------------------------------------------------------------------------------------------

    /// Damage to a fighter by a card. Life stops at zero.
    pub(crate) fn damage(&mut self, seat: Seat, amount: i32, source: Object, rule: RuleId, cx: &mut Cx<'_>) -> u8 {
        let amount = amount.clamp(0, 250) as u8;
        if amount == 0 {
            return 0;
        }
        self.life[seat] = self.life[seat].saturating_sub(amount);
        cx.log.say(rule, || What::Damaged { seat, amount });
        self.happen(Moment::DealsDamage, source, Object::default(), amount.into(), cx);
        self.happen_to(Moment::TakesDamage, seat, source, amount.into(), cx);
        amount
    }

    pub(crate) fn gain_life(&mut self, seat: Seat, amount: i32, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        let amount = amount.clamp(0, 250) as u8;
        if amount == 0 {
            return false;
        }
        self.life[seat] = self.life[seat].saturating_add(amount);
        cx.log.say(rule, || What::Gained { seat, amount });
        self.happen_to(Moment::GainsLife, seat, Object::default(), amount.into(), cx);
        true
    }

    // ---- what a card is now -----------------------------------------------------------------------------------

    /// The buddy of a seat, by name: every namesake of a card that was laid in the buddy zone at the beginning.
    pub(crate) fn set_top(&mut self, frame: Frame) {
        if let Some(top) = self.frames.last_mut() {
            *top = frame;
        }
    }

    pub(crate) fn has_keyword(&self, cards: &crate::Cards, card: Card, keyword: Keyword) -> bool {
        self.keywords(cards, card).has(keyword)
    }
}
