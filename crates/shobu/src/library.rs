//! The cards of all four games, read once and shared by every match: what a program that holds many matches keeps.

use crate::fault::{Faults, Source};
use crate::games::{BattleSpirits, Buddyfight, Dbs, Digimon};
use crate::pools::CardSet;
use crate::shelf::Shelf;
use crate::{GameName, Playable};
use std::sync::Arc;

/// Four sets of cards: the project's own, and card files of which those are read that somebody asks for.
pub struct Library {
    digimon: CardSet<Digimon>,
    dbs: CardSet<Dbs>,
    buddyfight: CardSet<Buddyfight>,
    battle_spirits: CardSet<BattleSpirits>,
}

impl Library {
    /// The project's own cards.
    pub fn built_in() -> Result<Self, Faults> {
        Self::read(&[])
    }

    /// Card files, each for a game, and behind them the project's own cards.
    pub fn read(pools: &[(GameName, Source)]) -> Result<Self, Faults> {
        let shelf = |game: GameName| {
            let of_game = pools.iter().filter(|(other, _)| *other == game);
            let sources: Vec<Source> = of_game.map(|(_, source)| source.clone()).collect();
            Shelf::read(&sources).map(Arc::new)
        };
        Ok(Library {
            digimon: CardSet::of_words(&shelf(GameName::Digimon)?, [])?,
            dbs: CardSet::of_words(&shelf(GameName::Dbs)?, [])?,
            buddyfight: CardSet::of_words(&shelf(GameName::Buddyfight)?, [])?,
            battle_spirits: CardSet::of_words(&shelf(GameName::BattleSpirits)?, [])?,
        })
    }

    /// The cards that words may mean. Where there are no card files, everybody shares one set.
    pub fn cards<'w, G: Shelved>(
        &self,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<CardSet<G>, Faults> {
        G::cards_in(self).with_words(words)
    }
}

/// A game whose cards stand in the library.
pub trait Shelved: Playable {
    /// The built-in cards of this game.
    fn cards_in(library: &Library) -> &CardSet<Self>;
}

impl Shelved for Digimon {
    fn cards_in(library: &Library) -> &CardSet<Self> {
        &library.digimon
    }
}

impl Shelved for Dbs {
    fn cards_in(library: &Library) -> &CardSet<Self> {
        &library.dbs
    }
}

impl Shelved for Buddyfight {
    fn cards_in(library: &Library) -> &CardSet<Self> {
        &library.buddyfight
    }
}

impl Shelved for BattleSpirits {
    fn cards_in(library: &Library) -> &CardSet<Self> {
        &library.battle_spirits
    }
}
