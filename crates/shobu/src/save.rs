//! A position written down as a scene, so that it can be asked about, changed and kept.
//!
//! A scene holds what lies on the table. What only the match remembers (lasting effects, limits that were used up, work in
//! progress) has no place in it, so what was written is read back and compared, and every difference is told.

use crate::pools::CardSet;
use crate::scenes::{Scene, position};
use crate::{Fault, Source};
use crate::{Playable, print_of, zones};
use kernel::{Card, Menu, Print, Seat, Told};
use serde_json::Value;
use std::fmt::Write as _;

/// A scene's text, and what it cannot say of the position.
pub struct Saved {
    pub text: String,
    pub lost: Vec<String>,
}

/// What scenes say about a card in braces, by game: the key, and the word that the game is asked by.
fn states(game: &str) -> &'static [(&'static str, &'static str)] {
    match game {
        "digimon" => &[
            ("suspended", "suspended"),
            ("fresh", "fresh"),
            ("face_down", "face down"),
            ("face_up", "face up"),
        ],
        "dbs" => &[("rest", "rest"), ("back", "back"), ("markers", "markers")],
        "buddyfight" => &[("rested", "rested"), ("face_down", "face down")],
        "battle-spirits" => &[
            ("cores", "cores"),
            ("soul_core", "soul core"),
            ("exhausted", "exhausted"),
            ("heavy_exhausted", "heavy exhausted"),
        ],
        _ => &[],
    }
}

/// Counters that are no cards.
const COUNTERS: [(&str, &str); 4] =
    [("life", "life"), ("reserve", "reserve"), ("trash_cores", "trash cores"), ("soul_core", "soul core")];

/// Writes a position down. `title` says what it is.
pub fn scene<G: Playable>(cards: &CardSet<G>, edition: usize, state: &G, title: &str) -> Saved {
    let text = Writer { cards, state }.scene(edition, title);
    let lost = differences(&text, cards, state);
    let mut remark = String::new();
    for line in &lost {
        // Writing to a string cannot fail.
        let _ = writeln!(remark, "# not in this scene: {line}");
    }
    Saved { text: remark + &text, lost }
}

/// What reads otherwise when the scene is set up again.
fn differences<G: Playable>(text: &str, cards: &CardSet<G>, state: &G) -> Vec<String> {
    let again = Scene::read(Source::new("saved scene", text))
        .map_err(|fault| fault.what)
        .and_then(|scene| position::<G>(&scene, None).map_err(|failure| failure.fault.what));
    let (again_cards, again) = match again {
        Ok((cards, state, _)) => (cards, state),
        Err(why) => return vec![format!("it cannot be set up again: {why}")],
    };
    let (was, is) = (state.show(&cards.cards, None), again.show(&again_cards.cards, None));
    let of = |text: &str| -> Vec<String> { text.lines().map(|line| line.trim().to_string()).collect() };
    let (was, is) = (of(&was), of(&is));
    let mut lost: Vec<String> = was.iter().filter(|line| !is.contains(line)).cloned().collect();
    let (had, has) = (labels(cards, state), labels(&again_cards, &again));
    lost.extend(
        had.iter().filter(|label| !has.contains(label)).map(|label| format!("\"{label}\" was offered")),
    );
    lost.extend(
        has.iter().filter(|label| !had.contains(label)).map(|label| format!("\"{label}\" was not offered")),
    );
    lost
}

fn labels<G: Playable>(cards: &CardSet<G>, state: &G) -> Vec<String> {
    let mut menu = Menu::default();
    state.menu(&cards.cards, &mut menu);
    menu.options.iter().map(|choice| state.label(&cards.cards, *choice)).collect()
}

struct Writer<'a, G: Playable> {
    cards: &'a CardSet<G>,
    state: &'a G,
}

