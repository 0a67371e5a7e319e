//! The game's words in the effect language: what its texts can name, wait for, do and change.

use crate::card::{Color, Kind};
use crate::state::{Leaving, Step, Zone};
use effects::{Amount, Cond, Filter, Select, Slot, Target, Vocab, Who};
use serde::{Deserialize, Serialize};

/// Battle Spirits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BattleSpirits;

pub type Ability = effects::Ability<BattleSpirits>;
pub type Trigger = effects::Trigger<BattleSpirits>;
pub type When = effects::When<BattleSpirits>;
pub type TextStep = effects::Step<BattleSpirits>;
pub type BsTarget = Target<BattleSpirits>;
pub type BsSelect = Select<BattleSpirits>;
pub type BsFilter = Filter<BattleSpirits>;
pub type BsAmount = Amount<BattleSpirits>;
pub type BsCond = Cond<BattleSpirits>;

impl Vocab for BattleSpirits {
    type Zone = Zone;
    type Kind = Kind;
    type Color = Color;
    type Figure = Figure;
    type State = Condition;
    type Keyword = Keyword;
    type Moment = Moment;
    type Window = Window;
    type Until = Until;
    type Verb = Verb;
    type Change = Change;
    type Test = Test;
    type Fact = Fact;
    type Count = Count;
    type Part = Part;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    Bp,
    Cost,
    Level,
    /// Cores on the card, the Soul Core among them.
    Cores,
    Symbols,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    Refreshed,
    /// BS HEAVY-5: heavy exhausted counts as exhausted.
    Exhausted,
    HeavyExhausted,
    Attacking,
    Blocking,
    /// BS SUPER-UNLEASH-2.
    SuperUnleash,
    HasSoulCore,
    /// BS FAQ-STATUS-2: about to leave, and still there.
    Leaving,
    /// About to leave for want of cores.
    Depleted,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Keyword {
    Succession,
    SoulMagic(Color),
    SuperUnleash,
}

/// What effects wait for. The subject is the card it happens to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Moment {
    Summoned,
    Deployed,
    /// BS EFFECT-4, EFFECT-5, GLOSS-USE (and our reading BS-04): a card is summoned, deployed or used out of the hand, or
    /// an effect of it is activated at will. Automatic effects are never used.
    Used,
    Attacks,
    Blocks,
    /// The attacking Spirit is blocked; the other card is the blocker.
    IsBlocked,
    /// The attack goes through without a block.
    Unblocked,
    /// BS BATTLE-5.3.
    BattleResolution,
    Destroyed,
    Depleted,
    ReturnedToHand,
    ReturnedToDeck,
    Refreshed,
    Exhausted,
    EndOfBattle,
    AfterBattle,
    /// The number is the step's.
    StepBegins,
    LifeReduced,
    CoreGained,
    Drew,
    /// An effect put the card from a hand into the Trash.
    Discarded,
    /// An effect put the card from the top of a deck into the Trash.
    Milled,
    /// An effect put cards from the top of this player's deck into the Trash.
    DeckDiscarded,
    /// An unblocked attack takes Life; the subject is the attacking Spirit.
    Strikes,
    /// A player drew by an effect of that player's own.
    DrewByEffect,
}

/// When an ability may be used by a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// BS GLOSS-MAIN, GLOSS-ACTIVATE-MAIN.
    Main,
    /// BS GLOSS-FLASH, GLOSS-ACTIVATE-FLASH.
    Flash,
}

/// How long a change lasts, as printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Until {
    /// As long as what gives it is there: only in abilities that are always on.
    #[default]
    Always,
    Battle,
    Step,
    Turn,
    /// Until the end of the opponent's next turn.
    OpponentTurn,
    /// Until the next turn of the effect's player begins.
    YourNextTurn,
    /// Kept in a state: until the end of the turn with this number.
    EndOfTurn(u16),
}

/// Which cores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoreKind {
    /// The card's player picks; the Soul Core may be among them.
    Any,
    /// "besides [Soul Core]".
    Ordinary,
    SoulCore,
}

