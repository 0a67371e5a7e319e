//! Clauses that do something with a card where it is: turning, flipping, activating, combining, negating, controlling.

use super::clauses::Steps;
use super::gains::until;
use super::nouns::{Words, amount};
use crate::state::Area;
use crate::vocab::*;

use effects::text::{Bracket, Builder, Parser};
use effects::{Amount, Gainer, HowMany, Select, Step, Target, Who};

pub(super) fn switch(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "switch the target of attack to it" (DBS 22-4-3).
    if p.take("the target of the? attack to")
        || p.take("the attack target to")
        || p.take("the attack card to")
        || p.take("the guard card to")
    {
        let object = lex.object(p, b, b.actor)?;
        let mut steps = object.steps;
        if matches!(object.target, Target::Slot(_)) {
            b.it = Some(object.target.clone());
        }
        steps.push(Step::Do(Verb::SwitchGuard(object.target)));
        return Some(steps);
    }
    let object = lex.object(p, b, b.actor)?;
    // "this card and up to 1 of your energy".
    let other = p.attempt_with(b, |p, b| {
        p.take("and").then_some(())?;
        lex.object(p, b, b.actor)
    });
    p.take("from active mode");
    p.take("from rest mode");
    let rest = if p.take("to rest mode") || p.take("to rest") {
        true
    } else if p.take("to active mode") {
        false
    } else {
        return p.want("to Active Mode or to Rest Mode");
    };
    let mut steps = object.steps;
    let turn = |target| Step::Do(if rest { Verb::Rest(target) } else { Verb::Ready(target) });
    steps.push(turn(object.target));
    if let Some(other) = other {
        steps.extend(other.steps);
        steps.push(turn(other.target));
    }
    Some(steps)
}

/// "activate up to 1 {…} from your deck": an Extra Card, without its energy cost (DBS 12-2-3-2).
pub(super) fn activate(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "activate up to 1 of that card's [Activate Main] skills from the Drop".
    if let Some(steps) = p.attempt(|p| {
        let up_to = p.take("up to 1 of");
        let of = if p.take("this card 's") {
            Target::This
        } else {
            (p.take("that card 's") || p.take("its")).then(|| b.it.clone()).flatten()?
        };
        let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
        let window = match words.replace(" : ", " ").replace(": ", " ").as_str() {
            "activate main" => Window::Main,
            "activate battle" => Window::Battle,
            _ => return None,
        };
        p.take("skill/skills").then_some(())?;
        let _ = p.take("from the/your drop area?");
        let deed = Step::Do(Verb::ActivateSkill { of, window });
        Some(match up_to {
            true => vec![Step::May { who: Who::You, steps: vec![deed], then: vec![], otherwise: vec![] }],
            false => vec![deed],
        })
    }) {
        return Some(steps);
    }
    let object = lex.object(p, b, b.actor)?;
    if object.is_this {
        return None;
    }
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Activate(object.target)));
    Some(steps)
}

/// "evolve this card into it" (DBS 22-5-2-1c): the chosen card is played on top as by [Evolve].
pub(super) fn evolve(_: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let it = b.it.clone().filter(|it| matches!(it, Target::Slot(_)))?;
    let evolved = |what, on, active| {
        Some(vec![Step::Do(Verb::Play {
            what,
            rest: false,
            active,
            opponents: false,
            markers: None,
            on: Some(on),
            evolves: true,
        })])
    };
    if p.take("it into this card") {
        return evolved(Target::This, it, false);
    }
    let into = p.take("this card into it")
        || p.take("into it by placing it on top of this card")
        || p.take("it on top of this card");
    into.then_some(())?;
    let active = p.take("in active mode");
    evolved(it, Target::This, active)
}

/// "your opponent skips their next Main Phase" (DBS 20-13).
pub(super) fn skip(_: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = if p.take("your opponent 's next") {
        Who::Opponent
    } else {
        p.take("your/their next").then_some(b.actor)?
    };
    let what = p.lookup(&[
        ("charge phase", Skipped::Charge),
        ("main phase", Skipped::Main),
        ("offense step", Skipped::Offense),
        ("defense step", Skipped::Defense),
        ("turn", Skipped::Turn),
    ])?;
    Some(vec![Step::Do(Verb::Skip { who, what })])
}

/// "gain control of it" (DBS 20-9-1).
pub(super) fn control(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("control of").then_some(())?;
    let object = lex.object(p, b, Who::Opponent)?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::GainControl { who: b.actor, what: object.target }));
    Some(steps)
}

/// "combo with up to 1 red card from your hand".
pub(super) fn combo_with(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("with").then_some(())?;
    let object = lex.object(p, b, b.actor)?;
    p.take("in your combo area");
    let negated = p.attempt(negated_for);
    comboed(object, negated)
}

/// "with its skills negated for the turn".
fn negated_for(p: &mut Parser<'_>) -> Option<Until> {
    p.take("with its/their skills negated").then_some(())?;
    until(p)
}

