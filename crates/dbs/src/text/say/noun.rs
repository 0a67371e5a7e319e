//! Which cards, how many and where, in words.

use super::{It, Saying};
use crate::card::Colors;
use crate::keyword;
use crate::state::Area;
use crate::text::nouns::{IN_PLAY, default_zones};
use crate::text::words::{AREAS, COSTS, THAN};
use crate::vocab::*;
use effects::text::printer::{self, Nouns, titled};
use effects::{Among, Amount, Cmp, Filter, HowMany, Phrase, Select, Target, Who};

/// The game's nouns and adjectives.
pub(super) struct Voice;

pub(super) fn whose(who: Who) -> &'static str {
    match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "both players'",
        Who::Owner => "its owner's",
    }
}

pub(super) fn player(who: Who) -> &'static str {
    match who {
        Who::You => "you",
        Who::Opponent => "your opponent",
        Who::Both => "each player",
        Who::Owner => "its owner",
    }
}

pub(super) fn area(area: Area) -> &'static str {
    AREAS.say(area)
}

/// A card name in its braces. Names are kept without a last "s" (DBS 2-3-2-1): one that still ends so gets it back.
pub(super) fn name(name: &Phrase) -> String {
    let plural = if name.as_str().ends_with('s') { "s" } else { "" };
    format!("{{{}{plural}}}", titled(name.as_str()))
}

fn colors(colors: Colors) -> String {
    colors.iter().map(|color| color.name()).collect::<Vec<_>>().join("/")
}

fn kind(kind: KindWord, many: bool) -> String {
    let word = match kind {
        KindWord::Leader => "Leader Card",
        KindWord::Battle => "Battle Card",
        KindWord::Extra => "Extra Card",
        KindWord::Unison => "Unison Card",
        KindWord::Z => "Z-Card",
        KindWord::Token => "token",
    };
    if many { format!("{word}s") } else { word.into() }
}

pub(super) fn or(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::AtMost => " or less",
        Cmp::AtLeast => " or more",
        Cmp::Equal => "",
        Cmp::More => " or more, but not exactly that,",
        Cmp::Less => " or less, but not exactly that,",
    }
}

/// A figure and what it is compared with.
pub(super) fn figure(of: Figure, cmp: Cmp, amount: &Amount<Dbs>) -> String {
    if let Amount::Figure(_, other) = amount {
        let (named, of) = match of {
            Figure::Power => ("power", "power"),
            _ => ("an energy cost", "energy cost"),
        };
        let card = if **other == effects::Target::This { "this card" } else { "that card" };
        return format!("{named} {} {card}'s {of}", THAN.say(cmp));
    }
    if let Amount::Count(energy) = amount {
        let than = THAN.say(cmp);
        let plain = matches!(&energy.among, Among::Zones { zones, .. } if zones[..] == [Area::Energy])
            && energy.filter == Filter::Any;
        if !plain {
            let named = if of == Figure::Power { "power" } else { "an energy cost" };
            let saying = Saying::default();
            let place = saying.place(energy).replacen(" from", " in", 1);
            let counted = noun(&energy.filter, true);
            return format!("{named} {than} the number of {counted}{place}");
        }
        let owner = match &energy.among {
            Among::Zones { whose: who, .. } => whose(*who),
            Among::Slot(_) | Among::Under { .. } | Among::Several(_) => "your",
        };
        let named = match of {
            Figure::OriginalEnergyCost => "an original energy cost",
            Figure::EnergyCost => "an energy cost",
            _ => "power",
        };
        return format!("{named} {than} {owner} current energy");
    }
    let n = format!("{}{}", number(amount), or(cmp));
    match of {
        Figure::Power => format!("{n} power"),
        Figure::OriginalPower => format!("{n} original power"),
        Figure::SpecifiedCost if *amount == Amount::Fixed(0) && cmp == Cmp::Equal => {
            "no specified cost".into()
        }
        Figure::EnergyCost
        | Figure::OriginalEnergyCost
        | Figure::SpecifiedCost
        | Figure::ComboCost
        | Figure::OriginalComboCost
        | Figure::OriginalComboPower
        | Figure::ZCost
        | Figure::ComboPower => format!("{} {n}", COSTS.say(of)),
        Figure::Markers => format!("{n} markers"),
    }
}

/// A number that stands on its own.
pub(super) fn number(amount: &Amount<Dbs>) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Game(Count::X) => "X".into(),
        other => Saying::default().amount(other),
    }
}

