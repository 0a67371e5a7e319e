//! Conditions: what stands behind "if" and "while".

use super::amount;
use super::cards::{self, select_of};
use super::lexicon::{B, WORDS};
use super::pile;
use super::words::{FACTS, THAN};
use crate::vocab::*;
use effects::text::grammar::{self, compare, noun_phrase};
use effects::text::{Lexicon, Noun, Parser};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Select, Target, Who};

/// A whole condition: parts joined by "and" and "or".
pub fn condition(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    grammar::condition(&WORDS, p, b)
}

/// One condition of the game's own kinds.
pub fn fact(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if let Some(fact) = FACTS.read(p) {
        return Some(Cond::Fact(fact));
    }
    if p.take("digixrosing/digixros") {
        let mut least = 1;
        if p.take("with") {
            least = p.number()?;
            p.take("or more");
            p.take("materials/cards");
        }
        let materials = Amount::Game(Count::Materials);
        return Some(Cond::Compare(materials, Cmp::AtLeast, Amount::Fixed(least)));
    }
    // "this Digimon is attacking a player".
    if let Some(fact) = p.attempt(|p| {
        if !p.take("this digimon is") {
            return None;
        }
        FACTS.read(p).filter(|fact| matches!(fact, Fact::AttackingPlayer | Fact::AttackingDigimon))
    }) {
        let attacks = Cond::Is(Target::This, Filter::Test(Test::Attacker));
        return Some(attacks.and(Cond::Fact(fact)));
    }
    if p.take("this digimon? digivolved from the trash")
        || p.take("this digimon? is digivolving from the trash")
    {
        return Some(Cond::Fact(Fact::From(Who::You, Place::Trash)));
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "this Digimon's name is [X]".
        let of = cards::owner(p, b)?;
        if !p.take("name is") {
            return None;
        }
        let (names, _) = super::lexicon::names(p)?;
        let filter = super::lexicon::either(names.into_iter().map(Filter::Name).collect());
        Some(Cond::Is(of, filter))
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "that Digimon's play cost is 4 or less".
        let of = cards::owner(p, b)?;
        let figure = super::lexicon::figure(p)?;
        if !p.take("is") {
            return None;
        }
        let number = p.number()?;
        let cmp = grammar::comparison(p);
        Some(Cond::Is(of, Filter::Figure(figure, cmp, Amount::Fixed(number))))
    }) {
        return Some(cond);
    }
    // What it digivolved from is the other card of what the effect waited for.
    if b.it == Some(Target::Subject)
        && p.take("it/that digimon? digivolved into a/1? digimon with the same level")
    {
        let same = Filter::Test(Test::SameLevel(Box::new(Target::Other)));
        return Some(Cond::Is(Target::Subject, same));
    }
    if p.take("removed from by effects/an? effect?") {
        return Some(Cond::Fact(Fact::Cause(Cause::Effect)));
    }
    if let Some(fact) = p.attempt_with(b, |p, b| {
        // The canonical spelling.
        if !p.take("it came") {
            return None;
        }
        if p.take("from digivolution cards") {
            return Some(Fact::From(Who::Both, Place::Under));
        }
        match cards::place(p, b)? {
            Among::Zones { whose, zones } if zones.len() == 1 => Some(Fact::From(whose, zones[0])),
            _ => None,
        }
    }) {
        return Some(Cond::Fact(fact));
    }
    if p.take("is? digivolving from the trash") {
        return Some(Cond::Fact(Fact::From(Who::You, Place::Trash)));
    }
    if let Some(cause) = p.attempt_with(b, |p, b| {
        let _ = p.take("this/that digimon/card was/is") || p.take("it was");
        // What brought it about is asked of what the effect waits for.
        if !(p.take("deleted") || p.take("brought about") || b.played && p.take("played")) {
            return None;
        }
        super::event::cause(p, b)
    }) {
        return Some(cause);
    }
    // "if effects suspended those Digimon": what the effect waited for.
    if p.take("effects/effect played/suspended/deleted/unsuspended/digivolved it/them")
        || p.take(
            "effects/effect played/suspended/deleted/unsuspended/digivolved that/those digimon/tamer/tamers",
        )
    {
        return (b.it == Some(Target::Subject)).then_some(Cond::Fact(Fact::Cause(Cause::Effect)));
    }
    if p.take("played or digivolved by effects/an? effect?") || p.take("played by effects/an? effect?") {
        return Some(Cond::Fact(Fact::Cause(Cause::Effect)));
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "attacked a Digimon with higher DP than this Digimon", "you attack your opponent's Digimon with the highest DP".
        if !(p.take("attacked/attacking") || p.take("you attack")) {
            return None;
        }
        let mut noun = noun_phrase(&WORDS, p, b)?;
        noun.count = None;
        if noun.whose.is_some_and(|who| who != Who::Opponent) {
            return None;
        }
        let theirs = noun.whose.is_some();
        let select = select_of(noun, Who::Opponent, &[Place::Battle])?;
        let filter = if theirs { Filter::Of(Who::Opponent).and(select.filter) } else { select.filter };
        Some(Cond::Is(Target::Test(Test::AttackTarget), filter))
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "all of the revealed cards are black".
        if !p.take("all of the revealed cards are") {
            return None;
        }
        let shown = b.shown?;
        Some(Cond::Is(Target::Slot(shown), is_what(p, b)?))
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "this Digimon's digivolution cards include a blue Tamer card".
        let host = cards::owner(p, b)?;
        if !p.take("digivolution cards include a/an") {
            return None;
        }
        let filter = grammar::described(&WORDS, p, b)?;
        let among = Among::Under { host, zone: Place::Under };
        Some(Cond::Exists(Box::new(Select::new(among, filter, HowMany::All))))
    }) {
        return Some(cond);
    }
    let readers = [
        memory,
        stacked,
        all_are,
        plural,
        one_has,
        held,
        there,
        inside,
        subject_has,
        security_compare,
        is_so,
    ];
    readers.iter().find_map(|read| p.attempt_with(b, read))
}

