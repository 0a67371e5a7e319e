//! The state of a match: the table, the frames of unfinished work, and what lasts. Plain data, copied as memory.

use crate::vocab::Kept;
use effects::layer::Index;
use effects::{Lasting, Picks, Run, Uses, Waiting};
use kernel::{Access, Card, Flat, Object, Outcome, PerSeat, Place, Seat, Table, Zone};
use serde::{Deserialize, Serialize};

/// DBS 3: the twelve areas of a player, and four places the rules imply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, PartialOrd, Ord)]
#[repr(u8)]
pub enum Area {
    Leader,
    Battle,
    Unison,
    Combo,
    Energy,
    #[default]
    Hand,
    /// DBS 1-12-1, 3-9-1: the life of a player's Leader.
    Life,
    Drop,
    Warp,
    ZDeck,
    ZEnergy,
    /// Cards under cards (DBS 23-2): their hosts say under which.
    Under,
    /// Declared and revealed, not yet where they go (DBS 20-15): a card being activated, or about to enter play.
    Declared,
    /// DBS 20-10, 20-10-1, 20-10-2: outside the game.
    Removed,
    Deck,
}

impl Zone for Area {
    const ALL: &'static [Area] = &[
        Area::Leader,
        Area::Battle,
        Area::Unison,
        Area::Combo,
        Area::Energy,
        Area::Hand,
        Area::Life,
        Area::Drop,
        Area::Warp,
        Area::ZDeck,
        Area::ZEnergy,
        Area::Under,
        Area::Declared,
        Area::Removed,
        Area::Deck,
    ];

    fn index(self) -> usize {
        self as usize
    }

    fn access(self) -> Access {
        match self {
            // DBS 3-2-2, 1-12-2, 3-9-2: secret even from their owner.
            Area::Deck | Area::Life => Access::Secret,
            // DBS 3-3-2, 3-3-3, 3-12-3, 3-12-2: the owner may look.
            Area::Hand | Area::ZDeck => Access::Owner,
            // DBS 0-3-12, 3-4-3, 3-5-2, 3-6-2, 3-7-2, 3-8-2: everybody may look at these.
            // DBS 3-10-2, 3-11-2, 3-13-2, 3-13-3, 20-10-3: so they may at these, face up as they lie.
            _ => Access::Open,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Area::Leader => "leader",
            Area::Battle => "battle",
            Area::Unison => "unison",
            Area::Combo => "combo",
            Area::Energy => "energy",
            Area::Hand => "hand",
            Area::Life => "life",
            Area::Drop => "drop",
            Area::Warp => "warp",
            Area::ZDeck => "z-deck",
            Area::ZEnergy => "z-energy",
            Area::Under => "under",
            Area::Declared => "declared",
            Area::Removed => "removed",
            Area::Deck => "deck",
        }
    }
}

impl Area {
    /// Areas whose cards have a position (DBS 1-10-1).
    pub fn has_mode(self) -> bool {
        matches!(self, Area::Leader | Area::Battle | Area::Energy | Area::Unison)
    }

    /// DBS 3-1-3: whether cards there are seen by both players.
    pub fn is_open(self) -> bool {
        self.access() == Access::Open
    }

    /// Areas where a card can carry others (DBS 23-2-1).
    pub fn is_in_play(self) -> bool {
        matches!(self, Area::Leader | Area::Battle | Area::Unison)
    }
}

/// What lies on or is turned about one card. Public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    flags: u8,
    /// DBS 1-11, 1-11-1, 1-11-2: markers on a Unison Card.
    pub markers: u8,
    /// The turn it entered its area, as the number of that turn (its low byte): "the turn it was played".
    pub since: u8,
    /// How often [X Attack] was used this turn (DBS 22-8-3), and where a card in a combo came from: four bits each.
    history: u8,
}

macro_rules! flag {
    ($get:ident, $set:ident, $bit:literal, $doc:literal) => {
        #[doc = $doc]
        pub fn $get(&self) -> bool {
            self.flags & (1 << $bit) != 0
        }
        pub fn $set(&mut self, on: bool) {
            self.flags = if on { self.flags | (1 << $bit) } else { self.flags & !(1 << $bit) };
        }
    };
}

