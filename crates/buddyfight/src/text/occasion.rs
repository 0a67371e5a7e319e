//! When something may be used or holds: turns and phases, attacks, what the other fighter does, what happened before.

use super::lexicon::Lex;
use super::words::PHASES;
use crate::state::Zone;
use crate::vocab::{Adjective, Answering, Condition, Fact, Test, Words};
use effects::text::grammar::{self, Builder, Noun};
use effects::text::parser::Parser;
use effects::{Among, Cond, Filter, HowMany, Select, Target, Who};

type B = Builder<Words>;

/// "during an attack on your opponent's turn", "during your final phase".
pub(super) fn during(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let is = |fact| Cond::Fact(fact);
    if !p.take("during/on/in") {
        return None;
    }
    if p.take("the/an attack phase") {
        return Some(is(Fact::DuringAttack));
    }
    if p.take("the/a final phase") {
        return Some(is(Fact::DuringFinal));
    }
    if p.take("this card 's battle") {
        return Some(Cond::Is(Target::This, Filter::Is(Adjective::InBattle)));
    }
    if p.take("the battle in which this card attacks alone") {
        let lone = Cond::Not(Box::new(is(Fact::LinkAttack)));
        return Some(Cond::Is(Target::This, Filter::Is(Adjective::Attacking)).and(lone));
    }
    if p.take("a battle on your opponent 's turn") {
        return Some(is(Fact::OpponentsTurn).and(is(Fact::OpponentAttacks)));
    }
    if p.take("his or her turn") {
        return Some(is(Fact::OpponentsTurn));
    }
    if p.take("an? attack on/during your opponent 's turn")
        || !p.ahead("your opponent 's attack phase") && p.take("your opponent 's attack")
    {
        return Some(is(Fact::OpponentsTurn).and(is(Fact::OpponentAttacks)));
    }
    if p.take("an? attack on/during your turn") || !p.ahead("your attack phase") && p.take("your attack") {
        return Some(is(Fact::YourTurn).and(is(Fact::YouAttack)));
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "during an attack on your 《Death》 monster"
        if !p.take("an? attack on your") || p.ahead("opponent") {
            return None;
        }
        let filter = grammar::described(lex, p, b)?;
        Some(is(Fact::AttackOn(filter.and(Filter::Of(Who::You)))))
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| {
        // "during (a link) attack on a size 2 or less monster on your field"
        let link = p.take("a link attack on");
        if !link && !p.take("an? attack on") {
            return None;
        }
        let on = attacked(lex, p, b)?;
        Some(if link { on.and(is(Fact::LinkAttack)) } else { on })
    }) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| {
        // "during an attack by your opponent's size 2 or less monster"
        if !p.take("an? attack by your opponent 's") {
            return None;
        }
        let filter = grammar::described(lex, p, b)?;
        Some(is(Fact::Attacking(filter.and(Filter::Of(Who::Opponent)))))
    }) {
        return Some(cond);
    }
    if p.take("your opponent 's turn") {
        return Some(is(Fact::OpponentsTurn));
    }
    if p.take("your turn") {
        return Some(is(Fact::YourTurn));
    }
    let turn = if p.take("your opponent 's") {
        Fact::OpponentsTurn
    } else if p.take("your") {
        Fact::YourTurn
    } else {
        return None;
    };
    let phase = PHASES.read(p)?;
    Some(is(turn).and(is(phase)))
}

/// A card described with its side, as what an attack is aimed at.
fn attacked(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    let noun = grammar::noun_phrase(lex, p, b)?;
    Some(Cond::Fact(Fact::AttackOn(placed(noun)?)))
}

/// A description with whose it is and where.
pub(super) fn placed(noun: Noun<Words>) -> Option<Filter<Words>> {
    let mut filter = noun.filter;
    match (noun.among, noun.whose) {
        (Some(Among::Zones { whose, zones }), _) => {
            if whose != Who::Both {
                filter = filter.and(Filter::Of(whose));
            }
            if zones[..] != Zone::FIELD {
                let mut places: Vec<_> = zones.iter().map(|zone| Filter::Test(Test::In(*zone))).collect();
                filter =
                    filter.and(if places.len() == 1 { places.remove(0) } else { Filter::Either(places) });
            }
        }
        (Some(_), _) => return None,
        (None, Some(whose)) => filter = filter.and(Filter::Of(whose)),
        (None, None) => {}
    }
    Some(filter)
}

