//! The one seam for change: cards move, turn and gain only through these. Each primitive asks what replaces or
//! prevents it, changes the table, tells what happened with its rule, and feeds the triggers.

use crate::card::Kind;
use crate::cause::{Cause, MoveNote, Shift};
use crate::choice::What;
use crate::rule;
use crate::state::{Activated, Area, Draws, Frame, State};
use crate::turn::Next;
use crate::vocab::{Cannot, Keyword, Moment, Window};
use crate::{Cards, Cx};
use kernel::{Card, End, Flat, Object, Place, Print, RuleId, Seat, Seats};

impl State {
    // ---- moving ---------------------------------------------------------------------------------------------

    /// Moves a card, whatever lies under it included. Returns whether it moved.
    pub fn shift(&mut self, card: Card, how: Shift, cx: &mut Cx<'_>) -> bool {
        let Some((from, to)) = self.settle_shift(card, &how, cx.pool) else { return false };
        let first = self.note_leaving(card, from, to, &how, cx);
        self.carry_over(card, &how, from, to, first, cx);
        true
    }

    /// Moves several cards at the same time and for the same reason. Returns how many moved.
    pub fn shift_all(&mut self, cards: &[Card], how: Shift, cx: &mut Cx<'_>) -> i16 {
        self.shift_each(cards, |_, _, _| how, cx)
    }

    /// Moves several cards at the same time (DBS 0-2-9): where each goes, and what waits for its leaving, is settled
    /// before any of them has moved. Returns how many did.
    pub fn shift_each(
        &mut self,
        cards: &[Card],
        how: impl Fn(&State, &Cards, Card) -> Shift,
        cx: &mut Cx<'_>,
    ) -> i16 {
        let first = self.waiting.len();
        let mut going = [None; 64];
        for (slot, card) in going.iter_mut().zip(cards) {
            let how = how(self, cx.pool, *card);
            *slot = self.settle_shift(*card, &how, cx.pool).map(|(from, to)| (*card, how, from, to));
            if let Some((card, how, from, to)) = *slot {
                self.note_leaving(card, from, to, &how, cx);
            }
        }
        let mut moved = 0;
        for (card, how, from, to) in going.into_iter().flatten() {
            self.carry_over(card, &how, from, to, first, cx);
            moved += 1;
        }
        moved
    }

    /// Where a card comes from and goes to, if it may go.
    fn settle_shift(&self, card: Card, how: &Shift, cards: &Cards) -> Option<(Place<Area>, Place<Area>)> {
        let from = self.table.place(card);
        let owner = self.table.owner(card);
        // DBS 3-5-3, 10-1-1: a Leader Card that is no Z-Card never leaves the Leader Area.
        if from.zone == Area::Leader && !cards.printed(self.table.print(card)).z {
            return None;
        }
        // DBS 15-1-4-2: the opponent's effects do not move a Z-Leader.
        if from.zone == Area::Leader && how.cause.skill_of().is_some_and(|seat| seat != from.seat) {
            return None;
        }
        if !self.may_leave(card, how, cards) {
            return None;
        }
        let area = self.instead_of_leaving(card, from, how, cards);
        // DBS 3-1-6, 20-7-1, 20-8-1, 3-1-6-1: only these areas can hold an opponent's card; else it goes to its
        // owner's.
        let seat = match area {
            Area::Leader | Area::Battle | Area::Unison | Area::Combo | Area::Declared => {
                how.seat.unwrap_or(owner)
            }
            _ => owner,
        };
        Some((from, Place::new(seat, area)))
    }

