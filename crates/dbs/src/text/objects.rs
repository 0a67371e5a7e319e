//! What an action is done to: pronouns, choices, several choices joined by "and".

use super::areas::this_from;
use super::beside::{each_of, with_this};
use super::nouns::{Words, area_word};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

pub(super) type Steps = Vec<Step<Dbs>>;

/// What an action is done to: steps that choose it, if any, and the target.
pub(super) struct Object {
    pub steps: Steps,
    pub target: Target<Dbs>,
    /// The card itself.
    pub is_this: bool,
}

impl Object {
    pub(super) fn plain(target: Target<Dbs>) -> Object {
        Object { steps: Vec::new(), is_this: target == Target::This, target }
    }
}

/// "with this skill", "by this skill": behind what was done before.
pub(super) fn by_this_skill(p: &mut Parser<'_>) -> bool {
    p.take("with/by/using this card 's? skill") || p.take("with/by/using this skill")
}

/// "the chosen cards", "the played card", "the cards sent to their owners' Warps by this skill": what was chosen or moved,
/// whatever was spoken of since.
pub(super) fn said_before(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Target<Dbs>> {
    if let Some(at) = p.attempt(|p| {
        p.take("the").then_some(())?;
        let at = p.lookup(&[("first", 0), ("second", 1), ("third", 2), ("fourth", 3), ("fifth", 4)])?;
        p.take("chosen card/cards").then_some(at)
    }) {
        return b.picks.get(at).cloned();
    }
    if p.take("all of the chosen cards") || p.take("all of the cards chosen with this skill") {
        return match &b.picks[..] {
            [] | [_] => b.picked.clone().or_else(|| b.it.clone()),
            // Whether those of the cost are meant too, or only what the effect has chosen, the words alone do not say.
            _ => p.want("which of the chosen cards are meant"),
        };
    }
    if p.take("the chosen battle/unison? card/cards")
        || p.take("the? card/cards chosen with this card 's skill")
        || p.take("the card/cards chosen with this skill")
    {
        return b.picked.clone().or_else(|| another(b));
    }
    // "the flipped card", "the discarded card": what that was done to last.
    if p.take("the flipped/discarded card/cards") {
        let done = |it: &Target<Dbs>| matches!(it, Target::Slot(_));
        return match p.behind("flipped card") || p.behind("flipped cards") {
            true => another(b).filter(done),
            false => b.moved.clone().filter(done),
        };
    }
    if p.take("the played battle/unison? card/cards") {
        // Where the skill waits for a card that is played, that one is meant, and nothing that was chosen since.
        let played = |it: &Target<Dbs>| !b.played || *it == Target::Subject;
        return match &b.moved {
            Some(_) if b.played => p.want("which played card is meant"),
            Some(moved) => Some(moved.clone()),
            None => another(b).filter(played),
        };
    }
    if let Some(moved) = p.attempt(|p| {
        let _ = p.take("all of") || p.take("all/any");
        p.take("the? battle? card/cards").then_some(())?;
        let _ = p.take("you") || p.take("that was/were");
        p.take("sent/placed/played/added/returned/discarded/ko'd").then_some(())?;
        p.attempt(super::moving::destination);
        by_this_skill(p).then_some(())?;
        b.moved.clone()
    }) {
        return Some(moved);
    }
    None
}

/// What "that card" means: never the card that says so, whatever was spoken of last.
pub(super) fn another(b: &Builder<Dbs>) -> Option<Target<Dbs>> {
    b.it.clone().filter(|it| *it != Target::This)
}

/// "it", "them", "that card": what was meant last.
pub(super) fn pronoun(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Target<Dbs>> {
    if let Some(target) = p.attempt(|p| said_before(p, b)) {
        return Some(target);
    }
    p.attempt(|p| {
        if p.take("it/them/they") {
            return b.it.clone();
        }
        if p.take("that battle? card")
            || p.take("those battle? cards")
            || p.take("the revealed card/cards")
            || p.take("that leader/unison card?")
            || p.take("that token")
            || p.take("those tokens")
        {
            return another(b);
        }
        None
    })
}

impl Words {
    /// The object of an action. `whose`: whose cards a phrase without an owner means.
    pub(super) fn object(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>, whose: Who) -> Option<Object> {
        if let Some(target) = pronoun(p, b) {
            return Some(Object::plain(target));
        }
        if p.take("the? attacking/attack card") || p.take("your attacking card") {
            return Some(Object::plain(Target::Test(Test::Attacker)));
        }
        if p.take("the attacking battle card") {
            return Some(Object::plain(Target::Test(Test::AttackingBattle)));
        }
        if let Some(test) = p.lookup(&[
            ("the battle card being? played", Test::DeclaredBattle),
            ("the card being played", Test::Declared),
        ]) {
            let played = Target::Test(test);
            b.it = Some(played.clone());
            return Some(Object::plain(played));
        }
        if p.take("the card on top of this card") {
            return Some(Object::plain(Target::Test(Test::TopOfThis)));
        }
        if p.take("the guard card") {
            return Some(Object::plain(Target::Test(Test::Guard)));
        }
        if let Some(object) = p.attempt_with(b, |p, b| with_this(self, p, b)) {
            return Some(object);
        }
        // "play up to 1 each of <A> and <B> cards": a choice for each, and both are meant.
        if let Some(steps) = p.attempt_with(b, |p, b| each_of(self, p, b)) {
            return Some(Object { steps, target: b.it.clone()?, is_this: false });
        }
        if let Some(object) = p.attempt_with(b, |p, b| {
            p.take("this card").then_some(())?;
            // What follows may be where the card goes.
            let placed = !self.no_place.get();
            let area = p.attempt(|p| {
                (placed && p.take("in/from")).then_some(())?;
                let _ = p.take("your/the/a") || p.take("its owner 's");
                area_word(p).or_else(|| p.take("play").then_some(Area::Battle))
            });
            let mut object = Object::plain(Target::This);
            b.it = Some(Target::This);
            if area.is_none() && placed {
                if let Some(host) = p.attempt_with(b, |p, b| under_what(self, p, b)) {
                    object.steps.push(this_from(Area::Under));
                    b.spoken = host.or(b.spoken.clone());
                    b.it = Some(Target::This);
                }
            }
            if let Some(area) = area {
                object.steps.push(this_from(area));
                // "from your hand or Warp": valid in each of them.
                while let Some(more) = p.attempt(|p| {
                    p.take("or/and").then_some(())?;
                    p.take("your/the");
                    area_word(p)
                }) {
                    object.steps.push(this_from(more));
                }
            }
            Some(object)
        }) {
            return Some(object);
        }
        if let Some(target) = p.attempt(|p| {
            let who = grammar::whose(p)?;
            p.take("leader card?").then_some(())?;
            Some(Target::Test(if who == Who::You { Test::YourLeader } else { Test::OpponentsLeader }))
        }) {
            return Some(Object::plain(target));
        }
        p.attempt_with(b, |p, b| {
            let noun = self.phrase(p, b)?;
            let bare = noun.whose.is_none() && noun.among.is_none();
            let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let ranged = matches!(noun.filter, Filter::Any) && bare;
            if ranged {
                return None;
            }
            // "All Battle Cards" of no player are everybody's.
            let whose = if bare && count == HowMany::All { Who::Both } else { whose };
            let first = bare;
            let select = self.selection(noun, whose, count);
            let object = self.chosen(select, b);
            Some(self.and_another(p, b, whose, object, first))
        })
    }

    /// The object of an action that takes cards from somewhere: behind "look at …" a phrase without a place means those.
    pub(super) fn shown_object(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Object> {
        // Behind "look through your deck" a phrase without a place means cards there.
        if let Some(place @ Among::Zones { zones, .. }) = b.place.clone().as_ref() {
            if let (true, Some(object)) = (
                zones.contains(&Area::Deck),
                p.attempt_with(b, |p, b| {
                    let noun = self.phrase(p, b)?;
                    (noun.whose.is_none() && noun.among.is_none()).then_some(())?;
                    let select = Select::new(place.clone(), noun.filter, noun.count?);
                    Some(self.chosen(select, b))
                }),
            ) {
                p.take("among them");
                return Some(object);
            }
        }
        if let Some(slot) = b.shown {
            let shown = p.attempt_with(b, |p, b| {
                let noun = self.phrase(p, b)?;
                (noun.whose.is_none() && noun.among.is_none() && noun.count.is_some()).then_some(())?;
                let count = noun.count.unwrap_or(HowMany::All);
                let object = self.chosen(Select::new(Among::Slot(slot), noun.filter, count), b);
                // A second kind among them.
                if p.ahead("and") && second(self, &mut p.clone(), &mut b.clone(), false).is_some() {
                    return None;
                }
                Some(object)
            });
            if shown.is_some() {
                return shown;
            }
        }
        self.object(p, b, b.actor)
    }

    /// "up to 1 A, up to 1 B, and up to 1 C from your Drop": more choices beside the first, and all of them are meant from here
    /// on.
    pub(super) fn and_another(
        &self,
        p: &mut Parser<'_>,
        b: &mut Builder<Dbs>,
        whose: Who,
        first: Object,
        bare: bool,
    ) -> Object {
        let [Step::Choose { slot, from, who }] = &first.steps[..] else { return first };
        let who = *who;
        let mut chosen = vec![(*slot, from.clone(), bare)];
        loop {
            let start = p.clone();
            let Some(mut noun) = p.attempt_with(b, |p, b| second(self, p, b, chosen.len() > 1)) else {
                break;
            };
            // "up to 1 A and 1 B": up to one of either.
            if let (HowMany::UpTo(_), Some(HowMany::Exactly(n))) = (&chosen[0].1.count, &noun.count) {
                noun.count = Some(HowMany::UpTo(n.clone()));
            }
            // "1 A and 1 B with energy costs of 2 or less": what is said of several is said of both.
            let plural =
                super::nouns::says(&start, p, "energy costs") && noun.count.as_ref().is_some_and(is_single);
            if plural {
                let mut said = super::walk::figures_of(&noun.filter);
                // "… and the [Over Realm] skill": so is a keyword skill behind it.
                said.extend(super::walk::keywords_of(&noun.filter));
                for (_, from, _) in
                    chosen.iter_mut().filter(|(_, from, _)| super::walk::figures_of(&from.filter).is_empty())
                {
                    let all = said.iter().cloned();
                    from.filter = all.fold(from.filter.clone(), Filter::and);
                }
            }
            // "1 A and 1 B card, both red and with 5000 power": so is what "both" begins.
            if let Some(all) = said_of_both(self, &start, p, &noun.filter) {
                chosen.iter_mut().for_each(|(_, from, _)| say_too(&mut from.filter, &all));
            }
            let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let bare = noun.whose.is_none() && noun.among.is_none();
            if noun.among.is_some() {
                // The place said last is that of all before it that have none.
                let place = self.selection(noun.clone(), whose, count.clone()).among;
                chosen.iter_mut().filter(|(_, _, bare)| *bare).for_each(|(_, from, bare)| {
                    from.among = place.clone();
                    *bare = false;
                });
            }
            let slot = b.slot();
            let other = distinct(self.selection(noun, whose, count), slot);
            chosen.push((slot, other, bare));
        }
        // None of them is a card chosen before.
        for at in 1..chosen.len() {
            for before in 0..at {
                let other = Filter::Bound(chosen[before].0).negate();
                chosen[at].1.filter = chosen[at].1.filter.clone().and(other);
            }
        }
        if chosen.len() == 1 {
            return first;
        }
        let target = Target::Several(chosen.iter().map(|(slot, ..)| Target::Slot(*slot)).collect());
        b.it = Some(target.clone());
        b.single = None;
        let steps = chosen.into_iter().map(|(slot, from, _)| Step::Choose { who, slot, from }).collect();
        Object { steps, target, is_this: false }
    }

    /// Choosing what a selection means; everything of it needs no choice.
    pub(super) fn chosen(&self, select: Select<Dbs>, b: &mut Builder<Dbs>) -> Object {
        if select.count == HowMany::All {
            let target = Target::Each(Box::new(select));
            return Object { steps: Vec::new(), target, is_this: false };
        }
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        if is_single(&select.count) {
            b.single = Some(slot);
        }
        let steps = vec![Step::Choose { who: b.actor, slot, from: distinct(select, slot) }];
        Object { steps, target: Target::Slot(slot), is_this: false }
    }
}

/// Adds to a description what it does not say yet.
fn say_too(filter: &mut Filter<Dbs>, more: &Filter<Dbs>) {
    fn parts(filter: &Filter<Dbs>) -> &[Filter<Dbs>] {
        match filter {
            Filter::All(all) => all,
            one => std::slice::from_ref(one),
        }
    }
    for part in parts(more) {
        if !parts(filter).contains(part) {
            *filter = filter.clone().and(part.clone());
        }
    }
}

/// What "both" says behind the second of two kinds, read from `start` to where `p` is. Behind a list it is said of the
/// list.
fn said_of_both(
    lex: &Words,
    start: &Parser<'_>,
    p: &Parser<'_>,
    second: &Filter<Dbs>,
) -> Option<Filter<Dbs>> {
    let listed = match second {
        Filter::All(all) => all.iter().any(|one| matches!(one, Filter::Either(_))),
        one => matches!(one, Filter::Either(_)),
    };
    let mut q = start.clone();
    let begins = |q: &Parser<'_>| q.ahead("both") || q.ahead("all") && !q.ahead("all of");
    while q.position() < p.position() && (q.behind("with") || !begins(&q)) {
        q.bump();
    }
    (!listed && q.position() < p.position()).then_some(())?;
    grammar::Lexicon::of_all(lex, &mut q, &mut Builder::default())
}

/// "with different names": of the cards chosen into this slot.
pub(super) fn distinct(mut select: Select<Dbs>, slot: effects::Slot) -> Select<Dbs> {
    let bind = |filter: &mut Filter<Dbs>| {
        if let Filter::Test(Test::Unlike(_, of @ None) | Test::Within(_, _, of @ None)) = filter {
            *of = Some(slot);
        }
    };
    match &mut select.filter {
        Filter::All(all) => all.iter_mut().for_each(bind),
        one => bind(one),
    }
    select
}

/// "from under a red <X> card", said of the card itself: what the card on top of it is, if that is said.
pub(super) fn under_what(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
) -> Option<Option<Filter<Dbs>>> {
    p.take("from under").then_some(())?;
    if p.take("a card") || p.take("another card") {
        return Some(None);
    }
    if p.take("your leader card?") {
        return Some(Some(Filter::Kind(KindWord::Leader)));
    }
    let _ = p.take("one of your") || p.take("a/an/your");
    let filter = grammar::described(lex, p, b)?;
    let _ = p.take("in your/a/the battle area");
    Some(Some(filter))
}

/// A second kind of cards behind "and", with a number of its own.
pub(super) fn second(
    lex: &Words,
    p: &mut Parser<'_>,
    b: &mut Builder<Dbs>,
    listed: bool,
) -> Option<grammar::Noun<Dbs>> {
    let comma = p.mark(',');
    let and = p.take("and");
    // "1 A, 1 B, and 1 C": a comma alone only where more follow.
    (and || comma).then_some(())?;
    let noun = lex.phrase(p, b)?;
    let more = p.ahead(", and") || p.ahead("and") || p.ahead(",") || noun.among.is_some();
    (and || listed || more).then_some(())?;
    let counted =
        matches!(noun.count, Some(HowMany::Exactly(Amount::Fixed(_)) | HowMany::UpTo(Amount::Fixed(_))));
    (counted && (noun.filter != Filter::Any || noun.among.is_some())).then_some(noun)
}

pub(super) fn is_single(count: &HowMany<Dbs>) -> bool {
    matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)))
}
