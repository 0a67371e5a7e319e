//! The game's words for the effect language: what card texts of this game can speak about.

use crate::card::{Color, Colors, Cost};
use crate::state::Area;
use effects::{Amount, Filter, Phrase, Select, Slot, Target, Vocab, Who};
use serde::{Deserialize, Serialize};

/// Dragon Ball Super Card Game Masters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dbs;

impl Vocab for Dbs {
    type Zone = Area;
    type Kind = KindWord;
    type Color = Color;
    type Figure = Figure;
    type State = CardState;
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

/// Kinds of cards as texts name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KindWord {
    Leader,
    Battle,
    Extra,
    Unison,
    Z,
    Token,
}

/// Numbers on cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    Power,
    OriginalPower,
    EnergyCost,
    OriginalEnergyCost,
    SpecifiedCost,
    ComboCost,
    ComboPower,
    OriginalComboCost,
    OriginalComboPower,
    ZCost,
    Markers,
}

/// Adjectives of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CardState {
    Rest,
    Active,
    InBattle,
    Attacking,
    Guarding,
    FaceUp,
    Multicolor,
    MonoColor,
    SkillLess,
    Evolved,
    /// Has one or more cards under it.
    Stacked,
    /// Has no keyword skills (DBS 9-1-6: those negated do not count).
    Keywordless,
    /// A Leader Card that lies on its back (DBS 10-1-3).
    OnBack,
    PlayedThisTurn,
}

/// Keyword skills that are simply had (DBS 22). Those that are activated are skills of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Keyword {
    Blocker,
    Critical,
    Strike(u8),
    Attack(u8),
    Revenge,
    Indestructible,
    Ultimate,
    Barrier,
    SuperCombo,
    VictoryStrike,
    WarriorOfUniverse7,
    Deflect,
    Wormhole,
    DragonBall,
    EnergyExhaust,
    Offering,
    Heroic,
    Villainous,
    Invoker,
    Unique,
    Servant,
    Field,
    /// Any [Evolve] skill, and so on: what texts that ask for "a card with [X]" may name.
    Evolve,
    Union,
    OverRealm,
    Swap,
    Revive,
    Alliance,
    Arrival,
    Successor,
    Overlord,
    Counter,
    Awaken,
    ZStack,
    ExEvolve,
    DarkOverRealm,
    Aegis,
    Rejuvenate,
    /// Only one copy of the card can be played: not a keyword skill, though it does what [Unique] does (DBS 21-11-2).
    OnlyOne,
}

impl Keyword {
    /// Whether it is an [Auto] skill.
    pub const fn is_auto(self) -> bool {
        // DBS 22-4-1, 22-8-1, 22-9-1, 22-32-1, 22-33-1, 22-34-1, 22-35-1, 22-36-1, 22-47-1.
        use Keyword::*;
        matches!(
            self,
            Blocker | Attack(_) | Revenge | Alliance | Offering | Revive | Heroic | Villainous | ZStack
        )
    }

    /// Its bit in a set of keywords; a number beside it does not count.
    pub const fn bit(self) -> u64 {
        1 << match self {
            Keyword::Blocker => 0,
            Keyword::Critical => 1,
            Keyword::Strike(_) => 2,
            Keyword::Attack(_) => 3,
            Keyword::Revenge => 4,
            Keyword::Indestructible => 5,
            Keyword::Ultimate => 6,
            Keyword::Barrier => 7,
            Keyword::SuperCombo => 8,
            Keyword::VictoryStrike => 9,
            Keyword::WarriorOfUniverse7 => 10,
            Keyword::Deflect => 11,
            Keyword::Wormhole => 12,
            Keyword::DragonBall => 13,
            Keyword::EnergyExhaust => 14,
            Keyword::Offering => 15,
            Keyword::Heroic => 16,
            Keyword::Villainous => 17,
            Keyword::Invoker => 18,
            Keyword::Unique => 19,
            Keyword::Servant => 20,
            Keyword::Field => 21,
            Keyword::Evolve => 22,
            Keyword::Union => 23,
            Keyword::OverRealm => 24,
            Keyword::Swap => 25,
            Keyword::Revive => 26,
            Keyword::Alliance => 27,
            Keyword::Arrival => 28,
            Keyword::Successor => 29,
            Keyword::Overlord => 30,
            Keyword::Counter => 31,
            Keyword::Awaken => 32,
            Keyword::ZStack => 33,
            Keyword::ExEvolve => 34,
            Keyword::DarkOverRealm => 35,
            Keyword::Aegis => 36,
            Keyword::Rejuvenate => 37,
            Keyword::OnlyOne => 38,
        }
    }
}

