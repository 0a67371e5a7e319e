//! Finding rules by the words we have for them.

use crate::labels::fold;
use kernel::{RuleBook, RuleRow};

/// The rules in which every one of these words begins a word of the rule or stands in its id, best first: those that
/// have the words as a phrase, then those that have them whole, then shorter ones.
pub fn search(rules: RuleBook, wanted: &str) -> Vec<RuleRow> {
    let phrase = fold(wanted);
    let wanted = words(&phrase);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, usize, RuleRow)> = rules
        .rows()
        .filter_map(|row| {
            let (says, id) = (fold(row.says), fold(row.id));
            let said = words(&says);
            let fits = |word: &&str| {
                said.iter().any(|other| other.starts_with(word)) || id.split('-').any(|part| part == *word)
            };
            if id != phrase && !wanted.iter().all(fits) {
                return None;
            }
            let whole = wanted.iter().filter(|word| said.contains(word)).count();
            let phrase = usize::from(id == phrase) * 2 + usize::from(says.contains(&phrase));
            Some((usize::MAX - phrase * 100 - whole, said.len(), row))
        })
        .collect();
    found.sort_by_key(|(rank, length, _)| (*rank, *length));
    found.into_iter().map(|(.., row)| row).collect()
}

/// The words of a folded text, without their brackets and commas.
fn words(folded: &str) -> Vec<&str> {
    folded
        .split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '\'' | '.'))
        .map(|word| word.trim_matches(['-', '\'', '.']))
        .filter(|word| !word.is_empty())
        .collect()
}
