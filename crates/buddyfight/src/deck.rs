//! Deck rules: what a flag permits, how many of a card, the Irregulars List, the Lost Deck and the sideboard.

use crate::State;
use crate::card::{Cards, Face, Kind};
use crate::keyword::Keyword;
use crate::rule;
use crate::state::CARDS;
use crate::text::Permit;
use effects::text::lexer::fold;
use kernel::{DeckFault, DeckList, Decks, Print, Printed, RuleId};
use std::collections::BTreeMap;

/// A deck, resolved against a pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    pub flag: Print,
    /// Flags laid under the first.
    pub under_flag: Vec<Print>,
    pub buddies: Vec<Print>,
    pub main: Vec<Print>,
    pub lost: Vec<Print>,
}

impl Deck {
    pub fn prints(&self) -> Vec<Print> {
        let mut prints = vec![self.flag];
        prints.extend(&self.under_flag);
        prints.extend(&self.buddies);
        prints.extend(&self.main);
        prints.extend(&self.lost);
        prints
    }
}

/// The fewest cards of a main deck. The document does not say; it is a setting of the format.
pub const MAIN_DECK: u32 = 50;
/// BF LOST-7.
pub const LOST_DECK: u32 = 30;
/// BF SIDE-2.
pub const SIDEBOARD: u32 = 10;

/// Which kind of back a card has: that of the main deck (0), of the Lost Deck (1), of a flag that stays out of it (2).
pub(crate) fn section_of(face: &Face) -> u8 {
    match face.kind {
        Kind::Flag if !may_be_in_deck(face) => 2,
        _ if face.is_lost() => 1,
        _ => 0,
    }
}

/// BF OTHER-DECKFLAG-1, OTHER-DECKFLAG-2: a flag that may be put into the deck.
fn may_be_in_deck(face: &Face) -> bool {
    face.sheet.in_deck || matches!(face.folded.as_str(), "dragon drei" | "lost world")
}

/// Whether a flag lets its fighter use a card.
pub(crate) fn permits(flag: &Face, card: &Face) -> bool {
    // BF CROSS-DECK-2: a Cross card only under a flag of its own world.
    if card.is_cross() {
        return flag.sheet.permits.iter().any(|permit| match permit {
            Permit::World(world) => card.folded_worlds.iter().any(|own| own == world),
            _ => false,
        });
    }
    // BF KEY-OMNILORD-1, KEY-DRAGOD-1, OTHER-FLAGUSE-1: under every flag; BF CROSS-DECK-3: but not under a Cross flag.
    if card.sheet.any_flag && !flag.sheet.is_cross_flag() {
        return true;
    }
    if card.sheet.flags.contains(&flag.folded) {
        return true;
    }
    flag.sheet.permits.iter().any(|permit| match permit {
        Permit::All => true,
        // BF OTHER-SPECFLAG-1, FLAG-EIN-2, FLAG-PARADE-2, KEY-DUAL-1, KEY-DUAL-3, CROSS-9: a card of several worlds
        // is of each of them.
        Permit::World(world) => card.folded_worlds.iter().any(|own| own == world),
        // BF FLAG-EIN-3, OTHER-SPECFLAG-2, FLAG-EIN-1, FLAG-PARADE-1: part of an attribute suffices, whatever the
        // case; BF FLAG-EIN-4, FLAG-PARADE-3: the name does not count.
        Permit::Attribute(part) => card.folded_attributes.iter().any(|own| own.contains(part.as_str())),
        Permit::WholeAttribute(name) => card.folded_attributes.iter().any(|own| own == name),
        Permit::MonsterAttribute(part) => {
            card.kind.is_monster() && card.folded_attributes.iter().any(|own| own.contains(part.as_str()))
        }
    })
}

/// One line of the Irregulars List: for which flag (all, if none), which name, how many, by which rule.
struct Irregular {
    flag: Option<&'static str>,
    name: &'static str,
    most: u32,
    rule: RuleId,
}

