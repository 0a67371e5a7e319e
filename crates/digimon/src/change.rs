//! What changes a card or a player right now: the questions that this game asks its layer of always-on effects
//! (`layer.rs`), each with the questions that wait for its answer.

use crate::alias::{Amount, Filter, Gainer, Select, Step, Target};
use crate::card::{Ban, Cards, Class, Kinds, is_keyword};
use crate::state::{Area, Mark, State};
use crate::vocab::{Cannot, Change, Keyword, Place, Text};
use effects::layer::{self, Ask, Sort, Sources};
use effects::{Asked, On, Run, Who, Whom, eval};
use kernel::{Card, Seat};

impl State {
    /// Calls `f` with every change of one class that a card is under, in order of application, and its number.
    #[inline]
    pub(crate) fn each_change(
        &self,
        cards: &Cards,
        card: Card,
        class: Class,
        asked: Asked,
        f: &mut dyn FnMut(&Change, i32),
    ) {
        if self.scope.has(class) {
            self.each_change_by(cards, card, class, asked, &mut |change, number, _| f(change, number));
        }
    }

    /// The same, with the player whose effect makes the change.
    #[inline]
    pub(crate) fn each_change_by(
        &self,
        cards: &Cards,
        card: Card,
        class: Class,
        asked: Asked,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        if self.scope.has(class) {
            self.gather(cards, Whom::Card(card), Sort::of(class as u16), asked, f);
        }
    }

    /// The changes that a player is under.
    #[inline]
    pub(crate) fn each_player_change(
        &self,
        cards: &Cards,
        seat: Seat,
        class: Class,
        asked: Asked,
        f: &mut dyn FnMut(&Change, i32),
    ) {
        if self.scope.has(class) {
            let sort = Sort::of(class as u16);
            self.gather(cards, Whom::Player(seat), sort, asked, &mut |change, number, _| f(change, number));
        }
    }

    fn gather(
        &self,
        cards: &Cards,
        whom: Whom,
        sort: Sort,
        asked: Asked,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        layer::sweep(self, cards, &Ask { whom, sort, asked }, &mut |given| {
            let number = given.settled.unwrap_or_else(|| self.number_of(cards, given.change, given.run));
            f(given.change, number, given.run.controller);
        });
    }

    /// DCG 15-2-1, 15-2-1-1, 15-2-1-2, 15-2-1-3: what kind of effect a run is: by the category of the card, inherited
    /// ones always a Digimon's.
    pub(crate) fn effect_kinds(&self, cards: &Cards, run: &Run) -> Kinds {
        let ability = cards.ability(run.ability);
        if matches!(ability.part.text, Text::Inherited | Text::Link) || is_keyword(run.ability.print) {
            // DCG 15-3-2: whatever the card beneath is, it is the Digimon's effect.
            return Kinds::DIGIMON;
        }
        let printed = cards.get(run.ability.print).kinds;
        // DCG 15-12-1-6: a card treated as both is both.
        match self.table.find(run.source) {
            Some(card) if self.is_field(card) && !self.is_blank(card) => {
                printed.with(self.kinds_asked(cards, card, run.asked))
            }
            _ => printed,
        }
    }

    /// The number of a change, where it has one.
    pub(crate) fn number_of(&self, cards: &Cards, change: &Change, run: &Run) -> i32 {
        change.amount().map_or(0, |amount| eval::amount(self, cards, amount, run))
    }

    // ---- questions that are asked often ---------------------------------------------------------------------

    /// Whether a card is kept from something.
    #[inline]
    pub(crate) fn cannot(&self, cards: &Cards, card: Card, ban: Ban, is: impl Fn(&Cannot) -> bool) -> bool {
        self.cannot_asked(cards, card, ban, Asked::NOTHING, is)
    }

    #[inline]
    pub(crate) fn cannot_asked(
        &self,
        cards: &Cards,
        card: Card,
        ban: Ban,
        asked: Asked,
        is: impl Fn(&Cannot) -> bool,
    ) -> bool {
        self.scope.forbids(ban) && self.is_banned(cards, Whom::Card(card), ban, asked, &is)
    }

    /// DCG 15-1-3: whether something is kept from digivolving into a card. A Tamer that digivolves as if it were a Digimon is
    /// kept by what keeps Digimon from it (ruling Q1690).
    pub(crate) fn is_kept_from_digivolving(&self, cards: &Cards, card: Card, onto: Card) -> bool {
        self.scope.forbids(Ban::Digivolve)
            && (self.cannot(cards, onto, Ban::Digivolve, |cannot| *cannot == Cannot::Digivolve)
                || !self.is_digimon(cards, onto)
                    && self.goes_as_digimon(cards, card, onto)
                    && self.keeps_digimon_like(cards, onto))
    }

