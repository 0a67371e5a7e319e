//! The turn: its phases, when it ends, and what the turn player may do in the main phase.

use crate::alias::{Ability, Op, When};
use crate::card::{BREEDING, Ban, HAND, INHERITED, LINK, MAIN, TRASH};
use crate::card::{Cards, Class, Kinds};
use crate::rule;
use crate::state::{Area, Cause, Choice, Cx, Ends, Frame, Mark, State, Step, What};
use crate::vocab::{Cannot, Change, Keyword, Moment, Verb};
use effects::{AbilityRef, Asked, Run, eval};
use kernel::{Card, Consider, End, Flat, Legal, Object, Seat, ensure};

impl State {
    /// Goes on with the turn; nothing else is unresolved.
    pub(crate) fn step_turn(&mut self, step: Step, ending: bool, cx: Cx) {
        let turn = self.core.turn;
        // DCG 6-1-4-1, 6-2-1-2: with memory on the opponent's side and everything resolved, the end of the turn
        // arrives.
        let over = self.memory(turn) < 0 && step != Step::Start && self.turn_is_over(cx.pool);
        match (ending, over) {
            (false, true) => {
                // DCG 15-16-12, 15-8-3-6: end of turn effects trigger now, and stay triggered.
                self.set_top(Frame::Turn { step, ending: true });
                self.core.cause = Cause::Rule;
                self.notice_turn(Moment::EndOfTurn, cx);
                let number = self.core.turn_number;
                self.wake(|due| matches!(due, Ends::Turn(end) if end <= number));
                // DCG 6-6-2: the phase goes on until everything that waits at the end of the turn is resolved.
                self.push(Frame::Check);
                return;
            }
            // DCG 6-6-3, 6-6-1: everything is resolved and memory has stayed over there.
            (true, true) => return self.finish_turn(cx),
            // DCG 6-6-4: memory came back to 0 or more: the phase continues.
            (true, false) => self.set_top(Frame::Turn { step, ending: false }),
            (false, false) => {}
        }
        let next = match step {
            // DCG 6-2-1-1: what happens at the start of the turn comes before unsuspending.
            Step::Start => {
                self.core.cause = Cause::Rule;
                self.notice_turn(Moment::StartOfTurn, cx);
                Step::Unsuspend
            }
            Step::Unsuspend => {
                self.unsuspend_phase(cx);
                Step::Draw
            }
            Step::Draw => {
                self.draw_phase(cx);
                Step::Breeding
            }
            Step::Breeding => {
                self.set_top(Frame::Turn { step: Step::BreedingAsked, ending: false });
                return;
            }
            Step::MainStart => {
                self.core.cause = Cause::Rule;
                self.notice_turn(Moment::StartOfMain, cx);
                Step::Main
            }
            // The turn goes on with memory over there.
            Step::Main | Step::MainOn => {
                self.set_top(Frame::Turn { step: Step::MainOn, ending: false });
                return;
            }
            Step::BreedingAsked => return,
        };
        self.set_top(Frame::Turn { step: next, ending: false });
        // DCG 6-1-3: everything in this phase is resolved before the next one begins.
        self.push(Frame::Check);
    }

    /// DCG 6-1-4-1: the turn ends with 1 or more memory on the opponent's side, or with as much as an effect says instead.
    fn turn_is_over(&self, cards: &Cards) -> bool {
        let turn = self.core.turn;
        let mut least = 1;
        self.each_player_change(cards, turn, Class::Way, Asked::NOTHING, &mut |change, _| {
            if let Change::TurnEnd(memory) = change {
                least = *memory;
            }
        });
        -self.memory(turn) >= least
    }

    /// Something that happens to nobody in particular: any card stands for it.
    pub(crate) fn notice_turn(&mut self, moment: Moment, cx: Cx) {
        let any = self.table.all().find(|card| self.table.zone(*card) != Area::Breeding);
        let Some(card) = any else { return };
        let object = self.table.object(card);
        self.notice(moment, &[object], Object::default(), cx);
    }

