//! The table: every card of a match, where it lies, what lies under what, and who knows which card it is.
//!
//! All zones share one array of handles, cut into segments, so that a zone is a slice, a move is two short memory
//! moves, and a copy of the table is a copy of memory. What a mark on a card means is the game's business.

use crate::chance::Chance;
use crate::event::Named;
use crate::game::Unfit;
use crate::pool::{Pool, Print, Printed};
use crate::seat::{Eyes, PerSeat, Seat, Seats};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;
use thiserror::Error;

/// A card on the table: a handle, meaningless outside its match. Handles are dealt anew whenever a zone is shuffled,
/// so that a handle tells nothing about a card that went into a shuffled zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Card(pub u8);

impl Card {
    /// No card: the host of a card that lies under nothing.
    pub const NONE: Card = Card(u8::MAX);

    /// The card, unless this is [`Card::NONE`].
    pub fn some(self) -> Option<Card> {
        (self != Card::NONE).then_some(self)
    }
}

/// A card *as it is now*: the same handle with a new stamp is, by the rules, a new card. What effects remember.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Object {
    /// The handle.
    pub card: Card,
    /// The stamp that the card had then.
    pub stamp: u16,
}

/// What a card can be followed by from outside: the same for as long as somebody may follow it, another after a shuffle
/// that hides it. Its words (`c12`, `c12.1`) tell nothing about the card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// The handle.
    pub card: Card,
    /// How often the handle was dealt anew, from 0 again after 255: nobody follows a card over so many shuffles.
    pub mint: u8,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mint {
            0 => write!(f, "c{}", self.card.0),
            mint => write!(f, "c{}.{mint}", self.card.0),
        }
    }
}

/// A word that is no card's name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} names no card: a card is named like c12 or c12.1")]
pub struct NoCard(pub String);

impl FromStr for Trace {
    type Err = NoCard;

    fn from_str(word: &str) -> Result<Self, NoCard> {
        let read = || {
            let (card, mint) = match word.strip_prefix('c')?.split_once('.') {
                Some((card, mint)) => (card, mint.parse().ok().filter(|mint| *mint != 0)?),
                None => (word.strip_prefix('c')?, 0),
            };
            Some(Trace { card: Card(card.parse().ok()?), mint })
        };
        // Only the word that is written: no sign, no leading zero.
        let plain = |trace: &Trace| trace.to_string() == word;
        read().filter(plain).ok_or_else(|| NoCard(word.into()))
    }
}

/// Who learns a card's identity when it enters a zone face up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everybody sees it.
    Open,
    /// Its owner sees it; others keep what they knew.
    Owner,
    /// Nobody learns anything new; those who knew it go on knowing it until the zone is shuffled.
    Secret,
}

/// A game's zones. At most 16, with dense indices.
pub trait Zone: Copy + Eq + Hash + Debug + Serialize + 'static {
    /// All zones, in the order of [`Zone::index`].
    const ALL: &'static [Self];
    /// The place of the zone in [`Zone::ALL`].
    fn index(self) -> usize;
    /// Who may look into it.
    fn access(self) -> Access;
    /// Its name in scenes and on screens, lower case.
    fn name(self) -> &'static str;
}

/// A zone of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place<Z> {
    /// Whose zone it is.
    pub seat: Seat,
    /// Which zone.
    pub zone: Z,
}

impl<Z: Zone> Place<Z> {
    /// `zone` of `seat`.
    pub const fn new(seat: Seat, zone: Z) -> Self {
        Place { seat, zone }
    }

    fn index(self) -> usize {
        self.seat.index() * ZONES + self.zone.index()
    }

    fn from_index(index: usize) -> Self {
        Place { seat: Seat::from_index(index / ZONES), zone: Z::ALL[index % ZONES] }
    }
}

const ZONES: usize = 16;
const PLACES: usize = 2 * ZONES;

/// Which end of a zone, or which position in it. The top of a pile is its first card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum End {
    /// On top.
    Top,
    /// At the bottom.
    Bottom,
    /// With that many cards above it.
    At(u8),
}

/// Who owns a card and who knows it, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Whose(u8);

impl Whose {
    const KNOWN: u8 = 3;

