//! What is done: one action with everything that belongs to it.

use super::amount::{per, times};
use super::cards::{self, FIELD, Home};
use super::change::{self, Subject};
use super::header;
use super::keyword;
use super::lexicon::{B, attempt};
use super::moves;
use crate::vocab::*;
use effects::text::grammar::whose;
use effects::text::{Bracket, Parser};
use effects::{Amount, Cmp, Cond, Step, Target, Who};

/// The form a verb stands in: "delete", "deletes", "deleting".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Base,
    Third,
    Ing,
}

/// Takes a verb in a form, written as `delete/deletes/deleting`. A cost also takes the base form, which some print.
pub fn verb_is(p: &mut Parser<'_>, form: Form, forms: &str) -> bool {
    let mut all = forms.split('/');
    let (base, third, ing) = (all.next(), all.next(), all.next());
    let wanted = match form {
        Form::Base => base,
        Form::Third => third,
        Form::Ing => ing,
    };
    wanted.is_some_and(|word| p.take(word)) || (form == Form::Ing && base.is_some_and(|word| p.take(word)))
}

/// Runs a reader; the choices its noun phrases need come first.
pub fn with_prelude(
    p: &mut Parser<'_>,
    b: &mut B,
    read: impl FnOnce(&mut Parser<'_>, &mut B) -> Option<Vec<Step<Dcg>>>,
) -> Option<Vec<Step<Dcg>>> {
    attempt(p, b, |p, b| {
        let outer = std::mem::take(&mut b.prelude);
        let steps = read(p, b);
        let mut all = std::mem::replace(&mut b.prelude, outer);
        all.extend(steps?);
        Some(all)
    })
}

/// One action, as an order or with its subject in front.
pub fn clause(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if let Some(mut steps) = with_prelude(p, b, |p, b| action(p, b, Form::Base, Who::You)) {
        if let Some(each) = attempt(p, b, per) {
            super::body::multiply(&mut steps, each)?;
        }
        return later(p, b, steps);
    }
    if let Some(steps) = with_prelude(p, b, |p, b| {
        if !(p.take("your opponent") || p.take("they")) {
            return None;
        }
        if p.take("may") {
            let steps = with_prelude(p, b, |p, b| action(p, b, Form::Base, Who::Opponent))?;
            return Some(vec![Step::May { who: Who::Opponent, steps, then: vec![], otherwise: vec![] }]);
        }
        with_prelude(p, b, |p, b| action(p, b, Form::Third, Who::Opponent))
            .or_else(|| with_prelude(p, b, |p, b| action(p, b, Form::Base, Who::Opponent)))
    }) {
        return Some(steps);
    }
    if let Some(steps) = with_prelude(p, b, |p, b| {
        if !p.take("both/each/all players/player") {
            return None;
        }
        both(p, b)
    }) {
        return Some(steps);
    }
    if let Some(steps) = with_prelude(p, b, |p, b| {
        // "2 of your Digimon may DNA digivolve into …", "this Digimon and 1 of your other Digimon may …".
        let with = if p.take("2 of your digimon may") {
            None
        } else if p.take("this digimon and 1/one/any of your other digimon may")
            || p.take("this digimon and another of your digimon may")
        {
            Some(Target::This)
        } else {
            return None;
        };
        if !p.take("dna digivolve into") {
            return None;
        }
        let steps = with_prelude(p, b, |p, b| moves::dna_into(p, b, with, Who::You))?;
        Some(vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }])
    }) {
        return Some(steps);
    }
    // "(you may) have 1 of your opponent's Digimon get …".
    if p.ahead("have") {
        return attempt(p, b, |p, b| {
            p.take("have");
            change::subject_clause(p, b)
        });
    }
    let steps = change::subject_clause(p, b)?;
    later(p, b, steps)
}

