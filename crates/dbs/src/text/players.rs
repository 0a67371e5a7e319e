//! What players do, steps that begin and end, and what happens to attacks, as skills wait for it.

use super::nouns::Words;
use super::triggers::{of, subject, trigger};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Cmp, Cond, Filter, HowMany, Target, Trigger, Who};

/// "the Damage Step ends", "your turn begins": the same as "at the end of …" (DBS 0-3-6).
pub(super) fn stepped(p: &mut Parser<'_>) -> Option<Trigger<Dbs>> {
    use Moment::*;
    let who = p.take("the/each/a").then_some(Who::Both).or_else(|| grammar::whose(p))?;
    let (begins, ends) = p.lookup(&[
        ("damage step", (Some(DamageBegins), Some(DamageEnds))),
        ("offense step", (Some(OffenseBegins), None)),
        ("defense step", (Some(DefenseBegins), None)),
        ("main phase", (Some(MainBegins), Some(MainEnds))),
        ("charge phase", (Some(TurnBegins), None)),
        ("turn", (Some(TurnBegins), Some(TurnEnds))),
        // DBS 8-1-2: a battle begins with the attack.
        ("battle", (Some(Attacks), Some(BattleEnds))),
    ])?;
    let moment = if p.take("begins/starts") { begins? } else { p.take("ends").then_some(ends?)? };
    let whose = match who {
        Who::Both => Filter::Any,
        // A battle is nobody's.
        who => (!matches!(moment, Attacks | BattleEnds)).then_some(Filter::Of(who))?,
    };
    Some(trigger(moment, whose))
}

/// Whom an attack is on, behind what attacks: "your opponent's Leader Card", "a Battle Card".
pub(super) fn whom(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
    p.attempt_with(b, |p, b| {
        p.take("a/an");
        let side = grammar::whose(p);
        let kind = lex.one_kind(p, b)?;
        Some(side.map_or(kind.clone(), |who| Filter::Of(who).and(kind)))
    })
}

/// "you deal damage", "your opponent discards a card", "a card is placed under this card", "this card's attack is negated".
pub(super) fn done(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    if let Some(found) = p.attempt_with(b, |p, b| dealt(lex, p, b)) {
        return Some(found);
    }
    if let Some(found) = p.attempt_with(b, |p, b| discarded(lex, p, b)) {
        return Some(found);
    }
    if let Some(found) = p.attempt(drawn) {
        b.it = None;
        return Some(found);
    }
    // DBS 22-10-2-1: any of the kinds, by either player.
    if let Some(found) = p.attempt(|p| {
        p.take("a/any").then_some(())?;
        p.group_any(effects::text::Bracket::Square, &["counter"])?;
        p.take("skill? is activated").then_some(trigger(Moment::ActivatesCounter, Filter::Any))
    }) {
        b.it = None;
        return Some(found);
    }
    if p.take("a player plays") || p.take("you or your opponent play/plays") {
        let kind = subject(lex, p, b)?;
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Played, kind));
    }
    // DBS 5-1-1: to draw is to add a card to the hand too.
    if p.take("a card is added to your hand") {
        // What was drawn tells neither from where nor by what.
        (!p.ahead("from/by")).then_some(())?;
        return Some(trigger(Moment::AddedToHand, Filter::Of(Who::You)));
    }
    if let Some(who) = p.lookup(&[
        ("your attack is negated", Who::You),
        ("your opponent 's attack is negated", Who::Opponent),
        ("an opponent 's attack is negated", Who::Opponent),
    ]) {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::AttackNegated, Filter::Of(who)));
    }
    let kind = subject(lex, p, b)?;
    p.take("is placed under this card").then_some(())?;
    b.it = Some(Target::Subject);
    let cond = Some(Cond::Is(Target::Other, Filter::This));
    Some(Trigger { moment: Moment::PutUnder, subject: kind, cond })
}

/// "you deal damage to your opponent's life by attacking with a red card".
fn dealt(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    let who = p.lookup(&[("you deal", Who::You), ("your opponent deals", Who::Opponent)])?;
    let least = p.attempt(at_least);
    p.take("damage").then_some(())?;
    match who {
        Who::You => p.take("to your opponent 's life") || p.take("to your opponent"),
        _ => p.take("to your life") || p.take("to you"),
    };
    b.it = None;
    if least.is_some() || !p.take("by attacking") {
        let cond = least.map(|n| Cond::Compare(Amount::Event, Cmp::AtLeast, Amount::Fixed(n)));
        return Some(Trigger { moment: Moment::DealsDamage, subject: Filter::Of(who), cond });
    }
    let with = p.attempt_with(b, |p, b| {
        p.take("with").then_some(())?;
        of(who, subject(lex, p, b)?)
    });
    let by_attack = Cond::Not(Box::new(Cond::Fact(Fact::BySkillOf(Box::new(Filter::Any)))));
    b.it = with.is_some().then_some(Target::Subject);
    Some(Trigger {
        moment: Moment::DealsDamage,
        subject: with.unwrap_or(Filter::Of(who)),
        cond: Some(by_attack),
    })
}

