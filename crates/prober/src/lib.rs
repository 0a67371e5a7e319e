//! The prober of card texts: it plays every ability of every card that is read whole and looks whether what the tree says
//! happens. That a text is read and said back proves nothing about what it does.
//!
//! For each ability [`place`] makes positions out of its tree, [`walk`] plays on from them, [`judge`] compares. Several
//! tries with other lots cover what one cannot. What a game has to tell is [`effects::Probe`].

mod ask;
mod judge;
mod lay;
mod lot;
mod place;
mod scene;
mod walk;

pub use effects::Probe;
use effects::host::Of;
use effects::probe::Sense;
use effects::{Ability, Op, When};
use judge::Seen;
use kernel::{Printed, StableHasher};
use lot::Lot;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use walk::Tested;

/// How many positions an ability is given at most, and how many if it has happened in some of them.
const TRIES: u32 = 1000;
const MORE: u32 = 3000;
/// After so many tries with everything seen, it is enough.
const ENOUGH: u32 = 2;

/// What came of an ability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Alive,
    Dead(String),
    NotStaged(String),
}

/// One ability and what came of it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub card: String,
    pub field: &'static str,
    pub index: usize,
    pub words: String,
    pub verdict: Verdict,
    /// A position to look at, as a scene file.
    pub scene: Option<String>,
}

/// What came of all abilities.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub abilities: usize,
    pub alive: usize,
    pub dead: usize,
    pub not_staged: usize,
    /// Cards with unread words, which are left out.
    pub skipped: usize,
    pub failures: Vec<Finding>,
    /// It was stopped before its end.
    pub stopped: bool,
}

/// A card with its row in a card file.
pub type Entry<'a, G> = (&'a <G as kernel::Game>::Printed, &'a Value);

