//! Phrases for cards: places, ends of piles, cards under cards, and what a verb is done to.

use super::lexicon::{B, WORDS};
use super::pile::{pile, under_cards};
use super::words::PLACES;
use crate::vocab::*;
use effects::text::grammar::{compare, how_many, noun_phrase, whose};
use effects::text::{Noun, Parser};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Select, Step, Target, Who};

/// "this Digimon", "this Tamer", "this card".
pub fn this(p: &mut Parser<'_>) -> bool {
    p.take("this digimon/tamer/option card") || p.take("this digimon/tamer/card") || p.take("this option")
}

/// "it", "that Digimon", "them", "those cards": what was spoken of last.
pub fn it(p: &mut Parser<'_>, b: &B) -> Option<Target<Dcg>> {
    if let Some(target) = super::canon::target(p) {
        return Some(target);
    }
    if let Some(moved) = b.moved.as_ref().filter(|moved| matches!(moved, Target::Slot(_))) {
        if p.take("the trashed/deleted/placed card/digimon") {
            return Some(moved.clone());
        }
    }
    if let Some(them) = b.it.as_ref().and_then(|it| moved_by(b, it)) {
        if p.take("them/they") || p.take("those/these cards") {
            return Some(them.clone());
        }
    }
    if let Some(chosen) = &b.chosen {
        if p.take("all? of? the/your chosen/selected digimon/tamer/card/cards") {
            return Some(chosen.clone());
        }
    }
    // "the top digivolution card of 1 of your Digimon … that Digimon": the one it was under.
    if let Some(Target::Each(select)) = &b.it {
        if let Among::Under { host: host @ Target::Slot(_), .. } = &select.among {
            // Several cards are not "it".
            let several =
                !matches!(select.count, HowMany::Top(Amount::Fixed(1)) | HowMany::Bottom(Amount::Fixed(1)));
            if p.take("that digimon/tamer") || several && p.take("it") {
                return Some(host.clone());
            }
        }
    }
    // Cards of a pile are no Digimon: "that Digimon" is the one that was chosen before them.
    if let (Some(Target::Each(select)), Some(single)) = (&b.it, b.single) {
        let pile = matches!(&select.among, Among::Zones { zones, .. }
            if zones.iter().all(|zone| matches!(zone, Place::Security | Place::Deck)));
        if pile && p.take("that digimon/tamer") {
            return Some(Target::Slot(single));
        }
    }
    // What went where nobody sees it any more can only be compared with (`departed`).
    let gone = |moved: &&Target<Dcg>| matches!(moved, Target::Test(Test::Departed(_)) | Target::Several(_));
    if b.moved.as_ref().filter(gone).is_some() && p.ahead("that card") {
        return None;
    }
    if let Some(moved) = b.moved.as_ref().filter(|moved| !gone(moved)) {
        if p.take("that card") || p.take("the placed card/digimon") {
            return Some(moved.clone());
        }
    }
    // What the effect waited for was deleted.
    if b.it == Some(Target::Subject) && p.take("the deleted digimon") {
        return Some(Target::Subject);
    }
    if b.it == Some(Target::Test(Test::Attacker)) && p.take("the attacking digimon") {
        return b.it.clone();
    }
    // Several cards are never this one card.
    let several = p.ahead("1/one/any of them") || p.ahead("1/one/any of those/the");
    if several && b.it == Some(Target::This) {
        return None;
    }
    if p.ahead("those/these digimon/tamers/cards") && b.it == Some(Target::This) {
        return None;
    }
    // Nor are cards that are shown Digimon.
    if p.ahead("1/one/any of those digimon") && b.shown.map(Target::Slot) == b.it {
        return None;
    }
    if b.it == Some(Target::Subject) && p.take("the digimon you digivolved into") {
        return Some(Target::Subject);
    }
    // "Trash the top card of your deck. If it's …": that card is not on top any more, and nothing remembers it.
    let pronoun = p.ahead("it/them/they/themselves") || p.ahead("that/those/these card/cards");
    if pronoun && b.it.as_ref().is_some_and(is_end_of_pile) {
        return None;
    }
    // "When this Digimon attacks an opponent's Digimon, delete that Digimon": the one attacked; "it" is the attacker.
    if b.it == Some(Target::This) && b.moved == Some(Target::Other) && p.take("that digimon") {
        return Some(Target::Other);
    }
    // One that was suspended already is none that the effect suspended.
    if b.it.is_some()
        && (p.take("cards this effect suspended") || p.take("cards suspended by/with this effect"))
    {
        return Some(Target::Test(Test::Turned));
    }
    // Several cards may have met what the effect waits for at the same time: "those" are all of them.
    if b.it == Some(Target::Subject)
        && (p.take("those/these digimon/tamers/cards") || p.take("them/they/themselves"))
    {
        return Some(Target::Test(Test::Those));
    }
    // A card that paid for something gains nothing: "it" is the Digimon that it lay under.
    if let Some(Target::Each(select)) = &b.it {
        if let Among::Under { host: host @ (Target::This | Target::Slot(_)), .. } = &select.among {
            let acts = p.ahead("it gets/gains/can/can't/may/unsuspends/attacks/isn't/is/doesn't/digivolves");
            let acted_on = p.ahead("it") && p.behind("unsuspend/suspend/delete");
            if (acts || acted_on) && !p.behind("if/when") {
                p.take("it");
                return Some(host.clone());
            }
        }
    }
    let spoken = p.take("it/them/they/themselves")
        || matches!(b.it, Some(Target::Slot(_))) && p.take("all of them")
        || p.take("that/those/these digimon/tamer/card/cards/tamers/token")
        || p.take("that option card")
        || p.take("the played/chosen/selected/suspended/digivolved digimon/tamer/card/cards")
        || p.take("the digimon this effect dna? digivolved")
        || p.take("the/that dna digivolved digimon")
        || p.take("the digimon/tamer/card that digivolved/suspended with/by this effect")
        || p.take("cards/digimon/tamers this effect played/placed")
        || p.take("the digimon you played/returned/chose/placed with? this? effect?")
        || p.take("1/one/any of them")
        || p.take("1/one/any of those digimon/tamers/cards")
        || p.take("1/one/any of the played digimon/tamers/cards")
        || p.take("the digimon/card/cards/tamer this effect played/placed/suspended/digivolved")
        || p.take("the digimon/tamer/card/tokens/token played/digivolved/placed by/with this effect")
        || p.take("all? of? digimon/cards/tamers played by/with this effect")
        || p.take("the digivolving digimon")
        || p.take("the digimon/card/cards chosen/selected/revealed");
    if spoken { b.it.clone() } else { None }
}