impl Marks {
    /// Whether it has no yes-or-no mark at all.
    pub fn is_bare(&self) -> bool {
        self.flags == 0
    }

    pub fn again(&self) -> u8 {
        self.history >> 4
    }

    pub fn set_again(&mut self, times: u8) {
        self.history = self.history & 15 | times.min(15) << 4;
    }

    pub fn origin(&self) -> Area {
        Area::ALL.get(usize::from(self.history & 15)).copied().unwrap_or_default()
    }

    pub fn set_origin(&mut self, area: Area) {
        self.history = self.history & 0xf0 | area as u8;
    }

    flag!(is_rest, set_rest, 0, "Rest Mode (DBS 1-10-1-2).");
    flag!(is_back, set_back, 1, "A Leader Card on its back (DBS 10-1-3).");
    flag!(is_face_up, set_face_up, 2, "A card of a secret area that lies face up (DBS 3-9-2-1, 3-12-2-1).");
    flag!(
        is_overrealm,
        set_overrealm,
        3,
        "Played by [Over Realm]: leaves at the end of the turn (DBS 22-15-6)."
    );
    flag!(is_evolved, set_evolved, 4, "Played by an [Evolve] skill (DBS 22-5-2-1d).");
    flag!(used_marker_skill, set_used_marker_skill, 5, "A marker skill was used this turn (DBS 13-4-1-1b).");
    flag!(is_revived, set_revived, 6, "[Revive] is negated for the turn (DBS 22-34-4).");
    flag!(is_token, set_token, 7, "A token (DBS 19-1-1).");
}

/// Where a card was when something happened to it: the low bits of a trigger's number.
/// Two decks of 60 with Z-Decks of 10 and Leaders are 142 cards; the rest is for tokens.
pub const CARDS: usize = 160;
pub type DbsTable = Table<Area, Marks, CARDS>;

/// DBS 8: a battle in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    pub attacker: Object,
    pub guard: Object,
    /// Who was attacked first, before any [Blocker] (DBS 22-4-4).
    pub first_guard: Object,
    pub negated: bool,
    /// The card that readies at the end of the battle by [X Attack], and the one with [Revenge].
    pub again: Object,
    pub revenge: Object,
    /// DBS 8-4-4, 8-4-5: combo power in effect, for the attack card and for the guard card.
    pub boost: [i32; 2],
    /// Where the battle stands, for texts that ask.
    pub step: BattleStep,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, PartialOrd, Ord)]
pub enum BattleStep {
    /// No battle goes on.
    #[default]
    None,
    Attack,
    Offense,
    Defense,
    Damage,
    End,
}

/// Where a turn stands: each is one numbered step of DBS 7-2 to 7-4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TurnStep {
    ChargeBegins,
    Untap,
    Draw,
    Charge,
    MainBegins,
    Main,
    MainEnds,
    MainOver,
    /// The End Phase, first or (DBS 7-4-4) again: cards up to this stamp had their turn.
    EndBegins(Option<u16>),
    EndOver(u16),
}

/// Where an attack stands: each is one numbered step of DBS 8-1 to 8-5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum AttackStep {
    Declared,
    Countered,
    Valid,
    OffenseBegins,
    Offense,
    DefenseBegins,
    Defense,
    DamageBegins,
    Compare,
    Hit,
    /// The guard card was knocked out, and what waited for that is through (DBS 8-4-6-2-2).
    KnockedOut(Object),
    DamageEnds,
    EndBegins,
    ZEnergy(Seat),
    ComboFades,
    ComboLeaves,
    ComboDrops,
    BattleOver,
    Ends,
}

/// Where the preparation stands (DBS 6-2-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SetupStep {
    LeadersPlaced,
    Deal,
    Redraw(Seat),
    Life,
}

/// A cost in energy being paid, one energy at a time (DBS 5-3, 5-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pay {
    pub seat: Seat,
    pub left: u8,
    pub specified: [u8; 5],
    /// The colours of what was paid already, for the specified part.
    pub paid: Flat<u8, 16>,
    pub pays: Pays,
}

/// What energy is paid for: cards used as energy pay no combo costs (DBS 18-19-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Pays {
    /// An energy cost or a skill cost.
    #[default]
    Cost,
    Combo,
}

