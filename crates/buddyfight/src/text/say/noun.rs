//! Which cards, how many and where, in words.

use super::{It, Saying};
use crate::card::Kind;
use crate::state::Zone;
use crate::text::words::{FIGURES, KINDS, ZONES};
use crate::vocab::{Adjective, Figure, Select, Test, Words};
use effects::text::printer::{self, Nouns, in_words, titled};
use effects::{Among, Amount, Cmp, Filter, HowMany, Phrase, Target, Who};

/// The game's nouns and adjectives.
pub(super) struct Voice;

/// A name in quotation marks; one that has such marks of its own gets the other kind.
pub(super) fn quoted(name: &str) -> String {
    if name.contains(['"', '“', '”']) { format!("『{name}』") } else { format!("\"{name}\"") }
}

fn named(name: &Phrase) -> String {
    quoted(&titled(name.as_str()))
}

pub(super) fn whose(who: Who) -> &'static str {
    match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "both players'",
        Who::Owner => "its owner's",
    }
}

pub(super) fn you(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "your opponent",
        Who::Both => "both players",
        Who::Owner => "its owner",
    }
}

pub(super) fn zone(zone: Zone) -> &'static str {
    ZONES.say(zone)
}

pub(super) fn figure(figure: Figure) -> &'static str {
    FIGURES.say(figure)
}

pub(super) fn compared(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Equal => "",
        Cmp::AtMost => " or less",
        Cmp::AtLeast => " or more",
        Cmp::More => " or more, but not that number,",
        Cmp::Less => " or less, but not that number,",
    }
}

fn kind(kind: Kind, many: bool) -> String {
    let word = KINDS.say(kind);
    if many { format!("{word}s") } else { word.into() }
}

/// All of one shape, or nothing.
fn all_of<T>(any: &[Filter<Words>], one: impl Fn(&Filter<Words>) -> Option<T>) -> Option<Vec<T>> {
    any.iter().map(one).collect()
}

fn one_of(words: &[String], last: &str) -> String {
    words.join(last)
}

impl Nouns for Voice {
    type V = Words;

    fn front(&self, filter: &Filter<Words>) -> Option<String> {
        Some(match filter {
            Filter::Trait(name) => format!("《{}》", titled(name.as_str())),
            Filter::Figure(
                of @ (Figure::Size | Figure::Power | Figure::Defense | Figure::Critical),
                cmp,
                amount,
            ) => {
                format!("{} {}{}", figure(*of), number(amount), compared(*cmp))
            }
            Filter::Is(state) => match state {
                Adjective::Buddy => "buddy",
                Adjective::Attacking => "attacking",
                Adjective::FaceDown => "face down",
                Adjective::Standing => "[Stand]",
                Adjective::Rested => "[Rest]",
                Adjective::Equipped => "equipped",
                Adjective::Attacked
                | Adjective::InBattle
                | Adjective::LinkAttacking
                | Adjective::Reversed => {
                    return None;
                }
            }
            .into(),
            Filter::Not(inner) => match &**inner {
                Filter::This | Filter::Bound(_) => "other".into(),
                Filter::Kind(kind @ (Kind::Monster | Kind::Spell | Kind::Item | Kind::Impact)) => {
                    format!("non-{}", KINDS.say(*kind))
                }
                Filter::Trait(name) => format!("non-《{}》", titled(name.as_str())),
                Filter::Test(Test::World(world)) => format!("non-<{}>", titled(world.as_str())),
                _ => return None,
            },
            Filter::Test(Test::World(world)) => format!("<{}>", titled(world.as_str())),
            Filter::Test(Test::In(Zone::Center)) => "center".into(),
            Filter::Test(Test::Originally(Figure::Size, cmp, number)) => {
                format!("originally size {number}{}", compared(*cmp))
            }
            Filter::Either(any) => {
                let size = |one: &Filter<Words>| match one {
                    Filter::Figure(Figure::Size, Cmp::Equal, amount) => Some(number(amount)),
                    _ => None,
                };
                match all_of(any, size) {
                    Some(sizes) if sizes.len() == 2 => format!("size {}", one_of(&sizes, " or ")),
                    _ => one_of(&all_of(any, |one| self.front(one))?, " or "),
                }
            }
            Filter::Any
            | Filter::All(_)
            | Filter::Kind(_)
            | Filter::Color(_)
            | Filter::Name(_)
            | Filter::NameHas(_)
            | Filter::TraitHas(_)
            | Filter::InText(_)
            | Filter::Figure(..)
            | Filter::Has(_)
            | Filter::This
            | Filter::Bound(_)
            | Filter::Of(_)
            | Filter::Subject
            | Filter::Test(_) => return None,
        })
    }

