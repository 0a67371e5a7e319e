//! Actions: one clause of a skill's effect at a time, and the sentences of [Permanent] skills.

use super::areas::this_from;
use super::choosing::choose;
use super::deeds::*;
use super::gains::{gains, per_each, until};
use super::moving::{add, destination, discard, look, place, reveal, shuffle};
use super::nouns::{PLAYED_FROM, Words, amount, area_word, default_zones};
pub(super) use super::objects::{
    Object, Steps, by_this_skill, distinct, is_single, pronoun, said_before, under_what,
};
use super::words::{BANS, SKILLS};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser, Tok};
use effects::{Among, Amount, Filter, Gainer, HowMany, Select, Step, Target, Who};

/// A verb in the form its subject wants: "draw", "draws".
fn verb(p: &mut Parser<'_>, word: &str) -> bool {
    let third = if word.ends_with("ch") || word.ends_with('s') {
        format!("{word}/{word}es")
    } else {
        format!("{word}/{word}s")
    };
    p.take(&third)
}

pub(super) fn clause_now(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "…, then if COND, A and B": the rest of the sentence hangs on the condition.
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("if").then_some(())?;
        let cond = grammar::condition(lex, p, b)?;
        p.mark(',').then_some(())?;
        let mut then = clause_now(lex, p, b)?;
        while let Some(more) = p.attempt_with(b, |p, b| {
            (p.take(", then") || p.take(", and") || p.take("and then") || p.take("and") || p.mark(','))
                .then_some(())?;
            clause_now(lex, p, b)
        }) {
            then.extend(more);
        }
        Some(vec![Step::If { cond, then, otherwise: Vec::new() }])
    }) {
        return Some(steps);
    }
    let saved = b.actor;
    let steps = p.attempt_with(b, |p, b| {
        if p.take("you and your opponent both/each?") || p.take("each player") || p.take("both players") {
            return both(lex, p, b);
        }
        // Where their turn is spoken of and no card, "they" are the opponent.
        let turn = matches!(
            b.until,
            Some(Until::OpponentsNextTurn | Until::OpponentsNextTurnEnd | Until::OpponentsTurnEnd)
        );
        let theirs = turn && matches!(b.it, None | Some(Target::This | Target::Test(_)));
        // "your opponent …", "they …".
        let they = |p: &mut Parser<'_>| {
            p.take("make");
            let opponent = p.take("your/the opponent") && !p.ahead("'s");
            let acts = p.take("they")
                && (p.ahead("choose/discard/place/send/draw/add/shuffle")
                    || p.ahead("may choose/discard/place/send")
                    || p.ahead("can only attack")
                    || theirs && p.ahead("can't attack/activate/play/use"));
            (opponent || acts).then_some(())
        };
        if p.attempt(they).is_some() {
            b.actor = Who::Opponent;
            p.take("must");
            if p.take("may") {
                if p.ahead("not") {
                    return p.want("what the opponent may do");
                }
                // DBS 20-16-1, 20-17-1: "if they do", "if they don't" hang on this.
                let mut steps = action(lex, p, b)?;
                while let Some(more) = p.attempt_with(b, |p, b| {
                    (p.take("and") || p.take(", then")).then_some(())?;
                    action(lex, p, b)
                }) {
                    steps.extend(more);
                }
                return Some(vec![Step::May {
                    who: Who::Opponent,
                    steps,
                    then: Vec::new(),
                    otherwise: Vec::new(),
                }]);
            }
        } else if p.attempt(|p| (p.take("you") && !p.ahead("may")).then_some(())).is_some() {
            b.actor = Who::You;
        } else if b.actor == Who::You && p.ahead("chooses/discards/draws") {
            // "your opponent shuffles their life, chooses 3 cards in their hand, …": still the opponent.
            b.actor = Who::Opponent;
        }
        action(lex, p, b)
    });
    b.actor = saved;
    steps
}

