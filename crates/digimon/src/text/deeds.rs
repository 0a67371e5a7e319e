//! Moments told of those who do something: of players, of effects, and of the piles it is done to.

use super::ban::effects_of;
use super::event::{
    Event, cause, digivolves, happened, is_this, tail, trigger, who_from_where, who_it_is, with_cond,
};
use super::lexicon::{B, WORDS};
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::{self, whose};
use effects::{Cond, Filter, Target, Who};

/// "you play a Tamer", "you use an Option card", "you would play this card", "your opponent plays a Digimon".
pub fn players(p: &mut Parser<'_>, b: &mut B, stepping: bool) -> Option<Event> {
    if stepping && p.take("playing") {
        let subject = who_it_is(p, b)?;
        let this = is_this(&subject);
        let cond = tail(p, b);
        let one = with_cond(trigger(Moment::Played, subject), cond);
        return Some(Event { would: true, triggers: vec![one], anywhere: this });
    }
    if stepping && p.take("digivolving") {
        let subject = who_it_is(p, b)?;
        let (triggers, cond, anywhere) = digivolves(p, b, &subject, true)?;
        let triggers = triggers.into_iter().map(|one| with_cond(one, cond.clone())).collect();
        return Some(Event { would: true, triggers, anywhere });
    }
    let who = if p.take("you") {
        Who::You
    } else if p.take("a player") {
        Who::Both
    } else if p.take("your opponent") || p.take("an opponent") {
        if p.ahead("'s") {
            return None;
        }
        Who::Opponent
    } else {
        return None;
    };
    let would = p.take("would") || stepping;
    let of = |filter: Filter<Dcg>| match who {
        _ if is_this(&filter) => filter,
        Who::Both => filter,
        who => Filter::Of(who).and(filter),
    };
    if p.take("next? play/plays") {
        let (subject, from) = who_from_where(p, b)?;
        let subject = of(subject);
        let this = is_this(&subject);
        let cond = tail(p, b);
        let mut triggers = vec![with_cond(with_cond(trigger(Moment::Played, subject), from), cond)];
        // "… or place [X] in your battle area".
        if let Some(placed) = p.attempt_with(b, |p, b| {
            if would || !p.take("or place a/an?") {
                return None;
            }
            let placed = grammar::described(&WORDS, p, b)?;
            p.take("in your/the/their battle area").then_some(placed)
        }) {
            triggers.push(trigger(Moment::Placed, of(placed)));
        }
        return Some(Event { would, triggers, anywhere: would && this });
    }
    if p.take("use/uses") {
        let subject = of(who_it_is(p, b)?);
        let this = is_this(&subject);
        let cond = tail(p, b);
        let one = with_cond(trigger(Moment::Used, subject), cond);
        return Some(Event { would, triggers: vec![one], anywhere: would && this });
    }
    // Further deeds are told of one player.
    if who == Who::Both {
        return None;
    }
    if would && p.take("digivolve into this card") {
        let into = Cond::Fact(Fact::Into(Box::new(Filter::This)));
        let one = with_cond(trigger(Moment::Digivolved, Filter::Of(who)), Some(into));
        return Some(Event { would, triggers: vec![one], anywhere: true });
    }
    if would {
        return None;
    }
    if let Some(event) = p.attempt_with(b, |p, _| {
        if !p.take("move/moves a/any digimon from your/their breeding area") {
            return None;
        }
        p.take("to your/their/the battle area");
        Some(happened(vec![trigger(Moment::Moved, of(Filter::Kind(Kind::Digimon)))]))
    }) {
        return Some(event);
    }
    if p.take("attack/attacks with") {
        return Some(happened(vec![trigger(Moment::Attacked, of(who_it_is(p, b)?))]));
    }
    if let Some(event) = p.attempt_with(b, |p, b| {
        // "you trash a digivolution card of 1 of your opponent's Digimon".
        if !p.take("trash/trashes a? digivolution card/cards of/from 1/any? of?") {
            return None;
        }
        let host = who_it_is(p, b)?;
        let cause = Cond::Fact(Fact::Cause(Cause::EffectOf(who)));
        Some(happened(vec![with_cond(trigger(Moment::UnderTrashed, host), Some(cause))]))
    }) {
        return Some(event);
    }
    if p.take("trash/trashes") {
        if p.take("this card in your hand") {
            let cond = using(p)?;
            return Some(happened(vec![with_cond(trigger(Moment::HandTrashed, Filter::This), Some(cond))]));
        }
        if p.take("a card/cards in your hand") {
            let cond = using(p)?;
            return Some(happened(vec![with_cond(
                trigger(Moment::HandTrashed, Filter::Of(who)),
                Some(cond),
            )]));
        }
    }
    None
}

