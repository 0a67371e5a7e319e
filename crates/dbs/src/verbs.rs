//! What each verb of a card text does, through the primitives. What the runtime asks about cards is in `host.rs`.

use crate::cause::{Cause, Shift};
use crate::choice::What;
use crate::layer::{REPLACES, class};
use crate::replace::Exit;
use crate::rule;
use crate::state::{
    Activated, Activation, Area, BattleStep, Damage, Draws, Fails, Frame, Order, Pays, Play, State,
};
use crate::vocab::*;
use crate::{Cards, Cx};
use effects::layer::Sort;
use effects::{AbilityRef, Done, Filter, Run, Target, Waiting, eval};
use kernel::{Card, End, Flat, Object, Outcome, Seat, Seats, Why};

impl State {
    fn cause(&self, run: &Run, cards: &Cards) -> Cause {
        match cards.skill(run.ability) {
            // DBS 1-7-1: up to here it is the cost, and everything behind it is the effect.
            Some(skill) if run.at < skill.pay_end => Cause::Cost(run.controller),
            // DBS 23-3-1, 23-3-2: the source of what a skill does is the card that has it.
            _ => Cause::Skill(run.controller),
        }
    }

    /// The cards a verb acts on; `to` stands for the one that would be chosen.
    pub(crate) fn meant_by(
        &self,
        cards: &Cards,
        target: &Target<Dbs>,
        to: Option<Card>,
        run: &Run,
    ) -> eval::Cards {
        match (target, to) {
            (Target::Slot(_) | Target::Several(_), Some(card)) => Flat::from_slice(&[card]),
            _ => eval::targets(self, cards, target, run),
        }
    }

    /// The cards an effect acts on: those it does not bounce off (DBS 20-4-1).
    fn acted_on(&self, cards: &Cards, target: &Target<Dbs>, run: &Run) -> eval::Cards {
        let mut found = eval::targets(self, cards, target, run);
        found.retain(|card| self.is_affected(cards, *card, run));
        found
    }

    /// DBS 20-4-1, 0-3-15: "unaffected by" skills that fit.
    pub fn is_affected(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        if self.deflects(cards, card, run) {
            return false;
        }
        if !self.is_given(class::UNAFFECTED) {
            return true;
        }
        // DBS 9-3-1: an effect goes on without its source, and is still that card's, where it can be seen.
        let gone = || {
            let card = run.source.card;
            (run.source != Object::default() && self.table.zone(card).is_open()).then_some(card)
        };
        let Some(source) = self.table.find(run.source).or_else(gone) else { return true };
        let mut affected = true;
        let sort = Sort::of(class::UNAFFECTED);
        self.each_change_asked(cards, card, sort, run.asked, &mut |applied| {
            if let Change::Unaffected(filter) = applied.change {
                affected &= !eval::fits(self, cards, filter, source, &applied.run);
            }
        });
        affected
    }

    /// DBS 22-20-2: [Deflect] is not affected by [Counter : Play] skills, wherever the card is.
    fn deflects(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let counter = cards.skill(run.ability).and_then(|skill| skill.window()) == Some(&Window::CounterPlay);
        counter && self.has_keyword_asked(cards, card, Keyword::Deflect, run.asked)
    }

    /// Cards leave play together; those that something may happen to instead go in frames of their own.
    fn send_away(&mut self, meant: &eval::Cards, exit: Exit, frame: usize, cx: &mut Cx<'_>) -> Done {
        let before = self.frames.len();
        let count = self.exit_all(meant, exit, cx).unwrap_or(0);
        if self.frames.len() == before {
            return Done::Now(count);
        }
        self.later(count, frame)
    }

    /// A verb did this much, and goes on in frames of its own.
    fn later(&mut self, count: i16, frame: usize) -> Done {
        if let Some(Frame::Effect(run)) = self.frames.get_mut(frame) {
            run.done = count;
            run.did |= count > 0;
        }
        Done::Later
    }

    /// Moves the cards a verb is about, all at the same time. Nothing yet where their owners are asked for the order.
    fn move_all(
        &mut self,
        moved: &[Card],
        what: &Target<Dbs>,
        to: &To,
        run: &Run,
        cx: &mut Cx<'_>,
    ) -> Option<i16> {
        let cause = self.cause(run, cx.pool);
        let end = if to.bottom || to.area == Area::Hand { End::Bottom } else { End::Top };
        // DBS 3-1-7: a card chosen by what it is, moved from one secret area to another, is shown.
        if !to.area.is_open() && names_what_it_moves(what, run, cx.pool) {
            for card in moved {
                let from = self.table.zone(*card);
                if from != to.area && !from.is_open() {
                    self.table.reveal(*card, Seats::ALL);
                }
            }
        }
        let how =
            Shift { end, rest: to.rest, face_up: to.face_up, ..Shift::to(to.area, cause, rule!("9-8-1")) };
        // Who chose cards of their own one by one has put them in order, and so has who was to say it.
        if is_ordered(what, run, cx.pool) {
            return Some(self.shift_all(moved, how, cx));
        }
        if is_chosen(what, run, cx.pool) && moved.iter().all(|card| self.table.owner(*card) == run.controller)
        {
            return Some(self.shift_all(moved, how, cx));
        }
        let order = Order {
            to: to.area,
            bottom: to.bottom,
            face_up: to.face_up,
            by: run.controller,
            as_cost: matches!(cause, Cause::Cost(_)),
            ..Order::default()
        };
        self.place_together(moved, order, how, cx)
    }