/// What both players do (DBS 0-2-8: the turn player first; whose turn it is is the turn of who speaks, or it makes no
/// difference): what one of them does, and the other in turn.
fn both(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // What needs no choice is done by both at once.
    b.actor = Who::Both;
    // A second verb is done by both too, which nothing here tells.
    let more = |p: &mut Parser<'_>| {
        p.attempt(|p| {
            p.mark(',');
            let joined = p.take("and") || p.take("then");
            (joined && p.ahead("draw/discard/choose/place/add/send/shuffle/ko/return")).then_some(())
        })
        .is_some()
    };
    if let Some(steps) = p.attempt_with(b, |p, b| if verb(p, "draw") { draw(lex, p, b) } else { None }) {
        return (!more(p)).then_some(steps);
    }
    let start = p.clone();
    let mut all = Steps::new();
    for who in [Who::You, Who::Opponent] {
        *p = start.clone();
        b.actor = who;
        if verb(p, "discard") {
            let count = grammar::how_many(p)?;
            p.take("card/cards from their hand/hands").then_some(())?;
            let slot = b.slot();
            let hand = Among::Zones { whose: who, zones: vec![Area::Hand] };
            all.push(Step::Choose { who, slot, from: Select::new(hand, Filter::Any, count) });
            all.push(Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Drop) }));
            continue;
        }
        verb(p, "choose").then_some(())?;
        all.extend(from_their_own(p, b, who)?);
    }
    b.it = None;
    (!more(p)).then_some(all)
}

