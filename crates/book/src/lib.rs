//! The executable rulebook as a program carries it along: every scene of the project, and where in the code each rule is
//! cited. Both are put together while building (`build.rs`); paths are those inside the project.

/// A scene of the project.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SceneFile {
    /// Its path in the project: `scenes/digimon/16-keywords/rush.toml`.
    pub path: &'static str,
    pub text: &'static str,
}

/// A line of the code that cites a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its path in the project: `crates/digimon/src/battle.rs`.
    pub file: &'static str,
    pub line: u32,
}

const SCENES: &str = include_str!(concat!(env!("OUT_DIR"), "/scenes.txt"));
const PLACES: &str = include_str!(concat!(env!("OUT_DIR"), "/places.tsv"));

/// Every scene, by path.
pub fn scenes() -> impl Iterator<Item = SceneFile> {
    SCENES.split_terminator('\0').filter_map(|packed| {
        let (path, text) = packed.split_once('\n')?;
        Some(SceneFile { path, text })
    })
}

/// Where a game's crate cites a rule, in order of file and line.
pub fn places(game: &str, rule: &str) -> Vec<Place> {
    let row = |row: &'static str| {
        let mut fields = row.split('\t');
        let of = (fields.next()?, fields.next()?);
        let place = Place { file: fields.next()?, line: fields.next()?.parse().ok()? };
        (of == (game, rule)).then_some(place)
    };
    PLACES.lines().filter_map(row).collect()
}
