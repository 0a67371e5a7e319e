//! Triggers: when something happens (or would), which effects that concerns, and where they wait.

use crate::alias::{Ability, Amount, Cond, Filter, Op, Select, Step, Target, Trigger, When};
use crate::card::{
    ANYWHERE, BREEDING, Ban, Cards, Class, Does, FACE_UP, Facts, HAND, INHERITED, Kinds, LINK, MAIN, PARTS,
    TRASH, Way, WayBy, is_keyword,
};
use crate::effect::has_timing;
use crate::state::{Area, Cause, Cx, Ends, Frame, Mark, Member, Pending, State};
use crate::vocab::{Cannot, Change, Figure, Kind, Moment, Verb};
use effects::{AbilityRef, Asked, Run, Waiting, eval};
use kernel::{Card, Flat, Object, Seat};

/// Where an ability is found: on which card, in which stack, in which part.
#[derive(Clone, Copy)]
struct Found {
    ability: AbilityRef,
    /// The top card of its stack, or the card itself.
    source: Card,
    /// The card it is printed on.
    printed_on: Card,
}

/// What is called out to the cards: a moment, as its bit, that has come or would come.
#[derive(Clone, Copy)]
struct Call {
    bit: u64,
    would: bool,
}

impl Call {
    /// Whether a card has something in a part of it that answers.
    #[inline]
    fn is_heard(self, facts: &Facts, part: usize) -> bool {
        self.is_in(&facts.parts[part])
    }

    /// Whether this is heard there.
    #[inline]
    fn is_in(self, does: &Does) -> bool {
        let heard = if self.would { does.interrupts } else { does.listens };
        heard & self.bit != 0
    }

    fn is_awaited(self, ability: &Ability) -> bool {
        match &ability.when {
            When::Trigger(triggers) if !self.would => self.is_among(triggers),
            When::Would(triggers) if self.would => self.is_among(triggers),
            _ => false,
        }
    }

    fn is_among(self, triggers: &[Trigger]) -> bool {
        triggers.iter().any(|trigger| trigger.moment.bit() & self.bit != 0)
    }
}

/// A found ability, packed: reference, stack, card it is printed on.
type Sources = Flat<(AbilityRef, u8, u8), 96>;

/// Something that happens, to these cards, all at once.
#[derive(Clone, Copy)]
struct Event<'a> {
    moment: Moment,
    subjects: &'a [Object],
    other: Object,
    /// Given to effects as their number; by default how many of the subjects fit.
    amount: Option<i16>,
    /// The same for each subject by itself, where it is not the same for all.
    amounts: &'a [i16],
    /// The window it opens, for what would happen.
    window: Option<u16>,
}

impl State {
    /// Something happened to these cards at the same time: every effect that waits for it triggers, once each.
    pub(crate) fn notice(&mut self, moment: Moment, subjects: &[Object], other: Object, cx: Cx) {
        self.look_for(Event { moment, subjects, other, amount: None, amounts: &[], window: None }, cx);
    }

    pub(crate) fn notice_one(&mut self, moment: Moment, card: Card, cx: Cx) {
        let object = self.table.object(card);
        self.notice(moment, &[object], Object::default(), cx);
    }

    /// With the area it came from as its number (see `Fact::From`).
    pub(crate) fn notice_from(&mut self, moment: Moment, subject: Object, other: Object, from: i16, cx: Cx) {
        self.notice_all_from(moment, &[subject], other, &[from], cx);
    }

    /// The same of several cards, each from its own area.
    pub(crate) fn notice_all_from(
        &mut self,
        moment: Moment,
        subjects: &[Object],
        other: Object,
        amounts: &[i16],
        cx: Cx,
    ) {
        let amount = amounts.first().copied();
        self.look_for(Event { moment, subjects, other, amount, amounts, window: None }, cx);
    }

    /// DCG 15-8-5-1: something would happen. `true` if immediate-type effects want to interrupt it; they then wait
    /// for the [`Frame::Drain`] of this window.
    pub(crate) fn would(
        &mut self,
        moment: Moment,
        subjects: &[Object],
        other: Object,
        window: u16,
        cx: Cx,
    ) -> bool {
        let before = self.core.waiting.len();
        let woken = self.wake_stepping(
            Event { moment, subjects, other, amount: None, amounts: &[], window: Some(window) },
            cx.pool,
        );
        self.look_for(
            Event { moment, subjects, other, amount: None, amounts: &[], window: Some(window) },
            cx,
        );
        woken || self.core.waiting.len() > before
    }

