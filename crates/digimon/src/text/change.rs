//! What lasts: "gets +3000 DP", "gains <Blocker>", "can't attack", and until when.

use super::amount::{per, times};
use super::cards::{self, FIELD, Object};
use super::clause;
pub use super::duration::until;
use super::header;
use super::keyword;
use super::lexicon::{B, COLORS, WORDS, attempt, names};
use crate::vocab::*;
use effects::text::grammar::{self, noun_phrase};
use effects::text::{Bracket, Parser};
use effects::{Amount, Filter, Gainer, HowMany, Step, Target, Who};

/// A gain whose end is not known yet.
struct Open {
    change: Change,
    until: Option<Until>,
}

/// Who or what gains: cards, whatever fits, or a player.
#[derive(Clone, Debug)]
pub enum Subject {
    Cards(Object),
    Player(Who),
}

impl Subject {
    fn gainer(&self) -> Gainer<Dcg> {
        match self {
            Subject::Player(who) => Gainer::Player(*who),
            // DCG 15-11-2-2: what is done to all also affects those that come later.
            Subject::Cards(object) => match (&object.target, &object.select) {
                (Target::Each(select), _) if select.count == HowMany::All => {
                    Gainer::Whatever((**select).clone())
                }
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
    attempt(p, b, |p, b| {
        if let Some(steps) = attempt(p, b, opponent_effects) {
            return Some(steps);
        }
        if let Some(steps) = attempt(p, b, of_all) {
            return Some(steps);
        }
        let outer = std::mem::take(&mut b.prelude);
        // "This [X] trait Digimon gets …": only while it is one.
        if let Some((filter, steps)) = attempt(p, b, |p, b| {
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
        if let Some(steps) = attempt(p, b, attack_target) {
            b.prelude = outer;
            return Some(steps);
        }
        let (subjects, none) = subjects(p, b)?;
        let may = !none
            && p.attempt(|p| (p.take("may/can") && !(p.ahead("also") || p.ahead("only"))).then_some(()))
                .is_some();
        let steps = if none { none_can(p, b, &subjects) } else { predicates(p, b, &subjects) };
        let mut all = std::mem::replace(&mut b.prelude, outer);
        let steps = steps?;
        let right = matches!(steps[..], [Step::Gain { change: Change::Way(..), .. }]);
        if may && !right {
            // "1 of your Digimon may …": the choice is part of the offer.
            all.extend(steps);
            return Some(vec![Step::May { who: Who::You, steps: all, then: vec![], otherwise: vec![] }]);
        }
        all.extend(steps);
        Some(all)
    })
}

/// Bans that are said of cards and effects in general: "cards can't be added to security stacks by your opponent's effects",
/// "[When Digivolving] effects on level 7 Digimon don't activate".
fn of_all(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if p.take("cards can't be added to security stacks by") {
        let (who, what) = effects_of(p, b)?;
        if what != Filter::Any {
            return None;
        }
        let until = until(p).or(b.until)?;
        let change = Change::Cannot(Cannot::AddSecurity);
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until }]);
    }
    p.take("the");
    let timing = header::timing(p.peek_group(Bracket::Square)?)?;
    p.bump();
    if !p.take("effects on/of") || timing == Timing::Security {
        return None;
    }
    let noun = noun_phrase(&WORDS, p, b)?;
    let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
    select.count = HowMany::All;
    if !p.take("don't activate") {
        return None;
    }
    let until = until(p).or(b.until)?;
    let change = Change::Cannot(Cannot::Activate(timing));
    Some(vec![Step::Gain { to: Gainer::Whatever(select), change, until }])
}

/// "This Digimon's attack target can't change": said of the attack, meant of the attacker.
fn attack_target(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let target = cards::owner(p, b)?;
    if !(p.take("attack target/targets can't") && p.take("change/be? switched?")) {
        return None;
    }
    p.take("switched/changed");
    let to = Subject::Cards(Object { target, select: None }).gainer();
    let until = until(p).or(b.until)?;
    Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Switch), until }])
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
        let next = attempt(p, b, |p, b| {
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
    let more = attempt(p, b, |p, b| {
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
    let mut all = vec![subject(p, b)?];
    while let Some(next) = attempt(p, b, |p, b| if p.take("and") { subject(p, b) } else { None }) {
        all.push(next);
    }
    Some((all, false))
}

/// "None of … can attack or block until …".
fn none_can(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Vec<Step<Dcg>>> {
    let changes = if p.take("are affected by") {
        let (who, what) = effects_of(p, b)?;
        vec![Change::Immune(who, Box::new(what))]
    } else {
        if !p.take("can") {
            return None;
        }
        cannot_list(p, b, false)?
    };
    let end = until(p);
    let mut open: Vec<Open> = changes.into_iter().map(|change| Open { change, until: end }).collect();
    let mut steps = Vec::new();
    close(&mut open, &mut steps, b, subjects)?;
    Some(steps)
}

fn subject(p: &mut Parser<'_>, b: &mut B) -> Option<Subject> {
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
    if let Some(object) = attempt(p, b, |p, b| {
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
    cards::object(p, b, FIELD).map(Subject::Cards)
}

/// "gets +1000 DP and gains <Blocker> until …, and unsuspends".
fn predicates(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Vec<Step<Dcg>>> {
    let mut steps: Vec<Step<Dcg>> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut first = true;
    loop {
        let read = attempt(p, b, |p, b| {
            if !first {
                let joined = p.take(", and then?") || p.take("and then?") || p.mark(',');
                if !joined {
                    return None;
                }
                p.take("may");
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
    if !(ahead.take("and this digimon/tamer") || ahead.take("and 1/all of")) {
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
fn close(open: &mut Vec<Open>, steps: &mut Vec<Step<Dcg>>, b: &B, subjects: &[Subject]) -> Option<()> {
    // "gets +1000 DP and gains X until Y": what was said last holds for all before it.
    let last = open.iter().rev().find_map(|open| open.until).or(b.until);
    for gain in open.drain(..) {
        let until = match gain.until.or(last) {
            Some(until) => until,
            // What an effect has just brought out stays so as long as it is there.
            None if gain.change == Change::Cannot(Cannot::Digivolve) => Until::Always,
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
        return attempt(p, b, |p, b| cannots(p, b, subjects)).map(Predicate::Gains);
    }
    if let Some(gains) = attempt(p, b, gains) {
        return Some(Predicate::Gains(gains));
    }
    if let Some(cannots) = attempt(p, b, |p, b| cannots(p, b, subjects)) {
        return Some(Predicate::Gains(cannots));
    }
    if let Some(more) = attempt(p, b, allowed) {
        return Some(Predicate::Gains(more));
    }
    if let Some(change) = attempt(p, b, treated) {
        return Some(Predicate::Gains(change));
    }
    if let [subject] = subjects {
        return attempt(p, b, |p, b| clause::acts(p, b, subject)).map(Predicate::Steps);
    }
    // "this Digimon and 1 of your other Digimon unsuspend".
    let all: Option<Vec<Target<Dcg>>> = subjects.iter().map(Subject::target).collect();
    let object = Object { target: Target::Several(all?), select: None };
    attempt(p, b, |p, b| {
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
        let next = attempt(p, b, |p, b| {
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
    if let Some(change) = attempt(p, b, |p, b| {
        let dp = signed_dp(p)?;
        // "for the turn for each …" keeps its end in the middle.
        let early = attempt(p, b, |p, b| {
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
    if let Some(keyword) = attempt(p, b, |p, _| keyword::keyword(p)) {
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
        let granted = header::granted(text, b)?;
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
    if p.take("the following effect/effects until/for the end? of? the? turn? :?") {
        return None;
    }
    None
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
    } else if let Some(keyword::Done::DeDigivolve(n)) = attempt(p, b, |p, _| keyword::done(p)) {
        let n = clause::each(p, b, n);
        Some(vec![Step::Do(Verb::DeDigivolve(target, n))])
    } else {
        None
    };
    let mut all = std::mem::replace(&mut b.prelude, outer);
    all.extend(steps?);
    Some(all)
}

/// A "for each …" said in front of the sentence.
fn b_each(b: &mut B) -> Option<(i32, Amount<Dcg>)> {
    b.each_taken |= b.each.is_some();
    b.each.clone()
}

/// "can't attack or block", "doesn't unsuspend", "isn't affected by your opponent's effects".
fn cannots(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Vec<Change>> {
    if p.take("isn't/aren't affected by") || p.take("is/are not affected by") {
        if let Some(who) = attempt(p, b, |p, _| {
            let who = grammar::whose(p).unwrap_or(Who::Both);
            (is_de_digivolve(p) && p.take("effects")).then_some(who)
        }) {
            return Some(vec![Change::Cannot(Cannot::BeDeDigivolvedBy(who))]);
        }
        let (who, what) = effects_of(p, b)?;
        return Some(vec![Change::Immune(who, Box::new(what))]);
    }
    if p.take("doesn't/don't activate the?")
        && p.peek_group(Bracket::Square).is_some_and(|text| header::timing(text) == Some(Timing::Security))
    {
        p.bump();
        let said = p.take("effects/skills/effect on/of any? option cards it/they checks/check");
        return said.then(|| vec![Change::Cannot(Cannot::OptionSecurity)]);
    }
    if p.take("is/are unblockable") {
        return Some(vec![Change::Cannot(Cannot::BeBlocked(Box::new(Filter::Any)))]);
    }
    if p.take("doesn't/don't unsuspend") || p.take("do/does not unsuspend") {
        // The unsuspend phase is the only other time it would.
        let phase = p.ahead("during/in") || in_unsuspend_phase(b);
        let cannot = if phase { Cannot::UnsuspendInPhase } else { Cannot::Unsuspend };
        return Some(vec![Change::Cannot(cannot)]);
    }
    if !(p.take("can't/cannot") || p.take("can not")) {
        return None;
    }
    cannot_list(p, b, matches!(subjects, [Subject::Player(_)]))
}

fn cannot_list(p: &mut Parser<'_>, b: &mut B, player: bool) -> Option<Vec<Change>> {
    let mut all: Vec<Cannot> = Vec::new();
    loop {
        let next = attempt(p, b, |p, b| {
            if !all.is_empty() {
                let joined = p.take(", or/and") || p.take("or/and") || p.mark(',');
                if !joined {
                    return None;
                }
                p.take("can't/cannot");
            }
            if player { player_cannot(p, b) } else { cannot(p, b) }
        });
        match next {
            Some(more) => all.extend(more),
            None if all.is_empty() => return None,
            None => return Some(all.into_iter().map(Change::Cannot).collect()),
        }
    }
}

fn cannot(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Cannot>> {
    if p.take("be deleted in battle") {
        return Some(vec![Cannot::BeDeletedInBattle]);
    }
    if let Some(list) = attempt(p, b, |p, b| {
        if !p.take("be") {
            return None;
        }
        let mut made: Vec<fn(Who) -> Cannot> = Vec::new();
        loop {
            if !(made.is_empty() || p.take("or be?") || p.mark(',')) {
                break;
            }
            if p.take("deleted") {
                made.push(Cannot::BeDeletedBy);
            } else if p.take("returned to the/your/their? hand/hands or deck/decks")
                || p.take("returned to its owner 's hand or deck")
            {
                made.push(Cannot::BeReturnedBy);
            } else {
                return None;
            }
        }
        if !p.take("by") {
            return (made.len() == 1 && made[0](Who::Both) == Cannot::BeDeletedBy(Who::Both))
                .then(|| vec![Cannot::BeDeleted])
                .or_else(|| Some(made.iter().map(|make| make(Who::Both)).collect()));
        }
        let (who, what) = effects_of(p, b)?;
        (what == Filter::Any).then(|| made.iter().map(|make| make(who)).collect())
    }) {
        return Some(list);
    }
    if p.take("attack players")
        || p.attempt(|p| (p.take("attack") && cards::the_opponent(p)).then_some(())).is_some()
    {
        return Some(vec![Cannot::AttackPlayers]);
    }
    if let Some(filter) = attempt(p, b, |p, b| {
        if !p.take("attack") {
            return None;
        }
        if cards::this(p) {
            return Some(Filter::This);
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        noun.among.is_none().then_some(noun.filter)
    }) {
        return Some(vec![Cannot::AttackDigimon(Box::new(filter))]);
    }
    if p.take("attack") {
        return Some(vec![Cannot::Attack]);
    }
    if p.take("be attacked") {
        return Some(vec![Cannot::BeAttacked]);
    }
    if p.take("be blocked") {
        let by = attempt(p, b, |p, b| {
            if !p.take("by") {
                return None;
            }
            Some(noun_phrase(&WORDS, p, b)?.filter)
        });
        return Some(vec![Cannot::BeBlocked(Box::new(by.unwrap_or(Filter::Any)))]);
    }
    if p.take("block") {
        return Some(vec![Cannot::Block]);
    }
    if p.take("suspend") {
        return Some(vec![Cannot::Suspend]);
    }
    if p.take("unsuspend") {
        let phase = p.ahead("during/in") || in_unsuspend_phase(b);
        return Some(vec![if phase { Cannot::UnsuspendInPhase } else { Cannot::Unsuspend }]);
    }
    if p.take("digivolve") {
        return Some(vec![Cannot::Digivolve]);
    }
    if p.take("be switched/changed") || p.take("switch/change") {
        return Some(vec![Cannot::Switch]);
    }
    if p.take("have its/their dp reduced") {
        let who = by_whom(p, b)?;
        return Some(vec![Cannot::DpReducedBy(who)]);
    }
    type Made = fn(Who) -> Cannot;
    let suffered: &[(&str, Made)] = &[
        ("have its/their digivolution cards trashed", Cannot::UnderTrashedBy),
        ("be trashed", Cannot::BeTrashedBy),
        ("be de-digivolved", Cannot::BeDeDigivolvedBy),
        ("be suspended", Cannot::BeSuspendedBy),
    ];
    if let Some(made) = p.lookup(suffered) {
        return Some(vec![made(by_whom(p, b)?)]);
    }
    if p.take("have its/their attack target/targets switched/changed") {
        return Some(vec![Cannot::Switch]);
    }
    attempt(p, b, |p, _| {
        if !p.take("activate") {
            return None;
        }
        let mut timings = Vec::new();
        while let Some(timing) = p.attempt(|p| {
            if !(timings.is_empty() || p.take("or/and") || p.mark(',')) {
                return None;
            }
            let timing = header::timing(p.peek_group(Bracket::Square)?)?;
            p.bump();
            Some(timing)
        }) {
            timings.push(timing);
        }
        if timings.is_empty() || !p.take("effects/effect") {
            return None;
        }
        Some(timings.into_iter().map(Cannot::Activate).collect())
    })
}

/// "During your opponent's next unsuspend phase, …" was said in front.
fn in_unsuspend_phase(b: &B) -> bool {
    matches!(b.until, Some(Until::OpponentUnsuspend | Until::YourUnsuspend))
}

fn by_whom(p: &mut Parser<'_>, b: &mut B) -> Option<Who> {
    if !p.take("by") {
        return Some(Who::Both);
    }
    let (who, what) = effects_of(p, b)?;
    (what == Filter::Any).then_some(who)
}

/// What a player cannot do.
fn player_cannot(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Cannot>> {
    if p.take("gain memory") {
        if p.take("other than by") || p.take("except with/by") {
            return p.take("tamer effects").then(|| vec![Cannot::GainMemoryButByTamers]);
        }
        return Some(vec![Cannot::GainMemory]);
    }
    if p.take("use option cards") || p.take("use options") {
        return Some(vec![Cannot::UseOptions]);
    }
    if p.take("reduce play costs") {
        return Some(vec![Cannot::ReducePlayCosts]);
    }
    if p.take("reduce digivolution costs") {
        return Some(vec![Cannot::ReduceDigivolutionCosts]);
    }
    attempt(p, b, |p, b| {
        if !p.take("play") {
            return None;
        }
        let filter = grammar::described(&WORDS, p, b)?;
        Some(vec![if p.take("by effects") {
            Cannot::PlayByEffects(Box::new(filter))
        } else {
            Cannot::Play(Box::new(filter))
        }])
    })
}

/// Whose effects, and of what: "your opponent's effects", "the effects of your opponent's Digimon", "effects".
pub fn effects_of(p: &mut Parser<'_>, b: &mut B) -> Option<(Who, Filter<Dcg>)> {
    attempt(p, b, |p, b| {
        if p.take("an effect") {
            return Some((Who::Both, Filter::Any));
        }
        if p.take("the effects/effect of") {
            let noun = noun_phrase(&WORDS, p, b)?;
            return Some((noun.whose?, noun.filter));
        }
        if p.take("effects/effect") {
            return Some((Who::Both, Filter::Any));
        }
        if p.take("an/one of? your effect/effects") {
            return Some((Who::You, Filter::Any));
        }
        p.take("an/one of?");
        p.take("of");
        let who = grammar::whose(p)?;
        if p.take("effects/effect") {
            return Some((who, Filter::Any));
        }
        let filter = grammar::described(&WORDS, p, b)?;
        p.take("'s/'");
        if filter == Filter::Kind(Kind::Option) {
            p.take("effects/effect");
            return Some((who, filter));
        }
        p.take("effects/effect").then_some((who, filter))
    })
}

/// "your opponent's effects don't affect this Digimon", "their effects can't delete it or return it to hands or decks".
fn opponent_effects(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    // "their <De-Digivolve> effects don't affect …".
    let icon = attempt(p, b, |p, _| {
        let who = grammar::whose(p)?;
        (is_de_digivolve(p) && p.take("effects don't affect")).then_some(who)
    });
    let (who, what) = match icon {
        Some(who) => (who, Filter::Any),
        None => effects_of(p, b)?,
    };
    // "their effects can't play Digimon or Tamers from the trash".
    if let Some(filter) = attempt(p, b, |p, b| {
        if what != Filter::Any || !p.take("can't play") {
            return None;
        }
        let filter = grammar::described(&WORDS, p, b)?;
        if p.take("from the/their trash/trashes") {
            return Some(filter.and(Filter::Test(Test::In(Place::Trash))));
        }
        Some(filter)
    }) {
        let until = until(p).or(b.until)?;
        let change = Change::Cannot(Cannot::PlayByEffects(Box::new(filter)));
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until }]);
    }
    let outer = std::mem::take(&mut b.prelude);
    let mut changes: Vec<Change> = Vec::new();
    let subject;
    if icon.is_some() {
        subject = cards::object(p, b, FIELD)?;
        changes.push(Change::Cannot(Cannot::BeDeDigivolvedBy(who)));
    } else if p.take("don't/doesn't affect") || p.take("can't affect") {
        subject = cards::object(p, b, FIELD)?;
        changes.push(Change::Immune(who, Box::new(what)));
    } else if p.take("can't/cannot") && what == Filter::Any {
        // "can't delete X", "can't return X to hands or decks", "can't reduce X's DP", joined by "or".
        let mut found = None;
        loop {
            let made: fn(Who) -> Cannot;
            let object;
            if p.take("delete") {
                object = cards::object(p, b, FIELD)?;
                made = Cannot::BeDeletedBy;
            } else if p.take("return") {
                object = cards::object(p, b, FIELD)?;
                if !(p.take("to the? hand/hands or deck/decks") || p.take("to its owner 's hand or deck")) {
                    return None;
                }
                made = Cannot::BeReturnedBy;
            } else if p.take("reduce") {
                if p.take("the dp of") {
                    object = cards::object(p, b, FIELD)?;
                } else {
                    let target = cards::owner(p, b)?;
                    if !p.take("dp") {
                        return None;
                    }
                    object = Object { target, select: None };
                }
                made = Cannot::DpReducedBy;
            } else if let Some(under) = attempt(p, b, |p, b| {
                // "can't trash [X] in this Digimon's digivolution cards".
                if !p.take("trash") {
                    return None;
                }
                let noun = noun_phrase(&WORDS, p, b)?;
                matches!(noun.among, Some(effects::Among::Under { .. })).then_some(noun)
            }) {
                let mut select = cards::select_of(under, Who::You, &[])?;
                select.count = HowMany::All;
                object = cards::chosen(b, select, Who::You);
                made = Cannot::BeTrashedBy;
            } else if p.take("trash") {
                let target = cards::owner(p, b)?;
                if !(p.take("stacked cards") || p.take("digivolution cards")) {
                    return None;
                }
                object = Object { target, select: None };
                made = Cannot::UnderTrashedBy;
            } else if p.take("suspend") {
                object = cards::object(p, b, FIELD)?;
                made = Cannot::BeSuspendedBy;
            } else if p.take("affect") {
                object = cards::object(p, b, FIELD)?;
                if !p.take("with") || !is_de_digivolve(p) || !p.take("effects/effect") {
                    return None;
                }
                made = Cannot::BeDeDigivolvedBy;
            } else {
                return None;
            }
            changes.push(Change::Cannot(made(who)));
            match &found {
                None => found = Some(object),
                Some(first)
                    if first.target == object.target
                        || matches!(object.target, Target::Slot(_) | Target::This) => {}
                Some(_) => return None,
            }
            if !p.take("or") {
                break;
            }
        }
        subject = found?;
    } else {
        return None;
    }
    let until = until(p).or(b.until)?;
    let mut steps = std::mem::replace(&mut b.prelude, outer);
    let subject = Subject::Cards(subject);
    steps.extend(changes.into_iter().map(|change| Step::Gain { to: subject.gainer(), change, until }));
    // "… and it gets +3000 DP".
    if let Some(more) = attempt(p, b, |p, b| {
        if !p.take(",? and it/they") {
            return None;
        }
        let saved = b.until.replace(until);
        let more = predicates(p, b, std::slice::from_ref(&subject));
        b.until = saved;
        more
    }) {
        steps.extend(more);
    }
    Some(steps)
}

fn is_de_digivolve(p: &mut Parser<'_>) -> bool {
    match p.peek_group(Bracket::Angle) {
        Some(text) if effects::text::lexer::fold(text) == "de-digivolve" => {
            p.bump();
            true
        }
        _ => false,
    }
}

/// What a Digimon can do beyond the rules.
fn allowed(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Change>> {
    if p.take("can/may? only digivolve into") {
        let only = grammar::described(&WORDS, p, b)?;
        return Some(vec![Change::Cannot(Cannot::DigivolveBut(Box::new(only)))]);
    }
    // "can digivolve into [X] in the hand for a digivolution cost of 4, ignoring digivolution requirements", always on.
    if b.until == Some(Until::While) {
        if let Some(way) = attempt(p, b, |p, b| {
            p.take("can/may");
            if !p.take("digivolve into a/an?") {
                return None;
            }
            let into = grammar::described(&WORDS, p, b)?;
            if !(p.take("in/from your/the hand for a memory/digivolution? cost of")) {
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
        let filter = attempt(p, b, |p, b| {
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

/// "is also treated as [Name]", "is also treated as having the [X] trait", "is also treated as green".
fn treated(p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Change>> {
    // "is treated as a 3000 DP Digimon that can't digivolve".
    if let Some(changes) = p.attempt(|p| {
        if !p.take("is/are also? treated as a/an") {
            return None;
        }
        let dp = p.number()?;
        if !p.take("dp digimon") {
            return None;
        }
        let mut changes = vec![Change::AlsoDigimon(dp)];
        if p.take("that can't digivolve") {
            changes.push(Change::Cannot(Cannot::Digivolve));
        }
        Some(changes)
    }) {
        return Some(changes);
    }
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
        p.take("has/have its/their original? colors/color changed to").then(|| p.lookup(&COLORS)).flatten()
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
    let also = p.take("is/are also? treated as");
    if !(also || p.take("is/are treated as also") || p.take("is/are also")) {
        return None;
    }
    if let Some(dp) = p.attempt(|p| {
        p.take("a/an");
        let dp = p.number()?;
        p.take("dp digimon").then_some(dp)
    }) {
        let mut changes = vec![Change::AlsoDigimon(dp)];
        if p.take("that can't digivolve") {
            changes.push(Change::Cannot(Cannot::Digivolve));
        }
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
        p.lookup(&COLORS)
    }) {
        colors.push(Change::AlsoColor(color));
    }
    (!colors.is_empty()).then_some(colors)
}
