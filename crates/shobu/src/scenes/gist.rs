//! What happened, as expectations compare it: `Golem depleted`, `Golem is depleted` and `Golem was depleted` are one thing. A
//! scene says what happened; in which tense somebody is told of it is a matter of style.

use crate::labels::fold;

/// Words that a sentence may have or not.
const SMALL: [&str; 7] = ["is", "are", "was", "were", "has", "have", "the"];

/// Past forms that do not end in "ed".
const PAST: [(&str, &str); 9] = [
    ("drew", "draw"),
    ("redrew", "redraw"),
    ("took", "take"),
    ("paid", "pay"),
    ("became", "become"),
    ("lost", "lose"),
    ("went", "go"),
    ("won", "win"),
    ("stood", "stand"),
];

/// The words without what only their tense says.
pub(super) fn gist(words: &str) -> String {
    let folded = fold(words);
    let kept = folded.split(' ').filter(|word| !SMALL.contains(word));
    kept.map(stem).collect::<Vec<_>>().join(" ")
}

/// A word without its ending; numbers and short words as they are.
fn stem(word: &str) -> String {
    let word = PAST.iter().find(|(past, _)| *past == word).map_or(word, |(_, base)| base);
    if word.chars().count() < 4 || !word.chars().all(|letter| letter.is_ascii_lowercase()) {
        return word.to_string();
    }
    let bare = ["ed", "es", "s", "e"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    // "flipped" and "flips": one letter of a pair.
    let letters = bare.as_bytes();
    match letters {
        [.., one, two] if one == two => bare[..bare.len() - 1].to_string(),
        _ => bare.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::gist;

    #[test]
    fn tenses_are_alike() {
        for (past, present) in [
            ("Golem depleted", "Golem is depleted"),
            ("you drew Ember", "you draw Ember"),
            ("opponent declared Ward", "opponent declares Ward"),
            ("you flipped Rock", "you flip Rock"),
            ("Wall was KO'd", "Wall is KO'd"),
            ("opponent took 2 damage", "opponent takes 2 damage"),
            ("you shuffled", "you shuffle"),
            ("Phoenix rested", "Phoenix rests"),
            ("opponent activated Nest", "opponent activates Nest"),
            ("opponent passed", "opponent passes"),
        ] {
            assert_eq!(gist(past), gist(present));
        }
        assert_ne!(gist("Golem blocks"), gist("Golem attacks"));
        assert_ne!(gist("you draw Ember"), gist("opponent draws Ember"));
        assert_ne!(gist("2 damage"), gist("3 damage"));
    }
}
