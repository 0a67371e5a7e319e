//! What a seat sees, a full state that agrees with it, and both in words.

use crate::Cards;
use crate::card::Kind;
use crate::choice::What;
use crate::state::{Area, Battle, Frames, Lastings, Marks, Pending, State, Tally, Used};
use effects::Picks;
use kernel::{Chance, Event, Outcome, PerSeat, Place, Print, Seat, SeenTable, Zone};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A match as one seat sees it: the table by what the seat knows, and everything else, which is public.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct View {
    pub seat: Seat,
    pub table: SeenTable<Marks>,
    frames: Frames,
    picks: Picks,
    waiting: Pending,
    lasting: Lastings,
    uses: Used,
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

/// A value with these fields, and with everything besides the table that every seat may know, from a state or a view.
macro_rules! with_public {
    ($from:expr, $made:ident { $($field:ident $(: $value:expr)?),* }) => {
        $made {
            $($field $(: $value)?,)*
            frames: $from.frames,
            picks: $from.picks,
            waiting: $from.waiting,
            lasting: $from.lasting,
            uses: $from.uses,
            battle: $from.battle,
            outcome: $from.outcome,
            decider: $from.decider,
            turn_player: $from.turn_player,
            first: $from.first,
            turn_number: $from.turn_number,
            edition: $from.edition,
            energy_markers: $from.energy_markers,
            tally: $from.tally,
            batch: $from.batch,
            begun: $from.begun,
        }
    };
}

impl State {
    pub fn seen(&self, seat: Seat) -> View {
        with_public!(self, View { seat, table: self.table.seen_by(seat) })
    }
}

impl View {
    /// A whole state that agrees with what is seen, the rest dealt from the deck lists.
    pub fn fill(
        &self,
        cards: &Cards,
        lists: &PerSeat<Vec<Print>>,
        chance: &mut dyn Chance,
    ) -> Result<State, String> {
        self.table.ensure_within(cards.as_ref().len())?;
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
        let table = self.table.deal(lists, class_of_place, class_of_print, chance)?;
        Ok(with_public!(self, State { table, watch: Default::default(), version: 0 }))
    }
}

// ---- in words -------------------------------------------------------------------------------------------------

impl State {
    pub fn told(&self, cards: &Cards, event: &Event<What>, to: Option<Seat>) -> String {
        let knows = to.is_none_or(|seat| event.known_to.has(seat));
        let name = |print: Print| match cards.get(print) {
            Some(printed) if knows => printed.front.name.clone(),
            Some(_) => "a card".to_string(),
            None => "a keyword skill".to_string(),
        };
        let who = |seat: Seat| seat.called(to);
        match event.what {
            What::TurnBegan(seat) => format!("turn of {}", who(seat)),
            What::PhaseBegan(phase) => format!("{phase} phase"),
            What::CounterTiming { seat } => format!("counter timing of {}", who(seat)),
            What::Moved { print, from, to, .. } => {
                format!(
                    "{}: {} {} to {} {}",
                    name(print),
                    who(from.seat),
                    from.zone.name(),
                    who(to.seat),
                    to.zone.name()
                )
            }
            What::Drew { seat, print, .. } => format!("{} drew {}", who(seat), name(print)),
            What::Declared { seat, print } => format!("{} declared {}", who(seat), name(print)),
            What::Played { seat, print } => format!("{} played {}", who(seat), name(print)),
            What::Activated { seat, print, .. } => format!("{} activated {}", who(seat), name(print)),
            What::Rested { print } => format!("{} rested", name(print)),
            What::Readied { print } => format!("{} switched to active", name(print)),
            What::Attacked { print, on } => format!("{} attacked {}", name(print), name(on)),
            What::Negated { print } => format!("{} negated", name(print)),
            What::Blocked { print } => format!("{} became the guard card", name(print)),
            What::Damaged { seat, amount } => format!("{} took {amount} damage", who(seat)),
            What::KnockedOut { print } => format!("{} was KO'd", name(print)),
            What::Flipped { seat, print } => format!("{} flipped {}", who(seat), name(print)),
            What::Marked { print, change } => format!("{}: {change:+} markers", name(print)),
            What::PaidMarker { seat } => format!("{} paid with an energy marker", who(seat)),
            What::Shuffled { seat, area } => format!("{} shuffled the {}", who(seat), area.name()),
            What::Revealed { print } => format!("{} was revealed", name(print)),
            What::Created { seat, print } => format!("{} created {}", who(seat), name(print)),
            What::Redrew { seat } => format!("{} drew a new hand", who(seat)),
            What::Lost { seat } => format!("{} lost", who(seat)),
        }
    }

    pub fn shown(&self, cards: &Cards, to: Option<Seat>) -> String {
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
