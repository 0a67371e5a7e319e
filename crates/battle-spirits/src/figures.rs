//! Figures and permissions of cards as they are now: what is printed at the card's level, what effects that are always
//! on add, and the changes that last, in their order of application.

use crate::card::{Cards, Color, Kind, PerColor};
use crate::state::*;
use crate::vocab::{Change, Count, Deed, SymbolColor, TextStep, When};
use effects::{Asked, On, Run, Whom, eval};
use kernel::{Card, Place, Seat};

/// One kind of change, as a bit: sweeps skip abilities that have none of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum ChangeKind {
    Bp = 1,
    Symbols = 2,
    SymbolsFor = 4,
    Unblockable = 8,
    CannotAttack = 16,
    CannotBlock = 32,
    MustBlock = 64,
    MustAttack = 128,
    SparesLife = 256,
    LifeSafeFrom = 512,
    CannotBe = 1024,
    Unaffected = 2048,
    CostOf = 4096,
    BlocksExhausted = 8192,
    OwnCost = 16384,
    CannotUse = 32768,
}

impl Change {
    pub fn kind(&self) -> ChangeKind {
        match self {
            Change::Bp(_) => ChangeKind::Bp,
            Change::Symbols(..) => ChangeKind::Symbols,
            Change::SymbolsFor(..) => ChangeKind::SymbolsFor,
            Change::CannotBeBlockedBy(_) => ChangeKind::Unblockable,
            Change::CannotAttack => ChangeKind::CannotAttack,
            Change::CannotBlock => ChangeKind::CannotBlock,
            Change::MustBlock => ChangeKind::MustBlock,
            Change::MustAttack => ChangeKind::MustAttack,
            Change::SparesLife => ChangeKind::SparesLife,
            Change::LifeSafeFrom(_) => ChangeKind::LifeSafeFrom,
            Change::CannotBe(_) => ChangeKind::CannotBe,
            Change::Unaffected(_) => ChangeKind::Unaffected,
            Change::CostOf(..) => ChangeKind::CostOf,
            Change::BlocksExhausted => ChangeKind::BlocksExhausted,
            Change::OwnCost(_) => ChangeKind::OwnCost,
            Change::CannotUse(_) => ChangeKind::CannotUse,
        }
    }
}

impl State {
    // ---- figures ----------------------------------------------------------------------------------------------

    /// BS BASIC-LV-1, SUPER-UNLEASH-1. A card that is being depleted is spoken of at its lowest level.
    pub(crate) fn level_number(&self, cards: &Cards, card: Card) -> u8 {
        match self.level(cards, card) {
            Some(level) => level.level,
            None if self.is_leaving(card) => {
                self.print(cards, card).levels.first().map_or(0, |level| level.level)
            }
            None => 0,
        }
    }

    /// BS BASIC-LV-2, FAQ-BP-1 (and our reading BS-25): the BP of the level, then every change in its order, never below
    /// zero at any stage.
    pub(crate) fn bp(&self, cards: &Cards, card: Card) -> i32 {
        self.bp_asked(cards, card, Asked::NOTHING)
    }

    /// The same, with the questions that wait for the answer.
    pub(crate) fn bp_asked(&self, cards: &Cards, card: Card, asked: Asked) -> i32 {
        let mut bp = self.base_bp(cards, card);
        self.sweep(cards, ChangeKind::Bp, Whom::Card(card), asked, &mut |given| {
            if let Change::Bp(amount) = given.change {
                let run = given.run;
                let by = given.settled.unwrap_or_else(|| eval::amount(self, cards, amount, run));
                let spared = by < 0
                    && run.controller != self.table.seat(card)
                    && self.cannot_be_asked(cards, card, Deed::BpLoss, asked);
                if !spared {
                    bp = bp.saturating_add(by).max(0);
                }
            }
        });
        bp
    }

    pub(crate) fn base_bp(&self, cards: &Cards, card: Card) -> i32 {
        match self.level(cards, card) {
            Some(level) => level.bp,
            None => self.print(cards, card).levels.first().map_or(0, |level| level.bp),
        }
    }

    /// The symbols of a card on the Field, with those it has only while `used` is being paid for.
    pub(crate) fn symbols(&self, cards: &Cards, card: Card, used: Option<Card>) -> PerColor {
        self.symbols_asked(cards, card, used, Asked::NOTHING)
    }

