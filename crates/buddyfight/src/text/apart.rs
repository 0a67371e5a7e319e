//! "Another", "all other", "for each other" behind a choice: others than the one chosen, not others than the card that says so.

use crate::card::Kind;
use crate::vocab::{Ability, Change, Select, Step, Verb, Words};
use effects::{Among, Amount, Filter, Gainer, Slot, Target, When, Who};

/// BF CAST-1.4: "another monster" behind the choice of one there is another than that one, not another than the card that
/// says so.
pub(super) fn apart(steps: &mut [Step]) {
    let mut chosen: Vec<(Slot, Select)> = Vec::new();
    for step in steps {
        // What one mode chooses, another knows nothing of.
        if let Step::OneOf { options, .. } = step {
            options.iter_mut().for_each(|(_, steps)| apart(steps));
            continue;
        }
        step.each_mut(&mut |step| {
            for select in selects(step) {
                let before = chosen.iter().rev().find(|(_, other)| shared(&other.among, &select.among));
                if let Some((other, _)) = before.filter(|(_, other)| !excludes_this(&other.filter)) {
                    exclude(&mut select.filter, &Filter::Bound(*other));
                }
            }
            if let Step::Choose { slot, from, .. } = step {
                chosen.push((*slot, from.clone()));
            }
        });
    }
}

/// "When a monster on your field attacks, another monster …", said by a card that is none of those: another than the one
/// that it happened to. What a monster says of its own field is said of others than itself.
pub(super) fn than_subject(ability: &mut Ability, kind: Kind) {
    let When::Trigger(triggers) = &ability.when else { return };
    if !triggers.iter().all(|trigger| !matches!(trigger.subject, Filter::This | Filter::Any)) {
        return;
    }
    let is_monster = matches!(kind, Kind::Monster | Kind::ImpactMonster);
    for step in &mut ability.steps {
        step.each_mut(&mut |step| {
            let lasting = match step {
                Step::Gain { to: Gainer::Whatever(select), .. } => vec![select],
                step => selects(step),
            };
            for select in lasting {
                let theirs = matches!(&select.among, Among::Zones { whose: Who::Opponent, .. });
                let monsters = !is_monster && is_of(&select.filter, Kind::Monster);
                if (theirs || monsters) && excludes_this(&select.filter) {
                    exclude(&mut select.filter, &Filter::Subject);
                    to_the_end(&mut select.filter);
                }
            }
        });
    }
}

/// "Other than that card" stands behind everything else that is said.
fn to_the_end(filter: &mut Filter<Words>) {
    let Filter::All(all) = filter else { return };
    let but = Filter::Not(Box::new(Filter::Subject));
    if let Some(at) = all.iter().position(|one| *one == but) {
        let but = all.remove(at);
        all.push(but);
    }
}

fn is_of(filter: &Filter<Words>, kind: Kind) -> bool {
    match filter {
        Filter::Kind(one) => *one == kind,
        Filter::All(all) => all.iter().any(|one| is_of(one, kind)),
        _ => false,
    }
}

/// Whether cards that are described so would have to be told from one chosen before after the effect is over.
pub(super) fn outlasts(select: &Select, chosen: &[Target<Words>]) -> bool {
    let before = chosen.iter().rev().find_map(|one| match one {
        Target::Each(other) if shared(&other.among, &select.among) => Some(other),
        _ => None,
    });
    excludes_this(&select.filter) && before.is_some_and(|other| !excludes_this(&other.filter))
}

/// "Other than this card", whatever was chosen before: it is not taken for "other".
pub(super) fn than_this() -> Filter<Words> {
    Filter::Not(Box::new(Filter::All(vec![Filter::This])))
}

