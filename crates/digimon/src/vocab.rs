//! The words of the Digimon Card Game, plugged into the effect language: zones, figures, keywords, moments, verbs.
//!
//! What they *do* is in `verbs.rs` and the engine; how they are *read* from a printed text is in `text/`.

pub use crate::keyword::Keyword;
use effects::{Amount, Cmp, Cond, Filter, Phrase, Select, Slot, Target, Vocab, Who};

/// The Digimon vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dcg;

impl Vocab for Dcg {
    type Zone = Place;
    type Kind = Kind;
    type Color = Color;
    type Figure = Figure;
    type State = Posture;
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

/// Where texts say that cards are. Cards on the field are the top cards there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The battle area: what texts mean when they name no area (DCG 15-1-7).
    Battle,
    Breeding,
    Hand,
    Deck,
    Eggs,
    Trash,
    Security,
    /// Digivolution cards, and cards under Tamers; with [`effects::Among::Zones`], all of a player's.
    Under,
    Links,
    /// Security Digimon: Digimon cards that a security check has flipped over.
    Checked,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Digimon,
    Tamer,
    Option,
    Egg,
    Token,
}

/// DCG 2-4-2: the seven colours, in the order of the engine's bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    Red,
    Blue,
    Yellow,
    Green,
    Black,
    Purple,
    White,
}

/// Numbers of a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    Dp,
    Level,
    PlayCost,
    /// Of an Option card.
    UseCost,
    /// How many digivolution cards (or cards under a Tamer) it has.
    Under,
    /// How many of those are face down.
    UnderFaceDown,
    Links,
    /// How many colours it has.
    Colors,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Posture {
    Suspended,
    Unsuspended,
    Attacking,
    /// The target of the attack.
    Attacked,
    FaceUp,
    FaceDown,
}

/// What triggers wait for. "S" is the subject, "O" the other card, "N" the number that comes with it.
/// Who or what caused it is asked by [`Fact::Cause`], where cards came from by [`Fact::From`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    /// S was played. With `Would`: S (a card) is about to be played; the cost can still change.
    Played,
    /// S digivolved; O is the card it digivolved from. With `Would`: S is the Digimon, O the card it would become.
    Digivolved,
    /// S was deleted.
    Deleted,
    /// S left the battle area, deleted or otherwise.
    Left,
    /// S was returned to a hand or deck from the battle area.
    Returned,
    /// S declared an attack; O is its target, if it is a Digimon.
    Attacked,
    /// The target of S's attack changed; O is the new target, if it is a Digimon.
    Switched,
    /// S's attack ended.
    AttackEnded,
    /// S was blocked by O.
    Blocked,
    /// S blocked O.
    Blocks,
    /// S deleted O in battle.
    DeletedInBattle,
    /// The battle that goes on, or would, is over; for delayed effects.
    BattleEnded,
    /// S won a battle against O (also against a Security Digimon).
    WonBattle,
    Suspended,
    Unsuspended,
    /// S moved from the breeding area to the battle area.
    Moved,
    /// S got the link card O.
    Linked,
    /// S became a link card of O.
    BecameLink,
    /// S, a card of the player whose stack it was in, left a security stack. N: how many left together.
    SecurityLost,
    /// S was added to its player's security stack.
    SecurityGained,
    /// S checked the security card O.
    Checked,
    /// S, a card in its player's hand, was added there (drawn or otherwise).
    HandGained,
    /// S was trashed from a hand.
    HandTrashed,
    /// S was trashed from a deck.
    DeckTrashed,
    /// The digivolution card (or card under a Tamer) O of S was trashed.
    UnderTrashed,
    /// S itself was trashed from under O.
    TrashedFromUnder,
    /// S itself was trashed from under O for a <Digi-Burst>.
    TrashedForBurst,
    /// O was placed under S.
    UnderGained,
    /// The top card of S was placed among its digivolution cards.
    Sunk,
    /// S, an Option card, was placed in the battle area.
    Placed,
    /// The link card O of S was trashed.
    LinkTrashed,
    /// S was trashed from the battle area (a placed Option card).
    BattleTrashed,
    /// S was trashed from its player's security stack by an effect.
    SecurityTrashed,
    /// S, a card, returned from its player's trash to the hand.
    TrashLost,
    /// S, a card, returned from its player's trash to the deck.
    TrashDecked,
    /// An Option card S was used. With `Would`: it is about to be.
    Used,
    /// The top stacked card of S is trashed, or several at once by one <De-Digivolve>; the rest of the stack stays.
    DeDigivolved,
    StartOfTurn,
    StartOfMain,
    EndOfTurn,
    /// The counter timing of an attack by the opponent's S (DCG 11-3).
    Counter,
    /// A player hatched the Digi-Egg S.
    Hatched,
}

