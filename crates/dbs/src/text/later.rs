//! Things to be done later: "at the end of the turn, …" (DBS 1-7-2-1-1).

use super::clauses::{Steps, clause_now};
use super::nouns::Words;
use crate::vocab::*;
use effects::text::{Builder, Parser};
use effects::{Filter, Step, Target, Who};

/// Reads what is done, and when: what is waited for, whose, and until when.
type ReadLater<'a> =
    &'a dyn Fn(&mut Parser<'_>, &mut Builder<Dbs>) -> Option<(Steps, (Moment, Option<Who>, Until))>;

/// "at the end of the turn", of a thing to be done then: when, and until when it may wait.
fn later(p: &mut Parser<'_>) -> Option<(Moment, Option<Who>, Until)> {
    // Behind "your opponent's next turn", "that turn" is not this one.
    if p.ahead("at the end of that turn") && p.passed_word(p.position().saturating_sub(16), &["next"]) {
        return p.want("which turn is meant");
    }
    p.lookup(&[
        ("at the? end of the/this? turn", (Moment::TurnEnds, None, Until::Turn)),
        ("at the? end of that turn", (Moment::TurnEnds, None, Until::Turn)),
        ("at the end of your turn", (Moment::TurnEnds, None, Until::Turn)),
        (
            "at the end of your opponent 's next turn",
            (Moment::TurnEnds, Some(Who::Opponent), Until::OpponentsNextTurnEnd),
        ),
        (
            "at the end of your opponent 's turn",
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
        // DBS 1-7-2-2-1, 8-1-2-2: a battle begins with the attack.
        ("during the next battle", (Moment::Attacks, None, Until::Game)),
    ])
}

/// A thing to be done later: a skill of its own that waits, carrying the card it is about (DBS 1-7-2-1-1).
fn delayed(
    b: &mut Builder<Dbs>,
    when: (Moment, Option<Who>, Until),
    steps: Steps,
    carry: Target<Dbs>,
    several: &[effects::Slot],
) -> Steps {
    let (moment, who, until) = when;
    let subject = who.map_or(Filter::Any, Filter::Of);
    let trigger = effects::Trigger { moment, subject, cond: None };
    let mut all = vec![Step::Do(Verb::Activated)];
    all.extend(steps);
    let ability = effects::Ability::new(Part::Given, effects::When::Trigger(vec![trigger]), all);
    let ability = b.grant(ability);
    if several.is_empty() {
        return vec![Step::Later { ability, until, carry }];
    }
    // Each of several cards is waited with by itself.
    let one = |over: &effects::Slot, slot: effects::Slot| Step::Each {
        over: *over,
        slot,
        steps: vec![Step::Later { ability, until, carry: Target::Slot(slot) }],
    };
    let each: Vec<effects::Slot> = several.iter().map(|_| b.slot()).collect();
    several.iter().zip(each).map(|(over, slot)| one(over, slot)).collect()
}

/// The slots that hold the cards meant.
fn slots_of(target: &Target<Dbs>) -> Vec<effects::Slot> {
    match target {
        Target::Slot(slot) => vec![*slot],
        Target::Several(all) => all.iter().flat_map(slots_of).collect(),
        _ => Vec::new(),
    }
}

/// Whether steps are about the card carried along and nothing else.
fn only_of_it(steps: &[Step<Dbs>]) -> bool {
    let about = |target: &Target<Dbs>| *target == Target::Subject;
    steps.iter().all(|step| match step {
        Step::Do(
            Verb::Move { what, .. }
            | Verb::Play { what, .. }
            | Verb::Ko(what)
            | Verb::Rest(what)
            | Verb::Ready(what),
        ) => about(what),
        Step::Gain { to: effects::Gainer::Cards(target), .. } => about(target),
        _ => false,
    })
}

/// Reads a clause that is done later: "it" then means the card carried along.
fn delayed_clause(p: &mut Parser<'_>, b: &mut Builder<Dbs>, read: ReadLater<'_>) -> Option<Steps> {
    let said = (b.it.clone(), b.moved.clone(), b.picked.clone());
    // What is meant: one card, or several of which each is waited with by itself.
    let meant = match (&said.0, &said.1) {
        (Some(Target::Slot(slot)), _) if b.single == Some(*slot) => {
            return one_carried(p, b, read, said.0.clone());
        }
        (Some(target @ (Target::Slot(_) | Target::Several(_))), _) => Some(target.clone()),
        (_, Some(target @ (Target::Slot(_) | Target::Several(_)))) => Some(target.clone()),
        _ => None,
    };
    if let Some(meant) = meant {
        let slots = slots_of(&meant);
        let all = p.attempt_with(b, |p, b| {
            let then = |one: &Option<Target<Dbs>>| {
                if one.as_ref() == Some(&meant) { Some(Target::Subject) } else { one.clone() }
            };
            (b.it, b.moved, b.picked) = (then(&said.0), then(&said.1), then(&said.2));
            let (steps, when) = read(p, b)?;
            (b.it, b.moved, b.picked) = said.clone();
            (b.spoken.is_none() && !slots.is_empty() && only_of_it(&steps)).then_some(())?;
            // The card itself among several cannot be told apart from who speaks.
            let whole =
                !matches!(&meant, Target::Several(all) if all.iter().any(|one| slots_of(one).is_empty()));
            whole.then(|| delayed(b, when, steps, Target::This, &slots))
        });
        if all.is_some() {
            return all;
        }
    }
    one_carried(p, b, read, said.0)
}

/// The same with one card at most to be carried.
fn one_carried(
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
    read: ReadLater<'_>,
    before: Option<Target<Dbs>>,
) -> Option<Steps> {
    let kept = (b.moved.clone(), b.picked.clone());
    let carry = match &before {
        Some(Target::Slot(slot)) if b.single == Some(*slot) => Target::Slot(*slot),
        Some(Target::Slot(_) | Target::Each(_) | Target::Several(_)) => {
            b.it = None;
            Target::This
        }
        Some(other) => other.clone(),
        None => Target::This,
    };
    if matches!(carry, Target::Slot(_) | Target::Subject | Target::Other) {
        let then =
            |one: &Option<Target<Dbs>>| one.as_ref().filter(|one| **one == carry).map(|_| Target::Subject);
        (b.it, b.moved, b.picked) = (Some(Target::Subject), then(&kept.0), then(&kept.1));
    } else {
        // What was bound is forgotten by then.
        (b.moved, b.picked) = (None, None);
    }
    let read = p.attempt_with(b, |p, b| read(p, b));
    (b.it, b.moved, b.picked) = (before, kept.0, kept.1);
    let (steps, when) = read?;
    // What the card on top of it must be then cannot be asked for later.
    b.spoken.is_none().then_some(())?;
    Some(delayed(b, when, steps, carry, &[]))
}

/// What is offered then, and what hangs on it.
fn offered_then(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    use effects::text::grammar;
    p.take("you may").then_some(())?;
    let mut steps = clause_now(lex, p, b)?;
    while let Some(more) = p.attempt_with(b, |p, b| {
        (p.take(", then") || p.take(", and") || p.take("and") || p.mark(',')).then_some(())?;
        clause_now(lex, p, b)
    }) {
        steps.extend(more);
    }
    let then = p.attempt_with(b, |p, b| {
        p.mark('.').then_some(())?;
        p.take("if you do so? ,?").then_some(())?;
        grammar::sentence(lex, p, b)
    });
    let then = then.unwrap_or_default();
    Some(vec![Step::May { who: Who::You, steps, then, otherwise: Vec::new() }])
}

/// "When your opponent attacks with a Battle Card this turn, draw 1 card", said by an effect: it waits for that, once, and knows of
/// nothing that the effect is about (DBS 1-7-2-1-1).
fn when_it_happens(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let next = p.take("the next time");
    (next || p.take("when")).then_some(())?;
    let mut own = b.clone();
    let (it, moved, picked) = (own.it.take(), own.moved.take(), own.picked.take());
    let waits = super::triggers::happening(lex, p, &mut own)?;
    (p.take("this turn") || p.take("during this turn")).then_some(())?;
    p.mark(',').then_some(())?;
    own.it = None;
    let mut steps = clause_now(lex, p, &mut own)?;
    while let Some(more) = p.attempt_with(&mut own, |p, b| {
        (p.take(", then") || p.take(", and") || p.take("and")).then_some(())?;
        clause_now(lex, p, b)
    }) {
        steps.extend(more);
    }
    own.spoken.is_none().then_some(())?;
    (own.it, own.moved, own.picked) = (it, moved, picked);
    *b = own;
    let steps = std::iter::once(Step::Do(Verb::Activated)).chain(steps).collect();
    let ability = b.grant(effects::Ability::new(Part::Given, effects::When::Trigger(waits), steps));
    Some(vec![Step::Later { ability, until: Until::Turn, carry: Target::This }])
}

/// One clause, now or later.
pub fn clause(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "… and for the turn, it gets …": the duration in front.
    let saved = b.until;
    if let Some(steps) = p.attempt_with(b, |p, b| {
        b.until = Some(super::gains::until(p)?);
        p.mark(',');
        let mut steps = clause_now(lex, p, b)?;
        // "until …, it gets +5000 power and this card gains [Barrier]".
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", and") || p.take("and")).then_some(())?;
            super::gains::gains(lex, p, b)
        }) {
            steps.extend(more);
        }
        Some(steps)
    }) {
        b.until = saved;
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| when_it_happens(lex, p, b)) {
        return Some(steps);
    }
    // "for every 7 black cards in your Warp, this card gets +5000 power": for the numbers behind.
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.ahead("for each/every").then_some(())?;
        let each = super::gains::per_each(lex, p, b, 1)?;
        p.mark(',').then_some(())?;
        let inner = clause_now(lex, p, b)?;
        let effects::Amount::PerEach { per, of, .. } = each else { return None };
        let gains = |step: &Step<Dbs>| matches!(step, Step::Gain { change: Change::Power(_), .. });
        inner.iter().all(gains).then_some(())?;
        inner.into_iter().map(|step| super::permanents::times(step, per, &of)).collect()
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        delayed_clause(p, b, &|p, b| {
            let when = later(p)?;
            p.mark(',');
            if when.0 == Moment::Attacks {
                b.until = Some(Until::Battle);
            }
            // "at the end of the turn, you may discard 1 card. If you do, draw 2 cards".
            if let Some(steps) = p.attempt_with(b, |p, b| offered_then(lex, p, b)) {
                return Some((steps, when));
            }
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
        delayed_clause(p, b, &|p, b| {
            let steps = clause_now(lex, p, b)?;
            let when = later(p)?;
            Some((steps, when))
        })
    }) {
        return Some(steps);
    }
    clause_now(lex, p, b)
}
