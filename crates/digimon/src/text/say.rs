//! A tree in plain words, which read again give the same tree.

use super::lexicon::{B, WORDS};
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::described;
use effects::{Filter, Step};

/// The words that name one of several offered effects.
pub fn words_of(steps: &[Step<Dcg>]) -> String {
    format!("{}", steps.len())
}

/// Reads a description back.
pub fn filter_back(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    described(&WORDS, p, &mut B::default())
}