pub fn using(p: &mut Parser<'_>) -> Option<Cond<Dcg>> {
    (p.take("using/with/by one of your effects") || p.take("by your effects"))
        .then_some(Cond::Fact(Fact::Cause(Cause::EffectOf(Who::You))))
}

/// "an effect plays one of your Digimon", "effects trash any of this Digimon's digivolution cards".
pub fn by_effects(p: &mut Parser<'_>, b: &mut B) -> Option<Event> {
    p.take("any of");
    let (who, what) = effects_of(p, b)?;
    let cause = Cond::Fact(Fact::Cause(match (who, what) {
        (Who::Both, Filter::Any) => Cause::Effect,
        (who, Filter::Any) => Cause::EffectOf(who),
        (who, filter) => Cause::EffectFrom(who, Box::new(filter)),
    }));
    let mut event = effects_do(p, b, &cause)?;
    // "effects add to your opponent's hand or trash cards from under your Tamers": the same effects.
    while let Some(more) = p.attempt_with(b, |p, b| {
        if event.would || !p.take("or") {
            return None;
        }
        effects_do(p, b, &cause).filter(|more| !more.would)
    }) {
        event.triggers.extend(more.triggers);
    }
    Some(event)
}

/// Behind "effects": what they do, for this cause.
fn effects_do(p: &mut Parser<'_>, b: &mut B, cause: &Cond<Dcg>) -> Option<Event> {
    let made = |moment, subject: Filter<Dcg>| with_cond(trigger(moment, subject), Some(cause.clone()));
    if p.take("would") {
        let mut triggers = Vec::new();
        let mut subject = None;
        loop {
            let moment = if p.take("delete") {
                Moment::Deleted
            } else if p.take("return") {
                Moment::Returned
            } else if p.take("remove") {
                Moment::Left
            } else {
                return None;
            };
            let whom = match p.attempt_with(b, who_it_is) {
                Some(whom) => whom,
                None if p.take("it/them") => {
                    // "When this Digimon has … and an effect would delete it".
                    subject.clone().or_else(|| (b.it == Some(Target::This)).then_some(Filter::This))?
                }
                None => return None,
            };
            if moment == Moment::Returned
                && !(p.take("to your/the? hand/hands or deck/decks")
                    || p.take("to its owner 's hand or deck"))
            {
                return None;
            }
            if moment == Moment::Left && !p.take("from the battle area") {
                return None;
            }
            subject = Some(whom.clone());
            triggers.push(made(moment, whom));
            if !p.take("or") {
                break;
            }
        }
        return Some(Event { would: true, triggers, anywhere: false });
    }
    if p.take("play/plays or digivolve/digivolves") {
        let subject = who_it_is(p, b)?;
        return Some(happened(vec![
            made(Moment::Played, subject.clone()),
            made(Moment::Digivolved, subject),
        ]));
    }
    let simple: &[(&str, Moment)] = &[
        ("play/plays", Moment::Played),
        ("suspend/suspends", Moment::Suspended),
        ("unsuspend/unsuspends", Moment::Unsuspended),
        ("delete/deletes", Moment::Deleted),
        ("digivolve/digivolves", Moment::Digivolved),
    ];
    if let Some(moment) = p.lookup(simple) {
        return Some(happened(vec![made(moment, who_it_is(p, b)?)]));
    }
    if let Some(event) = p.attempt_with(b, |p, _| {
        // "effects add to your opponent's hand", "an effect removes cards from your security stack".
        let moment = if p.take("add/adds to") {
            Moment::HandGained
        } else if p.take("remove/removes a? card/cards from") {
            Moment::SecurityLost
        } else {
            return None;
        };
        let who = whose(p)?;
        let place = if moment == Moment::HandGained { "hand" } else { "security stack" };
        p.take(place).then(|| happened(vec![made(moment, Filter::Of(who))]))
    }) {
        return Some(event);
    }
    if let Some(event) = p.attempt_with(b, |p, _| {
        // "an effect places the top card of this Digimon in its digivolution cards".
        let said = p.take("place/places the top card of this digimon in/under its digivolution cards")
            || p.take("place/places this digimon 's top stacked card in/under its digivolution cards");
        said.then(|| happened(vec![made(Moment::Sunk, Filter::This)]))
    }) {
        return Some(event);
    }
    if p.take("add/adds to") {
        return Some(happened(vec![made(Moment::UnderGained, host_cards(p, b)?)]));
    }
    if p.take("add/adds a? digivolution card/cards to")
        || p.take("add/adds a? card/cards to the digivolution cards of")
    {
        return Some(happened(vec![made(Moment::UnderGained, who_it_is(p, b)?)]));
    }
    if let Some(event) = p.attempt_with(b, |p, _| {
        if !(p.take("add/adds cards/card to") || p.take("add/adds a card to")) {
            return None;
        }
        let who = whose(p)?;
        let of = if who == Who::Both { Filter::Any } else { Filter::Of(who) };
        p.take("hand/hands").then(|| happened(vec![made(Moment::HandGained, of)]))
    }) {
        return Some(event);
    }
    if let Some(event) = p.attempt_with(b, |p, b| {
        if !p.take("place/places") {
            return None;
        }
        p.take("a/an/any");
        let filter = if p.take("digivolution card/cards") {
            Filter::Any
        } else {
            p.attempt_with(b, |p, b| grammar::described(&WORDS, p, b))?
        };
        let host = if p.take("under") {
            who_it_is(p, b)?
        } else if p.take("in/into") {
            host_cards(p, b)?
        } else {
            return None;
        };
        let mut one = made(Moment::UnderGained, host);
        if filter != Filter::Any {
            one = with_cond(one, Some(Cond::Fact(Fact::Other(Box::new(filter)))));
        }
        Some(happened(vec![one]))
    }) {
        return Some(event);
    }
    if !p.take("trash/trashes") {
        return None;
    }
    // This card itself, from somewhere.
    if p.take("this digivolution card") {
        return Some(happened(vec![made(Moment::TrashedFromUnder, Filter::This)]));
    }
    if p.take("this card") {
        if p.take("from the/your deck or security stack") {
            return Some(happened(vec![
                made(Moment::DeckTrashed, Filter::This),
                made(Moment::SecurityTrashed, Filter::This),
            ]));
        }
        if p.take("in/from your/the hand") {
            return Some(happened(vec![made(Moment::HandTrashed, Filter::This)]));
        }
        if p.take("from the/your security stack") {
            return Some(happened(vec![made(Moment::SecurityTrashed, Filter::This)]));
        }
        if p.take("from the/your deck") {
            return Some(happened(vec![made(Moment::DeckTrashed, Filter::This)]));
        }
        if p.take("from/in the/your battle area") {
            return Some(happened(vec![made(Moment::BattleTrashed, Filter::This)]));
        }
        if p.take("from digivolution cards") {
            return Some(happened(vec![made(Moment::TrashedFromUnder, Filter::This)]));
        }
        return p.attempt_with(b, |p, b| {
            if !p.take("from") {
                return None;
            }
            let host = host_cards(p, b)?;
            let from = Cond::Fact(Fact::Other(Box::new(host)));
            Some(happened(vec![with_cond(made(Moment::TrashedFromUnder, Filter::This), Some(from))]))
        });
    }
    if let Some(who) = p.attempt(|p| {
        if !p.take("from") {
            return None;
        }
        let who = whose(p)?;
        p.take("deck").then_some(who)
    }) {
        return Some(happened(vec![made(Moment::DeckTrashed, Filter::Of(who))]));
    }
    // "effects trash your opponent's security cards", "… a card in your opponent's hand".
    if let Some((who, moment)) = p.attempt(|p| {
        let _ = p.take("a/any cards/card from/in") || p.take("cards/card from/in") || p.take("any of");
        let who = whose(p)?;
        if p.take("security cards/card/stack") {
            return Some((who, Moment::SecurityTrashed));
        }
        p.take("hand").then_some((who, Moment::HandTrashed)).filter(|(who, _)| *who == Who::Opponent)
    }) {
        return Some(happened(vec![made(moment, Filter::Of(who))]));
    }
    if p.take("a/any card/cards in your hand") || p.take("cards in/from your hand") {
        return Some(happened(vec![made(Moment::HandTrashed, Filter::Of(Who::You))]));
    }
    p.take("any of/a/1");
    p.take("of");
    if let Some(host) = p.attempt_with(b, host_cards) {
        return Some(happened(vec![made(Moment::UnderTrashed, host)]));
    }
    if let Some(host) = p.attempt_with(b, link_cards) {
        return Some(happened(vec![made(Moment::LinkTrashed, host)]));
    }
    if p.take("cards from under") {
        return Some(happened(vec![made(Moment::UnderTrashed, who_it_is(p, b)?)]));
    }
    // "effects trash face-down digivolution cards from any of your Digimon".
    p.attempt_with(b, |p, b| {
        let face = if p.take("face-down") {
            Some(Posture::FaceDown)
        } else if p.take("face-up") {
            Some(Posture::FaceUp)
        } else {
            None
        };
        if !p.take("digivolution cards/card from/of") {
            return None;
        }
        let one = made(Moment::UnderTrashed, who_it_is(p, b)?);
        let other = face.map(|face| Cond::Fact(Fact::Other(Box::new(Filter::Is(face)))));
        Some(happened(vec![with_cond(one, other)]))
    })
}

