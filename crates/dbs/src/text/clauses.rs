//! Actions: one clause of a skill's effect at a time, and the sentences of [Permanent] skills.

use super::deeds::*;
use super::gains::{gains, until};
use super::headers::this_from;
use super::moving::{add, destination, discard, look, place, reveal, shuffle};
use super::nouns::{IN_PLAY, PLAYED_FROM, Words, amount, area_word, default_zones, keyword_group};
use super::words::{BANS, SKILLS};
use crate::state::Area;
use crate::vocab::*;
use effects::text::grammar;
use effects::text::{Bracket, Builder, Parser, Tok};
use effects::{Among, Amount, Filter, Gainer, HowMany, Select, Step, Target, Who};

pub(super) type Steps = Vec<Step<Dbs>>;

/// What an action is done to: steps that choose it, if any, and the target.
pub(super) struct Object {
    pub steps: Steps,
    pub target: Target<Dbs>,
    /// The card itself.
    pub is_this: bool,
}

impl Object {
    fn plain(target: Target<Dbs>) -> Object {
        Object { steps: Vec::new(), is_this: target == Target::This, target }
    }
}

/// "it", "them", "that card": what was meant last.
pub(super) fn pronoun(p: &mut Parser<'_>, b: &Builder<Dbs>) -> Option<Target<Dbs>> {
    p.attempt(|p| {
        if p.take("it/them/they")
            || p.take("that battle? card")
            || p.take("those battle? cards")
            || p.take("the played battle? card/cards")
            || p.take("the revealed card/cards")
            || p.take("the chosen battle? card/cards")
            || p.take("that leader/unison card?")
            || p.take("the played card")
            || p.take("that token")
            || p.take("those tokens")
        {
            return b.it.clone();
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
        if p.take("the attacking card") || p.take("your attacking card") {
            return Some(Object::plain(Target::Test(Test::Attacker)));
        }
        if p.take("the attacking battle card") {
            return Some(Object::plain(Target::Test(Test::AttackingBattle)));
        }
        if p.take("the guard card") {
            return Some(Object::plain(Target::Test(Test::Guard)));
        }
        if let Some(object) = p.attempt_with(b, |p, b| {
            p.take("this card").then_some(())?;
            // What follows may be where the card goes.
            let placed = !self.no_place.get();
            let area = p.attempt(|p| {
                (placed && p.take("in/from")).then_some(())?;
                let _ = p.take("your/the/a") || p.take("its owner 's");
                area_word(p)
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
        if let Some(slot) = b.shown {
            let shown = p.attempt_with(b, |p, b| {
                let noun = self.phrase(p, b)?;
                (noun.whose.is_none() && noun.among.is_none() && noun.count.is_some()).then_some(())?;
                let count = noun.count.unwrap_or(HowMany::All);
                let object = self.chosen(Select::new(Among::Slot(slot), noun.filter, count), b);
                // A second kind among them.
                if p.ahead("and") && second(self, &mut p.clone(), &mut b.clone()).is_some() {
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

    /// "up to 1 A and up to 1 B from your Drop": a second choice beside the first, and both are meant from here on.
    fn and_another(
        &self,
        p: &mut Parser<'_>,
        b: &mut Builder<Dbs>,
        whose: Who,
        first: Object,
        bare: bool,
    ) -> Object {
        let [Step::Choose { slot: one, from, who }] = &first.steps[..] else { return first };
        let Some(noun) = p.attempt_with(b, |p, b| second(self, p, b)) else { return first };
        let mut from = from.clone();
        let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
        let placed = noun.among.is_some();
        let mut other = self.selection(noun, whose, count);
        if bare && placed {
            // The place said last is that of both.
            from.among = other.among.clone();
        }
        let another = b.slot();
        other.filter = other.filter.and(Filter::Bound(*one).negate());
        let target = Target::Several(vec![Target::Slot(*one), Target::Slot(another)]);
        b.it = Some(target.clone());
        b.single = None;
        let steps = vec![
            Step::Choose { who: *who, slot: *one, from },
            Step::Choose { who: *who, slot: another, from: other },
        ];
        Object { steps, target, is_this: false }
    }

    /// Choosing what a selection means; everything of it needs no choice.
    fn chosen(&self, select: Select<Dbs>, b: &mut Builder<Dbs>) -> Object {
        if select.count == HowMany::All {
            let target = Target::Each(Box::new(select));
            return Object { steps: Vec::new(), target, is_this: false };
        }
        let slot = b.slot();
        b.it = Some(Target::Slot(slot));
        if is_single(&select.count) {
            b.single = Some(slot);
        }
        let steps = vec![Step::Choose { who: b.actor, slot, from: select }];
        Object { steps, target: Target::Slot(slot), is_this: false }
    }
}

/// "from under a red <X> card", said of the card itself: what the card on top of it is, if that is said.
fn under_what(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Option<Filter<Dbs>>> {
    p.take("from under").then_some(())?;
    if p.take("a card") || p.take("another card") {
        return Some(None);
    }
    if p.take("your leader card?") {
        return Some(Some(Filter::Kind(KindWord::Leader)));
    }
    let _ = p.take("one of your") || p.take("a/an/your");
    let filter = lex.one_kind(p, b)?;
    let _ = p.take("in your battle area") || p.take("in a battle area");
    Some(Some(filter))
}

/// A second kind of cards behind "and", with a number of its own.
fn second(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<grammar::Noun<Dbs>> {
    p.take("and").then_some(())?;
    let noun = lex.phrase(p, b)?;
    let counted =
        matches!(noun.count, Some(HowMany::Exactly(Amount::Fixed(_)) | HowMany::UpTo(Amount::Fixed(_))));
    (counted && noun.filter != Filter::Any).then_some(noun)
}

fn is_single(count: &HowMany<Dbs>) -> bool {
    matches!(count, HowMany::Exactly(Amount::Fixed(1)) | HowMany::UpTo(Amount::Fixed(1)))
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
            b.actor = Who::Both;
            // Only what needs no choice can be done by both at once.
            return p.attempt_with(b, |p, b| if verb(p, "draw") { draw(lex, p, b) } else { None });
        }
        // "your opponent …", "they …".
        let they = |p: &mut Parser<'_>| {
            let opponent = p.take("your/the opponent") && !p.ahead("'s");
            let acts = p.take("they") && p.ahead("choose/discard/place/send/draw/add/shuffle");
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
        } else if p.take("each player")
            || p.take("both players")
            || p.take("you and your opponent both/each?")
        {
            b.actor = Who::Both;
            // Only what needs no choice can be done by both at once.
            return p.attempt_with(b, |p, b| if verb(p, "draw") { draw(lex, p, b) } else { None });
        }
        action(lex, p, b)
    });
    b.actor = saved;
    steps
}

fn action(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let who = b.actor;
    type Read = fn(&Words, &mut Parser<'_>, &mut Builder<Dbs>) -> Option<Steps>;
    const ACTIONS: [(&str, Read); 24] = [
        ("change", switch),
        ("activate", activate),
        ("gain", control),
        ("evolve", evolve),
        ("combo", combo_with),
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
    ];
    for (word, read) in ACTIONS {
        if let Some(steps) = p.attempt_with(b, |p, b| if verb(p, word) { read(lex, p, b) } else { None }) {
            return Some(steps);
        }
    }
    let _ = who;
    if let Some(steps) = p.attempt_with(b, |p, b| if verb(p, "negate") { negate(lex, p, b) } else { None }) {
        return Some(steps);
    }
    for (word, sign) in [("reduce", -1), ("increase", 1)] {
        if let Some(steps) =
            p.attempt_with(b, |p, b| if p.take(word) { recost(lex, p, b, sign) } else { None })
        {
            return Some(steps);
        }
    }
    if p.take("win/wins the game") {
        return Some(vec![Step::Do(Verb::Win(who))]);
    }
    if p.take("lose/loses the game") {
        let winner = if who == Who::You { Who::Opponent } else { Who::You };
        return Some(vec![Step::Do(Verb::Win(winner))]);
    }
    if let Some(until) = p.attempt_with(b, |p, b| {
        p.take("don't/doesn't take damage").then_some(())?;
        until(p).or(b.until)
    }) {
        let change = Change::TakesNoDamage;
        return Some(vec![Step::Gain { to: Gainer::Player(who), change, until }]);
    }
    if p.take("inflict/inflicts") {
        return deal(lex, p, b);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "your opponent can't attack with Battle Cards for the turn".
        (p.take("can't attack with") || p.take("cannot attack with")).then_some(())?;
        let select = lex.select(p, b, who, HowMany::All)?;
        let until = until(p).or(b.until)?;
        let to = Gainer::Whatever(select);
        // DBS 20-14-1: "… unless they discard 1 card each time".
        if p.take("unless they") {
            let change = toll(lex, p, b)?;
            return Some(vec![Step::Gain { to, change, until }]);
        }
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Attack), until }])
    }) {
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
            p.take("in your hand");
            kind
        };
        let until = until(p).or(b.until)?;
        let zones = PLAYED_FROM.to_vec();
        let to = Gainer::Whatever(Select::new(Among::Zones { whose: who, zones }, filter, HowMany::All));
        Some(vec![Step::Gain { to, change: Change::Cannot(Cannot::Play), until }])
    }) {
        return Some(steps);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| {
        // "you can't activate the [Auto] skill on copies of this card for the turn".
        (who == Who::You && p.take("can't activate the?")).then_some(())?;
        let words = effects::text::lexer::fold(p.group(Bracket::Square)?);
        let words = words.replace(" : ", " ").replace(": ", " ");
        let what = match words.as_str() {
            "auto" => Negate::Auto,
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
        // "you can't activate {X} for the turn".
        p.take("can't activate").then_some(())?;
        p.take("copies of");
        let name = p.group(Bracket::Curly)?;
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
        p.take("can't activate").then_some(())?;
        let what = skill_word(p)?;
        p.take("skill/skills");
        let until = until(p).or(b.until)?;
        Some(vec![Step::Gain { to: Gainer::Player(who), change: Change::Cannot(what), until }])
    }) {
        return Some(steps);
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
    if p.attempt_with(b, |p, b| {
        let meant = [Some(Target::Test(Test::Declared)), Some(Target::Test(Test::DeclaredBattle))];
        let it = meant.contains(&b.it) && p.take("it");
        (it || p.take("the battle? card being? played")).then_some(())?;
        p.take("is/'s played in rest mode").then_some(())
    })
    .is_some()
    {
        return Some(vec![Step::Do(Verb::RestPlayed)]);
    }
    if let Some(steps) = p.attempt(|p| {
        (p.take("it") || p.take("that card")).then_some(())?;
        p.take("is/'s placed/returned/sent").then_some(())?;
        let to = destination(p)?;
        p.take("instead of being played").then_some(())?;
        Some(vec![Step::Do(Verb::NegatePlay(to))])
    }) {
        return Some(steps);
    }
    gains(lex, p, b)
}

/// What has to be done before every attack: a skill of its own, whose cost it is.
fn toll(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Change> {
    let saved = std::mem::replace(&mut b.actor, Who::Opponent);
    let cost = p.attempt_with(b, |p, b| {
        let mut steps = action(lex, p, b)?;
        while let Some(more) = p.attempt_with(b, |p, b| {
            p.take("and").then_some(())?;
            action(lex, p, b)
        }) {
            steps.extend(more);
        }
        Some(steps)
    });
    b.actor = saved;
    p.take("each time");
    let steps = vec![Step::By { who: Who::Opponent, cost: cost?, then: Vec::new(), forced: true }];
    Some(Change::Toll(b.grant(effects::Ability::new(Part::Given, effects::When::Granted, steps))))
}

fn draw(_: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
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
    let up_to = p.take("up to");
    let n = if p.take("a") { Amount::Fixed(1) } else { amount(p)? };
    p.take("card/cards").then_some(())?;
    if up_to {
        return Some(vec![Step::Do(Verb::DrawUpTo { who, n })]);
    }
    Some(vec![Step::Do(Verb::Draw { who, n })])
}

fn choose(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    for (word, pick) in [("one", 1), ("two", 2), ("three", 3), ("1", 1), ("2", 2), ("3", 3)] {
        let listed = |p: &mut Parser<'_>| if p.take(word) { modes(lex, p, b, pick) } else { None };
        if let Some(steps) = p.attempt(listed) {
            return Some(steps);
        }
    }
    // "choose it": the card that it happened to, if it can be chosen.
    if let Some(count) = p.attempt(|p| {
        let up_to = p.take("up to 1 of");
        let meant = p.take("it") || p.take("that battle? card") || p.take("those/the played? cards");
        (meant && b.it == Some(Target::Subject)).then_some(match up_to {
            true => HowMany::UpTo(Amount::Fixed(1)),
            false => HowMany::Exactly(Amount::Fixed(1)),
        })
    }) {
        ignoring_barrier(p);
        let slot = b.slot();
        let zones = vec![Area::Leader, Area::Battle, Area::Unison, Area::Combo];
        let from = Select::new(Among::Zones { whose: Who::Both, zones }, Filter::Subject, count);
        b.it = Some(Target::Slot(slot));
        b.single = Some(slot);
        return Some(vec![Step::Choose { who: b.actor, slot, from }]);
    }
    if let Some(steps) = p.attempt_with(b, |p, b| each_of(lex, p, b)) {
        return Some(steps);
    }
    // "choose this card or 1 of your Battle Cards" is a choice among both.
    let who = b.actor;
    let own = who;
    if let Some(steps) = p.attempt_with(b, |p, b| {
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
    // What was chosen before this: "the chosen card" beside "it".
    b.chosen = b.it.clone().filter(|it| matches!(it, Target::Slot(_)));
    let slot = b.slot();
    let all = p.attempt_with(b, |p, b| {
        p.take("all of?").then_some(())?;
        lex.select(p, b, Who::Both, HowMany::All)
    });
    let mut bare = false;
    let from = match all {
        Some(from) => Select { count: HowMany::All, ..from },
        None => {
            let noun = lex.phrase(p, b)?;
            bare = noun.whose.is_none() && noun.among.is_none();
            let count = noun.count.clone().unwrap_or(HowMany::Exactly(Amount::Fixed(1)));
            let whose = if noun.whose.is_none() && noun.among.is_none() { Who::Both } else { who };
            lex.selection(noun, whose, count)
        }
    };
    ignoring_barrier(p);
    let from = Select { random: p.take("at random"), ..from };
    if is_single(&from.count) {
        b.single = Some(slot);
    }
    b.it = Some(Target::Slot(slot));
    let steps = vec![Step::Choose { who, slot, from }];
    let chosen = Object { steps, target: Target::Slot(slot), is_this: false };
    Some(lex.and_another(p, b, own, chosen, bare).steps)
}

/// "up to 1 each of <A> and <B> cards with an energy cost of 1 from your deck": a choice for each name.
fn each_of(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let up_to = p.take("up to");
    let n = Amount::Fixed(p.number()?);
    p.take("each of").then_some(())?;
    let count = if up_to { HowMany::UpTo(n) } else { HowMany::Exactly(n) };
    let mut kinds: Vec<Filter<Dbs>> = Vec::new();
    loop {
        let mut kind = Filter::Any;
        while let Some(color) = p.attempt(|p| super::nouns::color_word(p.word()?)) {
            kind = kind.and(color);
        }
        kinds.push(kind.and(super::nouns::group(p)?));
        p.take("card/cards");
        let comma = p.mark(',');
        if !(p.take("and") || comma) {
            break;
        }
    }
    (kinds.len() > 1).then_some(())?;
    // What stands behind the last is said of all of them.
    let mut shared = Filter::Any;
    while let Some(more) = p.attempt_with(b, |p, b| {
        use effects::text::grammar::Lexicon;
        if shared != Filter::Any {
            p.take("and");
        }
        lex.postfix(p, b)
    }) {
        shared = shared.and(more);
    }
    let place = {
        use effects::text::grammar::Lexicon;
        lex.place(p, b)
    };
    let (who, mut steps, mut slots) = (b.actor, Steps::new(), Vec::new());
    for kind in kinds {
        let mut filter = kind.and(shared.clone());
        let zones = default_zones(&filter);
        let among = place.clone().unwrap_or(Among::Zones { whose: who, zones });
        for before in &slots {
            filter = filter.and(Filter::Bound(*before).negate());
        }
        let slot = b.slot();
        slots.push(slot);
        steps.push(Step::Choose { who, slot, from: Select::new(among, filter, count.clone()) });
    }
    ignoring_barrier(p);
    b.single = None;
    b.it = Some(Target::Several(slots.into_iter().map(Target::Slot).collect()));
    Some(steps)
}

/// "ignoring [Barrier]": noted for the whole skill by its header.
fn ignoring_barrier(p: &mut Parser<'_>) {
    p.attempt(|p| {
        p.mark(',');
        p.take("while? ignoring").then_some(())?;
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
    // A running effect remembers eight modes at most.
    if !(2..=8).contains(&options.len()) {
        return p.want("options to choose from");
    }
    Some(vec![Step::OneOf { who: b.actor, pick, options }])
}

fn ko(lex: &Words, p: &mut Parser<'_>, b: &mut Builder<Dbs>) -> Option<Steps> {
    let object = lex.object(p, b, Who::Both)?;
    let mut steps = object.steps;
    steps.push(Step::Do(Verb::Ko(object.target)));
    Some(steps)
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
        } else if p.take("without paying its energy cost") || p.take("in your battle area") {
        } else if p.take("in/to your opponent 's battle area") {
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
            Some((what, until(p)?))
        }) {
            negated = Some(what);
        } else if p.ahead("from") && said_late(lex, p, b, &mut object) {
        } else {
            break;
        }
    }
    let mut steps = object.steps;
    let target = object.target.clone();
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
            p.take("from your/the").then_some(())?;
            area_word(p)
        });
        object.steps.extend(area.map(this_from));
        return area.is_some();
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
        "blocker" => Cannot::Block,
        "awaken" => Cannot::Awaken,
        _ => return None,
    })
}