/// When an ability that is used, or the body of a card, applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// [Main].
    Main,
    /// [Security]: when a security check flips the card over.
    Security,
}

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// As long as the always-on ability that makes it is there.
    While,
    /// To the end of this turn.
    Turn,
    /// To the end of the opponent's (next, if it is not theirs now) turn.
    OpponentTurn,
    /// To the end of the opponent's next turn, never of this one.
    OpponentNextTurn,
    /// To the end of your (next, if it is not yours now) turn.
    YourTurn,
    /// To the end of your next turn, never of this one.
    YourNextTurn,
    /// To the end of the attack that goes on.
    Attack,
    Battle,
    /// To the end of the opponent's next unsuspend phase.
    OpponentUnsuspend,
    /// To the end of your next unsuspend phase.
    YourUnsuspend,
    /// As long as it stays the same card.
    Always,
    /// Until it was used once, at the latest to the end of this turn: "when … would next …" and delayed effects that
    /// happen once. What it waits for is its own trigger.
    Once,
}

/// The top or the bottom of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    Top,
    Bottom,
    /// The player chooses which: "the top or bottom".
    Either,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    Up,
    Down,
}

/// What has to be paid for a play, a use, a digivolution or a link by an effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pay {
    Free,
    /// The card's own cost.
    Full,
    /// The card's own cost, less this.
    Less(Amount<Dcg>),
    /// This instead of the card's own cost.
    Instead(Amount<Dcg>),
}

/// Which digivolution requirements an effect waives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Waive {
    Nothing,
    /// "ignoring digivolution requirements".
    All,
    /// "ignoring its level".
    Level,
    /// "ignoring color requirements".
    Color,
    /// "as if this Tamer is a level 5 red Digimon".
    As(u8, Option<Color>),
}

/// What an attack made by an effect may be aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    Any,
    Player,
    Digimon,
    /// A Digimon, suspended or not.
    AnyDigimon,
}

/// A token as a text describes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Token {
    pub name: Phrase,
    pub colors: Vec<Color>,
    pub level: Option<u8>,
    pub cost: Option<u8>,
    pub dp: i32,
    pub traits: Vec<Phrase>,
    pub keywords: Vec<Keyword>,
    /// Its further abilities, by their index on the card that makes it.
    pub abilities: Vec<u8>,
}

