//! What [Auto] skills wait for.

use super::area_bit;
pub(super) use super::circumstances::{came_from, circumstances, moved};
use super::circumstances::{comes_to, in_whose_area};
use super::nouns::Words;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Cmp, Cond, Filter, Phrase, Target, Trigger, Who};

/// "When …," or "At the end of …,": one or several moments. "It" then means the card it happened to.
pub fn triggers(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    let during = p.attempt(|p| {
        let cond = if p.take("during your opponent 's turn") {
            Cond::Fact(Fact::OpponentsTurn)
        } else if p.take("during your turn") {
            Cond::Fact(Fact::YourTurn)
        } else {
            return None;
        };
        p.mark(',').then_some(cond)
    });
    // A situation (DBS 9-6-10): what is so, not what happens.
    if let Some(found) = p.attempt_with(b, |p, b| situation(lex, p, b)) {
        return Some(found);
    }
    let mut found = p.attempt_with(b, |p, b| {
        if let Some(found) = p.attempt_with(b, |p, b| battle_of(lex, p, b)) {
            return Some(found);
        }
        if p.take("at") {
            let mut found = timed(p)?;
            // What is said of the card's own combo or attack speaks of that card.
            let free = matches!(b.it, None | Some(Target::Test(_)));
            if free && found.iter().all(|one| is_its_own(&one.subject)) {
                b.it = Some(Target::This);
            }
            // "at the end of your turn, or when you activate this card's [Blocker] skill".
            if let Some(more) = p.attempt_with(b, |p, b| {
                p.mark(',');
                p.take("or when").then_some(())?;
                event(lex, p, b)
            }) {
                found.extend(more);
            }
            return Some(found);
        }
        if !p.take("when/whenever/if") {
            return p.want("when or at");
        }
        event(lex, p, b)
    })?;
    if let Some(cond) = during {
        found.iter_mut().for_each(|trigger| add(trigger, cond.clone()));
    }
    // "… during your turn", "… if it's your turn".
    if let Some(cond) = p.attempt(|p| {
        p.take("if");
        if p.take("during your opponent 's turn") {
            Some(Cond::Fact(Fact::OpponentsTurn))
        } else if p.take("during your turn") {
            Some(Cond::Fact(Fact::YourTurn))
        } else {
            None
        }
    }) {
        for trigger in &mut found {
            add(trigger, cond.clone());
        }
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        p.mark(',');
        p.take("and if?").then_some(())?;
        let cond = grammar::condition(lex, p, b)?;
        p.ahead(",").then_some(cond)
    }) {
        found.iter_mut().for_each(|trigger| add(trigger, cond.clone()));
    }
    if !(p.mark(',') || p.take("then")) {
        return p.want("a comma after the trigger");
    }
    b.played = found.iter().all(|one| one.moment == Moment::Played && !is_its_own(&one.subject));
    // What waits for its own card alone speaks of that card.
    if b.it == Some(Target::Subject) && found.iter().all(|one| is_its_own(&one.subject)) {
        b.it = Some(Target::This);
    }
    Some(found)
}

/// "When you have no cards in your hand,", "When your life is at 4 or less,".
fn situation(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    p.take("when/whenever").then_some(())?;
    // "your life reaches 1", "your life becomes 6".
    if let Some(cond) = p.attempt(|p| {
        let who = grammar::whose(p)?;
        p.take("life reaches/becomes").then_some(())?;
        let number = effects::Amount::Fixed(p.number()?);
        let cmp = grammar::comparison(p);
        let reached = Cond::Compare(effects::Amount::Game(Count::Life(who)), Cmp::Equal, number);
        // "3 or less" is reached from above, by one card after the other.
        let turned = |cmp| Cond::Compare(effects::Amount::Event, cmp, effects::Amount::Fixed(0));
        Some(match cmp {
            Cmp::AtMost => (who, reached.and(turned(Cmp::Less))),
            Cmp::AtLeast => (who, reached.and(turned(Cmp::More))),
            Cmp::Equal => (who, reached),
            _ => return None,
        })
    }) {
        let (who, cond) = cond;
        p.mark(',').then_some(())?;
        // DBS 0-2-4-1: life that is there already does not reach anything.
        let subject = Filter::Of(who);
        return Some(vec![Trigger { moment: Moment::LifeChanges, subject, cond: Some(cond) }]);
    }
    let said = p.ahead("you have/don't")
        || p.ahead("your opponent has/doesn't")
        || p.ahead("there is/are")
        || p.ahead("your life is")
        || p.ahead("your opponent 's life is");
    said.then_some(())?;
    let cond = grammar::condition(lex, p, b)?;
    p.mark(',').then_some(())?;
    Some(vec![Trigger { moment: Moment::Situation, subject: Filter::Any, cond: Some(cond) }])
}

pub(super) fn add(trigger: &mut Trigger<Dbs>, cond: Cond<Dbs>) {
    trigger.cond = Some(match trigger.cond.take() {
        Some(old) => old.and(cond),
        None => cond,
    });
}

