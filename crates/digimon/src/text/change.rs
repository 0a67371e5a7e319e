//! What lasts: "gets +3000 DP", "gains <Blocker>", "can't attack", and until when.

use super::amount::{per, times};
use super::ban::{attack_target, cannots, none_can, of_all, opponent_effects};
use super::cards::{self, FIELD, Home, Object};
use super::clause;
pub use super::duration::until;
use super::header;
use super::keyword;
use super::lexicon::{B, WORDS, names};
use super::words::COLORS;
use crate::vocab::*;
use effects::text::grammar::{self, noun_phrase};
use effects::text::{Bracket, Parser};
use effects::{Amount, Filter, Gainer, HowMany, Step, Target, Who};

/// A gain whose end is not known yet.
pub struct Open {
    pub change: Change,
    pub until: Option<Until>,
}

/// Who or what gains: cards, whatever fits, or a player.
#[derive(Clone, Debug)]
pub enum Subject {
    Cards(Object),
    Player(Who),
}

impl Subject {
    pub fn gainer(&self) -> Gainer<Dcg> {
        match self {
            Subject::Player(who) => Gainer::Player(*who),
            // DCG 15-11-2-2, 15-10-2-4-1, 15-11-2-1, 15-11-2-3-1: what is done to all also affects those that come
            // later.
            Subject::Cards(object) => match (&object.target, &object.select) {
                (Target::Each(select), _) if select.count == HowMany::All => {
                    Gainer::Whatever((**select).clone())
                }
                // DCG 15-11-1-1, 15-11-1-3-2: what was chosen is affected, even if it no longer meets what it was
                // chosen by.
                (target, _) => Gainer::Cards(target.clone()),
            },
        }
    }

    pub fn target(&self) -> Option<Target<Dcg>> {
        match self {
            Subject::Cards(object) => Some(object.target.clone()),
            Subject::Player(_) => None,
        }
    }
}

/// A sentence that begins with who or what it is about: "1 of your Digimon gets +2000 DP for the turn".
pub fn subject_clause(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    p.attempt_with(b, |p, b| {
        if let Some(steps) = p.attempt_with(b, opponent_effects) {
            return Some(steps);
        }
        if let Some(steps) = p.attempt_with(b, of_all) {
            return Some(steps);
        }
        let outer = std::mem::take(&mut b.prelude);
        // "This [X] trait Digimon gets …": only while it is one.
        if let Some((filter, steps)) = p.attempt_with(b, |p, b| {
            if !p.take("this") {
                return None;
            }
            let filter = grammar::described(&WORDS, p, b)?;
            if matches!(filter, Filter::Any | Filter::Kind(_)) {
                return None;
            }
            b.it = Some(Target::This);
            let object = Object { target: Target::This, select: None };
            let may = p.take("may");
            let steps = predicates(p, b, &[Subject::Cards(object)])?;
            // What is chosen is part of the offer.
            let mut all = std::mem::take(&mut b.prelude);
            all.extend(steps);
            Some((
                filter,
                if may {
                    vec![Step::May { who: Who::You, steps: all, then: vec![], otherwise: vec![] }]
                } else {
                    all
                },
            ))
        }) {
            b.prelude = outer;
            return Some(vec![Step::If {
                cond: effects::Cond::Is(Target::This, filter),
                then: steps,
                otherwise: vec![],
            }]);
        }
        if let Some(steps) = p.attempt_with(b, attack_target) {
            b.prelude = outer;
            return Some(steps);
        }
        let (subjects, none) = subjects(p, b)?;
        p.attempt(|p| (p.take("also") && p.ahead("gets/gains/get/gain")).then_some(()));
        let may = !none
            && p.attempt(|p| (p.take("may/can") && !(p.ahead("also") || p.ahead("only"))).then_some(()))
                .is_some();
        let steps = if none { none_can(p, b, &subjects) } else { predicates(p, b, &subjects) };
        let mut all = std::mem::replace(&mut b.prelude, outer);
        let steps = steps?;
        // A right that a card has is no offer.
        let right =
            matches!(steps[..], [Step::Gain { change: Change::Way(..) | Change::AttackUnsuspended(_), .. }]);
        if may && !right {
            // "1 of your Digimon may …": the choice is part of the offer.
            all.extend(steps);
            return Some(vec![Step::May { who: Who::You, steps: all, then: vec![], otherwise: vec![] }]);
        }
        all.extend(steps);
        Some(all)
    })
}

