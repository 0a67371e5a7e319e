//! What the cards of a match give and wait for where they lie now: kept in the state, at the seam where cards move.
//!
//! A site is a place that a game looks for abilities in: the field, the hand, under other cards. A card has bits for each site
//! ([`Bits`], worked out once from its print); the index holds their union over the cards that lie there. A card that
//! comes adds its bits; when one goes that had any, the union over those that stay is taken anew, so that the index is
//! exact and needs no counters. What a card is worth to a site must not hang on anything but its print.

use kernel::{Card, Place, Print, Seat, Table, Zone};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::BitOr;

/// What one card, or all cards of a site together, give and wait for, as most games need it. A game with more questions
/// has bits of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bits {
    /// The moments that abilities wait for.
    pub hears: u64,
    /// The classes of change that always-on abilities give.
    pub gives: u16,
    /// Whether there is an ability that a player may use; more of the game's own such questions.
    pub uses: u32,
}

impl Bits {
    /// No bit is set.
    pub const NONE: Bits = Bits { hears: 0, gives: 0, uses: 0 };
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        Bits {
            hears: self.hears | other.hears,
            gives: self.gives | other.gives,
            uses: self.uses | other.uses,
        }
    }
}

/// What is worth something to a site: bits of which those of several cards are put together.
pub trait Worth: Copy + Default + Eq + BitOr<Output = Self> {}

impl<B: Copy + Default + Eq + BitOr<Output = B>> Worth for B {}

/// The sites of a match, and the classes of the changes that last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "B: Serialize", deserialize = "B: Deserialize<'de>"))]
pub struct Index<const SITES: usize, B = Bits> {
    #[serde(with = "in_order")]
    sites: [B; SITES],
    /// All sites together.
    pub now: B,
    /// What the cards of the match are worth wherever they lie.
    pub whole: B,
    /// Classes of the changes that last.
    pub lasting: u16,
}

impl<const SITES: usize, B: Worth> Default for Index<SITES, B> {
    fn default() -> Self {
        let none = B::default();
        Index { sites: [none; SITES], now: none, whole: none, lasting: 0 }
    }
}

/// It follows from the rest of the state.
impl<const SITES: usize, B> Hash for Index<SITES, B> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<const SITES: usize, B: Worth> Index<SITES, B> {
    /// What is given at a site.
    #[inline]
    pub fn at(&self, site: usize) -> &B {
        &self.sites[site]
    }

    /// The index of a table, from nothing.
    pub fn of<Z: Zone, X: Copy + Default, const N: usize>(
        table: &Table<Z, X, N>,
        sites: &impl Sites<Z, Bits = B>,
    ) -> Self {
        let mut index = Index::default();
        for card in table.all() {
            index.join(table, card, sites);
        }
        index
    }

    /// A card has come to the table, where it lies now.
    pub fn join<Z: Zone, X: Copy + Default, const N: usize>(
        &mut self,
        table: &Table<Z, X, N>,
        card: Card,
        sites: &impl Sites<Z, Bits = B>,
    ) {
        let print = table.print(card);
        self.whole = self.whole | sites.anywhere(print);
        if let Some(site) = sites.site(table.zone(card)) {
            self.enter(site, sites.bits(print, site));
        }
    }

    /// A card has moved, from this place to where it lies now.
    #[inline]
    pub fn follow<Z: Zone, X: Copy + Default, const N: usize>(
        &mut self,
        table: &Table<Z, X, N>,
        card: Card,
        from: Z,
        sites: &impl Sites<Z, Bits = B>,
    ) {
        let print = table.print(card);
        let (left, entered) = (sites.site(from), sites.site(table.zone(card)));
        if left == entered {
            return;
        }
        if let Some(site) = entered {
            self.enter(site, sites.bits(print, site));
        }
        if let Some(site) = left.filter(|site| sites.bits(print, *site) != B::default()) {
            self.gather(site, table, sites);
        }
    }

    #[inline]
    fn enter(&mut self, site: usize, bits: B) {
        self.sites[site] = self.sites[site] | bits;
        self.now = self.now | bits;
    }

    /// Takes the union over the cards of a site anew.
    fn gather<Z: Zone, X: Copy + Default, const N: usize>(
        &mut self,
        site: usize,
        table: &Table<Z, X, N>,
        sites: &impl Sites<Z, Bits = B>,
    ) {
        let mut bits = B::default();
        for zone in Z::ALL.iter().filter(|zone| sites.site(**zone) == Some(site)) {
            for seat in Seat::BOTH {
                for card in table.cards(Place::new(seat, *zone)) {
                    bits = bits | sites.bits(table.print(*card), site);
                }
            }
        }
        if self.sites[site] != bits {
            self.sites[site] = bits;
            self.now = self.sites.iter().fold(B::default(), |all, site| all | *site);
        }
    }
}

/// Which zones are sites, and what a printed card is worth there.
pub trait Sites<Z> {
    /// What is kept for a site.
    type Bits: Worth;

    /// The site that a zone is, if abilities work there.
    fn site(&self, zone: Z) -> Option<usize>;
    /// What a print brings to a site.
    fn bits(&self, print: Print, site: usize) -> Self::Bits;
    /// What it is worth wherever it lies.
    fn anywhere(&self, print: Print) -> Self::Bits {
        let _ = print;
        Self::Bits::default()
    }
}

/// Arrays of any length as lists.
mod in_order {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer, B: Serialize, const N: usize>(
        sites: &[B; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        sites.as_slice().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, B: Deserialize<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[B; N], D::Error> {
        let sites = Vec::<B>::deserialize(deserializer)?;
        let count = sites.len();
        sites.try_into().map_err(|_| D::Error::custom(format!("an index of {count} sites where {N} are")))
    }
}
