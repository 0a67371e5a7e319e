//! What is said about attacks: who can't attack, what must be done first, how often, and whom (DBS 0-2-5, 20-14-1).

use super::clauses::{Steps, action};
use super::gains::until;
use super::nouns::{IN_PLAY, Words};
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Among, Filter, Gainer, HowMany, Select, Step, Target, Who};

/// All cards of a player that may attack.
fn fighters(who: Who) -> Select<Dbs> {
    Select::new(Among::Zones { whose: who, zones: IN_PLAY.to_vec() }, Filter::Any, HowMany::All)
}

/// "can't attack with Battle Cards for the turn", "… unless they discard 1 card each time", "can only attack one more time".
pub(super) fn limited(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    if p.take("can only attack") {
        return only(p, b, who);
    }
    p.take("can't attack").then_some(())?;
    let select = if p.take("with") {
        if p.take("cards other than their leader card?") || p.take("non-leader cards") {
            Select { filter: Filter::Kind(KindWord::Leader).negate(), ..fighters(who) }
        } else if p.take("cards") {
            fighters(who)
        } else {
            lex.select(p, b, who, HowMany::All)?
        }
    } else {
        fighters(who)
    };
    (select.count == HowMany::All).then_some(())?;
    let bare = select == fighters(who);
    let until = until(p).or(b.until)?;
    let to = Gainer::Whatever(select);
    // DBS 20-14-1: "… unless they discard 1 card each time".
    if p.take("unless they/your opponent?") {
        let change = toll(lex, p, b)?;
        return Some(vec![Step::Gain { to, change, until }]);
    }
    // Of a player that attacks with nothing at all more is said elsewhere.
    (!bare).then(|| vec![Step::Gain { to, change: Change::Cannot(Cannot::Attack), until }])
}

/// "one more time with Battle Cards for the turn", "2 more times for the turn", behind "can only attack".
fn only(p: &mut Parser<'_>, b: &mut Builder<Dbs>, who: Who) -> Option<Steps> {
    let mut battle = p.take("with battle cards");
    let n = if p.take("once more?") {
        1
    } else {
        let n = p.number()?;
        p.take("more? time/times").then_some(n)?
    };
    battle |= p.take("with battle cards");
    let ends = until(p).or(b.until)?;
    battle |= p.take("with battle cards");
    (!p.ahead("with")).then_some(())?;
    Some(vec![Step::Gain { to: Gainer::Player(who), change: Change::Attacks { battle, n }, until: ends }])
}

/// What has to be done before every attack: a skill of its own, whose cost it is.
pub(super) fn toll(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Change> {
    let saved = std::mem::replace(&mut b.actor, Who::Opponent);
    let cost = p.attempt_with(b, |p, b| {
        let mut steps = action(lex, p, b)?;
        while let Some(more) = p.attempt_with(b, |p, b| {
            p.take("and").then_some(())?;
            action(lex, p, b)
        }) {
            steps.extend(more);
        }
        Some(steps)
    });
    b.actor = saved;
    let each = p.take("each time");
    let cost = cost?;
    let _ = each;
    let steps = vec![Step::By { who: Who::Opponent, cost, then: Vec::new(), forced: true }];
    Some(Change::Toll(b.grant(effects::Ability::new(Part::Given, effects::When::Granted, steps))))
}

/// "your opponent can't attack this card", "your opponent's Battle Cards can't attack your Leader", "this card can't be attacked
/// by a Leader Card": whom, and what keeps them from it, as [Permanent] skills say it.
pub(super) fn shielded(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let game = Until::Game;
    let gain = |to, by| vec![Step::Gain { to, change: Change::NotAttackedBy(by), until: game }];
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("this card can't be attacked by").then_some(())?;
        if p.take("your opponent 's cards") {
            return Some(gain(Gainer::Cards(Target::This), Filter::Of(Who::Opponent)));
        }
        p.take("a/an");
        let side = grammar::whose(p);
        let by = lex.one_kind(p, b)?;
        let by = side.map_or(by.clone(), |who| Filter::Of(who).and(by));
        Some(gain(Gainer::Cards(Target::This), by))
    }) {
        return Some(steps);
    }
    let by = if p.take("your/the opponent can't attack") {
        Filter::Of(Who::Opponent)
    } else {
        let side = grammar::whose(p)?;
        let mut kind = lex.one_kind(p, b)?;
        while let Some(next) = p.attempt_with(b, |p, b| {
            p.take("and/or").then_some(())?;
            lex.one_kind(p, b)
        }) {
            kind = Filter::Either(vec![kind, next]);
        }
        p.take("can't attack").then_some(())?;
        Filter::Of(side).and(kind)
    };
    if p.take("this card") {
        return Some(gain(Gainer::Cards(Target::This), by));
    }
    // DBS 20-14-1: "your opponent can't attack your Leader Card unless they discard 1 card each time".
    if let Some(change) = p.attempt_with(b, |p, b| {
        (by == Filter::Of(Who::Opponent) && p.take("your leader card? unless they/your opponent?"))
            .then_some(())?;
        match toll(lex, p, b)? {
            Change::Toll(index) => Some(Change::TollOn(index)),
            _ => None,
        }
    }) {
        let to = Gainer::Cards(Target::Test(Test::YourLeader));
        return Some(vec![Step::Gain { to, change, until: game }]);
    }
    if p.take("your leader card/cards?") {
        return Some(gain(Gainer::Cards(Target::Test(Test::YourLeader)), by));
    }
    // Nobody's in particular: those of the other side are all that can be attacked.
    p.take("your");
    let noun = lex.phrase(p, b)?;
    let placed = noun.among.is_some();
    let select = Select { count: HowMany::All, ..lex.selection(noun, Who::You, HowMany::All) };
    let _ = placed;
    Some(gain(Gainer::Whatever(select), by))
}
