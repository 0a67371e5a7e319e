//! Conditions: what must be so of players, of cards, of what was done before.

use super::nouns::{Words, amount, color_word, figure, keyword_group, multicolor};
use crate::card::name_key;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon};
use effects::text::{Bracket, Builder, Parser};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Select, Target, Who};

impl Words {
    /// "you have …", "there are …": a count of cards, with the areas that the noun means.
    pub(super) fn having(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>, who: Who) -> Option<Cond<Dbs>> {
        if p.take("no") {
            let select = Select { count: HowMany::All, ..self.select(p, b, who, HowMany::All)? };
            in_play_tail(p);
            return Some(Cond::Not(Box::new(Cond::Exists(Box::new(select)))));
        }
        let counted = p.attempt_with(b, |p, b| {
            let number = amount(p)?;
            let cmp = grammar::comparison(p);
            if p.take("life") {
                return Some((number, cmp, None));
            }
            Some((number, cmp, Some(self.select(p, b, who, HowMany::All)?)))
        });
        if let Some((number, cmp, select)) = counted {
            in_play_tail(p);
            let cmp = if cmp == Cmp::Equal && select.is_some() { Cmp::AtLeast } else { cmp };
            let count = match select {
                Some(select) => Amount::Count(Box::new(select)),
                None => Amount::Game(Count::Life(who)),
            };
            return Some(Cond::Compare(count, cmp, number));
        }
        let select = self.select(p, b, who, HowMany::All)?;
        in_play_tail(p);
        // "A card" and "cards" ask for the same.
        Some(Cond::Exists(Box::new(Select { count: HowMany::All, ..select })))
    }

    /// A colour or such by itself, with no noun behind it.
    pub(super) fn adjective_word(&self, p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
        let mut either = Vec::new();
        loop {
            let next = multicolor(p).or_else(|| p.attempt(|p| color_word(p.word()?)))?;
            either.push(next);
            if p.attempt(|p| {
                p.take("or").then_some(())?;
                color_word(p.clone().word()?).map(|_| ())
            })
            .is_none()
            {
                break;
            }
        }
        Some(if either.len() == 1 { either.remove(0) } else { Filter::Either(either) })
    }

    /// What a card is said to be: "is red", "is a blue <X> card", "is in Rest Mode", "has [Blocker]".
    pub(super) fn said_of(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
        let negated = |p: &mut Parser<'_>| p.take("not");
        if p.take("is/are") || p.take("'s") {
            let not = negated(p) || p.take("n't");
            let filter = p.attempt_with(b, |p, b| {
                p.take("a/an/the");
                grammar::described(self, p, b)
            });
            let filter = filter
                .or_else(|| self.adjective_word(p))
                .or_else(|| self.adjective(p, b))
                .or_else(|| self.postfix(p, b))?;
            // "is blue or a 《X》 card", "is green or is a black <Y> card".
            let filter = match p.attempt_with(b, |p, b| {
                p.take("or is? a/an").then_some(())?;
                let other = grammar::described(self, p, b)?;
                (!not).then_some(other)
            }) {
                Some(other) => Filter::Either(vec![filter, other]),
                None => filter,
            };
            return Some(if not { filter.negate() } else { filter });
        }
        if p.take("isn't") {
            p.take("a/an");
            return Some(
                grammar::described(self, p, b)
                    .or_else(|| self.adjective(p, b))
                    .or_else(|| self.postfix(p, b))?
                    .negate(),
            );
        }
        if p.take("has/have") {
            if let Some(filter) = figure(p) {
                return Some(filter);
            }
            p.take("the/a");
            if let Some(keyword) = keyword_group(p) {
                p.take("skill/skills");
                return Some(Filter::Has(keyword));
            }
        }
        None
    }
}

/// "in play", said of cards that could not be anywhere else.
fn in_play_tail(p: &mut Parser<'_>) {
    p.take("in play");
}

/// What was done with cards chosen before, as where they are now.
fn done_with(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    let at = |area| Filter::Test(Test::InArea(area));
    if p.take("you added a card to your hand") || p.take("you added 1 or more cards to your hand") {
        return Some(at(Area::Hand));
    }
    if p.take("you played a card") || p.take("you played 1 or more cards") {
        let _ = p.take("with this skill") || p.take("by this skill");
        return Some(at(Area::Battle));
    }
    if p.take("you placed a card in your drop area?") || p.take("you discarded a card") {
        return Some(at(Area::Drop));
    }
    if p.take("you ko'd a card") || p.take("you KO'd a card") {
        return Some(at(Area::Battle).negate());
    }
    None
}

