//! Effects that activate other effects (DCG 15-15-9).

use crate::alias::Target as Meant;
use crate::card::{Ban, Cards, GRANTED, INHERITED, LINK, MAIN};
use crate::effect::has_timing;
use crate::state::{Cx, Frame, Pending, State};
use crate::vocab::{Cannot, Timing};
use effects::{AbilityRef, Done, Run, Waiting, eval};
use kernel::{Card, Flat, Object};

impl State {
    /// DCG 15-15-9-1: effects of a card, activated by an effect: one that the player chooses, or all of them
    /// in the order that the player chooses (DCG 15-15-9-2).
    pub(crate) fn activate_other(
        &mut self,
        of: &Meant,
        timings: (Timing, Option<Timing>),
        (one, own): (bool, bool),
        run: &Run,
        cx: Cx,
    ) -> Done {
        let window = self.window();
        let first = self.core.waiting.len();
        let source = self.table.find(run.source).filter(|card| self.is_field(*card));
        for timing in std::iter::once(timings.0).chain(timings.1) {
            // What cannot activate effects of a timing does not do so by another effect either.
            let kept = |cannot: &Cannot| *cannot == Cannot::Activate(timing);
            if source.is_some_and(|source| self.cannot(cx.pool, source, Ban::Activate, kept))
                || self.player_cannot(cx.pool, run.controller, Ban::Activate, kept)
            {
                continue;
            }
            let mut meant = eval::targets(self, cx.pool, of, run);
            // A card that went elsewhere to pay for this has its effects all the same.
            let this = run.source.card;
            if meant.is_empty() && *of == Meant::This && self.table.print(this) == run.ability.print {
                meant.push(this);
            }
            for card in meant.iter() {
                if self.is_field(*card) && self.cannot(cx.pool, *card, Ban::Activate, kept) {
                    continue;
                }
                self.offer_effects(*card, timing, own, window, run, cx.pool);
            }
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
    /// An effect of a card on the field stays that card's, unless the text says otherwise.
    fn offer_effects(
        &mut self,
        card: Card,
        timing: Timing,
        own: bool,
        window: u16,
        run: &Run,
        cards: &Cards,
    ) {
        let source = if own || !self.is_field(card) { run.source } else { self.table.object(card) };
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
            let activated = Run::new(ability, source, run.controller).about(source, Object::default(), 0);
            let cond = cards.ability(ability).cond.as_ref();
            if !self.has_uses(cards, ability, printed_on)
                || cond.is_some_and(|cond| !eval::holds(self, cards, cond, &activated))
                || !self.can_begin(cards, &activated, None)
            {
                continue;
            }
            // An effect of both timings is offered once.
            let object = self.table.object(printed_on);
            let twice = |held: &Pending| {
                held.wait.batch == window && held.wait.ability == ability && held.card == object
            };
            if self.core.waiting.iter().any(twice) {
                continue;
            }
            let wait = Waiting {
                ability,
                source,
                controller: run.controller,
                subject: source,
                batch: window,
                ..Waiting::default()
            };
            let (card, cause) = (self.table.object(printed_on), self.core.cause);
            let pending = Pending { wait, card, cause, would: true, moved: true, ..Pending::default() };
            self.core.waiting.push(pending);
        }
    }
}
