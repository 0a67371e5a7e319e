//! What sentences wait for ("When you destroy any opposing Spirit, …") and what may follow "if".

use super::body::{target_word, this_way};
use super::header::{Header, color};
use super::lexicon::{Words, as_filter, controls, noun_phrase, selection};
use super::words::{KINDS, STATES, STEPS};
use super::{B, P};
use crate::state::Zone;
use crate::vocab::*;
use effects::text::Noun;
use effects::text::grammar::{comparison, described, whose};
use effects::{Among, Amount, Cmp, Cond, Filter, Gainer, HowMany, Select, Target, Who};

/// "When …," and "At the end of battle,", up to the comma. "It" is what it happened to.
pub(super) fn trigger(p: &mut P<'_>, b: &mut B, header: &mut Header) -> Option<Trigger> {
    let trigger = if p.take("at the end of battle") || p.take("at the end of the/this battle") {
        at_battle(Moment::EndOfBattle, header)
    } else if p.take("after the? battle ends") || p.take("after the? battle") {
        at_battle(Moment::AfterBattle, header)
    } else if p.take("during/at battle resolution") {
        at_battle(Moment::BattleResolution, header)
    } else if p.take("if the/your opponent doesn't block") {
        let own = header.conds.iter().any(is_about_itself);
        let subject = if own { Filter::This } else { Filter::Of(Who::You) };
        Trigger { moment: Moment::Unblocked, subject, cond: None }
    } else if p.take("when/whenever") {
        happening(p, b)?
    } else {
        return None;
    };
    if !p.mark(',') {
        return p.want("a comma after what it waits for");
    }
    Some(trigger)
}

/// In the brackets' `[During Attack]` it is this card's battle; else any battle, which is told once to the table, whoever
/// survives it.
fn at_battle(moment: Moment, header: &Header) -> Trigger {
    if header.conds.iter().any(is_about_itself) {
        return Trigger { moment, subject: Filter::This, cond: None };
    }
    let happens = |who| Cond::Fact(Fact::Happens(who));
    let cond = Cond::Either(vec![happens(Who::You), happens(Who::Opponent)]);
    Trigger { moment, subject: Filter::Any, cond: Some(cond) }
}

/// Whether a condition asks about the card whose effect it is.
pub(super) fn is_about_itself(cond: &BsCond) -> bool {
    match cond {
        Cond::Is(Target::This, _) => true,
        Cond::All(all) | Cond::Either(all) => all.iter().any(is_about_itself),
        Cond::Not(one) => is_about_itself(one),
        _ => false,
    }
}

fn on(moment: Moment, subject: BsFilter, cond: Option<BsCond>) -> Option<Trigger> {
    Some(Trigger { moment, subject, cond })
}

