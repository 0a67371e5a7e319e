//! What [Auto] skills wait for.

use super::area_bit;
use super::nouns::Words;
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Cond, Filter, Phrase, Target, Trigger, Who};

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
        if p.take("at") {
            return timed(p);
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
        p.take("and").then_some(())?;
        let cond = grammar::condition(lex, p, b)?;
        p.ahead(",").then_some(cond)
    }) {
        found.iter_mut().for_each(|trigger| add(trigger, cond.clone()));
    }
    if !(p.mark(',') || p.take("then")) {
        return p.want("a comma after the trigger");
    }
    Some(found)
}

/// "When you have no cards in your hand,", "When your life is at 4 or less,".
fn situation(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    p.take("when/whenever").then_some(())?;
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

fn add(trigger: &mut Trigger<Dbs>, cond: Cond<Dbs>) {
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
        return if p.take("main phase") {
            at(Moment::MainBegins, Some(who))
        } else if p.take("turn") || p.take("charge phase") {
            at(Moment::TurnBegins, Some(who))
        } else if p.take("offense step") {
            at(Moment::OffenseBegins, Some(who))
        } else if p.take("defense step") {
            at(Moment::DefenseBegins, Some(who))
        } else if p.take("damage step") {
            at(Moment::DamageBegins, Some(who))
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
        } else if p.take("battle after this card attacks")
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

/// "from your hand", "from your Drop", "by a skill", "in battle" behind a moment.
pub(super) fn circumstances(lex: Option<&Words>, p: &mut Parser<'_>, found: &mut [Trigger<Dbs>]) {
    let discards = found.iter().all(|trigger| trigger.moment == Moment::Discards);
    loop {
        let mut yours = false;
        let cond = p.attempt(|p| {
            if p.take("from a hand") {
                return Some(Cond::Fact(Fact::From(Area::Hand)));
            }
            if p.take("from a battle area") {
                return Some(Cond::Fact(Fact::From(Area::Battle)));
            }
            if p.take("from a unison area") {
                return Some(Cond::Fact(Fact::From(Area::Unison)));
            }
            yours = p.ahead("from your");
            if p.take("from your hand") {
                return Some(Cond::Fact(Fact::From(Area::Hand)));
            }
            if p.take("from your battle area") {
                return Some(Cond::Fact(Fact::From(Area::Battle)));
            }
            if p.take("from your drop area?") {
                return Some(Cond::Fact(Fact::From(Area::Drop)));
            }
            if p.take("from your unison area") {
                return Some(Cond::Fact(Fact::From(Area::Unison)));
            }
            // "using [Over Realm]", "by a [Union] skill".
            if let Some(words) = p.attempt(|p| {
                (p.take("using a/an?") || p.take("with a/an?") || p.take("by a/an?")).then_some(())?;
                let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
                p.take("skill");
                crate::keyword::plays(&words).then_some(words)
            }) {
                return Some(Cond::Fact(Fact::Via(Phrase::new(&words))));
            }
            if p.take("without using skills") || p.take("without using a skill") {
                return Some(Cond::Not(Box::new(Cond::Fact(Fact::BySkill))));
            }
            if p.take("from your deck") {
                return Some(Cond::Fact(Fact::From(Area::Deck)));
            }
            if p.take("from your combo area") {
                return Some(Cond::Fact(Fact::From(Area::Combo)));
            }
            if p.take("from your life") {
                return Some(Cond::Fact(Fact::From(Area::Life)));
            }
            if p.take("by your opponent 's skill/skills")
                || p.take("by an opponent 's skill")
                || p.take("by a skill of your opponent 's cards")
            {
                return Some(Cond::Fact(Fact::ByOpponentsSkill));
            }
            if p.take("by one of your skills") || p.take("by your skill/skills") {
                return Some(Cond::Fact(Fact::ByYourSkill));
            }
            if p.take("by a skill") || p.take("by skills") {
                return Some(Cond::Fact(Fact::BySkill));
            }
            // "by a 《X》 card's skill": DBS 20-7-2: a Battle Card is one in the Battle Area.
            if let (Some(lex), true) = (lex, discards) {
                if let Some(filter) = p.attempt(|p| {
                    p.take("by a/an").then_some(())?;
                    let filter = lex.one_kind(p, &mut Builder::default())?;
                    p.take("'s skill").then_some(filter)
                }) {
                    let battle = super::nouns::default_zones(&filter) == [Area::Battle];
                    let filter = match battle {
                        true => filter.and(Filter::Test(Test::InArea(Area::Battle))),
                        false => filter,
                    };
                    return Some(Cond::Is(Target::Other, filter));
                }
            }
            if p.take("in/during battle")
                || p.take("as a result of battle")
                || p.take("by an/your? opponent 's attack")
            {
                return Some(Cond::Fact(Fact::ByBattle));
            }
            if p.take("during your turn") {
                return Some(Cond::Fact(Fact::YourTurn));
            }
            if p.take("during your opponent 's turn") {
                return Some(Cond::Fact(Fact::OpponentsTurn));
            }
            None
        });
        match cond {
            Some(cond) => {
                for trigger in found.iter_mut() {
                    add(trigger, cond.clone());
                    if yours {
                        trigger.subject = of_yours(trigger.subject.clone());
                    }
                }
            }
            None => return,
        }
    }
}

/// What leaves an area of one's own is on one's own side, where the text does not say so itself.
fn of_yours(subject: Filter<Dbs>) -> Filter<Dbs> {
    match of(Who::You, subject.clone()) {
        Some(own) => own,
        None => subject,
    }
}

/// A noun as the subject of a moment: whose, and which.
pub(super) fn subject(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Filter<Dbs>> {
    p.attempt_with(b, |p, b| {
        if p.take("this card") {
            return Some(Filter::This);
        }
        let noun = lex.phrase(p, b)?;
        if noun.among.is_some() {
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
fn of(who: Who, subject: Filter<Dbs>) -> Option<Filter<Dbs>> {
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

fn event(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Trigger<Dbs>>> {
    let mut found = vec![one(lex, p, b)?];
    // "When you play or combo with this card" and "When this card is played or attacks".
    while let Some(next) = p.attempt(|p| {
        p.take("or").then_some(())?;
        let subject = found[0].subject.clone();
        let moment = moment_of_subject(p).or_else(|| elliptic(p))?;
        let mut next = trigger(moment, subject);
        next.cond = None;
        Some(next)
    }) {
        found.push(next);
    }
    // What a skill or a battle did is known of moves only.
    if !matches!(found[0].moment, Moment::MarkerRemoved | Moment::WouldLoseMarker | Moment::WouldDamage) {
        circumstances(Some(lex), p, &mut found);
    }
    // "… removed from your Battle Area by a skill or KO'd": the circumstance is the first one's.
    if let Some(next) = p.attempt(|p| {
        p.take("or").then_some(())?;
        let moment = moment_of_subject(p).or_else(|| elliptic(p))?;
        Some(trigger(moment, found[0].subject.clone()))
    }) {
        found.push(next);
    }
    Some(found)
}

/// What a card has done to it, behind "is played or".
fn elliptic(p: &mut Parser<'_>) -> Option<Moment> {
    p.lookup(&[
        ("ko'd", Moment::IsKod),
        ("used in a combo", Moment::Combos),
        ("attacked", Moment::IsAttacked),
        ("placed in a/your/the? battle area", Moment::PlacedInBattle),
    ])
}

/// What a card does or has done to it, behind the card.
fn moment_of_subject(p: &mut Parser<'_>) -> Option<Moment> {
    // "activates the [Blocker] skill".
    if let Some(moment) = p.attempt(|p| {
        p.take("activates the/its?").then_some(())?;
        let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
        p.take("skill");
        (words == "blocker").then_some(Moment::Blocks)
    }) {
        return Some(moment);
    }
    if p.take("attacks and kos an opponent 's battle card")
        || p.take("kos an opponent 's battle card by attacking it")
        || p.take("'s attack kos an opponent 's battle card")
        || p.take("kos an opponent 's battle card")
    {
        return Some(Moment::Kos);
    }
    const MOMENTS: [(&str, Moment); 31] = [
        ("is added to your z-energy", Moment::ZEnergyPlaced),
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
        ("ko's a battle card", Moment::Kos),
        ("kos a battle card", Moment::Kos),
        ("deals damage", Moment::DealsDamage),
        ("would deal damage", Moment::WouldDamage),
        ("is placed under another card", Moment::PutUnder),
        ("is placed under a card", Moment::PutUnder),
        ("inflicts damage", Moment::DealsDamage),
        ("is switched to rest mode", Moment::Rests),
        ("is switched to active mode", Moment::Readies),
        ("activates the? blocker skill?", Moment::Blocks),
        ("is placed in a/your/the? leader area", Moment::PlacedInLeader),
        ("is placed in a/your/the? battle area", Moment::PlacedInBattle),
        ("leaves the/your? battle area", Moment::Leaves),
        ("leaves a battle area", Moment::Leaves),
        ("is placed in/into its owner 's drop area?", Moment::Drops),
        ("is placed in/into a/your/the? drop area?", Moment::Drops),
        ("is removed from your/the/a? battle area", Moment::Leaves),
    ];
    p.lookup(&MOMENTS)
}

fn one(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Trigger<Dbs>> {
    // "this card in your hand is played": where it came from.
    if let Some(moment) = p.attempt(|p| {
        p.take("this card in your hand is").then_some(())?;
        p.lookup(&[("played", Moment::Played), ("used in a combo", Moment::Combos)])
    }) {
        b.it = Some(Target::This);
        let cond = Some(Cond::Fact(Fact::From(Area::Hand)));
        return Some(Trigger { moment, subject: Filter::This, cond });
    }
    // Players do something.
    if p.take("you play") {
        if p.take("or combo with this card") {
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
        return Some(trigger(Moment::Combos, of(Who::You, subject)?));
    }
    if p.take("your opponent plays") {
        let subject = subject(lex, p, b)?;
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Played, of(Who::Opponent, subject)?));
    }
    if p.take("your opponent attacks") || p.take("an opponent attacks") {
        let subject = if p.take("with") { subject(lex, p, b)? } else { Filter::Any };
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Attacks, of(Who::Opponent, subject)?));
    }
    if p.take("you attack with") {
        let subject = subject(lex, p, b)?;
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Attacks, of(Who::You, subject)?));
    }
    if p.take("you attack") {
        b.it = Some(Target::Subject);
        return Some(trigger(Moment::Attacks, Filter::Of(Who::You)));
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
    // "your opponent activates [Blocker]", "… a [Counter] skill".
    if let Some(moment) = p.attempt(|p| {
        p.take("your opponent activates a?").then_some(())?;
        let words = effects::text::lexer::fold(p.group(effects::text::Bracket::Square)?);
        p.take("skill");
        match words.as_str() {
            "blocker" => Some(Moment::Blocks),
            "counter" => Some(Moment::ActivatesCounter),
            _ => None,
        }
    }) {
        return Some(trigger(moment, Filter::Of(Who::Opponent)));
    }
    if p.take("your opponent activates an extra card") {
        return Some(trigger(Moment::ActivatesExtra, Filter::Of(Who::Opponent)));
    }
    if p.take("your opponent activates a counter skill") {
        return Some(trigger(Moment::ActivatesCounter, Filter::Of(Who::Opponent)));
    }
    if p.take("you place a card in your energy area") || p.take("a card is placed in your energy area?") {
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
    if let Some(moment) = p.lookup(&[
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
    // Cards do something or have it done to them.
    let mut subject = subject(lex, p, b)?;
    // DBS 9-6-9-1-2: "your Battle Area", "your Drop Area" say whose card it is.
    let left = p.ahead("is removed from your battle area") || p.ahead("leaves your battle area");
    let dropped = subject != Filter::This && p.ahead("is placed in/into your drop");
    let Some(moment) = moment_of_subject(p) else { return p.want("something that happens to a card") };
    if left {
        subject = of_yours(subject);
    }
    b.it = Some(if subject == Filter::This { Target::This } else { Target::Subject });
    let mut found = trigger(moment, subject);
    if moment == Moment::Attacks {
        // What is attacked: "attacks a Leader Card", "attacks a Battle Card".
        if let Some(filter) = p.attempt_with(b, |p, b| {
            let select = lex.select(p, b, Who::Opponent, effects::HowMany::All)?;
            Some(select.filter)
        }) {
            found.cond = Some(Cond::Is(Target::Other, filter));
        }
    }
    if dropped {
        add(&mut found, Cond::Fact(Fact::IsYours));
    }
    Some(found)
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
