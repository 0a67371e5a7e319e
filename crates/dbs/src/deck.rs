//! Decks: reading a list, and every deck construction rule (DBS 6-1).

use crate::card::{Kind, Printed};
use crate::rule;
use crate::vocab::{Change, Keyword};
use crate::{Cards, State};
use effects::Op;
use kernel::{DeckFault, DeckList, Decks, Pool, Print};

/// A deck, resolved against a pool.
#[derive(Clone, Debug)]
pub struct Deck {
    pub leader: Print,
    pub main: Vec<Print>,
    pub z_deck: Vec<Print>,
}

/// More cards than this a table does not hold for one player.
const MOST: usize = 76;

fn find(cards: &Cards, name: &str) -> Option<Print> {
    let pool: &Pool<Printed> = cards.as_ref();
    pool.find(name).or_else(|| {
        pool.iter().find(|(_, card)| card.front.name.eq_ignore_ascii_case(name)).map(|(print, _)| print)
    })
}

/// How many copies a card's own text allows in a deck, if it says so (DBS 6-1-5-2-1).
fn copies(card: &Printed) -> Option<u8> {
    // DBS 9-5-3: such a skill does its work now.
    card.skills.iter().flat_map(|skill| &skill.ability.program).find_map(|op| match op {
        Op::Gain { change: Change::Copies(n), .. } => Some(*n),
        _ => None,
    })
}

/// Of which cards a card's own text allows how many in the deck (DBS 6-1-5-2).
fn limits_of(card: &Printed) -> impl Iterator<Item = (&effects::Filter<crate::vocab::Dbs>, u8)> {
    card.skills.iter().flat_map(|skill| &skill.ability.program).filter_map(|op| match op {
        Op::Gain { change: Change::Includes(filter, most), .. } => Some((filter, *most)),
        _ => None,
    })
}