    fn play_by_skill(&mut self, card: Card, verb: PlayVerb, run: &Run, cx: &mut Cx<'_>) -> bool {
        let seat = if verb.opponents { run.controller.other() } else { run.controller };
        let fails = self.skill_play_fails(card, cx.pool);
        let cause = self.cause(run, cx.pool);
        if self.is_barred(cx.pool, card, run.controller) {
            return false;
        }
        // DBS 5-5-3, 13-2-2, 16-2-2, 18-2-2: no energy is paid for a card that a skill plays.
        let play = Play { seat, paid: verb.markers, fails, cause, rest: verb.rest, ..Play::default() };
        if fails != Fails::No {
            return self.enter_play(card, play, cx);
        }
        if self.clashes_with_unique(cx.pool, card, seat) {
            // DBS 22-39-3: it cannot be played; what did not move stays.
            return false;
        }
        match verb.on {
            Some(below) => {
                let named = self.named(card);
                cx.log.say(rule!("22-5-5"), || What::Played { seat, card: named });
                let how = Shift {
                    played: true,
                    rest: verb.rest,
                    ..Shift::to(Area::Battle, cause, rule!("22-5-5"))
                };
                self.stack(card, below, !verb.active, how, cx)
            }
            // DBS 18-2-1-5-1: with the markers that [Empower] leads to.
            None if self.empower_first(card, play, cx.pool) => true,
            // DBS 5-5-3-5, 13-2-2-5, 16-2-2-5, 18-2-2-5: it enters play, a Unison Card with the markers that the
            // effect says.
            None => self.put_into_play(card, seat, verb.markers, verb.rest, cause, cx),
        }
    }

    /// DBS 0-2-5: whether the player may not play such a token: asked of one that is about to be played.
    fn bars_token(&self, cards: &Cards, seat: Seat, print: kernel::Print) -> bool {
        if !self.is_given(class::CANNOT) {
            return false;
        }
        let mut tried = *self;
        let token = tried.add(cards, print, seat, Area::Declared);
        token.is_some_and(|token| tried.is_barred(cards, token, seat))
    }

    /// DBS 22-5-7, 22-13-4-5-1, 22-13-5-4-2, 22-13-6-3-2, 5-5-4: a card that was to play itself, or to be played on top of
    /// another, and did not move goes to the Drop Area.
    fn fails_to_enter(&mut self, card: Card, cx: &mut Cx<'_>) {
        // What stands where it went by an answer stays there (DBS 22-5-7-1).
        // DBS 22-13-4-5-1-1, 22-13-5-4-2-1, 22-13-6-3-2-1: what a skill returned to the hand instead stays there.
        let answered = self.skill_play_fails(card, cx.pool) != Fails::No;
        if answered || !matches!(self.table.zone(card), Area::Hand | Area::Deck | Area::ZDeck) {
            return;
        }
        let z = cx.pool.printed(self.table.print(card)).z;
        let to = if z { Area::Removed } else { Area::Drop };
        self.shift(card, Shift::to(to, Cause::Rule, rule!("22-5-7")), cx);
    }

