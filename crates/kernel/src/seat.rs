//! The two players of a match.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// One of the two players. Which of them is first, or whose turn it is, is the game's business.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Debug,
    Default,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[repr(u8)]
pub enum Seat {
    /// The first seat.
    #[default]
    A,
    /// The second seat.
    B,
}

impl Seat {
    /// Both seats, A first.
    pub const BOTH: [Seat; 2] = [Seat::A, Seat::B];

    /// The opponent's seat.
    pub const fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A for 0, B for everything else.
    pub const fn from_index(index: usize) -> Seat {
        if index == 0 { Seat::A } else { Seat::B }
    }

    /// What the player is called in words meant for `to`. A spectator is told the seats; to somebody who knows all, seat A is
    /// "you", as in scenes.
    pub fn called(self, to: impl Into<Eyes>) -> &'static str {
        match (to.into(), self) {
            (Eyes::Public, Seat::A) => "seat A",
            (Eyes::Public, Seat::B) => "seat B",
            (eyes, seat) if seat == eyes.seat().unwrap_or(Seat::A) => "you",
            _ => "opponent",
        }
    }

    /// The player as an owner: "your", "opponent's".
    pub fn whose(self, to: impl Into<Eyes>) -> &'static str {
        match self.called(to) {
            "you" => "your",
            "seat A" => "seat A's",
            "seat B" => "seat B's",
            _ => "opponent's",
        }
    }

    /// The player doing something: "you draw", "opponent draws".
    pub fn does(self, to: impl Into<Eyes>, verb: &str) -> String {
        match (self.called(to), verb) {
            ("you", verb) => format!("you {verb}"),
            (who, "have") => format!("{who} has"),
            (who, verb) if verb.ends_with(['s', 'o']) => format!("{who} {verb}es"),
            (who, verb) => format!("{who} {verb}s"),
        }
    }
}

/// A set of seats: who knows a card, who may hear of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);
    /// Both.
    pub const ALL: Seats = Seats(3);

    /// One of them.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat as u8)
    }

    /// Whether `seat` is among them.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat as u8) != 0
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Seats {
        Seats(bits & 3)
    }

    /// Those of either.
    pub const fn with(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// These without the others.
    pub const fn without(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }
}

/// Who looks at a match, and so what is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Eyes {
    /// A player: what this seat knows.
    Seat(Seat),
    /// A spectator: what both seats know.
    Public,
    /// Somebody who may know all.
    All,
}

impl Eyes {
    /// Whether these eyes know what those seats know.
    #[inline]
    pub const fn knows(self, known: Seats) -> bool {
        match self {
            Eyes::Seat(seat) => known.has(seat),
            Eyes::Public => known.0 == Seats::ALL.0,
            Eyes::All => true,
        }
    }

    /// The player who looks, if it is one: whom words call "you".
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Public | Eyes::All => None,
        }
    }

    /// Whether this player looks.
    pub fn is(self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }
}

impl From<Seat> for Eyes {
    fn from(seat: Seat) -> Eyes {
        Eyes::Seat(seat)
    }
}

/// Nobody in particular is somebody who may know all.
impl From<Option<Seat>> for Eyes {
    fn from(seat: Option<Seat>) -> Eyes {
        seat.map_or(Eyes::All, Eyes::Seat)
    }
}

/// One value for each seat, indexed by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerSeat<T>(pub [T; 2]);

impl<T> PerSeat<T> {
    /// A value for A and one for B.
    pub const fn new(a: T, b: T) -> Self {
        PerSeat([a, b])
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
