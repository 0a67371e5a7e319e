//! Keyword effects (DCG 16), one small file and one row each: what it is called, what it does, and its tree where it is one.
//! Reader, printer, labels and scenes use that row.

mod alliance;
mod armor_purge;
mod barrier;
mod blast_digivolve;
mod blast_dna;
mod blitz;
mod blocker;
mod collision;
mod de_digivolve;
mod decode;
mod decoy;
mod delay;
mod digi_burst;
mod digisorption;
mod draw;
mod evade;
mod execute;
mod fortitude;
mod fragment;
mod iceclad;
mod jamming;
mod link;
mod material_save;
mod mind_link;
mod overclock;
mod partition;
mod piercing;
mod progress;
mod raid;
mod reboot;
mod recovery;
mod retaliation;
mod rush;
mod save;
mod scapegoat;
mod security_attack;
mod training;
mod vortex;

use crate::alias::{
    Ability, Among, Amount, Cond, Filter, Gainer, HowMany, Select, Step, Target, Trigger, When,
};
use crate::vocab::{
    Cause, Change, Fact, Figure, Kind, Live, Moment, Own, Part, Pay, Place, Text, Until, Verb,
};
use effects::{Cmp, Slot, Who};

/// Writes the keywords down: a file and a row each. What a card can *have* is a [`Keyword`]; what is done is none.
macro_rules! keywords {
    (had { $($file:ident $Name:ident $(($with:ident: $With:ty))?,)* } done { $($done:ident)* }) => {
        /// DCG chapter 16, as far as a card can *have* them. Draw, Recovery, De-Digivolve, Save, Delay, Digi-Burst and Mind
        /// Link are done, not had: they are read as what they do, and [`crate::vocab::Test::KeywordInText`] asks for them.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Keyword {
            $($Name $(($With))?,)*
        }

        #[derive(Clone, Copy)]
        enum Number {
            $($Name,)*
        }

        impl Keyword {
            /// DCG 16-2: the number or card named in a keyword does not make it another keyword.
            pub fn kind(&self) -> u8 {
                match self {
                    $(Keyword::$Name { .. } => Number::$Name as u8,)*
                }
            }

            /// What stands behind its name in the brackets.
            pub fn with(&self) -> With<'_> {
                match self {
                    $(Keyword::$Name $(($with))? => keywords!(@with $($with)?),)*
                }
            }
        }

        /// The keywords that a card can have, by [`Keyword::kind`].
        pub const ROWS: &[&Row] = &[$(&$file::ROW,)*];
        /// Those that are done.
        const DONE: &[&Row] = &[$(&$done::ROW,)*];
    };
    (@with) => {
        With::Nothing
    };
    (@with $with:ident) => {
        With::from($with)
    };
}

keywords! {
    had {
        security_attack SecurityAttack(n: i8),
        blocker Blocker,
        piercing Piercing,
        jamming Jamming,
        digisorption Digisorption(n: u8),
        reboot Reboot,
        retaliation Retaliation,
        rush Rush,
        blitz Blitz,
        decoy Decoy(which: Box<Filter>),
        armor_purge ArmorPurge,
        material_save MaterialSave(n: u8),
        evade Evade,
        raid Raid,
        alliance Alliance,
        barrier Barrier,
        blast_digivolve BlastDigivolve,
        fortitude Fortitude,
        partition Partition(both: Box<[Filter; 2]>),
        collision Collision,
        blast_dna BlastDna(both: Box<[Filter; 2]>),
        scapegoat Scapegoat,
        vortex Vortex,
        overclock Overclock(which: Box<Filter>),
        iceclad Iceclad,
        decode Decode(which: Box<Filter>),
        fragment Fragment(n: u8),
        execute Execute,
        progress Progress,
        link LinkPlus(n: u8),
        training Training,
    }
    done { de_digivolve delay digi_burst draw mind_link recovery save }
}

/// One keyword, written down in its file: what it is called, what stands behind its name, and its tree where it is one.
pub struct Row {
    /// As cards print it; it is read in any capitals.
    pub said: &'static str,
    /// Other spellings, in small letters.
    pub read: &'static [&'static str],
    pub form: Form,
    /// For those that trigger, interrupt or are activated.
    pub tree: Option<fn(With<'_>) -> Option<Ability>>,
}

impl Row {
    /// Whether a text calls it so.
    pub fn is_called(&self, name: &str) -> bool {
        self.said.eq_ignore_ascii_case(name) || self.read.contains(&name)
    }
}

