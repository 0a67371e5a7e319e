//! Damaged input never panics a reader, and what it says has a place. The files under `corpus/` are cut, spliced and
//! garbled; `SHOBU_LONG=1` does it for longer.

use kernel::{Chance, Decks, Dice};
use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::records::{ENGINE, Record, Replay, hex};
use shobu::scenes::{Scene, run};
use shobu::{Fault, GameName, Playable, Source, with_game};
use std::fs;
use std::path::{Path, PathBuf};

fn corpus(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(kind);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the corpus is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
}

fn rounds() -> u32 {
    if std::env::var_os("SHOBU_LONG").is_some() { 20_000 } else { 150 }
}

/// Words that mean something to one reader or another, and so take it to other places than noise does.
const WORDS: [&str; 40] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\n",
    "\\u0000",
    "\\",
    "null",
    "true",
    "-1",
    "0",
    "1e999",
    "18446744073709551616",
    "65536",
    "4294967296",
    "\u{feff}",
    "é",
    "龍",
    "＜",
    "expect ",
    "you: ",
    "opponent: ",
    " cannot: ",
    "# ",
    "#2",
    " in ",
    " = ",
    " not ",
    "-> ",
    "menu ",
    "event ",
    "winner ",
    "[[card]]\n",
    "card = ",
    "text = ",
    "\"\"\"",
    "'''",
];

/// A damaged copy of a text.
fn garble(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let length = bytes.len();
        let at = dice.below(length as u32 + 1) as usize;
        let to = (at + dice.below(40) as usize).min(length);
        match dice.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let copy = bytes[at..to].to_vec();
                bytes.splice(at..at, copy);
            }
            3 if at < length => bytes[at] ^= 1 << dice.below(8),
            4 => {
                let from = dice.below(other.len() as u32 + 1) as usize;
                let piece = &other.as_bytes()[from..(from + 60).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            5 => {
                // A number becomes another one.
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    let word = ["0", "-7", "255", "256", "99999", "3.5"][dice.below(6) as usize];
                    bytes.splice(at + digit..=at + digit, word.bytes());
                }
            }
            _ => {
                let word = WORDS[dice.below(WORDS.len() as u32) as usize];
                bytes.splice(at..at, word.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Every file of a kind, garbled again and again, goes through `read`; a panic names what was read.
fn survive(kind: &str, read: impl Fn(&Path, Source) -> Vec<Fault> + std::panic::RefUnwindSafe) {
    let files = corpus(kind);
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap_or_default()).collect();
    let mut dice = Dice::new(kind.len() as u64);
    for (path, text) in files.iter().zip(&texts) {
        for round in 0..rounds() {
            let other = &texts[dice.below(texts.len() as u32) as usize];
            let damaged = if round == 0 { text.clone() } else { garble(text, other, &mut dice) };
            let source = Source::new("damaged", damaged.clone());
            let faults = std::panic::catch_unwind(|| read(path, source));
            let Ok(faults) = faults else {
                let kept = std::env::temp_dir().join(format!("shobu-{kind}-{round}.txt"));
                let _ = fs::write(&kept, &damaged);
                panic!(
                    "{} in round {round} panics the reader; it is kept as {}",
                    path.display(),
                    kept.display()
                );
            };
            for fault in faults {
                assert!(!fault.what.is_empty());
                assert!(!fault.file.is_empty(), "no place: {fault} in\n{damaged}");
            }
        }
    }
}

fn game_of(path: &Path) -> GameName {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    GameName::ALL.into_iter().find(|game| stem.starts_with(game.as_str())).unwrap_or(GameName::BattleSpirits)
}

fn cards_of<G: Playable>() -> CardSet<G> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/corpus/cards/{}.jsonl", G::NAME));
    let source = Source::read(&path);
    CardSet::read(&source.into_iter().collect::<Vec<_>>()).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn card_readers_survive() {
    survive(
        "cards",
        |path, source| with_game!(game_of(path), G => CardSet::<G>::read(&[source]).err().map_or(Vec::new(), |faults| faults.list)),
    );
}

#[test]
fn deck_readers_survive() {
    survive("decks", |path, source| {
        let file = match DeckFile::read(source) {
            Ok(file) => file,
            Err(faults) => return faults.list,
        };
        with_game!(game_of(path), G => {
            let cards = cards_of::<G>();
            match file.resolve(&cards) {
                Ok(list) => {
                    let _ = G::check_deck(&cards.cards, &list, 0);
                    let _ = G::build_deck(&cards.cards, &list);
                    Vec::new()
                }
                Err(faults) => faults.list,
            }
        })
    });
}

#[test]
fn scene_readers_survive() {
    survive("scenes", |_, source| {
        let scene = match Scene::read(source) {
            Ok(scene) => scene,
            Err(fault) => return vec![fault],
        };
        match scene.game.parse::<GameName>() {
            Ok(game) => {
                with_game!(game, G => run::<G>(&scene).err().map(|failure| failure.fault).into_iter().collect())
            }
            Err(_) => Vec::new(),
        }
    });
}

#[test]
fn record_readers_survive() {
    survive("records", |_, source| {
        let mut record = match Record::read(&source) {
            Ok(record) => record,
            Err(fault) => return vec![fault],
        };
        let Ok(game) = record.game.parse::<GameName>() else { return Vec::new() };
        with_game!(game, G => {
            // The header is made to fit, so that the answers are looked at too.
            let cards = cards_of::<G>();
            record.pool = hex(cards.pool().hash());
            record.engine = ENGINE.into();
            match Replay::<G>::open(record, "damaged", cards) {
                Ok(mut replay) => {
                    let _ = replay.verify();
                    Vec::new()
                }
                Err(faults) => faults.list,
            }
        })
    });
}