/// What may be said as a condition.
pub(super) fn fact(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    if p.take("it 's your turn") || p.take("it is your turn") || p.take("during your turn") {
        return Some(Cond::Fact(Fact::YourTurn));
    }
    if p.take("it 's your opponent 's turn")
        || p.take("it is your opponent 's turn")
        || p.take("during your opponent 's turn")
    {
        return Some(Cond::Fact(Fact::OpponentsTurn));
    }
    // "you added a card to your hand": what became of the cards chosen before.
    if let (Some(target @ Target::Slot(_)), Some(filter)) = (b.it.clone(), p.attempt(done_with)) {
        return Some(Cond::Is(target, filter));
    }
    // "your life is at 4 or less".
    if let Some(cond) = p.attempt(|p| {
        let who = grammar::whose(p)?;
        p.take("life is/total at?").then_some(())?;
        p.take("is at/?");
        let number = amount(p)?;
        Some(Cond::Compare(Amount::Game(Count::Life(who)), grammar::comparison(p), number))
    }) {
        return Some(cond);
    }
    // "your Leader is …".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let who = grammar::whose(p)?;
        p.take("leader card?").then_some(())?;
        let leader = Target::Test(if who == Who::You { Test::YourLeader } else { Test::OpponentsLeader });
        if p.take("'s back side is") {
            let name = p.group(Bracket::Curly)?;
            return Some(Cond::Is(leader, Filter::Test(Test::BackName(name_key(name)))));
        }
        let filter = lex.said_of(p, b)?;
        Some(Cond::Is(leader, filter))
    }) {
        return Some(cond);
    }
    if p.take("it 's/is the turn when/where this card was played") || p.take("this card was played this turn")
    {
        return Some(Cond::Is(Target::This, Filter::Is(CardState::PlayedThisTurn)));
    }
    // "this card is …", "that card is …", "the attacking card has …".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let target = if p.take("this card") {
            Target::This
        } else if p.take("the attacking card") {
            Target::Test(Test::Attacker)
        } else if let Some(test) = p.lookup(&[
            ("the attacking battle card", Test::AttackingBattle),
            ("the card being played", Test::Declared),
            ("the card your opponent is playing", Test::Declared),
            ("the battle card being played", Test::DeclaredBattle),
            ("the battle card your opponent is playing", Test::DeclaredBattle),
        ]) {
            let played = Target::Test(test);
            b.it = Some(played.clone());
            played
        } else if p.take("that card") || p.take("the chosen card") || p.take("it") {
            b.it.clone()?
        } else {
            return None;
        };
        if p.take("is attacking") {
            return Some(Cond::Is(target, Filter::Is(CardState::Attacking)));
        }
        let filter = lex.said_of(p, b)?;
        Some(Cond::Is(target, filter))
    }) {
        return Some(cond);
    }
    // "you have …", "your opponent has …", "there are …".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let (who, not) = if p.take("you don't have") || p.take("you do not have") {
            (Who::You, true)
        } else if p.take("you have") {
            (Who::You, false)
        } else if p.take("your opponent doesn't have") || p.take("your opponent does not have") {
            (Who::Opponent, true)
        } else if p.take("your opponent has") {
            (Who::Opponent, false)
        } else if p.take("there are no") || p.take("there is no") {
            (Who::Both, true)
        } else if p.take("there is/are") || p.take("there 's") {
            (Who::Both, false)
        } else {
            return None;
        };
        if not {
            p.take("any/a/an");
        }
        let cond = lex.having(p, b, who)?;
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    }) {
        return Some(cond);
    }
    // "your hand has 3 or less cards", "a red <X> card is in play in your Battle Area".
    p.attempt_with(b, |p, b| {
        let noun = lex.phrase(p, b)?;
        let every = noun.count == Some(HowMany::All);
        let select = Select { count: HowMany::All, ..lex.selection(noun, Who::You, HowMany::All) };
        // "All of your energy is red": there is none that is not.
        if every {
            p.take("is/are").then_some(())?;
            let filter =
                lex.adjective_word(p).or_else(|| lex.adjective(p, b)).or_else(|| lex.postfix(p, b))?;
            let other = Select { filter: select.filter.and(Filter::Not(Box::new(filter))), ..select };
            return Some(Cond::Not(Box::new(Cond::Exists(Box::new(other)))));
        }
        if p.take("is/are in play in your battle area") || p.take("is/are in play") {
            return Some(Cond::Exists(Box::new(select)));
        }
        p.take("is/are").then_some(())?;
        if let Some(Among::Zones { whose, zones }) = lex.place(p, b) {
            let select = Select { among: Among::Zones { whose, zones }, ..select };
            return Some(Cond::Exists(Box::new(select)));
        }
        let filter = lex.adjective(p, b).or_else(|| lex.postfix(p, b))?;
        Some(Cond::Exists(Box::new(Select { filter: select.filter.and(filter), ..select })))
    })
}
