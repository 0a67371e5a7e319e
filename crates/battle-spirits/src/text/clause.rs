//! What effects do, clause by clause.

use super::apart::overlap;
use super::body::{in_order, object, target_word, until, without_cost};
use super::cores::{cores, cores_until, life};
use super::header::color;
use super::lexicon::{as_filter, noun_phrase, selection};
use super::theirs::{THEIR_VERBS, opponent_does, theirs};
use super::words::KINDS;
use super::{B, P};
use crate::card::Kind;
use crate::state::Zone;
use crate::vocab::*;
use effects::text::Lexicon;
use effects::text::grammar::whose;
use effects::{Among, Amount, Filter, Gainer, HowMany, Select, Step, Target, Who};

pub(super) type Steps = Option<Vec<TextStep>>;
pub(super) type OnTarget = fn(BsTarget) -> Verb;
type ByKind = fn(Kind) -> Deed;

/// One clause.
pub(super) fn clause(p: &mut P<'_>, b: &mut B) -> Steps {
    let readers: [fn(&mut P<'_>, &mut B) -> Steps; 18] = [
        choose,
        simple,
        opponent_does,
        return_to,
        draw,
        reveal,
        look,
        show,
        discard,
        cores,
        cores_until,
        life,
        bp_given,
        doubled,
        play,
        others,
        cannot_block_it,
        subject_first,
    ];
    readers.into_iter().find_map(|read| p.attempt_with(b, read))
}

pub(super) fn done(mut before: Vec<TextStep>, verb: Verb) -> Steps {
    before.push(Step::Do(verb));
    Some(before)
}

/// "Target an opposing Spirit", "Select 1 of your opponent's Spirits", "target a color".
fn choose(p: &mut P<'_>, b: &mut B) -> Steps {
    if p.take("your/the opponent targets/selects/chooses") {
        let (choose, target) = theirs(p, b)?;
        // "… and exhausts it".
        let verb = p.attempt(|p| {
            p.take("and").then_some(())?;
            let verb = p.lookup(&THEIR_VERBS)?;
            p.take("it/them").then_some(verb)
        });
        return match verb {
            Some(verb) => done(vec![choose], verb(target)),
            None => Some(vec![choose]),
        };
    }
    // "Each player targets one of their Spirits": each one's own, the effect's player first.
    if p.take("each player targets/selects/chooses") || p.take("both players target/select/choose") {
        let slot = b.slot();
        let (theirs, other) = theirs(p, b)?;
        let Step::Choose { from, .. } = &theirs else { return None };
        let mut own = from.clone();
        own.among = Among::Zones { whose: Who::You, zones: vec![Zone::Field] };
        b.it = Some(Target::Several(vec![Target::Slot(slot), other]));
        return Some(vec![Step::Choose { who: Who::You, slot, from: own }, theirs]);
    }
    if !p.take("target/select/choose") {
        return None;
    }
    if p.take("a/one color/colour") {
        b.it = None;
        return Some(vec![Step::Name { who: Who::You, min: Amount::Fixed(0), max: Amount::Fixed(5) }]);
    }
    // "When your opponent summons a Spirit, target it.": there is nothing to choose.
    if b.it == Some(Target::Subject) && p.take("it") {
        return Some(Vec::new());
    }
    let (mut noun, random) = with_chance(p, b)?;
    let is_card = p.behind("card/cards");
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    b.picked = b.it.clone();
    // "… and an opposing Nexus": one of each.
    let second = p.attempt_with(b, |p, b| {
        p.take("and").then_some(())?;
        let other = noun_phrase(p, b)?;
        // "a Spirit card and a Nexus card in your Trash": both of them there. A Spirit that is no card is on the Field.
        if is_card && noun.among.is_none() && noun.whose.is_none() {
            noun.among = other.among.clone();
        }
        let select = selection(other);
        (select.count != HowMany::All).then_some(select)
    });
    let mut select = selection(noun);
    select.random = random;
    if random && second.is_some() || select.count == HowMany::All && second.is_some() {
        return p.want("how many to target");
    }
    let first = Step::Choose { who: Who::You, slot, from: select };
    let Some(mut from) = second else { return Some(vec![first]) };
    // BS FAQ-TARGET-1: one card is not both of two.
    if matches!(&first, Step::Choose { from: one, .. } if overlap(&one.among, &from.among)) {
        from.filter = from.filter.and(Filter::Bound(slot).negate());
    }
    let other = b.slot();
    b.it = Some(Target::Several(vec![Target::Slot(slot), Target::Slot(other)]));
    Some(vec![first, Step::Choose { who: Who::You, slot: other, from }])
}

/// A noun phrase with "at random" in it, or behind it.
fn with_chance(p: &mut P<'_>, b: &mut B) -> Option<(effects::text::Noun<BattleSpirits>, bool)> {
    let mut noun = noun_phrase(p, b)?;
    if !p.take("at random") {
        return Some((noun, false));
    }
    if noun.among.is_none() {
        noun.among = super::lexicon::Words.place(p, b);
    }
    Some((noun, true))
}

/// Verbs with one object.
fn simple(p: &mut P<'_>, b: &mut B) -> Steps {
    let verbs: [(&str, OnTarget); 8] = [
        ("heavy exhaust", Verb::HeavyExhaust),
        ("heavy-exhaust", Verb::HeavyExhaust),
        ("destroy", Verb::Destroy),
        ("exhaust", Verb::Exhaust),
        ("refresh", Verb::Refresh),
        ("banish", Verb::Remove),
        ("remove", Verb::Remove),
        ("keep", Verb::Stay),
    ];
    let (words, verb) = verbs.iter().find(|(words, _)| p.take(words))?;
    let harms = !["refresh", "keep"].contains(words);
    let (before, target) = match harms.then(|| met(p, b)).flatten() {
        Some(met) => (Vec::new(), met),
        None => object(p, b)?,
    };
    let complete = match *words {
        "remove" => p.take("from the game"),
        "banish" => {
            p.take("from the game");
            true
        }
        "keep" => p.take("on the field"),
        _ => true,
    };
    if !complete {
        return p.want("from the game, or on the field");
    }
    done(before, saving(verb(target), b))
}

/// "When this Spirit is blocked by …, destroy it": the Spirit it meets, where something bad is done to it.
fn met(p: &mut P<'_>, b: &B) -> Option<BsTarget> {
    let met = b.chosen.clone().filter(|_| b.it == Some(Target::This))?;
    p.take("it").then_some(met)
}

/// What was discarded to save a card is not the card that stays.
fn saving(verb: Verb, b: &B) -> Verb {
    match verb {
        Verb::Stay(target) if b.moved.as_ref() == Some(&target) => Verb::Stay(Target::Subject),
        verb => verb,
    }
}

/// "to the Hand", "to the deckbottom", "on top of the deck", with "in any order".
fn destination(p: &mut P<'_>) -> Option<(Destination, bool)> {
    let to = if p.take("to the? your? its? their? opponent? 's? owner? 's? hand/hands") {
        Destination::Hand
    } else if p.take("to the? your? deckbottom")
        || p.take("to/on/at the bottom of the? your? its? owner? 's? deck")
    {
        Destination::DeckBottom
    } else if p.take("to/on the? your? decktop")
        || p.take("to/on the? top of the? your? its? owner? 's? deck")
    {
        Destination::DeckTop
    } else {
        return p.want("where it is returned to");
    };
    Some((to, p.take("in any order")))
}

/// Those revealed that have not gone elsewhere.
fn the_rest(p: &mut P<'_>) -> bool {
    p.take("any/the remaining card/cards") || p.take("the rest") || p.take("the other/others card? cards?")
}

fn return_to(p: &mut P<'_>, b: &mut B) -> Steps {
    if !p.take("return/put/place/add") {
        return None;
    }
    // "any remaining cards": those revealed that have not gone elsewhere.
    if the_rest(p) {
        let Some(shown) = b.shown else { return p.want("revealed cards") };
        let (to, ordered) = destination(p)?;
        return Some(put_back(b, Among::Slot(shown), to, ordered));
    }
    if p.take("all your hand") || p.take("your hand") || p.take("all cards in your hand") {
        let (to, ordered) = destination(p)?;
        let hand = Among::Zones { whose: Who::You, zones: vec![Zone::Hand] };
        return Some(put_back(b, hand, to, ordered));
    }
    let (mut before, target) = match met(p, b) {
        Some(met) => (Vec::new(), met),
        None => object(p, b)?,
    };
    let (to, ordered) = destination(p)?;
    if ordered {
        let among = match &target {
            Target::Slot(slot) => Among::Slot(*slot),
            Target::Each(select) => select.among.clone(),
            _ => return p.want("several cards to order"),
        };
        before.extend(put_back(b, among, to, true));
        return Some(before);
    }
    done(before, Verb::Return(target, to))
}

fn put_back(b: &mut B, among: Among<BattleSpirits>, to: Destination, ordered: bool) -> Vec<TextStep> {
    if ordered {
        let (choose, slot) = in_order(b, among);
        return vec![choose, Step::Do(Verb::Return(Target::Slot(slot), to))];
    }
    let target = match among {
        Among::Slot(slot) => Target::Slot(slot),
        among => Target::Each(Box::new(Select::new(among, Filter::Any, HowMany::All))),
    };
    vec![Step::Do(Verb::Return(target, to))]
}

fn count_of_cards(p: &mut P<'_>) -> Option<i32> {
    let one = p.take("an extra/additional") || p.take("a/an/another");
    let number = if one { 1 } else { p.number()? };
    p.take("more/extra/additional");
    p.take("card/cards").then_some(number)
}

fn draw(p: &mut P<'_>, b: &mut B) -> Steps {
    let who = if p.take("you? draw") {
        Who::You
    } else if p.take("your opponent draws") || p.take("the opponent draws") {
        Who::Opponent
    } else if p.take("each player draws") || p.take("both players draw") {
        Who::Both
    } else {
        return None;
    };
    b.actor = who;
    // "until you have four cards in your Hand": as many as are missing.
    if let Some(full) = p.attempt(|p| {
        let until = if who == Who::You { "cards? until you have" } else { "cards? until they have" };
        p.take(until).then_some(())?;
        let full = p.number()?;
        (p.take("cards in your/their? hand/hands") || p.take("in your/their hand/hands")).then_some(full)
    }) {
        let missing = |whose| {
            let held = Box::new(super::compared::cards_in(whose, Zone::Hand));
            let less = Amount::PerEach { each: -1, per: 1, of: held };
            let missing = Amount::Plus(Box::new(Amount::Fixed(full)), Box::new(less));
            Step::Do(Verb::Draw(whose, missing))
        };
        return Some(match who {
            Who::Both => vec![missing(Who::You), missing(Who::Opponent)],
            who => vec![missing(who)],
        });
    }
    // "as many cards as were discarded": so many as the clause before did.
    let done =
        ["as many cards as were discarded", "as many cards as you discarded", "the same number of cards"];
    if done.iter().any(|words| p.take(words)) {
        super::body::this_way(p);
        return Some(vec![Step::Do(Verb::Draw(who, Amount::Done))]);
    }
    let number = count_of_cards(p)?;
    Some(vec![Step::Do(Verb::Draw(who, Amount::Fixed(number)))])
}

/// "Reveal three cards from your decktop", "Open 3 cards from the top of your deck".
fn reveal(p: &mut P<'_>, b: &mut B) -> Steps {
    if !p.take("reveal/open") {
        return None;
    }
    // "cards from your decktop until a … card is revealed": "it" is that one.
    if let Some((who, filter)) = p.attempt_with(b, |p, b| top_until(p, b, "is revealed/opened")) {
        let (slot, one) = (b.slot(), b.slot());
        (b.it, b.shown) = (Some(Target::Slot(one)), Some(slot));
        let number = Amount::Game(Count::TopUntil(who, Box::new(filter.clone())));
        let from = Select::new(Among::Slot(slot), filter, HowMany::Exactly(Amount::Fixed(1)));
        let choose = Step::Choose { who: Who::You, slot: one, from };
        return (who == Who::You).then(|| vec![Step::Do(Verb::Reveal(who, number, slot)), choose]);
    }
    let number = if p.take("the top card of your deck") {
        1
    } else if p.take("the top") {
        let number = count_of_cards(p)?;
        if !p.take("of your deck") {
            return p.want("of your deck");
        }
        number
    } else {
        if let Some(many) = p.attempt_with(b, |p, b| {
            p.take("cards from your decktop equal to the number of").then_some(())?;
            super::body::counted(p, b)
        }) {
            let slot = b.slot();
            (b.it, b.shown) = (Some(Target::Slot(slot)), Some(slot));
            return Some(vec![Step::Do(Verb::Reveal(Who::You, many, slot))]);
        }
        let number = count_of_cards(p)?;
        if !(p.take("from your decktop") || p.take("from the top of your deck") || p.take("from your deck")) {
            return p.want("from the top of your deck");
        }
        number
    };
    let slot = b.slot();
    (b.it, b.shown) = (Some(Target::Slot(slot)), Some(slot));
    Some(vec![Step::Do(Verb::Reveal(Who::You, Amount::Fixed(number), slot))])
}

/// "Look at three cards from your decktop", "Look at the opposing Hand": only the effect's player sees them.
fn look(p: &mut P<'_>, b: &mut B) -> Steps {
    if !p.take("look at") {
        return None;
    }
    if let Some(who) = p.attempt(|p| {
        p.take("the");
        let who = whose(p)?;
        p.take("hand").then_some(who)
    }) {
        let hand = Among::Zones { whose: who, zones: vec![Zone::Hand] };
        let target = Target::Each(Box::new(Select::new(hand, Filter::Any, HowMany::All)));
        return Some(vec![Step::Do(Verb::Look(target))]);
    }
    let Some((number, who)) = p.attempt(off_the_top) else { return p.want("the top of a deck") };
    let slot = b.slot();
    (b.it, b.shown) = (Some(Target::Slot(slot)), Some(slot));
    let deck = Among::Zones { whose: who, zones: vec![Zone::Deck] };
    let from = Select::new(deck, Filter::Any, HowMany::Top(Amount::Fixed(number)));
    Some(vec![Step::Choose { who: Who::You, slot, from }, Step::Do(Verb::Look(Target::Slot(slot)))])
}

/// "Show up to two … cards from your Hand to the opponent".
fn show(p: &mut P<'_>, b: &mut B) -> Steps {
    if !p.take("show/reveal/open") {
        return None;
    }
    let (before, target) = object(p, b)?;
    p.take("to the/your opponent");
    done(before, Verb::Show(target))
}

/// "Discard a … card from your Hand", "Discard any remaining cards", "Discard three cards from the opposing decktop".
fn discard(p: &mut P<'_>, b: &mut B) -> Steps {
    // "Your opponent discards a card from their Hand": they choose.
    let who = if p.take("your/the opponent discards") || b.actor != Who::Both && p.take("they discard") {
        b.actor = Who::Opponent;
        Who::Opponent
    } else if p.take("each player discards") || p.take("both players discard") {
        return both_discard(p, b);
    } else if p.take("discard") {
        Who::You
    } else {
        return None;
    };
    if p.take("all? your entire/whole? hand") {
        let hand = Among::Zones { whose: who, zones: vec![Zone::Hand] };
        let all = Target::Each(Box::new(Select::new(hand, Filter::Any, HowMany::All)));
        return Some(vec![Step::Do(Verb::Discard(all))]);
    }
    if let Some(step) = p.attempt_with(b, as_many_as) {
        return Some(vec![step]);
    }
    if let Some((who, filter)) = p.attempt_with(b, |p, b| top_until(p, b, "is discarded")) {
        let slot = b.slot();
        b.moved = Some(Target::Slot(slot));
        let number = Amount::Game(Count::TopUntil(who, Box::new(filter)));
        return Some(vec![Step::Do(Verb::Mill(who, number, slot))]);
    }
    if the_rest(p) {
        let Some(shown) = b.shown else { return p.want("revealed cards") };
        return Some(vec![Step::Do(Verb::Discard(Target::Slot(shown)))]);
    }
    if let Some((number, who)) = p.attempt(off_the_top) {
        let slot = b.slot();
        b.moved = Some(Target::Slot(slot));
        // "Among them, add …": of those discarded, where nothing was revealed.
        b.shown = b.shown.or(Some(slot));
        // "If it's a Spirit card, …": of a single card.
        if number == 1 {
            b.it = Some(Target::Slot(slot));
        }
        return Some(vec![Step::Do(Verb::Mill(who, Amount::Fixed(number), slot))]);
    }
    if let Some(target) = target_word(p, b) {
        return Some(vec![Step::Do(Verb::Discard(target))]);
    }
    // "Discard a card. If you've done so, destroy that Spirit": what attacks, not what was discarded.
    let spoken_of = b.it.clone().filter(|it| *it != Target::This);
    let (mut noun, random) = with_chance(p, b)?;
    // "Discard a card" means one of the hand.
    noun.among = noun.among.or(Some(Among::Zones { whose: who, zones: vec![Zone::Hand] }));
    let mut select = selection(noun);
    select.random = random;
    if select.count == HowMany::All {
        return Some(vec![Step::Do(Verb::Discard(Target::Each(Box::new(select))))]);
    }
    let slot = b.slot();
    let from_hand = matches!(&select.among, Among::Zones { zones, .. } if zones == &[Zone::Hand]);
    b.it = spoken_of.filter(|_| from_hand).or(Some(Target::Slot(slot)));
    b.moved = Some(Target::Slot(slot));
    let choose = Step::Choose { who, slot, from: select };
    Some(vec![choose, Step::Do(Verb::Discard(Target::Slot(slot)))])
}

/// "two cards from the opposing decktop", "the top 2 cards of your opponent's deck".
fn off_the_top(p: &mut P<'_>) -> Option<(i32, Who)> {
    let first = p.take("the top");
    let number = if first && p.take("card") { 1 } else { count_of_cards(p)? };
    if !(if first { p.take("of") } else { p.take("from") }) {
        return None;
    }
    let top = first || p.take("the top of");
    p.take("the");
    let who = whose(p)?;
    (if top { p.take("deck") } else { p.take("decktop") }).then_some((number, who))
}

/// "cards from the opposing decktop until a Spirit card is discarded".
fn top_until(p: &mut P<'_>, b: &mut B, done: &str) -> Option<(Who, BsFilter)> {
    p.take("cards from").then_some(())?;
    let top = p.take("the top of");
    p.take("the");
    let who = whose(p)?;
    (if top { p.take("deck") } else { p.take("decktop") }).then_some(())?;
    p.take("until a/an").then_some(())?;
    let filter = effects::text::grammar::described(&super::lexicon::Words, p, b)?;
    p.take(done).then_some((who, filter))
}

/// "Each player discards two cards from their Hand": each chooses, the effect's player first.
fn both_discard(p: &mut P<'_>, b: &mut B) -> Steps {
    // "… their entire Hand (and draws four cards)".
    if p.take("all? of? their entire/whole? hand/hands") {
        let hands = Among::Zones { whose: Who::Both, zones: vec![Zone::Hand] };
        let all = Target::Each(Box::new(Select::new(hands, Filter::Any, HowMany::All)));
        let mut steps = vec![Step::Do(Verb::Discard(all))];
        if let Some(number) = p.attempt(|p| if p.take("and draw/draws") { count_of_cards(p) } else { None }) {
            steps.push(Step::Do(Verb::Draw(Who::Both, Amount::Fixed(number))));
        }
        return Some(steps);
    }
    let number = count_of_cards(p)?;
    if p.take("from their decktop/decktops") || p.take("from the top of their deck/decks") {
        let slot = b.slot();
        b.moved = Some(Target::Slot(slot));
        return Some(vec![Step::Do(Verb::Mill(Who::Both, Amount::Fixed(number), slot))]);
    }
    if !p.take("from their/his hands/hand") {
        return p.want("from their Hand");
    }
    let mut steps = Vec::new();
    for who in [Who::You, Who::Opponent] {
        let slot = b.slot();
        let hand = Among::Zones { whose: who, zones: vec![Zone::Hand] };
        let from = Select::new(hand, Filter::Any, HowMany::Exactly(Amount::Fixed(number)));
        steps.push(Step::Choose { who, slot, from });
        steps.push(Step::Do(Verb::Discard(Target::Slot(slot))));
    }
    Some(steps)
}

/// "cards from the opposing decktop equal to the number of … you control".
fn as_many_as(p: &mut P<'_>, b: &mut B) -> Option<TextStep> {
    p.take("cards from the?").then_some(())?;
    let who = whose(p)?;
    p.take("decktop equal to").then_some(())?;
    if p.take("this spirit 's cost") {
        let slot = b.slot();
        b.moved = Some(Target::Slot(slot));
        let cost = Amount::Figure(Figure::Cost, Box::new(Target::This));
        return Some(Step::Do(Verb::Mill(who, cost, slot)));
    }
    p.take("the number of").then_some(())?;
    let mut noun = noun_phrase(p, b)?;
    noun.count = Some(HowMany::All);
    let of = Box::new(Amount::Count(Box::new(selection(noun))));
    let slot = b.slot();
    b.moved = Some(Target::Slot(slot));
    Some(Step::Do(Verb::Mill(who, Amount::PerEach { each: 1, per: 1, of }, slot)))
}

// ---- changes ----------------------------------------------------------------------------------------------------------

fn lasting(p: &mut P<'_>, b: &B) -> Until {
    until(p).or(b.until).unwrap_or(Until::Always)
}

/// "give it +2000 BP (and an extra Blue symbol)".
fn bp_given(p: &mut P<'_>, b: &mut B) -> Steps {
    if !p.take("give") {
        return None;
    }
    let (mut steps, target) = object(p, b)?;
    let mut changes = vec![gained(p, b)?];
    while let Some(more) = p.attempt_with(b, |p, b| if p.take("and") { gained(p, b) } else { None }) {
        changes.push(more);
    }
    let until = lasting(p, b);
    let gains = changes.into_iter().map(|change| Step::Gain { to: gainer(target.clone()), change, until });
    steps.extend(gains);
    Some(steps)
}

/// BS FAQ-TARGET-4a, FAQ-BP-3: "all" also catches what comes later.
fn gainer(target: BsTarget) -> Gainer<BattleSpirits> {
    match target {
        Target::Each(select) => Gainer::Whatever(*select),
        target => Gainer::Cards(target),
    }
}

/// What is said of a card: "this Spirit gains +2000 BP", "it must block …", "all your Spirits can't be blocked by …".
fn subject_first(p: &mut P<'_>, b: &mut B) -> Steps {
    for read in [players_life, kept_figure] {
        if let Some(steps) = p.attempt_with(b, read) {
            return Some(steps);
        }
    }
    let (mut steps, target) = match target_word(p, b) {
        Some(target) => (Vec::new(), target),
        None => {
            let mut noun = noun_phrase(p, b)?;
            noun.count = noun.count.or(Some(HowMany::All));
            let select = selection(noun);
            if select.count != HowMany::All {
                return None;
            }
            let target = Target::Each(Box::new(select));
            b.it = Some(target.clone());
            (Vec::new(), target)
        }
    };
    // "this Spirit can refresh": an offer.
    if p.take("can/may refresh") {
        let steps = vec![Step::Do(Verb::Refresh(target))];
        return Some(vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }]);
    }
    if p.take("can/may remain on the field") {
        let steps = vec![Step::Do(Verb::Stay(target))];
        return Some(vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }]);
    }
    if p.take("returns/return to the? your? hand") {
        steps.push(Step::Do(Verb::Return(target, Destination::Hand)));
        return Some(steps);
    }
    // "It can't refresh during the opponent's next Refresh Step": effects may refresh it all the same.
    if let Some(until) = p.attempt(|p| {
        (p.take("can't/cannot/doesn't/don't refresh during/in")).then_some(())?;
        if p.take("the/your refresh step") {
            return Some(Until::Always);
        }
        let theirs = p.take("your/the opponent 's next") || p.take("their/its/the next opposing?");
        (theirs && !p.behind("the next") && p.take("refresh step")).then_some(Until::OpponentTurn)
    }) {
        let change = Change::CannotBe(Deed::RefreshInStep);
        steps.push(Step::Gain { to: gainer(target), change, until });
        return Some(steps);
    }
    if p.take("can't/cannot attack or block") {
        let until = lasting(p, b);
        for change in [Change::CannotAttack, Change::CannotBlock] {
            steps.push(Step::Gain { to: gainer(target.clone()), change, until });
        }
        return Some(steps);
    }
    if p.take("remains/remain on the field exhausted") {
        steps.push(Step::Do(Verb::Stay(target.clone())));
        steps.push(Step::Do(Verb::Exhaust(target)));
        return Some(steps);
    }
    for (words, verb) in [
        ("refreshes/refresh", Verb::Refresh as OnTarget),
        ("remains/remain on the field", Verb::Stay),
        ("stays/stay on the field", Verb::Stay),
        ("isn't/aren't destroyed", Verb::Stay),
        ("is/are destroyed", Verb::Destroy),
        ("exhausts/exhaust", Verb::Exhaust),
    ] {
        if p.take(words) {
            steps.push(Step::Do(saving(verb(target), b)));
            // "… remains on the Field instead": of leaving it.
            if matches!(steps.last(), Some(Step::Do(Verb::Stay(_)))) {
                p.take("instead");
            }
            return Some(steps);
        }
    }
    let mut said = None;
    loop {
        // "It must block this turn if possible": how long stands inside.
        let within = p.attempt(|p| {
            p.take("must block").then_some(())?;
            let within = until(p)?;
            p.take("if possible").then_some(within)
        });
        let change = p.attempt_with(b, |p, b| {
            if within.is_some() {
                return Some(Change::MustBlock);
            }
            if said.is_some() { gained(p, b).or_else(|| change(p, b)) } else { change(p, b) }
        })?;
        // "gains +2000 BP during this turn and can't be blocked": both as long.
        let mut until = within.or_else(|| until(p)).or(b.until).or(said).unwrap_or(Until::Always);
        // "… Spirits gain +2000 BP during block": while they block.
        let target = match while_in_battle(p, &target) {
            Some(narrowed) => narrowed,
            None => target.clone(),
        };
        said = Some(until);
        // What compels an attack is about the step it is said in.
        if change == Change::MustAttack && until == Until::Always {
            until = Until::Step;
        }
        let exhausted = change == Change::MustBlock && p.take("even while/if exhausted");
        steps.push(Step::Gain { to: gainer(target.clone()), change, until });
        if exhausted {
            steps.push(Step::Gain { to: gainer(target.clone()), change: Change::BlocksExhausted, until });
        }
        if p.attempt_with(b, |p, b| {
            let at = p.clone();
            (p.take("and") && change_ahead(p, b)).then(|| *p = at).and_then(|()| p.take("and").then_some(()))
        })
        .is_none()
        {
            return Some(steps);
        }
    }
}

