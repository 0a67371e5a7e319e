//! `shobu sim --matrix` and `--gauntlet`: a folder of decks, every pairing, a tally that survives, and a report.

use crate::args::Sim as Args;
use crate::sim::progress;
use crate::{Done, Result, matrix_html, say};
use kernel::{Printed, Seat, StableHasher};
use serde_json::json;
use shobu::decks::DeckFile;
use shobu::matrix::{self, Chunk, Pair, Plan, Seating, Tally};
use shobu::matrix_store::Store;
use shobu::records::{ENGINE, hex};
use shobu::setup::{Setup, UnreadCards, deck_named};
use shobu::sim::wilson;
use shobu::{Fault, Shipped, Source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A card of a deck with what became of it over all its games.
pub struct CardRow {
    pub id: String,
    pub name: String,
    pub copies: u32,
    pub tally: matrix::CardTally,
}

/// A deck with everything that the report says of it.
pub struct DeckRow {
    pub name: String,
    /// Over all its pairings, the deck itself first.
    pub tally: Tally,
    pub cards: Vec<CardRow>,
}

/// Everything that a report is made of.
pub struct Report {
    pub game: &'static str,
    pub title: String,
    pub games: u64,
    pub seed: u64,
    pub bot: String,
    pub decks: Vec<DeckRow>,
    pub pairs: BTreeMap<Pair, Tally>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

impl Report {
    /// What came of a pairing, as the first of the two decks tells it.
    pub fn between(&self, one: usize, two: usize) -> Option<Tally> {
        match self.pairs.get(&Pair(one, two)) {
            Some(tally) => Some(tally.clone()),
            None => self.pairs.get(&Pair(two, one)).map(Tally::turned),
        }
    }
}

pub fn run<G: Shipped>(args: &Args) -> Result {
    let names = crate::bots::names(&args.bot);
    let bot = match names.as_slice() {
        [one] => one.as_str(),
        _ => {
            return Err(Fault::new("a matrix is played by one bot on both sides")
                .help("--bot script")
                .into());
        }
    };
    bots::named::<G>(bot, 0).ok_or_else(|| shobu::any::unknown_bot([bot, bot]))?;
    let setups = setups::<G>(args)?;
    let pairs = match args.matrix.is_some() {
        true => matrix::all_pairs(setups.len()),
        false => matrix::gauntlet_pairs(setups.len()),
    };
    let plan = Plan { pairs, games: args.games, seed: args.seed, threads: args.threads.into(), bot };
    let mut store = match &args.out {
        Some(folder) => Some(Store::open(folder, &key::<G>(&setups, &plan))?),
        None => None,
    };
    let tallies = play(&plan, &setups, &mut store)?;
    let report = report(&plan, &setups, &tallies, args);
    if let Some(folder) = &args.out {
        write(folder, "pairings.csv", &pairings_csv(&report))?;
        write(folder, "decks.csv", &decks_csv(&report))?;
        write(folder, "cards.csv", &cards_csv(&report))?;
        write(folder, "report.html", &matrix_html::page(&report))?;
    }
    match args.json {
        true => say::json(&as_json(&report)),
        false => print(&report, args.out.as_deref()),
    }
    let errors: u64 = report.pairs.values().map(|tally| tally.errors).sum();
    Ok(if report.stopped || errors > 0 { Done::Failed } else { Done::Fine })
}

// ---- decks --------------------------------------------------------------------------------------------------------

/// A match of each deck against itself: what a pairing takes its halves from.
fn setups<G: Shipped>(args: &Args) -> Result<Vec<Setup<G>>> {
    let mut files: Vec<DeckFile> = match args.deck.as_slice() {
        [] => Vec::new(),
        [one] => vec![deck_named::<G>(one)?],
        _ => return Err(Fault::new("a gauntlet is run by one deck").help("--deck is given once").into()),
    };
    let own = files.len();
    if let Some(folder) = args.matrix.as_ref().or(args.gauntlet.as_ref()) {
        for path in deck_files(folder)? {
            match Source::read(&path).map_err(Into::into).and_then(DeckFile::read) {
                Ok(file) => files.push(file),
                Err(faults) => left_out(&path.display().to_string(), &faults),
            }
        }
    }
    let cards = G::cards_for_decks(&say::pools(&args.pool)?, &files.iter().collect::<Vec<_>>())?;
    let unread = if args.allow_unread { UnreadCards::Allowed } else { UnreadCards::Refused };
    let (mut setups, mut names) = (Vec::new(), Vec::new());
    for (at, file) in files.iter().enumerate() {
        let setup = G::set_up(cards.clone(), args.edition.as_deref(), [file, file], unread);
        let setup = setup.and_then(|setup| match args.any_deck {
            true => Ok(setup),
            false => setup.legal().map(|()| setup),
        });
        match setup {
            Ok(setup) => {
                setups.push(setup);
                names.push(file.source().name.to_string());
            }
            Err(faults) if at < own => return Err(faults),
            // One deck that cannot be played does not stop the others.
            Err(faults) => left_out(&file.source().name, &faults),
        }
    }
    tell_apart(&mut setups, &names);
    match setups.len() {
        0 | 1 => {
            Err(Fault::new("fewer than two decks can be played").help("see what was left out above").into())
        }
        _ => Ok(setups),
    }
}

/// Decks of one name are told apart by their files.
fn tell_apart<G: Shipped>(setups: &mut [Setup<G>], files: &[String]) {
    let names: Vec<String> = setups.iter().map(|setup| setup.lists[Seat::A].name.clone()).collect();
    for (at, setup) in setups.iter_mut().enumerate() {
        let twins = names.iter().filter(|name| **name == names[at]).count();
        if twins > 1 || names[at].is_empty() {
            let stem = Path::new(&files[at]).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let stem = stem.unwrap_or_else(|| format!("{}", at + 1));
            setup.lists[Seat::A].name = format!("{} ({stem})", names[at]).trim().to_string();
        }
    }
}

fn left_out(deck: &str, faults: &shobu::Faults) {
    let why = faults.list.first().map_or(String::new(), |fault| fault.what.clone());
    say::remark(&format!("left out: {deck}: {why}"));
}

fn deck_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let wrong = |what: String| Fault::of_file(&folder.display().to_string(), what);
    let entries = std::fs::read_dir(folder).map_err(|error| wrong(format!("cannot be listed: {error}")))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let is_deck = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        ending.is_some_and(|ending| ["json", "txt", "dek", "deck", "cod"].contains(&ending.as_str()))
    };
    files.retain(|path| path.is_file() && is_deck(path));
    files.sort();
    match files.is_empty() {
        true => {
            Err(wrong("no deck in this folder".into()).help("decks end in .json, .txt, .dek or .cod").into())
        }
        false => Ok(files),
    }
}

