//! Decisions. A menu is a seat, a reason and a list of options; the answer is an index.

use crate::game::{Game, Standing};
use crate::rule::Legal;
use crate::seat::Seat;

/// One open decision. The answer is an index into `options`, which is never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu<G: Game> {
    /// Who is asked.
    pub seat: Seat,
    /// What for.
    pub reason: G::Reason,
    /// What can be answered, never empty.
    pub options: Vec<G::Choice>,
}

impl<G: Game> Default for Menu<G> {
    fn default() -> Self {
        Menu { seat: Seat::A, reason: G::Reason::default(), options: Vec::with_capacity(64) }
    }
}

/// Takes what a game considers at a decision, each with its verdict. The same enumeration fills a menu (keeping
/// what is legal) and explains a refusal (keeping the verdict of the one asked about).
pub trait Consider<C> {
    /// Whether candidates that are refused on sight should be offered too, for the sake of their reasons.
    /// `false` on the fast path; a game uses it to skip whole classes of hopeless candidates.
    const WIDE: bool;

    /// Names a candidate; the verdict is worked out only where it is wanted.
    fn offer(&mut self, choice: C, verdict: impl FnOnce() -> Legal);

    /// An option that is always allowed here.
    fn allow(&mut self, choice: C) {
        self.offer(choice, || Ok(()));
    }

    /// Whether nothing that is still offered can make a difference.
    fn is_sated(&self) -> bool {
        false
    }
}

/// Only wants to know whether anything is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AnyLegal(pub bool);

impl<C> Consider<C> for AnyLegal {
    const WIDE: bool = false;

    #[inline]
    fn offer(&mut self, _: C, verdict: impl FnOnce() -> Legal) {
        self.0 = self.0 || verdict().is_ok();
    }

    #[inline]
    fn is_sated(&self) -> bool {
        self.0
    }
}

/// Keeps the legal ones: the fast path.
impl<C> Consider<C> for Vec<C> {
    const WIDE: bool = false;

    fn offer(&mut self, choice: C, verdict: impl FnOnce() -> Legal) {
        if verdict().is_ok() {
            self.push(choice);
        }
    }
}

/// Keeps every candidate with its verdict.
#[derive(Clone, Debug)]
pub struct Verdicts<C>(pub Vec<(C, Legal)>);

impl<C> Consider<C> for Verdicts<C> {
    const WIDE: bool = true;

    fn offer(&mut self, choice: C, verdict: impl FnOnce() -> Legal) {
        self.0.push((choice, verdict()));
    }
}

/// The label of an option. Cards of both players that go by one name are told apart by whose they are: `Rock`, and beside it
/// `Rock (opponent)`. `owner` is whose card the option chooses, if it chooses one, and `words` the label without this.
pub fn told_apart<G: Game>(
    game: &G,
    cards: &G::Cards,
    choice: G::Choice,
    owner: Option<Seat>,
    words: impl Fn(G::Choice) -> String,
) -> String {
    let label = words(choice);
    let Standing::Open(asked) = game.standing() else { return label };
    if owner.is_none_or(|owner| owner == asked) {
        return label;
    }
    let mut options = Vec::new();
    game.consider(cards, &mut options);
    match options.iter().any(|other| *other != choice && words(*other) == label) {
        true => format!("{label} (opponent)"),
        false => label,
    }
}

/// Makes the labels of a menu differ: of options that nothing tells apart (one skill that waits twice) the second and later
/// ones are numbered: `resolve Rock: … [2]`. (A `#` behind a space begins a comment in a scene.)
pub fn unlike(labels: &mut [String]) {
    for at in 1..labels.len() {
        let before = labels[..at].iter().filter(|label| **label == labels[at]).count();
        if before > 0 {
            // What an earlier one was numbered may be what this one says.
            let taken = |number: &usize| labels[..at].contains(&format!("{} [{number}]", labels[at]));
            let number = (2..).find(|number| !taken(number)).unwrap_or(before + 1);
            labels[at].push_str(&format!(" [{number}]"));
        }
    }
}

/// A label without the number that [`unlike`] gave it.
pub fn without_number(label: &str) -> &str {
    let numbered = label.strip_suffix(']').and_then(|label| label.rsplit_once(" ["));
    match numbered {
        Some((words, number)) if number.parse::<usize>().is_ok() => words,
        _ => label,
    }
}

/// A label without the numbers that tell twins apart: `play Ember#2` is `play Ember`.
pub fn unnumbered(label: &str) -> String {
    let mut parts = label.split('#');
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if rest.len() == part.len() {
            plain.push('#');
        }
        plain.push_str(rest);
    }
    plain
}
