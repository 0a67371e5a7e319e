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
            p.take("an additional");
            // "power equal to the total power of the cards switched to Rest Mode by this skill".
            if p.take("power equal to the total power of the cards switched to rest mode by this skill") {
                return b.counted.clone().map(Change::Power);
            }
            if let Some(n) = p.signed() {
                if p.take("power") {
                    let each = per_each(lex, p, b, n);
                    return Some(Change::Power(each.unwrap_or(Amount::Fixed(n))));
                }
                if p.take("combo power") {
                    let each = per_each(lex, p, b, n);
                    return Some(Change::ComboPower(each.unwrap_or(Amount::Fixed(n))));
                }
                // The oldest wording leaves the word out: "+1000 for each …".
                return per_each(lex, p, b, n).map(Change::Power);
            }
            if p.peek_group(Bracket::Quote).is_some() {
                return super::quoted::quoted(lex, p, b);
            }
            // DBS 23-4-1: "gets 40000 power", a figure without its sign.
            if let Some(n) = p.attempt(|p| p.number().filter(|_| p.take("power"))) {
                return Some(Change::Power(Amount::Fixed(n)));
            }
            if let Some(name) = p.group(Bracket::Double) {
                return Some(Change::Trait(effects::Phrase::new(name)));
            }
            p.take("a/an/the");
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
            let change = p.peek_group(Bracket::Square).is_some()
                || p.ahead("+")
                || p.ahead("-")
                || p.ahead("an additional")
                || joined && p.peek_group(Bracket::Quote).is_some()
                || joined && p.peek_group(Bracket::Double).is_some();
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
        if p.take("card/cards placed? under") {
            // DBS 23-2-2-3: cards of their own.
            let single = |it: &Target<Dbs>| matches!(it, Target::This | Target::Slot(_));
            let host = match p.take("this card") {
                true => Target::This,
                false => p.take("it").then(|| b.it.clone().unwrap_or(Target::This)).filter(single)?,
            };
            let under = Amount::Game(Count::Under(host));
            return Some(Amount::PerEach { each, per, of: Box::new(under) });
        }
        if p.take("colors? color? among cards") || p.take("card color/colors") || p.take("color/colors") {
            let place = {
                use effects::text::grammar::Lexicon;
                lex.place(p, b)?
            };
            let select = Select::new(place, Filter::Any, HowMany::All);
            let colors = Amount::Game(Count::DifferentColors(Box::new(select)));
            return Some(Amount::PerEach { each, per, of: Box::new(colors) });
        }
        if p.take("marker/markers on it/this card?") {
            let markers = Amount::Figure(Figure::Markers, Box::new(Target::This));
            return Some(Amount::PerEach { each, per, of: Box::new(markers) });
        }
        p.take("of");
        let start = p.position();
        lex.every.set(true);
        let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::You, HowMany::All));
        lex.every.set(false);
        let mut select = Select { count: HowMany::All, ..select? };
        if let (true, false, effects::Among::Zones { whose, .. }) =
            (p.ahead("in play"), p.passed_word(start, &["your"]), &mut select.among)
        {
            // DBS 20-1-2: "each Battle Card in play" is anybody's.
            *whose = Who::Both;
        }
        // What a card of each may be called is said of single choices only.
        (!says_unlike(&select.filter)).then_some(())?;
        let _ = p.take("you have") || p.take("in play");
        let mut of = Amount::Count(Box::new(select.clone()));
        // "for each of your <X> cards and X Tokens", "… in your energy and your opponent's energy".
        if let Some(more) = p.attempt_with(b, |p, b| and_counted(lex, p, b, &select)) {
            of = Amount::Plus(Box::new(of), Box::new(more));
        }
        Some(Amount::PerEach { each, per, of: Box::new(of) })
    })
}

/// More of what is counted, behind "and".
fn and_counted(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
    first: &Select<Dbs>,
) -> Option<Amount<Dbs>> {
    p.take("and").then_some(())?;
    let noun = match grammar::whose(p) {
        Some(Who::Opponent) => {
            // The same kind of card in the other player's area.
            let effects::Among::Zones { whose: Who::You, zones } = &first.among else { return None };
            let [area] = zones[..] else { return None };
            (super::nouns::area_word(p)? == area).then_some(())?;
            let among = effects::Among::Zones { whose: Who::Opponent, zones: vec![area] };
            Select { among, ..first.clone() }
        }
        None => {
            let filter = lex.one_kind(p, b)?;
            let token = Filter::Kind(KindWord::Token);
            matches!(&filter, Filter::All(all) if all.contains(&token)).then_some(())?;
            let mut among = first.among.clone();
            if let (effects::Among::Zones { zones, .. }, false) = (&mut among, p.ahead("in")) {
                *zones = vec![crate::state::Area::Battle];
            } else {
                use effects::text::grammar::Lexicon;
                among = lex.place(p, b)?;
            }
            Select { among, filter, ..first.clone() }
        }
        _ => return None,
    };
    Some(Amount::Count(Box::new(noun)))
}

