//! Using cards and abilities: the flow of a use from its declaration to its resolution.

use crate::card::{Cards, Kind};
use crate::event::{Verb as Declared, What};
use crate::keyword::{Keyword, equipment_change};
use crate::state::{Frame, How, Jump, Play, PlayStep, State, TimingStep, Window, Zone};
use crate::vocab::{Cannot, Moment, Use};
use crate::{Choice, Cx, Flow, rule};
use effects::{AbilityRef, Run, When, run};
use kernel::{Card, End, Object, Place, Seat};

impl State {
    // ---- declaring --------------------------------------------------------------------------------------------

    /// Whether the frame on top is an answer to a use, and so the new use is never answered itself.
    fn answers(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Play(Play { step: PlayStep::Answer, .. })))
    }

    /// Begins a use that was chosen in the window on top.
    pub(crate) fn begin(&mut self, seat: Seat, choice: Choice, cx: &mut Cx<'_>) {
        let answer = self.answers();
        let play = match choice {
            Choice::Call { card, area, buddy } => self.declare(seat, card, How::Call(area), buddy, cx),
            Choice::Cast(card) => self.declare(seat, card, How::Cast, false, cx),
            Choice::Equip { card, buddy } => {
                let item = cx.pool.get(self.print(card)).kind == Kind::Item;
                // BF EQUIP-SAME-1: the Transform family goes the way of an equip.
                self.declare(seat, card, if item { How::Equip } else { How::Transform }, buddy, cx)
            }
            Choice::Use { card, of, ability } => {
                self.declare_act(seat, card, AbilityRef { print: of, index: ability }, cx)
            }
            _ => return,
        };
        let counter = answer
            || !matches!(
                self.frames.last(),
                Some(Frame::Timing(Window::Main | Window::Final, TimingStep::Turn))
            );
        let play = Play { answer, counter, chances: self.chances.len() as u8, ..play };
        // BF OLD-ATTACK-2.5: the one use in a battle is of a [Counter]; an Act without it (OLD-ACT-0) is none.
        let plain =
            play.how == How::Act && matches!(cx.pool.ability(play.run.ability).when, When::Use(Use::Main));
        if counter && !plain {
            let name = cx.pool.name_id(play.source_print(self)) + 1;
            if let Some(attack) = self.attack_mut().filter(|attack| attack.in_battle) {
                attack.counters[seat] = attack.counters[seat].saturating_add(1);
                attack.countered[seat] = name;
            }
        }
        if answer {
            if let Some(Frame::Play(answered)) = self.frames.last_mut() {
                // BF TIMING-3.1: one answer.
                // BF CALL-2.1, CAST-2.1, EQUIP-2.1, ACT-1.2.1, AUTO-2.2.1: whatever is answered is answered by a
                // single counter.
                answered.step = PlayStep::Resolve;
            }
            // BF CALL-2.3, CAST-2.3, EQUIP-2.3, ACT-1.2.3, AUTO-2.2.3: the answer lies on top of what it answers and
            // takes effect first.
            // BF TIMING-4.1, TIMING-8.1, TIMING-QA2: whoever's turn it is.
            self.frames.push(Frame::Play(play));
        } else {
            self.begin_in_timing(play);
        }
    }

    /// BF CALL-1.1, CAST-1.1, EQUIP-1.1: the card is shown; BF CALL-1.5, EQUIP-1.4: a Buddy Call swaps it.
    fn declare(&mut self, seat: Seat, card: Card, how: How, buddy: bool, cx: &mut Cx<'_>) -> Play {
        let named = self.table.named(card);
        let verb = match how {
            How::Call(_) if buddy => Declared::BuddyCall,
            How::Call(_) => Declared::Call,
            How::Cast => Declared::Cast,
            _ if buddy => Declared::BuddyEquip,
            _ => Declared::Equip,
        };
        let rule = match how {
            How::Call(_) => rule!("CALL-1.1"),
            How::Cast => rule!("CAST-1.1"),
            _ => rule!("EQUIP-1.1"),
        };
        cx.log.say(rule, || What::Declared { seat, card: named, verb, ability: None });
        let mut used = card;
        let from = self.table.zone(card);
        if buddy {
            if let Ok(partner) = self.buddy_for(cx.pool, seat, card) {
                self.swap_buddy(seat, card, partner, cx);
                used = partner;
            }
        } else {
            self.hold(cx.pool, card, seat);
        }
        let source = self.table.object(used);
        let body = cx.pool.get(self.print(used)).sheet.body.unwrap_or(u8::MAX);
        let run = Run::new(AbilityRef { print: self.print(used), index: body }, source, seat);
        Play { from, ..self.new_play(seat, source, how, buddy, run) }
    }

    /// A card that is being used is neither in hand nor there yet. From the field (Transform) its soul comes along.
    fn hold(&mut self, cards: &Cards, card: Card, seat: Seat) {
        if self.table.zone(card) == Zone::Soul {
            self.table.set_host(card, None);
            self.table.marks_mut(card).set_face_down(false);
        }
        // BF KEY-TRANSFORM-2, OTHER-SOUL-3: a monster that is equipped from the field does not leave it, and stays the card
        // that it was.
        if self.table.zone(card).is_area() {
            return self.carry(cards, card, Place::new(seat, Zone::Limbo));
        }
        // BF CALL-QA2: mid-call it is not on the field, and so no target.
        self.put(cards, card, Place::new(seat, Zone::Limbo), End::Bottom);
    }

    /// BF CALL-1.5, OLD-CALL-1.5: the shown card rests in the buddy zone, the card that waited there is the one being
    /// called.
    fn swap_buddy(&mut self, seat: Seat, shown: Card, partner: Card, cx: &mut Cx<'_>) {
        self.table.rehost(shown, partner);
        self.hold(cx.pool, partner, seat);
        self.put(cx.pool, shown, Place::new(seat, Zone::Buddy), End::Bottom);
        // BF IMPACT-STAND-3: what takes the buddy's place is resting.
        self.rest(shown, rule!("CALL-1.5"), cx);
        self.tally[seat].buddy_calls += 1;
    }

    pub(crate) fn new_play(&self, seat: Seat, source: Object, how: How, buddy: bool, run: Run) -> Play {
        Play {
            seat,
            source,
            how,
            step: PlayStep::Pay,
            buddy,
            answer: false,
            nullified: false,
            by_effect: false,
            pays: false,
            begun: false,
            counter: false,
            chances: 0,
            called_as: Object::default(),
            from: Zone::Hand,
            run,
        }
    }

    fn declare_act(&mut self, seat: Seat, card: Card, at: AbilityRef, cx: &mut Cx<'_>) -> Play {
        let named = self.table.named(card);
        cx.log.say(rule!("ACT-1.1"), || What::Declared {
            seat,
            card: named,
            verb: Declared::Use,
            ability: Some(at),
        });
        let source = self.table.object(card);
        let run = self.run_of(at, card, seat);
        if let When::Use(Use::Over(over)) = cx.pool.ability(at).when {
            self.tally[seat].overs |= 1 << over as u8;
        }
        Play { step: PlayStep::Aim, ..self.new_play(seat, source, How::Act, false, run) }
    }

    // ---- going on ---------------------------------------------------------------------------------------------

    fn set_play(&mut self, play: Play) {
        self.set_top(Frame::Play(play));
    }

    /// Goes on with the use on top.
    pub(crate) fn play_step(&mut self, mut play: Play, cx: &mut Cx<'_>) -> Flow {
        match play.step {
            PlayStep::Pay => {
                play.step = PlayStep::Aim;
                self.set_play(play);
                let sheet = &cx.pool.get(play.source_print(self)).sheet;
                let cost = if play.how == How::Transform { sheet.transform } else { sheet.cost };
                let cost = cost
                    .filter(|_| play.how == How::Transform || !self.is_free(cx.pool, play.seat, play.source));
                // BF CALL-1.6, CALL-QA4, CAST-1.3, EQUIP-1.5: everything a cost asks is paid together.
                if let Some(index) = cost.filter(|_| !play.by_effect || play.pays) {
                    let ability = AbilityRef { print: play.source_print(self), index };
                    let mut run = run::start(self, Run::new(ability, play.source, play.seat));
                    if let How::Call(area) = play.how {
                        run.named = area as i16;
                    }
                    self.frames.push(Frame::Effect(run));
                }
            }
            PlayStep::Aim => {
                // BF CAST-1.4, ACT-1.1.1, AUTO-2.1.1: targets on the field and in the drop zone are chosen now.
                let aims = self.play_runs(&play)
                    && cx.pool.get(play.run.ability.print).sheet.aims(play.run.ability.index);
                play.run = if self.play_runs(&play) { run::start(self, play.run) } else { play.run };
                play.step = if aims { PlayStep::Aiming } else { PlayStep::Declared };
                self.set_play(play);
            }
            PlayStep::Aiming => return self.run_effect(cx),
            PlayStep::Declared => {
                // BF TIMING-2.3, TIMING-3.3: the check once it is declared and paid.
                play.step = PlayStep::Answer;
                self.set_play(play);
                // BF CALL-1.7, CAST-1.5, EQUIP-1.6, TIMING-6.3: the check behind a declared call, cast, equip or
                // counter.
                // BF CALL-2.2, CAST-2.2, EQUIP-2.2, ACT-1.2.2, AUTO-2.2.2, TIMING-7.3: the check behind the
                // announcement of an answer.
                self.frames.push(Frame::Check);
            }
            PlayStep::Answer => {
                // BF TIMING-3.1; BF TIMING-QA2a, TIMING-QA3: an answer is not answered;
                // BF OTHER-RESPOND-2, OTHER-RESPOND-2a: nor what an effect does.
                // BF OVER-7: nor an Over keyword.
                let over = play.how == How::Act
                    && matches!(cx.pool.ability(play.run.ability).when, When::Use(Use::Over(_)));
                let open = !play.answer && !play.by_effect && !over;
                // BF ACT-1.2, AUTO-2.2, TIMING-QA1: whatever was declared, an ability that triggered too, may be
                // answered by the other fighter.
                // BF KEY-TRANSFORM-4, KEY-IMPACTTRANSFORM-6: so may a card that transforms.
                if open && self.has_use(cx.pool, play.seat.other(), Window::Plain) {
                    return Flow::Ask;
                }
                play.step = PlayStep::Resolve;
                self.set_play(play);
            }
            PlayStep::Resolve => return self.resolve(play, cx),
            PlayStep::Change => {
                let equipped = self.table.find(play.source);
                if equipped
                    .is_some_and(|card| equipment_change::earlier(self, cx.pool, play.seat, card).is_some())
                {
                    return Flow::Ask;
                }
                play.step = PlayStep::Close;
                self.set_play(play);
            }
            PlayStep::Close => {
                self.frames.pop();
                self.lapse_unrelated(&play, cx.pool);
                if play.by_effect {
                    // The effect that called it goes on meaning it, now on the field.
                    if let Some(card) = self.table.find(play.source) {
                        self.follow_in_run(play.called_as, card);
                    }
                    self.report_top(1);
                } else if let Some(jump) = self.jump.take() {
                    match jump {
                        Jump::To(step) => self.leap(step),
                        Jump::OutOfBattle => self.leave_battle(cx),
                    }
                } else {
                    // BF CALL-3.3, CAST-3.2, EQUIP-3.4, ACT-1.4, AUTO-2.4.
                    // BF CALL-2.4, CAST-2.4, EQUIP-2.4, ACT-1.2.4, AUTO-2.2.4, TIMING-4.2, TIMING-8.2: the check
                    // behind an answer that has resolved.
                    // BF TIMING-5.2, TIMING-9.2: the check behind what was answered.
                    self.frames.push(Frame::Check);
                }
            }
        }
        Flow::Go
    }

    /// Whether the use has an effect of its own to carry out.
    fn play_runs(&self, play: &Play) -> bool {
        play.run.ability.index != u8::MAX && matches!(play.how, How::Cast | How::Act | How::Auto)
    }

    /// Goes on with the effect in the frame on top.
    pub(crate) fn run_effect(&mut self, cx: &mut Cx<'_>) -> Flow {
        let frame = self.frames.len() - 1;
        match run::advance(self, frame, cx) {
            run::Flow::Decide(_) => Flow::Ask,
            run::Flow::Left => Flow::Go,
            run::Flow::Finished => {
                match self.frames.last().copied() {
                    Some(Frame::Play(play)) => self.finish_effect(play, cx),
                    _ => self.end_effect(),
                }
                Flow::Go
            }
        }
    }

    /// What was done for a cost is what the text of the card speaks of first: "the number of monsters destroyed".
    fn end_effect(&mut self) {
        let ended = self.frames.pop();
        if let (Some(Frame::Effect(cost)), Some(Frame::Play(mut play))) = (ended, self.frames.last().copied())
        {
            if play.step == PlayStep::Aim {
                play.run.done = cost.done;
                self.set_play(play);
            }
        }
    }

    /// The use resolves, or comes to nothing because it was nullified.
    fn resolve(&mut self, mut play: Play, cx: &mut Cx<'_>) -> Flow {
        let print = play.source_print(self);
        if play.nullified {
            let named = self.table.named_by(play.source, print, play.seat);
            cx.log.say(rule!("CALL-QA1"), || What::Nullified(named));
            // BF IMPACT-QA4: a nullified card is dropped without arriving.
            if let Some(card) = self.in_limbo(&play) {
                self.drop_soul(card, cx);
                self.put_in_drop(card, rule!("CALL-QA1"), cx);
            }
            run::abandon(self, &play.run);
            play.step = PlayStep::Close;
            self.set_play(play);
            return Flow::Go;
        }
        // BF OTHER-STOPTIME-1: nor do abilities of a card in stopped time resolve.
        let stopped = matches!(play.how, How::Act | How::Auto)
            && self.table.find(play.source).is_some_and(|card| self.cannot(card, Cannot::HaveTime));
        if stopped {
            run::abandon(self, &play.run);
            play.step = PlayStep::Close;
            self.set_play(play);
            return Flow::Go;
        }
        if !play.begun {
            play.begun = true;
            self.set_play(play);
            self.spend(&play, cx.pool);
        }
        match play.how {
            How::Call(area) => self.arrive_called(play, area, cx),
            How::Equip | How::Transform => self.arrive_equipped(play, cx),
            How::Cast if !self.play_runs(&play) => self.finish_effect(play, cx),
            // BF CAST-3.1, ACT-1.3, AUTO-2.3, TIMING-9.1: it does now what it says.
            How::Cast | How::Act | How::Auto => return self.run_effect(cx),
        }
        Flow::Go
    }

    /// BF OTHER-WHEN-2: a card used outside counter timing that does not name what happened ends the chance.
    fn lapse_unrelated(&mut self, play: &Play, cards: &Cards) {
        let card = matches!(play.how, How::Call(_) | How::Cast | How::Equip | How::Transform);
        if !card || play.counter || play.by_effect || self.chances.is_empty() {
            return;
        }
        let named = cards.get(play.source_print(self)).sheet.after;
        let mut at = 0;
        self.chances.retain(|chance| {
            at += 1;
            at > play.chances || named >> chance.moment & 1 == 1
        });
    }

    pub(crate) fn in_limbo(&self, play: &Play) -> Option<Card> {
        self.table.find(play.source).filter(|card| self.table.zone(*card) == Zone::Limbo)
    }

    /// BF ONCE-2, ONCE-4, ONCE-QA3: a use is spent when it begins to resolve, so a nullified one is not.
    fn spend(&mut self, play: &Play, cards: &Cards) {
        let print = play.source_print(self);
        match play.how {
            How::Call(_) | How::Cast | How::Equip => {
                if let Some(limit) = cards.get(print).sheet.limit {
                    let key = self.use_key(cards, print, u8::MAX);
                    self.uses.spend(limit, key, play.source, play.seat);
                }
            }
            How::Act => {
                let at = play.run.ability;
                if let Some(limit) = cards.ability(at).limit {
                    // BF ONCE-QA1: each copy has its own count, unless the limit is the name's.
                    let key = if limit.by_name { self.use_key(cards, at.print, at.index) } else { at };
                    self.uses.spend(limit, key, play.source, play.seat);
                }
            }
            // A triggered ability was spent when it triggered (BF ONCE-QA2).
            How::Auto | How::Transform => {}
        }
    }

    /// BF CALL-3.1, CALL-3.2: the monster arrives; a Buddy Call gives one life.
    fn arrive_called(&mut self, mut play: Play, area: Zone, cx: &mut Cx<'_>) {
        play.step = PlayStep::Close;
        let Some(card) = self.in_limbo(&play) else {
            self.set_play(play);
            return;
        };
        if cx.pool.get(self.print(card)).kind == Kind::ImpactMonster && !play.by_effect {
            // BF IMPACT-CALL-1, IMPACT-CALL-2, IMPACT-CALL-3: calls by effects do not count.
            self.tally[play.seat].impact_calls += 1;
        }
        play.called_as = play.source;
        self.arrive_from(card, play.seat, (play.from, area), rule!("CALL-3.1"), cx);
        play.source = self.table.object(card);
        self.set_play(play);
        self.happen(Moment::Called, play.source, Object::default(), play.from as i16, cx);
        if play.buddy {
            self.happen(Moment::BuddyCalled, play.source, Object::default(), 0, cx);
            self.gain_life(play.seat, 1, rule!("CALL-3.2"), cx);
        }
    }

    /// BF EQUIP-3.1 to EQUIP-3.3: the item arrives, the gift, then Equipment Change.
    fn arrive_equipped(&mut self, mut play: Play, cx: &mut Cx<'_>) {
        play.step = PlayStep::Change;
        let Some(card) = self.in_limbo(&play) else {
            play.step = PlayStep::Close;
            self.set_play(play);
            return;
        };
        if self.is_classic() {
            // BF OLD-KEY-EQUIPCHANGE-1: the check will see to the earlier item.
            play.step = PlayStep::Close;
        }
        self.arrive_from(card, play.seat, (play.from, Zone::Item), rule!("EQUIP-3.1"), cx);
        play.source = self.table.object(card);
        if play.how == How::Transform {
            let keywords = cx.pool.get(self.print(card)).sheet.keywords;
            // BF KEY-IMPACTTRANSFORM-4: Impact Transform counts as Transform.
            if keywords.has(Keyword::Transform) || keywords.has(Keyword::ImpactTransform) {
                self.happen(Moment::Transformed, play.source, Object::default(), 0, cx);
            } else if keywords.has(Keyword::Ride) {
                self.happen(Moment::Rode, play.source, Object::default(), 0, cx);
            }
            if cx.pool.get(self.print(card)).kind == Kind::ImpactMonster {
                self.tally[play.seat].impact_transforms += 1;
            }
        }
        self.set_play(play);
        self.happen(Moment::Equipped, play.source, Object::default(), 0, cx);
        if play.buddy {
            // BF EQUIP-3.2, KEY-IMPACTTRANSFORM-5, KEY-TRANSFORM-3.
            self.gain_life(play.seat, 1, rule!("EQUIP-3.2"), cx);
        }
    }

    /// An effect has been carried out: a spell or impact goes to the drop zone, or stays (BF CAST-3.1a, KEY-SET-1).
    fn finish_effect(&mut self, mut play: Play, cx: &mut Cx<'_>) {
        play.step = PlayStep::Close;
        self.set_play(play);
        let seat = play.seat;
        let named = self.table.named_by(play.source, play.source_print(self), seat);
        cx.log.say(rule!("TIMING-5.1"), || What::Resolved { seat, card: named });
        if play.how != How::Cast {
            return;
        }
        if let Some(card) = self.in_limbo(&play) {
            if cx.pool.get(named.print).sheet.keywords.has(crate::keyword::Keyword::Set) {
                self.arrive_from(card, seat, (play.from, Zone::Spell), rule!("KEY-SET-1"), cx);
                let object = self.table.object(card);
                self.happen(Moment::WasSet, object, Object::default(), 0, cx);
            } else {
                self.drop_soul(card, cx);
                self.put_in_drop(card, rule!("CAST-3.1a"), cx);
            }
        }
        // The card is where its cast left it: still the one that was cast.
        let cast = self.table.object(play.source.card);
        self.happen_to(Moment::Casts, seat, cast, 0, cx);
    }

    /// Where a card that is being used was when it was declared.
    pub(crate) fn declared_from(&self, card: kernel::Card) -> Option<crate::state::Zone> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Play(play) if self.table.find(play.source) == Some(card) => Some(play.from),
            _ => None,
        })
    }

    /// Uses above this frame that were declared and are not resolved.
    fn unresolved(&self, from: usize) -> kernel::Flat<Frame, 8> {
        let mut pending: kernel::Flat<Frame, 8> = kernel::Flat::new();
        for frame in self.frames.iter().skip(from) {
            if let Frame::Play(play) = frame {
                pending.push(Frame::Play(*play));
            }
        }
        pending
    }

    /// BF END-3: the battle is over at once; BF END-8: what was declared in it is resolved in the play timing behind it.
    fn leave_battle(&mut self, cx: &mut Cx<'_>) {
        let Some(at) = self.frames.iter().rposition(|frame| matches!(frame, Frame::Attack)) else { return };
        let pending = self.unresolved(at + 1);
        self.frames.truncate(at + 1);
        self.end_battle(cx);
        pending.iter().for_each(|frame| self.frames.push(*frame));
    }

    /// BF END-1 to END-8: straight to a later step. Plays that were declared and are not resolved wait for its first play
    /// timing, under a frame of the turn that leads there ([`State::carried`]).
    fn leap(&mut self, step: crate::state::TurnStep) {
        let pending = self.unresolved(0);
        self.frames.truncate(1);
        // BF END-QA1: whether the attack would have hit is never determined, and its cards are out of battle.
        self.attacks.clear();
        self.end_battle_changes();
        // BF END-QA2: abilities that are on stand-by stay so, and are used in the play timing to come.
        pending.iter().for_each(|frame| self.frames.push(*frame));
        if pending.is_empty() {
            self.then(step);
        } else {
            self.frames.push(Frame::Turn(step));
        }
        self.frames.push(Frame::Check);
    }
}

impl Play {
    /// The printed card that is used.
    pub(crate) fn source_print(&self, state: &State) -> kernel::Print {
        state.table.find(self.source).map_or(self.run.ability.print, |card| state.print(card))
    }
}
