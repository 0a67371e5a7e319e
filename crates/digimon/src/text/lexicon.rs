//! Words for cards: adjectives, nouns, what stands behind them, and places.

use super::amount;
use super::cards;
use super::keyword;
use super::words::{COLORS, DISTINCTS, FIGURES, KINDS, STATES, THAN};
use crate::vocab::*;
use effects::text::grammar::{self, compare, comparison};
use effects::text::{Bracket, Builder, Lexicon, Parser, Tok};
use effects::{Among, Amount, Cmp, Cond, Filter, Phrase, Select, Step, Target, Who};

pub type B = Builder<Dcg>;

/// The words of Digimon texts. What a text is printed on decides a few readings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Words;

pub const WORDS: Words = Words;

/// Phrases in square brackets: "[A]", "[A] or [B]", "[A], [B] or [C]", "[A]/[B]". The flag: joined by "and".
pub fn names(p: &mut Parser<'_>) -> Option<(Vec<Phrase>, bool)> {
    p.attempt(|p| {
        let mut all = vec![name(p)?];
        let mut by_and = false;
        while let Some((next, and)) = p.attempt(|p| {
            p.mark(',');
            let and = p.take("and") && !p.mark('/');
            let or = p.take("or");
            p.mark('/');
            Some((name(p)?, and && !or))
        }) {
            by_and |= and;
            all.push(next);
        }
        Some((all, by_and))
    })
}

fn name(p: &mut Parser<'_>) -> Option<Phrase> {
    let text = p.group(Bracket::Square)?;
    p.take("s");
    Some(Phrase::new(text))
}

pub fn either(mut any: Vec<Filter<Dcg>>) -> Filter<Dcg> {
    if any.len() == 1 { any.remove(0) } else { Filter::Either(any) }
}

/// The kind that a description names, as a description.
pub fn kind_of(filter: &Filter<Dcg>) -> Option<Filter<Dcg>> {
    match filter {
        Filter::Kind(_) => Some(filter.clone()),
        Filter::All(all) => all.iter().find_map(kind_of),
        Filter::Either(any) => any.iter().all(|one| matches!(one, Filter::Kind(_))).then(|| filter.clone()),
        _ => None,
    }
}

/// A description without its kind: what "such" repeats.
fn such(filter: &Filter<Dcg>) -> Filter<Dcg> {
    match filter {
        Filter::All(all) => {
            let kept = all.iter().filter(|one| kind_of(one).is_none());
            kept.cloned().fold(Filter::Any, Filter::and)
        }
        Filter::Kind(_) => Filter::Any,
        one => one.clone(),
    }
}

/// Cards "with different names": in what they differ, and the rest of the description.
pub fn differs(filter: &Filter<Dcg>) -> Option<(Distinct, Filter<Dcg>)> {
    match filter {
        Filter::Test(Test::Differs(distinct)) => Some((*distinct, Filter::Any)),
        Filter::All(all) => {
            let distinct = all.iter().find_map(|one| differs(one).map(|(distinct, _)| distinct))?;
            let rest = all.iter().filter(|one| differs(one).is_none());
            Some((distinct, rest.cloned().fold(Filter::Any, Filter::and)))
        }
        _ => None,
    }
}

/// "different names", "a different name": in what cards differ.
pub fn distinct(p: &mut Parser<'_>) -> Option<Distinct> {
    p.attempt(|p| {
        let one = p.take("a");
        if !p.take("different") {
            return None;
        }
        // "a different name than that Digimon" compares with something.
        DISTINCTS.read(p).filter(|_| !(one && p.ahead("than/from")))
    })
}

fn all_or_any(parts: Vec<Filter<Dcg>>, all: bool) -> Filter<Dcg> {
    if all && parts.len() > 1 { Filter::All(parts) } else { either(parts) }
}

/// "(other than [A])" right before here: a note that is no reminder. `None` if it cannot be read.
fn exceptions_noted(p: &Parser<'_>) -> Option<Option<Vec<Phrase>>> {
    let Some(note) = p.passed_note() else { return Some(None) };
    let tokens = effects::text::lex(note);
    let mut inner = p.inside(&tokens);
    if !inner.take("other than") {
        return Some(None);
    }
    let (but, _) = names(&mut inner)?;
    inner.at_end().then_some(Some(but))
}