/// A place that an effect takes cores from or puts them to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CorePlace {
    Void,
    Reserve(Who),
    Trash(Who),
    Life(Who),
    On(BsTarget),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    Draw(Who, BsAmount),
    Destroy(BsTarget),
    Exhaust(BsTarget),
    HeavyExhaust(BsTarget),
    Refresh(BsTarget),
    /// From the Field (by way of the pending state), or at once from anywhere else.
    Return(BsTarget, Destination),
    /// To the Trash out of a hand, or what is left of revealed cards.
    Discard(BsTarget),
    /// BS GLOSS-OPEN: the top cards of a deck are shown and bound to the slot.
    Reveal(Who, BsAmount, Slot),
    /// Cards of the hand are shown to the opponent.
    Show(BsTarget),
    /// Cards from the top of a deck go to the Trash, and are bound to the slot.
    Mill(Who, BsAmount, Slot),
    /// The effect's player sees these cards, and nobody else.
    Look(BsTarget),
    /// Off several cards: so many from each, or in total.
    Cores {
        from: CorePlace,
        to: CorePlace,
        count: BsAmount,
        kind: CoreKind,
        total: bool,
    },
    /// Cores leave a card until this many are left.
    CoresUntil {
        from: BsTarget,
        to: CorePlace,
        leave: BsAmount,
    },
    /// BS FAQ-PAY-3: summoned or deployed at its cost, or without paying.
    Play {
        what: BsTarget,
        free: bool,
        reserve_only: bool,
    },
    /// BS GLOSS-REMOVE.
    Remove(BsTarget),
    /// BS FAQ-STATUS-1a: a leaving card remains on the Field.
    Stay(BsTarget),
    EndBattle,
    /// The Attack Step goes no further: at once, with the battle in it, or when that battle is over.
    EndAttackStep(StepEnd),
}

/// When a step that an effect ends is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepEnd {
    AtOnce,
    AfterBattle,
}

/// Where a returned card goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Destination {
    Hand,
    DeckTop,
    DeckBottom,
}

impl Destination {
    pub fn leaving(self) -> Leaving {
        match self {
            Destination::Hand => Leaving::ToHand,
            Destination::DeckTop => Leaving::ToDeckTop,
            Destination::DeckBottom => Leaving::ToDeckBottom,
        }
    }
}

/// What changes while a change lasts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    Bp(BsAmount),
    /// Symbols more (or less) of a colour.
    Symbols(SymbolColor, i8),
    /// Symbols more while a card that fits is being paid for.
    SymbolsFor(Color, u8, BsFilter),
    CannotBeBlockedBy(BsFilter),
    CannotAttack,
    CannotBlock,
    /// It blocks if it can.
    MustBlock,
    /// It may block even while exhausted.
    BlocksExhausted,
    /// It attacks before any other if it can.
    MustAttack,
    /// Its attacks take no Life of the effect's player.
    SparesLife,
    /// On a player: attacks by such Spirits take no Life.
    LifeSafeFrom(BsFilter),
    /// "cannot" over "can": BS FAQ-GENERAL-3.
    CannotBe(Deed),
    /// The other player's effects do nothing to it: all of them, or those of such cards.
    Unaffected(Option<Kind>),
    /// The cost of such cards, while one is being used by the change's player.
    CostOf(BsFilter, i8),
    /// This card's own cost while it is being used out of the hand: so much less.
    OwnCost(BsAmount),
    /// On a player: such cards are not used.
    CannotUse(BsFilter),
}

