//! What a card's figures, keywords and permissions are now: what is printed, with every lasting change and every
//! valid [Permanent] skill applied (DBS 9-9). Also: which skills wait for a moment.

use crate::Cards;
use crate::card::{Colors, Cost, Kind};
use crate::change::MoveNote;
use crate::state::{Area, DbsLasting, State};
use crate::text::{Skill, SkillKind};
use crate::vocab::{Cannot, Change, Dbs, Keyword, Moment, Negate, Part, Verb, Window};
use effects::{AbilityRef, Among, Gainer, On, Op, Run, Select, Waiting, When, eval};
use kernel::{Card, Flat, Object, Place, Seat};

/// Which kind of change is asked for, so that skills that cannot matter are skipped.
pub mod class {
    pub const POWER: u16 = 1;
    pub const COST: u16 = 2;
    pub const KEYWORD: u16 = 4;
    pub const CANNOT: u16 = 8;
    pub const OTHER: u16 = 16;
    pub const COMBO: u16 = 32;
}

impl Change {
    pub fn class(&self) -> u16 {
        match self {
            Change::Power(_) | Change::SetPower(_) => class::POWER,
            Change::Cost(_) | Change::SpecifiedCost(..) | Change::NoSpecifiedCost | Change::ZCost(_) => {
                class::COST
            }
            Change::ComboPower(_) | Change::ComboCost(_) => class::COMBO,
            Change::Keyword(_) => class::KEYWORD,
            Change::Cannot(_) => class::CANNOT,
            _ => class::OTHER,
        }
    }
}

/// A change as it applies: what, whose effect, and its number if it was settled when it began.
pub struct Applied<'a> {
    pub change: &'a Change,
    pub run: Run,
    pub settled: Option<i32>,
}

impl State {
    // ---- what applies ---------------------------------------------------------------------------------------