    /// Whether something that keeps Digimon from digivolving would be on this card if it were one.
    fn keeps_digimon_like(&self, cards: &Cards, card: Card) -> bool {
        let mut kept = false;
        self.each_keeping_digimon_like(cards, card, &mut |_| kept = true);
        kept
    }

    /// Calls `f` with each effect that would keep this card from digivolving if it were a Digimon.
    pub(crate) fn each_keeping_digimon_like(&self, cards: &Cards, card: Card, f: &mut dyn FnMut(&Run)) {
        let sort = Sort { class: Class::Cannot as u16, kinds: Ban::Digivolve as u64 };
        let ask = Ask { whom: Whom::Card(card), sort, asked: Asked::NOTHING };
        let is_on = |to: &Gainer, run: &Run| {
            let select: &Select = match to {
                Gainer::Whatever(select) => select,
                Gainer::Cards(Target::Each(select)) => select,
                _ => return false,
            };
            let wherever = Select { filter: Filter::Any, ..select.clone() };
            layer::is_among(self, cards, &wherever, card, run)
                && self.fits_digivolving(cards, &select.filter, card, run, true)
        };
        self.each_always(cards, &ask, &mut |source| {
            let ability = cards.ability(source.ability);
            let run = Run::new(source.ability, self.table.object(source.holder), self.table.seat(source.holder));
            let keeps = ability.steps.iter().any(|step| {
                matches!(step, Step::Gain { to, change: Change::Cannot(Cannot::Digivolve), .. } if is_on(to, &run))
            });
            if keeps && ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run)) {
                f(&run);
            }
        });
        for lasting in self.core.lasting.iter().filter(|lasting| lasting.on == On::Whatever) {
            let (change, run) = (lasting.change(cards.ability(lasting.ability)), lasting.run());
            if matches!(change, Some((to, Change::Cannot(Cannot::Digivolve))) if is_on(to, &run)) {
                f(&run);
            }
        }
    }

    /// Whether a card is allowed more than usual.
    #[inline]
    pub(crate) fn can(&self, cards: &Cards, card: Card, is: impl Fn(&Change) -> bool) -> bool {
        let mut found = false;
        self.each_change(cards, card, Class::Can, Asked::NOTHING, &mut |change, _| found |= is(change));
        found
    }

    #[inline]
    pub(crate) fn player_cannot(
        &self,
        cards: &Cards,
        seat: Seat,
        ban: Ban,
        is: impl Fn(&Cannot) -> bool,
    ) -> bool {
        self.scope.forbids(ban) && self.is_banned(cards, Whom::Player(seat), ban, Asked::NOTHING, &is)
    }

    /// Whether a prohibition of a kind is on a card or a player, and is one of those meant.
    fn is_banned(
        &self,
        cards: &Cards,
        whom: Whom,
        ban: Ban,
        asked: Asked,
        is: &dyn Fn(&Cannot) -> bool,
    ) -> bool {
        let sort = Sort { class: Class::Cannot as u16, kinds: ban as u64 };
        let mut found = false;
        layer::sweep(self, cards, &Ask { whom, sort, asked }, &mut |given| {
            found |= matches!(given.change, Change::Cannot(cannot) if is(cannot));
        });
        found
    }

    /// Whether a player meant from a card's own side is this one.
    pub(crate) fn is_who(&self, who: Who, of: Card, seat: Seat) -> bool {
        match who {
            Who::You => self.table.seat(of) == seat,
            Who::Opponent => self.table.seat(of) != seat,
            Who::Both | Who::Owner => true,
        }
    }

    /// Whether a card is where a text means by a place.
    pub(crate) fn is_at(&self, card: Card, place: Place) -> bool {
        let area = self.table.zone(card);
        match place {
            // DCG 15-1-8: Security Digimon are meant where a text names them.
            Place::Checked => area == Area::Aside && self.has(card, Mark::Checked),
            place => area == area_of(place),
        }
    }

    /// Calls `f` with every keyword of these kinds (a bit each) that a card has, each instance by itself.
    #[inline]
    pub(crate) fn each_keyword_of(
        &self,
        cards: &Cards,
        card: Card,
        kinds: u32,
        asked: Asked,
        f: &mut dyn FnMut(&Keyword),
    ) {
        if self.scope.keywords() & kinds != 0 && self.may_have(cards, card, kinds) {
            self.gather_keywords(cards, card, kinds, asked, f);
        }
    }

    fn gather_keywords(
        &self,
        cards: &Cards,
        card: Card,
        kinds: u32,
        asked: Asked,
        f: &mut dyn FnMut(&Keyword),
    ) {
        let sort = Sort { class: Class::Keyword as u16, kinds: kinds.into() };
        self.gather(cards, Whom::Card(card), sort, asked, &mut |change, number, _| match change {
            Change::Keyword(keyword) => f(keyword),
            Change::KeywordTimes(keyword, _) => (0..number).for_each(|_| f(keyword)),
            _ => {}
        });
    }

    /// The same for all keywords.
    pub(crate) fn each_keyword(&self, cards: &Cards, card: Card, asked: Asked, f: &mut dyn FnMut(&Keyword)) {
        self.each_keyword_of(cards, card, u32::MAX, asked, f);
    }

    /// Whether it has a keyword of this kind.
    #[inline]
    pub(crate) fn has_keyword(&self, cards: &Cards, card: Card, keyword: &Keyword) -> bool {
        self.has_keyword_asked(cards, card, keyword, Asked::NOTHING)
    }

    #[inline]
    pub(crate) fn has_keyword_asked(
        &self,
        cards: &Cards,
        card: Card,
        keyword: &Keyword,
        asked: Asked,
    ) -> bool {
        let mut found = false;
        self.each_keyword_of(cards, card, 1 << keyword.kind(), asked, &mut |_| found = true);
        found
    }

    /// Whether effects of this player (as effects of these kinds of card) leave the card alone.
    pub(crate) fn is_unaffected(
        &self,
        cards: &Cards,
        card: Card,
        by: Seat,
        kinds: Kinds,
        asked: Asked,
    ) -> bool {
        let mut found = false;
        self.each_change(cards, card, Class::Unaffected, asked, &mut |change, _| {
            if let Change::Immune(whose, which) = change {
                found |= self.is_who(*whose, card, by) && is_of_kind(which, kinds);
            }
        });
        // DCG 16-38-1, 16-38-3: <Progress>, against the opponent's effects while attacking.
        found || (by != self.table.seat(card) && self.progresses(cards, card, asked))
    }

    /// Whether the card is kept from an effect.
    #[inline]
    pub(crate) fn is_spared(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        // What keeps nothing away needs no look at what kind of effect it is.
        (self.scope.has(Class::Unaffected) || self.scope.keywords() & progress() != 0)
            && self.is_unaffected(cards, card, run.controller, self.effect_kinds(cards, run), run.asked)
    }

    fn progresses(&self, cards: &Cards, card: Card, asked: Asked) -> bool {
        let attacking = self.attack().is_some_and(|attack| self.attacker(&attack) == Some(card));
        self.scope.keywords() & progress() != 0
            && attacking
            && self.has_keyword_asked(cards, card, &Keyword::Progress, asked)
    }
}

