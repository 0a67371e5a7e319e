//! The state of a match as one plain value: the table, the cores, and the stack of unfinished work.
//!
//! Only data and small readings of it live here. What changes it is in [`crate::cores`] and [`crate::verbs`] (the
//! primitives), what comes next in [`crate::turn`], [`crate::play`], [`crate::battle`] and [`crate::check`].

use crate::card::{Cards, Kind, PerColor};
use crate::cores::Pile;
use crate::vocab::Until;
use effects::layer::Index;
use effects::{Lasting, Picks, Run, Uses, Waiting};
use kernel::{Access, Card, Flat, Object, Outcome, PerSeat, Place, RuleId, Seat, Standing, Table, Why};
use serde::{Deserialize, Serialize};

/// How many cards a table holds: two decks of 127, which is as far as handles of one byte go. BS DECK-2 knows no maximum;
/// this is the engine's.
pub const CARDS: usize = 254;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Zone {
    Deck,
    Hand,
    Field,
    Trash,
    /// BS GLOSS-REMOVE: out of the game.
    Removed,
    /// A card that is being used: shown, paid for, resolving.
    Use,
}

impl kernel::Zone for Zone {
    const ALL: &'static [Self] =
        &[Zone::Deck, Zone::Hand, Zone::Field, Zone::Trash, Zone::Removed, Zone::Use];

    fn index(self) -> usize {
        self as usize
    }

    fn access(self) -> Access {
        match self {
            Zone::Deck => Access::Secret,
            // BS SETUP-5a: hands are hidden from the opponent.
            Zone::Hand => Access::Owner,
            Zone::Field | Zone::Trash | Zone::Removed | Zone::Use => Access::Open,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Zone::Deck => "deck",
            Zone::Hand => "hand",
            Zone::Field => "field",
            Zone::Trash => "trash",
            Zone::Removed => "removed",
            Zone::Use => "use",
        }
    }
}

/// How a card on the Field lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Pose {
    #[default]
    Refreshed,
    Exhausted,
    /// BS HEAVY-1: upside down.
    Heavy,
}

/// BS FAQ-STATUS-1: a card that leaves the Field first waits there. Why it leaves, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Leaving {
    #[default]
    Not,
    Depleted,
    Destroyed,
    ToHand,
    ToDeckTop,
    ToDeckBottom,
    Removed,
}

/// What the table marks on a card of the Field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    /// Ordinary cores on it; the Soul Core is kept in [`Player::soul`].
    pub cores: u16,
    pub pose: Pose,
    pub leaving: Leaving,
}

/// Where a Soul Core is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum SoulAt {
    #[default]
    Void,
    Reserve,
    Trash,
    Life,
    Removed,
    On(Card),
}

/// What one player has besides cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// Ordinary cores by place; those on cards are marked there.
    pub reserve: u16,
    pub trash: u16,
    pub life: u16,
    pub removed: u16,
    /// BS CORE-PREP-3: the supply never runs dry, so this may fall below zero; it is kept so that cores add up.
    pub void: i16,
    /// BS CORE-SOUL-1, CORE-PREP-2, GLOSS-SOUL-CORE: each player has exactly one, so where it is says all.
    pub soul: SoulAt,
    pub turn: ThisTurn,
}

/// What happened to a player in the running turn, for texts that look back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    pub life_reduced: bool,
    pub spirit_depleted: bool,
    /// One of this player's Spirits was depleted by an effect of the other player.
    pub spirit_depleted_by_effect: bool,
    pub spirit_destroyed: bool,
    /// One of this player's Spirits was destroyed by the other player.
    pub spirit_destroyed_by_other: bool,
    /// An effect put a card of this player's hand into the Trash.
    pub discarded: bool,
    pub drew_by_effect: bool,
    /// A Spirit of this player was declared as the attacker.
    pub attacked: bool,
}

/// How many ordinary cores each player starts with, all of them in the Void. BS CORE-PREP-1.
pub const SUPPLY: i16 = 30;

/// The steps of a turn. BS TURN-3, TURN-6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Start,
    Core,
    Draw,
    Refresh,
    Main,
    Attack,
    SecondMain,
    End,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Step::Start => "start",
            Step::Core => "core",
            Step::Draw => "draw",
            Step::Refresh => "refresh",
            Step::Main => "main",
            Step::Attack => "attack",
            Step::SecondMain => "second main",
            Step::End => "end",
        }
    }

    /// BS STEP-MAIN2-1 (and our reading BS-13): the Second Main Step is a Main Step.
    pub fn is_main(self) -> bool {
        matches!(self, Step::Main | Step::SecondMain)
    }
}

