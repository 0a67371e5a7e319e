//! What somebody sees, built up from what they know, and whole states that agree with it.

use crate::card::Cards;
use crate::deck::section_of;
use crate::figures::{Entry, Standings};
use crate::state::{
    Attack, Backs, CARDS, Departure, Ends, Frame, Happening, Jump, Marks, Phase, Play, State, Tally, Zone,
};
use effects::{AbilityRef, Handles, Lists, Seen, Sight, Unfinished, Waiting, unfinished};
use kernel::{Chance, Eyes, Flat, Object, Outcome, PerSeat, Place, Print, Seat, SeenTable, Table};
use serde::{Deserialize, Serialize};

/// A state as somebody sees it: the table by what they know of each card, and what is open to everybody, item by item.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub eyes: Eyes,
    pub table: SeenTable<Marks>,
    pub open: Open,
}

/// What lies open: clocks, life, what has been declared and what lasts. Where a card is named that they do not
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
    work: Unfinished<Frame, Waiting, Ends>,
    attacks: Vec<Attack>,
    leaving: Vec<Departure>,
    entries: Vec<Entry>,
    standings: PerSeat<Standings>,
    clean: [bool; 2],
    left: u8,
    extra_turn: Option<Seat>,
    in_extra_turn: bool,
    jump: Option<Jump>,
    counts: [u16; 2],
    pub backs: Backs,
    chances: Vec<Happening>,
    later: Vec<crate::state::Later>,
    initial_flags: PerSeat<Option<Print>>,
    /// By place; nothing where the buddy was never seen.
    buddies: PerSeat<Vec<Option<Print>>>,
    pub outcome: Option<Outcome>,
}

impl Seen for Frame {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        match self {
            Frame::Play(play) => Frame::Play(play.seen(sight)),
            Frame::Effect(run) => Frame::Effect(run.seen(sight)),
            frame => *frame,
        }
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        match self {
            Frame::Play(Play { run, .. }) | Frame::Effect(run) => run.each_ability(f),
            _ => {}
        }
    }
}

impl Play {
    /// Of a use by a card that is not known only that there is one.
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Play {
        let hidden = sight.hides(self.source) || self.run.ability.is_hidden();
        let source = if hidden { Object::default() } else { self.source };
        Play { run: self.run.seen(sight), source, ..*self }
    }
}

/// What somebody knows of the flags and buddies that the game began with.
struct Began<'a> {
    state: &'a State,
    eyes: Eyes,
}

impl Began<'_> {
    /// The flag that a fighter began with is known once that card was seen; one's own always is.
    fn initial_flag(&self, of: Seat) -> Option<Print> {
        let state = self.state;
        let hidden = state.zone(of, Zone::Flag).iter().any(|card| !state.table.knows(self.eyes, *card));
        state.initial_flags[of].filter(|_| self.eyes.is(of) || !hidden)
    }

    /// The buddies of a fighter, by place; those that still lie unseen are left out.
    fn buddies(&self, of: Seat) -> Vec<Option<Print>> {
        let seen = |print: &Print| (!self.is_unseen_buddy(of, *print)).then_some(*print);
        self.state.buddies[of].iter().map(seen).collect()
    }

    fn is_unseen_buddy(&self, of: Seat, print: Print) -> bool {
        let state = self.state;
        let unseen = |card: &kernel::Card| !state.table.knows(self.eyes, *card);
        let lies = |card: &&kernel::Card| state.print(**card) == print && unseen(card);
        !self.eyes.is(of) && state.zone(of, Zone::Buddy).iter().any(|card| lies(&card))
    }
}

/// Makes a state somebody's picture of it, where it lies.
pub(crate) fn veil(state: &mut State, cards: &Cards, eyes: Eyes) {
    let unknown = cards.as_ref().unknown();
    let began = Began { state: &*state, eyes };
    let flags = PerSeat::new(began.initial_flag(Seat::A), began.initial_flag(Seat::B));
    for seat in Seat::BOTH {
        let under = |print| Began { state: &*state, eyes }.is_unseen_buddy(seat, print);
        let mut buddies = state.buddies[seat];
        buddies.iter_mut().filter(|print| under(**print)).for_each(|print| *print = unknown);
        state.buddies[seat] = buddies;
        let flag = state.zone(seat, Zone::Flag).first().map(|card| match state.table.knows(eyes, *card) {
            true => state.print(*card),
            false => unknown,
        });
        state.initial_flags[seat] = flags[seat].or(flag);
    }
    let State { table, frames, waiting, lasting, uses, entries, .. } = state;
    let sight = Sight { table: &*table, eyes };
    unfinished::veil(frames, &sight, unknown);
    unfinished::veil(waiting, &sight, unknown);
    unfinished::veil(lasting, &sight, unknown);
    unfinished::veil(uses.entries_mut(), &sight, unknown);
    entries.retain(|entry| table.knows(eyes, entry.card));
    table.veil(eyes, unknown);
}