    fn noun(&self, filter: &Filter<Words>, many: bool) -> Option<String> {
        match filter {
            Filter::Kind(one) => Some(kind(*one, many)),
            Filter::Name(name) => Some(named(name)),
            // An attribute alone is noun enough.
            Filter::Trait(_) => self.front(filter),
            Filter::Either(any) if any.iter().all(|one| matches!(one, Filter::Trait(_))) => {
                self.front(filter)
            }
            Filter::Either(any) => {
                let kinds = |one: &Filter<Words>| match one {
                    Filter::Kind(one) => Some(kind(*one, many)),
                    _ => None,
                };
                let names = |one: &Filter<Words>| match one {
                    Filter::Name(name) => Some(named(name)),
                    _ => None,
                };
                let all = all_of(any, kinds).or_else(|| all_of(any, names))?;
                if let ([first @ .., last], Some(Filter::Kind(_)), 3..) = (&all[..], any.first(), all.len()) {
                    return Some(format!("{}, or {last}", first.join(", ")));
                }
                Some(one_of(&all, " or "))
            }
            _ => None,
        }
    }

    fn behind(&self, filter: &Filter<Words>) -> Option<String> {
        Some(match filter {
            Filter::Is(Adjective::InBattle) => "in battle".into(),
            Filter::Is(Adjective::Attacking) => "that is attacking".into(),
            Filter::Is(Adjective::LinkAttacking) => "in the link attack".into(),
            Filter::Figure(Figure::Soul, Cmp::Equal, Amount::Fixed(0)) => "without soul".into(),
            Filter::Is(Adjective::Equipped) => "equipped".into(),
            Filter::Is(Adjective::Attacked) => "being attacked".into(),
            Filter::Is(Adjective::Reversed) => "that is reversed".into(),
            Filter::Test(Test::In(area)) => format!("in the {}", zone(*area)),
            Filter::Test(Test::Holder) => "with this card in its soul".into(),
            Filter::Test(Test::CallArea) => "in the area of the call".into(),
            Filter::Test(Test::Character(name)) => format!("with the character name {}", named(name)),
            Filter::Test(Test::Declared) => "of that type".into(),
            Filter::Test(Test::EquippedBy(keyword)) => {
                let prep = if *keyword == crate::keyword::Keyword::Ride { "on" } else { "into" };
                format!("you are [{}] {prep}", keyword.name())
            }
            Filter::Test(Test::HasAbility(name)) => format!("with {}", named(name)),
            Filter::Test(Test::InFront) => "in front of this card".into(),
            Filter::Test(Test::Carried) => "carried along".into(),
            Filter::Test(Test::HasInSoul(inner)) => {
                format!("with {} in its soul", printer::one(&noun(inner, false)))
            }
            Filter::Test(Test::Originally(of, cmp, number)) => {
                format!("with originally {number}{} {}", compared(*cmp), figure(*of))
            }
            Filter::Test(Test::NewInDrop(_)) => "just put there".into(),
            Filter::Test(Test::AttackTarget) => "being attacked".into(),
            Filter::Test(Test::Attacker | Test::AttackingMonster) => "that attacks".into(),
            Filter::Test(Test::Answered) => "being answered".into(),
            Filter::Not(inner) => match &**inner {
                Filter::This => "other than this card".into(),
                Filter::All(all) if all[..] == [Filter::This] => "other than this card".into(),
                Filter::Kind(one) => format!("other than {}", kind(*one, true)),
                Filter::Name(name) => format!("other than {}", named(name)),
                Filter::Subject => "other than that card".into(),
                Filter::NameHas(_) | Filter::TraitHas(_) | Filter::Has(_) | Filter::Figure(..) => {
                    format!("without {}", with(inner)?)
                }
                other => format!("other than {}", noun(other, false)),
            },
            Filter::Either(any) => {
                let place = |one: &Filter<Words>| match one {
                    Filter::Test(Test::In(area)) => Some(zone(*area).to_string()),
                    _ => None,
                };
                match all_of(any, place) {
                    Some(places) => format!("in the {}", one_of(&places, " or ")),
                    None => format!("with {}", with(filter)?),
                }
            }
            Filter::Bound(_) => "chosen before".into(),
            Filter::This => "that is this card".into(),
            Filter::Subject => "that it happened to".into(),
            other => format!("with {}", with(other)?),
        })
    }