    pub(crate) fn symbols_asked(
        &self,
        cards: &Cards,
        card: Card,
        used: Option<Card>,
        asked: Asked,
    ) -> PerColor {
        let mut symbols = self.print(cards, card).symbols;
        let about = Whom::Card(card);
        self.sweep(cards, ChangeKind::Symbols, about, asked, &mut |given| {
            if let Change::Symbols(color, by) = given.change {
                let color = match color {
                    SymbolColor::Color(color) => *color,
                    SymbolColor::Any => {
                        // Of whatever colours there are, one after the other.
                        for _ in 0..by.unsigned_abs() {
                            if let Some(slot) = symbols.0.iter_mut().find(|slot| **slot > 0) {
                                *slot -= 1;
                            }
                        }
                        return;
                    }
                    SymbolColor::Named => Color::ALL[given.settled.unwrap_or(0).clamp(0, 5) as usize],
                };
                let slot = &mut symbols.0[color as usize];
                *slot = slot.saturating_add_signed(*by);
            }
        });
        if let Some(used) = used {
            self.sweep(cards, ChangeKind::SymbolsFor, about, asked, &mut |given| {
                if let Change::SymbolsFor(color, more, filter) = given.change {
                    if eval::fits(self, cards, filter, used, given.run) {
                        symbols.gain(*color, *more);
                    }
                }
            });
        }
        symbols
    }

    /// BS CARD-1: the printed cost, as far as no effect changes it for this player.
    pub(crate) fn cost_of(&self, cards: &Cards, card: Card, seat: Seat) -> i32 {
        let mut cost = i32::from(self.print(cards, card).cost);
        self.sweep(cards, ChangeKind::CostOf, Whom::Player(seat), Asked::NOTHING, &mut |given| {
            if let Change::CostOf(filter, by) = given.change {
                if eval::fits(self, cards, filter, card, given.run) {
                    cost = (cost + i32::from(*by)).max(0);
                }
            }
        });
        (cost - self.own_reduction(cards, card, seat)).max(0)
    }

