//! Clauses that move cards or look at them: placing, returning, sending, adding, discarding, looking, revealing, shuffling.

use super::areas::this_from;
use super::clauses::{Steps, pronoun};
use super::nouns::{Words, amount, area_word, possessor};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar::{self, Lexicon};
use effects::text::{Builder, Parser};
use effects::{Among, Amount, Filter, HowMany, Select, Step, Target, Who};

/// Where something is put: "in your Drop Area", "to its owner's hand", "at the bottom of its owner's deck".
pub(super) fn destination(p: &mut Parser<'_>) -> Option<To> {
    p.attempt(|p| {
        let front = p.take("face-up") || p.take("face up");
        if p.ahead("face down on/at") {
            p.take("face down");
        }
        let bottom = if p.take("at/on/to the bottom of") {
            true
        } else if p.take("on/at/to the top of") || p.take("on top of") {
            false
        } else {
            p.take("in/into/to/on").then_some(())?;
            false
        };
        let _ = possessor(p);
        p.take("the");
        let area = area_word(p)?;
        let mut to = To { bottom, face_up: front, ..To::area(area) };
        loop {
            if p.take("in rest mode") {
                to.rest = true;
            } else if p.take("face up") || p.take("face-up") {
                to.face_up = true;
            } else if p.take("in any order") || p.take("face down") || p.take("in active mode") {
            } else {
                return Some(to);
            }
        }
    })
}

/// "3 cards from the top of your deck", "the top 3 cards of your deck".
pub(super) fn top_cards(p: &mut Parser<'_>) -> Option<(Who, Amount<Dbs>, bool)> {
    p.attempt(|p| {
        let up_to = p.take("up to");
        if p.take("the top") {
            let n = amount(p).unwrap_or(Amount::Fixed(1));
            p.take("card/cards of").then_some(())?;
            let who = grammar::whose(p)?;
            p.take("deck").then_some(())?;
            return Some((who, n, up_to));
        }
        let n = amount(p)?;
        p.take("card/cards from the top of").then_some(())?;
        let who = grammar::whose(p)?;
        p.take("deck").then_some(())?;
        Some((who, n, up_to))
    })
}

/// The slot for cards that go from the deck straight to another area, where what follows asks what they are.
pub(super) fn spoken_of(p: &Parser<'_>, b: &mut Builder<Dbs>) -> Option<effects::Slot> {
    let mut ahead = p.clone();
    let mut found = false;
    while !ahead.at_end() && !found {
        found = ahead.ahead("if that card")
            || ahead.ahead("if you placed")
            || ahead.ahead("if there was/were 1 or more")
            || by_then(&mut ahead.clone());
        ahead.bump();
    }
    found.then(|| {
        let slot = b.slot();
        b.moved = Some(Target::Slot(slot));
        slot
    })
}

/// "if the card placed in your Drop Area by this skill": what went there before.
fn by_then(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| {
        p.take("placed").then_some(())?;
        destination(p)?;
        super::clauses::by_this_skill(p).then_some(())
    })
    .is_some()
}

