//! `shobu duel` and `shobu tune`.

use crate::{Done, Result, say};
use clap::Args;
use serde_json::json;
use shobu::duel::{Interval, Plan, Report, Test, Thought, Verdict};
use shobu::setup::{Setup, UnreadCards, deck_named, starter_decks};
use shobu::tune;
use shobu::{Fault, GameName, Shipped, with_game};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Args)]
pub struct Duel {
    /// The bot that is measured.
    #[arg(value_name = "BOT")]
    pub first: String,
    /// The bot that it is measured against.
    #[arg(value_name = "BOT")]
    pub second: String,
    /// The game.
    #[arg(long)]
    pub game: GameName,
    /// How many games at the most; an odd number is one more.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Two decks, or one for both: files, or names of built-in decks.
    #[arg(long, value_name = "DECK")]
    pub deck: Vec<String>,
    /// A card file to use before the built-in cards.
    #[arg(long, value_name = "FILE")]
    pub pool: Vec<PathBuf>,
    /// Seed: the same seed gives the same figures.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Worker threads; 0 for one on each core.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Stop as soon as it is clear whether the first is better by the higher or at most by the lower of two differences
    /// in Elo (SPRT, wrong in one of twenty cases at the most).
    #[arg(long, value_name = "LOW,HIGH", num_args = 0..=1, default_missing_value = "0,50")]
    pub sprt: Option<String>,
    /// Let the levels look at the clock, as they do in `play`: the figures then depend on the machine.
    #[arg(long)]
    pub clock: bool,
    #[command(flatten)]
    pub guests: crate::bots::Guests,
    /// Edition of the rules.
    #[arg(long)]
    pub edition: Option<String>,
    /// Play cards with words that Shobu does not read, as if those words were not there.
    #[arg(long)]
    pub allow_unread: bool,
    /// Print one JSON value.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Tune {
    /// The game.
    #[arg(long)]
    pub game: GameName,
    /// How many games to fit on.
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    pub games: u64,
    /// Seed: the same seed gives the same weights.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The bot that plays both sides.
    #[arg(long, default_value = "easy")]
    pub bot: String,
    /// Where to write the weights; else they are printed.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(args: &Duel) -> Result {
    with_game!(args.game, G => play::<G>(args))
}

fn play<G: Shipped>(args: &Duel) -> Result {
    let setup = setup::<G>(args)?;
    let test = args.sprt.as_deref().map(test_of).transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler Ctrl-C simply ends the program: nothing is lost but the figures so far.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    let pairs = args.games.div_ceil(2);
    let plan = Plan {
        bots: [&args.first, &args.second],
        pairs,
        seed: args.seed,
        threads: args.threads.into(),
        test,
        time: if args.clock { bots::Time::Watched } else { bots::Time::Counted },
    };
    let registry = G::registry(&setup, args.guests.limit());
    let bar = crate::sim::progress(2 * pairs);
    let mut done = |report: &Report| bar.set_position(report.games);
    let report = G::duel(&registry, &setup, &plan, &mut done, &stop)?;
    bar.finish_and_clear();
    match args.json {
        true => say::json(&as_json(&report, &plan)),
        false => print::<G>(&report, &plan, &setup),
    }
    for what in &report.failures {
        say::remark(what);
    }
    for why in &report.given_up {
        say::remark(&format!("given up: {why}"));
    }
    Ok(if report.errors > 0 || report.stopped { Done::Failed } else { Done::Fine })
}

fn setup<G: Shipped>(args: &Duel) -> Result<Setup<G>> {
    let decks = match args.deck.as_slice() {
        [] => starter_decks::<G>()?,
        [both] => [deck_named::<G>(both)?, deck_named::<G>(both)?],
        [one, two] => [deck_named::<G>(one)?, deck_named::<G>(two)?],
        _ => return Err(Fault::new("more than two decks").help("--deck is given once or twice").into()),
    };
    let unread = if args.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused };
    let cards = G::cards_for_decks(&say::pools(&args.pool)?, &[&decks[0], &decks[1]])?;
    G::set_up(cards, args.edition.as_deref(), [&decks[0], &decks[1]], unread)
}

fn test_of(words: &str) -> Result<Test> {
    let wrong = || Fault::new(format!("--sprt {words:?} is not two numbers")).help("--sprt 0,50");
    let (low, high) = words.split_once(',').ok_or_else(wrong)?;
    let number = |word: &str| word.trim().parse::<f64>().map_err(|_| wrong());
    let test = Test { low: number(low)?, high: number(high)? };
    match test.low < test.high {
        true => Ok(test),
        false => Err(wrong().into()),
    }
}

fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::High => "clear: better",
        Verdict::Low => "clear: not better",
        Verdict::Open => "not clear",
    }
}

/// What an answer took on average, in milliseconds.
fn mean_ms(thought: &Thought) -> f64 {
    1e3 * thought.total.as_secs_f64() / thought.answers.max(1) as f64
}

