//! One sentence: what stands in front of it (how long, for each what, on what condition, at what price), then its clauses.

use super::amount;
use super::body::{body, bullets, modes};
use super::cards;
use super::change;
use super::clause;
use super::cond;
use super::lexicon::B;
use super::modify;
use crate::vocab::*;
use effects::text::Parser;
use effects::{Amount, HowMany, Step, Target, Who};

/// One sentence: what stands in front of it, then its clauses.
pub fn sentence(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let (until, each, taken) = (b.until, b.each.take(), b.each_taken);
    let steps = p.attempt_with(b, fronted);
    b.until = until;
    b.each = each;
    b.each_taken = taken;
    steps
}

pub fn fronted(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if let Some(until) = p.attempt_with(b, |p, _| {
        let until = change::until(p)?;
        p.mark(',').then_some(until)
    }) {
        b.until = Some(until);
        return fronted(p, b);
    }
    if let Some((each, mut chosen)) = p.attempt_with(b, |p, b| {
        // "For each digivolution card of 1 of your Digimon, …" chooses that one first.
        let outer = std::mem::take(&mut b.prelude);
        let each = amount::per_chosen(p, b)?;
        let chosen = std::mem::replace(&mut b.prelude, outer);
        p.mark(',').then_some((each, chosen))
    }) {
        b.each = Some(each.clone());
        b.each_taken = false;
        let mut steps = fronted(p, b)?;
        b.each = None;
        if !b.each_taken {
            // No number took it: the count of the choice does (DCG 15-15-7).
            multiply(&mut steps, each)?;
        } else {
            // A number took it, and deeds to something chosen, or to the end of a pile, beside it take it as well.
            let slots: Vec<effects::Slot> = steps.iter().filter_map(done_to_chosen).collect();
            let mut all: Vec<Step<Dcg>> = Vec::new();
            for step in &steps {
                match step {
                    Step::Choose { slot, .. } if slots.contains(slot) => {
                        let mut one = vec![step.clone()];
                        multiply(&mut one, each.clone())?;
                        all.extend(one);
                    }
                    Step::Do(Verb::Trash(Target::Each(select)))
                        if matches!(
                            select.count,
                            HowMany::Top(Amount::Fixed(_)) | HowMany::Bottom(Amount::Fixed(_))
                        ) =>
                    {
                        let mut one = vec![step.clone()];
                        multiply(&mut one, each.clone())?;
                        all.extend(one);
                    }
                    step => all.push(step.clone()),
                }
            }
            steps = all;
        }
        chosen.extend(steps);
        return Some(chosen);
    }
    if p.take("when this digimon attacks a player ,") {
        let cond = effects::Cond::Fact(Fact::AttackingPlayer);
        return Some(vec![Step::If { cond, then: fronted(p, b)?, otherwise: Vec::new() }]);
    }
    // Older texts say "when you have 3 security cards or less" for a condition.
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let has = |p: &Parser<'_>| {
            p.ahead("you have") || p.ahead("your opponent has") || p.ahead("this digimon/tamer has")
        };
        if !p.take("when") || !has(p) {
            return None;
        }
        let cond = cond::condition(p, b)?;
        p.mark(',').then_some(cond)
    }) {
        return Some(vec![Step::If { cond, then: fronted(p, b)?, otherwise: Vec::new() }]);
    }
    if p.take("when/if you attack an opponent 's digimon ,")
        || p.take("when/if you attack 1/one of your opponent 's digimon ,")
    {
        let cond = effects::Cond::Fact(Fact::AttackingDigimon);
        return Some(vec![Step::If { cond, then: fronted(p, b)?, otherwise: Vec::new() }]);
    }
    if p.take("when/if played from digivolution cards ,") {
        let cond = effects::Cond::Fact(Fact::From(Who::Both, Place::Under));
        return Some(vec![Step::If { cond, then: fronted(p, b)?, otherwise: Vec::new() }]);
    }
    if p.take("when/if dna digivolving ,") {
        let cond = effects::Cond::Fact(Fact::ByDna);
        return Some(vec![Step::If { cond, then: fronted(p, b)?, otherwise: Vec::new() }]);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        if !p.take("if/while") {
            return None;
        }
        let cond = cond::condition(p, b)?;
        cards::speaks_of_this(p, b);
        if p.mark(',') || p.mark(':') { Some(cond) } else { p.want("a comma after the condition") }
    }) {
        return Some(vec![Step::If { cond, then: fronted(p, b)?, otherwise: Vec::new() }]);
    }
    // "By placing this [X] trait Digimon's top stacked card as its bottom digivolution card, …": only if it is one.
    if let Some(filter) = p.attempt_with(b, |p, b| {
        if !p.take("by placing this") {
            return None;
        }
        let filter = effects::text::grammar::described(&super::lexicon::WORDS, p, b)?;
        // "this Digimon" alone asks nothing.
        let asks = !matches!(filter, effects::Filter::Any | effects::Filter::Kind(_));
        (asks && p.take("'s top stacked card as its bottom digivolution card ,")).then_some(filter)
    }) {
        let cost = vec![Step::Do(Verb::SinkTop(Target::This))];
        let by = Step::By { who: Who::You, cost, then: fronted(p, b)?, forced: false };
        let cond = effects::Cond::Is(Target::This, filter);
        return Some(vec![Step::If { cond, then: vec![by], otherwise: Vec::new() }]);
    }
    if let Some((cost, forced)) = p.attempt_with(b, |p, b| {
        // The canonical spelling of a price that has to be paid.
        let forced = p.take("you must pay by");
        if !(forced || p.take("by")) {
            return None;
        }
        let it = b.it.clone();
        let cost = clause::cost(p, b)?;
        // The card whose effect it is stays "it" when it pays for itself; a card that was paid with is "that card" only.
        note_moved(&cost, b);
        if b.it == Some(Target::This) {
            b.it = it.or(Some(Target::This));
        } else if paid_with(&cost).is_some_and(|slot| b.it == Some(Target::Slot(slot))) && it.is_some()
            || b.it.as_ref().is_some_and(from_a_pile) && it.is_some()
        {
            b.it = it;
        }
        p.mark(',').then_some((cost, forced))
    }) {
        let then = fronted(p, b)?;
        return Some(vec![Step::By { who: Who::You, cost, then, forced }]);
    }
    // "Without paying the cost, you may play …", "from your hand and without paying the cost, …".
    if let Some(place) = p.attempt_with(b, |p, b| {
        let place = p.attempt_with(b, |p, b| {
            let place = super::cards::place(p, b)?;
            p.take("and").then_some(place)
        });
        p.take("without paying the/its/their cost/costs ,").then_some(place)
    }) {
        b.place = place;
        let steps = fronted(p, b);
        b.place = None;
        let mut steps = steps?;
        free(&mut steps)?;
        return Some(steps);
    }
    if let Some(place) = p.attempt_with(b, |p, b| {
        let place = super::cards::place(p, b)?;
        p.mark(',').then_some(place)
    }) {
        b.place = Some(place);
        let steps = fronted(p, b);
        b.place = None;
        return steps;
    }
    // "From 1 of your opponent's Digimon, trash any 2 digivolution cards": that one is chosen first.
    if let Some((mut chosen, among)) = p.attempt_with(b, |p, b| {
        if !p.take("from") {
            return None;
        }
        let outer = std::mem::take(&mut b.prelude);
        let among = super::pile::host_place(p, b)?;
        let chosen = std::mem::replace(&mut b.prelude, outer);
        p.mark(',').then_some((chosen, among))
    }) {
        let host = match &among {
            effects::Among::Under { host, .. } => Some(host.clone()),
            _ => None,
        };
        b.place = Some(among);
        let steps = fronted(p, b);
        b.place = None;
        // "Then, … that Digimon" is the one they were under.
        b.it = host.or(b.it.take());
        chosen.extend(steps?);
        return Some(chosen);
    }
    if let Some(steps) = super::special::digixros_from(p) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, next_time) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, change::to_whom) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, modes) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, bullets) {
        return Some(steps);
    }
    if let Some(then) = p.attempt_with(b, |p, b| {
        if !p.take("at the end of the battle ,") {
            return None;
        }
        // All that follows waits for it.
        let steps = body(p, b)?;
        if let [Step::Do(verb)] = steps.as_slice() {
            if let Some((verb, carry)) = super::moves::carried(verb) {
                return Some(wait(b, Moment::BattleEnded, None, vec![Step::Do(verb)], carry));
            }
        }
        Some(wait(b, Moment::BattleEnded, None, steps, Target::This))
    }) {
        return Some(then);
    }
    if let Some(then) = p.attempt_with(b, |p, b| {
        let (moment, until, cond) = clause::end_moment(p)?;
        p.mark(',');
        delayed(p, b, moment, until, cond)
    }) {
        return Some(then);
    }
    if p.take("you may/can") {
        let before = b.it.clone();
        let steps = offered(p, b)?;
        // "You may A to B" is a cost.
        if let Some(then) = p.attempt_with(b, |p, b| {
            if !p.take("to") {
                return None;
            }
            note_moved(&steps, b);
            // What pays for itself is not spoken of, if something was before.
            if b.it == Some(Target::This) && before.is_some() {
                b.it = before;
            }
            p.take("have");
            if let Some(steps) = p.attempt_with(b, modes) {
                return Some(steps);
            }
            let then = clauses(p, b)?;
            Some(or_else(p, b, then))
        }) {
            return Some(vec![Step::By { who: Who::You, cost: steps, then, forced: false }]);
        }
        if let Some(cost) = p.attempt_with(b, paid_by) {
            return Some(vec![Step::By { who: Who::You, cost, then: steps, forced: false }]);
        }
        let steps = or_else(p, b, steps);
        return Some(vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }]);
    }
    let steps = clauses(p, b)?;
    if let Some(cost) = p.attempt_with(b, paid_by) {
        return Some(vec![Step::By { who: Who::You, cost, then: steps, forced: false }]);
    }
    // "Return 1 of your Digimon to the hand to return …": a price that has to be paid.
    if let [.., Step::Do(Verb::ToHand(Target::Slot(_)))] = &steps[..] {
        if let Some(then) = p.attempt_with(b, |p, b| {
            if !p.take("to") {
                return None;
            }
            note_moved(&steps, b);
            clauses(p, b)
        }) {
            return Some(vec![Step::By { who: Who::You, cost: steps, then, forced: true }]);
        }
    }
    // "Add it to your hand if it's a green Digimon card."
    if let Some(cond) = p.attempt_with(b, |p, b| {
        if !p.take("if") {
            return None;
        }
        let cond = cond::condition(p, b)?;
        (p.at_end() || p.ahead(".")).then_some(cond)
    }) {
        return Some(vec![Step::If { cond, then: steps, otherwise: Vec::new() }]);
    }
    Some(or_else(p, b, steps))
}

