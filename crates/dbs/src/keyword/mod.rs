//! Keyword skills (DBS 22), one file each: what it is called, what it does, its rules. Those without a file of their own
//! are flags that a rule elsewhere asks for; the table below names them all, and where they are enforced.

pub mod absorb;
pub mod aegis;
pub mod alliance;
pub mod arrival;
pub mod attack;
pub mod blocker;
pub mod evolve;
pub mod field;
pub mod fusion;
pub mod heroic;
pub mod invoker;
pub mod offering;
pub mod over_realm;
pub mod overlord;
pub mod potara;
pub mod rejuvenate;
pub mod revenge;
pub mod revive;
pub mod successor;
pub mod swap;
pub mod villainous;
pub mod z_awaken;
pub mod z_stack;

use crate::card::{Color, Colors, Keywords, Printed};
use crate::rule;
use crate::state::Area;
use crate::text::Skill;
use crate::vocab::{Dbs, Keyword};
use effects::text::{Builder, Parser};
use effects::{Among, Filter, Who};
use kernel::RuleId;
use std::sync::LazyLock;

effects::words! {
    /// What keyword skills are called: a row each, and where the rules ask for those that have no file of their own.
    pub KEYWORDS: some of Keyword = "keyword skills" {
        Keyword::Blocker => "Blocker",
        // `battle.rs`: DBS 22-6, 22-7, 22-18.
        Keyword::Critical => "Critical",
        // DBS 22-7-2-1, 22-7-2-1b, 22-7-2-1c: X is 2, 3 or 4.
        Keyword::Strike(2) => "Double Strike",
        Keyword::Strike(3) => "Triple Strike",
        Keyword::Strike(4) => "Quadruple Strike",
        Keyword::VictoryStrike => "Victory Strike",
        // DBS 22-8-3-1, 22-8-3-1b: X is 2 or 3.
        Keyword::Attack(2) => "Dual Attack",
        Keyword::Attack(3) => "Triple Attack",
        Keyword::Revenge => "Revenge",
        // `seam.rs`: DBS 22-12, 22-14.
        Keyword::Indestructible => "Indestructible",
        Keyword::Ultimate => "Ultimate",
        // `verbs.rs`: DBS 22-16, 22-20.
        Keyword::Barrier => "Barrier",
        Keyword::Deflect => "Deflect",
        // `deck.rs`: DBS 22-14, 22-17, 22-28.
        Keyword::SuperCombo => "Super Combo",
        Keyword::DragonBall => "Dragon Ball",
        // `figures.rs`: DBS 22-19, 22-40.
        Keyword::WarriorOfUniverse7 => "Warrior of Universe 7",
        Keyword::Servant => "Servant",
        // `play.rs`: DBS 22-24, 22-37, 22-39.
        Keyword::Wormhole => "Wormhole",
        Keyword::Invoker => "Invoker",
        Keyword::Unique => "Unique",
        // `seam.rs`: DBS 22-31.
        Keyword::EnergyExhaust => "Energy-Exhaust" | "energy exhaust",
        Keyword::Offering => "Offering",
        Keyword::Heroic => "Heroic",
        Keyword::Villainous => "Villainous",
        // Names for all of their kind.
        // DBS 22-7-3: a text that says [Strike] means all of them.
        Keyword::Strike(0) => "Strike",
        Keyword::Attack(0) => "Attack",
        // Skills of their own, which texts ask for by name.
        Keyword::Field => "Field",
        Keyword::Evolve => "Evolve",
        Keyword::Union => "Union",
        Keyword::OverRealm => "Over Realm",
        Keyword::Swap => "Swap",
        Keyword::Revive => "Revive",
        Keyword::Alliance => "Alliance",
        Keyword::Arrival => "Arrival",
        Keyword::Successor => "Successor",
        Keyword::Overlord => "Overlord",
        Keyword::ZStack => "Z-Stack",
        Keyword::ExEvolve => "EX-Evolve",
        Keyword::DarkOverRealm => "Dark Over Realm",
        Keyword::Aegis => "Aegis",
        Keyword::Rejuvenate => "Rejuvenate",
        Keyword::Counter => "Counter",
        Keyword::Awaken => "Awaken",
    }
}