/// "Both players draw 1 card": the few actions that both can be told to do.
fn both(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if let Some(keyword::Done::Draw(n)) = attempt(p, b, |p, _| keyword::done(p)) {
        return Some(vec![Step::Do(Verb::Draw(Who::Both, Amount::Fixed(n)))]);
    }
    if p.take("draw/draws the top card of their decks/deck") {
        return Some(vec![Step::Do(Verb::Draw(Who::Both, Amount::Fixed(1)))]);
    }
    if p.take("draw/draws") {
        let number = p.number()?;
        p.take("cards/card");
        p.take("from their decks/deck");
        return Some(vec![Step::Do(Verb::Draw(Who::Both, Amount::Fixed(number)))]);
    }
    // "Both players trash 1 card in their hand": the turn player chooses first (DCG 1-3-5).
    if p.take("trash/trashes") {
        if p.take("the top") {
            let number = p.number().unwrap_or(1);
            if !p.take("card/cards of their decks/deck") {
                return None;
            }
            let one = |whose: Who| {
                let among = effects::Among::Zones { whose, zones: vec![Place::Deck] };
                let count = effects::HowMany::Top(Amount::Fixed(number));
                Target::Each(Box::new(effects::Select::new(among, effects::Filter::Any, count)))
            };
            return Some(vec![Step::Do(Verb::Trash(Target::Several(vec![
                one(Who::You),
                one(Who::Opponent),
            ])))]);
        }
        // "until they have 5 cards left": each as many as are too many.
        let left = p.attempt(|p| {
            if !p.take("cards in their hand/hands until they have") {
                return None;
            }
            let left = p.number()?;
            p.take("cards/card");
            p.take("left").then_some(left)
        });
        let number = match left {
            Some(left) => left,
            None => {
                let number = p.number()?;
                if !p.take("card/cards in their hand/hands") {
                    return None;
                }
                number
            }
        };
        let slot = b.slot();
        let choose = |who: Who| {
            let among = effects::Among::Zones { whose: who, zones: vec![Place::Hand] };
            let count = match left {
                Some(left) => Amount::Plus(
                    Box::new(super::cond::count_of(who, Place::Hand)),
                    Box::new(Amount::Fixed(-left)),
                ),
                None => Amount::Fixed(number),
            };
            let count = effects::HowMany::Exactly(count);
            Step::Choose { who, slot, from: effects::Select::new(among, effects::Filter::Any, count) }
        };
        let second = b.slot();
        let again = |who: Who| match choose(who) {
            Step::Choose { who, from, .. } => Step::Choose { who, slot: second, from },
            step => step,
        };
        let all = Target::Several(vec![Target::Slot(slot), Target::Slot(second)]);
        return Some(vec![
            Step::If {
                cond: Cond::Fact(Fact::Turn(Who::You)),
                then: vec![choose(Who::You), again(Who::Opponent)],
                otherwise: vec![choose(Who::Opponent), again(Who::You)],
            },
            Step::Do(Verb::Trash(all)),
        ]);
    }
    None
}

/// "… at the end of the turn": what was read waits until then.
fn later(p: &mut Parser<'_>, b: &mut B, steps: Vec<Step<Dcg>>) -> Option<Vec<Step<Dcg>>> {
    let Some((moment, until, cond)) = p.attempt(|p| end_moment(p)) else { return Some(steps) };
    // Only a single deed to a known card can wait: the card is carried along.
    let (last, before) = steps.split_last()?;
    let Step::Do(verb) = last else { return None };
    let (verb, carry) = moves::carried(verb)?;
    let mut ability = effects::Ability::new(
        header::GRANTED,
        effects::When::Trigger(vec![effects::Trigger { moment, subject: effects::Filter::Any, cond }]),
        vec![Step::Do(verb)],
    );
    ability.words = "at the end".into();
    let ability = b.grant(ability);
    let mut steps = before.to_vec();
    steps.push(Step::Later { ability, until, carry });
    Some(steps)
}

/// "at the end of the turn", "at the end of your opponent's turn".
pub fn end_moment(p: &mut Parser<'_>) -> Option<(Moment, Until, Option<Cond<Dcg>>)> {
    let turn = |who| Some(Cond::Fact(Fact::Turn(who)));
    if p.take("at the next end of your opponent 's turn") {
        return Some((Moment::EndOfTurn, Until::Once, turn(Who::Opponent)));
    }
    if p.take("at end of turn")
        || p.take("at the end of the turn")
        || p.take("at the end of this turn")
        || p.take("at turn end")
    {
        Some((Moment::EndOfTurn, Until::Once, None))
    } else if p.take("at the end of your opponent 's next? turn") || p.take("at the end of their next? turn")
    {
        Some((Moment::EndOfTurn, Until::Once, turn(Who::Opponent)))
    } else if p.take("at the end of your turn") {
        Some((Moment::EndOfTurn, Until::Once, turn(Who::You)))
    } else if p.take("at the end of the battle") {
        Some((Moment::BattleEnded, Until::Once, None))
    } else if p.take("at the end of the attack") {
        Some((Moment::AttackEnded, Until::Once, None))
    } else {
        None
    }
}

/// A cost, behind "by".
pub fn cost(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    let it = b.it.clone();
    let mut steps = with_prelude(p, b, |p, b| action(p, b, Form::Ing, Who::You))?;
    while let Some(more) = attempt(p, b, |p, b| {
        if !(p.take(", and") || p.take("and")) {
            return None;
        }
        // "by suspending this Tamer and placing 1 card under that Digimon": what pays for itself is not spoken of.
        if b.it == Some(Target::This) {
            b.it.clone_from(&it);
        }
        with_prelude(p, b, |p, b| action(p, b, Form::Ing, Who::You))
    }) {
        steps.extend(more);
    }
    Some(steps)
}

