//! The printer law, alike for all four games: what a card was read to mean, said in our words and read again, is the same
//! tree. It holds for our own cards, for the cards of our scenes, and for the given cards that are read whole, where they lie
//! beside the project (`shared/cards` in a folder above; else "skipped").
//!
//! Each run says two fingerprints: of all trees, and of all words. A change of the reader that should change nothing keeps
//! the first, a change of the printer that should change nothing keeps both (`tools/gate` compares them).

use kernel::{Retold, StableHasher};
use rayon::prelude::*;
use serde_json::Value;
use shobu::Playable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One card that was read whole and said back: its fingerprints, and what is wrong with it.
struct Tried {
    trees: u64,
    words: u64,
    fault: Option<(&'static str, String)>,
}

/// The lines around the first difference of two texts.
fn first_difference(one: &str, other: &str) -> String {
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let at = one.iter().zip(&other).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
    let near =
        |lines: &[&str]| lines[at.saturating_sub(3).min(lines.len())..(at + 6).min(lines.len())].join("\n  ");
    format!("  {}\n  -- read again as\n  {}", near(&one), near(&other))
}

fn fault<C: Retold>(retold: &Value, was: &[String]) -> Option<(&'static str, String)> {
    let again = match C::read(retold) {
        Ok(again) => again,
        Err(error) => return Some(("no card", format!("  {error}"))),
    };
    if let Some(unread) = again.unread().first() {
        return Some(("not read", format!("  cannot read {:?}: {}", unread.words, unread.why)));
    }
    let is = again.meaning();
    if was.len() != is.len() {
        return Some(("other number of abilities", format!("  {} were {}", was.len(), is.len())));
    }
    let (was, is) = was.iter().zip(&is).find(|(was, is)| was != is)?;
    Some(("another tree", first_difference(was, is)))
}

/// Reads a row, says it and reads it again; `None` for a card that is not read whole.
fn tried<C: Retold>(row: &Value) -> Option<Tried> {
    let card = C::read(row).ok().filter(|card| card.unread().is_empty())?;
    let (retold, meaning) = (card.retold(row), card.meaning());
    let story = |(class, what): (&'static str, String)| {
        (
            class,
            format!("{} {}\n  given: {row:#}\n  said: {:#?}\n{what}\n", card.id(), card.name(), card.words()),
        )
    };
    Some(Tried {
        trees: StableHasher::of(&meaning),
        words: StableHasher::of(&card.words()),
        fault: fault::<C>(&retold, &meaning).map(story),
    })
}

/// Holds the law for every row; says how many were read whole.
fn hold<C: Retold>(whose: &str, rows: &[Value]) -> usize {
    let tried: Vec<Tried> = rows.par_iter().filter_map(tried::<C>).collect();
    let prints = |of: fn(&Tried) -> u64| StableHasher::of(&tried.iter().map(of).collect::<Vec<u64>>());
    let (trees, words) = (prints(|one| one.trees), prints(|one| one.words));
    println!("{whose}: {} cards read whole, trees {trees:016x}, words {words:016x}", tried.len());
    let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (class, story) in tried.iter().filter_map(|one| one.fault.as_ref()) {
        classes.entry(class).or_default().push(story);
    }
    for (class, stories) in &classes {
        stories.iter().take(10).for_each(|story| println!("[{class}] {story}"));
    }
    let tally: Vec<String> =
        classes.iter().map(|(class, all)| format!("{} cards: {class}", all.len())).collect();
    assert!(tally.is_empty(), "{whose}: of {} cards read whole, wrong: {}", tried.len(), tally.join(", "));
    tried.len()
}

fn rows(text: &str) -> Vec<Value> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).expect("a row of a card file is JSON")).collect()
}

fn our_own<G: Playable>()
where
    G::Printed: Retold,
{
    let files = shobu::built_in::card_files(G::NAME);
    let rows: Vec<Value> = files.iter().flat_map(|file| self::rows(&file.text)).collect();
    let whole = hold::<G::Printed>(&format!("{}, our own cards", G::NAME), &rows);
    assert_eq!(whole, rows.len(), "all of our own cards are read whole");
    assert!(whole > 30, "only {whole} cards of our own");
}

fn scenes(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            scenes(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

fn of_scenes<G: Playable>()
where
    G::Printed: Retold,
{
    let mut files = Vec::new();
    scenes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(G::NAME), &mut files);
    files.sort();
    let mut cards = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a scene can be read");
        let scene: toml::Table = text.parse().expect("a scene is TOML");
        for card in scene.get("card").and_then(|cards| cards.as_array()).into_iter().flatten() {
            let Ok(Value::Object(mut row)) = serde_json::to_value(card) else { continue };
            let name = row.get("name").cloned().unwrap_or_default();
            row.entry("id").or_insert(name);
            G::plain(&mut row);
            cards.push(Value::Object(row));
        }
    }
    let whole = hold::<G::Printed>(&format!("{}, cards of scenes", G::NAME), &cards);
    assert!(whole > 200, "only {whole} cards of scenes");
}

fn given<G: Playable>()
where
    G::Printed: Retold,
{
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let spelt = [G::NAME.to_string(), G::NAME.replace('-', "_")];
    let beside = here.ancestors().flat_map(|folder| {
        spelt.iter().map(move |name| folder.join("shared/cards").join(name).join("cards.jsonl"))
    });
    let Some(file) = beside.into_iter().find(|file| file.is_file()) else {
        return println!("skipped: no shared/cards/{} in a folder above", G::NAME);
    };
    let text = std::fs::read_to_string(file).expect("the given cards can be read");
    hold::<G::Printed>(&format!("{}, given cards", G::NAME), &rows(&text));
}

/// One test for each game and each set of cards.
macro_rules! printing_of {
    ($($game:ident $State:ty;)*) => {
        $(mod $game {
            #[test]
            fn our_own_cards_are_said_as_they_read() {
                super::our_own::<$State>();
            }

            #[test]
            fn cards_of_scenes_are_said_as_they_read() {
                super::of_scenes::<$State>();
            }

            #[test]
            fn given_cards_are_said_as_they_read() {
                super::given::<$State>();
            }
        })*
    };
}

printing_of! {
    battle_spirits shobu::games::BattleSpirits;
    buddyfight shobu::games::Buddyfight;
    dbs shobu::games::Dbs;
    digimon shobu::games::Digimon;
}
