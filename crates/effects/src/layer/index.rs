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

/// What one card, or all cards of a site together, give and wait for.
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

/// The sites of a match, and the classes of the changes that last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Index<const SITES: usize> {
    #[serde(with = "in_order")]
    sites: [Bits; SITES],
    /// What the cards of the match are worth wherever they lie.
    pub whole: Bits,
    pub lasting: u16,
}

impl<const SITES: usize> Default for Index<SITES> {
    fn default() -> Self {
        Index { sites: [Bits::NONE; SITES], whole: Bits::NONE, lasting: 0 }
    }
}

/// It follows from the rest of the state.
impl<const SITES: usize> Hash for Index<SITES> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<const SITES: usize> Index<SITES> {
    #[inline]
    pub fn at(&self, site: usize) -> &Bits {
        &self.sites[site]
    }

    /// The index of a table, from nothing.
    pub fn of<Z: Zone, X: Copy + Default, const N: usize>(
        table: &Table<Z, X, N>,
        sites: &impl Sites<Z>,
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
        sites: &impl Sites<Z>,
    ) {
        let print = table.print(card);
        self.whole = self.whole | sites.anywhere(print);
        if let Some(site) = sites.site(table.zone(card)) {
            self.sites[site] = self.sites[site] | sites.bits(print, site);
        }
    }

    /// A card has moved, from this place to where it lies now.
    #[inline]
    pub fn follow<Z: Zone, X: Copy + Default, const N: usize>(
        &mut self,
        table: &Table<Z, X, N>,
        card: Card,
        from: Z,
        sites: &impl Sites<Z>,
    ) {
        let print = table.print(card);
        let (left, entered) = (sites.site(from), sites.site(table.zone(card)));
        if left == entered {
            return;
        }
        if let Some(site) = entered {
            self.sites[site] = self.sites[site] | sites.bits(print, site);
        }
        if let Some(site) = left.filter(|site| sites.bits(print, *site) != Bits::NONE) {
            self.gather(site, table, sites);
        }
    }

    /// Takes the union over the cards of a site anew.
    fn gather<Z: Zone, X: Copy + Default, const N: usize>(
        &mut self,
        site: usize,
        table: &Table<Z, X, N>,
        sites: &impl Sites<Z>,
    ) {
        let mut bits = Bits::NONE;
        for zone in Z::ALL.iter().filter(|zone| sites.site(**zone) == Some(site)) {
            for seat in Seat::BOTH {
                for card in table.cards(Place::new(seat, *zone)) {
                    bits = bits | sites.bits(table.print(*card), site);
                }
            }
        }
        self.sites[site] = bits;
    }
}

/// Which zones are sites, and what a printed card is worth there.
pub trait Sites<Z> {
    fn site(&self, zone: Z) -> Option<usize>;
    fn bits(&self, print: Print, site: usize) -> Bits;
    /// What it is worth wherever it lies.
    fn anywhere(&self, print: Print) -> Bits {
        let _ = print;
        Bits::NONE
    }
}

/// Arrays of any length as lists.
mod in_order {
    use super::Bits;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer, const N: usize>(
        sites: &[Bits; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        sites.as_slice().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[Bits; N], D::Error> {
        let sites = Vec::<Bits>::deserialize(deserializer)?;
        let count = sites.len();
        sites.try_into().map_err(|_| D::Error::custom(format!("an index of {count} sites where {N} are")))
    }
}