    /// What an answer to the running skill made of playing cards by it. DBS 22-20-2: [Deflect] does not care.
    fn skill_play_fails(&self, card: Card, cards: &Cards) -> Fails {
        let skill = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Skill(skill) => Some(*skill),
            _ => None,
        });
        match skill {
            Some(skill) if !cards.printed(self.table.print(card)).has_keyword(Keyword::Deflect, false) => {
                skill.play_fails
            }
            _ => Fails::No,
        }
    }

    /// The skill below the one that runs: what it answers.
    fn answered(&mut self) -> Option<&mut Activation> {
        let mut skills = self.frames.iter_mut().rev().filter_map(|frame| match frame {
            Frame::Skill(skill) => Some(skill),
            _ => None,
        });
        skills.next();
        skills.next()
    }

    fn negate_play(&mut self, to: &To, cx: &mut Cx<'_>) -> i16 {
        let fails = match (to.area, to.bottom) {
            (Area::Drop, _) => Fails::Drop,
            (Area::Warp, _) => Fails::Warp,
            (Area::Hand, _) => Fails::Hand,
            (Area::Deck, true) => Fails::DeckBottom,
            (Area::Deck, false) => Fails::DeckTop,
            _ => Fails::Drop,
        };
        // The play that is answered is the innermost one below the answer itself.
        for at in (0..self.frames.len()).rev() {
            match self.frames[at] {
                Frame::Play(mut play) => {
                    let deflects = self.table.find(play.card).is_some_and(|card| {
                        cx.pool.printed(self.table.print(card)).has_keyword(Keyword::Deflect, false)
                    });
                    if deflects {
                        // DBS 22-20-2.
                        return 0;
                    }
                    play.fails = fails;
                    self.frames[at] = Frame::Play(play);
                    return 1;
                }
                Frame::Skill(skill) if skill.kind != Activated::Counter => {
                    let mut skill = skill;
                    skill.play_fails = fails;
                    self.frames[at] = Frame::Skill(skill);
                    return 1;
                }
                _ => {}
            }
        }
        0
    }

    /// The card whose playing is answered enters play in Rest Mode (DBS 5-5-4: how it is played is part of playing it).
    fn rest_played(&mut self, cx: &mut Cx<'_>) -> i16 {
        for at in (0..self.frames.len()).rev() {
            if let Frame::Play(mut play) = self.frames[at] {
                // DBS 22-20-2: [Deflect] does not care.
                let deflects = self.table.find(play.card).is_some_and(|card| {
                    cx.pool.printed(self.table.print(card)).has_keyword(Keyword::Deflect, false)
                });
                if deflects {
                    return 0;
                }
                play.rest = true;
                self.frames[at] = Frame::Play(play);
                return 1;
            }
        }
        0
    }

    /// DBS 22-4-3: the guard card is switched.
    fn switch_guard(&mut self, card: Card, cx: &mut Cx<'_>) -> bool {
        if !self.in_battle() || self.table.object(card) == self.battle.guard {
            return false;
        }
        let guard = self.table.object(card);
        self.battle.guard = guard;
        let named = self.named(card);
        cx.log.say(rule!("22-4-3"), || What::Blocked { card: named });
        // DBS 22-4-3-1: only the new guard's own skills wait for being attacked; DBS 8-1-7-2: not later in the battle.
        // DBS 22-9-3: [Revenge], the one keyword skill that waits for its own card here, waits whenever it becomes the guard.
        let early = self.battle.step == BattleStep::Attack;
        let first = self.collect(Moment::IsAttacked, guard, self.battle.attacker, 0, cx.pool);
        let mut at = 0;
        self.waiting.retain(|waiting| {
            at += 1;
            let waits = early || cx.pool.is_keyword_skill(waiting.ability);
            at <= first || (waiting.source == guard && waits)
        });
        self.note(Moment::Blocks, guard, self.battle.attacker, 0, cx);
        true
    }

    fn put_on_leader(&mut self, card: Card, leader: Card, cx: &mut Cx<'_>) -> bool {
        let how = Shift::to(Area::Leader, Cause::Rule, rule!("22-46-6"));
        // DBS 22-46-6-1: what changes the position or the power of the Leader carries over.
        self.stack(card, leader, true, how, cx)
    }

    pub(crate) fn ends(&self, until: Until, controller: Seat) -> Ends {
        let now = self.turn_number;
        let mine = self.turn_player == controller;
        match until {
            Until::Battle if self.in_battle() => Ends::WithBattle,
            Until::Battle | Until::Turn => Ends::WithTurn(now),
            Until::NextBattle => Ends::WithBattleOrTurn(now),
            Until::NextTime => Ends::OnceOrWithTurn(now),
            Until::MainPhase => Ends::WithMainPhase,
            Until::OpponentsTurnEnd => Ends::WithTurn(if mine { now + 1 } else { now }),
            // DBS 1-7-2-2: for as long as it says; in the opponent's turn the next one is another.
            Until::OpponentsNextTurnEnd | Until::OpponentsNextTurn => {
                Ends::WithTurn(if mine { now + 1 } else { now + 2 })
            }
            Until::YourNextTurnEnd => Ends::WithTurn(if mine { now + 2 } else { now + 1 }),
            Until::YourTurnEnd => Ends::WithTurn(if mine { now } else { now + 1 }),
            Until::NextTurnEnd => Ends::WithTurn(now + 1),
            Until::OpponentsTurnStart => Ends::AsTurnBegins(if mine { now + 1 } else { now + 2 }),
            Until::YourNextTurnStart => Ends::AsTurnBegins(if mine { now + 2 } else { now + 1 }),
            Until::YourNextMain => Ends::AsMainBegins(if mine { now + 2 } else { now + 1 }),
            Until::Game => Ends::Never,
        }
    }
}

