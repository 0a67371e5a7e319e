//! One sentence: a duration, conditions and an offer in front, clauses joined by "and", choices between them.

use super::lexicon::Lex;
use super::sentence::modes_header;
use super::trigger;
use crate::vocab::{Ability, Condition, Part, Step, Until, Words};
use effects::text::grammar::{self, Builder, Lexicon};
use effects::text::parser::Parser;
use effects::{Target, Trigger, When, Who};

type B = Builder<Words>;

/// One sentence, up to its full stop.
pub(super) fn sentence(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if let Some(steps) = p.attempt_with(b, |p, b| delayed(lex, p, b)) {
        return Some(steps);
    }
    let saved = b.until;
    b.actor = Who::You;
    if let Some(until) = p.attempt(|p| {
        let until = lex.until(p, b)?;
        p.mark(',').then_some(until)
    }) {
        b.until = Some(until);
    }
    let steps = p.attempt_with(b, |p, b| parts(lex, p, b));
    b.until = saved;
    steps
}

/// "(if A,) B, and if C, D": each part under its own condition.
fn parts(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let mut steps = match p.attempt_with(b, |p, b| if p.take("if") { condition(lex, p, b) } else { None }) {
        Some(cond) => vec![under(cond, part(lex, p, b)?)],
        None => match p.attempt_with(b, |p, b| {
            // "During an attack on your opponent's turn, nullify that attack"
            let cond = super::condition::during(lex, p, b)?;
            p.mark(',').then_some(cond)
        }) {
            Some(cond) => vec![under(cond, part(lex, p, b)?)],
            None => offered(lex, p, b)?,
        },
    };
    while let Some(more) = p.attempt_with(b, |p, b| {
        let cond = another(lex, p, b)?;
        Some(under(cond, part(lex, p, b)?))
    }) {
        steps.push(more);
    }
    Some(steps)
}

/// What hangs on a condition: another condition of its own, or what is done.
fn part(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    match p.attempt_with(b, |p, b| if p.take("if") { condition(lex, p, b) } else { None }) {
        Some(cond) => Some(vec![under(cond, part(lex, p, b)?)]),
        None => offered(lex, p, b),
    }
}

fn under(cond: Condition, then: Vec<Step>) -> Step {
    Step::If { cond, then, otherwise: Vec::new() }
}

fn condition(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let cond = grammar::condition(lex, p, b)?;
    if p.mark(',') || p.mark(':') { Some(cond) } else { p.want("a comma after the condition") }
}

/// ", and if …," in the middle of a sentence: never the "if you do" of what was done.
fn another(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let joined = p.take(", and then? if")
        || p.take("and then? if")
        || p.take(", then ,? if")
        || p.take("then ,? if")
        || p.take(", if");
    let referring = p.ahead("you do") || p.ahead("not") || p.ahead("you win");
    if joined && !referring { condition(lex, p, b) } else { None }
}

fn offered(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if lex.offers(p) {
        p.take("choose to");
        let steps = clauses(lex, p, b)?;
        return Some(vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }]);
    }
    clauses(lex, p, b)
}

/// Clauses of one sentence.
pub(super) fn clauses(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let mut steps = match p.attempt_with(b, |p, b| unit(lex, p, b)) {
        Some(steps) => steps,
        None => return p.want("something to do"),
    };
    while let Some(more) = p.attempt_with(b, |p, b| {
        if p.ahead(", and if") || p.ahead("and if") {
            return None;
        }
        let joined = p.take(", and then")
            || p.take("and then")
            || p.take(", then ,?")
            || p.take(", and")
            || p.take("and")
            || p.mark('&')
            || p.mark(',');
        if !joined {
            return None;
        }
        if lex.offers(p) {
            // "A, and you may B and C": all that is left of the sentence is offered.
            let steps = clauses(lex, p, b)?;
            return Some(vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }]);
        }
        unit(lex, p, b)
    }) {
        steps.extend(more);
    }
    Some(steps)
}