    /// The move itself, and what it makes happen. What waits since `first` about the card means it where it is now.
    fn carry_over(
        &mut self,
        card: Card,
        how: &Shift,
        from: Place<Area>,
        to: Place<Area>,
        first: usize,
        cx: &mut Cx<'_>,
    ) {
        let printed = cx.pool.printed(self.table.print(card));
        let exhausts = to.zone == Area::Energy && self.has_keyword(cx.pool, card, Keyword::EnergyExhaust);
        let old = self.table.object(card);
        let host = self.table.row(card).host();
        let origin = self.table.marks(card).origin();
        // A text that puts it elsewhere says at which end.
        let elsewhere = (to.zone != how.to)
            .then(|| self.leaves_to(cx.pool, card, how.to == Area::Drop))
            .flatten()
            .filter(|(area, _)| *area == to.zone);
        let end = match elsewhere {
            Some((_, true)) => End::Bottom,
            _ => how.end,
        };
        self.drop_what_is_under(card, from, to, cx);
        // DBS 3-1-4-1, 20-9-2, 3-1-4-2: between these areas a card stays the same card.
        let stays = matches!(
            (from.zone, to.zone),
            (Area::Battle | Area::Unison, Area::Battle | Area::Unison | Area::Combo)
                | (Area::Combo, Area::Battle)
        );
        if stays {
            self.slide(cx.pool, card, to, end);
        } else {
            self.put(cx.pool, card, to, end);
        }
        let turn = self.turn_number as u8;

        let marks = self.table.marks_mut(card);
        if !stays {
            marks.set_token(printed.token);
        }
        // DBS 3-6-3, 3-8-3, 3-11-3: in Active Mode unless told otherwise. DBS 22-31-2: [Energy-Exhaust] rests.
        if to.zone.has_mode() && (!stays || from.zone == Area::Combo) {
            // DBS 0-2-6: of both modes at the same time it is Rest Mode.
            marks.set_rest(how.rest || exhausts);
        }
        if stays && how.rest {
            marks.set_rest(true);
        }
        if to.zone != from.zone {
            marks.since = turn;
        }
        if to.zone == Area::Combo {
            marks.set_origin(from.zone);
        }
        if to.zone != Area::Unison {
            // DBS 5-13-3: leaving a Unison Area removes all markers.
            marks.markers = 0;
        }
        if from.zone == Area::Hand {
            marks.set_face_up(false);
        }
        if how.face_up {
            marks.set_face_up(true);
            self.table.reveal(card, Seats::ALL);
        }
        // DBS 23-2-2-2: a card under another is where that one is.
        let mut noted = host.map_or(from, |host| self.table.place(host));
        if from.zone == Area::Declared && how.played {
            // DBS 5-5-2-1: a declared card is played from where it was declared.
            noted.zone = origin;
        }
        if host.is_some() && how.played {
            // DBS 23-2-2-3, 5-5-1: a card that is played from under another is a card of its own, and is played.
            noted.zone = Area::Under;
        }
        let new = self.table.object(card);
        self.retrack(cx.pool, old, new, from.zone);
        self.settle_notes(first, old, new);
        self.version = self.version.wrapping_add(1);
        let named = self.named(card);
        let known = self.table.known(card).with(if from.zone.is_open() { Seats::ALL } else { Seats::NONE });
        cx.log.tell(how.rule, known, || What::Moved { card: named, from, to });
        if from != to {
            for (place, change) in [(from, -1), (to, 1)] {
                if place.zone == Area::Life {
                    self.note_player(Moment::LifeChanges, place.seat, change, cx);
                }
            }
            let arrived = self.waiting.len();
            if host.is_some() && to.zone == Area::Drop {
                let amount = MoveNote::pack(noted.zone, to.zone, how.cause);
                self.note(Moment::Drops, new, Object::default(), amount, cx);
                // What says "from under a card" waits for that, and nothing else does a second time.
                let amount = MoveNote::pack(Area::Under, to.zone, how.cause);
                let first = self.collect(Moment::Drops, new, Object::default(), amount, cx.pool);
                let mut at = 0;
                self.waiting.retain(|waiting| {
                    at += 1;
                    at <= first || cx.pool.skill(waiting.ability).is_some_and(|skill| skill.waits_under())
                });
            } else {
                self.note_arrival(card, noted, to, how, cx);
            }
            if let Some(host) = host {
                let amount = MoveNote::pack(Area::Under, to.zone, how.cause);
                self.note(Moment::TakenFromUnder, new, self.table.object(host), amount, cx);
            }
            if host.is_some() {
                // DBS 23-2-5-1: its own skills do not wait for such a move, unless they say so themselves.
                let says = |waiting: &effects::Waiting| {
                    cx.pool.skill(waiting.ability).is_some_and(|skill| skill.waits_under())
                };
                let mut at = 0;
                self.waiting.retain(|waiting| {
                    at += 1;
                    at <= arrived || waiting.source != new || says(waiting)
                });
            }
        }
    }