/// What effects do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    Delete(Target<Dcg>),
    /// To its owner's trash, from wherever it is: hand, deck, security, under a card, linked, the battle area.
    Trash(Target<Dcg>),
    /// To its owner's hand, from wherever it is.
    ToHand(Target<Dcg>),
    /// To its owner's deck; several in the order they were bound, the first ending nearest to the end named.
    ToDeck(Target<Dcg>, End),
    /// Onto a security stack: `whose` (`Who::Owner`: its owner's).
    ToSecurity {
        what: Target<Dcg>,
        whose: Who,
        end: End,
        face: Face,
    },
    /// Under another card, as its digivolution card (under a Tamer: just under it).
    PlaceUnder {
        what: Target<Dcg>,
        host: Target<Dcg>,
        end: End,
        face: Face,
    },
    /// An Option (or Tamer) card into the battle area, without being used or played.
    PlaceInBattle(Target<Dcg>),
    /// Plugged into `host` as a link card.
    Link {
        what: Target<Dcg>,
        host: Target<Dcg>,
        pay: Pay,
    },
    Play {
        what: Target<Dcg>,
        pay: Pay,
        /// It enters suspended.
        suspended: bool,
        /// Its [On Play] effects do not activate.
        quiet: bool,
    },
    /// Into the breeding area, if it is empty.
    PlayToBreeding {
        what: Target<Dcg>,
        pay: Pay,
    },
    PlayToken {
        token: Token,
        count: Amount<Dcg>,
        /// On whose side.
        by: Who,
        suspended: bool,
    },
    /// A Digimon or Tamer card is played, an Option card used.
    PlayOrUse {
        what: Target<Dcg>,
        pay: Pay,
    },
    /// An Option card.
    Use {
        what: Target<Dcg>,
        pay: Pay,
    },
    Digivolve {
        what: Target<Dcg>,
        into: Target<Dcg>,
        pay: Pay,
        waive: Waive,
        /// Its [When Digivolving] effects do not activate.
        quiet: bool,
    },
    /// Two of your Digimon, `with` (one of those) among them if named, DNA digivolve into a card.
    DnaDigivolve {
        with: Option<Target<Dcg>>,
        /// The other of the two is one of these: such Digimon, or cards in the hand or trash.
        other: Option<Box<Select<Dcg>>>,
        into: Target<Dcg>,
        pay: Pay,
    },
    /// App fusion (DCG 8-5) of `what` into a card.
    AppFuse {
        what: Target<Dcg>,
        into: Target<Dcg>,
    },
    Suspend(Target<Dcg>),
    Unsuspend(Target<Dcg>),
    Draw(Who, Amount<Dcg>),
    /// A player gains memory (`Who::Opponent`: the opponent does).
    GainMemory(Who, Amount<Dcg>),
    LoseMemory(Who, Amount<Dcg>),
    SetMemory(Amount<Dcg>),
    /// <Recovery +n (Deck)>.
    Recover(Who, Amount<Dcg>),
    /// <De-Digivolve n>.
    DeDigivolve(Target<Dcg>, Amount<Dcg>),
    /// Both players see it; it belongs to no area until it goes somewhere (DCG 15-15-3).
    Reveal(Target<Dcg>),
    /// The top card of a Digimon becomes its bottom digivolution card; the card under it becomes the top card.
    SinkTop(Target<Dcg>),
    /// The top card of a Digimon goes elsewhere; the card under it becomes the top card.
    Peel(Target<Dcg>, Peeled),
    /// The controller alone sees it.
    Look(Target<Dcg>),
    /// Revealed or looked-at cards that stay: they go back as they were.
    PutBack(Target<Dcg>),
    Shuffle(Who, Place),
    /// A security or digivolution card, over.
    Flip(Target<Dcg>, Face),
    Attack {
        who: Target<Dcg>,
        at: Aim,
        /// "without suspending".
        unsuspended: bool,
    },
    /// The target of the attack that goes on becomes this Digimon, or the player.
    SwitchTarget(Option<Target<Dcg>>),
    EndAttack,
    /// Two Digimon battle.
    Battle(Target<Dcg>, Target<Dcg>),
    /// In an effect that steps in: what would happen to these does not.
    Prevent(Target<Dcg>),
    /// The same for all of them that the effect stepped in for.
    PreventAll,
    /// In an effect that steps in before a play, use or digivolution: its cost goes down (up, if negative).
    ReduceCost(Amount<Dcg>),
    /// In an effect that steps in before a play: cards from there can be placed for its DigiXros too.
    XrosFrom(Extra),
    /// Pays memory, as a cost.
    PayMemory(Amount<Dcg>),
    /// <Delay>: trashes this card from the battle area, not on the turn it was placed there (DCG 16-16).
    Delay,
    /// <Digi-Burst n>: trashes this many of this Digimon's digivolution cards (DCG 16-13).
    DigiBurst(Amount<Dcg>),
    /// Carries out effects of `of` that have this timing: the body of an Option, or triggered effects.
    Activate {
        of: Target<Dcg>,
        timing: Timing,
        /// Or of this one.
        or: Option<Timing>,
        /// One of them, by choice; else all.
        one: bool,
        /// As an effect of this card, also where the other is on the field.
        own: bool,
    },
    /// A Digimon moves from the breeding area to the battle area.
    Move(Target<Dcg>),
    Hatch(Who),
    Win(Who),
    /// What only keywords and rules do.
    Own(Own),
}

/// Where DigiXros materials can come from beside hand and battle area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Extra {
    /// How many cards from under the player's Tamers.
    pub under: Most,
    /// How many cards from the trash.
    pub trash: Most,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Most {
    #[default]
    None,
    One,
    /// Any number from under the same Tamer.
    OneHost,
    Any,
}

/// Where the top card of a stack goes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Peeled {
    Hand,
    Security(End, Face),
}

