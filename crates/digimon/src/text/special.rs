//! Deeds of their own shape: activating effects, switching attacks, stepping in, changing costs and figures.

use super::cards::{self, FIELD, Home};
use super::change;
use super::clause::{Form, each, verb_is};
use super::header;
use super::lexicon::B;
use super::words::COLORS;
use crate::vocab::*;
use effects::text::grammar::whose;
use effects::text::{Bracket, Parser};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// "activate this card's [Main] effect", "activate 1 of this Digimon's [When Digivolving] effects".
pub fn activate(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "activate/activates/activating") {
        return None;
    }
    p.mark(':');
    let mut one = p.take("1/one of?");
    p.take("the");
    let owner = p
        .attempt_with(b, |p, b| {
            // "1 of your [X]'s [On Play] effects": the Digimon is chosen first.
            let noun = effects::text::grammar::noun_phrase(&super::lexicon::WORDS, p, b)?;
            if noun.whose.is_none() || noun.among.is_some() || !p.take("'s") {
                return None;
            }
            let mut select = cards::select_of(noun, Who::You, &[Place::Battle])?;
            select.count = effects::HowMany::Exactly(Amount::Fixed(1));
            Some(cards::chosen(b, select, Who::You).target)
        })
        .or_else(|| p.attempt_with(b, cards::owner));
    let timing = header::timing(p.peek_group(Bracket::Square)?)?;
    p.bump();
    // "1 [On Play] or [When Digivolving] effect".
    let or = p.attempt(|p| {
        if !p.take("or") {
            return None;
        }
        let timing = header::timing(p.peek_group(Bracket::Square)?)?;
        p.bump();
        Some(timing)
    });
    // Several without a number are all of them.
    let several = p.take("effects/skills");
    if !(several || p.take("effect/skill")) {
        return None;
    }
    let of = match owner {
        Some(owner) => owner,
        None if p.take("on/of") => {
            if p.take("the placed/played/trashed/revealed/added card/digimon") {
                b.moved.clone().or_else(|| b.it.clone())?
            } else if p.ahead("1/one of your") {
                cards::object(p, b, FIELD)?.target
            } else {
                cards::still(p, b)?
            }
        }
        None => return None,
    };
    if matches!(of, Target::Each(_)) {
        return None;
    }
    let own = p.take("as an effect of this digimon/tamer/card");
    // "Place a card under this Digimon. Activate 1 of that Digimon's effects as an effect of this Digimon": of the card.
    let of = match (own, of, b.moved.clone()) {
        (true, Target::This, Some(moved @ Target::Slot(_))) => moved,
        (true, Target::This, _) => return p.want("whose effects"),
        (_, of, _) => of,
    };
    one |= !several && !matches!(timing, Timing::Main | Timing::Security);
    Some(vec![Step::Do(Verb::Activate { of, timing, or, one, own })])
}

/// "cards from under your Tamers can also be placed for their DigiXros", "place 1 card from under your Tamers and 1 card from
/// your trash as digivolution cards for a DigiXros": only in effects that step in before a play.
pub fn digixros_from(p: &mut Parser<'_>) -> Option<Vec<Step<Dcg>>> {
    p.attempt(|p| {
        let placing = p.take("you may/can also? place");
        let mut extra = Extra::default();
        loop {
            let one = p.take("1 card");
            if !(one || p.take("cards")) {
                return None;
            }
            let most = if one { Most::One } else { Most::Any };
            if p.take("from? under your tamers") {
                extra.under = most;
            } else if !one && p.take("from? under one/1 of your tamers") {
                extra.under = Most::OneHost;
            } else if p.take("in/from your trash") {
                extra.trash = most;
            } else {
                return None;
            }
            if !p.take("and") {
                break;
            }
        }
        let said = if placing {
            p.take("as/in digivolution cards for a digixros")
        } else {
            p.take("can/may also be placed for their/its/a? digixros")
                || p.take("can/may also be placed for this card 's digixros")
        };
        said.then(|| vec![Step::Do(Verb::XrosFrom(extra))])
    })
}

