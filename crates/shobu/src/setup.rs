//! What a match is made of before it begins: cards, edition, two decks.

use crate::Playable;
use crate::built_in;
use crate::decks::DeckFile;
use crate::fault::{Fault, Faults, Source};
use crate::pools::CardSet;
use crate::said::rule_in_words;
use kernel::{DeckList, PerSeat, Print, Printed, Seat};

/// Whether cards with clauses that the compiler could not read may be played, as if those clauses were not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnreadCards {
    /// A deck that holds such a card is refused.
    #[default]
    Refused,
    /// What is read is played.
    Allowed,
}

/// Whether decks that the deck rules refuse may be played all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IllegalDecks {
    /// Such a deck is refused.
    #[default]
    Refused,
    /// It is played all the same.
    Allowed,
}

/// Everything that a match of `G` needs.
pub struct Setup<G: Playable> {
    /// The cards of the match.
    pub cards: CardSet<G>,
    /// The edition, by its place among the game's.
    pub edition: usize,
    /// The decks as they were listed.
    pub lists: PerSeat<DeckList>,
    /// The decks as the game takes them.
    pub decks: PerSeat<G::Deck>,
    /// What both decks hold, card by card.
    pub prints: PerSeat<Vec<Print>>,
}

impl<G: Playable> Clone for Setup<G> {
    fn clone(&self) -> Self {
        Setup {
            cards: self.cards.clone(),
            edition: self.edition,
            lists: self.lists.clone(),
            decks: PerSeat::new(self.decks[Seat::A].clone(), self.decks[Seat::B].clone()),
            prints: self.prints.clone(),
        }
    }
}

impl<G: Playable> Setup<G> {
    /// Looks two decks up and builds them.
    pub fn new(
        cards: CardSet<G>,
        edition: Option<&str>,
        decks: [&DeckFile; 2],
        unread: UnreadCards,
    ) -> Result<Self, Faults> {
        let edition = edition_index::<G>(edition)?;
        let mut faults = Faults::default();
        let mut lists = Vec::new();
        for deck in decks {
            if deck.game.is_some_and(|game| game.as_str() != G::NAME) {
                let what = format!(
                    "this is a {} deck, and the game is {}",
                    deck.game.map_or("", |game| game.as_str()),
                    G::NAME
                );
                faults.push(Fault::of_file(&deck.source().name, what));
                continue;
            }
            match deck.resolve(&cards) {
                Ok(list) => {
                    if unread == UnreadCards::Refused {
                        unread_cards(&cards, &list, deck.source(), &mut faults);
                    }
                    lists.push((list, deck.source().name.to_string()));
                }
                Err(more) => more.list.into_iter().for_each(|fault| faults.push(fault)),
            }
        }
        faults.or(())?;
        let [(a, a_file), (b, b_file)] =
            <[_; 2]>::try_from(lists).map_err(|_| Faults::from(Fault::new("a match needs two decks")))?;
        Self::of_lists(cards, edition, PerSeat::new(a, b), [&a_file, &b_file])
    }

