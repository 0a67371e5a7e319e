//! Short phrases that verbs and changes are said with: where something goes, which skills, what cannot be done.

use super::noun::{area, noun, whose};
use crate::keyword;
use crate::state::Area;
use crate::text::words::{BANS, CANNOTS};
use crate::vocab::*;
use effects::Filter;

/// Cards of a side, as those that attack: "your opponent's Battle Cards".
pub(super) fn theirs(by: &Filter<Dbs>) -> String {
    match by {
        Filter::All(all) => match all.split_first() {
            Some((Filter::Of(who), rest)) => {
                let rest = rest.iter().cloned().fold(Filter::Any, Filter::and);
                format!("{} {}", whose(*who), noun(&rest, true))
            }
            _ => effects::text::printer::one(&noun(by, false)),
        },
        by => effects::text::printer::one(&noun(by, false)),
    }
}

/// Whose or which cards' skills do nothing to a card.
pub(super) fn unaffected(by: &Filter<Dbs>) -> String {
    match by {
        Filter::Any => "skills".into(),
        Filter::Of(who) => format!("{} skills", whose(*who)),
        Filter::Not(inner) => format!("non-{} skills", noun(inner, false).trim_end_matches(" card")),
        Filter::All(all) => match all.split_first() {
            Some((Filter::Of(who), rest)) => {
                let rest = rest.iter().cloned().fold(Filter::Any, Filter::and);
                format!("the skills of {} {}", whose(*who), noun(&rest, true))
            }
            _ => format!("the skills of {}", noun(by, true)),
        },
        by => format!("the skills of {}", noun(by, true)),
    }
}

pub(super) fn put_verb(to: &To) -> &'static str {
    match to.area {
        Area::Hand => "add",
        Area::Warp => "send",
        _ => "place",
    }
}

/// What is done with a card whose energy cost is paid then: Extra Cards of the hand are activated (DBS 12-1-3).
pub(super) fn next_deed(filter: &Filter<Dbs>, played: bool) -> &'static str {
    let all = match filter {
        Filter::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let is = |kind| all.contains(&Filter::Kind(kind));
    match is(KindWord::Extra) && !is(KindWord::Z) {
        true => "activate",
        // DBS 22-10-3-1: words that speak of no playing are said back without it.
        false if played => "play",
        false => "place",
    }
}

/// A clause with its verb as it stands behind "by".
pub(super) fn gerund(words: &str) -> String {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = match verb {
        "choose" | "place" | "remove" => format!("{}ing", &verb[..verb.len() - 1]),
        verb => format!("{verb}ing"),
    };
    format!("{verb} {rest}")
}

pub(super) fn skipped(what: Skipped) -> &'static str {
    match what {
        Skipped::Turn => "turn",
        Skipped::Charge => "Charge Phase",
        Skipped::Main => "Main Phase",
        Skipped::Offense => "Offense Step",
        Skipped::Defense => "Defense Step",
    }
}

pub(super) fn marker(n: i32) -> String {
    if n == 1 { "1 marker".into() } else { format!("{n} markers") }
}

/// Where something goes: "in your Drop Area", "at the bottom of its owner's deck".
pub(super) fn place(to: &To, owner: &str) -> String {
    let mut words = match (to.area, to.bottom) {
        (Area::Deck, false) => format!("on top of {owner} deck"),
        (of, true) => format!("at the bottom of {owner} {}", area(of)),
        (Area::Hand, false) => format!("to {owner} hand"),
        (Area::Warp, false) => format!("to {owner} Warp"),
        (of, false) => format!("in {owner} {}", area(of)),
    };
    if to.rest {
        words += " in Rest Mode";
    }
    if to.face_up {
        words += " face up";
    }
    words
}

pub(super) fn negated(what: Negate) -> String {
    match what {
        Negate::All => "skills".into(),
        Negate::Keywords => "keyword skills".into(),
        Negate::NonKeywords => "non-keyword skills".into(),
        Negate::Auto | Negate::AutoUse => "[Auto] skills".into(),
        Negate::Activate => "[Activate: Main/Battle] skills".into(),
        Negate::ActivateMain => "[Activate: Main] skills".into(),
        Negate::ActivateBattle => "[Activate: Battle] skills".into(),
        Negate::Counter => "[Counter] skills".into(),
        Negate::This => "skill".into(),
        Negate::One(of) => format!("{} skill", keyword::bracket(of)),
    }
}

pub(super) fn cannot_player(what: Cannot) -> &'static str {
    match what {
        Cannot::ActivateCounter => "activate [Counter] skills",
        Cannot::ActivateCounterPlay => "activate [Counter: Play] skills",
        Cannot::ActivateCounterAttack => "activate [Counter: Attack] skills",
        Cannot::ActivateMain => "activate [Activate: Main] skills",
        Cannot::ActivateBattle => "activate [Activate: Battle] skills",
        other if !BANS.say(other).is_empty() => BANS.say(other),
        other => cannot(other),
    }
}

pub(super) fn cannot(what: Cannot) -> &'static str {
    match what {
        Cannot::AttackUnison => "attack Unison Cards",
        Cannot::Block => "activate [Blocker] skills",
        Cannot::Awaken => "activate [Awaken] skills",
        Cannot::ActivateCounter => "activate counter skills",
        Cannot::ActivateCounterPlay => "activate [Counter: Play] skills",
        Cannot::ActivateCounterAttack => "activate [Counter: Attack] skills",
        Cannot::ActivateMain => "activate [Activate: Main] skills",
        Cannot::ActivateBattle => "activate [Activate: Battle] skills",
        Cannot::AddLife => "be added from life to the hand",
        Cannot::ActivateSkills => "activate skills",
        Cannot::Charge => "charge",
        Cannot::BeNegated => "have its skills negated",
        Cannot::PowerBeReduced => "have its power reduced",
        Cannot::BePlayedBySkills => "be played by skills",
        Cannot::BePlayedPlainly => "be played except by skills",
        what if CANNOTS.say(what).is_empty() => BANS.say(what),
        what => CANNOTS.say(what),
    }
}