/// "1 card from their hand and 1 card from their Battle Area, and place those cards in their Drop Areas".
fn from_their_own(p: &mut Parser<'_>, b: &mut Builder<Dbs>, who: Who) -> Option<Steps> {
    let (mut steps, mut slots) = (Steps::new(), Vec::new());
    loop {
        let count = grammar::how_many(p)?;
        p.take("card/cards from/in their").then_some(())?;
        let among = Among::Zones { whose: who, zones: vec![area_word(p)?] };
        let mut filter = Filter::Any;
        for before in &slots {
            if let Target::Slot(before) = before {
                filter = filter.and(Filter::Bound(*before).negate());
            }
        }
        let slot = b.slot();
        slots.push(Target::Slot(slot));
        steps.push(Step::Choose { who, slot, from: Select::new(among, filter, count) });
        let more = p.attempt(|p| {
            (p.take("and") && p.peek().is_some_and(|tok| matches!(tok, Tok::Number(_)))).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    (p.take(", and") || p.take("and")).then_some(())?;
    p.take("place/send/discard").then_some(())?;
    let discarded = p.behind("discard");
    (p.take("it/them") || p.take("those/the cards")).then_some(())?;
    let to = if discarded { To::area(Area::Drop) } else { destination(p)? };
    let what = if slots.len() == 1 { slots.remove(0) } else { Target::Several(slots) };
    steps.push(Step::Do(Verb::Move { what, to }));
    Some(steps)
}

/// "with its skills negated for the turn", of the card that is being played.
fn negated_as_played(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Step<Dbs>> {
    p.take("with its skills negated").then_some(())?;
    let until = until(p)?;
    let played = b.it.clone().unwrap_or(Target::Test(Test::DeclaredBattle));
    let known = matches!(played, Target::Test(Test::Declared | Test::DeclaredBattle));
    known.then_some(Step::Gain { to: Gainer::Cards(played), change: Change::Negate(Negate::All), until })
}

/// "pay BB": energy, within an effect.
fn pay(_: &Words, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Steps> {
    let cost = super::costs::energy(p)?;
    (!cost.is_x).then(|| vec![Step::Do(Verb::Pay { cost })])
}

/// "have it get -5000 power for the turn", "give it -25000 power for the turn".
fn have(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let gives = p.behind("give") || p.behind("gives");
    let object = lex.object(p, b, b.actor)?;
    if !gives {
        p.take("get/gain").then_some(())?;
    }
    let changes = super::gains::changes(lex, p, b)?;
    let until = until(p).or(b.until)?;
    (!matches!(object.target, Target::Each(_))).then_some(())?;
    let to = Gainer::Cards(object.target);
    let mut steps = object.steps;
    steps.extend(changes.into_iter().map(|change| Step::Gain { to: to.clone(), change, until }));
    Some(steps)
}

pub(super) fn action(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    type Read = fn(&Words, &mut Parser<'_>, &mut Builder<Dbs>) -> Option<Steps>;
    const ACTIONS: [(&str, Read); 31] = [
        ("pay", pay),
        ("have", have),
        ("give", have),
        ("change", switch),
        ("activate", activate),
        ("gain", control),
        ("evolve", evolve),
        ("combo", combo_it),
        ("skip", skip),
        ("draw", draw),
        ("choose", choose),
        ("ko", ko),
        ("place", place),
        ("put", place),
        ("return", place),
        ("send", place),
        ("add", add),
        ("switch", switch),
        ("play", play),
        ("discard", discard),
        ("shuffle", shuffle),
        ("look", look),
        ("reveal", reveal),
        ("deal", deal),
        ("flip", flip),
        ("use", combo),
        ("remove", remove),
        ("change", |lex, p, b| repower(lex, p, b, Repower::To)),
        ("set", |lex, p, b| repower(lex, p, b, Repower::To)),
        ("get", energy_markers),
        ("gain", energy_markers),
    ];
    // "you may activate your Leader Card's [Awaken] even if you have 5 or more life" for the turn.
    if let Some(until) = p.attempt(|p| {
        (p.take("you? can/may? activate its")
            || p.take("activate your leader card? 's")
            || p.take("your leader card? can activate"))
        .then_some(())?;
        p.group_any(Bracket::Square, &["awaken"])?;
        p.take("skill");
        super::permanents::at_any_life(p).then_some(())?;
        until(p).or(b.until)
    }) {
        let to = Gainer::Cards(Target::Test(Test::YourLeader));
        return Some(vec![Step::Gain { to, change: Change::AwakensAtAnyLife, until }]);
    }
    for (word, read) in ACTIONS {
        if let Some(steps) = p.attempt_with(b, |p, b| if verb(p, word) { read(lex, p, b) } else { None }) {
            return Some(steps);
        }
    }
    let _ = who;
    if let Some(steps) = p.attempt_with(b, |p, b| if verb(p, "negate") { negate(lex, p, b) } else { None }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| super::skill_costs::next_time(lex, p, b)) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("reduce").then_some(())?;
        let (to, change) = super::skill_costs::reduced(lex, p, b)?;
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to, change, until }])
    }) {
        return Some(steps);
    }
    for (word, sign) in [("reduce", -1), ("decrease", -1), ("increase", 1)] {
        if let Some(steps) =
            p.attempt_with(b, |p, b| if p.take(word) { repower(lex, p, b, Repower::By(sign)) } else { None })
        {
            return Some(steps);
        }
    }
    for (word, sign) in [("reduce", -1), ("increase", 1)] {
        if let Some(steps) =
            p.attempt_with(b, |p, b| if p.take(word) { recost(lex, p, b, sign) } else { None })
        {
            return Some(steps);
        }
    }
    // "declare 1 number that's 3 or less": a number to name.
    if let Some(most) = p.attempt(|p| {
        p.take("declare/declares 1/a number").then_some(())?;
        if p.take("from 0 to") || p.take("that 's") {
            let most = p.number()?;
            let _ = p.take("or less");
            return Some(most);
        }
        // No card costs more.
        Some(12)
    }) {
        let (min, max) = (Amount::Fixed(0), Amount::Fixed(most));
        return Some(vec![Step::Name { who, min, max }]);
    }
    if p.take("win/wins the/this game") {
        return Some(vec![Step::Do(Verb::Win(who))]);
    }
    if p.take("lose/loses the game") {
        let winner = if who == Who::You { Who::Opponent } else { Who::You };
        return Some(vec![Step::Do(Verb::Win(winner))]);
    }
    if let Some(until) = p.attempt_with(b, |p, b| {
        p.take("your leader card?");
        p.take("don't/doesn't take damage").then_some(())?;
        until(p).or(b.until)
    }) {
        let change = Change::TakesNoDamage;
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until }]);
    }
    // DBS 0-2-2: "you can use Rest Mode 《X》 cards in combos until the end of your opponent's turn".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        (who == Who::You && p.take("can use")).then_some(())?;
        let rested = p.take("rest mode");
        let select = lex.select(p, b, Who::You, HowMany::All)?;
        p.take("in combos").then_some(())?;
        (p.take("in rest mode") != rested && select.count == HowMany::All).then_some(())?;
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to: Gainer::Whatever(select), change: Change::CombosInRest, until }])
    }) {
        return Some(steps);
    }
    // DBS 5-10-2: "your opponent receives 1 damage".
    if let Some(n) = p.attempt(|p| {
        p.take("receive/receives/take/takes").then_some(())?;
        let n = amount(p)?;
        p.take("damage").then_some(n)
    }) {
        return Some(vec![Step::Do(Verb::Damage { who, n })]);
    }
    if p.take("inflict/inflicts") {
        return deal(lex, p, b);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| super::attacks::limited(lex, p, b)) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "you can't play {…} for the turn", "… copies of this card …".
        p.take("can't play").then_some(())?;
        let filter = if p.take("copies of this card") || p.take("this card") {
            Filter::Test(Test::SameNameAsThis)
        } else {
            p.take("copies of");
            let kind = lex.one_kind(p, b)?;
            (kind != Filter::Any).then_some(())?;
            kind
        };
        let zones = if p.take("in/from your hand") { vec![Area::Hand] } else { PLAYED_FROM.to_vec() };
        let until = until(p).or(b.until)?;
        let to = Gainer::Whatever(Select::new(Among::Zones { whose: who, zones }, filter, HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Play), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "you can only play yellow Battle Cards for the turn": nothing else.
        p.take("can only play").then_some(())?;
        let kind = grammar::described(lex, p, b)?;
        (kind != Filter::Any && !p.ahead("using/from/with")).then_some(())?;
        let until = until(p).or(b.until)?;
        let among = Among::Zones { whose: who, zones: PLAYED_FROM.to_vec() };
        let to = Gainer::Whatever(Select::new(among, kind.negate(), HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Play), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "you can't activate copies of this card for the turn".
        p.take("can't activate copies of this card").then_some(())?;
        p.take("from your hand");
        let until = until(p).or(b.until)?;
        let zones = vec![Area::Hand, Area::Battle, Area::Drop, Area::Warp, Area::Deck];
        let among = Among::Zones { whose: who, zones };
        let to = Gainer::Whatever(Select::new(among, Filter::Test(Test::SameNameAsThis), HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::ActivateSkills), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "you can't activate the [Auto] skill on copies of this card for the turn".
        (who == Who::You && p.take("can't activate the?")).then_some(())?;
        let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
        let words = words.replace(" : ", " ").replace(": ", " ");
        let what = match words.as_str() {
            "auto" => Negate::AutoUse,
            "activate main" => Negate::ActivateMain,
            "activate battle" => Negate::ActivateBattle,
            "activate main/battle" | "activate" => Negate::Activate,
            "counter" => Negate::Counter,
            _ => return None,
        };
        (p.take("skill/skills on/of copies of this card")).then_some(())?;
        let until = until(p).or(b.until)?;
        let zones = vec![
            Area::Leader,
            Area::Battle,
            Area::Unison,
            Area::Combo,
            Area::Energy,
            Area::Hand,
            Area::Drop,
            Area::Warp,
            Area::ZEnergy,
        ];
        let among = Among::Zones { whose: Who::You, zones };
        let to = Gainer::Whatever(Select::new(among, Filter::Test(Test::SameNameAsThis), HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Negate(what), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "your opponent can't activate skills on Battle Cards for the turn": of cards in play.
        p.take("can't activate skills on/of").then_some(())?;
        let kind = lex.one_kind(p, b)?;
        let zones = default_zones(&kind);
        (kind != Filter::Any && zones.iter().all(|zone| super::nouns::IN_PLAY.contains(zone)))
            .then_some(())?;
        (!p.ahead("in/from/other")).then_some(())?;
        let until = until(p).or(b.until)?;
        let to = Gainer::Whatever(Select::new(Among::Zones { whose: who, zones }, kind, HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::ActivateSkills), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "you can't activate {X} for the turn".
        p.take("can't activate").then_some(())?;
        p.take("copies of");
        let name = p.group(Bracket::Curly)?;
        p.take("'s skill/skills");
        let until = until(p).or(b.until)?;
        let zones = vec![Area::Hand, Area::Battle, Area::Drop, Area::Warp, Area::Deck];
        let among = Among::Zones { whose: who, zones };
        let to =
            Gainer::Whatever(Select::new(among, Filter::Name(crate::card::name_key(name)), HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::ActivateSkills), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "your opponent can't activate [Counter] skills for the turn" (DBS 22-10-2-1, 22-2-2-1).
        p.take("can't activate the/a?").then_some(())?;
        let what = skill_word(p)?;
        p.take("skill/skills");
        // "… the [Counter : Play] skills of other cards".
        if p.take("of/on other cards") {
            let until = until(p).or(b.until)?;
            let among = Among::Zones { whose: who, zones: vec![Area::Hand, Area::Declared] };
            let to = Gainer::Whatever(Select::new(among, Filter::This.negate(), HowMany::All));
            return Some(vec![Step::Gain { to, change: Change::Cannot(what), until }]);
        }
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to: Gainer::Player(who), change: Change::Cannot(what), until }])
    }) {
        return Some(steps);
    }
    // DBS 1-7-2-2-1: it waits for that phase, and is over with it.
    if p.take("can't switch cards to active mode during your/their next charge phase") {
        let change = Change::Cannot(Cannot::ReadyInCharge);
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until: Until::Game }]);
    }
    if let Some(who) = p.attempt(|p| {
        let who = p.lookup(&[
            ("during your opponent 's next charge phase ,", Who::Opponent),
            ("during your next charge phase ,", Who::You),
        ])?;
        let they = match who {
            Who::You => p.take("you"),
            _ => p.take("they") || p.take("your opponent"),
        };
        (they && p.take("can't switch cards to active mode")).then_some(who)
    }) {
        let change = Change::Cannot(Cannot::ReadyInCharge);
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until: Until::Game }]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        p.take("can't").then_some(())?;
        let what = BANS.read(p)?;
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to: Gainer::Player(who), change: Change::Cannot(what), until }])
    }) {
        return Some(steps);
    }
    // DBS 11-1-2: "the Battle Card being played is played in Rest Mode".
    if let Some(played) = p.attempt_with(b, |p, b| {
        let meant = |it: &Target<Dbs>| matches!(it, Target::Test(Test::Declared | Test::DeclaredBattle));
        let it = b.it.clone().filter(meant);
        let played = match p.lookup(&[
            ("the battle card being? played", Test::DeclaredBattle),
            ("the card being? played", Test::Declared),
        ]) {
            Some(test) => Target::Test(test),
            None => it.filter(|_| p.take("it"))?,
        };
        p.take("is/'s played in rest mode").then_some(played)
    }) {
        let mut steps = vec![Step::Do(Verb::RestPlayed(played))];
        steps.extend(p.attempt(|p| negated_as_played(p, b)));
        return Some(steps);
    }
    if let Some(step) = p.attempt(|p| {
        (p.take("it") || p.take("that card")).then_some(())?;
        p.take("is/'s played").then_some(())?;
        negated_as_played(p, b)
    }) {
        return Some(vec![step]);
    }
    if let Some(steps) = p.attempt(|p| {
        // DBS 11-1-2: "the Battle Card being played" is no other card.
        let battle = p.take("the battle card being? played");
        (battle || p.take("it") || p.take("that card") || p.take("the card being? played")).then_some(())?;
        p.take("is/'s placed/returned/sent").then_some(())?;
        let to = destination(p)?;
        p.take("instead of being played").then_some(())?;
        let then = vec![Step::Do(Verb::NegatePlay(to))];
        let kind = Filter::Kind(KindWord::Battle);
        let cond = effects::Cond::Is(Target::Test(Test::DeclaredBattle), kind);
        Some(if battle { vec![Step::If { cond, then, otherwise: Vec::new() }] } else { then })
    }) {
        return Some(steps);
    }
    gains(lex, p, b)
}

