//! The rows of one decision, as a seat may know it. Everything is asked of the seat's picture ([`kernel::Game::veil`]),
//! which is made in memory that is used again, and written into room that was made once: no word, no allocation.

use crate::find::Finder;
use crate::history::{HISTORY, History};
use crate::spec::{NAMED, Spec, rule_number};
use crate::words::Words;
use kernel::board::{Asked, Deal, Fight, Lying, Pictured, Spread, Telling, Wordless};
use kernel::{Card, Eyes, Menu, Place, Pool, Print, Seat, Trace};

/// Room for rows, filled one after another.
#[derive(Debug, Default)]
pub struct Table<'a> {
    room: &'a mut [i32],
    at: usize,
}

impl<'a> Table<'a> {
    pub fn new(room: &'a mut [i32]) -> Self {
        Table { room, at: 0 }
    }

    /// How many numbers were written.
    pub fn written(&self) -> usize {
        self.at
    }

    /// The next row, whatever is in it.
    #[inline]
    fn next(&mut self, width: usize) -> &mut [i32] {
        let row = &mut self.room[self.at..self.at + width];
        self.at += width;
        row
    }

    /// The next row of a known width, whatever is in it.
    #[inline]
    pub(crate) fn fixed<const WIDTH: usize>(&mut self) -> &mut [i32; WIDTH] {
        let row = self.room[self.at..].first_chunk_mut();
        self.at += WIDTH;
        row.expect("there is room for every row")
    }

    /// The next row, empty.
    pub(crate) fn row(&mut self, width: usize) -> &mut [i32] {
        let row = self.next(width);
        row.fill(0);
        row
    }
}

/// Where the rows of a decision go.
#[derive(Debug, Default)]
pub struct Tables<'a> {
    pub cards: Table<'a>,
    pub globals: Table<'a>,
    pub options: Table<'a>,
    pub history: Table<'a>,
}

/// The rows of one decision by themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub cards: Vec<i32>,
    pub globals: Vec<i32>,
    pub options: Vec<i32>,
    pub history: Vec<i32>,
}

impl Rows {
    /// The rows of one decision.
    pub fn of<G: Pictured>(looks: &mut Looks<G>, whose: &Position<'_, G>) -> Self {
        let (spec, options) = (looks.spec, whose.menu.map_or(0, |menu| menu.options.len()));
        let mut rows = Rows {
            cards: vec![0; whose.state.table().len() * spec.cards.len()],
            globals: vec![0; spec.globals.len()],
            options: vec![0; options * spec.options.len()],
            history: vec![0; HISTORY * spec.history.len()],
        };
        let mut tables = Tables {
            cards: Table::new(&mut rows.cards),
            globals: Table::new(&mut rows.globals),
            options: Table::new(&mut rows.options),
            history: Table::new(&mut rows.history),
        };
        looks.observe(whose, &mut tables);
        let written = tables.cards.written();
        rows.cards.truncate(written);
        rows
    }
}

/// A position that is told to a seat. `menu` is the open decision, if it is this seat's.
pub struct Position<'a, G: Pictured> {
    pub state: &'a G,
    pub cards: &'a G::Cards,
    pub seat: Seat,
    pub menu: Option<&'a Menu<G>>,
    pub history: &'a History,
}

/// There is room for all cards of a table and for the options of a long menu from the beginning.
const ROOM: usize = 256;

/// Who fills rows, with the memory for it.
pub struct Looks<G: Pictured> {
    spec: &'static Spec,
    words: &'static Words,
    columns: Columns,
    finder: Finder,
    plain: Plain,
    /// What the seat sees.
    picture: Option<Box<G>>,
    deals: Vec<Deal<Wordless>>,
    /// The cards that have rows, so many of them.
    listed: [Listed; 256],
    rows: usize,
    /// The row of a card, counted from 1; 0 for a card without one.
    row_of: [i32; 256],
    /// The same where it is known which card it is.
    known_row: [i32; 256],
    /// How many cards lie under each card.
    under: [u8; 256],
    /// Whether an option names the card.
    named: [bool; 256],
    /// So many places of these were written last.
    used: usize,
}

