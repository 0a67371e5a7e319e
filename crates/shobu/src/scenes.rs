//! Scenes: small positions in TOML with a script of answers and expectations. The executable rulebook.
//!
//! `read` turns a file into a [`Scene`], `run` plays its script on a game, `expect` reads the table for it. What a
//! zone, a figure or a label means is the game's business (`kernel::Scenes`).

mod chance;
mod expect;
mod expect_value;
mod gist;
mod read;
mod run;
mod script;
mod stage;
mod strict;

pub use chance::Luck;
pub use read::{Cited, Scene};
pub use run::{Failure, OpenMenu, Picture, Position, Reason, Shown, position, run, show};
pub use script::{Line, Step};
pub use stage::set_up;
pub use strict::strict;

use crate::fault::Fault;
use std::path::{Path, PathBuf};

/// Every scene file below these paths, in order of their names; a file that is named itself is taken as it is.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = found.len();
            below(path, &mut found)?;
            found[before..].sort();
            if found.len() == before {
                return Err(Fault::of_file(&path.display().to_string(), "no scene (*.toml) in this folder"));
            }
        } else if path.exists() {
            found.push(path.clone());
        } else {
            return Err(Fault::of_file(&path.display().to_string(), "no such file or folder"));
        }
    }
    found.dedup();
    Ok(found)
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Fault> {
    let unreadable = |error: std::io::Error| {
        Fault::of_file(&folder.display().to_string(), format!("cannot be listed: {error}"))
    };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            below(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    Ok(())
}
