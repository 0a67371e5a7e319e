//! A list that lives inside its owner: no heap, and a copy of it is a copy of memory.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Up to `N` values in place. It compares, hashes and serialises as the live values only.
///
/// Pushing onto a full list drops the value and raises [`Flat::overflowed`]: a game looks at that flag before it asks anybody
/// and ends the match as a draw by the engine's limit, so that no input can make it panic or go on wrongly.
#[derive(Clone, Copy)]
pub struct Flat<T, const N: usize> {
    len: u16,
    overflowed: bool,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Flat<T, N> {
    /// An empty list.
    pub fn new() -> Self {
        Flat { len: 0, overflowed: false, items: [T::default(); N] }
    }

    /// Adds an item behind the others; a full list takes nothing and says so by its flag.
    pub fn push(&mut self, item: T) {
        if (self.len as usize) < N {
            self.items[self.len as usize] = item;
            self.len += 1;
        } else {
            self.overflowed = true;
        }
    }

    /// Takes the last item.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len as usize])
    }

    /// Inserts before `index`, keeping the order of the rest.
    pub fn insert(&mut self, index: usize, item: T) {
        let len = self.len as usize;
        if len < N && index <= len {
            self.items.copy_within(index..len, index + 1);
            self.items[index] = item;
            self.len += 1;
        } else {
            self.overflowed = true;
        }
    }

    /// Takes out the value at `index`, keeping the order of the rest.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items.copy_within(index + 1..self.len as usize, index);
        self.len -= 1;
        item
    }

    /// Keeps the items that fit, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for at in 0..self.len as usize {
            let item = self.items[at];
            if keep(&item) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.len = kept as u16;
    }

    /// Drops what is beyond the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len as u16);
    }

    /// Drops everything; the flag of an overflow stays.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Makes this list what another is, copying the live values only.
    pub fn assign(&mut self, other: &Self) {
        self.items[..other.len as usize].copy_from_slice(other);
        (self.len, self.overflowed) = (other.len, other.overflowed);
    }

    /// Whether a value was ever dropped for want of room.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// A list of these items, as many as fit.
    pub fn from_slice(items: &[T]) -> Self {
        let mut list = Self::new();
        items.iter().for_each(|item| list.push(*item));
        list
    }
}

impl<T: Copy + Default, const N: usize> Default for Flat<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for Flat<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for Flat<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Flat<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Flat<T, N> {}

impl<T: Hash, const N: usize> Hash for Flat<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Flat<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Flat<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Flat<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > N {
            return Err(D::Error::custom(format!("a list of {} where at most {N} fit", items.len())));
        }
        Ok(Self::from_slice(&items))
    }
}
