//! Preparation: decks, opening hands and gauge, raising the flag.

use crate::deck::Deck;
use crate::event::What;
use crate::state::{Frame, State, TurnStep, Zone};
use crate::{Cx, rule};
use kernel::{End, Flat, PerSeat, Place, Seat, Seats, Table};

impl State {
    /// A table without cards, before anything was prepared.
    pub(crate) fn blank(edition: usize) -> Self {
        State {
            table: Table::new(),
            edition: edition as u8,
            first: Seat::A,
            turn_seat: Seat::A,
            turn_number: 1,
            phase: Default::default(),
            asked: Seat::A,
            life: PerSeat::new(10, 10),
            tally: PerSeat::default(),
            arrivals: 0,
            frames: Flat::new(),
            attacks: Flat::new(),
            leaving: Flat::new(),
            waiting: Flat::new(),
            lasting: Flat::new(),
            later: Flat::new(),
            picks: Default::default(),
            uses: Default::default(),
            entries: Flat::new(),
            standings: PerSeat::default(),
            dirty: true,
            index: Default::default(),
            checked: false,
            left: 0,
            extra_turn: None,
            in_extra_turn: false,
            jump: None,
            idle: 0,
            decisions: 0,
            backs: Default::default(),
            chances: Flat::new(),
            initial_flags: PerSeat::default(),
            buddies: PerSeat::default(),
            outcome: None,
        }
    }

    /// Everything before the first turn.
    pub(crate) fn prepare(edition: usize, decks: &PerSeat<Deck>, cx: &mut Cx<'_>) -> Self {
        let mut state = State::blank(edition);
        // The starter is decided by chance.
        state.first = Seat::from_index(cx.chance.below(2) as usize);
        state.turn_seat = state.first;
        for seat in Seat::BOTH {
            state.lay_out(seat, &decks[seat], cx);
            // BF ZONE-DECK-1, LOST-PREP-5: both decks are shuffled.
            state.table.shuffle(Place::new(seat, Zone::Deck), cx.chance);
            if state.count(seat, Zone::LostDeck) > 0 {
                state.table.shuffle(Place::new(seat, Zone::LostDeck), cx.chance);
            }
        }
        state.reindex(cx.pool);
        for seat in [state.first, state.first.other()] {
            // BF PREP-1, OTHER-SPECFLAG-3, FLAG-EIN-5: amounts are the flag's, fixed before it is raised.
            let opening = cx.pool.get(decks[seat].flag).sheet.opening;
            state.life[seat] = opening.life;
            for _ in 0..opening.hand {
                state.draw_one(seat, rule!("PREP-1"), cx);
            }
            for _ in 0..opening.gauge {
                state.charge_top(seat, rule!("PREP-1"), cx);
            }
        }
        for seat in [state.first, state.first.other()] {
            state.raise_flag(seat, cx);
        }
        state.frames.push(Frame::Turn(TurnStep::StartTiming));
        state.begin_turn(cx);
        state
    }

    /// Flag and buddy face down, the decks as they are listed.
    fn lay_out(&mut self, seat: Seat, deck: &Deck, cx: &Cx<'_>) {
        self.initial_flags[seat] = Some(deck.flag);
        // BF ZONE-BUDDY-2, ZONE-BUDDY-3: what is laid there now is the fighter's buddy for the whole fight, however
        // many cards it is.
        deck.buddies.iter().for_each(|print| self.buddies[seat].push(*print));
        for (zone, prints) in [
            (Zone::Flag, &[deck.flag][..]),
            (Zone::Buddy, &deck.buddies[..]),
            (Zone::Deck, &deck.main[..]),
            (Zone::LostDeck, &deck.lost[..]),
        ] {
            for print in prints {
                let Some(card) = self.table.add(*print, seat, Place::new(seat, zone)) else { return };
                if cx.pool.get(*print).is_lost() {
                    self.backs.set_lost(card);
                }
                if matches!(zone, Zone::Flag | Zone::Buddy) {
                    self.table.marks_mut(card).set_face_down(true);
                    // BF ZONE-BUDDY-5: only their owner may look at them.
                    self.table.forget(card, Seats::only(seat.other()));
                }
            }
        }
        // BF OTHER-SPECFLAG-4: further flags lie under the first, face down.
        let Some(top) = self.zone(seat, Zone::Flag).first().copied() else { return };
        for print in &deck.under_flag {
            let Some(card) = self.table.add(*print, seat, Place::new(seat, Zone::Removed)) else { return };
            self.table.tuck(card, top, Place::new(seat, Zone::Soul), End::Bottom);
            self.table.marks_mut(card).set_face_down(true);
            self.table.forget(card, Seats::only(seat.other()));
        }
    }

    /// Turns flag and buddies face up, the buddies standing.
    fn raise_flag(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        let Some(flag) = self.zone(seat, Zone::Flag).first().copied() else { return };
        self.turn_up(flag);
        let named = self.table.named(flag);
        cx.log.say(rule!("OTHER-SPECFLAG-3"), || What::FlagRaised(seat, named));
        let buddies: Flat<_, 8> = Flat::from_slice(self.zone(seat, Zone::Buddy));
        for buddy in buddies.iter() {
            // BF LOST-BUDDY-2: a Lost World buddy stays face down until that flag is up.
            if !cx.pool.get(self.print(*buddy)).is_lost() || cx.pool.get(named.print).name == "Lost World" {
                // BF IMPACT-STAND-2: it stands as it is turned up.
                self.turn_up(*buddy);
            }
        }
    }

    pub(crate) fn turn_up(&mut self, card: kernel::Card) {
        self.table.marks_mut(card).set_face_down(false);
        self.table.reveal(card, Seats::ALL);
    }
}