pub(super) fn trigger(moment: Moment, subject: Filter<Dbs>) -> Trigger<Dbs> {
    Trigger { moment, subject, cond: None }
}

fn at(moment: Moment, who: Option<Who>) -> Option<Vec<Trigger<Dbs>>> {
    let subject = match who {
        Some(Who::Both) | None => Filter::Any,
        Some(who) => Filter::Of(who),
    };
    Some(vec![trigger(moment, subject)])
}

/// "the end of your turn", "the beginning of your Main Phase", "the end of the battle".
fn timed(p: &mut Parser<'_>) -> Option<Vec<Trigger<Dbs>>> {
    p.take("the");
    if p.take("beginning/start of") {
        let who = p.take("the/each/a").then_some(Who::Both).or_else(|| grammar::whose(p))?;
        return if p.take("main phase/phases") {
            at(Moment::MainBegins, Some(who))
        } else if p.take("turn") || p.take("charge phase") {
            at(Moment::TurnBegins, Some(who))
        } else if p.take("offense step") {
            at(Moment::OffenseBegins, Some(who))
        } else if p.take("defense step") {
            at(Moment::DefenseBegins, Some(who))
        } else if p.take("damage step") {
            at(Moment::DamageBegins, Some(who))
        } else if who == Who::Both && p.take("battle") {
            // DBS 8-1-2: with the attack.
            at(Moment::Attacks, None)
        } else {
            p.want("a phase")
        };
    }
    if p.take("end of") {
        let who = p.take("the/each/a").then_some(Who::Both).or_else(|| grammar::whose(p))?;
        return if p.take("main phase") {
            at(Moment::MainEnds, Some(who))
        } else if p.take("turn where/when this card was played")
            || p.take("turn in which this card was played")
        {
            let played = Cond::Is(Target::This, Filter::Is(CardState::PlayedThisTurn));
            let mut found = at(Moment::TurnEnds, Some(who))?;
            found.iter_mut().for_each(|trigger| add(trigger, played.clone()));
            Some(found)
        } else if p.take("turn") {
            at(Moment::TurnEnds, Some(who))
        } else if p.take("damage step") {
            at(Moment::DamageEnds, Some(who))
        } else if p.take("battle in which/where? this card was used in a combo")
            || p.take("battle where this card is/was used in a combo")
            || p.take("battle in which this card is used in a combo")
            || p.take("battle in which/where? you combo/comboed with this card")
            || p.take("battle after you combo/comboed with this card")
            || p.take("battle in which/where? you used this card in a combo")
        {
            let mut found = vec![trigger(Moment::ComboEnds, Filter::This)];
            circumstances(None, p, &mut found);
            Some(found)
        } else if let Some(found) = p.attempt(|p| {
            // "a battle where you used this card from your hand or energy in a combo", "… this card in your hand is used …".
            p.take("battle in? which/where").then_some(())?;
            let cond = if p.take("you used this card") {
                came_from(p)?
            } else {
                p.take("this card in your").then_some(())?;
                Cond::Fact(Fact::From(super::nouns::area_word(p)?))
            };
            p.take("is/was? used? in a combo").then_some(())?;
            Some(vec![Trigger { moment: Moment::ComboEnds, subject: Filter::This, cond: Some(cond) }])
        }) {
            Some(found)
        } else if p.take("battle after this card attacks")
            || p.take("battle for this card")
            || p.take("battle in which this card attacks/attacked")
        {
            Some(vec![trigger(Moment::BattleEnds, Filter::This)])
        } else if who == Who::Both && p.take("battle") {
            at(Moment::BattleEnds, None)
        } else {
            p.want("a turn, phase or battle")
        };
    }
    p.want("the end or the beginning of something")
}

/// "at the end of a battle in which your red <X> Battle Card attacked": of the attack card's battle.
fn battle_of(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    p.take("at the? end of the/a battle in? which/where").then_some(())?;
    let attacker = subject(lex, p, b)?;
    let sided = of(Who::You, attacker.clone()).is_some_and(|own| own == attacker);
    (sided && attacker != Filter::This && p.take("attacks/attacked") && p.ahead(",")).then_some(())?;
    b.it = Some(Target::Subject);
    Some(vec![trigger(Moment::BattleEnds, attacker)])
}

/// What leaves an area of one's own is on one's own side, where the text does not say so itself.
pub(super) fn of_yours(subject: Filter<Dbs>) -> Filter<Dbs> {
    match of(Who::You, subject.clone()) {
        Some(own) => own,
        None => subject,
    }
}