/// "you use [Arrival] to play a red Battle Card", "your opponent uses a skill to play a Battle Card": what is played, and by what.
pub(super) fn plays_by(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    let who = p.lookup(&[("you use", Who::You), ("your opponent uses", Who::Opponent)])?;
    let how = if p.take("a skill") {
        Cond::Fact(Fact::BySkill)
    } else {
        p.take("a/an/the");
        let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
        p.take("skill");
        crate::keyword::plays(&words).then(|| Cond::Fact(Fact::Via(effects::Phrase::new(&words))))?
    };
    p.take("to play").then_some(())?;
    let kind = of(who, subject(lex, p, b)?)?;
    b.it = Some(Target::Subject);
    Some(Trigger { moment: Moment::Played, subject: kind, cond: Some(how) })
}

/// "2 or more".
fn at_least(p: &mut Parser<'_>) -> Option<i32> {
    let n = p.number()?;
    p.take("or more").then_some(n)
}

/// "you draw 2 or more cards": however many at once are one draw (DBS 5-1-5).
fn drawn(p: &mut Parser<'_>) -> Option<Trigger<Dbs>> {
    let who = p.lookup(&[("you draw", Who::You), ("your opponent draws", Who::Opponent)])?;
    let n = at_least(p)?;
    p.take("cards").then_some(())?;
    let cond = Some(Cond::Compare(Amount::Event, Cmp::AtLeast, Amount::Fixed(n)));
    Some(Trigger { moment: Moment::Draws, subject: Filter::Of(who), cond })
}

/// "you discard a red card from your hand" (DBS 20-7-1).
fn discarded(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    let who = p.lookup(&[("you discard", Who::You), ("your opponent discards", Who::Opponent)])?;
    if who == Who::You && p.take("this card") {
        p.take("from your hand");
        b.it = Some(Target::This);
        return Some(trigger(Moment::Discards, Filter::This));
    }
    let noun = lex.phrase(p, b)?;
    let one = matches!(noun.count, None | Some(HowMany::Exactly(Amount::Fixed(1))));
    let from_hand = match &noun.among {
        None => true,
        Some(Among::Zones { zones, .. }) => zones[..] == [Area::Hand],
        Some(_) => false,
    };
    (one && from_hand && noun.whose.is_none_or(|whose| whose == who)).then_some(())?;
    b.it = Some(Target::Subject);
    Some(trigger(Moment::Discards, Filter::Of(who).and(noun.filter)))
}

/// "you KO your opponent's Battle Card", "this card KOs a Battle Card": by an attack (DBS 8-4-6-2-3) or by a skill, of the player or
/// of the card. What a skill KOs may be one's own, where no side is named.
pub(super) fn knocked_out(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
) -> Option<Vec<Trigger<Dbs>>> {
    let who = if p.ahead("you ko") { Filter::Of(Who::You) } else { subject(lex, p, b)? };
    b.it = (who == Filter::This).then_some(Target::This);
    p.take("you");
    knocks_out(p, &who)
}

/// The same behind the player or the card that does it.
pub(super) fn knocks_out(p: &mut Parser<'_>, who: &Filter<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    p.take("ko/kos").then_some(())?;
    let theirs =
        p.take("one of your opponent 's battle card/cards") || p.take("your/an opponent 's battle card");
    (theirs || p.take("a battle? card")).then_some(())?;
    if p.take("in/during battle") || p.take("by attacking it?") {
        return Some(vec![trigger(Moment::Kos, who.clone())]);
    }
    let fallen = Filter::Kind(KindWord::Battle);
    let fallen = if theirs { Filter::Of(Who::Opponent).and(fallen) } else { fallen };
    Some(by_attack_or_skill(who.clone(), fallen).to_vec())
}

/// What "you KO" and "this card KOs" wait for.
fn by_attack_or_skill(who: Filter<Dbs>, fallen: Filter<Dbs>) -> [Trigger<Dbs>; 2] {
    let fact = match &who {
        Filter::Of(Who::You) => Fact::ByYourSkill,
        card => Fact::BySkillOf(Box::new(card.clone())),
    };
    [
        trigger(Moment::Kos, who),
        Trigger { moment: Moment::IsKod, subject: fallen, cond: Some(Cond::Fact(fact)) },
    ]
}

/// What "this card KOs" waits for is two things and said as one: the fallen card stands with it as what it is about.
pub(super) fn said_as_one(triggers: &[Trigger<Dbs>]) -> Vec<Trigger<Dbs>> {
    let mut said = triggers.to_vec();
    let pair = |all: &[Trigger<Dbs>]| {
        all.iter().enumerate().find_map(|(at, attack)| {
            let skill = all.iter().position(|one| {
                let [_, mut both] = by_attack_or_skill(attack.subject.clone(), one.subject.clone());
                attack.cond.iter().for_each(|cond| super::triggers::add(&mut both, cond.clone()));
                *one == both
            })?;
            (attack.moment == Moment::Kos).then_some((at, skill))
        })
    };
    while let Some((attack, skill)) = pair(&said) {
        let fallen = Cond::Is(Target::Subject, said[skill].subject.clone());
        super::triggers::add(&mut said[attack], fallen);
        said.remove(skill);
    }
    said
}

/// Which card falls by an attack or a skill, where both are said as one.
pub(super) fn fallen(cond: &Cond<Dbs>) -> Option<&'static str> {
    let battle = Filter::Kind(KindWord::Battle);
    match cond {
        Cond::Is(Target::Subject, fallen) if *fallen == battle => Some("a Battle Card"),
        Cond::Is(Target::Subject, fallen) if *fallen == Filter::Of(Who::Opponent).and(battle) => {
            Some("an opponent's Battle Card")
        }
        _ => None,
    }
}
