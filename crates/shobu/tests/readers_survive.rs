//! Damaged input never panics or hangs a reader, and what it says has words and a place. The seeds are the project's own
//! cards, decks and scenes, records made on the spot, and `corpus/`, which keeps what once broke something.
//! `docs/fuzzing.md` says how to run it for long.

mod fuzz;

use fuzz::{Seed, fuzz, seeds};
use kernel::{Chance, DeckList, Dice, Game, Log, Match, Pace, PerSeat, Printed, Seat};
use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::records::{ENGINE, Record, RecordPace, Replay, hex};
use shobu::scenes::{Scene, run, show};
use shobu::setup::{Setup, starter_decks};
use shobu::{Fault, GameName, Playable, Source, any, with_game};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;

/// The game that a seed is for, by its path.
fn game_of(seed: &Seed) -> GameName {
    let named = |game: &GameName| seed.name.contains(game.as_str());
    GameName::ALL.into_iter().find(named).unwrap_or(GameName::BattleSpirits)
}

/// A fault tells what, and where if it is about a file.
fn clear(faults: impl IntoIterator<Item = Fault>) -> Result<(), String> {
    for fault in faults {
        if fault.what.trim().is_empty() {
            return Err("a fault without words".into());
        }
        if fault.file.is_empty() {
            return Err(format!("no file: {}", fault.what));
        }
        if fault.what.contains("panicked") || fault.what.len() > 4_000 {
            return Err(format!("not a message for people: {:.80}", fault.what));
        }
        if let Some(place) = &fault.place {
            // Asked for by whoever prints the line.
            let _ = (&place.text[..place.span.start], &place.text[place.span.clone()]);
        }
        let _ = fault.to_string();
    }
    Ok(())
}

/// The built-in cards, read once by each thread and game.
fn built_in<G: Playable>() -> CardSet<G> {
    thread_local!(static SETS: RefCell<HashMap<TypeId, Box<dyn Any>>> = RefCell::default());
    SETS.with_borrow_mut(|sets| {
        let read = || -> Box<dyn Any> {
            Box::new(CardSet::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}")))
        };
        let set = sets.entry(TypeId::of::<G>()).or_insert_with(read);
        set.downcast_ref::<CardSet<G>>().cloned().unwrap_or_else(|| panic!("one set for each game"))
    })
}

fn source(text: &str) -> Source {
    Source::new("damaged", text)
}

// ---- cards --------------------------------------------------------------------------------------------------------

/// Few rows at a time, so that one case is quick.
fn card_seeds() -> Vec<Seed> {
    let mut few = seeds(&["crates/shobu/tests/corpus/cards"], "jsonl");
    for seed in seeds(&["cards"], "jsonl") {
        let lines: Vec<&str> = seed.text.lines().collect();
        few.extend(lines.chunks(3).map(|rows| Seed { name: seed.name.clone(), text: rows.join("\n") }));
    }
    few
}

fn read_cards<G: Playable>(text: &str) -> Result<(), String> {
    let set = match CardSet::<G>::read(&[source(text)]) {
        Ok(set) => set,
        Err(faults) => return clear(faults.list),
    };
    for (print, card) in set.pool().iter() {
        let words = any::card_words(&set, card.id()).map_err(|fault| format!("not found again: {fault}"))?;
        let _ = (words, set.row(print), card.clauses());
        for unread in card.unread() {
            if unread.field.is_empty() || unread.why.is_empty() {
                return Err("an unread clause without field or reason".into());
            }
        }
    }
    Ok(())
}

#[test]
fn card_readers_survive() {
    fuzz("cards", 400, &card_seeds(), |seed, text| with_game!(game_of(seed), G => read_cards::<G>(text)));
}

/// Rows of one game read as another's: the kinds and fields are strange, and that is all.
#[test]
fn card_readers_survive_the_cards_of_other_games() {
    fuzz("strange-cards", 400, &card_seeds(), |_, text| {
        for game in GameName::ALL {
            with_game!(game, G => read_cards::<G>(text))?;
        }
        Ok(())
    });
}

