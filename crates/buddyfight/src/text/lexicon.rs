//! The game's words for cards, places and conditions.

use super::words::{FIGURES, KINDS, ZONES};
use super::{clause, condition, gain};
use crate::card::Kind;
use crate::keyword::{KEYWORDS, Keyword};
use crate::state::Zone;
use crate::vocab::{Adjective, Condition, Figure, Step, Test, Until, Words};
use effects::text::grammar::{self, Builder, Lexicon, Noun};
use effects::text::lexer::{Bracket, Tok, fold};
use effects::text::parser::Parser;
use effects::{Among, Amount, Cmp, Filter, HowMany, Phrase, Select, Target, Who};

/// The reader of one line. `continuous`: what cards get lasts as long as the ability is there.
#[derive(Clone, Copy)]
pub(super) struct Lex {
    pub continuous: bool,
}

type B = Builder<Words>;

impl Lexicon for Lex {
    type V = Words;

    fn adjective(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Words>> {
        p.attempt_with(b, |p, b| {
            if p.take("size") {
                return sizes(p);
            }
            // "power 5000 or more", in front of the noun
            let figure = p.attempt(|p| FIGURES.read(p).filter(|figure| *figure != Figure::Soul));
            if let Some(figure) = figure {
                let (cmp, amount) = grammar::compare(p)?;
                return noun_follows(p).then_some(Filter::Figure(figure, cmp, amount));
            }
            if p.take("originally size") {
                let number = p.number()?;
                return Some(Filter::Test(Test::Originally(Figure::Size, grammar::comparison(p), number)));
            }
            if p.take("other/another") {
                return Some(Filter::Not(Box::new(Filter::This)));
            }
            if let Some(filter) = p.attempt(not_so) {
                return Some(filter);
            }
            if p.take("equipped") {
                return Some(Filter::Is(Adjective::Equipped));
            }
            if p.take("center") {
                return noun_follows(p).then_some(Filter::Test(Test::In(Zone::Center)));
            }
            if p.take("left or right") {
                let sides = vec![Filter::Test(Test::In(Zone::Left)), Filter::Test(Test::In(Zone::Right))];
                return noun_follows(p).then_some(Filter::Either(sides));
            }
            if p.take("buddy") {
                return Some(Filter::Is(Adjective::Buddy));
            }
            if p.take("attacking") {
                return Some(Filter::Is(Adjective::Attacking));
            }
            if p.take("face down") {
                return Some(Filter::Is(Adjective::FaceDown));
            }
            if let Some(which) = p.group_any(Bracket::Square, &["stand", "rest"]) {
                return Some(Filter::Is(if which == 0 { Adjective::Standing } else { Adjective::Rested }));
            }
            if let Some(name) = p.group(Bracket::Double) {
                let filter = Filter::Trait(Phrase::new(name));
                return noun_follows(p).then_some(filter);
            }
            if let Some(world) = p.group(Bracket::Angle) {
                return Some(Filter::Test(Test::World(Phrase::new(world))));
            }
            let _ = b;
            None
        })
    }

    fn noun(&self, p: &mut Parser<'_>, _: &mut B) -> Option<Filter<Words>> {
        p.attempt(|p| {
            let kind = p.attempt(|p| KINDS.read(p).filter(|kind| *kind != Kind::Flag));
            if let Some(kind) = kind {
                if let Some(listed) = p.attempt(|p| listed(kind, p)) {
                    return Some(listed);
                }
                let both = kind == Kind::Monster && (p.take("or item/items") || p.take("and item/items"));
                return Some(if both {
                    Filter::Either(vec![Filter::Kind(Kind::Monster), Filter::Kind(Kind::Item)])
                } else {
                    Filter::Kind(kind)
                });
            }
            if p.take("buddy/buddies") {
                return Some(Filter::Is(Adjective::Buddy));
            }
            if p.take("card/cards") {
                return Some(Filter::Any);
            }
            if let Some(name) = p.group(Bracket::Double) {
                return Some(Filter::Trait(Phrase::new(name)));
            }
            if let Some(name) = p.group(Bracket::Quote) {
                return Some(Filter::Name(Phrase::new(name)));
            }
            None
        })
    }

    fn postfix(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Words>> {
        p.attempt_with(b, |p, b| postfix(self, p, b))
    }

    fn place(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Among<Words>> {
        p.attempt_with(b, |p, b| place(self, p, b))
    }

    fn fact(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
        condition::fact(self, p, b)
    }

    fn in_play(&self) -> Vec<Zone> {
        Zone::FIELD.to_vec()
    }

    fn clause(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
        clause::clause(self, p, b)
    }

    fn cost(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
        clause::cost(self, p, b)
    }

    fn until(&self, p: &mut Parser<'_>, _: &mut B) -> Option<Until> {
        gain::until(p)
    }

    fn offers(&self, p: &mut Parser<'_>) -> bool {
        p.take("you may")
    }

    fn reads_having(&self) -> bool {
        true
    }

    fn if_you_do(&self, p: &mut Parser<'_>) -> bool {
        p.take("if you do")
    }
}

/// "non-monster", "non-《X》", "non-<X>".
fn not_so(p: &mut Parser<'_>) -> Option<Filter<Words>> {
    if let Some(kind) = p.lookup(&[
        ("non-monster", Kind::Monster),
        ("non-spell", Kind::Spell),
        ("non-item", Kind::Item),
        ("non-impact", Kind::Impact),
    ]) {
        return Some(Filter::Kind(kind).negate());
    }
    if !p.take("non -") {
        return None;
    }
    let filter = match p.group(Bracket::Double) {
        Some(name) => Filter::Trait(Phrase::new(name)),
        None => Filter::Test(Test::World(Phrase::new(p.group(Bracket::Angle)?))),
    };
    Some(filter.negate())
}

/// "monster, item, or spell (card)": three kinds and more.
fn listed(first: Kind, p: &mut Parser<'_>) -> Option<Filter<Words>> {
    let kind = |p: &mut Parser<'_>| p.attempt(|p| KINDS.read(p).filter(|kind| *kind != Kind::Flag));
    let mut kinds = vec![Filter::Kind(first)];
    while let Some(next) = p.attempt(|p| if p.mark(',') { kind(p) } else { None }) {
        kinds.push(Filter::Kind(next));
    }
    if kinds.len() < 2 || !(p.take(", or") || p.take("or")) {
        return None;
    }
    kinds.push(Filter::Kind(kind(p)?));
    Some(Filter::Either(kinds))
}

/// "1 or less", "2", "1 or 2", "3 or greater" behind "size".
fn sizes(p: &mut Parser<'_>) -> Option<Filter<Words>> {
    let number = p.number()?;
    if p.take("and less/lower") {
        return Some(Filter::Figure(Figure::Size, Cmp::AtMost, Amount::Fixed(number)));
    }
    let cmp = grammar::comparison(p);
    if cmp == Cmp::Equal {
        if let Some(second) = p.attempt(|p| if p.take("or") { p.number() } else { None }) {
            let is = |number| Filter::Figure(Figure::Size, Cmp::Equal, Amount::Fixed(number));
            return Some(Filter::Either(vec![is(number), is(second)]));
        }
    }
    Some(Filter::Figure(Figure::Size, cmp, Amount::Fixed(number)))
}

/// Whether a noun or another adjective comes next, so that a bracketed attribute in front of it is an adjective.
fn noun_follows(p: &Parser<'_>) -> bool {
    let mut ahead = p.clone();
    // "《A》 or 《B》 monster": the noun may stand behind several.
    while ahead.take("or/and") {
        if ahead.group(Bracket::Double).is_none() {
            return false;
        }
    }
    match ahead.peek() {
        Some(Tok::Word(word)) => matches!(
            word.as_str(),
            "monster"
                | "monsters"
                | "card"
                | "cards"
                | "item"
                | "items"
                | "spell"
                | "spells"
                | "impact"
                | "impacts"
                | "character"
                | "characters"
                | "buddy"
        ),
        _ => false,
    }
}

/// "with "X" in its card name", "with 3000 or less defense", "in the center", "other than "X"", "equipped".
fn postfix(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Words>> {
    let _ = (lex, &b);
    if p.take("other than") {
        p.take("a/an");
        if p.take("this card") {
            return Some(super::apart::than_this());
        }
        if b.it == Some(Target::Subject) && p.take("that card/monster") {
            return Some(Filter::Not(Box::new(Filter::Subject)));
        }
        let plain = p.attempt(|p| {
            let more = ["in", "on", "with", "from", "that", "without"];
            (p.take("a? monster/monsters") && !more.iter().any(|words| p.ahead(words))).then_some(())
        });
        if plain.is_some() {
            return Some(Filter::Not(Box::new(Filter::Kind(Kind::Monster))));
        }
        if let Some(name) = p.group(Bracket::Quote) {
            let mut others = Filter::Not(Box::new(Filter::Name(Phrase::new(name))));
            // "other than "X" or "Y"": neither.
            while let Some(name) = p.attempt(|p| {
                (p.take("or") || p.take("and") || p.take(", or") || p.mark(',')).then_some(())?;
                p.group(Bracket::Quote)
            }) {
                others = others.and(Filter::Not(Box::new(Filter::Name(Phrase::new(name)))));
            }
            return Some(others);
        }
        return grammar::described(lex, p, b).map(Filter::negate);
    }
    if p.take("that is/are not") {
        p.take("a/an");
        return grammar::described(lex, p, b).map(Filter::negate);
    }
    if p.take("in battle") {
        return Some(Filter::Is(Adjective::InBattle));
    }
    if p.take("under attack") || p.take("being attacked") {
        return Some(Filter::Is(Adjective::Attacked));
    }
    if p.take("in the link attack") {
        return Some(Filter::Is(Adjective::LinkAttacking));
    }
    if p.take("that is/are? attacking") || p.take("that attacked") {
        return Some(Filter::Is(Adjective::Attacking));
    }
    if p.take("in front of this card") {
        return Some(Filter::Test(Test::InFront));
    }
    if let Some(keyword) = p.attempt(|p| {
        let at = if p.take("that? you are") {
            p.group_any(Bracket::Square, &["ride", "transform"])?
        } else {
            return None;
        };
        p.take(["on", "into"][at]).then_some([Keyword::Ride, Keyword::Transform][at])
    }) {
        p.attempt(|p| (p.mark(',') && p.ahead("into")).then_some(()));
        return Some(Filter::Test(Test::EquippedBy(keyword)));
    }
    if p.attempt(|p| p.group_any(Bracket::Square, &["set"]).map(|_| ())).is_some() {
        return Some(Filter::Test(Test::In(Zone::Spell)));
    }
    if p.take("of that/the declared card? type") || p.take("of that type") {
        return Some(Filter::Test(Test::Declared));
    }
    if p.take("equipped") {
        return Some(Filter::Is(Adjective::Equipped));
    }
    if p.take("in/on the center") {
        return Some(Filter::Test(Test::In(Zone::Center)));
    }
    if p.take("in/on the left or right") {
        return Some(Filter::Either(vec![
            Filter::Test(Test::In(Zone::Left)),
            Filter::Test(Test::In(Zone::Right)),
        ]));
    }
    if p.take("with this card in its soul") || p.take("and this card in its soul") {
        return Some(Filter::Test(Test::Holder));
    }
    if p.take("with soul") {
        return Some(Filter::Figure(Figure::Soul, Cmp::AtLeast, Amount::Fixed(1)));
    }
    if p.take("without a? soul") || p.take("without cards in its soul") || p.take("with no soul") {
        return Some(Filter::Figure(Figure::Soul, Cmp::Equal, Amount::Fixed(0)));
    }
    if p.take("with soul 0") {
        return Some(Filter::Figure(Figure::Soul, Cmp::Equal, Amount::Fixed(0)));
    }
    let without = p.take("without");
    if !without && !p.take("with/that has/have") && !p.take("with") {
        return None;
    }
    let filter = with(p)?;
    Some(if without { Filter::Not(Box::new(filter)) } else { filter })
}

pub(super) fn with(p: &mut Parser<'_>) -> Option<Filter<Words>> {
    p.take("a/an");
    // BF CROSS-11: apart from the card name.
    if p.take("the character name") {
        let name = p.group(Bracket::Quote)?;
        return Some(Filter::Test(Test::Character(Phrase::new(name))));
    }
    if let Some(name) = p.group(Bracket::Quote) {
        let mut any = vec![Filter::NameHas(Phrase::new(name))];
        let mut traits = vec![Filter::TraitHas(Phrase::new(name))];
        while let Some(more) = p.attempt(|p| if p.take("or") { p.group(Bracket::Quote) } else { None }) {
            any.push(Filter::NameHas(Phrase::new(more)));
            traits.push(Filter::TraitHas(Phrase::new(more)));
        }
        let one =
            |mut all: Vec<Filter<Words>>| if all.len() == 1 { all.remove(0) } else { Filter::Either(all) };
        if p.take("in its/their/the card? name/names") {
            let named = one(any);
            // "… and this card in its soul"
            return Some(if p.take("and this card in its soul") {
                named.and(Filter::Test(Test::Holder))
            } else {
                named
            });
        }
        if p.take("in its/their/the attribute/attributes") || p.take("attribute") {
            return Some(one(traits));
        }
        // An ability of that name.
        return (any.len() == 1).then(|| Filter::Test(Test::HasAbility(Phrase::new(name))));
    }
    // "《A》 or 《B》 (in their attributes)"
    if let Some(name) = p.group(Bracket::Double) {
        let mut any = vec![Filter::Trait(Phrase::new(name))];
        while let Some(more) = p.attempt(|p| if p.take("or") { p.group(Bracket::Double) } else { None }) {
            any.push(Filter::Trait(Phrase::new(more)));
        }
        p.take("in its/their/the attribute/attributes");
        return Some(if any.len() == 1 { any.remove(0) } else { Filter::Either(any) });
    }
    // "originally 4000 power", "power originally 4000"
    if let Some(filter) = p.attempt(|p| {
        let early = FIGURES.read(p);
        if !p.take("originally") {
            return None;
        }
        let number = p.number()?;
        let cmp = grammar::comparison(p);
        let figure = early.or_else(|| FIGURES.read(p))?;
        Some(Filter::Test(Test::Originally(figure, cmp, number)))
    }) {
        return Some(filter);
    }
    if let Some(words) = p.peek_group(Bracket::Square) {
        let keyword = had_by_name(&fold(words))?;
        p.bump();
        let mut any = vec![Filter::Has(keyword)];
        while let Some(more) = p.attempt(|p| {
            let words = if p.take("or") { p.peek_group(Bracket::Square)? } else { return None };
            p.bump();
            had_by_name(&fold(words))
        }) {
            any.push(Filter::Has(more));
        }
        return Some(if any.len() == 1 { any.remove(0) } else { Filter::Either(any) });
    }
    let had = |p: &mut Parser<'_>| p.attempt(|p| FIGURES.read(p).filter(|figure| *figure != Figure::Size));
    if let Some(figure) = had(p) {
        if p.take("less/lower than or equal to this card 's") {
            let own = FIGURES.read(p)?;
            let amount = Amount::Figure(own, Box::new(Target::This));
            return Some(Filter::Figure(figure, Cmp::AtMost, amount));
        }
        let (cmp, amount) = grammar::compare(p)?;
        return Some(Filter::Figure(figure, cmp, amount));
    }
    let (mut cmp, amount) = grammar::compare(p)?;
    let figure = had(p)?;
    if let Some(other) = p.attempt(|p| if p.take("or") { had(p) } else { None }) {
        // "2000 or less power or defense"
        let is = |figure| Filter::Figure(figure, cmp, amount.clone());
        return Some(Filter::Either(vec![is(figure), is(other)]));
    }
    if figure == Figure::Soul && cmp == Cmp::Equal {
        // "one soul or more"
        cmp = match grammar::comparison(p) {
            Cmp::Equal => Cmp::AtLeast,
            cmp => cmp,
        };
    }
    Some(Filter::Figure(figure, cmp, amount))
}

/// A keyword that a card can be asked for, [Lifelink] whatever its number is.
fn had_by_name(words: &str) -> Option<Keyword> {
    KEYWORDS.named(words)
}

/// "on your field", "from your drop zone", "in this card's soul". Areas with a possessor are places too.
pub(super) fn place(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Among<Words>> {
    if !p.take("on/in/from/of") {
        return None;
    }
    p.take("among");
    if let Some(host) = p.attempt_with(b, |p, b| soul_of(lex, p, b)) {
        return Some(Among::Under { host, zone: Zone::Soul });
    }
    if p.take("the field")
        || p.take("you and your opponent 's field")
        || p.take("your field and your opponent 's field")
    {
        return Some(Among::Zones { whose: Who::Both, zones: Zone::FIELD.to_vec() });
    }
    if p.take("you/your or your opponent 's") {
        return Some(Among::Zones { whose: Who::Both, zones: zones(p)? });
    }
    p.take("either");
    if p.take("each/both/all player/players/fighter/fighters 's/'") {
        let zones = zones(p)?;
        return Some(Among::Zones { whose: Who::Both, zones });
    }
    // "the left and right of your opponent's field"
    if p.take("the left and right of/on") {
        let whose = whose(p)?;
        return p.take("field").then(|| Among::Zones { whose, zones: vec![Zone::Left, Zone::Right] });
    }
    let whose = whose(p)?;
    let zones = zones(p)?;
    Some(Among::Zones { whose, zones })
}

/// Whose a place is. "His or her" and "their" mean the opponent.
pub(super) fn whose(p: &mut Parser<'_>) -> Option<Who> {
    if p.take("your opponent 's/'") || p.take("the? opponent 's/'") || p.take("his or her") || p.take("their")
    {
        Some(Who::Opponent)
    } else if p.take("your") {
        Some(Who::You)
    } else {
        None
    }
}

pub(super) fn zones(p: &mut Parser<'_>) -> Option<Vec<Zone>> {
    use Zone::*;
    let zone = |p: &mut Parser<'_>| {
        let named = |zone: &Zone| {
            matches!(zone, Buddy | Drop | Hand | Gauge | Deck | Center | Left | Right | Item | Spell)
        };
        p.attempt(|p| ZONES.read(p).filter(named))
    };
    if p.take("field") || p.take("stage") {
        return Some(Zone::FIELD.to_vec());
    }
    if p.take("left or/and right") {
        return Some(vec![Zone::Left, Zone::Right]);
    }
    let first = zone(p)?;
    let mut zones = vec![first];
    while let Some(zone) = p.attempt(|p| {
        if !(p.take(", or") || p.take("or") || p.take("and") || p.mark(',')) {
            return None;
        }
        p.take("your");
        zone(p)
    }) {
        zones.push(zone);
    }
    Some(zones)
}

/// "this card's soul", "its soul", "the soul of this card".
pub(super) fn soul_of(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Target<Words>> {
    if p.take("this card/monster/item 's soul/souls") || p.take("the soul/souls of this card/monster/item") {
        return Some(Target::This);
    }
    if p.take("its soul/souls") || p.take("that card/monster/item 's soul/souls") {
        return b.it.clone();
    }
    if p.take("the soul/souls of") {
        let (host, steps) = one_card(lex, p, b)?;
        // The card is chosen before anything of its soul is.
        b.prelude.extend(steps);
        return Some(host);
    }
    None
}

/// "one 《Fire》 and 《Water》 monster": one of each, which is not a card that is either.
pub(super) fn one_of_each(p: &Parser<'_>) -> bool {
    let mut p = p.clone();
    p.take("a/an/one")
        && p.group(Bracket::Double).is_some()
        && p.take("and")
        && p.group(Bracket::Double).is_some()
}

/// Whether "each fighter's field" was read between two points: a number in front of it is said of each of the two.
pub(super) fn on_each(mut from: Parser<'_>, to: &Parser<'_>) -> bool {
    while from.position() < to.position() {
        if from.ahead("each player/players/fighter/fighters 's/'") {
            return true;
        }
        from.bump();
    }
    false
}

/// "a monster on each fighter's field": one of each fighter's is chosen.
pub(super) fn choose_of_each(noun: Noun<Words>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    let Some(Among::Zones { whose: Who::Both, zones }) = noun.among.clone() else { return None };
    let (mut targets, mut steps) = (Vec::new(), Vec::new());
    for whose in [Who::You, Who::Opponent] {
        let among = Some(Among::Zones { whose, zones: zones.clone() });
        let (target, more) = choose(Noun { among, ..noun.clone() }, b, Who::You)?;
        targets.push(target);
        steps.extend(more);
    }
    b.it = Some(Target::Several(targets.clone()));
    Some((Target::Several(targets), steps))
}

/// A single card that needs no choice: this card, it, that card; with the steps to choose it otherwise.
pub(super) fn one_card(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Target<Words>, Vec<Step>)> {
    if let Some(target) = p.attempt_with(b, |p, b| pronoun(p, b)) {
        return Some((target, Vec::new()));
    }
    p.take("either");
    if one_of_each(p) {
        return p.want("one of each");
    }
    let from = p.clone();
    let mut noun = grammar::noun_phrase(lex, p, b)?;
    if noun.count.is_none() && is_plural(from.clone(), p) {
        // "Destroy monsters on your opponent's field": all of them.
        noun.count = Some(HowMany::All);
    }
    if noun.count != Some(HowMany::All) && on_each(from, p) {
        return choose_of_each(noun, b);
    }
    choose(noun, b, Who::You)
}

/// Whether a noun in the plural was read between two points; what is on the left and right is more than one as well.
pub(super) fn is_plural(mut from: Parser<'_>, to: &Parser<'_>) -> bool {
    while from.position() < to.position() {
        if from.ahead("monsters/characters/items/spells/events/impacts/cards") || from.ahead("left and right")
        {
            return true;
        }
        from.bump();
    }
    false
}

/// "this card", "it", "that monster", "them".
pub(super) fn pronoun(p: &mut Parser<'_>, b: &B) -> Option<Target<Words>> {
    if p.take("this card/monster/item/spell/impact") {
        // "on your field" behind it adds nothing.
        p.attempt(|p| p.take("on your/the field").then_some(()));
        return Some(Target::This);
    }
    if p.take("the/that attacking card") {
        return Some(Target::Test(Test::Attacker));
    }
    if p.take("the/that attacking monster") {
        return Some(Target::Test(Test::AttackingMonster));
    }
    if p.take("that monster being attacked") || p.take("the monster being attacked") {
        return Some(Target::Test(Test::AttackTarget));
    }
    // More than one card is never this card: it is all that something was given to before.
    let several = p.ahead("they") || p.ahead("them") || p.ahead("those cards/monsters");
    if several && b.it == Some(Target::This) {
        let all = b.moved.clone()?;
        p.bump();
        p.take("cards/monsters");
        return Some(all);
    }
    if p.take("the chosen card/monster/item/cards/monsters") {
        return b.chosen.clone().or_else(|| b.it.clone());
    }
    if p.take("it")
        || p.take("they")
        || p.take("them")
        || p.take("that card/monster/item/cards/monsters")
        || p.take("those cards/monsters")
        || p.attempt(|p| the_one(p, b)).is_some()
    {
        return b.it.clone();
    }
    // "that 《Neodragon》": the card spoken of, by what it is.
    let named = p.attempt(|p| {
        let named = if p.take("that/the") { p.group(Bracket::Double)? } else { return None };
        Some(Filter::Trait(Phrase::new(named)))
    });
    if let Some(named) = named {
        if matches!(b.it, Some(Target::Several(_))) {
            return p.want("which of the chosen cards");
        }
        let holder = b.it == Some(Target::Test(Test::Holder));
        if holder && b.spoken.as_ref().is_some_and(|described| !names(described, &named)) {
            return p.want("which of the cards");
        }
        p.take("in battle");
        p.take("on your field");
        return b.it.clone();
    }
    // "one of those monsters", where there is only one.
    let single = matches!(b.it, Some(Target::Subject | Target::Other));
    if single && p.take("one of those monsters/cards") {
        return b.it.clone();
    }
    None
}

/// Whether a description says this of a card, alone or as one of several things.
fn names(described: &Filter<Words>, what: &Filter<Words>) -> bool {
    match described {
        Filter::All(all) | Filter::Either(all) => all.iter().any(|one| names(one, what)),
        one => one == what,
    }
}

/// Whether "it" would be a card that was picked for a price, off the field, where another was chosen before: it cannot be
/// told which of them is to be destroyed or turned.
pub(super) fn is_price(b: &B, target: &Target<Words>) -> bool {
    let off_field = |pick: &Target<Words>| match pick {
        Target::Each(select) => matches!(&select.among,
            Among::Zones { zones, .. } if !zones.iter().any(|zone| zone.is_field())),
        _ => false,
    };
    let other = b.chosen.as_ref().is_some_and(|chosen| chosen != target);
    other && matches!(target, Target::Slot(_)) && b.picks.last().is_some_and(off_field)
}

/// "the monster": the one spoken of, unless more is said about which.
fn the_one(p: &mut Parser<'_>, b: &B) -> Option<()> {
    let meant = matches!(b.it, Some(Target::Slot(_) | Target::Subject | Target::Other));
    if !meant || !p.take("the monster/item/spell") {
        return None;
    }
    let more = ["in", "on", "with", "from", "being", "that", "you"].iter().any(|words| p.ahead(words));
    (!more).then_some(())
}

/// Cards that a phrase means: all of them, or chosen ones bound to a slot.
pub(super) fn choose(noun: Noun<Words>, b: &mut B, who: Who) -> Option<(Target<Words>, Vec<Step>)> {
    let one = HowMany::Exactly(Amount::Fixed(1));
    let select = select_of(noun, one)?;
    if matches!(select.count, HowMany::All) {
        return Some((Target::Each(Box::new(select)), Vec::new()));
    }
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    b.moved = None;
    b.picks.push(Target::Each(Box::new(select.clone())));
    let mut steps = std::mem::take(&mut b.prelude);
    steps.push(Step::Choose { who, slot, from: select });
    Some((Target::Slot(slot), steps))
}

/// The selection of a phrase. Without a place it means the field: whose, the phrase must say.
pub(super) fn select_of(noun: Noun<Words>, plain: HowMany<Words>) -> Option<Select<Words>> {
    let whose = match (&noun.among, noun.whose) {
        (Some(_), _) => Who::You,
        (None, Some(whose)) => whose,
        // A card in battle can only be on a field.
        (None, None) if in_battle(&noun.filter) => Who::Both,
        (None, None) if is_ridden(&noun.filter) => Who::You,
        (None, None) => return None,
    };
    // "one of your 《Weapon》 on the field": the possessor narrows the place.
    let mut noun = noun;
    if let (Some(Among::Zones { whose: place, .. }), Some(owner)) = (&mut noun.among, noun.whose) {
        if *place == Who::Both {
            *place = owner;
        } else if *place != owner {
            return None;
        }
    }
    noun.filter = of_any_size(noun.filter);
    Some(narrowed(noun.select(whose, &Zone::FIELD, plain)))
}

/// "Size 1 or less monsters and items": an item has no size, so that the size is said of the monsters only.
fn of_any_size(filter: Filter<Words>) -> Filter<Words> {
    let Filter::All(all) = &filter else { return filter };
    let sized = |one: &Filter<Words>| match one {
        Filter::Figure(Figure::Size, ..) => true,
        Filter::Either(any) => any.iter().all(|one| matches!(one, Filter::Figure(Figure::Size, ..))),
        _ => false,
    };
    let (monster, item) = (Filter::Kind(Kind::Monster), Filter::Kind(Kind::Item));
    let both = Filter::Either(vec![monster.clone(), item.clone()]);
    if !all.contains(&both) || !all.iter().any(sized) {
        return filter;
    }
    let with = |kind: &Filter<Words>, sizes: bool| {
        let parts = all.iter().filter(|one| sizes || !sized(one));
        parts.map(|one| if *one == both { kind.clone() } else { one.clone() }).fold(Filter::Any, Filter::and)
    };
    Filter::Either(vec![with(&monster, true), with(&item, false)])
}

/// "in the center" behind cards on one fighter's field is where they are: that fighter's center.
pub(super) fn narrowed(mut select: Select<Words>) -> Select<Words> {
    let Among::Zones { whose: Who::You | Who::Opponent, zones } = &mut select.among else { return select };
    if zones[..] != Zone::FIELD {
        return select;
    }
    let area = |one: &Filter<Words>| match one {
        Filter::Test(Test::In(area)) => Some(*area),
        _ => None,
    };
    let Filter::All(all) = &mut select.filter else { return select };
    let areas: Option<Vec<Zone>> = match all.last() {
        Some(Filter::Either(any)) => any.iter().map(area).collect(),
        Some(one) => area(one).map(|area| vec![area]),
        None => None,
    };
    if let Some(areas) = areas {
        *zones = areas;
        all.pop();
        select.filter = std::mem::take(all).into_iter().fold(Filter::Any, Filter::and);
    }
    select
}

/// Whether a description asks for a card that one rides or has transformed into.
pub(super) fn is_ridden(filter: &Filter<Words>) -> bool {
    match filter {
        Filter::Test(Test::EquippedBy(_)) => true,
        Filter::All(all) => all.iter().any(is_ridden),
        _ => false,
    }
}

fn in_battle(filter: &Filter<Words>) -> bool {
    match filter {
        Filter::Is(state) => {
            matches!(
                state,
                Adjective::InBattle | Adjective::Attacking | Adjective::LinkAttacking | Adjective::Attacked
            )
        }
        Filter::All(all) => all.iter().any(in_battle),
        _ => false,
    }
}
