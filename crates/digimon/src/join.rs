//! DNA digivolution and app fusion by an effect: which cards can be joined, and which of them are.

use crate::alias::{Filter, Op, Select, Target as Meant};
use crate::card::{Ban, Cards};
use crate::rule;
use crate::state::{Area, Choice, Cx, Entry, EntryKind, Frame, State};
use crate::verbs::by_effect;
use crate::vocab::{Cannot, Join, Pay, Verb};
use effects::{Run, eval};
use kernel::{Card, Consider, Flat, Object};

impl State {
    /// The pairs of a player's Digimon that can DNA digivolve into a card by an effect: on top, below, and by which way.
    fn dna_pairs(
        &self,
        cards: &Cards,
        card: Card,
        (with, other): (&Option<Meant>, Option<&Select>),
        pay: &Pay,
        run: &Run,
    ) -> Flat<(Card, Card, u8), 32> {
        let mut pairs = Flat::new();
        let named = with.as_ref().map(|with| eval::targets(self, cards, with, run));
        let ways = cards.get(self.table.print(card)).meaning.ways.iter().enumerate();
        let mut ways = ways.filter(|(_, way)| way.kind == EntryKind::Dna).peekable();
        if ways.peek().is_none() {
            return pairs;
        }
        let mut able = eval::Cards::from_slice(self.battle_area(run.controller));
        able.retain(|card| {
            self.is_digimon(cards, *card)
                && !cards.get(self.table.print(*card)).token
                && !self.cannot(cards, *card, Ban::Digivolve, |cannot| *cannot == Cannot::Digivolve)
        });
        for (at, way) in ways {
            let (cost, free) = self.price(EntryKind::Dna, pay, way.cost.into(), run, cards);
            if !free && !self.can_pay(run.controller, cost.into()) {
                continue;
            }
            let fitting = |filter: &Filter| {
                let mut fitting = able;
                fitting.retain(|one| self.fits_material(cards, filter, *one, card, (Join::Dna, run)));
                fitting
            };
            let (ones, twos) = (fitting(&way.from), fitting(&way.with));
            if let Some(other) = other {
                // A Digimon, and one of the cards that the effect names beside it.
                let mut others = eval::candidates(self, cards, other, run);
                others.retain(|other| {
                    let allowed = !self.is_field(*other) || able.contains(other);
                    *other != card && !cards.get(self.table.print(*other)).token && allowed
                });
                let fits = |filter: &Filter, one: Card| {
                    self.fits_material(cards, filter, one, card, (Join::Dna, run))
                };
                for one in able.iter().filter(|one| named.as_ref().is_none_or(|named| named.contains(one))) {
                    for two in others.iter().filter(|two| *two != one) {
                        let fit = fits(&way.from, *one) && fits(&way.with, *two)
                            || fits(&way.from, *two) && fits(&way.with, *one);
                        if fit && !pairs.iter().any(|(a, b, _)| (a, b) == (one, two)) {
                            pairs.push((*one, *two, at as u8));
                        }
                    }
                }
                continue;
            }
            for one in ones.iter() {
                for two in twos.iter().filter(|two| *two != one) {
                    let meant = named
                        .as_ref()
                        .is_none_or(|named| named.iter().any(|card| card == one || card == two));
                    if meant && !pairs.iter().any(|(a, b, _)| (a, b) == (one, two)) {
                        pairs.push((*one, *two, at as u8));
                    }
                }
            }
        }
        pairs
    }

    /// What an effect's app fusion could join: Digimon, link card, and by which way.
    pub(crate) fn fusions(
        &self,
        cards: &Cards,
        card: Card,
        what: &Meant,
        run: &Run,
    ) -> Flat<(Card, Card, u8), 32> {
        let mut found = Flat::new();
        let ways = cards.get(self.table.print(card)).meaning.ways.iter().enumerate();
        for (at, way) in ways.filter(|(_, way)| way.kind == EntryKind::AppFusion) {
            for onto in eval::targets(self, cards, what, run).iter() {
                if !eval::fits(self, cards, &way.from, *onto, run)
                    || self.cannot(cards, *onto, Ban::Digivolve, |cannot| *cannot == Cannot::Digivolve)
                {
                    continue;
                }
                for link in self.links(*onto) {
                    if self.fits_special(cards, way.kind, &way.with, *onto, link, run) {
                        found.push((*onto, link, at as u8));
                    }
                }
            }
        }
        found
    }

    /// The ways in which an effect can join cards into this one.
    pub(crate) fn joins(
        &self,
        cards: &Cards,
        verb: &Verb,
        card: Card,
        run: &Run,
    ) -> Flat<(Card, Card, u8), 32> {
        match verb {
            Verb::DnaDigivolve { with, other, pay, .. } => {
                self.dna_pairs(cards, card, (with, other.as_deref()), pay, run)
            }
            Verb::AppFuse { what, .. } => self.fusions(cards, card, what, run),
            _ => Flat::new(),
        }
    }

    /// The verb of the effect that waits for the frame on top, if it joins cards.
    fn joining<'a>(&self, cards: &'a Cards) -> Option<(&'a Verb, Run)> {
        let below = self.core.frames.len().checked_sub(2).and_then(|at| self.core.frames.get(at));
        let Some(Frame::Effect(running)) = below else { return None };
        let at = (running.run.at as usize).checked_sub(1)?;
        match cards.ability(running.run.ability).program.get(at)? {
            Op::Do(verb) => Some((verb, running.run)),
            _ => None,
        }
    }

    pub(crate) fn consider_joins<S: Consider<Choice>>(&self, cards: &Cards, into: Object, sink: &mut S) {
        let (Some(card), Some((verb, run))) = (self.table.find(into), self.joining(cards)) else {
            return sink.allow(Choice::Decline);
        };
        for (onto, with, way) in self.joins(cards, verb, card, &run).iter().copied() {
            sink.allow(Choice::Special { card, onto, with, way });
        }
    }

    /// The player has chosen which cards are joined.
    pub(crate) fn take_join(&mut self, choice: Choice, cx: Cx) {
        let joining = self.joining(cx.pool);
        self.pop();
        match (choice, joining) {
            (Choice::Special { card, onto, with, way }, Some((verb, run))) => {
                self.join_by_effect(verb, card, (onto, with, way), &run, cx);
            }
            _ => self.report(0),
        }
    }

    pub(crate) fn join_by_effect(
        &mut self,
        verb: &Verb,
        card: Card,
        (onto, with, way): (Card, Card, u8),
        run: &Run,
        cx: Cx,
    ) {
        let ways = &cx.pool.get(self.table.print(card)).meaning.ways;
        let cost = ways.get(way as usize).map_or(0, |way| way.cost);
        // A material that is no Digimon of the battle area is shown, and does not itself digivolve.
        let elsewhere = !self.is_field(with) && self.table.zone(with) != Area::Links;
        if elsewhere {
            self.uncover(with, rule!("8-2-3-1"), cx);
        }
        let (onto, with) = (self.table.object(onto), self.table.object(with));
        let entry = match verb {
            Verb::DnaDigivolve { pay, .. } => {
                let (cost, free) = self.price(EntryKind::Dna, pay, cost.into(), run, cx.pool);
                let kind = if elsewhere { EntryKind::BlastDna } else { EntryKind::Dna };
                Entry { cost, free, ..by_effect(kind, run) }
            }
            _ => Entry { free: true, ..by_effect(EntryKind::AppFusion, run) },
        };
        self.declare(Entry { onto, with, ..entry }, card);
    }
}
