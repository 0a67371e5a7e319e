//! Replacement skills (DBS 9-10): "If this card would be KO'd, you may place 1 card … instead."

use super::clauses::{Steps, clause_now};
use super::nouns::Words;
use super::triggers::{circumstances, subject, trigger};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Cond, Filter, Step, Target, Trigger, Who};

/// What may be about to happen, behind "would".
fn about_to(p: &mut Parser<'_>, subject: &Filter<Dbs>) -> Option<Trigger<Dbs>> {
    if p.take("be ko'd") || p.take("be KO'd") || p.take("be ko 'd") {
        return Some(trigger(Moment::IsKod, subject.clone()));
    }
    if p.take("be placed in its owner 's drop area?") || p.take("be placed in a/your/the? drop area?") {
        let mut found = trigger(Moment::Leaves, subject.clone());
        found.cond = Some(Cond::Fact(Fact::To(Area::Drop)));
        return Some(found);
    }
    let leaves = p.take("be removed from a/the/your? battle/unison area")
        || p.take("leave the/a/your? battle/unison area")
        || p.take("leave play");
    leaves.then(|| trigger(Moment::Leaves, subject.clone()))
}

fn active_or_rest(p: &mut Parser<'_>) -> Option<CardState> {
    p.lookup(&[("in active mode", CardState::Active), ("in rest mode", CardState::Rest)])
}

/// "it's sent to its owner's Warp".
fn passive(p: &mut Parser<'_>) -> Option<To> {
    p.take("it 's/is sent/placed/returned").then_some(())?;
    super::moving::destination(p)
}

/// "this card can't be KO'd once per turn", "once per turn, this card can't be removed from your Battle Area by your opponent's
/// skills": the first time in a turn it does not happen.
fn kept_once(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<(Vec<Trigger<Dbs>>, Steps)> {
    let mut conds = Vec::new();
    if p.take("if") {
        conds.push(grammar::condition(lex, p, b)?);
        p.mark(',').then_some(())?;
    }
    if let Some(turn) = p.lookup(&[
        ("during your turn ,", Fact::YourTurn),
        ("during your opponent 's turn ,", Fact::OpponentsTurn),
    ]) {
        conds.push(Cond::Fact(turn));
    }
    let front = p.take("once per turn ,");
    p.take("this card").then_some(())?;
    let mut found = if p.take("can't be ko'd") || p.take("is not ko'd") {
        if p.take("in battle") {
            conds.push(Cond::Fact(Fact::ByBattle));
        }
        trigger(Moment::IsKod, Filter::This)
    } else {
        p.take("can't be removed from a/the/your? battle area by").then_some(())?;
        let by = p.lookup(&[
            ("your opponent 's skills", Fact::ByOpponentsSkill),
            ("an opponent 's skill", Fact::ByOpponentsSkill),
            ("skills", Fact::BySkill),
        ])?;
        conds.push(Cond::Fact(by));
        trigger(Moment::Leaves, Filter::This)
    };
    (front || p.take("once per turn")).then_some(())?;
    p.mark('.');
    p.at_end().then_some(())?;
    lex.once.set(true);
    found.cond = conds.into_iter().reduce(Cond::and);
    Some((vec![found], vec![Step::Do(Verb::Replaced)]))
}

/// A whole replacement skill: what it waits for and what happens instead.
pub fn would(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<(Vec<Trigger<Dbs>>, Steps)> {
    if let Some(kept) = p.attempt_with(b, |p, b| kept_once(lex, p, b)) {
        return Some(kept);
    }
    p.attempt_with(b, |p, b| {
        let during = p.attempt(|p| {
            let cond = if p.take("during your opponent 's turn") {
                Fact::OpponentsTurn
            } else if p.take("during your turn") {
                Fact::YourTurn
            } else {
                return None;
            };
            p.mark(',').then_some(Cond::Fact(cond))
        });
        p.take("if/when/whenever").then_some(())?;
        // "If your Leader is red and this card would …".
        let first = p.attempt_with(b, |p, b| {
            let cond = grammar::condition(lex, p, b)?;
            p.take("and").then_some(cond)
        });
        // "If this card has 1 or more cards under it and would be removed …".
        let own = first.as_ref().is_some_and(super::permanents::speaks_of_this) && p.ahead("would");
        let subject = if own { Filter::This } else { subject(lex, p, b)? };
        if subject == Filter::This {
            // What leaves the Battle Area is there.
            p.take("in your battle area");
        }
        // DBS 9-10-1-1-1: "this card in Active Mode would …".
        let mode = p.attempt(active_or_rest);
        p.take("would").then_some(())?;
        let mut found = vec![about_to(p, &subject)?];
        while let Some(next) = p.attempt(|p| {
            p.take("or").then_some(())?;
            about_to(p, &subject).or_else(|| p.take("ko'd").then(|| trigger(Moment::IsKod, subject.clone())))
        }) {
            found.push(next);
        }
        circumstances(None, p, &mut found);
        // Replacements are asked for where a card leaves play.
        if found.iter().any(|one| one.cond.as_ref().is_some_and(comes_from_elsewhere)) {
            return p.want("a replacement of leaving play");
        }
        let itself = if subject == Filter::This { Target::This } else { Target::Subject };
        // "… would leave the Battle Area while in Active Mode".
        let mode = match mode {
            None => p.attempt(|p| {
                p.take("while").then_some(())?;
                active_or_rest(p)
            }),
            mode => mode,
        };
        let mode = mode.map(|mode| Cond::Is(itself, Filter::Is(mode)));
        for cond in during.into_iter().chain(first).chain(mode) {
            for one in &mut found {
                one.cond = Some(match one.cond.take() {
                    Some(old) => old.and(cond.clone()),
                    None => cond.clone(),
                });
            }
        }
        p.mark(',').then_some(())?;
        b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
        if p.take("once per turn ,?") {
            lex.once.set(true);
        }
        let may = p.take("you may/can");
        let mut instead = p.take("instead");
        let mut steps = match p.attempt(passive) {
            Some(to) => vec![Step::Do(Verb::Move { what: b.it.clone()?, to })],
            None => clause_now(lex, p, b)?,
        };
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", then") || p.take(", and") || p.take("and then") || p.take("and") || p.mark(','))
                .then_some(())?;
            clause_now(lex, p, b)
        }) {
            steps.extend(more);
        }
        instead |= p.take("instead");
        if !instead {
            return p.want("instead");
        }
        p.mark('.');
        // DBS 9-10-3: "… you can do X instead. If so, do Y".
        let more = p.attempt_with(b, |p, b| {
            use effects::text::grammar::Lexicon;
            (may && lex.if_you_do(p) && p.mark(',')).then_some(())?;
            let more = grammar::sentence(lex, p, b)?;
            p.mark('.');
            Some(more)
        });
        if !p.at_end() {
            return p.want("the end of the replacement");
        }
        let taken = Step::Do(Verb::Replaced);
        let steps = if may {
            // DBS 9-10-3: one that may be applied is offered only if it can be.
            let then = std::iter::once(taken).chain(more.unwrap_or_default()).collect();
            vec![Step::May { who: Who::You, steps, then, otherwise: Vec::new() }]
        } else {
            std::iter::once(taken).chain(steps).collect()
        };
        Some((found, steps))
    })
}

/// Whether it is said to come from an area that is not in play.
fn comes_from_elsewhere(cond: &Cond<Dbs>) -> bool {
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().any(comes_from_elsewhere),
        Cond::Fact(Fact::From(area)) => !area.is_in_play() && *area != Area::Combo,
        _ => false,
    }
}