    fn new(owner: Seat, known: Seats) -> Whose {
        Whose((owner as u8) << 2 | known.bits())
    }

    #[inline]
    fn owner(self) -> Seat {
        Seat::from_index(usize::from(self.0 >> 2))
    }

    #[inline]
    fn known(self) -> Seats {
        Seats::from_bits(self.0 & Whose::KNOWN)
    }

    #[inline]
    fn set_known(&mut self, known: Seats) {
        self.0 = self.0 & !Whose::KNOWN | known.bits();
    }
}

/// What the table holds of one card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Row<X> {
    print: Print,
    stamp: u16,
    place: u8,
    whose: Whose,
    /// How often the handle was dealt anew. No part of what the game looks like: neither of its hash nor of its shape.
    mint: u8,
    host: Card,
    /// The game's own marks: orientation, face, counters. Always public.
    pub marks: X,
}

impl<X> Row<X> {
    /// Which card it is.
    pub fn print(&self) -> Print {
        self.print
    }
    /// Whose card it is.
    pub fn owner(&self) -> Seat {
        self.whose.owner()
    }
    /// The card it lies under, if any.
    pub fn host(&self) -> Option<Card> {
        self.host.some()
    }
}

impl<X: Hash> Hash for Row<X> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.print, self.stamp, self.place, self.whose.owner(), self.whose.known(), self.host).hash(state);
        self.marks.hash(state);
    }
}

/// Every card of a match: at most `N` (255 at the very most), with the game's marks `X` on each.
#[derive(Clone, Copy)]
pub struct Table<Z, X, const N: usize> {
    count: u8,
    overflowed: bool,
    next_stamp: u16,
    /// Where each place begins in `order`, and where the last one ends.
    cuts: [u8; PLACES + 1],
    order: [Card; N],
    rows: [Row<X>; N],
    zones: PhantomData<Z>,
}

impl<Z: Zone, X: Copy + Default, const N: usize> Default for Table<Z, X, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<Z: Zone, X: Copy + Default, const N: usize> Table<Z, X, N> {
    /// A table without cards.
    pub fn new() -> Self {
        const { assert!(N <= 255, "handles are one byte, and one value means no card") };
        Table {
            count: 0,
            overflowed: false,
            next_stamp: 1,
            cuts: [0; PLACES + 1],
            order: [Card::NONE; N],
            rows: [Row { host: Card::NONE, ..Row::default() }; N],
            zones: PhantomData,
        }
    }

