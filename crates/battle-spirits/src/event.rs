//! What can happen, and how it is told.

use crate::card::Cards;
use crate::cores::Pile;
use crate::scene::OPEN;
use crate::state::*;
use effects::AbilityRef;
use kernel::event::goes;
use kernel::{Card, Event, Eyes, Named, Place, Printed, Seat};

/// A pile of cores as an event remembers it: by the print of its card, which a handle may outlive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PileOf {
    Void,
    Reserve,
    Trash,
    Life,
    Removed,
    On(Named),
}

/// The payload of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Turn { seat: Seat, number: u16 },
    Step { seat: Seat, step: Step },
    First { seat: Seat },
    Shuffled { seat: Seat },
    Redrew { seat: Seat },
    Moved { card: Named, from: (Seat, Zone), to: (Seat, Zone) },
    Cores { seat: Seat, count: u16, soul: bool, from: PileOf, to: PileOf },
    Used { seat: Seat, card: Named, how: How },
    Cost { card: Named, cost: u8, due: u8 },
    Activated { seat: Seat, card: Named, ability: AbilityRef },
    Turned { card: Named, pose: Pose },
    Attacked { card: Named },
    Blocked { card: Named },
    Unblocked,
    Compared { attacker: (Named, i32), blocker: (Named, i32) },
    Leaves { card: Named, how: Leaving },
    Stays { card: Named },
    Damage { seat: Seat, count: u16 },
    BattleEnded,
    FlashTiming,
    Passed { seat: Seat },
    Revealed { card: Named },
    LookedAt { seat: Seat, card: Named },
    Gained { card: Named },
    NothingToDraw { seat: Seat },
}

impl State {
    pub(crate) fn told(&self, _cards: &Cards, from: Pile, to: Pile) -> (PileOf, PileOf) {
        let of = |pile| match pile {
            Pile::Void => PileOf::Void,
            Pile::Reserve => PileOf::Reserve,
            Pile::Trash => PileOf::Trash,
            Pile::Life => PileOf::Life,
            Pile::Removed => PileOf::Removed,
            Pile::On(card) => PileOf::On(self.table.named(card)),
        };
        (of(from), of(to))
    }

    pub(crate) fn tell(&self, cards: &Cards, event: &Event<What>, to: Eyes) -> String {
        let seat_name = |seat: Seat| seat.called(to);
        let listener = to;
        let does = |seat: Seat, verb: &str| seat.does(listener, verb);
        let may_know = to.knows(event.known_to);
        let name = |card: Named| if may_know { cards.get(card.print).name() } else { "a card" };
        let pile = |pile: PileOf| match pile {
            PileOf::Void => "the void",
            PileOf::Reserve => "the reserve",
            PileOf::Trash => "the trash",
            PileOf::Life => "life",
            PileOf::Removed => "out of the game",
            PileOf::On(card) => name(card),
        };
        match event.what {
            What::Turn { seat, number } => format!("turn {number}: {}", seat_name(seat)),
            What::Step { seat, step } => format!("{} step of {}", step.name(), seat_name(seat)),
            What::First { seat } => format!("{} first", does(seat, "go")),
            What::Shuffled { seat } => format!("{} the deck", does(seat, "shuffle")),
            What::Redrew { seat } => does(seat, "redraw"),
            What::Moved { card, from, to } => {
                let place = |(seat, zone)| Place::new(seat, zone);
                match (from.1, to.1) {
                    (Zone::Deck, Zone::Hand) => format!("{} {}", does(to.0, "draw"), name(card)),
                    _ => goes(name(card), place(from), place(to), listener),
                }
            }
            What::Cores { seat, count, soul, from, to } => {
                let whose = seat.whose(listener);
                let what = match (soul, count) {
                    (true, _) => format!("{whose} soul core goes"),
                    (false, 1) => format!("1 of {whose} cores goes"),
                    (false, count) => format!("{count} of {whose} cores go"),
                };
                format!("{what} from {} to {}", pile(from), pile(to))
            }
            What::Used { seat, card, how } => {
                let used = match how {
                    How::Summon => does(seat, "summon"),
                    How::Deploy => does(seat, "deploy"),
                    How::Main => does(seat, "use") + " the main effect of",
                    How::Flash => does(seat, "use") + " the flash effect of",
                };
                format!("{used} {}", name(card))
            }
            What::Cost { card, cost, due } => format!("{} costs {cost}, {due} to pay", name(card)),
            What::Activated { seat, card, .. } => format!("{} {}", does(seat, "resolve"), name(card)),
            What::Turned { card, pose } => {
                let pose = match pose {
                    Pose::Refreshed => "is refreshed",
                    Pose::Exhausted => "is exhausted",
                    Pose::Heavy => "is heavy exhausted",
                };
                format!("{} {pose}", name(card))
            }
            What::Attacked { card } => format!("{} attacks", name(card)),
            What::Blocked { card } => format!("{} blocks", name(card)),
            What::Unblocked => "no block".into(),
            What::Compared { attacker, blocker } => format!(
                "bp compared: {} {} against {} {}",
                name(attacker.0),
                attacker.1,
                name(blocker.0),
                blocker.1
            ),
            What::Leaves { card, how } => {
                let how = match how {
                    Leaving::Not => "stays",
                    Leaving::Depleted => "is depleted",
                    Leaving::Destroyed => "is destroyed",
                    Leaving::ToHand => "returns to the hand",
                    Leaving::ToDeckTop | Leaving::ToDeckBottom => "returns to the deck",
                    Leaving::Removed => "is removed from the game",
                };
                format!("{} {how}", name(card))
            }
            What::Stays { card } => format!("{} remains on the field", name(card)),
            What::Damage { seat, count } => format!("{} {count} life", does(seat, "lose")),
            What::BattleEnded => "battle ends".into(),
            What::FlashTiming => "flash timing".into(),
            What::Passed { seat } => does(seat, "pass"),
            What::Revealed { card } => format!("{} is revealed", name(card)),
            What::LookedAt { seat, card } => format!("{} is looked at by {}", name(card), seat_name(seat)),
            What::Gained { card } => format!("{} changes", name(card)),
            What::NothingToDraw { seat } => format!("{} no card to draw", does(seat, "have")),
        }
    }

    /// The name of a card, with its number among its owner's cards of that name.
    pub(crate) fn name_of(&self, cards: &Cards, card: Card) -> String {
        let print = self.table.print(card);
        let name = cards.get(print).name();
        // Open zones count together; what is hidden is counted by zone, so that a number tells nothing of other zones.
        let zone = self.table.zone(card);
        let near = |other: Card| {
            let there = self.table.zone(other);
            there == zone || (OPEN.contains(&there) && OPEN.contains(&zone))
        };
        // Only what is known to all who know this card is counted: a number must not speak of cards unseen.
        let seen = |other: Card| {
            Seat::BOTH.into_iter().all(|seat| !self.table.knows(seat, card) || self.table.knows(seat, other))
        };
        let (mut twins, mut number) = (0, 0);
        for other in self.table.all() {
            let same = self.table.owner(other) == self.table.owner(card)
                && cards.get(self.table.print(other)).name() == name
                && near(other)
                && seen(other);
            if same {
                twins += 1;
                if other == card {
                    number = twins;
                }
            }
        }
        if number > 1 { format!("{name}#{number}") } else { name.to_string() }
    }
}
