//! Luck by script: every random result of a scene is written down in it.

use kernel::{Chance, Print};
use std::collections::VecDeque;

/// One scripted result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Luck {
    /// The answer to "a number below n".
    Number(u32),
    /// A shuffle that leaves the order as it is.
    Keep,
    /// A shuffle after which these cards are on top, in this order, and the others below them as they were.
    Top(Vec<String>),
}

/// A [`Luck`] whose cards are found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Result {
    Number(u32),
    Keep,
    /// Names with the prints that carry them: prints of one name are all right.
    Top(Vec<(String, Vec<Print>)>),
}

/// The chance of a scene. It cannot refuse a question, so it remembers the first one that it had no answer to.
#[derive(Clone, Debug, Default)]
pub(super) struct Scripted {
    results: VecDeque<Result>,
    /// Who begins, where the scene says so and the preparation asks for it first.
    first: Option<u32>,
    fault: Option<String>,
}

impl Scripted {
    pub fn new(results: Vec<Result>, first: Option<u32>) -> Self {
        Scripted { results: results.into(), first, fault: None }
    }

    /// What was asked for and not scripted, or scripted wrongly.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// How many scripted results nobody has asked for yet.
    pub fn unused(&self) -> usize {
        self.results.len()
    }

    fn fail(&mut self, why: String) {
        self.fault.get_or_insert(why);
    }
}

impl Chance for Scripted {
    fn below(&mut self, n: u32) -> u32 {
        if n == 2
            && let Some(first) = self.first.take()
        {
            return first;
        }
        match self.results.pop_front() {
            Some(Result::Number(number)) if number < n => return number,
            Some(Result::Number(number)) => {
                self.fail(format!("`chance` gives {number}, but the rules ask for a number below {n}"));
            }
            Some(_) => {
                self.fail(format!("`chance` gives a shuffle, but the rules ask for a number below {n}"))
            }
            None => {
                self.fail(format!("the rules ask for a random number below {n}, and `chance` has none left"))
            }
        }
        0
    }

    fn shuffle(&mut self, prints: &mut [Print]) {
        match self.results.pop_front() {
            Some(Result::Keep) => {}
            Some(Result::Top(top)) => {
                for (at, (name, wanted)) in top.iter().enumerate() {
                    let found = (at..prints.len()).find(|other| wanted.contains(&prints[*other]));
                    match found {
                        Some(from) => prints[at..=from].rotate_right(1),
                        None => {
                            let why = format!("`chance` puts {name} on top of a shuffle that has no such card");
                            return self.fail(why);
                        }
                    }
                }
            }
            Some(Result::Number(number)) => {
                self.fail(format!("`chance` gives {number}, but the rules ask for a shuffle of {} cards", prints.len()));
            }
            None => self.fail(format!(
                "the rules ask for a shuffle of {} cards, and `chance` has none left (\"keep\" leaves the order)",
                prints.len()
            )),
        }
    }
}