    /// DCG 6-2-1, 6-2-1-3: all of the turn player's Digimon and Tamers unsuspend at the same time.
    fn unsuspend_phase(&mut self, cx: Cx) {
        let turn = self.core.turn;
        let mut turned: Flat<Object, 64> = Flat::new();
        self.core.cause = Cause::Rule;
        for seat in [turn, turn.other()] {
            for area in [Area::Battle, Area::Breeding] {
                for at in 0..self.count(seat, area) {
                    let card = self.cards(seat, area)[at];
                    // DCG 16-10-1, 16-10-5, 16-10-3, 16-10-4: <Reboot> unsuspends at the same time as the turn
                    // player's Digimon.
                    let turns = seat == turn || self.has_keyword(cx.pool, card, &Keyword::Reboot);
                    if turns
                        && !self.cannot(cx.pool, card, Ban::Suspend, |cannot| {
                            matches!(cannot, Cannot::Unsuspend | Cannot::UnsuspendInPhase)
                        })
                        && self.unsuspend(card, rule!("6-2-1"), cx)
                    {
                        turned.push(self.table.object(card));
                    }
                }
            }
        }
        self.notice(Moment::Unsuspended, &turned, Object::default(), cx);
        let number = self.core.turn_number;
        self.end_lasting(cx.pool, |until| until == Ends::Unsuspend(number));
    }

    fn draw_phase(&mut self, cx: Cx) {
        let turn = self.core.turn;
        // DCG 6-3-1-1: the first player does not draw on the first turn.
        if self.core.turn_number == 1 {
            return;
        }
        // DCG 6-3-1: one card; DCG 1-2-3-2: who cannot draw here loses.
        if self.draw_by_rule(turn, rule!("6-3-1"), cx).is_none() {
            self.end(Some(turn.other()), rule!("1-2-3-2"), cx);
        }
    }

    fn finish_turn(&mut self, cx: Cx) {
        let turn = self.core.turn;
        for marks in self.table.all_marks_mut() {
            marks.set(Mark::Fresh, false);
            marks.uses = 0;
        }
        let number = self.core.turn_number;
        self.end_lasting(cx.pool, |until| matches!(until, Ends::Turn(end) if end <= number));
        self.forget_stepping(cx.pool);
        cx.log.say(rule!("6-6-3"), || What::TurnEnded(turn));
        self.begin_turn(turn.other(), cx);
    }

    // ---- breeding phase -------------------------------------------------------------------------------------

    pub(crate) fn can_hatch(&self) -> Legal {
        let turn = self.core.turn;
        // DCG 4-16-2: not from an empty Digi-Egg deck.
        ensure(self.count(turn, Area::Eggs) > 0, rule!("4-16-2"))?;
        // DCG 4-16-3, 3-4-6-2: not while something is in the breeding area.
        ensure(self.count(turn, Area::Breeding) == 0, rule!("4-16-3"))
    }

    pub(crate) fn can_raise(&self, cards: &Cards, card: Card) -> Legal {
        // DCG 4-15-1, 4-15-2: only a Digimon, and only one with DP.
        ensure(self.is_digimon(cards, card) && self.dp(cards, card).is_some(), rule!("4-15-2"))?;
        let run = Run::new(AbilityRef::default(), self.table.object(card), self.table.seat(card));
        let kept = |cannot: &Cannot| matches!(cannot, Cannot::Move(which) if eval::fits(self, cards, which, card, &run));
        ensure(!self.player_cannot(cards, self.table.seat(card), Ban::Play, kept), rule!("15-1-3"))
    }