/// "[A] or [B] trait", "[A] in its name", "[A] in text": what may follow names. `bare`: names alone mean these names.
pub fn named(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    p.attempt(|p| {
        let (names, and) = names(p)?;
        // "[Greymon] (other than [DoruGreymon]) in its name": this note is no reminder.
        let but = exceptions_noted(p)?;
        // "[Beast] or [Animal], other than [Sea Animal], in any of its traits".
        if let Some(but) = p.attempt(|p| {
            if !p.take(",? other than") {
                return None;
            }
            let (but, _) = self::names(p)?;
            p.take("trait/traits");
            let said =
                p.take(",? in one/any of its/their/the traits/trait") || p.take(",? in its/their traits");
            said.then_some(but)
        }) {
            return Some(Filter::Test(Test::TraitBut(names, but)));
        }
        let make: fn(Phrase) -> Filter<Dcg> = if p.take("trait/traits/type/attribute/form") {
            Filter::Trait
        } else if p.take("in/contained its/their/the? name/names") || p.take("in name") {
            Filter::NameHas
        } else if p.take("in one/any of its/their/the traits/trait")
            || p.take("in its/their/the? trait/traits")
            || p.take("in any trait/traits")
            || p.take("in its/their form or type")
            || p.take("in its/their types/type/form/forms/attribute/attributes")
            || p.take("in traits/trait")
        {
            Filter::TraitHas
        } else if p.take("in its/their/the? text/texts") || p.take("text") {
            Filter::InText
        } else if p.take("in its/their digivolution cards") || p.take("in digivolution cards") {
            |name| Filter::Test(Test::Under(Box::new(Filter::Name(name))))
        } else if p.take("in its/their link cards") {
            |name| Filter::Test(Test::Linked(Box::new(Filter::Name(name))))
        } else {
            return None;
        };
        // "[X] in its name or digivolution cards": there it is the name of a card.
        if p.behind("name/names") && but.is_none() && p.take("or in? its? digivolution cards") {
            let under =
                names.iter().cloned().map(|name| Filter::Test(Test::Under(Box::new(Filter::Name(name)))));
            let found = names.iter().cloned().map(make).chain(under).collect();
            return (!and).then(|| either(found));
        }
        // "[Beast] in any of its traits (other than [Sea Animal])".
        let late = if but.is_none() { exceptions_noted(p)? } else { None };
        let but = match (but, late, make(names[0].clone())) {
            (None, Some(but), Filter::TraitHas(_)) => return Some(Filter::Test(Test::TraitBut(names, but))),
            (early, late, _) => early.or(late),
        };
        let found = all_or_any(names.into_iter().map(make).collect(), and);
        Some(match but {
            Some(but) => found.and(either(but.into_iter().map(make).collect()).negate()),
            None => found,
        })
    })
}

/// Names whose last words a list has left out: "with the [A] from your trash" is a trait, "with [A] is in …" is in a name, and
/// "with Ember in its name" has lost its brackets.
fn shortened(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    // Alone behind "a card with", and not as the last of several.
    let alone = p.behind("card/cards with");
    let the = p.behind("trait and") | p.take("the");
    if let Some(word) = p.attempt(|p| {
        let word = p.word()?;
        (!the && (p.ahead("in its/their name/names/form/traits"))).then_some(word)
    }) {
        let name = Phrase::new(word);
        let in_name = p.take("in its/their name/names");
        p.take("in its/their form/traits");
        return Some(if in_name { Filter::NameHas(name) } else { Filter::TraitHas(name) });
    }
    let (names, _) = names(p)?;
    let traits = the && (p.ahead("from/in your/the hand/trash"));
    let in_name = alone && !the && p.ahead("is/are in");
    let make: fn(Phrase) -> Filter<Dcg> = match (traits, in_name) {
        (true, _) => Filter::Trait,
        (_, true) => Filter::NameHas,
        _ => return None,
    };
    Some(either(names.into_iter().map(make).collect()))
}

/// A figure of cards by name. What is counted and not printed is called so: "number of digivolution cards".
pub fn figure(p: &mut Parser<'_>) -> Option<Figure> {
    p.attempt(|p| {
        let counted = p.take("number of");
        let figure = FIGURES.read(p)?;
        let printed = matches!(figure, Figure::Dp | Figure::Level | Figure::PlayCost | Figure::UseCost);
        (counted != printed).then_some(figure)
    })
}

