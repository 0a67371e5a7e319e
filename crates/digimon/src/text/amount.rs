//! Numbers that refer to the table: "for each …", "the number of …", "as … as this Digimon".

use super::cards;
use super::lexicon::{B, WORDS, figure};
use super::pile::counted;
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::noun_phrase;
use effects::{Among, Amount, HowMany, Target, Who};

/// What a figure is compared to, behind "as" or "than": "this Digimon", "its level", "the number of …", "3".
pub fn compared_to(p: &mut Parser<'_>, b: &mut B, of: Figure) -> Option<Amount<Dcg>> {
    if let Some(number) = number_of(p, b) {
        return Some(number);
    }
    if p.take("your opponent 's memory") {
        return Some(Amount::Game(Count::Memory(Who::Opponent)));
    }
    // "as 1 of your Digimon", "the play cost of 1 of your Digimon": any of them may be compared with, so the most counts.
    if let Some(select) = p.attempt_with(b, |p, b| {
        p.attempt(|p| (p.take("the") && figure(p) == Some(of) && p.take("of")).then_some(()));
        if !p.ahead("1/one/any") {
            return None;
        }
        let noun = cards::compared(p, b)?;
        let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
        if p.ahead("'s/'") || !matches!(select.count, HowMany::Exactly(Amount::Fixed(1))) {
            return None;
        }
        select.count = HowMany::All;
        Some(select)
    }) {
        return Some(Amount::Game(Count::Most(of, Box::new(select))));
    }
    p.attempt_with(b, |p, b| {
        let possessive = p.attempt_with(b, |p, b| cards::owner(p, b));
        if let Some(target) = possessive {
            p.take("original");
            let figure = if p.take("digivolution cards") {
                Figure::Under
            } else {
                // "with a level less than or equal to this Digimon's".
                let said = figure(p);
                if said.is_none() && p.ahead("card/cards/digimon/top/bottom/link/digivolution") {
                    return None;
                }
                said.unwrap_or(of)
            };
            return Some(Amount::Figure(figure, Box::new(target)));
        }
        let target = if p.take("the suspended/played digimon/card") {
            b.it.clone()?
        } else {
            let target = cards::still(p, b)?;
            if matches!(target, Target::Each(_)) {
                return None;
            }
            this_only(p, b, target)
        };
        p.take("'s/has");
        p.attempt(|p| figure(p));
        Some(Amount::Figure(of, Box::new(target)))
    })
}

/// "… as this Digimon with [X] in its name": with none if it is none.
fn this_only(p: &mut Parser<'_>, b: &mut B, target: Target<Dcg>) -> Target<Dcg> {
    let only = match target {
        Target::This if p.ahead("with") => super::lexicon_postfix(p, b),
        _ => effects::Filter::Any,
    };
    if only == effects::Filter::Any {
        return target;
    }
    let yours = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
    let this = effects::Select::new(yours, effects::Filter::This.and(only), HowMany::All);
    Target::Each(Box::new(this))
}