/// "switch the target of attack to this Digimon", "change the attack target to …", "end the attack".
pub fn switch(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if verb_is(p, form, "end/ends/ending") && p.take("that/the/this attack") {
        return Some(vec![Step::Do(Verb::EndAttack)]);
    }
    let turned = verb_is(p, form, "switch/switches/switching")
        || verb_is(p, form, "change/changes/changing")
        || verb_is(p, form, "redirect/redirects/redirecting");
    if !turned {
        return None;
    }
    let what = p.take("the? target of the? attack to")
        || p.take("the? attack target to")
        || p.take("its attack target to")
        || p.take("that attack 's target to")
        || p.take("the attack to");
    if !what {
        return None;
    }
    if p.take("the player") || p.take("a player") || cards::the_opponent(p) {
        return Some(vec![Step::Do(Verb::SwitchTarget(None))]);
    }
    let target = cards::object(p, b, Home { by, ..FIELD })?.target;
    let one = Step::Do(Verb::SwitchTarget(Some(target)));
    if p.take("or the/a player") {
        let mut first = std::mem::take(&mut b.prelude);
        first.push(one);
        let player = vec![Step::Do(Verb::SwitchTarget(None))];
        return Some(vec![Step::OneOf {
            who: Who::You,
            pick: 1,
            options: vec![("1".into(), first), ("2".into(), player)],
        }]);
    }
    Some(vec![one])
}

/// "prevent that deletion", "it isn't deleted", "it doesn't leave": only in effects that step in.
pub fn prevent(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    if form != Form::Base {
        return None;
    }
    let all = p.take("prevent them from leaving the? battle? area? play?")
        || p.take("they don't leave the? battle? area?")
        || p.take("they aren't deleted");
    if all {
        return Some(vec![Step::Do(Verb::PreventAll)]);
    }
    // Of several that would leave the player says which one does not (ruling Q5438); those that are meant are what the
    // effect waits for.
    let those = p.take("prevent 1 of those digimon from leaving the? battle? area? play?")
        || p.take("1 of those digimon doesn't leave the? battle? area?")
        || p.take("1 of those digimon or tamers doesn't leave the? battle? area?")
        || p.take("1 of those digimon isn't deleted");
    if those {
        let among = Among::Zones { whose: Who::Both, zones: vec![Place::Battle] };
        let one = HowMany::Exactly(Amount::Fixed(1));
        let leaving = Select::new(among, Filter::Test(Test::Leaving), one);
        return Some(vec![Step::Do(Verb::Prevent(cards::chosen(b, leaving, Who::You).target))]);
    }
    let one = p.take("prevent that/this/the deletion/removal")
        || p.take("prevent it from being deleted")
        || p.take("prevent it from leaving the? battle? area? play?")
        || p.take("prevent this/that digimon from leaving the? battle? area? play?")
        || p.take("prevent this/that digimon from being deleted")
        || p.take("prevent this/that digimon from leaving play")
        || p.take("keep it/them in play")
        || p.take("prevent that digimon 's deletion")
        || p.take("prevent its deletion")
        || p.take("it isn't deleted")
        || p.take("it doesn't leave the? battle? area?")
        || p.take("that/this digimon isn't deleted")
        || p.take("that/this digimon/tamer doesn't leave the? battle? area?")
        || p.take("prevent it/them from leaving");
    if one {
        return Some(vec![Step::Do(Verb::Prevent(Target::Subject))]);
    }
    // One of those that would leave, told in full.
    p.attempt_with(b, |p, b| {
        let target = p.take("prevent").then(|| cards::object(p, b, FIELD))??.target;
        (matches!(target, Target::Slot(_)) && p.take("from leaving the battle area")).then_some(target)
    })
    .map(|target| vec![Step::Do(Verb::Prevent(target))])
}

