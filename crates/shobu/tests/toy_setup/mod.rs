//! A deck of the toy's and everything a match needs.

use crate::toy::Toy;
use shobu::Source;
use shobu::decks::DeckFile;
use shobu::pools::CardSet;
use shobu::setup::{Setup, UnreadCards};

pub fn setup() -> Setup<Toy> {
    let rows: String = (1..=6)
        .map(|at| {
            let text = if at % 2 == 0 { ", \"text\": \"guard\"" } else { "" };
            format!("{{\"id\": \"T-{at}\", \"name\": \"Unit {at}\", \"power\": {}{text}}}\n", at * 1000)
        })
        .collect();
    let cards = CardSet::read(&[Source::new("toy.jsonl", rows)]).expect("the toy's cards read");
    let deck =
        DeckFile::read(Source::new("toy.txt", (1..=6).map(|at| format!("2 T-{at}\n")).collect::<String>()));
    let deck = deck.expect("the toy's deck reads");
    Setup::new(cards, None, [&deck, &deck], UnreadCards::Refused).expect("the toy's deck builds")
}
