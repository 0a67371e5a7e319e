//! Tries breaks against scenes. Meant to be built in the broken copy that `breaker` writes, and started by it.
//!
//! `trial GAME SCENES BREAKS notice PART PARTS FROM`: for each break of the list the first scene that notices it.
//! `trial GAME SCENES BREAKS claims PART PARTS FROM`: for each scene and each rule it claims whether some break of that rule fails it.
//! One line of answer each, on standard output; a panic or a run without end is a failure of the scene like any other. A line
//! without a number says that the work goes on: who watches loses patience with one scene, not with many.

use shobu::scenes::{Scene, files, run};
use shobu::{GameName, Source, with_game};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A break of the list: its number and the rules it is near.
struct Break {
    number: u32,
    rules: Vec<String>,
}

struct Tried {
    file: String,
    scene: Scene,
    /// By break: whether it makes a difference somewhere in the unbroken run.
    reached: Vec<bool>,
}

/// Which of the work is ours: every `parts`th from `part`, and none before `from`.
struct Share {
    part: usize,
    parts: usize,
    from: usize,
}

impl Share {
    fn has(&self, at: usize) -> bool {
        at >= self.from && at % self.parts == self.part
    }
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, folder, list, what, part, parts, from] = &args[..] else {
        return Err(
            "trial GAME SCENES BREAKS notice|claims PART PARTS FROM; it is started by `breaker`".into()
        );
    };
    let game: GameName = game.parse().map_err(|fault: shobu::Fault| fault.to_string())?;
    let number = |word: &String| word.parse::<usize>().map_err(|error| format!("{word}: {error}"));
    let share = Share { part: number(part)?, parts: number(parts)?.max(1), from: number(from)? };
    let breaks = breaks(list)?;
    let most = breaks.iter().map(|one| one.number).max().unwrap_or(0);
    // What a broken rule says on its way down is of no interest.
    std::panic::set_hook(Box::new(|_| {}));
    let scenes = scenes(game, folder, most)?;
    match what.as_str() {
        "notice" => notice(game, &scenes, &breaks, &share),
        "claims" => claims(game, &scenes, &breaks, &share),
        other => return Err(format!("{other:?} is neither notice nor claims")),
    }
    Ok(())
}

fn breaks(list: &str) -> Result<Vec<Break>, String> {
    let text = std::fs::read_to_string(list).map_err(|error| format!("{list}: {error}"))?;
    let read = |line: &str| {
        let mut fields = line.split('\t');
        let number = fields.next()?.parse().ok()?;
        Some(Break { number, rules: fields.next()?.split(' ').map(str::to_string).collect() })
    };
    Ok(text.lines().filter_map(read).collect())
}

fn scenes(game: GameName, folder: &str, most: u32) -> Result<Vec<Tried>, String> {
    let mut tried = Vec::new();
    let mut pulse = Pulse::new();
    for path in files(&[PathBuf::from(folder)]).map_err(|fault| fault.to_string())? {
        let scene = Source::read(&path).and_then(Scene::read).map_err(|fault| fault.to_string())?;
        if scene.game != game.as_str() {
            continue;
        }
        pulse.beat();
        broken::turn_on(0);
        broken::record(most);
        if with_game!(game, G => run::<G>(&scene)).is_err() {
            return Err(format!("{}: fails with nothing broken", path.display()));
        }
        tried.push(Tried { file: path.display().to_string(), scene, reached: broken::recorded() });
    }
    Ok(tried)
}

/// Says now and then that the work goes on.
struct Pulse(Instant);

impl Pulse {
    fn new() -> Pulse {
        Pulse(Instant::now())
    }

    fn beat(&mut self) {
        if self.0.elapsed() > Duration::from_secs(1) {
            say("at work");
            self.0 = Instant::now();
        }
    }
}

/// Whether a scene fails with a break on.
fn fails(game: GameName, scene: &Scene, number: u32) -> bool {
    broken::turn_on(number);
    let ran = catch_unwind(AssertUnwindSafe(|| with_game!(game, G => run::<G>(scene)).is_ok()));
    broken::turn_on(0);
    !ran.unwrap_or(false)
}

fn say(words: &str) {
    let mut out = std::io::stdout().lock();
    // Without a reader there is nobody left to try for.
    if writeln!(out, "{words}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Tries the scenes that come by a break: first those that claim its rule, and the one that noticed the break before.
fn notice(game: GameName, scenes: &[Tried], breaks: &[Break], share: &Share) {
    let mut pulse = Pulse::new();
    let mut last = None;
    for (at, one) in breaks.iter().enumerate().filter(|(at, _)| share.has(*at)) {
        let reaches = |which: &usize| scenes[*which].reached[one.number as usize];
        let mut reaching: Vec<usize> = (0..scenes.len()).filter(reaches).collect();
        let claims =
            |which: usize| scenes[which].scene.rules.iter().any(|cited| one.rules.contains(&cited.id));
        reaching.sort_by_key(|which| !(last == Some(*which) || claims(*which)));
        let noticed = reaching.iter().copied().find(|which| {
            pulse.beat();
            fails(game, &scenes[*which].scene, one.number)
        });
        last = noticed.or(last);
        let verdict = match noticed {
            Some(which) => format!("noticed\t{}", scenes[which].file),
            None if reaching.is_empty() => "unreached".to_string(),
            None => "survived".to_string(),
        };
        say(&format!("{at}\t{}\t{verdict}", one.number));
    }
}

fn claims(game: GameName, scenes: &[Tried], breaks: &[Break], share: &Share) {
    let mut of_rule: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for one in breaks {
        one.rules.iter().for_each(|rule| of_rule.entry(rule).or_default().push(one.number));
    }
    let mut pulse = Pulse::new();
    for (at, tried) in scenes.iter().enumerate().filter(|(at, _)| share.has(*at)) {
        let mut disturbs = |number: &u32| {
            pulse.beat();
            tried.reached[*number as usize] && fails(game, &tried.scene, *number)
        };
        let idle: Vec<&str> = tried
            .scene
            .rules
            .iter()
            .map(|cited| cited.id.as_str())
            .filter(|id| of_rule.get(id).is_some_and(|breaks| !breaks.iter().any(&mut disturbs)))
            .collect();
        say(&format!("{at}\t{}\t{}", tried.file, idle.join(" ")));
    }
}
