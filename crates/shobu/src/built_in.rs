//! The project's own cards and decks, carried inside the library.

use crate::fault::Source;

/// A file's path in the project, and its text.
type File = (&'static str, &'static str);
/// A game's name, card files and deck files.
type OfGame = (&'static str, &'static [File], &'static [File]);

mod files {
    include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
}

fn sources(files: &'static [File]) -> Vec<Source> {
    files.iter().map(|(name, text)| Source::new(*name, *text)).collect()
}

/// The card files of a game, by its name; none for a game that has none.
pub fn card_files(game: &str) -> Vec<Source> {
    files::FILES
        .iter()
        .find(|(name, ..)| *name == game)
        .map(|(_, cards, _)| sources(cards))
        .unwrap_or_default()
}

/// The starter decks of a game, by its name.
pub fn deck_files(game: &str) -> Vec<Source> {
    files::FILES.iter().find(|(name, ..)| *name == game).map(|(.., decks)| sources(decks)).unwrap_or_default()
}

/// The name by which a built-in deck is asked for: its file's without the ending.
pub fn deck_id(source: &Source) -> String {
    let stem = std::path::Path::new(&*source.name).file_stem();
    stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A built-in deck by its name; no file outside is looked at.
pub fn deck_file(game: &str, id: &str) -> Option<Source> {
    deck_files(game).into_iter().find(|source| deck_id(source) == id)
}
