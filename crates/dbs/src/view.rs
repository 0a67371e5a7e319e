//! What somebody sees, built up from what they know, whole states that agree with it, and all of it in words.

use crate::Cards;
use crate::card::Kind;
use crate::choice::What;
use crate::state::{Activation, Area, Battle, DbsTable, Frame, Marks, State, Tally};
use crate::vocab::Kept;
use effects::layer::Index;
use effects::{AbilityRef, Handles, Lists, Seen, Sight, Unfinished, Waiting, unfinished};
use kernel::{
    Card, Chance, Event, Eyes, Flat, Named, Object, Outcome, PerSeat, Place, Print, Seat, SeenTable, Zone,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A match as somebody sees it: the table by what they know of each card, and what is open to everybody.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub eyes: Eyes,
    pub table: SeenTable<Marks>,
    work: Unfinished<Frame, Waiting, Kept>,
    pub battle: Battle,
    pub outcome: Option<Outcome>,
    pub decider: Seat,
    pub turn_player: Seat,
    pub first: Seat,
    pub turn_number: u16,
    edition: u8,
    pub energy_markers: PerSeat<u8>,
    tally: PerSeat<Tally>,
    batch: u16,
    begun: bool,
}

impl Seen for Frame {
    fn seen<T: Handles>(&self, sight: &Sight<'_, T>) -> Self {
        match self {
            Frame::Effect(run) => Frame::Effect(run.seen(sight)),
            Frame::Skill(skill) => Frame::Skill(Activation { what: skill.what.seen(sight), ..*skill }),
            frame => *frame,
        }
    }

    fn each_ability(&mut self, f: &mut dyn FnMut(&mut AbilityRef)) {
        match self {
            Frame::Effect(run) => run.each_ability(f),
            Frame::Skill(skill) => skill.what.each_ability(f),
            Frame::Invoke { instead: Some(ability), .. } => f(ability),
            _ => {}
        }
    }
}

/// Makes a state somebody's picture of it, where it lies.
pub(crate) fn veil(state: &mut State, cards: &Cards, eyes: Eyes) {
    let State { table, frames, waiting, lasting, uses, .. } = state;
    let unknown = cards.as_ref().unknown();
    let sight = Sight { table: &*table, eyes };
    unfinished::veil(frames, &sight, unknown);
    unfinished::veil(waiting, &sight, unknown);
    unfinished::veil(lasting, &sight, unknown);
    unfinished::veil(uses.entries_mut(), &sight, unknown);
    table.veil(eyes, unknown);
    (state.watch, state.version) = (Default::default(), 0);
}

impl View {
    pub fn of(state: &State, eyes: Eyes) -> View {
        let lists = Lists {
            frames: &state.frames,
            picks: &state.picks,
            waiting: &state.waiting,
            lasting: &state.lasting,
            uses: state.uses.entries(),
        };
        View {
            eyes,
            table: state.table.seen_by(eyes),
            work: Unfinished::of(lists, &Sight { table: &state.table, eyes }),
            battle: state.battle,
            outcome: state.outcome,
            decider: state.decider,
            turn_player: state.turn_player,
            first: state.first,
            turn_number: state.turn_number,
            edition: state.edition,
            energy_markers: state.energy_markers,
            tally: state.tally,
            batch: state.batch,
            begun: state.begun,
        }
    }

    pub fn picture(&self, cards: &Cards) -> Result<State, kernel::Unfit> {
        let unknown = cards.as_ref().unknown();
        self.table.ensure_within(cards.as_ref())?;
        Ok(self.on(self.table.fill(|_, _| unknown)?, cards))
    }

    /// A whole state that agrees with what is seen, the rest dealt from the deck lists.
    pub fn determinize(
        &self,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, kernel::Unfit> {
        self.table.ensure_within(cards.as_ref())?;
        // Leaders, the deck with everything that comes from it, and the Z-Deck cannot stand in for each other.
        let class_of_place = |place: Place<Area>| match place.zone {
            Area::Leader => 0u8,
            Area::ZDeck => 1,
            _ => 2,
        };
        let class_of_print = |print: Print| {
            let printed = cards.printed(print);
            match (printed.z, printed.kind) {
                (true, _) => 1,
                (false, Kind::Leader) => 0,
                _ => 2,
            }
        };
        Ok(self.on(self.table.deal(lists, class_of_place, class_of_print, chance)?, cards))
    }

    /// The state that agrees with this view and has that table.
    fn on(&self, table: DbsTable, cards: &Cards) -> State {
        let work = self.work.fill(cards.as_ref().unknown());
        let mut state = State {
            table,
            index: Index::default(),
            frames: Flat::from_slice(&work.frames),
            picks: work.picks(),
            waiting: Flat::from_slice(&work.waiting),
            lasting: Flat::from_slice(&work.lasting),
            uses: work.uses(),
            battle: self.battle,
            outcome: self.outcome,
            decider: self.decider,
            turn_player: self.turn_player,
            first: self.first,
            turn_number: self.turn_number,
            edition: self.edition,
            energy_markers: self.energy_markers,
            tally: self.tally,
            watch: Default::default(),
            batch: self.batch,
            begun: self.begun,
            version: 0,
        };
        state.reindex(cards);
        state
    }
}

// ---- in words -------------------------------------------------------------------------------------------------

impl State {
    /// The card as an event remembers it, with the side that is up (DBS 10-1-3).
    pub(crate) fn named(&self, card: Card) -> Named {
        Named { side: self.is_back(card).into(), ..self.table.named(card) }
    }