/// One deck against another, made of two decks against themselves.
fn seat<G: Shipped>(one: &Setup<G>, two: &Setup<G>) -> Setup<G> {
    let mut setup = one.clone();
    setup.lists[Seat::B] = two.lists[Seat::A].clone();
    setup.decks[Seat::B] = two.decks[Seat::A].clone();
    setup.prints[Seat::B] = two.prints[Seat::A].clone();
    setup
}

fn deck_key<G: Shipped>(setup: &Setup<G>) -> u64 {
    StableHasher::of(&setup.lists[Seat::A].sections)
}

/// What every figure depends on.
fn key<G: Shipped>(setups: &[Setup<G>], plan: &Plan<'_>) -> String {
    let decks: Vec<u64> = setups.iter().map(deck_key).collect();
    let cards: Vec<u64> = setups.iter().map(|setup| setup.cards.pool().hash()).collect();
    let edition = setups.first().map_or(0, |setup| setup.edition);
    hex(StableHasher::of(&(G::NAME, edition, decks, cards, plan.seed, plan.bot, ENGINE, matrix::CHUNK)))
}

// ---- playing ------------------------------------------------------------------------------------------------------

fn play<G: Shipped>(
    plan: &Plan<'_>,
    setups: &[Setup<G>],
    store: &mut Option<Store>,
) -> Result<BTreeMap<Chunk, Tally>> {
    let seatings: BTreeMap<Pair, Seating<G>> = plan
        .pairs
        .iter()
        .map(|pair| {
            let (one, two) = (&setups[pair.0], &setups[pair.1]);
            let key = StableHasher::of(&(deck_key(one), deck_key(two)));
            (*pair, Seating { setups: [seat(one, two), seat(two, one)], key })
        })
        .collect();
    let chunks = plan.chunks();
    let mut done: BTreeMap<Chunk, Tally> = BTreeMap::new();
    if let Some(store) = store {
        done.extend(chunks.iter().filter_map(|chunk| Some((*chunk, store.tally(chunk)?.clone()))));
    }
    let todo: Vec<Chunk> = chunks.iter().filter(|chunk| !done.contains_key(chunk)).copied().collect();
    let kept: u64 = done.keys().map(|chunk| chunk.games).sum();
    let all: u64 = chunks.iter().map(|chunk| chunk.games).sum();
    if kept > 0 {
        say::remark(&format!(
            "going on: {} of {} games are there already",
            say::thousands(kept),
            say::thousands(all)
        ));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    // Without a handler Ctrl-C simply ends the program: what is written down stays.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    let bar = progress(all);
    bar.set_position(kept);
    let shared = Mutex::new((done, store.as_mut(), None));
    let finished = |chunk: Chunk, tally: &Tally| {
        // Another thread's panic is caught where it happens, so that the lock is never poisoned.
        let Ok(mut shared) = shared.lock() else { return };
        let (done, store, trouble) = &mut *shared;
        if let Some(store) = store
            && let Err(fault) = store.add(chunk, tally)
        {
            stop.store(true, Ordering::Relaxed);
            *trouble = Some(fault);
        }
        done.insert(chunk, tally.clone());
        bar.inc(chunk.games);
    };
    G::play_matrix(plan, &seatings, &todo, &finished, &stop)?;
    bar.finish_and_clear();
    match shared.into_inner() {
        Ok((_, _, Some(fault))) => Err(fault.into()),
        Ok((done, ..)) => Ok(done),
        Err(_) => Err(Fault::new("the tally was lost").into()),
    }
}

fn report<G: Shipped>(
    plan: &Plan<'_>,
    setups: &[Setup<G>],
    tallies: &BTreeMap<Chunk, Tally>,
    args: &Args,
) -> Report {
    let mut pairs: BTreeMap<Pair, Tally> = plan.pairs.iter().map(|pair| (*pair, Tally::default())).collect();
    for (chunk, tally) in tallies {
        pairs.entry(chunk.pair).or_default().add(tally);
    }
    let of_deck = |at: usize| {
        let mut sum = Tally::default();
        for (pair, tally) in &pairs {
            if pair.0 == at {
                sum.add(tally);
            } else if pair.1 == at {
                sum.add(&tally.turned());
            }
        }
        sum
    };
    let deck = |(at, setup): (usize, &Setup<G>)| {
        let tally = of_deck(at);
        let list = &setup.lists[Seat::A];
        let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
        for (id, count) in list.sections.iter().flat_map(|(_, cards)| cards) {
            *copies.entry(id).or_default() += count;
        }
        let card = |(id, copies): (&str, u32)| CardRow {
            id: id.to_string(),
            name: setup.cards.pool().find(id).map_or("", |print| setup.cards.card(print).name()).to_string(),
            copies,
            tally: tally.cards[0].get(id).copied().unwrap_or_default(),
        };
        let cards = copies.into_iter().map(card).collect();
        DeckRow { name: list.name.clone(), tally, cards }
    };
    let games: u64 = pairs.values().map(|tally| tally.games).sum();
    Report {
        game: G::NAME,
        title: if args.matrix.is_some() { "Every deck against every other" } else { "One deck against many" }
            .into(),
        games: plan.games,
        seed: plan.seed,
        bot: plan.bot.to_string(),
        decks: setups.iter().enumerate().map(deck).collect(),
        stopped: games < plan.games * plan.pairs.len() as u64,
        pairs,
    }
}

// ---- telling ------------------------------------------------------------------------------------------------------

/// Half a win for a draw would hide draws; a share is of the games played to their end.
pub fn share(tally: &Tally) -> (f64, f64, f64) {
    wilson(tally.wins[0], tally.played())
}

fn print(report: &Report, out: Option<&Path>) {
    if report.stopped {
        say!(
            "stopped early; the same command goes on{}",
            if out.is_some() { "" } else { " (with --out DIR)" }
        );
    }
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let mut order: Vec<usize> =
        (0..report.decks.len()).filter(|at| report.decks[*at].tally.games > 0).collect();
    order.sort_by(|one, two| {
        share(&report.decks[*two].tally).0.total_cmp(&share(&report.decks[*one].tally).0)
    });
    let rows: Vec<Vec<String>> = order
        .iter()
        .map(|at| {
            let deck = &report.decks[*at];
            let (mid, low, high) = share(&deck.tally);
            let first = wilson(deck.tally.began_won[0], deck.tally.began[0]).0;
            let turns = deck.tally.turns as f64 / deck.tally.played().max(1) as f64;
            vec![
                deck.name.clone(),
                say::thousands(deck.tally.games),
                percent(mid),
                format!("{} to {}", percent(low), percent(high)),
                percent(first),
                format!("{turns:.1}"),
            ]
        })
        .collect();
    say::table(&["", "games", "won", "95 of 100 times", "beginning", "turns"], &rows);
    let digest = report.pairs.values().fold(0u64, |sum, tally| sum.wrapping_add(tally.digest));
    let errors: u64 = report.pairs.values().map(|tally| tally.errors).sum();
    say!("{} errors; digest {}", errors, hex(digest));
    if let Some(folder) = out {
        say!("written: {}", folder.join("report.html").display());
    }
}

fn as_json(report: &Report) -> serde_json::Value {
    let interval = |tally: &Tally| {
        let (share, low, high) = share(tally);
        json!({"share": share, "low": low, "high": high})
    };
    let decks: Vec<_> = report
        .decks
        .iter()
        .map(|deck| {
            json!({
                "name": deck.name, "games": deck.tally.games, "wins": deck.tally.wins[0],
                "losses": deck.tally.wins[1], "draws": deck.tally.draws, "interval": interval(&deck.tally),
            })
        })
        .collect();
    let pairs: Vec<_> = report
        .pairs
        .iter()
        .map(|(pair, tally)| {
            json!({
                "decks": [report.decks[pair.0].name, report.decks[pair.1].name], "games": tally.games,
                "wins": tally.wins, "draws": tally.draws, "errors": tally.errors, "interval": interval(tally),
                "began": tally.began, "began_and_won": tally.began_won,
                "turns": tally.turns as f64 / tally.played().max(1) as f64, "digest": tally.digest(),
            })
        })
        .collect();
    json!({"game": report.game, "games": report.games, "seed": report.seed, "bot": report.bot, "decks": decks,
        "pairings": pairs, "stopped": report.stopped})
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|error| {
        Fault::of_file(&path.display().to_string(), format!("cannot be written: {error}")).into()
    })
}