fn happening(p: &mut P<'_>, b: &mut B) -> Option<Trigger> {
    b.it = Some(Target::Subject);
    // "When blocked by …": of this Spirit.
    if p.ahead("blocked") || p.ahead("not blocked") {
        b.it = Some(Target::This);
        let not = p.take("not");
        p.take("blocked");
        return if not { on(Moment::Unblocked, Filter::This, None) } else { blocked(p, b, Filter::This) };
    }
    if p.take("this card is/was discarded from your/the deck/decktop") {
        b.it = Some(Target::This);
        return on(Moment::Milled, Filter::This, None);
    }
    if p.take("you destroy") {
        let subject = as_filter(noun_phrase(p, b)?);
        let mut cond = Cond::Fact(Fact::CausedBy(Who::You));
        if p.take("via/by/with your") {
            let kind = KINDS.read(p);
            if !(p.take("'s") | p.take("effect/effects")) {
                return p.want("effects");
            }
            p.take("effect/effects");
            let of = kind.map_or(Filter::Any, Filter::Kind).and(Filter::Of(Who::You));
            cond = cond.and(Cond::Fact(Fact::CausedByEffectOf(of)));
        }
        return on(Moment::Destroyed, subject, Some(cond));
    }
    if p.take("only the") {
        let subject = as_filter(noun_phrase(p, b)?);
        if !(p.take("is/are destroyed by comparing/comparison bp")
            || p.take("is/are destroyed by bp comparison"))
        {
            return p.want("how it is destroyed");
        }
        let with = if p.take("with") { as_filter(noun_phrase(p, b)?) } else { Filter::Of(Who::You) };
        return on(Moment::Destroyed, subject, Some(Cond::Fact(Fact::LostComparison(with))));
    }
    if p.take("you use/used") {
        let subject = as_filter(noun_phrase(p, b)?).and(Filter::Of(Who::You));
        return on(Moment::Used, subject, None);
    }
    if p.take("your opponent uses") || p.take("the opponent uses") {
        let subject = as_filter(noun_phrase(p, b)?).and(Filter::Of(Who::Opponent));
        return on(Moment::Used, subject, None);
    }
    if p.take("your opponent summons") || p.take("the opponent summons") {
        let subject = as_filter(noun_phrase(p, b)?).and(Filter::Of(Who::Opponent));
        return on(Moment::Summoned, subject, None);
    }
    if p.take("any/a player summons") {
        return on(Moment::Summoned, as_filter(noun_phrase(p, b)?), None);
    }
    if p.take("you summon") {
        let subject = as_filter(noun_phrase(p, b)?).and(Filter::Of(Who::You));
        return on(Moment::Summoned, subject, None);
    }
    if p.take("you deploy") {
        let subject = as_filter(noun_phrase(p, b)?).and(Filter::Of(Who::You));
        return on(Moment::Deployed, subject, None);
    }
    if let Some(who) = p.attempt(|p| {
        p.take("the");
        let who = whose(p)?;
        p.take("life is reduced").then_some(who)
    }) {
        // "… by an opposing Spirit's attack": what happens to that Spirit.
        if let Some(by) = p.attempt_with(b, |p, b| attack_of(p, b, who)) {
            return on(Moment::Strikes, by, None);
        }
        return on(Moment::LifeReduced, Filter::Any, Some(Cond::Fact(Fact::Happens(who))));
    }
    if p.attempt(|p| {
        let by_you = p.take("you discard any/a card/cards from the? opposing deck/decktop");
        let done = by_you || p.take("any? card/cards is/are discarded from the? opposing deck/decktop");
        let effect = p.take("by/via your effect/effects");
        (done && (effect || by_you)).then_some(())
    })
    .is_some()
    {
        let cond = Cond::Fact(Fact::Happens(Who::Opponent)).and(Cond::Fact(Fact::CausedBy(Who::You)));
        return on(Moment::DeckDiscarded, Filter::Any, Some(cond));
    }
    if p.take("you discard this card from your/the hand") {
        b.it = Some(Target::This);
        return on(Moment::Discarded, Filter::This, by_your_effects(p, b));
    }
    if p.take("you discard") {
        let subject = as_filter(hand_cards(p, b)?).and(Filter::Of(Who::You));
        return on(Moment::Discarded, subject, by_your_effects(p, b));
    }
    let drawing = p.attempt(|p| {
        let who = if p.take("you draw") {
            Who::You
        } else if p.take("your/the opponent draws") {
            Who::Opponent
        } else {
            return None;
        };
        p.take("a/any card/cards");
        let own = match who {
            Who::You => p.take("by/via your effect/effects"),
            _ => p.take("by/via their effect/effects"),
        };
        own.then_some(who)
    });
    if let Some(who) = drawing {
        return on(Moment::DrewByEffect, Filter::Any, Some(Cond::Fact(Fact::Happens(who))));
    }
    if p.take("you draw") {
        p.take("a/any card/cards");
        return on(Moment::Drew, Filter::Any, Some(Cond::Fact(Fact::Happens(Who::You))));
    }
    if p.take("this spirit destroys only the") {
        let subject = as_filter(noun_phrase(p, b)?);
        let by = Cond::Fact(Fact::LostComparison(Filter::This));
        return if p.take("by comparing bp") || p.take("by bp comparison") {
            on(Moment::Destroyed, subject, Some(by))
        } else {
            p.want("by comparing BP")
        };
    }
    if p.take("this spirit destroys") {
        let subject = as_filter(noun_phrase(p, b)?);
        let by = Cond::Fact(Fact::ByComparison(Filter::This));
        return if p.take("by comparing bp") || p.take("by bp comparison") {
            on(Moment::Destroyed, subject, Some(by))
        } else {
            p.want("by comparing BP")
        };
    }
    if p.take("this spirit 's attack reduces the? opposing life")
        || p.take("this spirit 's attack reduces your opponent 's life")
    {
        b.it = Some(Target::This);
        return on(Moment::Strikes, Filter::This, None);
    }
    let subject = if p.take("this spirit/nexus/card") {
        b.it = Some(Target::This);
        Filter::This
    } else {
        as_filter(noun_phrase(p, b)?)
    };
    deed(p, b, subject)
}

