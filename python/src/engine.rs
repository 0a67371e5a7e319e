//! Matches over the protocol of docs/protocol.md: one JSON request in, one JSON answer out; and what a match is asked for
//! that is no message.

use crate::{held, one_fault, released};
use bots::{Registry, Sight, Time};
use kernel::Seat;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use observe::{History, Looks, Position, Rows, Spec, spec, words};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use shobu::live::Live;
use shobu::{AnyMatch, GameName, Playable, with_game};
use std::sync::Mutex;

#[pyclass]
pub struct Engine {
    inner: Mutex<shobu::engine::Engine>,
}

/// Rows of cards, one row of globals, rows of options, rows of history.
pub type Observed<'py> = (
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray2<i32>>,
);

impl Engine {
    /// An engine with this match alone, and the message for whoever is asked.
    pub fn with(game: AnyMatch) -> (Self, String) {
        let mut inner = shobu::engine::Engine::default();
        let told = inner.take_in(game).to_string();
        (Engine { inner: Mutex::new(inner) }, told)
    }

    /// Looks at a match.
    pub fn look<T>(&self, id: &str, at: impl FnOnce(&AnyMatch) -> PyResult<T>) -> PyResult<T> {
        let engine = held(&self.inner);
        at(engine.game(id).ok_or_else(|| PyValueError::new_err("there is no such match"))?)
    }
}

fn seat_of(word: &str) -> PyResult<Seat> {
    match word {
        "A" => Ok(Seat::A),
        "B" => Ok(Seat::B),
        other => Err(PyValueError::new_err(format!("no seat is called {other:?}: A or B"))),
    }
}

fn of_another_game() -> PyErr {
    PyRuntimeError::new_err("the match is of another game")
}

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
    #[pyo3(signature = (id, seat=None))]
    fn observe<'py>(&self, py: Python<'py>, id: &str, seat: Option<&str>) -> PyResult<Observed<'py>> {
        let seat = seat.map(seat_of).transpose()?;
        let (spec, rows) = self.look(id, |game| {
            let (name, seat) = (game.game(), seat.or(game.seat()).unwrap_or(Seat::A));
            let rows = with_game!(name, G => game.live::<G>().map(|live| rows_of(name, live, seat)));
            Ok((spec::of(name), rows.ok_or_else(of_another_game)?))
        })?;
        observed(py, spec, &rows)
    }

    /// The option that a bot would take at the open decision.
    fn ask(&self, py: Python<'_>, id: &str, bot: &str, seed: u64) -> PyResult<usize> {
        released(py, || {
            self.look(id, |game| {
                with_game!(game.game(), G => {
                    asked::<G>(game.live::<G>().ok_or_else(of_another_game)?, bot, seed)
                })
            })
        })?
    }

    /// The same match once more in an engine of its own, and its message.
    fn copied(&self, py: Python<'_>, id: &str) -> PyResult<(Engine, String)> {
        released(py, || self.look(id, |game| game.copy().map_err(one_fault).map(Engine::with)))?
    }

    /// A match that looks the same to a seat, all that it does not know dealt anew.
    fn imagined(&self, py: Python<'_>, id: &str, seat: &str, seed: u64) -> PyResult<(Engine, String)> {
        let seat = seat_of(seat)?;
        let other = |game: &AnyMatch| game.imagined(seat, seed).map_err(one_fault).map(Engine::with);
        released(py, || self.look(id, other))?
    }
}

fn asked<G: Playable>(live: &Live<G>, bot: &str, seed: u64) -> PyResult<usize> {
    let menu = live.game.menu();
    if menu.options.is_empty() {
        return Err(PyValueError::new_err("the match is over"));
    }
    let mut bot = Registry::<G>::built_in().make(bot, seed, Time::Counted).map_err(PyValueError::new_err)?;
    let sight = Sight::new(live.game.state(), menu, &live.setup.cards.cards, &live.setup.prints);
    bot.choose(&sight).map_err(|gave_up| PyRuntimeError::new_err(gave_up.0))
}

fn rows_of<G: Playable>(name: GameName, live: &Live<G>, seat: Seat) -> Rows {
    let spec: &'static Spec = spec::of(name);
    let menu = live.game.menu();
    let menu = (menu.seat == seat && !menu.options.is_empty()).then_some(menu);
    let mut history = History::default();
    for event in live.recent().events() {
        history.add(live.game.state(), live.game.cards(), std::slice::from_ref(event));
    }
    let mut looks = Looks::new(spec, words::of(name));
    let (state, cards) = (live.game.state(), live.game.cards());
    Rows::of(&mut looks, &Position { state, cards, seat, menu, history: &history })
}

/// Rows as arrays.
pub fn observed<'py>(py: Python<'py>, spec: &Spec, rows: &Rows) -> PyResult<Observed<'py>> {
    Ok((
        table(py, &rows.cards, spec.cards.len())?,
        PyArray1::from_slice(py, &rows.globals),
        table(py, &rows.options, spec.options.len())?,
        table(py, &rows.history, spec.history.len())?,
    ))
}

fn table<'py>(py: Python<'py>, values: &[i32], width: usize) -> PyResult<Bound<'py, PyArray2<i32>>> {
    let flat = PyArray1::from_slice(py, values);
    flat.reshape([values.len() / width.max(1), width])
}