/// "when your opponent's monster attacks a monster in your center": an attack by such a card on such a card.
pub(super) fn attacked_by(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if !p.take("when/if") {
        return None;
    }
    let side = |noun: Noun<Words>, plain: Who| {
        let mut filter = noun.filter;
        let whose = match (&noun.among, noun.whose) {
            (Some(Among::Zones { whose, .. }), _) => *whose,
            (None, Some(whose)) => whose,
            (None, None) => plain,
            _ => return None,
        };
        filter = filter.and(Filter::Of(whose));
        if let Some(Among::Zones { zones, .. }) = &noun.among {
            if zones[..] != Zone::FIELD {
                let mut places: Vec<_> = zones.iter().map(|zone| Filter::Test(Test::In(*zone))).collect();
                filter =
                    filter.and(if places.len() == 1 { places.remove(0) } else { Filter::Either(places) });
            }
        }
        Some((whose, filter))
    };
    if let Some(cond) = p.attempt_with(b, |p, b| attacks_with(lex, p, b)) {
        return Some(cond);
    }
    p.take("an");
    let (by, attacker) = side(grammar::noun_phrase(lex, p, b)?, Who::Both)?;
    if by != Who::Opponent || !(p.take("attacks/attack") || p.take("is attacking")) {
        return None;
    }
    let attacks = Cond::Fact(Fact::Attacking(attacker));
    if p.take("you") {
        return Some(attacks.and(Cond::Fact(Fact::AttackOnYou)));
    }
    if p.at_end() || p.ahead(".") || p.ahead(",") || p.ahead("and") {
        return Some(attacks);
    }
    let (of, target) = side(grammar::noun_phrase(lex, p, b)?, Who::Both)?;
    (of == Who::You).then(|| attacks.and(Cond::Fact(Fact::AttackOn(target))))
}

/// "your opponent attacks with a 《Weapon》", "your opponent is attacking your monster with a 《Weapon》", "… alone with …".
fn attacks_with(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if !(p.take("your opponent attacks") || p.take("your opponent is attacking")) {
        return None;
    }
    let on_monster = p.take("your monster/monsters");
    let alone = p.take("alone");
    if !p.take("with") {
        return None;
    }
    grammar::how_many::<Words>(p);
    let described = grammar::described(lex, p, b)?;
    let filter = described.clone().and(Filter::Of(Who::Opponent));
    // "That card" is the one that attacks; BF ATTACK-2.2: in a link attack the one of them that is such a card.
    b.it = Some(match alone {
        true => Target::Test(Test::Attacker),
        false => {
            let field = Among::Zones { whose: Who::Opponent, zones: Zone::FIELD.to_vec() };
            let such = Filter::Is(Adjective::Attacking).and(described.clone());
            Target::Each(Box::new(Select::new(field, such, HowMany::All)))
        }
    });
    let mut cond = Cond::Fact(Fact::Attacking(filter));
    if on_monster {
        let yours = Filter::Kind(crate::card::Kind::Monster).and(Filter::Of(Who::You));
        cond = cond.and(Cond::Fact(Fact::AttackOn(yours)));
    }
    if alone {
        cond = cond.and(Cond::Not(Box::new(Cond::Fact(Fact::LinkAttack))));
    }
    Some(cond)
}

/// BF OTHER-WHEN-1: "when a monster on your field is destroyed": usable once that happened, for a while.
pub(super) fn happened(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if !p.take("when/after") {
        return None;
    }
    let (moment, subject) = super::trigger::occasion(lex, p, b)?;
    Some(Cond::Fact(Fact::Happened(moment, subject)))
}

/// "when your opponent calls a monster": usable only as an answer to that (BF OTHER-RESPOND-1).
pub(super) fn answering(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Condition> {
    if !(p.take("when your/an opponent")
        || p.ahead("when he or she calls/casts/equips") && p.take("when he or she"))
    {
        return None;
    }
    let kind =
        p.lookup(&[("calls", Answering::Call), ("casts", Answering::Cast), ("equips", Answering::Equip)])?;
    if !p.take("one or more") {
        grammar::how_many::<Words>(p);
    }
    let filter = grammar::described(lex, p, b)?;
    let first = Cond::Fact(Fact::Answering(kind, filter));
    let second = p.attempt_with(b, |p, b| {
        let kind = p.lookup(&[("or calls", Answering::Call), ("or casts", Answering::Cast)])?;
        grammar::how_many::<Words>(p);
        let filter = grammar::described(lex, p, b)?;
        Some(Cond::Fact(Fact::Answering(kind, filter)))
    });
    Some(match second {
        Some(second) => Cond::Either(vec![first, second]),
        None => first,
    })
}
