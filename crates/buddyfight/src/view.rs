//! What a seat sees, built up from what it knows, and a whole state that agrees with it.

use crate::card::Cards;
use crate::deck::section_of;
use crate::figures::{Entry, Standings};
use crate::state::{
    Attack, Backs, Departure, Ends, Frame, Happening, Marks, Phase, Play, State, Tally, TurnStep, Zone,
};
use effects::{AbilityRef, Lasting, Picks, Run, Uses, Waiting};
use kernel::{Chance, Flat, Object, Outcome, PerSeat, Place, Print, Seat, SeenTable};
use serde::{Deserialize, Serialize};

/// A state as one seat sees it: the table by what it knows of each card, and what is open to everybody, item by item.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub seat: Seat,
    pub table: SeenTable<Marks>,
    pub open: Open,
}

/// What lies open: clocks, life, what has been declared and what lasts. Where a card is named that the seat does not
/// know, its name is left out.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Open {
    edition: u8,
    first: Seat,
    pub turn_seat: Seat,
    pub turn_number: u16,
    pub phase: Phase,
    pub asked: Seat,
    pub life: PerSeat<u8>,
    pub tally: PerSeat<Tally>,
    arrivals: u16,
    frames: Vec<Frame>,
    attacks: Vec<Attack>,
    leaving: Vec<Departure>,
    waiting: Vec<Waiting>,
    lasting: Vec<Lasting<Ends>>,
    picks: Picks,
    uses: Uses<{ crate::state::USES }>,
    entries: Vec<Entry>,
    standings: PerSeat<Standings>,
    clean: [bool; 2],
    left: u8,
    extra_turn: Option<Seat>,
    in_extra_turn: bool,
    jump: Option<TurnStep>,
    counts: [u16; 2],
    pub backs: Backs,
    chances: Vec<Happening>,
    initial_flags: PerSeat<Option<Print>>,
    /// By place; nothing where the buddy was never seen.
    buddies: PerSeat<Vec<Option<Print>>>,
    pub outcome: Option<Outcome>,
}

/// Stands for the name of a card that a seat does not know.
const UNKNOWN: Print = Print(u16::MAX);

/// What a seat knows of the things that name cards.
struct Eyes<'a> {
    state: &'a State,
    seat: Seat,
}

impl Eyes<'_> {
    /// Whether a remembered card is one that the seat cannot name now.
    fn hides(&self, object: Object) -> bool {
        let card = self.state.table.find(object);
        card.is_some_and(|card| !self.state.table.knows(self.seat, card))
    }

    /// An ability on stand-by: of a card that is not known only that there is one.
    fn waiting(&self, waiting: &Waiting) -> Waiting {
        if !self.hides(waiting.source) {
            return *waiting;
        }
        Waiting {
            ability: AbilityRef { print: UNKNOWN, index: u8::MAX },
            source: waiting.source,
            controller: waiting.controller,
            ..Waiting::default()
        }
    }

    fn frame(&self, frame: &Frame) -> Frame {
        match frame {
            Frame::Play(play) if self.hides(play.source) => {
                let ability = AbilityRef { print: UNKNOWN, index: u8::MAX };
                Frame::Play(Play { run: Run::new(ability, play.source, play.seat), ..*play })
            }
            frame => *frame,
        }
    }

    /// The flag that a fighter began with is known once that card was seen; one's own always is.
    fn initial_flag(&self, of: Seat) -> Option<Print> {
        let state = self.state;
        let hidden = state.zone(of, Zone::Flag).iter().any(|card| !state.table.knows(self.seat, *card));
        state.initial_flags[of].filter(|_| of == self.seat || !hidden)
    }

    /// The buddies of a fighter, by place; those that still lie unseen are left out.
    fn buddies(&self, of: Seat) -> Vec<Option<Print>> {
        let state = self.state;
        let hidden = |print: Print| {
            let unseen = |card: &kernel::Card| !state.table.knows(self.seat, *card);
            state.zone(of, Zone::Buddy).iter().any(|card| state.print(*card) == print && unseen(card))
        };
        let seen = |print: &Print| (of == self.seat || !hidden(*print)).then_some(*print);
        state.buddies[of].iter().map(seen).collect()
    }
}

