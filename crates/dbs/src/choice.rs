//! What a player can answer, why a player is asked, and what can happen.

use crate::state::Area;
use effects::AbilityRef;
use kernel::{Card, Named, Place, Print, Seat};
use serde::{Deserialize, Serialize};

/// One option of a menu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    Charge(Card),
    Play(Card),
    /// A skill of a card, by its number on the face that counts; gained skills come after the printed ones.
    Activate(Card, u8),
    Counter(Card, u8),
    Attack(Card, Card),
    Combo(Card),
    Grow(Card),
    EndPhase,
    Pass,
    Done,
    Decline,
    Yes,
    Choose(Card),
    Number(u8),
    /// One of several ways (a mode of "choose one", an alternative cost).
    Mode(u8),
    PayWith(Card),
    PayWithMarker,
    /// A waiting effect, by its place among those that wait.
    Resolve(u8),
}

/// Why a player is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reason {
    #[default]
    Main,
    Redraw,
    Charge,
    Offense,
    Defense,
    Counter,
    Pay,
    NameX,
    Order,
    Damage,
    ZEnergy,
    Keep,
    /// The order of cards placed together.
    Place,
    /// Whether to draw one more of "up to so many" cards.
    Draw,
    Effect(Print),
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    TurnBegan(Seat),
    Moved {
        card: Named,
        from: Place<Area>,
        to: Place<Area>,
    },
    Drew {
        seat: Seat,
        card: Named,
    },
    Declared {
        seat: Seat,
        card: Named,
    },
    Played {
        seat: Seat,
        card: Named,
    },
    Activated {
        seat: Seat,
        card: Named,
        skill: AbilityRef,
    },
    Rested {
        card: Named,
    },
    Readied {
        card: Named,
    },
    Attacked {
        card: Named,
        on: Named,
    },
    /// An attack card with less power than the guard card: the battle has no result (DBS 8-4-6).
    Failed {
        card: Named,
    },
    Negated {
        card: Named,
    },
    Blocked {
        card: Named,
    },
    Damaged {
        seat: Seat,
        amount: u8,
    },
    KnockedOut {
        card: Named,
    },
    Flipped {
        seat: Seat,
        card: Named,
    },
    Marked {
        card: Named,
        change: i8,
    },
    PaidMarker {
        seat: Seat,
    },
    Shuffled {
        seat: Seat,
        area: Area,
    },
    Revealed {
        card: Named,
    },
    Created {
        seat: Seat,
        card: Named,
    },
    Redrew {
        seat: Seat,
    },
    Lost {
        seat: Seat,
    },
    PhaseBegan(&'static str),
    /// A counter timing: this player may answer (DBS 4-3).
    CounterTiming {
        seat: Seat,
    },
}