/// "give 1 of your Digimon <Blocker> until …": the receiver stands first, what it gets behind.
pub fn given(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let object = cards::object(p, b, FIELD)?;
    receives(p, b, object)
}

fn receives(p: &mut Parser<'_>, b: &mut B, object: Object) -> Option<Vec<Step<Dcg>>> {
    let subjects = [Subject::Cards(object)];
    let mut open: Vec<Open> = Vec::new();
    loop {
        let next = p.attempt_with(b, |p, b| {
            if !(open.is_empty() || p.take("and") || p.mark(',')) {
                return None;
            }
            gained(p, b)
        });
        match next {
            Some(changes) => open.extend(changes.into_iter().map(|change| Open { change, until: None })),
            None if open.is_empty() => return None,
            None => break,
        }
    }
    let end = until(p);
    open.iter_mut().for_each(|open| open.until = end);
    let mut steps = Vec::new();
    // "… and it can't attack until …".
    let more = p.attempt_with(b, |p, b| {
        if !p.take("and it") {
            return None;
        }
        predicates(p, b, &subjects)
    });
    if end.is_none() && b.until.is_none() {
        if let Some(Step::Gain { until, .. }) = more.as_ref().and_then(|more| more.last()) {
            open.iter_mut().for_each(|open| open.until = Some(*until));
        }
    }
    close(&mut open, &mut steps, b, &subjects)?;
    steps.extend(more.unwrap_or_default());
    Some(steps)
}