impl View {
    pub(crate) fn of(state: &State, seat: Seat) -> View {
        let eyes = Eyes { state, seat };
        let each = |of: &dyn Fn(Seat) -> Option<Print>| PerSeat::new(of(Seat::A), of(Seat::B));
        let known = |entry: &&Entry| state.table.knows(seat, entry.card);
        let open = Open {
            edition: state.edition,
            first: state.first,
            turn_seat: state.turn_seat,
            turn_number: state.turn_number,
            phase: state.phase,
            asked: state.asked,
            life: state.life,
            tally: state.tally,
            arrivals: state.arrivals,
            frames: state.frames.iter().map(|frame| eyes.frame(frame)).collect(),
            attacks: state.attacks.to_vec(),
            leaving: state.leaving.to_vec(),
            waiting: state.waiting.iter().map(|waiting| eyes.waiting(waiting)).collect(),
            lasting: state.lasting.to_vec(),
            picks: state.picks,
            uses: state.uses,
            entries: state.entries.iter().filter(known).copied().collect(),
            standings: state.standings,
            clean: [state.dirty, state.checked],
            left: state.left,
            extra_turn: state.extra_turn,
            in_extra_turn: state.in_extra_turn,
            jump: state.jump,
            counts: [state.idle, state.decisions],
            backs: state.backs,
            chances: state.chances.to_vec(),
            initial_flags: each(&|of| eyes.initial_flag(of)),
            buddies: PerSeat::new(eyes.buddies(Seat::A), eyes.buddies(Seat::B)),
            outcome: state.outcome,
        };
        View { seat, table: state.table.seen_by(seat), open }
    }

    pub(crate) fn determinize(
        &self,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, String> {
        self.table.ensure_within(cards.as_ref().len())?;
        let open = &self.open;
        // BF LOST-MIX-2: a card that is not known is one with that back; unseen flags are flags.
        let flag = |card: kernel::Card, place: Place<Zone>| {
            let under_flag = place.zone == Zone::Soul
                && self
                    .table
                    .host(card)
                    .is_some_and(|host| self.table.place::<Zone>(host).zone == Zone::Flag);
            place.zone == Zone::Flag || under_flag
        };
        let class = |card: kernel::Card, place: Place<Zone>| match () {
            _ if flag(card, place) => 2,
            _ => u8::from(open.backs.is_lost(card)),
        };
        let table = self.table.deal_by(lists, class, |print| section_of(cards.get(print)), chance)?;
        let mut state = State {
            table,
            edition: open.edition,
            first: open.first,
            turn_seat: open.turn_seat,
            turn_number: open.turn_number,
            phase: open.phase,
            asked: open.asked,
            life: open.life,
            tally: open.tally,
            arrivals: open.arrivals,
            frames: Flat::from_slice(&open.frames),
            attacks: Flat::from_slice(&open.attacks),
            leaving: Flat::from_slice(&open.leaving),
            waiting: Flat::from_slice(&open.waiting),
            lasting: Flat::from_slice(&open.lasting),
            picks: open.picks,
            uses: open.uses,
            entries: Flat::from_slice(&open.entries),
            standings: open.standings,
            dirty: open.clean[0],
            checked: open.clean[1],
            left: open.left,
            extra_turn: open.extra_turn,
            in_extra_turn: open.in_extra_turn,
            jump: open.jump,
            idle: open.counts[0],
            decisions: open.counts[1],
            backs: open.backs,
            chances: Flat::from_slice(&open.chances),
            initial_flags: open.initial_flags,
            buddies: PerSeat::default(),
            outcome: open.outcome,
        };
        state.name_unknown(self, cards);
        Ok(state)
    }
}

impl State {
    /// Gives what a view left unnamed the names that its cards were dealt. An ability of such a card does nothing.
    fn name_unknown(&mut self, view: &View, cards: &Cards) {
        for seat in Seat::BOTH {
            if self.initial_flags[seat].is_none() {
                self.initial_flags[seat] = self.zone(seat, Zone::Flag).first().map(|card| self.print(*card));
            }
            let mut unseen: Flat<Print, 8> = Flat::new();
            for card in self.zone(seat, Zone::Buddy) {
                if !self.table.knows(view.seat, *card) && unseen.len() < 8 {
                    unseen.push(self.print(*card));
                }
            }
            let mut unseen = unseen.iter().copied();
            for print in &view.open.buddies[seat] {
                let print = print.or_else(|| unseen.next());
                self.buddies[seat].push(print.unwrap_or_default());
            }
        }
        let table = &self.table;
        let named = |source: Object| {
            let print = table.find(source).map_or(Print(0), |card| table.print(card));
            debug_assert!((print.0 as usize) < cards.as_ref().len());
            AbilityRef { print, index: u8::MAX }
        };
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.ability.print == UNKNOWN) {
            waiting.ability = named(waiting.source);
        }
        for frame in self.frames.iter_mut() {
            if let Frame::Play(play) = frame {
                if play.run.ability.print == UNKNOWN {
                    play.run.ability = named(play.source);
                }
            }
        }
    }
}
