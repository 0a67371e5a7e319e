//! Where a word stands in a list, found once.

use std::cell::Cell;

/// Remembers where words were found by their addresses. A game says the same few literals at every decision; the bytes behind
/// an address that lives for ever never change, so that the same address and length is the same word.
pub(crate) struct Finder {
    found: Vec<Cell<Found>>,
}

#[derive(Clone, Copy, Default)]
struct Found {
    list: usize,
    word: usize,
    length: usize,
    /// Counted from 1; 0 where the list has no such word.
    at: usize,
}

/// A power of two; there are some two hundred words in a game.
const PLACES: usize = 512;

impl Finder {
    pub fn new() -> Self {
        Finder { found: vec![Cell::default(); PLACES] }
    }

    #[inline]
    pub fn find(&self, list: &'static [&'static str], word: &'static str) -> Option<usize> {
        let (begins, address, length) = (list.as_ptr() as usize, word.as_ptr() as usize, word.len());
        let place = &self.found[(address ^ begins >> 3 ^ length << 5) % PLACES];
        let found = place.get();
        if found.word == address && found.list == begins && found.length == length {
            return found.at.checked_sub(1);
        }
        let at = list.iter().position(|one| *one == word);
        let found = at.map_or(0, |at| at + 1);
        place.set(Found { list: begins, word: address, length, at: found });
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_again_whichever_list_is_asked() {
        const ONE: &[&str] = &["dp", "level", "cost"];
        const TWO: &[&str] = &["cost", "dp", "", "leveled"];
        let finder = Finder::new();
        for _ in 0..3 {
            assert_eq!(finder.find(ONE, "dp"), Some(0));
            assert_eq!(finder.find(TWO, "dp"), Some(1));
            assert_eq!(finder.find(ONE, "leveled"), None);
            assert_eq!(finder.find(ONE, &"leveled"[..5]), Some(1));
            assert_eq!(finder.find(TWO, "leveled"), Some(3));
            assert_eq!(finder.find(TWO, ""), Some(2));
            assert_eq!(finder.find(ONE, ""), None);
        }
    }
}
