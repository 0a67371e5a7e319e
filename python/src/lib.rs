//! Shobu as a Python module: the protocol's engine and batches of matches. Rust does the work with Python's lock released;
//! a fault becomes an exception, and nothing panics through the border.

use kernel::{Eyes, Seat};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use observe::batch::begin;
use observe::{AnyBatch, Orders, Rows, Spec, observe as fill, prints, spec, words};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use shobu::decks::DeckFile;
use shobu::live::Live;
use shobu::pools::CardSet;
use shobu::setup::{Setup, UnreadCards, deck_named, starter_decks};
use shobu::{Fault, Faults, GameName, Playable, Source, with_game};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

fn fault(faults: Faults) -> PyErr {
    let all: Vec<String> = faults.list.iter().map(Fault::to_string).collect();
    PyValueError::new_err(all.join("; "))
}

fn one_fault(fault: Fault) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// Does work with Python's lock released. A panic is a fault of ours: it is told, and the caller goes on.
fn released<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .map_err(|_| PyRuntimeError::new_err("the rules panicked; please report it"))
}

/// What only one thread may touch at a time. A lock that a panic left behind is taken all the same.
fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn game_of(name: &str) -> PyResult<GameName> {
    name.parse().map_err(one_fault)
}

/// Matches over the protocol of docs/protocol.md: one JSON request in, one JSON answer out.
#[pyclass]
struct Engine {
    inner: Mutex<shobu::engine::Engine>,
}

/// Rows of cards, one row of globals, rows of options.
type Observed<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray2<i32>>);

#[pymethods]
impl Engine {
    #[new]
    fn new() -> Self {
        Engine { inner: Mutex::default() }
    }

    fn request(&self, py: Python<'_>, line: &str) -> PyResult<String> {
        released(py, || held(&self.inner).line(line).to_string())
    }

    /// The rows of the open decision of a match, or of what a seat sees.
    fn observe<'py>(&self, py: Python<'py>, id: &str, seat: Option<&str>) -> PyResult<Observed<'py>> {
        let engine = held(&self.inner);
        let game = engine.game(id).ok_or_else(|| PyValueError::new_err("there is no such match"))?;
        let seat = match seat {
            Some("A") => Seat::A,
            Some("B") => Seat::B,
            None => game.seat().unwrap_or(Seat::A),
            Some(other) => return Err(PyValueError::new_err(format!("no seat is called {other:?}: A or B"))),
        };
        let name = game.game();
        let rows = with_game!(name, G => game.live::<G>().map(|live| rows_of(name, live, seat)))
            .ok_or_else(|| PyRuntimeError::new_err("the match is of another game"))?;
        let spec = spec::of(name);
        Ok((
            table(py, &rows.cards, spec.cards.len())?,
            PyArray1::from_slice(py, &rows.globals),
            table(py, &rows.options, spec.options.len())?,
        ))
    }
}

fn rows_of<G: Playable>(name: GameName, live: &Live<G>, seat: Seat) -> Rows {
    let cards = &*live.game.cards;
    let picture = live.game.state.pictured(cards, Eyes::Seat(seat));
    let menu = live.game.menu();
    let menu = (menu.seat == seat && !menu.options.is_empty()).then_some(menu);
    let mut rows = Rows::default();
    fill(&spec::of(name), words::of(name), &picture, cards, seat, menu, &mut rows);
    rows
}

fn table<'py>(py: Python<'py>, values: &[i32], width: usize) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let flat = PyArray1::from_slice(py, values);
    flat.reshape([values.len() / width.max(1), width])
}

/// Many matches in step.
#[pyclass]
struct Batch {
    inner: Mutex<Box<dyn AnyBatch>>,
}

/// The arrays of a step: seat, options, game, rewards, terminated, truncated.
type Step<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);
/// Rows of all matches one after another, and where those of each begin.
type Packed<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray1<i64>>);