    /// Builds decks that name their cards by id. `files` says where each came from.
    pub fn of_lists(
        cards: CardSet<G>,
        edition: usize,
        lists: PerSeat<DeckList>,
        files: [&str; 2],
    ) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let mut decks = Vec::new();
        for seat in Seat::BOTH {
            match G::build_deck(&cards.cards, &lists[seat]) {
                Ok(deck) => decks.push(deck),
                Err(reasons) => reasons.into_iter().for_each(|reason| {
                    let fault = Fault::of_file(
                        files[seat.index()],
                        format!("this deck cannot be played: {}", reason.why),
                    );
                    faults.push(fault.help("`shobu deck check` tells everything about a deck"));
                }),
            }
        }
        faults.or(())?;
        let [a, b] =
            <[_; 2]>::try_from(decks).map_err(|_| Faults::from(Fault::new("a match needs two decks")))?;
        let prints = PerSeat::new(G::prints(&a), G::prints(&b));
        Ok(Setup { cards, edition, lists, decks: PerSeat::new(a, b), prints })
    }

    /// The built-in decks, the first against the second.
    pub fn built_in() -> Result<Self, Faults> {
        let cards = CardSet::built_in()?;
        let [a, b] = starter_decks::<G>()?;
        Self::new(cards, None, [&a, &b], UnreadCards::Refused)
    }

    /// Every reason why one of the decks is not legal, as `deck check` gives them.
    pub fn legal(&self) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let same = self.lists[Seat::A] == self.lists[Seat::B];
        for seat in Seat::BOTH.into_iter().filter(|seat| *seat == Seat::A || !same) {
            let list = &self.lists[seat];
            for reason in G::check_deck(&self.cards.cards, list, self.edition) {
                let rule =
                    reason.rule.map_or(String::new(), |rule| format!(" ({})", rule_in_words(G::RULES, rule)));
                let what = format!("this deck is not legal: {}{rule}", reason.why);
                let fault = Fault::of_file(&list.name, what);
                faults.push(fault.help("--any-deck plays it all the same; `shobu deck check` tells more"));
            }
        }
        faults.or(())
    }

    /// The edition's name.
    pub fn edition_name(&self) -> &'static str {
        G::EDITIONS[self.edition]
    }
}

/// The first two built-in decks of a game; the first twice if it is alone.
pub fn starter_decks<G: Playable>() -> Result<[DeckFile; 2], Faults> {
    let mut files = built_in::deck_files(G::NAME).into_iter();
    let none = || {
        Fault::new(format!("{} has no built-in decks", G::NAME)).help("name two decks with --deck and --vs")
    };
    let first = DeckFile::read(files.next().ok_or_else(none)?)?;
    let second = files.next().map(DeckFile::read).transpose()?.unwrap_or_else(|| first.clone());
    Ok([first, second])
}

/// A deck by the name of a built-in one (its file's name without ending), else by file.
pub fn deck_named<G: Playable>(word: &str) -> Result<DeckFile, Faults> {
    let stem = |source: &Source| {
        std::path::Path::new(&*source.name).file_stem().is_some_and(|stem| stem.to_string_lossy() == word)
    };
    let path = std::path::Path::new(word);
    let own = built_in::deck_files(G::NAME);
    match own.iter().find(|source| stem(source)) {
        Some(source) if !path.exists() => DeckFile::read(source.clone()),
        _ => {
            let names: Vec<String> = own
                .iter()
                .filter_map(|source| {
                    Some(std::path::Path::new(&*source.name).file_stem()?.to_string_lossy().into_owned())
                })
                .collect();
            let source = Source::read(path).map_err(|fault| match names.is_empty() {
                true => fault,
                false => {
                    fault.help(format!("a deck file, or one of the built-in decks: {}", names.join(", ")))
                }
            })?;
            DeckFile::read(source)
        }
    }
}

/// The number of an edition by its name; the default one if none is named.
pub fn edition_index<G: Playable>(edition: Option<&str>) -> Result<usize, Fault> {
    let Some(wanted) = edition else { return Ok(0) };
    G::EDITIONS.iter().position(|edition| *edition == wanted).ok_or_else(|| {
        let what = format!("{} has no edition {wanted:?}", G::NAME);
        Fault::new(what).help(format!("its editions are {}", G::EDITIONS.join(", ")))
    })
}

/// A card with an unread clause is not playable by default: better no match than a wrong one.
fn unread_cards<G: Playable>(cards: &CardSet<G>, list: &DeckList, source: &Source, faults: &mut Faults) {
    for (id, _) in list.sections.iter().flat_map(|(_, entries)| entries) {
        let Some(print) = cards.pool().find(id) else { continue };
        let card = cards.card(print);
        if let Some(unread) = card.unread().first() {
            let what = format!(
                "{} ({id}) cannot be played: Shobu does not read {:?} in its {}",
                card.name(),
                unread.words,
                unread.field
            );
            faults
                .push(Fault::of_file(&source.name, what).help("--allow-unread plays it without those words"));
        }
    }
}
