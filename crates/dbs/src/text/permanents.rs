//! [Permanent] skills: sentences of changes that last while they hold.

use super::clauses::Steps;
use super::gains::{cannot, changes, per_each, unaffected};
use super::headers::this_from;
use super::nouns::{PLAYED_FROM, Words, keyword_group};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser};
use effects::{Amount, Gainer, HowMany, Select, Step, Target, Who};
use kernel::Zone;

/// The sentences of a [Permanent] skill: each a condition, perhaps, and changes that last while it holds.
pub fn permanent(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let mut steps = Vec::new();
    while !p.at_end() {
        steps.extend(permanent_sentence(lex, p, b)?);
        if !(p.at_end() || p.mark('.') || p.mark(';')) {
            return p.want("the end of the sentence");
        }
    }
    Some(steps)
}

fn permanent_sentence(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.attempt_with(b, |p, b| {
        // A replacement: the condition is the leaving itself.
        if p.attempt(|p| {
            p.take("if/when").then_some(())?;
            p.take("this card would").then_some(())?;
            (p.take("be removed from a/the/your? battle area")
                || p.take("leave the/a/your? battle area")
                || p.take("leave the/a/your? unison area")
                || p.take("leave play"))
            .then_some(())?;
            p.mark(',').then_some(())
        })
        .is_some()
        {
            return permanent_clause(lex, p, b);
        }
        if p.ahead("remove it from the game instead") || p.ahead("this card is removed from the game instead")
        {
            return None;
        }
        let mut cond = None;
        let mut led = false;
        while let Some(next) = p.attempt_with(b, |p, b| {
            // "If A, B, and C, …": the conditions behind the first need no word of their own.
            led = p.take("if/while/when")
                || p.ahead("during")
                || led && (p.take("and if?") || more_conditions(p));
            led.then_some(())?;
            let cond = grammar::condition(lex, p, b)?;
            let during = matches!(cond, effects::Cond::Fact(Fact::YourTurn | Fact::OpponentsTurn));
            (p.mark(',') || p.mark(':') || during).then_some(cond)
        }) {
            cond = Some(match cond.take() {
                Some(old) => effects::Cond::and(old, next),
                None => next,
            });
        }
        // "If this card is in Active Mode, it gains …".
        if cond.as_ref().is_some_and(speaks_of_this) {
            b.it = Some(Target::This);
        }
        // "For each card in your Drop Area, …": for the numbers behind.
        let each = p.attempt_with(b, |p, b| {
            p.ahead("for each/every").then_some(())?;
            let each = per_each(lex, p, b, 1)?;
            p.mark(',').then_some(each)
        });
        let mut inner = permanent_clause(lex, p, b)?;
        if let Some(Amount::PerEach { per, of, .. }) = each {
            inner = inner.into_iter().map(|step| times(step, per, &of)).collect::<Option<Steps>>()?;
        }
        // What is so only while this card attacks is one condition more.
        if let [Step::If { cond: while_so, then, .. }] = &inner[..] {
            cond = Some(match cond.take() {
                Some(old) => effects::Cond::and(old, while_so.clone()),
                None => while_so.clone(),
            });
            inner = then.clone();
        }
        // Another change under the same condition.
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", and") || p.take("and")).then_some(())?;
            permanent_clause(lex, p, b)
        }) {
            inner.extend(more);
        }
        let during = p.attempt(|p| {
            let fact = if p.take("during your opponent 's turn") {
                Fact::OpponentsTurn
            } else if p.take("during your turn") {
                Fact::YourTurn
            } else {
                return None;
            };
            Some(effects::Cond::Fact(fact))
        });
        let cond = match (cond, during) {
            (Some(cond), Some(during)) => Some(effects::Cond::and(cond, during)),
            (cond, during) => cond.or(during),
        };
        // "… can't attack unless you have a Z-Extra Card".
        let unless = p.attempt_with(b, |p, b| {
            p.take("unless").then_some(())?;
            let cond = grammar::condition(lex, p, b)?;
            matches!(
                cond,
                effects::Cond::Exists(_)
                    | effects::Cond::Compare(Amount::Count(_), ..)
                    | effects::Cond::Is(..)
            )
            .then_some(cond)
        });
        let unless = match unless {
            Some(effects::Cond::Is(target, filter)) => Some(effects::Cond::Is(target, filter.negate())),
            Some(cond) => Some(effects::Cond::Not(Box::new(cond))),
            None => p.attempt_with(b, |p, b| {
                p.take("if").then_some(())?;
                grammar::condition(lex, p, b)
            }),
        };
        let cond = match unless {
            Some(unless) => Some(match cond {
                Some(old) => effects::Cond::and(old, unless),
                None => unless,
            }),
            None => cond,
        };
        Some(match cond {
            Some(cond) => vec![Step::If { cond, then: inner, otherwise: Vec::new() }],
            None => inner,
        })
    })
}

