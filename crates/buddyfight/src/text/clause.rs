//! What is done: one clause is a verb with everything that belongs to it.

use super::amount::equal_to;
use super::gain;
use super::lexicon::{Lex, choose, choose_of_each, is_price, on_each, one_card, pronoun};
use super::moving::{cards, destination, discard, into_soul, put, search_first};
use super::using;
use crate::card::Kind;
use crate::state::{Phase, Zone};
use crate::vocab::{Change, Step, Until, Verb, Words};
use effects::text::grammar::{self, Builder};
use effects::text::lexer::Bracket;
use effects::text::parser::Parser;
use effects::{Among, Amount, Filter, Gainer, HowMany, Select, Target, Who};

type B = Builder<Words>;
type Read = fn(&Lex, &mut Parser<'_>, &mut B) -> Option<Vec<Step>>;

/// One clause of a body.
pub(super) fn clause(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    const READERS: [Read; 31] = [
        declare,
        look,
        show,
        duel,
        prevent,
        flag,
        remove,
        treasure,
        redirect,
        attack_with,
        next_time,
        draw,
        damage,
        life,
        pay,
        destroy,
        send_back,
        put,
        discard,
        nullify,
        using::call,
        using::equip,
        using::cast,
        that_damage,
        stand,
        shuffle,
        move_,
        search,
        end,
        choose_,
        gain::lasting,
    ];
    let before = b.clone();
    for read in READERS {
        if let Some(steps) = p.attempt_with(b, |p, b| read(lex, p, b)) {
            return Some(steps);
        }
        // What a reader noted that came to nothing is not so.
        b.clone_from(&before);
    }
    p.want("something to do")
}

/// What was done last came to something: of rock, paper, scissors, that it was won.
pub(super) const WON: effects::Cond<Words> =
    effects::Cond::Compare(Amount::Done, effects::Cmp::AtLeast, Amount::Fixed(1));

/// "play "Rock-Paper-Scissors" with your opponent".
fn duel(_: &Lex, p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Step>> {
    if !p.take("play") {
        return None;
    }
    let game = p.group(Bracket::Quote)?;
    let same = effects::text::lexer::fold(game) == "rock-paper-scissors";
    if same && p.take("with your opponent") { one(Verb::Duel) } else { None }
}

/// "look at the top three cards of your deck, put up to one X from among them into your hand, and put the rest into your
/// drop zone": the cards are bound, some are chosen, the others follow.
fn look(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let to_all = if p.take("look at") {
        false
    } else if p.take("reveal") {
        true
    } else {
        return None;
    };
    let number = if p.take("the top") {
        let number = p.number().unwrap_or(1);
        p.take("card/cards of/from").then_some(number)?
    } else {
        let number = number(p)?;
        p.take("card/cards from the top of").then_some(number)?
    };
    if !p.take("your deck") {
        return None;
    }
    let shown = b.slot();
    let amount = Amount::Fixed(number);
    let mut steps = vec![Step::Do(Verb::Reveal { who: Who::You, amount, slot: shown, to_all })];
    if number == 1 {
        // What is done with the one card is said like anything else.
        b.it = Some(Target::Slot(shown));
        b.shown = Some(shown);
        return Some(steps);
    }
    let chosen = p.take(", choose");
    if !(chosen || p.take(", and put") || p.take(", put") || p.take("and put") || p.take(". put")) {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.among.is_some() || noun.whose.is_some() {
        return None;
    }
    p.take("from/of? among them/those");
    p.take("cards");
    if chosen && !p.take(", put it/them") {
        return None;
    }
    let slot = b.slot();
    let count = noun.count.unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let from = Select::new(Among::Slot(shown), noun.filter, count);
    if from.is_settled() {
        return None;
    }
    steps.push(Step::Choose { who: Who::You, slot, from });
    let place = |p: &mut Parser<'_>, b: &mut B, target: Target<Words>| {
        if !p.take("into/on/to") {
            return None;
        }
        match p.attempt_with(b, |p, b| into_soul(lex, p, b, None)) {
            Some((host, more)) if more.is_empty() => {
                Some(Verb::ToSoul { what: target, host, face_down: false })
            }
            Some(_) => None,
            None => destination(p, target),
        }
    };
    steps.push(Step::Do(place(p, b, Target::Slot(slot))?));
    p.take("from among them");
    if p.at_end() || p.ahead(".") {
        return None;
    }
    if !(p.take(", and put the rest")
        || p.take(", put the rest")
        || p.take("and put the rest")
        || p.take(". put the rest"))
    {
        return None;
    }
    let rest = Select::new(Among::Slot(shown), Filter::Bound(slot).negate(), HowMany::All);
    let put = place(p, b, Target::Each(Box::new(rest.clone())))?;
    if p.take("in any order") {
        // Their order is chosen with them.
        let others = b.slot();
        let from = Select { ordered: true, ..rest };
        steps.push(Step::Choose { who: Who::You, slot: others, from });
        let Verb::ToDeckBottom(_) = put else { return None };
        steps.push(Step::Do(Verb::ToDeckBottom(Target::Slot(others))));
    } else {
        steps.push(Step::Do(put));
    }
    b.it = Some(Target::Slot(slot));
    Some(steps)
}

/// "reveal a 《X》 from your hand", "reveal this card from your hand".
fn show(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("reveal") {
        return None;
    }
    let this = p.ahead("this card from your hand");
    let (target, mut steps) = cards(lex, p, b)?;
    let hand = |from: &Select<Words>| matches!(&from.among, Among::Zones { whose: Who::You, zones } if zones[..] == [Zone::Hand]);
    if !this && !matches!(steps.last(), Some(Step::Choose { from, .. }) if hand(from)) {
        return None;
    }
    steps.push(Step::Do(Verb::Show(target)));
    Some(steps)
}

/// "this card remains on the field", "prevent it from leaving the field": of the card that is about to leave.
fn prevent(_: &Lex, p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Step>> {
    let stays =
        (p.take("this/that card/monster/item") || p.take("it")) && p.take("remains/remain on the/your field");
    let kept = stays
        || p.take("prevent")
            && (p.take("this/that card/monster/item") || p.take("it"))
            && p.take("from leaving the field");
    if kept { one(Verb::Prevent) } else { None }
}

/// What is done with a flag, and with decks: "put this card from your hand on top of your flag", "[Reversal] your
/// flag", "turn your flag over", "turn your flag face down", "replace your deck with your Lost Deck".
fn flag(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let own = || {
        let flag = Among::Zones { whose: Who::You, zones: vec![Zone::Flag] };
        Target::Each(Box::new(Select::new(flag, Filter::Any, HowMany::All)))
    };
    if p.take("replace your deck with your lost deck") {
        return one(Verb::SwitchDeck);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        if !p.take("put") {
            return None;
        }
        let (target, mut steps) = cards(lex, p, b)?;
        if !p.take("on top of your flag") {
            return None;
        }
        steps.push(Step::Do(Verb::RaiseFlag(target)));
        Some(steps)
    }) {
        return Some(steps);
    }
    if p.group_any(Bracket::Square, &["reversal"]).is_some() {
        return p.take("your flag").then(|| vec![Step::Do(Verb::TurnOver { what: own(), reversal: true })]);
    }
    if p.take("turn your flag over") {
        return one(Verb::TurnOver { what: own(), reversal: false });
    }
    if p.take("turn your flag face down") {
        return one(Verb::TurnDown(own()));
    }
    if p.take("turn your opponent 's flag face down") {
        let flag = Among::Zones { whose: Who::Opponent, zones: vec![Zone::Flag] };
        let flag = Select::new(flag, Filter::Any, HowMany::All);
        return one(Verb::TurnDown(Target::Each(Box::new(flag))));
    }
    None
}

/// "remove X from the game".
fn remove(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("remove") {
        return None;
    }
    if p.take("the top card of your deck from the game") {
        let deck = Among::Zones { whose: Who::You, zones: vec![Zone::Deck] };
        let top = Select::new(deck, Filter::Any, HowMany::Top(Amount::Fixed(1)));
        return one(Verb::Remove(Target::Each(Box::new(top))));
    }
    let (target, mut steps) = cards(lex, p, b)?;
    if !p.take("from the game/fight") {
        return None;
    }
    steps.push(Step::Do(Verb::Remove(target)));
    Some(steps)
}

/// BF OTHER-TREASURE-1: "X becomes a Magic Treasure".
fn treasure(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let (target, mut steps) = cards(lex, p, b)?;
    if !p.take("becomes/become a? magic treasure") {
        return None;
    }
    steps.push(Step::Do(Verb::ToTreasure(target)));
    Some(steps)
}

/// "declare a card type": one of the kinds is named; "reveal your opponent's hand".
fn declare(_: &Lex, p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Step>> {
    if p.take("look at your opponent 's hand") || p.take("look at all cards in your opponent 's hand") {
        return one(Verb::LookAtHand(Who::Opponent));
    }
    if p.take("declare either monster or spell") {
        let options = [Kind::Monster, Kind::Spell]
            .map(|kind| (kind.word().to_string(), vec![Step::Do(Verb::Declare(kind))]));
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options: options.to_vec() }]);
    }
    if p.take("reveal your opponent 's hand") || p.take("your opponent reveals his or her hand") {
        return one(Verb::ShowHand(Who::Opponent));
    }
    // BF CROSS-TYPE-0: Cross cards call the kinds by their own names.
    let cross = p.take("declare a cross card type");
    if !cross && !p.take("declare a card type") {
        return None;
    }
    let kinds = [Kind::Monster, Kind::Spell, Kind::Item, Kind::Impact, Kind::ImpactMonster];
    let named = |kind: Kind| match kind {
        Kind::Monster if cross => "character",
        Kind::Spell if cross => "event",
        Kind::Impact if cross => "special",
        Kind::ImpactMonster if cross => "special character",
        kind => kind.word(),
    };
    let options = kinds.iter().map(|kind| (named(*kind).to_string(), vec![Step::Do(Verb::Declare(*kind))]));
    Some(vec![Step::OneOf { who: Who::You, pick: 1, options: options.collect() }])
}