/// "by an opposing Spirit's attack", of the Life of a player.
fn attack_of(p: &mut P<'_>, b: &mut B, life: Who) -> Option<BsFilter> {
    p.take("by").then_some(())?;
    let other = if life == Who::You { Who::Opponent } else { Who::You };
    if life == Who::Opponent && p.take("this spirit 's attack/attacks") {
        b.it = Some(Target::This);
        return Some(Filter::This);
    }
    if life == Who::You && p.take("an? opposing attack/attacks") {
        return Some(Filter::Kind(crate::card::Kind::Spirit).and(Filter::Of(other)));
    }
    let noun = noun_phrase(p, b)?;
    let said = p.take("'s/'") && p.take("attack/attacks") && noun.whose == Some(other);
    said.then(|| as_filter(noun))
}

/// "any card from your Hand": the cards of a hand that something happens to.
fn hand_cards(p: &mut P<'_>, b: &mut B) -> Option<Noun<BattleSpirits>> {
    let mut noun = noun_phrase(p, b)?;
    let hand = Among::Zones { whose: Who::You, zones: vec![Zone::Hand] };
    if noun.among.take() != Some(hand) {
        return p.want("from your Hand");
    }
    noun.whose = None;
    Some(noun)
}

/// "by your effects", "by your Blue effects".
fn by_your_effects(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    p.attempt_with(b, |p, b| {
        p.take("by/via your").then_some(())?;
        let plain = p.attempt(|p| {
            let of = color(p).map_or(Filter::Any, Filter::Color);
            p.ahead("effect/effects").then_some(of)
        });
        // "your \"Rootbound\" family card effects", "your Spirits' effects".
        let of = match plain {
            Some(of) => of,
            None => described(&Words, p, b)?,
        };
        p.take("'s/'");
        p.take("effect/effects").then(|| Cond::Fact(Fact::CausedByEffectOf(of.and(Filter::Of(Who::You)))))
    })
}

/// What happens to the subject.
fn deed(p: &mut P<'_>, b: &mut B, subject: BsFilter) -> Option<Trigger> {
    // "destroys only your opponent's Spirit by BP comparison": what happens to that one.
    if let Some(lost) = p.attempt_with(b, |p, b| {
        p.take("destroys/destroy only the?").then_some(())?;
        let lost = as_filter(noun_phrase(p, b)?);
        (p.take("by comparing bp") || p.take("by bp comparison")).then_some(lost)
    }) {
        return on(Moment::Destroyed, lost, Some(Cond::Fact(Fact::LostComparison(subject))));
    }
    // "destroyed by having 0 BP": such a Spirit is destroyed.
    if p.take("is/are destroyed by having 0 bp") {
        let zero = Filter::Figure(Figure::Bp, Cmp::Equal, Amount::Fixed(0));
        return on(Moment::Destroyed, zero.and(subject), None);
    }
    // BS FAQ-STATUS-1: what would be destroyed is pending while effects like this one decide whether it stays.
    if p.take("is/are/was/were destroyed") || p.take("would be destroyed") {
        let by_effect_of = |who| Cond::Fact(Fact::CausedByEffectOf(Filter::Of(who)));
        let cond = if p.take("by your opponent 's effect/effects") || p.take("by opposing effect/effects") {
            Some(by_effect_of(Who::Opponent))
        } else if p.take("by/via your effect/effects") {
            Some(Cond::Fact(Fact::CausedBy(Who::You)).and(by_effect_of(Who::You)))
        } else if p.take("by the? your? opponent") {
            Some(Cond::Fact(Fact::CausedBy(Who::Opponent)))
        } else {
            None
        };
        return on(Moment::Destroyed, subject, cond);
    }
    // BS FAQ-STATUS-1: what would be depleted is pending; with cores on it again it may stay.
    if p.take("is/are/was/were depleted") || p.take("depletes/deplete") || p.take("would be depleted") {
        let cond = if p.take("by your effect/effects") {
            Some(Cond::Fact(Fact::CausedByEffectOf(Filter::Of(Who::You))))
        } else if p.take("by your opponent 's effect/effects") || p.take("by opposing effect/effects") {
            Some(Cond::Fact(Fact::CausedByEffectOf(Filter::Of(Who::Opponent))))
        } else {
            None
        };
        return on(Moment::Depleted, subject, cond);
    }
    for (words, moment) in [
        ("is/are summoned", Moment::Summoned),
        ("is/are deployed", Moment::Deployed),
        ("is/are refreshed", Moment::Refreshed),
        ("refreshes/refresh", Moment::Refreshed),
        ("is/are exhausted", Moment::Exhausted),
        ("attacks/attack", Moment::Attacks),
    ] {
        if p.take(words) {
            let turned = matches!(moment, Moment::Refreshed | Moment::Exhausted);
            let of = |who| Some(Cond::Fact(Fact::CausedByEffectOf(Filter::Of(who))));
            let by = if turned && (p.take("by opposing effects") || p.take("by your opponent 's effects")) {
                of(Who::Opponent)
            } else if turned && p.take("by/via your effect/effects") {
                of(Who::You)
            } else {
                None
            };
            return on(moment, subject, by);
        }
    }
    if p.take("is/are discarded from your/the hand") {
        let own = |one: &BsFilter| *one == Filter::Of(Who::You) || *one == Filter::This;
        let said = own(&subject) || matches!(&subject, Filter::All(all) if all.iter().any(own));
        let subject = if said { subject } else { subject.and(Filter::Of(Who::You)) };
        return on(Moment::Discarded, subject, by_your_effects(p, b));
    }
    if p.take("is/are not blocked") || p.take("isn't/aren't blocked") {
        return on(Moment::Unblocked, subject, None);
    }
    if p.take("is/are/was/were blocked") {
        return blocked(p, b, subject);
    }
    if p.take("blocks/block") {
        let with = p.attempt_with(b, |p, b| Some(Cond::Fact(Fact::With(as_filter(noun_phrase(p, b)?)))));
        if with.is_some() && subject == Filter::This {
            b.chosen = Some(Target::Other);
        }
        return on(Moment::Blocks, subject, with);
    }
    if p.take("reduces/reduce the? opposing life") || p.take("reduces/reduce your opponent 's life") {
        return on(Moment::Strikes, subject, None);
    }
    if p.take("is/are returned to the? your? hand") {
        return on(Moment::ReturnedToHand, subject, None);
    }
    if p.take("is/are returned to the? your? deck") {
        return on(Moment::ReturnedToDeck, subject, None);
    }
    p.want("what happens to it")
}

