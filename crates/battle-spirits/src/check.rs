//! What happens to triggers and to leaving cards: who waits, in which order effects resolve, and when a card that
//! leaves the Field really goes.
//!
//! Effects without a timing (BS EFFECT-SIM-1, group A) are never waiting: they are read off the table whenever a figure
//! is asked for ([`crate::figures`]), so they always come before those that wait (EFFECT-SIM-2, group B).
//!
//! A [`Frame::Settle`] owns what came after it was laid down. Under every effect that resolves lies one of its own, so
//! that what the effect causes is settled before anything older goes on (EFFECT-SIM-4).

use crate::card::Cards;
use crate::event::What;
use crate::layer::WORKING;
use crate::state::*;
use crate::turn::Go;
use crate::vocab::{Moment, When};
use crate::{Cx, rule};
use effects::{AbilityRef, Flow, Run, Waiting, eval, run};
use kernel::{Card, Consider, Legal, Object, Place, Seat, ensure};

/// Effects of one turn after which a match is called off: no document knows such a turn.
const EFFECTS_A_TURN: u16 = 1000;

impl State {
    // ---- triggering -------------------------------------------------------------------------------------------

    /// Something happened to a card: whatever waits for it begins to wait for its resolution.
    pub(crate) fn happened(
        &mut self,
        moment: Moment,
        subject: Card,
        other: Option<Card>,
        amount: i16,
        cx: &mut Cx<'_>,
    ) {
        if self.is_heard(moment) {
            let subject = self.table.object(subject);
            let other = other.map_or(Object::default(), |card| self.table.object(card));
            self.trigger(moment, subject, other, amount, cx);
        }
    }

    /// Something happened to a player. The subject is no card then, and says whose it is.
    pub(crate) fn happened_to_player(&mut self, moment: Moment, seat: Seat, amount: i16, cx: &mut Cx<'_>) {
        if self.is_heard(moment) {
            self.trigger(moment, player_object(seat), Object::default(), amount, cx);
        }
    }