/// One part of a cost. Costs are written as the clauses they are.
pub(super) fn cost(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.ahead("you take") {
        p.take("you");
    }
    clause(lex, p, b)
}

pub(super) fn one(verb: Verb) -> Option<Vec<Step>> {
    Some(vec![Step::Do(verb)])
}

/// "a", "two", "3" in front of things that are not cards to choose.
pub(super) fn number(p: &mut Parser<'_>) -> Option<i32> {
    if p.take("a/an") { Some(1) } else { p.number() }
}

/// "your opponent" or "you" in front of a verb; nothing means you.
fn subject(p: &mut Parser<'_>) -> Who {
    if p.take("your opponent") {
        Who::Opponent
    } else {
        p.take("you");
        Who::You
    }
}

/// Who does it: whoever is named, or whoever did what the same sentence said before: "your opponent draws a card, and discards
/// a card". Of both fighters only what is said of both can be read.
pub(super) fn acting(p: &mut Parser<'_>, b: &mut B) -> Option<Who> {
    let named = p.ahead("you") || p.ahead("your opponent");
    let who = subject(p);
    if !named {
        let theirs = ["draws", "discards", "drops", "gains", "loses"].iter().any(|verb| p.ahead(verb));
        return match b.actor {
            Who::You if theirs => p.want("who does it"),
            Who::Both => p.want("who does it"),
            actor => Some(if theirs { actor } else { Who::You }),
        };
    }
    b.actor = who;
    Some(who)
}