fn says_unlike(filter: &Filter<Dbs>) -> bool {
    match filter {
        Filter::All(all) => all.iter().any(says_unlike),
        Filter::Test(Test::Unlike(..)) => true,
        _ => false,
    }
}

/// "… for the turn for each card in your hand": a change by a number, so many times, said last.
fn counted(changes: &mut [Change], lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<()> {
    let [Change::Power(Amount::Fixed(n)) | Change::ComboPower(Amount::Fixed(n))] = changes else {
        return None;
    };
    let amount = per_each(lex, p, b, *n)?;
    match &mut changes[0] {
        Change::Power(of) | Change::ComboPower(of) => *of = amount,
        _ => {}
    }
    Some(())
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
        let (start, counted_out) = (p.position(), is_counted(p));
        let mut object = lex.object(p, b, Who::Both)?;
        if let ([Step::Choose { from, .. }], false) = (&object.steps[..], counted_out) {
            // "your opponent's Battle Cards can't attack": nobody chooses, all of them are meant.
            let plural = p.passed_word(start, &["cards", "tokens", "unisons", "leaders"]);
            if plural && from.count == HowMany::Exactly(Amount::Fixed(1)) {
                let all = Select { count: HowMany::All, ..from.clone() };
                object.target = Target::Each(Box::new(all));
                object.steps.clear();
                b.it.clone_from(&before);
            }
        }
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
        } else if let Some(lost) = p.attempt(lost) {
            // DBS 9-1-2: what is lost as a keyword is negated, on cards that are known.
            let negated = matches!(lost, Change::Negate(_));
            (!negated || !matches!(object.target, Target::Each(_))).then_some(())?;
            vec![lost]
        } else if p.take("has/have a power of") {
            vec![Change::SetPower(Amount::Fixed(p.number()?))]
        } else if let Some(cannot) = cannots(p) {
            cannot
        } else if let Some(by) = unaffected(lex, p, b) {
            vec![by]
        } else if let Some(open) = attacks_open(lex, p, b) {
            vec![open]
        } else if let Some(what) = p.attempt(negated_on) {
            vec![Change::Negate(what)]
        } else {
            return p.want("gets, gains or can't");
        };
        let mut found = found;
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", and") || p.take("and") || p.mark(',')).then_some(())?;
            if p.take("gains/gain/gets/get") {
                return changes(lex, p, b);
            }
            if let Some(open) = attacks_open(lex, p, b) {
                return Some(vec![open]);
            }
            if let Some(what) = p.attempt(negated_on) {
                return Some(vec![Change::Negate(what)]);
            }
            cannots(p)
        }) {
            found.extend(more);
        }
        // Being kept in Rest Mode in a Charge Phase ends with that phase.
        if found == [Change::Cannot(Cannot::ReadyInCharge)] {
            b.until = Some(Until::Game);
        }
        let comma = p.attempt(|p| {
            p.mark(',').then_some(())?;
            until(p)
        });
        // "it gets +10000 power and you can't play cards for the turn": said once, last.
        let last = || {
            let (mut ahead, mut later) = (p.clone(), b.clone());
            ahead.take("and you can't").then_some(())?;
            let (mut ahead, _) = (p.clone(), ahead);
            ahead.take("and");
            let steps = super::clauses::clause_now(lex, &mut ahead, &mut later)?;
            match steps.last() {
                Some(Step::Gain { until, .. }) => Some(*until),
                _ => None,
            }
        };
        let last = last();
        let until = until(p).or(comma).or(b.until).or(last);
        let Some(until) = until else { return p.want("how long it lasts") };
        let _ = p.attempt_with(b, |p, b| counted(&mut found, lex, p, b));
        // DBS 20-14-1: "… can't attack for the turn unless your opponent discards 1 card each time".
        if found == [Change::Cannot(Cannot::Attack)] && p.take("unless they/your opponent?") {
            found = vec![super::attacks::toll(lex, p, b)?];
        }
        let to = match &object.target {
            Target::Each(select) => Gainer::Whatever((**select).clone()),
            target => Gainer::Cards(target.clone()),
        };
        // A skill is given to cards that are known.
        let given = found.iter().any(|change| matches!(change, Change::Ability(_)));
        (!given || matches!(to, Gainer::Cards(_))).then_some(())?;
        for change in found {
            steps.push(Step::Gain { to: to.clone(), change, until });
        }
        if object.is_this {
            b.it = Some(Target::This);
        }
        Some(steps)
    })
}