/// The cards that were chosen and moved last, where "it" is the one Digimon that they were or are under: "them".
fn moved_by<'b>(b: &'b B, it: &Target<Dcg>) -> Option<&'b Target<Dcg>> {
    let Target::Slot(host) = it else { return None };
    b.moved.as_ref().filter(|moved| b.single == Some(*host) && matches!(moved, Target::Slot(_)))
}

/// "2 of your Digimon gain <Blocker>, and 1 of them gets +2000 DP": a choice among several that were spoken of.
fn some_of_those(p: &mut Parser<'_>, b: &B) -> Option<Select<Dcg>> {
    let several = match b.it.as_ref().map(|it| moved_by(b, it).unwrap_or(it)) {
        Some(Target::Slot(slot)) if b.single != Some(*slot) => {
            Select::new(Among::Slot(*slot), Filter::Any, HowMany::All)
        }
        Some(Target::Each(select)) if !is_end_of_pile(&Target::Each(select.clone())) => (**select).clone(),
        Some(Target::Test(Test::Made)) => {
            let among = Among::Zones { whose: Who::Both, zones: vec![Place::Battle] };
            Select::new(among, Filter::Test(Test::Made), HowMany::All)
        }
        _ => return None,
    };
    let count = if p.take("one") { 1 } else { p.number()? };
    let them = p.take("of them") || p.take("of those/these digimon/tamers/cards");
    them.then_some(Select { count: HowMany::Exactly(Amount::Fixed(count)), ..several })
}

/// Some card among those that the effect is about, wherever it lies in the open.
pub fn one_of_those(filter: Filter<Dcg>) -> Select<Dcg> {
    let among = Among::Zones {
        whose: Who::Both,
        zones: vec![Place::Battle, Place::Trash, Place::Security, Place::Hand],
    };
    Select::new(among, Filter::Test(Test::Those).and(filter), HowMany::Exactly(Amount::Fixed(1)))
}

/// What a cost took away, as something to compare with: "that card", "the returned Digimon".
pub fn departed(p: &mut Parser<'_>, b: &B) -> Option<Target<Dcg>> {
    let gone = |moved: &&Target<Dcg>| matches!(moved, Target::Test(Test::Departed(_)));
    let moved = b.moved.as_ref().filter(gone)?;
    let said = p.take("that card")
        || p.take("the returned/placed card/digimon/tamer")
        || p.take("the card/digimon this effect returned/placed");
    said.then(|| moved.clone())
}

/// A zone by name, without whose.
pub fn zone(p: &mut Parser<'_>) -> Option<Place> {
    let under = |place: &Place| matches!(place, Place::Under | Place::Links | Place::Checked);
    p.attempt(|p| PLACES.read(p).filter(|place| !under(place)))
}

/// Whose place it is; `Who::Owner` where nothing is said.
pub fn whose_place(p: &mut Parser<'_>) -> Who {
    if p.take("its/their owner/owners 's/'") {
        return Who::Owner;
    }
    if let Some(who) = whose(p) {
        return who;
    }
    p.take("the");
    Who::Owner
}