/// A deck of the first cards of a file, with what else the game needs from its starter deck.
fn small_deck<G: Playable>(set: &CardSet<G>, own: usize, starter: &DeckList) -> DeckList {
    let mut list = starter.clone();
    let ids: Vec<(String, u32)> = (set.pool().iter().take(own))
        .filter(|(_, card)| G::section_of(card) == G::SECTIONS[0])
        .map(|(_, card)| (card.id().to_string(), 10))
        .collect();
    for (section, cards) in &mut list.sections {
        if section == G::SECTIONS[0] {
            cards.truncate(2);
            cards.splice(0..0, ids.iter().cloned());
        }
    }
    list
}

/// Cards with damaged texts are played, whatever of them was read.
fn play_cards<G: Playable>(text: &str) -> Result<(), String> {
    let Ok(own) = CardSet::<G>::read(&[source(text)]) else { return Ok(()) };
    let set = CardSet::<G>::with_built_in(&[source(text)]).map_err(|faults| faults.to_string())?;
    let starters = starter_decks::<G>().map_err(|faults| faults.to_string())?;
    let list = |at: usize| -> Result<DeckList, String> {
        let starter = starters[at].resolve(&set).map_err(|faults| faults.to_string())?;
        Ok(small_deck(&set, own.pool().len(), &starter))
    };
    let lists = PerSeat::new(list(0)?, list(1)?);
    let Ok(setup) = Setup::of_lists(set, 0, lists, ["one", "two"]) else { return Ok(()) };
    let mut dice = Dice::new(text.len() as u64);
    for seed in 0..2 {
        let cards = setup.cards.cards.clone();
        let mut game: Match<G, Dice> =
            Match::new(cards, 0, &setup.decks, Dice::new(seed), Pace::Shown, Log::listening());
        for _ in 0..120 {
            let options = game.menu().options.len();
            if options == 0 {
                break;
            }
            let labels = game.labels();
            let _ = game.state().ask(game.cards(), game.menu().reason);
            let choice = dice.below(options as u32) as usize;
            game.answer(choice).map_err(|refused| format!("{:?} is refused: {refused}", labels[choice]))?;
            for event in game.events() {
                let _ = game.state().tell(game.cards(), event, Some(Seat::A));
            }
        }
        let _ = (game.state().show(game.cards(), None), game.state().show(game.cards(), Some(Seat::B)));
    }
    Ok(())
}

#[test]
fn games_survive_damaged_cards() {
    fuzz(
        "played-cards",
        400,
        &card_seeds(),
        |seed, text| with_game!(game_of(seed), G => play_cards::<G>(text)),
    );
}

// ---- decks --------------------------------------------------------------------------------------------------------

fn read_deck<G: Playable>(file: &DeckFile) -> Result<(), String> {
    let cards = built_in::<G>();
    let list = match file.resolve(&cards) {
        Ok(list) => list,
        Err(faults) => return clear(faults.list),
    };
    for edition in 0..G::EDITIONS.len() {
        for fault in G::check_deck(&cards.cards, &list, edition) {
            if fault.why.trim().is_empty() {
                return Err("a deck fault without words".into());
            }
        }
    }
    match Setup::of_lists(cards, 0, PerSeat::new(list.clone(), list), ["one", "two"]) {
        Ok(setup) => {
            let (dice, log) = (Dice::new(1), Log::silent());
            let game: Match<G, Dice> =
                Match::new(setup.cards.cards.clone(), 0, &setup.decks, dice, Pace::Fast, log);
            let _ = game.labels();
            Ok(())
        }
        Err(faults) => clear(faults.list),
    }
}

