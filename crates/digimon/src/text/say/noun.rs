//! Which cards: descriptions, places, counts, and what a verb is done to.

use super::{Say, posture, timing, title};
use crate::text::lexicon::{B, WORDS};
use crate::text::words::{COLORS, FIGURES, KINDS, PLACES, THAN};
use crate::vocab::*;
use effects::text::{Parser, lex};
use effects::{Amount, Cmp, Filter, Slot, Target, Who};

/// How a description is to be inflected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Words {
    pub many: bool,
    /// Cards that lie somewhere else than on the field: "Digimon card".
    pub card: bool,
}

pub(super) const ONE: Words = Words { many: false, card: false };
pub(super) const MANY: Words = Words { many: true, card: false };

pub(super) fn color(color: Color) -> &'static str {
    COLORS.say(color)
}

pub(super) fn whose(who: Who) -> &'static str {
    match who {
        Who::You => "your",
        Who::Opponent => "your opponent's",
        Who::Both => "both players'",
        Who::Owner => "its owner's",
    }
}

pub(super) fn zone(place: Place) -> &'static str {
    PLACES.say(place)
}

pub(super) fn with_article(words: &str) -> String {
    // A name alone needs none.
    if words.starts_with('[') && words.ends_with(']') && !words.contains("trait ") {
        return words.into();
    }
    if let Some(rest) = words.strip_prefix("other ") {
        return format!("another {rest}");
    }
    let vowel = words.trim_start_matches(['[', '<']).starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// "3 or more", in the words that fit a figure.
pub(super) fn bound(cmp: Cmp, number: i32, less: &str) -> String {
    match cmp {
        Cmp::Equal => number.to_string(),
        Cmp::AtMost => format!("{number} or {less}"),
        Cmp::AtLeast => format!("{number} or {}", if less == "lower" { "higher" } else { "more" }),
        Cmp::More => format!("more than {number}"),
        Cmp::Less => format!("less than {number}"),
    }
}

pub(super) fn than(cmp: Cmp) -> &'static str {
    THAN.say(cmp)
}

pub(super) fn figure(figure: Figure) -> &'static str {
    FIGURES.say(figure)
}

pub(super) fn kind(kind: Kind, words: Words) -> String {
    let s = if words.many { "s" } else { "" };
    let said = KINDS.say(kind);
    match (kind, words.card) {
        (Kind::Token, _) | (Kind::Tamer, false) => format!("{said}{s}"),
        (Kind::Digimon, false) => said.into(),
        (Kind::Digimon | Kind::Tamer, true) | (Kind::Option | Kind::Egg, _) => format!("{said} card{s}"),
    }
}

/// Whether a description, read by itself, gives this test.
fn reads_as(words: &str, filter: &Filter<Dcg>) -> bool {
    let tokens = lex(words);
    let mut p = Parser::new(&tokens);
    let read = effects::text::grammar::described(&WORDS, &mut p, &mut B::default());
    p.at_end() && read.as_ref() == Some(filter)
}

