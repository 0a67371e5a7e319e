//! Where [Permanent] skills of this game are valid, for the shared layer of changes ([`effects::layer`]; DBS 9-9-1). And the index
//! of what the cards of the match give and wait for where they lie.

use crate::Cards;
use crate::card::Printed;
use crate::keyword;
use crate::state::{Area, DbsLasting, State};
use crate::text::{Skill, SkillKind, area_bit};
use crate::vocab::{Change, Dbs, Kept, Keyword};
use effects::layer::{self, Ask, Bits, Given, Index, Reached, Sites, Sort, Source, Sources};
use effects::{AbilityRef, Asked, Gainer, Layered, On, Op, Run, Target, When, Whom};
use kernel::{Card, End, Flat, Object, Place, Print, Seat};

/// The classes of change, so that skills that cannot matter are skipped.
pub mod class {
    pub const POWER: u16 = 1;
    pub const COST: u16 = 2;
    pub const KEYWORD: u16 = 4;
    pub const CANNOT: u16 = 8;
    pub const OTHER: u16 = 16;
    pub const COMBO: u16 = 32;
    pub const COLOR: u16 = 64;
    pub const TRAIT: u16 = 128;
    pub const LEAVES_TO: u16 = 256;
    pub const AS_ENERGY: u16 = 512;
    pub const SKIPS: u16 = 1024;
    pub const TOLL: u16 = 2048;
    pub const INSTEAD: u16 = 4096;
    pub const FREE: u16 = 8192;
    pub const NEGATE: u16 = 16384;
    pub const UNAFFECTED: u16 = 32768;
}

impl Change {
    pub fn class(&self) -> u16 {
        match self {
            Change::Power(_) | Change::SetPower(_) => class::POWER,
            Change::Cost(_)
            | Change::SpecifiedCost(..)
            | Change::NoSpecifiedCost
            | Change::ZCost(_)
            | Change::SkillCost(..) => class::COST,
            Change::ComboPower(_) | Change::ComboCost(_) => class::COMBO,
            Change::Keyword(_) => class::KEYWORD,
            Change::Cannot(_) => class::CANNOT,
            Change::Color(_) => class::COLOR,
            Change::Trait(_) => class::TRAIT,
            Change::LeavesTo(_) | Change::DropsTo(_) => class::LEAVES_TO,
            Change::AsEnergy => class::AS_ENERGY,
            Change::Skips(_) => class::SKIPS,
            Change::Toll(_) | Change::TollOn(_) => class::TOLL,
            Change::Instead(..) => class::INSTEAD,
            Change::Free(_) => class::FREE,
            Change::Negate(_) => class::NEGATE,
            Change::Unaffected(_) => class::UNAFFECTED,
            _ => class::OTHER,
        }
    }
}

/// The sites of the index: the cards in play, and those of the areas that skills wait in besides.
pub(crate) const SITES: usize = 2;
pub(crate) const PLAY: usize = 0;
pub(crate) const ELSEWHERE: usize = 1;

/// What the index says of all the cards of a match: areas with [Activate] skills by their bit, and these.
pub(crate) const REPLACES: u32 = 1 << 16;
pub(crate) const UNIQUE: u32 = 1 << 17;
pub(crate) const UNIVERSE_7: u32 = 1 << 18;
/// Some [Permanent] skill counts under another card.
pub(crate) const UNDER: u32 = 1 << 19;

/// Some [Permanent] skill of a card that lies elsewhere is about other cards or players.
pub(crate) const ABROAD: u32 = 1 << 20;

/// Where cards lie face up beside the areas in play.
const OPEN: [Area; 5] = [Area::Drop, Area::Warp, Area::Energy, Area::ZEnergy, Area::Combo];

pub(crate) const IN_PLAY: [Area; 3] = [Area::Leader, Area::Battle, Area::Unison];

/// The classes of change that cards in play give to anybody but themselves.
#[inline]
fn to_others(in_play: &Bits) -> u16 {
    in_play.uses as u16
}

/// The same of one skill.
fn given_to_others(skill: &Skill) -> u16 {
    skill.ability.program.iter().fold(0, |classes, op| match op {
        Op::Gain { to, change, .. } if *to != Gainer::Cards(Target::This) => classes | change.class(),
        _ => classes,
    })
}

