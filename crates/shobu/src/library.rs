//! The cards of all four games, read once and shared by every match: what a program that holds many matches keeps.

use crate::Playable;
use crate::fault::Faults;
use crate::games::{BattleSpirits, Buddyfight, Dbs, Digimon};
use crate::pools::CardSet;

/// Four sets of cards.
pub struct Library {
    digimon: CardSet<Digimon>,
    dbs: CardSet<Dbs>,
    buddyfight: CardSet<Buddyfight>,
    battle_spirits: CardSet<BattleSpirits>,
}

impl Library {
    /// The project's own cards.
    pub fn built_in() -> Result<Self, Faults> {
        Ok(Library {
            digimon: CardSet::built_in()?,
            dbs: CardSet::built_in()?,
            buddyfight: CardSet::built_in()?,
            battle_spirits: CardSet::built_in()?,
        })
    }
}

/// A game whose cards stand in the library.
pub trait Shelved: Playable {
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
