//! What cards may do instead of a departure: abilities that step in when a card would leave the field or be destroyed.
//!
//! They are asked before anything leaves, together with [Soulguard]; the fighter whose card it is picks one, or none.

use crate::card::Cards;
use crate::event::What;
use crate::state::{Departure, Exit, Frame, State};
use crate::vocab::{Cannot, Moment, Part};
use crate::{Cx, rule};
use effects::{AbilityRef, Answer, Op, Run, When, eval, run};
use kernel::{Card, Flat};

impl State {
    /// The abilities on the fighter's field that could keep this card there, their costs payable.
    pub(crate) fn replacements(&self, cards: &Cards, departure: &Departure) -> Flat<(Card, AbilityRef), 6> {
        let mut found = Flat::new();
        let Some(leaving) = self.table.find(departure.card) else { return found };
        // BF CHECK-3, CHECK-4: what the check takes nothing replaces.
        if departure.exit == Exit::Checked {
            return found;
        }
        let seat = self.table.seat(leaving);
        for card in self.field(seat) {
            let print = self.print(card);
            if !cards.get(print).sheet.replaces || self.is_nullified(card) || self.is_blank(card) {
                continue;
            }
            if self.cannot(card, Cannot::HaveTime) {
                continue;
            }
            for (index, ability) in cards.get(print).sheet.abilities.iter().enumerate() {
                let at = AbilityRef { print, index: index as u8 };
                let run =
                    Run::new(at, self.table.object(card), seat).about(departure.card, Default::default(), 0);
                if self.steps_in(cards, at, &run, leaving, departure.exit) && found.len() < 6 {
                    debug_assert!(ability.part == Part::Field);
                    found.push((card, at));
                }
            }
        }
        found
    }

    fn steps_in(&self, cards: &Cards, at: AbilityRef, run: &Run, leaving: Card, exit: Exit) -> bool {
        let ability = cards.ability(at);
        let When::Would(triggers) = &ability.when else { return false };
        let waits = triggers.iter().any(|trigger| {
            let moment = trigger.moment == Moment::Leaves
                || trigger.moment == Moment::Destroyed && exit == Exit::Destroyed;
            moment && eval::fits(self, cards, &trigger.subject, leaving, run)
        });
        let left = ability.limit.is_none_or(|limit| {
            let key = if limit.by_name { self.use_key(cards, at.print, at.index) } else { at };
            self.uses.left(limit, key, run.source, run.controller) > 0
        });
        let holds = ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, run));
        let payable = match ability.program.first() {
            Some(Op::Ask { end, .. }) => run::payable(self, cards, run, 1, *end),
            _ => false,
        };
        waits && left && holds && payable
    }

    /// One of them is used for the departure that is asked about.
    pub(crate) fn step_in(&mut self, card: Card, at: AbilityRef, cx: &mut Cx<'_>) {
        let Some(Frame::Leave { at: place, .. }) = self.frames.last().copied() else { return };
        let Some(departure) = self.leaving.get(place as usize).copied() else { return };
        let (seat, source) = (self.table.seat(card), self.table.object(card));
        if let Some(limit) = cx.pool.ability(at).limit {
            let key = if limit.by_name { self.use_key(cx.pool, at.print, at.index) } else { at };
            self.uses.spend(limit, key, source, seat);
        }
        let run = Run::new(at, source, seat).about(departure.card, Default::default(), 0);
        let run = run::start(self, run);
        self.frames.push(Frame::Effect(run));
        // To pick it was to take its offer.
        let frame = self.frames.len() - 1;
        run::answer(self, frame, Answer::Yes, cx.pool);
    }

    /// The departure that is asked about does not happen.
    pub(crate) fn prevent(&mut self, cx: &mut Cx<'_>) -> bool {
        let leave = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Leave { at, .. } => Some(*at as usize),
            _ => None,
        });
        let Some(departure) = leave.and_then(|at| self.leaving.get_mut(at)) else { return false };
        departure.saved = true;
        let object = departure.card;
        self.dirty = true;
        if let Some(card) = self.table.find(object) {
            let (seat, named) = (self.table.seat(card), self.table.named(card));
            cx.log.say(rule!("KEY-SOULGUARD-2"), || What::Saved { seat, card: named });
        }
        true
    }
}
