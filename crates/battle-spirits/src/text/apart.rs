//! "Another", "all other", "for each other" behind a choice or behind what happened: others than the cards that were chosen or
//! that it happened to, not others than the card that says so.

use crate::card::Kind;
use crate::vocab::*;
use effects::{Among, Amount, Filter, Gainer, Slot, Target, Who};

/// "Target an opposing Spirit. … Exhaust all other opposing Spirits.": others than that one. `false` where that would have to
/// be known after the effect is over, or where it cannot be told which card is left out.
pub(super) fn apart(ability: &mut Ability, kind: Kind) -> bool {
    if !than_chosen(&mut ability.steps) {
        return false;
    }
    let When::Trigger(triggers) = &ability.when else { return true };
    let others = |trigger: &Trigger| !matches!(trigger.subject, Filter::This | Filter::Any);
    if !triggers.iter().any(others) {
        return true;
    }
    let mut known = true;
    for step in &mut ability.steps {
        step.each_mut(&mut |step| {
            for select in selects(step) {
                if !excludes_this(&select.filter) {
                    continue;
                }
                // "When one of your Spirits attacks, all your other Spirits …": a Nexus is none of them anyway. What a Spirit
                // says of itself and what it says of the other one sound the same.
                known &= kind != Kind::Spirit && exclude(&mut select.filter, &Filter::Subject);
            }
        });
    }
    known
}

fn than_chosen(steps: &mut [TextStep]) -> bool {
    let mut chosen: Vec<(Slot, Among<BattleSpirits>)> = Vec::new();
    let mut known = true;
    for step in steps {
        // What one mode chooses, another knows nothing of.
        if let TextStep::OneOf { options, .. } = step {
            known &= options.iter_mut().all(|(_, steps)| than_chosen(steps));
            continue;
        }
        step.each_mut(&mut |step| {
            let lasts = matches!(step, TextStep::Gain { to: Gainer::Whatever(_), .. });
            for select in selects(step) {
                let mut before: Vec<_> = chosen
                    .iter()
                    .filter(|(_, among)| overlap(among, &select.among))
                    .map(|(slot, _)| Filter::Bound(*slot))
                    .collect();
                let but = match before.len() {
                    0 => continue,
                    1 => before.remove(0),
                    _ => Filter::Either(before),
                };
                known &= !(exclude(&mut select.filter, &but) && lasts);
            }
            if let TextStep::Choose { slot, from, .. } = step {
                chosen.push((*slot, from.among.clone()));
            }
        });
    }
    known
}

/// The cards that a step itself speaks of.
fn selects(step: &mut TextStep) -> Vec<&mut BsSelect> {
    match step {
        TextStep::Choose { from, .. } => vec![from],
        TextStep::Gain { to, change, .. } => {
            let mut found = match to {
                Gainer::Whatever(select) => vec![select],
                _ => Vec::new(),
            };
            if let Change::Bp(amount) = change {
                found.extend(of_amount(amount));
            }
            found
        }
        TextStep::Do(
            Verb::Destroy(Target::Each(select))
            | Verb::Exhaust(Target::Each(select))
            | Verb::HeavyExhaust(Target::Each(select))
            | Verb::Refresh(Target::Each(select))
            | Verb::Return(Target::Each(select), _),
        ) => vec![&mut **select],
        TextStep::Do(Verb::Draw(_, amount) | Verb::Mill(_, amount, _)) => of_amount(amount),
        TextStep::Do(Verb::Cores { count, .. }) => of_amount(count),
        _ => Vec::new(),
    }
}

fn of_amount(amount: &mut BsAmount) -> Vec<&mut BsSelect> {
    match amount {
        Amount::Count(select) => vec![&mut **select],
        Amount::PerEach { of, .. } => of_amount(of),
        Amount::Plus(one, other) => of_amount(one).into_iter().chain(of_amount(other)).collect(),
        _ => Vec::new(),
    }
}

/// Whether one card may be at both places.
pub(super) fn overlap(one: &Among<BattleSpirits>, other: &Among<BattleSpirits>) -> bool {
    match (one, other) {
        (Among::Zones { whose: a, zones }, Among::Zones { whose: b, zones: others }) => {
            (a == b || *a == Who::Both || *b == Who::Both) && zones.iter().any(|zone| others.contains(zone))
        }
        (one, other) => one == other,
    }
}

fn excludes_this(filter: &BsFilter) -> bool {
    match filter {
        Filter::Not(inner) => **inner == Filter::This,
        Filter::All(all) => all.iter().any(excludes_this),
        _ => false,
    }
}

/// Turns "other than this card" into "other than those", where it is said.
fn exclude(filter: &mut BsFilter, but: &BsFilter) -> bool {
    match filter {
        Filter::Not(inner) if **inner == Filter::This => {
            **inner = but.clone();
            true
        }
        Filter::All(all) => all.iter_mut().any(|one| exclude(one, but)),
        _ => false,
    }
}