fn all_of(any: &[Filter<Dbs>], one: impl Fn(&Filter<Dbs>) -> Option<String>) -> Option<Vec<String>> {
    any.iter().map(one).collect()
}

fn keyword_of(filter: &Filter<Dbs>) -> Option<String> {
    match filter {
        Filter::Has(keyword) => Some(keyword::bracket(*keyword)),
        Filter::Test(Test::Headed(words)) => Some(format!("[{}]", titled(words.as_str()))),
        _ => None,
    }
}

/// "an energy cost of 3 or 4".
fn one_of_figures(any: &[Filter<Dbs>]) -> Option<String> {
    let Some(Filter::Figure(first, ..)) = any.first() else { return None };
    let each = |one: &Filter<Dbs>| match one {
        Filter::Figure(of, Cmp::Equal, Amount::Fixed(n)) if of == first => Some(n.to_string()),
        _ => None,
    };
    let numbers = all_of(any, each)?;
    let numbers = match &numbers[..] {
        [a, b] => format!("{a} or {b}"),
        [first @ .., last] => format!("{}, or {last}", first.join(", ")),
        [] => return None,
    };
    Some(format!("{} {numbers}", COSTS.say(*first)))
}

impl Nouns for Voice {
    type V = Dbs;

    fn front(&self, filter: &Filter<Dbs>) -> Option<String> {
        Some(match filter {
            Filter::Color(color) => color.name().into(),
            Filter::Kind(KindWord::Z) => "Z-".into(),
            Filter::Trait(name) => {
                format!("《{}》", titled(name.as_str()))
            }
            Filter::Name(of) => name(of),
            Filter::Is(state) => match state {
                CardState::Rest => "Rest Mode",
                CardState::Active => "Active Mode",
                CardState::Attacking => "attacking",
                CardState::FaceUp => "face-up",
                CardState::Multicolor => "multicolor",
                CardState::MonoColor => "mono-color",
                CardState::SkillLess => "skill-less",
                CardState::InBattle
                | CardState::Guarding
                | CardState::Evolved
                | CardState::Stacked
                | CardState::Keywordless
                | CardState::OnBack
                | CardState::PlayedThisTurn => return None,
            }
            .into(),
            Filter::Not(inner) => match &**inner {
                Filter::This => "other".into(),
                Filter::Color(color) => format!("non-{}", color.name()),
                Filter::Kind(KindWord::Token) => "non-token".into(),
                Filter::Kind(KindWord::Leader) => "non-Leader".into(),
                Filter::Kind(KindWord::Extra) => "non-Extra".into(),
                Filter::Kind(KindWord::Unison) => "non-Unison".into(),
                Filter::Is(CardState::Multicolor) => "non-multicolor".into(),
                Filter::Name(_)
                | Filter::Trait(_)
                | Filter::Has(_)
                | Filter::Test(Test::Character(_) | Test::OnlyCharacter(_) | Test::OnlyTrait(_)) => {
                    format!("non-{}", self.front(inner)?)
                }
                Filter::Is(CardState::FaceUp) => "face-down".into(),
                _ => return None,
            },
            Filter::Has(_) => keyword_of(filter)?,
            Filter::Test(Test::Character(name)) => format!("<{}>", titled(name.as_str())),
            Filter::Test(Test::Colors(all)) => colors(*all),
            Filter::Test(Test::OnlyColors(all)) if all.count() == 1 => format!("mono-{}", colors(*all)),
            Filter::Test(Test::OnlyTrait(name)) => format!("《{}》-only", titled(name.as_str())),
            Filter::Test(Test::OnlyCharacter(name)) => format!("<{}>-only", titled(name.as_str())),
            Filter::Test(Test::PrintsNoSkills) => "originally skill-less".into(),
            // "yellow <A> or green <B> cards": everything in front of the noun, twice.
            Filter::Either(any) => {
                // A name of its own beside other things is a description of its own.
                let named = |one: &Filter<Dbs>| matches!(one, Filter::Name(_));
                if any.iter().any(named) && !any.iter().all(named) {
                    return None;
                }
                // "a blue 《A》 card or a 《B》 card": what is said of the first is not said of the second.
                let several = |one: &Filter<Dbs>| matches!(one, Filter::All(_));
                if several(&any[0]) && !any.iter().all(several) {
                    return None;
                }
                let run = |one: &Filter<Dbs>| match one {
                    Filter::All(all) => Some(all_of(all, |part| self.front(part))?.join(" ")),
                    one => self.front(one),
                };
                all_of(any, run)?.join(" or ")
            }
            _ => return None,
        })
    }

