//! <Fortitude> (DCG 16-26). When it is deleted with digivolution cards, it is played again without paying the cost.

use super::{Form, Keyword, Row, With, ability, on, play};
use crate::alias::{Ability, Amount, Cond, Filter, Step, Target};
use crate::vocab::{Figure, Moment};
use effects::Cmp;

pub(super) const ROW: Row =
    Row { said: "Fortitude", read: &[], form: Form::Plain(|| Keyword::Fortitude), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    // DCG 16-26-2: triggered by its deletion, with digivolution cards beneath it.
    let stacked = Cond::Is(Target::This, Filter::Figure(Figure::Under, Cmp::AtLeast, Amount::Fixed(1)));
    let play = play(Target::This);
    // DCG 16-26-1, 16-26-3: it is played again, for no cost, and not at its player's pleasure.
    Some(ability(on(Moment::Deleted, Filter::This, Some(stacked)), vec![Step::Do(play)]))
}
