//! Where continuous abilities of this game are, for the shared layer of changes ([`effects::layer`]): on the field, on the flag, and in
//! the soul of cards there. And the index of what the cards of the match give and wait for where they lie.

use crate::card::Cards;
use crate::keyword::d_share;
use crate::state::{Ends, State, Zone};
use crate::vocab::{Cannot, Change, Fact, Part, Words};
use effects::layer::{self, Ask, Bits, Index, Sites, Source, Sources};
use effects::{AbilityRef, Lasting, Op, When};
use kernel::{Card, End, Place, Print, Seat};

/// What the index says of a site: some ability is used from there, some is lent to others (BF KEY-DSHARE-1).
pub(crate) const ACTS: u32 = 1;
pub(crate) const SHARES: u32 = 2;
/// Some continuous ability hangs on what others change; of the whole match: some change that may come to last does.
pub(crate) const HANGS: u32 = 4;

/// Some card has abilities of its soul by name; of the whole match: some card is cast from a soul, some change makes cards cheaper
/// or forbids to call them.
pub(crate) const TAKES: u32 = 8;
pub(crate) const LENDS: u32 = 16;
pub(crate) const TARIFF: u32 = 32;
/// Some card is used at any play timing.
pub(crate) const COUNTERS: u32 = 64;

/// The sites of the index: field and flag, souls, hands, drop zones.
pub(crate) const SITES: usize = 4;
pub(crate) const FIELD: usize = 0;
pub(crate) const SOUL: usize = 1;
pub(crate) const HAND: usize = 2;
pub(crate) const DROP: usize = 3;

/// The places that continuous abilities and automatic ones work from, besides the soul.
pub(crate) const WORKING: [Zone; 6] =
    [Zone::Left, Zone::Center, Zone::Right, Zone::Item, Zone::Spell, Zone::Flag];

/// What a printed card gives and waits for, by site; and wherever it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sited {
    sites: [Bits; SITES],
    whole: Bits,
}

impl Sited {
    pub(crate) fn of(abilities: &[crate::vocab::Ability]) -> Sited {
        let mut sited = Sited::default();
        for ability in abilities {
            if ability.program.iter().any(hangs) || layer::hangs_on_changes(ability, &asks) {
                sited.whole.uses |= HANGS;
            }
            if ability.program.iter().any(is_tariff) {
                sited.whole.uses |= TARIFF;
            }
            let site = match ability.part {
                Part::Field | Part::Shared => FIELD,
                Part::Soul => SOUL,
                Part::Hand => HAND,
                Part::Drop => DROP,
                Part::Cost => continue,
                Part::Later => {
                    if let When::Trigger(triggers) = &ability.when {
                        triggers.iter().for_each(|trigger| sited.whole.hears |= trigger.moment.bit());
                    }
                    continue;
                }
            };
            let bits = &mut sited.sites[site];
            bits.uses |= if ability.part == Part::Shared { SHARES } else { 0 };
            match &ability.when {
                When::Use(_) => bits.uses |= ACTS,
                When::Always => {
                    bits.gives = 1;
                    bits.uses |= sited.whole.uses & HANGS;
                }
                When::Trigger(triggers) => {
                    triggers.iter().for_each(|trigger| bits.hears |= trigger.moment.bit());
                }
                _ => {}
            }
            sited.whole.hears |= bits.hears;
        }
        sited
    }

    /// The same of a card that is itself a [Counter].
    pub(crate) fn countering(mut self) -> Sited {
        self.sites[HAND].uses |= COUNTERS;
        self
    }

    /// The same of a card that has abilities of its soul, or is cast from a soul, or lends its soul.
    pub(crate) fn marked(mut self, takes: bool, lends: bool) -> Sited {
        self.sites[FIELD].uses |= if takes { TAKES } else { 0 };
        self.whole.uses |= if lends { LENDS } else { 0 };
        self
    }
}

/// Whether it makes cards cheaper or forbids to call some.
fn is_tariff(op: &Op<Words>) -> bool {
    matches!(op, Op::Gain { change: Change::Cheaper(..) | Change::CannotCall(_), .. })
}

/// Whether a condition looks at cards as they are now.
fn asks(fact: &Fact) -> bool {
    matches!(fact, Fact::Attacking(_) | Fact::AttackOn(_) | Fact::Answering(..) | Fact::Happened(..))
}

/// Whether it takes abilities away, on which other changes hang, or its number is a figure.
fn hangs(op: &Op<Words>) -> bool {
    match op {
        Op::Gain { change: Change::LoseAbilities | Change::Cannot(Cannot::HaveTime), .. } => true,
        Op::Gain { change: Change::Add(_, amount) | Change::Set(_, amount), .. } => {
            layer::amount_hangs(amount)
        }
        _ => false,
    }
}

impl Sites<Zone> for Cards {
    type Bits = Bits;

    #[inline]
    fn site(&self, zone: Zone) -> Option<usize> {
        Some(match zone {
            Zone::Left | Zone::Center | Zone::Right | Zone::Item | Zone::Spell | Zone::Flag => FIELD,
            Zone::Soul => SOUL,
            Zone::Hand => HAND,
            Zone::Drop => DROP,
            _ => return None,
        })
    }

