//! The flow of a turn: start, main, attack and final phase, and the play timings in them.

use crate::event::What;
use crate::keyword::movement;
use crate::state::{Frame, Phase, Play, State, TimingStep, TurnStep, Window, Zone};
use crate::vocab::{Cannot, Moment};
use crate::{Cx, Flow, rule};
use kernel::{Card, Flat, Object, RuleId, Seat};

impl State {
    /// Carries out the step of the turn that comes next.
    pub(crate) fn turn_step(&mut self, step: TurnStep, cx: &mut Cx<'_>) -> Flow {
        use TurnStep::*;
        let seat = self.turn_seat;
        match step {
            StartTiming => {
                // BF START-1.1: beginning-of-turn abilities, a play timing, the check.
                self.happen_to(Moment::TurnBegins, seat, Object::default(), 0, cx);
                self.then(Stand);
                self.open(Window::Plain);
            }
            Stand => {
                // BF START-2.1: the turn fighter's field stands; the buddy zone is no part of it.
                self.stand_field(cx);
                self.then(Draw);
                // BF START-2.2: a play timing follows standing.
                self.open(Window::Plain);
            }
            Draw => {
                // BF START-3.1, CHANGE-1, OLD-CHANGE-1: also on the very first turn; classic skips that one
                // (OLD-CHANGE-1).
                if !(self.is_classic() && self.turn_number == 1) {
                    self.draw_one(seat, rule!("START-3.1"), cx);
                }
                self.then(Charge);
                // BF START-3.1.1: a play timing follows the draw.
                self.open(Window::Plain);
            }
            // BF START-3.2: to charge is optional.
            Charge => {
                if self.count(seat, Zone::Hand) > 0 {
                    return Flow::Ask;
                }
                self.then(Charged);
            }
            Charged => {
                self.then(StartEnds);
                // BF START-3.2.1: a play timing follows charge and draw, or the decision against it.
                self.open(Window::Plain);
            }
            StartEnds => {
                self.then(MainTiming);
                // BF START-3.3: the check that closes the start phase.
                self.frames.push(Frame::Check);
            }
            MainTiming => {
                // BF MAIN-1.1: one play timing, begun by beginning-of-main-phase abilities.
                self.begin_phase(Phase::Main, rule!("MAIN-1.1"), cx);
                self.happen_to(Moment::MainBegins, seat, Object::default(), 0, cx);
                self.then(MainEnds);
                self.open(Window::Main);
            }
            MainEnds => {
                self.begin_phase(Phase::Attack, rule!("ATTACK-1.1"), cx);
                self.then(MoveTurn);
            }
            // BF ATTACK-1.1.1, KEY-MOVE-2, ATTACK-1.1.2: Moves, the turn fighter's first.
            MoveTurn | MoveOther => {
                let mover = if step == MoveTurn { seat } else { seat.other() };
                if movement::any(self, cx.pool, mover) {
                    return Flow::Ask;
                }
                self.end_moves(step);
            }
            AttackTiming => {
                // BF ATTACK-1.3.
                self.happen_to(Moment::AttackPhaseBegins, seat, Object::default(), 0, cx);
                self.then(ChooseAttack);
                self.open(Window::Plain);
            }
            // BF ATTACK-2.1, FINAL-2.1.
            ChooseAttack => return Flow::Ask,
            Declined => {
                // BF ATTACK-2.1.1.
                self.then(ChooseAgain);
                self.open(Window::Plain);
            }
            ChooseAgain => {
                // BF ATTACK-2.1.3: asked once more, if any card can.
                if self.can_attack_at_all(cx.pool) {
                    return Flow::Ask;
                }
                self.then(AttackEnds);
            }
            AttackEnds => {
                // BF ATTACK-5.1.
                self.happen_to(Moment::AttackPhaseEnds, seat, Object::default(), 0, cx);
                self.begin_phase(Phase::Final, rule!("FINAL-1.1"), cx);
                // BF OLD-FINAL-1.1: the earlier edition knows this beginning too.
                self.happen_to(Moment::FinalBegins, seat, Object::default(), 0, cx);
                self.then(FinalTiming);
            }
            FinalTiming => {
                // BF FINAL-1.1; BF FINAL-4.3 comes back here after an attack.
                self.then(ChooseFinal);
                // BF FINAL-QA2: the other fighter may act in this timing, before a fresh impact monster attacks.
                self.open(Window::Final);
            }
            ChooseFinal => {
                if self.can_attack_at_all(cx.pool) {
                    return Flow::Ask;
                }
                self.then(FinalDeclined);
            }
            FinalDeclined => {
                // BF FINAL-2.1.1.
                self.then(ChooseFinalAgain);
                self.open(Window::Plain);
            }
            ChooseFinalAgain => {
                // BF FINAL-2.1.3: asked once more, and refusing again leads to the end of the turn.
                if self.can_attack_at_all(cx.pool) {
                    return Flow::Ask;
                }
                self.then(EndTiming);
            }
            EndTiming => {
                // BF FINAL-5.1: end-of-turn abilities.
                self.happen_to(Moment::TurnEnds, seat, Object::default(), 0, cx);
                self.then(Handover);
                self.open(Window::Plain);
            }
            Handover => {
                cx.log.say(rule!("FINAL-5.3"), || What::Ended(seat));
                self.hand_over(cx);
            }
        }
        Flow::Go
    }