impl View {
    pub(crate) fn of(state: &State, eyes: Eyes) -> View {
        let began = Began { state, eyes };
        let lists = Lists {
            frames: &state.frames,
            picks: &state.picks,
            waiting: &state.waiting,
            lasting: &state.lasting,
            uses: state.uses.entries(),
        };
        let each = |of: &dyn Fn(Seat) -> Option<Print>| PerSeat::new(of(Seat::A), of(Seat::B));
        let known = |entry: &&Entry| state.table.knows(eyes, entry.card);
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
            work: Unfinished::of(lists, &Sight { table: &state.table, eyes }),
            attacks: state.attacks.to_vec(),
            leaving: state.leaving.to_vec(),
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
            later: state.later.to_vec(),
            initial_flags: each(&|of| began.initial_flag(of)),
            buddies: PerSeat::new(began.buddies(Seat::A), began.buddies(Seat::B)),
            outcome: state.outcome,
        };
        View { eyes, table: state.table.seen_by(eyes), open }
    }

    pub(crate) fn picture(&self, cards: &Cards) -> Result<State, kernel::Unfit> {
        let unknown = cards.as_ref().unknown();
        self.table.ensure_within(cards.as_ref())?;
        Ok(self.on(self.table.fill(|_, _| unknown)?, cards))
    }

    pub(crate) fn determinize(
        &self,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, kernel::Unfit> {
        self.table.ensure_within(cards.as_ref())?;
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
            _ => u8::from(self.open.backs.is_lost(card)),
        };
        let table = self.table.deal_by(lists, class, |print| section_of(cards.get(print)), chance)?;
        Ok(self.on(table, cards))
    }

    /// The state that agrees with this view and has that table.
    fn on(&self, table: Table<Zone, Marks, CARDS>, cards: &Cards) -> State {
        let open = &self.open;
        let work = open.work.fill(cards.as_ref().unknown());
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
            frames: Flat::from_slice(&work.frames),
            attacks: Flat::from_slice(&open.attacks),
            leaving: Flat::from_slice(&open.leaving),
            waiting: Flat::from_slice(&work.waiting),
            lasting: Flat::from_slice(&work.lasting),
            picks: work.picks(),
            uses: work.uses(),
            entries: Flat::from_slice(&open.entries),
            standings: open.standings,
            dirty: open.clean[0],
            index: Default::default(),
            checked: open.clean[1],
            left: open.left,
            extra_turn: open.extra_turn,
            in_extra_turn: open.in_extra_turn,
            jump: open.jump,
            idle: open.counts[0],
            decisions: open.counts[1],
            backs: open.backs,
            chances: Flat::from_slice(&open.chances),
            later: Flat::from_slice(&open.later),
            initial_flags: open.initial_flags,
            buddies: PerSeat::default(),
            outcome: open.outcome,
        };
        state.name_unknown(self);
        state.reindex(cards);
        state
    }
}

impl State {
    /// Gives what a view left unnamed the names that its cards were dealt.
    fn name_unknown(&mut self, view: &View) {
        for seat in Seat::BOTH {
            if self.initial_flags[seat].is_none() {
                self.initial_flags[seat] = self.zone(seat, Zone::Flag).first().map(|card| self.print(*card));
            }
            let mut unseen: Flat<Print, 8> = Flat::new();
            for card in self.zone(seat, Zone::Buddy) {
                if !self.table.knows(view.eyes, *card) && unseen.len() < 8 {
                    unseen.push(self.print(*card));
                }
            }
            let mut unseen = unseen.iter().copied();
            for print in &view.open.buddies[seat] {
                let print = print.or_else(|| unseen.next());
                self.buddies[seat].push(print.unwrap_or_default());
            }
        }
    }
}
