//! A newcomer with a rule's number finds the code: every rule that can be shown is cited where a line enforces it, or
//! follows from a mechanism that `follows.tsv` names, or is exempt.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The games whose rules have been gone through one by one.
const GAMES: [&str; 4] = ["battle-spirits", "buddyfight", "dbs", "digimon"];
/// So many of a hundred rules may follow from something else; the others are cited.
const MOST_FOLLOWING: usize = 10;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of a table of a game's rules, without its head.
fn table(game: &str, name: &str) -> Vec<Vec<String>> {
    let path = root().join("rules").join(game).join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fields = |row: &str| row.split('\t').map(str::to_string).collect();
    text.lines().skip(1).filter(|row| !row.is_empty()).map(fields).collect()
}

fn ids(rows: &[Vec<String>]) -> BTreeSet<&str> {
    rows.iter().map(|row| row[0].as_str()).collect()
}

/// The ids that a scene can show.
fn testable(index: &[Vec<String>]) -> BTreeSet<&str> {
    let can = |row: &&Vec<String>| matches!(row[1].as_str(), "rule" | "ruling" | "variant");
    index.iter().filter(can).map(|row| row[0].as_str()).collect()
}

fn is_cited(game: &str, id: &str) -> bool {
    !book::places(game, id).is_empty()
}

#[test]
fn every_rule_is_cited_or_follows_or_is_exempt() {
    for game in GAMES {
        let (index, exempt) = (table(game, "index.tsv"), table(game, "exempt.tsv"));
        let exempt = ids(&exempt);
        let open: Vec<&str> = testable(&index)
            .into_iter()
            .filter(|id| !exempt.contains(id) && !is_cited(game, id) && book::follows(game, id).is_none())
            .collect();
        assert!(open.is_empty(), "{game}: {} rules lead nowhere: {}", open.len(), open.join(", "));
    }
}

#[test]
fn what_follows_is_known_and_has_no_line_of_its_own() {
    for game in GAMES {
        let (index, exempt, follows) =
            (table(game, "index.tsv"), table(game, "exempt.tsv"), table(game, "follows.tsv"));
        let (testable, exempt) = (testable(&index), ids(&exempt));
        assert_eq!(ids(&follows).len(), follows.len(), "{game}: an id stands there twice");
        for row in &follows {
            let [id, from, why] = row.as_slice() else { panic!("{game}: {row:?} is not id, from, why") };
            assert!(testable.contains(id.as_str()), "{game}: {id} is no rule that can be shown");
            assert!(!exempt.contains(id.as_str()), "{game}: {id} is exempt");
            assert!(!is_cited(game, id), "{game}: {id} is cited: {:?}", book::places(game, id));
            assert!(root().join(from).is_file(), "{game} {id}: there is no {from}");
            assert!(why.ends_with('.') && why.split(' ').count() > 4, "{game} {id}: {why:?} is no sentence");
            let told = book::follows(game, id).expect("what is in the table is carried along");
            assert_eq!((told.from, told.why), (from.as_str(), why.as_str()));
        }
    }
}

#[test]
fn most_rules_are_cited_where_a_line_enforces_them() {
    for game in GAMES {
        let (index, exempt) = (table(game, "index.tsv"), table(game, "exempt.tsv"));
        let of = testable(&index).difference(&ids(&exempt)).count();
        let follows = table(game, "follows.tsv").len();
        assert!(follows * 100 <= of * MOST_FOLLOWING, "{game}: {follows} of {of} rules have no line");
    }
}