/// What a printed card gives and waits for, by site; and wherever it lies.
pub(crate) fn bits_of(printed: &Printed) -> ([Bits; SITES], Bits) {
    let in_play = IN_PLAY.iter().fold(0, |bits, area| bits | area_bit(*area));
    let mut sites = [Bits::NONE; SITES];
    let mut whole = Bits::NONE;
    for skill in &printed.skills {
        whole.hears |= skill.moments;
        let (here, there) = (skill.areas & in_play != 0, skill.areas & !in_play != 0);
        if here {
            sites[PLAY].hears |= skill.moments;
        }
        if matches!(skill.ability.when, When::Would(_)) {
            whole.uses |= REPLACES;
        }
        match skill.kind {
            SkillKind::Activate => whole.uses |= u32::from(skill.areas),
            SkillKind::Permanent => {
                sites[PLAY].gives |= if here { skill.classes } else { 0 };
                // DBS 9-1-3-3: of the card itself, wherever it is.
                whole.gives |= if there { skill.classes } else { 0 };
                whole.uses |= if skill.areas & area_bit(Area::Under) != 0 { UNDER } else { 0 };
                let open = OPEN.iter().fold(0, |bits, area| bits | area_bit(*area));
                let others = given_to_others(skill);
                sites[PLAY].uses |= if here { others.into() } else { 0 };
                whole.uses |= if skill.areas & open != 0 && others != 0 { ABROAD } else { 0 };
            }
            SkillKind::Auto if there && !skill.only_its_own => sites[ELSEWHERE].hears |= skill.moments,
            SkillKind::Auto | SkillKind::Counter => {}
        }
    }
    let printed = printed.keywords[0].bits | printed.keywords[1].bits;
    let unique = Keyword::Unique.bit() | Keyword::OnlyOne.bit();
    for (keywords, flag) in [(unique, UNIQUE), (Keyword::WarriorOfUniverse7.bit(), UNIVERSE_7)] {
        whole.uses |= if printed & keywords != 0 { flag } else { 0 };
    }
    (sites, whole)
}

impl Sites<Area> for Cards {
    type Bits = Bits;

    #[inline]
    fn site(&self, area: Area) -> Option<usize> {
        Some(match area {
            Area::Leader | Area::Battle | Area::Unison => PLAY,
            Area::Hand | Area::Drop | Area::Warp | Area::Combo | Area::ZEnergy | Area::Energy => ELSEWHERE,
            // DBS 23-2-2: under another card, where the skill says so.
            Area::Under => ELSEWHERE,
            _ => return None,
        })
    }

    #[inline]
    fn bits(&self, print: Print, site: usize) -> Bits {
        self.info(print).sites[site]
    }

    #[inline]
    fn anywhere(&self, print: Print) -> Bits {
        self.info(print).whole
    }
}

impl Sources for State {
    type Ends = Kept;

    /// Of the cards in play, and of the card that is asked about where its skill is valid wherever it is (DBS 9-1-3-3).
    fn each_always(&self, cards: &Cards, ask: &Ask, f: &mut dyn FnMut(Source)) {
        if self.index.at(PLAY).gives & ask.sort.class != 0 {
            self.each_in_play(cards, ask, f);
        }
        if self.has_any(ABROAD) && self.index.whole.gives & ask.sort.class != 0 {
            let itself = |card: Card| matches!(ask.whom, Whom::Card(one) if one == card);
            for seat in Seat::BOTH {
                for area in OPEN {
                    for card in self.table.cards(Place::new(seat, area)).iter().filter(|card| !itself(**card))
                    {
                        if cards.info(self.table.print(*card)).whole.gives & ask.sort.class != 0 {
                            self.permanents_of(cards, *card, area, ask, f);
                        }
                    }
                }
            }
        }
        if let Whom::Card(card) = ask.whom {
            let area = self.table.zone(card);
            let gives = cards.info(self.table.print(card)).whole.gives;
            if gives & ask.sort.class != 0 && !area.is_in_play() {
                self.permanents_of(cards, card, area, ask, f);
            }
            // DBS 23-2-2-4: what counts under another card is about that card.
            if area.is_in_play() && self.has_any(UNDER) {
                for under in self.table.under(card, Area::Under) {
                    self.permanents_of(cards, under, Area::Under, ask, f);
                }
            }
        }
    }

    fn lasting(&self) -> &[DbsLasting] {
        &self.lasting
    }
}