/// What stands behind the name, and the keyword that the two make.
#[derive(Clone, Copy)]
pub enum Form {
    /// Nothing.
    Plain(fn() -> Keyword),
    /// "+1", "-2".
    Signed(fn(i8) -> Keyword),
    /// "+1".
    Plus(fn(u8) -> Keyword),
    /// "-3".
    Less(fn(u8) -> Keyword),
    /// "2".
    Number(fn(u8) -> Keyword),
    /// "(3)".
    Inside(fn(u8) -> Keyword),
    /// "(Red)": which cards.
    Which(fn(Box<Filter>) -> Keyword),
    /// "(A & B)", with the mark between them.
    Both(fn(Box<[Filter; 2]>) -> Keyword, &'static str),
    /// It is done, not had.
    Done,
}

/// What stands behind the name of a keyword that a card has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum With<'a> {
    Nothing,
    Number(i32),
    Which(&'a Filter),
    Both(&'a [Filter; 2]),
}

impl From<&i8> for With<'_> {
    fn from(number: &i8) -> Self {
        With::Number((*number).into())
    }
}

impl From<&u8> for With<'_> {
    fn from(number: &u8) -> Self {
        With::Number((*number).into())
    }
}

impl<'a> From<&'a Box<Filter>> for With<'a> {
    fn from(which: &'a Box<Filter>) -> Self {
        With::Which(which)
    }
}

impl<'a> From<&'a Box<[Filter; 2]>> for With<'a> {
    fn from(both: &'a Box<[Filter; 2]>) -> Self {
        With::Both(both)
    }
}

impl Keyword {
    pub fn row(&self) -> &'static Row {
        ROWS[usize::from(self.kind())]
    }

    /// Its name and number in brackets; which cards it is about stays unsaid.
    pub fn words(&self) -> String {
        match self.with() {
            With::Nothing | With::Number(_) => self.said(&mut |_| String::new()),
            With::Which(_) | With::Both(_) => format!("<{}>", self.row().said),
        }
    }

    /// As it is printed, with the words that `which` has for cards.
    pub fn said(&self, which: &mut dyn FnMut(&Filter) -> String) -> String {
        let row = self.row();
        let behind = match (row.form, self.with()) {
            (Form::Signed(_) | Form::Plus(_), With::Number(n)) => format!(" {n:+}"),
            (Form::Less(_), With::Number(n)) => format!(" -{n}"),
            (Form::Inside(_), With::Number(n)) => format!(" ({n})"),
            (_, With::Number(n)) => format!(" {n}"),
            (_, With::Which(cards)) => format!(" ({})", which(cards)),
            (Form::Both(_, mark), With::Both([one, other])) => {
                format!(" ({} {mark} {})", which(one), which(other))
            }
            (_, With::Both(_) | With::Nothing) => String::new(),
        };
        format!("<{}{behind}>", row.said)
    }

    /// Its tree, for those that trigger, interrupt or are activated.
    pub fn tree(&self) -> Option<Ability> {
        let tree = self.row().tree?(self.with())?;
        Some(Ability { words: self.words(), ..tree })
    }
}

/// The keyword that a text calls so, had or done.
pub fn called(name: &str) -> Option<&'static Row> {
    ROWS.iter().chain(DONE).copied().find(|row| row.is_called(name))
}

/// The number of the keyword that a text or a scene calls so, by [`Keyword::kind`].
pub fn kind_called(name: &str) -> Option<u8> {
    ROWS.iter().position(|row| row.is_called(name)).map(|at| at as u8)
}

/// All keywords, for lists of words.
pub fn listing() -> effects::text::words::Listing {
    let all = || ROWS.iter().chain(DONE);
    let lost = |row: &&&Row| called(row.said).is_none_or(|found| found.said != row.said);
    effects::text::words::Listing {
        title: "keywords",
        rows: all().map(|row| (row.said, row.read)).collect(),
        unread: all().filter(lost).map(|row| row.said).collect(),
    }
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
    // DCG 15-7-1: if the player does the one, the other is processed.
    Step::By { who: Who::You, cost, then, forced: false }
}

pub(crate) fn may(steps: Vec<Step>) -> Step {
    Step::May { who: Who::You, steps, then: Vec::new(), otherwise: Vec::new() }
}

pub(crate) fn play(what: Target) -> Verb {
    Verb::Play { what, pay: Pay::Free, suspended: false, quiet: false }
}
