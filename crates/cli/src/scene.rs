//! `shobu scene run` and `shobu scene show`.

use crate::args::Scene as Args;
use crate::{Done, Result, say};
use rayon::prelude::*;
use serde_json::json;
use shobu::explain::Explained;
use shobu::said::seat_word;
use shobu::scenes::{self, Failure, Position, Reason, Scene};
use shobu::{Faults, GameName, Source, any, with_game};
use std::path::{Path, PathBuf};

pub fn run(args: &Args) -> Result {
    match args {
        Args::Run { paths, json } => run_all(paths, *json),
        Args::Show { path, at, why } => show(path, *at, why.as_deref()),
    }
}

/// A scene file with what came of it.
pub struct Ran {
    pub file: String,
    /// `None` if it could not be read at all.
    pub scene: Option<Scene>,
    pub failure: Option<Box<Failure>>,
}

/// Runs those of the scene files that are wanted, on all cores.
pub fn run_files(files: &[PathBuf], wanted: impl Fn(&Scene) -> bool + Sync) -> Vec<Ran> {
    files.par_iter().filter_map(|path| run_file(path, &wanted)).collect()
}

fn run_file(path: &Path, wanted: impl Fn(&Scene) -> bool) -> Option<Ran> {
    let file = path.display().to_string();
    match Source::read(path).and_then(Scene::read) {
        Ok(scene) if !wanted(&scene) => None,
        Ok(scene) => {
            let failure = play(&scene).err();
            Some(Ran { file, scene: Some(scene), failure })
        }
        Err(fault) => Some(Ran { file, scene: None, failure: Some(Box::new(Failure::from(fault))) }),
    }
}

fn play(scene: &Scene) -> std::result::Result<(), Box<Failure>> {
    with_game!(game_of(scene).map_err(Box::new)?, G => scenes::run::<G>(scene))
}

fn game_of(scene: &Scene) -> std::result::Result<GameName, Failure> {
    scene.game.parse().map_err(|fault: shobu::Fault| {
        Failure::from(
            scene.source.fault_at_word(&format!("\"{}\"", scene.game), fault.what).maybe_help(fault.help),
        )
    })
}

fn run_all(paths: &[PathBuf], as_json: bool) -> Result {
    let ran = run_files(&scenes::files(paths)?, |_| true);
    let failed: Vec<&Ran> = ran.iter().filter(|ran| ran.failure.is_some()).collect();
    let passed = ran.len() - failed.len();
    if as_json {
        let failures: Vec<_> = failed.iter().map(|ran| failure_json(ran)).collect();
        say::json(&json!({"passed": passed, "failed": failed.len(), "failures": failures}));
    } else {
        failed.iter().for_each(|ran| print_failure(ran));
        say!("{passed} passed, {} failed", failed.len());
    }
    let unreadable =
        |ran: &&&Ran| ran.failure.as_ref().is_some_and(|failure| failure.reason == Reason::Unreadable);
    match (failed.len(), failed.iter().find(unreadable)) {
        (0, _) => Ok(Done::Fine),
        (_, None) => Ok(Done::Failed),
        // What could not be read has been told above; the exit code is all that is left to say.
        (_, Some(_)) => Err(Faults::default()),
    }
}

fn failure_json(ran: &Ran) -> serde_json::Value {
    let Some(failure) = &ran.failure else { return serde_json::Value::Null };
    let fault = &failure.fault;
    let mut value = json!({
        "file": ran.file,
        "line": fault.line(),
        "why": fault.what,
        "title": ran.scene.as_ref().map(|scene| scene.title.clone()),
        "help": fault.help,
    });
    if let Some(position) = &failure.position {
        value["position"] = json!(position.table);
        value["menu"] = json!(position.menu.as_ref().map(|menu| &menu.labels));
        value["seat"] = json!(position.menu.as_ref().map(|menu| seat_word(menu.seat)));
    }
    value
}

fn print_failure(ran: &Ran) {
    let Some(failure) = &ran.failure else { return };
    let place = failure.fault.line().map_or(String::new(), |line| format!(":{line}"));
    let title = ran.scene.as_ref().map_or("", |scene| scene.title.as_str());
    say!("FAILED {}{place}  {title}", ran.file);
    say!("{}", say::render(&failure.fault));
    if let Some(position) = &failure.position {
        print_position(position);
    }
    say!();
}

fn print_position(position: &Position) {
    position.table.lines().for_each(|line| say!("  {line}"));
    if !position.events.is_empty() {
        say!("  since the last answer: {}", position.events.join("; "));
    }
    match (&position.menu, &position.over) {
        (Some(menu), _) => {
            say!("  menu of {} ({}):", seat_word(menu.seat), menu.ask);
            menu.labels.iter().for_each(|label| say!("    {label}"));
        }
        (None, Some(over)) => say!("  the match is over: {over}"),
        (None, None) => {}
    }
}

fn show(path: &Path, at: Option<usize>, why: Option<&str>) -> Result {
    let scene = Source::read(path).and_then(Scene::read)?;
    let game = game_of(&scene).map_err(|failure| failure.fault)?;
    with_game!(game, G => {
        match scenes::show::<G>(&scene, at, why) {
            Ok((position, explained)) => {
                say!("{}", scene.title);
                print_position(&position);
                if let Some(explained) = explained {
                    let rule = match &explained {
                        Explained::Refused { rule, .. } => Some(any::rule_words::<G>(*rule)),
                        _ => None,
                    };
                    say!();
                    say!("{}", in_words(&explained, rule.as_ref()));
                }
                Ok(Done::Fine)
            }
            Err(failure) if failure.reason == Reason::Unreadable => Err(failure.fault.into()),
            Err(failure) => {
                print_failure(&Ran { file: path.display().to_string(), scene: Some(scene), failure: Some(failure) });
                Ok(Done::Failed)
            }
        }
    })
}

/// The answer to "why not that?".
pub fn in_words(explained: &Explained, rule: Option<&any::Rule>) -> String {
    match explained {
        Explained::Allowed { label } => format!("\"{label}\" is offered"),
        Explained::Refused { label, .. } => match rule {
            Some(rule) if rule.says.is_empty() => format!("\"{label}\" is refused by rule {}", rule.id),
            Some(rule) => format!("\"{label}\" is refused by rule {}: {}", rule.id, rule.says),
            None => format!("\"{label}\" is refused"),
        },
        Explained::Ambiguous { labels } => format!("that could be any of: {}", labels.join(" | ")),
        Explained::Unknown { near } if near.is_empty() => "nothing like that is considered here".into(),
        Explained::Unknown { near } => {
            format!("nothing like that is considered here; near it: {}", near.join(" | "))
        }
        Explained::Over => "the match is over".into(),
    }
}
