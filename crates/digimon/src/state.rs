//! The state of a match: the table and everything else, all of it plain data.
//!
//! What a paused game still has to do is the stack of [`Frame`]s; nothing else remembers unfinished work.

use crate::RULES;
use crate::scope::Scope;
use effects::{AbilityRef, Answer, Lasting, Picks, Run, Waiting};
use kernel::{
    Access, Card, Event, Flat, Named, Object, Outcome, PerSeat, Place, Print, RuleId, Seat, Seats, Table,
    Watch, Why, Zone,
};
use serde::{Deserialize, Serialize};

/// DCG 3-1-1: the areas, and where cards are that belong to none of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Area {
    Battle,
    Breeding,
    /// Cards under other cards: digivolution cards, and cards under Tamers.
    Under,
    /// Link cards.
    /// DCG 4-7-2, 4-7-4: neither among the stacked cards nor on the field.
    Links,
    Hand,
    Security,
    Trash,
    Eggs,
    Deck,
    /// In no area: a checked security card, a used Option card, revealed cards.
    Aside,
    /// Removed from the game: tokens that left the field.
    Gone,
}

impl Zone for Area {
    const ALL: &'static [Self] = &[
        Area::Battle,
        Area::Breeding,
        Area::Under,
        Area::Links,
        Area::Hand,
        Area::Security,
        Area::Trash,
        Area::Eggs,
        Area::Deck,
        Area::Aside,
        Area::Gone,
    ];

    fn index(self) -> usize {
        self as usize
    }

    fn access(self) -> Access {
        match self {
            // DCG 3-1-2-1-1, 3-4-2, 3-6-3: public areas.
            Area::Battle | Area::Breeding | Area::Under | Area::Links | Area::Trash | Area::Gone => {
                Access::Open
            }
            // DCG 3-5-3: only its owner looks at a hand.
            Area::Hand => Access::Owner,
            // DCG 3-1-2-2-1, 3-2-2, 3-3-2, 3-7-2: private areas. What is set aside is shown to whom the effect says.
            Area::Security | Area::Eggs | Area::Deck | Area::Aside => Access::Secret,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Area::Battle => "battle",
            Area::Breeding => "breeding",
            Area::Under => "under",
            Area::Links => "links",
            Area::Hand => "hand",
            Area::Security => "security",
            Area::Trash => "trash",
            Area::Eggs => "digi-eggs",
            Area::Deck => "deck",
            Area::Aside => "aside",
            Area::Gone => "removed",
        }
    }
}

/// Marks on a card, always public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    flags: u8,
    /// How many cards were placed for the DigiXros or Assembly by which it was played.
    pub xros: u8,
    /// How often each [X Per Turn] effect printed on this card was used this turn, two bits each.
    pub uses: u16,
}

/// One yes-or-no mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Mark {
    Suspended = 1,
    /// Placed face down under another card.
    FaceDown = 2,
    /// Placed face up in the security stack.
    FaceUp = 4,
    /// Came onto the field this turn.
    Fresh = 8,
    /// An Option or Tamer card that an effect placed on the field.
    Placed = 16,
    /// Flipped over by a security check: a Security Digimon if it is a Digimon card.
    Checked = 32,
    /// Shown to both players from a hidden area, and to go back there.
    Shown = 64,
    /// Came about by DNA digivolution.
    Dna = 128,
}

impl Marks {
    #[inline]
    pub fn has(&self, mark: Mark) -> bool {
        self.flags & mark as u8 != 0
    }

    /// Whether it has no yes-or-no mark at all.
    pub fn is_bare(&self) -> bool {
        self.flags == 0
    }

    pub fn set(&mut self, mark: Mark, on: bool) {
        if on {
            self.flags |= mark as u8;
        } else {
            self.flags &= !(mark as u8);
        }
    }
}

/// 55 cards a player, and room for tokens.
pub const CARDS: usize = 144;
pub type Board = Table<Area, Marks, CARDS>;

/// A player, or a card as it was: what an attack can be aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Target {
    #[default]
    Player,
    Digimon(Object),
}