/// Makes the last deed cost nothing, of several ways each.
fn free(steps: &mut [Step<Dcg>]) -> Option<()> {
    let ways = match steps.last_mut()? {
        Step::OneOf { options, .. } => Some(options),
        Step::May { steps, .. } => match steps.last_mut()? {
            Step::OneOf { options, .. } => Some(options),
            _ => None,
        },
        _ => None,
    };
    if let Some(ways) = ways {
        return ways.iter_mut().try_for_each(|(_, steps)| free(steps));
    }
    let (Verb::Play { pay, .. }
    | Verb::Use { pay, .. }
    | Verb::PlayOrUse { pay, .. }
    | Verb::Digivolve { pay, .. }) = modify::last_verb(steps)?
    else {
        return None;
    };
    if !matches!(pay, Pay::Full | Pay::Free) {
        return None;
    }
    *pay = Pay::Free;
    Some(())
}

/// "A, or B": one of the two deeds. "… or add it to the hand" is another deed to the same card, which is chosen first.
pub fn or_else(p: &mut Parser<'_>, b: &mut B, one: Vec<Step<Dcg>>) -> Vec<Step<Dcg>> {
    let deeds = one.iter().filter(|step| !matches!(step, Step::Choose { .. })).count();
    let first = one.iter().find_map(|step| match step {
        Step::Choose { slot, .. } => Some(*slot),
        _ => None,
    });
    let other = p.attempt_with(b, |p, b| {
        if deeds != 1 || !(p.take(", or") || p.take("or")) {
            return None;
        }
        p.take("you may");
        let same =
            matches!(p.peek_second(), Some(effects::text::Tok::Word(word)) if word == "it" || word == "them");
        if same {
            b.it = first.map(Target::Slot);
            b.moved = None;
        }
        Some((clauses(p, b)?, same))
    });
    let Some((other, same)) = other else { return one };
    let number = |at: i32| at.to_string();
    if !same {
        let options = vec![(number(1), one), (number(2), other)];
        return vec![Step::OneOf { who: Who::You, pick: 1, options }];
    }
    let (mut steps, mut rest) = (Vec::new(), Vec::new());
    for step in one {
        match &step {
            Step::Choose { slot, .. } if Some(*slot) == first => steps.push(step),
            _ => rest.push(step),
        }
    }
    let options = vec![(number(1), rest), (number(2), other)];
    steps.push(Step::OneOf { who: Who::You, pick: 1, options });
    steps
}

