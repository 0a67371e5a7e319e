//! [Invoker] (DBS 22-37): a red/blue Extra Card from the hand may be paid for by resting one red/blue energy.

use crate::card::{Color, Kind};
use crate::cause::Cause;
use crate::choice::Choice;
use crate::rule;
use crate::state::{Area, Frame, Pays, State};
use crate::turn::Next;
use crate::vocab::Keyword;
use crate::{Cards, Cx};
use kernel::{Card, Consider, Seat};

impl State {
    fn is_red_blue(&self, cards: &Cards, card: Card) -> bool {
        let colors = cards.printed(self.table.print(card)).colors;
        colors.has(Color::Red) && colors.has(Color::Blue)
    }

    /// Calls `f` with each energy that [Invoker] could switch to Rest Mode for this card.
    fn each_invocation(&self, cards: &Cards, seat: Seat, f: &mut dyn FnMut(Card)) {
        let energy = self.cards(seat, Area::Energy);
        for (at, card) in energy.iter().enumerate() {
            let twin =
                |other: &Card| self.table.print(*other) == self.table.print(*card) && !self.is_rest(*other);
            if !self.is_rest(*card) && self.is_red_blue(cards, *card) && !energy[..at].iter().any(twin) {
                f(*card);
            }
        }
    }

    /// DBS 22-37-2: whether this Extra Card of the hand may be paid for by [Invoker] now.
    pub fn can_invoke(&self, cards: &Cards, card: Card, seat: Seat) -> bool {
        if self.kind(cards, card) != Kind::Extra || !self.is_red_blue(cards, card) {
            return false;
        }
        let invoker = [Area::Leader, Area::Battle, Area::Unison]
            .into_iter()
            .flat_map(|area| self.cards(seat, area))
            .any(|card| self.has_keyword(cards, *card, Keyword::Invoker));
        let mut any = false;
        if invoker {
            self.each_invocation(cards, seat, &mut |_| any = true);
        }
        any
    }

    /// The Extra Card that waits to be paid for.
    fn invoked_card(&self) -> Option<Card> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Skill(skill) => self.table.find(skill.what.source),
            _ => None,
        })
    }

    /// What is left of the energy cost of the card that waits to be paid for, so much less.
    pub fn rest_of_cost(&self, cards: &Cards, n: i32) -> Option<crate::card::Cost> {
        let declared = self.cards_declared();
        let card = self.invoked_card().or(declared)?;
        let mut cost = self.cost(cards, card);
        cost.total = cost.value().saturating_sub(n.clamp(0, 99) as u8);
        // DBS 1-2-3-1-1: of the specified part no more than that is left.
        let mut over = cost.specified_total().saturating_sub(cost.total);
        for own in &mut cost.specified {
            let gone = over.min(*own);
            *own -= gone;
            over -= gone;
        }
        Some(cost)
    }

    /// A card that lies declared, where no skill of it is under way yet.
    fn cards_declared(&self) -> Option<Card> {
        Seat::BOTH.into_iter().find_map(|seat| self.cards(seat, Area::Declared).first().copied())
    }

    fn can_pay_plainly(&self, cards: &Cards, seat: Seat) -> bool {
        self.invoked_card().is_some_and(|card| {
            let cost = self.cost(cards, card);
            self.can_pay(cards, seat, cost.value(), &cost.specified)
        })
    }

    /// DBS 5-3: an Extra Card or a [Counter] that may be paid for in another way.
    pub fn invoke_step(&mut self, cx: &mut Cx<'_>) -> Next {
        let Some(Frame::Invoke { seat, invoker, instead }) = self.frames.last().copied() else {
            return Next::Go;
        };
        let mut found: kernel::Flat<Option<Choice>, 16> = kernel::Flat::new();
        if invoker {
            self.each_invocation(cx.pool, seat, &mut |card| found.push(Some(Choice::PayWith(card))));
        }
        if instead.is_some() {
            found.push(Some(Choice::Yes));
        }
        if self.can_pay_plainly(cx.pool, seat) || found.is_empty() {
            found.push(Some(Choice::Decline));
        }
        match &found[..] {
            [Some(one)] => {
                self.invoke(*one, cx);
                Next::Go
            }
            _ => Next::Ask(seat),
        }
    }

    pub fn list_invocations<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        let Some(Frame::Invoke { seat, invoker, instead }) = self.frames.last().copied() else { return };
        if invoker {
            self.each_invocation(cards, seat, &mut |card| sink.allow(Choice::PayWith(card)));
        }
        if instead.is_some() {
            sink.allow(Choice::Yes);
        }
        if self.can_pay_plainly(cards, seat) {
            sink.allow(Choice::Decline);
        }
    }

    /// One energy by [Invoker], what a skill allows instead, or the energy cost as it is.
    pub fn invoke(&mut self, choice: Choice, cx: &mut Cx<'_>) {
        let Some(Frame::Invoke { seat, instead, .. }) = self.frames.last().copied() else { return };
        self.frames.pop();
        match (choice, instead) {
            (Choice::PayWith(card), _) => {
                self.rest(card, Cause::Rule, rule!("22-37-2"), cx);
            }
            (Choice::Yes, Some(ability)) => {
                let source =
                    self.invoked_card().map_or(kernel::Object::default(), |card| self.table.object(card));
                let run = effects::run::start(self, effects::Run::new(ability, source, seat));
                self.push(Frame::Effect(run));
            }
            _ => {
                if let Some(card) = self.invoked_card() {
                    let cost = self.cost(cx.pool, card);
                    self.push_pay(seat, &cost, Pays::Cost);
                }
            }
        }
    }
}
