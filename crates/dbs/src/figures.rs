//! What a card's figures, keywords and permissions are now: what is printed, with every lasting change and every
//! valid [Permanent] skill applied (DBS 9-9). Also: which skills wait for a moment.

use crate::Cards;
use crate::card::{Colors, Cost, Kind};
use crate::cause::MoveNote;
use crate::layer::{ELSEWHERE, IN_PLAY, PLAY, UNIVERSE_7, class};
use crate::state::{Area, DbsLasting, State};
use crate::text::{Skill, SkillKind};
use crate::vocab::{Cannot, Change, Dbs, Ends, Keyword, Moment, Negate, Part, Verb, Window};
use effects::layer::{self, Sort};
use effects::{AbilityRef, Asked, Gainer, On, Op, Run, Waiting, When, Whom, eval};
use kernel::{Card, Flat, Object, Place, Seat};

/// A change as it applies: what, whose effect, and its number if it was settled when it began.
pub struct Applied<'a> {
    pub change: &'a Change,
    pub run: Run,
    pub settled: Option<i32>,
}

impl State {
    // ---- what applies ---------------------------------------------------------------------------------------

    /// Calls `f` with every change of a class that applies to a card now.
    #[inline]
    pub fn each_change(&self, cards: &Cards, card: Card, class: u16, f: &mut dyn FnMut(Applied<'_>)) {
        self.each_change_asked(cards, card, Sort::of(class), Asked::NOTHING, f);
    }

    /// The same of a sort, with the questions that wait for the answer.
    #[inline]
    pub fn each_change_asked(
        &self,
        cards: &Cards,
        card: Card,
        sort: Sort,
        asked: Asked,
        f: &mut dyn FnMut(Applied<'_>),
    ) {
        if self.is_given(sort.class) {
            self.sweep(cards, Whom::Card(card), sort, asked, &mut |given| {
                f(Applied { change: given.change, run: *given.run, settled: given.settled });
            });
        }
    }

    /// Calls `f` with every change of a class on a player.
    #[inline]
    pub fn each_player_change(&self, cards: &Cards, seat: Seat, class: u16, f: &mut dyn FnMut(Applied<'_>)) {
        if self.is_given(class) {
            self.sweep(cards, Whom::Player(seat), Sort::of(class), Asked::NOTHING, &mut |given| {
                f(Applied { change: given.change, run: *given.run, settled: given.settled });
            });
        }
    }

    pub fn lasting_change<'a>(
        &self,
        cards: &'a Cards,
        lasting: &DbsLasting,
    ) -> Option<(&'a Gainer<Dbs>, &'a Change)> {
        lasting.change(&cards.skill(lasting.ability)?.ability)
    }

    /// Whether a skill of a card is negated (DBS 9-1-2). Only lasting changes negate.
    pub fn is_negated(&self, cards: &Cards, card: Card, skill: &Skill, at: AbilityRef, asked: Asked) -> bool {
        if self.index.lasting & class::NEGATE == 0 {
            return false;
        }
        // DBS 9-1-1: which of its skills the negation is about.
        self.negations(cards, card, asked, &mut |negate, by| match negate {
            Negate::All => true,
            Negate::Keywords => skill.is_keyword,
            Negate::NonKeywords => !skill.is_keyword,
            Negate::Auto | Negate::AutoUse => skill.kind == SkillKind::Auto,
            Negate::Activate => skill.kind == SkillKind::Activate,
            Negate::ActivateMain => skill.window() == Some(&Window::Main),
            Negate::ActivateBattle => skill.window() == Some(&Window::Battle),
            Negate::Counter => skill.kind == SkillKind::Counter,
            Negate::This => by == at,
            Negate::One(_) => false,
        })
    }

    /// "Play it with its skills negated": skills that would wait for that very play or combo were never there to wait.
    pub fn never_pended(&mut self, cards: &Cards, object: Object, run: &Run) {
        let Some(before) = run.at.checked_sub(1) else { return };
        let program = cards.skill(run.ability).map_or(&[][..], |skill| &skill.ability.program[..]);
        let comes = |verb: &Verb| matches!(verb, Verb::Play { .. } | Verb::Combo(_) | Verb::Move { .. });
        let enters = matches!(program.get(before as usize), Some(Op::Do(verb)) if comes(verb));
        let Some(card) = self.table.find(object).filter(|_| enters) else { return };
        let batch = self.batch;
        let mut kept = self.waiting;
        kept.retain(|waiting| {
            let negated = cards
                .skill(waiting.ability)
                .is_some_and(|skill| self.is_negated(cards, card, skill, waiting.ability, Asked::NOTHING));
            // The step before this one, at most.
            let late = batch.wrapping_sub(waiting.batch) > 1;
            late || waiting.source != object || !negated
        });
        self.waiting = kept;
    }

    /// Whether a card's own printed words keep its skills from being negated.
    pub fn is_firm(&self, cards: &Cards, card: Card) -> bool {
        let print = self.table.print(card);
        let info = cards.info(print);
        if (info.sites[PLAY].gives | info.whole.gives) & class::CANNOT == 0 {
            return false;
        }
        let (back, area) = (self.is_back(card), self.table.zone(card));
        cards.printed(print).skills.iter().enumerate().any(|(index, skill)| {
            let at = AbilityRef { print, index: index as u8 };
            skill.kind == SkillKind::Permanent
                && skill.is_valid_on(back, area)
                && self.is_firm_by(cards, card, skill, at)
        })
    }

    /// Whether a skill keeps the card's skills from being negated, as far as its conditions hold.
    fn is_firm_by(&self, cards: &Cards, card: Card, skill: &Skill, at: AbilityRef) -> bool {
        let run = Run::new(at, self.table.object(card), self.table.seat(card));
        let program = &skill.ability.program;
        let mut op = 0;
        while let Some(step) = program.get(op) {
            op = match step {
                Op::Gain { change: Change::Cannot(Cannot::BeNegated), .. } => return true,
                Op::Unless { cond, to } if !eval::holds(self, cards, cond, &run) => usize::from(*to),
                Op::Goto(to) => usize::from(*to),
                _ => op + 1,
            };
        }
        false
    }

    /// Whether all skills of a card are negated.
    pub fn is_silenced(&self, cards: &Cards, card: Card) -> bool {
        self.index.lasting & class::NEGATE != 0
            && self.negations(cards, card, Asked::NOTHING, &mut |negate, _| negate == Negate::All)
    }

    /// DBS 9-1-5, 9-1-5-1: a card whose skills are negated gains none, of the kind that is negated.
    pub fn may_gain(&self, cards: &Cards, object: Object, change: &Change, by: AbilityRef) -> bool {
        let Some(card) = self.table.find(object) else { return true };
        !self.negations(cards, card, Asked::NOTHING, &mut |negate, _| is_gainless(cards, by, change, negate))
    }

    /// DBS 9-1-2-2: a gained skill that is negated is deleted; it does not come back with the end of the negation.
    pub fn delete_gained(&mut self, cards: &Cards, object: Object, change: &Change) {
        let Change::Negate(negate) = change else { return };
        let gained = |lasting: &DbsLasting| {
            lasting.on == On::Card(object)
                && !lasting.until.waits
                && self
                    .lasting_change(cards, lasting)
                    .is_some_and(|(_, change)| is_gainless(cards, lasting.ability, change, *negate))
        };
        let gone: Flat<bool, 32> = {
            let mut list = Flat::new();
            self.lasting.iter().for_each(|lasting| list.push(gained(lasting)));
            list
        };
        let mut at = 0;
        self.lasting.retain(|_| {
            at += 1;
            !gone[at - 1]
        });
    }

    /// Whether [Auto] skills of a card cannot be activated, those that pend included (DBS 9-6-3-2).
    pub fn cannot_use_auto(&self, cards: &Cards, card: Card) -> bool {
        self.index.lasting & class::NEGATE != 0
            && self.negations(cards, card, Asked::NOTHING, &mut |negate, _| negate == Negate::AutoUse)
    }

    fn negations(
        &self,
        cards: &Cards,
        card: Card,
        asked: Asked,
        f: &mut dyn FnMut(Negate, AbilityRef) -> bool,
    ) -> bool {
        let object = self.table.object(card);
        let mut firm = None;
        self.lasting.iter().any(|lasting| {
            if !lasting.until.counts() || lasting.until.power_only {
                return false;
            }
            match self.lasting_change(cards, lasting) {
                Some((to, Change::Negate(negate))) => {
                    let on = match (lasting.on, to) {
                        (On::Card(on), _) => on == object,
                        (On::Whatever, Gainer::Whatever(select)) => {
                            let mut run = lasting.run();
                            run.asked = asked;
                            layer::is_among(self, cards, select, card, &run)
                        }
                        _ => false,
                    };
                    // What cannot be negated is not; its own skills may still negate themselves.
                    on && f(*negate, lasting.ability)
                        && (*negate == Negate::This
                            || !*firm.get_or_insert_with(|| self.is_firm(cards, card)))
                }
                _ => false,
            }
        })
    }

    // ---- figures --------------------------------------------------------------------------------------------

    pub fn is_back(&self, card: Card) -> bool {
        self.table.marks(card).is_back()
    }

    pub fn original_power(&self, cards: &Cards, card: Card) -> i32 {
        cards.printed(self.table.print(card)).face(self.is_back(card)).power
    }

    /// DBS 9-9-1: the printed power, then every change; a value that is set beats what is added (DBS 0-2-7).
    pub fn power(&self, cards: &Cards, card: Card) -> i32 {
        self.power_asked(cards, card, Asked::NOTHING)
    }

    pub fn power_asked(&self, cards: &Cards, card: Card, asked: Asked) -> i32 {
        // DBS 9-9-1-1: what is printed comes first.
        let mut power = self.original_power(cards, card);
        let mut set = None;
        self.each_change_asked(cards, card, Sort::of(class::POWER), asked, &mut |applied| {
            let value =
                |amount| applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            match applied.change {
                // DBS 2-7-2: power may fall below zero.
                Change::Power(amount) => power += value(amount),
                // DBS 23-4-1, 23-4-2: what is set stays set, whatever is added beside it, or set behind it.
                Change::SetPower(amount) => set = set.or_else(|| Some(value(amount))),
                _ => {}
            }
        });
        // DBS 22-40-2: [Servant] adds 10000.
        if self.has_lastingly(cards, card, Keyword::Servant) {
            power += 10000;
        }
        if let Some(value) = set {
            // DBS 0-2-7: nor does what combos add count beside it.
            return value;
        }
        // DBS 8-4-4, 8-4-5: combo power counts for the cards in battle during the Damage Step.
        if self.in_battle() {
            let object = self.table.object(card);
            if self.battle.attacker == object {
                power += self.battle.boost[0];
            }
            if self.battle.guard == object {
                power += self.battle.boost[1];
            }
        }
        power
    }

    /// The energy cost to pay, reductions and increases included (DBS 1-2-3-1, 1-2-3-2).
    pub fn cost(&self, cards: &Cards, card: Card) -> Cost {
        self.cost_asked(cards, card, Asked::NOTHING)
    }

    pub fn cost_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Cost {
        let printed = cards.printed(self.table.print(card));
        let mut cost = printed.cost;
        if !cost.is_x {
            cost.total = cost.value();
        }
        let mut total = i32::from(cost.total);
        let mut free_of_color = false;
        self.each_change_asked(cards, card, Sort::of(class::COST), asked, &mut |applied| {
            let value =
                |amount| applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            match applied.change {
                Change::Cost(amount) => total += value(amount),
                Change::SpecifiedCost(color, amount) => {
                    let change = value(amount);
                    let slot = &mut cost.specified[*color as usize];
                    let was = i32::from(*slot);
                    // DBS 1-2-3-2-1: only as much as there is.
                    let now = (was + change).max(0);
                    *slot = now as u8;
                    total += now - was;
                }
                Change::NoSpecifiedCost => free_of_color = true,
                _ => {}
            }
        });
        // DBS 22-19-2: cards of that universe have no specified cost; DBS 1-2-3-2-2: the total stays.
        if free_of_color || self.is_free_of_color(cards, card) {
            cost.specified = [0; 5];
        }
        // DBS 0-2-11: a cost that would be less than zero is zero, once all is added up.
        cost.total = total.clamp(0, 99) as u8;
        cost
    }

    /// The Z-Energy cost to pay (DBS 1-4), changes included; an X that nobody set is 0 (DBS 1-4-1-1-2).
    pub fn z_cost(&self, cards: &Cards, card: Card) -> u8 {
        let mut cost = i32::from(cards.printed(self.table.print(card)).z_cost);
        self.each_change(cards, card, class::COST, &mut |applied| {
            if let Change::ZCost(amount) = applied.change {
                cost += applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            }
        });
        cost.clamp(0, 99) as u8
    }

    /// DBS 22-19-2: [Warrior of Universe 7] on the player's side, for a card of that universe.
    fn is_free_of_color(&self, cards: &Cards, card: Card) -> bool {
        if !self.has_any(UNIVERSE_7) {
            return false;
        }
        let seat = self.table.owner(card);
        let printed = cards.printed(self.table.print(card));
        if !printed.front.traits.contains(&cards.universe_7_trait) {
            return false;
        }
        [Area::Leader, Area::Battle, Area::Unison]
            .into_iter()
            .flat_map(|area| self.cards(seat, area))
            .any(|other| self.has_lastingly(cards, *other, Keyword::WarriorOfUniverse7))
    }

    pub fn combo_power(&self, cards: &Cards, card: Card) -> Option<i32> {
        self.combo_power_asked(cards, card, Asked::NOTHING)
    }

    pub fn combo_power_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Option<i32> {
        let mut power = cards.printed(self.table.print(card)).combo_power?;
        self.each_change_asked(cards, card, Sort::of(class::COMBO), asked, &mut |applied| {
            if let Change::ComboPower(amount) = applied.change {
                power += applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            }
        });
        Some(power)
    }

    pub fn combo_cost(&self, cards: &Cards, card: Card) -> Option<u8> {
        self.combo_cost_asked(cards, card, Asked::NOTHING)
    }

    pub fn combo_cost_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Option<u8> {
        let mut cost = i32::from(cards.printed(self.table.print(card)).combo_cost?);
        self.each_change_asked(cards, card, Sort::of(class::COMBO), asked, &mut |applied| {
            if let Change::ComboCost(amount) = applied.change {
                cost += applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            }
        });
        Some(cost.clamp(0, 99) as u8)
    }

    #[inline]
    pub fn colors(&self, cards: &Cards, card: Card) -> Colors {
        self.colors_asked(cards, card, Asked::NOTHING)
    }

    #[inline]
    pub fn colors_asked(&self, cards: &Cards, card: Card, asked: Asked) -> Colors {
        let mut colors = cards.printed(self.table.print(card)).colors;
        self.each_change_asked(cards, card, Sort::of(class::COLOR), asked, &mut |applied| {
            if let Change::Color(color) = applied.change {
                colors = colors.with(Colors::of(*color));
            }
        });
        colors
    }

    pub fn kind(&self, cards: &Cards, card: Card) -> Kind {
        cards.printed(self.table.print(card)).kind
    }

    pub fn is_battle_card(&self, cards: &Cards, card: Card) -> bool {
        self.kind(cards, card) == Kind::Battle
    }

    // ---- keywords and permissions ---------------------------------------------------------------------------

    /// Whether a card has a keyword skill now: printed on the side that counts and not negated, or gained.
    #[inline]
    pub fn has_keyword(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        self.has_keyword_asked(cards, card, keyword, Asked::NOTHING)
    }

    #[inline]
    pub fn has_keyword_asked(&self, cards: &Cards, card: Card, keyword: Keyword, asked: Asked) -> bool {
        let printed = self.prints_keyword(cards, card, keyword);
        if !self.is_given(class::KEYWORD | class::NEGATE) {
            return printed;
        }
        self.keeps_keyword(cards, card, keyword, printed, asked)
    }

    /// The keyword skills, a bit each, that changes may give a card beside what is printed on it.
    pub(crate) fn keywords_reaching(&self, cards: &Cards, card: Card) -> u64 {
        let mut given = 0;
        self.each_change(cards, card, class::KEYWORD, &mut |applied| {
            if let Change::Keyword(keyword) = applied.change {
                given |= keyword.bit();
            }
        });
        given
    }

    #[inline]
    fn prints_keyword(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        cards.printed(self.table.print(card)).keywords[usize::from(self.is_back(card))].bits & keyword.bit()
            != 0
    }

    fn keeps_keyword(
        &self,
        cards: &Cards,
        card: Card,
        keyword: Keyword,
        printed: bool,
        asked: Asked,
    ) -> bool {
        let bit = keyword.bit();
        if self.index.lasting & class::NEGATE != 0
            && self.negations(cards, card, asked, &mut |negate, _| match negate {
                // DBS 22-1-3: a negated keyword skill does nothing.
                Negate::All => true,
                Negate::Keywords => keyword != Keyword::OnlyOne,
                Negate::NonKeywords => keyword == Keyword::OnlyOne,
                Negate::Auto | Negate::AutoUse => keyword.is_auto(),
                Negate::One(other) => other.bit() == bit,
                _ => false,
            })
        {
            // DBS 9-1-5, 9-1-5-1: what is negated cannot be gained either.
            return false;
        }
        let mut found = false;
        if printed {
            self.each_change_asked(cards, card, Sort::of(class::NEGATE), asked, &mut |applied| {
                found |= *applied.change == Change::Negate(Negate::One(keyword));
            });
            return !found;
        }
        let sort = Sort { class: class::KEYWORD, kinds: bit };
        self.each_change_asked(cards, card, sort, asked, &mut |_| found = true);
        found
    }

    fn cannot_block(&self, cards: &Cards, card: Card) -> bool {
        self.cannot(cards, card, Cannot::Block)
            || self.player_cannot(cards, self.table.seat(card), Cannot::Block)
    }

    fn gains_keyword(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        let mut gained = false;
        let sort = Sort { class: class::KEYWORD, kinds: keyword.bit() };
        self.each_change_asked(cards, card, sort, Asked::NOTHING, &mut |_| gained = true);
        gained
    }

    /// Whether a card has a keyword skill by its print or by what lasts on it, [Permanent] skills aside: what those may ask.
    pub fn has_lastingly(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        let bit = keyword.bit();
        let printed =
            cards.printed(self.table.print(card)).keywords[usize::from(self.is_back(card))].bits & bit != 0;
        if self.lasting.is_empty() {
            return printed;
        }
        let negated = self.negations(cards, card, Asked::NOTHING, &mut |negate, _| match negate {
            Negate::All | Negate::Keywords => true,
            Negate::One(other) => other.bit() == bit,
            _ => false,
        });
        let object = self.table.object(card);
        let gained = || {
            self.lasting.iter().any(|lasting| {
                lasting.on == On::Card(object)
                    && lasting.until.counts()
                    && !lasting.until.power_only
                    && matches!(
                        self.lasting_change(cards, lasting),
                        Some((_, Change::Keyword(other))) if other.bit() == bit
                    )
            })
        };
        !negated && (printed || gained())
    }

    /// The X of its [Strike] skill; 1 without (DBS 22-7-2).
    pub fn strike(&self, cards: &Cards, card: Card) -> u8 {
        self.keyword_number(cards, card, Keyword::Strike(0), Asked::NOTHING)
    }

    /// The X of its [X Attack] skill; 1 without (DBS 22-8-3).
    pub fn attacks(&self, cards: &Cards, card: Card) -> u8 {
        self.keyword_number(cards, card, Keyword::Attack(0), Asked::NOTHING)
    }

    pub fn keyword_number(&self, cards: &Cards, card: Card, keyword: Keyword, asked: Asked) -> u8 {
        if !self.has_keyword_asked(cards, card, keyword, asked) {
            return 1;
        }
        let printed = cards.printed(self.table.print(card)).keywords[usize::from(self.is_back(card))];
        let mut most = match keyword {
            Keyword::Strike(_) => printed.strike,
            _ => printed.attacks,
        };
        let sort = Sort { class: class::KEYWORD, kinds: keyword.bit() };
        self.each_change_asked(cards, card, sort, asked, &mut |applied| match (applied.change, keyword) {
            (Change::Keyword(Keyword::Strike(n)), Keyword::Strike(_)) => most = most.max(*n),
            (Change::Keyword(Keyword::Attack(n)), Keyword::Attack(_)) => most = most.max(*n),
            _ => {}
        });
        most.max(1)
    }

    /// Whether something forbids the card this (DBS 0-2-5).
    pub fn cannot(&self, cards: &Cards, card: Card, what: Cannot) -> bool {
        let mut forbidden = false;
        let sort = Sort { class: class::CANNOT, kinds: 1 << what as u8 };
        self.each_change_asked(cards, card, sort, Asked::NOTHING, &mut |_| forbidden = true);
        forbidden
    }

    /// Whether something forbids the player this.
    pub fn player_cannot(&self, cards: &Cards, seat: Seat, what: Cannot) -> bool {
        let mut forbidden = false;
        self.each_player_change(cards, seat, class::CANNOT, &mut |applied| {
            forbidden |= matches!(applied.change, Change::Cannot(other) if *other == what);
        });
        forbidden
    }

    /// Whether a change of the plain kind is on the card.
    pub fn has_change(&self, cards: &Cards, card: Card, change: &Change) -> bool {
        let mut found = false;
        self.each_change(cards, card, change.class(), &mut |applied| found |= applied.change == change);
        found
    }

    /// Where a card goes instead of leaving play, by a skill that says so.
    pub fn leaves_to(&self, cards: &Cards, card: Card, dropped: bool) -> Option<(Area, bool)> {
        let mut to = None;
        self.each_change(cards, card, class::LEAVES_TO, &mut |applied| match applied.change {
            Change::LeavesTo(place) => to = Some((place.area, place.bottom)),
            Change::DropsTo(place) if dropped => to = Some((place.area, place.bottom)),
            _ => {}
        });
        to
    }

    // ---- skills ---------------------------------------------------------------------------------------------

    /// Whether a skill of a card is valid where the card is, on the side that counts, and not negated.
    pub fn is_valid(&self, cards: &Cards, card: Card, skill: &Skill, at: AbilityRef) -> bool {
        // DBS 23-2-2: under another card it is valid only if it says so.
        skill.is_valid_on(self.is_back(card), self.table.zone(card))
            && !self.is_negated(cards, card, skill, at, Asked::NOTHING)
    }

    /// Calls `f` with every skill that waits for a moment and is made pending by this one.
    pub fn each_trigger(&self, cards: &Cards, moment: Moment, what: &Waiting, f: &mut dyn FnMut(Waiting)) {
        let bit = 1u64 << moment as u8;
        if !self.hears(cards, bit) {
            return;
        }
        let subject = self.table.find(what.subject);
        let in_play = (self.index.at(PLAY).hears | cards.keyword_moments) & bit != 0;
        for seat in Seat::BOTH {
            if in_play {
                for area in IN_PLAY {
                    for card in self.table.cards(Place::new(seat, area)) {
                        self.triggers_of(cards, *card, moment, what, subject, f);
                    }
                }
            }
            if self.index.at(ELSEWHERE).hears & bit != 0 {
                const ABROAD: [Area; 7] = [
                    Area::Hand,
                    Area::Drop,
                    Area::Warp,
                    Area::Combo,
                    Area::ZEnergy,
                    Area::Energy,
                    Area::Under,
                ];
                for area in ABROAD {
                    for card in self.table.cards(Place::new(seat, area)) {
                        if Some(*card) != subject {
                            self.triggers_of(cards, *card, moment, what, subject, f);
                        }
                    }
                }
            }
        }
        if let Some(card) = subject.filter(|card| !self.table.zone(*card).is_in_play()) {
            self.triggers_of(cards, card, moment, what, Some(card), f);
        }
        for lasting in self.lasting.iter() {
            self.lasting_triggers(cards, lasting, moment, what, subject, f);
        }
    }

    fn triggers_of(
        &self,
        cards: &Cards,
        card: Card,
        moment: Moment,
        what: &Waiting,
        subject: Option<Card>,
        f: &mut dyn FnMut(Waiting),
    ) {
        let print = self.table.print(card);
        let bit = 1u64 << moment as u8;
        if cards.info(print).moments & bit != 0 {
            let zone = self.table.zone(card);
            let back = self.is_back(card);
            for (index, skill) in cards.printed(print).skills.iter().enumerate() {
                if skill.moments & bit == 0
                    || !skill.is_valid_on(back, zone)
                    || skill.ability.part == Part::Given
                {
                    continue;
                }
                let at = AbilityRef { print, index: index as u8 };
                // DBS 9-6-9-2: negated where the card leaves, it does not trigger.
                if !self.is_negated(cards, card, skill, at, Asked::NOTHING) {
                    self.try_trigger(cards, card, skill, at, moment, what, subject, f);
                }
            }
        }
        // Keyword skills that wait, printed or gained, come from the book of keywords.
        if cards.keyword_moments & bit != 0 && self.table.zone(card).is_in_play() {
            let held = cards.printed(print).keywords[usize::from(self.is_back(card))].bits;
            if held & cards.keywords_at(moment) == 0 && !self.is_given(class::KEYWORD) {
                return;
            }
            for (at, keyword, skill) in cards.keyword_skills() {
                if skill.moments & bit == 0 {
                    continue;
                }
                if keyword == Keyword::Blocker && self.cannot_block(cards, card) {
                    continue;
                }
                let limited = cards.printed(print).keywords[usize::from(self.is_back(card))].limited;
                // DBS 22-44-6: one with a limit is a skill of the card; one gained beside it has none.
                let had = if limited & keyword.bit() != 0 {
                    self.gains_keyword(cards, card, keyword)
                } else {
                    skill.moments & bit != 0 && self.has_keyword(cards, card, keyword)
                };
                let placed = skill.areas & crate::text::area_bit(self.table.zone(card)) != 0;
                if skill.moments & bit != 0 && had && placed {
                    self.try_trigger(cards, card, skill, at, moment, what, subject, f);
                }
            }
        }
    }

    /// Skills that a lasting change gave to a card, and delayed ones (DBS 1-7-2-1-1).
    fn lasting_triggers(
        &self,
        cards: &Cards,
        lasting: &DbsLasting,
        moment: Moment,
        what: &Waiting,
        subject: Option<Card>,
        f: &mut dyn FnMut(Waiting),
    ) {
        let until = lasting.until;
        // DBS 21-5-2-1, 21-10-2-1: of what was on a card before it was covered or flipped, only its power is left.
        if until.noted || until.asleep || until.power_only && !until.waits {
            return;
        }
        if lasting.until.waits {
            let Some(skill) = cards.skill(lasting.ability) else { return };
            let run = lasting.run();
            // DBS 1-7-2-1-1: "at the end of your next turn" is the end of that turn and of no other before it.
            if moment == Moment::TurnEnds
                && matches!(lasting.until.ends, Ends::WithTurn(turn) if turn != self.turn_number)
            {
                return;
            }
            if self.is_triggered(cards, skill, moment, what, subject, &run) {
                let carried = match lasting.on {
                    On::Card(object) => object,
                    _ => what.subject,
                };
                f(Waiting {
                    ability: lasting.ability,
                    source: lasting.source,
                    controller: lasting.controller,
                    subject: carried,
                    ..*what
                });
            }
            return;
        }
        let (Some((_, Change::Ability(index))), On::Card(on)) =
            (self.lasting_change(cards, lasting), lasting.on)
        else {
            return;
        };
        let Some(card) = self.table.find(on) else { return };
        let at = AbilityRef { index: *index, ..lasting.ability };
        if let Some(skill) = cards.skill(at) {
            self.try_trigger(cards, card, skill, at, moment, what, subject, f);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn try_trigger(
        &self,
        cards: &Cards,
        card: Card,
        skill: &Skill,
        at: AbilityRef,
        moment: Moment,
        what: &Waiting,
        subject: Option<Card>,
        f: &mut dyn FnMut(Waiting),
    ) {
        let source = self.table.object(card);
        // DBS 0-3-4-1, 0-3-4-4: whose area the card lies in is master of it and of its skills.
        let controller = self.table.seat(card);
        let run = about(Run::new(at, source, controller), what);
        if !self.is_triggered(cards, skill, moment, what, subject, &run) {
            return;
        }
        // DBS 22-11-5: a used up [Once per turn] skill does not trigger again.
        if skill
            .ability
            .limit
            .is_some_and(|limit| self.uses.left(limit, cards.limit_key(at), source, controller) == 0)
        {
            return;
        }
        f(Waiting { ability: at, source, controller, ..*what });
    }

    pub fn is_triggered(
        &self,
        cards: &Cards,
        skill: &Skill,
        moment: Moment,
        what: &Waiting,
        subject: Option<Card>,
        run: &Run,
    ) -> bool {
        // DBS 0-3-6: a trigger condition is what an [Auto] skill waits for.
        let When::Trigger(triggers) = &skill.ability.when else { return false };
        let run = about(*run, what);
        triggers.iter().any(|trigger| {
            trigger.moment == moment
                && match subject {
                    Some(card) => eval::fits(self, cards, &trigger.subject, card, &run),
                    None => trigger.subject == effects::Filter::Any,
                }
                && trigger.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run))
        }) && skill.ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run))
    }

