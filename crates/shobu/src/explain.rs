//! "Why not that?": the rule that refuses a choice now.

use crate::Playable;
use crate::labels::{Named, begins, find, fold};
use crate::near::nearest;
use crate::said::{rule_in_words, seat_of_word, seat_word};
use kernel::board::Painter;
use kernel::{
    Because, Card, Chance, Context, Eyes, Game, Log, Match, Menu, RuleBook, RuleId, Seat, Standing, Twins,
    Verdicts,
};
use serde_json::{Value, json};
use std::sync::{Arc, mpsc};

/// What can be said of a label at the open decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explained {
    /// It is offered.
    Allowed {
        /// The option.
        label: String,
    },
    /// It was considered and refused, by this rule.
    Refused {
        /// The option that was asked about.
        label: String,
        /// The rule that refuses it.
        rule: RuleId,
        /// What it would cost, where it costs something.
        cost: Option<i32>,
        /// What stands behind it: what is missing, what does not hold, which effects forbid it.
        because: Because,
    },
    /// It was considered in a window that has just passed because nothing could be chosen in it, and refused there.
    Passed {
        /// The option that was asked about.
        label: String,
        /// The rule that refused it.
        rule: RuleId,
        /// Who would have been asked.
        seat: Seat,
        /// What would have been asked.
        ask: String,
        /// What stands behind the refusal.
        because: Because,
    },
    /// That seat is not asked now; the other is, and about this.
    NotAsked {
        /// Who would be asked.
        seat: Seat,
        /// What would be asked.
        ask: String,
    },
    /// The card lies there, but is none of those that this question is about.
    NotAmong {
        /// The card.
        card: String,
        /// Where it lies.
        place: String,
        /// What is asked for.
        ask: String,
        /// Why it does not fit.
        because: Because,
    },
    /// It names several options.
    Ambiguous {
        /// What it could mean.
        labels: Vec<String>,
    },
    /// Nothing like it was considered here; these come near.
    Unknown {
        /// What was perhaps meant.
        near: Vec<String>,
    },
    /// The match is over.
    Over,
}

impl Explained {
    /// The answer as a sentence, with the words of the rule; what stands behind a refusal on lines of its own.
    pub fn in_words(&self, rules: RuleBook, eyes: Eyes) -> String {
        let behind = |because: &Because| -> String {
            because.in_words(eyes).iter().map(|words| format!("\n{words}")).collect()
        };
        match self {
            Explained::Allowed { label } => format!("\"{label}\" is offered"),
            Explained::Refused { label, rule, cost, because } => {
                let costs = cost.map_or(String::new(), |cost| format!(" (it would cost {cost})"));
                let rule = rule_in_words(rules, *rule);
                format!("\"{label}\"{costs} is refused by {rule}{}", behind(because))
            }
            Explained::Passed { label, rule, seat, ask, because } => format!(
                "{} could choose nothing ({ask}), so that window was passed by: \"{label}\" was refused in it by {}{}",
                seat_word(*seat),
                rule_in_words(rules, *rule),
                behind(because)
            ),
            Explained::NotAsked { seat, ask } => format!(
                "{} is not asked now: the open decision is that of {} ({ask})",
                seat_word(seat.other()),
                seat_word(*seat)
            ),
            Explained::NotAmong { card, place, ask, because } => {
                let behind = behind(because);
                format!("{card} ({place}) is none of those that this question is about: {ask}{behind}")
            }
            Explained::Ambiguous { labels } => format!("that could be any of: {}", labels.join(" | ")),
            Explained::Unknown { near } if near.is_empty() => "nothing like that is considered here".into(),
            Explained::Unknown { near } => {
                format!("nothing like that is considered here; near it: {}", near.join(" | "))
            }
            Explained::Over => "the match is over".into(),
        }
    }

    /// The same for a program.
    pub fn as_json(&self, rules: RuleBook) -> Value {
        let refused = |label: &str, rule: RuleId, because: &Because| {
            let mut told = json!({"refused": label, "rule": rules.id(rule), "says": rules.says(rule)});
            if !because.is_empty() {
                told["because"] = json!(because);
            }
            told
        };
        match self {
            Explained::Allowed { label } => json!({"allowed": label}),
            Explained::Refused { label, rule, cost, because } => {
                let mut told = refused(label, *rule, because);
                if let Some(cost) = cost {
                    told["cost"] = json!(cost);
                }
                told
            }
            Explained::Passed { label, rule, seat, ask, because } => {
                let mut told = refused(label, *rule, because);
                told["passed"] = json!(ask);
                told["seat"] = json!(seat);
                told
            }
            Explained::NotAsked { seat, ask } => {
                json!({"not_asked": {"asked": seat_word(*seat), "ask": ask}})
            }
            Explained::NotAmong { card, place, ask, because } => {
                let mut told = json!({"not_among": {"card": card, "place": place, "ask": ask}});
                if !because.is_empty() {
                    told["not_among"]["because"] = json!(because);
                }
                told
            }
            Explained::Ambiguous { labels } => json!({"ambiguous": labels}),
            Explained::Unknown { near } => json!({"near": near}),
            Explained::Over => json!({"over": true}),
        }
    }
}