/// "3 or more", "4 or fewer", "3", which is 3 or more, and "exactly 3", which is not.
pub fn so_many(p: &mut Parser<'_>) -> Option<(Cmp, Amount<Dcg>)> {
    let exactly = p.ahead("exactly");
    let (cmp, number) = compare(p)?;
    Some((if cmp == Cmp::Equal && !exactly { Cmp::AtLeast } else { cmp }, number))
}

/// "you have 3 or more memory", "your opponent has 1 or more memory", "you have as many or fewer security cards as …".
fn memory(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    // "your memory is 1 or more".
    if p.take("your memory is") {
        let (cmp, number) = compare(p)?;
        let counted = Amount::Game(Count::Memory(Who::You));
        b.counted = Some(counted.clone());
        return Some(Cond::Compare(counted, cmp, number));
    }
    // "you and your opponent have the same number of security cards".
    if p.take("you and your opponent have the same number of") {
        let noun = noun_phrase(&WORDS, p, b)?;
        let mine = select_of(Noun { whose: Some(Who::You), ..noun.clone() }, Who::You, &[Place::Battle])?;
        let theirs = select_of(Noun { whose: Some(Who::Opponent), ..noun }, Who::Opponent, &[Place::Battle])?;
        let count = |select| Amount::Count(Box::new(Select { count: HowMany::All, ..select }));
        return Some(Cond::Compare(count(mine), Cmp::Equal, count(theirs)));
    }
    let who = player_has(p)?;
    let (mut cmp, number) = compare(p)?;
    if !p.take("memory") {
        return None;
    }
    if cmp == Cmp::Equal {
        // "2 memory or less".
        cmp = effects::text::grammar::comparison(p);
    }
    let counted = Amount::Game(Count::Memory(who));
    b.counted = Some(counted.clone());
    Some(Cond::Compare(counted, cmp, number))
}

