//! Cores: the one way they move, and the law that they add up.

use crate::event::What;
use crate::state::*;
use crate::verbs::Cause;
use crate::{Cx, Moment, rule};
use kernel::{Card, RuleId, Seat};
use serde::{Deserialize, Serialize};

/// A pile of cores of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Pile {
    Void,
    Reserve,
    Trash,
    Life,
    Removed,
    On(Card),
}

impl From<Spot> for Pile {
    fn from(spot: Spot) -> Pile {
        match spot {
            Spot::Reserve => Pile::Reserve,
            Spot::On(card) => Pile::On(card),
        }
    }
}

impl From<SoulAt> for Pile {
    fn from(at: SoulAt) -> Pile {
        match at {
            SoulAt::Void => Pile::Void,
            SoulAt::Reserve => Pile::Reserve,
            SoulAt::Trash => Pile::Trash,
            SoulAt::Life => Pile::Life,
            SoulAt::Removed => Pile::Removed,
            SoulAt::On(card) => Pile::On(card),
        }
    }
}

impl From<Pile> for SoulAt {
    fn from(pile: Pile) -> SoulAt {
        match pile {
            Pile::Void => SoulAt::Void,
            Pile::Reserve => SoulAt::Reserve,
            Pile::Trash => SoulAt::Trash,
            Pile::Life => SoulAt::Life,
            Pile::Removed => SoulAt::Removed,
            Pile::On(card) => SoulAt::On(card),
        }
    }
}

impl State {
    /// Ordinary cores in a pile.
    pub(crate) fn pile(&self, seat: Seat, pile: Pile) -> u16 {
        let player = &self.players[seat];
        match pile {
            // BS CORE-PREP-3, GLOSS-VOID: there is always another one.
            Pile::Void => u16::MAX,
            Pile::Reserve => player.reserve,
            Pile::Trash => player.trash,
            Pile::Life => player.life,
            Pile::Removed => player.removed,
            Pile::On(card) => self.table.marks(card).cores,
        }
    }

    pub(crate) fn soul_is(&self, seat: Seat, pile: Pile) -> bool {
        self.players[seat].soul == SoulAt::from(pile)
    }

    /// Every core in a pile, the Soul Core among them.
    pub(crate) fn pile_total(&self, seat: Seat, pile: Pile) -> u16 {
        self.pile(seat, pile).saturating_add(u16::from(self.soul_is(seat, pile)))
    }

    /// Moves ordinary cores, as many of `count` as there are, and returns how many went.
    /// BS FAQ-GENERAL-10: both piles are the same player's.
    pub(crate) fn move_cores(
        &mut self,
        seat: Seat,
        from: Pile,
        to: Pile,
        count: u16,
        why: RuleId,
        cx: &mut Cx<'_>,
    ) -> u16 {
        let count = count.min(self.pile(seat, from));
        if count == 0 || from == to {
            return 0;
        }
        self.change_pile(seat, from, -(count as i16));
        self.change_pile(seat, to, count as i16);
        let at = self.told(cx.pool, from, to);
        cx.log.say(why, || What::Cores { seat, count, soul: false, from: at.0, to: at.1 });
        self.cores_moved(seat, from, to, count, cx);
        count
    }

    /// Moves the Soul Core.
    pub(crate) fn move_soul(&mut self, seat: Seat, to: Pile, why: RuleId, cx: &mut Cx<'_>) {
        let from = Pile::from(self.players[seat].soul);
        if from == to {
            return;
        }
        self.players[seat].soul = to.into();
        let at = self.told(cx.pool, from, to);
        cx.log.say(why, || What::Cores { seat, count: 1, soul: true, from: at.0, to: at.1 });
        self.cores_moved(seat, from, to, 1, cx);
    }

    /// Moves every core of a pile, the Soul Core too.
    pub(crate) fn move_all_cores(&mut self, seat: Seat, from: Pile, to: Pile, why: RuleId, cx: &mut Cx<'_>) {
        self.move_cores(seat, from, to, u16::MAX, why, cx);
        if self.soul_is(seat, from) {
            self.move_soul(seat, to, why, cx);
        }
    }

