//! The game's words for the shared effect language: verbs, moments, figures, changes, facts.

use crate::card::Kind;
use crate::keyword::Keyword;
use crate::state::{Phase, Zone};
use effects::{Amount, Cond, Filter, Phrase, Target, Vocab, Who};
use serde::{Deserialize, Serialize};

/// Buddyfight's vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Words;

pub type Ability = effects::Ability<Words>;
pub type Step = effects::Step<Words>;
pub type Select = effects::Select<Words>;
pub type Condition = Cond<Words>;

impl Vocab for Words {
    type Zone = Zone;
    type Kind = Kind;
    type Color = NoColor;
    type Figure = Figure;
    type State = Adjective;
    type Keyword = Keyword;
    type Moment = Moment;
    type Window = Use;
    type Until = Until;
    type Verb = Verb;
    type Change = Change;
    type Test = Test;
    type Fact = Fact;
    type Count = Count;
    type Part = Part;
}

/// The game has worlds, not colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoColor {}

/// The numbers on a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Figure {
    Size,
    Power,
    Defense,
    Critical,
    /// How many cards its soul has.
    Soul,
}

/// Adjectives of cards on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adjective {
    Standing,
    Rested,
    FaceDown,
    Attacking,
    /// One of those that attack together.
    LinkAttacking,
    /// The target of the attack under way.
    Attacked,
    InBattle,
    /// A namesake of its fighter's buddy.
    Buddy,
    Equipped,
    Reversed,
}

/// What automatic abilities wait for. Moments of a fighter say whose, seen from the ability's controller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moment {
    Enters,
    Called,
    BuddyCalled,
    Equipped,
    /// A card was equipped by [Transform] or [Impact Transform].
    Transformed,
    /// A card was equipped by [Ride].
    Rode,
    Attacks,
    LinkAttacks,
    Attacked,
    Destroyed,
    Leaves,
    /// A card deals damage to the other fighter.
    DealsDamage,
    /// A card's attack destroyed a monster; the other card is that monster.
    DestroysByAttack,
    PutIntoDrop,
    PutIntoSoul,
    Discarded,
    Moves,
    /// A battle ends, for the cards that were in it; an attack ends, for the cards that attacked.
    BattleEnds,
    AttackEnds,
    /// The subject is the card that dealt the damage.
    TakesDamage(Who),
    GainsLife(Who),
    Casts(Who),
    TurnBegins(Who),
    MainBegins(Who),
    AttackPhaseBegins(Who),
    FinalBegins(Who),
    AttackPhaseEnds(Who),
    TurnEnds(Who),
    /// BF OTHER-DECKFLAG-4: a fighter's life has become zero.
    LifeZero(Who),
    /// BF KEY-AMBUSH-1: a face-down card went from the soul of a card on the field to the drop zone.
    Uncovered,
    /// A card went back from the field to a hand (0) or a deck (1); the number that comes with it says which.
    Returned,
    Rested,
    Stood,
    /// A card's attack was nullified.
    AttackNullified,
    /// The last card of its soul left it.
    SoulEmptied,
    /// A [Set] spell was put on the field.
    WasSet,
    /// A fighter is attacked; the subject is the first attacker.
    FighterAttacked(Who),
}

impl Moment {
    /// One bit for each kind of moment, for the quick look at a card.
    pub fn bit(self) -> u64 {
        1 << self.index()
    }

    /// A number for each kind of moment, whoever it is about.
    pub fn index(self) -> u8 {
        match self {
            Moment::Enters => 0,
            Moment::Called => 1,
            Moment::BuddyCalled => 2,
            Moment::Equipped => 3,
            Moment::Transformed => 4,
            Moment::Attacks => 5,
            Moment::LinkAttacks => 6,
            Moment::Attacked => 7,
            Moment::Destroyed => 8,
            Moment::Leaves => 9,
            Moment::DealsDamage => 10,
            Moment::DestroysByAttack => 11,
            Moment::PutIntoDrop => 12,
            Moment::PutIntoSoul => 13,
            Moment::Discarded => 14,
            Moment::Moves => 15,
            Moment::BattleEnds => 16,
            Moment::TakesDamage(_) => 17,
            Moment::GainsLife(_) => 18,
            Moment::Casts(_) => 19,
            Moment::TurnBegins(_) => 20,
            Moment::MainBegins(_) => 21,
            Moment::AttackPhaseBegins(_) => 22,
            Moment::FinalBegins(_) => 23,
            Moment::AttackPhaseEnds(_) => 24,
            Moment::TurnEnds(_) => 25,
            Moment::AttackEnds => 26,
            Moment::Rode => 29,
            Moment::LifeZero(_) => 27,
            Moment::Uncovered => 28,
            Moment::Returned => 30,
            Moment::Rested => 31,
            Moment::Stood => 32,
            Moment::AttackNullified => 33,
            Moment::SoulEmptied => 34,
            Moment::WasSet => 35,
            Moment::FighterAttacked(_) => 36,
        }
    }
}