/// A verb with its objects.
pub fn action(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if let Some(steps) = attempt(p, b, |p, b| keyword_action(p, b, by)) {
        return Some(steps);
    }
    if let Some(steps) = attempt(p, b, |p, b| memory(p, b, form, by)) {
        return Some(steps);
    }
    if let Some(steps) = attempt(p, b, |p, b| down_to(p, b, form, by)) {
        return Some(steps);
    }
    let home = Home { by, ..FIELD };
    // "trash the top card of this Digimon": what is under it stays.
    if let Some(steps) = attempt(p, b, |p, b| {
        if !(verb_is(p, form, "trash/trashes/trashing") && p.take("the top card of")) {
            return None;
        }
        let whole = cards::this(p) || p.ahead("1/one of");
        let what = if p.ahead("1/one of") { cards::object(p, b, home)?.target } else { Target::This };
        let read = whole && !p.ahead("'s");
        read.then(|| vec![Step::Do(Verb::Own(Own::ShedTop(what)))])
    }) {
        return Some(steps);
    }
    type Done = fn(Target<Dcg>) -> Verb;
    let simple: &[(&str, Done)] = &[
        ("delete/deletes/deleting", Verb::Delete),
        ("suspend/suspends/suspending", Verb::Suspend),
        ("unsuspend/unsuspends/unsuspending", Verb::Unsuspend),
        ("trash/trashes/trashing", Verb::Trash),
        ("discard/discards/discarding", Verb::Trash),
    ];
    for (words, make) in simple {
        if let Some(steps) = attempt(p, b, |p, b| {
            if !verb_is(p, form, words) {
                return None;
            }
            let start = p.position();
            let target = moves::objects(p, b, home)?;
            let target = if words.starts_with("delete") { deletion_max(target, b) } else { target };
            if words.starts_with("trash") || words.starts_with("discard") {
                return trashing_from(p, b, start, target).map(|target| vec![Step::Do(make(target))]);
            }
            Some(vec![Step::Do(make(target))])
        }) {
            return Some(steps);
        }
    }
    moves::moving(p, b, form, home).or_else(|| special(p, b, form, by))
}

/// Cards are not trashed from anybody's battle area without a word about it: cards of no place are those of one's hand.
fn trashing_from(
    p: &mut Parser<'_>,
    b: &mut B,
    start: usize,
    mut target: Target<Dcg>,
) -> Option<Target<Dcg>> {
    if p.passed_word(start, &["in", "from"]) {
        return Some(target);
    }
    let anywhere = effects::Among::Zones { whose: Who::Both, zones: vec![Place::Battle] };
    let is_card = p.passed_word(start, &["card", "cards"]);
    let chosen = b.prelude.iter_mut().filter_map(|step| match step {
        Step::Choose { from, .. } => Some(&mut *from),
        _ => None,
    });
    let swept = match &mut target {
        Target::Each(select) => Some(&mut **select),
        _ => None,
    };
    for select in chosen.chain(swept).filter(|select| select.among == anywhere) {
        if !is_card {
            return p.want("a place for the cards");
        }
        select.among = effects::Among::Zones { whose: Who::You, zones: vec![Place::Hand] };
    }
    Some(target)
}

/// DCG 15-15-5: the DP maximum that a deletion prints can be raised and lowered by other effects.
fn deletion_max(target: Target<Dcg>, b: &mut B) -> Target<Dcg> {
    fn open_total(count: &mut effects::HowMany<Dcg>) {
        if let effects::HowMany::TotalUpTo(Figure::Dp, most) = count {
            if let Amount::Fixed(number) = most {
                *most = Amount::Game(Count::DeletionMax(*number));
            }
        }
    }
    fn open(filter: &mut effects::Filter<Dcg>) {
        match filter {
            effects::Filter::Figure(Figure::Dp, Cmp::AtMost, most) => {
                if let Amount::Fixed(number) = most {
                    *most = Amount::Game(Count::DeletionMax(*number));
                }
            }
            effects::Filter::All(all) => all.iter_mut().for_each(open),
            _ => {}
        }
    }
    for step in &mut b.prelude {
        if let Step::Choose { from, .. } = step {
            open(&mut from.filter);
            open_total(&mut from.count);
        }
    }
    match target {
        Target::Each(mut select) => {
            open(&mut select.filter);
            Target::Each(select)
        }
        target => target,
    }
}