/// The Irregulars List is data (BF LIST-1).
const IRREGULARS: [Irregular; 13] = [
    Irregular { flag: None, name: "professor menjo", most: 0, rule: rule!("LIST-ALL-1") },
    Irregular { flag: None, name: "chaos death tallica", most: 0, rule: rule!("LIST-ALL-2") },
    Irregular { flag: None, name: "gambit", most: 1, rule: rule!("LIST-ALL-3") },
    Irregular { flag: None, name: "obstruct", most: 0, rule: rule!("LIST-ALL-4") },
    Irregular { flag: None, name: "crystal dragon, adamanquartz", most: 0, rule: rule!("LIST-ALL-5") },
    Irregular { flag: None, name: "black sage, bem", most: 0, rule: rule!("LIST-ALL-6") },
    Irregular {
        flag: None,
        name: "overturn black death dragon, abygale",
        most: 1,
        rule: rule!("LIST-ALL-7"),
    },
    Irregular { flag: Some("the chaos"), name: "ladis the chaos", most: 0, rule: rule!("LIST-CHAOS-1") },
    Irregular { flag: Some("the chaos"), name: "machining sacrifice", most: 1, rule: rule!("LIST-CHAOS-2") },
    Irregular {
        flag: Some("the chaos"),
        name: "genome upgrader, geargod ver. 1000",
        most: 1,
        rule: rule!("LIST-CHAOS-3"),
    },
    Irregular {
        flag: Some("the chaos"),
        name: "full mechrystal dragon, zindo beta",
        most: 1,
        rule: rule!("LIST-CHAOS-4"),
    },
    Irregular {
        flag: Some("thunder emperor's fangs"),
        name: "loud voice",
        most: 1,
        rule: rule!("LIST-THUNDER-1"),
    },
    Irregular {
        flag: Some("katana world"),
        name: "demon way, sakurafubuki",
        most: 1,
        rule: rule!("LIST-KATANA-1"),
    },
];

fn fault(rule: RuleId, why: impl Into<String>) -> DeckFault {
    DeckFault { rule: Some(rule), why: why.into() }
}

/// Finds a card by id, or by its name if only one card has it.
fn find(cards: &Cards, word: &str) -> Option<Print> {
    let pool = cards.as_ref();
    pool.find(word).or_else(|| {
        let folded = fold(word);
        pool.iter().find(|(_, face)| face.folded == folded).map(|(print, _)| print)
    })
}

/// Cards with how many of each.
type Section = Vec<(Print, u32)>;

/// The cards of a section with their counts; unknown ones are faults.
fn section(cards: &Cards, list: &DeckList, name: &str, faults: &mut Vec<DeckFault>) -> Section {
    let mut found = Vec::new();
    for (word, count) in list.section(name) {
        match find(cards, word) {
            Some(print) => found.push((print, *count)),
            None => {
                faults.push(DeckFault { rule: None, why: format!("{name}: no card \"{word}\" in the pool") })
            }
        }
    }
    found
}

fn total(section: &[(Print, u32)]) -> u32 {
    section.iter().map(|(_, count)| count).sum()
}

impl Decks for State {
    const SECTIONS: &'static [&'static str] =
        &["main", "flag", "buddy", "lost_deck", "sideboard", "swap_in", "swap_out"];

    fn suits(cards: &Cards, list: &DeckList, card: &Face) -> bool {
        let flag = list.section("flag").first().and_then(|(id, _)| find(cards, id));
        flag.is_none_or(|flag| permits(cards.get(flag), card))
    }

    fn check_deck(cards: &Cards, list: &DeckList, _edition: usize) -> Vec<DeckFault> {
        let mut faults = Vec::new();
        let [flags, buddies, main, lost, side] = ["flag", "buddy", "main", "lost_deck", "sideboard"]
            .map(|name| section(cards, list, name, &mut faults));
        let face = |print: Print| cards.get(print);
        match flags.first() {
            None => faults.push(fault(rule!("ZONE-FLAGITEM-1"), "a deck needs a flag")),
            Some((print, _)) if face(*print).kind != Kind::Flag => {
                faults.push(fault(rule!("ZONE-FLAGITEM-1"), format!("{} is no flag", face(*print).name())))
            }
            Some(_) => {}
        }
        if buddies.is_empty() {
            faults.push(fault(rule!("BUDDY-1"), "a deck needs a buddy"));
        }
        check_buddies(cards, &buddies, &main, &mut faults);
        if total(&main) < MAIN_DECK {
            faults.push(fault(
                rule!("SIDE-7"),
                format!("the main deck has {} cards, not {MAIN_DECK} or more", total(&main)),
            ));
        }
        let flag = flags.first().map(|(print, _)| face(*print));
        check_main(cards, flag, &main, &mut faults);
        check_lost(cards, &main, &lost, &mut faults);
        if total(&side) > SIDEBOARD {
            faults.push(fault(
                rule!("SIDE-2"),
                format!("the sideboard has {} cards, not 0 to {SIDEBOARD}", total(&side)),
            ));
        }
        check_copies(cards, flag, [&main, &lost, &side], [&buddies, &flags], &mut faults);
        check_swaps(cards, list, flag, [&main, &lost, &side], &buddies, &mut faults);
        faults
    }

    fn build_deck(cards: &Cards, list: &DeckList) -> Result<Deck, Vec<DeckFault>> {
        let mut faults = Vec::new();
        let [flags, buddies, main, lost, side] = ["flag", "buddy", "main", "lost_deck", "sideboard"]
            .map(|name| section(cards, list, name, &mut faults));
        // BF SIDE-5: the deck of this game, once cards were swapped.
        let [main, lost, _] = swapped(cards, list, [&main, &lost, &side], &mut Vec::new());
        let flag = flags.first().map(|(print, _)| *print);
        if flag.is_none_or(|print| cards.get(print).kind != Kind::Flag) {
            faults.push(fault(rule!("ZONE-FLAGITEM-1"), "a deck needs a flag"));
        }
        if main.is_empty() {
            faults.push(DeckFault { rule: None, why: "the main deck is empty".into() });
        }
        if buddies.len() > 4 {
            faults.push(DeckFault { rule: None, why: "more buddies than a table holds".into() });
        }
        let expand = |section: &[(Print, u32)]| -> Vec<Print> {
            section.iter().flat_map(|(print, count)| std::iter::repeat_n(*print, *count as usize)).collect()
        };
        let deck = Deck {
            flag: flag.unwrap_or_default(),
            under_flag: flags.iter().skip(1).map(|(print, _)| *print).collect(),
            buddies: buddies.iter().map(|(print, _)| *print).collect(),
            main: expand(&main),
            lost: expand(&lost),
        };
        if deck.prints().len() > CARDS / 2 {
            let why = format!("{} cards, and a table holds {} a side", deck.prints().len(), CARDS / 2);
            faults.push(DeckFault { rule: None, why });
        }
        if faults.is_empty() { Ok(deck) } else { Err(faults) }
    }
}

