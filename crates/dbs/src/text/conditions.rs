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
        // "4 or more 《X》 cards with different card names in your Drop Area", "4 or more colors among cards in …".
        if let Some(cond) = p.attempt_with(b, |p, b| {
            let number = amount(p)?;
            let cmp = grammar::comparison(p);
            (cmp != Cmp::Equal).then_some(())?;
            let colors = p.take("colors among cards") || p.take("color types") || p.take("colors");
            let filter = if colors { Filter::Any } else { self.one_kind(p, b)? };
            (colors || p.take("with different card? names")).then_some(())?;
            let select = Select::new(self.place(p, b)?, filter, HowMany::All);
            let count = match colors {
                true => Count::DifferentColors(Box::new(select)),
                false => Count::DifferentNames(Box::new(select)),
            };
            Some(Cond::Compare(Amount::Game(count), cmp, number))
        }) {
            return Some(cond);
        }
        let counted = p.attempt_with(b, |p, b| {
            let least = p.take("at least");
            let number = amount(p)?;
            let cmp = match grammar::comparison(p) {
                Cmp::Equal if least => Cmp::AtLeast,
                cmp => cmp,
            };
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
            if let Some(filter) = p.attempt(|p| {
                if let Some(name) = p.group(Bracket::Curly) {
                    return p.take("in its card? name").then(|| Filter::NameHas(effects::Phrase::new(name)));
                }
                if let Some(name) = p.group(Bracket::Angle) {
                    let name = crate::card::character_key(name);
                    return p.take("in its character name").then_some(Filter::Test(Test::CharacterHas(name)));
                }
                let name = p.group(Bracket::Double)?;
                p.take("in its special trait/traits").then(|| Filter::TraitHas(effects::Phrase::new(name)))
            }) {
                return Some(filter);
            }
            p.take("the/a/an");
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

/// Something else that is had, behind "and": "a red card in play", "2 or more Z-Energy".
fn had_too(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, who: Who) -> Option<Cond<Dbs>> {
    p.mark(',');
    p.take("and").then_some(())?;
    let counted = p.ahead("a/an/no") || grammar::compare::<Dbs>(&mut p.clone()).is_some();
    counted.then_some(())?;
    let cond = lex.having(p, b, who)?;
    // "… and a red card is in your energy" is no such thing.
    (!p.ahead("is/are/isn't/aren't/was/would")).then_some(cond)
}

/// "1 or more red cards and 1 or more blue cards in your Combo Area": the place said last is that of both.
fn one_place(first: Cond<Dbs>, last: &Cond<Dbs>) -> Cond<Dbs> {
    let select = |cond: &Cond<Dbs>| match cond {
        Cond::Compare(Amount::Count(select), ..) | Cond::Exists(select) => Some((**select).clone()),
        _ => None,
    };
    let (Some(of), Some(to)) = (select(&first), select(last)) else { return first };
    let bare = |select: &Select<Dbs>| matches!(&select.among, Among::Zones { zones, .. } if *zones == super::nouns::default_zones(&select.filter));
    let placed = match &of.filter {
        Filter::All(all) => all.iter().any(is_placed),
        one => is_placed(one),
    };
    if !bare(&of) || bare(&to) || placed {
        return first;
    }
    let moved = Box::new(Select { among: to.among, ..of });
    match first {
        Cond::Compare(_, cmp, number) => Cond::Compare(Amount::Count(moved), cmp, number),
        _ => Cond::Exists(moved),
    }
}

/// Whether a word says by itself where the card is: energy, a Battle Card.
fn is_placed(filter: &Filter<Dbs>) -> bool {
    matches!(filter, Filter::Kind(_) | Filter::Test(Test::InArea(_)))
}

/// "either A or B", "A, or B, or C" behind "and": one of them is enough.
fn either(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    p.take("either").then_some(())?;
    let mut any = vec![fact(lex, p, b)?];
    while let Some(next) = p.attempt_with(b, |p, b| {
        let comma = p.mark(',');
        (p.take("or if?") || comma).then_some(())?;
        fact(lex, p, b)
    }) {
        any.push(next);
    }
    (any.len() > 1).then_some(Cond::Either(any))
}

/// "your Leader Card and energy are all red".
fn leader_and_energy(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    p.take("your leader card? and").then_some(())?;
    p.take("all of your");
    p.take("energy is/are all?").then_some(())?;
    p.take("a");
    let filter = lex.adjective_word(p)?;
    let _ = b;
    let energy = Among::Zones { whose: Who::You, zones: vec![Area::Energy] };
    let other = Filter::Test(Test::InArea(Area::Energy)).and(Filter::Not(Box::new(filter.clone())));
    let none = Cond::Not(Box::new(Cond::Exists(Box::new(Select::new(energy, other, HowMany::All)))));
    Some(Cond::Is(Target::Test(Test::YourLeader), filter).and(none))
}

/// What was done with cards chosen before, as where they are now.
fn done_with(p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
    let at = |area| Filter::Test(Test::InArea(area));
    if p.take("you added a card to your hand")
        || p.take("you added 1 or more cards to your hand")
        || p.take("you add a card to your hand")
        || p.take("you added cards to your hand")
        || p.take("you chose to add 1 or more cards to your hand")
        || p.take("you chose to add a card to your hand")
    {
        return Some(at(Area::Hand));
    }
    if p.take("you played a card")
        || p.take("you played 1 or more cards")
        || p.take("you played a battle card")
    {
        let _ = p.take("with/using this skill") || p.take("by this skill");
        return Some(at(Area::Battle));
    }
    if p.take("you placed a card in your drop area?")
        || p.take("you placed cards in your drop area?")
        || p.take("you placed 1 or more cards in your/a drop area?")
        || p.take("you discarded a card")
    {
        let _ = p.take("with/using this skill") || p.take("by this skill");
        return Some(at(Area::Drop));
    }
    if p.take("you ko'd a card") || p.take("you KO'd a card") || p.take("you ko'd it") {
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
    // "your life is less than or equal to your opponent's life".
    if let Some(cond) = p.attempt(|p| {
        let who = grammar::whose(p)?;
        p.take("life is").then_some(())?;
        let cmp = super::words::THAN.read(p)?;
        let than = grammar::whose(p)?;
        p.take("life");
        let life = |who| Amount::Game(Count::Life(who));
        Some(Cond::Compare(life(who), cmp, life(than)))
    }) {
        return Some(cond);
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
        // "If your Leader Card is red, it gets …", where nothing else was spoken of.
        if who == Who::You && b.it.is_none() {
            b.it = Some(leader.clone());
        }
        if p.take("'s back side is a/an?") {
            if let Some(name) = p.group(Bracket::Curly) {
                return Some(Cond::Is(leader, Filter::Test(Test::BackName(name_key(name)))));
            }
            let back = lex.one_kind(p, b)?;
            crate::card::Face::knows(&back).then_some(())?;
            return Some(Cond::Is(leader, Filter::Test(Test::Back(Box::new(back)))));
        }
        let filter = lex.said_of(p, b)?;
        Some(Cond::Is(leader, filter))
    }) {
        return Some(cond);
    }
    // "this card's power is 20000 or more".
    if let Some(cond) = p.attempt(|p| {
        p.take("this card 's power is").then_some(())?;
        let number = amount(p)?;
        Some(Cond::Is(Target::This, Filter::Figure(Figure::Power, grammar::comparison(p), number)))
    }) {
        return Some(cond);
    }
    // "this card is under a red <X> card".
    if let Some(filter) = p.attempt_with(b, |p, b| {
        if !p.take("the card on top of this card is a/an") {
            p.take("this card is under a/an/your/one").then_some(())?;
            p.take("of your");
        }
        let filter = lex.one_kind(p, b)?;
        let _ = p.take("in your battle area") || p.take("in a battle area");
        Some(filter)
    }) {
        return Some(Cond::Is(Target::Test(Test::TopOfThis), filter));
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
        } else if p.take("a/any player has") {
            (Who::Both, false)
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
        let mut cond = lex.having(p, b, who)?;
        // "you have 3 or more energy and a red card in your Z-Energy": had too.
        while let Some(more) = (!not).then(|| p.attempt_with(b, |p, b| had_too(lex, p, b, who))).flatten() {
            cond = one_place(cond, &more).and(more);
        }
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    }) {
        return Some(cond);
    }
    // "both A and if B", as it is said where it is one of several.
    if let Some(cond) = p.attempt_with(b, |p, b| {
        p.take("both").then_some(())?;
        let mut all = vec![fact(lex, p, b)?];
        while let Some(next) = p.attempt_with(b, |p, b| {
            p.take("and if").then_some(())?;
            fact(lex, p, b)
        }) {
            all.push(next);
        }
        (all.len() > 1).then_some(Cond::All(all))
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| either(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| leader_and_energy(lex, p, b)) {
        return Some(cond);
    }
    // "1 or more <X> cards are in your Combo Area".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let number = amount(p)?;
        let cmp = grammar::comparison(p);
        (cmp != Cmp::Equal).then_some(())?;
        let noun = lex.phrase(p, b)?;
        let placed = noun.among.is_some();
        let mut select = Select { count: HowMany::All, ..lex.selection(noun, Who::You, HowMany::All) };
        p.take("is/are").then_some(())?;
        if !p.take("in play") || placed {
            (!placed).then_some(())?;
            select.among = lex.place(p, b)?;
        }
        Some(Cond::Compare(Amount::Count(Box::new(select)), cmp, number))
    }) {
        return Some(cond);
    }
    // "<A> and <B> are in play in your Battle Area".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        p.take("both");
        let mut all = vec![super::nouns::group(p)?];
        loop {
            let comma = p.mark(',');
            let and = p.take("and");
            if !(comma || and) {
                break;
            }
            all.push(super::nouns::group(p)?);
        }
        (all.len() > 1 && p.take("are")).then_some(())?;
        let among = match p.take("in play") {
            true if !p.ahead("in") => {
                Among::Zones { whose: Who::You, zones: vec![Area::Leader, Area::Battle] }
            }
            _ => lex.place(p, b)?,
        };
        let there = |filter| Cond::Exists(Box::new(Select::new(among.clone(), filter, HowMany::All)));
        Some(Cond::All(all.into_iter().map(there).collect()))
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
        // "{X} isn't in play in your Battle Area".
        let not = p.take("isn't/aren't") || p.take("is/are not");
        let there = |select| {
            let cond = Cond::Exists(Box::new(select));
            if not { Cond::Not(Box::new(cond)) } else { cond }
        };
        if not && p.take("in play") || p.take("is/are in play") {
            let place = p.attempt_with(b, |p, b| lex.place(p, b));
            let among = place.unwrap_or_else(|| select.among.clone());
            return Some(there(Select { among, ..select }));
        }
        (not || p.take("is/are")).then_some(())?;
        if let Some(among) = lex.place(p, b) {
            return Some(there(Select { among, ..select }));
        }
        if not {
            return None;
        }
        let filter = lex.adjective(p, b).or_else(|| lex.postfix(p, b))?;
        Some(Cond::Exists(Box::new(Select { filter: select.filter.and(filter), ..select })))
    })
}