/// DCG 6-1-2: the steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Step {
    /// The start of the turn, before unsuspending.
    #[default]
    Start,
    Unsuspend,
    Draw,
    Breeding,
    /// The turn player is asked for the breeding phase's one action.
    BreedingAsked,
    MainStart,
    /// The turn player is asked for an action.
    Main,
    /// The same with memory on the opponent's side, where the turn does not end so soon.
    MainOn,
}

/// DCG 11-1-3: the timings of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum AttackStep {
    #[default]
    Declared,
    Counter,
    Block,
    /// The other player is asked for a block.
    BlockAsked,
    Confirm,
    /// What waits until right before the end of the attack.
    Last,
    End,
    Over,
}

/// Why something happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Cause {
    #[default]
    Rule,
    /// DP reached 0.
    ZeroDp,
    /// Being placed for a DigiXros or Assembly.
    Materials,
    Battle,
    /// An effect of this player; the kinds of card it counts as an effect of.
    Effect {
        seat: Seat,
        kinds: u8,
        source: Object,
    },
}

/// Where cards are sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum To {
    Hand,
    DeckTop,
    DeckBottom,
    SecurityTop,
    SecurityBottom,
    /// Face up.
    SecurityTopUp,
    SecurityBottomUp,
    Trash,
    Battle,
}

/// What an effect's attack may be aimed at, and what else it allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Aiming {
    pub player: bool,
    pub digimon: bool,
    /// Unsuspended Digimon too.
    pub unsuspended: bool,
    /// The attacker does not suspend.
    pub without_suspending: bool,
    /// Also in the turn it was played.
    pub fresh: bool,
    /// It must attack if it can.
    pub forced: bool,
    /// It is deleted at the end of that attack (<Execute>).
    pub execute: bool,
}

/// One running attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Attack {
    pub step: AttackStep,
    pub attacker: Object,
    pub target: Target,
    /// Targets may not be switched back to what was already a target.
    pub first: Target,
    pub blocked: bool,
    /// <Piercing> waits for the end of the attack.
    pub pierce: bool,
    /// Ended by an effect.
    pub ended: bool,
    /// The attacker is deleted at the end (<Execute>).
    pub execute: bool,
}

/// One round of security checks by one Digimon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Checking {
    pub attacker: Object,
    /// Whose security stack.
    pub seat: Seat,
    pub done: u8,
    pub card: Object,
    pub step: CheckStep,
}

/// DCG 13-1-7: the steps of one security check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum CheckStep {
    #[default]
    Flip,
    Effects,
    Battle,
    Trash,
}

/// DCG 14-2: one battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    pub one: Object,
    pub two: Object,
    pub step: BattleStep,
    /// DCG 14-2-1-1: the one with more DP, if one has.
    pub winner: Object,
    /// An effect made them battle: the effect goes on afterwards.
    pub by_effect: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum BattleStep {
    #[default]
    Compare,
    /// Effects triggered by the battle.
    After,
    /// Effects triggered by the end of the battle.
    End,
    Over,
}

/// How a card gets onto the field or into use, and at which step that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum EntryStep {
    /// Revealed: what would happen before it.
    #[default]
    Would,
    /// Choosing cards for a DigiXros or Assembly.
    Materials,
    MaterialsAsked,
    /// The materials go under the card.
    Stack,
    Pay,
    Enter,
}

/// Playing, digivolving, using or linking a card, from the declaration on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    pub kind: EntryKind,
    pub step: EntryStep,
    pub by: Seat,
    pub card: Object,
    /// The card it goes onto or into.
    pub onto: Object,
    /// The other material of a DNA digivolution, the Tamer of a burst digivolve, the link card of an app fusion.
    pub with: Object,
    /// What is to be paid, changes so far included.
    pub cost: i8,
    /// Not to be paid at all.
    pub free: bool,
    /// By an effect: the effect goes on afterwards.
    pub by_effect: bool,
    /// Into the breeding area rather than the battle area.
    pub breeding: bool,
    /// Where its materials begin in the bag.
    pub bag: u8,
    /// Materials are being chosen for an Assembly, not a DigiXros.
    pub assembly: bool,
    /// An Assembly was declared.
    pub accepted: bool,
    /// Where else an effect lets DigiXros materials come from.
    pub extra: crate::vocab::Extra,
    /// Where the card came from: an area, or what stands for the cards under a Tamer.
    pub area: u8,
    /// It enters suspended.
    pub suspended: bool,
    /// Its [On Play] or [When Digivolving] effects do not activate.
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum EntryKind {
    #[default]
    Play,
    Digivolve,
    Dna,
    /// DNA digivolution with one material from the hand.
    BlastDna,
    Burst,
    AppFusion,
    Use,
    Link,
}

