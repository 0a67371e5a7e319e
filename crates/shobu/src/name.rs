//! The names of the four games in commands and files.

use crate::fault::Fault;
use crate::near::did_you_mean;
use std::fmt;
use std::str::FromStr;

/// One of the four games, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum GameName {
    /// The Digimon Card Game.
    Digimon,
    /// The Dragon Ball Super Card Game Masters.
    Dbs,
    /// Future Card Buddyfight.
    Buddyfight,
    /// Battle Spirits.
    BattleSpirits,
}

impl GameName {
    /// All four games.
    pub const ALL: [GameName; 4] =
        [GameName::Digimon, GameName::Dbs, GameName::Buddyfight, GameName::BattleSpirits];

    /// As commands and files write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameName::Digimon => "digimon",
            GameName::Dbs => "dbs",
            GameName::Buddyfight => "buddyfight",
            GameName::BattleSpirits => "battle-spirits",
        }
    }

    /// As a person would write it.
    pub const fn title(self) -> &'static str {
        match self {
            GameName::Digimon => "Digimon Card Game",
            GameName::Dbs => "Dragon Ball Super Card Game Masters",
            GameName::Buddyfight => "Future Card Buddyfight",
            GameName::BattleSpirits => "Battle Spirits",
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameName {
    type Err = Fault;

    /// Underscores and spaces are read as hyphens: card lists in the wild write `battle_spirits`.
    fn from_str(word: &str) -> Result<Self, Fault> {
        let plain = word.trim().to_lowercase().replace(['_', ' '], "-");
        GameName::ALL.into_iter().find(|game| game.as_str() == plain).ok_or_else(|| {
            let known = GameName::ALL.map(GameName::as_str);
            let advice =
                did_you_mean(&plain, known).unwrap_or_else(|| format!("the games are {}", known.join(", ")));
            Fault::new(format!("no game is called {word:?}")).help(advice)
        })
    }
}
