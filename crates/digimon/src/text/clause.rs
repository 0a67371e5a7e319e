//! What is done: one action with everything that belongs to it.

use super::amount::{per, times};
use super::cards::{self, FIELD, Home};
use super::change::{self, Subject};
use super::header;
use super::keyword;
use super::lexicon::B;
use super::moves;
use super::several;
use super::special::{activate, attack_with, down_to, others, prevent, reduce, shuffle, switch};
use crate::vocab::*;
use effects::text::Parser;
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
    p.attempt_with(b, |p, b| {
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
        if let Some(each) = p.attempt_with(b, per) {
            super::sentence::multiply(&mut steps, each)?;
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
        let mut asked = None;
        let mut other = None;
        let with = if p.take("2 of your digimon may") {
            None
        } else if let Some((with, beside)) = p.attempt_with(b, |p, b| {
            let found = moves::dna_materials(p, b)?;
            p.take("may").then_some(found)
        }) {
            other = Some(beside);
            Some(with)
        } else if let Some(filter) = p.attempt_with(b, |p, b| {
            // "This [X] trait Digimon and …": only if it is one.
            if !p.take("this") {
                return None;
            }
            let filter = effects::text::grammar::described(&super::lexicon::WORDS, p, b)?;
            let asks = !matches!(filter, effects::Filter::Any | effects::Filter::Kind(_));
            (asks && p.take("and 1/one/any of your other digimon may")).then_some(filter)
        }) {
            asked = Some(filter);
            Some(Target::This)
        } else if let Some(it) = p.attempt_with(b, |p, b| {
            let it = cards::it(p, b)?;
            p.take("and 1/one/any of your other digimon may").then_some(it)
        }) {
            Some(it)
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
        let steps = with_prelude(p, b, |p, b| moves::dna_into(p, b, (with, other), Who::You))?;
        let offer = vec![Step::May { who: Who::You, steps, then: vec![], otherwise: vec![] }];
        Some(match asked {
            Some(filter) => {
                vec![Step::If { cond: Cond::Is(Target::This, filter), then: offer, otherwise: vec![] }]
            }
            None => offer,
        })
    }) {
        return Some(steps);
    }
    // "(you may) have 1 of your opponent's Digimon get …".
    if p.ahead("have") {
        return p.attempt_with(b, |p, b| {
            p.take("have");
            change::subject_clause(p, b)
        });
    }
    let steps = change::subject_clause(p, b)?;
    later(p, b, steps)
}

/// "Both players draw 1 card": the few actions that both can be told to do.
fn both(p: &mut Parser<'_>, b: &mut B) -> Option<Vec<Step<Dcg>>> {
    if let Some(keyword::Done::Draw(n)) = p.attempt_with(b, |p, _| keyword::done(p)) {
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
            if !(p.take("cards in their hand/hands until they have")
                || p.take("cards in their hand/hands so that they have"))
            {
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
        || p.take("at turn 's end")
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
    while let Some(more) = p.attempt_with(b, |p, b| {
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
    // "By A or B": one of the two is paid with.
    if let Some(other) = p.attempt_with(b, |p, b| {
        if !p.take("or") {
            return None;
        }
        // "… or placing it face down under …": the same card, which then has to be chosen there too.
        let same = p.ahead("placing/returning/trashing/deleting/adding/suspending it/them");
        let mut again = Vec::new();
        for step in steps.iter().filter(|_| same) {
            let Step::Choose { who, slot, from } = step else { continue };
            let there = b.slot();
            if b.it == Some(Target::Slot(*slot)) {
                b.it = Some(Target::Slot(there));
            }
            again.push(Step::Choose { who: *who, slot: there, from: from.clone() });
        }
        again.extend(with_prelude(p, b, |p, b| action(p, b, Form::Ing, Who::You))?);
        Some(again)
    }) {
        let options = vec![("1".to_string(), steps), ("2".to_string(), other)];
        return Some(vec![Step::OneOf { who: Who::You, pick: 1, options }]);
    }
    Some(steps)
}

/// A verb with its objects.
pub fn action(p: &mut Parser<'_>, b: &mut B, form: Form, by: Who) -> Option<Vec<Step<Dcg>>> {
    if let Some(steps) = p.attempt_with(b, |p, b| keyword_action(p, b, by)) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| memory(p, b, form, by)) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| down_to(p, b, form, by)) {
        return Some(steps);
    }
    let home = Home { by, ..FIELD };
    // "trash the top card of this Digimon": what is under it stays.
    if let Some(steps) = p.attempt_with(b, |p, b| {
        if !(verb_is(p, form, "trash/trashes/trashing") && p.take("the top stacked? card of")) {
            return None;
        }
        let whole = cards::this(p) || p.ahead("1/one/any of");
        let what = if p.ahead("1/one/any of") { cards::object(p, b, home)?.target } else { Target::This };
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
        if let Some(steps) = p.attempt_with(b, |p, b| {
            if !verb_is(p, form, words) {
                return None;
            }
            let start = p.position();
            let target = several::objects(p, b, home)?;
            let target = if words.starts_with("delete") { deletion_max(target, b) } else { target };
            if words.starts_with("trash") || words.starts_with("discard") {
                return trashing_from(p, b, start, target).map(|target| vec![Step::Do(make(target))]);
            }
            Some(or_to(p, b, home, *make, vec![Step::Do(make(target))]))
        }) {
            return Some(steps);
        }
    }
    moves::moving(p, b, form, home).or_else(|| special(p, b, form, by))
}

/// "Suspend 1 of A, or 2 of B": the deed to one of the two, as the player chooses.
fn or_to(
    p: &mut Parser<'_>,
    b: &mut B,
    home: Home<'_>,
    make: fn(Target<Dcg>) -> Verb,
    one: Vec<Step<Dcg>>,
) -> Vec<Step<Dcg>> {
    let other = p.attempt_with(b, |p, b| {
        p.mark(',');
        if !(p.take("or") && p.ahead("1/2/3/4/this/all/up")) {
            return None;
        }
        let other = with_prelude(p, b, |p, b| Some(vec![Step::Do(make(several::objects(p, b, home)?))]))?;
        (p.at_end() || p.ahead(".") || p.ahead(",") || p.ahead("・")).then_some(other)
    });
    let Some(other) = other else { return one };
    b.it = None;
    let mut first = std::mem::take(&mut b.prelude);
    first.extend(one);
    vec![Step::OneOf { who: Who::You, pick: 1, options: vec![("1".into(), first), ("2".into(), other)] }]
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
    // Of what is trashed; a card whose digivolution cards are trashed is where it is.
    let trashed = target.clone();
    let is_trashed = |slot: effects::Slot| match &trashed {
        Target::Slot(one) => *one == slot,
        Target::Several(all) => all.contains(&Target::Slot(slot)),
        _ => false,
    };
    let chosen = b.prelude.iter_mut().filter_map(|step| match step {
        Step::Choose { slot, from, .. } if is_trashed(*slot) => Some(&mut *from),
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
                // DCG 15-15-5-3: only a number that the text spells out is raised or lowered.
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
    // DCG 16-5-2, 16-7-2, 16-11-2, 16-15-2, 16-19-2, 16-27-2: these are done, like any other process of an effect.
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
            let target = several::objects(p, b, FIELD)?;
            let n = match p.attempt_with(b, per) {
                Some(per) => times(n, Some(per)),
                None => times(n, spread(b)),
            };
            vec![Step::Do(Verb::DeDigivolve(target, n))]
        }
        // DCG 16-19: this card goes under one of your Tamers, if you like.
        // DCG 16-19-1, 16-19-3: beneath one of your Tamers, if its player likes.
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
        // DCG 16-27-1, 16-27-3: beneath a Digimon that has no Tamer card there, and not at its player's pleasure.
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
        // DCG 16-15-1, 16-15-3, 16-15-5: only with memory on the opponent's side, and then if its player likes.
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
    match p.attempt_with(b, per) {
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
        if p.take("up to") {
            let (min, max) = (Amount::Fixed(1), Amount::Fixed(p.number()?));
            b.prelude.push(Step::Name { who: by, min, max });
            b.named = true;
            return p.take("cost/memory").then(|| vec![Step::Do(Verb::PayMemory(Amount::Named))]);
        }
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
    readers.iter().find_map(|read| p.attempt_with(b, |p, b| read(p, b, form, by)))
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
        } else if p.take("your opponent 's digimon , unsuspended ones as well") {
            Aim::AnyDigimon
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
