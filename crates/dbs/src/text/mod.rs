//! Card texts: paragraphs to skills. Headers (types, limits, keywords, costs) are read here; what a skill does is read
//! by the shared clause grammar with this game's words: [`nouns`] for cards, [`conditions`] for what must be so, [`clauses`] for actions,
//! [`gains`] for what cards get, [`triggers`] for what [Auto] skills wait for. [`say`] puts skills back into words that
//! read to the same skills.

mod allowed;
mod areas;
mod attacks;
mod beside;
mod choosing;
mod circumstances;
mod clauses;
mod conditions;
mod costs;
mod deeds;
mod done;
mod gains;
mod headers;
mod kinds;
mod later;
mod measures;
mod miss;
mod moments;
mod moving;
mod nouns;
mod objects;
mod permanents;
mod players;
mod quoted;
mod say;
mod skill_costs;
mod spelling;
mod tokens;
mod triggers;
mod walk;
pub mod words;
mod would;

pub(crate) use areas::home;
pub(crate) use costs::{energy, keyword_cost, keyword_tail};
pub(crate) use headers::assemble;
pub use headers::{More, Reading};
pub use nouns::Words;
pub use say::say;
pub(crate) use say::{clause, condition as condition_words, described, question};

use crate::card::Cost;
use crate::rule;
use crate::state::Area;
use crate::vocab::{Dbs, Part, Window};
use effects::{Ability, Cond, Step, When};
use kernel::{RuleId, Zone};

/// DBS 1-5-3: what kind of skill it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkillKind {
    Activate,
    Permanent,
    Auto,
    Counter,
}

/// One skill of a card: its program holds the skill cost, the activation, and the effect, in this order.
#[derive(Clone, Debug)]
pub struct Skill {
    pub ability: Ability<Dbs>,
    pub kind: SkillKind,
    /// Areas where it is valid, by bit (DBS 9-1-3).
    pub areas: u16,
    /// Conditions that stand in the skill cost (DBS 9-6-4-1-1).
    pub cost_cond: Option<Cond<Dbs>>,
    /// Where the cost part of the program ends.
    pub pay_end: u16,
    /// The energy among the cost.
    pub energy: Cost,
    /// A marker skill cost (DBS 13-4).
    pub markers: Option<i8>,
    pub is_keyword: bool,
    /// The words in its brackets, folded, where it is a keyword with costs or cards of its own.
    pub keyword: Option<String>,
    pub mentions_play: bool,
    pub mentions_attack: bool,
    pub mentions_battle_card_attack: bool,
    pub ignores_barrier: bool,
    pub over_realm: bool,
    pub z_awaken: bool,
    /// [Awaken] or [Awaken : Surge] (DBS 22-2).
    pub awakens: bool,
    /// It plays or moves the card itself, so that the card's own energy cost is not paid.
    pub moves_itself: bool,
    pub asks_x: bool,
    /// The rules that refuse it where the conditions of its cost do not hold, and where its cost cannot be paid.
    pub unmet: RuleId,
    pub unpaid: RuleId,
    /// [Burst X]: so many cards of the deck (DBS 22-27).
    pub burst: Option<u8>,
    /// Its cost is two cards that depend on each other.
    pub needs_pair: bool,
    /// Its cost is cards whose energy costs add up to this.
    pub needs_total: Option<i32>,
    /// A delayed effect, which comes after [Auto] skills (DBS 4-2-2-4).
    pub is_delayed: bool,
    /// Triggered only by what happens to the card itself.
    pub only_its_own: bool,
    /// Moments it waits for, by bit.
    pub moments: u64,
    /// Classes of changes it makes, for a [Permanent] skill.
    pub classes: u16,
}

impl Skill {
    /// What it means, in the form that two readings are compared in: without its words.
    pub fn shape(&self) -> String {
        let mut skill = self.clone();
        skill.ability.words.clear();
        skill.ability.program.clear();
        skill.ability.steps = skill.ability.steps.into_iter().map(Step::nameless).collect();
        format!("{skill:#?}")
    }
}

