//! Small words that all front ends share.

use kernel::{Game, Outcome, Seat, Why};

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

/// Why a match ended, in a word or a rule id.
pub fn why_words<G: Game>(why: Why) -> String {
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
