//! Cards that go somewhere together: deletion, returning, trashing, being placed under something. What would happen
//! is offered to immediate-type effects first; then all of it happens at the same time.

use crate::card::{Ban, Cards};
use crate::rule;
use crate::state::{Area, Cause, Cx, Frame, Leave, LeaveStep, LeaveWay, Mark, State, To, What};
use crate::vocab::{Cannot, Moment};
use effects::Asked;
use kernel::{Card, End, Flat, Object, Seats};

type Group = Flat<Object, 64>;

impl State {
    /// The cards of the innermost departure.
    pub(crate) fn leaving(&self) -> &[Object] {
        let from = self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Leave(leave) => Some(leave.from as usize),
            _ => None,
        });
        from.and_then(|from| self.core.bag.get(from..)).unwrap_or(&[])
    }

    /// DCG 15-8-5-2: these are not removed after all.
    pub(crate) fn prevent(&mut self, object: Object) -> bool {
        let from = self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Leave(leave) => Some(leave.from as usize),
            _ => None,
        });
        let Some(from) = from else { return false };
        let at = self.core.bag.iter().skip(from).position(|held| held.stamp == object.stamp);
        if let Some(at) = at {
            self.core.bag.remove(from + at);
        }
        at.is_some()
    }

    pub(crate) fn step_leave(&mut self, leave: Leave, cx: Cx) {
        self.core.cause = leave.cause;
        match leave.step {
            LeaveStep::Pick if leave.either => {
                self.set_top(Frame::Leave(Leave { step: LeaveStep::EndAsked, ..leave }));
            }
            LeaveStep::Pick => {
                let left = self.core.bag.len() - leave.from as usize;
                let asks = leave.need > 0 && left > leave.need as usize;
                let step = if asks { LeaveStep::PickAsked } else { LeaveStep::Would };
                self.set_top(Frame::Leave(Leave { step, ..leave }));
            }
            LeaveStep::PickAsked | LeaveStep::EndAsked => {}
            LeaveStep::Would => {
                self.spare_protected(leave, cx);
                self.set_top(Frame::Leave(Leave { step: LeaveStep::Order, ..leave }));
                // DCG 18-2-4: what is done instead of something cannot be interrupted.
                if !leave.instead {
                    self.open_leave_window(leave, cx);
                }
            }
            LeaveStep::Order => {
                let left = self.core.bag.len() - leave.from as usize;
                let placed = if leave.ordered == u8::MAX { left } else { leave.ordered as usize };
                let asks = leave.way.is_ordered() && left - placed.min(left) > 1;
                let step = if asks { LeaveStep::OrderAsked } else { LeaveStep::Go };
                self.set_top(Frame::Leave(Leave { step, ..leave }));
            }
            LeaveStep::OrderAsked => {}
            LeaveStep::Go => {
                let mut group = Group::new();
                self.core.bag[leave.from as usize..].iter().for_each(|object| group.push(*object));
                self.core.bag.truncate(leave.from as usize);
                self.pop();
                self.order_overflow(leave.way, &mut group);
                let count = self.go(leave, &group, cx);
                if leave.report {
                    self.report(count);
                }
            }
        }
    }

    /// DCG 4-17-5-1, 4-17-5-2: the turn player's <Overflow> is processed before the other player's, so that player's cards go
    /// first. Whose they are says where they go, so nothing else changes; under one card their order is kept.
    fn order_overflow(&self, way: LeaveWay, group: &mut Group) {
        if group.len() > 1 && !matches!(way, LeaveWay::Under { .. }) {
            let turn = self.core.turn;
            let is_other =
                |object: &Object| self.table.find(*object).map(|card| self.table.owner(card)) != Some(turn);
            group.sort_by_key(is_other);
        }
    }

    /// The player has said to which end of the pile they go.
    pub(crate) fn go_to_end(&mut self, leave: Leave, top: bool) {
        let way = match leave.way {
            LeaveWay::Send(To::DeckTop | To::DeckBottom) if top => LeaveWay::Send(To::DeckTop),
            LeaveWay::Send(To::DeckTop | To::DeckBottom) => LeaveWay::Send(To::DeckBottom),
            LeaveWay::Send(To::SecurityTop | To::SecurityBottom) if top => LeaveWay::Send(To::SecurityTop),
            LeaveWay::Send(To::SecurityTop | To::SecurityBottom) => LeaveWay::Send(To::SecurityBottom),
            LeaveWay::Send(To::SecurityTopUp | To::SecurityBottomUp) if top => {
                LeaveWay::Send(To::SecurityTopUp)
            }
            LeaveWay::Send(To::SecurityTopUp | To::SecurityBottomUp) => LeaveWay::Send(To::SecurityBottomUp),
            LeaveWay::Under { face_down, .. } => LeaveWay::Under { top, face_down },
            way => way,
        };
        self.set_top(Frame::Leave(Leave { step: LeaveStep::Pick, way, either: false, ..leave }));
    }

    /// DCG 3-1-3-4: the next card in the order.
    pub(crate) fn put_next(&mut self, leave: Leave, card: Card) {
        let from = (leave.from + leave.ordered) as usize;
        let object = self.table.object(card);
        if let Some(at) = self.core.bag.iter().skip(from).position(|held| held.stamp == object.stamp) {
            let held = self.core.bag.remove(from + at);
            self.core.bag.insert(from, held);
        }
        let ordered = leave.ordered + 1;
        let next = match leave.step {
            LeaveStep::PickAsked if ordered >= leave.need => {
                self.core.bag.truncate((leave.from + ordered) as usize);
                Leave { step: LeaveStep::Would, need: 0, ordered: 0, ..leave }
            }
            LeaveStep::PickAsked => Leave { ordered, ..leave },
            _ => Leave { step: LeaveStep::Order, ordered, ..leave },
        };
        self.set_top(Frame::Leave(next));
    }

    /// Tells the effect right below how a verb of it went.
    pub(crate) fn report(&mut self, count: i16) {
        if let Some(Frame::Effect(running)) = self.core.frames.last_mut() {
            running.run.report(count);
        }
    }

    /// Tells the effect that began an entry how it went; it may have begun several.
    pub(crate) fn report_entry(&mut self, count: i16) {
        if let Some(run) = self.entering_effect() {
            run.report_more(count);
        }
    }

    /// The effect that the entries on top of the stack belong to.
    pub(crate) fn entering_effect(&mut self) -> Option<&mut effects::Run> {
        self.core.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Effect(running) => Some(&mut running.run),
            _ => None,
        })
    }

    /// Takes out what the cause cannot do anything to.
    fn spare_protected(&mut self, leave: Leave, cx: Cx) {
        let from = leave.from as usize;
        let mut at = from;
        while let Some(object) = self.core.bag.get(at).copied() {
            let keep = self.table.find(object).is_some_and(|card| self.can_go(cx.pool, card, leave));
            if keep {
                at += 1;
            } else {
                self.core.bag.remove(at);
            }
        }
    }

    pub(crate) fn can_go(&self, cards: &Cards, card: Card, leave: Leave) -> bool {
        if let LeaveWay::Send(to) = leave.way {
            // DCG 15-15-3-4, 15-15-4-5: nothing is added to an area that is looked through.
            if self.is_closed(cards, self.table.owner(card), to.area()) {
                return false;
            }
        }
        if !self.is_field(card) {
            return !self.keeps_under(cards, card, leave);
        }
        match leave.cause {
            Cause::Effect { seat, kinds, .. } => {
                // DCG 15-15-6-1: not affected by effects.
                if self.is_unaffected(cards, card, seat, crate::card::Kinds(kinds), Asked::NOTHING) {
                    return false;
                }
                let deleted = leave.way == LeaveWay::Delete;
                !self.cannot(cards, card, Ban::Leave, |cannot| match cannot {
                    Cannot::BeDeleted => deleted,
                    Cannot::BeDeletedBy(who) => deleted && self.is_who(*who, card, seat),
                    Cannot::BeReturnedBy(who) => returns(leave.way) && self.is_who(*who, card, seat),
                    Cannot::LeaveBy(who) => !deleted && self.is_who(*who, card, seat),
                    _ => false,
                })
            }
            Cause::Battle => !self.cannot(cards, card, Ban::Leave, |cannot| {
                matches!(cannot, Cannot::BeDeleted | Cannot::BeDeletedInBattle)
            }),
            Cause::Rule | Cause::ZeroDp | Cause::Materials => true,
        }
    }

    /// Digivolution cards that an effect cannot trash.
    fn keeps_under(&self, cards: &Cards, card: Card, leave: Leave) -> bool {
        let Cause::Effect { seat, kinds, .. } = leave.cause else { return false };
        let host = self.table.row(card).host().filter(|_| leave.way == LeaveWay::Send(To::Trash));
        let own =
            |cannot: &Cannot| matches!(cannot, Cannot::BeTrashedBy(who) if self.is_who(*who, card, seat));
        host.is_some_and(|host| {
            let kept = |cannot: &Cannot| matches!(cannot, Cannot::UnderTrashedBy(who) if self.is_who(*who, host, seat));
            self.cannot(cards, host, Ban::Under, kept) || self.cannot(cards, card, Ban::Under, own) || self.is_unaffected(cards, host, seat, crate::card::Kinds(kinds), Asked::NOTHING)
        })
    }

    fn open_leave_window(&mut self, leave: Leave, cx: Cx) {
        let mut field = Group::new();
        let mut under = Group::new();
        for object in &self.core.bag[leave.from as usize..] {
            match self.table.find(*object).map(|card| self.table.zone(card)) {
                Some(Area::Battle) => field.push(*object),
                Some(Area::Under) if leave.way == LeaveWay::Send(To::Trash) => under.push(*object),
                _ => {}
            }
        }
        let window = self.window();
        let mut any = false;
        let none = Object::default();
        if leave.way == LeaveWay::Delete {
            any |= self.would(Moment::Deleted, &field, none, window, cx);
        } else if returns(leave.way) {
            any |= self.would(Moment::Returned, &field, none, window, cx);
        }
        any |= self.would(Moment::Left, &field, none, window, cx);
        if !under.is_empty() {
            let hosts = self.hosts_of(&under);
            for host in hosts.iter() {
                let cards = self.cards_of_host(&under, *host);
                any |= self.would(Moment::TrashedFromUnder, &cards, *host, window, cx);
            }
            any |= self.would(Moment::UnderTrashed, &hosts, none, window, cx);
        }
        if any {
            self.push(Frame::Drain(window));
        }
    }

    /// Those of a group that lie under this card.
    fn cards_of_host(&self, group: &Group, host: Object) -> Group {
        let mut cards = *group;
        cards.retain(|object| self.host_of_card(*object) == Some(host));
        cards
    }

    /// What cards lie under, each once.
    fn hosts_of(&self, group: &Group) -> Group {
        let mut hosts = Group::new();
        for host in group.iter().filter_map(|object| self.host_of_card(*object)) {
            if !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        hosts
    }

    fn host_of_card(&self, object: Object) -> Option<Object> {
        let host = self.table.find(object).and_then(|card| self.table.row(card).host())?;
        Some(self.table.object(host))
    }

    /// Carries it out. Returns how many cards went.
    fn go(&mut self, leave: Leave, group: &Group, cx: Cx) -> i16 {
        self.core.cause = leave.cause;
        let first = self.core.waiting.len();
        // DCG 3-1-3-3: they leave together, so that what waits sees all of them still there.
        self.notice_going(leave, group, cx);
        let mut count = 0;
        let mut arrived = Group::new();
        let mut loose = Group::new();
        // DCG 3-2-4, 3-7-5: handled one by one, they count as placed simultaneously.
        for object in group.iter() {
            let Some(card) = self.table.find(*object) else { continue };
            let (from, shown) = (self.origin(card), self.table.zone(card) == Area::Aside);
            if !matches!(from, Area::Battle | Area::Breeding) {
                loose.push(*object);
            }
            self.remember_figure(*object, card, cx.pool);
            if self.go_one(leave, card, cx) {
                // DCG 15-1-9: placed, though a rule of Digi-Egg cards or tokens sends it elsewhere.
                count += 1;
                let area = self.table.zone(card);
                if leave.report && (area.is_public() || shown && area == Area::Hand) {
                    // "That card" goes on meaning it where everybody can see it, or saw it go.
                    if shown && area == Area::Hand {
                        self.core.picks.bind(crate::effect::TAKEN, self.table.object(card));
                    }
                    match shown {
                        true if area == Area::Hand && self.is_taken_unchosen(cx.pool, *object) => {}
                        true => self.rebind_taken(*object, card),
                        false => self.rebind(*object, card),
                    }
                }
                let object = self.table.object(card);
                // DCG 15-1-10: added only where it really went.
                match self.table.zone(card) {
                    Area::Security if from == Area::Security => {}
                    Area::Hand | Area::Security | Area::Under | Area::Battle => arrived.push(object),
                    _ => {}
                }
            }
        }
        self.follow(first, group, &loose);
        if !arrived.is_empty() {
            self.notice_coming(leave, &arrived, cx);
        }
        count
    }

    /// What waits for cards where they went.
    fn notice_coming(&mut self, leave: Leave, group: &Group, cx: Cx) {
        let part = |state: &State, area: Area| {
            let mut found = *group;
            let lies = |object: &Object| state.table.find(*object).map(|card| state.table.zone(card));
            found.retain(|object| lies(object) == Some(area));
            found
        };
        for (area, moment) in [
            (Area::Hand, Moment::HandGained),
            (Area::Security, Moment::SecurityGained),
            (Area::Battle, Moment::Placed),
        ] {
            if self.hears(moment) {
                self.notice(moment, &part(self, area), Object::default(), cx);
            }
        }
        if !self.hears(Moment::UnderGained) {
            return;
        }
        let tucked = part(self, Area::Under);
        if let (Some(other), Some(host)) = (tucked.first(), self.table.find(leave.host)) {
            let object = self.table.object(host);
            self.notice(Moment::UnderGained, &[object], *other, cx);
        }
    }

    /// DCG 4-13-2, 4-14-2: effects about leaving trigger in the area that is left.
    fn notice_going(&mut self, leave: Leave, group: &Group, cx: Cx) {
        let none = Object::default();
        let trashes = leave.way == LeaveWay::Send(To::Trash);
        if leave.way == LeaveWay::Delete {
            self.notice_from_area(Moment::Deleted, Area::Battle, leave, group, cx);
        } else if trashes {
            // DCG 4-14-3: trashing is no deletion.
            self.notice_from_area(Moment::BattleTrashed, Area::Battle, leave, group, cx);
        }
        if returns(leave.way) {
            self.notice_from_area(Moment::Returned, Area::Battle, leave, group, cx);
        }
        self.notice_from_area(Moment::Left, Area::Battle, leave, group, cx);
        if trashes {
            self.notice_from_area(Moment::HandTrashed, Area::Hand, leave, group, cx);
            if self.hears(Moment::DeckTrashed) {
                let mut group = self.going_from(Area::Deck, leave, group);
                // DCG 15-15-3-1: revealed cards are in no area, so they are not trashed from the deck.
                let shown = |object: &Object| {
                    self.table.find(*object).is_some_and(|card| self.table.zone(card) == Area::Aside)
                };
                group.retain(|object| !shown(object));
                self.notice(Moment::DeckTrashed, &group, none, cx);
            }
            self.notice_from_area(Moment::SecurityTrashed, Area::Security, leave, group, cx);
            if self.hears(Moment::TrashedFromUnder) {
                let under = self.going_from(Area::Under, leave, group);
                for host in self.hosts_of(&under).iter() {
                    let cards = self.cards_of_host(&under, *host);
                    self.notice(Moment::TrashedFromUnder, &cards, *host, cx);
                }
            }
            for (area, moment) in [(Area::Under, Moment::UnderTrashed), (Area::Links, Moment::LinkTrashed)] {
                if self.hears(moment) {
                    let cards = self.going_from(area, leave, group);
                    let hosts = self.hosts_of(&cards);
                    let other = cards.first().copied().unwrap_or_default();
                    self.notice(moment, &hosts, other, cx);
                }
            }
        }
        if leave.burst {
            self.notice_from_area(Moment::TrashedForBurst, Area::Under, leave, group, cx);
        }
        self.notice_from_area(Moment::SecurityLost, Area::Security, leave, group, cx);
        if leave.way == LeaveWay::Send(To::Hand) {
            self.notice_from_area(Moment::TrashLost, Area::Trash, leave, group, cx);
        } else if returns(leave.way) {
            self.notice_from_area(Moment::TrashDecked, Area::Trash, leave, group, cx);
        }
    }

    /// What waits for cards that leave an area: they are gathered only where something does.
    fn notice_from_area(&mut self, moment: Moment, area: Area, leave: Leave, group: &Group, cx: Cx) {
        if self.hears(moment) {
            let going = self.going_from(area, leave, group);
            self.notice(moment, &going, Object::default(), cx);
        }
    }

    /// Those of a group that leave an area.
    fn going_from(&self, area: Area, leave: Leave, group: &Group) -> Group {
        let mut found = *group;
        found.retain(|object| {
            let from = self.table.find(*object).map(|card| self.origin(card));
            // DCG 15-15-3-2: what goes back to where it was shown from has not left it.
            let back = matches!(leave.way, LeaveWay::Send(to) if Some(to.area()) == from);
            from == Some(area) && !back
        });
        found
    }

    fn go_one(&mut self, leave: Leave, card: Card, cx: Cx) -> bool {
        match leave.way {
            LeaveWay::Delete => {
                if !self.is_field(card) {
                    return false;
                }
                self.delete_now(
                    card,
                    if leave.cause == Cause::Battle { rule!("14-2-2") } else { rule!("4-13-1") },
                    cx,
                );
            }
            LeaveWay::Send(to) => self.send(card, to, cx),
            LeaveWay::Under { top, face_down } => return self.tuck(card, leave.host, top, face_down, cx),
        }
        true
    }

    /// Moves one card where an effect sends it, together with what leaving the field entails.
    pub(crate) fn send(&mut self, card: Card, to: To, cx: Cx) {
        let (area, end) = match to {
            To::Hand => (Area::Hand, End::Bottom),
            To::DeckTop => (Area::Deck, End::Top),
            To::DeckBottom => (Area::Deck, End::Bottom),
            To::SecurityTop | To::SecurityTopUp => (Area::Security, End::Top),
            To::SecurityBottom | To::SecurityBottomUp => (Area::Security, End::Bottom),
            To::Trash => (Area::Trash, End::Top),
            To::Battle => (Area::Battle, End::Bottom),
        };
        let rule = match to {
            To::Trash => rule!("4-14-1"),
            _ => rule!("3-1-3-5"),
        };
        let hosts = self.is_field(card);
        if hosts {
            self.leave_field(card, area, end, rule, cx);
        } else {
            self.move_card(card, area, end, rule, cx);
        }
        if to == To::Battle {
            // DCG 17-1-3-3, 17-1-3-4: placed by an effect, so rule checks leave it alone.
            self.table.marks_mut(card).set(Mark::Placed, true);
            self.table.marks_mut(card).set(Mark::Fresh, true);
        }
        if matches!(to, To::SecurityTopUp | To::SecurityBottomUp) && self.table.zone(card) == Area::Security {
            // DCG 3-7-4: a face-up security card is public.
            self.table.marks_mut(card).set(Mark::FaceUp, true);
            self.uncover(card, rule!("3-7-4"), cx);
        }
    }

    /// Places a card under another.
    pub(crate) fn tuck(&mut self, card: Card, host: Object, top: bool, face_down: bool, cx: Cx) -> bool {
        let Some(host) = self.table.find(host) else { return false };
        // A card that is being played takes cards under it already (DCG 7-2-3-3); DCG 4-18-3: nothing is stacked with tokens.
        let takes = self.is_field(host) || self.is_being_played(host);
        if host == card || !takes || cx.pool.get(self.table.print(host)).token {
            return false;
        }
        if cx.pool.get(self.table.print(card)).token {
            self.leave_field(card, Area::Gone, End::Bottom, rule!("4-18-5"), cx);
            return true;
        }
        if self.is_field(card) {
            // DCG 4-5-7, 4-5-8: it counts as removed from the field, and what was under it is trashed.
            self.shed_all(card, cx);
        }
        let place = State::place(self.table.seat(host), Area::Under);
        // DCG 4-3-2: unless it is said otherwise, at the bottom.
        let end = match self.under(host).next() {
            Some(first) if top => End::At(self.table.position(first) as u8),
            _ => End::Bottom,
        };
        let (before, from) = (self.table.known(card), self.table.zone(card));
        self.put_under(cx.pool, card, host, place, end);
        if face_down {
            // DCG 4-5-10: hidden, but its owner may look.
            self.table.marks_mut(card).set(Mark::FaceDown, true);
            self.table.forget(card, Seats::ALL);
            self.table.reveal(card, before.with(Seats::only(self.table.owner(card))));
        }
        let named = self.named(card);
        let heard = self.table.known(card);
        cx.log.tell(rule!("4-5-5"), heard, || What::Moved { card: named, from, to: Area::Under });
        true
    }

    /// DCG 4-13-2, 15-8-3-5: effects that triggered by their own card leaving go on waiting where the card went: with
    /// the card that was on top.
    fn follow(&mut self, first: usize, group: &Group, loose: &Group) {
        for at in first..self.core.waiting.len() {
            let pending = self.core.waiting[at];
            let own = pending.wait.subject == pending.wait.source || pending.wait.subject == pending.card;
            if !group.contains(&pending.wait.subject) || pending.would {
                continue;
            }
            if !own {
                // "…, you may play 1 of them": what was no Digimon or Tamer goes on being that card in the trash.
                let subject = pending.wait.subject.card;
                if self.table.zone(subject) == Area::Trash && loose.contains(&pending.wait.subject) {
                    self.core.waiting[at].wait.subject = self.table.object(subject);
                }
                continue;
            }
            let source = self.table.object(pending.wait.source.card);
            let card = self.table.object(pending.card.card);
            let held = &mut self.core.waiting[at];
            held.wait.subject = if pending.wait.subject == pending.wait.source { source } else { card };
            held.wait.source = source;
            held.card = card;
            held.moved = true;
        }
    }
}

impl To {
    /// The area that it means.
    fn area(self) -> Area {
        match self {
            To::Hand => Area::Hand,
            To::DeckTop | To::DeckBottom => Area::Deck,
            To::SecurityTop | To::SecurityBottom | To::SecurityTopUp | To::SecurityBottomUp => Area::Security,
            To::Trash => Area::Trash,
            To::Battle => Area::Battle,
        }
    }
}

/// Returning to hand or deck.
fn returns(way: LeaveWay) -> bool {
    matches!(way, LeaveWay::Send(To::Hand | To::DeckTop | To::DeckBottom))
}
