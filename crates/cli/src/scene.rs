//! `shobu scene run`, `scene show` and `scene play`.

use crate::args::Scene as Args;
use crate::{Done, Result, play, say};
use kernel::Eyes;
use rayon::prelude::*;
use serde_json::json;
use shobu::live::fresh_seed;
use shobu::said::seat_word;
use shobu::scenes::{self, Failure, Picture, Position, Reason, Scene, Shown};
use shobu::shelf::Shelf;
use shobu::{AnyMatch, Faults, GameName, Shipped, Source, with_game};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub fn run(args: &Args) -> Result {
    match args {
        Args::Run { paths, pool, strict, json } => {
            let mut ran = run_with(named(paths)?, shelf(pool)?.as_ref(), |_| true);
            if *strict {
                ran.par_iter_mut().for_each(fail_idle);
            }
            tell_all(&ran, *json)
        }
        Args::Show { path, at, why, seat, json, pool } => {
            let look = Look { at: *at, why: why.as_deref(), eyes: seat.map_or(Eyes::All, Eyes::Seat) };
            show(path, pool, &look, if *json { Form::Json } else { Form::Words })
        }
        Args::Play { path, at, bot, seed, pool } => {
            let scene = one(path)?.with_shelf(shelf(pool)?);
            let seed = seed.unwrap_or_else(fresh_seed);
            let game = AnyMatch::of_scene(&scene, *at, seed, ["person", bot])?;
            say!("{}. `help` lists what you can type.", scene.title);
            play::table(game, play::Players::of(bot))
        }
    }
}

/// A scene file with what came of it.
pub struct Ran {
    pub file: String,
    /// `None` if it could not be read at all.
    pub scene: Option<Scene>,
    pub failure: Option<Box<Failure>>,
}

/// Scene files as they are opened: a fault where one cannot be read.
pub type Opened = std::result::Result<Source, shobu::Fault>;

/// Opens scene files.
pub fn opened(files: &[PathBuf]) -> Vec<Opened> {
    files.iter().map(|path| Source::read(path)).collect()
}

/// The card files named by `--pool`, looked through once for all scenes.
fn shelf(pool: &[PathBuf]) -> Result<Option<Arc<Shelf>>> {
    match pool.is_empty() {
        true => Ok(None),
        false => Ok(Some(Arc::new(Shelf::read(&say::pools(pool)?)?))),
    }
}

/// Runs those of the scenes that are wanted, on all cores.
pub fn run_files(files: Vec<Opened>, wanted: impl Fn(&Scene) -> bool + Sync) -> Vec<Ran> {
    run_with(files, None, wanted)
}

fn run_with(
    files: Vec<Opened>,
    shelf: Option<&Arc<Shelf>>,
    wanted: impl Fn(&Scene) -> bool + Sync,
) -> Vec<Ran> {
    files.into_par_iter().filter_map(|file| run_file(file, shelf, &wanted)).collect()
}

fn run_file(file: Opened, shelf: Option<&Arc<Shelf>>, wanted: impl Fn(&Scene) -> bool) -> Option<Ran> {
    let name = match &file {
        Ok(source) => source.name.to_string(),
        Err(fault) => fault.file.to_string(),
    };
    let with_shelf = |scene: Scene| scene.with_shelf(shelf.cloned());
    match file.and_then(Scene::read).map(with_shelf) {
        Ok(scene) if !wanted(&scene) => None,
        Ok(scene) => {
            let failure = run_one(&scene).err();
            Some(Ran { file: name, scene: Some(scene), failure })
        }
        Err(fault) => Some(Ran { file: name, scene: None, failure: Some(Box::new(Failure::from(fault))) }),
    }
}

/// The scenes that paths name: files and folders, else what this program carries along under that path.
fn named(paths: &[PathBuf]) -> Result<Vec<Opened>> {
    let mut found = Vec::new();
    for path in paths {
        let carried = if path.exists() { Vec::new() } else { carried(path) };
        match carried.is_empty() {
            true => found.extend(opened(&scenes::files(std::slice::from_ref(path))?)),
            false => found.extend(carried.into_iter().map(Ok)),
        }
    }
    Ok(found)
}

