//! <Decode> (DCG 16-35). When it would leave the battle area other than by a battle, a named Digimon card may be played from its digivolution cards.

use super::{Form, Keyword, Row, S0, With, ability, choose, may, not_by, play, would};
use crate::alias::{Ability, Among, Amount, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Cause, Kind, Moment, Place};

pub(super) const ROW: Row =
    Row { said: "Decode", read: &[], form: Form::Which(Keyword::Decode), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Which(which) = with else { return None };
    let among = Among::Under { host: Target::This, zone: Place::Under };
    let filter = which.clone().and(Filter::Kind(Kind::Digimon));
    let card = Select::new(among, filter, HowMany::Exactly(Amount::Fixed(1)));
    // DCG 16-35-1, 16-35-3: if its player likes, one such card is played from beneath it for no cost.
    let steps = vec![choose(S0, card), Step::Do(play(Target::Slot(S0)))];
    // DCG 16-35-2: it steps in before the Digimon leaves by anything but a battle.
    Some(ability(would(Moment::Left, Filter::This, Some(not_by(Cause::Battle))), vec![may(steps)]))
}