/// <Draw 1>, <Recovery +1 (Deck)>, <De-Digivolve 1> and their kin, which are done.
fn keyword_action(p: &mut Parser<'_>, b: &mut B, by: Who) -> Option<Vec<Step<Dcg>>> {
    p.take("trigger/triggers/activate/activates");
    let done = keyword::done(p)?;
    Some(match done {
        keyword::Done::Draw(n) => vec![Step::Do(Verb::Draw(by, each(p, b, n)))],
        keyword::Done::Recover(n) => {
            // "… until there are 3 cards in your security stack".
            let until = p.attempt(|p| {
                if !p.take("until there are") {
                    return None;
                }
                let until = p.number()?;
                p.take("cards in your security stack").then_some(until)
            });
            let number = match until {
                Some(until) if n == 1 && by == Who::You => up_to(until, Place::Security),
                Some(_) => return None,
                None => each(p, b, n),
            };
            vec![Step::Do(Verb::Recover(by, number))]
        }
        keyword::Done::DeDigivolve(n) => {
            p.take("on/to");
            // Without an object, what was spoken of last.
            let target = moves::objects(p, b, FIELD)?;
            let n = match attempt(p, b, per) {
                Some(per) => times(n, Some(per)),
                None => times(n, spread(b)),
            };
            vec![Step::Do(Verb::DeDigivolve(target, n))]
        }
        // DCG 16-19: this card goes under one of your Tamers, if you like.
        keyword::Done::Save => {
            let tamers = moves::yours(effects::Filter::Kind(Kind::Tamer));
            let slot = b.slot();
            let choose = Step::Choose { who: Who::You, slot, from: tamers };
            let place = Verb::PlaceUnder {
                what: Target::This,
                host: Target::Slot(slot),
                end: End::Bottom,
                face: Face::Up,
            };
            vec![Step::May {
                who: Who::You,
                steps: vec![choose, Step::Do(place)],
                then: vec![],
                otherwise: vec![],
            }]
        }
        // DCG 16-27: under one of your Digimon that has no Tamer card under it.
        keyword::Done::MindLink(filter) => {
            let no_tamer =
                effects::Filter::Test(Test::Under(Box::new(effects::Filter::Kind(Kind::Tamer)))).negate();
            let hosts = moves::yours(
                match filter {
                    effects::Filter::Any => effects::Filter::Kind(Kind::Digimon),
                    filter => filter,
                }
                .and(no_tamer),
            );
            let slot = b.slot();
            let choose = Step::Choose { who: Who::You, slot, from: hosts };
            let place = Verb::PlaceUnder {
                what: Target::This,
                host: Target::Slot(slot),
                end: End::Bottom,
                face: Face::Up,
            };
            vec![choose, Step::Do(place)]
        }
        // DCG 16-15: an attack, if the opponent has memory.
        keyword::Done::Blitz => {
            let cond =
                Cond::Compare(Amount::Game(Count::Memory(Who::Opponent)), Cmp::AtLeast, Amount::Fixed(1));
            let attack = Verb::Attack { who: Target::This, at: Aim::Any, unsuspended: false };
            let may =
                Step::May { who: Who::You, steps: vec![Step::Do(attack)], then: vec![], otherwise: vec![] };
            vec![Step::If { cond, then: vec![may], otherwise: vec![] }]
        }
        keyword::Done::DigiBurst(n) => vec![Step::Do(Verb::DigiBurst(Amount::Fixed(n)))],
    })
}

/// A number, with "for each" in front of the sentence or behind it.
pub fn each(p: &mut Parser<'_>, b: &mut B, n: i32) -> Amount<Dcg> {
    match attempt(p, b, per) {
        Some(per) => times(n, Some(per)),
        None => times(n, spread(b)),
    }
}

/// The "for each …" in front of the sentence, which holds for every number in it.
fn spread(b: &mut B) -> Option<(i32, Amount<Dcg>)> {
    b.each_taken |= b.each.is_some();
    b.each.clone()
}

