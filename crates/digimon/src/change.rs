//! What changes a card or a player right now: always-on abilities of cards in play, and changes that last.

use crate::alias::{Among, Amount, Filter, Gainer, Select, Step, When};
use crate::card::{
    ANYWHERE, BREEDING, Cards, Class, FACE_UP, GRANTED, HAND, INHERITED, KEYWORDS, Kinds, LINK, MAIN, TRASH,
};
use crate::state::{Area, Mark, State};
use crate::vocab::{Cannot, Change, Keyword, Place, Text};
use effects::{AbilityRef, Lasting, On, Run, Who, eval};
use kernel::{Card, Seat};
use std::cell::Cell;

thread_local! {
    /// How often questions of each class are asked inside each other, four bits a class. Nothing of a state: it is zero
    /// whenever an answer is given.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Persistent effects may hang on what other persistent effects change. A question of a class inside so many of its own
/// class goes round in a circle, or as good as: what hangs on it does not hold.
const DEEPEST: u64 = 3;

/// One more level of asking; `None` when it is too deep to mean anything.
fn deeper<T>(class: Class, ask: impl FnOnce() -> T) -> Option<T> {
    ASKED.with(|asked| {
        let before = asked.get();
        let shift = (class as u16).trailing_zeros() * 4;
        if before >> shift & 15 >= DEEPEST {
            return None;
        }
        asked.set(before + (1 << shift));
        let answer = ask();
        asked.set(before);
        Some(answer)
    })
}

/// Which changes are asked for: a class, and of keywords only these kinds. What gives another keyword is not looked at,
/// so that "Digimon with <Blocker> gain <Reboot>" does not ask itself.
#[derive(Clone, Copy)]
struct Want {
    class: Class,
    kinds: u32,
}

impl Want {
    const fn all(class: Class) -> Want {
        Want { class, kinds: u32::MAX }
    }

    fn is_for(self, change: &Change) -> bool {
        match change {
            Change::Keyword(keyword) | Change::KeywordTimes(keyword, _) => {
                self.class == Class::Keyword && self.kinds & 1 << keyword.kind() != 0
            }
            change => change.class() as u16 == self.class as u16,
        }
    }
}

/// Where cards are whose always-on abilities bear on others, and the part of them that does.
const GIVERS: [(Area, usize); 6] = [
    (Area::Battle, MAIN),
    (Area::Under, INHERITED),
    (Area::Links, LINK),
    (Area::Breeding, BREEDING),
    (Area::Security, FACE_UP),
    (Area::Trash, TRASH),
];

/// What a change is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whom {
    Card(Card),
    Player(Seat),
}

impl State {
    /// Calls `f` with every change of one class that a card is under, in order of application, and its number.
    #[inline]
    pub(crate) fn each_change(
        &self,
        cards: &Cards,
        card: Card,
        class: Class,
        f: &mut dyn FnMut(&Change, i32),
    ) {
        if self.scope.has(class) {
            self.each_change_by(cards, card, class, &mut |change, number, _| f(change, number));
        }
    }

    /// The same, with the player whose effect makes the change.
    #[inline]
    pub(crate) fn each_change_by(
        &self,
        cards: &Cards,
        card: Card,
        class: Class,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        if self.scope.has(class) {
            deeper(class, || self.gather(cards, Whom::Card(card), Want::all(class), f));
        }
    }

    /// The changes that a player is under.
    #[inline]
    pub(crate) fn each_player_change(
        &self,
        cards: &Cards,
        seat: Seat,
        class: Class,
        f: &mut dyn FnMut(&Change, i32),
    ) {
        if self.scope.has(class) {
            deeper(class, || {
                self.gather(cards, Whom::Player(seat), Want::all(class), &mut |change, number, _| {
                    f(change, number)
                });
            });
        }
    }

    fn gather(&self, cards: &Cards, whom: Whom, want: Want, f: &mut dyn FnMut(&Change, i32, Seat)) {
        let bit = want.class as u16;
        if self.scope.always & bit != 0 {
            if let Whom::Card(card) = whom {
                self.gather_own(cards, card, want, f);
            }
            for (area, part) in GIVERS {
                if self.scope.others[part] & bit != 0 {
                    self.gather_from(cards, area, part, whom, want, f);
                }
            }
            if self.scope.has(Class::Ability) && want.class != Class::Ability {
                self.gather_given(cards, whom, want, f);
            }
        }
        if self.scope.lasting & bit != 0 {
            for lasting in &*self.core.lasting {
                self.apply_lasting(cards, lasting, whom, want, f);
            }
        }
    }

