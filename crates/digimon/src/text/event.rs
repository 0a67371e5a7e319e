//! What an effect waits for: everything behind "when".

use super::ban::effects_of;
use super::cards;
use super::deeds::{by_effects, host_cards, piles, players};
use super::lexicon::{B, WORDS};
use crate::vocab::*;
use effects::text::Parser;
use effects::text::grammar::{self, noun_phrase, whose};
use effects::{Among, Cond, Filter, Target, Trigger, Who};

/// Everything that one "when" waits for.
#[derive(Clone, Debug)]
pub struct Event {
    pub would: bool,
    pub triggers: Vec<Trigger<Dcg>>,
    /// It speaks of the card's own playing or of cards turning into it: it works wherever the card is.
    pub anywhere: bool,
}

/// Reads an event up to the comma behind it.
/// `stepping`: it is meant before it happens even if it does not say "would".
pub fn event(p: &mut Parser<'_>, b: &mut B, stepping: bool) -> Option<Event> {
    p.attempt_with(b, |p, b| {
        let mut event = once(p, b, stepping)?;
        while let Some(next) = p.attempt_with(b, |p, b| {
            p.mark(',');
            if !p.take("or") {
                return None;
            }
            p.take("when");
            once(p, b, stepping)
        }) {
            if next.would != event.would {
                return None;
            }
            event.triggers.extend(next.triggers);
            event.anywhere |= next.anywhere;
        }
        // DCG 15-8-5-1: only what has a moment before it can be stepped in before.
        if event.would && !event.triggers.iter().all(|one| is_announced(one.moment)) {
            return p.want("something that can be stepped in before");
        }
        let about_this = event.triggers.iter().all(|one| is_this(&one.subject));
        // "When your security is checked, … that card": the card, and not the Digimon that checks it.
        let checked = |one: &Trigger<Dcg>| one.moment == Moment::Checked && one.subject == Filter::Any;
        b.it = Some(match event.would {
            false if about_this => Target::This,
            false if event.triggers.iter().all(checked) => Target::Other,
            _ => Target::Subject,
        });
        // "When this Digimon attacks an opponent's Digimon, delete that Digimon": the other one is spoken of as well.
        let aims = |one: &Trigger<Dcg>| {
            one.moment == Moment::Attacked && matches!(one.cond, Some(Cond::Fact(Fact::Other(_))))
        };
        b.moved = (about_this && event.triggers.iter().all(aims)).then_some(Target::Other);
        // "When a digivolution card of 1 of your Digimon is trashed, … that card": it waits for the Digimon, and nothing
        // remembers the card.
        let of_host = |one: &Trigger<Dcg>| {
            matches!(one.moment, Moment::UnderTrashed | Moment::LinkTrashed | Moment::UnderGained)
        };
        if event.triggers.iter().any(of_host) {
            b.moved = Some(Target::Several(Vec::new()));
        }
        // "1 of your such Digimon" are those it waits for.
        if let [one] = &event.triggers[..] {
            b.such = Some(one.subject.clone()).filter(|subject| !is_this(subject));
        }
        // "When this card is trashed from under …, return this card": the card, which "this Digimon" is not.
        let beneath = |one: &Trigger<Dcg>| {
            matches!(one.moment, Moment::TrashedForBurst | Moment::TrashedFromUnder) && is_this(&one.subject)
        };
        if event.triggers.iter().all(beneath) {
            b.itself = Some(Target::Subject);
        }
        Some(event)
    })
}

/// Whether effects are asked before this happens.
fn is_announced(moment: Moment) -> bool {
    matches!(
        moment,
        Moment::Deleted
            | Moment::Returned
            | Moment::Left
            | Moment::TrashedFromUnder
            | Moment::UnderTrashed
            | Moment::Played
            | Moment::Used
            | Moment::Linked
            | Moment::Digivolved
    )
}