/// Whether it is simply had: no name for several, no skill with costs or cards of its own.
fn is_simple(keyword: Keyword) -> bool {
    use Keyword::*;
    !matches!(
        keyword,
        Strike(0)
            | Attack(0)
            | Field
            | Evolve
            | Union
            | OverRealm
            | Swap
            | Revive
            | Alliance
            | Arrival
            | Successor
            | Overlord
            | ZStack
            | Counter
            | Awaken
            | ExEvolve
            | DarkOverRealm
            | Aegis
            | Rejuvenate
    )
}

/// Whether any of these keyword skills is a skill with costs or cards of its own, told where the card is not in play.
pub(crate) fn names_a_skill(keywords: &Keywords) -> bool {
    use Keyword::*;
    const NAMES: [Keyword; 13] = [
        Evolve,
        Union,
        OverRealm,
        Swap,
        Revive,
        Alliance,
        Arrival,
        Successor,
        Overlord,
        ExEvolve,
        DarkOverRealm,
        Aegis,
        Rejuvenate,
    ];
    keywords.bits & NAMES.iter().fold(0, |bits, keyword| bits | keyword.bit()) != 0
}

/// A keyword skill by its bracketed words, where it stands alone on a card.
pub fn simple(words: &str) -> Option<Keyword> {
    KEYWORDS.named(words).filter(|keyword| is_simple(*keyword))
}

/// A keyword that a text may ask for, though it is no simple one.
pub fn asked_for(words: &str) -> Option<Keyword> {
    let asked =
        |keyword: &Keyword| !is_simple(*keyword) && !matches!(keyword, Keyword::Attack(0) | Keyword::Awaken);
    KEYWORDS.named(words).filter(asked)
}

/// A keyword in its brackets, as it is printed.
pub fn bracket(keyword: Keyword) -> String {
    format!("[{}]", name(keyword))
}

/// Its name alone.
pub fn name(keyword: Keyword) -> &'static str {
    match (KEYWORDS.say(keyword), keyword) {
        ("", Keyword::Strike(_)) => KEYWORDS.say(Keyword::Strike(0)),
        ("", Keyword::Attack(_)) => KEYWORDS.say(Keyword::Attack(0)),
        (name, _) => name,
    }
}

/// Every keyword skill that is simply had or a field, each once.
pub fn all() -> impl Iterator<Item = Keyword> {
    let mut before = 0;
    KEYWORDS.rows.iter().map(|row| row.means).filter(move |keyword| {
        let first = before & keyword.bit() == 0;
        before |= keyword.bit();
        first && (is_simple(*keyword) || *keyword == Keyword::Field)
    })
}

/// Those of some, a bit each, in the same order.
pub fn among(bits: u64) -> impl Iterator<Item = Keyword> {
    static ALL: LazyLock<(u64, Vec<(u64, Keyword)>)> = LazyLock::new(|| {
        let all: Vec<_> = all().map(|keyword| (keyword.bit(), keyword)).collect();
        (all.iter().fold(0, |bits, (bit, _)| bits | bit), all)
    });
    let (mut left, mut rest) = (bits & ALL.0, ALL.1.iter());
    std::iter::from_fn(move || {
        while left != 0 {
            let (bit, keyword) = *rest.next()?;
            if left & bit != 0 {
                left &= !bit;
                return Some(keyword);
            }
        }
        None
    })
}

/// The keyword skills of one side, in the order of the table.
pub fn had(keywords: &Keywords) -> impl Iterator<Item = Keyword> + '_ {
    let fits = |keyword: Keyword| match keyword {
        Keyword::Strike(n) => n == keywords.strike,
        Keyword::Attack(n) => n == keywords.attacks,
        Keyword::ZStack | Keyword::Counter | Keyword::Awaken => false,
        _ => true,
    };
    let all = KEYWORDS.rows.iter().map(|row| row.means);
    all.filter(move |keyword| fits(*keyword) && keywords.has(*keyword))
}