    /// Calls `f` with every change of a class that applies to a card now.
    pub fn each_change(&self, cards: &Cards, card: Card, class: u16, f: &mut dyn FnMut(Applied<'_>)) {
        if !self.lasting.is_empty() {
            let object = self.table.object(card);
            for lasting in self.lasting.iter().filter(|lasting| !lasting.until.waits) {
                let Some((to, change)) = self.lasting_change(cards, lasting) else { continue };
                if change.class() & class == 0 || (lasting.until.power_only && change.class() != class::POWER)
                {
                    continue;
                }
                let run = lasting_run(lasting);
                let applies = match (lasting.on, to) {
                    (On::Card(on), _) => on == object,
                    (On::Whatever, Gainer::Whatever(select)) => {
                        self.is_among(cards, card, select, &run) && self.reaches(cards, card, class, &run)
                    }
                    _ => false,
                };
                if applies {
                    f(Applied { change, run, settled: Some(lasting.value) });
                }
            }
        }
        self.each_permanent(cards, class, Some(card), &mut |to, change, run| {
            let applies = match to {
                Gainer::Cards(target) => eval::targets(self, cards, target, run).contains(&card),
                Gainer::Whatever(select) => self.is_among(cards, card, select, run),
                Gainer::Player(_) => false,
            };
            if applies && self.reaches(cards, card, class, run) {
                f(Applied { change, run: *run, settled: None });
            }
        });
    }

    /// DBS 9-5-2, 20-4-1: whether a continuous effect reaches the card: it is not "unaffected by" it. What makes a card so is
    /// itself such a change, and asked for without asking again.
    fn reaches(&self, cards: &Cards, card: Card, class: u16, run: &Run) -> bool {
        !cards.any_unaffected || class & class::OTHER != 0 || self.is_affected(cards, card, run)
    }

    /// Calls `f` with every change on a player.
    pub fn each_player_change(&self, cards: &Cards, seat: Seat, f: &mut dyn FnMut(Applied<'_>)) {
        for lasting in
            self.lasting.iter().filter(|lasting| lasting.on == On::Player(seat) && !lasting.until.waits)
        {
            if let Some((_, change)) = self.lasting_change(cards, lasting) {
                f(Applied { change, run: lasting_run(lasting), settled: Some(lasting.value) });
            }
        }
        self.each_permanent(cards, u16::MAX, None, &mut |to, change, run| {
            if let Gainer::Player(who) = to {
                if eval::seats(self, *who, run).any(|other| other == seat) {
                    f(Applied { change, run: *run, settled: None });
                }
            }
        });
    }

    pub fn lasting_change<'a>(
        &self,
        cards: &'a Cards,
        lasting: &DbsLasting,
    ) -> Option<(&'a Gainer<Dbs>, &'a Change)> {
        lasting.change(&cards.skill(lasting.ability)?.ability)
    }

    /// Whether a card is among the cards that a selection sweeps over.
    fn is_among(&self, cards: &Cards, card: Card, select: &Select<Dbs>, run: &Run) -> bool {
        self.is_in(&select.among, card, run) && eval::fits(self, cards, &select.filter, card, run)
    }

    fn is_in(&self, among: &Among<Dbs>, card: Card, run: &Run) -> bool {
        match among {
            Among::Zones { whose, zones } => {
                let place = self.table.place(card);
                zones.contains(&place.zone) && eval::seats(self, *whose, run).any(|seat| seat == place.seat)
            }
            Among::Several(several) => several.iter().any(|among| self.is_in(among, card, run)),
            _ => false,
        }
    }

    /// Calls `f` with every gain of a valid [Permanent] skill of the class: of the cards in play, and of `own` where
    /// its skill is valid wherever it is (DBS 9-1-3-3).
    fn each_permanent(
        &self,
        cards: &Cards,
        class: u16,
        own: Option<Card>,
        f: &mut dyn FnMut(&Gainer<Dbs>, &Change, &Run),
    ) {
        for seat in Seat::BOTH {
            for area in [Area::Leader, Area::Battle, Area::Unison] {
                for card in self.table.cards(Place::new(seat, area)) {
                    self.permanents_of(cards, *card, area, class, f);
                }
            }
        }
        if let Some(card) = own {
            let area = self.table.zone(card);
            if !area.is_in_play() {
                self.permanents_of(cards, card, area, class, f);
            }
        }
    }

    #[inline]
    fn permanents_of(
        &self,
        cards: &Cards,
        card: Card,
        area: Area,
        class: u16,
        f: &mut dyn FnMut(&Gainer<Dbs>, &Change, &Run),
    ) {
        let print = self.table.print(card);
        let info = cards.info(print);
        if info.permanent & class == 0 {
            return;
        }
        let back = self.table.marks(card).is_back();
        for (index, skill) in cards.printed(print).skills.iter().enumerate() {
            if skill.kind != SkillKind::Permanent
                || !skill.is_valid_on(back, area)
                || skill.classes & class == 0
            {
                continue;
            }
            let ability = AbilityRef { print, index: index as u8 };
            if self.is_negated(cards, card, skill, ability) {
                continue;
            }
            let run = Run::new(ability, self.table.object(card), self.table.seat(card));
            if skill.ability.cond.as_ref().is_some_and(|cond| !eval::holds(self, cards, cond, &run)) {
                continue;
            }
            self.gains(cards, skill, run, class, f);
        }
    }

    /// Runs over the gains of a permanent skill's program, taking its branches.
    fn gains(
        &self,
        cards: &Cards,
        skill: &Skill,
        mut run: Run,
        class: u16,
        f: &mut dyn FnMut(&Gainer<Dbs>, &Change, &Run),
    ) {
        let program = &skill.ability.program;
        loop {
            match program.get(run.at as usize) {
                Some(Op::Gain { to, change, .. }) => {
                    if change.class() & class != 0 {
                        f(to, change, &run);
                    }
                    run.at += 1;
                }
                Some(Op::Unless { cond, to }) => {
                    run.at = if eval::holds(self, cards, cond, &run) { run.at + 1 } else { *to };
                }
                Some(Op::Goto(to)) => run.at = *to,
                Some(Op::Bind { .. }) => run.at += 1,
                _ => return,
            }
        }
    }

    /// Whether a skill of a card is negated (DBS 9-1-2). Only lasting changes negate.
    pub fn is_negated(&self, cards: &Cards, card: Card, skill: &Skill, at: AbilityRef) -> bool {
        if self.lasting.is_empty() {
            return false;
        }
        self.negations(cards, card, &mut |negate, by| match negate {
            Negate::All => true,
            Negate::Keywords => skill.is_keyword,
            Negate::NonKeywords => !skill.is_keyword,
            Negate::Auto => skill.kind == SkillKind::Auto,
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
        let enters = matches!(program.get(before as usize), Some(Op::Do(Verb::Play { .. } | Verb::Combo(_))));
        let Some(card) = self.table.find(object).filter(|_| enters) else { return };
        let batch = self.batch;
        let mut kept = self.waiting;
        kept.retain(|waiting| {
            let negated = cards
                .skill(waiting.ability)
                .is_some_and(|skill| self.is_negated(cards, card, skill, waiting.ability));
            // The step before this one, at most.
            let late = batch.wrapping_sub(waiting.batch) > 1;
            late || waiting.source != object || !negated
        });
        self.waiting = kept;
    }

    /// Whether a card's own printed words keep its skills from being negated.
    pub fn is_firm(&self, cards: &Cards, card: Card) -> bool {
        let print = self.table.print(card);
        if !cards.any_cannot || cards.info(print).permanent & class::CANNOT == 0 {
            return false;
        }
        let (back, area) = (self.is_back(card), self.table.zone(card));
        cards.printed(print).skills.iter().any(|skill| {
            skill.kind == SkillKind::Permanent
                && skill.is_valid_on(back, area)
                && skill
                    .ability
                    .program
                    .iter()
                    .any(|op| matches!(op, Op::Gain { change: Change::Cannot(Cannot::BeNegated), .. }))
        })
    }

    /// Whether all skills of a card are negated.
    pub fn is_silenced(&self, cards: &Cards, card: Card) -> bool {
        !self.lasting.is_empty() && self.negations(cards, card, &mut |negate, _| negate == Negate::All)
    }

    /// DBS 9-1-5, 9-1-5-1: a card whose skills are negated gains none, of the kind that is negated.
    pub fn may_gain(&self, cards: &Cards, object: Object, change: &Change) -> bool {
        let Some(card) = self.table.find(object) else { return true };
        !self.negations(cards, card, &mut |negate, _| is_gainless(change, negate))
    }

    /// DBS 9-1-2-2: a gained skill that is negated is deleted; it does not come back with the end of the negation.
    pub fn delete_gained(&mut self, cards: &Cards, object: Object, change: &Change) {
        let Change::Negate(negate) = change else { return };
        let gained = |lasting: &DbsLasting| {
            lasting.on == On::Card(object)
                && !lasting.until.waits
                && self.lasting_change(cards, lasting).is_some_and(|(_, change)| is_gainless(change, *negate))
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

    fn negations(&self, cards: &Cards, card: Card, f: &mut dyn FnMut(Negate, AbilityRef) -> bool) -> bool {
        let object = self.table.object(card);
        let mut firm = None;
        self.lasting.iter().any(|lasting| {
            if lasting.until.waits || lasting.until.power_only {
                return false;
            }
            match self.lasting_change(cards, lasting) {
                Some((to, Change::Negate(negate))) => {
                    let on = match (lasting.on, to) {
                        (On::Card(on), _) => on == object,
                        (On::Whatever, Gainer::Whatever(select)) => {
                            self.is_among(cards, card, select, &lasting_run(lasting))
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
        let mut power = self.original_power(cards, card);
        let mut set = None;
        self.each_change(cards, card, class::POWER, &mut |applied| {
            let value =
                |amount| applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            match applied.change {
                Change::Power(amount) => power += value(amount),
                Change::SetPower(amount) => set = Some(value(amount)),
                _ => {}
            }
        });
        // DBS 22-40-2: [Servant] adds 10000.
        if self.has_lastingly(cards, card, Keyword::Servant) {
            power += 10000;
        }
        if let Some(value) = set {
            power = value;
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

    /// Power by what is printed and lasts, [Permanent] skills aside: what those skills themselves may look at.
    pub fn settled_power(&self, cards: &Cards, card: Card) -> i32 {
        let object = self.table.object(card);
        let mut power = self.original_power(cards, card);
        for lasting in self.lasting.iter().filter(|lasting| lasting.on == On::Card(object)) {
            match self.lasting_change(cards, lasting) {
                Some((_, Change::Power(_))) => power += lasting.value,
                Some((_, Change::SetPower(_))) => power = lasting.value,
                _ => {}
            }
        }
        power
    }

    /// The energy cost to pay, reductions and increases included (DBS 1-2-3-1, 1-2-3-2).
    pub fn cost(&self, cards: &Cards, card: Card) -> Cost {
        let printed = cards.printed(self.table.print(card));
        let mut cost = printed.cost;
        if !cost.is_x {
            cost.total = cost.value();
        }
        let mut total = i32::from(cost.total);
        let mut free_of_color = false;
        self.each_change(cards, card, class::COST, &mut |applied| {
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
        if !cards.any_universe_7 {
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
        let mut power = cards.printed(self.table.print(card)).combo_power?;
        self.each_change(cards, card, class::COMBO, &mut |applied| {
            if let Change::ComboPower(amount) = applied.change {
                power += applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            }
        });
        Some(power)
    }

    pub fn combo_cost(&self, cards: &Cards, card: Card) -> Option<u8> {
        let mut cost = i32::from(cards.printed(self.table.print(card)).combo_cost?);
        self.each_change(cards, card, class::COMBO, &mut |applied| {
            if let Change::ComboCost(amount) = applied.change {
                cost += applied.settled.unwrap_or_else(|| eval::amount(self, cards, amount, &applied.run));
            }
        });
        Some(cost.clamp(0, 99) as u8)
    }

    pub fn colors(&self, cards: &Cards, card: Card) -> Colors {
        let mut colors = cards.printed(self.table.print(card)).colors;
        if cards.any_recolor {
            self.each_change(cards, card, class::OTHER, &mut |applied| {
                if let Change::Color(color) = applied.change {
                    colors = colors.with(Colors::of(*color));
                }
            });
        }
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
    pub fn has_keyword(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        let bit = keyword.bit();
        let print = self.table.print(card);
        let printed = cards.printed(print).keywords[usize::from(self.is_back(card))].bits & bit != 0;
        if self.lasting.is_empty() && cards.granted_keywords & bit == 0 && !cards.any_keyword_negate {
            return printed;
        }
        if !self.lasting.is_empty()
            && self.negations(cards, card, &mut |negate, _| match negate {
                Negate::All | Negate::Keywords => true,
                Negate::One(other) => other.bit() == bit,
                _ => false,
            })
        {
            // DBS 9-1-5, 9-1-5-1: what is negated cannot be gained either.
            return false;
        }
        if printed {
            return !(cards.any_keyword_negate
                && self.has_change(cards, card, &Change::Negate(Negate::One(keyword))));
        }
        let mut gained = false;
        self.each_change(cards, card, class::KEYWORD, &mut |applied| {
            if let Change::Keyword(other) = applied.change {
                gained |= other.bit() == bit;
            }
        });
        gained
    }

    fn cannot_block(&self, cards: &Cards, card: Card) -> bool {
        self.cannot(cards, card, Cannot::Block)
            || self.player_cannot(cards, self.table.seat(card), Cannot::Block)
    }

    fn gains_keyword(&self, cards: &Cards, card: Card, keyword: Keyword) -> bool {
        let mut gained = false;
        self.each_change(cards, card, class::KEYWORD, &mut |applied| {
            if let Change::Keyword(other) = applied.change {
                gained |= other.bit() == keyword.bit();
            }
        });
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
        let negated = self.negations(cards, card, &mut |negate, _| match negate {
            Negate::All | Negate::Keywords => true,
            Negate::One(other) => other.bit() == bit,
            _ => false,
        });
        let object = self.table.object(card);
        let gained = || {
            self.lasting.iter().any(|lasting| {
                lasting.on == On::Card(object)
                    && !lasting.until.waits
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
        self.keyword_number(cards, card, Keyword::Strike(0))
    }

    /// The X of its [X Attack] skill; 1 without (DBS 22-8-3).
    pub fn attacks(&self, cards: &Cards, card: Card) -> u8 {
        self.keyword_number(cards, card, Keyword::Attack(0))
    }

    fn keyword_number(&self, cards: &Cards, card: Card, keyword: Keyword) -> u8 {
        if !self.has_keyword(cards, card, keyword) {
            return 1;
        }
        let printed = cards.printed(self.table.print(card)).keywords[usize::from(self.is_back(card))];
        let mut most = match keyword {
            Keyword::Strike(_) => printed.strike,
            _ => printed.attacks,
        };
        self.each_change(cards, card, class::KEYWORD, &mut |applied| match (applied.change, keyword) {
            (Change::Keyword(Keyword::Strike(n)), Keyword::Strike(_)) => most = most.max(*n),
            (Change::Keyword(Keyword::Attack(n)), Keyword::Attack(_)) => most = most.max(*n),
            _ => {}
        });
        most.max(1)
    }

    /// Whether something forbids the card this (DBS 0-2-5).
    pub fn cannot(&self, cards: &Cards, card: Card, what: Cannot) -> bool {
        if self.lasting.is_empty() && !cards.any_cannot {
            return false;
        }
        let mut forbidden = false;
        self.each_change(cards, card, class::CANNOT, &mut |applied| {
            forbidden |= matches!(applied.change, Change::Cannot(other) if *other == what);
        });
        forbidden
    }

    /// Whether something forbids the player this.
    pub fn player_cannot(&self, cards: &Cards, seat: Seat, what: Cannot) -> bool {
        if self.lasting.is_empty() && !cards.any_cannot {
            return false;
        }
        let mut forbidden = false;
        self.each_player_change(cards, seat, &mut |applied| {
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
    pub fn leaves_to(&self, cards: &Cards, card: Card) -> Option<Area> {
        if !cards.any_leaves_to {
            return None;
        }
        let mut to = None;
        self.each_change(cards, card, class::OTHER, &mut |applied| {
            if let Change::LeavesTo(place) = applied.change {
                to = Some(place.area);
            }
        });
        to
    }

    // ---- skills ---------------------------------------------------------------------------------------------

    /// Whether a skill of a card is valid where the card is, on the side that counts, and not negated.
    pub fn is_valid(&self, cards: &Cards, card: Card, skill: &Skill, at: AbilityRef) -> bool {
        skill.is_valid_on(self.is_back(card), self.table.zone(card))
            && !self.is_negated(cards, card, skill, at)
    }

    /// Calls `f` with every skill that waits for a moment and is made pending by this one.
    pub fn each_trigger(&self, cards: &Cards, moment: Moment, what: &Waiting, f: &mut dyn FnMut(Waiting)) {
        let bit = 1u64 << moment as u8;
        if cards.moments & bit == 0 {
            return;
        }
        let subject = self.table.find(what.subject);
        for seat in Seat::BOTH {
            for area in [Area::Leader, Area::Battle, Area::Unison] {
                for card in self.table.cards(Place::new(seat, area)) {
                    self.triggers_of(cards, *card, moment, what, subject, f);
                }
            }
            if cards.moments_elsewhere & bit != 0 {
                for area in [Area::Hand, Area::Drop, Area::Warp, Area::Combo, Area::ZEnergy, Area::Energy] {
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
                if !self.is_negated(cards, card, skill, at) {
                    self.try_trigger(cards, card, skill, at, moment, what, subject, f);
                }
            }
        }
        // Keyword skills that wait, printed or gained, come from the book of keywords.
        if cards.keyword_moments & bit != 0 && self.table.zone(card).is_in_play() {
            for (at, keyword, skill) in cards.keyword_skills() {
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
        if lasting.until.noted {
            return;
        }
        if lasting.until.waits {
            let Some(skill) = cards.skill(lasting.ability) else { return };
            let run = lasting_run(lasting);
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

/// Whether a change is a skill of the kind that a negation is about.
fn is_gainless(change: &Change, negate: Negate) -> bool {
    match (change, negate) {
        (Change::Keyword(_), Negate::All | Negate::Keywords) => true,
        (Change::Keyword(keyword), Negate::One(other)) => keyword.bit() == other.bit(),
        (Change::Ability(_), Negate::All | Negate::NonKeywords) => true,
        _ => false,
    }
}

pub fn lasting_run(lasting: &DbsLasting) -> Run {
    let mut run = Run::new(lasting.ability, lasting.source, lasting.controller);
    run.subject = lasting.subject;
    run
}

/// A run that knows what its trigger was about.
pub fn about(mut run: Run, what: &Waiting) -> Run {
    (run.subject, run.other, run.amount) = (what.subject, what.other, what.amount);
    run
}