/// "Cores on this Spirit can't be removed by opposing effects", "The BP of your Spirits can't be reduced by opposing effects".
fn kept_figure(p: &mut P<'_>, b: &mut B) -> Steps {
    p.take("the");
    let cores = p.take("core/cores on");
    if !cores && !p.take("bp of") {
        return None;
    }
    let target = match target_word(p, b) {
        Some(target) => target,
        None => {
            let mut noun = noun_phrase(p, b)?;
            noun.count = noun.count.or(Some(HowMany::All));
            Target::Each(Box::new(selection(noun)))
        }
    };
    if matches!(&target, Target::Each(select) if select.count != HowMany::All) {
        return p.want("all of them");
    }
    let cannot = p.take("can't/cannot") || p.take("can not");
    let said = if cores { p.take("be removed/sent/moved/reduced") } else { p.take("be reduced") };
    if !cannot || !said || !(p.take("by opposing effects") || p.take("by your opponent 's effects")) {
        return p.want("by opposing effects");
    }
    let change = Change::CannotBe(if cores { Deed::CoreLoss } else { Deed::BpLoss });
    let until = lasting(p, b);
    Some(vec![Step::Gain { to: gainer(target), change, until }])
}

fn change_ahead(p: &P<'_>, b: &mut B) -> bool {
    p.clone().attempt(|p| gained(p, b)).is_some() || change(&mut p.clone(), b).is_some()
}