/// When an ability that a fighter uses may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// BF ACT-0a: in one's own main phase (spells and items as well; impacts in the final phase).
    Main,
    /// With [Counter]: at any play timing.
    Counter,
    /// BF OVER-1, OVER-7: wherever a [Counter] may be used, once a game, and nobody may answer it.
    Over(Over),
}

/// BF OVER-2 to OVER-5: the Over keywords, each with its own allowance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Over {
    Overturn,
    Overkill,
    Overthrow,
    Reboot,
}

impl Over {
    pub const ALL: [Over; 4] = [Over::Overturn, Over::Overkill, Over::Overthrow, Over::Reboot];

    pub fn name(self) -> &'static str {
        match self {
            Over::Overturn => "Overturn",
            Over::Overkill => "Overkill",
            Over::Overthrow => "Overthrow",
            Over::Reboot => "Overkill: REBOOT",
        }
    }

    /// The keyword that a bracket names, folded. The last one is also printed with zeros.
    pub fn from_words(words: &str) -> Option<Over> {
        Some(match words.replace(" :", ":").replace(": ", ":").as_str() {
            "overturn" => Over::Overturn,
            "overkill" => Over::Overkill,
            "overthrow" => Over::Overthrow,
            "overkill:reboot" | "overkill:reb00t" => Over::Reboot,
            _ => return None,
        })
    }
}

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Until {
    Battle,
    #[default]
    Turn,
    /// Until the end of the opponent's turn: of the running one, or else of the next.
    OpponentsTurn,
    /// The same, but a turn of the opponent's that is running is not the next.
    OpponentsNextTurn,
    /// With the damage that is about to be dealt: with its battle, else with the turn.
    Damage,
    /// Until the card leaves the field.
    Field,
    Game,
}

