//! Conditions: what must be so of players, of cards, of what was done before.

use super::done::{done_with, is_printed, put_there};
use super::nouns::{Words, amount, color_word, figure, multicolor};
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
            let mut select = Select { count: HowMany::All, ..self.select(p, b, who, HowMany::All)? };
            in_play_tail(p, &mut select);
            return Some(Cond::Not(Box::new(Cond::Exists(Box::new(select)))));
        }
        // "you and your opponent have a total of 8 or less life"; without the total it could be each of them.
        let together = |p: &mut Parser<'_>| {
            let total = p.take("a total of");
            let number = amount(p)?;
            let cmp = grammar::comparison(p);
            (who == Who::Both && p.take("life")).then_some((number, cmp, total))
        };
        if let Some((number, cmp, total)) = p.attempt(together) {
            let life = |who| Box::new(Amount::Game(Count::Life(who)));
            let both = Amount::Plus(life(Who::You), life(Who::Opponent));
            return total.then_some(Cond::Compare(both, cmp, number));
        }
        if who == Who::Both {
            p.take("a total of");
        }
        // "4 or more 《X》 cards with different card names in your Drop Area", "4 or more colors among cards in …".
        if let Some(cond) = p.attempt_with(b, |p, b| {
            let number = amount(p)?;
            let total = p.behind("a total of");
            let cmp = match grammar::comparison(p) {
                Cmp::Equal if total || p.ahead("non-black colors") => Cmp::AtLeast,
                cmp => cmp,
            };
            (cmp != Cmp::Equal).then_some(())?;
            // "2 or more non-black colors present among black multicolor cards": black itself is one more.
            let beside_black = p.take("non-black colors present? among") || p.take("non-black colors on");
            let number = match number {
                Amount::Fixed(n) if beside_black => Amount::Fixed(n + 1),
                number => number,
            };
            let described = beside_black
                || p.attempt(|p| (p.take("colors among") && !p.ahead("cards")).then_some(())).is_some();
            let colors =
                described || p.take("colors among cards") || p.take("color types") || p.take("colors");
            let filter = if colors && !described { Filter::Any } else { self.one_kind(p, b)? };
            let black = |one: &Filter<Dbs>| *one == Filter::Color(crate::card::Color::Black);
            let all_black = matches!(&filter, Filter::All(all) if all.iter().any(black));
            (!beside_black || all_black).then_some(())?;
            let unlike = Filter::Test(Test::Unlike(Alike::Name, None));
            let filter = match filter {
                Filter::All(all) if all.contains(&unlike) => {
                    all.into_iter().filter(|one| *one != unlike).fold(Filter::Any, Filter::and)
                }
                one if one == unlike => Filter::Any,
                one => {
                    colors.then_some(())?;
                    one
                }
            };
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
            // "less than 2" is 1 or less.
            let fewer = p.attempt(|p| {
                p.take("less/fewer than").then_some(())?;
                p.number()
            });
            if let Some(n) = fewer {
                let mut select = self.select(p, b, who, HowMany::All)?;
                in_play_tail(p, &mut select);
                return Some((Amount::Fixed(n - 1), Cmp::AtMost, Some(select)));
            }
            let number = amount(p)?;
            let cmp = match grammar::comparison(p) {
                Cmp::Equal if least => Cmp::AtLeast,
                cmp => cmp,
            };
            if p.take("life") {
                return Some((number, cmp, None));
            }
            let mut select = self.select(p, b, who, HowMany::All)?;
            in_play_tail(p, &mut select);
            Some((number, cmp, Some(select)))
        });
        if let Some((number, cmp, select)) = counted {
            // "2 cards" are there among three too, "0 cards" only where there are none.
            let least = select.is_some() && number != Amount::Fixed(0);
            let cmp = if cmp == Cmp::Equal && least { Cmp::AtLeast } else { cmp };
            let count = match select {
                Some(select) => Amount::Count(Box::new(select)),
                None => Amount::Game(Count::Life(who)),
            };
            return Some(Cond::Compare(count, cmp, number));
        }
        let mut select = self.select(p, b, who, HowMany::All)?;
        in_play_tail(p, &mut select);
        // "A card" and "cards" ask for the same.
        Some(Cond::Exists(Box::new(Select { count: HowMany::All, ..select })))
    }

    /// A colour or such by itself, with no noun behind it.
    pub(super) fn adjective_word(&self, p: &mut Parser<'_>) -> Option<Filter<Dbs>> {
        let mut either = Vec::new();
        loop {
            let next = multicolor(p).or_else(|| p.attempt(|p| color_word(p.word()?)))?;
            let next = match (&next, p.take("and no other color")) {
                (Filter::Color(color), true) => {
                    Filter::Test(Test::OnlyColors(crate::card::Colors::of(*color)))
                }
                _ => next,
            };
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
            if let Some(back) = p.lookup(&[("on its front side?", false), ("on its back side?", true)]) {
                let side = Filter::Is(CardState::OnBack);
                return Some(if back == not { side.negate() } else { side });
            }
            // DBS 1-8-2: just the colours of that card.
            if let Some(same) = p.attempt(|p| same_colors(p, b)) {
                return Some(if not { same.negate() } else { same });
            }
            // "is a blue <A> and <B> card": one card that is both.
            if let Some(both) = p.attempt(|p| {
                p.take("both");
                p.take("a/an").then_some(())?;
                let mut filter = Filter::Any;
                while let Some(color) = p.attempt(|p| color_word(p.word()?)) {
                    filter = filter.and(color);
                }
                filter = filter.and(super::nouns::group(p)?);
                p.take("and").then_some(())?;
                filter = filter.and(super::nouns::group(p)?);
                (p.take("card") && !p.ahead("in")).then_some(filter)
            }) {
                return Some(if not { both.negate() } else { both });
            }
            let filter = p.attempt_with(b, |p, b| {
                p.take("a/an/the");
                grammar::described(self, p, b)
            });
            let filter = filter
                .or_else(|| self.adjective_word(p))
                .or_else(|| self.adjective(p, b))
                .or_else(|| self.postfix(p, b))?;
            // "is blue or a 《X》 card", "is green or is a black <Y> card", "… or has {Z} in its card name".
            let filter = match p.attempt_with(b, |p, b| {
                if p.take("or includes") {
                    let name = p.group(Bracket::Double)?;
                    p.take("in its special trait/traits").then_some(())?;
                    return (!not).then(|| Filter::TraitHas(effects::Phrase::new(name)));
                }
                if p.take("or") && p.ahead("has") {
                    return self.said_of(p, b).filter(|_| !not);
                }
                p.take("is? a/an").then_some(())?;
                let other = grammar::described(self, p, b)?;
                (!not).then_some(other)
            }) {
                Some(other) => Filter::Either(vec![filter, other]),
                None => filter,
            };
            // "is a blue <X> card on its front side".
            let side = p.lookup(&[("on its front side?", false), ("on its back side?", true)]);
            let filter = match side.filter(|_| !not) {
                Some(true) => filter.and(Filter::Is(CardState::OnBack)),
                Some(false) => filter.and(Filter::Is(CardState::OnBack).negate()),
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
            if let Some(same) = p.attempt(|p| same_colors(p, b)) {
                return Some(same);
            }
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
            if let Some(skill) = super::nouns::skill_group(p) {
                p.take("skill/skills");
                return Some(skill);
            }
        }
        None
    }
}

