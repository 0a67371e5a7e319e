//! The executable rulebook as a program carries it along: every scene of the project, where in the code each rule is
//! cited, and what the others follow from. All is put together while building (`build.rs`); paths are those inside the
//! project.

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

/// What a rule follows from that has no line of its own: the shape of the state, the stack of frames, the grammar of texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Follows {
    /// The file whose mechanism it is: `crates/effects/src/run.rs`.
    pub from: &'static str,
    /// Why it follows, in a sentence.
    pub why: &'static str,
}

const SCENES: &str = include_str!(concat!(env!("OUT_DIR"), "/scenes.txt"));
const PLACES: &str = include_str!(concat!(env!("OUT_DIR"), "/places.tsv"));
const FOLLOWS: &str = include_str!(concat!(env!("OUT_DIR"), "/follows.tsv"));

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

/// What a rule that no line cites follows from, by `rules/<game>/follows.tsv`.
pub fn follows(game: &str, rule: &str) -> Option<Follows> {
    let row = |row: &'static str| {
        let mut fields = row.split('\t');
        let of = (fields.next()?, fields.next()?);
        let follows = Follows { from: fields.next()?, why: fields.next()? };
        (of == (game, rule)).then_some(follows)
    };
    FOLLOWS.lines().find_map(row)
}