/// "(is blocked) by an opposing Cost 4 or less Spirit": the blocker is such a one.
fn blocked(p: &mut P<'_>, b: &mut B, subject: BsFilter) -> Option<Trigger> {
    let with = if p.take("by") { Some(Cond::Fact(Fact::With(as_filter(noun_phrase(p, b)?)))) } else { None };
    // "When this Spirit is blocked by …, destroy that Spirit": the one it meets; "it" is this one.
    if with.is_some() && subject == Filter::This {
        b.chosen = Some(Target::Other);
    }
    on(Moment::IsBlocked, subject, with)
}

/// "When you're summoning any … card, (if …,) this Nexus gains an extra White symbol."
pub(super) fn summoning(p: &mut P<'_>, b: &mut B) -> Option<Ability> {
    if !(p.take("when/while you're summoning/deploying/using")
        || p.take("when/while you're paying for")
        || p.take("when/while you are summoning/deploying/using")
        || p.take("when summoning/deploying"))
    {
        return None;
    }
    let used = as_filter(noun_phrase(p, b)?);
    if !p.mark(',') {
        return p.want("a comma after what is summoned");
    }
    let cond = p.attempt_with(b, |p, b| {
        if !p.take("if") {
            return None;
        }
        let cond = super::lexicon::cond(p, b)?;
        p.mark(',').then_some(cond)
    });
    // "(reduce) its cost (is reduced) by 1".
    if let Some(by) = p.attempt(|p| {
        let reduced = p.take("its cost is reduced by") || p.take("reduce its cost by");
        if reduced { i8::try_from(p.number()?).ok() } else { None }
    }) {
        p.mark('.');
        let (to, change) = (Gainer::Player(Who::You), Change::CostOf(used, -by));
        let gain = TextStep::Gain { to, change, until: Until::Always };
        return Some(Ability::new(Part::FIELD, When::Always, conditioned(cond, gain)));
    }
    let to = if p.take("this spirit/nexus/card") {
        Gainer::Cards(Target::This)
    } else {
        let mut noun = noun_phrase(p, b)?;
        noun.count = Some(HowMany::All);
        Gainer::Whatever(super::lexicon::selection(noun))
    };
    if !p.take("gains/gain/gets/get") {
        return p.want("gains");
    }
    let number = if p.take("an extra/additional") || p.take("a/an") || p.take("an additional") {
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
    p.mark('.');
    let change = Change::SymbolsFor(color, u8::try_from(number).ok()?, used);
    let gain = TextStep::Gain { to, change, until: Until::Always };
    Some(Ability::new(Part::FIELD, When::Always, conditioned(cond, gain)))
}

fn conditioned(cond: Option<BsCond>, step: TextStep) -> Vec<TextStep> {
    match cond {
        Some(cond) => vec![TextStep::If { cond, then: vec![step], otherwise: vec![] }],
        None => vec![step],
    }
}

/// "When you're summoning this card, (if …,) its cost is reduced by 2 (for each …)": works in the hand.
pub(super) fn own_cost(p: &mut P<'_>, b: &mut B) -> Option<Ability> {
    if !(p.take("when you're summoning/deploying/using") || p.take("when you summon/deploy/use"))
        || !p.take("this spirit? nexus? magic? card")
        || !(p.take("from the/your hand ,") || p.mark(','))
    {
        return None;
    }
    let cond = p.attempt_with(b, |p, b| {
        p.take("if").then_some(())?;
        let cond = super::lexicon::cond(p, b)?;
        p.mark(',').then_some(cond)
    });
    let amount = if p.take("its cost becomes") {
        // So much less as it costs more than that.
        let own = Amount::Figure(Figure::Cost, Box::new(Target::This));
        Amount::Plus(Box::new(own), Box::new(Amount::Fixed(-p.number()?)))
    } else {
        if !(p.take("its cost is reduced by") || p.take("reduce its cost by")) {
            return p.want("its cost");
        }
        let each = p.number()?;
        match p.attempt_with(b, super::body::for_each) {
            Some(of) => Amount::PerEach { each, per: 1, of: Box::new(of) },
            None => Amount::Fixed(each),
        }
    };
    p.mark('.');
    let gain = TextStep::Gain {
        to: Gainer::Cards(Target::This),
        change: Change::OwnCost(amount),
        until: Until::Always,
    };
    let part = Part { zone: Zone::Hand, ..Part::FIELD };
    Some(Ability::new(part, When::Always, conditioned(cond, gain)))
}

/// "This card in your Hand gains -1 Cost for each …", "While in your Hand, this card's cost is reduced by 1 for each …".
pub(super) fn cost_in_hand(p: &mut P<'_>, b: &mut B) -> Option<Ability> {
    const THERE: &str = "while it/it's/this? card? is? in your hand";
    let front = p.attempt(|p| (p.take(THERE) && p.mark(',')).then_some(())).is_some();
    let gains = !front && p.take("this card in your hand gains/gets");
    let by = if gains {
        let by = -p.signed().filter(|by| *by < 0)?;
        p.take("cost").then_some(by)?
    } else {
        p.take("this card 's cost is reduced by").then_some(())?;
        p.number()?
    };
    let amount = match p.attempt_with(b, super::body::for_each) {
        Some(of) => Amount::PerEach { each: by, per: 1, of: Box::new(of) },
        None => Amount::Fixed(by),
    };
    if !(front || gains || p.take(THERE)) {
        return p.want("in your Hand");
    }
    p.mark('.');
    let (to, change) = (Gainer::Cards(Target::This), Change::OwnCost(amount));
    let part = Part { zone: Zone::Hand, ..Part::FIELD };
    let gain = TextStep::Gain { to, change, until: Until::Always };
    Some(Ability::new(part, When::Always, vec![gain]))
}

/// What may follow "if".
pub(super) fn fact(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    if let Some(cond) = controls(p, b) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| soul_is(p)) {
        if matches!(cond, Cond::Is(..)) {
            b.it = b.it.take().or(Some(Target::This));
        }
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| hands_compared(p)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, there_are) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| of_a_seat(p)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, |p, b| depleted(p, b)) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt_with(b, this_turn) {
        return Some(cond);
    }
    if let Some(cond) = p.attempt(|p| returned(p)) {
        return Some(cond);
    }
    if let Some(step) = p.attempt(|p| {
        if !(p.take("it 's") || p.take("it is")) {
            return None;
        }
        let who = whose(p)?;
        STEPS.read(p).map(|step| Fact::Step(who, step))
    }) {
        return Some(Cond::Fact(step));
    }
    if let Some(cond) = p.attempt_with(b, |p, b| discarded(p, b)) {
        return Some(cond);
    }
    if p.take("it 's your turn") || p.take("it is your turn") {
        return Some(Cond::Fact(Fact::Turn(Who::You)));
    }
    if p.take("it 's the? your? opponent 's turn")
        || p.take("it is the? your? opponent 's turn")
        || p.take("it 's the? opposing turn")
        || p.take("it is the? opposing turn")
    {
        return Some(Cond::Fact(Fact::Turn(Who::Opponent)));
    }
    p.attempt_with(b, |p, b| about_cards(p, b))
}