/// A noun as the subject of a moment: whose, and which.
pub(super) fn subject(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
    p.attempt_with(b, |p, b| {
        if p.take("this card") {
            // "this card or an opponent's card is played".
            let other = p.attempt_with(b, |p, b| {
                p.take("or").then_some(())?;
                let opponent = p.take("an opponent 's")
                    || p.take("one of your opponent 's")
                    || p.take("your opponent 's");
                let side = if opponent {
                    Who::Opponent
                } else {
                    (p.take("one of your") || p.take("your")).then_some(())?;
                    Who::You
                };
                Some(Filter::Of(side).and(lex.one_kind(p, b)?))
            });
            return Some(match other {
                Some(other) => Filter::Either(vec![Filter::This, other]),
                None => Filter::This,
            });
        }
        // DBS 9-6-2-1-1: "1 or more of your Battle Cards": it pends once for all of them.
        let _ = p.take("one or more of?") || p.take("1 or more of?");
        let mut noun = lex.phrase(p, b)?;
        // "a card in your Battle Area": on one's side, and there.
        if let Some(effects::Among::Zones { whose, zones }) = &noun.among {
            let kind = super::nouns::default_zones(&noun.filter);
            (zones.len() == 1 && zones[0] == Area::Battle && kind.contains(&Area::Battle)).then_some(())?;
            noun.whose = noun.whose.or(Some(*whose));
            noun.filter = noun.filter.and(Filter::Test(Test::InArea(Area::Battle)));
        } else if noun.among.is_some() {
            return None;
        }
        match noun.count {
            None => {}
            Some(effects::HowMany::Exactly(effects::Amount::Fixed(1))) => {}
            _ => return None,
        }
        Some(match noun.whose {
            Some(Who::Both) | None => noun.filter,
            Some(who) => Filter::Of(who).and(noun.filter),
        })
    })
}

/// A subject, and the area it comes from where that is said with it.
fn placed_subject(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
) -> Option<(Filter<Dbs>, Option<Area>)> {
    if let Some(subject) = subject(lex, p, b) {
        return Some((subject, None));
    }
    p.attempt_with(b, |p, b| {
        let noun = lex.phrase(p, b)?;
        let area = match &noun.among {
            Some(effects::Among::Zones { whose: Who::You, zones }) if zones.len() == 1 => zones[0],
            _ => return None,
        };
        let one = matches!(noun.count, None | Some(effects::HowMany::Exactly(effects::Amount::Fixed(1))));
        (one && noun.whose.is_none_or(|who| who == Who::You)).then_some((noun.filter, Some(area)))
    })
}

/// A subject on this player's side, said once; the card itself needs no side.
pub(super) fn of(who: Who, subject: Filter<Dbs>) -> Option<Filter<Dbs>> {
    let side = match &subject {
        Filter::Of(side) => Some(*side),
        Filter::All(all) => all.iter().find_map(|one| match one {
            Filter::Of(side) => Some(*side),
            _ => None,
        }),
        _ => None,
    };
    match side {
        Some(side) => (side == who).then_some(subject),
        None if subject == Filter::This => Some(subject),
        None => Some(Filter::Of(who).and(subject)),
    }
}

/// What an effect waits for while it lasts.
pub(super) fn happening(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    event(lex, p, b)
}

fn event(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    let both = p.attempt(both_ways);
    b.it = both.as_ref().map(|_| Target::Subject).or(b.it.clone());
    let mut found = match both.or_else(|| p.attempt_with(b, |p, b| super::players::knocked_out(lex, p, b))) {
        Some(found) => found,
        None => vec![one(lex, p, b)?],
    };
    // "When you play or combo with this card" and "When this card is played or attacks".
    while let Some(next) = p.attempt(|p| also(p, &found[0])) {
        found.extend(next);
    }
    // What a skill or a battle did is known of moves only.
    let known = !matches!(found[0].moment, Moment::WouldLoseMarker | Moment::WouldDamage);
    // "KO'd or removed from a Battle Area by a skill": what is said of moving is said of that alone.
    let last = found.len() - 1;
    let apart = last > 0 && moves(found[last].moment) && !moves(found[0].moment);
    if known {
        circumstances(Some(lex), p, if apart { &mut found[last..] } else { &mut found[..] });
    }
    // "… removed from your Battle Area by a skill or KO'd": the circumstance is the first one's.
    while let Some(mut next) = p.attempt(|p| also(p, &found[0])) {
        circumstances(Some(lex), p, &mut next);
        found.extend(next);
    }
    // "…, or when your opponent attacks": something else that happens, perhaps to another card.
    while let Some(more) = p.attempt_with(b, |p, b| {
        p.mark(',');
        p.take("or").then_some(())?;
        if p.take("at") {
            return timed(p);
        }
        p.take("when/if");
        if p.take("it") {
            let moment = moment_of_subject(p)?;
            return Some(vec![trigger(moment, found[0].subject.clone())]);
        }
        let it = b.it.clone();
        let mut next = [one(lex, p, b)?];
        circumstances(Some(lex), p, &mut next);
        // What "it" means must be the same.
        if b.it != it {
            b.it = None;
        }
        Some(next.to_vec())
    }) {
        found.extend(more);
    }
    found.iter_mut().for_each(from_play);
    found.iter_mut().for_each(by_acting);
    found.iter_mut().for_each(whose_last);
    Some(found)
}

/// Whose card it must be stands behind where it comes from, whichever was said first.
fn whose_last(trigger: &mut Trigger<Dbs>) {
    let Some(Cond::All(all)) = trigger.cond.take_if(|cond| matches!(cond, Cond::All(_))) else { return };
    let yours = Cond::Fact(Fact::IsYours);
    let theirs = Cond::Not(Box::new(yours.clone()));
    let (whose, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| *one == yours || *one == theirs);
    rest.into_iter().chain(whose).for_each(|cond| add(trigger, cond));
}

