//! [Double Attack], [Triple Attack], [Quadruple Attack], [Hextuple Attack]: after an attack the card stands again.
//!
//! Rules: KEY-NATTACK-0 to KEY-NATTACK-4, ATTACK-4.1. Nobody can answer it.

use crate::state::{Attack, Frame, State};
use crate::{Cx, rule};
use kernel::{Card, Flat};

/// BF KEY-NATTACK-1, OLD-ATTACK-4.1, OLD-FINAL-4.1, OLD-KEY-DOUBLE-1, OLD-KEY-TRIPLE-1: n - 1 times a turn, each
/// attacker by itself.
pub(crate) fn restand(state: &mut State, attack: &Attack, cx: &mut Cx<'_>) {
    let mut attackers: Flat<Card, 8> = Flat::new();
    state.attackers(attack).for_each(|card| attackers.push(card));
    // The first of them is asked about first.
    for card in attackers.iter().rev() {
        let attacks = state.has_multiattack(cx.pool, *card);
        let marks = *state.table.marks(*card);
        if !marks.rested() || marks.restood + 1 >= attacks {
            continue;
        }
        // BF OLD-KEY-DOUBLE-1, OLD-KEY-TRIPLE-1: in the classic edition it can be stood, and its fighter is asked.
        if state.is_classic() {
            let card = state.table.object(*card);
            state.frames.push(Frame::Restand { card });
        } else {
            stand(state, *card, cx);
        }
    }
}

pub(crate) fn stand(state: &mut State, card: Card, cx: &mut Cx<'_>) {
    if state.stand(card, rule!("KEY-NATTACK-1"), cx) {
        state.table.marks_mut(card).restood += 1;
    }
}