    pub fn move_note(&self, run: &Run) -> MoveNote {
        MoveNote::unpack(run.amount)
    }
}

/// Whether a change is a skill of the kind that a negation is about. `by`: the skill that gives it.
fn is_gainless(cards: &Cards, by: AbilityRef, change: &Change, negate: Negate) -> bool {
    match (change, negate) {
        (Change::Keyword(_), Negate::All | Negate::Keywords) => true,
        (Change::Keyword(keyword), Negate::One(other)) => keyword.bit() == other.bit(),
        (Change::Keyword(keyword), Negate::Auto) => keyword.is_auto(),
        (Change::Ability(_), Negate::All | Negate::NonKeywords) => true,
        (Change::Ability(index), negate) => {
            let Some(skill) = cards.skill(AbilityRef { index: *index, ..by }) else { return false };
            match negate {
                Negate::Auto => skill.kind == SkillKind::Auto,
                Negate::Activate => skill.kind == SkillKind::Activate,
                Negate::ActivateMain => skill.window() == Some(&Window::Main),
                Negate::ActivateBattle => skill.window() == Some(&Window::Battle),
                Negate::Counter => skill.kind == SkillKind::Counter,
                _ => false,
            }
        }
        _ => false,
    }
}

/// A run that knows what its trigger was about.
pub fn about(mut run: Run, what: &Waiting) -> Run {
    (run.subject, run.other, run.amount) = (what.subject, what.other, what.amount);
    run
}
