//! A tree in plain words, in the shapes that [`super::grammar`] reads, so that printing and reading again gives the
//! same tree. The game supplies its words through [`Nouns`], and says its sentences itself.

use crate::tree::*;

/// Whether more than one card is meant.
pub fn is_many<V: Vocab>(count: &HowMany<V>) -> bool {
    !matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)))
}

// ---- descriptions, as the grammar reads them ----------------------------------------------------------------------

/// The forms that a test of a card has in a game's texts. A test may have several; which one is said depends on where
/// it stands among the others, because the grammar keeps their order: adjectives, the noun, what stands behind it.
pub trait Nouns {
    /// The game's words.
    type V: Vocab;

    /// In front of the noun.
    fn front(&self, filter: &Filter<Self::V>) -> Option<String>;
    /// The noun itself.
    fn noun(&self, filter: &Filter<Self::V>, many: bool) -> Option<String>;
    /// Behind the noun.
    fn behind(&self, filter: &Filter<Self::V>) -> Option<String>;
    /// The noun for a card of no particular kind.
    fn card(&self, many: bool) -> String;
    /// Whether it is rather said behind the noun, where something else stands in front.
    fn is_late(&self, _: &Filter<Self::V>) -> bool {
        false
    }
}

/// A description of cards: the words that [`super::grammar::described`] reads to this very filter.
pub fn described<N: Nouns>(n: &N, filter: &Filter<N::V>, many: bool) -> String {
    if let Some(words) = described_once(n, filter, many) {
        return words;
    }
    match filter {
        // Each has its own number, so that what stands behind the last is not taken for all of them.
        Filter::Either(any) => {
            let words = any.iter().map(|one| described(n, one, many)).enumerate();
            let all = words.map(|(at, words)| match (at, many) {
                (0, _) => words,
                (_, false) => one(&words),
                (_, true) => format!("any {words}"),
            });
            all.collect::<Vec<_>>().join(" or ")
        }
        filter => loosely(n, filter, many),
    }
}

fn described_once<N: Nouns>(n: &N, filter: &Filter<N::V>, many: bool) -> Option<String> {
    let parts: &[Filter<N::V>] = match filter {
        Filter::Any => &[],
        Filter::All(all) => all,
        one => std::slice::from_ref(one),
    };
    // The noun is the first test that is one and lets everything else stand where it must; else it is "card".
    let front = |upto: usize| parts[..upto].iter().map(|one| n.front(one)).collect::<Option<Vec<_>>>();
    let behind = |from: usize| parts[from..].iter().map(|one| n.behind(one)).collect::<Option<Vec<_>>>();
    for (at, part) in parts.iter().enumerate() {
        if let (Some(noun), Some(front), Some(behind)) = (n.noun(part, many), front(at), behind(at + 1)) {
            return Some(laid_out(front, noun, &behind));
        }
    }
    let around = |at: usize| Some(laid_out(front(at)?, n.card(many), &behind(at)?));
    let late = |at: &usize| parts[..*at].iter().skip(1).any(|one| n.is_late(one));
    let places = || (0..=parts.len()).rev();
    places().filter(|at| !late(at)).find_map(around).or_else(|| places().find_map(around))
}

/// What no order of words gives: every test in the first form it has.
fn loosely<N: Nouns>(n: &N, filter: &Filter<N::V>, many: bool) -> String {
    let parts: &[Filter<N::V>] = match filter {
        Filter::All(all) => all,
        one => std::slice::from_ref(one),
    };
    let (mut front, mut noun, mut behind) = (Vec::new(), None, Vec::new());
    for part in parts {
        match (n.front(part), n.noun(part, many), n.behind(part)) {
            (Some(words), ..) => front.push(words),
            (None, Some(words), _) if noun.is_none() => noun = Some(words),
            (None, _, Some(words)) => behind.push(words),
            (None, ..) => match part {
                Filter::Not(inner) => behind.push(format!("that isn't {}", one(&described(n, inner, false)))),
                Filter::Either(_) | Filter::All(_) => {
                    behind.push(format!("that is {}", one(&described(n, part, false))));
                }
                _ => behind.push("of that kind".into()),
            },
        }
    }
    laid_out(front, noun.unwrap_or_else(|| n.card(many)), &behind)
}

fn laid_out(mut words: Vec<String>, noun: String, behind: &[String]) -> String {
    words.push(noun);
    for (at, next) in behind.iter().enumerate() {
        // Two of the same kind are joined: "with A and with B".
        let first = |words: &str| words.split(' ').next().map(str::to_string);
        if at > 0 && first(&behind[at - 1]) == first(next) {
            words.push("and".into());
        }
        words.push(next.clone());
    }
    words.join(" ")
}

// ---- small words --------------------------------------------------------------------------------------------------

/// With the article: "a monster", "an item", "another card".
pub fn one(noun: &str) -> String {
    let spoken = noun.trim_start_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    match spoken.chars().next() {
        _ if noun.starts_with("other ") => format!("an{noun}"),
        // "A unison", "a universe".
        _ if spoken.starts_with("uni") => format!("a {noun}"),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

/// A small number of things in words, a large one in digits.
pub fn in_words(number: i32) -> String {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(number)
        .ok()
        .and_then(|at| WORDS.get(at))
        .map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// "A", "A and B", "A, B and C".
pub fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A folded phrase with capitals, as it would be printed.
pub fn titled(phrase: &str) -> String {
    let mut fresh = true;
    let capital = |letter: char| {
        let first = fresh;
        fresh = !(letter.is_alphanumeric() || letter == '\'');
        if first { letter.to_ascii_uppercase() } else { letter }
    };
    let words: String = phrase.chars().map(capital).collect();
    // Small words stay small inside.
    ["Of", "The", "And", "In", "To", "A", "For", "On"].iter().fold(words, |words, small| {
        words.replace(&format!(" {small} "), &format!(" {} ", small.to_lowercase()))
    })
}

/// A sentence out of a clause.
pub fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect::<String>() + ".",
        None => String::new(),
    }
}
