//! How the sentences of an ability hang together: conditions in front, "if you do", modes, remarks behind them.

use super::condition;
use super::lexicon::Lex;
use super::trigger;
use crate::state::Zone;
use crate::vocab::{Condition, Part, Step, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::Tok;
use effects::text::parser::Parser;
use effects::{Cond, Limit, Who};

/// "If …," in front of a continuous ability, and where it works from.
pub(super) fn continuous_front(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
) -> Option<(Option<Condition>, Part)> {
    if !p.take("if/while") && !p.ahead("during") {
        return None;
    }
    let in_soul = p.attempt_with(b, |p, b| trigger::in_soul(lexicon, p, b));
    let cond = match &in_soul {
        Some(cond) if p.take("and if?") => {
            let more = grammar::condition(lexicon, p, b)?;
            Some(cond.clone().map_or(more.clone(), |cond| cond.and(more)))
        }
        Some(cond) => cond.clone(),
        None => Some(grammar::condition(lexicon, p, b)?),
    };
    p.mark(',').then_some((cond, if in_soul.is_some() { Part::Soul } else { Part::Field }))
}

/// What was read of an ability's body.
pub(super) struct Sentences {
    pub steps: Vec<Step>,
    pub limit: Option<Limit>,
}

/// "Choose and use one of the following two. ・A ・B": each mode is read by itself.
pub(super) fn modes_header(p: &mut Parser<'_>) -> Option<()> {
    if !(p.take("choose and? use? one of the following/below") || p.take("use one of the following/below")) {
        return None;
    }
    p.number();
    p.take("abilities/effects");
    (p.mark('.') || p.mark(':') || p.mark('!')).then_some(())
}

/// "If you have …, this card cannot be nullified."
pub(super) fn safe_if(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Condition> {
    p.take("then ,?");
    if !p.take("if") {
        return None;
    }
    let cond = grammar::condition(lexicon, p, b)?;
    let said = p.mark(',')
        && (p.take("this card/spell/impact cannot be nullified") || p.take("this card can not be nullified"));
    let ends = said && (p.mark('.') || p.mark('!') || p.at_end());
    while ends && p.mark('!') {}
    ends.then_some(cond)
}

/// The modes themselves, behind their header.
pub(super) fn modes(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>, words: &str) -> Option<Step> {
    let mut options = Vec::new();
    while p.mark('・') {
        let from = p.position();
        let (mut steps, mut start) = (Vec::new(), 0);
        while !p.at_end() && p.peek() != Some(&Tok::Mark('・')) {
            one_sentence(lexicon, p, b, &mut steps, &mut start)?;
        }
        let (start, end) = p.span_from(from);
        let said = words.get(start..end).unwrap_or("").trim().to_string();
        options.push((said, settle(steps)));
    }
    (options.len() > 1).then_some(Step::OneOf { who: Who::You, pick: 1, options })
}

/// What may stand in front of an activated ability: a condition, a phase, where the card is.
pub(super) fn act_front(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
) -> Option<(Option<Part>, Option<Condition>)> {
    if p.take("if this card is in your hand") {
        p.take("and");
        p.mark(',');
        return Some((Some(Part::Hand), None));
    }
    if p.take("if this card is in your drop zone") {
        if p.take("and") {
            p.take("if");
            let cond = grammar::condition(lexicon, p, b)?;
            return p.mark(',').then_some((Some(Part::Drop), Some(cond)));
        }
        p.mark(',');
        return Some((Some(Part::Drop), None));
    }
    let cond = if p.take("if") {
        grammar::condition(lexicon, p, b)?
    } else if let Some(cond) = p.attempt_with(b, |p, b| condition::answering(lexicon, p, b)) {
        cond
    } else {
        condition::during(lexicon, p, b)?
    };
    p.mark(',').then_some((None, Some(cond)))
}

/// The conditions behind "you may only cast this card".
pub(super) fn restriction(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Condition> {
    let mut all: Vec<Condition> = Vec::new();
    loop {
        let next = p
            .attempt_with(b, |p, b| condition::during(lexicon, p, b))
            .or_else(|| p.attempt_with(b, |p, b| condition::answering(lexicon, p, b)))
            .or_else(|| p.attempt_with(b, |p, b| condition::attacked_by(lexicon, p, b)))
            .or_else(|| p.attempt_with(b, |p, b| condition::happened(lexicon, p, b)))
            .or_else(|| {
                p.attempt_with(b, |p, b| {
                    p.take("if/when");
                    grammar::condition(lexicon, p, b)
                })
            });
        match next {
            Some(next) => all.push(next),
            None => return p.want("a condition"),
        }
        if !(p.take(", and") || p.take("and") || p.mark(',')) {
            break;
        }
    }
    all.into_iter().reduce(Cond::and)
}

/// The parts of a cost, joined by "&" or "and".
pub(super) fn cost_steps(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    loop {
        let offered = p.take("you may");
        let part = p.attempt_with(b, |p, b| super::clause::cost(lexicon, p, b))?;
        if offered {
            // A part that need not be paid.
            steps.push(Step::May { who: Who::You, steps: part, then: Vec::new(), otherwise: Vec::new() });
        } else {
            steps.extend(part);
        }
        p.mark('.');
        if !(p.mark('&') || p.take(", and") || p.take("and") || p.mark(',')) {
            return Some(steps);
        }
    }
}

/// "(This card/ability/attack) cannot be nullified (and the damage cannot be reduced)."
pub(super) fn remark(p: &mut Parser<'_>, fixed: &mut bool) -> Option<()> {
    if !p.take("this card/spell/impact cannot be nullified") {
        return None;
    }
    if p.take(",? and? the damage dealt?") {
        p.take("by/from this card");
        if !p.take("cannot be reduced") {
            return None;
        }
        *fixed = true;
    }
    (p.mark('.') || p.mark('!') || p.at_end()).then_some(())
}

pub(super) fn damage_remark(p: &mut Parser<'_>) -> Option<()> {
    let said = p.take("this/the damage cannot be reduced")
        || p.take("the damage dealt by/from this card/spell/impact cannot be reduced")
        || p.take("damage dealt by/from this card/spell/impact cannot be reduced");
    if !(said && (p.mark('.') || p.mark('!') || p.at_end())) {
        return None;
    }
    while p.mark('!') {}
    Some(())
}

pub(super) fn fix_damage(step: &mut Step) {
    match step {
        Step::Do(Verb::Damage { cannot_be_reduced, .. }) => *cannot_be_reduced = true,
        Step::If { then, otherwise, .. } => then.iter_mut().chain(otherwise).for_each(fix_damage),
        Step::By { cost, then, .. } => cost.iter_mut().chain(then).for_each(fix_damage),
        Step::IfDid { steps, then } => steps.iter_mut().chain(then).for_each(fix_damage),
        Step::May { steps, then, otherwise, .. } => {
            steps.iter_mut().chain(then).chain(otherwise).for_each(fix_damage);
        }
        Step::OneOf { options, .. } => {
            options.iter_mut().flat_map(|(_, steps)| steps).for_each(fix_damage);
        }
        _ => {}
    }
}

/// One sentence, hung on the one before (which begins at `start`) where it says "if you do".
pub(super) fn one_sentence(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
    steps: &mut Vec<Step>,
    start: &mut usize,
) -> Option<()> {
    p.take("then ,?");
    if p.take("otherwise ,?") || p.take("if not ,?") {
        // What holds otherwise belongs to the condition of the sentence before.
        let then = grammar::sentence(lexicon, p, b)?;
        match steps.last_mut() {
            Some(Step::If { otherwise, .. }) if otherwise.is_empty() => *otherwise = then,
            _ => return None,
        }
        if !(p.at_end() || p.mark('.') || p.mark('!') || p.peek() == Some(&Tok::Mark('・'))) {
            return p.want("the end of the sentence");
        }
        while p.mark('!') || p.mark('.') {}
        return Some(());
    }
    let follows = !p.ahead("if you do not")
        && (p.take("if you do ,?") || p.take("if you win ,?") || p.take("if you destroyed a? monster? ,"));
    let then = grammar::sentence(lexicon, p, b)?;
    hang(steps, then, follows, start)?;
    while p.take(", and if you do ,?") || p.take("and if you do ,?") {
        let then = grammar::sentence(lexicon, p, b)?;
        hang(steps, then, true, start)?;
    }
    if !(p.at_end() || p.mark('.') || p.mark('!') || p.peek() == Some(&Tok::Mark('・'))) {
        return p.want("the end of the sentence");
    }
    while p.mark('!') || p.mark('.') {}
    Some(())
}

/// Adds a sentence behind the others, or hangs it on the whole of the last as what follows from having done that.
fn hang(steps: &mut Vec<Step>, then: Vec<Step>, follows: bool, start: &mut usize) -> Option<()> {
    if !follows {
        *start = steps.len();
        steps.extend(then);
        return Some(());
    }
    match steps.last_mut() {
        Some(
            Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. },
        ) => match after.last_mut() {
            // "If you do, you may A. If you do, B": B hangs on A.
            Some(Step::May { then: inner, .. }) => inner.extend(then),
            _ => after.extend(then),
        },
        Some(_) => {
            let mut first = steps.split_off((*start).min(steps.len()));
            // An offer followed by more in its sentence: whether that is offered too cannot be told.
            if first.iter().any(|step| matches!(step, Step::May { .. })) {
                return None;
            }
            // A target chosen in the sentence before belongs to what is done with it.
            while let Some(Step::Choose { .. }) = steps.last() {
                first.insert(0, steps.pop()?);
            }
            steps.push(Step::IfDid { steps: first, then });
        }
        None => return None,
    }
    Some(())
}

/// BF OTHER-COST-5: "you may A. If you do, B" needs all of A; so does "A. If you do, B" where A is a payment.
pub(super) fn settle(steps: Vec<Step>) -> Vec<Step> {
    steps
        .into_iter()
        .map(|step| match step {
            Step::May { who, steps, then, otherwise } if !then.is_empty() && otherwise.is_empty() => {
                Step::By { who, cost: settle(steps), then: settle(then), forced: false }
            }
            Step::IfDid { steps, then } if steps.iter().all(is_payment) || does_several(&steps) => {
                Step::By { who: Who::You, cost: steps, then: settle(then), forced: true }
            }
            Step::IfDid { steps, then } => Step::IfDid { steps: settle(steps), then: settle(then) },
            Step::If { cond, then, otherwise } => {
                Step::If { cond, then: settle(then), otherwise: settle(otherwise) }
            }
            step => step,
        })
        .collect()
}

/// Several things to do before "if you do": all of them must be possible.
fn does_several(steps: &[Step]) -> bool {
    steps.iter().filter(|step| matches!(step, Step::Do(_))).count() > 1
        && steps.iter().all(|step| matches!(step, Step::Do(_) | Step::Choose { .. }))
}

fn is_payment(step: &Step) -> bool {
    match step {
        Step::Do(Verb::PayGauge(_) | Verb::PayLife(_) | Verb::Discard(_)) => true,
        Step::Choose { from, .. } => {
            matches!(&from.among, effects::Among::Zones { zones, .. } if zones == &[Zone::Hand])
        }
        _ => false,
    }
}

pub(super) fn discards_itself(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Do(Verb::Discard(effects::Target::This)) => true,
        Step::By { cost, .. } => discards_itself(cost),
        Step::IfDid { steps, .. } | Step::May { steps, .. } => discards_itself(steps),
        _ => false,
    })
}
