//! How Digimon's sentences show which part of them comes next, to tell a designer what is missing.

use effects::text::miss::Part;
use effects::text::miss::Place::{Closes, Opens, Whole, Within};

pub(super) const PARTS: &[Part] = &[
    Part::new(Opens, &["when"], "a moment that is not known"),
    Part::new(Opens, &["if", "while"], "a condition that is not known"),
    Part::new(Opens, &["by"], "a cost that is not known"),
    Part::new(Within, &["for each", "for every"], "a number that is not known"),
    Part::new(Within, &["until"], "a duration that is not known"),
    Part::new(Closes, &["for the"], "a duration that is not known"),
    Part::new(Closes, &["with", "of", "your", "their"], "a description of cards that is not known"),
    Part::new(Whole, &["", "you may", "and", "then", "also", "your opponent", "they"], "no such verb"),
];