/// Whether the cards a verb moves were put in order by who chose them ("in any order").
fn is_ordered(what: &Target<Dbs>, run: &Run, cards: &Cards) -> bool {
    let program = &<State as effects::Host>::ability(cards, run.ability).program;
    let Target::Slot(slot) = what else { return false };
    program.iter().any(
        |op| matches!(op, effects::Op::Choose { slot: other, from, .. } if other == slot && from.ordered),
    )
}

/// Whether the cards a verb moves were chosen one by one, and not all looked at or revealed together.
fn is_chosen(what: &Target<Dbs>, run: &Run, cards: &Cards) -> bool {
    let program = &<State as effects::Host>::ability(cards, run.ability).program;
    match what {
        Target::Slot(slot) => program.iter().any(|op| match op {
            effects::Op::Choose { slot: other, from, .. } => {
                other == slot && (from.ordered || !from.is_settled())
            }
            _ => false,
        }),
        Target::Several(several) => several.iter().all(|one| is_chosen(one, run, cards)),
        _ => false,
    }
}

/// Whether the cards a verb moves were chosen by what they are.
fn names_what_it_moves(what: &Target<Dbs>, run: &Run, cards: &Cards) -> bool {
    let names = |filter: &Filter<Dbs>| !matches!(filter, Filter::Any | Filter::Test(Test::InArea(_)));
    match what {
        Target::Slot(slot) => {
            let program = &<State as effects::Host>::ability(cards, run.ability).program;
            program.iter().any(|op| match op {
                effects::Op::Choose { slot: other, from, .. } => other == slot && names(&from.filter),
                _ => false,
            })
        }
        Target::Each(select) => names(&select.filter),
        _ => false,
    }
}

/// How a card is played by a skill.
#[derive(Clone, Copy)]
struct PlayVerb {
    rest: bool,
    /// Played on top of another card in Active Mode, whatever that one's was.
    active: bool,
    opponents: bool,
    markers: u8,
    on: Option<Card>,
}

