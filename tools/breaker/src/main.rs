//! The breaker of rules: breaks every condition, refusal, order, amount and statement near a line that cites a rule, one
//! at a time, and looks whether some scene notices. CONTRIBUTING.md says how to run it and what to do with survivors.
//!
//! All breaks are in one build of a copy of the source and are chosen at run time (`tools/broken`); `tools/trial` tries
//! them. Nothing of the product depends on any of this.

mod cite;
mod copy;
mod reasons;
mod rewrite;
mod trials;

use clap::Parser;
use reasons::Reasons;
use rewrite::Break;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Breaks rules on purpose and lists what no scene notices.
#[derive(Parser)]
struct Args {
    /// Only this game; may be given several times.
    #[arg(long)]
    game: Vec<String>,
    /// Lists rule ids that a scene claims although no break of that rule makes the scene fail.
    #[arg(long)]
    claims: bool,
    /// Where the broken copy is kept between runs.
    #[arg(long, default_value = "target/broken")]
    copy: PathBuf,
    /// Trials at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Only list the breaks; build and try nothing.
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(what) => {
            eprintln!("error: {what}");
            ExitCode::from(2)
        }
    }
}

/// The most breaks of a hundred that may survive in a game.
const MOST_SURVIVORS: usize = 5;

fn run(args: &Args) -> Result<bool, String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    std::fs::create_dir_all(&args.copy).map_err(|error| format!("{}: {error}", args.copy.display()))?;
    let copy = args.copy.canonicalize().map_err(|error| format!("{}: {error}", args.copy.display()))?;
    let reasons = Reasons::read(&root.join("tools/breaker/reasons.tsv"))?;
    let (breaks, program) = copy::build(&root, &copy)?;
    let mut fine = true;
    for (game, breaks) in &breaks {
        if !args.game.is_empty() && !args.game.iter().any(|wanted| wanted == game) {
            continue;
        }
        let list = copy.join(format!("breaks-{game}.tsv"));
        std::fs::write(&list, listing(breaks)).map_err(|error| format!("{}: {error}", list.display()))?;
        if args.list {
            print!("{}", listing(breaks));
            continue;
        }
        let scenes = root.join("scenes").join(game);
        let what = if args.claims { "claims" } else { "notice" };
        let count = if args.claims { count_scenes(&scenes)? } else { breaks.len() };
        let task = trials::Task {
            program: &program,
            game,
            scenes: &scenes,
            list: &list,
            what,
            count,
            parts: args.threads,
        };
        let answers = trials::run(&task)?;
        fine &= match args.claims {
            true => tell_claims(game, &root, &answers),
            false => tell_survivors(game, breaks, &answers, &reasons),
        };
    }
    reasons.tell_unused(args.game.is_empty() && !args.claims && !args.list);
    Ok(fine)
}

fn listing(breaks: &[Break]) -> String {
    let line = |one: &Break| {
        let place = format!("{}:{}:{}", one.file, one.line, one.column + 1);
        format!("{}\t{}\t{}\t{place}\t{}\n", one.number, one.rules.join(" "), one.kind, one.words)
    };
    breaks.iter().map(line).collect()
}

fn count_scenes(folder: &Path) -> Result<usize, String> {
    let mut count = 0;
    for entry in std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            count += count_scenes(&path)?;
        } else {
            count += usize::from(path.extension().is_some_and(|ending| ending == "toml"));
        }
    }
    Ok(count)
}

type Answers = BTreeMap<usize, Option<String>>;

fn tell_survivors(game: &str, breaks: &[Break], answers: &Answers, reasons: &Reasons) -> bool {
    let mut by_rule: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut survived, mut explained, mut unreached) = (0, 0, 0);
    for (at, one) in breaks.iter().enumerate() {
        // A trial that died or went on for ever noticed.
        let Some(Some(answer)) = answers.get(&at) else { continue };
        let verdict = answer.split('\t').nth(1).unwrap_or("");
        if verdict == "noticed" {
            continue;
        }
        if reasons.has(one) {
            explained += 1;
            continue;
        }
        survived += 1;
        unreached += usize::from(verdict == "unreached");
        let place = format!("{}:{}:{}", one.file, one.line, one.column + 1);
        let line = format!("  {verdict:<9}  {:<19}  {place}  {}", one.kind, one.words);
        by_rule.entry(one.rules.join(" ")).or_default().push(line);
    }
    for (rules, lines) in &by_rule {
        println!("{game} {rules}");
        lines.iter().for_each(|line| println!("{line}"));
    }
    let of = breaks.len() - explained;
    println!(
        "{game}: {} breaks, {explained} of them change nothing for a reason that is written down; of the other {of}, {survived} survive ({:.1}%), {unreached} of those where no scene comes",
        breaks.len(),
        100.0 * survived as f64 / of.max(1) as f64,
    );
    survived * 100 < of * MOST_SURVIVORS
}

fn tell_claims(game: &str, root: &Path, answers: &Answers) -> bool {
    let mut idle = 0;
    for answer in answers.values().flatten() {
        let mut fields = answer.split('\t');
        let (file, rules) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
        if !rules.is_empty() {
            let file = Path::new(file).strip_prefix(root).unwrap_or(Path::new(file));
            println!("{}\t{rules}", file.display());
            idle += rules.split(' ').count();
        }
    }
    println!("{game}: {idle} claims that no break of the rule disturbs");
    idle == 0
}