/// "the [Soul Core] is on this Spirit", "… is in your Trash".
fn soul_is(p: &mut P<'_>) -> Option<BsCond> {
    p.take("the/your");
    super::header::soul_core(p).then_some(())?;
    p.take("is").then_some(())?;
    if p.take("on this spirit/nexus/card") {
        return Some(Cond::Is(Target::This, Filter::Is(Condition::HasSoulCore)));
    }
    p.take("in").then_some(())?;
    let who = whose(p)?;
    let place = if p.take("trash") {
        CorePlace::Trash(who)
    } else if p.take("reserve") {
        CorePlace::Reserve(who)
    } else {
        return None;
    };
    let there = Amount::Game(Count::Cores(Box::new(place), CoreKind::SoulCore, 1));
    Some(Cond::Compare(there, Cmp::AtLeast, Amount::Fixed(1)))
}

/// "the number of cards in the opposing Hand is more than yours".
fn hands_compared(p: &mut P<'_>) -> Option<BsCond> {
    p.take("the number of cards in the?").then_some(())?;
    let who = whose(p)?;
    p.take("hand is").then_some(())?;
    let cmp = p.lookup(&[
        ("less than", Cmp::Less),
        ("fewer than", Cmp::Less),
        ("more than", Cmp::More),
        ("greater than", Cmp::More),
    ])?;
    let (own, other) = match who {
        Who::You => ("the? opposing hand", Who::Opponent),
        _ => ("yours", Who::You),
    };
    (p.take(own) || who == Who::You && p.take("your opponent 's hand?")).then_some(())?;
    let hand = |whose| {
        let hand = Among::Zones { whose, zones: vec![Zone::Hand] };
        Amount::Count(Box::new(Select::new(hand, Filter::Any, HowMany::All)))
    };
    Some(Cond::Compare(hand(who), cmp, hand(other)))
}

