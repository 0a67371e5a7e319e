//! Effects that have triggered and wait for their turn.

use crate::run::AbilityRef;
use kernel::{Object, Seat};
use serde::{Deserialize, Serialize};

/// A triggered effect that waits. In which order waiting effects go is the game's rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Waiting {
    /// The ability that waits.
    pub ability: AbilityRef,
    /// The card whose ability it is, as it was when it triggered.
    pub source: Object,
    /// The player whose effect it is.
    pub controller: Seat,
    /// What the trigger was about, and the other card in it, if any.
    pub subject: Object,
    /// What else was part of the event.
    pub other: Object,
    /// The number of the event.
    pub amount: i16,
    /// Which batch it triggered in: effects of one batch triggered together.
    pub batch: u16,
}

impl Waiting {
    /// The same, in another batch.
    pub fn with_batch(self, batch: u16) -> Waiting {
        Waiting { batch, ..self }
    }
}