/// What draws or deals damage is known by the skill that is being carried out: such moments carry a number and no note.
fn by_acting(trigger: &mut Trigger<Dbs>) {
    fn told(cond: &mut Cond<Dbs>) {
        let of = match cond {
            Cond::All(all) | Cond::Either(all) => return all.iter_mut().for_each(told),
            Cond::Not(inner) => return told(inner),
            Cond::Fact(Fact::BySkill) => Filter::Any,
            Cond::Fact(Fact::ByYourSkill) => Filter::Of(Who::You),
            Cond::Fact(Fact::ByOpponentsSkill) => Filter::Of(Who::Opponent),
            _ => return,
        };
        *cond = Cond::Fact(Fact::BySkillOf(Box::new(of)));
    }
    if matches!(trigger.moment, Moment::Draws | Moment::TakesDamage | Moment::DealsDamage) {
        trigger.cond.iter_mut().for_each(told);
    }
}

/// DBS 20-1-2, 20-1-5, 20-1-6: where nothing else is said, a Battle Card that goes somewhere comes from the Battle Area, a
/// Unison Card from the Unison Area, and what is told by a character name or a special trait comes from the Battle Area.
fn from_play(trigger: &mut Trigger<Dbs>) {
    let goes = matches!(
        trigger.moment,
        Moment::Drops | Moment::Warps | Moment::EnergyPlaced | Moment::ReturnsToHand | Moment::Removed
    );
    if !goes || trigger.cond.as_ref().is_some_and(says_from) {
        return;
    }
    let from = |area| Cond::Fact(Fact::From(area));
    match in_play(&trigger.subject)[..] {
        [] => {}
        [area] => add(trigger, from(area)),
        [area, other] => add(trigger, Cond::Either(vec![from(area), from(other)])),
        _ => {}
    }
}

/// The areas in play that cards of a description are meant in where no area is named.
fn in_play(subject: &Filter<Dbs>) -> Vec<Area> {
    let of = |filter: &Filter<Dbs>| match filter {
        Filter::Kind(KindWord::Battle) => vec![Area::Battle],
        Filter::Kind(KindWord::Unison) => vec![Area::Unison],
        Filter::Either(any) => {
            let each: Vec<Vec<Area>> = any.iter().map(in_play).collect();
            // Either all of them say where they are meant, or nothing is said.
            let mut all = if each.contains(&Vec::new()) { Vec::new() } else { each.concat() };
            all.sort();
            all.dedup();
            all
        }
        _ => Vec::new(),
    };
    let all = match subject {
        Filter::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let said = all.iter().map(of).find(|areas| !areas.is_empty());
    let kind =
        |one: &Filter<Dbs>| matches!(one, Filter::Kind(_) | Filter::This | Filter::Test(Test::InArea(_)));
    let named = |one: &Filter<Dbs>| matches!(one, Filter::Trait(_) | Filter::Test(Test::Character(_)));
    let told = !all.iter().any(kind) && all.iter().any(named);
    said.unwrap_or_else(|| if told { vec![Area::Battle] } else { Vec::new() })
}

fn says_from(cond: &Cond<Dbs>) -> bool {
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().any(says_from),
        Cond::Fact(Fact::From(_)) => true,
        _ => false,
    }
}

/// "you play or combo with this card", "you attack or combo with this card".
fn both_ways(p: &mut Parser<'_>) -> Option<Vec<Trigger<Dbs>>> {
    let first = p.lookup(&[
        ("you play or combo with this card", Moment::Played),
        ("you play this card or combo with it", Moment::Played),
        ("you attack or combo with this card", Moment::Attacks),
        ("you attack with this card or combo with it", Moment::Attacks),
    ])?;
    Some(vec![trigger(first, Filter::This), trigger(Moment::Combos, Filter::This)])
}

/// Whether it is a card's going somewhere, which a skill may have done.
fn moves(moment: Moment) -> bool {
    use Moment::*;
    matches!(moment, Leaves | Drops | Discards | Warps | EnergyPlaced | ZEnergyPlaced | Rests | Readies)
}

/// "or attacks", "or KO'd", "or placed in your Drop Area": something else that happens to the same card.
fn also(p: &mut Parser<'_>, first: &Trigger<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    p.take("or").then_some(())?;
    let subject = first.subject.clone();
    // "is played or its [Blocker] skill is activated".
    if p.attempt(|p| {
        p.take("its").then_some(())?;
        p.group_any(effects::text::Bracket::Square, &["blocker"])?;
        (p.take("skill is activated") || p.take("skill activates")).then_some(())
    })
    .is_some()
    {
        return Some(vec![trigger(Moment::Blocks, subject)]);
    }
    p.take("it");
    if let Some(found) = super::players::knocks_out(p, &subject) {
        return Some(found);
    }
    let comes = comes_to(p);
    if let Some((moment, cond)) = moved(p) {
        let mut found = Trigger { moment, subject, cond };
        comes.into_iter().for_each(|to| in_whose_area(&mut found, to));
        return Some(vec![found]);
    }
    let moment = moment_of_subject(p).or_else(|| elliptic(p))?;
    let mut found = trigger(moment, subject);
    if moment == Moment::Attacks && p.take("an opponent 's battle card") {
        let theirs = Filter::Of(Who::Opponent).and(Filter::Kind(KindWord::Battle));
        found.cond = Some(Cond::Is(Target::Other, theirs));
    }
    Some(vec![found])
}

