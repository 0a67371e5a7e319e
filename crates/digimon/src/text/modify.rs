//! Sentences that change the one before them: costs that go down, maxima that go up, effects that stay quiet, and what
//! hangs on what was done.

use super::amount;
use super::body::sentence_end;
use super::clause;
use super::cond;
use super::lexicon::{B, WORDS, either, names};
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::described;
use effects::{Among, Amount, Cmp, Cond, Filter, Gainer, HowMany, Select, Slot, Step, Target, Who};

type Steps = Vec<Step<Dcg>>;

/// Reads one sentence that changes the one before.
pub fn modify(p: &mut Parser<'_>, b: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    type Reader = fn(&mut Parser<'_>, &mut B, &mut [Step<Dcg>]) -> Option<()>;
    let readers: [Reader; 10] = [
        cheaper,
        quiet,
        unlike_named,
        unlike_level,
        not_named,
        raised,
        raised_number,
        aimed,
        capped,
        fewer_trashed,
    ];
    readers.iter().find_map(|read| p.attempt_with(b, |p, b| read(p, b, last)))
}

/// "If …, add 1 to this effect's maximum": the sentence before as it then is, or as it was.
pub fn modified_if(p: &mut Parser<'_>, b: &mut B, last: &Steps) -> Option<Step<Dcg>> {
    if !p.take("if") {
        return None;
    }
    let cond = cond::condition(p, b)?;
    if cond == Cond::Did || !p.mark(',') {
        return None;
    }
    let mut then = last.clone();
    modify(p, b, &mut then)?;
    Some(Step::If { cond, then, otherwise: last.clone() })
}

/// "reduce this effect's play cost by 2", "when it would digivolve by this effect, reduce the cost by 2", "further reduce it by 1".
fn cheaper(p: &mut Parser<'_>, b: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    let front = p.attempt_with(b, |p, b| {
        let per = amount::per(p, b)?;
        p.mark(',').then_some(per)
    });
    let further = p.take("further reduce it/the by");
    if !further {
        let own = p.take("reduce this effect 's paid? play/digivolution/use/link? cost/costs by");
        let said = own
            || (p.take("when/if it/that/this digimon? would digivolve by/with this effect ,")
                || p.take("when/if it/that would be played by/with this effect ,"))
                && p.take("reduce the/its play/digivolution? cost by");
        if !said {
            return None;
        }
    }
    let n = p.number()?;
    let n = match front {
        Some(per) => amount::times(n, Some(per)),
        None => clause::each(p, b, n),
    };
    let more = |less: &Amount<Dcg>| Amount::Plus(Box::new(less.clone()), Box::new(n.clone()));
    match last_verb(last)? {
        Verb::ReduceCost(less) if further => *less = more(less),
        Verb::Play { pay, .. }
        | Verb::Digivolve { pay, .. }
        | Verb::Use { pay, .. }
        | Verb::PlayOrUse { pay, .. }
        | Verb::Link { pay, .. } => match pay {
            Pay::Full if !further => *pay = Pay::Less(n),
            Pay::Less(less) => *less = more(less),
            _ => return None,
        },
        _ => return None,
    }
    sentence_end(p)
}

/// "[On Play] effects on Digimon played by this effect don't activate".
fn quiet(p: &mut Parser<'_>, _: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    p.take("any");
    let timing = super::header::timing(p.peek_group(effects::text::Bracket::Square)?)?;
    p.bump();
    if !p.take("effects/effect on/of") {
        return None;
    }
    p.take("the/any");
    let said = p.take("digimon/cards/tamers/tamer/digimons? played by/with this effect don't/do activate")
        || p.take("digimon/cards/card this effect plays/played don't activate")
        || p.take("digimon/card digivolved by/with this effect don't activate")
        || p.take("digimon this effect digivolved don't activate");
    if !said {
        return None;
    }
    match (last_verb(last)?, timing) {
        (Verb::Play { quiet, .. }, Timing::OnPlay)
        | (Verb::Digivolve { quiet, .. }, Timing::WhenDigivolving) => *quiet = true,
        _ => return None,
    }
    // "…, and they gain <Rush>" goes on as a sentence of its own.
    if p.take(", and") { Some(()) } else { sentence_end(p) }
}