impl Layered for State {
    #[inline]
    fn sort_of(change: &Change) -> Sort {
        match change {
            Change::Keyword(keyword) => Sort { class: class::KEYWORD, kinds: keyword.bit() },
            Change::Cannot(cannot) => Sort { class: class::CANNOT, kinds: 1 << *cannot as u8 },
            change => Sort::of(change.class()),
        }
    }

    #[inline]
    fn given(&self) -> (u16, u16) {
        (self.index.at(PLAY).gives | self.index.whole.gives, self.index.lasting)
    }

    /// DBS 21-5-2-1, 21-10-2-1: of what was on the card before, only what changes the power.
    #[inline]
    fn counts(lasting: &DbsLasting, class: u16) -> bool {
        lasting.until.counts() && (!lasting.until.power_only || class == class::POWER)
    }

    #[inline]
    fn lies_in(&self, card: Card, area: Area) -> bool {
        self.table.zone(card) == area
    }

    /// DBS 9-5-2, 20-4-1: whether a continuous effect reaches the card: it is not "unaffected by" it. What makes a card so is
    /// itself such a change, and asked for without asking again; what was put on the card itself was asked then.
    #[inline]
    fn reaches(&self, cards: &Cards, card: Card, ask: &Ask, run: &Run, on: Option<On>) -> bool {
        ask.sort.class == class::UNAFFECTED
            || matches!(on, Some(On::Card(_)))
            || self.is_affected(cards, card, run)
    }
}

impl State {
    /// The valid [Permanent] skills of the cards in play that may give what is asked for to whom it is asked about.
    fn each_in_play(&self, cards: &Cards, ask: &Ask, f: &mut dyn FnMut(Source)) {
        let class = ask.sort.class;
        let whom = match ask.whom {
            Whom::Card(card) => Some(card),
            Whom::Player(_) => None,
        };
        if let Some(card) = whom.filter(|_| to_others(self.index.at(PLAY)) & class == 0) {
            let (area, print) = (self.table.zone(card), self.table.print(card));
            if area.is_in_play() && cards.info(print).sites[PLAY].gives & class != 0 {
                self.permanents_of(cards, card, area, ask, f);
            }
            return;
        }
        for seat in Seat::BOTH {
            for area in IN_PLAY {
                for card in self.table.cards(Place::new(seat, area)) {
                    let here = &cards.info(self.table.print(*card)).sites[PLAY];
                    let own = whom.is_none_or(|whom| whom == *card);
                    if class & if own { here.gives } else { to_others(here) } != 0 {
                        self.permanents_of(cards, *card, area, ask, f);
                    }
                }
            }
        }
    }

    /// The valid [Permanent] skills of a card that give what is asked for.
    fn permanents_of(&self, cards: &Cards, card: Card, area: Area, ask: &Ask, f: &mut dyn FnMut(Source)) {
        let print = self.table.print(card);
        let back = self.table.marks(card).is_back();
        for (index, skill) in cards.printed(print).skills.iter().enumerate() {
            let ability = AbilityRef { print, index: index as u8 };
            if skill.kind == SkillKind::Permanent
                && skill.classes & ask.sort.class != 0
                && skill.is_valid_on(back, area)
                && !self.is_negated(cards, card, skill, ability, ask.asked)
            {
                // DBS 0-3-4-3, 9-5-1: it is never activated, but is there all the time, as its card's master's.
                f(Source { ability, holder: card, subject: Object::default() });
            }
        }
    }