/// A figure, also where what is counted is not called a number.
fn counted_or_printed(p: &mut Parser<'_>) -> Option<Figure> {
    FIGURES.read(p).or_else(|| figure(p))
}

/// "level 4 or lower", "Lv.5", "level 3 or 4", "play cost of 5 or less".
fn measured(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    p.attempt(|p| {
        let figure = if p.take("lv .?") { Figure::Level } else { figure(p)? };
        p.take("of");
        let number = p.number()?;
        // "level 3 or 4", "level 5, 6, or 7"; "level 3, level 4 and level 5" are three things.
        let mut more = vec![number];
        let alone = p.clone();
        let mut either = false;
        while let Some((next, or)) = p.attempt(|p| {
            let comma = p.mark(',');
            let or = p.take("or");
            if !(comma || or) {
                return None;
            }
            if figure == Figure::Level {
                p.take("level/lv .?");
            }
            let next = p.number().filter(|next| *next < 20 && figure != Figure::Dp && !p.ahead("of"))?;
            Some((next, or))
        }) {
            more.push(next);
            either |= or;
        }
        if !either {
            more.truncate(1);
            *p = alone;
        }
        if more.len() > 1 {
            let each = |number| Filter::Figure(figure, Cmp::Equal, Amount::Fixed(number));
            return Some(Filter::Either(more.into_iter().map(each).collect()));
        }
        let mut cmp = comparison(p);
        if cmp == Cmp::Equal && p.take("and below") {
            cmp = Cmp::AtMost;
        }
        Some(Filter::Figure(figure, cmp, Amount::Fixed(number)))
    })
}

/// The marker for "highest/lowest" until the group it is compared in is known.
fn extreme(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    p.attempt(|p| {
        p.take("the");
        let least = if p.take("highest/greatest/most") {
            false
        } else if p.take("lowest/least/fewest") {
            true
        } else {
            return None;
        };
        let figure = if p.take("digivolution cards") { Figure::Under } else { figure(p)? };
        Some(extreme_of(figure, least))
    })
}

pub fn extreme_of(figure: Figure, least: bool) -> Filter<Dcg> {
    let nowhere = Among::Zones { whose: Who::Both, zones: Vec::new() };
    let among = Box::new(Select::new(nowhere, Filter::Any, effects::HowMany::All));
    Filter::Test(Test::Extreme { figure, least, among })
}

impl Words {
    /// One thing that a card may be "with".
    pub fn with_part(self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        let no = p.attempt_with(b, |p, b| if p.take("no") { self.counted(p, b, true) } else { None });
        if no.is_some() {
            return no;
        }
        // "a [X] trait Tamer card in its digivolution cards" before "a [X] trait".
        if p.ahead("a/an") {
            if let Some(found) = self.counted(p, b, false) {
                return Some(found);
            }
        }
        if let Some(found) = p.attempt(|p| {
            p.take("a/an/the");
            named(p)
        }) {
            return Some(found);
        }
        if let Some(found) = p.attempt(shortened) {
            return Some(found);
        }
        if let Some(timing) = p.attempt(|p| {
            p.take("a/an/the");
            let timing = super::header::timing(p.peek_group(Bracket::Square)?)?;
            p.bump();
            p.take("effect/effects").then_some(timing)
        }) {
            return Some(Filter::Test(Test::HasTiming(timing)));
        }
        if let Some(found) = keyword::had(p) {
            return Some(found);
        }
        if let Some(found) = distinct(p) {
            return Some(Filter::Test(Test::Differs(found)));
        }
        if let Some(found) = p.attempt_with(b, |p, b| {
            p.take("a/the");
            if !p.take("different name than/from") {
                return None;
            }
            let with = cards::still(p, b)?;
            Some(Filter::Test(Test::SameName(Box::new(with))).negate())
        }) {
            return Some(found);
        }
        if let Some(found) = extreme(p) {
            return Some(found);
        }
        if let Some(found) = p.attempt_with(b, |p, b| {
            p.take("a/an/the");
            self.compared(p, b)
        }) {
            return Some(found);
        }
        if let Some(found) = self.counted(p, b, false) {
            return Some(found);
        }
        p.attempt(|p| {
            p.take("a/an/the");
            if let Some(found) = measured(p) {
                return Some(found);
            }
            if p.take("inherited effect/effects") {
                return Some(Filter::Test(Test::HasInherited));
            }
            if p.take("digixros requirement/requirements") {
                return Some(Filter::Test(Test::HasXros));
            }
            if p.take("dna digivolution requirement/requirements") {
                return Some(Filter::Test(Test::HasDna));
            }
            None
        })
    }