/// How words speak of power: "change … to 1" (DBS 23-4-1), "increase … by 5000".
#[derive(Clone, Copy)]
enum Repower {
    To,
    By(i32),
}

/// "change this card's power to 1 for the battle", "reduce its power by 5000", "increase the power of 1 of your Battle Cards by …".
fn repower(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, how: Repower) -> Option<Steps> {
    let word = match how {
        Repower::To => "to",
        Repower::By(_) => "by",
    };
    let its = p.attempt(|p| {
        let target = if p.take("its/their power") || p.take("that/the chosen? card 's power") {
            b.it.clone()?
        } else {
            p.take("this card 's power").then_some(Target::This)?
        };
        p.take(word).then_some(target)
    });
    let (mut steps, target) = match its {
        Some(target) => (Steps::new(), target),
        None => {
            p.take("the power of").then_some(())?;
            chosen_or_spoken_of(p).then_some(())?;
            let object = lex.object(p, b, Who::Both)?;
            p.take(word).then_some((object.steps, object.target))?
        }
    };
    let n = p.number()?;
    let change = match how {
        Repower::To => Change::SetPower(Amount::Fixed(n)),
        Repower::By(sign) => Change::Power(Amount::Fixed(sign * n)),
    };
    let until = until(p).or(b.until)?;
    let to = match (target, how) {
        (Target::Each(select), Repower::By(_)) => Gainer::Whatever(*select),
        (Target::Each(_), Repower::To) => return None,
        (target, _) => Gainer::Cards(target),
    };
    steps.push(Step::Gain { to, change, until });
    Some(steps)
}

