//! Where always-on abilities of this game are, for the shared layer of changes ([`effects::layer`]): the cards of a card's own
//! stack, cards whose abilities bear on others, and abilities that a card has been given.

use crate::alias::When;
use crate::card::{
    ANYWHERE, BREEDING, Cards, Class, FACE_UP, HAND, INHERITED, Kinds, LINK, MAIN, OF_ITSELF, TRASH,
};
use crate::change::area_of;
use crate::state::{Area, Ends, Mark, State};
use crate::vocab::{Change, Place};
use effects::layer::{self, Ask, Reached, Sort, Source, Sources};
use effects::{AbilityRef, Asked, Lasting, Layered, On, Run, Whom};
use kernel::{Card, Flat, Object, Seat};

/// Where cards are whose always-on abilities bear on others, and the part of them that does.
pub(crate) const GIVERS: [(Area, usize); 6] = [
    (Area::Battle, MAIN),
    (Area::Under, INHERITED),
    (Area::Links, LINK),
    (Area::Breeding, BREEDING),
    (Area::Security, FACE_UP),
    (Area::Trash, TRASH),
];

/// The classes of change that make another colour or DP of a card.
const FIGURES: u16 = Class::Color as u16 | Class::OriginalDp as u16 | Class::Dp as u16;
/// The same with keywords: all that is shown of a card on the field.
const SHOWN: u16 = FIGURES | Class::Keyword as u16;

impl Sources for State {
    type Ends = Ends;

    fn each_always(&self, cards: &Cards, ask: &Ask, f: &mut dyn FnMut(Source)) {
        let class = ask.sort.class;
        if class == Class::Cannot as u16 && self.scope.bans() & ask.sort.kinds as u16 == 0 {
            return;
        }
        if let Whom::Card(card) = ask.whom {
            self.each_own(cards, card, ask.sort, f);
        }
        if self.scope.others() & class != 0 {
            for (area, part) in GIVERS {
                if self.scope.at(part).others & class != 0 {
                    self.each_from(cards, area, part, ask.sort, f);
                }
            }
        }
        if self.scope.has(Class::Ability) && class != Class::Ability as u16 {
            self.each_granted(cards, ask, f);
        }
    }

    fn lasting(&self) -> &[Lasting<Ends>] {
        &self.core.lasting
    }
}

impl Layered for State {
    #[inline]
    fn sort_of(change: &Change) -> Sort {
        match change {
            // What gives another keyword is not looked at, so that "Digimon with <Blocker> gain <Reboot>" does not ask itself.
            Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) => {
                Sort { class: Class::Keyword as u16, kinds: 1 << keyword.kind() }
            }
            Change::Cannot(cannot) => Sort { class: Class::Cannot as u16, kinds: cannot.ban() as u64 },
            change => Sort::of(change.classes()),
        }
    }

    #[inline]
    fn given(&self) -> (u16, u16) {
        self.scope.given()
    }

    #[inline]
    fn lies_in(&self, card: Card, place: Place) -> bool {
        self.is_at(card, place)
    }

    /// DCG 15-15-6, 15-15-6-4: nothing reaches a card that is not affected by it, until it can be affected again.
    #[inline]
    fn reaches(&self, cards: &Cards, card: Card, ask: &Ask, run: &Run, _: Option<On>) -> bool {
        ask.sort.class == Class::Unaffected as u16
            || self.table.object(card).stamp == run.source.stamp
            || !self.is_spared(cards, card, run)
    }
}

impl State {
    /// What the cards of its own stack give a card.
    pub(crate) fn each_own(&self, cards: &Cards, card: Card, sort: Sort, f: &mut dyn FnMut(Source)) {
        let class = sort.class;
        let gives =
            |other: Card, part: usize| cards.facts(self.table.print(other)).parts[part].own & class != 0;
        match self.table.zone(card) {
            Area::Battle => {
                if gives(card, MAIN) && !self.is_blank(card) {
                    self.each_of(cards, card, card, MAIN, sort, f);
                }
                // DCG 4-2-4: a Digimon gains the inherited effects of its digivolution cards.
                if self.scope.at(INHERITED).own & class != 0 {
                    for under in self.under(card) {
                        if gives(under, INHERITED) && !self.is_blank(under) {
                            self.each_of(cards, under, card, INHERITED, sort, f);
                        }
                    }
                }
                // DCG 4-2-6: and the link effects of its link cards.
                if self.scope.at(LINK).own & class != 0 {
                    for link in self.links(card) {
                        if gives(link, LINK) {
                            self.each_of(cards, link, card, LINK, sort, f);
                        }
                    }
                }
            }
            // DCG 3-4-6-4: effects of cards in the breeding area do not work, except those that say so.
            Area::Breeding => {
                if gives(card, BREEDING) {
                    self.each_of(cards, card, card, BREEDING, sort, f);
                }
                if self.scope.at(INHERITED).own & class != 0 {
                    for under in self.under(card) {
                        if gives(under, INHERITED) && !self.is_blank(under) {
                            self.each_of(cards, under, card, INHERITED, sort, f);
                        }
                    }
                }
            }
            // What a card says about playing or using itself works where it is played from, and its names everywhere.
            area => {
                if class & OF_ITSELF != 0 && gives(card, MAIN) {
                    self.each_of(cards, card, card, MAIN, sort, f);
                }
                if area == Area::Hand && gives(card, HAND) {
                    self.each_of(cards, card, card, HAND, sort, f);
                }
            }
        }
        if gives(card, ANYWHERE) && !self.is_blank(card) {
            self.each_of(cards, card, card, ANYWHERE, sort, f);
        }
    }