    /// "6000 DP or less", "3 or more digivolution cards", "2 or more colors", "no digivolution cards".
    fn counted(self, p: &mut Parser<'_>, b: &mut B, none: bool) -> Option<Filter<Dcg>> {
        p.attempt_with(b, |p, b| {
            let (mut cmp, mut number) = (Cmp::AtLeast, Amount::Fixed(1));
            if none {
                (cmp, number) = (Cmp::Equal, Amount::Fixed(0));
            } else if let Some((exactly, (c, n))) = p.attempt(|p| Some((p.ahead("exactly"), compare(p)?))) {
                (cmp, number) = (c, n);
                if p.take("dp") {
                    let cmp = if cmp == Cmp::Equal { comparison(p) } else { cmp };
                    return Some(Filter::Figure(Figure::Dp, cmp, number));
                }
                if p.take("color/colors") {
                    return Some(Filter::Figure(Figure::Colors, cmp, number));
                }
                if cmp == Cmp::Equal && !exactly {
                    cmp = Cmp::AtLeast;
                }
            }
            if !none && number == Amount::Fixed(1) {
                let _ = p.attempt(|p| (p.take("a") && p.ahead("digivolution/face-down/link")).then_some(()));
            }
            if p.take("face-down digivolution cards/card") || p.take("face down digivolution card/cards") {
                return Some(Filter::Figure(Figure::UnderFaceDown, cmp, number));
            }
            // "a digivolution card with the same level as …": some card under it is so.
            if !none && (cmp, &number) == (Cmp::AtLeast, &Amount::Fixed(1)) {
                if let Some(filter) = p.attempt_with(b, |p, b| {
                    if !p.take("digivolution card with the same") {
                        return None;
                    }
                    let test: fn(Box<Target<Dcg>>) -> Test = if p.take("level as") {
                        Test::SameLevel
                    } else if p.take("name as") {
                        Test::SameName
                    } else {
                        return None;
                    };
                    Some(Filter::Test(test(Box::new(cards::still(p, b)?))))
                }) {
                    return Some(Filter::Test(Test::Under(Box::new(filter))));
                }
            }
            // "a digivolution card with [X] in one of its traits": some card under it is so.
            if !none && (cmp, &number) == (Cmp::AtLeast, &Amount::Fixed(1)) {
                if let Some(filter) = p.attempt_with(b, |p, b| {
                    if !p.take("digivolution card with") {
                        return None;
                    }
                    self.with_parts(p, b)
                }) {
                    return Some(Filter::Test(Test::Under(Box::new(filter))));
                }
            }
            if p.take("digivolution cards/card") || p.take("cards/card under it/them") {
                // It is those cards that differ, and no filter asks that.
                if p.ahead("with different") {
                    return None;
                }
                return Some(Filter::Figure(Figure::Under, cmp, number));
            }
            if p.take("link cards/card") {
                return Some(Filter::Figure(Figure::Links, cmp, number));
            }
            // "a red digivolution card", "a [Garurumon] digivolution card", "4 or more [X] digivolution cards".
            if let Some(filter) = p.attempt_with(b, |p, b| {
                if none {
                    return None;
                }
                p.take("a/an");
                let filter = match self.adjective(p, b) {
                    Some(filter) => filter,
                    None => either(names(p)?.0.into_iter().map(Filter::Name).collect()),
                };
                p.take("digivolution cards/card").then_some(filter)
            }) {
                let filter = Box::new(filter);
                return match number {
                    Amount::Fixed(1) if cmp == Cmp::AtLeast => Some(Filter::Test(Test::Under(filter))),
                    Amount::Fixed(number) => Some(Filter::Test(Test::UnderCount(filter, cmp, number))),
                    _ => None,
                };
            }
            // "2 or more [Hybrid] trait cards under", "a red Tamer card in its digivolution cards".
            if !none {
                p.take("a/an");
            }
            let filter = grammar::described(&self, p, b)?;
            let at = p.take("in its/their digivolution cards")
                || p.take("under it/them")
                || p.take("in digivolution cards")
                || p.take("under");
            if !at {
                return None;
            }
            let number = match number {
                Amount::Fixed(number) => number,
                _ => return None,
            };
            let filter = Box::new(filter);
            Some(Filter::Test(match (cmp, number) {
                (Cmp::AtLeast, 1) => Test::Under(filter),
                _ => Test::UnderCount(filter, cmp, number),
            }))
        })
    }