    /// What the cards of its own stack give a card.
    fn gather_own(&self, cards: &Cards, card: Card, want: Want, f: &mut dyn FnMut(&Change, i32, Seat)) {
        let bit = want.class as u16;
        let gives = |other: Card, part: usize| cards.facts(self.table.print(other)).own[part] & bit != 0;
        let whom = Whom::Card(card);
        match self.table.zone(card) {
            Area::Battle => {
                if gives(card, MAIN) && !self.is_blank(card) {
                    self.apply_always(cards, card, card, MAIN, whom, want, f);
                }
                // DCG 4-2-4: a Digimon gains the inherited effects of its digivolution cards.
                if self.scope.own[INHERITED] & bit != 0 {
                    for under in self.under(card) {
                        if gives(under, INHERITED) && !self.is_blank(under) {
                            self.apply_always(cards, under, card, INHERITED, whom, want, f);
                        }
                    }
                }
                // DCG 4-2-6: and the link effects of its link cards.
                if self.scope.own[LINK] & bit != 0 {
                    for link in self.links(card) {
                        if gives(link, LINK) {
                            self.apply_always(cards, link, card, LINK, whom, want, f);
                        }
                    }
                }
            }
            // DCG 3-4-6-4: effects of cards in the breeding area do not work, except those that say so.
            Area::Breeding => {
                if gives(card, BREEDING) {
                    self.apply_always(cards, card, card, BREEDING, whom, want, f);
                }
            }
            // What a card says about playing or using itself works where it is played from, and its names everywhere.
            _ => {
                if matches!(want.class, Class::AnyColor | Class::Cost | Class::Treat) && gives(card, MAIN) {
                    self.apply_always(cards, card, card, MAIN, whom, want, f);
                }
                if gives(card, HAND) && self.table.zone(card) == Area::Hand {
                    self.apply_always(cards, card, card, HAND, whom, want, f);
                }
            }
        }
        if gives(card, ANYWHERE) && !self.is_blank(card) {
            self.apply_always(cards, card, card, ANYWHERE, whom, want, f);
        }
    }

    /// What the cards of an area give others and players, each by what it has there.
    fn gather_from(
        &self,
        cards: &Cards,
        area: Area,
        part: usize,
        whom: Whom,
        want: Want,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        for seat in Seat::BOTH {
            for card in self.cards(seat, area) {
                if cards.facts(self.table.print(*card)).others[part] & want.class as u16 == 0 {
                    continue;
                }
                let works = match area {
                    Area::Under => !self.is_blank(*card),
                    Area::Security => self.has(*card, Mark::FaceUp),
                    _ => true,
                };
                // Below a card of the battle area its top card has them.
                let top = match part {
                    INHERITED | LINK => {
                        self.table.row(*card).host().filter(|top| self.table.zone(*top) == Area::Battle)
                    }
                    _ => Some(*card),
                };
                if let Some(top) = top.filter(|_| works) {
                    self.apply_always(cards, *card, top, part, whom, want, f);
                }
            }
        }
    }

    /// DCG 15-13-1: what persistent effects that a card has been given change of the card itself, and of others.
    fn gather_given(&self, cards: &Cards, whom: Whom, want: Want, f: &mut dyn FnMut(&Change, i32, Seat)) {
        let bit = want.class as u16;
        if self.scope.others[GRANTED] & bit != 0 {
            for seat in Seat::BOTH {
                for holder in self.cards(seat, Area::Battle) {
                    self.apply_given(cards, *holder, whom, want, f);
                }
            }
        } else if let (Whom::Card(card), true) = (whom, self.scope.own[GRANTED] & bit != 0) {
            self.apply_given(cards, card, whom, want, f);
        }
    }

