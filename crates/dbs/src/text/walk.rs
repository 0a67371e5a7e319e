//! Walks over the steps of a skill: what is among them, and what a text adds to them.

use crate::state::Area;
use crate::vocab::*;
use effects::{Among, Cond, Filter, Step, Target, Who};

/// Adds an area to the choices of a keyword skill, and says which slots they fill. Cards of a certain kind may be chosen there
/// whatever the keyword asks for (DBS 22-5-3-1); Battle Cards are those that it asks for.
pub(super) fn widen(steps: &mut [Step<Dbs>], area: Area, kind: &Filter<Dbs>) -> Vec<effects::Slot> {
    let mut slots = Vec::new();
    for step in steps {
        match step {
            Step::Choose { slot, from, .. } => {
                if let Among::Zones { zones, .. } = &mut from.among {
                    if !zones.contains(&area) {
                        zones.push(area);
                    }
                    slots.push(*slot);
                    if *kind != Filter::Kind(KindWord::Battle) {
                        let there = Filter::Test(Test::InArea(area));
                        let here = there.clone().negate().and(from.filter.clone());
                        from.filter = Filter::Either(vec![here, there.and(kind.clone())]);
                    }
                }
            }
            Step::By { cost, then, .. } => {
                slots.extend(widen(cost, area, kind));
                widen(then, area, kind);
            }
            _ => {}
        }
    }
    slots
}

/// The chosen cards come to the Battle Area first, as the effect begins (DBS 22-5-3-1-1).
pub(super) fn gather(steps: &mut [Step<Dbs>], slots: &[effects::Slot]) {
    if let [Step::By { then, .. }] = steps {
        let at = usize::from(then.first() == Some(&Step::Do(Verb::Activated)));
        for slot in slots.iter().rev() {
            then.insert(at, Step::Do(Verb::Gather(Target::Slot(*slot))));
        }
    }
}

fn is_past(filter: &effects::Filter<Dbs>) -> bool {
    *filter == effects::Filter::Test(Test::PastBarrier)
}

/// How many choices say that they go past [Barrier].
pub(super) fn past_barrier(steps: &[Step<Dbs>]) -> usize {
    let mut found = 0;
    for step in steps {
        step.each(&mut |step| {
            if let Step::Choose { from, .. } = step {
                found += usize::from(match &from.filter {
                    effects::Filter::All(all) => all.iter().any(is_past),
                    one => is_past(one),
                });
            }
        });
    }
    found
}

/// What the choices say about [Barrier] is said of the whole skill.
pub(super) fn forget_barrier(steps: &mut [Step<Dbs>]) {
    for step in steps {
        step.each_mut(&mut |step| {
            if let Step::Choose { from, .. } = step {
                from.filter = match std::mem::replace(&mut from.filter, effects::Filter::Any) {
                    effects::Filter::All(all) => all
                        .into_iter()
                        .filter(|one| !is_past(one))
                        .fold(effects::Filter::Any, effects::Filter::and),
                    one if is_past(&one) => effects::Filter::Any,
                    one => one,
                };
            }
        });
    }
}

/// Whether something is asked of a card that was revealed from a deck, once that deck has been shuffled: nobody can say by then
/// which card it was.
pub(super) fn asks_of_shuffled(steps: &[Step<Dbs>]) -> bool {
    let (mut shown, mut gone, mut asked) = (Vec::new(), Vec::new(), false);
    for step in steps {
        step.each(&mut |step| match step {
            Step::Do(Verb::RevealTop { slot, .. } | Verb::Look { slot, .. }) => shown.push(*slot),
            Step::Do(Verb::Shuffle { area: Area::Deck, .. }) => gone.append(&mut shown),
            Step::If { cond: Cond::Is(Target::Slot(slot), _), .. } => asked |= gone.contains(slot),
            _ => {}
        });
    }
    asked
}

/// "A and B or C": nobody can say what goes together.
pub(super) fn mixes(cond: &Cond<Dbs>) -> bool {
    match cond {
        // "A and B or C" is read with both of the first two in front; "A, or B and a C in play" is plain.
        Cond::Either(any) => matches!(any.first(), Some(Cond::All(_))) || any.iter().any(mixes),
        Cond::All(all) => all.iter().any(mixes),
        Cond::Not(inner) => mixes(inner),
        Cond::Compare(..) | Cond::Exists(_) | Cond::Is(..) | Cond::Did | Cond::Fact(_) => false,
    }
}

pub(super) fn mixes_in(steps: &[Step<Dbs>]) -> bool {
    steps.iter().any(|step| step.any(&|step| matches!(step, Step::If { cond, .. } if mixes(cond))))
}

/// How many choices there are among cards that the opponent may have in play.
pub(super) fn theirs(steps: &[Step<Dbs>]) -> usize {
    let count = |step: &Step<Dbs>| match step {
        Step::Choose { from, .. } => {
            let Among::Zones { whose, zones } = &from.among else { return 0 };
            let in_play = zones.iter().any(|zone| super::nouns::IN_PLAY.contains(zone));
            usize::from(*whose != Who::You && in_play)
        }
        Step::If { then, otherwise, .. } => theirs(then) + theirs(otherwise),
        Step::May { steps, then, otherwise, .. } => theirs(steps) + theirs(then) + theirs(otherwise),
        Step::By { cost, then, .. } => theirs(cost) + theirs(then),
        Step::IfDid { steps, then } => theirs(steps) + theirs(then),
        Step::OneOf { options, .. } => options.iter().map(|(_, steps)| theirs(steps)).sum(),
        Step::Each { steps, .. } | Step::Repeat { steps, .. } => theirs(steps),
        Step::Bind { .. } | Step::Name { .. } | Step::Do(_) | Step::Gain { .. } | Step::Later { .. } => 0,
    };
    steps.iter().map(count).sum()
}

/// The figures that a description asks for.
pub(super) fn figures_of(filter: &Filter<Dbs>) -> Vec<Filter<Dbs>> {
    match filter {
        Filter::All(all) => all.iter().filter(|one| matches!(one, Filter::Figure(..))).cloned().collect(),
        one @ Filter::Figure(..) => vec![one.clone()],
        _ => Vec::new(),
    }
}

/// The keyword skills that a description asks for.
pub(super) fn keywords_of(filter: &Filter<Dbs>) -> Vec<Filter<Dbs>> {
    match filter {
        Filter::All(all) => all.iter().filter(|one| matches!(one, Filter::Has(_))).cloned().collect(),
        _ => Vec::new(),
    }
}

/// Whether tokens are chosen.
pub(super) fn chooses_tokens(step: &Step<Dbs>) -> bool {
    let token = Filter::Kind(KindWord::Token);
    match step {
        Step::Choose { from, .. } => match &from.filter {
            Filter::All(all) => all.contains(&token),
            one => *one == token,
        },
        _ => false,
    }
}
