//! What waits for what: automatic abilities go on stand-by when the situation they state occurs, and are used one after the
//! other.

use crate::event::What;
use crate::keyword::{Keyword, d_share};
use crate::layer::{DROP, FIELD, HAND, SOUL, TAKES, WORKING};
use crate::state::{Frame, Happening, How, Later, Play, PlayStep, State, Zone};
use crate::vocab::{Cannot, Moment, Part};
use crate::{Cx, Flow, rule};
use effects::{AbilityRef, Run, Waiting, When, Who, eval};
use kernel::{Card, Object, Seat};

impl State {
    /// Something happened to a card.
    pub(crate) fn happen(
        &mut self,
        moment: Moment,
        subject: Object,
        other: Object,
        amount: i16,
        cx: &mut Cx<'_>,
    ) {
        self.remember(moment, None, subject, cx);
        self.look_around(|_| moment, moment.bit(), subject, other, amount, cx);
    }

    /// BF OTHER-WHEN-1: cards that name what happened may be used from now on, for a while.
    fn remember(&mut self, moment: Moment, seat: Option<Seat>, subject: Object, cx: &Cx<'_>) {
        if cx.pool.moments_after & moment.bit() != 0 {
            if self.chances.len() == 24 {
                self.chances.remove(0);
            }
            let zone = self.table.find(subject).map_or(Zone::Limbo, |card| self.table.zone(card));
            self.chances.push(Happening { moment: moment.index(), seat, subject, zone });
        }
    }

    /// Something happened to a fighter.
    pub(crate) fn happen_to(
        &mut self,
        moment: fn(Who) -> Moment,
        seat: Seat,
        subject: Object,
        amount: i16,
        cx: &mut Cx<'_>,
    ) {
        self.remember(moment(Who::You), Some(seat), subject, cx);
        let relative = |controller: Seat| moment(if controller == seat { Who::You } else { Who::Opponent });
        self.look_around(relative, moment(Who::You).bit(), subject, Object::default(), amount, cx);
    }

    /// BF AUTO-2.1, AUTO-0: every ability whose situation this is goes on stand-by.
    fn look_around(
        &mut self,
        moment: impl Fn(Seat) -> Moment,
        bit: u64,
        subject: Object,
        other: Object,
        amount: i16,
        cx: &mut Cx<'_>,
    ) {
        // What no card of the match waits for is not called out.
        if self.index.whole.hears & bit == 0 {
            return;
        }
        let shares = self.shares();
        let takes = self.index.at(FIELD).uses & TAKES != 0;
        let heard = |site: usize| self.index.at(site).hears & bit != 0;
        let (field, soul, hand, drop) =
            (heard(FIELD) || shares || takes, heard(SOUL), heard(HAND), heard(DROP));
        if !(field || soul || hand || drop) && self.later.is_empty() {
            return;
        }
        let about = (subject, other, amount);
        for seat in [self.turn_seat, self.turn_seat.other()] {
            for zone in WORKING.iter().filter(|_| field) {
                for at in 0..self.count(seat, *zone) {
                    let card = self.zone(seat, *zone)[at];
                    if cx.pool.get(self.print(card)).sheet.moments & bit != 0 {
                        self.notice(card, seat, Part::Field, moment(seat), about, cx);
                    }
                    if takes && zone.is_field() && cx.pool.get(self.print(card)).sheet.takes.is_some() {
                        self.notice_taken(card, seat, moment(seat), about, cx);
                    }
                    if shares && zone.is_field() {
                        self.notice_shared(card, seat, moment(seat), about, cx);
                    }
                }
            }
            let elsewhere = [
                (soul, Zone::Soul, Part::Soul),
                // BF OTHER-DECKFLAG-5: a card in hand may wait for its moment there.
                (hand, Zone::Hand, Part::Hand),
                (drop, Zone::Drop, Part::Drop),
            ];
            for (_, zone, part) in elsewhere.into_iter().filter(|(heard, ..)| *heard) {
                for at in 0..self.count(seat, zone) {
                    let card = self.zone(seat, zone)[at];
                    if cx.pool.get(self.print(card)).sheet.moments & bit != 0 {
                        self.notice(card, seat, part, moment(seat), about, cx);
                    }
                }
            }
        }
        for at in 0..self.later.len() {
            let later = self.later[at];
            self.wake(&later, moment(later.controller), (subject, amount), cx);
        }
    }