/// Whether cards are the end of a security stack or a deck: what is paid with is never what the effect goes on to speak of.
fn from_a_pile(target: &Target<Dcg>) -> bool {
    let Target::Each(select) = target else { return false };
    matches!(&select.among, effects::Among::Zones { zones, .. }
        if zones.iter().all(|zone| matches!(zone, Place::Security | Place::Deck)))
}

/// What a cost has put where everybody can go on seeing it: "the trashed card".
pub fn note_moved(cost: &[Step<Dcg>], b: &mut B) {
    let moved = cost.iter().rev().find_map(|step| match step {
        Step::Do(
            Verb::Trash(target @ Target::Slot(_))
            | Verb::Delete(target @ Target::Slot(_))
            | Verb::PlaceUnder { what: target @ Target::Slot(_), .. },
        ) => Some(target.clone()),
        _ => None,
    });
    if moved.is_some() {
        b.moved = moved;
        return;
    }
    let sent = cost.iter().rev().find_map(|step| match step {
        Step::Do(Verb::ToDeck(target, _) | Verb::ToHand(target) | Verb::ToSecurity { what: target, .. }) => {
            Some(target)
        }
        _ => None,
    });
    // What went where it cannot be seen any more is only what others are compared with, and several cards not even that.
    b.moved = match sent {
        Some(Target::Slot(slot)) if is_one(cost, *slot) => Some(Target::Test(Test::Departed(Some(*slot)))),
        Some(Target::This) => Some(Target::Test(Test::Departed(None))),
        Some(_) => Some(Target::Several(Vec::new())),
        None => b.moved.take(),
    };
}

