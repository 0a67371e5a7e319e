//! The words of each game that become columns. A word that a board says and that is missing here is a fault; a test plays
//! games and looks for one.

use shobu::GameName;

/// A game's vocabulary.
pub struct Words {
    pub kinds: &'static [&'static str],
    pub colors: &'static [&'static str],
    pub phases: &'static [&'static str],
    /// What is counted for a seat beside cards.
    pub seat_figures: &'static [&'static str],
    pub figures: &'static [&'static str],
    pub states: &'static [&'static str],
    pub counters: &'static [&'static str],
    /// Keywords by their bare names; any other is counted in one column of its own.
    pub keywords: &'static [&'static str],
}

pub fn of(game: GameName) -> &'static Words {
    match game {
        GameName::Digimon => &DIGIMON,
        GameName::Dbs => &DBS,
        GameName::Buddyfight => &BUDDYFIGHT,
        GameName::BattleSpirits => &BATTLE_SPIRITS,
    }
}

const DIGIMON: Words = Words {
    kinds: &["digimon", "tamer", "option", "digi-egg"],
    colors: &["red", "blue", "yellow", "green", "black", "purple", "white"],
    phases: &["setup", "unsuspend", "draw", "breeding", "main"],
    seat_figures: &["memory"],
    figures: &["level", "cost", "digivolve", "dp"],
    states: &["suspended", "face down", "face up", "placed", "played this turn", "attacking", "linked"],
    counters: &[],
    keywords: &[
        "Alliance",
        "Armor Purge",
        "Barrier",
        "Blast Digivolve",
        "Blast DNA Digivolve",
        "Blitz",
        "Blocker",
        "Collision",
        "Decode",
        "Decoy",
        "Evade",
        "Execute",
        "Fortitude",
        "Fragment",
        "Iceclad",
        "Jamming",
        "Material Save",
        "Overclock",
        "Partition",
        "Piercing",
        "Progress",
        "Raid",
        "Reboot",
        "Retaliation",
        "Rush",
        "Save",
        "Scapegoat",
        "Security A.",
        "Vortex",
    ],
};

const DBS: Words = Words {
    kinds: &["leader", "z-leader", "battle", "z-battle", "extra", "z-extra", "unison", "z-unison"],
    colors: &["red", "blue", "green", "yellow", "black", "white"],
    phases: &["setup", "charge", "main", "attack", "offense", "defense", "damage", "battle end", "end"],
    seat_figures: &["life", "energy", "active energy", "energy markers"],
    figures: &["cost", "z cost", "power", "combo cost", "combo power"],
    states: &["rest", "awakened", "face up", "token", "attacking", "guarding"],
    counters: &["markers"],
    keywords: &[
        "Awaken",
        "Barrier",
        "Blocker",
        "Critical",
        "Deflect",
        "Double Strike",
        "Dual Attack",
        "Evolve",
        "Field",
        "Indestructible",
        "Offering",
        "Over Realm",
        "Quadruple Strike",
        "Revenge",
        "Successor",
        "Super Combo",
        "Swap",
        "Triple Attack",
        "Triple Strike",
        "Victory Strike",
    ],
};

const BUDDYFIGHT: Words = Words {
    kinds: &["flag", "monster", "spell", "item", "impact", "impact-monster"],
    colors: &[],
    phases: &["setup", "start", "draw", "charge", "main", "attack", "final", "end"],
    seat_figures: &["life", "gauge"],
    figures: &["size", "power", "defense", "critical", "gauge cost"],
    states: &["rested", "face down", "reversed", "as an item", "attacking"],
    counters: &["soul"],
    keywords: &[
        "Ambush",
        "Counter",
        "Counterattack",
        "Crossnize",
        "Double Attack",
        "Equipment Change",
        "Lifelink",
        "Move",
        "Penetrate",
        "Quadruple Attack",
        "Set",
        "Soulguard",
        "Triple Attack",
    ],
};

const BATTLE_SPIRITS: Words = Words {
    kinds: &["spirit", "nexus", "magic"],
    colors: &["red", "purple", "green", "white", "yellow", "blue"],
    phases: &["setup", "start", "core", "draw", "refresh", "main", "attack", "second main", "end"],
    seat_figures: &[
        "life",
        "reserve",
        "trash cores",
        "soul core in reserve",
        "soul core in trash",
        "soul core in life",
    ],
    figures: &["cost", "reduction", "level", "bp", "symbols"],
    states: &["exhausted", "heavy exhausted", "attacking", "blocking", "leaving"],
    counters: &["cores", "soul core"],
    keywords: &["Soul Magic", "Succession", "Super Unleash", "Unstackable"],
};
