//! Numbers from the table: "equal to …".

use super::gain::figure;
use super::lexicon::{Lex, pronoun};
use crate::state::Zone;
use crate::vocab::Words;
use effects::text::grammar::{self, Builder};
use effects::text::parser::Parser;
use effects::{Among, Amount, HowMany, Target, Who};

type B = Builder<Words>;

/// "equal to …": a number from the table.
pub(super) fn equal_to(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Words>> {
    if !p.take("equal to") {
        return None;
    }
    value(lex, p, b)
}

/// "the number of …", "that card's critical", "1 plus …".
pub(super) fn value(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Words>> {
    if let Some(first) = p.attempt(|p| {
        let first = p.number()?;
        p.take("plus").then_some(first)
    }) {
        let more = value(lex, p, b)?;
        return Some(Amount::Plus(Box::new(Amount::Fixed(first)), Box::new(more)));
    }
    p.take("an amount equal to");
    if p.take("the number put into your/his? or? her? drop zone") {
        return Some(Amount::Done);
    }
    if p.take("the number of") {
        return p.attempt_with(b, |p, _| done(p)).or_else(|| counted(lex, p, b));
    }
    if p.take("the sum of the") || p.take("the total") {
        let figure = figures(p)?;
        if !p.take("of") {
            return None;
        }
        // "… of a monster and an item on your field": one of each is chosen, and both count.
        if let Some((both, steps)) = p.attempt_with(b, |p, b| super::moving::several(lex, p, b)) {
            let Target::Several(cards) = both else { return None };
            b.prelude.extend(steps);
            let each = cards.into_iter().map(|card| Amount::Figure(figure, Box::new(card)));
            return each.reduce(|all, one| Amount::Plus(Box::new(all), Box::new(one)));
        }
        let noun = grammar::noun_phrase(lex, p, b)?;
        let select = super::lexicon::select_of(noun, HowMany::All)?;
        return select.is_settled().then(|| Amount::Figure(figure, Box::new(Target::Each(Box::new(select)))));
    }
    if p.take("the") {
        let figure = figure(p)?;
        if !p.take("of") {
            return None;
        }
        if p.take("the card destroyed/discarded/put/revealed")
            || p.take("the discarded/destroyed/called card")
        {
            let it = b.it.clone().filter(|it| *it != Target::This)?;
            return Some(Amount::Figure(figure, Box::new(it)));
        }
        p.take("that/the destroyed/called");
        let target = match p.attempt(|p| pronoun(p, b)) {
            Some(target) => target,
            None if p.take("card/monster") => b.it.clone()?,
            None => one_there(lex, p, b)?,
        };
        return Some(Amount::Figure(figure, Box::new(target)));
    }
    let target = if p.take("that card/monster/item 's") || p.take("its") {
        b.it.clone()?
    } else if p.take("this card/monster 's") {
        Target::This
    } else {
        return None;
    };
    let figure = figure(p)?;
    Some(Amount::Figure(figure, Box::new(target)))
}

/// "a card you are [Ride] on": there is only one such card.
fn one_there(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Target<Words>> {
    let noun = grammar::noun_phrase(lex, p, b)?;
    let equipped = |filter: &effects::Filter<Words>| {
        matches!(filter, effects::Filter::Test(crate::vocab::Test::EquippedBy(_)))
    };
    let is = match &noun.filter {
        effects::Filter::All(all) => all.iter().any(equipped),
        one => equipped(one),
    };
    if !is || noun.among.is_some() {
        return None;
    }
    let select = noun.select(Who::You, &[Zone::Item], HowMany::All);
    Some(Target::Each(Box::new(effects::Select { count: HowMany::All, ..select })))
}

fn figures(p: &mut Parser<'_>) -> Option<crate::vocab::Figure> {
    use crate::vocab::Figure;
    p.lookup(&[("criticals", Figure::Critical), ("powers", Figure::Power), ("sizes", Figure::Size)])
        .or_else(|| figure(p))
}

/// "cards discarded", "cards put into the drop zone", "life you paid": of what was done last.
fn done(p: &mut Parser<'_>) -> Option<Amount<Words>> {
    if p.take("life you paid") {
        return Some(Amount::Done);
    }
    if !p.take("cards/monsters/souls") && !p.ahead("put") {
        return None;
    }
    p.take("you");
    let said = p.take("discarded from? your? hand?")
        || p.take("destroyed")
        || p.take("returned")
        || p.take("put into your/the/his? or? her? drop zone this? way?")
        || p.take("put");
    let behind = [".", "!", ",", "and", "to", "for", "during", "until"];
    let ends = p.at_end() || behind.iter().any(|words| p.ahead(words));
    (said && ends).then_some(Amount::Done)
}

/// "monsters on your field", "cards in this card's soul", "souls in cards on your field".
pub(super) fn counted(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Words>> {
    if let Some(among) = p.attempt_with(b, |p, b| souls_of(lex, p, b)) {
        let select = effects::Select::new(among, effects::Filter::Any, HowMany::All);
        return Some(Amount::Count(Box::new(select)));
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    // "the number of 《X》 among those cards": of the cards that were just put into the drop zone.
    if let Some(Target::Each(put)) = b.it.clone() {
        let new = matches!(put.filter, effects::Filter::Test(crate::vocab::Test::NewInDrop(_)));
        if new && noun.among.is_none() && (p.take("among those cards") || p.take("among them")) {
            let select = effects::Select { filter: put.filter.clone().and(noun.filter), ..*put };
            return Some(Amount::Count(Box::new(select)));
        }
    }
    noun.among.as_ref()?;
    Some(Amount::Count(Box::new(noun.select(Who::You, &Zone::FIELD, HowMany::All))))
}

/// "souls in (the) cards on your field", "cards in the souls of cards on your field": all of theirs together.
pub(super) fn souls_of(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Among<Words>> {
    let souls = p.take("soul/souls in/of the?") || p.take("card/cards in the soul/souls of the?");
    if !souls {
        return None;
    }
    if let Some(host) = p.attempt(|p| pronoun(p, b)) {
        return Some(Among::Under { host, zone: Zone::Soul });
    }
    if let Some(host) = p.attempt_with(b, |p, b| one_there(lex, p, b)) {
        return Some(Among::Under { host, zone: Zone::Soul });
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.count.is_some() && noun.count != Some(HowMany::All) {
        return None;
    }
    let select = super::lexicon::select_of(noun, HowMany::All)?;
    Some(Among::Under { host: Target::Each(Box::new(select)), zone: Zone::Soul })
}