/// "during block" behind what all such Spirits gain: those of them that block.
fn while_in_battle(p: &mut P<'_>, target: &BsTarget) -> Option<BsTarget> {
    let Target::Each(select) = target else { return None };
    let state =
        p.lookup(&[("during block", Condition::Blocking), ("during attack", Condition::Attacking)])?;
    let mut select = select.clone();
    select.filter = Filter::Is(state).and(select.filter);
    Some(Target::Each(select))
}

fn change(p: &mut P<'_>, b: &mut B) -> Option<Change> {
    if p.take("gains/gain/gets/get/has/have") {
        return gained(p, b);
    }
    other_change(p, b)
}

/// "+2000 BP", "an extra Blue symbol": what is gained.
fn gained(p: &mut P<'_>, b: &B) -> Option<Change> {
    {
        // "BP equal to its BP": as it is when this is said.
        if let Some(of) = p.attempt(|p| {
            p.take("bp equal to").then_some(())?;
            whose_bp(p, b)
        }) {
            return Some(Change::Bp(Amount::Figure(Figure::Bp, Box::new(of))));
        }
        if let Some(number) = p.attempt(|p| {
            let number = p.signed()?;
            p.take("bp").then_some(number)
        }) {
            return Some(Change::Bp(Amount::Fixed(number)));
        }
        let number = if p.take("an extra/additional") || p.take("a/an") {
            1
        } else {
            let number = p.number()?;
            p.take("extra/additional");
            number
        };
        let color = color(p)?;
        if !p.take("symbol/symbols") {
            return p.want("symbol");
        }
        Some(Change::Symbols(SymbolColor::Color(color), i8::try_from(number).ok()?))
    }
}

