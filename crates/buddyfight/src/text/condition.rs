//! What may follow "if": conditions on the table, on lives and gauges, on what was meant before.

use super::lexicon::{Lex, narrowed, place, whose};
use super::occasion::placed;
pub(super) use super::occasion::{answering, attacked_by, during, happened};
use crate::keyword::Keyword;
use crate::state::Zone;
use crate::vocab::{Adjective, Condition, Count, Fact, Figure, Test, Words};
use effects::text::grammar::{self, Builder, Noun};
use effects::text::lexer::Bracket;
use effects::text::parser::Parser;
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Phrase, Select, Target, Who};

type B = Builder<Words>;

/// What may follow "if".
pub(super) fn fact(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if let Some(cond) = p.attempt_with(b, |p, b| just_dropped(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| compared_lives(p).or_else(|| numbered(lex, p, b))) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| counters(p)) {
        if let Cond::Compare(counted @ Amount::Game(Count::Cards(..)), ..) = &cond {
            b.counted = Some(counted.clone());
        }
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| having(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| there_is(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| about_card(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| equipped(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| both_fighters(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| of_buddy(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| of_it(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| alone(lex, p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| where_it_is(lex, p, b)) {
        return Some(cond);
    }
    if p.take("it is your turn") || p.take("it's your turn") {
        return Some(Cond::Fact(Fact::YourTurn));
    }
    if p.take("it is your opponent 's turn") {
        return Some(Cond::Fact(Fact::OpponentsTurn));
    }
    if p.take("it is not a link attack") || p.take("the attack is not a link attack") {
        return Some(Cond::Not(Box::new(Cond::Fact(Fact::LinkAttack))));
    }
    if p.take("it is a link attack") {
        return Some(Cond::Fact(Fact::LinkAttack));
    }
    if p.take("you are being? attacked by an? opponent 's") {
        let filter = grammar::described(lex, p, b)?.and(Filter::Of(Who::Opponent));
        return Some(Cond::Fact(Fact::Attacking(filter)).and(Cond::Fact(Fact::AttackOnYou)));
    }
    if p.take("you are being attacked") || p.take("you are attacked") || p.take("you have been attacked") {
        return Some(Cond::Fact(Fact::AttackOnYou));
    }
    if p.take("you would be dealt damage from/by an attack") {
        return Some(Cond::Fact(Fact::AttackOnYou));
    }
    if p.take("you would be dealt damage") || p.take("you would take damage") {
        return Some(Cond::Fact(Fact::WouldBeDamaged));
    }
    if p.take("the/that attack was/is nullified") {
        return Some(Cond::Did);
    }
    if p.take("it is") && p.ahead("during") {
        return during(lex, p, b);
    }
    // BF KEY-REVERSAL-5, KEY-REVERSAL-6.
    let reversal = |p: &mut Parser<'_>| p.group_any(Bracket::Square, &["reversal"]).map(|_| ());
    if p.attempt(|p| if p.take("your flag is in") { reversal(p) } else { None }).is_some() {
        return Some(Cond::Fact(Fact::FlagReversed));
    }
    if p.attempt(|p| {
        let said = p.take("your flag") && reversal(p).is_some();
        (said && p.take("during this fight/game")).then_some(())
    })
    .is_some()
    {
        return Some(Cond::Fact(Fact::FlagWasReversed));
    }
    if let Some(flag) = p.attempt(|p| if p.take("your flag is") { p.group(Bracket::Quote) } else { None }) {
        return Some(Cond::Fact(Fact::Flag(Phrase::new(flag))));
    }
    during(lex, p, b)
}

/// "you have less life than your opponent", "your opponent's life is more than yours by 4 or more".
fn compared_lives(p: &mut Parser<'_>) -> Option<Condition> {
    let life = |who| Amount::Game(Count::Life(who));
    if p.take("you have less life than your opponent") {
        return Some(Cond::Compare(life(Who::You), Cmp::Less, life(Who::Opponent)));
    }
    if p.take("you have more life than your opponent") {
        return Some(Cond::Compare(life(Who::You), Cmp::More, life(Who::Opponent)));
    }
    if p.take("your opponent 's life is more than yours by") {
        let by = p.number()?;
        let least = Amount::Plus(Box::new(life(Who::You)), Box::new(Amount::Fixed(by)));
        return p.take("or more").then(|| Cond::Compare(life(Who::Opponent), Cmp::AtLeast, least));
    }
    // "your opponent has two or more cards in their gauge more than yours"
    let by = if p.take("your opponent has") { p.number()? } else { return None };
    if !p.take("or more cards in their/his? or? her? gauge more than yours") {
        return None;
    }
    let gauge = |who| Amount::Game(Count::Cards(who, Zone::Gauge));
    let least = Amount::Plus(Box::new(gauge(Who::You)), Box::new(Amount::Fixed(by)));
    Some(Cond::Compare(gauge(Who::Opponent), Cmp::AtLeast, least))
}

/// "the number of 《X》 in your drop zone is six or more", "there are each twenty or more cards in your drop zone and your
/// opponent's drop zone".
fn numbered(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if p.take("there are each") {
        let (cmp, number) = compare(p)?;
        if !p.take("cards in your drop zone and your opponent 's drop zone") {
            return None;
        }
        let has = |who| Cond::Compare(Amount::Game(Count::Cards(who, Zone::Drop)), cmp, number.clone());
        return Some(Cond::All(vec![has(Who::You), has(Who::Opponent)]));
    }
    if !p.take("the number of") {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    noun.among.as_ref()?;
    if !p.take("is") {
        return None;
    }
    let (cmp, number) = compare(p)?;
    let select = noun.select(Who::You, &Zone::FIELD, HowMany::All);
    Some(Cond::Compare(counted_in(select), cmp, number))
}

/// "both you and your opponent have items equipped", "you or your opponent has twenty or more cards in the drop zone".
fn both_fighters(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let all = if p.take("both you and your opponent have") {
        true
    } else if p.take("you or your opponent has") {
        false
    } else {
        return None;
    };
    let (mut other, mut again) = (p.clone(), b.clone());
    let yours = had(lex, p, b, Who::You)?;
    let theirs = had(lex, &mut other, &mut again, Who::Opponent)?;
    let each = vec![yours, theirs];
    Some(if all { Cond::All(each) } else { Cond::Either(each) })
}

/// "your buddy monster is a 《X》", "your buddy has "X" in its card name", "you have a 《X》 buddy monster".
fn of_buddy(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let zone = || Among::Zones { whose: Who::You, zones: vec![Zone::Buddy] };
    let one = |p: &mut Parser<'_>, b: &mut B| {
        if p.take("has/have") {
            return effects::text::grammar::Lexicon::postfix(lex, p, b).or_else(|| super::lexicon::with(p));
        }
        if !p.take("is") {
            return None;
        }
        p.take("a/an");
        grammar::described(lex, p, b)
    };
    let mut filter = if p.take("your buddy monster?") {
        let mut filter = one(p, b)?;
        while let Some(more) = p.attempt_with(b, |p, b| if p.take("and") { one(p, b) } else { None }) {
            filter = filter.and(more);
        }
        filter
    } else if p.take("you have a/an") {
        let filter = grammar::described(lex, p, b)?;
        if p.ahead("on") || p.ahead("in") {
            return None;
        }
        // "a 《X》 buddy monster" that is nowhere else.
        without_buddy(filter)?
    } else {
        return None;
    };
    if filter == Filter::Any {
        filter = Filter::Kind(crate::card::Kind::Monster);
    }
    Some(Cond::Exists(Box::new(Select::new(zone(), filter, HowMany::All))))
}

/// The description without the word "buddy" in it.
fn without_buddy(filter: Filter<Words>) -> Option<Filter<Words>> {
    let buddy = |one: &Filter<Words>| *one == Filter::Is(Adjective::Buddy);
    match filter {
        Filter::All(all) if all.iter().any(buddy) => {
            Some(all.into_iter().filter(|one| !buddy(one)).fold(Filter::Any, Filter::and))
        }
        _ => None,
    }
}

/// "that card is a 《X》", "the card discarded is a spell", "you put three cards": of what was meant or done before.
fn of_it(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if p.take("you put/returned/discarded/destroyed") {
        let (cmp, number) = many(p)?;
        p.take("card/cards/souls");
        p.take("from your drop zone into your hand by this effect");
        return p.ahead(",").then_some(Cond::Compare(Amount::Done, cmp, number));
    }
    let discarded = p.take("the card you? discarded") || p.take("the discarded card");
    let it = if discarded { b.moved.clone().or(b.it.clone()) } else { b.it.clone() };
    let it = it.filter(|it| matches!(it, Target::Slot(_) | Target::Subject | Target::Other))?;
    let said = discarded
        || p.take("the card you? revealed/put/destroyed")
        || p.take("the revealed/destroyed card")
        || p.take("that card/monster/item")
        || p.take("it")
        || p.attempt(|p| if p.take("the/that") { p.group(Bracket::Double) } else { None }).is_some();
    if !said || !p.take("is") {
        return None;
    }
    let not = p.take("not");
    let filter = if let Some(which) = p.group_any(Bracket::Square, &["stand", "rest"]) {
        Filter::Is(if which == 0 { Adjective::Standing } else { Adjective::Rested })
    } else {
        p.take("a/an");
        match p.group(Bracket::Angle) {
            Some(world) => Filter::Test(Test::World(Phrase::new(world))),
            None => grammar::described(lex, p, b)?,
        }
    };
    if filter == Filter::Any {
        return None;
    }
    let cond = Cond::Is(it, filter);
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// "this is the only card attacking", "a card on your opponent's field is attacking alone".
fn alone(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let lone = || Cond::Not(Box::new(Cond::Fact(Fact::LinkAttack)));
    if p.take("this is the only card attacking")
        || p.take("this card is the only card attacking")
        || p.take("this card is attacking alone")
        || p.take("this card 's attack is not a link attack")
    {
        return Some(Cond::Is(Target::This, Filter::Is(Adjective::Attacking)).and(lone()));
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    let by = Cond::Fact(Fact::Attacking(placed(noun)?));
    if p.take("is attacking you alone") || p.take("attacks you alone") {
        return Some(by.and(Cond::Fact(Fact::AttackOnYou)).and(lone()));
    }
    (p.take("is attacking alone") || p.take("attacks alone") || p.take("is the only card attacking"))
        .then(|| by.and(lone()))
}

/// Of cards just put into a drop zone: "that card is a monster", "there is a 《X》 among them", "a monster is among them".
fn just_dropped(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let Some(Target::Each(put)) = b.it.clone() else { return None };
    if !matches!(put.filter, Filter::Test(Test::NewInDrop(_))) {
        return None;
    }
    if p.take("that/the card put? is") {
        let not = p.take("not");
        if p.take("of the/that declared? card? type") {
            let cond = Cond::Is(Target::Each(put), Filter::Test(Test::Declared));
            return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
        }
        let noun = grammar::noun_phrase(lex, p, b)?;
        let one = noun.count == Some(HowMany::Exactly(Amount::Fixed(1))) || noun.count.is_none();
        if !one || noun.among.is_some() || noun.whose.is_some() || noun.filter == Filter::Any {
            return None;
        }
        let cond = Cond::Is(Target::Each(put), noun.filter);
        return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
    }
    let there = p.take("there is/are");
    let counted = p.attempt(many);
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.among.is_some() || noun.whose.is_some() {
        return None;
    }
    let among = (there || p.take("is/are"))
        && (p.take("among them") || p.take("among those cards") || p.take("among the cards put"));
    if !among {
        return None;
    }
    let select = Select { filter: put.filter.clone().and(noun.filter), ..*put };
    Some(match counted {
        Some((cmp, number)) => Cond::Compare(Amount::Count(Box::new(select)), cmp, number),
        None => Cond::Exists(Box::new(select)),
    })
}

/// "you are [Ride] on a card", "you are [Transform] into this card", "you are equipped with an item".
fn equipped(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if !p.take("you are") {
        return None;
    }
    let not = p.take("not");
    let mut filter = if p.take("equipped with") {
        Filter::Any
    } else {
        let keyword =
            [Keyword::Ride, Keyword::Transform][p.group_any(Bracket::Square, &["ride", "transform"])?];
        let by = Filter::Test(Test::EquippedBy(keyword));
        // "you are [Ride]": on whatever it is.
        if p.at_end() || p.ahead(".") || p.ahead(",") && !p.ahead(", or") {
            let items = Among::Zones { whose: Who::You, zones: vec![Zone::Item] };
            let cond = Cond::Exists(Box::new(Select::new(items, by, HowMany::All)));
            return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
        }
        p.take(if keyword == Keyword::Ride { "on" } else { "into" }).then_some(())?;
        // "[Transform] into, or [Ride] on a card"
        match p.attempt(|p| {
            if !p.take(", or") && !p.take("or") {
                return None;
            }
            let other =
                [Keyword::Ride, Keyword::Transform][p.group_any(Bracket::Square, &["ride", "transform"])?];
            p.take(if other == Keyword::Ride { "on" } else { "into" }).then_some(other)
        }) {
            Some(other) => Filter::Either(vec![by, Filter::Test(Test::EquippedBy(other))]),
            None => by,
        }
    };
    let cond = if let (Some(it), true) = (b.it.clone(), p.take("that card")) {
        if filter == Filter::Any {
            filter = Filter::Is(Adjective::Equipped);
        }
        Cond::Is(it, filter)
    } else if p.take("this card") {
        if filter == Filter::Any {
            filter = Filter::Is(Adjective::Equipped);
        }
        Cond::Is(Target::This, filter)
    } else {
        let noun = grammar::noun_phrase(lex, p, b)?;
        if noun.among.is_some() || noun.whose.is_some() {
            return None;
        }
        let items = Among::Zones { whose: Who::You, zones: vec![Zone::Item] };
        let ridden = Select::new(items, filter.and(noun.filter), HowMany::All);
        // "…, give that card power+1000": the one that was spoken of last.
        if !not && matches!(b.it, None | Some(Target::This)) {
            b.it = Some(Target::Each(Box::new(ridden.clone())));
        }
        Cond::Exists(Box::new(ridden))
    };
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// "another 《X》 is on your field", "two or more 《X》 are in your drop zone", "a monster on your field is being attacked".
fn where_it_is(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    // "no monsters are on your center"
    let none = p.take("no");
    let counted = p.attempt(|p| {
        let (cmp, number) = many(p)?;
        let noun = grammar::noun_phrase(lex, p, b)?;
        (noun.count.is_none()).then_some((cmp, number, noun))
    });
    let (compare, noun) = match counted {
        Some((cmp, number, noun)) => (Some((cmp, number)), noun),
        None => (None, grammar::noun_phrase(lex, p, b)?),
    };
    let single = noun.count.is_none() || noun.count == Some(HowMany::Exactly(Amount::Fixed(1)));
    if !single || !p.take("is/are") {
        return None;
    }
    if (compare.is_none() || compare == Some((Cmp::AtLeast, Amount::Fixed(1)))) && p.take("being attacked") {
        let mut filter = noun.filter;
        if let Some(Among::Zones { whose, zones }) = noun.among {
            let field = zones[..] == Zone::FIELD;
            filter = filter.and(Filter::Of(whose));
            if !field {
                let mut places: Vec<_> = zones.iter().map(|zone| Filter::Test(Test::In(*zone))).collect();
                filter =
                    filter.and(if places.len() == 1 { places.remove(0) } else { Filter::Either(places) });
            }
        } else if let Some(whose) = noun.whose {
            filter = filter.and(Filter::Of(whose));
        }
        return Some(Cond::Fact(Fact::AttackOn(filter)));
    }
    if let Some(which) = p.attempt(|p| p.group_any(Bracket::Square, &["stand", "rest"])) {
        let state = Filter::Is([Adjective::Standing, Adjective::Rested][which]);
        let filter = state.and(noun.filter.clone());
        let who = noun.whose.unwrap_or(Who::Both);
        if compare.is_some() || none || noun.among.is_none() && noun.whose.is_none() {
            return None;
        }
        let noun = Noun { filter, whose: None, ..noun };
        return Some(exists(noun.select(who, &Zone::FIELD, HowMany::All), false));
    }
    if noun.among.is_some() || noun.whose.is_some() {
        return None;
    }
    let among = place(lex, p, b)?;
    if !matches!(among, Among::Zones { .. }) {
        return None;
    }
    let select = Select::new(among, noun.filter, HowMany::All);
    if none {
        return Some(Cond::Not(Box::new(exists(select, false))));
    }
    Some(match compare {
        Some((cmp, number)) => Cond::Compare(counted_in(select), cmp, number),
        None => exists(select, false),
    })
}

/// "you have 5 life or less", "your opponent has 10 or more cards in the drop zone", "your gauge is 3 or more".
fn counters(p: &mut Parser<'_>) -> Option<Condition> {
    let (who, possessive) = if p.take("you have") {
        (Who::You, false)
    } else if p.take("your opponent has") {
        (Who::Opponent, false)
    } else if p.take("your opponent 's") {
        (Who::Opponent, true)
    } else if p.take("your") {
        (Who::You, true)
    } else {
        return None;
    };
    if possessive {
        let count = if p.take("life") { Count::Life(who) } else { Count::Cards(who, hidden_zone(p)?) };
        if !p.take("is") {
            return None;
        }
        p.take("at");
        let (cmp, amount) = grammar::compare(p)?;
        return Some(Cond::Compare(Amount::Game(count), cmp, amount));
    }
    if p.take("no cards in your? hand") {
        return Some(Cond::Compare(
            Amount::Game(Count::Cards(who, Zone::Hand)),
            Cmp::Equal,
            Amount::Fixed(0),
        ));
    }
    let exactly = p.take("exactly");
    let number = match p.number() {
        Some(number) => number,
        None => p.lookup(&[("twenty five", 25), ("twenty", 20), ("fifteen", 15), ("thirty", 30)])?,
    };
    let mut cmp = grammar::comparison(p);
    let count = if p.take("life") {
        Count::Life(who)
    } else if p.take("gauge") {
        Count::Cards(who, Zone::Gauge)
    } else if p.take("card/cards in") {
        whose(p);
        p.take("the");
        Count::Cards(who, hidden_zone(p)?)
    } else {
        return None;
    };
    if cmp == Cmp::Equal && !exactly {
        cmp = match grammar::comparison(p) {
            Cmp::Equal if matches!(count, Count::Life(_)) => Cmp::Equal,
            Cmp::Equal => Cmp::AtLeast,
            cmp => cmp,
        };
    }
    Some(Cond::Compare(Amount::Game(count), cmp, Amount::Fixed(number)))
}

fn hidden_zone(p: &mut Parser<'_>) -> Option<Zone> {
    p.lookup(&[
        ("hand", Zone::Hand),
        ("gauge", Zone::Gauge),
        ("drop zone/area", Zone::Drop),
        ("deck", Zone::Deck),
    ])
}

/// "you have a size 3 monster on your field", "you do not have a monster in the center", "neither you nor …".
fn having(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let (who, not) = if p.take("you do not have") || p.take("you don't have") {
        (Who::You, true)
    } else if p.take("you have") {
        (Who::You, false)
    } else if p.take("your opponent does not have") || p.take("your opponent doesn't have") {
        (Who::Opponent, true)
    } else if p.take("your opponent has") {
        (Who::Opponent, false)
    } else if p.take("neither you nor your opponent has/have") {
        (Who::Both, true)
    } else {
        return None;
    };
    let not = p.take("no") || not;
    let cond = had(lex, p, b, who)?;
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// Cards that somebody has "on the field" are on that fighter's field.
fn of(mut noun: Noun<Words>, who: Who) -> Noun<Words> {
    if let Some(Among::Zones { whose, .. }) = &mut noun.among {
        if *whose == Who::Both {
            *whose = who;
        }
    }
    noun
}

/// "fifteen or more": larger numbers in words, too.
fn compare(p: &mut Parser<'_>) -> Option<(Cmp, Amount<Words>)> {
    const LARGE: [(&str, i32); 8] = [
        ("thirteen", 13),
        ("fourteen", 14),
        ("fifteen", 15),
        ("sixteen", 16),
        ("eighteen", 18),
        ("twenty five", 25),
        ("twenty", 20),
        ("thirty", 30),
    ];
    // "at least three", "fewer than three".
    let bounds = [("at least", Cmp::AtLeast), ("at most", Cmp::AtMost), ("less/fewer than", Cmp::Less)];
    if let Some(found) = p.attempt(|p| {
        let cmp = p.lookup(&bounds)?;
        let number = p.number()?;
        Some(match cmp {
            Cmp::Less => (Cmp::AtMost, Amount::Fixed(number - 1)),
            cmp => (cmp, Amount::Fixed(number)),
        })
    }) {
        return Some(found);
    }
    p.attempt(|p| match grammar::compare(p) {
        Some(found) => Some(found),
        None => {
            p.take("exactly");
            let number = p.lookup(&LARGE)?;
            Some((grammar::comparison(p), Amount::Fixed(number)))
        }
    })
}

/// "three cards" asks for that many at least, "exactly three" for no more.
fn many(p: &mut Parser<'_>) -> Option<(Cmp, Amount<Words>)> {
    let exactly = p.ahead("exactly");
    let (cmp, number) = compare(p)?;
    Some((if cmp == Cmp::Equal && !exactly { Cmp::AtLeast } else { cmp }, number))
}

/// "(if there are five or more 《X》 in your drop zone, …) if there are ten or more, …": more of what was counted before.
fn more_of_them(p: &mut Parser<'_>, b: &B) -> Option<Condition> {
    p.attempt(|p| {
        let (cmp, number) = compare(p)?;
        // "five or more different 《X》": where they are was said before.
        let different = p.attempt(|p| {
            let name = if p.take("different") { p.group(Bracket::Double) } else { None };
            name.map(|name| Filter::Trait(Phrase::new(name)))
        });
        if cmp == Cmp::Equal || !p.ahead(",") {
            return None;
        }
        let counted = b.counted.clone()?;
        if let Some(kind) = different {
            let same = matches!(&counted, Amount::Game(Count::Different(select)) if select.filter == kind);
            same.then_some(())?;
        }
        Some(Cond::Compare(counted, cmp, number))
    })
}

/// Remembers what was counted, for a second number of it.
fn remember(select: &Select<Words>, different: bool, b: &mut B) {
    let select = select.clone();
    b.counted = Some(if different { names_in(select) } else { counted_in(select) });
}

fn had(lex: &Lex, p: &mut Parser<'_>, b: &mut B, who: Who) -> Option<Condition> {
    if let Some(cond) = more_of_them(p, b) {
        return Some(cond);
    }
    if who == Who::You && p.take("this card equipped") {
        return Some(Cond::Is(Target::This, Filter::Is(Adjective::Equipped)));
    }
    if let Some(cond) = p.attempt_with(b, |p, b| worlds(lex, p, b, who)) {
        return Some(cond);
    }
    if let Some(both) = p.attempt_with(b, |p, b| both_of(lex, p, b, who)) {
        return Some(both);
    }
    let counted = p.attempt(|p| {
        p.take("a total of");
        if p.take("more than") {
            let number = p.number()?;
            let different = p.take("different");
            let noun = grammar::noun_phrase(lex, p, b)?;
            return Some((true, Cmp::AtLeast, Amount::Fixed(number + 1), different, noun));
        }
        let bare = !p.ahead("exactly");
        let (cmp, number) = compare(p)?;
        let different = p.take("different");
        let noun = grammar::noun_phrase(lex, p, b)?;
        Some((bare, cmp, number, different, noun))
    });
    if let Some((bare, cmp, number, different, noun)) = counted {
        // "one monster" is no "a monster": there is no second.
        let sole = number == Amount::Fixed(1)
            && !different
            && noun.filter == Filter::Kind(crate::card::Kind::Monster);
        let cmp = if cmp == Cmp::Equal && bare && !sole { Cmp::AtLeast } else { cmp };
        let mut noun = noun;
        // "in the drop zone" is that fighter's.
        let unsaid = noun.among.is_none() && p.take("in/on the drop zone");
        if unsaid {
            noun.among = Some(Among::Zones { whose: who, zones: vec![Zone::Drop] });
        }
        let select = of(noun, who).select(who, &Zone::FIELD, HowMany::All);
        remember(&select, different, b);
        let counted = if different { names_in(select) } else { counted_in(select) };
        return Some(Cond::Compare(counted, cmp, number));
    }
    if let Some(both) = p.attempt(|p| both_sizes(lex, p, b, who)) {
        return Some(both);
    }
    let start = p.clone();
    let noun = grammar::noun_phrase(lex, p, b)?;
    let everywhere = says(start.clone(), p, "left and right");
    if asks_for_both(start, p) {
        // "a 《X》 monster and item": one of each.
        let kinds = [crate::card::Kind::Monster, crate::card::Kind::Item];
        let each = kinds.map(|kind| one_kind(&noun.filter, kind));
        let [Some(monster), Some(item)] = each else { return p.want("one kind of card") };
        let there = |filter| {
            let noun = Noun { filter, ..noun.clone() };
            exists(of(noun, who).select(who, &Zone::FIELD, HowMany::All), false)
        };
        return Some(Cond::All(vec![there(monster), there(item)]));
    }
    p.take("equipped");
    Some(exists(of(noun, who).select(who, &Zone::FIELD, HowMany::All), everywhere))
}

/// "an 《A》 and a 《B》 on your field": one of each.
fn both_of(lex: &Lex, p: &mut Parser<'_>, b: &mut B, who: Who) -> Option<Condition> {
    let one = Some(HowMany::Exactly(Amount::Fixed(1)));
    let first = grammar::noun_phrase(lex, p, b)?;
    let least = match first.count {
        Some(HowMany::Exactly(Amount::Fixed(least))) => least,
        _ => return None,
    };
    if first.among.is_some() || first.whose.is_some() {
        return None;
    }
    if !(p.take("and") && (p.ahead("a") || p.ahead("an"))) {
        return None;
    }
    let second = grammar::noun_phrase(lex, p, b)?;
    if second.whose.is_some() || second.count != one {
        return None;
    }
    second.among.as_ref()?;
    let first = Noun { among: second.among.clone(), ..first };
    let there = |noun: Noun<Words>| exists(of(noun, who).select(who, &Zone::FIELD, HowMany::All), false);
    let first = if least == 1 {
        there(first)
    } else {
        let noun = Noun { count: None, ..first };
        let select = of(noun, who).select(who, &Zone::FIELD, HowMany::All);
        Cond::Compare(counted_in(select), Cmp::AtLeast, Amount::Fixed(least))
    };
    Some(Cond::All(vec![first, there(second)]))
}

/// "a size 0 and size 3 《A》 on your field": one of each size.
fn both_sizes(lex: &Lex, p: &mut Parser<'_>, b: &mut B, who: Who) -> Option<Condition> {
    p.take("a size").then_some(())?;
    let first = p.number()?;
    p.take("and size").then_some(())?;
    let second = p.number()?;
    let noun = grammar::noun_phrase(lex, p, b)?;
    (noun.count.is_none() && noun.whose.is_none()).then_some(())?;
    let there = |size: i32| {
        let sized = Filter::Figure(Figure::Size, Cmp::Equal, Amount::Fixed(size));
        let noun = Noun { filter: sized.and(noun.filter.clone()), ..noun.clone() };
        exists(of(noun, who).select(who, &Zone::FIELD, HowMany::All), false)
    };
    Some(Cond::All(vec![there(first), there(second)]))
}

/// A description of monsters and items, of one of the kinds only.
fn one_kind(filter: &Filter<Words>, kind: crate::card::Kind) -> Option<Filter<Words>> {
    let both = |one: &Filter<Words>| matches!(one, Filter::Either(any) if any.contains(&Filter::Kind(kind)));
    match filter {
        one if both(one) => Some(Filter::Kind(kind)),
        Filter::All(all) if all.iter().any(both) => {
            let only = all.iter().map(|one| if both(one) { Filter::Kind(kind) } else { one.clone() });
            Some(only.fold(Filter::Any, Filter::and))
        }
        _ => None,
    }
}

/// "three or more different world names on cards in your drop zone".
fn worlds(lex: &Lex, p: &mut Parser<'_>, b: &mut B, who: Who) -> Option<Condition> {
    let (cmp, number) = many(p)?;
    if !p.take("different world names on/of/from") {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    noun.among.as_ref()?;
    let select = narrowed(of(noun, who).select(who, &Zone::FIELD, HowMany::All));
    Some(Cond::Compare(Amount::Game(Count::Worlds(Box::new(select))), cmp, number))
}

/// How many different names there are among such cards.
fn names_in(select: Select<Words>) -> Amount<Words> {
    Amount::Game(Count::Different(Box::new(narrowed(select))))
}

/// How many such cards there are; all cards of one zone are counted without looking at them.
fn counted_in(select: Select<Words>) -> Amount<Words> {
    let select = narrowed(select);
    match (&select.among, &select.filter) {
        (Among::Zones { whose, zones }, Filter::Any) if zones.len() == 1 && !zones[0].is_field() => {
            Amount::Game(Count::Cards(*whose, zones[0]))
        }
        _ => Amount::Count(Box::new(select)),
    }
}

/// Some such card is there: "a card" and "cards" ask for the same. `everywhere`: in each of the places named.
fn exists(select: Select<Words>, everywhere: bool) -> Condition {
    let select = Select { count: HowMany::All, ..narrowed(select) };
    match &select.among {
        Among::Zones { whose, zones } if everywhere => {
            let there = |zone: &Zone| {
                let among = Among::Zones { whose: *whose, zones: vec![*zone] };
                Cond::Exists(Box::new(Select { among, ..select.clone() }))
            };
            Cond::All(zones.iter().map(there).collect())
        }
        _ => Cond::Exists(Box::new(select)),
    }
}

/// "on your field and your opponent's field": on each of the two.
fn on_both(select: Select<Words>, from: Parser<'_>, to: &Parser<'_>) -> Option<Condition> {
    let said =
        says(from.clone(), to, "field and your opponent 's field") || super::lexicon::on_each(from, to);
    let Among::Zones { whose: Who::Both, zones } = &select.among else { return None };
    let there = |whose| {
        let among = Among::Zones { whose, zones: zones.clone() };
        exists(Select { among, ..select.clone() }, false)
    };
    said.then(|| Cond::All(vec![there(Who::You), there(Who::Opponent)]))
}

/// "a monster and item": one of each is wanted, not either of them.
fn asks_for_both(from: Parser<'_>, to: &Parser<'_>) -> bool {
    says(from, to, "and monster/monsters/item/items/spell/spells/impact/impacts")
}

/// Whether these words were read between two points.
fn says(mut from: Parser<'_>, to: &Parser<'_>, words: &str) -> bool {
    while from.position() < to.position() {
        if from.ahead(words) {
            return true;
        }
        from.bump();
    }
    false
}

/// "there is a monster in your center", "there are two or more cards in your opponent's drop zone".
fn there_is(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if !p.take("there is/are") {
        return None;
    }
    let not = p.take("no") || p.take("not");
    // "two or more souls in this card"
    if let Some((cmp, number)) = p.attempt(|p| {
        let (cmp, number) = many(p)?;
        let souls = p.take("soul/souls")
            || p.take("card/cards in the soul of this card")
            || p.take("card/cards in this card/monster/item 's soul");
        let this = p.take("in/under this card/monster/item") || p.ahead(",") || p.ahead("and");
        (souls && this).then_some((cmp, number))
    }) {
        let cond = Cond::Is(Target::This, Filter::Figure(Figure::Soul, cmp, number));
        return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
    }
    if let (false, Some(cond)) = (not, more_of_them(p, b)) {
        return Some(cond);
    }
    // "two or more souls in the cards on your field"
    if let Some((cmp, number, among)) = p.attempt_with(b, |p, b| {
        let (cmp, number) = many(p)?;
        let among = super::amount::souls_of(lex, p, b)?;
        Some((cmp, number, among))
    }) {
        let select = Select::new(among, Filter::Any, HowMany::All);
        b.counted = Some(Amount::Count(Box::new(select.clone())));
        let cond = Cond::Compare(Amount::Count(Box::new(select)), cmp, number);
        return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
    }
    let whole = p.clone();
    let counted = p.attempt(|p| {
        p.take("a total of");
        let (cmp, number) = many(p)?;
        let different = p.take("different");
        let noun = grammar::noun_phrase(lex, p, b)?;
        Some((cmp, number, different, noun))
    });
    let cond = match counted {
        Some((cmp, number, different, noun)) => {
            noun.among.as_ref()?;
            if super::lexicon::on_each(whole, p) {
                return p.want("one fighter's field");
            }
            let select = noun.select(Who::You, &Zone::FIELD, HowMany::All);
            remember(&select, different, b);
            Cond::Compare(if different { names_in(select) } else { counted_in(select) }, cmp, number)
        }
        None => {
            let start = p.clone();
            let noun = grammar::noun_phrase(lex, p, b)?;
            noun.among.as_ref()?;
            let from = start.clone();
            let everywhere = says(start.clone(), p, "left and right");
            if asks_for_both(start, p) {
                return p.want("one kind of card");
            }
            let select = noun.select(Who::You, &Zone::FIELD, HowMany::All);
            match on_both(select.clone(), from, p) {
                Some(_) if not => return p.want("one fighter's field"),
                Some(both) => both,
                None => exists(select, everywhere),
            }
        }
    };
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// ""X" is on your field", "this card is in the center", "this card has one or more souls", "this card is attacking".
fn about_card(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if p.take("this card/monster/item") {
        if p.take("is attacking") || p.take("attacks") {
            return Some(Cond::Is(Target::This, Filter::Is(Adjective::Attacking)));
        }
        if p.take("is") {
            if let Some(which) = p.group_any(Bracket::Square, &["stand", "rest"]) {
                let state = if which == 0 { Adjective::Standing } else { Adjective::Rested };
                return Some(Cond::Is(Target::This, Filter::Is(state)));
            }
            if p.take("your buddy monster?") {
                return Some(Cond::Is(Target::This, Filter::Is(Adjective::Buddy)));
            }
            if !p.ahead("on/in your? the? center or left") && p.take("on/in your? the? center") {
                return Some(Cond::Is(Target::This, Filter::Test(Test::In(Zone::Center))));
            }
            if p.take("equipped") {
                return Some(Cond::Is(Target::This, Filter::Is(Adjective::Equipped)));
            }
            if p.take("on/in your? the? center or left") {
                let sides = vec![Filter::Test(Test::In(Zone::Center)), Filter::Test(Test::In(Zone::Left))];
                return Some(Cond::Is(Target::This, Filter::Either(sides)));
            }
            if !p.ahead("on/in your? the? left or right") {
                let side = p.lookup(&[
                    ("on/in your? the? left", Zone::Left),
                    ("on/in your? the? right", Zone::Right),
                ]);
                if let Some(side) = side {
                    return Some(Cond::Is(Target::This, Filter::Test(Test::In(side))));
                }
            }
            if p.take("being attacked") {
                return Some(Cond::Is(Target::This, Filter::Is(Adjective::Attacked)));
            }
            if p.take("on/in your? the? left or right") {
                let sides = vec![Filter::Test(Test::In(Zone::Left)), Filter::Test(Test::In(Zone::Right))];
                return Some(Cond::Is(Target::This, Filter::Either(sides)));
            }
            if p.take("on your? the? field") {
                let field = Zone::FIELD.iter().map(|zone| Filter::Test(Test::In(*zone))).collect();
                return Some(Cond::Is(Target::This, Filter::Either(field)));
            }
            return None;
        }
        if p.take("has/have") {
            if p.take("no soul/souls") || p.take("no cards in its soul") {
                let none = Filter::Figure(Figure::Soul, Cmp::Equal, Amount::Fixed(0));
                return Some(Cond::Is(Target::This, none));
            }
            if p.take("a soul") || p.take("a card in its soul") {
                let some = Filter::Figure(Figure::Soul, Cmp::AtLeast, Amount::Fixed(1));
                return Some(Cond::Is(Target::This, some));
            }
            let (cmp, number) = many(p)?;
            if !(p.take("soul/souls") || p.take("card/cards in its soul")) {
                return None;
            }
            return Some(Cond::Is(Target::This, Filter::Figure(Figure::Soul, cmp, number)));
        }
        return None;
    }
    let name = p.group(Bracket::Quote)?;
    if !p.take("is") {
        return None;
    }
    let not = p.take("not");
    let among = place(lex, p, b)?;
    let select = Select::new(among, Filter::Name(Phrase::new(name)), HowMany::All);
    let cond = Cond::Exists(Box::new(select));
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}