    /// Whether the card may leave where it is, for this cause.
    pub fn may_leave(&self, card: Card, how: &Shift, cards: &Cards) -> bool {
        let from = self.table.place(card);
        // DBS 0-2-5, 1-13-2: a skill adds life to the hand; damage is none of that.
        if (from.zone, how.to) == (Area::Life, Area::Hand)
            && how.cause.skill_of().is_some()
            && self.player_cannot(cards, from.seat, Cannot::AddLife)
        {
            return false;
        }
        if !from.zone.is_in_play() || self.stays_put(card, from, how) || how.forced {
            return true;
        }
        if self.cannot(cards, card, Cannot::BeRemoved) {
            return false;
        }
        if how.cause.skill_of().is_some() && self.cannot(cards, card, Cannot::BeRemovedBySkills) {
            return false;
        }
        if let Some(seat) = how.cause.skill_of() {
            // DBS 22-12-2, 1-7-1: [Indestructible] is not removed by the opponent's skills, nor by their costs.
            if seat != from.seat
                && (self.has_keyword(cards, card, Keyword::Indestructible)
                    || self.cannot(cards, card, Cannot::BeRemovedByOpponent))
            {
                return false;
            }
        }
        true
    }

    /// Whether a move leaves a card in the area it is in, of the same player.
    fn stays_put(&self, card: Card, from: Place<Area>, how: &Shift) -> bool {
        how.to == from.zone && how.seat.unwrap_or(self.table.owner(card)) == from.seat
    }

    /// Whether a card that a cost moves would arrive where it is sent.
    pub fn arrives(&self, cards: &Cards, card: Card, to: Area, seat: Seat) -> bool {
        let how = Shift::to(to, Cause::Cost(seat), rule!("5-8-2-2"));
        self.settle_shift(card, &how, cards).is_some_and(|(_, place)| place.zone == to)
    }

    /// Whether a card that makes room for another one goes to the Drop Area.
    pub fn makes_room(&self, cards: &Cards, card: Card) -> bool {
        let how = Shift::to(Area::Drop, Cause::Rule, rule!("3-11-5"));
        self.settle_shift(card, &how, cards).is_some_and(|(_, place)| place.zone == Area::Drop)
    }

    /// Where a card goes when it would go to `how.to`, by the rules that replace a destination.
    fn instead_of_leaving(&self, card: Card, place: Place<Area>, how: &Shift, cards: &Cards) -> Area {
        let printed = cards.printed(self.table.print(card));
        let from = place.zone;
        if how.to == Area::Declared || from == Area::Declared {
            return how.to;
        }
        let play = |area: Area| matches!(area, Area::Leader | Area::Battle | Area::Unison | Area::Combo);
        // DBS 23-2-2-2: under a card is where that card is.
        let leaves = matches!(from, Area::Battle | Area::Unison)
            && how.to != Area::Under
            && !self.stays_put(card, place, how);
        // DBS 19-1-7: a token that would leave is removed from the game.
        if printed.token && !matches!(how.to, Area::Battle | Area::Combo | Area::Under) {
            return Area::Removed;
        }
        // DBS 16-1-4, 21-15-1, 17-1-4, 18-1-4: Z-Cards that leave their player's Battle or Unison Area, for another
        // player's too, are removed from the game.
        if printed.z && leaves {
            return Area::Removed;
        }
        // DBS 14-1-4, 15-1-5: so are those that leave the Leader or Combo Area.
        if printed.z && play(from) && !play(how.to) && how.to != Area::Under {
            return Area::Removed;
        }
        // DBS 15-1-6: so is a Z-Leader that would move between areas other than these.
        if printed.z && printed.kind == Kind::Leader && from != Area::ZDeck && how.to != Area::Leader {
            return Area::Removed;
        }
        // DBS 22-14-3, 21-12-1: so is a card with [Ultimate].
        if leaves && self.has_keyword(cards, card, Keyword::Ultimate) {
            return Area::Removed;
        }
        // DBS 0-2-2-2: what the rules themselves put away goes where they say.
        if play(from) && !play(how.to) && !how.forced {
            if let Some((to, _)) = self.leaves_to(cards, card, how.to == Area::Drop) {
                return to;
            }
        }
        how.to
    }