    /// The step that comes when everything above this frame is through.
    pub(crate) fn then(&mut self, step: TurnStep) {
        for frame in self.frames.iter_mut().rev() {
            if let Frame::Turn(at) = frame {
                *at = step;
                return;
            }
        }
    }

    /// A play timing, and the check that every flow names behind it.
    pub(crate) fn open(&mut self, window: Window) {
        // BF START-1.2, START-2.3, START-3.1.2, START-3.2.2, MAIN-1.2: so every play timing of the start and main
        // phase ends.
        // BF ATTACK-1.4, ATTACK-2.1.2, ATTACK-2.6, ATTACK-3.5, ATTACK-4.4: so does every one of the attack phase.
        // BF FINAL-1.2, FINAL-2.1.2, FINAL-2.6, FINAL-3.5, FINAL-5.2: so does every one of the final phase.
        let carried = self.carried();
        self.frames.push(Frame::Check);
        self.frames.push(Frame::Timing(window, TimingStep::Open));
        // BF END-8: what waited through the jump is resolved in this timing.
        carried.iter().for_each(|frame| self.frames.push(*frame));
    }

    /// Uses that a jump left unresolved lie under the frame of the turn that leads to the next play timing; here they are
    /// taken out, and one frame of the turn is left.
    fn carried(&mut self) -> Flat<Frame, 8> {
        let mut carried = Flat::new();
        let at = self.frames.len().saturating_sub(1);
        let Some(Frame::Turn(step)) = self.frames.last().copied().filter(|_| at > 0) else { return carried };
        self.frames.iter().take(at).skip(1).for_each(|frame| carried.push(*frame));
        self.frames.truncate(1);
        self.then(step);
        carried
    }

    fn begin_phase(&mut self, phase: Phase, rule: RuleId, cx: &mut Cx<'_>) {
        self.phase = phase;
        self.dirty = true;
        // BF OTHER-WHEN-4: with the phase ends what could be used after something that happened in it.
        self.chances.clear();
        if phase == Phase::Attack {
            for card in self.table.all() {
                self.table.marks_mut(card).set_moved(false);
            }
        }
        let seat = self.turn_seat;
        cx.log.say(rule, || What::PhaseBegan(seat, phase));
    }

    pub(crate) fn end_moves(&mut self, step: TurnStep) {
        if step == TurnStep::MoveTurn {
            self.then(TurnStep::MoveOther);
        } else {
            // BF ATTACK-1.2.
            self.then(TurnStep::AttackTiming);
            self.frames.push(Frame::Check);
        }
    }

    fn stand_field(&mut self, cx: &mut Cx<'_>) {
        let cards: Flat<Card, 64> = self.field_and_flag(self.turn_seat);
        for card in cards.iter() {
            if !self.cannot(*card, Cannot::StandInPhase) {
                self.stand(*card, rule!("START-2.1"), cx);
            }
        }
    }

    pub(crate) fn field_and_flag(&self, seat: Seat) -> Flat<Card, 64> {
        let mut cards = Flat::new();
        self.field(seat).chain(self.zone(seat, Zone::Flag).iter().copied()).for_each(|card| cards.push(card));
        cards
    }

