//! Rule checks, and the order in which waiting effects go.

use crate::alias::Op;
use crate::card::{Cards, Kinds};
use crate::card::{HAND, INHERITED, LINK};
use crate::rule;
use crate::state::To;
use crate::state::{Area, Cause, Cx, Ends, Frame, Leave, LeaveWay, Mark, Pending, Running, State, What};
use effects::{Run, eval};
use kernel::{Card, End, Seat};

impl State {
    /// One round of rule checks, then waiting effects, until nothing is left: then the frame is done.
    pub(crate) fn step_check(&mut self, cx: Cx) {
        // DCG 17-1-2, 15-8-3-2, 17-1-1, 17-1-2-1, 17-1-2-2: never in the middle of a rule's or an effect's
        // processing: this frame is on top only then.
        // DCG 15-4-3-3: what a rule check triggers waits together with what else triggered at this timing.
        if self.rule_check(cx) {
            return;
        }
        match self.newest_batch() {
            None => {
                self.core.wave = 0;
                self.pop();
                self.forget_crowds();
            }
            Some(batch) => self.take_waiting(batch, Waiters::Triggered, cx),
        }
    }

    /// Immediate-type effects of one window, until none is left.
    pub(crate) fn step_drain(&mut self, window: u16, cx: Cx) {
        if self.core.waiting.iter().any(|pending| pending.would && pending.wait.batch == window) {
            self.take_waiting(window, Waiters::Immediate, cx);
        } else {
            self.pop();
            if let Some(Frame::Effect(_)) = self.top() {
                // Effects that another effect activated are through.
                self.report(1);
            }
        }
    }

    /// DCG 15-4-5-2, 15-4-5-3: what triggered last goes before what was waiting already.
    fn newest_batch(&self) -> Option<u16> {
        self.core.waiting.iter().filter(|pending| pending.waits()).map(|pending| pending.wait.batch).max()
    }

    /// DCG 15-4-3-5: of the effects of one batch, the turn player's one by one as that player chooses, then the
    /// other player's.
    fn take_waiting(&mut self, batch: u16, which: Waiters, cx: Cx) {
        // DCG 15-4-3-5-1, 15-4-3-5-2: the turn player's first, until none is left, then the other player's.
        for seat in [self.core.turn, self.core.turn.other()] {
            let mut mine = self.waiting_of(seat, batch, which);
            match (mine.next(), mine.next()) {
                (None, _) => continue,
                (Some(only), None) => {
                    drop(mine);
                    // DCG 15-4-2-3, 15-4-4-2: one effect at a time.
                    return self.activate(only, cx);
                }
                (Some(_), Some(_)) => {
                    drop(mine);
                    // DCG 15-4-4-3: what waits for a card that has become a new card is lost, and not there to choose.
                    let lost = self.waiting_of(seat, batch, which).find(|at| {
                        let pending = &self.core.waiting[*at];
                        self.table.find(pending.wait.source).is_none() && !self.is_alive(cx.pool, pending)
                    });
                    if let Some(lost) = lost {
                        self.core.waiting.remove(lost);
                        return;
                    }
                    // DCG 15-4-3-4: which comes next is chosen each time one is resolved.
                    return self.push(Frame::Pick {
                        seat,
                        batch,
                        would: which == Waiters::Immediate,
                        one: false,
                    });
                }
            }
        }
    }

