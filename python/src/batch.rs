//! Many matches in step, told in arrays that are made once.

use crate::engine::{Engine, Observed, observed};
use crate::{fault, game_of, held, one_fault, released};
use kernel::Seat;
use numpy::{
    Element, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    ndarray::Dimension,
};
use observe::batch::begin;
use observe::{Again, AnyBatch, Arrays, Finished, HISTORY, Orders, Standing, prints};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use shobu::decks::DeckFile;
use shobu::engine::deck_of;
use shobu::pools::CardSet;
use shobu::setup::{Setup, UnreadCards, starter_decks};
use shobu::{Fault, Faults, GameName, Playable, Source, with_game};
use std::path::Path;
use std::sync::Mutex;

/// Many matches in step.
#[pyclass]
pub struct Batch {
    inner: Mutex<Box<dyn AnyBatch>>,
    observes: bool,
    /// Who is asked in each match.
    #[pyo3(get)]
    seat: Py<PyArray1<i64>>,
    #[pyo3(get)]
    option_count: Py<PyArray1<i64>>,
    #[pyo3(get)]
    game_number: Py<PyArray1<i64>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Room for rows; those of match i are between two offsets.
    #[pyo3(get)]
    card_rows: Py<PyArray2<i32>>,
    #[pyo3(get)]
    card_offsets: Py<PyArray1<i64>>,
    #[pyo3(get)]
    option_rows: Py<PyArray2<i32>>,
    #[pyo3(get)]
    option_offsets: Py<PyArray1<i64>>,
    #[pyo3(get)]
    globals: Py<PyArray2<i32>>,
    #[pyo3(get)]
    history: Py<PyArray3<i32>>,
}

/// Where one match stands: who is asked, among how many options, whether it has ended, whether it was given up, and what the
/// last step brought both seats.
type One = (i64, i64, bool, bool, f32, f32);

/// Rows in arrays of fixed size: cards, globals, options, history, and which options are real.
type Padded<'py> = (
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<i8>>,
);

/// A card table: ids, names, texts, features.
type Prints<'py> = (Vec<String>, Vec<String>, Vec<Vec<String>>, Bound<'py, PyArray2<f32>>);