impl Say<'_> {
    /// A card or group that was bound: by its letter, or in a question by its name.
    pub(super) fn letter(&self, slot: Slot) -> String {
        let Some(held) = &self.held else { return format!("card {}", char::from(b'A' + slot.0.min(25))) };
        match held.slots.iter().find(|(bound, _)| *bound == slot) {
            Some((_, name)) => name.clone(),
            None if self.many.contains(&slot) => "the chosen cards".into(),
            None => "the chosen card".into(),
        }
    }

    /// A description of cards: adjectives, a noun, what stands behind it. Of several wordings the first that reads the same.
    pub(super) fn described(&mut self, filter: &Filter<Dcg>, words: Words) -> String {
        let natural = self.natural(filter, words);
        match natural {
            Some(natural) if self.held.is_some() || has_targets(filter) || reads_as(&natural, filter) => {
                natural
            }
            _ => self.listed(filter, words),
        }
    }

    fn card(&self, words: Words) -> &'static str {
        if words.many { "cards" } else { "card" }
    }

    /// The wording that fits any description: its parts one by one.
    fn listed(&mut self, filter: &Filter<Dcg>, words: Words) -> String {
        let part = |say: &mut Self, one: &Filter<Dcg>| match one {
            Filter::All(_) | Filter::Either(_) => say.described(one, ONE),
            one => match say.natural(one, ONE) {
                Some(natural) if has_targets(one) || reads_as(&natural, one) => natural,
                _ => say.atom(one),
            },
        };
        match filter {
            Filter::All(all) => {
                let all: Vec<String> = all.iter().map(|one| part(self, one)).collect();
                format!("{} that fits all of {{{}}}", self.card(words), all.join("; "))
            }
            Filter::Either(any) => {
                let any: Vec<String> = any.iter().map(|one| part(self, one)).collect();
                format!("{} that fits any of {{{}}}", self.card(words), any.join("; "))
            }
            one => self.atom(one),
        }
    }

    /// A test that no noun phrase of the game's own says.
    fn atom(&mut self, filter: &Filter<Dcg>) -> String {
        match filter {
            Filter::Not(inner) => format!("card that does not fit {{{}}}", self.described(inner, ONE)),
            Filter::This => "card that is this card".into(),
            Filter::Subject => "card that is the subject".into(),
            Filter::Bound(slot) => format!("card that is {}", self.letter(*slot)),
            Filter::Of(who) => {
                let theirs = match who {
                    Who::You => "yours",
                    Who::Opponent => "theirs",
                    Who::Both => "anybody's",
                    Who::Owner => "its owner's",
                };
                format!("card that is {theirs}")
            }
            Filter::Test(test) => format!("card that {}", self.tested(test)),
            Filter::Figure(of, cmp, amount) => {
                let amount = self.number(amount);
                format!("card whose {} is {} {amount}", figure(*of), than(*cmp))
            }
            Filter::Is(state) => format!("card that is {}", posture(*state)),
            Filter::Any => "card".into(),
            Filter::Kind(held) => kind(*held, ONE),
            Filter::Color(held) => format!("{} card", color(*held)),
            Filter::Name(name) => format!("[{}]", title(name)),
            Filter::NameHas(_)
            | Filter::Trait(_)
            | Filter::TraitHas(_)
            | Filter::InText(_)
            | Filter::Has(_)
            | Filter::All(_)
            | Filter::Either(_) => {
                let behind = self.behind(std::slice::from_ref(filter), ONE).unwrap_or_default();
                format!("card{behind}")
            }
        }
    }

    /// The canonical words of a test, behind "that".
    pub(super) fn tested(&mut self, test: &Test) -> String {
        match test {
            Test::Extreme { figure: of, least, among } => {
                let most = if *least { "lowest" } else { "highest" };
                format!("has the {most} {} of {}", figure(*of), self.select(among))
            }
            Test::Attacker => "is the attacker".into(),
            Test::AttackTarget => "is the attack target".into(),
            Test::Under(filter) => {
                format!("has under it {} 1 {{{}}}", than(Cmp::AtLeast), self.described(filter, ONE))
            }
            Test::UnderCount(filter, cmp, number) => {
                let filter = self.described(filter, ONE);
                format!("has under it {} {number} {{{filter}}}", than(*cmp))
            }
            Test::Linked(filter) => format!("has linked to it {{{}}}", self.described(filter, ONE)),
            Test::HasInherited => "has inherited effects".into(),
            Test::HasTiming(held) => format!("has [{}] effects", timing(*held)),
            Test::KeywordInText(name) => format!("has <{}> in its text", title(name)),
            Test::HasKeyword(name) => format!("has <{}>", title(name)),
            Test::SameName(target) => format!("has the same name as {}", self.still(target)),
            Test::SameLevel(target) => format!("has the same level as {}", self.still(target)),
            Test::SharesColor(target) => format!("has the same color as {}", self.still(target)),
            Test::SharesTrait(target) => format!("has the same trait as {}", self.still(target)),
            Test::Fresh => "entered this turn".into(),
            Test::HasXros => "has DigiXros requirements".into(),
            Test::HasDna => "has DNA digivolution requirements".into(),
            Test::NoDp => "has no DP".into(),
            Test::CanBecome(slot) => format!("can become {}", self.letter(*slot)),
            Test::AtEnd => "is at the top or bottom".into(),
            Test::In(Place::Checked) => "is in the check".into(),
            Test::In(place) => format!("is in the {}", zone(*place)),
            Test::Host => "holds this card".into(),
            Test::Made => "was made by this effect".into(),
            Test::Turned => "was suspended by this effect".into(),
            Test::Lowest => "has all below it chosen".into(),
            Test::Leaving => "would leave".into(),
            Test::Those => "met what was waited for".into(),
            Test::Material => "is shown in these requirements".into(),
            Test::Unmoved => "has not moved".into(),
            Test::Outer(at, count) => {
                format!("is among the {} {} there", super::end(*at), self.number(count))
            }
            Test::Departed(Some(slot)) => format!("is the said {}", self.letter(*slot)),
            Test::Departed(None) => "is the said this card".into(),
            Test::Provided(cond) => format!("counts provided {{{}}}", self.condition(cond)),
            Test::Differs(distinct) => format!("differ in {}", super::distinct(*distinct)),
            Test::Alike(distinct) => format!("are alike in {}", super::distinct(*distinct)),
            Test::TraitBut(any, none) => {
                let (any, none) = (listed(any), listed(none));
                format!("has {any}, other than {none}, in one of its traits")
            }
            Test::Pairs(pair, slot) => {
                let pair = [self.described(&pair[0], ONE), self.described(&pair[1], ONE)];
                format!("pairs with {} as {{{}; {}}}", self.letter(*slot), pair[0], pair[1])
            }
        }
    }

    fn natural(&mut self, filter: &Filter<Dcg>, words: Words) -> Option<String> {
        match filter {
            Filter::Any => Some(self.card(words).into()),
            Filter::All(all) => self.together(all, words),
            Filter::Either(any) => self.alternatives(any, filter, words),
            one => self.together(std::slice::from_ref(one), words),
        }
    }

    fn alternatives(&mut self, any: &[Filter<Dcg>], whole: &Filter<Dcg>, words: Words) -> Option<String> {
        let single = self.together(std::slice::from_ref(whole), words);
        if let Some(single) = single.filter(|single| reads_as(single, whole)) {
            return Some(single);
        }
        let mut said = Vec::new();
        for (at, one) in any.iter().enumerate() {
            let one = self.natural(one, words)?;
            let article = if words.many { format!("any {one}") } else { with_article(&one) };
            said.push(if at == 0 { one } else { article });
        }
        Some(said.join(" or "))
    }

    /// Tests that all hold, in their order: what can stand in front of the noun, the noun, what stands behind it.
    fn together(&mut self, all: &[Filter<Dcg>], words: Words) -> Option<String> {
        let mut all = all.to_vec();
        if self.held.is_some() {
            // "other", "suspended" in front of the noun, wherever the text has them.
            let adjective = |one: &Filter<Dcg>| match one {
                Filter::Not(inner) => **inner == Filter::This,
                Filter::Is(state) => *state != Posture::Attacked,
                _ => false,
            };
            all.sort_by_key(|one| !adjective(one));
        }
        let all = &all[..];
        let noun = (0..all.len()).find(|at| self.noun(&all[*at], words).is_some());
        let (front, noun, rest) = match noun {
            Some(at) => {
                let (word, used) = self.named(&all[at..], words)?;
                (&all[..at], word, &all[at + used..])
            }
            None => {
                let natural = |one: &&Filter<Dcg>| {
                    !matches!(one, Filter::Figure(Figure::Dp | Figure::PlayCost | Figure::UseCost, ..))
                        && !matches!(one, Filter::Test(Test::Extreme { .. }))
                };
                let mut at = 0;
                while all.get(at).filter(natural).is_some_and(|one| self.front(one).is_some()) {
                    at += 1;
                }
                (&all[..at], self.card(words).to_string(), &all[at..])
            }
        };
        let mut said = Vec::new();
        for one in front {
            said.push(self.front(one)?);
        }
        said.push(noun);
        Some(said.join(" ") + &self.behind(rest, words)?)
    }

    /// The noun at the start of these tests, and how many of them it says.
    fn named(&mut self, all: &[Filter<Dcg>], words: Words) -> Option<(String, usize)> {
        let first = all.first()?;
        let noun = self.noun(first, words)?;
        let is_name = |one: &Filter<Dcg>| matches!(one, Filter::Name(_));
        let named = match first {
            Filter::Either(any) => any.iter().all(is_name),
            one => is_name(one),
        };
        match all.get(1) {
            Some(Filter::Kind(held)) if named => Some((format!("{noun} {}", kind(*held, words)), 2)),
            Some(Filter::Test(Test::In(Place::Checked))) if *first == Filter::Kind(Kind::Digimon) => {
                Some(("Security Digimon".into(), 2))
            }
            _ => Some((noun, 1)),
        }
    }

    fn noun(&self, filter: &Filter<Dcg>, words: Words) -> Option<String> {
        match filter {
            Filter::Kind(held) => Some(kind(*held, words)),
            Filter::Name(name) => Some(format!("[{}]", title(name))),
            Filter::Test(Test::In(Place::Security)) => Some(format!("security {}", self.card(words))),
            Filter::Either(any)
                if any.iter().all(|one| matches!(one, Filter::Kind(_)))
                    || any.iter().all(|one| matches!(one, Filter::Name(_))) =>
            {
                let all: Option<Vec<String>> = any.iter().map(|one| self.noun(one, words)).collect();
                let all = all?;
                Some(if matches!(any.first(), Some(Filter::Name(_))) {
                    either(&all)
                } else {
                    all.join(" or ")
                })
            }
            // "[A] or [B] trait Option card", of which [A] may be a name as well.
            Filter::Either(any) => {
                let [Filter::All(option), called @ ..] = &any[..] else { return None };
                let [Filter::Either(traits), Filter::Kind(Kind::Option)] = &option[..] else { return None };
                let names = phrases(traits, |one| match one {
                    Filter::Trait(name) => Some(name),
                    _ => None,
                })?;
                let named = called.iter().all(|one| matches!(one, Filter::Name(_)));
                (named && called.len() + 1 == traits.len())
                    .then(|| format!("{names} trait {}", kind(Kind::Option, words)))
            }
            _ => None,
        }
    }

    /// In front of a noun, or behind "that's".
    pub(super) fn front(&mut self, filter: &Filter<Dcg>) -> Option<String> {
        Some(match filter {
            Filter::Color(held) => color(*held).into(),
            Filter::Is(Posture::Attacked) => return None,
            Filter::Is(state) => posture(*state).into(),
            Filter::Trait(name) => format!("[{}] trait", title(name)),
            Filter::Figure(of @ (Figure::Level | Figure::PlayCost | Figure::UseCost), cmp, amount)
                if !matches!(cmp, Cmp::More | Cmp::Less) =>
            {
                let number = self.raised(amount, figure(*of))?;
                let less = if *of == Figure::Level { "lower" } else { "less" };
                format!("{} {}", figure(*of), bound(*cmp, number, less))
            }
            Filter::Figure(Figure::Dp, cmp @ (Cmp::Equal | Cmp::AtMost | Cmp::AtLeast), amount) => {
                self.dp(*cmp, amount)?
            }
            Filter::Figure(Figure::Colors, Cmp::Equal, Amount::Fixed(1)) => "single-color".into(),
            Filter::Figure(Figure::Colors, Cmp::Equal, Amount::Fixed(n)) => format!("{n}-color"),
            Filter::Figure(Figure::Colors, Cmp::AtLeast, Amount::Fixed(2)) => "multicolor".into(),
            Filter::Not(inner) => match &**inner {
                Filter::This => "other".into(),
                Filter::Kind(Kind::Egg) => "non-Digi-Egg".into(),
                Filter::Color(held @ (Color::White | Color::Red | Color::Black | Color::Purple)) => {
                    format!("non-{}", color(*held))
                }
                _ => return None,
            },
            Filter::Test(Test::SameLevel(target)) if **target == Target::Other => "same-level".into(),
            Filter::Test(Test::Extreme { figure: of, least, .. }) => {
                format!("{} {}", if *least { "lowest" } else { "highest" }, figure(*of))
            }
            Filter::Test(Test::Differs(Distinct::Levels)) => "different-level".into(),
            Filter::Either(any) => {
                if let Some(names) = phrases(any, |one| match one {
                    Filter::Trait(name) => Some(name),
                    _ => None,
                }) {
                    return Some(format!("{names} trait"));
                }
                let all: Option<Vec<String>> = any.iter().map(|one| self.front(one)).collect();
                all?.join(" or ")
            }
            _ => return None,
        })
    }

    /// "6000 DP or less"; a maximum that a later sentence raises waits for that sentence.
    fn dp(&mut self, cmp: Cmp, amount: &Amount<Dcg>) -> Option<String> {
        let number = self.raised(amount, "DP")?;
        let word = match cmp {
            Cmp::Equal => "",
            Cmp::AtMost => " or less",
            Cmp::AtLeast => " or more",
            Cmp::More | Cmp::Less => return None,
        };
        Some(format!("{number} DP{word}"))
    }

    /// The number that is printed; what raises it is said in a sentence behind.
    pub(super) fn raised(&mut self, amount: &Amount<Dcg>, what: &str) -> Option<i32> {
        match amount {
            Amount::Fixed(number) | Amount::Game(Count::DeletionMax(number)) => Some(*number),
            Amount::Plus(first, more) => {
                let number = self.raised(first, what)?;
                let (by, each) = self.each(more);
                let each = each.trim_start();
                let each = if each.is_empty() { return None } else { each };
                let (add, to) = if by < 0 { ("remove", "from") } else { ("add", "to") };
                let sentence = format!("{each}, {add} {} {to} this effect's {what} maximum", by.abs());
                if !self.after.contains(&sentence) {
                    self.after.push(sentence);
                }
                Some(number)
            }
            _ => None,
        }
    }

    /// Behind "with".
    pub(super) fn with(&mut self, filter: &Filter<Dcg>) -> Option<String> {
        Some(match filter {
            Filter::NameHas(name) => format!("[{}] in its name", title(name)),
            Filter::Trait(name) => format!("the [{}] trait", title(name)),
            Filter::TraitHas(name) => format!("[{}] in one of its traits", title(name)),
            Filter::InText(name) => format!("[{}] in its text", title(name)),
            Filter::Has(keyword) => self.keyword(keyword),
            Filter::Figure(Figure::Dp, cmp @ (Cmp::Equal | Cmp::AtMost | Cmp::AtLeast), amount)
                if self.raised(amount, "DP").is_some() =>
            {
                self.dp(*cmp, amount)?
            }
            Filter::Figure(of @ (Figure::Level | Figure::PlayCost | Figure::UseCost), cmp, amount)
                if !matches!(cmp, Cmp::More | Cmp::Less) && self.raised(amount, figure(*of)).is_some() =>
            {
                let number = self.raised(amount, figure(*of))?;
                let less = if *of == Figure::Level { "lower" } else { "less" };
                format!("a {} of {}", figure(*of), bound(*cmp, number, less))
            }
            Filter::Figure(Figure::Colors, cmp, Amount::Fixed(n))
                if !matches!(cmp, Cmp::More | Cmp::Less) =>
            {
                format!("{} {}", bound(*cmp, *n, "fewer"), if *n == 1 { "color" } else { "colors" })
            }
            Filter::Figure(
                of @ (Figure::Under | Figure::UnderFaceDown | Figure::Links),
                cmp,
                Amount::Fixed(n),
            ) => match (cmp, n) {
                (Cmp::Equal, 0) => format!("no {}", figure(*of)),
                (Cmp::AtLeast | Cmp::AtMost, _) => format!("{} {}", bound(*cmp, *n, "fewer"), figure(*of)),
                _ => return None,
            },
            Filter::Figure(of, cmp, amount) => {
                let amount = self.compared(amount)?;
                format!("{} {} {amount}", figure(*of), than(*cmp))
            }
            Filter::Test(test) => self.with_test(test)?,
            Filter::Either(any) => {
                let same = [
                    phrases(any, |one| match one {
                        Filter::NameHas(name) => Some(name),
                        _ => None,
                    })
                    .map(|names| format!("{names} in its name")),
                    phrases(any, |one| match one {
                        Filter::Trait(name) => Some(name),
                        _ => None,
                    })
                    .map(|names| format!("the {names} trait")),
                    phrases(any, |one| match one {
                        Filter::TraitHas(name) => Some(name),
                        _ => None,
                    })
                    .map(|names| format!("{names} in one of its traits")),
                    phrases(any, |one| match one {
                        Filter::InText(name) => Some(name),
                        _ => None,
                    })
                    .map(|names| format!("{names} in its text")),
                ];
                if let Some(said) = same.into_iter().flatten().next() {
                    return Some(said);
                }
                let mut said = vec![self.with(any.first()?)?];
                for one in &any[1..] {
                    said.push(match self.with(one) {
                        Some(with) => with,
                        None => format!("is {}", self.front(one)?),
                    });
                }
                said.join(" or ")
            }
            _ => return None,
        })
    }

    fn with_test(&mut self, test: &Test) -> Option<String> {
        Some(match test {
            Test::Extreme { figure: of, least, .. } => {
                format!("the {} {}", if *least { "lowest" } else { "highest" }, figure(*of))
            }
            Test::Under(filter) => match &**filter {
                Filter::Name(name) => format!("[{}] in its digivolution cards", title(name)),
                filter => {
                    let filter = self.described(filter, Words { many: false, card: true });
                    format!("{} in its digivolution cards", with_article(&filter))
                }
            },
            Test::UnderCount(filter, cmp, number) => {
                let filter = self.described(filter, Words { many: true, card: true });
                match (cmp, number) {
                    (Cmp::Equal, 0) => format!("no {filter} in its digivolution cards"),
                    (Cmp::AtLeast | Cmp::AtMost, _) => {
                        format!("{} {filter} in its digivolution cards", bound(*cmp, *number, "fewer"))
                    }
                    _ => return None,
                }
            }
            Test::Linked(filter) => match &**filter {
                Filter::Name(name) => format!("[{}] in its link cards", title(name)),
                _ => return None,
            },
            Test::HasInherited => "inherited effects".into(),
            Test::HasTiming(held) => format!("[{}] effects", timing(*held)),
            Test::KeywordInText(name) => format!("<{}> in its text", title(name)),
            Test::HasKeyword(name) => format!("<{}>", title(name)),
            Test::SameName(target) => format!("the same name as {}", self.still(target)),
            Test::SameLevel(target) => format!("the same level as {}", self.still(target)),
            Test::SharesColor(target) => format!("the same color as {}", self.still(target)),
            Test::HasXros => "DigiXros requirements".into(),
            Test::HasDna => "DNA digivolution requirements".into(),
            Test::Differs(distinct) => format!("different {}", super::distinct(*distinct)),
            Test::TraitBut(any, none) => {
                format!("{}, other than {}, in one of its traits", listed(any), listed(none))
            }
            Test::Unmoved
            | Test::Outer(..)
            | Test::Alike(_)
            | Test::SharesTrait(_)
            | Test::Attacker
            | Test::AttackTarget
            | Test::Fresh
            | Test::NoDp
            | Test::CanBecome(_)
            | Test::AtEnd
            | Test::In(_)
            | Test::Host
            | Test::Made
            | Test::Turned
            | Test::Lowest
            | Test::Leaving
            | Test::Those
            | Test::Material
            | Test::Departed(_)
            | Test::Provided(_)
            | Test::Pairs(..) => return None,
        })
    }

    /// Everything behind the noun.
    fn behind(&mut self, rest: &[Filter<Dcg>], words: Words) -> Option<String> {
        let mut said = String::new();
        // Whether a "with" is open that goes on with "and".
        let mut open = false;
        for (at, one) in rest.iter().enumerate() {
            let and = if at == 0 { " " } else { " and " };
            let several = matches!(one, Filter::Either(_));
            if let Some(with) = self.with(one) {
                said += &match (open && !several, at) {
                    (true, _) => format!(" and {with}"),
                    (false, 0) => format!(" with {with}"),
                    (false, _) => format!(" and that {} {with}", if words.many { "have" } else { "has" }),
                };
                open = true;
                continue;
            }
            if *one == Filter::Test(Test::Alike(Distinct::Levels)) {
                said += " of the same level";
                open = false;
                continue;
            }
            let is = if words.many { "are" } else { "is" };
            if let Some(front) = self.front(one) {
                said += &format!("{and}that {is} {front}");
            } else if let Filter::Either(any) = one {
                // "that's red or has [A] in its name".
                let first = self.front(any.first()?)?;
                let mut parts = vec![format!("that {is} {first}")];
                for one in &any[1..] {
                    parts.push(match self.front(one) {
                        Some(front) => front,
                        None => format!("{} {}", if words.many { "have" } else { "has" }, self.with(one)?),
                    });
                }
                said += &format!("{and}{}", parts.join(" or "));
            } else if let Filter::Not(inner) = one {
                let without = self.with(inner);
                said += &match (without, &**inner) {
                    (Some(with), _) => format!("{and}without {with}"),
                    (None, Filter::This) => format!("{and}other than {}", self.this()),
                    (None, inner) => {
                        let inner = self.described(inner, ONE);
                        let article = if inner.starts_with('[') { inner } else { with_article(&inner) };
                        format!("{and}other than {article}")
                    }
                };
            } else {
                return None;
            }
            open = false;
        }
        Some(said)
    }
}

