//! The resolution check, and which waiting ability goes next.

use crate::card::Cards;
use crate::keyword::equipment_change;
use crate::state::{Departure, Exit, Frame, State, Zone};
use crate::vocab::Moment;
use crate::{Cx, Flow, rule};
use effects::When;
use kernel::{Card, Outcome, Seat, Why};

impl State {
    /// One pass of the check; the frame stays until a pass finds nothing to do (BF CHECK-0).
    pub(crate) fn check_step(&mut self, cx: &mut Cx<'_>) -> Flow {
        if self.checked {
            self.frames.pop();
            return Flow::Go;
        }
        if self.rescued(cx) {
            return Flow::Go;
        }
        if self.defeats() {
            return Flow::Go;
        }
        for seat in Seat::BOTH {
            if equipment_change::exchanged(self, cx.pool, seat).is_some() {
                self.frames.push(Frame::Exchange(seat));
                return Flow::Go;
            }
        }
        if self.clear_areas(cx) || self.clear_unusable(cx) {
            return Flow::Go;
        }
        for seat in [self.turn_seat, self.turn_seat.other()] {
            // BF CHECK-4: act only above the limit; the newest monster alone is never taken.
            let monsters: usize = Zone::AREAS.iter().map(|zone| self.count(seat, *zone)).sum();
            if monsters > 1
                && self.total_size(cx.pool, seat) > self.size_limit(seat)
                && self.shrinkable(cx.pool, seat).next().is_some()
            {
                self.frames.push(Frame::Shrink(seat));
                return Flow::Go;
            }
        }
        self.checked = true;
        self.frames.pop();
        Flow::Go
    }

    /// BF OTHER-DECKFLAG-4: what waits for life to become zero goes before the check defeats, and unanswered.
    fn rescued(&mut self, cx: &mut Cx<'_>) -> bool {
        let waits = |state: &State| {
            state.waiting.iter().position(|waiting| match &cx.pool.ability(waiting.ability).when {
                When::Trigger(triggers) => {
                    triggers.iter().any(|trigger| matches!(trigger.moment, Moment::LifeZero(_)))
                }
                _ => false,
            })
        };
        while let Some(at) = waits(self) {
            let waiting = self.waiting[at];
            if self.life[waiting.controller] > 0 {
                // Something else has seen to it.
                self.waiting.remove(at);
                continue;
            }
            self.begin_auto(at as u8, cx);
            if let Some(Frame::Play(play)) = self.frames.last().copied() {
                let run = effects::run::start(self, play.run);
                let step = crate::state::PlayStep::Resolve;
                self.set_top(Frame::Play(crate::state::Play { step, answer: true, run, ..play }));
            }
            return true;
        }
        false
    }

    /// BF CHECK-1, CHECK-2: defeats, both looked at together.
    fn defeats(&mut self) -> bool {
        let lost = |seat: Seat| {
            if self.life[seat] == 0 {
                Some(rule!("CHECK-1"))
            } else if self.count(seat, Zone::Deck) == 0 {
                // An empty deck defeats at once: no draw has to fail first.
                Some(rule!("CHECK-2"))
            } else {
                None
            }
        };
        let outcome = match (lost(Seat::A), lost(Seat::B)) {
            (None, None) => return false,
            (Some(rule), None) => Outcome { winner: Some(Seat::B), why: Why::Rule(rule) },
            (None, Some(rule)) => Outcome { winner: Some(Seat::A), why: Why::Rule(rule) },
            // Both at once: a draw.
            (Some(rule), Some(_)) => Outcome { winner: None, why: Why::Rule(rule) },
        };
        self.outcome = Some(outcome);
        true
    }

    /// BF CHECK-3: in an overfull area the newest stay.
    fn clear_areas(&mut self, cx: &mut Cx<'_>) -> bool {
        for seat in Seat::BOTH {
            // BF ZONE-SPELL-1: the spell area is not among them, for it holds any number of cards.
            for zone in [Zone::Left, Zone::Center, Zone::Right, Zone::Item, Zone::Flag] {
                let cards = self.zone(seat, zone);
                if cards.len() <= 1 || cards.len() <= self.capacity(cx.pool, seat, zone) {
                    continue;
                }
                // BF ZONE-FLAGITEM-2, ZONE-SIDES-2, ZONE-CENTER-2: the newcomer stays, and the card that was there
                // before goes to the drop zone.
                let oldest = cards.iter().copied().min_by_key(|card| self.table.marks(*card).arrival);
                if let Some(card) = oldest {
                    self.depart(
                        Departure {
                            card: self.table.object(card),
                            exit: Exit::Checked,
                            ..Departure::default()
                        },
                        cx,
                    );
                    return true;
                }
            }
        }
        false
    }

