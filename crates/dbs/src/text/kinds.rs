//! What a card is: the words for colours, groups and kinds.

use crate::card::{Color, Colors, character_key, name_key};
use crate::keyword;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Parser, Tok};
use effects::{Filter, Phrase};

/// A colour word, "mono-red" included.
pub fn color_word(word: &str) -> Option<Filter<Dbs>> {
    if let Some(color) = Color::read(word) {
        return Some(Filter::Color(color));
    }
    let mono = word.strip_prefix("mono-").and_then(Color::read)?;
    Some(Filter::Test(Test::OnlyColors(Colors::of(mono))))
}

/// "Red/Blue multicolor": both colours, and by its print.
pub fn multicolor(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    p.attempt(|p| {
        let mut colors = Colors::default();
        loop {
            colors = colors.with(Colors::of(Color::read(p.word()?)?));
            if !p.mark('/') {
                break;
            }
        }
        if colors.count() < 2 {
            return None;
        }
        if !p.take("multicolor/multi-color/multi-colored") {
            return None;
        }
        Some(Filter::Test(Test::Colors(colors)).and(Filter::Is(CardState::Multicolor)))
    })
}

pub fn group(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    let filter = match p.peek()? {
        Tok::Group(Bracket::Angle, name) => {
            let name = character_key(name);
            p.bump();
            // "<Vegeta>-only": no other character name.
            if p.take("- only") {
                return Some(Filter::Test(Test::OnlyCharacter(name)));
            }
            return Some(Filter::Test(Test::Character(name)));
        }
        Tok::Group(Bracket::Double, name) => {
            let name = Phrase::new(name);
            p.bump();
            // "《Earthling》-only": no other trait.
            if p.take("- only") {
                return Some(Filter::Test(Test::OnlyTrait(name)));
            }
            return Some(Filter::Trait(name));
        }
        Tok::Group(Bracket::Curly, name) => Filter::Name(name_key(name)),
        _ => return None,
    };
    p.bump();
    Some(filter)
}

/// A name or trait, or a list of them with commas: "<A>, <B>, or <C>".
pub fn groups(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    let first = group(p)?;
    let list = p.attempt(|p| {
        let mut any = vec![first.clone()];
        loop {
            let comma = p.mark(',');
            let last = grammar::and_or(p) || p.take("or");
            if !comma && (!last || any.len() < 2) {
                return None;
            }
            any.push(group(p)?);
            if last {
                return Some(Filter::Either(any));
            }
        }
    });
    Some(list.unwrap_or(first))
}

/// "non-<A>", "non-《B》", "non-[C]", "non-Leader".
pub(super) fn non(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    // DBS 20-20-1: everything that is not that.
    if let Some(color) = p.attempt(|p| p.word()?.strip_prefix("non-").and_then(Color::read)) {
        return Some(Filter::Color(color).negate());
    }
    const NON: [(&str, Filter<Dbs>); 5] = [
        ("non-token", Filter::Kind(KindWord::Token)),
        ("non-leader", Filter::Kind(KindWord::Leader)),
        ("non-extra", Filter::Kind(KindWord::Extra)),
        ("non-unison", Filter::Kind(KindWord::Unison)),
        ("non-multicolor", Filter::Is(CardState::Multicolor)),
    ];
    if let Some((_, filter)) = NON.iter().find(|(word, _)| p.take(word)) {
        return Some(filter.clone().negate());
    }
    p.attempt(|p| {
        p.take("non -").then_some(())?;
        let filter = group(p).or_else(|| keyword_group(p).map(Filter::Has))?;
        noun_follows(p).then(|| filter.negate())
    })
}

pub(super) fn kind_noun(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    const KINDS: [(&str, KindWord, bool); 17] = [
        ("z-battle card/cards", KindWord::Battle, true),
        ("z-battles", KindWord::Battle, true),
        ("z-extra card/cards", KindWord::Extra, true),
        ("z-extra/z-extras", KindWord::Extra, true),
        ("z-unison card/cards", KindWord::Unison, true),
        ("z-unison/z-unisons", KindWord::Unison, true),
        ("z-leader card/cards", KindWord::Leader, true),
        ("z-leader/z-leaders", KindWord::Leader, true),
        ("z-card/z-cards", KindWord::Z, true),
        ("battle card/cards", KindWord::Battle, false),
        ("leader card/cards", KindWord::Leader, false),
        ("leader/leaders", KindWord::Leader, false),
        ("extra card/cards", KindWord::Extra, false),
        ("extra/extras", KindWord::Extra, false),
        ("unison card/cards", KindWord::Unison, false),
        ("unison/unisons", KindWord::Unison, false),
        ("token/tokens", KindWord::Token, false),
    ];
    for (words, kind, z) in KINDS {
        if p.take(words) {
            let filter = Filter::Kind(kind);
            return Some(if z && kind != KindWord::Z {
                Filter::Kind(KindWord::Z).and(filter)
            } else {
                filter
            });
        }
    }
    if p.take("copy/copies of this card") {
        return Some(Filter::Test(Test::SameNameAsThis));
    }
    if p.take("card/cards") {
        return Some(Filter::Any);
    }
    if p.take("z-energy") {
        return Some(Filter::Test(Test::InArea(Area::ZEnergy)));
    }
    if p.take("energy") {
        return Some(Filter::Test(Test::InArea(Area::Energy)));
    }
    // "1 of your life".
    if p.behind("of your") && p.take("life") || p.behind("opponent 's") && p.ahead("life") && p.take("life") {
        return Some(Filter::Test(Test::InArea(Area::Life)));
    }
    None
}

/// Whether a noun word follows, behind any adjectives: then a group in front is an adjective.
pub(super) fn noun_follows(p: &Parser<'_>) -> bool {
    let mut p = p.clone();
    for _ in 0..12 {
        if kind_noun(&mut p.clone()).is_some() {
            return true;
        }
        let more = group(&mut p).is_some()
            || p.take("or/and")
            || p.mark('/')
            || p.take("multicolor/skill-less/face-up/other/attacking")
            || p.take("non -")
            || keyword_group(&mut p).is_some()
            || p.attempt(|p| color_word(p.word()?)).is_some();
        if !more {
            return false;
        }
    }
    false
}

/// A skill by what stands in its brackets: a keyword, or one that is told by a number or by colours.
pub fn skill_group(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    if let Some(keyword) = keyword_group(p) {
        return Some(Filter::Has(keyword));
    }
    const KINDS: [&str; 12] = [
        "over realm",
        "dark over realm",
        "revive",
        "arrival",
        "aegis",
        "alliance",
        "swap",
        "sparking",
        "burst",
        "bond",
        "empower",
        "wish",
    ];
    let words = effects::text::lexer::fold(p.peek_group(Bracket::Square)?);
    let known =
        |kind: &&str| words.strip_prefix(*kind).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    KINDS.iter().any(known).then_some(())?;
    p.bump();
    Some(Filter::Test(Test::Headed(Phrase::new(&words))))
}

/// A keyword in brackets: "[Blocker]".
pub fn keyword_group(p: &mut Parser<'_>) -> Option<Keyword> {
    let words = effects::text::lexer::fold(p.peek_group(Bracket::Square)?);
    let keyword = keyword::simple(&words).or_else(|| keyword::asked_for(&words))?;
    p.bump();
    Some(keyword)
}