/// "This effect can't play cards with the same name as any of your Tamers".
fn unlike_named(p: &mut Parser<'_>, b: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    if !p.take("this effect can't play cards/tokens/digimon/tamers with the same name/names as") {
        return None;
    }
    let same = super::cards::still(p, b)?;
    // Of several ways to play something, in each of them.
    if let Some(Step::May { steps, .. }) = last.last_mut() {
        if let [Step::OneOf { options, .. }] = &mut steps[..] {
            options.iter_mut().try_for_each(|(_, steps)| unlike(steps, &same))?;
            return sentence_end(p);
        }
    }
    unlike(last, &same)?;
    sentence_end(p)
}

/// Keeps an effect from playing what has the name of these.
fn unlike(last: &mut [Step<Dcg>], same: &Target<Dcg>) -> Option<()> {
    // Each token by itself: only where nothing has its name.
    if let Target::Each(select) = same {
        let tokens = last.iter().all(|step| matches!(step, Step::Do(Verb::PlayToken { .. })));
        if tokens {
            for step in last.iter_mut() {
                let Step::Do(Verb::PlayToken { token, .. }) = &*step else { return None };
                let mut held = (**select).clone();
                held.filter = held.filter.and(Filter::Name(token.name.clone()));
                let cond = Cond::Not(Box::new(Cond::Exists(Box::new(held))));
                *step = Step::If { cond, then: vec![step.clone()], otherwise: Vec::new() };
            }
            return Some(());
        }
    }
    let choose = last_choice(last)?;
    let other = Filter::Test(Test::SameName(Box::new(same.clone()))).negate();
    choose.filter = std::mem::replace(&mut choose.filter, Filter::Any).and(other);
    Some(())
}

/// "This effect can't play cards of the same level": of those that are chosen, no two.
fn unlike_level(p: &mut Parser<'_>, _: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    if !p.take("this effect can't play cards of the same level") {
        return None;
    }
    let choose = last_choice(last)?;
    let other = Filter::Test(Test::Differs(Distinct::Levels));
    choose.filter = std::mem::replace(&mut choose.filter, Filter::Any).and(other);
    sentence_end(p)
}

/// "This effect can't play [A] or [B]".
fn not_named(p: &mut Parser<'_>, _: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    if !p.take("this effect can't play/choose") {
        return None;
    }
    let (names, _) = names(p)?;
    let other = either(names.into_iter().map(Filter::Name).collect()).negate();
    // Of several ways to play something, in each of them.
    if let Some(Step::May { steps, .. }) = last.last_mut() {
        if let [Step::OneOf { options, .. }] = &mut steps[..] {
            for (_, steps) in options {
                except(last_choice(steps)?, &other);
            }
            return sentence_end(p);
        }
    }
    except(last_choice(last)?, &other);
    sentence_end(p)
}

fn except(select: &mut Select<Dcg>, other: &Filter<Dcg>) {
    select.filter = std::mem::replace(&mut select.filter, Filter::Any).and(other.clone());
}

/// "For each …, add 2000 to the maximum DP you may choose with this effect"; "…, reduce this effect's level maximum by 1".
fn raised(p: &mut Parser<'_>, b: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    let front = p.attempt_with(b, |p, b| {
        let per = amount::per(p, b)?;
        p.mark(',').then_some(per)
    });
    let n = if p.take("add") {
        p.mark('+');
        let n = p.number()?;
        if !maximum(p, "to") {
            return None;
        }
        n
    } else if p.take("remove") {
        let n = p.number()?;
        if !maximum(p, "from") {
            return None;
        }
        -n
    } else if p.take("reduce") {
        if !maximum(p, "") || !p.take("by") {
            return None;
        }
        -p.number()?
    } else if p.take("it gets") {
        let n = p.signed()?;
        if !p.take("to the maximum dp-based deletion effects/effect") {
            return None;
        }
        n
    } else {
        return None;
    };
    let more = amount::times(n, front.or_else(|| p.attempt_with(b, amount::per)));
    raise(last, &more).then_some(())?;
    sentence_end(p)
}