/// A card table: ids, names, texts, features.
type Prints<'py> = (Vec<String>, Vec<String>, Vec<Vec<String>>, Bound<'py, PyArray2<f32>>);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed=0, decks=None, pool=None, edition=None, bots=None, threads=1, observe=true))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &str,
        n: usize,
        seed: u64,
        decks: Option<Vec<Option<String>>>,
        pool: Option<Vec<String>>,
        edition: Option<String>,
        bots: Option<Vec<Option<String>>>,
        threads: usize,
        observe: bool,
    ) -> PyResult<Self> {
        let name = game_of(game)?;
        let two = |given: Option<Vec<Option<String>>>, what: &str| match given.as_deref() {
            None => Ok([None, None]),
            Some([one, two]) => Ok([one.clone(), two.clone()]),
            Some(_) => Err(PyValueError::new_err(format!("{what}: one for each seat"))),
        };
        let (decks, bots) = (two(decks, "decks")?, two(bots, "bots")?);
        if n == 0 || n > 1 << 20 || threads > 1_024 {
            return Err(PyValueError::new_err(
                "a batch has 1 to 1,048,576 matches and at most 1,024 threads",
            ));
        }
        let orders = Orders { lanes: n, seed, bots, threads, observes: observe };
        let pools = pool.unwrap_or_default();
        let begun = released(py, move || {
            with_game!(name, G => setup::<G>(&decks, &pools, edition.as_deref())
                .and_then(|setup| begin(name, setup, &orders).map_err(Faults::from)))
        })?;
        Ok(Batch { inner: Mutex::new(begun.map_err(fault)?) })
    }

    /// Answers every match. On an error nothing has changed anywhere.
    fn step(&self, py: Python<'_>, answers: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let answers: Vec<i64> = answers.as_slice()?.to_vec();
        released(py, || held(&self.inner).step(&answers))?
            .map_err(|wrong| PyIndexError::new_err(wrong.to_string()))
    }

    /// Who is asked, how many options there are, which game it is, and what the last step brought.
    fn standing<'py>(&self, py: Python<'py>) -> PyResult<Step<'py>> {
        let batch = held(&self.inner);
        let lanes = batch.lanes();
        let rewards: Vec<f32> = lanes.iter().flat_map(|lane| lane.rewards).collect();
        let of = |value: &dyn Fn(&observe::Lane) -> i64| -> Vec<i64> {
            lanes.iter().map(|lane| value(lane)).collect()
        };
        let ended: Vec<bool> = lanes.iter().map(|lane| lane.terminated).collect();
        let cut: Vec<bool> = lanes.iter().map(|lane| lane.truncated).collect();
        Ok((
            PyArray1::from_vec(py, of(&|lane| lane.seat as i64)),
            PyArray1::from_vec(py, of(&|lane| lane.options as i64)),
            PyArray1::from_vec(py, of(&|lane| lane.game as i64)),
            PyArray1::from_vec(py, rewards).reshape([lanes.len(), 2])?,
            PyArray1::from_vec(py, ended),
            PyArray1::from_vec(py, cut),
        ))
    }

    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Packed<'py>> {
        self.packed(py, |spec| spec.cards.len(), |rows| &rows.cards)
    }

    fn options<'py>(&self, py: Python<'py>) -> PyResult<Packed<'py>> {
        self.packed(py, |spec| spec.options.len(), |rows| &rows.options)
    }

    fn globals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        Ok(self.packed(py, |spec| spec.globals.len(), |rows| &rows.globals)?.0)
    }

    /// The digest of `shobu sim` over the first games, once they are finished.
    fn digest(&self, games: u64) -> Option<String> {
        held(&self.inner).digest(games)
    }

    /// The finished games: number, winner (0, 1, or -1 for a draw), decisions, turns.
    fn finished(&self) -> Vec<(u64, i64, u64, u32)> {
        let winner = |seat: Option<Seat>| seat.map_or(-1, |seat| seat.index() as i64);
        let one = |end: &observe::batch::Finished| (end.game, winner(end.winner), end.decisions, end.turns);
        held(&self.inner).finished().iter().map(one).collect()
    }

    fn labels(&self, lane: usize) -> Vec<String> {
        held(&self.inner).labels(lane)
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

impl Batch {
    fn packed<'py>(
        &self,
        py: Python<'py>,
        width: impl Fn(&Spec) -> usize,
        part: impl Fn(&Rows) -> &Vec<i32>,
    ) -> PyResult<Packed<'py>> {
        let batch = held(&self.inner);
        let width = width(batch.spec());
        let lanes = batch.lanes();
        let mut values: Vec<i32> = Vec::with_capacity(lanes.iter().map(|lane| part(&lane.rows).len()).sum());
        let mut offsets: Vec<i64> = Vec::with_capacity(lanes.len() + 1);
        for lane in &lanes {
            offsets.push((values.len() / width) as i64);
            values.extend_from_slice(part(&lane.rows));
        }
        offsets.push((values.len() / width) as i64);
        let rows = values.len() / width;
        let table = PyArray1::from_vec(py, values).reshape([rows, width])?;
        Ok((table, PyArray1::from_vec(py, offsets)))
    }
}

/// Two decks with the cards they name; the starter decks where none is given.
fn setup<G: Playable>(
    decks: &[Option<String>; 2],
    pools: &[String],
    edition: Option<&str>,
) -> Result<Setup<G>, Faults> {
    let pools: Vec<Source> =
        pools.iter().map(|path| Source::read(Path::new(path))).collect::<Result<_, Fault>>()?;
    let [first, second] = starter_decks::<G>()?;
    let named = |word: &Option<String>, starter: DeckFile| match word {
        Some(word) => deck_named::<G>(word),
        None => Ok(starter),
    };
    let (first, second) = (named(&decks[0], first)?, named(&decks[1], second)?);
    let cards = CardSet::<G>::for_decks(&pools, &[&first, &second])?;
    Setup::new(cards, edition, [&first, &second], UnreadCards::Refused)
}

/// Every column of a game's rows, as JSON.
#[pyfunction]
fn spec_json(game: &str) -> PyResult<String> {
    let spec = spec::of(game_of(game)?);
    let mut value =
        serde_json::to_value(&spec).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    value["hash"] = spec.hash().into();
    value["prints"] = serde_json::to_value(prints::columns()).unwrap_or_default();
    Ok(value.to_string())
}

#[pymodule]
fn _shobu(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Engine>()?;
    module.add_class::<Batch>()?;
    module.add_function(wrap_pyfunction!(spec_json, module)?)?;
    let games: Vec<&str> = GameName::ALL.iter().map(|game| game.as_str()).collect();
    module.add("GAMES", games)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