/// "there are five or more cards in your Trash", "there are three or more exhausted Spirits on the Field".
fn there_are(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    (p.take("there are/is") || p.take("there 's")).then_some(())?;
    // "any Magic cards among them": of those discarded just now.
    if let Some(filter) = p.attempt_with(b, |p, b| {
        p.take("any/a/an").then_some(())?;
        let filter = described(&Words, p, b)?;
        p.take("among them").then_some(filter)
    }) {
        let Some(Target::Slot(slot)) = b.moved else { return p.want("discarded cards") };
        return Some(Cond::Exists(Box::new(Select::new(Among::Slot(slot), filter, HowMany::All))));
    }
    let number = p.number()?;
    let cmp = comparison(p);
    let least = if cmp == Cmp::Equal { Cmp::AtLeast } else { cmp };
    if let Some(cond) = p.attempt_with(b, |p, b| super::compared::there(p, b, least, number)) {
        return Some(cond);
    }
    let mut noun = noun_phrase(p, b)?;
    if noun.among.is_none() {
        return p.want("where they are");
    }
    noun.count = Some(HowMany::All);
    Some(Cond::Compare(Amount::Count(Box::new(selection(noun))), least, Amount::Fixed(number)))
}

/// "your Hand is five or less", "your Life was reduced this turn", "your Life is 3 or less".
fn of_a_seat(p: &mut P<'_>) -> Option<BsCond> {
    p.take("the");
    let who = whose(p)?;
    if p.take("life was/is reduced during? this turn") {
        return Some(Cond::Fact(Fact::LifeReduced(who)));
    }
    let is_trash = p.ahead("trash");
    let amount = if p.take("hand") {
        let hand = Among::Zones { whose: who, zones: vec![Zone::Hand] };
        Amount::Count(Box::new(Select::new(hand, Filter::Any, HowMany::All)))
    } else if p.take("trash") {
        let trash = Among::Zones { whose: who, zones: vec![Zone::Trash] };
        Amount::Count(Box::new(Select::new(trash, Filter::Any, HowMany::All)))
    } else if p.take("life") {
        Amount::Game(Count::Life(who))
    } else if p.take("reserve") {
        Amount::Game(Count::Reserve(who))
    } else if p.take("deck") {
        super::compared::cards_in(who, Zone::Deck)
    } else {
        return None;
    };
    if !p.take("is/has/are") {
        return p.want("is");
    }
    // "less than your opponent's Life", "more than your Hand".
    if let Some((cmp, than)) = p.attempt(than_that) {
        let same = std::mem::discriminant(&amount) == std::mem::discriminant(&than);
        return same.then_some(Cond::Compare(amount, cmp, than));
    }
    let number = p.number()?;
    let mut cmp = comparison(p);
    // BS GLOSS-TRASH: cards and cores lie in the Trash; a Hand has no cores, and Life no cards.
    let cores = p.take("core/cores");
    let amount = match amount {
        Amount::Count(_) if cores && !is_trash => return p.want("cards"),
        Amount::Count(_) if cores => {
            // A bare number is that many at least.
            cmp = if cmp == Cmp::Equal { Cmp::AtLeast } else { cmp };
            Amount::Game(Count::TrashCores(who))
        }
        Amount::Game(_) if p.ahead("card/cards") => return p.want("cores"),
        amount => amount,
    };
    p.take("card/cards");
    Some(Cond::Compare(amount, cmp, Amount::Fixed(number)))
}

