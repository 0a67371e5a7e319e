//! The state of a match: zones, marks on cards, counters, and the frames that say what happens next.
//!
//! Plain data only; how it changes lives in `turn`, `play`, `battle`, `check` and `verbs`.

use crate::figures::{Entry, Standings};
use crate::vocab::Pay;
use effects::layer::Index;
use effects::{Lasting, Picks, Run, Uses, Waiting};
use kernel::{Access, Card, Flat, Object, Outcome, PerSeat, Place, Print, Seat, Table};
use serde::{Deserialize, Serialize};

/// How many cards a match can hold: two main decks, Lost Decks, flags, buddies.
pub const CARDS: usize = 176;
/// How many limited uses are remembered at a time.
pub const USES: usize = 16;

/// Where a card can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Zone {
    #[default]
    Deck,
    Hand,
    Gauge,
    Left,
    Center,
    Right,
    Item,
    Spell,
    Drop,
    Flag,
    Buddy,
    /// Under a card: the soul of a card on the field, or a card under a flag.
    Soul,
    /// Removed from the game.
    Removed,
    LostDeck,
    /// Declared, paid for, and not there yet.
    Limbo,
}

impl kernel::Zone for Zone {
    const ALL: &'static [Zone] = &[
        Zone::Deck,
        Zone::Hand,
        Zone::Gauge,
        Zone::Left,
        Zone::Center,
        Zone::Right,
        Zone::Item,
        Zone::Spell,
        Zone::Drop,
        Zone::Flag,
        Zone::Buddy,
        Zone::Soul,
        Zone::Removed,
        Zone::LostDeck,
        Zone::Limbo,
    ];

    fn index(self) -> usize {
        self as usize
    }

    fn access(self) -> Access {
        match self {
            // BF ZONE-DECK-2, ZONE-GAUGE-3, OTHER-REMOVED-1, LOST-PREP-6, LOST-OUT-2: nobody may look.
            Zone::Deck | Zone::Gauge | Zone::Removed | Zone::LostDeck => Access::Secret,
            Zone::Hand => Access::Owner,
            // BF ZONE-DROP-2: the drop zone is a pile that everybody may look through.
            _ => Access::Open,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Zone::Deck => "deck",
            Zone::Hand => "hand",
            Zone::Gauge => "gauge",
            Zone::Left => "left",
            Zone::Center => "center",
            Zone::Right => "right",
            Zone::Item => "item",
            Zone::Spell => "spell",
            Zone::Drop => "drop",
            Zone::Flag => "flag",
            Zone::Buddy => "buddy",
            Zone::Soul => "soul",
            Zone::Removed => "removed",
            Zone::LostDeck => "lost deck",
            Zone::Limbo => "limbo",
        }
    }
}

impl Zone {
    /// The areas a monster can be called to, in the order they are listed.
    pub const AREAS: [Zone; 3] = [Zone::Left, Zone::Center, Zone::Right];
    /// The field, in the order it is listed. The flag shares the item's area and is no part of "the field".
    /// BF ZONE-FLAGITEM-6, ZONE-SIDES-3, ZONE-CENTER-3, ZONE-SPELL-2: an effect that picks a card on the field may
    /// pick any of these.
    pub const FIELD: [Zone; 5] = [Zone::Left, Zone::Center, Zone::Right, Zone::Item, Zone::Spell];

    #[inline]
    pub fn is_field(self) -> bool {
        matches!(self, Zone::Left | Zone::Center | Zone::Right | Zone::Item | Zone::Spell)
    }

    #[inline]
    pub fn is_area(self) -> bool {
        matches!(self, Zone::Left | Zone::Center | Zone::Right)
    }
}

/// What a card carries besides its place. Always public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    bits: u8,
    /// How often its multiple attack stood it up again this turn.
    pub restood: u8,
    /// BF CHECK-3, CHECK-4: which card came last. Numbered over the whole match.
    pub arrival: u16,
}

impl Marks {
    const RESTED: u8 = 1;
    const FACE_DOWN: u8 = 2;
    const REVERSED: u8 = 4;
    const AS_ITEM: u8 = 8;
    const MOVED: u8 = 32;

    /// Whether it has no yes-or-no mark at all.
    pub fn is_bare(self) -> bool {
        self.bits == 0
    }

