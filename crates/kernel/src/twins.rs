//! Numbers that twins keep. A state knows no past, so a game can only number the copies that lie there now (`Rock`, `Rock#2`):
//! when another one is played or one is gone, the others move up. Whoever tells a match to people remembers the numbers here:
//! a card keeps its own for as long as those eyes may follow it, in positions, menus and the log.

use crate::board::{Lying, Pictured, Wordless};
use crate::menu::Menu;
use crate::pool::{Pool, Printed};
use crate::seat::Eyes;
use crate::table::Card;

/// What somebody's eyes call the twins of a match. Without any number it is what the game calls them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Twins(Vec<Option<Numbered>>);

/// The number of a card, and the [`crate::Trace`] that it was given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbered {
    mint: u8,
    number: usize,
}

impl Twins {
    /// Takes in where a match stands: a card that these eyes know now and did not follow before gets the lowest number that no
    /// twin of its owner has, and the number of a card that they have lost is free again. Only what they know is looked at.
    pub fn see<G: Pictured>(&mut self, state: &G, cards: &G::Cards, eyes: Eyes) {
        let table = state.table();
        self.0.resize(table.len(), None);
        let mut new = Vec::new();
        for (at, given) in self.0.iter_mut().enumerate() {
            let card = Card(at as u8);
            let (known, mint) = (table.is_known(card, eyes), table.trace(card).mint);
            if !known || given.is_some_and(|given| given.mint != mint) {
                *given = None;
            }
            if known && given.is_none() {
                new.push(card);
            }
        }
        if new.is_empty() {
            return;
        }
        let picture = state.pictured(cards, eyes);
        // Those that are seen first at the same time are numbered as the game does.
        new.sort_by_cached_key(|card| (split(&picture.title(cards, *card)).1, card.0));
        for card in new {
            let taken: Vec<usize> = self.twins_of(&picture, cards, card).collect();
            let number = (1..).find(|number| !taken.contains(number)).unwrap_or(1);
            self.0[usize::from(card.0)] = Some(Numbered { mint: table.trace(card).mint, number });
        }
    }

    /// The numbers that the twins of a card have.
    fn twins_of<'a, G: Pictured>(
        &'a self,
        picture: &'a G,
        cards: &'a G::Cards,
        card: Card,
    ) -> impl Iterator<Item = usize> + 'a {
        let (table, pool) = (picture.table(), cards.as_ref());
        let print = |card: Card| -> &str { Pool::<G::Printed>::get(pool, table.print(card)).name() };
        let title = picture.title(cards, card);
        self.0.iter().enumerate().filter_map(move |(at, given)| {
            let other = Card(at as u8);
            let twin = given.is_some()
                && table.owner(other) == table.owner(card)
                && print(other) == print(card)
                && split(&picture.title(cards, other)).0 == split(&title).0;
            given.filter(|_| twin).map(|given| given.number)
        })
    }

    /// What a card is called.
    pub fn title<G: Pictured>(&self, game: &G, cards: &G::Cards, card: Card) -> String {
        let title = game.title(cards, card);
        let given = self.0.get(usize::from(card.0)).copied().flatten();
        match given.filter(|given| given.mint == game.table().trace(card).mint) {
            Some(Numbered { number: 1, .. }) => split(&title).0.to_string(),
            Some(Numbered { number, .. }) => format!("{}#{number}", split(&title).0),
            None => title,
        }
    }

    /// Words in which a game names some cards, each by its title and in this order, with what they are called here.
    pub fn rename<G: Pictured>(&self, game: &G, cards: &G::Cards, words: String, about: &[Card]) -> String {
        if self.0.is_empty() {
            return words;
        }
        let pair = |card: &Card| (game.title(cards, *card), self.title(game, cards, *card));
        let mut left: Vec<(String, String)> = about.iter().map(pair).collect();
        if left.iter().all(|(own, shown)| own == shown) {
            return words;
        }
        let mut told = String::with_capacity(words.len() + 4);
        let mut rest = words.as_str();
        while let Some(letter) = rest.chars().next() {
            let begins = !told.ends_with(char::is_alphanumeric);
            let fits = |own: &str| begins && rest.strip_prefix(own).is_some_and(|behind| !goes_on(behind));
            let longest =
                (0..left.len()).filter(|at| fits(&left[*at].0)).rev().max_by_key(|at| left[*at].0.len());
            match longest {
                Some(at) => {
                    let (own, shown) = left.remove(at);
                    told.push_str(&shown);
                    rest = &rest[own.len()..];
                }
                None => {
                    told.push(letter);
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        told
    }

    /// The label of a choice.
    pub fn label<G: Pictured>(&self, game: &G, cards: &G::Cards, choice: G::Choice) -> String {
        let label = game.label(cards, choice);
        if self.0.is_empty() {
            return label;
        }
        self.rename(game, cards, label, &game.deal::<Wordless>(cards, choice).cards)
    }

    /// The labels of a menu, no two of them alike.
    pub fn labels<G: Pictured>(&self, game: &G, cards: &G::Cards, menu: &Menu<G>) -> Vec<String> {
        let mut labels: Vec<String> =
            menu.options.iter().map(|choice| self.label(game, cards, *choice)).collect();
        let twice =
            |labels: &[String], at: usize| labels.iter().filter(|label| **label == labels[at]).count() > 1;
        // What the game told apart by number may bear one number on both sides of the table.
        let both: Vec<usize> = (0..labels.len()).filter(|at| twice(&labels, *at)).collect();
        for at in both {
            let deal = game.deal::<Wordless>(cards, menu.options[at]);
            if deal.cards.iter().any(|card| game.table().owner(*card) != menu.seat) {
                labels[at].push_str(" (opponent)");
            }
        }
        if (0..labels.len()).any(|at| twice(&labels, at)) {
            labels = menu.options.iter().map(|choice| game.label(cards, *choice)).collect();
        }
        // What the game itself calls alike (two effects of cards that are gone) is told apart by its order.
        for at in 1..labels.len() {
            let same = labels[..at].iter().filter(|label| **label == labels[at]).count();
            if same > 0 {
                let numbered = format!("{} ({})", labels[at], same + 1);
                labels[at] = numbered;
            }
        }
        labels
    }
}

/// Whether a name goes on here, so that its beginning is not the name.
fn goes_on(behind: &str) -> bool {
    behind.starts_with(|letter: char| letter.is_alphanumeric() || letter == '#')
}

/// A title without the number that a game gave it, and that number.
fn split(title: &str) -> (&str, usize) {
    match title.rsplit_once('#').map(|(bare, number)| (bare, number.parse())) {
        Some((bare, Ok(number))) => (bare, number),
        _ => (title, 1),
    }
}
