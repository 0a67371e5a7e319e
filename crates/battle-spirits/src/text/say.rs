//! The tree back in plain words.
use crate::card::BattleCard;

/// One line for each effect of a card.
pub fn say(card: &BattleCard) -> Vec<String> {
    card.abilities.iter().map(|ability| ability.words.clone()).collect()
}