/// "reduce the play cost by 2", in effects that step in.
pub fn reduce(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    // "add 1 to the digivolution cost".
    if let Some(n) = p.attempt(|p| {
        if !verb_is(p, form, "add/adds/adding") {
            return None;
        }
        let n = p.number()?;
        p.take("to the play/digivolution/use/link cost").then_some(n)
    }) {
        let amount = each(p, b, -n);
        return Some(vec![Step::Do(Verb::ReduceCost(amount))]);
    }
    if let Some(n) = p.attempt(|p| {
        if !(verb_is(p, form, "increase/increases/increasing")
            && p.take("the/its play/digivolution/use/link cost by"))
        {
            return None;
        }
        p.number()
    }) {
        return Some(vec![Step::Do(Verb::ReduceCost(each(p, b, -n)))]);
    }
    if let Some(steps) = p.attempt_with(b, change::cheaper_digimon) {
        return Some(steps);
    }
    if !verb_is(p, form, "reduce/reduces/reducing") {
        return None;
    }
    p.take("the/its/this/that/their");
    p.take("card/digimon 's");
    p.take("play/digivolution/memory/use/link");
    p.take("or digivolution/play");
    if !(p.take("cost/costs by")
        || p.take("cost of the digivolution by")
        || p.take("cost of playing it by")
        || p.take("cost of this/that card/digimon by")
        || p.take("cost of the played card/digimon by"))
    {
        return None;
    }
    if let Some(paid) = b.moved.clone().filter(|moved| matches!(moved, Target::Slot(_))) {
        if p.take("the play cost of the deleted digimon") || p.take("the deleted digimon 's play cost") {
            let cost = Amount::Figure(Figure::PlayCost, Box::new(paid));
            return Some(vec![Step::Do(Verb::ReduceCost(cost))]);
        }
    }
    let n = p.number()?;
    let amount = each(p, b, n);
    Some(vec![Step::Do(Verb::ReduceCost(amount))])
}

pub fn shuffle(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "shuffle/shuffles/shuffling") {
        return None;
    }
    if b.shown.is_some() && p.take("it") {
        return Some(vec![Step::Do(Verb::Shuffle(Who::You, Place::Security))]);
    }
    let who = whose(p).unwrap_or(Who::You);
    p.take("the");
    if p.take("security stack") {
        return Some(vec![Step::Do(Verb::Shuffle(who, Place::Security))]);
    }
    if p.take("deck") {
        return Some(vec![Step::Do(Verb::Shuffle(who, Place::Deck))]);
    }
    None
}

/// "attack with this Digimon".
pub fn attack_with(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "attack/attacks/attacking") {
        return None;
    }
    let mut at = Aim::Any;
    if p.take("a player") || cards::the_opponent(p) {
        at = Aim::Player;
    } else if p.take("your opponent 's digimon") || p.take("a digimon") || p.take("an opponent 's digimon") {
        at = Aim::Digimon;
    }
    if !p.take("with") {
        return None;
    }
    let who = cards::object(p, b, Home { by, ..FIELD })?.target;
    let unsuspended = p.take("without suspending it?");
    // "1 of your Digimon gets … and you may attack with it for the turn": the end is that of what it gets.
    p.take("for the turn");
    Some(vec![Step::Do(Verb::Attack { who, at, unsuspended })])
}

pub fn others(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if p.take("you? win/wins the game") {
        return Some(vec![Step::Do(Verb::Win(by))]);
    }
    if verb_is(p, form, "make/makes/making") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("unblockable") {
            return None;
        }
        let until = change::until(p).or(b.until)?;
        let change = Change::Cannot(Cannot::BeBlocked(Box::new(effects::Filter::Any)));
        return Some(vec![Step::Gain { to: effects::Gainer::Cards(target), change, until }]);
    }
    // "prevent effects from deleting it or reducing its DP until …".
    if let Some(steps) = p.attempt_with(b, kept_from) {
        return Some(steps);
    }
    if p.take("treat") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("as") {
            return None;
        }
        let changes = change::as_digimon(p)?;
        let until = change::until(p).or(b.until)?;
        let gain = |change| Step::Gain { to: effects::Gainer::Cards(target.clone()), change, until };
        return Some(changes.into_iter().map(gain).collect());
    }
    if verb_is(p, form, "change/changes/changing") {
        return changed_into(p, b);
    }
    if verb_is(p, form, "hatch/hatches/hatching") {
        p.take("a/1/one");
        p.take("digi-egg card?");
        let _ = p.take("to/in an empty space in your breeding area") || p.take("in/into your breeding area");
        return Some(vec![Step::Do(Verb::Hatch(by))]);
    }
    if verb_is(p, form, "choose/chooses/choosing") || verb_is(p, form, "select/selects/selecting") {
        if let Some(steps) = p.attempt_with(b, |p, b| spared(p, b, by)) {
            return Some(steps);
        }
        // "Choose 1 … and 1 …, and return them".
        if let Some(steps) = p.attempt_with(b, |p, b| {
            let target = super::several::several(p, b, Home { by, ..FIELD })?;
            let mut end = p.mark(',') && p.take("and");
            if !end && p.mark('.') {
                p.take("then ,?");
                end = true;
            }
            if !(end && p.ahead("return/delete/suspend/unsuspend/trash them")) {
                return None;
            }
            b.it = Some(target);
            super::clause::action(p, b, form, by)
        }) {
            return Some(steps);
        }
        let object = cards::object(p, b, Home { by, ..FIELD })?;
        b.chosen = Some(object.target.clone());
        return matches!(object.target, Target::Slot(_)).then(Vec::new);
    }
    if verb_is(p, form, "give/gives/giving") {
        return change::given(p, b);
    }
    if verb_is(p, form, "move/moves/moving") {
        let target = cards::object(p, b, Home { by, whose: Who::You, zones: &[Place::Breeding] })?.target;
        p.take("from the/your breeding area");
        if matches!(target, Target::Each(_)) {
            // It is in the breeding area no more: "it" is what was moved.
            b.it = Some(Target::Test(Test::Made));
        }
        return p.take("to the/your battle area").then(|| vec![Step::Do(Verb::Move(target))]);
    }
    None
}