/// A card that has a row.
#[derive(Clone, Copy, Default)]
struct Listed {
    card: Card,
    /// The number of its zone, and its place there.
    zone: u8,
    at: u8,
    known: bool,
    /// On whose side it lies: 1 the other's.
    side: u8,
}

/// The rows of cards that are what is printed on them, kept by print.
#[derive(Default)]
struct Plain {
    /// Two rows a print of the pool, one for each side.
    rows: Vec<i32>,
    /// Whether a row was told yet.
    told: Vec<bool>,
    /// The cards that are asked for: those that are known.
    known: Vec<Card>,
    /// Those of them that are so.
    cards: Vec<bool>,
    /// Those that are not, whose facts are asked for.
    others: Vec<Card>,
}

impl Plain {
    /// Asks a picture which of its cards are so.
    fn ask<G: Pictured>(&mut self, picture: &G, cards: &G::Cards, width: usize) {
        // The unknown card comes after all others.
        let sides = 2 * (AsRef::<Pool<G::Printed>>::as_ref(cards).len() + 1);
        if self.told.len() != sides {
            self.rows = vec![0; sides * width];
            self.told = vec![false; sides];
            self.cards = vec![false; 256];
        }
        self.cards.fill(false);
        let Plain { known, cards: plain, .. } = self;
        picture.each_plain(cards, known, &mut |card| plain[usize::from(card.0)] = true);
    }
}

/// Where each kind of column begins in a card's row.
#[derive(Clone, Copy)]
struct Columns {
    colors: usize,
    figures: usize,
    states: usize,
    counters: usize,
    keywords: usize,
    other: usize,
}

impl Columns {
    fn of(words: &Words) -> Self {
        let colors = crate::spec::PLAIN;
        let figures = colors + words.colors.len();
        let states = figures + 2 * words.figures.len();
        let counters = states + words.states.len();
        let keywords = counters + words.counters.len();
        Columns { colors, figures, states, counters, keywords, other: keywords + words.keywords.len() }
    }
}

/// Rows of cards while they are told.
struct CardRows<'a> {
    /// The rows of a match, or one alone.
    rows: &'a mut [i32],
    /// Where the row begins that is told.
    at: usize,
    width: usize,
    /// The rows of the cards, counted from 1, where several are told.
    row_of: &'a [i32],
    /// Rows by print and side, where cards may begin with them.
    kept: Option<&'a Plain>,
    words: &'static Words,
    columns: Columns,
    finder: &'a Finder,
}

impl CardRows<'_> {
    #[inline]
    fn column(&mut self, column: usize) -> &mut i32 {
        &mut self.rows[self.at + column]
    }
}

impl Telling for CardRows<'_> {
    fn card(&mut self, card: Card) {
        self.at = (self.row_of[usize::from(card.0)] as usize - 1) * self.width;
    }

    fn printed(&mut self, print: Print, turned: bool, keywords: bool) -> bool {
        let side = 2 * usize::from(print.0) + usize::from(turned);
        let Some(kept) = self.kept.filter(|kept| kept.told[side]) else { return false };
        // Where it lies and how was told before this, on both sides of what is copied.
        let Columns { states, counters, keywords: first, .. } = self.columns;
        let end = if keywords { self.width } else { first };
        for part in [KIND..KIND + 1, KIND + 2..states, counters..end] {
            let from = side * self.width;
            self.rows[self.at + part.start..self.at + part.end]
                .copy_from_slice(&kept.rows[from + part.start..from + part.end]);
        }
        true
    }

    fn kind(&mut self, kind: &'static str) {
        *self.column(KIND) = self.finder.find(self.words.kinds, kind).map_or(0, |at| at as i32 + 1);
    }

    fn color(&mut self, color: &'static str) {
        if let Some(at) = self.finder.find(self.words.colors, color) {
            *self.column(self.columns.colors + at) = 1;
        }
    }

    fn figure(&mut self, name: &'static str, now: i32, _: i32) {
        if let Some(at) = self.finder.find(self.words.figures, name) {
            let first = self.columns.figures + 2 * at;
            (*self.column(first), *self.column(first + 1)) = (1, now);
        }
    }

    fn keyword(&mut self, name: &'static str, number: i32, _: &dyn Fn() -> String) {
        match self.finder.find(self.words.keywords, name) {
            Some(at) => *self.column(self.columns.keywords + at) += number,
            None => *self.column(self.columns.other) += 1,
        }
    }

    fn beside_printed(&mut self, _: &dyn Fn() -> Vec<String>) {}

    fn counter(&mut self, name: &'static str, count: i32) {
        if let Some(at) = self.finder.find(self.words.counters, name) {
            *self.column(self.columns.counters + at) = count;
        }
    }
}

