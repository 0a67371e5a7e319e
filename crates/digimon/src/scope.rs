//! What the cards of a match do where they lie now: what none of them does is not looked for.
//!
//! Every question about a card ("what is its DP?") would otherwise walk the whole table for effects that bear on it.
//! The scope is the index of the shared layer ([`effects::layer`]) with a site for each part of a card that works in an
//! area of its own, kept where cards move: it may say yes where the answer turns out to be no, never the other way round.

use crate::card::{
    ANYWHERE, BREEDING, Ban, Cards, Class, Does, FACE_UP, GRANTED, HAND, INHERITED, LINK, MAIN, PARTS, TRASH,
    WEAKENS_ITSELF, WEAKENS_OTHERS,
};
use crate::state::{Area, Board, Ends, Mark, State};
use crate::vocab::Change;
use effects::layer::{Index, Sites};
use effects::{Host, Lasting, On};
use kernel::{Card, End, Place, Print, Seat};
use serde::{Deserialize, Serialize};

/// The parts of a card that have sites: those that work in one area only.
const SITES: usize = ANYWHERE;

/// It follows from the rest of the state, so it is no part of its hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Scope {
    index: Index<SITES, Does>,
    /// What abilities do that cards of the match may be given.
    granted: Does,
    /// The kinds of keyword that changes give which last.
    lent: u32,
    tally: Tally,
    order: Order,
}

/// Whether rule checks found everything as it should be and nothing that they look at has changed since: then they need not
/// look again. It says what has been looked at, so that two states are equal whatever it says.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Order(bool);

impl PartialEq for Order {
    fn eq(&self, _: &Order) -> bool {
        true
    }
}

impl Eq for Order {}

/// What is asked most often, worked out from the rest whenever that changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Tally {
    always: u16,
    bans: u16,
    keywords: u32,
    shared: u32,
    weakens: u8,
}

impl std::hash::Hash for Scope {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Sites<Area> for Cards {
    type Bits = Does;

    #[inline]
    fn site(&self, area: Area) -> Option<usize> {
        Some(match area {
            Area::Battle => MAIN,
            Area::Under => INHERITED,
            Area::Links => LINK,
            Area::Breeding => BREEDING,
            Area::Security => FACE_UP,
            Area::Trash => TRASH,
            Area::Hand => HAND,
            Area::Deck | Area::Eggs | Area::Aside | Area::Gone => return None,
        })
    }

    #[inline]
    fn bits(&self, print: Print, site: usize) -> Does {
        self.facts(print).parts[site]
    }

    fn anywhere(&self, print: Print) -> Does {
        self.facts(print).anywhere
    }
}

/// Whether a card of the match lends effects of digivolution cards.
fn lends(table: &Board, cards: &Cards) -> bool {
    table.all().any(|card| cards.facts(table.print(card)).lends)
}

/// What abilities of a print do that a card may be given: those that are granted, and where digivolution cards lend their own
/// effects all of its upper text.
fn given(cards: &Cards, print: Print, lends: bool) -> Does {
    let parts = &cards.facts(print).parts;
    parts[GRANTED] | if lends { parts[MAIN] } else { Does::default() }
}

impl Scope {
    /// The scope of a match with these cards on the table.
    pub fn of(table: &Board, cards: &Cards) -> Scope {
        let lends = lends(table, cards);
        let granted =
            table.all().fold(Does::default(), |all, card| all | given(cards, table.print(card), lends));
        let mut scope = Scope { index: Index::of(table, cards), granted, ..Scope::default() };
        scope.settle();
        scope
    }

    /// What a part of the cards does that lie where it works.
    #[inline]
    pub(crate) fn at(&self, part: usize) -> &Does {
        self.index.at(part)
    }

    /// What granted abilities do.
    #[inline]
    pub(crate) fn granted(&self) -> &Does {
        &self.granted
    }

    /// The moments that anything in the match may wait for, and those it may step in before.
    #[inline]
    pub(crate) fn listens(&self) -> u64 {
        self.index.whole.listens
    }

    #[inline]
    pub(crate) fn interrupts(&self) -> u64 {
        self.index.whole.interrupts
    }

    /// The classes of change that always-on abilities make now; and of those that last.
    #[inline]
    pub(crate) fn given(&self) -> (u16, u16) {
        (self.tally.always, self.index.lasting)
    }

    /// Whether any change of a class can be found.
    #[inline]
    pub(crate) fn has(&self, class: Class) -> bool {
        self.has_any(class as u16)
    }

    #[inline]
    fn has_any(&self, classes: u16) -> bool {
        (self.tally.always | self.index.lasting) & classes != 0
    }