/// Whether a choice of these steps is of one card.
fn is_one(steps: &[Step<Dcg>], slot: effects::Slot) -> bool {
    steps.iter().any(|step| {
        matches!(step, Step::Choose { slot: held, from, .. }
            if *held == slot && from.count == HowMany::Exactly(Amount::Fixed(1)))
    })
}

/// The card that a cost takes from anywhere but the field.
pub fn paid_with(cost: &[Step<Dcg>]) -> Option<effects::Slot> {
    match cost {
        [
            ..,
            Step::Choose { slot, from, .. },
            Step::Do(
                Verb::Trash(Target::Slot(paid))
                | Verb::ToHand(Target::Slot(paid))
                | Verb::ToDeck(Target::Slot(paid), _),
            ),
        ] if slot == paid => {
            let field = matches!(&from.among, effects::Among::Zones { zones, .. } if zones.iter().any(|zone| matches!(zone, Place::Battle | Place::Breeding)));
            (!field).then_some(*slot)
        }
        _ => None,
    }
}

/// "… by trashing 2 cards", behind what it pays for.
pub fn paid_by(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if !p.take("by") {
        return None;
    }
    clause::cost(p, b)
}

/// "The next time one of your Digimon digivolves this turn, …": an effect that steps in once.
pub fn next_time(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let next = p.take("the next time");
    if !(next || p.take("when") && b.until == Some(Until::Turn)) {
        return None;
    }
    let once = next
        || p.ahead("this digimon/tamer would next")
        || p.ahead("one/any of your digimon would next")
        || p.ahead("your digimon would next");
    let start = p.position();
    let event = super::event::event(p, b, next)?;
    let this_turn = p.take("this turn") || b.until == Some(Until::Turn);
    if !event.would || !this_turn || !p.mark(',') {
        return None;
    }
    // "The next time one of your Digimon digivolves this turn" steps in before it where it is about what that costs.
    let said = p.passed_word(start, &["would"]);
    let until = b.until.take();
    let steps = sentence(p, b)?;
    b.until = until;
    if !said {
        let mut reduces = false;
        crate::pool::walk(&steps, &mut |step| reduces |= matches!(step, Step::Do(Verb::ReduceCost(_))));
        if !reduces {
            return p.want("what would happen");
        }
    }
    let this = event.triggers.iter().all(|trigger| trigger.subject == effects::Filter::This);
    let when = effects::When::Would(event.triggers);
    // "For the turn, when this Digimon would …": as often as it does; what another does is not read so.
    if !once && !this {
        return None;
    }
    let ability = b.grant(effects::Ability::new(super::header::GRANTED, when, steps));
    Some(vec![match once {
        true => Step::Later { ability, until: Until::Once, carry: Target::This },
        false => Step::Gain {
            to: effects::Gainer::Cards(Target::This),
            change: crate::vocab::Change::Ability(ability),
            until: Until::Turn,
        },
    }])
}

