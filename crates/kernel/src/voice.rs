//! Names in the place of "you" and "opponent": for two people at one screen, and for who looks at a match from outside.

/// Words to one player, told to anybody: that player and the other one by name.
pub fn by_name(words: &str, own: &str, other: &str) -> String {
    let mut told = String::with_capacity(words.len() + 8);
    let mut rest = words;
    while let Some(letter) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(char::is_alphanumeric).len();
        let (said, used) = match &rest[..word] {
            "your" if rest.starts_with("your opponent") => (other.to_string(), "your opponent".len()),
            "your" => (format!("{own}'s"), word),
            "opponent" => (other.to_string(), word),
            "you" => {
                let verb = rest[word..].trim_start();
                let verb = &verb[..verb.len() - verb.trim_start_matches(char::is_alphabetic).len()];
                match rest[word..].starts_with(' ') && !verb.is_empty() {
                    true => (format!("{own} {}", third_person(verb)), word + 1 + verb.len()),
                    false => (own.to_string(), word),
                }
            }
            "" => (letter.to_string(), letter.len_utf8()),
            other => (other.to_string(), word),
        };
        told.push_str(&said);
        rest = &rest[used..];
    }
    told
}

/// A verb of "you" as it is said of somebody else.
fn third_person(verb: &str) -> String {
    match verb {
        "have" => "has".into(),
        "are" => "is".into(),
        "do" | "go" => format!("{verb}es"),
        "may" | "can" | "must" | "cannot" | "and" | "or" | "to" | "with" | "from" => verb.into(),
        verb if ["s", "sh", "ch", "x"].iter().any(|ending| verb.ends_with(ending)) => format!("{verb}es"),
        verb => format!("{verb}s"),
    }
}