#[test]
fn deck_readers_survive() {
    let mut all = seeds(&["crates/shobu/tests/corpus/decks", "decks"], "json");
    all.extend(seeds(&["crates/shobu/tests/corpus/decks"], "txt"));
    // The starter decks as plain lists too.
    for seed in seeds(&["decks"], "json") {
        let Ok(file) = DeckFile::read(source(&seed.text)) else { continue };
        let lines = file.list.sections.iter().flat_map(|(section, cards)| {
            let cards = cards.iter().map(|(id, count)| format!("{count}x {id}"));
            std::iter::once(format!("[{section}]")).chain(cards)
        });
        all.push(Seed { name: seed.name, text: lines.collect::<Vec<_>>().join("\n") });
    }
    fuzz("decks", 400, &all, |seed, text| {
        let file = match DeckFile::read(source(text)) {
            Ok(file) => file,
            Err(faults) => return clear(faults.list),
        };
        with_game!(file.game.unwrap_or(game_of(seed)), G => read_deck::<G>(&file))
    });
}

// ---- scenes -------------------------------------------------------------------------------------------------------

#[test]
fn scene_readers_survive() {
    let all = seeds(&["crates/shobu/tests/corpus/scenes", "scenes"], "toml");
    fuzz("scenes", 400, &all, |_, text| {
        let scene = match Scene::read(source(text)) {
            Ok(scene) => scene,
            Err(fault) => return clear([fault]),
        };
        let Ok(game) = scene.game.parse::<GameName>() else { return Ok(()) };
        let last = scene.lines.last().map(|line| line.number);
        with_game!(game, G => {
            let failure = run::<G>(&scene).err();
            let shown = show::<G>(&scene, last).err();
            clear(failure.into_iter().chain(shown).map(|failure| failure.fault))
        })
    });
}

// ---- records ------------------------------------------------------------------------------------------------------

/// A random match on the built-in decks, as a record.
fn recorded<G: Playable>(seed: u64) -> Record {
    let setup = Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    let mut record = Record::begin(&setup, seed, RecordPace::Fast, ["random", "random"]);
    let (cards, mut dice) = (setup.cards.cards.clone(), Dice::new(seed));
    let mut game: Match<G, Dice> =
        Match::new(cards, 0, &setup.decks, Dice::new(seed), Pace::Fast, Log::silent());
    while !game.menu().options.is_empty() && game.answers().len() < 200 {
        let answer = dice.below(game.menu().options.len() as u32) as usize;
        game.answer(answer).unwrap_or_else(|refused| panic!("{refused}"));
        record.note(answer, game.state());
    }
    record.finish(game.state());
    record
}

fn read_record<G: Playable>(mut record: Record) -> Result<(), String> {
    let cards = built_in::<G>();
    // What the header says of the cards and the version must fit, or nothing else would ever be looked at.
    if let Err(faults) = Replay::<G>::open(record.clone(), "damaged", cards.clone()) {
        clear(faults.list)?;
    }
    record.pool = hex(cards.pool().hash());
    record.engine = ENGINE.into();
    let half = record.answers.len() / 2;
    match Replay::<G>::open(record, "damaged", cards) {
        Ok(mut replay) => {
            if let Err(fault) = replay.verify()
                && fault.what.trim().is_empty()
            {
                return Err("a fault without words".into());
            }
            let _ = replay.go_to(half);
            let _ = replay.game.state().show(replay.game.cards(), None);
            Ok(())
        }
        Err(faults) => clear(faults.list),
    }
}

#[test]
fn record_readers_survive() {
    let mut all = seeds(&["crates/shobu/tests/corpus/records"], "json");
    for game in GameName::ALL {
        for seed in 1..4 {
            let text = with_game!(game, G => recorded::<G>(seed).to_json());
            all.push(Seed { name: game.to_string(), text });
        }
    }
    fuzz("records", 400, &all, |_, text| {
        let record = match Record::read(&source(text)) {
            Ok(record) => record,
            Err(fault) => return clear([fault]),
        };
        let Ok(game) = record.game.parse::<GameName>() else { return Ok(()) };
        with_game!(game, G => read_record::<G>(record))
    });
}

// ---- saved states -------------------------------------------------------------------------------------------------

