//! Keyword abilities: one small file each where the keyword does something by itself.

pub mod ambush;
pub mod counterattack;
pub mod crossnize;
pub mod d_share;
pub mod equipment_change;
pub mod lifelink;
pub mod movement;
pub mod multiattack;
pub mod penetrate;
pub mod purge;
pub mod soulguard;

use serde::{Deserialize, Serialize};

/// A keyword ability. Those with a number or a condition are abilities of the card as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Keyword {
    Move,
    Penetrate,
    Soulguard,
    Counterattack,
    EquipmentChange,
    Set,
    Transform,
    Ride,
    Station,
    Dragonify,
    ImpactTransform,
    Crossnize,
    Ambush,
    Purge,
    WeaponryLink,
    ChaosTerritory,
    DShare,
    OmniLord,
    Dragod,
    /// The number of attacks: two to six.
    Attacks(u8),
    Lifelink,
}

impl Keyword {
    /// Every keyword, in the order in which they are listed.
    pub const ALL: [Keyword; 25] = [
        Keyword::Move,
        Keyword::Penetrate,
        Keyword::Attacks(2),
        Keyword::Attacks(3),
        Keyword::Attacks(4),
        Keyword::Attacks(5),
        Keyword::Attacks(6),
        Keyword::Soulguard,
        Keyword::Counterattack,
        Keyword::EquipmentChange,
        Keyword::Set,
        Keyword::Transform,
        Keyword::Ride,
        Keyword::Station,
        Keyword::Dragonify,
        Keyword::ImpactTransform,
        Keyword::Crossnize,
        Keyword::Ambush,
        Keyword::Purge,
        Keyword::WeaponryLink,
        Keyword::ChaosTerritory,
        Keyword::DShare,
        Keyword::OmniLord,
        Keyword::Dragod,
        Keyword::Lifelink,
    ];

    fn bit(self) -> u32 {
        match self {
            Keyword::Attacks(_) => 0,
            Keyword::Move => 1 << 1,
            Keyword::Penetrate => 1 << 2,
            Keyword::Soulguard => 1 << 3,
            Keyword::Counterattack => 1 << 4,
            Keyword::EquipmentChange => 1 << 5,
            Keyword::Set => 1 << 6,
            Keyword::Transform => 1 << 7,
            Keyword::Ride => 1 << 8,
            Keyword::Station => 1 << 9,
            Keyword::Dragonify => 1 << 10,
            Keyword::ImpactTransform => 1 << 11,
            Keyword::Crossnize => 1 << 12,
            Keyword::Ambush => 1 << 13,
            Keyword::Purge => 1 << 14,
            Keyword::WeaponryLink => 1 << 15,
            Keyword::ChaosTerritory => 1 << 16,
            Keyword::DShare => 1 << 17,
            Keyword::OmniLord => 1 << 18,
            Keyword::Dragod => 1 << 19,
            Keyword::Lifelink => 1 << 20,
        }
    }

    /// Its name as printed.
    pub fn name(self) -> &'static str {
        KEYWORDS.say(self)
    }

    /// The keyword that a bracket names. Lifelink and the Transform family carry more and are read elsewhere.
    pub fn from_words(words: &str) -> Option<Keyword> {
        KEYWORDS.named(words).filter(|keyword| !keyword.transforms() && *keyword != Keyword::Lifelink)
    }

    /// BF KEY-TRANSFORM-5: those of the Transform family.
    pub fn transforms(self) -> bool {
        use Keyword::*;
        matches!(self, Transform | Ride | Station | Dragonify | ImpactTransform)
    }
}

