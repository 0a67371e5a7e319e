//! What can happen: the payload of events, and how it is put in words.

use crate::state::{Phase, State, Zone};
use crate::{Cards, Kind, RULES};
use kernel::{Card, Event, Print, Printed, Seat, Zone as _};

/// Something that happened. A card in it is told with its print, which a seat outside the event's audience is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    TurnBegan(Seat),
    PhaseBegan(Seat, Phase),
    FlagRaised(Seat, Print),
    Declared { seat: Seat, print: Print, verb: Verb },
    Moved { seat: Seat, print: Print, from: Zone, to: Zone },
    Entered { seat: Seat, print: Print, zone: Zone },
    Left { seat: Seat, print: Print, destroyed: bool },
    Saved { seat: Seat, print: Print },
    Rested(Print),
    Stood(Print),
    Attacked { seat: Seat, print: Print, target: Option<Print> },
    Hit,
    Nullified(Print),
    Damaged { seat: Seat, amount: u8 },
    Gained { seat: Seat, amount: u8 },
    Paid { seat: Seat, amount: u8 },
    Drew { seat: Seat, print: Print },
    Charged { seat: Seat, print: Print },
    Shuffled(Seat),
    Triggered { seat: Seat, print: Print },
    Resolved { seat: Seat, print: Print },
    Revealed { seat: Seat, print: Print },
    Ended(Seat),
    TurnedOver { seat: Seat, print: Print },
    TurnedDown { seat: Seat, print: Print },
    DeclaredKind(Seat, Kind),
    Dueled { seat: Seat, wins: bool },
}

/// What was declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    Call,
    BuddyCall,
    Cast,
    Equip,
    BuddyEquip,
    Use,
}

/// The event in words; `hidden` stands for a card that the listener may not know.
pub(crate) fn tell(cards: &Cards, event: &Event<What>, to: Option<Seat>) -> String {
    let known = to.is_none_or(|seat| event.known_to.has(seat));
    let card = |print: Print| if known { cards.get(print).name().to_string() } else { "a card".to_string() };
    let name = |print: Print| cards.get(print).name().to_string();
    let seat = |seat: Seat| match seat {
        Seat::A => "A",
        Seat::B => "B",
    };
    let words = match event.what {
        What::TurnBegan(s) => format!("{}'s turn begins", seat(s)),
        What::PhaseBegan(s, phase) => format!("{}'s {} phase begins", seat(s), phase.word()),
        What::FlagRaised(s, print) => format!("{} raises the flag {}", seat(s), name(print)),
        What::Declared { seat: s, print, verb } => {
            let verb = match verb {
                Verb::Call => "calls",
                Verb::BuddyCall => "buddy calls",
                Verb::Cast => "casts",
                Verb::Equip => "equips",
                Verb::BuddyEquip => "buddy equips",
                Verb::Use => "uses",
            };
            format!("{} {verb} {}", seat(s), name(print))
        }
        What::Moved { seat: s, print, from, to } => {
            format!("{}: {} moves from {} to {}", seat(s), card(print), from.name(), to.name())
        }
        What::Entered { seat: s, print, zone } => {
            format!("{}: {} enters {}", seat(s), card(print), zone.name())
        }
        What::Left { seat: s, print, destroyed } => {
            let how = if destroyed { "is destroyed" } else { "leaves the field" };
            format!("{}: {} {how}", seat(s), name(print))
        }
        What::Saved { seat: s, print } => format!("{}: {} stays on the field", seat(s), name(print)),
        What::Rested(print) => format!("{} rests", name(print)),
        What::Stood(print) => format!("{} stands", name(print)),
        What::Attacked { seat: s, print, target } => {
            let target = target.map_or_else(|| seat(s.other()).to_string(), name);
            format!("{}: {} attacks {target}", seat(s), name(print))
        }
        What::Hit => "the attack hits".to_string(),
        What::Nullified(print) => format!("{} is nullified", name(print)),
        What::Damaged { seat: s, amount } => format!("{} takes {amount} damage", seat(s)),
        What::Gained { seat: s, amount } => format!("{} gains {amount} life", seat(s)),
        What::Paid { seat: s, amount } => format!("{} pays {amount} life", seat(s)),
        What::Drew { seat: s, print } => format!("{} draws {}", seat(s), card(print)),
        What::Charged { seat: s, print } => format!("{} charges {}", seat(s), card(print)),
        What::Shuffled(s) => format!("{} shuffles the deck", seat(s)),
        What::Triggered { seat: s, print } => format!("{}: {} triggers", seat(s), name(print)),
        What::Resolved { seat: s, print } => format!("{}: {} resolves", seat(s), name(print)),
        What::Revealed { seat: s, print } => format!("{} reveals {}", seat(s), card(print)),
        What::TurnedOver { seat: s, print } => format!("{}: {} is turned up", seat(s), name(print)),
        What::TurnedDown { seat: s, print } => format!("{}: {} is turned face down", seat(s), name(print)),
        What::Dueled { seat: s, wins } => {
            format!("{} {} at rock, paper, scissors", seat(s), if wins { "wins" } else { "loses" })
        }
        What::DeclaredKind(s, kind) => format!("{} declares {}", seat(s), kind.word()),
        What::Ended(s) => format!("{}'s turn ends", seat(s)),
    };
    format!("{words} ({})", RULES.id(event.rule))
}

impl State {
    pub(crate) fn print(&self, card: Card) -> Print {
        self.table.print(card)
    }
}