    fn set(&mut self, bit: u8, on: bool) {
        self.bits = if on { self.bits | bit } else { self.bits & !bit };
    }
    pub fn rested(self) -> bool {
        self.bits & Marks::RESTED != 0
    }
    pub fn set_rested(&mut self, on: bool) {
        self.set(Marks::RESTED, on);
    }
    pub fn face_down(self) -> bool {
        self.bits & Marks::FACE_DOWN != 0
    }
    pub fn set_face_down(&mut self, on: bool) {
        self.set(Marks::FACE_DOWN, on);
    }
    /// BF KEY-REVERSAL-3.
    pub fn reversed(self) -> bool {
        self.bits & Marks::REVERSED != 0
    }
    pub fn set_reversed(&mut self, on: bool) {
        self.set(Marks::REVERSED, on);
    }
    /// BF KEY-TRANSFORM-2: a monster equipped as an item.
    pub fn as_item(self) -> bool {
        self.bits & Marks::AS_ITEM != 0
    }
    pub fn set_as_item(&mut self, on: bool) {
        self.set(Marks::AS_ITEM, on);
    }
    /// BF KEY-MOVE-1, KEY-MOVE-4: whether it moved at the beginning of this attack phase.
    pub fn moved(self) -> bool {
        self.bits & Marks::MOVED != 0
    }
    pub fn set_moved(&mut self, on: bool) {
        self.set(Marks::MOVED, on);
    }
}

/// The four phases of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    #[default]
    Start,
    Main,
    Attack,
    Final,
}

impl Phase {
    pub fn word(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Main => "main",
            Phase::Attack => "attack",
            Phase::Final => "final",
        }
    }
}

/// The step of the turn that comes next; each is one numbered step of the document's flow of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    #[default]
    StartTiming,
    Stand,
    Draw,
    /// The optional charge: a decision.
    Charge,
    Charged,
    StartEnds,
    MainTiming,
    MainEnds,
    /// The turn fighter's Moves: a decision.
    MoveTurn,
    /// The other fighter's Moves: a decision.
    MoveOther,
    AttackTiming,
    /// To attack or not: a decision.
    ChooseAttack,
    Declined,
    /// Asked once more after declining: a decision.
    ChooseAgain,
    AttackEnds,
    FinalTiming,
    ChooseFinal,
    FinalDeclined,
    ChooseFinalAgain,
    EndTiming,
    Handover,
}

/// Which play timing it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Window {
    /// Counters only.
    #[default]
    Plain,
    /// BF MAIN-1.1a: everything the main phase allows.
    Main,
    /// BF FINAL-1.1a: impacts and impact monsters.
    Final,
    /// BF ATTACK-2.5: after an attack was declared. The classic edition allows one counter a fighter here.
    Battle,
}

/// Where a play timing stands (BF TIMING-1.1 to TIMING-10.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum TimingStep {
    #[default]
    Open,
    /// Waiting automatic abilities first.
    Autos,
    /// BF TIMING-2.1: the turn fighter may use a card or ability: a decision.
    Turn,
    /// BF TIMING-6.1: the other fighter may begin a counter: a decision.
    Other,
}

/// How a card or ability is being used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum How {
    /// To this area.
    Call(Zone),
    Cast,
    Equip,
    /// An activated ability.
    Act,
    /// An automatic ability that was waiting.
    Auto,
    /// BF KEY-TRANSFORM-1: a monster equipped by a keyword.
    Transform,
}

/// Where a use stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum PlayStep {
    /// Costs are being paid.
    #[default]
    Pay,
    /// Targets are to be chosen.
    Aim,
    /// Targets are being chosen.
    Aiming,
    /// The resolution check after the declaration.
    Declared,
    /// BF TIMING-3.1, TIMING-7.1: the other fighter may answer with one counter: a decision.
    Answer,
    Resolve,
    /// BF EQUIP-3.3: the earlier item may go back to hand: a decision.
    Change,
    /// The closing check.
    Close,
}

/// A card or ability being used, from its declaration to its resolution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Play {
    pub seat: Seat,
    pub source: Object,
    pub how: How,
    pub step: PlayStep,
    pub buddy: bool,
    /// BF TIMING-QA2a: an answer is never answered.
    pub answer: bool,
    pub nullified: bool,
    /// It is done by an effect that is being carried out: nobody may answer (BF OTHER-RESPOND-2).
    pub by_effect: bool,
    /// Done by an effect, and its cost is paid all the same.
    pub pays: bool,
    /// It has begun to resolve.
    pub begun: bool,
    /// It was begun where only counters may be.
    pub counter: bool,
    /// How many chances of `State::chances` were there when it began.
    pub chances: u8,
    /// What the card was before it arrived, for the effect that called it.
    pub called_as: Object,
    /// Where the card was when it was declared.
    pub from: Zone,
    /// What it does when it resolves; its targets are chosen before.
    pub run: Run,
}