fn check_buddies(
    cards: &Cards,
    buddies: &[(Print, u32)],
    main: &[(Print, u32)],
    faults: &mut Vec<DeckFault>,
) {
    for (print, _) in buddies {
        let face = cards.get(*print);
        // BF BUDDY-1, IMPACT-3: a monster, impact monsters too.
        // An item only where it says so.
        if !(face.kind.is_monster() || face.kind == Kind::Item && face.sheet.can_be_buddy) {
            faults.push(fault(rule!("BUDDY-1"), format!("{} is no monster", face.name())));
        }
        if face.is_lost() && !has_lost_flag(cards, main) {
            let why = "a Lost World buddy needs the Lost World flag in the main deck";
            faults.push(fault(rule!("LOST-BUDDY-1"), why));
        }
    }
    // BF ZONE-BUDDY-1, OTHER-MULTIBUDDY-1: a further buddy only where a card admits it by name.
    if total(buddies) > 1 {
        let admits = |at: usize| {
            let partners = &cards.get(buddies[at].0).sheet.partners;
            let others = || (0..buddies.len()).filter(|other| *other != at).map(|other| buddies[other]);
            buddies[at].1 == 1
                && others().map(|(_, count)| count).sum::<u32>() as usize <= partners.len()
                && others().all(|(print, _)| partners.contains(&cards.get(print).folded))
        };
        if !(0..buddies.len()).any(admits) {
            let any = buddies.iter().any(|(print, _)| !cards.get(*print).sheet.partners.is_empty());
            let rule = if any { rule!("OTHER-MULTIBUDDY-1") } else { rule!("ZONE-BUDDY-1") };
            faults.push(fault(rule, format!("{} buddies that no card admits together", total(buddies))));
        }
    }
}

/// BF OTHER-DECKFLAG-2.
fn has_lost_flag(cards: &Cards, main: &[(Print, u32)]) -> bool {
    main.iter()
        .any(|(print, _)| cards.get(*print).kind == Kind::Flag && cards.get(*print).folded == "lost world")
}

