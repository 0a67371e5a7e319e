//! How the verbs are carried out that take more than a line: what `verbs.rs` hands on.

use crate::card::{Cards, Kind};
use crate::event::What;
use crate::keyword::movement;
use crate::state::{Exit, Frame, How, State, Target, Zone};
use crate::vocab::{Cannot, Moment, Pay, Verb, Words};
use crate::{Cx, rule};
use effects::{Amount, Done, Run, Who};
use kernel::{Card, Object, Seat, Seats};

impl State {
    /// The declaration is through, unless it goes on.
    pub(crate) fn announce(&mut self, run: &Run, cards: &Cards) -> Done {
        // BF OLD-ACT-1.1.1, OLD-AUTO-2.1.2: in classic the declaration goes on to the soul cards, if any are
        // chosen.
        let announces = |op: &effects::Op<Words>| matches!(op, effects::Op::Do(Verb::AnnounceSoul));
        let goes_on = self.is_classic() && cards.ability(run.ability).program.iter().any(announces);
        if !goes_on {
            self.announced();
        }
        Done::Now(1)
    }

    /// Cards of a hand are discarded.
    pub(crate) fn discard(&mut self, target: &effects::Target<Words>, run: &Run, cx: &mut Cx<'_>) -> Done {
        for card in self.meant(target, run, cx.pool).iter() {
            let object = self.table.object(*card);
            self.happen(Moment::Discarded, object, Object::default(), 0, cx);
        }
        self.send_away(target, Exit::Dropped, run, cx)
    }

    /// Cards go into a soul.
    pub(crate) fn put_into_soul(
        &mut self,
        what: &effects::Target<Words>,
        host: &effects::Target<Words>,
        face_down: bool,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let Some(host) = self.meant(host, run, cx.pool).first().copied() else { return Done::Now(0) };
        let cards = self.meant(what, run, cx.pool);
        let mut done = 0;
        for card in cards.iter().filter(|card| **card != host) {
            self.leave_for_soul(*card, cx);
            self.tuck(*card, host, face_down, rule!("OTHER-SOUL-1"), cx);
            done += 1;
        }
        Done::Now(done)
    }

    /// The card itself goes on top of another.
    pub(crate) fn on_top(&mut self, target: &effects::Target<Words>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(host) = self.table.find(run.source) else { return Done::Now(0) };
        let Some(below) = self.meant(target, run, cx.pool).first().copied() else {
            return Done::Now(0);
        };
        // BF ZONE-FLAGITEM-3: the card below is not displaced; what it had under it stays in the pile.
        self.table.rehost(below, host);
        self.leave_for_soul(below, cx);
        self.tuck(below, host, false, rule!("ZONE-FLAGITEM-3"), cx);
        Done::Now(1)
    }

    /// Fighters draw.
    pub(crate) fn draw_by_effect(
        &mut self,
        who: Who,
        amount: &Amount<Words>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let number = self.number(amount, run, cx);
        self.for_seats(who, run, |state, seat| {
            if state.standings[seat].cannot(Cannot::DrawByEffects) {
                return 0;
            }
            (0..number).filter(|_| state.draw_one(seat, rule!("ZONE-DECK-3"), cx)).count() as i16
        })
    }

    /// Life becomes a number.
    pub(crate) fn set_life(&mut self, who: Who, amount: &Amount<Words>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let number = self.number(amount, run, cx).clamp(0, 250) as u8;
        self.for_seats(who, run, |state, seat| {
            state.life[seat] = number;
            state.dirty = true;
            state.notice_zero(seat, cx);
            1
        })
    }

    /// Gauge is paid, less what it has become cheaper by.
    pub(crate) fn pay_gauge_for(&mut self, amount: &Amount<Words>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let asked = self.number(amount, run, cx);
        let number = (asked - self.rebate(cx.pool, run)).clamp(0, 100) as u8;
        if number == 0 && asked > 0 {
            // What costs nothing any more is paid.
            return Done::Now(1);
        }
        self.pay_gauge(run.controller, number, cx)
    }

