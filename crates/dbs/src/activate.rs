//! Activating skills (DBS 9-4, 9-6, 9-7, 12-2): what may be activated when, the steps of an activation, counter timings.

use crate::card::{Cost, Kind};
use crate::cause::{Cause, Shift};
use crate::choice::What;
use crate::figures::about;
use crate::layer::class;
use crate::rule;
use crate::state::{Activated, Activation, Area, Frame, Pays, State, Timing};
use crate::text::{Skill, SkillKind};
use crate::turn::Next;
use crate::vocab::{Cannot, Change, Free, Keyword, Moment, Window};
use crate::{Cards, Cx};
use effects::{AbilityRef, Asked, Flow, Run, Waiting, When, eval, run};
use kernel::{Card, Flat, Legal, Object, Seat, Seats, ensure};

impl State {
    // ---- skills ---------------------------------------------------------------------------------------------

    /// Whether a player may activate this skill of a card now, as [Activate] or, in a counter timing, as [Counter].
    pub fn can_activate(
        &self,
        cards: &Cards,
        card: Card,
        index: u8,
        timing: Option<&Timing>,
        seat: Seat,
    ) -> Legal {
        let print = self.table.print(card);
        let at = AbilityRef { print, index };
        let Some(skill) = cards.skill(at) else { return Err(rule!("9-2-2")) };
        self.is_timely(skill, timing)?;
        // DBS 9-1-3-1, 9-1-3-2: only where the skill is valid; DBS 9-1-2: not while it is negated.
        ensure(skill.is_valid_on(self.is_back(card), self.table.zone(card)), skill.place_rule())?;
        ensure(!self.is_negated(cards, card, skill, at, Asked::NOTHING), rule!("9-1-2"))?;
        let source = self.table.object(card);
        if let Some(limit) = skill.ability.limit {
            let rule = if limit.by_name { rule!("22-44-5") } else { rule!("22-11-5") };
            ensure(self.uses.left(limit, cards.limit_key(at), source, seat) > 0, rule)?;
        }
        // DBS 13-4-1-1b: one marker skill of a card a turn.
        ensure(skill.markers.is_none() || !self.table.marks(card).used_marker_skill(), rule!("13-4-1-1b"))?;
        if skill.over_realm {
            // DBS 22-15-7, 22-24-2: once a turn, twice with [Wormhole].
            let most = 1 + u8::from(self.has_wormhole(cards, seat));
            let dark = skill.unmet == rule!("22-23-3");
            let rule = if dark { rule!("22-23-7") } else { rule!("22-15-7") };
            ensure(self.tally[seat].over_realms < most, rule)?;
        }
        if skill.z_awaken {
            // DBS 22-46-5: from the Z-Deck, face down.
            ensure(!self.table.marks(card).is_face_up(), rule!("22-46-5"))?;
            ensure(!self.tally[seat].z_awakened, rule!("22-46-4"))?;
            let z_cost = usize::from(self.z_cost(cards, card));
            ensure(self.count(seat, Area::ZEnergy) >= z_cost, rule!("5-4-3"))?;
        }
        // DBS 9-2-3: what skills or rules forbid cannot be declared.
        self.may_use_card(cards, card, skill, seat)?;
        let run = Run::new(at, source, seat);
        // DBS 9-10-3: a skill that is valid under a condition only cannot be declared without it.
        if let Some(cond) = &skill.ability.cond {
            // DBS 22-26-3: such as so many cards in the Drop Area.
            self.is_in_force(cards, cond, &run)?;
        }
        if let Some(cond) = &skill.cost_cond {
            let held = eval::holds(self, cards, cond, &run)
                || skill.awakens && self.awakens_anyway(cards, card, cond, &run);
            ensure(held, skill.unmet)?;
        }
        // DBS 22-27-4: [Burst] needs the cards in the deck.
        let deck = self.count(seat, Area::Deck);
        ensure(skill.burst.is_none_or(|n| usize::from(n) <= deck), rule!("22-27-4"))?;
        // DBS 13-4-1-3, 13-4-1-2-1: more markers than there are cannot be removed.
        let markers = i32::from(self.table.marks(card).markers);
        ensure(skill.markers.is_none_or(|n| markers + i32::from(n) >= 0), rule!("13-4-1-3"))?;
        // DBS 5-8-3: the whole skill cost must be payable, energy of an Extra Card and of the skill together.
        let energy = self.energy_for(cards, card, skill, &run);
        let plainly = self.can_pay(cards, seat, energy.value(), &energy.specified);
        // DBS 5-3-3-1: unless something else may be done instead of paying.
        let otherwise =
            || self.can_invoke_for(cards, card, skill, seat) || self.instead_of(cards, card, skill).is_some();
        ensure(plainly || otherwise(), rule!("5-3-3"))?;
        let payable = match skill.needs_total {
            Some(total) => self.can_total(cards, skill, &run, total),
            None if skill.needs_pair => self.can_pair(cards, skill, run),
            // DBS 1-6-1, 1-5-4-2, 1-6-6, 5-8-1, 5-8-2: what stands before the colon is paid whole, or not at all.
            None => {
                run::payable(self, cards, &run, 0, skill.pay_end)
                    || self.uses_card(cards, card, skill)
                        && self.is_payable_from_the_drop(cards, card, skill, &run)
            }
        };
        ensure(payable, skill.unpaid)
    }