pub(super) fn place(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    // The rest of what was looked at.
    if p.take("the rest")
        || p.take("the other cards")
        || p.take("the remaining card/cards")
        || p.take("any other cards")
    {
        let slot = b.shown?;
        let _ = p.take("of them") || p.take("of the cards");
        if let Some(steps) = p.attempt_with(b, |p, b| either_end(p, b, slot)) {
            return Some(steps);
        }
        let to = destination(p)?;
        let in_order =
            Select { ordered: true, ..Select::new(Among::Slot(slot), left_in_deck(), HowMany::All) };
        if to.area == Area::Deck && !p.ahead("and shuffle") {
            let order = b.slot();
            return Some(vec![
                Step::Choose { who, slot: order, from: in_order },
                Step::Do(Verb::Move { what: Target::Slot(order), to }),
            ]);
        }
        let rest = Select::new(Among::Slot(slot), left_in_deck(), HowMany::All);
        return Some(vec![Step::Do(Verb::Move { what: Target::Each(Box::new(rest)), to })]);
    }
    // "place them on top of your deck in any order": all that was looked at, as who does it says.
    if let Some(to) = p.attempt(|p| {
        let all = Target::Slot(b.shown?);
        (p.take("them") || p.take("the revealed cards")).then_some(())?;
        let start = p.position();
        let to = destination(p).filter(|to| to.area == Area::Deck && b.it.as_ref() == Some(&all))?;
        p.passed_word(start, &["order"]).then_some(to)
    }) {
        let (slot, order) = (b.shown?, b.slot());
        let from = Select { ordered: true, ..Select::new(Among::Slot(slot), left_in_deck(), HowMany::All) };
        return Some(vec![
            Step::Choose { who, slot: order, from },
            Step::Do(Verb::Move { what: Target::Slot(order), to }),
        ]);
    }
    // "place it at the top or bottom of their deck".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let slot = b.shown.filter(|slot| b.it == Some(Target::Slot(*slot)))?;
        p.take("it/them").then_some(())?;
        either_end(p, b, slot)
    }) {
        return Some(steps);
    }
    // "put them back in any order": on top of the deck they came from.
    if p.take("them back in any order") {
        let slot = b.shown?;
        let order = b.slot();
        let from = Select { ordered: true, ..Select::new(Among::Slot(slot), left_in_deck(), HowMany::All) };
        let to = To::area(Area::Deck);
        return Some(vec![
            Step::Choose { who, slot: order, from },
            Step::Do(Verb::Move { what: Target::Slot(order), to }),
        ]);
    }
    if let Some((whose, n, up_to)) = top_cards(p) {
        // "under it", "under the chosen card".
        if let Some(under) = p.attempt_with(b, |p, b| {
            p.take("under").then_some(())?;
            if p.take("the chosen battle/unison? card") {
                return b.picked.clone().filter(|host| matches!(host, Target::Slot(_)));
            }
            if p.take("the card you played with/by/using this skill") {
                return b.moved.clone().filter(|host| matches!(host, Target::Slot(_)));
            }
            lex.host(p, b)
        }) {
            // "under a {X} in your Battle Area": chosen as it is done.
            let mut steps = Steps::new();
            let under = match under {
                Target::Each(select) => {
                    let slot = b.slot();
                    let from = Select { count: HowMany::Exactly(Amount::Fixed(1)), ..*select };
                    steps.push(Step::Choose { who, slot, from });
                    Target::Slot(slot)
                }
                host => host,
            };
            if let Target::Slot(_) = under {
                b.it = Some(under.clone());
            }
            let name = Step::Name { who, min: Amount::Fixed(0), max: n.clone() };
            let n = if up_to { Amount::Named } else { n };
            let tuck = Step::Do(Verb::TuckTop { who: whose, n, under });
            steps.extend(up_to.then_some(name));
            steps.push(tuck);
            return Some(steps);
        }
        if up_to {
            // DBS 5-1-4: up to so many is a number to name.
            let to = destination(p)?;
            let plain =
                !matches!(to.area, Area::Battle | Area::Leader | Area::Unison | Area::Combo | Area::ZDeck);
            plain.then_some(())?;
            let name = Step::Name { who, min: Amount::Fixed(0), max: n };
            let slot = spoken_of(p, b);
            return Some(vec![name, Step::Do(Verb::Mill { who: whose, n: Amount::Named, to, slot })]);
        }
        let to = destination(p)?;
        if matches!(to.area, Area::Battle | Area::Leader | Area::Unison | Area::Combo | Area::ZDeck) {
            return None;
        }
        let slot = spoken_of(p, b);
        return Some(vec![Step::Do(Verb::Mill { who: whose, n, to, slot })]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| down_to(p, b, true)) {
        return Some(steps);
    }
    // "place 1 card in your Drop Area from your life".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let count = grammar::how_many(p)?;
        p.take("card/cards").then_some(())?;
        let to = destination(p)?;
        movable(&to).then_some(())?;
        p.ahead("from").then_some(())?;
        let among = lex.place(p, b)?;
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        let from = Select::new(among, Filter::Any, count);
        Some(vec![Step::Choose { who, slot, from }, Step::Do(Verb::Move { what: Target::Slot(slot), to })])
    }) {
        return Some(steps);
    }
    // "place X in your Drop Area": what follows may be where X is, or where it goes.
    if let Some(steps) = p.attempt_with(b, |p, b| place_object(lex, p, b)) {
        return Some(steps);
    }
    lex.no_place.set(true);
    let steps = p.attempt_with(b, |p, b| place_object(lex, p, b));
    lex.no_place.set(false);
    steps
}

