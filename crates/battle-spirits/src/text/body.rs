//! How sentences hang together: conditions, offers and durations in front, "then", "if you do", "instead", "for each".

use super::header::Header;
use super::instead::{innermost, instead};
use super::lexicon::{Words, cond, noun_phrase, selection};
use super::words::{UNTILS, ZONES};
use super::{B, P, clause, name_limit};
use crate::vocab::*;
use effects::text::grammar::{asks_twice, described};
use effects::text::{Bracket, Lexicon, Tok};
use effects::{Amount, Filter, Gainer, HowMany, Phrase, Select, Slot, Step, Target, Who};

/// Every sentence up to the end of the paragraph.
pub(super) fn body(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Vec<TextStep>> {
    let mut steps: Vec<TextStep> = Vec::new();
    while !p.at_end() {
        if let Some(limit) = name_limit(p) {
            header.limit = Some(limit);
        } else if let Some(one_of) = p.attempt_with(b, |p, b| modes(p, b, header)) {
            steps.push(one_of);
        } else if let Some(times) = p.attempt(|p| repeated(p)) {
            steps = vec![repeat(times, steps)];
        } else if p.attempt_with(b, |p, b| instead(p, b, innermost(&mut steps))).is_some() {
        } else if matches!(steps.last(), Some(Step::If { otherwise, .. }) if otherwise.is_empty())
            && p.attempt(|p| {
                (p.take("if not/otherwise")
                    || p.take("if it isn't")
                    || p.take("if it 's not")
                    || p.take("otherwise"))
                .then(|| p.mark(','))
            })
            .is_some()
        {
            if asks_twice(&steps) {
                return p.want("otherwise than which of the conditions");
            }
            let more = sentence(p, b, header)?;
            if let Some(Step::If { otherwise, .. }) = steps.last_mut() {
                *otherwise = more;
            }
        } else if p.attempt(|p| (p.take("if you/they can't/cannot") && p.mark(',')).then_some(())).is_some() {
            let then = sentence(p, b, header)?;
            let cond = BsCond::Not(Box::new(BsCond::Did));
            steps.push(Step::If { cond, then, otherwise: Vec::new() });
        } else if p.attempt(|p| (if_you_do(p) && (p.mark(',') || !p.at_end())).then_some(())).is_some() {
            let then = sentence(p, b, header)?;
            steps = follow(steps, then);
        } else {
            let apart = p.take("then ,?");
            let more = sentence(p, b, header)?;
            // BS FAQ-GENERAL-4: what follows "then" stands by itself; other sentences belong to the choice before them.
            match open_tail(&mut steps).filter(|_| !apart) {
                Some(tail) => tail.extend(more),
                None => steps.extend(more),
            }
        }
        end_of_sentence(p)?;
    }
    Some(steps.into_iter().map(playable).collect())
}

/// "Choose one of the following: A. / B.", "Choose one: A, or B."
fn modes(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<TextStep> {
    let next = |p: &P<'_>, mark| p.peek() == Some(&Tok::Mark(mark));
    let said = p.take("choose/select one of the following effects?") || p.take("choose/select one");
    if !said || !(p.mark(':') || p.mark('.') && next(p, '・')) {
        return None;
    }
    p.mark('・');
    let mut options = Vec::new();
    loop {
        b.it = None;
        let mut steps: Vec<TextStep> = Vec::new();
        loop {
            let more = sentence(p, b, header)?;
            match open_tail(&mut steps) {
                Some(tail) => tail.extend(more),
                None => steps.extend(more),
            }
            let stops = p.mark('.');
            if !stops || p.at_end() || next(p, '/') || next(p, '・') {
                break;
            }
        }
        options.push((super::clause(&steps), steps));
        if !(p.mark('/') || p.mark('・') || p.take(", or") || p.take("or")) {
            break;
        }
    }
    (options.len() > 1 && p.at_end()).then_some(Step::OneOf { who: Who::You, pick: 1, options })
}

/// What is offered to be summoned or deployed is offered only as far as it can be paid for.
fn playable(step: TextStep) -> TextStep {
    match step {
        Step::May { who, steps, then, otherwise } if otherwise.is_empty() && plays(&steps) => {
            Step::By { who, cost: steps, then, forced: false }
        }
        step => step,
    }
}

fn plays(steps: &[TextStep]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Do(Verb::Play { .. })))
}