/// Deeds that no text names by themselves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Own {
    /// An attack by a keyword, with what that keyword allows.
    Attack(Target<Dcg>, crate::state::Aiming),
    /// The top card of a stack is trashed and the card under it becomes the top card.
    ShedTop(Target<Dcg>),
    /// <Blast DNA Digivolve>: a Digimon and a card in the hand digivolve into this card.
    BlastDna(Target<Dcg>, Target<Dcg>),
}

/// A timing as [`Verb::Activate`] and [`Cannot::Activate`] name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Timing {
    Main,
    Security,
    OnPlay,
    WhenDigivolving,
    WhenAttacking,
    OnDeletion,
    EndOfAttack,
    WhenLinking,
}

/// What something cannot do or suffer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cannot {
    Attack,
    AttackPlayers,
    /// Such Digimon cannot be its attack targets.
    AttackDigimon(Box<Filter<Dcg>>),
    BeAttacked,
    Block,
    /// Cannot be blocked by such Digimon.
    BeBlocked(Box<Filter<Dcg>>),
    Suspend,
    Unsuspend,
    /// Does not unsuspend in the unsuspend phase.
    UnsuspendInPhase,
    Digivolve,
    /// Into anything but such cards.
    DigivolveBut(Box<Filter<Dcg>>),
    /// Cannot be deleted by anything.
    BeDeleted,
    BeDeletedInBattle,
    /// By effects of this player's cards.
    BeDeletedBy(Who),
    BeReturnedBy(Who),
    /// Cannot leave the battle area by effects of this player, except by being deleted.
    LeaveBy(Who),
    DpReducedBy(Who),
    UnderTrashedBy(Who),
    /// Of a card under another: it cannot be trashed from there by effects of this player's cards.
    BeTrashedBy(Who),
    BeDeDigivolvedBy(Who),
    BeSuspendedBy(Who),
    Activate(Timing),
    /// [Security] effects of Option cards that it checks do not activate.
    OptionSecurity,
    /// [Security] effects of any cards that it checks do not activate.
    CheckedSecurity,
    /// The attack target cannot change.
    Switch,
    // ---- of players -------------------------------------------------------------------------------------------
    GainMemory,
    /// Except by Tamer effects.
    GainMemoryButByTamers,
    /// Cards that fit, at all or `by` effects only.
    Play(Box<Filter<Dcg>>),
    PlayByEffects(Box<Filter<Dcg>>),
    UseOptions,
    /// Such Digimon, out of the breeding area.
    Move(Box<Filter<Dcg>>),
    /// Digivolution requirements cannot be ignored.
    IgnoreRequirements,
    ReducePlayCosts,
    ReduceDigivolutionCosts,
    AddSecurity,
}

/// Which cost a change is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    Play,
    Use,
    /// Of a card on the field: the play cost that other effects see.
    Held,
}

/// What lasts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    Dp(Amount<Dcg>),
    /// Its original DP becomes this.
    OriginalDp(Amount<Dcg>),
    Keyword(Keyword),
    /// The keyword so many times: "<Security A. +1> for each …".
    KeywordTimes(Keyword, Amount<Dcg>),
    /// Gains an ability: its index on the card that gives it.
    Ability(u8),
    Cannot(Cannot),
    /// "can also attack your opponent's unsuspended Digimon" (those that fit).
    AttackUnsuspended(Box<Filter<Dcg>>),
    /// "isn't affected by effects of …": whose, and of what.
    Immune(Who, Box<Filter<Dcg>>),
    /// Also has this name.
    AlsoName(Phrase),
    /// Also has this in its name.
    AlsoInName(Phrase),
    AlsoTrait(Phrase),
    AlsoColor(Color),
    /// Also counts as a Digimon of this DP.
    AlsoDigimon(i32),
    /// Its original name becomes this.
    Name(Phrase),
    Color(Color),
    /// The cost of playing or using it; negative is less.
    Cost(Cost, Amount<Dcg>),
    /// Of a player: the turn ends with so much memory on the opponent's side.
    TurnEnd(i8),
    /// Also has the colours of the cards under it.
    AlsoColorsUnder,
    /// It can digivolve into such cards in the hand for this cost, whatever their requirements.
    Way(Box<Filter<Dcg>>, u8),
    /// This colour also meets its colour requirements.
    AlsoMeets(Color),
    /// It can be used without meeting its colour requirements.
    IgnoreColors,
    /// Other cards can be put in for DigiXros or DNA materials.
    DeletionMax(Amount<Dcg>),
    /// It may also be used for these names in DNA digivolutions, DigiXroses, … (DCG 8-2).
    CountsAs(Phrase),
    /// It also counts as a card of this level (and name) for the requirements of a card with that name.
    StandsIn(Box<StandIn>),
    /// It gains the effects (of this timing) of such cards among its digivolution cards.
    EffectsUnder(Box<Filter<Dcg>>, Option<Timing>),
    /// Of a player: the <Vortex> of this player's Digimon can be aimed at players too.
    VortexPlayers,
}