/// "this Digimon's stack has 2 or more same-level cards".
fn stacked(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    let of = cards::owner(p, b)?;
    if !p.take("stack has") {
        return None;
    }
    let (cmp, number) = compare::<Dcg>(p)?;
    let Amount::Fixed(number) = number else { return None };
    (cmp == Cmp::AtLeast && p.take("same-level cards"))
        .then(|| Cond::Compare(Amount::Game(Count::Alike(Box::new(of))), Cmp::AtLeast, Amount::Fixed(number)))
}

/// "all of your Digimon are suspended", "all of your Digimon and Tamers have the [X] trait".
fn all_are(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if !p.take("all of?") {
        return None;
    }
    let noun = noun_phrase(&WORDS, p, b)?;
    let mut select = select_of(noun, Who::Both, &[Place::Battle])?;
    select.count = HowMany::All;
    let filter = if p.take("are") {
        is_what(p, b)?
    } else if p.take("have") {
        WORDS.with_parts(p, b)?
    } else {
        return None;
    };
    Some(Cond::Is(Target::Each(Box::new(select)), filter))
}

/// "your Tamers have 3 or more total colors", "either player has 5 or more cards in their trash", "your breeding area is empty",
/// "one of their Digimon is attacking".
fn plural(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if let Some(who) = p.attempt_with(b, |p, _| {
        let who = grammar::whose(p)?;
        p.take("breeding area is empty").then_some(who)
    }) {
        return Some(Cond::Compare(count_of(who, Place::Breeding), Cmp::Equal, Amount::Fixed(0)));
    }
    if p.take("either player has") {
        let (cmp, number) = compare::<Dcg>(p)?;
        if !p.take("cards/card in their") {
            return None;
        }
        let place =
            p.lookup(&[("trash", Place::Trash), ("hand", Place::Hand), ("security stack", Place::Security)])?;
        let one = |who| Cond::Compare(count_of(who, place), cmp, number.clone());
        return Some(Cond::Either(vec![one(Who::You), one(Who::Opponent)]));
    }
    if let Some(who) = p.attempt_with(b, |p, _| {
        if !p.take("1/one/any of") {
            return None;
        }
        let who = grammar::whose(p)?;
        p.take("digimon is/are attacking").then_some(who)
    }) {
        return Some(Cond::Is(Target::Test(Test::Attacker), Filter::Of(who)));
    }
    // "If they have 4 or more colors": of the same cards as before.
    if let Some(counted @ Amount::Game(Count::Colors(_))) = b.counted.clone() {
        if let Some((cmp, number)) = p.attempt(|p| {
            let found = if p.take("they have") { compare::<Dcg>(p)? } else { return None };
            p.take("colors/color").then_some(found)
        }) {
            return Some(Cond::Compare(counted, cmp, number));
        }
    }
    let noun = noun_phrase(&WORDS, p, b)?;
    if noun.whose.is_none() && !matches!(noun.among, Some(Among::Under { .. })) {
        return None;
    }
    if !p.take("have/has") {
        return None;
    }
    let (cmp, number) = compare::<Dcg>(p)?;
    p.take("total");
    if !p.take("colors/color") {
        return None;
    }
    let _ = p.take("in total") || p.take("among them");
    let mut select = select_of(noun, Who::Both, &[Place::Battle])?;
    select.count = HowMany::All;
    let colors = Amount::Game(Count::Colors(Box::new(select)));
    b.counted = Some(colors.clone());
    Some(Cond::Compare(colors, cmp, number))
}

fn player_has(p: &mut Parser<'_>) -> Option<Who> {
    if p.take("you have") {
        Some(Who::You)
    } else if p.take("your opponent has") || p.take("they have") || p.take("your opponent have") {
        Some(Who::Opponent)
    } else {
        None
    }
}

