//! Which cards, and how many, in words.

use crate::card::Kind;
use crate::state::Zone;
use crate::text::words::STATES;
use crate::vocab::*;
use effects::{Among, Amount, Cmp, Filter, HowMany, Target, Who};

pub(super) fn number(amount: &BsAmount) -> String {
    match amount {
        Amount::Fixed(number) => number.to_string(),
        Amount::Game(Count::If(_, _, otherwise)) => number(otherwise),
        _ => "that many".into(),
    }
}

/// The figure, the condition and the number of a test that may be raised.
pub(super) fn raised(filter: &BsFilter) -> Option<(Figure, &BsCond, i32)> {
    match filter {
        Filter::Figure(figure, _, Amount::Game(Count::If(cond, then, _))) => match **then {
            Amount::Fixed(number) => Some((*figure, cond, number)),
            _ => None,
        },
        Filter::All(all) => all.iter().find_map(raised),
        _ => None,
    }
}

pub(super) fn compared(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::AtMost | Cmp::Less => " or less",
        Cmp::AtLeast | Cmp::More => " or more",
        Cmp::Equal => "",
    }
}

fn parts(filter: &BsFilter) -> Vec<BsFilter> {
    match filter {
        Filter::All(all) => all.clone(),
        Filter::Any => Vec::new(),
        one => vec![one.clone()],
    }
}

/// A test without the side it ends with, and that side.
pub(super) fn without_side(filter: &BsFilter) -> (BsFilter, Option<Who>) {
    let mut all = parts(filter);
    match all.last() {
        Some(Filter::Of(who)) => {
            let who = *who;
            all.pop();
            (all.into_iter().fold(Filter::Any, Filter::and), Some(who))
        }
        _ => (filter.clone(), None),
    }
}

fn kind(kind: Kind, many: bool) -> &'static str {
    match (kind, many) {
        (Kind::Spirit, false) => "Spirit",
        (Kind::Spirit, true) => "Spirits",
        (Kind::Nexus, false) => "Nexus",
        (Kind::Nexus, true) => "Nexuses",
        (Kind::Magic, _) => "Magic",
    }
}

fn kinds(filter: &BsFilter, many: bool) -> Option<String> {
    match filter {
        Filter::Kind(one) => Some(kind(*one, many).into()),
        Filter::Either(any) => {
            let all: Option<Vec<String>> = any.iter().map(|one| kinds(one, many)).collect();
            all.map(|all| all.join("/"))
        }
        _ => None,
    }
}

fn state(condition: Condition) -> &'static str {
    match condition {
        Condition::HasSoulCore => "with the Soul Core on it",
        Condition::Leaving | Condition::Depleted => "depleted",
        condition => STATES.say(condition),
    }
}

fn adjective(filter: &BsFilter) -> Option<String> {
    Some(match filter {
        Filter::Trait(name) => format!("\"{}\" family", name.as_str()),
        Filter::Either(any) if any.iter().all(|one| matches!(one, Filter::Trait(_))) => {
            let quoted = |one: &BsFilter| match one {
                Filter::Trait(name) => format!("\"{}\"", name.as_str()),
                _ => String::new(),
            };
            format!("{} family", any.iter().map(quoted).collect::<Vec<_>>().join("/"))
        }
        Filter::Either(any) => {
            let all: Option<Vec<String>> = any.iter().map(adjective).collect();
            all?.join(" or ")
        }
        Filter::Figure(_, _, Amount::Figure(..) | Amount::Count(_) | Amount::Game(Count::Symbols(..))) => {
            return None;
        }
        Filter::Figure(Figure::Cost, cmp, amount) => format!("Cost {}{}", number(amount), compared(*cmp)),
        Filter::Figure(Figure::Bp, cmp, amount) => format!("{} BP{}", number(amount), compared(*cmp)),
        Filter::Figure(Figure::Level, cmp, amount) => format!("Lv{}{}", number(amount), compared(*cmp)),
        Filter::Is(condition @ (Condition::SuperUnleash | Condition::HasSoulCore)) => {
            let _ = condition;
            return None;
        }
        Filter::Is(condition) => state(*condition).into(),
        Filter::Color(color) => color.name().into(),
        Filter::Not(inner) if is_known(inner) => "other".into(),
        _ => return None,
    })
}