    /// A number for a window that is opened now.
    pub(crate) fn window(&self) -> u16 {
        self.core.frames.len() as u16 + 1
    }

    /// Whether any card of the match waits for this: what it would be about need not be gathered otherwise.
    #[inline]
    pub(crate) fn hears(&self, moment: Moment) -> bool {
        self.scope.listens() & moment.bit() != 0
    }

    #[inline]
    fn look_for(&mut self, event: Event, cx: Cx) {
        let heard = match event.window {
            None => self.scope.listens(),
            Some(_) => self.scope.interrupts(),
        };
        if heard & event.moment.bit() != 0 && !event.subjects.is_empty() {
            self.call_out(event, cx.pool);
        }
    }

    #[inline(never)]
    fn call_out(&mut self, event: Event, cards: &Cards) {
        let bit = event.moment.bit();
        if event.window.is_none() {
            self.wake_delayed(event, cards);
        }
        // Sources are found first and judged afterwards: judging does not move anything.
        let mut found = Sources::new();
        let first = self.core.turn;
        let call = Call { bit, would: event.window.is_some() };
        // What no card hears where it lies, of its own or by a keyword or an ability that it was given, needs no search.
        let heard = call.is_in(self.scope.now())
            || self.scope.keywords() & cards.keywords_at(bit) != 0
            || self.scope.has(Class::Ability);
        if heard {
            for seat in [first, first.other()] {
                self.find_sources(cards, seat, call, &mut found);
            }
        }
        self.find_subjects_own(cards, event, call, &mut found);
        for (ability, source, printed_on) in found.iter().copied() {
            let (source, printed_on) = (Card(source), Card(printed_on));
            self.judge(Found { ability, source, printed_on }, event, cards);
        }
    }