/// "the number of …", "the total number of …".
pub fn number_of(p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Dcg>> {
    p.attempt_with(b, |p, b| {
        p.take("the");
        let total = p.attempt(|p| (p.take("total") && p.ahead("cards")).then_some(())).is_some();
        if !(total || p.take("total? number of")) || p.ahead("1/one of") {
            return None;
        }
        // The canonical spelling of what was chosen before.
        if let Some(slot) =
            p.attempt(|p| if p.take("cards that are") { super::canon::letter(p) } else { None })
        {
            return Some(Amount::Bound(slot));
        }
        let before = b.prelude.len();
        // A number cannot choose whose cards it counts.
        thing(p, b).filter(|_| b.prelude.len() == before)
    })
}

/// "for each …", "for every 2 …": how often.
pub fn per(p: &mut Parser<'_>, b: &mut B) -> Option<(i32, Amount<Dcg>)> {
    // "For each" by itself cannot choose whose cards it counts.
    let before = b.prelude.len();
    p.attempt_with(b, |p, b| per_chosen(p, b).filter(|_| b.prelude.len() == before))
}

/// The same in front of a sentence, where what it counts may be under a card that is chosen first.
pub fn per_chosen(p: &mut Parser<'_>, b: &mut B) -> Option<(i32, Amount<Dcg>)> {
    p.attempt_with(b, |p, b| {
        if !p.take("for each/every") {
            return None;
        }
        // "for every 1 of …" counts as well; "for each one, …" speaks of what was done.
        // "All of your Digimon get +1000 DP for each of their digivolution cards": each would count its own, which nothing does.
        let many = !matches!(b.it, None | Some(Target::This | Target::Subject))
            && b.single.map(Target::Slot) != b.it;
        if many && p.ahead("of their digivolution/link/face-down") {
            return p.want("whose cards");
        }
        let per = if p.ahead("one ,") || p.ahead("one .") { None } else { p.number() };
        let of = thing(p, b)?;
        // "for each of your Digimon and each of your Tamers".
        let of = match p.attempt_with(b, |p, b| if p.take("and/or each") { thing(p, b) } else { None }) {
            Some(more) => {
                let of = match (of, &more) {
                    // "each Digimon and each Tamer you have in play": whose they are is said once.
                    (Amount::Count(mut first), Amount::Count(second)) => {
                        let yours = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
                        let any = Among::Zones { whose: Who::Both, zones: vec![Place::Battle] };
                        if first.among == any && second.among == yours {
                            first.among = yours;
                        }
                        Amount::Count(first)
                    }
                    (of, _) => of,
                };
                Amount::Plus(Box::new(of), Box::new(more))
            }
            None => of,
        };
        Some((per.unwrap_or(1), of))
    })
}

/// What can be counted.
pub fn thing(p: &mut Parser<'_>, b: &mut B) -> Option<Amount<Dcg>> {
    if let Some(count) = p.attempt_with(b, |p, b| {
        p.take("of");
        if b.named && p.take("memory paid") {
            return Some(Amount::Named);
        }
        p.take("point of");
        if p.take("memory your opponent has") || p.take("memory they have") {
            return Some(Amount::Game(Count::Memory(Who::Opponent)));
        }
        if p.take("your link cards/card") {
            let yours = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
            let hosts = effects::Select::new(yours, effects::Filter::Any, HowMany::All);
            let among = Among::Under { host: Target::Each(Box::new(hosts)), zone: Place::Links };
            return Some(Amount::Count(Box::new(effects::Select::new(
                among,
                effects::Filter::Any,
                HowMany::All,
            ))));
        }
        if p.take("memory you have") {
            return Some(Amount::Game(Count::Memory(Who::You)));
        }
        if let Some(among) = p.attempt_with(b, |p, b| {
            // "color in your opponent's trash".
            if !p.take("colors/color") || !p.ahead("in") {
                return None;
            }
            cards::place(p, b)
        }) {
            let mut among = among;
            if let Among::Zones { whose: whose @ Who::Owner, .. } = &mut among {
                *whose = Who::You;
            }
            let select = effects::Select::new(among, effects::Filter::Any, HowMany::All);
            return Some(Amount::Game(Count::Colors(Box::new(select))));
        }
        if p.take("colors/color in this digimon 's digivolution cards") {
            let under = Among::Under { host: Target::This, zone: Place::Under };
            let select = effects::Select::new(under, effects::Filter::Any, HowMany::All);
            return Some(Amount::Game(Count::Colors(Box::new(select))));
        }
        if let Some(host) = p.attempt_with(b, |p, b| {
            // "color in this [X] trait Digimon's digivolution cards": none where it is no such Digimon.
            if !p.take("colors/color in this") {
                return None;
            }
            let filter = effects::text::grammar::described(&WORDS, p, b)?;
            let yours = Among::Zones { whose: Who::You, zones: vec![Place::Battle] };
            let this = effects::Select::new(yours, effects::Filter::This.and(filter), HowMany::All);
            p.take("'s digivolution cards").then(|| Target::Each(Box::new(this)))
        }) {
            b.it = Some(Target::This);
            let under = Among::Under { host, zone: Place::Under };
            let select = effects::Select::new(under, effects::Filter::Any, HowMany::All);
            return Some(Amount::Game(Count::Colors(Box::new(select))));
        }
        if p.attempt(|p| (p.take("one") && (p.ahead(",") || p.ahead(".") || p.at_end())).then_some(()))
            .is_some()
        {
            return Some(Amount::Done);
        }
        if p.take("its digivolution card colors/color") || p.take("its digivolution cards ' colors/color") {
            let under = Among::Under { host: b.it.clone().unwrap_or(Target::This), zone: Place::Under };
            let select = effects::Select::new(under, effects::Filter::Any, HowMany::All);
            return Some(Amount::Game(Count::Colors(Box::new(select))));
        }
        // "… for each of your Tamers' colors, and … for every 3 of their colors": of the same cards.
        if let Some(colors @ Amount::Game(Count::Colors(_))) = b.counted.clone() {
            if p.take("their colors/color") {
                return Some(colors);
            }
        }
        if p.take("this digimon 's colors/color") {
            return Some(Amount::Figure(Figure::Colors, Box::new(Target::This)));
        }
        if p.take("its/this colors/color") || p.take("color it has") {
            return Some(Amount::Figure(Figure::Colors, Box::new(b.it.clone().unwrap_or(Target::This))));
        }
        // "When … would digivolve into …, reduce the digivolution cost by 1 for each color on that card".
        if p.behind("digivolution cost by 1/2/3 for each/every") && p.take("color/colors on that card") {
            return Some(Amount::Figure(Figure::Colors, Box::new(Target::Other)));
        }
        if p.take("that card 's colors/color") {
            return Some(Amount::Figure(Figure::Colors, Box::new(b.it.clone()?)));
        }
        if p.take("that digimon 's colors/color") {
            // Of cards under a Digimon, "that Digimon" is the one they are under.
            let of = match b.it.clone()? {
                Target::Each(select) => match select.among {
                    Among::Under { host, .. } => host,
                    _ => return None,
                },
                target => target,
            };
            return Some(Amount::Figure(Figure::Colors, Box::new(of)));
        }
        if let Some(target) = p.attempt_with(b, |p, b| {
            let target = cards::it(p, b)?;
            p.take("'s colors/color").then_some(target)
        }) {
            return Some(Amount::Figure(Figure::Colors, Box::new(target)));
        }
        if p.take("same-level cards") {
            if p.take("in") {
                let of = cards::owner(p, b)?;
                return p.take("stack").then(|| Amount::Game(Count::Alike(Box::new(of))));
            }
            let of = cards::owner(p, b)?;
            return p.take("stack has").then(|| Amount::Game(Count::Alike(Box::new(of))));
        }
        // "card trashed", "Digimon deleted", "card this effect trashed".
        // "Return the rest. …for each card added": of the cards shown, as many as were added before.
        if b.shown.is_some()
            && (p.take("card/cards added to your/the hand by this effect")
                || p.take("cards/card added by? this? effect?")
                || p.take("cards/card this effect added")
                || p.take("added card/cards")
                || p.take("this effect added"))
        {
            return Some(Amount::Game(Count::Added));
        }
        if p.take("card/cards added to your hand by this effect")
            || p.take("cards/card/digimon/tamer/option trashed/deleted/returned/suspended/placed/added/revealed by? this? effect?")
            || p.take("cards/card/digimon/tamer this effect trashed/deleted/returned/suspended/placed/added")
            || p.take("digivolution card/cards this effect trashed/placed")
            || p.take("returned/placed/trashed/deleted/added card/cards")
            || p.take("card/cards/digimon/tamer/tamers you return/trash/place/delete/suspend this way")
            || p.take("digimon? card/cards/digimon/tamer you placed/returned/trashed")
            || p.take("this effect trashed/deleted/returned/suspended/placed/added")
            || p.take("digimon played with/by this effect")
            || p.take("digivolution cards/card trashed")
            || p.take("security cards/card trashed")
        {
            return Some(Amount::Done);
        }
        None
    }) {
        return Some(count);
    }
    // "each of your opponent's Digimon this effect suspended".
    if let Some(of) = p.attempt_with(b, |p, b| {
        p.take("of");
        let noun = noun_phrase(&WORDS, p, b)?;
        let Some(Target::Slot(slot)) = b.it else { return None };
        let filter = match noun.whose? {
            who @ (Who::You | Who::Opponent) => effects::Filter::Of(who).and(noun.filter),
            _ => return None,
        };
        let said = noun.among.is_none() && p.take("this effect suspended");
        let filter = filter.and(effects::Filter::Test(Test::Turned));
        said.then(|| effects::Select::new(Among::Slot(slot), filter, HowMany::All))
    }) {
        return Some(Amount::Count(Box::new(of)));
    }
    if let Some(colors) = p.attempt_with(b, |p, b| {
        p.take("of");
        let word = p.take("colors/color among/of");
        let has = !word && p.take("colors/color");
        let noun = noun_phrase(&WORDS, p, b)?;
        let word = word || has && p.take("have/has");
        if !word && !p.take("' colors/color") && !p.take("'s colors/color") {
            return None;
        }
        let mut select = cards::select_of(noun, Who::Both, &[Place::Battle])?;
        select.count = HowMany::All;
        let colors = Amount::Game(Count::Colors(Box::new(select)));
        b.counted = Some(colors.clone());
        Some(colors)
    }) {
        return Some(colors);
    }
    let mut select = counted(p, b)?;
    select.count = HowMany::All;
    Some(count(select))
}

/// How many cards a selection holds; of cards "with different names", how many names.
pub fn count(mut select: effects::Select<Dcg>) -> Amount<Dcg> {
    let Some((distinct, rest)) = super::lexicon::differs(&select.filter) else {
        return Amount::Count(Box::new(select));
    };
    select.filter = rest;
    Amount::Game(Count::Different(distinct, Box::new(select)))
}

/// A number with "for each" behind or in front: the whole amount.
pub fn times(each: i32, per: Option<(i32, Amount<Dcg>)>) -> Amount<Dcg> {
    match per {
        None => Amount::Fixed(each),
        Some((1, of)) if each == 1 => of,
        Some((per, of)) => Amount::PerEach { each, per, of: Box::new(of) },
    }
}