/// "the same color as this card", "exactly the same colors as the chosen card" (DBS 1-8-2).
pub(super) fn same_colors(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Filter<Dbs>> {
    p.take("exactly? the same color/colors as").then_some(())?;
    let other = if p.take("this card") {
        Target::This
    } else if p.take("your leader card?") {
        Target::Test(Test::YourLeader)
    } else {
        (p.take("that card") || p.take("the chosen card") || p.take("it")).then(|| b.it.clone()).flatten()?
    };
    Some(Filter::Test(Test::ColorsOf(Box::new(other))))
}

/// "a player has 3 or more cards in their Warp": one of the players, whichever; "their" is that player's.
fn of_anybody(cond: Cond<Dbs>) -> Option<Cond<Dbs>> {
    let of = |select: &Select<Dbs>, whose: Who| match &select.among {
        Among::Zones { whose: Who::Opponent | Who::Both, zones } => {
            let among = Among::Zones { whose, zones: zones.clone() };
            Some(Select { among, ..select.clone() })
        }
        _ => None,
    };
    match cond {
        Cond::Exists(select) => Some(Cond::Exists(Box::new(of(&select, Who::Both)?))),
        Cond::Compare(Amount::Count(select), cmp, than) => {
            let one = |whose| {
                let count = Amount::Count(Box::new(of(&select, whose)?));
                Some(Cond::Compare(count, cmp, than.clone()))
            };
            Some(Cond::Either(vec![one(Who::You)?, one(Who::Opponent)?]))
        }
        _ => None,
    }
}

/// "in play", said of cards that could not be anywhere else; names and traits may be those of a Unison Card then.
fn in_play_tail(p: &mut Parser<'_>, select: &mut Select<Dbs>) {
    let said = p.take("in play") || p.behind("in play");
    if said {
        super::nouns::anywhere_in_play(&mut select.among);
    }
    // "in play or in your Z-Energy".
    if let (true, Among::Zones { whose: Who::You, zones }) = (said, &mut select.among) {
        let more = p.attempt(|p| {
            p.take("or in? your").then_some(())?;
            super::nouns::area_word(p)
        });
        zones.extend(more);
    }
}

/// Something else that is had, behind "and": "a red card in play", "2 or more Z-Energy".
fn had_too(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, who: Who) -> Option<Cond<Dbs>> {
    let comma = p.mark(',');
    p.take("and have?").then_some(())?;
    // "a <A> card and <B> card": not the end of a list of names.
    let named = !comma && p.behind("card and") && named_card(p);
    let counted = p.ahead("a/an/no")
        || p.peek_group(Bracket::Curly).is_some()
        || named
        || grammar::compare::<Dbs>(&mut p.clone()).is_some();
    counted.then_some(())?;
    let cond = lex.having(p, b, who)?;
    // "… and a red card is in your energy" is no such thing.
    (!p.ahead("is/are/isn't/aren't/was/would")).then_some(cond)
}

/// Whether a name and "card" follow: "<A> card".
fn named_card(p: &Parser<'_>) -> bool {
    let mut ahead = p.clone();
    super::nouns::group(&mut ahead).is_some() && ahead.ahead("card")
}

/// "1 or more red cards and 1 or more blue cards in your Combo Area", "… in Rest Mode": the place and the mode said last are
/// those of both.
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
    if !bare(&of) || placed {
        return first;
    }
    let filter = match (mode(&of.filter), mode(&to.filter)) {
        (None, Some(mode)) => of.filter.and(Filter::Is(mode)),
        _ if bare(&to) => return first,
        _ => of.filter,
    };
    let moved = Box::new(Select { among: to.among, filter, ..of });
    match first {
        Cond::Compare(_, cmp, number) => Cond::Compare(Amount::Count(moved), cmp, number),
        _ => Cond::Exists(moved),
    }
}

