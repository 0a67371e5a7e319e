//! How sentences hang together: conditions, costs, offers, "then", "instead", "if you do", lists of effects.

use super::amount;
use super::cards;
use super::clause;
use super::cond;
use super::keyword;
use super::lexicon::B;
use super::modify;
use super::sentence::{clauses, host_of, sentence};
use crate::vocab::*;
use effects::text::Parser;
use effects::{Among, Amount, Filter, HowMany, Step, Target, Who};

/// "Trash 1 digivolution card of 1 of your opponent's Digimon. If it has none, delete it": what is trashed is no Digimon, so
/// that "it" is the Digimon it lay under, and the trashed card is "that card".
fn speak_of_host(b: &mut B, last: &[Step<Dcg>]) {
    let Some(Step::Do(Verb::Trash(trashed))) = last.last() else { return };
    if b.it.as_ref() != Some(trashed) {
        return;
    }
    let host = last.iter().find_map(|step| match (step, trashed) {
        (Step::Choose { slot, .. }, Target::Slot(held)) if slot != held => None,
        _ => host_of(step),
    });
    if let Some(host) = host {
        b.it = Some(Target::Slot(host));
        b.moved = Some(trashed.clone());
    }
}

/// A whole body: sentences to the end of the text.
pub fn body(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let steps = sentences(p, b)?;
    if p.at_end() || p.ahead(")") { Some(steps) } else { p.want("the end of the effect") }
}