/// "you have a Tamer", "you don't have a Digimon with …", "your opponent has 2 or fewer security cards".
fn held(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    // "While you have don't have …", as some lists print it.
    p.attempt(|p| (p.take("you have") && p.ahead("don't have")).then_some(()));
    let (who, mut not) = if p.take("you don't/do have") || p.take("don't have") || p.take("you do not have") {
        (Who::You, true)
    } else if p.take("your opponent doesn't have") || p.take("they don't have") {
        (Who::Opponent, true)
    } else {
        (player_has(p)?, false)
    };
    not |= p.take("no");
    // "you have as many or fewer security cards as your opponent".
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let cmp = if p.take("as many or fewer/less") {
            Cmp::AtMost
        } else if p.take("as many or more") {
            Cmp::AtLeast
        } else if p.take("fewer/less") {
            Cmp::Less
        } else if p.take("more") {
            Cmp::More
        } else if p.take("the same number of") {
            Cmp::Equal
        } else {
            return None;
        };
        p.take("total");
        let mut noun = noun_phrase(&WORDS, p, b)?;
        noun.whose = Some(who);
        if !p.take("as/than") {
            return None;
        }
        let mut mine = select_of(noun.clone(), who, &[Place::Battle])?;
        mine.count = HowMany::All;
        // "more cards in their hand than you": behind "than" it is the other player's hand.
        if let Some(Among::Zones { whose, .. }) = &mut noun.among {
            *whose = Who::Owner;
        }
        let than = if p.take("your opponent has?") || p.take("your opponent does") {
            noun.whose = Some(other(who));
            Amount::Count(Box::new(select_of(noun, other(who), &[Place::Battle])?))
        } else if p.take("you have?") || p.take("you do") {
            noun.whose = Some(Who::You);
            Amount::Count(Box::new(select_of(noun, Who::You, &[Place::Battle])?))
        } else if p.take("this digimon has face-down digivolution cards") {
            Amount::Figure(Figure::UnderFaceDown, Box::new(Target::This))
        } else if p.take("this digimon has digivolution cards") {
            Amount::Figure(Figure::Under, Box::new(Target::This))
        } else {
            return None;
        };
        Some(Cond::Compare(Amount::Count(Box::new(mine)), cmp, than))
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        if not {
            return None;
        }
        let (mut cmp, number) = so_many(p)?;
        p.take("total");
        if cmp == Cmp::AtLeast && number == Amount::Fixed(0) {
            cmp = Cmp::Equal;
        }
        // "If you have 3 or fewer, …", "… 7 or more cards, …": of what was counted before.
        if p.ahead(",") || b.counted.as_ref().is_some_and(counts_cards) && p.ahead("cards ,") {
            p.take("cards");
            let counted = b.counted.clone()?;
            return Some(Cond::Compare(counted, cmp, number));
        }
        if p.take("cards in either their/your hand or trash") {
            let of = |place| Cond::Compare(count_of(who, place), cmp, number.clone());
            return Some(Cond::Either(vec![of(Place::Hand), of(Place::Trash)]));
        }
        let mut select = having(p, b, who)?;
        select.count = HowMany::All;
        // "3 security cards or less".
        let cmp = match effects::text::grammar::comparison(p) {
            Cmp::Equal => cmp,
            behind => behind,
        };
        let counted = amount::count(select);
        b.counted = Some(counted.clone());
        let cond = Cond::Compare(counted, cmp, number);
        // "you have 8 or more cards in your hand and a Tamer in play", "… or 3 or more Tamers".
        if let Some(more) = p.attempt_with(b, |p, b| had_too(p, b, who)) {
            return Some(cond.and(more));
        }
        if let Some(more) = p.attempt_with(b, |p, b| {
            if !p.take("or") {
                return None;
            }
            let (cmp, number) = compare(p)?;
            let mut select = having(p, b, who)?;
            select.count = HowMany::All;
            p.ahead(",").then_some(Cond::Compare(amount::count(select), cmp, number))
        }) {
            return Some(Cond::Either(vec![cond, more]));
        }
        Some(cond)
    }) {
        return Some(cond);
    }
    // "If you don't have one, …": what the condition before spoke of.
    let one = p.attempt_with(b, |p, b| {
        if !p.take("one") {
            return None;
        }
        let more = super::lexicon_postfix(p, b);
        let spoken = b.spoken.clone()?;
        // "one with …" keeps only the kind of what was spoken of.
        let filter = if more == Filter::Any { spoken } else { super::lexicon::kind_of(&spoken)?.and(more) };
        p.ahead(",").then_some(filter)
    });
    if let Some(filter) = one {
        let among = Among::Zones { whose: who, zones: vec![Place::Battle] };
        let cond = Cond::Exists(Box::new(Select::new(among, filter, HowMany::All)));
        return Some(if not { Cond::Not(Box::new(cond)) } else { cond });
    }
    // "you have [A] and [B] in play": both.
    if let Some(cond) = p.attempt(|p| {
        let (names, true) = super::lexicon::names(p)? else { return None };
        let _ = p.take("in play") || p.take("on the field");
        let has = |name| {
            let among = Among::Zones { whose: who, zones: vec![Place::Battle] };
            Cond::Exists(Box::new(Select::new(among, Filter::Name(name), HowMany::All)))
        };
        (!not && p.ahead(",")).then(|| Cond::All(names.into_iter().map(has).collect()))
    }) {
        return Some(cond);
    }
    p.take("a/an/any/1/one");
    p.take("of");
    let mut select = having(p, b, who)?;
    if super::lexicon::differs(&select.filter).is_some() {
        return None;
    }
    select.count = HowMany::All;
    let spoken = select.filter.clone();
    let cond = Cond::Exists(Box::new(select));
    // "you have a red Tamer and a blue Tamer": both.
    if let Some(more) = p.attempt_with(b, |p, b| if not { None } else { had_too(p, b, who) }) {
        return Some(cond.and(more));
    }
    b.spoken = Some(spoken);
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// "… and a Tamer", "… and 2 or more Tamers", at the end of a condition: what the same player has as well.
fn had_too(p: &mut Parser<'_>, b: &mut B, who: Who) -> Option<Cond<Dcg>> {
    let named = |p: &Parser<'_>| p.peek_group(effects::text::Bracket::Square).is_some();
    if !p.take("and") {
        return None;
    }
    let counted = p.attempt(so_many);
    if counted.is_none() && !p.take("a/an") && !named(p) {
        return None;
    }
    let mut select = having(p, b, who)?;
    select.count = HowMany::All;
    let cond = match counted {
        Some((cmp, number)) => Cond::Compare(amount::count(select), cmp, number),
        None => Cond::Exists(Box::new(select)),
    };
    p.ahead(",").then_some(cond)
}

