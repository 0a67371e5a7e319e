//! Skills behind a keyword's name: what the keyword itself brings is not said, only its costs and the cards it names.

use super::{Saying, times};
use crate::card::Printed;
use crate::text::Skill;
use crate::vocab::*;
use effects::text::printer::titled;
use effects::text::speaker::Speaker;
use effects::{Cond, Filter, Step};

/// Whether a keyword comes with a skill that is said by itself.
pub(super) fn has_skill(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Field
            | Keyword::Evolve
            | Keyword::Union
            | Keyword::OverRealm
            | Keyword::Swap
            | Keyword::Revive
            | Keyword::Alliance
            | Keyword::Arrival
            | Keyword::Successor
            | Keyword::Overlord
            | Keyword::ExEvolve
            | Keyword::DarkOverRealm
            | Keyword::Aegis
            | Keyword::Rejuvenate
    )
}

/// A filter without the tests that the keyword adds in front and behind.
fn stripped(filter: &Filter<Dbs>, front: usize, behind: usize) -> Filter<Dbs> {
    let all = match filter {
        Filter::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let end = all.len().saturating_sub(behind);
    all.get(front.min(end)..end).unwrap_or_default().iter().cloned().fold(Filter::Any, Filter::and)
}

/// What the keyword itself asks for, where another skill of the card widens its choice by cards of another area.
fn asked(filter: &Filter<Dbs>) -> Filter<Dbs> {
    if let Filter::Either(any) = filter {
        if let [Filter::All(here), Filter::All(there)] = &any[..] {
            let elsewhere = there.first().map(|area| area.clone().negate());
            if here.first() == elsewhere.as_ref() {
                return here[1..].iter().cloned().fold(Filter::Any, Filter::and);
            }
        }
    }
    filter.clone()
}

/// A keyword skill in its own words, if this is one.
pub(super) fn say(card: &Printed, skill: &Skill) -> Option<String> {
    let bracket = skill.keyword.as_ref()?;
    let mut saying = Saying { skills: &card.skills, tokens: &card.tokens, ..Saying::default() };
    let (cost, effect): (&[Step<Dbs>], &[Step<Dbs>]) = match &skill.ability.steps[..] {
        [Step::By { cost, then, .. }] => (cost, then),
        steps => (&[], steps),
    };
    let mut head = format!("[{}]", titled(bracket).replacen("Ex-", "EX-", 1));
    if let Some(limit) = skill.ability.limit {
        head += &format!(" {}", times(limit));
    }
    // DBS 22-43-3: the markers that come first.
    let cost = match cost.split_first() {
        Some((Step::Do(Verb::Markers { n: effects::Amount::Fixed(n), .. }), rest)) if skill.boosts() => {
            head += &format!(" [Spirit Boost {}]", -n);
            rest
        }
        _ => cost,
    };
    let word = bracket.split(' ').next().unwrap_or_default();
    let colors = bracket.split('/').count();
    // How many steps and conditions at the end are the keyword's own.
    let (own_steps, own_conds) = match word {
        "evolve" | "ex-evolve" | "xeno-evolve" => (1, 0),
        "union-fusion" => (3, 0),
        "union-potara" => (2, 0),
        "union" if bracket.ends_with("potara") => (2, 0),
        "over" | "dark" => (1, 1),
        "swap" => (3, 0),
        "arrival" => (0, colors),
        "successor" => (2, 0),
        "rejuvenate" => (2, 0),
        "z-awaken" => (0, 1),
        "alliance" => (2, 0),
        "field" if !cost.is_empty() => (0, 0),
        "field" | "aegis" | "revive" | "overlord" | "blocker" | "dual" | "triple" | "revenge" => {
            return Some(head);
        }
        _ => (0, 0),
    };
    // What is paid of the Z-Energy goes without saying.
    let pays_z = |step: &Step<Dbs>| *step == Step::Do(Verb::PayZ);
    let but_z: Vec<Step<Dbs>> = cost.iter().filter(|step| !pays_z(step)).cloned().collect();
    let cost = &but_z[..];
    let (cost, own) = cost.split_at(cost.len().saturating_sub(own_steps));
    let conds: &[Cond<Dbs>] = skill.cost_cond.as_ref().map_or(&[], super::condition::parts);
    let (conds, own_conds) = conds.split_at(conds.len().saturating_sub(own_conds));
    let cond = conds.iter().cloned().reduce(Cond::and);
    let paid = super::upper(&saying.cost(skill.energy, cond.as_ref(), cost));
    let chosen = |at: usize| match own.get(at) {
        Some(Step::Choose { from, .. }) => Some(asked(&from.filter)),
        _ => None,
    };
    let noun = |filter: Filter<Dbs>| super::noun::noun(&filter, false);
    let named = match word {
        "evolve" | "ex-evolve" | "xeno-evolve" => noun(stripped(&chosen(0)?, 1, 0)),
        "union-fusion" => {
            format!("{} and {}", noun(stripped(&chosen(0)?, 1, 1)), noun(stripped(&chosen(1)?, 1, 3)))
        }
        "union-potara" | "union" => {
            format!("{} and {}", noun(stripped(&chosen(0)?, 1, 0)), noun(stripped(&chosen(1)?, 1, 1)))
        }
        "union-absorb" => absorbed(&mut saying, effect),
        "alliance" => {
            let effect = effect.strip_prefix(&[Step::Do(Verb::Activated)][..]).unwrap_or(effect);
            let all = saying.sentences(effect);
            all.iter().map(|words| super::upper(words)).collect::<Vec<_>>().join(". ")
        }
        "z-stack" => match effect.iter().find(|step| matches!(step, Step::Choose { .. })) {
            Some(Step::Choose { from, .. }) => noun(asked(&from.filter)),
            _ => return None,
        },
        "swap" => match stripped(&chosen(0)?, 1, 1) {
            Filter::Any => String::new(),
            filter => noun(filter),
        },
        "z-awaken" => match own_conds.first()? {
            Cond::Is(_, filter) => noun(stripped(filter, 0, 1)),
            _ => return None,
        },
        _ => String::new(),
    };
    // What is named stands behind a colon, what is only paid ends the skill.
    let free = matches!(word, "alliance" | "z-stack") && paid.is_empty();
    let colon = if (named.is_empty() && paid.is_empty()) || free { "" } else { ":" };
    let stop = if named.is_empty() { "" } else { "." };
    let words = [format!("{head}{}{paid}{colon}", if paid.is_empty() { "" } else { " " }), named].join(" ");
    Some(words.trim().to_string() + stop)
}

/// "play 1 {…} from your deck on top of this card, then shuffle your deck".
fn absorbed(saying: &mut Saying<'_>, effect: &[Step<Dbs>]) -> String {
    let effect = effect.strip_prefix(&[Step::Do(Verb::Activated)][..]).unwrap_or(effect);
    if let [Step::If { cond, then, otherwise }] = effect {
        if otherwise.is_empty() && then.iter().any(|step| matches!(step, Step::If { .. })) {
            return format!("if {}, {}", saying.condition(cond), absorbed(saying, then));
        }
    }
    let mut words = String::new();
    for step in effect {
        match step {
            Step::Choose { from, .. } => {
                words += &format!("play {} on top of this card", saying.select(from))
            }
            Step::If { then, .. } => {
                if let [Step::Do(Verb::Play { active: true, .. })] = &then[..] {
                    words += " in Active Mode";
                }
            }
            Step::Do(Verb::Shuffle { .. }) => words += ", then shuffle your deck",
            _ => {}
        }
    }
    words
}