fn memory(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if verb_is(p, form, "gain/gains/gaining") {
        p.mark('+');
        let n = p.number()?;
        return p.take("memory").then(|| vec![Step::Do(Verb::GainMemory(by, each(p, b, n)))]);
    }
    if verb_is(p, form, "lose/loses/losing") {
        let n = p.number()?;
        return p.take("memory").then(|| vec![Step::Do(Verb::LoseMemory(by, each(p, b, n)))]);
    }
    if verb_is(p, form, "pay/pays/paying") {
        let n = p.number()?;
        return p.take("cost/memory").then(|| vec![Step::Do(Verb::PayMemory(Amount::Fixed(n)))]);
    }
    // "draw until you have 6 cards in your hand": as many as are missing.
    if let Some(until) = p.attempt(|p| {
        if !verb_is(p, form, "draw/draws/drawing") {
            return None;
        }
        p.take("cards");
        p.take("from the top of your deck");
        if !p.take("until you have") {
            return None;
        }
        let until = p.number()?;
        p.take("cards");
        p.take("in your hand").then_some(until)
    }) {
        return (by == Who::You).then(|| vec![Step::Do(Verb::Draw(by, up_to(until, Place::Hand)))]);
    }
    if verb_is(p, form, "decrease/decreases/decreasing") && p.take("your memory by") {
        let n = p.number()?;
        return (by == Who::You).then(|| vec![Step::Do(Verb::LoseMemory(by, Amount::Fixed(n)))]);
    }
    if verb_is(p, form, "draw/draws/drawing") {
        let n = p.number().or_else(|| p.take("a").then_some(1))?;
        return p.take("cards/card").then(|| vec![Step::Do(Verb::Draw(by, each(p, b, n)))]);
    }
    if p.take("set your? memory to") || p.take("set it to") || p.take("set the memory to") {
        let n = p.number()?;
        p.take("memory");
        let n = if p.take("on your opponent 's side") { -n } else { n };
        return Some(vec![Step::Do(Verb::SetMemory(Amount::Fixed(n)))]);
    }
    None
}

/// How many cards are missing in a place of yours until there are so many.
fn up_to(number: i32, place: Place) -> Amount<Dcg> {
    let held = super::cond::count_of(Who::You, place);
    let less = Amount::PerEach { each: -1, per: 1, of: Box::new(held) };
    Amount::Plus(Box::new(Amount::Fixed(number)), Box::new(less))
}

/// Attacks, effects that act on effects, costs, preventions.
fn special(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    type Reader = fn(&mut Parser<'_>, &mut B, Form, Who) -> Option<Vec<Step<Dcg>>>;
    let readers: [Reader; 7] = [activate, switch, prevent, reduce, shuffle, attack_with, others];
    readers.iter().find_map(|read| attempt(p, b, |p, b| read(p, b, form, by)))
}

/// "activate this card's [Main] effect", "activate 1 of this Digimon's [When Digivolving] effects".
fn activate(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "activate/activates/activating") {
        return None;
    }
    p.mark(':');
    let mut one = p.take("1/one of?");
    p.take("the");
    let owner = attempt(p, b, |p, b| {
        // "1 of your [X]'s [On Play] effects": the Digimon is chosen first.
        let noun = effects::text::grammar::noun_phrase(&super::lexicon::WORDS, p, b)?;
        if noun.whose.is_none() || noun.among.is_some() || !p.take("'s") {
            return None;
        }
        let mut select = cards::select_of(noun, Who::You, &[Place::Battle])?;
        select.count = effects::HowMany::Exactly(Amount::Fixed(1));
        Some(cards::chosen(b, select, Who::You).target)
    })
    .or_else(|| attempt(p, b, cards::owner));
    let timing = header::timing(p.peek_group(Bracket::Square)?)?;
    p.bump();
    if !p.take("effects/effect/skill/skills") {
        return None;
    }
    let of = match owner {
        Some(owner) => owner,
        None if p.take("on/of") => {
            if p.take("the placed/played/trashed/revealed/added card/digimon") {
                b.moved.clone().or_else(|| b.it.clone())?
            } else {
                cards::still(p, b)?
            }
        }
        None => return None,
    };
    if matches!(of, Target::Each(_)) {
        return None;
    }
    p.take("as an effect of this digimon/tamer/card");
    one |= !matches!(timing, Timing::Main | Timing::Security);
    Some(vec![Step::Do(Verb::Activate { of, timing, one })])
}

/// "switch the target of attack to this Digimon", "change the attack target to …", "end the attack".
fn switch(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if verb_is(p, form, "end/ends/ending") && p.take("that/the attack") {
        return Some(vec![Step::Do(Verb::EndAttack)]);
    }
    let turned = verb_is(p, form, "switch/switches/switching")
        || verb_is(p, form, "change/changes/changing")
        || verb_is(p, form, "redirect/redirects/redirecting");
    if !turned {
        return None;
    }
    let what = p.take("the? target of the? attack to")
        || p.take("the? attack target to")
        || p.take("its attack target to")
        || p.take("that attack 's target to")
        || p.take("the attack to");
    if !what {
        return None;
    }
    if p.take("the player") || p.take("a player") || cards::the_opponent(p) {
        return Some(vec![Step::Do(Verb::SwitchTarget(None))]);
    }
    let target = cards::object(p, b, Home { by, ..FIELD })?.target;
    Some(vec![Step::Do(Verb::SwitchTarget(Some(target)))])
}