    fn cores_moved(&mut self, seat: Seat, from: Pile, to: Pile, count: u16, cx: &mut Cx<'_>) {
        if from == Pile::Life {
            self.players[seat].turn.life_reduced = true;
            self.happened_to_player(Moment::LifeReduced, seat, count as i16, cx);
        }
        if from == Pile::Void && to != Pile::Void {
            self.happened_to_player(Moment::CoreGained, seat, count as i16, cx);
        }
    }

    fn change_pile(&mut self, seat: Seat, pile: Pile, by: i16) {
        let player = &mut self.players[seat];
        let counted = match pile {
            Pile::Void => {
                player.void = player.void.saturating_add(by);
                return;
            }
            Pile::Reserve => &mut player.reserve,
            Pile::Trash => &mut player.trash,
            Pile::Life => &mut player.life,
            Pile::Removed => &mut player.removed,
            Pile::On(card) => &mut self.table.marks_mut(card).cores,
        };
        *counted = counted.saturating_add_signed(by);
    }

    /// Whether the cores add up: those in the Void, in Life, in the Reserve, in the Trash, on cards and removed are
    /// always as many as each player began with; a Soul Core that is on a card is on one of its owner's Field.
    /// `None` if all is well.
    pub fn check_invariants(&self) -> Option<String> {
        for seat in Seat::BOTH {
            let player = &self.players[seat];
            let mut on_cards = 0;
            for card in self.table.all().filter(|card| self.table.seat(*card) == seat) {
                let cores = self.table.marks(card).cores;
                if cores > 0 && self.table.zone(card) != Zone::Field {
                    return Some(format!("{cores} cores on a card outside the Field of {seat:?}"));
                }
                on_cards += i32::from(cores);
            }
            let sum = i32::from(player.void)
                + i32::from(player.life)
                + i32::from(player.reserve)
                + i32::from(player.trash)
                + i32::from(player.removed)
                + on_cards;
            if sum != i32::from(SUPPLY) {
                return Some(format!("{sum} cores instead of {SUPPLY} belong to {seat:?}"));
            }
            if let SoulAt::On(card) = player.soul {
                let home = (card.0 as usize) < self.table.len()
                    && self.table.zone(card) == Zone::Field
                    && self.table.seat(card) == seat;
                if !home {
                    return Some(format!("the Soul Core of {seat:?} is on a card outside its Field"));
                }
            }
        }
        None
    }

    // ---- moving cores by hand in a Main Step ------------------------------------------------------------------

    /// Depletes the card that a core was just taken from, if it is short of cores now.
    pub(crate) fn check_spot(&mut self, spot: Spot, cx: &mut Cx<'_>) {
        if let Spot::On(card) = spot {
            self.check_depletion(card, Cause::default(), cx);
        }
    }

    /// Carries out a core move that the turn player makes by hand.
    pub(crate) fn move_by_hand(&mut self, choice: Choice, seat: Seat, cx: &mut Cx<'_>) {
        match choice {
            // BS MAIN-MOVE-1, MAIN-MOVE-2, BASIC-LV-5: freely between the Reserve and the cards of one's Field.
            Choice::Move { from, to } => {
                self.move_cores(seat, from.into(), to.into(), 1, rule!("MAIN-MOVE-1"), cx);
                self.check_spot(from, cx);
            }
            // BS MAIN-MOVE-4: the Soul Core moves likewise.
            Choice::MoveSoul { from, to } => {
                self.move_soul(seat, to.into(), rule!("MAIN-MOVE-4"), cx);
                self.check_spot(from, cx);
            }
            // BS MAIN-MOVE-4, FAQ-SOULCORE-1: it trades places with an ordinary core, and no card is short of a core
            // in between.
            Choice::Swap { soul, with } => {
                self.move_soul(seat, with.into(), rule!("MAIN-MOVE-4"), cx);
                self.move_cores(seat, with.into(), soul.into(), 1, rule!("MAIN-MOVE-4"), cx);
            }
            _ => {}
        }
    }
}
