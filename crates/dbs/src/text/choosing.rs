//! Choosing: cards, one of several ways, and what is chosen from then on.

use super::areas::this_from;
use super::beside::{each_from, each_of, one_of_places, with_this};
use super::clauses::{Object, Steps, distinct, is_single};
use super::nouns::{IN_PLAY, Words, default_zones, keyword_group};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon};
use effects::text::{Builder, Parser, Tok};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// What was chosen is spoken of as such from here on.
fn note_choice(b: &mut Builder<Dbs>) {
    let chosen = b.it.clone();
    b.picked.clone_from(&chosen);
    b.picks.extend(chosen);
}

pub(super) fn choose(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    for (word, pick) in [("one", 1), ("two", 2), ("three", 3), ("1", 1), ("2", 2), ("3", 3)] {
        let listed = |p: &mut Parser<'_>, b: &mut Builder<Dbs>| match p.take(word) {
            true => modes(lex, p, b, pick),
            false => None,
        };
        if let Some(steps) = p.attempt_with(b, listed) {
            return Some(steps);
        }
    }
    // "choose it": the card that it happened to, if it can be chosen.
    if let Some(count) = p.attempt(|p| {
        let up_to = p.take("up to 1 of");
        if !up_to {
            p.take("1 of");
        }
        let meant = p.take("it")
            || p.take("that battle? card")
            || p.take("those battle? cards")
            || p.take("the played battle? cards")
            || p.take("the attacking cards")
            || p.take("the card that attacked");
        (meant && b.it == Some(Target::Subject)).then_some(match up_to {
            true => HowMany::UpTo(Amount::Fixed(1)),
            false => HowMany::Exactly(Amount::Fixed(1)),
        })
    }) {
        let past = ignoring_barrier(p);
        let slot = b.slot();
        let zones = vec![Area::Leader, Area::Battle, Area::Unison, Area::Combo];
        let mut from = Select::new(Among::Zones { whose: Who::Both, zones }, Filter::Subject, count);
        if past {
            from.filter = from.filter.and(Filter::Test(Test::PastBarrier));
        }
        b.it = Some(Target::Slot(slot));
        b.single = Some(slot);
        note_choice(b);
        return Some(vec![Step::Choose { who: b.actor, slot, from }]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| super::moving::down_to(p, b, false)) {
        return Some(steps);
    }
    type Several = fn(&Words, &mut Parser<'_>, &mut Builder<Dbs>) -> Option<Steps>;
    const SEVERAL: [Several; 3] = [each_of, each_from, one_of_places];
    for read in SEVERAL {
        if let Some(steps) = p.attempt_with(b, |p, b| read(lex, p, b)) {
            note_choice(b);
            return Some(steps);
        }
    }
    if let Some(mut object) = p.attempt_with(b, |p, b| with_this(lex, p, b)) {
        // What is discarded is in the hand.
        if p.ahead("and discard them") {
            if let Some(Step::Choose { from, .. }) = object.steps.last_mut() {
                if p.ahead("and discard them from your hand") {
                    from.among = Among::Zones { whose: Who::You, zones: vec![Area::Hand] };
                }
            }
            if !object.steps.contains(&this_from(Area::Hand)) {
                object.steps.insert(0, this_from(Area::Hand));
            }
        }
        note_choice(b);
        return Some(object.steps);
    }
    // "choose this card or 1 of your Battle Cards" is a choice among both.
    let who = b.actor;
    let own = who;
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "your Leader Card or 1 of your Battle Cards": of one's own either way.
        let leader = p.take("your leader card? or 1 of");
        (leader || p.take("this card or up? to? 1 of")).then_some(())?;
        let select = lex.select(p, b, own, HowMany::Exactly(Amount::Fixed(1)))?;
        let mut zones = default_zones(&select.filter);
        for zone in IN_PLAY {
            if !zones.contains(&zone) {
                zones.push(zone);
            }
        }
        let first = if leader { Filter::Kind(KindWord::Leader) } else { Filter::This };
        let filter = Filter::Either(vec![first, select.filter]);
        let from =
            Select::new(Among::Zones { whose: Who::You, zones }, filter, HowMany::Exactly(Amount::Fixed(1)));
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        note_choice(b);
        Some(vec![Step::Choose { who, slot, from }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| up_to_x(lex, p, b)) {
        return Some(steps);
    }
    // What was chosen before this: "the chosen card" beside "it".
    b.chosen = b.it.clone().filter(|it| matches!(it, Target::Slot(_)));
    let slot = b.slot();
    let all = p.attempt_with(b, |p, b| {
        if p.take("your opponent 's leader card? and all of their battle cards") {
            let kinds = Filter::Either(vec![Filter::Kind(KindWord::Leader), Filter::Kind(KindWord::Battle)]);
            let among = Among::Zones { whose: Who::Opponent, zones: default_zones(&kinds) };
            return Some(Select::new(among, kinds, HowMany::All));
        }
        p.take("all of?").then_some(())?;
        lex.select(p, b, Who::Both, HowMany::All)
    });
    // "if …, choose up to 2 instead": more of the same, into the same hands.
    if let (Some(shown), Some(Target::Slot(before)), Some(such)) = (b.shown, b.it.clone(), b.such.clone()) {
        if let Some(count) = p.attempt(|p| {
            let count = grammar::how_many::<Dbs>(p)?;
            p.take("instead").then_some(count)
        }) {
            let from = Select::new(Among::Slot(shown), such, count);
            b.single = None;
            return Some(vec![Step::Choose { who, slot: before, from }]);
        }
    }
    // "choose 1, and add it to your hand", "choose up to 1 of them": among the cards looked at.
    let shown = b.shown.and_then(|shown| {
        p.attempt(|p| {
            let count = grammar::how_many::<Dbs>(p)?;
            (p.take("them") || p.ahead(",") || p.ahead("and/instead")).then_some(())?;
            Some(Select::new(Among::Slot(shown), Filter::Any, count))
        })
    });
    let mut bare = false;
    let all = all.map(|from| Select { count: HowMany::All, ..from });
    let from = match all.or(shown) {
        Some(from) => from,
        None => {
            let noun = lex.phrase(p, b)?;
            bare = noun.whose.is_none() && noun.among.is_none();
            // Cards that were looked at and then put away are not meant any more.
            let put_away = p.passed_word(0, &["shuffle", "bottom"]);
            if let (Some(shown), true, false) = (b.shown, bare, put_away) {
                // "look at 7 cards …, choose up to 1 <X> card and add it to your hand": one of those.
                if p.ahead("and add/play it/them") || p.ahead(", add/play it/them") {
                    let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
                    let from = Select::new(Among::Slot(shown), noun.filter, count);
                    if is_single(&from.count) {
                        b.single = Some(slot);
                    }
                    b.it = Some(Target::Slot(slot));
                    let steps = vec![Step::Choose { who, slot, from: distinct(from, slot) }];
                    note_choice(b);
                    return Some(steps);
                }
                // Some of the chosen here and some there: nobody can say yet which.
                if p.ahead(", add/send/place up to") {
                    return p.want("what is done with all of the chosen cards");
                }
            }
            let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let whose = if noun.whose.is_none() && noun.among.is_none() { Who::Both } else { who };
            lex.selection(noun, whose, count)
        }
    };
    let past = ignoring_barrier(p);
    let mut from = Select { random: p.take("at random"), ..from };
    b.such = Some(from.filter.clone());
    if is_single(&from.count) {
        b.single = Some(slot);
    }
    b.it = Some(Target::Slot(slot));
    if past {
        from.filter = from.filter.and(Filter::Test(Test::PastBarrier));
    }
    let steps = vec![Step::Choose { who, slot, from: distinct(from, slot) }];
    let chosen = Object { steps, target: Target::Slot(slot), is_this: false };
    // "1 of your Battle Cards and up to 1 Unison Card": what names no player is any player's.
    let mut chosen = lex.and_another(p, b, Who::Both, chosen, bare);
    if ignoring_barrier(p) {
        for step in &mut chosen.steps {
            if let Step::Choose { from, .. } = step {
                from.filter = from.filter.clone().and(Filter::Test(Test::PastBarrier));
            }
        }
    }
    note_choice(b);
    Some(chosen.steps)
}

/// "up to X of your opponent's Battle Cards, where X is the number of Extra Cards in your Drop Area" (DBS 20-5-2).
fn up_to_x(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("up to x of").then_some(())?;
    let who = b.actor;
    let select = lex.select(p, b, Who::Both, HowMany::All)?;
    let mut past = ignoring_barrier(p);
    let n = super::clauses::defined(lex, p, b)?;
    past |= ignoring_barrier(p);
    let mut from = Select { count: HowMany::UpTo(n), ..select };
    if past {
        from.filter = from.filter.and(Filter::Test(Test::PastBarrier));
    }
    let slot = b.slot();
    (b.it, b.single) = (Some(Target::Slot(slot)), None);
    note_choice(b);
    Some(vec![Step::Choose { who, slot, from }])
}

/// "ignoring [Barrier]": noted for the whole skill by its header.
pub(super) fn ignoring_barrier(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| {
        p.mark(',');
        p.take("while? ignoring").then_some(())?;
        let keyword = keyword_group(p)?;
        (keyword == Keyword::Barrier).then_some(())
    })
    .is_some()
}

/// DBS 20-16-1: what follows "if you do" hangs on the sentence before it, whose steps begin at `last`.
fn hang_on(steps: &mut Steps, last: usize, then: Steps) -> Option<()> {
    match steps.last_mut()? {
        Step::May { then: after, .. } | Step::By { then: after, .. } | Step::IfDid { then: after, .. } => {
            after.extend(then);
        }
        _ => {
            let first = steps.split_off(last);
            steps.push(Step::IfDid { steps: first, then });
        }
    }
    Some(())
}

fn modes(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, pick: u8) -> Option<Steps> {
    let _ = p.take("of the following");
    while p.mark('-') || p.mark('?') || p.mark(':') {}
    let mut options = Vec::new();
    let before = b.clone();
    while p.mark('・') {
        // What one option speaks of, another does not know.
        (b.it, b.moved, b.picked) = (before.it.clone(), before.moved.clone(), before.picked.clone());
        (b.single, b.chosen) = (before.single, before.chosen.clone());
        let mut steps = Vec::new();
        let mut last = 0;
        while !p.at_end() && p.peek() != Some(&Tok::Mark('・')) {
            if p.attempt(|p| (lex.if_you_do(p) && p.mark(',')).then_some(())).is_some() {
                let then = grammar::sentence(lex, p, b)?;
                hang_on(&mut steps, last, then)?;
            } else if p.attempt(|p| (lex.if_you_dont(p) && p.mark(',')).then_some(())).is_some() {
                // DBS 20-17-1: it hangs on what is offered in the sentence before it.
                let Some(Step::May { otherwise, .. }) = steps.last_mut() else { return None };
                let instead = grammar::sentence(lex, p, b)?;
                otherwise.extend(instead);
            } else {
                last = steps.len();
                steps.extend(grammar::sentence(lex, p, b)?);
            }
            if !(p.at_end() || p.mark('.') || p.mark(';') || p.peek() == Some(&Tok::Mark('・'))) {
                return p.want("the end of the option");
            }
        }
        options.push((format!("option {}", options.len() + 1), steps));
    }
    // A running effect remembers eight modes at most.
    if !(2..=8).contains(&options.len()) {
        return p.want("options to choose from");
    }
    Some(vec![Step::OneOf { who: b.actor, pick, options }])
}
