//! What an effect is worth to somebody, at a glance and without carrying it out: for rules of thumb about options.
//!
//! A game says what each of its verbs and changes is worth ([`Stakes`]); this module walks a program with that. It is a
//! guess by design: loops are walked once, what is hidden counts as the game rates what it does not know.

use crate::eval;
use crate::host::{Host, Of};
use crate::program::Op;
use crate::run::{Answer, Run};
use crate::tree::*;
use kernel::{Card, Flat, Seat};

/// What the words of a game are worth, in points for `me`.
pub trait Stakes: Host {
    /// Whether a player knows which card this is.
    fn sees(&self, seat: Seat, card: Card) -> bool;

    /// The cards that a verb is done to, if it is done to cards.
    fn patient(verb: &<Of<Self> as Vocab>::Verb) -> Option<&Target<Of<Self>>>;

    /// Doing the verb to one card.
    fn done_to(
        &self,
        cards: &Self::Cards,
        verb: &<Of<Self> as Vocab>::Verb,
        card: Card,
        run: &Run,
        me: Seat,
    ) -> i32;

    /// Doing a verb that is done to no card.
    fn done(&self, cards: &Self::Cards, verb: &<Of<Self> as Vocab>::Verb, run: &Run, me: Seat) -> i32;

    /// A change put on a card, or on this player where there is none.
    fn gained(
        &self,
        cards: &Self::Cards,
        change: &<Of<Self> as Vocab>::Change,
        on: Result<Card, Seat>,
        run: &Run,
        me: Seat,
    ) -> i32;
}

/// How many operations are looked at: no text that matters is longer.
const FAR: usize = 24;

/// Choices that the effect has yet to ask for, as far as they are remembered.
type Pending<'a, V> = Flat<Option<(Slot, Who, &'a Select<V>)>, 6>;

/// What the rest of a program is worth to `me`, from `at` to its end or the end of a mode.
pub fn promise<H: Stakes>(host: &H, cards: &H::Cards, run: &Run, at: u16, me: Seat) -> i32 {
    let program = &H::ability(cards, run.ability).program;
    let mut pending: Pending<'_, Of<H>> = Flat::new();
    let mut sum = 0;
    let mut at = at;
    for _ in 0..FAR {
        let Some(op) = program.get(usize::from(at)) else { break };
        at += 1;
        match op {
            Op::End | Op::ModeEnd { .. } => break,
            Op::Goto(to) => at = *to,
            Op::Unless { cond, to } if !eval::holds(host, cards, cond, run) => at = *to,
            Op::Choose { who, slot, from } => {
                // What pays for the rest must be there, or nothing of it happens.
                pending.push(Some((*slot, *who, from)));
            }
            Op::Do(verb) => {
                sum += match H::patient(verb) {
                    Some(target) => {
                        let worth = |card| host.done_to(cards, verb, card, run, me);
                        on_cards(host, cards, target, run, &pending, me, &worth)
                    }
                    None => host.done(cards, verb, run, me),
                };
            }
            Op::Gain { to, change, .. } => {
                sum += match to {
                    Gainer::Cards(target) => {
                        let worth = |card| host.gained(cards, change, Ok(card), run, me);
                        on_cards(host, cards, target, run, &pending, me, &worth)
                    }
                    Gainer::Whatever(select) => {
                        let found = candidates(host, cards, select, run, me);
                        found.iter().map(|card| host.gained(cards, change, Ok(*card), run, me)).sum()
                    }
                    Gainer::Player(who) => {
                        host.gained(cards, change, Err(eval::seat(host, *who, run)), run, me)
                    }
                };
            }
            // A trap or a gift for later: something, but nothing that can be counted.
            Op::Later { .. } => sum += 30,
            _ => {}
        }
    }
    sum
}

/// What something is worth that is done to all cards that a target means, or will mean once they are chosen.
fn on_cards<H: Stakes>(
    host: &H,
    cards: &H::Cards,
    target: &Target<Of<H>>,
    run: &Run,
    pending: &Pending<'_, Of<H>>,
    me: Seat,
    worth: &dyn Fn(Card) -> i32,
) -> i32 {
    if let Target::Slot(slot) = target {
        let asked = pending.iter().flatten().find(|(held, ..)| held == slot);
        if let Some((_, who, select)) = asked {
            return on_chosen(host, cards, select, *who, run, me, worth);
        }
    }
    let meant = match target {
        Target::Each(select) => candidates(host, cards, select, run, me),
        target => eval::targets(host, cards, target, run),
    };
    meant.iter().map(|card| worth(*card)).sum()
}

