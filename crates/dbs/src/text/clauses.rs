//! Actions: one clause of a skill's effect at a time, and the sentences of [Permanent] skills.

use super::headers::this_from;
use super::nouns::{IN_PLAY, Words, amount, area_word, default_zones, keyword_group, possessor};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser, Tok};
use effects::{Among, Amount, Filter, Gainer, HowMany, Select, Step, Target, Who};

type Steps = Vec<Step<Dbs>>;

/// "for the turn", "for the duration of the battle", "until the end of your opponent's turn".
pub fn until(p: &mut Parser<'_>) -> Option<Until> {
    p.lookup(&[
        ("for the duration of the/this turn", Until::Turn),
        ("for the/this turn", Until::Turn),
        ("during this/the turn", Until::Turn),
        ("this turn", Until::Turn),
        ("until the end of the/this? turn", Until::Turn),
        ("for the duration of the/this battle", Until::Battle),
        ("for the/this battle", Until::Battle),
        ("during this/the battle", Until::Battle),
        ("until the end of your opponent 's next? turn", Until::OpponentsTurnEnd),
        ("until the end of your next turn", Until::YourNextTurnEnd),
        ("until the start/beginning of your opponent 's next? turn", Until::OpponentsTurnStart),
        ("until the start/beginning of your next turn", Until::YourNextTurnStart),
        ("for the main phase", Until::MainPhase),
        ("for the game", Until::Game),
    ])
}

/// What an action is done to: steps that choose it, if any, and the target.
struct Object {
    steps: Steps,
    target: Target<Dbs>,
    /// The card itself.
    is_this: bool,
}

impl Object {
    fn plain(target: Target<Dbs>) -> Object {
        Object { steps: Vec::new(), is_this: target == Target::This, target }
    }
}