    /// How many cards an area holds.
    pub(crate) fn capacity(&self, cards: &Cards, seat: Seat, zone: Zone) -> usize {
        // BF KEY-CHAOS-1, KEY-CHAOS-QA2: with CHAOS Territory there, the center holds two.
        let chaos = zone == Zone::Center
            && self
                .zone(seat, zone)
                .iter()
                .any(|card| self.has_keyword(cards, *card, crate::keyword::Keyword::ChaosTerritory));
        // EQUIP-1.1a: an item may say which other item is equipped beside it.
        let beside = zone == Zone::Item
            && self.zone(seat, zone).iter().any(|card| self.has_partner(cards, seat, *card));
        // BF ZONE-SIDES-1, ZONE-CENTER-1: one card an area, unless a card says otherwise.
        1 + usize::from(chaos || beside)
    }

    /// Whether an item names another one that its fighter has equipped.
    fn has_partner(&self, cards: &Cards, seat: Seat, item: Card) -> bool {
        let names = cards.get(self.print(item)).sheet.beside.as_ref().filter(|_| !self.is_nullified(item));
        names.is_some_and(|name| {
            let partner = |card: &Card| *card != item && cards.get(self.print(*card)).folded == *name;
            self.zone(seat, Zone::Item).iter().any(partner)
        })
    }

    /// BF OTHER-FLAGDOWN-3: a card on the field that may no longer be used goes to the drop zone.
    fn clear_unusable(&mut self, cx: &mut Cx<'_>) -> bool {
        for seat in Seat::BOTH {
            let down =
                self.zone(seat, Zone::Flag).first().is_some_and(|flag| self.table.marks(*flag).face_down());
            if !down {
                continue;
            }
            let unusable = self.field(seat).find(|card| self.may_use(cx.pool, seat, *card).is_err());
            if let Some(card) = unusable {
                self.depart(
                    Departure { card: self.table.object(card), exit: Exit::Checked, ..Departure::default() },
                    cx,
                );
                return true;
            }
        }
        false
    }

    /// The sizes of a seat's monsters, added up.
    pub(crate) fn total_size(&self, cards: &Cards, seat: Seat) -> i32 {
        let monsters = Zone::AREAS.iter().flat_map(|zone| self.zone(seat, *zone));
        monsters.map(|card| self.size(cards, *card).unwrap_or(0)).sum()
    }

    /// BF CHECK-4: three, unless a card says otherwise.
    pub(crate) fn size_limit(&self, seat: Seat) -> i32 {
        i32::from(self.standings[seat].size_limit).max(3)
    }

    /// The monsters that the size check may take: all but the newest.
    pub(crate) fn shrinkable<'a>(&'a self, cards: &'a Cards, seat: Seat) -> impl Iterator<Item = Card> + 'a {
        let monsters =
            move || Zone::AREAS.into_iter().flat_map(move |zone| self.zone(seat, zone).iter().copied());
        let newest = monsters().map(|card| self.table.marks(card).arrival).max();
        monsters().filter(move |card| {
            Some(self.table.marks(*card).arrival) != newest && self.size(cards, *card).unwrap_or(0) > 0
        })
    }

    /// BF CHECK-4: its controller drops one; a single candidate goes by itself.
    pub(crate) fn shrink_step(&mut self, seat: Seat, cx: &mut Cx<'_>) -> Flow {
        let (first, second) = {
            let mut candidates = self.shrinkable(cx.pool, seat);
            (candidates.next(), candidates.next())
        };
        match (first, second) {
            (Some(_), Some(_)) => return Flow::Ask,
            (Some(only), None) => self.shrink(only, cx),
            (None, _) => {
                self.frames.pop();
            }
        }
        Flow::Go
    }

    /// Drops a monster for the size check.
    pub(crate) fn shrink(&mut self, card: Card, cx: &mut Cx<'_>) {
        self.frames.pop();
        self.depart(
            Departure { card: self.table.object(card), exit: Exit::Checked, ..Departure::default() },
            cx,
        );
    }
}