/// Sentences to the end of the text, or of this item of a list.
fn sentences(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    // What each sentence means; "then" starts a new one, "if you do" and "instead" reach back to the one before.
    let mut parts: Vec<Vec<Step<Dcg>>> = Vec::new();
    loop {
        while p.mark('.') || p.mark(';') {}
        if p.at_end() || p.ahead("・") || p.ahead(")") {
            break;
        }
        if parts.last().is_some_and(|last| returns_digimon(last)) && p.attempt(said_of_returned).is_some() {
            continue;
        }
        let then = p.take("then ,?")
            || p.take("after that ,?")
            || p.take("also ,?")
            || p.take("after ,")
            || p.take("and then ,?");
        if let Some(last) = parts.last() {
            speak_of_host(b, last);
        }
        if let Some(more) = p.attempt_with(b, |p, b| modify::further(p, b, &parts)) {
            parts.push(more);
            sentence_end(p)?;
            continue;
        }
        if !then {
            if let Some(()) = p.attempt_with(b, |p, b| modify::modify(p, b, parts.last_mut()?)) {
                continue;
            }
            if let Some(changed) = p.attempt_with(b, |p, b| modify::modified_if(p, b, parts.last()?)) {
                parts.pop();
                parts.push(vec![changed]);
                continue;
            }
            if let Some(next) = p.attempt_with(b, |p, b| {
                if !(p.take("otherwise ,?") || p.take("if such aren't ,") || p.take("if it 's not ,")) {
                    return None;
                }
                sentence(p, b)
            }) {
                modify::otherwise(parts.last_mut()?, next)?;
                sentence_end(p)?;
                continue;
            }
            if let Some((cond, then)) = p.attempt_with(b, |p, b| {
                let cond = modify::number_done(p, b)?;
                Some((cond, sentence(p, b)?))
            }) {
                let last = parts.pop()?;
                let then = vec![Step::If { cond, then, otherwise: Vec::new() }];
                parts.push(follow(last, then, false)?);
                sentence_end(p)?;
                continue;
            }
            if p.attempt_with(b, |p, b| modify::total_of_chosen(p, b, &mut parts)).is_some() {
                continue;
            }
            let asked = modify::asked(p);
            if let Some(steps) = p.attempt_with(b, |p, b| {
                let not = !if_done(p)?;
                // "If you don't, trash it": what was revealed and went nowhere.
                if let (true, Some(shown)) = (not, b.shown) {
                    b.it = Some(cards::unmoved(shown));
                }
                // "If you do, and you have a Tamer, …".
                let also = p.attempt_with(b, |p, b| {
                    if !p.take(",? and") {
                        return None;
                    }
                    cond::condition(p, b)
                });
                if !p.mark(',') {
                    return None;
                }
                let then = sentence(p, b)?;
                Some((
                    not,
                    match also {
                        Some(cond) => vec![Step::If { cond, then, otherwise: Vec::new() }],
                        None => then,
                    },
                ))
            }) {
                let (not, then) = steps;
                // "If this effect added …" behind another sentence speaks of the one that adds.
                if let Some(deed) =
                    asked.filter(|deed| !not && !parts.last().is_some_and(|last| modify::does(last, deed)))
                {
                    let any = |slot| {
                        effects::Cond::Compare(Amount::Bound(slot), effects::Cmp::AtLeast, Amount::Fixed(1))
                    };
                    let several = modify::added(&parts).filter(|_| deed == "added");
                    let cond = match (modify::done_to(&parts, deed), several) {
                        (Some(slot), _) => any(slot),
                        (None, Some(slots)) => effects::Cond::Either(slots.into_iter().map(any).collect()),
                        (None, None) => return p.want("what this effect did"),
                    };
                    parts.push(vec![Step::If { cond, then, otherwise: Vec::new() }]);
                    sentence_end(p)?;
                    continue;
                }
                let last = parts.pop()?;
                // "If you do" never speaks of a shuffle: it speaks of the offer before it, and comes after the shuffle.
                if let [Step::Do(Verb::Shuffle(..))] = last.as_slice() {
                    let mut offer = parts.pop()?;
                    let Some(Step::May { then: done, otherwise, .. }) = offer.last_mut() else { return None };
                    if not || !done.is_empty() || !otherwise.is_empty() {
                        return p.want("something that can be done or not");
                    }
                    done.extend(last.clone());
                    done.extend(then);
                    otherwise.extend(last);
                    parts.push(offer);
                    sentence_end(p)?;
                    continue;
                }
                parts.push(follow(last, then, not)?);
                sentence_end(p)?;
                continue;
            }
            // "If this effect returned white cards, B", of all that it returned.
            if let Some((deed, filter, then)) = p.attempt_with(b, |p, b| {
                let (deed, filter) = modify::swept_result(p, b)?;
                Some((deed, filter, sentence(p, b)?))
            }) {
                let mut last = parts.last()?.clone();
                if modify::hang_on_sweep(&mut last, deed, &filter, &then) {
                    parts.pop();
                    parts.push(last);
                    sentence_end(p)?;
                    continue;
                }
                return p.want("what this effect did");
            }
            if let Some(step) = p.attempt_with(b, |p, b| {
                let cond = modify::result(p, b, &parts)?;
                Some(Step::If { cond, then: sentence(p, b)?, otherwise: Vec::new() })
            }) {
                // What hangs on one of two ways belongs to that one.
                match parts.last_mut().and_then(|last| way_that_did(last, &step)) {
                    Some(way) => way.push(step),
                    None => parts.push(vec![step]),
                }
                sentence_end(p)?;
                continue;
            }
            // "By A, instead B": B if A was done, else the sentence before.
            if let Some((cost, then)) = p.attempt_with(b, |p, b| {
                if !p.take("by") {
                    return None;
                }
                let cost = clause::cost(p, b)?;
                if !p.mark(',') {
                    return None;
                }
                let early = p.take("instead");
                let then = sentence(p, b)?;
                if !(early || p.take("instead")) {
                    return None;
                }
                (!then
                    .iter()
                    .any(|step| matches!(step, Step::May { .. } | Step::By { .. } | Step::IfDid { .. })))
                .then_some((cost, then))
            }) {
                let before = parts.pop()?;
                let failed = effects::Cond::Not(Box::new(effects::Cond::Did));
                parts.push(vec![
                    Step::By { who: Who::You, cost, then, forced: false },
                    Step::If { cond: failed, then: before, otherwise: Vec::new() },
                ]);
                sentence_end(p)?;
                continue;
            }
            let about_it = p.ahead("if/when it/that");
            // "…, it gets -6000 DP instead": for as long as the sentence before says.
            let until = b.until;
            if let Some(Step::Gain { until, .. }) = parts.last().and_then(|last| last.last()) {
                b.until = b.until.or(Some(*until));
            }
            let found = p.attempt_with(b, instead);
            b.until = until;
            if let Some(steps) = found {
                let (cond, then) = steps;
                let mut otherwise = parts.pop()?;
                // "1 of … gets -3000 DP. If it has …, delete it instead": it is chosen first.
                let spoken_of = otherwise
                    .first()
                    .is_some_and(|first| hangs_on(&then, &bound(std::slice::from_ref(first))));
                if (about_it || spoken_of)
                    && !matches!(cond, effects::Cond::Fact(_))
                    && matches!(otherwise.first(), Some(Step::Choose { .. }))
                {
                    parts.push(vec![otherwise.remove(0)]);
                }
                // DCG 18-2-2: an optional "instead" that is left leaves the sentence before as it was.
                let then = match &then[..] {
                    [Step::May { who, steps, then, otherwise: left }] if left.is_empty() => vec![Step::May {
                        who: *who,
                        steps: steps.clone(),
                        then: then.clone(),
                        otherwise: otherwise.clone(),
                    }],
                    _ => then,
                };
                parts.push(vec![Step::If { cond, then, otherwise }]);
                sentence_end(p)?;
                continue;
            }
        }
        if of_returned(p, &parts) {
            sentence_end(p)?;
            continue;
        }
        let next = sentence(p, b)?;
        if belongs_to_next_time(b, parts.last(), &next) {
            sentence_end(p)?;
            continue;
        }
        if !parts.last().is_some_and(|last| follows_anyway(last, &next) || follows_next_time(b, last, &next))
        {
            parts.push(next);
        }
        // DCG 15-6-2: "If A, X, and if B, Y" asks B of Y alone.
        let asked = matches!(parts.last().and_then(|last| last.last()), Some(Step::If { .. }));
        if asked && p.attempt(and_if).is_some() {
            continue;
        }
        sentence_end(p)?;
    }
    name_for_attack(&mut parts);
    let mut steps = Vec::new();
    while let Some(part) = parts.pop() {
        steps = attach(part, steps);
    }
    follow_played(&mut steps);
    (!steps.is_empty()).then_some(steps)
}