    /// DBS 23-2-5: what lies under a card goes to its owner's Drop Area when the card goes to an area of another name;
    /// DBS 23-2-6: it goes along to the same area of the other player.
    fn drop_what_is_under(&mut self, card: Card, from: Place<Area>, to: Place<Area>, cx: &mut Cx<'_>) {
        if !matches!(from.zone, Area::Battle | Area::Unison | Area::Combo | Area::Leader) {
            return;
        }
        let under: Flat<Card, 32> = {
            let mut list = Flat::new();
            self.table.under(card, Area::Under).for_each(|card| list.push(card));
            list
        };
        if under.is_empty() || from == to {
            return;
        }
        // DBS 15-1-5-1: when a Z-Leader leaves, what was under it stays and is the Leader again.
        if from.zone == Area::Leader {
            if let Some(next) = under.first().copied() {
                let was = *self.table.marks(card);
                self.slide(cx.pool, next, from, End::Top);
                self.table.set_host(next, None);
                self.table.rehost(card, next);
                let object = self.table.object(card);
                // DBS 23-2-7: the card beneath takes over what changes the power.
                self.carry_power(object, next);
                let marks = self.table.marks_mut(next);
                marks.set_rest(was.is_rest());
            }
            return;
        }
        if from.zone == to.zone {
            for card in under.iter() {
                self.slide(cx.pool, *card, Place::new(to.seat, Area::Under), End::Bottom);
            }
            return;
        }
        for card in under.iter() {
            let printed = cx.pool.printed(self.table.print(*card));
            // DBS 14-1-5, 16-1-4-1, 17-1-4-1, 18-1-4-1: Z-Cards among them are removed from the game.
            let area = if printed.z || printed.token { Area::Removed } else { Area::Drop };
            let (named, from, owner) = (self.named(*card), self.table.place(*card), self.table.owner(*card));
            let to = Place::new(owner, area);
            // DBS 23-2-5-1: no skill of theirs triggers by this.
            self.put(cx.pool, *card, to, End::Top);
            cx.log.say(rule!("23-2-5"), || What::Moved { card: named, from, to });
        }
    }

    /// Puts a card under another, at the very bottom (DBS 23-2-4).
    pub fn tuck(&mut self, card: Card, host: Card, cause: Cause, cx: &mut Cx<'_>) -> bool {
        if card == host || self.table.row(host).host().is_some() {
            return false;
        }
        // DBS 23-2-1: cards lie under cards in these areas alone.
        if !matches!(self.table.zone(host), Area::Battle | Area::Combo | Area::Leader | Area::Unison) {
            return false;
        }
        let how = Shift::to(Area::Under, cause, rule!("23-2-4"));
        let from = self.table.place(card);
        if (from.zone == Area::Leader) || !self.may_leave(card, &how, cx.pool) {
            return false;
        }
        let seat = self.table.seat(host);
        let to = Place::new(seat, Area::Under);
        let old = self.table.object(card);
        let first = self.note_leaving(card, from, to, &how, cx);
        self.drop_what_is_under(card, from, to, cx);
        self.put(cx.pool, card, to, End::Bottom);
        self.table.set_host(card, Some(host));
        let new = self.table.object(card);
        self.retrack(cx.pool, old, new, from.zone);
        self.settle_notes(first, old, new);
        self.version = self.version.wrapping_add(1);
        let named = self.named(card);
        cx.log.say(rule!("23-2-4"), || What::Moved { card: named, from, to });
        let amount = MoveNote::pack(from.zone, Area::Under, cause);
        // DBS 17-2-1-4-1: under a card nothing is placed in the Battle Area.
        self.note(Moment::PutUnder, new, self.table.object(host), amount, cx);
        true
    }