/// What can be forbidden to happen to a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    Destroy,
    /// Only by effects of the other player.
    DestroyByEffects,
    /// Only by comparing BP.
    DestroyByComparison,
    /// Only by effects of the other player's cards of this kind.
    DestroyBy(Kind),
    Exhaust,
    /// Only by effects of the other player.
    ExhaustByEffects,
    Refresh,
    /// Only in a Refresh Step.
    RefreshInStep,
    /// Only by effects, whoever's.
    RefreshByEffects,
    Return,
    /// Only by effects of the other player.
    ReturnByEffects,
    /// Only by effects of the other player: to the hand or to the deck.
    ReturnAnywhereByEffects,
    Target,
    /// Only by effects of the other player's cards of this kind.
    TargetBy(Kind),
    Deplete,
    /// Only by effects of the other player.
    BpLoss,
    /// Cores are not taken off it by effects of the other player.
    CoreLoss,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolColor {
    Color(Color),
    /// The colour that the player named.
    Named,
    /// Whichever the card has.
    Any,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// The Spirit in battle with this one.
    Opposing,
    /// It has an EX symbol.
    ExSymbol,
    /// It has the name of the effect's card.
    SameName,
    /// It has a family that the effect's card has.
    SameFamily,
    /// No card of its kind on its side of the Field has less of the figure (`AtMost`), or more (`AtLeast`).
    Extreme(Figure, effects::Cmp),
}

/// Conditions of this game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// It is this player's step of this kind.
    Step(Who, StepName),
    Turn(Who),
    /// This player's Life was reduced this turn.
    LifeReduced(Who),
    /// One of this player's Spirits was depleted this turn; by effects of the other only, where it says so.
    Depleted {
        whose: Who,
        by_effects: bool,
    },
    /// One of this player's Spirits was destroyed this turn; by the other player only, where it says so.
    Destroyed {
        whose: Who,
        by_other: bool,
    },
    /// This player discarded a card from the hand this turn.
    Discarded(Who),
    /// A Spirit of this player attacked this turn.
    Attacked(Who),
    /// The attack of the running battle was blocked.
    Blocked,
    /// This player drew by an own effect this turn.
    DrewByEffect(Who),
    /// What triggered happened to this player, or in this player's step.
    Happens(Who),
    /// The step that began is of this kind.
    Began(StepName),
    /// The other card of what triggered is such a one: the blocker, or the Spirit that is blocked.
    With(BsFilter),
    /// What triggered was caused by this player.
    CausedBy(Who),
    /// … by an effect of such a card.
    CausedByEffectOf(BsFilter),
    /// … by comparing BP with such a Spirit, and only one was destroyed.
    LostComparison(BsFilter),
    /// … by comparing BP with such a Spirit, whatever became of that.
    ByComparison(BsFilter),
}

/// Steps as texts name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepName {
    Start,
    Core,
    Draw,
    Refresh,
    Main,
    Attack,
    End,
}

impl StepName {
    pub fn is(self, step: Step) -> bool {
        match self {
            StepName::Start => step == Step::Start,
            StepName::Core => step == Step::Core,
            StepName::Draw => step == Step::Draw,
            StepName::Refresh => step == Step::Refresh,
            StepName::Main => step.is_main(),
            StepName::Attack => step == Step::Attack,
            StepName::End => step == Step::End,
        }
    }
}

/// Quantities of this game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    Symbols(Who, Option<Color>),
    Life(Who),
    Reserve(Who),
    TrashCores(Who),
    /// How many such cores are there, at most this many.
    Cores(Box<CorePlace>, CoreKind, i32),
    /// How many cards of this player's deck it takes from the top until such a card comes; all of them if none does.
    TopUntil(Who, Box<BsFilter>),
    /// One number if it holds, else the other: "… becomes 10000 instead".
    If(Box<BsCond>, Box<BsAmount>, Box<BsAmount>),
}

/// Where and at which levels an ability works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    pub zone: Zone,
    /// BS BASIC-NEXUS-4a: from this level to that; 0 to 0 where none is printed.
    pub levels: (u8, u8),
    /// BS GLOSS-UNSTACKABLE.
    pub unstackable: bool,
    /// The printed [LV2] line bears the Super Unleash mark.
    pub super_unleash: bool,
}

impl Part {
    pub const FIELD: Part =
        Part { zone: Zone::Field, levels: (0, 0), unstackable: false, super_unleash: false };

    pub fn works_at(&self, level: u8) -> bool {
        self.levels == (0, 0) || (self.levels.0 <= level && level <= self.levels.1)
    }
}