impl<G: Playable> Writer<'_, G> {
    fn scene(&self, edition: usize, title: &str) -> String {
        let mut text = format!("title = {}\ngame = {}\n", quoted(title), quoted(G::NAME));
        if edition > 0 {
            let _ = writeln!(text, "edition = {}", quoted(G::EDITIONS[edition]));
        }
        for print in self.prints() {
            if let Some(Value::Object(row)) = self.cards.row(print) {
                text.push_str("\n[[card]]\n");
                for (key, value) in row.iter().filter(|(_, value)| !value.is_null()) {
                    let _ = writeln!(text, "{} = {}", name(key), toml(value));
                }
            }
        }
        text.push_str("\n[table]\n");
        for (key, words) in [
            ("turn", "turn"),
            ("first", "first"),
            ("phase", "phase"),
            ("turn_number", "turn number"),
            ("memory", "memory"),
        ] {
            if let Some(told) = self.state.of_table(&self.cards.cards, words) {
                let _ = writeln!(text, "{key} = {}", said(&told));
            }
        }
        for seat in Seat::BOTH {
            text.push_str(if seat == Seat::A { "\n[you]\n" } else { "\n[opponent]\n" });
            self.seat(seat, &mut text);
        }
        text
    }

    /// The cards on the table that a row describes, each once and in the order of the pool.
    fn prints(&self) -> Vec<Print> {
        let places =
            Seat::BOTH.into_iter().flat_map(|seat| zones::<G>().into_iter().map(move |zone| (seat, zone)));
        let cards = places.flat_map(|(seat, zone)| self.state.zone(seat, zone).unwrap_or_default());
        let mut prints: Vec<Print> = cards.map(|card| print_of(self.state, card)).collect();
        prints.sort();
        prints.dedup();
        let blanks: Vec<Value> = G::blanks();
        let is_blank = |print: &Print| self.cards.row(*print).is_some_and(|row| blanks.contains(row));
        prints.retain(|print| !is_blank(print));
        prints
    }

    fn seat(&self, seat: Seat, text: &mut String) {
        let zones = zones::<G>();
        for (key, words) in COUNTERS {
            // Where the cards of a zone are the counter, the zone says it.
            if zones.contains(&words) {
                continue;
            }
            if let Some(told) = self.state.of_seat(&self.cards.cards, seat, words) {
                let _ = writeln!(text, "{key} = {}", said(&told));
            }
        }
        for zone in zones {
            let cards = self.state.zone(seat, zone).unwrap_or_default();
            let own: Vec<String> = cards
                .iter()
                .filter(|card| self.state.host_of(**card).is_none())
                .map(|card| self.card(*card))
                .collect();
            // Where cards lie while something is done with them is no place in a scene; cards below others are said there.
            let passing = matches!(zone, "under" | "links" | "soul" | "aside" | "use" | "declared" | "limbo");
            // An empty zone is said too: what a scene does not mention may get some plain cards.
            if !passing && (!own.is_empty() || zone != "removed") {
                let _ = writeln!(text, "{} = [{}]", name(&zone.replace(' ', "_")), own.join(", "));
            }
        }
    }

    fn card(&self, card: Card) -> String {
        let print = print_of(self.state, card);
        let id = quoted(kernel::Printed::id(self.cards.card(print)));
        let mut marks = Vec::new();
        for (key, words) in states(G::NAME) {
            match self.state.of_card(&self.cards.cards, card, words) {
                Some(Told::Yes) => marks.push(format!("{key} = true")),
                Some(Told::Number(number)) if number > 0 => marks.push(format!("{key} = {number}")),
                _ => {}
            }
        }
        for zone in zones::<G>() {
            let both =
                Seat::BOTH.into_iter().flat_map(|seat| self.state.zone(seat, zone).unwrap_or_default());
            let below: Vec<String> = both
                .filter(|other| self.state.host_of(*other) == Some(card))
                .map(|other| self.card(other))
                .collect();
            if !below.is_empty() {
                marks.push(format!("{} = [{}]", name(&zone.replace(' ', "_")), below.join(", ")));
            }
        }
        match marks.is_empty() {
            true => id,
            false => format!("{{ card = {id}, {} }}", marks.join(", ")),
        }
    }
}

fn said(told: &Told) -> String {
    match told {
        Told::Number(number) => number.to_string(),
        Told::Yes => "true".into(),
        Told::No => "false".into(),
        Told::Word(word) => quoted(word.trim_end_matches(" phase").trim_end_matches(" step")),
    }
}

/// A string as TOML and JSON both write it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A key, in quotes where it needs them.
fn name(key: &str) -> String {
    let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    if plain && !key.is_empty() { key.to_string() } else { quoted(key) }
}

fn toml(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let fields = map.iter().filter(|(_, value)| !value.is_null());
            let fields: Vec<String> =
                fields.map(|(key, value)| format!("{} = {}", name(key), toml(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// Writes a scene to a file, and says what became of it.
pub fn write(saved: &Saved, file: &str) -> Result<String, Fault> {
    std::fs::write(file, &saved.text)
        .map_err(|error| Fault::of_file(file, format!("cannot be written: {error}")))?;
    Ok(match saved.lost.is_empty() {
        true => format!("Saved: shobu scene show {file}"),
        false => {
            format!("Saved: shobu scene show {file}\nA scene cannot say all of it: {}", saved.lost.join("; "))
        }
    })
}