/// "it", "them", "that card": what was meant last.
fn pronoun(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Target<Dbs>> {
    p.attempt(|p| {
        if p.take("it/them/they")
            || p.take("that battle? card")
            || p.take("those battle? cards")
            || p.take("the chosen battle? card/cards")
            || p.take("that leader/unison card?")
            || p.take("the played card")
        {
            return b.it.clone();
        }
        None
    })
}

impl Words {
    fn who(&self) -> Who {
        self.actor.get()
    }

    /// The object of an action. `whose`: whose cards a phrase without an owner means.
    fn object(&self, p: &mut Parser<'_>, b: &mut Builder<Dbs>, whose: Who) -> Option<Object> {
        if let Some(target) = pronoun(p, b) {
            return Some(Object::plain(target));
        }
        if p.take("the attacking card")
            || p.take("the attacking battle card")
            || p.take("your attacking card")
        {
            return Some(Object::plain(Target::Test(Test::Attacker)));
        }
        if p.take("the guard card") {
            return Some(Object::plain(Target::Test(Test::Guard)));
        }
        if let Some(object) = p.attempt(|p| {
            p.take("this card").then_some(())?;
            let area = p.attempt(|p| {
                p.take("in/from").then_some(())?;
                p.take("your/the");
                area_word(p)
            });
            let mut object = Object::plain(Target::This);
            if let Some(area) = area {
                object.steps.push(this_from(area));
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
        p.attempt(|p| {
            let noun = grammar::noun_phrase(self, p, b)?;
            let bare = noun.whose.is_none() && noun.among.is_none();
            let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let ranged = matches!(noun.filter, Filter::Any) && bare;
            if ranged {
                return None;
            }
            let select = self.selection(noun, whose, count);
            Some(self.chosen(select, b))
        })
    }

    /// Choosing what a selection means; everything of it needs no choice.
    fn chosen(&self, select: Select<Dbs>, b: &mut Builder<Dbs>) -> Object {
        if select.count == HowMany::All {
            let target = Target::Each(Box::new(select));
            return Object { steps: Vec::new(), target, is_this: false };
        }
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        let steps = vec![Step::Choose { who: self.who(), slot, from: select }];
        Object { steps, target: Target::Slot(slot), is_this: false }
    }
}

/// Where something is put: "in your Drop Area", "to its owner's hand", "at the bottom of its owner's deck".
fn destination(p: &mut Parser<'_>) -> Option<To> {
    p.attempt(|p| {
        let bottom = if p.take("at/on/to the bottom of") {
            true
        } else if p.take("on/at the top of") || p.take("on top of") {
            false
        } else {
            p.take("in/into/to/on").then_some(())?;
            false
        };
        let _ = possessor(p);
        p.take("the");
        let area = area_word(p)?;
        let mut to = To { bottom, ..To::area(area) };
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
fn top_cards(p: &mut Parser<'_>) -> Option<(Who, Amount<Dbs>, bool)> {
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

/// A verb in the form its subject wants: "draw", "draws".
fn verb(p: &mut Parser<'_>, word: &str) -> bool {
    let third = if word.ends_with("ch") || word.ends_with('s') {
        format!("{word}/{word}es")
    } else {
        format!("{word}/{word}s")
    };
    p.take(&third)
}

/// One clause.
pub fn clause(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let saved = lex.actor.get();
    let steps = p.attempt(|p| {
        if p.attempt(|p| (p.take("your opponent") && !p.ahead("'s")).then_some(())).is_some() {
            lex.actor.set(Who::Opponent);
            p.take("must/may?");
        } else if p
            .attempt(|p| (p.take("you") && !p.ahead("may") && !p.ahead("can't")).then_some(()))
            .is_some()
        {
            lex.actor.set(Who::You);
        }
        action(lex, p, b)
    });
    lex.actor.set(saved);
    steps
}

fn action(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = lex.who();
    type Read = fn(&Words, &mut Parser<'_>, &mut Builder<Dbs>) -> Option<Steps>;
    const ACTIONS: [(&str, Read); 18] = [
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
    ];
    for (word, read) in ACTIONS {
        if let Some(steps) = p.attempt(|p| if verb(p, word) { read(lex, p, b) } else { None }) {
            return Some(steps);
        }
    }
    let _ = who;
    if let Some(steps) = p.attempt(|p| if verb(p, "negate") { negate(lex, p, b) } else { None }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt(|p| if p.take("reduce") { reduce(lex, p, b) } else { None }) {
        return Some(steps);
    }
    if p.take("win/wins the game") {
        return Some(vec![Step::Do(Verb::Win(who))]);
    }
    if p.take("inflict/inflicts") {
        return deal(lex, p, b);
    }
    if let Some(steps) = p.attempt(|p| {
        (p.take("it") || p.take("that card")).then_some(())?;
        p.take("is placed/returned/sent").then_some(())?;
        let to = destination(p)?;
        p.take("instead of being played").then_some(())?;
        Some(vec![Step::Do(Verb::NegatePlay(to))])
    }) {
        return Some(steps);
    }
    gains(lex, p, b)
}

fn draw(lex: &Words, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Steps> {
    let who = lex.who();
    let up_to = p.take("up to");
    let n = if p.take("a") { Amount::Fixed(1) } else { amount(p)? };
    p.take("card/cards").then_some(())?;
    // DBS 5-1-4: up to so many is a number to name.
    if up_to {
        let name = Step::Name { who, min: Amount::Fixed(0), max: n };
        return Some(vec![name, Step::Do(Verb::Draw { who, n: Amount::Named })]);
    }
    Some(vec![Step::Do(Verb::Draw { who, n })])
}

fn choose(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if p.take("one") {
        return modes(lex, p, b, 1);
    }
    // "choose this card or 1 of your Battle Cards" is a choice among both.
    let who = lex.who();
    let own = who;
    if let Some(steps) = p.attempt(|p| {
        p.take("this card or 1 of").then_some(())?;
        let select = lex.select(p, b, own, HowMany::Exactly(Amount::Fixed(1)))?;
        let mut zones = default_zones(&select.filter);
        for zone in IN_PLAY {
            if !zones.contains(&zone) {
                zones.push(zone);
            }
        }
        let filter = Filter::Either(vec![Filter::This, select.filter]);
        let from =
            Select::new(Among::Zones { whose: Who::You, zones }, filter, HowMany::Exactly(Amount::Fixed(1)));
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        Some(vec![Step::Choose { who, slot, from }])
    }) {
        return Some(steps);
    }
    let slot = b.slot();
    let all = p.attempt(|p| {
        p.take("all of?").then_some(())?;
        lex.select(p, b, Who::Both, HowMany::All)
    });
    let from = match all {
        Some(from) => Select { count: HowMany::All, ..from },
        None => {
            let noun = grammar::noun_phrase(lex, p, b)?;
            let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let whose = if noun.whose.is_none() && noun.among.is_none() { Who::Both } else { who };
            lex.selection(noun, whose, count)
        }
    };
    ignoring_barrier(p);
    b.it = Some(Target::Slot(slot));
    Some(vec![Step::Choose { who, slot, from }])
}

/// "ignoring [Barrier]": noted for the whole skill by its header.
fn ignoring_barrier(p: &mut Parser<'_>) {
    p.attempt(|p| {
        p.mark(',');
        p.take("ignoring").then_some(())?;
        let keyword = keyword_group(p)?;
        (keyword == Keyword::Barrier).then_some(())
    });
}

fn modes(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, pick: u8) -> Option<Steps> {
    let _ = p.mark('-') || p.mark('?') || p.mark(':') || p.take("of the following");
    let mut options = Vec::new();
    while p.mark('・') {
        let start = p.position();
        let mut steps = Vec::new();
        while !p.at_end() && p.peek() != Some(&Tok::Mark('・')) {
            steps.extend(grammar::sentence(lex, p, b)?);
            if !(p.at_end() || p.mark('.') || p.peek() == Some(&Tok::Mark('・'))) {
                return p.want("the end of the option");
            }
        }
        let span = p.span_from(start);
        options.push((format!("option {}", options.len() + 1), steps));
        let _ = span;
    }
    if options.len() < 2 {
        return p.want("options to choose from");
    }
    Some(vec![Step::OneOf { who: lex.who(), pick, options }])
}

fn ko(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let object = lex.object(p, b, Who::Both)?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Ko(object.target)));
    Some(steps)
}

fn place(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = lex.who();
    // The rest of what was looked at.
    if p.take("the rest") || p.take("the other cards") || p.take("the remaining cards") {
        let slot = lex.looked.get()?;
        p.take("of them");
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
    if let Some((whose, n, up_to)) = top_cards(p) {
        if up_to {
            return None;
        }
        let to = destination(p)?;
        return Some(vec![Step::Do(Verb::Mill { who: whose, n, to })]);
    }
    let object = lex.object(p, b, who)?;
    if let Some(host) = p.attempt(|p| {
        p.take("under").then_some(())?;
        if p.take("this card") {
            return Some(Target::This);
        }
        if p.take("your leader card?") {
            return Some(Target::Test(Test::YourLeader));
        }
        None
    }) {
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Tuck { what: object.target, under: host }));
        return Some(steps);
    }
    let to = destination(p)?;
    if matches!(to.area, Area::Battle | Area::Leader | Area::Unison | Area::Combo | Area::ZDeck) {
        return None;
    }
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Move { what: object.target, to }));
    Some(steps)
}

/// Cards looked at that have not gone anywhere.
fn left_in_deck() -> Filter<Dbs> {
    Filter::Test(Test::InArea(Area::Deck))
}

fn add(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = lex.who();
    if let Some(steps) = p.attempt(|p| {
        let n = if p.take("a") { 1 } else { p.number()? };
        p.take("marker/markers to").then_some(())?;
        let object = lex.object(p, b, who)?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Markers { what: object.target, n: Amount::Fixed(n) }));
        Some(steps)
    }) {
        return Some(steps);
    }
    place(lex, p, b)
}

fn switch(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let object = lex.object(p, b, lex.who())?;
    p.take("from active mode");
    p.take("from rest mode");
    let rest = if p.take("to rest mode") {
        true
    } else if p.take("to active mode") {
        false
    } else {
        return p.want("to Active Mode or to Rest Mode");
    };
    let mut steps = object.steps;
    steps.push(Step::Do(if rest { Verb::Rest(object.target) } else { Verb::Ready(object.target) }));
    Some(steps)
}

fn play(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let object = lex.object(p, b, lex.who())?;
    let mut rest = false;
    let mut opponents = false;
    let mut markers = None;
    let mut negated = None;
    loop {
        if p.take("in rest mode") {
            rest = true;
        } else if p.take("in active mode")
            || p.take("without paying its energy cost")
            || p.take("in your battle area")
        {
        } else if p.take("in/to your opponent 's battle area") {
            opponents = true;
        } else if let Some(n) = p.attempt(|p| {
            p.take("with").then_some(())?;
            let n = p.number()?;
            p.take("marker/markers on? it?").then_some(n)
        }) {
            markers = Some(Amount::Fixed(n));
        } else if let Some(what) = p.attempt(|p| {
            p.take("with its/their").then_some(())?;
            let what = if p.take("keyword skills negated") {
                Negate::Keywords
            } else if p.take("non-keyword skills negated") {
                Negate::NonKeywords
            } else if p.take("skills negated") {
                Negate::All
            } else {
                return None;
            };
            Some((what, until(p)?))
        }) {
            negated = Some(what);
        } else {
            break;
        }
    }
    let mut steps = object.steps;
    let target = object.target.clone();
    steps.push(Step::Do(Verb::Play {
        what: object.target,
        rest,
        active: false,
        opponents,
        markers,
        on: None,
        evolves: false,
    }));
    if let Some((what, until)) = negated {
        steps.push(Step::Gain { to: Gainer::Cards(target), change: Change::Negate(what), until });
    }
    Some(steps)
}

fn discard(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = lex.who();
    let to = To::area(Area::Drop);
    if let Some(target) = pronoun(p, b) {
        return Some(vec![Step::Do(Verb::Move { what: target, to })]);
    }
    let noun = grammar::noun_phrase(lex, p, b)?;
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
    let from = Select::new(among, noun.filter, count);
    Some(vec![Step::Choose { who, slot, from }, Step::Do(Verb::Move { what: Target::Slot(slot), to })])
}

fn shuffle(lex: &Words, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Steps> {
    let who = grammar::whose(p).unwrap_or(lex.who());
    let area = if p.take("deck") {
        Area::Deck
    } else if p.take("life") {
        Area::Life
    } else {
        return None;
    };
    // Where the deck was not looked through there is nothing to hide; the shuffle does no harm.
    Some(vec![Step::Do(Verb::Shuffle { who, area })])
}

fn look(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("at").then_some(())?;
    let who = lex.who();
    if let Some(steps) = p.attempt(|p| {
        let whose = grammar::whose(p)?;
        let area = area_word(p)?;
        matches!(area, Area::Hand | Area::Life).then_some(vec![Step::Do(Verb::LookAt { who, whose, area })])
    }) {
        return Some(steps);
    }
    let (whose, n, _) = top_cards(p)?;
    let slot = b.slot();
    lex.looked.set(Some(slot));
    b.it = Some(Target::Slot(slot));
    Some(vec![Step::Do(Verb::Look { who, whose, n, slot })])
}

fn reveal(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if let Some((whose, n, _)) = top_cards(p) {
        let slot = b.slot();
        lex.looked.set(Some(slot));
        b.it = Some(Target::Slot(slot));
        return Some(vec![Step::Do(Verb::RevealTop { whose, n, slot })]);
    }
    let object = lex.object(p, b, lex.who())?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Reveal(object.target)));
    Some(steps)
}

fn deal(_: &Words, p: &mut Parser<'_>, _: &mut Builder<Dbs>) -> Option<Steps> {
    let n = amount(p)?;
    p.take("damage to").then_some(())?;
    let who = if p.take("your opponent 's life") || p.take("your opponent") {
        Who::Opponent
    } else if p.take("you/yourself") || p.take("your life") {
        Who::You
    } else {
        return None;
    };
    Some(vec![Step::Do(Verb::Damage { who, n })])
}

fn flip(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if p.take("this card over") || p.take("over this card") || p.take("this card onto its back") {
        return Some(vec![Step::Do(Verb::Flip(Target::This))]);
    }
    let object = lex.object(p, b, lex.who())?;
    let face_up = if p.take("face up") || p.take("face-up") {
        true
    } else if p.take("face down") || p.take("face-down") {
        false
    } else {
        return None;
    };
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Turn { what: object.target, face_up }));
    Some(steps)
}

fn combo(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let object = lex.object(p, b, lex.who())?;
    p.take("in a combo").then_some(())?;
    let mut steps = object.steps;
    let negated = p.attempt(|p| {
        p.take("with its/their skills negated").then_some(())?;
        until(p)
    });
    if let Some(until) = negated {
        // The skills are negated before they could trigger.
        steps.push(Step::Gain {
            to: Gainer::Cards(object.target.clone()),
            change: Change::Negate(Negate::All),
            until,
        });
        return None;
    }
    steps.push(Step::Do(Verb::Combo(object.target)));
    Some(steps)
}

fn remove(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if let Some(steps) = p.attempt(|p| {
        let n = if p.take("a") { 1 } else { p.number()? };
        p.take("marker/markers from").then_some(())?;
        let object = lex.object(p, b, lex.who())?;
        let mut steps = object.steps;
        steps.push(Step::Do(Verb::Markers { what: object.target, n: Amount::Fixed(-n) }));
        Some(steps)
    }) {
        return Some(steps);
    }
    let object = lex.object(p, b, lex.who())?;
    p.take("from the game").then_some(())?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Move { what: object.target, to: To::area(Area::Removed) }));
    Some(steps)
}

