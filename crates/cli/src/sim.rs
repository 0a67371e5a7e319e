//! `shobu sim`.

use crate::args::Sim as Args;
use crate::{Done, Result, matrix, say};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use shobu::setup::{Setup, UnreadCards, deck_named, starter_decks};
use shobu::sim::{Plan, Report, wilson};
use shobu::{Fault, Shipped, with_game};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub fn run(args: &Args) -> Result {
    with_game!(args.game, G => match args.matrix.is_some() || args.gauntlet.is_some() {
        true => matrix::run::<G>(args),
        false => play::<G>(args),
    })
}

fn play<G: Shipped>(args: &Args) -> Result {
    let setup = setup::<G>(args)?;
    let names = crate::bots::names(&args.bot);
    let bots = match names.as_slice() {
        [one] => [one.as_str(), one.as_str()],
        [one, two] => [one.as_str(), two.as_str()],
        _ => return Err(Fault::new("--bot takes one bot or two").help("--bot script,random").into()),
    };
    if let Some(folder) = &args.out {
        let wrong = |error: std::io::Error| {
            Fault::of_file(&folder.display().to_string(), format!("cannot be made: {error}"))
        };
        std::fs::create_dir_all(folder).map_err(wrong)?;
        refuse_other_records(folder)?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler Ctrl-C simply ends the program: nothing is lost but the figures so far.
    let _ = ctrlc::set_handler(move || {
        asked.store(true, Ordering::Relaxed);
        std::thread::spawn(|| {
            // Games stop at their next decision. A bot that thinks longer than this does not hold anybody up.
            std::thread::sleep(PATIENCE);
            say::remark("stopped while a bot was thinking: no figures");
            std::process::exit(1);
        });
    });
    let bar = progress(args.games);
    let plan = Plan {
        games: args.games,
        seed: args.seed,
        threads: args.threads.into(),
        bots,
        out: args.out.as_deref(),
    };
    let report =
        G::simulate(&G::registry(&setup, args.guests.limit()), &setup, &plan, &|| bar.inc(1), &stop)?;
    bar.finish_and_clear();
    match args.json {
        true => say::json(&as_json::<G>(&report)),
        false => print::<G>(&report, &setup, bots),
    }
    for (index, what) in &report.failures {
        say::remark(&format!("game {index} of seed {}: {what}", args.seed));
    }
    for (index, why) in &report.given_up {
        say::remark(&format!("given up, game {index} of seed {}: {why}", args.seed));
    }
    Ok(if report.errors > 0 || report.stopped { Done::Failed } else { Done::Fine })
}

/// How long after Ctrl-C the figures so far are waited for.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(800);

/// Records of this run among those of another would be taken for one run.
fn refuse_other_records(folder: &std::path::Path) -> Result<()> {
    let name = folder.display().to_string();
    let listed = std::fs::read_dir(folder)
        .map_err(|error| Fault::of_file(&name, format!("cannot be listed: {error}")))?;
    let is_record = |path: &std::path::Path| path.extension().is_some_and(|ending| ending == "json");
    match listed.flatten().filter(|entry| is_record(&entry.path())).count() {
        0 => Ok(()),
        others => {
            let what = format!("{others} other records (*.json) are in this folder");
            Err(Fault::of_file(&name, what).help("name a new folder for --out, or empty this one").into())
        }
    }
}

fn setup<G: Shipped>(args: &Args) -> Result<Setup<G>> {
    let decks = match args.deck.as_slice() {
        [] => starter_decks::<G>()?,
        [both] => [deck_named::<G>(both)?, deck_named::<G>(both)?],
        [one, two] => [deck_named::<G>(one)?, deck_named::<G>(two)?],
        _ => return Err(Fault::new("more than two decks").help("--deck is given once or twice").into()),
    };
    let unread = if args.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused };
    let cards = G::cards_for_decks(&say::pools(&args.pool)?, &[&decks[0], &decks[1]])?;
    let setup = G::set_up(cards, args.edition.as_deref(), [&decks[0], &decks[1]], unread)?;
    if !args.any_deck {
        setup.legal()?;
    }
    Ok(setup)
}

