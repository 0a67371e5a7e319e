//! 《Super Unleash》 (fans: *True Release*) in the level box: the Soul Core alone is enough for that level, and a card at that
//! level, whichever way it got there, is in Super Unleash state.
//!
//! Rules: SUPER-UNLEASH-1 to SUPER-UNLEASH-3, FAQ-SOULCORE-3, GLOSS-SUPER-UNLEASH; our readings BS-17 and BS-18.
//! Scenes: `scenes/battle-spirits/super-unleash`.

use crate::card::{BattleCard, Cards, Kind, Level};
use crate::state::*;
use kernel::Card;

impl State {
    /// The level the card is at, or `None` if its cores do not even keep the lowest.
    pub(crate) fn level<'a>(&self, cards: &'a Cards, card: Card) -> Option<&'a Level> {
        // BS BASIC-LV-1, CORE-LV-1, CORE-LV-2, GLOSS-LV, BASIC-LV-3, CORE-LV-3: the number of cores decides.
        let (cores, soul) = (self.cores_on(card), self.has_soul(card));
        // BS SUPER-UNLEASH-3, GLOSS-SUPER-UNLEASH: a lone Soul Core reaches the level that bears the keyword.
        let reached = |level: &&Level| level.cores <= cores || (level.super_unleash && soul);
        self.print(cards, card).levels.iter().rev().find(reached)
    }

    /// How many cores must be left for the card itself. BS MAIN-SUMMON-2; our reading BS-17 for the lone Soul Core.
    pub(crate) fn least_for(&self, print: &BattleCard, soul: bool) -> u16 {
        match print.kind {
            Kind::Spirit if soul && print.levels.iter().any(|level| level.super_unleash) => {
                print.least_cores().min(1)
            }
            Kind::Spirit => print.least_cores(),
            _ => 0,
        }
    }

    /// BS SUPER-UNLEASH-2, FAQ-SOULCORE-3 (and our reading BS-18): at the level that bears the keyword, whichever way.
    pub(crate) fn in_super_unleash(&self, cards: &Cards, card: Card) -> bool {
        self.level(cards, card).is_some_and(|level| level.super_unleash)
    }
}