fn negate(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    if p.take("the/that attack") {
        return Some(vec![Step::Do(Verb::NegateAttack)]);
    }
    if let Some(steps) = p.attempt(|p| {
        p.take("the/that").then_some(())?;
        p.take("activated");
        let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
        if words.starts_with("counter") {
            p.take("skill");
            return Some(vec![Step::Do(Verb::NegateCounter)]);
        }
        if words == "blocker" {
            p.take("skill");
            return Some(vec![Step::Do(Verb::NegateBlocker)]);
        }
        None
    }) {
        return Some(steps);
    }
    if let Some(until) = p.attempt(|p| {
        p.take("this skill").then_some(())?;
        until(p)
    }) {
        let to = Gainer::Cards(Target::This);
        return Some(vec![Step::Gain { to, change: Change::Negate(Negate::This), until }]);
    }
    // "negate its skills for the turn".
    let target = if p.take("its/their") {
        b.it.clone()?
    } else {
        return None;
    };
    let what = if p.take("keyword skills") {
        Negate::Keywords
    } else if p.take("non-keyword skills") {
        Negate::NonKeywords
    } else if p.take("skills") {
        Negate::All
    } else {
        return None;
    };
    let until = until(p).or(b.until)?;
    let _ = lex;
    Some(vec![Step::Gain { to: Gainer::Cards(target), change: Change::Negate(what), until }])
}

