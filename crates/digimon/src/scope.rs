//! What the cards of a match do where they lie now: what none of them does is not looked for.
//!
//! Every question about a card ("what is its DP?") would otherwise walk the whole table for effects that bear on it.
//! The scope is the index of the shared layer ([`effects::layer`]) with a site for each part of a card that works in an
//! area of its own, kept where cards move: it may say yes where the answer turns out to be no, never the other way round.

use crate::card::{
    ANYWHERE, BREEDING, Cards, Class, Does, FACE_UP, GRANTED, HAND, INHERITED, LINK, MAIN, PARTS, TRASH,
};
use crate::state::{Area, Board, Ends, State};
use crate::vocab::Change;
use effects::layer::{Index, Sites};
use effects::{Lasting, On};
use kernel::{Card, End, Place, Print, Seat};
use serde::{Deserialize, Serialize};

/// The parts of a card that have sites: those that work in one area only.
const SITES: usize = ANYWHERE;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Scope {
    index: Index<SITES, Does>,
    /// What abilities do that cards of the match may be given: it counts while any is given.
    granted: Granted,
    /// The kinds of keyword that changes give which last.
    lent: Lent,
}

/// What granted abilities do, together. It follows from the cards of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Granted(Does);

/// Kinds of keyword. They follow from the changes that last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Lent(u32);

impl std::hash::Hash for Granted {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl std::hash::Hash for Lent {
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

impl Scope {
    /// The scope of a match with these cards on the table.
    pub fn of(table: &Board, cards: &Cards) -> Scope {
        let grants = |all: Does, card: Card| all | cards.facts(table.print(card)).parts[GRANTED];
        Scope {
            index: Index::of(table, cards),
            granted: Granted(table.all().fold(Does::default(), grants)),
            lent: Lent::default(),
        }
    }

    /// What a part of the cards does that lie where it works.
    #[inline]
    pub(crate) fn at(&self, part: usize) -> &Does {
        self.index.at(part)
    }

    /// What granted abilities do.
    #[inline]
    pub(crate) fn granted(&self) -> &Does {
        &self.granted.0
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
        let (now, lasting) = (&self.index.now, self.index.lasting);
        let always = now.own | now.others | self.index.whole.own;
        let granted = self.granted.0.own | self.granted.0.others;
        let grants = (always | lasting) & Class::Ability as u16 != 0;
        (if grants { always | granted } else { always }, lasting)
    }

    /// Whether any change of a class can be found.
    #[inline]
    pub(crate) fn has(&self, class: Class) -> bool {
        self.has_any(class as u16)
    }

    #[inline]
    fn has_any(&self, classes: u16) -> bool {
        let (always, lasting) = self.given();
        (always | lasting) & classes != 0
    }

    /// The kinds of keyword that any card may have now.
    #[inline]
    pub(crate) fn keywords(&self) -> u32 {
        self.index.now.keywords | self.index.whole.keywords | self.shared()
    }

    /// Those that cards are given by others.
    #[inline]
    fn shared(&self) -> u32 {
        let granted = self.granted.0.keywords | self.granted.0.shares;
        let granted = if granted != 0 && self.has(Class::Ability) { granted } else { 0 };
        self.index.now.shares | self.lent.0 | granted
    }

    /// One more change lasts.
    fn note(&mut self, cards: &Cards, lasting: &Lasting<Ends>) {
        let Some((_, change)) = lasting.change(cards.ability(lasting.ability)) else { return };
        self.index.lasting |= change.classes();
        if let Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) = change {
            self.lent.0 |= 1 << keyword.kind();
        }
    }
}

impl State {
    // ---- where cards move -----------------------------------------------------------------------------------

    /// Puts a card somewhere, as a new card.
    #[inline]
    pub(crate) fn put(&mut self, cards: &Cards, card: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        self.table.put(card, to, end);
        self.scope.index.follow(&self.table, card, from, cards);
    }