effects::words! {
    /// What keywords are called: the row of each, beside its file where it does something by itself.
    pub KEYWORDS: some of Keyword = "keywords" {
        Keyword::Move => "Move",
        Keyword::Penetrate => "Penetrate",
        Keyword::Soulguard => "Soulguard" | "soul guard",
        Keyword::Counterattack => "Counterattack" | "counter attack",
        Keyword::EquipmentChange => "Equipment Change",
        Keyword::Set => "Set",
        Keyword::Transform => "Transform",
        Keyword::Ride => "Ride",
        Keyword::Station => "Station",
        Keyword::Dragonify => "Dragonify",
        Keyword::ImpactTransform => "Impact Transform",
        Keyword::Crossnize => "Crossnize",
        Keyword::Ambush => "Ambush",
        Keyword::Purge => "Purge",
        Keyword::WeaponryLink => "Weaponry Link",
        Keyword::ChaosTerritory => "CHAOS Territory",
        Keyword::DShare => "D-Share",
        Keyword::OmniLord => "Omni Lord" | "omnilord",
        Keyword::Dragod => "Dragod",
        // BF KEY-NATTACK-0: these four are the family.
        Keyword::Attacks(2) => "Double Attack",
        Keyword::Attacks(3) => "Triple Attack",
        Keyword::Attacks(4) => "Quadruple Attack",
        Keyword::Attacks(6) => "Hextuple Attack",
        Keyword::Lifelink => "Lifelink",
    }
}

/// BF KEY-MOVE-4 and its kin: keywords form a set; of two multiple attacks the larger counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Keywords {
    /// One bit for each keyword; the number of attacks in the highest four.
    bits: u32,
}

/// Where the number of attacks begins.
const ATTACKS: u32 = 28;

impl Keywords {
    pub fn add(&mut self, keyword: Keyword) {
        match keyword {
            Keyword::Attacks(n) => *self = self.with_attacks(n),
            // BF KEY-PENETRATE-4, KEY-SOULGUARD-4, KEY-EQUIPCHANGE-3, KEY-COUNTERATTACK-3, KEY-SET-2: had twice it is
            // had once.
            // BF KEY-WEAPONRYLINK-2, KEY-CHAOS-2, KEY-OMNILORD-4, KEY-DRAGOD-2: so is every other keyword.
            keyword => self.bits |= keyword.bit(),
        }
    }

    pub fn has(self, keyword: Keyword) -> bool {
        match keyword {
            Keyword::Attacks(n) => self.attacks() == n,
            keyword => self.bits & keyword.bit() != 0,
        }
    }

    /// How often it may attack a turn by its keyword: 0 without one.
    pub fn attacks(self) -> u8 {
        (self.bits >> ATTACKS) as u8
    }

    /// Of two multiple attacks the larger counts.
    fn with_attacks(self, attacks: u8) -> Keywords {
        // BF KEY-NATTACK-4: there is one number of attacks on a card, not several.
        let most = u32::from(self.attacks().max(attacks.min(15)));
        Keywords { bits: self.bits & !(u32::MAX << ATTACKS) | most << ATTACKS }
    }

    /// Whether the keyword stands for an ability, so that gaining the word alone would do nothing.
    pub fn is_ability(keyword: Keyword) -> bool {
        matches!(
            keyword,
            Keyword::Crossnize | Keyword::Purge | Keyword::Ambush | Keyword::Lifelink | Keyword::Set
        ) || keyword.transforms()
    }

    /// The names of those that are there.
    pub fn names(self) -> Vec<&'static str> {
        let had = KEYWORDS.rows.iter().filter(|row| row.means != Keyword::Lifelink && self.has(row.means));
        had.map(|row| row.said).collect()
    }

    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub fn with(self, other: Keywords) -> Keywords {
        let plain = !(u32::MAX << ATTACKS);
        Keywords { bits: self.bits | other.bits & plain }.with_attacks(other.attacks())
    }

    /// Without those; a multiple attack goes whatever its number.
    pub fn without(self, lost: Keywords) -> Keywords {
        let attacks = if lost.attacks() > 0 { u32::MAX << ATTACKS } else { 0 };
        Keywords { bits: self.bits & !(lost.bits | attacks) }
    }

    /// Those of the Transform family.
    pub fn transforms(self) -> bool {
        [Keyword::Transform, Keyword::Ride, Keyword::Station, Keyword::Dragonify, Keyword::ImpactTransform]
            .iter()
            .any(|keyword| self.has(*keyword))
    }
}
