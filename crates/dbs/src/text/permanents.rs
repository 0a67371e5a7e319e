//! [Permanent] skills: sentences of changes that last while they hold.

use super::allowed::{included, materials, only_while, reaching, unplayable};
use super::areas::this_from;
use super::clauses::Steps;
use super::gains::{attacks_open, cannots, changes, per_each, unaffected};
use super::nouns::{PLAYED_FROM, Words, keyword_group};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser};
use effects::{Among, Amount, Gainer, HowMany, Select, Step, Target, Who};
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
            if p.take("this card is removed from a/the/your? battle area") {
                return p.mark(',').then_some(());
            }
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
        // "While this card is under a red card, that card gains …".
        if cond.as_ref().is_some_and(speaks_of_top) {
            b.it = Some(Target::Test(Test::TopOfThis));
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
            // "…, and if your opponent has more energy than you, this card gains [Blocker]".
            match p.ahead("if/when/while") {
                true => permanent_sentence(lex, p, b),
                false => permanent_clause(lex, p, b),
            }
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
                p.take("if/while/when").then_some(())?;
                // "this card can't attack if it has 2 or fewer markers on it".
                let own =
                    |step: &Step<Dbs>| matches!(step, Step::Gain { to: Gainer::Cards(Target::This), .. });
                if b.it.is_none() && inner.iter().all(own) {
                    b.it = Some(Target::This);
                }
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

/// Whether a condition is about the card on top of this one, and of nothing else last.
fn speaks_of_top(cond: &effects::Cond<Dbs>) -> bool {
    match cond {
        effects::Cond::All(all) => all.last().is_some_and(speaks_of_top),
        effects::Cond::Is(target, _) => *target == Target::Test(Test::TopOfThis),
        _ => false,
    }
}

/// "the <X> card on top of this card": what the card on top has to be.
fn kind_on_top(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<effects::Filter<Dbs>> {
    p.take("the").then_some(())?;
    let kind = lex.one_kind(p, b)?;
    (kind != effects::Filter::Any && p.take("on top of this card")).then_some(kind)
}

/// Whether a condition is about the card itself.
pub(super) fn speaks_of_this(cond: &effects::Cond<Dbs>) -> bool {
    use effects::Cond;
    match cond {
        Cond::All(all) => all.iter().any(speaks_of_this),
        Cond::Is(target, _) => *target == Target::This,
        // "there are 2 or more cards under this card", "{X} is not under this card".
        Cond::Compare(Amount::Count(select), ..) | Cond::Exists(select) => is_under_this(select),
        Cond::Not(inner) => speaks_of_this(inner),
        _ => false,
    }
}

fn is_under_this(select: &Select<Dbs>) -> bool {
    matches!(&select.among, effects::Among::Under { host: Target::This, .. })
}

/// A change by a number, so many times.
pub(super) fn times(step: Step<Dbs>, per: i32, of: &Amount<Dbs>) -> Option<Step<Dbs>> {
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

/// Where the card goes instead, from where it is said to leave.
fn leaves_elsewhere(p: &mut Parser<'_>) -> Option<Steps> {
    p.take("if/when").then_some(())?;
    let dropped = p.take("this card is placed in a/your/the? drop area? from a/your");
    let leaves = !dropped && (p.take("this card would leave a/your") || p.take("it would leave a/your"));
    (dropped || leaves).then_some(())?;
    let mut from = vec![super::nouns::area_word(p)?];
    while let Some(next) = p.attempt(|p| {
        p.take("or a/your?").then_some(())?;
        super::nouns::area_word(p)
    }) {
        from.push(next);
    }
    from.iter().all(|area| matches!(area, Area::Battle | Area::Combo)).then_some(())?;
    (p.mark(',')).then_some(())?;
    let to = if p.take("remove it from the game instead") {
        To::area(Area::Removed)
    } else {
        (p.take("it is/'s placed/sent") || p.take("place/send it")).then_some(())?;
        let to = super::moving::destination(p)?;
        p.take("instead").then_some(to)?
    };
    let change = match dropped {
        true => Change::DropsTo(to),
        false => Change::LeavesTo(to),
    };
    let mut steps: Steps = from.into_iter().map(this_from).collect();
    steps.push(Step::Gain { to: Gainer::Cards(Target::This), change, until: Until::Game });
    Some(steps)
}

/// "when activating this card's [Counter], you may place 2 cards from your hand in the Drop Area. If you do so, reduce the energy
/// cost of this card by 3": another way to pay, which leaves less of the cost.
fn paid_otherwise(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    (p.take("when activating this card 's") || p.take("when you activate this card 's")).then_some(())?;
    (p.group_any(Bracket::Square, &["counter"]).is_some() || p.take("counter")).then_some(())?;
    p.take("skill");
    p.take("from your hand");
    p.mark(',').then_some(())?;
    let cond = p.attempt_with(b, |p, b| {
        p.take("if").then_some(())?;
        let cond = grammar::condition(lex, p, b)?;
        p.mark(',').then_some(cond)
    });
    p.take("you may").then_some(())?;
    let mut cost = super::clauses::clause_now(lex, p, b)?;
    while let Some(more) = p.attempt_with(b, |p, b| {
        p.take("and").then_some(())?;
        super::clauses::clause_now(lex, p, b)
    }) {
        cost.extend(more);
    }
    p.mark('.').then_some(())?;
    p.take("if you do so? ,?").then_some(())?;
    let free = p.attempt(|p| {
        p.take("you may activate this card 's").then_some(())?;
        p.group_any(Bracket::Square, &["counter"])?;
        p.take("skill");
        p.take("without paying its energy cost").then_some(())
    });
    if free.is_none() {
        p.take("reduce the energy cost of this card by").then_some(())?;
        let n = p.number()?;
        super::gains::until(p);
        cost.push(Step::Do(Verb::PayLess { n }));
    }
    let steps = vec![Step::By { who: Who::You, cost, then: Vec::new(), forced: true }];
    let ability = effects::Ability::new(Part::Given, effects::When::Granted, steps);
    let change = Change::Instead(Free::Counter, b.grant(ability));
    let gain = Step::Gain { to: Gainer::Cards(Target::This), change, until: Until::Game };
    Some(match cond {
        Some(cond) => {
            vec![Step::If { cond, then: vec![this_from(Area::Hand), gain], otherwise: Vec::new() }]
        }
        None => vec![this_from(Area::Hand), gain],
    })
}

/// A Leader that may awaken whatever the life: "your Leader Card can activate [Awaken]".
fn awakens(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("your").then_some(())?;
    let filter = lex.one_kind(p, b)?;
    p.take("can activate its/your?").then_some(())?;
    p.group_any(Bracket::Square, &["awaken"])?;
    p.take("skill");
    at_any_life(p);
    let leaders = effects::Among::Zones { whose: Who::You, zones: vec![Area::Leader] };
    let to = Gainer::Whatever(Select::new(leaders, filter, HowMany::All));
    Some(vec![Step::Gain { to, change: Change::AwakensAtAnyLife, until: Until::Game }])
}

/// "even if you have 5 or more life", "even if your life is at 5 or more"; "6 or less" is a limit of its own.
pub(super) fn at_any_life(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| {
        p.take("even if").then_some(())?;
        if p.take("you have") {
            p.number()?;
            return p.take("or more life").then_some(());
        }
        p.take("your life is at").then_some(())?;
        p.number()?;
        p.take("or more").then_some(())
    })
    .is_some()
}

/// Every area there is (DBS 20-10-2: out of the game is none).
fn everywhere() -> Vec<Area> {
    Area::ALL.iter().copied().filter(|area| *area != Area::Removed).collect()
}

/// Cards of certain names that gain colours, wherever they are.
fn colored(p: &mut Parser<'_>) -> Option<Steps> {
    p.take("each").then_some(())?;
    let mut any = vec![super::nouns::group(p)?];
    while let Some(next) = p.attempt(|p| {
        p.take("and/or").then_some(())?;
        super::nouns::group(p)
    }) {
        any.push(next);
    }
    p.take("in all of your areas gain/gains").then_some(())?;
    let mut colors = vec![crate::card::Color::read(p.word()?)?];
    while let Some(next) = p.attempt(|p| {
        let _ = p.take(", and") || p.take("and") || p.mark(',');
        crate::card::Color::read(p.word()?)
    }) {
        colors.push(next);
    }
    p.take("color/colors").then_some(())?;
    let filter = if any.len() == 1 { any.remove(0) } else { effects::Filter::Either(any) };
    let all = effects::Among::Zones { whose: Who::You, zones: everywhere() };
    let to = Gainer::Whatever(Select::new(all, filter, HowMany::All));
    let gain = |color| Step::Gain { to: to.clone(), change: Change::Color(color), until: Until::Game };
    Some(colors.into_iter().map(gain).collect())
}

/// "your opponent can't attack with Battle Cards", "you can't activate Extra Cards", "you don't take damage": what is said of
/// players, as long as the skill is there.
fn players_cannot(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = p.lookup(&[("your/the opponent", Who::Opponent), ("you", Who::You)])?;
    (p.ahead("can't/don't/doesn't") || p.ahead("can only play")).then_some(())?;
    // DBS 22-16-2: the same as that a card can't be chosen by their skills.
    if who == Who::Opponent && p.take("can't choose") {
        let to = match p.take("this card") {
            true => Gainer::Cards(Target::This),
            false => {
                let select = lex.select(p, b, Who::You, HowMany::All)?;
                Gainer::Whatever(Select { count: HowMany::All, ..select })
            }
        };
        p.take("by/with their? skills");
        let change = Change::Cannot(Cannot::BeChosenByOpponent);
        return Some(vec![Step::Gain { to, change, until: Until::Game }]);
    }
    let saved = (b.until, b.actor);
    (b.until, b.actor) = (Some(Until::Game), who);
    let steps = super::clauses::action(lex, p, b);
    (b.until, b.actor) = saved;
    let lasts = |step: &Step<Dbs>| matches!(step, Step::Gain { until: Until::Game, .. });
    let ends = p.at_end() || p.ahead("./,/;/and/during/if/unless");
    steps.filter(|steps| ends && steps.iter().all(lasts))
}

fn permanent_clause(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let game = Until::Game;
    // DBS 23-2-2-4: what speaks of the card on top of it counts under that card and nowhere else.
    let under = |p: &mut Parser<'_>| {
        (p.take("when/while/if")
            && p.take("under another/a card ,")
            && p.ahead("the card on top of this card"))
        .then_some(())
    };
    p.attempt(under);
    // DBS 9-9-1-3: a value of its own.
    if let Some(n) = p.attempt(|p| {
        let set = p.take("set/change this card 's power to");
        let is = p.take("this card 's power is/becomes") || p.take("the power of this card is/becomes");
        (set || is || p.take("this card has a? power? of?")).then_some(())?;
        let n = p.number()?;
        p.take("power");
        (p.at_end() || p.ahead("./,/;/and/during")).then_some(n)
    }) {
        let change = Change::SetPower(Amount::Fixed(n));
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until: game }]);
    }
    // Deck construction.
    if let Some(steps) = p.attempt(|p| {
        p.take("you can").then_some(())?;
        p.take("only");
        p.take("include").then_some(())?;
        p.take("up to");
        let n = p.number()?;
        p.take("copy/copies of").then_some(())?;
        if !p.take("this card") {
            let name = p.group(Bracket::Curly)?;
            (crate::card::name_key(name) == lex.name).then_some(())?;
        }
        p.take("in your deck/z-deck").then_some(())?;
        let change = Change::Copies(u8::try_from(n).ok()?);
        Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: game }])
    }) {
        return Some(steps);
    }
    if p.take("you can include as many copies of this card in your deck/z-deck as you like")
        || p.take("you can include any number of copies of this card in your deck")
    {
        let change = Change::Copies(u8::MAX);
        return Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: game }]);
    }
    // "you can activate this card from your hand without paying its energy cost": by whatever skill.
    if p.attempt(|p| {
        (lex.kind == crate::card::Kind::Extra).then_some(())?;
        p.take("you can/may activate this card from your hand without paying its/the energy cost")
            .then_some(())?;
        (!p.ahead("by")).then_some(())
    })
    .is_some()
    {
        let (to, change) = (Gainer::Cards(Target::This), Change::Free(Free::Use));
        return Some(vec![this_from(Area::Hand), Step::Gain { to, change, until: game }]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| included(lex, p, b)) {
        return Some(steps);
    }
    // "you can play this card from your hand without paying its energy cost".
    if let Some(change) = p.attempt_with(b, |p, b| {
        p.take("you can/may").then_some(())?;
        let free = if p.take("play this card") {
            Free::Play
        } else if p.take("activate this card 's") || p.take("activate the") {
            let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
            p.take("skill/skills");
            match words.replace(" : ", " ").replace(": ", " ").replace(':', " ").as_str() {
                "activate main" => Free::In(Window::Main),
                "activate battle" => Free::In(Window::Battle),
                "activate main/battle" => Free::In(Window::MainOrBattle),
                "counter play" => Free::In(Window::CounterPlay),
                "counter attack" => Free::In(Window::CounterAttack),
                "counter counter" => Free::In(Window::CounterCounter),
                "counter" => Free::Counter,
                "activate" => Free::Activate,
                _ => return None,
            }
        } else {
            return None;
        };
        let _ = p.take("from your/you hand") || p.take("on this card in your hand");
        let free_of = p.take("without paying its/the energy cost");
        let instead = p.attempt_with(b, |p, b| {
            (free != Free::Play && p.take("by")).then_some(())?;
            let cost = super::clauses::doing(lex, p, b);
            if free_of {
                p.take("instead");
            }
            cost
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
    if p.take("you can use this card to pay energy costs even when it 's/is in your battle area")
        || p.take("this card may be used as energy")
    {
        let to = Gainer::Cards(Target::This);
        return Some(vec![Step::Gain { to, change: Change::AsEnergy, until: game }]);
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
    // "when this card is placed in a Drop Area from a Combo Area, it is sent to its owner's Warp instead".
    if let Some(steps) = p.attempt(|p| leaves_elsewhere(p)) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| paid_otherwise(lex, p, b)) {
        return Some(steps);
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
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("reduce").then_some(())?;
        let (to, change) = super::skill_costs::reduced(lex, p, b)?;
        Some(vec![Step::Gain { to, change, until: game }])
    }) {
        return Some(steps);
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
            // "a yellow <X> card in your Z-Deck" is each of them.
            let one = p.ahead("a/an");
            let select = lex.select(p, b, Who::You, HowMany::All)?;
            if select.count != HowMany::All && !one {
                return None;
            }
            // In play nobody pays: where one card of a name is meant, its area has to be said.
            let placed = |among: &Among<Dbs>| match among {
                Among::Zones { zones, .. } => !zones.iter().all(|area| area.is_in_play()),
                _ => true,
            };
            if one && !placed(&select.among) {
                return p.want("the area in which the cost is less");
            }
            (Vec::new(), Gainer::Whatever(Select { count: HowMany::All, ..select }))
        };
        let per = p.attempt_with(b, |p, b| {
            (!z && sign < 0 && p.take("by")).then_some(())?;
            let n = p.number()?;
            per_each(lex, p, b, -n)
        });
        let changes = match per {
            Some(amount) => vec![Change::Cost(amount)],
            None => {
                let mut changes = super::costs::change(p, sign, z)?;
                // "by K for each 《X》 card in your Warp".
                if let [Change::SpecifiedCost(_, n @ Amount::Fixed(_))] = &mut changes[..] {
                    if let Amount::Fixed(each) = *n {
                        if let Some(per) = p.attempt_with(b, |p, b| per_each(lex, p, b, each)) {
                            *n = per;
                        }
                    }
                }
                changes
            }
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
        // DBS 1-5-8: where it is valid has to be said, or it would be the Battle Area.
        p.take("in your hand").then_some(())?;
        let battle = p.take("and/or battle area");
        p.take("by").then_some(())?;
        let n = p.number()?;
        let change = Change::ComboCost(Amount::Fixed(-n));
        let gain = Step::Gain { to: Gainer::Cards(Target::This), change, until: game };
        let areas = [Some(Area::Hand), battle.then_some(Area::Battle)];
        Some(areas.into_iter().flatten().map(this_from).chain([gain]).collect())
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("reduce/decrease the combo cost/costs of all?").then_some(())?;
        let select = lex.select(p, b, Who::You, HowMany::All)?;
        (select.count == HowMany::All && p.take("by")).then_some(())?;
        let change = Change::ComboCost(Amount::Fixed(-p.number()?));
        Some(vec![Step::Gain { to: Gainer::Whatever(select), change, until: game }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("negate the").then_some(())?;
        let keyword = keyword_group(p)?;
        p.take("skill/skills");
        p.take("on/of").then_some(())?;
        let yours = p.take("your");
        lex.no_place.set(true);
        let kind = p.attempt_with(b, |p, b| lex.one_kind(p, b));
        lex.no_place.set(false);
        let kind = kind.filter(|kind| *kind != effects::Filter::Any)?;
        (p.take("in all of your areas") || yours && p.take("in all areas")).then_some(())?;
        let all = effects::Among::Zones { whose: Who::You, zones: everywhere() };
        let to = Gainer::Whatever(Select::new(all, kind, HowMany::All));
        let change = Change::Negate(Negate::One(keyword));
        Some(vec![Step::Gain { to, change, until: game }])
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
    if let Some(change) = p.attempt_with(b, |p, b| materials(lex, p, b)) {
        return Some(vec![
            this_from(Area::Hand),
            Step::Gain { to: Gainer::Cards(Target::This), change, until: game },
        ]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| only_while(lex, p, b)) {
        return Some(steps);
    }
    if let Some((words, area)) = p.attempt(reaching) {
        let change = Change::Reach(words, area);
        return Some(vec![
            this_from(area),
            Step::Gain { to: Gainer::Cards(Target::This), change, until: game },
        ]);
    }
    // "you can't play black Battle Cards", "this card can't be played from any area".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let zones = PLAYED_FROM.to_vec();
        if let Some((what, zones)) = p.attempt(|p| unplayable(p, &zones)) {
            let mut steps: Steps = zones.iter().map(|area| this_from(*area)).collect();
            let (to, change) = (Gainer::Cards(Target::This), Change::Cannot(what));
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
        // What answers an attack is a [Counter : Attack] skill, not any other of that time (DBS 22-10-3-1).
        let answers = p.ahead("against this card 's attack") || p.ahead("in response to this card 's attack");
        for what in all.iter_mut().filter(|what| answers && **what == Cannot::ActivateCounter) {
            *what = Cannot::ActivateCounterAttack;
        }
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
    if p.take("this card 's attack/attacks can't be negated") {
        let change = Change::Cannot(Cannot::AttackBeNegated);
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until: game }]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| super::attacks::shielded(lex, p, b)) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| players_cannot(lex, p, b)) {
        return Some(steps);
    }
    // "your red <X> Leader Card can activate its [Awaken] skill even if you have 3 or more life" (DBS 22-2-3).
    if let Some(steps) = p.attempt_with(b, |p, b| awakens(lex, p, b)) {
        return Some(steps);
    }
    // DBS 0-2-2: "you can use Majin Tokens in combos in Rest Mode".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("you can use").then_some(())?;
        let select = lex.select(p, b, Who::You, HowMany::All)?;
        p.take("in combos in rest mode").then_some(())?;
        let to = Gainer::Whatever(Select { count: HowMany::All, ..select });
        Some(vec![Step::Gain { to, change: Change::CombosInRest, until: game }])
    }) {
        return Some(steps);
    }
    if p.take("you can combo with this card from your battle area even when it is in rest mode") {
        let to = Gainer::Cards(Target::This);
        return Some(vec![Step::Gain { to, change: Change::CombosInRest, until: game }]);
    }
    // "treat this card in your hand as if it had no specified cost".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("treat").then_some(())?;
        let (mut steps, to) = if p.take("this card in your hand") {
            (vec![this_from(Area::Hand)], Gainer::Cards(Target::This))
        } else {
            let mut select = lex.select(p, b, Who::You, HowMany::All)?;
            if p.take("in all of? your? areas") {
                select.among = effects::Among::Zones { whose: Who::You, zones: everywhere() };
            }
            (Steps::new(), Gainer::Whatever(Select { count: HowMany::All, ..select }))
        };
        p.take("as if it/they had/have no specified cost/costs").then_some(())?;
        steps.push(Step::Gain { to, change: Change::NoSpecifiedCost, until: game });
        Some(steps)
    }) {
        return Some(steps);
    }
    // "your hand is not affected by your Leader Card Broly's skill" (DBS 20-4-1).
    if let Some(steps) = p.attempt(|p| {
        p.take("your hand is not affected by your leader card?").then_some(())?;
        let name = crate::card::character_key(p.word()?);
        p.take("'s skill/skills").then_some(())?;
        let by = effects::Filter::Of(Who::You)
            .and(effects::Filter::Kind(KindWord::Leader))
            .and(effects::Filter::Test(Test::Character(name)));
        let hand = effects::Among::Zones { whose: Who::You, zones: vec![Area::Hand] };
        let to = Gainer::Whatever(Select::new(hand, effects::Filter::Any, HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Unaffected(by), until: game }])
    }) {
        return Some(steps);
    }
    // "each <A> and <B> in all of your areas gain red, blue, and green colors".
    if let Some(steps) = p.attempt(colored) {
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
        if let Some(kind) = p.attempt_with(b, |p, b| kind_on_top(lex, p, b)) {
            let found = lasting_changes(lex, p, b)?;
            let to = Gainer::Cards(Target::Test(Test::TopOfThis));
            let gains = found.into_iter().map(|change| Step::Gain { to: to.clone(), change, until: game });
            let then = std::iter::once(this_from(Area::Under)).chain(gains).collect();
            let cond = effects::Cond::Is(Target::Test(Test::TopOfThis), kind);
            return Some(vec![Step::If { cond, then, otherwise: Vec::new() }]);
        }
        let top = b.it == Some(Target::Test(Test::TopOfThis));
        let (mut steps, to) = match p.attempt(|p| {
            if top && (p.take("that card") || p.take("it")) {
                return Some(Gainer::Cards(Target::Test(Test::TopOfThis)));
            }
            if p.take("the card on top of this card")
                || p.take("the card above it")
                || p.take("the card above this card")
            {
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
                let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::Both, HowMany::All));
                lex.every.set(false);
                let select = select?;
                if select.count != HowMany::All {
                    return None;
                }
                (Vec::new(), Gainer::Whatever(select))
            }
        };
        // "this card and your red Leader Cards get …": all of those too.
        let beside = (to == Gainer::Cards(Target::This))
            .then(|| p.attempt_with(b, |p, b| and_all(lex, p, b)))
            .flatten();
        let mut found = lasting_changes(lex, p, b)?;
        // What follows may be said of other cards.
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", and") || p.take("and")).then_some(())?;
            lasting_changes(lex, p, b)
        }) {
            found.extend(more);
        }
        if to == Gainer::Cards(Target::This) && p.take("in all areas") {
            // DBS 9-1-3-3: valid wherever the card is.
            steps.extend(everywhere().into_iter().map(this_from));
        }
        for to in std::iter::once(to).chain(beside) {
            let gain = |change| Step::Gain { to: to.clone(), change, until: game };
            steps.extend(found.iter().cloned().map(gain));
        }
        Some(steps)
    })
}