/// Whether a number counts cards of a hand, whatever they are.
fn counts_cards(counted: &Amount<Dcg>) -> bool {
    matches!(counted, Amount::Count(select)
        if select.filter == Filter::Any
            && matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Place::Hand]))
}

/// "one of your Digimon has [A] in its name", "one of your [A] has 5 or more digivolution cards".
fn one_has(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if !p.ahead("1/one/any of") {
        return None;
    }
    let noun = noun_phrase(&WORDS, p, b)?;
    if noun.whose.is_none() || noun.among.is_some() {
        return None;
    }
    let mut select = select_of(noun, Who::Both, &[Place::Battle])?;
    let filter = if p.take("has/have") {
        WORDS.with_parts(p, b)?
    } else if p.take("is/are") {
        is_what(p, b)?
    } else {
        return None;
    };
    (select.count, select.filter) = (HowMany::All, select.filter.and(filter));
    Some(Cond::Exists(Box::new(select)))
}

fn other(who: Who) -> Who {
    if who == Who::You { Who::Opponent } else { Who::You }
}

/// The cards somebody "has".
fn having(p: &mut Parser<'_>, b: &mut B, who: Who) -> Option<Select<Dcg>> {
    if let Some(select) = p.attempt_with(b, pile::under_cards) {
        return Some(select);
    }
    let mut noun = noun_phrase(&WORDS, p, b)?;
    let plain_card = noun.among.is_none() && noun.filter == Filter::Any;
    if plain_card {
        return None;
    }
    if noun.whose.is_none() {
        noun.whose = Some(who);
    }
    select_of(noun, who, &[Place::Battle])
}

