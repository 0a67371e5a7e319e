//! Things to be done later: "at the end of the turn, …" (DBS 1-7-2-1-1).

use super::clauses::{Steps, clause_now};
use super::nouns::Words;
use crate::vocab::*;
use effects::text::{Builder, Parser};
use effects::{Filter, Step, Target, Who};

/// "at the end of the turn", of a thing to be done then: when, and until when it may wait.
fn later(p: &mut Parser<'_>) -> Option<(Moment, Option<Who>, Until)> {
    p.lookup(&[
        ("at the end of the/this? turn", (Moment::TurnEnds, None, Until::Turn)),
        (
            "at the end of your opponent 's next? turn",
            (Moment::TurnEnds, Some(Who::Opponent), Until::OpponentsTurnEnd),
        ),
        ("at the end of your next turn", (Moment::TurnEnds, Some(Who::You), Until::YourNextTurnEnd)),
        ("at the start/beginning of your next main phase", (Moment::MainBegins, Some(Who::You), Until::Game)),
        (
            "at the start/beginning of your opponent 's next? main phase",
            (Moment::MainBegins, Some(Who::Opponent), Until::Game),
        ),
        ("at the start/beginning of your next turn", (Moment::TurnBegins, Some(Who::You), Until::Game)),
        (
            "at the start/beginning of your opponent 's next? turn",
            (Moment::TurnBegins, Some(Who::Opponent), Until::Game),
        ),
        ("at the end of the/this/that? battle", (Moment::BattleEnds, None, Until::Battle)),
        ("after the battle", (Moment::BattleEnds, None, Until::Battle)),
    ])
}

/// A thing to be done later: a skill of its own that waits, carrying the card it is about (DBS 1-7-2-1-1).
fn delayed(
    lex: &Words,
    b: &mut Builder<Dbs>,
    when: (Moment, Option<Who>, Until),
    steps: Steps,
    carry: Target<Dbs>,
) -> Steps {
    let _ = lex;
    let (moment, who, until) = when;
    let subject = who.map_or(Filter::Any, Filter::Of);
    let trigger = effects::Trigger { moment, subject, cond: None };
    let mut all = vec![Step::Do(Verb::Activated)];
    all.extend(steps);
    let ability = effects::Ability::new(Part::Given, effects::When::Trigger(vec![trigger]), all);
    let ability = b.grant(ability);
    vec![Step::Later { ability, until, carry }]
}

/// Reads a clause that is done later: "it" then means the card carried along.
fn delayed_clause(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
    read: impl FnOnce(&mut Parser<'_>, &mut Builder<Dbs>) -> Option<(Steps, (Moment, Option<Who>, Until))>,
) -> Option<Steps> {
    let before = b.it.clone();
    // Several cards cannot be carried; a slot is carried only if one card at most is in it.
    let carry = match &before {
        Some(Target::Slot(slot)) if b.single == Some(*slot) => Target::Slot(*slot),
        Some(Target::Slot(_) | Target::Each(_) | Target::Several(_)) => {
            b.it = None;
            Target::This
        }
        Some(other) => other.clone(),
        None => Target::This,
    };
    let carried = matches!(carry, Target::Slot(_) | Target::Subject);
    if carried {
        b.it = Some(Target::Subject);
    }
    let read = p.attempt_with(b, |p, b| read(p, b));
    b.it = before;
    let (steps, when) = read?;
    // What the card on top of it must be then cannot be asked for later.
    b.spoken.is_none().then_some(())?;
    Some(delayed(lex, b, when, steps, carry))
}

/// One clause, now or later.
pub fn clause(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "… and for the turn, it gets …": the duration in front.
    let saved = b.until;
    if let Some(steps) = p.attempt_with(b, |p, b| {
        b.until = Some(super::gains::until(p)?);
        p.mark(',');
        clause_now(lex, p, b)
    }) {
        b.until = saved;
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        delayed_clause(lex, p, b, |p, b| {
            let when = later(p)?;
            p.mark(',');
            let mut steps = clause_now(lex, p, b)?;
            while let Some(more) = p.attempt_with(b, |p, b| {
                (p.take(", then") || p.take(", and") || p.take("and") || p.mark(',')).then_some(())?;
                clause_now(lex, p, b)
            }) {
                steps.extend(more);
            }
            Some((steps, when))
        })
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        delayed_clause(lex, p, b, |p, b| {
            let steps = clause_now(lex, p, b)?;
            let when = later(p)?;
            Some((steps, when))
        })
    }) {
        return Some(steps);
    }
    clause_now(lex, p, b)
}
