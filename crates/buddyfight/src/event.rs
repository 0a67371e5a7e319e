//! What can happen: the payload of events, and how it is put in words.

use crate::state::{Phase, State, Zone};
use crate::{Cards, Kind};
use effects::AbilityRef;
use kernel::event::goes;
use kernel::{Card, Event, Eyes, Named, Place, Print, Printed, Seat, Zone as _};

/// Something that happened. A card in it is told with its print, which a seat outside the event's audience is not. `Hit` and `Missed`
/// have the power and the defense that were compared, where there were any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    TurnBegan(Seat),
    PhaseBegan(Seat, Phase),
    FlagRaised(Seat, Named),
    Declared { seat: Seat, card: Named, verb: Verb, ability: Option<AbilityRef> },
    Moved { seat: Seat, card: Named, from: Zone, to: Zone },
    Entered { seat: Seat, card: Named, zone: Zone },
    Left { seat: Seat, card: Named, destroyed: bool },
    Saved { seat: Seat, card: Named },
    Rested(Named),
    Stood(Named),
    Attacked { seat: Seat, card: Named, target: Option<Named> },
    Hit(Option<[i32; 2]>),
    Missed([i32; 2]),
    Nullified(Named),
    Damaged { seat: Seat, amount: u8 },
    Gained { seat: Seat, amount: u8 },
    Paid { seat: Seat, amount: u8 },
    Drew { seat: Seat, card: Named },
    Charged { seat: Seat, card: Named },
    Shuffled(Seat),
    Triggered { seat: Seat, card: Named, ability: AbilityRef },
    Resolved { seat: Seat, card: Named },
    Revealed { seat: Seat, card: Named },
    Ended(Seat),
    TurnedOver { seat: Seat, card: Named },
    TurnedDown { seat: Seat, card: Named },
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
    let seen =
        |card: Named| if known { cards.get(card.print).name().to_string() } else { "a card".to_string() };
    let name = |card: Named| cards.get(card.print).name().to_string();
    let seat = |seat: Seat| seat.called(to);
    let whose = |seat: Seat| seat.whose(to);
    let does = |seat: Seat, verb: &str| seat.does(to, verb);
    match event.what {
        What::TurnBegan(s) => format!("{} turn begins", whose(s)),
        What::PhaseBegan(s, phase) => format!("{} {} phase begins", whose(s), phase.word()),
        What::FlagRaised(s, card) => format!("{} the flag {}", does(s, "raise"), name(card)),
        What::Declared { seat: s, card, verb, .. } => {
            let verb = match verb {
                Verb::Call => "call",
                Verb::BuddyCall => "buddy call",
                Verb::Cast => "cast",
                Verb::Equip => "equip",
                Verb::BuddyEquip => "buddy equip",
                Verb::Use => "use",
            };
            format!("{} {}", does(s, verb), name(card))
        }
        What::Moved { seat: s, card, from, to: zone } => {
            goes(&seen(card), Place::new(s, from), Place::new(s, zone), to)
        }
        What::Entered { card, zone, .. } => format!("{} enters {}", seen(card), zone.name()),
        What::Left { card, destroyed, .. } => {
            let how = if destroyed { "is destroyed" } else { "leaves the field" };
            format!("{} {how}", name(card))
        }
        What::Saved { card, .. } => format!("{} stays on the field", name(card)),
        What::Rested(card) => format!("{} rests", name(card)),
        What::Stood(card) => format!("{} stands", name(card)),
        What::Attacked { seat: s, card, target } => {
            let target = target.map_or_else(|| seat(s.other()).to_string(), name);
            format!("{} attacks {target}", name(card))
        }
        What::Hit(Some([power, defense])) => format!("the attack hits, {power} against {defense}"),
        What::Hit(None) => "the attack hits".to_string(),
        What::Missed([power, defense]) => format!("the attack does not hit, {power} against {defense}"),
        What::Nullified(card) => format!("{} is nullified", name(card)),
        What::Damaged { seat: s, amount } => format!("{} {amount} damage", does(s, "take")),
        What::Gained { seat: s, amount } => format!("{} {amount} life", does(s, "gain")),
        What::Paid { seat: s, amount } => format!("{} {amount} life", does(s, "pay")),
        What::Drew { seat: s, card } => format!("{} {}", does(s, "draw"), seen(card)),
        What::Charged { seat: s, card } => format!("{} {}", does(s, "charge"), seen(card)),
        What::Shuffled(s) => format!("{} the deck", does(s, "shuffle")),
        What::Triggered { card, .. } => format!("{} triggers", name(card)),
        What::Resolved { card, .. } => format!("{} resolves", name(card)),
        What::Revealed { seat: s, card } => format!("{} {}", does(s, "reveal"), seen(card)),
        What::TurnedOver { card, .. } => format!("{} is turned up", name(card)),
        What::TurnedDown { card, .. } => format!("{} is turned face down", name(card)),
        What::Dueled { seat: s, wins } => {
            format!("{} at rock, paper, scissors", does(s, if wins { "win" } else { "lose" }))
        }
        What::DeclaredKind(s, kind) => format!("{} {}", does(s, "declare"), kind.word()),
        What::Ended(s) => format!("{} turn ends", whose(s)),
    }
}

impl State {
    pub(crate) fn print(&self, card: Card) -> Print {
        self.table.print(card)
    }
}