    fn apply_given(
        &self,
        cards: &Cards,
        holder: Card,
        whom: Whom,
        want: Want,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        let mut given: kernel::Flat<AbilityRef, 16> = kernel::Flat::new();
        if want.class == Class::Unaffected {
            // What keeps effects away is not itself asked whether it is kept away.
            for lasting in self.core.lasting.iter() {
                if let (On::Card(object), Some((_, Change::Ability(index)))) =
                    (lasting.on, lasting.change(cards.ability(lasting.ability)))
                {
                    if self.table.find(object) == Some(holder) {
                        given.push(AbilityRef { print: lasting.ability.print, index: *index });
                    }
                }
            }
        } else {
            self.each_granting(cards, holder, &mut |at| given.push(at));
        }
        for at in given.iter().copied() {
            let ability = cards.ability(at);
            let run = Run::new(at, self.table.object(holder), self.table.seat(holder));
            let met = || ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run));
            if ability.when == When::Always && met() {
                self.apply_steps(cards, &ability.steps, &run, whom, want, f);
            }
        }
    }

    /// DCG 15-8-2: persistent effects are on as soon as, and as long as, their conditions are met.
    #[allow(clippy::too_many_arguments)]
    fn apply_always(
        &self,
        cards: &Cards,
        printed_on: Card,
        top: Card,
        part: usize,
        whom: Whom,
        want: Want,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        // DCG 15-3-1: only a Digimon has inherited effects.
        if part == INHERITED && !self.is_digimon_printed(cards, top) {
            return;
        }
        let print = self.table.print(printed_on);
        for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
            if ability.part.slot() != part || ability.when != When::Always {
                continue;
            }
            let at = AbilityRef { print, index: index as u8 };
            let run = Run::new(at, self.table.object(top), self.table.seat(top));
            if ability.cond.as_ref().is_some_and(|cond| !eval::holds(self, cards, cond, &run)) {
                continue;
            }
            self.apply_steps(cards, &ability.steps, &run, whom, want, f);
        }
    }

    fn apply_steps(
        &self,
        cards: &Cards,
        steps: &[Step],
        run: &Run,
        whom: Whom,
        want: Want,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        for step in steps {
            match step {
                effects::Step::Gain { to, change, .. }
                    if want.is_for(change)
                        && self.is_on(cards, to, whom, run)
                        && self.reaches(cards, run, whom, want.class) =>
                {
                    f(change, self.number_of(cards, change, run), run.controller);
                }
                effects::Step::If { cond, then, otherwise } => {
                    let branch = if eval::holds(self, cards, cond, run) { then } else { otherwise };
                    self.apply_steps(cards, branch, run, whom, want, f);
                }
                _ => {}
            }
        }
    }

    fn apply_lasting(
        &self,
        cards: &Cards,
        lasting: &Lasting<crate::state::Ends>,
        whom: Whom,
        want: Want,
        f: &mut dyn FnMut(&Change, i32, Seat),
    ) {
        let Some((to, change)) = lasting.change(cards.ability(lasting.ability)) else { return };
        if !want.is_for(change) {
            return;
        }
        let mut run = Run::new(lasting.ability, lasting.source, lasting.controller);
        run.subject = lasting.subject;
        let on = match (lasting.on, whom) {
            (On::Card(object), Whom::Card(card)) => self.table.find(object) == Some(card),
            (On::Player(seat), Whom::Player(other)) => seat == other,
            (On::Whatever, whom) => self.is_on(cards, to, whom, &run),
            _ => false,
        };
        if on && self.reaches(cards, &run, whom, want.class) {
            f(change, lasting.value, lasting.controller);
        }
    }

    /// Whether a change is put on this card or player.
    fn is_on(&self, cards: &Cards, to: &Gainer, whom: Whom, run: &Run) -> bool {
        match (to, whom) {
            (Gainer::Cards(effects::Target::This), Whom::Card(card)) => {
                self.table.find(run.source) == Some(card)
            }
            (Gainer::Cards(target), Whom::Card(card)) => {
                eval::targets(self, cards, target, run).contains(&card)
            }
            (Gainer::Whatever(select), Whom::Card(card)) => self.is_among(cards, select, card, run),
            (Gainer::Player(who), Whom::Player(seat)) => match who {
                Who::You => run.controller == seat,
                Who::Opponent => run.controller != seat,
                Who::Both | Who::Owner => true,
            },
            _ => false,
        }
    }

    /// Whether a card is one of a selection's.
    pub(crate) fn is_among(&self, cards: &Cards, select: &Select, card: Card, run: &Run) -> bool {
        let here = match &select.among {
            Among::Zones { whose, zones } => {
                let seat = self.table.seat(card);
                zones.iter().any(|place| self.is_at(card, *place))
                    && match whose {
                        Who::You => seat == run.controller,
                        Who::Opponent => seat != run.controller,
                        Who::Both | Who::Owner => true,
                    }
            }
            among => {
                let mut found = false;
                eval::each_among(self, cards, among, run, &mut |other| found = found || other == card);
                found
            }
        };
        here && eval::fits(self, cards, &select.filter, card, run)
    }

    /// DCG 15-15-6: nothing reaches a card that is not affected by it, until it can be affected again.
    fn reaches(&self, cards: &Cards, run: &Run, whom: Whom, class: Class) -> bool {
        match whom {
            Whom::Card(card) if class != Class::Unaffected && self.table.find(run.source) != Some(card) => {
                !self.is_unaffected(cards, card, run.controller, self.effect_kinds(cards, run))
            }
            _ => true,
        }
    }

    /// DCG 15-2-1: what kind of effect a run is: by the category of the card, inherited ones always a Digimon's.
    pub(crate) fn effect_kinds(&self, cards: &Cards, run: &Run) -> Kinds {
        let ability = cards.ability(run.ability);
        if matches!(ability.part.text, Text::Inherited | Text::Link) || run.ability.print == KEYWORDS {
            return Kinds::DIGIMON;
        }
        let printed = cards.get(run.ability.print).kinds;
        // DCG 15-12-1-6: a card treated as both is both.
        match self.table.find(run.source) {
            Some(card) if self.is_field(card) && !self.is_blank(card) => {
                printed.with(self.kinds(cards, card))
            }
            _ => printed,
        }
    }

    /// The number of a change, where it has one.
    pub(crate) fn number_of(&self, cards: &Cards, change: &Change, run: &Run) -> i32 {
        change.amount().map_or(0, |amount| eval::amount(self, cards, amount, run))
    }

    /// Calls `f` with every ability that changes give a card, as it is filed on the card that gives it.
    pub(crate) fn each_granting(&self, cards: &Cards, card: Card, f: &mut dyn FnMut(AbilityRef)) {
        if !self.scope.has(Class::Ability) {
            return;
        }
        let mut prints: kernel::Flat<AbilityRef, 16> = kernel::Flat::new();
        for lasting in &*self.core.lasting {
            if matches!(lasting.on, On::Whatever)
                || matches!(lasting.on, On::Card(object) if self.table.find(object) == Some(card))
            {
                let print = lasting.ability.print;
                let want = Want::all(Class::Ability);
                self.apply_lasting(cards, lasting, Whom::Card(card), want, &mut |change, _, _| {
                    if let Change::Ability(index) = change {
                        prints.push(AbilityRef { print, index: *index });
                    }
                });
            }
        }
        if self.scope.always & Class::Ability as u16 != 0 {
            deeper(Class::Ability, || {
                for seat in Seat::BOTH {
                    for top in self.cards(seat, Area::Battle) {
                        let stack = std::iter::once((*top, MAIN))
                            .chain(self.under(*top).map(|under| (under, INHERITED)))
                            .chain(self.links(*top).map(|link| (link, LINK)));
                        for (printed_on, part) in stack {
                            let print = self.table.print(printed_on);
                            let facts = cards.facts(print);
                            if (facts.own[part] | facts.others[part]) & Class::Ability as u16 == 0
                                || self.is_blank(printed_on)
                            {
                                continue;
                            }
                            let whom = Whom::Card(card);
                            self.apply_always(
                                cards,
                                printed_on,
                                *top,
                                part,
                                whom,
                                Want::all(Class::Ability),
                                &mut |change, _, _| {
                                    if let Change::Ability(index) = change {
                                        prints.push(AbilityRef { print, index: *index });
                                    }
                                },
                            );
                        }
                    }
                }
            });
        }
        prints.iter().for_each(|at| f(*at));
    }

    // ---- questions that are asked often ---------------------------------------------------------------------

    /// Whether a card is kept from something.
    #[inline]
    pub(crate) fn cannot(&self, cards: &Cards, card: Card, is: impl Fn(&Cannot) -> bool) -> bool {
        let mut found = false;
        self.each_change(cards, card, Class::Cannot, &mut |change, _| {
            found |= matches!(change, Change::Cannot(cannot) if is(cannot));
        });
        found
    }

    /// Whether a card is allowed more than usual.
    #[inline]
    pub(crate) fn can(&self, cards: &Cards, card: Card, is: impl Fn(&Change) -> bool) -> bool {
        let mut found = false;
        self.each_change(cards, card, Class::Can, &mut |change, _| found |= is(change));
        found
    }

    #[inline]
    pub(crate) fn player_cannot(&self, cards: &Cards, seat: Seat, is: impl Fn(&Cannot) -> bool) -> bool {
        let mut found = false;
        self.each_player_change(cards, seat, Class::Cannot, &mut |change, _| {
            found |= matches!(change, Change::Cannot(cannot) if is(cannot));
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
            Place::Checked => area == Area::Aside && self.has(card, Mark::Checked),
            place => area == area_of(place),
        }
    }

    /// Calls `f` with every keyword of these kinds (a bit each) that a card has, each instance by itself.
    #[inline]
    pub(crate) fn each_keyword_of(&self, cards: &Cards, card: Card, kinds: u32, f: &mut dyn FnMut(&Keyword)) {
        if self.scope.keywords & kinds != 0 && self.may_have(cards, card, kinds) {
            self.gather_keywords(cards, card, kinds, f);
        }
    }

    fn gather_keywords(&self, cards: &Cards, card: Card, kinds: u32, f: &mut dyn FnMut(&Keyword)) {
        let want = Want { class: Class::Keyword, kinds };
        deeper(Class::Keyword, || {
            self.gather(cards, Whom::Card(card), want, &mut |change, number, _| match change {
                Change::Keyword(keyword) => f(keyword),
                Change::KeywordTimes(keyword, _) => (0..number).for_each(|_| f(keyword)),
                _ => {}
            });
        });
    }

    /// The same for all keywords.
    pub(crate) fn each_keyword(&self, cards: &Cards, card: Card, f: &mut dyn FnMut(&Keyword)) {
        self.each_keyword_of(cards, card, u32::MAX, f);
    }

    /// Whether it has a keyword of this kind.
    pub(crate) fn has_keyword(&self, cards: &Cards, card: Card, keyword: &Keyword) -> bool {
        let mut found = false;
        self.each_keyword_of(cards, card, 1 << keyword.kind(), &mut |_| found = true);
        found
    }

    /// Whether effects of this player (as effects of these kinds of card) leave the card alone.
    pub(crate) fn is_unaffected(&self, cards: &Cards, card: Card, by: Seat, kinds: Kinds) -> bool {
        let seat = self.table.seat(card);
        let mut found = false;
        self.each_change(cards, card, Class::Unaffected, &mut |change, _| {
            if let Change::Immune(whose, which) = change {
                found |= self.is_who(*whose, card, by) && is_of_kind(which, kinds);
            }
        });
        // DCG 16-38-1: <Progress>, against the opponent's effects while attacking.
        found || (by != seat && self.progresses(cards, card))
    }

    fn progresses(&self, cards: &Cards, card: Card) -> bool {
        let attacking = self.attack().is_some_and(|attack| self.attacker(&attack) == Some(card));
        attacking && self.printed_keyword(cards, card, &Keyword::Progress)
    }

    /// A keyword that the card has from its own stack: asked where asking for every change would go in circles.
    fn printed_keyword(&self, cards: &Cards, card: Card, keyword: &Keyword) -> bool {
        let mut found = false;
        self.gather_own(cards, card, Want::all(Class::Keyword), &mut |change, _, _| {
            found |= matches!(change, Change::Keyword(held) if held.kind() == keyword.kind());
        });
        found
    }

    /// Whether a card on the field is a Digimon, without asking what its own stack makes of it.
    fn is_digimon_printed(&self, cards: &Cards, card: Card) -> bool {
        let printed = cards.get(self.table.print(card)).kinds;
        printed.meets(Kinds::DIGIMON.with(Kinds::EGG))
            || self.core.lasting.iter().any(|lasting| {
                matches!(lasting.on, On::Card(object) if self.table.find(object) == Some(card))
                    && matches!(
                        lasting.change(cards.ability(lasting.ability)),
                        Some((_, Change::AlsoDigimon(_)))
                    )
            })
    }
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
