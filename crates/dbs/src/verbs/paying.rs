//! What players do, pay and suffer themselves: drawing, damage, energy, skipping, winning.

use crate::Cx;
use crate::card::Cost;
use crate::rule;
use crate::state::{Damage, Draws, Frame, Pays, State};
use crate::vocab::*;
use effects::{Amount, Done, Run, Who, eval};
use kernel::{Outcome, Why};

impl State {
    pub(super) fn do_draw(&mut self, who: Who, n: &Amount<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let n = eval::amount(self, cx.pool, n, run);
        let mut count = 0;
        for seat in eval::seats(self, who, run) {
            if !self.player_cannot(cx.pool, seat, Cannot::Draw) {
                count += self.draw(seat, n, rule!("5-1-2"), cx);
            }
        }
        Done::Now(count)
    }

    pub(super) fn do_draw_up_to(&mut self, who: Who, n: &Amount<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let left = eval::amount(self, cx.pool, n, run).clamp(0, 99) as u8;
        let seat = eval::seat(self, who, run);
        self.push(Frame::Draws(Draws { seat, left, drawn: 0 }));
        Done::Later
    }

    pub(super) fn do_damage(&mut self, who: Who, n: &Amount<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let left = eval::amount(self, cx.pool, n, run).clamp(0, 99) as u8;
        let to = eval::seat(self, who, run);
        // DBS 23-3-3-2: the card with the skill is the source.
        self.push(Frame::Damage(Damage { to, left, source: run.source, ..Damage::default() }));
        Done::Later
    }

    pub(super) fn do_energy_markers(
        &mut self,
        who: Who,
        n: &Amount<Dbs>,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Done {
        let n = eval::amount(self, cx.pool, n, run).clamp(0, 20) as u8;
        let mut count = 0;
        for seat in eval::seats(self, who, run) {
            self.energy_markers[seat] = self.energy_markers[seat].saturating_add(n);
            count += i16::from(n);
        }
        Done::Now(count)
    }

    pub(super) fn do_pay(&mut self, cost: &Cost, run: &Run, cx: &mut Cx<'_>) -> Done {
        // DBS 5-8-3-1: what other effects make of it.
        let mut cost = self.skill_cost(cx.pool, *cost, run);
        // DBS 20-5-3: the same number from the payment to the end of the effect.
        if cost.is_x {
            cost.total = cost.value().saturating_add(run.named.clamp(0, 99) as u8);
        }
        self.push_pay(run.controller, &cost, Pays::Cost);
        Done::Later
    }

    pub(super) fn do_pay_less(&mut self, n: i32, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(cost) = self.rest_of_cost(cx.pool, n) else { return Done::Now(0) };
        self.push_pay(run.controller, &cost, Pays::Cost);
        Done::Later
    }

    pub(super) fn do_pay_z(&mut self, run: &Run, cx: &mut Cx<'_>) -> Done {
        let card = self.table.find(run.source);
        let left = card.map_or(0, |card| self.z_cost(cx.pool, card));
        self.push(Frame::PayZ { seat: run.controller, left });
        Done::Now(1)
    }

    pub(super) fn do_skip(&mut self, who: Who, what: Skipped, run: &Run) -> Done {
        let seat = eval::seat(self, who, run);
        self.tally[seat].skips |= what.bit();
        Done::Now(1)
    }

    pub(super) fn do_win(&mut self, who: Who, run: &Run) -> Done {
        let winner = Some(eval::seat(self, who, run));
        self.outcome = Some(Outcome { winner, why: Why::Rule(rule!("0-1-3-5")) });
        Done::Now(1)
    }
}