impl State {
    /// Does what a verb says.
    pub(crate) fn carry_out(&mut self, verb: &Verb, run: &Run, frame: usize, cx: &mut Cx<'_>) -> Done {
        self.next_batch();
        let cards = cx.pool;
        let cause = self.cause(run, cards);
        let mut count = 0;
        match verb {
            Verb::Activated => {
                self.activated(cx);
                count = 1;
            }
            Verb::Draw { who, n } => {
                let n = eval::amount(self, cards, n, run);
                for seat in eval::seats(self, *who, run) {
                    if !self.player_cannot(cards, seat, Cannot::Draw) {
                        count += self.draw(seat, n, rule!("5-1-2"), cx);
                    }
                }
            }
            Verb::DrawUpTo { who, n } => {
                let left = eval::amount(self, cards, n, run).clamp(0, 99) as u8;
                let seat = eval::seat(self, *who, run);
                self.push(Frame::Draws(Draws { seat, left, drawn: 0 }));
                return Done::Later;
            }
            Verb::Ko(target) => {
                let exit = Exit { ko: true, by: run.source, cause, ..Exit::default() };
                return self.send_away(&self.acted_on(cards, target, run), exit, frame, cx);
            }
            Verb::Move { what, to } => {
                let moved = self.acted_on(cards, what, run);
                let leaves = |card: &Card| matches!(self.table.zone(*card), Area::Battle | Area::Unison);
                if self.has_any(REPLACES) && moved.iter().any(leaves) {
                    let bottom = to.bottom || to.area == Area::Hand;
                    let (rest, face_up) = (to.rest, to.face_up);
                    let exit = Exit { to: to.area, bottom, rest, face_up, cause, ..Exit::default() };
                    if moved.iter().any(|card| self.may_be_replaced(cx.pool, *card, exit)) {
                        return self.send_away(&moved, exit, frame, cx);
                    }
                }
                match self.move_all(&moved, what, to, run, cx) {
                    Some(moved) => count = moved,
                    None => return Done::Later,
                }
            }
            Verb::Merge(target) => {
                if let Some(top) = self.table.find(run.source) {
                    for card in eval::targets(self, cards, target, run).iter() {
                        let old = self.table.object(*card);
                        if self.tuck(*card, top, cause, cx) {
                            self.carry_power(old, top);
                            count += 1;
                        }
                    }
                }
            }
            Verb::Gather(target) => {
                for card in eval::targets(self, cards, target, run).iter() {
                    if self.table.zone(*card).is_in_play() {
                        continue;
                    }
                    let old = self.table.object(*card);
                    let (from, seat) = (self.table.place(*card), run.controller);
                    let to = kernel::Place::new(seat, Area::Battle);
                    // DBS 22-13-5-2-1-1: it comes to the Battle Area first, and nothing waits for that.
                    self.put(cards, *card, to, End::Bottom);
                    self.retrack(cards, old, self.table.object(*card), from.zone);
                    self.version = self.version.wrapping_add(1);
                    let named = self.named(*card);
                    cx.log.say(rule!("22-5-3-1-1"), || What::Moved { card: named, from, to });
                    count += 1;
                }
            }
            Verb::Replaced => {
                self.replaced();
                count = 1;
            }
            Verb::Rest(target) => {
                for card in self.acted_on(cards, target, run).iter() {
                    if self.cannot(cards, *card, Cannot::Rest) {
                        continue;
                    }
                    count += i16::from(self.rest(*card, cause, rule!("1-10-1-2"), cx));
                }
            }
            Verb::Ready(target) => {
                for card in self.acted_on(cards, target, run).iter() {
                    count += i16::from(self.ready(*card, cause, rule!("1-10-1-1"), cx));
                }
            }
            Verb::Play { what, rest, active, opponents, markers, on, evolves } => {
                let below = on.as_ref().and_then(|on| eval::targets(self, cards, on, run).first().copied());
                if on.is_some() && below.is_none() {
                    // DBS 22-5-5-1, 22-5-7: without the card below it fails, and goes to the Drop Area.
                    for card in eval::targets(self, cards, what, run).iter() {
                        self.shift(*card, Shift::to(Area::Drop, Cause::Rule, rule!("22-5-7")), cx);
                    }
                    return Done::Now(0);
                }
                let markers =
                    markers.as_ref().map_or(0, |n| eval::amount(self, cards, n, run)).clamp(0, 99) as u8;
                let how =
                    PlayVerb { rest: *rest, active: *active, opponents: *opponents, markers, on: below };
                let before = self.frames.len();
                for card in eval::targets(self, cards, what, run).iter() {
                    let played = self.play_by_skill(*card, how, run, cx);
                    count += i16::from(played);
                    if !played && (*what == Target::This || on.is_some()) {
                        self.fails_to_enter(*card, cx);
                    }
                    if played && *evolves {
                        self.table.marks_mut(*card).set_evolved(true);
                        self.note(Moment::Evolves, self.table.object(*card), Object::default(), 0, cx);
                    }
                }
                if self.frames.len() > before {
                    return self.later(count, frame);
                }
            }
            Verb::Combo(target) => {
                let before = self.frames.len();
                for card in self.acted_on(cards, target, run).iter() {
                    // DBS 5-7-3-1: no combo cost is paid for it.
                    count += i16::from(self.combo_with(*card, run.controller, cause, cx));
                }
                if self.frames.len() > before {
                    return self.later(count, frame);
                }
            }
            Verb::Damage { who, n } => {
                let n = eval::amount(self, cards, n, run).clamp(0, 99) as u8;
                let to = eval::seat(self, *who, run);
                // DBS 23-3-3-2: the card with the skill is the source.
                self.push(Frame::Damage(Damage { to, left: n, source: run.source, ..Damage::default() }));
                return Done::Later;
            }
            Verb::Look { who, whose, n, slot } => {
                let (looker, owner) = (eval::seat(self, *who, run), eval::seat(self, *whose, run));
                count =
                    self.see_top(owner, eval::amount(self, cards, n, run), *slot, Seats::only(looker), cx);
            }
            Verb::LookBottom { who, whose, slot } => {
                let (looker, owner) = (eval::seat(self, *who, run), eval::seat(self, *whose, run));
                if let Some(card) = self.cards(owner, Area::Deck).last().copied() {
                    self.show_to(card, *slot, Seats::only(looker), cx);
                    count = 1;
                }
            }
            Verb::RevealTop { whose, n, slot } => {
                let owner = eval::seat(self, *whose, run);
                count = self.see_top(owner, eval::amount(self, cards, n, run), *slot, Seats::ALL, cx);
            }
            Verb::Reveal(target) => {
                for card in eval::targets(self, cards, target, run).iter() {
                    self.table.reveal(*card, Seats::ALL);
                    if self.table.zone(*card) == Area::Hand {
                        self.table.marks_mut(*card).set_face_up(true);
                    }
                    let named = self.named(*card);
                    cx.log.say(rule!("20-11-1"), || What::Revealed { card: named });
                    count += 1;
                }
            }
            Verb::LookAt { who, whose, area } => {
                let looker = eval::seat(self, *who, run);
                for seat in eval::seats(self, *whose, run) {
                    let there: eval::Cards = Flat::from_slice(self.cards(seat, *area));
                    for card in there.iter() {
                        self.table.reveal(*card, Seats::only(looker));
                        let named = self.named(*card);
                        cx.log.tell(rule!("20-11-1"), Seats::only(looker), || What::Revealed { card: named });
                    }
                    count += there.len() as i16;
                }
            }
            Verb::Shuffle { who, area } => {
                for seat in eval::seats(self, *who, run) {
                    self.shuffle(seat, *area, rule!("5-11-3"), cx);
                    count = 1;
                }
            }
            Verb::Mill { who, n, to } => {
                let n = eval::amount(self, cards, n, run);
                for seat in eval::seats(self, *who, run) {
                    // DBS 3-2-3: one by one.
                    for _ in 0..n {
                        self.next_batch();
                        let Some(card) = self.cards(seat, Area::Deck).first().copied() else { break };
                        let end = if to.bottom { End::Bottom } else { End::Top };
                        let how = Shift {
                            end,
                            rest: to.rest,
                            face_up: to.face_up,
                            ..Shift::to(to.area, cause, rule!("9-8-1"))
                        };
                        count += i16::from(self.shift(card, how, cx));
                    }
                }
            }
            Verb::NegateAttack => {
                // DBS 0-2-5: an attack that cannot be negated is not.
                let firm =
                    self.attacker().is_some_and(|card| self.cannot(cards, card, Cannot::AttackBeNegated));
                if self.in_battle() && !self.battle.negated && !firm {
                    self.battle.negated = true;
                    if let Some(card) = self.attacker() {
                        let named = self.named(card);
                        cx.log.say(rule!("8-1-6-1"), || What::Negated { card: named });
                        let amount = self.note_turning(card, cause);
                        let attacker = self.battle.attacker;
                        self.note(Moment::AttackNegated, attacker, Object::default(), amount, cx);
                    }
                    count = 1;
                }
            }
            Verb::NegateCounter | Verb::NegateSkill => {
                // DBS 0-2-5: skills of a card that cannot be negated are not.
                let source = self.answered().map(|skill| skill.what.source);
                let card = source.and_then(|source| self.table.find(source));
                let firm = card.is_some_and(|card| self.is_firm(cards, card));
                if let Some(skill) = self.answered().filter(|_| !firm) {
                    // DBS 22-10-8.
                    skill.negated = true;
                    let what = skill.what;
                    let named = self.named_by(what.source, what.ability.print, what.controller);
                    cx.log.say(rule!("22-10-8"), || What::Negated { card: named });
                    count = 1;
                }
            }
            Verb::NegateBlocker => {
                // DBS 22-4-4: the guard card is switched back.
                self.unblock();
                count = 1;
            }
            Verb::NegatePlay(to) => count = self.negate_play(to, cx),
            Verb::RestPlayed(target) => {
                // DBS 11-1-2: "the Battle Card being played" is no Unison Card.
                if !eval::targets(self, cards, target, run).is_empty() {
                    count = self.rest_played(cx);
                }
            }
            Verb::Flip(target) => {
                for card in eval::targets(self, cards, target, run).iter() {
                    // DBS 22-25-4: [Wish] flips its card too.
                    count += i16::from(self.flip(*card, rule!("22-2-4"), cx));
                }
            }
            Verb::FlipTo { what, back } => {
                for card in eval::targets(self, cards, what, run).iter() {
                    if self.is_back(*card) != *back {
                        count += i16::from(self.flip(*card, rule!("21-10-2"), cx));
                    }
                }
            }
            Verb::Markers { what, n } => {
                let n = eval::amount(self, cards, n, run);
                for card in self.acted_on(cards, what, run).iter() {
                    // DBS 13-4-1-1, 13-4-1-2: so many are put on or taken off, none at zero.
                    count += self.add_markers(*card, n, cause, cx);
                }
            }
            Verb::EnergyMarkers { who, n } => {
                let n = eval::amount(self, cards, n, run).clamp(0, 20) as u8;
                for seat in eval::seats(self, *who, run) {
                    self.energy_markers[seat] = self.energy_markers[seat].saturating_add(n);
                    count += i16::from(n);
                }
            }
            Verb::Turn { what, face_up } => {
                for card in eval::targets(self, cards, what, run).iter() {
                    if self.table.marks(*card).is_face_up() != *face_up {
                        self.table.marks_mut(*card).set_face_up(*face_up);
                        if *face_up {
                            // DBS 3-9-2-1: face-up life is open to all.
                            self.table.reveal(*card, Seats::ALL);
                            let named = self.named(*card);
                            cx.log.say(rule!("3-9-2-1"), || What::Revealed { card: named });
                        }
                        count += 1;
                    }
                }
            }
            Verb::Win(who) => {
                let winner = Some(eval::seat(self, *who, run));
                self.outcome = Some(Outcome { winner, why: Why::Rule(rule!("0-1-3-5")) });
                count = 1;
            }
            Verb::Activate(target) => return self.activate_by_skill(target, run, cx),
            Verb::ActivateSkill { of, window } => return self.activate_skill_of(of, window, run, cx),
            Verb::Tuck { what, under } => {
                let host = eval::targets(self, cards, under, run).first().copied();
                if let Some(host) = host {
                    for card in self.acted_on(cards, what, run).iter() {
                        // DBS 17-2-1-3-1, 17-2-1-5-1, 22-3-5-1: under a card it takes nobody's place.
                        count += i16::from(self.tuck(*card, host, cause, cx));
                    }
                }
            }
            Verb::TuckTop { who, n, under } => {
                let n = eval::amount(self, cards, n, run);
                let seat = eval::seat(self, *who, run);
                if let Some(host) = eval::targets(self, cards, under, run).first().copied() {
                    for _ in 0..n {
                        let Some(card) = self.cards(seat, Area::Deck).first().copied() else { break };
                        count += i16::from(self.tuck(card, host, cause, cx));
                    }
                }
            }
            Verb::GainControl { who, what } => {
                let before = self.frames.len();
                // DBS 20-9-1: whoever the text says gains it.
                let seat = eval::seat(self, *who, run);
                for card in self.acted_on(cards, what, run).iter() {
                    let zone = self.table.zone(*card);
                    if zone.is_in_play() && zone != Area::Leader && self.table.seat(*card) != seat {
                        let (card, master) = (self.table.object(*card), Some(seat));
                        let exit = Exit { card, to: zone, master, cause, ..Exit::default() };
                        count += self.exit(exit, cx).unwrap_or(0);
                    }
                }
                if self.frames.len() > before {
                    return self.later(count, frame);
                }
            }
            Verb::Token { who, n, print, rest, slot } => {
                let n = eval::amount(self, cards, n, run);
                let seat = eval::seat(self, *who, run);
                // DBS 19-1-1, 0-2-5: a token is a Battle Card that is played.
                let barred = |print| self.bars_token(cards, run.controller, print);
                if let Some(print) = cards.token(run.ability.print, *print).filter(|print| !barred(*print)) {
                    for _ in 0..n {
                        let Some(token) = self.create(seat, print, *rest, cx) else { break };
                        let object = self.table.object(token);
                        self.picks.bind(*slot, object);
                        count += 1;
                    }
                }
            }
            Verb::SwitchGuard(target) => {
                if let Some(card) = eval::targets(self, cards, target, run).first() {
                    count = i16::from(self.switch_guard(*card, cx));
                }
            }
            Verb::Pay { cost } => {
                // DBS 5-8-3-1: what other effects make of it.
                let mut cost = self.skill_cost(cards, *cost, run);
                if cost.is_x {
                    // DBS 20-5-3: the same number from the payment to the end of the effect.
                    cost.total = cost.value().saturating_add(run.named.clamp(0, 99) as u8);
                }
                self.push_pay(run.controller, &cost, Pays::Cost);
                return Done::Later;
            }
            Verb::PayLess { n } => {
                let Some(cost) = self.rest_of_cost(cards, *n) else { return Done::Now(0) };
                self.push_pay(run.controller, &cost, Pays::Cost);
                return Done::Later;
            }
            Verb::PayZ => {
                let card = self.table.find(run.source);
                let left = card.map_or(0, |card| self.z_cost(cards, card));
                self.push(Frame::PayZ { seat: run.controller, left });
                count = 1;
            }
            Verb::PlaceOnLeader { on } => {
                let leader = eval::targets(self, cards, on, run).first().copied();
                if let (Some(card), Some(leader)) = (self.table.find(run.source), leader) {
                    count = i16::from(self.put_on_leader(card, leader, cx));
                }
            }
            Verb::MarkOverRealm => {
                if let Some(card) = self.table.find(run.source) {
                    self.table.marks_mut(card).set_overrealm(true);
                    count = 1;
                }
            }
            Verb::PlaceField => {
                if let Some(card) = self.table.find(run.source) {
                    let printed = cards.printed(self.table.print(card));
                    self.make_room_for_extra(card, run.controller, printed.z, cx);
                    let how = Shift {
                        end: End::Bottom,
                        ..Shift::to(Area::Battle, Cause::Rule, rule!("22-3-2")).of(run.controller)
                    };
                    count = i16::from(self.shift(card, how, cx));
                }
            }
            Verb::AttackAgain => {
                if let Some(card) = self.table.find(run.source) {
                    let marks = self.table.marks_mut(card);
                    marks.set_again(marks.again() + 1);
                    self.battle.again = self.table.object(card);
                    count = 1;
                }
            }
            Verb::TakeRevenge => {
                self.battle.revenge = run.source;
                count = 1;
            }
            Verb::Fail => {}
            Verb::Skip { who, what } => {
                let seat = eval::seat(self, *who, run);
                self.tally[seat].skips |= what.bit();
                count = 1;
            }
            Verb::PlaceExtra(target) => {
                for card in self.acted_on(cards, target, run).iter() {
                    let z = cards.printed(self.table.print(*card)).z;
                    // DBS 17-2-2-5: another Z-Extra Card makes room.
                    self.make_room_for_extra(*card, run.controller, z, cx);
                    let how = Shift::to(Area::Battle, cause, rule!("17-2-2")).bottom().of(run.controller);
                    count += i16::from(self.shift(*card, how, cx));
                }
            }
        }
        Done::Now(count)
    }
}