impl Skill {
    /// A skill with nothing special about it.
    pub fn new(ability: Ability<Dbs>, kind: SkillKind, areas: u16) -> Skill {
        let mut moments = 0;
        let mut only_its_own = false;
        if let When::Trigger(triggers) = &ability.when {
            moments = triggers.iter().fold(0, |bits, trigger| bits | 1 << trigger.moment as u8);
            only_its_own = triggers.iter().all(|trigger| triggers::is_its_own(&trigger.subject));
        }
        let classes = ability.program.iter().fold(0, |bits, op| match op {
            effects::Op::Gain { change, .. } => bits | change.class(),
            _ => bits,
        });
        Skill {
            ability,
            kind,
            areas,
            cost_cond: None,
            pay_end: 0,
            energy: Cost::FREE,
            markers: None,
            is_keyword: false,
            keyword: None,
            mentions_play: false,
            mentions_attack: false,
            mentions_battle_card_attack: false,
            ignores_barrier: false,
            over_realm: false,
            z_awaken: false,
            awakens: false,
            moves_itself: false,
            asks_x: false,
            unmet: rule!("5-8-3"),
            unpaid: rule!("5-8-3"),
            burst: None,
            needs_pair: false,
            needs_total: None,
            is_delayed: false,
            only_its_own,
            moments,
            classes,
        }
    }

    /// The area in which its effect means its own card, if it names one (DBS 20-1-7).
    pub fn means_this_in(&self) -> Option<crate::state::Area> {
        areas::means_this_in(&self.ability.steps)
    }

    pub fn window(&self) -> Option<&Window> {
        match &self.ability.when {
            When::Use(window) | When::Body(window) => Some(window),
            _ => None,
        }
    }

    /// [Spirit Boost]: markers of the player's Unison Card are part of its cost (DBS 22-43-3).
    pub fn boosts(&self) -> bool {
        use effects::{Amount, Cond, Target};
        let marks = |cond: &Cond<Dbs>| match cond {
            Cond::Compare(Amount::Figure(crate::vocab::Figure::Markers, of), ..) => {
                **of == Target::Test(crate::vocab::Test::YourUnison)
            }
            _ => false,
        };
        match &self.ability.cond {
            Some(Cond::All(all)) => all.iter().any(marks),
            Some(cond) => marks(cond),
            None => false,
        }
    }

    /// Whether it waits for what comes from under a card.
    pub fn waits_under(&self) -> bool {
        let from = |cond: &Cond<Dbs>| *cond == Cond::Fact(crate::vocab::Fact::From(Area::Under));
        let says = |cond: &Cond<Dbs>| match cond {
            Cond::All(all) => all.iter().any(from),
            cond => from(cond),
        };
        match &self.ability.when {
            When::Trigger(triggers) => triggers.iter().any(|one| one.cond.as_ref().is_some_and(says)),
            _ => false,
        }
    }

    /// Whether what it has a player look at, or reveals of a deck, is bound to this slot.
    pub fn shows_in(&self, wanted: u8) -> bool {
        use crate::vocab::Verb;
        self.ability.program.iter().any(|op| match op {
            effects::Op::Do(
                Verb::Look { slot, .. } | Verb::LookBottom { slot, .. } | Verb::RevealTop { slot, .. },
            ) => slot.0 == wanted,
            _ => false,
        })
    }

    /// Whether its effect plays cards.
    pub fn plays(&self) -> bool {
        let plays = |op: &_| matches!(op, effects::Op::Do(crate::vocab::Verb::Play { .. }));
        self.ability.program.iter().any(plays)
    }

    /// Whether its effect plays the card itself.
    pub fn plays_itself(&self) -> bool {
        use effects::{Op, Target};
        self.ability
            .program
            .iter()
            .any(|op| matches!(op, Op::Do(crate::vocab::Verb::Play { what: Target::This, .. })))
    }

    /// Whether it counts on this side of the card, in this area.
    pub fn is_valid_on(&self, back: bool, area: Area) -> bool {
        let side = match self.ability.part {
            Part::Front => !back,
            Part::Back => back,
            Part::Cost | Part::Given => false,
        };
        side && self.areas & area_bit(area) != 0
    }

    /// The rule that keeps it from being used where the card is.
    pub fn place_rule(&self) -> RuleId {
        let in_play = super::text::nouns::IN_PLAY.iter().fold(0, |bits, area| bits | area_bit(*area));
        match self.kind {
            SkillKind::Counter => rule!("22-10-5"),
            // DBS 9-1-3-1: where nothing is said, where cards of its kind are in play.
            _ if self.areas & !in_play == 0 => rule!("9-1-3-1"),
            _ => rule!("9-1-3-2"),
        }
    }
}

/// A skill cost of actions only.
pub(crate) fn cost_of(steps: Vec<effects::Step<Dbs>>) -> costs::SkillCost {
    costs::SkillCost { steps, ..Default::default() }
}

pub fn area_bit(area: Area) -> u16 {
    1 << area.index()
}