    /// DBS 12-2-2-2, 12-2-2-3: the card that is used lies in the Drop Area when a skill cost is paid that takes cards from
    /// there.
    fn is_payable_from_the_drop(&self, cards: &Cards, card: Card, skill: &Skill, run: &Run) -> bool {
        use effects::{Among, Op};
        let takes = skill.ability.program[..skill.pay_end as usize].iter().any(|op| match op {
            Op::Choose { from, .. } => {
                matches!(&from.among, Among::Zones { zones, .. } if zones.contains(&Area::Drop))
            }
            _ => false,
        });
        if !takes {
            return false;
        }
        let mut there = *self;
        let drop = kernel::Place::new(self.table.owner(card), Area::Drop);
        there.slide(cards, card, drop, kernel::End::Top);
        run::payable(&there, cards, run, 0, skill.pay_end)
    }

    /// What activating a skill takes in energy, with the energy cost of the card where that is paid too.
    pub(crate) fn energy_for(&self, cards: &Cards, card: Card, skill: &Skill, run: &Run) -> Cost {
        let mut energy = self.skill_cost(cards, skill.energy, run);
        if self.pays_card_cost(cards, card, skill) {
            let cost = self.cost(cards, card);
            energy.total = energy.value() + cost.value();
            energy.specified.iter_mut().zip(cost.specified).for_each(|(sum, one)| *sum += one);
        }
        energy
    }

    /// Whether an effect lets the card awaken whatever its player's life: the rest of the condition still counts (DBS 22-2-3).
    fn awakens_anyway(
        &self,
        cards: &Cards,
        card: Card,
        cond: &effects::Cond<crate::vocab::Dbs>,
        run: &Run,
    ) -> bool {
        use crate::vocab::Count;
        use effects::{Amount, Cond};
        if !self.has_change(cards, card, &Change::AwakensAtAnyLife) {
            return false;
        }
        let of_life = |one: &Cond<crate::vocab::Dbs>| {
            matches!(one, Cond::Compare(Amount::Game(Count::Life(_)), ..))
                || matches!(one, Cond::Either(any) if any.iter().any(|one| {
                    matches!(one, Cond::Compare(Amount::Game(Count::Life(_)), ..))
                }))
        };
        match cond {
            Cond::All(all) => all.iter().all(|one| of_life(one) || eval::holds(self, cards, one, run)),
            one => of_life(one),
        }
    }