/// "prevent that deletion", "it isn't deleted", "it doesn't leave": only in effects that step in.
fn prevent(p: &mut Parser<'_>, _: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    if form != Form::Base {
        return None;
    }
    let all = p.take("prevent them from leaving the? battle? area? play?")
        || p.take("they don't leave the? battle? area?")
        || p.take("they aren't deleted");
    if all {
        return Some(vec![Step::Do(Verb::PreventAll)]);
    }
    let one = p.take("prevent that/this/the deletion/removal")
        || p.take("prevent it from being deleted")
        || p.take("prevent it from leaving the? battle? area? play?")
        || p.take("prevent this/that digimon from leaving the? battle? area? play?")
        || p.take("prevent this/that digimon from being deleted")
        || p.take("prevent 1 of those digimon from leaving the? battle? area? play?")
        || p.take("prevent this/that digimon from leaving play")
        || p.take("keep it/them in play")
        || p.take("prevent that digimon 's deletion")
        || p.take("prevent its deletion")
        || p.take("it isn't deleted")
        || p.take("it doesn't leave the? battle? area?")
        || p.take("that/this digimon isn't deleted")
        || p.take("that/this digimon/tamer doesn't leave the? battle? area?")
        || p.take("1 of those digimon doesn't leave the? battle? area?")
        || p.take("1 of those digimon isn't deleted");
    one.then(|| vec![Step::Do(Verb::Prevent(Target::Subject))])
}

/// "reduce the play cost by 2", in effects that step in.
fn reduce(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    // "add 1 to the digivolution cost".
    if let Some(n) = p.attempt(|p| {
        if !verb_is(p, form, "add/adds/adding") {
            return None;
        }
        let n = p.number()?;
        p.take("to the play/digivolution/use/link cost").then_some(n)
    }) {
        let amount = each(p, b, -n);
        return Some(vec![Step::Do(Verb::ReduceCost(amount))]);
    }
    if let Some(n) = p.attempt(|p| {
        if !(verb_is(p, form, "increase/increases/increasing")
            && p.take("the play/digivolution/use/link cost by"))
        {
            return None;
        }
        p.number()
    }) {
        return Some(vec![Step::Do(Verb::ReduceCost(each(p, b, -n)))]);
    }
    if !verb_is(p, form, "reduce/reduces/reducing") {
        return None;
    }
    p.take("the/its/this/that/their");
    p.take("card/digimon 's");
    p.take("play/digivolution/memory/use/link");
    p.take("or digivolution/play");
    if !(p.take("cost/costs by")
        || p.take("cost of the digivolution by")
        || p.take("cost of playing it by")
        || p.take("cost of this/that card/digimon by"))
    {
        return None;
    }
    let n = p.number()?;
    let amount = each(p, b, n);
    Some(vec![Step::Do(Verb::ReduceCost(amount))])
}

fn shuffle(p: &mut Parser<'_>, b: &mut B, form: Form, _: Who) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "shuffle/shuffles/shuffling") {
        return None;
    }
    if b.shown.is_some() && p.take("it") {
        return Some(vec![Step::Do(Verb::Shuffle(Who::You, Place::Security))]);
    }
    let who = whose(p).unwrap_or(Who::You);
    p.take("the");
    if p.take("security stack") {
        return Some(vec![Step::Do(Verb::Shuffle(who, Place::Security))]);
    }
    if p.take("deck") {
        return Some(vec![Step::Do(Verb::Shuffle(who, Place::Deck))]);
    }
    None
}

/// "attack with this Digimon".
fn attack_with(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if !verb_is(p, form, "attack/attacks/attacking") {
        return None;
    }
    let mut at = Aim::Any;
    if p.take("a player") || cards::the_opponent(p) {
        at = Aim::Player;
    } else if p.take("your opponent 's digimon") || p.take("a digimon") || p.take("an opponent 's digimon") {
        at = Aim::Digimon;
    }
    if !p.take("with") {
        return None;
    }
    let who = cards::object(p, b, Home { by, ..FIELD })?.target;
    let unsuspended = p.take("without suspending it?");
    Some(vec![Step::Do(Verb::Attack { who, at, unsuspended })])
}

