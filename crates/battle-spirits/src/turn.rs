//! The turn and its steps, and what the turn player may do in a Main Step.

use crate::cores::Pile;
use crate::event::What;
use crate::state::*;
use crate::verbs::Cause;
use crate::vocab::{Deed, Moment};
use crate::{Cx, rule};
use effects::Per;
use kernel::{Card, Consider, Legal, Place, RuleId, Seat, ensure};

/// How many free core moves in a row a menu offers. Any arrangement of cores can be reached by fewer, so nothing is
/// lost by it, and nobody can push cores to and fro for ever.
pub const MOVES: u8 = 60;

/// Turns after which a match is called off: decks run out long before.
const TURNS: u16 = 1000;

impl State {
    /// Carries on with a turn: returns once a player is asked or other work is on the stack.
    pub(crate) fn run_turn(&mut self, turn: Turn, cx: &mut Cx<'_>) -> Go {
        let seat = self.turn_seat;
        if !turn.opened {
            self.set_turn(Turn { opened: true, ..turn });
            // BS TURN-4: a step takes place even if there is nothing to do in it.
            self.open_step(turn.step, seat, cx);
            self.settle();
            return Go::On;
        }
        match turn.step {
            // BS MAIN-1, STEP-MAIN-2, STEP-MAIN2-2, BATTLE-1.5: these last until the player ends them.
            Step::Main | Step::SecondMain | Step::Attack if !turn.closed => return Go::Ask,
            Step::End => self.end_turn(cx),
            _ => self.next_step(turn.step, cx),
        }
        Go::On
    }

    /// BS TURN-1: an effect ends the Attack Step; what is still to be done in it is left out.
    pub(crate) fn close_attack_step(&mut self) -> bool {
        match self.frames.first_mut() {
            Some(Frame::Turn(turn)) if turn.step == Step::Attack => {
                turn.closed = true;
                true
            }
            _ => false,
        }
    }

    fn set_turn(&mut self, turn: Turn) {
        self.frames[0] = Frame::Turn(turn);
    }

    fn open_step(&mut self, step: Step, seat: Seat, cx: &mut Cx<'_>) {
        cx.log.say(step_rule(step), || What::Step { seat, step });
        if step == Step::Start {
            // BS WIN-2, BASIC-ATTACK-2 (and our reading BS-06): looked at as the Start Step begins, before any
            // effect.
            if self.table.count(Place::new(seat, Zone::Deck)) == 0 {
                self.win(Some(seat.other()), rule!("WIN-2"));
                return;
            }
        }
        // BS GLOSS-START-ATTACK, GLOSS-YOUR-END, STEP-START-1: what waits for the step's beginning.
        self.happened_to_player(Moment::StepBegins, seat, step as i16, cx);
        match step {
            // BS STEP-CORE-1: one core from the Void.
            Step::Core => {
                self.move_cores(seat, Pile::Void, Pile::Reserve, 1, rule!("STEP-CORE-1"), cx);
            }
            // BS STEP-DRAW-1: one card.
            Step::Draw => {
                self.draw(seat, 1, rule!("STEP-DRAW-1"), cx);
            }
            Step::Refresh => {
                // BS STEP-REFRESH-1: everything exhausted turns; a heavy exhausted card turns once (HEAVY-3).
                for at in 0..self.field(seat).len() {
                    let card = self.field(seat)[at];
                    // BS FAQ-GENERAL-3: what an effect keeps as it is in this step.
                    if !self.cannot_be(cx.pool, card, Deed::RefreshInStep) {
                        self.refresh(card, Cause::default(), rule!("STEP-REFRESH-1"), cx);
                    }
                }
                // BS STEP-REFRESH-2: the cores of the Trash come back.
                self.move_all_cores(seat, Pile::Trash, Pile::Reserve, rule!("STEP-REFRESH-2"), cx);
            }
            _ => {}
        }
    }

