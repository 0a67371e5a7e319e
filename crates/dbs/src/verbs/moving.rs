//! Cards that go elsewhere: knocked out, moved, put under others, taken over.

use crate::Cards;
use crate::Cx;
use crate::cause::{Cause, Shift};
use crate::choice::What;
use crate::layer::REPLACES;
use crate::replace::Exit;
use crate::rule;
use crate::state::{Area, Order, State};
use crate::vocab::*;
use effects::{Amount, Done, Filter, Run, Slot, Target, Who, eval};
use kernel::{Card, End, Place, Seats};

impl State {
    pub(super) fn do_ko(&mut self, what: &Target<Dbs>, run: &Run, frame: usize, cx: &mut Cx<'_>) -> Done {
        let cause = self.cause(run, cx.pool);
        let exit = Exit { ko: true, by: run.source, cause, ..Exit::default() };
        self.send_away(&self.acted_on(cx.pool, what, run), exit, frame, cx)
    }

    pub(super) fn do_move(
        &mut self,
        what: &Target<Dbs>,
        to: &To,
        run: &Run,
        frame: usize,
        cx: &mut Cx<'_>,
    ) -> Done {
        let moved = self.acted_on(cx.pool, what, run);
        let leaves = |card: &Card| matches!(self.table.zone(*card), Area::Battle | Area::Unison);
        if self.has_any(REPLACES) && moved.iter().any(leaves) {
            let bottom = to.bottom || to.area == Area::Hand;
            let (rest, face_up, cause) = (to.rest, to.face_up, self.cause(run, cx.pool));
            let exit = Exit { to: to.area, bottom, rest, face_up, cause, ..Exit::default() };
            if moved.iter().any(|card| self.may_be_replaced(cx.pool, *card, exit)) {
                return self.send_away(&moved, exit, frame, cx);
            }
        }
        self.move_all(&moved, what, to, run, cx).map_or(Done::Later, Done::Now)
    }

    pub(super) fn do_merge(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(top) = self.table.find(run.source) else { return Done::Now(0) };
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in eval::targets(self, cx.pool, what, run).iter() {
            let old = self.table.object(*card);
            if self.tuck(*card, top, cause, cx) {
                self.carry_power(old, top);
                count += 1;
            }
        }
        Done::Now(count)
    }

    pub(super) fn do_gather(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let mut count = 0;
        for card in eval::targets(self, cx.pool, what, run).iter() {
            if self.table.zone(*card).is_in_play() {
                continue;
            }
            let old = self.table.object(*card);
            let (from, seat) = (self.table.place(*card), run.controller);
            let to = Place::new(seat, Area::Battle);
            // DBS 22-13-5-2-1-1: it comes to the Battle Area first, and nothing waits for that.
            self.put(cx.pool, *card, to, End::Bottom);
            self.retrack(cx.pool, old, self.table.object(*card), from.zone);
            self.version = self.version.wrapping_add(1);
            let named = self.named(*card);
            cx.log.say(rule!("22-5-3-1-1"), || What::Moved { card: named, from, to });
            count += 1;
        }
        Done::Now(count)
    }

    pub(super) fn do_mill(
        &mut self,
        who: Who,
        n: &Amount<Dbs>,
        to: &To,
        slot: Option<Slot>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let n = eval::amount(self, cx.pool, n, run);
        let cause = self.cause(run, cx.pool);
        let end = if to.bottom { End::Bottom } else { End::Top };
        let (rest, face_up) = (to.rest, to.face_up);
        let how = Shift { end, rest, face_up, ..Shift::to(to.area, cause, rule!("9-8-1")) };
        let mut count = 0;
        for seat in eval::seats(self, who, run) {
            // DBS 3-2-3: one by one.
            for _ in 0..n {
                self.next_batch();
                let Some(card) = self.cards(seat, Area::Deck).first().copied() else { break };
                let gone = self.shift(card, how, cx);
                if let Some(slot) = slot.filter(|_| gone) {
                    self.picks.bind(slot, self.table.object(card));
                }
                count += i16::from(gone);
            }
        }
        Done::Now(count)
    }