/// What effects do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verb {
    /// The targets are chosen; what follows waits for the answer of the other fighter.
    Announce,
    /// BF OLD-ACT-1.1.1: in the classic edition soul cards are targets as well, and the declaration ends here.
    AnnounceSoul,
    Destroy(Target<Words>),
    ToHand(Target<Words>),
    /// To the drop zone, from wherever it is.
    Drop(Target<Words>),
    /// From the hand to the drop zone.
    Discard(Target<Words>),
    ToGauge(Target<Words>),
    ToDeckTop(Target<Words>),
    ToDeckBottom(Target<Words>),
    Remove(Target<Words>),
    ToSoul {
        what: Target<Words>,
        host: Target<Words>,
        face_down: bool,
    },
    /// The card being called goes on top of this one, which becomes its soul with all it had under it.
    OnTop(Target<Words>),
    Draw(Who, Amount<Words>),
    Damage {
        who: Who,
        amount: Amount<Words>,
        cannot_be_reduced: bool,
    },
    GainLife(Who, Amount<Words>),
    LoseLife(Who, Amount<Words>),
    PayLife(Amount<Words>),
    SetLife(Who, Amount<Words>),
    PayGauge(Amount<Words>),
    /// The top cards of the deck to the gauge.
    TopToGauge(Who, Amount<Words>),
    TopToDrop(Who, Amount<Words>),
    TopToSoul {
        host: Target<Words>,
        amount: Amount<Words>,
        face_down: bool,
    },
    /// A fighter looks through his or her own deck.
    Search(Who),
    /// The top cards of a deck, shown to all (or to the effect's controller only) and bound to a slot.
    Reveal {
        who: Who,
        amount: Amount<Words>,
        slot: effects::Slot,
        to_all: bool,
    },
    Stand(Target<Words>),
    Rest(Target<Words>),
    NullifyAttack,
    NullifyPlay,
    /// The same, where what is answered is the casting of such a card: a spell or an impact.
    NullifyCast(Kind),
    Call {
        what: Target<Words>,
        pay: Pay,
        /// Where to; the caller says, if nothing is said.
        to: Option<Zone>,
        /// On top of this card, which becomes its soul.
        onto: Option<Target<Words>>,
        /// Not to an area that another of these cards was called to: "on separate areas".
        apart: Option<effects::Slot>,
    },
    /// A card is equipped by an effect: an item, or a monster by its keyword.
    Equip {
        what: Target<Words>,
        pay: Pay,
    },
    /// A spell or impact is cast by an effect.
    Cast {
        what: Target<Words>,
        pay: Pay,
    },
    MoveTo {
        what: Target<Words>,
        area: Option<Zone>,
    },
    Shuffle(Who),
    AttackWith(Target<Words>),
    Redirect(Target<Words>),
    /// The phase that is named, if it is that one; else whichever it is.
    EndPhase(Option<Phase>),
    EndTurn,
    EndBattle,
    ExtraTurn,
    Win(Who),
    Lose(Who),
    /// BF OTHER-DECKFLAG-3: the card becomes the flag; the flag that was goes under it.
    RaiseFlag(Target<Words>),
    /// BF LOST-SWITCH-2: the Lost Deck becomes the deck.
    SwitchDeck,
    /// Shows the other face of a double-faced card, by Reversal (BF KEY-REVERSAL-1) or otherwise.
    TurnOver {
        what: Target<Words>,
        reversal: bool,
    },
    TurnDown(Target<Words>),
    /// BF OTHER-TREASURE-1: to the spell area, face down.
    ToTreasure(Target<Words>),
    /// The card that is about to leave the field stays.
    Prevent,
    /// Rock, paper, scissors between the fighters: it is done if the controller wins.
    Duel,
    /// A kind of card was declared.
    Declare(Kind),
    /// Cards of a hand are shown to everybody.
    Show(Target<Words>),
    /// The hand is shown to everybody.
    ShowHand(Who),
    /// The effect's controller looks at a hand.
    LookAtHand(Who),
}

/// Whether a call by an effect is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Pay {
    Cost,
    Free,
}

/// What changes of a card or a fighter while a change lasts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    Add(Figure, Amount<Words>),
    Set(Figure, Amount<Words>),
    Keyword(Keyword),
    /// A keyword is nullified.
    LoseKeyword(Keyword),
    LoseAbilities,
    Cannot(Cannot),
    /// The fighter cannot call cards that fit.
    CannotCall(Filter<Words>),
    /// What the fighter uses that fits costs so much less gauge.
    Cheaper(Filter<Words>, u8),
    Can(Can),
    /// The damage this fighter takes is less by this much.
    ReduceDamage(Amount<Words>),
    /// The damage this fighter takes, but from attacks, is less by this much.
    ReduceEffectDamage(Amount<Words>),
    /// The next damage this fighter takes is less by this much.
    ReduceNext(Amount<Words>),
    /// The next time the card would be destroyed, it is not.
    SurviveNext,
    /// The fighter's monsters may be of so much size together.
    SizeLimit(u8),
    /// The fighter may call impact monsters as often as they can be paid for.
    ManyImpacts,
}

/// Things a card or fighter cannot do, or that cannot be done to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cannot {
    Attack,
    AttackFighter,
    LinkAttack,
    BeAttacked,
    BeDestroyed,
    BeDestroyedByEffects,
    BeDestroyedByOpponent,
    BeReturned,
    BeReturnedByOpponent,
    Stand,
    Move,
    BeNullified,
    /// Its attack cannot be nullified.
    AttackBeNullified,
    /// Its attack cannot be nullified while it attacks alone.
    LoneAttackBeNullified,
    /// It cannot attack monsters on the left and right.
    AttackSides,
    /// The fighter cannot call monsters to the center.
    CallToCenter,
    BeChosen,
    /// It does not stand in its fighter's stand phase.
    StandInPhase,
    Call,
    Cast,
    Equip,
    Use,
    GainLife,
    BeDamaged,
    Counter,
    /// BF OTHER-STOPTIME-1, OTHER-STOPTIME-3: its time, or the fighter's, is stopped.
    HaveTime,
    /// BF OTHER-DROP-2: the other fighter's effects drop nothing of its soul.
    LoseSoul,
    /// BF OTHER-DROP-3: the other fighter's effects drop nothing of the deck.
    LoseDeck,
    BeDestroyedByAttack,
    BeLinkAttacked,
    /// It cannot link attack the fighter.
    LinkAttackFighter,
    /// The fighter draws nothing by card effects.
    DrawByEffects,
}