fn draw(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let who = match p.take("both/each/all fighter/fighters/player/players") {
        true => Who::Both,
        false => acting(p, b)?,
    };
    b.actor = if who == Who::Both { who } else { b.actor };
    if !p.take("draw/draws") {
        return None;
    }
    if p.take("cards until you have") {
        // As many as are missing.
        let number = p.number()?;
        p.take("cards in? your? hand?");
        let held = Amount::Game(crate::vocab::Count::Cards(Who::You, Zone::Hand));
        let less = Amount::PerEach { each: -1, per: 1, of: Box::new(held) };
        return one(Verb::Draw(who, Amount::Plus(Box::new(Amount::Fixed(number)), Box::new(less))));
    }
    if p.take("cards") || p.take("the number of cards") {
        let amount = equal_to(lex, p, b)?;
        return one(Verb::Draw(who, amount));
    }
    let number = number(p)?;
    p.take("additional");
    if !p.take("card/cards") {
        return None;
    }
    one(Verb::Draw(who, Amount::Fixed(number)))
}

fn damage(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let deal = |who, amount| Step::Do(Verb::Damage { who, amount, cannot_be_reduced: false });
    if p.take("you take") {
        let amount = Amount::Fixed(p.number()?);
        return p.take("damage").then(|| vec![deal(Who::You, amount)]);
    }
    if !p.take("deal/deals") && !p.take("this card deals") {
        return None;
    }
    let fixed = p.number();
    p.take("additional");
    if !p.take("damage") {
        return None;
    }
    let early = match fixed {
        Some(number) => Some(Amount::Fixed(number)),
        None => p.attempt_with(b, |p, b| equal_to(lex, p, b)),
    };
    // "If …, deal 2 damage instead": to whom was said before.
    if let (Some(amount), true) = (&early, p.ahead("instead")) {
        return Some(vec![deal(Who::Opponent, amount.clone())]);
    }
    if !p.take("to") {
        return None;
    }
    if early.is_some() && (p.take("the? fighter/player who loses") || p.take("whoever loses")) {
        // The game was played just before: it did something if you won.
        let amount = early?;
        return Some(vec![Step::If {
            cond: WON,
            then: vec![deal(Who::Opponent, amount.clone())],
            otherwise: vec![deal(Who::You, amount)],
        }]);
    }
    let (who, either) = if p.take("you/yourself or your opponent") || p.take("your opponent or you/yourself")
    {
        (Who::You, true)
    } else if p.take("your opponent") || p.take("the opponent") {
        (Who::Opponent, false)
    } else if p.take("both players/fighters") || p.take("all players/fighters") {
        (Who::Both, false)
    } else if p.take("you/yourself") {
        (Who::You, false)
    } else {
        return None;
    };
    let amount = match early {
        Some(amount) => amount,
        None => equal_to(lex, p, b)?,
    };
    if !b.prelude.is_empty() && !either {
        let mut steps = std::mem::take(&mut b.prelude);
        steps.push(deal(who, amount));
        return Some(steps);
    }
    if either {
        let options = [Who::You, Who::Opponent].map(|who| vec![deal(who, amount.clone())]);
        return Some(vec![super::compose::one_of(options.to_vec())]);
    }
    Some(vec![deal(who, amount)])
}