/// How many abilities there are to try.
pub fn count<G: Probe>(entries: &[Entry<'_, G>]) -> usize {
    abilities::<G>(entries).count()
}

/// All abilities of cards that are read whole.
fn abilities<'a, G: Probe>(entries: &'a [Entry<'a, G>]) -> impl Iterator<Item = (&'a Entry<'a, G>, usize)> {
    entries.iter().filter(|(card, _)| card.unread().is_empty()).flat_map(|entry| {
        let all = G::abilities(entry.0);
        (0..all.len()).filter(move |at| !all[*at].steps.is_empty()).map(move |at| (entry, at))
    })
}

/// Tries all abilities. `done` hears of each; `stop` ends the work early.
pub fn probe<G: Probe>(
    entries: &[Entry<'_, G>],
    threads: usize,
    done: &(dyn Fn() + Sync),
    stop: &AtomicBool,
) -> Result<Report, String> {
    let workers = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| format!("no threads to work with: {error}"))?;
    let list: Vec<_> = abilities::<G>(entries).collect();
    let one = |((card, row), at): &(&Entry<'_, G>, usize)| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let finding = try_one::<G>(card, row, *at);
        done();
        Some(finding)
    };
    let findings: Vec<Option<Finding>> = workers.install(|| list.par_iter().map(one).collect());
    let skipped = entries.iter().filter(|(card, _)| !card.unread().is_empty()).count();
    let mut report = Report { skipped, ..Report::default() };
    for finding in findings {
        let Some(finding) = finding else {
            report.stopped = true;
            continue;
        };
        report.abilities += 1;
        match finding.verdict {
            Verdict::Alive => report.alive += 1,
            Verdict::Dead(_) => report.dead += 1,
            Verdict::NotStaged(_) => report.not_staged += 1,
        }
        if finding.verdict != Verdict::Alive {
            report.failures.push(finding);
        }
    }
    Ok(report)
}

/// The ability behind those that give it or set it up, outermost first.
fn chain<G: Probe>(all: &[&Ability<Of<G>>], at: usize) -> Vec<usize> {
    let mut chain = vec![at];
    for _ in 0..4 {
        let inner = chain[0];
        let gives = |giver: &&Ability<Of<G>>| {
            let mut found = false;
            giver.steps.iter().for_each(|step| {
                step.each(&mut |step| found |= G::given(step).contains(&(inner as u8)));
            });
            found
        };
        match all.iter().position(gives) {
            Some(giver) if !chain.contains(&giver) => chain.insert(0, giver),
            _ => break,
        }
    }
    chain
}

fn try_one<G: Probe>(card: &G::Printed, row: &Value, at: usize) -> Finding {
    let completed = complete::<G>(card, row, at);
    let (card, row) = completed.as_ref().map_or((card, row), |(card, row)| (card, row));
    let all = G::abilities(card);
    let ability = all[at];
    let chain: Vec<&Ability<Of<G>>> = chain::<G>(&all, at).into_iter().map(|at| all[at]).collect();
    let mut names = G::makes(card);
    names.push(card.name().to_string());
    names.iter_mut().for_each(|name| *name = name.to_lowercase());
    // What another ability gives or makes has to come about first.
    let tries = if chain.len() > 1 { MORE } else { TRIES };
    let tested = Tested { index: at as u8, always: ability.when == When::Always, names };
    let mut seen = Seen::new(ability.program.len());
    let mut bench = walk::Bench::<G>::new();
    let mut notes = BTreeSet::new();
    let mut example = None;
    let mut whole = 0;
    for number in 0..MORE {
        if number >= tries && seen.ran == 0 {
            break;
        }
        let mut lot = Lot::new(seed(card.id(), at, number));
        let Some(position) = place::make::<G>(row, card, &chain, Sense::Fits, &mut lot) else {
            notes.insert("it is not known where the card would be".to_string());
            break;
        };
        notes.extend(position.notes.iter().cloned());
        let before = seen.ran;
        if let Err(why) = walk::play(&position, &tested, number % 5 == 4, &mut bench, &mut lot, &mut seen) {
            notes.insert(why);
        }
        seen.tries += 1;
        if example.is_none() || (before == 0 && seen.ran > 0) {
            example = Some(position);
        }
        if complaint::<G>(card, ability, &tested, &seen).is_none() {
            whole += 1;
            if whole >= ENOUGH {
                break;
            }
        }
    }
    let verdict = match complaint::<G>(card, ability, &tested, &seen) {
        None => each_trigger::<G>(card, row, at, &tested),
        Some(why) if notes.is_empty() => Verdict::Dead(why),
        Some(why) => {
            let notes: Vec<String> = notes.into_iter().take(3).collect();
            Verdict::NotStaged(format!("{why} ({})", notes.join("; ")))
        }
    };
    let scene = match (&verdict, example) {
        (Verdict::Alive, _) | (_, None) => None,
        (Verdict::Dead(why) | Verdict::NotStaged(why), Some(position)) => {
            Some(scene::write::<G>(&position, card.id(), why))
        }
    };
    Finding {
        card: card.id().into(),
        field: G::field(ability.part),
        index: at,
        words: ability.words.clone(),
        verdict,
        scene,
    }
}

/// Whether an ability goes off by each of the moments that it waits for, with the others taken away: one that does hides one that
/// does not.
fn each_trigger<G: Probe>(card: &G::Printed, row: &Value, at: usize, tested: &Tested) -> Verdict {
    let number = match &G::abilities(card)[at].when {
        When::Trigger(triggers) | When::Would(triggers) => triggers.len(),
        _ => 0,
    };
    if number < 2 {
        return Verdict::Alive;
    }
    for trigger in 0..number {
        let Some(single) = G::with_one_trigger(card, at, trigger) else { return Verdict::Alive };
        let all = G::abilities(&single);
        let chain: Vec<&Ability<Of<G>>> = chain::<G>(&all, at).into_iter().map(|at| all[at]).collect();
        let mut seen = Seen::new(all[at].program.len());
        let mut bench = walk::Bench::<G>::with_one_trigger(at, trigger);
        let mut notes = BTreeSet::new();
        for number in 0..TRIES {
            let mut lot = Lot::new(seed(card.id(), at, (trigger as u32 + 1) << 16 | number));
            let Some(position) = place::make::<G>(row, &single, &chain, Sense::Fits, &mut lot) else { break };
            notes.extend(position.notes.iter().cloned());
            if let Err(why) = walk::play(&position, tested, false, &mut bench, &mut lot, &mut seen) {
                notes.insert(why);
            }
            if seen.ran > 0 {
                break;
            }
        }
        if seen.ran == 0 {
            let words = match &all[at].when {
                When::Trigger(triggers) | When::Would(triggers) => short(&format!("{:?}", triggers[0])),
                _ => String::new(),
            };
            let why = format!("never triggered by its moment {trigger} alone: {words}");
            let notes: Vec<String> = notes.into_iter().take(3).collect();
            return match notes.is_empty() {
                true => Verdict::Dead(why),
                false => Verdict::NotStaged(format!("{why} ({})", notes.join("; "))),
            };
        }
    }
    Verdict::Alive
}

/// The card with what its file leaves out, if the ability speaks of that.
fn complete<G: Probe>(card: &G::Printed, row: &Value, at: usize) -> Option<(G::Printed, Value)> {
    let all = G::abilities(card);
    let row = G::complete(card, row, all[at])?;
    let whole = G::Printed::read(&row).ok()?;
    // Nothing else about it is another.
    let same = G::abilities(&whole).len() == all.len() && whole.unread().is_empty();
    same.then_some((whole, row))
}

/// Whether nothing of an ability that is always on can be seen in a position.
fn is_seldom<G: Probe>(card: &G::Printed, ability: &Ability<Of<G>>) -> bool {
    let gains = |op: &&Op<Of<G>>| matches!(op, Op::Gain { .. });
    let mut gains = ability.program.iter().filter(gains).peekable();
    gains.peek().is_some() && gains.all(|op| G::seldom(card, ability, op))
}

/// What is missing of an ability so far.
fn complaint<G: Probe>(
    card: &G::Printed,
    ability: &Ability<Of<G>>,
    tested: &Tested,
    seen: &Seen,
) -> Option<String> {
    if tested.always {
        return match &seen.differs {
            Some(_) => None,
            None if is_seldom::<G>(card, ability) => None,
            None => Some("nothing is another with it than without it".into()),
        };
    }
    if seen.ran == 0 {
        return Some(match &ability.when {
            When::Use(_) | When::Body(_) => "never offered".into(),
            When::Granted => "never given or never triggered".into(),
            _ => "never triggered".into(),
        });
    }
    for (at, (op, step)) in ability.program.iter().zip(&seen.steps).enumerate() {
        if !matches!(op, Op::Do(_) | Op::Gain { .. } | Op::Choose { .. } | Op::Later { .. }) {
            continue;
        }
        if step.kept > 0 || G::seldom(card, ability, op) {
            continue;
        }
        let words = short(&format!("{op:?}"));
        return Some(match (step.reached, step.wrong.first()) {
            (0, _) => format!("step {at} is never reached: {words}"),
            (_, Some(wrong)) => format!("step {at} does something else ({wrong}): {words}"),
            _ => format!("step {at} has no effect: {words}"),
        });
    }
    if seen.offers > 0 && seen.declinable == 0 {
        return Some("an offer that cannot be declined".into());
    }
    None
}

/// The same tries for the same ability, on every machine and with any number of threads.
fn seed(card: &str, ability: usize, number: u32) -> u64 {
    let mut hasher = StableHasher::default();
    (card, ability, number).hash(&mut hasher);
    hasher.finish()
}

fn short(words: &str) -> String {
    match words.char_indices().nth(160) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words.into(),
    }
}