/// What [Auto] skills wait for. The subject is the card it happens to; where it happens to a player, that player's
/// Leader stands for the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Moment {
    /// A Battle or Unison Card enters play (DBS 9-6-9-3).
    Played,
    /// An Extra or Z-Extra Card is placed in the Battle Area.
    PlacedInBattle,
    PlacedInLeader,
    Attacks,
    IsAttacked,
    /// Used in a combo.
    Combos,
    IsKod,
    /// Its attack knocked out a Battle Card.
    Kos,
    /// Leaves the Battle or Unison Area, however.
    Leaves,
    /// Is placed in the Drop Area, from wherever.
    Drops,
    DealsDamage,
    TakesDamage,
    /// A player draws by a skill or the rules.
    Draws,
    Discards,
    TurnBegins,
    MainBegins,
    MainEnds,
    TurnEnds,
    OffenseBegins,
    DefenseBegins,
    DamageBegins,
    BattleEnds,
    Blocks,
    Rests,
    Readies,
    MarkerAdded,
    MarkerRemoved,
    ActivatesExtra,
    ActivatesCounter,
    LifeToHand,
    Awakens,
    EnergyPlaced,
    PutUnder,
    Warps,
    ReturnsToHand,
    Evolves,
    ZEnergyPlaced,
    /// A card's skill is activated ("when you activate this card").
    Activates,
    /// The battle it was used in a combo in is over (DBS 8-5-10-1).
    ComboEnds,
    /// Something is so, checked at every checkpoint (DBS 9-6-10).
    Situation,
    /// Is about to deal damage (DBS 8-4-6-1-1).
    WouldDamage,
    /// Is about to lose a marker in a battle (DBS 8-4-6-3-1).
    WouldLoseMarker,
    /// The Damage Step is over (DBS 8-4-7).
    DamageEnds,
    /// Lies in the Combo Area and is about to be dropped (DBS 8-5-6).
    ComboLeaves,
    /// Another card is placed on top of it (DBS 23-2-2-4).
    Covered,
    /// An effect adds to its power.
    Strengthened,
    /// It lay under another card, which is the other one, and has left for an area.
    TakenFromUnder,
    /// Its attack is negated (DBS 8-1-6-1).
    AttackNegated,
    /// Comes to a hand from anywhere.
    AddedToHand,
    /// A player's life has become more or less.
    LifeChanges,
    /// A Unison Card undergoes growth (DBS 13-3-1).
    Grows,
    /// Is removed from the game, from wherever (DBS 20-10-1).
    Removed,
}

/// When a skill may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Window {
    Main,
    Battle,
    MainOrBattle,
    CounterPlay,
    CounterAttack,
    CounterBattleCardAttack,
    CounterCounter,
}

/// How long a change lasts, as texts say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Until {
    Battle,
    /// To the end of this battle or of the next one this turn, at the latest with the turn.
    NextBattle,
    /// Until it has counted once, at the latest to the end of the turn.
    NextTime,
    #[default]
    Turn,
    /// To the end of the opponent's next turn, or of this one if it is the opponent's.
    OpponentsTurnEnd,
    /// To the end of the opponent's next turn, which this one is not.
    OpponentsNextTurnEnd,
    /// The opponent's next turn, and nothing before it.
    OpponentsNextTurn,
    YourNextTurnEnd,
    /// One's own next turn, and nothing before it.
    YourNextTurn,
    /// To the end of this turn, if it is one's own, or of the next, which is.
    YourTurnEnd,
    /// To the end of the turn after this one.
    NextTurnEnd,
    OpponentsTurnStart,
    YourNextTurnStart,
    /// To the start of one's next Main Phase.
    YourNextMain,
    MainPhase,
    Game,
}

