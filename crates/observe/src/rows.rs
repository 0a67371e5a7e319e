//! The rows of one decision, as a seat may know it.

use crate::spec::{NAMED, Spec, rule_number};
use crate::words::Words;
use kernel::board::{Deal, Lying, Pictured, Spread};
use kernel::{Card, Eyes, Menu, Place, Seat};

/// The rows of one decision. Filling them again takes no new memory once they have grown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    pub cards: Vec<i32>,
    pub globals: Vec<i32>,
    pub options: Vec<i32>,
}

/// Tells a position to a seat in rows. `menu` is the open decision, if it is this seat's.
pub fn observe<G: Pictured>(
    spec: &Spec,
    words: &Words,
    picture: &G,
    cards: &G::Cards,
    seat: Seat,
    menu: Option<&Menu<G>>,
    rows: &mut Rows,
) {
    rows.cards.clear();
    rows.globals.clear();
    rows.options.clear();
    let choices = menu.map_or(&[][..], |menu| &menu.options);
    let deals: Vec<Deal> = choices.iter().map(|choice| picture.deal(cards, *choice)).collect();
    let mut look = Looking { spec, words, picture, cards, seat, listed: Vec::new(), row_of: [0; 256] };
    look.list(&deals);
    look.tell_cards(&mut rows.cards);
    look.tell_globals(menu, &mut rows.globals);
    for (choice, deal) in choices.iter().zip(&deals) {
        let declines = picture.declines(*choice) || picture.ends_own_step(*choice);
        look.tell_option(deal, declines, &mut rows.options);
    }
}

struct Looking<'a, G: Pictured> {
    spec: &'a Spec,
    words: &'a Words,
    picture: &'a G,
    cards: &'a G::Cards,
    seat: Seat,
    /// The cards that have rows: the card, its zone's number, its place there.
    listed: Vec<(Card, usize, usize)>,
    /// The row of a card, counted from 1; 0 for a card without one.
    row_of: [u16; 256],
}

