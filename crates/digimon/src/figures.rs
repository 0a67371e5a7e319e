//! What a card is right now: printed figures, and whatever changes them.

use crate::card::{Ban, Cards, Class, Colors, Kinds};
use crate::state::{Area, Frame, Mark, State};
use crate::vocab::{Cannot, Change, Cost, Keyword};
use effects::Asked;
use effects::host::Whole;
use effects::text::lexer::fold;
use kernel::{Card, Seat};

impl State {
    /// DCG 4-5-9: a face-down card under another has no information.
    #[inline]
    pub fn is_blank(&self, card: Card) -> bool {
        self.has(card, Mark::FaceDown)
    }

    #[inline]
    pub fn is_field(&self, card: Card) -> bool {
        matches!(self.table.zone(card), Area::Battle | Area::Breeding)
    }

    /// DCG 4-2-1, 4-2-2: Digimon cards and Digi-Egg cards on the field are Digimon.
    #[inline]
    pub fn is_digimon(&self, cards: &Cards, card: Card) -> bool {
        self.is_digimon_asked(cards, card, Asked::NOTHING)
    }

    #[inline]
    pub(crate) fn is_digimon_asked(&self, cards: &Cards, card: Card, asked: Asked) -> bool {
        self.is_field(card) && self.kinds_asked(cards, card, asked).meets(Kinds::DIGIMON.with(Kinds::EGG))
    }

    /// DCG 4-3-1: Tamer cards on the field are Tamers.
    pub fn is_tamer(&self, cards: &Cards, card: Card) -> bool {
        self.is_field(card) && self.kinds(cards, card).meets(Kinds::TAMER)
    }

    /// DCG 15-12-1-4: a card treated as a Digimon as well follows the rules for Digimon too.
    #[inline]
    pub fn kinds(&self, cards: &Cards, card: Card) -> Kinds {
        self.kinds_asked(cards, card, Asked::NOTHING)
    }

    #[inline]
    pub(crate) fn kinds_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Kinds {
        if self.is_blank(card) {
            return Kinds::NONE;
        }
        let printed = cards.get(self.table.print(card)).kinds;
        if self.scope.has(Class::Kind) { self.kinds_treated(cards, card, printed, asked) } else { printed }
    }

    fn kinds_treated(&self, cards: &Cards, card: Card, mut kinds: Kinds, asked: Asked) -> Kinds {
        self.each_change(cards, card, Class::Kind, asked, &mut |change, _| {
            if let Change::AlsoDigimon(_) = change {
                // DCG 15-12-1-1: it is a Digimon besides what it is.
                kinds = kinds.with(Kinds::DIGIMON);
            }
        });
        kinds
    }

    #[inline]
    pub fn colors(&self, cards: &Cards, card: Card) -> Colors {
        self.colors_asked(cards, card, Asked::NOTHING)
    }

    #[inline]
    pub(crate) fn colors_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Colors {
        if self.is_blank(card) {
            return Colors::NONE;
        }
        let printed = cards.get(self.table.print(card)).colors;
        if self.scope.has(Class::Color) { self.colors_treated(cards, card, printed, asked) } else { printed }
    }

    fn colors_treated(&self, cards: &Cards, card: Card, mut colors: Colors, asked: Asked) -> Colors {
        self.each_change(cards, card, Class::Color, asked, &mut |change, _| match change {
            Change::AlsoColor(more) => colors = colors.with(more.bits()),
            Change::AlsoColorsUnder => {
                for under in self.under(card).filter(|under| !self.is_blank(*under)) {
                    colors = colors.with(cards.get(self.table.print(under)).colors);
                }
            }
            // DCG 15-12-2-3, 15-8-2-5: the latest change of a kind overwrites those before it.
            Change::Color(only) => colors = only.bits(),
            _ => {}
        });
        colors
    }

    /// DCG 2-9-2, 2-9-1: some cards have no level.
    #[inline]
    pub fn level(&self, cards: &Cards, card: Card) -> Option<u8> {
        if self.is_blank(card) {
            return None;
        }
        cards.get(self.table.print(card)).level
    }

    pub fn play_cost(&self, cards: &Cards, card: Card) -> Option<u8> {
        if self.is_blank(card) {
            return None;
        }
        let used = || {
            let object = self.table.object(card);
            self.core.frames.iter().find_map(|frame| match frame {
                Frame::Used { card, cost } if *card == object => Some(*cost),
                _ => None,
            })
        };
        let used = if self.table.zone(card) == Area::Aside { used() } else { None };
        used.or(cards.get(self.table.print(card)).cost)
    }

    /// The play or use cost that effects see: on the field others may have changed it.
    pub(crate) fn cost_held(&self, cards: &Cards, card: Card, asked: Asked) -> Option<i32> {
        let mut cost = i32::from(self.play_cost(cards, card)?);
        if self.is_field(card) {
            self.each_change(cards, card, Class::Cost, asked, &mut |change, number| {
                if let Change::Cost(Cost::Held, _) = change {
                    cost += number;
                }
            });
        }
        Some(cost.max(0))
    }

    /// DP now; `None` for a card without DP (DCG 2-5-3: nothing is added to that).
    pub fn dp(&self, cards: &Cards, card: Card) -> Option<i32> {
        self.dp_asked(cards, card, Asked::NOTHING)
    }