/// The scenes of this program at or below a path.
fn carried(path: &Path) -> Vec<Source> {
    let below = |scene: &book::SceneFile| Path::new(scene.path).starts_with(path);
    book::scenes().filter(below).map(|scene| Source::new(scene.path, scene.text)).collect()
}

/// One scene by its path: a file, else one that this program carries along.
pub fn one(path: &Path) -> Result<Scene> {
    let source = match carried(path).pop().filter(|_| !path.exists()) {
        Some(source) => source,
        None => Source::read(path)?,
    };
    Ok(Scene::read(source)?)
}

fn run_one(scene: &Scene) -> std::result::Result<(), Box<Failure>> {
    with_game!(game_of(scene).map_err(Box::new)?, G => G::run_scene(scene))
}

fn game_of(scene: &Scene) -> std::result::Result<GameName, Failure> {
    scene.game.parse().map_err(|fault: shobu::Fault| {
        Failure::from(
            scene.source.fault_at_word(&format!("\"{}\"", scene.game), fault.what).maybe_help(fault.help),
        )
    })
}

/// Makes a scene that passes fail, if something in it cannot fail.
fn fail_idle(ran: &mut Ran) {
    let (Some(scene), None) = (&ran.scene, &ran.failure) else { return };
    let Ok(game) = game_of(scene) else { return };
    let found = with_game!(game, G => G::strict_scene(scene));
    ran.failure = match found {
        Ok(faults) => faults
            .into_iter()
            .next()
            .map(|fault| Box::new(Failure { reason: Reason::Failed, fault, position: None })),
        Err(failure) => Some(failure),
    };
}

fn tell_all(ran: &[Ran], as_json: bool) -> Result {
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
        print_position(position, Events::Brief);
    }
    say!();
}

/// How what happened is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Events {
    /// In one line.
    Brief,
    /// One by one, each with the rule behind it.
    Because,
}

fn print_position(position: &Position, events: Events) {
    position.table.lines().for_each(|line| say!("  {line}"));
    match events {
        _ if position.events.is_empty() => {}
        Events::Brief => say!("  since the last answer: {}", position.events.join("; ")),
        Events::Because => {
            say!("  since the last answer:");
            for (event, rule) in position.events.iter().zip(&position.because) {
                say!("    {event} ({rule})");
            }
        }
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

/// What is asked of a scene.
struct Look<'a> {
    at: Option<usize>,
    why: Option<&'a str>,
    eyes: Eyes,
}

/// How it is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Words,
    Json,
}

fn show(path: &Path, pool: &[PathBuf], look: &Look<'_>, form: Form) -> Result {
    let scene = one(path)?.with_shelf(shelf(pool)?);
    let game = game_of(&scene).map_err(|failure| failure.fault)?;
    let told = with_game!(game, G => G::show_scene(&scene, look.at).map(|shown| match form {
        Form::Words => print_shown(&scene.title, &shown, look),
        Form::Json => say::json(&shown_json(&scene.title, &shown, look)),
    }));
    match told {
        Ok(()) => Ok(Done::Fine),
        Err(failure) if failure.reason == Reason::Unreadable => Err(failure.fault.into()),
        Err(failure) => {
            let ran = Ran { file: path.display().to_string(), scene: Some(scene), failure: Some(failure) };
            match form {
                Form::Words => print_failure(&ran),
                Form::Json => say::json(&json!({"failed": failure_json(&ran)})),
            }
            Ok(Done::Failed)
        }
    }
}

fn print_shown<G: Shipped>(title: &str, shown: &Shown<'_, G>, look: &Look<'_>) {
    say!("{title}");
    print_position(&shown.position(look.eyes), Events::Because);
    if let Some(why) = look.why {
        say!();
        say!("{}", shown.ask(why, look.eyes).in_words(G::RULES, look.eyes));
    }
}

fn shown_json<G: Shipped>(title: &str, shown: &Shown<'_, G>, look: &Look<'_>) -> serde_json::Value {
    let Picture { board, menu, asked, events, over } = G::picture_scene(shown, look.eyes);
    let mut told = json!({
        "title": title, "seat": look.eyes.seat(), "board": board, "menu": menu, "asked": asked, "events": events,
        "over": over,
    });
    if let Some(why) = look.why {
        told["why"] = shown.ask(why, look.eyes).as_json(G::RULES);
    }
    told
}
