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

/// A game's index of rules, compiled in. Ids are looked up by hash, so that a constant that cites one costs the
/// compiler a few steps and not a walk over the whole index.
#[derive(Clone, Copy, Debug)]
pub struct RuleBook {
    tsv: &'static str,
    /// Where each row begins in the text.
    starts: &'static [u32],
    /// Rows by the hash of their id, at the next free place where two meet; [`RuleBook::FREE`] where there is none.
    slots: &'static [u16; RuleBook::SLOTS],
}

impl RuleBook {
    /// A power of two, more than twice as many as the longest document has rules.
    pub const SLOTS: usize = 4096;
    const FREE: u16 = u16::MAX;

    /// A book over the bytes of an index; see `rules!`.
    pub const fn new(
        tsv: &'static str,
        starts: &'static [u32],
        slots: &'static [u16; RuleBook::SLOTS],
    ) -> Self {
        RuleBook { tsv, starts, slots }
    }

    /// How many rows an index has. Its first line is a header.
    pub const fn count(tsv: &str) -> usize {
        let text = tsv.as_bytes();
        let (mut at, mut lines) = (0, 0);
        while at < text.len() {
            if text[at] == b'\n' {
                lines += 1;
            }
            at += 1;
        }
        let unended = !text.is_empty() && text[text.len() - 1] != b'\n';
        (lines + unended as usize).saturating_sub(1)
    }

    /// Where each of the `N` rows begins.
    pub const fn starts<const N: usize>(tsv: &str) -> [u32; N] {
        let text = tsv.as_bytes();
        let mut starts = [0; N];
        let (mut at, mut row) = (0, 0);
        while at < text.len() && row < N {
            if text[at] == b'\n' {
                starts[row] = at as u32 + 1;
                row += 1;
            }
            at += 1;
        }
        starts
    }

    /// The rows by the hash of their ids.
    pub const fn slots(tsv: &str, starts: &[u32]) -> [u16; RuleBook::SLOTS] {
        assert!(starts.len() * 2 < RuleBook::SLOTS, "more rules than the index of ids has room for");
        let text = tsv.as_bytes();
        let mut slots = [RuleBook::FREE; RuleBook::SLOTS];
        let mut row = 0;
        while row < starts.len() {
            let mut slot = RuleBook::hash(text, starts[row] as usize);
            while slots[slot] != RuleBook::FREE {
                slot = (slot + 1) % RuleBook::SLOTS;
            }
            slots[slot] = row as u16;
            row += 1;
        }
        slots
    }

    /// The hash (FNV-1a) of the id that begins here and ends at a tab or the end.
    const fn hash(text: &[u8], from: usize) -> usize {
        let mut hash: u32 = 0x811c_9dc5;
        let mut at = from;
        while at < text.len() && text[at] != b'\t' {
            hash = (hash ^ text[at] as u32).wrapping_mul(0x0100_0193);
            at += 1;
        }
        hash as usize % RuleBook::SLOTS
    }

    /// The rule with this id. Made for constants: an unknown id fails the build.
    pub const fn cite(self, id: &str) -> RuleId {
        match self.find(id) {
            Some(rule) => rule,
            None => panic!("no such rule id in this game's rules/<game>/index.tsv"),
        }
    }

    /// The rule with this id, if the index has it.
    pub const fn find(self, id: &str) -> Option<RuleId> {
        let (text, id) = (self.tsv.as_bytes(), id.as_bytes());
        let mut slot = RuleBook::hash(id, 0);
        while self.slots[slot] != RuleBook::FREE {
            let row = self.slots[slot];
            let from = self.starts[row as usize] as usize;
            let mut same = 0;
            while same < id.len() && from + same < text.len() && text[from + same] == id[same] {
                same += 1;
            }
            if same == id.len() && from + same < text.len() && text[from + same] == b'\t' {
                return Some(RuleId(row));
            }
            slot = (slot + 1) % RuleBook::SLOTS;
        }
        None
    }

    /// The printed id of a rule.
    pub fn id(self, rule: RuleId) -> &'static str {
        self.row(rule).map_or("?", |row| row.id)
    }

    /// What a rule says, in our words.
    pub fn says(self, rule: RuleId) -> &'static str {
        self.row(rule).map_or("", |row| row.says)
    }

    /// The row of a rule.
    pub fn row(self, rule: RuleId) -> Option<RuleRow> {
        let from = *self.starts.get(rule.0 as usize)? as usize;
        self.tsv[from..].lines().next().map(RuleRow::read)
    }

    /// All rows, in the order of the document.
    pub fn rows(self) -> impl Iterator<Item = RuleRow> {
        self.tsv.lines().skip(1).map(RuleRow::read)
    }
}

/// One row of the index: the id, its kind, where it stands in the document, and (where we have them) our words for it.
#[derive(Clone, Copy, Debug)]
pub struct RuleRow {
    /// The number of the rule in its document.
    pub id: &'static str,
    /// Rule, ruling, variant, heading and the like.
    pub kind: &'static str,
    /// Which document it stands in.
    pub seed: &'static str,
    /// The line there.
    pub line: u32,
    /// What it says, in our words.
    pub says: &'static str,
}

impl RuleRow {
    fn read(line: &'static str) -> Self {
        let mut fields = line.split('\t');
        let mut next = || fields.next().unwrap_or("");
        RuleRow { id: next(), kind: next(), seed: next(), line: next().parse().unwrap_or(0), says: next() }
    }

    /// Whether the ledger asks for a scene: headings and tables have nothing to show.
    pub fn is_testable(&self) -> bool {
        matches!(self.kind, "rule" | "ruling" | "variant")
    }
}

/// The [`RuleBook`] of an index, with what it needs to look ids up, made while compiling.
#[macro_export]
macro_rules! rule_index {
    ($tsv:expr) => {{
        const TSV: &str = $tsv;
        const STARTS: [u32; $crate::RuleBook::count(TSV)] = $crate::RuleBook::starts(TSV);
        const SLOTS: [u16; $crate::RuleBook::SLOTS] = $crate::RuleBook::slots(TSV, &STARTS);
        $crate::RuleBook::new(TSV, &STARTS, &SLOTS)
    }};
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
        pub const RULES: $crate::RuleBook = $crate::rule_index!(include_str!($path));

        /// A rule of this game by its printed id; an unknown id does not compile.
        macro_rules! rule {
            ($d id:literal) => {
                const { crate::RULES.cite($d id) }
            };
        }
        pub(crate) use rule;
    };
}