/// Who asks, and what they call twins.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// What they may know.
    pub eyes: Eyes,
    /// What the match has called twins to them; without numbers, what the game calls them.
    pub twins: &'a Twins,
}

impl<'a> Asker<'a> {
    fn painter<G: Playable>(self, picture: &'a G, cards: &'a G::Cards) -> Painter<'a, G> {
        Painter::new(picture, cards, self.eyes).calling(self.twins)
    }
}

/// A question as it was considered for a seat: what it is about, what is refused in it, and by which rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who was asked.
    pub seat: Seat,
    /// What was asked.
    pub ask: String,
    /// The candidates that were refused, each with its rule.
    pub refused: Vec<(String, RuleId)>,
    /// What stands behind each of them.
    because: Vec<Because>,
}

impl Question {
    /// The question that is open in a state, as somebody sees it; none when the match is over.
    fn of<G: Playable>(state: &G, cards: &G::Cards, asker: Asker) -> Option<Self> {
        let Standing::Open(seat) = state.standing() else { return None };
        let picture = state.pictured(cards, asker.eyes);
        let painter = asker.painter(&picture, cards);
        let verdicts = considered(&picture, cards);
        let label = |choice| asker.twins.label(&picture, cards, choice);
        Some(Question {
            seat,
            ask: picture.ask(cards, picture.reason()),
            refused: verdicts.iter().map(|(choice, rule)| (label(*choice), *rule)).collect(),
            because: verdicts.iter().map(|(choice, rule)| painter.because(*choice, *rule)).collect(),
        })
    }
}

/// The questions between an answer and the next one that nobody was asked, as somebody sees them.
pub fn left_out<G: Playable, C: Chance>(
    before: &G,
    cards: &Arc<G::Cards>,
    mut chance: C,
    choice: G::Choice,
    asker: Asker,
) -> Vec<Question> {
    /// More of them than this tell nobody anything.
    const MOST: usize = 200;
    let (noted, states) = mpsc::channel::<G>();
    let mut log = Log::beside(Box::new(move |state| {
        if let Some(state) = state.downcast_ref::<G>() {
            // The other end is held below.
            let _ = noted.send(state.clone());
        }
    }));
    let mut state = before.clone();
    let mut menu = Menu::default();
    let mut next = choice;
    for _ in 0..MOST {
        state.apply(next, &mut Context { pool: &**cards, chance: &mut chance, log: &mut log });
        state.menu(cards, &mut menu);
        match menu.options[..] {
            [only] if !state.ends_own_step(only) => {
                log.leave_out(&state);
                next = only;
            }
            _ => break,
        }
    }
    states.try_iter().filter_map(|state| Question::of(&state, cards, asker)).collect()
}

/// Answers "why not that?" as fully as those eyes may know it: `opponent: block with Wall` asks for a seat, questions that
/// were left out are looked at too, and so are cards that a choice does not name.
pub fn ask<G: Playable, C: Chance>(
    game: &Match<G, C>,
    wanted: &str,
    asker: Asker,
    left_out: impl FnOnce() -> Vec<Question>,
) -> Explained {
    if game.outcome().is_some() {
        return Explained::Over;
    }
    let (seat, label) = match wanted.split_once(':') {
        Some((who, label)) if seat_of_word(who.trim()).is_some() => (seat_of_word(who.trim()), label.trim()),
        _ => (None, wanted.trim()),
    };
    let (eyes, asked) = (asker.eyes, game.menu().seat);
    let elsewhere = seat.is_some_and(|seat| seat != asked) || eyes.seat().is_some_and(|seat| seat != asked);
    let here = match elsewhere {
        true => Explained::Unknown { near: Vec::new() },
        false => explain_to(game, &game.state().pictured(game.cards(), eyes), label, asker.twins),
    };
    let near = match here {
        Explained::Unknown { near } => near,
        Explained::Refused { label, rule, .. } => return in_full(game, label, rule, asker),
        told => return told,
    };
    for question in
        left_out().into_iter().rev().filter(|question| seat.is_none_or(|seat| seat == question.seat))
    {
        if let Some((label, rule)) = best(&question.refused, label).first().cloned() {
            let meant = |(full, by): &(String, RuleId)| *full == label && *by == rule;
            let at = question.refused.iter().position(meant).unwrap_or(0);
            let because = question.because.get(at).cloned().unwrap_or_default();
            let Question { seat, ask, .. } = question;
            return Explained::Passed { label, rule, seat, ask, because };
        }
    }
    let ask = game.state().ask(game.cards(), game.menu().reason);
    match elsewhere {
        true => Explained::NotAsked { seat: asked, ask },
        false => unnamed(game, label, asker, ask).unwrap_or(Explained::Unknown { near }),
    }
}

