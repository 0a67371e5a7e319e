//! Why a break changes nothing: `reasons.tsv`, one row each, found again by the file, the kind of break and the words
//! that are broken, so that lines may move.

use crate::rewrite::Break;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// File, kind (`*` for every kind) and broken words.
type Key = (String, String, String);

pub struct Reasons {
    rows: HashMap<Key, String>,
    used: RefCell<HashSet<Key>>,
}

impl Reasons {
    pub fn read(path: &Path) -> Result<Reasons, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut rows = HashMap::new();
        for (at, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [file, kind, words, reason] = fields[..] else {
                return Err(format!(
                    "{}:{}: four columns: file, kind, words, reason",
                    path.display(),
                    at + 1
                ));
            };
            if reason.len() < 10 {
                return Err(format!("{}:{}: that is no reason", path.display(), at + 1));
            }
            rows.insert((file.into(), kind.into(), words.into()), reason.to_string());
        }
        Ok(Reasons { rows, used: RefCell::default() })
    }

    /// Whether a reason is written down for this break.
    pub fn has(&self, one: &Break) -> bool {
        [one.kind, "*"].into_iter().any(|kind| {
            let key = (one.file.clone(), kind.to_string(), one.words.clone());
            let known = self.rows.contains_key(&key);
            if known {
                self.used.borrow_mut().insert(key);
            }
            known
        })
    }

    /// Says which reasons speak of no survivor any more, if all games were tried.
    pub fn tell_unused(&self, all: bool) {
        let used = self.used.borrow();
        for (file, kind, words) in self.rows.keys().filter(|key| all && !used.contains(*key)) {
            eprintln!("reasons.tsv: nothing survives at {file} ({kind}): {words}");
        }
    }
}