    /// Brings a new card onto the table, at the bottom of a zone. `None` (and [`Table::overflowed`]) when it is full.
    pub fn add(&mut self, print: Print, owner: Seat, place: Place<Z>) -> Option<Card> {
        if self.count as usize >= N {
            self.overflowed = true;
            return None;
        }
        let card = Card(self.count);
        self.count += 1;
        let stamp = self.fresh_stamp();
        self.rows[card.0 as usize] =
            Row { print, stamp, whose: Whose::new(owner, Seats::NONE), host: Card::NONE, ..Row::default() };
        self.insert(card, place);
        self.learn_on_entry(card, place.zone);
        Some(card)
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether more was asked of the table than it has room for.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Every handle in use.
    pub fn all(&self) -> impl Iterator<Item = Card> + use<Z, X, N> {
        (0..self.count).map(Card)
    }

    /// The cards of a zone, top first.
    #[inline]
    pub fn cards(&self, place: Place<Z>) -> &[Card] {
        let (from, to) = self.segment(place.index());
        &self.order[from..to]
    }

    /// How many cards lie there.
    #[inline]
    pub fn count(&self, place: Place<Z>) -> usize {
        let (from, to) = self.segment(place.index());
        to - from
    }

    /// Everything that is kept of a card.
    #[inline]
    pub fn row(&self, card: Card) -> &Row<X> {
        &self.rows[card.0 as usize]
    }

    /// Which card it is.
    #[inline]
    pub fn print(&self, card: Card) -> Print {
        self.rows[card.0 as usize].print
    }

    /// Whose card it is.
    #[inline]
    pub fn owner(&self, card: Card) -> Seat {
        self.rows[card.0 as usize].whose.owner()
    }

    /// Where it lies.
    #[inline]
    pub fn place(&self, card: Card) -> Place<Z> {
        Place::from_index(self.rows[card.0 as usize].place as usize)
    }

    /// The zone in which it lies.
    #[inline]
    pub fn zone(&self, card: Card) -> Z {
        self.place(card).zone
    }

    /// Whose zone the card is in.
    #[inline]
    pub fn seat(&self, card: Card) -> Seat {
        Seat::from_index(self.rows[card.0 as usize].place as usize / ZONES)
    }

    /// Whether it lies there.
    #[inline]
    pub fn is_in(&self, card: Card, place: Place<Z>) -> bool {
        self.rows[card.0 as usize].place as usize == place.index()
    }

    /// The game's own marks on a card.
    #[inline]
    pub fn marks(&self, card: Card) -> &X {
        &self.rows[card.0 as usize].marks
    }

    /// The game's own marks on a card, to be changed.
    #[inline]
    pub fn marks_mut(&mut self, card: Card) -> &mut X {
        &mut self.rows[card.0 as usize].marks
    }

    /// The marks of every card.
    pub fn all_marks_mut(&mut self) -> impl Iterator<Item = &mut X> {
        self.rows[..self.count as usize].iter_mut().map(|row| &mut row.marks)
    }

    /// The position of a card in its zone, 0 on top.
    pub fn position(&self, card: Card) -> usize {
        let (from, to) = self.segment(self.rows[card.0 as usize].place as usize);
        self.order[from..to].iter().position(|other| *other == card).unwrap_or(0)
    }

    // ---- identity -------------------------------------------------------------------------------------------

    /// The card as it is now, to be remembered.
    #[inline]
    pub fn object(&self, card: Card) -> Object {
        Object { card, stamp: self.rows[card.0 as usize].stamp }
    }

    /// The card that carries a remembered identity, if it is still the same card. The handle is tried first; where a
    /// stack was taken over by another card ([`Table::take_over`]), the stamp finds it.
    #[inline]
    pub fn find(&self, object: Object) -> Option<Card> {
        if object.card.0 < self.count && self.rows[object.card.0 as usize].stamp == object.stamp {
            return Some(object.card);
        }
        if object.stamp == 0 {
            return None;
        }
        self.all().find(|card| self.rows[card.0 as usize].stamp == object.stamp)
    }

    /// What the card can be followed by from outside.
    pub fn trace(&self, card: Card) -> Trace {
        Trace { card, mint: self.rows[card.0 as usize].mint }
    }

    /// The card as an event remembers it.
    pub fn named(&self, card: Card) -> Named {
        Named { trace: self.trace(card), print: self.print(card), owner: self.owner(card), side: 0 }
    }

    /// A remembered card as an event remembers it; where it is no more, this print of it.
    pub fn named_by(&self, object: Object, print: Print, owner: Seat) -> Named {
        match self.find(object) {
            Some(card) => self.named(card),
            None => Named { trace: Trace { card: Card::NONE, mint: 0 }, print, owner, side: 0 },
        }
    }

    /// The card that is followed by this, as long as it can be followed.
    pub fn traced(&self, trace: Trace) -> Option<Card> {
        let held = trace.card.0 < self.count && self.rows[trace.card.0 as usize].mint == trace.mint;
        held.then_some(trace.card)
    }

    /// Another face of a card comes up: it is printed like this from now on, and the same card.
    pub fn show_face(&mut self, card: Card, print: Print) {
        self.rows[card.0 as usize].print = print;
    }

    /// Makes the card a new card to everything that remembers it.
    pub fn renew(&mut self, card: Card) {
        self.rows[card.0 as usize].stamp = self.fresh_stamp();
    }

    /// `heir` becomes what `card` was to everything that remembers it; `card` becomes a new card.
    pub fn take_over(&mut self, heir: Card, card: Card) {
        self.rows[heir.0 as usize].stamp = self.rows[card.0 as usize].stamp;
        self.renew(card);
    }

    /// The newest stamp: whatever becomes a new card from now on has a later one (they wrap round).
    pub fn last_stamp(&self) -> u16 {
        self.next_stamp.wrapping_sub(1)
    }

    fn fresh_stamp(&mut self) -> u16 {
        let stamp = self.next_stamp;
        self.next_stamp = self.next_stamp.checked_add(1).unwrap_or(1);
        stamp
    }

    // ---- moving ---------------------------------------------------------------------------------------------

    /// Moves a card to a zone, as a new card: new identity, no marks, under nothing, known as the zone makes it known.
    pub fn put(&mut self, card: Card, place: Place<Z>, end: End) {
        self.slide(card, place, end);
        let stamp = self.fresh_stamp();
        let row = &mut self.rows[card.0 as usize];
        row.stamp = stamp;
        row.host = Card::NONE;
        row.marks = X::default();
        self.learn_on_entry(card, place.zone);
    }

    /// Moves a card within or between zones and leaves everything else about it alone: identity, marks, host, knowledge.
    pub fn slide(&mut self, card: Card, place: Place<Z>, end: End) {
        let (old, new) = (self.rows[card.0 as usize].place as usize, place.index());
        let at = self.cuts[old] as usize + self.position(card);
        let (first, behind) = self.segment(new);
        // Where it goes between the others; a card that leaves from further up makes them all move up by one.
        let to = match end {
            End::Top => first,
            End::Bottom => behind,
            End::At(position) => {
                let from_above = old == new && (position as usize) + first >= at;
                (first + position as usize + usize::from(from_above)).min(behind)
            }
        };
        if at < to {
            self.order.copy_within(at + 1..to, at);
            self.order[to - 1] = card;
        } else {
            self.order.copy_within(to..at, to + 1);
            self.order[to] = card;
        }
        if old < new {
            self.cuts[old + 1..=new].iter_mut().for_each(|cut| *cut -= 1);
        } else {
            self.cuts[new + 1..=old].iter_mut().for_each(|cut| *cut += 1);
        }
        self.rows[card.0 as usize].place = new as u8;
    }

    /// Puts a card under another, into the zone that holds such cards, as a new card.
    pub fn tuck(&mut self, card: Card, host: Card, place: Place<Z>, end: End) {
        self.put(card, place, end);
        self.rows[card.0 as usize].host = host;
    }

    /// Changes what a card lies under, and nothing else.
    pub fn set_host(&mut self, card: Card, host: Option<Card>) {
        self.rows[card.0 as usize].host = host.unwrap_or(Card::NONE);
    }

    /// The cards under `host` in the zone `zone` of its seat, top first.
    #[inline]
    pub fn under(&self, host: Card, zone: Z) -> impl DoubleEndedIterator<Item = Card> + Clone + '_ {
        let place = Place::new(self.seat(host), zone);
        self.cards(place).iter().copied().filter(move |card| self.rows[card.0 as usize].host == host)
    }