/// "get 1 energy marker" (DBS 1-14).
fn energy_markers(_: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let n = if p.take("an") { Amount::Fixed(1) } else { amount(p)? };
    p.take("energy marker/markers").then_some(())?;
    Some(vec![Step::Do(Verb::EnergyMarkers { who: b.actor, n })])
}

/// Whether a phrase says how many cards it means, or which: bare cards would be all of them.
fn chosen_or_spoken_of(p: &Parser<'_>) -> bool {
    super::gains::is_counted(p) || p.ahead("this/that/the/it/those/them")
}

fn draw(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    if let Some(n) = p.attempt(|p| {
        p.take("cards until you have").then_some(())?;
        let n = p.number()?;
        p.take("cards in your hand").then_some(n)
    }) {
        let hand =
            Select::new(Among::Zones { whose: Who::You, zones: vec![Area::Hand] }, Filter::Any, HowMany::All);
        let missing = Amount::PerEach { each: -1, per: 1, of: Box::new(Amount::Count(Box::new(hand))) };
        let n = Amount::Plus(Box::new(Amount::Fixed(n)), Box::new(missing));
        return Some(vec![Step::Do(Verb::Draw { who, n })]);
    }
    // "draw cards equal to the number of cards you discarded with this skill".
    if let Some(n) = p.attempt(|p| {
        p.take("cards equal to the number of cards").then_some(())?;
        p.take("you");
        p.take("discarded/placed/revealed/sent/ko'd").then_some(())?;
        p.attempt(destination);
        by_this_skill(p).then_some(())?;
        match b.moved.clone().or_else(|| b.picked.clone())? {
            Target::Slot(slot) => Some(Amount::Bound(slot)),
            _ => None,
        }
    }) {
        return Some(vec![Step::Do(Verb::Draw { who, n })]);
    }
    let up_to = p.take("up to");
    let n = if p.take("a") { Amount::Fixed(1) } else { amount(p)? };
    p.take("more? card/cards").then_some(())?;
    // DBS 20-5-2: X is defined by the skill itself.
    let n = match n {
        Amount::Game(Count::X) => p.attempt_with(b, |p, b| defined(lex, p, b)).unwrap_or(n),
        n => n,
    };
    if up_to {
        return Some(vec![Step::Do(Verb::DrawUpTo { who, n })]);
    }
    // "draw 1 card for every 2 cards in your Warp", "draw cards equal to the number of …" is another sentence.
    let n = match n {
        Amount::Fixed(each) => per_each(lex, p, b, each).unwrap_or(n),
        n => n,
    };
    Some(vec![Step::Do(Verb::Draw { who, n })])
}

