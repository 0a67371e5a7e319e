//! Skill costs: what stands before the colon (DBS 1-6).

use super::nouns::Words;
use crate::card::{Color, Cost};
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon};
use effects::text::{Bracket, Builder, Parser, Tok};
use effects::{Amount, Cond, Step, Who};

/// What a skill costs.
#[derive(Clone, Debug, Default)]
pub struct SkillCost {
    pub energy: Cost,
    pub steps: Vec<Step<Dbs>>,
    /// Conditions among the cost: not a thing to pay, but they must hold.
    pub cond: Option<Cond<Dbs>>,
    pub asks_x: bool,
}

impl SkillCost {
    fn and(&mut self, cond: Cond<Dbs>) {
        self.cond = Some(match self.cond.take() {
            Some(old) => old.and(cond),
            None => cond,
        });
    }
}

/// Reads a whole skill cost: energy, conditions and actions in any order.
pub fn skill_cost(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<SkillCost> {
    let mut cost = SkillCost::default();
    if p.mark(',') {
        // Where a comma comes first, the symbol in front of it was lost.
        return p.want("a cost in front of the comma");
    }
    if let Some(either) = p.attempt(either_energy).or_else(|| p.attempt_with(b, |p, b| either_way(lex, p, b)))
    {
        cost.steps.push(either);
    } else if let Some(energy) = energy(p) {
        cost.energy = energy;
        cost.asks_x = energy.is_x;
    }
    loop {
        while p.mark(',') || p.take("and") || p.take("then") {}
        if p.at_end() || p.ahead(":") || p.ahead(".") {
            return Some(cost);
        }
        let conditional = p.take("if") || p.take("when") || p.take("while");
        if let Some(cond) = p.attempt_with(b, |p, b| {
            let mut cond = grammar::condition(lex, p, b)?;
            if let Cond::Either(any) = &mut cond {
                // "your life is at 4 or less or you have 2 or more energy and there are …": the last two go together.
                let life = |one: &Cond<Dbs>| {
                    matches!(one, Cond::Compare(Amount::Game(Count::Life(_)), _, Amount::Fixed(_)))
                };
                while let (true, Some(more)) = (
                    any.first().is_some_and(life),
                    p.attempt_with(b, |p, b| {
                        p.take("and").then_some(())?;
                        lex.fact(p, b)
                    }),
                ) {
                    let last = any.pop()?;
                    any.push(last.and(more));
                }
            }
            while let Some(other) = p.attempt_with(b, |p, b| {
                p.take(", or if?").then_some(())?;
                grammar::condition(lex, p, b)
            }) {
                cond = Cond::Either(vec![cond, other]);
            }
            ends_item(p).then_some(cond)
        }) {
            cost.and(cond);
            continue;
        }
        let _ = conditional;
        p.take("you may?");
        match p.attempt_with(b, |p, b| lex.clause(p, b)) {
            Some(steps) => cost.steps.extend(steps),
            None => return p.want("a cost or a condition"),
        }
    }
}

/// "R/G": one of several costs, whichever the player likes (DBS 1-6-6-1).
fn either_energy(p: &mut Parser<'_>) -> Option<Step<Dbs>> {
    let mut options = Vec::new();
    loop {
        let cost = energy(p)?;
        options.push((cost.letters()?, vec![Step::Do(Verb::Pay { cost })]));
        if !p.mark('/') {
            break;
        }
    }
    (options.len() > 1).then_some(Step::OneOf { who: Who::You, pick: 1, options })
}

/// "discard 1 card from your hand / switch this card to Rest Mode", "… or …": the same with things to do (DBS 1-6-6-1).
fn either_way(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Step<Dbs>> {
    let mut options = Vec::new();
    let before = b.clone();
    loop {
        (b.it, b.moved, b.picked) = (before.it.clone(), before.moved.clone(), before.picked.clone());
        let steps = match energy(p) {
            Some(cost) => vec![Step::Do(Verb::Pay { cost })],
            None => lex.clause(p, b)?,
        };
        let words = match &steps[..] {
            [Step::Do(Verb::Pay { cost })] => cost.letters()?,
            steps => super::clause(&[], &[], steps),
        };
        options.push((words, steps));
        if !(p.mark('/') || p.take("or")) {
            break;
        }
    }
    (b.it, b.moved, b.picked) = (before.it.clone(), before.moved.clone(), before.picked.clone());
    (options.len() > 1 && p.at_end()).then_some(Step::OneOf { who: Who::You, pick: 1, options })
}

/// The cost of a keyword skill, and the colon behind it.
pub fn keyword_cost(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<SkillCost> {
    if p.mark(':') {
        return Some(SkillCost::default());
    }
    let cost = skill_cost(lex, p, b)?;
    if p.mark(':') { Some(cost) } else { p.want("a colon") }
}

/// The cost of a keyword skill that may have nothing more to say.
pub fn keyword_tail(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<SkillCost> {
    if p.at_end() || p.mark(':') {
        return Some(SkillCost::default());
    }
    // A description right behind the keyword is no cost.
    let cost = p.attempt_with(b, |p, b| {
        let cost = skill_cost(lex, p, b)?;
        (p.at_end() || p.ahead(":") || p.ahead(".")).then_some(cost)
    });
    let cost = cost.unwrap_or_default();
    let _ = p.mark(':') || p.mark('.');
    Some(cost)
}

fn ends_item(p: &Parser<'_>) -> bool {
    p.at_end()
        || p.ahead(":")
        || p.ahead(".")
        || p.ahead(",")
        || p.ahead("and")
        || p.ahead("or")
        || p.ahead("then")
}

/// DBS 1-6-5-1, 1-6-5-2: symbols: letters for colours, a bracketed number for any colour.
pub fn energy(p: &mut Parser<'_>) -> Option<Cost> {
    let mut cost = Cost::FREE;
    let mut any = 0;
    let mut found = false;
    let mut is_x = false;
    loop {
        if let Some(colors) = p.attempt(|p| letters(p.word()?)) {
            for color in colors {
                // DBS 1-2-3-2-3: a symbol of a colour is one of that colour.
                cost.specified[color as usize] += 1;
            }
            found = true;
            continue;
        }
        if p.peek_group(Bracket::Square).is_some_and(|word| word.trim().eq_ignore_ascii_case("x")) {
            // DBS 20-5-1: an undetermined number.
            p.bump();
            (is_x, found) = (true, true);
            continue;
        }
        if let Some(number) = p.peek_group(Bracket::Square).and_then(number_word) {
            p.bump();
            any += number;
            found = true;
            continue;
        }
        break;
    }
    // "[Z-Awaken]2," and "2, if …": a bare number in front of a comma or a colon.
    if !found {
        let number = match p.peek()? {
            Tok::Number(number) => *number,
            _ => return None,
        };
        let ahead = p.peek_second();
        if !(ahead.is_none() || ahead == Some(&Tok::Mark(','))) {
            return None;
        }
        p.bump();
        any = u8::try_from(number).ok().filter(|any| *any <= 20)?;
    }
    cost.total = cost.specified_total() + any;
    cost.is_x = is_x;
    Some(cost)
}

/// "by 2", "by RR": how an energy cost, or a Z-Energy cost, changes (DBS 1-2-3-1, 1-2-3-2).
pub fn change(p: &mut Parser<'_>, sign: i32, z: bool) -> Option<Vec<Change>> {
    p.take("by").then_some(())?;
    if z {
        return Some(vec![Change::ZCost(Amount::Fixed(sign * p.number()?))]);
    }
    if let Some(colors) = p.attempt(|p| letters(p.word()?)) {
        let count = |color: Color| colors.iter().filter(|other| **other == color).count() as i32;
        let each = Color::ALL.into_iter().filter(|color| count(*color) > 0);
        return Some(
            each.map(|color| Change::SpecifiedCost(color, Amount::Fixed(sign * count(color)))).collect(),
        );
    }
    if sign > 0 && p.take("the declared number") {
        return Some(vec![Change::Cost(Amount::Named)]);
    }
    Some(vec![Change::Cost(Amount::Fixed(sign * p.number()?))])
}

/// "RR", "GY", "K": colour letters run together.
fn letters(word: &str) -> Option<Vec<Color>> {
    if word.len() > 8 {
        return None;
    }
    word.chars()
        .map(|letter| match letter {
            'r' => Some(Color::Red),
            'b' | 'u' => Some(Color::Blue),
            'g' => Some(Color::Green),
            'y' => Some(Color::Yellow),
            'k' => Some(Color::Black),
            _ => None,
        })
        .collect()
}

fn number_word(word: &str) -> Option<u8> {
    const WORDS: [&str; 11] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = word.trim().to_lowercase();
    if let Ok(number @ 0..=10) = word.parse() {
        return Some(number);
    }
    WORDS.iter().position(|name| *name == word).map(|number| number as u8)
}