    /// The top cards of decks are dropped.
    pub(crate) fn top_to_drop(
        &mut self,
        who: Who,
        amount: &Amount<Words>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let number = self.number(amount, run, cx);
        self.for_seats(who, run, |state, seat| {
            // BF OTHER-DROP-3: protected from the other fighter's effects, however they put it.
            if seat != run.controller && state.standings[seat].cannot(Cannot::LoseDeck) {
                return 0;
            }
            let mut done = 0;
            for _ in 0..number {
                let Some(card) = state.zone(seat, Zone::Deck).first().copied() else { break };
                state.put_in_drop(card, rule!("OTHER-DROP-1"), cx);
                done += 1;
            }
            done
        })
    }

    /// The top cards of the deck go into a soul.
    pub(crate) fn top_to_soul(
        &mut self,
        host: &effects::Target<Words>,
        amount: &Amount<Words>,
        face_down: bool,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let number = self.number(amount, run, cx);
        let Some(host) = self.meant(host, run, cx.pool).first().copied() else { return Done::Now(0) };
        let seat = run.controller;
        let mut done = 0;
        for _ in 0..number {
            let Some(card) = self.zone(seat, Zone::Deck).first().copied() else { break };
            self.tuck(card, host, face_down, rule!("OTHER-SOUL-1"), cx);
            done += 1;
        }
        Done::Now(done)
    }

    /// The top cards of decks are shown to these seats, and remembered.
    pub(crate) fn reveal_top(
        &mut self,
        who: Who,
        amount: &Amount<Words>,
        slot: effects::Slot,
        seats: Seats,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let number = self.number(amount, run, cx).max(0) as usize;
        self.for_seats(who, run, |state, seat| {
            let number = number.min(state.count(seat, Zone::Deck));
            for at in 0..number {
                let card = state.zone(seat, Zone::Deck)[at];
                state.table.reveal(card, seats);
                let object = state.table.object(card);
                state.picks.bind(slot, object);
                let named = state.table.named(card);
                cx.log.tell(rule!("ZONE-DECK-2"), seats, || What::Revealed { seat, card: named });
            }
            number as i16
        })
    }

    /// Cards stand that may.
    pub(crate) fn stand_all(&mut self, target: &effects::Target<Words>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let cards = self.meant(target, run, cx.pool);
        let mut done = 0;
        for card in cards.iter() {
            done += i16::from(self.stand(*card, rule!("ACT-1.3.1"), cx));
        }
        Done::Now(done)
    }

    /// A monster is called, to an area or onto another.
    pub(crate) fn call(&mut self, verb: &Verb, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Verb::Call { what, pay, to, onto, apart } = verb else { return Done::Now(0) };
        let (pay, to) = (*pay, *to);
        let cards = self.meant(what, run, cx.pool);
        let Some(card) = cards.first().copied() else { return Done::Now(0) };
        if !self.callable(cx.pool, run.controller, card, pay) {
            return Done::Now(0);
        }
        if let Some(onto) = onto {
            let below = self.meant(onto, run, cx.pool).first().copied();
            let Some(below) = below.filter(|below| self.table.zone(*below).is_area()) else {
                return Done::Now(0);
            };
            return self.call_onto(run.controller, card, below, pay, cx);
        }
        let object = self.table.object(card);
        let barred = apart.map_or(0, |slot| self.taken_by(slot, run));
        let fits = |area: Zone| {
            barred >> area as u8 & 1 == 0 && self.can_call_to(cx.pool, run.controller, card, area).is_ok()
        };
        if to.is_some_and(|area| !fits(area)) || !Zone::AREAS.iter().any(|area| fits(*area)) {
            return Done::Now(0);
        }
        self.frames.push(Frame::Place { seat: run.controller, card: object, pay, barred });
        if let Some(area) = to {
            self.call_by_effect(run.controller, object, pay, area, cx);
        }
        Done::Later
    }

    /// The areas that cards of a slot were called to, one bit each.
    fn taken_by(&self, slot: effects::Slot, run: &Run) -> u8 {
        let called = self.picks.of(run, slot).filter_map(|pick| self.table.find(pick.object));
        called
            .map(|card| self.table.zone(card))
            .filter(|zone| zone.is_area())
            .fold(0, |all, area| all | 1 << area as u8)
    }

    /// A card is cast or equipped, or transforms, if that is possible: what its kind is for.
    pub(crate) fn use_card(
        &mut self,
        what: &effects::Target<Words>,
        able: fn(&State, &Cards, Seat, Card, Pay) -> bool,
        pay: Pay,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let card = self.meant(what, run, cx.pool).first().copied();
        let Some(card) = card.filter(|card| able(self, cx.pool, run.controller, *card, pay)) else {
            return Done::Now(0);
        };
        let how = match cx.pool.get(self.print(card)).kind {
            Kind::Spell | Kind::Impact => How::Cast,
            Kind::Item => How::Equip,
            _ => How::Transform,
        };
        self.use_by_effect(run.controller, card, how, pay, cx)
    }

