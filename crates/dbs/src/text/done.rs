//! Conditions on what was done before: what became of the cards that a skill chose, moved or knocked out.

use super::nouns::Words;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Select, Target};

/// What was done with cards chosen before, as where they are now: "you added a <X> card to your hand", "you didn't play a card",
/// "you placed 2 cards in your Drop Area with this skill".
pub(super) fn done_with(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    let at = |area| Filter::Test(Test::InArea(area));
    let bound = |it: &Target<Dbs>| matches!(it, Target::Slot(_));
    if let Some(cond) = p.attempt_with(b, |p, b| done_to(lex, p, b)) {
        return Some(cond);
    }
    // What went from the deck to another area was not spoken of as such.
    let target = b.it.clone().filter(bound).or_else(|| {
        let placed = p.ahead("you placed") || p.ahead("you didn't place");
        b.moved.clone().filter(|moved| placed && bound(moved))
    });
    let Some(target @ Target::Slot(slot)) = target else { return None };
    (p.take("you") || p.take("they") || p.take("your opponent")).then_some(())?;
    let mut not = p.take("didn't/don't") || p.take("did not");
    let chose = p.take("chose");
    if chose {
        not |= p.take("not");
        p.take("to").then_some(())?;
    }
    // What is done now is a cost, not a condition.
    let done = not || chose || p.ahead("added/placed/sent/returned/played/ko'd/discarded");
    done.then_some(())?;
    #[derive(Clone, Copy, PartialEq)]
    enum Deed {
        Put,
        Played,
        Knocked,
        Discarded,
    }
    let deed = p.lookup(&[
        ("added/add/placed/place/sent/send/returned/return", Deed::Put),
        ("played/play", Deed::Played),
        ("ko'd/ko", Deed::Knocked),
        ("discarded/discard", Deed::Discarded),
    ])?;
    // How many, and of what kind.
    let it = p.take("it") || p.take("that card");
    let mut number = 1;
    let mut kind = Filter::Any;
    if !it {
        if !p.take("a/an/any") {
            number = p.number().unwrap_or(1);
            p.take("or more");
        }
        p.take("opponent 's");
        lex.no_place.set(true);
        let read = p.attempt_with(b, |p, b| grammar::described(lex, p, b));
        lex.no_place.set(false);
        kind = read?;
    }
    let came = p.attempt(|p| {
        p.take("from").then_some(())?;
        super::nouns::possessor(p)?;
        super::nouns::area_word(p)
    });
    if came.is_some() && deed != Deed::Discarded && !chose {
        // Where the card came from is not remembered.
        return None;
    }
    let place = match deed {
        Deed::Played => at(Area::Battle),
        Deed::Knocked => at(Area::Battle).negate(),
        Deed::Discarded => {
            p.take("from your/their hand");
            at(Area::Drop)
        }
        Deed::Put => at(super::moving::destination(p)?.area),
    };
    let _ = super::clauses::by_this_skill(p);
    // A kind that the choice asked for already goes without saying.
    let plain = matches!(kind, Filter::Any | Filter::Kind(KindWord::Battle | KindWord::Extra));
    let cond = if number > 1 {
        let among = Select::new(Among::Slot(slot), place.and(kind), HowMany::All);
        Cond::Compare(Amount::Count(Box::new(among)), Cmp::AtLeast, Amount::Fixed(number))
    } else if plain {
        Cond::Is(target, place)
    } else {
        Cond::Exists(Box::new(Select::new(Among::Slot(slot), place.and(kind), HowMany::All)))
    };
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// "1 or more <A> cards are placed in your Drop Area by this skill", "a red card is KO'd by this skill", "there was 1 or more 《X》 among
/// them": of what was moved last.
fn done_to(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    let Some(Target::Slot(slot)) = b.moved.clone() else { return None };
    let there = p.take("there was/were");
    let number = match p.take("a/an") {
        true => 1,
        false => {
            let n = p.number()?;
            p.take("or more").then_some(n)?
        }
    };
    lex.no_place.set(true);
    let kind = p.attempt_with(b, |p, b| grammar::described(lex, p, b));
    lex.no_place.set(false);
    let kind = kind.filter(is_printed)?;
    let place = if there {
        p.take("among them").then_some(())?;
        Filter::Test(Test::InArea(Area::Drop))
    } else {
        p.take("is/are/was/were").then_some(())?;
        let place = if p.take("ko'd") {
            // Of several that the skill chooses, its cost included, nobody can say which are meant.
            (b.picks.len() == 1).then_some(())?;
            Filter::Test(Test::InArea(Area::Battle)).negate()
        } else {
            p.take("placed/sent").then_some(())?;
            Filter::Test(Test::InArea(super::moving::destination(p)?.area))
        };
        super::clauses::by_this_skill(p).then_some(place)?
    };
    let among = Select::new(Among::Slot(slot), place.and(kind), HowMany::All);
    Some(match number {
        1 => Cond::Exists(Box::new(among)),
        n => Cond::Compare(Amount::Count(Box::new(among)), Cmp::AtLeast, Amount::Fixed(n)),
    })
}

/// "that card", of what went from the deck to another area, where nothing else was spoken of.
pub(super) fn put_there(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Target<Dbs>> {
    (p.take("that card") && b.it.as_ref().is_none_or(|it| *it == Target::This)).then_some(())?;
    b.moved.clone().filter(|moved| matches!(moved, Target::Slot(_)))
}

/// Whether a description is of what is printed on a card, so that it can be asked of a card that has moved since.
pub(super) fn is_printed(filter: &Filter<Dbs>) -> bool {
    match filter {
        Filter::All(all) | Filter::Either(all) => all.iter().all(is_printed),
        Filter::Not(inner) => is_printed(inner),
        Filter::Any | Filter::Kind(_) | Filter::Color(_) | Filter::Name(_) | Filter::NameHas(_) => true,
        Filter::Trait(_) | Filter::TraitHas(_) => true,
        Filter::Figure(of, ..) => {
            matches!(of, Figure::EnergyCost | Figure::OriginalEnergyCost | Figure::OriginalPower)
        }
        Filter::Test(test) => matches!(
            test,
            Test::Character(_)
                | Test::CharacterHas(_)
                | Test::OnlyColors(_)
                | Test::Colors(_)
                | Test::SameNameAsThis
        ),
        _ => false,
    }
}
