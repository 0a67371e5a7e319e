//! The switch that a broken copy of the games is built with: every break is in the build, and at most one is on.
//!
//! The breaker (`tools/breaker`) rewrites a copy of the source so that conditions, amounts, orders and statements near
//! cited rules go through the functions here. A break has a number; the functions take the number of the first of
//! their breaks. What is on, and what was reached, is kept a thread, so that a trial runs scenes without processes.

use std::cell::{Cell, RefCell};

/// Steps after which a run is taken to go on for ever. The longest scene takes a small part of it.
const PATIENCE: u64 = 4_000_000;

thread_local! {
    static ON: Cell<u32> = const { Cell::new(0) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
    /// The breaks that would have changed something since recording began; `None` when nobody records.
    static REACHED: RefCell<Option<Vec<bool>>> = const { RefCell::new(None) };
}

/// Turns a break on (0: none) and counts the steps of this thread anew.
pub fn turn_on(number: u32) {
    ON.set(number);
    STEPS.set(0);
}

/// Begins to note which of the breaks up to `most` would change something.
pub fn record(most: u32) {
    REACHED.set(Some(vec![false; most as usize + 1]));
}

/// Ends the noting: for each break whether it was reached where it makes a difference.
pub fn recorded() -> Vec<bool> {
    REACHED.take().unwrap_or_default()
}

/// Whether this break is on. `differs`: whether it makes a difference here and now.
fn on(number: u32, differs: bool) -> bool {
    if differs {
        REACHED.with_borrow_mut(|reached| {
            if let Some(seen) = reached.as_mut().and_then(|reached| reached.get_mut(number as usize)) {
                *seen = true;
            }
        });
    }
    ON.get() == number
}

fn step() {
    let steps = STEPS.get() + 1;
    STEPS.set(steps);
    assert!(steps < PATIENCE, "a broken run that does not end");
}

/// A statement that is left out, or two that change places.
pub fn is(number: u32) -> bool {
    step();
    on(number, true)
}

/// A condition: turned round, always so, never so.
pub fn when(number: u32, holds: bool) -> bool {
    step();
    if on(number, true) {
        !holds
    } else if on(number + 1, !holds) {
        true
    } else if on(number + 2, holds) {
        false
    } else {
        holds
    }
}

/// A fixed yes or no, turned round.
pub fn not(number: u32, holds: bool) -> bool {
    step();
    holds != on(number, true)
}

/// `one < two`, or `<=`.
pub fn below<T: PartialOrd>(number: u32, one: &T, two: &T) -> bool {
    step();
    one < two || on(number, one == two) && one == two
}

/// `one <= two`, or `<`.
pub fn at_most<T: PartialOrd>(number: u32, one: &T, two: &T) -> bool {
    step();
    one < two || one == two && !on(number, one == two)
}

/// `one > two`, or `>=`.
pub fn above<T: PartialOrd>(number: u32, one: &T, two: &T) -> bool {
    below(number, two, one)
}

/// `one >= two`, or `>`.
pub fn at_least<T: PartialOrd>(number: u32, one: &T, two: &T) -> bool {
    at_most(number, two, one)
}

/// An amount: one more, one less.
pub fn off<T: Amount>(number: u32, amount: T) -> T {
    step();
    if on(number, true) {
        amount.more()
    } else if on(number + 1, true) {
        amount.less()
    } else {
        amount
    }
}

/// A list in its order, or the other way round.
pub fn turned<T, const N: usize>(number: u32, mut list: [T; N]) -> [T; N] {
    step();
    if on(number, true) {
        list.reverse();
    }
    list
}

/// A refusal, or none.
pub fn refusal<E>(number: u32, refused: Result<(), E>) -> Result<(), E> {
    step();
    if on(number, refused.is_err()) { Ok(()) } else { refused }
}

/// A whole number that can be one off.
pub trait Amount {
    fn more(self) -> Self;
    fn less(self) -> Self;
}

macro_rules! amounts {
    ($($number:ty)*) => {
        $(impl Amount for $number {
            fn more(self) -> Self {
                self.saturating_add(1)
            }
            fn less(self) -> Self {
                self.saturating_sub(1)
            }
        })*
    };
}
amounts!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
