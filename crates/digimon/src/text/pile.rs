//! Cards by where they lie: the ends of piles, and cards under cards.

use super::cards::{chosen, it, owner, select_of, still, this, whose_place, zone};
use super::lexicon::{B, WORDS};
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::{how_many, noun_phrase, whose};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

pub fn end(p: &mut Parser<'_>) -> Option<End> {
    if p.take("top") {
        Some(End::Top)
    } else if p.take("bottom") {
        Some(End::Bottom)
    } else {
        None
    }
}

pub fn ends(end: End, count: Amount<Dcg>) -> HowMany<Dcg> {
    match end {
        End::Bottom => HowMany::Bottom(count),
        End::Top | End::Either => HowMany::Top(count),
    }
}

/// The end of a pile: "the top 3 cards of your deck", "your opponent's top security card", "its bottom digivolution card".
pub fn pile(p: &mut Parser<'_>, b: &mut B) -> Option<Select<Dcg>> {
    // "the top 5 cards of your or your opponent's deck" lets a player choose whose, which nothing does yet.
    if p.attempt(|p| {
        p.take("the");
        p.take("top/bottom");
        p.number();
        p.take("card/cards of your or your opponent 's").then_some(())
    })
    .is_some()
    {
        return p.want("whose cards");
    }
    // "the top card of your deck", "the bottom 2 digivolution cards of …".
    if let Some(select) = p.attempt_with(b, |p, b| {
        p.take("the/a");
        let before = p.number();
        let end = end(p)?;
        let count = before.or_else(|| p.number()).unwrap_or(1);
        p.take("of the");
        if p.take("cards/card of/from/in") {
            let whose = match whose_place(p) {
                Who::Owner => Who::You,
                who => who,
            };
            let zone = zone(p)?;
            let among = Among::Zones { whose, zones: vec![zone] };
            return Some(Select::new(among, Filter::Any, ends(end, Amount::Fixed(count))));
        }
        let filter = under_noun(p, b)?;
        if !(p.take("from under") || p.take("of/from/under")) {
            return None;
        }
        // "2 bottom face-down cards from under any of your Tamers": of one of them or of several.
        let lowest = end == End::Bottom && count > 1 && filter == Filter::Is(Posture::FaceDown);
        if let Some(among) = p.attempt_with(b, |p, b| if lowest { any_host(p, b) } else { None }) {
            let filter = filter.and(Filter::Test(Test::Lowest));
            return Some(Select::new(among, filter, HowMany::Exactly(Amount::Fixed(count))));
        }
        if let Some(among) = every_host(p, b) {
            return (filter == Filter::Any).then(|| outer(among, end, count));
        }
        // "… of 2 of your opponent's Digimon": of each of those chosen.
        if let Some(among) = several_hosts(p, b) {
            return (filter == Filter::Any).then(|| outer(among, end, count));
        }
        let among = host_place(p, b)?;
        Some(Select::new(among, filter, ends(end, Amount::Fixed(count))))
    }) {
        return Some(select);
    }
    // "the top or bottom card of your security stack".
    if let Some(select) = p.attempt_with(b, |p, _| {
        p.take("the");
        if !p.take("top or bottom card of") {
            return None;
        }
        let whose = match whose_place(p) {
            Who::Owner => Who::You,
            who => who,
        };
        let among = Among::Zones { whose, zones: vec![zone(p)?] };
        let one = HowMany::Exactly(Amount::Fixed(1));
        Some(Select::new(among, Filter::Test(Test::AtEnd), one))
    }) {
        return Some(select);
    }
    // "up to 3 cards from the top of your deck": the player names how many.
    if let Some(select) = p.attempt_with(b, |p, b| {
        if !p.take("up to") {
            return None;
        }
        let max = p.number()?;
        if p.take("digivolution cards/card from the") {
            let end = end(p)?;
            if !p.take("of") {
                return None;
            }
            if let Some(among) = every_host(p, b) {
                b.prelude.push(Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Fixed(max) });
                let filter = Filter::Test(Test::Outer(end, Box::new(Amount::Named)));
                return Some(Select::new(among, filter, HowMany::All));
            }
            let among = host_place(p, b)?;
            b.prelude.push(Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Fixed(max) });
            return Some(Select::new(among, Filter::Any, ends(end, Amount::Named)));
        }
        if !p.take("cards/card from the top of") {
            return None;
        }
        let whose = match whose_place(p) {
            Who::Owner => Who::You,
            who => who,
        };
        let among = Among::Zones { whose, zones: vec![zone(p)?] };
        b.prelude.push(Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Fixed(max) });
        Some(Select::new(among, Filter::Any, HowMany::Top(Amount::Named)))
    }) {
        return Some(select);
    }
    // "as many cards from the top of your deck as the level of the Digimon this effect deleted".
    if let Some(select) = p.attempt_with(b, |p, b| {
        if !p.take("as many cards from the top of") {
            return None;
        }
        let whose = match whose_place(p) {
            Who::Owner => Who::You,
            who => who,
        };
        let among = Among::Zones { whose, zones: vec![zone(p)?] };
        let Some(Target::Slot(slot)) = b.it else { return None };
        if !p.take("as the level of the digimon this effect deleted") {
            return None;
        }
        // Only where it really went there.
        let gone = Select::new(Among::Slot(slot), Filter::Test(Test::In(Place::Trash)), HowMany::All);
        let level = Amount::Figure(Figure::Level, Box::new(Target::Each(Box::new(gone))));
        Some(Select::new(among, Filter::Any, HowMany::Top(level)))
    }) {
        return Some(select);
    }
    // "1 card from the top of your deck", "1 digivolution card from the bottom of …".
    if let Some(select) = p.attempt_with(b, |p, b| {
        let the = p.take("the");
        let count =
            p.number().or_else(|| (p.take("a") || the && p.ahead("digivolution card")).then_some(1))?;
        if p.take("digivolution cards/card from/at the") {
            let end = end(p)?;
            if !p.take("of") {
                return None;
            }
            if let Some(among) = every_host(p, b) {
                return Some(outer(among, end, count));
            }
            let among = host_place(p, b)?;
            return Some(Select::new(among, Filter::Any, ends(end, Amount::Fixed(count))));
        }
        if !p.take("cards/card from/at the") {
            return None;
        }
        let end = if p.take("tops") { End::Top } else { end(p)? };
        if !p.take("of") {
            return None;
        }
        let whose = match whose_place(p) {
            Who::Owner => Who::You,
            who => who,
        };
        let among = Among::Zones { whose, zones: vec![zone(p)?] };
        Some(Select::new(among, Filter::Any, ends(end, Amount::Fixed(count))))
    }) {
        return Some(select);
    }
    // "your top security card", "your opponent's bottom 2 security cards", "your deck's top card".
    if let Some(select) = p.attempt_with(b, |p, _| {
        let whose = whose(p)?;
        if let Some(zone) = p.attempt(|p| {
            let zone = zone(p)?;
            p.take("'s").then_some(zone)
        }) {
            let end = end(p)?;
            let count = p.number().unwrap_or(1);
            if !p.take("cards/card") {
                return None;
            }
            let among = Among::Zones { whose, zones: vec![zone] };
            return Some(Select::new(among, Filter::Any, ends(end, Amount::Fixed(count))));
        }
        if p.take("top or bottom security card") {
            let among = Among::Zones { whose, zones: vec![Place::Security] };
            return Some(Select::new(among, Filter::Test(Test::AtEnd), HowMany::Exactly(Amount::Fixed(1))));
        }
        let end = end(p)?;
        let count = p.number().unwrap_or(1);
        let face = if p.take("face-down") {
            Filter::Is(Posture::FaceDown)
        } else if p.take("face-up") {
            Filter::Is(Posture::FaceUp)
        } else {
            Filter::Any
        };
        if !p.take("security cards/card") {
            return None;
        }
        let among = Among::Zones { whose, zones: vec![Place::Security] };
        Some(Select::new(among, face, ends(end, Amount::Fixed(count))))
    }) {
        return Some(select);
    }
    // "this Digimon's bottom 2 face-down digivolution cards", "1 of your Digimon's bottom digivolution card".
    p.attempt_with(b, |p, b| {
        let among = host_owner(p, b)?;
        let end = end(p)?;
        let count = p.number().unwrap_or(1);
        let (filter, zone) = under_noun_zone(p, b)?;
        let among = match among {
            Among::Under { host, .. } => Among::Under { host, zone },
            among => among,
        };
        Some(Select::new(among, filter, ends(end, Amount::Fixed(count))))
    })
}

