//! The law of knowledge: whatever a seat is shown, asked or told names only cards that this seat may know.
//!
//! So that a name tells *which* card is meant, the law plays with decks in which no two cards are alike: every copy is a
//! print of its own, under a name of its own. What a seat may know is not asked of the table: it is worked out here from
//! where cards lie (by a list of hidden zones that the law keeps itself) and from what the seat is told.

use super::{Walk, menu_of};
use kernel::*;
use serde_json::{Value, json};
use shobu::Playable;
use shobu::pools::CardSet;
use shobu::setup::Setup;
use std::collections::{HashMap, HashSet};

/// The zones of which not everybody sees the cards, by the documents: `true` where their player may look.
fn hidden_zone(game: &str, zone: &str) -> Option<bool> {
    let (looked_at, secret): (&[&str], &[&str]) = match game {
        "digimon" => (&["hand"], &["deck", "security", "digi-eggs", "aside"]),
        "dbs" => (&["hand", "z-deck"], &["deck", "life"]),
        "buddyfight" => (&["hand"], &["deck", "gauge", "lost deck", "removed"]),
        _ => (&["hand"], &["deck"]),
    };
    match () {
        _ if looked_at.contains(&zone) => Some(true),
        _ if secret.contains(&zone) => Some(false),
        _ => None,
    }
}

/// The same decks with every card a print of its own, called by a name that nothing else has.
pub fn unlike<G: Playable>(setup: &Setup<G>) -> Setup<G> {
    let mut rows: Vec<Value> =
        setup.cards.pool().iter().filter_map(|(print, _)| setup.cards.row(print).cloned()).collect();
    let mut lists = setup.lists.clone();
    for seat in Seat::BOTH {
        let mut first: HashMap<String, String> = HashMap::new();
        for (section, entries) in &mut lists[seat].sections {
            let mut own = Vec::new();
            for (id, count) in entries.iter() {
                // A buddy is one of the cards of the deck.
                if section == "buddy" {
                    own.push((first.get(id).unwrap_or(id).clone(), *count));
                    continue;
                }
                let Some(row) = setup.cards.find(id).and_then(|print| setup.cards.row(print)).cloned() else {
                    own.push((id.clone(), *count));
                    continue;
                };
                for _ in 0..*count {
                    let word = format!("Zq{}x", rows.len());
                    let mut row = row.clone();
                    let name = format!("{} {word}", row["name"].as_str().unwrap_or_default());
                    (row["id"], row["name"]) = (json!(word), json!(name));
                    if let Some(back) = row.get_mut("back").filter(|back| back.is_object()) {
                        back["name"] = json!(name);
                    }
                    rows.push(row);
                    first.entry(id.clone()).or_insert(word.clone());
                    own.push((word, 1));
                }
            }
            *entries = own;
        }
    }
    let cards = CardSet::of_rows(rows).unwrap_or_else(|(at, error)| panic!("row {at}: {error}"));
    Setup::of_lists(cards, setup.edition, lists, ["a", "b"]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The prints whose own names are in a text.
fn named<G: Playable>(setup: &Setup<G>, text: &str) -> Vec<Print> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("Zq") {
        let digits: String = text[at + 2..].chars().take_while(char::is_ascii_digit).collect();
        let word = format!("Zq{digits}x");
        found.extend(setup.cards.pool().find(&word));
    }
    found
}

/// What one seat may know.
#[derive(Default)]
struct Mind {
    /// Which cards it can tell, by what they are followed by.
    cards: HashSet<Trace>,
    /// Which prints it has ever had before its eyes or been told of.
    prints: HashSet<Print>,
}

/// Everything that is looked at after each answer.
struct Watcher<'a, G: Playable> {
    setup: &'a Setup<G>,
    seed: u64,
    minds: PerSeat<Mind>,
    /// The seats that the table said knew a print, after the answer before.
    knew: PerSeat<HashSet<Print>>,
}

