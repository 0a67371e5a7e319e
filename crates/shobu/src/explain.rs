//! "Why not that?": the rule that refuses a choice now.

use crate::labels::{Named, begins, find, fold};
use crate::near::nearest;
use crate::said::{rule_in_words, seat_of_word, seat_word};
use kernel::{Chance, Context, Game, Log, Match, Menu, RuleBook, RuleId, Scenes, Seat, Standing, Unasked};
use std::sync::Arc;

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
    /// It was considered in a window that has just passed because nothing could be chosen in it, and refused there.
    Passed {
        label: String,
        rule: RuleId,
        seat: Seat,
        ask: String,
    },
    /// That seat is not asked now; the other is, and about this.
    NotAsked {
        seat: Seat,
        ask: String,
    },
    /// The card lies there, but is none of those that this question is about.
    NotAmong {
        card: String,
        place: String,
        ask: String,
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
            Explained::Passed { label, rule, seat, ask } => format!(
                "{} could choose nothing ({ask}), so that window was passed by: \"{label}\" was refused in it by {}",
                seat_word(*seat),
                rule_in_words(rules, *rule)
            ),
            Explained::NotAsked { seat, ask } => format!(
                "{} is not asked now: the open decision is that of {} ({ask})",
                seat_word(seat.other()),
                seat_word(*seat)
            ),
            Explained::NotAmong { card, place, ask } => {
                format!("{card} ({place}) is none of those that this question is about: {ask}")
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

/// The decisions that were passed by between an answer and the next question.
pub fn skipped<G: Game, C: Chance>(
    before: &G,
    cards: &Arc<G::Cards>,
    mut chance: C,
    choice: G::Choice,
) -> Vec<Unasked> {
    /// More of them than this tell nobody anything.
    const MOST: usize = 200;
    let mut state = before.clone();
    let mut log = Log::of_unasked();
    let mut menu = Menu::default();
    let mut next = choice;
    for _ in 0..MOST {
        state.apply(next, &mut Context { pool: &**cards, chance: &mut chance, log: &mut log });
        state.menu(cards, &mut menu);
        match menu.options[..] {
            [only] if !state.ends_own_step(only) => {
                log.leave_out(|| Unasked::of(&state, cards));
                next = only;
            }
            _ => break,
        }
    }
    log.unasked().to_vec()
}

/// Answers "why not that?" as fully as it can be: `opponent: block with Wall` asks for a seat, windows that were passed by
/// are looked at too, and so are cards that a choice leaves out.
pub fn ask<G: Game + Scenes, C: Chance>(
    game: &Match<G, C>,
    wanted: &str,
    passed: impl FnOnce() -> Vec<Unasked>,
) -> Explained {
    let (seat, label) = match wanted.split_once(':') {
        Some((who, label)) if seat_of_word(who.trim()).is_some() => (seat_of_word(who.trim()), label.trim()),
        _ => (None, wanted.trim()),
    };
    let asked = game.menu().seat;
    let here = match seat {
        Some(seat) if seat != asked && game.outcome().is_none() => Explained::Unknown { near: Vec::new() },
        _ => explain(game, label),
    };
    let Explained::Unknown { near } = here else { return here };
    for window in passed().into_iter().rev().filter(|window| seat.is_none_or(|seat| seat == window.seat)) {
        if let Some((label, rule)) = best(&window.refused, label).first() {
            return Explained::Passed {
                label: label.clone(),
                rule: *rule,
                seat: window.seat,
                ask: window.ask,
            };
        }
    }
    let ask = || game.state.ask(&game.cards, game.menu().reason);
    match seat {
        Some(seat) if seat != asked => Explained::NotAsked { seat: asked, ask: ask() },
        _ => left_out(game, label, ask()).unwrap_or(Explained::Unknown { near }),
    }
}

/// A card that a label names and that the open question does not offer.
fn left_out<G: Game + Scenes, C: Chance>(game: &Match<G, C>, label: &str, ask: String) -> Option<Explained> {
    let name = label.strip_prefix("choose ").unwrap_or(label).trim();
    let (owner, card) = *game.state.cards_named(&game.cards, name).first()?;
    let (seat, zone) = game.state.zone_of(card);
    let whose = if seat == Seat::A { "your" } else { "opponent" };
    let owned = if owner == seat { String::new() } else { format!(", owned by {}", seat_word(owner)) };
    Some(Explained::NotAmong { card: name.to_string(), place: format!("{whose} {zone}{owned}"), ask })
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
    refused_in(&game.state, &game.cards)
}

fn refused_in<G: Game>(state: &G, cards: &G::Cards) -> Vec<(String, RuleId)> {
    Unasked::of(state, cards).map_or(Vec::new(), |question| question.refused)
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