/// A keyword as a scene asks for it.
pub fn named(words: &str) -> Option<Keyword> {
    KEYWORDS.named(words.trim_matches(['[', ']']))
}

/// DBS 22-45-2: "[Empower Red 2]", "[Empower Yellow 2/Black 2]", "[Empower 3]".
pub fn empower(words: &str) -> Option<Vec<(Option<Color>, u8)>> {
    let rest = words.strip_prefix("empower ")?;
    rest.split('/')
        .map(|part| {
            let part = part.trim();
            match part.rsplit_once(' ') {
                Some((color, number)) => Some((Some(Color::read(color)?), number.parse().ok()?)),
                None => Some((None, part.parse().ok()?)),
            }
        })
        .collect()
}

/// The keyword skills that wait for something, whoever has them (DBS 22-4, 22-8, 22-9, 22-33, 22-35, 22-36).
pub fn book() -> Vec<(Keyword, Skill)> {
    let mut book = vec![
        (Keyword::Blocker, blocker::skill()),
        (Keyword::Attack(0), attack::skill()),
        (Keyword::Revenge, revenge::skill()),
        (Keyword::Offering, offering::skill()),
        (Keyword::Heroic, heroic::skill()),
        (Keyword::Villainous, villainous::skill()),
    ];
    book.push((Keyword::Attack(0), attack::at_the_end()));
    book.push((Keyword::Revenge, revenge::at_the_end()));
    book
}

/// A keyword skill with a cost or conditions of its own. `None`: no such keyword. `Some(None)`: one, but what follows it
/// could not be read.
pub fn activated(
    words: &str,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
    card: &Printed,
) -> Option<Option<(Skill, Option<Keyword>)>> {
    let number = |prefix: &str| words.strip_prefix(prefix).and_then(|rest| rest.trim().parse::<i32>().ok());
    let colors = |prefix: &str| words.strip_prefix(prefix).and_then(two_colors);
    if words == "field" {
        return Some(Some((field::read(p, b, card), Some(Keyword::Field))));
    }
    if matches!(words, "evolve" | "ex-evolve" | "xeno-evolve") {
        return Some(
            evolve::read(p, b, card, words == "xeno-evolve").map(|skill| (skill, Some(Keyword::Evolve))),
        );
    }
    if words == "union-fusion" {
        return Some(fusion::read(p, b, card).map(|skill| (skill, Some(Keyword::Union))));
    }
    if matches!(words, "union-potara" | "union potara") {
        return Some(potara::read(p, b, card).map(|skill| (skill, Some(Keyword::Union))));
    }
    if words == "union-absorb" {
        return Some(absorb::read(p, b, card).map(|skill| (skill, Some(Keyword::Union))));
    }
    if let Some(n) = number("dark over realm ") {
        return Some(over_realm::read(p, b, card, n, true).map(|skill| (skill, Some(Keyword::OverRealm))));
    }
    if let Some(n) = number("over realm ") {
        return Some(over_realm::read(p, b, card, n, false).map(|skill| (skill, Some(Keyword::OverRealm))));
    }
    if let Some(n) = number("swap ") {
        return Some(swap::read(p, b, card, n).map(|skill| (skill, Some(Keyword::Swap))));
    }
    if let Some(colors) = colors("arrival ") {
        return Some(arrival::read(p, b, card, colors).map(|skill| (skill, Some(Keyword::Arrival))));
    }
    if let Some(colors) = colors("alliance ") {
        return Some(alliance::read(p, b, card, colors).map(|skill| (skill, Some(Keyword::Alliance))));
    }
    if let Some(n) = number("z-stack ") {
        return Some(z_stack::read(p, b, card, n).map(|skill| (skill, None)));
    }
    if let Some(colors) = colors("aegis ") {
        return Some(Some((aegis::skill(card, colors), None)));
    }
    if let Some(colors) = colors("revive ") {
        return Some(Some((revive::skill(card, colors), Some(Keyword::Revive))));
    }
    match words {
        "successor" => Some(successor::read(p, b, card).map(|skill| (skill, Some(Keyword::Successor)))),
        "overlord" => Some(Some((overlord::skill(card), Some(Keyword::Overlord)))),
        "rejuvenate" => Some(rejuvenate::read(p, b, card).map(|skill| (skill, None))),
        "z-awaken" => Some(z_awaken::read(p, b, card).map(|skill| (skill, None))),
        _ => None,
    }
}