fn as_json(report: &Report, plan: &Plan<'_>) -> serde_json::Value {
    let interval =
        |interval: Interval| json!({"value": interval.value, "low": interval.low, "high": interval.high});
    let mut value = json!({
        "bots": plan.bots,
        "games": report.games,
        "wins": report.wins,
        "draws": report.draws,
        "losses": report.losses,
        "errors": report.errors,
        "forfeits": report.forfeits,
        "pairs": report.pairs,
        "share": interval(report.share()),
        "elo": interval(report.elo()),
        "decisions": report.decisions,
        "turns": report.turns as f64 / report.games.max(1) as f64,
        "thought": report.thought.map(|thought| json!({
            "answers": thought.answers,
            "mean_ms": mean_ms(&thought),
            "longest_ms": 1e3 * thought.longest.as_secs_f64(),
        })),
        "seconds": report.seconds,
        "stopped": report.stopped,
    });
    if let Some(test) = plan.test {
        let (ratio, verdict) = report.test(test);
        value["sprt"] = json!({
            "low": test.low, "high": test.high, "ratio": ratio, "verdict": verdict_words(verdict)
        });
    }
    value
}

fn print<G: Shipped>(report: &Report, plan: &Plan<'_>, setup: &Setup<G>) {
    let [first, second] = plan.bots;
    if report.stopped {
        say!("stopped early");
    }
    say!(
        "{first} against {second} at {}: {} games in mirrored pairs, {} errors",
        G::NAME,
        say::thousands(report.games),
        report.errors
    );
    say!("decks: {} and {}", setup.lists[kernel::Seat::A].name, setup.lists[kernel::Seat::B].name);
    say!("won {}, drawn {}, lost {}", report.wins, report.draws, report.losses);
    let (share, elo) = (report.share(), report.elo());
    say!(
        "share {:.1}% ({:.1}% to {:.1}%), Elo difference {:+.0} ({:+.0} to {:+.0}), 95 of 100 times",
        100.0 * share.value,
        100.0 * share.low,
        100.0 * share.high,
        elo.value,
        elo.low,
        elo.high
    );
    if report.forfeits != [0, 0] {
        say!("given up: {} by {first}, {} by {second}", report.forfeits[0], report.forfeits[1]);
    }
    if let Some(test) = plan.test {
        let (ratio, verdict) = report.test(test);
        say!("SPRT {} to {} Elo: {} (ratio {ratio:.2})", test.low, test.high, verdict_words(verdict));
    }
    say!(
        "{} decisions in {:.1} s, {:.1} turns a game",
        say::thousands(report.decisions),
        report.seconds,
        report.turns as f64 / report.games.max(1) as f64
    );
    for (name, thought) in plan.bots.iter().zip(&report.thought) {
        say!(
            "{name}: {:.3} ms an answer, {:.1} ms at the longest",
            mean_ms(thought),
            1e3 * thought.longest.as_secs_f64()
        );
    }
}

pub fn run_tune(args: &Tune) -> Result {
    with_game!(args.game, G => fit::<G>(args))
}

fn fit<G: Shipped>(args: &Tune) -> Result {
    let setups = built_in_pairings::<G>()?;
    let bar = crate::sim::progress(args.games);
    let command = format!(
        "shobu tune --game {} --games {} --seed {} --bot {}",
        G::NAME,
        args.games,
        args.seed,
        args.bot
    );
    let plan = tune::Plan { games: args.games, seed: args.seed, bot: &args.bot };
    let fit = G::tune(&setups, &plan, command, &|| bar.inc(1)).map_err(Fault::new)?;
    bar.finish_and_clear();
    let text = serde_json::to_string_pretty(&fit.file).unwrap_or_default() + "\n";
    match &args.out {
        Some(path) => {
            let wrong = |error: std::io::Error| {
                Fault::of_file(&path.display().to_string(), format!("cannot be written: {error}"))
            };
            std::fs::write(path, text).map_err(wrong)?;
        }
        None => say::text(format_args!("{text}")),
    }
    say::remark(&format!(
        "{} games, {} positions; on games left out the favoured side won {:.1}% of the time",
        fit.games,
        fit.samples,
        100.0 * fit.right
    ));
    Ok(Done::Fine)
}

/// Every built-in deck against every other and itself.
fn built_in_pairings<G: Shipped>() -> Result<Vec<Setup<G>>> {
    let cards = G::read_cards_with_built_in(&[])?;
    let files: Vec<_> = shobu::built_in::deck_files(G::NAME);
    let mut setups = Vec::new();
    for one in &files {
        for two in &files {
            let decks =
                [shobu::decks::DeckFile::read(one.clone())?, shobu::decks::DeckFile::read(two.clone())?];
            setups.push(G::set_up(cards.clone(), None, [&decks[0], &decks[1]], UnreadCards::Refused)?);
        }
    }
    Ok(setups)
}