    /// An effect that was set up for later goes on stand-by, if this is what it waits for. It means the card it carries.
    fn wake(&mut self, later: &Later, moment: Moment, (subject, amount): (Object, i16), cx: &mut Cx<'_>) {
        let When::Trigger(triggers) = &cx.pool.ability(later.ability).when else { return };
        let run =
            Run::new(later.ability, later.source, later.controller).about(subject, later.carried, amount);
        let meant = self.table.find(subject);
        let fits = triggers.iter().any(|trigger| {
            let card = || meant.is_some_and(|card| eval::fits(self, cx.pool, &trigger.subject, card, &run));
            trigger.moment == moment
                && (trigger.subject == effects::Filter::Any || card())
                && trigger.cond.as_ref().is_none_or(|cond| eval::holds(self, cx.pool, cond, &run))
        });
        if fits {
            self.waiting.push(Waiting {
                ability: later.ability,
                source: later.source,
                controller: later.controller,
                subject,
                other: later.carried,
                amount,
                batch: 0,
            });
        }
    }

    fn notice(
        &mut self,
        card: Card,
        seat: Seat,
        part: Part,
        moment: Moment,
        (subject, other, amount): (Object, Object, i16),
        cx: &mut Cx<'_>,
    ) {
        let marks = *self.table.marks(card);
        if marks.face_down() || (part == Part::Field && self.is_nullified(card)) {
            return;
        }
        // BF OTHER-STOPTIME-1: in stopped time nothing goes on stand-by.
        if self.cannot(card, Cannot::HaveTime) {
            return;
        }
        if part == Part::Soul {
            // BF OTHER-SOULABIL-3: idle while its holder is not on the field.
            let host = self.table.row(card).host();
            if !host.is_some_and(|host| self.table.zone(host).is_field()) {
                return;
            }
        }
        let print = self.print(card);
        for (index, ability) in cx.pool.get(print).sheet.abilities.iter().enumerate() {
            if ability.part == part {
                let at = AbilityRef { print, index: index as u8 };
                self.stand_by(at, card, seat, moment, (subject, other, amount), cx);
            }
        }
    }

    /// The abilities of its soul that the card has by its own text: those of the name that it gives.
    fn notice_taken(
        &mut self,
        card: Card,
        seat: Seat,
        moment: Moment,
        about: (Object, Object, i16),
        cx: &mut Cx<'_>,
    ) {
        let idle = self.is_nullified(card) || self.cannot(card, Cannot::HaveTime) || self.is_blank(card);
        let Some(name) = cx.pool.get(self.print(card)).sheet.takes.as_ref().filter(|_| !idle) else { return };
        let mut soul: kernel::Flat<Card, 20> = kernel::Flat::new();
        self.soul(card).take(20).for_each(|under| soul.push(under));
        for under in soul.iter().copied() {
            if self.table.marks(under).face_down() {
                continue;
            }
            let print = self.print(under);
            for (index, own) in &cx.pool.get(print).sheet.ability_names {
                if own == name {
                    self.stand_by(AbilityRef { print, index: *index }, card, seat, moment, about, cx);
                }
            }
        }
    }

    /// BF KEY-DSHARE-1: the [D] abilities that the card has, its own and lent ones.
    fn notice_shared(
        &mut self,
        card: Card,
        seat: Seat,
        moment: Moment,
        about: (Object, Object, i16),
        cx: &mut Cx<'_>,
    ) {
        if self.cannot(card, Cannot::HaveTime) {
            return;
        }
        for at in d_share::abilities(self, cx.pool, card).iter() {
            self.stand_by(*at, card, seat, moment, about, cx);
        }
    }

    /// One ability that a card has goes on stand-by, if this is what it waits for.
    fn stand_by(
        &mut self,
        at: AbilityRef,
        card: Card,
        seat: Seat,
        moment: Moment,
        (subject, other, amount): (Object, Object, i16),
        cx: &mut Cx<'_>,
    ) {
        let source = self.table.object(card);
        let (print, index) = (at.print, at.index);
        let ability = cx.pool.ability(at);
        {
            let When::Trigger(triggers) = &ability.when else { return };
            // BF KEY-LIFELINK-3: nullified, it does nothing as its card leaves.
            if ability.words.starts_with("[Lifelink") && !self.has_keyword(cx.pool, card, Keyword::Lifelink) {
                return;
            }
            let run = Run::new(at, source, seat).about(subject, other, amount);
            let meant = self.table.find(subject);
            let fits = triggers.iter().any(|trigger| {
                trigger.moment == moment
                    && (trigger.subject == effects::Filter::Any
                        || meant.is_some_and(|card| eval::fits(self, cx.pool, &trigger.subject, card, &run)))
                    && trigger.cond.as_ref().is_none_or(|cond| eval::holds(self, cx.pool, cond, &run))
            });
            if !fits || ability.cond.as_ref().is_some_and(|cond| !eval::holds(self, cx.pool, cond, &run)) {
                return;
            }
            if let Some(limit) = ability.limit {
                // BF ONCE-2, ONCE-3: it triggers, fruitless or not, once; BF ONCE-5: by name, for every copy.
                let key = if limit.by_name { self.use_key(cx.pool, print, index) } else { at };
                if self.uses.left(limit, key, source, seat) == 0 {
                    return;
                }
                self.uses.spend(limit, key, source, seat);
            }
            // BF KEY-DSHARE-QA3: from now on it waits by itself, whatever becomes of the card that lent it.
            self.waiting.push(Waiting {
                ability: at,
                source,
                controller: seat,
                subject,
                other,
                amount,
                batch: 0,
            });
        }
    }