/// "in your trash", "from your hand or trash", "in this Digimon's digivolution cards", "among them", "in play".
pub fn place(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    p.attempt_with(b, |p, b| {
        if p.take("from? among them")
            || p.take("among those/these/the revealed? cards/card")
            || p.take("among it")
        {
            return b.shown.map(Among::Slot);
        }
        if let Some(slot) = p.attempt(|p| if p.take("among") { super::canon::letter(p) } else { None }) {
            return Some(Among::Slot(slot));
        }
        if p.take("in/from it") {
            return b.shown.map(Among::Slot);
        }
        if p.take("in play") {
            return Some(Among::Zones { whose: Who::Owner, zones: vec![Place::Battle] });
        }
        // Some lists leave the "on" out.
        if p.take("on the field") || p.take("the field") {
            return Some(Among::Zones { whose: Who::Owner, zones: vec![Place::Battle, Place::Breeding] });
        }
        if p.take("in your face-up security cards") {
            return None;
        }
        if p.take("in both players ' hands") {
            return Some(Among::Zones { whose: Who::Both, zones: vec![Place::Hand] });
        }
        if !p.take("in/from/on") {
            if p.take("under") {
                let among = under(p, b)?;
                // "… under this Digimon as its bottom digivolution card" says where cards go, not where they are; and so does
                // any such place where another was said in front.
                return (!p.ahead("as") && b.place.is_none()).then_some(among);
            }
            return None;
        }
        let mut all: Vec<Among<Dcg>> = Vec::new();
        loop {
            let next = p.attempt_with(b, |p, b| {
                let mut bare = false;
                if !all.is_empty() {
                    let comma = p.mark(',');
                    let and = p.take("and");
                    p.mark('/');
                    // DCG 4-21-1: a slash means "or".
                    let or = p.take("or") || p.mark('/');
                    if !(comma || and || or) {
                        return None;
                    }
                    bare = !(and || or);
                }
                // "from in play or from your hand".
                if all.is_empty() && p.take("in play") {
                    return Some(Among::Zones { whose: Who::You, zones: vec![Place::Battle] });
                }
                let from = p.take("from/in") || all.is_empty();
                if all.is_empty() && p.take("in play") {
                    return Some(Among::Zones { whose: Who::You, zones: vec![Place::Battle] });
                }
                if p.take("under") {
                    let among = under(p, b)?;
                    // "from your hand, or from under your Tamers, under this Digimon as …": the last says where they go.
                    return (from || !p.ahead("as")).then_some(among);
                }
                if let Some(under) = digivolution_cards_of(p, b) {
                    return Some(under);
                }
                let whose = whose_place(p);
                let zone = zone(p)?;
                // "in the battle area and trash their top security card": a deed, not a place.
                if zone == Place::Trash
                    && p.behind("and trash")
                    && p.ahead("1/2/3/the/their/your/any/all/it/this/that/up")
                {
                    return None;
                }
                // "…, trash …" is another clause unless the list goes on.
                if bare && !(p.ahead("or/and") || p.ahead(", or/and")) {
                    return None;
                }
                Some(Among::Zones { whose, zones: vec![zone] })
            });
            match (next, all.last_mut()) {
                (Some(Among::Zones { whose: more, zones: zone }), Some(Among::Zones { whose, zones }))
                    if more == Who::Owner || more == *whose =>
                {
                    zones.extend(zone);
                }
                (Some(next), _) => all.push(next),
                (None, _) => break,
            }
        }
        match all.len() {
            0 => None,
            1 => Some(all.remove(0)),
            _ => Some(Among::Several(all)),
        }
    })
}

/// Behind "under": a host.
fn under(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    // What follows the host ("… under this Digimon") says where a card goes, not where the host is.
    let host = if this(p) {
        Target::This
    } else if let Some(it) = it(p, b) {
        it
    } else {
        let mut said = whose(p);
        let one = how_many::<Dcg>(p) == Some(HowMany::Exactly(Amount::Fixed(1)));
        said = said.or_else(|| whose(p));
        let filter = effects::text::grammar::described(&WORDS, p, b)?;
        let noun = Noun { count: None, whose: said, filter, among: None };
        let mut hosts = select_of(noun, Who::Both, &[Place::Battle])?;
        if one {
            hosts.count = HowMany::Exactly(Amount::Fixed(1));
        }
        Target::Each(Box::new(hosts))
    };
    p.take("'s/'");
    Some(Among::Under { host, zone: Place::Under })
}

/// "this Digimon's digivolution cards", "its link cards", "your Digimon's digivolution cards".
fn digivolution_cards_of(p: &mut Parser<'_>, b: &mut B) -> Option<Among<Dcg>> {
    if p.take("the digivolution cards of") {
        let host = still(p, b)?;
        // "… of this Digimon with [X] in its digivolution cards": of none if it is none.
        let only = if host == Target::This { super::lexicon_postfix(p, b) } else { Filter::Any };
        if only != Filter::Any {
            let yours = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
            let this = Select::new(yours, Filter::This.and(only), HowMany::All);
            return Some(Among::Under { host: Target::Each(Box::new(this)), zone: Place::Under });
        }
        return Some(Among::Under { host, zone: Place::Under });
    }
    p.attempt_with(b, |p, b| {
        let one = p.ahead("1/one of");
        let mut host = owner(p, b)?;
        if let (true, Target::Each(select)) = (one, &mut host) {
            select.count = HowMany::Exactly(Amount::Fixed(1));
        }
        let zone = if p.take("digivolution cards/card or link cards/card") {
            let of = |zone| Among::Under { host: host.clone(), zone };
            return Some(Among::Several(vec![of(Place::Under), of(Place::Links)]));
        } else if p.take("digivolution cards/card") {
            Place::Under
        } else if p.take("link cards/card") {
            Place::Links
        } else {
            return None;
        };
        Some(Among::Under { host, zone })
    })
}

