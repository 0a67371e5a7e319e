//! The layer asked from the other end: not what a card is under, but what everything that is on does to anybody. For a game that
//! keeps figures until something changes.

use super::{Ask, Asked, Given, Layered, Met, Sort, Source, Sources, Whom, gives, is_on, may_be_on};
use crate::eval;
use crate::host::Of;
use crate::lasting::On;
use crate::run::Run;
use crate::tree::*;
use kernel::Card;

/// Calls `f` with every change and each card or player that it is on: first what lasts, in the order it began, then what is
/// always on. `ask` is passed on to the game; whom it is about does not matter.
pub fn spread<H: Sources>(host: &H, cards: &H::Cards, ask: &Ask, f: &mut dyn FnMut(Whom, &Given<'_, Of<H>>)) {
    for lasting in host.lasting() {
        let Some((to, change)) = lasting.change(H::ability(cards, lasting.ability)) else { continue };
        let run = lasting.run();
        let given = Given { change, settled: Some(lasting.value), run: &run };
        match lasting.on {
            On::Card(object) => {
                if let Some(card) = host.find(object) {
                    f(Whom::Card(card), &given);
                }
            }
            On::Player(seat) => f(Whom::Player(seat), &given),
            On::Whatever => each_gainer(host, cards, to, &run, &mut |whom| f(whom, &given)),
        }
    }
    host.each_always(cards, ask, &mut |source: Source| {
        let ability = H::ability(cards, source.ability);
        let run = source.run(host);
        if ability.cond.as_ref().is_none_or(|cond| eval::holds(host, cards, cond, &run)) {
            spread_steps(host, cards, &ability.steps, &run, f);
        }
    });
}

/// What one always-on ability gives of a class, asked from outside for several cards at once: calls `f` with each of them that a
/// change is on. The same as [`super::apply_always`] for each, but what does not hang on the card is asked once.
pub fn apply_to_each<H: Layered>(
    host: &H,
    cards: &H::Cards,
    (source, class): (Source, u16),
    among: &[Card],
    f: &mut dyn FnMut(Card, &Given<'_, Of<H>>),
) {
    let (ability, sort) = (H::ability(cards, source.ability), Sort::of(class));
    let Some(asked) = Asked::NOTHING.with(class) else { return };
    if ability.steps.iter().any(|step| gives::<H>(step, sort)) {
        let mut run = source.run(host);
        run.asked = asked;
        let mut met = Met { cond: ability.cond.as_ref(), known: None };
        let ask = Ask { whom: Whom::Player(run.controller), sort, asked };
        steps_to_each(host, cards, &ability.steps, (&run, &ask), &mut met, among, f);
    }
}

fn steps_to_each<H: Layered>(
    host: &H,
    cards: &H::Cards,
    steps: &[Step<Of<H>>],
    (run, ask): (&Run, &Ask),
    met: &mut Met<'_, Of<H>>,
    among: &[Card],
    f: &mut dyn FnMut(Card, &Given<'_, Of<H>>),
) {
    for step in steps {
        match step {
            Step::Gain { to, change, .. } if H::sort_of(change).meets(ask.sort) => {
                for card in among.iter().copied() {
                    let whom = Whom::Card(card);
                    if may_be_on(host, cards, to, whom, run)
                        && met.holds(host, cards, run)
                        && is_on(host, cards, to, whom, run)
                        && host.reaches(cards, card, &Ask { whom, ..*ask }, run, None)
                    {
                        f(card, &Given { change, settled: None, run });
                    }
                }
            }
            Step::If { cond, then, otherwise }
                if gives::<H>(step, ask.sort) && met.holds(host, cards, run) =>
            {
                let branch = if eval::holds(host, cards, cond, run) { then } else { otherwise };
                steps_to_each(host, cards, branch, (run, ask), met, among, f);
            }
            _ => {}
        }
    }
}

fn spread_steps<H: Sources>(
    host: &H,
    cards: &H::Cards,
    steps: &[Step<Of<H>>],
    run: &Run,
    f: &mut dyn FnMut(Whom, &Given<'_, Of<H>>),
) {
    for step in steps {
        match step {
            Step::Gain { to, change, .. } => {
                let given = Given { change, settled: None, run };
                each_gainer(host, cards, to, run, &mut |whom| f(whom, &given));
            }
            Step::If { cond, then, otherwise } => {
                let branch = if eval::holds(host, cards, cond, run) { then } else { otherwise };
                spread_steps(host, cards, branch, run, f);
            }
            _ => {}
        }
    }
}

fn each_gainer<H: Sources>(
    host: &H,
    cards: &H::Cards,
    to: &Gainer<Of<H>>,
    run: &Run,
    f: &mut dyn FnMut(Whom),
) {
    match to {
        Gainer::Cards(target) => {
            eval::targets(host, cards, target, run).iter().for_each(|card| f(Whom::Card(*card)));
        }
        Gainer::Whatever(select) => {
            eval::candidates(host, cards, select, run).iter().for_each(|card| f(Whom::Card(*card)));
        }
        Gainer::Player(who) => eval::seats(host, *who, run).for_each(|seat| f(Whom::Player(seat))),
    }
}

/// Whether what an ability changes, or whom, hangs on figures or keywords, which other changes may change. `asks` says it of a
/// game's own conditions. It may say yes where the answer is no.
pub fn hangs_on_changes<V: Vocab>(ability: &Ability<V>, asks: &dyn Fn(&V::Fact) -> bool) -> bool {
    if ability.when != When::Always {
        // What began is settled, but for those that it is on later.
        let later = |step: &Step<V>| matches!(step, Step::Gain { to: Gainer::Whatever(select), .. } if of_select(select));
        return ability.steps.iter().any(|step| step.any(&later));
    }
    ability.cond.as_ref().is_some_and(|cond| of_cond(cond, asks)) || of_steps(&ability.steps, asks)
}

fn of_steps<V: Vocab>(steps: &[Step<V>], asks: &dyn Fn(&V::Fact) -> bool) -> bool {
    steps.iter().any(|step| match step {
        Step::Gain { to: Gainer::Cards(target), .. } => of_target(target),
        Step::Gain { to: Gainer::Whatever(select), .. } => of_select(select),
        Step::If { cond, then, otherwise } => {
            of_cond(cond, asks) || of_steps(then, asks) || of_steps(otherwise, asks)
        }
        _ => false,
    })
}

fn of_cond<V: Vocab>(cond: &Cond<V>, asks: &dyn Fn(&V::Fact) -> bool) -> bool {
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().any(|cond| of_cond(cond, asks)),
        Cond::Not(cond) => of_cond(cond, asks),
        Cond::Compare(a, _, b) => amount_hangs(a) || amount_hangs(b),
        Cond::Exists(select) => of_select(select),
        Cond::Is(target, filter) => of_target(target) || of_filter(filter),
        Cond::Did => false,
        Cond::Fact(fact) => asks(fact),
    }
}

fn of_select<V: Vocab>(select: &Select<V>) -> bool {
    of_filter(&select.filter)
}

fn of_target<V: Vocab>(target: &Target<V>) -> bool {
    match target {
        Target::Each(select) => of_select(select),
        Target::Several(several) => several.iter().any(of_target),
        _ => false,
    }
}

/// The same of a number.
pub fn amount_hangs<V: Vocab>(amount: &Amount<V>) -> bool {
    match amount {
        Amount::Count(select) => of_select(select),
        Amount::Figure(..) => true,
        Amount::PerEach { of, .. } => amount_hangs(of),
        Amount::Plus(a, b) => amount_hangs(a) || amount_hangs(b),
        _ => false,
    }
}

fn of_filter<V: Vocab>(filter: &Filter<V>) -> bool {
    match filter {
        Filter::All(all) | Filter::Either(all) => all.iter().any(of_filter),
        Filter::Not(filter) => of_filter(filter),
        Filter::Figure(..) | Filter::Has(_) => true,
        _ => false,
    }
}