/// Sets steps up for later; the card carried along is their subject.
pub fn wait(
    b: &mut B,
    moment: Moment,
    cond: Option<effects::Cond<Dcg>>,
    steps: Vec<Step<Dcg>>,
    carry: Target<Dcg>,
) -> Vec<Step<Dcg>> {
    let when = effects::When::Trigger(vec![effects::Trigger { moment, subject: effects::Filter::Any, cond }]);
    let ability = b.grant(effects::Ability::new(super::header::GRANTED, when, steps));
    vec![Step::Later { ability, until: Until::Once, carry }]
}

/// "At the end of the turn, delete it": one deed that waits.
pub fn delayed(
    p: &mut Parser<'_>,
    b: &mut B,
    moment: Moment,
    until: Until,
    cond: Option<effects::Cond<Dcg>>,
) -> Option<Vec<Step<Dcg>>> {
    let may = p.take("you may");
    let steps = clauses(p, b)?;
    // "…, play 1 [X] from your trash": what is chosen then has nothing to carry along.
    if let [Step::Choose { slot, .. }, Step::Do(Verb::Play { what: Target::Slot(played), .. })] = &steps[..] {
        if slot != played {
            return None;
        }
        let steps = match may {
            true => vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }],
            false => steps,
        };
        return Some(wait(b, moment, cond, steps, Target::This));
    }
    let [Step::Do(verb)] = steps.as_slice() else { return None };
    if may {
        return None;
    }
    let (verb, carry) = super::moves::carried(verb)?;
    let when = effects::When::Trigger(vec![effects::Trigger { moment, subject: effects::Filter::Any, cond }]);
    let ability = b.grant(effects::Ability::new(super::header::GRANTED, when, vec![Step::Do(verb)]));
    Some(vec![Step::Later { ability, until, carry }])
}

/// Clauses of one sentence.
pub fn clauses(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let Some(mut steps) = p.attempt_with(b, clause::clause) else { return p.want("something to do") };
    // "gain 1 memory if that Digimon is level 4 or higher, and <Draw 1> if it is level 3": each its own condition.
    if let Some(both) = p.attempt_with(b, |p, b| {
        let first = if p.take("if") { cond::condition(p, b)? } else { return None };
        if !p.take(", and") {
            return None;
        }
        let next = clause::clause(p, b)?;
        let second = if p.take("if") { cond::condition(p, b)? } else { return None };
        let only = |cond, then| Step::If { cond, then, otherwise: Vec::new() };
        (p.at_end() || p.ahead(".")).then(|| vec![only(first, steps.clone()), only(second, next)])
    }) {
        return Some(both);
    }
    more(p, b, &mut steps);
    Some(steps)
}

/// What is offered: everything joined to it by "and" belongs to the offer.
pub fn offered(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    clauses(p, b)
}

pub fn more(p: &mut Parser<'_>, b: &mut B, steps: &mut Vec<Step<Dcg>>) {
    while let Some(next) = p.attempt_with(b, |p, b| {
        let joined =
            p.take(", and then?") || p.take("and then?") || p.take(", then") || p.mark(',') || p.mark('&');
        if !joined {
            return None;
        }
        if let Some(until) = p.attempt_with(b, |p, _| {
            p.mark(',');
            let until = change::until(p)?;
            p.mark(',').then_some(until)
        }) {
            b.until = Some(until);
        }
        if p.take("you may") {
            let steps = clause::clause(p, b)?;
            return Some(vec![Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }]);
        }
        // "…, and for each card returned, gain 2 memory".
        if let Some(each) = p.attempt_with(b, |p, b| {
            let each = amount::per(p, b)?;
            p.mark(',').then_some(each)
        }) {
            let (outer, taken) = (b.each.replace(each), b.each_taken);
            b.each_taken = false;
            let steps = clause::clause(p, b);
            let used = std::mem::replace(&mut b.each_taken, taken);
            let each = std::mem::replace(&mut b.each, outer);
            let mut steps = steps?;
            if !used {
                // No number took it: the count of the choice does (DCG 15-15-7).
                multiply(&mut steps, each?)?;
            }
            return Some(steps);
        }
        // "…, and at the end of your opponent's turn, delete that Digimon".
        if let Some(steps) = p.attempt_with(b, |p, b| {
            let (moment, until, cond) = clause::end_moment(p)?;
            p.mark(',').then_some(())?;
            delayed(p, b, moment, until, cond)
        }) {
            return Some(steps);
        }
        if p.take("by") {
            let cost = clause::cost(p, b)?;
            p.mark(',').then_some(())?;
            let then = fronted(p, b)?;
            return Some(vec![Step::By { who: Who::You, cost, then, forced: false }]);
        }
        if let Some(steps) = super::special::digixros_from(p) {
            return Some(steps);
        }
        let next = clause::clause(p, b)?;
        Some(or_else(p, b, next))
    }) {
        steps.extend(next);
    }
}

