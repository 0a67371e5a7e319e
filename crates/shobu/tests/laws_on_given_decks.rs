//! The law suite on real decks and cards, where they lie beside the project (`shared/cards` in a folder above). They are no part of
//! it, so that elsewhere this says "skipped". Cards with unread words are played without them: the laws hold all the same.

mod laws;

use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::setup::{Setup, UnreadCards};
use shobu::{Playable, Source};
use std::path::{Path, PathBuf};

/// The given decks of a game, each against the next, as far as they can be built.
fn given<G: Playable>(most: usize) -> Vec<Setup<G>> {
    let name = G::NAME.replace('-', "_");
    let beside = |folder: &Path| folder.join("shared/cards").join(&name);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.ancestors().map(beside).find(|folder| folder.is_dir()).unwrap_or_default();
    let (Ok(pool), Ok(decks)) =
        (Source::read(&folder.join("cards.jsonl")), std::fs::read_dir(folder.join("decks")))
    else {
        eprintln!("skipped: no given decks for {}", G::NAME);
        return Vec::new();
    };
    let cards = CardSet::<G>::read(&[pool]).unwrap_or_else(|faults| panic!("{faults}"));
    let mut files: Vec<PathBuf> = decks.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let decks: Vec<DeckFile> = files
        .iter()
        .map(|path| Source::read(path).map_err(Into::into).and_then(DeckFile::read))
        .map(|deck| deck.unwrap_or_else(|faults| panic!("{faults}")))
        .collect();
    // Spread over all of them, so that few pairs still meet many cards.
    let step = (decks.len() / most).max(1);
    (0..decks.len())
        .step_by(step)
        .filter_map(|at| {
            let pair = [&decks[at], &decks[(at + 1) % decks.len()]];
            Setup::new(cards.clone(), None, pair, UnreadCards::Allowed).ok()
        })
        .collect()
}

fn hold<G: Playable>() {
    let long = std::env::var_os("SHOBU_LONG").is_some();
    let (pairs, seeds) = if long { (200, 20) } else { (4, 2) };
    for setup in given::<G>(pairs) {
        (0..seeds).for_each(|seed| laws::all(&setup, seed));
    }
}

#[test]
fn battle_spirits() {
    hold::<shobu::games::BattleSpirits>();
}

#[test]
fn buddyfight() {
    hold::<shobu::games::Buddyfight>();
}

#[test]
fn dbs() {
    hold::<shobu::games::Dbs>();
}

#[test]
fn digimon() {
    hold::<shobu::games::Digimon>();
}