/// One thing to do, or a choice between some.
fn unit(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if p.attempt(modes_header).is_some() {
        // What there is to choose from stands behind the sentence.
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options: Vec::new() }]);
    }
    let either = p.take("either");
    let read: fn(&Lex, &mut Parser<'_>, &mut B) -> Option<Vec<Step>> =
        if either { plain } else { |lex, p, b| lex.clause(p, b) };
    // What is chosen instead speaks of what was meant before the choice.
    let it = b.it.clone();
    let mut options = vec![read(lex, p, b)?];
    let meant = b.it.clone();
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !(p.take(", or") || p.take("or")) {
            return None;
        }
        b.it = it.clone();
        read(lex, p, b)
    }) {
        options.push(next);
    }
    if options.len() == 1 {
        b.it = meant;
        return if either { None } else { options.pop() };
    }
    b.it = it;
    Some(vec![one_of(options)])
}

/// Clauses joined by "and", without a choice between them.
fn plain(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let mut steps = lex.clause(p, b)?;
    while let Some(more) = p.attempt_with(b, |p, b| {
        let joined = p.take(", and") || p.take("and") || p.mark(',') && !p.ahead("or");
        if joined { lex.clause(p, b) } else { None }
    }) {
        steps.extend(more);
    }
    Some(steps)
}

/// A choice between things to do, named by their words.
pub(super) fn one_of(options: Vec<Vec<Step>>) -> Step {
    let named = |steps: Vec<Step>| (super::say::clause(&steps), steps);
    Step::OneOf { who: Who::You, pick: 1, options: options.into_iter().map(named).collect() }
}

// ---- later ----------------------------------------------------------------------------------------------------------

/// "At the end of the turn, destroy it", "During this turn, when that monster is destroyed, draw a card".
fn delayed(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    // What was meant before is what the effect carries along.
    let carry = b.it.clone().filter(|it| *it != Target::This);
    if carry.is_some() {
        b.it = Some(Target::Other);
    }
    let triggers = if p.take("at the? end of the? turn ,") {
        end_of_turn()
    } else if p.take("for/during this turn ,") && p.ahead("when") {
        let from = p.clone();
        let waits = trigger::read(lex, p, b)?;
        // "When your opponent's card attacks, … that monster": the one chosen before, which what is said later has no word for.
        let chosen = matches!(carry, Some(Target::Slot(_))) && !says(from, Some(p), "monster/monsters");
        if chosen && says(p.clone(), None, "that monster") {
            return p.want("which monster is meant");
        }
        if waits.part != Part::Field || waits.cond.is_some() {
            return None;
        }
        waits.triggers
    } else {
        return None;
    };
    let then = parts(lex, p, b)?;
    b.it = carry.clone();
    Some(vec![later(b, triggers, then, carry)])
}

/// Whether these words stand between two points, or in the rest of the sentence.
fn says(mut from: Parser<'_>, to: Option<&Parser<'_>>, words: &str) -> bool {
    while to.map_or(!from.at_end() && !from.ahead("."), |to| from.position() < to.position()) {
        if from.ahead(words) {
            return true;
        }
        from.bump();
    }
    false
}

pub(super) fn end_of_turn() -> Vec<Trigger<Words>> {
    use crate::vocab::Moment::TurnEnds;
    let end = |who| Trigger { moment: TurnEnds(who), subject: effects::Filter::Any, cond: None };
    vec![end(Who::You), end(Who::Opponent)]
}

/// What is done later, as an ability of its own that the card has for that.
pub(super) fn later(
    b: &mut B,
    triggers: Vec<Trigger<Words>>,
    then: Vec<Step>,
    carry: Option<Target<Words>>,
) -> Step {
    let then = super::sentence::settle(then);
    let ability = b.grant(Ability::new(Part::Later, When::Trigger(triggers), then));
    Step::Later { ability, until: Until::Turn, carry: carry.unwrap_or(Target::This) }
}