/// "This effect allows you to attack unsuspended Digimon as well".
fn aimed(p: &mut Parser<'_>, _: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    let said = p.take("this effect allows you to attack unsuspended digimon as well")
        || p.take("your opponent 's unsuspended digimon can also be attacked with/by this effect");
    match last_verb(last)? {
        Verb::Attack { at: at @ Aim::Digimon, .. } if said => *at = Aim::AnyDigimon,
        _ => return None,
    }
    sentence_end(p)
}

/// "This effect can't increase the number of cards in your security stack to 6 or more": one by one, as long as there are fewer.
fn capped(p: &mut Parser<'_>, _: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    if !p.take("this effect can't increase the number of cards in your security stack to") {
        return None;
    }
    let most = p.number()? - 2;
    if !p.take("or more") {
        return None;
    }
    let step = last.last_mut()?;
    let Step::Do(Verb::Recover(Who::You, times)) = &*step else { return None };
    let once = Step::Do(Verb::Recover(Who::You, Amount::Fixed(1)));
    let held = super::cond::count_of(Who::You, Place::Security);
    let cond = Cond::Compare(held, Cmp::AtMost, Amount::Fixed(most));
    let steps = vec![Step::If { cond, then: vec![once], otherwise: Vec::new() }];
    *step = Step::Repeat { times: times.clone(), steps };
    sentence_end(p)
}

/// "For each card this effect deleted, reduce the number of security cards trashed by 1".
fn fewer_trashed(p: &mut Parser<'_>, b: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    let front = amount::per(p, b).filter(|(_, of)| *of == Amount::Done)?;
    if !(p.mark(',') && p.take("reduce the number of security? cards trashed by")) {
        return None;
    }
    let less = amount::times(-p.number()?, Some(front));
    let Verb::Trash(Target::Each(select)) = last_verb(last)? else { return None };
    let HowMany::Top(number @ Amount::Fixed(_)) = &select.count else { return None };
    select.count = HowMany::Top(Amount::Plus(Box::new(number.clone()), Box::new(less)));
    sentence_end(p)
}

/// "For each …, add 2 to the number of cards this effect may play".
fn raised_number(p: &mut Parser<'_>, b: &mut B, last: &mut [Step<Dcg>]) -> Option<()> {
    let front = p.attempt_with(b, |p, b| {
        let per = amount::per(p, b)?;
        p.mark(',').then_some(per)
    });
    if !p.take("add") {
        return None;
    }
    let n = p.number()?;
    let said = p.take("to the number of cards this effect may play/place")
        || p.take("to the number of cards you play/place with this effect")
        || p.take("to the number of cards trashed by this effect")
        || p.take("to the maximum number this effect may place/play");
    if !said {
        return None;
    }
    let more = amount::times(n, front.or_else(|| p.attempt_with(b, amount::per)));
    // "Trash the top card …": so many more from the top.
    if let Verb::Trash(Target::Each(select)) = last_verb(last)? {
        let HowMany::Top(number) = &select.count else { return None };
        select.count = HowMany::Top(Amount::Plus(Box::new(number.clone()), Box::new(more)));
        return sentence_end(p);
    }
    let choose = last_choice(last)?;
    choose.count = match &choose.count {
        HowMany::UpTo(number) | HowMany::Exactly(number) => {
            HowMany::UpTo(Amount::Plus(Box::new(number.clone()), Box::new(more)))
        }
        _ => return None,
    };
    sentence_end(p)
}

/// "to the max level of the Digimon you can choose with this effect": the bound of this effect, however it is said.
fn maximum(p: &mut Parser<'_>, by: &str) -> bool {
    p.attempt(|p| {
        if !(by.is_empty() || p.take(by)) {
            return None;
        }
        let (mut bound, mut effect) = (false, false);
        loop {
            if p.take("max/maximum/choosable/choose/select") {
                bound = true;
            } else if p.take("effect") {
                effect = true;
            } else if p.ahead("by") && matches!(p.peek_second(), Some(effects::text::Tok::Number(_))) {
                // "reduce this effect's maximum by 1": the number comes now.
                break;
            } else if !p.take("the/this/level/levels/total/dp/dp-deletion/play/cost/of/digimon/tamer/card/or/you/can/may/with/by/'s/deletion/dp-based/delete/playable") {
                break;
            }
        }
        // "add 1 to the play cost maximum" can only mean this effect's.
        (bound && (effect || !by.is_empty())).then_some(())
    })
    .is_some()
}