#[pymethods]
impl Batch {
    /// `decks` are pairs of decks as JSON, each null, a name, a file or a deck.
    #[new]
    #[pyo3(signature = (game, n, seed, decks, pool, edition, bots, threads, observe, first, again))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &str,
        n: usize,
        seed: u64,
        decks: &str,
        pool: Vec<String>,
        edition: Option<String>,
        bots: [Option<String>; 2],
        threads: usize,
        observe: bool,
        first: u64,
        again: &str,
    ) -> PyResult<Self> {
        let name = game_of(game)?;
        if n == 0 || n > 1 << 20 || threads > 1_024 {
            return Err(PyValueError::new_err(
                "a batch has 1 to 1,048,576 matches and at most 1,024 threads",
            ));
        }
        let pairs: Vec<[serde_json::Value; 2]> = serde_json::from_str(decks)
            .map_err(|_| PyValueError::new_err("decks: one for each seat, or a list of such pairs"))?;
        let again = match again {
            "same step" => Again::SameStep,
            "next step" => Again::NextStep,
            other => {
                let text = format!("autoreset is \"same step\" or \"next step\", not {other:?}");
                return Err(PyValueError::new_err(text));
            }
        };
        let orders = Orders { lanes: n, seed, bots, threads, observes: observe, first, again };
        let begun = released(py, move || {
            with_game!(name, G => setups::<G>(name, &pairs, &pool, edition.as_deref())
                .and_then(|setups| begin(name, setups, &orders).map_err(Faults::from)))
        })?;
        let inner = begun.map_err(fault)?;
        let (spec, rows) = (inner.spec(), usize::from(observe));
        let (cards, options) = (n * inner.most_cards(), 2 * inner.options());
        let batch = Batch {
            observes: observe,
            seat: PyArray1::zeros(py, n, false).unbind(),
            option_count: PyArray1::zeros(py, n, false).unbind(),
            game_number: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, 2], false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            card_rows: PyArray2::zeros(py, [rows * cards, spec.cards.len()], false).unbind(),
            card_offsets: PyArray1::zeros(py, n + 1, false).unbind(),
            option_rows: PyArray2::zeros(py, [rows * options, spec.options.len()], false).unbind(),
            option_offsets: PyArray1::zeros(py, n + 1, false).unbind(),
            globals: PyArray2::zeros(py, [rows * n, spec.globals.len()], false).unbind(),
            history: PyArray3::zeros(py, [rows * n, HISTORY, spec.history.len()], false).unbind(),
            inner: Mutex::new(inner),
        };
        let mut batch = batch;
        batch.tell(py)?;
        Ok(batch)
    }

    /// Answers every match. On an error nothing has changed anywhere.
    fn step(&mut self, py: Python<'_>, answers: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let answers = answers.as_slice()?;
        released(py, || held(&self.inner).step(answers))?
            .map_err(|wrong| PyIndexError::new_err(wrong.to_string()))?;
        self.tell(py)
    }

    /// Answers a batch of one match, and tells where it stands.
    fn step_one(&mut self, py: Python<'_>, answer: i64) -> PyResult<One> {
        released(py, || held(&self.inner).step(&[answer]))?
            .map_err(|wrong| PyIndexError::new_err(wrong.to_string()))?;
        self.tell(py)?;
        self.stands_one(py)
    }

    /// Where the first match stands.
    fn stands_one(&self, py: Python<'_>) -> PyResult<One> {
        let (seat, options) = (first(py, &self.seat)?, first(py, &self.option_count)?);
        let rewards = self.rewards.bind(py).try_readonly()?;
        let [mine, theirs] = *rewards.as_slice()?.first_chunk().ok_or_else(no_match)?;
        Ok((seat, options, first(py, &self.terminated)?, first(py, &self.truncated)?, mine, theirs))
    }

    /// The rows of a match in arrays of fixed size: `cards` of cards, `options` of options; of the menu the page that begins at
    /// `page.0` with `page.1` options, and where `page.2` the last place turns it.
    fn padded<'py>(
        &self,
        py: Python<'py>,
        lane: usize,
        cards: usize,
        options: usize,
        page: (usize, usize, bool),
    ) -> PyResult<Padded<'py>> {
        let rows =
            |rows: &Py<PyArray2<i32>>, offsets: &Py<PyArray1<i64>>, room: usize, skip: usize, most: usize| {
                let (rows, offsets) = (rows.bind(py).try_readonly()?, offsets.bind(py).try_readonly()?);
                let width = rows.as_array().ncols();
                let [from, to] = *offsets.as_slice()?[lane..].first_chunk().ok_or_else(no_match)?;
                let from = (from as usize + skip).min(to as usize);
                let count = (to as usize - from).min(most);
                if count > room {
                    let wrong = format!("{count} rows, but there is room for {room}");
                    return Err(PyRuntimeError::new_err(wrong));
                }
                let padded = PyArray2::<i32>::zeros(py, [room, width], false);
                padded.try_readwrite()?.as_slice_mut()?[..count * width]
                    .copy_from_slice(&rows.as_slice()?[from * width..(from + count) * width]);
                Ok::<_, PyErr>(padded)
            };
        let (skip, shown, more) = page;
        let all = held(&self.inner).len();
        if lane >= all {
            return Err(no_match());
        }
        let mask = PyArray1::<i8>::zeros(py, options, false);
        let (globals, history) =
            (self.globals.bind(py).try_readonly()?, self.history.bind(py).try_readonly()?);
        let (globals, history) = (globals.as_slice()?, history.as_slice()?);
        let (width, length) = (globals.len() / all, history.len() / all);
        if let [real @ .., last] = mask.try_readwrite()?.as_slice_mut()? {
            let both = real.len();
            real[..shown.min(both)].fill(1);
            *last = i8::from(more || shown > both);
        }
        let past = PyArray1::from_slice(py, &history[lane * length..(lane + 1) * length]);
        Ok((
            rows(&self.card_rows, &self.card_offsets, cards, 0, usize::MAX)?,
            PyArray1::from_slice(py, &globals[lane * width..(lane + 1) * width]),
            rows(&self.option_rows, &self.option_offsets, options, skip, shown)?,
            past.reshape([HISTORY, length / HISTORY])?,
            mask,
        ))
    }

    /// How many cards a match can have.
    #[getter]
    fn most_cards(&self) -> usize {
        held(&self.inner).most_cards()
    }

    /// Begins all matches anew with another seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        released(py, || held(&self.inner).reset(seed))?;
        self.tell(py)
    }

    /// What a seat (0 or 1) sees of a match, whoever is asked.
    fn look<'py>(&self, py: Python<'py>, lane: usize, seat: usize) -> PyResult<Observed<'py>> {
        let mut inner = held(&self.inner);
        let spec = inner.spec();
        let seat = if seat == 0 { Seat::A } else { Seat::B };
        let rows = inner.look(lane, seat);
        let rows = rows.ok_or_else(|| PyIndexError::new_err(format!("there is no match {lane}")))?;
        observed(py, spec, &rows)
    }

    /// The digest of `shobu sim` over the first games, once they are finished.
    fn digest(&self, games: u64) -> Option<String> {
        held(&self.inner).digest(games)
    }

    /// The finished games: number, winner (0, 1, or -1 for a draw), decisions, turns.
    fn finished(&self) -> Vec<(u64, i64, u64, u32)> {
        let winner = |seat: Option<Seat>| seat.map_or(-1, |seat| seat.index() as i64);
        let one = |end: &Finished| (end.game, winner(end.winner), end.decisions, end.turns);
        held(&self.inner).finished().iter().map(one).collect()
    }

    fn labels(&self, lane: usize) -> Vec<String> {
        held(&self.inner).labels(lane)
    }

    /// A match as it stands in an engine of its own, and its message.
    fn copy_out(&self, py: Python<'_>, lane: usize) -> PyResult<(Engine, String)> {
        let copy = released(py, || held(&self.inner).copy_out(lane).map(Engine::with))?;
        copy.ok_or_else(|| PyIndexError::new_err(format!("there is no match {lane}")))
    }

    /// Puts a match of an engine in the place of one of the batch.
    fn put_in(&mut self, py: Python<'_>, lane: usize, engine: &Engine, id: &str) -> PyResult<()> {
        engine.look(id, |game| held(&self.inner).put_in(lane, game).map_err(one_fault))?;
        self.tell(py)
    }

    /// The prints in the order of the column `print`, which counts from 1: ids, names, what each text is read to do, and
    /// features.
    fn prints<'py>(&self, py: Python<'py>) -> PyResult<Prints<'py>> {
        let rows = held(&self.inner).prints();
        let width = prints::columns().len();
        let features: Vec<f32> = rows.iter().flat_map(|row| row.features.iter().copied()).collect();
        let features = PyArray1::from_vec(py, features).reshape([rows.len(), width])?;
        let (mut ids, mut names, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            ids.push(row.id);
            names.push(row.name);
            texts.push(row.text);
        }
        Ok((ids, names, texts, features))
    }
}