fn check_main(cards: &Cards, flag: Option<&Face>, main: &[(Print, u32)], faults: &mut Vec<DeckFault>) {
    for (print, _) in main {
        let face = cards.get(*print);
        if face.kind == Kind::Flag {
            // BF OTHER-DECKFLAG-1, OTHER-DECKFLAG-2: only flags that say so.
            if !may_be_in_deck(face) {
                faults.push(fault(
                    rule!("OTHER-DECKFLAG-1"),
                    format!("{}: a flag stays out of the deck", face.name()),
                ));
            }
        // BF OTHER-BACKS-1: the main deck has one back, and a Lost Card has another.
        } else if face.is_lost() {
            faults.push(fault(
                rule!("LOST-4"),
                format!("{}: Lost World cards go into a Lost Deck only", face.name()),
            ));
        } else if let Some(flag) = flag.filter(|flag| flag.sheet.is_cross_flag()) {
            // BF CROSS-DECK-1: a Cross deck holds its own world only; BF CROSS-DECK-3: whatever the card says.
            if !permits(flag, face) {
                let rule = if face.sheet.any_flag { rule!("CROSS-DECK-3") } else { rule!("CROSS-DECK-1") };
                faults.push(fault(rule, format!("{} is not of {}", face.name(), flag.name())));
            }
        } else if let Some(flag) = flag.filter(|flag| face.is_cross() && !permits(flag, face)) {
            // BF CROSS-DECK-2.
            let why = format!("{}: a Cross card only under its own flag, not {}", face.name(), flag.name());
            faults.push(fault(rule!("CROSS-DECK-2"), why));
        }
    }
}

fn check_lost(cards: &Cards, main: &[(Print, u32)], lost: &[(Print, u32)], faults: &mut Vec<DeckFault>) {
    if lost.is_empty() {
        return;
    }
    if !has_lost_flag(cards, main) {
        faults.push(fault(rule!("LOST-2"), "a Lost Deck without the Lost World flag in the main deck"));
    }
    if total(lost) != LOST_DECK {
        faults.push(fault(
            rule!("LOST-7"),
            format!("the Lost Deck has {} cards, not {LOST_DECK}", total(lost)),
        ));
    }
    for (print, _) in lost {
        let face = cards.get(*print);
        if !face.is_lost() {
            faults.push(fault(rule!("LOST-QA1"), format!("{} is no Lost Card", face.name())));
        }
    }
}

/// BF SIDE-3, CROSS-1, KEY-OMNILORD-2, LIST-1: how many of a name.
fn check_copies(
    cards: &Cards,
    flag: Option<&Face>,
    sections: [&Section; 3],
    apart: [&Section; 2],
    faults: &mut Vec<DeckFault>,
) {
    // BF LIST-EX4: by name, whatever the card number. BF SIDE-4, LIST-5, LIST-EX1: the buddy is not counted.
    let mut copies: BTreeMap<&str, (u32, Print)> = BTreeMap::new();
    for (print, count) in sections.into_iter().flatten() {
        let entry = copies.entry(&cards.get(*print).folded).or_insert((0, *print));
        entry.0 += count;
    }
    let flag_name = flag.map_or("", |flag| flag.folded.as_str());
    // BF LIST-EX2: each card has its own allowance.
    for (count, print) in copies.values() {
        let face = cards.get(*print);
        // Names that a card counts together with its own.
        let together = |name: &String| copies.get(name.as_str()).map_or(0, |(count, _)| *count);
        let count = count + face.sheet.together.iter().map(together).sum::<u32>();
        let count = &count;
        if *count > 4 && !face.sheet.unlimited {
            let cross = flag.is_some_and(|flag| flag.sheet.is_cross_flag());
            let rule = if cross { rule!("CROSS-1") } else { rule!("SIDE-3") };
            faults.push(fault(rule, format!("{count} copies of {}, and 4 is the most", face.name())));
        }
        // A card that says so is alone, beside fewer than four of the buddy.
        let crowded = || apart[0].iter().any(|(buddy, _)| together(&cards.get(*buddy).folded) > 3);
        if face.sheet.one_in_deck && (*count > 1 || crowded()) {
            let why = format!("{}: one at the most, and only with fewer than four of the buddy", face.name());
            faults.push(fault(rule!("SIDE-3"), why));
        }
        // BF KEY-OMNILORD-3: of the flag's own world the usual four are allowed.
        let foreign = flag.is_some_and(|flag| {
            flag.sheet.permits.iter().any(|permit| matches!(permit, Permit::World(_)))
                && !flag.sheet.permits.iter().any(|permit| {
                    matches!(permit, Permit::World(world) if face.folded_worlds.iter().any(|own| own == world))
                })
        });
        if face.sheet.keywords.has(Keyword::OmniLord) && foreign && *count > 1 {
            let why = format!("{count} copies of {}, an Omni Lord of another world", face.name());
            faults.push(fault(rule!("KEY-OMNILORD-2"), why));
        }
        // BF LIST-EX3: a limit for one flag binds no other.
        if let Some((most, rule)) = limit_of(face, flag_name).filter(|(most, _)| count > most) {
            let why = format!("{}: {count} copies where the Irregulars List allows {most}", face.name());
            faults.push(fault(rule, why));
        }
    }
    // BF LIST-3: an Off-Limits card is neither flag nor buddy.
    for (print, _) in apart.into_iter().flatten() {
        let face = cards.get(*print);
        if limit_of(face, flag_name).is_some_and(|(most, _)| most == 0) {
            faults.push(fault(rule!("LIST-3"), format!("{} may be neither flag nor buddy", face.name())));
        }
    }
}