/// "loses 5000 power", "loses [Blocker]".
pub(super) fn lost(p: &mut Parser<'_>) -> Option<Change> {
    p.take("both? loses/lose").then_some(())?;
    if let Some(keyword) = keyword_group(p) {
        p.take("skill/skills");
        return Some(Change::Negate(Negate::One(keyword)));
    }
    let n = p.number()?;
    p.take("power").then_some(Change::Power(Amount::Fixed(-n)))
}

/// Whether a phrase says how many it means.
pub(super) fn is_counted(p: &Parser<'_>) -> bool {
    p.ahead("a/an/one/1/another") || grammar::how_many::<Dbs>(&mut p.clone()).is_some()
}

/// "has its skills negated", "their skills are negated".
fn negated_on(p: &mut Parser<'_>) -> Option<Negate> {
    p.take("has/have its/their").then_some(())?;
    let what = super::words::SKILLS.read(p)?;
    p.take("negated").then_some(what)
}

/// "can attack Battle Cards without [Barrier] in Active Mode": all of them, or those that fit.
pub(super) fn attacks_open(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Change> {
    p.attempt_with(b, |p, b| {
        p.take("can also? attack").then_some(())?;
        if p.take("active mode battle cards")
            || p.take("your? opponent? 's? battle cards that are in active mode")
        {
            return Some(Change::CanAttackActive);
        }
        p.take("your opponent 's");
        let (no_mode, noun) = (lex.no_mode.replace(true), lex.one_kind(p, b));
        lex.no_mode.set(no_mode);
        let noun = noun?;
        p.take("in active mode").then_some(())?;
        Some(match noun {
            Filter::Kind(KindWord::Battle) => Change::CanAttackActive,
            Filter::All(all) if all.first() == Some(&Filter::Kind(KindWord::Battle)) => {
                let rest = all.into_iter().skip(1).fold(Filter::Any, Filter::and);
                Change::CanAttackActiveThat(rest)
            }
            _ => return None,
        })
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
        // Anybody's (DBS 20-4-1).
        if p.attempt(|p| (p.take("skills") && !p.ahead("of")).then_some(())).is_some() {
            return Some(Change::Unaffected(Filter::Any));
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
        let side = side.or_else(|| p.take("in any of your opponent 's areas").then_some(Who::Opponent));
        Some(Change::Unaffected(match side {
            Some(who) => Filter::Of(who).and(filter),
            None => filter,
        }))
    })
}

/// "can't attack, activate skills, or be used in a combo": one or several.
pub(super) fn cannots(p: &mut Parser<'_>) -> Option<Vec<Change>> {
    // The description of [Indestructible] (DBS 22-12-2).
    if p.take("can't be ko'd or removed from the/your/a? battle area by your/the opponent 's card? skills or as a result of battle") {
        let all = [Cannot::BeRemovedByOpponent, Cannot::BeKodByOpponentsSkills, Cannot::BeKodByBattle];
        return Some(all.map(Change::Cannot).to_vec());
    }
    let mut all = vec![Change::Cannot(cannot(p)?)];
    // The oldest wording: "by your opponent's card's skills or battle".
    if all == [Change::Cannot(Cannot::BeKodByOpponentsSkills)] && p.take("or battle") {
        all.push(Change::Cannot(Cannot::BeKodByBattle));
    }
    while let Some(next) = p.attempt(|p| {
        let comma = p.mark(',');
        (p.take("or") || comma).then_some(())?;
        cannot_word(p)
    }) {
        all.push(Change::Cannot(next));
    }
    Some(all)
}

fn cannot_word(p: &mut Parser<'_>) -> Option<Cannot> {
    if let Some(what) = p.attempt(|p| {
        p.take("activate the/a?").then_some(())?;
        let what = super::clauses::skill_word(p)?;
        p.take("skill/skills");
        Some(what)
    }) {
        return Some(what);
    }
    CANNOTS.read(p)
}

pub(super) fn cannot(p: &mut Parser<'_>) -> Option<Cannot> {
    p.attempt(|p| {
        // The oldest wording: "does not leave the Battle Area due to skills".
        if p.take("does not leave the/your? battle area due to skills") {
            return Some(Cannot::BeRemovedBySkills);
        }
        if p.take("does not leave the/your? battle area") || p.take("is not ko'd") {
            return p.behind("ko'd").then_some(Cannot::BeKod).or(Some(Cannot::BeRemoved));
        }
        if let Some(what) = p.attempt(|p| {
            let kept = p.take("will not switch") || p.take("won't switch") || p.take("can't switch");
            (kept || p.take("can't be switched")).then_some(())?;
            p.take("to active mode").then_some(())?;
            let next = p.take("during your opponent 's next charge phase")
                || p.take("during your/their next charge phase")
                || p.take("until the end of their next charge phase");
            Some(if next { Cannot::ReadyInCharge } else { Cannot::Ready })
        }) {
            return Some(what);
        }
        p.take("can't").then_some(())?;
        cannot_word(p)
    })
}
