//! `shobu rules`: the ledger, one rule, and the search for rules.

use crate::args::{Rules as Args, RulesAction as Action};
use crate::scene::{Ran, opened, run_files};
use crate::{Done, Result, say};
use kernel::{Game, RuleRow};
use serde_json::{Map, Value, json};
use shobu::ledger::{Ledger, Shown, exempt_tsv, ledger};
use shobu::near::did_you_mean;
use shobu::{Fault, GameName, Source, scenes, with_game};

pub fn run(args: &Args) -> Result {
    if let Some(Action::Search { words, game, json }) = &args.action {
        return search(&words.join(" "), *game, *json);
    }
    let games: Vec<GameName> = args.game.map_or(GameName::ALL.to_vec(), |game| vec![game]);
    // A folder is only looked at when it is named: what counts otherwise are the scenes that this program carries along.
    let files = match args.scenes.is_empty() {
        false => opened(&scenes::files(&args.scenes)?),
        true => book::scenes().map(|scene| Ok(Source::new(scene.path, scene.text))).collect(),
    };
    // For one game its scenes are enough, for one rule those that say they show it.
    let ran = run_files(files, |scene| {
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

/// Rules that have these words, best first.
fn search(words: &str, game: Option<GameName>, as_json: bool) -> Result {
    let games: Vec<GameName> = game.map_or(GameName::ALL.to_vec(), |game| vec![game]);
    let mut found: Vec<(GameName, RuleRow)> = Vec::new();
    for game in games {
        let rows = with_game!(game, G => shobu::search::search(G::RULES, words));
        found.extend(rows.into_iter().map(|row| (game, row)));
    }
    if as_json {
        let row = |(game, row): &(GameName, RuleRow)| json!({"game": game.as_str(), "id": row.id, "kind": row.kind, "says": row.says});
        say::json(&found.iter().map(row).collect());
    } else {
        for (game, row) in &found {
            say!("{game} {}  {}", row.id, row.says);
        }
        match found.len() {
            0 => say!("no rule has all of these words: {words}"),
            1 => say!("1 rule"),
            many => say!("{many} rules"),
        }
    }
    Ok(if found.is_empty() { Done::Failed } else { Done::Fine })
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
    let enforced: Vec<String> = book::places(game.as_str(), id)
        .into_iter()
        .map(|place| format!("{}:{}", place.file, place.line))
        .collect();
    let follows = book::follows(game.as_str(), id);
    if as_json {
        let told = follows.map(|follows| json!({"from": follows.from, "why": follows.why}));
        say::json(&json!({
            "game": game.as_str(), "id": row.id, "kind": row.kind, "says": row.says, "document": row.seed,
            "line": row.line, "enforced": enforced, "follows": told, "scenes": scenes, "exempt": exempt,
        }));
        return Ok(());
    }
    say!("{game} {} ({}), line {} of document {}", row.id, row.kind, row.line, row.seed);
    if !row.says.is_empty() {
        say!("{}", row.says);
    }
    if !enforced.is_empty() {
        say!("enforced at:");
        enforced.iter().for_each(|place| say!("  {place}"));
    }
    if let Some(follows) = follows {
        say!("follows from {}:", follows.from);
        say!("  {}", follows.why);
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