    /// A remembered card as an event remembers it; where it is no more, this print of it.
    pub(crate) fn named_by(&self, object: Object, print: Print, owner: Seat) -> Named {
        match self.table.find(object) {
            Some(card) => self.named(card),
            None => self.table.named_by(object, print, owner),
        }
    }

    pub fn told(&self, cards: &Cards, event: &Event<What>, eyes: Eyes) -> String {
        let knows = eyes.knows(event.known_to);
        let name = |card: Named| match cards.get(card.print) {
            Some(printed) if knows => printed.face(card.side > 0).name.clone(),
            Some(_) => "a card".to_string(),
            None => "a keyword skill".to_string(),
        };
        let who = |seat: Seat| seat.called(eyes);
        let does = |seat: Seat, verb: &str| seat.does(eyes, verb);
        match event.what {
            What::TurnBegan(seat) => format!("turn of {}", who(seat)),
            What::PhaseBegan(phase) => format!("{phase} phase"),
            What::CounterTiming { seat } => format!("counter timing of {}", who(seat)),
            What::Moved { card, from, to, .. } => kernel::event::goes(&name(card), from, to, eyes),
            What::Drew { seat, card, .. } => format!("{} {}", does(seat, "draw"), name(card)),
            What::Declared { seat, card } => format!("{} {}", does(seat, "declare"), name(card)),
            What::Played { seat, card } => format!("{} {}", does(seat, "play"), name(card)),
            What::Activated { seat, card, .. } => format!("{} {}", does(seat, "activate"), name(card)),
            What::Rested { card } => format!("{} rests", name(card)),
            What::Readied { card } => format!("{} switches to active", name(card)),
            What::Attacked { card, on } => format!("{} attacks {}", name(card), name(on)),
            What::Failed { card } => format!("{}'s attack fails", name(card)),
            What::Negated { card } => format!("{} is negated", name(card)),
            What::Blocked { card } => format!("{} becomes the guard card", name(card)),
            What::Damaged { seat, amount } => format!("{} {amount} damage", does(seat, "take")),
            What::KnockedOut { card } => format!("{} is KO'd", name(card)),
            What::Flipped { seat, card } => match cards.get(card.print) {
                Some(printed) if knows => {
                    let other = &printed.face(card.side == 0).name;
                    format!("{} {} over: {other}", does(seat, "flip"), name(card))
                }
                _ => format!("{} {}", does(seat, "flip"), name(card)),
            },
            What::Marked { card, change } => format!("{}: {change:+} markers", name(card)),
            What::PaidMarker { seat } => format!("{} with an energy marker", does(seat, "pay")),
            What::Shuffled { seat, area } => format!("{} the {}", does(seat, "shuffle"), area.name()),
            What::Revealed { card } => format!("{} is revealed", name(card)),
            What::Created { seat, card } => format!("{} {}", does(seat, "create"), name(card)),
            What::Redrew { seat } => format!("{} a new hand", does(seat, "draw")),
            What::Lost { seat } => does(seat, "lose"),
        }
    }

    pub fn shown(&self, cards: &Cards, to: Eyes) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "turn {}, {} turn", self.turn_number, self.turn_player.whose(to));
        for seat in Seat::BOTH {
            let _ = writeln!(
                out,
                "{}: life {}, hand {}, deck {}, drop {}, warp {}, z-energy {}, energy {} ({} active, {} markers)",
                seat.called(to),
                self.count(seat, Area::Life),
                self.count(seat, Area::Hand),
                self.count(seat, Area::Deck),
                self.count(seat, Area::Drop),
                self.count(seat, Area::Warp),
                self.count(seat, Area::ZEnergy),
                self.count(seat, Area::Energy),
                self.cards(seat, Area::Energy).iter().filter(|card| !self.is_rest(**card)).count(),
                self.energy_markers[seat],
            );
            for area in [Area::Leader, Area::Battle, Area::Unison, Area::Combo, Area::Energy, Area::Hand] {
                let mut names = Vec::new();
                for card in self.cards(seat, area) {
                    let mut name = self.name_of(cards, *card, to);
                    if matches!(area, Area::Leader | Area::Battle | Area::Unison) {
                        let _ = write!(name, " {}", self.power(cards, *card));
                    }
                    if area.has_mode() && self.is_rest(*card) {
                        name.push_str(" (rest)");
                    }
                    if area == Area::Unison {
                        let _ = write!(name, " [{} markers]", self.table.marks(*card).markers);
                    }
                    names.push(name);
                }
                if !names.is_empty() {
                    let _ = writeln!(out, "  {}: {}", area.name(), names.join(", "));
                }
            }
        }
        if let (true, Some(attacker), Some(guard)) = (self.in_battle(), self.attacker(), self.guard()) {
            let _ = writeln!(
                out,
                "battle: {} against {}",
                self.name_of(cards, attacker, to),
                self.name_of(cards, guard, to)
            );
        }
        out
    }
}