    /// "DP less than or equal to this Digimon's DP", "as much or less DP as this Digimon", "the same level as …".
    fn compared(self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        if let Some(found) = p.attempt_with(b, |p, b| {
            let cmp = if p.take("as much/many/high or less/fewer/lower") {
                Cmp::AtMost
            } else if p.take("as much/many/high or more/higher") {
                Cmp::AtLeast
            } else {
                return None;
            };
            p.take("a/the");
            let figure = FIGURES.read(p)?;
            if !p.take("as") {
                return None;
            }
            let than = amount::compared_to(p, b, figure)?;
            Some(Filter::Figure(figure, cmp, than))
        }) {
            return Some(found);
        }
        // "a level as high or higher as the number of …".
        if let Some(found) = p.attempt_with(b, |p, b| {
            let figure = FIGURES.read(p)?;
            let cmp = if p.take("as much/many/high or less/fewer/lower as") {
                Cmp::AtMost
            } else if p.take("as much/many/high or more/higher as") {
                Cmp::AtLeast
            } else {
                return None;
            };
            let than = amount::compared_to(p, b, figure)?;
            Some(Filter::Figure(figure, cmp, than))
        }) {
            return Some(found);
        }
        // "as much DP as this Digimon or less".
        if let Some(found) = p.attempt_with(b, |p, b| {
            if !p.take("as much/many/high") {
                return None;
            }
            let figure = counted_or_printed(p)?;
            if !p.take("as") {
                return None;
            }
            let than = amount::compared_to(p, b, figure)?;
            Some(Filter::Figure(figure, comparison(p), than))
        }) {
            return Some(found);
        }
        if let Some(found) = p.attempt_with(b, |p, b| {
            let cmp = if p.take("equal or less/lower/fewer") || p.take("equal to or less/lower/fewer") {
                Cmp::AtMost
            } else if p.take("less/lower/fewer") {
                Cmp::Less
            } else if p.take("more/higher/greater") {
                Cmp::More
            } else {
                return None;
            };
            let figure = counted_or_printed(p)?;
            if !p.take("than/as/to") {
                return None;
            }
            let than = amount::compared_to(p, b, figure)?;
            Some(Filter::Figure(figure, cmp, than))
        }) {
            return Some(found);
        }
        if let Some(found) = p.attempt_with(b, |p, b| {
            let figure = counted_or_printed(p)?;
            let cmp = THAN.read(p)?;
            let than = amount::compared_to(p, b, figure)?;
            Some(Filter::Figure(figure, cmp, than))
        }) {
            return Some(found);
        }
        p.attempt_with(b, |p, b| {
            if !p.take("same") {
                return None;
            }
            let test: fn(Box<Target<Dcg>>) -> Test = if p.take("card? name/names") {
                Test::SameName
            } else if p.take("level/levels") {
                Test::SameLevel
            } else if p.take("color/colors") {
                Test::SharesColor
            } else {
                return None;
            };
            if !p.take("as") {
                return None;
            }
            // "as any of this Digimon's digivolution cards".
            let under = p.attempt_with(b, |p, b| {
                if !p.take("any of") {
                    return None;
                }
                let mut select = super::pile::under_cards(p, b)?;
                select.count = effects::HowMany::All;
                Some(Target::Each(Box::new(select)))
            });
            let target = match under {
                Some(target) => target,
                // "another" would be another than each card that is looked at, and not than the effect's own.
                None if p.ahead("another") => return p.want("what it is the same as"),
                None => cards::still(p, b)?,
            };
            Some(Filter::Test(test(Box::new(target))))
        })
    }

