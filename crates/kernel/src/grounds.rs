//! What stands behind a refusal beyond its rule: the part of a cost that is missing, the condition that does not hold, the
//! effect that forbids it. A verdict is the rule alone, two bytes, because it is asked at every decision; this is worked out
//! only when somebody asks why ([`crate::board::Pictured::grounds`]), on a picture of what they know.

use crate::{Card, Eyes, Seat};
use schemars::JsonSchema;
use serde::Serialize;

/// An effect that forbids or compels: the card that it comes from, if it is still about, whose it is, and its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Giver {
    /// The card, where it lies on the table.
    pub card: Option<Card>,
    /// What it is called.
    pub name: String,
    /// Whose effect it is.
    pub seat: Seat,
    /// The words that do it.
    pub words: String,
}

/// What a game finds behind a refusal; empty where the rule says it all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grounds {
    /// What is missing of a cost, part by part.
    pub missing: Vec<String>,
    /// The condition that does not hold.
    pub unmet: Option<String>,
    /// The effects that forbid it.
    pub by: Vec<Giver>,
}

impl Grounds {
    /// Nothing but the rule.
    pub fn none() -> Self {
        Grounds::default()
    }

    /// A part of the cost is missing.
    pub fn missing(mut self, part: impl Into<String>) -> Self {
        let part = part.into();
        if !part.is_empty() {
            self.missing.push(part);
        }
        self
    }

    /// Something would have to be so.
    pub fn unmet(self, words: impl Into<String>) -> Self {
        Grounds { unmet: Some(words.into()).filter(|words: &String| !words.is_empty()), ..self }
    }

    /// So many are needed and so many are there: `2 more energy (5 needed, 3 there)`; nothing where they suffice.
    pub fn short(self, needed: i32, there: i32, what: &str) -> Self {
        match needed - there {
            ..=0 => self,
            1 => self.missing(format!("1 more {} ({needed} needed, {there} there)", of_one(what))),
            more => self.missing(format!("{more} more {what} ({needed} needed, {there} there)")),
        }
    }
}

/// What is counted in words for several, said of one: `cards in your deck`, `card in your deck`.
fn of_one(what: &str) -> String {
    const COUNTED: [&str; 3] = ["cores", "cards", "markers"];
    let several = COUNTED.into_iter().find(|several| what.starts_with(several));
    several.map_or(what.to_string(), |several| what.replacen(several, several.trim_end_matches('s'), 1))
}

/// The same as somebody is told it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Because {
    /// The parts of a cost that are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What would have to be so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmet: Option<String>,
    /// The effects that forbid it, or that demand something else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<By>,
}

/// An effect behind a refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct By {
    /// Its card on the board, if it lies there and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What the card is called.
    pub name: String,
    /// Whose card it is.
    pub owner: Seat,
    /// Its printed words.
    pub words: String,
}

impl Because {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.unmet.is_none() && self.by.is_empty()
    }

    /// Sentences, as somebody reads them.
    pub fn in_words(&self, eyes: impl Into<Eyes>) -> Vec<String> {
        let eyes = eyes.into();
        let mut said = Vec::new();
        if !self.missing.is_empty() {
            said.push(format!("Missing: {}.", self.missing.join("; ")));
        }
        said.extend(self.unmet.iter().map(|words| format!("Needed, and not so: {words}.")));
        for by in &self.by {
            let words = if by.words.is_empty() { String::new() } else { format!(": \"{}\"", by.words) };
            said.push(format!("By {} {}{words}", by.owner.whose(eyes), by.name));
        }
        said
    }
}