/// What a card has done to it, behind "is played or".
fn elliptic(p: &mut Parser<'_>) -> Option<Moment> {
    p.lookup(&[
        ("ko'd", Moment::IsKod),
        ("used in a combo", Moment::Combos),
        ("attacked", Moment::IsAttacked),
        ("placed in a/your/the? battle area", Moment::PlacedInBattle),
        ("played", Moment::Played),
        ("discarded", Moment::Discards),
        ("removed from your/the/a? battle area", Moment::Leaves),
        ("switched to rest mode", Moment::Rests),
        ("switched to active mode", Moment::Readies),
    ])
}

/// What a card does or has done to it, behind the card.
fn moment_of_subject(p: &mut Parser<'_>) -> Option<Moment> {
    // "activates the [Blocker] skill".
    if let Some(moment) = p.attempt(|p| {
        p.take("activates the/its/a?").then_some(())?;
        let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
        p.take("skill");
        (words == "blocker").then_some(Moment::Blocks)
    }) {
        return Some(moment);
    }
    if p.take("attacks and kos an opponent 's battle card")
        || p.take("'s attack kos an opponent 's battle card")
        || p.take("attacks and kos a battle card")
    {
        // An attack that knocks out does so in battle.
        let _ = p.take("in/during battle") || p.take("by attacking");
        return Some(Moment::Kos);
    }
    const MOMENTS: [(&str, Moment); 39] = [
        ("undergoes growth", Moment::Grows),
        ("grows", Moment::Grows),
        ("is flipped over", Moment::Awakens),
        ("is played", Moment::Played),
        ("enters play", Moment::Played),
        ("attacks", Moment::Attacks),
        ("attack", Moment::Attacks),
        ("is attacked", Moment::IsAttacked),
        ("becomes a guard card", Moment::IsAttacked),
        ("is used in a combo", Moment::Combos),
        ("is used to combo", Moment::Combos),
        ("combos", Moment::Combos),
        ("is KO'd", Moment::IsKod),
        ("is ko'd", Moment::IsKod),
        ("is ko 'd", Moment::IsKod),
        ("is kod", Moment::IsKod),
        ("'s attack is negated", Moment::AttackNegated),
        ("deals damage to your opponent 's life", Moment::DealsDamage),
        ("deals damage to your opponent", Moment::DealsDamage),
        ("deals damage", Moment::DealsDamage),
        ("would deal damage", Moment::WouldDamage),
        ("is placed under another card", Moment::PutUnder),
        ("is placed under a card", Moment::PutUnder),
        ("inflicts damage", Moment::DealsDamage),
        ("is switched to rest mode", Moment::Rests),
        ("is switched to active mode", Moment::Readies),
        ("is switched from rest mode to active mode", Moment::Readies),
        ("is switched from active mode to rest mode", Moment::Rests),
        ("'s power is increased", Moment::Strengthened),
        ("loses a? marker/markers", Moment::MarkerRemoved),
        ("is discarded", Moment::Discards),
        ("activates the? blocker skill?", Moment::Blocks),
        ("is placed in a/your/the? leader area", Moment::PlacedInLeader),
        ("is placed in a/your/the? battle area", Moment::PlacedInBattle),
        ("leaves the/your? battle area", Moment::Leaves),
        ("leaves a battle area", Moment::Leaves),
        ("is placed in/into its owner 's drop area?", Moment::Drops),
        ("is placed in/into a/your/the? drop area?", Moment::Drops),
        ("is removed from your/the/a? battle area", Moment::Leaves),
    ];
    p.lookup(&MOMENTS).or_else(|| {
        p.attempt(|p| {
            p.take("are").then_some(())?;
            elliptic(p)
        })
    })
}