/// Raises the bound of what these steps choose or sweep over.
pub fn raise(steps: &mut [Step<Dcg>], more: &Amount<Dcg>) -> bool {
    for step in steps.iter_mut().rev() {
        let raised = match step {
            Step::Choose { from, .. } => raise_select(from, more),
            Step::Do(verb) => swept(verb).is_some_and(|select| raise_select(select, more)),
            Step::May { steps, .. } => raise(steps, more),
            Step::By { cost, then, .. } => raise(then, more) || raise(cost, more),
            Step::If { then, .. } => raise(then, more),
            _ => false,
        };
        if raised {
            return true;
        }
    }
    false
}

/// What a verb is done to without a choice.
fn swept(verb: &mut Verb) -> Option<&mut Select<Dcg>> {
    match verb {
        Verb::Delete(Target::Each(select))
        | Verb::ToHand(Target::Each(select))
        | Verb::ToDeck(Target::Each(select), _) => Some(select),
        _ => None,
    }
}

fn raise_select(select: &mut Select<Dcg>, more: &Amount<Dcg>) -> bool {
    if let HowMany::TotalUpTo(_, bound) = &mut select.count {
        *bound = Amount::Plus(Box::new(bound.clone()), Box::new(more.clone()));
        return true;
    }
    raise_filter(&mut select.filter, more)
}

fn raise_filter(filter: &mut Filter<Dcg>, more: &Amount<Dcg>) -> bool {
    match filter {
        Filter::Figure(Figure::Dp | Figure::PlayCost | Figure::Level, Cmp::AtMost, bound) => {
            *bound = Amount::Plus(Box::new(bound.clone()), Box::new(more.clone()));
            true
        }
        Filter::All(all) => all.iter_mut().any(|one| raise_filter(one, more)),
        _ => false,
    }
}

pub fn last_choice(steps: &mut [Step<Dcg>]) -> Option<&mut Select<Dcg>> {
    steps.iter_mut().rev().find_map(|step| match step {
        Step::Choose { from, .. } => Some(from),
        Step::May { steps, .. } => last_choice(steps),
        Step::By { then, .. } | Step::If { then, .. } => last_choice(then),
        _ => None,
    })
}

pub fn last_verb(steps: &mut [Step<Dcg>]) -> Option<&mut Verb> {
    match steps.last_mut()? {
        Step::Do(verb) => Some(verb),
        Step::May { steps, then, .. } if then.is_empty() => last_verb(steps),
        Step::If { then, .. } | Step::By { then, .. } => last_verb(then),
        _ => None,
    }
}

// ---- what hangs on what was done ----------------------------------------------------------------------------------

/// "It further gets -2000 DP": what got something last gets more, for as long.
pub fn further(p: &mut Parser<'_>, b: &mut B, parts: &[Steps]) -> Option<Steps> {
    let cond = p.attempt_with(b, |p, b| {
        if !p.take("if") {
            return None;
        }
        let cond = cond::condition(p, b)?;
        p.mark(',').then_some(cond)
    });
    if !(p.take("it/they further gets/get") || p.take("that/those digimon further gets/get")) {
        return None;
    }
    let dp = p.signed()?;
    if !p.take("dp") {
        return None;
    }
    let dp = amount::times(dp, p.attempt_with(b, amount::per));
    let (to, until) = parts.iter().rev().find_map(|part| last_gain(part))?;
    let until = super::change::until(p).unwrap_or(until);
    let gain = Step::Gain { to, change: Change::Dp(dp), until };
    Some(match cond {
        Some(cond) => vec![Step::If { cond, then: vec![gain], otherwise: Vec::new() }],
        None => vec![gain],
    })
}