    fn card(&self, many: bool) -> String {
        if many { "cards".into() } else { "card".into() }
    }
}

/// What stands behind "with".
fn with(filter: &Filter<Words>) -> Option<String> {
    Some(match filter {
        Filter::NameHas(name) => format!("{} in its card name", named(name)),
        Filter::TraitHas(name) => format!("{} in its attribute", named(name)),
        Filter::Has(keyword) => format!("[{}]", keyword.name()),
        Filter::Trait(name) => format!("《{}》", titled(name.as_str())),
        Filter::Figure(Figure::Soul, cmp, amount) => match (cmp, amount) {
            (Cmp::AtLeast, amount) => format!("{} or more soul", number(amount)),
            (cmp, amount) => format!("soul {}{}", number(amount), compared(*cmp)),
        },
        Filter::Figure(of, Cmp::AtMost, Amount::Figure(own, _)) => {
            format!("{} less than or equal to this card's {}", figure(*of), figure(*own))
        }
        Filter::Figure(of, cmp, amount) => format!("{}{} {}", number(amount), compared(*cmp), figure(*of)),
        Filter::Either(any) => {
            let names = |one: &Filter<Words>| match one {
                Filter::NameHas(name) => Some(named(name)),
                _ => None,
            };
            let traits = |one: &Filter<Words>| match one {
                Filter::TraitHas(name) => Some(named(name)),
                _ => None,
            };
            let figures = |one: &Filter<Words>| match one {
                Filter::Figure(of, ..) => Some(figure(*of).to_string()),
                _ => None,
            };
            let own = |one: &Filter<Words>| match one {
                Filter::Trait(name) => Some(format!("《{}》", titled(name.as_str()))),
                Filter::Has(keyword) => Some(format!("[{}]", keyword.name())),
                _ => None,
            };
            if let (Some(Filter::Figure(_, cmp, amount)), Some(all)) = (any.first(), all_of(any, figures)) {
                return Some(format!("{}{} {}", number(amount), compared(*cmp), one_of(&all, " or ")));
            }
            if let Some(all) = all_of(any, own) {
                return Some(one_of(&all, " or "));
            }
            match (all_of(any, names), all_of(any, traits)) {
                (Some(names), _) => format!("{} in its card name", one_of(&names, " or ")),
                (_, Some(traits)) => format!("{} in its attribute", one_of(&traits, " or ")),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// A number that stands on its own.
pub(super) fn number(amount: &Amount<Words>) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        other => Saying::default().amount(other),
    }
}

pub(super) fn noun(filter: &Filter<Words>, many: bool) -> String {
    printer::described(&Voice, filter, many)
}

/// How cards are spoken of: those that go somewhere come "from" where they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Lying,
    Leaving,
}

impl Saying {
    /// Where cards are, with a space in front.
    pub(super) fn place(&mut self, among: &Among<Words>, way: Way) -> String {
        let prep = if way == Way::Leaving { "from" } else { "in" };
        match among {
            Among::Zones { whose: Who::Both, zones } if zones[..] == Zone::FIELD => " on the field".into(),
            Among::Zones { whose: who, zones } if zones[..] == Zone::FIELD => {
                format!(" on {} field", whose(*who))
            }
            Among::Zones { whose: Who::Both, zones } => {
                let names: Vec<&str> = zones.iter().map(|one| zone(*one)).collect();
                format!(" {prep} you or your opponent's {}", names.join(" or "))
            }
            Among::Zones { whose: who, zones } => {
                let prep = if zones.iter().all(|zone| zone.is_field()) { "in" } else { prep };
                let names: Vec<&str> = zones.iter().map(|one| zone(*one)).collect();
                format!(" {prep} {} {}", whose(*who), names.join(" or "))
            }
            Among::Slot(_) => " among them".into(),
            Among::Under { host: Target::This, .. } => format!(" {prep} this card's soul"),
            Among::Under { host: Target::Slot(slot), .. } if self.is_it(*slot) => format!(" {prep} its soul"),
            Among::Under { host, .. } => {
                let host = self.object(host, Way::Lying);
                format!(" {prep} the soul of {host}")
            }
            Among::Several(several) => {
                let all: Vec<String> = several.iter().map(|one| self.place(one, way)).collect();
                all.join(" or")
            }
        }
    }

    /// A selection with its number.
    pub(super) fn select(&mut self, select: &Select, way: Way) -> String {
        let many = printer::is_many(&select.count);
        if let (Some(rest), false) = (super::condition::new_in_drop(&select.filter), select.is_settled()) {
            let mut shown = select.clone();
            shown.filter = rest;
            shown.among = Among::Zones { whose: Who::You, zones: Zone::FIELD.to_vec() };
            let words = self.select(&shown, Way::Lying);
            let words = words.strip_suffix(" on your field").unwrap_or(&words).to_string();
            return format!("{words} from among them");
        }
        if let HowMany::Exactly(amount @ (Amount::Done | Amount::Count(_))) = &select.count {
            let amount = self.amount(amount);
            return format!(
                "{}{} equal to {amount}",
                noun(&select.filter, true),
                self.place(&select.among, way)
            );
        }
        let noun = noun(&select.filter, many);
        let counted = match &select.count {
            HowMany::Exactly(Amount::Fixed(1)) => printer::one(&noun),
            HowMany::Exactly(Amount::Fixed(n)) => format!("{} {noun}", in_words(*n)),
            HowMany::Exactly(amount) => format!("{} {noun}", self.amount(amount)),
            HowMany::UpTo(Amount::Fixed(n)) => format!("up to {} {noun}", in_words(*n)),
            HowMany::UpTo(amount) => format!("up to {} {noun}", self.amount(amount)),
            HowMany::AtLeast(Amount::Fixed(n)) => format!("{} or more {noun}", in_words(*n)),
            HowMany::AtLeast(amount) => format!("{} or more {noun}", self.amount(amount)),
            HowMany::All => format!("all {}", noun.replace("monsters or items", "monsters and items")),
            HowMany::AnyNumber => format!("any number of {noun}"),
            HowMany::TotalUpTo(of, amount) => {
                format!(
                    "any number of {noun} with a total {} of {} or less",
                    figure(*of),
                    self.amount(amount)
                )
            }
            HowMany::Top(amount) => format!("the top {} {noun}", self.amount(amount)),
            HowMany::Bottom(amount) => format!("the bottom {} {noun}", self.amount(amount)),
        };
        let random = if select.random { " at random" } else { "" };
        format!("{counted}{}{random}", self.place(&select.among, way))
    }

    /// A card or cards that something is done to. What was chosen for it and not spoken of yet is described here.
    pub(super) fn object(&mut self, target: &Target<Words>, way: Way) -> String {
        match target {
            Target::This => "this card".into(),
            Target::Slot(slot) => match self.pending.iter().position(|(of, _)| of == slot) {
                Some(at) => {
                    let (_, from) = self.pending.remove(at);
                    let mine = is_yours(&from.among);
                    if let (Way::Leaving, false, Some(words)) =
                        (way, self.again.contains(slot), self.soul_card(&from))
                    {
                        return words;
                    }
                    let words = self.select(&from, way);
                    let many = printer::is_many(&from.count);
                    self.it = Some(It { target: target.clone(), many, mine });
                    words
                }
                None => self.pronoun(target),
            },
            Target::Subject | Target::Other => self.pronoun(target),
            Target::Each(select) if is_hand(select) => "your entire hand".into(),
            Target::Each(select) => match select.filter {
                Filter::Test(Test::NewInDrop(1)) => "it".into(),
                Filter::Test(Test::NewInDrop(_)) => "them".into(),
                _ => self.every(select, way),
            },
            Target::Test(Test::Holder) if self.it.as_ref().is_some_and(|it| it.target == *target) => {
                "that card".into()
            }
            Target::Test(Test::Carried) => "that card".into(),
            Target::Test(Test::Attacker) => "the attacking card".into(),
            Target::Test(Test::AttackingMonster) => "the attacking monster".into(),
            Target::Test(Test::AttackTarget) => "the monster being attacked".into(),
            Target::Test(Test::Holder) => "the card with this card in its soul".into(),
            Target::Test(Test::Answered) => "the card being answered".into(),
            Target::Test(
                test @ (Test::World(_)
                | Test::In(_)
                | Test::CallArea
                | Test::Character(_)
                | Test::EquippedBy(_)
                | Test::NewInDrop(_)
                | Test::Originally(..)
                | Test::HasAbility(_)
                | Test::InFront
                | Test::HasInSoul(_)
                | Test::Declared),
            ) => printer::one(&noun(&Filter::Test(test.clone()), false)),
            Target::Several(several) => {
                let again = !several.is_empty()
                    && several.iter().all(|one| match one {
                        Target::Slot(slot) => !self.pending.iter().any(|(of, _)| of == slot),
                        _ => false,
                    });
                if again {
                    return "them".into();
                }
                self.not_twice(several);
                let all: Vec<String> = several.iter().map(|one| self.object(one, way)).collect();
                self.it = Some(It { target: target.clone(), many: true, mine: true });
                all.join(" and ")
            }
        }
    }

    /// Of cards chosen in one breath each leaves out those before it, which is not said.
    fn not_twice(&mut self, several: &[Target<Words>]) {
        for (_, select) in self.pending.iter_mut().filter(|(of, _)| several.contains(&Target::Slot(*of))) {
            let kept = |one: &Filter<Words>| match one {
                Filter::Not(inner) => {
                    !matches!(**inner, Filter::Bound(slot) if several.contains(&Target::Slot(slot)))
                }
                _ => true,
            };
            select.filter = match std::mem::replace(&mut select.filter, Filter::Any) {
                Filter::All(all) => all.into_iter().filter(kept).fold(Filter::Any, Filter::and),
                one if !kept(&one) => Filter::Any,
                one => one,
            };
        }
    }

    /// "a soul from this card": afterwards "it" still means what it meant, or the card above.
    fn soul_card(&mut self, from: &Select) -> Option<String> {
        let (Among::Under { host, .. }, Filter::Any) = (&from.among, &from.filter) else { return None };
        let (up_to, n) = match &from.count {
            HowMany::All => return Some(format!("all souls from {}", self.object(host, Way::Lying))),
            HowMany::Exactly(Amount::Fixed(n)) => ("", *n),
            HowMany::UpTo(Amount::Fixed(n)) => ("up to ", *n),
            _ => return None,
        };
        let soul = if n == 1 { "a soul".to_string() } else { format!("{} souls", in_words(n)) };
        let soul = if n == 1 && !up_to.is_empty() { "one soul".into() } else { soul };
        Some(format!("{up_to}{soul} from {}", self.object(host, Way::Lying)))
    }

    /// Cards that are swept over: those of a soul are souls.
    fn every(&mut self, select: &Select, way: Way) -> String {
        if matches!(select.among, Among::Under { .. }) {
            if let Some(words) = self.soul_card(select) {
                return words;
            }
        }
        self.select(select, way)
    }

    fn pronoun(&self, target: &Target<Words>) -> String {
        match &self.it {
            Some(it) if it.target == *target && it.many => "them".into(),
            Some(it) if it.target == *target && matches!(target, Target::Slot(_)) => "it".into(),
            Some(it) if it.target == *target => "that card".into(),
            _ => "the chosen card".into(),
        }
    }

    pub(super) fn is_it(&self, slot: effects::Slot) -> bool {
        self.it.as_ref().is_some_and(|it| it.target == Target::Slot(slot))
    }

    /// Whether a card is the speaker's own, as far as is known.
    pub(super) fn is_mine(&self, target: &Target<Words>) -> bool {
        match target {
            Target::This => true,
            Target::Slot(slot) => match self.pending.iter().find(|(of, _)| of == slot) {
                Some((_, from)) => is_yours(&from.among),
                None => self.it.as_ref().is_some_and(|it| it.target == *target && it.mine),
            },
            Target::Each(select) => is_yours(&select.among),
            Target::Subject | Target::Other | Target::Test(_) | Target::Several(_) => false,
        }
    }

    /// "equal to …" and the like: a number from the table.
    pub(super) fn amount(&mut self, amount: &Amount<Words>) -> String {
        match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Count(select)
                if matches!(select.among, Among::Under { .. }) && select.filter == Filter::Any =>
            {
                let Among::Under { host, .. } = &select.among else { return String::new() };
                let host = match host {
                    Target::This => "this card".to_string(),
                    Target::Each(select) => self.select(select, Way::Lying).replacen("all ", "the ", 1),
                    other => self.object(other, Way::Lying),
                };
                format!("the number of souls in {host}")
            }
            Amount::Count(select) if super::condition::new_in_drop(&select.filter).is_some() => {
                let rest = super::condition::new_in_drop(&select.filter).unwrap_or(Filter::Any);
                format!("the number of {} among those cards", noun(&rest, true))
            }
            Amount::Count(select) => {
                format!(
                    "the number of {}{}",
                    noun(&select.filter, true),
                    self.place(&select.among, Way::Lying)
                )
            }
            Amount::Figure(of, target) if **target == Target::This => format!("this card's {}", figure(*of)),
            Amount::Figure(of, target) if self.it.as_ref().is_some_and(|it| it.target == **target) => {
                format!("its {}", figure(*of))
            }
            Amount::Figure(of, target) if matches!(&**target, Target::Each(select) if !only_one(select)) => {
                let target = self.object(target, Way::Lying);
                format!("the sum of the {} of {target}", figure(*of))
            }
            Amount::Figure(of, target) if matches!(&**target, Target::Each(_)) => {
                let target = self.object(target, Way::Lying).replacen("all ", "the ", 1);
                let target = target.replace(" cards ", " card ").replace(" in your item area", "");
                format!("the {} of {target}", figure(*of))
            }
            Amount::Figure(of, target) => {
                let target = self.object(target, Way::Lying);
                format!("the {} of {target}", figure(*of))
            }
            Amount::PerEach { each, per, of } => {
                let of = self.amount(of);
                if *per == 1 {
                    format!("{each} times {of}")
                } else {
                    format!("{each} for every {per} of {of}")
                }
            }
            Amount::Plus(a, b) if summed(a, b).is_some() => {
                let Some((of, one, other)) = summed(a, b) else { return String::new() };
                let (one, other) = (one.clone(), other.clone());
                self.not_twice(&[one.clone(), other.clone()]);
                let one = self.object(&one, Way::Lying);
                format!("the sum of the {}s of {one} and {}", figure(of), self.object(&other, Way::Lying))
            }
            Amount::Plus(a, b) => format!("{} plus {}", self.amount(a), self.amount(b)),
            Amount::Bound(_) => "the number of cards chosen".into(),
            Amount::Done => "the number of cards put".into(),
            Amount::Named => "the number named".into(),
            Amount::Event => "that number".into(),
            Amount::Game(count) => super::condition::count(count),
        }
    }
}

/// Whether there is never more than one such card: what a fighter rides on.
fn only_one(select: &Select) -> bool {
    matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Zone::Item])
}

fn is_yours(among: &Among<Words>) -> bool {
    match among {
        Among::Zones { whose: Who::You, .. } | Among::Under { host: Target::This, .. } => true,
        Among::Zones { .. } | Among::Under { .. } | Among::Slot(_) | Among::Several(_) => false,
    }
}

fn is_hand(select: &Select) -> bool {
    select.filter == Filter::Any
        && select.count == HowMany::All
        && select.among == Among::Zones { whose: Who::You, zones: vec![Zone::Hand] }
}

/// One figure of two chosen cards, added up.
fn summed<'a>(
    one: &'a Amount<Words>,
    other: &'a Amount<Words>,
) -> Option<(crate::vocab::Figure, &'a Target<Words>, &'a Target<Words>)> {
    match (one, other) {
        (Amount::Figure(of, one), Amount::Figure(also, other)) if of == also => Some((*of, one, other)),
        _ => None,
    }
}
