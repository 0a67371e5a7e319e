//! Clocks: so much time for the whole match, and a little more with every answer. Whose time runs out loses.

use kernel::Seat;
use serde::{Deserialize, Serialize, Serializer};
use std::time::{Duration, Instant};

/// How much time there is, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    pub total: u32,
    pub increment: u32,
}

/// A pace as it is asked for: `{"minutes":10,"increment":5}` or `{"total":600,"increment":5}`, in seconds but for minutes.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<f64>,
    #[serde(default)]
    increment: f64,
}

impl Wanted {
    pub fn pace(self) -> Result<Pace, &'static str> {
        const DAY: f64 = 24.0 * 3600.0;
        let total = match (self.minutes, self.total) {
            (Some(minutes), None) => minutes * 60.0,
            (None, Some(total)) => total,
            _ => {
                return Err(
                    "a clock has either \"minutes\" or \"total\" (seconds), and perhaps \"increment\"",
                );
            }
        };
        if !(1.0..=DAY).contains(&total) || !(0.0..=3600.0).contains(&self.increment) {
            return Err(
                "a clock gives from one second to one day, and at most an hour more with each answer",
            );
        }
        Ok(Pace { total: (total * 1000.0) as u32, increment: (self.increment * 1000.0) as u32 })
    }
}

/// The clocks of a match.
#[derive(Clone, Debug)]
pub struct Clock {
    pace: Pace,
    /// Milliseconds.
    left: [i64; 2],
    running: Option<(Seat, Instant)>,
}

/// The clocks as a message tells them.
#[derive(Clone, Debug, Serialize)]
pub struct Face {
    /// Milliseconds.
    left: Left,
    running: Option<Seat>,
}

#[derive(Clone, Debug)]
struct Left([i64; 2]);

impl Serialize for Left {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("A", self.0[0]), ("B", self.0[1])])
    }
}

impl Clock {
    pub fn new(pace: Pace) -> Self {
        Clock { pace, left: [i64::from(pace.total); 2], running: None }
    }

    /// Milliseconds that a seat's clock has lost since it was set going.
    pub fn spent(&self, seat: Seat) -> u32 {
        match self.running {
            Some((running, since)) if running == seat => {
                u32::try_from(since.elapsed().as_millis()).unwrap_or(u32::MAX)
            }
            _ => 0,
        }
    }

    /// Books the time of a seat; `more` where it answered.
    pub fn book(&mut self, seat: Seat, spent: u32, more: Bonus) {
        let left = &mut self.left[seat.index()];
        *left -= i64::from(spent);
        if more == Bonus::Given {
            *left += i64::from(self.pace.increment);
        }
        self.running = None;
    }

    /// Sets the clock of a seat going, or stops both.
    pub fn run(&mut self, seat: Option<Seat>) {
        self.running = seat.map(|seat| (seat, Instant::now()));
    }

    /// Whose time has run out.
    pub fn fallen(&self) -> Option<Seat> {
        let (seat, _) = self.running?;
        (self.left[seat.index()] - i64::from(self.spent(seat)) <= 0).then_some(seat)
    }

    pub fn face(&self) -> Face {
        let left = |seat: Seat| (self.left[seat.index()] - i64::from(self.spent(seat))).max(0);
        Face { left: Left([left(Seat::A), left(Seat::B)]), running: self.running.map(|(seat, _)| seat) }
    }

    /// When the running clock falls.
    pub fn falls_in(&self) -> Option<Duration> {
        let (seat, _) = self.running?;
        let left = self.left[seat.index()] - i64::from(self.spent(seat));
        Some(Duration::from_millis(u64::try_from(left).unwrap_or(0)))
    }
}

/// Whether a seat gets the time that every answer gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    Given,
    Kept,
}