/// Up to so many cards being drawn, one at a time (DBS 5-1-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Draws {
    pub seat: Seat,
    pub left: u8,
    pub drawn: u8,
}

/// What a counter timing is about (DBS 4-3-2): which [Counter] skills it makes pending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// Who did it: the other player may answer.
    pub actor: Seat,
    pub play: bool,
    pub attack: bool,
    pub battle_card_attack: bool,
    pub counter: bool,
    /// The card being played, attacking, or whose skill it is.
    pub subject: Object,
}

/// A card on its way into play from where it was declared (DBS 5-5-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Play {
    pub seat: Seat,
    pub card: Object,
    pub from: Area,
    /// DBS 13-2-1-3: how much energy was paid: the markers of a Unison Card.
    pub paid: u8,
    pub step: u8,
    /// A skill lets it be played without paying.
    pub free: bool,
    /// An effect put something else in place of entering play.
    pub fails: Fails,
    /// The specified cost, and the Z-Energy to pay (DBS 5-3-1, 5-4-1); later the markers that [Empower] takes over.
    pub specified: [u8; 5],
    pub z_left: u8,
    /// What plays it, and whether in Rest Mode.
    pub cause: crate::cause::Cause,
    pub rest: bool,
}

/// A card on its way into a combo (DBS 5-7-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Combo {
    pub seat: Seat,
    pub card: Object,
    pub step: u8,
}

/// What becomes of a card that fails to enter play (DBS 5-5-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Fails {
    #[default]
    No,
    /// To the Drop Area.
    Drop,
    Warp,
    DeckBottom,
    DeckTop,
    Hand,
    /// It was moved already.
    Moved,
}

/// A skill between its declaration and the end of its resolution (DBS 9-4, 9-6, 9-7, 12-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Activation {
    pub what: Waiting,
    pub kind: Activated,
    pub step: u8,
    /// DBS 22-10-8: the counter motion was eliminated, or the skill negated.
    pub negated: bool,
    /// Where the card was when it was declared.
    pub from: Area,
    /// What an answer put in place of playing cards by this skill.
    pub play_fails: Fails,
    /// An answer has the card that this skill plays enter play in Rest Mode.
    pub play_rests: bool,
    /// The value of X (DBS 20-5-3).
    pub x: u8,
    /// Its cost is paid and it is activated (DBS 9-4-3).
    pub activated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Activated {
    #[default]
    Activate,
    Auto,
    Counter,
}

/// Work in progress, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Frame {
    Setup(SetupStep),
    Turn(TurnStep),
    /// A checkpoint (DBS 4-2).
    #[default]
    Check,
    /// A counter timing (DBS 4-3).
    Counter(Timing),
    Pay(Pay),
    /// How much X shall be (DBS 1-2-2-2-1): what waits for it lies below.
    NameX {
        seat: Seat,
        least: u8,
        most: u8,
    },
    /// A Z-Energy cost being paid (DBS 5-4).
    PayZ {
        seat: Seat,
        left: u8,
    },
    Play(Play),
    Combo(Combo),
    Skill(Activation),
    Attack(AttackStep),
    /// Damage being dealt, one life card at a time (DBS 21-3-2).
    Damage(Damage),
    /// A running effect.
    Effect(Run),
    /// A card is about to leave play, and something may happen instead (DBS 9-10).
    Would(crate::replace::Exit),
    /// DBS 20-14-1: an attack waits until its price is paid.
    Toll {
        attacker: Object,
        target: Object,
    },
    /// DBS 22-37-2: an Extra Card may be paid for by [Invoker].
    Invoke {
        seat: Seat,
        /// Whether [Invoker] may pay.
        invoker: bool,
        /// What may be done instead of paying.
        instead: Option<effects::AbilityRef>,
    },
    /// DBS 21-11-3: which of the cards of one name stays; of the Unison Cards where no name is given.
    Keep {
        seat: Seat,
        name: Object,
    },
    /// Several cards on their way into a pile: their owners say in which order (DBS 3-1-5).
    Order(Order),
    /// A player draws up to so many cards, and may stop before each (DBS 5-1-4).
    Draws(Draws),
}