/// Whether another condition follows where a clause might.
fn more_conditions(p: &Parser<'_>) -> bool {
    let having = p.ahead("you have") || p.ahead("your opponent has") || p.ahead("there are/is");
    having || p.ahead("your life is") || p.ahead("it 's your") || p.ahead("your leader card? is")
}

/// Whether a condition is about the card itself.
fn speaks_of_this(cond: &effects::Cond<Dbs>) -> bool {
    use effects::Cond;
    match cond {
        Cond::All(all) => all.iter().any(speaks_of_this),
        Cond::Is(target, _) => *target == Target::This,
        _ => false,
    }
}

/// A change by a number, so many times.
fn times(step: Step<Dbs>, per: i32, of: &Amount<Dbs>) -> Option<Step<Dbs>> {
    let each = |amount: Amount<Dbs>| match amount {
        Amount::Fixed(each) => Some(Amount::PerEach { each, per, of: Box::new(of.clone()) }),
        _ => None,
    };
    Some(match step {
        Step::Gain { to, change: Change::Power(n), until } => {
            Step::Gain { to, change: Change::Power(each(n)?), until }
        }
        Step::Gain { to, change: Change::Cost(n), until } => {
            Step::Gain { to, change: Change::Cost(each(n)?), until }
        }
        Step::Gain { .. } => return None,
        other => other,
    })
}