/// When a lasting change is over, as the state keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Ends {
    #[default]
    Never,
    WithBattle,
    /// At the end of a battle, at the latest at the end of the turn with this number.
    WithBattleOrTurn(u16),
    WithMainPhase,
    /// Once it has counted, at the latest at the end of the turn with this number.
    OnceOrWithTurn(u16),
    /// At the end of the turn with this number.
    WithTurn(u16),
    /// As the turn with this number begins.
    AsTurnBegins(u16),
    /// As the Main Phase of the turn with this number begins.
    AsMainBegins(u16),
}

/// What the state keeps beside a lasting change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Kept {
    pub ends: Ends,
    /// The card it was on was covered or flipped: only what changes its power is left of it (DBS 21-5-2-1).
    pub power_only: bool,
    /// It is no change but a skill that waits for its moment (DBS 1-7-2-1-1).
    pub waits: bool,
    /// It counts from the beginning of the turn in which it ends, and not before.
    pub asleep: bool,
    /// It notes that a situation trigger has been made pending and the situation still holds (DBS 9-6-10-1).
    pub noted: bool,
}

impl Kept {
    /// Whether it is a change that counts now.
    #[inline]
    pub fn counts(&self) -> bool {
        !self.waits && !self.asleep
    }
}

/// Where cards are put.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct To {
    pub area: Area,
    pub bottom: bool,
    /// Lies in Rest Mode, or face up in a secret area.
    pub rest: bool,
    pub face_up: bool,
}

impl To {
    pub fn area(area: Area) -> To {
        To { area, bottom: false, rest: false, face_up: false }
    }
}