fn last_gain(steps: &[Step<Dcg>]) -> Option<(Gainer<Dcg>, Until)> {
    steps.iter().rev().find_map(|step| match step {
        Step::Gain { to, until, .. } => Some((to.clone(), *until)),
        Step::By { then, .. } | Step::If { then, .. } => last_gain(then),
        Step::May { steps, .. } => last_gain(steps),
        _ => None,
    })
}

/// What a verb is called when it is over, and whether it was done to what a slot holds.
fn was(word: &str, verb: &Verb) -> Option<Slot> {
    let target = match (word, verb) {
        ("deleted", Verb::Delete(target))
        | ("trashed", Verb::Trash(target))
        | ("added" | "returned", Verb::ToHand(target))
        | ("suspended", Verb::Suspend(target))
        | ("unsuspended", Verb::Unsuspend(target))
        | ("played", Verb::Play { what: target, .. })
        | ("placed", Verb::PlaceUnder { what: target, .. }) => target,
        _ => return None,
    };
    match target {
        Target::Slot(slot) => Some(*slot),
        _ => None,
    }
}

fn find_done(steps: &[Step<Dcg>], word: &str) -> Option<Slot> {
    steps.iter().rev().find_map(|step| match step {
        Step::Do(verb) => was(word, verb),
        Step::By { cost, then, .. } => find_done(then, word).or_else(|| find_done(cost, word)),
        Step::If { then, .. } => find_done(then, word),
        Step::May { steps, then, .. } => find_done(then, word).or_else(|| find_done(steps, word)),
        Step::IfDid { steps, then } => find_done(then, word).or_else(|| find_done(steps, word)),
        Step::OneOf { options, .. } => options.iter().find_map(|(_, steps)| find_done(steps, word)),
        _ => None,
    })
}

const WAS: [&str; 6] = ["deleted", "trashed", "suspended", "unsuspended", "played", "placed"];

/// The deed that "if this effect added" asks about, without moving.
pub fn asked(p: &Parser<'_>) -> Option<&'static str> {
    const DEEDS: [&str; 8] =
        ["deleted", "trashed", "suspended", "unsuspended", "played", "placed", "added", "returned"];
    let said = |deed: &&'static str| {
        p.ahead(&format!("if this effect {deed}")) || deed.starts_with("added") && p.ahead("if you added")
    };
    DEEDS.into_iter().find(said)
}

/// Whether one of these steps is such a deed.
pub fn does(steps: &[Step<Dcg>], deed: &str) -> bool {
    steps.iter().any(|step| match step {
        Step::Do(verb) => match deed {
            "deleted" => matches!(verb, Verb::Delete(_)),
            "trashed" => matches!(verb, Verb::Trash(_) | Verb::DigiBurst(_) | Verb::Delay),
            "suspended" => matches!(verb, Verb::Suspend(_)),
            "unsuspended" => matches!(verb, Verb::Unsuspend(_)),
            "played" => matches!(
                verb,
                Verb::Play { .. }
                    | Verb::PlayToBreeding { .. }
                    | Verb::PlayToken { .. }
                    | Verb::PlayOrUse { .. }
            ),
            "placed" => matches!(
                verb,
                Verb::PlaceUnder { .. } | Verb::ToSecurity { .. } | Verb::PlaceInBattle(_) | Verb::SinkTop(_)
            ),
            "added" => matches!(verb, Verb::ToHand(_) | Verb::ToSecurity { .. }),
            "returned" => matches!(verb, Verb::ToHand(_) | Verb::ToDeck(..)),
            _ => false,
        },
        Step::If { then, otherwise, .. } => does(then, deed) || does(otherwise, deed),
        Step::By { cost, then, .. } => does(cost, deed) || does(then, deed),
        Step::May { steps, then, otherwise, .. } => {
            does(steps, deed) || does(then, deed) || does(otherwise, deed)
        }
        Step::IfDid { steps, then } => does(steps, deed) || does(then, deed),
        Step::OneOf { options, .. } => options.iter().any(|(_, steps)| does(steps, deed)),
        Step::Each { steps, .. } | Step::Repeat { steps, .. } => does(steps, deed),
        _ => false,
    })
}

