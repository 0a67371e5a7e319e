//! `shobu puzzle`: solve puzzles by hand, have them proven or refuted, and find new ones.

use crate::{Done, Result, say};
use bots::Verdict;
use clap::Args;
use serde_json::json;
use shobu::labels::{Named, find};
use shobu::puzzle::{Found, Hunt, Puzzle, Solution, best_option, reached, seat_of};
use shobu::scenes::{self, Scene};
use shobu::setup::{Setup, UnreadCards, deck_named};
use shobu::{Fault, GameName, Shipped, Source, with_game};
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Args)]
pub struct Puzzles {
    /// A puzzle to solve by hand; with --solve, puzzles and folders of them.
    #[arg(value_name = "PATH", required_unless_present = "find")]
    pub paths: Vec<PathBuf>,
    /// Prove or refute them.
    #[arg(long)]
    pub solve: bool,
    /// Look for new ones in games that bots play, and write them as scenes.
    #[arg(long, requires = "game", conflicts_with = "solve")]
    pub find: bool,
    /// Positions to look at, at the most, for a puzzle or a candidate.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub bound: u32,
    /// With --find: the game.
    #[arg(long)]
    pub game: Option<GameName>,
    /// With --find: how many games to play.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: u64,
    /// With --find: stop after so many puzzles.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub most: u64,
    /// With --find: decks to play with, two or more; the built-in ones if none are named.
    #[arg(long, value_name = "DECK")]
    pub deck: Vec<String>,
    /// With --find: a card file to use before the built-in cards.
    #[arg(long, value_name = "FILE")]
    pub pool: Option<PathBuf>,
    /// With --find: seed of the games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// With --find: the folder to write them to; else they are printed.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// With --solve: print one JSON value.
    #[arg(long, requires = "solve")]
    pub json: bool,
}

pub fn run(args: &Puzzles) -> Result {
    match (args.find, args.solve, args.game) {
        (true, _, Some(game)) => with_game!(game, G => hunt::<G>(args)),
        (_, true, _) => solve_all(args),
        _ => match args.paths.as_slice() {
            [path] => by_hand(path, args.bound),
            _ => {
                Err(Fault::new("one puzzle at a time is solved by hand").help("--solve takes several").into())
            }
        },
    }
}

fn game_of(scene: &Scene) -> Result<GameName> {
    Ok(scene.game.parse::<GameName>()?)
}

// ---- solving ------------------------------------------------------------------------------------------------------

fn solve_all(args: &Puzzles) -> Result {
    let mut all = Vec::new();
    let mut open = 0;
    for path in scenes::files(&args.paths)? {
        let scene = Scene::read(Source::read(&path)?)?;
        let solution = with_game!(game_of(&scene)?, G => G::solve(&G::open_puzzle(&scene)?, args.bound));
        open += u32::from(solution.verdict != Verdict::Proven);
        if !args.json {
            print_solution(&path, &scene.title, &solution, args.paths.len() == 1 && path == args.paths[0]);
        }
        all.push(json!({
            "file": path.display().to_string(),
            "verdict": verdict_words(solution.verdict),
            "looked_at": solution.looked_at,
            "first": solution.first,
            "line": solution.line,
        }));
    }
    match args.json {
        true => say::json(&json!({ "puzzles": all })),
        false => say!("{} proven, {open} not", all.len() as u32 - open),
    }
    Ok(if open > 0 { Done::Failed } else { Done::Fine })
}

fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proven => "proven",
        Verdict::Refuted => "refuted",
        Verdict::Open => "open within the bound",
    }
}

fn print_solution(path: &Path, title: &str, solution: &Solution, whole: bool) {
    say!(
        "{}: {} ({} positions): {title}",
        path.display(),
        verdict_words(solution.verdict),
        say::thousands(solution.looked_at.into())
    );
    if whole {
        solution.line.iter().for_each(|line| say!("  {line}"));
        say!("first answers that reach it: {}", solution.first.join(" | "));
    }
}

// ---- by hand ------------------------------------------------------------------------------------------------------

fn by_hand(path: &Path, bound: u32) -> Result {
    let scene = Scene::read(Source::read(path)?)?;
    with_game!(game_of(&scene)?, G => play(&G::open_puzzle(&scene)?, bound))
}