    /// The classes of change that cards make of others, where they lie.
    #[inline]
    pub(crate) fn others(&self) -> u16 {
        self.index.now.others
    }

    /// The kinds of prohibition that always-on abilities make now.
    #[inline]
    pub(crate) fn bans(&self) -> u16 {
        self.tally.bans
    }

    /// Whether a prohibition of this kind may be found.
    #[inline]
    pub(crate) fn forbids(&self, ban: Ban) -> bool {
        self.tally.bans & ban as u16 != 0 || self.index.lasting & Class::Cannot as u16 != 0
    }

    /// The kinds of keyword that any card may have now.
    #[inline]
    pub(crate) fn keywords(&self) -> u32 {
        self.tally.keywords
    }

    /// Those that cards are given by others.
    #[inline]
    fn shared(&self) -> u32 {
        self.tally.shared
    }

    /// Whether any part of the cards hears a call where it lies.
    #[inline]
    pub(crate) fn now(&self) -> &Does {
        &self.index.now
    }

    /// Whether rule checks have nothing to look at.
    #[inline]
    pub(crate) fn is_in_order(&self) -> bool {
        self.order.0
    }

    #[inline]
    pub(crate) fn set_in_order(&mut self, order: bool) {
        self.order = Order(order);
    }

    /// A card has come to lie in an area: whether all is still in order where rule checks look. What is not weakened and is
    /// sound as it is printed leaves them nothing to find.
    #[inline]
    fn admit(&mut self, table: &Board, card: Card, cards: &Cards) {
        let area = table.zone(card);
        self.order.0 &= match area {
            Area::Battle | Area::Breeding => {
                !table.marks(card).has(Mark::FaceDown) && cards.facts(table.print(card)).is_sound(area)
            }
            Area::Links => false,
            _ => true,
        };
    }

    /// Works out what follows from the rest. What granted abilities do counts while any is given.
    fn settle(&mut self) {
        let (now, whole, granted) = (&self.index.now, &self.index.whole, &self.granted);
        let always = now.own | now.others | whole.own;
        let grants = (always | self.index.lasting) & Class::Ability as u16 != 0;
        let nothing = Does::default();
        let granted = if grants { granted } else { &nothing };
        let shared = now.shares | self.lent | granted.keywords | granted.shares;
        self.tally = Tally {
            always: always | granted.own | granted.others,
            bans: now.bans | whole.bans | granted.bans,
            keywords: now.keywords | whole.keywords | shared,
            shared,
            weakens: now.weakens | whole.weakens | if granted.weakens != 0 { WEAKENS_OTHERS } else { 0 },
        };
        self.order.0 &= self.is_calm();
    }

    /// Whether nothing lowers DP or makes something else of a card.
    #[inline]
    fn is_calm(&self) -> bool {
        !(self.tally.weakens != 0 || self.has_any(MAKES_DIGIMON))
            && self.index.lasting & Class::Dp as u16 == 0
    }

    /// One more change lasts.
    fn note(&mut self, cards: &Cards, lasting: &Lasting<Ends>) {
        let Some((_, change)) = lasting.change(cards.ability(lasting.ability)) else { return };
        self.index.lasting |= change.classes();
        if let Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) = change {
            self.lent |= 1 << keyword.kind();
        }
    }
}

impl State {
    // ---- where cards move -----------------------------------------------------------------------------------

    /// Puts a card somewhere, as a new card.
    #[inline]
    pub(crate) fn put(&mut self, cards: &Cards, card: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        // DCG 3-1-3-1-1, 3-1-3-1-2, 15-14-1-4: in another area it is a new card, with all its uses before it.
        self.table.put(card, to, end);
        self.scope.admit(&self.table, card, cards);
        self.scope.index.follow(&self.table, card, from, cards);
        self.scope.settle();
    }

    /// Puts a card somewhere, as the card it is.
    #[inline]
    pub(crate) fn slide(&mut self, cards: &Cards, card: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        self.table.slide(card, to, end);
        self.scope.admit(&self.table, card, cards);
        self.scope.index.follow(&self.table, card, from, cards);
        self.scope.settle();
    }

    /// Puts a card under another or links it to it.
    #[inline]
    pub(crate) fn put_under(&mut self, cards: &Cards, card: Card, host: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        self.table.tuck(card, host, to, end);
        self.scope.admit(&self.table, card, cards);
        self.scope.index.follow(&self.table, card, from, cards);
        self.scope.settle();
    }