    fn noun(&self, filter: &Filter<Dbs>, many: bool) -> Option<String> {
        match filter {
            Filter::Kind(one) => Some(kind(*one, many)),
            Filter::Name(of) => Some(name(of)),
            Filter::Test(Test::InArea(Area::Energy)) => Some("energy".into()),
            Filter::Test(Test::InArea(Area::ZEnergy)) => Some("Z-Energy".into()),
            Filter::Test(Test::InArea(Area::Life)) => Some("life".into()),
            Filter::Either(any) => {
                let kinds = |one: &Filter<Dbs>| match one {
                    Filter::Kind(_) | Filter::Test(Test::InArea(_)) => self.noun(one, many),
                    _ => None,
                };
                let names = |one: &Filter<Dbs>| match one {
                    Filter::Name(of) => Some(name(of)),
                    _ => None,
                };
                Some(all_of(any, kinds).or_else(|| all_of(any, names))?.join(" or "))
            }
            _ => None,
        }
    }

    fn behind(&self, filter: &Filter<Dbs>) -> Option<String> {
        Some(match filter {
            Filter::Is(CardState::Rest) => "in Rest Mode".into(),
            Filter::Is(CardState::Active) => "in Active Mode".into(),
            Filter::Is(CardState::InBattle) => "in a battle".into(),
            Filter::Is(CardState::Attacking) => "that is attacking".into(),
            Filter::Is(CardState::Guarding) => "that is a guard card".into(),
            Filter::Is(CardState::Evolved) => "that evolved".into(),
            Filter::Is(CardState::Stacked) => "with cards under it".into(),
            Filter::Is(CardState::Keywordless) => "with no keyword skills".into(),
            Filter::Is(CardState::OnBack) => "on its back side".into(),
            Filter::Is(CardState::PlayedThisTurn) => "played this turn".into(),
            Filter::Is(
                CardState::FaceUp | CardState::Multicolor | CardState::MonoColor | CardState::SkillLess,
            ) => return None,
            Filter::Color(color) => format!("both {}", color.name()),
            Filter::NameHas(part) => format!("with {{{}}} in its name", titled(part.as_str())),
            Filter::Figure(of, cmp, amount) => format!("with {}", figure(*of, *cmp, amount)),
            Filter::Has(_) | Filter::Test(Test::Headed(_)) => format!("with {}", keyword_of(filter)?),
            Filter::InText(words) => format!("with {} in its skill text", titled(words.as_str())),
            Filter::Not(inner) => match &**inner {
                Filter::This => "other than this card".into(),
                Filter::Is(CardState::InBattle) => "not in a battle".into(),
                Filter::Is(CardState::Attacking) => "that isn't attacking".into(),
                Filter::Is(CardState::OnBack) => "on its front side".into(),
                Filter::Test(Test::SameNameAsThis) => "other than copies of this card".into(),
                Filter::Is(CardState::Stacked) => "with no cards under it".into(),
                Filter::Has(_) => format!("without {}", keyword_of(inner)?),
                Filter::Test(Test::CharacterHas(part)) => {
                    format!("without <{}> in its character name", titled(part.as_str()))
                }
                Filter::Name(_)
                | Filter::Trait(_)
                | Filter::Test(Test::Character(_) | Test::OnlyCharacter(_) | Test::OnlyTrait(_)) => {
                    format!("other than {}", self.front(inner)?)
                }
                _ => return None,
            },
            Filter::Test(test) => match test {
                Test::CharacterHas(part) => {
                    format!("with <{}> in its character name", titled(part.as_str()))
                }
                Test::Era(era) => format!("of the era {{{}}}", titled(era.as_str())),
                Test::ColorsOf(other) => {
                    let of = match &**other {
                        effects::Target::This => "this card".to_string(),
                        effects::Target::Test(test) => meant(test),
                        _ => "the chosen card".into(),
                    };
                    format!("with exactly the same colors as {of}")
                }
                Test::InArea(place) => format!("in the {}", area(*place)),
                Test::Number(number) => format!("with the card number {}", number.as_str()),
                Test::PastBarrier => "ignoring [Barrier]".into(),
                Test::SameNameAsThis => "with the same name as this card".into(),
                Test::Unlike(Alike::Name, _) => "with different card names".into(),
                Test::Within(Figure::Power, most, _) => format!("whose powers add up to {most} or less"),
                Test::Within(_, most, _) => format!("with a total energy cost of {most} or less"),
                Test::Unlike(Alike::Character, _) => "with different character names".into(),
                Test::Over(under) => format!("with {} under it", printer::one(&noun(under, false))),
                Test::BackName(of) => format!("whose back side is {}", name(of)),
                Test::Back(back) => format!("whose back side is {}", printer::one(&noun(back, false))),
                Test::Awakened => "on its back side".into(),
                Test::NoCost => "without an energy cost".into(),
                Test::PowerOf(_) => "of equal power".into(),
                Test::OnlyColors(all) => format!("that is only {}", colors(*all)),
                Test::OriginalColors(all) => format!("that is originally {}", colors(*all)),
                Test::HasSkill(_) | Test::Headed(_) => "with such a skill".into(),
                Test::TopOfThis => "on top of this card".into(),
                Test::Attacker
                | Test::Guard
                | Test::YourLeader
                | Test::OpponentsLeader
                | Test::YourUnison
                | Test::Declared
                | Test::DeclaredBattle
                | Test::AttackingBattle => format!("that is {}", meant(test)),
                Test::Character(_) => format!("with {}", self.front(filter)?),
                Test::Colors(_) | Test::OnlyTrait(_) | Test::OnlyCharacter(_) | Test::PrintsNoSkills => {
                    return None;
                }
            },
            Filter::Either(any) if any.iter().all(|one| matches!(one, Filter::TraitHas(_))) => {
                let names: Vec<String> = any
                    .iter()
                    .filter_map(|one| match one {
                        Filter::TraitHas(part) => Some(format!("《{}》", titled(part.as_str()))),
                        _ => None,
                    })
                    .collect();
                format!("with {} in its special traits", names.join(" or "))
            }
            Filter::Either(any) => match one_of_figures(any) {
                Some(words) => format!("with {words}"),
                None => format!("with {}", all_of(any, keyword_of)?.join(" or ")),
            },
            Filter::Bound(_) => "chosen before".into(),
            Filter::This => "that is this card".into(),
            Filter::Subject => "that it happened to".into(),
            Filter::Of(who) => format!("of {}", player(*who)),
            Filter::TraitHas(part) => format!("with 《{}》 in its special traits", titled(part.as_str())),
            Filter::Trait(_) => format!("with {}", self.front(filter)?),
            Filter::Any | Filter::All(_) | Filter::Kind(_) | Filter::Name(_) => return None,
        })
    }