/// The slots of cards that were added together.
pub fn added(parts: &[Steps]) -> Option<Vec<Slot>> {
    let slots = |step: &Step<Dcg>| match step {
        Step::Do(Verb::ToHand(Target::Several(all))) => all
            .iter()
            .map(|one| match one {
                Target::Slot(slot) => Some(*slot),
                _ => None,
            })
            .collect(),
        _ => None,
    };
    parts.iter().rev().find_map(|part| part.iter().rev().find_map(slots))
}

/// The slot of what was done so before.
pub fn done_to(parts: &[Steps], word: &str) -> Option<Slot> {
    parts.iter().rev().find_map(|part| find_done(part, word))
}

/// "If this effect trashed a card with the [X] trait": some card that it was done to is one. What has left the field is
/// looked at where it went, so nothing that only the field has may be asked.
pub fn result(p: &mut Parser<'_>, b: &mut B, parts: &[Steps]) -> Option<Cond<Dcg>> {
    if !p.take("if/when") {
        return None;
    }
    let mut word = None;
    let filter = if p.take("this effect") {
        word = Some(WAS.into_iter().find(|word| p.take(word))?);
        let owner = effects::text::grammar::whose(p);
        p.take("a/an/any/1 of?");
        let owner = owner.or_else(|| effects::text::grammar::whose(p));
        let filter = described(&WORDS, p, b)?;
        match owner {
            Some(who @ (Who::You | Who::Opponent)) => Filter::Of(who).and(filter),
            _ => filter,
        }
    } else if p.take("you") {
        // "If you trash a purple card".
        let now = [
            ("delete", "deleted"),
            ("trash", "trashed"),
            ("suspend", "suspended"),
            ("play", "played"),
            ("place", "placed"),
        ];
        word = Some(now.into_iter().find(|(now, then)| p.take(now) || p.take(then)).map(|(_, then)| then)?);
        p.take("a/an/any/1 of?");
        let filter = described(&WORDS, p, b)?;
        p.take("by/with this effect");
        filter
    } else {
        p.take("a/an/any/1/one of?");
        let owner = effects::text::grammar::whose(p);
        let filter = described(&WORDS, p, b)?;
        if !p.take("is/are/was/were") {
            return None;
        }
        word = WAS.into_iter().find(|word| p.take(word)).or(word);
        if !p.take("by/with this effect") {
            return None;
        }
        match owner {
            Some(who @ (Who::You | Who::Opponent)) => Filter::Of(who).and(filter),
            _ => filter,
        }
    };
    let word = word?;
    if !p.mark(',') || !lasts(&filter) {
        return None;
    }
    let slot = done_to(parts, word)?;
    Some(Cond::Exists(Box::new(Select::new(Among::Slot(slot), filter, HowMany::All))))
}

/// "If this effect returned level 7 white cards": the deed, and which cards.
pub fn swept_result(p: &mut Parser<'_>, b: &mut B) -> Option<(&'static str, Filter<Dcg>)> {
    let deed = asked(p).filter(|deed| *deed == "returned")?;
    p.take("if this effect");
    p.take(deed);
    p.take("a/an/any");
    let filter = described(&WORDS, p, b)?;
    (p.mark(',') && filter != Filter::Any && lasts(&filter)).then_some((deed, filter))
}

/// Lets steps follow a deed that was done to all of a place, if some of them fitted: that is looked at before the deed.
pub fn hang_on_sweep(steps: &mut [Step<Dcg>], deed: &str, filter: &Filter<Dcg>, next: &Steps) -> bool {
    let Some(last) = steps.last_mut() else { return false };
    match last {
        Step::OneOf { options, .. } => {
            options.iter_mut().all(|(_, steps)| hang_on_sweep(steps, deed, filter, next))
        }
        Step::Do(Verb::ToDeck(Target::Each(select), _) | Verb::ToHand(Target::Each(select)))
            if deed == "returned" =>
        {
            let mut held = (**select).clone();
            held.filter = held.filter.and(filter.clone());
            let done = last.clone();
            let then = std::iter::once(done.clone()).chain(next.iter().cloned()).collect();
            *last = Step::If { cond: Cond::Exists(Box::new(held)), then, otherwise: vec![done] };
            true
        }
        _ => false,
    }
}