/// The slot of a deed to something chosen, whose number a "for each" multiplies.
pub fn done_to_chosen(step: &Step<Dcg>) -> Option<effects::Slot> {
    match step {
        Step::Do(
            Verb::Delete(Target::Slot(slot))
            | Verb::Trash(Target::Slot(slot))
            | Verb::ToHand(Target::Slot(slot))
            | Verb::ToDeck(Target::Slot(slot), _)
            | Verb::Suspend(Target::Slot(slot))
            | Verb::Unsuspend(Target::Slot(slot)),
        ) => Some(*slot),
        _ => None,
    }
}

/// The chosen card under which a step looks for cards.
pub fn host_of(step: &Step<Dcg>) -> Option<effects::Slot> {
    let select = match step {
        Step::Choose { from, .. } => from,
        Step::Do(Verb::Trash(Target::Each(select)) | Verb::ToHand(Target::Each(select))) => select,
        _ => return None,
    };
    match &select.among {
        effects::Among::Under { host: Target::Slot(slot), .. } => Some(*slot),
        _ => None,
    }
}

/// Multiplies the count of the only choice in a sentence.
pub fn multiply(steps: &mut Vec<Step<Dcg>>, (per, of): (i32, Amount<Dcg>)) -> Option<()> {
    // A list of effects is carried out so often.
    if let [Step::OneOf { .. }] = &steps[..] {
        let inner = std::mem::take(steps);
        *steps = vec![Step::Repeat { times: amount::times(1, Some((per, of))), steps: inner }];
        return Some(());
    }
    let more = |n: i32| amount::times(n, Some((per, of.clone())));
    let mut found = false;
    // Whose cards are meant is chosen once.
    let hosts: Vec<effects::Slot> = steps.iter().filter_map(host_of).collect();
    for step in steps.iter_mut() {
        let (count, filter) = match step {
            Step::Choose { slot, .. } if hosts.contains(slot) => continue,
            Step::Choose { from, .. } => (&mut from.count, &mut from.filter),
            // "the top card … for every 2 …": the end of a pile.
            Step::Bind { to: Target::Each(select), .. }
            | Step::Do(Verb::Trash(Target::Each(select)) | Verb::ToHand(Target::Each(select))) => {
                (&mut select.count, &mut select.filter)
            }
            // "trash 1 card from the tops of both players' decks".
            Step::Do(Verb::Trash(Target::Several(all)))
                if all.iter().all(|one| matches!(one, Target::Each(_))) =>
            {
                for one in all {
                    let Target::Each(select) = one else { return None };
                    let HowMany::Top(Amount::Fixed(n)) = select.count else { return None };
                    select.count = HowMany::Top(more(n));
                }
                found = true;
                continue;
            }
            Step::May { steps, .. } => {
                multiply(steps, (per, of.clone()))?;
                // "For each …, you may play 1 …": as many of them as the player likes.
                for step in steps {
                    if let Step::Choose { from, .. } = step {
                        if let HowMany::Exactly(many) = &from.count {
                            from.count = HowMany::UpTo(many.clone());
                        }
                    }
                }
                found = true;
                continue;
            }
            _ => continue,
        };
        // "1 card from the bottom of each of …": so many of each pile.
        if let (HowMany::All, effects::Filter::Test(Test::Outer(_, number))) = (&*count, filter) {
            let Amount::Fixed(n) = **number else { return None };
            **number = more(n);
            found = true;
            continue;
        }
        *count = match &*count {
            HowMany::Exactly(Amount::Fixed(n)) => HowMany::Exactly(more(*n)),
            HowMany::UpTo(Amount::Fixed(n)) => HowMany::UpTo(more(*n)),
            HowMany::Top(Amount::Fixed(n)) => HowMany::Top(more(*n)),
            HowMany::Bottom(Amount::Fixed(n)) => HowMany::Bottom(more(*n)),
            _ => return None,
        };
        found = true;
    }
    found.then_some(())
}
