//! What cannot be done or suffered: bans of cards and of players, and effects that do not touch.

use super::cards::{self, FIELD, Object};
use super::change::{Open, Subject, close, predicates, until};
use super::header;
use super::lexicon::{B, WORDS};
use crate::vocab::*;
use effects::text::grammar::{self, noun_phrase};
use effects::text::{Bracket, Parser};
use effects::{Filter, Gainer, HowMany, Step, Target, Who};

/// Bans that are said of cards and effects in general: "cards can't be added to security stacks by your opponent's effects",
/// "[When Digivolving] effects on level 7 Digimon don't activate".
pub fn of_all(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if p.take("cards can't be added to security stacks by") {
        let (who, what) = effects_of(p, b)?;
        if what != Filter::Any {
            return None;
        }
        let until = until(p).or(b.until)?;
        let change = Change::Cannot(Cannot::AddSecurity);
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until }]);
    }
    // "none of your opponent's [Security] effects can activate".
    if let Some((who, timing)) = p.attempt(|p| {
        if !p.take("none of") {
            return None;
        }
        let who = grammar::whose(p)?;
        let timing = header::timing(p.peek_group(Bracket::Square)?)?;
        p.bump();
        p.take("effects can activate").then_some((who, timing))
    }) {
        let until = until(p).or(b.until)?;
        let change = Change::Cannot(Cannot::Activate(timing));
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
pub fn attack_target(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    // "None of your [X] trait Digimon's attack targets can change".
    if let Some(select) = p.attempt_with(b, |p, b| {
        if !p.take("none of") {
            return None;
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
        select.count = HowMany::All;
        p.take("'s attack targets/target can change").then_some(select)
    }) {
        let until = until(p).or(b.until)?;
        return Some(vec![Step::Gain {
            to: Gainer::Whatever(select),
            change: Change::Cannot(Cannot::Switch),
            until,
        }]);
    }
    let target = cards::owner(p, b)?;
    if p.take("dp can't be reduced") {
        let to = Subject::Cards(Object { target, select: None }).gainer();
        let who = by_whom(p, b).unwrap_or(Who::Both);
        let until = until(p).or(b.until)?;
        return Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::DpReducedBy(who)), until }]);
    }
    if !(p.take("attack target/targets can't") && p.take("change/be? switched?")) {
        return None;
    }
    p.take("switched/changed");
    let to = Subject::Cards(Object { target, select: None }).gainer();
    let until = until(p).or(b.until)?;
    Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Switch), until }])
}

