//! [Counterattack]: a card that was attacked and is still there destroys an attacking monster it can beat.
//!
//! Rules: KEY-COUNTERATTACK-1 to -3, ATTACK-3.2.2, OLD-ATTACK-3.2.2. Nobody can answer it.

use crate::card::Cards;
use crate::keyword::Keyword;
use crate::state::{Exit, State, Target, Zone};
use crate::vocab::Cannot;
use kernel::{Card, Flat};

/// The attacking monsters that it may destroy: one of them goes.
pub(crate) fn victims(state: &State, cards: &Cards) -> Flat<Card, 8> {
    let mut found = Flat::new();
    let Some(attack) = state.attack() else { return found };
    let seat = attack.seat.other();
    // BF OTHER-ITEMDEF-4: an item with defense is attacked along with its fighter.
    let attacked = match attack.target {
        Target::Monster(object, _) => state.table.find(object),
        Target::Fighter(_) => {
            let item = state.zone(seat, Zone::Item).first().copied();
            item.filter(|card| state.is_attacked(cards, *card))
        }
    };
    let Some(card) = attacked.filter(|card| state.has_keyword(cards, *card, Keyword::Counterattack)) else {
        return found;
    };
    let power = state.power(cards, card);
    for attacker in state.attackers(attack) {
        let monster = state.table.zone(attacker).is_area();
        let defense = state.defense(cards, attacker).unwrap_or(0);
        // BF ATTACK-3.2.2, FINAL-3.2.2, KEY-COUNTERATTACK-1: defense up to its power.
        // BF OLD-ATTACK-3.2.2, OLD-FINAL-3.2.2, OLD-KEY-COUNTERATTACK-1: in the earlier edition strictly below.
        let beaten = if state.is_classic() { defense < power } else { defense <= power };
        if monster && beaten && !state.cannot(attacker, Cannot::BeDestroyed) {
            found.push(attacker);
        }
    }
    found
}

pub(crate) fn destroy(state: &mut State, victim: Card) {
    let object = state.table.object(victim);
    state.leave(&[object], Exit::Destroyed, false);
}