/// ", where X is the number of cards in your energy".
pub(super) fn defined(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Amount<Dbs>> {
    (p.take(", where x is the number of") || p.take(", where x is equal to the number of")).then_some(())?;
    lex.every.set(true);
    let select = p.attempt_with(b, |p, b| lex.select(p, b, Who::Both, HowMany::All));
    lex.every.set(false);
    Some(Amount::Count(Box::new(Select { count: HowMany::All, ..select? })))
}

fn ko(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let object = lex.object(p, b, Who::Both)?;
    b.moved = Some(object.target.clone());
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Ko(object.target)));
    Some(steps)
}

/// Played, in no special way.
pub(super) fn plainly_played(what: Target<Dbs>) -> Step<Dbs> {
    Step::Do(Verb::Play {
        what,
        rest: false,
        active: false,
        opponents: false,
        markers: None,
        on: None,
        evolves: false,
    })
}

fn play(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if let Some(steps) = super::tokens::create(lex, p, b) {
        return Some(steps);
    }
    let before = b.it.clone();
    // "Play up to 1 X from your deck in Rest Mode": the mode is how it is played.
    lex.no_mode.set(true);
    let object = lex.shown_object(p, b);
    lex.no_mode.set(false);
    let mut object = object?;
    // A token that nothing is said about cannot be made, and one that is there is not played (DBS 19-1-1).
    if object.steps.iter().any(super::walk::chooses_tokens) {
        return p.want("the figures of the token");
    }
    let mut rest = false;
    let mut active = false;
    let mut on = None;
    let mut opponents = false;
    let mut markers = None;
    let mut negated = None;
    loop {
        if p.take("in rest mode") {
            rest = true;
        } else if p.take("on top of this card") {
            on = Some(Target::This);
        } else if let Some(chosen) = p.attempt(|p| {
            p.take("on top of the chosen card").then_some(())?;
            b.picks.iter().rev().find(|pick| **pick != object.target).cloned()
        }) {
            // The card that was chosen for this, be it in the cost.
            on = Some(chosen);
        } else if p.take("on top of the chosen card")
            || p.take("on top of that card")
            || p.take("on top of it")
        {
            // What is played on top of another card is not that card.
            on = Some(if before.as_ref() == Some(&object.target) {
                b.chosen.clone()?
            } else {
                before.clone()?
            });
        } else if p.take("on top of the attacking card") {
            on = Some(Target::Test(Test::Attacker));
        } else if p.take("in active mode") {
            active = true;
        } else if p.take("without paying its energy cost")
            || p.take("in/to your battle area")
            || p.take("in its owner 's battle area")
        {
        } else if p.take("in/to/into your opponent 's battle area") || p.take("in/to their battle area") {
            opponents = true;
        } else if let Some(n) = p.attempt(|p| {
            (p.take("with") || p.take("and")).then_some(())?;
            let n = if p.take("a") { 1 } else { p.number()? };
            p.take("marker/markers on? it?").then_some(n)
        }) {
            markers = Some(Amount::Fixed(n));
        } else if let Some(what) = p.attempt(|p| {
            if p.take("negating its/their") {
                let what = SKILLS.read(p)?;
                return Some((what, until(p)?));
            }
            p.take("with its/their").then_some(())?;
            let what = if p.take("keyword skills negated") {
                Negate::Keywords
            } else if p.group_any(Bracket::Square, &["auto"]).is_some() && p.take("skills negated") {
                Negate::Auto
            } else if p.take("non-keyword skills negated") {
                Negate::NonKeywords
            } else if p.take("skills negated") {
                Negate::All
            } else {
                return None;
            };
            // Without a word about it they stay so.
            Some((what, until(p).unwrap_or(Until::Game)))
        }) {
            negated = Some(what);
        } else if p.ahead("from") && said_late(lex, p, b, &mut object) {
        } else {
            break;
        }
    }
    let mut steps = object.steps;
    let target = object.target.clone();
    b.moved = Some(target.clone());
    // "your opponent plays that card in their Battle Area".
    opponents |= b.actor == Who::Opponent;
    steps.push(Step::Do(Verb::Play {
        what: object.target,
        rest,
        active,
        opponents,
        markers,
        on,
        evolves: false,
    }));
    if let Some((what, until)) = negated {
        steps.push(Step::Gain { to: Gainer::Cards(target), change: Change::Negate(what), until });
    }
    Some(steps)
}