    /// Places a card on top of another: the one below goes under it, the newcomer takes over its place, position and
    /// power changes (DBS 21-5-2, 21-5-1).
    pub fn stack(&mut self, card: Card, below: Card, keep_mode: bool, how: Shift, cx: &mut Cx<'_>) -> bool {
        let place = self.table.place(below);
        let from = self.table.place(card);
        let old = self.table.object(card);
        let was = *self.table.marks(below);
        let base = self.table.object(below);
        let at = self.table.position(below) as u8;
        self.put(cx.pool, card, place, End::At(at));
        let new = self.table.object(card);
        self.retrack(cx.pool, old, new, from.zone);
        self.slide(cx.pool, below, Place::new(place.seat, Area::Under), End::Top);
        self.table.rehost(below, card);
        self.table.set_host(below, Some(card));
        // What lay under the card stays in order below it (DBS 23-2-3, 23-2-2-1).
        let under: Flat<Card, 32> = {
            let mut list = Flat::new();
            list.push(below);
            self.table
                .under(card, Area::Under)
                .filter(|other| *other != below)
                .for_each(|card| list.push(card));
            list
        };
        for (at, card) in under.iter().enumerate() {
            self.slide(cx.pool, *card, Place::new(place.seat, Area::Under), End::At(at as u8));
        }
        let turn = self.turn_number as u8;
        let marks = self.table.marks_mut(card);
        marks.set_rest(if keep_mode { was.is_rest() } else { how.rest });
        marks.since = turn;
        marks.markers = if place.zone == Area::Unison { was.markers } else { 0 };
        *self.table.marks_mut(below) = Default::default();
        if place.zone == Area::Leader {
            self.table.marks_mut(below).set_back(was.is_back());
        }
        self.carry_power(base, card);
        // DBS 8-1-7-1: it takes over the battle.
        if self.battle.attacker == base {
            self.battle.attacker = new;
        }
        if self.battle.guard == base {
            self.battle.guard = new;
        }
        self.table.renew(below);
        self.version = self.version.wrapping_add(1);
        let named = self.named(card);
        cx.log.say(how.rule, || What::Moved { card: named, from, to: place });
        self.note_arrival(card, from, place, &how, cx);
        // DBS 23-2-2-4: skills of the covered card that wait for this are not negated.
        self.note(Moment::Covered, self.table.object(below), new, 0, cx);
        if self.unites(cx.pool) {
            // DBS 22-13-5-4: of the cards that are united, this one too comes to lie under the new one.
            let amount = MoveNote::pack(place.zone, Area::Under, how.cause);
            self.note(Moment::PutUnder, self.table.object(below), new, amount, cx);
        }
        true
    }