/// A field of a CSV file, in quotes where it needs them.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

fn pairings_csv(report: &Report) -> String {
    let mut text =
        "deck,against,games,won,lost,draws,errors,share,low,high,began,began_and_won,turns,digest\n"
            .to_string();
    for (pair, tally) in &report.pairs {
        let (share, low, high) = share(tally);
        let turns = tally.turns as f64 / tally.played().max(1) as f64;
        text += &format!(
            "{},{},{},{},{},{},{},{share:.5},{low:.5},{high:.5},{},{},{turns:.3},{}\n",
            field(&report.decks[pair.0].name),
            field(&report.decks[pair.1].name),
            tally.games,
            tally.wins[0],
            tally.wins[1],
            tally.draws,
            tally.errors,
            tally.began[0],
            tally.began_won[0],
            tally.digest()
        );
    }
    text
}

fn decks_csv(report: &Report) -> String {
    let mut text =
        "deck,games,won,lost,draws,share,low,high,began,began_and_won,second,second_and_won,turns\n"
            .to_string();
    for deck in &report.decks {
        let tally = &deck.tally;
        let (share, low, high) = share(tally);
        // Where the other began, this deck was second.
        text += &format!(
            "{},{},{},{},{},{share:.5},{low:.5},{high:.5},{},{},{},{},{:.3}\n",
            field(&deck.name),
            tally.games,
            tally.wins[0],
            tally.wins[1],
            tally.draws,
            tally.began[0],
            tally.began_won[0],
            tally.began[1],
            tally.wins[0] - tally.began_won[0],
            tally.turns as f64 / tally.played().max(1) as f64
        );
    }
    text
}

fn cards_csv(report: &Report) -> String {
    let mut text = "deck,id,name,copies,drawn,drawn_and_won,played,played_and_won\n".to_string();
    for deck in &report.decks {
        for card in &deck.cards {
            let tally = card.tally;
            text += &format!(
                "{},{},{},{},{},{},{},{}\n",
                field(&deck.name),
                field(&card.id),
                field(&card.name),
                card.copies,
                tally.drawn,
                tally.drawn_won,
                tally.played,
                tally.played_won
            );
        }
    }
    text
}