pub(super) fn place_object(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let before = b.it.clone();
    let named = p.ahead("the card in/from") || p.ahead("the battle/unison/extra card");
    if named && !b.picks.is_empty() {
        return p.want("which of the chosen cards are meant");
    }
    let mut object = lex.shown_object(p, b)?;
    // "under the chosen card", "under it": a card meant before what goes under it.
    if let Some(host) = p.attempt(|p| host_before(p, b, before.as_ref(), &object)) {
        if p.ahead("from") {
            super::clauses::said_late(lex, p, b, &mut object);
        }
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host.clone() }));
        b.it = Some(host);
        return Some(steps);
    }
    // "under 1 of your <X> cards", "under a {Y} in your Battle Area": chosen as it is done.
    if let Some((choice, host)) = p.attempt_with(b, |p, b| {
        p.take("under").then_some(())?;
        (!p.ahead("this card") && !p.ahead("your leader")).then_some(())?;
        p.take("a/an");
        let noun = lex.phrase(p, b)?;
        let one = matches!(noun.count, None | Some(HowMany::Exactly(Amount::Fixed(1))));
        let named = noun.filter != Filter::Any;
        (one && named).then_some(())?;
        let select = lex.selection(noun, b.actor, HowMany::Exactly(Amount::Fixed(1)));
        let select = Select { count: HowMany::Exactly(Amount::Fixed(1)), ..select };
        let in_play = matches!(&select.among, Among::Zones { zones, .. }
            if zones.iter().all(|zone| super::nouns::IN_PLAY.contains(zone)));
        in_play.then_some(())?;
        let slot = b.slot();
        Some((Step::Choose { who: b.actor, slot, from: select }, Target::Slot(slot)))
    }) {
        if object.is_this && p.ahead("from") {
            super::clauses::said_late(lex, p, b, &mut object);
        }
        let mut steps = object.steps;
        steps.push(choice);
        if object.is_this {
            // "place this card under 1 of your cards, …": what it lies under is spoken of from here on.
            b.it = Some(host.clone());
        }
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host }));
        return Some(steps);
    }
    if let Some(host) = p.attempt(|p| {
        p.take("under").then_some(())?;
        if p.take("this card") {
            return Some(Target::This);
        }
        if p.take("your leader card?") {
            return Some(Target::Test(Test::YourLeader));
        }
        if p.take("your opponent 's leader card?") {
            return Some(Target::Test(Test::OpponentsLeader));
        }
        if p.take("your unison card?") {
            return Some(Target::Test(Test::YourUnison));
        }
        None
    }) {
        if p.ahead("from") {
            super::clauses::said_late(lex, p, b, &mut object);
        }
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host }));
        return Some(steps);
    }
    // "put it into play".
    if p.take("into play") {
        let mut steps = object.steps;
        steps.push(super::clauses::plainly_played(object.target));
        return Some(steps);
    }
    // "add that card from their Warp to their hand": where it is by now goes without saying.
    if object.steps.is_empty() && !object.is_this && p.ahead("from") {
        super::clauses::said_late(lex, p, b, &mut object);
    }
    let to = destination(p)?;
    // "add up to 1 red card to your hand from your deck": where from, said last.
    if let [Step::Choose { from, .. }] = &mut object.steps[..] {
        let bare = matches!(&from.among, Among::Zones { zones, .. } if *zones == super::nouns::default_zones(&from.filter));
        if bare && p.ahead("from") {
            let kept = lex.no_place.replace(false);
            let place = p.attempt_with(b, |p, b| lex.place(p, b));
            lex.no_place.set(kept);
            if let Some(place) = place {
                from.among = place;
            }
        }
    } else if p.ahead("from") {
        super::clauses::said_late(lex, p, b, &mut object);
    }
    if matches!(object.target, Target::Test(Test::Declared | Test::DeclaredBattle)) {
        let instead = p.take("instead of playing it") || p.take("instead");
        return instead.then(|| vec![Step::Do(Verb::NegatePlay(to))]);
    }
    // DBS 17-2-2: an Extra Card is placed in the Battle Area, not played.
    if to.area == Area::Battle {
        let extra = |step: &Step<Dbs>| match step {
            Step::Choose { from, .. } => has_kind(&from.filter, KindWord::Extra) || names_extra(from),
            _ => false,
        };
        object.steps.iter().any(extra).then_some(())?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::PlaceExtra(object.target)));
        return Some(steps);
    }
    // The oldest wording: what is placed in the Combo Area is used in a combo (DBS 5-7-5-2).
    if to.area == Area::Combo && !matches!(object.target, Target::Each(_)) {
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Combo(object.target)));
        return Some(steps);
    }
    movable(&to).then_some(())?;
    b.moved = Some(object.target.clone());
    let mut steps = object.steps;
    let negated = p.attempt(|p| {
        p.take("with its/their skills negated").then_some(())?;
        super::gains::until(p)
    });
    (negated.is_none() || !matches!(object.target, Target::Each(_))).then_some(())?;
    steps.push(Step::Do(Verb::Move { what: object.target.clone(), to }));
    if let Some(until) = negated {
        let to = effects::Gainer::Cards(object.target);
        steps.push(Step::Gain { to, change: Change::Negate(Negate::All), until });
    }
    Some(steps)
}

