//! What continuous abilities make of the use of cards: what is cheaper, what may not be called, what is free of charge.

use crate::card::Cards;
use crate::layer::TARIFF;
use crate::state::State;
use crate::vocab::{Change, Part};
use effects::{AbilityRef, Op, Run, When, eval};
use kernel::{Card, Object, Seat};

impl State {
    /// Every change that continuous abilities make to what this fighter may use and pays for it.
    pub(crate) fn each_tariff(&self, cards: &Cards, seat: Seat, f: &mut dyn FnMut(&Change, &Run)) {
        if self.index.whole.uses & TARIFF == 0 {
            return;
        }
        for lasting in self.lasting.iter().filter(|lasting| lasting.on == effects::On::Player(seat)) {
            if let Some((_, change)) = lasting.change(cards.ability(lasting.ability)) {
                f(change, &Run::new(lasting.ability, lasting.source, lasting.controller));
            }
        }
        for own in Seat::BOTH {
            for card in self.field(own) {
                let print = self.print(card);
                let sheet = &cards.get(print).sheet;
                if !sheet.is_continuous || self.is_nullified(card) || self.table.marks(card).face_down() {
                    continue;
                }
                for (index, ability) in sheet.abilities.iter().enumerate() {
                    if ability.when != When::Always || ability.part != Part::Field {
                        continue;
                    }
                    let at = AbilityRef { print, index: index as u8 };
                    let run = Run::new(at, self.table.object(card), own);
                    let holds =
                        |run| ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, run));
                    for op in &ability.program {
                        let Op::Gain { to: effects::Gainer::Player(who), change, .. } = op else { continue };
                        let tariff = matches!(change, Change::Cheaper(..) | Change::CannotCall(_));
                        if tariff && eval::seats(self, *who, &run).any(|of| of == seat) && holds(&run) {
                            f(change, &run);
                        }
                    }
                }
            }
        }
    }

    /// Whether no continuous ability forbids this fighter to call the card.
    pub(crate) fn may_be_called(&self, cards: &Cards, seat: Seat, card: Card) -> bool {
        let mut may = true;
        self.each_tariff(cards, seat, &mut |change, run| {
            if let Change::CannotCall(filter) = change {
                may &= !eval::fits(self, cards, filter, card, run);
            }
        });
        may
    }

    /// How much less gauge the cost in this run asks for than is printed.
    pub(crate) fn rebate(&self, cards: &Cards, run: &Run) -> i32 {
        let sheet = &cards.get(run.ability.print).sheet;
        let Some(card) = self.table.find(run.source).filter(|_| sheet.cost == Some(run.ability.index)) else {
            return 0;
        };
        let mut less = 0;
        self.each_tariff(cards, run.controller, &mut |change, scope| {
            if let Change::Cheaper(filter, by) = change {
                less += if eval::fits(self, cards, filter, card, scope) { i32::from(*by) } else { 0 };
            }
        });
        less
    }

    /// Whether the card says that its cost need not be paid now.
    pub(crate) fn is_free(&self, cards: &Cards, seat: Seat, card: Object) -> bool {
        let print = self.table.find(card).map(|card| self.print(card));
        let Some(print) = print.filter(|print| !cards.get(*print).sheet.free_if.is_empty()) else {
            return false;
        };
        let scope = Run::new(AbilityRef { print, index: 0 }, card, seat);
        cards.get(print).sheet.free_if.iter().any(|cond| eval::holds(self, cards, cond, &scope))
    }
}
