//! The brackets of an ability, and the sentence of what it waits for.

use super::Saying;
use super::noun::{described, without_side};
use crate::text::words::STEPS;
use crate::vocab::*;
use effects::{Cond, Filter, Per, Target, Who};

pub(super) fn say(ability: &Ability) -> String {
    let mut brackets = Vec::new();
    match ability.part.levels {
        (0, 0) => {}
        (from, to) if from == to => brackets.push(format!("[LV{from}]")),
        (from, to) => brackets.push(format!("[LV{from}-{to}]")),
    }
    if ability.part.super_unleash {
        brackets.push("《Super Unleash》".into());
    }
    if let Some(cond) = &ability.cond {
        let all: &[BsCond] = match cond {
            Cond::All(all) => all,
            one => std::slice::from_ref(one),
        };
        brackets.extend(all.iter().map(|cond| format!("[{}]", lasting(cond))));
    }
    if let When::Trigger(triggers) = &ability.when {
        brackets.extend(triggers.iter().filter_map(moment).map(|words| format!("[{words}]")));
    }
    match ability.when {
        When::Body(Window::Main) => brackets.push("[Main]".into()),
        When::Body(Window::Flash) => brackets.push("[Flash]".into()),
        When::Use(Window::Main) => brackets.push("[Activate: Main]".into()),
        When::Use(Window::Flash) => brackets.push("[Activate: Flash]".into()),
        _ => {}
    }
    if ability.part.unstackable {
        brackets.push("[Unstackable]".into());
    }
    if let Some(limit) = ability.limit.filter(|limit| !limit.by_name) {
        let times = if limit.times == 1 { "Once" } else { "Twice" };
        let per = match limit.per {
            Per::Battle => "battle",
            Per::Turn => "turn",
            Per::Game => "game",
        };
        brackets.push(format!("[{times} per {per}]"));
    }
    brackets.join(" ")
}

fn step(name: StepName) -> &'static str {
    STEPS.say(name)
}

fn lasting(cond: &BsCond) -> String {
    match cond {
        Cond::Is(Target::This, Filter::Is(Condition::Attacking)) => "During Attack".into(),
        Cond::Is(Target::This, Filter::Is(Condition::Blocking)) => "During Block".into(),
        Cond::Fact(Fact::Step(Who::You, name)) => format!("During Your {}", step(*name)),
        Cond::Fact(Fact::Step(_, name)) => format!("During Opponent's {}", step(*name)),
        Cond::Fact(Fact::Turn(Who::You)) => "Your Turn".into(),
        Cond::Fact(Fact::Turn(_)) => "Opponent's Turn".into(),
        Cond::Either(any) => match any.first() {
            Some(Cond::Fact(Fact::Step(_, name))) => format!("Each Player's {}", step(*name)),
            _ => "During Battle".into(),
        },
        _ => "?".into(),
    }
}

/// A trigger that is a bracket.
fn moment(trigger: &Trigger) -> Option<String> {
    if trigger.moment == Moment::StepBegins {
        let (name, who) = match trigger.cond.as_ref()? {
            Cond::All(all) => match &all[..] {
                [Cond::Fact(Fact::Began(name)), Cond::Fact(Fact::Happens(who))] => (*name, *who),
                _ => return None,
            },
            Cond::Fact(Fact::Began(name)) => (*name, Who::Both),
            _ => return None,
        };
        let whose = match who {
            Who::You => "Your",
            Who::Opponent => "Opponent's",
            _ => "Each Player's",
        };
        return Some(format!("Start of {whose} {}", step(name)));
    }
    if trigger.subject != Filter::This {
        return None;
    }
    let by_opponent = trigger.cond == Some(Cond::Fact(Fact::CausedBy(Who::Opponent)));
    if trigger.cond.is_some() && !by_opponent {
        return None;
    }
    Some(
        match trigger.moment {
            Moment::Summoned => "When Summoned",
            Moment::Deployed => "When Deployed",
            Moment::Destroyed if by_opponent => "When Destroyed by Opponent",
            Moment::Destroyed => "When Destroyed",
            Moment::Depleted => "When Depleted",
            Moment::Attacks => "When Attacking",
            Moment::Blocks => "When Blocking",
            Moment::IsBlocked => "When Blocked",
            Moment::BattleResolution => "During Battle Resolution",
            Moment::EndOfBattle => "End of Battle",
            Moment::AfterBattle => "After Battle",
            Moment::Refreshed => "When Refreshed",
            Moment::Exhausted => "When Exhausted",
            _ => return None,
        }
        .into(),
    )
}

/// "When …, " for a trigger that is no bracket.
pub(super) fn trigger(ability: &Ability, saying: &mut Saying) -> String {
    let When::Trigger(triggers) = &ability.when else { return String::new() };
    let Some(trigger) = triggers.iter().find(|one| moment(one).is_none()) else { return String::new() };
    saying.it = Some(Target::Subject);
    if matches!(trigger.moment, Moment::EndOfBattle | Moment::AfterBattle | Moment::BattleResolution) {
        saying.it = None;
        return match trigger.moment {
            Moment::EndOfBattle => "At the end of battle, ".into(),
            Moment::AfterBattle => "After the battle, ".into(),
            _ => "During battle resolution, ".into(),
        };
    }
    format!("When {}, ", happening(trigger))
}

