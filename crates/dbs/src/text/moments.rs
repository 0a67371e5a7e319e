//! More of what [Auto] skills wait for: skills that are activated, cards that go under others, damage and life.

use super::nouns::{Words, area_word};
use super::triggers::{add, came_from, of, of_yours, subject, trigger};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser};
use effects::{Cond, Filter, Phrase, Target, Trigger, Who};

/// What a skill in brackets is, for those that wait for its activation (DBS 12-1-3).
enum Skill {
    Blocker,
    Counter(Option<Window>),
    Kind(Window),
    Keyword(Cond<Dbs>),
}

fn via(words: &str) -> Option<Cond<Dbs>> {
    const KNOWN: [&str; 17] = [
        "awaken",
        "union",
        "union-fusion",
        "union-potara",
        "union-absorb",
        "overlord",
        "over realm",
        "dark over realm",
        "swap",
        "successor",
        "revive",
        "arrival",
        "evolve",
        "ex-evolve",
        "wish",
        "rejuvenate",
        "aegis",
    ];
    let words = if words.starts_with("aegis") { "aegis" } else { words };
    KNOWN.contains(&words).then(|| Cond::Fact(Fact::Via(Phrase::new(words))))
}

/// "the [Blocker] skill", "an [Evolve] or [Union] skill", "a [Counter : Play]".
fn skill(p: &mut Parser<'_>) -> Option<Skill> {
    p.take("a/an/the/its");
    let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
    let words = words.replace(" : ", " ").replace(": ", " ").replace(':', " ");
    let found = match words.as_str() {
        "blocker" => Skill::Blocker,
        "counter" => Skill::Counter(None),
        "counter play" => Skill::Counter(Some(Window::CounterPlay)),
        "counter attack" => Skill::Counter(Some(Window::CounterAttack)),
        "counter counter" => Skill::Counter(Some(Window::CounterCounter)),
        "activate main" => Skill::Kind(Window::Main),
        "activate battle" => Skill::Kind(Window::Battle),
        words => {
            let mut any = vec![via(words)?];
            while let Some(next) = p.attempt(|p| {
                p.take("or").then_some(())?;
                via(&effects::text::lexer::fold(p.group(Bracket::Square)?))
            }) {
                any.push(next);
            }
            Skill::Keyword(if any.len() == 1 { any.remove(0) } else { Cond::Either(any) })
        }
    };
    p.take("skill/skills");
    Some(found)
}

/// What waits for a skill of a card that fits.
fn of_skill(skill: Skill, who: Who, subject: Filter<Dbs>) -> Option<Trigger<Dbs>> {
    let found = |moment, cond| Some(Trigger { moment, subject: subject.clone(), cond });
    match skill {
        Skill::Blocker => found(Moment::Blocks, None),
        // Counters are called out for their player.
        Skill::Counter(kind) => {
            let cond = kind.map(|kind| Cond::Fact(Fact::OfKind(kind)));
            (subject == Filter::Of(who)).then_some(Trigger {
                moment: Moment::ActivatesCounter,
                subject,
                cond,
            })
        }
        Skill::Kind(window) => found(Moment::Activates, Some(Cond::Fact(Fact::OfKind(window)))),
        Skill::Keyword(cond) => found(Moment::Activates, Some(cond)),
    }
}

