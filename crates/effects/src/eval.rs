//! Reading the table for an effect: which cards fit, how many, whether a condition holds. Nothing here changes it.

use crate::host::{Host, Of, Whole};
use crate::run::Run;
use crate::tree::*;
use kernel::{Card, Flat, Seat};

/// A list of cards, in place. Large enough for every card of a table.
pub type Cards = Flat<Card, 255>;

/// The seat that `who` means for this effect. `Both` means the turn player here; sweeps ask [`seats`].
pub fn seat<H: Host>(host: &H, who: Who, run: &Run) -> Seat {
    match who {
        Who::You => run.controller,
        Who::Opponent => run.controller.other(),
        Who::Both => host.turn_seat(),
        Who::Owner => host.find(run.subject).map_or(run.controller, |card| host.owner(card)),
    }
}

/// The seats that `who` means, the turn player first.
pub fn seats<H: Host>(host: &H, who: Who, run: &Run) -> impl Iterator<Item = Seat> + use<H> {
    let first = seat(host, who, run);
    let second = (who == Who::Both).then_some(first.other());
    std::iter::once(first).chain(second)
}

/// Calls `f` with every card of a place.
pub fn each_among<H: Host>(
    host: &H,
    cards: &H::Cards,
    among: &Among<Of<H>>,
    run: &Run,
    f: &mut dyn FnMut(Card),
) {
    match among {
        Among::Zones { whose, zones } => {
            for seat in seats(host, *whose, run) {
                for zone in zones {
                    host.each_in(cards, seat, *zone, f);
                }
            }
        }
        Among::Slot(slot) => {
            for pick in host.picks().of(run, *slot) {
                if let Some(card) = host.find(pick.object) {
                    f(card);
                }
            }
        }
        Among::Under { host: under, zone } => {
            for card in targets(host, cards, under, run).iter() {
                host.each_under(cards, *card, *zone, f);
            }
        }
        Among::Several(several) => several.iter().for_each(|among| each_among(host, cards, among, run, f)),
    }
}

/// The cards that fit a selection: of a pile's end as many as it says, else however many it wants.
pub fn candidates<H: Host>(host: &H, cards: &H::Cards, select: &Select<Of<H>>, run: &Run) -> Cards {
    let mut found = Cards::new();
    each_among(host, cards, &select.among, run, &mut |card| {
        if fits(host, cards, &select.filter, card, run) {
            found.push(card);
        }
    });
    let want = |number| (amount(host, cards, number, run).max(0) as usize).min(found.len());
    match &select.count {
        HowMany::Top(number) => found.truncate(want(number)),
        HowMany::Bottom(number) => {
            let skip = found.len() - want(number);
            let mut at = 0;
            found.retain(|_| {
                at += 1;
                at > skip
            });
        }
        _ => {}
    }
    found
}

/// Whether any card fits a selection.
pub fn exists<H: Host>(host: &H, cards: &H::Cards, select: &Select<Of<H>>, run: &Run) -> bool {
    let mut found = false;
    each_among(host, cards, &select.among, run, &mut |card| {
        found = found || fits(host, cards, &select.filter, card, run);
    });
    found
}

/// The cards that a target means, as far as they are still there.
pub fn targets<H: Host>(host: &H, cards: &H::Cards, target: &Target<Of<H>>, run: &Run) -> Cards {
    let mut found = Cards::new();
    let mut add = |card: Option<Card>| {
        if let Some(card) = card.filter(|card| !found.contains(card)) {
            found.push(card);
        }
    };
    match target {
        Target::This => add(host.find(run.source)),
        Target::Subject => {
            add(host.find(run.subject));
            // What one waiting effect says of several cards, it says of them together.
            host.picks().of(run, Slot::SUBJECTS).for_each(|pick| add(host.find(pick.object)));
        }
        Target::Other => add(host.find(run.other)),
        Target::Test(test) => host.each_meant(cards, test, run, &mut |card| add(Some(card))),
        Target::Slot(slot) => host.picks().of(run, *slot).for_each(|pick| add(host.find(pick.object))),
        Target::Each(select) => return candidates(host, cards, select, run),
        Target::Several(several) => several
            .iter()
            .for_each(|one| targets(host, cards, one, run).iter().for_each(|card| add(Some(*card)))),
    }
    found
}