/// Between a sentence with a condition and another that begins with one.
fn and_if(p: &mut Parser<'_>) -> Option<()> {
    ((p.take(", and ,?") || p.take("and ,?")) && p.ahead("if")).then_some(())
}

/// The last of several ways to do something, if it chooses what a condition asks about.
fn way_that_did<'s>(last: &'s mut [Step<Dcg>], step: &Step<Dcg>) -> Option<&'s mut Vec<Step<Dcg>>> {
    let Step::If { cond: effects::Cond::Exists(select), .. } = step else { return None };
    let Among::Slot(asked) = select.among else { return None };
    let options = match last.last_mut()? {
        Step::OneOf { options, .. } => options,
        Step::May { steps, .. } => match steps.last_mut()? {
            Step::OneOf { options, .. } => options,
            _ => return None,
        },
        _ => return None,
    };
    let (_, way) = options.last_mut()?;
    let chooses = way.iter().any(|step| matches!(step, Step::Choose { slot, .. } if *slot == asked));
    chooses.then_some(way)
}

/// "Play this card …. At the end of the turn, delete this Digimon": a card that was played is a new card.
fn follow_played(steps: &mut [Step<Dcg>]) {
    let mut played = false;
    for step in steps {
        match step {
            Step::Do(Verb::Play { what: Target::This, .. }) => played = true,
            Step::Later { carry: carry @ Target::This, .. } if played => *carry = Target::Test(Test::Made),
            _ => {}
        }
    }
}

/// "Choose 1 of your opponent's Digimon. Your opponent attacks with the chosen Digimon": a sentence that only names the attacker
/// need not be obeyed (ruling Q2317), as "you may choose" says. Named in the sentence that attacks, one of them does attack.
fn name_for_attack(parts: &mut [Vec<Step<Dcg>>]) {
    for at in 1..parts.len() {
        let (before, rest) = parts.split_at_mut(at);
        let (Some([choice]), Some(Step::Do(Verb::Attack { who: Target::Slot(attacker), .. }))) =
            (before.last_mut().map(Vec::as_mut_slice), rest[0].first())
        else {
            continue;
        };
        let names = matches!(choice, Step::Choose { who: Who::You, slot, from } if slot == attacker
            && matches!(from.among, Among::Zones { whose: Who::Opponent, .. }));
        if names {
            let steps = vec![choice.clone()];
            *choice = Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] };
        }
    }
}

