//! `shobu replay`.

use crate::args::Replay as Args;
use crate::{Done, Result, play, say};
use kernel::board::Painter;
use kernel::{Eyes, Outcome, Seat, Twins};
use serde_json::json;
use shobu::message::from_outside;
use shobu::records::{Record, Replay};
use shobu::said::{outcome_words, rule_in_words};
use shobu::save;
use shobu::shelf::Shelf;
use shobu::{AnyMatch, Fault, GameName, Shipped, Source, with_game};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub fn run(args: &Args) -> Result {
    if args.verify {
        return verify_all(args);
    }
    let [file] = args.file.as_slice() else {
        return Err(Fault::new("more than one record").help("only --verify takes several").into());
    };
    let (record, name) = read(file)?;
    let game: GameName =
        record.game.parse().map_err(|fault: Fault| Fault { file: name.as_str().into(), ..fault })?;
    if args.play {
        let from = args.from.unwrap_or(record.answers.len());
        let players = ["person", args.bot.as_str()];
        let game = AnyMatch::go_on(record, &name, &say::pools(&args.pool)?, from, players)?;
        return play::table(game, play::Players::of(&args.bot));
    }
    with_game!(game, G => show(open::<G>(record, &name, &args.pool)?, &name, args))
}

fn read(file: &Path) -> Result<(Record, String)> {
    let source = Source::read(file)?;
    Ok((Record::read(&source)?, source.name.to_string()))
}

fn open<G: Shipped>(record: Record, name: &str, pool: &[PathBuf]) -> Result<Replay<G>> {
    let cards = record.cards::<G>(&say::pools(pool)?)?;
    G::open_replay(record, name, cards)
}

/// How a match ended, seen from outside. The words of a rule are the rule's: nobody in them is a seat.
fn ending<G: Shipped>(outcome: Outcome) -> String {
    let words = outcome_words::<G>(outcome);
    match words.split_once(' ') {
        Some((who, rest)) => format!("{} {rest}", from_outside(Seat::A, who)),
        None => words,
    }
}

fn show<G: Shipped>(mut replay: Replay<G>, name: &str, args: &Args) -> Result {
    let in_file = |fault: Fault| Fault { file: name.into(), ..fault };
    if let Some(at) = args.at {
        // Twins keep their numbers from the beginning on.
        let mut twins = Twins::default();
        twins.see(replay.game.state(), replay.game.cards(), Eyes::All);
        while replay.at() < at && replay.step().map_err(in_file)?.is_some() {
            twins.see(replay.game.state(), replay.game.cards(), Eyes::All);
        }
        replay.go_to(at).map_err(in_file)?;
        if let Some(file) = &args.save_scene {
            let title = format!("After {at} answers of {name}");
            let saved = save::of_replay(&mut replay, at, title).map_err(in_file)?;
            say!("{}", save::write(&saved, &file.display().to_string())?);
            return Ok(Done::Fine);
        }
        let game = &replay.game;
        let menu = game.menu();
        let labels = twins.labels(game.state(), game.cards(), menu);
        if args.json {
            say::json(&json!({
                "at": at, "answers": replay.record.answers.len(),
                "position": from_outside(Seat::A, &game.state().show(game.cards(), None)),
                "seat": (!menu.options.is_empty()).then_some(menu.seat),
                "menu": labels.iter().map(|label| from_outside(menu.seat, label)).collect::<Vec<_>>(),
            }));
            return Ok(Done::Fine);
        }
        say!("after {at} of {} answers", replay.record.answers.len());
        say!("{}", from_outside(Seat::A, &game.state().show(game.cards(), None)));
        match game.outcome() {
            Some(outcome) => {
                say!("the match is over: {}", ending::<G>(outcome))
            }
            None => {
                let asked = from_outside(menu.seat, &game.state().ask(game.cards(), menu.reason));
                say!("menu of seat {:?} ({asked}):", menu.seat);
                let taken = replay.record.answers.get(at).map(|answer| usize::from(*answer));
                for (index, label) in labels.iter().enumerate() {
                    let label = from_outside(menu.seat, label);
                    say!("  {}{label}", if taken == Some(index) { "> " } else { "  " });
                }
            }
        }
        return Ok(Done::Fine);
    }
    if !args.json {
        let header = &replay.record;
        say!(
            "{} ({}), seed {}: {} against {}",
            header.game,
            header.edition,
            header.seed,
            header.decks[0].name,
            header.decks[1].name
        );
        say!("players: {} and {}; {} answers", header.players[0], header.players[1], header.answers.len());
    }
    let mut steps = Vec::new();
    let mut twins = Twins::default();
    loop {
        let game = &replay.game;
        twins.see(game.state(), game.cards(), Eyes::All);
        let labels = twins.labels(game.state(), game.cards(), game.menu());
        let Some(step) = replay.step().map_err(in_file)? else { break };
        let game = &replay.game;
        twins.see(game.state(), game.cards(), Eyes::All);
        let events = Painter::new(game.state(), game.cards(), Eyes::All).calling(&twins).events(&step.events);
        let events: Vec<String> =
            events.into_iter().map(|event| from_outside(Seat::A, &event.text)).collect();
        let taken = replay.record.answers.get(step.number - 1).map(|answer| usize::from(*answer));
        let label = taken.and_then(|taken| labels.get(taken)).unwrap_or(&step.label);
        let label = from_outside(step.seat, label);
        let rules = step.events.iter().map(|event| event.rule);
        if args.json {
            let rules: Vec<&str> = rules.map(|rule| G::RULES.id(rule)).collect();
            steps.push(json!({
                "number": step.number, "seat": step.seat, "label": label, "events": events,
                "rules": rules,
            }));
        } else {
            say!("{:>4} seat {:?}: {}", step.number, step.seat, label);
            for (event, rule) in events.iter().zip(rules) {
                match args.rules {
                    true => say!("       {event} ({})", rule_in_words(G::RULES, rule)),
                    false => say!("       {event}"),
                }
            }
        }
    }
    let over = replay.game.outcome().map(ending::<G>);
    match args.json {
        true => say::json(&json!({"steps": steps, "over": over})),
        false => say!("{}", over.map_or("not over yet".into(), |over| format!("over: {over}"))),
    }
    Ok(Done::Fine)
}

