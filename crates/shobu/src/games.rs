//! The one place that knows which types the four games are.

/// Runs an expression with `$G` standing for the state type of the game that a [`GameName`](crate::GameName) names.
/// The expression is compiled once for each game.
///
/// ```
/// use kernel::Game;
/// let name = shobu::GameName::Digimon;
/// let editions = shobu::with_game!(name, G => G::EDITIONS);
/// assert!(!editions.is_empty());
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $G:ident => $body:expr) => {
        match $name {
            $crate::GameName::Digimon => {
                type $G = $crate::games::Digimon;
                $body
            }
            $crate::GameName::Dbs => {
                type $G = $crate::games::Dbs;
                $body
            }
            $crate::GameName::Buddyfight => {
                type $G = $crate::games::Buddyfight;
                $body
            }
            $crate::GameName::BattleSpirits => {
                type $G = $crate::games::BattleSpirits;
                $body
            }
        }
    };
}

/// The Digimon Card Game.
pub type Digimon = digimon::State;
/// The Dragon Ball Super Card Game Masters.
pub type Dbs = dbs::State;
/// Future Card Buddyfight.
pub type Buddyfight = buddyfight::State;
/// Battle Spirits.
pub type BattleSpirits = battle_spirits::State;
