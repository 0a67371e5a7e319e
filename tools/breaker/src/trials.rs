//! Starts the trials of the broken copy, watches them, and gathers what they say.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long one piece of work may take before it counts as a run without end. The first piece waits for the scenes
/// to be played unbroken.
const PATIENCE: Duration = Duration::from_secs(20);
const FIRST: Duration = Duration::from_secs(120);
/// The most memory a trial may take, in kibibytes: a broken rule may ask for all there is.
const MEMORY: u32 = 3_000_000;

/// What to try.
pub struct Task<'a> {
    pub program: &'a Path,
    pub game: &'a str,
    pub scenes: &'a Path,
    /// The file that lists the breaks.
    pub list: &'a Path,
    /// `notice` or `claims`.
    pub what: &'a str,
    /// How many pieces of work there are.
    pub count: usize,
    pub parts: usize,
}

/// The answers by number of the piece of work; `None` where the trial died or went on for ever.
pub fn run(task: &Task<'_>) -> Result<BTreeMap<usize, Option<String>>, String> {
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..task.parts).map(|part| scope.spawn(move || run_part(task, part))).collect();
        let mut all = BTreeMap::new();
        for part in parts {
            all.extend(part.join().map_err(|_| "a watcher panicked".to_string())??);
        }
        Ok(all)
    })
}

fn start(task: &Task<'_>, part: usize, from: usize) -> Result<Child, String> {
    let words = [part, task.parts, from].map(|number| number.to_string());
    Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; ulimit -c 0; exec \"$@\""), "trial"])
        .arg(task.program)
        .arg(task.game)
        .arg(task.scenes)
        .arg(task.list)
        .arg(task.what)
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", task.program.display()))
}

fn run_part(task: &Task<'_>, part: usize) -> Result<BTreeMap<usize, Option<String>>, String> {
    let mut answers = BTreeMap::new();
    let mut from = part;
    while from < task.count {
        let mut child = start(task, part, from)?;
        let out = child.stdout.take().ok_or("a trial without output")?;
        let (send, receive) = channel();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).all(|line| send.send(line).is_ok())
        });
        let mut wait = FIRST;
        loop {
            match receive.recv_timeout(wait) {
                Ok(line) => {
                    if let Some((at, rest)) = line.split_once('\t')
                        && let Ok(at) = at.parse::<usize>()
                    {
                        answers.insert(at, Some(rest.to_string()));
                        from = at + task.parts;
                    }
                    wait = PATIENCE;
                }
                Err(RecvTimeoutError::Timeout) => {
                    child.kill().map_err(|error| error.to_string())?;
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let ended = child.wait().map_err(|error| error.to_string())?;
        if from < task.count {
            // What a trial gives up by itself is no break's doing: a scene that fails with nothing broken, say.
            if ended.code() == Some(1) {
                return Err(format!("the trials of {} cannot begin; the reason is above", task.game));
            }
            answers.insert(from, None);
            from += task.parts;
        }
    }
    Ok(answers)
}