    /// The places in the list of waiting effects that a player can choose from.
    pub(crate) fn waiting_of(
        &self,
        seat: Seat,
        batch: u16,
        which: Waiters,
    ) -> impl Iterator<Item = usize> + '_ {
        let would = which == Waiters::Immediate;
        self.core.waiting.iter().enumerate().filter_map(move |(at, pending)| {
            // DCG 15-8-5-3: immediate-type effects wait with their own kind only.
            let fits = pending.would == would
                && pending.wait.batch == batch
                && pending.wait.controller == seat
                && (would || pending.waits());
            fits.then_some(at)
        })
    }

    /// Activates a waiting effect, or drops it if it can no longer be activated.
    pub(crate) fn activate(&mut self, at: usize, cx: Cx) {
        let pending = self.core.waiting[at];
        if !self.is_alive(cx.pool, &pending) {
            self.core.waiting.remove(at);
            return;
        }
        let wait = pending.wait;
        let mut run = Run::new(wait.ability, wait.source, wait.controller);
        (run.subject, run.other, run.amount) = (wait.subject, wait.other, wait.amount);
        self.core.cause = pending.cause;
        // DCG 15-6-3, 15-8-3-9-1, 15-8-3-9-3, 15-8-5-5-1, 15-8-5-5-2, 15-8-3-9-2: none of its conditions met, it is
        // not activated at all.
        let begins = self.can_begin(cx.pool, &run, pending.settled);
        if pending.crowd != 0 {
            run.subject = self.likeliest(cx.pool, &run, pending.crowd);
        }
        self.core.waiting.remove(at);
        if !pending.would {
            // DCG 15-4-5-1: what triggers from now on is derived, and goes first.
            let newest = self.core.waiting.iter().filter(|other| other.waits());
            self.core.wave = newest.map(|other| other.wait.batch + 1).max().unwrap_or(0);
        }
        if begins {
            self.begin_effect(run, pending, cx);
        }
    }

    /// Of several that met the trigger at once, the first that meets what the effect asks of "it".
    fn likeliest(&self, cards: &Cards, run: &Run, crowd: u8) -> kernel::Object {
        let fits = |object: &kernel::Object| self.is_asked_for(cards, run, *object, usize::MAX);
        self.members(crowd).find(fits).unwrap_or(run.subject)
    }

    fn begin_effect(&mut self, run: Run, pending: Pending, cx: Cx) {
        if let Some(card) = self.table.find(pending.card).or_else(|| self.table.find(run.source)) {
            // What a hand offers to its player may be declined, and then nobody else hears of it.
            let (named, audience) = (self.named(card), self.audience(card));
            cx.log.tell(rule!("15-4-1-1"), audience, || What::Activated { card: named, effect: run.ability });
        }
        let ability = cx.pool.ability(run.ability);
        let counter = is_counter(ability);
        let mut run = effects::run::start(self, run);
        if let (Some(holds), Some(Op::Unless { to, .. })) = (pending.settled, ability.program.first()) {
            run.at = if holds { 1 } else { *to };
        }
        let mut running = Running {
            run,
            card: pending.card,
            cause: pending.cause,
            figure: pending.figure,
            crowd: pending.crowd,
            ..Running::default()
        };
        if ability.limit.is_some() {
            if let Some(card) = self.table.find(pending.card) {
                // DCG 15-14-1-5: activating it uses it up, whatever comes of it.
                self.spend_use(cx.pool, run.ability, card);
                running.limited = true;
            }
        }
        self.push(Frame::Effect(running));
        if counter {
            // DCG 11-3-2: one [Counter] effect an attack.
            self.core.waiting.retain(|other| !is_counter(cx.pool.ability(other.wait.ability)));
        }
    }

    /// DCG 15-4-4-3 to 15-4-4-5: whether a waiting effect can still be activated.
    fn is_alive(&self, cards: &Cards, pending: &Pending) -> bool {
        let wait = &pending.wait;
        let ability = cards.ability(wait.ability);
        if pending.due != Ends::Never || pending.delayed {
            return false;
        }
        let Some(source) = self.table.find(wait.source) else {
            // Pending processing goes on without its source (DCG 18-1-1); a new card's effects are lost.
            let delayed = ability.part.live == crate::vocab::Live::Granted;
            return pending.moved
                && (delayed || pending.would || pending.wait.subject != pending.wait.source);
        };
        let mut run = Run::new(wait.ability, wait.source, wait.controller);
        run.subject = wait.subject;
        if ability.limit.is_some() {
            let printed_on = self.table.find(pending.card);
            if printed_on.is_some_and(|card| !self.has_uses(cards, wait.ability, card)) {
                return false;
            }
        }
        if pending.moved {
            return true;
        }
        // DCG 15-4-4-4: the card must still have the effect.
        let has = match (ability.part.slot(), cards.keyword_of(wait.ability)) {
            (HAND, Some(_)) => self.table.zone(source) == Area::Hand,
            (_, Some(keyword)) => self.has_keyword(cards, source, keyword),
            (INHERITED, _) => {
                self.is_live_under(ability.part, source)
                    && self.is_printed_under(wait.ability.print, source, Area::Under)
            }
            (LINK, _) => self.is_printed_under(wait.ability.print, source, Area::Links),
            _ => {
                self.table.print(source) == wait.ability.print || {
                    let mut given = false;
                    self.each_given(cards, source, &mut |at, _| given |= at == wait.ability);
                    given
                }
            }
        };
        // DCG 15-4-4-5: and its conditions must still be met, what it says of itself included.
        let still = match (&ability.when, self.table.find(wait.subject)) {
            (effects::When::Trigger(triggers), Some(subject)) if subject == source => {
                triggers.iter().any(|trigger| {
                    !crate::trigger::is_about_itself(&trigger.subject)
                        || eval::fits(self, cards, &trigger.subject, subject, &run)
                })
            }
            _ => true,
        };
        still && has && ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run))
    }

    fn is_printed_under(&self, print: kernel::Print, host: Card, area: Area) -> bool {
        self.table.under(host, area).any(|card| self.table.print(card) == print && !self.is_blank(card))
    }

    /// Whether any of what an effect would do has its conditions met.
    pub(crate) fn can_begin(&self, cards: &Cards, run: &Run, settled: Option<bool>) -> bool {
        let program = &cards.ability(run.ability).program;
        let mut at = match (settled, program.first()) {
            (Some(false), Some(Op::Unless { to, .. })) => *to as usize,
            (Some(true), _) => return true,
            _ => 0,
        };
        loop {
            match program.get(at) {
                // DCG 15-6-1: what stands under a condition is done only if that is met.
                Some(Op::Unless { cond, to }) if !eval::holds(self, cards, cond, run) => at = *to as usize,
                Some(Op::Goto(to)) => at = *to as usize,
                Some(Op::End) | None => return false,
                Some(_) => return true,
            }
        }
    }

    /// Whether what an activation-type effect does first has its conditions met.
    pub(crate) fn conditions_met(&self, cards: &Cards, run: &Run) -> bool {
        self.can_begin(cards, run, None)
    }

    /// Whether the cost in front of an activation-type effect can be paid.
    pub(crate) fn costs_payable(&self, cards: &Cards, run: &Run) -> bool {
        let program = &cards.ability(run.ability).program;
        let at = program.iter().position(|op| !matches!(op, Op::Unless { .. } | Op::Forget));
        match at.and_then(|at| program.get(at).map(|op| (at, op))) {
            // DCG 15-7-5: what it is done by has to be possible, not what follows.
            Some((at, Op::Ask { whole: true, end, .. })) => {
                effects::run::payable(self, cards, run, at as u16 + 1, *end)
            }
            _ => true,
        }
    }

    /// Pending processing whose time has come now waits like what triggers at the same time (DCG 18-1-2).
    pub(crate) fn wake(&mut self, due: impl Fn(Ends) -> bool) {
        let wave = self.core.wave;
        for pending in self.core.waiting.iter_mut() {
            if pending.due != Ends::Never && due(pending.due) {
                pending.due = Ends::Never;
                pending.wait.batch = wave;
            }
        }
    }

    // ---- rule checks ----------------------------------------------------------------------------------------

    /// DCG 17-1-3: everything that the rules put right by themselves, all at once. `true` if something was done.
    fn rule_check(&mut self, cx: Cx) -> bool {
        self.core.cause = Cause::Rule;
        if self.scope.is_in_order() {
            debug_assert!(
                self.is_calm() && self.is_all_sound(cx.pool),
                "what came to the field was not looked at"
            );
            return false;
        }
        let mut did = false;
        let from = self.core.bag.len() as u8;
        let calm = self.is_calm();
        let mut order = true;
        for seat in [self.core.turn, self.core.turn.other()] {
            let calm = calm && self.count(seat, Area::Links) == 0;
            for area in [Area::Battle, Area::Breeding] {
                let sound = |card: &Card| calm && self.is_sound(*card, area, cx.pool);
                if self.cards(seat, area).iter().all(sound) {
                    order &= calm;
                    continue;
                }
                order = false;
                let mut at = 0;
                while let Some(card) = self.cards(seat, area).get(at).copied() {
                    match self.fault(card, area, cx.pool) {
                        Some(Fault::NoPower) => {
                            let object = self.table.object(card);
                            self.core.bag.push(object);
                            at += 1;
                        }
                        Some(Fault::NoPlace(rule)) => {
                            // It counts as being in no area: nothing sees it go.
                            let named = self.named(card);
                            cx.log.say(rule, || What::Trashed(named));
                            self.leave_field(card, Area::Trash, End::Top, rule, cx);
                            did = true;
                        }
                        None => {
                            if self.check_links(card, cx) {
                                self.core.bag.truncate(self.bag_floor(from));
                                return true;
                            }
                            at += 1;
                        }
                    }
                }
            }
        }
        if self.core.bag.len() > from as usize {
            let leave = Leave { way: LeaveWay::Delete, cause: Cause::ZeroDp, from, ..Leave::default() };
            self.push(Frame::Leave(leave));
            return true;
        }
        self.scope.set_in_order(order);
        did
    }

    /// Where the bag has to end so that a departure just begun keeps its cards.
    fn bag_floor(&self, from: u8) -> usize {
        match self.top() {
            Some(Frame::Leave(_)) => self.core.bag.len(),
            _ => from as usize,
        }
    }

    /// Whether the whole field is in order as it is printed.
    fn is_all_sound(&self, cards: &Cards) -> bool {
        let sound = |seat, area| self.cards(seat, area).iter().all(|card| self.is_sound(*card, area, cards));
        Seat::BOTH.into_iter().all(|seat| sound(seat, Area::Battle) && sound(seat, Area::Breeding))
    }

    /// Whether a card is in order as it is printed.
    #[inline]
    fn is_sound(&self, card: Card, area: Area, cards: &Cards) -> bool {
        !self.has(card, Mark::FaceDown) && cards.facts(self.table.print(card)).is_sound(area)
    }

    fn fault(&self, card: Card, area: Area, cards: &Cards) -> Option<Fault> {
        // DCG 17-1-3-5: nothing lies face down on the field.
        if self.has(card, Mark::FaceDown) {
            return Some(Fault::NoPlace(rule!("17-1-3-5")));
        }
        // A Digimon is in order in the breeding area, and anywhere with DP that nothing lowers.
        let printed = cards.get(self.table.print(card));
        if printed.kinds.meets(Kinds::DIGIMON.with(Kinds::EGG))
            && (area == Area::Breeding
                || printed.dp.is_some_and(|dp| dp > 0) && !self.may_be_weakened(cards, card))
        {
            return None;
        }
        if self.is_digimon(cards, card) {
            return match (area, self.dp(cards, card)) {
                // DCG 17-1-3-1: DP 0 in the battle area is deletion.
                (Area::Battle, Some(0)) => Some(Fault::NoPower),
                // DCG 17-1-3-2: a Digimon without DP does not stay there.
                (Area::Battle, None) => Some(Fault::NoPlace(rule!("17-1-3-2"))),
                _ => None,
            };
        }
        let kinds = self.kinds(cards, card);
        let placed = self.has(card, Mark::Placed);
        match area {
            // DCG 17-1-3-3: an Option card, unless an effect placed it.
            Area::Battle if kinds.meets(Kinds::OPTION) && !kinds.meets(Kinds::TAMER) && !placed => {
                Some(Fault::NoPlace(rule!("17-1-3-3")))
            }
            // DCG 17-1-3-4: a Tamer or Option card in the breeding area, unless an effect placed it.
            Area::Breeding if kinds.meets(Kinds::OPTION.with(Kinds::TAMER)) && !placed => {
                Some(Fault::NoPlace(rule!("17-1-3-4")))
            }
            _ => None,
        }
    }

    /// DCG 17-1-3-6, 17-1-3-7: link cards that no longer fit, or are too many.
    fn check_links(&mut self, card: Card, cx: Cx) -> bool {
        if self.count(self.table.seat(card), Area::Links) == 0 || self.links(card).next().is_none() {
            return false;
        }
        let unfit = self.links(card).find(|link| !self.meets_link(cx.pool, *link, card));
        let over = self.links(card).count() > self.link_limit(cx.pool, card);
        match (unfit, over) {
            (Some(link), _) => self.move_card(link, Area::Trash, End::Top, rule!("17-1-3-6"), cx),
            // DCG 17-1-3-7: until it no longer exceeds the limit; its player chooses which.
            (None, true) => self.trash_links(card, self.link_limit(cx.pool, card)),
            (None, false) => return false,
        }
        true
    }

    /// Trashes as many link cards as are over a number, as their player chooses.
    pub(crate) fn trash_links(&mut self, card: Card, keep: usize) {
        let from = self.core.bag.len() as u8;
        let links: kernel::Flat<Card, 16> = {
            let mut found = kernel::Flat::new();
            self.links(card).for_each(|link| found.push(link));
            found
        };
        let need = links.len().saturating_sub(keep) as u8;
        if need == 0 {
            return;
        }
        for link in links.iter() {
            let object = self.table.object(*link);
            self.core.bag.push(object);
        }
        let by = self.table.seat(card);
        self.push(Frame::Leave(Leave { way: LeaveWay::Send(To::Trash), from, need, by, ..Leave::default() }));
    }
}

impl Pending {
    /// Whether its time has come and it waits its turn.
    pub fn waits(&self) -> bool {
        !self.would && !self.delayed && self.due == Ends::Never
    }
}

/// Which waiting effects are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waiters {
    Triggered,
    Immediate,
}

/// What a rule check finds wrong with a card.
enum Fault {
    NoPower,
    NoPlace(kernel::RuleId),
}

/// Whether an ability is a [Counter] effect.
fn is_counter(ability: &crate::alias::Ability) -> bool {
    matches!(&ability.when, effects::When::Trigger(triggers)
        if triggers.iter().any(|trigger| trigger.moment == crate::vocab::Moment::Counter))
}

impl LeaveWay {
    pub(crate) fn is_ordered(self) -> bool {
        matches!(
            self,
            LeaveWay::Send(
                To::DeckTop
                    | To::DeckBottom
                    | To::SecurityTop
                    | To::SecurityBottom
                    | To::SecurityTopUp
                    | To::SecurityBottomUp
            )
        )
    }
}