/// The column of a card's kind.
const KIND: usize = 7;

impl<G: Pictured> Looks<G> {
    pub fn new(spec: &'static Spec, words: &'static Words) -> Self {
        Looks {
            spec,
            words,
            columns: Columns::of(words),
            finder: Finder::new(),
            plain: Plain {
                known: Vec::with_capacity(ROOM),
                cards: Vec::with_capacity(ROOM),
                others: Vec::with_capacity(ROOM),
                ..Plain::default()
            },
            picture: None,
            deals: Vec::with_capacity(ROOM),
            listed: [Listed::default(); 256],
            rows: 0,
            row_of: [0; 256],
            known_row: [0; 256],
            under: [0; 256],
            named: [false; 256],
            used: 0,
        }
    }

    /// Tells a position to a seat in rows.
    pub fn observe(&mut self, of: &Position<'_, G>, tables: &mut Tables<'_>) {
        let mut picture = match self.picture.take() {
            Some(mut picture) => {
                picture.as_mut().clone_from(of.state);
                picture
            }
            None => Box::new(of.state.clone()),
        };
        picture.veil(of.cards, Eyes::Seat(of.seat));
        let choices = of.menu.map_or(&[][..], |menu| &menu.options);
        let fight = picture.fight(of.cards);
        self.deals.clear();
        self.deals.extend(choices.iter().map(|choice| picture.deal_in(of.cards, *choice, fight.as_ref())));
        self.list(&picture, of.seat);
        self.plain.ask(&*picture, of.cards, self.spec.cards.len());
        self.tell_cards(&picture, of, fight.as_ref(), &mut tables.cards);
        self.tell_globals(&picture, of, fight.as_ref(), &mut tables.globals);
        for (at, choice) in choices.iter().enumerate() {
            let declines = picture.declines(*choice) || picture.ends_own_step(*choice);
            self.tell_option(at, declines, &mut tables.options);
        }
        let table = picture.table();
        let row_of = |trace: Trace| match self.known_row[usize::from(trace.card.0)] {
            0 => 0,
            row if table.trace(trace.card) == trace => row,
            _ => 0,
        };
        of.history.tell(of.seat, row_of, &mut tables.history);
        self.picture = Some(picture);
    }

    /// Gives every card a row that is known, lies on the field or under a card, or is named by an option.
    fn list(&mut self, picture: &G, me: Seat) {
        let (table, eyes) = (picture.table(), Eyes::Seat(me));
        self.plain.known.clear();
        let mut rows = 0;
        // What the table before this one left behind, and no more: another one may have had more cards.
        let left = std::mem::replace(&mut self.used, table.len());
        let used = left.max(self.used);
        self.row_of[..used].fill(0);
        self.known_row[..used].fill(0);
        self.under[..used].fill(0);
        // Options name unknown cards seldom.
        let unknown = |card: &&Card| !table.is_known(**card, eyes);
        let mut named = self.deals.iter().flat_map(|deal| deal.cards.iter()).filter(unknown).peekable();
        let names_unknown = named.peek().is_some();
        if names_unknown {
            self.named[..used].fill(false);
            named.for_each(|card| self.named[usize::from(card.0)] = true);
        }
        for (side, seat) in [(0, me), (1, me.other())] {
            for (number, (zone, spread)) in G::LAYOUT.iter().enumerate() {
                let (place, number) = (Place::new(seat, *zone), number as u8);
                let lies = matches!(spread, Spread::Field | Spread::Under);
                if !lies && !names_unknown && !table.knows_any(place, eyes) {
                    continue;
                }
                for (at, card) in table.cards(place).iter().enumerate() {
                    let (card, index, at) = (*card, usize::from(card.0), at as u8);
                    let known = table.is_known(card, eyes);
                    if !(known || lies || names_unknown && self.named[index]) {
                        continue;
                    }
                    self.listed[rows] = Listed { card, zone: number, at, known, side };
                    rows += 1;
                    let row = rows as i32;
                    self.row_of[index] = row;
                    if known {
                        self.plain.known.push(card);
                        self.known_row[index] = row;
                    }
                    if let Some(host) = table.host(card) {
                        self.under[usize::from(host.0)] += 1;
                    }
                }
            }
        }
        self.rows = rows;
    }

