//! What is shown of several cards of the field at once: DP and keywords, asked from the other end. Each always-on ability is looked
//! at once and not once a card; the answers are those of [`State::dp`] and of the keywords card by card.

use crate::board::say_keyword;
use crate::card::{Ban, Cards, Class};
use crate::layer::GIVERS;
use crate::state::State;
use crate::vocab::Change;
use effects::layer::{self, Ask, Given, Sort, Source};
use effects::{Asked, Whom};
use kernel::board::{Pictured, Telling};
use kernel::{Card, Flat};

/// The classes that are asked together: all that they change is added up, so that the order does not matter.
const TOGETHER: [Class; 2] = [Class::Dp, Class::Keyword];

impl State {
    /// Tells what [`Pictured::facts`] tells of each of some cards.
    pub(crate) fn tell_shown(&self, cards: &Cards, among: &[Card], to: &mut dyn Telling) {
        let mut field: Flat<Card, 64> = Flat::new();
        let together = self.can_be_together(among);
        for card in among.iter().copied() {
            to.card(card);
            if together && self.is_field(card) && !self.is_blank(card) {
                if self.scope.has(Class::Color) || !to.printed(self.table.print(card), false, false) {
                    self.first_facts(cards, card, to);
                }
                field.push(card);
            } else {
                self.facts(cards, card, to);
            }
        }
        if !field.is_empty() {
            self.tell_changes(cards, &field, to);
        }
    }

    /// Whether cards can be asked for together: nothing is lent, sets an original DP or keeps DP from being reduced.
    fn can_be_together(&self, among: &[Card]) -> bool {
        !self.scope.has(Class::Ability)
            && !self.scope.has(Class::OriginalDp)
            && !self.scope.forbids(Ban::Dp)
            && among.len() <= 64
    }

    /// DP and keywords of cards on the field.
    fn tell_changes(&self, cards: &Cards, field: &[Card], to: &mut dyn Telling) {
        let mut change = [0i32; 256];
        let mut note = |card: Card, given: &Given<'_, crate::vocab::Dcg>| {
            let number = || given.settled.unwrap_or_else(|| self.number_of(cards, given.change, given.run));
            match given.change {
                Change::Keyword(keyword) => {
                    to.card(card);
                    say_keyword(keyword, to);
                }
                Change::KeywordTimes(keyword, _) => {
                    to.card(card);
                    (0..number()).for_each(|_| say_keyword(keyword, to));
                }
                _ => change[usize::from(card.0)] += number(),
            }
        };
        let (always, lasting) = self.scope.given();
        // Each class by itself: what a card does to itself and what it does to others are filed by class, not by ability.
        for class in TOGETHER.map(|class| class as u16).into_iter().filter(|class| always & class != 0) {
            self.each_giver(cards, field, class, &mut |source, whom| {
                layer::apply_to_each(self, cards, (source, class), whom, &mut note);
            });
        }
        for class in TOGETHER.into_iter().filter(|class| lasting & *class as u16 != 0) {
            let (sort, asked) = (Sort::of(class as u16), Asked::NOTHING.with(class as u16));
            for card in field.iter().copied() {
                let ask = Ask { whom: Whom::Card(card), sort, asked: asked.unwrap_or_default() };
                layer::apply_lasting(self, cards, &ask, &mut |given| note(card, given));
            }
        }
        for card in field.iter().copied() {
            let printed = cards.get(self.table.print(card));
            if let Some(dp) = printed.dp {
                // DCG 4-2-5, 2-3-12-5: a Digimon gets the link DP of its link cards.
                let link =
                    |link: Card| cards.get(self.table.print(link)).link.as_ref().map_or(0, |part| part.dp);
                let linked: i32 = self.links(card).map(link).sum();
                to.card(card);
                to.figure("dp", (dp + change[usize::from(card.0)] + linked).max(0), dp);
            }
        }
    }

    /// Calls `f` with every always-on ability that gives changes of a class, and those of some cards that it may be on.
    fn each_giver(&self, cards: &Cards, field: &[Card], class: u16, f: &mut dyn FnMut(Source, &[Card])) {
        let sort = Sort::of(class);
        for card in field {
            self.each_own(cards, *card, sort, &mut |source| f(source, std::slice::from_ref(card)));
        }
        if self.scope.others() & class != 0 {
            for (area, part) in GIVERS {
                if self.scope.at(part).others & class != 0 {
                    self.each_from(cards, area, part, sort, &mut |source| f(source, field));
                }
            }
        }
    }
}