/// The rules that refuse a keyword skill: where its conditions do not hold, and where its cost cannot be paid.
pub fn refusals(words: &str) -> (RuleId, RuleId) {
    let plain = rule!("5-8-3");
    let is = |prefix: &str| words.starts_with(prefix);
    match words {
        "evolve" | "ex-evolve" | "xeno-evolve" => (plain, rule!("22-5-3")),
        "union-fusion" => (plain, rule!("22-13-4-1b")),
        "union-potara" | "union potara" => (plain, rule!("22-13-5-2")),
        "successor" => (plain, rule!("22-38-3")),
        "overlord" => (plain, rule!("22-41-2")),
        "rejuvenate" => (plain, rule!("22-42-3")),
        "z-awaken" => (rule!("22-46-3"), rule!("22-46-3")),
        _ if is("dark over realm") => (rule!("22-23-3"), plain),
        _ if is("over realm") => (rule!("22-15-3"), plain),
        _ if is("swap") => (plain, rule!("22-22-3")),
        _ if is("arrival") => (rule!("22-29-3"), rule!("22-29-3")),
        _ if is("aegis") => (rule!("22-30-4"), rule!("22-30-3")),
        _ => (plain, plain),
    }
}

/// Whether a keyword's words, as texts refer to it, name a skill that plays a card.
pub fn plays(words: &str) -> bool {
    // DBS 22-5-1, 22-13-1, 22-15-1, 22-22-1, 22-23-1, 22-29-1, 22-38-1: the keyword skills that have to do with
    // playing cards.
    const PLAYS: [&str; 12] = [
        "evolve",
        "ex-evolve",
        "xeno-evolve",
        "union",
        "union-fusion",
        "union-potara",
        "union-absorb",
        "over realm",
        "dark over realm",
        "swap",
        "successor",
        "revive",
    ];
    PLAYS.contains(&words) || words.starts_with("arrival")
}

/// The narrower keyword that a card has besides, by the words in its brackets.
pub fn besides(words: &str) -> Option<Keyword> {
    match words {
        "ex-evolve" => Some(Keyword::ExEvolve),
        "rejuvenate" => Some(Keyword::Rejuvenate),
        _ if words.starts_with("dark over realm") => Some(Keyword::DarkOverRealm),
        _ if words.starts_with("aegis") => Some(Keyword::Aegis),
        _ => None,
    }
}

/// Whether a keyword skill, by its own words, is one of those that a text refers to by these (DBS 22-5-2-1b, 22-13-3-1).
pub fn is_meant(own: &str, by: &str) -> bool {
    let plain = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end().to_string();
    match by {
        "evolve" => matches!(own, "evolve" | "ex-evolve" | "xeno-evolve"),
        // DBS 22-13-3: [Union] with its kind behind it.
        "union" => own.starts_with("union"),
        // DBS 22-29-6: with whatever colours.
        "aegis" | "alliance" | "arrival" | "revive" => own.split(' ').next() == Some(by),
        by => plain(own) == by,
    }
}

fn two_colors(words: &str) -> Option<Colors> {
    words
        .trim()
        .split('/')
        .try_fold(Colors::default(), |sum, word| Some(sum.with(Colors::of(Color::read(word.trim())?))))
}

/// Cards of one's own in an area.
pub(crate) fn mine(area: Area) -> Among<Dbs> {
    Among::Zones { whose: Who::You, zones: vec![area] }
}

pub(crate) fn battle_card() -> Filter<Dbs> {
    Filter::Kind(crate::vocab::KindWord::Battle)
}