    /// Whether a [Union-Potara] skill is being carried out.
    fn unites(&self, cards: &Cards) -> bool {
        let skill = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Skill(skill) => Some(skill.what.ability),
            _ => None,
        });
        let words = skill.and_then(|at| cards.skill(at)).and_then(|skill| skill.keyword.as_deref());
        words.is_some_and(|words| words.starts_with("union-potara"))
    }

    /// DBS 21-5-2-1, 21-10-2-1: only what changes the power carries over to the card now on top.
    pub fn carry_power(&mut self, from: Object, to: Card) {
        let to = self.table.object(to);
        for lasting in self.lasting.iter_mut() {
            if lasting.on == effects::On::Card(from) {
                lasting.on = effects::On::Card(to);
                // DBS 23-2-7-1: nothing else of it.
                lasting.until.power_only = true;
            }
        }
    }

    // ---- positions and counters -----------------------------------------------------------------------------

    /// Switches a card to Rest Mode. Returns whether that changed anything (DBS 0-2-4-1).
    pub fn rest(&mut self, card: Card, cause: Cause, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        if !self.table.zone(card).has_mode() || self.is_rest(card) {
            return false;
        }
        self.table.marks_mut(card).set_rest(true);
        self.version = self.version.wrapping_add(1);
        let named = self.named(card);
        cx.log.say(rule, || What::Rested { card: named });
        let amount = self.note_turning(card, cause);
        self.note(Moment::Rests, self.table.object(card), Object::default(), amount, cx);
        true
    }

    /// What made a card turn, for the skills that ask by whose skill it did.
    pub(crate) fn note_turning(&self, card: Card, cause: Cause) -> i16 {
        let zone = self.table.zone(card);
        MoveNote::pack(zone, zone, cause)
    }

    /// Switches a card to Active Mode.
    pub fn ready(&mut self, card: Card, cause: Cause, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        if !self.table.zone(card).has_mode()
            || !self.is_rest(card)
            || self.cannot(cx.pool, card, Cannot::Ready)
        {
            return false;
        }
        self.table.marks_mut(card).set_rest(false);
        self.version = self.version.wrapping_add(1);
        let named = self.named(card);
        cx.log.say(rule, || What::Readied { card: named });
        let amount = self.note_turning(card, cause);
        self.note(Moment::Readies, self.table.object(card), Object::default(), amount, cx);
        true
    }

    /// Draws one card (DBS 5-1-2). The trigger for drawing is the caller's: several cards are one draw (DBS 5-1-5).
    pub fn draw_one(&mut self, seat: Seat, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        let Some(card) = self.cards(seat, Area::Deck).first().copied() else { return false };
        // DBS 3-3-1, 5-1-1: the top card of the deck comes into the hand.
        let place = Place::new(seat, Area::Hand);
        self.put(cx.pool, card, place, End::Bottom);
        let named = self.named(card);
        cx.log.tell(rule, Seats::only(seat), || What::Drew { seat, card: named });
        true
    }

    pub fn draw(&mut self, seat: Seat, n: i32, rule: RuleId, cx: &mut Cx<'_>) -> i16 {
        let mut drawn = 0;
        // DBS 0-2-4-2, 5-1-3: one card so many times, and nothing at zero or less.
        for _ in 0..n {
            drawn += i16::from(self.draw_one(seat, rule, cx));
        }
        if drawn > 0 {
            // DBS 9-6-2-1-2: several cards are one draw.
            self.note_player(Moment::Draws, seat, drawn, cx);
            self.note_player(Moment::AddedToHand, seat, drawn, cx);
        }
        drawn
    }

    /// DBS 5-1-4-1: before each card of "up to so many" the player may stop; DBS 5-1-5: all of them are one draw.
    pub fn draws_step(&mut self, draws: Draws, cx: &mut Cx<'_>) -> Next {
        let over = self.count(draws.seat, Area::Deck) == 0 || self.outcome.is_some();
        // DBS 5-1-4-3: until the last of them the choice comes again.
        if draws.left > 0 && !over && !self.player_cannot(cx.pool, draws.seat, Cannot::Draw) {
            return Next::Ask(draws.seat);
        }
        self.end_draws(draws, cx);
        Next::Go
    }

    /// The player draws one more of them.
    pub fn draw_next(&mut self, draws: Draws, cx: &mut Cx<'_>) {
        // DBS 5-1-4-2.
        let drawn = draws.drawn + u8::from(self.draw_one(draws.seat, rule!("5-1-4-2"), cx));
        self.go_on(Frame::Draws(Draws { left: draws.left - 1, drawn, ..draws }));
    }

    pub fn end_draws(&mut self, draws: Draws, cx: &mut Cx<'_>) {
        self.frames.pop();
        if draws.drawn > 0 {
            self.note_player(Moment::Draws, draws.seat, draws.drawn.into(), cx);
            self.note_player(Moment::AddedToHand, draws.seat, draws.drawn.into(), cx);
        }
        self.report(draws.drawn.into());
    }

    /// DBS 5-11: shuffles the cards of an area that are not revealed.
    pub fn shuffle(&mut self, seat: Seat, area: Area, rule: RuleId, cx: &mut Cx<'_>) {
        // DBS 5-11-1, 5-11-2, 5-11-2-1, 5-11-2-2: every card of one area that is not revealed, be it one or none.
        // DBS 3-9-3, 20-11-2-1b: nobody knows any of them afterwards; of life it is the owner who shuffles.
        self.table.shuffle_where(Place::new(seat, area), |marks| !marks.is_face_up(), cx.chance);
        cx.log.say(rule, || What::Shuffled { seat, area });
    }

    /// Adds or removes markers (DBS 1-11, 5-13). Returns how many changed.
    pub fn add_markers(&mut self, card: Card, n: i32, cause: Cause, cx: &mut Cx<'_>) -> i16 {
        let had = i32::from(self.table.marks(card).markers);
        let unison = self.table.zone(card) == Area::Unison;
        // DBS 0-2-2: a text may put markers on a card of the Battle Area too; nothing goes by them but what texts ask.
        let marked = self.table.zone(card) == Area::Battle && (n > 0 || had > 0);
        if !(unison || marked) || n == 0 {
            return 0;
        }
        // DBS 5-13-1, 5-13-4, 5-13-4-1, 5-13-4-2: so many more or fewer, and never fewer than none.
        let has = (had + n).clamp(0, 200);
        self.table.marks_mut(card).markers = has as u8;
        let changed = (has - had) as i16;
        let (named, object) = (self.named(card), self.table.object(card));
        cx.log.say(rule!("5-13-2"), || What::Marked { card: named, change: changed as i8 });
        if changed < 0 {
            // DBS 21-7-2, 21-7-1: while markers are left, all continuous effects on the card are reverted.
            if has > 0 && unison {
                self.lasting.retain(|lasting| lasting.on != effects::On::Card(object));
            }
            let amount = self.note_turning(card, cause);
            self.note(Moment::MarkerRemoved, object, Object::default(), amount, cx);
            // DBS 21-7-3, 21-7-3-1, 23-3-2-2, 21-9-1, 21-9-2: without markers it goes to the Drop Area at once.
            if has == 0 && unison {
                self.shift(card, Shift::to(Area::Drop, cause, rule!("21-7-3")).forced(), cx);
            }
        } else if changed > 0 {
            self.note(Moment::MarkerAdded, object, Object::default(), changed, cx);
        }
        self.version = self.version.wrapping_add(1);
        changed.abs()
    }

    /// Knocks a Battle Card out (DBS 5-12-1, 21-14-2). Returns whether it left.
    pub fn ko(&mut self, card: Card, cause: Cause, by: Object, cx: &mut Cx<'_>) -> bool {
        self.ko_all(&[card], cause, by, cx) > 0
    }

    /// Knocks Battle Cards out at the same time (DBS 0-2-9). Returns how many left.
    pub fn ko_all(&mut self, cards: &[Card], cause: Cause, by: Object, cx: &mut Cx<'_>) -> i16 {
        let first = self.waiting.len();
        let mut falling: Flat<Card, 64> = Flat::from_slice(cards);
        falling.retain(|card| self.may_be_kod(cx.pool, *card, cause));
        for card in falling.iter() {
            let named = self.named(*card);
            cx.log.say(rule!("5-12-1"), || What::KnockedOut { card: named });
            // DBS 5-12-3: it is knocked out even where it is put elsewhere instead.
            let note = MoveNote::pack(Area::Battle, Area::Drop, cause);
            self.collect(Moment::IsKod, self.table.object(*card), by, note, cx.pool);
        }
        let before: Flat<Object, 64> = {
            let mut list = Flat::new();
            falling.iter().for_each(|card| list.push(self.table.object(*card)));
            list
        };
        // DBS 3-4-1, 21-14-1: what is KO'd goes there at once.
        let moved = self.shift_all(&falling, Shift::to(Area::Drop, cause, rule!("21-14-2")), cx);
        for (card, old) in falling.iter().zip(before.iter()) {
            let new = self.table.object(*card);
            self.settle_notes(first, *old, new);
        }
        moved
    }

    /// Whether a card can be knocked out for this cause.
    pub fn may_be_kod(&self, cards: &Cards, card: Card, cause: Cause) -> bool {
        if self.table.zone(card) != Area::Battle || !self.is_battle_card(cards, card) {
            return false;
        }
        let seat = self.table.seat(card);
        let protected = match cause {
            Cause::Battle => {
                // DBS 22-12-2: nor is [Indestructible] knocked out as a result of battle.
                self.has_keyword(cards, card, Keyword::Indestructible)
                    || self.cannot(cards, card, Cannot::BeKodByBattle)
            }
            _ => {
                self.cannot(cards, card, Cannot::BeKodBySkills)
                    || self.cannot(cards, card, Cannot::BeRemovedBySkills)
                    || (cause.skill_of().is_some_and(|by| by != seat)
                        && (self.has_keyword(cards, card, Keyword::Indestructible)
                            || self.cannot(cards, card, Cannot::BeKodByOpponentsSkills)
                            || self.cannot(cards, card, Cannot::BeRemovedByOpponent)))
            }
        };
        !protected && !self.cannot(cards, card, Cannot::BeKod) && !self.cannot(cards, card, Cannot::BeRemoved)
    }

    /// Turns a Leader over (DBS 21-10-2): its position and what changes its power stay.
    pub fn flip(&mut self, card: Card, rule: RuleId, cx: &mut Cx<'_>) -> bool {
        if self.table.zone(card) != Area::Leader || cx.pool.printed(self.table.print(card)).back.is_none() {
            return false;
        }
        let (back, named) = (self.table.marks(card).is_back(), self.named(card));
        // DBS 10-1-3-1, 21-10-1: it is the same card, with its other side up, and at once.
        self.table.marks_mut(card).set_back(!back);
        let object = self.table.object(card);
        for lasting in self.lasting.iter_mut().filter(|lasting| lasting.on == effects::On::Card(object)) {
            lasting.until.power_only = true;
        }
        self.version = self.version.wrapping_add(1);
        let seat = self.table.seat(card);
        cx.log.say(rule, || What::Flipped { seat, card: named });
        self.note(Moment::Awakens, object, Object::default(), 0, cx);
        true
    }

    /// A token enters play (DBS 19-1-3).
    pub fn create(&mut self, seat: Seat, print: Print, rest: bool, cx: &mut Cx<'_>) -> Option<Card> {
        let card = self.add(cx.pool, print, seat, Area::Battle)?;
        let turn = self.turn_number as u8;
        let marks = self.table.marks_mut(card);
        marks.set_token(true);
        marks.set_rest(rest);
        marks.since = turn;
        self.version = self.version.wrapping_add(1);
        let named = self.named(card);
        cx.log.say(rule!("19-1-3"), || What::Created { seat, card: named });
        let object = self.table.object(card);
        self.note(Moment::Played, object, Object::default(), 0, cx);
        // DBS 19-1-5, 5-5-1: it is placed in the Battle Area like any other card.
        self.note(Moment::PlacedInBattle, object, Object::default(), 0, cx);
        Some(card)
    }

    // ---- identity -------------------------------------------------------------------------------------------

    /// DBS 9-12-1: an effect goes on meaning a card that moved while it is processed. DBS 3-1-4: to what waits below an
    /// answer that moved the card it is a new one. DBS 20-1-7: "this card" of a skill activated in the Battle or Unison
    /// Area means the card there only.
    pub fn retrack(&mut self, cards: &Cards, old: Object, new: Object, from: Area) {
        if old == new {
            return;
        }
        // What was put on a card while it was being played is on it as it enters (DBS 20-15-1), by a skill too (DBS 5-5-3-4).
        let entered = !from.is_in_play() && self.table.zone(new.card).is_in_play();
        for lasting in self.lasting.iter_mut().filter(|lasting| lasting.on == effects::On::Card(old)) {
            let answered = || {
                let skill = cards.skill(lasting.ability);
                skill.and_then(|skill| skill.window()) == Some(&Window::CounterPlay)
            };
            if from == Area::Declared || entered && answered() {
                lasting.on = effects::On::Card(new);
            }
        }
        // DBS 20-1-7: a delayed effect that says in which area its card is then means it once it has come there.
        for lasting in self.lasting.iter_mut().filter(|one| one.until.waits && one.source == old) {
            let means = cards.skill(lasting.ability).and_then(|skill| skill.means_this_in());
            if means == Some(self.table.zone(new.card)) {
                lasting.source = new;
            }
        }
        let follows = !matches!(from, Area::Battle | Area::Unison);
        let mut outermost = None;
        for frame in self.frames.iter_mut().rev() {
            match frame {
                Frame::Effect(run) => {
                    if follows && run.source == old {
                        run.source = new;
                    }
                    if run.subject == old {
                        run.subject = new;
                    }
                    outermost = Some(*run);
                }
                Frame::Skill(skill) => {
                    if follows && skill.what.source == old {
                        skill.what.source = new;
                    }
                    if skill.kind == Activated::Counter {
                        break;
                    }
                }
                // DBS 4-3-3-1: nor what rules processing moves in a counter timing.
                Frame::Counter(_) => break,
                _ => {}
            }
        }
        if let Some(run) = outermost {
            self.follow(cards, &run, old, new);
        }
    }

    /// What a run has bound goes on meaning a card that moved. DBS 20-12-2: one that was chosen among those looked at and
    /// has left is no card among them any more.
    fn follow(&mut self, cards: &Cards, run: &effects::Run, old: Object, new: Object) {
        let first = self.picks.0.len() - self.picks.bound_by(run).len();
        let means = |pick: &&effects::Pick| pick.object == old;
        let chosen = self.picks.bound_by(run).iter().filter(means).count() > 1;
        let shown = |slot| chosen && cards.skill(run.ability).is_some_and(|skill| skill.shows_in(slot));
        for pick in self.picks.0.iter_mut().skip(first).filter(|pick| pick.object == old) {
            if !shown(pick.slot) {
                pick.object = new;
            }
        }
    }
}
