//! Why a break changes nothing: `reasons.tsv`, one row each, found again by the file, the kind of break and the words
//! that are broken, so that lines may move. Words that stand in several places of a file (`1`, say) are told apart by a rule
//! that is cited there, in a fifth column.

use crate::rewrite::Break;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// File, kind (`*` for every kind), broken words, and a rule near them (empty: whichever).
type Key = (String, String, String, String);

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
            let ([file, kind, words, reason], rule) = match fields[..] {
                [file, kind, words, reason] => ([file, kind, words, reason], ""),
                [file, kind, words, reason, rule] => ([file, kind, words, reason], rule),
                _ => {
                    return Err(format!(
                        "{}:{}: four columns: file, kind, words, reason; or five: and a rule",
                        path.display(),
                        at + 1
                    ));
                }
            };
            if reason.len() < 10 {
                return Err(format!("{}:{}: that is no reason", path.display(), at + 1));
            }
            rows.insert((file.into(), kind.into(), words.into(), rule.into()), reason.to_string());
        }
        Ok(Reasons { rows, used: RefCell::default() })
    }

    /// The reason that is written down for this break.
    pub fn of(&self, one: &Break) -> Option<&str> {
        let near = || std::iter::once("").chain(one.rules.iter().map(String::as_str));
        let mut keys = [one.kind.as_str(), "*"].into_iter().flat_map(|kind| {
            near().map(move |rule| (one.file.clone(), kind.to_string(), one.words.clone(), rule.to_string()))
        });
        let known = keys.find(|key| self.rows.contains_key(key))?;
        let reason = self.rows.get(&known).map(String::as_str);
        self.used.borrow_mut().insert(known);
        reason
    }

    /// Says which reasons speak of no survivor any more, if all games were tried.
    pub fn tell_unused(&self, all: bool) {
        let used = self.used.borrow();
        for (file, kind, words, _) in self.rows.keys().filter(|key| all && !used.contains(*key)) {
            eprintln!("reasons.tsv: nothing survives at {file} ({kind}): {words}");
        }
    }
}