fn no_match() -> PyErr {
    PyIndexError::new_err("there is no such match")
}

/// What an array says of the first match.
fn first<T: Element + Copy>(py: Python<'_>, array: &Py<PyArray1<T>>) -> PyResult<T> {
    array.bind(py).try_readonly()?.as_slice()?.first().copied().ok_or_else(no_match)
}

/// An array to write into. Nobody in Rust holds another.
fn write<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<numpy::PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let held = |_| PyRuntimeError::new_err("an array of this batch is being written by another thread");
    array.bind(py).try_readwrite().map_err(held)
}

/// Larger room where there is too little; the old stays whoever's holds it.
fn grow(py: Python<'_>, room: &mut Py<PyArray2<i32>>, rows: usize, width: usize) {
    use numpy::PyUntypedArrayMethods;
    if room.bind(py).shape()[0] < rows {
        *room = PyArray2::zeros(py, [rows + rows / 2, width], false).unbind();
    }
}

impl Batch {
    /// Writes where every match stands.
    fn tell(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut inner = held(&self.inner);
        let (mut seat, mut options) = (write(py, &self.seat)?, write(py, &self.option_count)?);
        let (mut game, mut rewards) = (write(py, &self.game_number)?, write(py, &self.rewards)?);
        let (mut terminated, mut truncated) = (write(py, &self.terminated)?, write(py, &self.truncated)?);
        inner.stand(Standing {
            seat: seat.as_slice_mut()?,
            options: options.as_slice_mut()?,
            game: game.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        });
        if !self.observes {
            return Ok(());
        }
        let spec = inner.spec();
        let cards = inner.len() * inner.most_cards();
        grow(py, &mut self.card_rows, cards, spec.cards.len());
        grow(py, &mut self.option_rows, inner.options(), spec.options.len());
        let (mut cards, mut card_at) = (write(py, &self.card_rows)?, write(py, &self.card_offsets)?);
        let (mut options, mut option_at) = (write(py, &self.option_rows)?, write(py, &self.option_offsets)?);
        let (mut globals, mut history) = (write(py, &self.globals)?, write(py, &self.history)?);
        let arrays = Arrays {
            cards: cards.as_slice_mut()?,
            card_at: card_at.as_slice_mut()?,
            options: options.as_slice_mut()?,
            option_at: option_at.as_slice_mut()?,
            globals: globals.as_slice_mut()?,
            history: history.as_slice_mut()?,
        };
        let batch: &mut dyn AnyBatch = &mut **inner;
        released(py, || batch.tell(arrays))
    }
}

/// The pairs of decks with the cards they name; the starter decks where none is given.
fn setups<G: Playable>(
    game: GameName,
    pairs: &[[serde_json::Value; 2]],
    pools: &[String],
    edition: Option<&str>,
) -> Result<Vec<Setup<G>>, Faults> {
    let pools: Vec<Source> =
        pools.iter().map(|path| Source::read(Path::new(path))).collect::<Result<_, Fault>>()?;
    let mut decks: Vec<[DeckFile; 2]> = Vec::new();
    for [one, two] in pairs {
        let [first, second] = starter_decks::<G>()?;
        decks.push([deck_of(game, one)?.unwrap_or(first), deck_of(game, two)?.unwrap_or(second)]);
    }
    let all: Vec<&DeckFile> = decks.iter().flatten().collect();
    let cards = CardSet::<G>::for_decks(&pools, &all)?;
    decks
        .iter()
        .map(|[one, two]| Setup::new(cards.clone(), edition, [one, two], UnreadCards::Refused))
        .collect()
}