/// Which effect of a card is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    Summon,
    Deploy,
    Main,
    Flash,
}

/// A place that cores are moved to and from by hand: the Reserve or a card of one's Field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spot {
    Reserve,
    On(Card),
}

/// One option of a menu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Choice {
    GoFirst,
    GoSecond,
    Summon(Card),
    Deploy(Card),
    Use(Card, How),
    /// An ability of a card, by its number on the card.
    Activate(Card, u8),
    Move {
        from: Spot,
        to: Spot,
    },
    MoveSoul {
        from: Spot,
        to: Spot,
    },
    Swap {
        soul: Spot,
        with: Spot,
    },
    Attack(Card),
    Block(Card),
    PaySpot(Spot),
    PaySoul,
    Card(Card),
    Number(i32),
    /// One of several ways an effect offers.
    Mode(u8),
    /// A core or the Soul Core, where a player picks which leaves a card.
    Core,
    SoulCore,
    /// The waiting effect at this place of the list.
    Resolve(u8),
    Yes,
    Done,
    Decline,
    Pass,
    EndStep,
}

/// Why a seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reason {
    #[default]
    Nothing,
    FirstOrSecond,
    Redraw,
    MainStep,
    AttackStep,
    Flash,
    Block,
    Succession(Card),
    Pay(Card, u8),
    PlaceCores(Card),
    Order,
    WhichCore(Card),
    Effect(Card),
}

/// A step of the turn in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    pub step: Step,
    /// What opens the step has been done.
    pub opened: bool,
    /// How many free core moves were made since anything else was done (see [`crate::turn::MOVES`]).
    pub moves: u8,
    /// An effect ended the step: nothing more is done in it.
    pub closed: bool,
}

/// A card on its way from being shown to being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Use {
    pub card: Card,
    pub how: How,
    pub stage: UseStage,
    /// What is still to be paid.
    pub due: u8,
    /// Slots of the reduction filled by Succession, by colour, and how many cards went for it.
    pub inherited: [u8; 6],
    pub banished: u8,
    pub terms: Terms,
}

impl Use {
    /// BS SUCCESSION-3: one more card has gone, and its symbols count.
    pub(crate) fn inherit(&mut self, symbols: &PerColor) {
        for (slot, more) in self.inherited.iter_mut().zip(symbols.0) {
            *slot = slot.saturating_add(more);
        }
        self.banished = self.banished.saturating_add(1);
    }
}

/// What is out of the ordinary about a use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Terms {
    /// BS FAQ-PAY-3: an effect says that the cost is not paid.
    pub free: bool,
    /// Only cores of the Reserve may pay and be placed.
    pub reserve_only: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UseStage {
    Succession,
    Fix,
    Pay,
    Enter,
    Place,
    Resolve,
    Finish,
}

/// An attack from its declaration to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Battle {
    pub attacker: Object,
    pub blocker: Object,
    pub blocked: bool,
    /// An effect has ended the battle.
    pub ended: bool,
    pub stage: BattleStage,
}

/// What comes next in a battle. BS BATTLE-0.4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BattleStage {
    FirstFlash,
    Block,
    SecondFlash,
    Resolution,
    Compare,
    End,
    Expire,
    After,
}

/// A Flash Timing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Flash {
    pub seat: Seat,
    /// The other player has just passed.
    pub passed: bool,
}

/// Preparations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Setup {
    FirstOrSecond(Seat),
    Redraw(Seat),
}

/// Unfinished work, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    Setup(Setup),
    Turn(Turn),
    Battle(Battle),
    Flash(Flash),
    Use(Use),
    /// Waiting effects and leaving cards, as far as they came after these numbers of older ones, until nothing is
    /// left (see [`crate::check`]).
    Settle {
        waiting: u8,
        leaving: u8,
    },
    /// A resolving effect, and whom it asks while it waits for an answer.
    Effect(Run, Seat),
    /// Cores leave a card, one by one, as the card's player picks.
    Cores(Cores),
}

/// Cores on their way off one card, or in total off up to three, for an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cores {
    pub cards: [Object; 3],
    pub to: Pile,
    pub left: u16,
    pub moved: i16,
}

impl Default for Frame {
    fn default() -> Self {
        Frame::Settle { waiting: 0, leaving: 0 }
    }
}

/// How many pieces of work can be open inside each other.
pub const FRAMES: usize = 15;

/// How many effects and leaving cards can wait, how many changes last, how many uses be counted at a time. What does
/// not fit ends the match as a draw by the engine's limit.
pub const WAITING: usize = 20;
pub const LASTING: usize = 24;
pub const USES: usize = 16;