impl Decks for State {
    const SECTIONS: &'static [&'static str] = &["main", "leader", "z_deck"];

    fn section_of(card: &Printed) -> &'static str {
        match (card.z, card.kind) {
            // DBS 14-1-3: Z-Cards are for the Z-Deck.
            (true, _) => "z_deck",
            (false, Kind::Leader) => "leader",
            _ => "main",
        }
    }

    fn check_deck(cards: &Cards, list: &DeckList, _: usize) -> Vec<DeckFault> {
        let mut faults = Vec::new();
        let mut fault = |rule, why: String| faults.push(DeckFault { rule, why });
        let mut known: Vec<(&str, Print, u32)> = Vec::new();
        for (section, entries) in &list.sections {
            for (name, count) in entries {
                match find(cards, name) {
                    Some(print) => known.push((section, print, *count)),
                    None => fault(None, format!("no card {name} in the pool")),
                }
            }
        }
        let total = |section: &str| list.section(section).iter().map(|(_, count)| count).sum::<u32>();
        // DBS 6-1-2.
        let leaders = total("leader");
        if leaders != 1 {
            fault(Some(rule!("6-1-2")), format!("{leaders} Leader Cards, exactly 1 is needed"));
        }
        // DBS 6-1-3.
        let main = total("main");
        if !(50..=60).contains(&main) {
            fault(Some(rule!("6-1-3")), format!("{main} cards in the deck, 50 to 60 are needed"));
        }
        // DBS 6-1-4.
        let z_deck = total("z_deck");
        if z_deck > 10 {
            fault(Some(rule!("6-1-4")), format!("{z_deck} cards in the Z-Deck, at most 10 are allowed"));
        }
        for (section, print, _) in &known {
            let card = cards.printed(*print);
            let (fits, rule, wanted) = match *section {
                "leader" => (card.kind == Kind::Leader && !card.z, rule!("6-1-2"), "a Leader Card"),
                "z_deck" => (card.z, rule!("6-1-4"), "a Z-Card"),
                _ => (
                    !card.z && !card.token && card.kind != Kind::Leader,
                    rule!("6-1-3"),
                    "a Battle, Extra or Unison Card",
                ),
            };
            if !fits {
                fault(Some(rule), format!("{} in `{section}` is not {wanted}", card.id));
            }
        }
        for (at, (section, print, _)) in known.iter().enumerate() {
            if *section == "leader"
                || known[..at].iter().any(|(other, twin, _)| other == section && twin == print)
            {
                continue;
            }
            let card = cards.printed(*print);
            let count: u32 = known
                .iter()
                .filter(|(other, twin, _)| other == section && twin == print)
                .map(|known| known.2)
                .sum();
            if card.has_keyword(Keyword::DragonBall, false) {
                continue;
            }
            // DBS 6-1-5-1, 6-1-5, 2-14-2, 6-1-5-2: four of a card number, unless its own text says otherwise.
            let most = copies(card).map_or(4, u32::from);
            if count > most {
                fault(
                    Some(rule!("6-1-5-1")),
                    format!("{count} copies of {}, at most {most} are allowed", card.id),
                );
            }
        }
        // DBS 6-1-5-2, 9-5-3: what a text says of the cards of the deck.
        for (_, print, _) in &known {
            for (filter, most) in limits_of(cards.printed(*print)) {
                let fits = |print: Print| {
                    let card = cards.printed(print);
                    card.front.fits(card, filter)
                };
                let main = known.iter().filter(|(section, print, _)| *section == "main" && fits(*print));
                let count: u32 = main.map(|known| known.2).sum();
                if count > u32::from(most) {
                    let id = &cards.printed(*print).id;
                    fault(
                        Some(rule!("6-1-5-2")),
                        format!("{count} cards of a kind of which {id} allows at most {most}"),
                    );
                }
            }
        }
        let with = |keyword: Keyword| -> u32 {
            known
                .iter()
                .filter(|(section, print, _)| {
                    *section != "leader" && cards.printed(*print).has_keyword(keyword, false)
                })
                .map(|known| known.2)
                .sum()
        };
        // DBS 22-14-2, 22-17-2, 22-28-2.
        let limits = [
            (Keyword::Ultimate, 1, rule!("22-14-2"), "[Ultimate]"),
            (Keyword::SuperCombo, 4, rule!("22-17-2"), "[Super Combo]"),
            (Keyword::DragonBall, 7, rule!("22-28-2"), "[Dragon Ball]"),
        ];
        for (keyword, most, rule, name) in limits {
            let count = with(keyword);
            if count > most {
                fault(Some(rule), format!("{count} cards with {name}, at most {most} are allowed"));
            }
        }
        faults
    }

    fn build_deck(cards: &Cards, list: &DeckList) -> Result<Deck, Vec<DeckFault>> {
        let mut faults = Vec::new();
        let mut read = |section: &str| -> Vec<Print> {
            let mut prints = Vec::new();
            for (name, count) in list.section(section) {
                match find(cards, name) {
                    Some(print) => {
                        prints.extend(std::iter::repeat_n(print, (*count).min(MOST as u32 + 1) as usize))
                    }
                    None => faults.push(DeckFault { rule: None, why: format!("no card {name} in the pool") }),
                }
            }
            prints
        };
        let (leader, main, z_deck) = (read("leader"), read("main"), read("z_deck"));
        let is_leader = |print: &Print| {
            let card = cards.printed(*print);
            card.kind == Kind::Leader && !card.z
        };
        let Some(leader) = leader.first().copied().filter(is_leader) else {
            faults.push(DeckFault { rule: Some(rule!("6-1-2")), why: "no Leader Card".into() });
            return Err(faults);
        };
        if main.len() + z_deck.len() + 1 > MOST {
            let why = format!("{} cards are more than a table holds ({MOST})", main.len() + z_deck.len() + 1);
            faults.push(DeckFault { rule: None, why });
        }
        let misplaced = main.iter().any(|print| {
            let card = cards.printed(*print);
            card.kind == Kind::Leader || card.z
        });
        if misplaced || z_deck.iter().any(|print| !cards.printed(*print).z) {
            faults.push(DeckFault {
                rule: Some(rule!("6-1-3")),
                why: "a card in a section it cannot be in".into(),
            });
        }
        if faults.is_empty() { Ok(Deck { leader, main, z_deck }) } else { Err(faults) }
    }
}

/// Adds the tokens that texts create to the pool (DBS 19-1-2): which card makes them, their number there, their print.
pub(crate) fn add_tokens(pool: &mut Pool<Printed>) -> Vec<(Print, u8, Print)> {
    let mut wanted = Vec::new();
    for (print, card) in pool.iter() {
        for (index, row) in card.tokens.iter().enumerate() {
            wanted.push((print, index as u8, row.clone()));
        }
    }
    let mut tokens = Vec::new();
    for (print, index, row) in wanted {
        if let Ok(token) = <Printed as kernel::Printed>::read(&row) {
            // DBS 19-1-5, 19-1-6: a token is a card like any other.
            let token = pool.add(token, &row);
            tokens.push((print, index, token));
        }
    }
    tokens
}