    /// DCG 18-1-1: delayed effects whose moment this is begin to wait like what triggers now.
    fn wake_delayed(&mut self, event: Event, cards: &Cards) {
        for at in 0..self.core.waiting.len() {
            let pending = self.core.waiting[at];
            if !pending.delayed {
                continue;
            }
            let When::Trigger(triggers) = &cards.ability(pending.wait.ability).when else { continue };
            let run = Run::new(pending.wait.ability, pending.wait.source, pending.wait.controller);
            let fits = triggers.iter().any(|trigger| {
                trigger.moment == event.moment
                    && trigger.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run))
            });
            if fits {
                let held = &mut self.core.waiting[at];
                held.delayed = false;
                held.wait.batch = self.core.wave;
            }
        }
    }

    /// The same for those that step in before something: they are about the first of these that fits.
    fn wake_stepping(&mut self, event: Event, cards: &Cards) -> bool {
        let mut woken = false;
        for at in 0..self.core.waiting.len() {
            let pending = self.core.waiting[at];
            let (true, When::Would(triggers)) = (pending.delayed, &cards.ability(pending.wait.ability).when)
            else {
                continue;
            };
            let run = Run::new(pending.wait.ability, pending.wait.source, pending.wait.controller);
            let fitting = event.subjects.iter().find(|subject| {
                let run = run.about(**subject, event.other, 0);
                // DCG 3-4-6-6: what happens in a breeding area meets no conditions.
                let card = self.table.find(**subject).filter(|card| self.table.zone(*card) != Area::Breeding);
                card.is_some_and(|card| {
                    triggers.iter().any(|trigger| {
                        trigger.moment == event.moment
                            && eval::fits(self, cards, &trigger.subject, card, &run)
                            && trigger.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run))
                    })
                })
            });
            if let Some(subject) = fitting.copied() {
                let held = &mut self.core.waiting[at];
                (held.delayed, held.would) = (false, true);
                (held.wait.subject, held.wait.other) = (subject, event.other);
                held.wait.batch = event.window.unwrap_or_default();
                woken = true;
            }
        }
        woken
    }

    /// What was to step in this turn and had no occasion is over with the turn.
    pub(crate) fn forget_stepping(&mut self, cards: &Cards) {
        self.core.waiting.retain(|pending| {
            !(pending.delayed && matches!(cards.ability(pending.wait.ability).when, When::Would(_)))
        });
    }

    fn find_sources(&self, cards: &Cards, seat: Seat, call: Call, found: &mut Sources) {
        let bit = call.bit;
        let heard = |part: usize| call.is_in(self.scope.at(part));
        let keywords = cards.keywords_at(bit);
        let on_field = self.scope.keywords() & keywords & !cards.hand_keywords() != 0;
        let in_hand = self.scope.at(HAND).keywords & keywords & cards.hand_keywords() != 0;
        if heard(MAIN) {
            for top in self.cards(seat, Area::Battle) {
                self.find_on(cards, *top, *top, MAIN, call, found);
            }
        }
        if heard(INHERITED) {
            self.find_below(cards, seat, INHERITED, call, found);
        }
        if heard(LINK) {
            self.find_below(cards, seat, LINK, call, found);
        }
        if on_field || self.scope.has(Class::Ability) {
            for top in self.cards(seat, Area::Battle) {
                self.find_given(cards, *top, call, found);
            }
        }
        // DCG 3-4-6-4, 15-14-4-1: in the breeding area only effects that say so.
        if heard(BREEDING) {
            for top in self.cards(seat, Area::Breeding) {
                self.find_on(cards, *top, *top, BREEDING, call, found);
            }
        }
        if !(in_hand || heard(HAND) || heard(TRASH) || heard(FACE_UP)) {
            return;
        }
        // DCG 15-14-3-1, 15-14-2-1, 15-14-5-1: {Trash}, {Hand}, {Security}.
        for (area, part) in [(Area::Trash, TRASH), (Area::Hand, HAND), (Area::Security, FACE_UP)] {
            let listens = heard(part) || part == HAND && in_hand;
            if !listens {
                continue;
            }
            for card in self.cards(seat, area) {
                if part == FACE_UP && !self.has(*card, Mark::FaceUp) {
                    continue;
                }
                self.find_on(cards, *card, *card, part, call, found);
                if part == HAND && in_hand {
                    self.find_hand_keywords(cards, *card, call, found);
                }
            }
        }
    }

    /// DCG 3-4-6-4: what a card under another lends it works in the breeding area if it says so, and then only there.
    pub(crate) fn is_live_under(&self, part: crate::vocab::Part, top: Card) -> bool {
        !matches!(part.text, crate::vocab::Text::Inherited | crate::vocab::Text::Link)
            || (part.live == crate::vocab::Live::Breeding) == (self.table.zone(top) == Area::Breeding)
    }

    /// Inherited or link effects, that is those of cards under others on the field.
    fn find_below(&self, cards: &Cards, seat: Seat, part: usize, call: Call, found: &mut Sources) {
        let area = if part == LINK { Area::Links } else { Area::Under };
        for card in self.cards(seat, area) {
            let facts = cards.facts(self.table.print(*card));
            if !call.is_heard(facts, part) {
                continue;
            }
            let top = self.table.row(*card).host().filter(|top| self.is_field(*top));
            // DCG 15-3-1: only a Digimon has inherited effects.
            let lends = |top: &Card| part == LINK || !self.is_blank(*card) && self.is_digimon(cards, *top);
            if let Some(top) = top.filter(lends) {
                self.find_on(cards, *card, top, part, call, found);
            }
        }
    }

    #[inline]
    fn find_on(
        &self,
        cards: &Cards,
        printed_on: Card,
        source: Card,
        part: usize,
        call: Call,
        found: &mut Sources,
    ) {
        if call.is_heard(cards.facts(self.table.print(printed_on)), part) {
            self.find_heard(cards, printed_on, source, part, call, found);
        }
    }

    /// The abilities of a part of a card that answer, of which there are some.
    fn find_heard(
        &self,
        cards: &Cards,
        printed_on: Card,
        source: Card,
        part: usize,
        call: Call,
        found: &mut Sources,
    ) {
        let print = self.table.print(printed_on);
        for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
            if ability.part.slot() == part
                && call.is_awaited(ability)
                && self.is_live_under(ability.part, source)
            {
                let at = AbilityRef { print, index: index as u8 };
                found.push((at, source.0, printed_on.0));
            }
        }
    }

    /// Abilities and keywords that a card has been given or gives itself.
    fn find_given(&self, cards: &Cards, card: Card, call: Call, found: &mut Sources) {
        let kinds = cards.keywords_at(call.bit) & !cards.hand_keywords();
        let granted = self.scope.has(Class::Ability);
        if !granted && !self.may_have(cards, card, kinds) {
            return;
        }
        let mut note = |at: Option<AbilityRef>, printed_on: Card| {
            let works = |at: &AbilityRef| {
                let ability = cards.ability(*at);
                call.is_awaited(ability) && ability.part.slot() != HAND
            };
            if let Some(at) = at.filter(works) {
                found.push((at, card.0, printed_on.0));
            }
        };
        // DCG 16-12-4, 16-17-4, 16-18-4, 16-20-4, 16-21-4, 16-22-4, 16-23-4, 16-24-4: every instance of a keyword
        // triggers by itself.
        // DCG 16-26-4, 16-28-4, 16-31-4, 16-32-4, 16-33-4, 16-35-4, 16-36-4, 16-37-5: so do those of these keywords.
        self.each_keyword_of(cards, card, kinds, Asked::NOTHING, &mut |keyword| {
            note(cards.keyword(keyword), card)
        });
        if granted {
            self.each_given(cards, card, &mut |at, printed_on| note(Some(at), printed_on));
        }
    }

    /// {Hand} keywords (<Digisorption>, <Blast Digivolve>) printed on a card in the hand.
    fn find_hand_keywords(&self, cards: &Cards, card: Card, call: Call, found: &mut Sources) {
        if cards.facts(self.table.print(card)).gives & cards.keywords_at(call.bit) == 0 {
            return;
        }
        for ability in &cards.get(self.table.print(card)).meaning.abilities {
            if ability.when != When::Always {
                continue;
            }
            for step in &ability.steps {
                let Step::Gain { change: Change::Keyword(keyword), .. } = step else { continue };
                // DCG 16-9-4: every instance triggers by itself.
                let Some(at) = cards.keyword(keyword) else { continue };
                let tree = cards.ability(at);
                if tree.part.slot() == HAND && call.is_awaited(tree) {
                    found.push((at, card.0, card.0));
                }
            }
        }
    }

    /// DCG 4-14-2: a card that is not on the field and is itself what this happens to.
    fn find_subjects_own(&self, cards: &Cards, event: Event, call: Call, found: &mut Sources) {
        self.find_into(cards, event, call, found);
        for object in event.subjects {
            let Some(card) = self.table.find(*object) else { continue };
            if self.is_blank(card) {
                continue;
            }
            let in_play = self.table.zone(card) == Area::Battle;
            let print = self.table.print(card);
            let facts = cards.facts(print);
            if !call.is_heard(facts, MAIN) && !call.is_heard(facts, ANYWHERE) {
                continue;
            }
            for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
                let (When::Trigger(triggers) | When::Would(triggers)) = &ability.when else { continue };
                let own =
                    |trigger: &Trigger| trigger.moment.bit() == call.bit && is_about_itself(&trigger.subject);
                let slot = ability.part.slot();
                if (slot == ANYWHERE || (slot == MAIN && !in_play && self.table.zone(card) != Area::Breeding))
                    && triggers.iter().any(own)
                {
                    let at = AbilityRef { print, index: index as u8 };
                    found.push((at, card.0, card.0));
                }
            }
        }
    }

    /// A card that something would digivolve into, with what it says of that.
    fn find_into(&self, cards: &Cards, event: Event, call: Call, found: &mut Sources) {
        if !call.would || event.moment != Moment::Digivolved {
            return;
        }
        let Some(card) = self.table.find(event.other) else { return };
        let print = self.table.print(card);
        if !call.is_heard(cards.facts(print), ANYWHERE) {
            return;
        }
        let of_others =
            |trigger: &Trigger| trigger.moment == event.moment && !is_about_itself(&trigger.subject);
        for (index, ability) in cards.get(print).meaning.abilities.iter().enumerate() {
            let When::Would(triggers) = &ability.when else { continue };
            if ability.part.slot() == ANYWHERE && triggers.iter().any(of_others) {
                found.push((AbilityRef { print, index: index as u8 }, card.0, card.0));
            }
        }
    }

    /// Calls `f` with every ability a card has been given by a change.
    pub(crate) fn each_given(&self, cards: &Cards, card: Card, f: &mut dyn FnMut(AbilityRef, Card)) {
        // The ability is printed on the card whose change gives it: always-on changes need their print.
        self.each_granting(cards, card, Asked::NOTHING, f);
    }

    /// Whether one found ability triggers by this, and if so, lets it wait.
    fn judge(&mut self, found: Found, event: Event, cards: &Cards) {
        let ability = cards.ability(found.ability);
        let (triggers, would) = match &ability.when {
            When::Trigger(triggers) => (triggers, false),
            When::Would(triggers) => (triggers, true),
            _ => return,
        };
        if would != event.window.is_some() {
            return;
        }
        let object = self.table.object(found.source);
        let controller = self.table.seat(found.source);
        let mut run = Run::new(found.ability, object, controller);
        run.other = event.other;
        if let Some(amount) = event.amount {
            run.amount = amount;
        }
        if !self.has_uses(cards, found.ability, found.printed_on) || self.is_muted(cards, found, event.moment)
        {
            return;
        }
        let mut fitting: Flat<Object, 24> = Flat::new();
        let mut amount = None;
        let mut count = 0;
        for trigger in triggers.iter().filter(|trigger| trigger.moment == event.moment) {
            for (at, subject) in event.subjects.iter().enumerate() {
                let Some(card) = self.table.find(*subject) else { continue };
                // DCG 3-4-6-6, 3-4-6-7: what happens in a breeding area meets no conditions, unless it is meant.
                if self.table.zone(card) == Area::Breeding && !self.minds_breeding(ability, event.moment) {
                    continue;
                }
                let mut run = run;
                run.subject = *subject;
                let own = event.amounts.get(at).copied().or(event.amount);
                run.amount = own.unwrap_or(run.amount);
                if matches!(
                    event.moment,
                    Moment::BecameLink | Moment::TrashedFromUnder | Moment::TrashedForBurst
                ) {
                    // "This card" is the link card or digivolution card itself (DCG 15-3-3).
                    run.source = self.table.object(found.printed_on);
                }
                let fits = self.is_meant(cards, &trigger.subject, card, &run, event)
                    && trigger.cond.as_ref().is_none_or(|cond| eval::holds(self, cards, cond, &run));
                if fits {
                    count += 1;
                    amount = amount.or(own);
                    if !fitting.contains(subject) {
                        fitting.push(*subject);
                    }
                }
            }
        }
        // DCG 15-8-3-4: what it waits for has not happened.
        let Some(subject) = fitting.first().copied() else { return };
        run.subject = subject;
        run.amount = amount.unwrap_or(run.amount);
        let several = fitting.len() > 1 && crate::which::is_about_several(ability);
        let crowd = if several { self.crowd(&fitting) } else { 0 };
        if ability.cond.as_ref().is_some_and(|cond| !eval::holds(self, cards, cond, &run)) {
            return;
        }
        if event.moment == Moment::Played && would && self.is_one_of_several(ability) {
            return;
        }
        if event.moment == Moment::Counter && !self.has_base(cards, ability, found.source) {
            return;
        }
        if event.moment == Moment::Linked && !would && self.joins_links(cards, &run) {
            return;
        }
        if would && self.is_running(found.ability, object) {
            // DCG 15-8-5-4: what interrupts already does not interrupt again until that is resolved.
            return;
        }
        let amount = amount.unwrap_or(count);
        let other = if self.core.cause == Cause::Battle && event.other == Object::default() {
            self.battle_opponent(subject)
        } else {
            event.other
        };
        run.other = other;
        // DCG 15-4-3-1, 15-4-3-2: whatever triggers before the work in progress is resolved triggers simultaneously.
        let batch = event.window.unwrap_or(self.core.wave);
        let wait =
            Waiting { ability: found.ability, source: object, controller, subject, other, amount, batch };
        let card = self.table.object(found.printed_on);
        let cause = self.core.cause;
        let due = Ends::Never;
        // Of several, the one that allows most.
        let then = |subject: &Object| {
            let run = run.about(*subject, run.other, run.amount);
            self.figure_then(cards, ability, &run)
        };
        let figure = fitting.iter().filter_map(then).max();
        // DCG 15-4-2-1, 15-4-2-2, 15-5-1, 15-8-3-1, 15-8-3-3: it has triggered, in the midst of whatever is being
        // processed.
        // DCG 15-4-2-4, 15-4-4-1: from now on it is pending, and what triggers it once more lets it wait once more.
        self.core.waiting.push(Pending {
            wait,
            card,
            cause,
            would,
            moved: false,
            settled: None,
            due,
            delayed: false,
            figure,
            crowd,
        });
        // What it is about is looked up among what waits.
        let settled = self.settle(cards, ability, event.moment, &run);
        if let Some(held) = self.core.waiting.len().checked_sub(1) {
            self.core.waiting[held].settled = settled;
        }
    }

    /// Keeps in mind what an effect is about, where that is more than one card.
    pub(crate) fn crowd(&mut self, objects: &[Object]) -> u8 {
        if objects.len() < 2 {
            return 0;
        }
        self.forget_crowds();
        let last = self.core.crowds.iter().map(|member| member.crowd).max().unwrap_or(0);
        for crowd in 1..=last {
            if self.members(crowd).eq(objects.iter().copied()) {
                return crowd;
            }
        }
        // More than there is room for are not kept: then it is about the first of them.
        if self.core.crowds.len() + objects.len() > 40 {
            return 0;
        }
        for object in objects {
            self.core.crowds.push(Member { crowd: last + 1, object: *object });
        }
        last + 1
    }

    /// The number for what a running or waiting effect is about, or 0.
    pub(crate) fn crowd_of(&self, run: &Run) -> u8 {
        if self.core.crowds.is_empty() {
            return 0;
        }
        let same = |ability, source: Object, subject: Object| {
            ability == run.ability && source == run.source && subject == run.subject
        };
        let running = self.core.frames.iter().rev().find_map(|frame| match frame {
            Frame::Effect(running) if same(running.run.ability, running.run.source, running.run.subject) => {
                Some(running.crowd)
            }
            _ => None,
        });
        let waiting = || {
            let mut waiting = self.core.waiting.iter();
            waiting.find(|held| same(held.wait.ability, held.wait.source, held.wait.subject))
        };
        running.or_else(|| waiting().map(|held| held.crowd)).unwrap_or(0)
    }

    /// The cards of one number.
    pub(crate) fn members(&self, crowd: u8) -> impl Iterator<Item = Object> + '_ {
        self.core.crowds.iter().filter(move |member| member.crowd == crowd).map(|member| member.object)
    }

    /// Forgets what no effect that waits or runs is about.
    pub(crate) fn forget_crowds(&mut self) {
        let core = &mut self.core;
        if core.crowds.is_empty() {
            return;
        }
        let (waiting, frames) = (&core.waiting, &core.frames);
        core.crowds.retain(|member| {
            waiting.iter().any(|pending| pending.crowd == member.crowd)
                || frames
                    .iter()
                    .any(|frame| matches!(frame, Frame::Effect(running) if running.crowd == member.crowd))
        });
    }

    /// Whether this is what an effect waits for. A Tamer that digivolves by a requirement is no Digimon that digivolves,
    /// before or afterwards; one that digivolves as if it were a Digimon is.
    fn is_meant(&self, cards: &Cards, subject: &Filter, card: Card, run: &Run, event: Event) -> bool {
        if event.moment != Moment::Digivolved || is_about_itself(subject) {
            return eval::fits(self, cards, subject, card, run);
        }
        let (below, above) = match event.window {
            Some(_) => (Some(card), self.table.find(event.other)),
            None => (self.table.find(event.other), Some(card)),
        };
        let tamer = below.filter(|below| {
            let kinds = cards.get(self.table.print(*below)).kinds;
            kinds.meets(Kinds::TAMER) && !kinds.meets(Kinds::DIGIMON)
        });
        let (Some(tamer), Some(above)) = (tamer, above) else {
            return eval::fits(self, cards, subject, card, run);
        };
        let digimon = self.goes_as_digimon(cards, above, tamer);
        self.fits_digivolving(cards, subject, card, run, digimon)
    }

    /// Whether a card goes onto a Tamer as if the Tamer were a Digimon.
    pub(crate) fn goes_as_digimon(&self, cards: &Cards, card: Card, tamer: Card) -> bool {
        let run = Run::new(AbilityRef::default(), self.table.object(card), self.table.owner(card));
        let as_digimon =
            |way: &Way| way.by == WayBy::AsDigimon && eval::fits(self, cards, &way.from, tamer, &run);
        cards.get(self.table.print(card)).meaning.ways.iter().any(as_digimon)
    }

    /// The same with what is said of its being a Digimon decided already.
    pub(crate) fn fits_digivolving(
        &self,
        cards: &Cards,
        subject: &Filter,
        card: Card,
        run: &Run,
        digimon: bool,
    ) -> bool {
        let fits = |one: &Filter| self.fits_digivolving(cards, one, card, run, digimon);
        match subject {
            Filter::Kind(Kind::Digimon) => digimon,
            Filter::All(all) => all.iter().all(fits),
            Filter::Either(any) => any.iter().any(fits),
            other => eval::fits(self, cards, other, card, run),
        }
    }

    /// DCG 15-8-3-8: where an effect refers to a figure of what triggered it, that is the figure at this moment.
    fn figure_then(&self, cards: &Cards, ability: &Ability, run: &Run) -> Option<i32> {
        let (figure, Target::Subject) = ability.program.iter().find_map(referred)? else { return None };
        let card = self.table.find(run.subject)?;
        effects::Host::figure(self, cards, card, figure, run)
    }

    /// DCG 15-8-3-8: an effect that sends a chosen card away and compares others with it means the figure it had.
    pub(crate) fn remember_figure(&mut self, object: Object, card: Card, cards: &Cards) {
        let Some((at, run)) = self.core.frames.iter().enumerate().rev().find_map(|(at, frame)| match frame {
            Frame::Effect(running) => Some((at, running.run)),
            _ => None,
        }) else {
            return;
        };
        let program = &cards.ability(run.ability).program;
        let Some((figure, Target::Slot(slot))) = program.iter().find_map(referred) else { return };
        if !self.core.picks.of(&run, *slot).any(|pick| pick.object == object) {
            return;
        }
        let had = effects::Host::figure(self, cards, card, figure, &run);
        if let Frame::Effect(running) = &mut self.core.frames[at] {
            running.figure = had;
        }
    }

    /// DCG 15-8-3-9-4: a condition of an effect that triggers by a removal looks at what was removed as it was then.
    fn settle(&self, cards: &Cards, ability: &Ability, moment: Moment, run: &Run) -> Option<bool> {
        let removal = matches!(
            moment,
            Moment::Deleted
                | Moment::Left
                | Moment::Returned
                | Moment::HandTrashed
                | Moment::DeckTrashed
                | Moment::TrashedFromUnder
                | Moment::SecurityLost
                | Moment::SecurityTrashed
                | Moment::BattleTrashed
        );
        let Some(Op::Unless { cond, .. }) = ability.program.first().filter(|_| removal) else { return None };
        let own = run.subject == run.source || self.lies_under(run.subject, run.source);
        looks_back(cond, own).then(|| eval::holds(self, cards, cond, run))
    }

    fn lies_under(&self, card: Object, host: Object) -> bool {
        let under = self.table.find(card).and_then(|card| self.table.row(card).host());
        under.is_some() && under == self.table.find(host)
    }

    /// The card it battles, as the innermost battle has it.
    fn battle_opponent(&self, subject: Object) -> Object {
        self.core
            .frames
            .iter()
            .rev()
            .find_map(|frame| match frame {
                Frame::Battle(battle) if battle.one.stamp == subject.stamp => Some(battle.two),
                Frame::Battle(battle) if battle.two.stamp == subject.stamp => Some(battle.one),
                _ => None,
            })
            .unwrap_or_default()
    }

    fn is_running(&self, ability: AbilityRef, source: Object) -> bool {
        self.core.frames.iter().any(|frame| {
            matches!(frame, Frame::Effect(running)
                if running.run.ability == ability && running.run.source.stamp == source.stamp)
        })
    }

    fn minds_breeding(&self, ability: &Ability, moment: Moment) -> bool {
        ability.part.live == crate::vocab::Live::Breeding || matches!(moment, Moment::Hatched | Moment::Moved)
    }

    fn is_muted(&self, cards: &Cards, found: Found, moment: Moment) -> bool {
        if !self.scope.forbids(Ban::Activate) {
            return false;
        }
        let ability = cards.ability(found.ability);
        // An effect with several timings is kept down only at the timing that is named.
        let kept = |cannot: &Cannot| {
            matches!(cannot, Cannot::Activate(timing)
                if has_timing(ability, *timing) && timing.moment().is_none_or(|own| own == moment))
        };
        self.cannot(cards, found.source, Ban::Activate, kept)
            || self.player_cannot(cards, self.table.seat(found.source), Ban::Activate, kept)
    }

    // ---- [X Per Turn] ---------------------------------------------------------------------------------------

    /// DCG 15-14-1-3: uses are counted for each copy of a card.
    pub(crate) fn has_uses(&self, cards: &Cards, ability: AbilityRef, printed_on: Card) -> bool {
        match cards.ability(ability).limit {
            None => true,
            Some(limit) => self.uses(cards, ability, printed_on) < u16::from(limit.times.min(3)),
        }
    }

    fn uses(&self, cards: &Cards, ability: AbilityRef, printed_on: Card) -> u16 {
        self.table.marks(printed_on).uses >> self.use_slot(cards, ability, printed_on) & 3
    }

    pub(crate) fn spend_use(&mut self, cards: &Cards, ability: AbilityRef, printed_on: Card) {
        if self.uses(cards, ability, printed_on) < 3 {
            let slot = self.use_slot(cards, ability, printed_on);
            self.table.marks_mut(printed_on).uses += 1 << slot;
        }
    }

    pub(crate) fn refund_use(&mut self, cards: &Cards, ability: AbilityRef, printed_on: Card) {
        if self.uses(cards, ability, printed_on) > 0 {
            let slot = self.use_slot(cards, ability, printed_on);
            self.table.marks_mut(printed_on).uses -= 1 << slot;
        }
    }

    /// Where a card keeps the uses of an ability, two bits each: one place for each of its own limited effects in their
    /// order, one for an effect it was given, one for a keyword.
    fn use_slot(&self, cards: &Cards, ability: AbilityRef, printed_on: Card) -> u32 {
        const GIVEN: usize = 6;
        const KEYWORD: usize = 7;
        let ability = shared(cards, ability);
        let slot = if is_keyword(ability.print) {
            KEYWORD
        } else if ability.print != self.table.print(printed_on) {
            GIVEN
        } else {
            let before = &cards.get(ability.print).meaning.abilities[..usize::from(ability.index)];
            before
                .iter()
                .filter(|ability| ability.limit.is_some_and(|limit| !limit.by_name))
                .count()
                .min(GIVEN - 1)
        };
        slot as u32 * 2
    }
}