/// "you activate a [Union] skill", "your Leader Card activates [Awaken]", "this card's [Aegis] skill activates", "one of your blue
/// Battle Cards activates an [Evolve] skill from your hand".
pub(super) fn activated(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    let mut found = if p.take("you activate this card 's") || p.take("this card activates its/the/a?") {
        b.it = Some(Target::This);
        of_skill(skill(p)?, Who::You, Filter::This)?
    } else if let Some(found) = p.attempt_with(b, |p, b| {
        let owner = if p.take("this card") {
            Filter::This
        } else {
            p.take("your leader card?").then(|| Filter::Of(Who::You).and(Filter::Kind(KindWord::Leader)))?
        };
        p.take("'s").then_some(())?;
        let skill = skill(p)?;
        (p.take("activates") || p.take("is activated")).then_some(())?;
        if owner == Filter::This {
            b.it = Some(Target::This);
        }
        of_skill(skill, Who::You, owner)
    }) {
        found
    } else if p.take("your leader card? activates") || p.take("you activate your leader card? 's") {
        of_skill(skill(p)?, Who::You, Filter::Of(Who::You).and(Filter::Kind(KindWord::Leader)))?
    } else if let Some(who) =
        p.lookup(&[("you activate", Who::You), ("your opponent activates", Who::Opponent)])
    {
        let skill = skill(p)?;
        let of_what = p.attempt_with(b, |p, b| {
            p.take("on/of").then_some(())?;
            if p.take("one of your") || p.take("your") {
                return lex.one_kind(p, b);
            }
            p.take("a/an");
            lex.one_kind(p, b)
        });
        // A counter is its player's, whichever card it is on.
        let plain = of_what.is_none() && !p.ahead("on/of");
        (plain || !matches!(skill, Skill::Counter(_))).then_some(())?;
        let subject = match of_what {
            Some(what) => {
                b.it = Some(Target::Subject);
                Filter::Of(who).and(what)
            }
            None => Filter::Of(who),
        };
        of_skill(skill, who, subject)?
    } else {
        let subject = subject(lex, p, b)?;
        p.take("activates").then_some(())?;
        b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
        match skill(p)? {
            Skill::Counter(_) => return None,
            skill => of_skill(skill, Who::You, subject)?,
        }
    };
    let yours = p.ahead("from/in your");
    // "a red Extra Card in your hand or Drop Area": where it was activated from.
    let inside = |p: &mut Parser<'_>| {
        (p.ahead("in your hand") || p.ahead("in your drop area?")).then_some(())?;
        p.take("in").then(|| super::circumstances::came_from_areas(p))?
    };
    if let Some(from) = p.attempt(came_from).or_else(|| p.attempt(inside)) {
        if yours {
            found.subject = of_yours(found.subject);
        }
        (found.moment == Moment::Activates).then_some(())?;
        found.cond = Some(match found.cond.take() {
            Some(cond) => cond.and(from),
            None => from,
        });
    }
    Some(found)
}

/// Cards that go under others, life that is lost, damage.
pub(super) fn moved_or_hurt(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    if let Some(found) = p.attempt_with(b, |p, b| tucked(lex, p, b)) {
        return Some(found);
    }
    if let Some(found) = p.attempt(|p| {
        p.take("a card under this card is returned to its owner 's hand").then_some(())?;
        let cond = Cond::Is(Target::Other, Filter::This).and(Cond::Fact(Fact::To(Area::Hand)));
        Some(Trigger { moment: Moment::TakenFromUnder, subject: Filter::Any, cond: Some(cond) })
    }) {
        return Some(found);
    }
    if p.take("you place this card in your leader area") {
        b.it = Some(Target::This);
        return Some(trigger(Moment::PlacedInLeader, Filter::This));
    }
    if let Some(who) = p.lookup(&[
        ("you add a card from your life to your hand", Who::You),
        ("a card in your life is added to your hand", Who::You),
        ("a card in your opponent 's life is added to their hand", Who::Opponent),
        ("your opponent adds a card from their life to their hand", Who::Opponent),
    ]) {
        return Some(trigger(Moment::LifeToHand, Filter::Of(who)));
    }
    if p.take("a card in your opponent 's life is placed in their drop area?") {
        let cond = Some(Cond::Fact(Fact::From(Area::Life)));
        return Some(Trigger { moment: Moment::Drops, subject: Filter::Of(Who::Opponent), cond });
    }
    if let Some(found) = p.attempt_with(b, |p, b| damaged(lex, p, b)) {
        return Some(found);
    }
    // "this card is attacked by a card with 10000 power or more".
    p.attempt_with(b, |p, b| {
        p.take("this card is attacked by a/an").then_some(())?;
        let by = lex.one_kind(p, b)?;
        b.it = Some(Target::This);
        if super::triggers::says_that_card(p) {
            b.it = Some(Target::Other);
        }
        let cond = Some(Cond::Is(Target::Other, by));
        Some(Trigger { moment: Moment::IsAttacked, subject: Filter::This, cond })
    })
}