/// Cards on their way somewhere, all at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Leave {
    pub step: LeaveStep,
    pub way: LeaveWay,
    pub cause: Cause,
    /// Where its cards begin in the bag.
    pub from: u8,
    /// How many of them have to go; 0 for all.
    pub need: u8,
    /// How many of them have their place in the order.
    pub ordered: u8,
    /// Who chooses the order.
    pub by: Seat,
    /// The effect below wants to know how many went.
    pub report: bool,
    /// What they go under.
    pub host: Object,
    /// A player has to say first whether they go to the top or to the bottom.
    pub either: bool,
    /// They pay for a <Digi-Burst>.
    pub burst: bool,
    /// They go instead of something else: nothing steps in (DCG 18-2-4).
    pub instead: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum LeaveStep {
    /// Which of them go, where only some have to.
    #[default]
    Pick,
    PickAsked,
    /// To the top or to the bottom.
    EndAsked,
    Would,
    Order,
    OrderAsked,
    Go,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LeaveWay {
    Delete,
    Send(To),
    Under { top: bool, face_down: bool },
}

impl Default for LeaveWay {
    fn default() -> Self {
        LeaveWay::Send(To::Trash)
    }
}

/// An effect being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Running {
    pub run: Run,
    /// The card it is printed on.
    pub card: Object,
    /// What caused the trigger.
    pub cause: Cause,
    /// Whether it waits for an answer, and whose.
    pub asks: Option<Seat>,
    /// Its one use this turn is spent unless it is declined.
    pub limited: bool,
    /// An answer has been given already: a use that was begun stays spent.
    pub begun: bool,
    /// See [`Pending::figure`].
    pub figure: Option<i32>,
    /// See [`Pending::crowd`].
    pub crowd: u8,
    /// Which of them "it" is has been said.
    pub told: bool,
}

/// An effect that has triggered and is pending activation, or a piece of pending processing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pending {
    pub wait: Waiting,
    /// The card it is printed on.
    pub card: Object,
    pub cause: Cause,
    /// It interrupts: only the window that asked for it takes it.
    pub would: bool,
    /// It waits where the card went (deletion, trashing): not lost by that move.
    pub moved: bool,
    /// Its first condition was settled when it triggered.
    pub settled: Option<bool>,
    /// Pending processing whose time comes later; [`Ends::Never`] for what waits its turn now.
    pub due: Ends,
    /// A delayed effect: it waits for its own trigger first.
    pub delayed: bool,
    /// The figure that the effect refers to, of what triggered it, as it was then (DCG 15-8-3-8).
    pub figure: Option<i32>,
    /// Which [`Member`]s it is about, if that is more than one card.
    pub crowd: u8,
}

/// One of several cards that one effect is about, because they met what it waits for at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Member {
    /// The number by which effects name all of them.
    pub crowd: u8,
    pub object: Object,
}

/// When a lasting change ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Ends {
    #[default]
    Never,
    /// With the end of the turn of this number.
    Turn(u16),
    /// With the unsuspend phase of the turn of this number.
    Unsuspend(u16),
    Attack,
    Battle,
}

