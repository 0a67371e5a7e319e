//! "Why not that?": the rule that refuses a choice now.

use crate::labels::{Named, begins, find, fold};
use crate::near::nearest;
use crate::said::rule_in_words;
use kernel::{Chance, Game, Legal, Match, RuleBook, RuleId, Standing, Verdicts};

/// What can be said of a label at the open decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explained {
    /// It is offered.
    Allowed {
        label: String,
    },
    /// It was considered and refused, by this rule.
    Refused {
        label: String,
        rule: RuleId,
    },
    /// It names several options.
    Ambiguous {
        labels: Vec<String>,
    },
    /// Nothing like it was considered here; these come near.
    Unknown {
        near: Vec<String>,
    },
    Over,
}

impl Explained {
    /// The answer as a sentence, with the words of the rule.
    pub fn in_words(&self, rules: RuleBook) -> String {
        match self {
            Explained::Allowed { label } => format!("\"{label}\" is offered"),
            Explained::Refused { label, rule } => {
                format!("\"{label}\" is refused by {}", rule_in_words(rules, *rule))
            }
            Explained::Ambiguous { labels } => format!("that could be any of: {}", labels.join(" | ")),
            Explained::Unknown { near } if near.is_empty() => "nothing like that is considered here".into(),
            Explained::Unknown { near } => {
                format!("nothing like that is considered here; near it: {}", near.join(" | "))
            }
            Explained::Over => "the match is over".into(),
        }
    }
}

/// Asks the game about a label: offered, or refused and why.
pub fn explain<G: Game, C: Chance>(game: &Match<G, C>, wanted: &str) -> Explained {
    if matches!(game.state.standing(), Standing::Over(_)) {
        return Explained::Over;
    }
    let labels = game.labels();
    match find(&labels, wanted) {
        Named::One(at) => return Explained::Allowed { label: labels[at].clone() },
        Named::Several(at) => {
            return Explained::Ambiguous { labels: at.iter().map(|at| labels[*at].clone()).collect() };
        }
        Named::Nothing => {}
    }
    let refused = refusals(game);
    match best(&refused, wanted).first() {
        Some((label, rule)) => Explained::Refused { label: label.clone(), rule: *rule },
        None => {
            let known: Vec<&str> =
                labels.iter().chain(refused.iter().map(|(label, _)| label)).map(String::as_str).collect();
            Explained::Unknown { near: nearest(wanted, known).into_iter().map(str::to_string).collect() }
        }
    }
}

/// Every choice that the game considered here and refused, by label, with the rule.
pub fn refusals<G: Game, C: Chance>(game: &Match<G, C>) -> Vec<(String, RuleId)> {
    let mut verdicts = Verdicts(Vec::new());
    game.state.consider(&game.cards, &mut verdicts);
    let refused = |(choice, verdict): (G::Choice, Legal)| {
        verdict.err().map(|rule| (game.state.label(&game.cards, choice), rule))
    };
    verdicts.0.into_iter().filter_map(refused).collect()
}

/// The refusals that a label names: those with exactly this label, else those that begin with it.
pub fn best(refused: &[(String, RuleId)], wanted: &str) -> Vec<(String, RuleId)> {
    let wanted = fold(wanted);
    let exact: Vec<_> = refused.iter().filter(|(label, _)| fold(label) == wanted).cloned().collect();
    if !exact.is_empty() {
        return exact;
    }
    refused.iter().filter(|(label, _)| begins(&fold(label), &wanted)).cloned().collect()
}
