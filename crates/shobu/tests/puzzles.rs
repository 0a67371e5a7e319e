//! Our puzzles are puzzles: each is proven, and what takes the point out of one refutes it.

use bots::Verdict;
use shobu::puzzle::Puzzle;
use shobu::scenes::{Scene, files};
use shobu::{GameName, Source, with_game};
use std::path::{Path, PathBuf};

/// Positions that are looked at for a puzzle, at the most.
const BOUND: u32 = 60_000;

fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles").join(game)
}

fn verdict(name: &str, text: String) -> Verdict {
    let scene = Scene::read(Source::new(name, text)).unwrap_or_else(|fault| panic!("{fault}"));
    let game: GameName = scene.game.parse().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    with_game!(game, G => {
        let puzzle = Puzzle::<G>::open(&scene).unwrap_or_else(|fault| panic!("{fault}"));
        bots::Solver::default().solve(&puzzle.state, &puzzle.cards.cards, puzzle.goal, BOUND)
    })
}

#[test]
fn every_puzzle_is_proven() {
    for game in GameName::ALL {
        let found = files(&[folder(game.as_str())]).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(found.len() >= 10, "{}: {} puzzles", game.as_str(), found.len());
        for path in found {
            let text = std::fs::read_to_string(&path).expect("it is there");
            assert_eq!(verdict(&path.display().to_string(), text), Verdict::Proven, "{}", path.display());
        }
    }
}

fn changed(name: &str, from: &str, to: &str) -> Verdict {
    let path = folder("battle-spirits").join(name);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{name}: no {from}");
    verdict(name, text.replace(from, to))
}

#[test]
fn without_what_it_needs_a_puzzle_is_refuted() {
    assert_eq!(changed("lend-the-colossus-a-soul.toml", ", soul_core = true", ""), Verdict::Refuted);
    assert_eq!(changed("keep-it-for-the-flash.toml", "reserve = 2", "reserve = 1"), Verdict::Refuted);
}

/// A win after the turn is none, even where nobody has a choice left until then: here the opponent, who has nothing but
/// blank cards, would run out of them.
#[test]
fn a_second_blocker_is_in_the_way() {
    let kite = "{ card = \"Flarecrest Kite\", cores = 1 }";
    let two = format!("{kite}, {kite}");
    assert_eq!(changed("the-soul-core-takes-wing.toml", kite, &two), Verdict::Refuted);
}

/// Cores can be moved to and fro for ever: lines are long there, and must not take the stack of calls with them.
#[test]
fn long_lines_need_little_stack() {
    let solve = || changed("keep-it-for-the-flash.toml", "reserve = 2", "reserve = 1");
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(solve).expect("a thread");
    assert_ne!(thread.join().expect("it ends"), Verdict::Proven);
}
