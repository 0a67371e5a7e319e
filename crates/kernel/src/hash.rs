//! A hash that is the same on every machine: records and digests rely on it.

use std::hash::{Hash, Hasher};

/// A 64-bit multiply-and-rotate hash over little-endian words. Not for hostile keys.
#[derive(Clone, Copy, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        StableHasher(0x9E37_79B9_7F4A_7C15)
    }
}

impl StableHasher {
    /// The hash of a value.
    pub fn of(value: &impl Hash) -> u64 {
        let mut hasher = StableHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0xFF51_AFD7_ED55_8CCD).rotate_left(29);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let mut x = self.0;
        x ^= x >> 33;
        x = x.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        x ^ (x >> 33)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, x: u8) {
        self.mix(x.into());
    }
    fn write_u16(&mut self, x: u16) {
        self.mix(x.into());
    }
    fn write_u32(&mut self, x: u32) {
        self.mix(x.into());
    }
    fn write_u64(&mut self, x: u64) {
        self.mix(x);
    }
    fn write_usize(&mut self, x: usize) {
        self.mix(x as u64);
    }
    fn write_isize(&mut self, x: isize) {
        self.mix(x as i64 as u64);
    }
}

/// A hash for keys that live no longer than a search. Small numbers are packed into words before they are mixed, which
/// takes a fraction of the time of [`StableHasher`]; nothing that is kept or compared between machines may rely on it.
#[derive(Clone, Copy, Debug)]
pub struct PackingHasher {
    hash: u64,
    word: u64,
    bits: u32,
}

impl Default for PackingHasher {
    #[inline]
    fn default() -> Self {
        PackingHasher { hash: 0x9E37_79B9_7F4A_7C15, word: 0, bits: 0 }
    }
}

impl PackingHasher {
    /// The hash of a value.
    #[inline]
    pub fn of(value: &impl Hash) -> u64 {
        let mut hasher = PackingHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[inline]
    fn pack(&mut self, value: u64, bits: u32) {
        if self.bits + bits > 64 {
            self.flush();
        }
        self.word |= value << self.bits;
        self.bits += bits;
    }

    #[inline]
    fn flush(&mut self) {
        self.hash = (self.hash ^ self.word).wrapping_mul(0xFF51_AFD7_ED55_8CCD).rotate_left(29);
        (self.word, self.bits) = (0, 0);
    }

    /// Lengths and the numbers of variants: nearly always small.
    #[inline]
    fn pack_count(&mut self, value: u64) {
        self.pack(value, if value < 256 { 8 } else { 64 });
    }
}

impl Hasher for PackingHasher {
    #[inline]
    fn finish(&self) -> u64 {
        let mut last = *self;
        last.flush();
        let mut x = last.hash;
        x ^= x >> 33;
        x = x.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        x ^ (x >> 33)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.pack(u64::from_le_bytes(word), 8 * chunk.len() as u32);
        }
    }

    #[inline]
    fn write_u8(&mut self, x: u8) {
        self.pack(x.into(), 8);
    }
    #[inline]
    fn write_u16(&mut self, x: u16) {
        self.pack(x.into(), 16);
    }
    #[inline]
    fn write_u32(&mut self, x: u32) {
        self.pack(x.into(), 32);
    }
    #[inline]
    fn write_u64(&mut self, x: u64) {
        self.pack(x, 64);
    }
    #[inline]
    fn write_usize(&mut self, x: usize) {
        self.pack_count(x as u64);
    }
    #[inline]
    fn write_isize(&mut self, x: isize) {
        self.pack_count(x as i64 as u64);
    }
}
