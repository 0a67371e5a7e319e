//! Figures and permissions of cards as they are now: what is printed at the card's level, what effects that are always
//! on add, and the changes that last, in their order of application.

use crate::card::{Cards, Color, Kind, PerColor};
use crate::state::*;
use crate::vocab::{BsSelect, Change, Count, Deed, SymbolColor, TextStep, When};
use effects::{AbilityRef, Among, Gainer, On, Run, Target, eval};
use kernel::{Card, Seat};

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
}

impl ChangeKind {
    pub const ALL: [ChangeKind; 13] = [
        ChangeKind::Bp,
        ChangeKind::Symbols,
        ChangeKind::SymbolsFor,
        ChangeKind::Unblockable,
        ChangeKind::CannotAttack,
        ChangeKind::CannotBlock,
        ChangeKind::MustBlock,
        ChangeKind::MustAttack,
        ChangeKind::SparesLife,
        ChangeKind::LifeSafeFrom,
        ChangeKind::CannotBe,
        ChangeKind::Unaffected,
        ChangeKind::CostOf,
    ];
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
            Change::Unaffected => ChangeKind::Unaffected,
            Change::CostOf(..) => ChangeKind::CostOf,
        }
    }
}

/// Effects that are always on may ask for figures that others of them change. Where that goes round in a circle, the
/// question inside so many others is answered by the printed figure.
const DEEPEST: u8 = 4;

