//! Records of matches: a header, two decks, the answers, and a state hash every so often. A record is verified by
//! playing it again.

use crate::Playable;
use crate::decks::MOST_COPIES;
use crate::fault::{Fault, Faults, Source};
use crate::pools::{CardSet, without_place};
use crate::recent::Recent;
use crate::said::{outcome_words, seat_word};
use crate::setup::Setup;
use crate::shelf::Shelf;
use kernel::{DeckList, Dice, Event, Game, Log, Match, Pace, PerSeat, Seat, StableHasher};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// The form of the files written here. Another form is another word.
pub const FORMAT: &str = "shobu-record-1";
/// The version that wrote a record: rules change between versions, so only the same one can verify it.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");
/// A state hash is kept after each of so many answers, and at the end.
pub const HASH_EVERY: usize = 16;

/// A record as it stands in its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The format and its version.
    pub format: String,
    /// The game.
    pub game: String,
    /// The edition.
    pub edition: String,
    /// The hash of the card pool, in hexadecimal.
    pub pool: String,
    /// The version of Shobu that wrote it.
    pub engine: String,
    /// What all luck of the match follows from.
    pub seed: u64,
    /// Which menus of one were asked.
    pub pace: RecordPace,
    /// Who played: the name of a bot, or `person`.
    pub players: [String; 2],
    /// The decks of seats A and B.
    pub decks: [RecordDeck; 2],
    /// The index of each option taken.
    pub answers: Vec<u16>,
    /// Who gave up after the last answer, if anybody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conceded: Option<Seat>,
    /// Pairs of a number of answers and the hash of the state after them.
    pub hashes: Vec<(usize, String)>,
}

/// Which menus of one were asked: see [`Pace`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordPace {
    /// Only menus of two and more.
    Fast,
    /// The end of one's own step too.
    Shown,
}

impl From<RecordPace> for Pace {
    fn from(pace: RecordPace) -> Pace {
        match pace {
            RecordPace::Fast => Pace::Fast,
            RecordPace::Shown => Pace::Shown,
        }
    }
}

/// A deck inside a record: its name, and for each section the ids with their counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordDeck {
    /// What the deck is called.
    pub name: String,
    /// Its parts, as in a deck file.
    pub sections: Map<String, Value>,
}

impl From<&DeckList> for RecordDeck {
    fn from(list: &DeckList) -> Self {
        let section = |(name, cards): &(String, Vec<(String, u32)>)| {
            let cards = cards.iter().map(|(id, count)| (id.clone(), Value::from(*count))).collect();
            (name.clone(), Value::Object(cards))
        };
        RecordDeck { name: list.name.clone(), sections: list.sections.iter().map(section).collect() }
    }
}

impl RecordDeck {
    fn list(&self) -> Option<DeckList> {
        let count = |(id, count): (&String, &Value)| {
            let count = count.as_u64().filter(|count| (1..=MOST_COPIES).contains(count))?;
            Some((id.clone(), count as u32))
        };
        let section = |(name, cards): (&String, &Value)| {
            let cards: Option<Vec<(String, u32)>> = cards.as_object()?.iter().map(count).collect();
            Some((name.clone(), cards?))
        };
        let sections: Option<Vec<_>> = self.sections.iter().map(section).collect();
        Some(DeckList { name: self.name.clone(), sections: sections?, extra: Vec::new() })
    }
}

/// Writes a file so that a full disk or a lost moment leaves what was there before: beside it first, then in its place.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A device or a pipe has no place that could be taken.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes);
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = std::fs::File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // What could not be written is not worth keeping; if it cannot be removed either, the first error says why.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// A hash as records and digests write it.
pub fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

impl Record {
    /// The header of a match that is about to begin.
    pub fn begin<G: Playable>(setup: &Setup<G>, seed: u64, pace: RecordPace, players: [&str; 2]) -> Self {
        Record {
            format: FORMAT.into(),
            game: G::NAME.into(),
            edition: setup.edition_name().into(),
            pool: hex(setup.cards.pool().hash()),
            engine: ENGINE.into(),
            seed,
            pace,
            players: players.map(str::to_string),
            decks: Seat::BOTH.map(|seat| RecordDeck::from(&setup.lists[seat])),
            answers: Vec::new(),
            conceded: None,
            hashes: Vec::new(),
        }
    }

    /// Notes an answer and, when one is due, the hash of the state after it.
    pub fn note<G: Game>(&mut self, answer: usize, state: &G) {
        self.answers.push(answer as u16);
        if self.answers.len() % HASH_EVERY == 0 {
            self.hashes.push((self.answers.len(), hex(StableHasher::of(state))));
        }
    }