/// Whether a card can be asked this wherever it is.
fn lasts(filter: &Filter<Dcg>) -> bool {
    match filter {
        Filter::Any
        | Filter::Kind(_)
        | Filter::Color(_)
        | Filter::Name(_)
        | Filter::NameHas(_)
        | Filter::Trait(_)
        | Filter::TraitHas(_)
        | Filter::InText(_)
        | Filter::Of(_)
        | Filter::Figure(Figure::Level | Figure::PlayCost | Figure::UseCost, ..) => true,
        Filter::All(all) | Filter::Either(all) => all.iter().all(lasts),
        Filter::Not(inner) => lasts(inner),
        _ => false,
    }
}

/// "If you place 2 or more cards with this effect": how many the last deed was done to.
pub fn number_done(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    // "If 7 or more cards were returned using this effect", "If 4 or more were placed".
    if let Some((cmp, number)) = p.attempt_with(b, |p, _| {
        if !p.take("if") {
            return None;
        }
        let found = cond::so_many(p)?;
        p.take("cards/card/digimon");
        if !(p.take("were/was") && p.take("placed/returned/trashed/deleted/played/suspended")) {
            return None;
        }
        p.take("by/with/using this effect");
        p.mark(',').then_some(found)
    }) {
        return Some(Cond::Compare(Amount::Done, cmp, number));
    }
    if !p.take("if you") {
        return None;
    }
    if !p.take("place/placed/gain/gained/return/returned/trash/trashed/delete/deleted/suspend/suspended/reveal/play/played") {
        return None;
    }
    let (cmp, number) = cond::so_many(p)?;
    if !p.take("cards/card/memory/digimon/tamers/of") {
        return None;
    }
    p.take("them");
    if !p.take("by/with this effect") && !p.take("this way") {
        return None;
    }
    p.mark(',').then_some(Cond::Compare(Amount::Done, cmp, number))
}

/// "If C, choose any number of X. If D, choose any number of Y. The chosen cards' play costs must add up to 6 or less": one
/// choice, from those that may be chosen.
pub fn total_of_chosen(p: &mut Parser<'_>, b: &mut B, parts: &mut Vec<Steps>) -> Option<()> {
    if !p.take("the chosen cards '") {
        return None;
    }
    let figure = super::lexicon::figure(p)?;
    if !p.take("must add up to") {
        return None;
    }
    let most = Amount::Fixed(p.number()?);
    if !p.take("or less") {
        return None;
    }
    sentence_end(p)?;
    let mut any = Vec::new();
    let (mut place, mut first) = (None, None);
    let mut kept = parts.clone();
    while let Some([Step::If { cond, then, otherwise }]) = kept.last().map(|part| &part[..]) {
        let ([Step::Choose { slot, from, .. }], true) = (&then[..], otherwise.is_empty()) else { break };
        if from.count != HowMany::AnyNumber || place.as_ref().is_some_and(|place| *place != from.among) {
            break;
        }
        (place, first) = (Some(from.among.clone()), Some(*slot));
        any.insert(0, from.filter.clone().and(Filter::Test(Test::Provided(Box::new(cond.clone())))));
        kept.pop();
    }
    let slot = first?;
    let from = Select::new(place?, either(any), HowMany::TotalUpTo(figure, most));
    b.chosen = Some(Target::Slot(slot));
    kept.push(vec![Step::Choose { who: Who::You, slot, from }]);
    *parts = kept;
    Some(())
}

/// "Otherwise, B": where the condition or the offer before does not come true.
pub fn otherwise(last: &mut Steps, next: Steps) -> Option<()> {
    match last.last_mut()? {
        Step::If { otherwise, .. } | Step::May { otherwise, .. } if otherwise.is_empty() => {
            *otherwise = next;
            Some(())
        }
        _ => None,
    }
}