/// How many of a card the Irregulars List allows under a flag, and by which line; `None` where it says nothing.
/// BF LIST-1, LIST-2, LIST-4: the printed list, and what the card file adds to it.
fn limit_of(face: &Face, flag: &str) -> Option<(u32, RuleId)> {
    let printed = IRREGULARS
        .iter()
        .filter(|line| line.name == face.folded && line.flag.is_none_or(|of| of == flag))
        .map(|line| (line.most, line.rule));
    let added = face
        .limits
        .iter()
        .filter(|line| line.flag.as_ref().is_none_or(|of| of == flag))
        .map(|line| (line.most, if line.most == 0 { rule!("LIST-2") } else { rule!("LIST-4") }));
    printed.chain(added).min_by_key(|(most, _)| *most)
}

// ---- the sideboard ------------------------------------------------------------------------------------------------

/// BF SIDE-5: main deck, Lost Deck and sideboard once the cards of `swap_out` and `swap_in` changed places. What cannot
/// be swapped is a fault and stays where it is.
fn swapped(
    cards: &Cards,
    list: &DeckList,
    [main, lost, side]: [&Section; 3],
    faults: &mut Vec<DeckFault>,
) -> [Section; 3] {
    let [coming, going] = ["swap_in", "swap_out"].map(|name| section(cards, list, name, faults));
    let [mut main, mut lost, mut side] = [main.clone(), lost.clone(), side.clone()];
    for (print, count) in going {
        let face = cards.get(print);
        let from = if face.is_lost() { &mut lost } else { &mut main };
        if take(from, print, count) {
            add(&mut side, print, count);
        } else {
            // BF SIDE-1: flag and buddy stay what they are.
            let fixed = ["flag", "buddy"]
                .iter()
                .any(|name| list.section(name).iter().any(|(word, _)| find(cards, word) == Some(print)));
            let rule = if fixed { rule!("SIDE-1") } else { rule!("SIDE-5") };
            faults.push(fault(rule, format!("{} cannot be swapped out {count} times", face.name())));
        }
    }
    for (print, count) in coming {
        let face = cards.get(print);
        if take(&mut side, print, count) {
            add(if face.is_lost() { &mut lost } else { &mut main }, print, count);
        } else {
            let why = format!("{} is not {count} times in the sideboard", face.name());
            faults.push(fault(rule!("SIDE-5"), why));
        }
    }
    [main, lost, side]
}

fn take(from: &mut Section, print: Print, count: u32) -> bool {
    match from.iter_mut().find(|(of, held)| *of == print && *held >= count) {
        Some((_, held)) => {
            *held -= count;
            from.retain(|(_, held)| *held > 0);
            true
        }
        None => false,
    }
}

fn add(to: &mut Section, print: Print, count: u32) {
    match to.iter_mut().find(|(of, _)| *of == print) {
        Some((_, held)) => *held += count,
        None => to.push((print, count)),
    }
}

/// BF SIDE-7, SIDE-8: what the decks must be once cards were swapped.
fn check_swaps(
    cards: &Cards,
    list: &DeckList,
    flag: Option<&Face>,
    registered: [&Section; 3],
    buddies: &[(Print, u32)],
    faults: &mut Vec<DeckFault>,
) {
    if list.section("swap_in").is_empty() && list.section("swap_out").is_empty() {
        return;
    }
    let [main, lost, side] = swapped(cards, list, registered, faults);
    let mut after = Vec::new();
    check_main(cards, flag, &main, &mut after);
    check_buddies(cards, buddies, &main, &mut after);
    if total(&main) < MAIN_DECK {
        let why = format!("the main deck has {} cards, not {MAIN_DECK} or more", total(&main));
        after.push(fault(rule!("SIDE-7"), why));
    }
    faults.extend(after.into_iter().map(|one| fault(rule!("SIDE-7"), format!("once swapped: {}", one.why))));
    let lost_wrong = !registered[1].is_empty() && total(&lost) != LOST_DECK;
    if lost_wrong || total(&side) > SIDEBOARD {
        let why = format!(
            "once swapped, the Lost Deck has {} cards and the sideboard {}",
            total(&lost),
            total(&side)
        );
        faults.push(fault(rule!("SIDE-8"), why));
    }
}
