//! Input that is too large, damaged or meaningless: a clear word, in time that grows with its size and no faster.

use kernel::Seat;
use shobu::decks::DeckFile;
use shobu::games::{BattleSpirits, Buddyfight, Dbs, Digimon};
use shobu::pools::CardSet;
use shobu::records::{Record, RecordPace, Replay, write_whole};
use shobu::scenes::{Scene, run};
use shobu::setup::{Setup, UnreadCards, starter_decks};
use shobu::sim::Report;
use shobu::{Faults, Playable, Source};
use std::path::Path;
use std::time::{Duration, Instant};

/// Twenty times what these take in an unoptimised build on a busy machine, and a small part of what a square would.
const PATIENCE: Duration = Duration::from_secs(20);

fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = work();
    assert!(began.elapsed() < PATIENCE, "{what} took {:?}", began.elapsed());
    done
}

fn rows<G: Playable>(text: String) -> Result<CardSet<G>, Faults> {
    CardSet::<G>::read(&[Source::new("cards", text)])
}

#[test]
fn a_hundred_thousand_bad_rows_are_counted() {
    for row in ["{\"id\":1", "{\"id\":\"X\",\"name\":\"n\",\"kind\":\"zzz\"}", "[]"] {
        let text = vec![row; 100_000].join("\n");
        let faults = in_time(row, || rows::<Digimon>(text).err().expect("bad rows"));
        assert_eq!(faults.list.len() + faults.left_out, 100_000);
        assert_eq!(faults.list.last().and_then(|fault| fault.line()), Some(Faults::TOLD));
    }
}

#[test]
fn a_long_list_of_unknown_ids_is_no_deck() {
    let many: String = (0..20_000).map(|at| format!("4 ZZ{at}-001\n")).collect();
    let refused = in_time("reading", || DeckFile::read(Source::new("list", many)).expect_err("too long"));
    assert!(refused.to_string().contains("more than"), "{refused}");
    let ids: Vec<String> = (0..20_000).map(|at| format!("\"ZZ{at}-001\":4")).collect();
    let json = format!("{{\"game\":\"digimon\",\"main\":{{{}}}}}", ids.join(","));
    let deck = DeckFile::read(Source::new("list", json)).expect("a deck file");
    let cards = CardSet::<Digimon>::built_in().expect("built-in cards");
    let faults = in_time("looking up", || deck.resolve(&cards).expect_err("unknown cards"));
    assert_eq!(faults.list.len() + faults.left_out, 20_000);
}

fn scene(script: &str, auto: &str) -> Scene {
    let text = format!(
        "title = \"t\"\ngame = \"digimon\"\nrules = []\n[[card]]\nname = \"Pup\"\nkind = \"digimon\"\n\
         [table]\nmemory = 1\n{auto}\n[you]\nbattle = [\"Pup\"]\n[play]\nscript = \"\"\"\n{script}\"\"\"\n"
    );
    Scene::read(Source::new("scene", text)).expect("a scene")
}

#[test]
fn fifty_thousand_expectations_take_fifty_thousand_times_as_long() {
    for auto in ["", "auto = [\"pass\"]"] {
        let scene = in_time("reading", || scene(&"expect Pup in your battle\n".repeat(50_000), auto));
        assert!(in_time("running", || run::<Digimon>(&scene)).is_ok());
    }
}

#[test]
fn an_endless_expectation_is_refused() {
    for words in ["pup ".repeat(4_000), format!("Pup {}in your battle", "pup ".repeat(4_000))] {
        let scene = scene(&format!("expect {words}\n"), "");
        let failure = in_time("running", || run::<Digimon>(&scene)).expect_err("nonsense");
        assert!(failure.fault.what.contains("words"), "{}", failure.fault.what);
    }
}

#[cfg(unix)]
#[test]
fn a_device_that_never_ends_is_no_file() {
    let fault = Source::read(Path::new("/dev/zero")).expect_err("endless");
    assert!(fault.what.contains("MiB"), "{fault}");
}

