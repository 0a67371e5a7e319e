//! Misprints of card lists, mended token by token before anything is read: what was lost or doubled in typing, never what was meant.

use effects::text::{Bracket, Tok, Token};

/// Signs that were lost or are too many: a bracket without its other half, a sentence glued to the word before it.
pub fn signs(text: &str) -> String {
    // A timing that lost its bracket, and a level's short form that was put where no level is.
    let mut text = text.replace(".On Play]", ".[On Play]").replace("oLv.e", "olve");
    for next in ["When ", "On play"] {
        let glued = text.find(next).filter(|at| text[..*at].ends_with(|c: char| c.is_ascii_lowercase()));
        if let Some(at) = glued {
            text.insert(at, ' ');
        }
    }
    if !text.contains('{') {
        text = text.replace('}', "");
    }
    open_brackets(&text)
}

/// "w/Ember] in name": a name whose bracket was never opened is the one word before it.
fn open_brackets(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let (mut open, mut word) = (0, 0);
    for c in text.chars() {
        match c {
            '[' => open += 1,
            ']' if open > 0 => open -= 1,
            ']' if mended[word..].starts_with(|c: char| c.is_uppercase()) => mended.insert(word, '['),
            _ => {}
        }
        mended.push(c);
        if c.is_whitespace() || matches!(c, '/' | '(' | '.' | ':' | ']') {
            word = mended.len();
        }
    }
    mended
}

/// The words that texts are made of, in alphabetical order: what a misspelt word can have been. Words near to these are here too, so that they are left alone.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "above", "activate", "activated", "activates", "activating", "added", "adding", "affect", "affected", "after",
    "again", "alike", "along", "also", "among", "another", "anybody", "area", "areas", "ascension", "assembly",
    "attach", "attack", "attacked", "attacker", "attacking", "attacks", "attribute", "attributes", "base", "based",
    "battle", "battles", "battling", "beast", "become", "becomes", "before", "being", "below", "beneath", "black",
    "block", "blocked", "blocker", "blocks", "bottom", "breeding", "burst", "cannot", "card", "cards", "change",
    "changed", "changes", "changing", "check", "checks", "choose", "chooses", "choosing", "chosen", "color",
    "colored", "colors", "combined", "condition", "conditions", "contained", "contains", "cost", "costs", "counter",
    "counters", "deck", "decks", "decrease", "decreases", "decreasing", "delete", "deleted", "deletes", "deleting",
    "deletion", "detach", "different", "digimon", "digivolution", "digivolv", "digivolve", "digivolved", "digivolves",
    "digivolving", "digixros", "discard", "discarding", "discards", "does", "doesn", "draw", "drawing", "draws",
    "dropping", "during", "each", "effect", "effects", "eight", "either", "empty", "ending", "engage", "entered",
    "equal", "evade", "even", "ever", "every", "exactly", "except", "face", "fewer", "fewest", "field", "first",
    "five", "flip", "flipped", "flipping", "flips", "following", "form", "forms", "four", "further", "fusion", "gain",
    "gained", "gaining", "gains", "give", "gives", "giving", "great", "greater", "greatest", "green", "guard", "hand",
    "hands", "happened", "hatch", "hatched", "hatches", "hatching", "having", "higher", "highest", "holds", "ignore",
    "ignoring", "include", "includes", "increase", "increases", "increasing", "inherited", "instead", "into",
    "keyword", "kind", "lasts", "least", "leave", "leaves", "leaving", "level", "levels", "line", "lines", "link",
    "linked", "linking", "links", "long", "look", "looking", "lose", "loses", "losing", "lost", "lower", "lowest",
    "matching", "material", "materials", "maximum", "maximums", "meeting", "meets", "memory", "more", "most", "moved",
    "moves", "moving", "multicolor", "must", "name", "names", "number", "numbers", "once", "ones", "only", "onto",
    "opponent", "option", "options", "order", "original", "other", "otherwise", "over", "owner", "owners", "pair",
    "pairs", "part", "partition", "paying", "phase", "pile", "piles", "place", "placed", "places", "placing", "play",
    "playable", "played", "player", "players", "playing", "plays", "point", "points", "prevent", "progress", "purple",
    "putting", "random", "randomly", "recovery", "redirect", "redirecting", "redirects", "reduce", "reduced",
    "reduces", "reducing", "remain", "remaining", "removal", "remove", "removed", "removes", "requirement",
    "requirements", "rest", "return", "returned", "returning", "returns", "reveal", "revealed", "revealing",
    "reveals", "said", "same", "says", "search", "searches", "searching", "security", "seen", "select", "selected",
    "selecting", "selects", "sets", "seven", "show", "shown", "shows", "shuffle", "shuffles", "shuffling", "side",
    "single", "skill", "skills", "some", "something", "space", "specified", "spell", "spelled", "stack", "stacked",
    "stacks", "start", "stay", "stays", "step", "steps", "still", "subject", "such", "survive", "survives", "suspend",
    "suspended", "suspending", "suspends", "switch", "switched", "switches", "switching", "take", "taken", "takes",
    "tamer", "tamers", "target", "targets", "text", "than", "that", "their", "theirs", "them", "themselves", "then",
    "there", "these", "they", "this", "those", "three", "till", "time", "times", "token", "tokens", "total",
    "training", "trait", "traits", "trash", "trashed", "trashes", "trashing", "treat", "treated", "trigger",
    "triggers", "turn", "turns", "twice", "type", "types", "unblockable", "under", "underneath", "unsuspend",
    "unsuspended", "unsuspending", "unsuspends", "until", "used", "user", "uses", "using", "value", "very", "want",
    "well", "were", "what", "when", "where", "which", "while", "white", "whose", "wins", "with", "without", "word",
    "words", "worth", "would", "yellow", "your", "yours", "zone", "zones",
];