/// What an attack is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Target {
    Fighter(Seat),
    /// A monster, in the area where it was attacked.
    Monster(Object, Zone),
}

/// Where an attack stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    #[default]
    Declared,
    Timing,
    Broken,
    Hits,
    Penetrate,
    /// The defender picks the victim of Counterattack: perhaps a decision.
    Counterattack,
    Leaves,
    AfterTiming,
    Restand,
    LastTiming,
    Done,
}

/// One attack, from its declaration to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub seat: Seat,
    pub attackers: Flat<Object, 6>,
    pub target: Target,
    pub step: AttackStep,
    pub nullified: bool,
    /// From 2.3 to 3.3.
    pub in_battle: bool,
    /// It was declared with two or more.
    pub linked: bool,
    pub hit: bool,
    /// It was made by an effect, or in the final phase: 4.3 does not follow.
    pub nested: bool,
    /// Counters used in this battle by seat (classic).
    pub counters: PerSeat<u8>,
    /// The name of the last of them, as its number plus one.
    pub countered: PerSeat<u16>,
}

/// Work in progress, the innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Frame {
    Turn(TurnStep),
    Timing(Window, TimingStep),
    Play(Play),
    /// The attack on top of `State::attacks`.
    Attack,
    #[default]
    Check,
    /// BF CHECK-4: too large a field; its controller drops monsters one at a time: a decision.
    Shrink(Seat),
    /// Cards that are about to leave, in `State::leaving` from this index on: perhaps a decision.
    Leave {
        from: u8,
        at: u8,
    },
    /// BF AUTO-2.1: waiting automatic abilities, one after the other: perhaps a decision.
    Autos,
    /// An effect that is no use of its own: a cost being paid.
    Effect(Run),
    /// BF ZONE-GAUGE-5: which gauge cards are spent: a decision.
    Gauge {
        seat: Seat,
        left: u8,
        paid: u8,
    },
    /// A call by an effect: where to: a decision.
    Place {
        seat: Seat,
        card: Object,
        pay: Pay,
        /// Areas that it may not be called to, one bit each.
        barred: u8,
    },
    /// An attack by an effect: at what: a decision.
    Aim {
        card: Object,
    },
    /// BF OLD-KEY-EQUIPCHANGE-1: the check may return the earlier item to hand instead: a decision.
    Exchange(Seat),
    /// BF OLD-KEY-DOUBLE-1: a card with [Double Attack] may be stood after its attack: a decision.
    Restand {
        card: Object,
    },
    /// A card whose soul guards it: which of its soul goes: a decision.
    Guard {
        card: Object,
        at: u8,
    },
}

/// How a card leaves the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Exit {
    /// Destroyed.
    #[default]
    Destroyed,
    /// Put into the drop zone without being destroyed.
    Dropped,
    /// By the resolution check: nothing replaces it.
    Checked,
    ToHand,
    ToGauge,
    ToDeckTop,
    ToDeckBottom,
    Removed,
    /// BF OTHER-TREASURE-1: to the spell area, face down.
    ToTreasure,
}

/// Until when a lasting change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Ends {
    #[default]
    Game,
    /// With the battle under way.
    Battle,
    /// With the turn of this number.
    Turn(u16),
}

/// A card about to leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Departure {
    pub card: Object,
    pub exit: Exit,
    /// By an attack, not by an effect.
    pub by_attack: bool,
    /// Something else happens instead.
    pub saved: bool,
}

/// What a fighter has done; some of it is forgotten when a turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// This turn.
    pub attacks: u8,
    /// Those of them in the final phase.
    pub final_attacks: u8,
    pub impact_calls: u8,
    pub impact_transforms: u8,
    pub equipment_changes: u8,
    /// This game.
    pub buddy_calls: u8,
    pub reversals: u8,
    /// BF OVER-2 to OVER-5: one bit for each.
    pub overs: u8,
    /// BF LOST-SWITCH-2: the Lost Deck is the deck.
    pub switched: bool,
}

impl Tally {
    pub fn new_turn(&mut self) {
        (self.attacks, self.final_attacks) = (0, 0);
        (self.impact_calls, self.impact_transforms, self.equipment_changes) = (0, 0, 0);
    }
}

/// An effect set up for later this turn: an ability that waits for its moment, with the card it carries along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Later {
    pub ability: effects::AbilityRef,
    pub source: Object,
    pub controller: Seat,
    pub carried: Object,
}