fn others(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if p.take("you? win/wins the game") {
        return Some(vec![Step::Do(Verb::Win(by))]);
    }
    if p.take("treat") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("as a") {
            return None;
        }
        let dp = p.number()?;
        if !p.take("dp digimon") {
            return None;
        }
        let mut changes = vec![Change::AlsoDigimon(dp)];
        if p.take("that can't digivolve") {
            changes.push(Change::Cannot(Cannot::Digivolve));
        }
        let until = change::until(p).or(b.until)?;
        let gain = |change| Step::Gain { to: effects::Gainer::Cards(target.clone()), change, until };
        return Some(changes.into_iter().map(gain).collect());
    }
    if verb_is(p, form, "change/changes/changing") {
        return changed_into(p, b);
    }
    if verb_is(p, form, "hatch/hatches/hatching") {
        p.take("a/1/one");
        p.take("digi-egg card?");
        let _ = p.take("to/in an empty space in your breeding area") || p.take("in/into your breeding area");
        return Some(vec![Step::Do(Verb::Hatch(by))]);
    }
    if verb_is(p, form, "choose/chooses/choosing") || verb_is(p, form, "select/selects/selecting") {
        if let Some(steps) = attempt(p, b, |p, b| spared(p, b, by)) {
            return Some(steps);
        }
        let object = cards::object(p, b, Home { by, ..FIELD })?;
        b.chosen = Some(object.target.clone());
        return matches!(object.target, Target::Slot(_)).then(Vec::new);
    }
    if verb_is(p, form, "give/gives/giving") {
        return change::given(p, b);
    }
    if verb_is(p, form, "move/moves/moving") {
        let target = cards::object(p, b, Home { by, whose: Who::You, zones: &[Place::Breeding] })?.target;
        p.take("from the breeding area");
        return p.take("to the battle area").then(|| vec![Step::Do(Verb::Move(target))]);
    }
    None
}

/// Behind "choose": "1 of each player's Digimon and delete all other Digimon": others are those that were not chosen.
fn spared(p: &mut Parser<'_>, b: &mut B, by: Who) -> Option<Vec<Step<Dcg>>> {
    let mut slots = Vec::new();
    if p.take("1 of each player 's/'") {
        let filter = effects::text::grammar::described(&super::lexicon::WORDS, p, b)?;
        for whose in [Who::You, Who::Opponent] {
            let count = Some(effects::HowMany::Exactly(Amount::Fixed(1)));
            let noun = effects::text::Noun { count, whose: Some(whose), filter: filter.clone(), among: None };
            slots.push(cards::chosen(b, cards::select_of(noun, whose, &[Place::Battle])?, by).target);
        }
    } else {
        slots.push(cards::object(p, b, Home { by, ..FIELD })?.target);
    }
    p.mark(',');
    if !(p.take("and delete all") || p.take(". delete all")) {
        return None;
    }
    let whose = if p.take("of their") { Who::Opponent } else { Who::Both };
    if !p.take("other") {
        return None;
    }
    let mut filter = effects::Filter::Any;
    for slot in slots {
        let Target::Slot(slot) = slot else { return None };
        filter = filter.and(effects::Filter::Not(Box::new(effects::Filter::Bound(slot))));
    }
    let filter = filter.and(effects::text::grammar::described(&super::lexicon::WORDS, p, b)?);
    let among = effects::Among::Zones { whose, zones: vec![Place::Battle] };
    let select = effects::Select::new(among, filter, effects::HowMany::All);
    Some(vec![Step::Do(Verb::Delete(Target::Each(Box::new(select))))])
}

/// "change the original DP of 1 of your Digimon to 3000", "change 1 of … into a white Digimon with 3000 DP and an original name
/// of [X]", "change the original color of 1 of … to 1 non-white color".
fn changed_into(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if p.take("the original color of") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("to 1 non-white color") {
            return None;
        }
        let until = change::until(p).or(b.until)?;
        let to = effects::Gainer::Cards(target);
        let options =
            super::lexicon::COLORS.iter().filter(|(_, color)| *color != Color::White).map(|(word, color)| {
                let gain = Step::Gain { to: to.clone(), change: Change::Color(*color), until };
                (word.to_string(), vec![gain])
            });
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options: options.collect() }]);
    }
    let mut changes = Vec::new();
    let target = if p.take("the original dp of") {
        let target = cards::object(p, b, FIELD)?.target;
        if !p.take("to") {
            return None;
        }
        changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
        target
    } else {
        let target = cards::object(p, b, FIELD)?.target;
        if p.take("'s original dp to") {
            changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
        } else {
            if !p.take("into a? being?") {
                return None;
            }
            changes.push(Change::Color(p.lookup(&super::lexicon::COLORS)?));
            if !(p.take("digimon with") || p.take("and having")) {
                return None;
            }
            changes.push(Change::OriginalDp(Amount::Fixed(p.number()?)));
            if !p.take("dp and an original name of") {
                return None;
            }
            let (names, _) = super::lexicon::names(p)?;
            let [name] = names.as_slice() else { return None };
            changes.push(Change::Name(name.clone()));
        }
        target
    };
    let until = change::until(p).or(b.until)?;
    let gain = |change| Step::Gain { to: effects::Gainer::Cards(target.clone()), change, until };
    Some(changes.into_iter().map(gain).collect())
}

