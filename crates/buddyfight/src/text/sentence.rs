//! How the sentences of an ability hang together: conditions in front, "if you do", modes, remarks behind them.

use super::compose;
use super::condition;
use super::lexicon::Lex;
use super::trigger;
use crate::state::Zone;
use crate::vocab::{Condition, Fact, Part, Step, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::{Bracket, Tok};
use effects::text::parser::Parser;
use effects::{Cond, Limit, Who};

/// "If …," in front of a continuous ability, and where it works from.
pub(super) fn continuous_front(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
) -> Option<(Option<Condition>, Part)> {
    if !p.take("if/while") && !p.ahead("during") {
        return None;
    }
    let (mut cond, mut part): (Option<Condition>, Part) = (None, Part::Field);
    loop {
        cond = match p.attempt_with(b, |p, b| trigger::in_soul(lexicon, p, b)) {
            // What is asked of the card above stands first.
            Some(held) => {
                part = Part::Soul;
                super::happening::joined(held, cond)
            }
            None => super::happening::joined(cond, Some(grammar::condition(lexicon, p, b)?)),
        };
        if !(p.take("and if?") || p.take(", and if?")) {
            break;
        }
    }
    p.mark(',').then_some((cond, part))
}

/// What was read of an ability's body.
pub(super) struct Sentences {
    pub steps: Vec<Step>,
    pub limit: Option<Limit>,
}

/// "Choose and use one of the following two": what there is to choose from stands behind the sentence.
pub(super) fn modes_header(p: &mut Parser<'_>) -> Option<()> {
    if !(p.take("choose and? use? one of the following/below") || p.take("use one of the following/below")) {
        return None;
    }
    p.number();
    p.take("abilities/effects");
    (p.ahead(".") || p.ahead("!") || p.mark(':') || p.at_end()).then_some(())
}

/// "If you have …, this card cannot be nullified."
pub(super) fn safe_if(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Condition> {
    p.take("then ,?");
    if !p.take("if") {
        return None;
    }
    let cond = grammar::condition(lexicon, p, b)?;
    let said = p.mark(',')
        && (p.take("this card/spell/impact cannot be nullified") || p.take("this card can not be nullified"));
    let ends = said && (p.mark('.') || p.mark('!') || p.at_end());
    while ends && p.mark('!') {}
    ends.then_some(cond)
}

/// "If you have …, draw a card, and this card cannot be nullified."
pub(super) fn done_and_safe(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
) -> Option<(Condition, Vec<Step>)> {
    p.take("then ,?");
    let cond = if p.take("if") { grammar::condition(lexicon, p, b)? } else { return None };
    let then = if p.mark(',') { compose::clauses(lexicon, p, b)? } else { return None };
    let said = p.take(", and this card cannot be nullified") || p.take("and this card cannot be nullified");
    (said && ends(p).is_some()).then_some((cond, then))
}

/// The modes themselves: "・A ・B", each read by itself, and which of them have [Counter].
pub(super) fn modes(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
    words: &str,
) -> Option<(Vec<Mode>, Vec<Mode>)> {
    let (mut options, mut counters) = (Vec::new(), Vec::new());
    while p.mark('・') {
        let from = p.position();
        let counter = p.group_any(Bracket::Square, &["counter"]).is_some()
            || p.group_any(Bracket::Lens, &["counter", "[counter]"]).is_some()
            || p.take("counter");
        let (mut steps, mut start) = (Vec::new(), 0);
        while !p.at_end() && p.peek() != Some(&Tok::Mark('・')) {
            one_sentence(lexicon, p, b, &mut steps, &mut start)?;
        }
        let (start, end) = p.span_from(from);
        let said = words.get(start..end).unwrap_or("").trim().to_string();
        let mode = (said, settle(steps));
        if counter {
            counters.push(mode.clone());
        }
        options.push(mode);
    }
    (options.len() > 1).then_some((options, counters))
}

/// What a mode is called, and what it does.
pub(super) type Mode = (String, Vec<Step>);

/// The step that chooses a mode: in counter timing only those with [Counter], where not all have it.
pub(super) fn choice_of(options: Vec<Mode>, counters: Vec<Mode>) -> Step {
    let some = !counters.is_empty() && counters.len() < options.len();
    let all = Step::OneOf { who: Who::You, pick: 1, options };
    if !some {
        return all;
    }
    let then = match &counters[..] {
        [(_, steps)] => steps.clone(),
        _ => vec![Step::OneOf { who: Who::You, pick: 1, options: counters }],
    };
    Step::If { cond: Cond::Fact(Fact::InCounterTiming), then, otherwise: vec![all] }
}

/// Puts the choice where a sentence before announced it; `false` where none did.
pub(super) fn fill(steps: &mut [Step], choice: &Step) -> bool {
    for step in steps.iter_mut() {
        if matches!(step, Step::OneOf { options, .. } if options.is_empty()) {
            *step = choice.clone();
            return true;
        }
        if step.lists_mut().into_iter().any(|list| fill(list, choice)) {
            return true;
        }
    }
    false
}

/// What may stand in front of an activated ability: a condition, a phase, where the card is.
pub(super) fn act_front(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
) -> Option<(Option<Part>, Option<Condition>)> {
    if p.take("if this card is in your hand") {
        p.take("and");
        p.mark(',');
        return Some((Some(Part::Hand), None));
    }
    if p.take("if this card is in your drop zone") {
        if p.take("and") {
            p.take("if");
            let cond = grammar::condition(lexicon, p, b)?;
            return p.mark(',').then_some((Some(Part::Drop), Some(cond)));
        }
        p.mark(',');
        return Some((Some(Part::Drop), None));
    }
    if p.ahead("if") {
        let (cond, part) = continuous_front(lexicon, p, b)?;
        if part == Part::Soul {
            b.it = Some(effects::Target::Subject);
        }
        return Some(((part == Part::Soul).then_some(Part::Soul), cond));
    }
    let cond = if let Some(cond) = p.attempt(|p| condition::answering(lexicon, p, b)) {
        cond
    } else if let Some(cond) = p.attempt_with(b, |p, b| condition::attacked_by(lexicon, p, b)) {
        cond
    } else {
        condition::during(lexicon, p, b)?
    };
    p.mark(',').then_some((None, Some(cond)))
}

/// The conditions behind "you may only cast this card".
pub(super) fn restriction(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Condition> {
    let mut all: Vec<Condition> = Vec::new();
    loop {
        let next = p
            .attempt_with(b, |p, b| condition::during(lexicon, p, b))
            .or_else(|| p.attempt_with(b, |p, b| condition::answering(lexicon, p, b)))
            .or_else(|| p.attempt_with(b, |p, b| condition::attacked_by(lexicon, p, b)))
            .or_else(|| p.attempt_with(b, |p, b| condition::happened(lexicon, p, b)))
            .or_else(|| {
                p.attempt_with(b, |p, b| {
                    p.take("if/when");
                    grammar::condition(lexicon, p, b)
                })
            });
        match next {
            Some(next) => all.push(next),
            None => return p.want("a condition"),
        }
        p.attempt(|p| (p.mark(',') && p.at_end()).then_some(()));
        // Where the card must be for it is said by itself.
        let held = ["", ", ", ", and ", "and ", ", if ", "and if ", ", and if "]
            .iter()
            .any(|joint| p.ahead(&format!("{joint}this card is in the soul of")));
        if held || !(p.take(", and") || p.take("and") || p.mark(',') || p.ahead("during")) {
            break;
        }
    }
    all.into_iter().reduce(Cond::and)
}

/// The parts of a cost, joined by "&" or "and".
pub(super) fn cost_steps(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    loop {
        p.take("then ,?");
        let offered = p.take("you may");
        let cond = p.attempt(|p| {
            let cond = if p.take("if") { grammar::condition(lexicon, p, b)? } else { return None };
            p.mark(',').then_some(cond)
        });
        let part = p.attempt(|p| super::clause::cost(lexicon, p, b))?;
        if let Some(cond) = cond {
            steps.push(Step::If { cond, then: part, otherwise: Vec::new() });
        } else if offered {
            // A part that need not be paid.
            steps.push(Step::May { who: Who::You, steps: part, then: Vec::new(), otherwise: Vec::new() });
        } else {
            steps.extend(part);
        }
        let stop = p.mark('.');
        if p.take("if you searched your deck , shuffle it") {
            steps.push(Step::Do(Verb::Shuffle(Who::You)));
            p.mark('.');
            return Some(steps);
        }
        let goes_on = stop && (p.ahead("if") || p.ahead("then"));
        if !(p.mark('&') || p.take(", and") || p.take("and") || p.mark(',') || goes_on || p.ahead("then")) {
            return Some(steps);
        }
    }
}

/// "(This card/ability/attack) cannot be nullified (and the damage cannot be reduced)."
pub(super) fn remark(p: &mut Parser<'_>, fixed: &mut bool) -> Option<()> {
    if !p.take("this card/spell/impact cannot be nullified") {
        return None;
    }
    if p.take(",? and? the damage dealt?") {
        p.take("by/from this card");
        if !p.take("cannot be reduced") {
            return None;
        }
        *fixed = true;
    }
    (p.mark('.') || p.mark('!') || p.at_end()).then_some(())
}

pub(super) fn damage_remark(p: &mut Parser<'_>) -> Option<()> {
    let said = p.take("this/the damage cannot be reduced")
        || p.take("the damage dealt by/from this card/spell/impact cannot be reduced")
        || p.take("damage dealt by/from this card/spell/impact cannot be reduced");
    if !(said && (p.mark('.') || p.mark('!') || p.at_end())) {
        return None;
    }
    while p.mark('!') {}
    Some(())
}

pub(super) fn fix_damage(step: &mut Step) {
    match step {
        Step::Do(Verb::Damage { cannot_be_reduced, .. }) => *cannot_be_reduced = true,
        Step::If { then, otherwise, .. } => then.iter_mut().chain(otherwise).for_each(fix_damage),
        Step::By { cost, then, .. } => cost.iter_mut().chain(then).for_each(fix_damage),
        Step::IfDid { steps, then } => steps.iter_mut().chain(then).for_each(fix_damage),
        Step::May { steps, then, otherwise, .. } => {
            steps.iter_mut().chain(then).chain(otherwise).for_each(fix_damage);
        }
        Step::OneOf { options, .. } => {
            options.iter_mut().flat_map(|(_, steps)| steps).for_each(fix_damage);
        }
        _ => {}
    }
}

/// One sentence, hung on the one before (which begins at `start`) where it says "if you do".
pub(super) fn one_sentence(
    lexicon: &Lex,
    p: &mut Parser<'_>,
    b: &mut Builder<Words>,
    steps: &mut Vec<Step>,
    start: &mut usize,
) -> Option<()> {
    let goes_on = p.take("then ,?");
    if p.take("otherwise ,?") || p.take("if not ,?") || p.take("if it is not ,") || p.take("if it does not ,")
    {
        // What holds otherwise belongs to the condition of the sentence before.
        if grammar::asks_twice(steps) {
            return p.want("otherwise than which of the conditions");
        }
        let then = compose::sentence(lexicon, p, b)?;
        otherwise(steps.last_mut()?, then)?;
        return ends(p);
    }
    if p.take("if you searched your deck , shuffle it")
        || p.take("if you searched your deck , shuffle your deck")
    {
        steps.push(Step::Do(Verb::Shuffle(Who::You)));
        return ends(p);
    }
    if let Some(less) = p.attempt_with(b, |p, b| less_life(lexicon, p, b)) {
        let Some(Step::Do(Verb::GainLife(_, amount))) = steps.last_mut() else { return None };
        let each = effects::Amount::PerEach { each: -1, per: 1, of: Box::new(less) };
        *amount = effects::Amount::Plus(Box::new(amount.clone()), Box::new(each));
        return ends(p);
    }
    if p.take("if you do not ,") || p.take("if you cannot ,") {
        // What is done where the sentence before was not.
        let then = compose::sentence(lexicon, p, b)?;
        undone(steps, then, *start)?;
        return ends(p);
    }
    let follows = !p.ahead("if you do not") && p.take("if you do ,?") || p.take("if you win ,?");
    let destroyed = !follows && p.attempt(destroyed).is_some();
    if destroyed && steps.last().is_some_and(is_followed) {
        // Whether that was destroyed is another question than whether the price was paid.
        return p.want("what was paid for");
    }
    let follows = follows || destroyed;
    if follows && p.take("otherwise ,?") {
        // "If you do, if C, A. If you do, otherwise, B".
        let then = compose::sentence(lexicon, p, b)?;
        let Some(
            Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. },
        ) = steps.last_mut()
        else {
            return None;
        };
        otherwise(after.last_mut()?, then)?;
        return ends(p);
    }
    let before = *start;
    let then = compose::sentence(lexicon, p, b)?;
    if p.take("instead") {
        if let [Step::If { then: inner, .. }] = &then[..] {
            if let [Step::Do(Verb::SetLife(..))] = inner[..] {
                // Instead of zero: nothing that was done before is undone.
                hang(steps, then, follows, start)?;
                return ends(p);
            }
        }
        return instead(steps, then, before).and_then(|()| ends(p));
    }
    // BF OTHER-COST-5: what follows "If you do, A" with "Then" is not done by whoever did not.
    if goes_on && !follows && steps.last().is_some_and(is_followed) {
        if let Some(
            Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. },
        ) = steps.last_mut()
        {
            after.extend(then);
        }
        return ends(p);
    }
    hang(steps, then, follows, start)?;
    while p.take(", and if you do ,?") || p.take("and if you do ,?") {
        let then = compose::sentence(lexicon, p, b)?;
        hang(steps, then, true, start)?;
    }
    ends(p)
}

/// "The amount of life you gain is reduced by the number of "X" you have in your drop zone".
fn less_life(lexicon: &Lex, p: &mut Parser<'_>, b: &mut Builder<Words>) -> Option<effects::Amount<Words>> {
    if !p.take("the amount of life you gain is reduced by the number of") {
        return None;
    }
    let filter = grammar::described(lexicon, p, b)?;
    p.take("you have");
    let among = super::lexicon::place(lexicon, p, b)?;
    let select = effects::Select::new(among, filter, effects::HowMany::All);
    Some(effects::Amount::Count(Box::new(select)))
}

/// Adds what holds otherwise to a condition, or to the condition that holds otherwise already.
fn otherwise(step: &mut Step, then: Vec<Step>) -> Option<()> {
    match step {
        Step::If { otherwise, .. } if otherwise.is_empty() => *otherwise = then,
        Step::If { otherwise: inner, .. } => otherwise(inner.last_mut()?, then)?,
        _ => return None,
    }
    Some(())
}

/// "If you destroyed a monster (on your opponent's field), ".
fn destroyed(p: &mut Parser<'_>) -> Option<()> {
    if !p.take("if you destroyed") {
        return None;
    }
    p.take("it");
    p.take("a? monster/card/item? on? your? opponent? 's? field?");
    p.mark(',').then_some(())
}

fn ends(p: &mut Parser<'_>) -> Option<()> {
    // A list may lose the full stop in front of "if you do".
    let ends = p.at_end() || p.mark('.') || p.mark('!') || p.ahead("if you do ,");
    if !(ends || p.peek() == Some(&Tok::Mark('・'))) {
        return p.want("the end of the sentence");
    }
    while p.mark('!') || p.mark('.') || p.mark('?') {}
    Some(())
}

/// "A. If C, B instead": B where C holds, A where it does not.
fn instead(steps: &mut Vec<Step>, then: Vec<Step>, start: usize) -> Option<()> {
    let [Step::If { cond, then, otherwise }] = &then[..] else { return None };
    if !otherwise.is_empty() {
        return None;
    }
    let same = |before: &[Step]| {
        let last = |steps: &[Step]| {
            let mut found = None;
            steps.iter().for_each(|step| {
                step.each(&mut |step| match step {
                    Step::Do(verb) => found = Some(std::mem::discriminant(verb)),
                    Step::Gain { .. } => found = Some(std::mem::discriminant(&Verb::Announce)),
                    _ => {}
                })
            });
            found
        };
        last(before).is_some() && last(before) == last(then)
    };
    // "You may A. If you do, B. If C, D instead": D in place of B.
    if let Some(
        Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. },
    ) = steps.last_mut()
    {
        let before = std::mem::take(after);
        if before.is_empty() || !same(&before) {
            return None;
        }
        after.push(Step::If { cond: cond.clone(), then: then.clone(), otherwise: before });
        return Some(());
    }
    let mut before = steps.split_off(start.min(steps.len()));
    // "Choose a monster, and give it A. If that card is C, give it B instead": it is chosen either way.
    let chosen = before.iter().take_while(|step| matches!(step, Step::Choose { .. })).count();
    let slots = before[..chosen].iter().filter_map(|step| match step {
        Step::Choose { slot, .. } => Some(*slot),
        _ => None,
    });
    if slots.into_iter().any(|slot| speaks_of(cond, then, slot)) && same(&before) {
        steps.extend(before.drain(..chosen));
    }
    if !same(&before)
        || !before.iter().all(|step| {
            matches!(step, Step::Do(_) | Step::Gain { .. } | Step::If { .. } | Step::Choose { .. })
        })
    {
        return None;
    }
    steps.push(Step::If { cond: cond.clone(), then: then.clone(), otherwise: before });
    Some(())
}

