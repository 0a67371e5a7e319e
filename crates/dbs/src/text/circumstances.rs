//! What stands behind a moment that a skill waits for: from where, by whose skill, in which turn.

use super::nouns::Words;
use super::triggers::*;
use crate::state::Area;
use crate::vocab::*;
use effects::text::{Builder, Parser};
use effects::{Cond, Filter, Phrase, Target, Trigger, Who};

/// "from your hand", "from your Drop", "by a skill", "in battle" behind a moment.
pub(super) fn circumstances(lex: Option<&Words>, p: &mut Parser<'_>, found: &mut [Trigger<Dbs>]) {
    let discards = found.iter().all(|trigger| trigger.moment == Moment::Discards);
    loop {
        let mut yours = false;
        let cond = p.attempt(|p| {
            yours = p.ahead("from your");
            if let Some(cond) = p.attempt(came_from) {
                return Some(cond);
            }
            // "using [Over Realm]", "by a [Union] skill".
            if let Some(words) = p.attempt(|p| {
                (p.take("using a/an?") || p.take("with a/an?") || p.take("by a/an?")).then_some(())?;
                let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
                p.take("skill");
                (crate::keyword::plays(&words) || words == "alliance").then_some(words)
            }) {
                return Some(Cond::Fact(Fact::Via(Phrase::new(&words))));
            }
            if let Some(words) = p.attempt(|p| {
                p.take("without using").then_some(())?;
                let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
                (words == "awaken").then_some(words)
            }) {
                return Some(Cond::Not(Box::new(Cond::Fact(Fact::Via(Phrase::new(&words))))));
            }
            if let Some(words) = p.attempt(|p| {
                p.take("using a?").then_some(())?;
                let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
                p.take("skill");
                matches!(words.as_str(), "counter" | "spirit boost").then_some(words)
            }) {
                return Some(Cond::Fact(Fact::Via(Phrase::new(&words))));
            }
            if p.take("using/with/by a non-keyword skill") {
                return Some(Cond::Fact(Fact::BySkill).and(Cond::Fact(Fact::NonKeyword)));
            }
            if let Some(filter) = lex.and_then(|lex| {
                p.attempt(|p| {
                    p.take("without using a/an").then_some(())?;
                    let filter = lex.one_kind(p, &mut Builder::default())?;
                    p.take("'s skill/skills").then_some(filter)
                })
            }) {
                return Some(Cond::Not(Box::new(Cond::Fact(Fact::BySkillOf(Box::new(filter))))));
            }
            if p.take("in/during a battle with this card") {
                return Some(Cond::Is(Target::This, Filter::Is(CardState::InBattle)));
            }
            if p.take("in rest mode") {
                return Some(Cond::Is(Target::Subject, Filter::Is(CardState::Rest)));
            }
            if p.take("in your battle area") {
                return Some(Cond::Is(Target::Subject, Filter::Of(Who::You)));
            }
            if p.take("due to an opponent 's attack") {
                return Some(Cond::Fact(Fact::ByBattle));
            }
            if p.take("without using skills") || p.take("without using a skill") {
                return Some(Cond::Not(Box::new(Cond::Fact(Fact::BySkill))));
            }
            if p.take("by your opponent 's skill/skills")
                || p.take("by an opponent 's skill/skills")
                || p.take("by one of your opponent 's skills")
                || p.take("by a skill of your opponent 's cards")
                || p.take("by one of their skills")
            {
                return Some(Cond::Fact(Fact::ByOpponentsSkill));
            }
            if p.take("by one of your skills") || p.take("by your skill/skills") {
                return Some(Cond::Fact(Fact::ByYourSkill));
            }
            if p.attempt(|p| {
                let said = p.take("by a skill")
                    || p.take("by skills")
                    || p.take("by your or your opponent 's skill/skills")
                    || p.take("using/with a? skill/skills");
                (said && !p.ahead("on/of")).then_some(())
            })
            .is_some()
            {
                return Some(Cond::Fact(Fact::BySkill));
            }
            if let Some(filter) = lex.filter(|_| !discards).and_then(|lex| p.attempt(|p| by_skill_of(lex, p)))
            {
                return Some(Cond::Fact(Fact::BySkillOf(Box::new(filter))));
            }
            // "by a 《X》 card's skill": DBS 20-7-2: a Battle Card is one in the Battle Area.
            if let (Some(lex), true) = (lex, discards) {
                if let Some(filter) = p.attempt(|p| {
                    p.take("by a/an").then_some(())?;
                    let filter = lex.one_kind(p, &mut Builder::default())?;
                    p.take("'s skill").then_some(filter)
                }) {
                    let battle = super::nouns::default_zones(&filter) == [Area::Battle];
                    let filter = match battle {
                        true => filter.and(Filter::Test(Test::InArea(Area::Battle))),
                        false => filter,
                    };
                    return Some(Cond::Is(Target::Other, filter));
                }
            }
            if p.take("in/during battle")
                || p.take("as a result of battle")
                || p.take("by an/your? opponent 's attack")
            {
                return Some(Cond::Fact(Fact::ByBattle));
            }
            if p.take("during your turn") || p.take("on your turn") {
                return Some(Cond::Fact(Fact::YourTurn));
            }
            if p.take("during your opponent 's turn") || p.take("during their turn") {
                return Some(Cond::Fact(Fact::OpponentsTurn));
            }
            None
        });
        match cond {
            Some(cond) => {
                // "attacks or is used in a combo from your hand": only what moves a card has a place that it comes from.
                let from = matches!(&cond, Cond::Fact(Fact::From(_)));
                let several = found.len() > 1;
                for trigger in found.iter_mut() {
                    if from && several && matches!(trigger.moment, Moment::Attacks | Moment::IsAttacked) {
                        continue;
                    }
                    add(trigger, cond.clone());
                    if yours {
                        trigger.subject = of_yours(trigger.subject.clone());
                    }
                }
            }
            None => return,
        }
    }
}