fn end_of_sentence(p: &mut P<'_>) -> Option<()> {
    if p.at_end() || p.mark('.') || p.mark('!') || p.mark(';') {
        while p.mark('.') {}
        return Some(());
    }
    p.want("the end of the sentence")
}

/// The part before the arrow.
pub(super) fn sentences_until_arrow(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Vec<TextStep>> {
    let mut steps = sentence(p, b, header)?;
    while p.mark('.') {
        steps.extend(sentence(p, b, header)?);
    }
    Some(steps)
}

/// The list that a sentence about "it" goes on with: the offer or condition in which "it" was chosen.
pub(super) fn open_tail(steps: &mut [TextStep]) -> Option<&mut Vec<TextStep>> {
    match steps.last_mut()? {
        Step::May { steps, then, otherwise, .. } if then.is_empty() && otherwise.is_empty() => {
            let opens = match steps.first() {
                // What remains of revealed cards is dealt with, whether any was taken or not.
                Some(Step::Choose { from, .. }) => !matches!(from.among, effects::Among::Slot(_)),
                Some(Step::Name { .. } | Step::Do(Verb::Reveal(..))) => true,
                _ => false,
            };
            opens.then_some(steps)
        }
        // "If you've done so, target an opposing Spirit. Destroy it."
        Step::May { then, .. } | Step::By { then, forced: false, .. } | Step::IfDid { then, .. }
            if matches!(then.last(), Some(Step::Choose { .. })) =>
        {
            Some(then)
        }
        Step::If { then, otherwise, .. } if otherwise.is_empty() => {
            let ends_open = matches!(then.last(), Some(Step::Choose { .. }));
            let inner = matches!(then.last(), Some(Step::May { .. }));
            if ends_open || !inner {
                return matches!(then.first(), Some(Step::Choose { .. })).then_some(then);
            }
            open_tail(then)
        }
        _ => None,
    }
}

/// "A. If you do, B": B only if A was done (BS FAQ-GENERAL-5).
fn follow(mut steps: Vec<TextStep>, then: Vec<TextStep>) -> Vec<TextStep> {
    match steps.last_mut() {
        Some(Step::May { then: after, .. } | Step::By { then: after, forced: false, .. }) => {
            after.extend(then);
            steps
        }
        _ => vec![Step::IfDid { steps, then }],
    }
}

pub(super) fn if_you_do(p: &mut P<'_>) -> bool {
    p.take("if you do so?")
        || p.take("if you've done so")
        || p.take("if you did so?")
        || p.take("when you do so?")
        || p.take("when/if one or more card/cards is/are returned/discarded")
        || p.take("if so")
}

/// "These happen three times."
fn repeated(p: &mut P<'_>) -> Option<i32> {
    if !(p.take("these/this happen/happens") || p.take("do this") || p.take("repeat this")) {
        return None;
    }
    let times = if p.take("twice") {
        return Some(2);
    } else {
        p.number()?
    };
    p.take("times").then_some(times)
}

/// A loop unbinds what its steps choose before each turn of it.
fn repeat(times: i32, steps: Vec<TextStep>) -> TextStep {
    let mut again: Vec<TextStep> = Vec::new();
    for step in &steps {
        if let Step::Choose { slot, .. } = step {
            again.push(Step::Bind { slot: *slot, to: Target::Several(Vec::new()) });
        }
    }
    again.extend(steps);
    Step::Repeat { times: Amount::Fixed(times), steps: again }
}

// ---- one sentence -----------------------------------------------------------------------------------------------------

/// "During this turn", "this battle", "until the end of your opponent's next turn".
pub(super) fn until(p: &mut P<'_>) -> Option<Until> {
    UNTILS.read(p)
}

pub(super) fn sentence(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Vec<TextStep>> {
    let said = p.attempt(|p| {
        let until = until(p)?;
        p.mark(',').then_some(until)
    });
    let carried = b.until.is_some() && said.is_none();
    b.until = said.or(b.until);
    let steps = fronted(p, b, header)?;
    // "During this turn, target an opposing Spirit. It can't block.": it is said of the next sentence, which has to have
    // something that lasts.
    let only_chosen = steps.iter().all(|step| matches!(step, Step::Choose { .. }));
    if said.is_none() || !only_chosen {
        b.until = None;
    }
    if carried && !steps.iter().any(gains) {
        return p.want("something that lasts so long");
    }
    Some(steps)
}

/// Whether something is gained by a step, at once or on a condition.
fn gains(step: &TextStep) -> bool {
    let mut found = false;
    step.each(&mut |step| found |= matches!(step, Step::Gain { .. }));
    found
}

fn fronted(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Vec<TextStep>> {
    if let Some(cond) = p.attempt_with(b, |p, b| {
        if !p.take("if/while") {
            return None;
        }
        let several = p.ahead("their/they/those/they're");
        let cond = each_of(cond(p, b)?, several);
        if p.mark(',') { Some(cond) } else { p.want("a comma after the condition") }
    }) {
        let steps = sentence(p, b, header)?;
        return match asks_together(&cond, &steps) {
            true => p.want("what is done to each of them"),
            false => Some(conditional(cond, steps)),
        };
    }
    // "Besides this Spirit, target …".
    if p.attempt(|p| (p.take("besides this spirit/nexus/card") && p.mark(',')).then_some(())).is_some() {
        let mut steps = fronted(p, b, header)?;
        return except(&mut steps, Filter::All(vec![Filter::This]).negate()).then_some(steps);
    }
    if let Some(amount) = p.attempt_with(b, |p, b| {
        let amount = for_each(p, b)?;
        p.mark(',').then_some(amount)
    }) {
        let mut steps = fronted(p, b, header)?;
        return multiply(&mut steps, &amount).then_some(steps);
    }
    if p.attempt(|p| (p.take("among them") && p.mark(',')).then_some(())).is_some() {
        return among_them(p, b);
    }
    // "Among (the) cards in your Trash, add …": chosen there.
    if let Some(steps) = p.attempt_with(b, among_cards_in) {
        return Some(steps);
    }
    if Words.offers(p) {
        return offer(p, b, header);
    }
    clauses(p, b, header)
}

/// "if their BP is 0", of several that were chosen: asked of each of them, like "all opposing Spirits".
fn each_of(cond: BsCond, several: bool) -> BsCond {
    match cond {
        BsCond::Is(Target::Slot(slot), filter) if several => {
            let chosen = Select::new(effects::Among::Slot(slot), Filter::Any, HowMany::All);
            BsCond::Is(Target::Each(Box::new(chosen)), filter)
        }
        cond => cond,
    }
}

/// Whether what is asked of each of several would be done to them together: for destruction alone there are words.
fn asks_together(cond: &BsCond, steps: &[TextStep]) -> bool {
    let BsCond::Is(Target::Each(asked), _) = cond else { return false };
    let effects::Among::Slot(slot) = asked.among else { return false };
    steps.iter().any(|step| match step {
        Step::Do(
            Verb::Exhaust(target)
            | Verb::HeavyExhaust(target)
            | Verb::Refresh(target)
            | Verb::Remove(target)
            | Verb::Return(target, _),
        )
        | Step::Gain { to: Gainer::Cards(target), .. } => *target == Target::Slot(slot),
        _ => false,
    })
}

/// "if they have 0 BP, destroy them": each for itself. Else a plain condition.
fn conditional(cond: BsCond, steps: Vec<TextStep>) -> Vec<TextStep> {
    if let (BsCond::Is(Target::Each(select), filter), [Step::Do(Verb::Destroy(whom))]) = (&cond, &steps[..]) {
        let same = match (whom, &select.among) {
            (Target::Each(same), _) => select == same,
            (Target::Slot(slot), effects::Among::Slot(asked)) => slot == asked,
            _ => false,
        };
        if same {
            let mut each = (**select).clone();
            each.filter = each.filter.and(filter.clone());
            return vec![Step::Do(Verb::Destroy(Target::Each(Box::new(each))))];
        }
    }
    // What is done to others is asked of them together.
    let cond = match cond {
        BsCond::Is(Target::Each(chosen), filter) => match chosen.among {
            effects::Among::Slot(slot) => BsCond::Is(Target::Slot(slot), filter),
            _ => BsCond::Is(Target::Each(chosen), filter),
        },
        cond => cond,
    };
    vec![Step::If { cond, then: steps, otherwise: Vec::new() }]
}

/// What "you can" offers. Summoning is offered only as far as it can be paid for.
fn offer(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Vec<TextStep>> {
    let (spoken_of, names) = (b.it.clone(), p.ahead("target/select/choose"));
    let steps = clauses(p, b, header)?;
    // "When an opposing Spirit attacks, you can exhaust one of your Spirits": which of the two is "it" cannot be told.
    let two = matches!(spoken_of, Some(Target::Subject | Target::Slot(_))) && b.it != spoken_of;
    if two && !names && steps.iter().any(|step| matches!(step, Step::Choose { .. })) {
        // "The targeted Spirit" would tell them apart, and cannot be said back yet.
        (b.it, b.picked) = (None, None);
    }
    // "When … would be destroyed, you can exhaust this Spirit instead": done, the other stays.
    if b.it == Some(Target::Subject) && p.take("instead") {
        let then = vec![Step::Do(Verb::Stay(Target::Subject))];
        return Some(vec![Step::May { who: Who::You, steps, then, otherwise: vec![] }]);
    }
    // BS FAQ-GENERAL-2: what "you can" stands before is offered; everything else is done.
    Some(vec![playable(Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] })])
}

fn clauses(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Vec<TextStep>> {
    // Only "they" goes on with whoever acted in the sentence before.
    if !p.ahead("they") {
        b.actor = Who::You;
    }
    if let Some(steps) = p.attempt(|p| own_card(p, header)) {
        return Some(steps);
    }
    let mut steps = match clause::clause(p, b) {
        Some(steps) => steps,
        None => return p.want("something to do"),
    };
    while let Some(more) = p.attempt_with(b, |p, b| {
        let joined = p.take(", and then")
            || p.take("and then")
            || p.take(", then")
            || p.take(", and")
            || p.take("and")
            || p.mark(',');
        // "Each player draws two cards, then discard a card": whose, is not said again.
        let whose_turn = b.actor != Who::You && (p.ahead("draw") || p.ahead("discard"));
        if joined && !whose_turn { clause::clause(p, b) } else { None }
    }) {
        steps.extend(more);
    }
    // What has a time of its own is looked at once; "while" would end it earlier.
    let timed = |step: &TextStep| matches!(step, Step::Gain { until, .. } if *until != Until::Always);
    let lasts = steps.iter().any(timed);
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let said = p.take("if") || !lasts && p.take("while");
        let several = p.ahead("their/they/those/they're");
        if said { cond(p, b).map(|cond| each_of(cond, several)) } else { None }
    }) {
        // "Destroy the attacking Spirit if its BP is …": it is chosen first.
        let first = steps.iter().take_while(|step| matches!(step, Step::Choose { .. })).count();
        let its = matches!(&cond, BsCond::Is(Target::Slot(of), _)
            if steps[..first].iter().any(|step| matches!(step, Step::Choose { slot, .. } if slot == of)));
        let rest = steps.split_off(if its { first } else { 0 });
        if asks_together(&cond, &rest) {
            return p.want("what is done to each of them");
        }
        steps.extend(conditional(cond, rest));
        return Some(steps);
    }
    // "… can't attack unless you control …": where that does not hold.
    if let Some(cond) = p.attempt_with(b, |p, b| if !lasts && p.take("unless") { cond(p, b) } else { None }) {
        return match opposite(cond) {
            Some(cond) => Some(conditional(cond, steps)),
            None => p.want("a condition that can be turned round"),
        };
    }
    if let Some(amount) = p.attempt_with(b, |p, b| for_each(p, b)) {
        // "… for each Nexus during this turn".
        if let Some(Step::Gain { until: lasts, .. }) = steps.last_mut() {
            if let Some(until) = p.attempt(until) {
                *lasts = until;
            }
        }
        return multiply(&mut steps, &amount).then_some(steps);
    }
    Some(steps)
}

/// A condition turned round, where there are words for it.
fn opposite(cond: BsCond) -> Option<BsCond> {
    use effects::Cmp;
    Some(match cond {
        BsCond::Exists(_) => BsCond::Not(Box::new(cond)),
        BsCond::Compare(of, Cmp::AtLeast, Amount::Fixed(least)) => {
            BsCond::Compare(of, Cmp::AtMost, Amount::Fixed(least - 1))
        }
        BsCond::Compare(of, Cmp::AtMost, Amount::Fixed(most)) => {
            BsCond::Compare(of, Cmp::AtLeast, Amount::Fixed(most + 1))
        }
        _ => return None,
    })
}

/// Things a card does with itself from elsewhere than the Field.
fn own_card(p: &mut P<'_>, header: &mut Header) -> Option<Vec<TextStep>> {
    use crate::state::Zone;
    if p.take("summon this card from the/your hand") {
        let reserve_only = if p.take("using cores from the/your reserve") {
            p.take("only");
            if !(p.take("to pay for the summon/summoning cost and putting onto it")
                || p.take("to pay for the cost and putting onto it")
                || p.take("to pay its cost and to place on it"))
            {
                return p.want("what the cores are used for");
            }
            true
        } else {
            false
        };
        let free = without_cost(p);
        header.zone = Some(Zone::Hand);
        return Some(vec![Step::Do(Verb::Play { what: Target::This, free, reserve_only })]);
    }
    if p.take("banish/remove this card from/in the/your trash") {
        p.take("from the game");
        header.zone = Some(Zone::Trash);
        return Some(vec![Step::Do(Verb::Remove(Target::This))]);
    }
    if p.take("discard this card from/in the/your hand") {
        header.zone = Some(Zone::Hand);
        return Some(vec![Step::Do(Verb::Discard(Target::This))]);
    }
    if p.take("return this card from the/your trash to your/the hand") {
        header.zone = Some(Zone::Trash);
        return Some(vec![Step::Do(Verb::Return(Target::This, Destination::Hand))]);
    }
    if p.take("summon this card from the/your trash") {
        let free = without_cost(p);
        header.zone = Some(Zone::Trash);
        return Some(vec![Step::Do(Verb::Play { what: Target::This, free, reserve_only: false })]);
    }
    None
}

pub(super) fn without_cost(p: &mut P<'_>) -> bool {
    p.take("without paying its/the/their cost")
}

/// "for each … you control", "for each card returned".
pub(super) fn for_each(p: &mut P<'_>, b: &mut B) -> Option<BsAmount> {
    if !p.take("for each/every") {
        return None;
    }
    // "for every two cards": so many of them count once.
    if let Some(per) = p.attempt(|p| {
        let per = p.number()?;
        (!p.ahead("bp")).then_some(per)
    }) {
        let of = Box::new(counted(p, b)?);
        return Some(Amount::PerEach { each: 1, per, of });
    }
    counted(p, b)
}

/// What is counted behind "for each".
pub(super) fn counted(p: &mut P<'_>, b: &mut B) -> Option<BsAmount> {
    let done = p.take("card returned/discarded/revealed/destroyed") || p.take("core sent/moved");
    if done {
        this_way(p);
        return Some(Amount::Done);
    }
    // "for each Spirit destroyed this turn" is another count.
    if p.take("spirit/nexus destroyed/exhausted/returned/refreshed") {
        let done = this_way(p) || p.peek() == Some(&Tok::Mark(','));
        return done.then_some(Amount::Done);
    }
    if let Some(amount) = p.attempt_with(b, discarded) {
        return Some(amount);
    }
    if p.take("core/cores on this spirit/nexus") {
        b.it = Some(Target::This);
        let on = CorePlace::On(Target::This);
        return Some(Amount::Game(Count::Cores(Box::new(on), CoreKind::Any, ALL_CORES)));
    }
    if p.take("card/cards in the?") {
        let who = effects::text::grammar::whose(p)?;
        let zone = p.attempt(|p| ZONES.read(p).filter(|zone| *zone != crate::state::Zone::Field))?;
        let among = effects::Among::Zones { whose: who, zones: vec![zone] };
        return Some(Amount::Count(Box::new(Select::new(among, Filter::Any, HowMany::All))));
    }
    if let Some(amount) = p.attempt(super::compared::symbols) {
        return Some(amount);
    }
    // "EX Symbol in your Trash": each card there with one has just one.
    if p.take("ex symbol/symbols in your trash") {
        let trash = effects::Among::Zones { whose: Who::You, zones: vec![crate::state::Zone::Trash] };
        let cards = Select::new(trash, Filter::Test(Test::ExSymbol), HowMany::All);
        return Some(Amount::Count(Box::new(cards)));
    }
    let mut noun = noun_phrase(p, b)?;
    noun.count = Some(HowMany::All);
    Some(Amount::Count(Box::new(selection(noun))))
}

/// "this way", "by this effect" behind what was done: says nothing more.
pub(super) fn this_way(p: &mut P<'_>) -> bool {
    p.take("this way") || p.take("by this effect")
}

/// No card holds as many cores.
pub(super) const ALL_CORES: i32 = 1000;

/// "Spirit card discarded (by this effect)": those of the cards discarded just now.
fn discarded(p: &mut P<'_>, b: &mut B) -> Option<BsAmount> {
    let filter = described(&Words, p, b)?;
    if !p.take("discarded") {
        return None;
    }
    this_way(p);
    let Some(Target::Slot(slot)) = b.moved else { return p.want("discarded cards") };
    let among = effects::Among::Slot(slot);
    Some(Amount::Count(Box::new(Select::new(among, filter, HowMany::All))))
}

/// Makes the number of a step so many times the amount.
fn multiply(steps: &mut [TextStep], by: &BsAmount) -> bool {
    // What is chosen for it stands in front.
    let Some((step, chosen)) = steps.split_last_mut() else { return false };
    if !chosen.iter().all(|step| matches!(step, Step::Choose { .. })) {
        return false;
    }
    let amount = match step {
        Step::Do(Verb::Draw(_, amount) | Verb::Mill(_, amount, _)) => amount,
        Step::Do(Verb::Cores { count, .. }) => count,
        Step::Gain { change: Change::Bp(amount), .. } => amount,
        _ => return false,
    };
    let Amount::Fixed(each) = *amount else { return false };
    *amount = match by {
        Amount::Done if each == 1 => Amount::Done,
        Amount::PerEach { each: 1, per, of } => Amount::PerEach { each, per: *per, of: of.clone() },
        by => Amount::PerEach { each, per: 1, of: Box::new(by.clone()) },
    };
    true
}

/// Narrows the first choice or sweep of some steps.
fn except(steps: &mut [TextStep], filter: BsFilter) -> bool {
    for step in steps.iter_mut() {
        let from = match step {
            Step::Choose { from, .. } => from,
            Step::Gain { to: Gainer::Whatever(from), .. } => from,
            Step::May { steps, .. } | Step::By { cost: steps, .. } => return except(steps, filter),
            Step::If { then, .. } => return except(then, filter),
            _ => continue,
        };
        from.filter = std::mem::replace(&mut from.filter, Filter::Any).and(filter);
        return true;
    }
    false
}

/// "Among them, (besides "…",) (you can) add two … cards to the Hand", "… summon/deploy a …".
fn among_them(p: &mut P<'_>, b: &mut B) -> Option<Vec<TextStep>> {
    let Some(shown) = b.shown else { return p.want("revealed cards to choose among") };
    let besides = p.attempt(|p| {
        if !p.take("besides any?") {
            return None;
        }
        let name = p.group(Bracket::Quote)?;
        p.mark(',').then(|| Filter::Name(Phrase::new(name)).negate())
    });
    let offered = Words.offers(p);
    let plays = p.attempt(|p| {
        let spirits = p.take("summon");
        let nexuses = if spirits { p.mark('/') && p.take("deploy") } else { p.take("deploy") };
        (spirits || nexuses).then_some((spirits, nexuses))
    });
    let adds = plays.is_none() && p.take("add");
    if plays.is_none() && !adds {
        return p.want("add, summon or deploy");
    }
    let noun = noun_phrase(p, b)?;
    let slot = b.slot();
    let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let mut filter = noun.filter;
    if let Some(besides) = besides {
        filter = filter.and(besides);
    }
    let choose = |filter: BsFilter, count| Step::Choose {
        who: Who::You,
        slot,
        from: Select::new(effects::Among::Slot(shown), filter, count),
    };
    if adds {
        let mut steps =
            vec![choose(filter, count), Step::Do(Verb::Return(Target::Slot(slot), Destination::Hand))];
        // "a Spirit card and a Nexus card".
        if let Some(noun) = p.attempt_with(b, |p, b| if p.take("and") { noun_phrase(p, b) } else { None }) {
            let slot = b.slot();
            let count = noun.count.unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let from = Select::new(effects::Among::Slot(shown), noun.filter, count);
            steps.push(Step::Choose { who: Who::You, slot, from });
            steps.push(Step::Do(Verb::Return(Target::Slot(slot), Destination::Hand)));
        }
        if !p.take("to the/your hand") {
            return p.want("to the Hand");
        }
        // "If it's a Spirit card, …": the one that was added, not all that were revealed.
        b.it = match steps.len() {
            2 => Some(Target::Slot(slot)),
            _ => None,
        };
        return Some(if offered {
            vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }]
        } else {
            steps
        });
    }
    let (spirits, nexuses) = plays.unwrap_or((true, true));
    let kinds = match (spirits, nexuses) {
        (true, true) => Filter::Either(vec![
            Filter::Kind(crate::card::Kind::Spirit),
            Filter::Kind(crate::card::Kind::Nexus),
        ]),
        (true, false) => Filter::Kind(crate::card::Kind::Spirit),
        _ => Filter::Kind(crate::card::Kind::Nexus),
    };
    let filter = if filter.clone() == kinds { filter } else { filter.and(kinds) };
    let free = without_cost(p);
    let play = Verb::Play { what: Target::Slot(slot), free, reserve_only: false };
    let cost = vec![choose(filter, count), Step::Do(play)];
    Some(vec![Step::By { who: Who::You, cost, then: vec![], forced: !offered }])
}