/// DCG 4-2-8: "Trash that Digimon's digivolution cards", of a Digimon that has just been returned: they are trashed anyway.
fn said_of_returned(p: &mut Parser<'_>) -> Option<()> {
    let said = p.take("trash all? of? the? digivolution cards of that/those digimon")
        || p.take("trash that/those digimon 's/' digivolution cards");
    (said && sentence_end(p).is_some()).then_some(())
}

/// Whether the last deed of a sentence, or what it is paid with, returns Digimon from the battle area.
fn returns_digimon(steps: &[Step<Dcg>]) -> bool {
    let chosen = |slot: &effects::Slot| {
        steps.iter().any(|step| {
            matches!(step, Step::Choose { slot: held, from, .. } if held == slot
                && matches!(&from.among, Among::Zones { zones, .. } if zones[..] == [Place::Battle]))
        })
    };
    match steps.last() {
        Some(Step::Do(Verb::ToHand(Target::Slot(slot)) | Verb::ToDeck(Target::Slot(slot), _))) => {
            chosen(slot)
        }
        Some(Step::By { cost, then, .. }) => {
            // What is chosen behind the price is what "that Digimon" means.
            let another = then.iter().any(|step| matches!(step, Step::Choose { .. }));
            returns_digimon(then) || !another && returns_digimon(cost)
        }
        Some(Step::If { then, otherwise, .. }) => {
            returns_digimon(then) && (otherwise.is_empty() || returns_digimon(otherwise))
        }
        _ => false,
    }
}

/// "The next time … digivolves, …. At the end of the turn, return the Digimon that digivolved with this effect …": the
/// second sentence speaks of what will have happened, and is part of what is set up.
fn belongs_to_next_time(b: &mut B, last: Option<&Vec<Step<Dcg>>>, next: &[Step<Dcg>]) -> bool {
    let (Some([Step::Later { ability, .. }]), [Step::Later { carry: Target::Subject, .. }]) =
        (last.map(Vec::as_slice), next)
    else {
        return false;
    };
    let first = b.first_granted;
    let Some(waiting) = b.granted.get_mut(usize::from(*ability - first)) else { return false };
    if !matches!(waiting.when, effects::When::Would(_)) {
        return false;
    }
    waiting.steps.extend(next.iter().cloned());
    waiting.program = effects::program::flatten(&waiting.steps);
    true
}

/// DCG 4-2-8: whether a sentence says of a card that left what the rules do anyway: its digivolution cards are trashed.
fn follows_anyway(last: &[Step<Dcg>], next: &[Step<Dcg>]) -> bool {
    let [Step::Do(Verb::Trash(Target::Each(select)))] = next else { return false };
    let Among::Under { host, zone: Place::Under } = &select.among else { return false };
    if select.filter != Filter::Any || select.count != HowMany::All {
        return false;
    }
    last.last().is_some_and(|step| ends_leaving(step, host))
}

/// The same behind what is set up for the next time something happens.
fn follows_next_time(b: &B, last: &[Step<Dcg>], next: &[Step<Dcg>]) -> bool {
    let [Step::Later { ability, .. }] = last else { return false };
    let waiting = b.granted.get(usize::from(*ability - b.first_granted));
    waiting.is_some_and(|waiting| follows_anyway(&waiting.steps, next))
}

/// Whether a step ends, in one of its branches, with this card leaving the field.
fn ends_leaving(step: &Step<Dcg>, host: &Target<Dcg>) -> bool {
    let ends = |steps: &[Step<Dcg>]| steps.last().is_some_and(|step| ends_leaving(step, host));
    match step {
        Step::Do(Verb::ToHand(gone) | Verb::ToDeck(gone, _) | Verb::ToSecurity { what: gone, .. }) => {
            gone == host
        }
        Step::Later { carry, .. } => carry == host,
        Step::If { then, otherwise, .. } => ends(then) && (otherwise.is_empty() || ends(otherwise)),
        Step::By { then, .. } => ends(then),
        _ => false,
    }
}