    fn card(&self, many: bool) -> String {
        if many { "cards".into() } else { "card".into() }
    }

    fn is_late(&self, filter: &Filter<Dbs>) -> bool {
        matches!(
            filter,
            Filter::Has(_) | Filter::Is(CardState::Rest | CardState::Active | CardState::Attacking)
        ) || *filter == Filter::This.negate()
    }
}

/// A card that the game finds by itself.
pub(super) fn meant(test: &Test) -> String {
    match test {
        Test::Attacker => "the attacking card".into(),
        Test::Guard => "the guard card".into(),
        Test::YourLeader => "your Leader Card".into(),
        Test::OpponentsLeader => "your opponent's Leader Card".into(),
        Test::YourUnison => "your Unison Card".into(),
        Test::Declared => "the card being played".into(),
        Test::DeclaredBattle => "the Battle Card being played".into(),
        Test::AttackingBattle => "the attacking Battle Card".into(),
        Test::TopOfThis => "the card on top of this card".into(),
        other => printer::one(&noun(&Filter::Test(other.clone()), false)),
    }
}

pub(super) fn noun(filter: &Filter<Dbs>, many: bool) -> String {
    printer::described(&Voice, filter, many).replace("Z- ", "Z-")
}

/// What is said of cards that a name or trait finds in a Unison Area too.
const IN_PLAY_TAIL: &str = " in play";

fn is_named_in_play(zones: &[Area], filter: &Filter<Dbs>) -> bool {
    zones[..] == IN_PLAY && default_zones(filter)[..] == [Area::Leader, Area::Battle]
}