fn life(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if p.take("your life becomes") {
        let number = p.number()?;
        return one(Verb::SetLife(Who::You, Amount::Fixed(number)));
    }
    if p.take("his or her life becomes") || p.take("your opponent 's life becomes") {
        let number = p.number()?;
        return one(Verb::SetLife(Who::Opponent, Amount::Fixed(number)));
    }
    let who = acting(p, b)?;
    let gains = if p.take("gain/gains") {
        true
    } else if p.take("lose/loses") {
        false
    } else {
        return None;
    };
    let amount = if p.take("life") {
        equal_to(lex, p, b)?
    } else {
        let number = p.number()?;
        p.take("life").then_some(Amount::Fixed(number))?
    };
    one(if gains { Verb::GainLife(who, amount) } else { Verb::LoseLife(who, amount) })
}

fn pay(_: &Lex, p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Step>> {
    if !p.take("pay") {
        return None;
    }
    if p.take("as much life as you like") {
        // As much as leaves one.
        let life = Amount::Game(crate::vocab::Count::Life(Who::You));
        let most = Amount::Plus(Box::new(life), Box::new(Amount::Fixed(-1)));
        let name = Step::Name { who: Who::You, min: Amount::Fixed(0), max: most };
        return Some(vec![name, Step::Do(Verb::PayLife(Amount::Named))]);
    }
    if let Some(most) = p.attempt(|p| {
        let most = if p.take("up to") { p.number()? } else { return None };
        p.take("life").then_some(most)
    }) {
        let name = Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Fixed(most) };
        return Some(vec![name, Step::Do(Verb::PayLife(Amount::Named))]);
    }
    p.take("another/additional");
    let number = Amount::Fixed(number(p)?);
    if p.take("gauge/gauges") {
        // "pay 1 gauge and 1 life"
        let life = p.attempt(|p| {
            let life = if p.take("and") { p.number()? } else { return None };
            p.take("life").then_some(life)
        });
        let mut steps = vec![Step::Do(Verb::PayGauge(number))];
        steps.extend(life.map(|life| Step::Do(Verb::PayLife(Amount::Fixed(life)))));
        return Some(steps);
    }
    p.take("life").then(|| vec![Step::Do(Verb::PayLife(number))])
}