/// A refusal with what it would cost and what stands behind it, as somebody may know it.
fn in_full<G: Playable, C: Chance>(
    game: &Match<G, C>,
    label: String,
    rule: RuleId,
    asker: Asker,
) -> Explained {
    let cards = game.cards();
    let picture = game.state().pictured(cards, asker.eyes);
    let painter = asker.painter(&picture, cards);
    // Of several candidates with this label the one of which there is most to tell.
    let told = considered(game.state(), cards)
        .into_iter()
        .filter(|(choice, _)| asker.twins.label(&picture, cards, *choice) == label)
        .map(|(choice, rule)| (choice, rule, painter.because(choice, rule)));
    let (mut first, mut best) = (None, None);
    for found in told {
        let slot = if found.2.is_empty() { &mut first } else { &mut best };
        slot.get_or_insert(found);
    }
    match best.or(first) {
        Some((choice, rule, because)) => {
            let cost = picture.deal::<kernel::board::Wordless>(cards, choice).cost.filter(|cost| *cost > 0);
            Explained::Refused { label, rule, cost, because }
        }
        None => Explained::Refused { label, rule, cost: None, because: Because::default() },
    }
}

/// A card that a label names and that the open question does not offer.
fn unnamed<G: Playable, C: Chance>(
    game: &Match<G, C>,
    label: &str,
    asker: Asker,
    ask: String,
) -> Option<Explained> {
    let name = label.strip_prefix("choose ").unwrap_or(label).trim();
    let picture = game.state().pictured(game.cards(), asker.eyes);
    let painter = asker.painter(&picture, game.cards());
    let (bare, _) = name.rsplit_once('#').unwrap_or((name, ""));
    // By the name that it has here, else by what the game calls it.
    let called = |(_, card): &&(Seat, Card)| fold(&painter.title(*card)) == fold(name);
    let named = picture.cards_named(game.cards(), bare);
    let (owner, card) = match named.iter().find(called) {
        Some(found) => *found,
        None => *picture.cards_named(game.cards(), name).first()?,
    };
    let (seat, zone) = picture.zone_of(card);
    let whose = if seat == Seat::A { "your" } else { "opponent" };
    let owned = if owner == seat { String::new() } else { format!(", owned by {}", seat_word(owner)) };
    let because = painter.not_among(card);
    Some(Explained::NotAmong {
        card: name.to_string(),
        place: format!("{whose} {zone}{owned}"),
        ask,
        because,
    })
}

/// Asks the game about a label of the open menu: offered, or refused and why.
pub fn explain<G: Playable, C: Chance>(game: &Match<G, C>, wanted: &str) -> Explained {
    explain_to(game, game.state(), wanted, &Twins::default())
}

/// The same for somebody who sees this picture and calls twins so.
fn explain_to<G: Playable, C: Chance>(
    game: &Match<G, C>,
    picture: &G,
    wanted: &str,
    twins: &Twins,
) -> Explained {
    if matches!(game.state().standing(), Standing::Over(_)) {
        return Explained::Over;
    }
    let labels = twins.labels(picture, game.cards(), game.menu());
    match find(&labels, wanted) {
        Named::One(at) => return Explained::Allowed { label: labels[at].clone() },
        Named::Several(at) => {
            return Explained::Ambiguous { labels: at.iter().map(|at| labels[*at].clone()).collect() };
        }
        Named::Nothing => {}
    }
    let refused = refused_in(game, picture, twins);
    match best(&refused, wanted).first() {
        Some((label, rule)) => {
            let (label, rule) = (label.clone(), *rule);
            Explained::Refused { label, rule, cost: None, because: Because::default() }
        }
        None => {
            let known: Vec<&str> =
                labels.iter().chain(refused.iter().map(|(label, _)| label)).map(String::as_str).collect();
            Explained::Unknown { near: nearest(wanted, known).into_iter().map(str::to_string).collect() }
        }
    }
}

/// Every choice that the game considered here and refused, by label, with the rule.
pub fn refusals<G: Playable, C: Chance>(game: &Match<G, C>) -> Vec<(String, RuleId)> {
    refused_in(game, game.state(), &Twins::default())
}

fn refused_in<G: Playable, C: Chance>(
    game: &Match<G, C>,
    picture: &G,
    twins: &Twins,
) -> Vec<(String, RuleId)> {
    let label = |choice| twins.label(picture, game.cards(), choice);
    considered(game.state(), game.cards()).into_iter().map(|(choice, rule)| (label(choice), rule)).collect()
}

/// Everything that is considered and refused, with the rule.
fn considered<G: Game>(state: &G, cards: &G::Cards) -> Vec<(G::Choice, RuleId)> {
    let mut verdicts = Verdicts(Vec::new());
    state.consider(cards, &mut verdicts);
    verdicts.0.into_iter().filter_map(|(choice, verdict)| Some((choice, verdict.err()?))).collect()
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
