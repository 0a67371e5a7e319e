//! `shobu cards try`: the prober of card texts.

use crate::args::Cards as Args;
use crate::{Done, Result, cards, say};
use indicatif::{ProgressBar, ProgressStyle};
use kernel::Printed;
use prober::{Entry, Finding, Probe, Report, Verdict, count, probe};
use serde_json::{Value, json};
use shobu::{Fault, Shipped, with_game};
use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Failures that are listed without `--all`.
const LISTED: usize = 25;

pub fn run(args: &Args) -> Result {
    let Args::Try { game, .. } = args else { return Ok(Done::Fine) };
    with_game!(*game, G => work::<G>(args))
}

fn work<G: Shipped + Probe>(args: &Args) -> Result {
    let Args::Try { game, file, card, save, threads, all, json } = args else { return Ok(Done::Fine) };
    let set = cards::read::<G>(&cards::sources(*game, file.as_deref())?)?;
    let mut entries: Vec<Entry<'_, G>> =
        set.pool().iter().filter_map(|(print, card)| Some((card, set.row(print)?))).collect();
    if !card.is_empty() {
        let wanted = card.iter().map(|id| set.require(id)).collect::<std::result::Result<Vec<_>, _>>()?;
        if let [only] = wanted[..] {
            if let Some(unread) = set.card(only).unread().first() {
                return Err(Fault::new(format!("{} is not read whole: {:?}", card[0], unread.words)).into());
            }
        }
        entries.retain(|(card, _)| wanted.iter().any(|print| set.card(*print).id() == card.id()));
    }
    if let Some(folder) = save {
        std::fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler Ctrl-C simply ends the program: nothing is lost but the figures so far.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    let bar = progress(count::<G>(&entries) as u64);
    let report = probe::<G>(&entries, (*threads).into(), &|| bar.inc(1), &stop).map_err(Fault::new)?;
    bar.finish_and_clear();
    if let Some(folder) = save {
        keep(folder, &report)?;
    }
    match json {
        true => say::json(&as_json(&report)),
        false => print(&report, *all),
    }
    Ok(if report.dead > 0 || report.stopped { Done::Failed } else { Done::Fine })
}

/// A bar on standard error, if somebody is looking.
fn progress(abilities: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} abilities, {per_sec}, {eta} left");
    let bar = ProgressBar::new(abilities);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn cannot(path: &Path, error: &std::io::Error) -> Fault {
    Fault::of_file(&path.display().to_string(), format!("cannot be written: {error}"))
}

fn keep(folder: &Path, report: &Report) -> Result<()> {
    for finding in &report.failures {
        let Some(scene) = &finding.scene else { continue };
        let name: String =
            finding.card.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let path = folder.join(format!("{name}-{}.toml", finding.index));
        std::fs::write(&path, scene).map_err(|error| cannot(&path, &error))?;
    }
    Ok(())
}

fn why(finding: &Finding) -> (&'static str, &str) {
    match &finding.verdict {
        Verdict::Alive => ("alive", ""),
        Verdict::Dead(why) => ("dead", why),
        Verdict::NotStaged(why) => ("not staged", why),
    }
}

fn as_json(report: &Report) -> Value {
    let failure = |finding: &Finding| {
        let (verdict, why) = why(finding);
        json!({
            "card": finding.card, "field": finding.field, "words": finding.words, "why": why,
            "verdict": verdict, "ability": finding.index,
        })
    };
    json!({
        "abilities": report.abilities, "alive": report.alive, "dead": report.dead,
        "not_staged": report.not_staged, "cards_not_read": report.skipped, "stopped": report.stopped,
        "failures": report.failures.iter().map(failure).collect::<Vec<_>>(),
    })
}

fn print(report: &Report, all: bool) {
    if report.stopped {
        say!("stopped early");
    }
    let share = |part: usize| format!("{:.1}%", 100.0 * part as f64 / report.abilities.max(1) as f64);
    let row = |name: &str, number: usize| vec![name.into(), say::thousands(number as u64), share(number)];
    say::table(
        &["", "number", "share"],
        &[
            row("abilities", report.abilities),
            row("alive", report.alive),
            row("dead", report.dead),
            row("not staged", report.not_staged),
        ],
    );
    if report.skipped > 0 {
        say!("{} cards with unread words were left out", say::thousands(report.skipped as u64));
    }
    // Commonest reasons first, so that the next class to look into stands on top.
    let mut counts: HashMap<&str, usize> = HashMap::new();
    report.failures.iter().for_each(|finding| *counts.entry(why(finding).1).or_default() += 1);
    let mut failures: Vec<&Finding> = report.failures.iter().collect();
    failures.sort_by_key(|finding| {
        let (verdict, why) = why(finding);
        (verdict, std::cmp::Reverse(counts[why]), why)
    });
    let listed = if all { failures.len() } else { LISTED };
    for finding in failures.iter().take(listed) {
        let (verdict, why) = why(finding);
        say!("{verdict}: {} {} {:?}\n    {why}", finding.card, finding.field, finding.words);
    }
    if failures.len() > listed {
        say!("… and {} more (--all lists them)", failures.len() - listed);
    }
}