    fn row(&self, card: Card) -> i32 {
        self.row_of[usize::from(card.0)]
    }

    fn tell_cards(&mut self, picture: &G, of: &Position<'_, G>, fight: Option<&Fight>, out: &mut Table<'_>) {
        let (table, width, states) = (picture.table(), self.spec.cards.len(), self.columns.states);
        let first = out.written();
        self.plain.others.clear();
        for at in 0..self.rows {
            let Listed { card, zone, at, known, side } = self.listed[at];
            let row = out.next(width);
            let print = table.print(card);
            match known {
                true if self.plain.cards[usize::from(card.0)] => {
                    self.tell_plain(picture, of, card, 2 * usize::from(print.0), row);
                }
                true => {
                    self.plain.others.push(card);
                    row.fill(0);
                }
                false => row.fill(0),
            }
            *row.first_chunk_mut::<KIND>().expect("every row has these columns") = [
                if known { i32::from(print.0) + 1 } else { 0 },
                i32::from(zone),
                i32::from(at),
                i32::from(table.owner(card) != of.seat),
                i32::from(side),
                table.host(card).map_or(0, |host| self.row(host)),
                self.under[usize::from(card.0)].into(),
            ];
            picture.states(of.cards, card, &mut |state| {
                if let Some(at) = self.finder.find(self.words.states, state) {
                    row[states + at] = 1;
                }
            });
        }
        let rows = &mut out.room[first..];
        self.tell_others(picture, of, rows);
        let Some(fight) = fight else { return };
        for (part, cards) in [(2, &fight.targets), (1, &fight.attackers)] {
            for row in cards.iter().map(|card| self.row(*card)).filter(|row| *row > 0) {
                rows[(row as usize - 1) * width + KIND + 1] = part;
            }
        }
    }

    /// Who tells facts into rows.
    fn teller<'a>(&'a self, rows: &'a mut [i32]) -> CardRows<'a> {
        let (width, words, columns) = (self.spec.cards.len(), self.words, self.columns);
        let (row_of, finder) = (&self.row_of[..], &self.finder);
        CardRows { rows, at: 0, width, row_of, kept: None, words, columns, finder }
    }

    /// What is told of the cards that are known and not what is printed on them, by asking for all of them.
    fn tell_others(&self, picture: &G, of: &Position<'_, G>, rows: &mut [i32]) {
        if self.plain.others.is_empty() {
            return;
        }
        let mut teller = self.teller(rows);
        teller.kept = Some(&self.plain);
        picture.facts_of(of.cards, &self.plain.others, &mut teller);
        if cfg!(debug_assertions) {
            let (width, columns) = (self.spec.cards.len(), self.columns);
            for card in self.plain.others.iter().copied() {
                let mut alone = [0; 128];
                self.tell_facts(picture, of, card, &mut alone[..width]);
                let row = &rows[(self.row(card) as usize - 1) * width..][..width];
                let asked = (KIND..columns.states).chain(columns.counters..width);
                let mut asked = asked.filter(|at| *at != KIND + 1);
                if let Some(at) = asked.find(|at| row[*at] != alone[*at]) {
                    let (name, place) = (&self.spec.cards[at].name, picture.table().place(card));
                    panic!("{card:?} in {place:?}: {name} is {} alone, {} with others", alone[at], row[at]);
                }
            }
        }
    }

    /// What is told of a card that is known, by asking for it.
    fn tell_facts(&self, picture: &G, of: &Position<'_, G>, card: Card, row: &mut [i32]) {
        row.fill(0);
        picture.facts(of.cards, card, &mut self.teller(row));
    }

