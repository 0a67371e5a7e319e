//! Card files (JSON Lines, one card a line) and the sets of cards that matches are played with.

use crate::decks::DeckFile;
use crate::fault::{Fault, Faults, Source};
use crate::near::did_you_mean;
use crate::shelf::{Shelf, plain_print};
use crate::{GameName, built_in};
use kernel::{CardError, Game, Pool, Print, Printed};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// One row of a card file.
#[derive(Clone, Debug)]
pub struct CardRow {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its bytes in the file.
    pub span: Range<usize>,
    /// The row as it was read.
    pub value: Value,
}

/// Reads the rows of a card file without looking at what they say. Empty lines are skipped.
pub fn rows(source: &Source) -> impl Iterator<Item = Result<CardRow, Fault>> {
    let mut start = 0;
    source.text.split('\n').enumerate().filter_map(move |(at, line)| {
        let span = start..start + line.trim_end().len();
        start += line.len() + 1;
        if line.trim().is_empty() {
            return None;
        }
        Some(
            serde_json::from_str(line)
                .map(|value| CardRow { line: at + 1, span: span.clone(), value })
                .map_err(|error| {
                    let from = (span.start + error.column().saturating_sub(1)).min(span.end);
                    let what = format!("not a JSON value: {}", without_place(&error));
                    source
                        .fault_on(at + 1, from..span.end.min(from + 1), what)
                        .help("a card file has one JSON object on each line")
                }),
        )
    })
}

/// What serde_json says, without its own "at line 1 column 5".
pub(crate) fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_string()
}

/// All cards of a match, with the rows they were read from.
pub struct CardSet<G: Game> {
    /// The compiled cards.
    pub cards: Arc<G::Cards>,
    rows: Arc<Vec<Value>>,
    /// The card files that these were taken from, for everything that nobody has asked for yet.
    shelf: Arc<Shelf>,
    names: Arc<Names>,
}

/// Where a word that is no id leads, so that a long list of words is looked up in one go. Cards of one id count once.
#[derive(Default)]
struct Names {
    by_name: HashMap<String, Vec<Print>>,
    by_folded_id: HashMap<String, Vec<Print>>,
    by_folded_name: HashMap<String, Vec<Print>>,
}

impl Names {
    fn of<C: Printed>(pool: &Pool<C>) -> Names {
        let mut names = Names::default();
        let mut seen = HashSet::new();
        for (print, card) in pool.iter().filter(|(_, card)| seen.insert(card.id().to_string())) {
            names.by_name.entry(card.name().to_string()).or_default().push(print);
            names.by_folded_id.entry(card.id().to_lowercase()).or_default().push(print);
            names.by_folded_name.entry(card.name().to_lowercase()).or_default().push(print);
        }
        names
    }
}

impl<G: Game> Clone for CardSet<G> {
    fn clone(&self) -> Self {
        CardSet {
            cards: self.cards.clone(),
            rows: self.rows.clone(),
            shelf: self.shelf.clone(),
            names: self.names.clone(),
        }
    }
}

