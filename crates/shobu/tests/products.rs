//! The trial and starter products of Buddyfight whose cards are all in the given list: read to the last card, made into decks (four of
//! each card, filled up with cards of the same world) and played, each against each. The list lies beside the project and is no
//! part of it: elsewhere this says "skipped". `SHOBU_GAMES=40 cargo test --release -p shobu --test products` plays so many games
//! a pairing by chance, and a quarter as many by the script.

use kernel::{DeckList, Decks, PerSeat, Print, Printed};
use shobu::Source;
use shobu::games::Buddyfight;
use shobu::pools::CardSet;
use shobu::setup::Setup;
use shobu::sim::{Plan, simulate};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const PRODUCTS: [&str; 15] = [
    "D-SD01", "D-SD02", "D-SD03", "D-TD01", "H-SD01", "H-SD02", "H-TD01", "H-TD02", "TD01", "TD02", "TD03",
    "TD04", "TD05", "TD06", "TD07",
];

fn given() -> Option<CardSet<Buddyfight>> {
    let beside = |folder: &Path| folder.join("shared/cards/buddyfight/cards.jsonl");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.ancestors().map(beside).find(|file| file.is_file())?;
    let source = Source::read(&file).expect("a card file");
    Some(CardSet::read(&[source]).unwrap_or_else(|faults| panic!("{faults}")))
}

/// A deck in the making: a card goes in if nothing more is against the list by it.
struct Maker<'c> {
    cards: &'c CardSet<Buddyfight>,
    list: DeckList,
}

impl Maker<'_> {
    fn faults(&self) -> usize {
        Buddyfight::check_deck(&self.cards.cards, &self.list, 0).len()
    }

    fn add(&mut self, section: &str, print: Print, count: u32) -> bool {
        let before = (self.list.clone(), self.faults());
        let entry = (self.cards.card(print).id().to_string(), count);
        match self.list.sections.iter_mut().find(|(name, _)| name == section) {
            Some((_, entries)) => entries.push(entry),
            None => self.list.sections.push((section.to_string(), vec![entry])),
        }
        let better = self.faults() <= before.1;
        if !better {
            self.list = before.0;
        }
        better
    }
}

/// The product's cards under the first flag that most of them fit, filled up from the rest of the list.
fn deck(cards: &CardSet<Buddyfight>, product: &str) -> DeckList {
    let own = |id: &str| id.split('/').next() == Some(product);
    let all: Vec<Print> = cards.pool().iter().map(|(print, _)| print).collect();
    let read: Vec<Print> = all.into_iter().filter(|print| cards.card(*print).unread().is_empty()).collect();
    let kind = |print: &Print| cards.card(*print).kind;
    let (mine, others): (Vec<Print>, Vec<Print>) =
        read.iter().partition(|print| own(cards.card(**print).id()));
    let flags = mine.iter().chain(&others).filter(|print| kind(print) == buddyfight::card::Kind::Flag);
    let mut best: Option<Maker<'_>> = None;
    for flag in flags {
        let list = DeckList { name: product.to_string(), ..DeckList::default() };
        let mut maker = Maker { cards, list };
        if !maker.add("flag", *flag, 1) {
            continue;
        }
        let fit = |maker: &mut Maker<'_>| mine.iter().filter(|print| maker.add("main", **print, 4)).count();
        let fits = fit(&mut maker);
        let so_far =
            best.as_ref().map_or(0, |best| best.list.sections.iter().map(|(_, all)| all.len()).sum());
        if fits + 1 > so_far {
            best = Some(maker);
        }
        if fits + 1 >= mine.len() {
            break;
        }
    }
    let mut maker = best.unwrap_or_else(|| panic!("{product}: no flag fits"));
    mine.iter().chain(&others).any(|print| maker.add("buddy", *print, 1) && has(&maker.list, "buddy"));
    for print in &others {
        if maker.faults() == 0 {
            break;
        }
        maker.add("main", *print, 4);
    }
    let against = Buddyfight::check_deck(&cards.cards, &maker.list, 0);
    assert!(against.is_empty(), "{product}: {}", against[0].why);
    maker.list
}

fn has(list: &DeckList, section: &str) -> bool {
    list.sections.iter().any(|(name, _)| name == section)
}

#[test]
fn products_are_read_and_play_each_other() {
    let Some(cards) = given() else { return eprintln!("skipped: no given cards of buddyfight") };
    for (_, card) in cards.pool().iter() {
        let product = card.id().split('/').next().unwrap_or_default();
        let read = card.unread().is_empty() || !PRODUCTS.contains(&product);
        assert!(read, "{}: {:?}", card.id(), card.unread());
    }
    let games = std::env::var("SHOBU_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    let decks: Vec<DeckList> = PRODUCTS.iter().map(|product| deck(&cards, product)).collect();
    let mut played = 0;
    for (at, one) in decks.iter().enumerate() {
        for other in &decks[at..] {
            let lists = PerSeat::new(one.clone(), other.clone());
            let setup = Setup::of_lists(cards.clone(), 0, lists, ["a product", "a product"])
                .unwrap_or_else(|faults| panic!("{faults}"));
            for (bots, games) in [(["random"; 2], games), (["script"; 2], games / 4)] {
                let plan = Plan { games, seed: 1, threads: 1, bots, out: None };
                let report = simulate(&setup, &plan, &|| {}, &AtomicBool::new(false)).expect("it runs");
                let named = (&one.name, &other.name);
                assert!(report.failures.is_empty(), "{named:?}: {:?}", report.failures);
                let endings = report.endings::<Buddyfight>();
                let limit = endings.iter().any(|(why, _)| why.contains("limit"));
                assert!(!limit && report.errors == 0, "{named:?}: {endings:?}");
                played += report.games;
            }
        }
    }
    eprintln!("{played} games");
}