fn permanent_clause(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let game = Until::Game;
    // Deck construction.
    if let Some(steps) = p.attempt(|p| {
        p.take("you can").then_some(())?;
        p.take("only");
        p.take("include").then_some(())?;
        p.take("up to");
        let n = p.number()?;
        p.take("copy/copies of this card in your deck/z-deck").then_some(())?;
        let change = Change::Copies(u8::try_from(n).ok()?);
        Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: game }])
    }) {
        return Some(steps);
    }
    if p.take("you can include as many copies of this card in your deck as you like")
        || p.take("you can include any number of copies of this card in your deck")
    {
        let change = Change::Copies(u8::MAX);
        return Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: game }]);
    }
    // "you can play this card from your hand without paying its energy cost".
    if let Some(change) = p.attempt_with(b, |p, b| {
        p.take("you can/may").then_some(())?;
        let free = if p.take("play this card") {
            Free::Play
        } else if p.take("activate this card 's") {
            let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
            p.take("skill/skills");
            if words.starts_with("counter") { Free::Counter } else { Free::Activate }
        } else {
            return None;
        };
        p.take("from your hand");
        let free_of = p.take("without paying its energy cost");
        let instead = p.attempt_with(b, |p, b| {
            (free != Free::Play && p.take("by")).then_some(())?;
            super::clauses::doing(lex, p, b)
        });
        if let Some(cost) = instead {
            (free_of || p.take("instead of paying its energy cost")).then_some(())?;
            let steps = vec![Step::By { who: Who::You, cost, then: Vec::new(), forced: true }];
            let ability = effects::Ability::new(Part::Given, effects::When::Granted, steps);
            return Some(Change::Instead(free, b.grant(ability)));
        }
        free_of.then_some(Change::Free(free))
    }) {
        return Some(vec![
            this_from(Area::Hand),
            Step::Gain { to: Gainer::Cards(Target::This), change, until: game },
        ]);
    }
    // DBS 18-19-1: "you can use your <A> Battle Cards as energy".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("you can/may use").then_some(())?;
        p.take("all of?");
        let select = lex.select(p, b, Who::You, HowMany::All)?;
        p.take("as energy").then_some(())?;
        let to = Gainer::Whatever(Select { count: HowMany::All, ..select });
        Some(vec![Step::Gain { to, change: Change::AsEnergy, until: game }])
    }) {
        return Some(steps);
    }
    // What leaves goes elsewhere instead.
    if let Some(to) = p.attempt(|p| {
        (p.take("remove it from the game instead") || p.take("this card is removed from the game instead"))
            .then_some(To::area(Area::Removed))
    }) {
        let change = Change::LeavesTo(to);
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until: game }]);
    }
    // "you start the game with 6 life" (DBS 6-2-2-1).
    if let Some(life) = p.attempt(|p| {
        p.take("you start the game with").then_some(())?;
        let life = u8::try_from(p.number()?).ok()?;
        p.take("life").then_some(life)
    }) {
        let change = Change::StartLife(life);
        return Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: game }]);
    }
    // "reduce the energy cost of this card in your hand by 2", "… by RR", "… the Z-Energy cost …".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let sign = p.lookup(&[("reduce/decrease", -1), ("increase", 1)])?;
        // "reduce this card's energy cost in your hand by 2".
        if let Some(changes) = p.attempt(|p| {
            p.take("this card 's energy? cost").then_some(())?;
            p.take("in your hand").then_some(())?;
            super::costs::change(p, sign, false)
        }) {
            let to = Gainer::Cards(Target::This);
            let gains = changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until: game });
            return Some(std::iter::once(this_from(Area::Hand)).chain(gains).collect());
        }
        p.take("the").then_some(())?;
        let z = p.take("z-energy cost/costs of");
        let specified = !z && p.take("specified cost/costs of");
        (z || specified || p.take("energy cost/costs of/on") || p.take("cost/costs of")).then_some(())?;
        let (mut steps, to) = if p.ahead("this card") {
            let object = lex.object(p, b, Who::You)?;
            (object.steps, Gainer::Cards(object.target))
        } else {
            // Nobody chooses here: all such cards are meant.
            p.take("all of?");
            let select = lex.select(p, b, Who::You, HowMany::All)?;
            if select.count != HowMany::All {
                return None;
            }
            (Vec::new(), Gainer::Whatever(select))
        };
        let per = p.attempt_with(b, |p, b| {
            (!z && sign < 0 && p.take("by")).then_some(())?;
            let n = p.number()?;
            per_each(lex, p, b, -n)
        });
        let changes = match per {
            Some(amount) => vec![Change::Cost(amount)],
            None => super::costs::change(p, sign, z)?,
        };
        let colored = |change: &Change| matches!(change, Change::SpecifiedCost(..));
        (!specified || changes.iter().all(colored)).then_some(())?;
        steps.extend(changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until: game }));
        Some(steps)
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt(|p| {
        p.take("reduce/decrease the combo cost of this card").then_some(())?;
        p.take("in your hand");
        p.take("by").then_some(())?;
        let n = p.number()?;
        let change = Change::ComboCost(Amount::Fixed(-n));
        Some(vec![this_from(Area::Hand), Step::Gain { to: Gainer::Cards(Target::This), change, until: game }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt(|p| {
        p.take("negate this card 's").then_some(())?;
        let keyword = keyword_group(p)?;
        p.take("skill? in all areas").then_some(())?;
        let change = Change::Negate(Negate::One(keyword));
        Some(vec![
            this_from(Area::Hand),
            this_from(Area::Deck),
            this_from(Area::Drop),
            this_from(Area::Life),
            Step::Gain { to: Gainer::Cards(Target::This), change, until: game },
        ])
    }) {
        return Some(steps);
    }
    // DBS 22-13-4-2-1: "you can choose Battle Cards in your Warp when choosing cards to use with this card's [Union] skill".
    if let Some((keyword, area)) = p.attempt(|p| {
        p.take("you can/may choose battle cards in your").then_some(())?;
        let area = super::nouns::area_word(p)?;
        p.take("when choosing cards to use with this card 's").then_some(())?;
        let keyword = keyword_group(p)?;
        p.take("skill").then_some(())?;
        p.take("from your hand");
        matches!(keyword, Keyword::Union | Keyword::Evolve | Keyword::ZStack).then_some((keyword, area))
    }) {
        let change = Change::Materials(keyword, area);
        return Some(vec![
            this_from(Area::Hand),
            Step::Gain { to: Gainer::Cards(Target::This), change, until: game },
        ]);
    }
    // "you can't play black Battle Cards", "this card can't be played from any area".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let zones = PLAYED_FROM.to_vec();
        if p.take("this card can't be played from any area")
            || p.take("you can't play this card from any area")
        {
            let mut steps: Steps = zones.iter().map(|area| this_from(*area)).collect();
            let (to, change) = (Gainer::Cards(Target::This), Change::Cannot(Cannot::Play));
            steps.push(Step::Gain { to, change, until: game });
            return Some(steps);
        }
        let who = if p.take("you can't play") {
            Who::You
        } else if p.take("your opponent can't play") {
            Who::Opponent
        } else {
            return None;
        };
        let noun = lex.phrase(p, b)?;
        (noun.whose.is_none() && noun.among.is_none()).then_some(())?;
        let among = effects::Among::Zones { whose: who, zones };
        let to = Gainer::Whatever(Select::new(among, noun.filter, HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Play), until: game }])
    }) {
        return Some(steps);
    }
    // "your opponent can't activate [Blocker] during this card's attack".
    if let Some(steps) = p.attempt(|p| {
        p.take("your/the opponent can't activate").then_some(())?;
        let mut all = vec![super::clauses::skill_word(p)?];
        while let Some(next) = p.attempt(|p| {
            p.take("or/and").then_some(())?;
            super::clauses::skill_word(p)
        }) {
            all.push(next);
        }
        p.take("skill/skills");
        // "… [Counter] against this card's attack and cannot activate [Blocker] during this card's attack".
        while let Some(next) = p.attempt(|p| {
            p.take("against/during this card 's attack");
            p.take("and can't activate").then_some(())?;
            super::clauses::skill_word(p)
        }) {
            p.take("skill/skills");
            all.push(next);
        }
        let attacking = p.take("during/against this card 's attack")
            || p.take("in response to this card 's attack")
            || p.take("while/when this card is attacking");
        let gains: Steps = all
            .into_iter()
            .map(|what| Step::Gain {
                to: Gainer::Player(Who::Opponent),
                change: Change::Cannot(what),
                until: game,
            })
            .collect();
        if !attacking {
            return Some(gains);
        }
        let cond = effects::Cond::Is(Target::This, effects::Filter::Is(CardState::Attacking));
        Some(vec![Step::If { cond, then: gains, otherwise: Vec::new() }])
    }) {
        return Some(steps);
    }
    // "this card is also treated as blue".
    if let Some(color) = p.attempt(|p| {
        p.take("this card is also treated? as?").then_some(())?;
        crate::card::Color::read(p.word()?)
    }) {
        let to = Gainer::Cards(Target::This);
        return Some(vec![Step::Gain { to, change: Change::Color(color), until: game }]);
    }
    // "the energy cost of this card in your hand is reduced by 1".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("the energy cost of this card in your hand is reduced by").then_some(())?;
        let n = p.number()?;
        let amount = per_each(lex, p, b, -n).unwrap_or(Amount::Fixed(-n));
        let to = Gainer::Cards(Target::This);
        Some(vec![this_from(Area::Hand), Step::Gain { to, change: Change::Cost(amount), until: game }])
    }) {
        return Some(steps);
    }
    // "this card's skills can't be negated".
    if p.take("this card 's skills can't be negated") {
        let mut steps = Steps::new();
        if p.take("in any area") {
            // DBS 9-1-3-3: valid wherever the card is, also while it is declared and in the Drop Area.
            steps.extend(Area::ALL.iter().map(|area| this_from(*area)));
        }
        let (to, change) = (Gainer::Cards(Target::This), Change::Cannot(Cannot::BeNegated));
        steps.push(Step::Gain { to, change, until: game });
        return Some(steps);
    }
    // DBS 20-13: "you skip your Offense Step".
    if let Some(steps) = p.attempt(|p| {
        let who = if p.take("you skip your") || p.take("skip your") {
            Who::You
        } else if p.take("your opponent skips their") {
            Who::Opponent
        } else {
            return None;
        };
        let what = p.lookup(&[("offense step", Skipped::Offense), ("defense step", Skipped::Defense)])?;
        Some(vec![Step::Gain { to: Gainer::Player(who), change: Change::Skips(what), until: game }])
    }) {
        return Some(steps);
    }
    // "this card gets +5000 power", "all of your … gain [Blocker]", "your red cards can attack …".
    p.attempt_with(b, |p, b| {
        let (mut steps, to) = match p.attempt(|p| {
            if p.take("the card on top of this card") || p.take("the card above it") {
                return Some(Gainer::Cards(Target::Test(Test::TopOfThis)));
            }
            let it = b.it == Some(Target::This) && p.take("it");
            (it || p.take("this card")).then_some(())?;
            if p.take("and your leader card?") {
                return Some(Gainer::Cards(Target::Several(vec![
                    Target::This,
                    Target::Test(Test::YourLeader),
                ])));
            }
            Some(Gainer::Cards(Target::This))
        }) {
            Some(to @ Gainer::Cards(Target::Test(Test::TopOfThis))) => (vec![this_from(Area::Under)], to),
            Some(to) => (Vec::new(), to),
            None => {
                p.take("all of?");
                lex.every.set(true);
                let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::You, HowMany::All));
                lex.every.set(false);
                let select = select?;
                if select.count != HowMany::All {
                    return None;
                }
                (Vec::new(), Gainer::Whatever(select))
            }
        };
        loop {
            let found = if p.take("gets/get/gains/gain") {
                changes(lex, p, b)?
            } else if let Some(cannot) = cannot(p) {
                vec![Change::Cannot(cannot)]
            } else if let Some(by) = unaffected(lex, p, b) {
                vec![by]
            } else if p.take("can attack your opponent 's battle cards in active mode")
                || p.take("can attack battle cards in active mode")
                || p.take("can attack battle cards that are in active mode")
                || p.take("can also? attack active mode battle cards")
            {
                vec![Change::CanAttackActive]
            } else {
                return p.want("gets, gains, can or can't");
            };
            for change in found {
                steps.push(Step::Gain { to: to.clone(), change, until: game });
            }
            if !(p.take(", and") || p.take("and")) {
                return Some(steps);
            }
        }
    })
}
