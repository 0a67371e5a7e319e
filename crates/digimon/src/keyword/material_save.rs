//! <Material Save> (DCG 16-20). When it would be deleted, so many cards of its DigiXros requirements may go from its digivolution cards under a Tamer.

use super::{Form, Keyword, Row, S0, S1, With, ability, choose, may, would, yours};
use crate::alias::{Ability, Among, Amount, Filter, HowMany, Select, Step, Target};
use crate::vocab::{End, Face, Kind, Moment, Place, Test, Verb};

pub(super) const ROW: Row =
    Row { said: "Material Save", read: &[], form: Form::Number(Keyword::MaterialSave), tree: Some(tree) };

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Number(number) = with else { return None };
    let under = Among::Under { host: Target::This, zone: Place::Under };
    let material = Filter::Test(Test::Material);
    // DCG 16-20-3: as many as the number says, wherever possible.
    let cards = Select::new(under, material, HowMany::Exactly(Amount::Fixed(number)));
    let tamer = yours(Filter::Kind(Kind::Tamer));
    // DCG 16-20-7: at the bottom of what lies beneath the Tamer.
    let tuck =
        Verb::PlaceUnder { what: Target::Slot(S0), host: Target::Slot(S1), end: End::Bottom, face: Face::Up };
    // DCG 16-20-1, 16-20-5: in the order its player picks.
    let steps = vec![choose(S0, Select { ordered: true, ..cards }), choose(S1, tamer), Step::Do(tuck)];
    // DCG 16-20-2: it steps in before the deletion.
    Some(ability(would(Moment::Deleted, Filter::This, None), vec![may(steps)]))
}