    /// With-parts joined by "or", "and", commas.
    pub fn with_parts(self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        let mut filter = self.with_part(p, b)?;
        loop {
            // "with 6000 DP or less and <Blocker>", "with [A] in its name and a play cost of 3 or less".
            if let Some(next) = p.attempt_with(b, |p, b| {
                if !(p.take("and with/w") || p.take("and")) {
                    return None;
                }
                p.mark('/');
                self.with_part(p, b)
            }) {
                filter = filter.and(next);
                continue;
            }
            // "with the [A] trait or [B] in its name", "w/[A] in name or w/[B] trait".
            if let Some(next) = p.attempt_with(b, |p, b| {
                p.mark(',');
                if !p.take("or") {
                    return None;
                }
                // "… or is red", "… or that's yellow or black".
                if p.take("is/are") || p.take("that is/are/'s") {
                    return self.being_once(p, b);
                }
                if p.take("with/w/has/have") {
                    p.mark('/');
                }
                self.with_part(p, b)
            }) {
                filter = match filter {
                    Filter::Either(mut any) => {
                        any.push(next);
                        Filter::Either(any)
                    }
                    one => Filter::Either(vec![one, next]),
                };
                continue;
            }
            return Some(filter);
        }
    }
}

impl Lexicon for Words {
    type V = Dcg;

    fn adjective(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        if let Some(color) = color(p) {
            return Some(color);
        }
        if let Some(state) = p.attempt(|p| STATES.read(p).filter(|state| *state != Posture::Attacked)) {
            return Some(Filter::Is(state));
        }
        if p.take("another of your opponent 's") {
            return Some(Filter::Not(Box::new(Filter::This)).and(Filter::Of(Who::Opponent)));
        }
        if p.take("another of your") {
            return Some(Filter::Not(Box::new(Filter::This)).and(Filter::Of(Who::You)));
        }
        if p.take("other/another") {
            return Some(Filter::Not(Box::new(Filter::This)));
        }
        if p.take("multicolor/multicolored/multi-color/multi-colored") {
            return Some(Filter::Figure(Figure::Colors, Cmp::AtLeast, Amount::Fixed(2)));
        }
        if let Some(count) = p.attempt(|p| {
            let count = p.number()?;
            p.take("-? color/colored").then_some(count)
        }) {
            return Some(Filter::Figure(Figure::Colors, Cmp::Equal, Amount::Fixed(count)));
        }
        if p.take("differently colored") {
            return Some(Filter::Test(Test::Differs(Distinct::Colors)));
        }
        if p.take("different-level") {
            return Some(Filter::Test(Test::Differs(Distinct::Levels)));
        }
        if p.take("non-digimon") {
            return Some(Filter::Not(Box::new(Filter::Kind(Kind::Digimon))));
        }
        if let Some(such) = p.attempt(|p| {
            if !p.take("such") {
                return None;
            }
            // What says nothing but a kind is no description to repeat.
            let such =
                b.such.as_ref().map(such).filter(|such| !matches!(such, Filter::Any | Filter::Of(_)))?;
            // "1 such card" is of the same kind; "1 such Tamer" is not.
            let kind = b.such.as_ref().and_then(kind_of).filter(|_| p.ahead("card/cards"));
            Some(kind.map_or(such.clone(), |kind| such.and(kind)))
        }) {
            return Some(such);
        }
        if let Some(found) = p.attempt(|p| {
            let cost = p.number()?;
            let cmp = if p.take("cost or lower/less") { Cmp::AtMost } else { return None };
            Some(Filter::Figure(Figure::PlayCost, cmp, Amount::Fixed(cost)))
        }) {
            return Some(found);
        }
        // "2 same-level cards" are like each other; "digivolves into a same-level Digimon" speaks of what it was.
        if p.take("same-level") {
            return Some(Filter::Test(if p.ahead("cards") {
                Test::Alike(Distinct::Levels)
            } else {
                Test::SameLevel(Box::new(Target::Other))
            }));
        }
        if p.take("single-color/single-colored") {
            return Some(Filter::Figure(Figure::Colors, Cmp::Equal, Amount::Fixed(1)));
        }
        if p.take("non-digi-egg") {
            return Some(Filter::Not(Box::new(Filter::Kind(Kind::Egg))));
        }
        if let Some(measure) = measured(p) {
            return Some(measure);
        }
        if let Some(found) = p.attempt(|p| {
            let dp = p.number()?;
            if !p.take("dp") {
                return None;
            }
            Some(Filter::Figure(Figure::Dp, comparison(p), Amount::Fixed(dp)))
        }) {
            return Some(found);
        }
        if let Some(found) = extreme(p) {
            return Some(found);
        }
        // "[A] or [B] trait Digimon", "＜Save＞-texted"; names with "in its name" stand behind the noun.
        // "all of your [A] and [B] trait Digimon" are those of either; "a [A] and [B] trait card" has both.
        let all_of = p.behind("your/their/all/'s")
            && !p.behind("1/2/3/any of your/their")
            && !p.behind("1/2/3/any of your opponent 's");
        let counted = p.behind("1/one/2");
        p.attempt(|p| {
            let (names, and) = names(p)?;
            let and = and && !all_of;
            if p.take("text") {
                return Some(all_or_any(names.into_iter().map(Filter::InText).collect(), and));
            }
            if !p.take("trait/traits") || names.len() > 1 && !and && p.ahead("option card/cards") {
                return None;
            }
            // "play 1 [A] trait from your hand": some lists print the word behind a name. With no noun it may be either.
            if counted && is_bare(p) {
                let either_way = |name: Phrase| [Filter::Name(name.clone()), Filter::Trait(name)];
                return Some(either(names.into_iter().flat_map(either_way).collect()));
            }
            Some(all_or_any(names.into_iter().map(Filter::Trait).collect(), and))
        })
    }

