//! What the cards of a match do at all: what none of them does is not looked for.
//!
//! Every question about a card ("what is its DP?") would otherwise walk the whole table for effects that bear on it.
//! The scope is the union of what all the cards of the match can do, wherever they are: it may say yes where the
//! answer turns out to be no, never the other way round, so it only ever saves time.

use crate::card::{ANYWHERE, BREEDING, Cards, Class, Facts, INHERITED, LINK, MAIN, PARTS};
use crate::state::{Board, Ends, State};
use crate::vocab::Change;
use effects::{Lasting, On};
use kernel::{Card, Print};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Scope {
    /// By part: the moments that abilities wait for or step in before.
    pub hears: [u64; PARTS],
    /// The moments that anything waits for, the keywords that are given included; and those it steps in before.
    pub listens: u64,
    pub interrupts: u64,
    /// The kinds of those keywords; those that always-on abilities give to others; those of changes that last.
    pub keywords: u32,
    pub shared: u32,
    pub lent: u32,
    /// Those that cards give the card they lie under.
    pub below: u32,
    /// The parts, a bit each, that hold activation-type effects.
    pub uses: u16,
    /// By part: the classes of change that always-on abilities make, to their own card and to others.
    pub own: [u16; PARTS],
    pub others: [u16; PARTS],
    /// All of those classes together.
    pub always: u16,
    /// The classes of the changes that last at the moment.
    pub lasting: u16,
    /// Some always-on ability may lower DP or say what it originally is: of its own card, of others.
    pub weakens: bool,
    pub weakens_others: bool,
}

impl Scope {
    /// The scope of a match with these cards on the table.
    pub fn of(table: &Board, cards: &Cards) -> Scope {
        let mut scope = Scope::default();
        table.all().for_each(|card| scope.add(cards.facts(table.print(card))));
        scope
    }

    /// One more card takes part.
    pub fn add(&mut self, facts: &Facts) {
        for part in 0..PARTS {
            self.hears[part] |= facts.listens[part] | facts.interrupts[part];
            self.listens |= facts.listens[part];
            self.interrupts |= facts.interrupts[part];
            self.uses |= u16::from(facts.uses[part]) << part;
            self.own[part] |= facts.own[part];
            self.others[part] |= facts.others[part];
            self.always |= facts.own[part] | facts.others[part];
        }
        self.listens |= facts.keyword_listens;
        self.interrupts |= facts.keyword_interrupts;
        self.keywords |= facts.gives;
        self.shared |= facts.shares;
        self.below |= facts.keywords[INHERITED] | facts.keywords[LINK];
        self.weakens |= facts.weakens.contains(&true);
        self.weakens_others |= facts.weakens_others;
    }

    /// One more change lasts.
    fn note(&mut self, cards: &Cards, lasting: &Lasting<Ends>) {
        let Some((_, change)) = lasting.change(cards.ability(lasting.ability)) else { return };
        self.lasting |= change.class() as u16;
        if let Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) = change {
            self.lent |= 1 << keyword.kind();
        }
    }

    /// Whether any change of a class can be found.
    #[inline]
    pub fn has(&self, class: Class) -> bool {
        (self.always | self.lasting) & class as u16 != 0
    }
}

impl State {
    /// Takes in a card that joins the match later.
    pub(crate) fn widen(&mut self, cards: &Cards, print: Print) {
        self.scope.add(cards.facts(print));
    }

    /// Keeps a change from now on.
    pub(crate) fn begin_lasting(&mut self, cards: &Cards, lasting: Lasting<Ends>) {
        self.scope.note(cards, &lasting);
        self.core.lasting.push(lasting);
    }

    /// Lets go of the changes that end now.
    pub(crate) fn end_lasting(&mut self, cards: &Cards, ends: impl Fn(Ends) -> bool) {
        self.core.lasting.retain(|lasting| !ends(lasting.until));
        self.settle_lasting(cards);
    }

    /// Works out which classes of change last.
    pub(crate) fn settle_lasting(&mut self, cards: &Cards) {
        (self.scope.lasting, self.scope.lent) = (0, 0);
        for lasting in &*self.core.lasting {
            self.scope.note(cards, lasting);
        }
    }

    /// Whether nothing lowers DP or makes something else of a card: cards are what is printed, or better.
    #[inline]
    pub(crate) fn is_calm(&self) -> bool {
        let scope = &self.scope;
        !(scope.weakens || scope.weakens_others || scope.has(Class::Treat))
            && scope.lasting & Class::Dp as u16 == 0
    }

    /// Whether a Digimon's DP may be lower than what is printed: if not, rule checks need not ask for it.
    pub(crate) fn may_be_weakened(&self, cards: &Cards, card: Card) -> bool {
        let weakens = |card: Card, part: usize| cards.facts(self.table.print(card)).weakens[part];
        self.scope.weakens_others
            || self.scope.weakens
                && (weakens(card, MAIN)
                    || weakens(card, BREEDING)
                    || weakens(card, ANYWHERE)
                    || self.under(card).any(|under| weakens(under, INHERITED))
                    || self.links(card).any(|link| weakens(link, LINK)))
            || self.scope.lasting & (Class::Dp as u16 | Class::Treat as u16) != 0
                && self.core.lasting.iter().any(|lasting| {
                    let change = lasting.change(cards.ability(lasting.ability));
                    let lowers = match change {
                        Some((_, Change::Dp(_))) => lasting.value < 0,
                        Some((_, change)) => change.class() as u16 == Class::Treat as u16,
                        None => false,
                    };
                    lowers
                        && match lasting.on {
                            On::Card(object) => self.table.find(object) == Some(card),
                            On::Whatever => true,
                            On::Player(_) => false,
                        }
                })
    }

    /// Whether a card may have a keyword of one of these kinds.
    pub(crate) fn may_have(&self, cards: &Cards, card: Card, kinds: u32) -> bool {
        let kinds = kinds & self.scope.keywords;
        if kinds == 0 {
            return false;
        }
        let gives = |card: Card, part: usize| cards.facts(self.table.print(card)).keywords[part] & kinds != 0;
        (self.scope.shared | self.scope.lent) & kinds != 0
            || cards.facts(self.table.print(card)).on_top & kinds != 0
            || self.scope.below & kinds != 0
                && (self.under(card).any(|under| gives(under, INHERITED))
                    || self.links(card).any(|link| gives(link, LINK)))
    }
}