/// Work in progress, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Frame {
    /// Before the game: this player may redraw.
    Redraw(Seat),
    Turn {
        step: Step,
        /// The end of turn timing has arrived in this phase; its effects are being resolved.
        ending: bool,
    },
    /// Rule checks and waiting effects until nothing is left to do.
    #[default]
    Check,
    Enter(Entry),
    Attack(Attack),
    Checking(Checking),
    Battle(Battle),
    /// An effect at its position.
    Effect(Running),
    /// Immediate-type effects of one window.
    Drain(u16),
    Leave(Leave),
    /// A player may attack by an effect.
    Aim {
        with: Object,
        aim: Aiming,
    },
    /// A used Option card, to be trashed once its effect is resolved.
    Used {
        card: Object,
        cost: u8,
    },
    /// Which of several cards that met its trigger at once the effect below means.
    Which {
        seat: Seat,
        crowd: u8,
    },
    /// <De-Digivolve>: a player names how many cards; the stacks are in the bag.
    Name {
        seat: Seat,
        most: u8,
        from: u8,
    },
    /// A position that was set up goes on from here.
    Staged,
    /// A player chooses which waiting effect is next.
    Pick {
        seat: Seat,
        batch: u16,
        would: bool,
        /// Only that one: the others are given up.
        one: bool,
    },
    /// An effect's DNA digivolution or app fusion into this card: a player chooses which cards are joined.
    Join(Object),
}

/// How deep unfinished work can nest.
pub const DEPTH: usize = 24;

/// Everything but the table; all of it known to both players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Core {
    pub frames: Flat<Frame, DEPTH>,
    /// Whose turn it is.
    pub turn: Seat,
    /// The first player of the game.
    pub first: Seat,
    /// From 1; 0 while preparing.
    pub turn_number: u16,
    /// Memory on seat A's side; negative on seat B's.
    /// DCG 1-4-2-1: there is one gauge for both players.
    pub memory: i8,
    pub over: Option<Outcome>,
    pub waiting: Flat<Pending, 28>,
    pub lasting: Flat<Lasting<Ends>, 40>,
    pub picks: Picks,
    /// Cards that frames work on, innermost last.
    pub bag: Flat<Object, 64>,
    /// What waiting and running effects are about, where that is more than one card.
    pub crowds: Flat<Member, 40>,
    /// The cause of what happens right now.
    pub cause: Cause,
    /// In which batch effects trigger now.
    pub wave: u16,
    /// How loops are noticed; no part of what the game looks like.
    pub watch: Watch<Choice>,
}

impl Default for Core {
    fn default() -> Self {
        Core {
            frames: Flat::new(),
            turn: Seat::A,
            first: Seat::A,
            turn_number: 0,
            memory: 0,
            over: None,
            waiting: Flat::new(),
            lasting: Flat::new(),
            picks: Picks::default(),
            bag: Flat::new(),
            crowds: Flat::new(),
            cause: Cause::Rule,
            wave: 0,
            watch: Watch::default(),
        }
    }
}

/// A match of the Digimon Card Game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub table: Board,
    pub core: Core,
    /// What the cards of the match can do; no part of what a player sees.
    pub scope: Scope,
}

const _: () = assert!(size_of::<State>() <= 8192);

/// What can be answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    Hatch,
    Raise(Card),
    Stay,
    Play(Card),
    /// Onto a card on the field, for the cost of the chosen requirement.
    Digivolve {
        card: Card,
        onto: Card,
        cost: u8,
    },
    /// Two Digimon into one; a burst digivolve with its Tamer; an app fusion with its link card.
    Special {
        card: Card,
        onto: Card,
        with: Card,
        way: u8,
    },
    Use(Card),
    Link {
        card: Card,
        to: Card,
        cost: u8,
    },
    Attack {
        with: Card,
        target: Option<Card>,
    },
    Block(Card),
    Activate {
        card: Card,
        effect: u8,
    },
    PassTurn,
    Pass,
    Choose(Card),
    Yes,
    Decline,
    Done,
    /// Which waiting effect is next.
    Resolve(u8),
    /// An answer to a running effect.
    Effect(Answer),
    Number(u8),
    /// Of a pile.
    Top,
    Bottom,
    /// What was set up begins: always the only option.
    Begin,
}