/// "that Spirit's BP", "its BP", "this Spirit's BP", "the BP of that Spirit".
fn whose_bp(p: &mut P<'_>, b: &B) -> Option<BsTarget> {
    if p.take("its bp") {
        return b.it.clone();
    }
    let behind = p.take("the bp of");
    let of = target_word(p, b)?;
    (behind || p.take("'s bp")).then_some(of)
}

/// "Double this Spirit's BP during this battle": as much again. "Add its BP to this Spirit": as much as that one has.
fn doubled(p: &mut P<'_>, b: &mut B) -> Steps {
    if p.take("add") {
        let of = whose_bp(p, b)?;
        p.take("to this spirit").then_some(())?;
        p.take("'s bp");
        let until = lasting(p, b);
        let change = Change::Bp(Amount::Figure(Figure::Bp, Box::new(of)));
        return Some(vec![Step::Gain { to: Gainer::Cards(Target::This), change, until }]);
    }
    p.take("double").then_some(())?;
    let of = whose_bp(p, b)?;
    let until = lasting(p, b);
    let change = Change::Bp(Amount::Figure(Figure::Bp, Box::new(of.clone())));
    Some(vec![Step::Gain { to: gainer(of), change, until }])
}

/// What is lost, forbidden or compelled.
fn other_change(p: &mut P<'_>, b: &mut B) -> Option<Change> {
    if p.take("loses/lose") {
        let number = if p.take("a/an") { 1 } else { p.number()? };
        if p.take("bp") {
            return Some(Change::Bp(Amount::Fixed(-number)));
        }
        if p.take("symbol/symbols of that color/colour") {
            return Some(Change::Symbols(SymbolColor::Named, -i8::try_from(number).ok()?));
        }
        let lost = -i8::try_from(number).ok()?;
        if p.take("symbol/symbols") {
            return Some(Change::Symbols(SymbolColor::Any, lost));
        }
        let color = color(p)?;
        if !p.take("symbol/symbols") {
            return p.want("symbol");
        }
        return Some(Change::Symbols(SymbolColor::Color(color), lost));
    }
    if p.take("must block this? attack? if possible")
        || p.ahead("must block even while/if exhausted") && p.take("must block")
    {
        return Some(Change::MustBlock);
    }
    if p.take("must attack at the start of the/this step if possible") || p.take("must attack if possible") {
        return Some(Change::MustAttack);
    }
    if let Some(by) = p.attempt(|p| {
        if !(p.take("is/are unaffected by") || p.take("isn't/aren't affected by")) {
            return None;
        }
        if !(p.take("opposing") || p.take("your opponent 's")) {
            return p.want("opposing effects");
        }
        let by = KINDS.read(p);
        p.take("effect/effects").then_some(by)
    }) {
        return Some(Change::Unaffected(by));
    }
    if p.take("can/may block even? while? if? exhausted?") {
        return Some(Change::BlocksExhausted);
    }
    if p.take("can/may only be blocked by") {
        let noun = noun_phrase(p, b)?;
        return Some(Change::CannotBeBlockedBy(as_filter(noun).negate()));
    }
    if !(p.take("can't/cannot") || p.take("can not")) {
        return p.want("what changes");
    }
    let by_kind: [(&str, ByKind); 2] =
        [("be targeted/selected by", Deed::TargetBy), ("be destroyed by", Deed::DestroyBy)];
    if let Some(deed) = p.attempt(|p| {
        let deed = p.lookup(&by_kind)?;
        if !(p.take("opposing") || p.take("your opponent 's")) {
            return None;
        }
        let kind = KINDS.read(p)?;
        p.take("card/cards");
        p.take("'s/'");
        p.take("effect/effects").then(|| deed(kind))
    }) {
        return Some(Change::CannotBe(deed));
    }
    if p.take("be blocked by") {
        let noun = noun_phrase(p, b)?;
        return Some(Change::CannotBeBlockedBy(as_filter(noun)));
    }
    if p.take("be blocked") {
        return Some(Change::CannotBeBlockedBy(Filter::Any));
    }
    if p.take("be reduced in bp") {
        return Some(Change::CannotBe(Deed::BpLoss));
    }
    let changes = [
        ("attack", Change::CannotAttack),
        ("block", Change::CannotBlock),
        ("be destroyed by opposing effects", Change::CannotBe(Deed::DestroyByEffects)),
        ("be destroyed by your opponent 's effects", Change::CannotBe(Deed::DestroyByEffects)),
        ("be destroyed by bp comparison", Change::CannotBe(Deed::DestroyByComparison)),
        ("be destroyed by comparing bp", Change::CannotBe(Deed::DestroyByComparison)),
        ("be destroyed", Change::CannotBe(Deed::Destroy)),
        ("be exhausted by opposing effects", Change::CannotBe(Deed::ExhaustByEffects)),
        ("be exhausted by your opponent 's effects", Change::CannotBe(Deed::ExhaustByEffects)),
        ("be exhausted", Change::CannotBe(Deed::Exhaust)),
        ("be refreshed by effects", Change::CannotBe(Deed::RefreshByEffects)),
        ("refresh by effects", Change::CannotBe(Deed::RefreshByEffects)),
        ("be refreshed", Change::CannotBe(Deed::Refresh)),
        ("refresh", Change::CannotBe(Deed::Refresh)),
        (
            "be returned to the? hand or the? deck by opposing effects",
            Change::CannotBe(Deed::ReturnAnywhereByEffects),
        ),
        ("be returned to the? hand by opposing effects", Change::CannotBe(Deed::ReturnByEffects)),
        ("be returned to the? hand by your opponent 's effects", Change::CannotBe(Deed::ReturnByEffects)),
        ("be returned to the? hand", Change::CannotBe(Deed::Return)),
        ("be targeted by opposing effects", Change::CannotBe(Deed::Target)),
        ("be selected by opposing effects", Change::CannotBe(Deed::Target)),
    ];
    p.lookup(&changes)
}