    /// Hands everything under `from` over to `to`, in the same order.
    pub fn rehost(&mut self, from: Card, to: Card) {
        for row in &mut self.rows[..self.count as usize] {
            if row.host == from {
                row.host = to;
            }
        }
    }

    /// Shuffles a zone. Handles are dealt anew: printed cards change places among the handles, nobody knows any of
    /// them, and every card there is a new card. Every card of a shuffled zone must belong to one owner.
    pub fn shuffle(&mut self, place: Place<Z>, chance: &mut dyn Chance) {
        self.shuffle_where(place, |_| true, chance);
    }

    /// Shuffles those cards of a zone whose marks say so among their places; the others stay where and what they are.
    pub fn shuffle_where(&mut self, place: Place<Z>, moves: impl Fn(&X) -> bool, chance: &mut dyn Chance) {
        let (from, to) = self.segment(place.index());
        let mut prints = [Print(0); N];
        let mut count = 0;
        for card in &self.order[from..to] {
            let row = &self.rows[card.0 as usize];
            if moves(&row.marks) {
                prints[count] = row.print;
                count += 1;
            }
        }
        chance.shuffle(&mut prints[..count]);
        let mut dealt = 0;
        for at in from..to {
            let card = self.order[at].0 as usize;
            if !moves(&self.rows[card].marks) {
                continue;
            }
            let stamp = self.fresh_stamp();
            let row = &mut self.rows[card];
            row.print = prints[dealt];
            row.whose.set_known(Seats::NONE);
            row.stamp = stamp;
            row.mint = row.mint.wrapping_add(1);
            row.marks = X::default();
            dealt += 1;
        }
    }