/// "prevent effects from deleting it or reducing its DP until …": what lasts, and not what steps in.
fn kept_from(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if !p.take("prevent") {
        return None;
    }
    let (who, what) = super::ban::effects_of(p, b)?;
    if what != effects::Filter::Any || !p.take("from") {
        return None;
    }
    let target = b.it.clone().unwrap_or(Target::This);
    let mut kept: Vec<Cannot> = Vec::new();
    while kept.is_empty() || p.take("or") {
        kept.push(if p.take("deleting it") {
            Cannot::BeDeletedBy(who)
        } else if p.take("reducing its dp") {
            Cannot::DpReducedBy(who)
        } else {
            return None;
        });
    }
    let until = change::until(p).or(b.until)?;
    let to = effects::Gainer::Cards(target);
    let gain = |cannot| Step::Gain { to: to.clone(), change: Change::Cannot(cannot), until };
    Some(kept.into_iter().map(gain).collect())
}

/// Behind "choose": "1 of each player's Digimon and delete all other Digimon": others are those that were not chosen.
pub fn spared(p: &mut Parser<'_>, b: &mut B, by: Who) -> Option<Vec<Step<Dcg>>> {
    let mut slots = Vec::new();
    if p.take("1 of each player 's/'") {
        let filter = effects::text::grammar::described(&super::lexicon::WORDS, p, b)?;
        for whose in [Who::You, Who::Opponent] {
            let count = Some(effects::HowMany::Exactly(Amount::Fixed(1)));
            let noun = effects::text::Noun { count, whose: Some(whose), filter: filter.clone(), among: None };
            slots.push(cards::chosen(b, cards::select_of(noun, whose, &[Place::Battle])?, by).target);
        }
    } else {
        slots.push(cards::object(p, b, Home { by, ..FIELD })?.target);
    }
    p.mark(',');
    if !(p.take("and delete all") || p.take(". delete all")) {
        return None;
    }
    let whose = if p.take("of their") { Who::Opponent } else { Who::Both };
    if !p.take("other") {
        return None;
    }
    let mut filter = effects::Filter::Any;
    for slot in slots {
        let Target::Slot(slot) = slot else { return None };
        filter = filter.and(effects::Filter::Not(Box::new(effects::Filter::Bound(slot))));
    }
    let filter = filter.and(effects::text::grammar::described(&super::lexicon::WORDS, p, b)?);
    let among = effects::Among::Zones { whose, zones: vec![Place::Battle] };
    let select = effects::Select::new(among, filter, effects::HowMany::All);
    Some(vec![Step::Do(Verb::Delete(Target::Each(Box::new(select))))])
}

/// "[X]", "[X] (white/3000 DP)": what a Digimon whose original name is changed is called, and what it is then.
fn renamed(p: &mut Parser<'_>) -> Option<Vec<Change>> {
    let (names, _) = super::lexicon::names(p)?;
    let [name] = names.as_slice() else { return None };
    let mut changes = vec![Change::Name(name.clone())];
    if let Some(note) = p.passed_note() {
        let tokens = effects::text::lexer::lex(note);
        let mut p = p.inside(&tokens);
        while !p.at_end() {
            if let Some(color) = COLORS.read(&mut p) {
                changes.push(Change::Color(color));
            } else {
                changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
                p.take("dp").then_some(())?;
            }
            p.mark('/');
        }
    }
    Some(changes)
}

