//! Tries breaks against scenes. Meant to be built in the broken copy that `breaker` writes, and started by it.
//!
//! `trial GAME SCENES BREAKS notice PART PARTS FROM`: for each break of the list the first scene that notices it.
//! `trial GAME SCENES BREAKS claims PART PARTS FROM`: for each scene and each rule it claims whether some break of that rule fails it.
//! One line of answer each, on standard output; a panic or a run without end is a failure of the scene like any other.

use shobu::scenes::{Scene, files, run};
use shobu::{GameName, Source, with_game};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

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
    for path in files(&[PathBuf::from(folder)]).map_err(|fault| fault.to_string())? {
        let scene = Source::read(&path).and_then(Scene::read).map_err(|fault| fault.to_string())?;
        if scene.game != game.as_str() {
            continue;
        }
        broken::turn_on(0);
        broken::record(most);
        if with_game!(game, G => run::<G>(&scene)).is_err() {
            return Err(format!("{}: fails with nothing broken", path.display()));
        }
        tried.push(Tried { file: path.display().to_string(), scene, reached: broken::recorded() });
    }
    Ok(tried)
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

fn notice(game: GameName, scenes: &[Tried], breaks: &[Break], share: &Share) {
    for (at, one) in breaks.iter().enumerate().filter(|(at, _)| share.has(*at)) {
        let mut reaching = scenes.iter().filter(|tried| tried.reached[one.number as usize]).peekable();
        let verdict = match reaching.peek() {
            None => "unreached".to_string(),
            Some(_) => match reaching.find(|tried| fails(game, &tried.scene, one.number)) {
                Some(tried) => format!("noticed\t{}", tried.file),
                None => "survived".to_string(),
            },
        };
        say(&format!("{at}\t{}\t{verdict}", one.number));
    }
}

fn claims(game: GameName, scenes: &[Tried], breaks: &[Break], share: &Share) {
    let mut of_rule: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for one in breaks {
        one.rules.iter().for_each(|rule| of_rule.entry(rule).or_default().push(one.number));
    }
    for (at, tried) in scenes.iter().enumerate().filter(|(at, _)| share.has(*at)) {
        let idle: Vec<&str> = tried
            .scene
            .rules
            .iter()
            .map(|cited| cited.id.as_str())
            .filter(|id| {
                of_rule.get(id).is_some_and(|breaks| {
                    !breaks
                        .iter()
                        .any(|number| tried.reached[*number as usize] && fails(game, &tried.scene, *number))
                })
            })
            .collect();
        say(&format!("{at}\t{}\t{}", tried.file, idle.join(" ")));
    }
}