/// Cards are used in a combo, their skills perhaps negated.
fn comboed(object: super::clauses::Object, negated: Option<Until>) -> Option<Steps> {
    // All of a kind cannot be followed to where they go.
    (negated.is_none() || !matches!(object.target, Target::Each(_))).then_some(())?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Combo(object.target.clone())));
    if let Some(until) = negated {
        // What it is negated with as it is used never was pending (`Host::gain`).
        let to = Gainer::Cards(object.target);
        steps.push(Step::Gain { to, change: Change::Negate(Negate::All), until });
    }
    Some(steps)
}

/// "combo it with this card": the same, said of the card.
pub(super) fn combo_it(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if p.ahead("with") {
        return combo_with(lex, p, b);
    }
    let object = lex.object(p, b, b.actor)?;
    p.take("with this card in? battle?").then_some(())?;
    comboed(object, None)
}

pub(super) fn flip(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "flip the revealed card over and place it at the top of their deck": back where it was.
    if let Some(target) = p.attempt(|p| {
        p.take("the revealed card over and place it at the top of their deck").then_some(())?;
        b.it.clone()
    }) {
        return Some(vec![Step::Do(Verb::Move { what: target, to: To::area(Area::Deck) })]);
    }
    if p.take("this card over") || p.take("over this card") || p.take("this card onto its back") {
        return Some(vec![Step::Do(Verb::Flip(Target::This))]);
    }
    let object = lex.object(p, b, b.actor)?;
    if let Some(back) =
        p.lookup(&[("to/onto its/the back side?", true), ("to/onto its/the front side?", false)])
    {
        let leader = match &object.target {
            Target::Test(Test::YourLeader | Test::OpponentsLeader) => true,
            Target::This => lex.kind == crate::card::Kind::Leader,
            Target::Slot(_) => object.steps.iter().all(|step| match step {
                Step::Choose { from, .. } => super::nouns::default_zones(&from.filter) == [Area::Leader],
                _ => true,
            }),
            _ => false,
        };
        leader.then_some(())?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::FlipTo { what: object.target, back }));
        return Some(steps);
    }
    let face_up = if p.take("face up") || p.take("face-up") {
        true
    } else if p.take("face down") || p.take("face-down") {
        false
    } else {
        return None;
    };
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Turn { what: object.target, face_up }));
    Some(steps)
}

pub(super) fn combo(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let mut object = lex.shown_object(p, b)?;
    let early = p.attempt(negated_for);
    p.take("in a combo").then_some(())?;
    p.take("with this card");
    p.take("in your combo area");
    if p.ahead("from") {
        super::clauses::said_late(lex, p, b, &mut object);
    }
    let negated = early.or_else(|| p.attempt(negated_for));
    comboed(object, negated)
}

pub(super) fn remove(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let n = if p.take("a") { 1 } else { p.number()? };
        p.take("marker/markers from").then_some(())?;
        let object = lex.object(p, b, b.actor)?;
        let n = super::gains::per_each(lex, p, b, -n).unwrap_or(Amount::Fixed(-n));
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Markers { what: object.target, n }));
        Some(steps)
    }) {
        return Some(steps);
    }
    let object = lex.object(p, b, b.actor)?;
    p.take("from the game").then_some(())?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Move { what: object.target, to: To::area(Area::Removed) }));
    Some(steps)
}

/// DBS 1-7-2-2, 9-1-5: without a word about its end a negation does not end.
fn endless(p: &Parser<'_>) -> Option<Until> {
    // "negate its skills, and KO it": what else is done with the card is no such word.
    let mut ahead = p.clone();
    ahead.mark(',');
    let goes_on = ahead.take("and") && ahead.ahead("ko/place/remove/return/send/shuffle/switch");
    (goes_on || p.at_end() || p.ahead(".")).then_some(Until::Game)
}