/// Whether a card passes a test.
pub fn fits<H: Host>(host: &H, cards: &H::Cards, filter: &Filter<Of<H>>, card: Card, run: &Run) -> bool {
    match filter {
        Filter::Any => true,
        Filter::All(all) => all.iter().all(|filter| fits(host, cards, filter, card, run)),
        Filter::Either(any) => any.iter().any(|filter| fits(host, cards, filter, card, run)),
        Filter::Not(filter) => !fits(host, cards, filter, card, run),
        Filter::Kind(kind) => host.is_kind(cards, card, *kind, run),
        Filter::Color(color) => host.has_color(cards, card, *color, run),
        Filter::Name(name) => host.has_name(cards, card, name.as_str(), Whole::Exactly, run),
        Filter::NameHas(name) => host.has_name(cards, card, name.as_str(), Whole::Contains, run),
        Filter::Trait(name) => host.has_trait(cards, card, name.as_str(), Whole::Exactly, run),
        Filter::TraitHas(name) => host.has_trait(cards, card, name.as_str(), Whole::Contains, run),
        Filter::InText(phrase) => host.in_text(cards, card, phrase.as_str()),
        Filter::Figure(figure, cmp, than) => host
            .figure(cards, card, *figure, run)
            .is_some_and(|value| cmp.holds(value, amount(host, cards, than, run))),
        Filter::Is(state) => host.is(cards, card, *state, run),
        Filter::Has(keyword) => host.has(cards, card, keyword, run),
        Filter::This => host.is_same(card, run.source),
        Filter::Subject => host.is_same(card, run.subject),
        Filter::Bound(slot) => host.picks().of(run, *slot).any(|pick| host.is_same(card, pick.object)),
        Filter::Of(who) => seats(host, *who, run).any(|seat| host.side(card) == seat),
        Filter::Test(test) => host.test(cards, card, test, run),
    }
}

/// The largest amount that an effect can come to: no game comes near it, and sums over a whole table of it fit.
const MOST: i32 = 8_000_000;

/// What an amount comes to now.
pub fn amount<H: Host>(host: &H, cards: &H::Cards, amount_: &Amount<Of<H>>, run: &Run) -> i32 {
    match amount_ {
        Amount::Fixed(number) => *number,
        Amount::Count(select) => {
            let mut count = 0;
            each_among(host, cards, &select.among, run, &mut |card| {
                count += i32::from(fits(host, cards, &select.filter, card, run));
            });
            count
        }
        Amount::Figure(figure, of) => {
            let meant = targets(host, cards, of, run);
            // What triggered it is looked at as it was; so is what the effect sent where it cannot be seen.
            if **of == Target::Subject || meant.is_empty() {
                if let Some(then) = host.figure_then(cards, *figure, of, run) {
                    return then;
                }
            }
            meant.iter().filter_map(|card| host.figure(cards, *card, *figure, run)).sum()
        }
        Amount::PerEach { each, per, of } => {
            let times = amount(host, cards, of, run) / (*per).max(1);
            each.saturating_mul(times).clamp(-MOST, MOST)
        }
        Amount::Plus(a, b) => (amount(host, cards, a, run) + amount(host, cards, b, run)).clamp(-MOST, MOST),
        Amount::Bound(slot) => host.picks().of(run, *slot).count() as i32,
        Amount::Done => run.done.into(),
        Amount::Named => run.named.into(),
        Amount::Event => run.amount.into(),
        Amount::Game(count) => host.count(cards, count, run),
    }
}

/// Whether a condition holds now. Of several that met the trigger at the same time any may be the one that is meant; that
/// one then has to meet all of it.
pub fn holds<H: Host>(host: &H, cards: &H::Cards, cond: &Cond<Of<H>>, run: &Run) -> bool {
    if !speaks_of_subject(cond) {
        return holds_alone(host, cards, cond, run);
    }
    let (mut met, mut any) = (0, false);
    host.each_met(run, &mut |card| {
        met += 1;
        let one = run.about(host.object(card), run.other, run.amount);
        any = any || holds_alone(host, cards, cond, &one);
    });
    if met > 1 { any } else { holds_alone(host, cards, cond, run) }
}

/// Whether a condition asks something of what the trigger was about.
pub fn speaks_of_subject<V: Vocab>(cond: &Cond<V>) -> bool {
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().any(speaks_of_subject),
        Cond::Not(cond) => speaks_of_subject(cond),
        Cond::Is(target, _) => *target == Target::Subject,
        Cond::Compare(..) | Cond::Exists(_) | Cond::Did | Cond::Fact(_) => false,
    }
}

/// The same of the one subject of this run.
pub fn holds_alone<H: Host>(host: &H, cards: &H::Cards, cond: &Cond<Of<H>>, run: &Run) -> bool {
    let holds = holds_alone;
    match cond {
        Cond::All(all) => all.iter().all(|cond| holds(host, cards, cond, run)),
        Cond::Either(any) => any.iter().any(|cond| holds(host, cards, cond, run)),
        Cond::Not(cond) => !holds(host, cards, cond, run),
        Cond::Compare(a, cmp, b) => cmp.holds(amount(host, cards, a, run), amount(host, cards, b, run)),
        Cond::Exists(select) => exists(host, cards, select, run),
        Cond::Is(target, filter) => {
            let meant = targets(host, cards, target, run);
            !meant.is_empty() && meant.iter().all(|card| fits(host, cards, filter, *card, run))
        }
        Cond::Did => run.did,
        Cond::Fact(fact) => host.fact(cards, fact, run),
    }
}