    /// DBS 5-8-3-1: what a skill costs in energy once effects have changed it.
    pub fn skill_cost(&self, cards: &Cards, cost: Cost, run: &Run) -> Cost {
        if !self.is_given(class::COST) {
            return cost;
        }
        let (Some(skill), Some(card)) = (cards.skill(run.ability), self.table.find(run.source)) else {
            return cost;
        };
        // Only what is paid before the activation is a skill cost.
        if run.at >= skill.pay_end.max(1) {
            return cost;
        }
        let mut cost = cost;
        let from = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Skill(on) if on.what.ability == run.ability => Some(on.from),
            _ => None,
        });
        let mut lower = |state: &State| {
            state.each_change(cards, card, class::COST, &mut |applied| {
                if let Change::SkillCost(which, less) = applied.change {
                    if is_meant(skill, which) {
                        cost = lowered(cost, less);
                    }
                }
            });
        };
        match from.filter(|from| *from != self.table.zone(card)) {
            // A declared card is judged by where it was declared from.
            Some(from) if self.table.zone(card) != from => {
                let mut there = *self;
                there.slide(
                    cards,
                    card,
                    kernel::Place::new(self.table.seat(card), from),
                    kernel::End::Bottom,
                );
                lower(&there);
            }
            _ => lower(self),
        }
        cost
    }

    /// What counts once has counted: changes of costs that were for this activation are over.
    pub(crate) fn spend_once(&mut self, cards: &Cards, card: Card, skill: Option<&Skill>, from: Area) {
        use crate::vocab::Ends;
        if !self.lasting.iter().any(|lasting| matches!(lasting.until.ends, Ends::OnceOrWithTurn(_))) {
            return;
        }
        let mut there = *self;
        if there.table.zone(card) != from {
            there.slide(cards, card, kernel::Place::new(self.table.seat(card), from), kernel::End::Bottom);
        }
        self.lasting.retain(|lasting| {
            if !matches!(lasting.until.ends, Ends::OnceOrWithTurn(_)) {
                return true;
            }
            let Some((effects::Gainer::Whatever(select), change)) = there.lasting_change(cards, lasting)
            else {
                return true;
            };
            let meant = match (change, skill) {
                (Change::SkillCost(which, _), Some(skill)) => is_meant(skill, which),
                (Change::SkillCost(..), None) => false,
                _ => true,
            };
            !(meant && effects::layer::is_among(&there, cards, select, card, &lasting.run()))
        });
    }

    /// What may be done instead of paying the card's energy cost for this skill, if all of it can be.
    fn instead_of(&self, cards: &Cards, card: Card, skill: &Skill) -> Option<AbilityRef> {
        if !self.is_given(class::INSTEAD) || !self.pays_card_cost(cards, card, skill) {
            return None;
        }
        let free = free_as(skill);
        let mut found = None;
        self.each_change(cards, card, class::INSTEAD, &mut |applied| {
            if let Change::Instead(other, index) = applied.change {
                if free.contains(other) {
                    found = Some(AbilityRef { index: *index, ..applied.run.ability });
                }
            }
        });
        let ability = found?;
        // The card itself is out of reach meanwhile.
        let seat = self.table.seat(card);
        let mut tried = *self;
        tried.set_declared(cards, card, seat);
        let end = cards.skill(ability).map_or(0, |skill| skill.ability.program.len() as u16);
        let run = run::start(&tried, Run::new(ability, tried.table.object(card), seat));
        run::payable(&tried, cards, &run, 0, end).then_some(ability)
    }

    /// Whether what makes a skill valid holds: [Bond], [Sparking], or the markers that [Spirit Boost] takes.
    fn is_in_force(&self, cards: &Cards, cond: &effects::Cond<crate::vocab::Dbs>, run: &Run) -> Legal {
        use crate::vocab::{Figure, Test};
        use effects::{Amount, Cond, Target};
        match cond {
            Cond::All(all) => all.iter().try_for_each(|one| self.is_in_force(cards, one, run)),
            one => {
                let rule = match one {
                    Cond::Compare(Amount::Figure(Figure::Markers, _), ..) => rule!("22-43-4"),
                    Cond::Is(Target::Test(Test::YourUnison), _) => rule!("22-43-4-4"),
                    _ => rule!("9-10-3"),
                };
                ensure(eval::holds(self, cards, one, run), rule)
            }
        }
    }

    /// DBS 22-37-2: whether [Invoker] pays for the card and the skill's own energy can still be paid.
    fn can_invoke_for(&self, cards: &Cards, card: Card, skill: &Skill, seat: Seat) -> bool {
        self.pays_card_cost(cards, card, skill)
            && self.can_invoke(cards, card, seat)
            && (skill.energy.value() == 0
                || self.can_pay(cards, seat, skill.energy.value() + 1, &skill.energy.specified))
    }

    /// The first choice in a skill's cost: where it is, the slot it fills, and the cards that fit.
    fn first_choice(
        &self,
        cards: &Cards,
        skill: &Skill,
        run: &Run,
    ) -> Option<(u16, effects::Slot, eval::Cards)> {
        let program = &skill.ability.program[..skill.pay_end as usize];
        program.iter().enumerate().find_map(|(at, op)| match op {
            effects::Op::Choose { slot, from, .. } => {
                Some((at as u16, *slot, eval::candidates(self, cards, from, run)))
            }
            _ => None,
        })
    }

    /// Whether some first card leaves a second one that fits it (DBS 22-13-4-1b, 22-13-5-2).
    fn can_pair(&self, cards: &Cards, skill: &Skill, fresh: Run) -> bool {
        let run = run::start(self, fresh);
        let Some((at, slot, fits)) = self.first_choice(cards, skill, &run) else { return false };
        fits.iter().any(|card| {
            let mut tried = *self;
            tried.picks.bind(slot, self.table.object(*card));
            run::payable(&tried, cards, &run, at + 1, skill.pay_end)
        })
    }

    /// Whether a card chosen first leaves a second one that fits it; a card chosen second always does.
    pub fn has_partner(&self, cards: &Cards, card: Card, run: &Run) -> bool {
        let Some(skill) = cards.skill(run.ability) else { return true };
        let Some((at, slot, _)) = self.first_choice(cards, skill, run) else { return true };
        if run.at != at {
            return true;
        }
        let mut tried = *self;
        tried.picks.bind(slot, self.table.object(card));
        run::payable(&tried, cards, run, at + 1, skill.pay_end)
    }

    /// Whether the energy costs of some of the cards that fit add up to the total (DBS 22-38-3).
    fn can_total(&self, cards: &Cards, skill: &Skill, run: &Run, total: i32) -> bool {
        let Some((_, _, fits)) = self.first_choice(cards, skill, run) else { return false };
        let mut sums: u128 = 1;
        for card in fits.iter() {
            let cost = effects::Host::figure(self, cards, *card, crate::vocab::Figure::EnergyCost, run);
            let cost = cost.unwrap_or(0);
            sums |= sums << cost.clamp(0, 100);
        }
        (0..128).contains(&total) && sums & (1 << total) != 0
    }

    /// DBS 1-5-4-1, 22-10-3: whether now is the time for the skill.
    fn is_timely(&self, skill: &Skill, timing: Option<&Timing>) -> Legal {
        let Some(window) = skill.window() else { return Err(rule!("9-2-2")) };
        match timing {
            Some(timing) => {
                let pending = match window {
                    Window::CounterPlay => timing.play,
                    Window::CounterAttack => timing.attack,
                    Window::CounterBattleCardAttack => timing.battle_card_attack,
                    Window::CounterCounter => timing.counter,
                    _ => false,
                };
                ensure(pending, rule!("22-10-3-1"))
            }
            None => match window {
                // DBS 7-3-4-2: in the free timing of the Main Phase.
                Window::Main => ensure(!self.in_battle(), rule!("1-5-4-1-1")),
                // DBS 1-5-4-1-3, 8-2-4-2, 8-3-4-2: in a battle, by whoever has the step.
                Window::Battle => ensure(self.in_battle(), rule!("1-5-4-1-2")),
                Window::MainOrBattle => Ok(()),
                // DBS 22-10-4: only in a counter timing.
                // DBS 1-5-7: a [Counter] waits for its counter timing.
                _ => Err(rule!("22-10-4")),
            },
        }
    }

    fn may_use_card(&self, cards: &Cards, card: Card, skill: &Skill, seat: Seat) -> Legal {
        let forbids = |what| self.player_cannot(cards, seat, what);
        // DBS 12-1-3: activating an Extra Card is using a skill of one in the hand.
        if self.kind(cards, card) == Kind::Extra && self.table.zone(card) == Area::Hand {
            ensure(!forbids(Cannot::ActivateExtra), rule!("0-2-5"))?;
        }
        if skill.kind == SkillKind::Counter {
            ensure(!forbids(Cannot::ActivateCounter), rule!("0-2-5"))?;
        }
        let kind = match skill.window() {
            Some(Window::CounterPlay) => Some(Cannot::ActivateCounterPlay),
            Some(Window::CounterAttack | Window::CounterBattleCardAttack) => {
                Some(Cannot::ActivateCounterAttack)
            }
            Some(Window::Main) => Some(Cannot::ActivateMain),
            Some(Window::Battle) => Some(Cannot::ActivateBattle),
            _ => None,
        };
        if let Some(kind) = kind {
            ensure(!forbids(kind) && !self.cannot(cards, card, kind), rule!("0-2-5"))?;
        }
        if skill.awakens {
            // DBS 22-2-2-1: both kinds.
            ensure(!forbids(Cannot::Awaken), rule!("0-2-5"))?;
        }
        ensure(!self.cannot(cards, card, Cannot::ActivateSkills), rule!("0-2-5"))
    }

    fn has_wormhole(&self, cards: &Cards, seat: Seat) -> bool {
        [Area::Leader, Area::Battle, Area::Unison]
            .into_iter()
            .flat_map(|area| self.cards(seat, area))
            .any(|card| self.has_keyword(cards, *card, Keyword::Wormhole))
    }

    /// DBS 12-2-2-2, 22-10-7: an Extra Card from the hand, and any card whose [Counter] is used, is itself used up.
    fn uses_card(&self, cards: &Cards, card: Card, skill: &Skill) -> bool {
        let used = skill.kind == SkillKind::Counter || self.kind(cards, card) == Kind::Extra;
        // DBS 17-1-6: outside the hand it pays nothing for itself, and stays where it lies.
        used && self.table.zone(card) == Area::Hand && !skill.moves_itself
    }

    /// DBS 12-2-2-2, 22-10-4: what is used pays its energy cost, unless a skill lets it be used without.
    fn pays_card_cost(&self, cards: &Cards, card: Card, skill: &Skill) -> bool {
        let free = || {
            let kinds = free_as(skill).into_iter().chain([Free::Use]);
            kinds.into_iter().any(|free| self.has_change(cards, card, &Change::Free(free)))
        };
        self.uses_card(cards, card, skill) && !free()
    }

    /// Declares a skill. The frame that offered it is the caller's business.
    pub fn declare_skill(&mut self, card: Card, index: u8, kind: Activated, seat: Seat) {
        let ability = AbilityRef { print: self.table.print(card), index };
        let source = self.table.object(card);
        let from = self.table.zone(card);
        let what = Waiting { ability, source, controller: seat, ..Waiting::default() };
        self.push(Frame::Skill(Activation { what, kind, from, ..Activation::default() }));
    }

    pub fn skill_step(&mut self, mut skill: Activation, cx: &mut Cx<'_>) -> Next {
        let Some(printed) = cx.pool.skill(skill.what.ability) else {
            self.frames.pop();
            return Next::Go;
        };
        let seat = skill.what.controller;
        let card = self.table.find(skill.what.source);
        skill.step += 1;
        // DBS 9-4-1, 9-6-1, 12-2-2: declared, paid, activated, answered, resolved, answered again.
        match skill.step {
            1 => {
                self.go_on(Frame::Skill(skill));
                if skill.kind == Activated::Auto {
                    return self.begin_auto(skill, printed, card, cx);
                }
                if let Some(card) = card {
                    if self.uses_card(cx.pool, card, printed) {
                        let cost = self.cost(cx.pool, card);
                        let pays = self.pays_card_cost(cx.pool, card, printed);
                        self.spend_once(cx.pool, card, None, skill.from);
                        // DBS 12-2-2-1: revealed and declared.
                        let invoker = pays && self.can_invoke(cx.pool, card, seat);
                        let instead = self.instead_of(cx.pool, card, printed);
                        self.set_declared(cx.pool, card, seat);
                        if invoker || instead.is_some() {
                            self.push(Frame::Invoke { seat, invoker, instead });
                        } else if pays {
                            self.push_pay(seat, &cost, Pays::Cost);
                        }
                    } else if skill.from == Area::Hand {
                        // DBS 9-6-3-1: a card in the hand is revealed when its skill is declared.
                        self.table.reveal(card, Seats::ALL);
                        let named = self.named(card);
                        cx.log.say(rule!("9-6-3-1"), || What::Revealed { card: named });
                    }
                }
            }
            2 => {
                self.go_on(Frame::Skill(skill));
                // DBS 12-2-2-2, 22-10-7, 12-3-1, 22-10-7-1: once the cost is paid, the card is in the Drop Area.
                if let Some(card) = card.filter(|card| self.table.zone(*card) == Area::Declared) {
                    self.shift(card, Shift::to(Area::Drop, Cause::Rule, rule!("12-2-2-2")), cx);
                }
                if printed.asks_x {
                    // DBS 20-5-2: the master says what X is, as far as it can be paid.
                    let fixed = printed.energy.value();
                    let most = self.energy_count(cx.pool, seat, Pays::Cost).saturating_sub(fixed);
                    self.push(Frame::NameX { seat, least: 0, most });
                }
            }
            3 => {
                self.go_on(Frame::Skill(skill));
                let source = match self.frames.last() {
                    Some(Frame::Skill(now)) => now.what.source,
                    _ => skill.what.source,
                };
                let what = skill.what;
                let mut fresh = about(Run::new(what.ability, source, seat), &what);
                fresh.named = skill.x.into();
                // DBS 1-6-2, 1-6-3, 9-4-2-1, 12-2-2-3, 12-2-3-3: the cost comes first, action by action as it is
                // written.
                // DBS 5-5-3-2, 13-2-2-2, 16-2-2-2, 17-2-2-2, 18-2-2-2: a skill that plays or places a card is paid
                // for the same way.
                // DBS 9-4-2-1-1, 1-5-4-3, 9-6-4-3, 12-2-2-3-1, 12-2-2-3-1b: where there is no cost, declaring it is
                // all.
                let run = run::start(self, fresh);
                self.carry_together(&what, cx.pool);
                self.push(Frame::Effect(run));
            }
            4 => {
                self.go_on(Frame::Skill(skill));
                // DBS 1-6-7, 5-8-4, 9-6-4-1: a skill whose cost was not paid was never activated.
                if skill.activated {
                    // DBS 9-4-6, 12-2-2-7, 12-2-3-7, 5-5-3-6, 13-2-2-7, 16-2-2-6, 17-2-2-6, 18-2-2-7, 9-6-8: a
                    // counter timing after the resolution.
                    self.push_timing(printed, &skill, false, cx);
                }
            }
            _ => {
                self.frames.pop();
                self.hide_hands();
                // DBS 22-14-5: an Extra Card with [Ultimate] is removed afterwards.
                if let Some(card) = card.filter(|card| self.table.zone(*card) == Area::Drop) {
                    let ultimate =
                        cx.pool.printed(self.table.print(card)).has_keyword(Keyword::Ultimate, false);
                    if ultimate && skill.from != Area::Drop {
                        self.shift(card, Shift::to(Area::Removed, Cause::Rule, rule!("22-14-5")), cx);
                    }
                }
                if skill.kind != Activated::Counter {
                    self.report(1);
                }
            }
        }
        Next::Go
    }

    /// DBS 20-11-2, 20-11-2-1: cards of a hand that a skill revealed are hidden again when it is over.
    fn hide_hands(&mut self) {
        for seat in Seat::BOTH {
            let hand: eval::Cards = Flat::from_slice(self.cards(seat, Area::Hand));
            for card in hand.iter() {
                if self.table.marks(*card).is_face_up() {
                    self.table.marks_mut(*card).set_face_up(false);
                    self.table.forget(*card, Seats::only(seat.other()));
                }
            }
        }
    }

    /// DBS 9-6-3-2, 9-6-4: a pending skill that cannot be activated any more is cancelled.
    fn begin_auto(
        &mut self,
        skill: Activation,
        printed: &Skill,
        card: Option<Card>,
        cx: &mut Cx<'_>,
    ) -> Next {
        let what = skill.what;
        let run = about(Run::new(what.ability, what.source, what.controller), &what);
        // DBS 22-11-4, 22-44-4: of several that pend, those over the limit are not activated.
        let spent = printed.ability.limit.is_some_and(|limit| {
            self.uses.left(limit, cx.pool.limit_key(what.ability), what.source, what.controller) == 0
        });
        let unfit = printed.cost_cond.as_ref().is_some_and(|cond| !eval::holds(self, cx.pool, cond, &run));
        let marker_spent =
            printed.markers.is_some() && card.is_none_or(|card| self.table.marks(card).used_marker_skill());
        let barred = card.is_some_and(|card| self.cannot(cx.pool, card, Cannot::ActivateSkills));
        // DBS 9-6-3-2: what cannot be activated does not pend any more; what is negated by now is resolved (DBS 9-6-11).
        let kept = !printed.is_delayed && card.is_some_and(|card| self.cannot_use_auto(cx.pool, card));
        if spent || unfit || marker_spent || barred || kept {
            self.frames.pop();
            return Next::Go;
        }
        // DBS 9-6-3-1-1: nobody has to show that a hidden card's skill is pending, wherever the card was when it triggered.
        let source = what.source.card;
        let shown = what.source == Object::default() || self.table.zone(source).is_open();
        let hidden = !shown && !printed.is_delayed;
        if hidden && printed.pay_end == 0 {
            return Next::Ask(what.controller);
        }
        self.start_auto();
        Next::Go
    }

    /// Goes on with the pending skill on top: nothing is to be paid before the program runs.
    pub fn start_auto(&mut self) {
        if let Some(Frame::Skill(skill)) = self.frames.last_mut() {
            skill.step = 2;
        }
    }

    /// DBS 9-4-4: a counter timing for a skill that has been activated or has resolved.
    fn push_timing(&mut self, printed: &Skill, skill: &Activation, activated: bool, cx: &mut Cx<'_>) {
        let timing = Timing {
            actor: skill.what.controller,
            play: printed.mentions_play,
            // DBS 22-10-3-1b: also a skill that speaks of attacking.
            attack: printed.mentions_attack,
            // DBS 22-10-3-1c: or of attacking with a Battle Card.
            battle_card_attack: printed.mentions_battle_card_attack,
            // DBS 9-7-3-3, 9-7-3-4, 22-10-3-1d: a [Counter] that was activated can be answered in turn.
            counter: activated && skill.kind == Activated::Counter,
            subject: skill.what.source,
        };
        let rule = if activated { rule!("4-3-2-3") } else { rule!("4-3-2-4") };
        self.open_timing(timing, rule, cx);
    }

    /// The cost is paid: the skill is activated (DBS 9-4-3), counts as used, and can be answered.
    pub fn activated(&mut self, cx: &mut Cx<'_>) {
        let Some(at) = self.frames.iter().rposition(|frame| matches!(frame, Frame::Skill(_))) else { return };
        let Frame::Skill(mut skill) = self.frames[at] else { return };
        let Some(printed) = cx.pool.skill(skill.what.ability) else { return };
        // DBS 9-6-4-2, 9-6-5, 12-2-2-4, 12-2-3-4: with its cost settled it is activated.
        // DBS 5-5-3-3, 13-2-2-3, 16-2-2-3, 17-2-2-3, 18-2-2-3: so is a skill that plays or places a card.
        skill.activated = true;
        self.frames[at] = Frame::Skill(skill);
        if let Some(card) = self.table.find(skill.what.source) {
            self.spend_once(cx.pool, card, Some(printed), skill.from);
        }
        let (what, seat) = (skill.what, skill.what.controller);
        if let Some(limit) = printed.ability.limit {
            // DBS 22-11-2, 22-11-3: counted for each skill of each card.
            self.uses.spend(limit, cx.pool.limit_key(what.ability), what.source, seat);
        }
        if printed.over_realm {
            self.tally[seat].over_realms += 1;
        }
        if printed.z_awaken {
            self.tally[seat].z_awakened = true;
        }
        if printed.markers.is_some() {
            if let Some(card) = self.table.find(what.source) {
                self.table.marks_mut(card).set_used_marker_skill(true);
            }
        }
        let named = self.named_by(what.source, what.ability.print, seat);
        cx.log.say(rule!("5-9-1"), || What::Activated { seat, card: named, skill: what.ability });
        let card = self.table.find(what.source);
        // A card that its own cost has moved is still the one whose skill is activated.
        let gone = Some(what.source.card).filter(|card| self.table.print(*card) == what.ability.print);
        if let Some(card) = card.or(gone) {
            if what.source == self.table.object(card) && !self.table.zone(card).is_open() {
                // DBS 9-6-3-1: a card in the hand is revealed.
                self.table.reveal(card, Seats::ALL);
            }
            // DBS 12-1-3: a card is activated by its [Activate] and [Counter] skills; an [Auto] skill of it that
            // waits for that does not wait for itself.
            if skill.kind != Activated::Auto {
                let zone = self.table.zone(card);
                let amount = crate::cause::MoveNote::pack(skill.from, zone, Cause::Skill(seat));
                self.note(Moment::Activates, self.table.object(card), Object::default(), amount, cx);
            }
            // DBS 12-1-3: "activating an Extra Card" is from the hand.
            let from_hand = skill.from == Area::Hand && skill.kind != Activated::Auto;
            if self.kind(cx.pool, card) == Kind::Extra && from_hand {
                self.note(Moment::ActivatesExtra, self.table.object(card), Object::default(), 0, cx);
            }
        }
        if skill.kind == Activated::Counter {
            self.note_player(Moment::ActivatesCounter, seat, 0, cx);
        }
        // DBS 9-2-1-1, 9-6-6, 12-2-2-5, 12-2-3-5: a counter timing before it resolves.
        // DBS 5-5-3-4, 13-2-2-4, 16-2-2-4, 17-2-2-4, 18-2-2-4: also for one that plays or places a card.
        self.push_timing(printed, &skill, true, cx);
    }

    pub fn effect_step(&mut self, cx: &mut Cx<'_>) -> Next {
        let frame = self.frames.len() - 1;
        // DBS 22-10-8-1: an eliminated counter motion does not resolve.
        if let (Some(Frame::Skill(skill)), Frame::Effect(mut run)) =
            (frame.checked_sub(1).map(|below| self.frames[below]), self.frames[frame])
        {
            if skill.negated && skill.activated {
                run.at = u16::MAX;
                self.frames[frame] = Frame::Effect(run);
            }
        }
        // DBS 9-4-5, 9-6-7, 12-2-2-6, 12-2-3-6: it does what it says.
        match run::advance(self, frame, cx) {
            Flow::Decide(seat) => {
                self.show_what_is_searched(frame, seat, cx.pool);
                Next::Ask(seat)
            }
            Flow::Left => Next::Go,
            Flow::Finished => {
                self.frames.remove(frame);
                Next::Go
            }
        }
    }

    /// DBS 5-2-8: who chooses from a deck looks through it, and knows it until it is shuffled.
    fn show_what_is_searched(&mut self, frame: usize, seat: Seat, cards: &Cards) {
        let Some(Frame::Effect(run)) = self.frames.get(frame).copied() else { return };
        let program = &<State as effects::Host>::ability(cards, run.ability).program;
        let Some(effects::Op::Choose { from, .. }) = program.get(run.at as usize) else { return };
        let effects::Among::Zones { whose, zones } = &from.among else { return };
        // So does who looks for a kind of card in a life.
        let named = from.filter != effects::Filter::Any && zones.contains(&Area::Deck);
        let searched = |area: &&Area| **area == Area::Deck || **area == Area::Life && named;
        for area in zones.iter().filter(searched) {
            for owner in eval::seats(self, *whose, &run) {
                let there: eval::Cards = Flat::from_slice(self.cards(owner, *area));
                there.iter().for_each(|card| self.table.reveal(*card, Seats::only(seat)));
            }
        }
    }

    // ---- counter timings ------------------------------------------------------------------------------------

    /// A counter timing occurs (DBS 4-3-2).
    pub fn open_timing(&mut self, timing: Timing, rule: kernel::RuleId, cx: &mut Cx<'_>) {
        cx.log.say(rule, || What::CounterTiming { seat: timing.actor.other() });
        // DBS 9-7-3-1: what happened brings a counter timing about.
        self.push(Frame::Counter(timing));
    }

    /// DBS 4-3-3: rule processing, then the other player may activate one pending [Counter] skill.
    pub fn counter_timing(&mut self, timing: Timing, cx: &mut Cx<'_>) -> Next {
        // DBS 4-3-1, 4-3-3-1, 9-7-3-1-1: all rules processing that is due comes first, and again.
        if self.process_rules(cx) {
            return Next::Go;
        }
        let seat = timing.actor.other();
        if self.each_counter(cx.pool, &timing, &mut |_, _, legal| legal.is_ok()) {
            return Next::Ask(seat);
        }
        self.frames.pop();
        Next::Go
    }

    /// Walks the [Counter] skills in a hand (DBS 22-10-5) until `f` says stop; whether it did.
    pub fn each_counter(
        &self,
        cards: &Cards,
        timing: &Timing,
        f: &mut dyn FnMut(Card, u8, Legal) -> bool,
    ) -> bool {
        let seat = timing.actor.other();
        let hand = self.cards(seat, Area::Hand);
        for (at, card) in hand.iter().enumerate() {
            let print = self.table.print(*card);
            if !cards.info(print).has_counter
                || hand[..at].iter().any(|other| self.table.print(*other) == print)
            {
                continue;
            }
            for (index, skill) in cards.printed(print).skills.iter().enumerate() {
                if skill.kind == SkillKind::Counter {
                    let legal = self.can_activate(cards, *card, index as u8, Some(timing), seat);
                    if f(*card, index as u8, legal) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Whether a change of skill costs is about this skill.
fn is_meant(skill: &Skill, which: &crate::vocab::Which) -> bool {
    use crate::vocab::Which;
    match which {
        Which::Any => true,
        Which::Auto => skill.kind == SkillKind::Auto && !skill.is_keyword,
        Which::Activate => skill.kind == SkillKind::Activate && !skill.is_keyword,
        Which::In(window) => skill.window() == Some(window) && !skill.is_keyword,
        Which::Named(words) => {
            skill.keyword.as_deref().is_some_and(|own| crate::keyword::is_meant(own, words.as_str()))
        }
    }
}

/// A cost that is so much less: colours as far as it has them (DBS 1-2-3-2-1), the rest of any colour.
fn lowered(mut cost: Cost, less: &Cost) -> Cost {
    let mut total = cost.value();
    for (own, gone) in cost.specified.iter_mut().zip(less.specified) {
        let now = own.saturating_sub(gone);
        total -= *own - now;
        *own = now;
    }
    let any = less.value() - less.specified_total();
    cost.total = total.saturating_sub(any).max(cost.specified_total());
    cost
}

/// As what a skill may be let off its card's energy cost: by its type, or by its window alone where a text names that.
fn free_as(skill: &Skill) -> [Free; 2] {
    let kind = if skill.kind == SkillKind::Counter { Free::Counter } else { Free::Activate };
    match skill.ability.when {
        When::Use(window) => [kind, Free::In(window)],
        _ => [kind, kind],
    }
}