    /// The same of a card that is what is printed on it: as it was told the first time. Rows are kept by print and side.
    fn tell_plain(&mut self, picture: &G, of: &Position<'_, G>, card: Card, print: usize, row: &mut [i32]) {
        let side = print + usize::from(picture.is_turned(card));
        let kept = side * row.len()..(side + 1) * row.len();
        if self.plain.told[side] {
            row.copy_from_slice(&self.plain.rows[kept.clone()]);
            if cfg!(debug_assertions) {
                self.tell_facts(picture, of, card, row);
                let differs = |at: &usize| row[*at] != self.plain.rows[kept.start + at];
                if let Some(at) = (0..row.len()).find(differs) {
                    let (name, kept) = (&self.spec.cards[at].name, self.plain.rows[kept.start + at]);
                    let place = picture.table().place(card);
                    panic!("print {} in {place:?}: {name} is {}, but {kept} was kept", side / 2, row[at]);
                }
            }
        } else {
            self.tell_facts(picture, of, card, row);
            self.plain.rows[kept].copy_from_slice(row);
            self.plain.told[side] = true;
        }
    }

    fn tell_globals(&self, picture: &G, of: &Position<'_, G>, fight: Option<&Fight>, out: &mut Table<'_>) {
        let me = of.seat;
        let asked: Option<Asked<Wordless>> = of.menu.map(|menu| picture.asked(of.cards, menu.reason));
        let totals = fight.and_then(|fight| fight.totals).unwrap_or_default();
        let mut waiting = [0; 2];
        picture.waits(of.cards, &mut |_, seat, _| waiting[usize::from(seat != me)] += 1);
        let phase = self.finder.find(self.words.phases, picture.phase());
        let card = asked.as_ref().and_then(|asked| asked.card).filter(|card| is_known(picture, *card, me));
        let step = asked.as_ref().map_or([0; 2], |asked| asked.step);
        let row = out.row(self.spec.globals.len());
        let begin = [
            picture.turn() as i32,
            i32::from(picture.turn_seat() == me),
            phase.unwrap_or(0) as i32,
            i32::from(of.menu.is_some()),
            asked.as_ref().and_then(|asked| asked.rule).map_or(0, rule_number),
            card.map_or(0, |card| self.row(card)),
            step[0],
            step[1],
            i32::from(fight.is_some()),
            i32::from(fight.is_some_and(|fight| fight.against == me)),
            totals[0],
            totals[1],
            waiting[0],
            waiting[1],
        ];
        row[..begin.len()].copy_from_slice(&begin);
        let mut first = begin.len();
        for seat in [me, me.other()] {
            picture.figures(of.cards, seat, &mut |name, figure| {
                if let Some(at) = self.finder.find(self.words.seat_figures, name) {
                    row[first + at] = figure;
                }
            });
            first += self.words.seat_figures.len();
            for (zone, _) in G::LAYOUT {
                row[first] = picture.table().cards(Place::new(seat, *zone)).len() as i32;
                first += 1;
            }
        }
    }

    fn tell_option(&self, at: usize, declines: bool, out: &mut Table<'_>) {
        let deal = &self.deals[at];
        let verb = self.finder.find(&self.spec.verbs, deal.verb);
        let mut named = [0; NAMED];
        for (column, card) in named.iter_mut().zip(deal.cards.iter()) {
            *column = self.row(*card);
        }
        let [a, b, c, d, e] = named;
        *out.fixed() = [
            verb.unwrap_or(0) as i32,
            a,
            b,
            c,
            d,
            e,
            deal.cards.len() as i32,
            deal.which,
            i32::from(deal.cost.is_some()),
            deal.cost.unwrap_or(0),
            i32::from(deal.leaves.is_some()),
            deal.leaves.unwrap_or(0),
            i32::from(deal.number.is_some()),
            deal.number.unwrap_or(0),
            i32::from(declines),
        ];
    }
}

fn is_known<G: Pictured>(picture: &G, card: Card, seat: Seat) -> bool {
    picture.table().is_known(card, Eyes::Seat(seat))
}