/// "your Life can't be reduced by its attack", "… by the attacks of opposing Spirits with one core on them".
fn players_life(p: &mut P<'_>, b: &mut B) -> Steps {
    if !p.take("your life can't/cannot be reduced by") {
        return None;
    }
    if p.take("its/their attack/attacks") {
        let target = b.it.clone()?;
        let until = lasting(p, b);
        return Some(vec![Step::Gain { to: gainer(target), change: Change::SparesLife, until }]);
    }
    if !p.take("the? attacks/attack of/by") {
        return p.want("whose attacks");
    }
    let from = as_filter(noun_phrase(p, b)?);
    let until = lasting(p, b);
    Some(vec![Step::Gain { to: Gainer::Player(Who::You), change: Change::LifeSafeFrom(from), until }])
}

// ---- the rest ---------------------------------------------------------------------------------------------------------

/// "summon a … Spirit card from your Hand (without paying its cost)".
fn play(p: &mut P<'_>, b: &mut B) -> Steps {
    let spirits = p.take("summon");
    if !spirits && !p.take("deploy") {
        return None;
    }
    if spirits && p.mark('/') && !p.take("deploy") {
        return p.want("deploy");
    }
    let (before, target) = object(p, b)?;
    let free = without_cost(p);
    done(before, Verb::Play { what: target, free, reserve_only: false })
}