pub fn is_this(filter: &Filter<Dcg>) -> bool {
    match filter {
        Filter::This => true,
        Filter::All(all) => all.contains(&Filter::This),
        _ => false,
    }
}

fn once(p: &mut Parser<'_>, b: &mut B, stepping: bool) -> Option<Event> {
    if stepping {
        return p
            .attempt_with(b, |p, b| players(p, b, true))
            .or_else(|| p.attempt_with(b, |p, b| subjects(p, b, true)));
    }
    let readers = [plain, by_effects, piles];
    p.attempt_with(b, |p, b| players(p, b, false))
        .or_else(|| readers.iter().find_map(|read| p.attempt_with(b, read)))
        .or_else(|| p.attempt_with(b, |p, b| subjects(p, b, false)))
}

pub fn trigger(moment: Moment, subject: Filter<Dcg>) -> Trigger<Dcg> {
    Trigger { moment, subject, cond: None }
}

pub fn happened(triggers: Vec<Trigger<Dcg>>) -> Event {
    Event { would: false, triggers, anywhere: false }
}

pub fn with_cond(mut trigger: Trigger<Dcg>, cond: Option<Cond<Dcg>>) -> Trigger<Dcg> {
    trigger.cond = match (trigger.cond, cond) {
        (Some(a), Some(b)) => Some(a.and(b)),
        (a, b) => a.or(b),
    };
    trigger
}

/// Events without a subject of their own.
fn plain(p: &mut Parser<'_>, b: &mut B) -> Option<Event> {
    if p.take("attack targets change")
        || p.take("an/the attack target is switched/changed")
        || p.take("attack targets are switched/changed")
        || p.take("the target of an attack is switched/changed")
        || p.take("an attack target changes")
    {
        return Some(happened(vec![trigger(Moment::Switched, Filter::Any)]));
    }
    if p.take("the top stacked card/cards of") {
        let whose = who_it_is(p, b)?;
        return p.take("is/are trashed").then(|| happened(vec![trigger(Moment::DeDigivolved, whose)]));
    }
    p.take("a/any");
    if p.take("digivolution card/cards would be trashed from") {
        let host = who_it_is(p, b)?;
        let triggers = vec![with_cond(trigger(Moment::UnderTrashed, host), cause(p, b))];
        return Some(Event { would: true, triggers, anywhere: false });
    }
    None
}

/// "by an effect", "other than by your effects", "in battle": how it comes about. Nothing said: no condition.
pub fn cause(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    p.attempt_with(b, |p, b| {
        let fact = |cause| Cond::Fact(Fact::Cause(cause));
        let not = p.take("other than") || p.take("outside of");
        let mut all = Vec::new();
        while let Some(one) = p.attempt_with(b, |p, b| {
            if !all.is_empty() && !p.take("or") {
                return None;
            }
            let by = p.take("by/in/using");
            if !(by || not || !all.is_empty()) {
                return None;
            }
            Some(
                if p.take("dropping to 0 dp") || p.take("having its dp reduced to 0") || p.take("having 0 dp")
                {
                    Cause::ZeroDp
                } else if p.take("a? battle/battles") {
                    Cause::Battle
                } else if p.take("digixros") {
                    Cause::DigiXros
                } else {
                    match effects_of(p, b)? {
                        (Who::Both, Filter::Any) => Cause::Effect,
                        (who, Filter::Any) => Cause::EffectOf(who),
                        (who, filter) => Cause::EffectFrom(who, Box::new(filter)),
                    }
                },
            )
        }) {
            all.push(fact(one));
        }
        if all.is_empty() {
            return None;
        }
        let cond = if all.len() == 1 { all.remove(0) } else { Cond::Either(all) };
        Some(if not { Cond::Not(Box::new(cond)) } else { cond })
    })
}

/// DCG 4-6-1: only what lies under a Digimon is a digivolution card; whosever they are, it is their player's Digimon.
fn from_under(whose: Who, host: &Filter<Dcg>) -> Fact {
    let tamers = super::lexicon::kind_of(host) == Some(Filter::Kind(Kind::Tamer));
    Fact::From(if tamers { whose } else { Who::Both }, Place::Under)
}