/// DCG 4-2-8: the same said of what a price returned.
fn of_returned(p: &mut Parser<'_>, parts: &[Vec<Step<Dcg>>]) -> bool {
    let returns = |step: &Step<Dcg>| match step {
        Step::By { cost, .. } => {
            cost.iter().any(|step| matches!(step, Step::Do(Verb::ToHand(_) | Verb::ToDeck(..))))
        }
        _ => false,
    };
    parts.last().is_some_and(|last| last.iter().any(returns))
        && p.take("trash all of? the digivolution cards of the digimon you returned with this effect")
}

/// A sentence ends with a full stop, or where a keyword's icon ended it, or at the end.
pub fn sentence_end(p: &mut Parser<'_>) -> Option<()> {
    if p.at_end()
        || p.mark('.')
        || p.mark(';')
        || p.mark('!')
        || p.ahead("then")
        || p.attempt(|p| (p.mark(',') && p.ahead("then if")).then_some(())).is_some()
        || p.ahead("when dna digivolving")
        || p.ahead("after ,")
        || p.ahead("・")
        || p.ahead(")")
    {
        return Some(());
    }
    p.want("the end of the sentence")
}

/// DCG 15-7-2: what stands behind "by …, …" is done only if that was done, "then" included.
fn attach(mut first: Vec<Step<Dcg>>, rest: Vec<Step<Dcg>>) -> Vec<Step<Dcg>> {
    if rest.is_empty() {
        return first;
    }
    match first.last_mut() {
        Some(Step::By { then, .. }) => {
            let inner = std::mem::take(then);
            *then = attach(inner, rest);
            first
        }
        // DCG 15-6-2: a condition holds for its own process only, so without it the rest still goes on.
        Some(Step::If { then, otherwise, .. }) if ends_in_cost(then) && otherwise.is_empty() => {
            let inner = std::mem::take(then);
            // What speaks of a card that is chosen or shown there has nothing to speak of without it.
            if !hangs_on(&rest, &bound(&inner)) {
                otherwise.clone_from(&rest);
            }
            *then = attach(inner, rest);
            first
        }
        _ => {
            first.extend(rest);
            first
        }
    }
}

/// The slots that steps bind.
pub(super) fn bound(steps: &[Step<Dcg>]) -> Vec<effects::Slot> {
    let mut slots = Vec::new();
    for step in steps {
        step.each(&mut |step| {
            if let Step::Choose { slot, .. } | Step::Bind { slot, .. } = step {
                slots.push(*slot);
            }
        });
    }
    slots
}

/// Whether steps speak of what is bound to one of these slots.
pub(super) fn hangs_on(steps: &[Step<Dcg>], slots: &[effects::Slot]) -> bool {
    use crate::state::State;
    use effects::Probe;
    use effects::probe::Bit;
    let means = |target: &Target<Dcg>| matches!(target, Target::Slot(slot) if slots.contains(slot));
    let mut found = false;
    for step in steps {
        step.each(&mut |step| match step {
            Step::Do(verb) => State::bits(verb, &mut |bit| {
                found |= matches!(bit, Bit::Target(target) if means(target));
            }),
            Step::Gain { to: effects::Gainer::Cards(target), .. } => found |= means(target),
            Step::If { cond: effects::Cond::Is(target, _), .. } => found |= means(target),
            Step::Choose { from, .. } => {
                found |= match &from.among {
                    Among::Slot(slot) => slots.contains(slot),
                    Among::Under { host, .. } => means(host),
                    _ => false,
                };
            }
            _ => {}
        });
    }
    found
}

fn ends_in_cost(steps: &[Step<Dcg>]) -> bool {
    match steps.last() {
        Some(Step::By { .. }) => true,
        Some(Step::If { then, otherwise, .. }) => otherwise.is_empty() && ends_in_cost(then),
        _ => false,
    }
}