pub(super) fn negate(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if p.take("the/that attack") {
        return Some(vec![Step::Do(Verb::NegateAttack)]);
    }
    if p.take("the/that activated? skill") {
        return Some(vec![Step::Do(Verb::NegateSkill)]);
    }
    if let Some(steps) = p.attempt(|p| {
        // DBS 22-4-4, 22-10-8: "negate [Blocker]", "negate [Counter]".
        let bare = !p.take("the/that");
        p.take("activated");
        let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
        let ends = p.at_end() || p.ahead("./,/and");
        (!bare || ends && matches!(words.as_str(), "counter" | "blocker")).then_some(())?;
        let kind = match words.replace(" : ", " ").replace(": ", " ").as_str() {
            "counter attack" => Some(Window::CounterAttack),
            "counter play" => Some(Window::CounterPlay),
            _ => None,
        };
        if let Some(kind) = kind {
            // One kind of counter only: nothing else is negated.
            p.take("skill");
            let cond = effects::Cond::Fact(Fact::Answers(kind));
            let then = vec![Step::Do(Verb::NegateCounter)];
            return Some(vec![Step::If { cond, then, otherwise: Vec::new() }]);
        }
        if words == "counter" {
            p.take("skill");
            return Some(vec![Step::Do(Verb::NegateCounter)]);
        }
        if words == "blocker" {
            p.take("skill");
            return Some(vec![Step::Do(Verb::NegateBlocker)]);
        }
        None
    }) {
        return Some(steps);
    }
    if let Some(until) = p.attempt(|p| {
        p.take("the effects of");
        p.take("this skill").then_some(())?;
        until(p)
    }) {
        let to = Gainer::Cards(Target::This);
        return Some(vec![Step::Gain { to, change: Change::Negate(Negate::This), until }]);
    }
    // "negate the skills of all your opponent's Battle Cards for the turn".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("the").then_some(())?;
        let what = super::words::SKILLS.read(p)?;
        p.take("of").then_some(())?;
        let object = lex.object(p, b, Who::Both)?;
        let until = until(p).or(b.until).or_else(|| endless(p))?;
        let mut steps = object.steps;
        if let Target::Each(select) = object.target {
            let (to, change) = (Gainer::Whatever(*select), Change::Negate(what));
            return Some(vec![Step::Gain { to, change, until }]);
        }
        matches!(object.target, Target::Slot(_) | Target::Test(_) | Target::Subject).then_some(())?;
        b.it = Some(object.target.clone());
        steps.push(Step::Gain { to: Gainer::Cards(object.target), change: Change::Negate(what), until });
        Some(steps)
    }) {
        return Some(steps);
    }
    // "negate its skills for the turn".
    let target = if p.take("its/their") || p.take("that/the chosen? card 's") || p.take("those cards '") {
        b.it.clone()?
    } else if p.take("this card 's") {
        Target::This
    } else {
        // "choose 1 Battle Card, negate [Indestructible], and KO it": of the card spoken of.
        let kept = p.peek_group(Bracket::Square).is_some() && matches!(b.it, Some(Target::Slot(_)));
        kept.then(|| b.it.clone()).flatten()?
    };
    let what = if p
        .attempt(|p| {
            (p.group_any(Bracket::Square, &["auto"]).is_some() && p.take("skill/skills")).then_some(())
        })
        .is_some()
    {
        Negate::Auto
    } else if let Some(keyword) = p.attempt(|p| {
        let keyword = super::nouns::keyword_group(p)?;
        (p.take("skill/skills") || p.ahead(",/and/for/until")).then_some(keyword)
    }) {
        Negate::One(keyword)
    } else {
        super::words::SKILLS.read(p)?
    };
    let until = until(p).or(b.until).or_else(|| endless(p))?;
    let _ = lex;
    Some(vec![Step::Gain { to: Gainer::Cards(target), change: Change::Negate(what), until }])
}

/// "reduce the energy cost of … by 2", "… by RR", "… the Z-Energy cost of …"; or increase.
pub(super) fn recost(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, sign: i32) -> Option<Steps> {
    // "increase its energy cost by 2".
    if let Some(target) = p.attempt(|p| {
        let target = if p.take("its/their energy cost/costs") {
            b.it.clone()?
        } else {
            p.take("this card 's energy cost").then_some(Target::This)?
        };
        Some(target)
    }) {
        let changes = super::costs::change(p, sign, false)?;
        let until = until(p).or(b.until)?;
        let to = Gainer::Cards(target);
        return Some(
            changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }).collect(),
        );
    }
    p.take("the").then_some(())?;
    if let Some(steps) = p.attempt_with(b, |p, b| {
        (sign < 0 && p.take("combo cost/costs of all?")).then_some(())?;
        lex.every.set(true);
        let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::You, HowMany::All));
        lex.every.set(false);
        let select = select?;
        (select.count == HowMany::All && p.take("by")).then_some(())?;
        let change = Change::ComboCost(Amount::Fixed(-p.number()?));
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to: Gainer::Whatever(select), change, until }])
    }) {
        return Some(steps);
    }
    let z = p.take("z-energy cost/costs of");
    (z || p.take("energy cost/costs of")).then_some(())?;
    let (counted, before) = (super::gains::is_counted(p), b.it.clone());
    let mut object = lex.object(p, b, Who::You)?;
    if let ([Step::Choose { from, .. }], false) = (&object.steps[..], counted) {
        // "the energy cost of {X} in your hand": without a number, nobody chooses, and every one of them is meant.
        if from.count == HowMany::Exactly(Amount::Fixed(1)) {
            object.target = Target::Each(Box::new(Select { count: HowMany::All, ..from.clone() }));
            object.steps.clear();
            b.it = before;
        }
    }
    let changes = super::costs::change(p, sign, z)?;
    let until = until(p).or(b.until)?;
    let to = match &object.target {
        Target::Each(select) => Gainer::Whatever((**select).clone()),
        target => Gainer::Cards(target.clone()),
    };
    let mut steps = object.steps;
    steps.extend(changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }));
    Some(steps)
}

pub(super) fn deal(_: &Words, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Steps> {
    let n = amount(p)?;
    p.take("damage to").then_some(())?;
    let who = if p.take("your opponent 's life")
        || p.take("your opponent")
        || p.take("their life")
        || p.take("them")
    {
        Who::Opponent
    } else if p.take("you/yourself") || p.take("your life") {
        Who::You
    } else {
        return None;
    };
    Some(vec![Step::Do(Verb::Damage { who, n })])
}