/// "… and your red Leader Cards", "… and all of your Ghost tokens", behind "this card".
fn and_all(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Gainer<Dbs>> {
    p.take("and").then_some(())?;
    p.take("all of?");
    lex.every.set(true);
    let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::Both, HowMany::All));
    lex.every.set(false);
    let select = select.filter(|select| select.count == HowMany::All)?;
    (p.ahead("get/gain/can/can't")).then_some(())?;
    Some(Gainer::Whatever(select))
}

/// What cards get or can't, as a [Permanent] skill says it.
fn lasting_changes(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Change>> {
    if p.take("gets/get/gains/gain") || p.ahead("loses/lose -") && p.take("loses/lose") {
        let found = changes(lex, p, b)?;
        return (!found.iter().any(|change| matches!(change, Change::Ability(_)))).then_some(found);
    }
    if let Some(change @ Change::Power(_)) = p.attempt(super::gains::lost) {
        return Some(vec![change]);
    }
    if p.take("can't be attacked by your opponent 's cards") {
        return Some(vec![Change::NotAttackedBy(effects::Filter::Of(Who::Opponent))]);
    }
    if let Some(cannot) = cannots(p) {
        // Who cannot be attacked by whom is said in full.
        return (!p.ahead("by")).then_some(cannot);
    }
    if let Some(by) = unaffected(lex, p, b) {
        return Some(vec![by]);
    }
    if let Some(open) = attacks_open(lex, p, b) {
        return Some(vec![open]);
    }
    if p.take("can be used in combos in rest mode")
        || p.take("can combo even? in rest mode")
        || p.take("can combo when in rest mode")
    {
        return Some(vec![Change::CombosInRest]);
    }
    p.want("gets, gains, can or can't")
}
