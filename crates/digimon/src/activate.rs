//! Effects that activate other effects (DCG 15-15-9).

use crate::alias::{Ability, Target as Meant};
use crate::card::{Ban, Cards, GRANTED, INHERITED, LINK, MAIN, SECURITY};
use crate::effect::has_timing;
use crate::state::{Cx, Frame, Pending, State};
use crate::vocab::{Cannot, Text, Timing};
use effects::{AbilityRef, Asked, Done, Run, Waiting, eval};
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
        let note = &mut |at, printed_on| found.push((at, printed_on));
        self.each_effect(cards, card, timing, Asked::NOTHING, note);
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

    /// Calls `f` with every effect of a timing that a card has, and the card it is printed on.
    pub(crate) fn each_effect(
        &self,
        cards: &Cards,
        card: Card,
        timing: Timing,
        asked: Asked,
        f: &mut dyn FnMut(AbilityRef, Card),
    ) {
        let mut note = |printed_on: Card, counts: &dyn Fn(&Ability) -> bool| {
            let print = self.table.print(printed_on);
            for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
                if counts(ability) && has_timing(ability, timing) {
                    f(AbilityRef { print, index: index as u8 }, printed_on);
                }
            }
        };
        let is_in = |part: usize| move |ability: &Ability| ability.part.slot() == part;
        if !self.is_field(card) {
            // DCG 2-3-3-2: its effects are the upper text, not what it would give a Digimon above it.
            let upper = |ability: &Ability| {
                !matches!(ability.part.text, Text::Inherited | Text::Link) && ability.part.slot() != GRANTED
            };
            return note(card, &upper);
        }
        // A Digimon's effects are also those that its stack, its link cards and other effects give it.
        note(card, &is_in(MAIN));
        note(card, &is_in(SECURITY));
        if self.is_digimon_asked(cards, card, asked) {
            let open = self.under(card).filter(|under| !self.is_blank(*under));
            open.for_each(|under| note(under, &is_in(INHERITED)));
        }
        self.links(card).for_each(|link| note(link, &is_in(LINK)));
        self.each_granting(cards, card, asked, &mut |at, printed_on| {
            if has_timing(cards.ability(at), timing) {
                f(at, printed_on);
            }
        });
    }
}