/// "[A], [B] or [C]", if all are of one kind.
fn phrases<'f>(
    any: &'f [Filter<Dcg>],
    name: impl Fn(&'f Filter<Dcg>) -> Option<&'f effects::Phrase>,
) -> Option<String> {
    let all: Option<Vec<String>> =
        any.iter().map(|one| name(one).map(|name| format!("[{}]", title(name)))).collect();
    Some(either(&all?))
}

fn listed(names: &[effects::Phrase]) -> String {
    either(&names.iter().map(|name| format!("[{}]", title(name))).collect::<Vec<_>>())
}

/// "A, B or C".
fn either(all: &[String]) -> String {
    match all.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => all.concat(),
    }
}

/// Whether a test speaks of other cards, which a description by itself does not know.
fn has_targets(filter: &Filter<Dcg>) -> bool {
    match filter {
        Filter::All(all) | Filter::Either(all) => all.iter().any(has_targets),
        Filter::Not(inner) => has_targets(inner),
        Filter::Figure(_, _, amount) => !matches!(amount, Amount::Fixed(_)),
        Filter::Test(
            Test::SameName(_)
            | Test::SameLevel(_)
            | Test::SharesColor(_)
            | Test::SharesTrait(_)
            | Test::Extreme { .. },
        ) => true,
        _ => false,
    }
}