    pub(crate) fn dp_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Option<i32> {
        if self.is_blank(card) {
            return None;
        }
        // DCG 2-5-2: what is printed, unless an effect has changed it.
        let mut original = cards.get(self.table.print(card)).dp;
        let had = original.is_some();
        self.each_change(cards, card, Class::OriginalDp, asked, &mut |change, number| match change {
            // DCG 15-12-2-2: changing needs something to change; DCG 15-12-1-2, 15-12-1-5: adding does not.
            Change::OriginalDp(_) if had => original = Some(number),
            // DCG 15-12-1-3: there is one DP, and what is added last replaces it.
            Change::AlsoDigimon(dp) if *dp > 0 => original = Some(*dp),
            _ => {}
        });
        // DCG 1-3-8, 15-8-2-4: the changes are added up first and then applied.
        let mut change = 0;
        let mut kept = [None; 2];
        self.each_change_by(cards, card, Class::Dp, asked, &mut |_, number, by| {
            let spared = number < 0
                && *kept[by.index()].get_or_insert_with(|| {
                    self.cannot_asked(
                        cards,
                        card,
                        Ban::Dp,
                        asked,
                        |cannot| matches!(cannot, Cannot::DpReducedBy(who) if self.is_who(*who, card, by)),
                    )
                });
            if !spared {
                change += number;
            }
        });
        // DCG 4-2-5, 2-3-12-5: a Digimon gets the link DP of its link cards.
        if self.is_field(card) {
            let link_dp =
                |link: Card| cards.get(self.table.print(link)).link.as_ref().map_or(0, |part| part.dp);
            change += self.links(card).map(link_dp).sum::<i32>();
        }
        Some((original? + change).max(0))
    }

    /// DCG 4-2-11, 16-3-3: how many security checks it can perform; DCG 16-3-4: never fewer than none.
    pub fn checks(&self, cards: &Cards, card: Card) -> i32 {
        let mut checks = 1;
        self.each_keyword_of(
            cards,
            card,
            1 << Keyword::SecurityAttack(0).kind(),
            Asked::NOTHING,
            &mut |keyword| {
                if let Keyword::SecurityAttack(more) = keyword {
                    // DCG 16-3-1: so many checks more or fewer.
                    checks += i32::from(*more);
                }
            },
        );
        checks.max(0)
    }

    /// Whether it has this name; DCG 15-12-2: an original name that was changed, and names it is also treated as.
    pub(crate) fn is_named(
        &self,
        cards: &Cards,
        card: Card,
        (name, whole): (&str, Whole),
        asked: Asked,
    ) -> bool {
        if self.is_blank(card) {
            return false;
        }
        let fits = |held: &str| match whole {
            Whole::Exactly => held == name,
            Whole::Contains => held.contains(name),
        };
        let printed = cards.get(self.table.print(card));
        let mut changed = false;
        let mut found = false;
        self.each_change(cards, card, Class::Name, asked, &mut |change, _| match change {
            // DCG 15-12-2-1: its name is another one now.
            Change::Name(name) => (changed, found) = (true, fits(name.as_str())),
            Change::AlsoName(name) => found |= fits(name.as_str()),
            // DCG 2-3-1-2, 2-3-1-3: what is in its name is not its name.
            Change::AlsoInName(name) => found |= whole == Whole::Contains && fits(name.as_str()),
            _ => {}
        });
        found || (!changed && fits(&printed.folded))
    }

    pub(crate) fn is_traited(
        &self,
        cards: &Cards,
        card: Card,
        asked: Asked,
        fits: &dyn Fn(&str) -> bool,
    ) -> bool {
        if self.is_blank(card) {
            return false;
        }
        let printed = cards.get(self.table.print(card));
        let mut found = printed.folded_traits.iter().any(|held| fits(held));
        self.each_change(cards, card, Class::Trait, asked, &mut |change, _| {
            if let Change::AlsoTrait(more) = change {
                found |= fits(more.as_str());
            }
        });
        found
    }

    /// DCG 4-20-1, 4-20-2, 4-20-3: whether the words stand in the information printed on the card, notes left out.
    pub(crate) fn has_in_text(&self, cards: &Cards, card: Card, phrase: &str) -> bool {
        if self.is_blank(card) {
            return false;
        }
        cards.get(self.table.print(card)).meaning.printed.contains(&fold(phrase))
    }

    /// The digivolution cards of a Digimon, or the cards under a Tamer, top first.
    pub fn under(&self, host: Card) -> impl DoubleEndedIterator<Item = Card> + Clone + '_ {
        // DCG 4-2-3, 4-5-1, 4-6-1, 4-6-2: every card beneath it, whatever its category.
        self.table.under(host, Area::Under)
    }

    pub fn links(&self, host: Card) -> impl DoubleEndedIterator<Item = Card> + Clone + '_ {
        self.table.under(host, Area::Links)
    }

    /// DCG 4-7-5, 16-39-1: how many link cards it can have.
    pub fn link_limit(&self, cards: &Cards, card: Card) -> usize {
        let mut limit: i32 = 1;
        self.each_keyword_of(cards, card, 1 << Keyword::LinkPlus(0).kind(), Asked::NOTHING, &mut |keyword| {
            if let Keyword::LinkPlus(more) = keyword {
                // DCG 16-39-3: each of them raises the limit.
                limit += i32::from(*more);
            }
        });
        limit.max(0) as usize
    }

    /// Everything of a player that stands in the battle area.
    pub fn battle_area(&self, seat: Seat) -> &[Card] {
        self.cards(seat, Area::Battle)
    }
}