/// BF OTHER-WHEN-1: something that happened, after which cards that name it may be used for a while.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Happening {
    /// The kind of moment ([`crate::vocab::Moment::index`]) and the fighter it is about, if it is about one.
    pub moment: u8,
    pub seat: Option<Seat>,
    pub subject: Object,
    /// Where the card was when it happened.
    pub zone: Zone,
}

/// BF END-1: where an "end" effect leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Jump {
    To(TurnStep),
    /// BF END-3: out of the battle, to where its cards are no longer attacking.
    OutOfBattle,
}

/// BF LOST-MIX-2: which cards have the back of a Lost Deck, one bit each. Everybody sees a back, and shuffling, which
/// mixes cards of one back only, never changes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Backs([u32; CARDS.div_ceil(32)]);

impl Backs {
    pub fn set_lost(&mut self, card: Card) {
        if let Some(word) = self.0.get_mut(card.0 as usize / 32) {
            *word |= 1 << (card.0 % 32);
        }
    }

    pub fn is_lost(&self, card: Card) -> bool {
        self.0.get(card.0 as usize / 32).is_some_and(|word| word >> (card.0 % 32) & 1 == 1)
    }
}

/// A match of Buddyfight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub table: Table<Zone, Marks, CARDS>,
    /// 0: June 2018; 1: classic.
    pub edition: u8,
    pub first: Seat,
    pub turn_seat: Seat,
    pub turn_number: u16,
    pub phase: Phase,
    /// Who has the open decision.
    pub asked: Seat,
    pub life: PerSeat<u8>,
    pub tally: PerSeat<Tally>,
    pub arrivals: u16,
    pub frames: Flat<Frame, 20>,
    pub attacks: Flat<Attack, 2>,
    pub leaving: Flat<Departure, 20>,
    /// BF AUTO-2.1: automatic abilities on stand-by.
    pub waiting: Flat<Waiting, 16>,
    pub lasting: Flat<Lasting<Ends>, 20>,
    pub later: Flat<Later, 4>,
    pub picks: Picks,
    pub uses: Uses<USES>,
    /// What cards are now, where that differs from what is printed. Worked out again whenever `dirty`.
    pub entries: Entries,
    pub standings: PerSeat<Standings>,
    pub dirty: bool,
    /// What the cards of the match do at all; it follows from the rest.
    pub index: Index<{ crate::layer::SITES }>,
    /// A resolution check found nothing to do, and nothing has changed since.
    pub checked: bool,
    /// How many cards the last departure took.
    pub left: u8,
    pub extra_turn: Option<Seat>,
    pub in_extra_turn: bool,
    /// BF END-1: where an "end" effect leads, once the use that did it is through.
    pub jump: Option<Jump>,
    /// Automatic steps since somebody last had something to decide.
    pub idle: u16,
    /// Decisions this turn.
    pub decisions: u16,
    /// The flags and buddies that the game began with.
    pub backs: Backs,
    /// What cards may be used after, as long as they may.
    pub chances: Flat<Happening, 24>,
    pub initial_flags: PerSeat<Option<Print>>,
    pub buddies: PerSeat<Flat<Print, 4>>,
    pub outcome: Option<Outcome>,
}

pub type Entries = Flat<Entry, 20>;

const _: () = assert!(size_of::<State>() <= 6400);

impl Default for Attack {
    fn default() -> Self {
        Attack {
            seat: Seat::A,
            attackers: Flat::new(),
            target: Target::Fighter(Seat::A),
            step: AttackStep::Declared,
            nullified: false,
            in_battle: false,
            linked: false,
            hit: false,
            nested: false,
            counters: PerSeat::default(),
            countered: PerSeat::default(),
        }
    }
}

impl State {
    pub fn is_classic(&self) -> bool {
        self.edition == 1
    }

    #[inline]
    pub fn zone(&self, seat: Seat, zone: Zone) -> &[Card] {
        self.table.cards(Place::new(seat, zone))
    }

    #[inline]
    pub fn count(&self, seat: Seat, zone: Zone) -> usize {
        self.table.count(Place::new(seat, zone))
    }

    pub fn place(seat: Seat, zone: Zone) -> Place<Zone> {
        Place::new(seat, zone)
    }

    /// The cards on a seat's field, in listing order: left, center, right, item, spell.
    pub fn field(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        Zone::FIELD.into_iter().flat_map(move |zone| self.zone(seat, zone).iter().copied())
    }

    /// The soul of a card, top first.
    pub fn soul(&self, card: Card) -> impl Iterator<Item = Card> + Clone + '_ {
        self.table.under(card, Zone::Soul)
    }

    /// The attack under way, if any.
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }
}