/// A bar on standard error, if somebody is looking.
pub fn progress(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn as_json<G: Shipped>(report: &Report) -> serde_json::Value {
    let played = report.games - report.errors;
    let interval = |hits: u64, of: u64| {
        let (share, low, high) = wilson(hits, of);
        json!({"share": share, "low": low, "high": high})
    };
    let endings: serde_json::Map<String, serde_json::Value> =
        report.endings::<G>().into_iter().map(|(why, count)| (why, json!(count))).collect();
    json!({
        "games": report.games,
        "wins": report.wins,
        "draws": report.draws,
        "errors": report.errors,
        "forfeits": report.forfeits,
        "decisions": report.decisions,
        "turns": report.turns as f64 / played.max(1) as f64,
        "seconds": report.seconds,
        "digest": report.digest(),
        "intervals": [interval(report.wins[0], played), interval(report.wins[1], played)],
        "began": report.began,
        "began_and_won": report.began_and_won,
        "endings": endings,
        "turns_median": report.turns_at(0.5),
        "turns_most": report.turns_at(1.0),
        "stopped": report.stopped,
    })
}

fn print<G: Shipped>(report: &Report, setup: &Setup<G>, bots: [&str; 2]) {
    let played = report.games - report.errors;
    let percent = |(share, low, high): (f64, f64, f64)| {
        vec![format!("{:.2}%", 100.0 * share), format!("{:.2}% to {:.2}%", 100.0 * low, 100.0 * high)]
    };
    let row = |name: String, hits: u64, of: u64| {
        let mut row = vec![name, say::thousands(hits)];
        row.extend(percent(wilson(hits, of)));
        row
    };
    let mut rows = Vec::new();
    for (at, seat) in [kernel::Seat::A, kernel::Seat::B].into_iter().enumerate() {
        let name = format!("{} ({})", setup.lists[seat].name, bots[at]);
        rows.push(row(name, report.wins[at], played));
    }
    rows.push(row("draws".into(), report.draws, played));
    let began: u64 = report.began.iter().sum();
    if began > 0 {
        rows.push(row("whoever begins".into(), report.began_and_won.iter().sum(), began));
        for (at, seat) in [kernel::Seat::A, kernel::Seat::B].into_iter().enumerate() {
            rows.push(row(
                format!("{} beginning", setup.lists[seat].name),
                report.began_and_won[at],
                report.began[at],
            ));
        }
    }
    if report.stopped {
        say!("stopped early");
    }
    say!("{} games of {}, {} errors", say::thousands(report.games), G::NAME, report.errors);
    say::table(&["", "won", "share", "95 of 100 times"], &rows);
    let mean = report.turns as f64 / played.max(1) as f64;
    let (low, middle, high) = (report.turns_at(0.05), report.turns_at(0.5), report.turns_at(0.95));
    say!(
        "turns: {mean:.1} on average; {low} / {middle} / {high} at 5 / 50 / 95 %; {} at most",
        report.turns_at(1.0)
    );
    say!(
        "decisions: {} in all, {:.1} a game; {:.1} s, {} decisions a second",
        say::thousands(report.decisions),
        report.decisions as f64 / played.max(1) as f64,
        report.seconds,
        say::thousands((report.decisions as f64 / report.seconds.max(1e-9)) as u64)
    );
    if report.forfeits != [0, 0] {
        let [first, second] = report.forfeits;
        say!("given up: {first} by {}, {second} by {} (counted as lost)", bots[0], bots[1]);
    }
    say!("ended by:");
    for (why, count) in report.endings::<G>() {
        let share = 100.0 * count as f64 / played.max(1) as f64;
        let rule = why.strip_prefix("rule ").and_then(|id| G::RULES.find(id));
        let says = rule.map_or(String::new(), |rule| format!(": {}", G::RULES.says(rule)));
        say!("  {:>7} ({share:.1}%)  {why}{says}", say::thousands(count));
    }
    say!("digest {}", report.digest());
}