/// The cards that a step itself speaks of.
fn selects(step: &mut Step) -> Vec<&mut Select> {
    match step {
        Step::Choose { from, .. } => vec![from],
        Step::Gain { to, change, .. } => {
            let mut found = match to {
                Gainer::Cards(target) => of_target(target),
                Gainer::Whatever(_) | Gainer::Player(_) => Vec::new(),
            };
            if let Change::Add(_, amount)
            | Change::Set(_, amount)
            | Change::ReduceDamage(amount)
            | Change::ReduceEffectDamage(amount)
            | Change::ReduceNext(amount) = change
            {
                found.extend(of_amount(amount));
            }
            found
        }
        Step::Do(verb) => of_verb(verb),
        Step::Repeat { times, .. } => of_amount(times),
        Step::Name { min, max, .. } => of_amount(min).into_iter().chain(of_amount(max)).collect(),
        Step::Bind { to, .. } => of_target(to),
        Step::If { .. }
        | Step::May { .. }
        | Step::By { .. }
        | Step::IfDid { .. }
        | Step::OneOf { .. }
        | Step::Each { .. }
        | Step::Later { .. } => Vec::new(),
    }
}

fn of_target(target: &mut Target<Words>) -> Vec<&mut Select> {
    match target {
        Target::Each(select) => vec![&mut **select],
        Target::Several(several) => several.iter_mut().flat_map(of_target).collect(),
        Target::This | Target::Slot(_) | Target::Subject | Target::Other | Target::Test(_) => Vec::new(),
    }
}

fn of_amount(amount: &mut Amount<Words>) -> Vec<&mut Select> {
    match amount {
        Amount::Count(select) => vec![&mut **select],
        Amount::Figure(_, target) => of_target(target),
        Amount::PerEach { of, .. } => of_amount(of),
        Amount::Plus(one, other) => of_amount(one).into_iter().chain(of_amount(other)).collect(),
        Amount::Fixed(_)
        | Amount::Bound(_)
        | Amount::Done
        | Amount::Named
        | Amount::Event
        | Amount::Game(_) => Vec::new(),
    }
}

fn of_verb(verb: &mut Verb) -> Vec<&mut Select> {
    match verb {
        Verb::Destroy(what)
        | Verb::ToHand(what)
        | Verb::Drop(what)
        | Verb::Discard(what)
        | Verb::ToGauge(what)
        | Verb::ToDeckTop(what)
        | Verb::ToDeckBottom(what)
        | Verb::Remove(what)
        | Verb::ToSoul { what, .. }
        | Verb::Stand(what)
        | Verb::Rest(what)
        | Verb::MoveTo { what, .. }
        | Verb::TurnDown(what) => of_target(what),
        Verb::TopToSoul { host, amount, .. } => {
            of_target(host).into_iter().chain(of_amount(amount)).collect()
        }
        Verb::Draw(_, amount)
        | Verb::Damage { amount, .. }
        | Verb::GainLife(_, amount)
        | Verb::LoseLife(_, amount)
        | Verb::TopToGauge(_, amount)
        | Verb::TopToDrop(_, amount) => of_amount(amount),
        _ => Vec::new(),
    }
}

/// Whether a card may be among both.
pub(super) fn shared(a: &Among<Words>, b: &Among<Words>) -> bool {
    match (a, b) {
        (Among::Zones { whose: a, zones }, Among::Zones { whose: b, zones: others }) => {
            let same = a == b || *a == Who::Both || *b == Who::Both;
            same && zones.iter().any(|zone| others.contains(zone))
        }
        _ => false,
    }
}

pub(super) fn excludes_this(filter: &Filter<Words>) -> bool {
    match filter {
        Filter::Not(inner) => **inner == Filter::This,
        Filter::All(all) => all.iter().any(excludes_this),
        _ => false,
    }
}

fn exclude(filter: &mut Filter<Words>, but: &Filter<Words>) {
    match filter {
        Filter::Not(inner) if **inner == Filter::This => **inner = but.clone(),
        Filter::All(all) => all.iter_mut().for_each(|one| exclude(one, but)),
        _ => {}
    }
}