/// "cards in their hand and places them in their Drop Area until they have 10 cards in hand": as many as are too many.
/// `placed`: the verb has been read.
pub(super) fn down_to(p: &mut Parser<'_>, b: &mut Builder<Dbs>, placed: bool) -> Option<Steps> {
    let start = p.position();
    p.take("cards in/from").then_some(())?;
    let whose = grammar::whose(p)?;
    let area = area_word(p)?;
    let mut left = p.attempt(|p| {
        p.take("until there are only").then_some(())?;
        let n = p.number()?;
        p.take("remaining").then_some(n)
    });
    let to = if placed {
        destination(p)?
    } else {
        (p.take(", and") || p.take("and")).then_some(())?;
        let verb =
            p.lookup(&[("place/places/send/sends", 0), ("discard/discards", 1), ("shuffle/shuffles", 2)])?;
        (p.take("them") || p.take("the chosen cards")).then_some(())?;
        match verb {
            1 => To::area(Area::Drop),
            _ => destination(p)?,
        }
    };
    left = left.or_else(|| {
        p.attempt(|p| {
            p.take("until they/you have").then_some(())?;
            let n = p.number()?;
            let said = match area {
                Area::Hand => p.take("cards in their/your? hand"),
                Area::Life => p.take("life left?"),
                _ => false,
            };
            said.then_some(n)
        })
    });
    let shuffled = p.passed_word(start, &["shuffle", "shuffles"]);
    movable(&to).then_some(())?;
    let among = Among::Zones { whose, zones: vec![area] };
    let there = Amount::Count(Box::new(Select::new(among.clone(), Filter::Any, HowMany::All)));
    let count = Amount::Plus(Box::new(there), Box::new(Amount::Fixed(-left?)));
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    let from = Select::new(among, Filter::Any, HowMany::Exactly(count));
    let mut steps = vec![
        Step::Choose { who: b.actor, slot, from },
        Step::Do(Verb::Move { what: Target::Slot(slot), to }),
    ];
    if shuffled {
        steps.push(Step::Do(Verb::Shuffle { who: whose, area: Area::Deck }));
    }
    Some(steps)
}

/// Where cards can simply be put. DBS 3-12-2-1: into a Z-Deck face up.
fn movable(to: &To) -> bool {
    match to.area {
        Area::Battle | Area::Leader | Area::Unison | Area::Combo => false,
        Area::ZDeck => to.face_up,
        _ => true,
    }
}

/// "under it", "under the chosen card", "under the played card": the card meant before the one that goes under it.
fn host_before(
    p: &mut Parser<'_>,
    b: &Builder<Dbs>,
    before: Option<&Target<Dbs>>,
    object: &super::clauses::Object,
) -> Option<Target<Dbs>> {
    p.take("under").then_some(())?;
    let apart =
        |host: &Target<Dbs>| *host != object.target && !matches!(host, Target::Several(_) | Target::Each(_));
    let host = if p.ahead("the first/second/third/fourth/fifth chosen") {
        super::clauses::said_before(p, b)
    } else if p.take("the chosen battle/unison? card") {
        b.picked.clone().filter(apart).or_else(|| before.cloned().filter(apart))
    } else if p.take("the played battle/unison? card") {
        b.moved.clone().filter(apart).or_else(|| before.cloned().filter(apart))
    } else if p.take("that battle? card") || p.take("it") {
        before.cloned().filter(apart)
    } else if p.take("the card you played with/by/using this skill") {
        b.moved.clone().filter(apart)
    } else {
        None
    };
    host.filter(|host| matches!(host, Target::Slot(_) | Target::This | Target::Subject))
}