    pub(crate) fn consider_breeding<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        sink.offer(Choice::Hatch, || self.can_hatch());
        for card in self.cards(self.core.turn, Area::Breeding) {
            // DCG 6-4-1-2: the Digimon there may move to the battle area.
            sink.offer(Choice::Raise(*card), || self.can_raise(cards, *card));
        }
        // DCG 6-4-1-3: doing nothing is one of the three.
        sink.allow(Choice::Stay);
    }

    pub(crate) fn hatch(&mut self, seat: Seat, cx: Cx) {
        if let Some(card) = self.cards(seat, Area::Eggs).first().copied() {
            // DCG 6-4-1-1, 3-4-6-1: face up into the breeding area.
            self.put(cx.pool, card, State::place(seat, Area::Breeding), End::Bottom);
            let named = self.named(card);
            cx.log.say(rule!("4-16-1"), || What::Hatched(named));
            self.notice_one(Moment::Hatched, card, cx);
        }
    }

    /// DCG 4-15: the stack moves to the battle area; it stays the same Digimon, suspended or not.
    pub(crate) fn raise(&mut self, card: Card, cx: Cx) {
        // DCG 4-15-3, 4-15-4: the same card goes on, suspended or not, under all that it is under.
        self.slide(cx.pool, card, State::place(self.table.seat(card), Area::Battle), End::Bottom);
        let named = self.named(card);
        cx.log.say(rule!("4-15-1"), || What::Raised(named));
        // DCG 4-15-5: what it had waiting is lost.
        let object = self.table.object(card);
        self.core.waiting.retain(|pending| pending.wait.source != object);
        self.notice_one(Moment::Moved, card, cx);
    }

    pub(crate) fn breeding_done(&mut self) {
        self.set_top(Frame::Turn { step: Step::MainStart, ending: false });
        self.push(Frame::Check);
    }

    // ---- main phase -----------------------------------------------------------------------------------------

    /// DCG 6-5-1: what the turn player can do in the main phase.
    pub(crate) fn consider_main<S: Consider<Choice>>(&self, cards: &Cards, sink: &mut S) {
        let turn = self.core.turn;
        let hand = self.cards(turn, Area::Hand);
        let levels = self.levels_on_field(cards, turn);
        for (at, card) in hand.iter().enumerate() {
            // Copies of one card in a hand are interchangeable: they are listed once.
            let print = self.table.print(*card);
            if hand[..at].iter().any(|other| self.table.print(*other) == print) {
                continue;
            }
            let kinds = cards.get(print).kinds;
            if kinds.meets(Kinds::DIGIMON.with(Kinds::TAMER)) {
                sink.offer(Choice::Play(*card), || self.can_play(cards, turn, *card));
            }
            if kinds.meets(Kinds::DIGIMON) {
                // DCG 6-5-1-2-1: digivolving a card of the field into one of the hand.
                self.consider_digivolving(cards, turn, *card, levels, sink);
            }
            if kinds.meets(Kinds::OPTION) {
                // DCG 6-5-1-3-1: using an Option card of the hand.
                sink.offer(Choice::Use(*card), || self.can_use(cards, turn, *card));
            }
            if !cards.get(print).meaning.links.is_empty() {
                // DCG 10-1-1: linking a card of the hand to a Digimon that its requirements name.
                self.consider_links(cards, turn, *card, sink);
            }
        }
        for card in self.cards(turn, Area::Battle) {
            // DCG 6-5-1-4-1: a card in the battle area can be linked too.
            if !cards.get(self.table.print(*card)).meaning.links.is_empty() {
                self.consider_links(cards, turn, *card, sink);
            }
            if S::WIDE || self.is_digimon(cards, *card) {
                // DCG 6-5-1-5-1, 11-1-1, 11-1-2: attacking with a Digimon, which only the turn player does.
                self.consider_attacks(cards, *card, None, sink);
            }
        }
        // DCG 6-5-1-6-1, 15-8-4-1: activating an effect that its player may activate at will.
        self.consider_activations(cards, turn, sink);
        // DCG 6-5-1-7: passing.
        sink.allow(Choice::PassTurn);
    }

    // ---- activation-type effects ------------------------------------------------------------------------------

    /// DCG 6-5-1-6, 15-8-4-2: [Main] effects of cards in play, and those that say they work elsewhere.
    fn consider_activations<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, sink: &mut S) {
        let used = |part: usize| self.scope.at(part).uses;
        let trains = self.scope.keywords() & 1 << Keyword::Training.kind() != 0;
        for top in self.cards(seat, Area::Battle) {
            self.consider_activation(cards, *top, *top, MAIN, sink);
            if used(INHERITED) {
                for under in self.under(*top) {
                    self.consider_activation(cards, under, *top, INHERITED, sink);
                }
            }
            if used(LINK) {
                for link in self.links(*top) {
                    self.consider_activation(cards, link, *top, LINK, sink);
                }
            }
            if self.scope.has(Class::Ability) && self.scope.granted().uses {
                self.each_granting(cards, *top, Asked::NOTHING, &mut |at, printed_on| {
                    if printed_on != *top && matches!(cards.ability(at).when, When::Use(_)) {
                        let choice = Choice::Activate { card: printed_on, effect: at.index };
                        sink.offer(choice, || self.can_activate(cards, at, printed_on, *top));
                    }
                });
            }
            if trains {
                self.consider_training(cards, *top, sink);
            }
        }
        for top in self.cards(seat, Area::Breeding) {
            self.consider_activation(cards, *top, *top, BREEDING, sink);
            if used(INHERITED) {
                for under in self.under(*top) {
                    self.consider_activation(cards, under, *top, INHERITED, sink);
                }
            }
            self.consider_training(cards, *top, sink);
        }
        for (area, part) in [(Area::Hand, HAND), (Area::Trash, TRASH)] {
            if !used(part) {
                continue;
            }
            let held = self.cards(seat, area);
            for (at, card) in held.iter().enumerate() {
                let twin = |other: &Card| self.table.print(*other) == self.table.print(*card);
                if !held[..at].iter().any(twin) {
                    self.consider_activation(cards, *card, *card, part, sink);
                }
            }
        }
    }

    fn consider_activation<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        printed_on: Card,
        top: Card,
        part: usize,
        sink: &mut S,
    ) {
        let print = self.table.print(printed_on);
        if !cards.facts(print).parts[part].uses || self.is_blank(printed_on) {
            return;
        }
        for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
            if ability.part.slot() == part
                && matches!(ability.when, When::Use(_))
                && self.is_live_under(ability.part, top)
            {
                let at = AbilityRef { print, index: index as u8 };
                let choice = Choice::Activate { card: printed_on, effect: index as u8 };
                sink.offer(choice, || self.can_activate(cards, at, printed_on, top));
            }
        }
    }

    /// DCG 16-40-1: <Training> works in the breeding area too.
    fn consider_training<S: Consider<Choice>>(&self, cards: &Cards, top: Card, sink: &mut S) {
        if !self.has_training(cards, top) {
            return;
        }
        if let Some(at) = cards.keyword(&Keyword::Training) {
            let choice = Choice::Activate { card: top, effect: u8::MAX };
            sink.offer(choice, || self.can_activate(cards, at, top, top));
        }
    }

    fn has_training(&self, cards: &Cards, top: Card) -> bool {
        if self.has_keyword(cards, top, &Keyword::Training) {
            return true;
        }
        let kind = 1 << Keyword::Training.kind();
        self.table.zone(top) == Area::Breeding
            && (cards.facts(self.table.print(top)).parts[MAIN].keywords & kind != 0
                || self
                    .under(top)
                    .any(|under| cards.facts(self.table.print(under)).parts[INHERITED].keywords & kind != 0))
    }

    fn can_activate(&self, cards: &Cards, at: AbilityRef, printed_on: Card, top: Card) -> Legal {
        let ability = cards.ability(at);
        let run = Run::new(at, self.table.object(top), self.table.seat(top));
        // DCG 15-14-1-2: not more often than it may be used.
        ensure(self.has_uses(cards, at, printed_on), rule!("15-14-1-2"))?;
        // DCG 15-1-3: nor while it cannot be activated.
        let kept = |cannot: &Cannot| matches!(cannot, Cannot::Activate(timing) if crate::effect::has_timing(ability, *timing));
        ensure(
            !self.cannot(cards, top, Ban::Activate, kept)
                && !self.player_cannot(cards, self.table.seat(top), Ban::Activate, kept),
            rule!("15-1-3"),
        )?;
        // DCG 15-8-4-3-1: only while its conditions are met.
        ensure(
            ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run)),
            rule!("15-8-4-3-1"),
        )?;
        ensure(self.conditions_met(cards, &run), rule!("15-8-4-3-1"))?;
        // DCG 16-16-3: <Delay> not in the turn it came.
        ensure(!(delays(ability) && self.is_fresh(top)), rule!("16-16-3"))?;
        // DCG 15-8-4-4-1: and only if what it has to be done by can be done.
        ensure(self.costs_payable(cards, &run), rule!("15-8-4-4-1"))
    }

    pub(crate) fn activate_choice(&mut self, card: Card, effect: u8, cx: Cx) {
        let at = match effect {
            u8::MAX => cx.pool.keyword(&Keyword::Training).unwrap_or_default(),
            index => AbilityRef { print: self.table.print(card), index },
        };
        let top = self.table.row(card).host().unwrap_or(card);
        let run = Run::new(at, self.table.object(top), self.table.seat(top));
        let object = self.table.object(card);
        if self.table.zone(card) == Area::Hand {
            // DCG 15-14-2-1: {Hand} effects are activated by revealing the card.
            self.uncover(card, rule!("15-14-2-1"), cx);
        }
        self.core.cause = Cause::Rule;
        self.push(Frame::Check);
        self.start_effect(run, object, Cause::Rule);
        if cx.pool.ability(at).limit.is_some() {
            self.spend_use(cx.pool, at, card);
        }
    }

    /// DCG 6-5-1-7-1: memory goes to 3 on the opponent's side at once.
    pub(crate) fn pass_turn(&mut self, cx: Cx) {
        self.set_memory(self.core.turn.other(), 3, rule!("6-5-1-7-1"), cx);
    }
}

/// Whether an ability is a <Delay> effect.
fn delays(ability: &Ability) -> bool {
    ability.program.iter().any(|op| matches!(op, Op::Do(Verb::Delay)))
}
