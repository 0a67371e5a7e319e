//! <Training> (DCG 16-40). In the main phase, also in the breeding area: by suspending it, the top card of the deck goes face down under it.

use super::{Form, Keyword, Row, With, ability};
use crate::alias::{Ability, Among, Amount, Filter, HowMany, Select, Step, Target, When};
use crate::vocab::{End, Face, Place, Verb, Window};
use effects::Who;

pub(super) const ROW: Row =
    Row { said: "Training", read: &[], form: Form::Plain(|| Keyword::Training), tree: Some(tree) };

fn tree(_: With<'_>) -> Option<Ability> {
    let among = Among::Zones { whose: Who::You, zones: vec![Place::Deck] };
    let top = Target::Each(Box::new(Select::new(among, Filter::Any, HowMany::Top(Amount::Fixed(1)))));
    let tuck = Verb::PlaceUnder { what: top, host: Target::This, end: End::Bottom, face: Face::Down };
    let cost = vec![Step::Do(Verb::Suspend(Target::This))];
    // DCG 16-40-3: once declared, all of it is done.
    let step = Step::By { who: Who::You, cost, then: vec![Step::Do(tuck)], forced: true };
    // DCG 16-40-2: an activation-type effect.
    Some(ability(When::Use(Window::Main), vec![step]))
}