impl<G: Playable> Watcher<'_, G> {
    fn at(&self, seat: Seat, walk: &Walk<G>) -> String {
        let told = |event| walk.game.state().tell(&self.setup.cards.cards, event, seat);
        let told: Vec<String> = walk.game.events().iter().map(told).collect();
        let answers = walk.game.answers().len();
        format!("{}: seed {}, seat {seat:?}, answer {answers} ({})", G::NAME, self.seed, told.join("; "))
    }

    fn name(&self, print: Print) -> String {
        self.setup.cards.card(print).name().to_string()
    }

    fn look(&mut self, walk: &Walk<G>) {
        for seat in Seat::BOTH {
            let view = serde_json::to_value(walk.game.state().view(seat)).expect("a view can be saved");
            let rows = view["table"]["rows"].as_array().expect("a view has a table").clone();
            let seen: Vec<(Card, Print)> = rows
                .iter()
                .enumerate()
                .filter_map(|(at, row)| Some((Card(at as u8), Print(row["print"].as_u64()? as u16))))
                .collect();
            self.hear(seat, walk, &seen);
            self.see(seat, walk, &rows, &seen);
            self.work(seat, walk, &view, &rows);
            // Every candidate has a label: now and then is often enough.
            if walk.game.answers().len() % 4 == 0 {
                self.words(seat, walk);
            }
            self.knew[seat] = seen.into_iter().map(|(_, print)| print).collect();
        }
    }

    /// An event names only what the table says that the seat knows, or knew before it happened; or what was shuffled away
    /// since.
    fn hear(&mut self, seat: Seat, walk: &Walk<G>, seen: &[(Card, Print)]) {
        let told: Vec<String> = (walk.game.events().iter())
            .map(|event| walk.game.state().tell(&self.setup.cards.cards, event, seat))
            .collect();
        for (at, words) in told.iter().enumerate() {
            let shuffled = || told[at..].iter().any(|later| later.contains("shuffle"));
            for print in named(self.setup, words) {
                let knows = self.knew[seat].contains(&print) || seen.iter().any(|(_, known)| *known == print);
                let may = knows || shuffled();
                assert!(may, "{}: {words:?} names a card that is not known", self.at(seat, walk));
                self.minds[seat].prints.insert(print);
            }
        }
    }

    /// A card that the view names lies open, or in the seat's own hand, or the seat was told of it; or it is followed
    /// from where one of these was so.
    fn see(&mut self, seat: Seat, walk: &Walk<G>, rows: &[Value], seen: &[(Card, Print)]) {
        let mut told: HashSet<Print> = HashSet::new();
        for event in walk.game.events() {
            told.extend(named(self.setup, &walk.game.state().tell(&self.setup.cards.cards, event, seat)));
        }
        let mut mind = HashSet::new();
        for (card, print) in seen {
            let trace =
                Trace { card: *card, mint: rows[card.0 as usize]["mint"].as_u64().unwrap_or(0) as u8 };
            let (side, zone) = walk.game.state().zone_of(*card);
            let open = match hidden_zone(G::NAME, zone) {
                None => true,
                // A player who is asked to choose from an own pile looks through it.
                Some(looked_at) => side == seat && (looked_at || walk.game.menu().seat == seat),
            };
            let may = open || told.contains(print) || self.minds[seat].cards.contains(&trace);
            assert!(
                may,
                "{}: the view knows {} in the {zone} of {side:?}, and nothing told",
                self.at(seat, walk),
                self.name(*print)
            );
            mind.insert(trace);
            self.minds[seat].prints.insert(*print);
        }
        self.minds[seat].cards = mind;
    }

    /// Unfinished work names abilities of cards that the view knows, or that the seat has known.
    fn work(&self, seat: Seat, walk: &Walk<G>, value: &Value, rows: &[Value]) {
        let Value::Object(fields) = value else {
            if let Value::Array(items) = value {
                items.iter().for_each(|item| self.work(seat, walk, item, rows));
            }
            return;
        };
        if let (Some(ability), Some(source)) =
            (fields.get("ability"), fields.get("source").or(fields.get("by")))
        {
            let print = Print(ability["print"].as_u64().unwrap_or(0) as u16);
            let row = &rows[(source["card"].as_u64().unwrap_or(0) as usize).min(rows.len() - 1)];
            let same = row["stamp"] == source["stamp"];
            let real = (print.0 as usize) < self.setup.cards.pool().len();
            if real && same {
                let at = self.at(seat, walk);
                assert!(!row["print"].is_null(), "{at}: unfinished work of an unknown card: {value}");
            }
            if real && self.setup.cards.row(print).is_some() {
                let known = self.minds[seat].prints.contains(&print);
                let name = self.name(print);
                assert!(
                    known,
                    "{}: unfinished work of {name}, which was never seen: {value}",
                    self.at(seat, walk)
                );
            }
        }
        fields.values().for_each(|item| self.work(seat, walk, item, rows));
    }

    /// The position, the reason, the labels and the explanations of refusals name only what the seat has known.
    fn words(&self, seat: Seat, walk: &Walk<G>) {
        let (cards, state) = (&self.setup.cards.cards, walk.game.state());
        let check = |what: &str, words: &str| {
            for print in named(self.setup, words) {
                let known = self.minds[seat].prints.contains(&print);
                assert!(known, "{}: {what} {words:?} names an unknown card", self.at(seat, walk));
            }
        };
        check("the position", &state.show(cards, seat));
        let menu = menu_of(self.setup, state);
        if menu.options.is_empty() || menu.seat != seat {
            return;
        }
        check("the reason", &state.ask(cards, menu.reason));
        let mut verdicts = Verdicts(Vec::new());
        state.consider(cards, &mut verdicts);
        for (choice, _) in verdicts.0 {
            check("the label", &state.label(cards, choice));
        }
    }
}

/// So many answers of a match are looked at: looking at everything after each of them takes a while.
const LOOKED_AT: usize = 300;

/// Every print and name that a view, a position, a menu, a label, an event, a reason or an explanation names is known to
/// the seat that it is for. One match in four is looked at.
pub fn what_is_named_is_known<G: Playable>(setup: &Setup<G>, seed: u64) {
    if seed % 4 == 0 {
        in_this_match(setup, seed);
    }
}

fn in_this_match<G: Playable>(setup: &Setup<G>, seed: u64) {
    let setup = &unlike(setup);
    let mut walk = Walk::new(setup, seed, Log::listening());
    let mut watcher = Watcher { setup, seed, minds: Default::default(), knew: Default::default() };
    for _ in 0..LOOKED_AT {
        watcher.look(&walk);
        if !walk.step() {
            return;
        }
    }
}
