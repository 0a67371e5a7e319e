//! The one seam for change: every card that moves, turns, gains or loses does so here. Each primitive changes the
//! table, tells its event with the rule behind it, and feeds what waits for it.

use crate::event::What;
use crate::state::{Departure, Exit, Frame, State, Zone};
use crate::vocab::{Cannot, Change, Moment};
use crate::{Cx, rule};
use effects::On;
use kernel::{Card, End, Object, Place, RuleId, Seat, Seats};

/// What deals damage, and whether it can be reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    Attack,
    Effect,
    /// By an effect that says that it cannot be reduced.
    Fixed,
}

impl State {
    // ---- drawing and the gauge --------------------------------------------------------------------------------

    /// BF ZONE-DECK-3: the top card of the deck goes to hand; from an empty deck nothing is drawn.
    pub(crate) fn draw_one(&mut self, seat: Seat, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        let Some(card) = self.zone(seat, Zone::Deck).first().copied() else { return false };
        self.put(cx.pool, card, Place::new(seat, Zone::Hand), End::Bottom);
        let named = self.table.named(card);
        cx.log.tell(rule, Seats::only(seat), || What::Drew { seat, card: named });
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
    pub(crate) fn shift(
        &mut self,
        card: Card,
        seat: Seat,
        zone: Zone,
        end: End,
        rule: RuleId,
        cx: &mut Cx<'_>,
    ) {
        let from = self.table.zone(card);
        self.put(cx.pool, card, Place::new(seat, zone), end);
        let named = self.table.named(card);
        let seats = self.table.known(card);
        self.dirty = true;
        cx.log.tell(rule, seats, || What::Moved { seat, card: named, from, to: zone });
    }

    /// A card goes to its owner's drop zone, wherever it is but on the field.
    pub(crate) fn put_in_drop(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) {
        let owner = self.table.owner(card);
        let from = self.table.zone(card);
        self.shift(card, owner, Zone::Drop, End::Top, rule, cx);
        let object = self.table.object(card);
        self.happen(Moment::PutIntoDrop, object, Object::default(), from as i16, cx);
    }

    /// A card of a soul goes to the drop zone. BF KEY-AMBUSH-1: from under a card on the field, face down, is a moment.
    pub(crate) fn drop_from_soul(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) {
        let host = self.table.row(card).host();
        let uncovered =
            self.table.marks(card).face_down() && host.is_some_and(|host| self.table.zone(host).is_field());
        self.table.set_host(card, None);
        self.put_in_drop(card, rule, cx);
        self.notice_soulless(host, cx);
        if uncovered {
            let object = self.table.object(card);
            self.happen(Moment::Uncovered, object, Object::default(), 0, cx);
        }
    }

    /// A card on the field that has lost the last card of its soul is noticed.
    pub(crate) fn notice_soulless(&mut self, host: Option<Card>, cx: &mut Cx<'_>) {
        let Some(host) = host.filter(|host| self.table.zone(*host).is_field()) else { return };
        if self.soul(host).next().is_none() {
            let object = self.table.object(host);
            self.happen(Moment::SoulEmptied, object, Object::default(), 0, cx);
        }
    }

    /// BF LOST-MIX-3, ZONE-DECK-4, LOST-MIX-4: whether the card may lie in its owner's deck: backs never mix there.
    pub(crate) fn fits_deck(&self, card: Card) -> bool {
        self.backs.is_lost(card) == self.tally[self.table.owner(card)].switched
    }

    /// The card becomes its fighter's flag; the flag that was lies under it (BF ZONE-FLAGITEM-3).
    pub(crate) fn raise(&mut self, card: Card, seat: Seat, rule: RuleId, cx: &mut Cx<'_>) {
        let before = self.zone(seat, Zone::Flag).first().copied();
        self.arrive(card, seat, Zone::Flag, rule, cx);
        if let Some(before) = before.filter(|before| *before != card) {
            self.table.rehost(before, card);
            let face_down = self.table.marks(before).face_down();
            self.tuck(before, card, face_down, rule, cx);
        }
        // BF LOST-BUDDY-3: a Lost World buddy shows itself under that flag.
        if cx.pool.get(self.print(card)).folded == "lost world" {
            let buddies: kernel::Flat<Card, 8> = kernel::Flat::from_slice(self.zone(seat, Zone::Buddy));
            for buddy in buddies.iter() {
                if self.backs.is_lost(*buddy) {
                    self.turn_up(*buddy);
                }
            }
        }
    }

    /// BF LOST-SWITCH-2, LOST-OUT-1: the deck leaves the game face down, and the Lost Deck takes its place.
    pub(crate) fn switch_deck(&mut self, seat: Seat, cx: &mut Cx<'_>) -> bool {
        // BF LOST-1: there is no way back, and none without a Lost Deck.
        if self.tally[seat].switched || self.count(seat, Zone::LostDeck) == 0 {
            return false;
        }
        // BF LOST-SWITCH-1: cards outside the deck zone stay where they are.
        while let Some(card) = self.zone(seat, Zone::Deck).first().copied() {
            self.shift(card, seat, Zone::Removed, End::Bottom, rule!("LOST-OUT-1"), cx);
        }
        self.tally[seat].switched = true;
        while let Some(card) = self.zone(seat, Zone::LostDeck).first().copied() {
            self.shift(card, seat, Zone::Deck, End::Bottom, rule!("LOST-SWITCH-2"), cx);
        }
        true
    }

    /// BF KEY-REVERSAL-1, KEY-REVERSAL-2: a double-faced card shows its other face.
    pub(crate) fn turn_over(&mut self, card: Card, reversal: bool, cx: &mut Cx<'_>) -> bool {
        let Some(back) = cx.pool.back(self.print(card)) else { return false };
        self.table.show_face(card, back);
        // BF KEY-REVERSAL-3, KEY-REVERSAL-4: only Reversal gives the status.
        self.table.marks_mut(card).set_reversed(reversal);
        self.dirty = true;
        let seat = self.table.seat(card);
        if reversal && self.table.zone(card) == Zone::Flag {
            self.tally[seat].reversals = self.tally[seat].reversals.saturating_add(1);
        }
        let named = self.table.named(card);
        cx.log.say(rule!("KEY-REVERSAL-1"), || What::TurnedOver { seat, card: named });
        true
    }

    /// BF OTHER-FLAGDOWN-1: the card is turned face down; its owner may still look at it.
    pub(crate) fn turn_down(&mut self, card: Card, cx: &mut Cx<'_>) -> bool {
        if self.table.marks(card).face_down() {
            return false;
        }
        self.table.marks_mut(card).set_face_down(true);
        self.table.marks_mut(card).set_reversed(false);
        self.dirty = true;
        let (seat, named) = (self.table.seat(card), self.table.named(card));
        cx.log.say(rule!("OTHER-FLAGDOWN-1"), || What::TurnedDown { seat, card: named });
        true
    }

    /// A card arrives on the field: the newest there.
    pub(crate) fn arrive(&mut self, card: Card, seat: Seat, zone: Zone, rule: RuleId, cx: &mut Cx<'_>) {
        let from = self.table.zone(card);
        self.arrive_from(card, seat, (from, zone), rule, cx);
    }

    /// The same, of a card that was declared from another zone.
    pub(crate) fn arrive_from(
        &mut self,
        card: Card,
        seat: Seat,
        (from, zone): (Zone, Zone),
        rule: RuleId,
        cx: &mut Cx<'_>,
    ) {
        if from.is_area() && zone == Zone::Item {
            self.carry(cx.pool, card, Place::new(seat, zone));
        } else {
            self.put(cx.pool, card, Place::new(seat, zone), End::Bottom);
        }
        self.arrivals = self.arrivals.saturating_add(1);
        self.table.marks_mut(card).arrival = self.arrivals;
        self.dirty = true;
        // BF KEY-TRANSFORM-2: where items are, a monster is an item, before anything waits for what enters.
        let as_item = zone == Zone::Item && cx.pool.get(self.print(card)).kind.is_monster();
        self.table.marks_mut(card).set_as_item(as_item);
        let named = self.table.named(card);
        cx.log.say(rule, || What::Entered { seat, card: named, zone });
        let object = self.table.object(card);
        self.happen(Moment::Enters, object, Object::default(), from as i16, cx);
    }

    /// BF OTHER-SOUL-1: a card goes under another.
    pub(crate) fn tuck(&mut self, card: Card, host: Card, face_down: bool, rule: RuleId, cx: &mut Cx<'_>) {
        let seat = self.table.seat(host);
        let from = self.table.zone(card);
        let knew = self.table.known(card);
        self.put_under(cx.pool, card, host, Place::new(seat, Zone::Soul), End::Top);
        // BF OTHER-FDSOUL-1, OTHER-FDSOUL-2: face up, unless the instruction says face down.
        if face_down {
            // BF OTHER-FDSOUL-3, ZONE-FLAGITEM-4, OTHER-FDSOUL-4: whoever controls the card above may look.
            self.table.marks_mut(card).set_face_down(true);
            self.table.forget(card, Seats::ALL);
            self.table.reveal(card, knew.with(Seats::only(seat)));
        }
        self.dirty = true;
        let named = self.table.named(card);
        let seats = self.table.known(card);
        cx.log.tell(rule, seats, || What::Moved { seat, card: named, from, to: Zone::Soul });
        let (object, host) = (self.table.object(card), self.table.object(host));
        self.happen(Moment::PutIntoSoul, object, host, from as i16, cx);
    }

    // ---- leaving the field ------------------------------------------------------------------------------------

    /// Cards are to leave the field together. What may replace that is asked first; nothing has left before the
    /// [`Frame::Leave`] is done.
    pub(crate) fn leave(&mut self, cards: &[Object], exit: Exit, by_attack: bool) {
        let from = self.leaving.len() as u8;
        for card in cards {
            self.leaving.push(Departure { card: *card, exit, by_attack, saved: false });
        }
        self.frames.push(Frame::Leave { from, at: from });
    }

    /// Whether something may be done instead of this departure.
    pub(crate) fn can_replace(&self, departure: &Departure, cx: &Cx<'_>) -> bool {
        let Some(card) = self.table.find(departure.card) else { return false };
        crate::keyword::soulguard::applies(self, cx.pool, card, departure.exit)
            || !self.replacements(cx.pool, departure).is_empty()
    }

    /// Goes on with the cards that are about to leave: asks where something may replace it, then they leave together.
    pub(crate) fn leave_step(&mut self, from: u8, at: u8, cx: &mut Cx<'_>) -> crate::Flow {
        let mut at = at as usize;
        while at < self.leaving.len() {
            let departure = self.leaving[at];
            if departure.exit == Exit::Destroyed && !departure.saved && !self.lasting.is_empty() {
                let survives = |change: &Change| *change == Change::SurviveNext;
                if self.use_up(On::Card(departure.card), survives, cx.pool).is_some() {
                    self.leaving[at].saved = true;
                    self.dirty = true;
                    continue;
                }
            }
            if !departure.saved && self.can_replace(&departure, cx) {
                self.set_top(Frame::Leave { from, at: at as u8 });
                return crate::Flow::Ask;
            }
            at += 1;
        }
        self.frames.pop();
        let mut departures: kernel::Flat<Departure, 20> = kernel::Flat::new();
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
        for departure in departures.iter().filter(|departure| departure.by_attack) {
            let attackers = self.attack().map(|attack| attack.attackers).unwrap_or_default();
            for attacker in attackers.iter() {
                self.happen(Moment::DestroysByAttack, *attacker, departure.card, 0, cx);
            }
        }
        for departure in departures.iter() {
            let card = self.table.find(departure.card);
            self.carry_out(departure, cx);
            if let Some(card) = card {
                self.follow_in_run(departure.card, card);
            }
        }
        self.report_top(departures.len() as i16);
        crate::Flow::Go
    }

    /// One card leaves with nothing to replace it.
    pub(crate) fn depart(&mut self, departure: Departure, cx: &mut Cx<'_>) {
        self.announce_departure(&departure, cx);
        self.carry_out(&departure, cx);
    }

    pub(crate) fn announce_departure(&mut self, departure: &Departure, cx: &mut Cx<'_>) {
        let Some(card) = self.table.find(departure.card) else { return };
        let (seat, named) = (self.table.seat(card), self.table.named(card));
        let destroyed = departure.exit == Exit::Destroyed;
        cx.log.say(rule!("ZONE-DROP-1"), || What::Left { seat, card: named, destroyed });
        if destroyed {
            self.happen(Moment::Destroyed, departure.card, Object::default(), departure.by_attack.into(), cx);
        }
        self.happen(Moment::Leaves, departure.card, Object::default(), 0, cx);
        let back = match departure.exit {
            Exit::ToHand => 0,
            Exit::ToDeckTop | Exit::ToDeckBottom => 1,
            _ => return,
        };
        self.happen(Moment::Returned, departure.card, Object::default(), back, cx);
    }

    fn carry_out(&mut self, departure: &Departure, cx: &mut Cx<'_>) {
        let Some(card) = self.table.find(departure.card) else { return };
        let owner = self.table.owner(card);
        // BF OTHER-SOUL-2: the soul is dropped together with its holder.
        self.drop_soul(card, cx);
        self.dirty = true;
        match departure.exit {
            Exit::ToHand => self.shift(card, owner, Zone::Hand, End::Bottom, rule!("ZONE-DROP-1"), cx),
            Exit::ToGauge => self.shift(card, owner, Zone::Gauge, End::Bottom, rule!("ZONE-GAUGE-1"), cx),
            Exit::ToDeckTop => self.shift(card, owner, Zone::Deck, End::Top, rule!("ZONE-DECK-1"), cx),
            Exit::ToDeckBottom => self.shift(card, owner, Zone::Deck, End::Bottom, rule!("ZONE-DECK-1"), cx),
            Exit::Removed => {
                self.shift(card, owner, Zone::Removed, End::Bottom, rule!("OTHER-REMOVED-1"), cx)
            }
            Exit::ToTreasure => self.bury(card, cx),
            Exit::Destroyed | Exit::Dropped | Exit::Checked => {
                self.put_in_drop(card, rule!("ZONE-DROP-1"), cx)
            }
        }
        self.follow(departure.card, card);
    }

    pub(crate) fn drop_soul(&mut self, host: Card, cx: &mut Cx<'_>) {
        loop {
            let next = self.soul(host).next();
            let Some(card) = next else { return };
            self.drop_from_soul(card, rule!("OTHER-SOUL-2"), cx);
        }
    }

    // ---- turning ----------------------------------------------------------------------------------------------

    pub(crate) fn rest(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        if self.table.marks(card).rested() {
            return false;
        }
        self.table.marks_mut(card).set_rested(true);
        self.dirty = true;
        let named = self.table.named(card);
        cx.log.say(rule, || What::Rested(named));
        let object = self.table.object(card);
        self.happen(Moment::Rested, object, Object::default(), 0, cx);
        true
    }

    pub(crate) fn stand(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        // What cannot stand is not put to [Stand] by anything: a phase, an effect or a keyword.
        if !self.table.marks(card).rested() || self.cannot(card, Cannot::Stand) {
            return false;
        }
        self.table.marks_mut(card).set_rested(false);
        self.dirty = true;
        let named = self.table.named(card);
        cx.log.say(rule, || What::Stood(named));
        let object = self.table.object(card);
        self.happen(Moment::Stood, object, Object::default(), 0, cx);
        true
    }

    // ---- life -------------------------------------------------------------------------------------------------

    /// Damage by attacking cards together.
    pub(crate) fn attack_damage(
        &mut self,
        seat: Seat,
        amount: i32,
        by: &[Object],
        rule: RuleId,
        cx: &mut Cx<'_>,
    ) {
        self.damage(seat, amount, by, Damage::Attack, rule, cx);
    }

    /// Damage to a fighter by cards. Life stops at zero. Says how much it was.
    pub(crate) fn damage(
        &mut self,
        seat: Seat,
        amount: i32,
        by: &[Object],
        kind: Damage,
        rule: RuleId,
        cx: &mut Cx<'_>,
    ) -> i16 {
        let standing = self.standings[seat];
        let fixed = kind == Damage::Fixed;
        let less = match kind {
            Damage::Fixed => 0,
            Damage::Attack => i32::from(standing.less_damage),
            Damage::Effect => i32::from(standing.less_damage) + i32::from(standing.less_effect_damage),
        };
        if amount <= 0 || (!fixed && standing.cannot(Cannot::BeDamaged)) {
            return 0;
        }
        let mut amount = amount - less;
        if !fixed && amount > 0 && !self.lasting.is_empty() {
            let next = |change: &Change| matches!(change, Change::ReduceNext(_));
            // BF CAST-3.1: all that wait for the next damage meet it, and none of them is left for another.
            while let Some(less) = self.use_up(On::Player(seat), next, cx.pool) {
                amount -= less;
            }
        }
        let amount = amount.clamp(0, 250) as u8;
        if amount == 0 {
            return 0;
        }
        self.life[seat] = self.life[seat].saturating_sub(amount);
        self.dirty = true;
        cx.log.say(rule, || What::Damaged { seat, amount });
        self.notice_zero(seat, cx);
        for source in by {
            let to_opponent = self.table.find(*source).is_some_and(|card| self.table.seat(card) != seat);
            if to_opponent {
                self.happen(Moment::DealsDamage, *source, Object::default(), amount.into(), cx);
            }
        }
        let first = by.first().copied().unwrap_or_default();
        self.happen_to(Moment::TakesDamage, seat, first, amount.into(), cx);
        amount.into()
    }

    /// Life that is lost without being damage.
    pub(crate) fn lose_life(&mut self, seat: Seat, amount: i32, rule: RuleId, cx: &mut Cx<'_>) -> i16 {
        let amount = amount.clamp(0, i32::from(self.life[seat])) as u8;
        self.life[seat] -= amount;
        self.dirty = true;
        cx.log.say(rule, || What::Paid { seat, amount });
        if amount > 0 {
            self.notice_zero(seat, cx);
        }
        amount.into()
    }

    /// BF OTHER-DECKFLAG-4: life that has become zero is a moment of its own.
    pub(crate) fn notice_zero(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        if self.life[seat] == 0 {
            self.happen_to(Moment::LifeZero, seat, Object::default(), 0, cx);
        }
    }

    /// BF OTHER-TREASURE-1, OTHER-TREASURE-2: face down in its owner's spell area, for its owner to look at.
    pub(crate) fn bury(&mut self, card: Card, cx: &mut Cx<'_>) {
        let (owner, from) = (self.table.owner(card), self.table.zone(card));
        let knew = self.table.known(card);
        self.put(cx.pool, card, Place::new(owner, Zone::Spell), End::Bottom);
        self.arrivals = self.arrivals.saturating_add(1);
        let marks = self.table.marks_mut(card);
        marks.arrival = self.arrivals;
        marks.set_face_down(true);
        self.table.forget(card, Seats::ALL);
        self.table.reveal(card, knew.with(Seats::only(owner)));
        self.dirty = true;
        let named = self.table.named(card);
        let seats = self.table.known(card);
        cx.log.tell(rule!("OTHER-TREASURE-1"), seats, || What::Moved {
            seat: owner,
            card: named,
            from,
            to: Zone::Spell,
        });
    }

    pub(crate) fn gain_life(&mut self, seat: Seat, amount: i32, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        let amount = amount.clamp(0, 250) as u8;
        if amount == 0 || self.standings[seat].cannot(Cannot::GainLife) {
            return false;
        }
        self.life[seat] = self.life[seat].saturating_add(amount);
        self.dirty = true;
        cx.log.say(rule, || What::Gained { seat, amount });
        self.happen_to(Moment::GainsLife, seat, Object::default(), amount.into(), cx);
        true
    }

    // ---- frames -----------------------------------------------------------------------------------------------

    pub(crate) fn set_top(&mut self, frame: Frame) {
        if let Some(top) = self.frames.last_mut() {
            *top = frame;
        }
    }

    /// Tells the effect on top how a verb went that took frames of its own.
    pub(crate) fn report_top(&mut self, count: i16) {
        match self.frames.last_mut() {
            Some(Frame::Effect(run)) => run.report(count),
            Some(Frame::Play(play)) => play.run.report(count),
            _ => {}
        }
    }
}
