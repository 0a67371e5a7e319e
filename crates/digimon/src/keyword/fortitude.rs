//! <Fortitude> (DCG 16-26). When it is deleted with digivolution cards, it is played again without paying the cost.

use super::{ability, on, play};
use crate::alias::{Ability, Amount, Cond, Filter, Step, Target};
use crate::vocab::{Figure, Moment};
use effects::Cmp;

/// What it is called in texts.
pub const WORDS: &str = "fortitude";

pub fn tree() -> Ability {
    let stacked = Cond::Is(Target::This, Filter::Figure(Figure::Under, Cmp::AtLeast, Amount::Fixed(1)));
    let play = play(Target::This);
    ability(on(Moment::Deleted, Filter::This, Some(stacked)), vec![Step::Do(play)])
}
