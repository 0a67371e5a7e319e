//! What is counted, as Prometheus reads it.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper ends of the classes of times, in milliseconds.
const CLASSES: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 250, 1_000, 5_000];

/// How long something took, in classes.
#[derive(Default)]
pub struct Times {
    classes: [AtomicU64; CLASSES.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Times {
    pub fn note(&self, time: Duration) {
        let class = CLASSES.iter().position(|end| time <= Duration::from_millis(*end));
        if let Some(class) = class {
            self.classes[class].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (class, end) in self.classes.iter().zip(CLASSES) {
            sum += class.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", end as f64 / 1e3);
        }
        let count = self.count.load(Relaxed);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {}", self.micros.load(Relaxed) as f64 / 1e6);
        let _ = writeln!(text, "{name}_count {count}");
    }
}

/// Everything that is counted.
#[derive(Default)]
pub struct Metrics {
    /// From taking an answer to its being on disk.
    pub answers: Times,
    /// Answers of bots, with their thinking.
    pub bots: Times,
    pub matches_made: AtomicU64,
    pub stale: AtomicU64,
    pub twice: AtomicU64,
    pub refused_rate: AtomicU64,
    pub storage_trouble: AtomicU64,
    pub connections: AtomicU64,
    pub states_sent: AtomicU64,
    commits: Times,
    committed: AtomicU64,
}

/// What is true now, beside what was counted.
#[derive(Clone, Copy, Default)]
pub struct Now {
    pub live: u64,
    pub stored: u64,
    pub open: u64,
    pub bytes: u64,
}

impl Metrics {
    /// Notes a commit of so many changes.
    pub fn committed(&self, changes: usize, time: Duration) {
        self.commits.note(time);
        self.committed.fetch_add(changes as u64, Relaxed);
    }

    pub fn text(&self, now: Now) -> String {
        let mut text = String::new();
        self.answers.write(&mut text, "shobu_answer_seconds", "From taking an answer to its being on disk.");
        self.bots.write(&mut text, "shobu_bot_seconds", "A bot's answer, from the question to the disk.");
        self.commits.write(&mut text, "shobu_commit_seconds", "One commit of the storage.");
        let counters = [
            ("shobu_committed_changes_total", "Changes in all commits.", &self.committed),
            ("shobu_matches_made_total", "Matches begun.", &self.matches_made),
            ("shobu_stale_answers_total", "Answers to a version that had passed.", &self.stale),
            ("shobu_repeated_answers_total", "Answers sent again and taken once.", &self.twice),
            ("shobu_refused_by_rate_total", "Requests over the limit of their address.", &self.refused_rate),
            ("shobu_storage_trouble_total", "Failures of the storage.", &self.storage_trouble),
            ("shobu_states_sent_total", "States pushed to connections.", &self.states_sent),
        ];
        for (name, help, value) in counters {
            let _ =
                writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", value.load(Relaxed));
        }
        let gauges = [
            ("shobu_connections", "Open live connections.", self.connections.load(Relaxed)),
            ("shobu_live_matches", "Matches in memory.", now.live),
            ("shobu_stored_matches", "Matches kept.", now.stored),
            ("shobu_open_matches", "Matches kept that are not over.", now.open),
            ("shobu_storage_bytes", "Bytes that the storage takes.", now.bytes),
        ];
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        text
    }
}