/// The cards that fit a selection as far as `me` can tell: one that it does not know may always fit.
fn candidates<H: Stakes>(
    host: &H,
    cards: &H::Cards,
    select: &Select<Of<H>>,
    run: &Run,
    me: Seat,
) -> eval::Cards {
    let mut found = eval::Cards::new();
    eval::each_among(host, cards, &select.among, run, &mut |card| {
        if !host.sees(me, card) || eval::fits(host, cards, &select.filter, card, run) {
            found.push(card);
        }
    });
    if let HowMany::Top(number) | HowMany::Bottom(number) = &select.count {
        found.truncate(eval::amount(host, cards, number, run).max(0) as usize);
    }
    found
}

/// The same for cards that somebody will choose: the best for whoever chooses.
fn on_chosen<H: Stakes>(
    host: &H,
    cards: &H::Cards,
    select: &Select<Of<H>>,
    who: Who,
    run: &Run,
    me: Seat,
    worth: &dyn Fn(Card) -> i32,
) -> i32 {
    let found = candidates(host, cards, select, run, me);
    if select.is_settled() {
        return found.iter().map(|card| worth(*card)).sum();
    }
    let mine = eval::seat(host, who, run) == me;
    let free = matches!(select.count, HowMany::UpTo(_) | HowMany::AnyNumber | HowMany::TotalUpTo(..));
    let many = match &select.count {
        HowMany::Exactly(number) | HowMany::UpTo(number) => eval::amount(host, cards, number, run).max(0),
        _ => 3,
    };
    let mut points: Flat<i32, 32> = Flat::new();
    for card in
        found.iter().filter(|card| !host.sees(me, **card) || host.can_choose(cards, **card, run)).take(32)
    {
        points.push(worth(*card));
    }
    let mut sum = 0;
    for _ in 0..many.min(4) {
        let best = points
            .iter()
            .enumerate()
            .max_by_key(|(at, points)| (if mine { **points } else { -**points }, std::cmp::Reverse(*at)));
        let Some((at, best)) = best.map(|(at, best)| (at, *best)) else { break };
        if free && (best < 0) == mine {
            break;
        }
        sum += best;
        points.remove(at);
    }
    sum
}

/// What an answer to a running effect is worth to `me`, who has to give it.
pub fn answer<H: Stakes>(host: &H, cards: &H::Cards, run: &Run, answer: Answer, me: Seat) -> i32 {
    let program = &H::ability(cards, run.ability).program;
    let op = program.get(usize::from(run.at));
    match (answer, op) {
        (Answer::Yes, _) => promise(host, cards, run, run.at + 1, me),
        (Answer::Decline, Some(Op::Ask { to, .. })) => promise(host, cards, run, *to, me),
        (Answer::Mode(mode), Some(Op::Modes { starts, .. })) => {
            starts.get(usize::from(mode)).map_or(0, |(start, _)| promise(host, cards, run, *start, me))
        }
        (Answer::Card(card), Some(Op::Choose { slot, .. })) => {
            let rest = &program[usize::from(run.at) + 1..];
            on_this(host, cards, rest, *slot, card, run, me)
        }
        // As many as possible of what is good, as few as possible of what is not.
        (Answer::Number(number), _) => {
            let rest = promise(host, cards, run, run.at + 1, me);
            i32::from(number) * rest.signum().max(-1)
        }
        _ => 0,
    }
}

/// What is about to be done to a card that is chosen for a slot.
fn on_this<H: Stakes>(
    host: &H,
    cards: &H::Cards,
    rest: &[Op<Of<H>>],
    slot: Slot,
    card: Card,
    run: &Run,
    me: Seat,
) -> i32 {
    let mut slot = slot;
    for op in rest.iter().take(FAR) {
        match op {
            Op::Each { over, slot: one, .. } if *over == slot => slot = *one,
            Op::Bind { slot: other, to: Target::Slot(from) } if *from == slot => slot = *other,
            Op::Do(verb) if H::patient(verb).is_some_and(|target| means(target, slot)) => {
                return host.done_to(cards, verb, card, run, me);
            }
            Op::Gain { to: Gainer::Cards(target), change, .. } if means(target, slot) => {
                return host.gained(cards, change, Ok(card), run, me);
            }
            _ => {}
        }
    }
    0
}

fn means<V: Vocab>(target: &Target<V>, slot: Slot) -> bool {
    match target {
        Target::Slot(held) => *held == slot,
        Target::Several(several) => several.iter().any(|target| means(target, slot)),
        _ => false,
    }
}
