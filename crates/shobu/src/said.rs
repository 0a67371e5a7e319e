//! Small words that all front ends share.

use kernel::{Game, Outcome, RuleBook, RuleId, Seat, Why};

/// A seat as scenes write it.
pub fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::A => "you",
        Seat::B => "opponent",
    }
}

/// The seat that a word means.
pub fn seat_of_word(word: &str) -> Option<Seat> {
    match word {
        "you" | "your" | "yours" | "my" | "me" => Some(Seat::A),
        "opponent" | "opponent's" | "opponents" | "their" => Some(Seat::B),
        _ => None,
    }
}

/// A rule by its id and our words for it: `rule 11-2-1: …`.
pub fn rule_in_words(rules: RuleBook, rule: RuleId) -> String {
    match rules.says(rule) {
        "" => format!("rule {}", rules.id(rule)),
        says => format!("rule {}: {says}", rules.id(rule)),
    }
}

/// Why a match ended: a rule with its words, or a word.
pub fn why_words<G: Game>(why: Why) -> String {
    match why {
        Why::Rule(rule) => rule_in_words(G::RULES, rule),
        other => why_word::<G>(other),
    }
}

/// The same as short as figures want it: a rule by its id only.
pub fn why_word<G: Game>(why: Why) -> String {
    match why {
        Why::Rule(rule) => format!("rule {}", G::RULES.id(rule)),
        Why::Concession => "concession".into(),
        Why::Limit => "the engine's limit".into(),
    }
}

/// How a match ended, as scenes say it.
pub fn outcome_words<G: Game>(outcome: Outcome) -> String {
    let why = why_words::<G>(outcome.why);
    match outcome.winner {
        Some(seat) => format!("{} won ({why})", seat_word(seat)),
        None => format!("a draw ({why})"),
    }
}
