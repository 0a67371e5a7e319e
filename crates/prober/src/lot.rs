//! The prober's own luck: what a try draws by lot depends on the ability and the number of the try, on nothing else.

use kernel::{Chance, Dice};

pub struct Lot(Dice);

impl Lot {
    pub fn new(seed: u64) -> Lot {
        Lot(Dice::new(seed))
    }

    /// A number below this; 0 where there is none.
    pub fn below(&mut self, number: usize) -> usize {
        if number < 2 { 0 } else { self.0.below(number as u32) as usize }
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }

    pub fn chance(&mut self) -> &mut Dice {
        &mut self.0
    }
}
