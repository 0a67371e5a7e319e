//! Deck lists as they are written down, before a game has looked at them.

use crate::game::Game;
use crate::rule::RuleId;
use serde_json::Value;

/// A deck file: sections of card ids (or names) with counts, in the order they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeckList {
    /// What the deck is called.
    pub name: String,
    /// `main`, `digi_eggs`, `leader`, `z_deck`, `flag`, `buddy`, `lost_deck`, `sideboard`.
    pub sections: Vec<(String, Vec<(String, u32)>)>,
    /// Everything else the file said.
    pub extra: Vec<(String, Value)>,
}

impl DeckList {
    /// The cards of a section; empty if the list does not have it.
    pub fn section(&self, name: &str) -> &[(String, u32)] {
        self.sections.iter().find(|(section, _)| section == name).map_or(&[], |(_, cards)| cards)
    }
}

/// One reason why a deck may not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckFault {
    /// The rule it breaks; `None` where it is no rule of the game (an unknown card, an unread one, an engine limit).
    pub rule: Option<RuleId>,
    /// What is wrong with it, in words.
    pub why: String,
}

/// A game that reads and judges deck lists.
pub trait Decks: Game {
    /// The sections a deck file of this game may have, the first one being the main deck.
    const SECTIONS: &'static [&'static str];

    /// The section a card goes into when a plain text list does not say: the main deck, unless the game knows better
    /// (eggs, leaders, flags).
    fn section_of(card: &Self::Printed) -> &'static str {
        let _ = card;
        Self::SECTIONS[0]
    }

    /// Whether a card is of use beside what the list has already: under its flag, say. Decks made at random ask.
    fn suits(cards: &Self::Cards, list: &DeckList, card: &Self::Printed) -> bool {
        let _ = (cards, list, card);
        true
    }

    /// Every reason why the list is not a legal deck, all at once; empty if it is legal.
    fn check_deck(cards: &Self::Cards, list: &DeckList, edition: usize) -> Vec<DeckFault>;

    /// The deck to play with. Only what cannot be played at all is an error (unknown cards, a missing leader or flag,
    /// more cards than a table holds); a list that is merely illegal still builds.
    fn build_deck(cards: &Self::Cards, list: &DeckList) -> Result<Self::Deck, Vec<DeckFault>>;
}
