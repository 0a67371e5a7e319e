//! Triggers: what happened is called out to the skills that wait for it.

use crate::cause::{MoveNote, Shift};
use crate::state::{Area, Frame, State};
use crate::vocab::Moment;
use crate::{Cards, Cx};
use effects::Waiting;
use kernel::{Card, Flat, Object, Place, Seat};

impl State {
    /// Something happened: every skill that waited for it is made pending (DBS 9-6-2).
    pub fn note(&mut self, moment: Moment, subject: Object, other: Object, amount: i16, cx: &mut Cx<'_>) {
        self.collect(moment, subject, other, amount, cx.pool);
    }

    /// Something happened to a player: that player's Leader stands for the player.
    pub fn note_player(&mut self, moment: Moment, seat: Seat, amount: i16, cx: &mut Cx<'_>) {
        let leader = self.leader(seat).map_or(Object::default(), |card| self.table.object(card));
        self.collect(moment, leader, Object::default(), amount, cx.pool);
    }

    /// Triggers about a card that leaves are matched while it is still where it was (DBS 9-6-9-1-2).
    pub(crate) fn note_leaving(
        &mut self,
        card: Card,
        from: Place<Area>,
        to: Place<Area>,
        how: &Shift,
        cx: &mut Cx<'_>,
    ) -> usize {
        // DBS 9-6-9, 9-6-9-1, 9-6-9-1-1: what is asked of a card that goes out of sight is answered where it was
        // seen.
        let first = self.waiting.len();
        let object = self.table.object(card);
        if let Some(exit) = self.knocked_elsewhere(object, cx.pool) {
            // DBS 5-12-3: its own skills that wait for its KO pend although something else puts it elsewhere.
            let note = MoveNote::pack(Area::Battle, Area::Drop, exit.cause);
            self.collect(Moment::IsKod, object, exit.by, note, cx.pool);
            let mut at = 0;
            self.waiting.retain(|waiting| {
                at += 1;
                at <= first || waiting.source == object
            });
        }
        // DBS 14-1-4-1, 22-14-3-1, 23-3-2-4, 23-3-2-5: what made it leave has removed it, if it is removed from the
        // game.
        let amount = MoveNote::pack(from.zone, to.zone, how.cause);
        // DBS 20-9-1: into the other player's area a card leaves its player's too.
        if matches!(from.zone, Area::Battle | Area::Unison) && from != to {
            // DBS 20-10-4: also out of the game.
            self.collect(Moment::Leaves, object, Object::default(), amount, cx.pool);
        }
        // DBS 9-6-9-1-1: what returns to a hand is asked about where it lay open.
        if to.zone == Area::Hand && from.zone.is_open() && !matches!(from.zone, Area::Declared | Area::Under)
        {
            self.collect(Moment::ReturnsToHand, object, Object::default(), amount, cx.pool);
        }
        if to.zone == Area::Removed {
            self.collect(Moment::Removed, object, Object::default(), amount, cx.pool);
        }
        if to.zone == Area::Drop && from.zone.is_in_play() {
            self.collect(Moment::Drops, object, Object::default(), amount, cx.pool);
        }
        first
    }

    /// What waits since `first` and is about the card that has just moved means it as it is now.
    pub(crate) fn settle_notes(&mut self, first: usize, old: Object, new: Object) {
        if old == new {
            return;
        }
        for waiting in self.waiting.iter_mut().skip(first) {
            if waiting.source == old {
                waiting.source = new;
            }
            if waiting.subject == old {
                waiting.subject = new;
            }
            if waiting.other == old {
                waiting.other = new;
            }
        }
    }

    /// Triggers about a card that arrived look at it where it is now (DBS 9-6-9-1-3, 9-9-3-1).
    pub(crate) fn note_arrival(
        &mut self,
        card: Card,
        from: Place<Area>,
        to: Place<Area>,
        how: &Shift,
        cx: &mut Cx<'_>,
    ) {
        let object = self.table.object(card);
        let amount = MoveNote::pack(from.zone, to.zone, how.cause);
        let none = Object::default();
        match to.zone {
            // DBS 9-6-9-3: from anywhere but these areas.
            Area::Battle | Area::Unison if !matches!(from.zone, Area::Battle | Area::Unison) => {
                if how.played {
                    // DBS 13-2-1-4, 13-2-2-6, 16-2-1-3, 18-2-1-4, 18-2-2-6: what waits for its being played becomes
                    // pending.
                    self.note(Moment::Played, object, none, amount, cx);
                }
                // DBS 17-2-1-4: what waits for its being placed becomes pending.
                self.note(Moment::PlacedInBattle, object, none, amount, cx);
            }
            // DBS 22-46-6-3: what waits for its being placed there becomes pending.
            Area::Leader => self.note(Moment::PlacedInLeader, object, none, amount, cx),
            Area::Combo => self.note(Moment::Combos, object, none, amount, cx),
            Area::Drop if !from.zone.is_in_play() => {
                if from.zone == Area::Hand {
                    // DBS 20-7-2, 20-7-3: by whose skill.
                    let by = self.frames.iter().rev().find_map(|frame| match frame {
                        Frame::Effect(run) => Some(run.source),
                        _ => None,
                    });
                    // DBS 20-7-4: from a hand into the Drop Area is a discard, whatever the text calls it.
                    self.note(Moment::Discards, object, by.unwrap_or_default(), amount, cx);
                }
                self.note(Moment::Drops, object, none, amount, cx);
            }
            Area::Energy => self.note(Moment::EnergyPlaced, object, none, amount, cx),
            Area::ZEnergy => self.note(Moment::ZEnergyPlaced, object, none, amount, cx),
            Area::Warp => self.note(Moment::Warps, object, none, amount, cx),
            Area::Hand => {
                if from.zone == Area::Life {
                    self.note(Moment::LifeToHand, object, none, amount, cx);
                }
                self.note(Moment::AddedToHand, object, none, amount, cx);
            }
            _ => {}
        }
    }

    /// Makes every skill pending that waits for this, and returns where the new ones begin.
    pub fn collect(
        &mut self,
        moment: Moment,
        subject: Object,
        other: Object,
        amount: i16,
        cards: &Cards,
    ) -> usize {
        let first = self.waiting.len();
        if !self.begun && moment != Moment::PlacedInLeader {
            return first;
        }
        let mut found: Flat<Waiting, 32> = Flat::new();
        let template = Waiting { subject, other, amount, batch: self.batch, ..Waiting::default() };
        self.each_trigger(cards, moment, &template, &mut |waiting| {
            // A skill that was gained twice, or an effect that was set up twice, waits twice for one thing: apart from each
            // other, where what happens several times at once pends once (DBS 9-6-2-1-1).
            let twins = found.iter().filter(|one| one.with_batch(0) == waiting.with_batch(0)).count();
            found.push(waiting.with_batch(waiting.batch ^ (twins as u16) << 12));
        });
        for waiting in found.iter() {
            // DBS 0-3-7, 9-6-2-1: it is pending now, once for each time.
            self.waiting.push(*waiting);
        }
        first
    }
}
