//! Playing, digivolving, using and linking cards: who may, what it costs, and the procedure from the declaration on.

use crate::alias::{Ability, Filter, Op, Step, When};
use crate::card::{Ban, Cards, Class, Colors, Kinds, WayBy};
use crate::effect::{MADE, PLAYED, PLAYED_END, UNDER_TAMER, has_timing};
use crate::rule;
use crate::state::{
    Area, Cause, Choice, Cx, Entry, EntryKind, EntryStep, Frame, Leave, LeaveWay, Mark, State, To, What,
};
use crate::vocab::{Cannot, Change, Cost, Figure, Keyword, Moment, Test, Timing, Verb, Waive, Window};
use effects::{AbilityRef, Asked, Run, Slot, eval};
use kernel::{Card, Consider, End, Flat, Legal, Object, Seat, Seats, ensure};

impl State {
    // ---- legality -------------------------------------------------------------------------------------------

    pub(crate) fn can_play(&self, cards: &Cards, seat: Seat, card: Card) -> Legal {
        let printed = cards.get(self.table.print(card));
        ensure(printed.kinds.meets(Kinds::DIGIMON.with(Kinds::TAMER)), rule!("6-5-1-1-1"))?;
        // DCG 7-1-1, 2-6-1: a card with a play cost.
        let cost = i32::from(printed.cost.ok_or(rule!("7-1-1"))?);
        ensure(
            !self.player_cannot(cards, seat, Ban::Play, |cannot| self.bans(cards, cannot, card, seat)),
            rule!("15-1-3"),
        )?;
        // DCG 1-3-11-1, 1-3-11-4: not if the cost cannot be paid, with everything that could make it less.
        let cost = cost + self.cost_change(cards, card, None, EntryKind::Play);
        // What cards placed for it would save is asked only where it cannot be paid for without them.
        let least = || cost - self.most_saved(cards, seat, card);
        ensure(
            self.can_pay(seat, cost) || self.can_pay_somehow(cards, seat, least(), card, None),
            rule!("1-3-11-1"),
        )
    }

    /// Whether a prohibition keeps a player from playing this card at all.
    pub(crate) fn bans(&self, cards: &Cards, cannot: &Cannot, card: Card, seat: Seat) -> bool {
        let run = Run::new(AbilityRef::default(), self.table.object(card), seat);
        matches!(cannot, Cannot::Play(filter) if eval::fits(self, cards, filter, card, &run))
    }

    /// The levels of a player's cards on the field, a bit each.
    pub(crate) fn levels_on_field(&self, cards: &Cards, seat: Seat) -> u16 {
        let on_field = self.cards(seat, Area::Battle).iter().chain(self.cards(seat, Area::Breeding));
        on_field.fold(0, |levels, card| levels | 1 << self.level(cards, *card).unwrap_or(0).min(15))
    }