/// What effects do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    Draw {
        who: Who,
        n: Amount<Dbs>,
    },
    /// Draws up to so many cards, one by one (DBS 5-1-4).
    DrawUpTo {
        who: Who,
        n: Amount<Dbs>,
    },
    /// The skill cost is paid: the skill is activated (DBS 9-4-3). Stands between every cost and its effect.
    Activated,
    Ko(Target<Dbs>),
    Move {
        what: Target<Dbs>,
        to: To,
    },
    Rest(Target<Dbs>),
    Ready(Target<Dbs>),
    Play {
        what: Target<Dbs>,
        rest: bool,
        /// On top of another card, in Active Mode whatever that one's was.
        active: bool,
        opponents: bool,
        markers: Option<Amount<Dbs>>,
        on: Option<Target<Dbs>>,
        evolves: bool,
    },
    Combo(Target<Dbs>),
    Damage {
        who: Who,
        n: Amount<Dbs>,
    },
    /// Looks at the top cards of a deck and binds them.
    Look {
        who: Who,
        whose: Who,
        n: Amount<Dbs>,
        slot: Slot,
    },
    /// Looks at the bottom card of a deck and binds it.
    LookBottom {
        who: Who,
        whose: Who,
        slot: Slot,
    },
    /// Reveals the top cards of a deck and binds them.
    RevealTop {
        whose: Who,
        n: Amount<Dbs>,
        slot: Slot,
    },
    Reveal(Target<Dbs>),
    /// Looks at a hand or at life.
    LookAt {
        who: Who,
        whose: Who,
        area: Area,
    },
    Shuffle {
        who: Who,
        area: Area,
    },
    /// Puts cards from the top of a deck somewhere, and binds them where the text goes on to speak of them.
    Mill {
        who: Who,
        n: Amount<Dbs>,
        to: To,
        slot: Option<Slot>,
    },
    NegateAttack,
    NegateCounter,
    NegateSkill,
    NegateBlocker,
    /// The card being played enters play in Rest Mode, if it is this one.
    RestPlayed(Target<Dbs>),
    /// The card being played goes elsewhere instead.
    NegatePlay(To),
    Flip(Target<Dbs>),
    /// Turns a Leader to this side; one that lies so stays.
    FlipTo {
        what: Target<Dbs>,
        back: bool,
    },
    Markers {
        what: Target<Dbs>,
        n: Amount<Dbs>,
    },
    EnergyMarkers {
        who: Who,
        n: Amount<Dbs>,
    },
    /// Turns cards of life face up or down.
    Turn {
        what: Target<Dbs>,
        face_up: bool,
    },
    Win(Who),
    Activate(Target<Dbs>),
    /// Activates a skill of this kind of a card where it lies (DBS 9-11-1-1).
    ActivateSkill {
        of: Target<Dbs>,
        window: Window,
    },
    /// Puts cards under another.
    Tuck {
        what: Target<Dbs>,
        under: Target<Dbs>,
    },
    /// Puts cards from the top of a deck under a card.
    TuckTop {
        who: Who,
        n: Amount<Dbs>,
        under: Target<Dbs>,
    },
    GainControl {
        who: Who,
        what: Target<Dbs>,
    },
    Token {
        who: Who,
        n: Amount<Dbs>,
        print: u8,
        rest: bool,
        slot: Slot,
    },
    /// The attack goes on against this card.
    SwitchGuard(Target<Dbs>),
    /// Pays energy, as a cost or within an effect.
    Pay {
        cost: Cost,
    },
    /// Pays what is left of the energy cost of the card that is being activated, so much less.
    PayLess {
        n: i32,
    },
    /// Pays the Z-Energy cost of the card itself.
    PayZ,
    /// Goes on top of a Leader (DBS 22-46-6).
    PlaceOnLeader {
        on: Target<Dbs>,
    },
    /// Marks the card as played by [Over Realm] (DBS 22-15-6).
    MarkOverRealm,
    /// An Extra Card is placed in the Battle Area (DBS 22-3-2).
    PlaceField,
    /// The next turn or phase of its kind does not take place (DBS 20-13).
    Skip {
        who: Who,
        what: Skipped,
    },
    /// Extra Cards are placed in the Battle Area by a skill (DBS 17-2-2).
    PlaceExtra(Target<Dbs>),
    /// [X Attack] resolved: the card readies at the end of the battle (DBS 22-8-3).
    AttackAgain,
    /// [Revenge] resolved: the attack card is knocked out at the end of the battle (DBS 22-9-4).
    TakeRevenge,
    /// Nothing, and that fails: a cost that was not met.
    Fail,
    /// A card goes under this card, and what changes its power goes on for this one (DBS 22-13-5-4-1).
    Merge(Target<Dbs>),
    /// Chosen Battle Cards from other areas come to the Battle Area, and nothing waits for that (DBS 22-5-3-1-1).
    Gather(Target<Dbs>),
    /// A replacement takes the place of what was going to happen (DBS 9-10-1).
    Replaced,
}

/// What may be skipped (DBS 20-13-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Skipped {
    Turn,
    Charge,
    Main,
    Offense,
    Defense,
}

