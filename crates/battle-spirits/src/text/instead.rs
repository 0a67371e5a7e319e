//! "… instead": what changes what was said before, where a condition holds.

use super::body::open_tail;
use super::lexicon::{Words, cond};
use super::words::STATES;
use super::{B, P, clause};
use crate::vocab::*;
use effects::text::Lexicon;
use effects::{Amount, Filter, HowMany, Step, Target, Who};

/// What "instead" changes: the offer or condition in which a card was chosen, or something is done, holds that, too.
pub(super) fn innermost(steps: &mut Vec<TextStep>) -> &mut Vec<TextStep> {
    let chosen = open_tail(steps).is_some_and(|tail| matches!(tail.first(), Some(Step::Choose { .. })));
    let offered = matches!(steps.last(), Some(Step::May { steps, then, otherwise, .. })
        if then.is_empty() && otherwise.is_empty() && steps.iter().all(|step| matches!(step, Step::Do(_))));
    if chosen {
        if let Some(tail) = open_tail(steps) {
            return tail;
        }
        unreachable!("it was found a moment ago");
    }
    if offered {
        let Some(Step::May { steps, .. }) = steps.last_mut() else { unreachable!("it is an offer") };
        return steps;
    }
    steps
}

/// "it was already exhausted": how it stood before, which is asked in front of what is done.
fn already(p: &mut P<'_>, b: &B) -> Option<BsCond> {
    p.take("it was/is already").then_some(())?;
    let state = STATES.read(p)?;
    Some(BsCond::Is(b.it.clone()?, Filter::Is(state)))
}

/// "discard eight cards instead", "send three instead": the same with another number.
fn another_number(p: &mut P<'_>, before: &TextStep) -> Option<TextStep> {
    let mut more = before.clone();
    let Step::Do(verb) = &mut more else { return None };
    let (words, cards, number) = match verb {
        Verb::Mill(_, number @ Amount::Fixed(_), _) => ("discard", "card/cards", number),
        Verb::Cores { count: number @ Amount::Fixed(_), .. } => ("send/put/place/move", "core/cores", number),
        _ => return None,
    };
    p.take(words).then_some(())?;
    *number = Amount::Fixed(p.number()?);
    p.take(cards);
    p.take("instead").then_some(more)
}

/// "exhaust three instead", where so many were chosen and exhausted.
fn more_of_them(p: &mut P<'_>, cond: &BsCond, steps: &mut [TextStep]) -> Option<()> {
    let [.., choose @ Step::Choose { .. }, Step::Do(verb)] = steps else { return None };
    let Step::Choose { slot, from, .. } = &*choose else { return None };
    let said = match verb {
        Verb::Exhaust(_) => "exhaust",
        Verb::HeavyExhaust(_) => "heavy exhaust",
        Verb::Destroy(_) => "destroy",
        Verb::Refresh(_) => "refresh",
        _ => return None,
    };
    let same = matches!(verb, Verb::Exhaust(of) | Verb::HeavyExhaust(of) | Verb::Destroy(of) | Verb::Refresh(of)
        if *of == Target::Slot(*slot));
    if !same || from.count == HowMany::All || !p.take(said) {
        return None;
    }
    let up_to = p.take("up to");
    let number = Amount::Fixed(p.number()?);
    p.take("spirit/spirits/nexuses");
    p.take("instead").then_some(())?;
    let mut more = choose.clone();
    choice_of(&mut more)?.count = if up_to { HowMany::UpTo(number) } else { HowMany::Exactly(number) };
    *choose = Step::If { cond: cond.clone(), then: vec![more], otherwise: vec![choose.clone()] };
    Some(())
}