/// "by your effects", "by your blue effects".
fn by_your_effects(cond: &Option<BsCond>) -> String {
    match cond {
        Some(Cond::Fact(Fact::CausedByEffectOf(of))) => match without_side(of).0 {
            Filter::Any | Filter::Of(_) => " by your effects".into(),
            Filter::Color(color) => format!(" by your {} effects", color.name()),
            of => format!(" by your {} effects", super::noun::described_card(&of, false)),
        },
        _ => String::new(),
    }
}

/// The Spirit on the other side of a battle.
fn met(with: &BsFilter) -> String {
    let (filter, who) = without_side(with);
    let side = if who == Some(Who::Opponent) { "an opposing" } else { "a" };
    format!("{side} {}", described(&filter, false))
}

fn happening(trigger: &Trigger) -> String {
    let (subject, who) = without_side(&trigger.subject);
    let noun = |many| described(&subject, many);
    match (trigger.moment, &trigger.cond) {
        (Moment::Used, _) if who == Some(Who::You) => return format!("you use a {}", noun(false)),
        (Moment::Used, _) => return format!("your opponent uses a {}", noun(false)),
        (Moment::LifeReduced, Some(Cond::Fact(Fact::Happens(Who::You)))) => {
            return "your Life is reduced".into();
        }
        (Moment::LifeReduced, _) => return "your opponent's Life is reduced".into(),
        (Moment::DeckDiscarded, _) => return "you discard any card from the opposing deck".into(),
        (Moment::Drew, _) => return "you draw a card".into(),
        (Moment::DrewByEffect, Some(Cond::Fact(Fact::Happens(Who::You)))) => {
            return "you draw a card by your effects".into();
        }
        (Moment::DrewByEffect, _) => return "your opponent draws a card by their effects".into(),
        (Moment::Destroyed, Some(Cond::Fact(Fact::ByComparison(_)))) => {
            return format!("this Spirit destroys an opposing {} by comparing BP", noun(false));
        }
        (Moment::Discarded, cond) if trigger.subject != Filter::This => {
            let card = super::noun::described_card(&subject, false);
            return format!("you discard a {card} from your Hand{}", by_your_effects(cond));
        }
        (Moment::Destroyed, Some(Cond::Fact(Fact::LostComparison(Filter::This)))) => {
            return format!("this Spirit destroys only the opposing {} by comparing BP", noun(false));
        }
        (Moment::Destroyed, Some(Cond::Fact(Fact::LostComparison(with)))) => {
            let (with, _) = without_side(with);
            return format!(
                "only the opposing {} is destroyed by comparing BP with your {}",
                noun(false),
                described(&with, true)
            );
        }
        (Moment::Destroyed, Some(Cond::Fact(Fact::CausedBy(Who::You)))) => {
            return format!("you destroy any opposing {}", noun(false));
        }
        (Moment::Destroyed, Some(Cond::All(all))) => {
            let kind = match all.get(1) {
                Some(Cond::Fact(Fact::CausedByEffectOf(of))) => match without_side(of).0 {
                    Filter::Any => String::new(),
                    of => described(&of, false) + " ",
                },
                _ => String::new(),
            };
            return format!("you destroy any opposing {} via your {kind}effects", noun(false));
        }
        _ => {}
    }
    let (subject, many) = match (&trigger.subject, who) {
        (Filter::This, _) => ("this card".to_string(), false),
        (_, Some(Who::You)) => (format!("your {}", noun(true)), true),
        (_, Some(_)) => (format!("any opposing {}", noun(false)), false),
        (_, None) => (format!("a {}", noun(false)), false),
    };
    let (is, s) = if many { ("are", "") } else { ("is", "s") };
    let by = match &trigger.cond {
        Some(Cond::Fact(Fact::CausedBy(Who::Opponent))) => " by your opponent",
        Some(Cond::Fact(Fact::CausedByEffectOf(Filter::Of(Who::Opponent)))) => " by opposing effects",
        Some(Cond::Fact(Fact::CausedByEffectOf(_))) => " by your effects",
        _ => "",
    };
    let deed = match trigger.moment {
        Moment::Destroyed => format!("{is} destroyed{by}"),
        Moment::Depleted => format!("{is} depleted{by}"),
        Moment::Summoned => format!("{is} summoned"),
        Moment::Deployed => format!("{is} deployed"),
        Moment::IsBlocked => match &trigger.cond {
            Some(Cond::Fact(Fact::With(by))) => format!("{is} blocked by {}", met(by)),
            _ => format!("{is} blocked"),
        },
        Moment::Unblocked => format!("{is} not blocked"),
        Moment::Milled => format!("{is} discarded from your deck"),
        Moment::Refreshed => format!("{is} refreshed{by}"),
        Moment::Exhausted => format!("{is} exhausted{by}"),
        Moment::Discarded => format!("{is} discarded from your Hand{}", by_your_effects(&trigger.cond)),
        Moment::ReturnedToHand => format!("{is} returned to the Hand"),
        Moment::ReturnedToDeck => format!("{is} returned to the deck"),
        Moment::Strikes if who == Some(Who::Opponent) => {
            return format!("your Life is reduced by {subject}'s attack");
        }
        Moment::Strikes => format!("reduce{s} the opposing Life"),
        Moment::Attacks => format!("attack{s}"),
        Moment::Blocks => match &trigger.cond {
            Some(Cond::Fact(Fact::With(with))) => format!("block{s} {}", met(with)),
            _ => format!("block{s}"),
        },
        _ => "?".into(),
    };
    format!("{subject} {deed}")
}
