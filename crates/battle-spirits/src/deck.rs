//! Decks: what a list must be to be legal, and what it must be to be played at all.

use crate::card::Cards;
use crate::state::CARDS;
use crate::{State, rule};
use kernel::{DeckFault, DeckList, Decks, Print, Printed};

/// A deck to play with.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    pub main: Vec<Print>,
}

/// BS DECK-6, DECK-7: the block letters that Standard accepts while this document stands.
pub const BLOCKS: [&str; 1] = ["A"];

/// Our reading BS-28: the list of banned and restricted cards is data, by name, with how many copies are allowed. The
/// document only links it, so it is empty.
pub const RESTRICTED: [(&str, u32); 0] = [];

impl Decks for State {
    const SECTIONS: &'static [&'static str] = &["main"];

    fn check_deck(cards: &Cards, list: &DeckList, edition: usize) -> Vec<DeckFault> {
        let mut faults = Vec::new();
        let mut fault = |rule, why: String| faults.push(DeckFault { rule, why });
        let mut names: Vec<(&str, u32)> = Vec::new();
        let mut total = 0u32;
        for (id, count) in list.section("main") {
            total = total.saturating_add(*count);
            let Some(print) = cards.as_ref().find(id) else {
                fault(None, format!("no card has the id {id:?}"));
                continue;
            };
            let card = cards.get(print);
            // BS DECK-3, DECK-4, DECK-5: by the whole name, which includes an identification number at its end.
            match names.iter_mut().find(|(name, _)| *name == card.name()) {
                Some((_, copies)) => *copies = copies.saturating_add(*count),
                None => names.push((card.name(), *count)),
            }
            // BS FORMAT-1, DECK-6, DECK-7. FORMAT-ETERNAL-1: Eternal takes every block.
            let block = card.block.as_deref().unwrap_or("");
            if edition == 0 && !BLOCKS.contains(&block) {
                let is_letter = block.len() == 1 && block.chars().all(|c| c.is_ascii_uppercase());
                let rule = if is_letter { rule!("DECK-7") } else { rule!("DECK-6") };
                let what = if block.is_empty() {
                    "has no block icon".into()
                } else {
                    format!("is of block {block}")
                };
                fault(
                    Some(rule),
                    format!("{} {what}, and only block {} is legal", card.name(), BLOCKS.join(", ")),
                );
            }
        }
        for (name, copies) in names {
            let most = RESTRICTED.iter().find(|(card, _)| *card == name).map_or(3, |(_, most)| *most);
            if copies > most {
                fault(Some(rule!("DECK-3")), format!("{copies} cards named {name}, and {most} are allowed"));
            }
        }
        // BS DECK-1, DECK-2: forty or more, with no maximum but the engine's.
        if total < 40 {
            fault(Some(rule!("DECK-1")), format!("{total} cards, and a deck has at least 40"));
        }
        if total as usize > CARDS / 2 {
            fault(None, format!("{total} cards, and this engine's table takes decks of {} cards", CARDS / 2));
        }
        faults
    }

    fn build_deck(cards: &Cards, list: &DeckList) -> Result<Deck, Vec<DeckFault>> {
        let mut deck = Deck::default();
        let mut faults = Vec::new();
        for (id, count) in list.section("main") {
            match cards.as_ref().find(id) {
                Some(print) if *count as usize <= CARDS => {
                    deck.main.extend(std::iter::repeat_n(print, *count as usize));
                }
                Some(_) => faults.push(DeckFault { rule: None, why: format!("{count} copies of {id}") }),
                None => faults.push(DeckFault { rule: None, why: format!("no card has the id {id:?}") }),
            }
        }
        if deck.main.len() > CARDS / 2 {
            let why = format!(
                "{} cards, and this engine's table takes decks of {} cards",
                deck.main.len(),
                CARDS / 2
            );
            faults.push(DeckFault { rule: None, why });
        }
        if faults.is_empty() { Ok(deck) } else { Err(faults) }
    }
}