    /// What the cards of an area give others and players, each by what it has there.
    pub(crate) fn each_from(
        &self,
        cards: &Cards,
        area: Area,
        part: usize,
        sort: Sort,
        f: &mut dyn FnMut(Source),
    ) {
        for seat in Seat::BOTH {
            for card in self.cards(seat, area) {
                if cards.facts(self.table.print(*card)).parts[part].others & sort.class == 0 {
                    continue;
                }
                let works = match area {
                    Area::Under => !self.is_blank(*card),
                    Area::Security => self.has(*card, Mark::FaceUp),
                    _ => true,
                };
                // Below a card of the field its top card has them.
                let top = match part {
                    INHERITED | LINK => self.table.row(*card).host().filter(|top| self.is_field(*top)),
                    _ => Some(*card),
                };
                if let Some(top) = top.filter(|_| works) {
                    self.each_of(cards, *card, top, part, sort, f);
                }
            }
        }
    }

    /// The always-on abilities of one part of a card that give changes of a class.
    fn each_of(
        &self,
        cards: &Cards,
        printed_on: Card,
        holder: Card,
        part: usize,
        sort: Sort,
        f: &mut dyn FnMut(Source),
    ) {
        // DCG 15-3-1: only a Digimon has inherited effects.
        if part == INHERITED && !self.is_digimon_printed(cards, holder) {
            return;
        }
        let print = self.table.print(printed_on);
        // DCG 15-8-2-1: without a trigger timing it is on all the time.
        for always in cards.always(print) {
            if usize::from(always.part) == part
                && always.classes & sort.class != 0
                && always.kinds & sort.kinds != 0
            {
                let ability = AbilityRef { print, index: always.index };
                if part == INHERITED && !self.is_live_under(cards.ability(ability).part, holder) {
                    continue;
                }
                f(Source { ability, holder, subject: Object::default() });
            }
        }
    }

    /// DCG 15-13-1, 15-15-2-1, 15-15-2-2: what persistent effects that a card has been given change of the card
    /// itself, and of others.
    fn each_granted(&self, cards: &Cards, ask: &Ask, f: &mut dyn FnMut(Source)) {
        let class = ask.sort.class;
        if self.scope.granted().others & class != 0 {
            for seat in Seat::BOTH {
                for holder in self.cards(seat, Area::Battle) {
                    self.each_granted_to(cards, *holder, ask, f);
                }
            }
        } else if let (Whom::Card(card), true) = (ask.whom, self.scope.granted().own & class != 0) {
            self.each_granted_to(cards, card, ask, f);
        }
    }

    fn each_granted_to(&self, cards: &Cards, holder: Card, ask: &Ask, f: &mut dyn FnMut(Source)) {
        let mut given: Flat<AbilityRef, 16> = Flat::new();
        let mut note = |at: AbilityRef| {
            if cards.ability(at).when == When::Always {
                given.push(at);
            }
        };
        if ask.sort.class == Class::Unaffected as u16 {
            let own =
                Ask { whom: Whom::Card(holder), sort: Sort::of(Class::Ability as u16), asked: ask.asked };
            self.each_own(cards, holder, own.sort, &mut |source| {
                layer::apply_always(self, cards, source, &own, &mut |lent| {
                    self.each_lent(cards, holder, lent.change, lent.run, &mut |at, _| note(at));
                });
            });
            // What keeps effects away is not itself asked whether it is kept away.
            for lasting in self.core.lasting.iter() {
                if let (On::Card(object), Some((_, Change::Ability(index)))) =
                    (lasting.on, lasting.change(cards.ability(lasting.ability)))
                {
                    if self.table.object(holder).stamp == object.stamp {
                        note(AbilityRef { print: lasting.ability.print, index: *index });
                    }
                }
            }
        } else {
            self.each_granting(cards, holder, ask.asked, &mut |at, _| note(at));
        }
        for ability in given.iter().copied() {
            f(Source { ability, holder, subject: Object::default() });
        }
    }

    /// Calls `f` with every ability that changes give a card, as it is filed on the card that gives it, and the card that
    /// counts its uses.
    pub(crate) fn each_granting(
        &self,
        cards: &Cards,
        card: Card,
        asked: Asked,
        f: &mut dyn FnMut(AbilityRef, Card),
    ) {
        if !self.scope.has(Class::Ability) {
            return;
        }
        let ask = Ask { whom: Whom::Card(card), sort: Sort::of(Class::Ability as u16), asked };
        layer::sweep(self, cards, &ask, &mut |given| {
            if let Change::Ability(index) = given.change {
                f(AbilityRef { print: given.run.ability.print, index: *index }, card);
            }
            self.each_lent(cards, card, given.change, given.run, f);
        });
    }

