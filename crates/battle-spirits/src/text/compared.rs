//! Numbers of a player that conditions and figures are compared with: symbols, hands, decks, Life.

use super::header::color;
use super::{B, P};
use crate::state::Zone;
use crate::vocab::*;
use effects::text::grammar::{comparison, whose};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Select, Target, Who};

/// All cards of one zone.
pub(super) fn cards_in(whose: Who, zone: Zone) -> BsAmount {
    let among = Among::Zones { whose, zones: vec![zone] };
    Amount::Count(Box::new(Select::new(among, Filter::Any, HowMany::All)))
}

/// "Blue symbols you control", "of your Blue symbols": how many of them.
pub(super) fn symbols(p: &mut P<'_>) -> Option<BsAmount> {
    p.take("of");
    let own = p.take("your");
    let color = color(p);
    p.take("symbol/symbols").then_some(())?;
    let behind = p.take("you control") || p.take("on your field") || p.take("you have");
    (own || behind).then_some(Amount::Game(Count::Symbols(Who::You, color)))
}

/// Behind "you have" or "the opponent has": "five or more cards in Hand", "no cards in Hand", "more cards in Hand than the
/// opponent", "fewer Life than you".
pub(super) fn had(p: &mut P<'_>, who: Who, not: bool) -> Option<BsCond> {
    let other = if who == Who::You { Who::Opponent } else { Who::You };
    let than = |p: &mut P<'_>| match who {
        Who::You => p.take("than your/the opponent does?"),
        _ => p.take("than you do?"),
    };
    let hand = |p: &mut P<'_>| p.take("card/cards in hand") || p.take("card/cards in your/their/his hand");
    if not {
        return hand(p).then(|| Cond::Compare(cards_in(who, Zone::Hand), Cmp::Equal, Amount::Fixed(0)));
    }
    if let Some(cmp) =
        p.attempt(|p| p.lookup(&[("more", Cmp::More), ("less", Cmp::Less), ("fewer", Cmp::Less)]))
    {
        if hand(p) {
            let (own, theirs) = (cards_in(who, Zone::Hand), cards_in(other, Zone::Hand));
            return than(p).then_some(Cond::Compare(own, cmp, theirs));
        }
        let (own, theirs) = (Amount::Game(Count::Life(who)), Amount::Game(Count::Life(other)));
        return (p.take("life") && than(p)).then_some(Cond::Compare(own, cmp, theirs));
    }
    let number = p.number()?;
    // A bare number is that many at least.
    let cmp = match comparison(p) {
        Cmp::Equal => Cmp::AtLeast,
        cmp => cmp,
    };
    let amount = if hand(p) {
        cards_in(who, Zone::Hand)
    } else if p.take("card/cards in the/your/their trash") {
        cards_in(who, Zone::Trash)
    } else if p.take("life") {
        Amount::Game(Count::Life(who))
    } else {
        return None;
    };
    Some(Cond::Compare(amount, cmp, Amount::Fixed(number)))
}

/// Behind "there are ten or less": "cards in the opposing deck", "cores on this Spirit".
pub(super) fn there(p: &mut P<'_>, b: &mut B, cmp: Cmp, number: i32) -> Option<BsCond> {
    if p.take("core/cores on this spirit/nexus") {
        b.it = b.it.take().or(Some(Target::This));
        return Some(Cond::Is(Target::This, Filter::Figure(Figure::Cores, cmp, Amount::Fixed(number))));
    }
    p.take("card/cards in the?").then_some(())?;
    let who = whose(p)?;
    p.take("deck").then(|| Cond::Compare(cards_in(who, Zone::Deck), cmp, Amount::Fixed(number)))
}