    /// BF START-3.2: a hand card goes to the gauge, and a card is drawn.
    pub(crate) fn charge(&mut self, card: Card, cx: &mut Cx<'_>) {
        let seat = self.turn_seat;
        self.shift(card, seat, Zone::Gauge, kernel::End::Bottom, rule!("START-3.2"), cx);
        self.draw_one(seat, rule!("START-3.2"), cx);
        self.then(TurnStep::Charged);
    }

    /// What a new turn forgets and begins.
    pub(crate) fn begin_turn(&mut self, cx: &mut Cx<'_>) {
        let seat = self.turn_seat;
        self.phase = Phase::Start;
        self.dirty = true;
        self.chances.clear();
        for seat in Seat::BOTH {
            self.tally[seat].new_turn();
        }
        for card in self.table.all() {
            self.table.marks_mut(card).restood = 0;
        }
        self.decisions = 0;
        cx.log.say(rule!("START-1.1"), || What::TurnBegan(seat));
    }

    /// BF FINAL-5.3, FINAL-5.3a, OLD-FINAL-5.3: turn-long effects end; the other fighter's turn, unless an extra one
    /// was earned.
    fn hand_over(&mut self, cx: &mut Cx<'_>) {
        self.end_turn_changes();
        let seat = self.turn_seat;
        // BF CHANGE-3, OLD-CHANGE-3: an extra turn inside an extra turn is not had; OLD-CHANGE-3: in classic it is.
        let extra = self.extra_turn == Some(seat) && (self.is_classic() || !self.in_extra_turn);
        self.extra_turn = None;
        self.in_extra_turn = extra;
        if !extra {
            self.turn_seat = seat.other();
        }
        self.turn_number = self.turn_number.saturating_add(1);
        self.then(TurnStep::StartTiming);
        self.begin_turn(cx);
    }

    /// Goes on with a play timing.
    pub(crate) fn timing_step(&mut self, window: Window, step: TimingStep, cx: &mut Cx<'_>) -> Flow {
        match step {
            TimingStep::Open => {
                // BF TIMING-1.1.
                self.set_top(Frame::Timing(window, TimingStep::Autos));
                self.frames.push(Frame::Check);
            }
            TimingStep::Autos => {
                // BF AUTO-0a: waiting abilities go before anybody may use anything.
                if !self.waiting.is_empty() {
                    self.frames.push(Frame::Autos);
                } else {
                    self.set_top(Frame::Timing(window, TimingStep::Turn));
                }
            }
            TimingStep::Turn => {
                let seat = self.turn_seat;
                if matches!(window, Window::Main) || self.has_use(cx.pool, seat, window) {
                    return Flow::Ask;
                }
                if window == Window::Final && !self.can_attack_at_all(cx.pool) {
                    // Nothing can be used and nothing can attack: the end of the phase is still the fighter's to say.
                    return Flow::Ask;
                }
                self.set_top(Frame::Timing(window, TimingStep::Other));
            }
            TimingStep::Other => {
                if self.has_use(cx.pool, self.turn_seat.other(), Window::Plain) {
                    return Flow::Ask;
                }
                // BF TIMING-10.1.
                self.close_timing();
            }
        }
        Flow::Go
    }

    /// A play begun in the timing on top: when it is through, waiting abilities and the turn fighter come next
    /// (BF TIMING-5.3, TIMING-9.3).
    pub(crate) fn begin_in_timing(&mut self, play: Play) {
        if let Some(Frame::Timing(window, _)) = self.frames.last().copied() {
            self.set_top(Frame::Timing(window, TimingStep::Autos));
        }
        self.frames.push(Frame::Play(play));
    }

    /// The player to use something in the timing on top passes.
    pub(crate) fn pass_timing(&mut self) {
        if let Some(Frame::Timing(window, step)) = self.frames.last().copied() {
            if step == TimingStep::Turn {
                // BF TIMING-2.1: passing leads to 6.1.
                self.set_top(Frame::Timing(window, TimingStep::Other));
            } else {
                // BF TIMING-6.1, TIMING-10.1: both passed.
                self.close_timing();
            }
        }
    }

    /// The play timing on top ends. BF OTHER-WHEN-3: what happened in it or before it is over as an occasion.
    fn close_timing(&mut self) {
        self.frames.pop();
        self.chances.clear();
    }
}
