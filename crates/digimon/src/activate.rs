//! Effects that activate other effects (DCG 15-15-9).

use crate::alias::Target as Meant;
use crate::card::{Cards, GRANTED, INHERITED, LINK, MAIN};
use crate::effect::has_timing;
use crate::state::{Cx, Frame, Pending, State};
use crate::vocab::{Cannot, Timing};
use effects::{AbilityRef, Done, Run, Waiting, eval};
use kernel::{Card, Flat, Object};

impl State {
    /// DCG 15-15-9-1: effects of a card, activated as effects of this one: one that the player chooses, or all of them
    /// in the order that the player chooses (DCG 15-15-9-2).
    pub(crate) fn activate_other(
        &mut self,
        of: &Meant,
        timing: Timing,
        one: bool,
        run: &Run,
        cx: Cx,
    ) -> Done {
        // What cannot activate effects of a timing does not do so by another effect either.
        let kept = |cannot: &Cannot| *cannot == Cannot::Activate(timing);
        let source = self.table.find(run.source).filter(|card| self.is_field(*card));
        if source.is_some_and(|source| self.cannot(cx.pool, source, kept))
            || self.player_cannot(cx.pool, run.controller, kept)
        {
            return Done::Now(0);
        }
        let window = self.window();
        let first = self.core.waiting.len();
        for card in eval::targets(self, cx.pool, of, run).iter() {
            self.offer_effects(*card, timing, window, run, cx.pool);
        }
        let seat = run.controller;
        match (self.core.waiting.len() - first, one) {
            (0, _) => return Done::Now(0),
            (1, _) => {
                let depth = self.core.frames.len();
                self.activate(first, cx);
                if self.core.frames.len() == depth {
                    return Done::Now(0);
                }
            }
            (_, true) => self.push(Frame::Pick { seat, batch: window, would: true, one: true }),
            (_, false) => self.push(Frame::Drain(window)),
        }
        Done::Later
    }

    /// Lets the effects of a card that have a timing wait to be activated by an effect.
    fn offer_effects(&mut self, card: Card, timing: Timing, window: u16, run: &Run, cards: &Cards) {
        let mut found: Flat<(AbilityRef, Card), 16> = Flat::new();
        let mut note = |printed_on: Card, part: Option<usize>| {
            let print = self.table.print(printed_on);
            for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
                let slot = ability.part.slot();
                if part.is_none_or(|part| part == slot) && slot != GRANTED && has_timing(ability, timing) {
                    found.push((AbilityRef { print, index: index as u8 }, printed_on));
                }
            }
        };
        if self.is_field(card) {
            // A Digimon's effects are also those that its stack and its link cards give it.
            note(card, Some(MAIN));
            self.under(card)
                .filter(|under| !self.is_blank(*under))
                .for_each(|under| note(under, Some(INHERITED)));
            self.links(card).for_each(|link| note(link, Some(LINK)));
            self.each_given(cards, card, &mut |at| {
                if has_timing(cards.ability(at), timing) {
                    found.push((at, card));
                }
            });
        } else {
            note(card, None);
        }
        for (ability, printed_on) in found.iter().copied() {
            let activated =
                Run::new(ability, run.source, run.controller).about(run.source, Object::default(), 0);
            let cond = cards.ability(ability).cond.as_ref();
            if !self.has_uses(cards, ability, printed_on)
                || cond.is_some_and(|cond| !eval::holds(self, cards, cond, &activated))
                || !self.can_begin(cards, &activated, None)
            {
                continue;
            }
            let wait = Waiting {
                ability,
                source: run.source,
                controller: run.controller,
                subject: run.source,
                batch: window,
                ..Waiting::default()
            };
            let (card, cause) = (self.table.object(printed_on), self.core.cause);
            let pending = Pending { wait, card, cause, would: true, moved: true, ..Pending::default() };
            self.core.waiting.push(pending);
        }
    }
}
