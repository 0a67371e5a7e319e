//! Deck lists: what a legal deck is.

use crate::card::{Card, Cards, Kinds};
use crate::rule;
use crate::state::{Deck, State};
use kernel::{DeckFault, DeckList, Print, RuleId};
use std::collections::HashMap;

impl kernel::Decks for State {
    const SECTIONS: &'static [&'static str] = &["main", "digi_eggs"];

    fn section_of(card: &Card) -> &'static str {
        if card.kinds.meets(Kinds::EGG) { "digi_eggs" } else { "main" }
    }

    fn check_deck(cards: &Cards, list: &DeckList, _edition: usize) -> Vec<DeckFault> {
        let (deck, mut faults) = resolve(cards, list);
        let mut fault = |rule: RuleId, why: String| faults.push(DeckFault { rule: Some(rule), why });
        // DCG 1-4-1-2-1: exactly 50 cards.
        if deck.main.len() != 50 {
            fault(rule!("1-4-1-2-1"), format!("the deck has {} cards, not 50", deck.main.len()));
        }
        // DCG 1-4-1-3-1: at most 5 Digi-Eggs, or none at all.
        if deck.eggs.len() > 5 {
            fault(
                rule!("1-4-1-3-1"),
                format!("the Digi-Egg deck has {} cards, more than 5", deck.eggs.len()),
            );
        }
        for (section, prints) in [("main", &deck.main), ("digi_eggs", &deck.eggs)] {
            let eggs = section == "digi_eggs";
            let mut copies: HashMap<&str, (u32, u8)> = HashMap::new();
            for print in prints {
                let card = cards.get(*print);
                copies.entry(&card.id).or_insert((0, card.copies)).0 += 1;
            }
            let mut copies: Vec<_> = copies.into_iter().collect();
            copies.sort();
            for (id, (count, most)) in copies {
                // DCG 1-4-1-2-2, 1-4-1-3-2: four copies of a card number; DCG 2-3-5-2: unless its (Rule) says otherwise.
                if count > u32::from(most) {
                    let rule = if eggs { rule!("1-4-1-3-2") } else { rule!("1-4-1-2-2") };
                    fault(rule, format!("{count} copies of {id}, more than {most}"));
                }
            }
            let mut seen = Vec::new();
            for print in prints {
                if seen.contains(print) {
                    continue;
                }
                seen.push(*print);
                let card = cards.get(*print);
                // DCG 2-2-3, 2-2-4, 2-2-5, 2-2-6: Digi-Egg cards build the Digi-Egg deck, all others the deck.
                match (eggs, card.kinds.meets(Kinds::EGG)) {
                    (true, false) => {
                        fault(
                            rule!("2-2-3"),
                            format!("{} is no Digi-Egg card and cannot be in the Digi-Egg deck", card.id),
                        );
                    }
                    (false, true) => {
                        fault(
                            rule!("2-2-3"),
                            format!("{} is a Digi-Egg card and cannot be in the deck", card.id),
                        );
                    }
                    _ => {}
                }
                // DCG 1-4-4-2: tokens are no part of a deck.
                if card.token {
                    fault(rule!("1-4-4-2"), format!("{} is a token", card.id));
                }
            }
        }
        faults
    }

    fn build_deck(cards: &Cards, list: &DeckList) -> Result<Deck, Vec<DeckFault>> {
        let (deck, mut faults) = resolve(cards, list);
        let most = crate::state::CARDS / 2 - 12;
        if deck.main.len() + deck.eggs.len() > most {
            let why = format!("more than {most} cards: no table has room for that");
            faults.push(DeckFault { rule: None, why });
        }
        if faults.is_empty() { Ok(deck) } else { Err(faults) }
    }
}

/// Finds every card of a list; what is not found is a fault.
fn resolve(cards: &Cards, list: &DeckList) -> (Deck, Vec<DeckFault>) {
    let mut faults = Vec::new();
    let mut section = |name: &str| -> Vec<Print> {
        let mut prints = Vec::new();
        for (word, count) in list.section(name) {
            match cards.find(word) {
                Some(print) => prints.extend(std::iter::repeat_n(print, (*count).min(200) as usize)),
                None => faults.push(DeckFault { rule: None, why: format!("no card `{word}` in the pool") }),
            }
        }
        prints
    };
    let deck = Deck { main: section("main"), eggs: section("digi_eggs") };
    (deck, faults)
}