    /// The effects that a change lets a card gain from its digivolution cards, each of them by itself.
    pub(crate) fn each_lent(
        &self,
        cards: &Cards,
        card: Card,
        change: &Change,
        run: &Run,
        f: &mut dyn FnMut(AbilityRef, Card),
    ) {
        let Change::EffectsUnder(which, timing) = change else { return };
        for under in self.under(card) {
            if self.is_blank(under) || !effects::eval::fits(self, cards, which, under, run) {
                continue;
            }
            let print = self.table.print(under);
            for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
                // What lends effects is not lent: it speaks of the card's own stack.
                let lends = ability
                    .steps
                    .iter()
                    .any(|step| matches!(step, effects::Step::Gain { change: Change::EffectsUnder(..), .. }));
                let timed = timing.is_none_or(|timing| crate::effect::has_timing(ability, timing));
                if ability.part.slot() == MAIN && timed && !lends {
                    f(AbilityRef { print, index: index as u8 }, under);
                }
            }
        }
    }

    /// Calls `say` with those of some cards whose colours, DP and keywords are what is printed: nothing that changes them may be
    /// on them.
    pub(crate) fn each_unchanged(&self, cards: &Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        if self.scope.has(Class::Ability) {
            return;
        }
        let Some(figures) = self.reach(cards, FIGURES) else { return };
        let field = self.reach(cards, SHOWN);
        // Mostly nothing off the field is reached at all.
        let quiet = figures.areas == 0 && figures.cards.is_empty();
        let is_plain = |card: Card| {
            let area = self.table.zone(card);
            match area {
                Area::Hand | Area::Trash | Area::Security | Area::Under | Area::Eggs | Area::Gone => {
                    let facts = cards.facts(self.table.print(card));
                    !self.is_blank(card)
                        && (quiet || !figures.has(card, area))
                        && (facts.anywhere.own | facts.parts[HAND].own) & FIGURES == 0
                }
                // Nothing reaches it, and it gives itself nothing.
                Area::Battle | Area::Breeding => {
                    field.as_ref().is_some_and(|field| !field.has(card, area))
                        && self.is_plain_stack(cards, card, area)
                }
                _ => false,
            }
        };
        among.iter().copied().filter(|card| is_plain(*card)).for_each(say);
    }

    /// Whether a card of the field gets neither figures nor keywords from its own stack, but for the keywords that are printed on
    /// it and that it always has there.
    fn is_plain_stack(&self, cards: &Cards, card: Card, area: Area) -> bool {
        let facts = cards.facts(self.table.print(card));
        let itself = match area {
            Area::Battle => facts.steady && facts.parts[MAIN].own & FIGURES == 0,
            // The keywords of its upper text do not work there.
            _ => facts.gives == 0 && facts.parts[BREEDING].own & SHOWN == 0,
        };
        itself
            && facts.anywhere.own & SHOWN == 0
            && !self.is_blank(card)
            && (self.scope.at(INHERITED).own & SHOWN == 0
                || self
                    .under(card)
                    .all(|under| cards.facts(self.table.print(under)).parts[INHERITED].own & SHOWN == 0))
            && self.links(card).next().is_none()
    }

    /// Where changes of some classes may be; nothing where that cannot be said without asking.
    fn reach(&self, cards: &Cards, classes: u16) -> Option<Reach> {
        let mut reach = Reach { areas: 0, cards: Flat::new() };
        let mut unsure = false;
        layer::each_reached(self, cards, classes, &mut |one| match one {
            Reached::Card(object) => {
                reach.cards.push(object.card);
                self.table.find(object).into_iter().for_each(|card| reach.cards.push(card));
            }
            Reached::Zone(place) => reach.areas |= 1 << area_of(place) as u32,
            Reached::Anything => unsure = true,
        });
        (!unsure && !reach.cards.overflowed()).then_some(reach)
    }

    /// Whether a card on the field is a Digimon, without asking what its own stack makes of it.
    fn is_digimon_printed(&self, cards: &Cards, card: Card) -> bool {
        let printed = cards.get(self.table.print(card)).kinds;
        printed.meets(Kinds::DIGIMON.with(Kinds::EGG))
            || self.core.lasting.iter().any(|lasting| {
                matches!(lasting.on, On::Card(object) if self.table.object(card).stamp == object.stamp)
                    && matches!(
                        lasting.change(cards.ability(lasting.ability)),
                        Some((_, Change::AlsoDigimon(_)))
                    )
            })
    }
}

/// Where changes may be.
struct Reach {
    /// Some cards of these areas, a bit each.
    areas: u32,
    /// These cards.
    cards: Flat<Card, 16>,
}

impl Reach {
    fn has(&self, card: Card, area: Area) -> bool {
        self.areas >> area as u32 & 1 != 0 || self.cards.contains(&card)
    }
}