/// "from your hand", "from a Battle Area or Combo Area", "from under a card".
pub(super) fn came_from(p: &mut Parser<'_>) -> Option<Cond<Dbs>> {
    p.take("from").then_some(())?;
    if p.take("under a/your? card") || p.take("under another card") {
        return Some(Cond::Fact(Fact::From(Area::Under)));
    }
    came_from_areas(p)
}

/// "your hand or Drop Area": one of these areas.
pub(super) fn came_from_areas(p: &mut Parser<'_>) -> Option<Cond<Dbs>> {
    p.take("a/your/the/its");
    p.take("owner 's");
    let mut any = vec![Cond::Fact(Fact::From(super::nouns::area_word(p)?))];
    while let Some(next) = p.attempt(|p| {
        p.mark(',');
        p.take("or").then_some(())?;
        p.take("from");
        p.take("a/your/the");
        super::nouns::area_word(p)
    }) {
        any.push(Cond::Fact(Fact::From(next)));
    }
    Some(if any.len() == 1 { any.remove(0) } else { Cond::Either(any) })
}

/// "by one of your red card skills", "by a <X> card's skill", "by the skills of {Y}": of which card.
pub(super) fn by_skill_of(lex: &Words, p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    p.take("by/from/with/using").then_some(())?;
    let b = &mut Builder::default();
    let said = p.take("the? skill/skills of") || p.take("a skill on/of") || p.take("skills on/of");
    let mut whose =
        if p.take("one of your opponent 's") || p.take("an opponent 's") || p.take("your opponent 's") {
            Some(Who::Opponent)
        } else if p.take("one of your") || p.take("your") {
            Some(Who::You)
        } else {
            p.take("a/an");
            None
        };
    let filter = lex.one_kind(p, b)?;
    if !said {
        let _ = p.take("'s") || p.take("'");
        p.take("skill/skills").then_some(())?;
    }
    if p.take("in any of your areas") {
        whose = Some(Who::You);
    } else {
        p.take("in any area");
    }
    // DBS 20-7-2: a Battle Card is one in the Battle Area.
    Some(match whose {
        Some(who) => Filter::Of(who).and(filter),
        None => filter,
    })
}