/// Things a card can do that cards usually cannot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Can {
    /// BF FINAL-QA1: attack in the final phase too.
    AttackInFinal,
    /// Attack the fighter although a monster is in the center.
    PassCenter,
    /// An item that attacks with a monster in one's own center.
    AttackBesideCenter,
}

/// Tests of a card beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    World(Phrase),
    In(Zone),
    /// The monster a battle is about: what the source's attack is aimed at.
    AttackTarget,
    /// The card that is attacking now.
    Attacker,
    /// The monster that is attacking now.
    AttackingMonster,
    /// The card whose call, cast or ability is being answered.
    Answered,
    /// The card whose soul this card is in.
    Holder,
    /// In the area that a card is being called to.
    CallArea,
    /// BF CROSS-11: it has this character name.
    Character(Phrase),
    /// Of the kind that was declared.
    Declared,
    /// Equipped by this keyword: "you are [Ride] on it".
    EquippedBy(Keyword),
    /// Among the cards on top of its drop zone: those that were put there last.
    NewInDrop(u8),
    /// Its printed figure compares so.
    Originally(Figure, effects::Cmp, i32),
    /// It has an ability of this name.
    HasAbility(Phrase),
    /// The card that an effect set up for later carries along.
    Carried,
    /// In the area that faces the source's, on the other side.
    InFront,
    /// It lies face down or face up in a soul with such a card: it has such a card in its soul.
    HasInSoul(Box<Filter<Words>>),
}

/// Conditions beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    YourTurn,
    OpponentsTurn,
    /// It is this phase.
    DuringMain,
    DuringAttack,
    DuringFinal,
    /// An attack is under way, by the other fighter.
    OpponentAttacks,
    YouAttack,
    /// The attack under way is a link attack.
    LinkAttack,
    /// An attack by a card that fits is under way.
    Attacking(Filter<Words>),
    /// An attack aimed at a card that fits is under way.
    AttackOn(Filter<Words>),
    AttackOnYou,
    /// The other fighter's card that fits is being called, cast or equipped, and this answers it.
    Answering(Answering, Filter<Words>),
    /// Your flag has this name.
    Flag(Phrase),
    /// Your flag had this name when the game began.
    InitialFlag(Phrase),
    /// BF KEY-REVERSAL-5.
    FlagReversed,
    /// BF KEY-REVERSAL-6.
    FlagWasReversed,
    /// BF OTHER-WHEN-1: this happened to such a card, and the chance has not lapsed.
    Happened(Moment, Filter<Words>),
    /// The card being cast was begun where only counters may be.
    InCounterTiming,
    /// What happens is done by the effect of such a card.
    ByEffectOf(Filter<Words>),
    /// What happens is done by an ability of this name.
    ByAbility(Phrase),
    /// Damage is about to be dealt to you, by the attack under way or by the use that is answered.
    WouldBeDamaged,
    /// What happens brings the card from one of these zones.
    CameFrom(Vec<Zone>),
}

/// What kind of use is answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answering {
    Call,
    Cast,
    Equip,
    Ability,
}

/// Quantities beyond the shared ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    Life(Who),
    /// How many cards are in a fighter's zone.
    Cards(Who, Zone),
    /// Attacks made this turn.
    Attacks(Who),
    /// BF KEY-REVERSAL-7: how often a fighter's flag underwent Reversal.
    Reversals(Who),
    /// How many different names there are among these cards.
    Different(Box<Select>),
    /// How many different worlds these cards have.
    Worlds(Box<Select>),
}

/// Where an ability works from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Part {
    /// From the field (or as the body of a card being used).
    Field,
    /// From the soul of a card on the field.
    Soul,
    Hand,
    Drop,
    /// BF KEY-DSHARE-1: a [D] ability, which works from the field and is lent to others.
    Shared,
    /// What has to be paid to use the card.
    Cost,
    /// Nowhere by itself: it is set up for later by another ability.
    Later,
}