/// Active or Rest Mode, where cards are described by it.
fn mode(filter: &Filter<Dbs>) -> Option<CardState> {
    match filter {
        Filter::Is(mode @ (CardState::Rest | CardState::Active)) => Some(*mode),
        Filter::All(all) => all.iter().find_map(mode),
        _ => None,
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

/// Both sides of a comparison between players: "you have more life than your opponent", "your opponent has more energy than you".
fn against(p: &mut Parser<'_>) -> Option<Cond<Dbs>> {
    let who = if p.take("you have") {
        Who::You
    } else if p.take("your opponent has") {
        Who::Opponent
    } else {
        return None;
    };
    let cmp = p.lookup(&[("more", Cmp::More), ("less/fewer", Cmp::Less)])?;
    let of = |who: Who, area: Area| match area {
        Area::Life => Amount::Game(Count::Life(who)),
        area => {
            let there = Among::Zones { whose: who, zones: vec![area] };
            Amount::Count(Box::new(Select::new(there, Filter::Any, HowMany::All)))
        }
    };
    let area = p.lookup(&[
        ("life", Area::Life),
        ("energy", Area::Energy),
        ("z-energy", Area::ZEnergy),
        ("cards in their/your? hand", Area::Hand),
    ])?;
    p.take("than").then_some(())?;
    let other = if who == Who::You { Who::Opponent } else { Who::You };
    let said = if who == Who::You { p.take("your opponent") } else { p.take("you") };
    said.then(|| Cond::Compare(of(who, area), cmp, of(other, area)))
}

/// "there are 4 or more markers on this card", "this card has 1 or more cards under it", "{X} is not under this card".
fn on_or_under(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    if let Some(cond) = p.attempt(|p| {
        p.take("there are").then_some(())?;
        let number = amount(p)?;
        let cmp = grammar::comparison(p);
        p.take("markers on this card").then_some(())?;
        Some(Cond::Is(Target::This, Filter::Figure(Figure::Markers, cmp, number)))
    }) {
        return Some(cond);
    }
    // "this card has a <X> card under it", "your opponent's Leader doesn't have a {Y} under it".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let host = if p.take("this card") {
            Target::This
        } else if p.take("your opponent 's leader card?") {
            Target::Test(Test::OpponentsLeader)
        } else if p.take("your leader card?") {
            Target::Test(Test::YourLeader)
        } else {
            return None;
        };
        let not = if p.take("doesn't have") {
            true
        } else {
            p.take("has").then_some(())?;
            p.take("no")
        };
        let count = p.attempt(|p| {
            let number = p.number()?;
            Some((grammar::comparison(p), number))
        });
        if count.is_none() {
            p.take("a/an");
        }
        lex.no_place.set(true);
        let kind = p.attempt_with(b, |p, b| lex.one_kind(p, b));
        lex.no_place.set(false);
        let kind = kind?;
        p.take("under it").then_some(())?;
        let among = Among::Under { host, zone: Area::Under };
        let select = Box::new(Select::new(among, kind, HowMany::All));
        let cond = match count {
            Some((cmp, number)) => Cond::Compare(Amount::Count(select), cmp, Amount::Fixed(number)),
            None => Cond::Exists(select),
        };
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    }) {
        return Some(cond);
    }
    // "<A> is not under this card", "{X} is under your Leader".
    p.attempt_with(b, |p, b| {
        p.take("a/an");
        lex.no_place.set(true);
        let kind = p.attempt_with(b, |p, b| lex.one_kind(p, b));
        lex.no_place.set(false);
        let kind = kind?;
        p.take("is/are").then_some(())?;
        let not = p.take("not");
        p.ahead("under").then_some(())?;
        let among = lex.place(p, b)?;
        let cond = Cond::Exists(Box::new(Select::new(among, kind, HowMany::All)));
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    })
}

