//! Where changes may be, without asking whether they are: for those who look at every card and want to know which of them are
//! what is printed.

use super::{Ask, Asked, Layered, Sort, Whom};
use crate::host::Of;
use crate::lasting::On;
use crate::tree::{Among, Gainer, Step, Target, Vocab};
use kernel::{Object, Seat};

/// What a change may be on.
pub enum Reached<Z> {
    /// This card.
    Card(Object),
    /// Some cards that lie where a text means by a zone.
    Zone(Z),
    /// Nobody can say without asking.
    Anything,
}

/// Calls `f` with all that changes of these classes may be on: those that last, and those of always-on abilities that bear on
/// others. What a card gives itself wherever it lies, the game looks at card by card. It may name what is not reached; it
/// leaves out nothing that is.
pub fn each_reached<H: Layered>(
    host: &H,
    cards: &H::Cards,
    classes: u16,
    f: &mut dyn FnMut(Reached<<Of<H> as Vocab>::Zone>),
) {
    let ((always, lasting), sort) = (host.given(), Sort::of(classes));
    if lasting & classes != 0 {
        for one in host.lasting() {
            match (one.on, one.change(H::ability(cards, one.ability))) {
                (_, Some((_, change))) if !H::sort_of(change).meets(sort) => {}
                (On::Card(object), _) => f(Reached::Card(object)),
                (On::Whatever, Some((to, _))) => of_gainer::<H>(to, Object::default(), f),
                (On::Whatever, None) | (On::Player(_), _) => {}
            }
        }
    }
    if always & classes != 0 {
        let ask = Ask { whom: Whom::Player(Seat::A), sort, asked: Asked::NOTHING };
        host.each_always(cards, &ask, &mut |source| {
            of_steps::<H>(&H::ability(cards, source.ability).steps, sort, host.object(source.holder), f);
        });
    }
}

fn of_steps<H: Layered>(
    steps: &[Step<Of<H>>],
    sort: Sort,
    holder: Object,
    f: &mut dyn FnMut(Reached<<Of<H> as Vocab>::Zone>),
) {
    for step in steps {
        match step {
            Step::Gain { to, change, .. } if H::sort_of(change).meets(sort) => of_gainer::<H>(to, holder, f),
            Step::If { then, otherwise, .. } => {
                of_steps::<H>(then, sort, holder, f);
                of_steps::<H>(otherwise, sort, holder, f);
            }
            _ => {}
        }
    }
}

fn of_gainer<H: Layered>(
    to: &Gainer<Of<H>>,
    holder: Object,
    f: &mut dyn FnMut(Reached<<Of<H> as Vocab>::Zone>),
) {
    match to {
        Gainer::Cards(Target::This) => f(Reached::Card(holder)),
        Gainer::Cards(Target::Each(select)) => of_among::<H>(&select.among, f),
        Gainer::Whatever(select) => of_among::<H>(&select.among, f),
        Gainer::Cards(_) => f(Reached::Anything),
        Gainer::Player(_) => {}
    }
}

fn of_among<H: Layered>(among: &Among<Of<H>>, f: &mut dyn FnMut(Reached<<Of<H> as Vocab>::Zone>)) {
    match among {
        Among::Zones { zones, .. } => zones.iter().for_each(|zone| f(Reached::Zone(*zone))),
        Among::Several(several) => several.iter().for_each(|among| of_among::<H>(among, f)),
        _ => f(Reached::Anything),
    }
}