impl Saying<'_> {
    /// Where cards are, with a space in front; nothing where the noun says so itself.
    pub(super) fn place(&self, select: &Select<Dbs>) -> String {
        match &select.among {
            Among::Zones { zones, .. } if *zones == default_zones(&select.filter) => String::new(),
            Among::Zones { zones, .. } if is_named_in_play(zones, &select.filter) => IN_PLAY_TAIL.into(),
            Among::Zones { whose: Who::Both, zones } => {
                format!(" in any {}", zones.iter().map(|one| area(*one)).collect::<Vec<_>>().join(" or "))
            }
            Among::Zones { whose: who, zones } => {
                let names: Vec<&str> = zones.iter().map(|one| area(*one)).collect();
                format!(" from {} {}", whose(*who), names.join(" or "))
            }
            Among::Slot(_) => " from among them".into(),
            Among::Under { host: Target::This, .. } => " from under this card".into(),
            Among::Under { host: Target::Test(Test::YourLeader), .. } => {
                " from under your Leader Card".into()
            }
            Among::Under { host: Target::Test(test), .. } => format!(" from under {}", meant(test)),
            Among::Under { host: Target::Each(select), .. } => {
                format!(" from under {}{}", printer::one(&noun(&select.filter, false)), self.place(select))
            }
            Among::Under { .. } => " from under it".into(),
            Among::Several(several) => match &several[..] {
                [
                    Among::Under { host: Target::Test(Test::YourLeader), .. },
                    Among::Under { host: Target::Test(Test::OpponentsLeader), .. },
                ] => " from under your Leader Card or your opponent's Leader Card".into(),
                _ => " from there".into(),
            },
        }
    }

    /// A selection with its number: "1 of your opponent's Battle Cards", "up to 2 cards from your Drop Area".
    pub(super) fn select(&self, select: &Select<Dbs>) -> String {
        let past = Filter::Test(Test::PastBarrier);
        if let Filter::All(all) = &select.filter {
            if all.contains(&past) {
                let filter = all.iter().filter(|one| **one != past).cloned().fold(Filter::Any, Filter::and);
                let plain = Select { filter, ..select.clone() };
                return format!("{} ignoring [Barrier]", self.select(&plain));
            }
        }
        let place = self.place(select);
        let owner = match &select.among {
            Among::Zones { whose: who @ (Who::You | Who::Opponent), .. }
                if place.is_empty() || place == IN_PLAY_TAIL =>
            {
                format!("of {} ", whose(*who))
            }
            _ => String::new(),
        };
        let many = printer::is_many(&select.count) || !owner.is_empty();
        let noun = noun(&select.filter, many);
        let count = match &select.count {
            HowMany::Exactly(amount) => number(amount),
            HowMany::UpTo(Amount::Count(_)) => "up to X".into(),
            HowMany::UpTo(amount) => format!("up to {}", number(amount)),
            HowMany::AtLeast(amount) => format!("{} or more", number(amount)),
            HowMany::All => "all".into(),
            HowMany::AnyNumber if owner.is_empty() => "any number of".into(),
            HowMany::AnyNumber => "any number".into(),
            HowMany::TotalUpTo(..) if owner.is_empty() => "any number of".into(),
            HowMany::TotalUpTo(..) => "any number".into(),
            HowMany::Top(amount) => format!("the top {}", number(amount)),
            HowMany::Bottom(amount) => format!("the bottom {}", number(amount)),
        };
        let defined = match &select.count {
            HowMany::UpTo(Amount::Count(of)) => {
                let placed = self.place(of);
                let whose = match &of.among {
                    Among::Zones { whose: who, .. } if placed.is_empty() => format!("{} ", whose(*who)),
                    _ => String::new(),
                };
                format!(", where X is the number of {whose}{}{placed}", self::noun(&of.filter, true))
            }
            _ => String::new(),
        };
        let random = if select.random { " at random" } else { "" };
        let total = match &select.count {
            HowMany::TotalUpTo(Figure::Power, amount) => {
                format!(" whose powers add up to {} or less", number(amount))
            }
            HowMany::TotalUpTo(_, amount) => {
                format!(" whose energy costs add up to {} or less", number(amount))
            }
            _ => String::new(),
        };
        format!("{count} {owner}{noun}{place}{random}{total}{defined}")
    }

    /// A card or cards that something is done to.
    pub(super) fn object(&mut self, target: &Target<Dbs>) -> String {
        match target {
            Target::This => {
                let from = std::mem::take(&mut self.this_from);
                self.it = Some(It { target: Target::This, many: false });
                match &from[..] {
                    [] => "this card".into(),
                    [Area::Under] => "this card from under a card".into(),
                    places => {
                        let places: Vec<&str> = places.iter().map(|place| area(*place)).collect();
                        format!("this card from your {}", places.join(" or "))
                    }
                }
            }
            Target::Slot(_) | Target::Subject | Target::Other => self.pronoun(target),
            Target::Each(select) => self.select(select),
            Target::Test(Test::Declared | Test::DeclaredBattle) if self.is_it(target) => self.pronoun(target),
            // Once it is named, "it" means it.
            Target::Test(test @ (Test::Declared | Test::DeclaredBattle)) => {
                self.it = Some(It { target: target.clone(), many: false });
                meant(test)
            }
            Target::Test(test) => meant(test),
            Target::Several(_) if self.is_it(target) => "them".into(),
            Target::Several(_) if self.picks.contains(target) => self.pronoun(target),
            Target::Several(several) => {
                // What "it" means is the same for all of them, whichever is said first.
                let it = self.it.clone();
                let mut said = |one: &Target<Dbs>| {
                    self.it.clone_from(&it);
                    self.object(one)
                };
                let all: Vec<String> = several.iter().map(&mut said).collect();
                printer::listed(&all)
            }
        }
    }

    fn pronoun(&self, target: &Target<Dbs>) -> String {
        match &self.it {
            Some(it) if it.target == *target && it.many => "them".into(),
            Some(it) if it.target == *target && matches!(target, Target::Slot(_)) => "it".into(),
            Some(it) if it.target == *target => "that card".into(),
            _ => match self.picks.iter().rposition(|pick| pick == target) {
                Some(at) if at + 1 == self.picks.len() => "the chosen card".into(),
                Some(at) => {
                    let nth = ["first", "second", "third", "fourth", "fifth"].get(at).unwrap_or(&"last");
                    format!("the {nth} chosen card")
                }
                None if self.discarded.as_ref() == Some(target) => "the card discarded by this skill".into(),
                None if self.milled.as_ref().is_some_and(|(card, _)| card == target) => {
                    let place = self.milled.as_ref().map_or("Drop Area", |(_, place)| area(*place));
                    format!("the card placed in your {place} by this skill")
                }
                None => match &self.held {
                    Some(held) => {
                        let name =
                            held.iter().find(|(meant, _)| meant == target).map(|(_, name)| name.clone());
                        name.unwrap_or("the chosen card".into())
                    }
                    None => "the card meant before".into(),
                },
            },
        }
    }

    pub(super) fn is_it(&self, target: &Target<Dbs>) -> bool {
        self.it.as_ref().is_some_and(|it| it.target == *target)
    }

    pub(super) fn amount(&self, amount: &Amount<Dbs>) -> String {
        match amount {
            Amount::Fixed(number) => number.to_string(),
            Amount::Count(select) => format!("the number of {}", self.select(select)),
            Amount::Figure(of, target) => {
                let of = match of {
                    Figure::Power => "power",
                    Figure::OriginalPower => "original power",
                    Figure::EnergyCost => "energy cost",
                    Figure::OriginalEnergyCost => "original energy cost",
                    Figure::SpecifiedCost => "specified cost",
                    Figure::ComboCost => "combo cost",
                    Figure::ComboPower => "combo power",
                    Figure::OriginalComboCost => "original combo cost",
                    Figure::OriginalComboPower => "original combo power",
                    Figure::ZCost => "Z-Energy cost",
                    Figure::Markers => "markers",
                };
                let card = match &**target {
                    Target::This => "this card".into(),
                    Target::Test(test) => meant(test),
                    _ => "it".to_string(),
                };
                format!("the {of} of {card}")
            }
            Amount::PerEach { each, per, of } => format!("{each} for every {per} of {}", self.amount(of)),
            Amount::Plus(a, b) => format!("{} plus {}", self.amount(a), self.amount(b)),
            Amount::Bound(_) => "the number of cards chosen".into(),
            Amount::Done => "that many".into(),
            Amount::Named => "the number named".into(),
            Amount::Event => "that number".into(),
            Amount::Game(count) => match count {
                Count::Life(who) => format!("{} life", whose(*who)),
                Count::EnergyMarkers(who) => format!("{} energy markers", whose(*who)),
                Count::X => "X".into(),
                Count::Under(_) => "the number of cards under it".into(),
                Count::DifferentNames(select) => format!("the different names of {}", self.select(select)),
                Count::DifferentColors(select) => format!("the different colors of {}", self.select(select)),
                Count::AttacksThisTurn(who) => format!("the attacks {} made this turn", player(*who)),
            },
        }
    }
}