/// Whether a condition, or what is done where it holds, is about the card of a slot.
fn speaks_of(cond: &Condition, then: &[Step], slot: effects::Slot) -> bool {
    let meant = effects::Target::Slot(slot);
    let on = |step: &Step| match step {
        Step::Gain { to: effects::Gainer::Cards(target), .. } => *target == meant,
        Step::Do(verb) => super::say::targets(verb).into_iter().any(|target| *target == meant),
        _ => false,
    };
    matches!(cond, effects::Cond::Is(target, _) if *target == meant) || then.iter().any(|step| step.any(&on))
}

/// "You may A. If you do not, B", "A. If you cannot, B".
fn undone(steps: &mut Vec<Step>, then: Vec<Step>, start: usize) -> Option<()> {
    match steps.last_mut()? {
        Step::May { otherwise, then: after, .. } if after.is_empty() && otherwise.is_empty() => {
            *otherwise = then;
        }
        Step::If { cond, then: inner, otherwise } if otherwise.is_empty() => {
            let _ = cond;
            undone_in(inner, then)?;
        }
        _ => {
            let mut last = steps.split_off(start.min(steps.len()));
            undone_in(&mut last, then)?;
            steps.extend(last);
        }
    }
    Some(())
}

/// The steps before, with what is done where the last of them was not.
fn undone_in(steps: &mut Vec<Step>, then: Vec<Step>) -> Option<()> {
    if let Some(Step::May { otherwise, then: after, .. }) = steps.last_mut() {
        if after.is_empty() && otherwise.is_empty() {
            *otherwise = then;
            return Some(());
        }
        return None;
    }
    let plain =
        !steps.is_empty() && steps.iter().all(|step| matches!(step, Step::Do(_) | Step::Choose { .. }));
    if !plain {
        return None;
    }
    let cond = Cond::Not(Box::new(Cond::Did));
    steps.push(Step::If { cond, then, otherwise: Vec::new() });
    Some(())
}