fn destroy(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("destroy") {
        return None;
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "(the number of) cards on your opponent's field equal to the number of cards discarded"
        p.take("the number of");
        let noun = grammar::noun_phrase(lex, p, b)?;
        if noun.count.is_some() {
            return None;
        }
        let amount = equal_to(lex, p, b)?;
        let (target, mut steps) =
            choose(grammar::Noun { count: Some(HowMany::Exactly(amount)), ..noun }, b, Who::You)?;
        steps.push(Step::Do(Verb::Destroy(target)));
        Some(steps)
    }) {
        return Some(steps);
    }
    let many = p.ahead("as many") || p.ahead("one or more") || p.ahead("two or more");
    let both = p.attempt_with(b, |p, b| super::moving::several(lex, p, b));
    let (target, mut steps) = match both {
        Some(both) => both,
        None if many => cards(lex, p, b)?,
        None => one_card(lex, p, b)?,
    };
    if steps.is_empty() && is_price(b, &target) {
        return p.want("which of the cards");
    }
    steps.push(Step::Do(Verb::Destroy(target)));
    // "…, and a spell on your opponent's field"
    while let Some((target, more)) = p.attempt_with(b, |p, b| {
        let and = p.take(", and") || p.take("and");
        let card = ["a", "an", "up to", "all"].iter().any(|word| p.ahead(word));
        if and && card { one_card(lex, p, b) } else { None }
    }) {
        steps.extend(more);
        steps.push(Step::Do(Verb::Destroy(target)));
    }
    Some(steps)
}

/// "return X to hand", "return X to the bottom of the deck".
fn send_back(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("return") {
        return None;
    }
    // "a monster to its owner's hand (from the field)": from whichever field.
    if let Some(steps) = p.attempt_with(b, |p, b| {
        if p.attempt(|p| pronoun(p, b)).is_some() {
            return None;
        }
        let noun = grammar::noun_phrase(lex, p, b)?;
        let unplaced = noun.among.is_none() && noun.whose.is_none();
        if !unplaced || !p.take("to/into its/their owner/owners 's/' hand/hands") {
            return None;
        }
        p.take("from the field");
        let field = Among::Zones { whose: Who::Both, zones: Zone::FIELD.to_vec() };
        let (target, mut steps) = choose(grammar::Noun { among: Some(field), ..noun }, b, Who::You)?;
        steps.push(Step::Do(Verb::ToHand(target)));
        Some(steps)
    }) {
        return Some(steps);
    }
    let (target, mut steps) = cards(lex, p, b)?;
    if !p.take("back? to/into") {
        return None;
    }
    steps.push(Step::Do(destination(p, target)?));
    Some(steps)
}

