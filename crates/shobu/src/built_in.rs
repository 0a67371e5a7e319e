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