impl Skipped {
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// What changes while a change lasts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    Power(Amount<Dbs>),
    SetPower(Amount<Dbs>),
    ComboPower(Amount<Dbs>),
    /// The energy cost, and where `color` names one its specified part with it.
    Cost(Amount<Dbs>),
    SpecifiedCost(Color, Amount<Dbs>),
    NoSpecifiedCost,
    /// The Z-Energy cost (DBS 1-4).
    ZCost(Amount<Dbs>),
    ComboCost(Amount<Dbs>),
    Keyword(Keyword),
    Negate(Negate),
    Cannot(Cannot),
    CanAttackActive,
    /// Battle Cards that fit, in Active Mode.
    CanAttackActiveThat(Filter<Dbs>),
    /// The player cannot attack with cards that fit (DBS 20-4-1-1: unaffected ones too).
    CannotAttackWith(Filter<Dbs>),
    /// Cannot be attacked by cards that fit.
    NotAttackedBy(Filter<Dbs>),
    /// The player can attack only so many times more, with Battle Cards alone or with any card.
    Attacks {
        battle: bool,
        n: i32,
    },
    /// [Awaken] can be activated whatever the life (DBS 22-2-3).
    AwakensAtAnyLife,
    /// Cards can be used in a combo in Rest Mode (DBS 0-2-2).
    CombosInRest,
    /// A skill of this kind costs less or more energy (DBS 5-8-3-1).
    SkillCost(Which, Cost),
    Color(Color),
    Trait(Phrase),
    Character(Phrase),
    Name(Phrase),
    /// A skill printed in quotation marks: its index on the card that gives it.
    Ability(u8),
    Unaffected(Filter<Dbs>),
    /// Instead of leaving, it goes there.
    LeavesTo(To),
    /// Instead of going to the Drop Area, it goes there.
    DropsTo(To),
    /// Its damage is this much more.
    Damage(Amount<Dbs>),
    TakesNoDamage,
    /// May be used as energy (DBS 18-19-1).
    AsEnergy,
    /// Two or four copies, any number: deck rules.
    Copies(u8),
    /// At most so many cards that fit in the deck: a deck rule.
    Includes(Filter<Dbs>, u8),
    StartLife(u8),
    /// Its energy cost need not be paid for this.
    Free(Free),
    /// Cards of this area may be chosen too for the card's own keyword skill (DBS 22-5-3-1, 22-13-4-2-1, 22-47-4-1).
    Materials(Keyword, Area, Filter<Dbs>),
    /// The card's own keyword skill of these words can be activated from that area too.
    Reach(Phrase, Area),
    /// Attacks are declared only after doing what this skill of the same card says (DBS 20-14-1).
    Toll(u8),
    /// The same for attacks on this card.
    TollOn(u8),
    /// Its energy cost may be left unpaid for this by doing what this skill of the same card says instead.
    Instead(Free, u8),
    /// The player skips these steps (DBS 20-13).
    Skips(Skipped),
}

/// What a card is free for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Free {
    Play,
    Counter,
    Activate,
    /// Whatever skill uses the card.
    Use,
    /// Skills of this window alone.
    In(Window),
}

/// Which skills of a card a change of skill costs is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Which {
    /// Any skill of the card.
    Any,
    /// Those of this window; [Activate] means all of its kind.
    In(Window),
    Activate,
    Auto,
    /// A keyword skill by its words.
    Named(Phrase),
}

/// Which skills are negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Negate {
    All,
    Keywords,
    NonKeywords,
    Auto,
    /// [Auto] skills cannot be activated, which stops those too that pend already.
    AutoUse,
    Activate,
    ActivateMain,
    ActivateBattle,
    Counter,
    This,
    One(Keyword),
}

/// What cannot be done. "Cannot" beats "can" (DBS 0-2-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Cannot {
    Attack,
    AttackLeader,
    AttackUnison,
    AttackBattleCards,
    BeAttacked,
    Block,
    Combo,
    BeKod,
    BeKodBySkills,
    BeKodByOpponentsSkills,
    BeKodByBattle,
    /// Leave the Battle Area by the opponent's skills.
    BeRemovedByOpponent,
    /// Leave it by any skill.
    BeRemovedBySkills,
    /// Leave it at all.
    BeRemoved,
    BeChosenByOpponent,
    Ready,
    ReadyInCharge,
    Play,
    /// Be played by skills, or other than by skills.
    BePlayedBySkills,
    BePlayedPlainly,
    PlayBattle,
    ActivateExtra,
    ActivateCounter,
    /// [Counter : Play] and [Counter : Attack] alone.
    ActivateCounterPlay,
    ActivateCounterAttack,
    ActivateSkills,
    /// Skills of just this kind (DBS 1-5-4-1).
    ActivateMain,
    ActivateBattle,
    /// Add cards of one's life to one's hand by skills; damage does not (DBS 1-13-2).
    AddLife,
    /// [Awaken] and [Awaken : Surge] (DBS 22-2-2-1).
    Awaken,
    Charge,
    Draw,
    Rest,
    BeNegated,
    /// Have its attacks negated.
    AttackBeNegated,
    PowerBeReduced,
}