/// "play this card in Rest Mode from your hand": where it comes from, said last.
pub(super) fn said_late(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, object: &mut Object) -> bool {
    use effects::text::grammar::Lexicon;
    if object.is_this && object.steps.is_empty() {
        let area = p.attempt(|p| {
            p.take("from").then_some(())?;
            let _ = p.take("your/the") || p.take("its owner 's");
            area_word(p)
        });
        object.steps.extend(area.map(this_from));
        while let Some(more) = area.and_then(|_| {
            p.attempt(|p| {
                p.take("or").then_some(())?;
                let _ = p.take("from? your/the");
                area_word(p)
            })
        }) {
            object.steps.push(this_from(more));
        }
        if area.is_none() {
            if let Some(host) = p.attempt_with(b, |p, b| under_what(lex, p, b)) {
                object.steps.push(this_from(Area::Under));
                b.spoken = host.or(b.spoken.clone());
                return true;
            }
        }
        return area.is_some();
    }
    // "play that card from your Drop Area": where it is by now goes without saying.
    if object.steps.is_empty()
        && matches!(object.target, Target::Slot(_) | Target::Subject | Target::Several(_))
    {
        let said = p.attempt(|p| {
            p.take("from").then_some(())?;
            let _ = p.take("your/the/their") || p.take("its/their owner/owners 's/'");
            area_word(p)
        });
        return said.is_some();
    }
    let [Step::Choose { from, .. }] = &mut object.steps[..] else { return false };
    let bare = matches!(&from.among, Among::Zones { zones, .. } if *zones == default_zones(&from.filter));
    let Some(place) = bare.then(|| p.attempt_with(b, |p, b| lex.place(p, b))).flatten() else { return false };
    from.among = place;
    true
}