    /// Deals the handles of these cards of one zone and one owner anew: they stay where they lie, and neither their
    /// handles nor their identities tell any more which of them is which. Who knows them goes on knowing them.
    pub fn redeal(&mut self, cards: &[Card]) {
        let mut lying = [(0u8, Card::NONE); N];
        let lying = &mut lying[..cards.len().min(N)];
        for (slot, card) in lying.iter_mut().zip(cards) {
            *slot = (self.position(*card) as u8, *card);
        }
        lying.sort_unstable();
        let mut rows = [Row::default(); N];
        let Some((_, first)) = lying.first() else { return };
        let (begin, _) = self.segment(self.rows[first.0 as usize].place as usize);
        for (row, (_, card)) in rows.iter_mut().zip(lying.iter()) {
            *row = self.rows[card.0 as usize];
        }
        let mut handles = [Card::NONE; N];
        let handles = &mut handles[..lying.len()];
        handles.iter_mut().zip(lying.iter()).for_each(|(handle, (_, card))| *handle = *card);
        handles.sort_unstable();
        for ((row, (at, _)), handle) in rows.iter().zip(lying.iter()).zip(handles.iter()) {
            let (stamp, mint) = (self.fresh_stamp(), self.rows[handle.0 as usize].mint.wrapping_add(1));
            self.rows[handle.0 as usize] = Row { stamp, mint, ..*row };
            self.order[begin + *at as usize] = *handle;
        }
    }

    // ---- knowledge ------------------------------------------------------------------------------------------

    /// Whether these eyes know which card it is.
    #[inline]
    pub fn knows(&self, eyes: impl Into<Eyes>, card: Card) -> bool {
        eyes.into().knows(self.rows[card.0 as usize].whose.known())
    }

    /// Whether these eyes know any card of a place.
    #[inline]
    pub fn knows_any(&self, place: Place<Z>, eyes: Eyes) -> bool {
        let Eyes::Seat(seat) = eyes else {
            return self.cards(place).iter().any(|card| self.knows(eyes, *card));
        };
        let bit = Seats::only(seat).bits();
        // All are looked at: a loop without a way out is a short one.
        let known = |found: u8, card: &Card| found | self.rows[card.0 as usize].whose.0;
        self.cards(place).iter().fold(0, known) & bit != 0
    }

    /// Who knows which card it is.
    pub fn known(&self, card: Card) -> Seats {
        self.rows[card.0 as usize].whose.known()
    }

    /// These seats learn which card this is.
    pub fn reveal(&mut self, card: Card, seats: Seats) {
        let row = &mut self.rows[card.0 as usize];
        row.whose.set_known(row.whose.known().with(seats));
    }

    /// These seats can no longer tell which card this is (turned face down unseen, or reordered out of their sight).
    pub fn forget(&mut self, card: Card, seats: Seats) {
        let row = &mut self.rows[card.0 as usize];
        row.whose.set_known(row.whose.known().without(seats));
    }

    fn learn_on_entry(&mut self, card: Card, zone: Z) {
        let row = &mut self.rows[card.0 as usize];
        match zone.access() {
            Access::Open => row.whose.set_known(Seats::ALL),
            Access::Owner => row.whose.set_known(row.whose.known().with(Seats::only(row.whose.owner()))),
            Access::Secret => {}
        }
    }

    // ---- hashing and seeing ---------------------------------------------------------------------------------

    /// Hashes everything but identities: equal for two moments of a loop, though every pass makes new cards.
    pub fn hash_shape(&self, state: &mut impl Hasher)
    where
        X: Hash,
    {
        for row in &self.rows[..self.count as usize] {
            (row.print, row.place, row.whose.owner(), row.whose.known(), row.host, row.marks).hash(state);
        }
        self.order[..self.count as usize].hash(state);
    }

