//! Shobu as a Python module: the protocol's engine and batches of matches. Rust does the work with Python's lock released;
//! a fault becomes an exception, and nothing panics through the border.

mod batch;
mod engine;

use kernel::Game;
use observe::{prints, spec};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use shobu::{Fault, Faults, GameName, with_game};
use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// Every column of a game's rows, as JSON.
#[pyfunction]
fn spec_json(game: &str) -> PyResult<String> {
    let spec = spec::of(game_of(game)?);
    let wrong = |error: serde_json::Error| PyRuntimeError::new_err(error.to_string());
    let mut value = serde_json::to_value(spec).map_err(wrong)?;
    value["hash"] = spec.hash().into();
    // What the columns about rules count from 1.
    let rules: Vec<&str> = with_game!(game_of(game)?, G => G::RULES.rows().map(|row| row.id).collect());
    value["rules"] = rules.into();
    value["prints"] = serde_json::to_value(prints::columns()).map_err(wrong)?;
    Ok(value.to_string())
}

/// The yardstick of batches: steps so many matches with random answers in a plain loop of Rust, and gives the seconds.
#[pyfunction]
fn loop_seconds(py: Python<'_>, game: &str, n: usize, steps: usize) -> PyResult<f64> {
    let name = game_of(game)?;
    released(py, || with_game!(name, G => observe::batch::loop_seconds::<G>(n, steps)))?.map_err(fault)
}

#[pymodule]
fn _shobu(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::Engine>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(spec_json, module)?)?;
    module.add_function(wrap_pyfunction!(loop_seconds, module)?)?;
    let games: Vec<&str> = GameName::ALL.iter().map(|game| game.as_str()).collect();
    module.add("GAMES", games)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