fn than_that(p: &mut P<'_>) -> Option<(Cmp, BsAmount)> {
    let cmp = if p.take("less/lower/fewer than") {
        Cmp::Less
    } else if p.take("more/greater/higher than") {
        Cmp::More
    } else {
        return None;
    };
    p.take("the");
    let who = whose(p)?;
    if p.take("hand") {
        let hand = Among::Zones { whose: who, zones: vec![Zone::Hand] };
        return Some((cmp, Amount::Count(Box::new(Select::new(hand, Filter::Any, HowMany::All)))));
    }
    p.take("life").then_some((cmp, Amount::Game(Count::Life(who))))
}

/// "any Spirit card is discarded (by this effect)": such a card is among those discarded just now.
fn discarded(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    // "two or more Spirit cards are discarded": so many of them, or more.
    let number = p.attempt(|p| {
        let number = p.number()?;
        let cmp = comparison(p);
        (!p.ahead("bp") && !p.ahead("cost"))
            .then_some((if cmp == Cmp::Equal { Cmp::AtLeast } else { cmp }, number))
    });
    p.take("any/a/an");
    let filter = described(&Words, p, b)?;
    if !p.take("is/was/are/were discarded") {
        return None;
    }
    this_way(p);
    let Some(Target::Slot(slot)) = b.moved else { return p.want("discarded cards") };
    let discarded = Box::new(Select::new(Among::Slot(slot), filter, HowMany::All));
    Some(match number {
        Some((cmp, number)) => Cond::Compare(Amount::Count(discarded), cmp, Amount::Fixed(number)),
        None => Cond::Exists(discarded),
    })
}

/// "any opposing Spirit was destroyed this turn", "you've destroyed any …", "you've discarded any card from your Hand …".
fn this_turn(p: &mut P<'_>, _b: &mut B) -> Option<BsCond> {
    let not = ["you didn't attack", "you haven't attacked", "you've not attacked"];
    if not.iter().any(|words| p.take(words)) {
        return p
            .take("during? this turn")
            .then(|| Cond::Not(Box::new(Cond::Fact(Fact::Attacked(Who::You)))));
    }
    let fact = if p.take("you attacked") || p.take("you've attacked") {
        Fact::Attacked(Who::You)
    } else if p.take("you've discarded any/a card/cards from your hand") {
        Fact::Discarded(Who::You)
    } else if p.take("you've drawn any/a card/cards by your effects") {
        Fact::DrewByEffect(Who::You)
    } else if p.take("you've destroyed") {
        p.take("a/an/any");
        let whose = whose(p)?;
        if whose != Who::Opponent {
            return p.want("an opposing Spirit");
        }
        p.take("spirit/spirits").then_some(())?;
        Fact::Destroyed { whose, by_other: true }
    } else {
        p.take("a/an/any");
        let whose = whose(p)?;
        p.take("spirit/spirits is/are/was/were destroyed").then_some(())?;
        Fact::Destroyed { whose, by_other: false }
    };
    p.take("during? this turn").then_some(Cond::Fact(fact))
}

/// "any opposing Spirit is depleted (by your effects) this turn".
fn depleted(p: &mut P<'_>, _b: &mut B) -> Option<BsCond> {
    p.take("a/an/any");
    let whose = whose(p)?;
    if !(p.take("spirit/spirits is/are/was/were depleted")) {
        return None;
    }
    let by_effects = p.take("by your effect/effects");
    if !(p.take("during? this turn")) {
        return p.want("this turn");
    }
    Some(Cond::Fact(Fact::Depleted { whose, by_effects }))
}

/// "two cards are returned": how many the last verb affected; "no Spirit is destroyed by this effect".
fn returned(p: &mut P<'_>) -> Option<BsCond> {
    if p.take("no card/cards/spirit/spirits/nexus/nexuses is/are/was/were") {
        // "no Spirits are exhausted" is how they stand, unless this effect did it.
        let stands = p.take("exhausted/refreshed");
        let done = stands || p.take("returned/discarded/destroyed/added");
        let this_way = this_way(p);
        return (done && (this_way || !stands)).then(|| Cond::Not(Box::new(Cond::Did)));
    }
    let number = p.number()?;
    let cmp = comparison(p);
    let done = p.take("card/cards is/are/was/were returned/discarded/added/revealed/sent/drawn")
        || p.take("core/cores is/are/was/were sent/put/moved/placed")
        || p.take("spirit/spirits is/are/was/were destroyed/exhausted/returned/refreshed");
    if !done {
        return p.want("what was done");
    }
    p.take("this way");
    let cmp = if cmp == Cmp::Equal { Cmp::AtLeast } else { cmp };
    Some(Cond::Compare(Amount::Done, cmp, Amount::Fixed(number)))
}