/// <Progress> among the kinds of keyword.
#[inline]
fn progress() -> u32 {
    1 << Keyword::Progress.kind()
}

impl Change {
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            Change::Dp(amount)
            | Change::OriginalDp(amount)
            | Change::KeywordTimes(_, amount)
            | Change::Cost(_, amount)
            | Change::DeletionMax(amount) => Some(amount),
            _ => None,
        }
    }
}

/// Whether an effect of these kinds of card is one of those that a text means.
fn is_of_kind(which: &Filter, kinds: Kinds) -> bool {
    match which {
        Filter::Any => true,
        Filter::Kind(kind) => kinds.meets(kind.bits()),
        Filter::Either(any) => any.iter().any(|one| is_of_kind(one, kinds)),
        Filter::All(all) => all.iter().all(|one| is_of_kind(one, kinds)),
        Filter::Not(one) => !is_of_kind(one, kinds),
        _ => false,
    }
}

/// The area that a text means by a place.
pub(crate) fn area_of(place: Place) -> Area {
    match place {
        Place::Battle => Area::Battle,
        Place::Breeding => Area::Breeding,
        Place::Hand => Area::Hand,
        Place::Deck => Area::Deck,
        Place::Eggs => Area::Eggs,
        Place::Trash => Area::Trash,
        Place::Security => Area::Security,
        Place::Under => Area::Under,
        Place::Links => Area::Links,
        Place::Checked => Area::Aside,
    }
}
