//! What cards get, and for how long.

use super::clauses::Steps;
use super::nouns::{Words, keyword_group};
use super::words::{CANNOTS, UNTILS};
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser};
use effects::{Amount, Filter, Gainer, HowMany, Select, Step, Target, Who};

/// "for the turn", "for the duration of the battle", "until the end of your opponent's turn".
pub fn until(p: &mut Parser<'_>) -> Option<Until> {
    UNTILS.read(p)
}

/// "gets +5000 power and [Double Strike]": one or several changes.
pub(super) fn changes(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Change>> {
    let mut found = Vec::new();
    loop {
        let change = p.attempt_with(b, |p, b| {
            if let Some(n) = p.signed() {
                if p.take("power") {
                    let each = per_each(lex, p, b, n);
                    return Some(Change::Power(each.unwrap_or(Amount::Fixed(n))));
                }
                if p.take("combo power") {
                    return Some(Change::ComboPower(Amount::Fixed(n)));
                }
                // The oldest wording leaves the word out: "+1000 for each …".
                return per_each(lex, p, b, n).map(Change::Power);
            }
            let keyword = keyword_group(p)?;
            p.take("skill");
            Some(Change::Keyword(keyword))
        });
        match change {
            Some(change) => found.push(change),
            None if found.is_empty() => return p.want("a change of power or a keyword skill"),
            None => return None,
        }
        let more = p.attempt(|p| {
            let joined =
                p.take(", and") || p.take("and") || p.mark(',') || p.peek_group(Bracket::Square).is_some();
            let change = p.peek_group(Bracket::Square).is_some() || p.ahead("+") || p.ahead("-");
            (joined && change).then_some(())
        });
        if more.is_none() {
            return Some(found);
        }
    }
}

/// "for each card in your Drop Area", "for every 2 …".
pub(super) fn per_each(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
    each: i32,
) -> Option<Amount<Dbs>> {
    p.attempt_with(b, |p, b| {
        p.take("for each/every").then_some(())?;
        let per = p.number().unwrap_or(1);
        if p.take("marker/markers on it/this card?") {
            let markers = Amount::Figure(Figure::Markers, Box::new(Target::This));
            return Some(Amount::PerEach { each, per, of: Box::new(markers) });
        }
        p.take("of");
        lex.every.set(true);
        let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::You, HowMany::All));
        lex.every.set(false);
        let select = Select { count: HowMany::All, ..select? };
        let _ = p.take("you have") || p.take("in play");
        Some(Amount::PerEach { each, per, of: Box::new(Amount::Count(Box::new(select))) })
    })
}