/// "on the top or bottom of your deck in any order": the player says which.
fn either_end(p: &mut Parser<'_>, b: &mut Builder<Dbs>, shown: effects::Slot) -> Option<Steps> {
    p.take("on/at/to the top or bottom of").then_some(())?;
    possessor(p)?;
    p.take("deck").then_some(())?;
    p.take("in any order");
    let option = |b: &mut Builder<Dbs>, bottom: bool| {
        let order = b.slot();
        let from = Select { ordered: true, ..Select::new(Among::Slot(shown), left_in_deck(), HowMany::All) };
        let to = To { bottom, ..To::area(Area::Deck) };
        vec![
            Step::Choose { who: b.actor, slot: order, from },
            Step::Do(Verb::Move { what: Target::Slot(order), to }),
        ]
    };
    let options =
        [false, true].map(|bottom| (if bottom { "bottom" } else { "top" }.to_string(), option(b, bottom)));
    Some(vec![Step::OneOf { who: b.actor, pick: 1, options: options.to_vec() }])
}

/// Whether cards are meant by their names and come from where only Extra Cards are placed in the Battle Area from.
fn names_extra(from: &Select<Dbs>) -> bool {
    let named = match &from.filter {
        Filter::Name(_) => true,
        Filter::Either(any) => any.iter().all(|one| matches!(one, Filter::Name(_))),
        _ => false,
    };
    named
        && matches!(&from.among, Among::Zones { zones, .. } if zones[..] == [Area::ZDeck] || zones[..] == [Area::Drop])
}

fn has_kind(filter: &Filter<Dbs>, kind: KindWord) -> bool {
    match filter {
        Filter::Kind(one) => *one == kind,
        Filter::All(all) => all.iter().any(|one| has_kind(one, kind)),
        _ => false,
    }
}

/// Cards looked at that have not gone anywhere.
pub(super) fn left_in_deck() -> Filter<Dbs> {
    Filter::Test(Test::InArea(Area::Deck))
}

pub(super) fn add(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    if let Some(n) = p.attempt(|p| {
        p.take("cards from your life to your hand until you have").then_some(())?;
        let n = p.number()?;
        p.take("life left?").then_some(n)
    }) {
        let more = Amount::Plus(Box::new(Amount::Game(Count::Life(Who::You))), Box::new(Amount::Fixed(-n)));
        let life = Among::Zones { whose: Who::You, zones: vec![Area::Life] };
        let slot = b.slot();
        let from = Select::new(life, Filter::Any, HowMany::Exactly(more));
        return Some(vec![
            Step::Choose { who, slot, from },
            Step::Do(Verb::Move { what: Target::Slot(slot), to: To::area(Area::Hand) }),
        ]);
    }
    // "add 1 card to your energy from the top of your deck".
    if let Some((n, to)) = p.attempt(|p| {
        let n = amount(p)?;
        p.take("card/cards").then_some(())?;
        let to = destination(p)?;
        p.take("from the top of your deck").then_some((n, to))
    }) {
        let plain = matches!(to.area, Area::Energy | Area::Hand | Area::Drop | Area::ZEnergy | Area::Life);
        return plain.then(|| vec![Step::Do(Verb::Mill { who: Who::You, n, to, slot: None })]);
    }
    // "add 1 to its energy cost for the turn".
    if let Some(steps) = p.attempt(|p| {
        let n = p.number()?;
        p.take("to its energy cost").then_some(())?;
        let until = super::gains::until(p).or(b.until)?;
        let to = effects::Gainer::Cards(b.it.clone().filter(|it| matches!(it, Target::Slot(_)))?);
        Some(vec![Step::Gain { to, change: Change::Cost(Amount::Fixed(n)), until }])
    }) {
        return Some(steps);
    }
    // The oldest wording: "add +10000 to this card's Combo for the turn".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let n = p.signed()?;
        p.take("to this card 's combo power?").then_some(())?;
        let until = super::gains::until(p).or(b.until)?;
        let change = Change::ComboPower(Amount::Fixed(n));
        Some(vec![Step::Gain { to: effects::Gainer::Cards(Target::This), change, until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let n = if p.take("a") { 1 } else { p.number()? };
        p.take("marker/markers to").then_some(())?;
        let object = lex.object(p, b, who)?;
        let n = super::gains::per_each(lex, p, b, n).unwrap_or(Amount::Fixed(n));
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Markers { what: object.target, n }));
        Some(steps)
    }) {
        return Some(steps);
    }
    place(lex, p, b)
}