/// A possessive for a card: "this Digimon's", "its", "1 of your Digimon's" (any of them).
pub fn owner(p: &mut Parser<'_>, b: &mut B) -> Option<Target<Dcg>> {
    if p.take("its/their") {
        return b.it.clone().or(Some(Target::This));
    }
    p.attempt_with(b, |p, b| {
        let host = still(p, b)?;
        p.take("'s/'").then_some(host)
    })
}

/// Cards meant without a choice: "this Digimon", "it", "your Tamers", "any of your Digimon".
pub fn still(p: &mut Parser<'_>, b: &mut B) -> Option<Target<Dcg>> {
    if let Some(gone) = departed(p, b) {
        return Some(gone);
    }
    if this(p) || p.take("this") {
        return Some(Target::This);
    }
    if let Some(it) = it(p, b) {
        return Some(it);
    }
    p.attempt_with(b, |p, b| {
        let noun = compared(p, b)?;
        let mut select = select_of(noun, Who::Both, &[Place::Battle])?;
        if super::lexicon::differs(&select.filter).is_some() {
            return None;
        }
        select.count = HowMany::All;
        Some(Target::Each(Box::new(select)))
    })
}

/// Cards that others are compared with. "1 card with the same name as your Tamers from your hand": that card comes from the hand,
/// the Tamers are in play (DCG 15-1-7).
pub fn compared(p: &mut Parser<'_>, b: &mut B) -> Option<Noun<Dcg>> {
    let in_play = p.attempt_with(b, |p, b| {
        let said = whose(p);
        let count = how_many(p);
        let said = Some(said.or_else(|| whose(p))?);
        let filter = effects::text::grammar::described(&WORDS, p, b)?;
        p.ahead("from your/their/the").then_some(Noun { count, whose: said, filter, among: None })
    });
    in_play.or_else(|| noun_phrase(&WORDS, p, b))
}

/// The selection a noun phrase means. Where it names no place: the battle area, or what the noun itself says.
pub fn select_of(noun: Noun<Dcg>, default: Who, zones: &[Place]) -> Option<Select<Dcg>> {
    let mut said = noun.whose;
    let mut filter = noun.filter;
    let mut zones = zones.to_vec();
    for place in [Place::Checked, Place::Security] {
        if let Some(rest) = without_place(&filter, place) {
            // "your Tamers and security cards": each kind where it is.
            filter = match &filter {
                Filter::Either(any) if rest.1 && place == Place::Security => {
                    Filter::Either(each_in_place(any, place))
                }
                _ => rest.0,
            };
            zones = if rest.1 { vec![Place::Battle, place] } else { vec![place] };
        }
    }
    let mut among = match noun.among {
        Some(mut among) => {
            any_host(&mut among);
            among
        }
        None => Among::Zones { whose: Who::Owner, zones },
    };
    let is_private = |zones: &[Place]| {
        !zones.iter().any(|zone| matches!(zone, Place::Battle | Place::Breeding | Place::Checked))
    };
    settle(&mut among, &mut |zones| match said {
        Some(who) => who,
        None if is_private(zones) && default == Who::Both => Who::You,
        None => default,
    });
    // "your Digimon in the trash" and the like keep whose they are by where they are; under cards it is the host's.
    if let (Some(who), Among::Slot(_)) = (said, &among) {
        filter = filter.and(Filter::Of(who));
        said = None;
    }
    let _ = said;
    let count = noun.count.unwrap_or(HowMany::All);
    let filter = settle_extremes(filter, &among);
    Some(Select::new(among, filter, count))
}

/// Gives every place without a player its player.
fn settle(among: &mut Among<Dcg>, who: &mut dyn FnMut(&[Place]) -> Who) {
    match among {
        Among::Zones { whose, zones } if *whose == Who::Owner => *whose = who(zones),
        Among::Several(all) => all.iter_mut().for_each(|one| settle(one, who)),
        _ => {}
    }
}

/// Of alternatives, those that are not in `place` are in the battle area.
fn each_in_place(any: &[Filter<Dcg>], place: Place) -> Vec<Filter<Dcg>> {
    let on_field = |one: &Filter<Dcg>| match without_place(one, place) {
        Some(_) => one.clone(),
        None if without_place(one, Place::Battle).is_some() => one.clone(),
        None => one.clone().and(Filter::Test(Test::In(Place::Battle))),
    };
    any.iter().map(on_field).collect()
}

