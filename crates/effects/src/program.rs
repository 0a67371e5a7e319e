//! A tree of steps laid out flat. "At position n" is then all that an unfinished effect has to remember.

use crate::tree::*;

/// One operation. Positions are indices into the program; a program ends with [`Op::End`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op<V: Vocab> {
    /// Somebody chooses cards.
    Choose {
        /// Who chooses.
        who: Who,
        /// Where the choice is kept.
        slot: Slot,
        /// Among what.
        from: Select<V>,
    },
    /// Something is remembered without a choice.
    Bind {
        /// Where it is kept.
        slot: Slot,
        /// What is remembered.
        to: Target<V>,
    },
    /// Somebody names a number.
    Name {
        /// Who names it.
        who: Who,
        /// The least.
        min: Amount<V>,
        /// The most.
        max: Amount<V>,
    },
    /// A verb of the game.
    Do(V::Verb),
    /// A change that lasts.
    Gain {
        /// Whom it is on.
        to: Gainer<V>,
        /// What is changed.
        change: V::Change,
        /// Until when.
        until: V::Until,
    },
    /// An ability that waits from now on.
    Later {
        /// Its place among those of the ability.
        ability: u8,
        /// Until when it waits.
        until: V::Until,
        /// What it carries along.
        carry: Target<V>,
    },
    /// Goes on at `to` unless it holds.
    Unless {
        /// What has to hold.
        cond: Cond<V>,
        /// Where to go on if it does not.
        to: u16,
    },
    /// Goes on at `to` unless what was offered did something; with `all`, unless nothing in it failed.
    UnlessDid {
        /// Where to go on if it was not done.
        to: u16,
        /// Whether all of it has to have been done.
        all: bool,
    },
    /// Offers what follows up to `end`; declined, it goes on at `to`. `whole`: only if all of it can be done.
    Ask {
        /// Who is asked.
        who: Who,
        /// Where to go on if this player declines.
        to: u16,
        /// Where what was offered ends.
        end: u16,
        /// Whether it is offered only where all of it can be done.
        whole: bool,
        /// Whether it has to be done where it can be.
        forced: bool,
    },
    /// Offers the modes that start at these positions; all of them end at `end`.
    Modes {
        /// Who chooses.
        who: Who,
        /// How many of them.
        pick: u8,
        /// Where each begins, and its words.
        starts: Vec<(u16, String)>,
        /// Where to go on behind them.
        end: u16,
    },
    /// Comes back to the [`Op::Modes`] at `at` for another pick.
    ModeEnd {
        /// The choice that it belongs to.
        at: u16,
    },
    /// Runs up to `end` once for each card bound to `over`.
    Each {
        /// What is gone through.
        over: Slot,
        /// Where the one in turn is kept.
        slot: Slot,
        /// Where to go on behind it.
        end: u16,
    },
    /// Steps that are done a number of times.
    Repeat {
        /// How often.
        times: Amount<V>,
        /// Where to go on behind them.
        end: u16,
    },
    /// Comes back to the loop at `at`.
    Again {
        /// Where the repeated steps begin.
        at: u16,
    },
    /// What follows counts what it does from nothing.
    Forget,
    /// Goes on elsewhere.
    Goto(u16),
    /// The effect is over.
    End,
}

impl<V: Vocab> Op<V> {
    /// Whether it chooses from what lies under the cards bound to a slot.
    pub(crate) fn hangs_on(&self, slot: Slot) -> bool {
        matches!(self, Op::Choose { from, .. } if from.among.is_under(slot))
    }
}

/// What a program asks at a position, as steps that a printer can say: the choice there with what is done to what is
/// chosen, or what is offered. Empty where nothing is asked.
pub fn clause_at<V: Vocab>(program: &[Op<V>], at: usize) -> Vec<Step<V>> {
    match program.get(at) {
        Some(Op::Ask { end, .. }) => straight(program.get(at + 1..*end as usize).unwrap_or_default()),
        Some(Op::Choose { .. } | Op::Name { .. }) => {
            let rest = &program[at..];
            let deed = |op: &Op<V>| matches!(op, Op::Do(_) | Op::Gain { .. } | Op::Later { .. });
            let until = rest.iter().position(deed).map_or(1, |deed| deed + 1);
            let steps = straight(&rest[..until]);
            // Something else may stand between the choice and the next deed.
            if steps.len() == until { steps } else { straight(&rest[..1]) }
        }
        _ => Vec::new(),
    }
}

/// What a program does at a position, in the same form: what it asks there, or the one deed.
pub fn part_at<V: Vocab>(program: &[Op<V>], at: usize) -> Vec<Step<V>> {
    let asked = clause_at(program, at);
    if asked.is_empty() { straight(program.get(at..=at).unwrap_or_default()) } else { asked }
}

/// What the modes that a program offers at a position come to, each as the steps of its text. Empty where none are offered.
pub fn modes_at<V: Vocab>(ability: &Ability<V>, at: usize) -> Vec<&[Step<V>]> {
    let is_offer = |op: &Op<V>| matches!(op, Op::Modes { .. });
    if !ability.program.get(at).is_some_and(is_offer) {
        return Vec::new();
    }
    // Both stand in the order of the text.
    let before = ability.program[..at].iter().filter(|op| is_offer(op)).count();
    let mut offers = Vec::new();
    each_offer(&ability.steps, &mut offers);
    match offers.get(before) {
        Some(Step::OneOf { options, .. }) => options.iter().map(|(_, steps)| &steps[..]).collect(),
        _ => Vec::new(),
    }
}