/// Whether something hangs on whether the step was done.
fn is_followed(step: &Step) -> bool {
    matches!(step, Step::May { then, .. } | Step::By { then, .. } | Step::IfDid { then, .. } if !then.is_empty())
}

/// The list that ends with a choice of which the next sentence speaks.
fn choice_at_end<'a>(last: &'a mut Step, then: &[Step]) -> Option<&'a mut Vec<Step>> {
    let list = match last {
        Step::If { then: list, otherwise, .. } if otherwise.is_empty() => list,
        Step::May { then: list, .. } | Step::By { then: list, .. } | Step::IfDid { then: list, .. } => list,
        _ => return None,
    };
    let Some(Step::Choose { slot, .. }) = list.last() else { return None };
    let spoken_of = then.iter().any(|step| super::say::mentions(step, *slot) > 0);
    spoken_of.then_some(list)
}

/// Adds a sentence behind the others, or hangs it on the whole of the last as what follows from having done that.
fn hang(steps: &mut Vec<Step>, then: Vec<Step>, follows: bool, start: &mut usize) -> Option<()> {
    // What the loser of a game takes belongs to the game, which is played or not.
    let game = |step: &Step| {
        matches!(step, Step::May { then, .. } | Step::By { then, .. } | Step::IfDid { then, .. }
            if matches!(then.last(), Some(Step::Do(Verb::Duel))))
    };
    let loses = matches!(&then[..], [Step::If { cond, .. }] if *cond == super::clause::WON);
    let follows = follows || loses && steps.last().is_some_and(game);
    if !follows {
        // "If C, choose a monster. Destroy it": what is done to the card is done where it was chosen.
        if let Some(list) = steps.last_mut().and_then(|last| choice_at_end(last, &then)) {
            list.extend(then);
            return Some(());
        }
        *start = steps.len();
        steps.extend(then);
        return Some(());
    }
    // BF OTHER-COST-7: "Pay 4 gauge, and you may A. If you do, B" asks for both, and only A could be declined.
    let offered = matches!(steps.last(), Some(Step::May { then, .. }) if then.is_empty());
    if offered && steps[(*start).min(steps.len() - 1)..steps.len() - 1].iter().any(is_payment) {
        return None;
    }
    match steps.last_mut() {
        Some(
            Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. },
        ) => match after.last_mut() {
            // "If you do, you may A. If you do, B": B hangs on A.
            Some(Step::May { then: inner, .. }) => inner.extend(then),
            _ => after.extend(then),
        },
        Some(_) => {
            let mut first = steps.split_off((*start).min(steps.len()));
            // An offer followed by more in its sentence: whether that is offered too cannot be told.
            if first.iter().any(|step| matches!(step, Step::May { .. })) {
                return None;
            }
            // A target chosen in the sentence before belongs to what is done with it.
            while let Some(Step::Choose { .. }) = steps.last() {
                first.insert(0, steps.pop()?);
            }
            steps.push(Step::IfDid { steps: first, then });
        }
        None => return None,
    }
    Some(())
}