    /// Calls `f` with every change of a sort that is on a card or a player now.
    #[inline]
    pub(crate) fn sweep(
        &self,
        cards: &Cards,
        whom: Whom,
        sort: Sort,
        asked: Asked,
        f: &mut dyn FnMut(&Given<'_, Dbs>),
    ) {
        layer::sweep(self, cards, &Ask { whom, sort, asked }, f);
    }

    /// Whether anything in the match, where it lies, gives changes of these classes.
    #[inline]
    pub(crate) fn is_given(&self, classes: u16) -> bool {
        let (always, lasting) = self.given();
        (always | lasting) & classes != 0
    }

    /// Calls `say` with those of some cards whose figures, colours and keyword skills are what is printed on the side that is up:
    /// nothing that changes them may be on them.
    pub(crate) fn each_unchanged(&self, cards: &Cards, among: &[Card], say: &mut dyn FnMut(Card)) {
        use class::{COLOR, COMBO, COST, KEYWORD, NEGATE, POWER};
        const CHANGED: u16 = POWER | COST | COMBO | COLOR | KEYWORD | NEGATE;
        let (mut areas, mut reached) = (0u32, Flat::<Card, 16>::new());
        let mut unsure = false;
        layer::each_reached(self, cards, CHANGED, &mut |one| match one {
            Reached::Card(object) => {
                reached.push(object.card);
                self.table.find(object).into_iter().for_each(|card| reached.push(card));
            }
            Reached::Zone(area) => areas |= 1 << area as u32,
            Reached::Anything => unsure = true,
        });
        if unsure || reached.overflowed() {
            return;
        }
        // DBS 8-4-4, 8-4-5: until combo power is counted in, a card in battle has the power that it has.
        let fights = |card: Card| {
            let object = self.table.object(card);
            self.in_battle()
                && self.battle.boost != [0; 2]
                && (self.battle.attacker == object || self.battle.guard == object)
        };
        let under = self.has_any(UNDER);
        let is_plain = |card: Card| {
            let (area, print, marks) =
                (self.table.zone(card), self.table.print(card), self.table.marks(card));
            if areas >> area as u32 & 1 != 0 || marks.markers != 0 || reached.contains(&card) {
                return false;
            }
            let info = cards.info(print);
            match area {
                Area::Hand | Area::Drop | Area::Energy | Area::Life => info.whole.gives & CHANGED == 0,
                Area::Warp | Area::ZDeck | Area::ZEnergy | Area::Removed => info.whole.gives & CHANGED == 0,
                // In play, skills of the card itself count, and keyword skills with costs or cards of their own are not told.
                area if IN_PLAY.contains(&area) => {
                    (info.whole.gives | info.sites[PLAY].gives) & CHANGED == 0
                        && !under
                        && !keyword::names_a_skill(
                            &cards.printed(print).keywords[usize::from(marks.is_back())],
                        )
                        && !fights(card)
                }
                _ => false,
            }
        };
        among.iter().copied().filter(|card| is_plain(*card)).for_each(say);
    }

    // ---- the index ------------------------------------------------------------------------------------------

    /// Puts a card somewhere, as a new card.
    pub(crate) fn put(&mut self, cards: &Cards, card: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        // DBS 3-1-4, 9-9-2: in another area it is a new card, and what was on the old one is lost.
        self.table.put(card, to, end);
        self.index.follow(&self.table, card, from, cards);
    }

    /// Puts a card somewhere, as the card it is.
    pub(crate) fn slide(&mut self, cards: &Cards, card: Card, to: Place<Area>, end: End) {
        let from = self.table.zone(card);
        self.table.slide(card, to, end);
        self.index.follow(&self.table, card, from, cards);
    }

    /// Brings a new card onto the table.
    pub(crate) fn add(&mut self, cards: &Cards, print: Print, seat: Seat, area: Area) -> Option<Card> {
        let card = self.table.add(print, seat, Place::new(seat, area))?;
        self.index.join(&self.table, card, cards);
        Some(card)
    }

    /// Works the index out from nothing: for a table that was laid out by hand.
    pub(crate) fn reindex(&mut self, cards: &Cards) {
        self.index = Index::of(&self.table, cards);
        self.settle_lasting(cards);
    }

    /// Works out which classes of change last.
    pub(crate) fn settle_lasting(&mut self, cards: &Cards) {
        self.index.lasting = layer::lasting_classes(self, cards);
    }

    /// Whether the index is what the table says; of what lasts it may say more.
    pub(crate) fn is_indexed(&self, cards: &Cards) -> bool {
        let mut anew = *self;
        anew.reindex(cards);
        let lasting = anew.index.lasting & !self.index.lasting == 0;
        anew.index.lasting = self.index.lasting;
        lasting && anew.index == self.index
    }

    /// Whether any card of the match has such a skill or keyword.
    #[inline]
    pub(crate) fn has_any(&self, flags: u32) -> bool {
        self.index.whole.uses & flags != 0
    }

    /// Whether any card of the match waits for a moment.
    #[inline]
    pub(crate) fn hears(&self, cards: &Cards, bit: u64) -> bool {
        (self.index.whole.hears | cards.keyword_moments) & bit != 0
    }
}