fn others(p: &mut P<'_>, b: &mut B) -> Steps {
    // "Your … Magic cards' costs are reduced by 1": while one is being paid for.
    if let Some(change) = p.attempt_with(b, |p, b| {
        p.take("your").then_some(())?;
        let filter = as_filter(noun_phrase(p, b)?);
        p.take("'s/'");
        p.take("cost/costs is/are reduced by").then_some(())?;
        Some(Change::CostOf(filter, -i8::try_from(p.number()?).ok()?))
    }) {
        let until = lasting(p, b);
        return Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until }]);
    }
    if p.take("end the/this/its current? battle") || p.take("the battle ends") {
        return Some(vec![Step::Do(Verb::EndBattle)]);
    }
    if p.take("after the/this battle , end the/this attack step") {
        return Some(vec![Step::Do(Verb::EndAttackStep(StepEnd::AfterBattle))]);
    }
    if let Some(steps) = p.attempt_with(b, kept_from) {
        return Some(steps);
    }
    if p.take("end the/this attack step") || p.take("the attack step ends") {
        let later = p.take("at the end of the/this battle") || p.take("after the/this battle");
        let end = if later { StepEnd::AfterBattle } else { StepEnd::AtOnce };
        return Some(vec![Step::Do(Verb::EndAttackStep(end))]);
    }
    // "your opponent can't use Magic cards".
    if p.take("your/the opponent can't/cannot") {
        let kinds = [("use", None), ("summon", Some(Kind::Spirit)), ("deploy", Some(Kind::Nexus))];
        let kind = p.lookup(&kinds)?;
        let filter = as_filter(noun_phrase(p, b)?);
        // What is summoned is a Spirit, what is deployed a Nexus, whatever the noun says.
        let filter = kind.map_or(filter.clone(), |kind| filter.and(Filter::Kind(kind)));
        let until = lasting(p, b);
        let to = Gainer::Player(Who::Opponent);
        return Some(vec![Step::Gain { to, change: Change::CannotUse(filter), until }]);
    }
    None
}

