//! The log of a match: what was done, in order. Together with the record it began with, it is the match.

use kernel::Seat;

/// What a line of the log says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An option of the open menu was taken, by its place.
    Answer(u16),
    /// So many answers were taken back: the seat's last one and those of bots since.
    Undo(u16),
    Concede,
    /// The clock ran out.
    Flag,
}

/// A line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub seat: Seat,
    pub deed: Deed,
    /// Milliseconds that the seat's clock lost.
    pub spent: u32,
}

impl Entry {
    /// As two small numbers, for the database.
    pub fn coded(&self) -> (i32, i32) {
        match self.deed {
            Deed::Answer(option) => (0, i32::from(option)),
            Deed::Undo(answers) => (1, i32::from(answers)),
            Deed::Concede => (2, 0),
            Deed::Flag => (3, 0),
        }
    }

    pub fn read(seat: i32, kind: i32, option: i32, spent: i32) -> Option<Entry> {
        let deed = match kind {
            0 => Deed::Answer(u16::try_from(option).ok()?),
            1 => Deed::Undo(u16::try_from(option).ok()?),
            2 => Deed::Concede,
            3 => Deed::Flag,
            _ => return None,
        };
        let seat = usize::try_from(seat).ok().filter(|seat| *seat < 2)?;
        Some(Entry { seat: Seat::from_index(seat), deed, spent: u32::try_from(spent).ok()? })
    }
}

/// The answers that stand, each with the version it led to. A match begins at version 1 and every entry raises it.
pub fn standing(entries: &[Entry]) -> Vec<(u16, u64)> {
    let mut answers = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        match entry.deed {
            Deed::Answer(option) => answers.push((option, at as u64 + 2)),
            Deed::Undo(undone) => answers.truncate(answers.len().saturating_sub(usize::from(undone))),
            Deed::Concede | Deed::Flag => {}
        }
    }
    answers
}

/// Who gave up or ran out of time, and how.
pub fn ended(entries: &[Entry]) -> Option<Entry> {
    entries.iter().copied().find(|entry| matches!(entry.deed, Deed::Concede | Deed::Flag))
}
