//! Where cards come from and what brings them, behind the verb of a trigger: "from your drop zone", "by an effect of
//! your opponent's card", and the triggers that are about cards being put, returned and turned.

use super::lexicon::{Lex, whose, zones};
use crate::state::Zone;
use crate::vocab::{Condition, Fact, Moment, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::Bracket;
use effects::text::parser::Parser;
use effects::{Amount, Cmp, Cond, Filter, Phrase, Target, Trigger, Who};

type B = Builder<Words>;

/// "from your field or hand": whose zones, and which.
pub(super) fn origin(p: &mut Parser<'_>) -> Option<(Who, Vec<Zone>)> {
    p.attempt(|p| {
        if !p.take("from") {
            return None;
        }
        let who = match whose(p) {
            Some(who) => who,
            None => {
                p.take("the");
                Who::Both
            }
        };
        let mut all = zones(p)?;
        while p.attempt(|p| if p.take("or") { zones(p).map(|more| all.extend(more)) } else { None }).is_some()
        {
        }
        Some((who, all))
    })
}

/// "by an effect", "by your opponent's card effects", "by the effect of "X"": what brings it about.
pub(super) fn cause(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    p.attempt(|p| {
        if !p.take("by") && !p.take("due to") {
            return None;
        }
        let of = |filter: Filter<Words>| Some(Cond::Fact(Fact::ByEffectOf(filter)));
        if p.take("the effect/effects of") || p.take("an? effect/effects of/from") {
            if let Some(name) = p.attempt(|p| p.group(Bracket::Quote)) {
                return Some(Cond::Fact(Fact::ByAbility(Phrase::new(name))));
            }
            let noun = grammar::noun_phrase(lex, p, b)?;
            let mut filter = noun.filter;
            let side = match (&noun.among, noun.whose) {
                (Some(effects::Among::Zones { whose, zones }), _) if zones[..] == Zone::FIELD => Some(*whose),
                (Some(_), _) => return None,
                (None, who) => who,
            };
            if let Some(who) = side.filter(|who| *who != Who::Both) {
                filter = filter.and(Filter::Of(who));
            }
            return of(filter);
        }
        if p.take("your opponent 's card? effect/effects") {
            return of(Filter::Of(Who::Opponent));
        }
        if p.take("your card? effect/effects") {
            return of(Filter::Of(Who::You));
        }
        if p.take("a? card effect/effects") || p.take("an? effect/effects") {
            return of(Filter::Any);
        }
        None
    })
}

/// Both conditions of a trigger, where there are two.
pub(super) fn joined(one: Option<Condition>, other: Option<Condition>) -> Option<Condition> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.and(other)),
        (one, other) => one.or(other),
    }
}

/// Cards of one fighter's zones are that fighter's.
fn sided(subject: &Filter<Words>, who: Who) -> Filter<Words> {
    if *subject == Filter::This || who == Who::Both {
        subject.clone()
    } else {
        subject.clone().and(Filter::Of(who))
    }
}

/// "is put from your field into your drop zone", "is dropped from your hand", "is put into the soul of a 《X》".
pub(super) fn put(
    lex: &Lex,
    p: &mut Parser<'_>,
    b: &mut B,
    subject: &Filter<Words>,
) -> Option<Trigger<Words>> {
    let dropped = if p.take("is/are dropped") {
        true
    } else if p.take("is/are put") {
        false
    } else {
        return None;
    };
    let early = origin(p);
    if dropped || p.attempt(into_drop).is_some() {
        let from = early.or_else(|| origin(p));
        let came = from.as_ref().map(|(_, zones)| Cond::Fact(Fact::CameFrom(zones.clone())));
        let subject = sided(subject, from.map_or(Who::Both, |(who, _)| who));
        let cond = joined(came, cause(lex, p, b));
        b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
        return Some(Trigger { moment: Moment::PutIntoDrop, subject, cond });
    }
    if !p.take("into the soul of") {
        return None;
    }
    let own = p.take("your");
    p.take("a/an");
    let mut host = grammar::described(lex, p, b)?;
    if p.take("on your field") || own {
        host = host.and(Filter::Of(Who::You));
    }
    let from = early.or_else(|| origin(p));
    let above = (host != Filter::Any).then_some(Cond::Is(Target::Other, host));
    let came = from.map(|(_, zones)| Cond::Fact(Fact::CameFrom(zones)));
    b.it = Some(Target::Other);
    Some(Trigger { moment: Moment::PutIntoSoul, subject: subject.clone(), cond: joined(above, came) })
}

fn into_drop(p: &mut Parser<'_>) -> Option<()> {
    if !p.take("into/to/in") {
        return None;
    }
    if whose(p).is_none() {
        p.take("the/a");
    }
    p.take("drop zone/area").then_some(())
}

/// "is returned to your hand or deck", "returns to the hand from the field".
pub(super) fn returned(p: &mut Parser<'_>, subject: &Filter<Words>) -> Option<Trigger<Words>> {
    if !p.take("is/are returned to") && !p.take("returns/return to") {
        return None;
    }
    if whose(p).is_none() && !p.take("its/their owner/owners 's/'") {
        p.take("the");
    }
    let place = |p: &mut Parser<'_>| p.lookup(&[("hand/hands", 0), ("deck/decks", 1)]);
    let first = place(p)?;
    let second = p.attempt(|p| {
        if !p.take("or") {
            return None;
        }
        p.take("your/the");
        place(p)
    });
    if let Some((_, from)) = origin(p) {
        (from[..] == Zone::FIELD).then_some(())?;
    }
    let to = |place| Cond::Compare(Amount::Event, Cmp::Equal, Amount::Fixed(place));
    let cond = second.filter(|second| *second != first).map_or(Some(to(first)), |_| None);
    Some(Trigger { moment: Moment::Returned, subject: subject.clone(), cond })
}

/// "[Rest]", "becomes [Rest]", "is [Rest] by an effect", "[Stand] by the effects of your cards".
pub(super) fn turned(
    lex: &Lex,
    p: &mut Parser<'_>,
    b: &mut B,
    subject: &Filter<Words>,
) -> Option<Trigger<Words>> {
    p.take("becomes/become/is/are");
    let moment = match p.group_any(Bracket::Square, &["rest", "stand"])? {
        0 => Moment::Rested,
        _ => Moment::Stood,
    };
    let cond = cause(lex, p, b);
    Some(Trigger { moment, subject: subject.clone(), cond })
}