impl<G: Pictured> Looking<'_, G> {
    fn eyes(&self) -> Eyes {
        Eyes::Seat(self.seat)
    }

    fn is_known(&self, card: Card) -> bool {
        self.picture.table().is_known(card, self.eyes())
    }

    /// Gives every card a row that is known, lies on the field or under a card, or is named by an option.
    fn list(&mut self, deals: &[Deal]) {
        let table = self.picture.table();
        for seat in [self.seat, self.seat.other()] {
            for (number, (zone, spread)) in G::LAYOUT.iter().enumerate() {
                for (at, card) in table.cards(Place::new(seat, *zone)).iter().enumerate() {
                    let lies = matches!(spread, Spread::Field | Spread::Under);
                    let named = || deals.iter().any(|deal| deal.cards.contains(card));
                    if lies || self.is_known(*card) || named() {
                        self.listed.push((*card, number, at));
                        self.row_of[usize::from(card.0)] = self.listed.len() as u16;
                    }
                }
            }
        }
    }

    fn row(&self, card: Card) -> i32 {
        self.row_of[usize::from(card.0)].into()
    }

    fn tell_cards(&self, out: &mut Vec<i32>) {
        let table = self.picture.table();
        let fight = self.picture.fight(self.cards);
        for (card, zone, at) in &self.listed {
            let card = *card;
            let known = self.is_known(card);
            let part = match &fight {
                Some(fight) if fight.attackers.contains(&card) => 1,
                Some(fight) if fight.targets.contains(&card) => 2,
                _ => 0,
            };
            let under = self.listed.iter().filter(|(other, ..)| table.host(*other) == Some(card)).count();
            let facts = if known { self.picture.facts(self.cards, card) } else { Default::default() };
            let kind = self.words.kinds.iter().position(|kind| *kind == facts.kind);
            out.extend([
                if known { i32::from(table.print(card).0) + 1 } else { 0 },
                *zone as i32,
                *at as i32,
                i32::from(table.owner(card) != self.seat),
                i32::from(table.place(card).seat != self.seat),
                table.host(card).map_or(0, |host| self.row(host)),
                under as i32,
                kind.map_or(0, |at| at as i32 + 1),
                part,
            ]);
            out.extend(self.words.colors.iter().map(|color| i32::from(facts.colors.contains(color))));
            for name in self.words.figures {
                let figure = facts.figures.get(name);
                out.extend([i32::from(figure.is_some()), figure.map_or(0, |figure| figure.now)]);
            }
            let states = self.picture.states(self.cards, card);
            out.extend(self.words.states.iter().map(|state| i32::from(states.contains(state))));
            let counter = |name: &&str| facts.counters.get(name).copied().unwrap_or(0);
            out.extend(self.words.counters.iter().map(counter));
            self.tell_keywords(&facts.keywords, out);
        }
    }

    fn tell_keywords(&self, keywords: &[String], out: &mut Vec<i32>) {
        let first = out.len();
        out.resize(first + self.words.keywords.len() + 1, 0);
        for keyword in keywords {
            let (name, number) = bare(keyword);
            let known = self.words.keywords.iter().position(|known| known.eq_ignore_ascii_case(name));
            match known {
                Some(at) => out[first + at] += number,
                None => out[first + self.words.keywords.len()] += 1,
            }
        }
    }

    fn tell_globals(&self, menu: Option<&Menu<G>>, out: &mut Vec<i32>) {
        let picture = self.picture;
        let asked = menu.map(|menu| picture.asked(self.cards, menu.reason));
        let fight = picture.fight(self.cards);
        let totals = fight.as_ref().and_then(|fight| fight.totals).unwrap_or_default();
        let waits = picture.waits(self.cards);
        let waiting = |seat: Seat| waits.iter().filter(|(_, whose, _)| *whose == seat).count() as i32;
        let phase = self.words.phases.iter().position(|phase| *phase == picture.phase());
        let card = asked.as_ref().and_then(|asked| asked.card).filter(|card| self.is_known(*card));
        out.extend([
            picture.turn() as i32,
            i32::from(picture.turn_seat() == self.seat),
            phase.unwrap_or(0) as i32,
            i32::from(menu.is_some()),
            asked.as_ref().and_then(|asked| asked.rule).map_or(0, rule_number),
            card.map_or(0, |card| self.row(card)),
            i32::from(fight.is_some()),
            i32::from(fight.as_ref().is_some_and(|fight| fight.against == self.seat)),
            totals[0],
            totals[1],
            waiting(self.seat),
            waiting(self.seat.other()),
        ]);
        for seat in [self.seat, self.seat.other()] {
            let figures = picture.figures(self.cards, seat);
            out.extend(
                self.words.seat_figures.iter().map(|name| figures.get(name).copied().unwrap_or_default()),
            );
            let count = |(zone, _): &(_, Spread)| picture.table().cards(Place::new(seat, *zone)).len() as i32;
            out.extend(G::LAYOUT.iter().map(count));
        }
    }

    fn tell_option(&self, deal: &Deal, declines: bool, out: &mut Vec<i32>) {
        let first = out.len();
        let verb = self.spec.verbs.iter().position(|verb| *verb == deal.verb);
        out.push(verb.unwrap_or(0) as i32);
        out.extend((0..NAMED).map(|at| deal.cards.get(at).map_or(0, |card| self.row(*card))));
        out.extend([
            deal.cards.len() as i32,
            i32::from(deal.cost.is_some()),
            deal.cost.unwrap_or(0),
            i32::from(deal.number.is_some()),
            deal.number.unwrap_or(0),
            i32::from(declines),
        ]);
        // Options that look alike in rows are not alike: which effect comes first, the top or the bottom.
        let width = out.len() - first;
        let same = out[..first].chunks_exact(width + 1).filter(|row| row[..width] == out[first..]).count();
        out.push(same as i32);
    }
}

/// A keyword's name without its number, and the number: `Security A. +1` is `Security A.` with 1.
fn bare(keyword: &str) -> (&str, i32) {
    let keyword = keyword.split(':').next().unwrap_or(keyword).trim();
    match keyword.rsplit_once(' ') {
        Some((name, number)) => match number.trim_start_matches('+').parse() {
            Ok(number) => (name, number),
            Err(_) => (keyword, 1),
        },
        None => (keyword, 1),
    }
}