pub(super) fn discard(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    let to = To::area(Area::Drop);
    if p.ahead("1/2 card/cards from your hands") {
        // Both players do that, not the one who was spoken of last.
        return p.want("who discards");
    }
    // "discard this card and 1 red card from your hand".
    if let Some(object) = p.attempt_with(b, |p, b| {
        let object = super::beside::with_this(lex, p, b)?;
        let hand = |step: &Step<Dbs>| match step {
            Step::Choose { from, .. } => {
                matches!(&from.among, Among::Zones { zones, .. } if zones[..] == [Area::Hand])
            }
            _ => true,
        };
        object.steps.iter().all(hand).then_some(object)
    }) {
        let mut steps = object.steps;
        if !steps.contains(&this_from(Area::Hand)) {
            steps.insert(0, this_from(Area::Hand));
        }
        steps.push(Step::Do(Verb::Move { what: object.target, to }));
        return Some(steps);
    }
    if p.take("this card from your hand") || p.take("this card") {
        b.it = Some(Target::This);
        return Some(vec![this_from(Area::Hand), Step::Do(Verb::Move { what: Target::This, to })]);
    }
    if let Some(target) = pronoun(p, b) {
        p.take("from your/their hand");
        b.moved = Some(target.clone());
        return Some(vec![Step::Do(Verb::Move { what: target, to })]);
    }
    // "discard the rest": of a hand of which some were chosen.
    if p.take("the rest") {
        let Some(Target::Slot(kept)) = b.it else { return None };
        let hand = Among::Zones { whose: who, zones: vec![Area::Hand] };
        let rest = Select::new(hand, Filter::Bound(kept).negate(), HowMany::All);
        return Some(vec![Step::Do(Verb::Move { what: Target::Each(Box::new(rest)), to })]);
    }
    let noun = lex.phrase(p, b)?;
    let random = p.take("at random from their/your hand") || p.take("at random");
    let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
    let whose = noun.whose.unwrap_or(who);
    let among = match noun.among {
        Some(Among::Zones { whose: place, zones }) if zones == [Area::Hand] => {
            // "their hand" is the actor's own.
            let whose = if place == Who::Opponent { Who::Opponent } else { who };
            Among::Zones { whose, zones }
        }
        None => Among::Zones { whose, zones: vec![Area::Hand] },
        _ => return None,
    };
    let slot = b.slot();
    b.it = Some(Target::Slot(slot));
    b.moved = Some(Target::Slot(slot));
    if is_one(&count) {
        b.single = Some(slot);
    }
    let from = Select { random, ..Select::new(among, noun.filter, count) };
    Some(vec![Step::Choose { who, slot, from }, Step::Do(Verb::Move { what: Target::Slot(slot), to })])
}

fn is_one(count: &HowMany<Dbs>) -> bool {
    matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)))
}

pub(super) fn shuffle(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "shuffle 2 cards from your hand into your deck".
    if let Some(steps) = p.attempt_with(b, |p, b| {
        let object = lex.shown_object(p, b)?;
        p.take("into").then_some(())?;
        let who = match possessor(p)? {
            Who::You => Who::You,
            Who::Opponent if b.actor == Who::Opponent => Who::Opponent,
            // "shuffle 1 card from your opponent's Drop Area into their deck".
            Who::Opponent => {
                let theirs = |step: &Step<Dbs>| {
                    matches!(step, Step::Choose { from, .. }
                        if matches!(from.among, Among::Zones { whose: Who::Opponent, .. }))
                };
                (!object.steps.is_empty() && object.steps.iter().all(theirs)).then_some(Who::Opponent)?
            }
            _ => return None,
        };
        p.take("deck/decks").then_some(())?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Move { what: object.target, to: To::area(Area::Deck) }));
        steps.push(Step::Do(Verb::Shuffle { who, area: Area::Deck }));
        Some(steps)
    }) {
        return Some(steps);
    }
    // "shuffle any areas you looked through with this skill".
    if p.take("any areas you looked through") {
        let _ = super::clauses::by_this_skill(p);
        let both = [Area::Deck, Area::Life].map(|area| Step::Do(Verb::Shuffle { who: b.actor, area }));
        return Some(both.to_vec());
    }
    if let (Some(Among::Zones { whose, zones }), true) = (b.place.clone(), p.ahead("it")) {
        p.take("it");
        // Another place that was chosen is not shuffled.
        let [area @ (Area::Deck | Area::Life)] = zones[..] else { return Some(Vec::new()) };
        return Some(vec![Step::Do(Verb::Shuffle { who: whose, area })]);
    }
    let who = grammar::whose(p).unwrap_or(b.actor);
    let area = if p.take("deck") {
        Area::Deck
    } else if p.take("life") {
        Area::Life
    } else {
        return None;
    };
    // A choice from the deck shows the deck: it was looked through.
    p.take("if you looked through it");
    let mut steps = vec![Step::Do(Verb::Shuffle { who, area })];
    // DBS 5-11-2-2: each by itself.
    if area == Area::Deck && p.take("and your/their? life") {
        steps.push(Step::Do(Verb::Shuffle { who, area: Area::Life }));
    }
    Some(steps)
}

