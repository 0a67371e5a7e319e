//! Where always-on effects of this game are, for the shared layer of changes ([`effects::layer`]): the cards of the Field. And
//! the index of what the cards of the match give and wait for where they lie.

use crate::card::Cards;
use crate::figures::ChangeKind;
use crate::state::*;
use crate::vocab::{Change, Moment, Until};
use effects::layer::{self, Ask, Bits, Index, Sites, Sort, Source, Sources};
use effects::{AbilityRef, Lasting, Layered, Whom};
use kernel::{Card, End, Object, Place, Print, Seat};

/// The zones that abilities work in, each a site of the index.
pub(crate) const SITES: usize = 3;

pub(crate) const WORKING: [Zone; SITES] = [Zone::Field, Zone::Trash, Zone::Hand];

#[inline]
pub(crate) fn site(zone: Zone) -> Option<usize> {
    match zone {
        Zone::Field => Some(0),
        Zone::Trash => Some(1),
        Zone::Hand => Some(2),
        _ => None,
    }
}

impl Sites<Zone> for Cards {
    type Bits = Bits;

    #[inline]
    fn site(&self, zone: Zone) -> Option<usize> {
        site(zone)
    }

    #[inline]
    fn bits(&self, print: Print, site: usize) -> Bits {
        self.get(print).bits[site]
    }
}

impl Sources for State {
    type Ends = Until;

    /// BS EFFECT-SIM-1: those that are always on come before those that last.
    fn each_always(&self, cards: &Cards, ask: &Ask, f: &mut dyn FnMut(Source)) {
        for seat in Seat::BOTH {
            for (at, holder) in self.field(seat).iter().enumerate() {
                let print = self.table.print(*holder);
                let printed = cards.get(print);
                if printed.bits[0].gives & ask.sort.class == 0 || self.is_leaving(*holder) {
                    continue;
                }
                let level = self.level_number(cards, *holder);
                for (index, _) in printed.givers.iter().filter(|(_, gives)| gives & ask.sort.class != 0) {
                    let ability = &printed.abilities[usize::from(*index)];
                    // BS EFFECT-2, BASIC-NEXUS-6, BASIC-NEXUS-7: without a timing it is on, as long as the card is at
                    // its level.
                    let works = ability.part.works_at(level)
                        // BS GLOSS-UNSTACKABLE: one card of a name is enough.
                        && !(ability.part.unstackable && self.has_earlier_twin(cards, *holder, at, level));
                    if works {
                        let ability = AbilityRef { print, index: *index };
                        f(Source { ability, holder: *holder, subject: Object::default() });
                    }
                }
            }
        }
    }

    fn lasting(&self) -> &[Lasting<Until>] {
        &self.lasting
    }
}

impl Layered for State {
    #[inline]
    fn sort_of(change: &Change) -> Sort {
        Sort::of(change.kind() as u16)
    }

    #[inline]
    fn given(&self) -> (u16, u16) {
        (self.index.at(0).gives, self.index.lasting)
    }

    #[inline]
    fn lies_in(&self, card: Card, zone: Zone) -> bool {
        self.table.zone(card) == zone
    }
}

impl State {
    /// Calls `f` with every change of a kind that is on a card or a player now.
    #[inline]
    pub(crate) fn sweep(
        &self,
        cards: &Cards,
        kind: ChangeKind,
        whom: Whom,
        asked: effects::Asked,
        f: &mut dyn FnMut(&layer::Given<'_, crate::vocab::BattleSpirits>),
    ) {
        let ask = Ask { whom, sort: Sort::of(kind as u16), asked };
        let Whom::Card(card) = whom else { return layer::sweep(self, cards, &ask, f) };
        if kind == ChangeKind::Unaffected || !self.is_given(ChangeKind::Unaffected) {
            return layer::sweep(self, cards, &ask, f);
        }
        // BS FAQ-GENERAL-3, FAQ-TARGET-4a: what an effect does to all Spirits it does not do to one that it cannot affect.
        layer::sweep(self, cards, &ask, &mut |given| {
            if !self.is_unaffected_asked(cards, card, given.run, given.run.asked) {
                f(given);
            }
        });
    }

    /// Whether anything gives changes of a kind now.
    pub(crate) fn is_given(&self, kind: ChangeKind) -> bool {
        let (always, lasting) = self.given();
        (always | lasting) & kind as u16 != 0
    }

    /// Whether any ability waits for this, where it lies.
    #[inline]
    pub(crate) fn is_heard(&self, moment: Moment) -> bool {
        (0..SITES).any(|site| self.index.at(site).hears & 1 << moment as u32 != 0)
    }

    /// Puts a card somewhere, as a new card.
    pub(crate) fn put(&mut self, cards: &Cards, card: Card, to: Place<Zone>, end: End) {
        let from = self.table.zone(card);
        self.table.put(card, to, end);
        self.index.follow(&self.table, card, from, cards);
    }

    /// Works the index out from nothing: for a table that was laid out by hand.
    pub(crate) fn reindex(&mut self, cards: &Cards) {
        self.index = Index::of(&self.table, cards);
        self.index.lasting = layer::lasting_classes(self, cards);
    }

    /// Whether the index is what the table says.
    pub(crate) fn is_indexed(&self, cards: &Cards) -> bool {
        let mut anew = *self;
        anew.reindex(cards);
        anew.index == self.index
    }

    /// Lets go of the changes that end now.
    pub(crate) fn end_lasting(&mut self, cards: &Cards, ends: impl Fn(&Lasting<Until>) -> bool) {
        self.lasting.retain(|lasting| !ends(lasting));
        self.index.lasting = layer::lasting_classes(self, cards);
    }
}
