//! <Vortex> (DCG 16-32). At the end of your turn it may attack an opponent's Digimon, also in the turn it was played.

use super::{ability, on};
use crate::alias::{Ability, Cond, Filter, Step, Target};
use crate::state::Aiming;
use crate::vocab::{Fact, Moment, Own, Verb};
use effects::Who;

/// What it is called in texts.
pub const WORDS: &str = "vortex";

pub fn tree() -> Ability {
    let aim = Aiming { digimon: true, fresh: true, ..Aiming::default() };
    let attack = Step::Do(Verb::Own(Own::Attack(Target::This, aim)));
    ability(on(Moment::EndOfTurn, Filter::Any, Some(Cond::Fact(Fact::Turn(Who::You)))), vec![attack])
}