impl State {
    /// Binds the top cards of a deck, which these seats get to see.
    fn see_top(&mut self, owner: Seat, n: i32, slot: effects::Slot, seers: Seats, cx: &mut Cx<'_>) -> i16 {
        let there: Flat<Card, 64> = {
            let deck = self.cards(owner, Area::Deck);
            Flat::from_slice(&deck[..deck.len().min(n.clamp(0, 64) as usize)])
        };
        for card in there.iter() {
            self.show_to(*card, slot, seers, cx);
        }
        there.len() as i16
    }

    /// These seats get to see a card, which is bound.
    fn show_to(&mut self, card: Card, slot: effects::Slot, seers: Seats, cx: &mut Cx<'_>) {
        // DBS 20-12-1, 20-12-2: who looks sees it where it lies.
        self.table.reveal(card, seers);
        let named = self.named(card);
        cx.log.tell(rule!("20-11-1"), seers, || What::Revealed { card: named });
        let object = self.table.object(card);
        self.picks.bind(slot, object);
    }

    /// DBS 9-11-1-1, 12-2-3: the same of one kind of skill of a card that stays where it lies; its skill cost is paid, and
    /// without it there is no activation.
    fn activate_skill_of(&mut self, of: &Target<Dbs>, window: &Window, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(card) = eval::targets(self, cx.pool, of, run).first().copied() else { return Done::Now(0) };
        let print = self.table.print(card);
        let source = self.table.object(card);
        let usable = |index: usize, skill: &crate::text::Skill| {
            let ability = AbilityRef { print, index: index as u8 };
            let tried = Run::new(ability, source, run.controller);
            skill.window() == Some(window)
                && skill.cost_cond.as_ref().is_none_or(|cond| eval::holds(self, cx.pool, cond, &tried))
                && effects::run::payable(self, cx.pool, &effects::run::start(self, tried), 0, skill.pay_end)
        };
        let skills = &cx.pool.printed(print).skills;
        let Some(index) = skills.iter().enumerate().position(|(index, skill)| usable(index, skill)) else {
            return Done::Now(0);
        };
        let ability = AbilityRef { print, index: index as u8 };
        let what = Waiting { ability, source, controller: run.controller, ..Waiting::default() };
        let from = self.table.zone(card);
        let kind = Activated::Activate;
        self.push(Frame::Skill(Activation { what, kind, from, step: 1, ..Activation::default() }));
        Done::Later
    }