/// "Among cards in your Trash, add a Nexus card to the Hand".
fn among_cards_in(p: &mut P<'_>, b: &mut B) -> Option<Vec<TextStep>> {
    p.take("among the? cards").then_some(())?;
    let place = Words.place(p, b)?;
    p.mark(',').then_some(())?;
    let offered = Words.offers(p);
    p.take("add").then_some(())?;
    let mut noun = noun_phrase(p, b)?;
    if noun.among.is_some() || noun.whose.is_some() || !p.take("to the/your hand") {
        return p.want("to the Hand");
    }
    noun.among = Some(place);
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    let choose = Step::Choose { who: Who::You, slot, from: selection(noun) };
    let steps = vec![choose, Step::Do(Verb::Return(Target::Slot(slot), Destination::Hand))];
    Some(if offered {
        vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }]
    } else {
        steps
    })
}

// ---- what "it" is -----------------------------------------------------------------------------------------------------

/// "it", "them", "this Spirit": a card that is known already.
pub(super) fn target_word(p: &mut P<'_>, b: &B) -> Option<BsTarget> {
    if p.take("this spirit/nexus/card") {
        return Some(Target::This);
    }
    if b.chosen.is_some() && p.take("that spirit") {
        return b.chosen.clone();
    }
    // Whatever was picked for a price since.
    if p.take("the targeted/selected spirit/spirits/nexus/nexuses/card/cards") {
        return b.picked.clone().or_else(|| b.it.clone());
    }
    if p.take("it/them/they")
        || p.take("each of them")
        // "each opposing Spirit" are others.
        || p.ahead("each to/into/gains/gets/loses/can't/cannot") && p.take("each")
        || p.take("that/those spirit/spirits/nexus/card/cards")
    {
        return b.it.clone();
    }
    None
}

