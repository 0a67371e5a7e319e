//! The preparation of a match (DBS 6-2).

use crate::choice::What;
use crate::rule;
use crate::state::{Area, Frame, SetupStep, State, TurnStep};
use crate::turn::Next;
use crate::vocab::{Change, Moment};
use crate::{Cards, Cx, Deck};
use effects::{Gainer, Op};
use kernel::{End, Object, PerSeat, Place, Seat};

impl State {
    /// An empty table, before anything.
    pub fn blank(edition: u8) -> State {
        State {
            table: Default::default(),
            frames: Default::default(),
            picks: Default::default(),
            waiting: Default::default(),
            lasting: Default::default(),
            index: Default::default(),
            uses: Default::default(),
            battle: Default::default(),
            outcome: None,
            decider: Seat::A,
            turn_player: Seat::A,
            first: Seat::A,
            turn_number: 1,
            edition,
            energy_markers: Default::default(),
            tally: Default::default(),
            watch: Default::default(),
            batch: 0,
            begun: false,
            version: 0,
        }
    }

    /// DBS 6-2-1-1 to 6-2-1-3: Leaders, decks and Z-Decks are brought to the table.
    pub fn prepare(edition: u8, decks: &PerSeat<Deck>, cx: &mut Cx<'_>) -> State {
        let mut state = State::blank(edition);
        for seat in Seat::BOTH {
            let deck = &decks[seat];
            // DBS 0-3-3-1, 3-5-1, 6-1-1, 6-2-1-2: the Leader lies front up; what a player brings that player owns.
            state.table.add(deck.leader, seat, Place::new(seat, Area::Leader));
            // DBS 3-2-1: the deck lies in the Deck Area.
            deck.main.iter().for_each(|print| {
                state.table.add(*print, seat, Place::new(seat, Area::Deck));
            });
            // DBS 3-12-1, 6-2-1-8: the Z-Deck lies face down in its own.
            deck.z_deck.iter().for_each(|print| {
                state.table.add(*print, seat, Place::new(seat, Area::ZDeck));
            });
        }
        state.reindex(cx.pool);
        // DBS 6-2-1-4, 6-2-1-4-1, 6-2-1-5: chance says who goes first, and nobody may choose.
        state.first = Seat::from_index(cx.chance.below(2) as usize);
        state.turn_player = state.first;
        state.push(Frame::Setup(SetupStep::LeadersPlaced));
        state.advance(cx);
        state
    }

    pub fn setup_step(&mut self, step: SetupStep, cx: &mut Cx<'_>) -> Next {
        let first = self.first;
        match step {
            SetupStep::LeadersPlaced => {
                self.go_on(Frame::Setup(SetupStep::Deal));
                for seat in [first, first.other()] {
                    if let Some(leader) = self.leader(seat) {
                        let leader = self.table.object(leader);
                        self.note(Moment::PlacedInLeader, leader, Object::default(), 0, cx);
                    }
                }
                // DBS 6-2-1-6.
                self.check();
            }
            SetupStep::Deal => {
                for seat in [first, first.other()] {
                    // DBS 6-2-1-7, 6-2-1-9.
                    self.shuffle(seat, Area::Deck, rule!("6-2-1-7"), cx);
                    for _ in 0..6 {
                        self.draw_one(seat, rule!("6-2-1-9"), cx);
                    }
                }
                self.go_on(Frame::Setup(SetupStep::Redraw(first)));
            }
            SetupStep::Redraw(seat) => return Next::Ask(seat),
            SetupStep::Life => {
                for seat in [first, first.other()] {
                    // DBS 6-2-1-10: eight life cards, unless a skill says otherwise (DBS 6-2-2-1, 6-2-2, 9-5-4).
                    for _ in 0..self.starting_life(cx.pool, seat) {
                        let Some(card) = self.cards(seat, Area::Deck).first().copied() else { break };
                        self.put(cx.pool, card, Place::new(seat, Area::Life), End::Top);
                    }
                }
                // DBS 6-2-1-11: the second player has an energy marker.
                self.energy_markers[first.other()] += 1;
                self.begun = true;
                self.go_on(Frame::Turn(TurnStep::ChargeBegins));
            }
        }
        Next::Go
    }

    /// DBS 6-2-1-9-1: the whole hand goes back, and six new cards come.
    pub fn redraw(&mut self, seat: Seat, again: bool, cx: &mut Cx<'_>) {
        if again {
            let hand: effects::eval::Cards = kernel::Flat::from_slice(self.cards(seat, Area::Hand));
            for card in hand.iter() {
                self.put(cx.pool, *card, Place::new(seat, Area::Deck), End::Bottom);
            }
            cx.log.say(rule!("6-2-1-9-1"), || What::Redrew { seat });
            self.shuffle(seat, Area::Deck, rule!("6-2-1-9-1"), cx);
            for _ in 0..6 {
                self.draw_one(seat, rule!("6-2-1-9-1"), cx);
            }
        }
        let next = if seat == self.first { SetupStep::Redraw(seat.other()) } else { SetupStep::Life };
        self.go_on(Frame::Setup(next));
    }

    fn starting_life(&self, cards: &Cards, seat: Seat) -> u8 {
        let Some(leader) = self.leader(seat) else { return 8 };
        let skills = &cards.printed(self.table.print(leader)).skills;
        let said = skills.iter().flat_map(|skill| &skill.ability.program).find_map(|op| match op {
            Op::Gain { to: Gainer::Player(_), change: Change::StartLife(life), .. } => Some(*life),
            _ => None,
        });
        said.unwrap_or(8)
    }
}