/// Cards that were spoken of: "other" is said of the rest.
fn is_known(filter: &BsFilter) -> bool {
    match filter {
        Filter::This | Filter::Subject | Filter::Bound(_) => true,
        Filter::Either(all) => all.iter().all(is_known),
        _ => false,
    }
}

fn postfix(filter: &BsFilter) -> String {
    match filter {
        Filter::Not(inner) => match &**inner {
            Filter::This => "besides this card".into(),
            Filter::All(all) if all[..] == [Filter::This] => "besides this card".into(),
            Filter::Name(name) => format!("besides \"{}\"", name.as_str()),
            Filter::Is(Condition::SuperUnleash) => "not in Super Unleash state".into(),
            Filter::Is(condition) => format!("that isn't {}", state(*condition)),
            other => format!("without {}", having(other)),
        },
        Filter::Is(condition @ (Condition::SuperUnleash | Condition::HasSoulCore)) => {
            state(*condition).into()
        }
        Filter::Is(condition) => format!("that is {}", state(*condition)),
        Filter::Figure(Figure::Level, cmp, amount) => format!("at Lv{}{}", number(amount), compared(*cmp)),
        other => format!("with {}", having(other)),
    }
}

fn having(filter: &BsFilter) -> String {
    match filter {
        Filter::Has(Keyword::Succession) => "Succession".into(),
        Filter::Has(_) => "Super Unleash".into(),
        Filter::Test(Test::ExSymbol) => "an EX symbol".into(),
        Filter::Test(Test::SameFamily) => "the same family as this card".into(),
        Filter::Test(Test::SameName) => "the same name as this card".into(),
        Filter::Test(Test::Extreme(figure, cmp)) => {
            let most = if *cmp == Cmp::AtMost { "lowest" } else { "highest" };
            format!("the {most} {}", if *figure == Figure::Cost { "Cost" } else { "BP" })
        }
        Filter::Figure(figure, cmp, Amount::Figure(_, with)) => {
            let figure = if *figure == Figure::Cost { "Cost" } else { "BP" };
            let with = if **with == Target::This { "this Spirit" } else { "it" };
            let compared = match cmp {
                Cmp::Less => "less",
                Cmp::More => "more",
                Cmp::AtLeast => "the same or more",
                Cmp::AtMost => "the same or less",
                Cmp::Equal => return format!("{figure} equal to {with}"),
            };
            format!("{compared} {figure} than {with}")
        }
        Filter::Figure(figure, cmp, amount @ (Amount::Count(_) | Amount::Game(Count::Symbols(..)))) => {
            let figure = if *figure == Figure::Cost { "Cost" } else { "BP" };
            let compared = match cmp {
                Cmp::Less => "less than",
                Cmp::More => "more than",
                Cmp::AtLeast => "equal to or more than",
                Cmp::AtMost => "equal to or less than",
                Cmp::Equal => "equal to",
            };
            format!("{figure} {compared} the number of {}", super::Saying::default().each(amount))
        }
        Filter::Figure(Figure::Cost, cmp, amount) => {
            format!("a cost of {}{}", number(amount), compared(*cmp))
        }
        Filter::Figure(Figure::Bp, cmp, amount) => format!("{} BP{}", number(amount), compared(*cmp)),
        Filter::Figure(Figure::Cores, cmp, amount) => {
            format!("{}{} cores on them", number(amount), compared(*cmp))
        }
        Filter::Figure(_, cmp, amount) => format!("{}{} symbols", number(amount), compared(*cmp)),
        Filter::Trait(name) => format!("the \"{}\" family", name.as_str()),
        Filter::Is(Condition::HasSoulCore) => "the Soul Core".into(),
        _ => "?".into(),
    }
}