/// A target: known already, every card that fits, or one to choose first.
pub(super) fn object(p: &mut P<'_>, b: &mut B) -> Option<(Vec<TextStep>, BsTarget)> {
    if let Some(target) = target_word(p, b) {
        return Some((Vec::new(), target));
    }
    // "each of two opposing Spirits": two to choose.
    if let Some(select) = p.attempt_with(b, |p, b| {
        p.take("each of").then_some(())?;
        let noun = noun_phrase(p, b)?;
        matches!(noun.count, Some(HowMany::Exactly(Amount::Fixed(2..)) | HowMany::UpTo(_)))
            .then(|| selection(noun))
    }) {
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        return Some((vec![Step::Choose { who: Who::You, slot, from: select }], Target::Slot(slot)));
    }
    // "one of them": of the cards that were spoken of.
    if let Some(shown) = b.shown.filter(|_| p.take("one of them")) {
        let from = Select::new(effects::Among::Slot(shown), Filter::Any, HowMany::Exactly(Amount::Fixed(1)));
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        return Some((vec![Step::Choose { who: Who::You, slot, from }], Target::Slot(slot)));
    }
    let one_of_them = match &b.it {
        Some(Target::Each(all)) => p.take("one of them").then(|| (**all).clone()),
        _ => None,
    };
    let select = match one_of_them {
        Some(all) => Select { count: HowMany::Exactly(Amount::Fixed(1)), ..all },
        None => {
            let known = p.ahead("the");
            let noun = noun_phrase(p, b)?;
            // "Exhaust the opposing Spirit": one that was spoken of, and not another to choose.
            // There is only one attacking Spirit.
            let sole = [Condition::Attacking, Condition::Blocking].iter().any(|state| {
                let is = Filter::Is(*state);
                matches!(&noun.filter, Filter::All(all) if all.contains(&is))
            });
            if known && !sole && noun.count.is_none() && noun.among.is_none() {
                return p.want("which of them");
            }
            // "Exhaust opposing Spirits" does not say one.
            if !sole && noun.count.is_none() && p.behind("spirits/nexuses") {
                return p.want("how many of them");
            }
            selection(noun)
        }
    };
    if select.count == HowMany::All {
        let target = Target::Each(Box::new(select));
        b.it = Some(target.clone());
        return Some((Vec::new(), target));
    }
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    Some((vec![Step::Choose { who: Who::You, slot, from: select }], Target::Slot(slot)))
}

/// Chooses the cards of a slot once more, in an order.
pub(super) fn in_order(b: &mut B, from: effects::Among<BattleSpirits>) -> (TextStep, Slot) {
    let slot = b.slot();
    let mut select = Select::new(from, Filter::Any, HowMany::All);
    select.ordered = true;
    (Step::Choose { who: Who::You, slot, from: select }, slot)
}