// ---- verifying ----------------------------------------------------------------------------------------------------

fn verify_all(args: &Args) -> Result {
    let files = records(&args.file)?;
    // The card files are looked through once, not for each record.
    let shelf = Arc::new(Shelf::read(&say::pools(&args.pool)?)?);
    let (mut good, mut wrong) = (0, Vec::new());
    for file in &files {
        match read(file).and_then(|(record, name)| verify(record, &name, &shelf)) {
            Ok(Ok(hashes)) => {
                good += 1;
                if files.len() == 1 && !args.json {
                    say!("{}: verified, {hashes} state hashes agree", file.display());
                }
            }
            Ok(Err(fault)) => wrong.push(Fault { file: file.display().to_string().into(), ..fault }),
            Err(faults) if files.len() == 1 => return Err(faults),
            // One of many that cannot be read at all: the others are looked at all the same.
            Err(faults) => {
                wrong.extend(faults.list.into_iter().take(1).map(|fault| match fault.file.is_empty() {
                    true => Fault { file: file.display().to_string().into(), ..fault },
                    false => fault,
                }))
            }
        }
    }
    if args.json {
        let failures: Vec<_> =
            wrong.iter().map(|fault| json!({"file": &*fault.file, "why": fault.what})).collect();
        say::json(&json!({"verified": good, "failed": wrong.len(), "failures": failures}));
    } else {
        wrong.iter().for_each(|fault| say!("{}", say::render(fault)));
        if files.len() > 1 {
            say!("{good} verified, {} failed", wrong.len());
        }
    }
    Ok(if wrong.is_empty() { Done::Fine } else { Done::Failed })
}

/// Folders stand for the records in them.
fn records(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let wrong = |error: std::io::Error| {
            Fault::of_file(&path.display().to_string(), format!("cannot be listed: {error}"))
        };
        let before = files.len();
        for entry in std::fs::read_dir(path).map_err(wrong)? {
            let file = entry.map_err(wrong)?.path();
            if file.extension().is_some_and(|ending| ending == "json") {
                files.push(file);
            }
        }
        files[before..].sort();
        if files.len() == before {
            return Err(
                Fault::of_file(&path.display().to_string(), "no records (*.json) in this folder").into()
            );
        }
    }
    Ok(files)
}

type Verified = std::result::Result<usize, Fault>;

fn verify(record: Record, name: &str, shelf: &Arc<Shelf>) -> Result<Verified> {
    let game: GameName = record.game.parse().map_err(|fault: Fault| Fault { file: name.into(), ..fault })?;
    with_game!(game, G => {
        let cards = record.cards_of::<G>(shelf)?;
        let mut replay = G::open_replay(record, name, cards)?;
        Ok(G::verify(&mut replay))
    })
}