/// "You can't attack (with Cost 3 or less Spirits) during this turn": none of that player's such Spirits can.
fn kept_from(p: &mut P<'_>, b: &mut B) -> Steps {
    let players = [("you", Who::You), ("your opponent", Who::Opponent), ("the opponent", Who::Opponent)];
    let who = p.lookup(&players)?;
    p.take("can't/cannot").then_some(())?;
    let change = p.lookup(&[("attack", Change::CannotAttack), ("block", Change::CannotBlock)])?;
    let filter = if p.take("with") {
        let noun = noun_phrase(p, b)?;
        if noun.count.is_some() || noun.whose.is_some() || noun.among.is_some() {
            return p.want("which Spirits");
        }
        noun.filter
    } else {
        Filter::Kind(Kind::Spirit)
    };
    let field = Among::Zones { whose: who, zones: vec![Zone::Field] };
    let until = lasting(p, b);
    let to = Gainer::Whatever(Select::new(field, filter, HowMany::All));
    Some(vec![Step::Gain { to, change, until }])
}

/// "Opposing Spirits with 4000 BP or less can't block this Spirit": it can't be blocked by them.
fn cannot_block_it(p: &mut P<'_>, b: &mut B) -> Steps {
    let filter = as_filter(noun_phrase(p, b)?);
    if !p.take("can't/cannot block this spirit") {
        return None;
    }
    let until = lasting(p, b);
    let to = Gainer::Cards(Target::This);
    Some(vec![Step::Gain { to, change: Change::CannotBeBlockedBy(filter), until }])
}