/// "adding 1 card from your life to your hand and …": what is done instead of something else.
pub(super) fn doing(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    type Read = fn(&Words, &mut Parser<'_>, &mut Builder<Dbs>) -> Option<Steps>;
    const DOING: [(&str, Read); 8] = [
        ("adding", add),
        ("discarding", discard),
        ("placing", place),
        ("sending", place),
        ("returning", place),
        ("choosing", choose),
        ("removing", remove),
        ("switching", switch),
    ];
    let mut steps = Steps::new();
    loop {
        let one = DOING.iter().find_map(|(word, read)| {
            p.attempt_with(b, |p, b| if p.take(word) { read(lex, p, b) } else { None })
        });
        steps.extend(one?);
        if !p.take("and") {
            return Some(steps);
        }
    }
}

/// The skills that a bracket names, for not being activated.
pub(super) fn skill_word(p: &mut Parser<'_>) -> Option<Cannot> {
    Some(match effects::text::lexer::fold(p.group(Bracket::Square)?).as_str() {
        "counter" => Cannot::ActivateCounter,
        "counter play" | "counter : play" | "counter: play" => Cannot::ActivateCounterPlay,
        "counter attack" | "counter : attack" | "counter: attack" => Cannot::ActivateCounterAttack,
        "activate main" | "activate : main" | "activate: main" => Cannot::ActivateMain,
        "activate battle" | "activate : battle" | "activate: battle" => Cannot::ActivateBattle,
        "blocker" => Cannot::Block,
        "awaken" => Cannot::Awaken,
        _ => return None,
    })
}