/// A match of Battle Spirits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub(crate) table: Table<Zone, Marks, CARDS>,
    pub(crate) players: PerSeat<Player>,
    pub(crate) edition: u8,
    pub(crate) first: Seat,
    pub(crate) turn_seat: Seat,
    pub(crate) turn_number: u16,
    pub(crate) frames: Flat<Frame, FRAMES>,
    /// Triggered effects that wait, older batches first.
    pub(crate) waiting: Flat<Waiting, WAITING>,
    /// BS FAQ-STATUS-1: cards that are about to leave the Field, older batches first.
    pub(crate) leaving: Flat<Card, WAITING>,
    /// Changes that last, in their order of application.
    pub(crate) lasting: Flat<Lasting<Until>, LASTING>,
    /// What the cards give and wait for where they lie; it follows from the rest.
    pub(crate) index: Index<{ crate::layer::SITES }>,
    pub(crate) uses: Uses<USES>,
    pub(crate) picks: Picks,
    /// Effects resolved in this turn: past a bound, nothing but a loop is left.
    pub(crate) resolved: u16,
    pub(crate) over: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 6144, "a state is copied at every step of a search");

impl State {
    pub(crate) fn empty(edition: usize) -> State {
        let player = Player { void: SUPPLY, ..Player::default() };
        State {
            table: Table::new(),
            players: PerSeat::new(player, player),
            edition: edition as u8,
            first: Seat::A,
            turn_seat: Seat::A,
            turn_number: 1,
            frames: Flat::new(),
            waiting: Flat::new(),
            leaving: Flat::new(),
            lasting: Flat::new(),
            index: Index::default(),
            uses: Uses::default(),
            picks: Picks::default(),
            resolved: 0,
            over: None,
        }
    }

    pub(crate) fn standing(&self) -> Standing {
        match self.over {
            Some(outcome) => Standing::Over(outcome),
            None => Standing::Open(self.decider()),
        }
    }

    pub(crate) fn win(&mut self, winner: Option<Seat>, rule: RuleId) {
        if self.over.is_none() {
            self.over = Some(Outcome { winner, why: Why::Rule(rule) });
        }
    }

    pub(crate) fn give_up_by_limit(&mut self) {
        if self.over.is_none() {
            self.over = Some(Outcome { winner: None, why: Why::Limit });
        }
    }

    // ---- readings -------------------------------------------------------------------------------------------

    pub fn is_eternal(&self) -> bool {
        self.edition == 1
    }

    pub(crate) fn step(&self) -> Step {
        match self.frames.first() {
            Some(Frame::Turn(turn)) => turn.step,
            _ => Step::Start,
        }
    }

    pub(crate) fn battle(&self) -> Option<&Battle> {
        match self.frames.get(1) {
            Some(Frame::Battle(battle)) => Some(battle),
            _ => None,
        }
    }

    pub(crate) fn battle_mut(&mut self) -> Option<&mut Battle> {
        match self.frames.get_mut(1) {
            Some(Frame::Battle(battle)) => Some(battle),
            _ => None,
        }
    }

    pub(crate) fn field(&self, seat: Seat) -> &[Card] {
        self.table.cards(Place::new(seat, Zone::Field))
    }

    pub(crate) fn is_on_field(&self, card: Card) -> bool {
        self.table.zone(card) == Zone::Field
    }

    pub(crate) fn print<'a>(&self, cards: &'a Cards, card: Card) -> &'a crate::card::BattleCard {
        cards.get(self.table.print(card))
    }

    pub(crate) fn is_kind(&self, cards: &Cards, card: Card, kind: Kind) -> bool {
        self.print(cards, card).kind == kind
    }

    pub(crate) fn has_soul(&self, card: Card) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.players[seat].soul == SoulAt::On(card))
    }

    /// BS CORE-SOUL-3: every core on the card, the Soul Core among them.
    pub(crate) fn cores_on(&self, card: Card) -> u16 {
        self.table.marks(card).cores + u16::from(self.has_soul(card))
    }

    pub(crate) fn reserve_total(&self, seat: Seat) -> u16 {
        let player = &self.players[seat];
        player.reserve + u16::from(player.soul == SoulAt::Reserve)
    }

    pub(crate) fn is_leaving(&self, card: Card) -> bool {
        self.table.marks(card).leaving != Leaving::Not
    }

    pub(crate) fn pose(&self, card: Card) -> Pose {
        self.table.marks(card).pose
    }
}