/// "[Cyborg] trait digivolution cards", "face-down cards": the noun for cards under cards.
pub fn under_noun(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    under_noun_zone(p, b).and_then(|(filter, zone)| (zone == Place::Under).then_some(filter))
}

pub fn under_noun_zone(p: &mut Parser<'_>, b: &mut B) -> Option<(Filter<Dcg>, Place)> {
    use effects::text::Lexicon;
    p.attempt_with(b, |p, b| {
        let mut filter = Filter::Any;
        while let Some(first) = WORDS.adjective(p, b) {
            let mut any = vec![first];
            while let Some(next) = p.attempt_with(b, |p, b| {
                if !(p.take("or") || p.mark('/')) {
                    return None;
                }
                WORDS.adjective(p, b)
            }) {
                any.push(next);
            }
            filter = filter.and(super::lexicon::either(any));
        }
        if p.take("digivolution cards/card") {
            let more = super::lexicon_postfix(p, b);
            return Some((filter.and(more), Place::Under));
        }
        if p.take("link cards/card") {
            return Some((filter, Place::Links));
        }
        // "face-down cards", only with what tells them apart.
        (filter == Filter::Is(Posture::FaceDown) && p.take("cards/card")).then_some((filter, Place::Under))
    })
}

/// "all of your opponent's Digimon", "each of …", as hosts: of the pile under each of them.
pub fn every_host(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    p.attempt_with(b, |p, b| {
        if !p.ahead("all/each") {
            return None;
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut select = select_of(noun, Who::Both, &[Place::Battle])?;
        select.count = HowMany::All;
        Some(Among::Under { host: Target::Each(Box::new(select)), zone: Place::Under })
    })
}

/// "any of your Tamers", as hosts: of the piles under them together.
fn any_host(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    if !p.take("any of") {
        return None;
    }
    let mut select = select_of(noun_phrase(&WORDS, p, b)?, Who::Both, &[Place::Battle])?;
    select.count = HowMany::All;
    Some(Among::Under { host: Target::Each(Box::new(select)), zone: Place::Under })
}

/// "2 of your opponent's Digimon", as hosts that are chosen first.
fn several_hosts(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    p.attempt_with(b, |p, b| {
        if !(p.ahead("2/3/4") || p.ahead("up to 2/3/4")) {
            return None;
        }
        let select = select_of(noun_phrase(&WORDS, p, b)?, Who::Both, &[Place::Battle])?;
        let host = chosen(b, select, Who::You).target;
        Some(Among::Under { host, zone: Place::Under })
    })
}

/// So many cards at an end of each pile.
pub fn outer(among: Among<Dcg>, end: End, count: i32) -> Select<Dcg> {
    let filter = Filter::Test(Test::Outer(end, Box::new(Amount::Fixed(count))));
    Select::new(among, filter, HowMany::All)
}

/// A host behind "of": one is chosen first.
pub fn host_place(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    let host = host(p, b)?;
    Some(Among::Under { host, zone: Place::Under })
}

/// A single host; where the text says "1 of your …", it is chosen first.
pub fn host(p: &mut Parser<'_>, b: &mut B) -> Option<Target<Dcg>> {
    if this(p) {
        return Some(Target::This);
    }
    if let Some(target) = it(p, b) {
        return Some(target);
    }
    p.attempt_with(b, |p, b| {
        let noun = noun_phrase(&WORDS, p, b)?;
        let select = select_of(noun, Who::Both, &[Place::Battle])?;
        match select.count {
            HowMany::Exactly(Amount::Fixed(1)) => Some(chosen(b, select, Who::You).target),
            _ => None,
        }
    })
}

/// "2 of your opponent's Digimon": hosts that are chosen first.
fn hosts(p: &mut Parser<'_>, b: &mut B) -> Option<Target<Dcg>> {
    let noun = noun_phrase(&WORDS, p, b)?;
    let select = select_of(noun, Who::Both, &[Place::Battle])?;
    matches!(select.count, HowMany::Exactly(_) | HowMany::UpTo(_)).then(|| chosen(b, select, Who::You).target)
}

/// A single host in front, as a possessive.
pub fn host_owner(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    p.attempt_with(b, |p, b| {
        let host = if p.take("its/their") {
            b.it.clone().unwrap_or(Target::This)
        } else {
            let host = host(p, b)?;
            if !p.take("'s/'") {
                return None;
            }
            host
        };
        Some(Among::Under { host, zone: Place::Under })
    })
}

/// "2 of this Digimon's digivolution cards", "all of the digivolution cards of 1 of your opponent's Digimon",
/// "any 2 digivolution cards from your opponent's Digimon", "1 of its link cards".
pub fn under_cards(p: &mut Parser<'_>, b: &mut B) -> Option<Select<Dcg>> {
    if let Some(select) = p.attempt_with(b, |p, b| {
        let count = how_many(p);
        p.take("the");
        // "All of 1 of your Digimon's digivolution cards": of one that is chosen; for one card any will do.
        let single = count == Some(HowMany::Exactly(Amount::Fixed(1)));
        let chosen = p.attempt_with(b, |p, b| {
            let hosts = if single { None } else { hosts(p, b) }?;
            p.take("'s/'").then_some(hosts)
        });
        let host = match chosen {
            Some(hosts) => hosts,
            None => owner(p, b)?,
        };
        let (filter, zone) = under_noun_zone(p, b)?;
        let count = count.unwrap_or(HowMany::All);
        Some(Select::new(Among::Under { host, zone }, filter, count))
    }) {
        return Some(select);
    }
    p.attempt_with(b, |p, b| {
        let count = how_many(p).unwrap_or(HowMany::All);
        p.take("of");
        p.take("the");
        let (filter, zone) = under_noun_zone(p, b)?;
        if !(p.take("from under") || p.take("of/from/under/in")) {
            return None;
        }
        // Some of the cards of each are chosen for each by itself, which the tree cannot tell.
        if count != HowMany::All && p.ahead("each of/each") {
            return p.want("all cards of each, or of one");
        }
        let one_host = |p: &mut Parser<'_>, b: &mut B| host(p, b);
        let host = match p.attempt_with(b, one_host) {
            Some(host) => host,
            None => match p.attempt_with(b, |p, b| if count == HowMany::All { hosts(p, b) } else { None }) {
                Some(hosts) => hosts,
                None => still(p, b)?,
            },
        };
        Some(Select::new(Among::Under { host, zone }, filter, count))
    })
}

/// A bare count of cards for "for each": "of your Tamers", "card in your hand", "digivolution card of this Digimon".
pub fn counted(p: &mut Parser<'_>, b: &mut B) -> Option<Select<Dcg>> {
    p.take("of");
    if let Some(mut select) = under_cards(p, b) {
        select.count = HowMany::All;
        return Some(select);
    }
    if let Some(select) = p.attempt_with(b, |p, b| {
        let (filter, zone) = under_noun_zone(p, b)?;
        let mut filter = filter;
        let host = if p.take("this digimon has") || p.take("under this digimon/tamer") {
            filter = filter.and(super::lexicon_postfix(p, b));
            Target::This
        } else if p.take("it has") {
            b.it.clone()?
        } else {
            return None;
        };
        Some(Select::new(Among::Under { host, zone }, filter, HowMany::All))
    }) {
        return Some(select);
    }
    p.attempt_with(b, |p, b| {
        p.take("total");
        let mut noun = noun_phrase(&WORDS, p, b)?;
        noun.count = None;
        if noun.whose.is_none() {
            if p.take("you have") {
                noun.whose = Some(Who::You);
            } else if p.take("your opponent has") || p.take("they have") {
                noun.whose = Some(Who::Opponent);
            }
            p.take("in play");
            // "for each other Digimon you have in play with the same name as this Digimon".
            noun.filter = noun.filter.and(super::lexicon_postfix(p, b));
        }
        let plain_card = noun.among.is_none() && noun.filter == Filter::Any;
        if plain_card {
            return None;
        }
        let security = noun.among.is_none() && noun.filter == Filter::Test(Test::In(Place::Security));
        let default = if security { Who::You } else { Who::Both };
        select_of(noun, default, &[Place::Battle])
    })
}

/// Where something goes: "to the hand", "to its owner's hand", "to the bottom of the deck".
pub fn to_hand(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| {
        // "add this card its owner's hand": some lists leave the "to" out.
        if !p.take("to") && !p.ahead("its owner 's hand") {
            return None;
        }
        whose_place(p);
        p.take("hand/hands").then_some(())
    })
    .is_some()
}

/// "the bottom of the deck", "the top or bottom of your security stack".
pub fn end_of(p: &mut Parser<'_>) -> Option<(End, Who, Place)> {
    p.attempt(|p| {
        p.take("the/your");
        let at = if p.take("top or bottom") || p.take("top or the bottom") { End::Either } else { end(p)? };
        if !p.take("of") {
            return None;
        }
        let whose = whose_place(p);
        Some((at, whose, zone(p)?))
    })
}
