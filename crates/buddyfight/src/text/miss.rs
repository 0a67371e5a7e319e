//! How Buddyfight's sentences show which part of them comes next, to tell a designer what is missing, and what the document does not
//! know yet.

use effects::text::Miss;
use effects::text::lexer::fold;
use effects::text::miss::Place::{Behind, Opens, Whole, Within};
use effects::text::miss::{self, Part};

const PARTS: &[Part] = &[
    Part::new(Behind, &["cost]"], "a cost that is not known"),
    Part::new(Opens, &["only cast this card", "only call this card"], "a condition that is not known"),
    Part::new(Within, &["if"], "a condition that is not known"),
    Part::new(Within, &["when"], "a moment that is not known"),
    Part::new(Within, &["during"], "a time that is not known"),
    Part::new(Whole, &["", "you may", "and", "then", "either", "and you may"], "no such verb"),
];

/// Where the unread words are, and what is missing, in words.
pub(super) fn told(words: &str, miss: &Miss) -> ((usize, usize), String) {
    let (span, why) = miss::told(words, (0, words.len()), miss, PARTS);
    (span, newer(words).unwrap_or(why))
}

/// What the document of June 2018 does not know yet.
fn newer(words: &str) -> Option<String> {
    const LATER: [&str; 6] =
        ["release condition", "g.evo", "g.boost", "galaxy f", "oppressed area", "under their flag"];
    let said = fold(words);
    let which = LATER.iter().find(|name| said.contains(**name))?;
    Some(format!("newer than the detailed rules of June 2018: {which}"))
}