    /// Like [`Table::hash_shape`], but cards that nobody knows may change places within their zone: a deck that was searched
    /// and shuffled is the same deck.
    pub fn hash_gist(&self, state: &mut impl Hasher)
    where
        X: Hash,
    {
        let live = self.count as usize;
        let mut unknown = 0u64;
        for (at, row) in self.rows[..live].iter().enumerate() {
            let what = (row.print, row.place, row.whose.owner(), row.host, row.marks);
            if row.whose.known() == Seats::NONE {
                let mut one = crate::StableHasher::default();
                what.hash(&mut one);
                unknown = unknown.wrapping_add(one.finish());
            } else {
                (at, what, row.whose.known()).hash(state);
            }
        }
        unknown.hash(state);
        for card in &self.order[..live] {
            let known = self.rows[card.0 as usize].whose.known() != Seats::NONE;
            (if known { *card } else { Card::NONE }).hash(state);
        }
    }

    /// Hashes what somebody sees of the table: the key of a position in a search.
    pub fn hash_look(&self, eyes: Eyes, state: &mut impl Hasher)
    where
        X: Hash,
    {
        let live = self.count as usize;
        for row in &self.rows[..live] {
            let print = if eyes.knows(row.whose.known()) { row.print } else { Print(u16::MAX) };
            (print, row.stamp, row.place, row.whose.known(), row.host, row.marks).hash(state);
        }
        for card in &self.order[..live] {
            // Which of several unknown cards lies where tells nothing.
            let known = eyes.knows(self.rows[card.0 as usize].whose.known());
            (if known { *card } else { Card::NONE }).hash(state);
        }
    }

    /// What somebody sees of the table, built up from what they know.
    pub fn seen_by(&self, eyes: impl Into<Eyes>) -> SeenTable<X> {
        let eyes = eyes.into();
        let rows = self.all().map(|card| {
            let row = self.row(card);
            SeenRow {
                print: eyes.knows(row.whose.known()).then_some(row.print),
                stamp: row.stamp,
                mint: row.mint,
                place: row.place,
                owner: row.whose.owner(),
                known: row.whose.known(),
                host: row.host,
                marks: row.marks,
            }
        });
        SeenTable {
            rows: rows.collect(),
            order: self.order[..self.count as usize].to_vec(),
            ends: self.cuts[1..].to_vec(),
            next_stamp: self.next_stamp,
        }
    }

    /// Makes it the table of somebody's picture: each card that they do not know is the unknown card.
    pub fn veil(&mut self, eyes: Eyes, unknown: Print) {
        for row in &mut self.rows[..self.count as usize] {
            if !eyes.knows(row.whose.known()) {
                row.print = unknown;
            }
        }
    }

    // ---- inside ---------------------------------------------------------------------------------------------

    #[inline]
    fn segment(&self, place: usize) -> (usize, usize) {
        (self.cuts[place] as usize, self.cuts[place + 1] as usize)
    }

    /// Takes in a card that lies nowhere yet.
    fn insert(&mut self, card: Card, place: Place<Z>) {
        let index = place.index();
        let (at, live) = (self.cuts[index + 1] as usize, self.cuts[PLACES] as usize);
        self.order.copy_within(at..live, at + 1);
        self.order[at] = card;
        self.cuts[index + 1..].iter_mut().for_each(|cut| *cut += 1);
        self.rows[card.0 as usize].place = index as u8;
    }
}

impl<Z, X: PartialEq, const N: usize> PartialEq for Table<Z, X, N> {
    fn eq(&self, other: &Self) -> bool {
        let live = self.count as usize;
        self.count == other.count
            && self.next_stamp == other.next_stamp
            && self.cuts == other.cuts
            && self.order[..live] == other.order[..live]
            && self.rows[..live] == other.rows[..live]
    }
}

impl<Z, X: Eq, const N: usize> Eq for Table<Z, X, N> {}

impl<Z, X: Hash, const N: usize> Hash for Table<Z, X, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let live = self.count as usize;
        self.next_stamp.hash(state);
        self.cuts.hash(state);
        self.order[..live].hash(state);
        self.rows[..live].hash(state);
    }
}