fn reduce(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.take("the energy cost/costs of").then_some(())?;
    let object = lex.object(p, b, Who::You)?;
    p.take("by").then_some(())?;
    let n = p.number()?;
    let until = until(p).or(b.until)?;
    let to = Gainer::Cards(object.target);
    let mut steps = object.steps;
    steps.push(Step::Gain { to, change: Change::Cost(Amount::Fixed(-n)), until });
    Some(steps)
}

/// "gets +5000 power and [Double Strike]": one or several changes.
fn changes(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Vec<Change>> {
    let mut found = Vec::new();
    loop {
        let change = p.attempt(|p| {
            if let Some(n) = p.signed() {
                if p.take("power") {
                    let each = per_each(lex, p, b, n);
                    return Some(Change::Power(each.unwrap_or(Amount::Fixed(n))));
                }
                if p.take("combo power") {
                    return Some(Change::ComboPower(Amount::Fixed(n)));
                }
                return None;
            }
            let keyword = keyword_group(p)?;
            p.take("skill");
            Some(Change::Keyword(keyword))
        });
        match change {
            Some(change) => found.push(change),
            None if found.is_empty() => return p.want("a change of power or a keyword skill"),
            None => return None,
        }
        let more = p.attempt(|p| {
            let joined =
                p.take(", and") || p.take("and") || p.mark(',') || p.peek_group(Bracket::Square).is_some();
            let change = p.peek_group(Bracket::Square).is_some() || p.ahead("+") || p.ahead("-");
            (joined && change).then_some(())
        });
        if more.is_none() {
            return Some(found);
        }
    }
}

/// "for each card in your Drop Area", "for every 2 …".
fn per_each(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>, each: i32) -> Option<Amount<Dbs>> {
    p.attempt(|p| {
        p.take("for each/every").then_some(())?;
        let per = p.number().unwrap_or(1);
        p.take("of");
        let select = lex.select(p, b, Who::You, HowMany::All)?;
        let select = Select { count: HowMany::All, ..select };
        Some(Amount::PerEach { each, per, of: Box::new(Amount::Count(Box::new(select))) })
    })
}

/// "it gets +5000 power for the turn", "all of your Battle Cards gain [Blocker] …", "it can't attack for the turn".
fn gains(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.attempt(|p| {
        let object = lex.object(p, b, Who::Both)?;
        let mut steps = object.steps;
        let found = if p.take("gets/get/gains/gain") {
            changes(lex, p, b)?
        } else if let Some(cannot) = cannot(p) {
            vec![Change::Cannot(cannot)]
        } else if p.take("can attack battle cards in active mode") {
            vec![Change::CanAttackActive]
        } else {
            return p.want("gets, gains or can't");
        };
        let until = until(p).or(b.until);
        let Some(until) = until else { return p.want("how long it lasts") };
        let to = match &object.target {
            Target::Each(select) => Gainer::Whatever((**select).clone()),
            target => Gainer::Cards(target.clone()),
        };
        for change in found {
            steps.push(Step::Gain { to: to.clone(), change, until });
        }
        if object.is_this {
            b.it = Some(Target::This);
        }
        Some(steps)
    })
}

fn cannot(p: &mut Parser<'_>) -> Option<Cannot> {
    p.attempt(|p| {
        (p.take("can't") || p.take("cannot") || p.take("can not")).then_some(())?;
        p.lookup(&[
            ("attack leader cards", Cannot::AttackLeader),
            ("attack leaders", Cannot::AttackLeader),
            ("attack battle cards", Cannot::AttackBattleCards),
            ("attack", Cannot::Attack),
            ("be attacked", Cannot::BeAttacked),
            ("activate blocker", Cannot::Block),
            ("be used in combos", Cannot::Combo),
            ("be used in a combo", Cannot::Combo),
            ("be KO'd by skills", Cannot::BeKodBySkills),
            ("be ko'd by skills", Cannot::BeKodBySkills),
            ("be ko'd in/during battle", Cannot::BeKodByBattle),
            ("be ko'd", Cannot::BeKod),
            ("be switched to active mode during your opponent 's next charge phase", Cannot::ReadyInCharge),
            ("be switched to active mode", Cannot::Ready),
            ("be removed from your battle area by your opponent 's skills", Cannot::BeRemovedByOpponent),
            ("be chosen by your opponent 's skills", Cannot::BeChosenByOpponent),
            ("be chosen by the skills of your opponent 's cards", Cannot::BeChosenByOpponent),
            ("be played", Cannot::Play),
        ])
    })
}

// ---- [Permanent] skills -----------------------------------------------------------------------------------------

/// The sentences of a [Permanent] skill: each a condition, perhaps, and changes that last while it holds.
pub fn permanent(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let mut steps = Vec::new();
    while !p.at_end() {
        steps.extend(permanent_sentence(lex, p, b)?);
        if !(p.at_end() || p.mark('.')) {
            return p.want("the end of the sentence");
        }
    }
    Some(settle(steps))
}

fn permanent_sentence(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    p.attempt(|p| {
        let cond = p.attempt(|p| {
            let led = p.take("if/while/when") || p.ahead("during");
            led.then_some(())?;
            let cond = grammar::condition(lex, p, b)?;
            (p.mark(',') || p.mark(':')).then_some(cond)
        });
        let inner = permanent_clause(lex, p, b)?;
        Some(match cond {
            Some(cond) => vec![Step::If { cond, then: inner, otherwise: Vec::new() }],
            None => inner,
        })
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
        let change = Change::Copies(n.clamp(0, 60) as u8);
        Some(vec![Step::Gain { to: Gainer::Player(Who::You), change, until: game }])
    }) {
        return Some(steps);
    }
    // "reduce the energy cost of this card in your hand by 2".
    if let Some(steps) = p.attempt(|p| {
        p.take("reduce/decrease the energy cost/costs of").then_some(())?;
        let object = lex.object(p, b, Who::You)?;
        p.take("by").then_some(())?;
        let n = p.number()?;
        let amount = per_each(lex, p, b, -n).unwrap_or(Amount::Fixed(-n));
        let to = match object.target {
            Target::Each(select) => Gainer::Whatever(*select),
            target => Gainer::Cards(target),
        };
        let mut steps = object.steps;
        steps.push(Step::Gain { to, change: Change::Cost(amount), until: game });
        Some(steps)
    }) {
        return Some(steps);
    }
    // "this card gets +5000 power", "all of your … gain [Blocker]", "your red cards can attack …".
    p.attempt(|p| {
        let (mut steps, to) = match p.attempt(|p| {
            p.take("this card").then_some(())?;
            Some(Gainer::Cards(Target::This))
        }) {
            Some(to) => (Vec::new(), to),
            None => {
                p.take("all of?");
                let select = lex.select(p, b, Who::You, HowMany::All)?;
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

/// What a [Permanent] skill looks at is settled before it: power and keywords without the work of such skills.
fn settle(steps: Steps) -> Steps {
    steps.into_iter().map(settle_step).collect()
}

fn settle_step(step: Step<Dbs>) -> Step<Dbs> {
    match step {
        Step::If { cond, then, otherwise } => {
            Step::If { cond: settle_cond(cond), then: settle(then), otherwise: settle(otherwise) }
        }
        Step::Gain { to, change, until } => {
            let to = match to {
                Gainer::Whatever(select) => Gainer::Whatever(settle_select(select)),
                Gainer::Cards(target) => Gainer::Cards(settle_target(target)),
                player => player,
            };
            let change = match change {
                Change::Power(amount) => Change::Power(settle_amount(amount)),
                Change::Cost(amount) => Change::Cost(settle_amount(amount)),
                other => other,
            };
            Step::Gain { to, change, until }
        }
        other => other,
    }
}

fn settle_cond(cond: effects::Cond<Dbs>) -> effects::Cond<Dbs> {
    use effects::Cond;
    match cond {
        Cond::All(all) => Cond::All(all.into_iter().map(settle_cond).collect()),
        Cond::Either(any) => Cond::Either(any.into_iter().map(settle_cond).collect()),
        Cond::Not(cond) => Cond::Not(Box::new(settle_cond(*cond))),
        Cond::Compare(a, cmp, b) => Cond::Compare(settle_amount(a), cmp, settle_amount(b)),
        Cond::Exists(select) => Cond::Exists(Box::new(settle_select(*select))),
        Cond::Is(target, filter) => Cond::Is(settle_target(target), settle_filter(filter)),
        other => other,
    }
}

fn settle_amount(amount: Amount<Dbs>) -> Amount<Dbs> {
    match amount {
        Amount::Count(select) => Amount::Count(Box::new(settle_select(*select))),
        Amount::Figure(Figure::Power, target) => Amount::Figure(Figure::SettledPower, target),
        Amount::PerEach { each, per, of } => Amount::PerEach { each, per, of: Box::new(settle_amount(*of)) },
        other => other,
    }
}

fn settle_target(target: Target<Dbs>) -> Target<Dbs> {
    match target {
        Target::Each(select) => Target::Each(Box::new(settle_select(*select))),
        other => other,
    }
}

fn settle_select(select: Select<Dbs>) -> Select<Dbs> {
    Select { filter: settle_filter(select.filter), ..select }
}

fn settle_filter(filter: Filter<Dbs>) -> Filter<Dbs> {
    match filter {
        Filter::All(all) => Filter::All(all.into_iter().map(settle_filter).collect()),
        Filter::Either(any) => Filter::Either(any.into_iter().map(settle_filter).collect()),
        Filter::Not(filter) => Filter::Not(Box::new(settle_filter(*filter))),
        Filter::Figure(Figure::Power, cmp, n) => Filter::Figure(Figure::SettledPower, cmp, n),
        Filter::Figure(Figure::EnergyCost, cmp, n) => Filter::Figure(Figure::OriginalEnergyCost, cmp, n),
        Filter::Has(keyword) => Filter::Test(Test::Prints(keyword)),
        Filter::Trait(name) => Filter::Test(Test::PrintsTrait(name)),
        other => other,
    }
}
