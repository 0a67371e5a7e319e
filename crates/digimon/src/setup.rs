//! Preparation: shuffling, the first player, opening hands with one redraw each, security stacks.

use crate::rule;
use crate::state::{Area, Core, Cx, Decks, Frame, State, Step, What};
use kernel::{End, Seat};

impl State {
    /// DCG 5-2: everything up to the first redraw decision.
    pub(crate) fn prepare(decks: &Decks, cx: Cx) -> State {
        let mut state = State::empty();
        for seat in Seat::BOTH {
            for print in &decks[seat].main {
                state.table.add(*print, seat, State::place(seat, Area::Deck));
            }
            for print in &decks[seat].eggs {
                state.table.add(*print, seat, State::place(seat, Area::Eggs));
            }
        }
        state.reindex(cx.pool);
        state.begin(cx);
        state
    }

    /// The preparation proper, from decks that lie ready.
    pub(crate) fn begin(&mut self, cx: Cx) {
        for seat in Seat::BOTH {
            // DCG 5-2-1-1, 5-2-1-2: both decks are shuffled; a Digi-Egg deck that is not there is passed over.
            self.shuffle(seat, Area::Deck, cx);
            if self.count(seat, Area::Eggs) > 0 {
                self.shuffle(seat, Area::Eggs, cx);
            }
        }
        // DCG 5-2-1-3: chance decides who goes first.
        let first = Seat::from_index(cx.chance.below(2) as usize);
        self.core = Core { first, turn: first, ..Core::default() };
        for seat in [first, first.other()] {
            self.deal_hand(seat, cx);
        }
        self.push(Frame::Redraw(first));
    }

    /// DCG 5-2-1-4: five cards for the opening hand.
    fn deal_hand(&mut self, seat: Seat, cx: Cx) {
        for _ in 0..5 {
            self.draw_one(seat, rule!("5-2-1-4"), cx);
        }
    }

    /// DCG 5-2-1-5: the whole hand goes back, the deck is shuffled, five new cards.
    pub(crate) fn redraw(&mut self, seat: Seat, cx: Cx) {
        while let Some(card) = self.cards(seat, Area::Hand).first().copied() {
            self.put(cx.pool, card, State::place(seat, Area::Deck), End::Bottom);
        }
        self.shuffle(seat, Area::Deck, cx);
        cx.log.say(rule!("5-2-1-5"), || What::Redrew(seat));
        self.deal_hand(seat, cx);
    }

    /// After a player's redraw decision: the other's, or security stacks and the first turn.
    pub(crate) fn after_redraw(&mut self, seat: Seat, cx: Cx) {
        self.pop();
        if seat == self.core.first {
            self.push(Frame::Redraw(seat.other()));
            return;
        }
        for seat in Seat::BOTH {
            // DCG 5-2-1-6: five cards one at a time, so that the deck's top card ends at the bottom of the stack.
            for _ in 0..5 {
                if let Some(card) = self.cards(seat, Area::Deck).first().copied() {
                    self.put(cx.pool, card, State::place(seat, Area::Security), End::Top);
                }
            }
        }
        // DCG 5-2-1-7, 5-2-1-8: memory at 0, and the first player's turn.
        self.core.memory = 0;
        self.begin_turn(self.core.first, cx);
    }

    pub(crate) fn begin_turn(&mut self, seat: Seat, cx: Cx) {
        // DCG 4-10-1: the player whose turn it is is the turn player, the other is not.
        self.core.turn = seat;
        self.core.turn_number += 1;
        self.core.watch.begin_turn();
        cx.log.say(rule!("6-1-1"), || What::TurnBegan(seat));
        self.core.frames.clear();
        self.push(Frame::Turn { step: Step::Start, ending: false });
    }
}