/// Whom a sweep asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    Card(Card),
    Player(Seat),
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
        self.bp_asked(cards, card, 0)
    }

    /// The same, asked by so many effects inside each other (see [`DEEPEST`]).
    pub(crate) fn bp_asked(&self, cards: &Cards, card: Card, asked: u8) -> i32 {
        let mut bp = self.base_bp(cards, card);
        self.sweep(cards, ChangeKind::Bp, About::Card(card), asked, &mut |change, value, run| {
            if let Change::Bp(amount) = change {
                let by = value.unwrap_or_else(|| eval::amount(self, cards, amount, run));
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
        self.symbols_asked(cards, card, used, 0)
    }

    pub(crate) fn symbols_asked(&self, cards: &Cards, card: Card, used: Option<Card>, asked: u8) -> PerColor {
        let mut symbols = self.print(cards, card).symbols;
        let about = About::Card(card);
        self.sweep(cards, ChangeKind::Symbols, about, asked, &mut |change, value, _| {
            if let Change::Symbols(color, by) = change {
                let color = match color {
                    SymbolColor::Color(color) => *color,
                    SymbolColor::Named => Color::ALL[value.unwrap_or(0).clamp(0, 5) as usize],
                };
                let slot = &mut symbols.0[color as usize];
                *slot = slot.saturating_add_signed(*by);
            }
        });
        if let Some(used) = used {
            self.sweep(cards, ChangeKind::SymbolsFor, about, asked, &mut |change, _, run| {
                if let Change::SymbolsFor(color, more, filter) = change {
                    if eval::fits(self, cards, filter, used, run) {
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
        self.sweep(cards, ChangeKind::CostOf, About::Player(seat), 0, &mut |change, _, run| {
            if let Change::CostOf(filter, by) = change {
                if eval::fits(self, cards, filter, card, run) {
                    cost = (cost + i32::from(*by)).max(0);
                }
            }
        });
        cost
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

    pub(crate) fn must_attack(&self, cards: &Cards, card: Card) -> bool {
        self.is_changed(cards, card, ChangeKind::MustAttack)
    }

    /// Once it has attacked, nothing compels it any more.
    pub(crate) fn forget_must_attack(&mut self, cards: &Cards, card: Card) {
        let object = self.table.object(card);
        self.lasting.retain(|lasting| {
            let change = lasting.change(cards.ability(lasting.ability));
            !(lasting.on == On::Card(object) && matches!(change, Some((_, Change::MustAttack))))
        });
    }

    pub(crate) fn is_unaffected(&self, cards: &Cards, card: Card, by: Seat) -> bool {
        self.table.seat(card) != by && self.is_changed(cards, card, ChangeKind::Unaffected)
    }

    /// BS FAQ-GENERAL-3: "cannot" goes before "can".
    pub(crate) fn cannot_be(&self, cards: &Cards, card: Card, deed: Deed) -> bool {
        self.cannot_be_asked(cards, card, deed, 0)
    }

    pub(crate) fn cannot_be_asked(&self, cards: &Cards, card: Card, deed: Deed, asked: u8) -> bool {
        let mut cannot = false;
        self.sweep(cards, ChangeKind::CannotBe, About::Card(card), asked, &mut |change, _, _| {
            cannot |= *change == Change::CannotBe(deed);
        });
        cannot
    }

    pub(crate) fn cannot_be_blocked_by(&self, cards: &Cards, attacker: Card, blocker: Card) -> bool {
        let mut cannot = false;
        self.sweep(cards, ChangeKind::Unblockable, About::Card(attacker), 0, &mut |change, _, run| {
            if let Change::CannotBeBlockedBy(filter) = change {
                cannot |= eval::fits(self, cards, filter, blocker, run);
            }
        });
        cannot
    }

    /// Whether an effect keeps a player's Life from this attacker.
    pub(crate) fn life_is_safe(&self, cards: &Cards, seat: Seat, attacker: Card) -> bool {
        let mut safe = false;
        self.sweep(cards, ChangeKind::SparesLife, About::Card(attacker), 0, &mut |_, _, run| {
            safe |= run.controller == seat;
        });
        self.sweep(cards, ChangeKind::LifeSafeFrom, About::Player(seat), 0, &mut |change, _, run| {
            if let Change::LifeSafeFrom(filter) = change {
                safe |= eval::fits(self, cards, filter, attacker, run);
            }
        });
        safe
    }

    fn is_changed(&self, cards: &Cards, card: Card, kind: ChangeKind) -> bool {
        let mut changed = false;
        self.sweep(cards, kind, About::Card(card), 0, &mut |_, _, _| changed = true);
        changed
    }

    // ---- the sweep --------------------------------------------------------------------------------------------

    /// Calls `f` with every change of a kind that is on a card or a player now: first those of effects that are always
    /// on (BS EFFECT-SIM-1), then those that last, in the order they were applied.
    fn sweep(
        &self,
        cards: &Cards,
        kind: ChangeKind,
        about: About,
        asked: u8,
        f: &mut dyn FnMut(&Change, Option<i32>, &Run),
    ) {
        if asked >= DEEPEST {
            return;
        }
        if cards.changes(kind) {
            for seat in Seat::BOTH {
                for (at, source) in self.field(seat).iter().enumerate() {
                    if self.print(cards, *source).changes(kind) && !self.is_leaving(*source) {
                        self.sweep_source(cards, kind, about, asked, (*source, at), f);
                    }
                }
            }
        }
        for lasting in self.lasting.iter() {
            let Some((gainer, change)) = lasting.change(cards.ability(lasting.ability)) else { continue };
            if change.kind() != kind {
                continue;
            }
            let mut run = Run::new(lasting.ability, lasting.source, lasting.controller);
            run.subject = lasting.subject;
            run.asked = asked + 1;
            let applies = match (lasting.on, about) {
                (On::Card(object), About::Card(card)) => self.table.object(card) == object,
                (On::Player(seat), About::Player(about)) => seat == about,
                (On::Whatever, About::Card(card)) => self.gains(cards, gainer, card, &run),
                _ => false,
            };
            if applies {
                f(change, Some(lasting.value), &run);
            }
        }
    }

    fn sweep_source(
        &self,
        cards: &Cards,
        kind: ChangeKind,
        about: About,
        asked: u8,
        (source, position): (Card, usize),
        f: &mut dyn FnMut(&Change, Option<i32>, &Run),
    ) {
        let (print, seat) = (self.table.print(source), self.table.seat(source));
        let level = self.level_number(cards, source);
        for (index, ability) in cards.get(print).abilities.iter().enumerate() {
            if ability.when != When::Always
                || ability.part.zone != Zone::Field
                || !ability.part.works_at(level)
            {
                continue;
            }
            if !ability.steps.iter().any(|step| gives(step, kind)) {
                continue;
            }
            let mut run = Run::new(AbilityRef { print, index: index as u8 }, self.table.object(source), seat);
            run.asked = asked + 1;
            if ability.cond.as_ref().is_some_and(|cond| !eval::holds(self, cards, cond, &run)) {
                continue;
            }
            // BS GLOSS-UNSTACKABLE: one card of a name is enough.
            if ability.part.unstackable && self.has_earlier_twin(cards, source, position, level) {
                continue;
            }
            for step in &ability.steps {
                self.sweep_step(cards, kind, about, step, &run, f);
            }
        }
    }

    fn sweep_step(
        &self,
        cards: &Cards,
        kind: ChangeKind,
        about: About,
        step: &TextStep,
        run: &Run,
        f: &mut dyn FnMut(&Change, Option<i32>, &Run),
    ) {
        match step {
            TextStep::Gain { to, change, .. } if change.kind() == kind => {
                let applies = match (to, about) {
                    (Gainer::Player(who), About::Player(seat)) => {
                        eval::seats(self, *who, run).any(|one| one == seat)
                    }
                    (Gainer::Player(_), _) => false,
                    (gainer, About::Card(card)) => self.gains(cards, gainer, card, run),
                    _ => false,
                };
                if applies {
                    f(change, None, run);
                }
            }
            TextStep::If { cond, then, otherwise } => {
                let branch = if eval::holds(self, cards, cond, run) { then } else { otherwise };
                branch.iter().for_each(|step| self.sweep_step(cards, kind, about, step, run, f));
            }
            _ => {}
        }
    }

    fn gains(
        &self,
        cards: &Cards,
        gainer: &Gainer<crate::vocab::BattleSpirits>,
        card: Card,
        run: &Run,
    ) -> bool {
        match gainer {
            Gainer::Cards(Target::This) => self.table.find(run.source) == Some(card),
            Gainer::Cards(Target::Each(select)) => self.in_selection(cards, select, card, run),
            Gainer::Cards(target) => eval::targets(self, cards, target, run).contains(&card),
            Gainer::Whatever(select) => self.in_selection(cards, select, card, run),
            Gainer::Player(_) => false,
        }
    }

    fn in_selection(&self, cards: &Cards, select: &BsSelect, card: Card, run: &Run) -> bool {
        let Among::Zones { whose, zones } = &select.among else {
            return eval::candidates(self, cards, select, run).contains(&card);
        };
        let place = self.table.place(card);
        zones.contains(&place.zone)
            && eval::seats(self, *whose, run).any(|seat| seat == place.seat)
            && eval::fits(self, cards, &select.filter, card, run)
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

/// Whether a step of an always-on ability gives a change of this kind.
pub(crate) fn gives(step: &TextStep, kind: ChangeKind) -> bool {
    match step {
        TextStep::Gain { change, .. } => change.kind() == kind,
        TextStep::If { then, otherwise, .. } => then.iter().chain(otherwise).any(|step| gives(step, kind)),
        _ => false,
    }
}