/// "this Digimon's digivolution cards": the host.
pub fn host_cards(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    let host = if p.take("its") { Filter::This } else { possessive(p, b)? };
    p.take("digivolution cards/card").then_some(host)
}

pub fn link_cards(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    let host = possessive(p, b)?;
    p.take("link cards/card").then_some(host)
}

pub fn possessive(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    p.attempt_with(b, |p, b| {
        let host = who_it_is(p, b)?;
        p.take("'s/'").then_some(host)
    })
}

/// Security stacks, hands, decks, digivolution cards as wholes.
pub fn piles(p: &mut Parser<'_>, b: &mut B) -> Option<Event> {
    let of = |who: Who| if who == Who::Both { Filter::Any } else { Filter::Of(who) };
    if p.take("your breeding area is hatched in") {
        return Some(happened(vec![trigger(Moment::Hatched, Filter::Of(Who::You))]));
    }
    // "your security is checked": the card that is.
    if p.take("your security is checked") {
        let yours = Cond::Fact(Fact::Other(Box::new(Filter::Of(Who::You))));
        return Some(happened(vec![with_cond(trigger(Moment::Checked, Filter::Any), Some(yours))]));
    }
    if let Some(who) = p.attempt(|p| {
        if !p.take("a/any card/cards is/are trashed from") {
            return None;
        }
        let who = whose(p)?;
        p.take("security stack").then_some(who)
    }) {
        return Some(happened(vec![with_cond(trigger(Moment::SecurityTrashed, of(who)), cause(p, b))]));
    }
    if p.take("security stacks are added to") {
        return Some(happened(vec![trigger(Moment::SecurityGained, Filter::Any)]));
    }
    if p.take("one/1/any of your opponent 's digivolution cards/card is/are trashed") {
        let theirs = Filter::Of(Who::Opponent).and(Filter::Kind(Kind::Digimon));
        return Some(happened(vec![with_cond(trigger(Moment::UnderTrashed, theirs), cause(p, b))]));
    }
    if p.take("cards are placed face up in your security stack") {
        let card = Filter::Of(Who::You).and(Filter::Is(Posture::FaceUp));
        return Some(happened(vec![trigger(Moment::SecurityGained, card)]));
    }
    if p.take("security stacks are removed from") {
        return Some(happened(vec![trigger(Moment::SecurityLost, Filter::Any)]));
    }
    if let Some(event) = p.attempt_with(b, |p, _| {
        let who = whose(p)?;
        if p.take("security stack? is/are removed from") {
            return Some(happened(vec![trigger(Moment::SecurityLost, of(who))]));
        }
        if p.take("security stack is/are added to") {
            return Some(happened(vec![trigger(Moment::SecurityGained, of(who))]));
        }
        if p.take("hand is trashed from") {
            return Some(happened(vec![trigger(Moment::HandTrashed, of(who))]));
        }
        if p.take("deck is trashed from") {
            return Some(happened(vec![trigger(Moment::DeckTrashed, of(who))]));
        }
        None
    }) {
        return Some(event);
    }
    // "an opponent's Digimon's digivolution card is trashed".
    if let Some(host) = p.attempt_with(b, |p, b| {
        let host = host_cards(p, b)?;
        p.take("is/are trashed").then_some(host)
    }) {
        return Some(happened(vec![with_cond(trigger(Moment::UnderTrashed, host), cause(p, b))]));
    }
    if let Some(event) = p.attempt_with(b, |p, b| {
        p.take("a/any");
        if !p.take("digivolution card/cards of") {
            return None;
        }
        let host = who_it_is(p, b)?;
        p.take("is/are trashed").then(|| happened(vec![trigger(Moment::UnderTrashed, host)]))
    }) {
        return Some(event);
    }
    p.take("a/any");
    if !p.take("card/cards is/are") {
        return None;
    }
    let moment = if p.take("removed from") {
        Moment::SecurityLost
    } else if p.take("added to") {
        Moment::SecurityGained
    } else if p.take("trashed from") {
        Moment::DeckTrashed
    } else {
        return None;
    };
    let who = if p.take("a player 's") || p.take("a") { Who::Both } else { whose(p)? };
    let (moment, zone_fits) = if p.take("security stack") {
        (moment, moment != Moment::DeckTrashed)
    } else if p.take("deck") {
        (moment, moment == Moment::DeckTrashed)
    } else if p.take("hand") {
        match moment {
            Moment::SecurityGained => (Moment::HandGained, true),
            Moment::DeckTrashed => (Moment::HandTrashed, true),
            _ => return None,
        }
    } else {
        return None;
    };
    let cond = cause(p, b);
    zone_fits.then(|| happened(vec![with_cond(trigger(moment, of(who)), cond)]))
}