/// Who or what a sentence is about; the flag: none of them.
fn subjects(p: &mut Parser<'_>, b: &mut B) -> Option<(Vec<Subject>, bool)> {
    if p.take("none of") {
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
        select.count = HowMany::All;
        let object = cards::chosen(b, select, Who::You);
        return (p.ahead("can") || p.ahead("are affected")).then_some((vec![Subject::Cards(object)], true));
    }
    // "Other than this Digimon, no Digimon or Tamers can …".
    if let Some(object) = p.attempt_with(b, |p, b| {
        if !p.take("other than this digimon/tamer , no") {
            return None;
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
        (select.count, select.filter) = (HowMany::All, Filter::This.negate().and(select.filter));
        p.ahead("can").then(|| cards::chosen(b, select, Who::You))
    }) {
        return Some((vec![Subject::Cards(object)], true));
    }
    let first = subject(p, b, FIELD)?;
    let shared = match &first {
        Subject::Cards(object) => FIELD.behind(object),
        Subject::Player(_) => FIELD,
    };
    let mut all = vec![first];
    while let Some(next) = p.attempt_with(b, |p, b| {
        if !p.take("and") {
            return None;
        }
        subject(p, b, if cards::is_counted(p) { FIELD } else { shared })
    }) {
        all.push(next);
    }
    Some((all, false))
}

fn subject(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Subject> {
    if p.take("players") || p.take("both players") {
        return Some(Subject::Player(Who::Both));
    }
    if cards::the_opponent(p) {
        return Some(Subject::Player(Who::Opponent));
    }
    if p.ahead("you") {
        return None;
    }
    // "Other than this Digimon, all Digimon and Tamers …".
    if let Some(object) = p.attempt_with(b, |p, b| {
        if !p.take("other than this digimon/tamer ,") {
            return None;
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
        select.count = HowMany::All;
        select.filter = Filter::This.negate().and(select.filter);
        Some(cards::chosen(b, select, Who::You))
    }) {
        return Some(Subject::Cards(object));
    }
    // "Your opponent's cards don't unsuspend": those that can be suspended.
    if let Some(who) = p.attempt(|p| {
        p.take("all of");
        let who = grammar::whose(p)?;
        (p.take("cards") && p.ahead("don't/can't unsuspend")).then_some(who)
    }) {
        let among = effects::Among::Zones { whose: who, zones: vec![Place::Battle] };
        let select = effects::Select::new(among, Filter::Any, HowMany::All);
        return Some(Subject::Cards(cards::chosen(b, select, Who::You)));
    }
    // "While …, they also gain": what the always-on sentence before was about.
    if let Some(target @ Target::Each(_)) = b.moved.clone().filter(|_| p.ahead("they also")) {
        p.take("they also");
        return Some(Subject::Cards(Object { target, select: None }));
    }
    let they = p.ahead("they");
    // What is always on of this card alone is never "they".
    let they = they && (b.it.is_none() || b.it == Some(Target::This) && b.until == Some(Until::While));
    if they {
        p.take("they");
        return Some(Subject::Player(Who::Opponent));
    }
    cards::object(p, b, home).map(Subject::Cards)
}

/// "gets +1000 DP and gains <Blocker> until …, and unsuspends".
pub fn predicates(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Vec<Step<Dcg>>> {
    let mut steps: Vec<Step<Dcg>> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut first = true;
    loop {
        let read = p.attempt_with(b, |p, b| {
            if !first {
                let joined = p.take(", and then?") || p.take("and then?") || p.mark(',');
                if !joined {
                    return None;
                }
                p.take("may");
                // "…, and for every 2 …, gets +2000 DP".
                if let Some(each) = p.attempt_with(b, |p, b| {
                    let each = per(p, b)?;
                    p.mark(',').then_some(each)
                }) {
                    let (outer, taken) = (b.each.replace(each), b.each_taken);
                    b.each_taken = false;
                    let read = predicate(p, b, subjects);
                    b.each = outer;
                    let used = std::mem::replace(&mut b.each_taken, taken);
                    return read.filter(|_| used);
                }
                // "…, and, if there are 10 or more cards in your trash, gets +2000 DP".
                p.mark(',');
                if let Some(cond) = p.attempt_with(b, |p, b| {
                    let it = b.it.clone();
                    let cond = if p.take("if") { super::cond::condition(p, b)? } else { return None };
                    b.it = it;
                    p.mark(',').then_some(cond)
                }) {
                    let Some(Predicate::Gains(gains)) = predicate(p, b, subjects) else { return None };
                    let end = until(p);
                    let mut more: Vec<Open> =
                        gains.into_iter().map(|change| Open { change, until: end }).collect();
                    let mut then = Vec::new();
                    close(&mut more, &mut then, b, subjects)?;
                    return Some(Predicate::Steps(vec![Step::If { cond, then, otherwise: Vec::new() }]));
                }
            }
            // "for the turn, gets …" in the middle.
            predicate(p, b, subjects)
        });
        match read {
            Some(Predicate::Gains(gains)) => {
                open.extend(gains.into_iter().map(|change| Open { change, until: None }));
                if let Some(until) = until(p).or_else(|| said_later(p)) {
                    open.iter_mut()
                        .filter(|open| open.until.is_none())
                        .for_each(|open| open.until = Some(until));
                }
            }
            Some(Predicate::Steps(more)) => {
                close(&mut open, &mut steps, b, subjects)?;
                steps.extend(more);
            }
            None if first => return None,
            None => break,
        }
        first = false;
    }
    close(&mut open, &mut steps, b, subjects)?;
    Some(steps)
}

/// "1 of your opponent's Digimon gets -7000 DP and this Digimon gains <Rush> for the turn": the end said behind the next
/// subject holds for both.
fn said_later(p: &Parser<'_>) -> Option<Until> {
    let mut ahead = p.clone();
    if !(ahead.take("and this digimon/tamer")
        || ahead.take("and 1/all of")
        || ahead.take("and you may attack"))
    {
        return None;
    }
    while !(ahead.at_end() || ahead.ahead(".")) {
        if let Some(found) = until(&mut ahead) {
            return (ahead.at_end() || ahead.ahead(".")).then_some(found);
        }
        ahead.bump();
    }
    None
}

/// Turns gains into steps once their end is known.
pub fn close(open: &mut Vec<Open>, steps: &mut Vec<Step<Dcg>>, b: &B, subjects: &[Subject]) -> Option<()> {
    // "gets +1000 DP and gains X until Y": what was said last holds for all before it.
    let last = open.iter().rev().find_map(|open| open.until).or(b.until);
    for gain in open.drain(..) {
        let until = match gain.until.or(last) {
            Some(until) => until,
            // What an effect has just brought out stays so as long as it is there.
            None if matches!(gain.change, Change::Cannot(Cannot::Digivolve | Cannot::DigivolveBut(_))) => {
                Until::Always
            }
            None => return None,
        };
        for subject in subjects {
            steps.push(Step::Gain { to: subject.gainer(), change: gain.change.clone(), until });
        }
    }
    Some(())
}

enum Predicate {
    Gains(Vec<Change>),
    Steps(Vec<Step<Dcg>>),
}

fn predicate(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Predicate> {
    // A player has no DP or keywords.
    if subjects.iter().any(|subject| matches!(subject, Subject::Player(_))) {
        return p.attempt_with(b, |p, b| cannots(p, b, subjects)).map(Predicate::Gains);
    }
    if let Some(gains) = p.attempt_with(b, gains) {
        return Some(Predicate::Gains(gains));
    }
    if let Some(cannots) = p.attempt_with(b, |p, b| cannots(p, b, subjects)) {
        return Some(Predicate::Gains(cannots));
    }
    if let Some(more) = p.attempt_with(b, allowed) {
        return Some(Predicate::Gains(more));
    }
    if let Some(change) = p.attempt_with(b, treated) {
        return Some(Predicate::Gains(change));
    }
    if let [subject] = subjects {
        return p.attempt_with(b, |p, b| clause::acts(p, b, subject)).map(Predicate::Steps);
    }
    // "this Digimon and 1 of your other Digimon unsuspend".
    let all: Option<Vec<Target<Dcg>>> = subjects.iter().map(Subject::target).collect();
    let object = Object { target: Target::Several(all?), select: None };
    p.attempt_with(b, |p, b| {
        let steps = clause::acts(p, b, &Subject::Cards(object))?;
        matches!(steps[..], [Step::Do(Verb::Unsuspend(_) | Verb::Suspend(_))]).then_some(steps)
    })
    .map(Predicate::Steps)
}

/// "gets +1000 DP", "gains <Rush> and <Piercing>", 'gains "…"'.
fn gains(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Change>> {
    let verb = p.take("get/gets/gain/gains/has/have");
    let mut all = Vec::new();
    let mut first = true;
    loop {
        let next = p.attempt_with(b, |p, b| {
            if !first {
                let joined = p.take(", and") || p.take("and") || p.mark(',') || p.mark('/');
                if !joined {
                    return None;
                }
                p.take("gets/get/gain/gains");
            }
            gained(p, b)
        });
        match next {
            Some(more) => all.extend(more),
            None if first => return None,
            None => break,
        }
        first = false;
    }
    (verb || matches!(all.first(), Some(Change::Dp(_)))).then_some(all)
}

fn gained(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Change>> {
    if let Some(change) = p.attempt_with(b, |p, b| {
        let dp = signed_dp(p)?;
        // "for the turn for each …" keeps its end in the middle.
        let early = p.attempt_with(b, |p, b| {
            let end = until(p)?;
            Some((end, per(p, b)?))
        });
        if let Some((end, per)) = early {
            b.until = Some(end);
            return Some(Change::Dp(times(dp, Some(per))));
        }
        let each = per(p, b);
        Some(Change::Dp(times(dp, each.or_else(|| b_each(b)))))
    }) {
        return Some(vec![change]);
    }
    if let Some(keyword) = p.attempt_with(b, |p, _| keyword::keyword(p)) {
        let twice = p.take("twice");
        let change = match per(p, b).or_else(|| b_each(b)) {
            Some(_) if twice => return None,
            Some(per) => Change::KeywordTimes(keyword, times(1, Some(per))),
            None if twice => Change::KeywordTimes(keyword, Amount::Fixed(2)),
            None => Change::Keyword(keyword),
        };
        return Some(vec![change]);
    }
    if let Some(text) = p.peek_group(Bracket::Quote) {
        p.take("the effect/effects");
        let granted = header::granted(p, text, b)?;
        p.bump();
        return Some(granted.into_iter().map(Change::Ability).collect());
    }
    if let Some(changes) = p.attempt(|p| {
        p.take("the");
        let (names, _) = names(p)?;
        p.take("trait/traits").then(|| names.into_iter().map(Change::AlsoTrait).collect())
    }) {
        return Some(changes);
    }
    // "gains all effects of cards with [X] in their names in this Digimon's digivolution cards".
    if let Some(change) = p.attempt_with(b, effects_under) {
        return Some(vec![change]);
    }
    // "gets -2 play cost": on the field.
    if let Some(number) = p.attempt(|p| {
        let number = p.signed()?;
        p.take("play cost").then_some(number)
    }) {
        let each = per(p, b).or_else(|| b_each(b));
        return Some(vec![Change::Cost(Cost::Held, times(number, each))]);
    }
    // 'gains the following effect for the turn: "…"'.
    if p.take("the following effect/effects") {
        b.until = Some(until(p)?);
        p.mark(':');
        let granted = header::granted(p, p.peek_group(Bracket::Quote)?, b)?;
        p.bump();
        return Some(granted.into_iter().map(Change::Ability).collect());
    }
    None
}

/// "all effects of cards with [X] in their names in this Digimon's digivolution cards", "all [Main] effects of its digivolution
/// cards with the [Y] trait".
fn effects_under(p: &mut Parser<'_>, b: &mut B) -> Option<Change> {
    if !p.take("all of? the?") {
        return None;
    }
    let timing = p.attempt(|p| {
        let timing = header::timing(p.peek_group(Bracket::Square)?)?;
        p.bump();
        Some(timing)
    });
    if !p.take("effects of/on all?") {
        return None;
    }
    let which = match p.attempt_with(b, |p, b| {
        // "its digivolution cards with the [Y] trait".
        let of = cards::owner(p, b)?;
        (of == Target::This && p.take("digivolution cards")).then(|| super::lexicon_postfix(p, b))
    }) {
        Some(which) => which,
        None => {
            // "cards with [A] and [B] in their names" are those of either: every card that fits.
            let which = any_name(grammar::described(&WORDS, p, b)?);
            let under =
                p.take("in this digimon 's digivolution cards") || p.take("in its digivolution cards");
            under.then_some(which)?
        }
    };
    Some(Change::EffectsUnder(Box::new(which), timing))
}

/// "with [A] and [B] in their names", of many cards: with one of them.
fn any_name(filter: Filter<Dcg>) -> Filter<Dcg> {
    let names = |all: &[Filter<Dcg>]| all.iter().all(|one| matches!(one, Filter::NameHas(_)));
    match filter {
        Filter::All(all) if names(&all) => Filter::Either(all),
        Filter::All(all) => all.into_iter().map(any_name).fold(Filter::Any, Filter::and),
        one => one,
    }
}

/// "+3000 DP", also written together.
fn signed_dp(p: &mut Parser<'_>) -> Option<i32> {
    p.attempt(|p| {
        if let Some(dp) = p.signed() {
            // Some lists leave the word out: only DP comes in thousands.
            return (p.take("dp") || dp % 1000 == 0 && p.ahead("for/until")).then_some(dp);
        }
        let sign = if p.mark('+') { 1 } else { p.mark('-').then_some(-1)? };
        let dp: i32 = p.word()?.strip_suffix("dp")?.parse().ok()?;
        Some(sign * dp)
    })
}

/// "To 1 of your opponent's Digimon, give -3000 DP …", "to 1 of …, <De-Digivolve 1> for each …".
pub fn to_whom(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if !p.take("to") {
        return None;
    }
    let outer = std::mem::take(&mut b.prelude);
    let object = cards::object(p, b, FIELD)?;
    if !p.mark(',') {
        return None;
    }
    let target = object.target.clone();
    let steps = if p.take("give") {
        receives(p, b, object)
    } else if let Some(keyword::Done::DeDigivolve(n)) = p.attempt_with(b, |p, _| keyword::done(p)) {
        let n = clause::each(p, b, n);
        Some(vec![Step::Do(Verb::DeDigivolve(target, n))])
    } else if p.take("reduce the/its play cost by") {
        cheaper_on_field(p, b, &Subject::Cards(object))
    } else {
        None
    };
    let mut all = std::mem::replace(&mut b.prelude, outer);
    all.extend(steps?);
    Some(all)
}

/// Behind "reduce the play cost by", of cards on the field.
fn cheaper_on_field(p: &mut Parser<'_>, b: &mut B, subject: &Subject) -> Option<Vec<Step<Dcg>>> {
    let number = p.number()?;
    let end = until(p);
    let each = per(p, b).or_else(|| b_each(b));
    let end = end.or_else(|| until(p)).or(b.until)?;
    let change = Change::Cost(Cost::Held, times(-number, each));
    Some(vec![Step::Gain { to: subject.gainer(), change, until: end }])
}

/// "reduce the play costs of all of your opponent's Digimon by 1 until the end of their turn".
pub fn cheaper_digimon(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if !p.take("reduce the play cost/costs of") {
        return None;
    }
    let object = cards::object(p, b, FIELD)?;
    if !p.take("by") {
        return None;
    }
    cheaper_on_field(p, b, &Subject::Cards(object))
}

/// A "for each …" said in front of the sentence.
fn b_each(b: &mut B) -> Option<(i32, Amount<Dcg>)> {
    b.each_taken |= b.each.is_some();
    b.each.clone()
}

/// What a Digimon can do beyond the rules.
fn allowed(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Change>> {
    if p.take("can only attack suspended digimon") {
        let unsuspended = Cannot::AttackDigimon(Box::new(Filter::Is(Posture::Unsuspended)));
        return Some(vec![Change::Cannot(Cannot::AttackPlayers), Change::Cannot(unsuspended)]);
    }
    if p.take("can/may? only digivolve into") {
        let only = grammar::described(&WORDS, p, b)?;
        return Some(vec![Change::Cannot(Cannot::DigivolveBut(Box::new(only)))]);
    }
    // "can digivolve into [X] in the hand for a digivolution cost of 4, ignoring digivolution requirements", always on.
    if b.until == Some(Until::While) {
        if let Some(way) = p.attempt_with(b, |p, b| {
            p.take("can/may");
            if !p.take("digivolve into a/an?") {
                return None;
            }
            let into = grammar::described(&WORDS, p, b)?;
            // Without a word about it, from the hand.
            p.take("in/from your/the hand");
            if !p.take("for a memory/digivolution? cost of") {
                return None;
            }
            let cost = u8::try_from(p.number()?).ok()?;
            let ignoring = p.take(", ignoring its/this? card? 's? digivolution requirements");
            ignoring.then_some(Change::Way(Box::new(into), cost))
        }) {
            return Some(vec![way]);
        }
    }
    if p.take("can/may also? attack") || p.take("also? attack") {
        let filter = p.attempt_with(b, |p, b| {
            let noun = noun_phrase(&WORDS, p, b)?;
            let Filter::All(all) = &noun.filter else { return None };
            if !all.contains(&Filter::Is(Posture::Unsuspended)) || noun.whose != Some(Who::Opponent) {
                return None;
            }
            Some(noun.filter)
        })?;
        return Some(vec![Change::AttackUnsuspended(Box::new(filter))]);
    }
    None
}

/// "a 3000 DP Digimon that can't digivolve": what something that is none is treated as.
pub fn as_digimon(p: &mut Parser<'_>) -> Option<Vec<Change>> {
    p.take("a/an");
    let dp = p.number()?;
    if !p.take("dp digimon") {
        return None;
    }
    let mut changes = vec![Change::AlsoDigimon(dp)];
    if p.take("that can't digivolve") {
        changes.push(Change::Cannot(Cannot::Digivolve));
    }
    Some(changes)
}

/// "Lv.6 [A] for [B]'s DNA digivolution", "level 4 for [A]'s assembly": what it counts as while it is a material.
pub fn stand_in(p: &mut Parser<'_>) -> Option<Change> {
    if !(p.take("lv .?") || p.take("level")) {
        return None;
    }
    let level = u8::try_from(p.number()?).ok()?;
    let name = p.attempt(|p| p.group(Bracket::Square)).map(effects::Phrase::new);
    if !p.take("for") {
        return None;
    }
    let of = effects::Phrase::new(p.group(Bracket::Square)?);
    let join = if p.take("'s dna digivolution") {
        Join::Dna
    } else {
        p.take("'s assembly").then_some(Join::Assembly)?
    };
    Some(Change::StandsIn(Box::new(StandIn { level, name, of, join })))
}

/// "is also treated as [Name]", "is also treated as having the [X] trait", "is also treated as green".
fn treated(p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Change>> {
    // "has its original DP changed to 3000", "changes its original DP to 3000".
    if let Some(dp) = p.attempt(|p| {
        let said = p.take("has/have its/their original dp changed to")
            || p.take("change/changes its/their original dp to");
        if said { p.number() } else { None }
    }) {
        return Some(vec![Change::OriginalDp(Amount::Fixed(dp))]);
    }
    // "has its original colors changed to white".
    if let Some(color) = p.attempt(|p| {
        p.take("has/have its/their original? colors/color changed to").then(|| COLORS.read(p)).flatten()
    }) {
        return Some(vec![Change::Color(color)]);
    }
    // "has its original name changed to [X]".
    if let Some((names, _)) = p.attempt(|p| {
        let said = p.take("has/have its/their original name changed to")
            || p.take("change/changes its/their original name to");
        if said { names(p) } else { None }
    }) {
        return match &names[..] {
            [name] => Some(vec![Change::Name(name.clone())]),
            _ => None,
        };
    }
    if p.take("is treated as also having the colors of its digivolution cards")
        || p.take("is also treated as having the colors of its digivolution cards")
    {
        return Some(vec![Change::AlsoColorsUnder]);
    }
    let also = p.take("is/are also? treated as");
    if !(also || p.take("is/are treated as also") || p.take("is/are also")) {
        return None;
    }
    if let Some(stand) = p.attempt(stand_in) {
        return Some(vec![stand]);
    }
    if let Some(changes) = p.attempt(as_digimon) {
        return Some(changes);
    }
    p.take("having/if");
    p.take("the");
    if let Some((names, _)) = names(p) {
        if p.take("trait/traits") || p.take("in its traits") {
            return Some(names.into_iter().map(Change::AlsoTrait).collect());
        }
        if p.take("in its name") {
            return None;
        }
        return Some(names.into_iter().map(Change::AlsoName).collect());
    }
    let mut colors = Vec::new();
    while let Some(color) = p.attempt(|p| {
        if !colors.is_empty() {
            p.mark(',');
            p.take("and");
        }
        COLORS.read(p)
    }) {
        colors.push(Change::AlsoColor(color));
    }
    (!colors.is_empty()).then_some(colors)
}
