//! [Penetrate]: an attack that hits the monster in the center also deals the attacker's critical to its fighter.
//!
//! Rules: KEY-PENETRATE-1 to KEY-PENETRATE-4, ATTACK-3.2.1, OLD-KEY-PENETRATE-1. Nobody can answer it.

use crate::seam::Damage;
use crate::state::{State, Target, Zone};
use crate::{Cx, rule};
use kernel::{Card, Flat};

/// BF ATTACK-3.2.1, ATTACK-3.2.1a, FINAL-3.2.1, FINAL-3.2.1a, KEY-PENETRATE-2: each attacker that has it, once
/// apiece.
pub(crate) fn activate(state: &mut State, cx: &mut Cx<'_>) {
    let Some(attack) = state.attack().copied() else { return };
    let Target::Monster(target, Zone::Center) = attack.target else { return };
    if !attack.hit || (state.is_classic() && state.table.find(target).is_some()) {
        // BF OLD-KEY-PENETRATE-1: classic asks for the monster to be destroyed as well.
        return;
    }
    let mut attackers: Flat<Card, 8> = Flat::new();
    state.attackers(&attack).for_each(|card| attackers.push(card));
    for card in attackers.iter() {
        if state.has_penetrate(cx.pool, *card) {
            let critical = state.critical(cx.pool, *card);
            let source = state.table.object(*card);
            // The keyword deals it, not the attack, which hit the monster.
            let (seat, rule) = (attack.seat.other(), rule!("KEY-PENETRATE-1"));
            state.damage(seat, critical, &[source], Damage::Effect, rule, cx);
        }
    }
}
