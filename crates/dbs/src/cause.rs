//! What makes cards move: the cause of a move, how it is made, and the note that triggers look at.

use crate::state::Area;
use kernel::{End, RuleId, Seat};
use serde::{Deserialize, Serialize};

/// What made something happen (DBS 23-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Cause {
    #[default]
    Rule,
    Battle,
    /// A skill of this player.
    Skill(Seat),
    /// The cost of a skill of this player.
    Cost(Seat),
}

impl Cause {
    /// The player whose skill it was, if it was one.
    pub fn skill_of(self) -> Option<Seat> {
        match self {
            Cause::Skill(seat) | Cause::Cost(seat) => Some(seat),
            _ => None,
        }
    }

    fn bits(self) -> u16 {
        match self {
            Cause::Rule => 0,
            Cause::Battle => 1,
            Cause::Skill(seat) | Cause::Cost(seat) => 2 + seat.index() as u16,
        }
    }
}

/// How a card moves.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    pub to: Area,
    pub seat: Option<Seat>,
    pub end: End,
    pub rest: bool,
    pub face_up: bool,
    pub cause: Cause,
    pub rule: RuleId,
    /// It is played, which is more than being placed (DBS 5-5-1).
    pub played: bool,
    /// The rules move it, whatever a text says (DBS 0-2-2-2).
    pub forced: bool,
}

impl Shift {
    pub fn to(area: Area, cause: Cause, rule: RuleId) -> Shift {
        Shift {
            to: area,
            seat: None,
            end: End::Top,
            rest: false,
            face_up: false,
            cause,
            rule,
            played: false,
            forced: false,
        }
    }
    pub fn bottom(self) -> Shift {
        Shift { end: End::Bottom, ..self }
    }
    pub fn forced(self) -> Shift {
        Shift { forced: true, ..self }
    }
    pub fn of(self, seat: Seat) -> Shift {
        Shift { seat: Some(seat), ..self }
    }
}

/// The number that comes with a trigger about a move: where from, where to, and why.
pub struct MoveNote {
    pub from: Area,
    pub to: Area,
    pub cause: u16,
}

impl MoveNote {
    pub fn pack(from: Area, to: Area, cause: Cause) -> i16 {
        (from as u16 | (to as u16) << 4 | cause.bits() << 8) as i16
    }

    pub fn unpack(amount: i16) -> MoveNote {
        use kernel::Zone;
        let bits = amount as u16;
        let area = |at: u16| Area::ALL.get(at as usize).copied().unwrap_or_default();
        MoveNote { from: area(bits & 15), to: area((bits >> 4) & 15), cause: (bits >> 8) & 3 }
    }

    pub fn by_battle(&self) -> bool {
        self.cause == 1
    }
    pub fn skill_of(&self) -> Option<Seat> {
        (self.cause >= 2).then(|| Seat::from_index(self.cause as usize - 2))
    }
}