fn nullify(_: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("nullify") {
        return None;
    }
    if p.take("the/that link? attack") {
        if p.take("if it is not a link attack") {
            let link = effects::Cond::Fact(crate::vocab::Fact::LinkAttack);
            return Some(vec![Step::If {
                cond: effects::Cond::Not(Box::new(link)),
                then: vec![Step::Do(Verb::NullifyAttack)],
                otherwise: Vec::new(),
            }]);
        }
        return one(Verb::NullifyAttack);
    }
    // "Nullify that spell and put it …" speaks of the spell, which no effect can move yet.
    if !p.ahead("its") {
        b.it = None;
    }
    // A kind that is named is the only one that is nullified, whatever else may be answered.
    if let Some(kind) = p.attempt(|p| {
        let named = p.take("that/the") || p.take("your opponent 's");
        let kinds = [("spell", Kind::Spell), ("impact", Kind::Impact)];
        if named { p.lookup(&kinds) } else { None }
    }) {
        p.take("cast by your/an opponent");
        return one(Verb::NullifyCast(kind));
    }
    if p.take("that/the call/cast/item/card/ability/equip") {
        p.take("cast/called/equipped by your/an opponent");
        return one(Verb::NullifyPlay);
    }
    if p.take("your opponent 's call") {
        return one(Verb::NullifyPlay);
    }
    if p.take("its call/cast/effect") {
        return one(Verb::NullifyPlay);
    }
    None
}

fn stand(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let rests = match p.group_any(Bracket::Square, &["stand", "rest"]) {
        Some(which) => which == 1,
        None if p.take("stand") => false,
        None if p.take("rest") => true,
        None => return None,
    };
    let (target, mut steps) = one_card(lex, p, b)?;
    if steps.is_empty() && is_price(b, &target) {
        return p.want("which of the cards");
    }
    steps.push(Step::Do(if rests { Verb::Rest(target) } else { Verb::Stand(target) }));
    Some(steps)
}

fn shuffle(_: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if p.take("shuffle your deck") || p.take("shuffle the deck") {
        return one(Verb::Shuffle(Who::You));
    }
    if p.take("shuffle your opponent 's deck") || p.take("shuffle his or her deck") {
        return one(Verb::Shuffle(Who::Opponent));
    }
    if !p.take("shuffle it") {
        return None;
    }
    // "… to its owner's deck, and shuffle it": that deck.
    match b.picks.last() {
        Some(Target::Each(select)) => match &select.among {
            Among::Zones { whose: Who::Both, .. } => p.want("whose deck is shuffled"),
            Among::Zones { whose, .. } => one(Verb::Shuffle(*whose)),
            _ => one(Verb::Shuffle(Who::You)),
        },
        _ => one(Verb::Shuffle(Who::You)),
    }
}

fn move_(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("move") {
        return None;
    }
    let (what, mut steps) = one_card(lex, p, b)?;
    if !p.take("to") {
        return None;
    }
    if !p.take("his or her") {
        p.take("your/the");
    }
    let area = p.lookup(&[("left", Zone::Left), ("center", Zone::Center), ("right", Zone::Right)])?;
    steps.push(Step::Do(Verb::MoveTo { what, area: Some(area) }));
    Some(steps)
}