/// "if you do", "if this effect deleted …": whether what was just done was done.
fn if_done(p: &mut Parser<'_>) -> Option<bool> {
    p.attempt(|p| {
        if p.take("when you do") {
            return Some(true);
        }
        if !p.take("if") {
            return None;
        }
        if p.take("this added/trashed/deleted/played/returned/placed") || p.take("this activated any effect/effects") {
            return Some(true);
        }
        if !p.ahead("they do not") && (p.take("you do/did so?") || p.take("it does/did") || p.take("they do") || cond::did(p)) {
            return Some(true);
        }
        if p.take("they didn't trash") || p.take("they don't") || p.ahead("they didn't ,") && p.take("they didn't") {
            return Some(false);
        }
        if p.attempt(|p| ((p.take("you don't/didn't") || p.take("not")) && p.ahead(",")).then_some(())).is_some() {
            return Some(false);
        }
        if p.take("they don't trash a? card?") || p.take("they do not trash a? card?") {
            return Some(false);
        }
        if p.take("your opponent didn't trash with this effect") {
            return Some(false);
        }
        if p.take("no opponent? 's? digimon/cards/card/tamer was/were/is deleted/returned/suspended/trashed/played by this effect") {
            return Some(false);
        }
        if p.take("an opponent 's digimon isn't/wasn't deleted by this effect") {
            return Some(false);
        }
        if p.take("this effect didn't") {
            let verbs = "delete/trash/suspend/play/return/place/unsuspend/digivolve/add/flip";
            if !p.take(verbs) {
                return None;
            }
            p.take("a/an/any/your");
            p.take("opponent 's");
            p.take("digimon/card/cards/tamer/tamers");
            return Some(false);
        }
        None
    })
}

/// "A. If you do, B": B hangs on the last thing offered or done.
fn follow(mut steps: Vec<Step<Dcg>>, next: Vec<Step<Dcg>>, not: bool) -> Option<Vec<Step<Dcg>>> {
    // "Your opponent may choose 1 … If they do": nothing is done but the choice.
    if let Some(Step::May { steps: offered, .. }) = steps.last() {
        if let [Step::Choose { slot, .. }] = offered[..] {
            let chosen = effects::Cond::Compare(Amount::Bound(slot), effects::Cmp::AtLeast, Amount::Fixed(1));
            let cond = if not { effects::Cond::Not(Box::new(chosen)) } else { chosen };
            steps.push(Step::If { cond, then: next, otherwise: Vec::new() });
            return Some(steps);
        }
    }
    match steps.last_mut() {
        Some(Step::May { then, otherwise, .. }) => {
            if not {
                otherwise.extend(next)
            } else {
                then.extend(next)
            }
            Some(steps)
        }
        // DCG 15-7-2: also "if you don't" speaks of what stands behind the cost, and only where that was paid.
        Some(Step::By { then, .. }) => {
            let inner = std::mem::take(then);
            *then = match inner.last() {
                // The offer or deed behind the cost is what "if you do" speaks of.
                Some(_) => follow(inner, next, not)?,
                None if not => return None,
                None => next,
            };
            Some(steps)
        }
        Some(Step::If { then, otherwise, .. }) if otherwise.is_empty() && !not => {
            let inner = std::mem::take(then);
            *then = follow(inner, next, not)?;
            Some(steps)
        }
        Some(_) if !not => Some(vec![Step::IfDid { steps, then: next }]),
        Some(_) => {
            let failed = effects::Cond::Not(Box::new(effects::Cond::Did));
            Some(vec![
                Step::IfDid { steps, then: Vec::new() },
                Step::If { cond: failed, then: next, otherwise: Vec::new() },
            ])
        }
        None => None,
    }
}

/// "If …, B instead": B in place of the sentence before.
fn instead(p: &mut Parser<'_>, b: &mut B) -> Option<(effects::Cond<Dcg>, Vec<Step<Dcg>>)> {
    if !p.take("if/when") {
        return None;
    }
    let cond = cond::condition(p, b)?;
    cards::speaks_of_this(p, b);
    if !p.mark(',') {
        return None;
    }
    if p.take("you may instead") {
        let steps = clauses(p, b)?;
        return Some((
            cond,
            vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }],
        ));
    }
    let early = p.take("instead");
    let then = sentence(p, b)?;
    let late = p.take("instead");
    (early || late).then_some((cond, then))
}

