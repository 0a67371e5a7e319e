//! Questions about trees: what makes a comparison so, whom a filter is about.

use effects::host::Of;
use effects::probe::Sense;
use effects::{Cmp, Filter, Probe, Who};
use kernel::Seat;

/// How many of something make a comparison so.
pub fn wanted(cmp: Cmp, than: i32, sense: Sense) -> usize {
    let number = match (cmp, sense) {
        (Cmp::Equal | Cmp::AtLeast, Sense::Fits) => than,
        (Cmp::More, Sense::Fits) => than + 1,
        (Cmp::AtMost, Sense::Misses) => than + 1,
        (Cmp::Less, Sense::Misses) => than,
        _ => 0,
    };
    number.max(0) as usize
}

pub fn turned(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Equal => Cmp::Equal,
        Cmp::AtLeast => Cmp::AtMost,
        Cmp::AtMost => Cmp::AtLeast,
        Cmp::More => Cmp::Less,
        Cmp::Less => Cmp::More,
    }
}

/// Whether only the card under test fits.
pub fn about_this<V: effects::Vocab>(filter: &Filter<V>) -> bool {
    match filter {
        Filter::This => true,
        Filter::All(all) => all.iter().any(about_this),
        Filter::Either(any) => any.iter().any(about_this),
        _ => false,
    }
}

/// Whether only the card fits that the card under test lies under.
pub fn about_host<G: Probe>(filter: &Filter<Of<G>>) -> bool {
    match filter {
        Filter::Test(test) => G::means_host(test),
        Filter::All(all) => all.iter().any(about_host::<G>),
        _ => false,
    }
}

pub fn without_this<V: effects::Vocab>(filter: &Filter<V>) -> Filter<V> {
    match filter {
        Filter::This => Filter::Any,
        Filter::All(all) => Filter::All(all.iter().map(without_this).collect()),
        Filter::Either(any) if any.iter().any(about_this) => Filter::Any,
        other => other.clone(),
    }
}

/// The players whose cards fit.
pub fn sides<V: effects::Vocab>(filter: &Filter<V>) -> Vec<Seat> {
    match filter {
        Filter::Of(Who::You) => vec![Seat::A],
        Filter::Of(Who::Opponent) => vec![Seat::B],
        Filter::All(all) => {
            all.iter().map(sides).find(|seats| seats.len() == 1).unwrap_or(vec![Seat::A, Seat::B])
        }
        _ => vec![Seat::A, Seat::B],
    }
}