/// Tests of cards beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// Has this character name (DBS 2-10-3).
    Character(Phrase),
    CharacterHas(Phrase),
    Era(Phrase),
    /// Has all of these colours.
    Colors(Colors),
    /// Has exactly these original colours and no others.
    OnlyColors(Colors),
    /// Has all of these colours by its print (DBS 20-3-1).
    OriginalColors(Colors),
    /// Has exactly the colours of that card (DBS 1-8-2).
    ColorsOf(Box<Target<Dbs>>),
    /// Is in this area.
    InArea(Area),
    /// The card number.
    Number(Phrase),
    /// Texts that mean a certain card: the attack card, the guard card, the Leaders.
    Attacker,
    Guard,
    YourLeader,
    OpponentsLeader,
    YourUnison,
    /// The card that is being played or activated.
    Declared,
    /// The same, if it is a Battle Card (DBS 11-1-2).
    DeclaredBattle,
    /// The attack card, if it is a Battle Card (DBS 11-1-2).
    AttackingBattle,
    TopOfThis,
    /// Any card: the choice that says so goes past [Barrier] (DBS 22-16-2).
    PastBarrier,
    /// The same name as the card that says so.
    SameNameAsThis,
    /// Unlike the cards bound to the slot: it is the choice into that slot that says so.
    Unlike(Alike, Option<Slot>),
    /// Beside the cards bound to the slot its figure adds up to no more than that: it is the choice into that slot that says so.
    Within(Figure, i32, Option<Slot>),
    /// Owned or mastered by the card's opponent etc. is [`Filter::Of`].
    BackName(Phrase),
    /// A Leader on its back that is no Z-Card (DBS 22-46-3).
    Awakened,
    /// Its only character name is this one.
    OnlyCharacter(Phrase),
    /// A card that fits lies under it.
    Over(Box<Filter<Dbs>>),
    /// What is printed on its back fits (DBS 10-1-3).
    Back(Box<Filter<Dbs>>),
    /// Has no skills by its print (DBS 9-1-4).
    PrintsNoSkills,
    /// Its only special trait is this one.
    OnlyTrait(Phrase),
    NoCost,
    /// Has the power of the card bound to the slot, if one is.
    PowerOf(Slot),
    HasSkill(Window),
    /// Has a skill that these words in brackets stand in front of: "[Over Realm 2]", "[Sparking 10]"; without their number any.
    Headed(Phrase),
}

/// What cards of one choice must not have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alike {
    /// The card name.
    Name,
    /// Any character name.
    Character,
}

/// Conditions beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    YourTurn,
    OpponentsTurn,
    /// The trigger's card came from this area.
    From(Area),
    /// The trigger's card left for this area.
    To(Area),
    BySkill,
    /// By a skill of a card that fits, which is still being carried out.
    BySkillOf(Box<Filter<Dbs>>),
    /// The skill that is being activated is of this kind.
    OfKind(Window),
    /// The skill that the running one answers is of this kind.
    Answers(Window),
    ByBattle,
    ByYourSkill,
    ByOpponentsSkill,
    /// A battle goes on.
    InBattle,
    /// Damage or a discard of at least so much, and so on, is compared by `Amount::Event`.
    Evolved,
    LeaderAwakened,
    DuringMainPhase,
    /// It was played by a keyword skill of these words.
    Via(Phrase),
    /// The skill that does it is no keyword skill.
    NonKeyword,
    /// [X Attack] is not used up (DBS 22-8-3).
    MayAttackAgain,
    /// What a counter answers is declared and not done yet (DBS 20-15-1).
    Declared,
    /// The trigger's card is one's own, so that it goes to one's own areas (DBS 3-1-6-1).
    IsYours,
}

/// Quantities beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    Life(Who),
    EnergyMarkers(Who),
    /// The X of this skill (DBS 20-5-3).
    X,
    /// How many cards lie under a card.
    Under(Target<Dbs>),
    DifferentNames(Box<Select<Dbs>>),
    DifferentColors(Box<Select<Dbs>>),
    AttacksThisTurn(Who),
}

/// Where an ability is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Part {
    #[default]
    Front,
    Back,
    /// The cost of the skill before it.
    Cost,
    /// Given by another skill, or run later.
    Given,
}
