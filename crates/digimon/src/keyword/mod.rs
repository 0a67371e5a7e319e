//! Keyword effects (DCG 16), one small file each: what it is called, what it does, and its tree where it is one.

pub mod alliance;
pub mod armor_purge;
pub mod barrier;
pub mod blast_digivolve;
pub mod blast_dna;
pub mod blitz;
pub mod blocker;
pub mod collision;
pub mod de_digivolve;
pub mod decode;
pub mod decoy;
pub mod delay;
pub mod digi_burst;
pub mod digisorption;
pub mod draw;
pub mod evade;
pub mod execute;
pub mod fortitude;
pub mod fragment;
pub mod iceclad;
pub mod jamming;
pub mod link;
pub mod material_save;
pub mod mind_link;
pub mod overclock;
pub mod partition;
pub mod piercing;
pub mod progress;
pub mod raid;
pub mod reboot;
pub mod recovery;
pub mod retaliation;
pub mod rush;
pub mod save;
pub mod scapegoat;
pub mod security_attack;
pub mod training;
pub mod vortex;

use crate::alias::{
    Ability, Among, Amount, Cond, Filter, Gainer, HowMany, Select, Step, Target, Trigger, When,
};
use crate::vocab::{
    Cause, Change, Fact, Figure, Keyword, Kind, Live, Moment, Own, Part, Pay, Place, Text, Until, Verb,
};
use effects::{Cmp, Slot, Who};

impl Keyword {
    /// DCG 16-2: the number or card named in a keyword does not make it another keyword.
    pub fn kind(&self) -> u8 {
        match self {
            Keyword::SecurityAttack(_) => 0,
            Keyword::Blocker => 1,
            Keyword::Piercing => 2,
            Keyword::Jamming => 3,
            Keyword::Digisorption(_) => 4,
            Keyword::Reboot => 5,
            Keyword::Retaliation => 6,
            Keyword::Rush => 7,
            Keyword::Blitz => 8,
            Keyword::Decoy(_) => 9,
            Keyword::ArmorPurge => 10,
            Keyword::MaterialSave(_) => 11,
            Keyword::Evade => 12,
            Keyword::Raid => 13,
            Keyword::Alliance => 14,
            Keyword::Barrier => 15,
            Keyword::BlastDigivolve => 16,
            Keyword::Fortitude => 17,
            Keyword::Partition(_) => 18,
            Keyword::Collision => 19,
            Keyword::BlastDna(_) => 20,
            Keyword::Scapegoat => 21,
            Keyword::Vortex => 22,
            Keyword::Overclock(_) => 23,
            Keyword::Iceclad => 24,
            Keyword::Decode(_) => 25,
            Keyword::Fragment(_) => 26,
            Keyword::Execute => 27,
            Keyword::Progress => 28,
            Keyword::LinkPlus(_) => 29,
            Keyword::Training => 30,
        }
    }

    pub fn words(&self) -> String {
        let name = title(WORDS[self.kind() as usize]);
        match self {
            Keyword::SecurityAttack(n) => format!("<{name} {n:+}>"),
            Keyword::Digisorption(n) => format!("<{name} -{n}>"),
            Keyword::MaterialSave(n) => format!("<{name} {n}>"),
            Keyword::Fragment(n) => format!("<{name} ({n})>"),
            Keyword::LinkPlus(n) => format!("<{name} {n:+}>"),
            _ => format!("<{name}>"),
        }
    }

    /// Its tree, for those that trigger, interrupt or are activated.
    pub fn tree(&self) -> Option<Ability> {
        let tree = match self {
            Keyword::Retaliation => retaliation::tree(),
            Keyword::Digisorption(n) => digisorption::tree(*n),
            Keyword::Decoy(which) => decoy::tree(which),
            Keyword::ArmorPurge => armor_purge::tree(),
            Keyword::MaterialSave(n) => material_save::tree(*n),
            Keyword::Evade => evade::tree(),
            Keyword::Raid => raid::tree(),
            Keyword::Alliance => alliance::tree(),
            Keyword::Barrier => barrier::tree(),
            Keyword::BlastDigivolve => blast_digivolve::tree(),
            Keyword::Fortitude => fortitude::tree(),
            Keyword::Partition(both) => partition::tree(both),
            Keyword::BlastDna(both) => blast_dna::tree(both),
            Keyword::Scapegoat => scapegoat::tree(),
            Keyword::Vortex => vortex::tree(),
            Keyword::Overclock(which) => overclock::tree(which),
            Keyword::Decode(which) => decode::tree(which),
            Keyword::Fragment(n) => fragment::tree(*n),
            Keyword::Execute => execute::tree(),
            Keyword::Training => training::tree(),
            _ => return None,
        };
        Some(Ability { words: self.words(), ..tree })
    }
}

