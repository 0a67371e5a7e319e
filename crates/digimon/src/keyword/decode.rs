//! <Decode> (DCG 16-35). When it would leave the battle area other than by a battle, a named Digimon card may be played from its digivolution cards.

use super::{S0, ability, choose, may, not_by, play, would};
use crate::alias::{Ability, Among, Amount, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Cause, Kind, Moment, Place};

/// What it is called in texts.
pub const WORDS: &str = "decode";

pub fn tree(which: &Filter) -> Ability {
    let among = Among::Under { host: Target::This, zone: Place::Under };
    let filter = which.clone().and(Filter::Kind(Kind::Digimon));
    let card = Select::new(among, filter, HowMany::Exactly(Amount::Fixed(1)));
    let steps = vec![choose(S0, card), Step::Do(play(Target::Slot(S0)))];
    ability(would(Moment::Left, Filter::This, Some(not_by(Cause::Battle))), vec![may(steps)])
}
