//! The one door for luck. Rules ask a [`Chance`]; a match answers with [`Dice`], a scene with its script.

use crate::pool::Print;
use rand_core::{RngCore, SeedableRng};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

/// Where random results come from. Rules never see the generator behind it.
pub trait Chance {
    /// A number below `n`, which is at least 1.
    fn below(&mut self, n: u32) -> u32;

    /// Puts printed cards into a random order, the first on top.
    fn shuffle(&mut self, prints: &mut [Print]) {
        for at in (1..prints.len()).rev() {
            prints.swap(at, self.below(at as u32 + 1) as usize);
        }
    }
}

/// The seeded generator of a match (PCG-XSH-RR 64/32). Its position is part of a saved match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dice(Pcg32);

impl Dice {
    /// Dice that begin at `seed`.
    pub fn new(seed: u64) -> Self {
        Dice(Pcg32::seed_from_u64(seed))
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
}

impl Chance for Dice {
    fn below(&mut self, n: u32) -> u32 {
        // Lemire's method: unbiased, and a division only in the rare case.
        let mut product = u64::from(self.0.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let floor = n.wrapping_neg() % n;
            while (product as u32) < floor {
                product = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}