/// A filter without its marker that the cards are in `place`; and whether cards elsewhere fit too.
fn without_place(filter: &Filter<Dcg>, place: Place) -> Option<(Filter<Dcg>, bool)> {
    let marker = Filter::Test(Test::In(place));
    match filter {
        one if *one == marker => Some((Filter::Any, false)),
        Filter::All(all) => {
            let mut found = None;
            let mut rest = Filter::Any;
            for one in all {
                match without_place(one, place) {
                    Some((inner, both)) => {
                        found = Some(both);
                        rest = rest.and(inner);
                    }
                    None => rest = rest.and(one.clone()),
                }
            }
            found.map(|both| (rest, both))
        }
        Filter::Either(any) => {
            let stripped: Vec<_> = any.iter().map(|one| without_place(one, place)).collect();
            if stripped.iter().all(Option::is_none) {
                return None;
            }
            let mut kept: Vec<Filter<Dcg>> = Vec::new();
            let mut both = false;
            for (one, stripped) in any.iter().zip(stripped) {
                both |= stripped.is_none();
                let one = stripped.map_or_else(|| one.clone(), |(inner, _)| inner);
                if !kept.contains(&one) {
                    kept.push(one);
                }
            }
            Some((super::lexicon::either(kept), both))
        }
        _ => None,
    }
}

/// Tells "highest" and "lowest" among which cards they are meant: the same description without them.
fn settle_extremes(filter: Filter<Dcg>, place: &Among<Dcg>) -> Filter<Dcg> {
    let is_extreme = |one: &Filter<Dcg>| matches!(one, Filter::Test(Test::Extreme { .. }));
    let parts = match filter {
        Filter::All(all) => all,
        one => vec![one],
    };
    if !parts.iter().any(is_extreme) {
        return parts.into_iter().fold(Filter::Any, Filter::and);
    }
    let rest = parts.iter().filter(|one| !is_extreme(one)).cloned().fold(Filter::Any, Filter::and);
    let settled = parts.into_iter().map(|one| match one {
        Filter::Test(Test::Extreme { figure, least, .. }) => {
            let among = Box::new(Select::new(place.clone(), rest.clone(), HowMany::All));
            Filter::Test(Test::Extreme { figure, least, among })
        }
        one => one,
    });
    settled.fold(Filter::Any, Filter::and)
}

/// What a verb is done to; steps that choose it are in the builder's prelude.
#[derive(Clone, Debug)]
pub struct Object {
    pub target: Target<Dcg>,
    /// The selection behind it, unless it was a pronoun.
    pub select: Option<Select<Dcg>>,
}

impl Object {
    fn of(target: Target<Dcg>) -> Self {
        Object { target, select: None }
    }
}

/// Where cards are looked for when the phrase does not say, and who chooses.
#[derive(Clone, Copy, Debug)]
pub struct Home<'a> {
    pub by: Who,
    pub whose: Who,
    pub zones: &'a [Place],
}

pub const FIELD: Home<'static> = Home { by: Who::You, whose: Who::Both, zones: &[Place::Battle] };

impl Home<'_> {
    /// Where a further kind of cards is looked for: "all of your opponent's red Digimon and blue Tamers" says once whose they are.
    pub fn behind(self, first: &Object) -> Self {
        match first.select.as_ref().map(|select| (&select.among, &select.count)) {
            Some((Among::Zones { whose, zones }, HowMany::All)) if zones.contains(&Place::Battle) => {
                Home { whose: *whose, ..self }
            }
            _ => self,
        }
    }
}

/// Whether a number of cards stands here: "1", "up to 2", "all".
pub fn is_counted(p: &Parser<'_>) -> bool {
    how_many::<Dcg>(&mut p.clone()).is_some()
}

