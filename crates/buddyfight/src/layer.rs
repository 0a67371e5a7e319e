//! Where continuous abilities of this game are, for the shared layer of changes ([`effects::layer`]): on the field, on the flag, and in
//! the soul of cards there. And what the cards of the match do at all.

use crate::card::Cards;
use crate::keyword::d_share;
use crate::state::{Ends, State, Zone};
use crate::vocab::{Cannot, Change, Fact, Part, Words};
use effects::layer::{self, Ask, Bits, Index, Sites, Source, Sources};
use effects::{AbilityRef, Lasting, Op, When};
use kernel::{Card, Print, Seat};

/// What the index says of the cards of a match: some ability is used from the drop zone, some is lent to others (BF KEY-DSHARE-1).
pub(crate) const ACTS_IN_DROP: u32 = 1;
pub(crate) const SHARES: u32 = 2;
/// Some continuous ability or lasting change hangs on what others change.
pub(crate) const HANGS: u32 = 4;
/// Some ability in hand or drop zone waits for something.
pub(crate) const WAITS_ELSEWHERE: u32 = 8;

/// The places that continuous abilities and automatic ones work from, besides the soul.
pub(crate) const WORKING: [Zone; 6] =
    [Zone::Left, Zone::Center, Zone::Right, Zone::Item, Zone::Spell, Zone::Flag];

/// What a printed card does: the moments that it waits for, and the above.
pub(crate) fn bits_of(abilities: &[crate::vocab::Ability]) -> Bits {
    let mut bits = Bits::NONE;
    for ability in abilities {
        let elsewhere = matches!(ability.part, Part::Hand | Part::Drop);
        if ability.part == Part::Shared {
            bits.uses |= SHARES;
        }
        if ability.part == Part::Drop && matches!(ability.when, When::Use(_)) {
            bits.uses |= ACTS_IN_DROP;
        }
        if layer::hangs_on_changes(ability, &asks) || ability.program.iter().any(hangs) {
            bits.uses |= HANGS;
        }
        if let When::Trigger(triggers) = &ability.when {
            triggers.iter().for_each(|trigger| bits.hears |= trigger.moment.bit());
            bits.uses |= if elsewhere { WAITS_ELSEWHERE } else { 0 };
        }
    }
    bits
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
    fn site(&self, _: Zone) -> Option<usize> {
        None
    }

    fn bits(&self, _: Print, _: usize) -> Bits {
        Bits::NONE
    }

    /// Either face of a card may come up.
    fn anywhere(&self, print: Print) -> Bits {
        let bits = |print: Print| self.get(print).sheet.bits;
        self.back(print).map_or(bits(print), |back| bits(print) | bits(back))
    }
}

impl Sources for State {
    type Ends = Ends;

    /// BF CONT-3.1a: without a condition that says otherwise it works from the field only.
    fn each_always(&self, cards: &Cards, _: &Ask, f: &mut dyn FnMut(Source)) {
        for seat in Seat::BOTH {
            for zone in WORKING {
                for card in self.zone(seat, zone) {
                    if cards.get(self.print(*card)).sheet.is_continuous && !self.is_nullified(*card) {
                        self.continuous_of(cards, *card, *card, Part::Field, f);
                    }
                    if self.index.whole.uses & SHARES != 0 && zone.is_field() {
                        for ability in d_share::abilities(self, cards, *card).iter() {
                            self.continuous(cards, *ability, *card, *card, f);
                        }
                    }
                }
            }
            // BF OTHER-SOULABIL-2: in-soul text works while its holder is on the field.
            for card in self.zone(seat, Zone::Soul) {
                if !cards.get(self.print(*card)).sheet.is_continuous {
                    continue;
                }
                let host = self.table.row(*card).host();
                if let Some(host) = host.filter(|host| self.table.zone(*host).is_field()) {
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

    /// Works the index out from nothing.
    pub(crate) fn reindex(&mut self, cards: &Cards) {
        self.index = Index::of(&self.table, cards);
    }
}
