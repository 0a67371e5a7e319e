//! A fuzzer that needs nothing but the stable toolchain: seeds are damaged again and again from a seeded generator and
//! handed to a reader, which must neither panic nor hang nor complain without words.
//!
//! `cargo test` does a little of it. For a long run: `SHOBU_FUZZ_SECONDS=600 SHOBU_FUZZ_SEED=7`; each target then works
//! for so many seconds, goes on after a failure, and tells at the end every place that failed, with the smallest input
//! it could make of it.
#![allow(dead_code)]

mod damage;

pub use damage::{Words, damage};

use kernel::{Chance, Dice};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// One undamaged input.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Its path below the project, by which a target can tell what it is for.
    pub name: String,
    pub text: String,
}

/// An input that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// The files of these folders of the project with that ending, and of the folders below them, by name.
pub fn seeds(folders: &[&str], ending: &str) -> Vec<Seed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| below(&root.join(folder), ending, &mut paths));
    paths.sort();
    assert!(!paths.is_empty(), "no {ending} files below {folders:?}");
    let seed = |path: PathBuf| Seed {
        name: path.strip_prefix(&root).unwrap_or(&path).display().to_string(),
        text: fs::read_to_string(&path).unwrap_or_default(),
    };
    paths.into_iter().map(seed).collect()
}

fn below(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, ending, paths);
        } else if path.extension().is_some_and(|found| found == ending) {
            paths.push(path);
        }
    }
}

/// How long a target works.
enum Budget {
    Cases(u64),
    Time(Instant),
}

impl Budget {
    fn new(few: u64) -> Self {
        match env::var("SHOBU_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()) {
            Some(seconds) => Budget::Time(Instant::now() + Duration::from_secs(seconds)),
            None => Budget::Cases(few),
        }
    }

    fn is_long(&self) -> bool {
        matches!(self, Budget::Time(_))
    }

    fn is_spent(&self, cases: u64) -> bool {
        match self {
            Budget::Cases(most) => cases >= *most,
            Budget::Time(end) => Instant::now() >= *end,
        }
    }
}

/// Where the last panic was, and what it said.
static LAST: Mutex<String> = Mutex::new(String::new());

thread_local!(
    /// Whether this thread is inside a reader.
    static READING: Cell<bool> = const { Cell::new(false) }
);

/// Panics are expected here in numbers: they are noted, not printed.
fn listen_to_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            let place =
                info.location().map_or("?".into(), |place| format!("{}:{}", place.file(), place.line()));
            if READING.get() {
                let said = info.payload();
                let words = said
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| said.downcast_ref::<&str>().map(|words| words.to_string()));
                *LAST.lock().unwrap_or_else(|broken| broken.into_inner()) =
                    format!("{place}: {}", words.unwrap_or_default());
            } else {
                usual(info);
            }
        }));
    });
}

/// What a reader did with an input: nothing to say, or where it failed.
fn try_case(read: &dyn Fn(&Seed, &str) -> Result<(), String>, seed: &Seed, text: &str) -> Result<(), String> {
    READING.set(true);
    let verdict = catch_unwind(AssertUnwindSafe(|| read(seed, text)));
    READING.set(false);
    match verdict {
        Ok(verdict) => verdict,
        Err(_) => Err(LAST.lock().unwrap_or_else(|broken| broken.into_inner()).clone()),
    }
}

/// A failure without the numbers that differ from input to input.
fn class(failure: &str) -> String {
    let mut words: String = failure.chars().take(160).collect();
    if let Some((place, said)) = failure.split_once(": ") {
        words =
            format!("{place}: {}", said.chars().filter(|c| !c.is_ascii_digit()).take(60).collect::<String>());
    }
    words
}

/// Damages seeds and reads them until the budget is spent: `few` cases, or the seconds of a long run. `read` gets the seed that an input was made of and the
/// input; `Err` is a complaint: an error message without words or place, a law that does not hold.
pub fn fuzz(
    kind: &'static str,
    few: u64,
    seeds: &[Seed],
    read: impl Fn(&Seed, &str) -> Result<(), String> + Send + Sync,
) {
    listen_to_panics();
    let worker = thread::Builder::new().name(format!("fuzz {kind}"));
    let failures = thread::scope(|scope| {
        // The same stack as the main thread of a program has.
        let worker = worker.stack_size(8 << 20).spawn_scoped(scope, || work(kind, few, seeds, &read));
        worker.expect("a thread can be started").join().expect("the fuzzer itself does not panic")
    });
    assert!(failures.is_empty(), "{kind}: {} kinds of failure:\n{}", failures.len(), failures.join("\n"));
}

