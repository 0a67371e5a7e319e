//! [Double Attack], [Triple Attack], [Quadruple Attack], [Hextuple Attack]: after an attack the card stands again.
//!
//! Rules: KEY-NATTACK-0 to KEY-NATTACK-4, ATTACK-4.1. Nobody can answer it.

use crate::state::{Attack, State};
use crate::{Cx, rule};
use kernel::{Card, Flat};

/// BF KEY-NATTACK-1, OLD-ATTACK-4.1, OLD-FINAL-4.1, OLD-KEY-DOUBLE-1, OLD-KEY-TRIPLE-1: n - 1 times a turn, each
/// attacker by itself.
pub(crate) fn restand(state: &mut State, attack: &Attack, cx: &mut Cx<'_>) {
    let mut attackers: Flat<Card, 8> = Flat::new();
    state.attackers(attack).for_each(|card| attackers.push(card));
    for card in attackers.iter() {
        let attacks = state.has_multiattack(cx.pool, *card);
        let marks = *state.table.marks(*card);
        if marks.rested() && marks.restood + 1 < attacks && state.stand(*card, rule!("KEY-NATTACK-1"), cx) {
            state.table.marks_mut(*card).restood += 1;
        }
    }
}
