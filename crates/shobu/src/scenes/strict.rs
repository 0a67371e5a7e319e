//! Scenes that cannot fail: what `scene run --strict` finds in a scene that passes.
//!
//! A card that is defined and never on the table; a `cannot` that nothing of the kind is considered for; a scene whose
//! every expectation was true before the first answer, stayed so, and speaks of nothing that anything happened to. That
//! a claimed rule matters to a scene is for the breaker to say (CONTRIBUTING.md).

use super::read::Scene;
use super::run::{Failure, Runner};
use super::script::Step;
use crate::Playable;
use crate::fault::Fault;
use serde_json::Value;

/// Plays a scene and says what in it cannot fail.
pub fn strict<G: Playable>(scene: &Scene) -> Result<Vec<Fault>, Box<Failure>> {
    let mut runner = Runner::<G>::new(scene)?;
    let mut faults = bystanders(scene);
    // By line: an expectation that has been true all along.
    let mut idle: Vec<bool> = scene.lines.iter().map(|line| holds(&runner, &line.step)).collect();
    let first = scene.lines.iter().position(|line| matches!(line.step, Step::Answer { .. }));
    let mut happened = String::new();
    for (at, line) in scene.lines.iter().enumerate() {
        runner.line(at)?;
        match &line.step {
            Step::Answer { .. } => {
                runner.heard.iter().for_each(|event| happened.extend([event.as_str(), "; "]));
                for (idle, later) in idle.iter_mut().zip(&scene.lines).skip(at + 1) {
                    *idle &= holds(&runner, &later.step) && !touched(scene, &later.step, &happened);
                }
            }
            Step::Cannot { seat, label, .. } if !runner.considers(*seat, label) => {
                let what = format!("\"{label}\" is not offered, but nothing refuses it either");
                faults.push(scene.source.fault(line.span.clone(), what).help(
                    "name something that is considered here and refused (`scene show --why` tells), or expect the menu",
                ));
            }
            Step::Cannot { .. } | Step::Expect(_) => {}
        }
    }
    runner.end()?;
    let Some(first) = first else { return Ok(faults) };
    let behind = first + 1..scene.lines.len();
    let asks = |at: &usize| !matches!(scene.lines[*at].step, Step::Answer { .. });
    if let Some(last) = behind.clone().rev().find(asks)
        && behind.filter(asks).all(|at| idle[at])
    {
        let what = "nothing that is expected here is touched: all of it is true before the first answer";
        faults.push(
            scene
                .source
                .fault(scene.lines[last].span.clone(), what)
                .help("expect something that would be otherwise if the rule were broken"),
        );
    }
    Ok(faults)
}

/// Whether a line is an expectation of the table that holds now. What is offered and what happened is of its moment.
fn holds<G: Playable>(runner: &Runner<'_, G>, step: &Step) -> bool {
    match step {
        Step::Expect(words) => {
            !words.contains("menu ") && !words.contains("event") && runner.expect(words).is_ok()
        }
        Step::Answer { .. } | Step::Cannot { .. } => false,
    }
}

/// Whether something happened to a card that an expectation names.
fn touched(scene: &Scene, step: &Step, happened: &str) -> bool {
    let Step::Expect(words) = step else { return false };
    let name = |(row, _): &(serde_json::Map<String, Value>, _)| {
        row.get("name")
            .and_then(Value::as_str)
            .is_some_and(|name| words.contains(name) && happened.contains(name))
    };
    scene.cards.iter().any(name)
}

/// Cards of the scene that are nowhere: not in a zone, not under a card, not in a deck.
fn bystanders(scene: &Scene) -> Vec<Fault> {
    let mut words = Vec::new();
    scene.stage.table.values().for_each(|value| mentioned(value, &mut words));
    for seat in kernel::Seat::BOTH {
        for value in scene.stage.seats[seat].values() {
            mentioned(value, &mut words);
        }
    }
    // The other face of a card comes with it.
    for (row, _) in &scene.cards {
        words.extend(row.get("back").and_then(Value::as_str));
    }
    let mut faults = Vec::new();
    for (row, span) in &scene.cards {
        let of = |key: &str| row.get(key).and_then(Value::as_str);
        let there = |name: &str| words.iter().any(|word| names(word, name));
        if ![of("name"), of("id")].into_iter().flatten().any(there) {
            let what = format!("the card {:?} is defined and never takes part", of("name").unwrap_or("?"));
            let line = scene.source.line(span.start);
            faults.push(
                scene
                    .source
                    .fault(scene.source.span_of_line(line), what)
                    .help("put it where the rule would touch it if it were broken, or leave it out"),
            );
        }
    }
    faults
}

/// Whether a word of a stage names this card: `Ember`, `Ember#2`, `4 Ember`, `4x Ember`.
fn names(word: &str, name: &str) -> bool {
    let bare =
        word.rsplit_once('#').filter(|(_, number)| number.parse::<u32>().is_ok()).map(|(bare, _)| bare);
    let counted =
        word.split_once(' ').filter(|(count, _)| count.trim_end_matches('x').parse::<u32>().is_ok());
    word == name || bare == Some(name) || counted.is_some_and(|(_, rest)| rest == name)
}

fn mentioned<'v>(value: &'v Value, words: &mut Vec<&'v str>) {
    match value {
        Value::String(word) => words.push(word),
        Value::Array(items) => items.iter().for_each(|item| mentioned(item, words)),
        Value::Object(map) => {
            for (key, item) in map {
                words.push(key);
                mentioned(item, words);
            }
        }
        _ => {}
    }
}