/// What a card counts as while it is a material of another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StandIn {
    pub level: u8,
    pub name: Option<Phrase>,
    /// The name of the card whose material it is.
    pub of: Phrase,
    pub join: Join,
}

/// How cards become materials of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Join {
    Dna,
    Assembly,
}

/// Tests of one card beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// No card of the selection has more (or, `least`, less) of the figure.
    Extreme {
        figure: Figure,
        least: bool,
        among: Box<Select<Dcg>>,
    },
    /// The Digimon whose attack goes on. As a target: that Digimon.
    Attacker,
    /// The Digimon that the attack is aimed at.
    AttackTarget,
    /// Some card under it fits: "with [X] in its digivolution cards".
    Under(Box<Filter<Dcg>>),
    /// So many cards under it fit.
    UnderCount(Box<Filter<Dcg>>, Cmp, i32),
    Linked(Box<Filter<Dcg>>),
    /// It has inherited effects printed.
    HasInherited,
    HasTiming(Timing),
    /// "with <Save> in its text", also of keywords that are done and not had.
    KeywordInText(Phrase),
    /// It has the keyword, whatever its numbers: "with <Security A.>".
    HasKeyword(Phrase),
    SameName(Box<Target<Dcg>>),
    SameLevel(Box<Target<Dcg>>),
    SharesColor(Box<Target<Dcg>>),
    SharesTrait(Box<Target<Dcg>>),
    /// It entered this turn.
    Fresh,
    /// It has DigiXros (DNA, …) requirements.
    HasXros,
    HasDna,
    /// It is the player the attack is aimed at, said of players.
    NoDp,
    /// It could digivolve into a card of this slot (used by "into" clauses).
    CanBecome(Slot),
    /// It is the top or the bottom card of its pile.
    AtEnd,
    /// In the battle area (of a card that may be anywhere).
    In(Place),
    /// The card under which this card is.
    Host,
    /// The card that the last verb moved or made: "the Digimon this effect played".
    Made,
    /// It would leave the field in what is about to happen.
    Leaving,
    /// What the trigger was about, all of it: "those Digimon".
    Those,
    /// It is shown in this Digimon's DigiXros requirements.
    Material,
    /// Of a card being chosen: it differs in this from those chosen before it (DCG 4-22).
    Differs(Distinct),
    /// Of a card being chosen: it is like those chosen before it in this; as the first, there are enough others like it.
    Alike(Distinct),
    /// Of a card that was revealed or looked at: it has not gone anywhere since ("the rest").
    Unmoved,
    /// This effect suspended it: one that was suspended before is none of those.
    Turned,
    /// Of a face-down card being chosen among several piles: all of those below it in its pile can be chosen as well.
    Lowest,
    /// Of a card under another: it is among so many of that pile's cards at this end.
    Outer(End, Box<Amount<Dcg>>),
    /// Some trait of it has one of the first in it and none of the second.
    TraitBut(Vec<Phrase>, Vec<Phrase>),
    /// It fits one of the two while what is bound to the slot fits the other.
    Pairs(Box<[Filter<Dcg>; 2]>, Slot),
    /// As a target: the card of a slot, or this card, that a cost took away, wherever it is now. Only what is printed on it is asked.
    Departed(Option<Slot>),
    /// Whatever card it is: something else is so.
    Provided(Box<Cond<Dcg>>),
}

/// Who or what brought something about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Any effect.
    Effect,
    /// An effect of this player's.
    EffectOf(Who),
    /// An effect of this player's card that fits.
    EffectFrom(Who, Box<Filter<Dcg>>),
    Battle,
    /// DigiXros or Assembly materials.
    DigiXros,
    /// DP reached 0.
    ZeroDp,
}