/// "search your deck for up to one X (, reveal it) (and) put it into your hand", "…, call it".
fn search(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("search") {
        return None;
    }
    // "search for X from your deck"
    let early = p.attempt(using::sources);
    if !p.take("for") {
        return None;
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    let deck = match (early, noun.among) {
        (Some(among), None) => among,
        (Some(among), Some(again)) => (among == again).then_some(among)?,
        (None, Some(among)) => among,
        (None, None) => return None,
    };
    let searches = matches!(&deck, Among::Zones { whose: Who::You, zones } if zones.contains(&Zone::Deck));
    if noun.whose.is_some() || !searches {
        return None;
    }
    let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    let from = Select::new(deck, noun.filter, count);
    let mut steps = vec![Step::Do(Verb::Search(Who::You)), Step::Choose { who: Who::You, slot, from }];
    p.take(", reveal it/them to? your? opponent?");
    if let Some(more) = p.attempt_with(b, |p, b| using::sought(lex, p, b)) {
        steps.extend(more);
        return Some(steps);
    }
    let joined = p.take(", and") || p.take("and") || p.mark(',');
    if !(joined && (p.take("put it/them into/in/to") || p.take("add it/them to"))) {
        return None;
    }
    if let Some((host, more)) = p.attempt_with(b, |p, b| into_soul(lex, p, b, None)) {
        if !more.is_empty() {
            return None;
        }
        let face_down = p.take("face down");
        steps.push(Step::Do(Verb::ToSoul { what: Target::Slot(slot), host, face_down }));
        return Some(steps);
    }
    steps.push(Step::Do(destination(p, Target::Slot(slot))?));
    Some(steps)
}

/// "that damage is reduced by 2": of the damage that is about to be dealt.
fn that_damage(_: &Lex, p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Step>> {
    if !p.take("that damage is reduced") {
        return None;
    }
    let amount = if p.take("by") {
        p.number()?
    } else if p.take("to 0") {
        250
    } else {
        return None;
    };
    let change = Change::ReduceNext(Amount::Fixed(amount));
    Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: Until::Damage }])
}

/// "change the target of the attack to this card".
fn redirect(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("change the target of the/that attack to") {
        return None;
    }
    let (target, mut steps) = one_card(lex, p, b)?;
    steps.push(Step::Do(Verb::Redirect(target)));
    Some(steps)
}

/// "attack with it".
fn attack_with(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("attack with") {
        return None;
    }
    if let Some(target) = p.attempt(|p| pronoun(p, b)) {
        return one(Verb::AttackWith(target));
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
    if noun.count != Some(HowMany::Exactly(Amount::Fixed(1))) {
        return None;
    }
    let (target, mut steps) = choose(noun, b, Who::You)?;
    steps.push(Step::Do(Verb::AttackWith(target)));
    Some(steps)
}

/// "the next time damage would be dealt to you this turn, it is reduced by 2", "the next time it would be destroyed
/// this turn, it remains on your field".
fn next_time(_: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    let early = p.take("for/during this turn ,?");
    if !p.take("the next time") {
        return None;
    }
    let until = Until::Turn;
    if p.take("damage would be dealt to you")
        || p.take("you would take damage")
        || p.take("you would be dealt damage")
    {
        let late = p.take("this turn") || p.take("during this turn");
        if !(early || late || b.until == Some(Until::Turn)) || !p.mark(',') {
            return None;
        }
        let amount = if p.take("it/that is reduced by")
            || p.take("that damage is reduced by")
            || p.take("reduce it by")
        {
            p.number()?
        } else if p.take("it is reduced to 0")
            || p.take("that damage is reduced to 0")
            || p.take("reduce it to 0")
        {
            250
        } else {
            return None;
        };
        let change = Change::ReduceNext(Amount::Fixed(amount));
        return Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until }]);
    }
    let target = pronoun(p, b)?;
    p.take("on your/the field");
    if !p.take("would be destroyed") {
        return None;
    }
    let late = p.take("this turn") || p.take("during this turn");
    if !(early || late || b.until == Some(Until::Turn)) || !p.mark(',') {
        return None;
    }
    let remains = p.take("it/that remains on the/your field")
        || p.take("that/this card/monster remains on the/your field")
        || p.attempt(|p| {
            // "that 《Neodragon》 remains on the field"
            if p.take("that") {
                p.group(Bracket::Double)?
            } else {
                return None;
            };
            p.take("remains on the/your field").then_some(())
        })
        .is_some();
    if !remains {
        return None;
    }
    Some(vec![Step::Gain { to: Gainer::Cards(target), change: Change::SurviveNext, until }])
}