impl<Z: Zone, X: Debug + Copy + Default, const N: usize> Debug for Table<Z, X, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut map = f.debug_map();
        for seat in Seat::BOTH {
            for zone in Z::ALL {
                let cards = self.cards(Place::new(seat, *zone));
                if !cards.is_empty() {
                    map.entry(
                        &(seat, zone),
                        &cards.iter().map(|card| (card.0, self.row(*card))).collect::<Vec<_>>(),
                    );
                }
            }
        }
        map.finish()
    }
}

/// The table as data: live rows only.
#[derive(Serialize, Deserialize)]
struct Packed<X> {
    next_stamp: u16,
    ends: Vec<u8>,
    order: Vec<Card>,
    rows: Vec<Row<X>>,
}

impl<Z, X: Serialize + Copy, const N: usize> Serialize for Table<Z, X, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let live = self.count as usize;
        Packed {
            next_stamp: self.next_stamp,
            ends: self.cuts[1..].to_vec(),
            order: self.order[..live].to_vec(),
            rows: self.rows[..live].to_vec(),
        }
        .serialize(serializer)
    }
}

impl<'de, Z: Zone, X: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Table<Z, X, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Packed::deserialize(deserializer)?.unpack().map_err(D::Error::custom)
    }
}

impl<X: Copy + Default> Packed<X> {
    /// Checks every index before it is trusted, so that a damaged file cannot make a later step panic.
    fn unpack<Z: Zone, const N: usize>(self) -> Result<Table<Z, X, N>, String> {
        let live = self.rows.len();
        if live > N || self.order.len() != live || self.ends.len() != PLACES {
            return Err(format!("a table of {live} cards does not fit"));
        }
        let rising = self.ends.windows(2).all(|pair| pair[0] <= pair[1]);
        if !rising || self.ends[PLACES - 1] as usize != live {
            return Err("the zones do not add up".into());
        }
        let mut table = Table::<Z, X, N>::new();
        table.count = live as u8;
        table.next_stamp = self.next_stamp;
        table.cuts[1..].copy_from_slice(&self.ends);
        table.order[..live].copy_from_slice(&self.order);
        table.rows[..live].copy_from_slice(&self.rows);
        for place in 0..PLACES {
            let (from, to) = table.segment(place);
            if from < to && place % ZONES >= Z::ALL.len() {
                return Err("a card in no zone".into());
            }
            for card in &self.order[from..to] {
                if card.0 as usize >= live || self.rows[card.0 as usize].place as usize != place {
                    return Err("a card is not where its zone says".into());
                }
            }
        }
        let host_is_real = |row: &Row<X>| row.host == Card::NONE || (row.host.0 as usize) < live;
        if !self.rows.iter().all(host_is_real) {
            return Err("a card lies under no card".into());
        }
        Ok(table)
    }
}

/// One card as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeenRow<X> {
    /// Which card it is, if these eyes know.
    pub print: Option<Print>,
    stamp: u16,
    mint: u8,
    place: u8,
    /// Whose card it is.
    pub owner: Seat,
    known: Seats,
    host: Card,
    /// The game's own marks on it.
    pub marks: X,
}

/// The table as somebody sees it: every card's place and marks, and the identity of those they know.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeenTable<X> {
    rows: Vec<SeenRow<X>>,
    order: Vec<Card>,
    ends: Vec<u8>,
    next_stamp: u16,
}

impl<X: Copy + Default> SeenTable<X> {
    /// What is seen of a card.
    pub fn row(&self, card: Card) -> &SeenRow<X> {
        &self.rows[card.0 as usize]
    }

    /// Every handle in use.
    pub fn all(&self) -> impl Iterator<Item = Card> + use<X> {
        (0..self.rows.len()).map(|at| Card(at as u8))
    }

    /// What the card can be followed by from outside.
    pub fn trace(&self, card: Card) -> Trace {
        Trace { card, mint: self.rows[card.0 as usize].mint }
    }

    /// Where a card lies.
    pub fn place<Z: Zone>(&self, card: Card) -> Place<Z> {
        Place::from_index(self.rows[card.0 as usize].place as usize)
    }

    /// The card it lies under, if any.
    pub fn host(&self, card: Card) -> Option<Card> {
        self.rows[card.0 as usize].host.some()
    }