/// Why a seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reason {
    #[default]
    Over,
    Redraw,
    Breeding,
    Main,
    Block,
    Effect,
    Order,
    Materials,
    Attack,
    Pick,
    Which,
    Number,
    End,
    Join,
    Begin,
}

/// What can happen. `strength` is what was compared, in the order of the cards: DP, or what <Iceclad> counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    TurnBegan(Seat),
    TurnEnded(Seat),
    Memory { seat: Seat, now: i8 },
    Moved { card: Named, from: Area, to: Area },
    Drew { seat: Seat, card: Named },
    Redrew(Seat),
    Shuffled(Seat),
    Hatched(Named),
    Raised(Named),
    Played(Named),
    Digivolved { onto: Named, into: Named },
    Used(Named),
    Linked { card: Named, to: Named },
    Suspended(Named),
    Unsuspended(Named),
    Attacked { with: Named, target: Option<Named> },
    Blocked(Named),
    Checked(Named),
    Battled { one: Named, two: Named, strength: [i32; 2] },
    Deleted(Named),
    Trashed(Named),
    Returned(Named),
    Activated { card: Named, effect: AbilityRef },
    Added(Named),
    Revealed(Named),
    Switched(Option<Named>),
    DeDigivolved(Named),
    Prevented(Named),
    Won(Option<Seat>),
}

pub type Cx<'a, 'b> = &'a mut kernel::Context<'b, State>;
pub type Happened = Event<What>;

impl State {
    pub fn empty() -> Self {
        State { table: Board::new(), core: Core::default(), scope: Scope::default() }
    }

    #[inline]
    pub fn place(seat: Seat, area: Area) -> Place<Area> {
        Place::new(seat, area)
    }

    #[inline]
    pub fn cards(&self, seat: Seat, area: Area) -> &[Card] {
        self.table.cards(Place::new(seat, area))
    }

    #[inline]
    pub fn count(&self, seat: Seat, area: Area) -> usize {
        self.table.count(Place::new(seat, area))
    }

    #[inline]
    pub fn has(&self, card: Card, mark: Mark) -> bool {
        self.table.marks(card).has(mark)
    }

    pub fn named(&self, card: Card) -> Named {
        self.table.named(card)
    }

    /// Memory on this player's side; negative when it is on the other side.
    #[inline]
    pub fn memory(&self, seat: Seat) -> i8 {
        match seat {
            Seat::A => self.core.memory,
            // DCG 1-4-2-3: there is one gauge, and what stands on one side of 0 is missing on the other.
            Seat::B => -self.core.memory,
        }
    }

    pub fn top(&self) -> Option<Frame> {
        self.core.frames.last().copied()
    }

    pub fn push(&mut self, frame: Frame) {
        self.core.frames.push(frame);
    }

    pub fn pop(&mut self) {
        self.core.frames.pop();
    }

    /// Replaces the innermost frame.
    pub fn set_top(&mut self, frame: Frame) {
        if let Some(top) = self.core.frames.last_mut() {
            *top = frame;
        }
    }

    /// The attack that is going on, if any.
    pub fn attack(&self) -> Option<Attack> {
        self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Attack(attack) => Some(*attack),
            _ => None,
        })
    }

    pub fn attack_mut(&mut self) -> Option<&mut Attack> {
        self.core.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Attack(attack) => Some(attack),
            _ => None,
        })
    }

    pub fn end(&mut self, winner: Option<Seat>, rule: RuleId, cx: Cx) {
        // DCG 1-2-1, 1-2-2: whoever fulfils a victory condition has won, and the game is over at once.
        if self.core.over.is_none() {
            self.core.over = Some(Outcome { winner, why: Why::Rule(rule) });
            cx.log.say(rule, || What::Won(winner));
        }
    }

    /// Who knows a card: for events about it.
    pub fn audience(&self, card: Card) -> Seats {
        self.table.known(card)
    }

    pub fn rule_id(rule: RuleId) -> &'static str {
        RULES.id(rule)
    }
}

/// A deck, resolved against a pool.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    pub main: Vec<Print>,
    pub eggs: Vec<Print>,
}

pub type Decks = PerSeat<Deck>;