/// "change the original DP of 1 of your Digimon to 3000", "change 1 of … into a white Digimon with 3000 DP and an original name
/// of [X]", "change the original color of 1 of … to 1 non-white color".
pub fn changed_into(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if p.take("the original color of") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("to 1 non-white color") {
            return None;
        }
        let until = change::until(p).or(b.until)?;
        let to = effects::Gainer::Cards(target);
        let options = COLORS.rows.iter().filter(|color| color.means != Color::White).map(|color| {
            let gain = Step::Gain { to: to.clone(), change: Change::Color(color.means), until };
            (color.said.to_string(), vec![gain])
        });
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options: options.collect() }]);
    }
    let mut changes = Vec::new();
    let target = if p.take("the original name of") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("to") {
            return None;
        }
        changes.extend(renamed(p)?);
        target
    } else if p.take("the original dp of") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("to") {
            return None;
        }
        changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
        target
    } else {
        let target = cards::object(p, b, FIELD)?.target;
        if p.take("'s original dp to") {
            changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
        } else if p.take("'s original name to") {
            changes.extend(renamed(p)?);
        } else {
            if !p.take("into a? being?") {
                return None;
            }
            changes.push(Change::Color(COLORS.read(p)?));
            if !(p.take("digimon with") || p.take("and having")) {
                return None;
            }
            changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
            if !p.take("dp and an original name of") {
                return None;
            }
            let (names, _) = super::lexicon::names(p)?;
            let [name] = names.as_slice() else { return None };
            changes.push(Change::Name(name.clone()));
        }
        target
    };
    let until = change::until(p).or(b.until)?;
    let gain = |change| Step::Gain { to: effects::Gainer::Cards(target.clone()), change, until };
    Some(changes.into_iter().map(gain).collect())
}

/// "trash cards in your opponent's hand until they have 5 left", "trash the top cards of … until there are 3 left".
pub fn down_to(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    let blind = verb_is(p, form, "choose/chooses/choosing");
    if !(blind || verb_is(p, form, "trash/trashes/trashing")) {
        return None;
    }
    let top = p.take("the top cards of") || p.take("cards from the top of");
    if !top {
        p.take("any");
        if !p.take("cards in/from") {
            return None;
        }
    }
    let who = whose(p)?;
    let place = if p.take("hand") {
        Place::Hand
    } else if p.take("security stack/stacks") {
        Place::Security
    } else {
        return None;
    };
    if blind && !p.take("without looking and returning them to the bottom of the deck so that") {
        return None;
    }
    if !(blind || p.take("until they/there/it/you have/are/has") || p.take("so that they/you/it have/has")) {
        return None;
    }
    let left = p.number()?;
    if blind {
        if !p.take("remain") {
            return None;
        }
    } else {
        p.take("cards/card");
        p.take("left/remaining");
        let _ = p.take("in your/their hand") || p.take("in your/their security stack");
    }
    // Both stacks, each down to as many.
    if who == Who::Both && top {
        let one = |who: Who| {
            let all = super::cond::count_of(who, place);
            let count = Amount::Plus(Box::new(all), Box::new(Amount::Fixed(-left)));
            let among = effects::Among::Zones { whose: who, zones: vec![place] };
            let select = effects::Select::new(among, effects::Filter::Any, effects::HowMany::Top(count));
            Target::Each(Box::new(select))
        };
        return Some(vec![Step::Do(Verb::Trash(Target::Several(vec![one(Who::You), one(Who::Opponent)])))]);
    }
    if who == Who::Both {
        return None;
    }
    let all = super::cond::count_of(who, place);
    let count = Amount::Plus(Box::new(all), Box::new(Amount::Fixed(-left)));
    let among = effects::Among::Zones { whose: who, zones: vec![place] };
    if top {
        let select = effects::Select::new(among, effects::Filter::Any, effects::HowMany::Top(count));
        return Some(vec![Step::Do(Verb::Trash(Target::Each(Box::new(select))))]);
    }
    if place != Place::Hand {
        return None;
    }
    let mut select = effects::Select::new(among, effects::Filter::Any, effects::HowMany::Exactly(count));
    select.random = blind;
    let target = cards::chosen(b, select, by).target;
    Some(vec![Step::Do(if blind { Verb::ToDeck(target, End::Bottom) } else { Verb::Trash(target) })])
}
