//! Card files whose cards are read when somebody asks for them: of five thousand cards a match needs eighty, and compiling
//! only those makes it begin at once. What is looked at of every row is its id and its name.

use crate::fault::{Fault, Faults, Source};
use crate::near::did_you_mean;
use crate::pools::{CardRow, without_place};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// One row of a card file, by what it is called.
#[derive(Clone, Debug)]
struct Head {
    source: usize,
    line: usize,
    span: Range<usize>,
    id: String,
    name: String,
}

/// Card files, in the order in which they are looked at.
#[derive(Debug, Default)]
pub struct Shelf {
    sources: Vec<Source>,
    heads: Vec<Head>,
    /// Folded ids; the first row with an id keeps it.
    by_id: HashMap<String, usize>,
    /// Folded names with every row that carries it under an id of its own.
    by_name: HashMap<String, Vec<usize>>,
}

#[derive(Deserialize)]
struct HeadRow<'r> {
    #[serde(borrow)]
    id: Cow<'r, str>,
    #[serde(borrow)]
    name: Cow<'r, str>,
}

impl Shelf {
    /// Looks through card files. A row that is no JSON is a fault; what a row says is looked at when it is asked for.
    pub fn read(sources: &[Source]) -> Result<Self, Faults> {
        let mut shelf = Shelf { sources: sources.to_vec(), ..Shelf::default() };
        let mut faults = Faults::default();
        for (number, source) in sources.iter().enumerate() {
            let mut start = 0;
            for (at, line) in source.text.split('\n').enumerate() {
                let span = start..start + line.trim_end().len();
                start += line.len() + 1;
                if line.trim().is_empty() {
                    continue;
                }
                match serde_json::from_str::<HeadRow<'_>>(line) {
                    Ok(row) => shelf.put(Head {
                        source: number,
                        line: at + 1,
                        span,
                        id: row.id.into_owned(),
                        name: row.name.into_owned(),
                    }),
                    Err(error) => {
                        let from = (span.start + error.column().saturating_sub(1)).min(span.end);
                        let what = format!("not a card: {}", without_place(&error));
                        let fault = source.fault_on(at + 1, from..span.end.min(from + 1), what);
                        faults.push(
                            fault.help("a card file has one JSON object on each line, with `id` and `name`"),
                        );
                    }
                }
            }
        }
        faults.or(shelf)
    }

    fn put(&mut self, head: Head) {
        let at = self.heads.len();
        if self.by_id.contains_key(&fold(&head.id)) {
            return;
        }
        self.by_id.insert(fold(&head.id), at);
        self.by_name.entry(fold(&head.name)).or_default().push(at);
        self.heads.push(head);
    }

    /// The ids that a word may mean: one if it is an id, else every card of that name.
    pub fn ids(&self, word: &str) -> Vec<&str> {
        let heads = self.meant(word);
        heads.iter().map(|at| self.heads[*at].id.as_str()).collect()
    }

    fn meant(&self, word: &str) -> Vec<usize> {
        let by_id = |id: &str| self.by_id.get(&fold(id)).copied();
        if let Some(at) = by_id(word).or_else(|| by_id(plain_print(word)?)) {
            return vec![at];
        }
        self.by_name.get(&fold(word)).cloned().unwrap_or_default()
    }

    /// The rows that any of these words may mean, in the order of the files.
    pub fn rows<'w>(
        &self,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<Vec<(&Source, CardRow)>, Fault> {
        let wanted: BTreeSet<usize> = words.into_iter().flat_map(|word| self.meant(word)).collect();
        let row = |at: usize| {
            let head = &self.heads[at];
            let source = &self.sources[head.source];
            let value = serde_json::from_str(&source.text[head.span.clone()])
                .map_err(|error| source.fault_on(head.line, head.span.clone(), without_place(&error)))?;
            Ok((source, CardRow { line: head.line, span: head.span.clone(), value }))
        };
        wanted.into_iter().map(row).collect()
    }

    /// Advice about a word that names no card here.
    pub fn suggest(&self, word: &str) -> Option<String> {
        did_you_mean(word, self.heads.iter().flat_map(|head| [head.id.as_str(), head.name.as_str()]))
    }

    /// Whether there is nothing on it.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }
}

/// The id of a card whose picture has a number of its own: `BT1-010_P1` is `BT1-010`.
pub fn plain_print(id: &str) -> Option<&str> {
    let (plain, picture) = id.split_once('_')?;
    let short = picture.len() <= 6 && picture.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (short && !plain.is_empty()).then_some(plain)
}

fn fold(word: &str) -> String {
    word.trim().to_lowercase()
}