/// "it gets +5000 power for the turn", "all of your Battle Cards gain [Blocker] …", "it can't attack for the turn".
pub(super) fn gains(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "its power becomes 0 for the turn".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("its power becomes").then_some(())?;
        let to = Gainer::Cards(b.it.clone()?);
        let change = Change::SetPower(Amount::Fixed(p.number()?));
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to, change, until }])
    }) {
        return Some(steps);
    }
    p.attempt_with(b, |p, b| {
        // "its power becomes 20000": a value of its own (DBS 9-9-1-3).
        let its = p.attempt_with(b, |p, b| {
            let target = if p.take("its power becomes") {
                b.it.clone()?
            } else if p.take("this card 's power becomes") {
                Target::This
            } else {
                return None;
            };
            Some((target, Change::SetPower(Amount::Fixed(p.number()?))))
        });
        if let Some((target, change)) = its {
            let until = until(p).or(b.until)?;
            return Some(vec![Step::Gain { to: Gainer::Cards(target), change, until }]);
        }
        let before = b.it.clone();
        let mut object = lex.object(p, b, Who::Both)?;
        // "this card and your Leader Card get", "that card and this card gain".
        if let Some(other) = p.attempt(|p| {
            let single =
                object.steps.is_empty() && !matches!(object.target, Target::Each(_) | Target::Several(_));
            (single && p.take("and")).then_some(())?;
            if p.take("this card") {
                return Some(Target::This);
            }
            if p.take("your leader card?") {
                return Some(Target::Test(Test::YourLeader));
            }
            // "… and the chosen card": what was spoken of before this card.
            let said = p.take("it/them") || p.take("that card") || p.take("the chosen card");
            said.then(|| before.clone()).flatten().filter(|other| *other != object.target)
        }) {
            object.target = Target::Several(vec![object.target, other]);
            object.is_this = false;
        }
        let mut steps = object.steps;
        let found = if p.take("both? each? also? gets/get/gains/gain")
            || (p.ahead("both? loses/lose -") && p.take("both? loses/lose"))
        {
            changes(lex, p, b)?
        } else if p.take("has/have a power of") {
            vec![Change::SetPower(Amount::Fixed(p.number()?))]
        } else if let Some(cannot) = cannot(p) {
            vec![Change::Cannot(cannot)]
        } else if let Some(by) = unaffected(lex, p, b) {
            vec![by]
        } else if p.take("can attack battle cards in active mode") {
            vec![Change::CanAttackActive]
        } else {
            return p.want("gets, gains or can't");
        };
        let mut found = found;
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", and") || p.take("and") || p.mark(',')).then_some(())?;
            if p.take("gains/gain/gets/get") {
                return changes(lex, p, b);
            }
            if p.take("can attack your? opponent? 's? battle cards in active mode") {
                return Some(vec![Change::CanAttackActive]);
            }
            if p.take("has/have its/their") {
                let what = super::words::SKILLS.read(p)?;
                return p.take("negated").then(|| vec![Change::Negate(what)]);
            }
            cannot(p).map(|what| vec![Change::Cannot(what)])
        }) {
            found.extend(more);
        }
        // Being kept in Rest Mode in a Charge Phase ends with that phase.
        if found == [Change::Cannot(Cannot::ReadyInCharge)] {
            b.until = Some(Until::Game);
        }
        let until = until(p).or(b.until);
        let Some(until) = until else { return p.want("how long it lasts") };
        let to = match &object.target {
            Target::Each(select) => Gainer::Whatever((**select).clone()),
            target => Gainer::Cards(target.clone()),
        };
        for change in found {
            steps.push(Step::Gain { to: to.clone(), change, until });
        }
        if object.is_this {
            b.it = Some(Target::This);
        }
        Some(steps)
    })
}

/// "isn't affected by your opponent's skills" (DBS 20-4-1): whose or which cards' skills.
pub(super) fn unaffected(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Change> {
    p.attempt_with(b, |p, b| {
        (p.take("isn't affected by") || p.take("is not affected by") || p.take("is/are unaffected by"))
            .then_some(())?;
        if p.take("your opponent 's skills") {
            return Some(Change::Unaffected(Filter::Of(Who::Opponent)));
        }
        // "non-<A> skills" (DBS 20-20-2, 20-20-3).
        if let Some(filter) = p.attempt(|p| {
            (p.take("non-") || p.take("non -")).then_some(())?;
            let filter = super::nouns::group(p)?;
            p.take("skills").then_some(filter.negate())
        }) {
            return Some(Change::Unaffected(filter));
        }
        p.take("the? skills of").then_some(())?;
        let side = grammar::whose(p);
        let filter = lex.one_kind(p, b)?;
        Some(Change::Unaffected(match side {
            Some(who) => Filter::Of(who).and(filter),
            None => filter,
        }))
    })
}

pub(super) fn cannot(p: &mut Parser<'_>) -> Option<Cannot> {
    p.attempt(|p| {
        if let Some(what) = p.attempt(|p| {
            let kept = p.take("will not switch") || p.take("won't switch") || p.take("can't switch");
            (kept || p.take("can't be switched")).then_some(())?;
            p.take("to active mode").then_some(())?;
            let next = p.take("during your opponent 's next charge phase")
                || p.take("during your/their next charge phase");
            Some(if next { Cannot::ReadyInCharge } else { Cannot::Ready })
        }) {
            return Some(what);
        }
        p.take("can't").then_some(())?;
        if let Some(what) = p.attempt(|p| {
            p.take("activate").then_some(())?;
            let what = super::clauses::skill_word(p)?;
            p.take("skill/skills");
            Some(what)
        }) {
            return Some(what);
        }
        CANNOTS.read(p)
    })
}
