//! A question of an effect as the other player reads it. Printers say an effect as its owner reads it: "you" are its owner. Whom
//! it makes the opponent decide is the one whom it calls "your opponent".

/// The words of an effect, told to the opponent of its owner: `your opponent discards 1 card from their hand` is
/// `discard 1 card from your hand`. Names in brackets or quotes stay as they are.
pub fn other_side(words: &str) -> String {
    let mut told = String::with_capacity(words.len());
    // Whether "your opponent" was spoken of, so that "their" is theirs.
    let mut spoken = false;
    let mut rest = words;
    while let Some(letter) = rest.chars().next() {
        if let Some(close) = closing(letter) {
            let end = rest[letter.len_utf8()..].find(close);
            let end = end.map_or(rest.len(), |at| letter.len_utf8() + at + close.len_utf8());
            told.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let word = rest.len()
            - rest.trim_start_matches(|letter: char| letter.is_alphabetic() || letter == '\'').len();
        if word == 0 {
            told.push(letter);
            rest = &rest[letter.len_utf8()..];
            continue;
        }
        let (said, used) = turned(rest, word, spoken);
        spoken |= rest[..used].to_lowercase().starts_with("your opponent");
        match letter.is_uppercase() {
            true => told.push_str(&capital(&said)),
            false => told.push_str(&said),
        }
        rest = &rest[used..];
    }
    // What oneself is to do is said without "you".
    match told.strip_prefix("you ").or(told.strip_prefix("You ")) {
        Some(deed) if !deed.starts_with("may ") && !deed.starts_with("can") => match told.starts_with('Y') {
            true => capital(deed),
            false => deed.to_string(),
        },
        _ => told,
    }
}

/// What is said for the words at the beginning of `rest`, the first of which is `word` bytes long, and how many bytes that are.
fn turned(rest: &str, word: usize, spoken: bool) -> (String, usize) {
    const THEIRS: &str = "your opponent's";
    const THEY: &str = "your opponent ";
    let low = rest.to_lowercase();
    if low.starts_with(THEIRS) {
        return ("your".into(), THEIRS.len());
    }
    if low.starts_with(THEY) {
        let verb =
            rest[THEY.len()..].split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
        return (format!("you {}", plain(verb)), THEY.len() + verb.len());
    }
    let said = match &low[..word] {
        "your" if low.starts_with("your opponent") => return ("you".into(), "your opponent".len()),
        "your" => "opponent's",
        "yours" => "the opponent's",
        "you" => "opponent",
        "their" if spoken && !low.starts_with("their owner") => "your",
        _ => return (rest[..word].to_string(), word),
    };
    (said.into(), word)
}

/// A verb of somebody else as it is said of "you".
fn plain(verb: &str) -> String {
    let bare = match verb {
        "has" => "have",
        "does" => "do",
        "is" => "are",
        verb if ["ches", "shes", "sses", "xes"].iter().any(|ending| verb.ends_with(ending)) => {
            &verb[..verb.len() - 2]
        }
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    bare.to_string()
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// What closes a name or a quotation.
fn closing(letter: char) -> Option<char> {
    let pairs = [('[', ']'), ('<', '>'), ('{', '}'), ('《', '》'), ('＜', '＞'), ('【', '】'), ('"', '"')];
    pairs.into_iter().find(|(open, _)| *open == letter).map(|(_, close)| close)
}

#[cfg(test)]
mod tests {
    use super::other_side;

    #[test]
    fn the_one_who_is_asked_is_you() {
        let told = |words: &str| other_side(words);
        assert_eq!(told("your opponent discards 1 card from their hand"), "discard 1 card from your hand");
        assert_eq!(told("Delete 1 of your opponent's Digimon"), "Delete 1 of your Digimon");
        assert_eq!(
            told("your opponent chooses 1 of your Battle Cards with [Your Turn] and switches it"),
            "choose 1 of opponent's Battle Cards with [Your Turn] and switches it"
        );
        assert_eq!(told("your opponent may pay 1 gauge"), "you may pay 1 gauge");
    }
}