/// "your opponent has 3 or more cards in hand": in the hand of who has them.
fn in_hand(p: &mut Parser<'_>) -> Option<Cond<Dbs>> {
    let who = p.lookup(&[("your opponent has", Who::Opponent), ("you have", Who::You)])?;
    let (cmp, number) = match p.take("no") {
        true => (Cmp::Equal, 0),
        false => {
            let number = p.number()?;
            // A number alone is the least, as of cards elsewhere.
            match grammar::comparison(p) {
                Cmp::Equal => (Cmp::AtLeast, number),
                cmp => (cmp, number),
            }
        }
    };
    p.take("card/cards in hand").then_some(())?;
    let among = Among::Zones { whose: who, zones: vec![Area::Hand] };
    let hand = Select::new(among, Filter::Any, HowMany::All);
    Some(Cond::Compare(Amount::Count(Box::new(hand)), cmp, Amount::Fixed(number)))
}

/// "1 or more <A> and <B> cards in your Battle Area": one of each.
fn each_had(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, who: Who) -> Option<Cond<Dbs>> {
    let number = p.number()?;
    let cmp = grammar::comparison(p);
    (cmp == Cmp::AtLeast).then_some(())?;
    let each = p.take("each of");
    let mut front = Filter::Any;
    while let Some(color) = p.attempt(|p| color_word(p.word()?)) {
        front = front.and(color);
    }
    let mut names = vec![super::nouns::group(p)?];
    let mut joined = false;
    while let Some(next) = p.attempt(|p| {
        let comma = p.mark(',');
        let and = p.take("and");
        (comma || and).then_some(())?;
        joined |= and;
        super::nouns::group(p)
    }) {
        names.push(next);
    }
    (joined && (p.take("card/cards") || each)).then_some(())?;
    let mut behind = Filter::Any;
    while let Some(more) = p.attempt_with(b, |p, b| lex.postfix(p, b)) {
        behind = behind.and(more);
    }
    if let Some(all) = p.attempt_with(b, |p, b| lex.of_all(p, b)) {
        behind = behind.and(all);
    }
    let place = lex.place(p, b);
    let one = |name: Filter<Dbs>| {
        let filter = front.clone().and(name).and(behind.clone());
        let zones = super::nouns::default_zones(&filter);
        let among = place.clone().unwrap_or(Among::Zones { whose: who, zones });
        let select = Select::new(among, filter, HowMany::All);
        Cond::Compare(Amount::Count(Box::new(select)), cmp, Amount::Fixed(number))
    };
    Some(Cond::All(names.into_iter().map(one).collect()))
}