/// "trash cards in your opponent's hand until they have 5 left", "trash the top cards of … until there are 3 left".
fn down_to(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    let blind = verb_is(p, form, "choose/chooses/choosing");
    if !(blind || verb_is(p, form, "trash/trashes/trashing")) {
        return None;
    }
    let top = p.take("the top cards of") || p.take("cards from the top of");
    if !top {
        p.take("any");
        if !p.take("cards in/from") {
            return None;
        }
    }
    let who = whose(p)?;
    let place = if p.take("hand") {
        Place::Hand
    } else if p.take("security stack/stacks") {
        Place::Security
    } else {
        return None;
    };
    if blind && !p.take("without looking and returning them to the bottom of the deck so that") {
        return None;
    }
    if !(blind || p.take("until they/there/it/you have/are/has") || p.take("so that they/you have")) {
        return None;
    }
    let left = p.number()?;
    if blind {
        if !p.take("remain") {
            return None;
        }
    } else {
        p.take("cards/card");
        p.take("left/remaining");
        let _ = p.take("in your/their hand") || p.take("in your/their security stack");
    }
    // Both stacks, each down to as many.
    if who == Who::Both && top {
        let one = |who: Who| {
            let all = super::cond::count_of(who, place);
            let count = Amount::Plus(Box::new(all), Box::new(Amount::Fixed(-left)));
            let among = effects::Among::Zones { whose: who, zones: vec![place] };
            let select = effects::Select::new(among, effects::Filter::Any, effects::HowMany::Top(count));
            Target::Each(Box::new(select))
        };
        return Some(vec![Step::Do(Verb::Trash(Target::Several(vec![one(Who::You), one(Who::Opponent)])))]);
    }
    if who == Who::Both {
        return None;
    }
    let all = super::cond::count_of(who, place);
    let count = Amount::Plus(Box::new(all), Box::new(Amount::Fixed(-left)));
    let among = effects::Among::Zones { whose: who, zones: vec![place] };
    if top {
        let select = effects::Select::new(among, effects::Filter::Any, effects::HowMany::Top(count));
        return Some(vec![Step::Do(Verb::Trash(Target::Each(Box::new(select))))]);
    }
    if place != Place::Hand {
        return None;
    }
    let mut select = effects::Select::new(among, effects::Filter::Any, effects::HowMany::Exactly(count));
    select.random = blind;
    let target = cards::chosen(b, select, by).target;
    Some(vec![Step::Do(if blind { Verb::ToDeck(target, End::Bottom) } else { Verb::Trash(target) })])
}

/// What a subject does by itself: "unsuspends", "attacks a player", "digivolves into …", "is deleted".
pub fn acts(p: &mut Parser<'_>, b: &mut B, subject: &Subject) -> Option<Vec<Step<Dcg>>> {
    let who = subject.target()?;
    if p.take("unsuspend/unsuspends") {
        return Some(vec![Step::Do(Verb::Unsuspend(who))]);
    }
    if p.take("suspend/suspends") {
        return Some(vec![Step::Do(Verb::Suspend(who))]);
    }
    if p.take("move/moves") {
        p.take("to the battle area");
        return Some(vec![Step::Do(Verb::Move(who))]);
    }
    if p.take("is/are deleted") {
        let steps = vec![Step::Do(Verb::Delete(who))];
        return later(p, b, steps);
    }
    if p.take("attack/attacks") {
        let at = if p.take("a player") || cards::the_opponent(p) || p.take("players") {
            Aim::Player
        } else if p.take("your opponent 's digimon")
            || p.take("a digimon")
            || p.take("an opponent 's digimon")
        {
            Aim::Digimon
        } else if p.take("your opponent 's unsuspended digimon") {
            Aim::AnyDigimon
        } else {
            Aim::Any
        };
        let unsuspended = p.take("without suspending");
        return Some(vec![Step::Do(Verb::Attack { who, at, unsuspended })]);
    }
    if p.take("digivolve/digivolves into") || p.take("be digivolved into") {
        return moves::digivolve_into(p, b, who);
    }
    if p.take("battle/battles") {
        let other = cards::object(p, b, FIELD)?.target;
        return Some(vec![Step::Do(Verb::Battle(who, other))]);
    }
    if p.take("dna digivolve/digivolves into") {
        return None;
    }
    if p.take("app fuse into") {
        let into = cards::one(p, b, Home { by: Who::You, whose: Who::You, zones: &[Place::Hand] })?.target;
        return Some(vec![Step::Do(Verb::AppFuse { what: who, into })]);
    }
    None
}
