//! "When …" and "At the beginning of …": what automatic abilities wait for.

use super::happening::joined;
use super::lexicon::Lex;
use crate::card::Kind;
use crate::state::Zone;
use crate::vocab::{Condition, Fact, Moment, Part, Test, Words};
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
    if p.take("this card is in your buddy monster 's soul") {
        return Some(Some(Cond::Is(Target::Subject, Filter::Is(crate::vocab::Adjective::Buddy))));
    }
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
    if p.take("at the end of the attack of this card") || p.take("at the end of this card 's attack") {
        b.it = Some(Target::This);
        let trigger = Trigger { moment: Moment::AttackEnds, subject: Filter::This, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    if p.take("at the end of the/a battle that") || p.take("at the end of the/a battle in which") {
        // "one or more items on your field"
        p.attempt(|p| (p.take("one or more")).then_some(()));
        let (subject, target) = subject(lex, p, b)?;
        let part = if holds_this(&subject) { Part::Soul } else { Part::Field };
        if !p.take("attacked") {
            return None;
        }
        b.it = Some(target);
        let trigger = Trigger { moment: Moment::AttackEnds, subject, cond: None };
        return p.mark(',').then(|| Waits { part, ..waits(vec![trigger]) });
    }
    if let Some(moment) = p.attempt(phase_moment) {
        let triggers =
            moment.into_iter().map(|moment| Trigger { moment, subject: Filter::Any, cond: None }).collect();
        if !p.mark(',') {
            return None;
        }
        return Some(elsewhere(lex, p, b, waits(triggers)));
    }
    // "If you do not have a monster in the center, when …"
    if let Some(waits) = p.attempt_with(b, |p, b| {
        let held = super::sentence::continuous_front(lex, p, b)?;
        if !(p.ahead("when") || p.ahead("whenever")) {
            return None;
        }
        let mut waits = match held.1 {
            Part::Soul => p.attempt_with(b, |p, b| held_happening(lex, p, b))?,
            _ => read(lex, p, b)?,
        };
        let cond = if held.1 == Part::Soul { held.0.map(of_holder) } else { held.0 };
        waits.cond = joined(cond, waits.cond);
        Some(waits)
    }) {
        return Some(waits);
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
    if !(p.take("when/whenever") || p.ahead("if this card attacks and destroys") && p.take("if")) {
        return None;
    }
    if let Some(triggers) = p.attempt_with(b, |p, b| fighter_moment(lex, p, b)) {
        b.it = Some(Target::Subject);
        let cond = p.attempt(|p| super::condition::during(lex, p, b));
        if !p.mark(',') {
            return None;
        }
        return Some(elsewhere(lex, p, b, Waits { cond, ..waits(triggers) }));
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
        if let Some(cond) = super::happening::cause(lex, p, b) {
            b.it = Some(Target::This);
            let trigger = Trigger { moment: Moment::Discarded, subject: Filter::This, cond: Some(cond) };
            return p.mark(',').then(|| Waits { part: Part::Hand, triggers: vec![trigger], cond: None });
        }
        let trigger = Trigger { moment: Moment::Discarded, subject: Filter::This, cond: None };
        b.it = Some(Target::This);
        return p.mark(',').then(|| Waits { part: Part::Hand, triggers: vec![trigger], cond: None });
    }
    if p.take("an attack by this card destroys your/an? opponent 's monster/monsters")
        || p.take("this card attacks and destroys a monster")
        || p.take("this card attacks and destroys your/an? opponent 's monster/monsters")
        || p.take("the attack of this card destroys your/an? opponent 's monster")
    {
        let trigger = Trigger { moment: Moment::DestroysByAttack, subject: Filter::This, cond: None };
        b.it = Some(Target::Other);
        if p.take(", or deals damage to your opponent") || p.take("or deals damage to your opponent") {
            let attacking = Cond::Is(Target::Subject, Filter::Is(crate::vocab::Adjective::Attacking));
            let deals = Trigger { moment: Moment::DealsDamage, subject: Filter::This, cond: Some(attacking) };
            b.it = Some(Target::This);
            return p.mark(',').then(|| waits(vec![trigger, deals]));
        }
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    // "the number of cards in this card's soul becomes 0"
    if p.take("the number of cards in this card 's soul becomes 0") {
        let trigger = Trigger { moment: Moment::SoulEmptied, subject: Filter::This, cond: None };
        b.it = Some(Target::This);
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    // "there are three or more cards in this card's soul", "this card's soul becomes 2 or more"
    if let Some(number) = p.attempt(|p| {
        if p.take("this card 's soul becomes") {
            let number = p.number()?;
            return p.take("or more").then_some(number);
        }
        let number = if p.take("there are") { p.number()? } else { return None };
        p.take("or more cards in this card 's soul").then_some(number)
    }) {
        let figure = Filter::Figure(crate::vocab::Figure::Soul, effects::Cmp::AtLeast, Amount::Fixed(number));
        let cond = Some(Cond::Is(Target::Other, Filter::This.and(figure)));
        b.it = Some(Target::This);
        let trigger = Trigger { moment: Moment::PutIntoSoul, subject: Filter::Any, cond };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    // "an opponent's monster is destroyed with your 《X》's attack"
    if p.take("an opponent 's monster is destroyed with/by your") {
        let filter = grammar::described(lex, p, b)?;
        if !p.take("'s attack") {
            return None;
        }
        b.it = Some(Target::Subject);
        let subject = filter.and(Filter::Of(Who::You));
        let trigger = Trigger { moment: Moment::DestroysByAttack, subject, cond: None };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    // "an attack of a card on your field is nullified"
    if p.take("an? attack/attacks of/by") {
        let (subject, target) = subject(lex, p, b)?;
        if !p.take("is/are nullified") {
            return None;
        }
        let by = Cond::Fact(Fact::ByEffectOf(Filter::Of(Who::Opponent)));
        let cond = p.take("by your opponent").then_some(by);
        b.it = Some(target);
        let trigger = Trigger { moment: Moment::AttackNullified, subject, cond };
        return p.mark(',').then(|| waits(vec![trigger]));
    }
    let (subject, target) = subject(lex, p, b)?;
    let part = if holds_this(&subject) { Part::Soul } else { Part::Field };
    if let Some(waits) = p.attempt_with(b, |p, b| attacks_something(lex, p, b, &subject, part)) {
        return Some(waits);
    }
    if let Some(trigger) = p.attempt_with(b, |p, b| super::happening::put(lex, p, b, &subject)) {
        // A card that is put somewhere waits for it there.
        let part = match trigger.moment {
            _ if trigger.subject != Filter::This => part,
            Moment::PutIntoSoul => Part::Soul,
            _ => Part::Drop,
        };
        let cond = p.attempt(|p| super::condition::during(lex, p, b));
        return p.mark(',').then(|| Waits { part, triggers: vec![trigger], cond });
    }
    let mut triggers = Vec::new();
    loop {
        triggers.extend(verb(lex, p, b, &subject)?);
        if p.take("or you are dealt damage") || p.take("or you take damage") {
            let moment = Moment::TakesDamage(Who::You);
            triggers.push(Trigger { moment, subject: Filter::Any, cond: None });
            break;
        }
        if p.take("or you") {
            // "enters the field or you [Transform] into this card": it enters the field then, too.
            let by = p.group_any(Bracket::Square, &["transform", "ride"])?;
            if !p.take(["into this card", "on this card"][by]) {
                return None;
            }
            break;
        }
        if !p.take("or") {
            break;
        }
        if p.group_any(Bracket::Square, &["transform", "ride"]).is_some() {
            break;
        }
    }
    // "that card" in what follows is the one it happened to, unless this very card is meant.
    b.it = Some(target);
    // "… and if there are twenty or more cards in your opponent's drop zone"
    let during = p.attempt(|p| super::condition::during(lex, p, b));
    let more = match p.take("and if") || p.take("and") || p.take(", and if") || p.take(", and") {
        true => Some(grammar::condition(lex, p, b)?),
        false => None,
    };
    // "… enters the field, or when …"
    if p.take(", or when/if") || p.take("or when/if") {
        let mut other = then_when(lex, p, b)?;
        if other.part != part || during.is_some() || more.is_some() {
            return None;
        }
        let during = other.cond.take();
        triggers.append(&mut other.triggers);
        b.it = Some(if triggers.iter().all(|one| one.subject == Filter::This) {
            Target::This
        } else {
            Target::Subject
        });
        return Some(Waits { part, triggers, cond: during });
    }
    if !p.mark(',') {
        return None;
    }
    let waits = Waits { part, triggers, cond: joined(during, more) };
    Some(elsewhere(lex, p, b, waits))
}

/// Another trigger behind "or when".
fn then_when(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Waits> {
    if let Some(triggers) = p.attempt_with(b, |p, b| fighter_moment(lex, p, b)) {
        return p.mark(',').then(|| waits(triggers));
    }
    let (subject, _) = subject(lex, p, b)?;
    let triggers = verb(lex, p, b, &subject)?;
    // When it must happen is said of all of it.
    let cond = p.attempt(|p| super::condition::during(lex, p, b));
    p.mark(',').then(|| Waits { cond, ..waits(triggers) })
}

/// "When …, if this card is in your drop zone, ", "…, if this card is in the soul of a 《X》, ": where it waits.
fn elsewhere(lex: &Lex, p: &mut Parser<'_>, b: &mut B, mut waits: Waits) -> Waits {
    if waits.part == Part::Soul {
        // What is asked of the card above may be said behind it.
        let held = p.attempt_with(b, |p, b| {
            let held = if p.take("if") { in_soul(lex, p, b)? } else { return None };
            p.mark(',').then_some(held)
        });
        waits.cond = joined(waits.cond, held.flatten().map(of_holder));
        return waits;
    }
    if waits.part != Part::Field {
        return waits;
    }
    if p.take("if this card is in your drop zone ,") {
        return Waits { part: Part::Drop, ..waits };
    }
    let held = p.attempt_with(b, |p, b| {
        if !p.take("if") {
            return None;
        }
        let held = in_soul(lex, p, b)?;
        p.mark(',').then_some(held)
    });
    if let Some(held) = held {
        waits.part = Part::Soul;
        waits.cond = joined(waits.cond, held.map(of_holder));
        b.it = Some(Target::Test(Test::Holder));
        // Whatever has another attribute than the card above is not the card above.
        b.spoken = match &waits.cond {
            Some(Cond::Is(Target::Test(Test::Holder), filter)) => Some(filter.clone()),
            _ => None,
        };
    }
    waits
}

/// A condition on the card above, said of an event: there the subject is another card.
fn of_holder(cond: Condition) -> Condition {
    match cond {
        Cond::Is(Target::Subject, filter) => Cond::Is(Target::Test(Test::Holder), filter),
        Cond::All(all) => Cond::All(all.into_iter().map(of_holder).collect()),
        cond => cond,
    }
}

/// "when that 《X》 deals damage to your opponent": of the card above.
fn held_happening(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Waits> {
    if !p.take("when/whenever that") {
        return None;
    }
    if !p.take("card/monster/item") {
        p.group(Bracket::Double)?;
    }
    let triggers = verb(lex, p, b, &Filter::Test(Test::Holder))?;
    b.it = Some(Target::Subject);
    p.mark(',').then_some(Waits { part: Part::Soul, triggers, cond: None })
}

/// Whether a description asks for the card whose soul this is.
pub(super) fn holds_this(filter: &Filter<Words>) -> bool {
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
    // An attack is always aimed at the other side.
    let theirs = noun.whose == Some(Who::Opponent) && noun.count.is_none();
    let single = noun.count == Some(HowMany::Exactly(Amount::Fixed(1))) && noun.whose.is_none();
    if !(theirs || single) {
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
    } else if p.take("would be destroyed")
        || p.ahead("is destroyed") && stays_behind(p) && p.take("is destroyed")
    {
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

/// Whether the text goes on to say that the card remains where it is: then it is not destroyed yet.
fn stays_behind(p: &Parser<'_>) -> bool {
    let mut ahead = p.clone();
    while !ahead.at_end() {
        if ahead.ahead("if you do , this card remains on the/your field") {
            return true;
        }
        ahead.bump();
    }
    false
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
    // What an effect set up for later carries along.
    if b.it == Some(Target::Other) && p.take("that card/monster/item") {
        return Some((Filter::Test(Test::Carried), Target::Other));
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
    let sided = matches!(&filter, Filter::All(all) if all.iter().any(|one| matches!(one, Filter::Of(_))));
    if let Some(whose) = noun.whose.filter(|_| !sided) {
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
        if p.take("the field") || p.ahead("on your") {
            let subject = match side(p) {
                Some(side) => subject.clone().and(side),
                None => subject.clone(),
            };
            let cond = came(lex, p, b);
            return Some(vec![Trigger { moment: Moment::Enters, subject, cond }]);
        }
        let who = if p.take("your opponent 's field") {
            Who::Opponent
        } else if p.take("your field") {
            Who::You
        } else {
            return None;
        };
        let mut subject =
            if *subject == Filter::This { Filter::This } else { subject.clone().and(Filter::Of(who)) };
        if let Some(side) = side(p) {
            subject = subject.and(side);
        }
        let cond = came(lex, p, b);
        return Some(vec![Trigger { moment: Moment::Enters, subject, cond }]);
    }
    if p.take("is/are put on the/your field") {
        let cond = came(lex, p, b);
        return Some(vec![Trigger { moment: Moment::Enters, subject: subject.clone(), cond }]);
    }
    if let Some(trigger) = p.attempt_with(b, |p, b| super::happening::put(lex, p, b, subject)) {
        return (*subject != Filter::This).then_some(vec![trigger]);
    }
    if let Some(trigger) = p.attempt(|p| super::happening::returned(p, subject)) {
        return Some(vec![trigger]);
    }
    if let Some(trigger) = p.attempt_with(b, |p, b| super::happening::turned(lex, p, b, subject)) {
        return Some(vec![trigger]);
    }
    if p.take("is/are set")
        || p.attempt(|p| if p.take("is/are") { p.group_any(Bracket::Square, &["set"]) } else { None })
            .is_some()
    {
        let who = if p.take("on the field") || !p.ahead("on") {
            None
        } else {
            let who = if p.take("on your field") {
                Who::You
            } else if p.take("on your opponent 's field") {
                Who::Opponent
            } else {
                return None;
            };
            Some(who)
        };
        let subject = who.map_or(subject.clone(), |who| subject.clone().and(Filter::Of(who)));
        return Some(vec![Trigger { moment: Moment::WasSet, subject, cond: None }]);
    }
    if p.take("is/are buddy called") {
        return one(Moment::BuddyCalled);
    }
    if p.take("is/are called") {
        let cond = came(lex, p, b);
        return Some(vec![Trigger { moment: Moment::Called, subject: subject.clone(), cond }]);
    }
    if p.take("is/are equipped") {
        return one(Moment::Equipped);
    }
    // "When cards on your field link attack" is one occasion, not one for each of them.
    if p.take("link attacks") {
        let cond = if p.take("with you") {
            // The fighter attacks with items.
            Some(Cond::Fact(crate::vocab::Fact::Attacking(Filter::Kind(Kind::Item))))
        } else if p.take("with") {
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
        if let Some(cond) = super::happening::cause(lex, p, b) {
            return Some(vec![Trigger {
                moment: Moment::Destroyed,
                subject: subject.clone(),
                cond: Some(cond),
            }]);
        }
        if p.take("by your opponent 's card/cards") && p.ahead(",") {
            let attacked = Cond::Compare(Amount::Event, effects::Cmp::Equal, Amount::Fixed(1))
                .and(Cond::Fact(Fact::Attacking(Filter::Of(Who::Opponent))));
            let effect = Cond::Fact(Fact::ByEffectOf(Filter::Of(Who::Opponent)));
            // BF KEY-COUNTERATTACK-1: neither an attack nor an effect that is carried out, in one's own attack.
            let countered = Cond::Compare(Amount::Event, effects::Cmp::Equal, Amount::Fixed(0))
                .and(Cond::Not(Box::new(Cond::Fact(Fact::ByEffectOf(Filter::Any)))))
                .and(Cond::Fact(Fact::YouAttack));
            let cond = Some(Cond::Either(vec![attacked, effect, countered]));
            return Some(vec![Trigger { moment: Moment::Destroyed, subject: subject.clone(), cond }]);
        }
        if p.take("by a link attack") {
            let attacked = Cond::Compare(Amount::Event, effects::Cmp::Equal, Amount::Fixed(1));
            let cond = Some(attacked.and(Cond::Fact(Fact::LinkAttack)));
            return Some(vec![Trigger { moment: Moment::Destroyed, subject: subject.clone(), cond }]);
        }
        if p.ahead("by") || p.ahead("in") || p.ahead("with") {
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

/// Where it comes from and what brings it.
fn came(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let from = super::happening::origin(p).map(|(_, zones)| Cond::Fact(Fact::CameFrom(zones)));
    joined(from, super::happening::cause(lex, p, b))
}

/// What a fighter does or suffers: "you take damage by the effect of "X"", "you cast a 《X》", "your opponent equips an item".
fn fighter_moment(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Trigger<Words>>> {
    let casts_such = |p: &Parser<'_>| {
        let mut ahead = p.clone();
        let fighter = ahead.take("you") || ahead.take("your opponent");
        fighter && ahead.take("cast/casts a spell") && (ahead.ahead("with") || ahead.ahead("other"))
    };
    let such = casts_such(p);
    if let Some(mut triggers) = p.attempt(|p| if such { None } else { player_moment(p) }) {
        let damage = triggers.iter().any(|one| matches!(one.moment, Moment::TakesDamage(_)));
        if let Some(cond) = super::happening::cause(lex, p, b) {
            if !damage {
                return None;
            }
            triggers.iter_mut().for_each(|one| one.cond = Some(cond.clone()));
        }
        return Some(triggers);
    }
    if p.take("you are attacked") {
        return Some(vec![Trigger {
            moment: Moment::FighterAttacked(Who::You),
            subject: Filter::Any,
            cond: None,
        }]);
    }
    let who = if p.take("your opponent") {
        Who::Opponent
    } else if p.take("you") {
        Who::You
    } else {
        return None;
    };
    if let Some(by) =
        p.attempt(|p| p.group_any(Bracket::Square, &["ride", "transform"])).filter(|_| p.ahead(","))
    {
        let moment = [Moment::Rode, Moment::Transformed][by];
        return Some(vec![Trigger { moment, subject: Filter::Of(who), cond: None }]);
    }
    if who == Who::You
        && p.take(
            "put a card from your opponent 's deck into his or her drop zone by the effect of your card",
        )
    {
        let came = Cond::Fact(Fact::CameFrom(vec![Zone::Deck]));
        let by = Cond::Fact(Fact::ByEffectOf(Filter::Of(Who::You)));
        let subject = Filter::Of(Who::Opponent);
        return Some(vec![Trigger { moment: Moment::PutIntoDrop, subject, cond: Some(came.and(by)) }]);
    }
    let cast = p.take("cast/casts");
    let moment = if cast {
        Moment::Casts(who)
    } else if p.take("call/calls") {
        Moment::Called
    } else if p.take("equip/equips") && (who == Who::Opponent || !p.ahead("this card")) {
        Moment::Equipped
    } else if p.attempt(|p| p.group_any(Bracket::Square, &["set"])).is_some() {
        Moment::WasSet
    } else {
        return None;
    };
    let noun = grammar::noun_phrase(lex, p, b)?;
    let one = noun.count == Some(HowMany::Exactly(Amount::Fixed(1)));
    if !one || noun.among.is_some() || noun.whose.is_some() {
        return None;
    }
    let subject = if cast { noun.filter } else { noun.filter.and(Filter::Of(who)) };
    Some(vec![Trigger { moment, subject, cond: None }])
}

/// "you take damage", "your opponent gains life", "you cast a spell".
fn player_moment(p: &mut Parser<'_>) -> Option<Vec<Trigger<Words>>> {
    // BF OTHER-DECKFLAG-4.
    if p.take("your life becomes 0") || p.take("your life would become 0") {
        return Some(vec![Trigger { moment: Moment::LifeZero(Who::You), subject: Filter::Any, cond: None }]);
    }
    if let Some(who) = p.attempt(|p| {
        p.take("damage is dealt to").then_some(())?;
        let who = if p.take("your opponent") { Who::Opponent } else { Who::You };
        (who == Who::Opponent || p.take("you")).then_some(who)
    }) {
        return Some(vec![Trigger { moment: Moment::TakesDamage(who), subject: Filter::Any, cond: None }]);
    }
    let who = if p.take("you") {
        Who::You
    } else if p.take("your opponent") {
        Who::Opponent
    } else {
        return None;
    };
    let moment = if p.take("take/takes damage") || p.take("are/is dealt damage") || p.take("received damage")
    {
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
    } else if p.take("each/both player/players/fighter/fighters 's/'") {
        vec![Who::You, Who::Opponent]
    } else {
        p.take("the/each/every/an/a");
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