/// Where it comes from, or when it happens.
fn setting(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    p.attempt_with(b, |p, b| {
        // "played from digivolution cards", whosever they are.
        if p.take("from digivolution cards") {
            return Some(Cond::Fact(Fact::From(Who::Both, Place::Under)));
        }
        if p.take("during a main phase") {
            return Some(Cond::Fact(Fact::MainPhase));
        }
        if p.take("during your/their/the main phase") {
            return Some(Cond::Fact(Fact::MainPhase));
        }
        if p.take("during your/their/the unsuspend phase") {
            return Some(Cond::Fact(Fact::UnsuspendPhase));
        }
        match cards::place(p, b)? {
            Among::Zones { whose, zones } if zones.len() == 1 => {
                let whose = if whose == Who::Owner { Who::You } else { whose };
                Some(Cond::Fact(Fact::From(whose, zones[0])))
            }
            Among::Under { host: Target::Each(select), .. } => match select.among {
                Among::Zones { whose, .. } => Some(Cond::Fact(from_under(whose, &select.filter))),
                _ => None,
            },
            _ => None,
        }
    })
}

pub fn tail(p: &mut Parser<'_>, b: &mut B) -> Option<Cond<Dcg>> {
    let mut cond: Option<Cond<Dcg>> = None;
    while let Some(next) = cause(p, b).or_else(|| setting(p, b)) {
        cond = Some(match cond {
            Some(cond) => cond.and(next),
            None => next,
        });
    }
    cond
}