/// "end the turn", "end this phase", "you get another turn".
fn end(_: &Lex, p: &mut Parser<'_>, _: &mut B) -> Option<Vec<Step>> {
    if p.take("end the/this turn") {
        return one(Verb::EndTurn);
    }
    if p.take("the turn ends") {
        return one(Verb::EndTurn);
    }
    if let Some(phase) = p.attempt(|p| {
        let phase = if p.take("the") { named_phase(p)? } else { return None };
        p.take("phase ends").then_some(phase)
    }) {
        return one(Verb::EndPhase(Some(phase)));
    }
    if p.take("after this turn , you get another turn") {
        return one(Verb::ExtraTurn);
    }
    if p.take("end the/this battle") {
        return one(Verb::EndBattle);
    }
    // BF END-7: "this phase" is whichever it is, a name means that phase.
    if p.take("end the/this phase") {
        return one(Verb::EndPhase(None));
    }
    if let Some(phase) = p.attempt(|p| {
        let phase = if p.take("end the/this") { named_phase(p)? } else { return None };
        p.take("phase").then_some(phase)
    }) {
        return one(Verb::EndPhase(Some(phase)));
    }
    if p.take("you get another turn") || p.take("take another turn after this one") {
        return one(Verb::ExtraTurn);
    }
    if p.take("you win the? game/fight") {
        return one(Verb::Win(Who::You));
    }
    if p.take("you lose the? game/fight") {
        return one(Verb::Lose(Who::You));
    }
    None
}

/// "a card from your opponent's hand at random", "a card at random from your opponent's hand": chance chooses.
pub(super) fn at_random(
    lex: &Lex,
    p: &mut Parser<'_>,
    b: &mut B,
    mut noun: grammar::Noun<Words>,
) -> (grammar::Noun<Words>, bool) {
    let random = p.take("at random");
    if random && noun.among.is_none() {
        noun.among = grammar::Lexicon::place(lex, p, b);
    }
    (noun, random)
}

fn named_phase(p: &mut Parser<'_>) -> Option<Phase> {
    p.lookup(&[("main", Phase::Main), ("attack", Phase::Attack), ("final", Phase::Final)])
}

/// "choose a monster on your field": bound, for "it" in what follows.
fn choose_(lex: &Lex, p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step>> {
    if !p.take("choose") {
        return None;
    }
    if let Some((_, steps)) = p
        .attempt_with(b, |p, b| super::using::among_them(lex, p, b))
        .or_else(|| p.attempt_with(b, |p, b| super::moving::several(lex, p, b)))
    {
        return Some(steps);
    }
    let from = p.clone();
    let noun = grammar::noun_phrase(lex, p, b)?;
    let each = noun.count != Some(HowMany::All) && on_each(from, p);
    let (noun, random) = at_random(lex, p, b, noun);
    let (_, mut steps) = if each { choose_of_each(noun, b)? } else { choose(noun, b, Who::You)? };
    if let (true, Some(Step::Choose { from, .. })) = (random, steps.last_mut()) {
        from.random = true;
    }
    // "The chosen card" is this one, whatever is picked for a price later; of two choices it would not say which.
    b.chosen = b.it.clone().filter(|_| b.chosen.is_none());
    (!steps.is_empty()).then(|| search_first(steps))
}