    /// Every way this hand card can go onto its player's cards on the field, which have these levels.
    pub(crate) fn consider_digivolving<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        levels: u16,
        sink: &mut S,
    ) {
        let facts = cards.facts(self.table.print(card));
        if S::WIDE || facts.onto_levels & levels != 0 || facts.has_ways || self.scope.has(Class::Way) {
            for area in [Area::Battle, Area::Breeding] {
                for onto in self.cards(seat, area) {
                    self.consider_onto(cards, seat, card, *onto, sink);
                }
            }
        }
        if !cards.get(self.table.print(card)).meaning.ways.is_empty() {
            // DCG 6-5-1-2-2, 6-5-1-2-3, 6-5-1-2-4: DNA digivolution, burst digivolve and app fusion into it.
            self.consider_special(cards, seat, card, sink);
        }
    }

    fn consider_onto<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        onto: Card,
        sink: &mut S,
    ) {
        if !S::WIDE && !self.may_go_onto(cards, card, onto) {
            return;
        }
        let mut costs = Flat::new();
        self.ways_onto(cards, card, onto, &mut costs);
        for cost in costs.iter().copied() {
            sink.offer(Choice::Digivolve { card, onto, cost }, || {
                // DCG 4-18-3: nothing is stacked with tokens.
                ensure(!cards.get(self.table.print(onto)).token, rule!("4-18-3"))?;
                // DCG 15-1-3: a prohibition stands over what would be allowed.
                ensure(!self.is_kept_from_digivolving(cards, card, onto), rule!("15-1-3"))?;
                let change = self.cost_change(cards, card, Some(onto), EntryKind::Digivolve);
                let cost = i32::from(cost) + change;
                ensure(self.can_pay_somehow(cards, seat, cost, card, Some(onto)), rule!("1-3-11-1"))
            });
        }
        if S::WIDE && costs.is_empty() {
            // DCG 8-1-3-1: the card below must meet a requirement.
            let token = cards.get(self.table.print(onto)).token;
            let rule = if token { rule!("4-18-3") } else { rule!("8-1-3-1") };
            sink.offer(Choice::Digivolve { card, onto, cost: 0 }, || Err(rule));
        }
    }

    /// Whether a card could go onto another at all, by the levels it is printed to go onto: what is asked first because
    /// it is asked of every card of the hand and the field.
    #[inline]
    fn may_go_onto(&self, cards: &Cards, card: Card, onto: Card) -> bool {
        let facts = cards.facts(self.table.print(card));
        let level = self.level(cards, onto).unwrap_or(0);
        facts.onto_levels >> level.min(15) & 1 != 0 || facts.has_ways || self.scope.has(Class::Way)
    }

    /// DCG 8-1-2-1: the costs of all requirements that the card below meets; equal costs are one choice.
    pub(crate) fn ways_onto(&self, cards: &Cards, card: Card, onto: Card, costs: &mut Flat<u8, 12>) {
        let printed = cards.get(self.table.print(card));
        for need in &printed.needs {
            // DCG 2-3-6-1, 2-3-6-2: the requirement says what may be digivolved from, and for what cost.
            if self.meets_need(cards, onto, need) {
                note(costs, need.cost);
            }
        }
        if printed.meaning.ways.is_empty()
            && !self.scope.has(Class::Way)
            && !self.scope.forbids(Ban::Digivolve)
        {
            return;
        }
        let run = Run::new(AbilityRef::default(), self.table.object(card), self.table.owner(card));
        // DCG 8-2-2-4, 8-3-2-4, 8-4-2-2: an ordinary digivolution is no DNA digivolution, burst digivolve or app
        // fusion.
        let kept = self.keeps_requirements(cards, self.table.owner(card));
        for way in printed.meaning.ways.iter().filter(|way| way.kind == EntryKind::Digivolve) {
            // What an effect of the card allows ignores its requirements.
            if kept && way.by == WayBy::Effect {
                continue;
            }
            // DCG 2-3-6-3: requirements written in the text.
            let met = way.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run));
            // DCG 3-4-6-3: an effect that lets a Digimon digivolve into its card does not reach the breeding area.
            let reached = way.by != WayBy::Effect || self.table.zone(onto) == Area::Battle;
            if met && reached && eval::fits(self, cards, &way.from, onto, &run) {
                let each = way.each.as_ref().map_or(1, |each| eval::amount(self, cards, each, &run));
                note(costs, (i32::from(way.cost) * each).clamp(0, 99) as u8);
            }
        }
        // What the Digimon itself can digivolve into by an effect of its own.
        if self.table.zone(card) == Area::Hand && !kept {
            self.each_change(cards, onto, Class::Way, Asked::NOTHING, &mut |change, _| {
                if let Change::Way(into, cost) = change {
                    if eval::fits(self, cards, into, card, &run) {
                        note(costs, *cost);
                    }
                }
            });
        }
        // DCG 15-1-3: what it cannot become it cannot become by any requirement.
        if !costs.is_empty()
            && self.cannot(cards, onto, Ban::Digivolve, |cannot| {
                matches!(cannot, Cannot::DigivolveBut(only) if !eval::fits(self, cards, only, card, &run))
            })
        {
            costs.clear();
        }
    }

    /// DCG 16-25-1, 16-25-4: whether a [Counter] effect by which a Digimon would digivolve into a card has such a Digimon.
    pub(crate) fn has_base(&self, cards: &Cards, ability: &Ability, card: Card) -> bool {
        let into_it = |op: &Op| matches!(op, Op::Choose { from, .. } if asks_to_become(&from.filter));
        let battle = self.cards(self.table.seat(card), Area::Battle);
        !ability.program.iter().any(into_it) || battle.iter().any(|onto| self.fits_onto(cards, card, *onto))
    }

    /// DCG 8-1-2-2: the costs of the requirements that are met where an effect waives their level or colour, or has the card
    /// below looked at as if it had others.
    pub(crate) fn ways_waived(
        &self,
        cards: &Cards,
        card: Card,
        onto: Card,
        waive: Waive,
        costs: &mut Flat<u8, 12>,
    ) {
        let printed = cards.get(self.table.print(card));
        let waived: fn(&Filter) -> bool = match waive {
            Waive::Nothing | Waive::All => return self.ways_onto(cards, card, onto, costs),
            Waive::Level | Waive::Color if self.keeps_requirements(cards, self.table.owner(card)) => {
                return self.ways_onto(cards, card, onto, costs);
            }
            Waive::Level => |part| matches!(part, Filter::Figure(Figure::Level, ..)),
            Waive::Color => |part| matches!(part, Filter::Color(_)),
            Waive::As(..) => |_| false,
        };
        for need in &printed.needs {
            let met = match waive {
                Waive::Level => self.colors(cards, onto).meets(need.color),
                Waive::As(level, color) => {
                    let colors = color.map_or_else(|| self.colors(cards, onto), |color| color.bits());
                    need.level == level && colors.meets(need.color)
                }
                _ => self.level(cards, onto) == Some(need.level),
            };
            if met {
                note(costs, need.cost);
            }
        }
        let run = Run::new(AbilityRef::default(), self.table.object(card), self.table.owner(card));
        for way in &printed.meaning.ways {
            let plain = way.kind == EntryKind::Digivolve && way.by != WayBy::Effect && way.each.is_none();
            let met = || way.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run));
            if plain && met() && self.fits_but(cards, &way.from, waived, onto, &run) {
                note(costs, way.cost);
            }
        }
    }

    /// Whether a card fits a description, some parts of it taken for met.
    fn fits_but(
        &self,
        cards: &Cards,
        filter: &Filter,
        waived: fn(&Filter) -> bool,
        card: Card,
        run: &Run,
    ) -> bool {
        match filter {
            Filter::All(all) => all.iter().all(|one| self.fits_but(cards, one, waived, card, run)),
            Filter::Either(any) => any.iter().any(|one| self.fits_but(cards, one, waived, card, run)),
            one => waived(one) || eval::fits(self, cards, one, card, run),
        }
    }

    pub(crate) fn fits_onto(&self, cards: &Cards, card: Card, onto: Card) -> bool {
        let mut costs = Flat::new();
        self.ways_onto(cards, card, onto, &mut costs);
        !costs.is_empty() && !self.is_kept_from_digivolving(cards, card, onto)
    }

    fn meets_need(&self, cards: &Cards, onto: Card, need: &crate::card::Need) -> bool {
        self.level(cards, onto) == Some(need.level)
            && self.colors(cards, onto).meets(need.color)
            && self.is_digimon(cards, onto)
    }

    pub(crate) fn can_use(&self, cards: &Cards, seat: Seat, card: Card) -> Legal {
        let printed = cards.get(self.table.print(card));
        ensure(printed.kinds.meets(Kinds::OPTION), rule!("9-1-1"))?;
        let rule = if printed.colors.count() > 1 { rule!("4-19-3") } else { rule!("4-19-2") };
        // DCG 4-19-1: an Option card is used only if its colour requirements are met.
        ensure(self.meets_colors(cards, seat, card), rule)?;
        ensure(
            !self.player_cannot(cards, seat, Ban::Play, |cannot| *cannot == Cannot::UseOptions),
            rule!("15-1-3"),
        )?;
        let cost = i32::from(printed.cost.ok_or(rule!("2-7-1"))?);
        let cost = cost + self.cost_change(cards, card, None, EntryKind::Use);
        ensure(self.can_pay_somehow(cards, seat, cost, card, None), rule!("1-3-11-1"))
    }

    /// DCG 4-19-2 to 4-19-4: a Digimon or Tamer on the field for each of an Option card's colours.
    pub(crate) fn meets_colors(&self, cards: &Cards, seat: Seat, card: Card) -> bool {
        let mut ignored = false;
        let mut also = Colors::NONE;
        self.each_change(cards, card, Class::AnyColor, Asked::NOTHING, &mut |change, _| match change {
            Change::AlsoMeets(color) => also = also.with(color.bits()),
            _ => ignored = true,
        });
        if ignored {
            return true;
        }
        let held = self.colors_held(cards, seat);
        held.has_all(self.colors(cards, card)) || (also != Colors::NONE && held.meets(also))
    }

    /// The colours of a player's Digimon and Tamers on the field.
    pub(crate) fn colors_held(&self, cards: &Cards, seat: Seat) -> Colors {
        let mut held = Colors::NONE;
        for area in [Area::Battle, Area::Breeding] {
            for other in self.cards(seat, area) {
                if self.is_digimon(cards, *other) || self.is_tamer(cards, *other) {
                    held = held.with(self.colors(cards, *other));
                }
            }
        }
        held
    }

    /// Whether a cost can be paid, with what immediate-type effects could still take off it once the card is declared.
    fn can_pay_somehow(&self, cards: &Cards, seat: Seat, cost: i32, card: Card, onto: Option<Card>) -> bool {
        self.can_pay(seat, cost)
            || self.can_pay(seat, cost - self.could_interrupt(cards, seat, card, onto.is_some()))
    }

    /// The most that immediate-type effects could take off the cost: those of the card itself, and of its player's cards in the
    /// battle area. It may be less in the end; then the declaration fails (DCG 7-1-2-3).
    fn could_interrupt(&self, cards: &Cards, seat: Seat, card: Card, digivolves: bool) -> i32 {
        let bits = Moment::Played.bit() | Moment::Digivolved.bit() | Moment::Used.bit();
        if self.scope.interrupts() & bits == 0 {
            return 0;
        }
        let mut most = 0;
        let mut count = |printed_on: Card, holder: Card| {
            let print = self.table.print(printed_on);
            if cards.facts(print).parts.iter().all(|part| part.interrupts & bits == 0) {
                return;
            }
            let (source, subject) = (self.table.object(holder), self.table.object(card));
            for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
                let When::Would(triggers) = &ability.when else { continue };
                let at = AbilityRef { print, index: index as u8 };
                let run = Run::new(at, source, seat).about(subject, Object::default(), 0);
                // DCG 1-3-11-2: what the card itself offers counts only if its conditions are met. What digivolves is not
                // known to them yet.
                let met = holder != card || digivolves || self.would_step_in(cards, ability, &run);
                // DCG 1-3-11-3: and only if what it is done by can be done.
                if triggers.iter().any(|trigger| trigger.moment.bit() & bits != 0)
                    && met
                    && self.costs_payable(cards, &run)
                {
                    most += most_off(ability);
                }
            }
        };
        count(card, card);
        for top in self.battle_area(seat) {
            count(*top, *top);
            self.under(*top).for_each(|under| count(under, *top));
        }
        let keywords = cards.get(self.table.print(card)).meaning.abilities.iter().flat_map(|one| &one.steps);
        let digisorbed = keywords.map(|step| match step {
            Step::Gain { change: Change::Keyword(Keyword::Digisorption(less)), .. } => i32::from(*less),
            _ => 0,
        });
        most + digisorbed.sum::<i32>()
    }

    fn would_step_in(&self, cards: &Cards, ability: &crate::alias::Ability, run: &Run) -> bool {
        ability.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, run))
            && self.conditions_met(cards, run)
    }

    // ---- costs ----------------------------------------------------------------------------------------------

    /// What persistent effects add to (or take from) a cost.
    pub(crate) fn cost_change(&self, cards: &Cards, card: Card, onto: Option<Card>, kind: EntryKind) -> i32 {
        if !self.scope.has(Class::Cost) {
            return 0;
        }
        let mut sum = 0;
        let mut count = |change: &Change, number: i32| {
            let fits = match change {
                Change::Cost(Cost::Play, _) => kind == EntryKind::Play,
                Change::Cost(Cost::Use, _) => kind == EntryKind::Use,
                _ => false,
            };
            if fits {
                sum += number;
            }
        };
        self.each_change(cards, card, Class::Cost, Asked::NOTHING, &mut count);
        if let Some(onto) = onto {
            self.each_change(cards, onto, Class::Cost, Asked::NOTHING, &mut count);
        }
        self.each_player_change(cards, self.table.owner(card), Class::Cost, Asked::NOTHING, &mut count);
        let by = self.table.owner(card);
        if sum < 0 && self.player_cannot(cards, by, Ban::Cost, |cannot| kind.keeps_cost(cannot)) {
            return 0;
        }
        sum
    }

    // ---- procedure ------------------------------------------------------------------------------------------

    /// DCG 7-1-3-1, 8-1-3-1, 9-1-9-1, 10-1-3-1: the declaration. It reveals the card; where nothing comes before the
    /// card enters, entering tells it.
    pub(crate) fn declare(&mut self, entry: Entry, card: Card) {
        if entry.by_effect {
            if let Some(run) = self.entering_effect() {
                run.done = 0;
            }
        }
        let bag = self.core.bag.len() as u8;
        let area = if entry.area == UNDER_TAMER { entry.area } else { self.table.zone(card) as u8 };
        self.push(Frame::Enter(Entry { card: self.table.object(card), bag, area, ..entry }));
    }

    /// The innermost entry that is still under way.
    pub(crate) fn entering(&self) -> Option<Entry> {
        self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Enter(entry) => Some(*entry),
            _ => None,
        })
    }

    /// Whether a card was declared and is on its way onto the field.
    pub(crate) fn is_being_played(&self, card: Card) -> bool {
        let object = self.table.object(card);
        let plays = |entry: &Entry| entry.kind == EntryKind::Play && entry.card == object;
        self.core.frames.iter().any(|frame| matches!(frame, Frame::Enter(entry) if plays(entry)))
    }

    pub(crate) fn entering_mut(&mut self) -> Option<&mut Entry> {
        self.core.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Enter(entry) => Some(entry),
            _ => None,
        })
    }

    pub(crate) fn step_entry(&mut self, entry: Entry, cx: Cx) {
        let to = |step| Frame::Enter(Entry { step, ..entry });
        match entry.step {
            EntryStep::Would => {
                self.set_top(to(EntryStep::Materials));
                // DCG 7-2-3-1, 7-3-3-1: the card is revealed, and what its being played triggers comes first.
                self.open_entry_window(entry, cx);
            }
            EntryStep::Materials => {
                // DCG 7-2-2-2, 6-5-1-1-2, 6-5-1-1-3, 7-2-3-2, 7-3-3-2, 7-3-2-2: declared right before paying, after
                // what would happen.
                let assembly = self.is_assembly(cx.pool, entry);
                let entry = Entry { assembly, ..entry };
                // DCG 7-2-2-13, 7-3-2-10: also when it is an effect that plays the card.
                let asks = entry.kind == EntryKind::Play && self.can_gather(cx.pool, entry);
                if asks {
                    self.uncover_entering(entry, cx);
                }
                let step = if asks { EntryStep::MaterialsAsked } else { EntryStep::Stack };
                self.set_top(Frame::Enter(Entry { step, ..entry }));
            }
            EntryStep::MaterialsAsked => {}
            EntryStep::Stack => {
                self.set_top(to(EntryStep::Pay));
                let frames = self.core.frames.len();
                self.open_material_window(entry, cx);
                if self.core.frames.len() > frames {
                    self.uncover_entering(entry, cx);
                }
            }
            EntryStep::Pay => self.step_pay(entry, cx),
            EntryStep::Enter => {
                self.pop();
                self.enter(entry, cx);
            }
        }
    }

    /// Both players see the card that was declared before anybody is asked about it.
    fn uncover_entering(&mut self, entry: Entry, cx: Cx) {
        if let Some(card) = self.table.find(entry.card).filter(|card| self.table.zone(*card) == Area::Hand) {
            self.uncover(card, rule!("7-1-3-1"), cx);
        }
    }

    /// DCG 7-1-2-2, 8-1-2-5, 9-1-6, 10-1-2-3: immediate-type effects, right after the card was revealed.
    fn open_entry_window(&mut self, entry: Entry, cx: Cx) {
        let moment = match entry.kind {
            EntryKind::Play => Moment::Played,
            EntryKind::Use => Moment::Used,
            EntryKind::Link => Moment::Linked,
            // DCG 8-2-2-5, 8-3-2-5, 8-4-2-3: what bears on digivolution bears on every kind of it.
            _ => Moment::Digivolved,
        };
        self.core.cause = self.entry_cause(entry);
        // What digivolves or is linked is the Digimon; the card is the other one. What is played or used is the card.
        let mut subjects: Flat<Object, 2> = Flat::new();
        let other = match entry.kind {
            EntryKind::Play | EntryKind::Use => {
                subjects.push(entry.card);
                Object::default()
            }
            EntryKind::Dna => {
                subjects.push(entry.onto);
                subjects.push(entry.with);
                entry.card
            }
            _ => {
                subjects.push(entry.onto);
                entry.card
            }
        };
        let window = self.window();
        if self.would(moment, &subjects, other, window, cx) {
            self.uncover_entering(entry, cx);
            self.push(Frame::Drain(window));
        }
    }

    /// Materials that leave the battle area, and the Tamer of a burst digivolve.
    fn open_material_window(&mut self, entry: Entry, cx: Cx) {
        if entry.kind == EntryKind::Burst {
            // DCG 8-3-3-2: the Tamer returns to the hand.
            let from = self.core.bag.len() as u8;
            self.core.bag.push(entry.with);
            let way = LeaveWay::Send(To::Hand);
            self.push(Frame::Leave(Leave {
                way,
                cause: Cause::Rule,
                from,
                by: entry.by,
                ..Leave::default()
            }));
            return;
        }
        if entry.kind == EntryKind::Link {
            // DCG 4-7-5, 4-2-7: at the limit, as many older ones are trashed.
            if let Some(to) = self.table.find(entry.onto) {
                self.trash_links(to, self.link_limit(cx.pool, to).max(1) - 1);
            }
            return;
        }
        let mut field: Flat<Object, 16> = Flat::new();
        for object in &self.core.bag[(entry.bag as usize).min(self.core.bag.len())..] {
            if self.table.find(*object).is_some_and(|card| self.table.zone(card) == Area::Battle) {
                field.push(*object);
            }
        }
        self.core.cause = Cause::Materials;
        let window = self.window();
        if self.would(Moment::Left, &field, Object::default(), window, cx) {
            self.push(Frame::Drain(window));
        }
    }

    fn entry_cause(&self, entry: Entry) -> Cause {
        if entry.by_effect {
            let running = self.core.frames.iter().rev().find_map(|frame| match frame {
                Frame::Effect(running) => Some(running.run),
                _ => None,
            });
            if let Some(run) = running {
                return Cause::Effect { seat: run.controller, kinds: Kinds::DIGIMON.0, source: run.source };
            }
        }
        Cause::Rule
    }

    fn step_pay(&mut self, entry: Entry, cx: Cx) {
        let Some(card) = self.table.find(entry.card) else { return self.abandon(entry, cx) };
        let onto = self.table.find(entry.onto);
        let placed = (self.core.bag.len() - (entry.bag as usize).min(self.core.bag.len())) as i32;
        let mut cost = i32::from(entry.cost);
        if entry.kind == EntryKind::Play {
            // DCG 7-3-3-3: what the cards placed beneath it take off is part of the cost that is paid.
            cost -= self.saved(cx.pool, card, entry, placed);
        }
        cost = (cost + self.cost_change(cx.pool, card, onto, entry.kind)).max(0);
        let possible = match entry.kind {
            EntryKind::Play | EntryKind::Use => true,
            // What it was to go onto may be gone by now.
            EntryKind::Digivolve | EntryKind::Burst | EntryKind::AppFusion => {
                onto.is_some_and(|onto| !self.is_kept_from_digivolving(cx.pool, card, onto))
            }
            EntryKind::Dna | EntryKind::BlastDna => onto.is_some() && self.table.find(entry.with).is_some(),
            EntryKind::Link => onto.is_some(),
        };
        if entry.kind == EntryKind::Play {
            // DCG 7-2-3-2, 7-2-3-3, 7-2-2-7: the materials are placed before the cost is paid, and what lies under them is
            // trashed then, which may move the memory.
            let from = (entry.bag as usize).min(self.core.bag.len());
            let materials: Flat<Object, 16> = Flat::from_slice(&self.core.bag[from..]);
            for object in materials.iter() {
                if let Some(material) = self.table.find(*object).filter(|card| self.is_field(*card)) {
                    self.shed_all(material, cx);
                }
            }
        }
        // DCG 7-1-2-3, 8-1-2-7, 9-1-8: what cannot be paid after all goes back as if nothing had been done.
        if !possible || (!entry.free && !self.can_pay(entry.by, cost)) {
            return self.abandon(entry, cx);
        }
        if !entry.free {
            let rule = match entry.kind {
                EntryKind::Play => rule!("7-1-3-2"),
                EntryKind::Digivolve => rule!("8-1-3-2"),
                EntryKind::Dna | EntryKind::BlastDna => rule!("8-2-3-2"),
                EntryKind::Burst => rule!("8-3-3-3"),
                EntryKind::AppFusion => rule!("8-4-3-2"),
                EntryKind::Use => rule!("9-1-9-2"),
                EntryKind::Link => rule!("10-1-3-2"),
            };
            self.pay(entry.by, cost, rule, cx);
        }
        self.set_top(Frame::Enter(Entry { step: EntryStep::Enter, ..entry }));
    }

    /// It cannot be done after all. DCG 7-2-2-11, 7-3-2-8: cards placed for it are trashed.
    fn abandon(&mut self, entry: Entry, cx: Cx) {
        let from = (entry.bag as usize).min(self.core.bag.len());
        let placed: Flat<Object, 16> = Flat::from_slice(&self.core.bag[from..]);
        self.core.bag.truncate(from);
        self.pop();
        self.uncover_entering(entry, cx);
        for object in placed.iter() {
            if let Some(card) = self.table.find(*object) {
                self.send(card, To::Trash, cx);
            }
        }
        // So are cards that an effect placed under it before it could enter.
        if let Some(card) = self.table.find(entry.card).filter(|card| !self.is_field(*card)) {
            self.shed_all(card, cx);
        }
        if entry.by_effect {
            self.report_entry(0);
            if entry.kind == EntryKind::Play {
                self.tell_played(entry, cx);
            }
        } else {
            self.push(Frame::Check);
        }
    }

    fn enter(&mut self, entry: Entry, cx: Cx) {
        let Some(card) = self.table.find(entry.card) else { return };
        self.core.cause = self.entry_cause(entry);
        match entry.kind {
            EntryKind::Play => self.enter_play(entry, card, cx),
            EntryKind::Use => return self.enter_use(entry, card, cx),
            EntryKind::Link => self.enter_link(entry, card, cx),
            _ => self.enter_digivolve(entry, card, cx),
        }
        if entry.by_effect {
            self.report_entry(1);
        } else {
            self.push(Frame::Check);
        }
    }

    fn enter_play(&mut self, entry: Entry, card: Card, cx: Cx) {
        let from = (entry.bag as usize).min(self.core.bag.len());
        let materials: Flat<Object, 16> = Flat::from_slice(&self.core.bag[from..]);
        self.core.bag.truncate(from);
        let zone = self.origin(card);
        // DCG 7-1-3-3, 7-2-3-4, 7-3-3-4, 3-4-4: it is placed on the field, unsuspended.
        let area = if entry.breeding { Area::Breeding } else { Area::Battle };
        self.enter_field(cx.pool, card, entry.by, area);
        if zone == Area::Security {
            // It is played as it is removed (DCG 15-5-3): it sees its own going.
            let object = self.table.object(card);
            self.notice(Moment::SecurityLost, &[object], Object::default(), cx);
        }
        self.table.marks_mut(card).set(Mark::Suspended, entry.suspended);
        let host = self.table.object(card);
        let mut placed = 0;
        for object in materials.iter() {
            if let Some(material) = self.table.find(*object) {
                // DCG 7-2-2-7: what comes from the battle area leaves it, and what is under it is trashed.
                placed += u8::from(self.tuck(material, host, false, false, cx));
            }
        }
        // DCG 7-2-2-9, 7-2-2-10, 7-3-2-7: only cards that are really placed count, whatever was declared.
        self.table.marks_mut(card).xros = placed;
        let named = self.named(card);
        cx.log.say(rule!("7-1-3-3"), || What::Played(named));
        let object = self.table.object(card);
        if entry.by_effect {
            let shown = entry.area == Area::Aside as u8;
            if shown {
                self.rebind_taken(entry.card, card)
            } else {
                self.rebind(entry.card, card)
            }
            self.core.picks.bind(MADE, object);
            return self.note_played(object, entry, cx);
        }
        self.notice_entry(Moment::Played, card, entry, Object::default(), cx);
    }

    /// DCG 15-5-2: what one effect plays together is played at the same time, so that what waits for it hears of all at once.
    fn note_played(&mut self, object: Object, entry: Entry, cx: Cx) {
        self.core.picks.bind(Slot(PLAYED + entry.area), object);
        self.tell_played(entry, cx);
    }

    /// Tells the triggers of what was played, once the last of the cards that are played together is through.
    fn tell_played(&mut self, entry: Entry, cx: Cx) {
        let more = matches!(self.top(), Some(Frame::Enter(next))
            if next.by_effect && next.kind == EntryKind::Play && next.step == EntryStep::Would);
        let Some(run) = self.entering_effect().copied() else { return };
        if more {
            return;
        }
        let (mut played, mut from): (Flat<Object, 24>, Flat<i16, 24>) = (Flat::new(), Flat::new());
        let held = self.core.picks.bound_by(&run);
        let others = self.core.picks.0.len() - held.len();
        for pick in held.iter().filter(|pick| (PLAYED..PLAYED_END).contains(&pick.slot)) {
            played.push(pick.object);
            from.push(i16::MIN + i16::from(pick.slot - PLAYED));
        }
        let mut at = 0;
        self.core.picks.0.retain(|pick| {
            at += 1;
            at <= others || !(PLAYED..PLAYED_END).contains(&pick.slot)
        });
        let first = self.core.waiting.len();
        self.notice_all_from(Moment::Played, &played, Object::default(), &from, cx);
        if entry.quiet {
            self.hush(first, &played, Timing::OnPlay, cx);
        }
    }

    /// Takes back what these cards' own effects of that timing began to wait for since then.
    fn hush(&mut self, first: usize, own: &[Object], timing: Timing, cx: Cx) {
        let mut at = 0;
        self.core.waiting.retain(|pending| {
            at += 1;
            let wait = &pending.wait;
            let timed = has_timing(cx.pool.ability(wait.ability), timing);
            at <= first || !timed || wait.source != wait.subject || !own.contains(&wait.source)
        });
    }

    /// Tells the triggers that a card entered; `quiet` ones keep their own effect of that timing to themselves.
    fn notice_entry(&mut self, moment: Moment, card: Card, entry: Entry, other: Object, cx: Cx) {
        let object = self.table.object(card);
        let first = self.core.waiting.len();
        self.notice_from(moment, object, other, i16::MIN + i16::from(entry.area), cx);
        if entry.quiet {
            let timing = if moment == Moment::Played { Timing::OnPlay } else { Timing::WhenDigivolving };
            self.hush(first, &[object], timing, cx);
        }
    }

    fn enter_digivolve(&mut self, entry: Entry, card: Card, cx: Cx) {
        let Some(onto) = self.table.find(entry.onto) else { return };
        let below = self.named(onto);
        let rule = match entry.kind {
            EntryKind::Dna | EntryKind::BlastDna => rule!("8-2-3-3"),
            EntryKind::Burst => rule!("8-3-3-4"),
            EntryKind::AppFusion => rule!("8-4-3-3"),
            _ => rule!("8-1-3-3"),
        };
        match entry.kind {
            EntryKind::Dna | EntryKind::BlastDna => {
                let Some(with) = self.table.find(entry.with) else { return };
                let (first, second) = self.in_order(cx.pool, card, (onto, with), entry.by);
                self.join(card, first, second, entry.by, cx);
            }
            EntryKind::AppFusion => {
                let Some(link) = self.table.find(entry.with) else { return };
                // DCG 8-4-3-3: the link card goes on top of the Digimon, and the new card on top of that.
                self.stack_on(cx.pool, link, onto);
                self.stack_on(cx.pool, card, link);
            }
            // DCG 8-1-2-9: nothing is added to its digivolution cards by that, so nothing hears of it.
            _ => self.stack_on(cx.pool, card, onto),
        }
        let named = self.named(card);
        cx.log.say(rule, || What::Digivolved { onto: below, into: named });
        if entry.kind == EntryKind::Burst {
            self.end_burst_later(card, entry.by, cx.pool);
        }
        if entry.by_effect && matches!(entry.kind, EntryKind::Dna | EntryKind::BlastDna) {
            let made = self.table.object(card);
            self.core.picks.bind(MADE, made);
        }
        // DCG 8-1-2-10: with an empty deck there is simply no draw.
        self.draw_by_rule(entry.by, rule, cx);
        let other = self.table.object(below.trace.card);
        self.notice_entry(Moment::Digivolved, card, entry, other, cx);
    }

    fn enter_use(&mut self, entry: Entry, card: Card, cx: Cx) {
        // A use cost that is reduced itself, and not only what is paid, is the cost of the card that was used.
        let printed = i32::from(cx.pool.get(self.table.print(card)).cost.unwrap_or(0));
        let cost = (printed + self.cost_change(cx.pool, card, None, EntryKind::Use)).max(0) as u8;
        // DCG 9-1-4: it is in no area while its [Main] effect is carried out.
        self.put(cx.pool, card, State::place(entry.by, Area::Aside), End::Bottom);
        self.table.reveal(card, Seats::ALL);
        let named = self.named(card);
        cx.log.say(rule!("9-1-9-3"), || What::Used(named));
        let object = self.table.object(card);
        self.push(Frame::Used { card: object, cost });
        self.notice_one(Moment::Used, card, cx);
        // DCG 9-1-2: nothing comes between the use and its first [Main] effect.
        self.start_main(card, entry.by, cx.pool);
    }

    /// DCG 9-1-9-3: the first [Main] effect of an Option card. `false` if it has none.
    pub(crate) fn start_main(&mut self, card: Card, by: Seat, cards: &Cards) -> bool {
        let print = self.table.print(card);
        let body = cards
            .get(print)
            .meaning
            .abilities
            .iter()
            .position(|ability| ability.when == When::Body(Window::Main));
        let Some(index) = body else { return false };
        let at = AbilityRef { print, index: index as u8 };
        let object = self.table.object(card);
        let cause = self.core.cause;
        // DCG 9-1-3: its conditions are looked at as it is carried out.
        self.start_effect(Run::new(at, object, by), object, cause);
        true
    }

    /// DCG 9-1-5: the used card is trashed if it is still in no area.
    pub(crate) fn step_used(&mut self, object: Object, cx: Cx) {
        self.pop();
        if let Some(card) = self.table.find(object) {
            if self.table.zone(card) == Area::Aside {
                self.move_card(card, Area::Trash, End::Top, rule!("9-1-5"), cx);
            }
        }
        if let Some(Frame::Effect(_)) = self.top() {
            self.report(1);
        } else {
            self.push(Frame::Check);
        }
    }

    pub(crate) fn is_fresh(&self, card: Card) -> bool {
        self.has(card, Mark::Fresh)
    }
}