/// Adjectives, noun, and what stands behind it, in the order in which they were read.
pub(super) fn described(filter: &BsFilter, many: bool) -> String {
    say_described(filter, many, false)
}

/// The same of cards that are not on the Field: "Spirit card" rather than "Spirit".
pub(super) fn described_card(filter: &BsFilter, many: bool) -> String {
    say_described(filter, many, true)
}

fn say_described(filter: &BsFilter, many: bool, cards: bool) -> String {
    // "a Rootbound card or a Magic card": each described by itself.
    if let Filter::Either(any) = filter {
        if kinds(filter, many).is_none() && adjective(filter).is_none() {
            let each: Vec<String> = any.iter().map(|one| say_described(one, many, cards)).collect();
            return each.join(if many { " or " } else { " or a " });
        }
    }
    let all = parts(filter);
    let at = all.iter().position(|one| kinds(one, many).is_some());
    let mut words = Vec::new();
    let front = at.unwrap_or_else(|| all.iter().take_while(|one| adjective(one).is_some()).count());
    words.extend(all[..front].iter().filter_map(adjective));
    let behind = match at {
        Some(at) => {
            let cards = cards || all[at] == Filter::Kind(Kind::Magic);
            let noun = kinds(&all[at], many && !cards).unwrap_or_default();
            words.push(if cards { format!("{noun} card{}", if many { "s" } else { "" }) } else { noun });
            &all[at + 1..]
        }
        None => match all.get(front) {
            Some(Filter::Name(name)) => {
                words.push(format!("\"{}\"", name.as_str()));
                &all[front + 1..]
            }
            _ => {
                words.push(if many { "cards".into() } else { "card".into() });
                &all[front..]
            }
        },
    };
    words.extend(behind.iter().map(postfix));
    words.join(" ")
}

/// How many, without a noun.
pub(super) fn count_of(count: &HowMany<BattleSpirits>) -> String {
    match count {
        HowMany::Exactly(amount) => number(amount),
        HowMany::UpTo(amount) => format!("up to {}", number(amount)),
        HowMany::All => "all".into(),
        _ => "any number".into(),
    }
}

/// A selection: "1 of your opponent's Spirits with 3000 BP or less", "2 cards from your Hand".
pub(super) fn select(select: &BsSelect) -> String {
    match &select.count {
        HowMany::TotalUpTo(figure, most) => {
            let figure = if *figure == Figure::Cost { "Cost" } else { "BP" };
            format!("{} with a total {figure} of {} or less", selected(select), number(most))
        }
        _ if select.random => format!("{} at random", selected(select)),
        _ => selected(select),
    }
}

fn selected(select: &BsSelect) -> String {
    let one = select.count == HowMany::Exactly(Amount::Fixed(1));
    match &select.among {
        Among::Zones { whose, zones } if zones == &[Zone::Field] => {
            let whose = match whose {
                Who::You => "your ",
                Who::Opponent => "your opponent's ",
                _ if one => return format!("a {} on the Field", described(&select.filter, false)),
                _ => {
                    return format!(
                        "{} {} on the Field",
                        count_of(&select.count),
                        described(&select.filter, true)
                    );
                }
            };
            format!("{} of {whose}{}", count_of(&select.count), described(&select.filter, true))
        }
        Among::Zones { whose, zones } => {
            let zone = match &zones[..] {
                [Zone::Hand, Zone::Trash] => "Hand or Trash",
                [Zone::Trash, Zone::Hand] => "Trash or Hand",
                [Zone::Hand, ..] => "Hand",
                [Zone::Trash, ..] => "Trash",
                _ => "Field",
            };
            let whose = if *whose == Who::Opponent { "your opponent's" } else { "your" };
            let count = if one { "a".to_string() } else { count_of(&select.count) };
            let noun = described_card(&select.filter, !one);
            let preposition = if zone.starts_with("Hand") { "from" } else { "in" };
            format!("{count} {noun} {preposition} {whose} {zone}")
        }
        _ => format!(
            "{} {}",
            if one { "a".into() } else { count_of(&select.count) },
            described(&select.filter, !one)
        ),
    }
}