fn one(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    if let Some(found) = p.attempt_with(b, |p, b| super::moments::activated(lex, p, b)) {
        return Some(found);
    }
    if let Some(found) = p.attempt_with(b, |p, b| super::moments::moved_or_hurt(lex, p, b)) {
        return Some(found);
    }
    if let Some(found) = p.attempt(super::players::stepped) {
        b.it = None;
        return Some(found);
    }
    if let Some(found) = p.attempt_with(b, |p, b| super::players::done(lex, p, b)) {
        return Some(found);
    }
    // "this card in your hand is played": where it came from.
    if let Some(moment) = p.attempt(|p| {
        p.take("this card in your hand is").then_some(())?;
        p.lookup(&[("played", Moment::Played), ("used in a combo", Moment::Combos)])
    }) {
        b.it = Some(Target::This);
        let cond = Some(Cond::Fact(Fact::From(Area::Hand)));
        return Some(Trigger { moment, subject: Filter::This, cond });
    }
    // "this card in your energy is placed in your Drop Area": where it came from.
    if let Some((moment, cond)) = p.attempt(|p| {
        p.take("this card in a/your/the").then_some(())?;
        let area = super::nouns::area_word(p)?;
        let rest = p.take("in rest mode");
        let (moment, from) = moved(p).or_else(|| {
            let played = p.lookup(&[("is played", Moment::Played), ("is used in a combo", Moment::Combos)]);
            played.map(|moment| (moment, None))
        })?;
        (from.is_none() && !rest).then_some(())?;
        // DBS 8-5-6: a card in the Combo Area is spoken of before it goes.
        if area == Area::Combo && moment == Moment::Drops {
            return Some((Moment::ComboLeaves, None));
        }
        Some((moment, Some(Cond::Fact(Fact::From(area)))))
    }) {
        b.it = Some(Target::This);
        return Some(Trigger { moment, subject: Filter::This, cond });
    }
    if let Some((moment, cond)) = p.attempt(|p| {
        p.take("this card").then_some(())?;
        moved(p)
    }) {
        b.it = Some(Target::This);
        return Some(Trigger { moment, subject: Filter::This, cond });
    }
    // "your Leader Card's skill places this card in a Drop Area from under your Leader Card".
    if p.take(
        "your leader card? 's skill places this card in/into a/your drop area? from under your leader card?",
    ) {
        b.it = Some(Target::This);
        let leader = Filter::Of(Who::You).and(Filter::Kind(KindWord::Leader));
        let cond = Cond::Fact(Fact::From(Area::Under)).and(Cond::Fact(Fact::BySkillOf(Box::new(leader))));
        return Some(Trigger { moment: Moment::Drops, subject: Filter::This, cond: Some(cond) });
    }
    // "your opponent switches their energy to Active Mode using a non-[Awaken] skill".
    if p.take("your opponent switches their energy to active mode") {
        let subject = Filter::Of(Who::Opponent).and(Filter::Test(Test::InArea(Area::Energy)));
        let mut cond = Cond::Fact(Fact::ByOpponentsSkill);
        if p.take("using/with a") {
            let not = p.take("non -");
            let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
            p.take("skill").then_some(())?;
            let via = match (words.as_str(), not) {
                ("awaken", true) => Cond::Not(Box::new(Cond::Fact(Fact::Via(Phrase::new("awaken"))))),
                ("counter", false) => Cond::Fact(Fact::Via(Phrase::new("counter"))),
                _ => return None,
            };
            cond = cond.and(via);
        }
        return Some(Trigger { moment: Moment::Readies, subject, cond: Some(cond) });
    }
    // "you remove a marker from this card using a [Spirit Boost] skill".
    if p.take("you remove a marker from") {
        let subject =
            if p.take("one of your") { of(Who::You, lex.one_kind(p, b)?)? } else { subject(lex, p, b)? };
        p.take("using a").then_some(())?;
        p.group_any(effects::text::Bracket::Square, &["spirit boost"])?;
        p.take("skill").then_some(())?;
        b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
        let cond = Some(Cond::Fact(Fact::Via(Phrase::new("spirit boost"))));
        return Some(Trigger { moment: Moment::MarkerRemoved, subject, cond });
    }
    if p.take("you add/place this card to/in your z-energy") {
        b.it = Some(Target::This);
        return Some(trigger(Moment::ZEnergyPlaced, Filter::This));
    }
    if p.take("a player attacks") {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Attacks, Filter::Any));
    }
    if let Some(who) = p.lookup(&[("your opponent combos", Who::Opponent), ("you combo", Who::You)]) {
        let subject = if p.take("with") { subject(lex, p, b)? } else { Filter::Any };
        b.it = Some(Target::Subject);
        let mut found = trigger(Moment::Combos, of(who, subject)?);
        super::moments::told_by_origin(&mut found);
        return Some(found);
    }
    if p.take("your opponent uses a card in a combo") || p.take("your opponent uses cards in a combo") {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Combos, Filter::Of(Who::Opponent)));
    }
    if p.take("an opponent 's battle card is ko'd by this card 's attack") {
        return Some(trigger(Moment::Kos, Filter::This));
    }
    if let Some(found) = p.attempt_with(b, |p, b| super::players::plays_by(lex, p, b)) {
        return Some(found);
    }
    // Players do something.
    if p.take("you play") {
        if p.ahead("or combo with this card") {
            return None;
        }
        let (subject, from) = placed_subject(lex, p, b)?;
        b.it = Some(Target::Subject);
        let cond = from.map(|area| Cond::Fact(Fact::From(area)));
        return Some(Trigger { moment: Moment::Played, subject: of(Who::You, subject)?, cond });
    }
    if p.take("you combo with") || p.take("you use") {
        let subject = subject(lex, p, b)?;
        p.take("in a combo");
        b.it = Some(Target::Subject);
        let mut found = trigger(Moment::Combos, of(Who::You, subject)?);
        super::moments::told_by_origin(&mut found);
        return Some(found);
    }
    if p.take("your opponent plays") {
        let subject = subject(lex, p, b)?;
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Played, of(Who::Opponent, subject)?));
    }
    if p.take("your opponent attacks") || p.take("an opponent attacks") {
        let subject = if p.take("with") { subject(lex, p, b)? } else { Filter::Any };
        b.it = Some(Target::Subject);
        let mut found = trigger(Moment::Attacks, of(Who::Opponent, subject)?);
        // "your opponent attacks your Leader Card".
        if let Some(whom) = super::players::whom(lex, p, b) {
            found.cond = Some(Cond::Is(Target::Other, whom));
            // What is attacked was spoken of last.
            b.it = Some(Target::Other);
        }
        return Some(found);
    }
    if p.take("you attack with") {
        let subject = subject(lex, p, b)?;
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Attacks, of(Who::You, subject)?));
    }
    if p.take("you attack") {
        b.it = Some(Target::Subject);
        let mut found = trigger(Moment::Attacks, Filter::Of(Who::You));
        if let Some(whom) = super::players::whom(lex, p, b) {
            found.cond = Some(Cond::Is(Target::Other, whom));
            // What is attacked was spoken of last.
            b.it = Some(Target::Other);
        }
        return Some(found);
    }
    if p.take("a player draws a card") || p.take("a player draws cards") {
        return Some(trigger(Moment::Draws, Filter::Any));
    }
    if p.take("a player takes/receives damage") {
        return Some(trigger(Moment::TakesDamage, Filter::Any));
    }
    if p.take("you draw a card") || p.take("you draw cards") {
        return Some(trigger(Moment::Draws, Filter::Of(Who::You)));
    }
    if p.take("your opponent draws a card") || p.take("your opponent draws cards") {
        return Some(trigger(Moment::Draws, Filter::Of(Who::Opponent)));
    }
    if p.take("you are dealt damage") || p.take("you take damage") || p.take("you receive damage") {
        return Some(trigger(Moment::TakesDamage, Filter::Of(Who::You)));
    }
    if p.take("your opponent takes damage")
        || p.take("your opponent is dealt damage")
        || p.take("your opponent receives damage")
    {
        return Some(trigger(Moment::TakesDamage, Filter::Of(Who::Opponent)));
    }
    if p.take("you activate an extra card") {
        return Some(trigger(Moment::ActivatesExtra, Filter::Of(Who::You)));
    }
    // "you activate a red Extra Card from your hand" (DBS 12-1-3: that is where from anyway).
    if let Some(filter) = p.attempt_with(b, |p, b| {
        p.take("you activate a/an").then_some(())?;
        let filter = lex.one_kind(p, b)?;
        (super::nouns::default_zones(&filter) == [Area::Battle]).then_some(())?;
        let extra = |one: &Filter<Dbs>| *one == Filter::Kind(KindWord::Extra);
        let is_extra = match &filter {
            Filter::All(all) => all.iter().any(extra),
            one => extra(one),
        };
        p.take("from your hand");
        is_extra.then_some(filter)
    }) {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::ActivatesExtra, Filter::Of(Who::You).and(filter)));
    }
    if p.take("your opponent activates an extra card") {
        return Some(trigger(Moment::ActivatesExtra, Filter::Of(Who::Opponent)));
    }
    if p.take("you place a card in your energy area?") || p.take("a card is placed in your energy area?") {
        return Some(trigger(Moment::EnergyPlaced, Filter::Of(Who::You)));
    }
    if p.take("a card evolves into this card")
        || p.take("a battle card evolves into this card")
        || p.take("you evolve into this card")
    {
        b.it = Some(Target::This);
        return Some(trigger(Moment::Evolves, Filter::This));
    }
    if p.take("this card in your hand is discarded")
        || p.take("this card is discarded from your hand")
        || p.take("this card is discarded")
    {
        b.it = Some(Target::This);
        return Some(trigger(Moment::Discards, Filter::This));
    }
    if p.take("this card is placed from your hand in your drop area?")
        || p.take("this card in your hand is placed in your/its? owner? 's? drop area?")
    {
        b.it = Some(Target::This);
        return Some(trigger(Moment::Discards, Filter::This));
    }
    if p.take("a marker is removed from a player 's unison card?") {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::MarkerRemoved, Filter::Kind(KindWord::Unison)));
    }
    if let Some(moment) = p.lookup(&[
        ("a marker is added to", Moment::MarkerAdded),
        ("a marker is placed on", Moment::MarkerAdded),
        ("a marker is removed from", Moment::MarkerRemoved),
        ("a marker would be removed from", Moment::WouldLoseMarker),
    ]) {
        let subject = subject(lex, p, b)?;
        b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
        return Some(trigger(moment, subject));
    }
    if p.take("a battle? card is placed/played on top of this card") {
        return Some(trigger(Moment::Covered, Filter::This));
    }
    if p.take("a card in your combo area is placed in your drop area?") {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::ComboLeaves, Filter::Of(Who::You)));
    }
    if p.take("this card in your combo area is placed in your drop area?") {
        b.it = Some(Target::This);
        return Some(trigger(Moment::ComboLeaves, Filter::This));
    }
    if let Some(found) = p.attempt(|p| {
        p.take("you activate").then_some(())?;
        p.take("this card").then_some(trigger(Moment::Activates, Filter::This))
    }) {
        return Some(found);
    }
    // "a card in your energy is placed in your Drop Area by one of your skills".
    if let Some((filter, area, moment)) = p.attempt_with(b, |p, b| {
        let (filter, area) = placed_subject(lex, p, b)?;
        let (moment, from) = moved(p)?;
        from.is_none().then_some((filter, area?, moment))
    }) {
        b.it = Some(Target::Subject);
        // DBS 8-5-6: a card in the Combo Area is spoken of before it goes.
        if area == Area::Combo && moment == Moment::Drops {
            (filter == Filter::Any).then_some(())?;
            return Some(trigger(Moment::ComboLeaves, Filter::Of(Who::You)));
        }
        let cond = Some(Cond::Fact(Fact::From(area)));
        return Some(Trigger { moment, subject: of(Who::You, filter)?, cond });
    }
    // Cards do something or have it done to them.
    let mut subject = subject(lex, p, b)?;
    // DBS 9-6-9-1-2: "your Battle Area", "your Drop Area" say whose card it is.
    let left = p.ahead("is removed from your battle area")
        || p.ahead("leaves your battle area")
        || p.ahead("is/are? placed/sent/added/returned/moved from your");
    let comes = comes_to(p);
    let mut from = None;
    let moment = moment_of_subject(p).or_else(|| {
        let (moment, cond) = moved(p)?;
        from = cond;
        Some(moment)
    });
    let Some(moment) = moment else { return p.want("something that happens to a card") };
    if left {
        subject = of_yours(subject);
    }
    b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
    let mut found = Trigger { moment, subject, cond: from };
    if moment == Moment::Attacks {
        // What is attacked: "attacks a Leader Card", "attacks a Battle Card".
        if let Some(filter) = p.attempt_with(b, |p, b| {
            let noun = lex.phrase(p, b)?;
            Some(noun.whose.map_or(noun.filter.clone(), |who| Filter::Of(who).and(noun.filter)))
        }) {
            found.cond = Some(Cond::Is(Target::Other, filter));
            if says_that_card(p) {
                // Behind another attacker the words alone do not tell which of the two is meant.
                b.it = (found.subject == Filter::This).then_some(Target::Other);
            }
        }
    }
    let whose = |one: &Filter<Dbs>| matches!(one, Filter::Of(_));
    let said = match &found.subject {
        Filter::All(all) => all.iter().any(whose),
        one => whose(one),
    };
    let mut told = found.clone();
    let by_origin = super::moments::told_by_origin(&mut told);
    if let Some((who, area)) = comes.filter(|(who, _)| !(by_origin && said && *who == Who::You)) {
        in_whose_area(&mut found, (who, area));
    }
    super::moments::told_by_origin(&mut found);
    Some(found)
}