    /// Monsters move to a free area.
    pub(crate) fn move_to(
        &mut self,
        what: &effects::Target<Words>,
        area: Option<Zone>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let cards = self.meant(what, run, cx.pool);
        let mut done = 0;
        for card in cards.iter() {
            let seat = self.table.seat(*card);
            if let Some(area) =
                area.filter(|area| self.table.zone(*card) != *area && self.count(seat, *area) == 0)
            {
                movement::go(self, *card, area, cx);
                done += 1;
            }
        }
        Done::Now(done)
    }

    /// BF FINAL-QA4: the card rests, a target is chosen, and the flow runs from 2.2 to 4.
    pub(crate) fn attack_with(&mut self, target: &effects::Target<Words>, run: &Run, cards: &Cards) -> Done {
        let card = self.meant(target, run, cards).first().copied();
        let Some(card) = card.filter(|card| self.can_attack_by_effect(*card)) else {
            return Done::Now(0);
        };
        let object = self.table.object(card);
        self.frames.push(Frame::Aim { card: object });
        Done::Later
    }

    /// The battle goes on against another monster.
    pub(crate) fn redirect(&mut self, target: &effects::Target<Words>, run: &Run, cards: &Cards) -> Done {
        let Some(card) = self.meant(target, run, cards).first().copied() else {
            return Done::Now(0);
        };
        let aim = Target::Monster(self.table.object(card), self.table.zone(card));
        match self.attack_mut().filter(|attack| attack.in_battle) {
            Some(attack) => {
                attack.target = aim;
                self.dirty = true;
                Done::Now(1)
            }
            None => Done::Now(0),
        }
    }

    /// A card becomes the flag.
    pub(crate) fn raise_as_flag(
        &mut self,
        target: &effects::Target<Words>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let Some(card) = self.meant(target, run, cx.pool).first().copied() else {
            return Done::Now(0);
        };
        let was = self.table.object(card);
        self.raise(card, run.controller, rule!("OTHER-DECKFLAG-3"), cx);
        self.follow_in_run(was, card);
        Done::Now(1)
    }

    /// Rock, paper, scissors: neither hand is better than another, whoever wins does so by chance alone.
    pub(crate) fn hands_duel(&mut self, seat: Seat, cx: &mut Cx<'_>) -> Done {
        let wins = cx.chance.below(2) == 1;
        cx.log.say(rule!("ACT-1.3.1"), || What::Dueled { seat, wins });
        Done::Now(i16::from(wins))
    }

    /// A fighter names a kind of card.
    pub(crate) fn declare_kind(&mut self, kind: Kind, seat: Seat, cx: &mut Cx<'_>) -> Done {
        cx.log.say(rule!("CROSS-TYPE-0"), || What::DeclaredKind(seat, kind));
        let top = self.frames.len().saturating_sub(1);
        if let Some(run) = effects::Host::running_mut(self, top) {
            run.named = kind as i16;
        }
        Done::Now(1)
    }

    /// Hands are shown to these seats.
    pub(crate) fn show_hand(&mut self, who: Who, eyes: Seats, run: &Run, cx: &mut Cx<'_>) -> Done {
        self.for_seats(who, run, |state, seat| {
            for at in 0..state.count(seat, Zone::Hand) {
                let card = state.zone(seat, Zone::Hand)[at];
                state.table.reveal(card, eyes);
                let named = state.table.named(card);
                cx.log.tell(rule!("ACT-1.3.1"), eyes, || What::Revealed { seat, card: named });
            }
            state.count(seat, Zone::Hand) as i16
        })
    }

    /// Cards are shown to both fighters.
    pub(crate) fn show_cards(&mut self, target: &effects::Target<Words>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let cards = self.meant(target, run, cx.pool);
        for card in cards.iter() {
            self.table.reveal(*card, Seats::ALL);
            let (seat, named) = (self.table.seat(*card), self.table.named(*card));
            cx.log.say(rule!("ACT-1.3.1"), || What::Revealed { seat, card: named });
        }
        Done::Now(cards.len() as i16)
    }
}
