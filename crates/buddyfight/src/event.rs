//! What can happen: the payload of events, and how it is put in words.

use crate::state::{Phase, State, Zone};
use crate::{Cards, Kind, RULES};
use kernel::{Card, Event, Eyes, Print, Printed, Seat, Zone as _};

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
pub(crate) fn tell(cards: &Cards, event: &Event<What>, to: Eyes) -> String {
    let known = to.knows(event.known_to);
    let card = |print: Print| if known { cards.get(print).name().to_string() } else { "a card".to_string() };
    let name = |print: Print| cards.get(print).name().to_string();
    let seat = |seat: Seat| seat.called(to);
    let whose = |seat: Seat| seat.whose(to);
    let does = |seat: Seat, verb: &str| seat.does(to, verb);
    let words = match event.what {
        What::TurnBegan(s) => format!("{} turn begins", whose(s)),
        What::PhaseBegan(s, phase) => format!("{} {} phase begins", whose(s), phase.word()),
        What::FlagRaised(s, print) => format!("{} the flag {}", does(s, "raise"), name(print)),
        What::Declared { seat: s, print, verb } => {
            let verb = match verb {
                Verb::Call => "call",
                Verb::BuddyCall => "buddy call",
                Verb::Cast => "cast",
                Verb::Equip => "equip",
                Verb::BuddyEquip => "buddy equip",
                Verb::Use => "use",
            };
            format!("{} {}", does(s, verb), name(print))
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
        What::Damaged { seat: s, amount } => format!("{} {amount} damage", does(s, "take")),
        What::Gained { seat: s, amount } => format!("{} {amount} life", does(s, "gain")),
        What::Paid { seat: s, amount } => format!("{} {amount} life", does(s, "pay")),
        What::Drew { seat: s, print } => format!("{} {}", does(s, "draw"), card(print)),
        What::Charged { seat: s, print } => format!("{} {}", does(s, "charge"), card(print)),
        What::Shuffled(s) => format!("{} the deck", does(s, "shuffle")),
        What::Triggered { seat: s, print } => format!("{}: {} triggers", seat(s), name(print)),
        What::Resolved { seat: s, print } => format!("{}: {} resolves", seat(s), name(print)),
        What::Revealed { seat: s, print } => format!("{} {}", does(s, "reveal"), card(print)),
        What::TurnedOver { seat: s, print } => format!("{}: {} is turned up", seat(s), name(print)),
        What::TurnedDown { seat: s, print } => format!("{}: {} is turned face down", seat(s), name(print)),
        What::Dueled { seat: s, wins } => {
            format!("{} at rock, paper, scissors", does(s, if wins { "win" } else { "lose" }))
        }
        What::DeclaredKind(s, kind) => format!("{} {}", does(s, "declare"), kind.word()),
        What::Ended(s) => format!("{} turn ends", whose(s)),
    };
    format!("{words} ({})", RULES.id(event.rule))
}

impl State {
    pub(crate) fn print(&self, card: Card) -> Print {
        self.table.print(card)
    }
}
