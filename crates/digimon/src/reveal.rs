//! Revealing, looking and searching (DCG 15-15-3, 15-15-4): what is shown, what stays closed meanwhile, what goes back.

use crate::alias::{Filter, Op, Target as Meant};
use crate::card::Cards;
use crate::rule;
use crate::state::{Area, Cx, Frame, Mark, State, What};
use crate::vocab::Verb;
use effects::{Done, Run, eval};
use kernel::{Card, End, Object, Seat, Seats};

/// Set in the mark of a shown card that was at the bottom of its pile.
const BOTTOM: u8 = 0x80;
/// The same, of one that lay there face up.
const FACE_UP: u8 = 0x40;

impl State {
    /// DCG 15-15-3: cards shown to both players; those of a hidden pile are in no area meanwhile.
    pub(crate) fn reveal_cards(&mut self, target: &Meant, run: &Run, cx: Cx) -> Done {
        let cards = eval::targets(self, cx.pool, target, run);
        for card in cards.iter() {
            let before = self.table.object(*card);
            if matches!(self.table.zone(*card), Area::Deck | Area::Security) {
                let place = self.table.place(*card);
                let (at, count) = (self.table.position(*card), self.table.count(place));
                let bottom = if at > 0 && at + 1 == count { BOTTOM } else { 0 };
                let face = if self.has(*card, Mark::FaceUp) { FACE_UP } else { 0 };
                self.put(cx.pool, *card, State::place(place.seat, Area::Aside), End::Bottom);
                let marks = self.table.marks_mut(*card);
                marks.set(Mark::Shown, true);
                marks.xros = place.zone as u8 | bottom | face;
                self.rebind(before, *card);
            }
            self.table.reveal(*card, Seats::ALL);
            let named = self.named(*card);
            cx.log.say(rule!("15-15-3-1"), || What::Revealed(named));
        }
        Done::Now(cards.len() as i16)
    }

    /// DCG 3-1-3-7: a card that the effect asks for by what it is is shown before it goes from one private area to another.
    pub(crate) fn show_what_is_asked_for(&mut self, target: &Meant, cards: &[Card], run: &Run, cx: Cx) {
        let asked = match target {
            Meant::Slot(slot) => cx.pool.ability(run.ability).program.iter().any(|op| match op {
                Op::Choose { slot: other, from, .. } => other == slot && asks_what_it_is(&from.filter),
                _ => false,
            }),
            Meant::Each(select) => asks_what_it_is(&select.filter),
            _ => false,
        };
        if !asked {
            return;
        }
        for card in cards {
            if matches!(self.table.zone(*card), Area::Hand | Area::Deck | Area::Security) {
                self.table.reveal(*card, Seats::ALL);
                let named = self.named(*card);
                cx.log.say(rule!("3-1-3-7"), || What::Revealed(named));
            }
        }
    }

    /// The area a card counts as coming from: a revealed card's original area (DCG 15-15-3-3), else where it is.
    pub(crate) fn origin(&self, card: Card) -> Area {
        let zone = self.table.zone(card);
        if zone != Area::Aside || !self.has(card, Mark::Shown) {
            return zone;
        }
        match self.table.marks(card).xros & !(BOTTOM | FACE_UP) {
            shown if shown == Area::Security as u8 => Area::Security,
            _ => Area::Deck,
        }
    }

    /// DCG 15-15-3-5: revealed cards that nothing was done with return to where they were, once the effect that
    /// revealed them is through.
    pub(crate) fn return_shown(&mut self, cx: Cx) {
        let held = |state: &State, card: Card| {
            let object = state.table.object(card);
            state.core.picks.0.iter().any(|pick| pick.object == object)
        };
        self.return_those(&held, cx);
    }

    /// The same before an area is shuffled.
    pub(crate) fn return_to(&mut self, seat: Seat, area: Area, cx: Cx) {
        let held = |state: &State, card: Card| state.table.seat(card) != seat || state.origin(card) != area;
        self.return_those(&held, cx);
    }