    /// BS TURN-6: the order of the steps.
    fn next_step(&mut self, step: Step, cx: &mut Cx<'_>) {
        // BS FIRST-1, FIRST-1a: the game's first turn leaves out Core, Attack and Second Main Step.
        let very_first = self.turn_number == 1;
        let next = match step {
            Step::Start if very_first => Step::Draw,
            Step::Start => Step::Core,
            Step::Core => Step::Draw,
            Step::Draw => Step::Refresh,
            Step::Refresh => Step::Main,
            // BS BATTLE-0.3: no attacks in the game's opening turn.
            Step::Main if very_first => Step::End,
            Step::Main => Step::Attack,
            // BS ETERNAL-1: no Second Main Step there.
            Step::Attack if self.is_eternal() => Step::End,
            // BS STEP-ATTACK-2: with the attacks done or declined, the Second Main Step follows.
            Step::Attack => Step::SecondMain,
            Step::SecondMain | Step::End => Step::End,
        };
        self.step_ends(cx);
        self.set_turn(Turn { step: next, opened: false, moves: 0, closed: false });
    }

    /// BS STEP-END-1, STEP-END-2 (and our reading BS-14): what the End Step set off is through; the turn's effects
    /// expire and the other player's turn begins.
    fn end_turn(&mut self, cx: &mut Cx<'_>) {
        self.step_ends(cx);
        let number = self.turn_number;
        self.end_lasting(
            cx.pool,
            |change| matches!(change.until, crate::vocab::Until::EndOfTurn(last) if last <= number),
        );
        self.uses.end(Per::Turn);
        for seat in Seat::BOTH {
            self.players[seat].turn = ThisTurn::default();
        }
        self.resolved = 0;
        // BS GLOSS-TURN: the next turn belongs to the other player alone.
        self.turn_seat = self.turn_seat.other();
        self.turn_number = number.saturating_add(1);
        if self.turn_number > TURNS {
            self.give_up_by_limit();
        }
        self.begin_turn(cx);
    }

    pub(crate) fn begin_turn(&mut self, cx: &mut Cx<'_>) {
        let (seat, number) = (self.turn_seat, self.turn_number);
        cx.log.say(rule!("TURN-2"), || What::Turn { seat, number });
        self.frames.clear();
        self.frames.push(Frame::Turn(Turn::default()));
    }

    pub(crate) fn end_step(&mut self, cx: &mut Cx<'_>) {
        let step = self.step();
        self.next_step(step, cx);
    }

    fn step_ends(&mut self, cx: &mut Cx<'_>) {
        self.end_lasting(cx.pool, |change| change.until == crate::vocab::Until::Step);
    }

    // ---- what the turn player may do --------------------------------------------------------------------------

    pub(crate) fn consider_main<S: Consider<Choice>>(
        &self,
        cards: &crate::card::Cards,
        turn: &Turn,
        sink: &mut S,
    ) {
        if !turn.opened || !matches!(turn.step, Step::Main | Step::SecondMain) {
            // Only a described position stands here: the step has yet to take place by itself.
            sink.allow(Choice::Pass);
            return;
        }
        let seat = self.turn_seat;
        // BS MAIN-2: summon, deploy, use Magic, use effects, move cores, in any order and number.
        self.consider_hand(cards, seat, sink);
        self.consider_abilities(cards, seat, sink);
        self.consider_moves(turn, seat, sink);
        if S::WIDE {
            // BS BATTLE-0.1: attacks belong to the Attack Step.
            for card in self.field(seat) {
                sink.offer(Choice::Attack(*card), || Err(rule!("BATTLE-0.1")));
            }
        }
        sink.allow(Choice::EndStep);
    }

    /// BS MAIN-MOVE-1, MAIN-MOVE-4.
    fn consider_moves<S: Consider<Choice>>(&self, turn: &Turn, seat: Seat, sink: &mut S) {
        if turn.moves >= MOVES {
            return;
        }
        let field = self.field(seat);
        let spots = || std::iter::once(Spot::Reserve).chain(field.iter().map(|card| Spot::On(*card)));
        for from in spots() {
            let has_core = self.pile(seat, from.into()) > 0;
            let has_soul = self.soul_is(seat, from.into());
            if !has_core && !has_soul && !S::WIDE {
                continue;
            }
            for to in spots().filter(|to| *to != from) {
                if has_core || S::WIDE {
                    sink.offer(Choice::Move { from, to }, || ensure(has_core, rule!("MAIN-MOVE-1")));
                }
                if has_soul || S::WIDE {
                    sink.offer(Choice::MoveSoul { from, to }, || ensure(has_soul, rule!("MAIN-MOVE-4")));
                    let core_there = self.pile(seat, to.into()) > 0;
                    let legal = || ensure(has_soul && core_there, rule!("MAIN-MOVE-4"));
                    sink.offer(Choice::Swap { soul: from, with: to }, legal);
                }
            }
        }
    }

