//! Ban and limit lists: dated data files that anybody can add. They belong to tournaments, not to the rule documents, so
//! they are asked for and never assumed.

use crate::GameName;
use crate::fault::{Fault, Source};
use crate::pools::{CardSet, without_place};
use kernel::{DeckFault, DeckList, Decks, Printed};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A list as it stands in its file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The game that the list is for.
    pub game: String,
    /// What the list is called.
    #[serde(default)]
    pub name: String,
    /// The day from which it holds: `2026-04-01`.
    pub from: String,
    /// Cards that no deck may have.
    #[serde(default)]
    pub banned: Vec<String>,
    /// Cards of which a deck may have only so many.
    #[serde(default)]
    pub limited: BTreeMap<String, u32>,
    /// Groups of cards of which a deck may have only one.
    #[serde(default)]
    pub choice: Vec<Vec<String>>,
}

impl Limits {
    /// Reads a list.
    pub fn read(source: &Source) -> Result<Self, Fault> {
        let list: Limits = serde_json::from_str(&source.text).map_err(|error| {
            let from = source.span_of_line(error.line()).start + error.column().saturating_sub(1);
            let what = format!("not a limit list: {}", without_place(&error));
            source.fault(from..from + 1, what).help(
                "{\"game\": \"digimon\", \"from\": \"2026-04-01\", \"banned\": [], \"limited\": {\"ID\": 1}, \"choice\": [[\"ID\", \"ID\"]]}",
            )
        })?;
        list.game.parse::<GameName>()?;
        if !is_day(&list.from) {
            let what = format!("{:?} is no day", list.from);
            return Err(source.fault_at_word(&list.from, what).help("write it as 2026-04-01"));
        }
        Ok(list)
    }

    /// The list that holds on a day (without one, the newest) among those of a game.
    pub fn on<'l>(lists: &'l [Limits], game: &str, day: Option<&str>) -> Option<&'l Limits> {
        let of_game = lists.iter().filter(|list| list.game.replace('_', "-") == game);
        of_game
            .filter(|list| day.is_none_or(|day| list.from.as_str() <= day))
            .max_by(|one, two| one.from.cmp(&two.from))
    }

    /// Everything that this list has against a deck.
    pub fn check<G: Decks>(&self, cards: &CardSet<G>, list: &DeckList) -> Vec<DeckFault> {
        let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
        for (id, count) in list.sections.iter().flat_map(|(_, entries)| entries) {
            *copies.entry(id.as_str()).or_default() += count;
        }
        // A list may name a card by its name and mean every print of it.
        let held = |word: &str| -> u32 {
            let named = |id: &&str| {
                **id == *word
                    || cards
                        .pool()
                        .find(id)
                        .is_some_and(|print| cards.card(print).name().eq_ignore_ascii_case(word))
            };
            copies.iter().filter(|(id, _)| named(id)).map(|(_, count)| count).sum()
        };
        let since =
            format!("{} of {}", if self.name.is_empty() { "the limit list" } else { &self.name }, self.from);
        let mut faults = Vec::new();
        let mut against = |why: String| faults.push(DeckFault { rule: None, why });
        for card in self.banned.iter().filter(|card| held(card) > 0) {
            against(format!("{card} is banned by {since}"));
        }
        for (card, most) in &self.limited {
            if held(card) > *most {
                against(format!("{} copies of {card}, and {since} allows {most}", held(card)));
            }
        }
        for group in &self.choice {
            let both: Vec<&str> = group.iter().map(String::as_str).filter(|card| held(card) > 0).collect();
            if both.len() > 1 {
                against(format!("{} cannot be in one deck, by {since}", both.join(" and ")));
            }
        }
        faults
    }
}

/// `2026-04-01`; days compare as their letters do.
pub fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number =
        |part: &str, digits: usize| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts[..], [year, month, day] if number(year, 4) && number(month, 2) && number(day, 2))
}