    pub(crate) fn return_those(&mut self, held: &dyn Fn(&State, Card) -> bool, cx: Cx) {
        for seat in Seat::BOTH {
            // The last one shown goes back first, so that the first one lies on top again.
            for at in (0..self.count(seat, Area::Aside)).rev() {
                let Some(card) = self.cards(seat, Area::Aside).get(at).copied() else { continue };
                if !self.has(card, Mark::Shown) || held(self, card) {
                    continue;
                }
                let shown = self.table.marks(card).xros;
                let end = if shown & BOTTOM != 0 { End::Bottom } else { End::Top };
                let before = self.table.object(card);
                self.move_card(card, self.origin(card), end, rule!("15-15-3-5"), cx);
                // DCG 3-7-4: a security card that lay face up lies face up again.
                if shown & FACE_UP != 0 && self.table.zone(card) == Area::Security {
                    self.table.marks_mut(card).set(Mark::FaceUp, true);
                    self.uncover(card, rule!("3-7-4"), cx);
                }
                self.rebind(before, card);
            }
        }
    }

    /// What an effect has bound stays bound though revealing made it a new card.
    pub(crate) fn rebind(&mut self, before: Object, card: Card) {
        let now = self.table.object(card);
        for pick in self.core.picks.0.iter_mut().filter(|pick| pick.object == before) {
            pick.object = now;
        }
    }

    /// The same for a card that was taken from among shown ones: it is what was chosen, and none of them any more.
    pub(crate) fn rebind_taken(&mut self, before: Object, card: Card) {
        let now = self.table.object(card);
        if let Some(pick) = self.core.picks.0.iter_mut().rev().find(|pick| pick.object == before) {
            pick.object = now;
        }
    }

    /// Whether the innermost effect takes this card as one of all that fit ("add all … among them"): nobody chose it, so those
    /// shown are all that is remembered, and what was taken is none of them any more.
    pub(crate) fn is_taken_unchosen(&self, cards: &Cards, object: Object) -> bool {
        let Some(Frame::Effect(running)) = self.core.frames.last() else { return false };
        let done = cards.ability(running.run.ability).program.get((running.run.at as usize).wrapping_sub(1));
        matches!(done, Some(Op::Do(Verb::ToHand(Meant::Each(_) | Meant::Several(_)))))
            && self.core.picks.bound_by(&running.run).iter().filter(|pick| pick.object == object).count() == 1
    }

    /// DCG 15-15-3-4, 15-15-4-5: whether an effect in progress shows or looks through all of this area, so that another
    /// effect cannot add to it.
    pub(crate) fn is_closed(&self, cards: &Cards, seat: Seat, area: Area) -> bool {
        let effects = self.core.frames.iter().filter_map(|frame| match frame {
            Frame::Effect(running) => Some(running.run),
            _ => None,
        });
        let (mut held, mut last) = (false, false);
        for run in effects {
            // The innermost effect is the one that adds.
            held |= last;
            last = self.looks_through(cards, &run, seat, area);
        }
        held
    }

    /// Whether a running effect has all cards of an area in view.
    fn looks_through(&self, cards: &Cards, run: &Run, seat: Seat, area: Area) -> bool {
        let mut whole = None;
        let mut looks = false;
        for op in cards.ability(run.ability).program.iter().take(run.at as usize) {
            match op {
                Op::Bind { slot, to: Meant::Each(select) } if select.count == effects::HowMany::All => {
                    let effects::Among::Zones { whose, zones } = &select.among else { continue };
                    let here = zones.iter().any(|place| crate::change::area_of(*place) == area);
                    if here && eval::seats(self, *whose, run).any(|one| one == seat) {
                        whole = Some(*slot);
                    }
                }
                Op::Do(Verb::Reveal(Meant::Slot(slot)) | Verb::Look(Meant::Slot(slot))) => {
                    looks |= whole == Some(*slot);
                }
                Op::Do(Verb::Shuffle(_, place)) if crate::change::area_of(*place) == area => looks = false,
                _ => {}
            }
        }
        looks
    }
}

/// Whether a filter speaks of what is printed on a card.
fn asks_what_it_is(filter: &Filter) -> bool {
    match filter {
        Filter::All(parts) | Filter::Either(parts) => parts.iter().any(asks_what_it_is),
        Filter::Not(part) => asks_what_it_is(part),
        Filter::Kind(_)
        | Filter::Color(_)
        | Filter::Name(_)
        | Filter::NameHas(_)
        | Filter::Trait(_)
        | Filter::TraitHas(_)
        | Filter::InText(_)
        | Filter::Figure(..)
        | Filter::Has(_) => true,
        Filter::Any | Filter::Is(_) | Filter::This | Filter::Bound(_) | Filter::Of(_) => false,
        Filter::Subject | Filter::Test(_) => false,
    }
}
