//! "When …" and "At the beginning of …": what automatic abilities wait for.

use super::lexicon::Lex;
use crate::state::Zone;
use crate::vocab::{Condition, Moment, Part, Test, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::Bracket;
use effects::text::parser::Parser;
use effects::{Amount, Cond, Filter, HowMany, Target, Trigger, Who};

type B = Builder<Words>;

/// What an automatic ability waits for.
pub(super) struct Waits {
    pub part: Part,
    pub triggers: Vec<Trigger<Words>>,
    pub cond: Option<Condition>,
}

fn waits(triggers: Vec<Trigger<Words>>) -> Waits {
    Waits { part: Part::Field, triggers, cond: None }
}

/// "if this card is in the soul of a card …": the condition on that card, if it says one.
pub(super) fn in_soul(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Option<Condition>> {
    if !p.take("this card is in the soul of") {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    let filter = noun.filter;
    Some((filter != Filter::Any).then_some(Cond::Is(Target::Subject, filter)))
}

pub(super) fn read(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Waits> {
    if p.take("at the end of the battle of this card") || p.take("at the end of this card 's battle") {
        let trigger = Trigger { moment: Moment::BattleEnds, subject: Filter::This, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    if p.take("at the end of the/a battle that/in which this card attacked") {
        let trigger = Trigger { moment: Moment::AttackEnds, subject: Filter::This, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    if let Some(moment) = p.attempt(phase_moment) {
        let triggers =
            moment.into_iter().map(|moment| Trigger { moment, subject: Filter::Any, cond: None }).collect();
        return p.mark(',').then(|| waits(triggers));
    }
    // "During your turn, when …"
    if let Some(waits) = p.attempt_with(b, |p, b| {
        let during = super::condition::during(lex, p, b)?;
        if !p.mark(',') || !(p.ahead("when") || p.ahead("whenever")) {
            return None;
        }
        let mut waits = read(lex, p, b)?;
        waits.cond = Some(match waits.cond {
            Some(cond) => during.and(cond),
            None => during,
        });
        Some(waits)
    }) {
        return Some(waits);
    }
    // BF OTHER-DECKFLAG-4: life that would become zero is looked at the moment it does.
    if p.take("if your life would become 0") {
        let trigger = Trigger { moment: Moment::LifeZero(Who::You), subject: Filter::Any, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    if !p.take("when/whenever") {
        return None;
    }
    if let Some(triggers) = p.attempt(player_moment) {
        return p.mark(',').then(|| waits(triggers));
    }
    // BF KEY-IMPACTTRANSFORM-4: either keyword is meant.
    if let Some((moment, (subject, target))) = p.attempt_with(b, |p, b| {
        if !p.take("you") {
            return None;
        }
        let moment = match p.group_any(Bracket::Square, &["transform", "ride"])? {
            0 if p.take("into") => Moment::Transformed,
            1 if p.take("on/onto") => Moment::Rode,
            _ => return None,
        };
        Some((moment, subject(lex, p, b)?))
    }) {
        b.it = Some(target);
        let trigger = Trigger { moment, subject, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    // "When you equip this card"
    if let Some((subject, target)) =
        p.attempt_with(b, |p, b| if p.take("you equip") { subject(lex, p, b) } else { None })
    {
        b.it = Some(target);
        let trigger = Trigger { moment: Moment::Equipped, subject, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    // "When an attack by a 《X》 on your field destroys your opponent's monster"
    if let Some((subject, target)) = p.attempt_with(b, |p, b| {
        if !p.take("an attack by") || p.ahead("this card") {
            return None;
        }
        let found = subject(lex, p, b)?;
        p.take("destroys your/an? opponent 's monster").then_some(found)
    }) {
        b.it = Some(target);
        let part = if holds_this(&subject) { Part::Soul } else { Part::Field };
        let trigger = Trigger { moment: Moment::DestroysByAttack, subject, cond: None };
        return p.mark(',').then(|| Waits { part, ..waits(vec![trigger]) });
    }
    if p.take("you discard this card from your hand")
        || p.take("this card is discarded from your? hand")
        || p.take("this card is discarded")
    {
        let trigger = Trigger { moment: Moment::Discarded, subject: Filter::This, cond: None };
        b.it = Some(Target::This);
        return p.mark(',').then(|| Waits { part: Part::Hand, triggers: vec![trigger], cond: None });
    }
    if p.take("an attack by this card destroys your/an? opponent 's monster")
        || p.take("this card attacks and destroys a monster")
        || p.take("this card attacks and destroys your/an? opponent 's monster")
        || p.take("the attack of this card destroys your/an? opponent 's monster")
    {
        let trigger = Trigger { moment: Moment::DestroysByAttack, subject: Filter::This, cond: None };
        b.it = Some(Target::Other);
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    let (subject, target) = subject(lex, p, b)?;
    let part = if holds_this(&subject) { Part::Soul } else { Part::Field };
    if let Some(waits) = p.attempt_with(b, |p, b| attacks_something(lex, p, b, &subject, part)) {
        return Some(waits);
    }
    let mut triggers = Vec::new();
    loop {
        triggers.extend(verb(lex, p, b, &subject)?);
        if !p.take("or") {
            break;
        }
    }
    // "that card" in what follows is the one it happened to, unless this very card is meant.
    b.it = Some(target);
    // "… and if there are twenty or more cards in your opponent's drop zone"
    let cond = match p.take("and if") {
        true => Some(grammar::condition(lex, p, b)?),
        false => p.attempt_with(b, |p, b| super::condition::during(lex, p, b)),
    };
    p.mark(',').then_some(Waits { part, triggers, cond })
}

/// Whether a description asks for the card whose soul this is.
fn holds_this(filter: &Filter<Words>) -> bool {
    match filter {
        Filter::Test(Test::Holder) => true,
        Filter::All(all) => all.iter().any(holds_this),
        _ => false,
    }
}

/// "attacks a monster with "Dragon" in its attributes": that card is the one attacked.
fn attacks_something(
    lex: &Lex,
    p: &mut Parser<'_>,
    b: &mut B,
    subject: &Filter<Words>,
    part: Part,
) -> Option<Waits> {
    if !p.take("attacks/attack") {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    let mut filter = noun.filter;
    if noun.count != Some(HowMany::Exactly(Amount::Fixed(1))) || noun.whose.is_some() {
        return None;
    }
    match noun.among {
        None => {}
        Some(effects::Among::Zones { whose: Who::Opponent, zones }) if zones.len() == 1 => {
            filter = filter.and(Filter::Test(Test::In(zones[0])));
        }
        Some(_) => return None,
    }
    b.it = Some(Target::Other);
    let cond = Some(Cond::Is(Target::Other, filter));
    let trigger = Trigger { moment: Moment::Attacks, subject: subject.clone(), cond };
    p.mark(',').then(|| Waits { part, triggers: vec![trigger], cond: None })
}

/// "If this card would leave the field, ": what an ability steps in for.
pub(super) fn would(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Trigger<Words>> {
    if !p.take("if/when/whenever") {
        return None;
    }
    let (subject, target) = subject(lex, p, b)?;
    let moment = if p.take("would leave the field") {
        Moment::Leaves
    } else if p.take("would be destroyed") {
        Moment::Destroyed
    } else {
        return None;
    };
    if holds_this(&subject) {
        return None;
    }
    b.it = Some(target);
    p.mark(',').then_some(Trigger { moment, subject, cond: None })
}

/// What a card in hand may be used after: one moment, of a card or of a fighter.
pub(super) fn occasion(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Moment, Filter<Words>)> {
    let single = |mut triggers: Vec<Trigger<Words>>| match (triggers.pop(), triggers.is_empty()) {
        (Some(Trigger { moment, subject, cond: None }), true) => Some((moment, subject)),
        _ => None,
    };
    if let Some(found) = p.attempt(|p| single(player_moment(p)?)) {
        let looks_back = matches!(found.0, Moment::TakesDamage(_) | Moment::GainsLife(_));
        return looks_back.then_some(found);
    }
    let (subject, _) = subject(lex, p, b)?;
    let (moment, subject) = single(verb(lex, p, b, &subject)?)?;
    let looks_back = matches!(
        moment,
        Moment::Destroyed | Moment::Enters | Moment::Leaves | Moment::DealsDamage | Moment::DestroysByAttack
    );
    looks_back.then_some((moment, subject))
}

/// The card it happens to: this card, or any that is described.
fn subject(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<(Filter<Words>, Target<Words>)> {
    if p.take("this card/monster/item") {
        p.take("on your/the field");
        return Some((Filter::This, Target::This));
    }
    if p.take("a card/monster/item with this card in its soul") {
        return Some((Filter::Test(Test::Holder), Target::Subject));
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    let mut filter = noun.filter;
    match noun.among {
        Some(effects::Among::Zones { whose, zones }) if zones.iter().all(|zone| zone.is_field()) => {
            if whose != Who::Both {
                filter = filter.and(Filter::Of(whose));
            }
            if zones.len() < Zone::FIELD.len() {
                let mut places: Vec<_> = zones.iter().map(|zone| Filter::Test(Test::In(*zone))).collect();
                let place = if places.len() == 1 { places.remove(0) } else { Filter::Either(places) };
                filter = filter.and(place);
            }
        }
        Some(_) => return None,
        None => {}
    }
    if let Some(whose) = noun.whose {
        filter = filter.and(Filter::Of(whose));
    }
    Some((filter, Target::Subject))
}

fn verb(lex: &Lex, p: &mut Parser<'_>, b: &mut B, subject: &Filter<Words>) -> Option<Vec<Trigger<Words>>> {
    let one = |moment: Moment| Some(vec![Trigger { moment, subject: subject.clone(), cond: None }]);
    if p.take("enters/enter") {
        // "on the left or right" of the field it enters
        let side = |p: &mut Parser<'_>| {
            p.attempt(|p| {
                if !p.take("on/in") {
                    return None;
                }
                p.take("the/your");
                let zones = super::lexicon::zones(p)?;
                let mut places: Vec<_> = zones
                    .iter()
                    .map(|zone| zone.is_area().then_some(Filter::Test(Test::In(*zone))))
                    .collect::<Option<_>>()?;
                Some(if places.len() == 1 { places.remove(0) } else { Filter::Either(places) })
            })
        };
        if p.take("the field") {
            let subject = match side(p) {
                Some(side) => subject.clone().and(side),
                None => subject.clone(),
            };
            return Some(vec![Trigger { moment: Moment::Enters, subject, cond: None }]);
        }
        let who = if p.take("your opponent 's field") {
            Who::Opponent
        } else if p.take("your field") {
            Who::You
        } else {
            return None;
        };
        let subject = subject.clone().and(Filter::Of(who));
        return Some(vec![Trigger { moment: Moment::Enters, subject, cond: None }]);
    }
    if p.take("is/are buddy called") {
        return one(Moment::BuddyCalled);
    }
    if p.take("is/are called") {
        return one(Moment::Called);
    }
    if p.take("is/are equipped") {
        return one(Moment::Equipped);
    }
    if p.take("link attacks/attack") {
        let cond = if p.take("with") {
            grammar::how_many::<Words>(p);
            let filter = grammar::described(lex, p, b)?;
            let other = filter.and(Filter::Not(Box::new(Filter::Subject)));
            Some(Cond::Fact(crate::vocab::Fact::Attacking(other)))
        } else {
            None
        };
        return Some(vec![Trigger { moment: Moment::LinkAttacks, subject: subject.clone(), cond }]);
    }
    if p.take("attacks and deals damage to your opponent") {
        let cond = Some(Cond::Is(Target::Subject, Filter::Is(crate::vocab::Adjective::Attacking)));
        return Some(vec![Trigger { moment: Moment::DealsDamage, subject: subject.clone(), cond }]);
    }
    if p.take("attacks/attack and destroys/destroy your/an/a? opponent 's monster") {
        return one(Moment::DestroysByAttack);
    }
    if p.take("is/are link attacked") {
        let cond = Some(Cond::Fact(crate::vocab::Fact::LinkAttack));
        return Some(vec![Trigger { moment: Moment::Attacked, subject: subject.clone(), cond }]);
    }
    if p.take("attacks/attack") {
        return one(Moment::Attacks);
    }
    if p.take("is/are attacked") {
        return one(Moment::Attacked);
    }
    if p.take("is/are destroyed") {
        // The number that comes with a destruction tells an attack from an effect.
        let by = |number| {
            let cond = Some(Cond::Compare(Amount::Event, effects::Cmp::Equal, Amount::Fixed(number)));
            Some(vec![Trigger { moment: Moment::Destroyed, subject: subject.clone(), cond }])
        };
        if p.take("by an? attack/attacks") {
            return by(1);
        }
        if p.take("by an effect of a card") || p.take("by a? card effect/effects") || p.take("by an effect") {
            return by(0);
        }
        if p.ahead("by") || p.ahead("in") {
            return None;
        }
        return one(Moment::Destroyed);
    }
    if p.group_any(Bracket::Square, &["move"]).is_some() {
        return one(Moment::Moves);
    }
    if p.take("leaves/leave the field") {
        return one(Moment::Leaves);
    }
    if p.take("deals/deal damage") {
        if !(p.take("to your opponent") || p.take("to the opponent") || p.ahead(",")) {
            return None;
        }
        return one(Moment::DealsDamage);
    }
    if p.take("attack/attacks destroys/destroy") || p.take("'s attack destroys") {
        p.take("an/a/your");
        if !p.take("opponent 's monster") {
            return None;
        }
        return one(Moment::DestroysByAttack);
    }
    None
}

/// "you take damage", "your opponent gains life", "you cast a spell".
fn player_moment(p: &mut Parser<'_>) -> Option<Vec<Trigger<Words>>> {
    // BF OTHER-DECKFLAG-4.
    if p.take("your life becomes 0") || p.take("your life would become 0") {
        return Some(vec![Trigger { moment: Moment::LifeZero(Who::You), subject: Filter::Any, cond: None }]);
    }
    let who = if p.take("you") {
        Who::You
    } else if p.take("your opponent") {
        Who::Opponent
    } else {
        return None;
    };
    let moment = if p.take("take/takes damage") || p.take("are/is dealt damage") {
        Moment::TakesDamage(who)
    } else if p.take("gain/gains/gained life") {
        Moment::GainsLife(who)
    } else if p.take("cast/casts a spell") {
        let subject = Filter::Kind(crate::card::Kind::Spell);
        return Some(vec![Trigger { moment: Moment::Casts(who), subject, cond: None }]);
    } else {
        return None;
    };
    Some(vec![Trigger { moment, subject: Filter::Any, cond: None }])
}

/// "At the beginning of your attack phase", "At the end of turn".
fn phase_moment(p: &mut Parser<'_>) -> Option<Vec<Moment>> {
    if !p.take("at") {
        return None;
    }
    p.take("the");
    let begins = if p.take("beginning/start of") {
        true
    } else if p.take("end of") {
        false
    } else {
        return None;
    };
    let whose = if p.take("your opponent 's") {
        vec![Who::Opponent]
    } else if p.take("your") {
        vec![Who::You]
    } else {
        p.take("the/each/every");
        vec![Who::You, Who::Opponent]
    };
    let moment: fn(Who) -> Moment =
        match (begins, p.take_any(&["turn", "main phase", "attack phase", "final phase"])?) {
            (true, 0) => Moment::TurnBegins,
            (true, 1) => Moment::MainBegins,
            (true, 2) => Moment::AttackPhaseBegins,
            (true, _) => Moment::FinalBegins,
            (false, 0) => Moment::TurnEnds,
            (false, 2) => Moment::AttackPhaseEnds,
            _ => return None,
        };
    Some(whose.into_iter().map(moment).collect())
}
