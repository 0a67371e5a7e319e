//! Cores that effects move: how many, which, from where and to where.

use super::body::{ALL_CORES, object};
use super::clause::{Steps, done};
use super::header::soul_core;
use super::{B, P};
use crate::vocab::*;
use effects::text::grammar::whose;
use effects::{Amount, Step, Who};

type OfPlayer = fn(Who) -> CorePlace;

/// How many cores, and which.
pub(super) struct HowManyCores {
    pub(super) number: i32,
    pub(super) up_to: bool,
    pub(super) total: bool,
    pub(super) kind: CoreKind,
}

pub(super) fn how_many_cores(p: &mut P<'_>) -> Option<HowManyCores> {
    let soul = p.attempt(|p| {
        p.take("the/a/your/its");
        soul_core(p).then_some(())
    });
    if soul.is_some() {
        return Some(HowManyCores { number: 1, up_to: false, total: false, kind: CoreKind::SoulCore });
    }
    let any = p.take("any number of");
    let up_to = any || p.take("up to");
    let total = p.take("a total of");
    let number = if any {
        ALL_CORES
    } else if p.take("a/an extra? additional?") {
        1
    } else if p.take("all the?") {
        ALL_CORES
    } else {
        p.number()?
    };
    if !p.take("core/cores") {
        return p.want("cores");
    }
    let besides = p.attempt(|p| {
        p.mark(',');
        if !p.take("besides/except/other than?") {
            return None;
        }
        p.take("for/the");
        soul_core(p).then_some(())
    });
    if besides.is_some() {
        p.mark(',');
    }
    let kind = if besides.is_some() { CoreKind::Ordinary } else { CoreKind::Any };
    Some(HowManyCores { number, up_to, total, kind })
}

/// A place of cores, and the steps that choose it where it is a card to be chosen.
fn core_place(p: &mut P<'_>, b: &mut B) -> Option<(Vec<TextStep>, CorePlace)> {
    if p.take("the void") {
        return Some((Vec::new(), CorePlace::Void));
    }
    if let Some(place) = p.attempt(|p| {
        p.take("the");
        let who = whose(p).unwrap_or(Who::You);
        let places: [(&str, OfPlayer); 3] =
            [("reserve", CorePlace::Reserve), ("trash", CorePlace::Trash), ("life", CorePlace::Life)];
        p.lookup(&places).map(|place| place(who))
    }) {
        return Some((Vec::new(), place));
    }
    let (before, target) = object(p, b)?;
    Some((before, CorePlace::On(target)))
}

fn send(p: &mut P<'_>) -> bool {
    p.take("send/put/place/move/return")
}

/// "Send a core, besides [Soul Core], from your Trash to it".
pub(super) fn cores(p: &mut P<'_>, b: &mut B) -> Steps {
    // "Besides [Soul Core], send all cores from …".
    let besides = p.attempt(|p| {
        p.take("besides/except the?").then_some(())?;
        soul_core(p).then_some(())?;
        p.mark(',').then_some(())
    });
    if !send(p) {
        return None;
    }
    let mut many = how_many_cores(p)?;
    if besides.is_some() {
        if many.kind != CoreKind::Any {
            return p.want("cores besides the Soul Core");
        }
        many.kind = CoreKind::Ordinary;
    }
    if !p.take("from/on") {
        return p.want("from where");
    }
    let (mut steps, from) = core_place(p, b)?;
    if !p.take("to/into/onto/on") {
        return p.want("to where");
    }
    let several = matches!(&from, CorePlace::On(effects::Target::Each(_)));
    if many.total && (several || many.up_to || !steps.is_empty()) {
        // How they are shared out among any number of cards is not asked.
        return p.want("which cards give so many in total");
    }
    let (more, to) = core_place(p, b)?;
    steps.extend(more);
    let count = if many.up_to {
        // Nobody is asked for more than there is.
        let there = Count::Cores(Box::new(from.clone()), many.kind, many.number);
        steps.push(Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Game(there) });
        Amount::Named
    } else {
        Amount::Fixed(many.number)
    };
    done(steps, Verb::Cores { from, to, count, kind: many.kind, total: many.total })
}

/// "Send cores from it to the Reserve until one core remains".
pub(super) fn cores_until(p: &mut P<'_>, b: &mut B) -> Steps {
    if !(send(p) && p.take("cores from")) {
        return None;
    }
    let (before, from) = object(p, b)?;
    if !p.take("to/into") {
        return p.want("to where");
    }
    let (more, to) = core_place(p, b)?;
    if !more.is_empty() || !p.take("until") {
        return p.want("until how many remain");
    }
    let leave = Amount::Fixed(p.number()?);
    if !(p.take("core/cores remains/remain") || p.take("core/cores is/are left")) {
        return p.want("remains");
    }
    done(before, Verb::CoresUntil { from, to, leave })
}

/// "Reduce your opponent's Life by 1", "send one opposing Life to the Reserve".
pub(super) fn life(p: &mut P<'_>, _b: &mut B) -> Steps {
    let passive = p.attempt(|p| {
        p.take("the");
        let who = whose(p)?;
        p.take("life is reduced by").then_some(())?;
        Some((who, p.number()?, CorePlace::Reserve(who)))
    });
    let (who, number, to) = if let Some(passive) = passive {
        passive
    } else if p.take("reduce") {
        p.take("the");
        let who = whose(p)?;
        if !p.take("life by") {
            return p.want("Life by how much");
        }
        (who, p.number()?, CorePlace::Reserve(who))
    } else if p.take("both/each players/player send/sends") {
        let number = if p.take("a/an") { 1 } else { p.number()? };
        if !p.take("core/cores from their life to the/their reserve") {
            return p.want("Life to the Reserve");
        }
        (Who::Both, number, CorePlace::Reserve(Who::Both))
    } else if send(p) {
        let number = if p.take("a/an") { 1 } else { p.number()? };
        p.take("of/the");
        let who = whose(p)?;
        if !p.take("life core? cores? to") {
            return p.want("Life to somewhere");
        }
        let to = if p.take("the? your? opponent? 's? their? opposing? reserve") {
            CorePlace::Reserve(who)
        } else if p.take("the/their/opposing trash")
            || who == Who::Opponent && p.take("the/your opponent 's trash")
            || who == Who::You && p.take("your trash")
        {
            CorePlace::Trash(who)
        } else if p.take("the void") {
            CorePlace::Void
        } else {
            return p.want("Life to the Reserve");
        };
        (who, number, to)
    } else {
        return None;
    };
    let from = CorePlace::Life(who);
    let verb = Verb::Cores { from, to, count: Amount::Fixed(number), kind: CoreKind::Any, total: false };
    Some(vec![Step::Do(verb)])
}