    /// Brings a new card onto the table.
    pub(crate) fn add(&mut self, cards: &Cards, print: Print, seat: Seat, area: Area) -> Option<Card> {
        let card = self.table.add(print, seat, State::place(seat, area))?;
        self.scope.admit(&self.table, card, cards);
        self.scope.index.join(&self.table, card, cards);
        self.scope.granted = self.scope.granted | given(cards, print, lends(&self.table, cards));
        self.scope.settle();
        Some(card)
    }

    /// Works the scope out from nothing: for a table that was laid out by hand.
    pub(crate) fn reindex(&mut self, cards: &Cards) {
        self.scope = Scope::of(&self.table, cards);
        self.settle_lasting(cards);
    }

    /// Whether the scope is what the table says; of what lasts it may say more.
    pub(crate) fn is_indexed(&self, cards: &Cards) -> bool {
        let mut anew = *self;
        anew.reindex(cards);
        let said = self.scope.index.lasting;
        let less = anew.scope.index.lasting & !said != 0 || anew.scope.lent & !self.scope.lent != 0;
        (anew.scope.index.lasting, anew.scope.lent) = (said, self.scope.lent);
        anew.scope.settle();
        !less && anew.scope == self.scope
    }

    // ---- what lasts -----------------------------------------------------------------------------------------

    /// Keeps a change from now on.
    pub(crate) fn begin_lasting(&mut self, cards: &Cards, lasting: Lasting<Ends>) {
        self.scope.note(cards, &lasting);
        self.scope.settle();
        self.core.lasting.push(lasting);
    }

    /// Lets go of the changes that end now.
    pub(crate) fn end_lasting(&mut self, cards: &Cards, ends: impl Fn(Ends) -> bool) {
        self.core.lasting.retain(|lasting| !ends(lasting.until));
        self.settle_lasting(cards);
    }

    /// Works out which classes of change last.
    pub(crate) fn settle_lasting(&mut self, cards: &Cards) {
        (self.scope.index.lasting, self.scope.lent) = (0, 0);
        for lasting in &*self.core.lasting {
            self.scope.note(cards, lasting);
        }
        self.scope.settle();
    }

    // ---- questions ------------------------------------------------------------------------------------------

    /// Whether nothing lowers DP or makes something else of a card: cards are what is printed, or better.
    #[inline]
    pub(crate) fn is_calm(&self) -> bool {
        self.scope.is_calm()
    }

    /// Whether a Digimon's DP may be lower than what is printed: if not, rule checks need not ask for it.
    pub(crate) fn may_be_weakened(&self, cards: &Cards, card: Card) -> bool {
        let weakens = |card: Card, part: usize| {
            cards.facts(self.table.print(card)).parts[part].weakens & WEAKENS_ITSELF != 0
        };
        let any = self.scope.tally.weakens;
        any & WEAKENS_OTHERS != 0
            || any & WEAKENS_ITSELF != 0
                && (weakens(card, MAIN)
                    || weakens(card, BREEDING)
                    || weakens(card, ANYWHERE)
                    || self.under(card).any(|under| weakens(under, INHERITED))
                    || self.links(card).any(|link| weakens(link, LINK)))
            || self.scope.index.lasting & (Class::Dp as u16 | MAKES_DIGIMON) != 0
                && self.core.lasting.iter().any(|lasting| {
                    let on = match lasting.on {
                        On::Card(object) => self.is_same(card, object),
                        On::Whatever => true,
                        On::Player(_) => false,
                    };
                    on && match lasting.change(cards.ability(lasting.ability)) {
                        Some((_, Change::Dp(_))) => lasting.value < 0,
                        Some((_, change)) => change.classes() & MAKES_DIGIMON != 0,
                        None => false,
                    }
                })
    }

    /// Whether a card may have a keyword of one of these kinds.
    pub(crate) fn may_have(&self, cards: &Cards, card: Card, kinds: u32) -> bool {
        let kinds = kinds & self.scope.keywords();
        if kinds == 0 {
            return false;
        }
        let gives =
            |card: Card, part: usize| cards.facts(self.table.print(card)).parts[part].keywords & kinds != 0;
        self.scope.shared() & kinds != 0
            || cards.facts(self.table.print(card)).on_top & kinds != 0
            || self.scope.at(INHERITED).keywords & kinds != 0
                && self.under(card).any(|under| gives(under, INHERITED))
            || self.scope.at(LINK).keywords & kinds != 0 && self.links(card).any(|link| gives(link, LINK))
    }
}

/// The classes of change that make a Digimon of a card, or give it other DP.
const MAKES_DIGIMON: u16 = Class::Kind as u16 | Class::OriginalDp as u16;

const _: () = assert!(SITES < PARTS, "what works anywhere and what is granted lies nowhere");