pub(super) fn look(_: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "look through your deck and your life": what is chosen then is chosen there, and shown as it is.
    if let Some(zones) = p.attempt(|p| {
        p.take("at/through your deck").then_some(())?;
        let life = p.take("and your? life");
        (life || p.behind("through your deck") || p.ahead(",")).then_some(())?;
        Some(if life { vec![Area::Deck, Area::Life] } else { vec![Area::Deck] })
    }) {
        b.place = Some(Among::Zones { whose: Who::You, zones });
        return Some(Vec::new());
    }
    p.take("at").then_some(())?;
    let who = b.actor;
    if let Some(whose) = p.attempt(|p| {
        if p.take("the bottom card of") {
            let whose = grammar::whose(p)?;
            return p.take("deck").then_some(whose);
        }
        p.take("up to 1 card from the bottom of").then_some(())?;
        let whose = grammar::whose(p)?;
        p.take("deck").then_some(whose)
    }) {
        let slot = b.slot();
        (b.shown, b.it, b.single) = (Some(slot), Some(Target::Slot(slot)), Some(slot));
        return Some(vec![Step::Do(Verb::LookBottom { who, whose, slot })]);
    }
    if let Some((whose, area)) = p.attempt(|p| {
        let whose = grammar::whose(p)?;
        let area = area_word(p)?;
        matches!(area, Area::Hand | Area::Life).then_some((whose, area))
    }) {
        b.place = Some(Among::Zones { whose, zones: vec![area] });
        return Some(vec![Step::Do(Verb::LookAt { who, whose, area })]);
    }
    let (whose, n, up_to) = top_cards(p)?;
    let slot = b.slot();
    b.shown = Some(slot);
    b.it = Some(Target::Slot(slot));
    // DBS 5-1-4: up to so many is a number to name.
    if up_to {
        let name = Step::Name { who, min: Amount::Fixed(0), max: n };
        return Some(vec![name, Step::Do(Verb::Look { who, whose, n: Amount::Named, slot })]);
    }
    Some(vec![Step::Do(Verb::Look { who, whose, n, slot })])
}

pub(super) fn reveal(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    // "your opponent reveals their hand": what is chosen "from it" then is chosen there.
    if b.actor == Who::Opponent && p.take("their hand") {
        b.place = Some(Among::Zones { whose: Who::Opponent, zones: vec![Area::Hand] });
        return Some(vec![Step::Do(Verb::LookAt { who: Who::You, whose: Who::Opponent, area: Area::Hand })]);
    }
    // DBS 20-11-1: one's own hand, to the other player.
    if b.actor == Who::You
        && p.attempt(|p| (p.take("your hand") && !p.ahead("and/or")).then_some(())).is_some()
    {
        return Some(vec![Step::Do(Verb::LookAt { who: Who::Opponent, whose: Who::You, area: Area::Hand })]);
    }
    if let Some((whose, n, up_to)) = top_cards(p) {
        let slot = b.slot();
        b.shown = Some(slot);
        b.it = Some(Target::Slot(slot));
        if up_to {
            let name = Step::Name { who: b.actor, min: Amount::Fixed(0), max: n };
            return Some(vec![name, Step::Do(Verb::RevealTop { whose, n: Amount::Named, slot })]);
        }
        return Some(vec![Step::Do(Verb::RevealTop { whose, n, slot })]);
    }
    let object = lex.object(p, b, b.actor)?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Reveal(object.target)));
    Some(steps)
}
