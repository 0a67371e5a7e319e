//! "Did you mean …?" for words of a card text: a word that no scene of the project uses is compared with those that they do, and
//! what is suggested has been tried: with it more of the text is read.

use kernel::{Printed, Unread};
use serde_json::Value;
use shobu::pools::CardSet;
use shobu::{GameName, Shipped, Source, near};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// A word is known if this many scenes say it.
const KNOWN: usize = 3;

/// Unread clauses that are looked at, so that a whole pool is checked as quickly as ever.
pub const MOST: usize = 100;

/// The words that card texts of a game are made of.
pub struct Vocabulary(BTreeSet<String>);

/// A word of a card and what was meant by it, as far as can be seen.
pub struct Meant {
    pub word: String,
    pub meant: String,
}

/// The same as a sentence, if there is anything to say.
pub fn did_you_mean(meant: &[Meant]) -> String {
    let said: Vec<String> = meant.iter().map(|one| format!("{} for {}", one.meant, one.word)).collect();
    if said.is_empty() { String::new() } else { format!("; did you mean {}?", said.join(" and ")) }
}

impl Vocabulary {
    pub fn of(game: GameName) -> Vocabulary {
        let folder = format!("scenes/{}/", game);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for scene in book::scenes().filter(|scene| scene.path.starts_with(&folder)) {
            let said: BTreeSet<String> = words(scene.text).collect();
            said.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
        }
        Vocabulary(counts.into_iter().filter(|(_, scenes)| *scenes >= KNOWN).map(|(word, _)| word).collect())
    }

    /// Words of an unread paragraph that are not known and that some known word is so like that more is read with it.
    pub fn meant<G: Shipped>(&self, row: &Value, unread: &Unread) -> Vec<Meant> {
        let mut found = Vec::new();
        let mut row = row.clone();
        let Some(text) = paragraph(&mut row, &unread.field).map(|text| text.clone()) else { return found };
        let mut stands = how_far::<G>(&row, &unread.field);
        let strange: BTreeSet<String> = words(&text).filter(|word| !self.0.contains(word)).collect();
        for word in strange.into_iter().filter(|word| word.chars().count() > 2) {
            for meant in near::nearest(&word, self.0.iter().map(String::as_str)) {
                let mut other = row.clone();
                let Some(text) = paragraph(&mut other, &unread.field) else { break };
                *text = replaced(text, &word, meant);
                let reached = how_far::<G>(&other, &unread.field);
                if reached > stands {
                    (row, stands) = (other, reached);
                    found.push(Meant { word, meant: meant.to_string() });
                    break;
                }
            }
        }
        found
    }
}

/// How much of a paragraph is read: how few of its clauses are not, and up to which letter.
fn how_far<G: Shipped>(row: &Value, field: &str) -> Option<(Reverse<usize>, usize)> {
    let source = Source::new("a card", row.to_string());
    let set: CardSet<G> = G::read_cards(&[source]).ok()?;
    let (_, card) = set.pool().iter().find(|(print, _)| set.row(*print).is_some())?;
    let here = || card.unread().iter().filter(|unread| unread.field == field);
    Some((Reverse(here().count()), here().map(|unread| unread.span.0).min().unwrap_or(usize::MAX)))
}

/// The words of a text, folded: letters only.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The paragraph that a field such as `back.text[1]` names.
fn paragraph<'a>(row: &'a mut Value, field: &str) -> Option<&'a mut String> {
    let (path, at) = field.strip_suffix(']')?.rsplit_once('[')?;
    let holder = path.split('.').try_fold(row, |value, key| value.get_mut(key))?;
    match holder {
        Value::String(text) => Some(text),
        Value::Array(lines) => match lines.get_mut(at.parse::<usize>().ok()?)? {
            Value::String(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// A text with one word in the place of another, wherever it stands by itself.
fn replaced(text: &str, word: &str, meant: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphabetic) {
        let end =
            rest[start..].find(|letter: char| !letter.is_alphabetic()).map_or(rest.len(), |end| start + end);
        out.push_str(&rest[..start]);
        match rest[start..end].to_lowercase() == word {
            true => out.push_str(meant),
            false => out.push_str(&rest[start..end]),
        }
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_replaced_only_where_it_stands_by_itself() {
        assert_eq!(replaced("Draw 1 card, drawn [draw]", "draw", "take"), "take 1 card, drawn [take]");
    }

    #[test]
    fn the_words_of_a_game_are_known() {
        let known = Vocabulary::of(GameName::Digimon).0;
        assert!(["draw", "digivolution", "blocker"].iter().all(|word| known.contains(*word)));
    }
}