/// "this card in your hand is placed under your green <Cell> Leader", "this card is placed from your hand under a {X}".
fn tucked(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    p.take("this card").then_some(())?;
    let mut from = p.attempt(|p| {
        p.take("in your").then_some(())?;
        Some(Cond::Fact(Fact::From(area_word(p)?)))
    });
    p.take("is placed").then_some(())?;
    from = from.or_else(|| p.attempt(came_from));
    p.take("under a/an/your").then_some(())?;
    let host = lex.phrase(p, b)?;
    (host.count.is_none() && host.whose.is_none() && host.filter != Filter::Any).then_some(())?;
    b.it = Some(Target::This);
    // "… in your Battle Area": not under a Leader.
    let there = match &host.among {
        Some(effects::Among::Zones { zones, .. }) if zones[..] == [Area::Battle] => {
            Filter::Test(Test::InArea(Area::Battle))
        }
        _ => Filter::Any,
    };
    let mut cond = Cond::Is(Target::Other, Filter::Of(Who::You).and(host.filter).and(there));
    if let Some(from) = from {
        cond = cond.and(from);
    }
    Some(Trigger { moment: Moment::PutUnder, subject: Filter::This, cond: Some(cond) })
}

/// "you take damage from an opponent's non-keyword skill", "this card deals damage by attacking", "your opponent takes damage from a
/// skill on one of your Battle Cards".
fn damaged(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    let by_skill = |of: Filter<Dbs>| Cond::Fact(Fact::BySkillOf(Box::new(of)));
    let by_attack = || Cond::Not(Box::new(by_skill(Filter::Any)));
    if p.take("this card deals/inflicts damage to your opponent 's life by attacking")
        || p.take("this card deals/inflicts damage to your opponent by attacking")
        || p.take("you deal life damage by attacking with this card")
        || p.take("you deal damage to your opponent 's life by attacking with this card")
        || p.take("this card inflicts damage by attacking")
        || p.take("this card deals damage by attacking")
        || p.take("this card 's attack deals damage to an/your opponent")
        || p.take("you deal damage to your opponent by attacking with this card")
    {
        (!p.ahead("or")).then_some(())?;
        b.it = Some(Target::This);
        return Some(Trigger { moment: Moment::DealsDamage, subject: Filter::This, cond: Some(by_attack()) });
    }
    let who =
        p.lookup(&[("you take damage from", Who::You), ("your opponent takes damage from", Who::Opponent)])?;
    let cond = if p.take("an opponent 's attack") || p.take("your opponent 's attack") {
        by_attack()
    } else if p.take("one of your opponent 's non-keyword skills")
        || p.take("an opponent 's non-keyword? skill")
    {
        by_skill(Filter::Of(Who::Opponent))
    } else {
        p.take("a skill on one of your").then_some(())?;
        let of = grammar::described(lex, p, b)?;
        by_skill(Filter::Of(Who::You).and(of))
    };
    let subject = of(who, Filter::Any)?;
    Some(Trigger { moment: Moment::TakesDamage, subject, cond: Some(cond) })
}

/// "one of your energy is added to your Z-Energy": what has gone to another area is told by where it came from.
pub(super) fn told_by_origin(found: &mut Trigger<Dbs>) -> bool {
    let arrives =
        matches!(found.moment, Moment::Drops | Moment::Warps | Moment::EnergyPlaced | Moment::ZEnergyPlaced);
    let there = |one: &Filter<Dbs>| match one {
        Filter::Test(Test::InArea(area)) if arrives && !area.is_in_play() => Some(*area),
        // A card that is used in a combo is in the Combo Area by then.
        Filter::Test(Test::InArea(area)) if found.moment == Moment::Combos => Some(*area),
        _ => None,
    };
    let all = match &found.subject {
        Filter::All(all) => all.clone(),
        one => vec![one.clone()],
    };
    let Some(area) = all.iter().find_map(there) else { return false };
    let mut rest: Vec<Filter<Dbs>> = all.iter().filter(|one| there(one).is_none()).cloned().collect();
    found.subject = match rest.len() {
        0 => Filter::Any,
        1 => rest.remove(0),
        _ => Filter::All(rest),
    };
    add(found, Cond::Fact(Fact::From(area)));
    true
}
