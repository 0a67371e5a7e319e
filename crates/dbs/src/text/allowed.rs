//! What [Permanent] skills allow and forbid a card: what may be in the deck, from where it may be played or evolved, when it may
//! attack.

use super::clauses::Steps;
use super::nouns::{Words, keyword_group};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser};
use effects::{Amount, Gainer, HowMany, Step, Target, Who};

/// "you can't include black Battle Cards in your deck", "you can only include up to 7 《X》 cards in your deck", "your deck can only
/// include up to 6 [Dragon Ball] cards, and can't include non-red Battle Cards" (DBS 6-1-5-2).
pub(super) fn included(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let yours = p.take("your deck");
    let mut steps = Steps::new();
    loop {
        yours.then_some(()).or_else(|| p.take("you").then_some(()))?;
        let most = if p.take("can't include") {
            0
        } else {
            p.take("can only include up to").then_some(())?;
            u8::try_from(p.number()?).ok()?
        };
        lex.no_place.set(true);
        let kind = p.attempt_with(b, |p, b| lex.one_kind(p, b));
        lex.no_place.set(false);
        let kind = kind.filter(|kind| *kind != effects::Filter::Any && crate::card::Face::knows(kind))?;
        (yours || p.take("in your deck")).then_some(())?;
        let change = Change::Includes(kind, most);
        steps.push(Step::Gain { to: Gainer::Player(Who::You), change, until: Until::Game });
        if !(yours && (p.take(", and") || p.take("and"))) {
            return Some(steps);
        }
    }
}

/// "this card's [EX-Evolve] can also be activated from your Z-Energy", "you can also activate this card's [EX-Evolve] from your Drop".
pub(super) fn reaching(p: &mut Parser<'_>) -> Option<(effects::Phrase, Area)> {
    let front = p.take("you can also activate");
    p.take("this card 's").then_some(())?;
    let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
    matches!(words.as_str(), "evolve" | "ex-evolve" | "xeno-evolve").then_some(())?;
    p.take("skill");
    (front || p.take("can also be activated")).then_some(())?;
    p.take("from your").then_some(())?;
    Some((effects::Phrase::new(&words), super::nouns::area_word(p)?))
}

/// "this card can only attack or be used in a combo if your Leader is red": where that is not so it cannot.
pub(super) fn only_while(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    use effects::Cond;
    p.take("this card can only attack").then_some(())?;
    let mut what = vec![Cannot::Attack];
    if p.take("or be used in a combo") || p.take("or be used in combos") {
        what.push(Cannot::Combo);
    }
    p.take("if/while").then_some(())?;
    let cond = match grammar::condition(lex, p, b)? {
        Cond::Is(target, filter) => Cond::Is(target, filter.negate()),
        cond @ (Cond::Exists(_) | Cond::Compare(Amount::Count(_), ..)) => Cond::Not(Box::new(cond)),
        _ => return None,
    };
    let gain = |what| Step::Gain {
        to: Gainer::Cards(Target::This),
        change: Change::Cannot(what),
        until: Until::Game,
    };
    let then = what.into_iter().map(gain).collect();
    Some(vec![Step::If { cond, then, otherwise: Vec::new() }])
}

/// "this card can't be played from any area by skills", "… except by skills", "this card can only be played from Energy Areas": what
/// it cannot, and where that counts.
pub(super) fn unplayable(p: &mut Parser<'_>, from: &[Area]) -> Option<(Cannot, Vec<Area>)> {
    if p.take("this card can only be played from energy areas") {
        let elsewhere = |area: &&Area| !matches!(area, Area::Energy | Area::Declared);
        return Some((Cannot::Play, from.iter().filter(elsewhere).copied().collect()));
    }
    let by_skills = |p: &mut Parser<'_>| p.take("by/with/using skills") && !p.ahead("other/on/of/from");
    let everywhere = p.take("this card in all areas can't be played");
    if everywhere {
        return by_skills(p).then(|| (Cannot::BePlayedBySkills, from.to_vec()));
    }
    (p.take("this card can't be played") || p.take("you can't play this card")).then_some(())?;
    if p.take("by/with/using skills from any area") {
        return Some((Cannot::BePlayedBySkills, from.to_vec()));
    }
    p.take("from any area").then_some(())?;
    let what = if p.take("except by skills") {
        Cannot::BePlayedPlainly
    } else if by_skills(p) {
        Cannot::BePlayedBySkills
    } else {
        (!p.ahead("by/with/using/except")).then_some(Cannot::Play)?
    };
    Some((what, from.to_vec()))
}

/// "you can choose Battle Cards in your Warp when choosing cards to use with this card's [Union] skill", "when choosing this card's
/// [Evolve] conditions, you can choose a <X> Battle Card in your Drop Area" (DBS 22-5-3-1, 22-13-4-2-1).
pub(super) fn materials(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Change> {
    let front = p.attempt(|p| {
        p.take("when choosing this card 's").then_some(())?;
        let keyword = keyword_group(p)?;
        p.take("conditions ,").then_some(keyword)
    });
    p.take("you can/may choose").then_some(())?;
    let noun = lex.phrase(p, b)?;
    let one = matches!(noun.count, None | Some(HowMany::Exactly(Amount::Fixed(1))));
    let area = match &noun.among {
        Some(effects::Among::Zones { whose: Who::You, zones }) if zones.len() == 1 => zones[0],
        _ => return None,
    };
    let keyword = match front {
        Some(keyword) => keyword,
        None => {
            p.take("when choosing cards to use with this card 's").then_some(())?;
            let keyword = keyword_group(p)?;
            p.take("skill").then_some(keyword)?
        }
    };
    p.take("from your hand");
    // DBS 22-13-4-1d: by [Union-Fusion] they go there anyway.
    let dropped = |p: &mut Parser<'_>| {
        p.mark('.').then_some(())?;
        p.take("if you do ,? place the chosen cards").then_some(())?;
        let from = |p: &mut Parser<'_>| {
            p.attempt(|p| {
                p.take("from your").then_some(())?;
                (super::nouns::area_word(p)? == area).then_some(())
            });
        };
        from(p);
        let to = super::moving::destination(p)?;
        from(p);
        (to == To::area(Area::Drop)).then_some(())
    };
    if lex.fuses.get() && keyword == Keyword::Union {
        p.attempt(dropped);
    }
    let known = matches!(keyword, Keyword::Union | Keyword::Evolve | Keyword::ZStack);
    let battle = match &noun.filter {
        effects::Filter::All(all) => all.contains(&effects::Filter::Kind(KindWord::Battle)),
        one => *one == effects::Filter::Kind(KindWord::Battle),
    };
    (known && one && battle).then_some(Change::Materials(keyword, area, noun.filter))
}