#[test]
fn signs_are_not_read() {
    fn unread<G: Playable>(figures: &str) {
        for signs in ["!!! ???", "★ ※", ".", "()", "-"] {
            let row = format!("{{\"id\":\"A\",\"name\":\"a\",{figures},\"text\":\"{signs}\"}}");
            let set = rows::<G>(row).unwrap_or_else(|faults| panic!("{}: {faults}", G::NAME));
            let (_, card) = set.pool().iter().next().expect("a card");
            assert!(!kernel::Printed::unread(card).is_empty(), "{}: {signs:?} counts as read", G::NAME);
        }
    }
    unread::<Digimon>("\"kind\":\"digimon\"");
    unread::<Dbs>("\"kind\":\"extra\",\"energy_cost\":1,\"colors\":[\"red\"]");
    unread::<Buddyfight>(
        "\"kind\":\"monster\",\"size\":1,\"power\":1,\"defense\":1,\"critical\":1,\"worlds\":[\"x\"]",
    );
    unread::<BattleSpirits>("\"kind\":\"magic\",\"cost\":1,\"colors\":[\"red\"]");
}

#[test]
fn empty_ids_and_negative_figures_are_refused() {
    fn refused<G: Playable>(row: &str, field: &str) {
        let faults = rows::<G>(row.into()).err().unwrap_or_else(|| panic!("{}: {row}", G::NAME));
        assert!(faults.to_string().contains(field), "{faults}");
    }
    refused::<Digimon>(r#"{"id":" ","name":"a","kind":"digimon"}"#, "`id`");
    refused::<Digimon>(r#"{"id":"a","name":"","kind":"digimon"}"#, "`name`");
    refused::<Digimon>(r#"{"id":"a","name":"a","kind":"digimon","dp":-1}"#, "`dp`");
    refused::<Dbs>(
        r#"{"id":"a","name":"a","kind":"battle","colors":["red"],"energy_cost":1,"power":-5}"#,
        "`power`",
    );
    refused::<Buddyfight>(
        r#"{"id":"a","name":"a","kind":"monster","size":1,"power":-1,"defense":1,"critical":1,"worlds":["x"]}"#,
        "`power`",
    );
    refused::<BattleSpirits>(r#"{"id":"a","name":"a","kind":"magic","colors":["red"],"cost":-1}"#, "`cost`");
}

fn finished_record() -> (Record, CardSet<Digimon>) {
    let cards = CardSet::<Digimon>::built_in().expect("built-in cards");
    let [one, two] = starter_decks::<Digimon>().expect("decks");
    let setup = Setup::new(cards.clone(), None, [&one, &two], UnreadCards::Refused).expect("a setup");
    let mut record = Record::begin(&setup, 7, RecordPace::Fast, ["random", "random"]);
    let mut replay = Replay::open(record.clone(), "record", cards.clone()).expect("a replay");
    let mut turn = 0;
    while replay.game.outcome().is_none() {
        let answer = turn % replay.game.menu().options.len();
        turn += 1;
        replay.game.answer(answer).expect("a listed option");
        record.note(answer, replay.game.state());
    }
    record.finish(replay.game.state());
    (record, cards)
}

#[test]
fn a_concession_after_the_end_does_not_verify() {
    let (record, cards) = finished_record();
    let verify = |record: Record| Replay::open(record, "record", cards.clone()).expect("a replay").verify();
    assert!(verify(record.clone()).is_ok());
    for seat in Seat::BOTH {
        assert!(verify(Record { conceded: Some(seat), ..record.clone() }).is_err());
    }
    let mut doubled = record.clone();
    doubled.hashes.insert(0, doubled.hashes[0].clone());
    assert!(verify(doubled).is_err());
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record.json");
    write_whole(&file, b"one").expect("written");
    write_whole(&file, b"two").expect("written again");
    assert_eq!(std::fs::read(&file).expect("there"), b"two");
    // A name that the new file cannot take.
    let taken = folder.path().join("x".repeat(300));
    assert!(write_whole(&taken, b"three").is_err());
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn the_longest_game_is_told_when_games_fail() {
    let mut report = Report::default();
    (report.games, report.errors) = (10, 7);
    report.lengths.insert(3, 2);
    report.lengths.insert(9, 1);
    assert_eq!(report.turns_at(1.0), 9);
}