/// BF OTHER-COST-5, OTHER-COST-6, OTHER-COST-7: "you may A. If you do, B" needs all of A; so does "A. If you do, B"
/// where A is a payment.
pub(super) fn settle(steps: Vec<Step>) -> Vec<Step> {
    steps
        .into_iter()
        .map(|step| match step {
            Step::May { who, steps, then, otherwise } if !then.is_empty() && otherwise.is_empty() => {
                Step::By { who, cost: settle(steps), then: settle(then), forced: false }
            }
            Step::IfDid { steps, then } if steps.iter().all(is_payment) || does_several(&steps) => {
                Step::By { who: Who::You, cost: steps, then: settle(then), forced: true }
            }
            // BF OTHER-COST-8, OTHER-COST-9: where nothing is paid, a missing target alone does not stand in the way.
            Step::IfDid { steps, then } => Step::IfDid { steps: settle(steps), then: settle(then) },
            Step::If { cond, then, otherwise } => {
                Step::If { cond, then: settle(then), otherwise: settle(otherwise) }
            }
            step => step,
        })
        .collect()
}

/// Several things to do before "if you do": all of them must be possible.
fn does_several(steps: &[Step]) -> bool {
    steps.iter().filter(|step| matches!(step, Step::Do(_))).count() > 1
        && steps.iter().all(|step| matches!(step, Step::Do(_) | Step::Choose { .. }))
}

fn is_payment(step: &Step) -> bool {
    match step {
        Step::Do(Verb::PayGauge(_) | Verb::PayLife(_) | Verb::Discard(_)) => true,
        Step::Choose { from, .. } => {
            matches!(&from.among, effects::Among::Zones { zones, .. } if zones == &[Zone::Hand])
        }
        _ => false,
    }
}

pub(super) fn discards_itself(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Do(Verb::Discard(effects::Target::This)) => true,
        Step::By { cost, .. } => discards_itself(cost),
        Step::IfDid { steps, .. } | Step::May { steps, .. } => discards_itself(steps),
        _ => false,
    })
}