    fn trigger(&mut self, moment: Moment, subject: Object, other: Object, amount: i16, cx: &mut Cx<'_>) {
        let cards = cx.pool;
        let mut found = kernel::Flat::<Waiting, 24>::new();
        for seat in [self.turn_seat, self.turn_seat.other()] {
            for (site, zone) in WORKING.into_iter().enumerate() {
                if self.index.at(site).hears & 1 << moment as u32 == 0 {
                    continue;
                }
                for card in self.table.cards(Place::new(seat, zone)) {
                    let print = self.print(cards, *card);
                    if print.bits[site].hears & 1 << moment as u32 == 0 {
                        continue;
                    }
                    for (index, ability) in print.abilities.iter().enumerate() {
                        let When::Trigger(triggers) = &ability.when else { continue };
                        if ability.part.zone != zone || !triggers.iter().any(|one| one.moment == moment) {
                            continue;
                        }
                        let at = AbilityRef { print: self.table.print(*card), index: index as u8 };
                        let mut run = Run::new(at, self.table.object(*card), seat);
                        (run.subject, run.other, run.amount) = (subject, other, amount);
                        if !self.is_active(cards, *card, at, moment, &run) {
                            continue;
                        }
                        let fits = triggers.iter().any(|one| {
                            one.moment == moment
                                && self.subject_fits(cards, &one.subject, &run)
                                && one.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run))
                        });
                        let waits =
                            ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run));
                        // BS EFFECT-EX3: its moment, its condition and its limit all have to allow it.
                        if fits && waits && self.has_uses_left(cards, at, *card, seat) {
                            found.push(Waiting {
                                ability: at,
                                source: run.source,
                                controller: seat,
                                subject,
                                other,
                                amount,
                                batch: 0,
                            });
                        }
                    }
                }
            }
        }
        for waiting in found.iter() {
            if !self.is_stacked(cards, waiting) {
                self.waiting.push(*waiting);
            }
        }
    }

    fn subject_fits(&self, cards: &Cards, filter: &crate::vocab::BsFilter, run: &Run) -> bool {
        match self.table.find(run.subject) {
            Some(card) => eval::fits(self, cards, filter, card, run),
            None => *filter == crate::vocab::BsFilter::Any,
        }
    }

    /// Whether a card's ability can trigger now: it is at its level, and is not about to leave, unless that is what
    /// the ability waits for (BS FAQ-STATUS-2a).
    fn is_active(&self, cards: &Cards, card: Card, at: AbilityRef, moment: Moment, run: &Run) -> bool {
        if self.table.zone(card) != Zone::Field {
            return true;
        }
        if self.is_leaving(card) && !(is_leaving_moment(moment) && self.table.find(run.subject) == Some(card))
        {
            return false;
        }
        cards.ability(at).part.works_at(self.level_number(cards, card))
    }

    /// How many waiting effects and leaving cards are older than the innermost settling.
    pub(crate) fn settle_base(&self) -> (usize, usize) {
        self.frames
            .iter()
            .rev()
            .find_map(|frame| match frame {
                Frame::Settle { waiting, leaving } => Some((*waiting as usize, *leaving as usize)),
                _ => None,
            })
            .unwrap_or((0, 0))
    }

    // ---- settling ---------------------------------------------------------------------------------------------

    /// Settles whatever an action outside any effect has caused.
    pub(crate) fn settle(&mut self) {
        if !self.waiting.is_empty() || !self.leaving.is_empty() {
            self.frames.push(Frame::Settle { waiting: 0, leaving: 0 });
        }
    }

    /// Lays a settling under what comes now.
    pub(crate) fn push_settle(&mut self) {
        let (waiting, leaving) = (self.waiting.len() as u8, self.leaving.len() as u8);
        self.frames.push(Frame::Settle { waiting, leaving });
    }

    pub(crate) fn run_settle(&mut self, waiting: usize, leaving: usize, cx: &mut Cx<'_>) -> Go {
        match self.waiting.len().saturating_sub(waiting) {
            0 => {}
            1 => {
                self.resolve_waiting(waiting, cx);
                return Go::On;
            }
            // BS EFFECT-SIM-3 (and our reading BS-24): the turn player picks the order of all of them.
            _ => return Go::Ask,
        }
        // BS FAQ-STATUS-1a, CORE-DEPLETE-4, BATTLE-6.4: what was not saved goes now.
        if self.leaving.len() > leaving {
            while self.leaving.len() > leaving {
                let card = self.leaving.remove(leaving);
                self.depart(card, cx);
            }
            return Go::On;
        }
        self.frames.pop();
        Go::On
    }

    pub(crate) fn consider_order<S: Consider<Choice>>(&self, sink: &mut S) {
        let (base, _) = self.settle_base();
        for at in base..self.waiting.len() {
            sink.allow(Choice::Resolve(at as u8));
        }
    }

    pub(crate) fn resolve_waiting(&mut self, at: usize, cx: &mut Cx<'_>) {
        let waiting = self.waiting.remove(at);
        let Some(source) = self.table.find(waiting.source) else { return };
        let ability = cx.pool.ability(waiting.ability);
        // BS FAQ-STATUS-2a: a card that is about to leave activates only what waits for that.
        // What waits for another card's leaving is not meant for its own.
        let leaves = waiting.subject == waiting.source
            && matches!(&ability.when, When::Trigger(all) if all.iter().any(|one| is_leaving_moment(one.moment)));
        if self.is_leaving(source) && !leaves {
            return;
        }
        // BS GLOSS-ONCE-TURN: another trigger of the same moment may have spent it.
        if !self.has_uses_left(cx.pool, waiting.ability, source, waiting.controller) {
            return;
        }
        // BS GLOSS-RESOLVE: it resolves without being used, so nothing that waits for a use hears of it.
        let mut run = Run::new(waiting.ability, waiting.source, waiting.controller);
        (run.subject, run.other, run.amount) = (waiting.subject, waiting.other, waiting.amount);
        let (seat, ability) = (waiting.controller, waiting.ability);
        let named = self.table.named_by(waiting.source, waiting.ability.print, seat);
        cx.log.say(rule!("EFFECT-1"), || What::Activated { seat, card: named, ability });
        // BS EFFECT-SIM-4: what this one causes is settled before anything that waits already.
        self.push_settle();
        self.start_effect(run, cx);
    }

    // ---- effects in progress ----------------------------------------------------------------------------------

    pub(crate) fn start_effect(&mut self, effect: Run, _cx: &mut Cx<'_>) {
        self.resolved = self.resolved.saturating_add(1);
        if self.resolved > EFFECTS_A_TURN {
            self.give_up_by_limit();
        }
        let effect = run::start(self, effect);
        self.frames.push(Frame::Effect(effect, effect.controller));
    }

    pub(crate) fn run_effect(&mut self, cx: &mut Cx<'_>) -> Go {
        let frame = self.frames.len() - 1;
        match run::advance(self, frame, cx) {
            Flow::Decide(seat) => {
                if let Some(Frame::Effect(_, asked)) = self.frames.get_mut(frame) {
                    *asked = seat;
                }
                Go::Ask
            }
            Flow::Left => {
                self.note_use(frame, cx.pool);
                Go::On
            }
            Flow::Finished => {
                self.frames.pop();
                Go::On
            }
        }
    }

    /// Our reading BS-26: a limited effect is spent once it has done something or has chosen something.
    fn note_use(&mut self, frame: usize, cards: &Cards) {
        let Some(Frame::Effect(effect, _)) = self.frames.get(frame).copied() else { return };
        let ability = cards.ability(effect.ability);
        if ability.limit.is_none() || !matches!(ability.when, When::Trigger(_)) || effect.at == u16::MAX {
            return;
        }
        let chose = (0..4).any(|slot| self.picks.of(&effect, effects::Slot(slot)).next().is_some());
        if effect.did || chose {
            self.spend_trigger(cards, &effect);
        }
    }

    pub(crate) fn spend_trigger(&mut self, cards: &Cards, effect: &Run) {
        if let (Some(limit), true) = (
            cards.ability(effect.ability).limit,
            matches!(cards.ability(effect.ability).when, When::Trigger(_)),
        ) {
            let at = cards.limit_key(effect.ability, limit);
            // One resolution spends it once, however many steps it has.
            if self.uses.left(limit, at, effect.source, effect.controller) == limit.times || limit.times > 1 {
                self.uses.spend(limit, at, effect.source, effect.controller);
            }
        }
    }

    pub(crate) fn has_uses_left(&self, cards: &Cards, ability: AbilityRef, card: Card, seat: Seat) -> bool {
        cards.ability(ability).limit.is_none_or(|limit| {
            // BS FAQ-GENERAL-7: each card has its own count, unless the text counts for the name.
            self.uses.left(limit, cards.limit_key(ability, limit), self.table.object(card), seat) > 0
        })
    }

    pub(crate) fn spend_use(&mut self, cards: &Cards, ability: AbilityRef, card: Card, seat: Seat) {
        if let Some(limit) = cards.ability(ability).limit {
            let by = self.table.object(card);
            self.uses.spend(limit, cards.limit_key(ability, limit), by, seat);
        }
    }

    pub(crate) fn condition_holds(
        &self,
        cards: &Cards,
        ability: AbilityRef,
        card: Card,
        seat: Seat,
    ) -> Legal {
        let Some(cond) = &cards.ability(ability).cond else { return Ok(()) };
        let run = Run::new(ability, self.table.object(card), seat);
        ensure(eval::holds(self, cards, cond, &run), rule!("BASIC-NEXUS-5"))
    }
}

/// A player as the subject of a trigger: no card has stamp 0.
pub(crate) fn player_object(seat: Seat) -> Object {
    Object { card: Card(seat.index() as u8), stamp: 0 }
}

pub(crate) fn is_leaving_moment(moment: Moment) -> bool {
    matches!(moment, Moment::Destroyed | Moment::Depleted | Moment::ReturnedToHand | Moment::ReturnedToDeck)
}