/// DBS 3-1-5: cards to be placed at the same time, those already in order first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Order {
    pub cards: Flat<Card, 16>,
    pub ordered: u8,
    pub to: Area,
    pub bottom: bool,
    pub face_up: bool,
    /// Whose skill moves them, and whether as a cost.
    pub by: Seat,
    pub as_cost: bool,
}

impl Order {
    /// Takes one of those left as the next in order.
    pub fn take(&mut self, card: Card) {
        let from = usize::from(self.ordered);
        if let Some(at) = self.cards.iter().skip(from).position(|other| *other == card) {
            self.cards[from..=from + at].rotate_right(1);
            self.ordered += 1;
        }
    }
}

/// DBS 21-3-2: damage that a player takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Damage {
    pub to: Seat,
    pub left: u8,
    pub dealt: u8,
    pub critical: bool,
    pub by_attack: bool,
    pub source: Object,
    pub begun: bool,
}

/// Something that waits for a later moment of this or a coming turn (DBS 1-7-2-1-1).
pub type DbsLasting = Lasting<Kept>;

/// The lists of a state, with room for what a match needs.
pub type Frames = Flat<Frame, 18>;
pub type Pending = Flat<Waiting, 18>;
pub type Lastings = Flat<DbsLasting, 24>;
pub type Used = Uses<16>;

/// A match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub table: DbsTable,
    pub frames: Frames,
    pub picks: Picks,
    pub waiting: Pending,
    pub lasting: Lastings,
    /// What the cards give and wait for where they lie; it follows from the rest.
    pub index: Index<{ crate::layer::SITES }>,
    pub uses: Used,
    pub battle: Battle,
    pub outcome: Option<Outcome>,
    /// Who decides now.
    pub decider: Seat,
    pub turn_player: Seat,
    pub first: Seat,
    pub turn_number: u16,
    pub edition: u8,
    /// DBS 1-14, 1-14-3: energy markers in the Energy Areas.
    pub energy_markers: PerSeat<u8>,
    pub tally: PerSeat<Tally>,
    /// What is remembered to notice loops (DBS 23-1).
    pub watch: kernel::Watch<crate::choice::Choice>,
    /// Which batch of triggers is open.
    pub batch: u16,
    /// The game has begun: the defeat conditions apply.
    pub begun: bool,
    /// Bumped by whatever may change a figure: what is computed over permanent skills is kept until then.
    pub version: u16,
}

/// What a player did this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// DBS 13-3-2: a Unison Card grew.
    pub grown: bool,
    /// DBS 22-15-7: how often [Over Realm] and [Dark Over Realm] were activated.
    pub over_realms: u8,
    /// DBS 22-46-4.
    pub z_awakened: bool,
    /// DBS 7-2-11.
    pub charged: bool,
    pub attacks: u8,
    /// Those with Battle Cards among them.
    pub battle_attacks: u8,
    /// What of the player's coming turns is skipped, by bit (DBS 20-13).
    pub skips: u8,
}

const _: () = assert!(size_of::<State>() <= 4864);

impl State {
    pub fn cards(&self, seat: Seat, area: Area) -> &[Card] {
        self.table.cards(Place::new(seat, area))
    }

    pub fn count(&self, seat: Seat, area: Area) -> usize {
        self.table.count(Place::new(seat, area))
    }

    /// The top card of the Leader Area.
    pub fn leader(&self, seat: Seat) -> Option<Card> {
        // DBS 15-1-1, 15-1-4, 15-1-4-1: a Z-Leader that lies on top is the Leader.
        self.cards(seat, Area::Leader).first().copied()
    }

    pub fn unison(&self, seat: Seat) -> Option<Card> {
        self.cards(seat, Area::Unison).first().copied()
    }

    pub fn is_rest(&self, card: Card) -> bool {
        self.table.marks(card).is_rest()
    }

    /// The attack card, while it is still that card.
    pub fn attacker(&self) -> Option<Card> {
        self.table.find(self.battle.attacker)
    }

    pub fn guard(&self) -> Option<Card> {
        self.table.find(self.battle.guard)
    }

    pub fn in_battle(&self) -> bool {
        self.battle.step != BattleStep::None
    }

    pub fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// Sets where the frame on top goes on, so that what is pushed now runs before that.
    pub fn go_on(&mut self, frame: Frame) {
        if let Some(top) = self.frames.last_mut() {
            *top = frame;
        }
    }
}
