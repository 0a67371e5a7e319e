//! Legal decks at random, from whatever of a pool is read whole.
//!
//! Nothing here knows what a legal deck is: a card goes in if the game's own judgement of the list gets no worse by it, and
//! the deck is done when nothing is against it.

use crate::Playable;
use crate::fault::Fault;
use crate::pools::CardSet;
use kernel::{Chance, DeckFault, DeckList, Dice, Print, Printed};
use std::collections::HashMap;

/// The most copies of a card that are tried.
const COPIES: u32 = 4;
/// The most cards of a section that a deck can do without (Digi-Eggs, Z-Cards).
const OPTIONAL: u32 = 10;

/// A leader or a flag may fit too few cards of a small pool: so often another one is tried.
const TRIES: u32 = 20;

/// A legal deck. The same cards and seed give the same deck.
pub fn random_deck<G: Playable>(cards: &CardSet<G>, edition: usize, seed: u64) -> Result<DeckList, Fault> {
    let mut dice = Dice::new(seed);
    let mut prints: Vec<Print> = cards
        .pool()
        .iter()
        .filter(|(print, card)| cards.row(*print).is_some() && card.unread().is_empty())
        .map(|(print, _)| print)
        .collect();
    let mut against = String::new();
    for _ in 0..TRIES {
        dice.shuffle(&mut prints);
        let list = DeckList { name: format!("random {seed}"), ..DeckList::default() };
        let mut maker = Maker { cards, edition, faults: Vec::new(), list };
        maker.make(&prints, &mut dice);
        match maker.faults.first() {
            None => return Ok(maker.list),
            Some(fault) => against.clone_from(&fault.why),
        }
    }
    let what = format!(
        "the {} cards of this pool that are read whole make no legal {} deck: {against}",
        prints.len(),
        G::NAME,
    );
    Err(Fault::new(what).help("give a larger pool with --pool"))
}

struct Maker<'c, G: Playable> {
    cards: &'c CardSet<G>,
    edition: usize,
    list: DeckList,
    /// What is against the list so far.
    faults: Vec<DeckFault>,
}

impl<G: Playable> Maker<'_, G> {
    fn make(&mut self, prints: &[Print], dice: &mut Dice) {
        self.faults = self.judge();
        let Some((main, others)) = G::SECTIONS.split_first() else { return };
        for section in others {
            if !self.add_what_is_missing(section, prints) {
                self.add_some(section, prints, dice);
            }
        }
        self.fill(main, prints, dice);
        self.add_copies(main);
    }

    fn judge(&self) -> Vec<DeckFault> {
        let mut faults = G::check_deck(&self.cards.cards, &self.list, self.edition);
        // More cards than the table holds is no fault of the list, but no deck to play either.
        if faults.is_empty()
            && let Err(more) = G::build_deck(&self.cards.cards, &self.list)
        {
            faults.extend(more);
        }
        faults
    }

    fn push(&mut self, section: &str, print: Print, count: u32) {
        let entry = (self.cards.card(print).id().to_string(), count);
        match self.list.sections.iter_mut().find(|(name, _)| name == section) {
            Some((_, entries)) => entries.push(entry),
            None => self.list.sections.push((section.to_string(), vec![entry])),
        }
    }

    fn pop(&mut self, section: &str) {
        if let Some((_, entries)) = self.list.sections.iter_mut().find(|(name, _)| name == section) {
            entries.pop();
        }
        self.list.sections.retain(|(_, entries)| !entries.is_empty());
    }

    /// Adds so many copies if `good` says so of what is then against the list.
    fn try_to_add(
        &mut self,
        section: &str,
        print: Print,
        count: u32,
        good: impl Fn(&[DeckFault], &[DeckFault]) -> bool,
    ) -> bool {
        self.push(section, print, count);
        let faults = self.judge();
        if good(&self.faults, &faults) {
            self.faults = faults;
            return true;
        }
        self.pop(section);
        false
    }

    /// Adds a card that the deck cannot do without: a leader, a flag, a buddy.
    fn add_what_is_missing(&mut self, section: &str, prints: &[Print]) -> bool {
        prints.iter().any(|print| {
            G::suits(&self.cards.cards, &self.list, self.cards.card(*print))
                && self.try_to_add(section, *print, 1, |before, after| after.len() < before.len())
        })
    }

    /// Adds cards that belong into a section, as many as luck will have it.
    fn add_some(&mut self, section: &str, prints: &[Print], dice: &mut Dice) {
        let mut left = dice.below(OPTIONAL + 1);
        for print in prints.iter().filter(|print| G::section_of(self.cards.card(**print)) == section) {
            let count = 1 + dice.below(COPIES.min(left.max(1)));
            if left < count {
                return;
            }
            if self.try_to_add(section, *print, count, no_worse) {
                left -= count;
            }
        }
    }

    /// Fills the main deck until nothing is against it.
    fn fill(&mut self, main: &str, prints: &[Print], dice: &mut Dice) {
        for print in prints {
            if self.faults.is_empty() {
                return;
            }
            let card = self.cards.card(*print);
            if G::section_of(card) != main || !G::suits(&self.cards.cards, &self.list, card) {
                continue;
            }
            let done =
                (1..=COPIES).any(|count| self.try_to_add(main, *print, count, |_, after| after.is_empty()));
            let most = COPIES - dice.below(COPIES);
            if !done {
                let _ = (1..=most).rev().any(|count| self.try_to_add(main, *print, count, no_worse));
            }
        }
    }

    /// In a small pool one round of it is too little: more copies of what is in the main deck, until nothing is against it.
    fn add_copies(&mut self, main: &str) {
        let at = self.list.sections.iter().position(|(name, _)| name == main);
        let Some(at) = at else { return };
        for entry in 0..self.list.sections[at].1.len() {
            while !self.faults.is_empty() && self.list.sections[at].1[entry].1 < COPIES {
                self.list.sections[at].1[entry].1 += 1;
                let faults = self.judge();
                if !no_worse(&self.faults, &faults) {
                    self.list.sections[at].1[entry].1 -= 1;
                    break;
                }
                self.faults = faults;
            }
        }
    }
}

/// Whether no rule has more against a list than before.
fn no_worse(before: &[DeckFault], after: &[DeckFault]) -> bool {
    let count = |faults: &[DeckFault]| {
        let mut counts: HashMap<Option<u16>, usize> = HashMap::new();
        faults.iter().for_each(|fault| *counts.entry(fault.rule.map(|rule| rule.0)).or_default() += 1);
        counts
    };
    let before = count(before);
    count(after).iter().all(|(rule, count)| before.get(rule).is_some_and(|had| count <= had))
}

/// A deck list as a deck file.
pub fn to_json<G: Playable>(list: &DeckList) -> serde_json::Value {
    let mut deck = serde_json::Map::new();
    deck.insert("game".into(), G::NAME.into());
    deck.insert("name".into(), list.name.as_str().into());
    for (section, entries) in &list.sections {
        let cards: serde_json::Map<String, serde_json::Value> =
            entries.iter().map(|(id, count)| (id.clone(), (*count).into())).collect();
        deck.insert(section.clone(), cards.into());
    }
    deck.into()
}