    /// The cards of a zone, top first.
    pub fn cards<Z: Zone>(&self, place: Place<Z>) -> &[Card] {
        let index = place.index();
        let from = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.order[from..self.ends[index] as usize]
    }

    /// Refuses a view whose known cards are not all of this pool: one made for other cards.
    pub fn ensure_within<C: Printed>(&self, pool: &Pool<C>) -> Result<(), Unfit> {
        let prints = pool.every().count();
        match self.rows.iter().filter_map(|row| row.print).find(|print| print.0 as usize >= prints) {
            Some(print) => {
                let why =
                    format!("card {} of a pool of {prints}: this view was made with other cards", print.0);
                Err(Unfit(why))
            }
            None => Ok(()),
        }
    }

    /// A whole table that agrees with this one: `identify` names each card that is not known.
    pub fn fill<Z: Zone, const N: usize>(
        &self,
        mut identify: impl FnMut(Card, Place<Z>) -> Print,
    ) -> Result<Table<Z, X, N>, Unfit> {
        // A view may come from elsewhere.
        let is_zone = |place: u8| (place as usize) < PLACES && place as usize % ZONES < Z::ALL.len();
        if !self.rows.iter().all(|row| is_zone(row.place)) {
            return Err("a card in no zone".into());
        }
        let rows = self.rows.iter().enumerate().map(|(at, row)| Row {
            print: row
                .print
                .unwrap_or_else(|| identify(Card(at as u8), Place::from_index(row.place as usize))),
            stamp: row.stamp,
            place: row.place,
            whose: Whose::new(row.owner, row.known),
            mint: row.mint,
            host: row.host,
            marks: row.marks,
        });
        Packed {
            rows: rows.collect(),
            order: self.order.clone(),
            ends: self.ends.clone(),
            next_stamp: self.next_stamp,
        }
        .unpack()
        .map_err(Unfit)
    }

    /// A whole table that agrees with this one, its unknown cards dealt at random from what `lists` leaves over once
    /// the known cards of each owner are taken out. `class` tells apart cards that cannot stand in for each other:
    /// it is asked for a place and for a print, and the answers must match. A list that runs dry repeats itself.
    pub fn deal<Z: Zone, const N: usize>(
        &self,
        lists: &PerSeat<Vec<Print>>,
        class_of_place: impl Fn(Place<Z>) -> u8,
        class_of_print: impl Fn(Print) -> u8,
        chance: &mut dyn Chance,
    ) -> Result<Table<Z, X, N>, Unfit> {
        self.deal_by(lists, |_, place| class_of_place(place), class_of_print, chance)
    }

    /// The same, where cards of one place may be told apart from outside (by their backs): `class_of_card` is asked
    /// for each card with its place.
    pub fn deal_by<Z: Zone, const N: usize>(
        &self,
        lists: &PerSeat<Vec<Print>>,
        class_of_card: impl Fn(Card, Place<Z>) -> u8,
        class_of_print: impl Fn(Print) -> u8,
        chance: &mut dyn Chance,
    ) -> Result<Table<Z, X, N>, Unfit> {
        let mut left = PerSeat::new(lists[Seat::A].clone(), lists[Seat::B].clone());
        for row in &self.rows {
            let list = &mut left[row.owner];
            if let Some(at) = row.print.and_then(|print| list.iter().position(|other| *other == print)) {
                list.swap_remove(at);
            }
        }
        for seat in Seat::BOTH {
            left[seat].sort();
            chance.shuffle(&mut left[seat]);
        }
        let mut missing = None;
        let table = self.fill(|card, place| {
            let owner = self.row(card).owner;
            let fits = |print: &Print| class_of_print(*print) == class_of_card(card, place);
            if let Some(at) = left[owner].iter().position(fits) {
                return left[owner].swap_remove(at);
            }
            lists[owner].iter().copied().find(|print| fits(print)).unwrap_or_else(|| {
                missing = Some(place.zone.name());
                Print(0)
            })
        })?;
        match missing {
            Some(zone) => Err(Unfit(format!("the deck list has no card that could be in the {zone}"))),
            None => Ok(table),
        }
    }
}