    fn noun(&self, p: &mut Parser<'_>, _: &mut B) -> Option<Filter<Dcg>> {
        if p.take("security digimon") {
            return Some(Filter::Kind(Kind::Digimon).and(Filter::Test(Test::In(Place::Checked))));
        }
        if let Some(kind) = KINDS.read(p) {
            return Some(Filter::Kind(kind));
        }
        if p.take("security card/cards") {
            return Some(Filter::Test(Test::In(Place::Security)));
        }
        if p.take("card/cards") || p.behind("trait/traits") && is_bare(p) {
            return Some(Filter::Any);
        }
        if let Some(found) = p.attempt(name_or_option) {
            return Some(found);
        }
        p.attempt(|p| {
            let (names, _) = names(p)?;
            if p.ahead("trait/traits/in")
                && !(p.ahead("in your/the/play/this") || p.ahead("in its digivolution cards"))
            {
                return None;
            }
            let filter = either(names.into_iter().map(Filter::Name).collect());
            if p.take("security card/cards") {
                return Some(filter.and(Filter::Test(Test::In(Place::Security))));
            }
            let kind = KINDS.read(p).map_or(Filter::Any, Filter::Kind);
            p.take("card/cards");
            Some(filter.and(kind))
        })
    }

    fn postfix(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        if let Some(found) = p.attempt_with(b, |p, b| {
            // A full stop that slipped in: no sentence begins with "with".
            p.attempt(|p| (p.mark('.') && p.ahead("with as/a/the")).then_some(()));
            if p.take("with/w") {
                p.mark('/');
                if p.take("o") {
                    p.mark('/');
                    return Some(self.with_parts(p, b)?.negate());
                }
                return self.with_parts(p, b);
            }
            if p.take("without/wo") {
                return Some(self.with_parts(p, b)?.negate());
            }
            if p.take("that has/have") || p.take("that 've") {
                return self.with_parts(p, b);
            }
            if p.take("that 's/are/is") {
                return self.being(p, b);
            }
            if p.take("linked with") {
                let filter = either(names(p)?.0.into_iter().map(Filter::Name).collect());
                return Some(Filter::Test(Test::Linked(Box::new(filter))));
            }
            if p.take("in/from your face-up security cards") {
                return Some(Filter::Is(Posture::FaceUp).and(Filter::Test(Test::In(Place::Security))));
            }
            if p.take("other than") || p.take(", other than") || p.take("except") {
                let filter = self.excepted(p, b)?.negate();
                // "…, other than [X], from your hand".
                p.attempt(|p| {
                    (p.mark(',') && p.ahead("from/in/would/is/are/attacks/digivolves")).then_some(())
                });
                return Some(filter);
            }
            if p.take("of the same level") {
                if p.take("as") {
                    return Some(Filter::Test(Test::SameLevel(Box::new(cards::still(p, b)?))));
                }
                return Some(Filter::Test(Test::Alike(Distinct::Levels)));
            }
            if p.take("of the same color as") {
                let filter = Filter::Test(Test::SharesColor(Box::new(cards::still(p, b)?)));
                let more = p.attempt_with(b, |p, b| if p.take("and") { self.with_part(p, b) } else { None });
                return Some(more.map_or(filter.clone(), |more| filter.and(more)));
            }
            // "whose level is less than or equal to the placed card's level".
            if p.take("whose") {
                let figure = figure(p)?;
                if !p.take("is/are") {
                    return None;
                }
                let cmp = THAN.read(p)?;
                let than = amount::compared_to(p, b, figure)?;
                return Some(Filter::Figure(figure, cmp, than));
            }
            // "1 of your Digimon level 5 or higher", "a Digimon card of level 4 or lower", "[A] in its name" alone.
            p.take("of");
            measured(p)
        }) {
            return Some(found);
        }
        super::canon::postfix(p, b)
    }