    /// Notes the hash of the state at the end.
    pub fn finish<G: Game>(&mut self, state: &G) {
        self.hashes.retain(|(at, _)| *at != self.answers.len());
        self.hashes.push((self.answers.len(), hex(StableHasher::of(state))));
    }

    /// Forgets everything after so many answers.
    pub fn rewind(&mut self, answers: usize) {
        self.answers.truncate(answers);
        self.hashes.retain(|(at, _)| *at <= answers);
        self.conceded = None;
    }

    /// The cards that its decks name, from the card files it was made with.
    pub fn cards<G: Playable>(&self, pools: &[Source]) -> Result<CardSet<G>, Faults> {
        self.cards_of(&Arc::new(Shelf::read(pools)?))
    }

    /// The ids that its decks name.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let sections = self.decks.iter().flat_map(|deck| deck.sections.values());
        sections.filter_map(Value::as_object).flat_map(|cards| cards.keys()).map(String::as_str)
    }

    /// The same from files that have been looked through already.
    pub fn cards_of<G: Playable>(&self, shelf: &Arc<Shelf>) -> Result<CardSet<G>, Faults> {
        let sections = self.decks.iter().flat_map(|deck| deck.sections.values());
        let ids = sections.filter_map(Value::as_object).flat_map(|cards| cards.keys());
        CardSet::of_words(shelf, ids.map(String::as_str))
    }

    /// Reads a record; it is verified by replaying it.
    pub fn read(source: &Source) -> Result<Record, Fault> {
        let fault_at = |error: &serde_json::Error, what: String| {
            let from = source.span_of_line(error.line()).start + error.column().saturating_sub(1);
            source.fault(from..from + 1, what)
        };
        let value: Value = serde_json::from_str(&source.text)
            .map_err(|error| fault_at(&error, format!("not a record: {}", without_place(&error))))?;
        match value.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => {
                let what = format!("a record of the form {other:?}, and this version reads {FORMAT:?}");
                return Err(source.fault_at_word(other, what));
            }
            None => return Err(Fault::of_file(&source.name, "not a record: it has no `format`")),
        }
        // Read again from the text, so that an error has its place.
        serde_json::from_str(&source.text)
            .map_err(|error| fault_at(&error, format!("not a record: {}", without_place(&error))))
    }

    /// Writes the record into a file: whole, or not at all.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        write_whole(path, self.to_json().as_bytes())
    }

    /// The record as it is written.
    pub fn to_json(&self) -> String {
        // A record holds strings and numbers only: nothing in it can fail to serialise.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// A step of a replay: who chose what, and what happened.
pub struct Step<W> {
    /// The number of the answer, from 1.
    pub number: usize,
    /// Who answered.
    pub seat: Seat,
    /// What.
    pub label: String,
    /// What happened then.
    pub events: Vec<Event<W>>,
}

/// A record being played again.
pub struct Replay<G: Playable> {
    /// The record.
    pub record: Record,
    /// Its cards, decks and edition.
    pub setup: Setup<G>,
    /// The match where the replay stands.
    pub game: Match<G, Dice>,
    at: usize,
    /// Whether the concession at the end of the record has been carried out.
    conceded: bool,
    snapshots: Vec<(usize, G, Dice)>,
    /// The last things that happened, the newest last; fewer after going back.
    recent: Recent<G>,
}

/// A snapshot is kept at each of so many answers, so that going back is quick.
const SNAPSHOT_EVERY: usize = 64;

impl<G: Playable> Replay<G> {
    /// Prepares a record's match, if it was made with these cards by this version.
    pub fn open(record: Record, file: &str, cards: CardSet<G>) -> Result<Self, Faults> {
        let refuse = |what: String, help: &str| Err(Faults::from(Fault::of_file(file, what).help(help)));
        if record.engine != ENGINE {
            let what = format!("this record was made by Shobu {}, and this is Shobu {ENGINE}", record.engine);
            return refuse(what, "rules change between versions; replay it with the version that made it");
        }
        let pool = hex(cards.pool().hash());
        if record.pool != pool {
            let what = format!(
                "this record was made with another card pool ({}, and here it is {pool})",
                record.pool
            );
            return refuse(what, "give the card files it was made with, in the same order, with --pool");
        }
        let Some(edition) = G::EDITIONS.iter().position(|edition| *edition == record.edition) else {
            return refuse(
                format!("{} has no edition {:?}", G::NAME, record.edition),
                "the record is damaged",
            );
        };
        let (Some(a), Some(b)) = (record.decks[0].list(), record.decks[1].list()) else {
            return refuse(
                "a deck in this record is not card ids with how many copies (1 to 1,000)".into(),
                "the record is damaged",
            );
        };
        let setup = Setup::of_lists(cards, edition, PerSeat::new(a, b), [file, file])?;
        let game: Match<G, Dice> = Match::new(
            setup.cards.cards.clone(),
            edition,
            &setup.decks,
            Dice::new(record.seed),
            record.pace.into(),
            Log::listening(),
        );
        let snapshots = vec![(0, game.state().clone(), game.chance().clone())];
        let mut recent = Recent::default();
        recent.add(game.events());
        Ok(Replay { record, setup, game, at: 0, conceded: false, snapshots, recent })
    }

    /// How many answers have been played.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Plays the next answer; `None` at the end. An answer that the rules no longer offer, or a hash that differs, is
    /// a fault that says where.
    pub fn step(&mut self) -> Result<Option<Step<G::What>>, Fault> {
        let Some(answer) = self.record.answers.get(self.at).map(|answer| usize::from(*answer)) else {
            if let Some(seat) = self.record.conceded.filter(|_| !self.conceded) {
                if let Some(outcome) = self.game.outcome() {
                    let over = outcome_words::<G>(outcome);
                    let what = format!(
                        "the record says that {} gave up, but the match was over: {over}",
                        seat_word(seat)
                    );
                    return Err(Fault::new(what).help("the record is damaged, or the rules have changed"));
                }
                self.game.concede(seat);
                self.conceded = true;
                self.compare()?;
            }
            return Ok(None);
        };
        let number = self.at + 1;
        let menu = self.game.menu();
        let (seat, options) = (menu.seat, menu.options.len());
        let label =
            menu.options.get(answer).map(|choice| self.game.state().label(self.game.cards(), *choice));
        let Some(label) = label else {
            let what = match options {
                0 => format!("answer {number}: the match is already over"),
                _ => format!("answer {number} is option {answer}, and the menu has only {options}"),
            };
            return Err(Fault::new(what).help("the record is damaged, or the rules have changed"));
        };
        if let Err(refused) = self.game.answer(answer) {
            return Err(Fault::new(format!("answer {number}: {refused}")));
        }
        self.at = number;
        self.recent.add(self.game.events());
        if number % SNAPSHOT_EVERY == 0 && self.snapshots.iter().all(|(at, ..)| *at != number) {
            self.snapshots.push((number, self.game.state().clone(), self.game.chance().clone()));
        }
        // A concession changes the state after the last answer: its hash is compared then.
        if number < self.record.answers.len() || self.record.conceded.is_none() {
            self.compare()?;
        }
        Ok(Some(Step { number, seat, label, events: self.game.events().to_vec() }))
    }

    fn compare(&self) -> Result<(), Fault> {
        let Some((_, expected)) = self.record.hashes.iter().find(|(at, _)| *at == self.at) else {
            return Ok(());
        };
        let found = hex(StableHasher::of(self.game.state()));
        if *expected == found {
            return Ok(());
        }
        let since =
            self.record.hashes.iter().map(|(at, _)| *at).filter(|at| *at < self.at).max().unwrap_or(0);
        let what = format!(
            "after answer {} the state is another one ({found}, the record has {expected}); it still agreed after answer {since}",
            self.at
        );
        Err(Fault::new(what).help("the record is damaged, or the rules have changed"))
    }

    /// The last things that happened.
    pub(crate) fn recent(&self) -> &Recent<G> {
        &self.recent
    }

    /// Goes to the moment after so many answers, forwards or back.
    pub fn go_to(&mut self, answers: usize) -> Result<(), Fault> {
        if answers > self.record.answers.len() {
            let what = format!("this record has {} answers, not {answers}", self.record.answers.len());
            return Err(Fault::new(what));
        }
        if answers < self.at
            && let Some((at, state, dice)) = self.snapshots.iter().rfind(|(at, ..)| *at <= answers)
        {
            let (cards, pace) = (self.setup.cards.cards.clone(), self.record.pace.into());
            self.at = *at;
            self.conceded = false;
            self.recent = Recent::default();
            self.game = Match::resume(state.clone(), cards, dice.clone(), pace, Log::listening());
        }
        while self.at < answers {
            self.step()?;
        }
        Ok(())
    }

    /// Plays the record to its end and compares every hash; the number of hashes compared.
    pub fn verify(&mut self) -> Result<usize, Fault> {
        while self.step()?.is_some() {}
        if !self.record.hashes.is_sorted_by(|one, two| one.0 < two.0) {
            return Err(Fault::new("the hashes are out of order").help("the record is damaged"));
        }
        let last = self.record.hashes.last().map(|(at, _)| *at);
        if last != Some(self.record.answers.len()) {
            return Err(Fault::new("the record has no hash of its last state").help("the record is cut off"));
        }
        Ok(self.record.hashes.len())
    }
}