    pub(crate) fn consider_attacks<S: Consider<Choice>>(&self, cards: &crate::card::Cards, sink: &mut S) {
        let seat = self.turn_seat;
        let must = self
            .field(seat)
            .iter()
            .any(|card| self.must_attack(cards, *card) && self.can_attack(cards, *card, seat).is_ok());
        for card in self.field(seat) {
            sink.offer(Choice::Attack(*card), || {
                self.can_attack(cards, *card, seat)?;
                // BS TURN-1: an effect names the Spirit that has to attack first.
                ensure(!must || self.must_attack(cards, *card), rule!("TURN-1"))
            });
        }
        if S::WIDE {
            // BS BATTLE-0.1: only the turn player attacks; everything else waits for another step.
            for card in self.field(seat.other()) {
                sink.offer(Choice::Attack(*card), || Err(rule!("BATTLE-1.1")));
            }
            self.refuse_hand(cards, seat, rule!("MAIN-2"), sink);
            self.refuse_moves(seat, sink);
        }
        // BS BATTLE-1.5, BATTLE-7.6: declaring nothing ends the step.
        sink.offer(Choice::EndStep, || ensure(!must, rule!("TURN-1")));
    }

    /// BS MAIN-MOVE-1: cores are moved by hand in a Main Step only.
    pub(crate) fn refuse_moves<S: Consider<Choice>>(&self, seat: Seat, sink: &mut S) {
        let field = self.field(seat);
        let spots = || std::iter::once(Spot::Reserve).chain(field.iter().map(|card| Spot::On(*card)));
        for from in spots() {
            for to in spots().filter(|to| *to != from) {
                sink.offer(Choice::Move { from, to }, || Err(rule!("MAIN-MOVE-1")));
                sink.offer(Choice::MoveSoul { from, to }, || Err(rule!("MAIN-MOVE-4")));
            }
        }
    }

    /// Refuses everything in a hand for one reason, for the sake of explanations.
    pub(crate) fn refuse_hand<S: Consider<Choice>>(
        &self,
        cards: &crate::card::Cards,
        seat: Seat,
        rule: RuleId,
        sink: &mut S,
    ) {
        for card in self.table.cards(Place::new(seat, Zone::Hand)) {
            for choice in self.ways_to_use(cards, *card) {
                sink.offer(choice, || Err(rule));
            }
        }
    }

    fn can_attack(&self, cards: &crate::card::Cards, card: Card, seat: Seat) -> Legal {
        // BS BASIC-NEXUS-2: a Nexus neither attacks nor blocks.
        ensure(self.is_spirit(cards, card), rule!("BASIC-NEXUS-2"))?;
        ensure(self.table.seat(card) == seat, rule!("BATTLE-1.1"))?;
        // BS HEAVY-2, BATTLE-1.1, BASIC-ATTACK-5: only an upright Spirit can attack.
        ensure(self.pose(card) != Pose::Heavy, rule!("HEAVY-2"))?;
        ensure(self.pose(card) == Pose::Refreshed, rule!("BATTLE-1.1"))?;
        // BS FAQ-GENERAL-3: what an effect forbids.
        ensure(!self.cannot_attack(cards, card), rule!("FAQ-GENERAL-3"))
    }
}

/// Whether the stack goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    On,
    Ask,
}

fn step_rule(step: Step) -> RuleId {
    match step {
        Step::Start => rule!("STEP-START-1"),
        Step::Core => rule!("STEP-CORE-1"),
        Step::Draw => rule!("STEP-DRAW-1"),
        Step::Refresh => rule!("STEP-REFRESH-1"),
        Step::Main => rule!("STEP-MAIN-1"),
        Step::Attack => rule!("STEP-ATTACK-1"),
        Step::SecondMain => rule!("STEP-MAIN2-1"),
        Step::End => rule!("STEP-END-1"),
    }
}
