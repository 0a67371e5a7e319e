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

/// Which kind of place a card comes from: the main deck (0), the Lost Deck (1), the flag's place (2).
pub(crate) fn section_of(face: &Face) -> u8 {
    match face.kind {
        Kind::Flag => 2,
        _ if face.is_lost() => 1,
        _ => 0,
    }
}

/// Whether a flag lets its fighter use a card.
pub(crate) fn permits(flag: &Face, card: &Face) -> bool {
    // BF KEY-OMNILORD-1, KEY-DRAGOD-1, OTHER-FLAGUSE-1: under every flag; BF CROSS-DECK-3: but not under a Cross flag.
    if card.sheet.any_flag && !flag.sheet.is_cross_flag() {
        return true;
    }
    if card.sheet.flags.contains(&flag.folded) {
        return true;
    }
    flag.sheet.permits.iter().any(|permit| match permit {
        Permit::All => true,
        // BF OTHER-SPECFLAG-1, KEY-DUAL-1, KEY-DUAL-3, CROSS-9: a card of several worlds is of each of them.
        Permit::World(world) => card.folded_worlds.iter().any(|own| own == world),
        // BF FLAG-EIN-3: part of an attribute suffices, whatever the case; BF FLAG-EIN-4: the name does not count.
        Permit::Attribute(part) => card.folded_attributes.iter().any(|own| own.contains(part.as_str())),
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

/// The cards of a section with their counts; unknown ones are faults.
fn section(cards: &Cards, list: &DeckList, name: &str, faults: &mut Vec<DeckFault>) -> Vec<(Print, u32)> {
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
    const SECTIONS: &'static [&'static str] = &["main", "flag", "buddy", "lost_deck", "sideboard"];

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
        check_copies(cards, flag, [&main, &lost, &side], &buddies, &mut faults);
        for (print, _) in main.iter().chain(&lost).chain(&side).chain(&flags).chain(&buddies) {
            let face = face(*print);
            if !face.unread().is_empty() {
                faults.push(DeckFault {
                    rule: None,
                    why: format!("{}: its text is not read whole", face.name()),
                });
            }
        }
        faults
    }

    fn build_deck(cards: &Cards, list: &DeckList) -> Result<Deck, Vec<DeckFault>> {
        let mut faults = Vec::new();
        let [flags, buddies, main, lost] =
            ["flag", "buddy", "main", "lost_deck"].map(|name| section(cards, list, name, &mut faults));
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
        if !face.kind.is_monster() && face.kind != Kind::Item {
            faults.push(fault(rule!("BUDDY-1"), format!("{} is no monster", face.name())));
        }
        if face.is_lost() && !has_lost_flag(cards, main) {
            let why = "a Lost World buddy needs the Lost World flag in the main deck";
            faults.push(fault(rule!("LOST-BUDDY-1"), why));
        }
    }
    // BF ZONE-BUDDY-1, OTHER-MULTIBUDDY-1: a second buddy only where a card admits it.
    let admitted =
        1 + buddies.iter().map(|(print, _)| cards.get(*print).sheet.more_buddies).max().unwrap_or(0);
    if total(buddies) > u32::from(admitted) {
        faults.push(fault(
            rule!("ZONE-BUDDY-1"),
            format!("{} buddies where {admitted} may be", total(buddies)),
        ));
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
            if !matches!(face.folded.as_str(), "dragon drei" | "lost world") {
                faults.push(fault(
                    rule!("OTHER-DECKFLAG-1"),
                    format!("{}: a flag stays out of the deck", face.name()),
                ));
            }
        } else if face.is_lost() {
            faults.push(fault(
                rule!("LOST-4"),
                format!("{}: Lost World cards go into a Lost Deck only", face.name()),
            ));
        } else if let Some(flag) = flag.filter(|flag| flag.sheet.is_cross_flag()) {
            // BF CROSS-DECK-1: a Cross deck holds its own world only.
            if !permits(flag, face) {
                faults
                    .push(fault(rule!("CROSS-DECK-1"), format!("{} is not of {}", face.name(), flag.name())));
            }
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
    sections: [&Vec<(Print, u32)>; 3],
    buddies: &[(Print, u32)],
    faults: &mut Vec<DeckFault>,
) {
    // BF LIST-EX4: by name, whatever the card number. BF SIDE-4, LIST-5: the buddy is not counted.
    let mut copies: BTreeMap<&str, (u32, Print)> = BTreeMap::new();
    for (print, count) in sections.into_iter().flatten() {
        let entry = copies.entry(&cards.get(*print).folded).or_insert((0, *print));
        entry.0 += count;
    }
    let flag_name = flag.map_or("", |flag| flag.folded.as_str());
    for (name, (count, print)) in &copies {
        let face = cards.get(*print);
        if *count > 4 {
            faults.push(fault(
                rule!("SIDE-3"),
                format!("{count} copies of {}, and 4 is the most", face.name()),
            ));
        }
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
        for line in IRREGULARS.iter().filter(|line| line.name == *name) {
            // BF LIST-EX3: a limit for one flag binds no other.
            if line.flag.is_none_or(|flag| flag == flag_name) && *count > line.most {
                let why =
                    format!("{}: {count} copies where the Irregulars List allows {}", face.name(), line.most);
                faults.push(fault(line.rule, why));
            }
        }
    }
    // BF LIST-3: an Off-Limits card is neither flag nor buddy.
    for (print, _) in buddies {
        let face = cards.get(*print);
        let banned = IRREGULARS.iter().any(|line| {
            line.most == 0 && line.name == face.folded && line.flag.is_none_or(|flag| flag == flag_name)
        });
        if banned {
            faults.push(fault(rule!("LIST-3"), format!("{} may not be a buddy", face.name())));
        }
    }
}