/// A noun phrase as a test of what it happens to.
pub fn who_it_is(p: &mut Parser<'_>, b: &mut B) -> Option<Filter<Dcg>> {
    p.attempt_with(b, |p, b| {
        if p.take("this") {
            let described = grammar::described(&WORDS, p, b)?;
            let plain = matches!(described, Filter::Any | Filter::Kind(Kind::Digimon | Kind::Tamer));
            let this = if plain { Filter::This } else { Filter::This.and(described) };
            // "this Digimon or any of your Tamers".
            if let Some(other) = p.attempt_with(b, |p, b| {
                if !p.take("or any/1/one of") {
                    return None;
                }
                let noun = noun_phrase(&WORDS, p, b)?;
                let who = noun.whose.filter(|_| noun.among.is_none())?;
                Some(Filter::Of(who).and(noun.filter))
            }) {
                return Some(Filter::Either(vec![this, other]));
            }
            return Some(this);
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut filter = noun.filter;
        if let Some(who) = noun.whose {
            if who != Who::Both {
                filter = Filter::Of(who).and(filter);
            }
            // "an opponent's Digimon or one of your [X] trait Digimon": whose is said of each.
            if let Some(other) = p.attempt_with(b, |p, b| {
                if noun.among.is_some() || !p.take("or any/1/one of") {
                    return None;
                }
                let noun = noun_phrase(&WORDS, p, b)?;
                let who = noun.whose.filter(|_| noun.among.is_none())?;
                Some(Filter::Of(who).and(noun.filter))
            }) {
                return Some(Filter::Either(vec![filter, other]));
            }
        }
        match noun.among {
            None => {}
            Some(Among::Zones { zones, .. }) if zones == [Place::Battle] => {}
            Some(Among::Zones { whose, zones }) if zones.len() == 1 => {
                // "a card in your opponent's deck": whose it is is said of the place.
                if noun.whose.is_none() && matches!(whose, Who::You | Who::Opponent) {
                    filter = Filter::Of(whose).and(filter);
                }
                filter = filter.and(Filter::Test(Test::In(zones[0])));
            }
            Some(_) => return None,
        }
        Some(filter)
    })
}

/// A card that is played, and where it comes from: afterwards it is there no more.
pub fn who_from_where(p: &mut Parser<'_>, b: &mut B) -> Option<(Filter<Dcg>, Option<Cond<Dcg>>)> {
    p.attempt_with(b, |p, b| {
        if p.ahead("this") {
            return Some((who_it_is(p, b)?, None));
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        let mut filter = noun.filter;
        if let Some(who @ (Who::You | Who::Opponent)) = noun.whose {
            filter = Filter::Of(who).and(filter);
        }
        let from = match noun.among {
            None => None,
            Some(Among::Zones { zones, .. }) if zones == [Place::Battle] => None,
            Some(Among::Zones { whose, zones }) if zones.len() == 1 => {
                let whose = if whose == Who::Owner { Who::You } else { whose };
                Some(Cond::Fact(Fact::From(whose, zones[0])))
            }
            Some(Among::Under { host: Target::Each(select), .. }) => match select.among {
                Among::Zones { whose, .. } => Some(Cond::Fact(from_under(whose, &select.filter))),
                _ => return None,
            },
            Some(_) => return None,
        };
        Some((filter, from))
    })
}

/// Events that begin with the cards they happen to.
fn subjects(p: &mut Parser<'_>, b: &mut B, stepping: bool) -> Option<Event> {
    // "When this Digimon has … and would be deleted".
    let elided = p.ahead("would") && b.it == Some(Target::This);
    let subject = if elided { Filter::This } else { who_it_is(p, b)? };
    // "this Digimon's attack target is switched".
    if p.take("'s/' attack target/targets is/are switched/changed")
        || p.take("'s attack target changes")
        || p.take("'s/' attack targets change")
    {
        return Some(happened(vec![trigger(Moment::Switched, subject)]));
    }
    let would = p.take("would") || stepping;
    let mut triggers: Vec<Trigger<Dcg>> = Vec::new();
    let mut anywhere = false;
    loop {
        let first = triggers.is_empty();
        let next = p.attempt_with(b, |p, b| {
            if !first && !p.take("or") {
                return None;
            }
            if !first && p.ahead("your/when/any/one/you") {
                return None;
            }
            p.take("next");
            let (moments, cond, any) = happens(p, b, &subject, would)?;
            anywhere |= any;
            Some((moments, cond))
        });
        match next {
            Some((moments, cond)) => {
                for one in moments {
                    triggers.push(with_cond(one, cond.clone()));
                }
            }
            None => break,
        }
    }
    if triggers.is_empty() {
        return None;
    }
    // What is said behind "deleted or returned" holds for both.
    if let Some(cond) = tail(p, b) {
        triggers = triggers.into_iter().map(|one| with_cond(one, Some(cond.clone()))).collect();
    }
    Some(Event { would, triggers, anywhere })
}

type Happens = (Vec<Trigger<Dcg>>, Option<Cond<Dcg>>, bool);

/// What happens to a subject.
fn happens(p: &mut Parser<'_>, b: &mut B, subject: &Filter<Dcg>, would: bool) -> Option<Happens> {
    let one = |moment| vec![trigger(moment, subject.clone())];
    let be = p.take("is/are/be/was/were");
    if be || p.ahead("played/deleted/returned/digivolved") {
        if p.take("played") {
            let this = is_this(subject);
            let cond = tail(p, b);
            return Some((one(Moment::Played), cond, would && this));
        }
        if p.take("used") {
            let this = is_this(subject);
            return Some((one(Moment::Used), tail(p, b), would && this));
        }
        if p.take("deleted") {
            return Some((one(Moment::Deleted), cause(p, b), false));
        }
        if p.take("digivolved into") && would {
            let into = Cond::Fact(Fact::Into(Box::new(subject.clone())));
            let any = vec![trigger(Moment::Digivolved, Filter::Any)];
            return Some((any, Some(into), is_this(subject)));
        }
        if !would && p.take("returned from your trash to your/the deck") {
            let yours = Filter::Of(Who::You).and(subject.clone());
            return Some((vec![trigger(Moment::TrashDecked, yours)], cause(p, b), false));
        }
        if p.take("returned to your/the/their/its? owner? 's? hand/hands or deck/decks") {
            return Some((one(Moment::Returned), cause(p, b), false));
        }
        if p.take("blocked") {
            return Some((one(Moment::Blocked), None, false));
        }
        if p.take("suspended") {
            return Some((one(Moment::Suspended), tail(p, b), false));
        }
        if p.take("unsuspended") {
            return Some((one(Moment::Unsuspended), tail(p, b), false));
        }
        if p.take("moved from the/their/your breeding area to the/their/your battle area") {
            return Some((one(Moment::Moved), None, false));
        }
        if p.take("linked") {
            return Some((one(Moment::Linked), None, false));
        }
        // "face-up [X] trait cards are placed in your security stack".
        if let Some(who) = p.attempt_with(b, |p, _| {
            if !(p.take("placed in") || p.take("added to")) {
                return None;
            }
            let who = whose(p)?;
            p.take("security stack").then_some(who)
        }) {
            let card = Filter::Of(who).and(subject.clone());
            return Some((vec![trigger(Moment::SecurityGained, card)], cause(p, b), false));
        }
        if let Some(host) = p.attempt_with(b, |p, b| {
            // "a purple card is placed under this Tamer".
            if is_this(subject) || !p.take("placed under") {
                return None;
            }
            who_it_is(p, b)
        }) {
            let cond = Cond::Fact(Fact::Other(Box::new(subject.clone())));
            return Some((vec![trigger(Moment::UnderGained, host)], Some(cond), false));
        }
        if p.take("placed in the/your battle area") {
            return Some((one(Moment::Placed), cause(p, b), false));
        }
        if p.take("placed in/as") {
            // "Tamer cards are placed in this Digimon's digivolution cards".
            let host = host_cards(p, b)?;
            let cond = Cond::Fact(Fact::Other(Box::new(subject.clone())));
            return Some((vec![trigger(Moment::UnderGained, host)], Some(cond), false));
        }
        // "a card in your opponent's deck is trashed".
        if let (Filter::All(parts), true) = (subject, p.ahead("trashed ,") || p.ahead("trashed by")) {
            let place = |place| parts.contains(&Filter::Test(Test::In(place)));
            let moment = if place(Place::Deck) {
                Some(Moment::DeckTrashed)
            } else if place(Place::Hand) {
                Some(Moment::HandTrashed)
            } else {
                None
            };
            if let Some(moment) = moment {
                p.take("trashed");
                // It is no longer there: whose it was is what is left to ask.
                let there = |part: &&Filter<Dcg>| !matches!(part, Filter::Test(Test::In(_)));
                let was = parts.iter().filter(there).cloned().fold(Filter::Any, Filter::and);
                return Some((vec![trigger(moment, was)], cause(p, b), false));
            }
        }
        if !is_this(subject) && p.take("trashed from your hand") {
            let mine = vec![trigger(Moment::HandTrashed, Filter::Of(Who::You).and(subject.clone()))];
            return Some((mine, cause(p, b), false));
        }
        if *subject == Filter::Kind(Kind::Option) && p.take("trashed") && p.ahead(",") {
            return Some((one(Moment::BattleTrashed), None, false));
        }
        if is_this(subject) && p.take("trashed") {
            if p.take("due to activating this digimon 's") {
                p.group(effects::text::Bracket::Angle)?;
                return Some((one(Moment::TrashedForBurst), None, false));
            }
            let moment = if p.take("from/in your/the hand") {
                Moment::HandTrashed
            } else if p.take("from your/the deck") || p.take("from the top of your/the deck") {
                Moment::DeckTrashed
            } else if p.take("from the/your battle area") || p.take("in the/your battle area") {
                Moment::BattleTrashed
            } else if p.take("from the/your security stack") {
                Moment::SecurityTrashed
            } else {
                return None;
            };
            return Some((one(moment), cause(p, b), false));
        }
        return None;
    }
    if p.take("dna digivolve/digivolves") {
        let (triggers, cond, anywhere) = digivolves(p, b, subject, would)?;
        let dna = Cond::Fact(Fact::ByDna);
        return Some((triggers, Some(cond.map_or(dna.clone(), |cond| dna.and(cond))), anywhere));
    }
    if p.take("digivolve/digivolves") {
        return digivolves(p, b, subject, would);
    }
    if !would && p.take("return/returns from your trash to the/your hand") {
        let said = match subject {
            Filter::All(all) => all.contains(&Filter::Of(Who::You)),
            one => *one == Filter::Of(Who::You),
        };
        let yours = if said { subject.clone() } else { Filter::Of(Who::You).and(subject.clone()) };
        return Some((vec![trigger(Moment::TrashLost, yours)], None, false));
    }
    if !would && p.take("return/returns from your trash to the/your deck") {
        let said = match subject {
            Filter::All(all) => all.contains(&Filter::Of(Who::You)),
            one => *one == Filter::Of(Who::You),
        };
        let yours = if said { subject.clone() } else { Filter::Of(Who::You).and(subject.clone()) };
        return Some((vec![trigger(Moment::TrashDecked, yours)], None, false));
    }
    if p.take("leave/leaves") {
        p.take("the battle area");
        return Some((one(Moment::Left), cause(p, b), false));
    }
    if p.take("attack/attacks") {
        let cond = if p.take("a player")
            || p.take("players")
            || (p.ahead("your opponent ,") && p.take("your opponent"))
        {
            Some(Cond::Fact(Fact::AttackingPlayer))
        } else {
            p.attempt_with(b, |p, b| {
                let target = who_it_is(p, b)?;
                Some(Cond::Fact(Fact::Other(Box::new(target))))
            })
        };
        return Some((one(Moment::Attacked), cond, false));
    }
    if p.take("become/becomes suspended") || p.take("suspend/suspends") {
        return Some((one(Moment::Suspended), tail(p, b), false));
    }
    if p.take("become/becomes unsuspended") || p.take("unsuspend/unsuspends") {
        return Some((one(Moment::Unsuspended), tail(p, b), false));
    }
    if p.take("block/blocks") {
        p.attempt_with(b, |p, b| who_it_is(p, b).map(|_| ()));
        return Some((one(Moment::Blocks), None, false));
    }
    // "a [X] trait card would link to this Digimon": the Digimon is linked, the card is the other.
    if would && p.take("link to") {
        let host = who_it_is(p, b)?;
        let card = Cond::Fact(Fact::Other(Box::new(subject.clone())));
        return Some((vec![trigger(Moment::Linked, host)], Some(card), false));
    }
    if p.take("get/gets linked") {
        let to = p.attempt_with(b, |p, b| {
            if !p.take("to/with") {
                return None;
            }
            who_it_is(p, b)
        });
        let cond = to.map(|to| Cond::Fact(Fact::Other(Box::new(to))));
        return Some((one(Moment::Linked), cond, false));
    }
    if p.take("move/moves") {
        p.take("from the/your/their breeding area");
        p.take("to the/your/their battle area");
        return Some((one(Moment::Moved), None, false));
    }
    if p.take("win/wins a battle") {
        return Some((one(Moment::WonBattle), None, false));
    }
    if p.take("delete/deletes") {
        let loser = who_it_is(p, b)?;
        if !p.take("in battle") {
            // In battle, or by its effects.
            let own = Cause::EffectFrom(Who::You, Box::new(Filter::This));
            let by_effect =
                with_cond(trigger(Moment::Deleted, loser.clone()), Some(Cond::Fact(Fact::Cause(own))));
            // Whatever it battles is another Digimon.
            let any = loser == Filter::This.negate().and(Filter::Kind(Kind::Digimon));
            let lost = (!any).then(|| Cond::Fact(Fact::Other(Box::new(loser))));
            let in_battle = with_cond(trigger(Moment::DeletedInBattle, Filter::This), lost);
            return (is_this(subject) && p.ahead(",")).then(|| (vec![in_battle, by_effect], None, false));
        }
        let mut cond = if loser == Filter::Of(Who::Opponent).and(Filter::Kind(Kind::Digimon)) {
            None
        } else {
            Some(Cond::Fact(Fact::Other(Box::new(loser))))
        };
        if p.take("and survives/survive") {
            let survived = Cond::Fact(Fact::Survived);
            cond = Some(match cond {
                Some(cond) => cond.and(survived),
                None => survived,
            });
        }
        return Some((one(Moment::DeletedInBattle), cond, false));
    }
    if p.take("check/checks your opponent 's security stack") {
        return Some((one(Moment::Checked), None, false));
    }
    if p.take("check/checks") {
        let card = who_it_is(p, b)?;
        return Some((one(Moment::Checked), Some(Cond::Fact(Fact::Other(Box::new(card)))), false));
    }
    None
}

pub fn digivolves(p: &mut Parser<'_>, b: &mut B, subject: &Filter<Dcg>, would: bool) -> Option<Happens> {
    if p.ahead("by/with this effect") {
        return None;
    }
    // "would digivolve from level 5 to level 6".
    if let Some((from, to)) = p.attempt(|p| {
        if !p.take("from level") {
            return None;
        }
        let from = p.number()?;
        if !p.take("to level") {
            return None;
        }
        Some((from, p.number()?))
    }) {
        let level =
            |number| Filter::Figure(Figure::Level, effects::Cmp::Equal, effects::Amount::Fixed(number));
        if !would {
            return None;
        }
        let cond = Cond::Fact(Fact::Into(Box::new(level(to))));
        return Some((
            vec![trigger(Moment::Digivolved, subject.clone().and(level(from)))],
            Some(cond),
            false,
        ));
    }
    let into = p.attempt_with(b, |p, b| {
        if !p.take("into") {
            return None;
        }
        if p.take("this card") {
            p.take("in/from your/the hand");
            return Some(Filter::This);
        }
        let noun = noun_phrase(&WORDS, p, b)?;
        match noun.among {
            None => Some(noun.filter),
            Some(Among::Zones { zones, .. }) if zones.len() == 1 => {
                Some(noun.filter.and(Filter::Test(Test::In(zones[0]))))
            }
            _ => None,
        }
    });
    // "one of your Tamers digivolves": afterwards it is a Digimon.
    let tamer = |subject: &Filter<Dcg>| match subject {
        Filter::All(all) => all.contains(&Filter::Kind(Kind::Tamer)),
        one => *one == Filter::Kind(Kind::Tamer),
    };
    let into = into.or((!would && tamer(subject)).then_some(Filter::Any));
    let Some(into) = into else {
        return Some((vec![trigger(Moment::Digivolved, subject.clone())], None, false));
    };
    let anywhere = is_this(&into);
    if would {
        let cond = Cond::Fact(Fact::Into(Box::new(into)));
        return Some((vec![trigger(Moment::Digivolved, subject.clone())], Some(cond), anywhere));
    }
    // Afterwards the Digimon is the card it became; what it was is the other card.
    let (mut side, mut was) = (Filter::Any, Filter::Any);
    let parts = match subject.clone() {
        Filter::All(all) => all,
        one => vec![one],
    };
    for part in parts {
        match part {
            Filter::Of(_) | Filter::This | Filter::Not(_) => side = side.and(part),
            Filter::Kind(Kind::Digimon) => {}
            part => was = was.and(part),
        }
    }
    let cond = (was != Filter::Any).then(|| Cond::Fact(Fact::Other(Box::new(was))));
    Some((vec![trigger(Moment::Digivolved, side.and(into))], cond, false))
}
