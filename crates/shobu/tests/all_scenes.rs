//! Every scene of the project passes, the given examples pass, and the ledger cites nothing that is not there.

use kernel::Game;
use shobu::ledger::{Shown, exempt_tsv, ledger};
use shobu::scenes::{Failure, Scene, files, run};
use shobu::{GameName, Source, with_game};
use std::path::{Path, PathBuf};

/// The games whose scenes all pass; a game joins when its last one does.
const HELD: [GameName; 4] = [GameName::Digimon, GameName::Dbs, GameName::Buddyfight, GameName::BattleSpirits];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A scene file, and what came of it.
struct Ran {
    file: String,
    scene: Scene,
    failure: Option<Box<Failure>>,
}

fn run_below(folder: &Path) -> Vec<Ran> {
    let files = files(&[folder.to_path_buf()]).unwrap_or_else(|fault| panic!("{fault}"));
    let ran = |path: &PathBuf| {
        let scene = Source::read(path).and_then(Scene::read).unwrap_or_else(|fault| panic!("{fault}"));
        let game: GameName = scene.game.parse().unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let failure = with_game!(game, G => run::<G>(&scene)).err();
        Ran { file: path.display().to_string(), scene, failure }
    };
    files.iter().map(ran).collect()
}

fn all_pass(ran: &[Ran]) {
    let failures: Vec<String> =
        ran.iter().filter_map(|ran| ran.failure.as_ref()).map(|failure| failure.fault.to_string()).collect();
    assert!(failures.is_empty(), "{} of {} scenes fail:\n{}", failures.len(), ran.len(), failures.join("\n"));
}

#[test]
fn every_scene_of_the_project_passes_and_the_ledger_adds_up() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README can be read");
    for game in HELD {
        let ran = run_below(&root().join("scenes").join(game.as_str()));
        all_pass(&ran);
        let shown: Vec<Shown<'_>> = ran
            .iter()
            .map(|ran| Shown { file: &ran.file, scene: &ran.scene, failure: ran.failure.as_deref() })
            .collect();
        let ledger = ledger(with_game!(game, G => G::RULES), exempt_tsv(game), &shown);
        assert!(ledger.unknown.is_empty(), "{game}: cited but unknown: {}", ledger.unknown.join(", "));
        assert!(ledger.both.is_empty(), "{game}: exempt and shown: {}", ledger.both.join(", "));
        for shown in &shown {
            assert!(!shown.scene.title.is_empty(), "{}: no title", shown.file);
            assert!(!shown.scene.rules.is_empty(), "{}: it shows no rule", shown.file);
        }
        let row = format!(
            "| {game} | {} | {} | {} | {} |",
            ledger.testable,
            ledger.shown,
            ledger.exempt,
            ledger.open.len()
        );
        assert!(readme.contains(&row), "README.md should say of {game}: {row}");
        for (id, reason) in &ledger.reasons {
            assert!(!reason.is_empty(), "{game}: {id} is exempt without a reason");
        }
    }
}

#[test]
fn the_given_examples_pass() {
    let beside = |folder: &Path| folder.join("shared/examples/scenes");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(given) = here.ancestors().map(beside).find(|folder| folder.is_dir()) else {
        return eprintln!("skipped: no shared/examples/scenes in a folder above");
    };
    all_pass(&run_below(&given));
}