/// Anything a verb can be done to.
pub fn object(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Object> {
    if let Some(select) = p.attempt_with(b, |p, b| total(p, b, home)) {
        return Some(chosen(b, select, home.by));
    }
    if let Some(select) =
        p.attempt_with(b, |p, b| p.ahead("this digimon/tamer 's").then(|| pile(p, b)).flatten())
    {
        return Some(chosen(b, select, home.by));
    }
    if let Some(itself) = b.itself.clone().filter(|_| p.take("this card")) {
        return Some(Object::of(itself));
    }
    if this(p) {
        // "this Digimon with [X] in its name": only if it is one.
        let only = match p.attempt(with_differing) {
            Some(cond) => Filter::Test(Test::Provided(Box::new(cond))),
            None => super::lexicon_postfix(p, b),
        };
        if only != Filter::Any {
            let zones = vec![Place::Battle, Place::Breeding];
            let among = Among::Zones { whose: Who::You, zones };
            let one = HowMany::Exactly(Amount::Fixed(1));
            return Some(chosen(b, Select::new(among, Filter::This.and(only), one), home.by));
        }
        // "this card from your trash": where it is by then.
        let _ = p.take("from your trash") || p.take("from the/your battle area");
        b.it = Some(Target::This);
        return Some(Object::of(Target::This));
    }
    // "1 of those Digimon", of what met the trigger: the player says which.
    if b.it == Some(Target::Subject)
        && (p.take("1/one/any of them") || p.take("1/one/any of those digimon/tamers/cards"))
    {
        return Some(chosen(b, one_of_those(Filter::Any), home.by));
    }
    // "1 of them", of cards that are shown: a choice among those.
    if let Some(count) = b.shown.and_then(|_| {
        p.attempt(|p| {
            let count = p.number()?;
            p.take("of them").then_some(count)
        })
    }) {
        let among = Among::Slot(b.shown?);
        let select = Select::new(among, Filter::Any, HowMany::Exactly(Amount::Fixed(count)));
        return Some(chosen(b, select, home.by));
    }
    if let Some(select) = p.attempt_with(b, |p, b| some_of_those(p, b)) {
        return Some(chosen(b, select, home.by));
    }
    // "If your opponent has 6 or more cards in their hand, they trash 1 of them": of what was counted.
    if let (None | Some(Target::This), Some(Amount::Count(counted))) = (&b.it, &b.counted) {
        let select = (**counted).clone();
        if let Some(count) = p.attempt(|p| {
            let count = p.number()?;
            p.take("of them").then_some(count)
        }) {
            let count = HowMany::Exactly(Amount::Fixed(count));
            return Some(chosen(b, Select { count, ..select }, home.by));
        }
    }
    if let Some(select) = p.attempt_with(b, |p, b| one_of_each(p, b, home)) {
        return Some(chosen(b, select, home.by));
    }
    if let Some(target) = it(p, b) {
        return Some(Object::of(target));
    }
    if let Some(target) = rest(p, b) {
        return Some(Object::of(target));
    }
    // "If you don't have a [X], you may play one from your hand".
    if let Some(select) = p.attempt_with(b, |p, b| {
        if !p.take("one/1") {
            return None;
        }
        let filter = b.spoken.clone()?;
        let among = Some(place(p, b)?);
        let count = Some(HowMany::Exactly(Amount::Fixed(1)));
        select_of(Noun { count, whose: None, filter, among }, Who::You, home.zones)
    }) {
        return Some(chosen(b, select, home.by));
    }
    // "From 1 of your opponent's Digimon, trash any 2 digivolution cards".
    if let Some(among @ Among::Under { .. }) = b.place.clone() {
        if let Some(select) = p.attempt_with(b, |p, b| {
            let count = how_many(p)?;
            let (filter, zone) = super::pile::under_noun_zone(p, b)?;
            let bare = zone == Place::Under && !p.ahead("of/from/under");
            bare.then(|| Select::new(among, filter, count))
        }) {
            return Some(chosen(b, select, home.by));
        }
    }
    if let Some(select) = pile(p, b) {
        return Some(chosen(b, select, home.by));
    }
    if let Some(select) = under_cards(p, b) {
        return Some(chosen(b, select, home.by));
    }
    p.attempt_with(b, |p, b| {
        let start = p.position();
        let mut noun = super::several::either_noun(p, b)?;
        let each_player = p.passed_word(start, &["each"]) && p.passed_word(start, &["player", "players"]);
        if noun.among.is_none() && noun.whose.is_none() {
            noun.among = b.place.clone();
        }
        let plain_card = noun.among.is_none() && noun.filter == Filter::Any;
        if plain_card && home.zones == [Place::Battle] {
            return p.want("a place for the cards");
        }
        b.such = Some(noun.filter.clone());
        // "When you play …, return 1 of your opponent's Digimon of the same level": as what it happened to.
        if b.it == Some(Target::Subject) && noun.count == Some(HowMany::Exactly(Amount::Fixed(1))) {
            like_subject(&mut noun.filter);
        }
        if is_alike(&noun.filter) && noun.count == Some(HowMany::Exactly(Amount::Fixed(1))) {
            // "1 card of the same level" is like something else, which is not said.
            return p.want("what it is alike to");
        }
        choose_host(&mut noun, b, home.by);
        let mut select = select_of(noun, home.whose, home.zones)?;
        if !others(p, b, &mut select) {
            return p.want("other than which of them");
        }
        // Cards "with different names" are chosen one after the other.
        if select.is_settled() && super::lexicon::differs(&select.filter).is_some() {
            return None;
        }
        if p.take("in any order") {
            select.ordered = true;
        }
        if p.take("at random/randomly") || p.take("randomly") || p.take("without looking") {
            select.random = true;
        }
        Some(if each_player { of_each_player(b, select, home.by) } else { chosen(b, select, home.by) })
    })
}

/// "Choose 1 of your opponent's Digimon. Delete all of your opponent's other Digimon": other than the chosen one, which this
/// Digimon is not anyway. `false` where that would have to be known for longer than the effect lasts.
fn others(p: &Parser<'_>, b: &B, select: &mut Select<Dcg>) -> bool {
    fn than(filter: &mut Filter<Dcg>, slot: effects::Slot) -> bool {
        match filter {
            Filter::All(all) => all.iter_mut().any(|one| than(one, slot)),
            other if *other == Filter::This.negate() => {
                *other = Filter::Bound(slot).negate();
                true
            }
            _ => false,
        }
    }
    let Some(Target::Slot(slot)) = b.it else { return true };
    let theirs = matches!(&select.among, Among::Zones { whose: Who::Opponent, .. });
    let lasts = p.ahead("get/gets/gain/gains/can/can't/don't/doesn't/aren't/isn't/may");
    !(theirs && than(&mut select.filter, slot) && lasts && select.is_settled())
}

/// "1 of each player's Digimon": so many of yours, and so many of theirs.
fn of_each_player(b: &mut B, select: Select<Dcg>, by: Who) -> Object {
    let Among::Zones { whose: Who::Both, zones } = &select.among else { return chosen(b, select, by) };
    if select.is_settled() {
        return chosen(b, select, by);
    }
    let of = |whose| Select { among: Among::Zones { whose, zones: zones.clone() }, ..select.clone() };
    let both = [Who::You, Who::Opponent].map(|whose| chosen(b, of(whose), by).target);
    let target = Target::Several(both.into());
    b.it = Some(target.clone());
    Object::of(target)
}

/// "1 of each [X] trait card with different names": as many cards as there are names.
fn one_of_each(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Select<Dcg>> {
    if !(p.take("1 of each of") || p.take("1 of each")) {
        return None;
    }
    let mut noun = noun_phrase(&WORDS, p, b)?;
    if noun.count.is_some() {
        return None;
    }
    if noun.among.is_none() && noun.whose.is_none() {
        noun.among = b.place.clone();
    }
    let mut select = select_of(noun, home.whose, home.zones)?;
    let (distinct, rest) = super::lexicon::differs(&select.filter)?;
    let all = Select::new(select.among.clone(), rest, HowMany::All);
    select.count = HowMany::Exactly(Amount::Game(Count::Different(distinct, Box::new(all))));
    Some(select)
}

/// A single card "of the same level" is so as what the effect waited for, as that was then (DCG 15-8-3-8).
fn like_subject(filter: &mut Filter<Dcg>) {
    match filter {
        Filter::Test(Test::Alike(Distinct::Levels)) => {
            let level = Amount::Figure(Figure::Level, Box::new(Target::Subject));
            *filter = Filter::Figure(Figure::Level, effects::Cmp::Equal, level);
        }
        Filter::All(all) => all.iter_mut().for_each(like_subject),
        _ => {}
    }
}

fn is_alike(filter: &Filter<Dcg>) -> bool {
    match filter {
        Filter::Test(Test::Alike(_)) => true,
        Filter::All(all) => all.iter().any(is_alike),
        _ => false,
    }
}

/// "all cards in 1 of your Digimon's digivolution cards": the one is chosen first. For one card it is all the same.
fn choose_host(noun: &mut Noun<Dcg>, b: &mut B, by: Who) {
    if noun.count == Some(HowMany::Exactly(Amount::Fixed(1))) {
        return;
    }
    if let Some(Among::Under { host, .. }) = &mut noun.among {
        if let Target::Each(select) = host {
            if select.count == HowMany::Exactly(Amount::Fixed(1)) {
                *host = chosen(b, (**select).clone(), by).target;
            }
        }
    }
}

/// Hosts that are not chosen are any that fit.
pub fn any_host(among: &mut Among<Dcg>) {
    match among {
        Among::Under { host: Target::Each(select), .. } => select.count = HowMany::All,
        Among::Several(all) => all.iter_mut().for_each(any_host),
        _ => {}
    }
}

/// "up to 8000 DP total worth of …", "any number of … whose total DP adds up to 6000 or less".
fn total(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Select<Dcg>> {
    if let Some((figure, bound)) = p.attempt_with(b, |p, b| {
        if !p.take("up to") {
            return None;
        }
        if let Some((figure, of)) = p.attempt_with(b, |p, b| {
            let of = owner(p, b)?;
            let figure = super::lexicon::figure(p)?;
            p.take("'s/' total worth of").then_some((figure, of))
        }) {
            return Some((figure, Amount::Figure(figure, Box::new(of))));
        }
        let bound = p.number()?;
        let figure = super::lexicon::figure(p)?;
        p.take("'s/'");
        p.take("total worth of").then_some((figure, Amount::Fixed(bound)))
    }) {
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut select = select_of(noun, home.whose, home.zones)?;
        select.count = HowMany::TotalUpTo(figure, bound);
        return Some(select);
    }
    let noun = noun_phrase(&WORDS, p, b)?;
    if noun.count != Some(HowMany::AnyNumber) {
        return None;
    }
    let (figure, bound) = if p.take("whose total/combined") || p.take("whose") {
        let figure = super::lexicon::figure(p)?;
        if !(p.take("adds/add up to") || p.take("is/are")) {
            return None;
        }
        // "… are less than or equal to the play cost of 1 of your Digimon".
        if p.take("less than or equal to") {
            let mut noun = noun;
            let bound = super::amount::compared_to(p, b, figure)?;
            if noun.among.is_none() {
                noun.among = place(p, b);
            }
            let mut select = select_of(noun, home.whose, home.zones)?;
            select.count = HowMany::TotalUpTo(figure, bound);
            return Some(select);
        }
        let bound = p.number()?;
        (figure, p.take("or less").then_some(bound)?)
    } else if p.take("so that their") {
        let figure = super::lexicon::figure(p)?;
        if !p.take("total is up to") {
            return None;
        }
        (figure, p.number()?)
    } else {
        return None;
    };
    let mut noun = noun;
    if noun.among.is_none() {
        noun.among = place(p, b);
    }
    let mut select = select_of(noun, home.whose, home.zones)?;
    select.count = HowMany::TotalUpTo(figure, Amount::Fixed(bound));
    Some(select)
}

/// The player on the other side, not what is theirs.
pub fn the_opponent(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| (p.take("your opponent") && !p.ahead("'s")).then_some(())).is_some()
}

/// One card, chosen, also where the text gives no number: "into [X] in the hand".
pub fn one(p: &mut Parser<'_>, b: &mut B, home: Home<'_>) -> Option<Object> {
    if let Some(itself) = b.itself.clone().filter(|_| p.take("this card")) {
        return Some(Object::of(itself));
    }
    if this(p) {
        return Some(Object::of(Target::This));
    }
    if let Some(target) = it(p, b) {
        return Some(Object::of(target));
    }
    p.attempt_with(b, |p, b| {
        let mut noun = noun_phrase(&WORDS, p, b)?;
        if noun.among.is_none() && noun.whose.is_none() {
            noun.among = b.place.clone();
        }
        if noun.count.is_none() {
            noun.count = Some(HowMany::Exactly(Amount::Fixed(1)));
        }
        let select = select_of(noun, home.whose, home.zones)?;
        matches!(select.count, HowMany::Exactly(_)).then(|| chosen(b, select, home.by))
    })
}

/// Behind "this Digimon": "with 7 or more digivolution cards with different names": they differ, not the Digimon.
fn with_differing(p: &mut Parser<'_>) -> Option<Cond<Dcg>> {
    if !p.take("with") {
        return None;
    }
    let (cmp, number) = compare::<Dcg>(p)?;
    if !p.take("digivolution cards with") {
        return None;
    }
    let under = Among::Under { host: Target::This, zone: Place::Under };
    let all = Box::new(Select::new(under, Filter::Any, HowMany::All));
    let count = Amount::Game(Count::Different(super::lexicon::distinct(p)?, all));
    (cmp != Cmp::Equal).then_some(Cond::Compare(count, cmp, number))
}

/// "the top card of your deck": once it has moved, the pile has another.
pub fn is_end_of_pile(target: &Target<Dcg>) -> bool {
    matches!(target, Target::Each(select)
        if matches!(select.count, HowMany::Top(_) | HowMany::Bottom(_)) && matches!(select.among, Among::Zones { .. }))
}

/// "Trash the top 2 cards of your deck. If [X] is in this Digimon's digivolution cards, it gains …": this Digimon was spoken of last.
pub fn speaks_of_this(p: &Parser<'_>, b: &mut B) {
    let gets = p.ahead(", it gains/gets/can/can't") || p.ahead(", instead it gains/gets");
    if gets && p.behind("this digimon 's digivolution cards") && b.it.as_ref().is_none_or(is_end_of_pile) {
        b.it = Some(Target::This);
    }
}

/// A selection as a target: chosen if there is a choice, else all of it.
pub fn chosen(b: &mut B, select: Select<Dcg>, by: Who) -> Object {
    let target = if let Some(both) = both_ends(&select) {
        both
    } else if select.is_settled() {
        Target::Each(Box::new(select.clone()))
    } else {
        let slot = b.slot();
        b.prelude.push(Step::Choose { who: by, slot, from: select.clone() });
        let field = matches!(&select.among, Among::Zones { zones, .. } if zones[..] == [Place::Battle]);
        if field && select.count == HowMany::Exactly(Amount::Fixed(1)) {
            b.single = Some(slot);
        }
        Target::Slot(slot)
    };
    b.it = Some(target.clone());
    b.moved = None;
    Object { target, select: Some(select) }
}

/// "the top 3 cards of both players' decks": of each pile by itself.
fn both_ends(select: &Select<Dcg>) -> Option<Target<Dcg>> {
    let Among::Zones { whose: Who::Both, zones } = &select.among else { return None };
    if !matches!(select.count, HowMany::Top(_) | HowMany::Bottom(_)) {
        return None;
    }
    let one = |whose: Who| {
        let among = Among::Zones { whose, zones: zones.clone() };
        Target::Each(Box::new(Select { among, ..select.clone() }))
    };
    Some(Target::Several(vec![one(Who::You), one(Who::Opponent)]))
}

/// "the rest", "the remaining cards": what is still among the shown cards.
fn rest(p: &mut Parser<'_>, b: &mut B) -> Option<Target<Dcg>> {
    if p.take("the rest") || p.take("the remaining cards/card") || p.take("the other cards/card") {
        p.take("of the cards/card/revealed cards?");
        return b.shown.map(unmoved);
    }
    if p.take("all? of? the? revealed cards/card") || p.take("both cards") || p.take("the cards") {
        return b.shown.map(unmoved);
    }
    None
}

/// Those of the shown cards that have gone nowhere yet.
pub fn unmoved(shown: effects::Slot) -> Target<Dcg> {
    let rest = Filter::Test(Test::Unmoved);
    Target::Each(Box::new(Select::new(Among::Slot(shown), rest, HowMany::All)))
}