    /// What a card in the hand says that it costs less: its own always-on effect that works there.
    fn own_reduction(&self, cards: &Cards, card: Card, seat: Seat) -> i32 {
        let print = self.print(cards, card);
        if print.bits[2].gives & ChangeKind::OwnCost as u16 == 0 || self.table.zone(card) == Zone::Field {
            return 0;
        }
        let mut less = 0;
        for (index, ability) in print.abilities.iter().enumerate() {
            if ability.when != When::Always || ability.part.zone != Zone::Hand {
                continue;
            }
            let at = effects::AbilityRef { print: self.table.print(card), index: index as u8 };
            let run = Run::new(at, self.table.object(card), seat);
            if ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run)) {
                less += self.reduced_by(cards, &ability.steps, &run);
            }
        }
        less
    }

    fn reduced_by(&self, cards: &Cards, steps: &[TextStep], run: &Run) -> i32 {
        let by = |step: &TextStep| match step {
            TextStep::Gain { change: Change::OwnCost(amount), .. } => eval::amount(self, cards, amount, run),
            TextStep::If { cond, then, otherwise } => {
                let steps = if eval::holds(self, cards, cond, run) { then } else { otherwise };
                self.reduced_by(cards, steps, run)
            }
            _ => 0,
        };
        steps.iter().map(by).sum()
    }

    // ---- permissions ------------------------------------------------------------------------------------------

    pub(crate) fn cannot_attack(&self, cards: &Cards, card: Card) -> bool {
        self.is_changed(cards, card, ChangeKind::CannotAttack)
    }

    pub(crate) fn cannot_block(&self, cards: &Cards, card: Card) -> bool {
        self.is_changed(cards, card, ChangeKind::CannotBlock)
    }

    pub(crate) fn must_block(&self, cards: &Cards, card: Card) -> bool {
        self.is_changed(cards, card, ChangeKind::MustBlock)
    }

    pub(crate) fn blocks_exhausted(&self, cards: &Cards, card: Card) -> bool {
        self.is_changed(cards, card, ChangeKind::BlocksExhausted)
    }

    pub(crate) fn must_attack(&self, cards: &Cards, card: Card) -> bool {
        self.is_changed(cards, card, ChangeKind::MustAttack)
    }

    /// Once it has attacked, nothing compels it any more.
    pub(crate) fn forget_must_attack(&mut self, cards: &Cards, card: Card) {
        let object = self.table.object(card);
        self.end_lasting(cards, |lasting| {
            let change = lasting.change(cards.ability(lasting.ability));
            lasting.on == On::Card(object) && matches!(change, Some((_, Change::MustAttack)))
        });
    }

    /// Whether what this effect would do to the card does nothing.
    pub(crate) fn is_unaffected(&self, cards: &Cards, card: Card, by: &Run) -> bool {
        self.is_unaffected_asked(cards, card, by, Asked::NOTHING)
    }

    /// The same, with the questions that wait for the answer.
    pub(crate) fn is_unaffected_asked(&self, cards: &Cards, card: Card, by: &Run, asked: Asked) -> bool {
        if self.table.seat(card) == by.controller {
            return false;
        }
        let source = cards.get(by.ability.print).kind;
        let mut unaffected = false;
        self.sweep(cards, ChangeKind::Unaffected, Whom::Card(card), asked, &mut |given| {
            let Change::Unaffected(kind) = given.change else { return };
            unaffected |= kind.is_none_or(|kind| kind == source);
        });
        unaffected
    }

    /// BS FAQ-GENERAL-3: "cannot" goes before "can".
    pub(crate) fn cannot_be(&self, cards: &Cards, card: Card, deed: Deed) -> bool {
        self.cannot_be_asked(cards, card, deed, Asked::NOTHING)
    }

    pub(crate) fn cannot_be_asked(&self, cards: &Cards, card: Card, deed: Deed, asked: Asked) -> bool {
        let mut cannot = false;
        self.sweep(cards, ChangeKind::CannotBe, Whom::Card(card), asked, &mut |given| {
            cannot |= *given.change == Change::CannotBe(deed);
        });
        cannot
    }

    pub(crate) fn cannot_be_blocked_by(&self, cards: &Cards, attacker: Card, blocker: Card) -> bool {
        let mut cannot = false;
        self.sweep(cards, ChangeKind::Unblockable, Whom::Card(attacker), Asked::NOTHING, &mut |given| {
            if let Change::CannotBeBlockedBy(filter) = given.change {
                cannot |= eval::fits(self, cards, filter, blocker, given.run);
            }
        });
        cannot
    }

    /// Whether an effect keeps a player's Life from this attacker.
    pub(crate) fn life_is_safe(&self, cards: &Cards, seat: Seat, attacker: Card) -> bool {
        let mut safe = false;
        self.sweep(cards, ChangeKind::SparesLife, Whom::Card(attacker), Asked::NOTHING, &mut |given| {
            safe |= given.run.controller == seat;
        });
        self.sweep(cards, ChangeKind::LifeSafeFrom, Whom::Player(seat), Asked::NOTHING, &mut |given| {
            if let Change::LifeSafeFrom(filter) = given.change {
                safe |= eval::fits(self, cards, filter, attacker, given.run);
            }
        });
        safe
    }

    /// Whether an effect keeps a player from using this card.
    pub(crate) fn cannot_use(&self, cards: &Cards, card: Card, seat: Seat) -> bool {
        let mut cannot = false;
        self.sweep(cards, ChangeKind::CannotUse, Whom::Player(seat), Asked::NOTHING, &mut |given| {
            if let Change::CannotUse(filter) = given.change {
                cannot |= eval::fits(self, cards, filter, card, given.run);
            }
        });
        cannot
    }

    fn is_changed(&self, cards: &Cards, card: Card, kind: ChangeKind) -> bool {
        let mut changed = false;
        self.sweep(cards, kind, Whom::Card(card), Asked::NOTHING, &mut |_| changed = true);
        changed
    }

    // ---- quantities -------------------------------------------------------------------------------------------

    pub(crate) fn quantity(&self, cards: &Cards, count: &Count, run: &Run) -> i32 {
        match count {
            Count::Symbols(who, color) => {
                let symbols = self.field_symbols_asked(cards, eval::seat(self, *who, run), None, run.asked);
                color.map_or(symbols.total() as i32, |color| symbols.of(color).into())
            }
            Count::Life(who) => self.players[eval::seat(self, *who, run)].life.into(),
            Count::Reserve(who) => self.reserve_total(eval::seat(self, *who, run)).into(),
            Count::TrashCores(who) => {
                let seat = eval::seat(self, *who, run);
                self.pile_total(seat, crate::cores::Pile::Trash).into()
            }
            Count::Cores(place, kind, most) => {
                i32::from(self.cores_there(cards, place, *kind, None, run)).min(*most)
            }
            Count::TopUntil(who, filter) => {
                let deck = self.table.cards(Place::new(eval::seat(self, *who, run), Zone::Deck));
                let comes = deck.iter().position(|card| eval::fits(self, cards, filter, *card, run));
                comes.map_or(deck.len(), |at| at + 1) as i32
            }
            Count::If(cond, then, otherwise) => {
                let which = if eval::holds(self, cards, cond, run) { then } else { otherwise };
                eval::amount(self, cards, which, run)
            }
        }
    }

    pub(crate) fn is_spirit(&self, cards: &Cards, card: Card) -> bool {
        self.is_kind(cards, card, Kind::Spirit)
    }
}