/// One effect that triggers and can be used as well is two abilities, which are counted as the first of them.
fn shared(cards: &Cards, ability: AbilityRef) -> AbilityRef {
    match cards.ability(ability).limit {
        Some(limit) if limit.by_name => AbilityRef { index: ability.index.saturating_sub(1), ..ability },
        _ => ability,
    }
}

const _: () = assert!(PARTS == 10, "every place abilities work from is looked at above");

/// The figure of the subject, or of a chosen card, that a step compares others with or counts by.
pub(crate) fn referred(op: &Op) -> Option<(Figure, &Target)> {
    fn amount(amount_: &Amount) -> Option<(Figure, &Target)> {
        match amount_ {
            effects::Amount::Figure(figure, of) if matches!(**of, Target::Subject | Target::Slot(_)) => {
                Some((*figure, of))
            }
            effects::Amount::PerEach { of, .. } => amount(of),
            effects::Amount::Plus(a, b) => amount(a).or_else(|| amount(b)),
            _ => None,
        }
    }
    fn filter(filter_: &Filter) -> Option<(Figure, &Target)> {
        match filter_ {
            Filter::All(all) | Filter::Either(all) => all.iter().find_map(filter),
            Filter::Not(one) => filter(one),
            Filter::Figure(_, _, than) => amount(than),
            _ => None,
        }
    }
    match op {
        Op::Choose { from, .. } => filter(&from.filter),
        Op::Gain { change, .. } => change.amount().and_then(amount),
        Op::Do(
            Verb::GainMemory(_, number)
            | Verb::LoseMemory(_, number)
            | Verb::Draw(_, number)
            | Verb::Recover(_, number)
            | Verb::DeDigivolve(_, number),
        ) => amount(number),
        Op::Do(Verb::Delete(effects::Target::Each(select))) => filter(&select.filter),
        _ => None,
    }
}

pub(crate) fn is_about_itself(filter: &Filter) -> bool {
    match filter {
        Filter::This => true,
        Filter::All(all) => all.iter().any(is_about_itself),
        _ => false,
    }
}

/// Whether a condition is about what was removed: the card that it happened to, and (`own`) the card whose effect it
/// is, or what is under them.
fn looks_back(cond: &Cond, own: bool) -> bool {
    let about = |target: &Target| match target {
        effects::Target::This => own,
        effects::Target::Subject => true,
        _ => false,
    };
    let among = |select: &Select| matches!(&select.among, effects::Among::Under { host, .. } if about(host));
    let amount = |amount_: &Amount| match amount_ {
        effects::Amount::Count(select) => among(select),
        effects::Amount::Figure(_, of) => about(of),
        _ => false,
    };
    match cond {
        Cond::All(all) | Cond::Either(all) => all.iter().any(|cond| looks_back(cond, own)),
        Cond::Not(cond) => looks_back(cond, own),
        Cond::Compare(a, _, b) => amount(a) || amount(b),
        Cond::Exists(select) => among(select),
        Cond::Is(target, _) => about(target),
        Cond::Did | Cond::Fact(_) => false,
    }
}