/// "Activate 1 of the effects below: ・A ・B".
pub fn modes(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if let Some(times) = p.attempt(|p| {
        if !(p.take("activate the following effect") || p.take("activate the effect below")) {
            return None;
        }
        if p.take("twice") {
            return Some(2);
        }
        if p.ahead(":") || p.ahead(".") || p.ahead("・") {
            return Some(1);
        }
        let times = p.number()?;
        p.take("times").then_some(times)
    }) {
        p.mark('.');
        p.mark(':');
        // "For each …, activate it again."
        let again = p.attempt_with(b, |p, b| {
            let each = amount::per(p, b)?;
            if !p.take(", activate it again") {
                return None;
            }
            p.mark('.');
            Some(each)
        });
        if !p.mark('・') {
            return None;
        }
        if let Some(again) = again {
            let steps = option(p, b)?;
            let more = amount::times(1, Some(again));
            let times = Amount::Plus(Box::new(Amount::Fixed(times)), Box::new(more));
            return (b.each.is_none()).then(|| vec![Step::Repeat { times, steps }]);
        }
        let each = b.each.take();
        b.each_taken |= each.is_some();
        let steps = option(p, b)?;
        let times = match each {
            Some(each) if times == 1 => amount::times(1, Some(each)),
            Some(_) => return None,
            None if times == 1 => return Some(steps),
            None => Amount::Fixed(times),
        };
        return Some(vec![Step::Repeat { times, steps }]);
    }
    let may = p.take("you may");
    if !p.take("activate/choose") {
        return None;
    }
    let pick = p.number()?;
    if !(p.take("of the effects/effect below")
        || p.take("of the following effects")
        || p.take("of the following"))
    {
        return None;
    }
    p.mark('.');
    p.mark(':');
    // "If …, activate all of the effects below instead" (DCG 15-15-9-2: in any order).
    let all = p.attempt_with(b, |p, b| {
        if !p.take("if") {
            return None;
        }
        let cond = cond::condition(p, b)?;
        let early = p.take(", instead");
        if !(early || p.mark(',')) {
            return None;
        }
        let below =
            p.take("activate all of the effects below") || p.take("activate all of the following effects");
        if !(below && (early || p.take("instead"))) {
            return None;
        }
        p.mark('.');
        p.mark(':');
        Some(cond)
    });
    let mut options = Vec::new();
    let it = b.it.clone();
    let each = b.each.take();
    while p.mark('・') {
        b.it = it.clone();
        let steps = option(p, b)?;
        options.push(((options.len() + 1).to_string(), steps));
    }
    if options.len() < 2 {
        return None;
    }
    b.each = each;
    let pick = u8::try_from(pick).ok()?;
    let one = match all {
        Some(cond) => {
            let every = Step::OneOf { who: Who::You, pick: options.len() as u8, options: options.clone() };
            let some = Step::OneOf { who: Who::You, pick, options };
            vec![Step::If { cond, then: vec![every], otherwise: vec![some] }]
        }
        None => vec![Step::OneOf { who: Who::You, pick, options }],
    };
    Some(if may {
        vec![Step::May { who: Who::You, steps: one, then: vec![], otherwise: vec![] }]
    } else {
        one
    })
}

/// The sentences of one item of a list.
fn option(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    sentences(p, b)
}

/// "<Delay> ・…", "<Digi-Burst 2> ・…": what stands behind the point is what the keyword pays for.
pub fn bullets(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let delay = p
        .attempt(|p| {
            let icon = keyword::icon(p.peek_group(effects::text::Bracket::Angle)?);
            p.bump();
            (icon.name == "delay").then_some(())
        })
        .is_some();
    let cost = if delay {
        vec![Step::Do(Verb::Delay)]
    } else {
        match keyword::done(p)? {
            keyword::Done::DigiBurst(n) => vec![Step::Do(Verb::DigiBurst(Amount::Fixed(n)))],
            _ => return None,
        }
    };
    p.mark('.');
    p.mark(':');
    let then = if p.mark('・') {
        option(p, b)?
    } else if delay {
        return None;
    } else {
        clauses(p, b)?
    };
    Some(vec![Step::By { who: Who::You, cost, then, forced: false }])
}