/// Where a card goes, as words say it: by which verb, from where, and whose area it comes to.
pub(super) struct Going {
    returned: bool,
    from: Option<Cond<Dbs>>,
    whose: Option<Who>,
    to: Area,
}

/// "is placed from your hand into its owner's Drop Area", "is sent to your Warp", "moves to your hand".
fn goes(p: &mut Parser<'_>) -> Option<Going> {
    let returned = p.ahead("is/are? returned");
    (p.take("moves/move") || p.take("is/are? placed/sent/added/returned/moved")).then_some(())?;
    let from = p.attempt(came_from);
    p.take("in/into/to/at").then_some(())?;
    let whose = super::nouns::possessor(p);
    p.take("the/a");
    let to = super::nouns::area_word(p)?;
    p.take("face up");
    let from = from.or_else(|| p.attempt(came_from));
    Some(Going { returned, from, whose, to })
}

/// Whose area the words ahead say that a card goes to, and which.
pub(super) fn comes_to(p: &mut Parser<'_>) -> Option<(Who, Area)> {
    let mut found = None;
    p.attempt(|p| -> Option<()> {
        found = goes(p).and_then(|going| Some((going.whose?, going.to)));
        None
    });
    found
}

/// "is placed from your hand into its owner's Drop Area", "is sent to your Warp", "is added to your Z-Energy": when, and
/// where from.
pub(super) fn moved(p: &mut Parser<'_>) -> Option<(Moment, Option<Cond<Dbs>>)> {
    p.attempt(|p| {
        if p.take("leaves the/your/a? unison area") || p.take("is removed from the/your/a? unison area") {
            return Some((Moment::Leaves, Some(Cond::Fact(Fact::From(Area::Unison)))));
        }
        // DBS 9-6-9, 20-10-4: out of the game, from wherever.
        if p.take("is/are? removed from the game") {
            return Some((Moment::Removed, None));
        }
        let under = p.attempt(|p| {
            (p.take("moves/move") || p.take("is/are? placed/sent/added/returned/moved")).then_some(())?;
            let from = p.attempt(came_from);
            p.take("under a/another/your card").then_some((Moment::PutUnder, from))
        });
        if under.is_some() {
            return under;
        }
        let Going { returned, from, to, .. } = goes(p)?;
        let moment = match to {
            Area::Drop => Moment::Drops,
            Area::Warp => Moment::Warps,
            Area::Energy => Moment::EnergyPlaced,
            Area::ZEnergy => Moment::ZEnergyPlaced,
            Area::Battle => Moment::PlacedInBattle,
            Area::Leader => Moment::PlacedInLeader,
            Area::Hand if returned => Moment::ReturnsToHand,
            Area::Hand if from == Some(Cond::Fact(Fact::From(Area::Battle))) => Moment::ReturnsToHand,
            _ => return None,
        };
        Some((moment, from))
    })
}

/// DBS 3-1-1, 3-1-6-1: "your Drop Area", "your opponent's Warp" say whose card it is: its owner's, and where either player's cards
/// may lie, that of whose area it is. The card itself goes where it goes.
pub(super) fn in_whose_area(found: &mut Trigger<Dbs>, (who, area): (Who, Area)) {
    if is_its_own(&found.subject) || !matches!(who, Who::You | Who::Opponent) {
        return;
    }
    let owned = of_yours(found.subject.clone()) == found.subject;
    let at_home = |cond: &Cond<Dbs>| matches!(cond, Cond::Fact(Fact::From(from)) if !from.is_in_play());
    let from_home = match &found.cond {
        Some(Cond::All(all)) => all.iter().any(at_home),
        Some(cond) => at_home(cond),
        None => false,
    };
    // What is one's own in another of one's areas goes to one's own.
    if who == Who::You && owned && from_home {
        return;
    }
    match (area, who) {
        // Asked before the card moves, or where it is told by its owner alone.
        (Area::Drop | Area::Hand, Who::You) => add(found, Cond::Fact(Fact::IsYours)),
        (Area::Drop | Area::Hand, _) => add(found, Cond::Not(Box::new(Cond::Fact(Fact::IsYours)))),
        _ => found.subject = of(who, found.subject.clone()).unwrap_or(found.subject.clone()),
    }
}
