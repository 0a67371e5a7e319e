//! What may be used when: hand cards and abilities in a window, each with the rule that refuses it.

use crate::card::{Cards, Kind};
use crate::keyword::d_share;
use crate::layer::{ACTS, COUNTERS, DROP, FIELD, HAND, LENDS, SHARES, SOUL, WORKING};
use crate::state::{Frame, How, PlayStep, State, TimingStep, Window, Zone};
use crate::vocab::{Cannot, Over, Part, Use};
use crate::{Choice, rule};
use effects::{AbilityRef, Op, Run, When, eval, run};
use kernel::{AnyLegal, Card, Consider, Legal, Object, Seat, ensure};

impl State {
    /// Whether a seat has anything at all to use in a window.
    pub(crate) fn has_use(&self, cards: &Cards, seat: Seat, window: Window) -> bool {
        let mut any = AnyLegal::default();
        self.consider_uses(cards, seat, window, &mut any);
        any.0
    }

    /// Everything that a seat could use in a window: hand cards, then abilities on the field and elsewhere.
    pub(crate) fn consider_uses<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        window: Window,
        sink: &mut S,
    ) {
        let hand = self.zone(seat, Zone::Hand);
        // What no card in a hand is or has is not looked for there.
        let in_hand = S::WIDE
            || matches!(window, Window::Main | Window::Final)
            || self.index.at(HAND).uses & (ACTS | COUNTERS) != 0;
        for (at, card) in hand.iter().enumerate().filter(|_| in_hand) {
            let print = self.print(*card);
            let face = cards.get(print);
            let opens = S::WIDE || self.opens(face.kind, face.sheet.counter, window);
            let acts = S::WIDE || face.sheet.acts && self.index.at(HAND).uses & ACTS != 0;
            if !(opens || acts) || hand[..at].iter().any(|other| self.print(*other) == print) {
                continue;
            }
            if opens {
                self.consider_hand_card(cards, seat, *card, window, sink);
            }
            if acts {
                self.consider_acts(cards, seat, *card, Part::Hand, window, sink);
            }
            if sink.is_sated() {
                return;
            }
        }
        // What no card on the field has is not looked for there.
        let on_field = S::WIDE || window == Window::Main || self.index.at(FIELD).uses & (ACTS | SHARES) != 0;
        for zone in WORKING.into_iter().filter(|_| on_field) {
            for card in self.zone(seat, zone) {
                let sheet = &cards.get(self.print(*card)).sheet;
                // BF OTHER-TREASURE-1: face down a card has no abilities.
                if self.table.marks(*card).face_down() {
                    continue;
                }
                if sheet.acts {
                    self.consider_acts(cards, seat, *card, Part::Field, window, sink);
                }
                if self.shares() {
                    self.consider_shared(cards, seat, *card, window, sink);
                }
                if sheet.transform.is_some() && zone.is_area() && (S::WIDE || window == Window::Main) {
                    self.consider_transform(cards, seat, *card, window, sink);
                }
                if sink.is_sated() {
                    return;
                }
            }
        }
        if self.index.at(SOUL).uses & ACTS != 0 || self.index.whole.uses & LENDS != 0 {
            self.consider_soul(cards, seat, window, sink);
        }
        if self.index.at(DROP).uses & ACTS != 0 {
            for (at, card) in self.zone(seat, Zone::Drop).iter().enumerate() {
                let print = self.print(*card);
                if cards.get(print).sheet.acts
                    && !self.zone(seat, Zone::Drop)[..at].iter().any(|other| self.print(*other) == print)
                {
                    self.consider_acts(cards, seat, *card, Part::Drop, window, sink);
                }
            }
        }
    }

    /// BF OTHER-SOULABIL-2, OTHER-FDSOUL-5: abilities to use of face-up soul cards whose holder is on the field.
    fn consider_soul<S: Consider<Choice>>(&self, cards: &Cards, seat: Seat, window: Window, sink: &mut S) {
        for card in self.zone(seat, Zone::Soul) {
            let host = self.table.row(*card).host().filter(|host| self.table.zone(*host).is_field());
            let held = host.is_some();
            let kind = cards.get(self.print(*card)).kind;
            if matches!(kind, Kind::Spell | Kind::Impact)
                && host.is_some_and(|host| self.casts_from(cards, seat, *card, host))
            {
                sink.offer(Choice::Cast(*card), || self.can_play(cards, seat, *card, window));
            }
            if held && cards.get(self.print(*card)).sheet.acts && !self.table.marks(*card).face_down() {
                self.consider_acts(cards, seat, *card, Part::Soul, window, sink);
            }
        }
    }

    /// Whether a card may be cast from the soul of that card: it says so itself, or the card above does.
    fn casts_from(&self, cards: &Cards, seat: Seat, card: Card, host: Card) -> bool {
        let scope = Run::new(AbilityRef { print: self.print(card), index: 0 }, self.table.object(card), seat);
        let own = &cards.get(self.print(card)).sheet.from_soul;
        let lent = &cards.get(self.print(host)).sheet.lends;
        own.as_ref().is_some_and(|filter| eval::fits(self, cards, filter, host, &scope))
            || own.is_none()
                && lent.as_ref().is_some_and(|filter| eval::fits(self, cards, filter, card, &scope))
    }

    /// The run of an ability that a card has; in a soul it is about the card above.
    pub(crate) fn run_of(&self, at: AbilityRef, card: Card, seat: Seat) -> Run {
        let host = self.table.row(card).host().filter(|_| self.table.zone(card) == Zone::Soul);
        let above = host.map_or(Object::default(), |host| self.table.object(host));
        Run::new(at, self.table.object(card), seat).about(above, Object::default(), 0)
    }

    /// A quick look: whether a card of this kind could be used in the window at all.
    fn opens(&self, kind: Kind, counter: bool, window: Window) -> bool {
        counter
            || match window {
                // BF MAIN-1.1a.
                Window::Main => !matches!(kind, Kind::Impact | Kind::ImpactMonster | Kind::Flag),
                // BF FINAL-1.1a, FINAL-QA3.
                Window::Final => matches!(kind, Kind::Impact | Kind::ImpactMonster),
                Window::Plain | Window::Battle => false,
            }
    }

    fn consider_hand_card<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        window: Window,
        sink: &mut S,
    ) {
        let face = cards.get(self.print(card));
        match face.kind {
            // BF IMPACT-2: an impact monster is called as any monster is.
            Kind::Monster | Kind::ImpactMonster => {
                // The area hardly ever matters to the answer: ask once, then for each area.
                let verdict = self.can_play(cards, seat, card, window);
                // BF CALL-1.2: the caller names the area.
                for area in Zone::AREAS {
                    sink.offer(Choice::Call { card, area, buddy: false }, || {
                        verdict?;
                        self.can_call_to(cards, seat, card, area)
                    });
                    // BF IMPACT-CALL-4: a Buddy Call is for impact monsters too.
                    if S::WIDE || (verdict.is_ok() && self.buddy_for(cards, seat, card).is_ok()) {
                        sink.offer(Choice::Call { card, area, buddy: true }, || {
                            verdict?;
                            self.can_call_to(cards, seat, card, area)?;
                            self.buddy_for(cards, seat, card).map(|_| ())
                        });
                    }
                }
                if face.sheet.transform.is_some() {
                    self.consider_transform(cards, seat, card, window, sink);
                }
            }
            Kind::Spell | Kind::Impact => {
                sink.offer(Choice::Cast(card), || self.can_play(cards, seat, card, window))
            }
            Kind::Item => {
                sink.offer(Choice::Equip { card, buddy: false }, || self.can_play(cards, seat, card, window));
                if S::WIDE || self.buddy_for(cards, seat, card).is_ok() {
                    sink.offer(Choice::Equip { card, buddy: true }, || {
                        self.can_play(cards, seat, card, window)?;
                        self.buddy_for(cards, seat, card).map(|_| ())
                    });
                }
            }
            Kind::Flag => {}
        }
    }

    fn consider_transform<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        window: Window,
        sink: &mut S,
    ) {
        let verdict = self.can_transform(cards, seat, card, window);
        sink.offer(Choice::Equip { card, buddy: false }, || verdict);
        if S::WIDE || (verdict.is_ok() && self.buddy_for(cards, seat, card).is_ok()) {
            sink.offer(Choice::Equip { card, buddy: true }, || {
                verdict?;
                self.buddy_for(cards, seat, card).map(|_| ())
            });
        }
    }

    fn consider_acts<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        part: Part,
        window: Window,
        sink: &mut S,
    ) {
        for (index, ability) in cards.get(self.print(card)).sheet.abilities.iter().enumerate() {
            if let When::Use(when) = ability.when {
                if ability.part == part {
                    let at = AbilityRef { print: self.print(card), index: index as u8 };
                    let choice = Choice::Use { card, of: at.print, ability: at.index };
                    sink.offer(choice, || self.can_act(cards, seat, card, at, when, window));
                }
            }
        }
    }

    /// BF KEY-DSHARE-1: [D] abilities to use, its own and lent ones.
    fn consider_shared<S: Consider<Choice>>(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        window: Window,
        sink: &mut S,
    ) {
        for at in d_share::abilities(self, cards, card).iter() {
            if let When::Use(when) = cards.ability(*at).when {
                let choice = Choice::Use { card, of: at.print, ability: at.index };
                sink.offer(choice, || self.can_act(cards, seat, card, *at, when, window));
            }
        }
    }

    /// Whether the fighter's flag lets this card be used.
    pub(crate) fn may_use(&self, cards: &Cards, seat: Seat, card: Card) -> Legal {
        let print = self.print(card);
        let sheet = &cards.get(print).sheet;
        let flag = self.zone(seat, Zone::Flag).first().copied();
        let cross = |flag: Card| cards.get(self.print(flag)).sheet.is_cross_flag();
        // BF OTHER-FLAGUSE-1, KEY-OMNILORD-1, KEY-DRAGOD-1: usable under every flag; BF CROSS-DECK-3: but a Cross flag.
        if sheet.any_flag && !flag.is_some_and(cross) && !cards.get(print).is_cross() {
            return Ok(());
        }
        // BF OTHER-FLAGUSE-3: a clause that names the first flag looks at that one only.
        if !sheet.initial_flags.is_empty() {
            let began = self.initial_flags[seat].map(|print| &cards.get(print).folded);
            let named = began.is_some_and(|name| sheet.initial_flags.contains(name));
            return ensure(named, rule!("OTHER-FLAGUSE-3"));
        }
        let Some(flag) = flag else { return Ok(()) };
        // BF OTHER-FLAGDOWN-1, OTHER-FLAGDOWN-2: a face-down flag permits nothing.
        ensure(!self.table.marks(flag).face_down(), rule!("OTHER-FLAGDOWN-2"))?;
        // BF OTHER-FLAGUSE-2: a clause that names the flag looks at the flag of now.
        if !sheet.flags.is_empty() {
            let name = &cards.get(self.print(flag)).folded;
            return ensure(sheet.flags.contains(name), rule!("OTHER-FLAGUSE-2"));
        }
        let rule = match () {
            _ if sheet.any_flag => rule!("CROSS-DECK-3"),
            _ if cards.get(print).is_cross() => rule!("CROSS-DECK-2"),
            _ => rule!("OTHER-SPECFLAG-1"),
        };
        ensure(cards.flag_permits(self.print(flag), print), rule)
    }

    /// BF OTHER-STOPTIME-3: in stopped time a fighter declares nothing.
    fn has_time(&self, seat: Seat) -> Legal {
        ensure(!self.standings[seat].cannot(Cannot::HaveTime), rule!("OTHER-STOPTIME-3"))
    }

    /// The rule that a fighter's or card's stopped time breaks, and the classic limit on counters in a battle.
    fn may_counter(&self, seat: Seat) -> Legal {
        ensure(!self.standings[seat].cannot(Cannot::Counter), rule!("CONT-3.1"))?;
        // BF OLD-CHANGE-2, OLD-ATTACK-2.5, OLD-FINAL-2.5: one counter a fighter in a battle; BF CHANGE-2 lifted that.
        let spent = self.is_classic()
            && self.attack().is_some_and(|attack| attack.in_battle && attack.counters[seat] > 0);
        ensure(!spent, rule!("OLD-CHANGE-2"))
    }

    /// The same for a card of which any number may be cast at once: after another of its name it is no further counter.
    fn may_counter_with(&self, cards: &Cards, seat: Seat, card: Card) -> Legal {
        let print = self.print(card);
        let again = cards.get(print).sheet.any_number
            && self.attack().is_some_and(|attack| attack.countered[seat] == cards.name_id(print) + 1);
        if again {
            return ensure(!self.standings[seat].cannot(Cannot::Counter), rule!("CONT-3.1"));
        }
        self.may_counter(seat)
    }

    /// Whether a hand card may be called, cast or equipped now, wherever to.
    fn can_play(&self, cards: &Cards, seat: Seat, card: Card, window: Window) -> Legal {
        self.has_time(seat)?;
        let face = cards.get(self.print(card));
        let sheet = &face.sheet;
        let turn = window == Window::Main || window == Window::Final;
        let in_window = match face.kind {
            Kind::Monster | Kind::Spell | Kind::Item | Kind::Flag => window == Window::Main,
            Kind::Impact | Kind::ImpactMonster => window == Window::Final,
        };
        if !in_window {
            let rule = match face.kind {
                // BF IMPACT-QA1, FINAL-QA3.
                Kind::ImpactMonster => rule!("IMPACT-QA1"),
                Kind::Impact => rule!("FINAL-QA3"),
                _ if turn => rule!("FINAL-1.1a"),
                _ => rule!("MAIN-1.1a"),
            };
            // BF MAIN-1.1b, TIMING-3.1, TIMING-6.1: elsewhere only what has [Counter].
            ensure(sheet.counter, rule)?;
            self.may_counter_with(cards, seat, card)?;
        }
        // A card that says so is cast from a soul, not from the hand.
        let placed = sheet.from_soul.is_none() || self.table.zone(card) == Zone::Soul;
        ensure(placed, rule!("CAST-1.1a"))?;
        let (declare, kind) = match face.kind {
            Kind::Monster | Kind::ImpactMonster => (rule!("CALL-1.1a"), Cannot::Call),
            Kind::Item => (rule!("EQUIP-1.1a"), Cannot::Equip),
            _ => (rule!("CAST-1.1a"), Cannot::Cast),
        };
        ensure(sheet.unread.is_empty(), declare)?;
        self.may_use(cards, seat, card)?;
        ensure(!self.standings[seat].cannot(kind), rule!("CONT-3.1"))?;
        ensure(kind != Cannot::Call || self.may_be_called(cards, seat, card), rule!("CONT-3.1"))?;
        if face.kind == Kind::ImpactMonster {
            // BF IMPACT-CALL-1, OLD-IMPACT-CALL-1: one ordinary call a turn.
            let many = self.standings[seat].many_impacts;
            ensure(many || self.tally[seat].impact_calls == 0, rule!("IMPACT-CALL-1"))?;
        }
        self.allowed(cards, seat, card, declare)?;
        if self.is_free(cards, seat, self.table.object(card)) {
            return Ok(());
        }
        // BF CAST-1.2, EQUIP-1.3, TIMING-2.2, TIMING-3.2, TIMING-6.2, TIMING-7.2: what cannot be paid for cannot be
        // declared, be it a play or a counter.
        self.affords(cards, seat, card, sheet.cost, declare)
    }

    /// BF CALL-1.1a, CAST-1.1a, EQUIP-1.1a: printed restrictions, and once-per-turn by name.
    pub(crate) fn allowed(&self, cards: &Cards, seat: Seat, card: Card, declare: kernel::RuleId) -> Legal {
        let print = self.print(card);
        let sheet = &cards.get(print).sheet;
        let object = self.table.object(card);
        let scope = Run::new(AbilityRef { print, index: 0 }, object, seat);
        for cond in &sheet.restrict {
            ensure(eval::holds(self, cards, cond, &scope), declare)?;
        }
        // BF CALL-1.1a, EQUIP-1.1a: a card may name the card whose effect it needs.
        if let Some(only) = sheet.only_by.as_ref().filter(|only| !only.transform_only) {
            ensure(self.used_by(cards, seat, &only.name), declare)?;
        }
        if sheet.one_on_field {
            let name = cards.name_id(print);
            let there = self.field(seat).any(|other| cards.name_id(self.print(other)) == name);
            ensure(!there, declare)?;
        }
        if let Some(limit) = sheet.limit {
            // BF ONCE-1, ONCE-5: by name, whichever copy.
            let by = self.use_key(cards, print, u8::MAX);
            ensure(self.uses.left(limit, by, object, seat) > 0, rule!("ONCE-5"))?;
        }
        Ok(())
    }

    /// Whether an effect of this fighter is under way whose card is called so.
    pub(crate) fn used_by(&self, cards: &Cards, seat: Seat, name: &str) -> bool {
        let under_way = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Play(play) => Some(play),
            _ => None,
        });
        under_way.is_some_and(|play| {
            let carries_out = matches!(play.how, How::Cast | How::Act | How::Auto);
            let print = play.source_print(self);
            let own = carries_out && play.seat == seat && play.step != PlayStep::Answer;
            own && (cards.get(print).folded == name
                || cards.get(print).sheet.also.iter().any(|also| also == name))
        })
    }

    /// What a use is counted under: every printing of a name together; BF ONCE-5: by its own name, an ability of every card.
    pub(crate) fn use_key(&self, cards: &Cards, print: kernel::Print, index: u8) -> AbilityRef {
        if let Some(name) = cards.ability_name(print, index) {
            return AbilityRef { print: kernel::Print(name), index: u8::MAX - 1 };
        }
        AbilityRef { print: kernel::Print(cards.name_id(print)), index }
    }

    /// Whether one of its costs can be paid.
    pub(crate) fn affords_this(&self, cards: &Cards, seat: Seat, card: Card, cost: Option<u8>) -> bool {
        self.affords(cards, seat, card, cost, rule!("OTHER-COST-1")).is_ok()
    }

    pub(crate) fn affords_cost(&self, cards: &Cards, seat: Seat, card: Card) -> bool {
        let cost = cards.get(self.print(card)).sheet.cost;
        self.affords(cards, seat, card, cost, rule!("CALL-1.1a")).is_ok()
    }

    /// BF OTHER-COST-1: a cost is paid whole or not at all.
    fn affords_to(&self, cards: &Cards, seat: Seat, card: Card, cost: Option<u8>, area: Zone) -> Legal {
        let Some(index) = cost else { return Ok(()) };
        let mut run = Run::new(AbilityRef { print: self.print(card), index }, self.table.object(card), seat);
        run.named = area as i16;
        let program = &cards.ability(run.ability).program;
        match program.first() {
            // BF CALL-1.4: the area matters to a cost that puts the card on top of another.
            Some(Op::Ask { end, .. }) => ensure(run::payable(self, cards, &run, 1, *end), rule!("CALL-1.4")),
            _ => Ok(()),
        }
    }

    fn affords(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        cost: Option<u8>,
        declare: kernel::RuleId,
    ) -> Legal {
        let Some(index) = cost else { return Ok(()) };
        let run = Run::new(AbilityRef { print: self.print(card), index }, self.table.object(card), seat);
        let program = &cards.ability(run.ability).program;
        match program.first() {
            // BF OTHER-COST-2: gauge and life are one cost: with too little of one, none of it is paid.
            Some(Op::Ask { end, .. }) => ensure(run::payable(self, cards, &run, 1, *end), declare),
            _ => Ok(()),
        }
    }

    pub(crate) fn can_call_to(&self, cards: &Cards, seat: Seat, card: Card, area: Zone) -> Legal {
        // BF KEY-CHAOS-QA1: CHAOS Territory makes room for a second monster, never for a third.
        let held = self.count(seat, area);
        let capacity = self.capacity(cards, seat, area);
        ensure(capacity < 2 || held < capacity, rule!("KEY-CHAOS-QA1"))?;
        let sheet = &cards.get(self.print(card)).sheet;
        let barred = area == Zone::Center && self.standings[seat].cannot(Cannot::CallToCenter);
        ensure(!barred, rule!("CONT-3.1"))?;
        ensure(sheet.areas & (1 << area as u8) != 0, rule!("CALL-1.1a"))?;
        if sheet.on_top { self.affords_to(cards, seat, card, sheet.cost, area) } else { Ok(()) }
    }

    /// BF CALL-1.3, EQUIP-1.2: the standing, face-up namesake in the buddy zone.
    pub(crate) fn buddy_for(&self, cards: &Cards, seat: Seat, card: Card) -> Result<Card, kernel::RuleId> {
        let name = cards.name_id(self.print(card));
        let mut verdict = Err(rule!("CALL-1.3"));
        // BF ZONE-BUDDY-6: of several buddies each that meets the requirements may be called.
        for buddy in self.zone(seat, Zone::Buddy) {
            let marks = self.table.marks(*buddy);
            // BF ZONE-BUDDY-4, LOST-BUDDY-4: face down it has no name. A card that says so stands for any buddy.
            let namesake =
                cards.name_id(self.print(*buddy)) == name || cards.get(self.print(card)).sheet.calls_buddy;
            if *buddy == card || marks.face_down() || !namesake {
                continue;
            }
            if self.is_classic() {
                // BF OLD-CALL-1.3: a namesake suffices, once a game.
                verdict = ensure(self.tally[seat].buddy_calls == 0, rule!("OLD-CALL-1.3")).map(|()| *buddy);
            } else if !marks.rested() {
                return Ok(*buddy);
            }
        }
        verdict
    }

    fn can_transform(&self, cards: &Cards, seat: Seat, card: Card, window: Window) -> Legal {
        self.has_time(seat)?;
        ensure(!self.cannot(card, Cannot::HaveTime), rule!("OTHER-STOPTIME-1"))?;
        // BF KEY-0: what nullifies its abilities nullifies the keyword that would equip it.
        ensure(!self.is_nullified(card), rule!("KEY-0"))?;
        let face = cards.get(self.print(card));
        let impact = face.kind == Kind::ImpactMonster;
        // BF KEY-TRANSFORM-1, OLD-KEY-TRANSFORM-1, KEY-IMPACTTRANSFORM-1: main phase, or final phase for Impact
        // Transform.
        let wanted = if impact { Window::Final } else { Window::Main };
        ensure(
            window == wanted,
            if impact { rule!("KEY-IMPACTTRANSFORM-1") } else { rule!("KEY-TRANSFORM-1") },
        )?;
        ensure(face.sheet.unread.is_empty(), rule!("EQUIP-1.1a"))?;
        self.may_use(cards, seat, card)?;
        if impact {
            ensure(self.tally[seat].impact_transforms == 0, rule!("KEY-IMPACTTRANSFORM-1"))?;
        }
        ensure(!self.standings[seat].cannot(Cannot::Equip), rule!("CONT-3.1"))?;
        // BF EQUIP-1.1a: a card may name the card whose effect it needs.
        let needed = face.sheet.only_by.as_ref();
        ensure(needed.is_none_or(|only| self.used_by(cards, seat, &only.name)), rule!("EQUIP-1.1a"))?;
        self.affords(cards, seat, card, face.sheet.transform, rule!("EQUIP-1.1a"))
    }

    /// Whether an activated ability may be used now.
    fn can_act(
        &self,
        cards: &Cards,
        seat: Seat,
        card: Card,
        at: AbilityRef,
        when: Use,
        window: Window,
    ) -> Legal {
        let print = self.print(card);
        let ability = cards.ability(at);
        self.has_time(seat)?;
        // BF OTHER-STOPTIME-1: nor are abilities of a card in stopped time used.
        ensure(!self.cannot(card, Cannot::HaveTime), rule!("OTHER-STOPTIME-1"))?;
        match when {
            Use::Counter | Use::Over(_) => {
                // BF OVER-QA2: also in the opponent's turn, wherever a counter may be used.
                if window != Window::Main {
                    self.may_counter(seat)?;
                }
            }
            // BF ACT-0a: without [Counter] in one's own main phase only; BF OLD-ACT-0: the classic edition lets the turn
            // fighter use it at any play timing.
            Use::Main => {
                let begins = matches!(self.frames.last(), Some(Frame::Timing(_, TimingStep::Turn)));
                let at_will = self.is_classic() && begins && seat == self.turn_seat;
                ensure(window == Window::Main || at_will, rule!("ACT-0a"))?;
            }
        }
        if let Use::Over(over) = when {
            // BF OVER-1 to OVER-5, OVER-QA1: each of the four once a game for each fighter.
            let rule = match over {
                Over::Overturn => rule!("OVER-2"),
                Over::Overkill => rule!("OVER-3"),
                Over::Overthrow => rule!("OVER-4"),
                Over::Reboot => rule!("OVER-5"),
            };
            ensure(self.tally[seat].overs >> over as u8 & 1 == 0, rule)?;
        }
        ensure(cards.get(print).sheet.unread.is_empty(), rule!("ACT-0"))?;
        // BF OVER-6: the Over keywords are not nullified.
        let silent = self.is_nullified(card) && !matches!(when, Use::Over(_));
        ensure(!silent && !self.cannot(card, Cannot::Use), rule!("CONT-3.1"))?;
        ensure(!self.standings[seat].cannot(Cannot::Use), rule!("CONT-3.1"))?;
        self.may_use(cards, seat, card)?;
        let run = self.run_of(at, card, seat);
        if let Some(limit) = ability.limit {
            let key = if limit.by_name { self.use_key(cards, at.print, at.index) } else { at };
            let rule = if limit.by_name { rule!("ONCE-5") } else { rule!("ONCE-1") };
            ensure(self.uses.left(limit, key, run.source, seat) > 0, rule)?;
        }
        if let Some(cond) = &ability.cond {
            ensure(eval::holds(self, cards, cond, &run), rule!("ACT-1.3.2"))?;
        }
        self.prospect(cards, &run).map_err(|hitch| hitch.rule)
    }
}