/// "it has 0 BP", "its BP is 0", "it depletes", "this Spirit is exhausted".
fn about_cards(p: &mut P<'_>, b: &mut B) -> Option<BsCond> {
    // "any of them depletes": one of those spoken of.
    if p.take("any of them depletes/deplete") || p.take("any of them is/are/was/were depleted") {
        let Some(Target::Slot(slot)) = b.it else { return p.want("which of them") };
        let depleted = Select::new(Among::Slot(slot), Filter::Is(Condition::Depleted), HowMany::All);
        return Some(Cond::Exists(Box::new(depleted)));
    }
    if p.take("its/their bp is/are/becomes/become/became") {
        let number = p.number()?;
        let filter = Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number));
        return Some(Cond::Is(b.it.clone()?, filter));
    }
    let target = if p.take("it 's") || p.take("they're") || p.ahead("it is a/an") && p.take("it is") {
        // "it's a Spirit card".
        if let Some(filter) = p.attempt_with(b, |p, b| {
            (p.take("a/an")).then_some(())?;
            described(&Words, p, b)
        }) {
            // What was discarded is a card, what is on the Field a Spirit.
            let discarded = b.moved.clone().filter(|_| p.behind("card"));
            return Some(Cond::Is(discarded.or_else(|| b.it.clone())?, filter));
        }
        // "it's exhausted".
        if let Some(state) = p.attempt(|p| STATES.read(p)) {
            return Some(Cond::Is(b.it.clone()?, Filter::Is(state)));
        }
        // "it's 0 BP".
        let number = p.number()?;
        if !p.take("bp") {
            return p.want("BP");
        }
        return Some(Cond::Is(
            b.it.clone()?,
            Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number)),
        ));
    } else {
        target_word(p, b)?
    };
    // "If this Spirit is exhausted, refresh it."
    if target == Target::This {
        b.it = b.it.take().or(Some(Target::This));
    }
    if p.take("depletes/deplete") || p.take("is/was/were/are depleted") {
        return Some(Cond::Is(target, Filter::Is(Condition::Depleted)));
    }
    if target == Target::This && p.take("is/was blocked") {
        return Some(Cond::Fact(Fact::Blocked));
    }
    // "this Spirit's BP is 8000 or more".
    if p.take("'s bp is/becomes") {
        let number = p.number()?;
        return Some(Cond::Is(target, Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number))));
    }
    if p.take("has/have") {
        // "10000 or more BP", "3000 or less BP".
        if let Some(filter) = p.attempt(|p| {
            let number = Amount::Fixed(p.number()?);
            let cmp = comparison(p);
            (cmp != Cmp::Equal && p.take("bp")).then_some(Filter::Figure(Figure::Bp, cmp, number))
        }) {
            return Some(Cond::Is(target, filter));
        }
        if let Some(filter) = p.attempt(|p| if p.ahead("cost") { super::lexicon::figure(p) } else { None }) {
            return Some(Cond::Is(target, filter));
        }
        if let Some(number) = p.attempt(|p| {
            let number = p.number()?;
            p.take("bp").then_some(number)
        }) {
            return Some(Cond::Is(target, Filter::Figure(Figure::Bp, comparison(p), Amount::Fixed(number))));
        }
        p.take("a/the");
        if super::header::soul_core(p) {
            p.take("on it/them");
            return Some(Cond::Is(target, Filter::Is(Condition::HasSoulCore)));
        }
        let number = p.number()?;
        let cmp = comparison(p);
        if p.take("core/cores on it?") {
            return Some(Cond::Is(target, Filter::Figure(Figure::Cores, cmp, Amount::Fixed(number))));
        }
        return p.want("what it has");
    }
    let isnt = p.take("isn't/aren't");
    if isnt || p.take("is/are") {
        let not = isnt || p.take("not");
        if let Some(level) = p.attempt(|p| {
            p.take("at");
            super::lexicon::level(p)
        }) {
            return Some(Cond::Is(target, if not { level.negate() } else { level }));
        }
        let filter = Filter::Is(STATES.read(p)?);
        return Some(Cond::Is(target, if not { filter.negate() } else { filter }));
    }
    p.want("what is so of it")
}