    fn place(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
        cards::place(p, b)
    }

    fn fact(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
        super::cond::fact(p, b)
    }

    fn in_play(&self) -> Vec<Place> {
        vec![Place::Battle]
    }

    fn clause(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
        super::clause::clause(p, b)
    }

    fn cost(&self, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
        super::clause::cost(p, b)
    }

    fn until(&self, p: &mut Parser<'_>, _: &mut B) -> Option<Until> {
        super::change::until(p)
    }

    fn offers(&self, p: &mut Parser<'_>) -> bool {
        p.take("you may") || p.take("you can")
    }

    fn if_you_do(&self, p: &mut Parser<'_>) -> bool {
        p.take("if you do/did so?") || p.take("if it does/did")
    }
}

/// "1 [A] or [B] trait Option card": an Option card with either trait, or the card called [A], of whatever kind: only the last
/// of the names is sure to be a trait.
fn name_or_option(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    let (names, and) = names(p)?;
    if and || !p.take("trait/traits option card/cards") {
        return None;
    }
    let (_, called) = names.split_last().filter(|(_, called)| !called.is_empty())?;
    let mut any =
        vec![either(names.iter().cloned().map(Filter::Trait).collect()).and(Filter::Kind(Kind::Option))];
    any.extend(called.iter().cloned().map(Filter::Name));
    Some(Filter::Either(any))
}

/// Behind "[A] trait": whether the noun is missing.
fn is_bare(p: &Parser<'_>) -> bool {
    p.ahead("from your hand/trash")
}

/// A colour; "red, blue or green" together.
pub fn color(p: &mut Parser<'_>) -> Option<Filter<Dcg>> {
    p.attempt(|p| {
        if let Some(Tok::Word(word)) = p.peek() {
            if let Some(color) = word.strip_prefix("non-").and_then(|color| COLORS.named(color)) {
                p.bump();
                return Some(Filter::Not(Box::new(Filter::Color(color))));
            }
        }
        // "2-color black and yellow" has both; "your black and yellow Digimon" are those of either.
        let counted = p.behind("- color/colored");
        let mut any = vec![Filter::Color(COLORS.read(p)?)];
        let mut both = false;
        while let Some((next, and)) = p.attempt(|p| {
            p.mark(',');
            let and = p.take("and");
            p.mark('/');
            let or = p.take("or");
            p.mark('/');
            Some((COLORS.read(p)?, and && !or))
        }) {
            both |= and && counted;
            any.push(Filter::Color(next));
        }
        Some(all_or_any(any, both))
    })
}

impl Words {
    /// Behind "that's": "red or has [A] in its traits", "suspended", "level 4".
    pub fn being(self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        let mut any = vec![self.being_once(p, b)?];
        while let Some(next) = p.attempt_with(b, |p, b| {
            p.mark(',');
            if !p.take("or") {
                return None;
            }
            if p.take("has/have") {
                return self.with_parts(p, b);
            }
            if p.take("with") {
                return self.with_parts(p, b);
            }
            self.being_once(p, b)
        }) {
            any.push(next);
        }
        Some(either(any))
    }

    fn being_once(self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        p.take("a/an");
        self.adjective(p, b)
    }

    /// Behind "other than".
    fn excepted(self, p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
        if p.take("this digimon/card/tamer/one") {
            return Some(Filter::This);
        }
        if let Some(found) = named(p) {
            return Some(found);
        }
        p.take("a/an");
        if let Some(found) = p.attempt_with(b, |p, b| grammar::described(&self, p, b)) {
            return Some(found);
        }
        self.being_once(p, b)
    }
}