/// Conditions beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// It is this player's turn.
    Turn(Who),
    /// What was brought about was brought about by this.
    Cause(Cause),
    /// The subject came from here.
    From(Who, Place),
    /// The subject became a DNA digivolution.
    ByDna,
    /// Whether an attack goes on.
    DuringAttack,
    /// The attack is aimed at a player.
    AttackingPlayer,
    AttackingDigimon,
    /// The subject of the battle is still in the battle area.
    Survived,
    /// It happens in this phase.
    MainPhase,
    UnsuspendPhase,
    /// The subject digivolved into a card that fits, for `Would` abilities before it happens.
    Into(Box<Filter<Dcg>>),
    /// The other card of the trigger fits, as it was.
    Other(Box<Filter<Dcg>>),
}

/// Quantities beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    /// This player's memory (negative: the other player's side).
    Memory(Who),
    /// How many different colours these cards have together.
    Colors(Box<Select<Dcg>>),
    /// How many of the cards it shows the effect has added to the hand so far.
    Added,
    /// How many of these cards there are that differ from each other in this (DCG 4-22).
    Different(Distinct, Box<Select<Dcg>>),
    /// The highest of this figure that any of these cards has.
    Most(Figure, Box<Select<Dcg>>),
    /// How many cards of this card's stack share the level that most of them have.
    Alike(Box<Target<Dcg>>),
    /// How many cards were placed for the DigiXros or Assembly of this card.
    Materials,
    /// The printed DP maximum of a deletion that other effects may raise (DCG 15-15-5): this much and what they add.
    DeletionMax(i32),
}

/// Which text of a card an ability is printed in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Text {
    Main,
    Inherited,
    Security,
    Link,
}

/// Where a card must be for one of its abilities to be there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Live {
    /// Where the rules have it: on the field's battle area (inherited and link texts through their host).
    Usual,
    /// {Hand}.
    Hand,
    /// {Trash}.
    Trash,
    /// {Breeding}.
    Breeding,
    /// {Security}: face up in the security stack.
    Security,
    /// Wherever it is: rule texts, and effects on the card's own playing.
    Anywhere,
    /// Nowhere by itself: it is given to something, or set up for later, by another ability.
    Granted,
}

/// The place of an ability on its card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    pub text: Text,
    pub live: Live,
}

/// A line that is no ability but a way to bring the card out, or a requirement.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// [Digivolve] …: Cost n. `from` may be a Tamer.
    Digivolve { from: Filter<Dcg>, cost: u8, cond: Option<Cond<Dcg>> },
    /// [Digivolve] …: Cost n for each of something.
    DigivolvePer { from: Filter<Dcg>, cost: u8, each: Amount<Dcg> },
    /// "Your … can digivolve into this card in your hand for a cost of n": an effect, not a requirement.
    Into { from: Filter<Dcg>, cost: u8, cond: Option<Cond<Dcg>> },
    /// "This card may digivolve onto one of your … Tamers as if that card is a Digimon", for n.
    Onto { from: Filter<Dcg>, cost: u8 },
    /// [DNA Digivolve] A + B: Cost n.
    Dna { materials: [Filter<Dcg>; 2], cost: u8 },
    /// [DigiXros -n] A × B: each material placed lowers the cost by n.
    DigiXros { less: u8, materials: Vec<Material> },
    /// [Assembly -n]: all of them from the trash, once.
    Assembly { less: u8, materials: Vec<Material> },
    /// [Burst Digivolve]: from such a Digimon for the cost, by returning such a Tamer to the hand.
    Burst { from: Filter<Dcg>, cost: u8, tamer: Filter<Dcg> },
    /// [App Fusion] A × B: a Digimon that fits one, linked with a card that fits the other.
    AppFusion { apps: Vec<Filter<Dcg>>, cost: u8 },
    /// [Link] …: Cost n.
    Link { to: Filter<Dcg>, cost: u8 },
}

/// Materials of a DigiXros or Assembly.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    pub what: Filter<Dcg>,
    /// At most so many of it; 255 for any number.
    pub count: u8,
    /// What they must differ in.
    pub distinct: Option<Distinct>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distinct {
    Names,
    Numbers,
    Levels,
    Colors,
}