/// The most that an effect takes off a cost; as much as there is where that is settled later.
fn most_off(ability: &crate::alias::Ability) -> i32 {
    const UNKNOWN: i32 = 99;
    let off = |op: &Op| match op {
        Op::Do(Verb::ReduceCost(amount) | Verb::GainMemory(_, amount)) => match amount {
            effects::Amount::Fixed(less) => (*less).max(0),
            _ => UNKNOWN,
        },
        // DCG 1-3-11-4: cards may come from more places.
        Op::Do(Verb::XrosFrom(_)) => UNKNOWN,
        Op::Gain { change: Change::Cost(..), .. } | Op::Repeat { .. } | Op::Each { .. } => UNKNOWN,
        _ => 0,
    };
    ability.program.iter().map(off).sum()
}

/// One more cost, unless it is among them.
fn note(costs: &mut Flat<u8, 12>, cost: u8) {
    if !costs.contains(&cost) {
        costs.push(cost);
    }
}

impl EntryKind {
    /// Whether a prohibition keeps a cost of this kind from being reduced.
    pub(crate) fn keeps_cost(self, cannot: &Cannot) -> bool {
        match cannot {
            Cannot::ReducePlayCosts => self == EntryKind::Play,
            Cannot::ReduceDigivolutionCosts => self.is_digivolution(),
            _ => false,
        }
    }

    pub fn is_digivolution(self) -> bool {
        !matches!(self, EntryKind::Play | EntryKind::Use | EntryKind::Link)
    }
}

/// Whether a description asks for what can digivolve into a card.
fn asks_to_become(filter: &Filter) -> bool {
    match filter {
        Filter::All(all) => all.iter().any(asks_to_become),
        Filter::Test(test) => matches!(test, Test::CanBecome(_)),
        _ => false,
    }
}
