//! Rule numbers: what a refusal or an event cites.

use serde::{Deserialize, Serialize};

/// A rule of one game's document: its row in that game's `rules/<game>/index.tsv`. Two bytes, so that legality
/// can give its reason on the fast path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleId(pub u16);

/// Yes, or no and by which rule.
pub type Legal = Result<(), RuleId>;

/// `Ok` if it holds, else refused by `rule`.
#[inline]
pub const fn ensure(holds: bool, rule: RuleId) -> Legal {
    if holds { Ok(()) } else { Err(rule) }
}

/// A game's index of rules, compiled in.
#[derive(Clone, Copy, Debug)]
pub struct RuleBook {
    tsv: &'static str,
}

impl RuleBook {
    pub const fn new(tsv: &'static str) -> Self {
        RuleBook { tsv }
    }

    /// The rule with this id. Made for constants: an unknown id fails the build.
    pub const fn cite(self, id: &str) -> RuleId {
        match self.find(id) {
            Some(rule) => rule,
            None => panic!("no such rule id in this game's rules/<game>/index.tsv"),
        }
    }

    /// The rule with this id, if the index has it. The first line of the index is its header.
    pub const fn find(self, id: &str) -> Option<RuleId> {
        let (text, id) = (self.tsv.as_bytes(), id.as_bytes());
        let (mut at, mut line) = (0, 0);
        while at < text.len() {
            let mut same = 0;
            while same < id.len() && at + same < text.len() && text[at + same] == id[same] {
                same += 1;
            }
            if line > 0 && same == id.len() && at + same < text.len() && text[at + same] == b'\t' {
                return Some(RuleId(line - 1));
            }
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
            at += 1;
            line += 1;
        }
        None
    }

    /// The printed id of a rule.
    pub fn id(self, rule: RuleId) -> &'static str {
        self.rows().nth(rule.0 as usize).map_or("?", |row| row.id)
    }

    pub fn rows(self) -> impl Iterator<Item = RuleRow> {
        self.tsv.lines().skip(1).map(|line| {
            let mut fields = line.split('\t');
            let mut next = || fields.next().unwrap_or("");
            RuleRow {
                id: next(),
                kind: next(),
                seed: next(),
                line: next().parse().unwrap_or(0),
                says: next(),
            }
        })
    }
}

/// One row of the index: the id, its kind, where it stands in the document, and (where we have them) our words for it.
#[derive(Clone, Copy, Debug)]
pub struct RuleRow {
    pub id: &'static str,
    pub kind: &'static str,
    pub seed: &'static str,
    pub line: u32,
    pub says: &'static str,
}

impl RuleRow {
    /// Whether the ledger asks for a scene: headings and tables have nothing to show.
    pub fn is_testable(&self) -> bool {
        matches!(self.kind, "rule" | "ruling" | "variant")
    }
}

/// Defines a game's `RULES` book and its `rule!("11-2-1")` macro, which checks the id while compiling.
// `crate` is meant: the inner macro is defined in, and used by, the game's own crate.
#[allow(clippy::crate_in_macro_def)]
#[macro_export]
macro_rules! rule_book {
    ($path:literal) => {
        $crate::rule_book!(@ $path $);
    };
    (@ $path:literal $d:tt) => {
        /// This game's rules, by id.
        pub const RULES: $crate::RuleBook = $crate::RuleBook::new(include_str!($path));

        /// A rule of this game by its printed id; an unknown id does not compile.
        macro_rules! rule {
            ($d id:literal) => {
                const { crate::RULES.cite($d id) }
            };
        }
        pub(crate) use rule;
    };
}