/// A random match, saved at some of its decisions: states and what both seats see.
fn saved<G: Playable>(seed: u64) -> Vec<Seed> {
    let setup = Setup::<G>::built_in().unwrap_or_else(|faults| panic!("{faults}"));
    let (cards, mut dice) = (setup.cards.cards.clone(), Dice::new(seed));
    let mut game: Match<G, Dice> =
        Match::new(cards, 0, &setup.decks, Dice::new(seed), Pace::Fast, Log::silent());
    let mut all = Vec::new();
    while !game.menu().options.is_empty() && game.answers().len() < 200 {
        let answer = dice.below(game.menu().options.len() as u32) as usize;
        game.answer(answer).unwrap_or_else(|refused| panic!("{refused}"));
        if game.answers().len() % 20 == 0 {
            let state = serde_json::to_string(game.state()).unwrap_or_default();
            let view = serde_json::to_string(&game.state().view(Seat::A)).unwrap_or_default();
            all.push(Seed { name: format!("{} state", G::NAME), text: state });
            all.push(Seed { name: format!("{} view", G::NAME), text: view });
        }
    }
    all
}

fn read_state<G: Playable>(text: &str) -> Result<(), String> {
    let Ok(state) = serde_json::from_str::<G>(text) else { return Ok(()) };
    // What was loaded can be saved and loaded again: nothing was taken on trust.
    let again = serde_json::to_string(&state).map_err(|error| error.to_string())?;
    let loaded: G = serde_json::from_str(&again).map_err(|error| format!("loaded once only: {error}"))?;
    if loaded == state { Ok(()) } else { Err("loading twice gives two states".into()) }
}

fn read_view<G: Playable>(text: &str, lists: &PerSeat<Vec<kernel::Print>>) -> Result<(), String> {
    let Ok(view) = serde_json::from_str::<G::View>(text) else { return Ok(()) };
    let cards = built_in::<G>();
    // A view may come from elsewhere, so that a table that agrees with it must be found or refused in words.
    let _ = G::determinize(&view, &cards.cards, lists, &mut Dice::new(1));
    Ok(())
}

#[test]
fn state_readers_survive() {
    let all: Vec<Seed> =
        GameName::ALL.into_iter().flat_map(|game| with_game!(game, G => saved::<G>(5))).collect();
    fuzz("states", 400, &all, |seed, text| {
        with_game!(game_of(seed), G => match seed.name.ends_with("view") {
            true => {
                let setup = Setup::<G>::built_in().map_err(|faults| faults.to_string())?;
                read_view::<G>(text, &setup.prints)
            }
            false => read_state::<G>(text),
        })
    });
}

// ---- answers ------------------------------------------------------------------------------------------------------

/// What a person types: labels, numbers, questions. Nothing of it may change the match, unless it names an option.
#[test]
fn label_readers_survive() {
    let mut all = Vec::new();
    for game in GameName::ALL {
        with_game!(game, G => {
            let record = recorded::<G>(9);
            let replay = Replay::<G>::open(record, "own", built_in::<G>());
            let mut replay = replay.unwrap_or_else(|faults| panic!("{faults}"));
            while let Ok(Some(step)) = replay.step() {
                all.push(Seed { name: G::NAME.into(), text: step.label });
            }
        });
    }
    fuzz("labels", 400, &all, |seed, text| with_game!(game_of(seed), G => ask::<G>(text)));
}

fn ask<G: Playable>(text: &str) -> Result<(), String> {
    let mut replay =
        Replay::<G>::open(with_record::<G>(), "own", built_in()).map_err(|faults| faults.to_string())?;
    replay.go_to(text.len() % 40).map_err(|fault| fault.what)?;
    let before = replay.game.state().clone();
    let labels = replay.game.labels();
    let _ = shobu::labels::find(&labels, text);
    let _ = shobu::explain::explain(&replay.game, text);
    let _ = replay.game.find(text);
    if *replay.game.state() == before { Ok(()) } else { Err("a question changed the match".into()) }
}

/// The same record each time, made once by each thread and game.
fn with_record<G: Playable>() -> Record {
    thread_local!(static MADE: RefCell<HashMap<TypeId, Record>> = RefCell::default());
    MADE.with_borrow_mut(|made| made.entry(TypeId::of::<G>()).or_insert_with(|| recorded::<G>(9)).clone())
}