fn play<G: Shipped>(puzzle: &Puzzle<G>, bound: u32) -> Result {
    say!("{}", puzzle.title);
    say!("Your goal: {}. Type an option, `again` to begin anew, `hint`, or `quit`.", puzzle.words);
    let mut game = puzzle.begin();
    let (me, turn) = (seat_of(puzzle.goal), game.state().turn());
    let mut lines = std::io::stdin().lock().lines();
    let echo = !std::io::stdin().is_terminal();
    loop {
        if let Some(reached) = reached(&game, puzzle.goal, turn) {
            say!("{}", if reached { "Solved." } else { "Not this way." });
            return Ok(if reached { Done::Fine } else { Done::Failed });
        }
        if game.menu().seat != me {
            let at = best_option(&game, puzzle.goal, bound);
            say!("  opponent: {}", game.labels()[at]);
            if game.answer(at).is_err() {
                return Ok(Done::Failed);
            }
            continue;
        }
        say!();
        say!("{}", game.state().show(game.cards(), Some(me)));
        say!("{}:", game.state().ask(game.cards(), game.menu().reason));
        let labels = game.labels();
        labels.iter().enumerate().for_each(|(at, label)| say!("  {:>2}  {label}", at + 1));
        say::text(format_args!("> "));
        let Some(Ok(line)) = lines.next() else {
            say!();
            say!("The input ended; the puzzle stays unsolved.");
            return Ok(Done::Failed);
        };
        if echo {
            say!("{line}");
        }
        let answer = match line.trim() {
            "quit" | "exit" => return Ok(Done::Failed),
            "again" => {
                game = puzzle.begin();
                continue;
            }
            "hint" => {
                say!("{}", labels[best_option(&game, puzzle.goal, bound)]);
                continue;
            }
            word => match (word.parse::<usize>(), find(&labels, word)) {
                (Ok(number), _) if (1..=labels.len()).contains(&number) => number - 1,
                (_, Named::One(at)) => at,
                _ => {
                    say!("That is no option, or more than one.");
                    continue;
                }
            },
        };
        if let Err(refused) = game.answer(answer) {
            say!("{refused}");
        }
        for event in game.events() {
            say!("  {}", game.state().tell(game.cards(), event, Some(me)));
        }
    }
}

// ---- finding ------------------------------------------------------------------------------------------------------

fn hunt<G: Shipped>(args: &Puzzles) -> Result {
    let setups = pairings::<G>(args)?;
    let pool = args.pool.as_ref().map_or("built-in".to_string(), |path| path.display().to_string());
    let hunt = Hunt { seed: args.seed, bound: args.bound, pool };
    let bar = crate::sim::progress(args.games);
    let found = AtomicU64::new(0);
    if let Some(folder) = &args.out {
        let wrong = |error: std::io::Error| {
            Fault::of_file(&folder.display().to_string(), format!("cannot be made: {error}"))
        };
        std::fs::create_dir_all(folder).map_err(wrong)?;
    }
    use rayon::prelude::*;
    let one = |index: u64| {
        if found.load(Ordering::Relaxed) >= args.most {
            return Ok(());
        }
        let setup = &setups[index as usize % setups.len()];
        let puzzle = G::find_puzzle(setup, &hunt, index);
        bar.inc(1);
        match puzzle {
            Some(puzzle) if found.fetch_add(1, Ordering::Relaxed) < args.most => {
                write::<G>(&puzzle, args.seed, args.out.as_deref())
            }
            _ => Ok(()),
        }
    };
    let written: std::result::Result<Vec<()>, Fault> = (0..args.games).into_par_iter().map(one).collect();
    bar.finish_and_clear();
    written?;
    let found = found.load(Ordering::Relaxed).min(args.most);
    say::remark(&format!("{found} puzzles found in at most {} games", args.games));
    Ok(if found == 0 { Done::Failed } else { Done::Fine })
}

fn write<G: Shipped>(puzzle: &Found, seed: u64, folder: Option<&Path>) -> std::result::Result<(), Fault> {
    let Some(folder) = folder else {
        say!("{}", puzzle.text);
        return Ok(());
    };
    let path = folder.join(format!("{}-{seed}-{}.toml", G::NAME, puzzle.index));
    std::fs::write(&path, &puzzle.text)
        .map_err(|error| Fault::of_file(&path.display().to_string(), format!("cannot be written: {error}")))
}

/// Every two of the decks against each other.
fn pairings<G: Shipped>(args: &Puzzles) -> Result<Vec<Setup<G>>> {
    let pools =
        args.pool.iter().map(|path| Source::read(path)).collect::<std::result::Result<Vec<_>, _>>()?;
    let cards = G::read_cards_with_built_in(&pools)?;
    let decks = match args.deck.as_slice() {
        [] => {
            let own = shobu::built_in::deck_files(G::NAME).into_iter();
            own.map(shobu::decks::DeckFile::read).collect::<std::result::Result<Vec<_>, _>>()?
        }
        named => {
            named.iter().map(|word| deck_named::<G>(word)).collect::<std::result::Result<Vec<_>, _>>()?
        }
    };
    let mut setups = Vec::new();
    for one in &decks {
        for two in &decks {
            setups.push(G::set_up(cards.clone(), None, [one, two], UnreadCards::Refused)?);
        }
    }
    Ok(setups)
}