    /// The running effect in the frame on top moved a card itself: it goes on meaning it.
    pub(crate) fn follow_in_run(&mut self, was: Object, card: Card) {
        let now = self.table.object(card);
        let run = match self.frames.last() {
            Some(Frame::Effect(run)) => *run,
            Some(Frame::Play(play)) => play.run,
            _ => return,
        };
        self.picks.follow(&run, was, now);
        // "This card" goes on being this card.
        let top = match self.frames.last_mut() {
            Some(Frame::Effect(run)) => run,
            Some(Frame::Play(play)) => &mut play.run,
            _ => return,
        };
        if top.source == was {
            top.source = now;
        }
    }

    /// A card moved to where it is a new card: what waits about it goes on meaning it.
    pub(crate) fn follow(&mut self, was: Object, card: Card) {
        let now = self.table.object(card);
        for later in self.later.iter_mut().filter(|later| later.source == was) {
            later.source = now;
        }
        for chance in self.chances.iter_mut().filter(|chance| chance.subject == was) {
            chance.subject = now;
        }
        for waiting in self.waiting.iter_mut() {
            for object in [&mut waiting.source, &mut waiting.subject, &mut waiting.other] {
                if *object == was {
                    *object = now;
                }
            }
        }
    }

    // ---- one after the other --------------------------------------------------------------------------------

    /// The waiting abilities to pick from now: the turn fighter's first (BF AUTO-2.1.1, AUTO-2.1.2).
    pub(crate) fn next_autos(&self) -> impl Iterator<Item = (u8, Seat)> + '_ {
        let seat = self.turn_seat;
        let own = self.waiting.iter().any(|waiting| waiting.controller == seat);
        let picker = if own { seat } else { seat.other() };
        self.waiting
            .iter()
            .enumerate()
            .filter(move |(_, waiting)| waiting.controller == picker)
            .map(move |(at, _)| (at as u8, picker))
    }

    /// BF AUTO-2.5: until nothing waits.
    pub(crate) fn autos_step(&mut self, cx: &mut Cx<'_>) -> Flow {
        let (first, second) = {
            let mut next = self.next_autos();
            (next.next(), next.next())
        };
        match (first, second) {
            (None, _) => {
                self.frames.pop();
                Flow::Go
            }
            (Some((only, _)), None) => {
                self.begin_auto(only, cx);
                Flow::Go
            }
            _ => Flow::Ask,
        }
    }

    /// BF AUTO-2.1: a picked ability is used like any other, open to one counter.
    pub(crate) fn begin_auto(&mut self, at: u8, cx: &mut Cx<'_>) {
        if at as usize >= self.waiting.len() {
            return;
        }
        let waiting = self.waiting.remove(at as usize);
        // BF OTHER-STOPTIME-1, OTHER-STOPTIME-3: what waits in stopped time is not used.
        let stopped = |card: Card| self.cannot(card, Cannot::HaveTime);
        if self.standings[waiting.controller].cannot(Cannot::HaveTime)
            || self.table.find(waiting.source).is_some_and(stopped)
        {
            return;
        }
        let run = Run::new(waiting.ability, waiting.source, waiting.controller).about(
            waiting.subject,
            waiting.other,
            waiting.amount,
        );
        let seat = waiting.controller;
        let named = self.table.named_by(waiting.source, waiting.ability.print, seat);
        cx.log.say(rule!("AUTO-2.1"), || What::Triggered { seat, card: named, ability: waiting.ability });
        let play = self.new_play(seat, waiting.source, How::Auto, false, run);
        self.frames.push(Frame::Play(Play { step: PlayStep::Aim, ..play }));
    }
}
