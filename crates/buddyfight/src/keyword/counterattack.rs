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
    let counters = |card: &Card| state.has_keyword(cards, *card, Keyword::Counterattack);
    // BF OTHER-ITEMDEF-4, OTHER-FLAGVAL-3: an item or flag with defense is attacked along with its fighter.
    let attacked = match attack.target {
        Target::Monster(object, _) => state.table.find(object).filter(counters),
        Target::Fighter(_) => {
            let beside = [Zone::Item, Zone::Flag].into_iter().flat_map(|zone| state.zone(seat, zone));
            beside.copied().find(|card| state.is_attacked(cards, *card) && counters(card))
        }
    };
    let Some(card) = attacked else { return found };
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