fn each_offer<'a, V: Vocab>(steps: &'a [Step<V>], found: &mut Vec<&'a Step<V>>) {
    for step in steps {
        if matches!(step, Step::OneOf { .. }) {
            found.push(step);
        }
        step.lists().into_iter().for_each(|list| each_offer(list, found));
    }
}

/// Operations without jumps, as the steps that they were.
fn straight<V: Vocab>(ops: &[Op<V>]) -> Vec<Step<V>> {
    let step = |op: &Op<V>| {
        Some(match op.clone() {
            Op::Choose { who, slot, from } => Step::Choose { who, slot, from },
            Op::Bind { slot, to } => Step::Bind { slot, to },
            Op::Name { who, min, max } => Step::Name { who, min, max },
            Op::Do(verb) => Step::Do(verb),
            Op::Gain { to, change, until } => Step::Gain { to, change, until },
            Op::Later { ability, until, carry } => Step::Later { ability, until, carry },
            _ => return None,
        })
    };
    ops.iter().map_while(step).collect()
}

/// Lays steps out.
pub fn flatten<V: Vocab>(steps: &[Step<V>]) -> Vec<Op<V>> {
    let mut ops = Vec::new();
    lay(steps, &mut ops);
    ops.push(Op::End);
    ops
}

fn lay<V: Vocab>(steps: &[Step<V>], ops: &mut Vec<Op<V>>) {
    for step in steps {
        lay_one(step, ops);
    }
}

fn lay_one<V: Vocab>(step: &Step<V>, ops: &mut Vec<Op<V>>) {
    match step.clone() {
        Step::Choose { who, slot, from } => ops.push(Op::Choose { who, slot, from }),
        Step::Bind { slot, to } => ops.push(Op::Bind { slot, to }),
        Step::Name { who, min, max } => ops.push(Op::Name { who, min, max }),
        Step::Do(verb) => ops.push(Op::Do(verb)),
        Step::Gain { to, change, until } => ops.push(Op::Gain { to, change, until }),
        Step::Later { ability, until, carry } => ops.push(Op::Later { ability, until, carry }),
        Step::If { cond, then, otherwise } => {
            let test = ops.len();
            ops.push(Op::Unless { cond, to: 0 });
            lay_branches(&then, &otherwise, ops, test);
        }
        Step::IfDid { steps, then } => {
            ops.push(Op::Forget);
            lay(&steps, ops);
            let test = ops.len();
            ops.push(Op::UnlessDid { to: 0, all: false });
            lay_branches(&then, &[], ops, test);
        }
        Step::May { who, steps, then, otherwise } => lay_offer(
            Op::Ask { who, to: 0, end: 0, whole: false, forced: false },
            &steps,
            &then,
            &otherwise,
            ops,
        ),
        Step::By { who, cost, then, forced } => {
            lay_offer(Op::Ask { who, to: 0, end: 0, whole: true, forced }, &cost, &then, &[], ops)
        }
        Step::OneOf { who, pick, options } => {
            let at = ops.len();
            ops.push(Op::End);
            let mut starts = Vec::new();
            for (words, steps) in options {
                starts.push((ops.len() as u16, words));
                lay(&steps, ops);
                ops.push(Op::ModeEnd { at: at as u16 });
            }
            ops[at] = Op::Modes { who, pick, starts, end: ops.len() as u16 };
        }
        Step::Each { over, slot, steps } => {
            let at = ops.len();
            ops.push(Op::End);
            lay(&steps, ops);
            ops.push(Op::Again { at: at as u16 });
            ops[at] = Op::Each { over, slot, end: ops.len() as u16 };
        }
        Step::Repeat { times, steps } => {
            let at = ops.len();
            ops.push(Op::End);
            lay(&steps, ops);
            ops.push(Op::Again { at: at as u16 });
            ops[at] = Op::Repeat { times, end: ops.len() as u16 };
        }
    }
}

/// An offer: `steps`, then `then` if they did something; declined or fruitless, `otherwise`.
fn lay_offer<V: Vocab>(
    ask: Op<V>,
    steps: &[Step<V>],
    then: &[Step<V>],
    otherwise: &[Step<V>],
    ops: &mut Vec<Op<V>>,
) {
    let asked = ops.len();
    ops.push(Op::End);
    lay(steps, ops);
    let end = ops.len() as u16;
    if then.is_empty() && otherwise.is_empty() {
        set_ask(ops, asked, ask, end, end);
        return;
    }
    let test = ops.len();
    ops.push(Op::UnlessDid { to: 0, all: matches!(ask, Op::Ask { whole: true, .. }) });
    let to = lay_branches(then, otherwise, ops, test);
    set_ask(ops, asked, ask, to, end);
}

fn set_ask<V: Vocab>(ops: &mut [Op<V>], asked: usize, ask: Op<V>, goes_to: u16, ends: u16) {
    if let Op::Ask { who, whole, forced, .. } = ask {
        ops[asked] = Op::Ask { who, to: goes_to, end: ends, whole, forced };
    }
}

/// Lays `then` and `otherwise` behind the test at `test`, and returns where `otherwise` begins.
fn lay_branches<V: Vocab>(then: &[Step<V>], otherwise: &[Step<V>], ops: &mut Vec<Op<V>>, test: usize) -> u16 {
    lay(then, ops);
    let jump = ops.len();
    if !otherwise.is_empty() {
        ops.push(Op::End);
    }
    let begins = ops.len() as u16;
    lay(otherwise, ops);
    if !otherwise.is_empty() {
        ops[jump] = Op::Goto(ops.len() as u16);
    }
    match &mut ops[test] {
        Op::Unless { to, .. } | Op::UnlessDid { to, .. } => *to = begins,
        _ => unreachable!("a branch is laid behind its own test"),
    }
    begins
}