/// "If …, the targeting BP becomes 10000 instead", "…, (change to) target two instead", "…, you can return it to the
/// deckbottom instead": changes what was said before, where the condition holds.
pub(super) fn instead(p: &mut P<'_>, b: &mut B, steps: &mut Vec<TextStep>) -> Option<()> {
    if !p.take("if") {
        return None;
    }
    let cond = match p.attempt(|p| already(p, b)) {
        Some(cond) => cond,
        None => cond(p, b)?,
    };
    if !p.mark(',') {
        return None;
    }
    let raised = if p.take("the targeting/targeted/target bp becomes/become") || p.take("the bp becomes") {
        Some(Figure::Bp)
    } else if p.take("the targeting/targeted/target cost becomes/become") || p.take("the cost becomes") {
        Some(Figure::Cost)
    } else {
        None
    };
    if let Some(figure) = raised {
        let number = p.number()?;
        if !p.take("instead") {
            return p.want("instead");
        }
        let from = steps.iter_mut().find_map(choice_of)?;
        return raise(&mut from.filter, figure, &cond, number).then_some(());
    }
    if p.take("change to target/select") || p.take("target/select") {
        let up_to = p.take("up to");
        let number = p.number()?;
        // "select 1 with Cost 6 or less instead": the figure of the same choice.
        if let Some((figure, raised)) = p.attempt(with_figure) {
            let from = steps.iter_mut().find_map(choice_of)?;
            let same = from.count == HowMany::Exactly(Amount::Fixed(number)) && !up_to;
            return (same && raise(&mut from.filter, figure, &cond, raised)).then_some(());
        }
        let number = Amount::Fixed(number);
        p.take("spirit/spirits/nexuses");
        if !p.take("instead") {
            return None;
        }
        let at = steps.iter().position(|step| matches!(step, Step::Choose { .. }))?;
        let mut more = steps[at].clone();
        choice_of(&mut more)?.count = if up_to { HowMany::UpTo(number) } else { HowMany::Exactly(number) };
        let less = std::mem::replace(&mut steps[at], Step::Do(Verb::EndBattle));
        steps[at] = Step::If { cond, then: vec![more], otherwise: vec![less] };
        return Some(());
    }
    if p.attempt(|p| more_of_them(p, &cond, steps)).is_some() {
        return Some(());
    }
    let offered = Words.offers(p);
    if let Some(more) = p.attempt(|p| another_number(p, steps.last().filter(|_| !offered)?)) {
        let before = steps.pop()?;
        steps.push(Step::If { cond, then: vec![more], otherwise: vec![before] });
        return Some(());
    }
    let discards = p.ahead("discard") && matches!(steps.last(), Some(Step::Do(Verb::Mill(..))));
    let mut done = clause::clause(p, b)?;
    if !p.take("instead") {
        return None;
    }
    // Where from is not said, and it was from a deck.
    if discards && !matches!(done.last(), Some(Step::Do(Verb::Mill(..)))) {
        return p.want("where they are discarded from");
    }
    let before = steps.pop()?;
    // What is discarded instead is spoken of as that would have been.
    if let (Step::Do(Verb::Mill(_, _, slot)), Some(Step::Do(Verb::Mill(_, _, other)))) =
        (&before, done.last_mut())
    {
        *other = *slot;
        b.moved = Some(Target::Slot(*slot));
    }
    // "give it +5000 BP instead": as long as what it stands for.
    if let Step::Gain { until: lasts, .. } = &before {
        for step in &mut done {
            if let Step::Gain { until: until @ Until::Always, .. } = step {
                *until = *lasts;
            }
        }
    }
    if offered {
        let declined = vec![before.clone()];
        let then = vec![Step::May { who: Who::You, steps: done, then: vec![], otherwise: declined }];
        steps.push(Step::If { cond, then, otherwise: vec![before] });
        return Some(());
    }
    // What is chosen for what is not done is not chosen either.
    let mut otherwise = vec![before];
    let chooses = matches!(done.first(), Some(Step::Choose { .. }));
    if chooses && matches!(steps.last(), Some(Step::Choose { .. })) {
        otherwise.insert(0, steps.pop()?);
    }
    steps.push(Step::If { cond, then: done, otherwise });
    Some(())
}

/// "with Cost 6 or less instead".
fn with_figure(p: &mut P<'_>) -> Option<(Figure, i32)> {
    p.take("with a?").then_some(())?;
    if p.take("cost of?") {
        let number = p.number()?;
        return p.take("or less/lower instead").then_some((Figure::Cost, number));
    }
    let number = p.number()?;
    p.take("bp or less/lower instead").then_some((Figure::Bp, number))
}

fn choice_of(step: &mut TextStep) -> Option<&mut BsSelect> {
    match step {
        Step::Choose { from, .. } => Some(from),
        _ => None,
    }
}

/// Makes a figure of a test depend on a condition.
fn raise(filter: &mut BsFilter, figure: Figure, cond: &BsCond, number: i32) -> bool {
    match filter {
        Filter::Figure(of, _, amount) if *of == figure => {
            let old = amount.clone();
            let count = Count::If(Box::new(cond.clone()), Box::new(Amount::Fixed(number)), Box::new(old));
            *amount = Amount::Game(count);
            true
        }
        Filter::All(all) => all.iter_mut().any(|one| raise(one, figure, cond, number)),
        _ => false,
    }
}
