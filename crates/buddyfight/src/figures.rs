//! What cards and fighters are now: printed figures and keywords, changed by lasting changes and continuous abilities.
//!
//! Only what differs from the printed card is kept, in `State::entries`; it is worked out again whenever something
//! changed ([`effects::layer::spread`]), first lasting changes in the order they began, then continuous abilities.

use crate::Cx;
use crate::card::{Cards, Face};
use crate::keyword::{Keyword, Keywords};
use crate::state::{Entries, State, Zone};
use crate::vocab::{Can, Cannot, Change, Figure};
use effects::layer::{self, Ask, Sort};
use effects::{Asked, On, Run, Whom, eval};
use kernel::{Card, Flat, PerSeat, Seat};
use serde::{Deserialize, Serialize};

/// How a card differs from what is printed on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    pub card: Card,
    pub size: i8,
    pub critical: i8,
    pub power: i32,
    pub defense: i32,
    pub keywords: Keywords,
    /// Keywords that are nullified.
    lost: Keywords,
    cannot: u32,
    can: u8,
    /// Its abilities and keywords are nullified.
    pub nullified: bool,
}

/// What holds for a fighter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Standings {
    cannot: u32,
    pub less_damage: u8,
    /// The same, of damage by effects only.
    pub less_effect_damage: u8,
    /// How much size the fighter's monsters may be of together; 0 where nothing says so.
    pub size_limit: u8,
    /// Whether impact monsters may be called as often as they can be paid for.
    pub many_impacts: bool,
}

impl Standings {
    pub fn cannot(self, what: Cannot) -> bool {
        self.cannot >> what as u8 & 1 == 1
    }
}

/// What cards and fighters are found to be.
struct Found {
    entries: Entries,
    standings: PerSeat<Standings>,
}

impl Found {
    fn apply_to_card(&mut self, card: Card, face: &Face, change: &Change, value: i32) {
        if !self.entries.iter().any(|entry| entry.card == card) {
            self.entries.push(Entry { card, ..Entry::default() });
        }
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.card == card) else { return };
        match change {
            Change::Add(figure, _) => {
                let small = value.clamp(-100, 100) as i8;
                match figure {
                    Figure::Size => entry.size = entry.size.saturating_add(small),
                    Figure::Critical => entry.critical = entry.critical.saturating_add(small),
                    Figure::Power => entry.power = entry.power.saturating_add(value),
                    Figure::Defense => entry.defense = entry.defense.saturating_add(value),
                    Figure::Soul => {}
                }
            }
            Change::Keyword(keyword) => entry.keywords.add(*keyword),
            Change::LoseKeyword(keyword) => entry.lost.add(*keyword),
            // Abilities that say so are not nullified.
            Change::LoseAbilities => entry.nullified |= !face.sheet.firm,
            Change::Cannot(what) => entry.cannot |= 1 << *what as u8,
            Change::Can(what) => entry.can |= 1 << *what as u8,
            // From here on the figure is this much: later changes add to it.
            Change::Set(figure, _) => match figure {
                Figure::Size => entry.size = (value - i32::from(face.size.unwrap_or(0))) as i8,
                Figure::Critical => entry.critical = (value - face.critical.unwrap_or(0)) as i8,
                Figure::Power => entry.power = value - face.power.unwrap_or(0),
                Figure::Defense => entry.defense = value - face.defense.unwrap_or(0),
                Figure::Soul => {}
            },
            Change::ReduceDamage(_)
            | Change::ReduceEffectDamage(_)
            | Change::ReduceNext(_)
            | Change::CannotCall(_)
            | Change::Cheaper(..)
            | Change::SizeLimit(_)
            | Change::ManyImpacts
            | Change::SurviveNext => {}
        }
    }

    fn apply_to_seat(&mut self, seat: Seat, change: &Change, value: i32) {
        let standing = &mut self.standings[seat];
        match change {
            Change::Cannot(what) => standing.cannot |= 1 << *what as u8,
            Change::ReduceDamage(_) => {
                standing.less_damage = standing.less_damage.saturating_add(value.clamp(0, 250) as u8)
            }
            Change::ReduceEffectDamage(_) => {
                let less = value.clamp(0, 250) as u8;
                standing.less_effect_damage = standing.less_effect_damage.saturating_add(less);
            }
            Change::SizeLimit(most) => standing.size_limit = standing.size_limit.max(*most),
            Change::ManyImpacts => standing.many_impacts = true,
            _ => {}
        }
    }
}