    /// Either face of a card may come up.
    #[inline]
    fn bits(&self, print: Print, site: usize) -> Bits {
        let bits = |print: Print| self.get(print).sheet.sited.sites[site];
        self.back(print).map_or(bits(print), |back| bits(print) | bits(back))
    }

    fn anywhere(&self, print: Print) -> Bits {
        let bits = |print: Print| self.get(print).sheet.sited.whole;
        self.back(print).map_or(bits(print), |back| bits(print) | bits(back))
    }
}

impl Sources for State {
    type Ends = Ends;

    /// BF CONT-3.1a: without a condition that says otherwise it works from the field only.
    fn each_always(&self, cards: &Cards, _: &Ask, f: &mut dyn FnMut(Source)) {
        let shares = self.shares();
        let on_field = self.index.at(FIELD).gives != 0 || shares;
        let in_soul = self.index.at(SOUL).gives != 0;
        for seat in Seat::BOTH {
            for zone in WORKING.iter().filter(|_| on_field) {
                for card in self.zone(seat, *zone) {
                    // BF OTHER-STOPTIME-2: stopped time does not stop these.
                    if cards.get(self.print(*card)).sheet.is_continuous && !self.is_nullified(*card) {
                        self.continuous_of(cards, *card, *card, Part::Field, f);
                    }
                    if shares && zone.is_field() {
                        for ability in d_share::abilities(self, cards, *card).iter() {
                            self.continuous(cards, *ability, *card, *card, f);
                        }
                    }
                }
            }
            // BF OTHER-SOULABIL-2: in-soul text works while its holder is on the field.
            for card in self.zone(seat, Zone::Soul).iter().filter(|_| in_soul) {
                if !cards.get(self.print(*card)).sheet.is_continuous {
                    continue;
                }
                let host = self.table.row(*card).host();
                if let Some(host) = host.filter(|host| self.table.zone(*host).is_field()) {
                    // BF OTHER-SOULABIL-1: only text that says so works from a soul.
                    self.continuous_of(cards, *card, host, Part::Soul, f);
                }
            }
        }
    }

    fn lasting(&self) -> &[Lasting<Ends>] {
        &self.lasting
    }
}

impl State {
    fn continuous_of(&self, cards: &Cards, card: Card, host: Card, part: Part, f: &mut dyn FnMut(Source)) {
        let print = self.print(card);
        let sheet = &cards.get(print).sheet;
        // BF OTHER-FDSOUL-5, OTHER-TREASURE-1: face down it is idle.
        if self.table.marks(card).face_down() {
            return;
        }
        for (index, ability) in sheet.abilities.iter().enumerate() {
            if ability.part == part {
                self.continuous(cards, AbilityRef { print, index: index as u8 }, card, host, f);
            }
        }
    }

    /// One ability that a card has; `host` is the card above it, or the card itself.
    fn continuous(
        &self,
        cards: &Cards,
        ability: AbilityRef,
        card: Card,
        host: Card,
        f: &mut dyn FnMut(Source),
    ) {
        if cards.ability(ability).when == When::Always {
            f(Source { ability, holder: card, subject: self.table.object(host) });
        }
    }

    /// Whether some ability on the field is lent to others.
    #[inline]
    pub(crate) fn shares(&self) -> bool {
        self.index.at(FIELD).uses & SHARES != 0
    }

    /// Whether anything is always on or lasts.
    #[inline]
    pub(crate) fn is_changed(&self) -> bool {
        (self.index.at(FIELD).gives | self.index.at(SOUL).gives) != 0
            || self.shares()
            || !self.lasting.is_empty()
    }

    /// Whether some change hangs on what others change.
    pub(crate) fn hangs(&self) -> bool {
        let always = self.index.at(FIELD).uses | self.index.at(SOUL).uses;
        always & HANGS != 0 || !self.lasting.is_empty() && self.index.whole.uses & HANGS != 0
    }

    // ---- the index ------------------------------------------------------------------------------------------

    /// Puts a card somewhere, as a new card.
    #[inline]
    pub(crate) fn put(&mut self, cards: &Cards, card: Card, to: Place<Zone>, end: End) {
        let from = self.table.zone(card);
        self.table.put(card, to, end);
        self.index.follow(&self.table, card, from, cards);
        self.dirty = true;
    }

    /// Puts a card somewhere as the card it is, with all that was said of it and how it stands.
    pub(crate) fn carry(&mut self, cards: &Cards, card: Card, to: Place<Zone>) {
        let from = self.table.zone(card);
        self.table.slide(card, to, End::Bottom);
        self.index.follow(&self.table, card, from, cards);
        self.dirty = true;
    }

    /// Puts a card under another.
    pub(crate) fn put_under(&mut self, cards: &Cards, card: Card, host: Card, to: Place<Zone>, end: End) {
        let from = self.table.zone(card);
        self.table.tuck(card, host, to, end);
        self.index.follow(&self.table, card, from, cards);
        self.dirty = true;
    }

    /// Works the index out from nothing: for a table that was laid out by hand.
    pub(crate) fn reindex(&mut self, cards: &Cards) {
        self.index = Index::of(&self.table, cards);
    }

    /// Whether the index is what the table says.
    pub(crate) fn is_indexed(&self, cards: &Cards) -> bool {
        self.index == Index::of(&self.table, cards)
    }
}