/// What keywords are called, by [`Keyword::kind`].
pub const WORDS: [&str; 31] = [
    security_attack::WORDS,
    blocker::WORDS,
    piercing::WORDS,
    jamming::WORDS,
    digisorption::WORDS,
    reboot::WORDS,
    retaliation::WORDS,
    rush::WORDS,
    blitz::WORDS,
    decoy::WORDS,
    armor_purge::WORDS,
    material_save::WORDS,
    evade::WORDS,
    raid::WORDS,
    alliance::WORDS,
    barrier::WORDS,
    blast_digivolve::WORDS,
    fortitude::WORDS,
    partition::WORDS,
    collision::WORDS,
    blast_dna::WORDS,
    scapegoat::WORDS,
    vortex::WORDS,
    overclock::WORDS,
    iceclad::WORDS,
    decode::WORDS,
    fragment::WORDS,
    execute::WORDS,
    progress::WORDS,
    link::WORDS,
    training::WORDS,
];

/// A keyword's name as cards print it.
fn title(words: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect::<String>())
    };
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ").replace("Dna", "DNA")
}

/// DCG 8-3-2-2, 8-3-2-3: the end of a burst digivolve: the top card is trashed if it is still a Digimon with cards
/// under it.
pub(crate) fn burst_end() -> Ability {
    let stacked = Filter::Figure(Figure::Under, Cmp::AtLeast, Amount::Fixed(1));
    let cond = Cond::Is(Target::Subject, Filter::Kind(Kind::Digimon).and(stacked));
    let then = vec![Step::Do(Verb::Own(Own::ShedTop(Target::Subject)))];
    let tree = ability(When::Granted, vec![Step::If { cond, then, otherwise: Vec::new() }]);
    Ability { words: "the end of a burst digivolve".into(), ..tree }
}

/// DCG 16-37-4: the end of an <Execute> attack.
pub(crate) fn execute_end() -> Ability {
    let tree = ability(When::Granted, vec![Step::Do(Verb::Delete(Target::Subject))]);
    Ability { words: "the end of <execute>".into(), ..tree }
}

// ---- how the trees are put together -----------------------------------------------------------------------------

pub(crate) const S0: Slot = Slot(0);
pub(crate) const S1: Slot = Slot(1);
/// {Hand}.
pub(crate) const HAND: Part = Part { text: Text::Main, live: Live::Hand };

pub(crate) fn ability(when: When, steps: Vec<Step>) -> Ability {
    effects::Ability::new(Part { text: Text::Main, live: Live::Usual }, when, steps)
}

pub(crate) fn on(moment: Moment, subject: Filter, cond: Option<Cond>) -> When {
    When::Trigger(vec![Trigger { moment, subject, cond }])
}

pub(crate) fn would(moment: Moment, subject: Filter, cond: Option<Cond>) -> When {
    When::Would(vec![Trigger { moment, subject, cond }])
}

pub(crate) fn not_by(cause: Cause) -> Cond {
    Cond::Not(Box::new(Cond::Fact(Fact::Cause(cause))))
}

fn in_battle(whose: Who, filter: Filter) -> Select {
    let among = Among::Zones { whose, zones: vec![Place::Battle] };
    Select::new(among, filter, HowMany::Exactly(Amount::Fixed(1)))
}

/// One of your Digimon (unless the filter asks for another kind).
pub(crate) fn yours(filter: Filter) -> Select {
    let kind = if filter == Filter::Kind(Kind::Tamer) { Filter::Any } else { Filter::Kind(Kind::Digimon) };
    in_battle(Who::You, kind.and(filter))
}

pub(crate) fn theirs(filter: Filter) -> Select {
    in_battle(Who::Opponent, Filter::Kind(Kind::Digimon).and(filter))
}

pub(crate) fn choose(slot: Slot, from: Select) -> Step {
    Step::Choose { who: Who::You, slot, from }
}

pub(crate) fn gain(to: Target, change: Change, until: Until) -> Step {
    Step::Gain { to: Gainer::Cards(to), change, until }
}

pub(crate) fn by(cost: Vec<Step>, then: Vec<Step>) -> Step {
    Step::By { who: Who::You, cost, then, forced: false }
}

pub(crate) fn may(steps: Vec<Step>) -> Step {
    Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }
}

pub(crate) fn play(what: Target) -> Verb {
    Verb::Play { what, pay: Pay::Free, suspended: false, quiet: false }
}