/// "When this card attacks a Battle Card, KO that card": the one named last, where "it" would be the one that attacks. Not where
/// another card is named between.
pub(super) fn says_that_card(p: &mut Parser<'_>) -> bool {
    let mut found = false;
    p.attempt(|p| -> Option<()> {
        while !p.at_end() && !p.ahead("it") && !p.ahead("card/cards") && !found {
            found = p.ahead("that card");
            p.bump();
        }
        None
    });
    found
}

/// Whether a trigger's subject is the card itself and nothing else.
pub fn is_its_own(subject: &Filter<Dbs>) -> bool {
    match subject {
        Filter::This => true,
        Filter::All(all) => all.iter().any(is_its_own),
        _ => false,
    }
}

/// Where a skill with this trigger is valid, if not where cards of its kind are in play.
pub fn areas(trigger: &Trigger<Dbs>) -> u16 {
    if !is_its_own(&trigger.subject) {
        return 0;
    }
    match trigger.moment {
        Moment::Combos | Moment::ComboLeaves => area_bit(Area::Combo),
        // DBS 23-2-2-4: these count under the other card.
        Moment::PutUnder | Moment::Covered => area_bit(Area::Under),
        Moment::Activates => area_bit(Area::Drop) | area_bit(Area::Battle),
        Moment::Drops => {
            // From play it is matched there; from elsewhere where it has gone.
            area_bit(Area::Battle) | area_bit(Area::Drop) | area_bit(Area::Unison)
        }
        Moment::ComboEnds => area_bit(Area::Drop) | area_bit(Area::ZEnergy),
        Moment::Discards | Moment::Warps => area_bit(Area::Drop) | area_bit(Area::Warp),
        Moment::EnergyPlaced => area_bit(Area::Energy),
        Moment::ZEnergyPlaced => area_bit(Area::ZEnergy),
        _ => 0,
    }
}