/// "None of … can attack or block until …".
pub fn none_can(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Vec<Step<Dcg>>> {
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

/// "can't attack or block", "doesn't unsuspend", "isn't affected by your opponent's effects".
pub fn cannots(p: &mut Parser<'_>, b: &mut B, subjects: &[Subject]) -> Option<Vec<Change>> {
    if p.take("isn't/aren't affected by") || p.take("is/are not affected by") {
        if let Some(who) = p.attempt_with(b, |p, _| {
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
        if p.take("effects/skills/effect on/of any? cards it/they checks/check") {
            return Some(vec![Change::Cannot(Cannot::CheckedSecurity)]);
        }
        let said = p.take("effects/skills/effect on/of any? option cards it/they checks/check");
        return said.then(|| vec![Change::Cannot(Cannot::OptionSecurity)]);
    }
    if p.take("is/are unblockable") {
        return Some(vec![Change::Cannot(Cannot::BeBlocked(Box::new(Filter::Any)))]);
    }
    if p.take("doesn't/don't unsuspend") || p.take("do/does not unsuspend") {
        // The unsuspend phase is the only other time it would.
        let phase = p.ahead("during/in") || in_unsuspend_phase(b);
        always_in_phase(p, b);
        let cannot = if phase { Cannot::UnsuspendInPhase } else { Cannot::Unsuspend };
        return Some(vec![Change::Cannot(cannot)]);
    }
    if !(p.take("can't/cannot") || p.take("can not")) {
        return None;
    }
    cannot_list(p, b, matches!(subjects, [Subject::Player(_)]))
}

pub fn cannot_list(p: &mut Parser<'_>, b: &mut B, player: bool) -> Option<Vec<Change>> {
    let mut all: Vec<Cannot> = Vec::new();
    loop {
        let next = p.attempt_with(b, |p, b| {
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

pub fn cannot(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Cannot>> {
    if p.take("be deleted in battle") {
        return Some(vec![Cannot::BeDeletedInBattle]);
    }
    if let Some(list) = p.attempt_with(b, |p, b| {
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
    if let Some(filter) = p.attempt_with(b, |p, b| {
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
        let by = p.attempt_with(b, |p, b| {
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
        always_in_phase(p, b);
        return Some(vec![if phase { Cannot::UnsuspendInPhase } else { Cannot::Unsuspend }]);
    }
    // "can't digivolve into level 7 cards": into anything but those.
    if let Some(into) = p.attempt_with(b, |p, b| {
        if p.take("digivolve to level") {
            let level = effects::Amount::Fixed(p.number()?);
            return Some(Filter::Figure(Figure::Level, effects::Cmp::Equal, level));
        }
        if !p.take("digivolve into") {
            return None;
        }
        grammar::described(&WORDS, p, b)
    }) {
        return Some(vec![Cannot::DigivolveBut(Box::new(into.negate()))]);
    }
    if p.take("digivolve") {
        return Some(vec![Cannot::Digivolve]);
    }
    if p.take("be switched/changed") || p.take("switch/change") {
        return Some(vec![Cannot::Switch]);
    }
    if p.take("leave the battle area other than by your effects or deletion") {
        return Some(vec![Cannot::LeaveBy(Who::Opponent)]);
    }
    if p.take("leave the battle area other than by deletion") {
        return Some(vec![Cannot::LeaveBy(Who::Both)]);
    }
    if p.take("have its/their dp reduced") {
        let who = by_whom(p, b).unwrap_or(Who::Both);
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
    p.attempt_with(b, |p, _| {
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

/// "… during their unsuspend phase", of what is always on: any of them.
fn always_in_phase(p: &mut Parser<'_>, b: &B) {
    if b.until == Some(Until::While) {
        p.take("during/in their/the/your/its unsuspend phase/phases");
    }
}

/// "During your opponent's next unsuspend phase, …" was said in front.
pub fn in_unsuspend_phase(b: &B) -> bool {
    matches!(b.until, Some(Until::OpponentUnsuspend | Until::YourUnsuspend))
}

pub fn by_whom(p: &mut Parser<'_>, b: &mut B) -> Option<Who> {
    if !p.take("by") {
        return Some(Who::Both);
    }
    let (who, what) = effects_of(p, b)?;
    (what == Filter::Any).then_some(who)
}

/// What a player cannot do.
pub fn player_cannot(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Cannot>> {
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
    if let Some(timing) = p.attempt(|p| {
        if !p.take("activate") {
            return None;
        }
        let timing = header::timing(p.peek_group(Bracket::Square)?)?;
        p.bump();
        p.take("effects").then_some(timing)
    }) {
        return Some(vec![Cannot::Activate(timing)]);
    }
    if p.take("ignore digivolution requirements") {
        return Some(vec![Cannot::IgnoreRequirements]);
    }
    p.attempt_with(b, |p, b| {
        // "play or move Digimon with 6000 DP or less": out of the breeding area.
        if p.take("play or move") {
            let filter = grammar::described(&WORDS, p, b)?;
            return Some(vec![Cannot::Play(Box::new(filter.clone())), Cannot::Move(Box::new(filter))]);
        }
        if p.take("move") {
            return Some(vec![Cannot::Move(Box::new(grammar::described(&WORDS, p, b)?))]);
        }
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
    p.attempt_with(b, |p, b| {
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
        // "[A]'s effect".
        if let Some(names) = p.attempt(|p| {
            let (names, _) = super::lexicon::names(p)?;
            p.take("'s effect/effects").then_some(names)
        }) {
            let filter = super::lexicon::either(names.into_iter().map(Filter::Name).collect());
            return Some((Who::Both, filter));
        }
        p.take("an/one of?");
        p.take("of");
        let who = grammar::whose(p)?;
        if p.take("effects/effect") {
            return Some((who, Filter::Any));
        }
        if p.peek_group(Bracket::Square).is_some_and(|text| header::timing(text).is_some()) {
            return p.want("effects, not those of a timing");
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
pub fn opponent_effects(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    // "their <De-Digivolve> effects don't affect …".
    let icon = p.attempt_with(b, |p, _| {
        let who = grammar::whose(p)?;
        (is_de_digivolve(p) && p.take("effects don't affect")).then_some(who)
    });
    let (who, what) = match icon {
        Some(who) => (who, Filter::Any),
        None => effects_of(p, b)?,
    };
    // "their effects can't play Digimon or Tamers from the trash".
    if let Some(filter) = p.attempt_with(b, |p, b| {
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
    let mut others: Vec<Object> = Vec::new();
    let subject;
    if icon.is_some() {
        subject = cards::object(p, b, FIELD)?;
        changes.push(Change::Cannot(Cannot::BeDeDigivolvedBy(who)));
    } else if p.take("don't/doesn't affect") || p.take("can't affect") {
        // "… this Digimon with [X] in its digivolution cards", always on: while it is so.
        if let Some(steps) = p.attempt_with(b, |p, b| spared_while(p, b, (who, &what))) {
            b.prelude = outer;
            return Some(steps);
        }
        subject = cards::object(p, b, FIELD)?;
        changes.push(Change::Immune(who, Box::new(what)));
        while let Some(next) = p.attempt_with(b, |p, b| {
            if !p.take("and") || p.ahead("it/they") {
                return None;
            }
            cards::object(p, b, FIELD)
        }) {
            others.push(next);
        }
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
            } else if let Some(under) = p.attempt_with(b, |p, b| {
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
    let subjects = std::iter::once(subject.clone()).chain(others.into_iter().map(Subject::Cards));
    for to in subjects.map(|one| one.gainer()) {
        steps.extend(changes.iter().map(|change| Step::Gain {
            to: to.clone(),
            change: change.clone(),
            until,
        }));
    }
    // "… and it gets +3000 DP".
    if let Some(more) = p.attempt_with(b, |p, b| {
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

/// Always on: "… this Digimon with [X] in its digivolution cards and it gets +5000 DP", as long as it is so.
fn spared_while(p: &mut Parser<'_>, b: &mut B, (who, what): (Who, &Filter<Dcg>)) -> Option<Vec<Step<Dcg>>> {
    if b.until != Some(Until::While) || !cards::this(p) {
        return None;
    }
    let filter = super::lexicon_postfix(p, b);
    if filter == Filter::Any {
        return None;
    }
    b.it = Some(Target::This);
    let subject = Subject::Cards(Object { target: Target::This, select: None });
    let change = Change::Immune(who, Box::new(what.clone()));
    let mut then = vec![Step::Gain { to: subject.gainer(), change, until: Until::While }];
    if p.take(",? and it") {
        then.extend(predicates(p, b, std::slice::from_ref(&subject))?);
    }
    Some(vec![Step::If { cond: effects::Cond::Is(Target::This, filter), then, otherwise: Vec::new() }])
}

pub fn is_de_digivolve(p: &mut Parser<'_>) -> bool {
    match p.peek_group(Bracket::Angle) {
        Some(text) if effects::text::lexer::fold(text) == "de-digivolve" => {
            p.bump();
            true
        }
        _ => false,
    }
}