/// The one word of a text that another, which is none, is a slip of the hand away from: a letter too many, too few or wrong, or two
/// that changed places; or one colour for another inside it. Short words, numbers and names (which stand in brackets) are never mended.
pub fn meant(word: &str) -> Option<&'static str> {
    let letters = word.bytes().all(|letter| letter.is_ascii_lowercase());
    if !letters || word.len() < 4 || known(word).is_some() {
        return None;
    }
    // "yellowuce": the colour was exchanged everywhere, in the middle of words too.
    let dyed = super::words::COLORS.rows.iter().find_map(|color| {
        let red = word.contains(color.said).then(|| word.replace(color.said, "red"))?;
        known(&red)
    });
    if dyed.is_some() {
        return dyed;
    }
    let near =
        |known: &&&str| known.len() >= 5 && known.len().abs_diff(word.len()) <= 1 && is_slip(word, known);
    let mut near = WORDS.iter().filter(near);
    let found = near.next()?;
    near.next().is_none().then_some(*found)
}

fn known(word: &str) -> Option<&'static str> {
    WORDS.binary_search(&word).ok().map(|at| WORDS[at])
}

/// Whether the two words are one slip apart.
fn is_slip(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let front = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[front..], &other[front..]);
    match (one, other) {
        ([a, b, rest @ ..], [c, d, end @ ..]) if a == d && b == c && rest == end => true,
        ([_, rest @ ..], [_, end @ ..]) if rest == end => true,
        ([_, rest @ ..], end) if rest == end => true,
        (rest, [_, end @ ..]) if rest == end => true,
        _ => false,
    }
}

/// What was mended in a text: the word as it is printed, and as it was read.
pub fn slips(text: &str) -> Vec<(String, &'static str)> {
    let words = effects::text::lex(text).into_iter().filter_map(|token| match token.tok {
        Tok::Word(word) => Some(word),
        _ => None,
    });
    words.filter_map(|word| meant(&word).map(|right| (word, right))).collect()
}

/// Mends the tokens of one paragraph.
pub fn mend(text: &str, tokens: Vec<Token>) -> Vec<Token> {
    let mut mended: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let Token { tok, span } = token;
        match tok {
            // A note that lost its closing bracket goes on to the end.
            Tok::Mark('(') => {
                let note = text.get(span.1..).unwrap_or_default().trim().to_string();
                mended.push(Token { tok: Tok::Group(Bracket::Paren, note), span: (span.0, text.len()) });
                break;
            }
            // Closing marks that nothing opened.
            Tok::Mark(')' | '"') if rest.peek().is_none() => {}
            // "on] …": what is left of a timing that stands there already.
            Tok::Mark(']') => {
                let doubled = matches!(&mended[..], [.., Token { tok: Tok::Group(Bracket::Square, _), .. }, Token { tok: Tok::Word(word), .. }] if word == "on");
                if doubled {
                    mended.pop();
                } else {
                    mended.push(Token { tok, span });
                }
            }
            Tok::Word(word) => word_of(word, span, &mut mended),
            tok => mended.push(Token { tok, span }),
        }
    }
    undouble(&mut mended);
    swap_of_and_or(&mut mended);
    mended
}

/// "1 or your Digimon", "1 of fewer cards": of and or typed for each other, where only the other can stand.
fn swap_of_and_or(tokens: &mut [Token]) {
    for at in 1..tokens.len().saturating_sub(1) {
        let (Tok::Number(_), Tok::Word(behind)) = (&tokens[at - 1].tok, &tokens[at + 1].tok) else {
            continue;
        };
        let right = match (&tokens[at].tok, behind.as_str()) {
            (Tok::Word(word), "your" | "their") if word == "or" => "of",
            (Tok::Word(word), "fewer" | "more" | "less" | "lower" | "higher") if word == "of" => "or",
            _ => continue,
        };
        tokens[at].tok = Tok::Word(right.to_string());
    }
}

fn word_of(word: String, span: (usize, usize), mended: &mut Vec<Token>) {
    // "Lv.4Digivolve …": the space between the number and the word is missing.
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && word[digits..].starts_with("digivol") {
        let middle = span.0 + digits;
        if let Ok(number) = word[..digits].parse() {
            mended.push(Token { tok: Tok::Number(number), span: (span.0, middle) });
            mended.push(Token { tok: Tok::Word(word[digits..].to_string()), span: (middle, span.1) });
            return;
        }
    }
    // "digivoLv.es": an abbreviation put into the middle of the word.
    if let [.., Token { tok: Tok::Word(start), span: begin }, Token { tok: Tok::Mark('.'), .. }] =
        &mut mended[..]
    {
        if start == "digivolv" && matches!(word.as_str(), "es" | "e") {
            *start = "digivolves".into();
            begin.1 = span.1;
            mended.pop();
            return;
        }
    }
    let right = meant(&word).map(str::to_string);
    mended.push(Token { tok: Tok::Word(right.unwrap_or(word)), span });
}

/// "in its name in its name", "trait trait": words printed twice in a row are meant once.
fn undouble(tokens: &mut Vec<Token>) {
    let is_word = |token: &Token| matches!(token.tok, Tok::Word(_));
    for length in (1..=5).rev() {
        let mut at = 0;
        while at + 2 * length <= tokens.len() {
            let (one, two) = (&tokens[at..at + length], &tokens[at + length..at + 2 * length]);
            let same = one.iter().zip(two).all(|(a, b)| is_word(a) && a.tok == b.tok);
            if same {
                tokens.drain(at + length..at + 2 * length);
            } else {
                at += 1;
            }
        }
    }
}
