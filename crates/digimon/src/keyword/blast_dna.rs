//! <Blast DNA Digivolve> (DCG 16-30). In the counter timing a Digimon and a card in the hand may DNA digivolve into this card in the hand without paying the cost.

use super::{Form, HAND, Keyword, Row, S0, S1, With, ability, choose, may, on, yours};
use crate::alias::{Ability, Among, Amount, Cond, Filter, HowMany, Select, Step, Target};
use crate::vocab::{Moment, Own, Place, Test, Verb};
use effects::Who;

pub(super) const ROW: Row = Row {
    said: "Blast DNA Digivolve",
    read: &[],
    form: Form::Both(Keyword::BlastDna, "+"),
    tree: Some(tree),
};

fn tree(with: With<'_>) -> Option<Ability> {
    let With::Both([one, two]) = with else { return None };
    // DCG 16-30-5, 16-30-6: one of the two is a Digimon, the other comes from the hand, and both must fit.
    let here = yours(Filter::Either(vec![one.clone(), two.clone()]));
    let pair = Box::new([one.clone(), two.clone()]);
    let among = Among::Zones { whose: Who::You, zones: vec![Place::Hand] };
    let fits = Filter::Test(Test::Pairs(pair, S0)).and(Filter::This.negate());
    let hand = Select::new(among, fits, HowMany::Exactly(Amount::Fixed(1)));
    // DCG 16-30-1, 16-30-4: a DNA digivolution of the two, for no cost.
    let digivolve = Verb::Own(Own::BlastDna(Target::Slot(S0), Target::Slot(S1)));
    // DCG 16-30-2, 16-30-3: it is done if its player likes.
    let steps = vec![choose(S0, here), choose(S1, hand), Step::Do(digivolve)];
    // Offered only if both are there.
    let there = |filter: &Filter| Cond::Exists(Box::new(yours(filter.clone())));
    let held = |filter: &Filter| {
        let among = Among::Zones { whose: Who::You, zones: vec![Place::Hand] };
        Cond::Exists(Box::new(Select::new(among, filter.clone(), HowMany::All)))
    };
    let both = Cond::Either(vec![there(one).and(held(two)), there(two).and(held(one))]);
    Some(Ability { part: HAND, ..ability(on(Moment::Counter, Filter::Any, Some(both)), vec![may(steps)]) })
}