    pub(super) fn do_tuck(
        &mut self,
        what: &Target<Dbs>,
        under: &Target<Dbs>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let host = eval::targets(self, cx.pool, under, run).first().copied();
        let Some(host) = host else { return Done::Now(0) };
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            // DBS 17-2-1-3-1, 17-2-1-5-1, 22-3-5-1: under a card it takes nobody's place.
            count += i16::from(self.tuck(*card, host, cause, cx));
        }
        Done::Now(count)
    }

    pub(super) fn do_tuck_top(
        &mut self,
        who: Who,
        n: &Amount<Dbs>,
        under: &Target<Dbs>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let n = eval::amount(self, cx.pool, n, run);
        let seat = eval::seat(self, who, run);
        let host = eval::targets(self, cx.pool, under, run).first().copied();
        let Some(host) = host else { return Done::Now(0) };
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for _ in 0..n {
            let Some(card) = self.cards(seat, Area::Deck).first().copied() else { break };
            count += i16::from(self.tuck(card, host, cause, cx));
        }
        Done::Now(count)
    }

    pub(super) fn do_gain_control(
        &mut self,
        who: Who,
        what: &Target<Dbs>,
        run: &Run,
        frame: usize,
        cx: &mut Cx<'_>,
    ) -> Done {
        let before = self.frames.len();
        let cause = self.cause(run, cx.pool);
        // DBS 20-9-1: whoever the text says gains it.
        let seat = eval::seat(self, who, run);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            let zone = self.table.zone(*card);
            if zone.is_in_play() && zone != Area::Leader && self.table.seat(*card) != seat {
                let (card, master) = (self.table.object(*card), Some(seat));
                let exit = Exit { card, to: zone, master, cause, ..Exit::default() };
                count += self.exit(exit, cx).unwrap_or(0);
            }
        }
        self.done_or_later(before, count, frame)
    }

    pub(super) fn do_place_on_leader(&mut self, on: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let leader = eval::targets(self, cx.pool, on, run).first().copied();
        let (Some(card), Some(leader)) = (self.table.find(run.source), leader) else { return Done::Now(0) };
        Done::Now(i16::from(self.put_on_leader(card, leader, cx)))
    }

    pub(super) fn do_place_field(&mut self, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(card) = self.table.find(run.source) else { return Done::Now(0) };
        let z = cx.pool.printed(self.table.print(card)).z;
        self.make_room_for_extra(card, run.controller, z, cx);
        let how = Shift::to(Area::Battle, Cause::Rule, rule!("22-3-2")).bottom().of(run.controller);
        Done::Now(i16::from(self.shift(card, how, cx)))
    }

    pub(super) fn do_place_extra(&mut self, what: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let cause = self.cause(run, cx.pool);
        let mut count = 0;
        for card in self.acted_on(cx.pool, what, run).iter() {
            let z = cx.pool.printed(self.table.print(*card)).z;
            // DBS 17-2-2-5: another Z-Extra Card makes room.
            self.make_room_for_extra(*card, run.controller, z, cx);
            let how = Shift::to(Area::Battle, cause, rule!("17-2-2")).bottom().of(run.controller);
            count += i16::from(self.shift(*card, how, cx));
        }
        Done::Now(count)
    }

    /// Moves the cards a verb is about, all at the same time. Nothing yet where their owners are asked for the order.
    fn move_all(
        &mut self,
        moved: &[Card],
        what: &Target<Dbs>,
        to: &To,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Option<i16> {
        let cause = self.cause(run, cx.pool);
        let end = if to.bottom || to.area == Area::Hand { End::Bottom } else { End::Top };
        // DBS 3-1-7: a card chosen by what it is, moved from one secret area to another, is shown.
        if !to.area.is_open() && names_what_it_moves(what, run, cx.pool) {
            for card in moved {
                let from = self.table.zone(*card);
                if from != to.area && !from.is_open() {
                    self.table.reveal(*card, Seats::ALL);
                }
            }
        }
        let how =
            Shift { end, rest: to.rest, face_up: to.face_up, ..Shift::to(to.area, cause, rule!("9-8-1")) };
        // Who chose cards of their own one by one has put them in order, and so has who was to say it.
        if is_ordered(what, run, cx.pool) {
            return Some(self.shift_all(moved, how, cx));
        }
        if is_chosen(what, run, cx.pool) && moved.iter().all(|card| self.table.owner(*card) == run.controller)
        {
            return Some(self.shift_all(moved, how, cx));
        }
        let order = Order {
            to: to.area,
            bottom: to.bottom,
            face_up: to.face_up,
            by: run.controller,
            as_cost: matches!(cause, Cause::Cost(_)),
            ..Order::default()
        };
        self.place_together(moved, order, how, cx)
    }

    fn put_on_leader(&mut self, card: Card, leader: Card, cx: &mut Cx<'_>) -> bool {
        let how = Shift::to(Area::Leader, Cause::Rule, rule!("22-46-6"));
        // DBS 22-46-6-1: what changes the position or the power of the Leader carries over.
        self.stack(card, leader, true, how, cx)
    }
}

/// Whether the cards a verb moves were put in order by who chose them ("in any order").
fn is_ordered(what: &Target<Dbs>, run: &Run, cards: &Cards) -> bool {
    let program = &<State as effects::Host>::ability(cards, run.ability).program;
    let Target::Slot(slot) = what else { return false };
    program.iter().any(
        |op| matches!(op, effects::Op::Choose { slot: other, from, .. } if other == slot && from.ordered),
    )
}

/// Whether the cards a verb moves were chosen one by one, and not all looked at or revealed together.
fn is_chosen(what: &Target<Dbs>, run: &Run, cards: &Cards) -> bool {
    let program = &<State as effects::Host>::ability(cards, run.ability).program;
    match what {
        Target::Slot(slot) => program.iter().any(|op| match op {
            effects::Op::Choose { slot: other, from, .. } => {
                other == slot && (from.ordered || !from.is_settled())
            }
            _ => false,
        }),
        Target::Several(several) => several.iter().all(|one| is_chosen(one, run, cards)),
        _ => false,
    }
}

/// Whether the cards a verb moves were chosen by what they are.
fn names_what_it_moves(what: &Target<Dbs>, run: &Run, cards: &Cards) -> bool {
    let names = |filter: &Filter<Dbs>| !matches!(filter, Filter::Any | Filter::Test(Test::InArea(_)));
    match what {
        Target::Slot(slot) => {
            let program = &<State as effects::Host>::ability(cards, run.ability).program;
            program.iter().any(|op| match op {
                effects::Op::Choose { slot: other, from, .. } => other == slot && names(&from.filter),
                _ => false,
            })
        }
        Target::Each(select) => names(&select.filter),
        _ => false,
    }
}