    /// DBS 9-11-1-1, 12-2-3: a skill that another effect activates resolves within it, and costs no energy.
    fn activate_by_skill(&mut self, target: &Target<Dbs>, run: &Run, cx: &mut Cx<'_>) -> Done {
        let Some(card) = eval::targets(self, cx.pool, target, run).first().copied() else {
            return Done::Now(0);
        };
        let print = self.table.print(card);
        let usable = |skill: &crate::text::Skill| {
            skill.window().is_some() && skill.kind != crate::text::SkillKind::Counter
        };
        // DBS 22-3-3: to activate a card is to activate its skill, [Field] too.
        let Some(index) = cx.pool.printed(print).skills.iter().position(usable) else { return Done::Now(0) };
        self.shift(card, Shift::to(Area::Drop, Cause::Skill(run.controller), rule!("12-1-1")), cx);
        let what = Waiting {
            ability: AbilityRef { print, index: index as u8 },
            source: self.table.object(card),
            controller: run.controller,
            ..Waiting::default()
        };
        let from = Area::Drop;
        // DBS 9-2-1-2, 5-11b, 5-11-1-1-1, 5-11-1-1-2: in the midst of the first effect, with counter timings of its
        // own.
        self.push(Frame::Skill(Activation {
            what,
            kind: Activated::Activate,
            from,
            step: 1,
            ..Activation::default()
        }));
        Done::Later
    }
}