/// "the total number of cards in Rest Mode between you and your opponent is 8 or more", "the total number of {X} in your Drop is 7
/// or more".
fn total(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Cond<Dbs>> {
    p.take("the total? number of").then_some(())?;
    let noun = lex.phrase(p, b)?;
    let both = p.take("between you and your opponent");
    let select = lex.selection(noun, if both { Who::Both } else { Who::You }, HowMany::All);
    let mut select = Select { count: HowMany::All, ..select };
    if let (true, Among::Zones { whose, .. }) = (both, &mut select.among) {
        *whose = Who::Both;
    }
    p.take("is").then_some(())?;
    let number = amount(p)?;
    Some(Cond::Compare(Amount::Count(Box::new(select)), grammar::comparison(p), number))
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
    if p.attempt(|p| (p.take("declared") && p.ahead(",/:")).then_some(())).is_some() {
        return Some(Cond::Fact(Fact::Declared));
    }
    if p.take("during battles when/where this card attacks")
        || p.take("during battles in which this card attacks")
    {
        return Some(Cond::Is(Target::This, Filter::Is(CardState::Attacking)));
    }
    // "if this card was played from a Drop": what the skill waits for says where from.
    if let Some(cond) = p.attempt(|p| {
        (lex.waits_for_play.get() && p.take("this card was played")).then_some(())?;
        super::circumstances::came_from(p)
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(in_hand) {
        return Some(cond);
    }
    if let (Some(target @ Target::Slot(_)), true) = (b.it.clone(), p.take("you add a card to your hand")) {
        return Some(Cond::Is(target, Filter::Test(Test::InArea(Area::Hand))));
    }
    // "you added a card to your hand": what became of the cards chosen before.
    if let Some(cond) = p.attempt_with(b, |p, b| done_with(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| super::beside::chose_place(p, b)) {
        return Some(cond);
    }
    // "you did not draw a card with this skill".
    if p.attempt(|p| {
        (p.take("you did not draw a card") || p.take("you didn't draw a card")).then_some(())?;
        super::clauses::by_this_skill(p).then_some(())
    })
    .is_some()
    {
        return Some(Cond::Not(Box::new(Cond::Did)));
    }
    type Read = fn(&Words, &mut Parser<'_>, &mut Builder<Dbs>) -> Option<Cond<Dbs>>;
    const MORE: [Read; 2] = [on_or_under, total];
    for read in MORE {
        if let Some(cond) = p.attempt_with(b, |p, b| read(lex, p, b)) {
            return Some(cond);
        }
    }
    if let Some(cond) = p.attempt(against) {
        return Some(cond);
    }
    // "the revealed card's energy cost is the same as the declared number".
    if let Some(cond) = p.attempt(|p| {
        p.take("the revealed card 's energy cost is the same as the declared number").then_some(())?;
        let same = Filter::Figure(Figure::EnergyCost, Cmp::Equal, Amount::Named);
        Some(Cond::Is(b.it.clone()?, same))
    }) {
        return Some(cond);
    }
    if p.take("your opponent is attacking") {
        let theirs = Filter::Of(Who::Opponent);
        return Some(Cond::Is(Target::Test(Test::Attacker), theirs));
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
    // "your energy is 5 or more", "your Warp has 5 cards or more in it".
    if let Some(cond) = p.attempt(|p| {
        let who = grammar::whose(p)?;
        let area = super::nouns::area_word(p)?;
        let number = if p.take("is") { amount(p)? } else { p.take("has").then(|| amount(p)).flatten()? };
        let has = p.take("card/cards");
        let cmp = grammar::comparison(p);
        (has == p.take("in it") && cmp != Cmp::Equal).then_some(())?;
        let there = Select::new(Among::Zones { whose: who, zones: vec![area] }, Filter::Any, HowMany::All);
        Some(Cond::Compare(Amount::Count(Box::new(there)), cmp, number))
    }) {
        return Some(cond);
    }
    // "the name of your Leader's back side includes {X}".
    if let Some(name) = p.attempt(|p| {
        p.take("the name of your leader card? 's back side includes").then_some(())?;
        Some(Filter::NameHas(effects::Phrase::new(p.group(Bracket::Curly)?)))
    }) {
        return Some(Cond::Is(Target::Test(Test::YourLeader), Filter::Test(Test::Back(Box::new(name)))));
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
        if p.take("'s front side is facing up") || p.take("'s front is facing up") {
            return Some(Cond::Is(leader, Filter::Is(CardState::OnBack).negate()));
        }
        if p.take("'s back side? is facing up") {
            return Some(Cond::Is(leader, Filter::Is(CardState::OnBack)));
        }
        if p.take("'s character name includes") {
            let mut any =
                vec![Filter::Test(Test::CharacterHas(crate::card::character_key(p.group(Bracket::Angle)?)))];
            while let Some(next) = p.attempt(|p| {
                let comma = p.mark(',');
                (p.take("or") || comma).then_some(())?;
                p.group(Bracket::Angle)
            }) {
                any.push(Filter::Test(Test::CharacterHas(crate::card::character_key(next))));
            }
            return Some(Cond::Is(leader, if any.len() == 1 { any.remove(0) } else { Filter::Either(any) }));
        }
        // "your Leader's back side includes {X} in its name".
        if p.take("'s back side has") {
            let name = Filter::NameHas(effects::Phrase::new(p.group(Bracket::Curly)?));
            p.take("in its card? name").then_some(())?;
            return Some(Cond::Is(leader, Filter::Test(Test::Back(Box::new(name)))));
        }
        if p.take("'s back side is a/an?") {
            if let Some(name) = p.group(Bracket::Curly) {
                return Some(Cond::Is(leader, Filter::Test(Test::BackName(name_key(name)))));
            }
            let back = lex.one_kind(p, b)?;
            crate::card::Face::knows(&back).then_some(())?;
            return Some(Cond::Is(leader, Filter::Test(Test::Back(Box::new(back)))));
        }
        let mut filter = lex.said_of(p, b)?;
        // "is green and has <X> in its character name", "is red and is on its front side".
        while let Some(more) = p.attempt_with(b, |p, b| {
            let comma = p.mark(',');
            (p.take("and") || comma).then_some(())?;
            if p.take("its front side is facing up") {
                return Some(Filter::Is(CardState::OnBack).negate());
            }
            p.ahead("has").then_some(())?;
            lex.said_of(p, b)
        }) {
            filter = filter.and(more);
        }
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
            p.take("this card is under").then_some(())?;
            p.take("a/an/your/one");
            p.take("of your");
        }
        let filter = grammar::described(lex, p, b)?;
        if p.ahead("and in your battle area") {
            p.take("and");
        }
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
            ("the battle card being? played", Test::DeclaredBattle),
            ("your opponent 's battle card being played", Test::DeclaredBattle),
            ("the battle card your opponent is playing", Test::DeclaredBattle),
        ]) {
            let played = Target::Test(test);
            b.it = Some(played.clone());
            played
        } else {
            let target =
                p.attempt(|p| super::clauses::pronoun(p, b)).or_else(|| p.attempt(|p| put_there(p, b)))?;
            if b.moved.as_ref() == Some(&target) {
                b.it = Some(target.clone());
            }
            // Where cards were looked at, "it" may still be one of them: nobody can say.
            (target != Target::This || b.shown.is_none()).then_some(())?;
            target
        };
        // What it was before can be asked of what is printed on it only.
        if p.take("was/were a/an?") {
            let filter = grammar::described(lex, p, b)?;
            return is_printed(&filter).then_some(Cond::Is(target, filter));
        }
        if let Some(area) = p.attempt(|p| {
            (target == Target::This && p.take("is in a/your/the?")).then_some(())?;
            super::nouns::area_word(p)
        }) {
            return Some(Cond::Is(target, Filter::Test(Test::InArea(area))));
        }
        if p.take("is attacking") {
            return Some(Cond::Is(target, Filter::Is(CardState::Attacking)));
        }
        let filter = lex.said_of(p, b)?;
        Some(Cond::Is(target, filter))
    }) {
        return Some(cond);
    }
    // "you only have <X> cards in your Battle Area": none that is not.
    if let Some(cond) = p.attempt_with(b, |p, b| {
        (p.take("you only have") || p.take("you have only")).then_some(())?;
        lex.no_place.set(true);
        let kind = p.attempt_with(b, |p, b| grammar::described(lex, p, b));
        lex.no_place.set(false);
        let kind = kind.filter(|kind| *kind != Filter::Any)?;
        let among = lex.place(p, b)?;
        let other = Select::new(among, kind.negate(), HowMany::All);
        Some(Cond::Not(Box::new(Cond::Exists(Box::new(other)))))
    }) {
        return Some(cond);
    }
    // "you have …", "your opponent has …", "there are …".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let anybody = p.ahead("a/any player has") || p.ahead("you or your opponent has/have");
        let (who, not) = if p.take("you don't have") || p.take("you do not have") {
            (Who::You, true)
        } else if p.take("you have") {
            (Who::You, false)
        } else if p.take("your opponent doesn't have") || p.take("your opponent does not have") {
            (Who::Opponent, true)
        } else if p.take("your opponent has") {
            (Who::Opponent, false)
        } else if p.take("a/any player has") || p.take("you or your opponent has/have") {
            (Who::Both, false)
        } else if p.take("you and your opponent have") || p.take("no player has") {
            (Who::Both, p.behind("no player has"))
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
        // "you have only 3 or less cards other than this card in your hand".
        p.attempt(|p| {
            p.take("only").then_some(())?;
            let (cmp, _) = grammar::compare::<Dbs>(&mut p.clone())?;
            (cmp == Cmp::AtMost).then_some(())
        });
        if let Some(each) = p.attempt_with(b, |p, b| each_had(lex, p, b, who)) {
            return Some(if not { Cond::Not(Box::new(each)) } else { each });
        }
        let mut cond = lex.having(p, b, who)?;
        p.take("between you and your opponent");
        // "you have 3 or more energy and a red card in your Z-Energy": had too.
        while let Some(more) = (!not).then(|| p.attempt_with(b, |p, b| had_too(lex, p, b, who))).flatten() {
            cond = one_place(cond, &more).and(more);
        }
        if anybody {
            cond = of_anybody(cond)?;
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
        } else {
            super::nouns::anywhere_in_play(&mut select.among);
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
            true if !p.ahead("in") => Among::Zones { whose: Who::You, zones: super::nouns::IN_PLAY.to_vec() },
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
            let rest = p.take("in rest mode");
            let filter = if rest {
                select.filter.clone().and(Filter::Is(CardState::Rest))
            } else {
                select.filter.clone()
            };
            let select = Select { filter, ..select };
            let place = p.attempt_with(b, |p, b| lex.place(p, b));
            let among = place.unwrap_or_else(|| {
                let mut among = select.among.clone();
                super::nouns::anywhere_in_play(&mut among);
                among
            });
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