    /// Puts a card somewhere, as the card it is.
    #[inline]
    pub(crate) fn slide(&mut self, cards: &Cards, card: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        self.table.slide(card, to, end);
        self.scope.index.follow(&self.table, card, from, cards);
    }

    /// Puts a card under another or links it to it.
    #[inline]
    pub(crate) fn put_under(&mut self, cards: &Cards, card: Card, host: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        self.table.tuck(card, host, to, end);
        self.scope.index.follow(&self.table, card, from, cards);
    }

    /// Brings a new card onto the table.
    pub(crate) fn add(&mut self, cards: &Cards, print: Print, seat: Seat, area: Area) -> Option<Card> {
        let card = self.table.add(print, seat, State::place(seat, area))?;
        self.scope.index.join(&self.table, card, cards);
        self.scope.granted.0 = self.scope.granted.0 | cards.facts(print).parts[GRANTED];
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
        let less = anew.scope.index.lasting & !self.scope.index.lasting != 0
            || anew.scope.lent.0 & !self.scope.lent.0 != 0;
        anew.scope.index.lasting = self.scope.index.lasting;
        anew.scope.lent = self.scope.lent;
        !less && anew.scope == self.scope
    }

    // ---- what lasts -----------------------------------------------------------------------------------------

    /// Keeps a change from now on.
    pub(crate) fn begin_lasting(&mut self, cards: &Cards, lasting: Lasting<Ends>) {
        self.scope.note(cards, &lasting);
        self.core.lasting.push(lasting);
    }

    /// Lets go of the changes that end now.
    pub(crate) fn end_lasting(&mut self, cards: &Cards, ends: impl Fn(Ends) -> bool) {
        self.core.lasting.retain(|lasting| !ends(lasting.until));
        self.settle_lasting(cards);
    }

    /// Works out which classes of change last.
    pub(crate) fn settle_lasting(&mut self, cards: &Cards) {
        (self.scope.index.lasting, self.scope.lent) = (0, Lent::default());
        for lasting in &*self.core.lasting {
            self.scope.note(cards, lasting);
        }
    }

    // ---- questions ------------------------------------------------------------------------------------------

    /// Whether anything lowers DP or says what it originally is: cards' own abilities, those for others.
    #[inline]
    fn weakening(&self) -> (bool, bool) {
        let (now, granted) = (&self.scope.index.now, &self.scope.granted.0);
        let granted = (granted.weakens || granted.weakens_others) && self.scope.has(Class::Ability);
        (now.weakens || self.scope.index.whole.weakens, now.weakens_others || granted)
    }

    /// Whether nothing lowers DP or makes something else of a card: cards are what is printed, or better.
    #[inline]
    pub(crate) fn is_calm(&self) -> bool {
        !(self.weakening() != (false, false) || self.scope.has_any(MAKES_DIGIMON))
            && self.scope.index.lasting & Class::Dp as u16 == 0
    }

    /// Whether a Digimon's DP may be lower than what is printed: if not, rule checks need not ask for it.
    pub(crate) fn may_be_weakened(&self, cards: &Cards, card: Card) -> bool {
        let weakens = |card: Card, part: usize| cards.facts(self.table.print(card)).parts[part].weakens;
        let (own, others) = self.weakening();
        others
            || own
                && (weakens(card, MAIN)
                    || weakens(card, BREEDING)
                    || weakens(card, ANYWHERE)
                    || self.under(card).any(|under| weakens(under, INHERITED))
                    || self.links(card).any(|link| weakens(link, LINK)))
            || self.scope.index.lasting & (Class::Dp as u16 | MAKES_DIGIMON) != 0
                && self.core.lasting.iter().any(|lasting| {
                    let change = lasting.change(cards.ability(lasting.ability));
                    let lowers = match change {
                        Some((_, Change::Dp(_))) => lasting.value < 0,
                        Some((_, change)) => change.classes() & MAKES_DIGIMON != 0,
                        None => false,
                    };
                    lowers
                        && match lasting.on {
                            On::Card(object) => self.table.find(object) == Some(card),
                            On::Whatever => true,
                            On::Player(_) => false,
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