/// "there are 3 or more Digimon", "there's a card with … in your trash", "there are 6 or fewer total cards in …".
fn there(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    let not = if p.take("there are/is no") || p.take("there aren't/isn't") {
        true
    } else if p.take("there are/is/'s/'re") || p.take("there're/there's") {
        false
    } else {
        return None;
    };
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let (cmp, number) = so_many(p)?;
        p.take("total");
        // "If there are 3 or fewer, …": of what was counted before.
        if p.ahead(",") {
            return Some(Cond::Compare(b.counted.clone()?, cmp, number));
        }
        // "there are 12 or more levels' total worth of Digimon": their figures together.
        if let Some(figure) = p.attempt(|p| {
            let figure = super::lexicon::figure(p)?;
            p.take("'s/'");
            p.take("total worth of").then_some(figure)
        }) {
            let mut select = pile::counted(p, b)?;
            select.count = HowMany::All;
            let sum = Amount::Figure(figure, Box::new(Target::Each(Box::new(select))));
            return Some(Cond::Compare(sum, cmp, number));
        }
        let select = pile::counted(p, b)?;
        if matches!(select.among, Among::Under { host: Target::This, .. }) {
            b.it = Some(Target::This);
        }
        let counted = amount::count(select);
        b.counted = Some(counted.clone());
        Some(Cond::Compare(counted, cmp, number))
    }) {
        return if not { None } else { Some(cond) };
    }
    p.take("a/an/any");
    let select = pile::counted(p, b)?;
    let cond = Cond::Exists(Box::new(select));
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// "[A] or [B] is in this Digimon's digivolution cards", "a card with [A] in its name is in your trash".
fn inside(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    // "[A] and [B] are in your trash": both of them.
    if let Some(cond) = p.attempt_with(b, |p, b| {
        let (names, and) = super::lexicon::names(p)?;
        if !(and && p.take("are")) {
            return None;
        }
        let mut among = cards::place(p, b)?;
        cards::any_host(&mut among);
        if let Among::Zones { whose: whose @ Who::Owner, .. } = &mut among {
            *whose = Who::You;
        }
        let there = |name| {
            let select = Select::new(among.clone(), Filter::Name(name), HowMany::All);
            Cond::Exists(Box::new(select))
        };
        Some(Cond::All(names.into_iter().map(there).collect()))
    }) {
        return Some(cond);
    }
    let counted = p.attempt(so_many);
    if counted.is_none() {
        p.take("a/an");
    }
    let filter = grammar::described(&WORDS, p, b)?;
    let not = if p.take("isn't/aren't/wasn't") {
        true
    } else if p.take("is/are/was/were") {
        p.take("not")
    } else {
        return None;
    };
    let (mut among, filter) = if p.take("in your face-up security cards") {
        let among = Among::Zones { whose: Who::You, zones: vec![Place::Security] };
        (among, filter.and(Filter::Is(Posture::FaceUp)))
    } else {
        (cards::place(p, b)?, filter)
    };
    cards::any_host(&mut among);
    if let Among::Zones { whose, .. } = &mut among {
        if *whose == Who::Owner {
            *whose = Who::You;
        }
    }
    let select = Box::new(Select::new(among, filter, HowMany::All));
    let cond = match counted {
        Some((cmp, number)) => Cond::Compare(Amount::Count(select), cmp, number),
        None => Cond::Exists(select),
    };
    Some(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// "this Digimon has [A] in its name", "it is suspended", "that Digimon has no digivolution cards", "this Digimon is [A]".
fn subject_has(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    let they = p.ahead("they/those");
    let target = if cards::this(p) {
        b.it = Some(Target::This);
        Target::This
    } else if p.take("any of them") {
        match b.it {
            Some(Target::Subject) => Target::Subject,
            _ => return None,
        }
    } else if p.take("the attacking digimon") {
        b.it = Some(Target::Test(Test::Attacker));
        Target::Test(Test::Attacker)
    } else {
        cards::it(p, b)?
    };
    // "If the attacked Digimon has no digivolution cards, delete it."
    if target == Target::Test(Test::AttackTarget) {
        b.it = Some(target.clone());
    }
    // Of several that were chosen each would be asked by itself ("if they have no digivolution cards, delete them").
    if they && matches!(target, Target::Slot(slot) if b.single != Some(slot) && b.shown != Some(slot)) {
        return p.want("which of them");
    }
    // "this Digimon has 4 or more colors in its digivolution cards", "… 5 or more digivolution cards with different names".
    if let Some(cond) = p.attempt_with(b, |p, _| {
        if !p.take("has/have") {
            return None;
        }
        let (cmp, number) = compare::<Dcg>(p)?;
        let under = Among::Under { host: target.clone(), zone: Place::Under };
        let all = Box::new(Select::new(under, Filter::Any, HowMany::All));
        let count = if p.take("colors/color in its/their digivolution cards") {
            Count::Colors(all)
        } else if p.take("digivolution cards with") {
            Count::Different(super::lexicon::distinct(p)?, all)
        } else {
            return None;
        };
        (cmp != Cmp::Equal).then_some(Cond::Compare(Amount::Game(count), cmp, number))
    }) {
        return Some(cond);
    }
    // "it's red", "it's level 4".
    let (is, not) = if p.take("is not") || p.take("isn't") {
        (true, true)
    } else if p.take("is/are/'s") || p.ahead("was face-up") && p.take("was") {
        (true, false)
    } else if p.take("has/have/had") {
        (false, false)
    } else if p.take("doesn't/don't have") {
        (false, true)
    } else {
        return None;
    };
    let filter = if is {
        is_what(p, b)?
    } else if b.moved.is_some() && matches!(target, Target::Slot(_)) && p.take("none") {
        Filter::Figure(Figure::Under, Cmp::Equal, Amount::Fixed(0))
    } else if let Some((cmp, number)) = p.attempt(|p| {
        let found = compare::<Dcg>(p)?;
        p.take("memory").then_some(found)
    }) {
        let _ = (cmp, number);
        return None;
    } else {
        WORDS.with_parts(p, b)?
    };
    // "If it's a level 3 card": what was trashed from under a Digimon, not the Digimon.
    let target = match &b.moved {
        Some(moved @ Target::Slot(_)) if is && p.behind("card") => moved.clone(),
        _ => target,
    };
    // "this Digimon is [A] or has the [B] trait": either of the same card.
    let mut filter = filter;
    while let Some(other) = p.attempt_with(b, |p, b| {
        if not {
            None
        } else if p.take("or is") {
            is_what(p, b)
        } else if p.take("or has") {
            WORDS.with_parts(p, b)
        } else {
            None
        }
    }) {
        filter = super::lexicon::either(vec![filter, other]);
    }
    let cond = Cond::Is(target.clone(), filter);
    let mut cond = if not { Cond::Not(Box::new(cond)) } else { cond };
    // "this Digimon is black and has 13000 DP or more": more of the same card.
    while let Some(more) = p.attempt_with(b, |p, b| {
        if p.take("and is") {
            is_what(p, b)
        } else if p.take("and has") {
            WORDS.with_parts(p, b)
        } else {
            None
        }
    }) {
        cond = cond.and(Cond::Is(target.clone(), more));
    }
    Some(cond)
}

/// "this Digimon has [A] in its name", of the card itself.
pub fn of_this(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if !p.ahead("this digimon/tamer has/is") {
        return None;
    }
    subject_has(p, b)
}

/// Behind "is": adjectives, a name, a kind of card, a place.
pub fn is_what(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    if p.take("in the battle area") {
        return Some(Filter::Test(Test::In(Place::Battle)));
    }
    if p.take("in the breeding area") {
        return Some(Filter::Test(Test::In(Place::Breeding)));
    }
    if p.take("in your trash") {
        return Some(Filter::Test(Test::In(Place::Trash)));
    }
    // "this Digimon is linked".
    if !p.ahead("linked with") && p.take("linked") {
        return Some(Filter::Figure(Figure::Links, Cmp::AtLeast, Amount::Fixed(1)));
    }
    p.take("a/an");
    if let Some(filter) = p.attempt_with(b, |p, b| grammar::described(&WORDS, p, b)) {
        return Some(filter);
    }
    if p.take("with") {
        return WORDS.with_parts(p, b);
    }
    WORDS.being(p, b)
}

/// "the number of cards in your security stack is less than or equal to your opponent's", "your security stack has …".
fn security_compare(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if let Some(who) = p.attempt(|p| {
        let who = grammar::whose(p)?;
        let zone = if p.take("security stack has/contains") {
            Place::Security
        } else if p.take("hand has/contains") {
            Place::Hand
        } else {
            return None;
        };
        Some((who, zone))
    }) {
        let (who, zone) = who;
        let (cmp, number) = so_many(p)?;
        if !p.take("cards/card") {
            return None;
        }
        return Some(Cond::Compare(count_of(who, zone), cmp, number));
    }
    let first = amount::number_of(p, b)?;
    if !p.take("is") {
        return None;
    }
    let cmp = match THAN.read(p) {
        Some(cmp) => cmp,
        None => {
            let (cmp, number) = compare(p)?;
            return Some(Cond::Compare(first, cmp, number));
        }
    };
    if p.take("your opponent 's") {
        let Amount::Count(select) = &first else { return None };
        let mut theirs = select.clone();
        match &mut theirs.among {
            Among::Zones { whose, .. } if *whose == Who::You => *whose = Who::Opponent,
            _ => return None,
        }
        return Some(Cond::Compare(first, cmp, Amount::Count(theirs)));
    }
    let than = amount::number_of(p, b)?;
    Some(Cond::Compare(first, cmp, than))
}

pub fn count_of(whose: Who, zone: Place) -> Amount<Dcg> {
    let among = Among::Zones { whose, zones: vec![zone] };
    Amount::Count(Box::new(Select::new(among, Filter::Any, HowMany::All)))
}

/// "your Digimon has <Blocker>"-like keyword conditions are with-parts; here: "this effect deleted a Digimon".
fn is_so(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    if did(p) {
        return Some(Cond::Did);
    }
    if p.take("it is not so that") {
        return Some(Cond::Not(Box::new(WORDS.fact(p, b)?)));
    }
    None
}

/// "this effect deleted", "this effect suspended a Digimon", "a card was trashed by this effect".
pub fn did(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| {
        if p.take("digivolved by this effect") {
            return Some(());
        }
        if p.take("you did") || p.take("you added a? cards/card to? your? hand?") {
            return Some(());
        }
        if !p.take("this effect") {
            return None;
        }
        let verbs = "deletes/dna/deleted/trashed/suspended/played/returned/placed/unsuspended/digivolved/linked/revealed/de-digivolved/added/used/flipped/attacked";
        let dna = p.ahead("dna");
        if !p.take(verbs) || dna && !p.take("digivolved") {
            return None;
        }
        // What it did it to is what the step before says.
        // "your Digimon" asks whose it was, which is another question.
        if !p.take("your opponent 's") {
            p.take("a/an/any/the");
            p.take("opponent 's");
        }
        p.take("digimon/card/cards/tamer/tamers/security/option");
        p.take("or tamers/tamer");
        p.take("cards/card");
        p.take("to a/your/the hand");
        Some(())
    })
    .is_some()
}