impl State {
    fn entry(&self, card: Card) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.card == card)
    }

    pub(crate) fn size(&self, cards: &Cards, card: Card) -> Option<i32> {
        // BF LOST-5, LOST-6: a card without a size has none.
        let printed = i32::from(cards.get(self.print(card)).size?);
        Some((printed + self.entry(card).map_or(0, |entry| i32::from(entry.size))).max(0))
    }

    pub(crate) fn power(&self, cards: &Cards, card: Card) -> i32 {
        let printed = cards.get(self.print(card)).power.unwrap_or(0);
        (printed + self.entry(card).map_or(0, |entry| entry.power)).max(0)
    }

    /// `None` for a card that has no defense at all.
    pub(crate) fn defense(&self, cards: &Cards, card: Card) -> Option<i32> {
        let printed = cards.get(self.print(card)).defense?;
        Some((printed + self.entry(card).map_or(0, |entry| entry.defense)).max(0))
    }

    pub(crate) fn critical(&self, cards: &Cards, card: Card) -> i32 {
        let printed = cards.get(self.print(card)).critical.unwrap_or(0);
        (printed + self.entry(card).map_or(0, |entry| i32::from(entry.critical))).max(0)
    }

    pub(crate) fn keywords(&self, cards: &Cards, card: Card) -> Keywords {
        // BF OTHER-TREASURE-1: face down on the field a card is blank.
        if self.is_blank(card) {
            return Keywords::default();
        }
        let printed = cards.get(self.print(card)).sheet.keywords;
        match self.entry(card) {
            None => printed,
            // BF OTHER-STOPTIME-1: keywords stand still with their card's time.
            Some(entry) if entry.cannot >> Cannot::HaveTime as u8 & 1 == 1 => Keywords::default(),
            Some(entry) if entry.nullified => entry.keywords.without(entry.lost),
            Some(entry) => printed.with(entry.keywords).without(entry.lost),
        }
    }

    pub(crate) fn has_keyword(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        self.keywords(cards, card).has(keyword)
    }

    /// Whether something forbids the card this, or forbids doing it to the card.
    pub(crate) fn cannot(&self, card: Card, what: Cannot) -> bool {
        self.entry(card).is_some_and(|entry| entry.cannot >> what as u8 & 1 == 1)
    }

    pub(crate) fn can(&self, card: Card, what: Can) -> bool {
        self.entry(card).is_some_and(|entry| entry.can >> what as u8 & 1 == 1)
    }

    /// Whether a card is face down where face-down cards have no characteristics.
    pub(crate) fn is_blank(&self, card: Card) -> bool {
        let zone = self.table.zone(card);
        self.table.marks(card).face_down() && (zone.is_field() || matches!(zone, Zone::Flag | Zone::Buddy))
    }

    pub(crate) fn is_nullified(&self, card: Card) -> bool {
        self.entry(card).is_some_and(|entry| entry.nullified)
    }

    /// Works out again what cards are now.
    ///
    /// BF CONT-3.1: a continuous ability works exactly while its condition holds, and conditions may hang on what others
    /// give. So everything is worked out by what cards were found to be the time before, beginning with what is printed: no
    /// ability sees a half of the others, and the places of the cards make no difference.
    pub(crate) fn refresh(&mut self, cx: &Cx<'_>) {
        if !self.dirty {
            return;
        }
        self.dirty = false;
        self.checked = false;
        self.entries.clear();
        self.standings = Default::default();
        if !self.is_changed() {
            return;
        }
        let hangs = self.hangs();
        let mut found = Found { entries: Flat::new(), standings: PerSeat::default() };
        for _ in 0..if hangs { layer::DEEPEST } else { 1 } {
            found.entries.clear();
            found.standings = PerSeat::default();
            self.work_out(cx.pool, &mut found);
            if hangs && *found.entries == *self.entries && found.standings == self.standings {
                return;
            }
            self.entries.assign(&found.entries);
            self.standings = found.standings;
        }
    }

    fn work_out(&self, cards: &Cards, found: &mut Found) {
        let ask = Ask { whom: Whom::Player(Seat::A), sort: Sort::of(u16::MAX), asked: Asked::NOTHING };
        layer::spread(self, cards, &ask, &mut |whom, given| {
            let value = given.settled.unwrap_or_else(|| self.settle(given.change, given.run, cards));
            match whom {
                Whom::Card(card) => {
                    found.apply_to_card(card, cards.get(self.print(card)), given.change, value)
                }
                Whom::Player(seat) => found.apply_to_seat(seat, given.change, value),
            }
        });
    }

    /// The number of a change, as the table is now.
    pub(crate) fn settle(&self, change: &Change, run: &Run, cards: &Cards) -> i32 {
        match change {
            Change::Add(_, amount)
            | Change::Set(_, amount)
            | Change::ReduceDamage(amount)
            | Change::ReduceEffectDamage(amount)
            | Change::ReduceNext(amount) => eval::amount(self, cards, amount, run),
            _ => 0,
        }
    }

    /// Takes a change that works once off a card or fighter, and gives its number; `None` if there is none.
    pub(crate) fn use_up(&mut self, on: On, wanted: fn(&Change) -> bool, cards: &Cards) -> Option<i32> {
        let at = self.lasting.iter().position(|lasting| {
            lasting.on == on
                && lasting.change(cards.ability(lasting.ability)).is_some_and(|(_, change)| wanted(change))
        })?;
        Some(self.lasting.remove(at).value)
    }

    /// BF FINAL-5.3a: what lasted for the turn ends with it.
    pub(crate) fn end_turn_changes(&mut self) {
        let turn = self.turn_number;
        self.lasting
            .retain(|lasting| !matches!(lasting.until, crate::state::Ends::Turn(last) if last <= turn));
        self.uses.end(effects::Per::Turn);
        self.later.clear();
        self.dirty = true;
    }

    pub(crate) fn end_battle_changes(&mut self) {
        self.lasting.retain(|lasting| lasting.until != crate::state::Ends::Battle);
        self.uses.end(effects::Per::Battle);
        self.dirty = true;
    }
}
