//! Before the first turn: cores, decks, opening hands, who goes first, and one redraw each.

use crate::cores::Pile;
use crate::deck::Deck;
use crate::event::What;
use crate::state::*;
use crate::{Cx, rule};
use kernel::{Consider, End, PerSeat, Place, Seat};

/// BS SETUP-5: the opening hand.
const HAND: u16 = 4;

impl State {
    pub(crate) fn prepare(edition: usize, decks: &PerSeat<Deck>, cx: &mut Cx<'_>) -> State {
        let mut state = State::empty(edition);
        for seat in Seat::BOTH {
            for print in &decks[seat].main {
                state.table.add(*print, seat, Place::new(seat, Zone::Deck));
            }
        }
        state.set_out(cx);
        state
    }

    /// From decks laid down to the first decision.
    pub(crate) fn set_out(&mut self, cx: &mut Cx<'_>) {
        for seat in Seat::BOTH {
            // BS SETUP-2: shuffled by both, which one door for luck stands for (our reading BS-29).
            self.shuffle_deck(seat, cx);
            // BS SETUP-1, SETUP-3, SETUP-4, SETUP-4a, CORE-SOUL-2: five to Life, three and the Soul Core to the
            // Reserve, out of the Void.
            self.move_cores(seat, Pile::Void, Pile::Life, 5, rule!("SETUP-3"), cx);
            self.move_cores(seat, Pile::Void, Pile::Reserve, 3, rule!("SETUP-4"), cx);
            self.move_soul(seat, Pile::Reserve, rule!("SETUP-4a"), cx);
            self.draw(seat, HAND, rule!("SETUP-5"), cx);
        }
        // BS SETUP-6: chance names the player who may choose.
        let winner = Seat::from_index(cx.chance.below(2) as usize);
        self.frames.push(Frame::Setup(Setup::FirstOrSecond(winner)));
    }

    fn shuffle_deck(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        self.table.shuffle(Place::new(seat, Zone::Deck), cx.chance);
        cx.log.say(rule!("SETUP-2"), || What::Shuffled { seat });
    }

    pub(crate) fn consider_setup<S: Consider<Choice>>(&self, setup: Setup, sink: &mut S) {
        match setup {
            Setup::FirstOrSecond(_) => {
                sink.allow(Choice::GoFirst);
                sink.allow(Choice::GoSecond);
            }
            Setup::Redraw(_) => {
                sink.allow(Choice::Yes);
                sink.allow(Choice::Decline);
            }
        }
    }

    pub(crate) fn answer_setup(&mut self, setup: Setup, choice: Choice, cx: &mut Cx<'_>) {
        self.frames.pop();
        match setup {
            Setup::FirstOrSecond(seat) => {
                self.first = if choice == Choice::GoFirst { seat } else { seat.other() };
                self.turn_seat = self.first;
                let first = self.first;
                cx.log.say(rule!("SETUP-6"), || What::First { seat: first });
                // BS SETUP-7a: the first player decides first.
                self.frames.push(Frame::Setup(Setup::Redraw(first)));
            }
            Setup::Redraw(seat) => {
                if choice == Choice::Yes {
                    // BS SETUP-7: the whole hand goes back, the deck is shuffled, four new cards are drawn.
                    cx.log.say(rule!("SETUP-7"), || What::Redrew { seat });
                    while let Some(card) = self.table.cards(Place::new(seat, Zone::Hand)).first().copied() {
                        self.move_card(card, Place::new(seat, Zone::Deck), End::Bottom, rule!("SETUP-7"), cx);
                    }
                    self.shuffle_deck(seat, cx);
                    self.draw(seat, HAND, rule!("SETUP-7"), cx);
                }
                // BS SETUP-7b: nobody is asked twice.
                if seat == self.first {
                    self.frames.push(Frame::Setup(Setup::Redraw(seat.other())));
                } else {
                    self.begin_turn(cx);
                }
            }
        }
    }
}