fn work(
    kind: &str,
    few: u64,
    seeds: &[Seed],
    read: &dyn Fn(&Seed, &str) -> Result<(), String>,
) -> Vec<String> {
    let budget = Budget::new(few);
    let start: u64 = env::var("SHOBU_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let folder = env::temp_dir().join("shobu-fuzz");
    let _ = fs::create_dir_all(&folder);
    let current = folder.join(format!("{kind}-current.txt"));
    let mut dice =
        Dice::new(start ^ kind.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte)));
    let words = Words::of(seeds);
    let watch = Watch::begin(kind, &current);
    let mut failures: BTreeMap<String, String> = BTreeMap::new();
    let mut cases = 0;
    let mut slowest = Duration::ZERO;
    // What once broke something comes first, as it is.
    let mut known: Vec<&Seed> = seeds.iter().filter(|seed| seed.name.contains("corpus/")).collect();
    while !(known.is_empty() && budget.is_spent(cases)) {
        let (seed, text) = match known.pop() {
            Some(seed) => (seed, seed.text.clone()),
            None => {
                let seed = &seeds[dice.below(seeds.len() as u32) as usize];
                let other = &seeds[dice.below(seeds.len() as u32) as usize];
                (seed, damage(&seed.text, &other.text, &words, &mut dice))
            }
        };
        // An overflowing stack ends the process: the input must be kept before it is read.
        if budget.is_long() || cases == 0 {
            let _ = fs::write(&current, &text);
        }
        let began = Instant::now();
        watch.now(Some(began));
        let verdict = try_case(read, seed, &text);
        watch.now(None);
        if began.elapsed() > slowest {
            slowest = began.elapsed();
            if budget.is_long() {
                let _ = fs::write(folder.join(format!("{kind}-slowest.txt")), &text);
            }
        }
        cases += 1;
        let Err(failure) = verdict else { continue };
        if failures.contains_key(&class(&failure)) {
            continue;
        }
        let small = shrink(&text, |smaller| {
            try_case(read, seed, smaller).is_err_and(|other| class(&other) == class(&failure))
        });
        let kept = folder.join(format!("{kind}-{}.txt", failures.len()));
        let _ = fs::write(&kept, &small);
        failures.insert(
            class(&failure),
            format!("- {failure}\n  made of {}, kept as {}:\n{small}", seed.name, kept.display()),
        );
        if !budget.is_long() {
            break;
        }
    }
    println!("fuzz {kind}: {cases} cases from {} seeds, slowest {slowest:.1?}", seeds.len());
    failures.into_values().collect()
}

/// Leaves out pieces of an input as long as it still fails.
fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut small: Vec<char> = text.chars().collect();
    let end = Instant::now() + Duration::from_secs(20);
    let mut size = small.len().div_ceil(2);
    while size > 0 && Instant::now() < end {
        let mut at = 0;
        let mut went = false;
        while at < small.len() && Instant::now() < end {
            let without: String = small[..at].iter().chain(&small[(at + size).min(small.len())..]).collect();
            if fails(&without) {
                small = without.chars().collect();
                went = true;
            } else {
                at += size;
            }
        }
        size = if went && size == 1 { 1 } else { size / 2 };
    }
    small.into_iter().collect()
}

/// Ends the process when an input takes too long, and says which.
struct Watch {
    since: Arc<Mutex<Option<Instant>>>,
    over: Arc<AtomicBool>,
}

impl Watch {
    fn begin(kind: &str, current: &Path) -> Self {
        let watch = Watch { since: Arc::default(), over: Arc::default() };
        let (since, over) = (watch.since.clone(), watch.over.clone());
        let (kind, current) = (kind.to_string(), current.display().to_string());
        thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(500));
                let began = *since.lock().unwrap_or_else(|broken| broken.into_inner());
                if began.is_some_and(|began| began.elapsed() > PATIENCE) {
                    eprintln!("fuzz {kind}: an input hangs; in a long run it is kept as {current}");
                    std::process::abort();
                }
            }
        });
        watch
    }

    fn now(&self, began: Option<Instant>) {
        *self.since.lock().unwrap_or_else(|broken| broken.into_inner()) = began;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