impl<G: Game> CardSet<G> {
    /// Reads card files, in order; all their faults come back at once.
    pub fn read(sources: &[Source]) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let mut builder = Builder::<G>::default();
        for source in sources {
            for row in rows(source) {
                let added = row.and_then(|row| {
                    builder.add(row.value).map_err(|error| point_at_field(source, row.line, row.span, &error))
                });
                if let Err(fault) = added {
                    faults.push(fault);
                }
            }
        }
        faults.or(builder.done())
    }

    /// The project's own cards.
    pub fn built_in() -> Result<Self, Faults> {
        Self::with_built_in(&[])
    }

    /// These files' cards, and behind them the project's own.
    pub fn with_built_in(sources: &[Source]) -> Result<Self, Faults> {
        let mut all = sources.to_vec();
        all.extend(built_in::card_files(G::NAME));
        Self::read(&all)
    }

    /// Those cards of a shelf that words may mean, and behind them the project's own.
    pub fn of_words<'w>(
        shelf: &Arc<Shelf>,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let mut builder = Builder::<G>::default();
        for (source, row) in shelf.rows(words)? {
            if let Err(error) = builder.add(row.value) {
                faults.push(point_at_field(source, row.line, row.span, &error));
            }
        }
        for source in built_in::card_files(G::NAME) {
            for row in rows(&source) {
                let row = row?;
                builder
                    .add(row.value)
                    .map_err(|error| point_at_field(&source, row.line, row.span, &error))?;
            }
        }
        faults.or(CardSet { shelf: shelf.clone(), ..builder.done() })
    }

    /// The cards that decks name: of a large pool nothing else is compiled.
    pub fn for_decks(pools: &[Source], decks: &[&DeckFile]) -> Result<Self, Faults> {
        let shelf = Arc::new(Shelf::read(pools)?);
        Self::of_words(&shelf, decks.iter().flat_map(|deck| deck.words()))
    }

    /// Reads rows that are in memory already: the cards of a scene.
    pub fn of_rows(rows: impl IntoIterator<Item = Value>) -> Result<Self, (usize, CardError)> {
        let mut builder = Builder::<G>::default();
        for (at, row) in rows.into_iter().enumerate() {
            builder.add(row).map_err(|error| (at, error))?;
        }
        Ok(builder.done())
    }

    /// The printed cards.
    pub fn pool(&self) -> &Pool<G::Printed> {
        (*self.cards).as_ref()
    }

    /// The printed card of that number.
    pub fn card(&self, print: Print) -> &G::Printed {
        self.pool().get(print)
    }

    /// The row a card was read from; `None` for a token, which only another card's text describes.
    pub fn row(&self, print: Print) -> Option<&Value> {
        self.rows.get(print.0 as usize)
    }

    /// Every card that a word may mean: one if it is an id (or that of another picture, `BT1-010_P1`), else all with that
    /// name. Upper and lower case are the same where nothing fits better.
    pub fn meant(&self, word: &str) -> Vec<Print> {
        let exact = self.pool().find(word).or_else(|| self.pool().find(plain_print(word)?));
        if let Some(print) = exact {
            return vec![print];
        }
        let folded = word.to_lowercase();
        let Names { by_name, by_folded_id, by_folded_name } = &*self.names;
        by_name
            .get(word)
            .or_else(|| by_folded_id.get(&folded))
            .or_else(|| by_folded_id.get(plain_print(&folded)?))
            .or_else(|| by_folded_name.get(&folded))
            .cloned()
            .unwrap_or_default()
    }

    /// The card with this id, else the first with this name; upper and lower case are the same where nothing fits better.
    pub fn find(&self, word: &str) -> Option<Print> {
        if let Some(print) = self.pool().find(word) {
            return Some(print);
        }
        let folded = word.to_lowercase();
        let Names { by_name, by_folded_id, by_folded_name } = &*self.names;
        let found =
            by_name.get(word).or_else(|| by_folded_id.get(&folded)).or_else(|| by_folded_name.get(&folded));
        found?.first().copied()
    }

    /// Advice about a word that names no card.
    pub fn suggest(&self, word: &str) -> Option<String> {
        let words = self.pool().iter().flat_map(|(_, card)| [card.id(), card.name()]);
        did_you_mean(word, words).or_else(|| self.shelf.suggest(word))
    }

    /// The same cards with whatever else of the card files a word may mean.
    pub fn with_word(&self, word: &str) -> Result<Self, Faults> {
        match self.find(word) {
            Some(_) => Ok(self.clone()),
            None => Self::of_words(&self.shelf, [word]),
        }
    }

    /// The project's own cards with whatever of the card files these words may mean.
    pub fn with_words<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Result<Self, Faults> {
        match self.shelf.is_empty() {
            true => Ok(self.clone()),
            false => Self::of_words(&self.shelf, words),
        }
    }

    /// The card that a word names, or an error with advice.
    pub fn require(&self, word: &str) -> Result<Print, Fault> {
        self.find(word).ok_or_else(|| {
            let advice = self.suggest(word).unwrap_or_else(|| "give its card file with --pool".into());
            Fault::new(format!("no {} card has the id or name {word:?}", G::NAME)).help(advice)
        })
    }
}

/// The longest field of a card, several times what any card in print has: a text takes time to read.
const LONGEST: usize = 5_000;
/// The most clauses of a card. The abilities of a card are counted in one byte.
const MOST_CLAUSES: usize = 100;

/// How many bytes the strings and numbers of a value have together, about.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 1,
        Value::Array(items) => items.iter().map(|item| 1 + length(item)).sum(),
        Value::Object(map) => map.iter().map(|(key, item)| key.len() + length(item)).sum(),
        _ => 1,
    }
}

struct Builder<G: Game> {
    pool: Pool<G::Printed>,
    rows: Vec<Value>,
}

impl<G: Game> Default for Builder<G> {
    fn default() -> Self {
        Builder { pool: Pool::default(), rows: Vec::new() }
    }
}

impl<G: Game> Builder<G> {
    fn add(&mut self, row: Value) -> Result<(), CardError> {
        // Prints are two bytes; what is left over is for the tokens that texts make.
        if self.rows.len() >= 60_000 {
            return Err(CardError::field("id", "this is card 60,001, and a pool holds 60,000"));
        }
        if let Some((field, _)) =
            row.as_object().and_then(|row| row.iter().find(|(_, value)| length(value) > LONGEST))
        {
            return Err(CardError::field(field, format!("is longer than {LONGEST} characters")));
        }
        let blank =
            |field: &str| row.get(field).and_then(Value::as_str).is_some_and(|word| word.trim().is_empty());
        if let Some(field) = ["id", "name"].into_iter().find(|field| blank(field)) {
            return Err(CardError::field(field, "is empty"));
        }
        let card = G::Printed::read(&row)?;
        if card.clauses() > MOST_CLAUSES {
            return Err(CardError::field("text", format!("has more than {MOST_CLAUSES} clauses")));
        }
        self.pool.add(card, &row);
        self.rows.push(row);
        Ok(())
    }

    fn done(self) -> CardSet<G> {
        let cards = Arc::new(G::Cards::from(self.pool));
        let names = Arc::new(Names::of((*cards).as_ref()));
        CardSet { cards, rows: Arc::new(self.rows), shelf: Arc::default(), names }
    }
}

/// A fault at the field of a row that an error names, or at the row as a whole.
fn point_at_field(source: &Source, number: usize, row: Range<usize>, error: &CardError) -> Fault {
    let CardError::Field { field, why } = error else {
        return source.fault_on(number, row, error.to_string());
    };
    let key = field.split(['.', '[']).next().unwrap_or(field);
    let line = &source.text[row.clone()];
    let what = format!("field `{field}`: {why}");
    match line.find(&format!("\"{key}\"")) {
        Some(at) => source.fault_on(number, row.start + at..row.start + at + key.len() + 2, what),
        None => source.fault_on(number, row, what),
    }
}

/// The card files a game is played with when nothing else is asked for, by path and text.
pub fn built_in_sources(game: GameName) -> Vec<Source> {
    built_in::card_files(game.as_str())
}
