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
use rewrite::{Break, listing};
use std::collections::{BTreeMap, BTreeSet};
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
    /// Only list the breaks; try nothing.
    #[arg(long)]
    list: bool,
    /// Only breaks near this rule; may be given several times.
    #[arg(long)]
    rule: Vec<String>,
    /// Only breaks of files whose path contains this.
    #[arg(long)]
    file: Option<String>,
    /// Tries the copy as it was built last; only scenes and reasons are read anew.
    #[arg(long)]
    built: bool,
    /// Lists survivors with a reason too, each with it.
    #[arg(long)]
    reasons: bool,
    /// Tries only what survived the last run of this copy, as it was built then; what has a reason only with `--reasons`.
    #[arg(long)]
    again: bool,
}

impl Args {
    fn wants_game(&self, game: &str) -> bool {
        self.game.is_empty() || self.game.iter().any(|wanted| wanted == game)
    }

    fn wants(&self, one: &Break) -> bool {
        let rule = self.rule.is_empty() || one.rules.iter().any(|rule| self.rule.contains(rule));
        rule && self.file.as_ref().is_none_or(|part| one.file.contains(part.as_str()))
    }

    /// Whether every break of a game is tried.
    fn all(&self) -> bool {
        self.rule.is_empty() && self.file.is_none() && !self.again
    }
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
    let (breaks, program) = match args.built || args.again {
        true => copy::as_built(&copy, |game| args.wants_game(game))?,
        false => copy::build(&root, &copy, |game| args.wants_game(game))?,
    };
    let mut fine = true;
    for (game, breaks) in &breaks {
        let survivors = Survivors::of(&copy, game);
        let last = if args.again { Some(survivors.read()?) } else { None };
        let again = |one: &Break| last.as_ref().is_none_or(|last| last.contains(&one.number));
        // What changes nothing for a reason that is written down disturbs no scene, whatever it claims, nor does a new one.
        let silent = |one: &Break| (args.claims || args.again && !args.reasons) && reasons.of(one).is_some();
        let wanted = |one: &&Break| args.wants(one) && again(one) && !silent(one);
        let breaks: Vec<Break> = breaks.iter().filter(wanted).cloned().collect();
        if args.list {
            print!("{}", listing(&breaks));
            continue;
        }
        let list = copy.join(format!("trying-{game}.tsv"));
        std::fs::write(&list, listing(&breaks)).map_err(|error| format!("{}: {error}", list.display()))?;
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
        fine &= if args.claims {
            tell_claims(game, &root, &answers)
        } else {
            let left = unnoticed(&breaks, &answers);
            survivors.keep(&breaks, &left)?;
            if args.reasons {
                tell_reasons(&left, &reasons);
            }
            tell_survivors(game, &breaks, &left, &reasons)
        };
    }
    reasons.tell_unused(args.game.is_empty() && args.all() && !args.claims && !args.list);
    Ok(fine)
}

/// The numbers of the breaks of a game that no scene noticed when they were tried last, kept beside the copy.
struct Survivors(PathBuf);

impl Survivors {
    fn of(copy: &Path, game: &str) -> Survivors {
        Survivors(copy.join(format!("survivors-{game}.txt")))
    }

    fn read(&self) -> Result<BTreeSet<u32>, String> {
        let text = std::fs::read_to_string(&self.0)
            .map_err(|error| format!("{}: {error}; run once without --again", self.0.display()))?;
        Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
    }

    /// What was tried now survives or does not; what was not tried stays as it was.
    fn keep(&self, tried: &[Break], left: &[(&Break, &str)]) -> Result<(), String> {
        let mut all = self.read().unwrap_or_default();
        all.retain(|number| tried.iter().all(|one| one.number != *number));
        all.extend(left.iter().map(|(one, _)| one.number));
        let text: String = all.iter().map(|number| format!("{number}\n")).collect();
        std::fs::write(&self.0, text).map_err(|error| format!("{}: {error}", self.0.display()))
    }
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

/// The breaks that no scene noticed, each with how. A trial that died or went on for ever noticed.
fn unnoticed<'a>(breaks: &'a [Break], answers: &'a Answers) -> Vec<(&'a Break, &'a str)> {
    let verdict = |at: usize| answers.get(&at)?.as_ref()?.split('\t').nth(1);
    breaks
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((one, verdict(at)?)))
        .filter(|(_, verdict)| *verdict != "noticed")
        .collect()
}

fn tell_reasons(left: &[(&Break, &str)], reasons: &Reasons) {
    for (one, _) in left {
        if let Some(reason) = reasons.of(one) {
            println!("{}  {}  {}  {}: {reason}", one.rules.join(" "), one.kind, one.place(), one.words);
        }
    }
}

fn tell_survivors(game: &str, breaks: &[Break], left: &[(&Break, &str)], reasons: &Reasons) -> bool {
    let mut by_rule: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut survived, mut explained, mut unreached) = (0, 0, 0);
    for (one, verdict) in left {
        if reasons.of(one).is_some() {
            explained += 1;
            continue;
        }
        survived += 1;
        unreached += usize::from(*verdict == "unreached");
        let line = format!("  {verdict:<9}  {:<19}  {}  {}", one.kind, one.place(), one.words);
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
