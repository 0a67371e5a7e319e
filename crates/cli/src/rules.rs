//! `shobu rules`: the ledger.

use crate::args::Rules as Args;
use crate::scene::{Ran, run_files};
use crate::{Done, Result, say};
use kernel::{Game, RuleRow};
use serde_json::{Map, Value, json};
use shobu::ledger::{Ledger, Shown, exempt_tsv, ledger};
use shobu::near::did_you_mean;
use shobu::{Fault, GameName, scenes, with_game};
use std::path::{Path, PathBuf};

pub fn run(args: &Args) -> Result {
    let games: Vec<GameName> = args.game.map_or(GameName::ALL.to_vec(), |game| vec![game]);
    let folders = match args.scenes.is_empty() {
        false => args.scenes.clone(),
        true => scene_folder().into_iter().collect(),
    };
    if folders.is_empty() {
        say::remark("no folder `scenes` here or above: no rule counts as shown (name one with --scenes)");
    }
    let files = if folders.is_empty() { Vec::new() } else { scenes::files(&folders)? };
    // For one game its scenes are enough, for one rule those that say they show it.
    let ran = run_files(&files, |scene| {
        let cites = |id: &String| scene.rules.iter().any(|cited| cited.id == *id);
        games.iter().any(|game| scene.game == game.as_str()) && args.id.as_ref().is_none_or(cites)
    });
    let ledgers: Vec<(GameName, Ledger)> =
        games.into_iter().map(|game| (game, of_game(game, &ran))).collect();
    match (&args.id, ledgers.as_slice()) {
        (Some(id), [(game, ledger)]) => one_rule(*game, id, ledger, args.json)?,
        _ if args.json => {
            let all: Map<String, Value> =
                ledgers.iter().map(|(game, ledger)| (game.to_string(), json!(ledger))).collect();
            say::json(&Value::Object(all));
        }
        _ => print_all(&ledgers, args),
    }
    let wrong = ledgers.iter().any(|(_, ledger)| !ledger.unknown.is_empty() || !ledger.both.is_empty());
    Ok(if wrong { Done::Failed } else { Done::Fine })
}

/// The folder `scenes` here or above, else where this program was built.
fn scene_folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    here.ancestors()
        .map(Path::to_path_buf)
        .chain([built])
        .map(|folder| folder.join("scenes"))
        .find(|folder| folder.is_dir() && scenes::files(std::slice::from_ref(folder)).is_ok())
}

fn of_game(game: GameName, ran: &[Ran]) -> Ledger {
    let of_game = |ran: &Ran| ran.scene.as_ref().is_some_and(|scene| scene.game == game.as_str());
    let shown: Vec<Shown<'_>> = ran
        .iter()
        .filter(|ran| of_game(ran))
        .filter_map(|ran| {
            Some(Shown { file: &ran.file, scene: ran.scene.as_ref()?, failure: ran.failure.as_deref() })
        })
        .collect();
    ledger(with_game!(game, G => G::RULES), exempt_tsv(game), &shown)
}

fn one_rule(game: GameName, id: &str, ledger: &Ledger, as_json: bool) -> Result<()> {
    let rows: Vec<RuleRow> = with_game!(game, G => G::RULES.rows().collect());
    let Some(row) = rows.iter().find(|row| row.id == id) else {
        let near = did_you_mean(id, rows.iter().map(|row| row.id));
        return Err(Fault::new(format!("{game} has no rule {id:?}")).maybe_help(near).into());
    };
    let scenes = ledger.shown_by.get(id).cloned().unwrap_or_default();
    let exempt = ledger.reasons.get(id);
    if as_json {
        say::json(&json!({
            "game": game.as_str(), "id": row.id, "kind": row.kind, "says": row.says, "document": row.seed,
            "line": row.line, "scenes": scenes, "exempt": exempt,
        }));
        return Ok(());
    }
    say!("{game} {} ({}), line {} of document {}", row.id, row.kind, row.line, row.seed);
    if !row.says.is_empty() {
        say!("{}", row.says);
    }
    match (scenes.is_empty(), exempt) {
        (false, _) => {
            say!("shown by:");
            scenes.iter().for_each(|file| say!("  {file}"));
        }
        (true, Some(reason)) => say!("exempt: {reason}"),
        (true, None) if row.is_testable() => say!("not shown by any scene yet"),
        (true, None) => say!("nothing to show: a {}", row.kind),
    }
    Ok(())
}

fn print_all(ledgers: &[(GameName, Ledger)], args: &Args) {
    let share = |ledger: &Ledger| {
        let settled = ledger.testable - ledger.open.len();
        format!("{:.1}%", 100.0 * settled as f64 / ledger.testable.max(1) as f64)
    };
    let rows: Vec<Vec<String>> = ledgers
        .iter()
        .map(|(game, ledger)| {
            let numbers = [
                ledger.rules,
                ledger.testable,
                ledger.shown,
                ledger.exempt,
                ledger.open.len(),
                ledger.unknown.len(),
                ledger.scenes,
                ledger.failing,
            ];
            let mut row = vec![game.to_string()];
            row.extend(numbers.iter().map(usize::to_string));
            row.push(share(ledger));
            row
        })
        .collect();
    let head =
        ["game", "rules", "testable", "shown", "exempt", "open", "unknown", "scenes", "failing", "settled"];
    say::table(&head, &rows);
    for (game, ledger) in ledgers {
        if !ledger.unknown.is_empty() {
            say!("\n{game}: cited but unknown: {}", ledger.unknown.join(", "));
        }
        if !ledger.both.is_empty() {
            say!("\n{game}: exempt and shown all the same: {}", ledger.both.join(", "));
        }
        if args.game.is_some() && !ledger.reasons.is_empty() {
            say!("\nexempt:");
            ledger.reasons.iter().for_each(|(id, reason)| say!("  {id}  {reason}"));
        }
        if args.open {
            say!("\n{game}: open: {}", ledger.open.join(", "));
        }
    }
    if args.game.is_some() && !args.open {
        say!("\n--open lists the rules that are still open.");
    }
}
