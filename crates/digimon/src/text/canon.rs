//! Canonical spellings: words for what the game's own templating has no words for, which [`super::say`] says and this reads back.

use super::cards;
use super::lexicon::{B, WORDS};
use super::words::{PLACES, THAN};
use crate::vocab::*;
use effects::text::grammar::described;
use effects::text::{Bracket, Parser, lex};
use effects::{Filter, Slot, Target, Who};

/// "card A": a bound card.
pub fn letter(p: &mut Parser<'_>) -> Option<Slot> {
    p.attempt(|p| {
        if !p.take("card") {
            return None;
        }
        let mut letters = p.word()?.bytes();
        match (letters.next(), letters.next()) {
            (Some(letter @ b'a'..=b'z'), None) => Some(Slot(letter - b'a')),
            _ => None,
        }
    })
}

/// The parts of "{A; B}", each a description.
fn parts(p: &mut Parser<'_>) -> Option<Vec<Filter<Dcg>>> {
    let all = split(p.group(Bracket::Curly)?);
    let mut filters = Vec::new();
    for part in all {
        let tokens = lex(&part);
        let mut inner = p.inside(&tokens);
        filters.push(described(&WORDS, &mut inner, &mut B::default())?);
        if !inner.at_end() {
            return None;
        }
    }
    Some(filters)
}

/// Cuts at semicolons that are not inside inner braces.
pub fn split(text: &str) -> Vec<String> {
    let (mut all, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match all.last_mut() {
            Some(_) if c == ';' && depth == 0 => all.push(String::new()),
            Some(last) => last.push(c),
            None => {}
        }
    }
    all
}

/// Behind a noun: "that fits any of {…}", "that fits all of {…}", "that does not fit {…}", and tests by name.
pub fn postfix(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    p.attempt_with(b, |p, b| {
        if !p.take("that") {
            return None;
        }
        if p.take("fits/fit any of") {
            return Some(Filter::Either(parts(p)?));
        }
        if p.take("fits/fit all of") {
            return Some(Filter::All(parts(p)?));
        }
        if p.take("does not fit") {
            let [inner] = <[Filter<Dcg>; 1]>::try_from(parts(p)?).ok()?;
            return Some(Filter::Not(Box::new(inner)));
        }
        const PLAIN: &[(&str, Test)] = &[
            ("is the attacker", Test::Attacker),
            ("is the attack target", Test::AttackTarget),
            ("entered this turn", Test::Fresh),
            ("has no dp", Test::NoDp),
            ("is at the top or bottom", Test::AtEnd),
            ("holds this card", Test::Host),
            ("was made by this effect", Test::Made),
            ("was suspended by this effect", Test::Turned),
            ("has all below it chosen", Test::Lowest),
            ("would leave", Test::Leaving),
            ("met what was waited for", Test::Those),
            ("is shown in these requirements", Test::Material),
        ];
        if let Some(test) = p.lookup(PLAIN) {
            return Some(Filter::Test(test));
        }
        const WHO: &[(&str, Who)] = &[
            ("yours", Who::You),
            ("theirs", Who::Opponent),
            ("anybody 's", Who::Both),
            ("its owner 's", Who::Owner),
        ];
        if let Some(filter) = p.attempt(|p| {
            if !p.take("is") {
                return None;
            }
            if p.take("this card") {
                return Some(Filter::This);
            }
            if p.take("the subject") {
                return Some(Filter::Subject);
            }
            if p.take("attacked") {
                return Some(Filter::Is(Posture::Attacked));
            }
            if let Some(slot) = letter(p) {
                return Some(Filter::Bound(slot));
            }
            if let Some(who) = p.lookup(WHO) {
                return Some(Filter::Of(who));
            }
            if !p.take("in the") {
                return None;
            }
            Some(Filter::Test(Test::In(PLACES.read(p)?)))
        }) {
            return Some(filter);
        }
        if p.take("counts provided") {
            let tokens = lex(p.group(Bracket::Curly)?);
            let mut inner = p.inside(&tokens);
            let cond = super::cond::condition(&mut inner, b)?;
            return inner.at_end().then(|| Filter::Test(Test::Provided(Box::new(cond))));
        }
        if p.take("can become") {
            return Some(Filter::Test(Test::CanBecome(letter(p)?)));
        }
        if p.take("has the same trait as") {
            return Some(Filter::Test(Test::SharesTrait(Box::new(cards::still(p, b)?))));
        }
        if p.take("has linked to it") {
            let [inner] = <[Filter<Dcg>; 1]>::try_from(parts(p)?).ok()?;
            return Some(Filter::Test(Test::Linked(Box::new(inner))));
        }
        if p.take("has under it") {
            let cmp = THAN.read(p)?;
            let number = p.number()?;
            let [inner] = <[Filter<Dcg>; 1]>::try_from(parts(p)?).ok()?;
            return Some(Filter::Test(Test::UnderCount(Box::new(inner), cmp, number)));
        }
        if p.take("pairs with") {
            let slot = letter(p)?;
            if !p.take("as") {
                return None;
            }
            let pair = <[Filter<Dcg>; 2]>::try_from(parts(p)?).ok()?;
            return Some(Filter::Test(Test::Pairs(Box::new(pair), slot)));
        }
        None
    })
}

/// Cards that only a canonical spelling names.
pub fn target(p: &mut Parser<'_>) -> Option<Target<Dcg>> {
    const TARGETS: &[(&str, Target<Dcg>)] = &[
        ("said card", Target::Subject),
        ("the other one", Target::Other),
        ("what this effect made", Target::Test(Test::Made)),
        ("what this effect suspended", Target::Test(Test::Turned)),
        ("all those cards", Target::Test(Test::Those)),
        ("the card above this card", Target::Test(Test::Host)),
        ("the attacked digimon", Target::Test(Test::AttackTarget)),
    ];
    if let Some(gone) = p.attempt(|p| {
        if !p.take("the said") {
            return None;
        }
        if p.take("this card") {
            return Some(Target::Test(Test::Departed(None)));
        }
        Some(Target::Test(Test::Departed(Some(letter(p)?))))
    }) {
        return Some(gone);
    }
    match letter(p) {
        Some(slot) => Some(Target::Slot(slot)),
        None => p.lookup(TARGETS),
    }
}
