//! Numbers on cards and what they are compared with.

use super::nouns::noun_follows;
use super::words::{COSTS, FIGURES, THAN};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Parser, Tok};
use effects::{Among, Amount, Cmp, Filter, HowMany, Select};

/// A number with what makes it an amount: "5", "X".
pub fn amount(p: &mut Parser<'_>) -> Option<Amount<Dbs>> {
    if p.take("x") {
        return Some(Amount::Game(Count::X));
    }
    if p.take("that many") {
        return Some(Amount::Done);
    }
    p.number().map(Amount::Fixed)
}

/// "15000 power or less", "15000 or less power", "an energy cost of 3 or less": a figure and its comparison.
pub fn figure(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    if let Some(filter) = p.attempt(|p| {
        const NAMED: [(&str, Figure); 3] = [
            ("an? original energy cost/costs", Figure::OriginalEnergyCost),
            ("an? energy cost/costs", Figure::EnergyCost),
            ("a? power/powers", Figure::Power),
        ];
        let figure = p.lookup(&NAMED)?;
        if p.take("between") {
            let low = p.number()?;
            p.take("and").then_some(())?;
            let high = p.number()?;
            let test = |cmp, n| Filter::Figure(figure, cmp, Amount::Fixed(n));
            return Some(test(Cmp::AtLeast, low).and(test(Cmp::AtMost, high)));
        }
        let cmp = THAN.read(p)?;
        let whose = grammar::whose(p)?;
        let _ = p.take("current/total") || p.take("amount of total");
        p.take("energy").then_some(())?;
        let energy =
            Select::new(Among::Zones { whose, zones: vec![Area::Energy] }, Filter::Any, HowMany::All);
        Some(Filter::Figure(figure, cmp, Amount::Count(Box::new(energy))))
    }) {
        return Some(filter);
    }
    p.attempt(|p| {
        if let Some(figure) = COSTS.read(p) {
            // "of 3 or 4", "of 1, 3, or 5".
            if let Some(numbers) = p.attempt(numbers) {
                let each = numbers.into_iter().map(|n| Filter::Figure(figure, Cmp::Equal, Amount::Fixed(n)));
                return Some(Filter::Either(each.collect()));
            }
            let number = amount(p)?;
            let cmp = grammar::comparison(p);
            return Some(Filter::Figure(figure, cmp, number));
        }
        // "power 15000 or less", the oldest wording.
        let power_first = p.ahead("power") && matches!(p.peek_second(), Some(Tok::Number(_)));
        if power_first && p.take("power") {
            let number = amount(p)?;
            return Some(Filter::Figure(Figure::Power, grammar::comparison(p), number));
        }
        let number = amount(p)?;
        let mut cmp = grammar::comparison(p);
        let figure = FIGURES.read(p)?;
        if cmp == Cmp::Equal {
            cmp = grammar::comparison(p);
        }
        if figure == Figure::Markers && cmp == Cmp::Equal {
            cmp = Cmp::AtLeast;
        }
        Some(Filter::Figure(figure, cmp, number))
    })
}

/// Two numbers or more: "3 or 4", "1, 3, or 5".
fn numbers(p: &mut Parser<'_>) -> Option<Vec<i32>> {
    let mut all = vec![p.number()?];
    loop {
        let comma = p.mark(',');
        let last = p.take("or");
        (comma || last).then_some(())?;
        all.push(p.number()?);
        if last {
            // "with a specified cost of 4 or 1 red card": the number of another kind.
            return (!noun_follows(p) && !p.ahead("of")).then_some(all);
        }
    }
}

/// "… whose energy costs add up to 5 or less": behind any number of cards.
pub(super) fn total_cost(p: &mut Parser<'_>) -> Option<(Figure, i32)> {
    if p.take("of which the total power adds up to")
        || p.take("whose total power adds up to")
        || p.take("whose powers add up to")
    {
        let n = p.number()?;
        return p.take("or less").then_some((Figure::Power, n));
    }
    let said = p.take("whose total energy costs add up to")
        || p.take("of which the total cost adds up to")
        || p.take("with a combined total energy cost of");
    let said = said || costs_add_up(p);
    said.then_some(())?;
    let n = p.number()?;
    p.take("or less").then_some((Figure::EnergyCost, n))
}

fn costs_add_up(p: &mut Parser<'_>) -> bool {
    p.take("whose energy costs add up to a? total? of?")
        || p.take("for which the total energy? cost/costs adds/add up to")
        || p.take("with energy costs that add up to a? total? of?")
        || p.take("that add up to a total energy cost of")
        || p.take("with a total energy cost of")
}
