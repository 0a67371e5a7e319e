//! What stands behind a refusal ([`kernel::Grounds`]), asked of programs and of the layer: which part of a cost cannot be paid,
//! which part of a condition does not hold, which effect gives a change. Asked when somebody wants to know why, never in play.

use crate::eval;
use crate::host::{Host, Of};
use crate::layer::{Ask, Given, Layered, sweep};
use crate::program::{Op, part_at};
use crate::run::{Run, payable};
use crate::tree::{Cond, Filter, Step};
use kernel::{Card, Giver, Grounds, Pool, Printed};

/// The first part of the cost between `from` and `end` that cannot be paid together with those before it, as steps that a
/// printer can say; nothing where all of it can be paid.
pub fn unpaid<H: Host>(host: &H, cards: &H::Cards, run: &Run, from: u16, end: u16) -> Vec<Step<Of<H>>> {
    let program = &H::ability(cards, run.ability).program;
    let part = (from..end).find(|at| !payable(host, cards, run, from, at + 1));
    part.map_or_else(Vec::new, |at| part_at(program, at as usize))
}

/// The same for the cost that stands in front of an ability, behind its conditions.
pub fn unpaid_in_front<H: Host>(host: &H, cards: &H::Cards, run: &Run) -> Vec<Step<Of<H>>> {
    let program = &H::ability(cards, run.ability).program;
    let front = program.iter().position(|op| !matches!(op, Op::Unless { .. } | Op::Forget));
    match front.and_then(|at| program.get(at).map(|op| (at as u16, op))) {
        Some((at, Op::Ask { end, .. })) => unpaid(host, cards, run, at + 1, *end),
        _ => Vec::new(),
    }
}

/// The part of a condition that does not hold.
pub fn unmet<'a, H: Host>(
    host: &H,
    cards: &H::Cards,
    cond: &'a Cond<Of<H>>,
    run: &Run,
) -> Option<&'a Cond<Of<H>>> {
    match cond {
        Cond::All(all) => all.iter().find_map(|one| unmet(host, cards, one, run)),
        one => (!eval::holds(host, cards, one, run)).then_some(one),
    }
}

/// What keeps an ability from being begun: its own condition, or the one in front of what it does first.
pub fn unmet_in_front<'a, H: Host>(host: &H, cards: &'a H::Cards, run: &Run) -> Option<&'a Cond<Of<H>>> {
    let ability = H::ability(cards, run.ability);
    let first = match ability.program.first() {
        Some(Op::Unless { cond, .. }) => Some(cond),
        _ => None,
    };
    ability.cond.iter().chain(first).find_map(|cond| unmet(host, cards, cond, run))
}

/// The effects that give what is asked for, as far as they are meant.
pub fn givers<H: Layered>(
    host: &H,
    cards: &H::Cards,
    ask: &Ask,
    meant: &dyn Fn(&Given<'_, Of<H>>) -> bool,
) -> Vec<Giver> {
    let mut found = Vec::new();
    sweep(host, cards, ask, &mut |given| {
        if meant(given) {
            note(host, cards, given.run, &mut found);
        }
    });
    found
}

/// Adds the effect of a run to those found, once.
pub fn note<H: Host>(host: &H, cards: &H::Cards, run: &Run, found: &mut Vec<Giver>) {
    let pool: &Pool<H::Printed> = cards.as_ref();
    let printed = (run.ability.print.0 as usize) < pool.len();
    let name = if printed { pool.get(run.ability.print).name() } else { "" };
    let words = H::ability(cards, run.ability).words.trim().to_string();
    let giver = Giver { card: host.find(run.source), name: name.to_string(), seat: run.controller, words };
    if !found.contains(&giver) {
        found.push(giver);
    }
}

/// Why a card is none of those that a choice is about, where it lies among them.
enum Outside<'a, H: Host> {
    Taken,
    /// It is not what is asked for: this part of it.
    Unfit(&'a Filter<Of<H>>),
    /// Something keeps it from being chosen by this effect.
    Kept,
    /// What would be done to it cannot be.
    Idle,
}

fn outside<'a, H: Host>(host: &H, cards: &'a H::Cards, run: &Run, card: Card) -> Option<Outside<'a, H>> {
    let program = &H::ability(cards, run.ability).program;
    let Some(Op::Choose { slot, from, .. }) = program.get(run.at as usize) else { return None };
    let mut among = false;
    eval::each_among(host, cards, &from.among, run, &mut |other| among |= other == card);
    if !among {
        return None;
    }
    if host.picks().of(run, *slot).any(|pick| host.is_same(card, pick.object)) {
        return Some(Outside::Taken);
    }
    if let Some(part) = unfit(host, cards, &from.filter, card, run) {
        return Some(Outside::Unfit(part));
    }
    if !host.can_choose(cards, card, run) {
        return Some(Outside::Kept);
    }
    match program.get(run.at as usize + 1) {
        Some(Op::Do(verb)) if !host.can_do(cards, verb, Some(card), run) => Some(Outside::Idle),
        _ => None,
    }
}

/// The part of a description that a card does not fit.
fn unfit<'a, H: Host>(
    host: &H,
    cards: &H::Cards,
    filter: &'a Filter<Of<H>>,
    card: Card,
    run: &Run,
) -> Option<&'a Filter<Of<H>>> {
    match filter {
        Filter::All(all) => all.iter().find_map(|one| unfit(host, cards, one, card, run)),
        one => (!eval::fits(host, cards, one, card, run)).then_some(one),
    }
}

/// The same as grounds: `name` is the card's, `say` describes what was asked for, `keeping` finds the effects that keep a card
/// from being chosen.
pub fn not_among<H: Host>(
    host: &H,
    cards: &H::Cards,
    (frames, card, name): (usize, Card, &str),
    say: impl FnOnce(&Filter<Of<H>>) -> String,
    keeping: impl FnOnce() -> Vec<Giver>,
) -> Grounds {
    let none = Grounds::none();
    let Some(run) = frames.checked_sub(1).and_then(|frame| host.running(frame)) else { return none };
    match outside(host, cards, run, card) {
        Some(Outside::Taken) => none.unmet(format!("{name} has not been chosen yet")),
        Some(Outside::Unfit(part)) => none.unmet(format!("{name} is {}", say(part))),
        Some(Outside::Kept) => {
            Grounds { by: keeping(), ..none }.unmet(format!("{name} can be chosen by this effect"))
        }
        Some(Outside::Idle) => none.unmet(format!("this can be done to {name}")),
        None => none,
    }
}
