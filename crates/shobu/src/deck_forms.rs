//! Deck lists written in the forms that other programs read. A form that would lose something is refused: what is written is
//! read back and compared.

use crate::decks::DeckFile;
use crate::fault::{Fault, Source};
use crate::pools::CardSet;
use kernel::{DeckList, Decks, Printed};
use serde_json::{Map, Value};

/// A form of deck list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Shobu's own JSON.
    Json,
    /// `4 Name ID` under headings.
    List,
    /// `4 Name (ID)` under `//` headings.
    Untap,
    /// `ID x4`.
    Counts,
    /// One id a line, one line a copy.
    Ids,
    /// Tabletop Simulator's array of ids.
    Tts,
    /// Cockatrice's XML.
    Cockatrice,
}

impl Form {
    /// All forms, by the names that commands use.
    pub const ALL: [(&'static str, Form); 7] = [
        ("json", Form::Json),
        ("list", Form::List),
        ("untap", Form::Untap),
        ("counts", Form::Counts),
        ("ids", Form::Ids),
        ("tts", Form::Tts),
        ("cockatrice", Form::Cockatrice),
    ];
}

/// Writes a deck in a form; a fault if it would not read back as it is.
pub fn write<G: Decks>(cards: &CardSet<G>, list: &DeckList, form: Form) -> Result<String, Fault> {
    let text = Writer { cards, list }.write(form);
    let lost = |why: String| {
        Fault::new(format!("this deck cannot be written in that form: {why}"))
            .help("forms with headings keep every section: json, list, untap")
    };
    let again = DeckFile::read(Source::new("converted deck", text.as_str()))
        .and_then(|file| file.resolve(cards))
        .map_err(|faults| lost(faults.to_string()))?;
    for section in G::SECTIONS {
        let sorted = |list: &DeckList| {
            let mut cards = list.section(section).to_vec();
            cards.sort();
            cards
        };
        if sorted(list) != sorted(&again) {
            return Err(lost(format!("its section `{section}` would read otherwise")));
        }
    }
    Ok(text)
}

/// A deck as its JSON form has it.
pub(crate) fn value(game: &str, list: &DeckList) -> Value {
    let mut root = Map::new();
    root.insert("game".into(), game.into());
    root.insert("name".into(), list.name.clone().into());
    for (section, cards) in &list.sections {
        let cards: Map<String, Value> =
            cards.iter().map(|(id, count)| (id.clone(), (*count).into())).collect();
        root.insert(section.clone(), cards.into());
    }
    for (key, value) in &list.extra {
        root.insert(key.clone(), value.clone());
    }
    root.into()
}

struct Writer<'a, G: Decks> {
    cards: &'a CardSet<G>,
    list: &'a DeckList,
}

impl<G: Decks> Writer<'_, G> {
    fn write(&self, form: Form) -> String {
        match form {
            Form::Json => self.json(),
            Form::List => self.lines("", |id, name, count| format!("{count} {name} {id}")),
            Form::Untap => self.lines("//", |id, name, count| format!("{count} {name} ({id})")),
            Form::Counts => self.plain(|id, count| vec![format!("{id} x{count}")]),
            Form::Ids => self.plain(|id, count| vec![id.to_string(); count as usize]),
            Form::Tts => {
                let ids: Vec<Value> =
                    self.entries().flat_map(|(id, count)| vec![Value::from(id); count as usize]).collect();
                format!("{}\n", Value::from(ids))
            }
            Form::Cockatrice => self.cockatrice(),
        }
    }

    fn entries(&self) -> impl Iterator<Item = (&str, u32)> {
        self.list.sections.iter().flat_map(|(_, cards)| cards).map(|(id, count)| (id.as_str(), *count))
    }

    fn name(&self, id: &str) -> &str {
        self.cards.pool().find(id).map_or("", |print| self.cards.card(print).name())
    }

    fn json(&self) -> String {
        // A map of strings and numbers always has a JSON form.
        serde_json::to_string_pretty(&value(G::NAME, self.list)).unwrap_or_default() + "\n"
    }

    /// Cards under headings. The sections of the deck's own names are read back as such.
    fn lines(&self, mark: &str, line: impl Fn(&str, &str, u32) -> String) -> String {
        let mut text = String::new();
        if mark.is_empty() && !self.list.name.is_empty() {
            text.push_str(&format!("Name: {}\n", self.list.name));
        }
        for (section, cards) in &self.list.sections {
            text.push_str(&format!("{mark}{}\n", section.replace('_', " ")));
            for (id, count) in cards {
                text.push_str(&line(id, self.name(id), *count));
                text.push('\n');
            }
        }
        text
    }

    fn plain(&self, lines: impl Fn(&str, u32) -> Vec<String>) -> String {
        let lines: Vec<String> = self.entries().flat_map(|(id, count)| lines(id, count)).collect();
        lines.join("\n") + "\n"
    }

    fn cockatrice(&self) -> String {
        let escaped = |text: &str| {
            text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
        };
        let zone = |name: &str, side: bool| {
            let of_zone = |section: &str| (section == "sideboard") == side;
            let cards = self
                .list
                .sections
                .iter()
                .filter(|(section, _)| of_zone(section))
                .flat_map(|(_, cards)| cards);
            let cards: String = cards
                .map(|(id, count)| {
                    format!(
                        "    <card number=\"{count}\" name=\"{}\"/>\n",
                        escaped(&format!("{} {id}", self.name(id)))
                    )
                })
                .collect();
            if cards.is_empty() {
                String::new()
            } else {
                format!("  <zone name=\"{name}\">\n{cards}  </zone>\n")
            }
        };
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n  <deckname>{}</deckname>\n{}{}</cockatrice_deck>\n",
            escaped(&self.list.name),
            zone("main", false),
            zone("side", true)
        )
    }
}
